// SPDX-License-Identifier: Apache-2.0
// The result of a search as a line and as JSON.
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

void result_bytes(u64 bytes, Text *out) {
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    double value = (double)bytes;
    u32 unit = 0;
    for (; value >= 1024 && unit + 1 < ARRAY_LEN(units); unit++)
        value /= 1024;
    text_add(out, unit ? "%.1f %s" : "%.0f %s", value, units[unit]);
}

static double states_per_second(const Figures *f) {
    return f->seconds > 0 ? (double)f->states / f->seconds : 0;
}

static const char *plural(u64 n) { return n == 1 ? "" : "s"; }

void result_figures(const Figures *f, Text *out) {
    text_add(out, "%llu state%s, %llu transition%s, depth %llu, %.2f s, ",
             (unsigned long long)f->states, plural(f->states), (unsigned long long)f->transitions,
             plural(f->transitions), (unsigned long long)f->depth, f->seconds);
    result_bytes(f->memory, out);
    text_add(out, ", %.0f states/s", states_per_second(f));
    if (f->covered)
        text_add(out, ", %llu state%s covered by others", (unsigned long long)f->covered,
                 plural(f->covered));
    if (f->questions.n)
        text_add(out, ", %llu question%s to the solver (%.2f s)",
                 (unsigned long long)f->questions.n, plural(f->questions.n), f->questions.seconds);
}

// " under A, with B, within C, D and E"
void result_conditions(const Verdict *v, Text *out) {
    for (u32 i = 0; i < v->nbounds; i++) {
        const Condition *c = &v->bounds[i];
        bool is_first = i == 0 || c[-1].preposition != c->preposition;
        bool is_last = i + 1 == v->nbounds || c[1].preposition != c->preposition;
        if (is_first)
            text_add(out, "%s %s ", i ? "," : "", ir_preposition[c->preposition]);
        else
            text_add(out, is_last ? " and " : ", ");
        text_add(out, "%s", c->text);
    }
}

void result_line(const Verdict *v, const Figures *f, const Trace *t, u32 more, Text *out) {
    u32 from = out->len;
    text_add(out, "%s", verdict_name(v->kind));
    if (v->kind == VERDICT_VIOLATED) {
        text_add(out, ": ");
        if (t)
            report_headline(t, out);
        else
            text_add(out, "%s", text_str(&v->reason));
    } else if (v->kind == VERDICT_UNKNOWN) {
        text_add(out, ": %s", text_str(&v->reason));
    } else {
        result_conditions(v, out);
    }
    text_tame(out, from, false); // one line, whatever the program's texts hold
    if (more)
        text_add(out, " (and %u more)", more);
    text_add(out, " [");
    result_figures(f, out);
    text_add(out, "]\n");
}

static void add_place(const Fault *f, const Program *p, Text *out) {
    const SrcLoc *loc = f->pc < p->ncode ? &p->locs[f->pc] : NULL;
    if (loc && loc->line)
        text_add(out, ", at %s:%u", p->files[loc->file], loc->line);
}

// How often a run has met a fault of a kind that was not asked for; those after which runs went on
// are not counted: once.
static u64 times_unasked(const SearchResult *r, u32 kind) {
    return r->unasked[kind] ? r->unasked[kind] : r->gone_on >> kind & 1;
}

void result_unasked(const SearchResult *r, const Program *p, Text *out) {
    const Fault *first = &r->first_unasked;
    if (first->kind == FAULT_NONE)
        return;
    u32 from = out->len;
    text_add(out, "also seen, not asked for: ");
    const char *between = "";
    for (u32 k = 0; k < FAULT_COUNT; k++) {
        if (times_unasked(r, k)) {
            text_add(out, "%s%s", between, ir_kind_name[k]);
            between = ", ";
        }
    }
    text_add(out, "; first: %s", text_str(&first->text));
    add_place(first, p, out);
    text_tame(out, from, false);
    text_add(out, "\n");
}

static bool knows_unreached(const SearchResult *r) {
    return r->unreached.is_known && r->verdict.kind == VERDICT_HOLDS;
}

static void add_endless(const SearchResult *r, Text *out) {
    // A run may have come to where the clock had no ticks left.
    bool has_few_ticks = r->bounds_met >> BOUND_CLOCK & 1;
    if (r->figures.runs_ended)
        return;
    text_add(out, "no run reaches the end of the program");
    if (r->figures.runs_assumed_away)
        text_add(out, ": %llu ended at an assumption that does not hold%s",
                 (unsigned long long)r->figures.runs_assumed_away,
                 has_few_ticks ? ", or where the clock's ticks were used up (--clock-ticks)" : "");
    text_add(out, "\n");
}

enum { MOST_NAMED = 10 };

// Ends the line with n names that begins there.
static void end_names(Text *out, u32 from, u32 n) {
    if (!n)
        return;
    text_tame(out, from, false);
    if (n > MOST_NAMED)
        text_add(out, ", and %u more", n - MOST_NAMED);
    text_add(out, "\n");
}

static void tell_places(const SrcLoc *places, u32 n, const char *what, const Program *p,
                        Text *out) {
    u32 from = out->len;
    for (u32 i = 0; i < n && i < MOST_NAMED; i++)
        text_add(out, "%s%s:%u", i ? ", " : what, p->files[places[i].file], places[i].line);
    end_names(out, from, n);
}

void result_unreached(const SearchResult *r, const Program *p, Text *out) {
    const Unreached *u = &r->unreached;
    if (!knows_unreached(r))
        return;
    add_endless(r, out);
    u32 from = out->len;
    for (u32 i = 0; i < u->nthreads && i < MOST_NAMED; i++)
        text_add(out, "%s%s", i ? ", " : "no run starts a thread with ",
                 p->funcs[u->threads[i]].name);
    end_names(out, from, u->nthreads);
    tell_places(u->assumes, u->nassumes, "never true: the assumption at ", p, out);
    tell_places(u->asserts, u->nasserts, "no run reaches the assertion at ", p, out);
}

void result_second(const Outcome *c, Text *out) {
    const SearchResult *r = c->second;
    u32 from = out->len;
    text_add(out, "%s: %s", c->is_second_search ? "the search" : "interleavings one by one",
             verdict_name(r->verdict.kind));
    if (r->verdict.reason.len)
        text_add(out, ": %s", text_str(&r->verdict.reason));
    text_tame(out, from, false);
    text_add(out, " [");
    result_figures(&r->figures, out);
    text_add(out, "]\n");
}

static const char *approach_of(const Options *o) { return smt_approach_name[o->approach]; }

void result_smt(const SmtFigures *f, const Options *o, Text *out) {
    text_add(out, "%s: %llu interleaving%s, %llu of them fail%s; %llu condition%s", approach_of(o),
             (unsigned long long)f->interleavings, plural(f->interleavings),
             (unsigned long long)f->failed, f->failed == 1 ? "s" : "",
             (unsigned long long)f->conditions, plural(f->conditions));
    if (f->conditions)
        text_add(out, " of at most %llu terms", (unsigned long long)f->terms);
    if (o->approach == CHOICE_UW)
        text_add(out, ", %llu iteration%s", (unsigned long long)f->iterations,
                 plural(f->iterations));
    text_add(out, ", %.2f s in the solver\n", f->seconds);
}

static void add_untracked(void *out, const char *name, const char *value, const i64 *number) {
    (void)number;
    Text *text = out;
    text_add(text, "%s%s = %s", text->len ? ", " : "", name, value);
}

void result_untracked(const SearchResult *r, Text *out) {
    const Untracked *u = &r->untracked;
    Text values = {0};
    for (u32 i = 0; i < u->nparts; i++) {
        const UntrackedPart *p = &u->parts[i];
        if (!report_global(u->memory, p->global, p->off, p->size, true, add_untracked, &values))
            text_add(&values, ", ...");
    }
    text_tame(&values, 0, false);
    if (values.len)
        text_add(out, "untracked: %s\n", text_str(&values));
    text_done(&values);
}

// ---- JSON ---------------------------------------------------------------------------------------

static json_t *unasked_json(const SearchResult *r) {
    json_t *object = json_object();
    for (u32 k = 0; k < FAULT_COUNT; k++)
        if (times_unasked(r, k))
            json_object_set_new(object, ir_kind_name[k],
                                json_integer((json_int_t)times_unasked(r, k)));
    return object;
}

static json_t *places_json(const SrcLoc *places, u32 n, const Program *p) {
    json_t *array = json_array();
    for (u32 i = 0; i < n; i++)
        json_array_append_new(array,
                              json_pack("{s:o, s:I}", "file", text_json(p->files[places[i].file]),
                                        "line", (json_int_t)places[i].line));
    return array;
}

static json_t *unreached_json(const SearchResult *r, const Program *p) {
    const Unreached *u = &r->unreached;
    if (!knows_unreached(r))
        return json_null();
    json_t *threads = json_array();
    for (u32 i = 0; i < u->nthreads; i++)
        json_array_append_new(threads, text_json(p->funcs[u->threads[i]].name));
    return json_pack("{s:o, s:o, s:o}", "threads", threads, "assertions",
                     places_json(u->asserts, u->nasserts, p), "assumptions",
                     places_json(u->assumes, u->nassumes, p));
}

// Whole numbers as numbers, all else as it is printed.
static void set_untracked(void *object, const char *name, const char *value, const i64 *number) {
    json_object_set_new(object, name,
                        number ? json_integer((json_int_t)*number) : text_json(value));
}

static json_t *untracked_json(const SearchResult *r) {
    const Untracked *u = &r->untracked;
    json_t *object = json_object();
    for (u32 i = 0; i < u->nparts; i++) {
        const UntrackedPart *p = &u->parts[i];
        report_global(u->memory, p->global, p->off, p->size, false, set_untracked, object);
    }
    return object;
}

static void set_integer(json_t *object, const char *key, u64 value) {
    json_object_set_new(object, key, json_integer((json_int_t)value));
}

static json_t *smt_json(const SmtFigures *f, const Options *o) {
    json_t *object = json_object();
    json_object_set_new(object, "approach", json_string(approach_of(o)));
    set_integer(object, "interleavings", f->interleavings);
    set_integer(object, "failed", f->failed);
    set_integer(object, "iterations", f->iterations);
    set_integer(object, "conditions", f->conditions);
    set_integer(object, "terms", f->terms);
    json_object_set_new(object, "solver_s", json_real(f->seconds));
    return object;
}

// What is told of a search that was only on the way to the last one.
json_t *result_summary_json(const SearchOptions *so, const SearchResult *r) {
    return json_pack("{s:I, s:s, s:I, s:I}", "context_bound", (json_int_t)so->explore.context_bound,
                     "verdict", verdict_name(r->verdict.kind), "states",
                     (json_int_t)r->figures.states, "transitions",
                     (json_int_t)r->figures.transitions);
}

static json_t *undefined_json(const Program *p) {
    json_t *names = json_array();
    for (u32 i = 0; p && i < p->nundefined; i++)
        json_array_append_new(names, text_json(p->undefined[i].name));
    return names;
}

// "3 context switches", "under sequential consistency"
static json_t *bound_json(const Condition *c) {
    Text text = {0};
    if (c->preposition != PREP_WITHIN)
        text_add(&text, "%s ", ir_preposition[c->preposition]);
    text_add(&text, "%s", c->text);
    json_t *j = text_json(text_str(&text));
    text_done(&text);
    return j;
}

// Of a violation that was not replayed to be told, what is known.
static json_t *first_json(const Outcome *c) {
    if (c->trace) {
        json_t *told = report_violation_json(c->trace);
        minimise_set_json(&c->result.found.items[0], told);
        return told;
    }
    json_t *all = several_json(c), *first = json_array_get(all, 0);
    first = first ? json_incref(first) : json_null();
    json_decref(all);
    return first;
}

// With a violation: why there may be others.
static void add_not_searched(const Outcome *c, Text *out) {
    const Verdict *v = &c->result.verdict;
    if (v->gap.len)
        text_add(out, "%s", text_str(&v->gap));
    else if (v->kind == VERDICT_VIOLATED)
        several_exceptions(c, out);
}

static bool is_exhaustive(const Outcome *c, const Text *not_searched) {
    const Verdict *v = &c->result.verdict;
    return v->kind == VERDICT_HOLDS ||
           (v->kind == VERDICT_VIOLATED && c->search.most_violations && !not_searched->len);
}

static json_t *counted_json(const ManyResult *m) {
    json_t *object = json_object();
    set_integer(object, "global_states", m->globals);
    set_integer(object, "local_states", m->locals);
    set_integer(object, "configurations", m->kept);
    json_object_set_new(object, "threads", m->threads ? json_integer(m->threads) : json_null());
    return object;
}

json_t *result_json(const Outcome *c) {
    const Options *o = c->o;
    const Program *p = c->program;
    const SearchResult *r = &c->result;
    const Trace *t = c->trace;
    const Verdict *v = &r->verdict;
    const Figures *f = &r->figures;
    json_t *object = json_object(), *bounds = json_array();
    Text not_searched = {0};
    for (u32 i = 0; i < v->nbounds; i++)
        json_array_append_new(bounds, bound_json(&v->bounds[i]));
    json_object_set_new(object, "heddle", json_string(HEDDLE_VERSION));
    json_object_set_new(object, "verdict", json_string(verdict_name(v->kind)));
    json_object_set_new(object, "reason",
                        v->reason.len ? text_json(text_str(&v->reason)) : json_null());
    json_object_set_new(object, "bounds", bounds);
    json_object_set_new(object, "violation", first_json(c));
    json_object_set_new(object, "violations", several_json(c));
    add_not_searched(c, &not_searched);
    json_object_set_new(object, "exhaustive", json_boolean(is_exhaustive(c, &not_searched)));
    json_object_set_new(object, "not_searched",
                        not_searched.len ? text_json(text_str(&not_searched)) : json_null());
    text_done(&not_searched);
    several_set_json(c, object);
    set_integer(object, "states", f->states);
    set_integer(object, "states_covered", f->covered);
    set_integer(object, "transitions", f->transitions);
    set_integer(object, "depth", f->depth);
    json_object_set_new(object, "time_s", json_real(f->seconds));
    set_integer(object, "memory_bytes", f->memory);
    set_integer(object, "solver_questions", f->questions.n);
    json_object_set_new(object, "solver_s", json_real(f->questions.seconds));
    set_integer(object, "store_bytes", f->store_bytes);
    json_object_set_new(object, "states_per_s", json_real(states_per_second(f)));
    set_integer(object, "instructions", f->instructions);
    set_integer(object, "workers", f->workers);
    set_integer(object, "restarts", f->restarts);
    if (r->classes)
        set_integer(object, "abstract_states", r->classes);
    if (c->levels)
        json_object_set_new(object, "levels", levels_json(c->levels));
    if (c->smt)
        json_object_set_new(object, "smt", smt_json(c->smt, o));
    if (c->many)
        json_object_set_new(object, "counted", counted_json(c->many));
    if (c->second)
        json_object_set_new(object, "second_verdict",
                            json_string(verdict_name(c->second->verdict.kind)));
    json_object_set(object, "smaller_context_bounds", c->tried);
    if (knows_unreached(r))
        set_integer(object, "runs_ended", f->runs_ended);
    else
        json_object_set_new(object, "runs_ended", json_null());
    json_object_set_new(object, "growth", growth_json(c));
    json_object_set_new(object, "coverage", coverage_json(c));
    json_object_set_new(object, "unreached", unreached_json(r, p));
    set_integer(object, "runs_assumed_away", f->runs_assumed_away);
    json_object_set_new(object, "unasked", unasked_json(r));
    json_object_set_new(object, "untracked", untracked_json(r));
    json_object_set_new(object, "undefined", undefined_json(p));
    json_object_set_new(object, "options", options_json(o));
    json_object_set_new(object, "trace", t ? report_events_json(t) : json_null());
    if (t) {
        json_object_set_new(object, "output",
                            report_json_text(text_str(&t->output), t->output.len));
    }
    return object;
}

bool result_json_text(json_t *object, Text *out) {
    char *text = object ? json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(9)) : NULL;
    json_decref(object);
    if (text)
        text_add(out, "%s\n", text);
    free(text);
    return text != NULL;
}

bool result_write_json(const char *path, json_t *object, Diag *d) {
    Text out = {0};
    bool is_ok =
        result_json_text(object, &out) || diag_fail(d, "%s: not enough memory to write it", path);
    is_ok = is_ok && file_write(path, text_str(&out), out.len, d);
    text_done(&out);
    return is_ok;
}
