// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// A map from pointers to counters with open addressing, as in many tools: probes until it finds the key or a free slot.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    const void *key;
    unsigned count;
};
struct map {
    struct entry *entries;
    size_t cap, used;
};

static size_t mix(const void *p) {
    uint64_t x = (uint64_t)(uintptr_t)p;
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdull;
    x ^= x >> 33;
    return (size_t)x;
}

static struct entry *find(struct map *m, const void *key) {
    for (size_t i = mix(key);; i++) {
        struct entry *e = &m->entries[i & (m->cap - 1)];
        if (!e->key || e->key == key)
            return e;
    }
}

static void grow(struct map *m) {
    struct map larger = {calloc(2 * m->cap, sizeof(struct entry)), 2 * m->cap, m->used};
    for (size_t i = 0; i < m->cap; i++)
        if (m->entries[i].key)
            *find(&larger, m->entries[i].key) = m->entries[i];
    free(m->entries);
    *m = larger;
}

static unsigned *count(struct map *m, const void *key) {
    if (2 * (m->used + 1) > m->cap)
        grow(m);
    struct entry *e = find(m, key);
    m->used += !e->key;
    e->key = key;
    return &e->count;
}

int main(void) {
    struct map m = {calloc(2, sizeof(struct entry)), 2, 0};
    char *keys[6];
    for (int i = 0; i < 6; i++) {
        keys[i] = malloc(3 + 8 * i);
        ++*count(&m, keys[i]);
        ++*count(&m, keys[i / 2]);
    }
    unsigned total = 0;
    for (int i = 0; i < 6; i++)
        total += *count(&m, keys[i]);
    assert(total == 12 && m.used == 6 && *count(&m, keys[0]) == 3);
    for (int i = 0; i < 6; i++)
        free(keys[i]);
    free(m.entries);
    return 0;
}
