// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 18
// A long double is more than a register.
#include <assert.h>
#include <pthread.h>

static volatile long double x = 1;

static void *writer(void *arg) {
    x = -1.5L;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    long double seen = x;
    assert(seen == 1 || seen == -1.5L);
    pthread_join(t, NULL);
    return 0;
}
