// SPDX-License-Identifier: Apache-2.0
// expect: violated null-dereference line 35
// no-none: too many states
// A thread pool whose workers wait with "if" instead of "while". A worker that was woken for a job may find that
// another one, which did not have to wait, has taken it.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORKERS = 2, JOBS = 3 };

typedef void JobFunction(void *arg);

typedef struct Job {
    JobFunction *run;
    void *arg;
    struct Job *next;
} Job;

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t wake; // a job was queued, or the pool is stopping
    Job *first;          // the job that is taken next
    Job **last;          // where the next job is linked in
    bool is_stopping;
    int nthreads;
    pthread_t threads[WORKERS];
} Pool;

// Takes the first job out of the queue. The caller holds the lock and knows that there is one.
static Job *take_first(Pool *pool) {
    Job *job = pool->first;
    pool->first = job->next;
    if (!pool->first)
        pool->last = &pool->first;
    return job;
}

// Waits for a job; NULL once the pool is stopping and nothing is left to do. After the wait there must be a job, or the
// pool is stopping: so the author thought.
static Job *next_job(Pool *pool) {
    Job *job = NULL;
    pthread_mutex_lock(&pool->lock);
    if (!pool->first && !pool->is_stopping)
        pthread_cond_wait(&pool->wake, &pool->lock);
    if (pool->first || !pool->is_stopping)
        job = take_first(pool);
    pthread_mutex_unlock(&pool->lock);
    return job;
}

static void *worker(void *arg) {
    Pool *pool = arg;
    Job *job;
    while ((job = next_job(pool)) != NULL) {
        job->run(job->arg);
        free(job);
    }
    return NULL;
}

static bool pool_init(Pool *pool, int nthreads) {
    assert(nthreads <= WORKERS);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pool->first = NULL;
    pool->last = &pool->first;
    pool->is_stopping = false;
    for (pool->nthreads = 0; pool->nthreads < nthreads; pool->nthreads++)
        if (pthread_create(&pool->threads[pool->nthreads], NULL, worker, pool) != 0)
            return false;
    return true;
}

static bool pool_submit(Pool *pool, JobFunction *run, void *arg) {
    Job *job = malloc(sizeof *job);
    if (!job)
        return false;
    *job = (Job){.run = run, .arg = arg, .next = NULL};
    pthread_mutex_lock(&pool->lock);
    *pool->last = job;
    pool->last = &job->next;
    pthread_cond_signal(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    return true;
}

// Lets the workers finish what is queued, then waits for them.
static void pool_done(Pool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->is_stopping = true;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->nthreads; i++)
        pthread_join(pool->threads[i], NULL);
    assert(!pool->first);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
}

static int squares[JOBS];

static void square(void *arg) {
    int *number = arg;
    *number = *number * *number;
}

int main(void) {
    static Pool pool;
    if (!pool_init(&pool, WORKERS)) {
        fprintf(stderr, "cannot start the workers\n");
        return 1;
    }
    for (int i = 0; i < JOBS; i++) {
        squares[i] = i + 1;
        if (!pool_submit(&pool, square, &squares[i]))
            fprintf(stderr, "job %d is not done: out of memory\n", i);
    }
    pool_done(&pool);
    for (int i = 0; i < JOBS; i++)
        assert(squares[i] == (i + 1) * (i + 1));
    return 0;
}
