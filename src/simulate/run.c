// SPDX-License-Identifier: Apache-2.0
// The run: taking steps, judging where they lead to, going back. A state is what the first steps of
// the schedule lead to; to go back is to take fewer of them, from the beginning.
#include "simulate/simulate_int.h"

#include <string.h>

Vm *run_machine(const Simulator *s) { return tour_machine(s->tour); }

bool run_is_interrupted(const Simulator *s) {
    return s->hooks.interrupted && *s->hooks.interrupted;
}

bool run_goes_on(const Simulator *s) {
    return prop_goes_on(s->end) && vm_nthreads(run_machine(s)) > 0;
}

ThreadId run_chosen(const Simulator *s) { return tour_thread(s->tour, s->chosen); }

u32 run_ways(const Simulator *s, ThreadId t) {
    return run_goes_on(s) && t != THREAD_NONE ? vm_alternatives(run_machine(s), t) : 0;
}

bool run_is_spurious(const Simulator *s, ThreadId t) {
    Stance stance;
    vm_stance(run_machine(s), t, &stance, NULL);
    return stance.is_spurious;
}

// ---- judging ------------------------------------------------------------------------------------

void run_restart_judge(Simulator *s) {
    if (s->judge)
        vm_free(s->judge);
    s->judge = NULL;
}

// The other machine comes to the state that this one is in; false: it cannot.
static bool bring_judge(Simulator *s) {
    if (s->judge)
        return true;
    Schedule so_far = {.steps = s->run.steps, .len = s->at};
    Replayed replayed;
    s->judge = vm_new(s->program, &s->options.vm);
    vm_start(s->judge);
    bool is_there = prop_replay(s->judge, &so_far, NULL, &replayed);
    replayed_done(&replayed);
    if (!is_there)
        run_restart_judge(s);
    return is_there;
}

static void judge_invariants(Simulator *s, ThreadId last) {
    if (!s->options.properties.ninvariants || !prop_goes_on(s->end) || !bring_judge(s))
        return;
    InvariantEnd how = prop_judge_invariants(&s->options.properties, s->judge, last, &s->fault);
    if (how == INVARIANT_HOLDS)
        return;
    run_restart_judge(s); // what a call that has failed leaves behind is no part of the run
    if (how == INVARIANT_BROKEN)
        return;
    text_add(&s->trouble, "%s", text_str(&s->fault.text));
    fault_forget(&s->fault);
}

// What is wrong with the state, named as a search would name it.
static void judge(Simulator *s, ThreadId last, ObjList *lost) {
    PropertySet plain = s->options.properties;
    plain.ninvariants = 0;
    Replayed run = {.end = s->end, .last = last, .lost = *lost};
    fault_forget(&s->fault);
    s->is_told = false;
    text_clear(&s->trouble);
    if (!prop_judge(&plain, run_machine(s), &run, &s->fault))
        judge_invariants(s, last);
}

// ---- steps --------------------------------------------------------------------------------------

static void judge_first(Simulator *s) {
    ObjList none = {0};
    s->end = RUN_POINT;
    judge(s, THREAD_NONE, &none);
}

// Takes step `at` of the schedule.
static void take(Simulator *s) {
    Vm *vm = run_machine(s);
    Choice *c = &s->run.steps[s->at];
    ObjList lost = {0};
    if (s->options.vm.excuses) { // see prop_replay
        vm_excuse_all(vm, s->at + 1 < s->run.len);
        prop_all_lost(vm, &lost);
    }
    s->ntaken = s->at;
    VEC_PUSH(s->taken, s->ntaken, s->taken_cap) =
        (Taken){tour_number(s->tour, c->thread), vm_values_taken(vm), tour_trace(s->tour)->nevents};
    s->stepping = c->thread;
    s->announced = 0;
    s->hit = (Hit){0};
    const StepRecord *other =
        s->judge ? vm_step_exactly(s->judge, c->thread, c->alternative, c->length) : NULL;
    s->end = tour_step(s->tour, *c);
    c->length = (u32)vm_last(vm)->length;
    if (other && (other->end != s->end || other->length != c->length))
        run_restart_judge(s);
    s->at++;
    judge(s, s->end == RUN_DONE ? THREAD_NONE : c->thread, &lost);
    objlist_done(&lost);
}

static void restart(Simulator *s) {
    run_restart_judge(s);
    s->at = s->ntaken = s->nseen = 0;
    tour_restart(s->tour);
    s->hit = (Hit){0};
    judge_first(s);
}

// Those that were read from a file may be anything.
static bool can_take(const Simulator *s) {
    Choice c = s->run.steps[s->at];
    return run_goes_on(s) && c.thread < MAX_THREADS && c.alternative < run_ways(s, c.thread);
}

void run_go(Simulator *s, u32 at) {
    ENSURE(at <= s->run.len);
    bool was_looking = s->is_looking;
    s->is_looking = false;
    if (at < s->at)
        restart(s);
    while (s->at < at && can_take(s))
        take(s);
    s->is_looking = was_looking;
    s->hit = (Hit){0};
}

// The step that was taken last ends before the instruction that the break is about.
static void shorten(Simulator *s) {
    Hit hit = s->hit;
    u32 at = s->at - 1;
    s->run.steps[at].length = hit.before;
    run_go(s, at);
    run_go(s, at + 1);
    s->hit = hit;
}

// The run depends on numbers of addresses that objects do not have: from now on they have.
static bool learn_addresses(Simulator *s) {
    Vm *vm = run_machine(s);
    u64 wanted = vm_looked_at(vm) & ~s->options.vm.addressed;
    if (s->end != RUN_CUT || vm_last(vm)->fault->cut != CUT_ADDRESS || !wanted)
        return false;
    s->options.vm.addressed |= wanted;
    run_restart_judge(s);
    tour_free(s->tour);
    s->tour = NULL; // there is none while the machine starts
    s->at = s->ntaken = s->nseen = 0;
    s->tour = tour_new(s->program, &s->options.vm, breaks_watch, s);
    judge_first(s);
    return true;
}

void run_step(Simulator *s, ThreadId t, u32 way) {
    ENSURE(way < run_ways(s, t));
    Choice c = {t, way, 0};
    u32 known = s->run.len;
    Choice next = s->at < known ? s->run.steps[s->at] : (Choice){THREAD_NONE, 0, 0};
    s->run.len = s->at; // what was ahead is so no more
    VEC_PUSH(s->run.steps, s->run.len, s->run.cap) = c;
    u32 at = s->at;
    s->is_looking = true;
    take(s);
    s->is_looking = false;
    if (learn_addresses(s)) {
        s->run.steps[at].length = 0;
        run_go(s, at + 1);
    }
    if (s->hit.number && !s->hit.is_other && s->hit.before < s->run.steps[s->at - 1].length)
        shorten(s);
    c = s->run.steps[at];
    if (c.thread == next.thread && c.alternative == next.alternative && c.length == next.length)
        s->run.len = known; // it was this one
}

// ---- the door -----------------------------------------------------------------------------------

Simulator *simulate_new(const Program *p, const SimulateOptions *o, const SimulateHooks *h) {
    Simulator *s = mem_zalloc(sizeof *s);
    s->program = p;
    s->options = *o;
    s->hooks = *h;
    if (o->gives_values) {
        s->values = mem_zalloc(MOST_VALUES * sizeof *s->values);
        s->options.vm.values = s->values;
        s->options.vm.nvalues = MOST_VALUES;
    }
    s->tour = tour_new(p, &s->options.vm, breaks_watch, s);
    s->chosen = 1;
    s->random = 1;
    judge_first(s);
    return s;
}

void simulate_free(Simulator *s) {
    run_restart_judge(s);
    breaks_done(s);
    tour_free(s->tour);
    schedule_done(&s->run);
    VEC_FREE(s->taken, s->taken_cap);
    VEC_FREE(s->seen, s->seen_cap);
    fault_forget(&s->fault);
    text_done(&s->trouble);
    if (s->values)
        mem_free(s->values, MOST_VALUES * sizeof *s->values);
    mem_free(s, sizeof *s);
}

bool simulate_follow(Simulator *s, const Schedule *run, u32 at, Diag *d) {
    ENSURE(s->at == 0 && at <= run->len);
    VEC_RESERVE(s->run.steps, 0, s->run.cap, run->len + 1);
    if (run->len)
        memcpy(s->run.steps, run->steps, run->len * sizeof *run->steps);
    s->run.len = run->len;
    for (u32 i = 0; s->values && i < run->nvalues && i < MOST_VALUES; i++)
        s->values[i] = run->values[i];
    run_go(s, at);
    if (s->at < at)
        return diag_fail(d, "step %u of %u is not possible in this program", s->at + 1, run->len);
    if (s->ntaken)
        s->chosen = s->taken[s->ntaken - 1].thread;
    return true;
}
