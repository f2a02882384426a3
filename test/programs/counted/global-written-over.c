// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse
// no-none: too many states
// Main joins four equal threads, whose handles are in a global array, but only the first to come ends. Another thread
// writes over one of the handles: if main has joined the thread before it, it joins it once more.
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

static void *write_over(void *arg) {
    while (arrived < THREADS)
        sched_yield();
    threads[THREADS - 2] = threads[THREADS - 1];
    return arg;
}

int main(void) {
    pthread_t writer;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    pthread_create(&writer, NULL, write_over, NULL);
    pthread_t last = threads[THREADS - 1];
    goes = 1;
    pthread_join(last, NULL);
    for (int i = THREADS - 1; i-- > 0;)
        pthread_join(threads[i], NULL);
    return 0;
}
