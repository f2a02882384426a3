// SPDX-License-Identifier: Apache-2.0
// Random runs; see walk.h. Every access to memory is a scheduling point there. Runs are of three kinds, in turn: every step by
// any thread; mostly by the thread that ran last; by the thread with the highest priority, of which a few change on the way
// (Burckhardt, Kothari, Musuvathi, Nagarakatte: A randomized scheduler with probabilistic guarantees of finding bugs, 2010).
#include "walk.h"

enum { MOST_STEPS = 20000, MOST_INSTRUCTIONS = 1 << 20, STAYS = 90, CHANGES_IN = 400 };

typedef struct Dice {
    u64 state;
} Dice;

static u32 roll(Dice *d, u32 n) { return (u32)(hash_mix(d->state += 0x9e3779b97f4a7c15u) % n); }

typedef struct Runner {
    Vm *vm;
    Dice dice;
    u32 kind;           // of run
    ThreadId last;
    u32 priority[MAX_THREADS];
} Runner;

static ThreadId any_of(Runner *r, const ThreadId *threads, u32 n) { return threads[roll(&r->dice, n)]; }

static ThreadId highest_of(Runner *r, const ThreadId *threads, u32 n) {
    ThreadId best = threads[0];
    for (u32 i = 1; i < n; i++)
        best = r->priority[threads[i]] > r->priority[best] ? threads[i] : best;
    if (roll(&r->dice, CHANGES_IN) == 0)
        r->priority[best] = roll(&r->dice, 1u << 30);
    return best;
}

static ThreadId same_of(Runner *r, const ThreadId *threads, u32 n) {
    for (u32 i = 0; i < n; i++)
        if (threads[i] == r->last && roll(&r->dice, 100) < STAYS)
            return r->last;
    return any_of(r, threads, n);
}

// The thread that goes next; THREAD_NONE: none can.
static ThreadId choose(Runner *r) {
    ThreadId ready[MAX_THREADS];
    u32 n = 0;
    for (ThreadId t = 0; t < vm_nthreads(r->vm); t++)
        if (vm_alternatives(r->vm, t))
            ready[n++] = t;
    if (n == 0)
        return THREAD_NONE;
    return r->kind == 0 ? any_of(r, ready, n) : r->kind == 1 ? same_of(r, ready, n) : highest_of(r, ready, n);
}

// RUN_POINT: it was given up, or nobody can go on.
static RunEnd run(Runner *r, bool *is_stuck) {
    RunEnd end = RUN_POINT;
    u64 last = vm_instructions(r->vm) + MOST_INSTRUCTIONS;
    *is_stuck = false;
    for (u32 i = 0; i < MOST_STEPS && vm_instructions(r->vm) < last && (end == RUN_POINT || end == RUN_DONE) && vm_nthreads(r->vm); i++) {
        ThreadId t = choose(r);
        *is_stuck = t == THREAD_NONE;
        if (*is_stuck)
            return RUN_POINT;
        end = vm_step(r->vm, t, roll(&r->dice, vm_alternatives(r->vm, t)))->end;
        r->last = t;
    }
    return vm_nthreads(r->vm) ? end : RUN_EXIT;
}

static bool is_final_state(const SearchResult *held, u64 outcome) {
    for (u32 i = 0; i < held->outcomes; i++)
        if (held->outcome_hashes[i] == outcome)
            return true;
    return false;
}

static bool agrees(Runner *r, const SearchOptions *o, const SearchResult *held, Walks *out, Text *why) {
    bool is_stuck;
    RunEnd end = run(r, &is_stuck);
    if (end == RUN_FAULT && o->explore.properties.checked[vm_last(r->vm)->fault->kind]) {
        text_add(why, "a random run ends in %s: %s", ir_kind_name[vm_last(r->vm)->fault->kind], text_str(&vm_last(r->vm)->fault->text));
        return false;
    }
    if (is_stuck && o->explore.properties.checked[FAULT_DEADLOCK]) {
        text_add(why, "a random run ends in a deadlock");
        return false;
    }
    bool is_compared = end == RUN_EXIT && vm_nthreads(r->vm) < 2;
    if (is_compared && !is_final_state(held, explore_outcome(r->vm))) {
        text_add(why, "a random run ends in a state that the search does not have");
        return false;
    }
    out->compared += is_compared;
    out->given_up += !is_compared;
    return true;
}

bool walks_agree(const Program *p, const SearchOptions *o, const SearchResult *held, u32 runs, u64 seed, Walks *out,
                 Text *why) {
    VmOptions plain = search_plain_options(&o->explore.vm);
    Runner r = {.vm = vm_new(p, &plain), .dice = {seed}};
    bool ok = true;
    for (u32 i = 0; i < runs && ok; i++) {
        vm_start(r.vm);
        r.kind = i % 3;
        for (u32 t = 0; t < MAX_THREADS; t++)
            r.priority[t] = roll(&r.dice, 1u << 30);
        ok = agrees(&r, o, held, out, why);
    }
    vm_free(r.vm);
    return ok;
}
