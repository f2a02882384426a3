// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Threads are created and joined for ever: finitely many states.
#include <assert.h>
#include <pthread.h>

static int x;

static void *flip(void *arg) {
    x = !x;
    return arg;
}

int main(void) {
    for (;;) {
        pthread_t t;
        int before = x;
        pthread_create(&t, NULL, flip, NULL);
        pthread_join(t, NULL);
        assert(x == !before);
    }
}
