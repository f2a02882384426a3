// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// no-none: ten threads at once
// Ten threads at once, each waiting for its turn.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

enum { N = 10 };
static volatile int turn;
static int id[N];

static void *work(void *arg) {
    int me = *(int *)arg;
    while (turn != me)
        ;
    turn = me + 1;
    return NULL;
}

int main(void) {
    pthread_t t[N];
    heddle_atomic_begin();
    for (int i = 0; i < N; i++) {
        id[i] = i;
        pthread_create(&t[i], NULL, work, &id[i]);
    }
    heddle_atomic_end();
    for (int i = N - 1; i >= 0; i--)
        pthread_join(t[i], NULL);
    assert(turn == N);
    return 0;
}
