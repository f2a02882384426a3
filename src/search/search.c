// SPDX-License-Identifier: Apache-2.0
// A whole search: bounds, the chosen order, confirmation of what was found, verdict.
#include "search/search_int.h"

#include <string.h>
#include <unistd.h>

enum { REPLAY_PATIENCE = 12 }; // times as long as in the search may a question take

static u32 processors(void) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (u32)n : 1;
}

// ---- one search ---------------------------------------------------------------------------------

// There is one memory for what is not tracked.
static u32 workers_of(const Search *s) {
    if (exploration_has_untracked(s->exploration))
        return 1;
    return s->options->workers ? s->options->workers : processors();
}

static void search_begin(Search *s) {
    ENSURE(!s->looks);
    s->nworkers = s->figures.workers = workers_of(s);
    ENSURE(s->nworkers > 0);
    s->looks = mem_zalloc_apart(s->nworkers * sizeof *s->looks);
    for (u32 i = 0; i < s->nworkers; i++)
        look_init(&s->looks[i], s, i);
    atomic_store(&s->must_restart, false);
    pthread_mutex_init(&s->looking, NULL);
    StoreOptions store = {.kind = s->options->store, .bitstate_bytes = s->options->bitstate_bytes};
    exploration_begin(s->exploration, &store, s->nworkers);
}

// What a store that may take two states for one lets the search say.
static void name_omissions(Search *s) {
    StateStore *store = exploration_store(s->exploration);
    if (!state_is_exact(store)) {
        ENSURE(state_coverage(store) >= 0 && state_coverage(store) <= 1);
        verdict_cut(&s->result->verdict,
                    "probabilistic: states were told apart by a hash; estimated coverage %.4g %%",
                    100 * state_coverage(store));
    }
}

static void name_suppressed(Search *s) {
    u32 n = 0;
    Settled *settled = s->options->explore.settled;
    if (settled)
        settled_suppressed(settled, &n);
    Text text = {0};
    text_add(&text, "%u suppressed violation%s", n, n == 1 ? "" : "s");
    if (n && settled_has_race(settled))
        text_add(&text, " and data races behind %s", n == 1 ? "it" : "them");
    if (n)
        verdict_condition(&s->result->verdict, PREP_BUT_FOR, text_str(&text));
    text_done(&text);
}

static void find_unreached(Search *s) {
    size_t bytes = program_nreached(s->program) * sizeof(bool);
    bool *reached = mem_zalloc(bytes);
    exploration_add_reached(s->exploration, reached);
    unreached_find(&s->result->unreached, s->program, reached);
    mem_free(reached, bytes);
}

static void search_end(Search *s, bool found) {
    ENSURE(s->looks);
    SearchResult *r = s->result;
    ENSURE(!found || r->found.n == 1);
    Exploration *x = s->exploration;
    r->vm.addressed = exploration_addressed(x);
    bool must_restart = atomic_load(&s->must_restart);
    search_figures(s);
    s->figures.instructions += exploration_instructions(x);
    VmQuestions questions = exploration_questions(x);
    s->figures.questions.n += questions.n;
    s->figures.questions.seconds += questions.seconds;
    if (!must_restart) {
        r->bounds_met = exploration_bounds_met(x);
        explore_name_bounds_met(&s->options->explore, r->bounds_met, &r->verdict);
        exploration_take_gone_on(x);
    }
    r->is_crowded = exploration_crowded_at(x) > 0;
    exploration_take_untracked(x, &r->untracked);
    if (!found && !must_restart) {
        name_omissions(s);
        name_suppressed(s);
        find_unreached(s);
    }
    if (exploration_is_abstracted(x))
        verdict_bound(&r->verdict, "an abstraction");
    if (r->untracked.memory)
        verdict_bound(&r->verdict, "untracked data");
    exploration_end(x);
    mem_free(s->looks, s->nworkers * sizeof *s->looks);
    s->looks = NULL;
    pthread_mutex_destroy(&s->looking);
}

// What a program reads from untracked memory is old as soon as another run is followed, so the
// default follows each as far as it goes.
static Order *order_of(const Search *s) {
    static Order *const orders[] = {
        [SEARCH_MIXED] = search_mixed, [SEARCH_DFS] = search_dfs, [SEARCH_BFS] = search_bfs};
    SearchOrder order = s->options->order;
    if (order == SEARCH_MIXED && exploration_has_untracked(s->exploration))
        order = SEARCH_DFS;
    return orders[order];
}

static bool search_once(Search *s) {
    SearchResult *r = s->result;
    search_begin(s);
    u32 n = s->nworkers;
    Seam *seams = mem_zalloc(n * sizeof *seams);
    for (u32 i = 0; i < n; i++)
        seams[i] = (Seam){exploration_model(s->exploration, i), exploration_seen(s->exploration, i),
                          look_driver(&s->looks[i])};
    bool at_once = s->options->joins_at_once;
    Schedule path = {0};
    bool found = order_of(s)(seams, n, at_once, &path);
    ENSURE(found || path.len == 0);
    if (found)
        r->found.items[0].schedule = path;
    else
        schedule_done(&path);
    mem_free(seams, n * sizeof *seams);
    if (exploration_ends_broken(s->exploration))
        atomic_store(&s->must_restart, true);
    search_end(s, found);
    ENSURE(!s->looks);
    return found;
}

// Everything that was seen is forgotten.
static void forget(Search *s, bool is_doubted) {
    SearchResult *r = s->result;
    ENSURE(!s->looks && (!is_doubted || s->doubt.len));
    verdict_done(&r->verdict);
    verdict_init(&r->verdict);
    explore_name_bounds(&s->options->explore, &r->verdict);
    if (is_doubted)
        verdict_cut(&r->verdict, "%s", text_str(&s->doubt));
    ENSURE(r->verdict.ncuts == is_doubted);
    search_publish_reason("");
    fault_forget(&r->first_unasked);
    memset(r->unasked, 0, sizeof r->unasked);
    r->gone_on = 0;
    exploration_forget(s->exploration);
}

// As many violations as were wanted. (They are real, whatever the reduction has assumed.)
static bool has_enough(const Search *s) {
    return s->options->most_violations && s->result->found.n >= s->options->most_violations;
}

// Searches again as long as a discipline of locks did not hold, or something had no address that
// the program has looked at.
static bool search_until_sound(Search *s, bool is_doubted) {
    bool found = search_once(s);
    while (!found && !has_enough(s) && atomic_load(&s->must_restart)) {
        s->figures.restarts++;
        forget(s, is_doubted);
        found = search_once(s);
    }
    ENSURE(found || has_enough(s) || !atomic_load(&s->must_restart));
    return found;
}

// A violation was found that is not there when its schedule is replayed: untracked memory has other
// values there, so the program has done something else, or the same in another number of
// instructions. If it is there after all, a search that restores all memory finds it.
static bool search_with_all_tracked(Search *s) {
    ENSURE(s->doubt.len && exploration_has_untracked(s->exploration));
    if (s->options->notice)
        s->options->notice(s->options->progress_arg,
                           "the replay of a violation differs because of untracked data: searching "
                           "again with all data tracked");
    exploration_track_all(s->exploration);
    forget(s, true);
    return search_until_sound(s, true);
}

static void take_outcomes(Search *s) {
    ENSURE(!s->result->outcome_hashes);
    SearchResult *r = s->result;
    u32 n;
    const u64 *outcomes = exploration_outcomes(s->exploration, &n);
    ENSURE(!n || s->options->explore.wants_outcomes);
    r->outcomes = n;
    for (u32 i = 0; i < n; i++)
        r->outcomes_digest += hash_mix(outcomes[i]);
    r->outcome_hashes = mem_alloc((n + 1) * sizeof *outcomes);
    if (n)
        memcpy(r->outcome_hashes, outcomes, n * sizeof *outcomes);
}

void search_result_init(const ExploreOptions *o, SearchResult *r) {
    *r = (SearchResult){.vm = explore_machine_options(o)};
    // Replays come after the search, and what it has found shall not be lost.
    r->vm.solver_deadline = 0;
    r->vm.solver_ms *= REPLAY_PATIENCE;
    verdict_init(&r->verdict);
    explore_name_bounds(o, &r->verdict);
    ENSURE(!r->verdict.is_concluded && r->verdict.ncuts == 0);
}

void search_found_doubtful(SearchResult *r) {
    verdict_cut(&r->verdict, "a violation was found, but the solver gives up when it is repeated");
}

static bool confirm_first(Search *s) {
    ENSURE(s->result->found.n == 1);
    return search_confirm(s->program, &s->options->explore, s->result, &s->result->found.items[0]);
}

// Finds a violation, or several; they have been replayed.
static void find_violations(Search *s) {
    Violations *v = &s->result->found;
    bool has_untracked = exploration_has_untracked(s->exploration);
    ENSURE(v->n == 0 && !(has_untracked && s->options->most_violations));
    if (!search_until_sound(s, false))
        return; // or they are in the list, and were confirmed one by one
    if (has_untracked)
        text_add(&s->doubt, "a violation was found that depends on untracked data: %s: %s",
                 ir_kind_name[v->items[0].fault.kind], text_str(&v->items[0].fault.text));
    if (confirm_first(s))
        return;
    bool is_beyond_solver = v->items[0].is_beyond_solver;
    violations_drop_last(v);
    if (is_beyond_solver) {
        search_found_doubtful(s->result);
        return;
    }
    bool found = has_untracked && search_with_all_tracked(s);
    bool is_right = found ? confirm_first(s) : has_untracked;
    ENSURE(is_right && "the replay of a counterexample found no violation, or another one");
}

void search_run(const Program *p, const SearchOptions *o, SearchResult *r) {
    search_result_init(&o->explore, r);
    Search s = {.program = p, .options = o, .result = r, .started = clock_seconds()};
    Findings findings = {&r->verdict, r->unasked, &r->gone_on, &r->first_unasked};
    ExploreHooks hooks = search_hooks(&s);
    s.exploration = exploration_new(p, &o->explore, (ExploreUse){0}, &findings, &hooks);
    if (exploration_has_untracked(s.exploration) && o->workers > 1 && o->notice)
        o->notice(o->progress_arg, "untracked data is in use: one worker searches");
    search_publish(&s.figures);
    search_publish_reason("");
    search_publish_found(&r->found);
    pthread_mutex_init(&s.finding, NULL);
    find_violations(&s);
    pthread_mutex_destroy(&s.finding);
    violations_sort(&r->found, p);
    s.figures.memory = mem_peak();
    r->figures = s.figures;
    r->classes = exploration_classes(s.exploration);
    take_outcomes(&s);
    exploration_free(s.exploration);
    text_done(&s.doubt);
    verdict_conclude(&r->verdict, r->found.n ? text_str(&r->found.items[0].fault.text) : NULL);
    ENSURE(r->verdict.is_concluded && (r->verdict.kind == VERDICT_VIOLATED) == (r->found.n > 0));
    search_publish_reason("");
    search_publish_found(&(Violations){0});
}

void search_result_done(SearchResult *r) {
    ENSURE(r->outcome_hashes || !r->outcomes);
    verdict_done(&r->verdict);
    violations_done(&r->found);
    fault_forget(&r->first_unasked);
    mem_free(r->outcome_hashes,
             r->outcome_hashes ? (r->outcomes + 1) * sizeof *r->outcome_hashes : 0);
    untracked_done(&r->untracked);
    unreached_done(&r->unreached);
}
