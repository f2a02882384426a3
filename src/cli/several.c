// SPDX-License-Identifier: Apache-2.0
// Telling of more than one violation, and of those that rules suppress.
#include "cli/cli.h"

#include <string.h>

enum { MOST_NAMED = 10 };

static const char *plural(u32 n) { return n == 1 ? "" : "s"; }

// ---- violations that were not replayed by the report --------------------------------------------

static const char *function_of(const Program *p, FuncId func, SrcLoc loc) {
    return p->funcs[loc.scope < p->nfuncs ? loc.scope : func].name;
}

static void set_place(json_t *object, const Program *p, SrcLoc loc, const char *function) {
    json_object_set_new(object, "file", loc.line ? text_json(p->files[loc.file]) : json_null());
    json_object_set_new(object, "line", loc.line ? json_integer(loc.line) : json_null());
    json_object_set_new(object, "function", text_json(function));
}

static json_t *fault_json(const Program *p, const Fault *f) {
    json_t *object = json_object();
    bool is_here = violation_has_place(p, f);
    SrcLoc loc = is_here ? program_loc(p, f->func, f->pc) : (SrcLoc){0};
    json_object_set_new(object, "kind", json_string(ir_kind_name[f->kind]));
    json_object_set_new(object, "message", text_json(text_str(&f->text)));
    set_place(object, p, loc, is_here ? function_of(p, f->func, loc) : NULL);
    json_object_set_new(object, "thread", json_null());
    minimise_set_json(&(Violation){0}, object);
    if (f->kind == FAULT_DATA_RACE && violation_has_rival(f)) {
        json_t *other = json_object();
        loc = program_loc(p, f->rival_func, f->rival_pc);
        set_place(other, p, loc, function_of(p, f->rival_func, loc));
        json_object_set_new(other, "thread", json_null());
        json_object_set_new(object, "other", other);
    }
    return object;
}

json_t *several_json(const Outcome *c) {
    if (c->violations)
        return json_incref(c->violations);
    json_t *list = json_array();
    for (u32 i = 0; i < c->result.found.n && c->program; i++)
        json_array_append_new(list, fault_json(c->program, &c->result.found.items[i].fault));
    return list;
}

void several_list(const Outcome *c, Text *out) {
    const Violations *v = &c->result.found;
    for (u32 i = 1; i < v->n; i++) {
        u32 from = out->len;
        const Fault *f = &v->items[i].fault;
        text_add(out, "also: %s: %s", ir_kind_name[f->kind], text_str(&f->text));
        SrcLoc loc = violation_has_place(c->program, f) ? program_loc(c->program, f->func, f->pc)
                                                        : (SrcLoc){0};
        if (loc.line)
            text_add(out, ", at %s:%u", c->program->files[loc.file], loc.line);
        text_tame(out, from, false);
        text_add(out, "\n");
    }
}

// ---- counterexamples ----------------------------------------------------------------------------

static Trace *replay(Outcome *c, Violation *v) {
    Diag d = {0};
    ReportOptions ro = cli_report_options(c->o);
    VmOptions vm = violation_machine(v, &c->result.vm);
    Trace *t = report_replay(c->program, &vm, &c->search.explore.properties, &v->schedule,
                             &v->fault, &ro, &d);
    if (!t)
        cli_error("the counterexample could not be replayed: %s", diag_text(&d));
    ENSURE(t);
    diag_done(&d);
    return t;
}

void several_heading(const Trace *t, u32 i, u32 n, Text *out) {
    u32 from = out->len + 1;
    text_add(out, "\nViolation %u of %u: ", i + 1, n);
    report_headline(t, out);
    text_tame(out, from, false);
    text_add(out, "\n");
}

static void tell_one(const Outcome *c, const Trace *t, const ReportOptions *ro, u32 i, Text *out) {
    const Violations *v = &c->result.found;
    if (v->n > 1)
        several_heading(t, i, v->n, out);
    minimise_tell(&v->items[i], c->program, out);
    report_text(t, ro, out);
}

// One counterexample after the other: all of them at a time could be more than there is room for.
void several_replay(Outcome *c) {
    Violations *v = &c->result.found;
    ReportOptions ro = cli_report_options(c->o);
    ENSURE(!c->trace && !c->violations);
    c->violations = json_array();
    c->sarif = c->o->sarif ? json_array() : NULL;
    c->pages = c->o->html ? json_array() : NULL;
    for (u32 i = 0; i < v->n; i++) {
        Trace *t = replay(c, &v->items[i]);
        json_t *one = report_violation_json(t);
        minimise_set_json(&v->items[i], one);
        if (c->o->json && v->n > 1)
            json_object_set_new(one, "trace", report_events_json(t));
        json_array_append_new(c->violations, one);
        if (c->sarif)
            json_array_append_new(c->sarif, report_sarif_result(t));
        if (c->pages)
            json_array_append_new(c->pages, report_page_json(t));
        tell_one(c, t, &ro, i, &c->told);
        ReportOptions plain = ro;
        plain.use_color = false;
        if (c->o->junit)
            tell_one(c, t, &plain, i, &c->plain);
        if (i == 0)
            c->trace = t;
        else
            report_free(t);
    }
}

// What an exhaustive search does not say of other violations.
void several_exceptions(const Outcome *c, Text *out) {
    if (!c->settled || !c->search.most_violations)
        return;
    if (settled_has_end(c->settled))
        text_add(out, "behind faults that leave undefined what follows");
    if (settled_has_race(c->settled))
        text_add(out, "%sdata races behind these", out->len ? ", and " : "");
    if (settled_has_leak(c->settled))
        text_add(out, "%sother places where the same is lost", out->len ? ", and " : "");
    if (settled_has_half(c->settled))
        text_add(out, "%sdata races of the same lines and variables with other accesses long past",
                 out->len ? ", and " : "");
}

// "3 violations; searched exhaustively: there are no others"
void several_sum(const Outcome *c, Text *out) {
    const SearchResult *r = &c->result;
    if (!c->search.most_violations || r->verdict.kind != VERDICT_VIOLATED)
        return;
    u32 from = out->len;
    text_add(out, "%u violation%s; ", r->found.n, plural(r->found.n));
    if (r->verdict.gap.len) {
        text_add(out, "there may be others: %s", text_str(&r->verdict.gap));
    } else {
        text_add(out, "searched exhaustively: there are no others");
        result_conditions(&r->verdict, out);
        Text exceptions = {0};
        several_exceptions(c, &exceptions);
        if (exceptions.len)
            text_add(out, ", except %s", text_str(&exceptions));
        text_done(&exceptions);
    }
    text_tame(out, from, false);
    text_add(out, "\n");
}

// ---- what rules suppress ------------------------------------------------------------------------

static void add_line(const Program *p, u32 file, u32 line, const char *before, Text *out) {
    if (line)
        text_add(out, "%s%s:%u", before, p->files[file], line);
}

static void add_suppressed(const Outcome *c, const Suppressed *s, Text *out) {
    const Program *p = c->program;
    const Rule *rule = rules_at(c->rules, s->rule);
    const ViolationKey *k = &s->key;
    SrcLoc loc = s->has_place ? program_loc(p, s->func, s->pc) : (SrcLoc){0};
    text_add(out, "suppressed by %s:%u: %s", rule->path, rule->line, ir_kind_name[k->kind]);
    add_line(p, k->line ? k->file : loc.file, k->line ? k->line : loc.line, " at ", out);
    add_line(p, k->other_file, k->other_line, " and ", out);
    if (loc.line && !k->other_line)
        text_add(out, " in %s", function_of(p, s->func, loc));
    if (k->kind == FAULT_DATA_RACE && k->more)
        text_add(out, ": %s", p->globals[k->more].name);
}

static bool is_used(const Suppressed *s, u32 n, u32 rule) {
    bool is = false;
    for (u32 i = 0; i < n && !is; i++)
        is = s[i].rule == rule;
    return is;
}

// Whether all was seen that could have met a rule.
static bool is_whole(const SearchResult *r, bool continues) {
    return r->verdict.kind == VERDICT_HOLDS ||
           (r->verdict.kind == VERDICT_VIOLATED && continues && !r->verdict.gap.len);
}

void several_suppressed(const Outcome *c, Text *out) {
    u32 n = 0;
    if (!c->rules || !c->settled)
        return;
    const Suppressed *s = settled_suppressed(c->settled, &n);
    for (u32 i = 0; i < n && i < MOST_NAMED; i++) {
        u32 from = out->len;
        add_suppressed(c, &s[i], out);
        text_tame(out, from, false);
        text_add(out, "\n");
    }
    if (n > MOST_NAMED)
        text_add(out, "and %u more were suppressed\n", n - MOST_NAMED);
    for (u32 i = 0; i < rules_count(c->rules); i++) {
        const Rule *rule = rules_at(c->rules, i);
        u32 from = out->len;
        if (is_used(s, n, i))
            continue;
        text_add(out, "%s:%u: this rule has suppressed nothing%s", rule->path, rule->line,
                 is_whole(&c->result, c->search.most_violations) ? "" : " so far");
        text_tame(out, from, false);
        text_add(out, "\n");
    }
}

static json_t *rule_json(const Rule *rule) {
    Text text = {0};
    text_add(&text, "%s:%u", rule->path, rule->line);
    json_t *j = text_json(text_str(&text));
    text_done(&text);
    return j;
}

static json_t *one_suppressed_json(const Outcome *c, const Suppressed *s) {
    const Program *p = c->program;
    json_t *object = json_object();
    SrcLoc loc = s->has_place ? program_loc(p, s->func, s->pc) : (SrcLoc){0};
    json_object_set_new(object, "kind", json_string(ir_kind_name[s->key.kind]));
    set_place(object, p, loc, s->has_place ? function_of(p, s->func, loc) : NULL);
    if (s->key.other_line) {
        bool is_first = loc.file == s->key.file && loc.line == s->key.line;
        u32 file = is_first ? s->key.other_file : s->key.file;
        json_object_set_new(object, "other",
                            json_pack("{s:o, s:I}", "file", text_json(p->files[file]), "line",
                                      (json_int_t)(is_first ? s->key.other_line : s->key.line)));
    }
    json_object_set_new(object, "rule", rule_json(rules_at(c->rules, s->rule)));
    return object;
}

void several_set_json(const Outcome *c, json_t *object) {
    u32 n = 0;
    json_t *list = json_array(), *unused = json_array();
    const Suppressed *s = c->rules && c->settled ? settled_suppressed(c->settled, &n) : NULL;
    for (u32 i = 0; i < n; i++)
        json_array_append_new(list, one_suppressed_json(c, &s[i]));
    for (u32 i = 0; c->rules && i < rules_count(c->rules); i++)
        if (!is_used(s, n, i))
            json_array_append_new(unused, rule_json(rules_at(c->rules, i)));
    json_object_set_new(object, "suppressed", list);
    json_object_set_new(object, "unused_rules", unused);
}
