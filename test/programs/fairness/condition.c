// SPDX-License-Identifier: Apache-2.0
// One thread waits for a condition variable, the other one makes the condition true; main waits for both.
// check: violated liveness: --ltl '<> got' -DSIGNALS=1
//     The waiting thread wakes up without a signal, again and again, and it is never anybody else's turn.
// check: violated liveness: --ltl '<> got' --weak-fairness -DSIGNALS=1
//     The same: whenever it looks, it has the mutex, so the other thread cannot go on all the time.
// check: holds under strong fairness: --ltl '<> got' --strong-fairness -DSIGNALS=1
//     The other thread gets the mutex at last. Its signal comes once, to who waits then, or is not needed.
// check: holds without spurious wake-ups: --ltl '<> got' --no-spurious-wakeups -DSIGNALS=1
//     Without wake-ups that have no reason there is no endless run.
// check: violated liveness: --ltl '<> got' --no-property deadlock --strong-fairness -DSIGNALS=0
//     Nobody wakes the waiting thread. It could wake up by itself; no fairness makes it.
// check: violated deadlock: --ltl '<> got' --strong-fairness -DSIGNALS=0
//     The same, found as what it is.
// check: violated liveness: --property termination --no-property deadlock -DSIGNALS=0
//     All threads wait for ever.
// check: holds under strong fairness: --property termination --strong-fairness -DSIGNALS=1
//     Who wakes up without a reason again and again lets the other one in.
// check: violated liveness: --property termination -DSIGNALS=1
//     Who wakes up without a reason again and again has the mutex whenever the other one looks.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int is_true, got;

static void *wait_for_it(void *arg) {
    pthread_mutex_lock(&lock);
    while (!is_true)
        pthread_cond_wait(&cond, &lock);
    got = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *make_it_true(void *arg) {
    pthread_mutex_lock(&lock);
    is_true = 1;
    if (SIGNALS)
        pthread_cond_signal(&cond);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, wait_for_it, NULL);
    pthread_create(&b, NULL, make_it_true, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
