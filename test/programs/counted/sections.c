// SPDX-License-Identifier: Apache-2.0
// no-none: too many states
// expect: holds
// Three equal threads with two critical sections each; nobody joins them.
#include <assert.h>
#include <pthread.h>

enum { THREADS = 3, TURNS = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *work(void *arg) {
    for (int i = 0; i < TURNS; i++) {
        pthread_mutex_lock(&lock);
        assert(inside++ == 0);
        inside--;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    pthread_exit(NULL);
}
