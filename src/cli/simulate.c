// SPDX-License-Identifier: Apache-2.0
// heddle simulate: steers a run by commands, from a terminal or a pipe.
#include "cli/cli.h"
#include "cli/lines.h"
#include "simulate/simulate.h"

#include <stdio.h>
#include <string.h>

// What is simulated: a program of the command line, or that of a trace.
typedef struct Subject {
    Options own; // with the setup of the trace, if there is one
    TraceFile file;
    bool is_traced;
    Violation *violation; // of the trace
    SearchOptions search;
    Program *program;
    SimulateOptions simulate;
    bool keep_locals;
} Subject;

// ---- loading ------------------------------------------------------------------------------------

// Where steps end: at all that others could see, unless the options ask for another grain.
static bool set_reduction(Subject *s) {
    ExploreOptions *e = &s->search.explore;
    if (e->reduction == REDUCTION_SUPERSTEP) {
        cli_error("--reduction superstep is for searches; heddle simulate has none, global, tau "
                  "and tau+");
        return false;
    }
    if (e->reduction == REDUCTION_DEFAULT)
        e->reduction = REDUCTION_GLOBAL;
    return true;
}

static void set_values(Subject *s) {
    const Range *r = &s->own.setup.nondet_range;
    s->simulate.gives_values = true;
    s->simulate.low = r->is_set ? r->low : 0;
    s->simulate.high = r->is_set ? r->high : 255;
    s->simulate.first_file = s->own.setup.files.items[0];
}

static bool load_files(Subject *s) {
    Diag d = {0};
    PropertySet *p = &s->search.explore.properties;
    if (!cli_set_search(&s->own.setup, &s->search) ||
        !cli_told(setup_has_only_faults(&s->search, &d), &d) || !set_reduction(s))
        return false;
    s->keep_locals = true; // so that each variable can be looked at
    s->program = cli_load(&s->own.setup, s->keep_locals, p->checked[FAULT_DATA_RACE]);
    if (!s->program ||
        !cli_told(prop_set_invariants(p, s->program, s->own.setup.invariant, &d), &d))
        return false;
    cli_warn_undefined(s->program);
    s->simulate.vm = explore_machine_options(&s->search.explore);
    s->simulate.properties = *p;
    set_values(s);
    return true;
}

// The violation of the trace that was asked for.
static bool find_violation(Subject *s) {
    u32 n = s->file.found.n;
    i64 i = s->own.violation ? s->own.violation : 1;
    if (i > n) {
        cli_error("--violation %lld: %s holds %u violation%s", (long long)i, s->own.from, n,
                  n == 1 ? "" : "s");
        return false;
    }
    s->violation = &s->file.found.items[i - 1];
    return true;
}

static bool load_trace(Subject *s) {
    Diag d = {0};
    TraceFile *f = &s->file;
    s->is_traced = true;
    if (!cli_told(tracefile_read(f, s->own.from, &d), &d) || !find_violation(s))
        return false;
    s->own.setup = f->setup;
    s->keep_locals = f->keep_locals;
    s->program = cli_load(&f->setup, f->keep_locals, f->vm.check_races);
    if (!s->program ||
        !cli_told(prop_set_invariants(&f->properties, s->program, f->setup.invariant, &d), &d) ||
        !cli_set_formula(&f->setup, s->program, &f->properties))
        return false;
    f->properties.claim = claim_of(f->automaton_name, f->automaton);
    s->search.explore.properties = f->properties;
    s->search.explore.context_bound = -1;
    set_values(s);
    s->simulate.vm = violation_machine(s->violation, &f->vm);
    s->simulate.properties = f->properties;
    s->simulate.gives_values =
        !f->vm.is_symbolic && (s->violation->schedule.nvalues || !f->vm.has_nondet_range);
    return true;
}

// The run is cut into steps that a simulation would take.
static void refine(Subject *s) {
    Schedule fine = {0}, *run = &s->violation->schedule;
    VmOptions vm = violation_machine(s->violation, &s->file.vm);
    if (!simulate_refine(s->program, &vm, run, &fine)) {
        schedule_done(&fine); // what is wrong with it is told where it is followed
        return;
    }
    VEC_FREE(run->steps, run->cap);
    run->steps = fine.steps;
    run->len = fine.len;
    run->cap = fine.cap;
    run->cycle = fine.cycle;
}

static void subject_done(Subject *s, const Options *o) {
    program_free(s->program);
    if (s->is_traced)
        tracefile_done(&s->file);
    s->own.setup = o->setup; // whose it is
}

// ---- saving -------------------------------------------------------------------------------------

static bool write_trace(const Subject *s, Violation *v, const char *path, Diag *d) {
    ReportOptions ro = {0};
    VmOptions vm = violation_machine(v, &s->simulate.vm);
    Trace *t =
        report_replay(s->program, &vm, &s->simulate.properties, &v->schedule, &v->fault, &ro, d);
    if (!t)
        return false;
    Outcome c = {.o = &s->own, .program = s->program, .search = s->search};
    c.result.vm = s->simulate.vm;
    c.result.found = (Violations){v, 1, 0};
    c.violations = json_array();
    json_array_append_new(c.violations, report_violation_json(t));
    bool is_written = tracefile_write(path, &c, s->keep_locals, d);
    json_decref(c.violations);
    report_free(t);
    return is_written;
}

static bool save(void *subject, const char *path, const Schedule *run, const Fault *f,
                 u64 addressed, Diag *d) {
    const Subject *s = subject;
    if (setup_names_source(path))
        return diag_fail(d, "%s is the name of a source, and the trace would take its place", path);
    Violation v = {.schedule = *run, .addressed = addressed, .is_open = s->simulate.vm.is_open};
    fault_copy(&v.fault, f);
    v.is_among_others = s->simulate.vm.excuses != NULL;
    v.key = violation_key(s->program, f);
    bool is_written = write_trace(s, &v, path, d);
    fault_forget(&v.fault);
    return is_written;
}

// ---- the session --------------------------------------------------------------------------------

// The step before event `at` of the trace, as 'heddle replay' counts them; the end if it is not
// given. False after a message.
static bool find_step(Subject *s, u32 *step) {
    Diag d = {0};
    *step = s->violation->schedule.len;
    if (s->own.at < 0)
        return true;
    Trace *t = cli_replay(&s->own, &s->file, s->violation, s->program, &d);
    if (t && s->own.at <= (i64)t->nevents)
        *step = s->own.at ? t->events[s->own.at - 1].step : 0;
    else if (t)
        diag_fail(&d, "--at %lld: the trace has %u events", (long long)s->own.at, t->nevents);
    bool is_found = t && s->own.at <= (i64)t->nevents;
    if (t)
        report_free(t);
    return cli_told(is_found, &d);
}

// Answers lines until there are no more; the exit code.
static int converse(Simulator *sim, Lines *lines) {
    Text line = {0}, last = {0}, out = {0};
    bool goes_on = true, is_written = true;
    while (goes_on && is_written && !signals_must_end()) {
        signals_prompting(true);
        bool is_read = lines_read(lines, &line);
        signals_prompting(false);
        if (!is_read || signals_must_end())
            break;
        if (!line.len && lines_are_typed(lines)) {
            text_add(&line, "%s", text_str(&last));
        } else {
            text_clear(&last);
            text_add(&last, "%s", text_str(&line));
        }
        text_clear(&out);
        goes_on = simulate_command(sim, text_str(&line), &out);
        signals_forget();
        is_written = cli_print(&out);
    }
    text_done(&line);
    text_done(&last);
    text_done(&out);
    if (signals_must_end())
        cli_error("interrupted");
    return !is_written ? EXIT_USAGE : signals_must_end() ? EXIT_UNDECIDED : EXIT_OK;
}

static int session(Subject *s) {
    SimulateHooks hooks = {s, save, signals_flag()};
    Diag d = {0};
    u32 step = 0;
    if (s->is_traced)
        refine(s);
    if (s->is_traced && !find_step(s, &step))
        return EXIT_USAGE;
    Simulator *sim = simulate_new(s->program, &s->simulate, &hooks);
    int code = EXIT_USAGE;
    if (!s->is_traced || simulate_follow(sim, &s->violation->schedule, step, &d)) {
        Text out = {0};
        Lines *lines = lines_new("(heddle) ", simulate_complete);
        if (lines_are_typed(lines))
            text_add(&out, "'help' lists the commands\n");
        simulate_show(sim, &out);
        code = cli_print(&out) ? converse(sim, lines) : EXIT_USAGE;
        lines_free(lines);
        text_done(&out);
    } else {
        cli_error("%s: %s", s->own.from, diag_text(&d));
    }
    diag_done(&d);
    simulate_free(sim);
    return code;
}

static int cut_short(void *arg, const char *why) {
    (void)arg;
    cli_error("%s", why);
    return EXIT_UNDECIDED;
}

int command_simulate(const Options *o) {
    Subject s = {.own = *o};
    watchdog_start(o, setup_memory_limit(&o->setup), cut_short, NULL);
    bool is_loaded = o->from ? load_trace(&s) : load_files(&s);
    int code = is_loaded ? session(&s) : EXIT_USAGE;
    watchdog_stop();
    subject_done(&s, o);
    return code;
}
