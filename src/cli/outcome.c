// SPDX-License-Identifier: Apache-2.0
// How the outcome of a search is told: replayed, printed, written into files.
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// What an earlier command has written there must not be taken for the result of this one, which may
// end without any: then the file is empty. (Others may have something else there by mistake.)
static void forget_earlier(const char *path) {
    struct stat s;
    FILE *f = stat(path, &s) == 0 && S_ISREG(s.st_mode) ? fopen(path, "r+") : NULL;
    if (f && fgetc(f) == '{' && ftruncate(fileno(f), 0) != 0)
        cli_error("%s: %s", path, strerror(errno));
    if (f)
        fclose(f);
}

// Finds out before the search, not after hours of it, that a result has nowhere to go. Creates
// nothing, and forgets the result of an earlier command.
bool outcome_make_room(const char *path) {
    if (!path || strcmp(path, "-") == 0)
        return true;
    if (access(path, W_OK) == 0) {
        forget_earlier(path);
        return true;
    }
    if (errno == ENOENT) {
        const char *slash = strrchr(path, '/');
        Text folder = {0};
        text_add(&folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
        bool is_there = access(text_str(&folder), W_OK | X_OK) == 0;
        text_done(&folder);
        if (is_there)
            return true;
    }
    cli_error("%s: %s", path, strerror(errno));
    return false;
}

static void complain(Outcome *c, const Diag *d) {
    cli_error("%s", diag_text(d));
    c->is_write_failed = true;
}

// JSON on standard output stays alone there.
static void print(Outcome *c, const Text *out) {
    if (c->o->json && strcmp(c->o->json, "-") == 0)
        fputs(text_str(out), stderr);
    else
        c->is_write_failed |= !cli_print(out);
}

static void add_json(const Outcome *c, Text *out) {
    if (!c->o->json)
        return;
    json_t *object = result_json(c);
    if (c->program) {
        bool is_narrow = c->program->ptr_bytes == 4;
        json_object_set_new(object, "data_model", json_string(is_narrow ? "ILP32" : "LP64"));
    }
    if (c->o->setup.task)
        json_object_set_new(object, "task", task_json(c));
    result_json_text(object, out);
}

// The result for people and that for programs. Whoever tells an outcome tells both, and nobody
// tells it again.
static void give_out(Outcome *c, const Text *out, const Text *json) {
    Diag d = {0};
    print(c, out);
    const char *path = c->o->json;
    if (path && !json->len)
        diag_fail(&d, "%s: not enough memory to write it", path);
    else if (path)
        file_write(path, text_str(json), json->len, &d);
    if (*diag_text(&d))
        complain(c, &d);
    diag_done(&d);
}

static void write_trace(Outcome *c) {
    Diag d = {0};
    if (c->o->trace && c->trace &&
        !tracefile_write(c->o->trace, c, setup_keeps_locals(&c->search.explore.properties), &d)) {
        complain(c, &d);
    }
    diag_done(&d);
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

// The line with the verdict. A violation that was not told from its replay has at least its kind
// and its place.
static void add_line(const Outcome *c, Text *out) {
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
        if (c->o->trace)
            cli_error("%s before the trace was written", why);
        return verdict_exit_code(&c->result.verdict);
    }
    if (c->stage == STAGE_SEARCH)
        conclude(c, why);
    else
        cli_error("%s before it was told how this happens", why);
    Text out = {0}, json = {0};
    c->trace = NULL; // it may be half done
    c->violations = NULL;
    c->result.figures.memory = mem_peak();
    add_line(c, &out);
    if (!c->o->quiet) {
        several_sum(c, &out);
        several_list(c, &out);
        several_suppressed(c, &out);
    }
    add_json(c, &json);
    give_out(c, &out, &json);
    text_done(&out);
    text_done(&json);
    return outcome_exit_code(c);
}

// Violations are told from their replays. Search and report must agree; the verdict would not be
// trustworthy otherwise.
void outcome_replay(Outcome *c) {
    if (c->result.verdict.kind == VERDICT_VIOLATED)
        several_replay(c);
}

void outcome_done(Outcome *c) {
    if (c->trace)
        report_free(c->trace);
    text_done(&c->told);
    json_decref(c->violations);
    settled_free(c->settled);
    rules_free(c->rules);
}

static void add_result(Outcome *c, Text *out) {
    c->result.figures.memory = c->memory_is_ours ? mem_peak() : c->result.figures.memory;
    result_line(&c->result.verdict, &c->result.figures, c->trace, more_than_one(&c->result), out);
    if (c->result.classes && c->result.verdict.kind == VERDICT_HOLDS) {
        bool is_bounded = verdict_is_bounded(&c->result.verdict);
        text_add(out, "The abstraction is sound for this program%s: %u abstract states.\n",
                 is_bounded ? ", as far as it was searched" : "", c->result.classes);
    }
    if (!c->o->quiet) {
        if (c->smt)
            result_smt(c->smt, c->o, out);
        if (c->second)
            result_second(c, out);
        if (c->many)
            many_tell(c->many, &c->result.verdict, out);
        several_sum(c, out);
        task_tell(c, out);
        result_unreached(&c->result, c->program, out);
        result_untracked(&c->result, out);
        result_unasked(&c->result, c->program, out);
        several_suppressed(c, out);
        if (c->trace) {
            cli_explain_level(c->o->setup.opt_level, out);
            text_bytes(out, text_str(&c->told), c->told.len);
        }
    }
}

int outcome_exit_code(const Outcome *c) {
    int code = verdict_exit_code(&c->result.verdict);
    return code == EXIT_OK && c->is_write_failed ? EXIT_USAGE : code;
}

void outcome_tell(Outcome *c) {
    Text out = {0}, json = {0};
    add_result(c, &out);
    add_json(c, &json);
    watchdog_hold();
    give_out(c, &out, &json);
    c->stage = STAGE_TOLD;
    watchdog_told(outcome_exit_code(c));
    watchdog_release();
    text_done(&out);
    text_done(&json);
    write_trace(c);
}
