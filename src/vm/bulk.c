// SPDX-License-Identifier: Apache-2.0
// memcpy, memmove, memset. On memory that only this thread can reach they are one operation.
// Elsewhere they go in pieces of up to one aligned register, a load and a store each, so that other
// threads can see and disturb them half done.
#include "vm/vm_int.h"

#include <string.h>

static bool find(Vm *vm, Cell p, u64 n, bool is_write, Place **place, u32 *off) {
    u32 base, size;
    Place *pl = p.part ? NULL : obj_place(vm, p.tag, &base, &size);
    if (!pl || p.v > size || n > size - p.v || (is_write && pl->kind == OBJ_CONST))
        return false;
    *place = pl;
    *off = base + (u32)p.v;
    CHECK(*off <= pl->size && n <= pl->size - *off);
    return true;
}

static bool resolve(Vm *vm, Cell p, u64 n, bool is_write, Place **place, u32 *off, RunEnd *end) {
    if (find(vm, p, n, is_write, place, off))
        return true;
    *end = fault_access(vm, p, p.v, n, is_write);
    return false;
}

static u64 gap_of(const Bulk *b) {
    ENSURE(b->is_copy);
    return b->dst_off > b->src_off ? b->dst_off - b->src_off : b->src_off - b->dst_off;
}

// Equal addresses are none of it: clang copies a structure to itself in this way, and memcpy cannot
// go wrong.
static bool overlaps(const Bulk *b, u64 n) {
    CHECK(n > 0 && b->dst && (!b->is_copy || b->src));
    return b->is_copy && b->src == b->dst && gap_of(b) && gap_of(b) < n;
}

// A piece that is loaded already is stored as it is, even if an atomic section has begun since, or
// others have lost sight of the memory.
bool bulk_plan(Vm *vm, Thread *t, const Insn *in, Bulk *b, RunEnd *end) {
    const Frame *f = &t->frames[t->nframes - 1];
    Cell dst = vm_operand(vm, t, f, in->a), src = vm_operand(vm, t, f, in->b),
         len = vm_operand(vm, t, f, in->c);
    Cell lookers[3] = {len, dst, src};
    u32 n = in->op == OP_MEMSET ? 2 : 3;
    for (u32 i = 0; i < n; i++) {
        bool is_looked_at = i == 0 || cell_is_given(lookers[i]) || obj_is_value(vm, lookers[i].tag);
        Slow s = is_looked_at ? arith_plain(vm, &lookers[i], 1) : SLOW_OK;
        if (s != SLOW_OK) {
            *end = arith_stop(vm, t, s);
            return false;
        }
    }
    for (u32 i = 1; i < n; i++) {
        u64 last = lookers[i].v + len.v;
        bool is_whole = len.v && !lookers[i].part;
        Slow s =
            is_whole ? sized_reach(vm, lookers[i].tag, last < len.v ? UINT64_MAX : last) : SLOW_OK;
        if (s != SLOW_OK) {
            *end = arith_stop(vm, t, s);
            return false;
        }
    }
    ENSURE(in->op == OP_MEMCPY || in->op == OP_MEMSET);
    *b = (Bulk){.is_copy = in->op == OP_MEMCPY};
    ENSURE(t->bulk_done <= len.v);
    u64 left = len.v - t->bulk_done;
    if (left == 0)
        return true;
    if (!resolve(vm, dst, len.v, true, &b->dst, &b->dst_off, end))
        return false;
    if (b->is_copy) {
        if (!resolve(vm, src, len.v, false, &b->src, &b->src_off, end))
            return false;
        if (!(in->aux & BULK_MOVE) && overlaps(b, len.v)) {
            *end = fault_set(vm, FAULT_INVALID_POINTER, dst.tag,
                             "memory is copied to memory that overlaps it by %llu of %llu byte%s "
                             "(memmove may do that)",
                             (unsigned long long)(len.v - gap_of(b)), (unsigned long long)len.v,
                             len.v == 1 ? "" : "s");
            return false;
        }
    } else {
        Slow s = arith_plain(vm, &src, 1);
        if (s == SLOW_LOOK || s == SLOW_GIVEN || s == SLOW_NUMERIC) {
            *end = arith_stop(vm, t, s);
            return false;
        }
        b->byte = (u8)src.v;
        b->is_undef = s == SLOW_UNDEF;
    }
    bool sees_src = b->is_copy && b->src->is_visible;
    b->is_visible = b->dst->is_visible || sees_src;
    b->n = (u32)left;
    bool is_backward = b->is_copy && overlaps(b, len.v) ? b->dst_off > b->src_off : t->is_downward;
    if (vm->repeated && t == &vm->threads[vm->running]) {
        witness_plan(vm, t, b);
    } else if (t->has_bulk_value || (b->is_visible && !t->in_atomic)) {
        u32 edge = is_backward ? b->dst_off + (u32)left : b->dst_off + (u32)t->bulk_done;
        u32 word = vm->program->ptr_bytes, over = edge & (word - 1);
        u32 piece = is_backward && over ? over : word - over;
        if (b->is_copy && ((b->dst_off ^ b->src_off) & (word - 1)))
            piece = 1; // never cut a pointer in two
        piece = piece < left ? piece : (u32)left;
        if (b->is_copy) {
            u32 at = b->src_off + (is_backward ? (u32)left - piece : (u32)t->bulk_done);
            piece = memory_uniform(b->src, at, piece, is_backward);
        }
        b->n = t->has_bulk_value ? t->bulk_len : piece;
        b->in_two = t->has_bulk_value || (b->dst->is_visible && sees_src);
    }
    u32 done = is_backward ? (u32)left - b->n : (u32)t->bulk_done;
    b->dst_off += done;
    b->src_off += done;
    b->is_last = b->n == left;
    ENSURE(b->n > 0 && b->n <= left && b->dst_off + b->n <= b->dst->size);
    ENSURE(!b->is_copy || b->src_off + b->n <= b->src->size);
    return true;
}

bool bulk_do(Vm *vm, Thread *t, const Bulk *b) {
    ENSURE(b->n > 0 && (!b->in_two || b->is_copy) && (!t->has_bulk_value || b->n == t->bulk_len));
    if (b->in_two && !t->has_bulk_value) {
        memory_load(vm, b->src, b->src_off, b->n, &t->bulk_value);
        t->has_bulk_value = true;
        t->bulk_len = b->n;
        return false;
    }
    if (t->has_bulk_value)
        memory_store(vm, b->dst, b->dst_off, b->n, &t->bulk_value);
    else if (b->is_copy)
        memory_copy(vm, b->dst, b->dst_off, b->src, b->src_off, b->n);
    else if (b->is_undef)
        memory_forget(vm, b->dst, b->dst_off, b->n);
    else
        memory_fill(vm, b->dst, b->dst_off, b->byte, b->n);
    t->has_bulk_value = false;
    t->bulk_done = b->is_last ? 0 : t->bulk_done + b->n;
    t->is_downward = t->is_downward && !b->is_last;
    return b->is_last;
}

// Where they overlap there is one direction only in which nothing is lost.
bool bulk_has_ways(Vm *vm, const Thread *t, const Insn *in, Bulk *b) {
    const Frame *f = &t->frames[t->nframes - 1];
    Cell dst = vm_operand(vm, t, f, in->a), src = vm_operand(vm, t, f, in->b),
         len = vm_operand(vm, t, f, in->c);
    *b = (Bulk){.is_copy = in->op == OP_MEMCPY};
    if (t->masks || !cell_is_number(len) || len.v < 2 ||
        !find(vm, dst, len.v, true, &b->dst, &b->dst_off) ||
        (b->is_copy && !find(vm, src, len.v, false, &b->src, &b->src_off)))
        return false;
    ENSURE(len.v <= MAX_OBJECT_BYTES); // it is inside an object
    b->n = (u32)len.v;
    b->is_visible = b->dst->is_visible || (b->is_copy && b->src->is_visible);
    u32 word = vm->program->ptr_bytes, over = b->dst_off & (word - 1);
    bool is_even = !b->is_copy || !((b->dst_off ^ b->src_off) & (word - 1));
    return b->is_visible && !(is_even && over + len.v <= word) &&
           !(b->is_copy && overlaps(b, len.v));
}
