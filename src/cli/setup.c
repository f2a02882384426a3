// SPDX-License-Identifier: Apache-2.0
// From the command line to what it means for the search and for the front end.
#include "cli/cli.h"

#include <string.h>
#include <unistd.h>

static bool read_properties(const Options *o, PropertySet *s) {
    Diag d = {0};
    bool is_ok = true;
    if (o->prp)
        is_ok = prop_read_prp(s, o->prp, &d);
    else
        prop_default(s);
    if (is_ok && o->property)
        is_ok = prop_parse(s, o->property, &d);
    if (!is_ok)
        cli_error("%s", diag_text(&d));
    diag_done(&d);
    return is_ok;
}

// exact, auto, compact, bitstate or bitstate=SIZE.
static bool set_store(const Options *o, SearchOptions *s) {
    static const char *const names[] = {[STORE_EXACT] = "exact",
                                        [STORE_AUTO] = "auto",
                                        [STORE_COMPACT] = "compact",
                                        [STORE_BITSTATE] = "bitstate"};
    const char *text = o->store, *size = strchr(text, '=');
    size_t len = strcspn(text, "=");
    u32 kind = 0;
    while (kind < ARRAY_LEN(names) &&
           (strlen(names[kind]) != len || memcmp(names[kind], text, len) != 0)) {
        kind++;
    }
    s->store = (StoreKind)kind;
    if (kind == ARRAY_LEN(names) || (size && kind != STORE_BITSTATE)) {
        cli_error("--store: there is no '%s'; the choices are exact, auto, compact, bitstate, "
                  "bitstate=SIZE",
                  text);
        return false;
    }
    Diag d = {0};
    bool is_ok = !size || options_read_size("store", size + 1, &s->bitstate_bytes, &d);
    if (!is_ok)
        cli_error("%s", diag_text(&d));
    diag_done(&d);
    return is_ok;
}

// Half of what a small machine has is not enough for anything; all of it is too much.
static u64 default_memory_limit(void) {
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
    return pages > 0 && size > 0 ? (u64)pages * (u64)size / 10 * 8 : 0;
}

u64 setup_memory_limit(const Options *o) {
    return o->memory_limit ? o->memory_limit : default_memory_limit();
}

bool setup_search(const Options *o, SearchOptions *s) {
    *s = (SearchOptions){
        .order = o->search == CHOICE_BFS ? SEARCH_BFS : SEARCH_DFS,
        .reduction = (Reduction)o->reduction,
        .no_heap_symmetry = o->no_heap_symmetry,
        .no_store_visibility = o->no_store_visibility,
        .no_lock_reduction = o->no_lock_reduction,
        .no_future = o->no_future,
        .no_supersteps = o->no_supersteps,
        .workers = (u32)o->workers,
        .context_bound = o->context_bound.is_set ? o->context_bound.low : -1,
        .time_limit = o->time_limit,
        .deadline = o->time_limit > 0 ? o->started + o->time_limit : 0,
        .memory_limit = setup_memory_limit(o),
        .depth_limit = (u64)o->depth_limit,
        .clock_ticks = (u32)o->clock_ticks,
        .stubs = o->stub,
        .interrupted = signals_flag(),
    };
    if (!read_properties(o, &s->properties) || !set_store(o, s))
        return false;
    s->vm = (VmOptions){
        .check_uninitialized = s->properties.checked[FAULT_UNINITIALIZED],
        .check_overflow = s->properties.checked[FAULT_OVERFLOW],
        .reuse_addresses = o->reuse_addresses,
        .check_races = s->properties.checked[FAULT_DATA_RACE],
        .has_nondet_range = o->nondet_range.is_set,
        .nondet_low = o->nondet_range.low,
        .nondet_high = o->nondet_range.high,
        .max_frames = (u32)o->stack_limit,
    };
    return true;
}

// Where pointers that are not needed any more still count, or values before the first write, locals
// stay in memory.
bool setup_keeps_locals(const PropertySet *s) {
    return s->checked[FAULT_UNINITIALIZED] || s->checked[FAULT_LEAK];
}

bool cli_set_invariants(const Program *p, const Options *o, PropertySet *s) {
    Diag d = {0};
    bool is_ok = prop_set_invariants(s, p, o->invariant, &d);
    if (!is_ok)
        cli_error("%s", diag_text(&d));
    diag_done(&d);
    return is_ok;
}

bool cli_set_formula(const Program *p, const Options *o, PropertySet *s) {
    Diag d = {0};
    bool is_ok = prop_set_formula(s, p, o->formula, &d);
    if (!is_ok)
        cli_error("%s", diag_text(&d));
    diag_done(&d);
    return is_ok;
}

bool cli_set_matching(const Program *p, const Options *o, SearchOptions *s) {
    Diag d = {0};
    MatchNames names = {
        .unmatched = o->unmatched, .abstractions = o->abstraction, .untracked = o->untracked};
    s->checks_abstraction = o->check_abstraction;
    bool is_ok = search_set_matching(&s->matching, p, &names, &d);
    if (is_ok && o->check_abstraction && !search_has_matching(&s->matching, p))
        is_ok = diag_fail(&d, "--check-abstraction: there is no abstraction; --abstraction, "
                              "--unmatched and heddle.h make one");
    if (!is_ok)
        cli_error("%s", diag_text(&d));
    diag_done(&d);
    return is_ok;
}

// Names among the propositions may be those of functions that nothing calls.
static void add_kept(const Options *o, Text *kept) {
    text_add(kept, "%s,%s", o->invariant ? o->invariant : "", o->abstraction ? o->abstraction : "");
    for (u32 i = 0; o->formula && i < o->formula->npropositions; i++)
        text_add(kept, ",%s," PROPOSITION_NAME "%u", o->formula->propositions[i], i);
}

Program *cli_load(const Options *o, bool keep_locals, bool finds_races) {
    Text kept = {0};
    add_kept(o, &kept);
    FrontOptions fo = {
        .files = o->files.items,
        .nfiles = o->files.len,
        .compiler_args = o->compiler_args.items,
        .ncompiler_args = o->compiler_args.len,
        .opt_level = o->opt_level,
        .program_args = o->program_args.items,
        .nprogram_args = o->program_args.len,
        .malloc_may_fail = o->malloc_may_fail,
        .reuse_addresses = o->reuse_addresses,
        .spurious_wakeups = o->spurious_wakeups,
        .nondet_rand = o->nondet_rand,
        .prefer_readers = o->rwlock == CHOICE_PREFER_READERS,
        .clock_ticks = (u32)o->clock_ticks,
        .data_files = o->file.items,
        .ndata_files = o->file.len,
        .standard_input = o->standard_input,
        .stubs = o->stub,
        .kept = text_str(&kept),
        .propositions = o->formula ? o->formula->propositions : NULL,
        .npropositions = o->formula ? o->formula->npropositions : 0,
        .bitcode_to = o->bitcode_to,
        .bitcode_from = o->bitcode_from,
        .finds_races = finds_races,
        .keep_locals = keep_locals,
        .without_main = o->without_main,
    };
    Diag d = {0};
    signals_loading(true);
    Program *p = front_load(&fo, &d);
    text_done(&kept);
    // What is over a limit is told by the watchdog, not as a failure of tools that it has ended.
    watchdog_hold();
    signals_loading(false);
    mem_begin_count();
    watchdog_release();
    if (!p)
        cli_error("%s", diag_text(&d));
    diag_done(&d);
    return p;
}
