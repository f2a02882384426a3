// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// Memory is sequentially consistent: not both threads miss the other's store.
#include <assert.h>
#include <pthread.h>

static volatile int x, y;
static int r1, r2;

static void *left(void *arg) {
    x = 1;
    r1 = y;
    return arg;
}
static void *right(void *arg) {
    y = 1;
    r2 = x;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(r1 == 1 || r2 == 1);
    return 0;
}
