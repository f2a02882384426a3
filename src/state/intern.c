// SPDX-License-Identifier: Apache-2.0
// Blocks by content: equal contents have one id. A block never moves once it is interned, so the machine reads it in place.
#include "state/state_int.h"

#include <string.h>

enum { ARENA_BYTES = 1 << 20, BLOCKS_PER_CHUNK = 1 << 12 };

struct Intern {
    const Block ***chunks;          // id -> block
    u32 nchunks, chunks_cap;
    u32 count;                      // ids 1 .. count
    u64 *slots;                     // hash table: upper half of the hash << 32 | id; 0 if empty
    u32 nslots;
    u8 **arenas;
    u64 *arena_sizes;
    u32 narenas, arenas_cap, arena_sizes_cap;
    u64 used;                       // bytes of the last arena
    u64 bytes;
};

Intern *intern_new(void) {
    Intern *t = mem_zalloc(sizeof *t);
    t->nslots = 1 << 10;
    t->slots = mem_zalloc(t->nslots * sizeof *t->slots);
    return t;
}

void intern_free(Intern *t) {
    if (!t)
        return;
    for (u32 i = 0; i < t->nchunks; i++)
        mem_free(t->chunks[i], BLOCKS_PER_CHUNK * sizeof **t->chunks);
    for (u32 i = 0; i < t->narenas; i++)
        mem_free(t->arenas[i], t->arena_sizes[i]);
    VEC_FREE(t->chunks, t->chunks_cap);
    VEC_FREE(t->arenas, t->arenas_cap);
    VEC_FREE(t->arena_sizes, t->arena_sizes_cap);
    mem_free(t->slots, t->nslots * sizeof *t->slots);
    mem_free(t, sizeof *t);
}

const Block *intern_get(const Intern *t, u32 id) {
    ENSURE(id - 1 < t->count);
    return t->chunks[(id - 1) / BLOCKS_PER_CHUNK][(id - 1) % BLOCKS_PER_CHUNK];
}

u64 intern_bytes(const Intern *t) {
    return t->bytes + t->nslots * sizeof *t->slots + (u64)t->nchunks * BLOCKS_PER_CHUNK * sizeof(Block *);
}

static Block *keep(Intern *t, const Block *b, size_t n) {
    size_t padded = (n + 7) & ~(size_t)7;
    if (t->narenas == 0 || t->used + padded > t->arena_sizes[t->narenas - 1]) {
        size_t size = padded > ARENA_BYTES ? padded : ARENA_BYTES;
        u8 *arena = mem_alloc(size);
        VEC_PUSH(t->arenas, t->narenas, t->arenas_cap) = arena;
        u32 at = t->narenas - 1;
        VEC_PUSH(t->arena_sizes, at, t->arena_sizes_cap) = size;
        t->used = 0;
        t->bytes += size;
    }
    u8 *p = t->arenas[t->narenas - 1] + t->used;
    memcpy(p, b, n);
    t->used += padded;
    return (Block *)p;
}

static void grow(Intern *t) {
    u32 n = t->nslots * 2;
    u64 *slots = mem_zalloc(n * sizeof *slots);
    for (u32 i = 0; i < t->nslots; i++) {
        if (!t->slots[i])
            continue;
        const Block *b = intern_get(t, (u32)t->slots[i]);
        u64 h = hash_bytes(b, block_bytes(b), 0);
        u32 at = (u32)h & (n - 1);
        while (slots[at])
            at = (at + 1) & (n - 1);
        slots[at] = t->slots[i];
    }
    mem_free(t->slots, t->nslots * sizeof *t->slots);
    t->slots = slots;
    t->nslots = n;
}

u32 intern_block(Intern *t, const Block *b) {
    size_t n = block_bytes(b);
    u64 h = hash_bytes(b, n, 0);
    u32 at = (u32)h & (t->nslots - 1);
    for (; t->slots[at]; at = (at + 1) & (t->nslots - 1)) {
        if (t->slots[at] >> 32 != h >> 32)
            continue;
        const Block *have = intern_get(t, (u32)t->slots[at]);
        if (block_bytes(have) == n && memcmp(have, b, n) == 0)
            return (u32)t->slots[at];
    }
    if (t->count % BLOCKS_PER_CHUNK == 0) {
        const Block **chunk = mem_zalloc(BLOCKS_PER_CHUNK * sizeof *chunk);
        VEC_PUSH(t->chunks, t->nchunks, t->chunks_cap) = chunk;
    }
    t->chunks[t->count / BLOCKS_PER_CHUNK][t->count % BLOCKS_PER_CHUNK] = keep(t, b, n);
    u32 id = ++t->count;
    t->slots[at] = (h >> 32) << 32 | id;
    if (t->count > t->nslots / 2)
        grow(t);
    return id;
}
