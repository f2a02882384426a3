// SPDX-License-Identifier: Apache-2.0
// <math.h> for float.
#define MATH_T float
#define NAME(name) name##f
#define NAME2(name, suffix) name##f##suffix
#define HELPER(name) __##name##f
#define HOST __heddle_mathf
#define INFINITE __builtin_inff()
#define LARGEST FLT_MAX
#include "math.c"
