// SPDX-License-Identifier: Apache-2.0
// A thread makes rounds until it is stopped by one that main starts later.
// check: violated liveness: --ltl '<> ended'
//     The first thread goes round for ever before the other one is started, or before it has done anything.
// check: holds under weak fairness: --ltl '<> ended' --weak-fairness
//     main goes on and starts the other thread, which from then on can go on, and does.
// check: violated liveness: --ltl '<> ended' --weak-fairness '-DLATE=!round_is_odd'
//     main looks at a value that keeps changing, and always sees the same. Who looks goes on.
// check: violated liveness: --ltl '<> ended' --strong-fairness '-DLATE=!stop'
//     The other thread is started only when it has been there. Fairness is about threads that are started.
// check: violated liveness: --property termination '-DLATE=!stop'
//     The other thread is started only when it has been there, so that the two others go on for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, round_is_odd, ended;

static void *go_round(void *arg) {
    while (!stop)
        round_is_odd ^= 1;
    ended = 1;
    return arg;
}

static void *stop_it(void *arg) {
    stop = 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, go_round, NULL);
#ifdef LATE
    while (LATE)
        ;
#endif
    pthread_create(&b, NULL, stop_it, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
