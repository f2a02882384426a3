// SPDX-License-Identifier: Apache-2.0
// What the rows of numbers in two halves are to Z3, where these numbers are whole.
#include "solve/backend.h"

static Z3_ast sign_of(Backend *b, u32 bits, Z3_ast x) {
    return backend_bits(b, x, 2 * bits - 1, 1);
}

static Z3_ast is_negative(Backend *b, u32 bits, Z3_ast x) {
    return backend_equal(b, sign_of(b, bits, x), b->one);
}
static Z3_ast magnitude(Backend *b, u32 bits, Z3_ast x) {
    return backend_choose(b, is_negative(b, bits, x), backend_keep(b, Z3_mk_bvneg(b->z3, x)), x);
}

// As in backend_row.c.
static Z3_ast signed_sum_overflows(Backend *b, TermOp op, u32 bits, Z3_ast x, Z3_ast y) {
    CHECK(op == TERM_ADD || op == TERM_SUB);
    Z3_ast r = sign_of(b, bits, backend_arithmetic(b, op, x, y));
    Z3_ast s = sign_of(b, bits, x), t = sign_of(b, bits, y);
    Z3_ast can = backend_equal(b, s, t);
    return backend_both(b, op == TERM_ADD ? can : backend_not(b, can),
                        backend_not(b, backend_equal(b, s, r)));
}

static Z3_ast unsigned_product_overflows(Backend *b, Z3_ast x, Z3_ast y) {
    return backend_not(b, backend_keep(b, Z3_mk_bvmul_no_overflow(b->z3, x, y, false)));
}

// The product of the magnitudes must be below the sign's bit; where the signs differ, it may be
// that bit alone.
static Z3_ast signed_product_overflows(Backend *b, u32 bits, Z3_ast x, Z3_ast y) {
    Z3_ast m = magnitude(b, bits, x), n = magnitude(b, bits, y);
    Z3_ast product = backend_arithmetic(b, TERM_MUL, m, n);
    Z3_ast below = backend_bits(b, product, 0, 2 * bits - 1);
    Z3_ast nothing = backend_keep(b, Z3_mk_bvxor(b->z3, below, below));
    Z3_ast differ = backend_not(b, backend_equal(b, sign_of(b, bits, x), sign_of(b, bits, y)));
    Z3_ast is_lowest = backend_both(b, differ, backend_equal(b, below, nothing));
    Z3_ast is_over = backend_both(b, is_negative(b, bits, product), backend_not(b, is_lowest));
    return backend_either(b, unsigned_product_overflows(b, m, n), is_over);
}

static TermOp as_plain(TermOp op) {
    static const u8 plain[] = {TERM_ADD,  TERM_SUB,  TERM_MUL, TERM_UDIV, TERM_SDIV,
                               TERM_UREM, TERM_SREM, TERM_SHL, TERM_LSHR, TERM_ASHR,
                               TERM_EQ,   TERM_ULT,  TERM_ULE, TERM_SLT,  TERM_SLE};
    _Static_assert(ARRAY_LEN(plain) == TERM_WIDE_SLE - TERM_WIDE_ADD + 1, "one for each");
    ENSURE(op >= TERM_WIDE_ADD && op <= TERM_WIDE_SLE);
    return (TermOp)plain[op - TERM_WIDE_ADD];
}

Z3_ast backend_wide_row(Backend *b, TermOp op, u32 bits, Z3_ast x, Z3_ast y) {
    ENSURE(term_is_wide(op) && bits >= 1 && bits <= 64);
    switch (op) {
    case TERM_WIDE_SADDO: return signed_sum_overflows(b, TERM_ADD, bits, x, y);
    case TERM_WIDE_SSUBO: return signed_sum_overflows(b, TERM_SUB, bits, x, y);
    case TERM_WIDE_SMULO: return signed_product_overflows(b, bits, x, y);
    case TERM_WIDE_UADDO:
        return backend_arithmetic(b, TERM_ULT, backend_arithmetic(b, TERM_ADD, x, y), x);
    case TERM_WIDE_UMULO: return unsigned_product_overflows(b, x, y);
    default: return backend_arithmetic(b, as_plain(op), x, y);
    }
}
