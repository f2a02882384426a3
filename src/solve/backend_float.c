// SPDX-License-Identifier: Apache-2.0
// What rows of floats are to Z3. Terms are bit vectors, so each row makes floats of its operands
// and bits of its result. Z3 has one value for all that are no numbers and leaves open which bits
// it has; therefore it is never asked for them: where the result is no number, its bits are made
// from those of the operands.
#include "solve/backend.h"

static Z3_ast as_float(Backend *b, u32 bits, Z3_ast x) {
    CHECK(bits == 32 || bits == 64);
    Z3_sort sort = backend_float_sort(b, bits);
    return b->has_failed ? b->spare : backend_keep(b, Z3_mk_fpa_to_fp_bv(b->z3, x, sort));
}

static Z3_ast nearest(Backend *b) { return backend_keep(b, Z3_mk_fpa_rne(b->z3)); }

static Z3_ast is_nan(Backend *b, Z3_ast f) { return backend_keep(b, Z3_mk_fpa_is_nan(b->z3, f)); }

static u32 fraction_bits(u32 bits) { return bits == 32 ? 23 : 52; }
static u64 quiet_bit(u32 bits) { return 1ull << (fraction_bits(bits) - 1); }

static Z3_ast or_of(Backend *b, u32 bits, Z3_ast x, u64 v) {
    return backend_keep(b, Z3_mk_bvor(b->z3, x, backend_number(b, v, bits)));
}
static Z3_ast quieted(Backend *b, u32 bits, Z3_ast x) { return or_of(b, bits, x, quiet_bit(bits)); }

// The bits of a float; those of `nan` if it is no number.
static Z3_ast bits_or(Backend *b, Z3_ast f, Z3_ast nan) {
    Z3_ast known = backend_keep(b, Z3_mk_fpa_to_ieee_bv(b->z3, f));
    return backend_choose(b, is_nan(b, f), nan, known);
}

// The first operand that is no number, made quiet; if there is none, the one from nowhere.
static Z3_ast nan_from(Backend *b, u32 bits, const Z3_ast *x, const Z3_ast *f, u32 n) {
    CHECK(n >= 1 && n <= TERM_OPERANDS);
    u64 exponent = term_mask(bits - 1) & ~term_mask(fraction_bits(bits));
    Z3_ast nan = backend_number(b, 1ull << (bits - 1) | exponent | quiet_bit(bits), bits);
    while (n-- > 0)
        nan = backend_choose(b, is_nan(b, f[n]), quieted(b, bits, x[n]), nan);
    return nan;
}

static Z3_ast rounded_to_integer(Backend *b, TermOp op, Z3_ast f) {
    CHECK(op >= TERM_FFLOOR && op <= TERM_FROUND);
    Z3_ast way = NULL;
    switch (op) {
    case TERM_FFLOOR: way = backend_keep(b, Z3_mk_fpa_rtn(b->z3)); break;
    case TERM_FCEIL: way = backend_keep(b, Z3_mk_fpa_rtp(b->z3)); break;
    case TERM_FTRUNC: way = backend_keep(b, Z3_mk_fpa_rtz(b->z3)); break;
    case TERM_FRINT: way = nearest(b); break;
    default: way = backend_keep(b, Z3_mk_fpa_rna(b->z3)); break;
    }
    return backend_keep(b, Z3_mk_fpa_round_to_integral(b->z3, way, f));
}

static Z3_ast rounded(Backend *b, TermOp op, u32 bits, const Z3_ast *x) {
    CHECK(op >= TERM_FADD && op <= TERM_FROUND);
    u32 n = term_info[op].operands;
    Z3_ast f[TERM_OPERANDS], r, way = nearest(b);
    for (u32 i = 0; i < n; i++)
        f[i] = as_float(b, bits, x[i]);
    switch (op) {
    case TERM_FADD: r = backend_keep(b, Z3_mk_fpa_add(b->z3, way, f[0], f[1])); break;
    case TERM_FSUB: r = backend_keep(b, Z3_mk_fpa_sub(b->z3, way, f[0], f[1])); break;
    case TERM_FMUL: r = backend_keep(b, Z3_mk_fpa_mul(b->z3, way, f[0], f[1])); break;
    case TERM_FDIV: r = backend_keep(b, Z3_mk_fpa_div(b->z3, way, f[0], f[1])); break;
    case TERM_FMA: r = backend_keep(b, Z3_mk_fpa_fma(b->z3, way, f[0], f[1], f[2])); break;
    case TERM_FSQRT: r = backend_keep(b, Z3_mk_fpa_sqrt(b->z3, way, f[0])); break;
    default: r = rounded_to_integer(b, op, f[0]); break;
    }
    return bits_or(b, r, nan_from(b, bits, x, f, n));
}

// ---- signs and choices --------------------------------------------------------------------------

static Z3_ast with_sign(Backend *b, u32 bits, Z3_ast x, Z3_ast sign) {
    return backend_concat(b, sign, backend_bits(b, x, 0, bits - 1));
}
static Z3_ast sign_of(Backend *b, u32 bits, Z3_ast x) { return backend_bits(b, x, bits - 1, 1); }

static Z3_ast number_extreme(Backend *b, TermOp op, u32 bits, const Z3_ast *x) {
    CHECK(op == TERM_FMINNUM || op == TERM_FMAXNUM);
    Z3_ast f[2] = {as_float(b, bits, x[0]), as_float(b, bits, x[1])};
    Z3_ast is_first = backend_keep(b, op == TERM_FMINNUM ? Z3_mk_fpa_leq(b->z3, f[0], f[1])
                                                         : Z3_mk_fpa_geq(b->z3, f[0], f[1]));
    Z3_ast of_numbers = backend_choose(b, is_first, x[0], x[1]);
    Z3_ast no_first = is_nan(b, f[0]), no_second = is_nan(b, f[1]);
    Z3_ast nan = backend_choose(b, no_first, x[0], x[1]);
    Z3_ast signals = backend_equal(b, backend_bits(b, nan, fraction_bits(bits) - 1, 1), b->none);
    Z3_ast other = backend_choose(b, no_first, x[1], x[0]);
    Z3_ast counts = backend_either(b, backend_both(b, no_first, no_second), signals);
    Z3_ast last = quieted(b, bits, backend_choose(b, no_second, x[1], x[0]));
    Z3_ast without = backend_choose(b, counts, last, other);
    return backend_choose(b, backend_either(b, no_first, no_second), without, of_numbers);
}

static Z3_ast extreme(Backend *b, TermOp op, u32 bits, const Z3_ast *x) {
    CHECK(op == TERM_FMINIMUM || op == TERM_FMAXIMUM);
    Z3_ast f[2] = {as_float(b, bits, x[0]), as_float(b, bits, x[1])};
    Z3_ast are_equal = backend_keep(b, Z3_mk_fpa_eq(b->z3, f[0], f[1]));
    Z3_ast is_below = backend_keep(b, Z3_mk_fpa_lt(b->z3, f[0], f[1]));
    Z3_ast is_negative = backend_equal(b, sign_of(b, bits, x[0]), b->one);
    Z3_ast is_less = backend_choose(b, are_equal, is_negative, is_below);
    bool wants_less = op == TERM_FMINIMUM;
    Z3_ast r = backend_choose(b, is_less, x[wants_less ? 0 : 1], x[wants_less ? 1 : 0]);
    r = backend_choose(b, is_nan(b, f[1]), x[1], r);
    return backend_choose(b, is_nan(b, f[0]), x[0], r);
}

static Z3_ast compare(Backend *b, u32 bits, u32 predicate, const Z3_ast *x) {
    CHECK(predicate < 16);
    enum { EQUAL = 1, GREATER = 2, LESS = 4, UNORDERED = 8 };
    Z3_ast f[2] = {as_float(b, bits, x[0]), as_float(b, bits, x[1])};
    Z3_ast holds = backend_keep(b, Z3_mk_false(b->z3));
    if (predicate & EQUAL)
        holds = backend_either(b, holds, backend_keep(b, Z3_mk_fpa_eq(b->z3, f[0], f[1])));
    if (predicate & GREATER)
        holds = backend_either(b, holds, backend_keep(b, Z3_mk_fpa_gt(b->z3, f[0], f[1])));
    if (predicate & LESS)
        holds = backend_either(b, holds, backend_keep(b, Z3_mk_fpa_lt(b->z3, f[0], f[1])));
    if (predicate & UNORDERED)
        holds = backend_either(b, holds, backend_either(b, is_nan(b, f[0]), is_nan(b, f[1])));
    return holds;
}

// ---- conversions --------------------------------------------------------------------------------

static Z3_ast convert(Backend *b, u32 bits, u32 width, Z3_ast x) {
    CHECK(bits != width);
    Z3_sort sort = backend_float_sort(b, width);
    Z3_ast f = as_float(b, bits, x), way = nearest(b);
    if (b->has_failed)
        return b->spare;
    Z3_ast r = backend_keep(b, Z3_mk_fpa_to_fp_float(b->z3, way, f, sort));
    u32 kept = 23; // bits of the message that both have
    Z3_ast message = backend_bits(b, x, fraction_bits(bits) - kept, kept);
    if (width == 64)
        message = backend_concat(b, message, backend_number(b, 0, 52 - kept));
    u32 exponent = width - 1 - fraction_bits(width);
    Z3_ast ones = backend_number(b, term_mask(exponent), exponent);
    Z3_ast nan = backend_concat(b, sign_of(b, bits, x), backend_concat(b, ones, message));
    return bits_or(b, r, quieted(b, width, nan));
}

// 2 to a power, with a sign, as a float.
static Z3_ast power(Backend *b, u32 bits, u32 exponent, bool is_negative) {
    CHECK(exponent <= 128); // as a float of 32 bits that one is infinite, and no less
    u64 bias = bits == 32 ? 127 : 1023;
    u64 v = (bias + exponent) << fraction_bits(bits) | (u64)is_negative << (bits - 1);
    return as_float(b, bits, backend_number(b, v, bits));
}

// What does not fit is 0; Z3 leaves it open.
static Z3_ast to_integer(Backend *b, u32 bits, u32 width, bool is_signed, Z3_ast x) {
    CHECK(width >= 1 && width <= 128);
    Z3_ast towards_zero = backend_keep(b, Z3_mk_fpa_rtz(b->z3));
    Z3_ast f = as_float(b, bits, x), zero = as_float(b, bits, backend_number(b, 0, bits));
    Z3_ast whole = backend_keep(b, Z3_mk_fpa_round_to_integral(b->z3, towards_zero, f));
    Z3_ast low = is_signed ? power(b, bits, width - 1, true) : zero;
    Z3_ast high = power(b, bits, is_signed ? width - 1 : width, false);
    Z3_ast fits = backend_both(b, backend_keep(b, Z3_mk_fpa_geq(b->z3, whole, low)),
                               backend_keep(b, Z3_mk_fpa_lt(b->z3, whole, high)));
    u32 wide = width < 8 ? 8 : width; // Z3 4.8.12 fails for a signed integer of one bit
    Z3_ast r = is_signed ? Z3_mk_fpa_to_sbv(b->z3, towards_zero, f, wide)
                         : Z3_mk_fpa_to_ubv(b->z3, towards_zero, f, wide);
    r = backend_bits(b, backend_keep(b, r), 0, width);
    Z3_ast none = width <= 64 ? backend_number(b, 0, width)
                              : backend_widened(b, backend_number(b, 0, 64), width);
    return backend_choose(b, fits, r, none);
}

static Z3_ast from_integer(Backend *b, u32 width, bool is_signed, Z3_ast x) {
    CHECK(width == 32 || width == 64);
    Z3_sort sort = backend_float_sort(b, width);
    Z3_ast way = nearest(b);
    if (b->has_failed)
        return b->spare;
    Z3_ast f = backend_keep(b, is_signed ? Z3_mk_fpa_to_fp_signed(b->z3, way, x, sort)
                                         : Z3_mk_fpa_to_fp_unsigned(b->z3, way, x, sort));
    return backend_keep(b, Z3_mk_fpa_to_ieee_bv(b->z3, f)); // always a number
}

Z3_ast backend_float_row(Backend *b, TermOp op, u32 bits, u32 width, u32 param, const Z3_ast *x) {
    ENSURE(term_is_float(op));
    switch (op) {
    case TERM_FNEG:
        return with_sign(b, bits, x[0],
                         backend_keep(b, Z3_mk_bvnot(b->z3, sign_of(b, bits, x[0]))));
    case TERM_FABS: return with_sign(b, bits, x[0], b->none);
    case TERM_FCOPYSIGN: return with_sign(b, bits, x[0], sign_of(b, bits, x[1]));
    case TERM_FMINNUM:
    case TERM_FMAXNUM: return number_extreme(b, op, bits, x);
    case TERM_FMINIMUM:
    case TERM_FMAXIMUM: return extreme(b, op, bits, x);
    case TERM_FCMP: return compare(b, bits, param, x);
    case TERM_FCVT: return convert(b, bits, width, x[0]);
    case TERM_FTOI: return to_integer(b, bits, width, param, x[0]);
    case TERM_ITOF: return from_integer(b, width, param, x[0]);
    case TERM_WIDE_FTOI:
        return backend_bits(b, to_integer(b, bits, 128, param & 1, x[0]), param & 2 ? 64 : 0, 64);
    case TERM_WIDE_ITOF: return from_integer(b, width, param, backend_concat(b, x[1], x[0]));
    default: return rounded(b, op, bits, x);
    }
}
