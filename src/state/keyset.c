// SPDX-License-Identifier: Apache-2.0
// A set of 64-bit keys: the keys themselves lie in the slots, so a look-up is one cache miss.
#include "state/tables.h"

KeySet *keyset_new(u32 slots_log2) {
    ENSURE(slots_log2 >= 6 && slots_log2 < 40);
    KeySet *s = mem_zalloc(sizeof *s);
    slots_init(&s->slots, (u64)1 << slots_log2);
    meter_init(&s->meter, &s->slots, 1, false);
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
    tally_done(&s->meter.count);
    mem_free(s, sizeof *s);
}

u64 keyset_count(const KeySet *s) { return tally_sum(&s->meter.count); }

u64 keyset_bytes(const KeySet *s) {
    CHECK((s->marks != NULL) == (s->slots.ids != NULL));
    return sizeof *s + slots_bytes(&s->slots) + tally_bytes(&s->meter.count);
}

bool keyset_wants_growth(const KeySet *s) { return meter_wants_growth(&s->meter); }

void keyset_grow(KeySet *s, const Crew *crew) {
    u64 count = keyset_count(s);
    slots_grow(&s->slots, count, SLOT_KEY, crew);
    meter_reset(&s->meter, &s->slots, 1);
    ENSURE(keyset_count(s) == count && !keyset_wants_growth(s)); // everybody stands still
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
            meter_add_one(&s->meter);
            return true;
        }
        if (have == key)
            return false;
    }
}

bool keyset_add(KeySet *s, u64 key) {
    CHECK(!s->marks);
    Probe p;
    bool is_new = add(s, key, &p);
    CHECK(keyset_has(s, key));
    return is_new;
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
