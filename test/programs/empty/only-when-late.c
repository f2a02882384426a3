// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-message: no run
// A thread that is started, and an assertion that is reached, in one order of the others only.
#include <assert.h>
#include <pthread.h>
static int a, b;

static void *late(void *arg) {
    assert(a == 1);
    return arg;
}
static void *first(void *arg) {
    a = 1;
    b = 1;
    return arg;
}
static void *second(void *arg) {
    pthread_t t;
    if (a == 1 && b == 0) {
        pthread_create(&t, NULL, late, NULL);
        pthread_join(t, NULL);
    }
    return arg;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, first, NULL);
    pthread_create(&t[1], NULL, second, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
