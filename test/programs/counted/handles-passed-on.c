// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 33
// Main tells another thread the handle of the second of three equal ones, which that one joins, and then main joins the
// others: which thread it was is to be seen.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };
static atomic_int next, ends[THREADS];

static void *work(void *arg) {
    int mine = atomic_fetch_add(&next, 1);
    ends[mine] = 1;
    return arg;
}

static void *join_one(void *arg) {
    pthread_t *thread = arg;
    pthread_join(*thread, NULL);
    assert(ends[0] + ends[1] + ends[2] >= 1);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS], joiner;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    pthread_create(&joiner, NULL, join_one, &threads[1]);
    pthread_join(joiner, NULL);

    // Nothing says that the thread with number 0 was the second.
    assert(ends[0]);
    pthread_join(threads[0], NULL);
    pthread_join(threads[2], NULL);
    return 0;
}
