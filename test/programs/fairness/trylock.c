// SPDX-License-Identifier: Apache-2.0
// As hog, but nobody waits: a thread that does not get the mutex tries again.
// check: violated liveness: --ltl '[] <> inside[0]' --strong-fairness
//     Who tries makes steps, also if it always fails, so strong fairness does not help.
// check: holds under weak fairness: --ltl '[] <> (inside[0] || inside[1])' --weak-fairness
//     One of the two gets in.
// check: violated liveness: --ltl '[] <> (inside[0] || inside[1])'
//     One of them tries for ever while the other one has the mutex and does not go on.
// check: violated liveness: --property starvation --strong-fairness
//     One thread tries to get the mutex for ever, in vain.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside[2];

static void *run(void *arg) {
    int me = arg != NULL;
    for (;;) {
        while (pthread_mutex_trylock(&lock) != 0)
            ;
        inside[me] = 1;
        inside[me] = 0;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, &t);
    run(NULL);
    return 0;
}
