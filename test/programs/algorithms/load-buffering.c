// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// Loads are not delayed past later stores.
#include <assert.h>
#include <pthread.h>

static volatile int x, y;
static int r1, r2;

static void *left(void *arg) {
    r1 = y;
    x = 1;
    return arg;
}
static void *right(void *arg) {
    r2 = x;
    y = 1;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, left, NULL);
    pthread_create(&b, NULL, right, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!(r1 == 1 && r2 == 1));
    return 0;
}
