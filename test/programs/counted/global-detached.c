// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse
// no-none: too many states
// Main joins four equal threads, whose handles are in a global array, but only the first to come ends. Another thread
// detaches the last of the array: which is a mistake to be found if that one was the first.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { THREADS = 4 };
static atomic_int arrived, goes;
static pthread_t threads[THREADS];

static void *work(void *arg) {
    while (!goes)
        sched_yield();
    if (atomic_fetch_add(&arrived, 1) > 0)
        for (;;)
            sched_yield();
    return arg;
}

static void *detach(void *arg) {
    while (arrived < THREADS)
        sched_yield();
    pthread_detach(threads[THREADS - 1]);
    return arg;
}

int main(void) {
    pthread_t other;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    pthread_create(&other, NULL, detach, NULL);
    goes = 1;
    for (int i = THREADS; i-- > 0;)
        pthread_join(threads[i], NULL);
    return 0;
}
