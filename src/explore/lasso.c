// SPDX-License-Identifier: Apache-2.0
// Runs that go on for ever: a schedule, the last steps of which are repeated, is run on a machine
// of its own, and judged without anything that a search knows.
#include "explore/explore_int.h"

#include <string.h>

// A state of the run, and the step that is taken from it.
typedef struct Moment {
    bool is_hidden; // it is in the middle of an atomic section
    u32 nthreads;
    u8 *standing; // by thread: explorer_standing
    ThreadId thread;
    bool ends_thread, changes, has_progress;
} Moment;

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
    bool is_over;     // the program has ended
    EndlessKind kind; // what is wrong with it
    Moment *moments;  // by state; of the last one, only how the threads stand
    u32 nmoments;
    Diag *d;
} Lasso;

// How the threads stand in the state that the explorer is in.
static void note_threads(Lasso *l, Moment *moment) {
    const Explorer *e = l->explorer;
    moment->is_hidden = explorer_is_in_atomic(e);
    moment->has_progress = explorer_has_progress(l->explorer);
    moment->nthreads = vector_threads(e->state);
    moment->standing = mem_zalloc(moment->nthreads + 1);
    for (ThreadId t = 0; t < moment->nthreads; t++)
        moment->standing[t] = (u8)explorer_standing(e, t);
}

// What is true in the state that the machine has come to.
static bool look(Lasso *l, u32 i) {
    ENSURE(i <= l->schedule->len && !l->is_over);
    Explorer *e = l->explorer;
    Text why = {0};
    const StateWord *state = view_take(e->view, e->vm, NULL, 0);
    if (i)
        l->moments[i - 1].changes = explorer_has_changed(e, state);
    explorer_load(e, state);
    note_threads(l, &l->moments[i]);
    bool is_ok = explorer_values(e, &l->values[i], &why);
    if (!is_ok)
        diag_fail(l->d, "%s", text_str(&why));
    else if (explorer_is_in_atomic(e))
        l->values[i] = prop_hidden_values(&l->exploration->options->properties,
                                          i ? l->values[i - 1] : 0, l->values[i]);
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
    ENSURE(i < l->schedule->len && !l->is_over);
    l->moments[i].thread = c.thread;
    if (l->schedule->is_endless && i == l->schedule->cycle)
        keep_cycle(l);
}

// A fault that nobody asked for has ended the program.
static bool is_plain_end(const Lasso *l, RunEnd end) {
    if (end != RUN_FAULT)
        return false;
    FaultKind kind = vm_last(l->explorer->vm)->fault->kind;
    return !l->exploration->options->properties.checked[kind] && ir_kind_after[kind] == KIND_ENDS;
}

static bool after_step(void *self, u32 i, Choice c, RunEnd end) {
    Lasso *l = self;
    Vm *vm = l->explorer->vm;
    (void)c;
    ENSURE(i < l->schedule->len && !l->is_over);
    if (end == RUN_EXIT || (end == RUN_DONE && vm_nthreads(vm) == 0))
        return look_at_end(l, i + 1);
    if (is_plain_end(l, end)) {
        l->values[i + 1] = l->values[i];
        l->is_over = true;
        return true;
    }
    if (!prop_goes_on(end))
        return diag_fail(l->d, "the run ends with step %u", i + 1);
    l->moments[i].ends_thread = end == RUN_DONE;
    view_canonicalize(l->explorer->view, vm, false);
    return look(l, i + 1);
}

// Nobody must go on.
static bool is_stuck(const Lasso *l) {
    ENSURE(!l->is_over); // the explorer is in the last state
    const Moment *last = &l->moments[l->schedule->len];
    bool is_ready = false;
    for (ThreadId t = 0; t < last->nthreads; t++)
        is_ready = is_ready || last->standing[t] & THREAD_READY;
    return !is_ready;
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

// ---- fairness -----------------------------------------------------------------------------------

// Whether thread t takes a step in the cycle. One that ends a thread before it, or itself, makes it
// another thread.
static bool runs_in_cycle(const Lasso *l, ThreadId t) {
    bool runs = false;
    for (u32 i = l->schedule->cycle; i < l->schedule->len && !runs; i++) {
        const Moment *moment = &l->moments[i];
        runs = moment->thread == t || (moment->ends_thread && moment->thread <= t);
    }
    return runs;
}

// Whether a thread is treated fairly in the cycle.
static bool is_fair_to(const Lasso *l, ThreadId t, Fairness f) {
    bool is_idle = false, is_ready = false, is_seen = false;
    for (u32 i = l->schedule->cycle; i < l->schedule->len; i++) {
        const Moment *moment = &l->moments[i];
        if (moment->is_hidden)
            continue;
        bool can = t < moment->nthreads && moment->standing[t] & THREAD_READY;
        is_seen = true;
        is_idle = is_idle || !can;
        is_ready = is_ready || can;
    }
    bool is_excused = f == FAIRNESS_STRONG ? !is_ready : is_idle;
    return !is_seen || is_excused || runs_in_cycle(l, t);
}

static bool is_fair(const Lasso *l, Fairness f) {
    u32 most = 0;
    bool is_right = true;
    for (u32 i = l->schedule->cycle; i < l->schedule->len; i++)
        most = l->moments[i].nthreads > most ? l->moments[i].nthreads : most;
    for (ThreadId t = 0; t < most && f != FAIRNESS_NONE && is_right; t++)
        is_right = is_fair_to(l, t, f);
    return is_right;
}

// ---- what is wrong ------------------------------------------------------------------------------

static const PropertySet *properties(const Lasso *l) {
    return &l->exploration->options->properties;
}

// A run that breaks the formula in one of its states need not be shown any further.
static void shorten(const Lasso *l, const Ltl *formula, Schedule *s) {
    ENSURE(s == l->schedule && s->is_endless);
    if (!s->len || !ltl_is_lost(formula, l->values, s->len))
        return;
    u32 low = 1, high = s->len; // what has lost stays lost
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        if (ltl_is_lost(formula, l->values, middle))
            high = middle;
        else
            low = middle + 1;
    }
    s->len = high - 1;
    s->is_endless = false;
}

static bool breaks_formula(const Lasso *l, const Ltl *formula, const Schedule *s) {
    ENSURE(!s->is_endless || s->cycle == s->len || l->cycle);
    if (!s->is_endless)
        return ltl_is_lost(formula, l->values, s->len + 1);
    return !ltl_holds(formula, l->values, s->len + (s->cycle == s->len), s->cycle);
}

// Ends like a formula: the last state stays for ever, or the cycle is repeated, or it does not
// matter what follows.
static bool is_accepted(const Lasso *l, const NeverClaim *c, const Schedule *s) {
    ENSURE(!s->is_endless || s->cycle == s->len || l->cycle);
    if (!s->is_endless)
        return c->has_accepted(c->automaton, l->values, s->len + 1);
    return c->accepts(c->automaton, l->values, s->len + (s->cycle == s->len), s->cycle);
}

static bool judge_claim(const Lasso *l, const NeverClaim *c, const Schedule *s, Fault *out) {
    if (!is_accepted(l, c, s))
        return diag_fail(l->d, "it is not seen that %s accepts this run", c->name);
    prop_accepted_run(c, s, out);
    return true;
}

static bool has_progress(const Lasso *l) {
    bool has = false;
    for (u32 i = l->schedule->cycle; i < l->schedule->len && !has; i++)
        has = l->moments[i].ends_thread || l->moments[i].has_progress;
    return has;
}

// Whether the thread is there all the time, does nothing that others could see, and does not wait
// for the end of others, as it well may for ever.
static bool is_starved_in(const Moment *moment, ThreadId t) {
    return t < moment->nthreads && !(moment->standing[t] & THREAD_JOINS) &&
           !(moment->ends_thread && moment->thread <= t) &&
           !(moment->thread == t && moment->changes);
}

// The first thread that is starved in the cycle, or where the run stays; THREAD_NONE: none is.
static ThreadId starved_thread(const Lasso *l) {
    const Schedule *s = l->schedule;
    u32 end = s->cycle == s->len ? s->len + 1 : s->len;
    for (ThreadId t = 0; t < l->moments[s->cycle].nthreads; t++) {
        bool is = true;
        for (u32 i = s->cycle; i < end && is; i++)
            is = is_starved_in(&l->moments[i], t);
        if (is)
            return t;
    }
    return THREAD_NONE;
}

static bool takes_steps(const Lasso *l, ThreadId t) {
    bool takes = false;
    for (u32 i = l->schedule->cycle; i < l->schedule->len && !takes; i++)
        takes = l->moments[i].thread == t;
    return takes;
}

// The threads that go on in the cycle, but for one: "thread 1", "threads 1 and 3". How many.
static u32 add_runners(const Lasso *l, ThreadId but, Text *out) {
    const Vm *vm = l->explorer->vm;
    Text list = {0};
    u32 n = 0, last = 0;
    for (ThreadId t = 0; t < vm_nthreads(vm); t++) {
        if (t == but || !takes_steps(l, t))
            continue;
        if (n++)
            text_add(&list, "%s%u", n > 2 ? ", " : "", last);
        last = vm_thread(vm, t)->serial + 1;
    }
    if (n > 1)
        text_add(out, "threads %s and %u", text_str(&list), last);
    else if (n)
        text_add(out, "thread %u", last);
    text_done(&list);
    return n;
}

// The first thread that goes on in the cycle is where the fault is.
static void locate_runner(const Lasso *l, Fault *out) {
    Vm *vm = l->explorer->vm;
    ThreadId t = 0;
    while (t < vm_nthreads(vm) && !takes_steps(l, t))
        t++;
    if (t == vm_nthreads(vm))
        return;
    vm_locate(vm, t, out);
    out->thread = t;
}

static void tell_stuck(const Lasso *l, Text *out) {
    Vm *vm = l->explorer->vm;
    for (ThreadId t = 0; t < vm_nthreads(vm); t++) {
        text_add(out, t ? ", " : "");
        prop_add_wait(vm, t, out);
    }
    text_add(out, ", for ever");
}

static void tell_runners(const Lasso *l, const char *how, Text *out) {
    u32 n = add_runners(l, THREAD_NONE, out);
    text_add(out,
             n == 0   ? "threads go on for ever%s"
             : n == 1 ? " goes on for ever%s"
                      : " go on for ever%s",
             how);
}

static void tell_starved(const Lasso *l, ThreadId t, Text *out) {
    Vm *vm = l->explorer->vm;
    Text others = {0};
    if (takes_steps(l, t)) {
        text_add(out, "thread %u spins for ever: it goes round without changing anything",
                 vm_thread(vm, t)->serial + 1);
    } else {
        prop_add_wait(vm, t, out);
        text_add(out, " for ever");
    }
    u32 n = add_runners(l, t, &others);
    if (n)
        text_add(out, ", while %s %s on", text_str(&others), n == 1 ? "goes" : "go");
    text_done(&others);
}

// What is wrong with a run of which no formula speaks; FAULT_NONE: nothing.
static void judge_unasked(Lasso *l, Fault *out) {
    const PropertySet *p = properties(l);
    bool is_stuck_run = l->schedule->cycle == l->schedule->len;
    ThreadId starved = p->starvation ? starved_thread(l) : THREAD_NONE;
    text_clear(&out->text);
    out->thread = THREAD_NONE;
    if (p->termination) {
        l->kind = ENDLESS_TERMINATION;
        text_add(&out->text, "the program does not end: ");
        if (is_stuck_run)
            tell_stuck(l, &out->text);
        else
            tell_runners(l, "", &out->text);
    } else if (p->livelock && !is_stuck_run && !has_progress(l)) {
        l->kind = ENDLESS_LIVELOCK;
        text_add(&out->text, "livelock: ");
        tell_runners(l, " without progress", &out->text);
    } else if (starved != THREAD_NONE) {
        l->kind = ENDLESS_STARVATION;
        text_add(&out->text, "starvation: ");
        tell_starved(l, starved, &out->text);
        vm_locate(l->explorer->vm, starved, out);
        out->thread = starved;
    } else {
        out->kind = FAULT_NONE;
        return;
    }
    if (out->thread == THREAD_NONE)
        locate_runner(l, out);
    out->kind = FAULT_LIVENESS;
}

static bool judge(Lasso *l, Schedule *s, Fault *out) {
    const PropertySet *p = properties(l);
    if (s->is_endless && !is_fair(l, p->fairness))
        return diag_fail(l->d, "the run is not fair");
    if (p->claim.accepts)
        return judge_claim(l, &p->claim, s, out);
    if (p->formula && !breaks_formula(l, p->formula, s))
        return diag_fail(l->d, "it is not seen that the formula does not hold of this run");
    if (p->formula) {
        bool is_cycle = s->is_endless && s->cycle < s->len;
        const char *part = ltl_broken_part(p->formula, l->values, s->len + !is_cycle,
                                           is_cycle ? s->cycle : s->len);
        if (s->is_endless)
            shorten(l, p->formula, s);
        prop_broken_formula(part, s, out);
        return true;
    }
    if (!l->is_over && s->is_endless)
        judge_unasked(l, out);
    return out->kind != FAULT_NONE || diag_fail(l->d, "it is not seen what is wrong with this run");
}

static void lasso_done(Lasso *l) {
    for (u32 i = 0; i < l->nmoments; i++)
        if (l->moments[i].standing)
            mem_free(l->moments[i].standing, l->moments[i].nthreads + 1);
    mem_free(l->moments, l->nmoments * sizeof *l->moments);
    mem_free(l->values, l->nmoments * sizeof *l->values);
    mem_free(l->cycle, l->ncycle * sizeof *l->cycle);
    exploration_end(l->exploration);
    exploration_free(l->exploration);
    verdict_done(&l->verdict);
    text_done(&l->first_unasked.text);
    mem_free(l, sizeof *l);
}

bool explore_confirm_endless(const Program *p, const ExploreOptions *o, const VmOptions *vm,
                             Schedule *s, Fault *out, Endless *how, Diag *d) {
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
    ENSURE(!l->explorer->memo && !l->explorer->superstep);
    ENSURE(l->explorer->caller || !o->properties.formula);
    l->schedule = s;
    l->d = d;
    l->nmoments = s->len + 1;
    l->moments = mem_zalloc(l->nmoments * sizeof *l->moments);
    l->values = mem_zalloc(l->nmoments * sizeof *l->values);
    fault_forget(out);
    bool is_wrong = run(l) && judge(l, s, out);
    *how = (Endless){l->kind, vm_nunknowns(l->explorer->vm) > 0};
    lasso_done(l);
    return is_wrong;
}
