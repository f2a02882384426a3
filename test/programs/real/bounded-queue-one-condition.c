// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock line 45
// no-none: too many states
// A bounded blocking queue in which producers and consumers wait on the same condition, which is signalled, not
// broadcast. A consumer's signal can wake another consumer, which finds nothing and sleeps again; the producer is not
// told.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t changed; // an item came or went, or the queue was closed
    size_t capacity;
    size_t head; // the oldest item
    size_t count;
    bool is_closed;
    void *items[];
} Queue;

static Queue *queue_new(size_t capacity) {
    Queue *q = calloc(1, sizeof(Queue) + capacity * sizeof(void *));
    if (!q)
        return NULL;
    q->capacity = capacity;
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->changed, NULL);
    return q;
}

static void queue_free(Queue *q) {
    assert(q->count == 0);
    pthread_cond_destroy(&q->changed);
    pthread_mutex_destroy(&q->lock);
    free(q);
}

// 0, or EPIPE if the queue was closed before there was room.
static int queue_push(Queue *q, void *item) {
    int error = 0;
    pthread_mutex_lock(&q->lock);
    while (q->count == q->capacity && !q->is_closed)
        pthread_cond_wait(&q->changed, &q->lock);
    if (q->is_closed) {
        error = EPIPE;
    } else {
        q->items[(q->head + q->count) % q->capacity] = item;
        q->count++;
        pthread_cond_signal(&q->changed);
    }
    pthread_mutex_unlock(&q->lock);
    return error;
}

// 0 with the oldest item, or EPIPE if the queue is closed and empty.
static int queue_pop(Queue *q, void **item) {
    int error = 0;
    pthread_mutex_lock(&q->lock);
    while (q->count == 0 && !q->is_closed)
        pthread_cond_wait(&q->changed, &q->lock);
    if (q->count == 0) {
        error = EPIPE;
    } else {
        *item = q->items[q->head];
        q->head = (q->head + 1) % q->capacity;
        q->count--;
        pthread_cond_signal(&q->changed);
    }
    pthread_mutex_unlock(&q->lock);
    return error;
}

static void queue_close(Queue *q) {
    pthread_mutex_lock(&q->lock);
    q->is_closed = true;
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
}

// The test: one producer (main) and two consumers, which add up what they get.

enum { CONSUMERS = 2, ITEMS = 3 };

typedef struct {
    Queue *queue;
    pthread_t thread;
    int sum;
} Consumer;

static void *consume(void *arg) {
    Consumer *self = arg;
    void *item;
    while (queue_pop(self->queue, &item) == 0) {
        int *number = item;
        self->sum += *number;
        free(number);
    }
    return NULL;
}

int main(void) {
    Consumer consumers[CONSUMERS];
    Queue *q = queue_new(1);
    if (!q)
        return 1;
    for (int i = 0; i < CONSUMERS; i++) {
        consumers[i] = (Consumer){.queue = q};
        int error = pthread_create(&consumers[i].thread, NULL, consume, &consumers[i]);
        assert(error == 0);
    }
    for (int i = 1; i <= ITEMS; i++) {
        int *number = malloc(sizeof *number);
        assert(number);
        *number = i;
        int error = queue_push(q, number);
        assert(error == 0);
    }
    queue_close(q);
    int sum = 0;
    for (int i = 0; i < CONSUMERS; i++) {
        pthread_join(consumers[i].thread, NULL);
        sum += consumers[i].sum;
    }
    assert(sum == ITEMS * (ITEMS + 1) / 2);
    int number = 0;
    assert(queue_push(q, &number) == EPIPE);
    queue_free(q);
    return 0;
}
