// SPDX-License-Identifier: Apache-2.0
// Which objects can still be reached, and slots that can serve again. A search renumbers objects
// after each step and drops those that nothing points to (state/canon.c); a machine that runs for
// itself, in a replay, must not change the numbers of objects, and would be full of tombstones
// after a while. So it gives their slots to new objects.
//
// SOUND: only ends of objects that no pointer mentions are forgotten, between two steps, when every
// live value is in memory or in a thread's live cells. Lost heap blocks stay: they are leaks.
#include "vm/vm_int.h"

enum { COLLECT_FROM = MAX_OBJECTS / 4 };

typedef struct Visitor {
    Vm *vm;
    bool *seen;
} Visitor;

static void visit(Vm *vm, ObjId id, bool *seen) {
    Scratch *s = vm->scratch;
    u32 i = id - vm->first_dynamic;
    if (id < vm->first_dynamic || i >= vm->ndyn || seen[i])
        return;
    seen[i] = true;
    VEC_PUSH(s->work, s->nwork, s->work_cap) = i;
}

static void visit_tags(Vm *vm, const Tag *tags, u32 n, bool *seen) {
    for (u32 i = 0; i < n; i++)
        visit(vm, tags[i].obj, seen);
}

static void visit_globals(Vm *vm, bool *seen) {
    vm->scratch->nwork = 0;
    for (u32 i = 0; i < vm->program->nblocks; i++)
        visit_tags(vm, vm->places[i].tags, vm->places[i].ntags, seen);
}

static void visit_live(void *visitor, ObjId id) {
    visit(((Visitor *)visitor)->vm, id, ((Visitor *)visitor)->seen);
}

static void visit_thread(Vm *vm, ThreadId k, bool *seen) {
    const Thread *t = &vm->threads[k];
    if (t->form == THREAD_LIVE)
        vm_visit_thread(vm, t, visit_live, &(Visitor){vm, seen});
    else
        visit_tags(vm, block_tags(t->packed), t->packed->ntags, seen);
}

static void visit_rest(Vm *vm, bool *seen) {
    Scratch *s = vm->scratch;
    while (s->nwork) {
        const Place *p = &vm->dyn[s->work[--s->nwork]];
        visit_tags(vm, p->tags, p->ntags, seen);
    }
}

void collect_reachable(Vm *vm, bool *seen) {
    visit_globals(vm, seen);
    for (ThreadId k = 0; k < vm->nthreads; k++)
        visit_thread(vm, k, seen);
    visit_rest(vm, seen);
}

static void visit_user(Vm *vm, const Thread *t, bool *seen) {
    u32 n = thread_user_frames(vm, t),
        nlocals = n < t->nframes ? t->frames[n].first_local : t->nlocals;
    for (u32 i = 0; i < n; i++)
        thread_visit_frame(vm, t, i, visit_live, &(Visitor){vm, seen});
    for (u32 i = 0; i < nlocals; i++)
        visit(vm, t->locals[i], seen);
    for (u32 i = 0; i < t->ntls; i++)
        visit(vm, t->tls[i], seen);
    visit(vm, t->self, seen);
}

// A block that points to itself remembers itself.
bool collect_is_remembered(Vm *vm, const Thread *t, ObjId id) {
    const Place *p = obj_dyn(vm, id);
    bool *seen = mem_zalloc(vm->ndyn + 1);
    vm->looks_around = true;
    visit_globals(vm, seen);
    for (ThreadId k = 0; k < vm->nthreads; k++)
        if (&vm->threads[k] != t)
            visit_thread(vm, k, seen);
    visit_user(vm, t, seen);
    if (p)
        visit_tags(vm, p->tags, p->ntags, seen);
    visit_rest(vm, seen);
    bool is_remembered = p && seen[id - vm->first_dynamic];
    mem_free(seen, vm->ndyn + 1);
    return is_remembered;
}

void collect_slots(Vm *vm) {
    u32 limit = vm->collect_at > COLLECT_FROM ? vm->collect_at : COLLECT_FROM;
    if (vm->ndyn < limit || vm->nfree_slots)
        return;
    bool *seen = mem_zalloc(vm->ndyn);
    collect_reachable(vm, seen);
    for (u32 i = 0; i < vm->ndyn; i++) {
        u8 kind = vm->dyn[i].kind;
        // else reuse.c
        bool is_freed =
            kind == OBJ_FREED && (!vm->options.reuse_addresses || vm->options.keeps_addresses);
        if (!seen[i] &&
            (is_freed || kind == OBJ_RETURNED || kind == OBJ_INTERNAL || kind == OBJ_UNKNOWN))
            VEC_PUSH(vm->free_slots, vm->nfree_slots, vm->free_slots_cap) = vm->first_dynamic + i;
    }
    mem_free(seen, vm->ndyn);
    u32 used = vm->ndyn - vm->nfree_slots;
    vm->collect_at = used > MAX_OBJECTS / 2 ? MAX_OBJECTS : 2 * used;
}
