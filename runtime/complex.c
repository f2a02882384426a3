// SPDX-License-Identifier: Apache-2.0
// What compilers call to multiply and divide complex numbers; also included by complex_f.c and
// complex_l.c. The results are those of C's Annex G, rounded as in gcc's library, which programs
// are linked with on Linux.
//
// M. Baudin, R. L. Smith: A Robust Complex Division in Scilab, 2012.
#include "rt.h"

#include <float.h>

#ifndef COMPLEX_T
#define COMPLEX_T double
#define MULTIPLY __muldc3
#define DIVIDE __divdc3
#define LARGEST DBL_MAX
#define SMALLEST DBL_MIN
#define PRECISION DBL_EPSILON
#define ABSOLUTE __builtin_fabs
#define WITH_SIGN __builtin_copysign
#endif

typedef COMPLEX_T T;
typedef _Complex COMPLEX_T Complex;

static const T infinite = (T)__builtin_inf();

static bool is_infinite(T x) { return ABSOLUTE(x) == infinite; }
static bool is_finite(T x) { return ABSOLUTE(x) < infinite; }

static Complex complex_of(T real, T imaginary) {
    Complex z;
    __real__ z = real;
    __imag__ z = imaginary;
    return z;
}

// ---- numbers that are not finite ----------------------------------------------------------------
// A result of which no part is a number may be an infinity or a zero nevertheless: it is computed
// again, with 1 for each infinity, and 0 for what does not matter beside it.

static T unit(T x) { return WITH_SIGN(is_infinite(x) ? (T)1 : (T)0, x); }
static T number(T x) { return __builtin_isnan(x) ? WITH_SIGN((T)0, x) : x; }

struct operands {
    T a, b, c, d; // a + bi and c + di
};

static bool makes_infinite(struct operands *o) {
    bool is_first = is_infinite(o->a) || is_infinite(o->b);
    if (is_first)
        *o = (struct operands){unit(o->a), unit(o->b), number(o->c), number(o->d)};
    if (is_infinite(o->c) || is_infinite(o->d)) {
        *o = (struct operands){number(o->a), number(o->b), unit(o->c), unit(o->d)};
        return true;
    }
    if (is_first)
        return true;
    bool is_too_large = is_infinite(o->a * o->c) || is_infinite(o->b * o->d) ||
                        is_infinite(o->a * o->d) || is_infinite(o->b * o->c);
    if (is_too_large)
        *o = (struct operands){number(o->a), number(o->b), number(o->c), number(o->d)};
    return is_too_large;
}

Complex MULTIPLY(T a, T b, T c, T d);
MODEL Complex MULTIPLY(T a, T b, T c, T d) {
    T x = a * c - b * d, y = a * d + b * c;
    struct operands o = {a, b, c, d};
    if (!__builtin_isnan(x) || !__builtin_isnan(y) || !makes_infinite(&o))
        return complex_of(x, y);
    return complex_of(infinite * (o.a * o.c - o.b * o.d), infinite * (o.a * o.d + o.b * o.c));
}

static Complex times_quotient(T factor, T a, T b, T c, T d) {
    return complex_of(factor * (a * c + b * d), factor * (b * c - a * d));
}

static Complex quotient_of_special(T a, T b, T c, T d, Complex computed) {
    if (c == 0 && d == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b)))
        return complex_of(WITH_SIGN(infinite, c) * a, WITH_SIGN(infinite, c) * b);
    if ((is_infinite(a) || is_infinite(b)) && is_finite(c) && is_finite(d))
        return times_quotient(infinite, unit(a), unit(b), c, d);
    if ((is_infinite(c) || is_infinite(d)) && is_finite(a) && is_finite(b))
        return times_quotient(0, a, b, unit(c), unit(d));
    return computed;
}

// ---- division -----------------------------------------------------------------------------------

#ifdef COMPLEX_WIDE
static struct operands in_range(struct operands o) { return o; }

static Complex quotient(struct operands o) {
    COMPLEX_WIDE a = o.a, b = o.b, c = o.c, d = o.d, size = c * c + d * d;
    return complex_of((T)((a * c + b * d) / size), (T)((b * c - a * d) / size));
}
#else
static const T large = LARGEST / 2;

static bool is_tiny_beside(T x, T y, T divisor) {
    T limit = large * PRECISION;
    return ABSOLUTE(x) < SMALLEST && ABSOLUTE(y) < limit && ABSOLUTE(divisor) < limit;
}

static struct operands scaled(struct operands o, T by) {
    return (struct operands){o.a * by, o.b * by, o.c * by, o.d * by};
}

static bool has_larger_imaginary(struct operands o) { return ABSOLUTE(o.c) < ABSOLUTE(o.d); }

// So that little overflows or underflows that need not.
static struct operands in_range(struct operands o) {
    bool is_imaginary = has_larger_imaginary(o);
    if (ABSOLUTE(is_imaginary ? o.d : o.c) >= large)
        o = scaled(o, (T)0.5);
    T divisor = is_imaginary ? o.d : o.c;
    bool is_tiny = ABSOLUTE(divisor) < PRECISION || is_tiny_beside(o.a, o.b, divisor) ||
                   is_tiny_beside(o.b, o.a, divisor);
    return is_tiny ? scaled(o, 1 / PRECISION) : o;
}

// With a ratio that is tiny, the order of operations saves its digits.
static Complex quotient(struct operands o) {
    T a = o.a, b = o.b, c = o.c, d = o.d;
    if (has_larger_imaginary(o)) {
        T ratio = c / d, size = c * ratio + d;
        return ABSOLUTE(ratio) > SMALLEST
                   ? complex_of((a * ratio + b) / size, (b * ratio - a) / size)
                   : complex_of((c * (a / d) + b) / size, (c * (b / d) - a) / size);
    }
    T ratio = d / c, size = d * ratio + c;
    return ABSOLUTE(ratio) > SMALLEST
               ? complex_of((b * ratio + a) / size, (b - a * ratio) / size)
               : complex_of((d * (b / c) + a) / size, (b - d * (a / c)) / size);
}
#endif

Complex DIVIDE(T a, T b, T c, T d);
MODEL Complex DIVIDE(T a, T b, T c, T d) {
    struct operands o = in_range((struct operands){a, b, c, d});
    Complex z = quotient(o);
    bool is_special = __builtin_isnan(__real__ z) && __builtin_isnan(__imag__ z);
    return is_special ? quotient_of_special(o.a, o.b, o.c, o.d, z) : z;
}
