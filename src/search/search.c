// SPDX-License-Identifier: Apache-2.0
// A whole search: bounds, the chosen order, confirmation of what was found, verdict.
#include "search/search_int.h"

#include <string.h>
#include <unistd.h>

// For those that must report figures from anywhere (out of memory, out of time): the only mutable
// globals of this room.
static pthread_mutex_t figures_lock = PTHREAD_MUTEX_INITIALIZER;
static Figures figures_now;
static Text reason_now;

Figures search_figures_now(void) {
    pthread_mutex_lock(&figures_lock);
    Figures f = figures_now;
    pthread_mutex_unlock(&figures_lock);
    return f;
}

void search_reason_now(Text *out) {
    pthread_mutex_lock(&figures_lock);
    text_add(out, "%s", text_str(&reason_now));
    pthread_mutex_unlock(&figures_lock);
}

void search_publish_reason(const char *why) {
    Text text = {0}, old;
    text_add(&text, "%s", why); // no allocation with the lock
    pthread_mutex_lock(&figures_lock);
    old = reason_now;
    reason_now = text;
    pthread_mutex_unlock(&figures_lock);
    text_done(&old);
}

void search_publish(const Figures *f) {
    pthread_mutex_lock(&figures_lock);
    figures_now = *f;
    pthread_mutex_unlock(&figures_lock);
}

// ---- the search ---------------------------------------------------------------------------------

static void name_stubs(Verdict *v, const char *list) {
    while (list && *list) {
        int len = (int)strcspn(list, ",");
        verdict_bound(v, "stub %.*s", len, list);
        list += len + (list[len] == ',');
    }
}

// ---- what follows from the options --------------------------------------------------------------

u32 search_processors(void) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (u32)n : 1;
}

static Grain grain_of(Reduction r) {
    switch (r) {
    case REDUCTION_NONE: return GRAIN_INSTRUCTIONS;
    case REDUCTION_TAU: return GRAIN_BRANCHES;
    case REDUCTION_TAU_PLUS: return GRAIN_LOOPS;
    default: return GRAIN_VISIBLE;
    }
}

// Invariants look at memory after every visible operation, so that none may pass.
static bool is_observed(const SearchOptions *o) {
    return o->properties.ninvariants > 0 || o->properties.formula;
}

static bool passes(const SearchOptions *o) {
    return o->reduction == REDUCTION_DEFAULT && !o->vm.check_races && !is_observed(o);
}

static bool uses_guards(const SearchOptions *o) { return passes(o) && !o->no_lock_reduction; }

// Where data races are looked for, a thread stands before each access, so nothing passes.
static VmOptions machine_options(const SearchOptions *o) {
    VmOptions vm = o->vm;
    bool is_plain = o->reduction == REDUCTION_NONE || o->reduction == REDUCTION_GLOBAL;
    vm.grain = grain_of(o->reduction);
    bool has_guards = uses_guards(o);
    // Whoever ends the program sees what others have not freed yet.
    vm.private_memory = !is_plain && !o->no_store_visibility && !o->properties.cleanup;
    vm.regains_privacy = vm.private_memory && !has_guards; // see reduce/guards.c
    vm.keeps_addresses = o->no_heap_symmetry;
    vm.passes_alone = !o->vm.check_races && !is_observed(o) &&
                      (o->reduction == REDUCTION_SUPERSTEP || o->reduction == REDUCTION_DEFAULT);
    return vm;
}

// A superstep changes the order of steps of different threads, and so the number of context
// switches: the default does without them where those are bounded.
static bool uses_supersteps(const SearchOptions *o) {
    return !o->vm.check_races &&
           (o->reduction == REDUCTION_SUPERSTEP ||
            (o->reduction == REDUCTION_DEFAULT && !o->no_supersteps && o->context_bound < 0));
}

static void name_bounds(Verdict *v, const SearchOptions *o) {
    if (o->context_bound >= 0)
        verdict_bound(v, "%lld context switch%s%s", (long long)o->context_bound,
                      o->context_bound == 1 ? "" : "es",
                      o->reduction == REDUCTION_SUPERSTEP ? " between supersteps" : "");
    if (o->vm.has_nondet_range)
        verdict_bound(v, "unknown values %lld..%lld", (long long)o->vm.nondet_low,
                      (long long)o->vm.nondet_high);
    name_stubs(v, o->stubs);
}

// ---- one search ---------------------------------------------------------------------------------

static void search_begin(Search *s, StoreKind kind, u32 nworkers) {
    const SearchOptions *o = s->options;
    StoreOptions store = {kind, o->bitstate_bytes, o->no_heap_symmetry, o->no_memo};
    s->store = state_new(s->program, &store);
    s->nexplorers = nworkers;
    s->explorers = mem_zalloc_apart(s->nexplorers * sizeof *s->explorers);
    for (u32 i = 0; i < s->nexplorers; i++)
        explorer_init(&s->explorers[i], s, i);
    s->figures.workers = s->nexplorers;
    s->must_restart = false;
    s->noutcomes = 0;
    atomic_store(&s->must_stop, false);
    pthread_mutex_init(&s->lock, NULL);
    pthread_mutex_init(&s->looking, NULL);
}

void search_bound_text(const SearchOptions *o, u32 bound, Text *out) {
    if (bound == BOUND_CLOCK)
        text_add(out, "%u clock tick%s", o->clock_ticks, o->clock_ticks == 1 ? "" : "s");
    else
        text_add(out, "read-write locks that prefer readers");
}

static void name_bounds_met(Search *s, u32 met) {
    for (u32 bound = 0; bound < BOUND_COUNT; bound++) {
        Text text = {0};
        if (!(met >> bound & 1))
            continue;
        search_bound_text(s->options, bound, &text);
        verdict_bound(&s->result->verdict, "%s", text_str(&text));
        text_done(&text);
    }
}

static void search_end(Search *s) {
    SearchResult *r = s->result;
    search_figures(s);
    for (u32 i = 0; i < s->nexplorers; i++) {
        s->figures.instructions += s->explorers[i].vm->instructions;
        if (!s->must_restart)
            name_bounds_met(s, s->explorers[i].vm->bounds_met);
        if (s->explorers[i].tracking && !s->tracks_all)
            tracking_take(s->explorers[i].tracking, &r->untracked);
        explorer_done(&s->explorers[i]);
    }
    mem_free(s->explorers, s->nexplorers * sizeof *s->explorers);
    s->nexplorers = 0;
    pthread_mutex_destroy(&s->lock);
    pthread_mutex_destroy(&s->looking);
}

// What a store that may take two states for one lets the search say.
static void name_omissions(Search *s) {
    if (!state_is_exact(s->store))
        verdict_cut(&s->result->verdict,
                    "probabilistic: states were told apart by a hash; estimated coverage %.4g %%",
                    100 * state_coverage(s->store));
}

// There is one memory for what is not tracked.
static u32 workers_of(const Search *s) {
    if (s->has_untracked)
        return 1;
    return s->options->workers ? s->options->workers : search_processors();
}

static bool search_once(Search *s) {
    SearchResult *r = s->result;
    search_begin(s, s->options->store, workers_of(s));
    Seam *seams = mem_zalloc(s->nexplorers * sizeof *seams);
    u32 n = s->nexplorers;
    for (u32 i = 0; i < n; i++)
        seams[i] = explorer_seam(&s->explorers[i]);
    bool at_once = s->options->joins_at_once;
    bool found = s->options->order == SEARCH_BFS ? search_bfs(seams, n, at_once, &r->schedule)
                                                 : search_dfs(seams, n, at_once, &r->schedule);
    mem_free(seams, n * sizeof *seams);
    s->must_restart = s->must_restart || (s->guards && guards_are_broken(s->guards));
    search_end(s);
    if (!found && !s->must_restart)
        name_omissions(s);
    if (atomic_load(&s->is_abstracted))
        verdict_bound(&r->verdict, "an abstraction");
    if (r->untracked.memory)
        verdict_bound(&r->verdict, "untracked data");
    state_free(s->store);
    s->store = NULL;
    return found;
}

// Everything that was seen is forgotten.
static void forget(Search *s) {
    SearchResult *r = s->result;
    verdict_done(&r->verdict);
    verdict_init(&r->verdict);
    name_bounds(&r->verdict, s->options);
    if (s->tracks_all)
        verdict_cut(&r->verdict, "%s", text_str(&s->doubt));
    search_publish_reason("");
    s->give_up_at = 0;
    search_forget_fault(&r->first_unasked);
    memset(r->unasked, 0, sizeof r->unasked);
    if (s->guards)
        guards_start_again(s->guards);
}

// Searches again as long as a discipline of locks did not hold.
static bool search_until_sound(Search *s) {
    bool found = search_once(s);
    while (!found && s->must_restart) {
        s->figures.restarts++;
        forget(s);
        found = search_once(s);
    }
    return found;
}

// A violation was found that is not there when its schedule is replayed: untracked memory has other
// values there, so the program has done something else, or the same in another number of
// instructions. If it is there after all, a search that restores all memory finds it.
static bool search_with_all_tracked(Search *s) {
    if (s->options->notice)
        s->options->notice(s->options->progress_arg,
                           "the replay of a violation differs because of untracked data: searching "
                           "again with all data tracked");
    s->tracks_all = s->is_matching = true;
    bisimulation_free(s->bisimulation);
    s->bisimulation = NULL;
    forget(s);
    return search_until_sound(s);
}

static void take_outcomes(Search *s) {
    SearchResult *r = s->result;
    r->outcomes = s->noutcomes;
    for (u32 i = 0; i < s->noutcomes; i++)
        r->outcomes_digest += hash_mix(s->outcomes[i]);
    r->outcome_hashes = mem_alloc((s->noutcomes + 1) * sizeof *s->outcomes);
    if (s->noutcomes)
        memcpy(r->outcome_hashes, s->outcomes, s->noutcomes * sizeof *s->outcomes);
    VEC_FREE(s->outcomes, s->outcomes_cap);
}

void search_result_init(const SearchOptions *o, SearchResult *r) {
    *r = (SearchResult){.vm = machine_options(o)};
    verdict_init(&r->verdict);
    name_bounds(&r->verdict, o);
}

// What a Drive needs of a search: one explorer, and a store that has blocks only.
void search_begin_one(Search *s) {
    if (table_named(s->program, TRACKING_TABLE))
        verdict_cut(&s->result->verdict,
                    "heddle_untracked works with 'heddle check' only: here all memory is tracked");
    s->uses_supersteps = s->vm.record_accesses = uses_supersteps(s->options);
    s->started = clock_seconds();
    search_begin(s, STORE_COMPACT, 1);
}

void search_end_one(Search *s) {
    search_end(s);
    state_free(s->store);
}

static void set_up(Search *s) {
    const SearchOptions *o = s->options;
    const Program *p = s->program;
    if (uses_guards(o))
        s->guards = guards_new(p);
    if (passes(o) && !o->no_future)
        s->future = future_new(p);
    s->matching_table = table_named(p, MATCHING_TABLE);
    s->tracking_table = table_named(p, TRACKING_TABLE);
    bool has_matching = search_has_matching(&o->matching, p);
    s->is_matching = has_matching && !o->checks_abstraction;
    s->bisimulation = has_matching && o->checks_abstraction ? bisimulation_new() : NULL;
    s->has_untracked = search_has_untracked(&o->matching, p);
    s->uses_supersteps = uses_supersteps(o);
    s->vm.record_accesses = s->uses_supersteps;
    if (s->has_untracked && o->workers > 1 && o->notice)
        o->notice(o->progress_arg, "untracked data is in use: one worker searches");
}

static void tear_down(Search *s) {
    s->result->classes = s->bisimulation ? bisimulation_classes(s->bisimulation) : 0;
    bisimulation_free(s->bisimulation);
    guards_free(s->guards);
    future_free(s->future);
    text_done(&s->doubt);
}

// Whether there is a violation; it has been replayed.
static bool find_violation(Search *s) {
    SearchResult *r = s->result;
    if (!search_until_sound(s))
        return false;
    if (s->has_untracked)
        text_add(&s->doubt, "a violation was found that depends on untracked data: %s: %s",
                 ir_kind_name[r->fault.kind], text_str(&r->fault.text));
    if (search_confirm(s->program, s->options, r))
        return true;
    bool found = s->has_untracked && search_with_all_tracked(s);
    bool is_right = found ? search_confirm(s->program, s->options, r) : s->has_untracked;
    ENSURE(is_right && "the replay of a counterexample found no violation, or another one");
    return found;
}

void search_run(const Program *p, const SearchOptions *o, SearchResult *r) {
    search_result_init(o, r);
    Search s = {.program = p, .options = o, .result = r, .vm = r->vm, .started = clock_seconds()};
    set_up(&s);
    search_publish(&s.figures);
    search_publish_reason("");
    bool found = find_violation(&s);
    s.figures.memory = mem_peak();
    r->figures = s.figures;
    take_outcomes(&s);
    tear_down(&s);
    verdict_conclude(&r->verdict, found ? text_str(&r->fault.text) : NULL);
    search_publish_reason("");
}

void search_result_done(SearchResult *r) {
    verdict_done(&r->verdict);
    search_forget_fault(&r->fault);
    search_forget_fault(&r->first_unasked);
    schedule_done(&r->schedule);
    mem_free(r->outcome_hashes,
             r->outcome_hashes ? (r->outcomes + 1) * sizeof *r->outcome_hashes : 0);
    untracked_done(&r->untracked);
}
