// SPDX-License-Identifier: Apache-2.0
// no-none: too many states
// The bakery: who wants in takes a number that is larger than all others, and the smallest one is served. Numbers do not
// grow for ever, because they have one of two colours (G. Taubenfeld: The black-white bakery algorithm, 2004): who
// leaves changes the colour of new numbers, and those of the other colour are older.
//
// Everybody gets in, whichever number the tie is broken by; not if who is inside may stay there for ever.
// check: holds: --weak-fairness --ltl '[] (at[0] == WANTS -> <> at[0] == INSIDE)'
// check: holds: --weak-fairness --ltl '[] (at[1] == WANTS -> <> at[1] == INSIDE)'
// check: violated liveness: --ltl '[] (at[1] == WANTS -> <> at[1] == INSIDE)'
// First come, first served: who has a number goes before somebody who has not begun to take one.
// check: holds: --ltl '[] (at[1] == WAITS && at[0] == OUT -> (at[0] != INSIDE W at[1] == INSIDE))'
// check: holds: --ltl '[] !(at[0] == INSIDE && at[1] == INSIDE)'
// Lamport's numbers, but they end at LAST, as those of a small type would if somebody made sure that they do not
// overflow. Thread 0 goes before thread 1 if they have the same number, which is the last one, again and again.
// check: violated liveness: -DLAST=2 --strong-fairness --ltl '[] (at[1] == WANTS -> <> at[1] == INSIDE)'
// check: holds: -DLAST=2 --weak-fairness --ltl '[] (at[0] == WANTS -> <> at[0] == INSIDE)'
// check: violated liveness: -DLAST=2 --ltl '[] (at[1] == WAITS && at[0] == OUT -> (at[0] != INSIDE W at[1] == INSIDE))'
// The same, of all threads, without a formula.
// check: holds under weak fairness: --property starvation
// check: violated liveness: -DLAST=2 --strong-fairness --property starvation
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef N
#define N 2
#endif

enum { OUT, WANTS, WAITS, INSIDE };

typedef struct {
    unsigned char number; // 0 is none
    bool colour;
} Ticket;

static _Atomic(Ticket) ticket[N];
static atomic_bool colour, choosing[N];
static atomic_int at[N];

static Ticket take_ticket(int me) {
    Ticket mine = {0, colour};
    for (int j = 0; j < N; j++) {
        Ticket theirs = ticket[j];
        if (j != me && theirs.colour == mine.colour && theirs.number > mine.number)
            mine.number = theirs.number;
    }
#ifdef LAST
    if (mine.number == LAST)
        mine.number--;
#endif
    mine.number++;
    return mine;
}

static bool goes_before(int j, int me, Ticket mine) {
    Ticket theirs = ticket[j];
    if (theirs.number == 0)
        return false;
    if (theirs.colour != mine.colour)
        return mine.colour == colour;
    return theirs.number < mine.number || (theirs.number == mine.number && j < me);
}

static void lock(int me) {
    at[me] = WANTS;
    choosing[me] = true;
    Ticket mine = take_ticket(me);
    ticket[me] = mine;
    choosing[me] = false;
    at[me] = WAITS;
    for (int j = 0; j < N; j++) {
        while (choosing[j])
            ;
        while (goes_before(j, me, mine))
            ;
    }
    at[me] = INSIDE;
}

static void unlock(int me) {
    at[me] = OUT;
    Ticket mine = ticket[me];
#ifndef LAST
    colour = !mine.colour;
#endif
    mine.number = 0;
    ticket[me] = mine;
}

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
