// SPDX-License-Identifier: Apache-2.0
// Breadth-first search: a counterexample has the fewest steps possible. Every state remembers from where and how it was
// reached first.
#include "search/search_int.h"

typedef struct Node {
    StateRef ref;
    u32 parent;         // index of its node; the initial state is its own parent
    u32 depth;
    Choice how;
} Node;

typedef struct Bfs {
    const Seam *seam;
    Node *nodes;        // in the order of discovery: the queue is its tail
    u32 nnodes, nodes_cap;
    Schedule ways;
} Bfs;

static void collect(const Bfs *b, u32 at, Choice last, Schedule *found) {
    u32 n = b->nodes[at].depth + 1;
    found->len = 0;
    VEC_RESERVE(found->steps, 0, found->cap, n);
    found->len = n;
    found->steps[n - 1] = last;
    for (u32 i = n - 1; i-- > 0; at = b->nodes[at].parent)
        found->steps[i] = b->nodes[at].how;
}

// Tries every way on from node `at`; true if a violation was found or the search must stop.
static bool expand(Bfs *b, u32 at, Schedule *found, bool *is_found) {
    const Seam *seam = b->seam;
    seam->load(seam->self, b->nodes[at].ref);
    b->ways.len = 0;
    seam->ways(seam->self, &b->ways);
    bool is_loaded = true;
    for (u32 w = 0; w < b->ways.len; w++) {
        for (u32 alt = 0; alt < b->ways.steps[w].alternative; alt++) {
            if (seam->should_stop(seam->self, b->nodes[at].depth + 1))
                return true;
            if (!is_loaded)
                seam->load(seam->self, b->nodes[at].ref);
            is_loaded = false;
            Choice c = {b->ways.steps[w].thread, alt};
            StateRef ref;
            StepEnd end = seam->step(seam->self, c, &ref);
            if (end == STEP_VIOLATION) {
                collect(b, at, c, found);
                *is_found = true;
                return true;
            }
            if (end == STEP_NEW) {
                u32 depth = b->nodes[at].depth + 1;
                VEC_PUSH(b->nodes, b->nnodes, b->nodes_cap) = (Node){ref, at, depth, c};
            }
        }
    }
    return false;
}

bool search_bfs(const Seam *seam, Schedule *found) {
    Bfs b = {.seam = seam};
    StateRef ref;
    bool is_found = false;
    StepEnd end = seam->start(seam->self, &ref);
    if (end == STEP_VIOLATION) {
        found->len = 0;
        is_found = true;
    } else if (end == STEP_NEW) {
        VEC_PUSH(b.nodes, b.nnodes, b.nodes_cap) = (Node){.ref = ref};
    }
    for (u32 at = 0; at < b.nnodes && !is_found; at++)
        if (expand(&b, at, found, &is_found))
            break;
    VEC_FREE(b.nodes, b.nodes_cap);
    VEC_FREE(b.ways.steps, b.ways.cap);
    return is_found;
}
