// SPDX-License-Identifier: Apache-2.0
// expect: violated invariant
// options: --invariant never_seven
// A branch that no numbers lead to is found out late: what is said of it stays impossible.
#include <pthread.h>

unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
static int shared;

int never_seven(void) { return shared != 7; }

static void *set(void *arg) {
    shared = __VERIFIER_nondet_int();
    return arg;
}

int main(void) {
    int x = __VERIFIER_nondet_int() & 7, y = __VERIFIER_nondet_uchar(), z = 0;
    if (!((z || y) ^ (z - 3)))
        x = 8;
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    pthread_join(t, 0);
    if (x || y) {
        switch ((4 != x) == (y != 5)) {
        case 1: z = 1;
        }
    }
    return z;
}
