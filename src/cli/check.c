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
} Check;

enum { BALLAST = 1 << 20 };

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

static bool set_search(Check *c) {
    const Options *o = c->o;
    c->live.is_on = o->progress == CHOICE_PROGRESS_AUTO && !o->quiet && isatty(STDERR_FILENO);
    c->search = (SearchOptions){
        .order = o->search == CHOICE_BFS ? SEARCH_BFS : SEARCH_DFS,
        .context_bound = o->context_bound,
        .time_limit = o->time_limit,
        .memory_limit = o->memory_limit,
        .depth_limit = (u64)o->depth_limit,
        .clock_ticks = (u32)o->clock_ticks,
        .stubs = o->stub,
        .interrupted = signals_flag(),
        .progress = draw_live,
        .progress_arg = &c->live,
    };
    if (!read_properties(c)) {
        return false;
    }
    c->search.vm = (VmOptions){
        .every_instruction = o->reduction == CHOICE_NONE,
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
    if (c->o->json && !result_write_json(c->o->json, result_json(c->o, &c->result, c->trace), &d)) {
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
    c->trace = report_replay(c->program, &c->search.vm, &c->search.properties, &r->schedule, r->fault.kind, &ro, &d);
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
    verdict_cut(&r->verdict, "out of memory");
    verdict_conclude(&r->verdict, NULL);
    c->trace = NULL;
    Text out = {0};
    result_line(&r->verdict, &r->figures, NULL, &out);
    cli_print(&out);
    write_json(c);
    _exit(EXIT_UNDECIDED);
}

int command_check(const Options *o) {
    Check c = {.o = o};
    if (!set_search(&c) || !is_writable(o->json) || !is_writable(o->trace)) {
        return EXIT_USAGE;
    }
    c.ballast = mem_alloc(BALLAST);
    mem_on_exhausted(on_exhausted, &c);
    c.program = cli_load(o, keeps_locals(&c.search.properties), c.search.vm.check_races);
    int code = EXIT_USAGE;
    if (c.program) {
        search_run(c.program, &c.search, &c.result);
        erase_live(&c.live);
        replay(&c);
        print_result(&c);
        write_json(&c);
        write_trace(&c);
        code = exit_code(&c);
        if (c.trace) {
            report_free(c.trace);
        }
        search_result_done(&c.result);
        program_free(c.program);
    }
    mem_on_exhausted(NULL, NULL);
    mem_free(c.ballast, BALLAST);
    return code;
}
