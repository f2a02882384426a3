// SPDX-License-Identifier: Apache-2.0
// <math.h> as far as the machine has instructions for it, with errno as glibc sets it.
#include "rt.h"

// FN1(name, builtin, domain, range): when x is outside the domain, and when result r of x is a range error.
#define FN1_OF(name, type, builtin, domain, range)                                                 \
    type name(type x);                                                                             \
    MODEL type name(type x) {                                                                      \
        type r = builtin(x);                                                                       \
        if (domain)                                                                                \
            errno = EDOM;                                                                          \
        else if (range)                                                                            \
            errno = ERANGE;                                                                        \
        return r;                                                                                  \
    }
#define FN1(name, builtin, domain, range)                                                          \
    FN1_OF(name, double, builtin, domain, range)                                                   \
    FN1_OF(name##f, float, builtin, domain, range)                                                 \
    FN1_OF(name##l, long double, builtin, domain, range)
#define IS_INF(x) __builtin_isinf(x)
#define OUT_OF_RANGE (!IS_INF(x) && (IS_INF(r) || r == 0))

FN1(fabs, __builtin_elementwise_abs, false, false)
FN1(floor, __builtin_elementwise_floor, false, false)
FN1(ceil, __builtin_elementwise_ceil, false, false)
FN1(trunc, __builtin_elementwise_trunc, false, false)
FN1(rint, __builtin_elementwise_rint, false, false)
FN1(nearbyint, __builtin_elementwise_nearbyint, false, false)
FN1(round, __builtin_elementwise_round, false, false)
FN1(roundeven, __builtin_elementwise_roundeven, false, false)
FN1(sqrt, __builtin_elementwise_sqrt, x < 0, false)
FN1(exp, __builtin_elementwise_exp, false, OUT_OF_RANGE)
FN1(exp2, __builtin_elementwise_exp2, false, OUT_OF_RANGE)
FN1(log, __builtin_elementwise_log, x < 0, x == 0)
FN1(log2, __builtin_elementwise_log2, x < 0, x == 0)
FN1(log10, __builtin_elementwise_log10, x < 0, x == 0)
FN1(sin, __builtin_elementwise_sin, IS_INF(x), false)
FN1(cos, __builtin_elementwise_cos, IS_INF(x), false)
FN1(tan, __builtin_elementwise_tan, IS_INF(x), false)

#define FN2_OF(name, type, builtin)                                                                \
    type name(type x, type y);                                                                     \
    MODEL type name(type x, type y) { return builtin(x, y); }
FN2_OF(copysign, double, __builtin_copysign)
FN2_OF(copysignf, float, __builtin_copysignf)
FN2_OF(copysignl, long double, __builtin_copysignl)
FN2_OF(fmin, double, __builtin_fmin)
FN2_OF(fminf, float, __builtin_fminf)
FN2_OF(fminl, long double, __builtin_fminl)
FN2_OF(fmax, double, __builtin_fmax)
FN2_OF(fmaxf, float, __builtin_fmaxf)
FN2_OF(fmaxl, long double, __builtin_fmaxl)

#define POW_OF(name, type)                                                                         \
    type name(type x, type y);                                                                     \
    MODEL type name(type x, type y) {                                                              \
        type r = __builtin_elementwise_pow(x, y);                                                  \
        bool is_finite = !IS_INF(x) && !IS_INF(y);                                                 \
        if (r != r && x == x && y == y)                                                            \
            errno = EDOM;                                                                          \
        else if (is_finite && (IS_INF(r) || (r == 0 && x != 0)))                                   \
            errno = ERANGE;                                                                        \
        return r;                                                                                  \
    }
POW_OF(pow, double)
POW_OF(powf, float)
POW_OF(powl, long double)
