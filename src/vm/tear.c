// SPDX-License-Identifier: Apache-2.0
// Plain accesses that the processor makes in several: those of more bytes than its registers have (long long with pointers
// of 32 bits, integers of 24 or 48 bits), and those that lie across two cache lines. Other threads may come between the
// pieces. Atomic accesses never tear.
//
// Where the lines are is known only as far as the alignment of the object tells it: an access that is not aligned tears at
// every place where a line could end. Pieces go from the lowest address up; a compiler that does the upper half first makes a
// program that is not looked at (doc/manual.md says so).
//
// Like memcpy, such an access is one instruction that runs again for each piece: bulk_done counts the bytes that were
// stored, bulk_len those that were loaded, which are in bulk_value.
#include "vm/vm_int.h"

enum { CACHE_LINE = 64 };

static u32 largest_power(u32 n) {
    u32 power = 1;
    while (2 * power <= n)
        power *= 2;
    return power;
}

u32 tear_done(const Thread *t) { return t->has_bulk_value ? t->bulk_len : (u32)t->bulk_done; }

u32 tear_piece(const Vm *vm, const Thread *t, ObjId obj, u64 offset, u32 n) {
    u32 done = tear_done(t), word = vm->program->ptr_bytes;
    if (t->masks)
        return n - done;
    u32 from = 0, size;             // of the part that is one access if it is aligned
    for (;; from += size) {
        size = largest_power(n - from < word ? n - from : word);
        if (from + size > done)
            break;
    }
    u32 align = obj_align(vm, obj), end = from + size;
    if (align >= size && (offset + from) % size == 0)
        return end - done;
    u32 line = align < CACHE_LINE ? align : CACHE_LINE;
    u64 next = (offset + done) / line * line + line - offset;
    return (next < end ? (u32)next : end) - done;
}

// A place outside the program, in which values are cut and joined.
static Place *blank(Vm *vm) {
    Place *p = &vm->scratch->blank;
    p->is_own = true;
    p->own_data = p->data = vm->scratch->blank_data;
    p->data_cap = p->size = sizeof vm->scratch->blank_data;
    p->tags = p->own_tags;
    p->holes = p->own_holes;
    p->ntags = p->nholes = 0;
    return p;
}

bool tear_load(Vm *vm, Thread *t, const Place *place, u32 off, u32 len, u32 n, Cell *out) {
    u32 done = tear_done(t);
    Cell value;
    if (done == 0) {
        mem_read(vm, place, off, len, &value);
    } else {
        Place *p = blank(vm);
        mem_write(vm, p, 0, done, &t->bulk_value);
        mem_copy(vm, p, done, place, off, len);
        mem_read(vm, p, 0, done + len, &value);
    }
    t->has_bulk_value = done + len < n;
    t->bulk_len = done + len;
    if (t->has_bulk_value)
        t->bulk_value = value;
    else
        *out = value;
    return !t->has_bulk_value;
}

bool tear_store(Vm *vm, Thread *t, Place *place, u32 off, u32 len, u32 n, const Cell *value) {
    u32 done = (u32)t->bulk_done;
    if (len == n) {
        mem_write(vm, place, off, n, value);
        return true;
    }
    Place *p = blank(vm);
    mem_write(vm, p, 0, n, value);
    mem_copy(vm, place, off, p, done, len);
    t->bulk_done = done + len < n ? done + len : 0;
    return t->bulk_done == 0;
}
