// SPDX-License-Identifier: Apache-2.0
// Contents of objects: bytes, the tags of tracked values among them, and the holes that were never
// written. Invariants of every place: tags are sorted, disjoint and not adjacent pieces of one
// value; holes are sorted, disjoint and not adjacent; bytes in a hole are 0 and carry no tag. So
// equal contents are equal bytes. memory_check says it in code.
#include "vm/vm_int.h"

#include <string.h>

// ---- for the checking build ---------------------------------------------------------------------

// The contents are in buffers of the place's own, which are large enough.
static bool owns_buffers(const Place *p) {
    return p->is_own && p->data == p->own_data && p->tags == p->own_tags &&
           p->holes == p->own_holes && p->size <= p->data_cap && p->ntags <= p->tags_cap &&
           p->nholes <= p->holes_cap;
}

static bool is_dirty(const Vm *vm, const Place *p) {
    u32 i = 0;
    while (i < vm->ndirty && vm->dirty[i] != p)
        i++;
    return i < vm->ndirty;
}
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
    ENSURE(!p->is_own);
    CHECK(!is_dirty(vm, p));
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
    CHECK(owns_buffers(p));
}

void place_free(Place *p) {
    mem_free(p->own_data, p->data_cap);
    mem_free(p->own_tags, p->tags_cap * sizeof(Tag));
    mem_free(p->own_holes, p->holes_cap * sizeof(Hole));
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
    CHECK(lo == n || tags[lo].off + tags[lo].len > off);
    CHECK(lo == 0 || tags[lo - 1].off + tags[lo - 1].len <= off);
    return lo;
}

// Whether it matters for the canonical form who points to an object: not for fixed ones, nor for
// the control block of the thread that runs, which is numbered first whoever points to it. That of
// another thread may be there only because of this pointer, and whether that thread lives is
// nothing that a step may depend on unseen.
static bool shapes_state(const Vm *vm, ObjId obj) {
    bool is_own = vm->running != THREAD_NONE && vm->threads[vm->running].self == obj;
    return obj >= vm->first_dynamic && !is_own && !tag_is_given(obj);
}

// Replaces tags [from, to) of an own place by n others.
static void tags_replace(Vm *vm, Place *p, u32 from, u32 to, const Tag *with, u32 n) {
    if (from == to && n == 0)
        return;
    ENSURE(p->is_own && from <= to && to <= p->ntags);
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
    CHECK(owns_buffers(p));
}

static Tag tag_slice(Tag t, u32 from, u32 to) {
    CHECK(from < to && t.off < to && t.off + t.len > from);
    u32 skip = from > t.off ? from - t.off : 0;
    u32 end = t.off + t.len < to ? t.off + t.len : to;
    u32 first = tag_is_given(t.obj) ? 0 : t.first + skip;
    return (Tag){t.off + skip, t.obj, (u16)first, (u16)(end - t.off - skip)};
}

// The bytes [off, off+n) carry no tag any more; what sticks out of the range stays as pieces.
static void tags_clear(Vm *vm, Place *p, u32 off, u32 n) {
    ENSURE(p->is_own);
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

// Given numbers have their bytes where they lie, so it does not matter which of them a byte is; but
// a tag that goes on behind a word would grow with an array.
static bool tags_join(const Tag *a, const Tag *b) {
    if (tag_is_given(a->obj))
        return a->obj == b->obj && a->off + a->len == b->off && b->off % 8 != 0 && a->len < 8;
    return a->obj == b->obj && a->off + a->len == b->off && a->first + a->len == b->first;
}

// Adds a tag where there is none, joining it with neighbouring pieces of the same value.
static void tags_add(Vm *vm, Place *p, Tag t) {
    ENSURE(t.len > 0 && t.off + t.len <= p->size && tag_class(t.obj) != TAG_IS_NUMBER);
    u32 at = tag_after(p->tags, p->ntags, t.off), from = at, to = at;
    CHECK(at == p->ntags || p->tags[at].off >= t.off + t.len);
    if (at > 0 && tags_join(&p->tags[at - 1], &t)) {
        CHECK(!tag_is_given(t.obj) || t.first == 0);
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
    CHECK((lo == n || h[lo].to > off) && (lo == 0 || h[lo - 1].to <= off));
    return lo;
}

static void holes_replace(Place *p, u32 from, u32 to, const Hole *with, u32 n) {
    ENSURE(p->is_own && from <= to && to <= p->nholes);
    u32 rest = p->nholes - to;
    own_reserve(p, p->size, p->ntags, from + n + rest);
    memmove(p->holes + from + n, p->holes + to, rest * sizeof(Hole));
    if (n)
        memcpy(p->holes + from, with, n * sizeof(Hole));
    p->nholes = from + n + rest;
    CHECK(owns_buffers(p));
}

static void holes_clear(Place *p, u32 off, u32 n) {
    CHECK(p->is_own && n > 0);
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

// The bytes [off, off+n) are plain from now on.
static void marks_clear(Vm *vm, Place *p, u32 off, u32 n) {
    if (p->ntags)
        tags_clear(vm, p, off, n);
    if (p->nholes)
        holes_clear(p, off, n);
}

static void holes_add(Place *p, u32 off, u32 n) {
    ENSURE(n > 0 && off + n <= p->size);
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
    CHECK(count <= n);
    return count;
}

u32 memory_uniform(const Place *p, u32 off, u32 n, bool from_end) {
    memory_check_range(p, off, n);
    u32 from = off, to = off + n;
    for (u32 i = tag_after(p->tags, p->ntags, off); i < p->ntags && p->tags[i].off < off + n; i++) {
        if (tag_is_given(p->tags[i].obj))
            continue;
        u32 edges[2] = {p->tags[i].off, p->tags[i].off + p->tags[i].len};
        for (u32 k = 0; k < 2; k++) {
            if (from_end && edges[k] > from && edges[k] < off + n)
                from = edges[k];
            if (!from_end && edges[k] > off && edges[k] < to)
                to = edges[k];
        }
    }
    CHECK(from >= off && to <= off + n && (from < to || n == 0));
    return to - from;
}

static bool is_untagged(const Place *p, u32 from, u32 to) {
    u32 i = tag_after(p->tags, p->ntags, from);
    return i == p->ntags || p->tags[i].off >= to;
}

static bool is_zero(const Place *p, u32 from, u32 to) {
    CHECK(from <= to && to <= p->size);
    while (from < to && p->data[from] == 0)
        from++;
    return from == to;
}

// ---- the invariants -----------------------------------------------------------------------------

static void check_tags(const Place *p) {
    for (u32 i = 0; i < p->ntags; i++) {
        const Tag *t = &p->tags[i], *next = i + 1 < p->ntags ? t + 1 : NULL;
        if (place_is_sized(p) && !next && t->off == p->size)
            continue; // it names the size
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

void memory_check(const Place *p) {
    check_tags(p);
    check_holes(p);
}

void vm_check_memory(const Vm *vm) {
    u32 nblocks = vm->program->nblocks, nown = 0;
    for (u32 i = 0; i < nblocks + vm->ndyn; i++) {
        const Place *p = i < nblocks ? &vm->places[i] : &vm->dyn[i - nblocks];
        memory_check(p);
        ENSURE(!p->is_own || (owns_buffers(p) && !p->id));
        nown += p->is_own;
    }
    for (u32 i = 0; i < vm->ndirty; i++)
        ENSURE(vm->dirty[i]->is_own);
    ENSURE(nown == vm->ndirty && "what has changed is what is listed");
}

// ---- contents as a whole ------------------------------------------------------------------------

// The place has buffers of its own, for contents that are about to be made.
static void begin_contents(Vm *vm, Place *p, u32 size, u32 ntags, u32 nholes) {
    ENSURE(size <= MAX_OBJECT_BYTES);
    if (!p->is_own)
        mark_dirty(vm, p);
    p->size = size;
    p->ntags = p->nholes = 0;
    own_reserve(p, size, ntags, nholes);
    CHECK(owns_buffers(p) && memory_is_plain(p));
}

void memory_begin(Vm *vm, Place *p, u32 size, bool is_zeroed) {
    begin_contents(vm, p, size, 0, 1);
    if (size)
        memset(p->data, 0, size);
    if (!is_zeroed && size)
        holes_add(p, 0, size);
    CHECK(holes_count(p, 0, size) == (is_zeroed ? 0 : size));
}

void memory_begin_as(Vm *vm, Place *p, const MemoryImage *image) {
    begin_contents(vm, p, image->size, image->ntags, 0);
    if (image->size && image->bytes)
        memcpy(p->data, image->bytes, image->size);
    else if (image->size)
        memset(p->data, 0, image->size);
    if (image->ntags)
        memcpy(p->tags, image->tags, image->ntags * sizeof(Tag));
    p->ntags = image->ntags;
    if (IS_CHECKING)
        memory_check(p);
}

bool memory_is_as(const Place *p, const MemoryImage *image) {
    if (p->size != image->size || p->ntags || image->ntags || p->nholes)
        return false;
    CHECK(memory_is_plain(p));
    return image->bytes ? !p->size || memcmp(p->data, image->bytes, p->size) == 0
                        : is_zero(p, 0, p->size);
}

void memory_end(Vm *vm, Place *p) {
    place_own(vm, p);
    p->size = p->ntags = p->nholes = 0;
    CHECK(owns_buffers(p));
}

void memory_resize(Vm *vm, Place *p, u32 size) {
    ENSURE(size <= MAX_OBJECT_BYTES);
    place_own(vm, p);
    u32 old = p->size;
    if (size < old) {
        marks_clear(vm, p, size, old - size);
        p->size = size;
    } else if (size > old) {
        own_reserve(p, size, p->ntags, p->nholes);
        memset(p->data + old, 0, size - old);
        p->size = size;
        holes_add(p, old, size - old);
    }
    if (IS_CHECKING)
        memory_check(p);
}

ObjId memory_size_of(const Place *p) {
    ENSURE(place_is_sized(p) && p->ntags && p->tags[p->ntags - 1].off == p->size);
    return p->tags[p->ntags - 1].obj;
}

enum { SIZE_BYTES = 8 }; // of the tag, which is about no bytes

void memory_set_size(Vm *vm, Place *p, ObjId size) {
    ENSURE(place_is_sized(p) && (!p->ntags || p->tags[p->ntags - 1].off < p->size));
    place_own(vm, p);
    tags_replace(vm, p, p->ntags, p->ntags, &(Tag){p->size, size, 0, SIZE_BYTES}, 1);
}

// The block has so many bytes, and what names its size is gone.
static void end_sized(Vm *vm, Place *p, u32 size) {
    u32 old = p->size;
    ENSURE(memory_size_of(p));
    place_own(vm, p);
    tags_replace(vm, p, p->ntags - 1, p->ntags, NULL, 0);
    memory_resize(vm, p, size);
    if (size > old && (p->flags & BLOCK_ZEROED))
        memory_fill(vm, p, old, 0, size - old);
}

void memory_grow_sized(Vm *vm, Place *p, u32 size) {
    ObjId of = memory_size_of(p);
    ENSURE(size > p->size);
    end_sized(vm, p, size);
    memory_set_size(vm, p, of);
}

Place *memory_blank(Vm *vm) {
    Place *p = &vm->scratch->blank;
    CHECK(!p->data || p->data == vm->scratch->blank_data);
    p->is_own = true;
    p->own_data = p->data = vm->scratch->blank_data;
    p->data_cap = p->size = sizeof vm->scratch->blank_data;
    p->tags = p->own_tags;
    p->holes = p->own_holes;
    p->ntags = p->nholes = 0;
    return p;
}

// ---- reading and writing ------------------------------------------------------------------------

static u32 whole_bytes(const Vm *vm, ObjId obj) {
    CHECK(tag_names_object(obj));
    const Place *p = obj_dyn(vm, obj);
    return p && place_is_value(p) ? (p->width + 7u) / 8 : vm->program->ptr_bytes;
}

// The bytes of [off, off+n) that are in holes, as a mask.
static u32 hole_mask(const Place *p, u32 off, u32 n) {
    ENSURE(n <= 8);
    u32 mask = 0;
    for (u32 i = 0; i < n; i++)
        mask |= (u32)(holes_count(p, off + i, 1) != 0) << i;
    return mask;
}

// The conditions that the bytes [off, off+n) stand on. *is_all: they carry no other tags.
static u32 conditions_of(const Place *p, u32 off, u32 n, bool *is_all) {
    u32 conditions = 0;
    *is_all = true;
    for (u32 i = tag_after(p->tags, p->ntags, off); i < p->ntags && p->tags[i].off < off + n; i++) {
        conditions |= tag_conditions(p->tags[i].obj);
        *is_all = *is_all && tag_is_given(p->tags[i].obj);
    }
    return conditions;
}

// Bytes of given numbers, and plain ones among them, are a given number. SOUND: where pointers or
// bytes that were never written are among them, the value cannot carry conditions; then they count
// as met.
static bool load_given(const Vm *vm, const Place *p, u32 off, u32 n, bool is_unwritten, Cell *out) {
    bool is_all;
    u32 conditions = conditions_of(p, off, n, &is_all);
    if (is_all && !is_unwritten)
        *out = cell_given(out->v, conditions);
    else
        meet_conditions(vm, conditions);
    return is_all;
}

static void load_marked(Vm *vm, const Place *p, u32 off, u32 n, Cell *out);

// Bytes of a pointer to something that has an address, when the whole pointer is there: what is
// carried from byte to byte is known.
static bool load_bytes_of(Vm *vm, const Place *p, Tag t, u32 off, u32 n, Cell *out) {
    Cell whole = {0};
    if (!vm->options.addressed || !tag_names_object(t.obj) || t.first || n > t.len ||
        t.len != whole_bytes(vm, t.obj))
        return false;
    memcpy(&whole.v, p->data + t.off, t.len);
    whole.tag = t.obj;
    if (!address_make_plain(vm, &whole))
        return false;
    u64 v = whole.v >> 8 * (off - t.off);
    *out = cell_number(n >= 8 ? v : v & ((1ull << 8 * n) - 1));
    return true;
}

// Bytes of unknown values, and plain ones among them, are an unknown value. False: there are others
// among them, or no room.
static bool load_term(Vm *vm, const Place *p, u32 off, u32 n, Cell *out) {
    if (!vm->condition || n == 1 || vm->running == THREAD_NONE)
        return false;
    for (u32 at = 0; at < n;) {
        u32 len = memory_uniform(p, off + at, n - at, false);
        Cell piece;
        load_marked(vm, p, off + at, len, &piece);
        piece = cell_seen(vm, piece);
        if (!cell_is_number(piece) && cell_kind(vm, piece) != CELL_UNKNOWN)
            return false;
        Term t = {.op = TERM_CONCAT,
                  .bits = 8 * (at + len),
                  .width = 8 * (at + len),
                  .param = 8 * at,
                  .n = 2,
                  .args = {*out, piece}};
        if (at == 0)
            *out = piece;
        else if (!term_make(vm, &t, out))
            return false;
        at += len;
    }
    return true;
}

// Bytes of several values: a number if each of them is one.
static void load_mixed(Vm *vm, const Place *p, u32 off, u32 n, Cell *out) {
    u64 v = 0;
    if (load_term(vm, p, off, n, out))
        return;
    bool is_number = n > 1 && vm->options.addressed;
    for (u32 i = 0; i < n && is_number; i++) {
        Cell byte;
        load_marked(vm, p, off + i, 1, &byte);
        byte = cell_seen(vm, byte);
        is_number = cell_is_number(byte);
        v |= byte.v << 8 * i;
    }
    *out = is_number ? cell_number(v) : cell_address();
    for (u32 i = 0; i < p->ntags && !is_number; i++)
        if (p->tags[i].off < off + n && p->tags[i].off + p->tags[i].len > off)
            address_looked_at(vm, p->tags[i].obj);
}

static void load_marked(Vm *vm, const Place *p, u32 off, u32 n, Cell *out) {
    ENSURE(n >= 1 && n <= 8);
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
    if (i == p->ntags || p->tags[i].off >= off + n || load_given(vm, p, off, n, unwritten, out))
        return;
    Tag t = p->tags[i];
    u32 end = t.off + t.len;
    if (tag_is_given(t.obj)) {
        load_mixed(vm, p, off, n, out);
        return;
    }
    // A value that was zero-extended before it was stored is read back as what it was.
    bool is_extended = t.off == off && end < off + n && is_untagged(p, end, off + n) &&
                       !unwritten && is_zero(p, end, off + n);
    if (t.off > off || (end < off + n && !is_extended)) {
        load_mixed(vm, p, off, n, out);
        return;
    }
    bool is_inside = !is_extended && (off > t.off || off + n < end);
    if (is_inside && load_bytes_of(vm, p, t, off, n, out))
        return;
    t = tag_slice(t, off, off + n);
    out->tag = t.obj;
    if (tag_names_object(t.obj) && (t.first != 0 || t.len != whole_bytes(vm, t.obj)))
        out->part = (u32)t.first << 8 | t.len;
}

void memory_load_marked(const Vm *vm, const Place *p, u32 off, u32 n, Cell *out) {
    load_marked((Vm *)vm, p, off, n, out); // it may note what the program looks at
    // Some bytes of an unknown value are a value of their own, so that questions are about them.
    if (vm->condition && out->part && vm->running != THREAD_NONE &&
        cell_kind(vm, *out) == CELL_UNKNOWN)
        term_whole((Vm *)vm, out);
}

static void write_holes(Place *p, u32 off, u32 n, u32 mask) {
    ENSURE(p->is_own && n <= 8);
    for (u32 i = 0; i < n; i++) {
        if (!(mask >> i & 1))
            continue;
        p->data[off + i] = 0;
        holes_add(p, off + i, 1);
    }
}

void memory_store_marked(Vm *vm, Place *p, u32 off, u32 n, const Cell *c) {
    ENSURE(n >= 1 && n <= 8 && p->kind != OBJ_CONST);
    CHECK(cell_is_formed(*c));
    place_own(vm, p);
    memcpy(p->data + off, &c->v, n);
    marks_clear(vm, p, off, n);
    switch (tag_class(c->tag)) {
    case TAG_IS_NUMBER: break;
    case TAG_IS_GIVEN: tags_add(vm, p, (Tag){off, c->tag, 0, (u16)n}); break;
    case TAG_IS_UNWRITTEN:
        write_holes(p, off, n, c->part & PART_MIXED ? c->part & 0xff : 0xff);
        break;
    case TAG_IS_ADDRESS: tags_add(vm, p, (Tag){off, c->tag, 0, (u16)n}); break;
    case TAG_IS_OBJECT: {
        // What is stored may be wider than the value, which was then zero-extended.
        u32 len = c->part ? c->part & 0xff : whole_bytes(vm, c->tag);
        tags_add(vm, p, (Tag){off, c->tag, (u16)(c->part >> 8), (u16)(len < n ? len : n)});
        break;
    }
    }
    memory_check_range(p, off, n);
}

void memory_fill(Vm *vm, Place *p, u32 off, u8 byte, u32 n) {
    memory_check_range(p, off, n);
    if (n == 0)
        return;
    place_own(vm, p);
    memset(p->data + off, byte, n);
    marks_clear(vm, p, off, n);
    CHECK(holes_count(p, off, n) == 0 && memory_uniform(p, off, n, false) == n);
}

void memory_forget(Vm *vm, Place *p, u32 off, u32 n) {
    if (n == 0)
        return;
    memory_fill(vm, p, off, 0, n);
    holes_add(p, off, n);
    memory_check_range(p, off, n);
    CHECK(holes_count(p, off, n) == n);
}

void memory_copy(Vm *vm, Place *dst, u32 dst_off, const Place *src, u32 src_off, u32 n) {
    ENSURE(dst->kind != OBJ_CONST);
    Scratch *s = vm->scratch;
    memory_check_range(dst, dst_off, n);
    memory_check_range(src, src_off, n);
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
    marks_clear(vm, dst, dst_off, n);
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
    memory_check_range(dst, dst_off, n);
}

// ---- looking from outside -----------------------------------------------------------------------

static bool contents_have(Contents c, u32 off, u32 n) { return off <= c.size && n <= c.size - off; }

u64 contents_number(Contents c, u32 off, u32 n) {
    ENSURE(n >= 1 && n <= 8 && contents_have(c, off, n));
    u64 v = 0;
    memcpy(&v, c.data + off, n);
    return v;
}

ObjId contents_object(Contents c, u32 off) {
    ENSURE(off < c.size);
    u32 i = tag_after(c.tags, c.ntags, off);
    bool is_named = i < c.ntags && c.tags[i].off == off && c.tags[i].first == 0 &&
                    tag_names_object(c.tags[i].obj);
    return is_named ? c.tags[i].obj : 0;
}

bool contents_find(Contents c, ObjId obj, u32 *off) {
    ENSURE(tag_names_object(obj));
    u32 i = 0;
    while (i < c.ntags && c.tags[i].obj != obj)
        i++;
    *off = i < c.ntags ? c.tags[i].off : 0;
    return i < c.ntags;
}

bool contents_name_from(Contents c, u32 off, u32 n, ObjId first) {
    ENSURE(contents_have(c, off, n));
    u32 i = tag_after(c.tags, c.ntags, off);
    while (i < c.ntags && c.tags[i].off < off + n && !tag_is_dynamic(c.tags[i].obj, first))
        i++;
    return i < c.ntags && c.tags[i].off < off + n;
}

bool vm_holds_unknown(const Vm *vm, const Place *p, u32 off, u32 n) {
    u32 i = tag_after(p->tags, p->ntags, off);
    for (; i < p->ntags && (u64)p->tags[i].off < (u64)off + n; i++) {
        const Place *named = obj_look(vm, p->tags[i].obj);
        if (named && place_is_value(named))
            return true;
    }
    return false;
}

u64 contents_hash(Contents c, u32 off, u32 n, u64 seed) {
    ENSURE(contents_have(c, off, n));
    return hash_bytes(c.data + off, n, seed);
}

bool contents_have_same_bytes(Contents a, Contents b, u32 off, u32 n) {
    ENSURE(contents_have(a, off, n) && contents_have(b, off, n));
    return n == 0 || memcmp(a.data + off, b.data + off, n) == 0;
}

// ---- operations that read and write -------------------------------------------------------------

bool memory_exchange(Vm *vm, Place *p, u32 off, u32 n, MemoryChange *change, void *arg) {
    Cell old[2], new[2];
    ENSURE(n >= 1 && n <= 16);
    if (n > 8)
        memory_load_wide(vm, p, off, n, old);
    else
        memory_load(vm, p, off, n, old);
    CHECK(cells_are_formed(old, n > 8 ? 2 : 1));
    if (!change(vm, arg, old, new))
        return false;
    CHECK(cells_are_formed(new, n > 8 ? 2 : 1));
    if (n > 8)
        memory_store_wide(vm, p, off, n, new);
    else
        memory_store(vm, p, off, n, new);
    return true;
}

// ---- settling an unknown value ------------------------------------------------------------------

// What takes the place of (a part of) a value: the same part of a number, or of a pointer.
static Cell part_of(Cell whole, u32 first, u32 len, u32 bytes) {
    if (cell_is_number(whole)) {
        u64 piece = first >= 8 ? 0 : whole.v >> 8 * first;
        return cell_number(len && len < 8 ? piece & term_mask(8 * len) : piece);
    }
    bool is_whole = first == 0 && (len == 0 || len >= bytes);
    return (Cell){is_whole ? whole.v : whole.v >> 8 * first & term_mask(8 * len), whole.tag,
                  is_whole ? 0 : first << 8 | len};
}

static void settle_place(Vm *vm, Place *p, ObjId id, Cell whole) {
    u32 bytes = vm->program->ptr_bytes;
    for (u32 i = 0; i < p->ntags;) {
        Tag t = p->tags[i];
        if (t.obj != id) {
            i++;
            continue;
        }
        if (place_is_sized(p) && t.off == p->size) {
            u64 most = MAX_OBJECT_BYTES; // an open machine may have come where no run comes
            end_sized(vm, p, (u32)(whole.v < most ? whole.v : most));
            p->flags &= (u8) ~(BLOCK_SIZED | BLOCK_ZEROED);
            continue;
        }
        Cell c = part_of(whole, t.first, t.len, bytes);
        memory_store(vm, p, t.off, t.len, &c);
        if (!cell_is_number(whole)) // it may have grown together with its neighbours
            i = 0;
    }
}

// What a register that holds (part of) the value has when that is settled. (One that is not live
// may hold anything.)
static bool settle_cell(const Vm *vm, Cell *c, ObjId id, Cell whole) {
    if (c->tag != id)
        return false;
    *c = part_of(whole, c->part >> 8, c->part & 0xff, vm->program->ptr_bytes);
    return true;
}

// What the condition says of a term stays a saying about that term.
static bool keeps_term(const Vm *vm, const Place *p, const Place *term) {
    return place_is_unknown(term) && !term_is_leaf(term) && condition_is_holder(vm, p);
}

void memory_settle_thread(const Vm *vm, Thread *t, ObjId id, Cell whole) {
    ENSURE(t->form == THREAD_LIVE);
    for (u32 i = 0; i < t->ncells; i++)
        t->is_changed |= settle_cell(vm, &t->cells[i], id, whole);
    if (t->has_bulk_value)
        t->is_changed |= settle_cell(vm, &t->bulk_value, id, whole);
}

static void settle_thread(Vm *vm, Thread *t, ObjId id, Cell whole) {
    memory_settle_thread(vm, t, id, whole);
    if (t->pend.word.tag == id) {
        t->pend.word = (Cell){0};
        t->is_changed = true;
    }
}

static void settle(Vm *vm, ObjId id, Cell whole) {
    Place *settled = obj_dyn(vm, id);
    ENSURE(settled && place_is_value(settled));
    vm->step.depends_on_more = true;
    place_own(vm, settled);
    settled->flags |= BLOCK_SETTLED;
    for (u32 i = 0; i < vm->nplaces; i++)
        settle_place(vm, &vm->places[i], id, whole);
    for (u32 i = 0; i < vm->ndyn; i++)
        if (!keeps_term(vm, &vm->dyn[i], settled))
            settle_place(vm, &vm->dyn[i], id, whole);
    for (ThreadId k = 0; k < vm->nthreads; k++)
        if (vm->threads[k].form != THREAD_EMPTY)
            settle_thread(vm, thread_live(vm, k), id, whole);
    all_changes(vm);
}

void memory_settle(Vm *vm, ObjId id, u64 value) {
    ENSURE(obj_is_unknown(vm, id));
    condition_log_number(vm, id, value);
    settle(vm, id, cell_number(value));
}

void memory_settle_spot(Vm *vm, ObjId id, Cell pointer) {
    ENSURE(obj_kind(vm, id) == OBJ_SPOT && tag_names_object(pointer.tag) && !pointer.part);
    settle(vm, id, pointer);
}

void memory_settle_nonzero(Vm *vm, ObjId id) {
    Place *p = obj_dyn(vm, id);
    ENSURE(p && place_is_unknown(p));
    vm->step.depends_on_more = true;
    place_own(vm, p);
    p->flags |= BLOCK_NONZERO;
    for (ThreadId k = 0; k < vm->nthreads; k++) {
        if (vm->threads[k].form == THREAD_EMPTY)
            continue;
        Thread *t = thread_live(vm, k);
        if (t->pend.kind == PEND_TRUTH && t->pend.word.tag == id) {
            t->pend.word = (Cell){0}; // what it asks for is known now
            t->is_changed = true;
        }
    }
    all_changes(vm);
}
