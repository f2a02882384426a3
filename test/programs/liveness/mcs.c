// SPDX-License-Identifier: Apache-2.0
// no-none: too many states
// The queue lock of Mellor-Crummey and Scott: each thread waits at a node of its own, and who leaves wakes the next one.
//
// The queue is in order, so everybody gets in; not if who is inside may stay there for ever.
// check: holds: --weak-fairness --ltl '[] (at[0] == WANTS -> <> at[0] == INSIDE)'
// check: violated liveness: --ltl '[] (at[0] == WANTS -> <> at[0] == INSIDE)'
// check: holds: -DN=3 --weak-fairness --ltl '[] (at[0] == WANTS -> <> at[0] == INSIDE)'
// Who stands in the queue goes before somebody who does not.
// check: holds: --ltl '[] (at[0] == WAITS && at[1] == OUT -> (at[1] != INSIDE W at[0] == INSIDE))'
// Who leaves does not wait until the next one, which has joined the queue, has linked its node. Nobody wakes it then.
// It would wait for ever, and those who come after it too.
// check: violated liveness: -DNO_WAIT --strong-fairness --ltl '[] (at[0] == WANTS -> <> at[0] == INSIDE)'
// check: violated liveness: -DNO_WAIT --strong-fairness --ltl '[]<> (at[0] == INSIDE || at[1] == INSIDE)'
// check: holds: -DNO_WAIT --ltl '[] !(at[0] == INSIDE && at[1] == INSIDE)'
// The same, of all threads, without a formula.
// check: holds under weak fairness: --property starvation
// check: violated liveness: -DNO_WAIT --strong-fairness --property starvation
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef N
#define N 2
#endif

enum { OUT, WANTS, WAITS, INSIDE };

typedef struct Node Node;
struct Node {
    _Atomic(Node *) next;
    atomic_bool must_wait;
};

static Node node[N];
static _Atomic(Node *) tail;
static atomic_int at[N];

static void lock(int me) {
    Node *mine = &node[me];
    at[me] = WANTS;
    mine->next = NULL;
    mine->must_wait = true;
    Node *before = atomic_exchange(&tail, mine);
    at[me] = WAITS;
    if (before) {
        before->next = mine;
        while (mine->must_wait)
            ;
    }
    at[me] = INSIDE;
}

static void unlock(int me) {
    Node *mine = &node[me], *expected = mine;
    at[me] = OUT;
    if (!mine->next) {
        if (atomic_compare_exchange_strong(&tail, &expected, NULL))
            return;
#ifdef NO_WAIT
        if (!mine->next)
            return;
#else
        while (!mine->next)
            ;
#endif
    }
    Node *next = mine->next;
    next->must_wait = false;
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
