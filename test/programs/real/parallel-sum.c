// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property race
// no-none: too many states
// Adds up the values of a table. The workers take blocks of it, one after the other, by a shared index, and each one
// keeps a sum of its own until they are joined.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORKERS = 2, BLOCK = 2 };

typedef struct {
    const int *values;
    size_t count;
    atomic_size_t next_block;
} Job;

typedef struct {
    Job *job;
    long sum;
    size_t blocks;
    pthread_t thread;
} Worker;

static size_t block_count(const Job *job) { return (job->count + BLOCK - 1) / BLOCK; }

static void job_init(Job *job, const int *values, size_t count) {
    job->values = values;
    job->count = count;
    atomic_init(&job->next_block, 0);
}

// Gives each block to one worker; false if there are no more.
static bool take_block(Job *job, size_t *block) {
    *block = atomic_fetch_add(&job->next_block, 1);
    return *block < block_count(job);
}

static long sum_of_block(const Job *job, size_t block) {
    size_t end = (block + 1) * BLOCK;
    long sum = 0;
    if (end > job->count)
        end = job->count;
    for (size_t i = block * BLOCK; i < end; i++)
        sum += job->values[i];
    return sum;
}

static void *work(void *arg) {
    Worker *worker = arg;
    size_t block;
    while (take_block(worker->job, &block)) {
        worker->sum += sum_of_block(worker->job, block);
        worker->blocks++;
    }
    return NULL;
}

// -1 if there are no threads.
static int parallel_sum(const int *values, size_t count, long *sum) {
    Job job;
    Worker workers[WORKERS];
    int started = 0;
    job_init(&job, values, count);
    for (; started < WORKERS; started++) {
        Worker *worker = &workers[started];
        *worker = (Worker){.job = &job};
        if (pthread_create(&worker->thread, NULL, work, worker) != 0)
            break;
    }
    *sum = 0;
    size_t blocks = 0;
    for (int i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        *sum += workers[i].sum;
        blocks += workers[i].blocks;
    }
    if (started == 0)
        return -1;
    assert(blocks == block_count(&job)); // none twice, none left out
    return 0;
}

int main(void) {
    static const int values[] = {3, 1, 4, 1, 5};
    long sum;
    if (parallel_sum(values, sizeof values / sizeof *values, &sum) != 0) {
        fprintf(stderr, "no threads\n");
        return EXIT_FAILURE;
    }
    assert(sum == 14);
    return 0;
}
