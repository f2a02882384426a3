// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race
// options: --property race --continue
// violations: data-race 11+21; data-race 12+19
// The same for one after which the search goes on.
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
