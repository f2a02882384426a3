// SPDX-License-Identifier: Apache-2.0
// Peterson's mutual exclusion with a mistake: a thread gives the turn away before it raises its flag. If the other
// thread comes through in between, both are inside.
#include <assert.h>
#include <pthread.h>

static volatile int flag[2], turn, in_critical;

static void lock(int me) {
    int other = 1 - me;
    turn = other; // the flag should be first
    flag[me] = 1;
    while (flag[other] && turn == other) {
    }
}

static void unlock(int me) {
    flag[me] = 0;
}

static void *enter(void *arg) {
    int me = *(const int *)arg;
    lock(me);
    in_critical++;
    assert(in_critical == 1); // fails
    in_critical--;
    unlock(me);
    return NULL;
}

int main(void) {
    int id[2] = {0, 1};
    pthread_t thread[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, enter, &id[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
