// SPDX-License-Identifier: Apache-2.0
// Unit tests of the search orders on bare graphs, against reachability computed naively; and of the tree store.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "search/search_int.h"
#include "state/state_int.h"

enum { NODES = 40, THREADS = 2, ALTS = 2 };

// A graph: from each node, each "thread" has up to ALTS successors. A node may be bad.
typedef struct Graph {
    u32 nalts[NODES][THREADS];
    u32 next[NODES][THREADS][ALTS];
    bool is_bad[NODES], seen[NODES];
    u32 at, visited, seed;
} Graph;

static u32 draw(Graph *g, u32 n) {
    g->seed = g->seed * 1664525u + 1013904223u;
    return (g->seed >> 8) % n;
}

static StepEnd arrive(Graph *g, u32 node, StateRef *ref) {
    g->at = node;
    *ref = node;
    if (g->is_bad[node])
        return STEP_VIOLATION;
    if (g->seen[node])
        return STEP_OLD;
    g->seen[node] = true;
    g->visited++;
    return STEP_NEW;
}

static StepEnd graph_start(void *self, StateRef *ref) { return arrive(self, 0, ref); }
static void graph_load(void *self, StateRef ref) { ((Graph *)self)->at = (u32)ref; }
static void graph_ways(void *self, Schedule *list) {
    Graph *g = self;
    for (u32 t = 0; t < THREADS; t++)
        if (g->nalts[g->at][t])
            VEC_PUSH(list->steps, list->len, list->cap) = (Choice){t, g->nalts[g->at][t]};
}
static StepEnd graph_step(void *self, Choice c, StateRef *ref) {
    Graph *g = self;
    assert_true(c.alternative < g->nalts[g->at][c.thread]);
    return arrive(g, g->next[g->at][c.thread][c.alternative], ref);
}
static bool graph_should_stop(void *self, u64 depth) {
    (void)self, (void)depth;
    return false;
}

static void make(Graph *g, u32 seed, u32 bad) {
    *g = (Graph){.seed = seed};
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
    for (u32 round = 0; round < NODES; round++)
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

static void check_graph(u32 seed, u32 bad, bool is_bfs) {
    Graph g;
    make(&g, seed, bad);
    u32 dist[NODES], reachable = 0;
    distances(&g, dist);
    for (u32 i = 0; i < NODES; i++)
        reachable += dist[i] < NODES;
    u32 best = nearest_bad(&g, dist);
    Seam seam = {&g, graph_start, graph_load, graph_ways, graph_step, graph_should_stop};
    Schedule s = {0};
    bool found = is_bfs ? search_bfs(&seam, &s) : search_dfs(&seam, &s);
    assert_int_equal(found, best < NODES);
    if (found) {
        assert_true(g.is_bad[follow(&g, &s)]);
        if (is_bfs)
            assert_int_equal(s.len, best);
    } else {
        assert_int_equal(g.visited, reachable);
    }
    schedule_done(&s);
}

static void dfs_agrees(void **state) {
    (void)state;
    for (u32 seed = 1; seed <= 500; seed++)
        check_graph(seed, seed % 3, false);
}

static void bfs_agrees_and_is_shortest(void **state) {
    (void)state;
    for (u32 seed = 1; seed <= 500; seed++)
        check_graph(seed, seed % 3, true);
}

static void tree_keeps_tuples_apart(void **state) {
    (void)state;
    enum { LEN = 7, VALUES = 3 };
    PairSet inner, roots;
    TreeCursor c = {0};
    pairs_init(&inner);
    pairs_init(&roots);
    u32 total = 1, seen = 0;
    for (u32 i = 0; i < LEN; i++)
        total *= VALUES;
    for (u32 round = 0; round < 2; round++)
        for (u32 k = 0; k < total; k++) {
            u32 tuple[LEN], x = k;
            for (u32 i = 0; i < LEN; i++, x /= VALUES)
                tuple[i] = x % VALUES;
            bool is_new;
            u32 root = tree_fold(&inner, &roots, &c, tuple, LEN, &is_new);
            assert_int_equal(is_new, round == 0);
            seen += is_new;
            if (k % 5 == 0)
                c.len = 0;                  // forget what is known of the last tuple
            const u32 *back = tree_unfold(&inner, &roots, &c, root, LEN);
            assert_memory_equal(back, tuple, sizeof tuple);
        }
    assert_int_equal(seen, total);
    tree_cursor_done(&c);
    pairs_done(&inner);
    pairs_done(&roots);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dfs_agrees),
        cmocka_unit_test(bfs_agrees_and_is_shortest),
        cmocka_unit_test(tree_keeps_tuples_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
