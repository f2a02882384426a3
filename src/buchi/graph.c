// SPDX-License-Identifier: Apache-2.0
// Generalised Büchi automata as graphs: states, transitions, strongly connected components.
#include "buchi/buchi_int.h"

#include <stdlib.h>
#include <string.h>

static bool is_covered(Cube c, const Cube *others, u32 n, u32 depth, Effort *e) {
    u32 open = 0; // propositions of which c says nothing, and one that meets it does
    if (!effort_spend(e, n))
        return false;
    for (u32 i = 0; i < n; i++) {
        if (cube_contains(others[i], c))
            return true;
        if (!cube_is_empty(cube_and(others[i], c)))
            open |= (others[i].must | others[i].must_not) & ~(c.must | c.must_not);
    }
    if (!open || depth == 0)
        return false;
    u32 bit = open & -open;
    return is_covered((Cube){c.must | bit, c.must_not}, others, n, depth - 1, e) &&
           is_covered((Cube){c.must, c.must_not | bit}, others, n, depth - 1, e);
}

bool cube_is_covered(Cube c, const Cube *others, u32 n, Effort *e) {
    return is_covered(c, others, n, MOST_PROPOSITIONS, e);
}

// ---- transitions --------------------------------------------------------------------------------

static void forget_order(Graph *g) {
    mem_free(g->first, g->nfirst * sizeof *g->first);
    g->first = NULL;
    g->nfirst = 0;
}

void graph_done(Graph *g) {
    forget_order(g);
    VEC_FREE(g->edges, g->cap);
    *g = (Graph){0};
}

void graph_copy(Graph *to, const Graph *from) {
    *to = *from;
    to->first = NULL;
    to->nfirst = to->cap = to->nedges = 0;
    to->edges = NULL;
    for (u32 i = 0; i < from->nedges; i++)
        graph_add(to, from->edges[i]);
}

void graph_add(Graph *g, Edge e) {
    if (g->first)
        forget_order(g);
    VEC_PUSH(g->edges, g->nedges, g->cap) = e;
}

#define COMPARE(x, y)                                                                              \
    if ((x) != (y))                                                                                \
        return (x) < (y) ? -1 : 1;

static int compare_edges(const void *a, const void *b) {
    const Edge *x = a, *y = b;
    COMPARE(x->from, y->from)
    COMPARE(x->to, y->to)
    COMPARE(x->marks, y->marks)
    COMPARE(x->label.must, y->label.must)
    COMPARE(x->label.must_not, y->label.must_not)
    return 0;
}

void graph_order(Graph *g) {
    u32 n = 0;
    if (g->nedges)
        qsort(g->edges, g->nedges, sizeof *g->edges, compare_edges);
    for (u32 i = 0; i < g->nedges; i++)
        if (i == 0 || compare_edges(&g->edges[i], &g->edges[n - 1]) != 0)
            g->edges[n++] = g->edges[i];
    g->nedges = n;
    forget_order(g);
    g->nfirst = g->nstates + 1;
    g->first = mem_zalloc(g->nfirst * sizeof *g->first);
    for (u32 i = 0; i < n; i++)
        g->first[g->edges[i].from + 1]++;
    for (u32 s = 0; s < g->nstates; s++)
        g->first[s + 1] += g->first[s];
}

// ---- numbers ------------------------------------------------------------------------------------

typedef struct Numbering {
    const Graph *g;
    const u32 *to;
    u32 *numbers; // NO_STATE: not met
    u32 *met;     // in their order
    u32 n;
} Numbering;

static void meet(Numbering *r, u32 s) {
    if (s != NO_STATE && r->numbers[s] == NO_STATE) {
        r->numbers[s] = r->n;
        r->met[r->n++] = s;
    }
}

void graph_renumber(Graph *g, const u32 *to) {
    graph_order(g);
    size_t size = g->nstates * sizeof(u32);
    Numbering r = {.g = g, .to = to, .numbers = mem_alloc(size), .met = mem_alloc(size)};
    memset(r.numbers, 0xff, size);
    ENSURE(to[g->initial] != NO_STATE);
    meet(&r, to[g->initial]);
    for (u32 i = 0; i < r.n; i++)
        for (u32 k = g->first[r.met[i]]; k < g->first[r.met[i] + 1]; k++)
            meet(&r, to[g->edges[k].to]);
    u32 n = 0;
    for (u32 i = 0; i < g->nedges; i++) {
        Edge e = g->edges[i];
        u32 target = to[e.to];
        if (target == NO_STATE || r.numbers[e.from] == NO_STATE)
            continue;
        e.from = r.numbers[e.from];
        e.to = r.numbers[target];
        g->edges[n++] = e;
    }
    g->nedges = n;
    g->initial = 0;
    u32 nstates = g->nstates;
    g->nstates = r.n;
    mem_free(r.numbers, nstates * sizeof(u32));
    mem_free(r.met, nstates * sizeof(u32));
    graph_order(g);
}

// ---- components ---------------------------------------------------------------------------------

// Tarjan's algorithm, with a stack of its own.
typedef struct Search {
    const Graph *g;
    Components *c;
    u32 *index, *low, *at; // index: 0 is not met; at: next edge
    u32 *path, npath;      // states whose transitions are being looked at
    u32 *open, nopen;      // met, and in no component yet
    u32 met;
} Search;

static void enter(Search *s, u32 state) {
    s->index[state] = s->low[state] = ++s->met;
    s->at[state] = s->g->first[state];
    s->path[s->npath++] = state;
    s->open[s->nopen++] = state;
}

static void leave(Search *s, u32 state) {
    s->npath--;
    if (s->npath && s->low[state] < s->low[s->path[s->npath - 1]])
        s->low[s->path[s->npath - 1]] = s->low[state];
    if (s->low[state] != s->index[state])
        return;
    u32 top;
    do {
        top = s->open[--s->nopen];
        s->c->of[top] = s->c->n;
    } while (top != state);
    s->c->n++;
}

static void search_from(Search *s, u32 root) {
    enter(s, root);
    while (s->npath) {
        u32 state = s->path[s->npath - 1];
        if (s->at[state] == s->g->first[state + 1]) {
            leave(s, state);
            continue;
        }
        u32 to = s->g->edges[s->at[state]++].to;
        if (!s->index[to])
            enter(s, to);
        else if (s->c->of[to] == NO_STATE && s->index[to] < s->low[state])
            s->low[state] = s->index[to];
    }
}

static void find_components(Components *c, const Graph *g) {
    size_t size = 5 * (size_t)g->nstates * sizeof(u32);
    u32 *room = mem_zalloc(size), n = g->nstates;
    Search s = {.g = g,
                .c = c,
                .index = room,
                .low = room + n,
                .at = room + 2 * (size_t)n,
                .path = room + 3 * (size_t)n,
                .open = room + 4 * (size_t)n};
    for (u32 i = 0; i < n; i++)
        if (!s.index[i])
            search_from(&s, i);
    mem_free(room, size);
}

void components_init(Components *c, const Graph *g) {
    ENSURE(g->first);
    *c = (Components){.room = g->nstates};
    c->of = mem_alloc(c->room * sizeof *c->of);
    memset(c->of, 0xff, c->room * sizeof *c->of);
    c->marks = mem_zalloc(c->room * sizeof *c->marks);
    c->has_cycle = mem_zalloc(c->room * sizeof *c->has_cycle);
    c->accepts = mem_zalloc(c->room * sizeof *c->accepts);
    find_components(c, g);
    for (u32 i = 0; i < g->nedges; i++) {
        const Edge *e = &g->edges[i];
        u32 k = c->of[e->from];
        if (k != c->of[e->to])
            continue;
        c->has_cycle[k] = true;
        c->marks[k] |= e->marks;
    }
    for (u32 k = 0; k < c->n; k++)
        c->accepts[k] = c->has_cycle[k] && c->marks[k] == all_marks(g);
}

void components_done(Components *c) {
    mem_free(c->of, c->room * sizeof *c->of);
    mem_free(c->marks, c->room * sizeof *c->marks);
    mem_free(c->has_cycle, c->room * sizeof *c->has_cycle);
    mem_free(c->accepts, c->room * sizeof *c->accepts);
}
