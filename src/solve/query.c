// SPDX-License-Identifier: Apache-2.0
// The terms of a query. Equal terms are one node, found by an index whose slots are marked with the
// query that wrote them: so beginning a new one costs nothing.
#include "solve/solve_int.h"

#include <string.h>

void query_init(Query *q) {
    *q = (Query){.index_mask = 63};
    q->index = mem_zalloc((q->index_mask + 1) * sizeof *q->index);
    query_begin(q);
}

void query_done(Query *q) {
    mem_free(q->index, (q->index_mask + 1) * sizeof *q->index);
    VEC_FREE(q->nodes, q->capnodes);
    VEC_FREE(q->required, q->caprequired);
    VEC_FREE(q->marks, q->capmarks);
}

void query_begin(Query *q) {
    q->nnodes = q->nrequired = 0;
    q->is_false = false;
    VEC_PUSH(q->nodes, q->nnodes, q->capnodes) = (Node){0};
    if (++q->number == 0) { // all numbers were used: none of them may be taken for a new one
        memset(q->index, 0, (q->index_mask + 1) * sizeof *q->index);
        memset(q->marks, 0, q->capmarks * sizeof *q->marks);
        q->number = 1;
    }
}

// An unknown is known by its name alone.
static u64 hash_of(Node n) {
    if (n.op == NODE_UNKNOWN)
        n.width = n.bits = 0;
    return hash_bytes(&n, sizeof n, 0);
}

static bool is_same(const Node *a, const Node *b) {
    if (a->op == NODE_UNKNOWN && b->op == NODE_UNKNOWN)
        return a->param == b->param;
    return memcmp(a, b, sizeof *a) == 0;
}

static NodeSlot *slot_of(const Query *q, const Node *n) {
    u32 at = (u32)hash_of(*n) & q->index_mask;
    while (q->index[at].query == q->number && !is_same(&q->nodes[q->index[at].id], n))
        at = (at + 1) & q->index_mask;
    return &q->index[at];
}

static void grow_index(Query *q) {
    CHECK(2 * q->nnodes > q->index_mask);
    u32 old = q->index_mask + 1;
    mem_free(q->index, old * sizeof *q->index);
    q->index = mem_zalloc(2 * (size_t)old * sizeof *q->index);
    q->index_mask = 2 * old - 1;
    for (SolveId id = 1; id < q->nnodes; id++)
        *slot_of(q, &q->nodes[id]) = (NodeSlot){q->number, id};
}

static SolveId intern(Query *q, const Node *n) {
    _Static_assert(sizeof(Node) == 8 + 4 * TERM_OPERANDS, "no padding");
    NodeSlot *slot = slot_of(q, n);
    if (slot->query == q->number)
        return slot->id;
    if (2 * q->nnodes > q->index_mask) {
        grow_index(q);
        slot = slot_of(q, n);
    }
    *slot = (NodeSlot){q->number, q->nnodes};
    VEC_PUSH(q->nodes, q->nnodes, q->capnodes) = *n;
    return slot->id;
}

SolveId query_unknown(Query *q, u32 name, u32 width) {
    ENSURE(width >= 1 && width <= 64);
    Node n = {.op = NODE_UNKNOWN, .bits = (u8)width, .width = (u8)width, .param = name};
    SolveId id = intern(q, &n);
    ENSURE(q->nodes[id].width == width);
    return id;
}

// A number is as wide as it must be, so that equal numbers are one node.
SolveId query_number(Query *q, u64 v) {
    u8 width = (u8)(v ? 64 - __builtin_clzll(v) : 1);
    Node n = {.op = NODE_NUMBER, .bits = width, .width = width, .arg = {(u32)v, (u32)(v >> 32)}};
    SolveId id = intern(q, &n);
    CHECK(node_number(&q->nodes[id]) == v);
    return id;
}

SolveId query_node(Query *q, TermOp op, u32 bits, u32 width, u32 param, const SolveId *args) {
    ENSURE(term_is_formed(op, bits, width, param));
    Node n = {.op = (u16)op, .bits = (u8)bits, .width = (u8)width, .param = param};
    for (u32 i = 0; i < term_info[op].operands; i++) {
        ENSURE(args[i] && args[i] < q->nnodes);
        ENSURE(q->nodes[args[i]].width <= term_operand_width(op, bits, width, param, i));
        n.arg[i] = args[i];
    }
    return intern(q, &n);
}

u64 node_value(const Query *q, SolveId id, const u64 *values) {
    const Node *n = &q->nodes[id];
    ENSURE(id && n->op != NODE_UNKNOWN);
    if (node_is_number(n))
        return node_number(n);
    u64 args[TERM_OPERANDS];
    for (u32 i = 0; i < term_info[n->op].operands; i++)
        args[i] = values[n->arg[i]];
    return term_compute((TermOp)n->op, n->bits, n->width, n->param, args);
}

// Whether a term is required for the first time.
static bool mark_required(Query *q, SolveId id) {
    CHECK(id && id < q->nnodes);
    if (id >= q->capmarks) {
        u32 old = q->capmarks;
        VEC_RESERVE(q->marks, old, q->capmarks, id + 1 - old);
        memset(q->marks + old, 0, (q->capmarks - old) * sizeof *q->marks);
    }
    bool is_new = q->marks[id] != q->number;
    q->marks[id] = q->number;
    return is_new;
}

static void require_once(Query *q, SolveId id) {
    const Node *n = &q->nodes[id];
    ENSURE(n->width == 1);
    if (node_is_number(n))
        q->is_false = q->is_false || node_number(n) == 0;
    else if (mark_required(q, id))
        VEC_PUSH(q->required, q->nrequired, q->caprequired) = id;
}

static bool is_one(const Query *q, SolveId id) {
    return node_is_number(&q->nodes[id]) && node_number(&q->nodes[id]) == 1;
}
static SolveId opposite(Query *q, SolveId id) {
    CHECK(q->nodes[id].width == 1);
    return query_apply(q, TERM_XOR, 1, 1, 0, (SolveId[]){id, query_number(q, 1)});
}

// Both sides of a conjunction, and the opposites of both sides of a disjunction that must not be,
// are required themselves: more of them can be understood alone.
void query_require(Query *q, SolveId condition) {
    ENSURE(condition && condition < q->nnodes);
    u32 at = q->nrequired;
    require_once(q, condition);
    while (at < q->nrequired) {
        Node n = q->nodes[q->required[at]];
        Node inner = q->nodes[n.op < TERM_COUNT ? n.arg[0] : 0];
        bool is_not_or = n.op == TERM_XOR && inner.op == TERM_OR && is_one(q, n.arg[1]);
        if (n.op != TERM_AND && !is_not_or) {
            at++;
            continue;
        }
        q->required[at] = q->required[--q->nrequired];
        for (u32 i = 0; i < 2; i++)
            require_once(q, is_not_or ? opposite(q, inner.arg[i]) : n.arg[i]);
    }
}
