// SPDX-License-Identifier: Apache-2.0
// States that are compared by a part of what they are: unmatched bytes are left out, and objects that only unmatched memory
// points to. What is left is numbered anew, breadth-first from the globals and the threads, so that it does not depend on
// what was left out. (Holzmann, Joshi: Model-driven software verification, SPIN 2004: tracked, but not matched.)
#include "state/state_int.h"

#include <string.h>

void matcher_done(Matcher *m) {
    VEC_FREE(m->map, m->map_cap);
    VEC_FREE(m->order, m->order_cap);
    VEC_FREE(m->mask, m->mask_cap);
    VEC_FREE(m->leaves, m->leaves_cap);
    mem_free(m->copy, m->copy_cap);
}

static bool is_dynamic(const Matcher *m, ObjId obj) {
    return obj >= m->first_dynamic && obj < OBJ_ADDRESS && obj - m->first_dynamic < m->ndyn;
}

// Fills in the mask of a leaf; false if all of it is matched.
static bool mask_of(Matcher *m, u32 leaf, u32 size) {
    bool has_any = false;
    VEC_RESERVE(m->mask, 0, m->mask_cap, size + 1);
    for (u32 i = 0; i < m->nranges; i++) {
        const MatchRange *r = &m->ranges[i];
        if (r->leaf != leaf || r->off >= size)
            continue;
        if (!has_any)
            memset(m->mask, 0, size);
        has_any = true;
        memset(m->mask + r->off, r->is_hidden, r->size < size - r->off ? r->size : size - r->off);
    }
    return has_any;
}

static bool is_hidden(const Matcher *m, u32 off, u32 len) {
    for (u32 i = off; i < off + len; i++)
        if (m->mask[i])
            return true;
    return false;
}

static void meet(Matcher *m, u32 leaf, const Block *b, bool is_thread) {
    bool has_mask = !is_thread && mask_of(m, leaf, b->size);
    for (u32 i = 0; i < b->ntags; i++) {
        const Tag *t = &block_tags(b)[i];
        if (!is_dynamic(m, t->obj) || m->map[t->obj - m->first_dynamic] || (has_mask && is_hidden(m, t->off, t->len)))
            continue;
        m->order[m->norder++] = t->obj - m->first_dynamic;
        m->map[t->obj - m->first_dynamic] = m->norder;
    }
}

static const Block *leaf_block(const Matcher *m, const u32 *leaves, u32 i) { return blocks_get(m->blocks, leaves[i]); }

// Numbers the objects that matched memory leads to.
static void number(Matcher *m, const u32 *leaves, u32 nblocks, u32 nthreads) {
    VEC_RESERVE(m->map, 0, m->map_cap, m->ndyn + 1);
    VEC_RESERVE(m->order, 0, m->order_cap, m->ndyn + 1);
    memset(m->map, 0, m->ndyn * sizeof *m->map);
    m->norder = 0;
    for (u32 i = 0; i < nblocks; i++)
        meet(m, i, leaf_block(m, leaves, i), false);
    for (u32 k = 0; k < nthreads; k++)
        meet(m, 0, leaf_block(m, leaves, nblocks + m->ndyn + k), true);
    for (u32 i = 0; i < m->norder; i++)
        meet(m, nblocks + m->order[i], leaf_block(m, leaves, nblocks + m->order[i]), false);
}

static bool keeps_names(const Matcher *m, const Block *b) {
    for (u32 i = 0; i < b->ntags; i++) {
        ObjId obj = block_tags(b)[i].obj;
        if (is_dynamic(m, obj) && m->map[obj - m->first_dynamic] != obj - m->first_dynamic + 1)
            return false;
    }
    return true;
}

// An object that is not matched has no number.
static ObjId renamed(const Matcher *m, ObjId obj) {
    if (!is_dynamic(m, obj))
        return obj;
    u32 number = m->map[obj - m->first_dynamic];
    return number ? m->first_dynamic + number - 1 : OBJ_ADDRESS;
}

// The parts of a hole that are matched, each once.
static u32 copy_hole(const Matcher *m, Hole h, bool has_mask, Hole *out) {
    u32 n = 0;
    for (u32 i = h.from; i < h.to; i++) {
        if (has_mask && m->mask[i])
            continue;
        if (n && out[n - 1].to == i)
            out[n - 1].to++;
        else
            out[n++] = (Hole){i, i + 1};
    }
    return n;
}

static const Block *copy_block(Matcher *m, const Block *b, bool has_mask) {
    size_t room = block_bytes(b) + (size_t)b->nholes * sizeof(Hole) + (has_mask ? b->size * sizeof(Hole) : 0);
    if (room > m->copy_cap)
        m->copy = vec_grow(m->copy, &m->copy_cap, room, 1);
    Block *c = m->copy;
    memcpy(c, b, sizeof *b + ((b->size + 7) & ~7u));
    u8 *data = (u8 *)(c + 1);
    c->ntags = c->nholes = 0;
    for (u32 i = 0; i < b->ntags; i++) {
        Tag t = block_tags(b)[i];
        if (has_mask && is_hidden(m, t.off, t.len)) {
            memset(data + t.off, 0, t.len);
            continue;
        }
        t.obj = renamed(m, t.obj);
        ((Tag *)block_tags(c))[c->ntags++] = t;
    }
    for (u32 i = 0; has_mask && i < b->size; i++)
        if (m->mask[i])
            data[i] = 0;
    for (u32 i = 0; i < b->nholes; i++)
        c->nholes += copy_hole(m, block_holes(b)[i], has_mask, (Hole *)block_holes(c) + c->nholes);
    return c;
}

static u32 matched_id(Matcher *m, const u32 *leaves, u32 leaf, bool is_thread) {
    const Block *b = leaf_block(m, leaves, leaf);
    bool has_mask = !is_thread && mask_of(m, leaf, b->size);
    return has_mask || !keeps_names(m, b) ? blocks_id(m->blocks, copy_block(m, b, has_mask)) : leaves[leaf];
}

u32 matcher_part(Matcher *m, const Block *b, const MatchRange ranges[2]) {
    m->ranges = ranges;
    m->nranges = 2;
    m->ndyn = 0;                    // objects keep their numbers
    bool has_mask = mask_of(m, 0, b->size);
    return blocks_id(m->blocks, copy_block(m, b, has_mask));
}

u32 matcher_run(Matcher *m, const Program *p, const StateVector *state, const MatchRange *ranges, u32 nranges) {
    const u32 *leaves = state + VECTOR_HEAD;
    u32 nblocks = p->nblocks, nthreads = state[VECTOR_THREADS], at = 0;
    m->first_dynamic = program_first_dynamic(p);
    m->ndyn = state[VECTOR_DYN];
    m->ranges = ranges;
    m->nranges = nranges;
    number(m, leaves, nblocks, nthreads);
    VEC_RESERVE(m->leaves, 0, m->leaves_cap, nblocks + m->norder + nthreads + 1);
    for (u32 i = 0; i < nblocks; i++)
        m->leaves[at++] = matched_id(m, leaves, i, false);
    for (u32 i = 0; i < m->norder; i++)
        m->leaves[at++] = matched_id(m, leaves, nblocks + m->order[i], false);
    for (u32 k = 0; k < nthreads; k++)
        m->leaves[at++] = matched_id(m, leaves, nblocks + m->ndyn + k, true);
    m->leaves[at++] = vector_extra(p, state);
    return at;
}
