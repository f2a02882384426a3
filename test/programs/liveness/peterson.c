// SPDX-License-Identifier: Apache-2.0
// no-none: too many states
// Peterson's lock; the threads want it as often as they like.
//
// Who waits gets in. Not if a thread may stand still for ever, for then the other one goes round in its loop.
// check: holds: --weak-fairness --ltl '[] (at[0] == WANTS -> <> at[0] == INSIDE)'
// check: violated liveness: --ltl '[] (at[0] == WANTS -> <> at[0] == INSIDE)'
// The flags alone: when both are up, both threads wait for ever.
// check: violated liveness: -DNO_TURN --strong-fairness --ltl '[] (at[0] == WANTS -> <> at[0] == INSIDE)'
// The turn alone: who has the lock to itself waits for the other one to come, and that one may have ended.
// check: violated liveness: -DNO_FLAGS --strong-fairness --ltl '[] (at[0] == WANTS -> <> at[0] == INSIDE)'
// Nobody is inside who has not asked; this is broken in a state, if at all, and needs no fairness.
// check: holds: --ltl '!(at[1] == INSIDE) W at[1] == WANTS'
// The other one goes in at most once before somebody who has given the turn away: after that it gives the turn away
// itself, and waits. Once it may, since it can be inside already.
// check: holds: --ltl '[] (at[0] == WAITS -> (at[1] != INSIDE W (at[1] == INSIDE W (at[1] != INSIDE W at[0] == INSIDE))))'
// check: violated liveness: --ltl '[] (at[0] == WAITS -> (at[1] != INSIDE W at[0] == INSIDE))'
// check: holds: --ltl '[] !(at[0] == INSIDE && at[1] == INSIDE)'
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

enum { OUT, WANTS, WAITS, INSIDE };

static atomic_int flag[2], turn;
static atomic_int at[2];

static void lock(int me) {
    int other = 1 - me;
    at[me] = WANTS;
#ifndef NO_FLAGS
    flag[me] = 1;
#endif
#ifndef NO_TURN
    turn = other;
#endif
    at[me] = WAITS;
#if defined NO_TURN
    while (flag[other])
        ;
#elif defined NO_FLAGS
    while (turn == other)
        ;
#else
    while (flag[other] && turn == other)
        ;
#endif
    at[me] = INSIDE;
}

static void unlock(int me) {
    at[me] = OUT;
    flag[me] = 0;
}

static void *use(void *arg) {
    int me = *(const int *)arg;
    do {
        lock(me);
        unlock(me);
    } while (heddle_choose(2));
    return NULL;
}

int main(void) {
    int id[2] = {0, 1};
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, use, &id[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
