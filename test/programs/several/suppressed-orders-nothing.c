// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race
// options: --property race --suppress several/suppressed-orders-nothing.rules
// message: data-race: y
// A race that is suppressed orders nothing: what lies behind it races too.
#include <pthread.h>

static int x, y;

static void *writer(void *arg) {
    y = 1;
    x = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    while (!x)
        ;
    y = 2;
    pthread_join(t, NULL);
    return 0;
}
