// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 20
// A value is needed where a branch has come that no numbers lead to.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static void *wait_for_less(void *arg) {
    __VERIFIER_assume(__VERIFIER_nondet_int() < 3);
    return arg;
}

int main(void) {
    int x = __VERIFIER_nondet_int() & 1;
    pthread_t t;
    pthread_create(&t, 0, wait_for_less, 0);
    if (x >> 1) {}
    pthread_join(t, 0), assert(0);
    return 0;
}
