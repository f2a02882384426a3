// SPDX-License-Identifier: Apache-2.0
// Atomic read-modify-write and compare-exchange, on plain numbers and on tracked values.
#include "vm/vm_int.h"

static bool same_value(const Cell *a, const Cell *b) {
    return a->v == b->v && a->tag == b->tag && a->part == b->part;
}

static const Op rmw_as_op[RMW_FN_COUNT] = {[RMW_ADD] = OP_ADD64,
                                           [RMW_SUB] = OP_SUB64,
                                           [RMW_AND] = OP_AND64,
                                           [RMW_OR] = OP_OR64,
                                           [RMW_XOR] = OP_XOR64};

// New value of a read-modify-write on one cell.
static Slow rmw_value(Vm *vm, RmwFn fn, u32 bytes, Cell old, Cell v, Cell *out) {
    if (fn == RMW_XCHG) {
        *out = v;
        return SLOW_OK;
    }
    if (cell_is_number(old) && cell_is_number(v)) {
        *out = cell_number(number_rmw(fn, bytes, old.v, v.v));
        return SLOW_OK;
    }
    if (rmw_as_op[fn])
        return arith_tagged(vm, rmw_as_op[fn], bytes * 8, old, v, out);
    Cell both[2] = {old, v};
    Slow s = arith_plain(vm, both, 2);
    if (s == SLOW_LOOK)
        return s;
    *out = arith_result(s);
    return SLOW_OK;
}

bool rmw_run(Vm *vm, Thread *t, const Insn *in, Place *p, u32 off, Cell *dst, const Cell *v,
             RunEnd *end) {
    Cell old, new;
    u32 n = (u32)in->c;
    mem_read(vm, p, off, n, &old);
    Slow s = rmw_value(vm, in->aux >> 8, n, old, *v, &new);
    if (s != SLOW_OK) {
        *end = arith_stop(vm, t, s);
        return false;
    }
    mem_write(vm, p, off, n, &new);
    *dst = old;
    return true;
}

bool rmw_cas(Vm *vm, Thread *t, Place *p, u32 off, u32 n, Cell *dst, Cell want, Cell new,
             RunEnd *end) {
    Cell both[2] = {{0}, want};
    mem_read(vm, p, off, n, &both[0]);
    Slow s = arith_plain(vm, both, 2);
    bool is_address = cell_is_address(both[0]) || cell_is_address(want);
    if (s != SLOW_LOOK && (cell_is_unwritten(both[0]) || cell_is_unwritten(want)))
        s = SLOW_UNDEF;
    if (s == SLOW_LOOK || s == SLOW_UNDEF || is_address) {
        *end = arith_stop(vm, t, s);
        return false;
    }
    bool equal = same_value(&both[0], &want);
    if (equal)
        mem_write(vm, p, off, n, &new);
    dst[0] = both[0];
    dst[1] = cell_number(equal);
    return true;
}

// 16-byte forms: two cells, low first; the whole is one operation.
bool rmw_wide(Vm *vm, Thread *t, const Insn *in, Place *p, u32 off, Cell *dst, const Cell *b,
              const Cell *c, RunEnd *end) {
    Cell old[2], new[2];
    Slow s = SLOW_OK;
    mem_read(vm, p, off, 8, &old[0]);
    mem_read(vm, p, off + 8, 8, &old[1]);
    if (cell_is_address(old[0]) || cell_is_address(old[1]))
        s = SLOW_NUMERIC;
    if (in->op == OP_CAS128) {
        bool equal = s == SLOW_OK && same_value(&old[0], &b[0]) && same_value(&old[1], &b[1]);
        Cell all[4] = {old[0], old[1], b[0], b[1]};
        Slow look = arith_plain(vm, all, 4);
        s = s != SLOW_OK ? s : look == SLOW_LOOK || look == SLOW_UNDEF ? look : SLOW_OK;
        new[0] = equal ? c[0] : old[0];
        new[1] = equal ? c[1] : old[1];
        dst[2] = cell_number(equal);
    } else if (in->aux >> 8 == RMW_XCHG) {
        new[0] = b[0];
        new[1] = b[1];
    } else {
        Slow x = arith_plain(vm, old, 2), y = arith_plain(vm, b, 2);
        s = s != SLOW_OK ? s : x != SLOW_OK ? x : y;
        static const u8 as128[RMW_FN_COUNT] = {[RMW_ADD] = A_ADD,
                                               [RMW_SUB] = A_SUB,
                                               [RMW_AND] = A_AND,
                                               [RMW_OR] = A_OR,
                                               [RMW_XOR] = A_XOR};
        if (s == SLOW_OK) {
            Insn op = {.op = OP_ARITH128, .aux = as128[in->aux >> 8]};
            number_op(&op, new, old, b, NULL);
        }
    }
    if (s != SLOW_OK) {
        *end = arith_stop(vm, t, s);
        return false;
    }
    mem_write(vm, p, off, 8, &new[0]);
    mem_write(vm, p, off + 8, 8, &new[1]);
    dst[0] = old[0];
    dst[1] = old[1];
    return true;
}
