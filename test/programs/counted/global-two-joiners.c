// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-none: too many states
// Main and another thread have three equal threads each, in global arrays of their own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };
static pthread_t threads[THREADS], others[THREADS];
static atomic_int next;

static void *work(void *arg) {
    next++;
    return arg;
}

static void start(pthread_t *to) {
    for (int i = 0; i < THREADS; i++)
        pthread_create(&to[i], NULL, work, NULL);
}

static void *manage(void *arg) {
    start(others);
    for (int i = 0; i < THREADS; i++)
        pthread_join(others[i], NULL);
    return arg;
}

int main(void) {
    pthread_t manager;
    pthread_create(&manager, NULL, manage, NULL);
    start(threads);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_join(manager, NULL);
    assert(next == 2 * THREADS);
    return 0;
}
