// SPDX-License-Identifier: Apache-2.0
// check: violated liveness: --ltl '<> x'
//     A thread that goes round for ever and does nothing that others could see can keep all others from
//     going on.
// check: holds under weak fairness: --ltl '<> x' --weak-fairness
//     Beside a thread that does nothing that others could see, main goes on.
#include <pthread.h>

static int x;

static void *go_round(void *arg) {
    for (;;)
        ;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, go_round, NULL);
    x = 1;
    pthread_join(t, NULL);
    return 0;
}
