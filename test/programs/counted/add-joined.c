// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-none: too many states
// Four equal threads, each with one atomic operation whose result it uses, in an array of handles and joined: it does
// not matter which of them has come how far.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4 };
static atomic_int next;

static void *work(void *arg) {
    int mine = atomic_fetch_add(&next, 1);
    assert(mine < THREADS);
    return arg;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(next == THREADS);
    return 0;
}
