// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 88|100|115
// no-none: too many states
// A small cache that keeps its entries in order of use. A hit moves the entry to the front, which changes the list, but
// a hit only holds the read lock: two hits at the same time lose entries.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES = 3, NAME = 8 };

typedef struct Entry {
    char name[NAME];
    int value;
    struct Entry *next;
} Entry;

typedef struct {
    pthread_rwlock_t lock;
    Entry *newest; // the list is ordered by last use
    int count;
} Cache;

static void cache_init(Cache *cache) {
    pthread_rwlock_init(&cache->lock, NULL);
    cache->newest = NULL;
    cache->count = 0;
}

static void cache_done(Cache *cache) {
    Entry *next;
    for (Entry *entry = cache->newest; entry; entry = next) {
        next = entry->next;
        free(entry);
    }
    pthread_rwlock_destroy(&cache->lock);
}

static bool cache_add(Cache *cache, const char *name, int value) {
    Entry *entry = malloc(sizeof *entry);
    if (!entry)
        return false;
    snprintf(entry->name, sizeof entry->name, "%s", name);
    entry->value = value;
    pthread_rwlock_wrlock(&cache->lock);
    entry->next = cache->newest;
    cache->newest = entry;
    cache->count++;
    pthread_rwlock_unlock(&cache->lock);
    return true;
}

// The link that points to the entry, or the one at the end of the list.
static Entry **find(Cache *cache, const char *name) {
    Entry **link = &cache->newest;
    while (*link && strcmp((*link)->name, name) != 0)
        link = &(*link)->next;
    return link;
}

static void move_to_front(Cache *cache, Entry **link) {
    Entry *entry = *link;
    *link = entry->next;
    entry->next = cache->newest;
    cache->newest = entry;
}

static bool cache_get(Cache *cache, const char *name, int *value) {
    pthread_rwlock_rdlock(&cache->lock); // must be wrlock
    Entry **link = find(cache, name);
    bool is_found = *link != NULL;
    if (is_found) {
        *value = (*link)->value;
        move_to_front(cache, link);
    }
    pthread_rwlock_unlock(&cache->lock);
    return is_found;
}

static int cache_length(Cache *cache) {
    int length = 0;
    pthread_rwlock_rdlock(&cache->lock);
    for (Entry *entry = cache->newest; entry; entry = entry->next) {
        length++;
        assert(length <= cache->count);
    }
    pthread_rwlock_unlock(&cache->lock);
    return length;
}

static Cache cache;

static void *client(void *arg) {
    const char *name = arg;
    int value = -1;
    if (cache_get(&cache, name, &value))
        assert(value == name[0] - 'a');
    return NULL;
}

int main(void) {
    static const char *const names[ENTRIES] = {"a", "b", "c"};
    pthread_t threads[2];
    cache_init(&cache);
    for (int i = 0; i < ENTRIES; i++)
        if (!cache_add(&cache, names[i], i))
            return 1;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, client, (void *)names[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(cache_length(&cache) == ENTRIES);
    cache_done(&cache);
    return 0;
}
