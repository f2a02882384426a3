// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --nondet-range 0..3
// Copies of one unknown value stay equal across threads.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int x, y;

static void *copy(void *arg) {
    y = x;
    return arg;
}

int main(void) {
    pthread_t t;
    x = __VERIFIER_nondet_int();
    pthread_create(&t, NULL, copy, NULL);
    pthread_join(t, NULL);
    if (x == 2)
        assert(y == 2);
    else
        assert(y != 2);
    return 0;
}
