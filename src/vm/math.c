// SPDX-License-Identifier: Apache-2.0
// The functions of math.h, computed by the host: the rows of runtime/math.def, each for float,
// double and long double. The default rounding mode is never changed in this process, so equal
// arguments always give equal results.
#include "vm/vm_int.h"

#include <errno.h>
#include <fenv.h>

// HEDDLE_MATH_ERRNO of math.def: not the result, but the error number it sets
enum { ASK_ERRNO = 0x1000 };

enum {
#define MATH(name, arguments) MATH_##name,
#include "../../runtime/math.def"
#undef MATH
};

// Declared by hand under other names: compilers believe of some functions of math.h that they never
// set errno.
#define DECLARE1(name, suffix, T) T host_##name##suffix(T) __asm__(#name #suffix);
#define DECLARE2(name, suffix, T) T host_##name##suffix(T, T) __asm__(#name #suffix);
#define DECLARE1_OWN(name, suffix, T)
#define DECLARE2_OWN(name, suffix, T)
#define MATH(name, arguments)                                                                      \
    DECLARE##arguments(name, , double) DECLARE##arguments(name, f, float)                          \
        DECLARE##arguments(name, l, long double)
#include "../../runtime/math.def"
#undef MATH

static int to_int(long double y) {
    return y > -1e9L && y < 1e9L ? (int)y : y > 0 ? 1000000000 : -1000000000;
}

// lgamma would write the global signgam; the others take an int.
#define OWN(suffix, T)                                                                             \
    T host_lgamma_r##suffix(T, int *) __asm__("lgamma" #suffix "_r");                              \
    T host_int_scalbn##suffix(T, int) __asm__("scalbn" #suffix);                                   \
    T host_int_jn##suffix(int, T) __asm__("jn" #suffix);                                           \
    T host_int_yn##suffix(int, T) __asm__("yn" #suffix);                                           \
    static T host_lgamma##suffix(T x) { return host_lgamma_r##suffix(x, &(int){0}); }              \
    static T host_scalbn##suffix(T x, T y) { return host_int_scalbn##suffix(x, to_int(y)); }       \
    static T host_jn##suffix(T x, T y) { return host_int_jn##suffix(to_int(y), x); }               \
    static T host_yn##suffix(T x, T y) { return host_int_yn##suffix(to_int(y), x); }
OWN(, double)
OWN(f, float)
OWN(l, long double)

#define CALL1(name, suffix) host_##name##suffix(x)
#define CALL2(name, suffix) host_##name##suffix(x, y)
#define CALL1_OWN CALL1
#define CALL2_OWN CALL2

static double evaluate_f64(u32 fn, double x, double y) {
    switch (fn) {
#define MATH(name, arguments)                                                                      \
    case MATH_##name: return CALL##arguments(name, );
#include "../../runtime/math.def"
#undef MATH
    }
    return __builtin_nan(""); // not a row
}

static float evaluate_f32(u32 fn, float x, float y) {
    switch (fn) {
#define MATH(name, arguments)                                                                      \
    case MATH_##name: return CALL##arguments(name, f);
#include "../../runtime/math.def"
#undef MATH
    }
    return __builtin_nanf("");
}

static long double evaluate_f80(u32 fn, long double x, long double y) {
    switch (fn) {
#define MATH(name, arguments)                                                                      \
    case MATH_##name: return CALL##arguments(name, l);
#include "../../runtime/math.def"
#undef MATH
    }
    return __builtin_nanl("");
}

#define HOST(kind, T)                                                                              \
    T math_##kind(u32 fn, T x, T y) {                                                              \
        ENSURE(fegetround() == FE_TONEAREST);                                                      \
        int saved = errno;                                                                         \
        errno = 0;                                                                                 \
        T r = evaluate_##kind(fn & ~(u32)ASK_ERRNO, x, y);                                         \
        int error = errno;                                                                         \
        errno = saved;                                                                             \
        ENSURE(error == 0 || error == EDOM || error == ERANGE);                                    \
        return fn & ASK_ERRNO ? (T)error : r;                                                      \
    }
HOST(f64, double)
HOST(f32, float)
HOST(f80, long double)
