// SPDX-License-Identifier: Apache-2.0
// How the outcome of a search is told: replayed, printed, written into files.
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Finds out before the search, not after hours of it, that a result has nowhere to go. Creates nothing.
bool outcome_is_writable(const char *path) {
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

static void complain(Outcome *c, const Diag *d) {
    cli_error("%s", diag_text(d));
    c->is_write_failed = true;
}

void outcome_write_json(Outcome *c) {
    Diag d = {0};
    if (c->o->json && !result_write_json(c->o->json, result_json(c->o, &c->result, c->trace, c->tried), &d)) {
        complain(c, &d);
    }
    diag_done(&d);
}

static void write_trace(Outcome *c) {
    Diag d = {0};
    if (c->o->trace && c->trace &&
        !tracefile_write(c->o->trace, c->o, &c->search, setup_keeps_locals(&c->search.properties), &c->result,
                         c->program, c->trace, &d)) {
        complain(c, &d);
    }
    diag_done(&d);
}

// A violation is told from its replay. Search and report must agree; the verdict would not be trustworthy otherwise.
void outcome_replay(Outcome *c) {
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

static void print_result(Outcome *c) {
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
        result_untracked(&c->result, &out);
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

int outcome_exit_code(const Outcome *c) {
    int code = verdict_exit_code(&c->result.verdict);
    return code == EXIT_OK && c->is_write_failed ? EXIT_USAGE : code;
}

void outcome_tell(Outcome *c) {
    print_result(c);
    outcome_write_json(c);
    write_trace(c);
}
