// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-none: too many states
// A pipeline of three stages: parse, square, collect, each with a thread of its own and a bounded queue before it.
// The end of the input goes through it as a pill that stops one stage after the other.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { SLOTS = 1, STAGES = 3 };

typedef struct {
    enum { NUMBER, PILL } kind;
    long number;
} Item;

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    Item slots[SLOTS];
    unsigned first, count;
} Queue;

static void queue_init(Queue *q) {
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->changed, NULL);
    q->first = q->count = 0;
}

static void queue_done(Queue *q) {
    assert(q->count == 0);
    pthread_cond_destroy(&q->changed);
    pthread_mutex_destroy(&q->lock);
}

// There is one producer and one consumer: only one of them can be waiting.
static void queue_put(Queue *q, Item item) {
    pthread_mutex_lock(&q->lock);
    while (q->count == SLOTS)
        pthread_cond_wait(&q->changed, &q->lock);
    q->slots[(q->first + q->count) % SLOTS] = item;
    q->count++;
    pthread_cond_signal(&q->changed);
    pthread_mutex_unlock(&q->lock);
}

static Item queue_take(Queue *q) {
    pthread_mutex_lock(&q->lock);
    while (q->count == 0)
        pthread_cond_wait(&q->changed, &q->lock);
    Item item = q->slots[q->first];
    q->first = (q->first + 1) % SLOTS;
    q->count--;
    pthread_cond_signal(&q->changed);
    pthread_mutex_unlock(&q->lock);
    return item;
}

static Queue texts, numbers; // between the stages

static const char *const input[] = {"3", "x", "4"};

// Gives on what is a number.
static void *parse(void *arg) {
    int *bad = arg;
    for (size_t i = 0; i < sizeof input / sizeof *input; i++) {
        char *end;
        long number = strtol(input[i], &end, 10);
        if (*end == '\0')
            queue_put(&texts, (Item){NUMBER, number});
        else
            (*bad)++;
    }
    queue_put(&texts, (Item){.kind = PILL});
    return NULL;
}

static void *square(void *arg) {
    (void)arg;
    for (;;) {
        Item item = queue_take(&texts);
        if (item.kind == PILL) {
            queue_put(&numbers, item); // for the next stage
            return NULL;
        }
        item.number *= item.number;
        queue_put(&numbers, item);
    }
}

static void *collect(void *arg) {
    long *sum = arg;
    for (;;) {
        Item item = queue_take(&numbers);
        if (item.kind == PILL)
            return NULL;
        *sum += item.number;
    }
}

int main(void) {
    int bad = 0;
    long sum = 0;
    struct {
        void *(*stage)(void *);
        void *arg;
    } stages[STAGES] = {{parse, &bad}, {square, NULL}, {collect, &sum}};
    pthread_t threads[STAGES];
    queue_init(&texts);
    queue_init(&numbers);
    for (int i = 0; i < STAGES; i++)
        if (pthread_create(&threads[i], NULL, stages[i].stage, stages[i].arg) != 0) {
            fprintf(stderr, "cannot start stage %d\n", i);
            return EXIT_FAILURE;
        }
    for (int i = 0; i < STAGES; i++)
        pthread_join(threads[i], NULL);
    assert(sum == 25);
    assert(bad == 1);
    queue_done(&numbers);
    queue_done(&texts);
    return 0;
}
