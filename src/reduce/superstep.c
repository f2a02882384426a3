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

enum { LONGEST = 1000 }; // operations in a superstep

typedef struct Entry {
    Touched what;
    bool is_all; // conflicts with everything
    u32 sequence, position;
} Entry;

// The superstep of a thread that begins with one of its alternatives.
typedef struct Sequence {
    ThreadId thread;
    u32 alternative, length;
} Sequence;

struct Superstep {
    Entry *entries; // the access tables of all threads
    u32 nentries, entries_cap;
    Sequence *sequences;
    u32 nsequences, sequences_cap;
    bool is_single;
};

typedef enum Conflict { CONTINUE, POST_STOP, PRE_STOP } Conflict;

Superstep *superstep_new(void) { return mem_zalloc_apart(sizeof(Superstep)); }

void superstep_free(Superstep *s) {
    if (!s)
        return;
    VEC_FREE(s->entries, s->entries_cap);
    VEC_FREE(s->sequences, s->sequences_cap);
    mem_free(s, sizeof *s);
}

// ---- access tables --------------------------------------------------------------------------------

static void enter_one(Superstep *s, Entry e) { VEC_PUSH(s->entries, s->nentries, s->entries_cap) = e; }

// Enters a step as operation `position` of a sequence.
static void enter(Superstep *s, const StepInfo *step, u32 sequence, u32 position) {
    if (step->depends_on_all)
        enter_one(s, (Entry){.is_all = true, .sequence = sequence, .position = position});
    for (u32 i = 0; i < step->ntouched; i++)
        enter_one(s, (Entry){step->touched[i], false, sequence, position});
}

static bool overlap(const Touched *a, const Touched *b) {
    return a->place == b->place && (a->is_write || b->is_write) && a->off < b->off + b->size &&
           b->off < a->off + a->size;
}

static bool conflicts(const Entry *e, const StepInfo *step) {
    bool found = e->is_all || step->depends_on_all;
    for (u32 i = 0; i < step->ntouched && !found; i++)
        found = overlap(&e->what, &step->touched[i]);
    return found;
}

// What a step of thread t means for its superstep.
static Conflict test(const Superstep *s, ThreadId t, const StepInfo *step) {
    Conflict worst = CONTINUE;
    for (u32 i = 0; i < s->nentries; i++) {
        const Entry *e = &s->entries[i];
        const Sequence *q = &s->sequences[e->sequence];
        if (q->thread == t || !conflicts(e, step))
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

static void enter_waiting(Superstep *s, const Stepper *stepper, ThreadId t) {
    Touched words[2];
    StepInfo step = {.touched = words, .ntouched = stepper->waits_for(stepper->self, t, words)};
    enter(s, &step, add_sequence(s, t, 0), 0);
}

void superstep_begin(Superstep *s, const Stepper *stepper, u32 nthreads, bool is_single) {
    s->nentries = s->nsequences = 0;
    s->is_single = is_single;
    for (ThreadId t = 0; t < nthreads && !is_single; t++) {
        u32 n = stepper->alternatives(stepper->self, t);
        if (n == 0)
            enter_waiting(s, stepper, t);
        for (u32 alternative = 0; alternative < n; alternative++) {
            StepInfo step;
            stepper->first(stepper->self, t, alternative, &step);
            enter(s, &step, add_sequence(s, t, alternative), 0);
        }
    }
}

static u32 sequence_of(const Superstep *s, ThreadId t, u32 alternative) {
    u32 i = 0;
    while (s->sequences[i].thread != t || s->sequences[i].alternative != alternative)
        i++;
    return i;
}

RunEnd superstep_run(Superstep *s, const Stepper *stepper, ThreadId t, u32 alternative) {
    StepInfo step;
    stepper->first(stepper->self, t, alternative, &step);
    RunEnd end = step.end;
    if (s->is_single)
        return end;
    u32 number = sequence_of(s, t, alternative), n = 1;
    Conflict conflict = test(s, t, &step);
    while (conflict == CONTINUE && !step.is_observed && end == RUN_POINT && n < LONGEST && stepper->next(stepper->self, &step)) {
        conflict = step.depends_on_all ? PRE_STOP : test(s, t, &step);
        if (conflict == PRE_STOP) {
            stepper->back(stepper->self);
            break;
        }
        enter(s, &step, number, n++);
        end = step.end;
    }
    s->sequences[number].length = n;
    return end;
}
