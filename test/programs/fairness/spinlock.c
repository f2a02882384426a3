// SPDX-License-Identifier: Apache-2.0
// check: violated liveness: --ltl '[] <> inside[0]' --strong-fairness
//     A spin lock made of an exchange: whoever looks at it looks at the wrong time. All threads go on, one
//     of them in vain.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock, inside[2];

static void *run(void *arg) {
    int me = arg != NULL;
    for (;;) {
        while (atomic_exchange(&lock, 1))
            ;
        inside[me] = 1;
        inside[me] = 0;
        lock = 0;
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, &t);
    run(NULL);
    return 0;
}
