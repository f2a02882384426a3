// SPDX-License-Identifier: Apache-2.0
// A set of keys of 128 bits, two slots each, so a look-up is one cache miss. A key is added in two
// moves: its lower half claims the entry, then the upper half is written; who finds the lower half
// waits for the upper one, which is a moment.
#include "state/tables.h"

enum { STRIDE = 2 };

RootSet *rootset_new(u32 slots_log2) {
    ENSURE(slots_log2 >= 6 && slots_log2 < 40);
    RootSet *s = mem_zalloc(sizeof *s);
    slots_init(&s->slots, (u64)1 << slots_log2);
    meter_init(&s->meter, &s->slots, STRIDE);
    return s;
}

RootSet *rootset_new_marked(u32 slots_log2, Marks *marks) {
    RootSet *s = rootset_new(slots_log2);
    s->marks = marks;
    ENSURE(marks && rootset_count(s) == 0);
    slots_give_ids(&s->slots, STRIDE);
    return s;
}

void rootset_free(RootSet *s) {
    if (!s)
        return;
    ENSURE((s->marks != NULL) == (s->slots.ids != NULL));
    slots_done(&s->slots);
    tally_done(&s->meter.count);
    mem_free(s, sizeof *s);
}

u64 rootset_count(const RootSet *s) { return tally_sum(&s->meter.count); }

u64 rootset_bytes(const RootSet *s) {
    CHECK(!s->slots.ids || s->slots.stride == STRIDE);
    return sizeof *s + slots_bytes(&s->slots) + tally_bytes(&s->meter.count);
}

bool rootset_wants_growth(const RootSet *s) { return meter_wants_growth(&s->meter); }

void rootset_grow(RootSet *s, const Crew *crew) {
    u64 count = rootset_count(s);
    slots_grow(&s->slots, count * STRIDE, SLOT_PAIRED, crew);
    meter_reset(&s->meter, &s->slots, STRIDE);
    ENSURE(rootset_count(s) == count && !rootset_wants_growth(s)); // everybody stands still
}

static u64 upper_half(const Slot *entry) {
    CHECK(atomic_load_explicit(&entry[0], memory_order_relaxed) != 0);
    u64 high;
    while (!(high = atomic_load_explicit(&entry[1], memory_order_acquire)))
        continue;
    return high;
}

// Leaves the probe where the key is.
static ALWAYS_INLINE bool add(RootSet *s, Root key, Probe *p) {
    ENSURE(key.low != 0 && key.high != 0);
    for (*p = probe_begin_by(&s->slots, root_hash(key), STRIDE);; probe_next(p, true)) {
        Slot *entry = probe_slot(p);
        CHECK((uintptr_t)entry % (STRIDE * sizeof *entry) == 0); // both halves are in one line
        u64 have = atomic_load_explicit(&entry[0], memory_order_acquire);
        if (!have && atomic_compare_exchange_strong_explicit(
                         &entry[0], &have, key.low, memory_order_acq_rel, memory_order_acquire)) {
            atomic_store_explicit(&entry[1], key.high, memory_order_release);
            meter_add_one(&s->meter);
            return true;
        }
        if (have == key.low && upper_half(entry) == key.high)
            return false;
    }
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
    Probe p = probe_begin_by(&s->slots, root_hash(key), STRIDE);
    __builtin_prefetch((const void *)probe_slot(&p), 1);
}

static ALWAYS_INLINE bool find(const RootSet *s, Root key, Probe *p) {
    CHECK(key.low && key.high);
    *p = probe_begin_by(&s->slots, root_hash(key), STRIDE);
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
