// SPDX-License-Identifier: Apache-2.0
// Complex numbers of long double.
#define COMPLEX_T long double
#define MULTIPLY __mulxc3
#define DIVIDE __divxc3
#define LARGEST LDBL_MAX
#define SMALLEST LDBL_MIN
#define PRECISION LDBL_EPSILON
#define ABSOLUTE __builtin_fabsl
#define WITH_SIGN __builtin_copysignl
#include "complex.c"
