// SPDX-License-Identifier: Apache-2.0
// Addresses that malloc gives out again (--reuse-addresses). Only blocks that some pointer still
// remembers matter: for all others a new object is the same as an old one. So malloc may return any
// freed block of the right size that is still reachable, which makes dangling pointers to it valid
// again, as on a real machine.
//
// Control blocks of threads that were joined, or detached and have ended, are internal blocks: they
// serve again as such.
//
// Tombstones keep their size and kind (in `site`), the order of their ends (in `turn`) and
// their place among the objects whose addresses were compared (in `rank`). Only the order of these
// numbers matters, so a step makes them small again in the end. SOUND for replays: which blocks are
// reachable and in which order they ended does not depend on how objects are numbered.
#include "vm/vm_int.h"

#include <stdlib.h>

// ---- tombstones in the order of their ends ------------------------------------------------------

// A tombstone as a number that sorts by the order of ends.
static u64 key_of(const Vm *vm, u32 i) { return (u64)vm->dyn[i].turn << 32 | i; }
static Place *place_of(const Vm *vm, u64 key) {
    CHECK((u32)key < vm->ndyn && vm->dyn[(u32)key].kind == OBJ_FREED);
    return &vm->dyn[(u32)key];
}

static int compare(const void *a, const void *b) {
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return (x > y) - (x < y);
}

// For the checking build: no two have ended at once, and each of them has.
static bool turns_ascend(const Vm *vm, const u64 *keys, u32 n) {
    u32 last = 0, i = 0;
    while (i < n && place_of(vm, keys[i])->turn > last)
        last = place_of(vm, keys[i++])->turn;
    return i == n;
}

typedef struct Ended {
    u64 *keys;
    u32 n, cap;
} Ended;

// Slots that can serve again at once, so that a loop that allocates and frees does not fill the
// machine. SOUND: as in collect.c; the machine stands before an instruction, so what is live in a
// thread is known as well.
static void give_back(Vm *vm, u32 i) {
    if (vm->options.keeps_addresses)
        return;
    Place *p = &vm->dyn[i];
    p->turn = 0;
    CHECK(p->kind == OBJ_FREED && p->is_own && vm->nfree_slots < vm->ndyn);
    p->kind = OBJ_RETURNED; // not to be given back twice
    VEC_PUSH(vm->free_slots, vm->nfree_slots, vm->free_slots_cap) = vm->first_dynamic + i;
}

// Finds the freed blocks that some pointer remembers, the first to end first; the slots of others
// are given back.
static void find_ended(Vm *vm, Ended *out) {
    bool *seen = mem_zalloc(vm->ndyn + 1);
    vm_mark_reachable(vm, seen);
    for (u32 i = 0; i < vm->ndyn; i++) {
        Place *p = &vm->dyn[i];
        if (p->kind != OBJ_FREED)
            continue;
        if (seen[i])
            VEC_PUSH(out->keys, out->n, out->cap) = key_of(vm, i);
        else if (p->is_own)
            give_back(vm, i);
    }
    mem_free(seen, vm->ndyn + 1);
    if (out->n)
        qsort(out->keys, out->n, sizeof *out->keys, compare);
    CHECK(turns_ascend(vm, out->keys, out->n));
    vm->last_freed = out->n ? place_of(vm, out->keys[out->n - 1])->turn : 0;
    vm->knows_freed = true;
}

// The number of the block that was freed last, or a larger one.
static u32 last_freed(Vm *vm) {
    CHECK(vm->options.reuse_addresses);
    for (u32 i = 0; i < vm->ndyn && !vm->knows_freed; i++)
        if (vm->dyn[i].kind == OBJ_FREED && vm->dyn[i].turn > vm->last_freed)
            vm->last_freed = vm->dyn[i].turn;
    vm->knows_freed = true;
    return vm->last_freed;
}

// ---- giving out again ---------------------------------------------------------------------------

static u32 site_of(u32 size, ObjKind kind) { return size | (kind == OBJ_INTERNAL ? 1u << 31 : 0); }
_Static_assert(MAX_OBJECT_BYTES < 1u << 31, "there is a bit for the kind");

// The n-th block of this size and kind that may be given out again, in the order of their ends; n
// counts from 0. NULL if there are not so many. *count is how many there are.
static Place *find(Vm *vm, u32 site, u32 n, u32 *count) {
    Ended ended = {0};
    Place *found = NULL;
    *count = 0;
    if (last_freed(vm) == 0)
        return NULL;
    find_ended(vm, &ended);
    for (u32 i = 0; i < ended.n; i++) {
        Place *p = place_of(vm, ended.keys[i]);
        if (p->site != site)
            continue;
        if (*count == n)
            found = p;
        ++*count;
    }
    CHECK((found != NULL) == (n < *count) && *count <= ended.n);
    VEC_FREE(ended.keys, ended.cap);
    return found;
}

u32 reuse_count(Vm *vm, u64 size, ObjKind kind) {
    u32 count = 0;
    if (vm->options.reuse_addresses && size && size <= MAX_OBJECT_BYTES)
        find(vm, site_of((u32)size, kind), 0, &count);
    ENSURE(count <= vm->ndyn);
    return count;
}

ObjId reuse_take(Vm *vm, u32 size, ObjKind kind, u32 n) {
    u32 count;
    Place *p = find(vm, site_of(size, kind), n, &count);
    ENSURE(p != NULL);
    ENSURE(p->kind == OBJ_FREED && vm->options.reuse_addresses);
    return vm->first_dynamic + (ObjId)(p - vm->dyn);
}

// ---- numbers ------------------------------------------------------------------------------------

void reuse_begin(Vm *vm) {
    CHECK(vm->ndyn <= vm->dyn_high);
    vm->last_freed = 0;
    vm->knows_freed = vm->has_freed = false;
}

void reuse_tidy(Vm *vm) {
    Ended ended = {0};
    if (!vm->options.reuse_addresses || !vm->has_freed)
        return;
    find_ended(vm, &ended);
    for (u32 i = 0; i < ended.n; i++) {
        Place *p = place_of(vm, ended.keys[i]);
        if (p->turn == i + 1)
            continue;
        place_own(vm, p);
        p->turn = (u16)(i + 1);
    }
    ENSURE(ended.n <= UINT16_MAX);
    CHECK(turns_ascend(vm, ended.keys, ended.n));
    vm->last_freed = ended.n;
    VEC_FREE(ended.keys, ended.cap);
}

bool reuse_has_room(Vm *vm) {
    if (vm->options.reuse_addresses && last_freed(vm) == UINT16_MAX) {
        vm->has_freed = true;
        reuse_tidy(vm);
    }
    return !vm->options.reuse_addresses || vm->last_freed < UINT16_MAX;
}

void reuse_freed(Vm *vm, Place *freed, ObjKind kind, u32 size) {
    ENSURE(freed->kind == OBJ_FREED && freed->size == 0 && freed->is_own);
    freed->turn = 0; // it counts from now on
    u32 last = last_freed(vm);
    ENSURE(last < UINT16_MAX);
    vm->last_freed = last + 1;
    vm->has_freed = true;
    freed->turn = (u16)vm->last_freed;
    freed->site = site_of(size, kind);
}
