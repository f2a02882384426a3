// SPDX-License-Identifier: Apache-2.0
// <math.h> for long double.
#define MATH_T long double
#define NAME(name) name##l
#define NAME2(name, suffix) name##l##suffix
#define HELPER(name) __##name##l
#define HOST __heddle_mathl
#define INFINITE __builtin_infl()
#define LARGEST LDBL_MAX
#include "math.c"
