// SPDX-License-Identifier: Apache-2.0
// Atomic read-modify-write and compare-exchange, on plain numbers and on tracked values.
#include "vm/vm_int.h"

#include <string.h>

static const Op rmw_as_op[RMW_FN_COUNT] = {[RMW_ADD] = OP_ADD64,
                                           [RMW_SUB] = OP_SUB64,
                                           [RMW_AND] = OP_AND64,
                                           [RMW_OR] = OP_OR64,
                                           [RMW_XOR] = OP_XOR64};

// Whether one or more of n cells are unknown, and the others are numbers.
static bool are_unknown(Vm *vm, const Cell *cells, u32 n) {
    bool has_unknown = false, has_other = false;
    for (u32 i = 0; i < n; i++) {
        CellKind kind = cell_kind(vm, cells[i]);
        has_unknown = has_unknown || kind == CELL_UNKNOWN;
        has_other = has_other || (kind != CELL_UNKNOWN && kind != CELL_NUMBER);
    }
    return vm->condition && has_unknown && !has_other;
}

static const u8 rmw_as_term[RMW_FN_COUNT] = {[RMW_NAND] = TERM_AND,
                                             [RMW_MAX] = TERM_SMAX,
                                             [RMW_MIN] = TERM_SMIN,
                                             [RMW_UMAX] = TERM_UMAX,
                                             [RMW_UMIN] = TERM_UMIN};

static Slow rmw_unknown(Vm *vm, RmwFn fn, u32 bits, Cell old, Cell v, Cell *out) {
    ENSURE(rmw_as_term[fn]);
    if (!term_whole(vm, &old) || !term_whole(vm, &v))
        return SLOW_FULL;
    Term t = {.op = (TermOp)rmw_as_term[fn], .bits = bits, .width = bits, .n = 2, .args = {old, v}};
    if (!term_make(vm, &t, out))
        return SLOW_FULL;
    Term not = {.op = TERM_XOR,
                .bits = bits,
                .width = bits,
                .n = 2,
                .args = {*out, cell_number(term_mask(bits))}};
    return fn != RMW_NAND || term_make(vm, &not, out) ? SLOW_OK : SLOW_FULL;
}

// New value of a read-modify-write on one cell.
static Slow rmw_value(Vm *vm, RmwFn fn, u32 bytes, Cell old, Cell v, Cell *out) {
    ENSURE(fn < RMW_FN_COUNT && bytes >= 1 && bytes <= 8);
    if (fn == RMW_XCHG) {
        *out = v;
        return SLOW_OK;
    }
    if (cell_has_number(old) && cell_has_number(v)) {
        *out = cell_given(number_rmw(fn, bytes, old.v, v.v),
                          tag_conditions(old.tag) | tag_conditions(v.tag));
        return SLOW_OK;
    }
    old = cell_seen(vm, old);
    v = cell_seen(vm, v);
    if (rmw_as_op[fn])
        return arith_tagged(vm, rmw_as_op[fn], bytes * 8, old, v, out);
    Cell both[2] = {old, v};
    if (rmw_as_term[fn] && are_unknown(vm, both, 2))
        return rmw_unknown(vm, fn, bytes * 8, old, v, out);
    Slow s = arith_make_plain(vm, both, 2);
    if (s == SLOW_LOOK)
        return s;
    if (s == SLOW_OK) {
        *out = cell_number(number_rmw(fn, bytes, both[0].v, both[1].v));
        return SLOW_OK;
    }
    ENSURE(s == SLOW_UNDEF || s == SLOW_NUMERIC); // one of them is no number
    *out = arith_result(s);
    return SLOW_OK;
}

// What an operation does with the value that it finds.
typedef struct Change {
    RmwFn fn;
    u32 bytes;
    const Cell *operand, *want; // one cell each, or two; `want`: of a compare-exchange
    Cell *old;                  // what it has found, for the instruction's result
    bool is_equal;              // of a compare-exchange: it has found what it wanted
    Slow slow;                  // why it cannot be done
} Change;

// Whether the operation can be done; else the thread stops or the run ends.
static bool is_done(Vm *vm, Thread *t, const Change *c, RunEnd *end) {
    CHECK(c->slow == SLOW_OK || !c->is_equal);
    if (c->slow != SLOW_OK)
        *end = arith_stop(vm, t, c->slow);
    return c->slow == SLOW_OK;
}

static bool change_one(Vm *vm, void *arg, const Cell *old, Cell *new) {
    Change *c = arg;
    CHECK(!c->want);
    c->old[0] = old[0];
    c->slow = rmw_value(vm, c->fn, c->bytes, old[0], c->operand[0], &new[0]);
    return c->slow == SLOW_OK;
}

bool rmw_run(Vm *vm, Thread *t, const Insn *in, Place *p, u32 off, Cell *dst, const Cell *v,
             RunEnd *end) {
    Cell old;
    Change c = {.fn = in->aux >> 8, .bytes = (u32)in->c, .operand = v, .old = &old};
    ENSURE(in->op == OP_RMW && p->kind != OBJ_CONST);
    memory_exchange(vm, p, off, c.bytes, change_one, &c);
    if (!is_done(vm, t, &c, end))
        return false;
    *dst = old;
    return true;
}

// Whether two cells can be compared for equality, or what stands in the way: a pointer can be, what
// has no value cannot.
static Slow comparable(Vm *vm, const Cell *both) {
    Slow worst = SLOW_OK;
    for (u32 i = 0; i < 2; i++) {
        switch (cell_kind(vm, both[i])) {
        case CELL_NUMBER:
        case CELL_GIVEN:
        case CELL_POINTER: break;
        case CELL_SPOT:
        case CELL_UNKNOWN: return arith_plain(vm, &both[i], 1);
        case CELL_ADDRESS: worst = worst == SLOW_OK ? SLOW_NUMERIC : worst; break;
        case CELL_UNWRITTEN: worst = SLOW_UNDEF; break;
        }
    }
    ENSURE(worst != SLOW_ORDER && "a comparison for equality needs no order");
    return worst;
}

static Slow are_same(Vm *vm, const Cell *both, bool *out) {
    if (are_unknown(vm, both, 2)) {
        Term t = {.op = TERM_EQ, .bits = 64, .width = 1, .n = 2, .args = {both[0], both[1]}};
        return arith_ask(vm, &t, out);
    }
    Slow s = comparable(vm, both);
    *out = s == SLOW_OK && arith_is_same(vm, both[0], both[1]);
    return s;
}

static bool change_if_equal(Vm *vm, void *arg, const Cell *old, Cell *new) {
    Change *c = arg;
    Cell both[2] = {cell_seen(vm, old[0]), cell_seen(vm, c->want[0])};
    c->old[0] = old[0];
    c->slow = are_same(vm, both, &c->is_equal);
    c->is_equal = c->is_equal && c->slow == SLOW_OK;
    new[0] = c->operand[0];
    return c->is_equal;
}

bool rmw_cas(Vm *vm, Thread *t, Place *p, u32 off, u32 n, Cell *dst, Cell want, Cell new,
             RunEnd *end) {
    ENSURE(n >= 1 && n <= 8 && p->kind != OBJ_CONST);
    Cell old;
    Change c = {.operand = &new, .want = &want, .old = &old};
    memory_exchange(vm, p, off, n, change_if_equal, &c);
    if (!is_done(vm, t, &c, end))
        return false;
    dst[0] = old;
    dst[1] = cell_number(c.is_equal);
    return true;
}

// ---- 16 bytes: two cells, low first; the whole is one operation ---------------------------------

static bool has_address(const Cell *wide) {
    CHECK(cells_are_formed(wide, 2));
    return cell_is_address(wide[0]) || cell_is_address(wide[1]);
}

static bool change_wide_if_equal(Vm *vm, void *arg, const Cell *old, Cell *new) {
    Change *c = arg;
    CHECK(c->want && c->operand);
    Cell all[4] = {cell_seen(vm, old[0]), cell_seen(vm, old[1]), cell_seen(vm, c->want[0]),
                   cell_seen(vm, c->want[1])};
    memcpy(c->old, old, 2 * sizeof *old);
    memcpy(new, c->operand, 2 * sizeof *new);
    if (are_unknown(vm, all, 4)) {
        c->slow = wide_equal(vm, all, all + 2, &c->is_equal);
        c->is_equal = c->is_equal && c->slow == SLOW_OK;
        return c->is_equal;
    }
    Slow s = arith_plain(vm, all, 4);
    c->slow = has_address(old) ? SLOW_NUMERIC : s == SLOW_LOOK || s == SLOW_UNDEF ? s : SLOW_OK;
    c->is_equal = c->slow == SLOW_OK && arith_is_same(vm, all[0], all[2]) &&
                  arith_is_same(vm, all[1], all[3]);
    return c->is_equal;
}

static const u8 rmw_as_op128[RMW_FN_COUNT] = {
    [RMW_ADD] = A_ADD, [RMW_SUB] = A_SUB, [RMW_AND] = A_AND, [RMW_OR] = A_OR, [RMW_XOR] = A_XOR};

static bool change_wide(Vm *vm, void *arg, const Cell *old, Cell *new) {
    Change *c = arg;
    ENSURE(c->fn < RMW_FN_COUNT);
    bool is_address = has_address(old);
    memcpy(c->old, old, 2 * sizeof *old);
    c->slow = is_address ? SLOW_NUMERIC : SLOW_OK;
    if (c->fn == RMW_XCHG) {
        memcpy(new, c->operand, 2 * sizeof *new);
        return c->slow == SLOW_OK;
    }
    ENSURE(rmw_as_op128[c->fn] || c->fn == RMW_ADD);
    Insn in = {.op = OP_ARITH128, .aux = rmw_as_op128[c->fn]};
    Cell all[4] = {cell_seen(vm, old[0]), cell_seen(vm, old[1]), cell_seen(vm, c->operand[0]),
                   cell_seen(vm, c->operand[1])};
    Cell *value = all, *operand = all + 2;
    if (are_unknown(vm, all, 4)) {
        bool is_computed;
        ArithFlaw flaw;
        c->slow = wide_run(vm, &in, value, operand, new, &is_computed, &flaw);
        ENSURE(is_computed && flaw == FLAW_NONE); // it wraps
        return c->slow == SLOW_OK;
    }
    Slow x = arith_make_plain(vm, value, 2), y = arith_make_plain(vm, operand, 2);
    c->slow = is_address ? SLOW_NUMERIC : x != SLOW_OK ? x : y;
    if (c->slow != SLOW_OK)
        return false;
    number_op(&in, new, value, operand, NULL);
    return true;
}

bool rmw_succeeds(Vm *vm, const Insn *in, const Place *p, u32 off, const Cell *want) {
    ENSURE(in->op == OP_CAS || in->op == OP_CAS128);
    Cell old[2], new[2];
    Change c = {.operand = want, .want = want, .old = new};
    Cell found[2];
    if (in->op == OP_CAS) {
        memory_load(vm, p, off, in->aux >> 8, found);
        return change_if_equal(vm, &c, found, old);
    }
    memory_load_wide(vm, p, off, 16, found);
    return change_wide_if_equal(vm, &c, found, old);
}

bool rmw_wide(Vm *vm, Thread *t, const Insn *in, Place *p, u32 off, Cell *dst, const Cell *b,
              const Cell *c, RunEnd *end) {
    ENSURE((in->op == OP_CAS128 || in->op == OP_RMW128) && p->kind != OBJ_CONST);
    Cell old[2];
    bool is_cas = in->op == OP_CAS128;
    Change change = {.fn = in->aux >> 8, .operand = is_cas ? c : b, .want = b, .old = old};
    memory_exchange(vm, p, off, 16, is_cas ? change_wide_if_equal : change_wide, &change);
    if (!is_done(vm, t, &change, end))
        return false;
    memcpy(dst, old, sizeof old);
    if (is_cas)
        dst[2] = cell_number(change.is_equal);
    return true;
}
