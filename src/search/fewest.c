// SPDX-License-Identifier: Apache-2.0
// A search by context switches: first all states that are reached without any, then those with one,
// and so on; among those with as many, the ones that take fewer steps come first. So the first run
// to a violation that is met has the fewest switches that it can have, and among these runs the
// fewest steps. A switch is every change of the running thread, also where the one before waits or
// has ended: what counts is how often a reader has to turn to another thread.
//
// Level k has the states that k switches lead to and no fewer; a state knows who ran last. Each of
// them is expanded twice: by a step of that thread, which leads to level k again, and, when level k
// is complete, by steps of all others, which lead to level k + 1. Both lists are in order of steps
// and are merged, so the states of a level are found in that order, too.
//
// SOUND: what passes (reduce/reducer.c) moves towards the operations of its own thread, which never
// adds a switch. Supersteps and the order of equal threads are not used, as with a context bound.
#include "search/search_int.h"

enum { BETWEEN_LOOKS = 8 }; // expansions
enum { MORE_STEPS = 64 };   // they are smaller than those of other searches

typedef struct Node { // of a state in Fewest.states
    u32 parent;
    u32 steps;
    ThreadId last; // who ran; THREAD_NONE if it has ended
    bool is_violation;
} Node;

typedef struct Fewest {
    Minimise *m;
    ExploreOptions options;
    Exploration *exploration;
    Model model;
    Store store;
    Children states;
    Node *nodes;
    u32 nnodes, nodes_cap;
    u32 most_steps; // of a run
    u32 level;
    u32 least;    // no run has fewer switches
    bool is_sure; // nothing was left out so far
    bool is_found, is_over;
    u64 effort;     // that was told
    u32 until_look; // expansions
    // what the exploration finds beside states
    Verdict verdict;
    u64 unasked[FAULT_COUNT];
    u32 gone_on;
    Fault first_unasked;
} Fewest;

// ---- limits -------------------------------------------------------------------------------------

static void look(Fewest *f) {
    if (f->until_look--)
        return;
    f->until_look = BETWEEN_LOOKS;
    u64 effort = f->model.effort(f->model.self);
    minimise_take_effort(f->m, effort - f->effort);
    f->effort = effort;
    f->is_over = f->is_over || minimise_is_over(f->m);
}

// ---- what was met -------------------------------------------------------------------------------

static void add_way(const Fewest *f, u32 node, Schedule *out) {
    u32 n = f->nodes[node].steps;
    VEC_RESERVE(out->steps, 0, out->cap, n + 1);
    out->len = n;
    for (u32 i = n; i-- > 0; node = f->nodes[node].parent)
        out->steps[i] = f->states.items[node].how;
    ENSURE(node == 0);
}

// The state of the node is a violation, or the step from it is, if that has a thread.
static void judge_violation(Fewest *f, u32 node, Choice last) {
    const Fault *fault = f->model.fault(f->model.self);
    ViolationKey key = violation_key(f->m->program, fault);
    bool may_be = minimise_may_be(f->m, fault);
    if (may_be) {
        Schedule s = {0};
        VmOptions vm = *f->m->vm;
        vm.addressed = exploration_addressed(f->exploration);
        vm.is_open = f->options.vm.is_open;
        add_way(f, node, &s);
        if (last.thread != THREAD_NONE)
            VEC_PUSH(s.steps, s.len, s.cap) = last;
        f->is_found = minimise_offer(f->m, &vm, &s, f->level);
    }
    // SOUND: a run that comes to another violation is over. But the same race may be met from its
    // other side, a block be lost in the same step as another one, or the solver give up.
    if (!f->is_found && (may_be || violation_is_same(&key, &f->m->wanted->key)))
        f->is_sure = false;
}

// ---- expanding ----------------------------------------------------------------------------------

static void add_node(Fewest *f, u32 parent) {
    u32 number = f->states.n - 1;
    const Child *c = &f->states.items[number];
    ENSURE(number == f->nnodes);
    VEC_PUSH(f->nodes, f->nnodes, f->nodes_cap) =
        (Node){parent, f->nodes[parent].steps + 1,
               c->traits & STEP_ENDS_THREAD ? THREAD_NONE : c->how.thread, false};
}

static void step(Fewest *f, u32 node, Choice how) {
    u32 before = f->states.n;
    f->states.nends = 0;
    StepEnd end = f->model.step(f->model.self, how, &f->states);
    if (end == STEP_VIOLATION)
        judge_violation(f, node, f->states.ends[f->states.nends - 1].how);
    f->is_over = f->is_over || end == STEP_STOPPED;
    if (end != STEP_ON)
        return;
    ENSURE(f->states.n == before + 1);
    if (f->store.add(f->store.self, child_state(&f->states, before), NULL))
        add_node(f, node);
    else
        children_cut(&f->states, before);
}

static bool goes_on(const Fewest *f) {
    return !f->is_found && !f->is_over && !exploration_is_broken(f->exploration);
}

// Whether the state of the node, where the model is, is a violation; once is enough to ask.
static bool judge(Fewest *f, u32 node) {
    StepEnd judged = f->model.judge(f->model.self);
    if (judged == STEP_VIOLATION)
        judge_violation(f, node, (Choice){.thread = THREAD_NONE});
    f->is_over = f->is_over || judged == STEP_STOPPED;
    return judged == STEP_VIOLATION;
}

// Steps of the thread that ran last, or of all others.
static void expand(Fewest *f, u32 node, bool is_switch) {
    Node *from = &f->nodes[node]; // until there are more
    ThreadId last = from->last;
    u32 n = vector_threads(child_state(&f->states, node));
    look(f);
    bool is_too_long = from->steps >= f->most_steps;
    f->is_sure = f->is_sure && !is_too_long;
    if (is_too_long || from->is_violation)
        return;
    f->model.go(f->model.self, child_state(&f->states, node), false);
    from->is_violation = !is_switch && judge(f, node);
    bool is_end = from->is_violation;
    for (ThreadId t = 0; t < n && !is_end && goes_on(f); t++) {
        u32 ways = (t == last) != is_switch ? f->model.ways(f->model.self, t) : 0;
        for (u32 a = 0; a < ways && goes_on(f); a++)
            step(f, node, (Choice){t, a, 0});
    }
}

// All states of the level; those from `old` to `first` are the ones of the level before.
static void complete_level(Fewest *f, u32 old, u32 first) {
    u32 next = first;
    while (goes_on(f) && (old < first || next < f->nnodes)) {
        bool is_switch =
            next == f->nnodes || (old < first && f->nodes[old].steps < f->nodes[next].steps);
        expand(f, is_switch ? old++ : next++, is_switch);
    }
}

static bool start(Fewest *f) {
    bool is_on = f->model.initial(f->model.self, &f->states) == STEP_ON && f->states.n == 1;
    if (is_on && f->store.add(f->store.self, child_state(&f->states, 0), NULL))
        VEC_PUSH(f->nodes, f->nnodes, f->nodes_cap) = (Node){.last = 0};
    return f->nnodes == 1;
}

// Level after level, as long as they have no more switches than are known to be enough, and there
// are states in them.
static void search_levels(Fewest *f) {
    u32 old = 0, first = 0;
    bool has_more = start(f);
    for (f->level = 0; has_more && goes_on(f) && f->level <= f->m->best->switches; f->level++) {
        if (f->is_sure && !f->verdict.ncuts)
            f->least = f->level;
        complete_level(f, old, first);
        old = first;
        first = f->nnodes;
        has_more = first > old;
    }
}

// ---- the whole ----------------------------------------------------------------------------------

static void begin(Fewest *f) {
    StoreOptions store = {.kind = STORE_EXACT};
    exploration_begin(f->exploration, &store, 1);
    f->model = exploration_model(f->exploration, 0);
    f->store = exploration_seen(f->exploration, 0);
    f->effort = 0;
    f->until_look = 0;
    f->least = 0;
    f->is_sure = true;
    f->is_found = false;
    verdict_init(&f->verdict);
}

// Whether it has to begin again: the reduction had assumed too much.
static bool end(Fewest *f) {
    bool is_broken = exploration_ends_broken(f->exploration);
    children_done(&f->states);
    f->states = (Children){0};
    VEC_FREE(f->nodes, f->nodes_cap);
    f->nnodes = 0;
    exploration_end(f->exploration);
    verdict_done(&f->verdict);
    bool is_again = is_broken && !f->is_over;
    if (is_broken) // what was found is there all the same, but there may be fewer
        f->least = 0;
    if (is_again)
        exploration_forget(f->exploration);
    return is_again;
}

// Races that were excused may have hidden others.
static bool has_gap(const Fewest *f) {
    return f->m->wanted->fault.kind == FAULT_DATA_RACE && f->options.settled &&
           settled_has_race(f->options.settled);
}

static void set_options(Fewest *f) {
    ExploreOptions *o = &f->options;
    *o = f->m->options->explore;
    if (o->context_bound < 0)
        o->context_bound = SWITCHES_UNCOUNTED;
    if (o->reduction == REDUCTION_SUPERSTEP)
        o->reduction = REDUCTION_DEFAULT;
    o->checks_abstraction = o->wants_outcomes = false;
    o->vm.solver_deadline = f->m->patience->deadline;
    o->vm.addressed |= f->m->wanted->addressed;
    o->settled =
        f->m->wanted->is_among_others ? settled_all_but(f->m->program, &f->m->wanted->key) : NULL;
}

static u32 search(Minimise *m, u32 most_steps, bool *is_found) {
    Fewest f = {.m = m, .most_steps = most_steps};
    set_options(&f);
    Findings findings = {&f.verdict, f.unasked, &f.gone_on, &f.first_unasked};
    ExploreHooks hooks = {0};
    f.exploration = exploration_new(m->program, &f.options, (ExploreUse){0}, &findings, &hooks);
    do {
        begin(&f);
        search_levels(&f);
    } while (end(&f));
    u32 least = has_gap(&f) ? 0 : f.least;
    *is_found = f.is_found;
    exploration_free(f.exploration);
    settled_free(f.options.settled);
    fault_forget(&f.first_unasked);
    return least;
}

// A thread that goes on for ever would keep the search on one level: if that takes too long, a
// second one goes not much farther than the run that was found.
u32 minimise_by_search(Minimise *m) {
    Patience *p = m->patience, all = *p;
    bool is_found;
    double now = clock_seconds();
    p->effort = all.effort / 2;
    p->deadline = now + (all.deadline - now) / 2;
    u32 least = search(m, UINT32_MAX, &is_found);
    p->effort += all.effort - all.effort / 2;
    p->deadline = all.deadline;
    if (!is_found)
        search(m, MORE_STEPS + 2 * m->wanted->schedule.len, &is_found);
    return least;
}
