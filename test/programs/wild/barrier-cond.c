// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 48
// A home-made barrier as it stands in course notes: the threads wait once, with `if`, and the first that wakes up
// without a signal is past the barrier before the others are there.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define NTHREADS 2

typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t cond;
    int count;
    int total;
} barrier_t;

static barrier_t barrier;
static int arrived;

static void barrier_init(barrier_t *b, int n) {
    pthread_mutex_init(&b->mutex, NULL);
    pthread_cond_init(&b->cond, NULL);
    b->count = 0;
    b->total = n;
}

static void barrier_wait(barrier_t *b) {
    pthread_mutex_lock(&b->mutex);
    b->count++;
    if (b->count == b->total) {
        b->count = 0;
        pthread_cond_broadcast(&b->cond);
    } else {
        pthread_cond_wait(&b->cond, &b->mutex);
    }
    pthread_mutex_unlock(&b->mutex);
}

static void *worker(void *arg) {
    long id = (long)arg;
    __sync_fetch_and_add(&arrived, 1);
    barrier_wait(&barrier);
    int n = __sync_fetch_and_add(&arrived, 0);
    if (n != NTHREADS)
        fprintf(stderr, "thread %ld: %d of %d\n", id, n, NTHREADS);
    assert(n == NTHREADS);
    return NULL;
}

int main(void) {
    pthread_t th[NTHREADS];
    barrier_init(&barrier, NTHREADS);
    for (long i = 0; i < NTHREADS; i++)
        if (pthread_create(&th[i], NULL, worker, (void *)i) != 0)
            exit(EXIT_FAILURE);
    for (int i = 0; i < NTHREADS; i++)
        pthread_join(th[i], NULL);
    pthread_mutex_destroy(&barrier.mutex);
    pthread_cond_destroy(&barrier.cond);
    return 0;
}
