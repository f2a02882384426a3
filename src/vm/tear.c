// SPDX-License-Identifier: Apache-2.0
// Plain accesses that the processor makes in several: those of more bytes than its registers have
// (long long with pointers of 32 bits, integers of 24 or 48 bits), and those that lie across two
// cache lines. Other threads may come between the pieces. Atomic accesses never tear.
//
// Where the lines are is known only as far as the alignment of the object tells it: an access that
// is not aligned tears at every place where a line could end. Pieces go from the lowest address up
// or from the highest down, since compilers do both: that is a choice, made before the first piece
// (PEND_PIECES). What the compiler's own instruction splits into several of ours (DOWN in
// ir/ops.def) and what memcpy and its relatives do (bulk.c) goes by the same choice. SOUND: there
// is none while others cannot see the bytes, and where the reduction lets the access pass as a
// whole: then nobody can be between two pieces.
//
// Like memcpy, such an access is one instruction that runs again for each piece: bulk_done counts
// the bytes that were stored, bulk_len those that were loaded, which are in bulk_value.
#include "vm/vm_int.h"

enum { CACHE_LINE = 64 };

static u32 largest_power(u32 n) {
    ENSURE(n >= 1);
    u32 power = 1;
    while (2 * power <= n)
        power *= 2;
    return power;
}

u32 tear_done(const Thread *t) {
    CHECK(t->has_bulk_value ? t->bulk_done == 0 && t->bulk_len < 8 : t->bulk_done < 8);
    return t->has_bulk_value ? t->bulk_len : (u32)t->bulk_done;
}

// Where the piece that begins after `done` bytes ends.
static u32 end_of_piece(const Vm *vm, ObjId obj, u64 offset, u32 n, u32 done) {
    ENSURE(done < n);
    u32 word = vm->program->ptr_bytes;
    u32 from = 0, size; // of the part that is one access if it is aligned
    for (;; from += size) {
        size = largest_power(n - from < word ? n - from : word);
        if (from + size > done)
            break;
    }
    u32 align = obj_align(vm, obj), end = from + size;
    CHECK(align && (align & (align - 1)) == 0);
    if (align >= size && (offset + from) % size == 0)
        return end;
    u32 line = align < CACHE_LINE ? align : CACHE_LINE;
    u64 next = (offset + done) / line * line + line - offset;
    CHECK(next > done);
    return next < end ? (u32)next : end;
}

Piece tear_piece(const Vm *vm, const Thread *t, ObjId obj, u64 offset, u32 n) {
    u32 done = tear_done(t), from = t->is_downward ? 0 : done, to = t->is_downward ? n - done : n;
    if (t->masks)
        return (Piece){from, to - from};
    u32 end = end_of_piece(vm, obj, offset, n, from);
    while (t->is_downward && end < to) {
        from = end;
        end = end_of_piece(vm, obj, offset, n, from);
    }
    ENSURE(from < end && end <= to);
    return (Piece){from, end - from};
}

bool tear_load(Vm *vm, Thread *t, const Place *place, u32 off, Piece piece, u32 n, Cell *out) {
    u32 done = tear_done(t), len = piece.len;
    ENSURE(len >= 1 && done + len <= n && n <= 8);
    ENSURE(t->bulk_done == 0 && piece.at == (t->is_downward ? n - done - len : done));
    Cell value;
    if (done == 0) {
        memory_load(vm, place, off, len, &value);
    } else {
        Place *p = memory_blank(vm);
        memory_store(vm, p, t->is_downward ? len : 0, done, &t->bulk_value);
        memory_copy(vm, p, t->is_downward ? 0 : done, place, off, len);
        memory_load(vm, p, 0, done + len, &value);
    }
    t->has_bulk_value = done + len < n;
    t->bulk_len = done + len;
    if (t->has_bulk_value) {
        t->bulk_value = value;
        return false;
    }
    *out = value;
    t->is_downward = false;
    return true;
}

bool tear_store(Vm *vm, Thread *t, Place *place, u32 off, Piece piece, u32 n, const Cell *value) {
    ENSURE(piece.len >= 1 && piece.at + piece.len <= n && n <= 8 && !t->has_bulk_value);
    if (piece.len == n) {
        memory_store(vm, place, off, n, value);
        t->is_downward = false;
        return true;
    }
    Place *p = memory_blank(vm);
    memory_store(vm, p, 0, n, value);
    memory_copy(vm, place, off, p, piece.at, piece.len);
    t->bulk_done += piece.len;
    ENSURE(t->bulk_done <= n);
    if (t->bulk_done < n)
        return false;
    ENSURE(t->is_downward ? piece.at == 0 : piece.at + piece.len == n);
    t->bulk_done = 0;
    t->is_downward = false;
    return true;
}

// ---- directions ---------------------------------------------------------------------------------

static bool is_plain_access(const Insn *in) {
    switch (in->op) {
    case OP_LOAD16:
    case OP_LOAD32:
    case OP_LOAD64:
    case OP_LOADN:
    case OP_STORE16:
    case OP_STORE32:
    case OP_STORE64:
    case OP_STOREN: return !(in->aux & MEM_ATOMIC);
    default: return false;
    }
}

static bool is_seen(Vm *vm, Cell p, u64 offset, u32 n) {
    u32 base, size;
    const Place *place = p.part ? NULL : vm_place(vm, p.tag, &base, &size);
    return place && place->is_visible && offset <= size && n <= size - offset;
}

bool tear_has_ways(Vm *vm, const Thread *t) {
    ENSURE(t->nframes > 0);
    const Frame *f = &t->frames[t->nframes - 1];
    const Insn *in = &vm->program->code[f->pc];
    if (t->masks || t->bulk_done || t->has_bulk_value)
        return false;
    if (ir_op_info[in->op].effect == EFFECT_BULK)
        return bulk_has_ways(vm, t, in, &(Bulk){0});
    if (in->op != OP_DOWN && !is_plain_access(in))
        return false;
    Cell p = vm_operand(vm, t, f, in->a);
    u64 offset = vm_offset(vm, p, in->c);
    u32 n = in->op == OP_DOWN ? (u32)in->b : insn_access_bytes(in);
    return is_seen(vm, p, offset, n) &&
           (in->op == OP_DOWN || end_of_piece(vm, p.tag, offset, n, 0) < n);
}
