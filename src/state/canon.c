// SPDX-License-Identifier: Apache-2.0
// Canonical form. Dynamic objects are numbered in the order in which a traversal meets them: the
// control blocks of live and past threads in the order of their making, what the globals point to,
// the threads' own locals, what is met from those, first come first served (breadth-first); last
// what only the threads' registers point to, in order, outermost frame first. Two states that
// differ only in where the allocator put things become equal, and objects that nothing points to
// are dropped. The control blocks come first because mutexes point to them: otherwise every lock
// would renumber everything.
//
// A state is anchored if all objects can be met without looking at registers: from globals, locals
// and control blocks of live threads. Then registers have no part in the numbering, and a step that
// changes nothing else leaves all numbers as they are; so does the end of a thread that has no
// locals, if a global or a local of another one points to its control block.
//
// SOUND: a program can compare pointers and follow them but (see vm/arith.c) never look at their
// numeric value, so renumbering changes nothing it can do; an object that no pointer reaches can
// never be accessed again. (Ročkai, Barnat, Brim: Improved state space reductions for LTL model
// checking of C and C++ programs, NFM 2013.)
#include "state/state_int.h"

#include <string.h>

void canon_done(Canon *c) {
    ENSURE(c->npacks <= MAX_THREADS);
    for (u32 i = 0; i < MAX_THREADS; i++)
        mem_free(c->packs[i].block, c->packs[i].cap);
    VEC_FREE(c->map, c->map_cap);
    reach_done(&c->reach);
    VEC_FREE(c->is_reached, c->is_reached_cap);
    VEC_FREE(c->blocks, c->blocks_cap);
}

static Block *pack_room(ThreadPack *p, size_t n) {
    ENSURE(n >= sizeof(Block));
    if (n > p->cap)
        p->block = vec_grow(p->block, &p->cap, n, 1);
    p->is_set = true;
    return p->block;
}

static bool is_dynamic(const Canon *c, ObjId obj) { return tag_is_dynamic(obj, c->first_dynamic); }

// Whether two blocks name the same dynamic objects in the same order.
static bool same_objects(const Canon *c, const Block *a, const Block *b) {
    const Tag *x = block_tags(a), *x_end = x + a->ntags, *y = block_tags(b), *y_end = y + b->ntags;
    for (;; x++, y++) {
        while (x < x_end && !is_dynamic(c, x->obj))
            x++;
        while (y < y_end && !is_dynamic(c, y->obj))
            y++;
        if (x == x_end || y == y_end)
            return x == x_end && y == y_end;
        if (x->obj != y->obj)
            return false;
    }
}

static const Tag *next_own(const Tag *t, const Tag *end) {
    while (t < end && t->len != TAG_OWN)
        t++;
    return t;
}

// Whether they have the same locals, and name no object that was not there before.
static bool same_locals(const Canon *c, const Vm *vm, const Block *a, const Block *b) {
    const Tag *x = block_tags(a), *x_end = x + a->ntags, *y = block_tags(b), *y_end = y + b->ntags;
    for (const Tag *t = y; t < y_end; t++)
        if (is_dynamic(c, t->obj) && t->obj - c->first_dynamic >= vm_numbering(vm)->old_objects)
            return false;
    for (;; x++, y++) {
        x = next_own(x, x_end);
        y = next_own(y, y_end);
        if (x == x_end || y == y_end)
            return x == x_end && y == y_end;
        if (x->obj != y->obj)
            return false;
    }
}

// Which memory is private depends on registers too.
static bool is_anchored(const Vm *vm) {
    return vm_numbering(vm)->is_anchored && !vm_options(vm)->regains_privacy;
}

// Whether the numbering cannot depend on what the step has changed in the thread.
static bool is_same_thread(const Canon *c, const Vm *vm, const Block *before, const Block *after) {
    CHECK(!before || vm_packed_self(before) == vm_packed_self(after) || !vm_packed_self(before));
    return before && (same_objects(c, before, after) ||
                      (is_anchored(vm) && same_locals(c, vm, before, after)));
}

// Packs the threads that have run. True if the numbering cannot depend on what has changed in them.
static bool pack_threads(Canon *c, Vm *vm) {
    bool is_same = true;
    ENSURE(vm_first_dynamic(vm) == c->first_dynamic);
    for (ThreadId k = 0; k < c->npacks; k++)
        c->packs[k].is_set = false;
    c->npacks = vm_nthreads(vm);
    ENSURE(c->npacks <= MAX_THREADS);
    c->objects = vm_objects(vm);
    c->nobjects = vm_nobjects(vm);
    for (ThreadId k = 0; k < c->npacks; k++) {
        const Thread *t = vm_thread(vm, k);
        if (t->form != THREAD_LIVE || !t->is_changed)
            continue;
        const Block *b = vm_pack(vm, k);
        CHECK(vm_packed_self(b) == t->self);
        memcpy(pack_room(&c->packs[k], block_bytes(b)), b, block_bytes(b));
        is_same = is_same && is_same_thread(c, vm, t->packed, b);
    }
    return is_same;
}

static const Block *thread_block(const Canon *c, const Vm *vm, ThreadId k) {
    const Thread *t = vm_thread(vm, k);
    if (t->form == THREAD_EMPTY)
        return NULL;
    CHECK(k < c->npacks && (c->packs[k].is_set || (t->packed && !t->is_changed)));
    return c->packs[k].is_set ? c->packs[k].block : t->packed;
}

// ---- numbering ----------------------------------------------------------------------------------

typedef struct Meeting {
    Canon *canon;
    const Vm *vm;
    const Place *globals;
    u32 nglobals;
} Meeting;

static TagSpan tags_of(void *meeting, ReachPart part, u32 index) {
    const Meeting *n = meeting;
    CHECK(index < (part == REACH_GLOBALS  ? n->nglobals
                   : part == REACH_OBJECT ? n->canon->nobjects
                                          : n->canon->npacks));
    switch (part) {
    case REACH_GLOBALS: return reach_place_tags(&n->globals[index]);
    case REACH_OBJECT: return reach_place_tags(&n->canon->objects[index]);
    case REACH_THREAD: break;
    }
    return reach_block_tags(thread_block(n->canon, n->vm, index));
}

static bool meets(void *meeting, Edge e) {
    Canon *c = ((Meeting *)meeting)->canon;
    CHECK(e.to < c->nobjects && c->reach.nmet <= c->nobjects);
    if (c->map[e.to])
        return false;
    c->map[e.to] = c->reach.nmet + 1;
    return true;
}

static inline ReachVisitor visitor_of(Meeting *n) {
    CHECK(n->globals == vm_globals(n->vm) && n->nglobals == vm_program(n->vm)->nblocks);
    return (ReachVisitor){n, n->nglobals, n->canon->npacks, tags_of, meets};
}

static void meet_from_anchors(Meeting *n) {
    Reach *r = &n->canon->reach;
    reach_from_globals(r, visitor_of(n));
    reach_own_of_threads(r, visitor_of(n));
    reach_rest(r, visitor_of(n));
    CHECK(r->next == r->nmet);
}

static void meet_from_live(Meeting *n) {
    Reach *r = &n->canon->reach;
    for (ThreadId k = 0; k < n->canon->npacks; k++)
        reach_object(r, visitor_of(n), REACH_THREAD, k, vm_thread(n->vm, k)->self);
    reach_rest(r, visitor_of(n));
    CHECK(r->next == r->nmet);
}

static void meet_from_registers(Meeting *n) {
    CHECK(n->canon->npacks == vm_nthreads(n->vm));
    reach_from_threads(&n->canon->reach, visitor_of(n));
    reach_rest(&n->canon->reach, visitor_of(n));
}

static void forget_order(Canon *c) {
    ENSURE(c->nobjects < c->map_cap && c->nobjects < c->is_reached_cap);
    memset(c->map, 0, c->nobjects * sizeof *c->map);
    reach_begin(&c->reach, c->first_dynamic, c->nobjects, 1);
}

// For the checking build: nothing but control blocks was met so far, in the order of their making.
static bool are_controls(const Canon *c) {
    u32 i = 0;
    while (i < c->reach.nmet && (c->objects[c->reach.order[i]].flags & BLOCK_CONTROL) &&
           (i == 0 || c->reach.order[i - 1] < c->reach.order[i]))
        i++;
    return i == c->reach.nmet;
}

static void meet_controls(Meeting *n) {
    Canon *c = n->canon;
    for (u32 i = 0; i < c->nobjects; i++)
        if (c->is_reached[i] && (c->objects[i].flags & BLOCK_CONTROL))
            reach_object(&c->reach, visitor_of(n), REACH_OBJECT, i, c->first_dynamic + i);
    CHECK(are_controls(c));
}

// For the checking build: map and order say the same.
static bool is_numbering(const Canon *c) {
    u32 nmet = 0;
    for (u32 i = 0; i < c->nobjects; i++)
        nmet += c->map[i] != 0;
    u32 i = 0;
    while (i < c->reach.nmet && c->map[c->reach.order[i]] == i + 1)
        i++;
    return i == nmet;
}

static void traverse(Canon *c, Vm *vm) {
    Meeting n = {c, vm, vm_globals(vm), vm_program(vm)->nblocks};
    VEC_RESERVE(c->map, 0, c->map_cap, c->nobjects + 1);
    VEC_RESERVE(c->is_reached, 0, c->is_reached_cap, c->nobjects + 1);
    forget_order(c);
    meet_from_anchors(&n);
    meet_from_live(&n);
    u32 nanchored = c->reach.nmet;
    meet_from_registers(&n);
    u32 nreached = c->reach.nmet;
    ENSURE(nanchored <= nreached && nreached <= c->nobjects);
    vm_set_anchored(vm, nreached == nanchored);
    for (u32 i = 0; i < c->nobjects; i++)
        c->is_reached[i] = c->map[i] != 0;
    forget_order(c);
    meet_controls(&n);
    meet_from_anchors(&n);
    meet_from_registers(&n);
    ENSURE(c->reach.nmet == nreached && "what is reached depends on where one begins");
    CHECK(is_numbering(c));
}

static bool is_identity(const Canon *c) {
    ENSURE(c->reach.nmet <= c->nobjects); // nothing was met twice
    if (c->reach.nmet != c->nobjects)
        return false;
    for (u32 i = 0; i < c->reach.nmet; i++)
        if (c->reach.order[i] != i)
            return false;
    return true;
}

// Of the objects that were there before the step; none of those that it made is left.
static bool keeps_numbers(const Canon *c, const Vm *vm) {
    CHECK(vm_numbering(vm)->old_objects <= c->nobjects);
    for (u32 i = 0; i < c->reach.nmet; i++)
        if (c->reach.order[i] != i)
            return false;
    return c->reach.nmet == vm_numbering(vm)->old_objects;
}

static Renumbering renumbering(const Canon *c) {
    ENSURE(c->reach.nmet <= c->nobjects);
    return (Renumbering){c->map, c->reach.order, c->reach.nmet};
}

static void rename_thread(Canon *c, Vm *vm, const Renumbering *r, ThreadId k) {
    const Block *b = thread_block(c, vm, k);
    ENSURE(k < c->npacks);
    if (!b || !vm_renames(vm, r, block_tags(b), b->ntags))
        return;
    ThreadPack *p = &c->packs[k];
    if (!p->is_set)
        memcpy(pack_room(p, block_bytes(b)), b, block_bytes(b));
    vm_rename(vm, r, (Tag *)block_tags(p->block), p->block->ntags);
    CHECK(!vm_packed_self(p->block) || vm_packed_self(p->block) - c->first_dynamic < c->reach.nmet);
    vm_replace_thread(vm, k, p->block); // the live form has old numbers
}

// ---- all of it ----------------------------------------------------------------------------------

static void renumber(Canon *c, Vm *vm) {
    Renumbering r = renumbering(c);
    ENSURE(!c->keeps_addresses);
    for (ThreadId k = 0; k < c->npacks; k++)
        rename_thread(c, vm, &r, k);
    vm_renumber(vm, &r);
    ENSURE(vm_nobjects(vm) == r.n);
}

// Without heap symmetry objects keep their numbers; only what cannot be reached any more is
// forgotten.
static void drop_unmet(const Canon *c, Vm *vm) {
    Renumbering r = renumbering(c);
    ENSURE(c->keeps_addresses);
    vm_drop_unnumbered(vm, &r);
    ENSURE(vm_nobjects(vm) >= r.n);
}

// The state before the step was canonical; if no pointer and no object has changed, this one is as
// well. Objects that the step made and that nothing points to do not count: they go without a
// trace.
bool canon_keeps_shape(Canon *c, Vm *vm) {
    const Numbering *n = vm_numbering(vm);
    bool is_same = pack_threads(c, vm) && (!n->thread_ended || is_anchored(vm));
    ENSURE(n->shape_changed || (!n->links_changed && !n->thread_ended));
    if (c->is_thorough)
        return false;
    return c->nobjects == 0 ||
           (is_same && (!n->shape_changed || (!n->links_changed && !c->keeps_addresses)));
}

// A heap block that was not met; 0: there is none.
static ObjId first_lost(const Canon *c) {
    for (u32 i = 0; i < c->nobjects; i++)
        if (!c->map[i] && c->objects[i].kind == OBJ_HEAP)
            return c->reach.has_address ? LEAK_IN_DOUBT : c->first_dynamic + i;
    return 0;
}

ObjId canon_run(Canon *c, Vm *vm, bool stop_at_leak) {
    const Numbering *n = vm_numbering(vm);
    bool was_anchored = n->is_anchored;
    c->kept_shape = canon_keeps_shape(c, vm);
    if (c->nobjects == 0)
        vm_set_anchored(vm, true);
    if (c->kept_shape && (c->nobjects == 0 || !n->shape_changed))
        return 0;
    traverse(c, vm);
    c->kept_shape = c->kept_shape && keeps_numbers(c, vm);
    if (vm_options(vm)->regains_privacy) {
        VEC_RESERVE(c->blocks, 0, c->blocks_cap, c->npacks);
        for (ThreadId k = 0; k < c->npacks; k++)
            c->blocks[k] = thread_block(c, vm, k);
        vm_find_private(vm, c->blocks);
        CHECK(vm_nobjects(vm) == c->nobjects);
    }
    if (is_identity(c))
        return 0;
    ObjId lost = stop_at_leak ? first_lost(c) : 0;
    if (lost) {
        vm_set_anchored(vm, was_anchored); // of the state before, as who goes on from here expects
        return lost;
    }
    if (c->keeps_addresses)
        drop_unmet(c, vm);
    else
        renumber(c, vm);
    ENSURE(!c->kept_shape || vm_nobjects(vm) == n->old_objects);
    return 0;
}

// ---- the checking build -------------------------------------------------------------------------

void canon_check(Canon *c, Vm *vm) {
    pack_threads(c, vm);
    bool was_anchored = vm_numbering(vm)->is_anchored;
    traverse(c, vm);
    ENSURE(vm_numbering(vm)->is_anchored == was_anchored || c->nobjects == 0);
    vm_set_anchored(vm, was_anchored);
    for (u32 i = 0; i < c->nobjects && c->keeps_addresses; i++)
        ENSURE((c->map[i] != 0) == (c->objects[i].kind != OBJ_FREE_SLOT) &&
               "an object that nothing points to was kept");
    ENSURE((c->keeps_addresses || is_identity(c)) &&
           "the canonical form of a canonical state is another one");
    ENSURE(is_numbering(c) && vm_nobjects(vm) == c->nobjects);
}
