// SPDX-License-Identifier: Apache-2.0
// heddle replay: shows a saved counterexample again.
#include "cli/cli.h"

static int show(const Options *o, TraceFile *f, const Program *p) {
    Diag d = {0};
    ReportOptions ro = {
        .use_color = cli_use_color(o),
        .show_runtime = o->trace_runtime,
        .max_lines = (u32)o->max_trace_lines,
    };
    Schedule *s = &f->schedule;
    ExploreOptions so = {.properties = f->properties, .context_bound = -1};
    bool is_right = f->kind != FAULT_LIVENESS || explore_confirm_formula(p, &so, &f->vm, s, &d);
    Trace *t =
        !is_right ? NULL : report_replay(p, &f->vm, &f->properties, &f->schedule, f->kind, &ro, &d);
    int code = EXIT_USAGE;
    if (t) {
        Text out = {0};
        text_add(&out, "violated: ");
        report_headline(t, &out);
        text_add(&out, " [replay of %u step%s]\n", f->schedule.len,
                 f->schedule.len == 1 ? "" : "s");
        if (!o->quiet) {
            cli_explain_level(f->setup.opt_level, &out);
            report_text(t, &ro, &out);
        }
        watchdog_hold();
        cli_print(&out);
        watchdog_release();
        text_done(&out);
        report_free(t);
        code = EXIT_FOUND;
    } else {
        cli_error("%s: %s", o->setup.files.items[0], diag_text(&d));
    }
    diag_done(&d);
    return code;
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
    watchdog_start(o, setup_memory_limit(&o->setup), cut_short, NULL);
    if (tracefile_read(&f, o->setup.files.items[0], &d)) {
        Program *p = cli_load(&f.setup, f.keep_locals, f.vm.check_races);
        Diag names = {0};
        if (p &&
            cli_told(prop_set_invariants(&f.properties, p, f.setup.invariant, &names), &names) &&
            cli_set_formula(&f.setup, p, &f.properties)) {
            code = show(o, &f, p);
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
