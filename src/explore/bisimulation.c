// SPDX-License-Identifier: Apache-2.0
// --check-abstraction: the search is concrete, and looks whether the abstraction would have been
// right: states that it makes equal must lead to states that it makes equal. (Holzmann, Joshi:
// Model-driven software verification, SPIN 2004, section 2.3.)
#include "explore/explore_int.h"
#include "base/table.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NAMED = 8 };

// The first state of a class, and where it leads to.
typedef struct Class {
    u64 successors; // digest of the set of their classes
    StateWord *state;
    u32 words;
} Class;

struct Bisimulation {
    Class *classes;
    u32 nclasses, classes_cap;
    Table by_key; // from the key of their states to the number of a class, from 1
};

Bisimulation *bisimulation_new(void) { return mem_zalloc(sizeof(Bisimulation)); }

void bisimulation_free(Bisimulation *b) {
    if (!b)
        return;
    ENSURE(b->nclasses == b->by_key.n);
    for (u32 i = 0; i < b->nclasses; i++)
        mem_free(b->classes[i].state, b->classes[i].words * sizeof(StateWord));
    VEC_FREE(b->classes, b->classes_cap);
    table_done(&b->by_key);
    mem_free(b, sizeof *b);
}

u32 bisimulation_classes(const Bisimulation *b) {
    ENSURE(b->nclasses == b->by_key.n);
    return b->nclasses;
}

// A class whose first state is the present one.
static u32 add_class(Bisimulation *b, const Explorer *e, u64 successors) {
    u32 words = vector_plain_words(vector_leaves(e->shared->program, e->state));
    ENSURE(words <= vector_words(e->state));
    Class c = {successors, mem_alloc(words * sizeof *c.state), words};
    memcpy(c.state, e->state, words * sizeof *c.state);
    VEC_PUSH(b->classes, b->nclasses, b->classes_cap) = c;
    return b->nclasses;
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
    for (u32 i = 0; i < n; i++) {
        CHECK(i == 0 || keys[i - 1] <= keys[i]);
        if (i == 0 || keys[i] != keys[i - 1])
            sum = hash_mix(sum + keys[i]);
    }
    return sum;
}

// ---- telling ------------------------------------------------------------------------------------

static void add_bytes(Contents c, const Global *g, Text *out) {
    ENSURE(g->size && g->size <= 8 && g->offset + g->size <= c.size);
    u64 v = contents_number(c, g->offset, g->size);
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
        Contents a = block_contents(view_leaf(e->view, one, g->block));
        Contents b = block_contents(view_leaf(e->view, two, g->block));
        ENSURE(a.size == b.size);
        if (contents_have_same_bytes(a, b, g->offset, g->size))
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
    ENSURE(e->shared->bisimulation && e->shared->options->checks_abstraction);
    Text why = {0};
    text_add(&why, "the abstraction is not sound: two states that it makes equal lead to states "
                   "that it does not");
    add_differences(e, one, two, &why);
    explorer_stop(e, false, text_str(&why));
    text_done(&why);
}

// ---- looking ------------------------------------------------------------------------------------

void bisimulation_look(Explorer *e, const Children *children, u32 first) {
    ENSURE(first <= children->n);
    Bisimulation *b = e->shared->bisimulation;
    u32 n = children->n - first;
    u64 *keys = mem_zalloc((n + 1) * sizeof *keys);
    for (u32 i = 0; i < n; i++) {
        ENSURE(children->items[first + i].like == first + i); // they are not packed yet
        keys[i] = matching_key(e, child_state(children, first + i));
    }
    u64 successors = digest(keys, n) + (children->nends > 0), key = matching_key(e, e->state);
    mem_free(keys, (n + 1) * sizeof *keys);
    pthread_mutex_lock(&e->shared->lock);
    u32 *number = table_add(&b->by_key, key, PLAIN_KEY);
    if (!*number)
        *number = add_class(b, e, successors);
    ENSURE(*number <= b->nclasses && b->nclasses == b->by_key.n);
    const Class *c = &b->classes[*number - 1];
    bool is_same = c->successors == successors;
    const StateWord *other = c->state;
    pthread_mutex_unlock(&e->shared->lock);
    if (!is_same)
        tell(e, other, e->state);
}
