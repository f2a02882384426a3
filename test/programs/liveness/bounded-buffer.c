// SPDX-License-Identifier: Apache-2.0
// A bounded buffer with a mutex and two condition variables. Among the items, which are all alike, is a red one, once, at
// any time. (What the buffer does to it, it could do to each: it does not look at items.)
//
// The red one is taken, since what comes after it waits behind it. Spurious wakeups change that: the producer, which waits
// for room, wakes up and takes the mutex, again and again, and whenever it does not have it, the consumer could run, but
// need not. Strong fairness forbids it.
// check: holds: --no-spurious-wakeups --weak-fairness --ltl '[] (is_put -> <> is_taken)'
// check: violated liveness: --weak-fairness --ltl '[] (is_put -> <> is_taken)'
// check: holds: --strong-fairness --ltl '[] (is_put -> <> is_taken)'
// check: holds: --no-spurious-wakeups --weak-fairness --ltl '[] (count == SIZE -> <> count < SIZE)'
// Somebody who always runs may be the producer at first, but it cannot go on when the buffer is full. So it is emptied
// and filled without fairness, too.
// check: holds: --no-spurious-wakeups --ltl '[] (is_put -> <> is_taken)'
// It is not taken before it is put.
// check: holds: --ltl '!is_taken W is_put'
// Who takes what was put last may leave the red one at the bottom for ever.
// check: violated liveness: -DLAST_FIRST --strong-fairness --ltl '[] (is_put -> <> is_taken)'
// check: holds: -DLAST_FIRST --no-spurious-wakeups --weak-fairness --ltl '[]<> count > 0'
// Who waits for the mutex, or for a condition, is not left waiting for ever; but see above.
// check: holds: --no-spurious-wakeups --property starvation
// check: violated liveness: --property starvation
// check: holds under strong fairness: --strong-fairness --property starvation
#include <heddle.h>
#include <pthread.h>

#ifndef SIZE
#define SIZE 2
#endif

enum { PLAIN, RED };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int item[SIZE], first, count;
static int is_put, is_taken; // the red one

static void put(int value) {
    pthread_mutex_lock(&mutex);
    while (count == SIZE)
        pthread_cond_wait(&not_full, &mutex);
    item[(first + count++) % SIZE] = value;
    if (value == RED)
        is_put = 1;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&mutex);
}

static void take(void) {
    pthread_mutex_lock(&mutex);
    while (count == 0)
        pthread_cond_wait(&not_empty, &mutex);
    count--;
#ifdef LAST_FIRST
    int value = item[(first + count) % SIZE];
#else
    int value = item[first];
    first = (first + 1) % SIZE;
#endif
    if (value == RED)
        is_taken = 1;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&mutex);
}

static void *produce(void *unused) {
    while (heddle_choose(2) == PLAIN)
        put(PLAIN);
    put(RED);
    for (;;)
        put(PLAIN);
    return unused;
}

int main(void) {
    pthread_t producer;
    pthread_create(&producer, NULL, produce, NULL);
    for (;;)
        take();
    return 0;
}
