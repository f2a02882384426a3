// SPDX-License-Identifier: Apache-2.0
// heddle check: load, search, tell.
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

// ---- one check ----------------------------------------------------------------------------------

typedef struct Check {
    Options own; // what was asked for, and what was found out to be needed
    Outcome out;
    ManyResult many;
    Live live;
} Check;

static void show_notice(void *arg, const char *text) {
    live_erase(arg);
    fprintf(stderr, "heddle: %s\n", text);
}

static bool set_search(Check *c) {
    const Options *o = c->out.o;
    live_init(&c->live, o);
    if (!cli_set_search(&o->setup, &c->out.search))
        return false;
    c->out.search.progress = live_figures;
    c->out.search.notice = show_notice;
    c->out.search.progress_arg = &c->live;
    return true;
}

static int cut_short(void *arg, const char *why) {
    Check *c = arg;
    live_erase(&c->live);
    return outcome_cut_short(&c->out, why);
}

// One search for each context bound that was asked for, until there is a violation.
static void search_bounds(Check *c) {
    const Range *bounds = &c->out.o->setup.context_bound;
    for (;;) {
        search_run(c->out.program, &c->out.search, &c->out.result);
        live_erase(&c->live);
        // When the time is over, or after Ctrl-C, a larger bound would say no more than this one.
        // (If this one holds, the next search ends at once with unknown.)
        bool is_late = c->out.search.deadline > 0 && clock_seconds() > c->out.search.deadline;
        bool is_over =
            c->out.result.verdict.kind == VERDICT_UNKNOWN && (is_late || *signals_flag());
        if (!bounds->is_set || is_over || c->out.result.verdict.kind == VERDICT_VIOLATED ||
            c->out.search.explore.context_bound == bounds->high) {
            return;
        }
        Text out = {0};
        result_line(&c->out.result.verdict, &c->out.result.figures, NULL, 0, &out);
        watchdog_hold();
        json_array_append_new(c->out.tried, result_summary_json(&c->out.search, &c->out.result));
        if (!c->out.o->quiet) {
            FILE *to = c->out.o->json && strcmp(c->out.o->json, "-") == 0 ? stderr : stdout;
            fputs(text_str(&out), to);
            fflush(to);
        }
        watchdog_release();
        text_done(&out);
        search_result_done(&c->out.result);
        c->out.search.explore.context_bound++;
    }
}

static bool read_rules(Check *c) {
    Diag d = {0};
    return cli_told(setup_read_rules(&c->out.o->setup, &c->out.rules, &d), &d);
}

// What is no violation, or will be none any more.
static void know(Check *c) {
    if (c->out.rules || c->out.search.most_violations)
        c->out.settled = settled_new(c->out.program, c->out.rules);
    c->out.search.explore.settled = c->out.settled;
}

// Who starts threads without end has more states than anybody can look at; but a violation may be
// near.
enum { FEW_STATES = 5000, FEW_THREADS = 12 };

static bool seems_endless(const Check *c) {
    return c->out.program->starts_endlessly && !c->own.setup.most_threads;
}

static void set_short(Check *c, bool is_short) {
    c->out.search.state_limit = is_short ? FEW_STATES : 0;
    c->out.search.explore.vm.max_threads = is_short ? FEW_THREADS : 0;
}

// Searches in the way that the program and the options ask for; false with a message.
static bool search(Check *c) {
    if (c->out.program->counts_threads)
        return many_search(&c->out, &c->own, &c->many);
    bool is_short = seems_endless(c) && many_suits(&c->out);
    set_short(c, is_short);
    know(c);
    search_bounds(c);
    set_short(c, false);
    if (is_short || c->out.result.is_crowded)
        many_try(&c->out, &c->own, &c->many);
    if (is_short && c->out.result.verdict.kind == VERDICT_UNKNOWN &&
        (c->out.result.is_short || c->out.result.is_crowded)) {
        search_result_done(&c->out.result);
        search_bounds(c);
    }
    return true;
}

static int tell(Check *c) {
    SearchResult second = {0};
    live_erase(&c->live);
    if (c->out.o->engine == CHOICE_ENGINE_BOTH)
        both_ask(&c->out, &second);
    outcome_known(&c->out);
    outcome_replay(&c->out);
    outcome_tell(&c->out);
    int code = outcome_exit_code(&c->out);
    watchdog_stop();
    search_result_done(&c->out.result);
    if (c->out.second)
        search_result_done(&second);
    return code;
}

int command_check(const Options *options) {
    Check c = {.own = *options, .out = {.memory_is_ours = true}};
    const Options *o = c.out.o = &c.own;
    // with a limit, they have names
    c.own.setup.counting = o->setup.most_threads ? COUNTS_NEVER : COUNTS_ASKED;
    if (!both_suits(o) || !set_search(&c) || !outcome_make_room(o->json) ||
        !outcome_make_room(o->trace) || !read_rules(&c))
        return EXIT_USAGE;
    c.out.tried = json_array();
    watchdog_start(o, c.out.search.memory_limit, cut_short, &c);
    c.out.program = cli_load(&o->setup, setup_keeps_locals(&c.out.search.explore.properties),
                             c.out.search.explore.vm.check_races);
    int code = EXIT_USAGE;
    if (c.out.program && cli_set_names(&o->setup, c.out.program, &c.out.search)) {
        if (!o->quiet)
            cli_warn_undefined(c.out.program);
        watchdog_advise(search_memory_advice(&c.out.search));
        code = search(&c) ? tell(&c) : EXIT_USAGE;
    }
    watchdog_stop();
    outcome_done(&c.out);
    program_free(c.out.program);
    json_decref(c.out.tried);
    return code;
}
