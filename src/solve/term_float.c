// SPDX-License-Identifier: Apache-2.0
// What operations on floats mean, by their bits. The host computes, in its default rounding mode;
// but which of the values that are no number comes out is decided here and not by the host, so that
// it is the same on all of them.
#include "solve/term_int.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

// ---- shape --------------------------------------------------------------------------------------

static bool is_float_width(u32 bits) { return bits == 32 || bits == 64; }

bool term_float_is_formed(TermOp op, u32 bits, u32 width, u32 param) {
    CHECK(term_is_float(op));
    switch (op) {
    case TERM_FCMP: return is_float_width(bits) && width == 1 && param < 16;
    case TERM_FCVT:
        return is_float_width(bits) && is_float_width(width) && bits != width && param == 0;
    case TERM_FTOI: return is_float_width(bits) && width >= 1 && width <= 64 && param <= 1;
    case TERM_ITOF: return bits >= 1 && bits <= 64 && is_float_width(width) && param <= 1;
    case TERM_WIDE_FTOI: return is_float_width(bits) && width == 64 && param <= 3;
    case TERM_WIDE_ITOF: return bits == 64 && is_float_width(width) && param <= 1;
    default: return is_float_width(bits) && width == bits && param == 0;
    }
}

// ---- bits of a float ----------------------------------------------------------------------------

typedef struct Layout {
    u64 sign, quiet, infinity; // infinity: all bits of the exponent
} Layout;

static Layout layout_of(u32 bits) {
    ENSURE(is_float_width(bits));
    if (bits == 32)
        return (Layout){1ull << 31, 1ull << 22, 0xffull << 23};
    return (Layout){1ull << 63, 1ull << 51, 0x7ffull << 52};
}

// Whether it is no number.
static bool is_nan(u32 bits, u64 v) {
    Layout l = layout_of(bits);
    return (v & ~l.sign) > l.infinity;
}
static u64 quieted(u32 bits, u64 v) {
    CHECK(is_nan(bits, v));
    return v | layout_of(bits).quiet;
}

// Both kinds are read as double, which has all numbers of the smaller one.
static double number_of(u32 bits, u64 v) {
    CHECK(!is_nan(bits, v));
    float f;
    double d;
    u32 low = (u32)v;
    if (bits == 32) {
        memcpy(&f, &low, sizeof f);
        return f;
    }
    memcpy(&d, &v, sizeof d);
    return d;
}
static u64 bits_of_float(float f) {
    u32 v;
    memcpy(&v, &f, sizeof v);
    return v;
}
static u64 bits_of_double(double d) {
    u64 v;
    memcpy(&v, &d, sizeof v);
    return v;
}

// What comes out if the result is no number: from an operand that is none, or else from nowhere.
static u64 nan_from(u32 bits, const u64 *args, u32 n) {
    CHECK(n >= 1 && n <= TERM_OPERANDS);
    Layout l = layout_of(bits);
    for (u32 i = 0; i < n; i++)
        if (is_nan(bits, args[i]))
            return quieted(bits, args[i]);
    return l.sign | l.infinity | l.quiet;
}

static bool any_nan(u32 bits, const u64 *args, u32 n) {
    for (u32 i = 0; i < n; i++)
        if (is_nan(bits, args[i]))
            return true;
    return false;
}

// ---- arithmetic ---------------------------------------------------------------------------------

static float rounded_float(TermOp op, float a, float b, float c) {
    switch (op) {
    case TERM_FADD: return a + b;
    case TERM_FSUB: return a - b;
    case TERM_FMUL: return a * b;
    case TERM_FDIV: return a / b;
    case TERM_FMA: return fmaf(a, b, c);
    case TERM_FSQRT: return sqrtf(a);
    case TERM_FFLOOR: return floorf(a);
    case TERM_FCEIL: return ceilf(a);
    case TERM_FTRUNC: return truncf(a);
    case TERM_FRINT: return rintf(a);
    default: return roundf(a);
    }
}

static double rounded_double(TermOp op, double a, double b, double c) {
    switch (op) {
    case TERM_FADD: return a + b;
    case TERM_FSUB: return a - b;
    case TERM_FMUL: return a * b;
    case TERM_FDIV: return a / b;
    case TERM_FMA: return fma(a, b, c);
    case TERM_FSQRT: return sqrt(a);
    case TERM_FFLOOR: return floor(a);
    case TERM_FCEIL: return ceil(a);
    case TERM_FTRUNC: return trunc(a);
    case TERM_FRINT: return rint(a);
    default: return round(a);
    }
}

static u64 rounded(TermOp op, u32 bits, const u64 *args) {
    CHECK(op >= TERM_FADD && op <= TERM_FROUND && fegetround() == FE_TONEAREST);
    u32 n = term_info[op].operands;
    if (any_nan(bits, args, n))
        return nan_from(bits, args, n);
    double x[TERM_OPERANDS] = {0};
    for (u32 i = 0; i < n; i++)
        x[i] = number_of(bits, args[i]);
    u64 v = bits == 32 ? bits_of_float(rounded_float(op, (float)x[0], (float)x[1], (float)x[2]))
                       : bits_of_double(rounded_double(op, x[0], x[1], x[2]));
    return is_nan(bits, v) ? nan_from(bits, args, n) : v;
}

// ---- choices ------------------------------------------------------------------------------------

// One that is quiet and no number does not count; one that signals does.
static u64 number_extreme(TermOp op, u32 bits, const u64 *args) {
    CHECK(op == TERM_FMINNUM || op == TERM_FMAXNUM);
    u64 a = args[0], b = args[1], quiet = layout_of(bits).quiet;
    if (!any_nan(bits, args, 2)) {
        double x = number_of(bits, a), y = number_of(bits, b);
        return (op == TERM_FMINNUM ? x <= y : x >= y) ? a : b;
    }
    bool both = is_nan(bits, a) && is_nan(bits, b);
    u64 nan = is_nan(bits, a) ? a : b;
    if (both || !(nan & quiet))
        return quieted(bits, is_nan(bits, b) ? b : a);
    return is_nan(bits, a) ? b : a;
}

static u64 extreme(TermOp op, u32 bits, const u64 *args) {
    CHECK(op == TERM_FMINIMUM || op == TERM_FMAXIMUM);
    u64 a = args[0], b = args[1];
    if (any_nan(bits, args, 2))
        return is_nan(bits, a) ? a : b;
    double x = number_of(bits, a), y = number_of(bits, b);
    bool is_less = x == y ? (a & layout_of(bits).sign) != 0 : x < y;
    return is_less == (op == TERM_FMINIMUM) ? a : b;
}

static u64 compare(u32 bits, u32 predicate, const u64 *args) {
    CHECK(predicate < 16);
    enum { EQUAL = 1, GREATER = 2, LESS = 4, UNORDERED = 8 };
    u32 relation = UNORDERED;
    if (!any_nan(bits, args, 2)) {
        double x = number_of(bits, args[0]), y = number_of(bits, args[1]);
        relation = x == y ? EQUAL : x > y ? GREATER : LESS;
    }
    return (predicate & relation) != 0;
}

// ---- conversions --------------------------------------------------------------------------------

// The message of one that is no number moves with the upper end of the fraction.
static u64 convert(u32 bits, u32 width, u64 v) {
    CHECK(bits != width);
    Layout from = layout_of(bits), to = layout_of(width);
    if (!is_nan(bits, v)) {
        double d = number_of(bits, v);
        return width == 32 ? bits_of_float((float)d) : bits_of_double(d);
    }
    u64 fraction = v & (2 * from.quiet - 1);
    fraction = width == 64 ? fraction << 29 : fraction >> 29;
    return (v & from.sign ? to.sign : 0) | to.infinity | to.quiet | fraction;
}

// The integer as one of 128 bits; 0 if it does not fit in `width`.
static u128 to_integer(u32 bits, u32 width, bool is_signed, u64 v) {
    CHECK(width >= 1 && width <= 128);
    if (is_nan(bits, v))
        return 0;
    double limit = ldexp(1, (int)(is_signed ? width - 1 : width)), x = trunc(number_of(bits, v));
    if (x < (is_signed ? -limit : 0) || x >= limit)
        return 0;
    return is_signed ? (u128)(i128)x : (u128)x;
}

static u64 from_wide(u32 width, bool is_signed, const u64 *half) {
    u128 v = (u128)half[1] << 64 | half[0];
    if (width == 32)
        return bits_of_float(is_signed ? (float)(i128)v : (float)v);
    return bits_of_double(is_signed ? (double)(i128)v : (double)v);
}

static u64 from_integer(u32 bits, u32 width, bool is_signed, u64 v) {
    CHECK(is_float_width(width) && v <= term_mask(bits));
    i64 s = term_signed(v, bits);
    if (width == 32)
        return bits_of_float(is_signed ? (float)s : (float)v);
    return bits_of_double(is_signed ? (double)s : (double)v);
}

u64 term_float_compute(TermOp op, u32 bits, u32 width, u32 param, const u64 *args) {
    CHECK(term_is_float(op));
    switch (op) {
    case TERM_FNEG: return args[0] ^ layout_of(bits).sign;
    case TERM_FABS: return args[0] & ~layout_of(bits).sign;
    case TERM_FCOPYSIGN:
        return (args[0] & ~layout_of(bits).sign) | (args[1] & layout_of(bits).sign);
    case TERM_FMINNUM:
    case TERM_FMAXNUM: return number_extreme(op, bits, args);
    case TERM_FMINIMUM:
    case TERM_FMAXIMUM: return extreme(op, bits, args);
    case TERM_FCMP: return compare(bits, param, args);
    case TERM_FCVT: return convert(bits, width, args[0]);
    case TERM_FTOI: return (u64)to_integer(bits, width, param, args[0]) & term_mask(width);
    case TERM_ITOF: return from_integer(bits, width, param, args[0]);
    case TERM_WIDE_FTOI:
        return (u64)(to_integer(bits, 128, param & 1, args[0]) >> (param & 2 ? 64 : 0));
    case TERM_WIDE_ITOF: return from_wide(width, param, args);
    default: return rounded(op, bits, args);
    }
}
