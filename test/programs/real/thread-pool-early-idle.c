// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 99|100|101
// no-none: too many states
// A thread pool with a way to wait until all jobs are done, which counts a job as done when it is taken, not when it
// has been run: the waiting function goes on and returns while a worker still writes into its local variables.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

enum { WORKERS = 2, RING = 2 };

typedef struct {
    void (*run)(void *arg);
    void *arg;
} Job;

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t changed; // broadcast: there are few threads, and they wait for different things
    Job ring[RING];
    unsigned head, count;
    unsigned unfinished; // queued
    bool is_stopping;
    pthread_t threads[WORKERS];
} Pool;

static void *worker(void *arg) {
    Pool *pool = arg;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->count == 0 && !pool->is_stopping)
            pthread_cond_wait(&pool->changed, &pool->lock);
        if (pool->count == 0)
            break;
        Job job = pool->ring[pool->head];
        pool->head = (pool->head + 1) % RING;
        pool->count--;
        pool->unfinished--;
        pthread_cond_broadcast(&pool->changed);
        pthread_mutex_unlock(&pool->lock);
        job.run(job.arg);
        pthread_mutex_lock(&pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static bool pool_init(Pool *pool) {
    *pool = (Pool){.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    for (int i = 0; i < WORKERS; i++)
        if (pthread_create(&pool->threads[i], NULL, worker, pool) != 0)
            return false;
    return true;
}

// Waits while the ring is full.
static void pool_submit(Pool *pool, void (*run)(void *), void *arg) {
    pthread_mutex_lock(&pool->lock);
    while (pool->count == RING)
        pthread_cond_wait(&pool->changed, &pool->lock);
    pool->ring[(pool->head + pool->count) % RING] = (Job){run, arg};
    pool->count++;
    pool->unfinished++;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
}

// Returns when every job that was submitted before has been done.
static void pool_wait(Pool *pool) {
    pthread_mutex_lock(&pool->lock);
    while (pool->unfinished > 0)
        pthread_cond_wait(&pool->changed, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

static void pool_done(Pool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->is_stopping = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
}

// The test: the sum of an array, in two parts.

typedef struct {
    const int *numbers;
    int count;
    long sum;
} Part;

static void sum_part(void *arg) {
    Part *part = arg;
    long sum = 0;
    for (int i = 0; i < part->count; i++)
        sum += part->numbers[i];
    part->sum = sum;
}

static long parallel_sum(Pool *pool, const int *numbers, int count) {
    int half = count / 2;
    Part parts[2] = {{numbers, half, -1}, {numbers + half, count - half, -1}};
    for (int i = 0; i < 2; i++)
        pool_submit(pool, sum_part, &parts[i]);
    pool_wait(pool);
    return parts[0].sum + parts[1].sum;
}

int main(void) {
    static const int numbers[] = {1, 2, 3, 4, 5};
    static Pool pool;
    if (!pool_init(&pool)) {
        fprintf(stderr, "no threads\n");
        return 1;
    }
    long sum = parallel_sum(&pool, numbers, 5);
    pool_done(&pool);
    assert(sum == 15);
    return 0;
}
