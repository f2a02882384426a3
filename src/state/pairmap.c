// SPDX-License-Identifier: Apache-2.0
// Pairs by content. A slot is a tag from the hash | id; the pair itself is found by its id.
//
// SOUND: a pair has one id. Threads that add the same pair walk along the same slots, and none of
// them goes past an empty one: they compete for the first empty slot with a compare-and-swap, and
// who loses looks at what the winner put there. The pair is written before the slot is published
// (release), and read after the slot was (acquire).
#include "state/tables.h"

enum { FIRST_SLOTS = IS_TINY ? LINE_SLOTS : 1 << 12 };

PairMap *pairmap_new(void) {
    PairMap *m = mem_zalloc(sizeof *m);
    slots_init(&m->slots, FIRST_SLOTS);
    ENSURE(!pairmap_wants_growth(m) && !m->slots.ids);
    return m;
}

void pairmap_free(PairMap *m) {
    if (!m)
        return;
    ENSURE(!m->slots.ids); // the id is in the slot
    slots_done(&m->slots);
    idarray_done(&m->pairs);
    mem_free(m, sizeof *m);
}

// For the checking build: the pair that was added last is found. (Its id may have lost a race.)
static bool has_last(const PairMap *m) {
    u32 n = idarray_count(&m->pairs), id = n ? pairmap_find(m, pairmap_get(m, n)) : 0;
    return n == 0 || (id && pairmap_get(m, id) == pairmap_get(m, n));
}

void pairmap_grow(PairMap *m, const Crew *crew) {
    slots_grow(&m->slots, idarray_count(&m->pairs), SLOT_TAGGED, crew);
    ENSURE(!pairmap_wants_growth(m));
    CHECK(has_last(m));
}

u64 pairmap_bytes(const PairMap *m) {
    CHECK(m->slots.nlines > 0);
    return sizeof *m + slots_bytes(&m->slots) + idarray_bytes(&m->pairs);
}

static bool is_pair(const PairMap *m, u64 entry, u64 tag, u64 pair) {
    CHECK((u32)entry && tag == slot_tag(tag));
    return slot_has_tag(entry, tag) && pairmap_get(m, (u32)entry) == pair;
}

u32 pairmap_id(PairMap *m, u64 pair) {
    u64 tag = slot_tag(hash_mix(pair));
    u32 id = 0;
    for (Probe p = probe_begin(&m->slots, tag);; probe_next(&p, true)) {
        Slot *slot = probe_slot(&p);
        u64 have = atomic_load_explicit(slot, memory_order_acquire);
        if (!have) {
            if (!id)
                id = idarray_add(&m->pairs, pair);
            if (IS_CHECKING)
                ENSURE(id && pairmap_get(m, id) == pair);
            if (atomic_compare_exchange_strong_explicit(slot, &have, tag | id, memory_order_acq_rel,
                                                        memory_order_acquire))
                return id;
        }
        if (is_pair(m, have, tag, pair))
            return (u32)have;
    }
}

u32 pairmap_find(const PairMap *m, u64 pair) {
    CHECK(m->slots.at && m->slots.nlines > 0);
    u64 tag = slot_tag(hash_mix(pair));
    Probe p = probe_begin(&m->slots, tag);
    do {
        u64 have = atomic_load_explicit(probe_slot(&p), memory_order_acquire);
        if (!have)
            return 0;
        if (is_pair(m, have, tag, pair))
            return (u32)have;
    } while (probe_next(&p, false));
    return 0;
}
