// SPDX-License-Identifier: Apache-2.0
// expect: holds with 0 for shifts by too much
// no-none: too many states
// A condition that a run meets between two joins, if the first thread to come is the one that is joined first.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { THREADS = 4 };
static atomic_int arrived;

static void *work(void *arg) {
    if (atomic_exchange(&arrived, 1))
        for (;;)
            sched_yield();
    return arg;
}

int main(void) {
    pthread_t threads[THREADS];
    int numbers[2] = {0, 0};
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    pthread_join(threads[THREADS - 1], NULL);
    numbers[0] = 1 << (33 + numbers[1]);
    for (int i = 0; i < THREADS - 1; i++)
        pthread_join(threads[i], NULL);
    return numbers[0];
}
