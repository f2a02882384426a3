// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 28
// no-none: too many states
// Main detaches one of four equal threads and joins the others: that one may be the last to write.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4 };
static pthread_t threads[THREADS];
static atomic_int next, done;

static void *work(void *arg) {
    int mine = atomic_fetch_add(&next, 1);
    done += mine + 1;
    return arg;
}

int main(void) {
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    pthread_detach(threads[1]);
    threads[1] = threads[3];
    for (int i = 0; i < THREADS - 1; i++)
        pthread_join(threads[i], NULL);

    // It may have been the first or the last to come.
    assert(done != 2 + 3 + 4 && done != 1 + 2 + 3);
    return 0;
}
