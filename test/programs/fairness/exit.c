// SPDX-License-Identifier: Apache-2.0
// check: violated liveness: --ltl '<> x' --strong-fairness
//     main ends the program before the other thread has done anything: an ended run is fair.
#include <pthread.h>

static int x;

static void *set(void *arg) {
    x = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, set, NULL);
    return 0;
}
