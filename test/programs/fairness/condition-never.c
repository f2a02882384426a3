// SPDX-License-Identifier: Apache-2.0
// check: violated liveness: --ltl '<> got' --strong-fairness
//     A thread waits for a condition variable that nobody signals, beside one that goes on for ever. It
//     could wake up without a reason at any time, but need not: a wake-up without a reason is no step that
//     fairness is about.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int got, round_is_odd;

static void *wait_for_it(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&cond, &lock);
    pthread_mutex_unlock(&lock);
    got = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, wait_for_it, NULL);
    for (;;)
        round_is_odd ^= 1;
}
