// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property leak
// no-none: too many states
// A worker that takes jobs from a queue and can be cancelled while it waits: cleanup handlers give back the lock and
// the memory that it has at that moment, and the queue can still be used afterwards.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPORT = 16 };

typedef struct Job {
    struct Job *next;
    int number;
} Job;

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t has_jobs;
    Job *first;
    int sum; // of the jobs that are done
} Queue;

static Queue queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, 0};

static void *allocate(size_t size) {
    void *p = malloc(size);
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(EXIT_FAILURE);
    }
    return p;
}

static void unlock(void *arg) { pthread_mutex_unlock(arg); }

static void queue_put(Queue *q, int number) {
    Job *job = allocate(sizeof *job);
    job->number = number;
    pthread_mutex_lock(&q->lock);
    job->next = q->first;
    q->first = job;
    pthread_cond_signal(&q->has_jobs);
    pthread_mutex_unlock(&q->lock);
}

// Waits for a job. A thread that is cancelled here does not keep the lock.
static Job *queue_take(Queue *q) {
    Job *job;
    pthread_mutex_lock(&q->lock);
    pthread_cleanup_push(unlock, &q->lock);
    while (!q->first)
        pthread_cond_wait(&q->has_jobs, &q->lock);
    job = q->first;
    q->first = job->next;
    pthread_cleanup_pop(1);
    return job;
}

static void queue_add(Queue *q, int number) {
    pthread_mutex_lock(&q->lock);
    q->sum += number;
    pthread_mutex_unlock(&q->lock);
}

// What is left when the worker is gone; returns the sum of its numbers.
static int queue_clear(Queue *q) {
    int sum = 0;
    pthread_mutex_lock(&q->lock);
    while (q->first) {
        Job *job = q->first;
        q->first = job->next;
        sum += job->number;
        free(job);
    }
    pthread_mutex_unlock(&q->lock);
    return sum;
}

static void *work(void *arg) {
    Queue *q = arg;
    char *report = allocate(REPORT);
    pthread_cleanup_push(free, report);
    for (;;) {
        Job *job = queue_take(q);
        pthread_cleanup_push(free, job);
        snprintf(report, REPORT, "job %d", job->number);
        queue_add(q, job->number);
        pthread_testcancel();
        pthread_cleanup_pop(1);
    }
    pthread_cleanup_pop(1);
    return NULL;
}

int main(void) {
    pthread_t worker;
    void *result;
    if (pthread_create(&worker, NULL, work, &queue) != 0) {
        fprintf(stderr, "cannot start the worker\n");
        return EXIT_FAILURE;
    }
    queue_put(&queue, 1);
    queue_put(&queue, 2);
    pthread_cancel(worker);
    pthread_join(worker, &result);
    assert(result == PTHREAD_CANCELED);
    int left = queue_clear(&queue);
    assert(left + queue.sum == 3);
    return 0;
}
