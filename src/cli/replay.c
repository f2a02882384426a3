// SPDX-License-Identifier: Apache-2.0
// heddle replay: shows a saved counterexample again.
#include "cli/cli.h"

#include <stdio.h>

Trace *cli_replay(const Options *o, TraceFile *f, Violation *v, const Program *p, Diag *d) {
    ReportOptions ro = cli_report_options(o);
    ExploreOptions so = {.properties = f->properties, .context_bound = -1};
    VmOptions vm = violation_machine(v, &f->vm);
    Endless how;
    if (v->fault.kind == FAULT_LIVENESS &&
        !explore_confirm_endless(p, &so, &vm, &v->schedule, &v->fault, &how, d))
        return NULL;
    return report_replay(p, &vm, &f->properties, &v->schedule, &v->fault, &ro, d);
}

// Tells of violation i of the file; the line says which one it is, if there are several.
static void tell(const Options *o, const TraceFile *f, u32 i, const Trace *t, Text *out) {
    ReportOptions ro = cli_report_options(o);
    u32 n = f->found.n, steps = f->found.items[i].schedule.len;
    text_add(out, "violated: ");
    report_headline(t, out);
    text_add(out, " [replay of %u step%s", steps, steps == 1 ? "" : "s");
    if (n > 1)
        text_add(out, ", violation %u of %u", i + 1, n);
    text_add(out, "]\n");
    if (!o->quiet) {
        cli_explain_level(f->setup.opt_level, out);
        minimise_tell(&f->found.items[i], t->program, out);
        report_text(t, &ro, out);
    }
}

static void print(const Options *o, const Text *out) {
    if (formats_use_output(o))
        fputs(text_str(out), stderr);
    else
        cli_print(out);
}

// Adds to the pages, if there are to be some.
static bool show(const Options *o, TraceFile *f, u32 i, const Program *p, json_t *pages) {
    Diag d = {0};
    Trace *t = cli_replay(o, f, &f->found.items[i], p, &d);
    if (t) {
        Text out = {0};
        tell(o, f, i, t, &out);
        watchdog_hold();
        print(o, &out);
        watchdog_release();
        text_done(&out);
        if (pages)
            json_array_append_new(pages, report_page_json(t));
        report_free(t);
    } else {
        cli_error("%s: %s", o->setup.files.items[0], diag_text(&d));
    }
    diag_done(&d);
    return t != NULL;
}

// All violations of the file, or the one that was asked for.
static int show_all(const Options *o, TraceFile *f, const Program *p) {
    u32 n = f->found.n;
    if (o->violation > n) {
        cli_error("--violation %lld: %s holds %u violation%s", (long long)o->violation,
                  o->setup.files.items[0], n, n == 1 ? "" : "s");
        return EXIT_USAGE;
    }
    bool is_ok = true;
    json_t *pages = o->html ? json_array() : NULL;
    for (u32 i = 0; i < n && is_ok; i++)
        if (!o->violation || o->violation == i + 1)
            is_ok = show(o, f, i, p, pages);
    Diag d = {0};
    if (pages && is_ok)
        cli_told(page_write_replayed(o, &f->setup, pages, &d), &d);
    else
        json_decref(pages);
    return is_ok ? EXIT_FOUND : EXIT_USAGE;
}

static int cut_short(void *arg, const char *why) {
    (void)arg;
    cli_error("%s", why);
    return EXIT_UNDECIDED;
}

int command_replay(const Options *o) {
    TraceFile f;
    Diag d = {0};
    int code = EXIT_USAGE;
    if (!formats_make_room_for(o, "--html", o->html))
        return EXIT_USAGE;
    watchdog_start(o, setup_memory_limit(&o->setup), cut_short, NULL);
    if (tracefile_read(&f, o->setup.files.items[0], &d)) {
        Program *p = cli_load(&f.setup, f.keep_locals, f.vm.check_races);
        Diag names = {0};
        if (p &&
            cli_told(prop_set_invariants(&f.properties, p, f.setup.invariant, &names), &names) &&
            cli_set_formula(&f.setup, p, &f.properties)) {
            f.properties.claim = claim_of(f.automaton_name, f.automaton);
            code = show_all(o, &f, p);
        }
        program_free(p);
    } else {
        cli_error("%s", diag_text(&d));
    }
    watchdog_stop();
    tracefile_done(&f);
    diag_done(&d);
    return code;
}
