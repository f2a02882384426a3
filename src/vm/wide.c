// SPDX-License-Identifier: Apache-2.0
// Computing with unknown numbers of 128 bits. They are two cells, a low and a high half, each a
// number or an unknown value; so are results. Where the halves do not need each other, or the
// numbers are known to fit in 64 bits, an operation becomes one on 64 bits; the others are rows of
// numbers in two halves (term.def), of which each half of the result is one.
//
// Most of such numbers were extended from 64 bits or less. How many bits a number needs is seen by
// its structure: a high half that is 0, or the sign of the low one.
#include "vm/vm_int.h"

#include <string.h>

// Makes terms; once there is no room for one, all that it gives is 0.
typedef struct Maker {
    Vm *vm;
    bool is_full;
} Maker;

typedef struct Wide {
    Cell low, high;
} Wide;

static Cell make(Maker *m, const Term *t) {
    Cell out = cell_number(0);
    if (!m->is_full && !term_make(m->vm, t, &out)) {
        m->is_full = true;
        out = cell_number(0);
    }
    return out;
}

static Cell make2(Maker *m, TermOp op, u32 bits, Cell a, Cell b) {
    return make(
        m,
        &(Term){.op = op, .bits = bits, .width = term_width(op, bits, 0), .n = 2, .args = {a, b}});
}
static Cell make1(Maker *m, TermOp op, Cell a) {
    return make(m, &(Term){.op = op, .bits = 64, .width = 64, .n = 1, .args = {a}});
}
static Cell choose(Maker *m, Cell c, Cell yes, Cell no) {
    return make(m, &(Term){.op = TERM_ITE, .bits = 64, .width = 64, .n = 3, .args = {c, yes, no}});
}
static Cell make_row(Maker *m, TermOp op, u32 param, Wide a, Wide b) {
    return make(m, &(Term){.op = op,
                           .bits = 64,
                           .width = term_width(op, 64, 0),
                           .param = param,
                           .n = 4,
                           .args = {a.low, a.high, b.low, b.high}});
}
static Wide make_rows(Maker *m, TermOp op, Wide a, Wide b) {
    CHECK(term_is_half(op));
    return (Wide){make_row(m, op, 0, a, b), make_row(m, op, 1, a, b)};
}
static Cell not_of(Maker *m, Cell c) { return make2(m, TERM_XOR, 1, c, cell_number(1)); }

static Wide wide_number(u64 high, u64 low) { return (Wide){cell_number(low), cell_number(high)}; }
static bool is_number(Cell c, u64 v) { return cell_is_number(c) && c.v == v; }
static bool is_wide_number(Wide w, u64 v) { return is_number(w.low, v) && is_number(w.high, 0); }
static bool is_known(Wide w) { return cell_is_number(w.low) && cell_is_number(w.high); }
static bool is_same(Cell a, Cell b) { return a.tag == b.tag && a.v == b.v; }

static u32 larger(u32 a, u32 b) { return a > b ? a : b; }

// ---- how many bits ------------------------------------------------------------------------------

// All bits are the sign of a value of 64 bits.
static Cell sign_of(Maker *m, Cell low) {
    if (term_bits(m->vm, low) < 64)
        return cell_number(0);
    return make2(m, TERM_ASHR, 64, low, cell_number(63));
}

static bool is_sign_of(const Vm *vm, Cell high, Cell low) {
    Term t;
    return term_look(vm, high, &t) && t.op == TERM_ASHR && t.bits == 64 &&
           is_same(t.args[0], low) && is_number(t.args[1], 63);
}

// Bits that the number may have, taken as one without sign.
static u32 unsigned_bits(const Vm *vm, Wide w) {
    return is_number(w.high, 0) ? term_bits(vm, w.low) : 64 + term_bits(vm, w.high);
}

static u32 signed_bits_of_number(u64 v) {
    u64 turned = (i64)v < 0 ? ~v : v;
    return turned ? 65 - (u32)__builtin_clzll(turned) : 1;
}

// Whether both halves are of one result, and of which.
static bool is_joined(const Vm *vm, Wide w, Term *of) {
    Term high;
    if (!term_look(vm, w.low, of) || !term_look(vm, w.high, &high) || of->op != high.op ||
        !term_is_half(of->op) || of->param != 0 || high.param != 1)
        return false;
    for (u32 i = 0; i < of->n; i++)
        if (!is_same(of->args[i], high.args[i]))
            return false;
    return true;
}

static u32 signed_bits_within(const Vm *vm, Wide w, u32 depth);

// Of the result of a row: a sum has one bit more than the wider operand.
static u32 signed_bits_of_result(const Vm *vm, const Term *t, u32 depth) {
    if (depth == 0 || (t->op != TERM_WIDE_ADD && t->op != TERM_WIDE_SUB))
        return 128;
    u32 x = signed_bits_within(vm, (Wide){t->args[0], t->args[1]}, depth - 1);
    u32 y = signed_bits_within(vm, (Wide){t->args[2], t->args[3]}, depth - 1);
    u32 bits = larger(x, y) + 1;
    return bits < 128 ? bits : 128;
}

static u32 signed_bits_within(const Vm *vm, Wide w, u32 depth) {
    Term t;
    if (is_known(w) && w.high.v == ((i64)w.low.v < 0 ? ~0ull : 0))
        return signed_bits_of_number(w.low.v);
    if (is_number(w.high, 0))
        return term_bits(vm, w.low) + 1;
    if (is_sign_of(vm, w.high, w.low))
        return term_look(vm, w.low, &t) && t.op == TERM_SEXT && t.width == 64 ? t.param : 64;
    if (cell_is_number(w.high))
        return 64 + signed_bits_of_number(w.high.v);
    if (is_joined(vm, w, &t))
        return signed_bits_of_result(vm, &t, depth);
    u32 bits = 64 + term_bits(vm, w.high) + 1;
    return bits < 128 ? bits : 128;
}

enum { SUMS = 8 }; // that are looked through

// Bits that the number needs, the sign among them.
static u32 signed_bits(const Vm *vm, Wide w) { return signed_bits_within(vm, w, SUMS); }

// ---- pieces -------------------------------------------------------------------------------------

static Cell bits_of(Maker *m, Cell c, u32 from, u32 width) {
    CHECK(from + width <= 64 && width >= 1);
    return make(
        m, &(Term){
               .op = TERM_EXTRACT, .bits = 64, .width = width, .param = from, .n = 1, .args = {c}});
}

// The upper 64 bits of high and low, moved left by `by`, which is less than 64.
static Cell moved(Maker *m, Cell high, Cell low, u32 by) {
    CHECK(by < 64);
    if (by == 0)
        return high;
    return make(m, &(Term){.op = TERM_CONCAT,
                           .bits = 64,
                           .width = 64,
                           .param = by,
                           .n = 2,
                           .args = {bits_of(m, low, 64 - by, by), bits_of(m, high, 0, 64 - by)}});
}

static Wide shift_left(Maker *m, Wide a, u32 by) {
    CHECK(by < 128);
    Cell none = cell_number(0);
    if (signed_bits(m->vm, a) + by <= 64) {
        Cell low = moved(m, a.low, none, by);
        return (Wide){low, sign_of(m, low)};
    }
    if (by >= 64)
        return (Wide){none, moved(m, a.low, none, by - 64)};
    return (Wide){moved(m, a.low, none, by), moved(m, a.high, a.low, by)};
}

static Wide shift_right(Maker *m, Wide a, u32 by) {
    CHECK(by < 128);
    Cell none = cell_number(0);
    if (by == 0)
        return a;
    if (by >= 64)
        return (Wide){by == 64 ? a.high : moved(m, none, a.high, 128 - by), none};
    return (Wide){moved(m, a.high, a.low, 64 - by), moved(m, none, a.high, 64 - by)};
}

static Cell shift_signed(Maker *m, Cell c, u32 by) {
    return make2(m, TERM_ASHR, 64, c, cell_number(by < 64 ? by : 63));
}

static Wide shift_right_signed(Maker *m, Wide a, u32 by) {
    CHECK(by < 128);
    if (by == 0)
        return a;
    if (signed_bits(m->vm, a) <= 64) {
        Cell low = shift_signed(m, a.low, by);
        return (Wide){low, sign_of(m, low)};
    }
    if (by >= 64)
        return (Wide){shift_signed(m, a.high, by - 64), sign_of(m, a.high)};
    return (Wide){moved(m, a.high, a.low, 64 - by), shift_signed(m, a.high, by)};
}

// By a number. What is shifted by too much, is 0, or its sign.
static Wide shift(Maker *m, Op128 op, Wide a, Wide by) {
    CHECK(is_known(by));
    bool is_too_much = by.high.v || by.low.v >= 128;
    u32 n = is_too_much ? 127 : (u32)by.low.v;
    if (op == A_ASHR)
        return shift_right_signed(m, a, n);
    if (is_too_much)
        return wide_number(0, 0);
    return op == A_SHL ? shift_left(m, a, n) : shift_right(m, a, n);
}

// ---- arithmetic ---------------------------------------------------------------------------------

static TermOp plain_row(Op128 op) { return (TermOp)(TERM_ADD + op); }

static TermOp wide_row(Op128 op) {
    static const u8 rows[] = {
        [A_ADD] = TERM_WIDE_ADD,   [A_SUB] = TERM_WIDE_SUB,   [A_MUL] = TERM_WIDE_MUL,
        [A_UDIV] = TERM_WIDE_UDIV, [A_SDIV] = TERM_WIDE_SDIV, [A_UREM] = TERM_WIDE_UREM,
        [A_SREM] = TERM_WIDE_SREM, [A_SHL] = TERM_WIDE_SHL,   [A_LSHR] = TERM_WIDE_LSHR,
        [A_ASHR] = TERM_WIDE_ASHR, [A_EQ] = TERM_WIDE_EQ,     [A_ULT] = TERM_WIDE_ULT,
        [A_ULE] = TERM_WIDE_ULE,   [A_SLT] = TERM_WIDE_SLT,   [A_SLE] = TERM_WIDE_SLE};
    ENSURE(op < ARRAY_LEN(rows) && rows[op]);
    return (TermOp)rows[op];
}

// Whether operands and result fit in 64 bits without sign.
static bool fits_unsigned(const Vm *vm, Op128 op, Wide a, Wide b) {
    u32 x = unsigned_bits(vm, a), y = unsigned_bits(vm, b);
    switch (op) {
    case A_ADD: return larger(x, y) < 64;
    case A_MUL: return x + y <= 64;
    case A_UDIV:
    case A_UREM: return x <= 64 && y <= 64;
    default: return false;
    }
}

// The same with a sign. (The smallest number divided by -1 does not.)
static bool fits_signed(const Vm *vm, Op128 op, Wide a, Wide b) {
    u32 x = signed_bits(vm, a), y = signed_bits(vm, b);
    switch (op) {
    case A_ADD:
    case A_SUB: return larger(x, y) < 64;
    case A_MUL: return x + y <= 64;
    case A_SDIV:
    case A_SREM: return x < 64 && y <= 64;
    default: return false;
    }
}

// What follows from one operand alone. False: nothing does.
static bool follows_from_one(Op128 op, Wide a, Wide b, Wide *out) {
    bool is_commutative = op == A_ADD || op == A_MUL;
    if (is_commutative && is_known(a)) {
        Wide x = a;
        a = b;
        b = x;
    }
    bool is_neutral = op == A_ADD || op == A_SUB ? is_wide_number(b, 0) : is_wide_number(b, 1);
    bool is_remainder = op == A_UREM || op == A_SREM;
    *out = is_neutral && !is_remainder ? a : wide_number(0, 0);
    return is_neutral || (op == A_MUL && is_wide_number(b, 0));
}

// SOUND: nothing is divided by zero here (wide_flaw), so what a row says of that does not matter.
static Wide calculate(Maker *m, Op128 op, Wide a, Wide b) {
    Wide r;
    if (follows_from_one(op, a, b, &r))
        return r;
    if (is_number(a.high, 0) && is_number(b.high, 0)) // they are not negative
        op = op == A_SDIV ? A_UDIV : op == A_SREM ? A_UREM : op;
    bool is_unsigned = fits_unsigned(m->vm, op, a, b);
    if (is_unsigned || fits_signed(m->vm, op, a, b)) {
        r.low = make2(m, plain_row(op), 64, a.low, b.low);
        r.high = is_unsigned ? cell_number(0) : sign_of(m, r.low);
        return r;
    }
    if (op == A_ADD && is_number(a.high, 0) && is_number(b.high, 0))
        return (Wide){make2(m, TERM_ADD, 64, a.low, b.low), make2(m, TERM_UADDO, 64, a.low, b.low)};
    return make_rows(m, wide_row(op), a, b);
}

static Wide arithmetic(Maker *m, Op128 op, Wide a, Wide b) {
    ENSURE(op <= A_ASHR);
    switch (op) {
    case A_AND:
    case A_OR:
    case A_XOR:
        return (Wide){make2(m, plain_row(op), 64, a.low, b.low),
                      make2(m, plain_row(op), 64, a.high, b.high)};
    case A_SHL:
    case A_LSHR:
    case A_ASHR: return is_known(b) ? shift(m, op, a, b) : make_rows(m, wide_row(op), a, b);
    default: return calculate(m, op, a, b);
    }
}

// ---- comparisons --------------------------------------------------------------------------------

// Whether what is equal in the low halves is equal.
static bool are_low_only(const Vm *vm, Wide a, Wide b) {
    return is_same(a.high, b.high) || (signed_bits(vm, a) <= 64 && signed_bits(vm, b) <= 64);
}

static Cell equal(Maker *m, Wide a, Wide b) {
    if (are_low_only(m->vm, a, b))
        return make2(m, TERM_EQ, 64, a.low, b.low);
    if (is_same(a.low, b.low))
        return make2(m, TERM_EQ, 64, a.high, b.high);
    Term of;
    if (is_joined(m->vm, a, &of) || is_joined(m->vm, b, &of)) // which Z3 understands better whole
        return make_row(m, TERM_WIDE_EQ, 0, a, b);
    Cell high = make2(m, TERM_EQ, 64, a.high, b.high);
    return is_number(high, 0) ? high
                              : make2(m, TERM_AND, 1, high, make2(m, TERM_EQ, 64, a.low, b.low));
}

// The high halves decide, unless they are equal. Where the low ones cannot make a difference then,
// the high ones decide all.
static Cell ordered(Maker *m, Op128 op, Wide a, Wide b) {
    CHECK(op >= A_ULT && op <= A_SLE);
    bool is_strict = op == A_ULT || op == A_SLT, is_signed = op == A_SLT || op == A_SLE;
    TermOp plain = is_strict ? TERM_ULT : TERM_ULE, same = plain_row(op);
    if (is_same(a.high, b.high))
        return make2(m, plain, 64, a.low, b.low);
    if (are_low_only(m->vm, a, b)) // extended, which keeps the order
        return make2(m, is_signed ? same : plain, 64, a.low, b.low);
    bool is_decided = cell_is_number(a.high) && cell_is_number(b.high); // and they differ
    bool is_never_less = is_number(b.low, 0) || is_number(a.low, ~0ull);
    bool is_never_more = is_number(a.low, 0) || is_number(b.low, ~0ull);
    if (is_decided || (is_strict ? is_never_less : is_never_more))
        return make2(m, same, 64, a.high, b.high);
    return make_row(m, wide_row(op), 0, a, b);
}

static Cell compared(Maker *m, Op128 op, Wide a, Wide b) {
    ENSURE(op >= A_EQ && op <= A_SLE);
    switch (op) {
    case A_EQ: return equal(m, a, b);
    case A_NE: return not_of(m, equal(m, a, b));
    default: return ordered(m, op, a, b);
    }
}

// ---- overflow -----------------------------------------------------------------------------------

static Cell overflowing(Maker *m, OvfFn fn, Wide a, Wide b) {
    const Vm *vm = m->vm;
    u32 x = unsigned_bits(vm, a), y = unsigned_bits(vm, b);
    u32 sx = signed_bits(vm, a), sy = signed_bits(vm, b);
    bool cannot = false;
    TermOp row = TERM_COUNT;
    switch (fn) {
    case OVF_USUB: return ordered(m, A_ULT, a, b);
    case OVF_UADD:
        cannot = larger(x, y) < 128;
        row = TERM_WIDE_UADDO;
        break;
    case OVF_UMUL:
        cannot = x + y <= 128;
        row = TERM_WIDE_UMULO;
        break;
    case OVF_SADD:
    case OVF_SSUB:
        cannot = larger(sx, sy) < 128;
        row = fn == OVF_SADD ? TERM_WIDE_SADDO : TERM_WIDE_SSUBO;
        break;
    case OVF_SMUL:
        cannot = sx + sy <= 128;
        row = TERM_WIDE_SMULO;
        break;
    default: ENSURE(!"arithmetic with overflow");
    }
    return cannot ? cell_number(0) : make_row(m, row, 0, a, b);
}

static Op128 op_of(OvfFn fn) {
    ENSURE(fn <= OVF_UMUL);
    return fn == OVF_SADD || fn == OVF_UADD   ? A_ADD
           : fn == OVF_SSUB || fn == OVF_USUB ? A_SUB
                                              : A_MUL;
}

// ---- bits ---------------------------------------------------------------------------------------

// The zeros of `first`; if it has nothing else, those of `second` and 64.
static Cell zeros(Maker *m, TermOp op, Cell first, Cell second) {
    Cell all = make2(m, TERM_ADD, 64, make1(m, op, second), cell_number(64));
    Cell is_empty = make2(m, TERM_EQ, 64, first, cell_number(0));
    return choose(m, is_empty, all, make1(m, op, first));
}

static Wide absolute(Maker *m, Wide a) {
    Wide turned = arithmetic(m, A_SUB, wide_number(0, 0), a);
    Cell is_negative = make2(m, TERM_SLT, 64, a.high, cell_number(0));
    return (Wide){choose(m, is_negative, turned.low, a.low),
                  choose(m, is_negative, turned.high, a.high)};
}

static Wide bit_function(Maker *m, BitFn fn, Wide a) {
    Cell none = cell_number(0);
    switch (fn) {
    case BIT_POP:
        return (Wide){
            make2(m, TERM_ADD, 64, make1(m, TERM_POPCOUNT, a.low), make1(m, TERM_POPCOUNT, a.high)),
            none};
    case BIT_CLZ: return (Wide){zeros(m, TERM_CLZ, a.high, a.low), none};
    case BIT_CTZ: return (Wide){zeros(m, TERM_CTZ, a.low, a.high), none};
    case BIT_SWAP: return (Wide){make1(m, TERM_BSWAP, a.high), make1(m, TERM_BSWAP, a.low)};
    case BIT_REVERSE:
        return (Wide){make1(m, TERM_BITREVERSE, a.high), make1(m, TERM_BITREVERSE, a.low)};
    default: return absolute(m, a);
    }
}

// ---- conversions --------------------------------------------------------------------------------

static Cell extended(Maker *m, Cell c, u32 from) {
    if (from == 64)
        return c;
    return make(
        m, &(Term){.op = TERM_SEXT, .bits = from, .width = 64, .param = from, .n = 1, .args = {c}});
}

static Wide resized(Maker *m, const Insn *in, Wide a) {
    u32 bits = (u32)in->b;
    switch ((Op)in->op) {
    case OP_SEXT128: {
        Cell low = extended(m, a.low, bits);
        return (Wide){low, sign_of(m, low)};
    }
    case OP_SEXTHI: return (Wide){a.low, extended(m, bits_of(m, a.high, 0, bits - 64), bits - 64)};
    default: return (Wide){a.low, bits_of(m, a.high, 0, bits - 64)};
    }
}

// A number that fits in 64 bits is as any other of that width. False: the float has no rows.
static bool as_float(Maker *m, const Insn *in, Wide a, Cell *dst) {
    bool is_plain = unsigned_bits(m->vm, a) <= 64, is_signed = in->b && !is_plain;
    bool is_short = is_plain || (is_signed && signed_bits(m->vm, a) <= 64);
    if (in->aux > F64)
        return false;
    dst[0] = make(m, &(Term){.op = is_short ? TERM_ITOF : TERM_WIDE_ITOF,
                             .bits = 64,
                             .width = in->aux == F32 ? 32 : 64,
                             .param = is_signed,
                             .n = is_short ? 1 : 2,
                             .args = {a.low, a.high}});
    dst[1] = cell_number(0);
    return true;
}

static Cell half_of_float(Maker *m, const Insn *in, u32 half, Cell a) {
    return make(m, &(Term){.op = TERM_WIDE_FTOI,
                           .bits = in->aux == F32 ? 32 : 64,
                           .width = 64,
                           .param = (in->b ? 1 : 0) | (half ? 2 : 0),
                           .n = 1,
                           .args = {a}});
}

static bool from_float(Maker *m, const Insn *in, Cell a, Cell *dst) {
    if (in->aux > F64)
        return false;
    m->vm->bounds_met |= 1u << BOUND_CONVERT; // it is unknown whether it fits
    dst[0] = half_of_float(m, in, 0, a);
    dst[1] = half_of_float(m, in, 1, a);
    return true;
}

// ---- what is wrong with it ----------------------------------------------------------------------

static Slow ask(const Maker *m, Cell c, bool *is_true) {
    if (m->is_full)
        return SLOW_FULL;
    if (!cell_is_number(c))
        return arith_truth(m->vm, c, 1, false, is_true);
    *is_true = c.v != 0;
    return SLOW_OK;
}

static Slow division_flaw(Maker *m, Op128 op, Wide a, Wide b, ArithFlaw *out) {
    bool is_true;
    Slow s = ask(m, equal(m, b, wide_number(0, 0)), &is_true);
    *out = s == SLOW_OK && is_true ? FLAW_ZERO_DIVISION : FLAW_NONE;
    bool can_be_more = m->vm->options.check_overflow && (op == A_SDIV || op == A_SREM);
    if (s != SLOW_OK || is_true || !can_be_more)
        return s;
    Cell is_least = equal(m, a, wide_number(1ull << 63, 0));
    Cell is_minus_one = equal(m, b, wide_number(~0ull, ~0ull));
    s = ask(m, make2(m, TERM_AND, 1, is_least, is_minus_one), &is_true);
    *out = s == SLOW_OK && is_true ? FLAW_DIVIDE_ERROR : FLAW_NONE;
    return s;
}

static Slow flaw(Maker *m, const Insn *in, Wide a, Wide b, ArithFlaw *out) {
    static const u8 checks[] = {[A_ADD] = OVF_SADD, [A_SUB] = OVF_SSUB, [A_MUL] = OVF_SMUL};
    Op128 op = in->aux & 0xff;
    *out = FLAW_NONE;
    if (op >= A_UDIV && op <= A_SREM)
        return division_flaw(m, op, a, b, out);
    if (op > A_MUL || !(in->aux & ARITH128_NSW) || !m->vm->options.check_overflow)
        return SLOW_OK;
    bool is_true;
    Slow s = ask(m, overflowing(m, (OvfFn)checks[op], a, b), &is_true);
    *out = s == SLOW_OK && is_true ? FLAW_OVERFLOW : FLAW_NONE;
    return s;
}

// Notes that a number is shifted by too much, or may be.
static void note_shift(Maker *m, Op128 op, Wide by) {
    if (op < A_SHL || op > A_ASHR)
        return;
    Cell is_more = ordered(m, A_ULE, wide_number(0, 128), by);
    bool may_be = cell_is_number(is_more) ? is_more.v != 0
                                          : condition_truths(m->vm, is_more.tag) != TRUTHS_ZERO;
    if (m->is_full || may_be)
        m->vm->bounds_met |= 1u << BOUND_SHIFT;
}

// ---- instructions -------------------------------------------------------------------------------

bool wide_can(const Insn *in) {
    switch ((Op)in->op) {
    case OP_ARITH128:
    case OP_CMP128:
    case OP_SEXT128:
    case OP_SEXTHI:
    case OP_MASKHI:
    case OP_BITFN128:
    case OP_OVF128:
    case OP_I128TOF:
    case OP_FTOI128: return true;
    default: return false;
    }
}

static void put(Cell *dst, Wide w) {
    dst[0] = w.low;
    dst[1] = w.high;
}

// False: it has no term.
static bool compute(Maker *m, const Insn *in, Wide a, Wide b, Cell *dst) {
    switch ((Op)in->op) {
    case OP_ARITH128: put(dst, arithmetic(m, in->aux & 0xff, a, b)); return true;
    case OP_CMP128: dst[0] = compared(m, (Op128)in->aux, a, b); return true;
    case OP_BITFN128: put(dst, bit_function(m, (BitFn)in->aux, a)); return true;
    case OP_OVF128:
        put(dst, arithmetic(m, op_of((OvfFn)in->aux), a, b));
        dst[2] = overflowing(m, (OvfFn)in->aux, a, b);
        return true;
    case OP_I128TOF: return as_float(m, in, a, dst);
    case OP_FTOI128: return from_float(m, in, a.low, dst);
    default: put(dst, resized(m, in, a)); return true;
    }
}

static bool read_operand(Maker *m, const Cell *c, u32 n, Wide *out) {
    *out = (Wide){n > 0 ? c[0] : cell_number(0), n > 1 ? c[1] : cell_number(0)};
    m->is_full = !term_whole(m->vm, &out->low) || !term_whole(m->vm, &out->high);
    return !m->is_full;
}

Slow wide_run(Vm *vm, const Insn *in, const Cell *a, const Cell *b, Cell *dst, bool *is_done,
              ArithFlaw *wrong) {
    ENSURE(vm->condition && wide_can(in));
    NumberShape s = number_shape(in);
    Maker m = {.vm = vm};
    Wide x, y;
    *wrong = FLAW_NONE;
    *is_done = true;
    if (!read_operand(&m, a, s.a, &x) || !read_operand(&m, b, s.b, &y))
        return SLOW_FULL;
    if (in->op == OP_ARITH128) {
        Slow slow = flaw(&m, in, x, y, wrong);
        if (slow != SLOW_OK || *wrong == FLAW_ZERO_DIVISION)
            return slow;
        note_shift(&m, in->aux & 0xff, y);
    }
    *is_done = compute(&m, in, x, y, dst);
    return m.is_full ? SLOW_FULL : SLOW_OK;
}

Slow wide_equal(Vm *vm, const Cell *a, const Cell *b, bool *is_true) {
    Maker m = {.vm = vm};
    Wide x, y;
    if (!read_operand(&m, a, 2, &x) || !read_operand(&m, b, 2, &y))
        return SLOW_FULL;
    return ask(&m, equal(&m, x, y), is_true);
}
