// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Unknown values pass between threads without being looked at.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);

static int x, y;

static void *copy(void *arg) {
    x = __VERIFIER_nondet_int();
    y = x;
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, copy, NULL);
    pthread_create(&u, NULL, copy, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
