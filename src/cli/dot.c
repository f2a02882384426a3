// SPDX-License-Identifier: Apache-2.0
// --dot: the states of a small program, drawn by Graphviz. A node says where each thread stands, an
// edge which of them goes on, from where; violations are red, the end of the program has two
// circles. Threads are numbered in each state from 1 on, in the order in which they were made.
#include "cli/cli.h"

#include <string.h>

enum { MOST_STATES = 2000 };

bool graph_suits(const Options *o) {
    const char *other = !o->graph                       ? NULL
                        : o->setup.context_bound.is_set ? "--context-bound"
                        : o->setup.untracked            ? "--untracked"
                        : o->setup.any_number           ? "--any-number"
                                                        : NULL;
    if (other)
        cli_error("--dot cannot be combined with %s, which makes other states", other);
    return !other;
}

// ---- the text -----------------------------------------------------------------------------------

// Inside of quotes; long texts are cut, and lines are kept.
static void add_quoted(const char *s, Text *out) {
    Text tame = {0};
    text_add(&tame, "%s", s);
    text_tame(&tame, 0, true);
    for (const char *c = text_str(&tame); *c; c++) {
        if (*c == '"' || *c == '\\')
            text_add(out, "\\");
        if (*c == '\n')
            text_add(out, "\\n");
        else
            text_bytes(out, c, 1);
    }
    text_done(&tame);
}

// Outside of the program's own functions a thread is where it begins or where it ends.
static bool is_outside(const Program *p, const GraphPlace *at) {
    return p->funcs[at->func].is_runtime;
}
#define OUTSIDE "begins or ends"

static void add_place(const Program *p, const GraphPlace *at, Text *out) {
    const char *file = p->files[at->loc.file], *slash = strrchr(file, '/');
    if (is_outside(p, at))
        text_add(out, OUTSIDE);
    else if (at->loc.line)
        text_add(out, "%s:%u", slash ? slash + 1 : file, at->loc.line);
    else
        text_add(out, "%s", p->funcs[at->func].name);
}

static void add_state(const Program *p, const GraphState *s, u32 i, Text *out) {
    static const char *const looks[] = {[GRAPH_GOES_ON] = "",
                                        [GRAPH_EXIT] = ", peripheries=2",
                                        [GRAPH_CUT] = ", style=dashed",
                                        [GRAPH_VIOLATION] = ", color=red, fontcolor=red"};
    Text label = {0};
    for (u32 t = 0; t < s->nplaces; t++) {
        text_add(&label, "%s%u: ", t ? "\n" : "", t + 1);
        add_place(p, &s->places[t], &label);
    }
    if (s->text)
        text_add(&label, "%s%s", label.len ? "\n" : "", s->text);
    bool is_unseen = s->end == GRAPH_GOES_ON && !s->places;
    text_add(out, "    s%u [label=\"", i);
    add_quoted(is_unseen ? "..." : text_str(&label), out);
    text_add(out, "\"%s%s];\n", is_unseen ? ", style=dashed" : looks[s->end],
             i ? "" : ", penwidth=2");
    text_done(&label);
}

static void add_step(const Program *p, const StateGraph *g, const GraphStep *s, Text *out) {
    Text label = {0};
    const GraphPlace *at = &g->states[s->from].places[s->thread];
    text_add(&label, "%u", s->thread + 1);
    if (is_outside(p, at))
        text_add(&label, " " OUTSIDE);
    else if (at->loc.line)
        text_add(&label, ", line %u", at->loc.line);
    text_add(out, "    s%u -> s%u [label=\"", s->from, s->to);
    add_quoted(text_str(&label), out);
    text_add(out, "\"];\n");
    text_done(&label);
}

static void add_graph(const Program *p, const StateGraph *g, Text *out) {
    text_add(out, "digraph heddle {\n    node [shape=box, fontname=monospace];\n"
                  "    edge [fontname=monospace];\n");
    for (u32 i = 0; i < g->nstates; i++)
        add_state(p, &g->states[i], i, out);
    for (u32 i = 0; i < g->nsteps; i++)
        add_step(p, g, &g->steps[i], out);
    text_add(out, "}\n");
}

// ---- the file -----------------------------------------------------------------------------------

// The rules of --suppress are those of the search; what it has reported is a violation here, too.
static void draw(Outcome *c) {
    SearchOptions o = c->search;
    Settled *settled = c->rules ? settled_new(c->program, c->rules) : NULL;
    StateGraph g;
    Text out = {0};
    Diag d = {0};
    o.explore.settled = settled;
    search_graph(c->program, &o, MOST_STATES, &g);
    add_graph(c->program, &g, &out);
    if (g.is_cut)
        cli_error("%s: not all states were drawn: there was no time for more", c->o->graph);
    else if (g.has_more)
        cli_error("%s: not all states were drawn: there are more than %u", c->o->graph,
                  MOST_STATES);
    if (!cli_told(file_write(c->o->graph, text_str(&out), out.len, &d), &d))
        c->is_write_failed = true;
    search_graph_done(&g);
    settled_free(settled);
    text_done(&out);
}

void graph_write(Outcome *c) {
    if (!c->o->graph)
        return;
    const char *why = c->many ? "threads were counted, and there are no states of the program"
                              : search_graph_refusal(&c->search, c->program);
    if (why)
        cli_error("%s: no states were drawn: %s", c->o->graph, why);
    else
        draw(c);
}
