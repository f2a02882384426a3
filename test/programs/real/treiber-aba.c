// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 58
// no-none: too many states
// A pool of buffers whose free list is Treiber's lock-free stack, with the ABA problem: a thread that has read the top
// and its next is overtaken by one that takes both and gives the first one back. The top is the same again, the
// exchange succeeds, and a buffer in use becomes the top of the free list.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BUFFERS = 3, SIZE = 4, NONE = -1 };

typedef struct {
    _Atomic int32_t next; // below this one in the free list
    atomic_bool is_used;
    char bytes[SIZE];
} Buffer;

typedef struct {
    _Atomic int32_t top;
    Buffer buffers[BUFFERS];
} Pool;

static void push(Pool *pool, int32_t buffer) {
    int32_t old = atomic_load(&pool->top);
    do
        atomic_store(&pool->buffers[buffer].next, old);
    while (!atomic_compare_exchange_weak(&pool->top, &old, buffer));
}

static int32_t pop(Pool *pool) {
    int32_t old = atomic_load(&pool->top), next;
    do {
        if (old == NONE)
            return NONE;
        next = atomic_load(&pool->buffers[old].next);
    } while (!atomic_compare_exchange_weak(&pool->top, &old, next));
    return old;
}

static void pool_init(Pool *pool) {
    atomic_init(&pool->top, NONE);
    for (int i = BUFFERS - 1; i >= 0; i--)
        push(pool, i);
}

// NULL if all buffers are in use.
static Buffer *buffer_acquire(Pool *pool) {
    int32_t index = pop(pool);
    if (index == NONE)
        return NULL;
    Buffer *buffer = &pool->buffers[index];
    bool was_used = atomic_exchange(&buffer->is_used, true);
    assert(!was_used);
    return buffer;
}

static void buffer_release(Pool *pool, Buffer *buffer) {
    bool was_used = atomic_exchange(&buffer->is_used, false);
    assert(was_used);
    push(pool, (int32_t)(buffer - pool->buffers));
}

// The test: a writer needs one buffer and keeps it, an editor needs two and gives the first one back early.

static Pool pool;

static void fill(Buffer *buffer, const char *text) {
    if (!buffer) {
        printf("no buffer for %s\n", text);
        return;
    }
    strncpy(buffer->bytes, text, SIZE);
}

static void *writer(void *arg) {
    fill(buffer_acquire(&pool), arg);
    return NULL;
}

static void *editor(void *arg) {
    Buffer *draft = buffer_acquire(&pool);
    Buffer *final = buffer_acquire(&pool);
    fill(final, arg);
    if (draft)
        buffer_release(&pool, draft);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    pool_init(&pool);
    if (pthread_create(&threads[0], NULL, writer, "one") || pthread_create(&threads[1], NULL, editor, "two"))
        return 1;
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    // Two are in use, so one can still be had.
    Buffer *last = buffer_acquire(&pool);
    assert(last);
    assert(!buffer_acquire(&pool));
    return 0;
}
