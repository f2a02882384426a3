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

static void reach(Vm *vm, u32 *reached, const Tag *tags, u32 n, u32 who) {
    Scratch *s = vm->scratch;
    for (u32 i = 0; i < n; i++) {
        u32 k = tags[i].obj - vm->first_dynamic;
        if (tags[i].obj < vm->first_dynamic || k >= vm->ndyn || reached[k] == who ||
            reached[k] == REACH_SHARED)
            continue;
        // what the library keeps is never private
        bool is_internal = vm->dyn[k].kind == OBJ_INTERNAL;
        reached[k] = reached[k] || is_internal ? REACH_SHARED : who;
        VEC_PUSH(s->work, s->nwork, s->work_cap) = k;
    }
}

// Who reaches each object, in scratch->reached.
static void find_reached(Vm *vm, const Block *const *threads) {
    Scratch *s = vm->scratch;
    VEC_RESERVE(s->reached, 0, s->reached_cap, vm->ndyn + 1);
    memset(s->reached, 0, vm->ndyn * sizeof *s->reached);
    s->nwork = 0;
    for (u32 i = 0; i < vm->program->nblocks; i++)
        reach(vm, s->reached, vm->places[i].tags, vm->places[i].ntags, REACH_SHARED);
    for (ThreadId k = 0; k < vm->nthreads; k++) {
        // What is live in a thread is what its packed form mentions.
        const Block *b = threads                              ? threads[k]
                         : vm->threads[k].form == THREAD_LIVE ? vm_pack(vm, k)
                                                              : vm->threads[k].packed;
        reach(vm, s->reached, block_tags(b), b->ntags, k + 1);
    }
    while (s->nwork) {
        u32 k = s->work[--s->nwork];
        reach(vm, s->reached, vm->dyn[k].tags, vm->dyn[k].ntags, s->reached[k]);
    }
}

void vm_find_private(Vm *vm, const Block *const *threads) {
    const Scratch *s = vm->scratch;
    find_reached(vm, threads);
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
    collect_reachable(vm, is_collected);
    find_reached(vm, threads);
    for (u32 i = 0; i < vm->ndyn; i++)
        check_object(vm, i, vm->scratch->reached[i], is_collected[i], is_owned[i]);
    mem_free(threads, (vm->nthreads + 1) * sizeof *threads);
    mem_free(is_collected, vm->ndyn + 1);
    mem_free(is_owned, vm->ndyn + 1);
}
