// SPDX-License-Identifier: Apache-2.0
// Objects and their contents: bytes, the tags of tracked pointers among them, and the holes that
// were never written. Invariants of every place: tags are sorted, disjoint and not adjacent pieces
// of one value; holes are sorted, disjoint and not adjacent; bytes in a hole are 0 and carry no
// tag. So equal contents are equal bytes.
#include "vm/vm_int.h"

#include <string.h>

// ---- making places writable ---------------------------------------------------------------------

static void own_reserve(Place *p, u32 size, u32 ntags, u32 nholes) {
    if (size > p->data_cap)
        p->own_data = vec_grow(p->own_data, &p->data_cap, size, 1);
    if (ntags > p->tags_cap)
        p->own_tags = vec_grow(p->own_tags, &p->tags_cap, ntags, sizeof(Tag));
    if (nholes > p->holes_cap)
        p->own_holes = vec_grow(p->own_holes, &p->holes_cap, nholes, sizeof(Hole));
    if (p->is_own) {
        p->data = p->own_data;
        p->tags = p->own_tags;
        p->holes = p->own_holes;
    }
}

static void mark_dirty(Vm *vm, Place *p) {
    p->is_own = true;
    p->id = 0;
    VEC_PUSH(vm->dirty, vm->ndirty, vm->dirty_cap) = p;
}

void place_own(Vm *vm, Place *p) {
    if (p->is_own)
        return;
    const u8 *data = p->data;
    const Tag *tags = p->tags;
    const Hole *holes = p->holes;
    own_reserve(p, p->size, p->ntags, p->nholes);
    if (p->size)
        memcpy(p->own_data, data, p->size);
    if (p->ntags)
        memcpy(p->own_tags, tags, p->ntags * sizeof(Tag));
    if (p->nholes)
        memcpy(p->own_holes, holes, p->nholes * sizeof(Hole));
    p->data = p->own_data;
    p->tags = p->own_tags;
    p->holes = p->own_holes;
    mark_dirty(vm, p);
}

void vm_own(Vm *vm, Place *p) { place_own(vm, p); }

void vm_find_dirty(Vm *vm) {
    vm->ndirty = vm->nfree_slots = 0;
    for (u32 i = 0; i < vm->program->nblocks; i++)
        if (vm->places[i].is_own)
            VEC_PUSH(vm->dirty, vm->ndirty, vm->dirty_cap) = &vm->places[i];
    for (u32 i = 0; i < vm->ndyn; i++)
        if (vm->dyn[i].is_own)
            VEC_PUSH(vm->dirty, vm->ndirty, vm->dirty_cap) = &vm->dyn[i];
}

void place_touched(Vm *vm, Place *p) {
    p->seen = vm->epoch;
    VEC_PUSH(vm->touched, vm->ntouched, vm->touched_cap) = p;
}

static bool can_escape(u8 kind) { return kind == OBJ_LOCAL || kind == OBJ_TLS || kind == OBJ_HEAP; }

static void update_visible(Place *p) {
    p->is_visible = p->kind == OBJ_GLOBAL || p->kind == OBJ_INTERNAL ||
                    (can_escape(p->kind) && (p->flags & BLOCK_ESCAPED));
}

// Of an object that was not there before, what is known of its being found by others.
static u8 first_flags(const Vm *vm, ObjKind kind) {
    bool is_shared = vm->options.is_witness ? can_escape((u8)kind)
                                            : kind == OBJ_HEAP && !vm->options.private_memory;
    return is_shared ? BLOCK_ESCAPED : 0;
}

void vm_set_private(Vm *vm, Place *p, bool is_private) {
    if (!can_escape(p->kind) || is_private == !(p->flags & BLOCK_ESCAPED))
        return;
    place_own(vm, p);
    p->flags ^= BLOCK_ESCAPED;
    update_visible(p);
}

void vm_share(Place *p, const Block *b, u32 id) {
    p->data = (u8 *)block_data(b);
    p->tags = (Tag *)block_tags(b);
    p->holes = (Hole *)block_holes(b);
    p->size = b->size;
    p->ntags = b->ntags;
    p->nholes = b->nholes;
    p->kind = b->kind;
    p->flags = b->flags;
    p->align_log = b->align_log;
    p->site = b->site;
    p->rank = b->rank;
    p->id = id;
    p->is_own = false;
    update_visible(p);
}

// ---- tags ---------------------------------------------------------------------------------------

// Index of the first tag that ends after off.
static u32 tag_after(const Tag *tags, u32 n, u32 off) {
    u32 lo = 0, hi = n;
    while (lo < hi) {
        u32 mid = (lo + hi) / 2;
        if (tags[mid].off + tags[mid].len > off)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

void shape_changes(Vm *vm, const Place *p) {
    bool is_new = p >= vm->dyn + vm->old_objects && p < vm->dyn + MAX_OBJECTS;
    vm->shape_changed = true;
    vm->links_changed = vm->links_changed || !is_new;
}

// Whether it matters for the canonical form who points to an object: not for fixed ones, nor for
// the control block of the thread that runs, which is numbered first whoever points to it. That of
// another thread may be there only because of this pointer, and whether that thread lives is
// nothing that a step may depend on unseen.
static bool shapes_state(const Vm *vm, ObjId obj) {
    bool is_own = vm->running != THREAD_NONE && vm->threads[vm->running].self == obj;
    return obj >= vm->first_dynamic && !is_own;
}

// Replaces tags [from, to) of an own place by n others.
static void tags_replace(Vm *vm, Place *p, u32 from, u32 to, const Tag *with, u32 n) {
    if (from == to && n == 0)
        return;
    for (u32 i = from; i < to; i++)
        if (shapes_state(vm, p->tags[i].obj))
            shape_changes(vm, p);
    for (u32 i = 0; i < n; i++)
        if (shapes_state(vm, with[i].obj))
            shape_changes(vm, p);
    u32 rest = p->ntags - to;
    own_reserve(p, p->size, from + n + rest, p->nholes);
    memmove(p->tags + from + n, p->tags + to, rest * sizeof(Tag));
    if (n)
        memcpy(p->tags + from, with, n * sizeof(Tag));
    p->ntags = from + n + rest;
}

static Tag tag_slice(Tag t, u32 from, u32 to) {
    u32 skip = from > t.off ? from - t.off : 0;
    u32 end = t.off + t.len < to ? t.off + t.len : to;
    return (Tag){t.off + skip, t.obj, (u16)(t.first + skip), (u16)(end - t.off - skip)};
}

// The bytes [off, off+n) carry no tag any more; what sticks out of the range stays as pieces.
static void tags_clear(Vm *vm, Place *p, u32 off, u32 n) {
    u32 from = tag_after(p->tags, p->ntags, off), to = from;
    while (to < p->ntags && p->tags[to].off < off + n)
        to++;
    if (from == to)
        return;
    Tag pieces[2];
    u32 np = 0;
    Tag first = p->tags[from], last = p->tags[to - 1];
    if (first.off < off)
        pieces[np++] = tag_slice(first, first.off, off);
    if (last.off + last.len > off + n)
        pieces[np++] = tag_slice(last, off + n, last.off + last.len);
    tags_replace(vm, p, from, to, pieces, np);
}

static bool tags_join(const Tag *a, const Tag *b) {
    return a->obj == b->obj && a->off + a->len == b->off && a->first + a->len == b->first;
}

// Adds a tag where there is none, joining it with neighbouring pieces of the same value.
static void tags_add(Vm *vm, Place *p, Tag t) {
    u32 at = tag_after(p->tags, p->ntags, t.off), from = at, to = at;
    if (at > 0 && tags_join(&p->tags[at - 1], &t)) {
        t.off = p->tags[at - 1].off;
        t.first = p->tags[at - 1].first;
        t.len = (u16)(t.len + p->tags[at - 1].len);
        from--;
    }
    if (at < p->ntags && tags_join(&t, &p->tags[at])) {
        t.len = (u16)(t.len + p->tags[at].len);
        to++;
    }
    tags_replace(vm, p, from, to, &t, 1);
    if (p->is_visible)
        obj_escape(vm, t.obj);
}

// ---- holes --------------------------------------------------------------------------------------

static u32 hole_after(const Hole *h, u32 n, u32 off) {
    u32 lo = 0, hi = n;
    while (lo < hi) {
        u32 mid = (lo + hi) / 2;
        if (h[mid].to > off)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

static void holes_replace(Place *p, u32 from, u32 to, const Hole *with, u32 n) {
    u32 rest = p->nholes - to;
    own_reserve(p, p->size, p->ntags, from + n + rest);
    memmove(p->holes + from + n, p->holes + to, rest * sizeof(Hole));
    if (n)
        memcpy(p->holes + from, with, n * sizeof(Hole));
    p->nholes = from + n + rest;
}

static void holes_clear(Place *p, u32 off, u32 n) {
    u32 from = hole_after(p->holes, p->nholes, off), to = from;
    while (to < p->nholes && p->holes[to].from < off + n)
        to++;
    if (from == to)
        return;
    Hole pieces[2];
    u32 np = 0;
    if (p->holes[from].from < off)
        pieces[np++] = (Hole){p->holes[from].from, off};
    if (p->holes[to - 1].to > off + n)
        pieces[np++] = (Hole){off + n, p->holes[to - 1].to};
    holes_replace(p, from, to, pieces, np);
}

static void holes_add(Place *p, u32 off, u32 n) {
    Hole h = {off, off + n};
    // Neighbours that touch it count as overlapping, so that holes are never adjacent.
    u32 from = off ? hole_after(p->holes, p->nholes, off - 1) : 0, to = from;
    while (to < p->nholes && p->holes[to].from <= h.to) {
        h.from = p->holes[to].from < h.from ? p->holes[to].from : h.from;
        h.to = p->holes[to].to > h.to ? p->holes[to].to : h.to;
        to++;
    }
    holes_replace(p, from, to, &h, 1);
}

// Bytes of [off, off+n) that are in holes.
static u32 holes_count(const Place *p, u32 off, u32 n) {
    u32 count = 0;
    for (u32 i = hole_after(p->holes, p->nholes, off); i < p->nholes && p->holes[i].from < off + n;
         i++) {
        u32 from = p->holes[i].from > off ? p->holes[i].from : off;
        u32 to = p->holes[i].to < off + n ? p->holes[i].to : off + n;
        count += to - from;
    }
    return count;
}

u32 mem_uniform(const Place *p, u32 off, u32 n, bool from_end) {
    u32 from = off, to = off + n;
    for (u32 i = tag_after(p->tags, p->ntags, off); i < p->ntags && p->tags[i].off < off + n; i++) {
        u32 edges[2] = {p->tags[i].off, p->tags[i].off + p->tags[i].len};
        for (u32 k = 0; k < 2; k++) {
            if (from_end && edges[k] > from && edges[k] < off + n)
                from = edges[k];
            if (!from_end && edges[k] > off && edges[k] < to)
                to = edges[k];
        }
    }
    return to - from;
}

// ---- reading and writing ------------------------------------------------------------------------

static u32 whole_bytes(const Vm *vm, ObjId obj) {
    Place *p = obj_dyn(vm, obj);
    return p && p->kind == OBJ_UNKNOWN ? p->width / 8 : vm->program->ptr_bytes;
}

// The bytes of [off, off+n) that are in holes, as a mask.
static u32 hole_mask(const Place *p, u32 off, u32 n) {
    u32 mask = 0;
    for (u32 i = 0; i < n; i++)
        mask |= (u32)(holes_count(p, off + i, 1) != 0) << i;
    return mask;
}

static bool is_zero(const Place *p, u32 from, u32 to) {
    while (from < to && p->data[from] == 0)
        from++;
    return from == to;
}

void mem_read(const Vm *vm, const Place *p, u32 off, u32 n, Cell *out) {
    *out = (Cell){0};
    memcpy(&out->v, p->data + off, n);
    u32 unwritten = p->nholes ? holes_count(p, off, n) : 0;
    if (unwritten) {
        *out =
            unwritten == n ? cell_unwritten() : cell_partly_written(out->v, hole_mask(p, off, n));
    }
    if (!p->ntags)
        return;
    u32 i = tag_after(p->tags, p->ntags, off);
    if (i == p->ntags || p->tags[i].off >= off + n)
        return;
    Tag t = p->tags[i];
    u32 end = t.off + t.len;
    // A value that was zero-extended before it was stored is read back as what it was.
    bool is_extended = t.off == off && end < off + n &&
                       mem_uniform(p, end, off + n - end, false) == off + n - end && !unwritten &&
                       is_zero(p, end, off + n);
    if (t.off > off || (end < off + n && !is_extended)) {
        *out = cell_address();
        return;
    }
    t = tag_slice(t, off, off + n);
    out->tag = t.obj;
    if (tag_names_object(t.obj) && (t.first != 0 || t.len != whole_bytes(vm, t.obj)))
        out->part = (u32)t.first << 8 | t.len;
}

static void write_undef(Place *p, u32 off, u32 n, u32 mask) {
    for (u32 i = 0; i < n; i++) {
        if (!(mask >> i & 1))
            continue;
        p->data[off + i] = 0;
        holes_add(p, off + i, 1);
    }
}

void mem_write(Vm *vm, Place *p, u32 off, u32 n, const Cell *c) {
    place_own(vm, p);
    memcpy(p->data + off, &c->v, n);
    if (p->ntags)
        tags_clear(vm, p, off, n);
    if (p->nholes)
        holes_clear(p, off, n);
    switch (tag_class(c->tag)) {
    case TAG_IS_NUMBER: break;
    case TAG_IS_UNWRITTEN:
        write_undef(p, off, n, c->part & PART_MIXED ? c->part & 0xff : 0xff);
        break;
    case TAG_IS_ADDRESS: tags_add(vm, p, (Tag){off, c->tag, 0, (u16)n}); break;
    case TAG_IS_OBJECT: {
        // What is stored may be wider than the value, which was then zero-extended.
        u32 len = c->part ? c->part & 0xff : whole_bytes(vm, c->tag);
        tags_add(vm, p, (Tag){off, c->tag, (u16)(c->part >> 8), (u16)(len < n ? len : n)});
        break;
    }
    }
}

void mem_fill(Vm *vm, Place *p, u32 off, u8 byte, u32 n) {
    if (n == 0)
        return;
    place_own(vm, p);
    memset(p->data + off, byte, n);
    if (p->ntags)
        tags_clear(vm, p, off, n);
    if (p->nholes)
        holes_clear(p, off, n);
}

void mem_forget(Vm *vm, Place *p, u32 off, u32 n) {
    if (n == 0)
        return;
    mem_fill(vm, p, off, 0, n);
    holes_add(p, off, n);
}

void mem_copy(Vm *vm, Place *dst, u32 dst_off, const Place *src, u32 src_off, u32 n) {
    Scratch *s = vm->scratch;
    if (n == 0)
        return;
    // First take what the source range holds: the places may be the same.
    s->ntags = s->nholes = 0;
    for (u32 i = tag_after(src->tags, src->ntags, src_off);
         i < src->ntags && src->tags[i].off < src_off + n; i++)
        VEC_PUSH(s->tags, s->ntags, s->tags_cap) = tag_slice(src->tags[i], src_off, src_off + n);
    for (u32 i = hole_after(src->holes, src->nholes, src_off);
         i < src->nholes && src->holes[i].from < src_off + n; i++)
        VEC_PUSH(s->holes, s->nholes, s->holes_cap) = src->holes[i];
    place_own(vm, dst);
    memmove(dst->data + dst_off, src->data + src_off, n);
    if (dst->ntags)
        tags_clear(vm, dst, dst_off, n);
    if (dst->nholes)
        holes_clear(dst, dst_off, n);
    for (u32 i = 0; i < s->ntags; i++) {
        Tag t = s->tags[i];
        t.off += dst_off - src_off;
        tags_add(vm, dst, t);
    }
    for (u32 i = 0; i < s->nholes; i++) {
        u32 from = s->holes[i].from > src_off ? s->holes[i].from : src_off;
        u32 to = s->holes[i].to < src_off + n ? s->holes[i].to : src_off + n;
        holes_add(dst, from - src_off + dst_off, to - from);
    }
}

void vm_copy_bytes(Vm *vm, Place *to, const Place *from, u32 off, u32 n) {
    mem_copy(vm, to, off, from, off, n);
}

void vm_clear_bytes(Vm *vm, Place *p, u32 off, u32 n) { mem_fill(vm, p, off, 0, n); }

// ---- objects ------------------------------------------------------------------------------------

void obj_begin(Vm *vm, ObjId id, ObjKind kind, u32 size, u32 align_log, bool is_zeroed) {
    Place *p = obj_dyn(vm, id);
    if (!p->is_own)
        mark_dirty(vm, p);
    p->size = size;
    p->ntags = p->nholes = 0;
    own_reserve(p, size, 0, 1);
    p->data = p->own_data;
    p->tags = p->own_tags;
    p->holes = p->own_holes;
    if (size)
        memset(p->data, 0, size);
    p->kind = (u8)kind;
    p->flags = first_flags(vm, kind);
    if (vm->options.is_witness)
        witness_object_begins(vm, p);
    p->align_log = (u16)align_log;
    p->site = p->rank = 0;
    update_visible(p);
    if (!is_zeroed && size)
        holes_add(p, 0, size);
    shape_changes(vm, p);
}

void vm_drop(Vm *vm, u32 index) {
    Place *p = &vm->dyn[index];
    if (p->kind == OBJ_FREE_SLOT)
        return;
    place_own(vm, p);
    p->size = p->ntags = p->nholes = 0;
    p->kind = OBJ_FREE_SLOT;
    p->flags = 0;
    p->align_log = 0;
    p->site = p->rank = 0;
    update_visible(p);
}

static ObjId lowest_free(const Vm *vm) {
    for (u32 i = 0; i < vm->ndyn; i++)
        if (vm->dyn[i].kind == OBJ_FREE_SLOT)
            return vm->first_dynamic + i;
    return 0;
}

enum { OBJECT_COST = 256 }; // bytes that an object takes beside its contents, or a little more

ObjId obj_new(Vm *vm, ObjKind kind, u32 size, u32 align_log, bool is_zeroed) {
    vm->grown += size + OBJECT_COST;
    ObjId lowest = vm->options.keeps_addresses ? lowest_free(vm) : 0;
    if (lowest) {
        obj_begin(vm, lowest, kind, size, align_log, is_zeroed);
        return lowest;
    }
    if (vm->nfree_slots) {
        ObjId again = vm->free_slots[--vm->nfree_slots];
        obj_begin(vm, again, kind, size, align_log, is_zeroed);
        return again;
    }
    if (vm->ndyn == MAX_OBJECTS)
        return 0;
    vm->dyn[vm->ndyn++].is_own = false;
    if (vm->ndyn > vm->dyn_high)
        vm->dyn_high = vm->ndyn;
    ObjId id = vm->first_dynamic + vm->ndyn - 1;
    obj_begin(vm, id, kind, size, align_log, is_zeroed);
    return id;
}

void obj_end(Vm *vm, ObjId id, ObjKind tombstone) {
    Place *p = obj_dyn(vm, id);
    ENSURE(p != NULL);
    place_own(vm, p);
    u32 size = p->size;
    ObjKind kind = p->kind;
    p->size = p->ntags = p->nholes = 0;
    p->kind = (u8)tombstone;
    p->flags = 0;
    p->align_log = 0;
    p->site = 0;
    if (vm->options.reuse_addresses && tombstone == OBJ_FREED)
        reuse_freed(vm, p, kind, size);
    else
        p->rank = 0;
    update_visible(p);
    shape_changes(vm, p);
}

void obj_resize(Vm *vm, ObjId id, u32 size) {
    Place *p = obj_dyn(vm, id);
    ENSURE(p != NULL);
    place_own(vm, p);
    u32 old = p->size;
    if (size < old) {
        tags_clear(vm, p, size, old - size);
        holes_clear(p, size, old - size);
        p->size = size;
    } else if (size > old) {
        own_reserve(p, size, p->ntags, p->nholes);
        memset(p->data + old, 0, size - old);
        p->size = size;
        holes_add(p, old, size - old);
        vm->grown += size - old;
    }
    shape_changes(vm, p);
}

void obj_escape(Vm *vm, ObjId id) {
    Scratch *s = vm->scratch;
    s->nwork = 0;
    VEC_PUSH(s->work, s->nwork, s->work_cap) = id;
    while (s->nwork) {
        Place *p = obj_dyn(vm, s->work[--s->nwork]);
        if (!p || p->is_visible || !can_escape(p->kind))
            continue;
        place_own(vm, p);
        p->flags |= BLOCK_ESCAPED;
        update_visible(p);
        for (u32 i = 0; i < p->ntags; i++)
            VEC_PUSH(s->work, s->nwork, s->work_cap) = p->tags[i].obj;
    }
}

ObjKind obj_kind(const Vm *vm, ObjId id) {
    if (id < vm->first_dynamic)
        return id ? vm->fixed[id].kind : OBJ_FREE_SLOT;
    Place *p = obj_dyn(vm, id);
    return p ? p->kind : OBJ_FREE_SLOT;
}

u32 obj_align(const Vm *vm, ObjId id) {
    if (!tag_names_object(id))
        return 1;
    if (id < vm->first_dynamic)
        return id <= vm->program->nglobals ? vm->program->globals[id].align : 16;
    Place *p = obj_dyn(vm, id);
    return p && p->align_log < 32 ? 1u << p->align_log : 1;
}

Place *vm_place(Vm *vm, ObjId id, u32 *offset, u32 *size) {
    if (!tag_names_object(id))
        return NULL;
    if (id < vm->first_dynamic) {
        ObjRef *r = &vm->fixed[id];
        *offset = r->offset;
        *size = r->size;
        if (r->kind != OBJ_GLOBAL && r->kind != OBJ_CONST)
            return NULL;
        place_touch(vm, &vm->places[r->place]);
        return &vm->places[r->place];
    }
    Place *p = obj_dyn(vm, id);
    if (!p || p->kind == OBJ_FREE_SLOT)
        return NULL;
    *offset = 0;
    *size = p->size;
    return p;
}

// ---- settling an unknown value ------------------------------------------------------------------

static void settle_place(Vm *vm, Place *p, ObjId id, u64 value) {
    for (u32 i = 0; i < p->ntags;) {
        Tag t = p->tags[i];
        if (t.obj != id) {
            i++;
            continue;
        }
        Cell c = {t.first >= 8 ? 0 : value >> (8 * t.first), 0, 0};
        mem_write(vm, p, t.off, t.len, &c);
    }
}

// What a register that holds (part of) the unknown value has when that is settled.
static Cell piece_of(const Cell *c, u64 value) {
    u32 first = c->part >> 8, len = c->part & 0xff;
    u64 piece = first >= 8 ? 0 : value >> (8 * first);
    return cell_number(len && len < 8 ? piece & ((1ull << 8 * len) - 1) : piece);
}

void memory_settle(Vm *vm, ObjId id, u64 value) {
    vm->looks_around = true;
    for (u32 i = 0; i < vm->nplaces; i++)
        settle_place(vm, &vm->places[i], id, value);
    for (u32 i = 0; i < vm->ndyn; i++)
        settle_place(vm, &vm->dyn[i], id, value);
    for (ThreadId k = 0; k < vm->nthreads; k++) {
        if (vm->threads[k].form == THREAD_EMPTY)
            continue;
        Thread *t = vm_live(vm, k);
        for (u32 i = 0; i < t->ncells; i++) {
            Cell *c = &t->cells[i];
            if (c->tag != id)
                continue;
            *c = piece_of(c, value);
            t->is_changed = true;
        }
        if (t->has_bulk_value && t->bulk_value.tag == id) {
            t->bulk_value = piece_of(&t->bulk_value, value);
            t->is_changed = true;
        }
        if (t->pend.word.tag == id) {
            t->pend.word = (Cell){0};
            t->is_changed = true;
        }
    }
    vm->shape_changed = vm->links_changed = true;
}

// ---- set-up -------------------------------------------------------------------------------------

void memory_init(Vm *vm) {
    const Program *p = vm->program;
    vm->first_dynamic = program_first_dynamic(p);
    u32 nconst = 0;
    for (u32 i = 1; i <= p->nglobals; i++)
        nconst += p->globals[i].is_const && !p->globals[i].is_tls;
    vm->nplaces = p->nblocks + nconst;
    vm->places = mem_zalloc((vm->nplaces + 1) * sizeof(Place));
    vm->fixed = mem_zalloc(vm->first_dynamic * sizeof(ObjRef));
    vm->tls_slot = mem_zalloc((p->nglobals + 1) * sizeof(u32));
    vm->tls_global = mem_zalloc((p->nglobals + 1) * sizeof(u32));
    vm->dyn = mem_map(MAX_OBJECTS * sizeof(Place));
    u32 next = p->nblocks;
    for (u32 i = 1; i <= p->nglobals; i++) {
        const Global *g = &p->globals[i];
        if (g->is_tls) {
            vm->tls_global[vm->ntls] = i;
            vm->tls_slot[i] = ++vm->ntls;
        } else if (g->is_const) {
            vm->fixed[i] = (ObjRef){next++, 0, g->size, OBJ_CONST};
        } else {
            vm->fixed[i] = (ObjRef){g->block, g->offset, g->size, OBJ_GLOBAL};
        }
    }
    for (u32 f = 0; f < p->nfuncs; f++)
        vm->fixed[program_func_obj(p, f)] = (ObjRef){0, 0, 0, OBJ_FUNC};
}

static void place_load(Vm *vm, Place *p, ObjKind kind, u32 size, const u8 *init, const Tag *tags,
                       u32 ntags) {
    p->is_own = false;
    mark_dirty(vm, p);
    p->size = size;
    p->ntags = p->nholes = 0;
    own_reserve(p, size, ntags, 0);
    if (size && init)
        memcpy(p->data, init, size);
    else if (size)
        memset(p->data, 0, size);
    if (ntags)
        memcpy(p->tags, tags, ntags * sizeof(Tag));
    p->ntags = ntags;
    p->kind = (u8)kind;
    p->flags = 0;
    p->align_log = 0;
    p->site = p->rank = 0;
    update_visible(p);
}

void memory_reset(Vm *vm) {
    const Program *p = vm->program;
    vm->ndirty = 0;
    vm->ndyn = 0;
    for (u32 i = 0; i < p->nblocks; i++)
        place_load(vm, &vm->places[i], OBJ_GLOBAL, p->blocks[i].size, p->blocks[i].init,
                   p->blocks[i].tags, p->blocks[i].ntags);
    u32 dirty = vm->ndirty;
    for (u32 i = 1; i <= p->nglobals; i++) {
        const Global *g = &p->globals[i];
        if (vm->fixed[i].kind == OBJ_CONST)
            place_load(vm, &vm->places[vm->fixed[i].place], OBJ_CONST, g->size, g->init, g->tags,
                       g->ntags);
    }
    vm->ndirty = dirty; // constants are never saved
    vm->shape_changed = vm->links_changed = true;
}

static void place_free(Place *p) {
    mem_free(p->own_data, p->data_cap);
    mem_free(p->own_tags, p->tags_cap * sizeof(Tag));
    mem_free(p->own_holes, p->holes_cap * sizeof(Hole));
}

void memory_done(Vm *vm) {
    for (u32 i = 0; i < vm->nplaces; i++)
        place_free(&vm->places[i]);
    for (u32 i = 0; i < MAX_OBJECTS && i < vm->dyn_high; i++)
        place_free(&vm->dyn[i]);
    mem_free(vm->places, (vm->nplaces + 1) * sizeof(Place));
    mem_free(vm->fixed, vm->first_dynamic * sizeof(ObjRef));
    mem_free(vm->tls_slot, (vm->program->nglobals + 1) * sizeof(u32));
    mem_free(vm->tls_global, (vm->program->nglobals + 1) * sizeof(u32));
    mem_unmap(vm->dyn, MAX_OBJECTS * sizeof(Place));
    VEC_FREE(vm->dirty, vm->dirty_cap);
}

// ---- the checking build -------------------------------------------------------------------------

static void check_tags(const Place *p) {
    for (u32 i = 0; i < p->ntags; i++) {
        const Tag *t = &p->tags[i], *next = i + 1 < p->ntags ? t + 1 : NULL;
        ENSURE(t->len > 0 && t->off + t->len <= p->size);
        ENSURE(!next || (t->off + t->len <= next->off && !tags_join(t, next)));
        ENSURE(holes_count(p, t->off, t->len) == 0);
    }
}

static void check_holes(const Place *p) {
    for (u32 i = 0; i < p->nholes; i++) {
        const Hole *h = &p->holes[i];
        ENSURE(h->from < h->to && h->to <= p->size && (i + 1 == p->nholes || h->to < h[1].from));
        ENSURE(is_zero(p, h->from, h->to));
    }
}

void vm_check_memory(const Vm *vm) {
    for (u32 i = 0; i < vm->program->nblocks + vm->ndyn; i++) {
        const Place *p =
            i < vm->program->nblocks ? &vm->places[i] : &vm->dyn[i - vm->program->nblocks];
        check_tags(p);
        check_holes(p);
    }
}
