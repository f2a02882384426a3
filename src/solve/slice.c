// SPDX-License-Identifier: Apache-2.0
// Takes what is required apart: slices share no unknown, so that each can be answered alone, and
// all of it is possible if each of them is.
//
// SOUND: A model of the whole is the models of the slices side by side: each unknown that is looked
// at at all is in exactly one slice, and the terms of a slice depend on its unknowns only.
//
// The structure of a slice is put into words, in an order that depends on the structure alone as
// far as that is cheap: requirements by their shape (a hash without names), and from there operands
// before those who use them. Where shapes are equal the order is that of the query; then the same
// slice may get two keys, which costs a question but is no mistake. Equal keys are equal slices:
// the key has all there is but names.
#include "solve/solve_int.h"

#include <stdlib.h>
#include <string.h>

// ---- groups -------------------------------------------------------------------------------------

static u32 group_of(Slices *s, SolveId id) {
    CHECK(s->group[id]);
    while (s->group[id] != id) {
        s->group[id] = s->group[s->group[id]];
        id = s->group[id];
    }
    return id;
}

static void join(Slices *s, SolveId a, SolveId b) {
    CHECK(a && b);
    u32 x = group_of(s, a), y = group_of(s, b);
    if (x < y)
        s->group[y] = x;
    else
        s->group[x] = y;
}

// What is looked at: the requirements and all that they are made of, in groups. Numbers belong to
// all of them and join none.
static void find_groups(Slices *s, const Query *q) {
    for (u32 i = 0; i < q->nrequired; i++)
        s->group[q->required[i]] = q->required[i];
    for (SolveId id = q->nnodes - 1; id >= 1; id--) {
        const Node *n = &q->nodes[id];
        for (u32 i = 0; s->group[id] && i < node_operands(n); i++) {
            ENSURE(n->arg[i] < id);
            s->group[n->arg[i]] = n->arg[i];
        }
    }
    for (SolveId id = 1; id < q->nnodes; id++) {
        const Node *n = &q->nodes[id];
        for (u32 i = 0; s->group[id] && i < node_operands(n); i++)
            if (!node_is_number(&q->nodes[n->arg[i]]))
                join(s, id, n->arg[i]);
    }
}

// ---- shapes -------------------------------------------------------------------------------------

static void find_shapes(Slices *s, const Query *q) {
    for (SolveId id = 1; id < q->nnodes; id++) {
        const Node *n = &q->nodes[id];
        if (!s->group[id])
            continue;
        u32 param = n->op == NODE_UNKNOWN ? 0 : n->param;
        u64 h = hash_mix((u64)n->op << 48 | (u64)n->bits << 40 | (u64)n->width << 32 | param);
        if (node_is_number(n))
            h = hash_mix(h + node_number(n));
        for (u32 i = 0; i < node_operands(n); i++)
            h = hash_mix(h * 5 + s->shape[n->arg[i]]);
        s->shape[id] = h;
    }
}

static int by_rank(const void *a, const void *b) {
    const Ranked *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

// ---- one slice ----------------------------------------------------------------------------------

static void add_word(Slices *s, u32 word) { VEC_PUSH(s->keys, s->nkeys, s->capkeys) = word; }

static void add_node(Slices *s, Slice *slice, const Query *q, SolveId id) {
    CHECK(!s->local[id] && s->group[id]);
    const Node *n = &q->nodes[id];
    VEC_PUSH(s->nodes, s->nnodes, s->capnodes) = id;
    s->local[id] = ++slice->nnodes;
    slice->has_floats = slice->has_floats || term_is_float((TermOp)n->op);
    add_word(s, (u32)n->op << 16 | (u32)n->bits << 8 | n->width);
    if (n->op == NODE_UNKNOWN) {
        VEC_PUSH(s->unknowns, s->nunknowns, s->capunknowns) = id;
        slice->nunknowns++;
        return;
    }
    if (node_is_number(n)) {
        add_word(s, n->arg[0]);
        add_word(s, n->arg[1]);
        return;
    }
    add_word(s, n->param);
    for (u32 i = 0; i < node_operands(n); i++) {
        ENSURE(s->local[n->arg[i]]);
        add_word(s, s->local[n->arg[i]]);
    }
}

// A term and all that it is made of, operands first.
static void add_term(Slices *s, Slice *slice, const Query *q, SolveId top) {
    CHECK(s->group[top] && q->nodes[top].width == 1);
    s->nstack = 0;
    VEC_PUSH(s->stack, s->nstack, s->capstack) = top;
    while (s->nstack) {
        SolveId id = s->stack[s->nstack - 1], missing = 0;
        const Node *n = &q->nodes[id];
        for (u32 i = 0; !missing && !s->local[id] && i < node_operands(n); i++)
            missing = s->local[n->arg[i]] ? 0 : n->arg[i];
        if (missing) {
            VEC_PUSH(s->stack, s->nstack, s->capstack) = missing;
            continue;
        }
        if (!s->local[id])
            add_node(s, slice, q, id);
        s->nstack--;
    }
}

static void add_slice(Slices *s, const Query *q, const Ranked *ranked, u32 n) {
    Slice slice = {.node = s->nnodes,
                   .required = s->nrequired,
                   .nrequired = n,
                   .unknown = s->nunknowns,
                   .key = s->nkeys};
    for (u32 i = 0; i < n; i++) {
        VEC_PUSH(s->required, s->nrequired, s->caprequired) = ranked[i].id;
        add_term(s, &slice, q, ranked[i].id);
    }
    for (u32 i = 0; i < n; i++)
        add_word(s, s->local[ranked[i].id]);
    add_word(s, slice.nnodes); // where the terms end and the requirements begin
    slice.nkey = s->nkeys - slice.key;
    for (u32 i = 0; i < slice.nnodes; i++) // numbers may be in the next slice too
        s->local[s->nodes[slice.node + i]] = 0;
    ENSURE(slice.nunknowns >= 1); // or it were a number
    VEC_PUSH(s->all, s->n, s->cap) = slice;
}

// ---- all of them --------------------------------------------------------------------------------

static void make_room(Slices *s, const Query *q) {
    s->n = s->nnodes = s->nrequired = s->nunknowns = s->nkeys = s->nranked = 0;
    VEC_RESERVE(s->group, 0, s->capgroup, q->nnodes);
    VEC_RESERVE(s->local, 0, s->caplocal, q->nnodes);
    VEC_RESERVE(s->shape, 0, s->capshape, q->nnodes);
    memset(s->group, 0, q->nnodes * sizeof *s->group);
    memset(s->local, 0, q->nnodes * sizeof *s->local);
}

// Slices come in the order of the first terms that they need, requirements of a slice by shape.
void slices_cut(Slices *s, const Query *q) {
    ENSURE(!q->is_false);
    make_room(s, q);
    find_groups(s, q);
    find_shapes(s, q);
    VEC_RESERVE(s->ranked, 0, s->capranked, q->nrequired);
    for (u32 i = 0; i < q->nrequired; i++)
        s->ranked[i] = (Ranked){group_of(s, q->required[i]), q->required[i]};
    qsort(s->ranked, q->nrequired, sizeof *s->ranked, by_rank);
    for (u32 from = 0, to; from < q->nrequired; from = to) {
        u64 group = s->ranked[from].rank;
        for (to = from; to < q->nrequired && s->ranked[to].rank == group; to++)
            ;
        for (u32 i = from; i < to; i++)
            s->ranked[i].rank = s->shape[s->ranked[i].id];
        qsort(s->ranked + from, to - from, sizeof *s->ranked, by_rank);
        add_slice(s, q, s->ranked + from, to - from);
    }
    ENSURE(s->nrequired == q->nrequired);
}

void slices_done(Slices *s) {
    VEC_FREE(s->all, s->cap);
    VEC_FREE(s->nodes, s->capnodes);
    VEC_FREE(s->required, s->caprequired);
    VEC_FREE(s->unknowns, s->capunknowns);
    VEC_FREE(s->keys, s->capkeys);
    VEC_FREE(s->group, s->capgroup);
    VEC_FREE(s->local, s->caplocal);
    VEC_FREE(s->shape, s->capshape);
    VEC_FREE(s->ranked, s->capranked);
    VEC_FREE(s->stack, s->capstack);
}

bool slice_holds(const Slices *s, const Slice *slice, const Query *q, u64 *values) {
    CHECK(slice->nrequired && slice->nnodes);
    for (u32 i = 0; i < slice->nnodes; i++) {
        SolveId id = s->nodes[slice->node + i];
        if (q->nodes[id].op != NODE_UNKNOWN)
            values[id] = node_value(q, id, values);
        else
            ENSURE(values[id] <= term_mask(q->nodes[id].width));
    }
    for (u32 i = 0; i < slice->nrequired; i++)
        if (!values[s->required[slice->required + i]])
            return false;
    return true;
}
