// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 12
// options: --property race --nondet-range 0..1
// The same after a look at an unknown value, here in the index of the access itself.
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static int shared[2];

static void *work(void *arg) {
    int i = __VERIFIER_nondet_int();
    shared[i] = 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
