// SPDX-License-Identifier: Apache-2.0
// What follows from comparisons alone: programs that sort, merge and search compare values with
// each other and look at nothing else of them. Terms are vertices of a graph, whatever they are
// made of; numbers are too, and lie between each other as they do. An arc says that one is at most
// the other, or less.
//
// SOUND: A term that would be less than itself makes all of it impossible, and so do two that must
// be the same and must not. That follows from the comparisons that were understood, whatever else
// is required: both orders are transitive, and a comparison is understood only if it is by the same
// order as the others (signed of the same width, or unsigned). That nothing is wrong proves
// nothing: numbers in the order of the graph are tried on all requirements, and only if they hold
// is the answer yes.
#include "solve/solve_int.h"

enum { MOST = 32 }; // vertices: sets of them are bits of a word

typedef struct Graph {
    const Query *q;
    SolveId ids[MOST];
    u32 n;
    u32 bits;       // of signed comparisons; 0: unsigned
    u32 most[MOST]; // those that it is at most
    u32 less[MOST]; // of these, those that it is less than
    u32 unequal[MOST];
    bool is_full; // there are more terms
} Graph;

static u32 vertex(Graph *g, SolveId id) {
    for (u32 i = 0; i < g->n; i++)
        if (g->ids[i] == id)
            return i;
    if (g->n == MOST) {
        g->is_full = true;
        return 0;
    }
    g->most[g->n] = g->less[g->n] = g->unequal[g->n] = 0;
    g->ids[g->n] = id;
    return g->n++;
}

static bool is_order(const Node *n) { return n->op >= TERM_ULT && n->op <= TERM_SLE; }
static bool is_signed(const Node *n) { return n->op == TERM_SLT || n->op == TERM_SLE; }

static void add_arc(Graph *g, u32 from, u32 to, bool is_strict) {
    g->most[from] |= 1u << to;
    g->less[from] |= (u32)is_strict << to;
}

// Comparisons by another order are not looked at, nor is anything else.
static void add_comparison(Graph *g, const Node *n) {
    if (n->op < TERM_EQ || n->op > TERM_SLE ||
        (is_order(n) && (is_signed(n) ? n->bits : 0) != g->bits))
        return;
    u32 a = vertex(g, n->arg[0]), b = vertex(g, n->arg[1]);
    if (g->is_full)
        return;
    if (n->op == TERM_NE) {
        g->unequal[a] |= 1u << b;
        return;
    }
    add_arc(g, a, b, n->op == TERM_ULT || n->op == TERM_SLT);
    if (n->op == TERM_EQ)
        add_arc(g, b, a, false);
}

// Signed numbers with the sign turned: then their order is that of unsigned ones. It turns back,
// too.
static u64 turned(const Graph *g, u64 v) { return g->bits ? v ^ 1ull << (g->bits - 1) : v; }

static bool number_at(const Graph *g, u32 i, u64 *v) {
    const Node *n = &g->q->nodes[g->ids[i]];
    bool is = node_is_number(n);
    *v = is ? turned(g, node_number(n)) : 0;
    return is;
}

static void order_numbers(Graph *g) {
    u64 a, b;
    for (u32 i = 0; i < g->n; i++)
        for (u32 k = 0; k < g->n; k++)
            if (number_at(g, i, &a) && number_at(g, k, &b) && a < b)
                add_arc(g, i, k, true);
}

static void build(Graph *g, const Slices *s, const Slice *slice) {
    const SolveId *required = s->required + slice->required;
    for (u32 i = 0; i < slice->nrequired; i++) {
        const Node *n = &g->q->nodes[required[i]];
        if (!is_order(n))
            continue;
        g->bits = is_signed(n) ? n->bits : 0;
        break;
    }
    for (u32 i = 0; i < slice->nrequired && !g->is_full; i++)
        add_comparison(g, &g->q->nodes[required[i]]);
    order_numbers(g);
}

// Arcs for all paths, by Warshall's algorithm. A path is strict if one of its arcs is.
static void close_paths(Graph *g) {
    for (u32 k = 0; k < g->n; k++)
        for (u32 i = 0; i < g->n; i++) {
            if (g->most[i] >> k & 1) {
                g->most[i] |= g->most[k];
                g->less[i] |= g->less[k];
            }
            if (g->less[i] >> k & 1)
                g->less[i] |= g->most[k];
        }
}

static bool is_at_most(const Graph *g, u32 a, u32 b) { return a == b || (g->most[a] >> b & 1); }
static bool are_same(const Graph *g, u32 a, u32 b) {
    return is_at_most(g, a, b) && is_at_most(g, b, a);
}

static bool is_impossible(const Graph *g) {
    ENSURE(g->n <= MOST);
    for (u32 i = 0; i < g->n && i < MOST; i++) {
        if (g->less[i] >> i & 1)
            return true;
        for (u32 k = 0; k < g->n; k++)
            if ((g->unequal[i] >> k & 1) && are_same(g, i, k))
                return true;
    }
    return false;
}

static u32 count_below(const Graph *g, u32 at) {
    u32 n = 0;
    for (u32 i = 0; i < g->n; i++)
        n += is_at_most(g, i, at) && !is_at_most(g, at, i);
    return n;
}

// A number for a vertex, where all below it have theirs: one more than those; or less than the
// numbers above it, with room between.
static u64 place(const Graph *g, u32 at, const u64 *placed, const bool *is_placed) {
    u64 low = 0, high = g->bits ? 1ull << (g->bits - 1) : MOST, v;
    bool has_low = false;
    for (u32 i = 0; i < g->n; i++) {
        if (are_same(g, i, at) && (is_placed[i] || number_at(g, i, &v)))
            return is_placed[i] ? placed[i] : v;
        if (is_placed[i] && is_at_most(g, i, at) && (!has_low || placed[i] >= low)) {
            has_low = true;
            low = placed[i] + 1;
        }
        if (number_at(g, i, &v) && is_at_most(g, at, i) && v < high)
            high = v;
    }
    return has_low ? low : high > MOST ? high - MOST : 0;
}

// Puts numbers in the order of the graph into the unknowns. False: others are asked for, too.
static bool place_all(const Graph *g, u64 *values) {
    u64 placed[MOST];
    bool is_placed[MOST] = {false};
    for (u32 below = 0; below < g->n; below++)
        for (u32 i = 0; i < g->n; i++) {
            if (count_below(g, i) != below)
                continue;
            placed[i] = place(g, i, placed, is_placed);
            is_placed[i] = true;
            const Node *n = &g->q->nodes[g->ids[i]];
            if (n->op == NODE_UNKNOWN)
                values[g->ids[i]] = turned(g, placed[i]) & term_mask(n->width);
            else if (!node_is_number(n))
                return false;
        }
    return true;
}

bool orders_answer(const Slices *s, const Slice *slice, const Query *q, u64 *values,
                   SolveAnswer *answer) {
    ENSURE(!slice->is_answered && slice->nunknowns);
    Graph g = {.q = q};
    build(&g, s, slice);
    if (g.n == 0 || g.is_full)
        return false;
    close_paths(&g);
    bool is_no = is_impossible(&g);
    if (!is_no && (!place_all(&g, values) || !slice_holds(s, slice, q, values)))
        return false;
    *answer = is_no ? SOLVE_NO : SOLVE_YES;
    return true;
}
