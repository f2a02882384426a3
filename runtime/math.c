// SPDX-License-Identifier: Apache-2.0
// <math.h>: the functions of math.def, computed by the host, and those that need no more than
// these. Results and errno are those of the host's C library. This file is for double; math_f.c and
// math_l.c include it for the other types.
#include "math_host.h"

#ifndef MATH_T
#define MATH_T double
#define NAME(name) name
#define NAME2(name, suffix) name##suffix
#define HELPER(name) __##name
#define HOST __heddle_math
#define INFINITE __builtin_inf()
#define LARGEST DBL_MAX
MODEL int signgam;
#endif

typedef MATH_T T;

// The host's result and its errno. Only such results come with an error.
static T host(int fn, T x, T y) {
    T r = HOST(fn, x, y);
    if (!__builtin_isnormal(r)) {
        int error = (int)HOST(fn | HEDDLE_MATH_ERRNO, x, y);
        if (error)
            errno = error;
    }
    return r;
}

#define MATH(name, arguments) FUNCTION##arguments(name)
#define FUNCTION1(name)                                                                            \
    T NAME(name)(T x);                                                                             \
    MODEL T NAME(name)(T x) { return host(HEDDLE_MATH_##name, x, 0); }
#define FUNCTION2(name)                                                                            \
    T NAME(name)(T x, T y);                                                                        \
    MODEL T NAME(name)(T x, T y) { return host(HEDDLE_MATH_##name, x, y); }
#define FUNCTION1_OWN(name) // defined below
#define FUNCTION2_OWN(name)
#include "math.def"
#undef MATH

// ---- parts of a number --------------------------------------------------------------------------

static bool is_ordinary(T x) { return x != 0 && __builtin_isfinite(x); }
static int exponent(T x) { return (int)HOST(HEDDLE_MATH_logb, x, 0); }
static T scale(T x, int n) { return HOST(HEDDLE_MATH_scalbn, x, (T)n); }

T NAME(frexp)(T x, int *e);
MODEL T NAME(frexp)(T x, int *e) {
    *e = is_ordinary(x) ? exponent(x) + 1 : 0;
    return is_ordinary(x) ? scale(x, -*e) : x;
}

T NAME(significand)(T x);
MODEL T NAME(significand)(T x) { return is_ordinary(x) ? scale(x, -exponent(x)) : x; }

T NAME(modf)(T x, T *whole);
MODEL T NAME(modf)(T x, T *whole) {
    *whole = HOST(HEDDLE_MATH_trunc, x, 0);
    return HOST(HEDDLE_MATH_copysign, __builtin_isinf(x) ? 0 : x - *whole, x);
}

int NAME(ilogb)(T x);
MODEL int NAME(ilogb)(T x) {
    if (is_ordinary(x))
        return exponent(x);
    errno = EDOM;
    return __builtin_isinf(x) ? INT_MAX : INT_MIN;
}

long NAME(llogb)(T x);
MODEL long NAME(llogb)(T x) {
    if (is_ordinary(x))
        return exponent(x);
    errno = EDOM;
    return __builtin_isinf(x) ? LONG_MAX : LONG_MIN;
}

// All scaling beyond this has the same result, and numbers up to it are exact in each type.
static T clamp(long n) { return n > 16777216 ? 16777216 : n < -16777216 ? -16777216 : (T)n; }

T NAME(scalbn)(T x, int n);
MODEL T NAME(scalbn)(T x, int n) { return host(HEDDLE_MATH_scalbn, x, clamp(n)); }
T NAME(scalbln)(T x, long n);
MODEL T NAME(scalbln)(T x, long n) { return host(HEDDLE_MATH_scalbn, x, clamp(n)); }
T NAME(ldexp)(T x, int n);
MODEL T NAME(ldexp)(T x, int n) { return host(HEDDLE_MATH_scalbn, x, clamp(n)); }

// ---- rounding -----------------------------------------------------------------------------------

// What does not fit becomes the smallest number, as on this processor.
#define TO_INTEGER(name, type, row, min)                                                           \
    type NAME(name)(T x);                                                                          \
    MODEL type NAME(name)(T x) {                                                                   \
        T r = HOST(HEDDLE_MATH_##row, x, 0);                                                       \
        return r >= (T)min && r < -(T)min ? (type)r : min;                                         \
    }
TO_INTEGER(lrint, long, rint, LONG_MIN)
TO_INTEGER(llrint, long long, rint, LLONG_MIN)
TO_INTEGER(lround, long, round, LONG_MIN)
TO_INTEGER(llround, long long, round, LLONG_MIN)

T NAME(nexttoward)(T x, long double y);
MODEL T NAME(nexttoward)(T x, long double y) {
    if (__builtin_isnan(x) || __builtin_isnan(y))
        return x + (T)y;
    if (x == y)
        return (T)y;
    return host(HEDDLE_MATH_nextafter, x, y > x ? INFINITE : -INFINITE);
}

T NAME(nextup)(T x);
MODEL T NAME(nextup)(T x) { return HOST(HEDDLE_MATH_nextafter, x, INFINITE); }
T NAME(nextdown)(T x);
MODEL T NAME(nextdown)(T x) { return HOST(HEDDLE_MATH_nextafter, x, -INFINITE); }

// ---- several arguments or results ---------------------------------------------------------------

T NAME(fma)(T x, T y, T z);
MODEL T NAME(fma)(T x, T y, T z) { return __builtin_elementwise_fma(x, y, z); }

void NAME(sincos)(T x, T *s, T *c);
MODEL void NAME(sincos)(T x, T *s, T *c) {
    *s = host(HEDDLE_MATH_sin, x, 0);
    *c = HOST(HEDDLE_MATH_cos, x, 0);
}

// The last three bits of the quotient a / b, rounded to the nearest after that: 8 is possible, as
// in glibc. Both are positive.
static int quotient_bits(T a, T b) {
    int q = 0;
    if (b <= LARGEST / 8)
        a = HOST(HEDDLE_MATH_fmod, a, 8 * b);
    for (int bit = 4; bit > 0; bit /= 2)
        if (a >= bit * b) {
            a -= bit * b;
            q += bit;
        }
    T rest = b - a;
    return a > rest || (a == rest && q & 1) ? q + 1 : q;
}

T NAME(remquo)(T x, T y, int *quotient);
MODEL T NAME(remquo)(T x, T y, int *quotient) {
    T r = HOST(HEDDLE_MATH_remainder, x, y);
    if (__builtin_isnan(r)) {
        *quotient = 0;
        return r;
    }
    T a = HOST(HEDDLE_MATH_fabs, x, 0), b = HOST(HEDDLE_MATH_fabs, y, 0);
    int q = __builtin_isinf(b) ? 0 : quotient_bits(a, b);
    *quotient = !__builtin_signbit(x) == !__builtin_signbit(y) ? q : -q;
    return r;
}

T NAME(jn)(int n, T x);
MODEL T NAME(jn)(int n, T x) { return host(HEDDLE_MATH_jn, x, clamp(n)); }
T NAME(yn)(int n, T x);
MODEL T NAME(yn)(int n, T x) { return host(HEDDLE_MATH_yn, x, clamp(n)); }

// ---- the gamma function -------------------------------------------------------------------------

// The sign of gamma(x): negative in every second interval below 0, and for -0.
static int gamma_sign(T x) {
    T floor = HOST(HEDDLE_MATH_floor, x, 0);
    if (x == 0)
        return __builtin_signbit(x) ? -1 : 1;
    if (!(x < 0) || floor == x)
        return 1;
    return HOST(HEDDLE_MATH_fmod, floor, 2) != 0 ? -1 : 1;
}

T NAME2(lgamma, _r)(T x, int *sign);
MODEL T NAME2(lgamma, _r)(T x, int *sign) {
    *sign = gamma_sign(x);
    return host(HEDDLE_MATH_lgamma, x, 0);
}

T NAME(lgamma)(T x);
MODEL T NAME(lgamma)(T x) {
    signgam = gamma_sign(x);
    return host(HEDDLE_MATH_lgamma, x, 0);
}

T NAME(gamma)(T x);
MODEL T NAME(gamma)(T x) {
    signgam = gamma_sign(x);
    return host(HEDDLE_MATH_lgamma, x, 0);
}

// ---- what the macros for classes call -----------------------------------------------------------

int HELPER(fpclassify)(T x);
MODEL int HELPER(fpclassify)(T x) {
    return __builtin_fpclassify(RT_FP_NAN, RT_FP_INFINITE, RT_FP_NORMAL, RT_FP_SUBNORMAL,
                                RT_FP_ZERO, x);
}
int HELPER(signbit)(T x);
MODEL int HELPER(signbit)(T x) { return __builtin_signbit(x) != 0; }
int HELPER(isinf)(T x);
MODEL int HELPER(isinf)(T x) { return __builtin_isinf_sign(x); }
int HELPER(isnan)(T x);
MODEL int HELPER(isnan)(T x) { return __builtin_isnan(x) != 0; }
int HELPER(finite)(T x);
MODEL int HELPER(finite)(T x) { return __builtin_isfinite(x) != 0; }
int HELPER(issignaling)(T x);
MODEL int HELPER(issignaling)(T x) { return __builtin_issignaling(x) != 0; }
int HELPER(iseqsig)(T x, T y);
MODEL int HELPER(iseqsig)(T x, T y) {
    if (__builtin_isnan(x) || __builtin_isnan(y))
        errno = EDOM;
    return x == y;
}
int NAME(isinf)(T x);
MODEL int NAME(isinf)(T x) { return __builtin_isinf_sign(x); }
int NAME(isnan)(T x);
MODEL int NAME(isnan)(T x) { return __builtin_isnan(x) != 0; }
int NAME(finite)(T x);
MODEL int NAME(finite)(T x) { return __builtin_isfinite(x) != 0; }
