// SPDX-License-Identifier: Apache-2.0
// A whole search: bounds, the chosen order, confirmation of what was found, verdict.
#include "search/search_int.h"

#include <string.h>
#include <unistd.h>

enum { REPLAY_PATIENCE = 12 }; // times as long as in the search may a question take
// States of a search for violations and endless runs at once. It goes deep, and a program with
// endlessly many states may have a violation near its beginning, which a search for violations
// alone finds.
enum { TRIAL = IS_TINY ? 1 << 8 : 1 << 16 };

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
    if (n && settled_has_leak(settled))
        text_add(&text, " and other places where the same is lost");
    if (n)
        verdict_condition(&s->result->verdict, PREP_BUT_FOR, text_str(&text));
    text_done(&text);
}

static void find_unreached(Search *s) {
    size_t bytes = program_nreached(s->program) * sizeof(bool);
    bool *reached = mem_zalloc(bytes);
    u8 *assumed = mem_zalloc(s->program->ncode);
    exploration_add_reached(s->exploration, reached);
    exploration_add_assumed(s->exploration, assumed);
    unreached_find(&s->result->unreached, s->program, reached, assumed);
    mem_free(reached, bytes);
    mem_free(assumed, s->program->ncode);
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
        r->bounds_met |= exploration_bounds_met(x);
        explore_name_bounds_met(&s->options->explore, r->bounds_met, &r->verdict);
        exploration_take_gone_on(x);
    }
    if (s->options->explore.vm.notes_coverage)
        exploration_add_covered(x, search_covered(r, s->program));
    r->is_crowded = exploration_crowded_at(x) > 0;
    exploration_take_untracked(x, &r->untracked);
    if (!found && !must_restart) {
        name_omissions(s);
        name_suppressed(s);
        if (!s->temporal || s->trial)
            find_unreached(s);
    }
    if (r->verdict.is_limited && !found && !must_restart && !s->options->state_limit)
        exploration_growth(x, s->options->memory_limit, &r->growth);
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

// Looks for violations, or for endless runs.
static bool look_for(Search *s, const Seam *seams, u32 n, Schedule *path) {
    if (!s->temporal)
        return order_of(s)(seams, n, s->options->joins_at_once, path);
    const PropertySet *p = &s->options->explore.properties;
    // Of a beginning that has lost, all that follows may be assumed away. (The library's own
    // function for a number of threads at most is called only if there is one.)
    const char *unused = s->options->explore.most_threads ? NULL : "__rt_thread_starts";
    LassoFound f = {.formula = p->claim.accepts ? NULL : p->formula,
                    .counts_at_once = !program_has_trap(s->program, TRAP_ASSUME, unused)};
    bool is_found = temporal_search(s->temporal, seams, n, &f);
    u64 states = state_count(exploration_store(s->exploration)), trial = s->trial;
    s->trial = 0; // it does not end this
    if (is_found)
        temporal_shorten(s->temporal, &seams[0], &f);
    s->trial = trial;
    s->uncounted = state_count(exploration_store(s->exploration)) - states;
    VEC_FREE(f.targets, f.targets_cap);
    *path = f.schedule;
    return is_found;
}

static bool search_once(Search *s) {
    SearchResult *r = s->result;
    search_begin(s);
    u32 n = s->nworkers;
    Seam *seams = mem_zalloc(n * sizeof *seams);
    for (u32 i = 0; i < n; i++)
        seams[i] = (Seam){exploration_model(s->exploration, i), exploration_seen(s->exploration, i),
                          look_driver(&s->looks[i])};
    Schedule path = {0};
    bool found = look_for(s, seams, n, &path);
    ENSURE(found || path.len == 0);
    if (found)
        r->found.items[0].schedule = path;
    else
        schedule_done(&path);
    mem_free(seams, n * sizeof *seams);
    bool is_whole = !found && !r->verdict.is_limited && r->verdict.rank != REASON_STOP;
    if (exploration_ends_broken(s->exploration) ||
        (is_whole && exploration_left_out(s->exploration)))
        atomic_store(&s->must_restart, true);
    search_end(s, found);
    ENSURE(!s->looks);
    return found;
}

// What is known before a part begins.
static void remember_findings(Search *s) {
    const SearchResult *r = s->result;
    Known *k = &s->before;
    *k = (Known){.gone_on = r->gone_on};
    verdict_init(&k->verdict);
    verdict_copy(&k->verdict, &r->verdict);
    memcpy(k->unasked, r->unasked, sizeof k->unasked);
    fault_copy(&k->first_unasked, &r->first_unasked);
}

// What this part has found out is forgotten.
static void forget_findings(Search *s) {
    SearchResult *r = s->result;
    const Known *k = &s->before;
    ENSURE(!s->looks);
    verdict_done(&r->verdict);
    verdict_init(&r->verdict);
    verdict_copy(&r->verdict, &k->verdict);
    search_publish_reason("");
    fault_copy(&r->first_unasked, &k->first_unasked);
    memcpy(r->unasked, k->unasked, sizeof r->unasked);
    r->gone_on = k->gone_on;
}

// Everything that was seen is forgotten.
static void forget(Search *s, bool is_doubted) {
    SearchResult *r = s->result;
    ENSURE(!is_doubted || s->doubt.len);
    forget_findings(s);
    if (is_doubted)
        verdict_cut(&r->verdict, "%s", text_str(&s->doubt));
    ENSURE(r->verdict.ncuts == s->before.verdict.ncuts + is_doubted);
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

// Replays come after the search, and what it has found shall not be lost.
static VmOptions replaying(const ExploreOptions *o) {
    VmOptions vm = explore_machine_options(o);
    vm.solver_deadline = 0;
    vm.notes_coverage = false;
    vm.solver_ms *= REPLAY_PATIENCE;
    return vm;
}

void search_result_init(const ExploreOptions *o, SearchResult *r) {
    *r = (SearchResult){.vm = replaying(o)};
    verdict_init(&r->verdict);
    explore_name_bounds(o, &r->verdict);
    ENSURE(!r->verdict.is_concluded && r->verdict.ncuts == 0);
}

void search_found_doubtful(SearchResult *r) {
    verdict_cut(&r->verdict, "a violation was found, but the solver gives up when it is repeated");
}

// An endless run is taken again, and judged anew: what is wrong with it is told then.
static bool confirm_endless(Search *s) {
    SearchResult *r = s->result;
    Violation *v = &r->found.items[0];
    Diag d = {0};
    v->addressed = r->vm.addressed;
    v->is_open = r->vm.is_open;
    Endless how;
    bool is_wrong = explore_confirm_endless(s->program, &s->options->explore, &r->vm, &v->schedule,
                                            &v->fault, &how, &d);
    v->endless = how.kind;
    if (is_wrong)
        v->key = violation_key(s->program, &v->fault);
    else
        verdict_cut(&r->verdict, "an endless run was found that could not be repeated: %s",
                    diag_text(&d));
    s->is_unconfirmed = !is_wrong;
    // Otherwise that it comes back to where it was is not known from what was compared.
    ENSURE(is_wrong || exploration_is_abstracted(s->exploration) || how.has_unknowns);
    diag_done(&d);
    return is_wrong;
}

static bool confirm_first(Search *s) {
    ENSURE(s->result->found.n == 1);
    if (s->result->found.items[0].fault.kind == FAULT_LIVENESS)
        return confirm_endless(s);
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
    bool is_endless = v->items[0].fault.kind == FAULT_LIVENESS;
    if (confirm_first(s))
        return;
    bool is_beyond_solver = v->items[0].is_beyond_solver;
    violations_drop_last(v);
    if (is_endless)
        return;
    if (is_beyond_solver) {
        search_found_doubtful(s->result);
        return;
    }
    bool found = has_untracked && search_with_all_tracked(s);
    bool is_right = found ? confirm_first(s) : has_untracked;
    ENSURE(is_right && "the replay of a counterexample found no violation, or another one");
}

// ---- the parts of a search ----------------------------------------------------------------------

// Violations; endless runs of which the formula does not hold; others that must not be.
typedef enum SearchPart { PART_FAULTS, PART_FORMULA, PART_ENDLESS, NPARTS } SearchPart;

static bool has_builtin(const PropertySet *p) {
    return p->termination || p->livelock || p->starvation;
}

static bool checks_faults(const PropertySet *p) {
    bool checks = false;
    for (u32 k = 0; k < FAULT_COUNT; k++)
        checks = checks || (p->checked[k] && k != FAULT_LIVENESS);
    return checks;
}

static bool is_wanted(const PropertySet *p, SearchPart part) {
    switch (part) {
    case PART_FAULTS: return checks_faults(p) || !prop_is_temporal(p);
    case PART_FORMULA: return p->formula;
    case PART_ENDLESS: return has_builtin(p);
    default: return false;
    }
}

// A search for violations need not look at what formulas are about, and a search for endless runs
// leaves out runs that do not matter to it, and with them their violations.
static void choose_part(SearchOptions *o, SearchPart part) {
    PropertySet *p = &o->explore.properties;
    if (part != PART_FORMULA) {
        p->formula = NULL;
        p->claim = (NeverClaim){0};
        o->automaton = NULL;
    }
    if (part != PART_ENDLESS)
        p->termination = p->livelock = p->starvation = false;
    if (part == PART_FAULTS) {
        p->fairness = FAIRNESS_NONE;
        return;
    }
    // What was looked for before need not be again.
    p->ninvariants = 0;
    p->checked[FAULT_LEAK] = p->checked[FAULT_INVARIANT] = p->checked[FAULT_DATA_RACE] = false;
    o->explore.vm.check_races = false;
    // Colours are of states, and must not become those of hashes on the way.
    if (o->store == STORE_AUTO)
        o->store = STORE_EXACT;
    if (part == PART_ENDLESS && p->fairness == FAIRNESS_NONE)
        p->fairness = FAIRNESS_WEAK;
    // Whether a thread changes anything is asked of one visible operation after the other, so these
    // are the steps, whatever was chosen.
    if (p->starvation)
        o->explore.reduction = REDUCTION_GLOBAL;
}

void search_only_faults(SearchOptions *o) { choose_part(o, PART_FAULTS); }

static void search_part(Search *s, SearchPart part) {
    SearchResult *r = s->result;
    const SearchOptions *o = s->options;
    Findings findings = {&r->verdict, r->unasked, &r->gone_on, &r->first_unasked};
    ExploreHooks hooks = search_hooks(s);
    ExploreUse use = {.is_marked = part != PART_FAULTS};
    r->vm = replaying(&o->explore);
    remember_findings(s);
    s->exploration = exploration_new(s->program, &o->explore, use, &findings, &hooks);
    if (exploration_has_untracked(s->exploration) && o->workers > 1 && o->notice)
        o->notice(o->progress_arg, "untracked data is in use: one worker searches");
    find_violations(s);
    // What stops a search for all at once need not stop one for violations alone, which comes
    // first.
    bool is_stopped = r->verdict.is_limited || r->verdict.rank == REASON_STOP || s->is_unconfirmed;
    s->is_abandoned = s->is_abandoned || (s->trial && is_stopped);
    if (s->is_abandoned && !r->found.n)
        forget_findings(s);
    r->classes = exploration_classes(s->exploration);
    if (part == PART_FAULTS)
        take_outcomes(s);
    exploration_free(s->exploration);
    s->exploration = NULL;
    verdict_done(&s->before.verdict);
    fault_forget(&s->before.first_unasked);
    s->earlier = s->figures;
    s->uncounted = 0;
}

// False: endless runs cannot be looked for, and the verdict says so.
static bool begin_temporal(Search *s) {
    ENSURE(!s->temporal);
    if (explore_has_untracked(&s->options->explore.matching, s->program)) {
        verdict_cut(&s->result->verdict, "endless runs were not looked for: what is untracked is "
                                         "not known when a run comes back to a state");
        return false;
    }
    s->temporal = temporal_new(s->options, &s->result->verdict);
    return s->temporal;
}

static void end_temporal(Search *s) {
    Fairness fairness = s->options->explore.properties.fairness;
    if (fairness != FAIRNESS_NONE && !s->is_abandoned)
        verdict_condition(&s->result->verdict, PREP_UNDER,
                          fairness == FAIRNESS_WEAK ? "weak fairness" : "strong fairness");
    temporal_free(s->temporal);
    s->temporal = NULL;
}

static void search_temporal(Search *s, SearchPart part) {
    if (begin_temporal(s))
        search_part(s, part);
    end_temporal(s);
}

// Whether what a search for endless runs looks at on its way is all that a search for violations
// would: then one is enough.
static bool may_do_both(const SearchOptions *o) {
    const PropertySet *p = &o->explore.properties;
    return is_wanted(p, PART_FAULTS) && !p->ninvariants && !p->checked[FAULT_LEAK] &&
           !p->checked[FAULT_DATA_RACE] && !o->explore.vm.check_races &&
           !o->explore.wants_outcomes && !o->explore.checks_abstraction && !o->state_limit &&
           !o->depth_limit;
}

// Looks for violations and endless runs at once, for a while. Whether that was all.
static bool search_at_once(Search *s, const SearchOptions *o, SearchPart part) {
    SearchOptions own = *o;
    Verdict unused; // why there is no automaton is told when it is needed
    verdict_init(&unused);
    choose_part(&own, part);
    s->options = &own;
    s->trial = TRIAL;
    s->temporal = temporal_new(&own, &unused);
    verdict_done(&unused);
    bool begins = s->temporal && temporal_reads_all(s->temporal);
    if (begins)
        search_part(s, part);
    bool is_all = begins && (!s->is_abandoned || s->result->found.n);
    s->is_abandoned = !is_all;
    end_temporal(s);
    s->is_abandoned = false;
    s->trial = 0;
    s->options = o;
    return is_all;
}

// The first of the parts that look for endless runs, if it has found the violations, too; otherwise
// none.
static SearchPart try_at_once(Search *s, const SearchOptions *o) {
    const PropertySet *p = &o->explore.properties;
    SearchPart part = is_wanted(p, PART_FORMULA) ? PART_FORMULA : PART_ENDLESS;
    bool has_both = is_wanted(p, part) && may_do_both(o) &&
                    !explore_has_untracked(&o->explore.matching, s->program) &&
                    !explore_has_matching(&o->explore.matching, s->program);
    return has_both && search_at_once(s, o, part) ? part : NPARTS;
}

void search_run(const Program *p, const SearchOptions *o, SearchResult *r) {
    search_result_init(&o->explore, r);
    Search s = {.program = p, .result = r, .started = clock_seconds()};
    search_publish(&s.figures);
    search_publish_reason("");
    search_publish_found(&r->found);
    pthread_mutex_init(&s.finding, NULL);
    SearchPart both = try_at_once(&s, o);
    for (SearchPart part = 0; part < NPARTS && !r->found.n && !r->verdict.is_limited; part++) {
        SearchOptions own = *o;
        bool is_done = part == both || (part == PART_FAULTS && both != NPARTS);
        if (is_done || !is_wanted(&o->explore.properties, part))
            continue;
        choose_part(&own, part);
        s.options = &own;
        if (part == PART_FAULTS)
            search_part(&s, part);
        else
            search_temporal(&s, part);
    }
    pthread_mutex_destroy(&s.finding);
    violations_sort(&r->found, p);
    s.figures.memory = mem_peak();
    r->figures = s.figures;
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
    mem_free(r->covered, r->ncovered * sizeof *r->covered);
}
