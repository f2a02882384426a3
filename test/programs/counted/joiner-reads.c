// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// Main joins the threads with a lock held for reading that one of them wants to write with. The other two never end, so main may wait for one of
// those for ever; but it may also wait for the one that waits for main.
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int next, turns;

static void *work(void *arg) {
    if (atomic_fetch_add(&next, 1) == 1)
        pthread_rwlock_wrlock(&lock);
    for (;;)
        turns = 1 - turns;
    return arg;
}

int main(void) {
    pthread_t threads[THREADS];
    pthread_rwlock_rdlock(&lock);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_rwlock_unlock(&lock);
    return 0;
}
