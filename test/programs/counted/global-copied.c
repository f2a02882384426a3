// SPDX-License-Identifier: Apache-2.0
// expect: violated reach-error
// options: --no-property mutex-misuse
// no-none: too many states
// Main joins four equal threads, whose handles are in a global array, but only the first to come ends. Another thread
// joins the one whose handle is also elsewhere: if that was the first, it goes on.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { THREADS = 4 };
void reach_error(void);
static atomic_int arrived, goes;
static pthread_t threads[THREADS], chosen;

static void *work(void *arg) {
    while (!goes)
        sched_yield();
    if (atomic_fetch_add(&arrived, 1) > 0)
        for (;;)
            sched_yield();
    return arg;
}

static void *watch(void *arg) {
    while (arrived < THREADS)
        sched_yield();
    pthread_join(chosen, NULL);
    reach_error();
    return arg;
}

int main(void) {
    pthread_t watcher;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    chosen = threads[THREADS - 1];
    pthread_create(&watcher, NULL, watch, NULL);
    goes = 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
