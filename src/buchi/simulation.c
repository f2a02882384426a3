// SPDX-License-Identifier: Apache-2.0
// Direct simulation: r simulates q if for each letter that q reads on some transition, r has a
// transition for it with at least the same marks, to a state that simulates the one of q's. Then r
// accepts all that q does. (Etessami and Holzmann 2000; Somenzi and Bloem 2000.)
//
// SOUND: the relation is the largest with that property, so it is transitive, and it stays such a
// relation when a transition to s is turned to s' that simulates s and is simulated by it, and when
// a transition is dropped whose letters are all read by others of the same state with no fewer
// marks and to states that simulate its own. So all states keep their language through both, one
// after the other.
#include "buchi/buchi_int.h"

#include <string.h>

typedef struct Relation {
    const Graph *g;
    u8 *is_below; // q * nstates + r: r simulates q
    Cube *cubes;  // room for the transitions of a state
    Effort effort;
} Relation;

static u8 *below(const Relation *r, u32 a, u32 b) {
    return &r->is_below[(size_t)a * r->g->nstates + b];
}

// Transitions of state b are better than e for all its letters.
static bool has_better(Relation *r, const Edge *e, u32 b) {
    const Graph *g = r->g;
    u32 n = 0;
    for (u32 i = g->first[b]; i < g->first[b + 1]; i++) {
        const Edge *f = &g->edges[i];
        if ((e->marks & ~f->marks) || !*below(r, e->to, f->to))
            continue;
        if (cube_contains(f->label, e->label))
            return true;
        if (!cube_is_empty(cube_and(f->label, e->label)))
            r->cubes[n++] = f->label;
    }
    effort_spend(&r->effort, 1 + g->first[b + 1] - g->first[b]);
    return n > 1 && cube_is_covered(e->label, r->cubes, n, &r->effort);
}

static bool simulates(Relation *r, u32 b, u32 a) {
    const Graph *g = r->g;
    for (u32 i = g->first[a]; i < g->first[a + 1]; i++)
        if (!has_better(r, &g->edges[i], b))
            return false;
    return true;
}

// False if it takes too long.
static bool find_relation(Relation *r, const Graph *g, Effort *e) {
    size_t n = g->nstates;
    *r = (Relation){.g = g, .effort = {.left = e->spare}};
    r->is_below = mem_alloc(n * n);
    memset(r->is_below, 1, n * n);
    r->cubes = mem_alloc((g->nedges + 1) * sizeof *r->cubes);
    for (bool is_changed = true; is_changed && r->effort.left;) {
        is_changed = false;
        for (u32 a = 0; a < n && r->effort.left; a++)
            for (u32 b = 0; b < n; b++)
                if (*below(r, a, b) && a != b && !simulates(r, b, a)) {
                    *below(r, a, b) = 0;
                    is_changed = true;
                }
    }
    e->spare = r->effort.left;
    return r->effort.left > 0;
}

static void relation_done(Relation *r) {
    size_t n = r->g->nstates;
    mem_free(r->is_below, n * n);
    mem_free(r->cubes, (r->g->nedges + 1) * sizeof *r->cubes);
}

static void set_classes(const Relation *r, u32 *to) {
    for (u32 a = 0; a < r->g->nstates; a++)
        for (u32 b = 0; b <= a; b++)
            if (*below(r, a, b) && *below(r, b, a)) {
                to[a] = b;
                break;
            }
}

u32 graph_count_classes(const Graph *g, Effort *e) {
    Relation r;
    u32 n = 0;
    size_t size = g->nstates * sizeof(u32);
    u32 *to = mem_zalloc(size);
    if (find_relation(&r, g, e)) {
        set_classes(&r, to);
        for (u32 s = 0; s < g->nstates; s++)
            n += to[s] == s;
    }
    relation_done(&r);
    mem_free(to, size);
    return n;
}

// Whether other transitions of its state, of those that are kept, are better than edge k.
static bool is_redundant(Relation *r, const Edge *edges, const bool *is_dropped, u32 k) {
    const Edge *e = &edges[k];
    u32 n = 0;
    for (u32 i = r->g->first[e->from]; i < r->g->first[e->from + 1]; i++) {
        const Edge *f = &edges[i];
        if (i != k && !is_dropped[i] && !(e->marks & ~f->marks) && *below(r, e->to, f->to) &&
            !cube_is_empty(cube_and(f->label, e->label)))
            r->cubes[n++] = f->label;
    }
    return cube_is_covered(e->label, r->cubes, n, &r->effort);
}

static void drop_redundant(Relation *r, Graph *g, const u32 *to) {
    size_t size = g->nedges * sizeof(bool);
    bool *is_dropped = mem_zalloc(size);
    u32 n = 0, all = g->nedges;
    for (u32 i = 0; i < all; i++)
        g->edges[i].to = to[g->edges[i].to];
    for (u32 i = 0; i < all; i++)
        is_dropped[i] = is_redundant(r, g->edges, is_dropped, i);
    for (u32 i = 0; i < all; i++)
        if (!is_dropped[i])
            g->edges[n++] = g->edges[i];
    g->nedges = n;
    mem_free(is_dropped, size);
}

void graph_simulate(Graph *g, Effort *e) {
    Relation r;
    size_t size = g->nstates * sizeof(u32);
    u32 *to = mem_zalloc(size);
    graph_order(g);
    Graph before;
    graph_copy(&before, g);
    graph_order(&before);
    bool is_found = find_relation(&r, &before, e);
    if (is_found) {
        set_classes(&r, to);
        drop_redundant(&r, g, to);
        graph_renumber(g, to);
    }
    relation_done(&r);
    mem_free(to, size);
    graph_done(&before);
}
