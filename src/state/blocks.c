// SPDX-License-Identifier: Apache-2.0
// Blocks by content: equal contents have one id. A block never moves once it has one, so the
// machine reads it in place. A slot is a tag from the hash | id. Why there is one id for equal
// contents: see pairmap.c, it is the same.
#include "state/tables.h"

#include <string.h>

enum {
    FIRST_SLOTS = IS_TINY ? LINE_SLOTS : 1 << 12,
    ARENA_MIN = IS_TINY ? 1 << 11 : 1 << 18,
    ARENA_MAX = 1 << 25
};

// Blocks lie one after the other; `used` goes past the end when somebody did not get what they
// wanted.
typedef struct BlockArena {
    struct BlockArena *below;
    u64 size; // of `bytes`
    _Atomic u64 used;
    u8 bytes[];
} BlockArena;

Blocks *blocks_new(void) {
    Blocks *b = mem_zalloc(sizeof *b);
    slots_init(&b->slots, FIRST_SLOTS);
    ENSURE(!blocks_want_growth(b) && !b->slots.ids);
    return b;
}

static void arenas_free(BlockArena *a) {
    while (a) {
        BlockArena *below = a->below;
        ENSURE(a->size > 0 && a != below);
        mem_free_large(a, sizeof *a + a->size);
        a = below;
    }
}

void blocks_free(Blocks *b) {
    if (!b)
        return;
    slots_done(&b->slots);
    idarray_done(&b->by_id);
    ENSURE(b->slots.nlines > 0);
    arenas_free(atomic_load_explicit(&b->arena, memory_order_relaxed));
    arenas_free(atomic_load_explicit(&b->big, memory_order_relaxed));
    mem_free(b, sizeof *b);
}

void blocks_grow(Blocks *b, const Crew *crew) {
    slots_grow(&b->slots, idarray_count(&b->by_id), SLOT_TAGGED, crew);
    ENSURE(!blocks_want_growth(b));
}

u64 blocks_bytes(const Blocks *b) {
    CHECK(!b->slots.ids); // the id is in the slot
    return sizeof *b + slots_bytes(&b->slots) + idarray_bytes(&b->by_id) +
           atomic_load_explicit(&b->arena_bytes, memory_order_relaxed);
}

static BlockArena *arena_sized(u64 size) {
    ENSURE(size > sizeof(BlockArena));
    BlockArena *a = mem_zalloc_large(size);
    a->size = size - sizeof *a;
    return a;
}

// A block that would fill much of an arena has its own.
static void *big_room(Blocks *b, u64 n) {
    ENSURE(n % 8 == 0 && n > ARENA_MIN / 8);
    BlockArena *a = arena_sized(sizeof *a + n);
    atomic_fetch_add_explicit(&b->arena_bytes, sizeof *a + n, memory_order_relaxed);
    a->below = atomic_load_explicit(&b->big, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&b->big, &a->below, a, memory_order_release,
                                                  memory_order_relaxed))
        ;
    return a->bytes;
}

// Puts a new arena in place of a full one, unless somebody else was faster. Arenas grow with what
// there is already.
static BlockArena *arena_after(Blocks *b, BlockArena *full) {
    u64 size = atomic_load_explicit(&b->arena_bytes, memory_order_relaxed) / 8;
    size = size < ARENA_MIN   ? ARENA_MIN
           : size > ARENA_MAX ? ARENA_MAX
                              : size & ~(u64)(ARENA_MIN - 1);
    BlockArena *mine = arena_sized(size);
    ENSURE(mine->size >= ARENA_MIN / 8);
    mine->below = full;
    if (atomic_compare_exchange_strong_explicit(&b->arena, &full, mine, memory_order_acq_rel,
                                                memory_order_acquire)) {
        atomic_fetch_add_explicit(&b->arena_bytes, size, memory_order_relaxed);
        return mine;
    }
    mem_free_large(mine, size);
    return full;
}

static void *room(Blocks *b, u64 n) {
    ENSURE(n >= sizeof(Block));
    n = (n + 7) & ~(u64)7;
    if (n > ARENA_MIN / 8)
        return big_room(b, n);
    BlockArena *a = atomic_load_explicit(&b->arena, memory_order_acquire);
    for (;; a = arena_after(b, a)) {
        if (!a)
            continue;
        u64 at = atomic_fetch_add_explicit(&a->used, n, memory_order_relaxed);
        CHECK(at % 8 == 0);
        if (at + n <= a->size)
            return a->bytes + at;
    }
}

static u32 keep(Blocks *b, const Block *block, u64 n) {
    CHECK(n == block_bytes(block));
    void *copy = room(b, n);
    ENSURE(((uintptr_t)copy & 7) == 0);
    memcpy(copy, block, n);
    return idarray_add(&b->by_id, (uintptr_t)copy);
}

static bool is_block(const Blocks *b, u64 entry, u64 tag, const Block *block, u64 n) {
    if (!slot_has_tag(entry, tag))
        return false;
    CHECK((u32)entry && tag == slot_tag(tag));
    const Block *have = blocks_get(b, (u32)entry);
    return block_bytes(have) == n && memcmp(have, block, n) == 0;
}

// For the checking build: what fills the contents up is zero, so equal contents are equal bytes.
static bool is_padded(const Block *b) {
    u32 i = b->size;
    while (i % 8 != 0 && block_data(b)[i] == 0)
        i++;
    return i % 8 == 0;
}

u32 blocks_id(Blocks *b, const Block *block) {
    u64 n = block_bytes(block), tag = slot_tag(hash_bytes(block, n, 0));
    CHECK(is_padded(block));
    u32 id = 0;
    for (Probe p = probe_begin(&b->slots, tag);; probe_next(&p, true)) {
        Slot *slot = probe_slot(&p);
        u64 have = atomic_load_explicit(slot, memory_order_acquire);
        if (!have) {
            if (!id)
                id = keep(b, block, n);
            if (IS_CHECKING)
                ENSURE(id && block_bytes(blocks_get(b, id)) == n);
            if (atomic_compare_exchange_strong_explicit(slot, &have, tag | id, memory_order_acq_rel,
                                                        memory_order_acquire))
                return id;
        }
        if (is_block(b, have, tag, block, n))
            return (u32)have;
    }
}
