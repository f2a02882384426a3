// SPDX-License-Identifier: Apache-2.0
// heddle check: load, search, tell.
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// ---- one check ----------------------------------------------------------------------------------

typedef struct Check {
    Outcome out;
    Live live;
    void *ballast;                  // given back when memory runs out, so that the end can be told
} Check;

enum { BALLAST = 1 << 20 };
#define NO_TIME 1e-9            // seconds; 0 would be no limit

static void show_figures(void *arg, const Figures *f) {
    Text text = {0};
    if (live_is_due(arg)) {
        result_figures(f, &text);
        live_draw(arg, text_str(&text));
    }
    text_done(&text);
}

static void show_notice(void *arg, const char *text) {
    live_erase(arg);
    fprintf(stderr, "heddle: %s\n", text);
}

static bool set_search(Check *c) {
    const Options *o = c->out.o;
    live_init(&c->live, o);
    if (!setup_search(o, &c->out.search)) {
        return false;
    }
    c->out.search.progress = show_figures;
    c->out.search.notice = show_notice;
    c->out.search.progress_arg = &c->live;
    return true;
}

// Memory is gone: what was reached is told in the little that the ballast gives back. Does not return.
static void on_exhausted(void *arg) {
    Check *c = arg;
    mem_free(c->ballast, BALLAST);
    live_erase(&c->live);
    front_cleanup();
    SearchResult *r = &c->out.result;
    const Figures *reached = search_figures_now();
    *r = (SearchResult){.figures = reached ? *reached : (Figures){0}};
    verdict_init(&r->verdict);
    u64 limit = c->out.search.memory_limit;
    if (limit && mem_used() > limit)
        verdict_cut(&r->verdict, "memory limit of %llu MiB reached", (unsigned long long)(limit >> 20));
    else
        verdict_cut(&r->verdict, "out of memory");
    verdict_conclude(&r->verdict, NULL);
    c->out.trace = NULL;
    Text out = {0};
    result_line(&r->verdict, &r->figures, NULL, &out);
    cli_print(&out);
    outcome_write_json(&c->out);
    _exit(EXIT_UNDECIDED);
}

// One search for each context bound that was asked for, until there is a violation.
static void search_bounds(Check *c) {
    const Range *bounds = &c->out.o->context_bound;
    double left = c->out.search.time_limit;
    for (;;) {
        search_run(c->out.program, &c->out.search, &c->out.result);
        live_erase(&c->live);
        if (!bounds->is_set || c->out.result.verdict.kind == VERDICT_VIOLATED || c->out.search.context_bound == bounds->high) {
            return;
        }
        // When the time is over, or after Ctrl-C, the next search ends at once with unknown.
        left -= c->out.result.figures.seconds;
        left = left > NO_TIME ? left : NO_TIME;
        Text out = {0};
        result_line(&c->out.result.verdict, &c->out.result.figures, NULL, &out);
        json_array_append_new(c->out.tried, result_summary_json(&c->out.search, &c->out.result));
        if (!c->out.o->quiet) {
            FILE *to = c->out.o->json && strcmp(c->out.o->json, "-") == 0 ? stderr : stdout;
            fputs(text_str(&out), to);
            fflush(to);
        }
        text_done(&out);
        search_result_done(&c->out.result);
        c->out.search.context_bound++;
        c->out.search.time_limit = c->out.o->time_limit > 0 ? left : 0;
    }
}

int command_check(const Options *o) {
    Check c = {.out = {.o = o}};
    if (!set_search(&c) || !outcome_is_writable(o->json) || !outcome_is_writable(o->trace)) {
        return EXIT_USAGE;
    }
    c.ballast = mem_alloc(BALLAST);
    c.out.tried = json_array();
    mem_on_exhausted(on_exhausted, &c);
    mem_set_most(c.out.search.memory_limit / 8 * 9);
    c.out.program = cli_load(o, setup_keeps_locals(&c.out.search.properties), c.out.search.vm.check_races);
    int code = EXIT_USAGE;
    if (c.out.program && cli_set_invariants(c.out.program, o, &c.out.search.properties) &&
        cli_set_matching(c.out.program, o, &c.out.search)) {
        search_bounds(&c);
        outcome_replay(&c.out);
        outcome_tell(&c.out);
        code = outcome_exit_code(&c.out);
        if (c.out.trace) {
            report_free(c.out.trace);
        }
        search_result_done(&c.out.result);
    }
    program_free(c.out.program);
    mem_on_exhausted(NULL, NULL);
    json_decref(c.out.tried);
    mem_free(c.ballast, BALLAST);
    return code;
}
