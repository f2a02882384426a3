// SPDX-License-Identifier: Apache-2.0
// check: violated liveness: --ltl '<> x' --strong-fairness
//     A choice can always go the same way: fairness is about threads.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, rounds;

static void *run(void *arg) {
    while (!heddle_choose(2))
        rounds ^= 1;
    x = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    return 0;
}
