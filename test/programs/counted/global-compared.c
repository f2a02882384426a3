// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 29
// Equal threads that look for themselves in the global array of their handles.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };
static pthread_t threads[THREADS];
static atomic_int next, goes, number_of_first;

static void *work(void *arg) {
    while (!goes)
        ;
    int mine = atomic_fetch_add(&next, 1);
    if (pthread_equal(pthread_self(), threads[0]))
        number_of_first = mine;
    return arg;
}

int main(void) {
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    goes = 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);

    // It may have been the last to come.
    assert(number_of_first != THREADS - 1);
    return 0;
}
