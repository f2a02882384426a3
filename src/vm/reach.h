// SPDX-License-Identifier: Apache-2.0
// What can be reached: the one traversal of the heap. What the roots are, in which order they are
// looked at, and what an edge is, is said here and nowhere else, so that all who ask agree. A
// visitor decides what it means to meet an object, and whether to go on from there.
//
// Roots are the globals and the threads. Of a thread, the objects that are its own (its locals and
// thread-locals) can be asked for alone. Objects are looked at first come first served
// (breadth-first), each as often as the visitor says. A tag that names a dynamic object is an edge
// to it; nothing else is one.
//
// The functions are inlined where they are used, with the visitor's functions: the canonical form
// is made after nearly every step.
#ifndef HEDDLE_VM_REACH_H
#define HEDDLE_VM_REACH_H

#include "vm/save.h"

typedef enum ReachPart { REACH_GLOBALS, REACH_THREAD, REACH_OBJECT } ReachPart;
typedef struct TagSpan {
    const Tag *tags;
    u32 n;
} TagSpan;
// An edge to the dynamic object with the index `to`, from a block of globals, a thread or a dynamic
// object.
typedef struct Edge {
    ReachPart part;
    u32 from, to;
    const Tag *tag;
} Edge;

// Who asks. All functions are given the same `arg`.
typedef struct ReachVisitor {
    void *arg;
    u32 nglobals, nthreads; // blocks of globals, threads
    // The tags of a root or an object. Good until the next call.
    TagSpan (*tags)(void *arg, ReachPart part, u32 index);
    // True: go on from there, later.
    bool (*meets)(void *arg, Edge e);
} ReachVisitor;

// A traversal. Invariant: next <= nmet; order[0 .. nmet) are the objects from which it goes on or
// has gone on, in this order.
typedef struct Reach {
    ObjId first_dynamic;
    u32 nobjects;
    u32 *order;
    u32 nmet, next, order_cap;
    // there are numbers that were computed from addresses: the program may get a pointer back
    bool has_address;
} Reach;

// Begins a traversal of `nobjects` dynamic objects, none of which is met more than `times` times.
void reach_begin(Reach *r, ObjId first_dynamic, u32 nobjects, u32 times);
void reach_done(Reach *r);

#define REACH_INLINE static inline __attribute__((always_inline))

static inline TagSpan reach_place_tags(const Place *p) { return (TagSpan){p->tags, p->ntags}; }
static inline TagSpan reach_block_tags(const Block *b) {
    return b ? (TagSpan){block_tags(b), b->ntags} : (TagSpan){0};
}

REACH_INLINE void reach_tag(Reach *r, ReachVisitor v, ReachPart part, u32 from, const Tag *tag) {
    u32 to = tag->obj - r->first_dynamic;
    if (to >= r->nobjects) {
        r->has_address = r->has_address || tag_class(tag->obj) == TAG_IS_ADDRESS;
        return;
    }
    if (!v.meets(v.arg, (Edge){part, from, to, tag}))
        return;
    CHECK(r->nmet < r->order_cap);
    r->order[r->nmet++] = to;
}

REACH_INLINE void reach_span(Reach *r, ReachVisitor v, ReachPart part, u32 from, TagSpan s) {
    CHECK(part != REACH_OBJECT || from < r->nobjects);
    for (u32 i = 0; i < s.n; i++)
        reach_tag(r, v, part, from, &s.tags[i]);
}

// An object that is met for a reason of the visitor's own.
REACH_INLINE void reach_object(Reach *r, ReachVisitor v, ReachPart part, u32 from, ObjId obj) {
    reach_tag(r, v, part, from, &(Tag){.obj = obj});
}

REACH_INLINE void reach_from(Reach *r, ReachVisitor v, ReachPart part, u32 index) {
    CHECK(part == REACH_OBJECT || index < (part == REACH_THREAD ? v.nthreads : v.nglobals));
    reach_span(r, v, part, index, v.tags(v.arg, part, index));
}

REACH_INLINE void reach_from_globals(Reach *r, ReachVisitor v) {
    for (u32 i = 0; i < v.nglobals; i++)
        reach_from(r, v, REACH_GLOBALS, i);
}

REACH_INLINE void reach_from_threads(Reach *r, ReachVisitor v) {
    for (u32 k = 0; k < v.nthreads; k++)
        reach_from(r, v, REACH_THREAD, k);
}

// Their own objects only; the visitor gives packed threads.
REACH_INLINE void reach_own_of_threads(Reach *r, ReachVisitor v) {
    for (u32 k = 0; k < v.nthreads; k++) {
        TagSpan s = v.tags(v.arg, REACH_THREAD, k);
        for (u32 i = 0; i < s.n; i++)
            if (s.tags[i].len == TAG_OWN)
                reach_tag(r, v, REACH_THREAD, k, &s.tags[i]);
    }
}

// From all objects that were met, and that are met then.
REACH_INLINE void reach_rest(Reach *r, ReachVisitor v) {
    CHECK(r->next <= r->nmet);
    while (r->next < r->nmet)
        reach_from(r, v, REACH_OBJECT, r->order[r->next++]);
}

REACH_INLINE void reach_all(Reach *r, ReachVisitor v) {
    ENSURE(r->nmet == 0);
    reach_from_globals(r, v);
    reach_from_threads(r, v);
    reach_rest(r, v);
    CHECK(r->next == r->nmet);
}

#endif
