// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 44
// no-none: too many states
// Between two joins main reads a global, without the lock that others have for it, which nobody will touch any more: not
// in the states where each thread has come to its next scheduling point, but before that one may be in the middle of its
// critical section. Main comes there only if the thread that it joins first is the one that ends.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { THREADS = 3 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t threads[THREADS];
static atomic_int arrived, goes;
static int shared;

static void *work(void *arg) {
    int mine = atomic_fetch_add(&arrived, 1);
    if (mine == 0) {
        while (!goes)
            sched_yield();
        return arg;
    }
    if (mine == 2) {
        pthread_mutex_lock(&lock);
        shared = 1;
        goes = 1;
        shared = 2;
        pthread_mutex_unlock(&lock);
    }
    for (;;)
        sched_yield();
    return arg;
}

int main(void) {
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    pthread_join(threads[2], NULL);
    int seen = shared;

    // The second value may be still to come.
    assert(seen != 1);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
