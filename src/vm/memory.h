// SPDX-License-Identifier: Apache-2.0
// The path to the program's memory. Every load, store, exchange, copy and fill of the bytes of an
// object goes through these functions, whoever asks: instructions, models, reports. (mem_ in base
// is the host's memory.) The caller has found the place and knows that the range is inside it. Who
// looks at contents from outside, without an access, does it by Contents (vm/look.h).
//
// A store buffer hooks in here: memory_store puts the value into the buffer of the thread that
// runs, memory_load looks there before it looks at the place, memory_exchange and the bulk
// operations empty the buffer first. A symbolic byte is one more class of tag: memory_load_marked
// joins the terms of the bytes that it meets, memory_store_marked marks the bytes of a term as it
// marks those of a pointer; nothing else knows how values lie in bytes.
#ifndef HEDDLE_VM_MEMORY_H
#define HEDDLE_VM_MEMORY_H

#include "vm/save.h"

#include <string.h>

// ---- access -------------------------------------------------------------------------------------

// For the checking build: whether the contents of a place are as memory.c promises.
void memory_check(const Place *p);
static inline void memory_check_range(const Place *p, u64 off, u64 n) {
    if (!IS_CHECKING)
        return;
    ENSURE(off <= p->size && n <= p->size - off);
    memory_check(p);
}

static inline bool memory_is_plain(const Place *p) { return (p->ntags | p->nholes) == 0; }

// For places that are not plain, values that are no numbers, and the first write of a step.
void memory_load_marked(const Vm *vm, const Place *p, u32 off, u32 n, Cell *out);
void memory_store_marked(Vm *vm, Place *p, u32 off, u32 n, const Cell *c);

// n is 1 to 8. Bytes that mix a pointer's with others give a cell of kind CELL_ADDRESS.
static inline void memory_load(const Vm *vm, const Place *p, u32 off, u32 n, Cell *out) {
    CHECK(n >= 1 && n <= 8);
    memory_check_range(p, off, n);
    if (LIKELY(memory_is_plain(p))) {
        *out = (Cell){0};
        memcpy(&out->v, p->data + off, n);
    } else {
        memory_load_marked(vm, p, off, n, out);
    }
    CHECK(cell_is_formed(*out));
}
static inline void memory_store(Vm *vm, Place *p, u32 off, u32 n, const Cell *c) {
    CHECK(n >= 1 && n <= 8 && cell_is_formed(*c));
    memory_check_range(p, off, n);
    if (LIKELY(p->is_own && memory_is_plain(p) && cell_is_number(*c)))
        memcpy(p->data + off, &c->v, n);
    else
        memory_store_marked(vm, p, off, n, c);
}

// Two cells, low first; n is 9 to 16.
static inline void memory_load_wide(const Vm *vm, const Place *p, u32 off, u32 n, Cell *out) {
    CHECK(n >= 9 && n <= 16);
    memory_load(vm, p, off, 8, &out[0]);
    memory_load(vm, p, off + 8, n - 8, &out[1]);
}
static inline void memory_store_wide(Vm *vm, Place *p, u32 off, u32 n, const Cell *c) {
    CHECK(n >= 9 && n <= 16);
    memory_store(vm, p, off, 8, &c[0]);
    memory_store(vm, p, off + 8, n - 8, &c[1]);
}

// One operation that loads n (1 to 16) bytes and then stores what `change` makes of them, or
// nothing if that returns false. Both are one cell, or two where n is more than 8.
typedef bool MemoryChange(Vm *vm, void *arg, const Cell *old, Cell *new);
bool memory_exchange(Vm *vm, Place *p, u32 off, u32 n, MemoryChange *change, void *arg);

void memory_copy(Vm *vm, Place *dst, u32 dst_off, const Place *src, u32 src_off, u32 n);
void memory_fill(Vm *vm, Place *p, u32 off, u8 byte, u32 n);
void memory_forget(Vm *vm, Place *p, u32 off, u32 n); // becomes uninitialised
// The longest piece of [off, off+n), from its start or from its end, that lies inside one tag or
// outside all.
u32 memory_uniform(const Place *p, u32 off, u32 n, bool from_end);
// Replaces every copy of the unknown value `id`, in memory and in all threads, by a number.
void memory_settle(Vm *vm, ObjId id, u64 value);
// The same for a spot, which is a pointer from now on.
void memory_settle_spot(Vm *vm, ObjId id, Cell pointer);
// The same in the registers of a live thread only.
void memory_settle_thread(const Vm *vm, Thread *t, ObjId id, Cell whole);
// The unknown value is not zero; what it is stays unknown.
void memory_settle_nonzero(Vm *vm, ObjId id);

// ---- contents as a whole ------------------------------------------------------------------------

// Makes a place writable; frees its buffers.
void place_own(Vm *vm, Place *p);
void place_free(Place *p);
// New contents: zeros, or nothing that was written.
void memory_begin(Vm *vm, Place *p, u32 size, bool is_zeroed);
void memory_end(Vm *vm, Place *p); // none
// Bytes that it did not have are uninitialised.
void memory_resize(Vm *vm, Place *p, u32 size);
// What the program says that something holds at first.
typedef struct MemoryImage {
    u32 size;
    const u8 *bytes; // NULL: zeros
    const Tag *tags;
    u32 ntags;
} MemoryImage;
void memory_begin_as(Vm *vm, Place *p, const MemoryImage *image);
// Whether it still holds that; false also where pointers are part of it.
bool memory_is_as(const Place *p, const MemoryImage *image);
// Of a block of unknown size: what it names behind its last byte. It gets more bytes.
ObjId memory_size_of(const Place *p);
void memory_set_size(Vm *vm, Place *p, ObjId size);
void memory_grow_sized(Vm *vm, Place *p, u32 size);
// A place of 8 bytes outside the program, in which values are cut and joined; good until the next
// call.
Place *memory_blank(Vm *vm);

#endif
