// SPDX-License-Identifier: Apache-2.0
// no-none: too many states
// expect: holds
// Three equal threads with two critical sections each; main joins them, counts in another global and forgets the handles.
#include <assert.h>
#include <pthread.h>

enum { THREADS = 3, TURNS = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t threads[THREADS];
static int inside, joined;

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
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (joined = 0; joined < THREADS; joined++) {
        pthread_join(threads[joined], NULL);
        threads[joined] = 0;
    }
    assert(inside == 0);
    return 0;
}
