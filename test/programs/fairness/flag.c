// SPDX-License-Identifier: Apache-2.0
// One thread waits for a flag, busily; the other one sets it.
// check: violated liveness: --ltl '<> got'
//     The waiting thread goes round for ever, and it is never main's turn; to yield promises nothing.
// check: holds under weak fairness: --ltl '<> got' --weak-fairness
//     main can always go on, so it does, and then the waiting thread does.
// check: holds under strong fairness: --ltl '<> got' --strong-fairness
//     What holds with weak fairness holds with strong fairness.
// check: holds under weak fairness: --property termination
//     Endless runs count only if they are fair: main can always go on, so the flag is set and all ends.
// check: holds under weak fairness: --property livelock
//     Fair runs end.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int go, got;

static void *wait_for_it(void *arg) {
    while (!go)
        sched_yield();
    got = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, wait_for_it, NULL);
    go = 1;
    pthread_join(t, NULL);
    return 0;
}
