// SPDX-License-Identifier: Apache-2.0
// States that are compared by a part of what they are: unmatched bytes are left out, and objects
// that only unmatched memory points to. What is left is numbered anew, breadth-first from the
// globals and the threads, so that it does not depend on what was left out. (Holzmann, Joshi:
// Model-driven software verification, SPIN 2004: tracked, but not matched.)
#include "state/state_int.h"

#include <string.h>

void matcher_done(Matcher *m) {
    VEC_FREE(m->map, m->map_cap);
    reach_done(&m->reach);
    VEC_FREE(m->mask, m->mask_cap);
    VEC_FREE(m->leaves, m->leaves_cap);
    VEC_FREE(m->slots, m->slots_cap);
    VEC_FREE(m->swapped, m->swapped_cap);
    VEC_FREE(m->ids, m->ids_cap);
    VEC_FREE(m->joined, m->joined_cap);
    VEC_FREE(m->tags, m->tags_cap);
    VEC_FREE(m->holes, m->holes_cap);
    mem_free(m->copy, m->copy_cap);
    if (m->renames)
        mem_free(m->renames, RENAMES * sizeof *m->renames);
    vm_forget_known(&m->known);
}

static bool is_dynamic(const Matcher *m, ObjId obj) {
    return tag_is_dynamic(obj, m->first_dynamic) && obj - m->first_dynamic < m->ndyn;
}

// Fills in the mask of a leaf; false if all of it is matched.
static bool mask_of(Matcher *m, u32 leaf, u32 size) {
    CHECK(m->ranges || !m->nranges);
    bool has_any = false;
    m->mask_size = size;
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

// (What names an unknown size stands behind the last byte, and counts.)
static bool is_hidden(const Matcher *m, u32 off, u32 len) {
    CHECK(off <= m->mask_size && m->mask_size < m->mask_cap);
    for (u32 i = off; i < off + len && i < m->mask_size; i++)
        if (m->mask[i])
            return true;
    return false;
}

static const Block *leaf_block(const Matcher *m, const u32 *leaves, u32 i) {
    CHECK(leaves[i] != 0);
    return blocks_get(m->blocks, leaves[i]);
}

// Whether the object is an unknown value that is like all others.
static bool is_slot(const Matcher *m, u32 index) {
    return m->skips_unknown && leaf_block(m, m->objects, index)->kind == OBJ_UNKNOWN;
}

// ---- numbering ----------------------------------------------------------------------------------

typedef struct Meeting {
    Matcher *matcher;
    const Program *program;
    const StateWord *state;
} Meeting;

// Also the mask of what is looked at. Threads have none.
static TagSpan tags_of(void *meeting, ReachPart part, u32 index) {
    const Meeting *n = meeting;
    Matcher *m = n->matcher;
    u32 leaf = part == REACH_GLOBALS  ? index
               : part == REACH_OBJECT ? leaf_of_object(n->program, index)
                                      : leaf_of_thread(n->program, n->state, m->threads[index]);
    const Block *b = leaf_block(m, vector_ids(n->state), leaf);
    CHECK(leaf < leaf_of_extra(n->program, n->state));
    m->has_mask = part != REACH_THREAD && m->nranges && mask_of(m, leaf, b->size);
    return reach_block_tags(b);
}

static bool meets(void *meeting, Edge e) {
    Matcher *m = ((Meeting *)meeting)->matcher;
    CHECK(e.to < m->ndyn && (e.part != REACH_THREAD || !m->has_mask));
    if (m->map[e.to] || is_slot(m, e.to) || (m->has_mask && is_hidden(m, e.tag->off, e.tag->len)))
        return false;
    m->map[e.to] = m->reach.nmet + 1;
    return true;
}

static void number_globals(Matcher *m, ReachVisitor v, bool are_own) {
    for (u32 i = 0; i < v.nglobals; i++)
        if (matcher_is_own(m, i) == are_own)
            reach_from(&m->reach, v, REACH_GLOBALS, i);
}

// First what globals lead to, then what the threads do in their order.
static void number_shared(Matcher *m, const Program *p, const StateWord *state, ReachVisitor v) {
    Reach *r = &m->reach;
    bool has_joiner = m->joiner != THREAD_NONE;
    number_globals(m, v, false);
    reach_rest(r, v);
    order_threads(m, p, state);
    for (u32 k = 0; k + has_joiner < v.nthreads; k++)
        reach_from(r, v, REACH_THREAD, k);
    reach_rest(r, v);
    m->nshared = r->nmet;
}

// And at last what the joiner and its globals do.
static void number_joiners(Matcher *m, const Program *p, const StateWord *state, ReachVisitor v) {
    Reach *r = &m->reach;
    if (!order_joined(m, p, state))
        m->nawaited = 0;
    for (u32 i = 0; i < m->nawaited; i++)
        reach_object(r, v, REACH_THREAD, v.nthreads - 1, m->swapped[i]);
    m->nshared = r->nmet;
    number_globals(m, v, true);
    reach_from(r, v, REACH_THREAD, v.nthreads - 1);
    reach_rest(r, v);
}

static void number_from_nothing(Matcher *m, const Program *p, const StateWord *state,
                                ReachVisitor v) {
    VEC_RESERVE(m->map, 0, m->map_cap, m->ndyn + 1);
    memset(m->map, 0, m->ndyn * sizeof *m->map);
    reach_begin(&m->reach, m->first_dynamic, m->ndyn, 1);
    for (ThreadId k = 0; k < v.nthreads; k++)
        m->threads[k] = k;
    if (m->sorts_threads)
        number_shared(m, p, state, v);
    else
        reach_all(&m->reach, v);
}

// Takes back the numbers that only the joiner leads to.
static void rewind_to_shared(Matcher *m) {
    for (u32 i = m->nshared; i < m->reach.nmet; i++)
        m->map[m->reach.order[i]] = 0;
    m->reach.nmet = m->reach.next = m->nshared;
}

// Numbers the objects that matched memory leads to.
static void number(Matcher *m, const Program *p, const StateWord *state, bool is_half_done) {
    Meeting n = {m, p, state};
    ReachVisitor v = {&n, p->nblocks, vector_threads(state), tags_of, meets};
    if (is_half_done)
        rewind_to_shared(m);
    else
        number_from_nothing(m, p, state, v);
    if (m->sorts_threads && m->joiner != THREAD_NONE)
        number_joiners(m, p, state, v);
    for (u32 i = 0; IS_CHECKING && i < m->reach.nmet; i++)
        ENSURE(m->map[m->reach.order[i]] == i + 1);
}

// ---- what is left -------------------------------------------------------------------------------

// An object that is not matched has no number.
static ObjId renamed(const Matcher *m, ObjId obj) {
    obj = order_named(m, obj);
    if (!is_dynamic(m, obj))
        return obj;
    u32 number = m->map[obj - m->first_dynamic];
    CHECK(number <= m->reach.nmet);
    if (is_slot(m, obj - m->first_dynamic))
        return OBJ_SLOT;
    return number ? m->first_dynamic + number - 1 : cell_address().tag;
}

// The parts of a hole that are matched, each once.
static u32 copy_hole(const Matcher *m, Hole h, bool has_mask, Hole *out) {
    CHECK(h.from < h.to && (!has_mask || h.to <= m->mask_cap));
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
    size_t room =
        block_bytes(b) + (size_t)b->nholes * sizeof(Hole) + (has_mask ? b->size * sizeof(Hole) : 0);
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
        if (is_dynamic(m, t.obj) && is_slot(m, t.obj - m->first_dynamic))
            VEC_PUSH(m->slots, m->nslots, m->slots_cap) = t.obj;
        t.obj = renamed(m, t.obj);
        ((Tag *)block_tags(c))[c->ntags++] = t;
    }
    for (u32 i = 0; has_mask && i < b->size; i++)
        if (m->mask[i])
            data[i] = 0;
    for (u32 i = 0; i < b->nholes; i++)
        c->nholes += copy_hole(m, block_holes(b)[i], has_mask, (Hole *)block_holes(c) + c->nholes);
    ENSURE(c->ntags <= b->ntags && block_bytes(c) <= room);
    return c;
}

// Whether names stay as they are; otherwise the new ones are in `out`, as far as there is room.
static bool keeps_names(const Matcher *m, const Block *b, Rename *out) {
    bool keeps = true;
    out->n = 0;
    for (u32 i = 0; i < b->ntags; i++) {
        ObjId obj = block_tags(b)[i].obj;
        if (!is_dynamic(m, obj))
            continue;
        ObjId name = renamed(m, obj);
        keeps = keeps && name == obj;
        if (out->n < MOST_NAMES)
            out->names[out->n] = name;
        out->n++;
    }
    return keeps;
}

static bool is_same(const Rename *a, const Rename *b) {
    return a->from == b->from && a->n == b->n &&
           memcmp(a->names, b->names, a->n * sizeof *a->names) == 0;
}

// The block with its new names. Who skips unknown values wants to know which were met.
static u32 renamed_id(Matcher *m, const Block *b, Rename *how) {
    if (how->n > MOST_NAMES || m->skips_unknown)
        return blocks_id(m->blocks, copy_block(m, b, false));
    if (!m->renames)
        m->renames = mem_zalloc(RENAMES * sizeof *m->renames);
    Rename *r =
        &m->renames[hash_bytes(how->names, how->n * sizeof *how->names, how->from) % RENAMES];
    if (!is_same(r, how)) {
        how->to = blocks_id(m->blocks, copy_block(m, b, false));
        *r = *how;
    }
    CHECK(r->to == blocks_id(m->blocks, copy_block(m, b, false)));
    return r->to;
}

// What is known of accesses to objects that are not matched does not count.
static u32 known_id(Matcher *m, const Block *b) {
    const u8 *bytes = vm_renumber_known(&m->known, b, m->first_dynamic, m->map, m->ndyn);
    Block head = *b;
    head.size = m->known.size;
    ENSURE(!b->ntags && !b->nholes && head.size % 8 == 0);
    if (block_bytes(&head) > m->copy_cap)
        m->copy = vec_grow(m->copy, &m->copy_cap, block_bytes(&head), 1);
    *m->copy = head;
    memcpy(m->copy + 1, bytes, head.size);
    return blocks_id(m->blocks, m->copy);
}

static u32 matched_id(Matcher *m, const u32 *leaves, u32 leaf, bool is_thread) {
    const Block *b = leaf_block(m, leaves, leaf);
    bool has_mask = !is_thread && m->nranges && mask_of(m, leaf, b->size);
    CHECK(!is_thread || (!b->kind && !b->nholes));
    if (b->kind == OBJ_INTERNAL && (b->flags & BLOCK_KNOWN))
        return known_id(m, b);
    Rename how = {.from = leaves[leaf]};
    if (has_mask)
        return blocks_id(m->blocks, copy_block(m, b, true));
    return keeps_names(m, b, &how) ? leaves[leaf] : renamed_id(m, b, &how);
}

static void begin_state(Matcher *m, const Program *p, const StateWord *state) {
    m->first_dynamic = program_first_dynamic(p);
    m->ndyn = vector_objects(state);
    m->objects = vector_ids(state) + leaf_of_object(p, 0);
    m->nslots = 0;
}

u32 matcher_run(Matcher *m, const Program *p, const StateWord *state, const MatchRange *ranges,
                u32 nranges) {
    const u32 *leaves = vector_ids(state);
    u32 nblocks = p->nblocks, nthreads = vector_threads(state), at = 0;
    begin_state(m, p, state);
    m->ranges = ranges;
    m->nranges = nranges;
    for (u32 i = 0; IS_CHECKING && i < nranges; i++)
        ENSURE(ranges[i].leaf < vector_memory_leaves(p, state));
    // What matcher_own_ids has found out of the same state need not be found out again.
    bool is_half_done = m->sorts_threads && m->joiner != THREAD_NONE && m->half_done == state &&
                        m->half_done_for == m->joiner && m->half_done_with == m->keeps && !nranges;
    m->half_done = NULL;
    number(m, p, state, is_half_done);
    ENSURE(m->reach.nmet <= m->ndyn);
    VEC_RESERVE(m->leaves, 0, m->leaves_cap, vector_count_leaves(p, m->reach.nmet, nthreads));
    for (u32 i = 0; i < nblocks; i++) {
        m->is_joiners = m->nawaited && matcher_is_own(m, i);
        m->leaves[at++] = matched_id(m, leaves, i, false);
    }
    for (u32 i = 0; i < m->reach.nmet; i++) {
        m->is_joiners = m->nawaited && i >= m->nshared;
        m->leaves[at++] = matched_id(m, leaves, leaf_of_object(p, m->reach.order[i]), false);
    }
    for (u32 k = 0; k < nthreads; k++) {
        m->is_joiners = m->nawaited && m->threads[k] == m->joiner;
        m->leaves[at++] = matched_id(m, leaves, leaf_of_thread(p, state, m->threads[k]), true);
    }
    m->is_joiners = false;
    m->leaves[at++] = vector_extra(p, state);
    ENSURE(at == vector_count_leaves(p, m->reach.nmet, nthreads));
    return at;
}

// ---- what one thread alone reaches --------------------------------------------------------------

static void add_targets(Matcher *m, const Block *b) {
    for (u32 i = 0; i < b->ntags; i++) {
        ObjId obj = block_tags(b)[i].obj;
        if (is_dynamic(m, obj))
            VEC_PUSH(m->ids, m->nids, m->ids_cap) = m->objects[obj - m->first_dynamic];
    }
}

// Which blocks of globals count is a part of it.
static void add_kept(Matcher *m, const Program *p, const StateWord *state) {
    for (u32 i = 0; i < p->nblocks && m->keeps; i++) {
        if (m->keeps[i] == KEEP_SHARED)
            continue;
        VEC_PUSH(m->ids, m->nids, m->ids_cap) = 2 * i + (m->keeps[i] == KEEP_OWN);
        VEC_PUSH(m->ids, m->nids, m->ids_cap) = vector_id(state, i);
        add_targets(m, blocks_get(m->blocks, vector_id(state, i)));
    }
}

void matcher_own_ids(Matcher *m, const Program *p, const StateWord *state, ThreadId t) {
    m->sorts_threads = true;
    m->joiner = t;
    m->nawaited = m->nranges = m->nids = 0;
    begin_state(m, p, state);
    number(m, p, state, false);
    m->half_done = state;
    m->half_done_for = t;
    m->half_done_with = m->keeps;
    u32 own = vector_thread(p, state, t);
    VEC_PUSH(m->ids, m->nids, m->ids_cap) = own;
    for (u32 i = m->nshared; i < m->reach.nmet; i++)
        VEC_PUSH(m->ids, m->nids, m->ids_cap) = m->objects[m->reach.order[i]];
    add_targets(m, blocks_get(m->blocks, own));
    for (u32 i = m->nshared; i < m->reach.nmet; i++)
        add_targets(m, blocks_get(m->blocks, m->objects[m->reach.order[i]]));
    add_kept(m, p, state);
}

// ---- pieces -------------------------------------------------------------------------------------

static void add_bytes(Matcher *m, const void *bytes, u32 n) {
    VEC_RESERVE(m->joined, m->njoined, m->joined_cap, n);
    if (n)
        memcpy(m->joined + m->njoined, bytes, n);
    m->njoined += n;
    CHECK(m->njoined <= m->joined_cap);
}

static u32 clip(u32 at, u32 low, u32 high) {
    CHECK(low <= high);
    return at < low ? low : at > high ? high : at;
}

// A pointer of which a part is outside is not one any more: nothing of it counts.
static void add_tags(Matcher *m, const Block *b, u32 from, u32 to, u32 at) {
    CHECK(from <= to && to <= b->size && at + (to - from) <= m->njoined);
    CHECK(!m->ntags || m->tags[m->ntags - 1].off + m->tags[m->ntags - 1].len <= at);
    for (u32 i = 0; i < b->ntags; i++) {
        Tag t = block_tags(b)[i];
        u32 first = clip(t.off, from, to), last = clip(t.off + t.len, from, to);
        if (last - first == t.len) {
            t.off = t.off - from + at;
            VEC_PUSH(m->tags, m->ntags, m->tags_cap) = t;
        } else if (last > first) {
            memset(m->joined + at + (first - from), 0, last - first);
        }
    }
}

static void add_holes(Matcher *m, const Block *b, u32 from, u32 to, u32 at) {
    CHECK(!m->nholes || m->holes[m->nholes - 1].to <= at);
    for (u32 i = 0; i < b->nholes; i++) {
        u32 first = clip(block_holes(b)[i].from, from, to),
            last = clip(block_holes(b)[i].to, from, to);
        if (first < last)
            VEC_PUSH(m->holes, m->nholes, m->holes_cap) =
                (Hole){first - from + at, last - from + at};
    }
}

// Name and size go before it, so that what is joined can be taken apart in one way only.
void matcher_add_piece(Matcher *m, const Block *b, const Piece *piece) {
    static const u8 zeros[8];
    ENSURE(m->njoined % 8 == 0);
    u32 from = clip(piece->off, 0, b->size), to = from + clip(piece->size, 0, b->size - from);
    add_bytes(m, (u32[]){piece->name, to - from}, 2 * sizeof(u32));
    u32 at = m->njoined;
    add_bytes(m, block_data(b) + from, to - from);
    add_tags(m, b, from, to, at);
    add_holes(m, b, from, to, at);
    add_bytes(m, zeros, -m->njoined & 7);
    ENSURE(m->njoined % 8 == 0);
}

u32 matcher_join(Matcher *m) {
    Block head = {.size = m->njoined, .kind = OBJ_GLOBAL, .ntags = m->ntags, .nholes = m->nholes};
    size_t room = block_bytes(&head);
    ENSURE(m->njoined % 8 == 0 && "a piece that was not filled up");
    if (room > m->copy_cap)
        m->copy = vec_grow(m->copy, &m->copy_cap, room, 1);
    Block *b = m->copy;
    *b = head;
    // Nothing to copy is no reason to have memory.
    if (m->njoined)
        memcpy(b + 1, m->joined, m->njoined);
    if (m->ntags)
        memcpy((Tag *)block_tags(b), m->tags, m->ntags * sizeof(Tag));
    if (m->nholes)
        memcpy((Hole *)block_holes(b), m->holes, m->nholes * sizeof(Hole));
    CHECK((u8 *)b + room == (u8 *)(block_holes(b) + b->nholes));
    m->njoined = m->ntags = m->nholes = 0;
    return blocks_id(m->blocks, b);
}
