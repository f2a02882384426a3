// SPDX-License-Identifier: Apache-2.0
// What a thread waits for, in words.
#include "report/report_int.h"

u32 thread_number(const Vm *vm, ThreadId t) { return vm_thread(vm, t)->serial + 1; }

// The thread that can end the wait; THREAD_NONE if any may or it has ended.
static ThreadId owner_of(Vm *vm, const Pending *w, ObjId *self) {
    Cell c;
    *self = OBJ_NONE;
    if (cell_is_number(w->owner) ||
        !vm_peek(vm, w->owner.tag, w->owner.v, vm_program(vm)->ptr_bytes, &c)) {
        return THREAD_NONE;
    }
    *self = c.tag;
    return vm_thread_of_self(vm, c.tag);
}

// Of the threads that hold the word, the first.
static ThreadId first_holder(Vm *vm, const Pending *w, ObjId *self) {
    ThreadId k = 0;
    *self = OBJ_NONE;
    while (k < vm_nthreads(vm) && !vm_holds(vm, k, w->word.tag, w->word.v))
        k++;
    return k < vm_nthreads(vm) ? k : THREAD_NONE;
}

// Whether that thread waits for the same thing: a writer that a reader lets go first.
static bool waits_too(const Vm *vm, ThreadId k, const Pending *w) {
    const Pending *other = &vm_thread(vm, k)->pend;
    return (w->what & WAIT_BEHIND_WRITERS) && other->kind == PEND_WAIT &&
           !(other->what & WAIT_BEHIND_WRITERS) && other->resource.tag == w->resource.tag &&
           other->resource.v == w->resource.v;
}

// The thread stands at a wait whose condition does not hold now.
static bool is_waiting(Vm *vm, const Pending *w) {
    Cell now;
    if (w->kind != PEND_WAIT)
        return false;
    return !vm_peek(vm, w->word.tag, w->word.v, 4, &now) || !cell_is_number(now) ||
           (i32)now.v != w->value;
}

static ThreadId keeper_of(Vm *vm, const Pending *w, ObjId *self) {
    return w->what & WAIT_FOR_HOLDERS ? first_holder(vm, w, self) : owner_of(vm, w, self);
}

u32 wait_for(const Names *n, ThreadId t) {
    const Pending *w = &vm_thread(n->vm, t)->pend;
    ObjId self;
    ThreadId owner = is_waiting(n->vm, w) ? keeper_of(n->vm, w, &self) : THREAD_NONE;
    return owner == THREAD_NONE ? 0 : thread_number(n->vm, owner);
}

bool wait_text(const Names *n, ThreadId t, Text *out) {
    Vm *vm = n->vm;
    const Pending *w = &vm_thread(vm, t)->pend;
    if (!is_waiting(vm, w))
        return false;
    ObjId self;
    WaitKind what = vm_wait_kind(w);
    ThreadId owner = keeper_of(vm, w, &self);
    const ObjInfo *ended = names_info(n, self);
    if (what == WAIT_JOIN && owner != THREAD_NONE) {
        text_add(out, "for thread %u to end", thread_number(vm, owner));
        return true;
    }
    if (what == WAIT_EXIT) {
        text_add(out, "for all other threads to end");
        return true;
    }
    Text name = {0};
    TypeId type;
    u64 start;
    bool is_named = names_part(n, w->resource.tag, w->resource.v, WAIT_BYTES, &name, &type, &start);
    if (is_named)
        text_add(out, "%s", text_str(&name));
    else
        text_add(out, "the %s", ir_wait_name[what]);
    if (owner == t)
        text_add(out, " is held by this thread itself");
    else if (owner != THREAD_NONE && waits_too(vm, owner, w))
        text_add(out, " is what thread %u waits to write", thread_number(vm, owner));
    else if (owner != THREAD_NONE)
        text_add(out, " is held by thread %u", thread_number(vm, owner));
    else if (ended && ended->self_of)
        text_add(out, " is held by thread %u, which has ended", ended->self_of);
    else if (is_named)
        text_add(out, " (%s)", ir_wait_name[what]);
    text_done(&name);
    return true;
}
