// SPDX-License-Identifier: Apache-2.0
// From a node of the tree that forward.c makes to a run: any number becomes as many as are needed.
//
// The run is found from its end. What is needed at a node is what the moves behind it take: nothing
// at the last one. Before a move, its thread is needed instead of what it makes. Where a node was
// accelerated, the move to it makes `raw` threads of what it then has any number of. If more are
// needed, the moves between the ancestor and the node are taken once more, again and again: each
// time at least one thread less is needed. What is needed of that which the ancestor has any number
// of is for the ancestors of the ancestor to find, at last for the beginning.
//
// Accelerations are undone in the opposite order, since a round may use up what the earlier ones
// have any number of. A round may contain accelerated nodes itself.
#include "count/count_int.h"

enum { MOST_MOVES = 1 << 20, MOST_NESTED = 1000 };

typedef struct Unroll {
    const Tree *tree;
    Mover *mover;
    CountConfig need;
    u32 *plan; // nodes by whose moves the run goes, the last first
    u32 nplan, plan_cap;
    u32 nested;
    bool is_too_long;
} Unroll;

static const CountMove *move_to(const Unroll *u, u32 node, u32 *global) {
    const TreeNode *n = &u->tree->nodes[node];
    u32 nmoves;
    *global = u->tree->nodes[n->parent].config.global;
    const CountMove *moves = mover_moves(u->mover, *global, n->local, &nmoves);
    ENSURE(n->move < nmoves);
    return &moves[n->move];
}

// What is needed before the move to the node.
static void undo_move(Unroll *u, u32 node) {
    u32 global;
    const CountMove *m = move_to(u, node, &global);
    if (m->local != LOCAL_NONE)
        config_remove(&u->need, m->local);
    for (u32 i = 0; i < m->nstarted; i++)
        config_remove(&u->need, m->started[i]);
    config_add(&u->need, u->tree->nodes[node].local, 1);
    u->need.global = global;
    VEC_PUSH(u->plan, u->nplan, u->plan_cap) = node;
    u->is_too_long |= u->nplan >= MOST_MOVES;
}

static void go_up(Unroll *u, u32 node, u32 top);

// The node's configuration before the rounds from the k-th on.
static void before_round(const Unroll *u, u32 node, u32 k, CountConfig *out) {
    const TreeNode *n = &u->tree->nodes[node];
    u32 global;
    config_copy(out, &u->tree->nodes[n->parent].config);
    mover_take(out, n->local, move_to(u, node, &global));
    for (u32 i = 0; i < k; i++)
        config_accelerate(out, &u->tree->nodes[u->tree->rounds[n->rounds + i]].config);
}

// Whether more is needed of something than there is before the round, which makes more of it.
static bool needs_round(const Unroll *u, const CountConfig *before, const CountConfig *ancestor) {
    for (u32 i = 0; i < u->need.n; i++) {
        const CountPart *p = &u->need.parts[i];
        u32 had = config_count(before, p->local);
        if (had != COUNT_ANY && p->count > had && had > config_count(ancestor, p->local))
            return true;
    }
    return false;
}

static void undo_rounds(Unroll *u, u32 node) {
    const TreeNode *n = &u->tree->nodes[node];
    CountConfig before = {0};
    for (u32 k = n->nrounds; k-- > 0 && !u->is_too_long;) {
        u32 ancestor = u->tree->rounds[n->rounds + k];
        before_round(u, node, k, &before);
        while (needs_round(u, &before, &u->tree->nodes[ancestor].config) && !u->is_too_long) {
            undo_move(u, node);
            go_up(u, n->parent, ancestor);
        }
    }
    config_done(&before);
}

// From what is needed at the node to what is needed at the one above it.
static void go_up(Unroll *u, u32 node, u32 top) {
    u->is_too_long |= ++u->nested > MOST_NESTED;
    for (; node != top && !u->is_too_long; node = u->tree->nodes[node].parent) {
        undo_rounds(u, node);
        if (u->tree->nodes[node].parent == NO_NODE)
            break;
        undo_move(u, node);
    }
    u->nested--;
}

bool unroll(const Tree *t, u32 node, Mover *mover, CountResult *r) {
    Unroll u = {.tree = t, .mover = mover, .need.global = t->nodes[node].config.global};
    go_up(&u, node, NO_NODE);
    if (!u.is_too_long) {
        Crowd c;
        crowd_init(&c, mover, u.need.global, r);
        while (u.nplan) {
            const TreeNode *n = &t->nodes[u.plan[--u.nplan]];
            crowd_step(&c, n->local, n->move);
        }
        ENSURE(c.global == t->nodes[node].config.global);
        r->threads = c.n;
        crowd_done(&c);
    }
    VEC_FREE(u.plan, u.plan_cap);
    config_done(&u.need);
    return !u.is_too_long;
}
