// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// Main joins the threads with the lock held that one of them wants. The other two never end, so main may wait for one of
// those for ever; but it may also wait for the one that waits for main.
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int next, turns;

static void *work(void *arg) {
    if (atomic_fetch_add(&next, 1) == 1)
        pthread_mutex_lock(&lock);
    for (;;)
        turns = 1 - turns;
    return arg;
}

int main(void) {
    pthread_t threads[THREADS];
    pthread_mutex_lock(&lock);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_unlock(&lock);
    return 0;
}
