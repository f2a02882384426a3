// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 22
// options: --store bitstate=1M
// A violation is a violation, however states are remembered: it is replayed before it is reported.
#include <assert.h>
#include <pthread.h>

static volatile int x;

static void *add(void *arg) {
    int old = x;
    x = old + 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2);
    return 0;
}
