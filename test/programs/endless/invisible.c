// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 24
// A thread loops for ever without a visible operation; the others still run.
#include <assert.h>
#include <pthread.h>

static int x;

static void *stuck(void *arg) {
    for (;;)
        ;
    return arg;
}
static void *work(void *arg) {
    x = 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, stuck, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(b, NULL);
    assert(x == 0);
    return 0;
}
