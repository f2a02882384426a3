// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 116
// no-none: too many states
// A cache of computed values under a read-write lock. A miss gives the read lock back and takes the write lock, but
// does not look again: two threads that miss the same key both compute it.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { BUCKETS = 2, THREADS = 2, LOOKUPS = 2 };

typedef struct Entry {
    int key;
    long value;
    struct Entry *next;
} Entry;

typedef long Compute(int key);

typedef struct {
    pthread_rwlock_t lock;
    Entry *buckets[BUCKETS];
    Compute *compute;
    int misses; // changes only under the write lock
} Cache;

static void cache_init(Cache *cache, Compute *compute) {
    pthread_rwlock_init(&cache->lock, NULL);
    for (int i = 0; i < BUCKETS; i++)
        cache->buckets[i] = NULL;
    cache->compute = compute;
    cache->misses = 0;
}

static void cache_done(Cache *cache) {
    for (int i = 0; i < BUCKETS; i++) {
        while (cache->buckets[i]) {
            Entry *entry = cache->buckets[i];
            cache->buckets[i] = entry->next;
            free(entry);
        }
    }
    pthread_rwlock_destroy(&cache->lock);
}

// The caller holds the lock, for reading or for writing.
static Entry *find(Cache *cache, int key) {
    Entry *entry = cache->buckets[(unsigned)key % BUCKETS];
    while (entry && entry->key != key)
        entry = entry->next;
    return entry;
}

// The caller holds the lock for writing.
static Entry *insert(Cache *cache, int key, long value) {
    Entry **bucket = &cache->buckets[(unsigned)key % BUCKETS];
    Entry *entry = malloc(sizeof *entry);
    if (!entry)
        return NULL;
    *entry = (Entry){.key = key, .value = value, .next = *bucket};
    *bucket = entry;
    return entry;
}

static bool lookup_hit(Cache *cache, int key, long *value) {
    pthread_rwlock_rdlock(&cache->lock);
    Entry *entry = find(cache, key);
    if (entry)
        *value = entry->value;
    pthread_rwlock_unlock(&cache->lock);
    return entry != NULL;
}

static bool cache_get(Cache *cache, int key, long *value) {
    if (lookup_hit(cache, key, value))
        return true;
    pthread_rwlock_wrlock(&cache->lock);
    cache->misses++;
    Entry *entry = insert(cache, key, cache->compute(key));
    if (entry)
        *value = entry->value;
    pthread_rwlock_unlock(&cache->lock);
    return entry != NULL;
}

// The test: each thread wants the same keys; every value is computed only once.

static Cache cache;

static long cube(int key) { return (long)key * key * key; }

static void *client(void *arg) {
    (void)arg;
    for (int key = 1; key <= LOOKUPS; key++) {
        long value = 0;
        if (!cache_get(&cache, key, &value)) {
            fprintf(stderr, "out of memory\n");
            exit(1);
        }
        assert(value == cube(key));
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    cache_init(&cache, cube);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, client, NULL) != 0)
            abort();
    client(NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(cache.misses == LOOKUPS);
    cache_done(&cache);
    return 0;
}
