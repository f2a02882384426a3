// SPDX-License-Identifier: Apache-2.0
// Unit tests of the search orders on bare graphs, against reachability computed naively; of a
// search for cycles over the same model and store; and of the tree store.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "search/search_int.h"
#include "state/state_int.h"

enum { NODES = 20000, THREADS = 2, ALTS = 2, MOST_WORKERS = 4, ROUNDS = 64 };

// A graph: from each node, each "thread" has up to ALTS successors. A node may be bad.
typedef struct Graph {
    u32 nalts[NODES][THREADS];
    u32 next[NODES][THREADS][ALTS];
    bool is_bad[NODES];
    atomic_bool seen[NODES];
    _Atomic u32 colours[NODES];
    _Atomic u32 visited;
    bool has_rows; // a node with one successor, which is larger, tells that it is alone
    atomic_bool entered[NODES];
    _Atomic u32 rests;
    u32 seed;
} Graph;

static u32 draw(Graph *g, u32 n) {
    g->seed = g->seed * 1664525u + 1013904223u;
    return (g->seed >> 8) % n;
}

// A node is known by a vector of one number after the head.
typedef StateWord NodeVector[VECTOR_HEAD + 1];
static const StateWord *vector_of(u32 node, NodeVector v) {
    memset(v, 0, sizeof(NodeVector));
    v[VECTOR_WORDS] = VECTOR_HEAD + 1;
    v[VECTOR_HEAD] = node;
    return v;
}

// One worker's model.
typedef struct Walker {
    Graph *graph;
    u32 at; // the node that was entered
    u32 expanded;
} Walker;

static StepEnd graph_initial(void *self, Children *out) {
    NodeVector v;
    (void)self;
    children_add(out, (Choice){.thread = THREAD_NONE}, vector_of(0, v));
    return STEP_ON;
}

static void graph_go(void *self, const StateWord *state, bool is_resumed) {
    Walker *w = self;
    assert_false(is_resumed);
    w->at = state[VECTOR_HEAD];
    atomic_store(&w->graph->entered[w->at], true);
}

static StepEnd graph_judge(void *self) {
    (void)self;
    return STEP_ON;
}

static u32 graph_ways(void *self, ThreadId t) {
    const Walker *w = self;
    return t < THREADS ? w->graph->nalts[w->at][t] : 0;
}

static StepEnd graph_step(void *self, Choice how, Children *out) {
    const Walker *w = self;
    NodeVector v;
    u32 next = w->graph->next[w->at][how.thread][how.alternative];
    if (w->graph->is_bad[next]) {
        children_end(out, (Ending){how, STEP_VIOLATION, 0});
        return STEP_VIOLATION;
    }
    children_add(out, how, vector_of(next, v));
    return STEP_ON;
}

static StepEnd graph_successors(void *self, Children *out) {
    Walker *w = self;
    u32 first = out->n;
    w->expanded++;
    for (ThreadId t = 0; t < THREADS; t++)
        for (u32 a = 0; a < graph_ways(self, t); a++)
            if (graph_step(self, (Choice){t, a, 0}, out) == STEP_VIOLATION)
                return STEP_VIOLATION;
    if (w->graph->has_rows && out->n == first + 1 && child_state(out, first)[VECTOR_HEAD] > w->at)
        out->items[first].traits |= STEP_IS_ALONE;
    return STEP_ON;
}

// As much for each expansion as one of a program is.
static u64 graph_effort(void *self) { return 1024ull * ((Walker *)self)->expanded; }

static const Fault *graph_fault(void *self) {
    static const Fault fault = {.kind = FAULT_ASSERTION};
    (void)self;
    return &fault;
}

// What the orders of this file ask.
static Model model_of(Walker *w) {
    return (Model){.self = w,
                   .initial = graph_initial,
                   .go = graph_go,
                   .judge = graph_judge,
                   .successors = graph_successors,
                   .effort = graph_effort,
                   .fault = graph_fault};
}

static void graph_expect(void *self, const StateWord *state) {
    (void)self;
    assert_true(state[VECTOR_HEAD] < NODES);
}

static bool graph_add(void *self, const StateWord *state, _Atomic u32 **colour) {
    Graph *g = self;
    u32 node = state[VECTOR_HEAD];
    if (colour)
        *colour = &g->colours[node];
    if (atomic_exchange(&g->seen[node], true))
        return false;
    atomic_fetch_add(&g->visited, 1);
    return true;
}

static void graph_wait(void *self) { (void)self; }

static void graph_rest(void *self) { atomic_fetch_add(&((Graph *)self)->rests, 1); }

static Store store_of(Graph *g) {
    return (Store){g, graph_expect, graph_add, graph_wait, graph_wait, graph_rest};
}

static bool goes_on(void *self, u64 depth) {
    (void)self;
    assert_true(depth > 0);
    return false;
}

static void is_chosen(void *self, const Fault *f) {
    (void)self;
    assert_int_equal(f->kind, FAULT_ASSERTION);
}

static void make(Graph *g, u32 seed, u32 bad) {
    memset(g, 0, sizeof *g);
    g->seed = seed;
    for (u32 i = 0; i < NODES; i++)
        for (u32 t = 0; t < THREADS; t++) {
            g->nalts[i][t] = draw(g, ALTS + 1);
            for (u32 a = 0; a < ALTS; a++)
                g->next[i][t][a] = draw(g, NODES);
        }
    for (u32 i = 0; i < bad; i++)
        g->is_bad[1 + draw(g, NODES - 1)] = true;
}

// Distances from node 0 without leaving bad nodes; NODES if not reachable.
static void distances(const Graph *g, u32 dist[NODES]) {
    for (u32 i = 0; i < NODES; i++)
        dist[i] = i ? NODES : 0;
    for (u32 round = 0; round < ROUNDS; round++)
        for (u32 i = 0; i < NODES; i++)
            for (u32 t = 0; t < THREADS && dist[i] < NODES && !g->is_bad[i]; t++)
                for (u32 a = 0; a < g->nalts[i][t]; a++)
                    if (dist[i] + 1 < dist[g->next[i][t][a]])
                        dist[g->next[i][t][a]] = dist[i] + 1;
}

static u32 nearest_bad(const Graph *g, const u32 dist[NODES]) {
    u32 best = NODES;
    for (u32 i = 0; i < NODES; i++)
        if (g->is_bad[i] && dist[i] < best)
            best = dist[i];
    return best;
}

static u32 follow(const Graph *g, const Schedule *s) {
    u32 at = 0;
    for (u32 i = 0; i < s->len; i++)
        at = g->next[at][s->steps[i].thread][s->steps[i].alternative];
    return at;
}

// How many nodes were expanded; whether and how something bad was found.
static u32 run(Graph *g, Order *order, u32 workers, bool at_once, bool *found, Schedule *s) {
    Seam seams[MOST_WORKERS];
    Walker walkers[MOST_WORKERS];
    u32 expanded = 0;
    for (u32 i = 0; i < workers; i++) {
        walkers[i] = (Walker){.graph = g};
        seams[i] =
            (Seam){model_of(&walkers[i]), store_of(g), {NULL, goes_on, is_chosen, NULL, NULL}};
    }
    *found = order(seams, workers, at_once, s);
    for (u32 i = 0; i < workers; i++)
        expanded += walkers[i].expanded;
    return expanded;
}

static void check_graph(u32 seed, u32 bad, Order *order, u32 workers) {
    static Graph g;
    static u32 dist[NODES];
    u32 reachable = 0;
    make(&g, seed, bad);
    distances(&g, dist);
    for (u32 i = 0; i < NODES; i++)
        reachable += dist[i] < NODES;
    u32 best = nearest_bad(&g, dist);
    Schedule s = {0};
    bool found;
    u32 expanded = run(&g, order, workers, seed % 2, &found, &s);
    assert_int_equal(found, best < NODES);
    if (found) {
        assert_true(g.is_bad[follow(&g, &s)]);
        if (order == search_bfs)
            assert_int_equal(s.len, best);
    } else {
        assert_int_equal(g.visited, reachable);
        assert_int_equal(expanded, reachable); // each once
    }
    schedule_done(&s);
}

// The orders wake their helpers only when there is work for them, so some graphs are large.
static void dfs_agrees(void **state) {
    (void)state;
    for (u32 seed = 1; seed <= 60; seed++)
        check_graph(seed, seed % 3, search_dfs, 1 + seed % MOST_WORKERS);
}

static void bfs_agrees_and_is_shortest(void **state) {
    (void)state;
    for (u32 seed = 1; seed <= 60; seed++)
        check_graph(seed, seed % 3, search_bfs, 1 + seed % MOST_WORKERS);
}

static void mixed_agrees(void **state) {
    (void)state;
    for (u32 seed = 1; seed <= 60; seed++)
        check_graph(seed, seed % 3, search_mixed, 1 + seed % MOST_WORKERS);
}

// ---- bugs of two sorts --------------------------------------------------------------------------
// A corridor along which the first thread goes from node 0, and a binary tree into which the second
// one goes.

enum { SMALL = 500, LARGE = 12000 };

// What is bad is the end of the corridor, or the last node of the tree.
static void make_sorts(Graph *g, u32 corridor, u32 tree, bool is_deep) {
    memset(g, 0, sizeof *g);
    assert_true(1 + corridor + tree <= NODES);
    for (u32 i = 0; i < corridor; i++) {
        g->nalts[i][0] = 1;
        g->next[i][0][0] = i + 1;
    }
    u32 root = corridor + 1;
    g->nalts[0][1] = 1;
    g->next[0][1][0] = root;
    for (u32 i = 0; i < tree; i++)
        for (u32 a = 0; a < ALTS && 2 * i + 1 + a < tree; a++) {
            g->nalts[root + i][1] = a + 1;
            g->next[root + i][1][a] = root + 2 * i + 1 + a;
        }
    g->is_bad[is_deep ? corridor : corridor + tree] = true;
}

static u32 expansions(u32 corridor, u32 tree, bool is_deep, Order *order, u32 workers) {
    static Graph g;
    Schedule s = {0};
    bool found;
    make_sorts(&g, corridor, tree, is_deep);
    u32 expanded = run(&g, order, workers, workers > 1, &found, &s);
    assert_true(found && g.is_bad[follow(&g, &s)]);
    schedule_done(&s);
    return expanded;
}

static void mixed_finds_both_sorts(void **state) {
    (void)state;
    enum { SLACK = 64 };
    // One order is quick, the other one looks at nearly everything first.
    u32 shallow = expansions(LARGE, SMALL, false, search_bfs, 1);
    u32 deep = expansions(SMALL, LARGE, true, search_dfs, 1);
    assert_true(expansions(LARGE, SMALL, false, search_dfs, 1) > LARGE && shallow < 2 * SMALL);
    assert_true(expansions(SMALL, LARGE, true, search_bfs, 1) > LARGE / 2 && deep < 2 * SMALL);
    u32 for_shallow = expansions(LARGE, SMALL, false, search_mixed, 1);
    u32 for_deep = expansions(SMALL, LARGE, true, search_mixed, 1);
    // A build with tiny tables has hardly any room for what is found breadth-first.
    assert_true(IS_TINY || for_shallow <= 2 * shallow + SLACK);
    assert_true(for_deep <= 2 * deep + SLACK);
    // With one worker it does the same every time.
    assert_int_equal(expansions(LARGE, SMALL, false, search_mixed, 1), for_shallow);
    assert_int_equal(expansions(SMALL, LARGE, true, search_mixed, 1), for_deep);
    for (u32 workers = 2; workers <= MOST_WORKERS; workers++) {
        expansions(LARGE, SMALL, false, search_mixed, workers);
        expansions(SMALL, LARGE, true, search_mixed, workers);
    }
}

// ---- rows of states that are not kept -----------------------------------------------------------
// A corridor in which every seventh node has a second way on, or one back.

static void make_rows(Graph *g, u32 corridor, bool has_bad) {
    memset(g, 0, sizeof *g);
    g->has_rows = true;
    for (u32 i = 0; i < corridor; i++) {
        g->nalts[i][0] = 1;
        g->next[i][0][0] = i + 1;
        g->nalts[i][1] = i % 7 == 0;
        g->next[i][1][0] = i % 2 || i + 3 > corridor ? i / 2 : i + 3;
    }
    g->is_bad[corridor] = has_bad;
}

static void check_rows(Order *order, u32 workers, bool has_bad) {
    static Graph g;
    enum { CORRIDOR = 600 };
    Schedule s = {0};
    bool found;
    make_rows(&g, CORRIDOR, has_bad);
    u32 expanded = run(&g, order, workers, workers > 1, &found, &s);
    assert_int_equal(found, has_bad);
    assert_true(!found || g.is_bad[follow(&g, &s)]);
    for (u32 i = 0; i <= CORRIDOR && !found; i++)
        assert_true(g.entered[i]);
    assert_true(g.rests > 0 && g.visited < CORRIDOR);
    assert_true(found || expanded > CORRIDOR);
    schedule_done(&s);
}

static void rows_are_not_kept(void **state) {
    Order *const orders[] = {search_dfs, search_bfs, search_mixed};
    (void)state;
    for (u32 i = 0; i < ARRAY_LEN(orders); i++)
        for (u32 workers = 1; workers <= MOST_WORKERS; workers++) {
            check_rows(orders[i], workers, false);
            check_rows(orders[i], workers, true);
        }
}

// ---- cycles -------------------------------------------------------------------------------------
// A search that must see the successors that were seen before, and keeps a colour with each state.

enum { ON_PATH = 1, DONE };

typedef struct Cycles {
    const Model *model;
    const Store *store;
    Children *lists; // of the states on the path: those still to be visited
    u32 *nodes;
    u32 n;
} Cycles;

static void push(Cycles *c, u32 node) {
    NodeVector v;
    Children *list = &c->lists[c->n];
    *list = (Children){.store = c->store};
    c->nodes[c->n++] = node;
    c->model->go(c->model->self, vector_of(node, v), false);
    assert_int_equal(c->model->judge(c->model->self), STEP_ON);
    assert_int_equal(c->model->successors(c->model->self, list), STEP_ON);
}

static void pop(Cycles *c) {
    NodeVector v;
    _Atomic u32 *colour;
    c->n--;
    assert_false(c->store->add(c->store->self, vector_of(c->nodes[c->n], v), &colour));
    atomic_store(colour, DONE);
    children_done(&c->lists[c->n]);
}

// Goes to a node, unless it was there before: whether that closes a cycle.
static bool visit(Cycles *c, u32 node) {
    NodeVector v;
    _Atomic u32 *colour;
    if (!c->store->add(c->store->self, vector_of(node, v), &colour))
        return atomic_load(colour) == ON_PATH;
    atomic_store(colour, ON_PATH);
    push(c, node);
    return false;
}

static bool visit_next(Cycles *c) {
    Children *list = &c->lists[c->n - 1];
    u32 node = child_state(list, list->n - 1)[VECTOR_HEAD];
    children_cut(list, list->n - 1);
    return visit(c, node);
}

static bool has_cycle(Graph *g) {
    Walker w = {.graph = g};
    Model model = model_of(&w);
    Store store = store_of(g);
    Cycles c = {&model, &store, mem_zalloc(NODES * sizeof(Children)),
                mem_zalloc(NODES * sizeof(u32)), 0};
    bool is_found = visit(&c, 0);
    while (c.n && !is_found)
        if (c.lists[c.n - 1].n)
            is_found = visit_next(&c);
        else
            pop(&c);
    while (c.n)
        pop(&c);
    mem_free(c.lists, NODES * sizeof(Children));
    mem_free(c.nodes, NODES * sizeof(u32));
    return is_found;
}

// A graph whose edges all lead upwards, and maybe one that leads back from a node that can be
// reached to one that leads there.
static void cycles_are_found(void **state) {
    (void)state;
    static Graph g;
    static u32 dist[NODES];
    for (u32 seed = 1; seed <= 20; seed++) {
        make(&g, seed, 0);
        for (u32 i = 0; i < NODES; i++)
            for (u32 t = 0; t < THREADS; t++)
                for (u32 a = 0; a < ALTS; a++)
                    g.next[i][t][a] = i + 1 + g.next[i][t][a] % 50;
        for (u32 i = NODES - 50; i < NODES; i++)
            memset(g.nalts[i], 0, sizeof g.nalts[i]);
        distances(&g, dist);
        u32 last = NODES - 51;
        while (last > 0 && (dist[last] == NODES || !g.nalts[last][0]))
            last--;
        if (seed % 2)
            g.next[last][0][0] = 0;
        assert_int_equal(has_cycle(&g), seed % 2 && g.nalts[last][0]);
    }
}

static void tree_keeps_tuples_apart(void **state) {
    (void)state;
    enum { LEN = 7, VALUES = 3, WORDS = 32 };
    PairMap *inner = pairmap_new();
    Folder *folder = mem_zalloc(sizeof *folder);
    folder->inner = inner;
    RootSet *roots = rootset_new(6);
    u32 total = 1, seen = 0, rows[WORDS] = {0}, again[WORDS] = {0};
    assert_true(tree_words(LEN) <= WORDS);
    for (u32 i = 0; i < LEN; i++)
        total *= VALUES;
    for (u32 i = 0; i < LEN; i++)
        again[i] = 1;
    tree_fold(folder, again, LEN);
    for (u32 round = 0; round < 2; round++)
        for (u32 k = 0; k < total; k++) {
            u32 changed[LEN], n = 0, x = k;
            for (u32 i = 0; i < LEN; i++, x /= VALUES) {
                rows[i] = x % VALUES + 1;
                if (again[i] != rows[i])
                    changed[n++] = i;
                again[i] = rows[i];
            }
            bool is_known = tree_find(inner, rows, LEN) && rootset_has(roots, tree_root(rows, LEN));
            assert_int_equal(is_known, round == 1);
            tree_fold(folder, rows, LEN);
            tree_refold(folder, again, LEN, changed, n);
            Root root = tree_root(rows, LEN), same = tree_root(again, LEN);
            assert_true(root.low == same.low && root.high == same.high);
            seen += rootset_add(roots, root);
            if (rootset_wants_growth(roots))
                rootset_grow(roots, NULL);
        }
    assert_int_equal(seen, total);
    mem_free(folder, sizeof *folder);
    pairmap_free(inner);
    rootset_free(roots);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dfs_agrees),
        cmocka_unit_test(bfs_agrees_and_is_shortest),
        cmocka_unit_test(mixed_agrees),
        cmocka_unit_test(mixed_finds_both_sorts),
        cmocka_unit_test(rows_are_not_kept),
        cmocka_unit_test(cycles_are_found),
        cmocka_unit_test(tree_keeps_tuples_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
