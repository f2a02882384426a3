// SPDX-License-Identifier: Apache-2.0
// The traversal of a machine's own heap, as it stands: see reach.h. Live threads are looked at in
// place, since packing them forgets thread-locals.
#include "vm/vm_int.h"

void reach_begin(Reach *r, ObjId first_dynamic, u32 nobjects, u32 times) {
    ENSURE(times >= 1 && nobjects <= MAX_OBJECTS);
    ENSURE(tags_are_objects(first_dynamic, MAX_OBJECTS));
    VEC_RESERVE(r->order, 0, r->order_cap, nobjects * times + 1);
    r->first_dynamic = first_dynamic;
    r->nobjects = nobjects;
    r->nmet = r->next = 0;
    r->has_address = false;
}

void reach_done(Reach *r) { VEC_FREE(r->order, r->order_cap); }

// ---- tags of a machine --------------------------------------------------------------------------

static void add_tag(void *scratch, ObjId tag) {
    Scratch *s = scratch;
    VEC_PUSH(s->met, s->nmet, s->met_cap) = (Tag){.obj = tag};
}

static TagSpan live_tags(Vm *vm, const Thread *t) {
    CHECK(t->form == THREAD_LIVE);
    Scratch *s = vm->scratch;
    s->nmet = 0;
    vm_visit_thread(vm, t, add_tag, s);
    return (TagSpan){s->met, s->nmet};
}

TagSpan reach_user_tags(Vm *vm, const Thread *t) {
    ENSURE(t->form == THREAD_LIVE);
    Scratch *s = vm->scratch;
    u32 n = thread_user_frames(vm, t),
        nlocals = n < t->nframes ? t->frames[n].first_local : t->nlocals;
    ENSURE(n <= t->nframes && nlocals <= t->nlocals);
    s->nmet = 0;
    for (u32 i = 0; i < n; i++)
        thread_visit_frame(vm, t, i, add_tag, s);
    for (u32 i = 0; i < nlocals; i++)
        add_tag(s, t->locals[i]);
    for (u32 i = 0; i < t->ntls; i++)
        add_tag(s, t->tls[i]);
    add_tag(s, t->self);
    return (TagSpan){s->met, s->nmet};
}

TagSpan reach_vm_tags(Vm *vm, ReachPart part, u32 index) {
    CHECK(index < (part == REACH_GLOBALS  ? vm->program->nblocks
                   : part == REACH_OBJECT ? vm->ndyn
                                          : vm->nthreads));
    switch (part) {
    case REACH_GLOBALS: return reach_place_tags(&vm->places[index]);
    case REACH_OBJECT: return reach_place_tags(&vm->dyn[index]);
    case REACH_THREAD: break;
    }
    const Thread *t = &vm->threads[index];
    ENSURE(index < vm->nthreads && t->form != THREAD_EMPTY);
    return t->form == THREAD_LIVE ? live_tags(vm, t) : reach_block_tags(t->packed);
}

// ---- marking ------------------------------------------------------------------------------------

static TagSpan tags_of(void *marks, ReachPart part, u32 index) {
    return reach_vm_tags(((ReachMarks *)marks)->vm, part, index);
}

static bool marks(void *marks, Edge e) {
    ReachMarks *m = marks;
    CHECK(e.to < m->vm->ndyn);
    bool is_new = !m->is_met[e.to];
    m->is_met[e.to] = true;
    return is_new;
}

ReachVisitor reach_marker(ReachMarks *m) {
    return (ReachVisitor){m, m->vm->program->nblocks, m->vm->nthreads, tags_of, marks};
}

static bool marks_known(void *known, Edge e) {
    const ReachMarks *m = known;
    return !(e.part == REACH_OBJECT && (m->vm->dyn[e.from].flags & BLOCK_LAYOUT)) &&
           marks(known, e);
}

bool vm_hides_block(Vm *vm) {
    if (!address_lays_out(vm))
        return false;
    Reach *r = &vm->scratch->reach;
    ReachMarks m = {vm, mem_zalloc(vm->ndyn + 1)};
    ReachVisitor v = reach_marker(&m);
    v.meets = marks_known;
    reach_begin(r, vm->first_dynamic, vm->ndyn, 1);
    reach_all(r, v);
    bool hides = false;
    for (u32 i = 0; i < vm->ndyn && !hides; i++)
        hides = vm->dyn[i].kind == OBJ_HEAP && (vm->dyn[i].flags & BLOCK_LAID_OUT) && !m.is_met[i];
    mem_free(m.is_met, vm->ndyn + 1);
    return hides;
}

bool vm_mark_reachable(Vm *vm, bool *is_met) {
    Reach *r = &vm->scratch->reach;
    reach_begin(r, vm->first_dynamic, vm->ndyn, 1);
    reach_all(r, reach_marker(&(ReachMarks){vm, is_met}));
    ENSURE(r->nmet <= vm->ndyn);
    CHECK(r->next == r->nmet);
    return !r->has_address;
}
