// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-none: too many states
// Four equal threads, each with one atomic operation whose result it uses. Their handles are in a global array, which
// nobody but main looks at.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4 };
static atomic_int next;
static pthread_t threads[THREADS];

static void *work(void *arg) {
    int mine = atomic_fetch_add(&next, 1);
    assert(mine < THREADS);
    return arg;
}

int main(void) {
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(next == THREADS);
    return 0;
}
