// SPDX-License-Identifier: Apache-2.0
// expect: violated invariant
// options: --invariant low
// The result of an invariant is a number of its type: 256 is 0 there.
#include <pthread.h>

static volatile int x = 1;

unsigned char low(void) { return (unsigned char)x; }

static void *set(void *arg) {
    x = 256;
    x = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    pthread_join(t, 0);
    return 0;
}
