// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 14
// A thread looks into the global array while main still creates the others.
#include <assert.h>
#include <pthread.h>

enum { THREADS = 3 };
static pthread_t threads[THREADS];

static void *work(void *arg) {
    pthread_t second = threads[1];

    // It may not have been created yet.
    assert(second);
    return arg;
}

int main(void) {
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
