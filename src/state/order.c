// SPDX-License-Identifier: Apache-2.0
// The order of threads in a state that is compared: by what they are doing, not by when they were
// made. States that differ only in which of several equal threads does what become equal then.
//
// Each thread has a colour: a hash of its packed form, in which objects that globals lead to have
// their numbers, which do not depend on threads, and others are told apart by what is in them, as
// far as DEPTH pointers lead. Threads of the same colour keep their order.
//
// SOUND: what is compared is the state with its threads and objects in another order. Nothing that
// a program does depends on either: threads know each other by their control blocks, which are
// objects. So whatever the colours are, states that compare as equal are the same but for names;
// bad colours only leave states apart that are.
#include "state/state_int.h"

#include <string.h>

// Two equal threads at most halve the number of states, which costs more than it saves.
enum { DEPTH = IS_TINY ? 1 : 2, FEWEST = IS_TINY ? 2 : 3 };

// ---- colours ------------------------------------------------------------------------------------

static u64 mix(u64 a, u64 b) { return hash_mix(a * 31 + b); }

static u64 compute_digest(const Matcher *m, const Block *b) {
    u64 head = (u64)b->kind << 40 | (u64)b->flags << 32 | b->site;
    u64 digest = mix(hash_bytes(block_data(b), b->size, head), (u64)b->turn << 32 | b->rank);
    for (u32 i = 0; i < b->ntags; i++) {
        const Tag *t = &block_tags(b)[i];
        bool is_dynamic = tag_is_dynamic(t->obj, m->first_dynamic);
        digest = mix(digest, (u64)t->off << 32 | (u32)t->first << 16 | t->len);
        digest = mix(digest, is_dynamic ? 0 : t->obj);
    }
    return digest;
}

static const Digest *find_digest(Matcher *m, u32 id) {
    const Block *b = blocks_get(m->blocks, id);
    Digest *d = &m->digests[id % DIGESTS];
    *d = (Digest){compute_digest(m, b), id, b->site};
    return d;
}

static inline const Digest *digest_of(Matcher *m, u32 id) {
    const Digest *d = &m->digests[id % DIGESTS];
    return LIKELY(d->id == id) ? d : find_digest(m, id);
}

// ---- is it worth while? -------------------------------------------------------------------------

Alike order_look(Matcher *m, const Program *p, const StateWord *state) {
    u64 digests[MAX_THREADS];
    u32 sites[MAX_THREADS], n = vector_threads(state);
    Alike a = {0};
    if (n < FEWEST)
        return a;
    m->first_dynamic = program_first_dynamic(p);
    for (ThreadId k = 0; k < n; k++) {
        const Digest *d = digest_of(m, vector_thread(p, state, k));
        digests[k] = d->digest;
        sites[k] = d->site;
        u32 same = 1;
        for (ThreadId i = 0; i < k; i++) {
            same += sites[i] == d->site;
            a.has_twins = a.has_twins || digests[i] == d->digest;
        }
        a.is_about = a.is_about || same >= FEWEST;
    }
    return a;
}

// ---- the order ----------------------------------------------------------------------------------

// With what it names: objects that globals lead to are known by their numbers, others by what they
// are, as far as `depth` pointers lead.
static u64 colour_of(Matcher *m, u32 id, u32 depth) {
    const Block *b = blocks_get(m->blocks, id);
    u64 colour = digest_of(m, id)->digest;
    for (u32 i = 0; i < b->ntags && depth; i++) {
        u32 to = block_tags(b)[i].obj - m->first_dynamic;
        if (!tag_is_dynamic(block_tags(b)[i].obj, m->first_dynamic) || to >= m->ndyn)
            continue;
        colour = mix(colour,
                     m->map[to] ? (u64)m->map[to] << 32 : colour_of(m, m->objects[to], depth - 1));
    }
    return colour;
}

static bool is_after(const Matcher *m, u32 at, u64 colour) {
    return m->threads[at] == m->joiner || m->colours[at] > colour;
}

void order_threads(Matcher *m, const Program *p, const StateWord *state) {
    u32 n = vector_threads(state);
    ENSURE(n <= MAX_THREADS);
    for (ThreadId k = 0; k < n; k++) {
        u64 colour = colour_of(m, vector_thread(p, state, k), DEPTH);
        u32 at = k;
        bool is_last = k == m->joiner; // the greatest of all
        for (; at > 0 && !is_last && is_after(m, at - 1, colour); at--) {
            m->colours[at] = m->colours[at - 1];
            m->threads[at] = m->threads[at - 1];
        }
        m->colours[at] = colour;
        m->threads[at] = k;
    }
}

// ---- threads that another one will join ---------------------------------------------------------
// A thread that does nothing but join others, one after the other, waits until all of them have
// ended, whatever the order in which it has their handles. So which of the handles in its memory is
// whose does not matter, as long as nobody else has them: they are dealt out anew, in the order in
// which it will join them, to those that have ended first and to the others as they are sorted. Its
// memory is what it alone can reach, and globals that nobody else can touch any more.
//
// SOUND: take two states that differ in nothing but that. Each step of another thread has its
// counterpart. The joiner may come further in one of them, but nobody can see that: it does not do
// anything visible before all have ended, in both. It holds nothing that one of them could wait
// for, so there is no circle of waits that it is part of. When all are joined, nobody else names
// their control blocks, and no function may be called with them.

static const Block *thread_block(const Matcher *m, const Program *p, const StateWord *state,
                                 ThreadId k) {
    return blocks_get(m->blocks, vector_thread(p, state, k));
}

static u32 number_awaited(const Matcher *m, ObjId obj) {
    u32 i = 0;
    while (i < m->nawaited && m->awaited[i] != obj)
        i++;
    return i;
}

// The thread that has the control block; THREAD_NONE: it has ended.
static ThreadId thread_of(const Matcher *m, const Program *p, const StateWord *state, ObjId self) {
    ThreadId k = 0, n = vector_threads(state);
    while (k < n && vm_packed_self(thread_block(m, p, state, k)) != self)
        k++;
    return k < n ? k : THREAD_NONE;
}

// A pointer to the control block in a mutex that its thread holds: only the functions for mutexes
// look at it.
static bool is_owner(const Matcher *m, const Program *p, const StateWord *state, u32 leaf,
                     const Tag *tag) {
    const u32 owner_at = p->ptr_bytes == 8 ? 24 : 20; // see owner_of in runtime/mutex.c
    ThreadId k = thread_of(m, p, state, tag->obj);
    const Block *b = k == THREAD_NONE ? NULL : thread_block(m, p, state, k);
    bool is = false;
    for (u32 i = 0; b && i < vm_packed_held(b) && !is; i++) {
        Cell held = vm_packed_hold(b, i);
        u32 dynamic = held.tag - m->first_dynamic;
        bool is_global = held.tag && held.tag <= p->nglobals && !p->globals[held.tag].is_const;
        u32 at = is_global ? p->globals[held.tag].block : leaf_of_object(p, dynamic);
        u64 off = held.v + (is_global ? p->globals[held.tag].offset : 0);
        is = held.part == HOLD_LOCK && (is_global || dynamic < m->ndyn) && at == leaf &&
             tag->off == off + owner_at;
    }
    return is;
}

// Whether what others than the joiner can reach has no handle of a joined thread, and does not know
// the joiner.
static bool are_unknown(const Matcher *m, const Program *p, const StateWord *state, u32 leaf,
                        ObjId own, ObjId joiner) {
    const Block *b = blocks_get(m->blocks, vector_id(state, leaf));
    // A thread may have got its own handle from somebody: then it knows it.
    bool knows_itself = leaf >= leaf_of_thread(p, state, 0) && b->turn;
    for (u32 i = 0; i < b->ntags; i++) {
        const Tag *t = &block_tags(b)[i];
        if (t->obj == own && !knows_itself)
            continue;
        if (t->obj == joiner ||
            (number_awaited(m, t->obj) < m->nawaited && !is_owner(m, p, state, leaf, t)))
            return false;
    }
    return true;
}

static bool nobody_else_knows(const Matcher *m, const Program *p, const StateWord *state) {
    const Block *joiner = thread_block(m, p, state, m->joiner);
    ObjId self = vm_packed_self(joiner);
    bool is = self && vm_packed_held(joiner) == 0;
    for (u32 i = 0; i < p->nblocks && is; i++)
        is = matcher_is_own(m, i) || are_unknown(m, p, state, i, 0, self);
    for (u32 i = 0; i < m->nshared && is; i++) {
        u32 index = m->reach.order[i];
        is = are_unknown(m, p, state, leaf_of_object(p, index), m->first_dynamic + index, self);
    }
    for (ThreadId k = 0; k < vector_threads(state) && is; k++)
        is = k == m->joiner || are_unknown(m, p, state, leaf_of_thread(p, state, k),
                                           vm_packed_self(thread_block(m, p, state, k)), self);
    return is;
}

bool order_joined(Matcher *m, const Program *p, const StateWord *state) {
    if (!m->nawaited || !nobody_else_knows(m, p, state))
        return false;
    u32 n = 0;
    VEC_RESERVE(m->swapped, 0, m->swapped_cap, m->nawaited);
    for (u32 i = 0; i < m->nawaited; i++)
        if (thread_of(m, p, state, m->awaited[i]) == THREAD_NONE)
            m->swapped[n++] = m->awaited[i];
    for (u32 k = 0; k < vector_threads(state); k++) {
        ObjId self = vm_packed_self(thread_block(m, p, state, m->threads[k]));
        if (number_awaited(m, self) < m->nawaited)
            m->swapped[n++] = self;
    }
    ENSURE(n == m->nawaited);
    return true;
}
