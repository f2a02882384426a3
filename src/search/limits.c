// SPDX-License-Identifier: Apache-2.0
// How long a search goes on: time, memory, depth, Ctrl-C, and guesses of the reduction that proved
// wrong. Every worker asks before each expansion.
#include "search/search_int.h"

enum { MOST_BETWEEN_LOOKS = 256 }; // expansions
// Who starts threads without end has more states than anybody can look at. A search that has met
// the limit goes on for a while, since a violation may be near.
enum { GO_ON = 1 << 14 }; // states
#define TRIAL_SECONDS 5.0
enum { TRIAL_BYTES = 512 << 20 };
#define LONG_TIME 0.02 // seconds: after that long it should have looked
#define COMPACT_AT 0.6 // of the memory limit: where --store auto begins to compact

void search_figures(Search *s) {
    Figures *f = &s->figures;
    ENSURE(s->looks && f->workers == s->nworkers);
    StateStore *store = exploration_store(s->exploration);
    const Figures *before = &s->earlier;
    f->transitions = before->transitions + exploration_transitions(s->exploration);
    f->covered = before->covered + exploration_covered(s->exploration);
    f->runs_ended = before->runs_ended + exploration_runs_ended(s->exploration);
    f->runs_assumed_away =
        before->runs_assumed_away + exploration_runs_assumed_away(s->exploration);
    f->depth = before->depth;
    for (u32 i = 0; i < s->nworkers; i++) {
        u64 depth = atomic_load_explicit(&s->looks[i].depth, memory_order_relaxed);
        f->depth = depth > f->depth ? depth : f->depth;
    }
    f->states = before->states + state_count(store) - s->uncounted;
    f->memory = mem_real();
    f->store_bytes = state_bytes(store);
    f->seconds = clock_seconds() - s->started;
    ENSURE(f->seconds >= 0);
    search_publish(f);
}

static void compact_if_short(Search *s) {
    const SearchOptions *o = s->options;
    StateStore *store = exploration_store(s->exploration);
    if (o->store != STORE_AUTO || !o->memory_limit || !state_is_exact(store) ||
        (double)s->figures.memory < COMPACT_AT * (double)o->memory_limit)
        return;
    state_compact(store);
    if (o->notice && !s->told_compact)
        o->notice(o->progress_arg,
                  "the exact store would exceed the memory limit: going on with hash compaction");
    s->told_compact = true;
}

static bool is_late(const Search *s) {
    const SearchOptions *o = s->options;
    return o->time_limit > 0 &&
           clock_seconds() > (o->deadline > 0 ? o->deadline : s->started + o->time_limit);
}

static bool is_interrupted(const Search *s) {
    const volatile int *flag = s->options->explore.interrupted;
    return flag && *flag;
}

static bool is_given_up(const Search *s) {
    u64 at = exploration_crowded_at(s->exploration);
    return at && state_count(exploration_store(s->exploration)) >= at - 1 + GO_ON;
}

const char *search_memory_advice(const SearchOptions *o) {
    return o->store == STORE_EXACT ? " (--store auto goes on with less per state)" : "";
}

static bool cut_at_limit(const Search *s, Verdict *v) {
    const SearchOptions *o = s->options;
    if (is_interrupted(s))
        verdict_cut(v, "interrupted");
    else if (is_late(s))
        verdict_cut(v, "time limit of %g s reached", o->time_limit);
    else if (o->memory_limit && s->figures.memory > o->memory_limit)
        verdict_cut(v, "memory limit of %llu MiB reached%s",
                    (unsigned long long)(o->memory_limit >> 20), search_memory_advice(o));
    else if (o->state_limit && s->figures.states >= o->state_limit) {
        verdict_cut(v, "limit of %llu states reached", (unsigned long long)o->state_limit);
        s->result->is_short = true;
    } else
        return false;
    ENSURE(v->ncuts > 0);
    return true;
}

// What it takes is bounded in all that there is, since a state may be any work.
static bool is_trial_over(const Search *s) {
    const SearchOptions *o = s->options;
    double most =
        o->time_limit > 0 && o->time_limit / 4 < TRIAL_SECONDS ? o->time_limit / 4 : TRIAL_SECONDS;
    u64 memory =
        o->memory_limit && o->memory_limit / 4 < TRIAL_BYTES ? o->memory_limit / 4 : TRIAL_BYTES;
    return s->trial && (s->figures.states >= s->trial || s->figures.seconds > most ||
                        s->figures.memory > memory);
}

static bool limits_reached(Search *s) {
    const SearchOptions *o = s->options;
    Verdict *v = &s->result->verdict;
    search_figures(s);
    if (o->progress)
        o->progress(o->progress_arg, &s->figures);
    compact_if_short(s);
    s->is_abandoned = is_trial_over(s);
    bool is_over = is_given_up(s);
    exploration_lock(s->exploration);
    is_over = cut_at_limit(s, v) || is_over;
    ENSURE(!is_over || v->ncuts > 0); // somebody has said why
    if (is_over)
        verdict_limit(v);
    exploration_unlock(s->exploration);
    return is_over || s->is_abandoned;
}

static bool is_too_deep(Search *s, Look *l, u64 depth) {
    u64 limit = s->options->depth_limit;
    CHECK(depth > 0);
    if (depth > atomic_load_explicit(&l->depth, memory_order_relaxed))
        atomic_store_explicit(&l->depth, depth, memory_order_relaxed);
    if (!limit || depth <= limit)
        return false;
    exploration_lock(s->exploration);
    verdict_cut(&s->result->verdict, "depth limit of %llu steps reached",
                (unsigned long long)limit);
    verdict_limit(&s->result->verdict);
    exploration_unlock(s->exploration);
    return true;
}

// Every worker looks at clock and memory now and then, since any of them may be the only one that
// has work; one at a time.
static void look(Search *s, Look *l) {
    double before = l->last;
    l->last = clock_seconds();
    // Some programs take a long time for a step, or begin to when their state has grown.
    bool was_long = l->last - before > LONG_TIME;
    l->between = was_long                          ? 1
                 : l->between < MOST_BETWEEN_LOOKS ? 2 * l->between
                                                   : MOST_BETWEEN_LOOKS;
    l->until = l->between;
    ENSURE(l->until > 0 && l->between <= MOST_BETWEEN_LOOKS);
    if (pthread_mutex_trylock(&s->looking) != 0)
        return;
    if (limits_reached(s))
        exploration_stop(s->exploration);
    pthread_mutex_unlock(&s->looking);
}

// ---- who asks -----------------------------------------------------------------------------------

void look_init(Look *l, Search *s, u32 worker) {
    ENSURE(worker < s->nworkers && l == &s->looks[worker]);
    ENSURE((uintptr_t)l % APART == 0);
    *l = (Look){.search = s, .worker = worker, .between = 1, .until = 1, .last = s->started};
}

static bool stops(void *self, u64 depth) {
    Look *l = self;
    Search *s = l->search;
    ENSURE(l->until > 0 && l->until <= l->between);
    CHECK(l == &s->looks[l->worker]);
    if (is_too_deep(s, l, depth))
        exploration_stop(s->exploration);
    if (exploration_is_broken(s->exploration)) {
        atomic_store(&s->must_restart, true);
        exploration_stop(s->exploration);
    }
    if (--l->until == 0)
        look(s, l);
    return exploration_must_stop(s->exploration);
}

static void chosen(void *self, const Fault *f) {
    const Look *l = self;
    ENSURE(l->worker < l->search->nworkers);
    found_choose(l->search, f);
}

static void collect(void *self, const Fault *f, const Schedule *path) {
    const Look *l = self;
    ENSURE(l->worker < l->search->nworkers);
    found_collect(l->search, f, path);
}

static void refuse(void *self, const char *why) {
    Search *s = ((const Look *)self)->search;
    exploration_lock(s->exploration);
    verdict_cut_stop(&s->result->verdict, true, why);
    exploration_unlock(s->exploration);
    exploration_stop(s->exploration);
}

Driver look_driver(Look *l) {
    ENSURE(l->until == l->between); // nobody has asked yet
    return (Driver){l, stops, chosen, l->search->options->most_violations ? collect : NULL, refuse};
}

static bool stops_in_between(void *self, u32 worker) {
    Search *s = self;
    ENSURE(worker < s->nworkers && s->looks[worker].worker == worker);
    look(s, &s->looks[worker]);
    return exploration_must_stop(s->exploration);
}

static void is_cut(void *self, const char *why) {
    (void)self;
    ENSURE(why[0]);
    search_publish_reason(why);
}

ExploreHooks search_hooks(Search *s) { return (ExploreHooks){s, stops_in_between, is_cut}; }
