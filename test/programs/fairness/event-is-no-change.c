// SPDX-License-Identifier: Apache-2.0
// check: violated liveness: --property starvation -DPING
// check: violated liveness: --property starvation -DBOTH
// check: holds under weak fairness: --property starvation -DPROGRESS
// An event says that something has happened; that is nothing that others can see, so the thread spins for ever. Only
// progress is an answer to that.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *spin(void *arg) {
    while (!x) {
#if defined PING || defined BOTH
        heddle_ap("ping");
#endif
#ifdef BOTH
        heddle_ap("progress so far");
#endif
#ifdef PROGRESS
        heddle_ap("progress");
#endif
    }
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, spin, NULL);
    pthread_join(t, NULL);
}
