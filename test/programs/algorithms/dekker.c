// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// Dekker's algorithm, for ever.
#include <assert.h>
#include <pthread.h>

static volatile int wants[2], turn, inside;

static void *enter(void *arg) {
    int me = *(int *)arg, other = 1 - me;
    for (;;) {
        wants[me] = 1;
        while (wants[other]) {
            if (turn != me) {
                wants[me] = 0;
                while (turn != me)
                    ;
                wants[me] = 1;
            }
        }
        inside++;
        assert(inside == 1);
        inside--;
        turn = other;
        wants[me] = 0;
    }
    return NULL;
}

int main(void) {
    static int id[2] = {0, 1};
    pthread_t a, b;
    pthread_create(&a, NULL, enter, &id[0]);
    pthread_create(&b, NULL, enter, &id[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
