// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 110
// The lock-free queue of Michael and Scott over a fixed pool of nodes. A dequeue reads the value after its exchange;
// by then another thread may have dequeued the next node, too, and have filled it again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { NODES = 5, NIL = 0xffff };

// A link is an index into the pool and its tag in one word, so that one compare-exchange covers both.
typedef uint32_t Link;

static Link make_link(unsigned index, unsigned tag) { return (Link)(tag << 16 | index); }
static unsigned link_index(Link link) { return link & 0xffff; }
static unsigned link_tag(Link link) { return link >> 16; }

typedef struct {
    _Atomic Link next;
    _Atomic int value;
} Node;

typedef struct {
    _Atomic Link head; // the node before the first item
    _Atomic Link tail; // the last node or the one before it
    Node nodes[NODES];
} Queue;

// Free nodes belong to one thread each: those that it has dequeued, and its share at the start.
typedef struct {
    unsigned count;
    unsigned nodes[NODES];
} Cache;

static unsigned cache_take(Cache *cache) {
    if (cache->count == 0)
        abort(); // sized by the caller
    return cache->nodes[--cache->count];
}

static void cache_give(Cache *cache, unsigned node) {
    assert(cache->count < NODES);
    cache->nodes[cache->count++] = node;
}

// The queue starts with the node given as its dummy.
static void queue_init(Queue *q, Cache *cache) {
    unsigned dummy = cache_take(cache);
    atomic_init(&q->nodes[dummy].next, make_link(NIL, 0));
    atomic_init(&q->head, make_link(dummy, 0));
    atomic_init(&q->tail, make_link(dummy, 0));
}

static void enqueue(Queue *q, Cache *cache, int value) {
    unsigned node = cache_take(cache);
    Link old = atomic_load(&q->nodes[node].next);
    atomic_store(&q->nodes[node].value, value);
    atomic_store(&q->nodes[node].next, make_link(NIL, link_tag(old) + 1));
    for (;;) {
        Link tail = atomic_load(&q->tail);
        Link next = atomic_load(&q->nodes[link_index(tail)].next);
        if (tail != atomic_load(&q->tail))
            continue;
        if (link_index(next) != NIL) { // the tail lags behind: help
            atomic_compare_exchange_strong(&q->tail, &tail, make_link(link_index(next), link_tag(tail) + 1));
            continue;
        }
        if (atomic_compare_exchange_strong(&q->nodes[link_index(tail)].next, &next,
                                           make_link(node, link_tag(next) + 1))) {
            atomic_compare_exchange_strong(&q->tail, &tail, make_link(node, link_tag(tail) + 1));
            return;
        }
    }
}

static bool dequeue(Queue *q, Cache *cache, int *value) {
    for (;;) {
        Link head = atomic_load(&q->head);
        Link tail = atomic_load(&q->tail);
        Link next = atomic_load(&q->nodes[link_index(head)].next);
        if (head != atomic_load(&q->head))
            continue;
        if (link_index(next) == NIL)
            return false;
        if (link_index(head) == link_index(tail)) {
            atomic_compare_exchange_strong(&q->tail, &tail, make_link(link_index(next), link_tag(tail) + 1));
            continue;
        }
        if (atomic_compare_exchange_strong(&q->head, &head, make_link(link_index(next), link_tag(head) + 1))) {
            cache_give(cache, link_index(head));
            *value = atomic_load(&q->nodes[link_index(next)].value);
            return true;
        }
    }
}

// The test: two threads take and put items; every item is taken exactly once.

static Queue queue;
static atomic_uint taken; // a bit for each item

static void take(Cache *cache) {
    int item;
    if (!dequeue(&queue, cache, &item))
        return;
    unsigned before = atomic_fetch_or(&taken, 1u << item);
    assert(!(before & 1u << item));
}

static void *other(void *arg) {
    Cache cache = {.count = 1, .nodes = {4}};
    (void)arg;
    take(&cache);
    enqueue(&queue, &cache, 4);
    return NULL;
}

int main(void) {
    Cache cache = {.count = 4, .nodes = {3, 2, 1, 0}};
    pthread_t thread;
    queue_init(&queue, &cache);
    enqueue(&queue, &cache, 1);
    if (pthread_create(&thread, NULL, other, NULL) != 0)
        return 1;
    take(&cache);
    enqueue(&queue, &cache, 2);
    take(&cache);
    enqueue(&queue, &cache, 3);
    pthread_join(thread, NULL);
    for (int i = 0; i < 3; i++)
        take(&cache);
    assert(atomic_load(&taken) == (1u << 1 | 1u << 2 | 1u << 3 | 1u << 4));
    return 0;
}
