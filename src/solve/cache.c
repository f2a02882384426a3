// SPDX-License-Identifier: Apache-2.0
// Answers of earlier slices. A key is the structure of a slice in words; it is found by its hash
// and compared in full. There are two generations: when the young one is full, the old one is
// dropped, and it becomes the old one. What is found in the old one moves to the young one. So what
// is used stays, and no more than two generations are held.
#include "solve/solve_int.h"

#include <string.h>

// An entry in words: of the key, how many; unknowns, how many; the answer; the key; the numbers of
// the unknowns, each as its lower and upper half, where the answer is yes.
enum { ENTRY_KEY, ENTRY_UNKNOWNS, ENTRY_ANSWER, ENTRY_HEAD };

typedef struct Generation {
    Table index; // hash of the key -> where its entry begins, + 1
    u32 *words;
    u32 n, cap;
} Generation;

struct Cache {
    Generation young, old;
};

enum { GENERATION_BYTES = IS_TINY ? 4096 : 8 << 20 };

static size_t generation_bytes(const Generation *g) {
    size_t slots = g->index.slots ? (size_t)(g->index.mask + 1) * sizeof *g->index.slots : 0;
    return slots + (size_t)g->cap * sizeof *g->words;
}

static void generation_done(Generation *g) {
    table_done(&g->index);
    VEC_FREE(g->words, g->cap);
    g->n = 0;
}

Cache *cache_new(void) { return mem_zalloc(sizeof(Cache)); }

void cache_free(Cache *c) {
    if (!c)
        return;
    generation_done(&c->young);
    generation_done(&c->old);
    mem_free(c, sizeof *c);
}

size_t cache_bytes(const Cache *c) {
    return generation_bytes(&c->young) + generation_bytes(&c->old);
}

// Memory is taken by halves and by doubling, so a generation may hold more than it fills; it is
// full before the next step would be too large.
size_t cache_most(void) { return 2 * (size_t)GENERATION_BYTES; }

// With tiny tables all keys share a few hashes, so that it is seen whether keys are compared.
static u64 hash_of(const u32 *key, u32 nkey) {
    u64 h = hash_bytes(key, nkey * sizeof *key, nkey);
    return IS_TINY ? h & 3 : h;
}

static u32 entry_size(const u32 *entry) {
    CHECK(entry[ENTRY_KEY] && entry[ENTRY_ANSWER] <= SOLVE_GAVE_UP);
    u32 numbers = entry[ENTRY_ANSWER] == SOLVE_YES ? 2 * entry[ENTRY_UNKNOWNS] : 0;
    return ENTRY_HEAD + entry[ENTRY_KEY] + numbers;
}

static bool has_key(const u32 *entry, const u32 *key, u32 nkey) {
    return entry[ENTRY_KEY] == nkey && memcmp(entry + ENTRY_HEAD, key, nkey * sizeof *key) == 0;
}

static const u32 *find(const Generation *g, const u32 *key, u32 nkey) {
    u32 at;
    for (u64 word = hash_of(key, nkey); table_find(&g->index, word, PLAIN_KEY, &at); word++) {
        ENSURE(at && at - 1 < g->n);
        if (has_key(g->words + at - 1, key, nkey))
            return g->words + at - 1;
    }
    return NULL;
}

// Whether an entry of so many words can be added without holding more than is allowed. Tables
// double when they are half full.
static bool has_room(const Generation *g, size_t words) {
    size_t slots = g->index.slots ? (size_t)g->index.mask + 1 : 64;
    size_t want_slots = 2 * (g->index.n + 2) > slots ? 2 * slots : slots;
    size_t want = (size_t)g->n + words, grown = (size_t)g->cap + g->cap / 2;
    size_t want_words = want <= g->cap ? g->cap : want > grown ? want : grown;
    return want_slots * sizeof *g->index.slots + want_words * sizeof *g->words <= GENERATION_BYTES;
}

static void put(Generation *g, const u32 *entry) {
    ENSURE(has_room(g, entry_size(entry)));
    u32 size = entry_size(entry);
    u64 word = hash_of(entry + ENTRY_HEAD, entry[ENTRY_KEY]);
    u32 *at = table_add(&g->index, word, PLAIN_KEY);
    while (*at)
        at = table_add(&g->index, ++word, PLAIN_KEY);
    *at = g->n + 1;
    VEC_RESERVE(g->words, g->n, g->cap, size);
    memcpy(g->words + g->n, entry, size * sizeof *entry);
    g->n += size;
}

// The young generation gets room for so many words. False: they are too many.
static bool make_room(Cache *c, size_t words) {
    if (has_room(&c->young, words))
        return true;
    if (!has_room(&(Generation){0}, words))
        return false;
    generation_done(&c->old);
    c->old = c->young;
    c->young = (Generation){0};
    return true;
}

static void numbers_of(const u32 *entry, u64 *numbers, u32 n) {
    CHECK(entry[ENTRY_ANSWER] <= SOLVE_GAVE_UP);
    ENSURE(entry[ENTRY_UNKNOWNS] == n);
    const u32 *half = entry + ENTRY_HEAD + entry[ENTRY_KEY];
    for (u32 i = 0; entry[ENTRY_ANSWER] == SOLVE_YES && i < n; i++)
        numbers[i] = (u64)half[2 * i + 1] << 32 | half[2 * i];
}

bool cache_find(Cache *c, const u32 *key, u32 nkey, SolveAnswer *answer, u64 *numbers, u32 n) {
    CHECK(nkey);
    const u32 *entry = find(&c->young, key, nkey);
    bool is_old = !entry;
    if (is_old)
        entry = find(&c->old, key, nkey);
    if (!entry)
        return false;
    *answer = (SolveAnswer)entry[ENTRY_ANSWER];
    numbers_of(entry, numbers, n);
    if (is_old && has_room(&c->young, entry_size(entry)))
        put(&c->young, entry);
    return true;
}

void cache_add(Cache *c, const u32 *key, u32 nkey, SolveAnswer answer, const u64 *numbers, u32 n) {
    CHECK(!find(&c->young, key, nkey) && !find(&c->old, key, nkey));
    u32 head[ENTRY_HEAD] = {[ENTRY_KEY] = nkey, [ENTRY_UNKNOWNS] = n, [ENTRY_ANSWER] = answer};
    u32 size = entry_size(head);
    if (!make_room(c, size))
        return;
    u32 *entry = mem_alloc(size * sizeof *entry);
    memcpy(entry, head, sizeof head);
    memcpy(entry + ENTRY_HEAD, key, nkey * sizeof *key);
    for (u32 i = 0; answer == SOLVE_YES && i < n; i++) {
        entry[ENTRY_HEAD + nkey + 2 * i] = (u32)numbers[i];
        entry[ENTRY_HEAD + nkey + 2 * i + 1] = (u32)(numbers[i] >> 32);
    }
    put(&c->young, entry);
    mem_free(entry, size * sizeof *entry);
    ENSURE(cache_bytes(c) <= cache_most());
}
