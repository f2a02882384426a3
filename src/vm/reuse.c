// SPDX-License-Identifier: Apache-2.0
// Addresses that malloc gives out again (--reuse-addresses). Only blocks that some pointer still remembers matter: for
// all others a new object is the same as an old one. So malloc may return any freed block of the right size that is still
// reachable, which makes dangling pointers to it valid again, as on a real machine.
//
// Tombstones keep their size (in `site`), the order of their ends (in `align_log`) and their place among the objects
// whose addresses were compared (in `rank`). SOUND for replays: which blocks are reachable and in which order they
// ended does not depend on how objects are numbered.
#include "vm/vm_int.h"

// The n-th block of this size that may be given out again, in the order of their ends; n counts from 0. NULL if there
// are not so many. *count is how many there are.
static Place *find(Vm *vm, u32 size, u32 n, u32 *count) {
    bool *seen = mem_zalloc(vm->ndyn + 1);
    Place *found = NULL;
    collect_reachable(vm, seen);
    *count = 0;
    for (u32 last = 0;;) {
        Place *next = NULL;
        for (u32 i = 0; i < vm->ndyn; i++) {
            Place *p = &vm->dyn[i];
            bool is_later = p->kind == OBJ_FREED && p->align_log > last;
            if (seen[i] && is_later && p->site == size && (!next || p->align_log < next->align_log))
                next = p;
        }
        if (!next)
            break;
        if (*count == n)
            found = next;
        last = next->align_log;
        ++*count;
    }
    mem_free(seen, vm->ndyn + 1);
    return found;
}

u32 reuse_count(Vm *vm, u64 size) {
    u32 count = 0;
    if (vm->options.reuse_addresses && size && size <= MAX_OBJECT_BYTES)
        find(vm, (u32)size, 0, &count);
    return count;
}

ObjId reuse_take(Vm *vm, u32 size, u32 n) {
    u32 count;
    Place *p = find(vm, size, n, &count);
    ENSURE(p != NULL);
    return vm->first_dynamic + (ObjId)(p - vm->dyn);
}

bool reuse_has_room(const Vm *vm) {
    u32 n = 0;
    for (u32 i = 0; i < vm->ndyn && vm->options.reuse_addresses; i++)
        n += vm->dyn[i].kind == OBJ_FREED;
    return n < UINT16_MAX;
}

// The numbers stay small: only their order matters.
void reuse_freed(Vm *vm, Place *freed, u32 size) {
    u32 order = 1;
    for (u32 last = 0;; order++) {
        Place *next = NULL;
        for (u32 i = 0; i < vm->ndyn; i++) {
            Place *p = &vm->dyn[i];
            bool is_later = p->kind == OBJ_FREED && p->align_log > last;
            if (p != freed && is_later && (!next || p->align_log < next->align_log))
                next = p;
        }
        if (!next)
            break;
        last = next->align_log;
        if (next->align_log != order) {
            vm_own(vm, next);
            next->align_log = (u16)order;
        }
    }
    ENSURE(order <= UINT16_MAX);
    freed->align_log = (u16)order;
    freed->site = size;
}
