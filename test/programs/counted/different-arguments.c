// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 17
// no-none: too many states
// Threads of one function with different arguments are not equal.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4 };
static atomic_int order;

static void *work(void *arg) {
    int number = (int)(long)arg;
    int before = atomic_load(&order);
    // 3, 2, 1, 0 is one of the orders
    atomic_store(&order, before * 4 + number);
    assert(before * 4 + number != ((3 * 4 + 2) * 4 + 1) * 4 + 0);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
