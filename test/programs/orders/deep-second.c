// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// orders: mixed dfs
// options: --reduction global
// A long first phase of all threads; the bug is in the second one, and needs two of them at a time.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t all;
static int done, inside;

static void *worker(void *arg) {
    for (int i = 0; i < 40; i++) {
        pthread_mutex_lock(&lock);
        done++;
        pthread_mutex_unlock(&lock);
    }
    pthread_barrier_wait(&all);
    inside = inside + 1;
    assert(inside == 1);
    inside = 0;
    return arg;
}

int main(void) {
    pthread_t t[4];
    pthread_barrier_init(&all, NULL, 4);
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
}
