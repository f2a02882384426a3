// SPDX-License-Identifier: Apache-2.0
// Slots that can serve again. A search renumbers objects
// after each step and drops those that nothing points to (state/canon.c); a machine that runs for
// itself, in a replay, must not change the numbers of objects, and would be full of tombstones
// after a while. So it gives their slots to new objects.
//
// SOUND: only ends of objects that no pointer mentions are forgotten, between two steps, when every
// live value is in memory or in a thread's live cells. Lost heap blocks stay: they are leaks.
#include "vm/vm_int.h"

enum { COLLECT_FROM = MAX_OBJECTS / 4 };

// A block that points to itself remembers itself.
bool collect_is_remembered(Vm *vm, const Thread *t, ObjId id) {
    u32 index = id - vm->first_dynamic;
    vm->step.depends_on_more = true;
    if (!obj_dyn(vm, id))
        return false;
    Reach *r = &vm->scratch->reach;
    ENSURE(t >= vm->threads && t < vm->threads + vm->nthreads);
    ReachMarks m = {vm, mem_zalloc(vm->ndyn)};
    ReachVisitor v = reach_marker(&m);
    reach_begin(r, vm->first_dynamic, vm->ndyn, 1);
    reach_from_globals(r, v);
    for (ThreadId k = 0; k < vm->nthreads; k++)
        if (&vm->threads[k] != t)
            reach_from(r, v, REACH_THREAD, k);
    reach_span(r, v, REACH_THREAD, (u32)(t - vm->threads), reach_user_tags(vm, t));
    reach_from(r, v, REACH_OBJECT, index);
    reach_rest(r, v);
    bool is_remembered = m.is_met[index];
    CHECK(!is_remembered || vm->dyn[index].kind != OBJ_FREE_SLOT);
    mem_free(m.is_met, vm->ndyn);
    return is_remembered;
}

void collect_slots(Vm *vm) {
    u32 limit = vm->collect_at > COLLECT_FROM ? vm->collect_at : COLLECT_FROM;
    if (vm->ndyn < limit || vm->nfree_slots)
        return;
    bool *seen = mem_zalloc(vm->ndyn);
    ENSURE(vm->ndyn <= vm->dyn_high && vm->dyn_high <= MAX_OBJECTS);
    vm_mark_reachable(vm, seen);
    for (u32 i = 0; i < vm->ndyn; i++) {
        const Place *p = &vm->dyn[i];
        // else reuse.c
        bool is_freed =
            p->kind == OBJ_FREED && (!vm->options.reuse_addresses || vm->options.keeps_addresses);
        if (!seen[i] &&
            (is_freed || p->kind == OBJ_RETURNED || p->kind == OBJ_INTERNAL || place_is_value(p)))
            VEC_PUSH(vm->free_slots, vm->nfree_slots, vm->free_slots_cap) = vm->first_dynamic + i;
    }
    mem_free(seen, vm->ndyn);
    ENSURE(vm->nfree_slots <= vm->ndyn);
    u32 used = vm->ndyn - vm->nfree_slots;
    vm->collect_at = used > MAX_OBJECTS / 2 ? MAX_OBJECTS : 2 * used;
}
