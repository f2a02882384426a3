// SPDX-License-Identifier: Apache-2.0
// expect: violated reach-error line 16
// options: --prp parts/unreach-call.prp
// A run that is cut hides nothing of the others.
#include <pthread.h>
extern void reach_error(void);
static int zero, turn;

static void *divides(void *arg) {
    turn = 5 / zero;
    return arg;
}

static void *looks(void *arg) {
    if (turn == 1)
        reach_error();
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, divides, NULL);
    pthread_create(&b, NULL, looks, NULL);
    turn = 1;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
