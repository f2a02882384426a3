// SPDX-License-Identifier: Apache-2.0
// --check-abstraction: the search is concrete, and looks whether the abstraction would have been
// right: states that it makes equal must lead to states that it makes equal. (Holzmann, Joshi:
// Model-driven software verification, SPIN 2004, section 2.3.)
#include "explore/explore_int.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = IS_TINY ? 2 : 1 << 10, MOST_NAMED = 8 };

// The first state of a class, and where it leads to.
typedef struct Class {
    u64 key;        // 0: empty
    u64 successors; // digest of the set of their classes
    StateWord *state;
    u32 words;
} Class;

struct Bisimulation {
    Class *classes;
    u32 nslots, nclasses;
};

Bisimulation *bisimulation_new(void) {
    Bisimulation *b = mem_zalloc(sizeof *b);
    b->nslots = FIRST_SLOTS;
    b->classes = mem_zalloc(b->nslots * sizeof *b->classes);
    return b;
}

void bisimulation_free(Bisimulation *b) {
    if (!b)
        return;
    for (u32 i = 0; i < b->nslots; i++)
        mem_free(b->classes[i].state, b->classes[i].words * sizeof(StateWord));
    mem_free(b->classes, b->nslots * sizeof *b->classes);
    mem_free(b, sizeof *b);
}

u32 bisimulation_classes(const Bisimulation *b) { return b->nclasses; }

static Class *class_of(const Bisimulation *b, u64 key) {
    ENSURE(key && b->nclasses < b->nslots);
    u32 at = (u32)hash_mix(key) & (b->nslots - 1);
    while (b->classes[at].key && b->classes[at].key != key)
        at = (at + 1) & (b->nslots - 1);
    return &b->classes[at];
}

static void grow(Bisimulation *b) {
    Class *old = b->classes;
    u32 n = b->nslots;
    b->nslots *= 2;
    b->classes = mem_zalloc(b->nslots * sizeof *b->classes);
    for (u32 i = 0; i < n; i++)
        if (old[i].key)
            *class_of(b, old[i].key) = old[i];
    mem_free(old, n * sizeof *old);
}

static int by_value(const void *a, const void *b) {
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return x < y ? -1 : x > y;
}

// A digest of the set, however often its members are named.
static u64 digest(u64 *keys, u32 n) {
    u64 sum = 1;
    if (n)
        qsort(keys, n, sizeof *keys, by_value);
    for (u32 i = 0; i < n; i++)
        if (i == 0 || keys[i] != keys[i - 1])
            sum = hash_mix(sum + keys[i]);
    return sum;
}

// ---- telling ------------------------------------------------------------------------------------

static void add_bytes(const Block *b, const Global *g, Text *out) {
    ENSURE(g->size && g->size <= 8);
    u64 v = 0;
    memcpy(&v, block_data(b) + g->offset, g->size);
    text_add(out, "%lld", (long long)((i64)(v << (64 - 8 * g->size)) >> (64 - 8 * g->size)));
}

// The small globals in which the two states differ.
static void add_differences(const Explorer *e, const StateWord *one, const StateWord *two,
                            Text *out) {
    const Program *p = e->shared->program;
    u32 n = 0;
    for (ObjId i = 1; i <= p->nglobals && n < MOST_NAMED; i++) {
        const Global *g = &p->globals[i];
        if (g->is_const || g->is_tls || g->is_runtime ||
            vector_id(one, g->block) == vector_id(two, g->block))
            continue;
        const Block *a = view_leaf(e->view, one, g->block), *b = view_leaf(e->view, two, g->block);
        if (memcmp(block_data(a) + g->offset, block_data(b) + g->offset, g->size) == 0)
            continue;
        text_add(out, "%s%s", n++ ? ", " : ": they differ in ", g->name);
        if (g->size > 8)
            continue;
        text_add(out, " (");
        add_bytes(a, g, out);
        text_add(out, ", ");
        add_bytes(b, g, out);
        text_add(out, ")");
    }
}

static void tell(Explorer *e, const StateWord *one, const StateWord *two) {
    Exploration *s = e->shared;
    Text pair = {0};
    add_differences(e, one, two, &pair);
    pthread_mutex_lock(&s->lock);
    verdict_cut(s->findings.verdict,
                "the abstraction is not sound: two states that it makes equal lead to states that "
                "it does not%s",
                text_str(&pair));
    pthread_mutex_unlock(&s->lock);
    text_done(&pair);
    atomic_store(&s->must_stop, true);
}

// ---- looking ------------------------------------------------------------------------------------

static u64 key_of(Explorer *e, const StateWord *state) {
    u64 key = matching_key(e, state);
    return key ? key : 1;
}

void bisimulation_look(Explorer *e, const Children *children, u32 first, bool has_end) {
    ENSURE(first <= children->n);
    Bisimulation *b = e->shared->bisimulation;
    u32 n = children->n - first;
    u64 *keys = mem_zalloc((n + 1) * sizeof *keys);
    for (u32 i = 0; i < n; i++)
        keys[i] = key_of(e, child_state(children, first + i));
    u64 successors = digest(keys, n) + has_end, key = key_of(e, e->state);
    mem_free(keys, (n + 1) * sizeof *keys);
    pthread_mutex_lock(&e->shared->lock);
    Class *c = class_of(b, key);
    bool is_new = !c->key, is_same = is_new || c->successors == successors;
    if (is_new) {
        u32 words = vector_plain_words(vector_leaves(e->shared->program, e->state));
        *c = (Class){key, successors, mem_alloc(words * sizeof *c->state), words};
        memcpy(c->state, e->state, words * sizeof *c->state);
        if (++b->nclasses > b->nslots / 2)
            grow(b);
    }
    const StateWord *other = c->state;
    pthread_mutex_unlock(&e->shared->lock);
    if (!is_same)
        tell(e, other, e->state);
}
