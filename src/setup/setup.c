// SPDX-License-Identifier: Apache-2.0
// What the options mean for the search and for the front end.
#include "front/front.h"
#include "setup/setup_int.h"

#include <string.h>
#include <unistd.h>

enum { MOST_VIOLATIONS = 100 }; // unless --max-violations says otherwise

static bool read_properties(const Setup *s, PropertySet *p, Diag *d) {
    if (!task_properties(s->task, p)) {
        if (!s->prp)
            prop_default(p);
        else if (!prop_read_prp(p, s->prp, d))
            return false;
    }
    if (s->property && !prop_parse(p, s->property, d))
        return false;
    p->fairness = s->strong_fairness ? FAIRNESS_STRONG
                  : s->weak_fairness ? FAIRNESS_WEAK
                                     : FAIRNESS_NONE;
    return !s->no_property || prop_drop(p, s->no_property, s->property, d);
}

// exact, auto, compact, bitstate or bitstate=SIZE.
static bool set_store(const Setup *s, SearchOptions *out, Diag *d) {
    static const char *const names[] = {[STORE_EXACT] = "exact",
                                        [STORE_AUTO] = "auto",
                                        [STORE_COMPACT] = "compact",
                                        [STORE_BITSTATE] = "bitstate"};
    const char *text = s->store, *size = strchr(text, '=');
    size_t len = strcspn(text, "=");
    u32 kind = 0;
    while (kind < ARRAY_LEN(names) &&
           (strlen(names[kind]) != len || memcmp(names[kind], text, len) != 0)) {
        kind++;
    }
    out->store = (StoreKind)kind;
    if (kind == ARRAY_LEN(names) || (size && kind != STORE_BITSTATE)) {
        return diag_fail(d,
                         "--store: there is no '%s'; the choices are exact, auto, compact, "
                         "bitstate, bitstate=SIZE",
                         text);
    }
    return !size || options_read_size("store", size + 1, &out->bitstate_bytes, d);
}

// Half of what a small machine has is not enough for anything; all of it is too much.
static u64 default_memory_limit(void) {
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
    return pages > 0 && size > 0 ? (u64)pages * (u64)size / 10 * 8 : 0;
}

u64 setup_memory_limit(const Setup *s) {
    return s->memory_limit ? s->memory_limit : default_memory_limit();
}

bool setup_is_symbolic(const Setup *s) {
    return s->data == CHOICE_DATA_SYMBOLIC ||
           (s->data == CHOICE_DATA_AUTO && !s->nondet_range.is_set);
}

void setup_compute_with_none(Setup *s) {
    s->data = s->nondet_range.is_set ? CHOICE_DATA_RANGE : CHOICE_DATA_STOP;
}

static bool check_data(const Setup *s, Diag *d) {
    if (s->data == CHOICE_DATA_RANGE && !s->nondet_range.is_set)
        return diag_fail(d, "--data range: --nondet-range LO..HI says which");
    if (s->nondet_range.is_set && (s->data == CHOICE_DATA_SYMBOLIC || s->data == CHOICE_DATA_STOP))
        return diag_fail(d, "--nondet-range is for --data range");
    return true;
}

static u32 unasked_kinds(const PropertySet *p) {
    u32 kinds = 0;
    for (u32 k = FAULT_NONE + 1; k < FAULT_COUNT; k++)
        kinds |= (u32)!p->checked[k] << k;
    return kinds;
}

bool setup_search(const Setup *s, SearchOptions *out, Diag *d) {
    *out = (SearchOptions){
        .order = (SearchOrder)s->search,
        .explore.reduction = (Reduction)s->reduction,
        .explore.no_heap_symmetry = s->no_heap_symmetry,
        .explore.no_store_visibility = s->no_store_visibility,
        .explore.no_lock_reduction = s->no_lock_reduction,
        .explore.no_future = s->no_future,
        .explore.no_supersteps = s->no_supersteps,
        .explore.no_value_reduction = s->no_value_reduction,
        .explore.no_thread_choice = s->no_thread_choice,
        .explore.no_thread_symmetry = s->no_thread_symmetry,
        .explore.no_subsumption = s->no_subsumption,
        .explore.hides_addresses = s->addresses == CHOICE_ADDRESSES_UNKNOWN,
        .workers = (u32)s->workers,
        .explore.context_bound = s->context_bound.is_set ? s->context_bound.low : -1,
        .time_limit = s->time_limit,
        .deadline = s->time_limit > 0 ? s->started + s->time_limit : 0,
        .memory_limit = setup_memory_limit(s),
        .depth_limit = (u64)s->depth_limit,
        .most_violations = !s->continues       ? 0
                           : s->max_violations ? (u32)s->max_violations
                                               : MOST_VIOLATIONS,
        .explore.clock_ticks = (u32)s->clock_ticks,
        .explore.most_threads = (u32)s->most_threads,
        .explore.has_input = s->standard_input != NULL,
        .explore.stubs = s->stub,
    };
    if (s->max_violations && !s->continues)
        return diag_fail(
            d, "--max-violations is for --continue; without it a violation ends the search");
    if (s->spurious_wakeups && s->no_spurious_wakeups)
        return diag_fail(d, "--spurious-wakeups and --no-spurious-wakeups exclude each other");
    if (!check_data(s, d) || !read_properties(s, &out->explore.properties, d) ||
        !set_store(s, out, d))
        return false;
    out->explore.vm = (VmOptions){
        .check_uninitialized = out->explore.properties.checked[FAULT_UNINITIALIZED],
        .check_overflow = out->explore.properties.checked[FAULT_OVERFLOW],
        .reuse_addresses = s->reuse_addresses,
        .addressed = s->addresses == CHOICE_ADDRESSES_FIXED ? ~0ull : 0,
        .check_races = out->explore.properties.checked[FAULT_DATA_RACE],
        .unasked = unasked_kinds(&out->explore.properties),
        .has_nondet_range = s->nondet_range.is_set,
        .nondet_low = s->nondet_range.low,
        .nondet_high = s->nondet_range.high,
        .is_symbolic = setup_is_symbolic(s),
        .solver_ms = SOLVER_MS,
        .solver_deadline = out->deadline,
        .max_frames = (u32)s->stack_limit,
    };
    return true;
}

bool setup_has_only_faults(const SearchOptions *o, Diag *d) {
    const PropertySet *p = &o->explore.properties;
    return !(p->termination || p->livelock || p->starvation) ||
           diag_fail(d, "--property %s is for 'heddle check'",
                     p->termination ? "termination"
                     : p->livelock  ? "livelock"
                                    : "starvation");
}

// Why what is asked for of endless runs cannot be had with the other options; NULL: it can.
static const char *refusal_of_endless(const Setup *s, const SearchOptions *o) {
    if (s->formula && ltl_has_next(s->formula) && o->explore.reduction != REDUCTION_NONE)
        return "'next' (X) depends on how a search cuts runs into steps: with --reduction none "
               "they "
               "are the program's own";
    if (s->weak_fairness && s->strong_fairness)
        return "--weak-fairness and --strong-fairness: one of them";
    if (o->explore.context_bound >= 0)
        return "--context-bound leaves out runs, so that nothing can be said about endless ones";
    if (o->store == STORE_BITSTATE)
        return "--store bitstate cannot be combined with a search for endless runs";
    if (s->continues)
        return "--continue goes on after violations, and no run goes on after an endless one";
    if (s->suppress.len)
        return "--suppress cannot be combined with a search for endless runs";
    if (s->any_number)
        return "--any-number: nothing is known of endless runs where threads are counted";
    if (s->check_abstraction)
        return "--check-abstraction cannot be combined with a search for endless runs";
    if (s->untracked)
        return "--untracked: what is not restored is not known when a run comes back to a state";
    return NULL;
}

bool setup_suits_endless(const Setup *s, const SearchOptions *o, Diag *d) {
    const PropertySet *p = &o->explore.properties;
    bool is_fair = s->weak_fairness || s->strong_fairness;
    if (!s->formula && !p->termination && !p->livelock && !p->starvation)
        return !is_fair || diag_fail(d,
                                     "--%s-fairness is about endless runs: it needs --ltl, "
                                     "--automaton, or --property "
                                     "termination, livelock or starvation",
                                     s->weak_fairness ? "weak" : "strong");
    const char *why = refusal_of_endless(s, o);
    return !why || diag_fail(d, "%s", why);
}

// Where pointers that are not needed any more still count, or values before the first write, locals
// stay in memory.
bool setup_keeps_locals(const PropertySet *p) {
    return p->checked[FAULT_UNINITIALIZED] || p->checked[FAULT_LEAK];
}

bool setup_matching(const Setup *s, const Program *p, SearchOptions *out, Diag *d) {
    MatchNames names = {
        .unmatched = s->unmatched, .abstractions = s->abstraction, .untracked = s->untracked};
    out->explore.checks_abstraction = s->check_abstraction;
    if (!explore_set_matching(&out->explore.matching, p, &names, d))
        return false;
    if (out->most_violations && explore_has_untracked(&out->explore.matching, p))
        return diag_fail(
            d, "--continue: the program has untracked data, which would count what follows "
               "a violation twice");
    return !s->check_abstraction || explore_has_matching(&out->explore.matching, p) ||
           diag_fail(d, "--check-abstraction: there is no abstraction; --abstraction, "
                        "--unmatched and heddle.h make one");
}

bool setup_read_rules(const Setup *s, Rules **out, Diag *d) {
    bool is_ok = true;
    *out = s->suppress.len ? rules_new() : NULL;
    for (u32 i = 0; i < s->suppress.len && is_ok; i++)
        is_ok = rules_read(*out, s->suppress.items[i], d);
    if (is_ok)
        return true;
    rules_free(*out);
    *out = NULL;
    return false;
}

// Names among the propositions may be those of functions that nothing calls.
static void add_kept(const Setup *s, Text *kept) {
    text_add(kept, "%s,%s", s->invariant ? s->invariant : "", s->abstraction ? s->abstraction : "");
    for (const char *word = s->any_number; word && *word;) {
        size_t len = strcspn(word, ",");
        text_add(kept, ",%.*s", (int)strcspn(word, "=,"), word);
        word += len + (word[len] == ',');
    }
    for (u32 i = 0; s->formula && i < s->formula->npropositions; i++)
        if (s->formula->asked[i].kind == LTL_CODE)
            text_add(kept, ",%s," PROPOSITION_NAME "%u", s->formula->propositions[i], i);
}

static bool wants_progress(const Setup *s) {
    PropertySet p = {0};
    Diag d = {0};
    bool wants = s->property && prop_parse(&p, s->property, &d) && (p.livelock || p.starvation);
    diag_done(&d);
    return wants;
}

// What the formula asks of the program, for the front end.
static void ask(const Setup *s, FrontOptions *fo, const char **propositions, const char **events,
                FrontPlace *places) {
    const Ltl *f = s->formula;
    fo->output_is_progress = wants_progress(s);
    fo->places = places;
    fo->events = events;
    fo->propositions = propositions;
    fo->meant = f ? f->meant : NULL;
    fo->npropositions = f ? f->npropositions : 0;
    for (u32 i = 0; i < fo->npropositions; i++) {
        propositions[i] = f->asked[i].kind == LTL_CODE ? f->propositions[i] : NULL;
        const LtlAsked *a = &f->asked[i];
        if (a->kind == LTL_EVENT)
            events[fo->nevents++] = a->name;
        if (a->kind == LTL_ENDED || a->kind == LTL_WAITING || a->kind == LTL_AT)
            places[fo->nplaces++] = (FrontPlace){
                i, f->propositions[i], a->thread, a->name, a->label, a->kind == LTL_WAITING};
    }
}

// The bit of a part of the world; 0 if there is none of this name.
static u32 world_of(const char *word, size_t len) {
    if (len == 3 && memcmp(word, "all", len) == 0)
        return (1u << WORLD_COUNT) - 1;
    for (u32 i = 0; i < WORLD_COUNT; i++)
        if (strlen(ir_world_word[i]) == len && memcmp(ir_world_word[i], word, len) == 0)
            return 1u << i;
    return 0;
}

static bool fail_world(const char *word, size_t len, Diag *d) {
    Text words = {0};
    for (u32 i = 0; i < WORLD_COUNT; i++)
        text_add(&words, "%s, ", ir_world_word[i]);
    diag_fail(d, "--unknown: there is no '%.*s'; it can be %sor all", (int)len, word,
              text_str(&words));
    text_done(&words);
    return false;
}

bool setup_unknown(const Setup *s, u32 *out, Diag *d) {
    *out = s->nondet_rand ? 1u << WORLD_RAND : 0;
    for (const char *word = s->unknown; word && *word;) {
        size_t len = strcspn(word, ",");
        u32 bits = world_of(word, len);
        if (!bits)
            return fail_world(word, len, d);
        *out |= bits;
        word += len + (word[len] == ',');
    }
    return true;
}

// What each file has for itself, for the front end.
static const FrontArgs *file_args(const Setup *s) {
    if (!s->file_args)
        return NULL;
    FrontArgs *all = arena_alloc(s->arena, s->files.len * sizeof *all);
    for (u32 i = 0; i < s->files.len; i++)
        all[i] = (FrontArgs){s->file_args[i].items, s->file_args[i].len};
    return all;
}

Program *setup_load(const Setup *s, bool keep_locals, bool finds_races, Diag *d) {
    u32 unknown;
    if (!setup_unknown(s, &unknown, d))
        return NULL;
    Text kept = {0};
    add_kept(s, &kept);
    FrontOptions fo = {
        .files = s->files.items,
        .nfiles = s->files.len,
        .compiler_args = s->compiler_args.items,
        .ncompiler_args = s->compiler_args.len,
        .file_args = file_args(s),
        .main_file = s->main_file,
        .data_model = s->data_model,
        .opt_level = s->opt_level,
        .program_args = s->program_args.items,
        .nprogram_args = s->program_args.len,
        .malloc_may_fail = s->malloc_may_fail,
        .reuse_addresses = s->reuse_addresses,
        .spurious_wakeups = !s->no_spurious_wakeups,
        .nondet_rand = unknown >> WORLD_RAND & 1,
        .unknown = unknown,
        .has_nondet_range = s->nondet_range.is_set || setup_is_symbolic(s),
        .is_symbolic = setup_is_symbolic(s),
        .prefer_readers = s->rwlock == CHOICE_PREFER_READERS,
        .clock_ticks = (u32)s->clock_ticks,
        .data_files = s->file.items,
        .ndata_files = s->file.len,
        .standard_input = s->standard_input,
        .stubs = s->stub,
        .kept = text_str(&kept),
        .bitcode_to = s->bitcode_to,
        .bitcode_from = s->bitcode_from,
        .finds_races = finds_races,
        .finds_overflows = s->finds_overflows,
        .wants_dropped = s->wants_dropped,
        .volatile_atomic = finds_races && s->volatile_atomic,
        .keep_locals = keep_locals,
        .any_number = s->any_number,
        .most_threads = (u32)s->most_threads,
        .counts = s->counting,
        .without_main = s->without_main,
        .notice = s->notice,
    };
    const char *propositions[MOST_PROPOSITIONS];
    const char *events[MOST_PROPOSITIONS];
    FrontPlace places[MOST_PROPOSITIONS];
    ask(s, &fo, propositions, events, places);
    Program *p = front_load(&fo, d);
    text_done(&kept);
    return p;
}

void setup_cleanup(void) { front_cleanup(); }

bool setup_names_source(const char *path) {
    const char *dot = strrchr(path, '.');
    return front_reads(path) || (dot && (strcmp(dot, ".h") == 0 || strcmp(dot, ".hpp") == 0));
}
