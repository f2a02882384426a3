// SPDX-License-Identifier: Apache-2.0
// heddle check: load, search, tell.
#include "buchi/buchi.h"
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// ---- one check ----------------------------------------------------------------------------------

struct Check {
    Options own; // what was asked for, and what was found out to be needed
    Outcome out;
    SearchResult second; // of --engine both
    ManyResult many;
    Live live;
    Buchi *automaton; // of --automaton; NULL: none
    bool has_result;
};

static void show_notice(void *arg, const char *text) {
    live_erase(arg);
    fprintf(stderr, "heddle: %s\n", text);
}

// The propositions of an automaton are compiled like those of a formula.
static bool read_claim(Check *c) {
    Diag d = {0};
    if (!c->own.claim)
        return true;
    c->automaton = claim_read_file(c->own.claim, &c->own.setup, &d);
    return cli_told(c->automaton != NULL, &d);
}

static bool set_formula(Check *c) {
    PropertySet *p = &c->out.search.explore.properties;
    p->claim = claim_of(c->own.claim, c->automaton);
    c->out.search.automaton = c->automaton;
    return cli_set_formula(&c->own.setup, c->out.program, p);
}

static bool set_search(Check *c) {
    const Options *o = c->out.o;
    live_init(&c->live, o);
    Diag d = {0};
    if (!cli_set_search(&o->setup, &c->out.search) ||
        !cli_told(setup_suits_endless(&o->setup, &c->out.search, &d), &d))
        return false;
    c->out.search.explore.vm.notes_coverage = o->coverage != NULL;
    c->out.search.progress = live_figures;
    c->out.search.notice = show_notice;
    c->out.search.progress_arg = &c->live;
    return true;
}

int check_cut_short(void *check, const char *why) {
    Check *c = check;
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
            FILE *to = formats_use_output(c->out.o) ? stderr : stdout;
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
    return !prop_is_temporal(&c->out.search.explore.properties) &&
           c->out.program->starts_endlessly && !c->own.setup.most_threads;
}

static void set_short(Check *c, bool is_short) {
    c->out.search.state_limit = is_short ? FEW_STATES : 0;
    c->out.search.explore.vm.max_threads = is_short ? FEW_THREADS : 0;
}

// Searches in the way that the program and the options ask for; false with a message.
static bool search(Check *c) {
    bool is_temporal = prop_is_temporal(&c->out.search.explore.properties);
    if (c->out.program->counts_threads && is_temporal) {
        cli_error("the program starts any number of threads, of whose endless runs nothing is "
                  "known: --ltl, --automaton and properties of endless runs need a fixed number");
        return false;
    }
    if (c->out.program->counts_threads)
        return many_search(&c->out, &c->own, &c->many);
    bool is_short = seems_endless(c) && many_suits(&c->out);
    set_short(c, is_short);
    know(c);
    search_bounds(c);
    set_short(c, false);
    if (is_short || (c->out.result.is_crowded && !is_temporal))
        many_try(&c->out, &c->own, &c->many);
    if (is_short && c->out.result.verdict.kind == VERDICT_UNKNOWN &&
        (c->out.result.is_short || c->out.result.is_crowded)) {
        search_result_done(&c->out.result);
        search_bounds(c);
    }
    return true;
}

// For compilers it is an option without an argument, so a source may stand behind it.
static bool is_something_else(const char *path) {
    char begin[3];
    struct stat s;
    FILE *f = stat(path, &s) == 0 && S_ISREG(s.st_mode) ? fopen(path, "r") : NULL;
    size_t n = f ? fread(begin, 1, sizeof begin, f) : 0;
    if (f)
        fclose(f);
    return n > 0 && (n < sizeof begin || memcmp(begin, "TN:", sizeof begin) != 0);
}

static bool coverage_suits(const Options *o) {
    if (o->coverage && strcmp(o->coverage, "-") == 0) {
        cli_error("--coverage: it goes to a file, not to standard output");
        return false;
    }
    if (o->coverage && is_something_else(o->coverage)) {
        cli_error("--coverage: %s is there already, and no tracefile: give it another name",
                  o->coverage);
        return false;
    }
    return true;
}

bool check_prepare(Check *c, bool makes_room) {
    const Options *o = c->out.o;
    c->own.setup.wants_dropped = o->coverage != NULL;
    // with a limit, they have names
    c->own.setup.counting = o->setup.most_threads ? COUNTS_NEVER : COUNTS_ASKED;
    return read_claim(c) && both_suits(o) && graph_suits(o) && coverage_suits(o) && set_search(c) &&
           (!makes_room || formats_make_room(o)) && read_rules(c);
}

static bool load_and_search(Check *c) {
    const Options *o = c->out.o;
    const ExploreOptions *e = &c->out.search.explore;
    c->out.program = cli_load(&o->setup, setup_keeps_locals(&e->properties), e->vm.check_races);
    if (!c->out.program || !cli_set_names(&o->setup, c->out.program, &c->out.search) ||
        !set_formula(c))
        return false;
    if (!o->quiet)
        cli_warn_undefined(c->out.program);
    watchdog_advise(search_memory_advice(&c->out.search));
    return search(c);
}

int check_tell(Check *c) {
    Outcome *out = &c->out;
    outcome_known(out);
    outcome_replay(out);
    outcome_tell(out);
    graph_write(out);
    return outcome_exit_code(out);
}

Check *check_new(const Options *o) {
    Check *c = mem_zalloc(sizeof *c);
    c->own = *o;
    c->out = (Outcome){.o = &c->own, .memory_is_ours = true, .tried = json_array()};
    return c;
}

Outcome *check_outcome(Check *c) { return &c->out; }

bool check_run(Check *c) {
    c->has_result = load_and_search(c);
    live_erase(&c->live);
    if (!c->has_result)
        return false;
    if (c->out.o->engine == CHOICE_ENGINE_BOTH)
        both_ask(&c->out, &c->second);
    return true;
}

void check_free(Check *c) {
    if (c->out.second)
        search_result_done(&c->second);
    if (c->has_result)
        search_result_done(&c->out.result);
    outcome_done(&c->out);
    program_free(c->out.program);
    buchi_free(c->automaton);
    json_decref(c->out.tried);
    mem_free(c, sizeof *c);
}

int command_check(const Options *o) {
    if (o->all_levels)
        return levels_check(o);
    Check *c = check_new(o);
    int code = EXIT_USAGE;
    if (check_prepare(c, true)) {
        watchdog_start(&c->own, c->out.search.memory_limit, check_cut_short, c);
        if (check_run(c))
            code = check_tell(c);
        watchdog_stop();
    }
    check_free(c);
    return code;
}
