// SPDX-License-Identifier: Apache-2.0
// Three kinds of locks for threads that want them again and again. A ticket lock: tickets are bytes that wrap around after
// TICKETS of them.
//
// Tickets are served in order, so everybody is.
// check: holds: --weak-fairness --ltl '[] (at[0] == WANTS -> <> at[0] == INSIDE)'
// check: violated liveness: --ltl '[] (at[0] == WANTS -> <> at[0] == INSIDE)'
// check: holds: -DN=3 --weak-fairness --ltl '[] (at[0] == WANTS -> <> at[0] == INSIDE)'
// Who has a ticket goes before somebody who has none.
// check: holds: --ltl '[] (at[0] == WAITS && at[1] == OUT -> (at[1] != INSIDE W at[0] == INSIDE))'
// Too few tickets: 3 threads have 2, two of them have the same, and are inside together.
// check: violated liveness: -DN=3 -DTICKETS=2 --ltl '[] !(at[0] == INSIDE && at[1] == INSIDE)'
// A test-and-set lock: whenever thread 0 looks, another one is inside. It runs again and again, so no fairness helps.
// check: violated liveness: -DTEST_AND_SET --weak-fairness --ltl '[] (at[0] == WANTS -> <> at[0] == INSIDE)'
// check: violated liveness: -DTEST_AND_SET --strong-fairness --ltl '[] (at[0] == WANTS -> <> at[0] == INSIDE)'
// Somebody gets in again and again.
// check: holds: -DTEST_AND_SET --weak-fairness --ltl '[]<> (at[0] == INSIDE || at[1] == INSIDE)'
// A mutex: a thread that waits for it can run only while it is free, and it is free again and again, but not for ever.
// check: violated liveness: -DMUTEX --weak-fairness --ltl '[] (at[0] == WANTS -> <> at[0] == INSIDE)'
// check: holds: -DMUTEX --strong-fairness --ltl '[] (at[0] == WANTS -> <> at[0] == INSIDE)'
// check: holds: -DMUTEX --weak-fairness --ltl '[]<> (at[0] == INSIDE || at[1] == INSIDE)'
// The same, of all threads, without a formula.
// check: holds under weak fairness: --property starvation
// check: violated liveness: -DTEST_AND_SET --strong-fairness --property starvation
// check: violated liveness: -DMUTEX --property starvation
// check: holds under strong fairness: -DMUTEX --strong-fairness --property starvation
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif
#ifndef TICKETS
#define TICKETS 4
#endif

enum { OUT, WANTS, WAITS, INSIDE };

static atomic_int at[N];

#if defined TEST_AND_SET

static atomic_flag taken = ATOMIC_FLAG_INIT;

static void lock(int me) {
    at[me] = WANTS;
    while (atomic_flag_test_and_set(&taken))
        ;
    at[me] = INSIDE;
}

static void unlock(int me) {
    at[me] = OUT;
    atomic_flag_clear(&taken);
}

#elif defined MUTEX

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void lock(int me) {
    at[me] = WANTS;
    pthread_mutex_lock(&mutex);
    at[me] = INSIDE;
}

static void unlock(int me) {
    at[me] = OUT;
    pthread_mutex_unlock(&mutex);
}

#else

static atomic_uchar next, serving;

static void lock(int me) {
    at[me] = WANTS;
    unsigned char mine = atomic_fetch_add(&next, 256 / TICKETS);
    at[me] = WAITS;
    while (serving != mine)
        ;
    at[me] = INSIDE;
}

static void unlock(int me) {
    at[me] = OUT;
    atomic_fetch_add(&serving, 256 / TICKETS);
}

#endif

static void *use(void *arg) {
    int me = *(const int *)arg;
    for (;;) {
        lock(me);
        unlock(me);
    }
    return NULL;
}

int main(void) {
    int id[N];
    pthread_t thread;
    for (int i = 0; i < N; i++)
        id[i] = i;
    for (int i = 1; i < N; i++)
        pthread_create(&thread, NULL, use, &id[i]);
    use(&id[0]);
    return 0;
}
