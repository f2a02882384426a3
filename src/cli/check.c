// SPDX-License-Identifier: Apache-2.0
// heddle check: load, search, tell.
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// ---- the live line ------------------------------------------------------------------------------

typedef struct Live {
    bool is_on;
    bool is_shown;
    double last;                    // when it was last drawn
} Live;

static void erase_live(Live *live) {
    if (live->is_shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        live->is_shown = false;
    }
}

static void draw_live(void *arg, const Figures *f) {
    Live *live = arg;
    double now = clock_seconds();
    if (!live->is_on || now - live->last < 0.2) {
        return;
    }
    live->last = now;
    Text text = {0};
    result_figures(f, &text);
    fprintf(stderr, "\r\033[K%s", text_str(&text));
    fflush(stderr);
    live->is_shown = true;
    text_done(&text);
}

// ---- one check ----------------------------------------------------------------------------------

typedef struct Check {
    const Options *o;
    SearchOptions search;
    Program *program;
    SearchResult result;
    Trace *trace;                   // when violated
    Live live;
    void *ballast;                  // given back when memory runs out, so that the end can be told
    bool is_write_failed;
    json_t *tried;                  // results of smaller context bounds
} Check;

enum { BALLAST = 1 << 20 };
#define NO_TIME 1e-9            // seconds; 0 would be no limit

static bool read_properties(Check *c) {
    Diag d = {0};
    PropertySet *s = &c->search.properties;
    bool is_ok = true;
    if (c->o->prp) {
        is_ok = prop_read_prp(s, c->o->prp, &d);
    } else {
        prop_default(s);
    }
    if (is_ok && c->o->property) {
        is_ok = prop_parse(s, c->o->property, &d);
    }
    if (!is_ok) {
        cli_error("%s", diag_text(&d));
    }
    diag_done(&d);
    return is_ok;
}

// exact, auto, compact, bitstate or bitstate=SIZE.
static bool set_store(Check *c) {
    static const char *const names[] = {
        [STORE_EXACT] = "exact", [STORE_AUTO] = "auto", [STORE_COMPACT] = "compact", [STORE_BITSTATE] = "bitstate"};
    const char *text = c->o->store, *size = strchr(text, '=');
    size_t len = strcspn(text, "=");
    u32 kind = 0;
    while (kind < ARRAY_LEN(names) && (strlen(names[kind]) != len || memcmp(names[kind], text, len) != 0)) {
        kind++;
    }
    c->search.store = (StoreKind)kind;
    if (kind == ARRAY_LEN(names) || (size && kind != STORE_BITSTATE)) {
        cli_error("--store: there is no '%s'; the choices are exact, auto, compact, bitstate, bitstate=SIZE", text);
        return false;
    }
    Diag d = {0};
    bool is_ok = !size || options_read_size("store", size + 1, &c->search.bitstate_bytes, &d);
    if (!is_ok) {
        cli_error("%s", diag_text(&d));
    }
    diag_done(&d);
    return is_ok;
}

static void show_notice(void *arg, const char *text) {
    erase_live(arg);
    fprintf(stderr, "heddle: %s\n", text);
}

// Half of what a small machine has is not enough for anything; all of it is too much.
static u64 default_memory_limit(void) {
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
    return pages > 0 && size > 0 ? (u64)pages * (u64)size / 10 * 8 : 0;
}

static bool set_search(Check *c) {
    const Options *o = c->o;
    c->live.is_on = o->progress == CHOICE_PROGRESS_AUTO && !o->quiet && isatty(STDERR_FILENO);
    c->search = (SearchOptions){
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
        .memory_limit = o->memory_limit ? o->memory_limit : default_memory_limit(),
        .depth_limit = (u64)o->depth_limit,
        .clock_ticks = (u32)o->clock_ticks,
        .stubs = o->stub,
        .interrupted = signals_flag(),
        .progress = draw_live,
        .notice = show_notice,
        .progress_arg = &c->live,
    };
    if (!read_properties(c) || !set_store(c)) {
        return false;
    }
    c->search.vm = (VmOptions){
        .check_uninitialized = c->search.properties.checked[FAULT_UNINITIALIZED],
        .check_overflow = c->search.properties.checked[FAULT_OVERFLOW],
        .reuse_addresses = o->reuse_addresses,
        .check_races = c->search.properties.checked[FAULT_DATA_RACE],
        .has_nondet_range = o->nondet_range.is_set,
        .nondet_low = o->nondet_range.low,
        .nondet_high = o->nondet_range.high,
        .max_frames = (u32)o->stack_limit,
    };
    return true;
}

// Where pointers that are not needed any more still count, or values before the first write, locals stay in memory.
static bool keeps_locals(const PropertySet *s) { return s->checked[FAULT_UNINITIALIZED] || s->checked[FAULT_LEAK]; }

// Finds out before the search, not after hours of it, that a result has nowhere to go. Creates nothing.
static bool is_writable(const char *path) {
    if (!path || strcmp(path, "-") == 0 || access(path, W_OK) == 0) {
        return true;
    }
    if (errno == ENOENT) {
        const char *slash = strrchr(path, '/');
        Text folder = {0};
        text_add(&folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
        bool is_there = access(text_str(&folder), W_OK | X_OK) == 0;
        text_done(&folder);
        if (is_there) {
            return true;
        }
    }
    cli_error("%s: %s", path, strerror(errno));
    return false;
}

static void complain(Check *c, const Diag *d) {
    cli_error("%s", diag_text(d));
    c->is_write_failed = true;
}

static void write_json(Check *c) {
    Diag d = {0};
    if (c->o->json && !result_write_json(c->o->json, result_json(c->o, &c->result, c->trace, c->tried), &d)) {
        complain(c, &d);
    }
    diag_done(&d);
}

static void write_trace(Check *c) {
    Diag d = {0};
    if (c->o->trace && c->trace &&
        !tracefile_write(c->o->trace, c->o, &c->search, keeps_locals(&c->search.properties), &c->result, c->program,
                         c->trace, &d)) {
        complain(c, &d);
    }
    diag_done(&d);
}

// A violation is told from its replay. Search and report must agree; the verdict would not be trustworthy otherwise.
static void replay(Check *c) {
    SearchResult *r = &c->result;
    if (r->verdict.kind != VERDICT_VIOLATED) {
        return;
    }
    Diag d = {0};
    ReportOptions ro = {.show_runtime = c->o->trace_runtime};
    c->trace = report_replay(c->program, &r->vm, &c->search.properties, &r->schedule, r->fault.kind, &ro, &d);
    if (!c->trace) {
        cli_error("the counterexample could not be replayed: %s", diag_text(&d));
    }
    ENSURE(c->trace);
    diag_done(&d);
}

static void print_result(Check *c) {
    Text out = {0};
    ReportOptions ro = {
        .use_color = cli_use_color(c->o),
        .show_runtime = c->o->trace_runtime,
        .max_lines = (u32)c->o->max_trace_lines,
    };
    result_line(&c->result.verdict, &c->result.figures, c->trace, &out);
    if (c->result.classes && c->result.verdict.kind == VERDICT_HOLDS) {
        text_add(&out, "The abstraction is sound for this program: %u abstract states.\n", c->result.classes);
    }
    if (!c->o->quiet) {
        result_unasked(&c->result, c->program, &out);
        if (c->trace) {
            cli_explain_level(c->o->opt_level, &out);
            report_text(c->trace, &ro, &out);
        }
    }
    // JSON on standard output stays alone there.
    if (c->o->json && strcmp(c->o->json, "-") == 0) {
        fputs(text_str(&out), stderr);
    } else {
        c->is_write_failed |= !cli_print(&out);
    }
    text_done(&out);
}

static int exit_code(const Check *c) {
    int code = verdict_exit_code(&c->result.verdict);
    return code == EXIT_OK && c->is_write_failed ? EXIT_USAGE : code;
}

// Memory is gone: what was reached is told in the little that the ballast gives back. Does not return.
static void on_exhausted(void *arg) {
    Check *c = arg;
    mem_free(c->ballast, BALLAST);
    erase_live(&c->live);
    front_cleanup();
    SearchResult *r = &c->result;
    const Figures *reached = search_figures_now();
    *r = (SearchResult){.figures = reached ? *reached : (Figures){0}};
    verdict_init(&r->verdict);
    u64 limit = c->search.memory_limit;
    if (limit && mem_used() > limit)
        verdict_cut(&r->verdict, "memory limit of %llu MiB reached", (unsigned long long)(limit >> 20));
    else
        verdict_cut(&r->verdict, "out of memory");
    verdict_conclude(&r->verdict, NULL);
    c->trace = NULL;
    Text out = {0};
    result_line(&r->verdict, &r->figures, NULL, &out);
    cli_print(&out);
    write_json(c);
    _exit(EXIT_UNDECIDED);
}

// One search for each context bound that was asked for, until there is a violation.
static void search_bounds(Check *c) {
    const Range *bounds = &c->o->context_bound;
    double left = c->search.time_limit;
    for (;;) {
        search_run(c->program, &c->search, &c->result);
        erase_live(&c->live);
        if (!bounds->is_set || c->result.verdict.kind == VERDICT_VIOLATED || c->search.context_bound == bounds->high) {
            return;
        }
        // When the time is over, or after Ctrl-C, the next search ends at once with unknown.
        left -= c->result.figures.seconds;
        left = left > NO_TIME ? left : NO_TIME;
        Text out = {0};
        result_line(&c->result.verdict, &c->result.figures, NULL, &out);
        json_array_append_new(c->tried, result_summary_json(&c->search, &c->result));
        if (!c->o->quiet) {
            FILE *to = c->o->json && strcmp(c->o->json, "-") == 0 ? stderr : stdout;
            fputs(text_str(&out), to);
            fflush(to);
        }
        text_done(&out);
        search_result_done(&c->result);
        c->search.context_bound++;
        c->search.time_limit = c->o->time_limit > 0 ? left : 0;
    }
}

static bool set_matching(Check *c) {
    Diag d = {0};
    c->search.checks_abstraction = c->o->check_abstraction;
    bool is_ok = search_set_matching(&c->search.matching, c->program, c->o->unmatched, c->o->abstraction, &d);
    if (is_ok && c->o->check_abstraction && !search_has_matching(&c->search.matching, c->program)) {
        is_ok = diag_fail(&d, "--check-abstraction: there is no abstraction; --abstraction, --unmatched and heddle.h make one");
    }
    if (!is_ok) {
        cli_error("%s", diag_text(&d));
    }
    diag_done(&d);
    return is_ok;
}

int command_check(const Options *o) {
    Check c = {.o = o};
    if (!set_search(&c) || !is_writable(o->json) || !is_writable(o->trace)) {
        return EXIT_USAGE;
    }
    c.ballast = mem_alloc(BALLAST);
    c.tried = json_array();
    mem_on_exhausted(on_exhausted, &c);
    mem_set_most(c.search.memory_limit / 8 * 9);
    c.program = cli_load(o, keeps_locals(&c.search.properties), c.search.vm.check_races);
    int code = EXIT_USAGE;
    if (c.program && cli_set_invariants(c.program, o, &c.search.properties) && set_matching(&c)) {
        search_bounds(&c);
        replay(&c);
        print_result(&c);
        write_json(&c);
        write_trace(&c);
        code = exit_code(&c);
        if (c.trace) {
            report_free(c.trace);
        }
        search_result_done(&c.result);
    }
    program_free(c.program);
    mem_on_exhausted(NULL, NULL);
    json_decref(c.tried);
    mem_free(c.ballast, BALLAST);
    return code;
}
