// SPDX-License-Identifier: Apache-2.0
// How the outcome of a search is told: replayed, printed, written into files.
#include "cli/cli.h"

#include <stdio.h>

static void complain(Outcome *c, const Diag *d) {
    cli_error("%s", diag_text(d));
    c->is_write_failed = true;
}

// What goes to standard output for programs stays alone there.
static void print(Outcome *c, const Text *out) {
    if (formats_use_output(c->o))
        fputs(text_str(out), stderr);
    else
        c->is_write_failed |= !cli_print(out);
}

// The result for people and that for programs. Whoever tells an outcome tells both, and nobody
// tells it again.
static void give_out(Outcome *c, const Text *out, const Formats *files) {
    print(c, out);
    formats_write(c, files);
}

static void write_trace(Outcome *c) {
    Diag d = {0};
    if (c->o->trace && c->trace &&
        !tracefile_write(c->o->trace, c, setup_keeps_locals(&c->search.explore.properties), &d)) {
        complain(c, &d);
    }
    diag_done(&d);
    c->is_trace_over = true;
}

static void write_coverage(Outcome *c) {
    Diag d = {0};
    if (!coverage_write(c, &d))
        complain(c, &d);
    diag_done(&d);
    c->is_coverage_over = true;
}

void outcome_known(Outcome *c) {
    watchdog_hold();
    c->stage = STAGE_REPORT;
    watchdog_release();
}

// There is no verdict yet, so this is one. What had made it unknown before is the reason, as
// always.
static void conclude(Outcome *c, const char *why) {
    Text reason = {0};
    search_reason_now(&reason);
    SearchResult *r = &c->result;
    *r = (SearchResult){.figures = search_figures_now()};
    r->figures.seconds = clock_seconds() - c->o->setup.started;
    verdict_init(&r->verdict);
    verdict_cut(&r->verdict, "%s", reason.len ? text_str(&reason) : why);
    search_found_now(&r->found);
    bool is_found = r->found.n > 0;
    if (is_found)
        violations_sort(&r->found, c->program);
    verdict_conclude(&r->verdict, is_found ? text_str(&r->found.items[0].fault.text) : NULL);
    text_done(&reason);
}

static u32 more_than_one(const SearchResult *r) { return r->found.n ? r->found.n - 1 : 0; }

void outcome_line(const Outcome *c, Text *out) {
    const SearchResult *r = &c->result;
    static const Fault nothing = {0};
    const Fault *f = r->found.n ? &r->found.items[0].fault : &nothing;
    Verdict v = r->verdict;
    v.reason = (Text){0};
    bool is_fault = v.kind == VERDICT_VIOLATED && f->kind != FAULT_NONE;
    const SrcLoc *loc = is_fault && f->pc < c->program->ncode ? &c->program->locs[f->pc] : NULL;
    if (is_fault)
        text_add(&v.reason, "%s: ", ir_kind_name[f->kind]);
    text_add(&v.reason, "%s", text_str(&r->verdict.reason));
    if (loc && loc->line)
        text_add(&v.reason, ", at %s:%u", c->program->files[loc->file], loc->line);
    result_line(&v, &r->figures, NULL, more_than_one(r), out);
    text_done(&v.reason);
}

int outcome_cut_short(void *outcome, const char *why) {
    // a search that goes on writes to the other one
    Outcome own = *(Outcome *)outcome, *c = &own;
    if (c->stage == STAGE_TOLD) {
        if (c->o->coverage && !c->is_coverage_over)
            cli_error("%s before the coverage was written", why);
        else if (c->o->trace && !c->is_trace_over)
            cli_error("%s before the trace was written", why);
        else if (c->o->graph)
            cli_error("%s before the states were drawn", why);
        return verdict_exit_code(&c->result.verdict);
    }
    if (c->stage == STAGE_SEARCH)
        conclude(c, why);
    else
        cli_error("%s before it was told how this happens", why);
    Text out = {0};
    Formats files;
    c->trace = NULL; // it may be half done
    c->violations = c->sarif = c->pages = NULL;
    c->plain = c->notes = (Text){0};
    c->result.figures.memory = mem_peak();
    outcome_line(c, &out);
    levels_tell(c->levels, &c->notes);
    several_sum(c, &c->notes);
    several_list(c, &c->notes);
    several_suppressed(c, &c->notes);
    formats_make(c, text_str(&out), &files);
    if (!c->o->quiet)
        text_bytes(&out, text_str(&c->notes), c->notes.len);
    progress_verdict(&c->result.verdict);
    give_out(c, &out, &files);
    if (c->o->coverage)
        cli_error("%s: not written, since the search had to be cut short", c->o->coverage);
    text_done(&out);
    text_done(&c->notes);
    formats_done(&files);
    return outcome_exit_code(c);
}

// Violations are told from their replays. Search and report must agree; the verdict would not be
// trustworthy otherwise.
void outcome_replay(Outcome *c) {
    if (c->result.verdict.kind == VERDICT_VIOLATED) {
        minimise_all(c);
        several_replay(c);
    }
}

void outcome_done(Outcome *c) {
    if (c->trace)
        report_free(c->trace);
    text_done(&c->told);
    text_done(&c->plain);
    text_done(&c->notes);
    json_decref(c->violations);
    json_decref(c->sarif);
    json_decref(c->pages);
    settled_free(c->settled);
    rules_free(c->rules);
}

static void add_verdict(const Outcome *c, Text *out) {
    result_line(&c->result.verdict, &c->result.figures, c->trace, more_than_one(&c->result), out);
}

static void add_notes(Outcome *c, Text *out) {
    levels_tell(c->levels, out);
    if (c->smt)
        result_smt(c->smt, c->o, out);
    if (c->second)
        result_second(c, out);
    if (c->many)
        many_tell(c->many, &c->result.verdict, out);
    several_sum(c, out);
    task_tell(c, out);
    growth_tell(c, out);
    coverage_tell(c, out);
    result_unreached(&c->result, c->program, out);
    result_untracked(&c->result, out);
    result_unasked(&c->result, c->program, out);
    several_suppressed(c, out);
    if (c->trace)
        cli_explain_level(c->o->setup.opt_level, out);
}

static void add_result(Outcome *c, Text *out) {
    add_verdict(c, out);
    if (c->result.classes && c->result.verdict.kind == VERDICT_HOLDS) {
        bool is_bounded = verdict_is_bounded(&c->result.verdict);
        text_add(out, "The abstraction is sound for this program%s: %u abstract states.\n",
                 is_bounded ? ", as far as it was searched" : "", c->result.classes);
    }
    if (!c->o->quiet) {
        text_bytes(out, text_str(&c->notes), c->notes.len);
        if (c->trace)
            text_bytes(out, text_str(&c->told), c->told.len);
    }
}

int outcome_exit_code(const Outcome *c) {
    int code = verdict_exit_code(&c->result.verdict);
    return code == EXIT_OK && c->is_write_failed ? EXIT_USAGE : code;
}

void outcome_tell(Outcome *c) {
    Text out = {0}, line = {0};
    Formats files;
    c->result.figures.memory = c->memory_is_ours ? mem_peak() : c->result.figures.memory;
    add_verdict(c, &line);
    add_notes(c, &c->notes);
    add_result(c, &out);
    formats_make(c, text_str(&line), &files);
    watchdog_hold();
    progress_verdict(&c->result.verdict);
    give_out(c, &out, &files);
    c->stage = STAGE_TOLD;
    watchdog_told(outcome_exit_code(c));
    watchdog_release();
    text_done(&out);
    text_done(&line);
    formats_done(&files);
    write_coverage(c);
    write_trace(c);
}
