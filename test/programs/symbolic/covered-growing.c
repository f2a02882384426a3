// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// no-none: with every instruction a step it has far more states
// Each round adds a number; the last states stand for the most.
#include <assert.h>
#include <pthread.h>

enum { MOST = 15 };
unsigned char __VERIFIER_nondet_uchar(void);
static volatile unsigned char n;
static volatile int turn;

static void *run(void *arg) {
    for (;;) {
        unsigned char b = __VERIFIER_nondet_uchar();
        n = b <= n && b <= MOST ? b : n < MOST ? n + 1 : n;
        assert(n <= MOST);
        turn = !turn;
    }
    return arg;
}

static void *wait_for_two(void *arg) {
    while (turn != 2)
        ;
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, run, NULL);
    pthread_create(&u, NULL, wait_for_two, NULL);
    pthread_join(t, NULL);
    return 0;
}
