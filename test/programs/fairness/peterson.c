// SPDX-License-Identifier: Apache-2.0
// Peterson's algorithm, for ever.
// check: violated liveness: --ltl '[] (wants[0] -> <> inside[0])'
//     It is never the other thread's turn again.
// check: holds under weak fairness: --ltl '[] (wants[0] -> <> inside[0])' --weak-fairness
//     No thread passes the other one twice, and both go on.
// check: holds under weak fairness: --property starvation
//     Both get in again and again.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside[2];

static void *run(void *arg) {
    int me = arg != NULL;
    for (;;) {
        wants[me] = 1;
        turn = !me;
        while (wants[!me] && turn == !me)
            ;
        inside[me] = 1;
        inside[me] = 0;
        wants[me] = 0;
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, &t);
    run(NULL);
    return 0;
}
