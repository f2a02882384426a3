// SPDX-License-Identifier: Apache-2.0
// What operations on numbers in two halves mean. A half has 1..64 bits, so the numbers have up to
// 128; here they are whole, zero-extended to 128 bits.
#include "solve/term_int.h"

typedef __int128 i128;
typedef unsigned __int128 u128;

static u128 whole(u32 bits, const u64 *half) { return (u128)half[1] << bits | half[0]; }

static u128 mask_of(u32 bits) { return ~(u128)0 >> (128 - 2 * bits); }

static i128 as_signed(u128 v, u32 bits) {
    CHECK(v <= mask_of(bits));
    u32 unused = 128 - 2 * bits;
    return (i128)(v << unused) >> unused;
}

static u128 divide(TermOp op, u32 bits, u128 a, u128 b) {
    i128 x = as_signed(a, bits), y = as_signed(b, bits);
    switch (op) {
    case TERM_WIDE_UDIV: return b ? a / b : ~(u128)0;
    case TERM_WIDE_UREM: return b ? a % b : a;
    case TERM_WIDE_SDIV:
        return y == 0 ? (x < 0 ? 1 : ~(u128)0) : y == -1 ? -(u128)x : (u128)(x / y);
    default: return y == 0 ? a : y == -1 ? 0 : (u128)(x % y);
    }
}

static u128 shift(TermOp op, u32 bits, u128 a, u128 by) {
    CHECK(op >= TERM_WIDE_SHL && op <= TERM_WIDE_ASHR);
    if (op == TERM_WIDE_ASHR)
        return (u128)(as_signed(a, bits) >> (by < 2 * bits ? by : 2 * bits - 1));
    if (by >= 2 * bits)
        return 0;
    return op == TERM_WIDE_SHL ? a << by : a >> by;
}

// What does not fit in 128 bits does not fit in fewer, either.
static bool overflows(TermOp op, u32 bits, u128 a, u128 b) {
    CHECK(op >= TERM_WIDE_SADDO && op <= TERM_WIDE_UMULO);
    i128 x = as_signed(a, bits), y = as_signed(b, bits), exact = 0;
    u128 sum = 0;
    bool is_lost;
    switch (op) {
    case TERM_WIDE_SADDO: is_lost = __builtin_add_overflow(x, y, &exact); break;
    case TERM_WIDE_SSUBO: is_lost = __builtin_sub_overflow(x, y, &exact); break;
    case TERM_WIDE_SMULO: is_lost = __builtin_mul_overflow(x, y, &exact); break;
    case TERM_WIDE_UADDO: is_lost = __builtin_add_overflow(a, b, &sum); break;
    default: is_lost = __builtin_mul_overflow(a, b, &sum); break;
    }
    return is_lost || sum > mask_of(bits) || exact != as_signed((u128)exact & mask_of(bits), bits);
}

static bool compare(TermOp op, u32 bits, u128 a, u128 b) {
    CHECK(op >= TERM_WIDE_EQ && op <= TERM_WIDE_SLE);
    switch (op) {
    case TERM_WIDE_EQ: return a == b;
    case TERM_WIDE_ULT: return a < b;
    case TERM_WIDE_ULE: return a <= b;
    case TERM_WIDE_SLT: return as_signed(a, bits) < as_signed(b, bits);
    default: return as_signed(a, bits) <= as_signed(b, bits);
    }
}

static u128 computed(TermOp op, u32 bits, u128 a, u128 b) {
    CHECK(term_is_half(op));
    switch (op) {
    case TERM_WIDE_ADD: return a + b;
    case TERM_WIDE_SUB: return a - b;
    case TERM_WIDE_MUL: return a * b;
    case TERM_WIDE_UDIV:
    case TERM_WIDE_SDIV:
    case TERM_WIDE_UREM:
    case TERM_WIDE_SREM: return divide(op, bits, a, b);
    default: return shift(op, bits, a, b);
    }
}

u64 term_wide_compute(TermOp op, u32 bits, u32 param, const u64 *args) {
    ENSURE(term_is_wide(op) && bits >= 1 && bits <= 64 && param <= term_is_half(op));
    u128 a = whole(bits, args), b = whole(bits, args + 2);
    if (term_is_half(op))
        return (u64)(computed(op, bits, a, b) >> (param ? bits : 0)) & term_mask(bits);
    return op <= TERM_WIDE_SLE ? compare(op, bits, a, b) : overflows(op, bits, a, b);
}
