// SPDX-License-Identifier: Apache-2.0
// A set of roots: keys of four numbers of 32 bits. Most of them are small, so a key is mostly kept
// in one slot of 64 bits, which is half of what it takes as it is.
//
// A narrow entry. The numbers, `width` bits each, are two halves, which are mixed so that the left
// one is a hash of the key and nothing is lost: right ^= f(left), left ^= f(right). The left half
// chooses the line where the key should be; what it tells beyond that, the right half, and how many
// lines from there the entry is in fact (`away`), are the entry. So there are 4 * width bits in 56
// and those that the line tells; the more lines there are, the larger the numbers may be. (Cleary:
// Compact hash tables using bidirectional linear probing, 1984.)
//
// Keys that have no place as narrow entries (a number is too large; all lines of the probe sequence
// are full) are wide entries: two slots in an array of their own, so that a look-up is one cache
// miss, too. The lower half claims the entry, then the upper half is written; who finds the lower
// half waits for the upper one, which is a moment. When the narrow array grows, wide keys that find
// a place there now get it.
//
// SOUND: a key is in one place. Whether it is wide depends on the width and on lines that are full,
// which they stay until the narrow array grows; the rest is as with other slots (tables.h).
#include "state/tables.h"

enum { STRIDE = 2, AWAY_BITS = 7, ENTRY_BITS = 63, MOST_WIDTH = 30, FEW_SLOTS = 64 };
_Static_assert(PROBE_LINES <= 1 << AWAY_BITS, "how far an entry is away is a part of it");

// ---- narrow entries -----------------------------------------------------------------------------

static u64 low_bits(u64 x, u32 bits) { return x & (((u64)1 << bits) - 1); }
static u32 floor_log2(u64 n) { return 63 - (u32)__builtin_clzll(n); }

// The largest that fits if there are so many lines.
static u32 width_for(u64 nlines) {
    u32 width = (ENTRY_BITS - AWAY_BITS + floor_log2(nlines)) / 4;
    return width < MOST_WIDTH ? width : MOST_WIDTH;
}

static u32 width_of(Root key) {
    u64 all = key.low | key.high;
    return floor_log2((all | all >> 32) & UINT32_MAX) + 1;
}

// The upper bits of a product depend on all bits of the factor.
static u64 scatter(u64 half, u32 bits) { return half * 0x9e3779b97f4a7c15u >> (64 - bits); }
// Those of the left half that the line does not tell.
static u32 rest_bits(const Slots *s, u32 bits) { return bits - floor_log2(s->nlines); }

static u64 join_numbers(u64 pair, u32 width) { return (u32)pair | pair >> 32 << width; }
static u64 part_numbers(u64 half, u32 width) {
    return (half >> width) << 32 | low_bits(half, width);
}

// Where a key should be, and what its entry is there.
typedef struct Narrow {
    Probe probe;
    u64 entry; // with 0 lines away
} Narrow;

// A key when it is mixed. Its halves are the same in all arrays of a width.
typedef struct Mixed {
    u64 left, right;
} Mixed;

static ALWAYS_INLINE Mixed mix(Root key, u32 width) {
    u64 left = join_numbers(key.low, width), right = join_numbers(key.high, width);
    right ^= scatter(left, 2 * width);
    left ^= scatter(right, 2 * width);
    return (Mixed){left, right};
}

static ALWAYS_INLINE Root unmix(Mixed m, u32 width) {
    m.left ^= scatter(m.right, 2 * width);
    m.right ^= scatter(m.left, 2 * width);
    return (Root){part_numbers(m.left, width), part_numbers(m.right, width)};
}

static ALWAYS_INLINE Narrow narrow_of(const Slots *s, u32 width, Mixed m) {
    u32 bits = 2 * width;
    u64 rest = low_bits(m.left, rest_bits(s, bits));
    Narrow n = {probe_begin(s, m.left << (64 - bits)), (rest << bits | m.right) << AWAY_BITS};
    CHECK(n.entry >> ENTRY_BITS == 0);
    return n;
}

// An array whose entries are read. The left halves that there are, by the number of its lines:
// dividing by it once more for each entry would take 128 bits.
typedef struct Entries {
    const Slots *slots;
    u32 width; // 0: they are wide
    u64 whole, rest;
} Entries;

static Entries entries_of(const Slots *s, u32 width) {
    ENSURE(s->nlines && s->nlines <= UINT32_MAX);
    u64 lefts = (u64)1 << 2 * width;
    return (Entries){s, width, lefts / s->nlines, lefts % s->nlines};
}

// SOUND: the inverse. The left halves that choose a line follow each other, and are not more than
// there are rests: 2^bits / nlines, rounded up, is at most 2^(bits - log2 of nlines, rounded down).
// So they have different rests. The first of them is home * 2^bits / nlines, rounded up.
static ALWAYS_INLINE Mixed mixed_of(const Entries *e, u64 entry, u64 line) {
    u64 nlines = e->slots->nlines;
    u32 bits = 2 * e->width, nrest = rest_bits(e->slots, bits);
    u32 away = (u32)low_bits(--entry, AWAY_BITS);
    u64 home = line >= away ? line - away : line + nlines - away;
    u64 right = low_bits(entry >> AWAY_BITS, bits), rest = entry >> AWAY_BITS >> bits;
    u64 first = home * e->whole + (home * e->rest + nlines - 1) / nlines;
    return (Mixed){first + low_bits(rest - first, nrest), right};
}

// The entry where the probe is, which has come here over so many lines; 0 is an empty slot.
static u64 entry_at(const Narrow *n, u32 away) { return (n->entry | away) + 1; }

// To the next slot; false: all of them were tried.
static ALWAYS_INLINE bool next_slot(Narrow *n, u32 *away) {
    Probe *p = &n->probe;
    if (LIKELY(++p->tried < LINE_SLOTS))
        return true;
    p->tried = 0;
    p->line = p->line + 1 == p->slots->nlines ? 0 : p->line + 1;
    ++*away;
    return --p->lines_left > 0;
}

typedef enum Added { ADDED_NOT, ADDED_NEW, ADDED_NO_ROOM } Added;

static ALWAYS_INLINE Added add_narrow(Narrow *n, bool is_for_one) {
    u32 away = 0;
    do {
        u64 entry = entry_at(n, away);
        u64 have = atomic_load_explicit(probe_slot(&n->probe), memory_order_acquire);
        if (!have && slot_claim(probe_slot(&n->probe), &have, entry, is_for_one))
            return ADDED_NEW;
        if (have == entry)
            return ADDED_NOT;
    } while (next_slot(n, &away));
    return ADDED_NO_ROOM;
}

// ADDED_NEW: it would be.
static Added find_narrow(Narrow *n) {
    u32 away = 0;
    do {
        u64 have = atomic_load_explicit(probe_slot(&n->probe), memory_order_acquire);
        if (!have || have == entry_at(n, away))
            return have ? ADDED_NOT : ADDED_NEW;
    } while (next_slot(n, &away));
    return ADDED_NO_ROOM;
}

// ---- wide entries -------------------------------------------------------------------------------

static u64 upper_half(const Slot *entry) {
    CHECK(atomic_load_explicit(&entry[0], memory_order_relaxed) != 0);
    u64 high;
    while (!(high = atomic_load_explicit(&entry[1], memory_order_acquire)))
        continue;
    return high;
}

// Leaves the probe where the key is.
static bool add_wide(RootSet *s, Root key, Probe *p) {
    for (*p = probe_begin_by(&s->wide, root_hash(key), STRIDE);; probe_next(p, true)) {
        Slot *entry = probe_slot(p);
        CHECK((uintptr_t)entry % (STRIDE * sizeof *entry) == 0); // both halves are in one line
        u64 have = atomic_load_explicit(&entry[0], memory_order_acquire);
        if (!have && slot_claim(&entry[0], &have, key.low, s->is_for_one)) {
            atomic_store_explicit(&entry[1], key.high, memory_order_release);
            meter_add_one(&s->wide_meter);
            return true;
        }
        if (have == key.low && upper_half(entry) == key.high)
            return false;
    }
}

static bool find_wide(const RootSet *s, Root key, Probe *p) {
    *p = probe_begin_by(&s->wide, root_hash(key), STRIDE);
    do {
        const Slot *entry = probe_slot(p);
        u64 have = atomic_load_explicit(&entry[0], memory_order_acquire);
        if (!have)
            return false;
        if (have == key.low && upper_half(entry) == key.high)
            return true;
    } while (probe_next(p, false));
    return false;
}

// ---- the set ------------------------------------------------------------------------------------

static void init_wide(RootSet *s, u64 nslots) {
    slots_init(&s->wide, nslots);
    if (s->marks)
        slots_give_ids(&s->wide, STRIDE);
    meter_init(&s->wide_meter, &s->wide, STRIDE, s->is_for_one);
}

static void init_narrow(RootSet *s, u64 nslots, u32 width) {
    slots_init(&s->narrow, nslots);
    if (s->marks)
        slots_give_ids(&s->narrow, 1);
    s->width = width;
    ENSURE(width && width <= width_for(s->narrow.nlines));
    meter_init(&s->meter, &s->narrow, 1, s->is_for_one);
}

static RootSet *new_set(u32 slots_log2, Marks *marks) {
    ENSURE(slots_log2 >= 6 && slots_log2 < 40);
    RootSet *s = mem_zalloc(sizeof *s);
    s->marks = marks;
    init_wide(s, FEW_SLOTS);
    u64 nslots = (u64)1 << slots_log2;
    init_narrow(s, nslots, width_for(nslots / LINE_SLOTS));
    return s;
}

RootSet *rootset_new(u32 slots_log2) { return new_set(slots_log2, NULL); }

RootSet *rootset_new_marked(u32 slots_log2, Marks *marks) {
    ENSURE(marks);
    return new_set(slots_log2, marks);
}

void rootset_for_one(RootSet *s) {
    ENSURE(rootset_count(s) == 0 && !s->meter.count.part_mask && !s->wide_meter.count.part_mask);
    s->is_for_one = s->meter.is_for_one = s->wide_meter.is_for_one = true;
}

void rootset_free(RootSet *s) {
    if (!s)
        return;
    ENSURE((s->marks != NULL) == (s->wide.ids != NULL));
    slots_done(&s->narrow);
    tally_done(&s->meter.count);
    slots_done(&s->wide);
    tally_done(&s->wide_meter.count);
    mem_free(s, sizeof *s);
}

// While keys are moved, some of them are in no array that could be counted.
u64 rootset_count(const RootSet *s) {
    u64 moving = atomic_load_explicit(&s->moving, memory_order_relaxed);
    return moving ? moving : tally_sum(&s->meter.count) + tally_sum(&s->wide_meter.count);
}

u64 rootset_bytes(const RootSet *s) {
    return sizeof *s + slots_bytes(&s->narrow) + tally_bytes(&s->meter.count) +
           slots_bytes(&s->wide) + tally_bytes(&s->wide_meter.count);
}

// Leaves the probe where the key is.
static ALWAYS_INLINE bool add(RootSet *s, Root key, Probe *p) {
    ENSURE(key.low != 0 && key.high != 0);
    if (LIKELY(width_of(key) <= s->width)) {
        Narrow n = narrow_of(&s->narrow, s->width, mix(key, s->width));
        Added added = add_narrow(&n, s->is_for_one);
        *p = n.probe;
        if (added == ADDED_NEW)
            meter_add_one(&s->meter);
        if (LIKELY(added != ADDED_NO_ROOM))
            return added == ADDED_NEW;
    }
    return add_wide(s, key, p);
}

bool rootset_add(RootSet *s, Root key) {
    CHECK(!s->marks);
    Probe p;
    bool is_new = add(s, key, &p);
    CHECK(rootset_has(s, key));
    return is_new;
}

bool rootset_add_marked(RootSet *s, Root key, u32 *id) {
    ENSURE(s->marks);
    Probe p;
    bool is_new = add(s, key, &p);
    *id = is_new ? probe_mark(&p, s->marks) : probe_marked(&p);
    CHECK(*id && *id <= marks_count(s->marks));
    return is_new;
}

void rootset_prefetch(const RootSet *s, Root key) {
    CHECK(key.low && key.high);
    Probe p = width_of(key) <= s->width ? narrow_of(&s->narrow, s->width, mix(key, s->width)).probe
                                        : probe_begin_by(&s->wide, root_hash(key), STRIDE);
    __builtin_prefetch((const void *)probe_slot(&p), 1);
}

static bool find(const RootSet *s, Root key, Probe *p) {
    CHECK(key.low && key.high);
    if (width_of(key) <= s->width) {
        Narrow n = narrow_of(&s->narrow, s->width, mix(key, s->width));
        Added found = find_narrow(&n);
        *p = n.probe;
        if (found != ADDED_NO_ROOM)
            return found == ADDED_NOT;
    }
    return find_wide(s, key, p);
}

bool rootset_has(const RootSet *s, Root key) {
    Probe p;
    return find(s, key, &p);
}

bool rootset_find_marked(const RootSet *s, Root key, u32 *id) {
    ENSURE(s->marks);
    Probe p;
    bool is_there = find(s, key, &p);
    *id = is_there ? probe_marked(&p) : 0;
    CHECK(*id <= marks_count(s->marks) && (*id != 0) == is_there);
    return is_there;
}

// ---- all of them --------------------------------------------------------------------------------

// The root at a slot of one of the arrays; `low` 0: there is none (yet).
static ALWAYS_INLINE Root root_at(const Entries *e, u64 at) {
    const Slot *slot = &e->slots->at[at];
    u64 low = atomic_load_explicit(&slot[0], memory_order_relaxed);
    if (low && e->width)
        return unmix(mixed_of(e, low, at / LINE_SLOTS), e->width);
    u64 high = low ? atomic_load_explicit(&slot[1], memory_order_relaxed) : 0;
    return (Root){high ? low : 0, high};
}

static void visit_slots(const Slots *slots, u32 width, u64 step, RootVisit *visit, void *arg) {
    for (const Slots *s = slots; s; s = atomic_load_explicit(&s->next, memory_order_acquire)) {
        Entries entries = entries_of(s, width);
        for (u64 line = 0; line < s->nlines; line += step)
            for (u32 i = 0; i < LINE_SLOTS; i += width ? 1 : STRIDE) {
                Root key = root_at(&entries, line * LINE_SLOTS + i);
                if (key.low)
                    visit(arg, key);
            }
    }
}

void rootset_visit(const RootSet *s, u64 step, RootVisit *visit, void *arg) {
    visit_slots(&s->narrow, s->width, step, visit, arg);
    visit_slots(&s->wide, 0, step, visit, arg);
}

// ---- growing ------------------------------------------------------------------------------------

// What is moved: from where into the set.
typedef struct Moving {
    RootSet *set;
    Entries from; // the first array of a chain
} Moving;

// The usual case of what follows: a narrow key that stays as wide as it is.
static bool move_narrow(const Moving *m, u64 at, Probe *p) {
    RootSet *s = m->set;
    if (!m->from.width || m->from.width != s->width)
        return false;
    u64 entry = atomic_load_explicit(&m->from.slots->at[at], memory_order_relaxed);
    Narrow n = narrow_of(&s->narrow, s->width, mixed_of(&m->from, entry, at / LINE_SLOTS));
    Added added = add_narrow(&n, s->is_for_one);
    ENSURE(added != ADDED_NOT);
    *p = n.probe;
    if (added == ADDED_NEW)
        meter_add_one(&s->meter);
    return added == ADDED_NEW;
}

static void move_root(const void *arg, const Slots *from, u64 at, bool is_alone) {
    const Moving *m = arg;
    RootSet *s = m->set;
    Entries more = m->from;
    more.slots = from; // of a chain only if they are wide
    ENSURE(from == m->from.slots || !more.width);
    Probe p;
    (void)is_alone; // adding is for all of them at a time
    if (!move_narrow(m, at, &p)) {
        Root key = root_at(&more, at);
        ENSURE(key.low && "a root that is only half there");
        bool is_new = add(s, key, &p);
        ENSURE(is_new);
    }
    if (from->ids)
        slots_put_id(&p, &from->ids[at / (more.width ? 1 : STRIDE)]);
}

static void pour(RootSet *s, Slots *from, u32 width, const Crew *crew) {
    Moving moving = {s, entries_of(from, width)};
    slots_pour(from, &(SlotMover){&moving, width ? 1 : STRIDE, move_root}, crew);
}

static void grow_wide(RootSet *s, u64 count, const Crew *crew) {
    Slots wide = s->wide;
    tally_done(&s->wide_meter.count);
    init_wide(s, slots_enough(wide.nlines * LINE_SLOTS, count * STRIDE, true));
    pour(s, &wide, 0, crew);
}

// With so many slots, of which so many wide keys have no use.
static void grow_narrow(RootSet *s, u64 nslots, u32 width, u64 nwide, const Crew *crew) {
    Slots narrow = s->narrow, wide = s->wide;
    u32 before = s->width;
    tally_done(&s->meter.count);
    tally_done(&s->wide_meter.count);
    init_narrow(s, nslots, width);
    init_wide(s, slots_enough(FEW_SLOTS, nwide * STRIDE, false));
    pour(s, &narrow, before, crew);
    pour(s, &wide, 0, crew);
}

// How many wide keys have a width.
typedef struct Widths {
    u64 n[33];
} Widths;

static void count_width(void *widths, Root key) { ((Widths *)widths)->n[width_of(key)]++; }

static u64 count_wider(const Widths *w, u32 width) {
    u64 n = 0;
    for (u32 i = width + 1; i < ARRAY_LEN(w->n); i++)
        n += w->n[i];
    return n;
}

// The narrow array grows when it is full, and when the wide one is and would become smaller by half
// or more: because most of its keys have found no room, or because they fit if there are more lines
// or the width is what it can be. Otherwise it keeps its width, so that keys are moved in their
// order (slots_home); if they are not, all of the old and of the new array is in memory at a time.
void rootset_grow(RootSet *s, const Crew *crew) {
    u64 count = rootset_count(s), nnarrow = tally_sum(&s->meter.count), nwide = count - nnarrow;
    u64 had = s->narrow.nlines * LINE_SLOTS;
    Widths widths = {0};
    visit_slots(&s->wide, 0, 1, count_width, &widths);
    u64 nwider = count_wider(&widths, s->width);
    bool is_full = meter_wants_growth(&s->meter);
    u64 nslots = slots_enough(had, count, is_full || nwider <= nwide / 2);
    u32 width = nwider ? width_for(nslots / LINE_SLOTS) : s->width;
    u64 left = count_wider(&widths, width);
    atomic_store_explicit(&s->moving, count, memory_order_relaxed);
    if (left <= nwide / 2)
        grow_narrow(s, nslots, width, left, crew);
    else if (is_full)
        grow_narrow(s, slots_enough(had, nnarrow, true), s->width, nwide, crew);
    else
        grow_wide(s, nwide, crew);
    atomic_store_explicit(&s->moving, 0, memory_order_relaxed);
    ENSURE(rootset_count(s) == count); // everybody stands still
}
