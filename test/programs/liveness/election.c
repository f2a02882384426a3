// SPDX-License-Identifier: Apache-2.0
// no-none: too many states
// A leader is elected on a ring (E. Chang, R. Roberts, 1979). Each node sends its number to the next one, and passes on those
// that are larger than its own; whose number comes back is the leader, and tells the others.
//
// Nodes wait at semaphores, and each number makes at most one round, so every run ends: no fairness is needed.
// check: holds: --ltl '<> leader[2]'
// check: holds: --ltl '<> (ended == N)'
// Nobody knows of a leader before there is one, and there is no other.
// check: holds: --ltl 'ended == 0 W leader[2]'
// check: holds: --ltl '[] (!leader[0] && !leader[1])'
// All numbers are passed on: each comes back, and all nodes are leaders.
// check: violated liveness: -DPASS_ALL --ltl '[] (!leader[0] && !leader[1])'
// A node's own number, too: it goes round and round.
// check: violated liveness: -DPASS_OWN --strong-fairness --ltl '<> leader[2]'
// check: violated liveness: -DPASS_OWN --strong-fairness --ltl '<> (ended == N)'
// check: holds: -DPASS_OWN --ltl '[] (!leader[0] && !leader[1] && !leader[2])'
// Channels that are looked at in a loop: now the others must go on for something to come.
// check: holds: -DPOLL --weak-fairness --ltl '<> (ended == N)'
// check: violated liveness: -DPOLL --ltl '<> (ended == N)'
// It ends; who receives all numbers, also those that come after its own, ends too.
// check: holds under weak fairness: --property termination
// check: holds under weak fairness: -DPASS_ALL --property termination
// check: holds under weak fairness: -DPOLL --property termination
// check: violated liveness: -DPASS_OWN --strong-fairness --property termination
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

enum { END = -1, PLACES = N + 1 };

typedef struct {
    sem_t messages;
    atomic_int filled; // so many messages, for those who poll
    int place[PLACES], first, last;
} Channel;

static Channel channel[N]; // to each node
static atomic_int leader[N], ended;

static void send(int node, int number) {
    Channel *to = &channel[node];
    to->place[to->last] = number;
    to->last = (to->last + 1) % PLACES;
#ifdef POLL
    to->filled++;
#else
    sem_post(&to->messages);
#endif
}

static int receive(int node) {
    Channel *from = &channel[node];
#ifdef POLL
    while (from->filled == 0)
        ;
    from->filled--;
#else
    sem_wait(&from->messages);
#endif
    int number = from->place[from->first];
    from->first = (from->first + 1) % PLACES;
    return number;
}

static void elect(int me) {
    int next = (me + 1) % N, number;
    send(next, me);
    while ((number = receive(me)) != END) {
#ifdef PASS_OWN
        if (number >= me)
            send(next, number);
#else
        if (number == me) {
            leader[me] = 1;
            send(next, END);
            while (receive(me) != END)
                ;
            return;
        }
#ifndef PASS_ALL
        if (number > me)
#endif
            send(next, number);
#endif
    }
    send(next, END);
}

static void *run(void *arg) {
    elect(*(const int *)arg);
    ended++;
    return NULL;
}

int main(void) {
    int id[N];
    pthread_t thread[N];
    for (int i = 0; i < N; i++) {
        id[i] = i;
        sem_init(&channel[i].messages, 0, 0);
    }
    for (int i = 0; i < N; i++)
        pthread_create(&thread[i], NULL, run, &id[i]);
    for (int i = 0; i < N; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
