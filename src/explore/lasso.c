// SPDX-License-Identifier: Apache-2.0
// Runs that go on for ever: a schedule, the last steps of which are repeated, is run on a machine
// of its own.
#include "explore/explore_int.h"

#include <string.h>

typedef struct Lasso {
    Exploration *exploration;
    Verdict verdict;
    u64 unasked[FAULT_COUNT];
    u32 gone_on;
    Fault first_unasked;
    Explorer *explorer;
    const Schedule *schedule;
    u32 *values;      // of the propositions, by state: before the first step, after it, ...
    StateWord *cycle; // the state where the cycle begins
    u32 ncycle;
    bool is_over; // the program has ended
    Diag *d;
} Lasso;

// What is true in the state that the machine has come to.
static bool look(Lasso *l, u32 i) {
    ENSURE(i <= l->schedule->len && !l->is_over);
    Explorer *e = l->explorer;
    Text why = {0};
    explorer_load(e, view_take(e->view, e->vm, NULL, 0));
    if (explorer_is_in_atomic(e))
        l->values[i] = i ? l->values[i - 1] : 0;
    else if (!explorer_values(e, &l->values[i], &why))
        diag_fail(l->d, "%s", text_str(&why));
    bool is_ok = !why.len;
    text_done(&why);
    return is_ok;
}

static bool look_at_end(Lasso *l, u32 i) {
    ENSURE(i > 0 && i <= l->schedule->len && !l->is_over);
    Text why = {0};
    bool is_ok =
        prop_values(&l->exploration->options->properties, l->explorer->vm, &l->values[i], &why);
    l->is_over = true;
    if (!is_ok)
        diag_fail(l->d, "%s", text_str(&why));
    text_done(&why);
    return is_ok;
}

static void keep_cycle(Lasso *l) {
    ENSURE(!l->cycle);
    l->ncycle = vector_words(l->explorer->state);
    l->cycle = mem_alloc(l->ncycle * sizeof *l->cycle);
    memcpy(l->cycle, l->explorer->state, l->ncycle * sizeof *l->cycle);
}

static bool is_back(const Lasso *l) {
    ENSURE(l->cycle);
    const StateWord *now = l->explorer->state;
    return vector_words(now) == l->ncycle && memcmp(now, l->cycle, l->ncycle * sizeof *now) == 0;
}

static void before_step(void *self, u32 i, Choice c) {
    Lasso *l = self;
    (void)c;
    ENSURE(i < l->schedule->len && !l->is_over);
    if (l->schedule->is_endless && i == l->schedule->cycle)
        keep_cycle(l);
}

static bool after_step(void *self, u32 i, Choice c, RunEnd end) {
    Lasso *l = self;
    Vm *vm = l->explorer->vm;
    (void)c;
    ENSURE(i < l->schedule->len && !l->is_over);
    if (end == RUN_EXIT || (end == RUN_DONE && vm_nthreads(vm) == 0))
        return look_at_end(l, i + 1);
    if (!prop_goes_on(end))
        return diag_fail(l->d, "the run ends with step %u", i + 1);
    view_canonicalize(l->explorer->view, vm, false);
    return look(l, i + 1);
}

static bool is_stuck(const Lasso *l) {
    ENSURE(!l->is_over); // the explorer is in the last state
    const Explorer *e = l->explorer;
    for (ThreadId t = 0; t < vector_threads(e->state); t++)
        if (explorer_alternatives(e, t))
            return false;
    return true;
}

static bool run(Lasso *l) {
    const Schedule *s = l->schedule;
    ENSURE(!s->is_endless || s->cycle <= s->len);
    view_canonicalize(l->explorer->view, l->explorer->vm, false);
    if (!look(l, 0))
        return false;
    Replayed replayed;
    if (!prop_replay(l->explorer->vm, s, &(ReplayHooks){l, before_step, after_step}, &replayed))
        return !replayed.is_stopped &&
               diag_fail(l->d, "step %u is not possible in this program", replayed.taken + 1);
    ENSURE(replayed.taken == s->len);
    if (!s->is_endless)
        return true;
    if (s->cycle == s->len)
        return l->is_over || is_stuck(l) || diag_fail(l->d, "the run could go on");
    return (!l->is_over && is_back(l)) ||
           diag_fail(l->d, "the run does not come back to where its cycle begins");
}

// A run that breaks the formula in one of its states need not be shown any further.
static void shorten(const Lasso *l, const Ltl *formula, Schedule *s) {
    ENSURE(s == l->schedule && s->is_endless);
    for (u32 n = 1; n <= s->len; n++)
        if (ltl_is_lost(formula, l->values, n)) {
            s->len = n - 1;
            s->is_endless = false;
        }
}

static bool is_broken(const Lasso *l, const Ltl *formula, const Schedule *s) {
    ENSURE(!s->is_endless || s->cycle == s->len || l->cycle);
    if (!s->is_endless)
        return ltl_is_lost(formula, l->values, s->len + 1);
    return !ltl_holds(formula, l->values, s->len + (s->cycle == s->len), s->cycle);
}

bool explore_confirm_formula(const Program *p, const ExploreOptions *o, const VmOptions *vm,
                             Schedule *s, Diag *d) {
    Lasso *l = mem_zalloc_apart(sizeof *l);
    ExploreOptions options = *o;
    options.no_memo = true; // all is computed, nothing remembered
    options.reduction = REDUCTION_GLOBAL;
    verdict_init(&l->verdict);
    Findings findings = {&l->verdict, l->unasked, &l->gone_on, &l->first_unasked};
    l->exploration = exploration_new(p, &options, (ExploreUse){.is_driven = true}, &findings,
                                     &(ExploreHooks){0});
    l->exploration->vm = *vm;
    exploration_begin(l->exploration, &(StoreOptions){.kind = STORE_COMPACT}, 1);
    l->explorer = l->exploration->explorers;
    ENSURE(!l->explorer->memo && !l->explorer->superstep && l->explorer->caller);
    l->schedule = s;
    l->d = d;
    size_t nvalues = (s->len + 1) * sizeof *l->values;
    l->values = mem_zalloc(nvalues);
    bool is_ok = run(l);
    if (is_ok && !is_broken(l, o->properties.formula, s))
        is_ok = diag_fail(d, "it is not seen that the formula does not hold of this run");
    if (is_ok && s->is_endless)
        shorten(l, o->properties.formula, s);
    mem_free(l->values, nvalues);
    mem_free(l->cycle, l->ncycle * sizeof *l->cycle);
    exploration_end(l->exploration);
    exploration_free(l->exploration);
    verdict_done(&l->verdict);
    text_done(&l->first_unasked.text);
    mem_free(l, sizeof *l);
    return is_ok;
}
