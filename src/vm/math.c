// SPDX-License-Identifier: Apache-2.0
// The functions of math.h, computed by the host: the rows of runtime/math.def, each for float, double and long double.
// The default rounding mode is never changed in this process, so equal arguments always give equal results.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "vm/vm_int.h"

#include <errno.h>
#include <math.h>

enum { ASK_ERRNO = 0x1000 };           // HEDDLE_MATH_ERRNO of math.def: not the result, but the error number it sets

enum {
#define MATH(name, arguments) MATH_##name,
#include "../../runtime/math.def"
#undef MATH
};

// Those that are not f(x) or f(x, y): lgamma would write the global signgam, and some take an int, which is in y.
#define lgamma(x) lgamma_r(x, &(int){0})
#define lgammaf(x) lgammaf_r(x, &(int){0})
#define lgammal(x) lgammal_r(x, &(int){0})
#define scalbn(x, y) (scalbn)(x, to_int(y))
#define scalbnf(x, y) (scalbnf)(x, to_int(y))
#define scalbnl(x, y) (scalbnl)(x, to_int(y))
#define jn(x, y) (jn)(to_int(y), x)
#define jnf(x, y) (jnf)(to_int(y), x)
#define jnl(x, y) (jnl)(to_int(y), x)
#define yn(x, y) (yn)(to_int(y), x)
#define ynf(x, y) (ynf)(to_int(y), x)
#define ynl(x, y) (ynl)(to_int(y), x)

static int to_int(long double y) { return y > -1e9L && y < 1e9L ? (int)y : y > 0 ? 1000000000 : -1000000000; }

#define CALL(name, suffix, arguments) CALL##arguments(name, suffix)
#define CALL1(name, suffix) name##suffix(x)
#define CALL2(name, suffix) name##suffix(x, y)

static double evaluate_f64(u32 fn, double x, double y) {
    switch (fn) {
#define MATH(name, arguments) case MATH_##name: return CALL(name, , arguments);
#include "../../runtime/math.def"
#undef MATH
    }
    return NAN;                         // not a row
}

static float evaluate_f32(u32 fn, float x, float y) {
    switch (fn) {
#define MATH(name, arguments) case MATH_##name: return CALL(name, f, arguments);
#include "../../runtime/math.def"
#undef MATH
    }
    return NAN;
}

static long double evaluate_f80(u32 fn, long double x, long double y) {
    switch (fn) {
#define MATH(name, arguments) case MATH_##name: return CALL(name, l, arguments);
#include "../../runtime/math.def"
#undef MATH
    }
    return NAN;
}

#define HOST(kind, T)                                                                              \
    T math_##kind(u32 fn, T x, T y) {                                                              \
        int saved = errno;                                                                         \
        errno = 0;                                                                                 \
        T r = evaluate_##kind(fn & ~(u32)ASK_ERRNO, x, y);                                        \
        int error = errno;                                                                         \
        errno = saved;                                                                             \
        return fn & ASK_ERRNO ? (T)error : r;                                                     \
    }
HOST(f64, double)
HOST(f32, float)
HOST(f80, long double)
