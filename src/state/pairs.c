// SPDX-License-Identifier: Apache-2.0
// A set of pairs of 32-bit numbers. A pair is kept once, 8 bytes, in order of insertion; a hash table of indices finds it.
#include "state/state_int.h"

enum { CHUNK = 1 << 9, LARGE_TABLE = 1 << 18 };

// Most sets are small: one for each shape that a state can have.
static u32 *slots_new(u32 n) { return n < LARGE_TABLE ? mem_zalloc(n * sizeof(u32)) : mem_table(n * sizeof(u32)); }

static void slots_free(u32 *slots, u32 n) {
    if (n < LARGE_TABLE)
        mem_free(slots, n * sizeof *slots);
    else
        mem_table_free(slots, n * sizeof *slots);
}

void pairs_init(PairSet *s) {
    *s = (PairSet){.nslots = 1 << 6};
    s->slots = slots_new(s->nslots);
}

void pairs_done(PairSet *s) {
    for (u32 i = 0; i < s->nchunks; i++)
        mem_free(s->chunks[i], CHUNK * sizeof(u64));
    VEC_FREE(s->chunks, s->chunks_cap);
    slots_free(s->slots, s->nslots);
}

static u64 pair_at(const PairSet *s, u32 i) { return s->chunks[i / CHUNK][i % CHUNK]; }

void pairs_get(const PairSet *s, u32 index, u32 *left, u32 *right) {
    ENSURE(index < s->count);
    u64 p = pair_at(s, index);
    *left = (u32)p;
    *right = (u32)(p >> 32);
}

u64 pairs_bytes(const PairSet *s) {
    return (u64)s->nchunks * CHUNK * sizeof(u64) + s->nslots * sizeof *s->slots;
}

static void grow(PairSet *s) {
    u32 n = s->nslots * 2;
    u32 *slots = slots_new(n);
    for (u32 i = 0; i < s->count; i++) {
        u32 at = (u32)hash_mix(pair_at(s, i)) & (n - 1);
        while (slots[at])
            at = (at + 1) & (n - 1);
        slots[at] = i + 1;
    }
    slots_free(s->slots, s->nslots);
    s->slots = slots;
    s->nslots = n;
}

u32 pairs_add(PairSet *s, u32 left, u32 right, bool *is_new) {
    u64 pair = (u64)right << 32 | left;
    u32 at = (u32)hash_mix(pair) & (s->nslots - 1);
    *is_new = false;
    for (; s->slots[at]; at = (at + 1) & (s->nslots - 1))
        if (pair_at(s, s->slots[at] - 1) == pair)
            return s->slots[at] - 1;
    *is_new = true;
    ENSURE(s->count < 0xfffffff0u);
    if (s->count % CHUNK == 0) {
        u64 *chunk = mem_alloc(CHUNK * sizeof(u64));
        VEC_PUSH(s->chunks, s->nchunks, s->chunks_cap) = chunk;
    }
    s->chunks[s->count / CHUNK][s->count % CHUNK] = pair;
    s->slots[at] = ++s->count;
    u32 index = s->count - 1;
    if (s->count > s->nslots / 4 * 3)
        grow(s);
    return index;
}
