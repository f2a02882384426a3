// SPDX-License-Identifier: Apache-2.0
// Which objects only one thread can reach: its accesses to them are not visible.
//
// SOUND: what a thread does with an object that no other thread can reach, through any chain of
// pointers from globals or from its own stack, nobody can notice; and it stays so until the thread
// itself stores a pointer to it where others can reach it, which makes it visible at once
// (obj_escape). (Ročkai, Barnat, Brim: Improved state space reductions for LTL model checking of C
// and C++ programs, NFM 2013, section 4.)
#include "vm/vm_int.h"

#include <string.h>

#define REACH_SHARED 0xffffffffu // otherwise 1 + the only thread that reaches it; 0: nobody does

typedef struct Finder {
    Vm *vm;
    u32 *reached; // by index
    const Block *const *threads;
} Finder;

// What is live in a thread is what its packed form mentions.
static TagSpan tags_of(void *finder, ReachPart part, u32 index) {
    const Finder *f = finder;
    if (part != REACH_THREAD)
        return reach_vm_tags(f->vm, part, index);
    const Thread *t = &f->vm->threads[index];
    CHECK(index < f->vm->nthreads && t->form != THREAD_EMPTY);
    return reach_block_tags(f->threads               ? f->threads[index]
                            : t->form == THREAD_LIVE ? vm_pack(f->vm, index)
                                                     : t->packed);
}

// Two changes at most: from nobody to somebody, and to all.
static bool meets(void *finder, Edge e) {
    const Finder *f = finder;
    u32 *reached = &f->reached[e.to];
    CHECK(e.to < f->vm->ndyn && (e.part != REACH_OBJECT || f->reached[e.from]));
    u32 who = e.part == REACH_GLOBALS  ? REACH_SHARED
              : e.part == REACH_THREAD ? e.from + 1
                                       : f->reached[e.from];
    if (*reached == who || *reached == REACH_SHARED)
        return false;
    // what the library keeps is never private
    bool is_internal = f->vm->dyn[e.to].kind == OBJ_INTERNAL;
    *reached = *reached || is_internal ? REACH_SHARED : who;
    return true;
}

// Who reaches each object, in scratch->reached.
static void find_reached(Vm *vm, const Block *const *threads) {
    Scratch *s = vm->scratch;
    VEC_RESERVE(s->reached, 0, s->reached_cap, vm->ndyn + 1);
    memset(s->reached, 0, vm->ndyn * sizeof *s->reached);
    Finder f = {vm, s->reached, threads};
    CHECK(vm->ndyn < s->reached_cap);
    reach_begin(&s->reach, vm->first_dynamic, vm->ndyn, 2);
    reach_all(&s->reach, (ReachVisitor){&f, vm->program->nblocks, vm->nthreads, tags_of, meets});
}

void vm_find_private(Vm *vm, const Block *const *threads) {
    const Scratch *s = vm->scratch;
    find_reached(vm, threads);
    ENSURE(!s->reach.nmet || s->reach.next == s->reach.nmet);
    for (u32 i = 0; i < vm->ndyn; i++)
        if (s->reached[i])
            vm_set_private(vm, &vm->dyn[i], s->reached[i] != REACH_SHARED);
}

// ---- the checking build -------------------------------------------------------------------------

// Marks the objects that a thread owns, as its packed form says; nobody else does.
static void check_owned(const Vm *vm, const Block *b, bool *is_owned) {
    for (const Tag *t = block_tags(b), *end = t + b->ntags; t < end; t++) {
        if (t->len != TAG_OWN)
            continue;
        u32 i = t->obj - vm->first_dynamic;
        ENSURE(i < vm->ndyn && !is_owned[i]);
        is_owned[i] = true;
    }
}

static void check_object(const Vm *vm, u32 i, u32 reached, bool is_collected, bool is_owned) {
    const Place *p = &vm->dyn[i];
    ENSURE(is_collected == (reached != 0) && "two ways to find what can be reached disagree");
    if (!reached)
        return;
    ENSURE(p->kind != OBJ_FREE_SLOT && "something points to no object");
    ENSURE((p->is_visible || reached != REACH_SHARED || p->kind > OBJ_TLS) &&
           "private memory that others can reach");
    bool needs_owner = p->kind == OBJ_LOCAL || p->kind == OBJ_TLS;
    ENSURE((is_owned || !needs_owner) && "a local or thread-local that no thread owns");
}

void vm_check_reach(Vm *vm) {
    const Block **threads = mem_alloc((vm->nthreads + 1) * sizeof *threads);
    bool *is_collected = mem_zalloc(vm->ndyn + 1), *is_owned = mem_zalloc(vm->ndyn + 1);
    for (ThreadId k = 0; k < vm->nthreads; k++) {
        // Packing it again would forget thread-locals that have become private in this very state.
        threads[k] = vm->threads[k].packed;
        ENSURE(threads[k] && !vm->threads[k].is_changed);
        check_owned(vm, threads[k], is_owned);
    }
    vm_mark_reachable(vm, is_collected);
    find_reached(vm, threads);
    for (u32 i = 0; i < vm->ndyn; i++)
        check_object(vm, i, vm->scratch->reached[i], is_collected[i], is_owned[i]);
    mem_free(threads, (vm->nthreads + 1) * sizeof *threads);
    mem_free(is_collected, vm->ndyn + 1);
    mem_free(is_owned, vm->ndyn + 1);
}
