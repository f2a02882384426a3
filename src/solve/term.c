// SPDX-License-Identifier: Apache-2.0
// What operations on terms mean, as numbers. Written apart from the machine's own instructions and
// from what the solver is told, so that each can be compared with the others.
#include "solve/term_int.h"

typedef __int128 i128;
typedef unsigned __int128 u128;

#define _ false
#define BOTH true
const TermInfo term_info[TERM_COUNT] = {
#define TERM(name, operands, result, order) {#name, operands, TERM_RESULT_##result, order},
#include "solve/term.def"
#undef TERM
};
#undef _
#undef BOTH

// ---- shape --------------------------------------------------------------------------------------

bool term_is_formed(TermOp op, u32 bits, u32 width, u32 param) {
    if (op >= TERM_COUNT || width < 1 || width > 64)
        return false;
    if (term_is_float(op))
        return term_float_is_formed(op, bits, width, param);
    bool has_bits = bits >= 1 && bits <= 64;
    switch (op) {
    case TERM_EXTRACT: return has_bits && param < bits && width <= bits - param;
    case TERM_CONCAT: return param >= 1 && param < width;
    case TERM_SEXT: return param >= 1 && param <= width;
    case TERM_ITE: return param == 0;
    case TERM_BSWAP: return has_bits && bits % 8 == 0 && width == bits && param == 0;
    default: return has_bits && width == term_width(op, bits, width) && param <= term_is_half(op);
    }
}

u32 term_width(TermOp op, u32 bits, u32 width) {
    ENSURE(op < TERM_COUNT);
    switch ((TermResult)term_info[op].result) {
    case TERM_RESULT_SAME: return bits;
    case TERM_RESULT_BIT: return 1;
    case TERM_RESULT_GIVEN: break;
    }
    return width;
}

u32 term_operand_width(TermOp op, u32 bits, u32 width, u32 param, u32 i) {
    CHECK(term_is_formed(op, bits, width, param));
    ENSURE(i < term_info[op].operands);
    switch (op) {
    case TERM_CONCAT: return i == 0 ? param : width - param;
    case TERM_SEXT: return param;
    case TERM_ITE: return i == 0 ? 1 : width;
    default: return bits;
    }
}

// ---- integers -----------------------------------------------------------------------------------

static u64 divide(TermOp op, u32 bits, u64 a, u64 b) {
    CHECK(op >= TERM_UDIV && op <= TERM_SREM);
    i64 x = term_signed(a, bits), y = term_signed(b, bits);
    switch (op) {
    case TERM_UDIV: return b ? a / b : ~0ull;
    case TERM_UREM: return b ? a % b : a;
    case TERM_SDIV: return y == 0 ? (x < 0 ? 1 : ~0ull) : y == -1 ? -(u64)x : (u64)(x / y);
    default: return y == 0 ? a : y == -1 ? 0 : (u64)(x % y);
    }
}

static u64 shift(TermOp op, u32 bits, u64 a, u64 by) {
    CHECK(op >= TERM_SHL && op <= TERM_ASHR);
    if (op == TERM_ASHR)
        return (u64)(term_signed(a, bits) >> (by < bits ? by : bits - 1));
    if (by >= bits)
        return 0;
    return op == TERM_SHL ? a << by : a >> by;
}

static bool compare(TermOp op, u32 bits, u64 a, u64 b) {
    CHECK(op >= TERM_EQ && op <= TERM_SLE);
    switch (op) {
    case TERM_EQ: return a == b;
    case TERM_NE: return a != b;
    case TERM_ULT: return a < b;
    case TERM_ULE: return a <= b;
    case TERM_SLT: return term_signed(a, bits) < term_signed(b, bits);
    default: return term_signed(a, bits) <= term_signed(b, bits);
    }
}

// The exact results need at most 128 bits, with a sign.
static bool overflows(TermOp op, u32 bits, u64 a, u64 b) {
    CHECK(op >= TERM_SADDO && op <= TERM_UMULO);
    i128 x = term_signed(a, bits), y = term_signed(b, bits), exact;
    switch (op) {
    case TERM_UADDO: return (u128)a + b > term_mask(bits);
    case TERM_USUBO: return a < b;
    case TERM_UMULO: return (u128)a * b > term_mask(bits);
    case TERM_SADDO: exact = x + y; break;
    case TERM_SSUBO: exact = x - y; break;
    default: exact = x * y; break;
    }
    i128 limit = (i128)1 << (bits - 1);
    return exact < -limit || exact >= limit;
}

// ---- bits ---------------------------------------------------------------------------------------

// The units of `unit` bits each, in the opposite order.
static u64 reversed(u64 v, u32 bits, u32 unit) {
    CHECK(bits % unit == 0);
    u64 r = 0;
    for (u32 at = 0; at < bits; at += unit)
        r |= (v >> at & term_mask(unit)) << (bits - unit - at);
    return r;
}

static u64 bit_function(TermOp op, u32 bits, u64 v) {
    CHECK(op >= TERM_POPCOUNT && op <= TERM_ABS);
    switch (op) {
    case TERM_POPCOUNT: return (u64)__builtin_popcountll(v);
    case TERM_CLZ: return v ? (u64)__builtin_clzll(v) - (64 - bits) : bits;
    case TERM_CTZ: return v ? (u64)__builtin_ctzll(v) : bits;
    case TERM_BSWAP: return reversed(v, bits, 8);
    case TERM_BITREVERSE: return reversed(v, bits, 1);
    default: return term_signed(v, bits) < 0 ? -v : v;
    }
}

static u64 extreme(TermOp op, u32 bits, u64 a, u64 b) {
    CHECK(op >= TERM_SMIN && op <= TERM_UMAX);
    bool is_signed = op == TERM_SMIN || op == TERM_SMAX;
    bool is_less = is_signed ? term_signed(a, bits) < term_signed(b, bits) : a < b;
    bool wants_less = op == TERM_SMIN || op == TERM_UMIN;
    return is_less == wants_less ? a : b;
}

static u64 saturated(TermOp op, u32 bits, u64 a, u64 b) {
    CHECK(op >= TERM_SAT_SADD && op <= TERM_SAT_USHL);
    u64 lowest = 1ull << (bits - 1), highest = term_mask(bits - 1), nearest;
    nearest = term_signed(a, bits) < 0 ? lowest : highest;
    u64 shifted = shift(TERM_SHL, bits, a, b) & term_mask(bits);
    switch (op) {
    case TERM_SAT_SADD: return overflows(TERM_SADDO, bits, a, b) ? nearest : a + b;
    case TERM_SAT_SSUB: return overflows(TERM_SSUBO, bits, a, b) ? nearest : a - b;
    case TERM_SAT_UADD: return overflows(TERM_UADDO, bits, a, b) ? ~0ull : a + b;
    case TERM_SAT_USUB: return a < b ? 0 : a - b;
    case TERM_SAT_SSHL:
        return a == 0 || (b < bits && (shift(TERM_ASHR, bits, shifted, b) & term_mask(bits)) == a)
                   ? shifted
                   : nearest;
    default: return shift(TERM_LSHR, bits, shifted, b) == a ? shifted : ~0ull;
    }
}

static u64 funnel(TermOp op, u32 bits, u64 high, u64 low, u64 amount) {
    CHECK(op == TERM_FSHL || op == TERM_FSHR);
    u32 by = (u32)(amount % bits);
    u128 both = (u128)high << bits | low;
    return (u64)(both >> (op == TERM_FSHR ? by : bits - by));
}

// ---- all together -------------------------------------------------------------------------------

static u64 computed(TermOp op, u32 bits, u32 param, const u64 *args) {
    switch (op) {
    case TERM_ADD: return args[0] + args[1];
    case TERM_SUB: return args[0] - args[1];
    case TERM_MUL: return args[0] * args[1];
    case TERM_UDIV:
    case TERM_SDIV:
    case TERM_UREM:
    case TERM_SREM: return divide(op, bits, args[0], args[1]);
    case TERM_AND: return args[0] & args[1];
    case TERM_OR: return args[0] | args[1];
    case TERM_XOR: return args[0] ^ args[1];
    case TERM_SHL:
    case TERM_LSHR:
    case TERM_ASHR: return shift(op, bits, args[0], args[1]);
    case TERM_EQ:
    case TERM_NE:
    case TERM_ULT:
    case TERM_ULE:
    case TERM_SLT:
    case TERM_SLE: return compare(op, bits, args[0], args[1]);
    case TERM_EXTRACT: return args[0] >> param;
    case TERM_CONCAT: return args[1] << param | args[0];
    case TERM_SEXT: return (u64)term_signed(args[0], param);
    case TERM_ITE: return args[0] ? args[1] : args[2];
    case TERM_SADDO:
    case TERM_SSUBO:
    case TERM_SMULO:
    case TERM_UADDO:
    case TERM_USUBO:
    case TERM_UMULO: return overflows(op, bits, args[0], args[1]);
    case TERM_POPCOUNT:
    case TERM_CLZ:
    case TERM_CTZ:
    case TERM_BSWAP:
    case TERM_BITREVERSE:
    case TERM_ABS: return bit_function(op, bits, args[0]);
    case TERM_SMIN:
    case TERM_SMAX:
    case TERM_UMIN:
    case TERM_UMAX: return extreme(op, bits, args[0], args[1]);
    case TERM_SAT_SADD:
    case TERM_SAT_UADD:
    case TERM_SAT_SSUB:
    case TERM_SAT_USUB:
    case TERM_SAT_SSHL:
    case TERM_SAT_USHL: return saturated(op, bits, args[0], args[1]);
    case TERM_FSHL:
    case TERM_FSHR: return funnel(op, bits, args[0], args[1], args[2]);
    default: break;
    }
    ENSURE(!"a row of integers");
    return 0;
}

u64 term_compute(TermOp op, u32 bits, u32 width, u32 param, const u64 *args) {
    ENSURE(term_is_formed(op, bits, width, param));
    for (u32 i = 0; i < term_info[op].operands; i++)
        ENSURE(args[i] <= term_mask(term_operand_width(op, bits, width, param, i)));
    if (term_is_float(op))
        return term_float_compute(op, bits, width, param, args);
    if (term_is_wide(op))
        return term_wide_compute(op, bits, param, args);
    return computed(op, bits, param, args) & term_mask(term_width(op, bits, width));
}
