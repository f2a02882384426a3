// SPDX-License-Identifier: Apache-2.0
// Memory that is not tracked: neither compared nor restored when the search goes back, so that a
// program can keep figures about the search in it. (Holzmann, Joshi: Model-driven software
// verification, SPIN 2004, where data that is not tracked just stays in the memory of the
// verifier.)
//
// A state is saved with zeros in these bytes. Their values are in a machine of their own, which
// never runs: from there they come into every state that is loaded, and to there they go after
// every step. Which bytes these are, the program says in a table (runtime/tracking.c), which
// belongs to the state. Bytes that were untracked in some state are so in all in which the program
// has not said anything about them yet; otherwise a run that goes back behind the call would begin
// again with old values.
#include "explore/explore_int.h"

#include <string.h>

struct Tracking {
    Exploration *shared; // with other explorers
    Vm *memory;
    MatchRange *hidden; // what was untracked in some state
    u32 nhidden, hidden_cap;
    // by block of globals: for each byte, whether it is untracked in the state at hand; NULL: none
    // ever was
    u8 **masks;
    Block **images; // by block of globals: see tracking_settle
    u32 *image_caps;
    u32 table_id; // the store's id of the block with the table that the masks were made from
};

static const Program *program_of(const Tracking *t) { return t->shared->program; }

// ---- which bytes --------------------------------------------------------------------------------

static void add_hidden(Tracking *t, MatchRange r) {
    ENSURE(r.leaf < program_of(t)->nblocks && r.size <= program_of(t)->blocks[r.leaf].size);
    ENSURE(r.off <= program_of(t)->blocks[r.leaf].size - r.size);
    for (u32 i = 0; i < t->nhidden; i++)
        if (t->hidden[i].leaf == r.leaf && t->hidden[i].off == r.off && t->hidden[i].size == r.size)
            return;
    ENSURE(r.is_hidden);
    VEC_PUSH(t->hidden, t->nhidden, t->hidden_cap) = r;
    if (!t->masks[r.leaf])
        t->masks[r.leaf] = mem_zalloc(program_of(t)->blocks[r.leaf].size);
}

static void set_mask(const Tracking *t, const MatchRange *r) {
    CHECK(r->leaf < program_of(t)->nblocks);
    CHECK(r->off + r->size <= program_of(t)->blocks[r->leaf].size);
    if (t->masks[r->leaf])
        memset(t->masks[r->leaf] + r->off, r->is_hidden, r->size);
}

static void begin_masks(const Tracking *t) {
    const Program *p = program_of(t);
    for (u32 i = 0; i < p->nblocks; i++)
        if (t->masks[i])
            memset(t->masks[i], 0, p->blocks[i].size);
    for (u32 i = 0; i < t->nhidden; i++) {
        CHECK(t->masks[t->hidden[i].leaf]); // what was hidden once has a mask
        set_mask(t, &t->hidden[i]);
    }
}

static bool is_variable(const Program *p, ObjId obj) {
    return obj && obj <= p->nglobals && !p->globals[obj].is_const && !p->globals[obj].is_tls &&
           !p->globals[obj].is_runtime;
}

// Where an entry of the table lies; false if nothing can be untracked there.
static bool locate(const Program *p, const TableEntry *entry, MatchRange *out) {
    if (!is_variable(p, entry->obj))
        return false;
    const Global *g = &p->globals[entry->obj];
    if (entry->off > g->size || entry->size > g->size - entry->off)
        return false;
    *out = (MatchRange){g->block, g->offset + (u32)entry->off, (u32)entry->size,
                        entry->kind == TABLE_UNTRACKED};
    ENSURE(out->off + out->size <= p->blocks[out->leaf].size);
    return true;
}

static void refuse(Explorer *e, const TableEntry *entry) {
    ENSURE(entry->kind == TABLE_UNTRACKED);
    const Program *p = e->shared->program;
    if (is_variable(p, entry->obj))
        explorer_refuse(e, "heddle_untracked: %llu bytes at offset %lld are not inside of '%s'",
                        (unsigned long long)entry->size, (long long)entry->off,
                        p->globals[entry->obj].name);
    else
        explorer_refuse(e, "heddle_untracked: only global variables of the program can be "
                           "untracked, which are not constant "
                           "and not thread-local");
}

// Brings the masks up to date with the state that the machine is in.
static void look(Explorer *e, Vm *vm) {
    Tracking *t = e->tracking;
    ObjId table = e->shared->tracking_table;
    const Place *place = table ? &vm_globals(vm)[program_of(t)->globals[table].block] : NULL;
    if (!place || (place->id && place->id == t->table_id))
        return;
    TableEntry entries[TABLE_ENTRIES];
    MatchRange ranges[TABLE_ENTRIES];
    u32 n = table_read(program_of(t), table, vm_block_of(vm, place), entries), nranges = 0;
    for (u32 i = 0; i < n; i++) {
        bool is_untracked = entries[i].kind == TABLE_UNTRACKED && entries[i].size > 0;
        bool is_found = locate(program_of(t), &entries[i], &ranges[nranges]);
        if (is_untracked && !is_found)
            refuse(e, &entries[i]);
        else if (is_untracked)
            add_hidden(t, ranges[nranges]);
        nranges += is_found;
    }
    ENSURE(n <= TABLE_ENTRIES && nranges <= n);
    begin_masks(t);
    for (u32 i = 0; i < nranges; i++)
        set_mask(t, &ranges[i]);
    t->table_id = place->id;
}

// The next untracked bytes of a block behind [*off, *off + *n).
static bool next_run(const Tracking *t, u32 block, u32 *off, u32 *n) {
    ENSURE(block < program_of(t)->nblocks);
    const u8 *mask = t->masks[block];
    u32 size = mask ? program_of(t)->blocks[block].size : 0, at = *off + *n;
    while (at < size && !mask[at])
        at++;
    *off = at;
    while (at < size && mask[at])
        at++;
    *n = at - *off;
    CHECK(*n == 0 || *off + *n <= size);
    return *n > 0;
}

bool tracking_hides(const Explorer *e, const Place *p, u64 off, u64 size) {
    const Tracking *t = e->tracking;
    CHECK(!t == !e->shared->has_untracked);
    return t &&
           reducer_is_untracked(t->masks, e->vm, &(Access){.place = p, .off = off, .size = size});
}

u8 *const *tracking_masks(const Tracking *t) { return t->masks; }

// ---- their values -------------------------------------------------------------------------------

Tracking *tracking_new(Exploration *s) {
    const Program *p = s->program;
    const MatchOptions *o = &s->options->matching;
    ENSURE(s->has_untracked);
    Tracking *t = mem_zalloc(sizeof *t);
    t->shared = s;
    t->memory = vm_new(p, &(VmOptions){0});
    vm_start(t->memory);
    t->masks = mem_zalloc((p->nblocks + 1) * sizeof *t->masks);
    t->images = mem_zalloc((p->nblocks + 1) * sizeof *t->images);
    t->image_caps = mem_zalloc((p->nblocks + 1) * sizeof *t->image_caps);
    for (u32 i = 0; i < o->nuntracked; i++) {
        ENSURE(o->untracked[i] && o->untracked[i] <= p->nglobals);
        const Global *g = &p->globals[o->untracked[i]];
        add_hidden(t, (MatchRange){g->block, g->offset, g->size, true});
    }
    begin_masks(t);
    return t;
}

void tracking_free(Tracking *t) {
    if (!t)
        return;
    const Program *p = program_of(t);
    for (u32 i = 0; i < p->nblocks; i++) {
        ENSURE(!t->images[i] == !t->image_caps[i]);
        mem_free(t->masks[i], t->masks[i] ? p->blocks[i].size : 0);
        mem_free(t->images[i], t->image_caps[i]);
    }
    mem_free(t->masks, (p->nblocks + 1) * sizeof *t->masks);
    mem_free(t->images, (p->nblocks + 1) * sizeof *t->images);
    mem_free(t->image_caps, (p->nblocks + 1) * sizeof *t->image_caps);
    VEC_FREE(t->hidden, t->hidden_cap);
    vm_free(t->memory);
    mem_free(t, sizeof *t);
}

// Objects that are made while the program runs mean nothing in another run.
static bool can_be_kept(Explorer *e, const Place *place, u32 off, u32 n) {
    ObjId first = program_first_dynamic(e->shared->program);
    ENSURE(off <= place->size && n <= place->size - off);
    if (!contents_name_from(vm_contents(place), off, n, first))
        return true;
    explorer_refuse(e, "untracked memory must not hold pointers to the heap or the stack, nor "
                       "unknown values: these "
                       "mean nothing in other runs");
    return false;
}

void tracking_keep(Explorer *e) {
    Tracking *t = e->tracking;
    if (!t || t->shared->tracks_all)
        return;
    look(e, e->vm);
    ENSURE(t->memory && e->shared->nexplorers == 1);
    for (u32 b = 0; b < program_of(t)->nblocks; b++)
        for (u32 off = 0, n = 0; next_run(t, b, &off, &n);)
            if (can_be_kept(e, &vm_globals(e->vm)[b], off, n))
                vm_copy_globals(t->memory, e->vm, b, off, n);
}

void tracking_blank(Explorer *e) {
    Tracking *t = e->tracking;
    if (!t || t->shared->tracks_all)
        return;
    ENSURE(t->shared == e->shared);
    for (u32 b = 0; b < program_of(t)->nblocks; b++)
        for (u32 off = 0, n = 0; next_run(t, b, &off, &n);)
            vm_clear_globals(e->vm, b, off, n);
}

void tracking_restore(Explorer *e, Vm *vm) {
    Tracking *t = e->tracking;
    if (!t)
        return;
    look(e, vm);
    if (t->shared->tracks_all)
        return;
    ENSURE(t->memory && t->memory != vm);
    for (u32 b = 0; b < program_of(t)->nblocks; b++)
        for (u32 off = 0, n = 0; next_run(t, b, &off, &n);)
            vm_copy_globals(vm, t->memory, b, off, n);
}

// The places share blocks again, which are ours and not the store's.
void tracking_settle(Explorer *e, Vm *vm) {
    ENSURE(vm != e->vm);
    Tracking *t = e->tracking;
    for (u32 b = 0; t && b < program_of(t)->nblocks; b++) {
        if (!vm_globals(vm)[b].is_own)
            continue;
        const Block *now = vm_block_of(vm, &vm_globals(vm)[b]);
        if (block_bytes(now) > t->image_caps[b])
            t->images[b] = vec_grow(t->images[b], &t->image_caps[b], block_bytes(now), 1);
        ENSURE(block_bytes(now) <= t->image_caps[b]);
        memcpy(t->images[b], now, block_bytes(now));
        vm_share(vm, &vm_globals(vm)[b], t->images[b], 0);
        ENSURE(!vm_globals(vm)[b].is_own);
    }
    if (t)
        vm_places_saved(vm);
}

// ---- the end ------------------------------------------------------------------------------------

static void add_parts(const Tracking *t, ObjId global, Untracked *out) {
    const Global *g = &program_of(t)->globals[global];
    for (u32 off = g->offset, n = 0;
         next_run(t, g->block, &off, &n) && off < g->offset + g->size;) {
        // the next variable of the block may be untracked as well
        u32 most = g->offset + g->size - off;
        ENSURE(off >= g->offset && n > 0);
        VEC_PUSH(out->parts, out->nparts, out->parts_cap) =
            (UntrackedPart){global, off - g->offset, n < most ? n : most};
    }
}

void tracking_take(Tracking *t, Untracked *out) {
    ENSURE(t->memory);
    const Program *p = program_of(t);
    untracked_done(out);
    ENSURE(!out->memory && out->nparts == 0);
    if (!t->nhidden)
        return;
    begin_masks(t);
    for (ObjId i = 1; i <= p->nglobals; i++)
        if (is_variable(p, i))
            add_parts(t, i, out);
    out->memory = t->memory;
    t->memory = NULL;
}

void untracked_done(Untracked *u) {
    ENSURE(u->memory || u->nparts == 0);
    vm_free(u->memory);
    VEC_FREE(u->parts, u->parts_cap);
    *u = (Untracked){0};
}

bool explore_has_untracked(const MatchOptions *o, const Program *p) {
    return o->nuntracked || table_named(p, TRACKING_TABLE);
}
