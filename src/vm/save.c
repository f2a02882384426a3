// SPDX-License-Identifier: Apache-2.0
// Saving and loading, but for the packed form of threads (thread.c). A state is saved by making
// each changed place and each changed thread share a block of the store; it is loaded by sharing
// the blocks that differ. Between the two the places may get other numbers.
//
// Invariant: a place is own if and only if it is in Vm.dirty, but for constants, which are never
// saved. A place that is not own shares a block that does not change as long as it is shared.
#include "vm/vm_int.h"

#include <string.h>

// ---- places -------------------------------------------------------------------------------------

u32 vm_nchanged(const Vm *vm) { return vm->ndirty; }

const Place *vm_changed(const Vm *vm, u32 i) {
    ENSURE(i < vm->ndirty);
    return vm->dirty[i];
}

void vm_places_saved(Vm *vm) {
    for (u32 i = 0; IS_CHECKING && i < vm->ndirty; i++)
        ENSURE(!vm->dirty[i]->is_own && "a place that was not saved");
    vm->ndirty = 0;
}

void vm_copy_globals(Vm *vm, const Vm *from, u32 block, u32 off, u32 n) {
    ENSURE(vm->program == from->program && block < vm->program->nblocks);
    memory_copy(vm, &vm->places[block], off, &from->places[block], off, n);
}

void vm_clear_globals(Vm *vm, u32 block, u32 off, u32 n) {
    ENSURE(block < vm->program->nblocks);
    memory_fill(vm, &vm->places[block], off, 0, n);
}

// ---- threads ------------------------------------------------------------------------------------

void vm_thread_saved(Vm *vm, ThreadId k, const Block *b, u32 id) {
    Thread *t = &vm->threads[k];
    ENSURE(k < vm->nthreads && t->form != THREAD_EMPTY && b && id);
    t->packed = b;
    t->id = id;
    t->is_changed = false;
}

void vm_replace_thread(Vm *vm, ThreadId k, const Block *b) {
    ENSURE(k < vm->nthreads && b);
    vm_share_thread(vm, k, b, 0);
    vm->threads[k].is_changed = true;
}

// ---- states -------------------------------------------------------------------------------------

void vm_set_anchored(Vm *vm, bool is_anchored) { vm->numbering.is_anchored = is_anchored; }

static void forget_changes(Vm *vm) {
    Numbering *n = &vm->numbering;
    ENSURE(n->shape_changed || !(n->links_changed || n->thread_ended));
    *n = (Numbering){.old_objects = vm->ndyn, .is_anchored = n->is_anchored};
}

void vm_saved(Vm *vm) {
    for (ThreadId k = 0; IS_CHECKING && k < vm->nthreads; k++)
        ENSURE(!vm->threads[k].is_changed && "a thread that was not saved");
    vm_places_saved(vm);
    forget_changes(vm);
}

void vm_set_counts(Vm *vm, u32 ndyn, u32 nthreads) {
    ENSURE(ndyn <= MAX_OBJECTS && nthreads <= MAX_THREADS);
    vm->ndirty = vm->nfree_slots = 0;
    vm->ndyn = ndyn;
    if (ndyn > vm->dyn_high)
        vm->dyn_high = ndyn;
    for (ThreadId k = nthreads; k < vm->nthreads; k++)
        vm_share_thread(vm, k, NULL, 0);
    vm->nthreads = nthreads;
}

void vm_loaded(Vm *vm) {
    vm->atomic_thread = THREAD_NONE;
    vm->mistook_others = false;
    forget_changes(vm);
    suppose_forget(vm);
    vm->has_exited = false;
    for (ThreadId k = 0; k < vm->nthreads; k++) {
        if (vm->threads[k].form == THREAD_EMPTY || !vm->threads[k].in_atomic)
            continue;
        ENSURE(vm->atomic_thread == THREAD_NONE && "two threads inside atomic sections");
        vm->atomic_thread = k;
    }
}

// ---- other numbers for objects ------------------------------------------------------------------

// The places of objects were moved, or some were dropped.
static void find_dirty(Vm *vm) {
    vm->ndirty = vm->nfree_slots = 0;
    for (u32 i = 0; i < vm->program->nblocks; i++)
        if (vm->places[i].is_own)
            VEC_PUSH(vm->dirty, vm->ndirty, vm->dirty_cap) = &vm->places[i];
    for (u32 i = 0; i < vm->ndyn; i++)
        if (vm->dyn[i].is_own)
            VEC_PUSH(vm->dirty, vm->ndirty, vm->dirty_cap) = &vm->dyn[i];
}

static bool is_renamed(const Vm *vm, const Renumbering *r, ObjId obj) {
    u32 i = obj - vm->first_dynamic;
    return tag_is_dynamic(obj, vm->first_dynamic) && r->map[i] != i + 1;
}

bool vm_renames(const Vm *vm, const Renumbering *r, const Tag *tags, u32 n) {
    for (u32 i = 0; i < n; i++)
        if (is_renamed(vm, r, tags[i].obj))
            return true;
    return false;
}

void vm_rename(const Vm *vm, const Renumbering *r, Tag *tags, u32 n) {
    for (u32 i = 0; i < n; i++) {
        if (!is_renamed(vm, r, tags[i].obj))
            continue;
        u32 number = r->map[tags[i].obj - vm->first_dynamic];
        ENSURE(number && "something points to an object that is dropped");
        tags[i].obj = vm->first_dynamic + number - 1;
    }
}

static void rename_place(Vm *vm, const Renumbering *r, Place *p) {
    CHECK(!(p->flags & BLOCK_KNOWN) || p->kind != OBJ_INTERNAL || !p->ntags); // see vm/before.c
    if (!vm_renames(vm, r, p->tags, p->ntags))
        return;
    place_own(vm, p);
    vm_rename(vm, r, p->tags, p->ntags);
}

// Moves the places into their new order; those that are dropped go to the end, where their buffers
// serve again.
static void reorder(Vm *vm, const Renumbering *r) {
    Scratch *s = vm->scratch;
    VEC_RESERVE(s->moved, 0, s->moved_cap, vm->ndyn + 1);
    memcpy(s->moved, vm->dyn, vm->ndyn * sizeof(Place));
    u32 at = 0;
    for (u32 i = 0; i < r->n; i++)
        vm->dyn[at++] = s->moved[r->order[i]];
    for (u32 i = 0; i < vm->ndyn; i++)
        if (!r->map[i])
            vm->dyn[at++] = s->moved[i];
    ENSURE(at == vm->ndyn && "an object has two numbers");
    vm->ndyn = r->n;
}

void vm_renumber(Vm *vm, const Renumbering *r) {
    ENSURE(r->n <= vm->ndyn);
    if (vm->before)
        before_renumber(vm, r);
    for (u32 i = 0; i < vm->program->nblocks; i++)
        rename_place(vm, r, &vm->places[i]);
    for (u32 i = 0; i < r->n; i++)
        rename_place(vm, r, &vm->dyn[r->order[i]]);
    reorder(vm, r);
    find_dirty(vm);
}

void vm_drop_unnumbered(Vm *vm, const Renumbering *r) {
    if (vm->before)
        before_forget_unnumbered(vm, r);
    for (u32 i = 0; i < vm->ndyn; i++)
        if (!r->map[i])
            obj_drop(vm, i);
    while (vm->ndyn && !r->map[vm->ndyn - 1])
        vm->ndyn--;
    find_dirty(vm);
}
