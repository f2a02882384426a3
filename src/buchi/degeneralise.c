// SPDX-License-Identifier: Apache-2.0
// From a generalised Büchi automaton with marks on transitions to a Büchi automaton with accepting
// states.
//
// The marks are waited for one after the other: state (s, l) has seen the first l marks of the
// order, (s, m) has seen all m of them; it is accepting and begins anew. Several marks in a row may
// be seen on one transition. What matters only inside accepting components is done only there: a
// component whose states have either all marks on all inner transitions, or none on any, needs no
// copies; in other components, and on the way from one to another, levels are forgotten.
//
// SOUND: all copies of s accept the same words, so a transition from outside may lead to any of
// them: it leads to one in the component that is left last, and copies that are met only on the way
// there fall away. Transitions between components are taken finitely often.
#include "buchi/buchi_int.h"

#include <string.h>

enum { MOST_PERMUTED = 4 }; // marks whose orders are all tried

typedef struct Copy {
    u32 state, level;
} Copy;

typedef struct Levels {
    const Graph *g; // in order
    Components c;
    bool *is_plain; // components that need no copies
    u32 order[MOST_MARKS];
    Table known; // (state, level) -> number, plus 1
    Copy *copies;
    u32 n, cap;
    Graph *out;
} Levels;

// ---- which components need levels ---------------------------------------------------------------

static void find_plain(Levels *l) {
    const Graph *g = l->g;
    u64 *marks = mem_alloc(g->nstates * sizeof *marks), all = all_marks(g);
    bool *is_known = mem_zalloc(g->nstates);
    for (u32 k = 0; k < l->c.n; k++)
        l->is_plain[k] = true;
    for (u32 i = 0; i < g->nedges; i++) {
        const Edge *e = &g->edges[i];
        u32 k = l->c.of[e->from];
        if (l->c.of[e->to] != k || !l->c.accepts[k])
            continue;
        bool is_first = !is_known[e->from];
        is_known[e->from] = true;
        if (is_first)
            marks[e->from] = e->marks;
        if ((e->marks && e->marks != all) || e->marks != marks[e->from])
            l->is_plain[k] = false;
    }
    mem_free(is_known, g->nstates);
    mem_free(marks, g->nstates * sizeof *marks);
}

// ---- copies -------------------------------------------------------------------------------------

static u32 copy_of(Levels *l, u32 state, u32 level) {
    u32 *at = table_add(&l->known, (u64)state << 8 | level, PLAIN_KEY);
    if (!*at) {
        VEC_PUSH(l->copies, l->n, l->cap) = (Copy){state, level};
        *at = l->n;
    }
    return *at - 1;
}

static u32 next_level(const Levels *l, u32 level, const Edge *e) {
    u32 m = l->g->nmarks, k = l->c.of[e->to];
    if (l->c.of[e->from] != k || l->is_plain[k] || !l->c.accepts[k])
        return 0;
    level = level == m ? 0 : level;
    while (level < m && (e->marks >> l->order[level] & 1))
        level++;
    return level;
}

// Whether a copy is accepting; in a plain component, by what its inner transitions have.
static bool is_accepting(const Levels *l, u32 state, u32 level) {
    u32 k = l->c.of[state];
    if (!l->c.accepts[k])
        return false;
    if (!l->is_plain[k])
        return level == l->g->nmarks;
    for (u32 i = l->g->first[state]; i < l->g->first[state + 1]; i++)
        if (l->c.of[l->g->edges[i].to] == k)
            return l->g->edges[i].marks == all_marks(l->g);
    return false;
}

static bool add_copies(Levels *l, const Effort *e) {
    l->out->initial = copy_of(l, l->g->initial, 0);
    for (u32 i = 0; i < l->n; i++) {
        u32 state = l->copies[i].state, level = l->copies[i].level;
        bool is_marked = is_accepting(l, state, level);
        for (u32 k = l->g->first[state]; k < l->g->first[state + 1]; k++) {
            const Edge *edge = &l->g->edges[k];
            u32 to = copy_of(l, edge->to, next_level(l, level, edge));
            graph_add(l->out, (Edge){i, to, edge->label, is_marked});
        }
        if (l->n > e->states)
            return false;
    }
    l->out->nstates = l->n;
    return true;
}

// Transitions from outside, and the beginning, go to the copy that is left last.
static void redirect(const Levels *l, Graph *out) {
    Components c;
    graph_order(out);
    components_init(&c, out);
    u32 *last = mem_alloc(l->g->nstates * sizeof *last); // of each original state
    memset(last, 0xff, l->g->nstates * sizeof *last);
    for (u32 i = 0; i < out->nstates; i++) {
        u32 *best = &last[l->copies[i].state];
        if (*best == NO_STATE || c.of[i] < c.of[*best])
            *best = i;
    }
    for (u32 i = 0; i < out->nedges; i++) {
        Edge *e = &out->edges[i];
        if (c.of[e->from] != c.of[e->to])
            e->to = last[l->copies[e->to].state];
    }
    out->initial = last[l->copies[out->initial].state];
    mem_free(last, l->g->nstates * sizeof *last);
    components_done(&c);
}

static bool in_order(const Graph *g, const u32 *order, Graph *out, const Effort *e) {
    *out = (Graph){.nmarks = 1, .is_state_based = true};
    Levels l = {.g = g, .out = out};
    components_init(&l.c, g);
    l.is_plain = mem_zalloc(g->nstates);
    memcpy(l.order, order, sizeof l.order);
    find_plain(&l);
    bool is_ok = add_copies(&l, e);
    if (is_ok)
        redirect(&l, out);
    table_done(&l.known);
    VEC_FREE(l.copies, l.cap);
    mem_free(l.is_plain, g->nstates);
    components_done(&l.c);
    return is_ok;
}

// ---- orders -------------------------------------------------------------------------------------

// The next permutation; false if it was the last.
static bool next_order(u32 *order, u32 n) {
    u32 i = n, k = n;
    while (i > 1 && order[i - 2] >= order[i - 1])
        i--;
    if (i <= 1)
        return false;
    while (order[k - 1] <= order[i - 2])
        k--;
    u32 t = order[i - 2];
    order[i - 2] = order[k - 1];
    order[k - 1] = t;
    for (u32 a = i - 1, b = n - 1; a < b; a++, b--) {
        t = order[a];
        order[a] = order[b];
        order[b] = t;
    }
    return true;
}

static bool is_smaller(const Graph *a, const Graph *b) {
    return a->nstates < b->nstates || (a->nstates == b->nstates && a->nedges < b->nedges);
}

bool degeneralise(const Graph *g, Graph *out, Effort *e, Diag *d) {
    u32 order[MOST_MARKS];
    for (u32 i = 0; i < MOST_MARKS; i++)
        order[i] = i;
    *out = (Graph){0};
    bool is_found = false, is_small = g->nmarks <= MOST_PERMUTED && g->nstates <= MOST_SIMULATED;
    do {
        Graph one;
        bool is_ok = in_order(g, order, &one, e);
        if (is_ok)
            graph_simplify(&one, e);
        if (is_ok && (!is_found || is_smaller(&one, out))) {
            graph_done(out);
            *out = one;
        } else {
            graph_done(&one);
        }
        is_found |= is_ok;
    } while (is_small && g->nmarks > 1 && e->spare && next_order(order, g->nmarks));
    return is_found || effort_fail(e, d);
}
