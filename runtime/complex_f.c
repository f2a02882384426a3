// SPDX-License-Identifier: Apache-2.0
// Complex numbers of float, which are divided as numbers of double.
#define COMPLEX_T float
#define COMPLEX_WIDE double
#define MULTIPLY __mulsc3
#define DIVIDE __divsc3
#define ABSOLUTE __builtin_fabsf
#define WITH_SIGN __builtin_copysignf
#include "complex.c"
