// SPDX-License-Identifier: Apache-2.0
// Making generalised Büchi automata smaller: states from which nothing is accepted, marks that do
// not matter or say the same, states with the same transitions, simulation, labels that can be
// joined.
#include "buchi/buchi_int.h"

#include <string.h>

enum { MOST_FLIPPED = 48 }; // states of an automaton in which acceptance is tried both ways

// ---- useless states -----------------------------------------------------------------------------

// States, those of low components first: where transitions lead to.
static u32 *by_component(const Components *c, u32 nstates) {
    u32 *order = mem_zalloc(nstates * sizeof *order);
    u32 *next = mem_zalloc((c->n + 1) * sizeof *next);
    for (u32 s = 0; s < nstates; s++)
        next[c->of[s] + 1]++;
    for (u32 k = 0; k < c->n; k++)
        next[k + 1] += next[k];
    for (u32 s = 0; s < nstates; s++)
        order[next[c->of[s]]++] = s;
    mem_free(next, (c->n + 1) * sizeof *next);
    return order;
}

static void trim(Graph *g) {
    Components c;
    graph_order(g);
    components_init(&c, g);
    u32 n = g->nstates, *order = by_component(&c, n);
    bool *is_useful = mem_zalloc(c.n * sizeof *is_useful); // components
    u32 *to = mem_alloc(n * sizeof *to);
    for (u32 i = 0; i < n; i++) {
        u32 k = c.of[order[i]];
        is_useful[k] |= c.accepts[k];
        for (u32 j = g->first[order[i]]; j < g->first[order[i] + 1]; j++)
            is_useful[k] |= is_useful[c.of[g->edges[j].to]];
    }
    for (u32 s = 0; s < n; s++)
        to[s] = is_useful[c.of[s]] ? s : NO_STATE;
    if (to[g->initial] == NO_STATE) {
        g->nedges = 0; // nothing is accepted
        to[g->initial] = g->initial;
    }
    graph_renumber(g, to);
    mem_free(to, n * sizeof *to);
    mem_free(is_useful, c.n * sizeof *is_useful);
    mem_free(order, n * sizeof *order);
    components_done(&c);
}

// ---- marks --------------------------------------------------------------------------------------

static bool is_inside(const Components *c, const Edge *e) {
    return c->of[e->from] == c->of[e->to] && c->accepts[c->of[e->from]];
}

// Where each cycle of an accepting component has the mark, all its transitions may have it.
static void spread_mark(Graph *g, const Components *c, u64 mark) {
    Graph without = {.nstates = g->nstates};
    Components inner;
    size_t size = c->n * sizeof(bool);
    bool *has_gap = mem_zalloc(size); // a cycle without it
    for (u32 i = 0; i < g->nedges; i++)
        if (is_inside(c, &g->edges[i]) && !(g->edges[i].marks & mark))
            graph_add(&without, g->edges[i]);
    graph_order(&without);
    components_init(&inner, &without);
    for (u32 s = 0; s < g->nstates; s++)
        has_gap[c->of[s]] |= inner.has_cycle[inner.of[s]];
    for (u32 i = 0; i < g->nedges; i++)
        if (is_inside(c, &g->edges[i]) && !has_gap[c->of[g->edges[i].from]])
            g->edges[i].marks |= mark;
    mem_free(has_gap, size);
    components_done(&inner);
    graph_done(&without);
}

// Outside of accepting components marks do not matter: no run takes such a transition again and
// again and is accepted. In a state-based automaton, transitions that leave have the mark of those
// that stay.
static void clear_marks(Graph *g, const Components *c) {
    u64 *stay = mem_zalloc(g->nstates * sizeof *stay);
    for (u32 i = 0; i < g->nedges; i++)
        if (is_inside(c, &g->edges[i]))
            stay[g->edges[i].from] |= g->edges[i].marks;
    for (u32 i = 0; i < g->nedges; i++) {
        Edge *e = &g->edges[i];
        if (!is_inside(c, e))
            e->marks = g->is_state_based ? stay[e->from] : 0;
    }
    mem_free(stay, g->nstates * sizeof *stay);
}

// Every transition with mark a (in accepting components) has mark b.
static bool comes_with(const Graph *g, u32 a, u32 b) {
    for (u32 i = 0; i < g->nedges; i++)
        if ((g->edges[i].marks >> a & 1) && !(g->edges[i].marks >> b & 1))
            return false;
    return true;
}

static void drop_mark(Graph *g, u32 mark) {
    u64 low = ((u64)1 << mark) - 1;
    for (u32 i = 0; i < g->nedges; i++) {
        u64 marks = g->edges[i].marks;
        u64 high = mark == 63 ? 0 : marks >> (mark + 1) << mark;
        g->edges[i].marks = (marks & low) | high;
    }
    g->nmarks--;
}

// Who takes transitions with a again and again takes some with b again and again, if these come
// together: then b says nothing.
static void drop_marks(Graph *g) {
    for (u32 b = g->nmarks; b-- > 0;)
        for (u32 a = 0; a < g->nmarks; a++)
            if (a != b && comes_with(g, a, b)) {
                drop_mark(g, b);
                break;
            }
}

static void normalise_marks(Graph *g) {
    Components c;
    graph_order(g);
    components_init(&c, g);
    for (u32 m = 0; m < g->nmarks; m++)
        spread_mark(g, &c, (u64)1 << m);
    clear_marks(g, &c);
    components_done(&c);
    if (!g->is_state_based)
        drop_marks(g);
    graph_order(g);
}

// ---- states with the same transitions -----------------------------------------------------------

// The class of a state whose transitions are, with classes instead of states, edges[from..to).
static u32 class_of(Table *known, const Graph *by_class, u32 s) {
    const Edge *mine = by_class->edges + by_class->first[s];
    u32 n = by_class->first[s + 1] - by_class->first[s];
    u64 word = n;
    for (u32 i = 0; i < n; i++)
        word = hash_mix(word * 31 + mine[i].to) ^ hash_mix(mine[i].marks) ^
               hash_mix((u64)mine[i].label.must << 32 | mine[i].label.must_not);
    for (;; word++) {
        u32 *at = table_add(known, word, PLAIN_KEY);
        if (!*at) {
            *at = s + 1;
            return s;
        }
        const Edge *other = by_class->edges + by_class->first[*at - 1];
        bool is_same = by_class->first[*at] - by_class->first[*at - 1] == n;
        for (u32 i = 0; i < n && is_same; i++)
            is_same = other[i].to == mine[i].to && other[i].marks == mine[i].marks &&
                      other[i].label.must == mine[i].label.must &&
                      other[i].label.must_not == mine[i].label.must_not;
        if (is_same)
            return *at - 1;
    }
}

// Refines classes until states of a class have the same transitions to classes. Returns how many
// there are. Classes are named by their first state.
static u32 refine(const Graph *g, u32 *to, u32 nclasses) {
    Graph by_class;
    Table known = {0};
    u32 n = 0;
    graph_copy(&by_class, g);
    for (u32 i = 0; i < by_class.nedges; i++)
        by_class.edges[i].to = to[by_class.edges[i].to];
    // Classes only ever split: what was apart has a difference that is still there.
    for (u32 s = 0; s < g->nstates; s++)
        graph_add(&by_class, (Edge){.from = s, .to = NO_STATE, .marks = to[s]});
    graph_order(&by_class);
    for (u32 s = 0; s < g->nstates; s++) {
        to[s] = class_of(&known, &by_class, s);
        n += to[s] == s;
    }
    ENSURE(n >= nclasses);
    table_done(&known);
    graph_done(&by_class);
    return n;
}

static void merge_equal(Graph *g, Effort *e) {
    size_t size = g->nstates * sizeof(u32);
    u32 *to = mem_zalloc(size), n = g->nstates ? 1 : 0, before;
    do {
        before = n;
        n = refine(g, to, n);
        u64 cost = ((u64)g->nedges + g->nstates) * 20;
        e->spare = e->spare > cost ? e->spare - cost : 0;
    } while (n > before && e->spare);
    if (n == before)
        graph_renumber(g, to);
    mem_free(to, size);
}

// ---- labels -------------------------------------------------------------------------------------

// a && p and a && !p are a, and so are a and a && b.
static bool join_labels(Edge *a, const Edge *b) {
    if (cube_contains(a->label, b->label) && !(b->marks & ~a->marks))
        return true;
    if (cube_contains(b->label, a->label) && !(a->marks & ~b->marks)) {
        *a = *b;
        return true;
    }
    u32 must = a->label.must ^ b->label.must, must_not = a->label.must_not ^ b->label.must_not;
    bool is_one = must && !(must & (must - 1)) && must == must_not;
    if (!is_one || a->marks != b->marks)
        return false;
    a->label.must &= ~must;
    a->label.must_not &= ~must;
    return true;
}

// The edges from..to of one state to another; how many are left of them, at the beginning.
static u32 join_group(Edge *edges, u32 n, Effort *e) {
    for (u32 i = 0; i < n; i++)
        for (u32 k = 0; k < n && e->spare; k++, e->spare--)
            if (i != k && join_labels(&edges[i], &edges[k])) {
                edges[k] = edges[--n];
                i -= i == n ? i - k : 0; // it was the last one
                k = UINT32_MAX;          // it has changed: all of them again
            }
    return n;
}

static void join_all_labels(Graph *g, Effort *e) {
    graph_order(g);
    u32 n = 0, end;
    for (u32 i = 0; i < g->nedges; i = end) {
        for (end = i + 1; end < g->nedges && g->edges[end].from == g->edges[i].from &&
                          g->edges[end].to == g->edges[i].to;)
            end++;
        u32 left = join_group(&g->edges[i], end - i, e);
        memmove(&g->edges[n], &g->edges[i], left * sizeof *g->edges);
        n += left;
    }
    g->nedges = n;
    graph_order(g);
}

// ---- all of it ----------------------------------------------------------------------------------

static void set_marks(Graph *g, u32 state, u64 marks) {
    for (u32 i = g->first[state]; i < g->first[state + 1]; i++)
        g->edges[i].marks = marks;
}

// A state that is on no cycle may be accepting or not: whichever makes more states equal.
static void choose_acceptance(Graph *g, Effort *e) {
    Components c;
    graph_order(g);
    components_init(&c, g);
    u32 best = graph_count_classes(g, e);
    for (u32 s = 0; s < g->nstates && best; s++) {
        if (c.has_cycle[c.of[s]])
            continue;
        set_marks(g, s, 1);
        u32 n = graph_count_classes(g, e);
        if (n && n < best)
            best = n;
        else
            set_marks(g, s, 0);
    }
    components_done(&c);
}

void graph_simplify(Graph *g, Effort *e) {
    u32 states, edges;
    do {
        states = g->nstates;
        edges = g->nedges;
        trim(g);
        normalise_marks(g);
        merge_equal(g, e);
        join_all_labels(g, e);
        if (g->is_state_based && g->nstates <= MOST_FLIPPED)
            choose_acceptance(g, e);
        if (g->nstates <= MOST_SIMULATED)
            graph_simulate(g, e);
    } while (g->nstates < states || g->nedges < edges);
    trim(g);
    normalise_marks(g);
}
