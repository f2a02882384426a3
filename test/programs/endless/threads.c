// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// Two threads run for ever and pass a token; finitely many states.
#include <assert.h>
#include <pthread.h>

static volatile int turn;

static void *player(void *arg) {
    int me = *(int *)arg;
    for (;;) {
        while (turn != me)
            ;
        assert(turn == me);
        turn = 1 - me;
    }
    return NULL;
}

int main(void) {
    static int id[2] = {0, 1};
    pthread_t a, b;
    pthread_create(&a, NULL, player, &id[0]);
    pthread_create(&b, NULL, player, &id[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
