// SPDX-License-Identifier: Apache-2.0
// The witness: a machine that repeats what another one did, instruction by instruction, and shares
// nothing with a search but the meaning of the instructions. It knows no private memory (every
// object counts as visible), packs no thread, forgets no thread-local, renumbers nothing, and asks
// no reduction. What it is given are stretches (Vm.stretches): so many instructions of this thread,
// then so many of that one.
//
// A search lets other threads run after a thread has entered a masked function, as long as that
// thread has accessed nothing that others can see: it could as well have entered the function
// later. The witness does not believe that: it keeps what was accessed in the function, and nobody
// else may access the same bytes, if one of them writes, before the section ends or waits. SOUND:
// then all that others did meanwhile could as well have happened before the section began.
#include "vm/vm_int.h"

void witness_access(Vm *vm, const Access *a) {
    Thread *t = &vm->threads[vm->running];
    ENSURE(vm->options.is_witness && vm->running < vm->nthreads);
    for (ThreadId k = 0; k < vm->nthreads; k++) {
        const Thread *other = &vm->threads[k];
        for (u32 i = 0; other != t && i < other->nsection; i++)
            ENSURE(!access_conflicts(&other->section[i], a) &&
                   "another thread has accessed what an atomic section had accessed");
    }
    if (t->masks)
        VEC_PUSH(t->section, t->nsection, t->section_cap) = *a;
}

void witness_section_ends(Thread *t) { t->nsection = 0; }

void witness_object_begins(Vm *vm, const Place *p) {
    ENSURE(vm->options.is_witness && vm_is_object(vm, p));
    for (ThreadId k = 0; k < vm->nthreads; k++) {
        Thread *t = &vm->threads[k];
        u32 kept = 0;
        for (u32 i = 0; i < t->nsection; i++)
            if (t->section[i].place != p)
                t->section[kept++] = t->section[i];
        t->nsection = kept;
    }
}

bool witness_goes_on(Vm *vm, const Thread *t) {
    const Stretch *s = vm->repeated;
    bool has_to_load = s->bulk_len && (!t->has_bulk_value || t->bulk_len < s->bulk_len);
    vm->is_in_rest = t->bulk_done < s->bulk_done || (t->bulk_done == s->bulk_done && has_to_load);
    CHECK(vm->options.is_witness && t == &vm->threads[vm->running]);
    return vm->is_in_rest;
}

void witness_plan(const Vm *vm, const Thread *t, Bulk *b) {
    const Stretch *s = vm->repeated;
    bool loads = vm->is_in_rest && !t->has_bulk_value && t->bulk_done == s->bulk_done;
    b->in_two = t->has_bulk_value || loads;
    if (t->has_bulk_value)
        b->n = t->bulk_len;
    else if (loads)
        b->n = s->bulk_len;
    else if (vm->is_in_rest)
        b->n = (u32)(s->bulk_done - t->bulk_done);
    ENSURE(b->n > 0 && (!b->in_two || b->is_copy));
}

static ThreadId thread_of(const Vm *vm, u32 serial) {
    ThreadId k = 0;
    while (k < vm->nthreads && vm->threads[k].serial != serial)
        k++;
    return k;
}

bool vm_repeat(Vm *vm, const Stretch *s, RunEnd *end) {
    ENSURE(vm->options.is_witness);
    ENSURE(!vm->repeated && vm->running == THREAD_NONE);
    ThreadId k = thread_of(vm, s->serial);
    if (s->choice >= vm_alternatives(vm, k))
        return false;
    vm->threads[k].is_new = false;
    vm->repeated = s;
    vm->is_in_rest = false;
    *end = vm_step_exactly(vm, k, s->choice, s->length ? s->length : EXACTLY_NONE)->end;
    vm->repeated = NULL;
    return *end != RUN_POINT || vm->step.length - vm->step.pieces == s->length;
}
