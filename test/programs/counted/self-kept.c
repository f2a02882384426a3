// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 25
// Equal threads, but one of them leaves its own handle, and which one it was matters in the end.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };
static atomic_int next;
static pthread_t last;

static void *work(void *arg) {
    if (atomic_fetch_add(&next, 1) == THREADS - 1)
        last = pthread_self();
    return arg;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);

    assert(!pthread_equal(last, threads[0]));
    return 0;
}
