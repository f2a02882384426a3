// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 13
// What main writes right after it has created threads, they may read before that.
#include <assert.h>
#include <pthread.h>

enum { THREADS = 3 };
static pthread_t threads[THREADS];
static int is_ready;

static void *work(void *arg) {
    // It may not have been written yet.
    assert(is_ready);
    return arg;
}

int main(void) {
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    is_ready = 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
