// SPDX-License-Identifier: Apache-2.0
// Deadlock: no thread can go on, or some wait for each other in a circle while others run.
//
// Each waiting thread has at most one thread that can end its wait: the owner that the wait trap names (who holds the
// mutex, whom join waits for). Following owners from a waiting thread either ends at one that can run, or at a thread
// that has ended, or comes back: the last two are deadlocks whatever the other threads do, because only an owner lets go.
#include "prop/prop.h"

typedef enum OwnerKind { OWNER_ANY, OWNER_THREAD, OWNER_ENDED } OwnerKind;

// Who can end the wait of blocked thread k.
static OwnerKind owner_of(Vm *vm, ThreadId k, ThreadId *owner) {
    Cell slot = vm->threads[k].pend.owner, self;
    if (!slot.tag || !vm_peek(vm, slot.tag, slot.v, vm->program->ptr_bytes, &self) || !self.tag)
        return OWNER_ANY;
    *owner = vm_thread_of_self(vm, self.tag);
    return *owner == THREAD_NONE ? OWNER_ENDED : OWNER_THREAD;
}

static const char *const what_name[] = {"something", "mutex",   "the end of thread", "condition variable",
                                        "semaphore", "rwlock",  "barrier",             "spin lock",
                                        "once",      "the end", "something",           "stream"};

static void add_wait(Vm *vm, ThreadId k, Text *out) {
    const Thread *t = &vm->threads[k];
    ThreadId owner;
    u32 what = t->pend.what < ARRAY_LEN(what_name) ? t->pend.what : 0;
    text_add(out, "thread %u waits for %s", t->serial + 1, what_name[what]);
    if (what != 2) {
        text_add(out, " ");
        ir_path(vm->program, t->pend.resource, out);
    }
    switch (owner_of(vm, k, &owner)) {
    case OWNER_THREAD:
        text_add(out, what == 2 ? " %u" : " held by thread %u", vm->threads[owner].serial + 1);
        break;
    case OWNER_ENDED:
        text_add(out, " held by a thread that has ended");
        break;
    default:
        break;
    }
}

static ThreadId thread_with(const Stance *s, u32 n, ObjId self) {
    for (ThreadId k = 0; k < n; k++)
        if (s[k].self == self)
            return k;
    return THREAD_NONE;
}

// Follows the owners from k; true if that comes back to k or begins at a thread that has ended.
static bool waits_for_ever(const Stance *s, u32 n, ThreadId k) {
    ThreadId at = k;
    for (u32 i = 0; i <= n; i++) {
        if (s[at].alternatives || s[at].can_be_interrupted || !s[at].owner)
            return false;               // it does not wait, or any thread may end that
        ThreadId next = thread_with(s, n, s[at].owner);
        if (next == THREAD_NONE)
            return at == k;
        if (next == k)
            return true;
        at = next;
    }
    return false;
}

bool prop_is_running(const Stance *s, u32 n, ThreadId k) {
    for (ThreadId other = 0; other < n; other++)
        if (other != k && s[other].in_atomic)
            return false;
    return s[k].alternatives > 0;
}

static bool nobody_can_run(const Stance *s, u32 n) {
    for (ThreadId k = 0; k < n; k++)
        if (prop_is_running(s, n, k))
            return false;
    return n > 0;
}

Stuck prop_stuck(const Stance *s, u32 n, ThreadId *who) {
    for (*who = 0; *who < n; ++*who)
        if (waits_for_ever(s, n, *who))
            return STUCK_SOME;
    *who = 0;
    return nobody_can_run(s, n) ? STUCK_ALL : STUCK_NONE;
}

static void describe_cycle(Vm *vm, ThreadId k, Text *out) {
    ThreadId at = k, next;
    do {
        add_wait(vm, at, out);
        if (owner_of(vm, at, &next) != OWNER_THREAD)
            return;
        at = next;
        if (at != k)
            text_add(out, ", ");
    } while (at != k);
}

static void describe_all(Vm *vm, Text *out) {
    const char *sep = "";
    for (ThreadId k = 0; k < vm->nthreads; k++) {
        if (!vm_is_alive(vm, k))
            continue;
        text_add(out, "%s", sep);
        add_wait(vm, k, out);
        sep = ", ";
    }
}

bool prop_deadlock(Vm *vm, Fault *out) {
    Stance stances[MAX_THREADS];
    ThreadId who;
    for (ThreadId k = 0; k < vm->nthreads; k++)
        vm_stance(vm, k, &stances[k], NULL);
    Stuck stuck = vm->has_exited ? STUCK_NONE : prop_stuck(stances, vm->nthreads, &who);
    if (stuck == STUCK_NONE)
        return false;
    out->kind = FAULT_DEADLOCK;
    out->obj = 0;
    text_clear(&out->text);
    if (stuck == STUCK_ALL) {
        text_add(&out->text, "deadlock: no thread can go on: ");
        describe_all(vm, &out->text);
    } else {
        text_add(&out->text, "deadlock: ");
        describe_cycle(vm, who, &out->text);
    }
    vm_locate(vm, who, out);
    return true;
}
