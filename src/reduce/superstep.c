// SPDX-License-Identifier: Apache-2.0
// Supersteps. From a state s every thread i that can run has a sequence of visible operations, its superstep, such that
// only the very last one conflicts with any operation in the supersteps of other threads from s. The search tries each of
// them as one step. The access tables say what the operations touch. A thread's superstep is computed when it is
// asked for; until then only its first operation is in its table.
//
// SOUND: take any run from s. Some thread finishes its superstep first. Its operations before the last one conflict with
// nothing that the others do until they finish theirs, and its last one with nothing that they have done so far; so they
// can all be moved to the front. Threads that wait count with the word they wait for, since whoever sets it conflicts
// with them; starting or ending a thread, and what ends a run, end a superstep; choices begin one.
//
// The published pseudocode returns at the first conflict it finds, even if a later one demands to stop before the operation;
// here all are looked at.
#include "reduce/reduce.h"

enum { LONGEST = 1000 };            // operations in a superstep

typedef struct Entry {
    const Place *place;             // NULL: conflicts with everything
    u64 off, size;
    bool is_write;
    u32 sequence, position;
} Entry;

// The superstep of a thread that begins with one of its alternatives.
typedef struct Sequence {
    ThreadId thread;
    u32 alternative, length;
} Sequence;

struct Superstep {
    Entry *entries;                 // the access tables of all threads
    u32 nentries, entries_cap;
    Sequence *sequences;
    u32 nsequences, sequences_cap;
    bool is_single;                 // only one operation: the others are kept from running by an atomic section
    SuperstepCalls calls;
};

typedef enum Conflict { CONTINUE, POST_STOP, PRE_STOP } Conflict;

Superstep *superstep_new(void) { return mem_zalloc(sizeof(Superstep)); }

void superstep_free(Superstep *s) {
    if (!s)
        return;
    VEC_FREE(s->entries, s->entries_cap);
    VEC_FREE(s->sequences, s->sequences_cap);
    mem_free(s, sizeof *s);
}

// ---- access tables --------------------------------------------------------------------------------

static bool depends_on_all(const Vm *vm, RunEnd end) { return vm->looks_around || (end != RUN_POINT && end != RUN_DONE); }

// Enters what the last step of the machine did as operation `position` of a sequence.
static void enter(Superstep *s, const Vm *vm, RunEnd end, u32 sequence, u32 position) {
    if (depends_on_all(vm, end))
        VEC_PUSH(s->entries, s->nentries, s->entries_cap) = (Entry){.sequence = sequence, .position = position};
    for (u32 i = 0; i < vm->naccesses; i++) {
        const Access *a = &vm->accesses[i];
        VEC_PUSH(s->entries, s->nentries, s->entries_cap) =
            (Entry){a->place, a->off, a->size, a->is_write, sequence, position};
    }
}

static void enter_word(Superstep *s, Vm *vm, const Cell *word, u32 sequence) {
    u32 base, size;
    const Place *p = vm_place(vm, word->tag, &base, &size);
    if (p)
        VEC_PUSH(s->entries, s->nentries, s->entries_cap) =
            (Entry){.place = p, .off = base + word->v, .size = 4, .sequence = sequence};
}

static bool conflicts(const Entry *e, const Access *a) {
    return !e->place || (e->place == a->place && e->off < a->off + a->size && a->off < e->off + e->size &&
                         (e->is_write || a->is_write));
}

// What the last step of the machine, taken by thread t, means for its superstep.
static Conflict test(const Superstep *s, const Vm *vm, ThreadId t, RunEnd end) {
    Conflict worst = CONTINUE;
    for (u32 i = 0; i < s->nentries; i++) {
        const Entry *e = &s->entries[i];
        const Sequence *q = &s->sequences[e->sequence];
        bool is_conflict = depends_on_all(vm, end) || !e->place;
        for (u32 k = 0; k < vm->naccesses && !is_conflict; k++)
            is_conflict = conflicts(e, &vm->accesses[k]);
        if (q->thread == t || !is_conflict)
            continue;
        if (e->position + 1 != q->length)
            return PRE_STOP;
        worst = POST_STOP;
    }
    return worst;
}

// ---- supersteps -----------------------------------------------------------------------------------

static u32 add_sequence(Superstep *s, ThreadId t, u32 alternative) {
    VEC_PUSH(s->sequences, s->nsequences, s->sequences_cap) = (Sequence){t, alternative, 1};
    return s->nsequences - 1;
}

static void enter_waiting(Superstep *s, Vm *vm, ThreadId t) {
    u32 q = add_sequence(s, t, 0);
    const Pending *w = &vm->threads[t].pend;
    enter_word(s, vm, &w->word, q);
    if (w->has_interrupt)
        enter_word(s, vm, &w->interrupt, q);
}

void superstep_begin(Superstep *s, Vm *vm, const SuperstepCalls *calls) {
    s->nentries = s->nsequences = 0;
    s->calls = *calls;
    s->is_single = vm->atomic_thread != THREAD_NONE;
    for (ThreadId t = 0; t < vm->nthreads; t++) {
        u32 n = vm_alternatives(vm, t);
        if (n == 0 && vm_is_blocked(vm, t))
            enter_waiting(s, vm, t);
        for (u32 alternative = 0; alternative < n; alternative++) {
            calls->prepare(calls->arg, t);
            RunEnd end = vm_step(vm, t, alternative);
            enter(s, vm, end, add_sequence(s, t, alternative), 0);
            calls->reload(calls->arg);
        }
    }
}

static u32 sequence_of(const Superstep *s, ThreadId t, u32 alternative) {
    u32 i = 0;
    while (s->sequences[i].thread != t || s->sequences[i].alternative != alternative)
        i++;
    return i;
}

// Whether thread t can go on without a choice.
static bool can_go_on(Vm *vm, ThreadId t) {
    u8 kind = vm->threads[t].pend.kind;
    return (kind == PEND_READY || kind == PEND_WAIT) && vm_alternatives(vm, t) == 1;
}

// Takes the first n steps of a superstep again.
static RunEnd repeat(Superstep *s, Vm *vm, const Sequence *q, u32 n, u64 *length) {
    RunEnd end = RUN_POINT;
    s->calls.reload(s->calls.arg);
    *length = 0;
    for (u32 i = 0; i < n; i++) {
        end = vm_step(vm, q->thread, i ? 0 : q->alternative);
        *length += vm->length;
    }
    return end;
}

RunEnd superstep_run(Superstep *s, Vm *vm, ThreadId t, u32 alternative, u64 *length) {
    u32 number = sequence_of(s, t, alternative), nthreads = vm->nthreads;
    RunEnd end = vm_step(vm, t, alternative);
    Conflict conflict = test(s, vm, t, end);
    *length = vm->length;
    u32 n = 1;
    while (!s->is_single && conflict == CONTINUE && end == RUN_POINT && n < LONGEST && vm->nthreads == nthreads && can_go_on(vm, t)) {
        end = vm_step(vm, t, 0);
        conflict = depends_on_all(vm, end) ? PRE_STOP : test(s, vm, t, end);
        if (conflict == PRE_STOP) {
            end = repeat(s, vm, &s->sequences[number], n, length);
            break;
        }
        *length += vm->length;
        enter(s, vm, end, number, n++);
    }
    s->sequences[number].length = n;
    return end;
}
