// SPDX-License-Identifier: Apache-2.0
// The door: from a formula to a Büchi automaton, and what is known of one.
#include "buchi/buchi_int.h"

#include <string.h>

// Small steps: some seconds. MOST_NODES: so deep may be what is done by recursion.
enum { MOST_STEPS = 1000000000, SPARE_STEPS = 200000000, MOST_NODES = 5000 };

void effort_init(Effort *e, const BuchiLimits *limits) {
    u32 states = limits && limits->states ? limits->states : BUCHI_STATES;
    *e = (Effort){.left = MOST_STEPS, .spare = SPARE_STEPS, .states = states};
}

bool effort_fail(const Effort *e, Diag *d) {
    if (!e->left)
        return diag_fail(d, "the automaton takes too long to make: it would be very large");
    return diag_fail(d, "the automaton has more than %u states", e->states);
}

// ---- making it ----------------------------------------------------------------------------------

Buchi *buchi_of_graph(const Graph *g, const char *const *names, u32 n) {
    Arena *arena = arena_new();
    Buchi *b = arena_alloc(arena, sizeof *b);
    *b = (Buchi){.arena = arena, .npropositions = n, .nstates = g->nstates, .nedges = g->nedges};
    b->initial = g->initial;
    for (u32 i = 0; i < n; i++)
        b->propositions[i] = arena_text(arena, names[i]);
    bool *is_accepting = arena_alloc(arena, g->nstates * sizeof *is_accepting);
    BuchiEdge *edges = arena_alloc(arena, g->nedges * sizeof *edges);
    for (u32 i = 0; i < g->nedges; i++) {
        const Edge *e = &g->edges[i];
        edges[i] = (BuchiEdge){e->label.must, e->label.must_not, e->to};
        is_accepting[e->from] = e->marks != 0;
    }
    b->is_accepting = is_accepting;
    b->edges = edges;
    b->first = arena_copy(arena, g->first, (g->nstates + 1) * sizeof *g->first);
    return b;
}

Buchi *buchi_finish(Graph *g, const char *const *names, u32 n, Effort *e, Diag *d) {
    Graph out;
    Buchi *b = NULL;
    graph_simplify(g, e);
    if (degeneralise(g, &out, e, d)) {
        ENSURE(out.first && out.initial < out.nstates);
        b = buchi_of_graph(&out, names, n);
    }
    graph_done(&out);
    return b;
}

Buchi *buchi_translate(const Ltl *f, bool is_negated, const BuchiLimits *limits, Diag *d) {
    Effort e;
    Forms forms;
    Alternating *a = mem_zalloc(sizeof *a);
    Graph g = {0};
    Buchi *b = NULL;
    effort_init(&e, limits);
    forms_init(&forms, &e);
    if (f->nnodes > MOST_NODES)
        diag_fail(d,
                  "the formula is too large: it has %u operators and propositions, and %u is "
                  "the most",
                  f->nnodes, MOST_NODES);
    else if (alternating_init(a, &forms, form_of_ltl(&forms, f, is_negated), d) &&
             generalise(a, &g, &e, d))
        b = buchi_finish(&g, (const char *const *)f->propositions, f->npropositions, &e, d);
    if (b)
        b->is_stutter_invariant = !ltl_has_next(f);
    graph_done(&g);
    alternating_done(a);
    mem_free(a, sizeof *a);
    forms_done(&forms);
    return b;
}

void buchi_free(Buchi *b) {
    if (b)
        arena_free(b->arena);
}

// ---- what is known of it ------------------------------------------------------------------------

Graph graph_of_buchi(const Buchi *b) {
    Graph g = {.nstates = b->nstates, .initial = b->initial, .nmarks = 1, .is_state_based = true};
    for (u32 s = 0; s < b->nstates; s++)
        for (u32 i = b->first[s]; i < b->first[s + 1]; i++) {
            const BuchiEdge *e = &b->edges[i];
            graph_add(&g, (Edge){s, e->to, {e->must, e->must_not}, b->is_accepting[s]});
        }
    graph_order(&g);
    return g;
}

static bool is_weak(const Buchi *b, const Components *c) {
    for (u32 s = 0; s < b->nstates; s++)
        if (!b->is_accepting[s] && c->accepts[c->of[s]])
            return false;
    return true;
}

bool buchi_is_weak(const Buchi *b) {
    Graph g = graph_of_buchi(b);
    Components c;
    components_init(&c, &g);
    bool result = is_weak(b, &c);
    components_done(&c);
    graph_done(&g);
    return result;
}

// Whether state s reads every letter on transitions to states in `wanted` (NULL: all).
static bool reads_all(const Graph *g, u32 s, const bool *wanted) {
    Effort e = {.left = UINT64_MAX};
    Cube *cubes = mem_alloc((g->nedges + 1) * sizeof *cubes);
    u32 n = 0;
    for (u32 i = g->first[s]; i < g->first[s + 1]; i++)
        if (!wanted || wanted[g->edges[i].to])
            cubes[n++] = g->edges[i].label;
    bool result = cube_is_covered((Cube){0}, cubes, n, &e);
    mem_free(cubes, (g->nedges + 1) * sizeof *cubes);
    return result;
}

bool buchi_is_terminal(const Buchi *b) {
    Graph g = graph_of_buchi(b);
    bool result = buchi_is_weak(b);
    for (u32 s = 0; s < b->nstates && result; s++)
        result = !b->is_accepting[s] || reads_all(&g, s, b->is_accepting);
    graph_done(&g);
    return result;
}

bool buchi_is_complete(const Buchi *b) {
    Graph g = graph_of_buchi(b);
    bool result = true;
    for (u32 s = 0; s < b->nstates && result; s++)
        result = reads_all(&g, s, NULL);
    graph_done(&g);
    return result;
}

bool buchi_is_deterministic(const Buchi *b) {
    for (u32 s = 0; s < b->nstates; s++)
        for (u32 i = b->first[s]; i < b->first[s + 1]; i++)
            for (u32 k = i + 1; k < b->first[s + 1]; k++) {
                const BuchiEdge *x = &b->edges[i], *y = &b->edges[k];
                if (x->to != y->to && !((x->must | y->must) & (x->must_not | y->must_not)))
                    return false;
            }
    return true;
}

// ---- lassos -------------------------------------------------------------------------------------

// Pairs of a state and a place in the word. From `alive` pairs, as far as is known, an accepting
// pair is reached again and again (Emerson and Lei): what cannot reach an accepting one that is
// alive, in at least one step, is not alive.
typedef struct Lasso {
    const Buchi *b;
    const u32 *letters;
    u32 n, cycle;
    bool *is_alive, *reaches;
} Lasso;

static bool can_reach(const Lasso *l, u32 state, u32 at) {
    u32 next = at + 1 < l->n ? at + 1 : l->cycle;
    for (u32 i = l->b->first[state]; i < l->b->first[state + 1]; i++) {
        const BuchiEdge *e = &l->b->edges[i];
        size_t pair = (size_t)e->to * l->n + next;
        if (buchi_reads(e, l->letters[at]) && l->is_alive[pair] &&
            (l->reaches[pair] || l->b->is_accepting[e->to]))
            return true;
    }
    return false;
}

static void find_reaching(Lasso *l) {
    memset(l->reaches, 0, (size_t)l->b->nstates * l->n);
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (u32 at = l->n; at-- > 0;)
            for (u32 s = 0; s < l->b->nstates; s++) {
                bool *known = &l->reaches[(size_t)s * l->n + at];
                if (!*known && can_reach(l, s, at))
                    *known = is_changed = true;
            }
    }
}

bool buchi_accepts_lasso(const Buchi *b, const u32 *letters, u32 n, u32 cycle) {
    ENSURE(n > 0 && cycle < n);
    size_t size = (size_t)b->nstates * n;
    Lasso l = {b, letters, n, cycle, mem_alloc(size), mem_alloc(size)};
    memset(l.is_alive, true, size);
    for (bool is_changed = true; is_changed;) {
        find_reaching(&l);
        is_changed = memcmp(l.is_alive, l.reaches, size) != 0;
        memcpy(l.is_alive, l.reaches, size);
    }
    bool result = l.is_alive[(size_t)b->initial * n];
    mem_free(l.is_alive, size);
    mem_free(l.reaches, size);
    return result;
}

bool buchi_has_accepted(const Buchi *b, const u32 *letters, u32 n) {
    size_t size = b->nstates * sizeof(bool);
    bool *now = mem_zalloc(size), *next = mem_alloc(size), has = false;
    now[b->initial] = true;
    for (u32 k = 0; k < n; k++) {
        memset(next, false, size);
        for (u32 s = 0; s < b->nstates; s++)
            for (u32 i = b->first[s]; i < b->first[s + 1] && now[s]; i++)
                next[b->edges[i].to] |= buchi_reads(&b->edges[i], letters[k]);
        memcpy(now, next, size);
    }
    for (u32 s = 0; s < b->nstates; s++)
        has = has || (now[s] && b->is_accepting[s]);
    mem_free(now, size);
    mem_free(next, size);
    return has && buchi_is_terminal(b);
}
