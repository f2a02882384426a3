// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 23
// Main looks at what the threads have done after it has joined the first of them: which one that is matters.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };
static atomic_int next, done[THREADS + 1];

static void *work(void *arg) {
    int mine = atomic_fetch_add(&next, 1);
    done[mine] = 1;
    return arg;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    pthread_join(threads[0], NULL);

    assert(done[0] || done[1]);
    pthread_join(threads[1], NULL);
    pthread_join(threads[2], NULL);
    return 0;
}
