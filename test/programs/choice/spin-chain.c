// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-none: too many states
// states: 8
// Each thread spins until the one before it has set a flag: they wait, and there is one thread to be tried in every state.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 5 };
static atomic_int flags[THREADS + 1], data[THREADS + 1];

static void *work(void *arg) {
    long i = (long)arg;
    while (!flags[i]) {
    }
    data[i + 1] = data[i] + 1;
    flags[i + 1] = 1;
    return arg;
}

int main(void) {
    pthread_t t[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    data[0] = 1;
    data[0] = 2;
    flags[0] = 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    assert(data[THREADS] == THREADS + 2);
}
