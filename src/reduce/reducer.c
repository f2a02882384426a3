// SPDX-License-Identifier: Apache-2.0
// What a machine asks before a visible operation: whether it may pass without a scheduling point.
#include "reduce/reduce.h"
#include "vm/look.h"

#include <string.h>

// A step begins no more threads than so many: the violation that two of them lead to should not
// wait until there are all.
enum { MOST_BEGUN = 8 };

bool reducer_is_untracked(u8 *const *masks, const Vm *vm, const Access *a) {
    const Place *globals = vm_globals(vm);
    if (!a->place || a->place < globals || a->place >= globals + vm_program(vm)->nblocks)
        return false;
    const u8 *mask = masks[a->place - globals];
    CHECK(!mask || a->off + a->size <= vm_program(vm)->blocks[a->place - globals].size);
    return mask && memchr(mask + a->off, 1, a->size);
}

// An access in pieces of which some are tracked does not pass: in which order those go is for
// others to see.
static bool is_free(u8 *const *masks, const Vm *vm, const Access *a) {
    if (!reducer_is_untracked(masks, vm, a))
        return false;
    const u8 *mask = masks[a->place - vm_globals(vm)];
    CHECK(!a->is_release); // it has no place
    return !a->goes_in_pieces || !memchr(mask + a->off, 0, a->size);
}

// Whether nobody can touch what is accessed any more. Those that were started in this very step
// stand where they will begin.
static bool is_foreseen(const Reducer *r, Vm *vm, const Access *a) {
    ENSURE(r->others);
    bool is = foresight_passes(r->foresight, r->others, a);
    for (ThreadId k = r->nthreads; k < vm_nthreads(vm) && is; k++)
        is = foresight_passes_thread(r->foresight, vm_live(vm, k), a);
    return is;
}

// Whether it is the beginning or the end of a thread, and nobody can tell when that happens: the
// end enables only who waits for it, the beginning only the thread, and its handle is in memory of
// its creator's own, or nobody else touches it.
static bool is_unseen(const Reducer *r, Vm *vm, const Thread *t, const Access *a) {
    u32 base, size;
    const Place *p = vm_place(vm, a->obj, &base, &size);
    bool is_own = a->obj == t->self || (a->is_begin && p && place_is_private(p));
    return is_own || (a->is_begin && r->foresight && is_foreseen(r, vm, a));
}

// SOUND: the guards must see every access, also those that pass for another reason. Whether others
// can still access the location may have changed in the reduced run (they may have finished their
// current step), but that this thread accesses it without a lock has not. Untracked memory is no
// part of the state, and the verdict says so; if threads could stop at it, then what they have read
// of it would be in their registers, and so in the state, and old when they write it back.
bool reducer_passes(void *reducer, Vm *vm, const Thread *t, const Access *a) {
    Reducer *r = reducer;
    CHECK(r->guards || r->foresight || r->untracked || r->has_unseen_threads); // or who would ask?
    CHECK(vm_nthreads(vm) >= r->nthreads); // a step that ends a thread is over
    if (r->untracked && is_free(r->untracked, vm, a))
        return true;
    if (vm_nthreads(vm) == 1)
        return r->is_observed && r->foresight && !a->is_release && is_foreseen(r, vm, a);
    // A release that moves left may wake another thread earlier, so that leaving that one becomes a
    // preemption.
    if (a->is_release && (r->is_bounded || vm_nthreads(vm) >= r->nthreads + MOST_BEGUN))
        return false;
    if (a->is_release && !r->guards)
        return r->has_unseen_threads && is_unseen(r, vm, t, a);
    bool is_guarded = r->guards && guards_passes(r->guards, vm, t, a);
    return is_guarded || (r->foresight && is_foreseen(r, vm, a));
}

void reducer_misused(void *reducer) {
    const Reducer *r = reducer;
    if (r->guards)
        guards_distrust(r->guards);
    if (r->prospects)
        prospects_distrust(r->prospects);
}

void reducer_waits_inside(void *reducer, Vm *vm, const Thread *t) {
    Reducer *r = reducer;
    CHECK(t->pend.kind == PEND_WAIT);
    if (r->guards)
        guards_waits_inside(r->guards, vm, t);
}

void reducer_observed(void *reducer, Vm *vm, Cell lock) {
    Reducer *r = reducer;
    CHECK(vm_nthreads(vm) >= r->nthreads);
    if (r->guards)
        guards_observed(r->guards, vm, lock);
}
