// SPDX-License-Identifier: Apache-2.0
// Shared by math.c for its three types. <math.h> itself is not included: it makes macros of some of
// the names.
#ifndef HEDDLE_MATH_HOST_H
#define HEDDLE_MATH_HOST_H

#include "rt.h"

#include <float.h>

enum { HEDDLE_MATH_ERRNO = 0x1000 }; // see math.def

// As in <math.h>.
enum { RT_FP_NAN, RT_FP_INFINITE, RT_FP_ZERO, RT_FP_SUBNORMAL, RT_FP_NORMAL };

extern int signgam;

#endif
