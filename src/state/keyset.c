// SPDX-License-Identifier: Apache-2.0
// A set of 64-bit keys: the keys themselves lie in the slots, so a look-up is one cache miss.
#include "state/tables.h"

enum { WIDE_SLOTS = IS_TINY ? 1 << 7 : 1 << 13 }; // from here on the keys are counted in parts

// Few enough that the limit is noticed before 1/64 of the slots more is filled, even if all parts
// are about to cross.
static void set_counting(KeySet *s) {
    u64 nslots = s->slots.nlines * LINE_SLOTS, step = 1;
    if (nslots >= WIDE_SLOTS) {
        tally_widen(&s->count);
        while (step < 4096 && step * TALLY_PARTS * 64 * 2 <= nslots)
            step *= 2;
    }
    ENSURE((step & (step - 1)) == 0 && (step == 1 || s->count.part_mask));
    s->count_mask = step - 1;
}

KeySet *keyset_new(u32 slots_log2) {
    ENSURE(slots_log2 >= 6 && slots_log2 < 40);
    KeySet *s = mem_zalloc(sizeof *s);
    slots_init(&s->slots, (u64)1 << slots_log2);
    tally_init(&s->count, false);
    set_counting(s);
    ENSURE(s->slots.soft_limit > 0 && keyset_count(s) == 0);
    return s;
}

KeySet *keyset_new_marked(u32 slots_log2, Marks *marks) {
    KeySet *s = keyset_new(slots_log2);
    s->marks = marks;
    ENSURE(marks && keyset_count(s) == 0);
    slots_give_ids(&s->slots, 1);
    return s;
}

void keyset_free(KeySet *s) {
    if (!s)
        return;
    ENSURE((s->marks != NULL) == (s->slots.ids != NULL));
    slots_done(&s->slots);
    tally_done(&s->count);
    mem_free(s, sizeof *s);
}

u64 keyset_count(const KeySet *s) { return tally_sum(&s->count); }

u64 keyset_bytes(const KeySet *s) {
    CHECK((s->marks != NULL) == (s->slots.ids != NULL));
    return sizeof *s + slots_bytes(&s->slots) + tally_bytes(&s->count);
}

bool keyset_wants_growth(const KeySet *s) {
    return atomic_load_explicit(&s->wants_growth, memory_order_relaxed);
}

void keyset_grow(KeySet *s, const Crew *crew) {
    u64 count = keyset_count(s);
    slots_grow(&s->slots, count, SLOT_KEY, crew);
    set_counting(s);
    atomic_store_explicit(&s->wants_growth, false, memory_order_relaxed);
    ENSURE(keyset_count(s) == count && count <= s->slots.soft_limit); // everybody stands still
}

static ALWAYS_INLINE void count_one(KeySet *s) {
    CHECK((s->count_mask & (s->count_mask + 1)) == 0);
    u64 part = tally_add(&s->count, 1);
    if (UNLIKELY((part & s->count_mask) == 0) && tally_sum(&s->count) > s->slots.soft_limit)
        atomic_store_explicit(&s->wants_growth, true, memory_order_relaxed);
}

// Leaves the probe where the key is.
static ALWAYS_INLINE bool add(KeySet *s, u64 key, Probe *p) {
    ENSURE(key != 0);
    for (*p = probe_begin(&s->slots, hash_mix(key));; probe_next(p, true)) {
        Slot *slot = probe_slot(p);
        u64 have = atomic_load_explicit(slot, memory_order_acquire);
        if (have == key)
            return false;
        if (have)
            continue;
        if (atomic_compare_exchange_strong_explicit(slot, &have, key, memory_order_acq_rel,
                                                    memory_order_acquire)) {
            count_one(s);
            return true;
        }
        if (have == key)
            return false;
    }
}

bool keyset_add(KeySet *s, u64 key) {
    CHECK(!s->marks);
    Probe p;
    return add(s, key, &p);
}

bool keyset_add_marked(KeySet *s, u64 key, u32 *id) {
    ENSURE(s->marks);
    Probe p;
    bool is_new = add(s, key, &p);
    *id = is_new ? probe_mark(&p, s->marks) : probe_marked(&p);
    CHECK(*id && *id <= marks_count(s->marks));
    return is_new;
}

bool keyset_has(const KeySet *s, u64 key) {
    CHECK(s->slots.nlines > 0);
    Probe p = probe_begin(&s->slots, hash_mix(key));
    do {
        u64 have = atomic_load_explicit(probe_slot(&p), memory_order_acquire);
        if (have == key || !have)
            return have == key && key != 0;
    } while (probe_next(&p, false));
    return false;
}
