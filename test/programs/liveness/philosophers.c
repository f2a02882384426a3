// SPDX-License-Identifier: Apache-2.0
// no-none: too many states
// Philosophers who take two forks, the one with the smaller number first, eat, and put them back, again and again.
//
// There is no deadlock, so somebody eats. A fork is a mutex: a neighbour can take it each time that it is free, and then
// who waits for it is not always able to run. Strong fairness forbids that: the holder of the last fork waits for none, so
// that fork is free again and again, its holders eat, and so on to the first fork.
// check: violated liveness: --weak-fairness --ltl '[] (at[0] == HUNGRY -> <> at[0] == EATING)'
// check: holds: --strong-fairness --ltl '[] (at[0] == HUNGRY -> <> at[0] == EATING)'
// check: holds: --strong-fairness --ltl '[] (at[2] == HUNGRY -> <> at[2] == EATING)'
// check: holds: --weak-fairness --ltl '[]<> (at[0] == EATING || at[1] == EATING || at[2] == EATING)'
// check: holds: --ltl '[] !(at[0] == EATING && at[1] == EATING)'
// Forks that are given in the order in which they were asked for; who waits looks at a number and can always run.
// check: holds: -DTICKETS --weak-fairness --ltl '[] (at[0] == HUNGRY -> <> at[0] == EATING)'
// check: violated liveness: -DTICKETS --ltl '[] (at[0] == HUNGRY -> <> at[0] == EATING)'
// A waiter: one seat less than philosophers, so that the forks can be taken in any order. The seat can be given to others.
// check: violated liveness: -DWAITER --weak-fairness --ltl '[] (at[0] == HUNGRY -> <> at[0] == EATING)'
// check: holds: -DWAITER --strong-fairness --ltl '[] (at[0] == HUNGRY -> <> at[0] == EATING)'
// Each takes its left fork first; a formula that holds, since no search must meet one violation before another.
// check: violated deadlock: -DLEFT_FIRST --ltl '[] !(at[0] == EATING && at[1] == EATING)'
// The same, of all philosophers, without a formula.
// check: violated liveness: --property starvation
// check: holds under strong fairness: --strong-fairness --property starvation
// check: holds under weak fairness: -DTICKETS --property starvation
// check: violated liveness: -DWAITER --property starvation
// check: holds under strong fairness: -DWAITER --strong-fairness --property starvation
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

enum { THINKING, HUNGRY, EATING };

static atomic_int at[N];

#ifdef TICKETS

// Two philosophers have the use of a fork, so two numbers are enough.
static struct {
    atomic_uchar next, serving;
} forks[N];

static void take(int f) {
    unsigned char mine = atomic_fetch_add(&forks[f].next, 128);
    while (forks[f].serving != mine)
        ;
}

static void put(int f) {
    atomic_fetch_add(&forks[f].serving, 128);
}

#else

static pthread_mutex_t forks[N];

static void take(int f) {
    pthread_mutex_lock(&forks[f]);
}

static void put(int f) {
    pthread_mutex_unlock(&forks[f]);
}

#endif

static sem_t seats;

static void dine(int me) {
    int left = me, right = (me + 1) % N;
#if !defined WAITER && !defined LEFT_FIRST
    if (left > right) {
        left = right;
        right = me;
    }
#endif
    at[me] = HUNGRY;
#ifdef WAITER
    sem_wait(&seats);
#endif
    take(left);
    take(right);
    at[me] = EATING;
    at[me] = THINKING;
    put(left);
    put(right);
#ifdef WAITER
    sem_post(&seats);
#endif
}

static void *live(void *arg) {
    int me = *(const int *)arg;
    for (;;)
        dine(me);
    return NULL;
}

int main(void) {
    int id[N];
    pthread_t thread;
    sem_init(&seats, 0, N - 1);
    for (int i = 0; i < N; i++) {
        id[i] = i;
#ifndef TICKETS
        pthread_mutex_init(&forks[i], NULL);
#endif
    }
    for (int i = 1; i < N; i++)
        pthread_create(&thread, NULL, live, &id[i]);
    live(&id[0]);
    return 0;
}
