// SPDX-License-Identifier: Apache-2.0
// check: holds under weak fairness: --ltl '[] <> x == 1' --weak-fairness
//     Threads come and go for ever, each of them with a fair chance.
// check: violated liveness: --ltl '[] <> x == 1'
//     Threads come and go, until main looks for ever at what the last one has not done yet.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *set(void *arg) {
    x = 1;
    return arg;
}

int main(void) {
    for (;;) {
        pthread_t t;
        pthread_create(&t, NULL, set, NULL);
        while (!x)
            ;
        pthread_join(t, NULL);
        x = 0;
    }
}
