// SPDX-License-Identifier: Apache-2.0
// Unit tests of the search orders on bare graphs, against reachability computed naively; and of the
// tree store.
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
    _Atomic u32 visited;
    u32 seed;
} Graph;

static u32 draw(Graph *g, u32 n) {
    g->seed = g->seed * 1664525u + 1013904223u;
    return (g->seed >> 8) % n;
}

// A node is known by a vector of one number after the head.
static void add(Graph *g, u32 node, Choice how, Children *out) {
    StateWord v[VECTOR_HEAD + 1] = {[VECTOR_WORDS] = VECTOR_HEAD + 1, [VECTOR_HEAD] = node};
    if (atomic_exchange(&g->seen[node], true))
        return;
    atomic_fetch_add(&g->visited, 1);
    children_add(out, how, v);
}

static StepEnd graph_start(void *self, Children *out) {
    add(self, 0, (Choice){0}, out);
    return STEP_NEW;
}

static StepEnd graph_expand(void *self, const StateWord *state, u64 depth, Children *out) {
    Graph *g = self;
    u32 at = state[VECTOR_HEAD];
    (void)depth;
    for (u32 t = 0; t < THREADS; t++)
        for (u32 a = 0; a < g->nalts[at][t]; a++) {
            out->violation = (Choice){t, a, 0};
            if (g->is_bad[g->next[at][t][a]])
                return STEP_VIOLATION;
            add(g, g->next[at][t][a], (Choice){t, a, 0}, out);
        }
    return STEP_NEW;
}

static StepEnd graph_judge(void *self, const StateWord *state) {
    (void)self, (void)state;
    return STEP_NEW;
}

static void graph_wait(void *self) { (void)self; }

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

static void check_graph(u32 seed, u32 bad, bool is_bfs, u32 workers) {
    static Graph g;
    static u32 dist[NODES];
    u32 reachable = 0;
    make(&g, seed, bad);
    distances(&g, dist);
    for (u32 i = 0; i < NODES; i++)
        reachable += dist[i] < NODES;
    u32 best = nearest_bad(&g, dist);
    Seam seam = {&g, graph_start, graph_expand, graph_judge, graph_wait, graph_wait, graph_wait},
         seams[MOST_WORKERS];
    for (u32 i = 0; i < workers; i++)
        seams[i] = seam;
    Schedule s = {0};
    bool found = is_bfs ? search_bfs(seams, workers, seed % 2, &s)
                        : search_dfs(seams, workers, seed % 2, &s);
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

// The orders wake their helpers only when there is work for them, so some graphs are large.
static void dfs_agrees(void **state) {
    (void)state;
    for (u32 seed = 1; seed <= 60; seed++)
        check_graph(seed, seed % 3 ? seed % 3 : 0, false, 1 + seed % MOST_WORKERS);
}

static void bfs_agrees_and_is_shortest(void **state) {
    (void)state;
    for (u32 seed = 1; seed <= 60; seed++)
        check_graph(seed, seed % 3, true, 1 + seed % MOST_WORKERS);
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
        cmocka_unit_test(tree_keeps_tuples_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
