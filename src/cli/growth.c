// SPDX-License-Identifier: Apache-2.0
// A search that a limit has ended: what grew, and what to try.
#include "cli/cli.h"

enum { TOLD_ROWS = 3, MOST_HINTS = 6, FEW_VALUES = 16 };

static bool is_told(const Outcome *c) {
    return c->result.growth.is_known && c->result.verdict.kind == VERDICT_UNKNOWN;
}

static const char *global_name(const Program *p, u32 id) {
    const Global *g = &p->globals[id];
    return g->qualified ? g->qualified : g->name;
}

// ---- what to try --------------------------------------------------------------------------------

typedef struct Hints {
    Text items[MOST_HINTS];
    u32 n;
} Hints;

static Text *add_hint(Hints *h) {
    ENSURE(h->n < MOST_HINTS);
    return &h->items[h->n++];
}

static const char *switched_off(const Outcome *c) {
    const Setup *s = &c->o->setup;
    return c->search.explore.reduction != REDUCTION_DEFAULT ? "the default --reduction"
           : s->no_supersteps                               ? "no --no-supersteps"
           : s->no_value_reduction                          ? "no --no-value-reduction"
           : s->no_lock_reduction                           ? "no --no-lock-reduction"
           : s->no_future                                   ? "no --no-future"
           : s->no_thread_choice                            ? "no --no-thread-choice"
           : s->no_thread_symmetry                          ? "no --no-thread-symmetry"
           : s->no_heap_symmetry                            ? "no --no-heap-symmetry"
           : s->no_store_visibility                         ? "no --no-store-visibility"
           : s->no_subsumption                              ? "no --no-subsumption"
                                                            : NULL;
}

// What the states are compared by.
static void add_matching(const Outcome *c, Hints *h) {
    const Growth *g = &c->result.growth;
    const GrowthRow *worst = &g->globals.rows[0];
    if (!g->globals.n || worst->n < FEW_VALUES)
        return;
    text_add(add_hint(h), "--unmatched %s, if runs do not depend on its value",
             global_name(c->program, worst->id));
}

static void add_store(const Outcome *c, Hints *h) {
    bool is_memory = c->result.figures.memory && c->search.memory_limit &&
                     c->result.figures.memory >= c->search.memory_limit / 10 * 9;
    if (is_memory && c->search.store == STORE_EXACT)
        text_add(add_hint(h), "--store auto or compact, which go on with less memory per state");
}

static void list_hints(const Outcome *c, Hints *h) {
    const Setup *s = &c->o->setup;
    const Growth *g = &c->result.growth;
    const PropertySet *p = &c->search.explore.properties;
    if (switched_off(c))
        text_add(add_hint(h), "%s, for fewer states", switched_off(c));
    if (!s->context_bound.is_set && g->most_threads != 1 && !prop_is_temporal(p))
        text_add(add_hint(h), "--context-bound 2, for the runs with few preemptions");
    else if (s->context_bound.is_set && s->context_bound.high > 0)
        text_add(add_hint(h), "a smaller --context-bound");
    add_store(c, h);
    if (c->o->command == CMD_CHECK && !prop_is_temporal(p))
        add_matching(c, h);
    if (p->checked[FAULT_DATA_RACE])
        text_add(add_hint(h), "data races in a search of their own: without them more reductions "
                              "are used");
    text_add(add_hint(h), "a smaller harness: fewer threads, turns of loops, or choices");
}

static void hints_done(Hints *h) {
    for (u32 i = 0; i < h->n; i++)
        text_done(&h->items[i]);
}

// ---- lines --------------------------------------------------------------------------------------

static void add_row(const Program *p, const GrowthRow *row, Text *out) {
    if (row->what)
        text_add(out, "%s of %u bytes", row->what, row->size);
    else
        text_add(out, "%s", global_name(p, row->id));
    text_add(out, "%s %llu", row->is_least ? " at least" : "", (unsigned long long)row->n);
}

static void tell_threads(const Growth *g, const Program *p, Text *out) {
    if (!g->threads.n)
        return;
    text_add(out, "local states of threads%s: ", g->is_whole ? "" : ", about");
    for (u32 i = 0; i < g->threads.n && i < TOLD_ROWS; i++)
        text_add(out, "%s%s %llu", i ? ", " : "", p->funcs[g->threads.rows[i].id].name,
                 (unsigned long long)g->threads.rows[i].n);
    if (g->most_threads)
        text_add(out, "; at a time up to %u thread%s and %u object%s", g->most_threads,
                 g->most_threads == 1 ? "" : "s", g->most_objects, g->most_objects == 1 ? "" : "s");
    text_add(out, "\n");
}

static void tell_values(const Growth *g, const Program *p, Text *out) {
    if (!g->globals.n && !g->objects.n)
        return;
    text_add(out, "different values%s: ", g->is_whole ? "" : ", about");
    for (u32 i = 0; i < g->globals.n && i < TOLD_ROWS; i++) {
        text_add(out, i ? ", " : "");
        add_row(p, &g->globals.rows[i], out);
    }
    for (u32 i = 0; i < g->objects.n && i < TOLD_ROWS - 1; i++) {
        text_add(out, i ? ", " : g->globals.n ? "; " : "");
        add_row(p, &g->objects.rows[i], out);
    }
    text_add(out, "\n");
}

static void tell_lines(const Growth *g, const Program *p, Text *out) {
    if (!g->lines.n)
        return;
    text_add(out, "threads stop most often at ");
    for (u32 i = 0; i < g->lines.n && i < TOLD_ROWS; i++) {
        const GrowthRow *row = &g->lines.rows[i];
        if (i && g->has_shares && row->share < 0.005)
            break;
        text_add(out, "%s%s:%u", i ? ", " : "", p->files[row->at.file], row->at.line);
        if (g->has_shares)
            text_add(out, " (in %.0f %% of the states)", 100 * row->share);
        else
            text_add(out, " (in %llu local states)", (unsigned long long)row->n);
    }
    text_add(out, "\n");
}

void growth_tell(const Outcome *c, Text *out) {
    if (!is_told(c))
        return;
    u32 from = out->len;
    const Growth *g = &c->result.growth;
    Hints hints = {0};
    tell_threads(g, c->program, out);
    tell_values(g, c->program, out);
    tell_lines(g, c->program, out);
    list_hints(c, &hints);
    for (u32 i = 0; i < hints.n; i++)
        text_add(out, "%s%s", i ? "; " : "try ", text_str(&hints.items[i]));
    text_add(out, "\n");
    text_tame(out, from, true); // names may hold anything
    hints_done(&hints);
}

// ---- JSON ---------------------------------------------------------------------------------------

static json_t *lines_json(const Growth *g, const Program *p) {
    json_t *array = json_array();
    for (u32 i = 0; i < g->lines.n; i++) {
        const GrowthRow *row = &g->lines.rows[i];
        json_array_append_new(
            array, json_pack("{s:o, s:I, s:I, s:o}", "file", text_json(p->files[row->at.file]),
                             "line", (json_int_t)row->at.line, "local_states", (json_int_t)row->n,
                             "share", g->has_shares ? json_real(row->share) : json_null()));
    }
    return array;
}

static json_t *rows_json(const GrowthList *list, const Program *p, const char *what) {
    json_t *array = json_array();
    bool is_thread = what[0] == 's';
    for (u32 i = 0; i < list->n; i++) {
        const GrowthRow *row = &list->rows[i];
        const char *name = row->what   ? row->what
                           : is_thread ? p->funcs[row->id].name
                                       : global_name(p, row->id);
        json_t *object = json_pack("{s:o, s:I}",
                                   row->what   ? "kind"
                                   : is_thread ? "function"
                                               : "name",
                                   text_json(name), what, (json_int_t)row->n);
        if (row->what)
            json_object_set_new(object, "size", json_integer(row->size));
        json_array_append_new(array, object);
    }
    return array;
}

json_t *growth_json(const Outcome *c) {
    const Growth *g = &c->result.growth;
    if (!is_told(c))
        return json_null();
    Hints hints = {0};
    json_t *object = json_object(), *tries = json_array();
    list_hints(c, &hints);
    for (u32 i = 0; i < hints.n; i++)
        json_array_append_new(tries, text_json(text_str(&hints.items[i])));
    hints_done(&hints);
    json_object_set_new(object, "exact", json_boolean(g->is_whole));
    json_object_set_new(object, "most_threads", json_integer(g->most_threads));
    json_object_set_new(object, "most_objects", json_integer(g->most_objects));
    json_object_set_new(object, "threads", rows_json(&g->threads, c->program, "states"));
    json_object_set_new(object, "globals", rows_json(&g->globals, c->program, "values"));
    json_object_set_new(object, "objects", rows_json(&g->objects, c->program, "values"));
    json_object_set_new(object, "lines", lines_json(g, c->program));
    json_object_set_new(object, "try", tries);
    return object;
}
