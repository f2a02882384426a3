// SPDX-License-Identifier: Apache-2.0
// check: violated liveness: --ltl '<> got' --strong-fairness
//     A thread keeps the mutex and goes round for ever. Who waits for it can never go on.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int got, round_is_odd;

static void *keep(void *arg) {
    pthread_mutex_lock(&lock);
    for (;;)
        round_is_odd ^= 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, keep, NULL);
    pthread_mutex_lock(&lock);
    got = 1;
    pthread_mutex_unlock(&lock);
    return 0;
}
