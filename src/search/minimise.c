// SPDX-License-Identifier: Apache-2.0
// Another run to a violation that was found: one in which the running thread changes as seldom as
// possible, and with as few steps, since that is what a reader has to follow. Two ways: a search by
// switches (fewest.c), which proves that there is none with fewer, and, where that takes too long,
// the steps of the run in another order (rearrange.c).
//
// Whatever is found has to lead to the same violation, on both machines that confirm one
// (confirm.c); otherwise, and when there is no time or memory left, the run stays as it was.
#include "search/search_int.h"

#include <string.h>

// For all violations together: less than a second, and hardly ever more than two.
enum { MOST_EFFORT = 1 << 25 };
#define MOST_SECONDS 2.0
// What is done even where others use the processor, so that small programs always get the same.
enum { LEAST_EFFORT = 1 << 20 };
#define LONGEST 10.0 // seconds
// Of the time that is left: the run has to be told as well.
#define SHARE_OF_TIME 0.25
enum { MOST_MEMORY = 256 << 20 }; // bytes, beside what is in use

Patience search_patience(const SearchOptions *o) {
    double now = clock_seconds(), most = LONGEST;
    u64 used = mem_real(), limit = o->memory_limit;
    u64 left = limit > used ? (limit - used) / 2 : 0;
    if (o->deadline > 0 && (o->deadline - now) * SHARE_OF_TIME < most)
        most = (o->deadline - now) * SHARE_OF_TIME;
    return (Patience){.effort = MOST_EFFORT,
                      .deadline = now + (most < MOST_SECONDS ? most : MOST_SECONDS),
                      .limit = now + most,
                      .memory = used + (limit && left < MOST_MEMORY ? left : MOST_MEMORY)};
}

bool minimise_is_over(const Minimise *m) {
    const volatile int *flag = m->options->explore.interrupted;
    const Patience *p = m->patience;
    double now = clock_seconds();
    bool is_late = now > (p->spent < LEAST_EFFORT ? p->limit : p->deadline);
    return !p->effort || is_late || (flag && *flag) || mem_real() > p->memory;
}

void minimise_take_effort(Minimise *m, u64 effort) {
    Patience *p = m->patience;
    p->effort = p->effort > effort ? p->effort - effort : 0;
    p->spent += effort;
}

u64 minimise_length(const Schedule *s) {
    u64 n = 0;
    for (u32 i = 0; i < s->len; i++)
        n += s->steps[i].length;
    return n;
}

// The same violation, and the same one of the two accesses of a race that comes second.
static bool is_wanted(const Minimise *m, const Fault *f) {
    ViolationKey key = violation_key(m->program, f);
    const Fault *wanted = &m->wanted->fault;
    if (!violation_is_same(&key, &m->wanted->key) || f->kind != FAULT_DATA_RACE)
        return violation_is_same(&key, &m->wanted->key);
    SrcLoc here = program_loc(m->program, f->func, f->pc);
    SrcLoc there = program_loc(m->program, wanted->func, wanted->pc);
    return here.file == there.file && here.line == there.line;
}

bool minimise_may_be(const Minimise *m, const Fault *f) {
    bool is_half_known =
        f->kind == FAULT_LEAK || (f->kind == FAULT_DATA_RACE && vm_tracks_order(m->program));
    return f->kind == m->wanted->fault.kind && (is_half_known || is_wanted(m, f));
}

static void copy_violation(Violation *to, const Violation *from) {
    Violation copy = *from;
    copy.fault = (Fault){0};
    copy.schedule =
        (Schedule){.is_endless = from->schedule.is_endless, .cycle = from->schedule.cycle};
    fault_copy(&copy.fault, &from->fault);
    for (u32 i = 0; i < from->schedule.len; i++)
        VEC_PUSH(copy.schedule.steps, copy.schedule.len, copy.schedule.cap) =
            from->schedule.steps[i];
    for (u32 i = 0; i < from->schedule.nvalues; i++)
        VEC_PUSH(copy.schedule.values, copy.schedule.nvalues, copy.schedule.values_cap) =
            from->schedule.values[i];
    *to = copy;
}

static bool is_better(const Minimise *m, u32 switches, u64 length) {
    return switches != m->best->switches ? switches < m->best->switches : length <= m->length;
}

bool minimise_offer(Minimise *m, const VmOptions *vm, Schedule *s, u32 switches) {
    Violation v = {.schedule = *s};
    *s = (Schedule){0};
    fault_copy(&v.fault, &m->wanted->fault);
    bool is_same = confirm_run(m->program, &m->options->explore, vm, &v) == CONFIRM_TWICE &&
                   is_wanted(m, &v.fault);
    minimise_take_effort(m, 3 * minimise_length(&v.schedule));
    if (is_same && is_better(m, switches, minimise_length(&v.schedule))) {
        Violation before = *m->best;
        v.has_switches = true;
        v.switches = switches;
        m->length = minimise_length(&v.schedule);
        *m->best = v;
        v = before;
    }
    fault_forget(&v.fault);
    schedule_done(&v.schedule);
    return is_same;
}

// What is compared of states, or restored, is not all that there is: a run that seems to lead
// nowhere new may, and states that were met need not be those of the run.
static bool can_search(const Minimise *m) {
    const ExploreOptions *o = &m->options->explore;
    bool is_whole = !explore_has_matching(&o->matching, m->program) &&
                    !explore_has_untracked(&o->matching, m->program);
    // A search knows less of a race with an access long past than a replay, and so cannot tell it
    // from those that are excused.
    bool is_half = m->wanted->is_among_others && m->wanted->fault.kind == FAULT_DATA_RACE &&
                   vm_tracks_order(m->program);
    return is_whole && !is_half;
}

// The search leaves some patience to others.
static u32 search_by_switches(Minimise *m) {
    Patience *p = m->patience, all = *p;
    double now = clock_seconds();
    p->effort -= all.effort / 4;
    p->deadline = now + (all.deadline - now) * 3 / 4;
    u32 least = minimise_by_search(m);
    p->effort += all.effort / 4;
    p->deadline = all.deadline;
    return least;
}

// With a bound on preemptions, another order may have more of them.
static void minimise(Minimise *m) {
    u32 least = 0;
    if (m->best->switches && can_search(m))
        least = search_by_switches(m);
    if (m->best->switches > least && m->options->explore.context_bound < 0)
        minimise_by_order(m);
    if (m->length < m->patience->effort / 8) // it is replayed some times
        minimise_join(m);
    m->best->is_minimised = true;
    m->best->is_minimal = m->best->switches <= least;
}

void search_minimise(const Program *p, const SearchOptions *o, const SearchResult *r,
                     const Violation *v, Patience *patience, u32 share, Violation *out) {
    SearchOptions own = *o;
    VmOptions vm = r->vm;
    ENSURE(share > 0 && v->fault.kind != FAULT_NONE);
    copy_violation(out, v);
    if (v->fault.kind == FAULT_LIVENESS)
        return; // such runs are made short when they are found
    search_only_faults(&own);
    vm.addressed = v->addressed;
    Patience mine = {0};
    Minimise m = {p, &own, &vm, v, &mine, out, minimise_length(&v->schedule)};
    bool has_threads = program_has_trap(p, TRAP_SPAWN, NULL);
    out->has_switches = !has_threads || minimise_count(&m, &out->switches);
    out->is_minimised = out->is_minimal = !has_threads && patience;
    if (!patience || !out->has_switches || !has_threads)
        return;
    mine = *patience;
    mine.effort /= share;
    mine.spent = 0;
    mine.deadline = clock_seconds() + (mine.deadline - clock_seconds()) / share;
    vm.solver_deadline = mine.deadline;
    minimise(&m);
    patience->effort -= mine.spent < patience->effort ? mine.spent : patience->effort;
}
