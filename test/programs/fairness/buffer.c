// SPDX-License-Identifier: Apache-2.0
// A producer and a consumer with room for one thing between them.
// check: violated liveness: --ltl '[] (is_full -> <> !is_full)' --weak-fairness
//     The producer wakes up without a reason, finds the buffer full and waits, for ever; whenever it looks,
//     the consumer cannot go on.
// check: holds under strong fairness: --ltl '[] <> is_full && [] <> !is_full' --strong-fairness
//     The mutex is free again and again for whoever needs it, and who waits for the other one is signalled.
// check: holds without spurious wake-ups: --ltl '[] <> is_full && [] <> !is_full' --no-spurious-wakeups
//     Nobody can go on alone for ever, so that fairness is not needed.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int is_full;

static void *produce(void *arg) {
    for (;;) {
        pthread_mutex_lock(&lock);
        while (is_full)
            pthread_cond_wait(&not_full, &lock);
        is_full = 1;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *consume(void *arg) {
    for (;;) {
        pthread_mutex_lock(&lock);
        while (!is_full)
            pthread_cond_wait(&not_empty, &lock);
        is_full = 0;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, produce, NULL);
    pthread_create(&b, NULL, consume, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
