// SPDX-License-Identifier: Apache-2.0
// What the rows of term.def are to Z3: operations on its bit vectors.
#include "solve/backend.h"

Z3_ast backend_arithmetic(Backend *b, TermOp op, Z3_ast x, Z3_ast y) {
    typedef Z3_ast Make(Z3_context, Z3_ast, Z3_ast);
    static Make *const make[] = {
        [TERM_ADD] = Z3_mk_bvadd,   [TERM_SUB] = Z3_mk_bvsub,   [TERM_MUL] = Z3_mk_bvmul,
        [TERM_UDIV] = Z3_mk_bvudiv, [TERM_SDIV] = Z3_mk_bvsdiv, [TERM_UREM] = Z3_mk_bvurem,
        [TERM_SREM] = Z3_mk_bvsrem, [TERM_AND] = Z3_mk_bvand,   [TERM_OR] = Z3_mk_bvor,
        [TERM_XOR] = Z3_mk_bvxor,   [TERM_SHL] = Z3_mk_bvshl,   [TERM_LSHR] = Z3_mk_bvlshr,
        [TERM_ASHR] = Z3_mk_bvashr, [TERM_EQ] = Z3_mk_eq,       [TERM_ULT] = Z3_mk_bvult,
        [TERM_ULE] = Z3_mk_bvule,   [TERM_SLT] = Z3_mk_bvslt,   [TERM_SLE] = Z3_mk_bvsle};
    ENSURE(op < ARRAY_LEN(make) && make[op]);
    return backend_keep(b, make[op](b->z3, x, y));
}

static Z3_ast is_negative(Backend *b, u32 bits, Z3_ast x) {
    return backend_keep(b, Z3_mk_bvslt(b->z3, x, backend_number(b, 0, bits)));
}
static Z3_ast magnitude(Backend *b, u32 bits, Z3_ast x) {
    return backend_choose(b, is_negative(b, bits, x), backend_keep(b, Z3_mk_bvneg(b->z3, x)), x);
}

static Z3_ast unsigned_product_overflows(Backend *b, Z3_ast x, Z3_ast y) {
    return backend_not(b, backend_keep(b, Z3_mk_bvmul_no_overflow(b->z3, x, y, false)));
}

// Z3 4.8.12 has a row for signed products too, but simplifies it wrongly for numbers of different
// signs (of 8 bits: -4 times 2).
static Z3_ast signed_product_overflows(Backend *b, u32 bits, Z3_ast x, Z3_ast y) {
    CHECK(bits >= 1 && bits <= 64);
    Z3_ast m = magnitude(b, bits, x), n = magnitude(b, bits, y);
    Z3_ast product = backend_arithmetic(b, TERM_MUL, m, n);
    Z3_ast differ =
        backend_keep(b, Z3_mk_xor(b->z3, is_negative(b, bits, x), is_negative(b, bits, y)));
    Z3_ast most = backend_choose(b, differ, backend_number(b, 1ull << (bits - 1), bits),
                                 backend_number(b, term_mask(bits - 1), bits));
    return backend_either(b, unsigned_product_overflows(b, m, n),
                          backend_arithmetic(b, TERM_ULT, most, product));
}

// A sum overflows if the operands have one sign and the result has the other; a difference, if the
// operands have different signs and the result has not that of the first.
static Z3_ast signed_sum_overflows(Backend *b, TermOp op, u32 bits, Z3_ast x, Z3_ast y) {
    CHECK(op == TERM_ADD || op == TERM_SUB);
    Z3_ast result = backend_arithmetic(b, op, x, y);
    Z3_ast turned = backend_arithmetic(b, TERM_XOR, x, result);
    Z3_ast other =
        backend_arithmetic(b, TERM_XOR, op == TERM_ADD ? y : x, op == TERM_ADD ? result : y);
    return is_negative(b, bits, backend_arithmetic(b, TERM_AND, turned, other));
}

// Truth values.
static Z3_ast overflow(Backend *b, TermOp op, u32 bits, Z3_ast x, Z3_ast y) {
    CHECK(op >= TERM_SADDO && op <= TERM_UMULO);
    switch (op) {
    case TERM_SADDO: return signed_sum_overflows(b, TERM_ADD, bits, x, y);
    case TERM_SSUBO: return signed_sum_overflows(b, TERM_SUB, bits, x, y);
    case TERM_SMULO: return signed_product_overflows(b, bits, x, y);
    case TERM_UADDO:
        return backend_arithmetic(b, TERM_ULT, backend_arithmetic(b, TERM_ADD, x, y), x);
    case TERM_USUBO: return backend_arithmetic(b, TERM_ULT, x, y);
    default: return unsigned_product_overflows(b, x, y);
    }
}

static Z3_ast shifted_right(Backend *b, u32 bits, Z3_ast x, u32 by) {
    CHECK(by < bits);
    return backend_arithmetic(b, TERM_LSHR, x, backend_number(b, by, bits));
}

// Fields of 1, 2, 4 ... bits are added to their neighbours, all at once.
static Z3_ast popcount(Backend *b, u32 bits, Z3_ast x) {
    CHECK(bits >= 1 && bits <= 64);
    for (u32 step = 1; step < bits; step *= 2) {
        u64 fields = 0;
        for (u32 at = 0; at < bits; at += 2 * step)
            fields |= term_mask(step) << at;
        Z3_ast mask = backend_number(b, fields & term_mask(bits), bits);
        Z3_ast even = backend_arithmetic(b, TERM_AND, x, mask);
        Z3_ast odd = backend_arithmetic(b, TERM_AND, shifted_right(b, bits, x, step), mask);
        x = backend_arithmetic(b, TERM_ADD, even, odd);
    }
    return x;
}

// The zeros below the lowest one are the ones of x - 1 that x has not.
static Z3_ast trailing_zeros(Backend *b, u32 bits, Z3_ast x) {
    Z3_ast before = backend_arithmetic(b, TERM_SUB, x, backend_number(b, 1, bits));
    Z3_ast others = backend_keep(b, Z3_mk_bvnot(b->z3, x));
    return popcount(b, bits, backend_arithmetic(b, TERM_AND, before, others));
}

// All bits below the highest one are set; what is zero then was before it.
static Z3_ast leading_zeros(Backend *b, u32 bits, Z3_ast x) {
    for (u32 step = 1; step < bits; step *= 2)
        x = backend_arithmetic(b, TERM_OR, x, shifted_right(b, bits, x, step));
    return popcount(b, bits, backend_keep(b, Z3_mk_bvnot(b->z3, x)));
}

// `n` units from bit `from` on: the lower half comes before the upper one, each of them reversed.
static Z3_ast reversed(Backend *b, Z3_ast x, u32 from, u32 n, u32 unit) {
    CHECK(n >= 1 && from + n * unit <= 64);
    if (n == 1)
        return backend_bits(b, x, from, unit);
    u32 half = n / 2;
    return backend_concat(b, reversed(b, x, from, half, unit),
                          reversed(b, x, from + half * unit, n - half, unit));
}

static Z3_ast bit_function(Backend *b, TermOp op, u32 bits, Z3_ast x) {
    CHECK(op >= TERM_POPCOUNT && op <= TERM_ABS);
    switch (op) {
    case TERM_POPCOUNT: return popcount(b, bits, x);
    case TERM_CLZ: return leading_zeros(b, bits, x);
    case TERM_CTZ: return trailing_zeros(b, bits, x);
    case TERM_BSWAP: return reversed(b, x, 0, bits / 8, 8);
    case TERM_BITREVERSE: return reversed(b, x, 0, bits, 1);
    default: return magnitude(b, bits, x);
    }
}

static Z3_ast saturated(Backend *b, TermOp op, u32 bits, Z3_ast x, Z3_ast y) {
    CHECK(op >= TERM_SAT_SADD && op <= TERM_SAT_USHL);
    Z3_ast lowest = backend_number(b, 1ull << (bits - 1), bits);
    Z3_ast highest = backend_number(b, term_mask(bits - 1), bits),
           most = backend_number(b, term_mask(bits), bits);
    Z3_ast nearest = backend_choose(b, is_negative(b, bits, x), lowest, highest);
    Z3_ast shifted = backend_arithmetic(b, TERM_SHL, x, y), zero = backend_number(b, 0, bits);
    Z3_ast is_lost = NULL, back;
    switch (op) {
    case TERM_SAT_SADD:
        return backend_choose(b, overflow(b, TERM_SADDO, bits, x, y), nearest,
                              backend_arithmetic(b, TERM_ADD, x, y));
    case TERM_SAT_SSUB:
        return backend_choose(b, overflow(b, TERM_SSUBO, bits, x, y), nearest,
                              backend_arithmetic(b, TERM_SUB, x, y));
    case TERM_SAT_UADD:
        return backend_choose(b, overflow(b, TERM_UADDO, bits, x, y), most,
                              backend_arithmetic(b, TERM_ADD, x, y));
    case TERM_SAT_USUB:
        return backend_choose(b, backend_arithmetic(b, TERM_ULT, x, y), zero,
                              backend_arithmetic(b, TERM_SUB, x, y));
    case TERM_SAT_SSHL:
        back = backend_arithmetic(b, TERM_ASHR, shifted, y); // 0 where all bits are shifted out
        is_lost = backend_not(b, backend_equal(b, back, x));
        return backend_choose(b, is_lost, nearest, shifted);
    default:
        back = backend_arithmetic(b, TERM_LSHR, shifted, y);
        return backend_choose(b, backend_not(b, backend_equal(b, back, x)), most, shifted);
    }
}

static Z3_ast funnel(Backend *b, TermOp op, u32 bits, const Z3_ast *x) {
    CHECK(op == TERM_FSHL || op == TERM_FSHR);
    Z3_ast by = backend_arithmetic(b, TERM_UREM, x[2], backend_number(b, bits, bits));
    Z3_ast both = backend_concat(b, x[0], x[1]), amount = backend_widened(b, by, 2 * bits);
    Z3_ast moved = backend_arithmetic(b, op == TERM_FSHL ? TERM_SHL : TERM_LSHR, both, amount);
    return backend_bits(b, moved, op == TERM_FSHL ? bits : 0, bits);
}

static Z3_ast extreme(Backend *b, TermOp op, Z3_ast x, Z3_ast y) {
    CHECK(op >= TERM_SMIN && op <= TERM_UMAX);
    bool is_signed = op == TERM_SMIN || op == TERM_SMAX;
    bool wants_less = op == TERM_SMIN || op == TERM_UMIN;
    Z3_ast is_less = backend_arithmetic(b, is_signed ? TERM_SLE : TERM_ULE, x, y);
    return backend_choose(b, is_less, wants_less ? x : y, wants_less ? y : x);
}

bool backend_gives_truth(TermOp op) {
    return (op >= TERM_EQ && op <= TERM_SLE) || (op >= TERM_SADDO && op <= TERM_UMULO) ||
           (term_is_wide(op) && !term_is_half(op)) || op == TERM_FCMP;
}

Z3_ast backend_row(Backend *b, TermOp op, u32 bits, u32 width, u32 param, const Z3_ast *x) {
    CHECK(term_is_formed(op, bits, width, param));
    if (term_is_float(op))
        return backend_float_row(b, op, bits, width, param, x);
    if (term_is_wide(op)) {
        Z3_ast wide = backend_wide_row(b, op, bits, backend_concat(b, x[1], x[0]),
                                       backend_concat(b, x[3], x[2]));
        return term_is_half(op) ? backend_bits(b, wide, param * bits, bits) : wide;
    }
    switch (op) {
    case TERM_NE: return backend_not(b, backend_equal(b, x[0], x[1]));
    case TERM_EXTRACT: return backend_bits(b, x[0], param, width);
    case TERM_CONCAT: return backend_concat(b, x[1], x[0]);
    case TERM_SEXT: return backend_keep(b, Z3_mk_sign_ext(b->z3, width - param, x[0]));
    case TERM_ITE: return backend_choose(b, backend_equal(b, x[0], b->one), x[1], x[2]);
    case TERM_SADDO:
    case TERM_SSUBO:
    case TERM_SMULO:
    case TERM_UADDO:
    case TERM_USUBO:
    case TERM_UMULO: return overflow(b, op, bits, x[0], x[1]);
    case TERM_POPCOUNT:
    case TERM_CLZ:
    case TERM_CTZ:
    case TERM_BSWAP:
    case TERM_BITREVERSE:
    case TERM_ABS: return bit_function(b, op, bits, x[0]);
    case TERM_SMIN:
    case TERM_SMAX:
    case TERM_UMIN:
    case TERM_UMAX: return extreme(b, op, x[0], x[1]);
    case TERM_SAT_SADD:
    case TERM_SAT_UADD:
    case TERM_SAT_SSUB:
    case TERM_SAT_USUB:
    case TERM_SAT_SSHL:
    case TERM_SAT_USHL: return saturated(b, op, bits, x[0], x[1]);
    case TERM_FSHL:
    case TERM_FSHR: return funnel(b, op, bits, x);
    default: return backend_arithmetic(b, op, x[0], x[1]);
    }
}
