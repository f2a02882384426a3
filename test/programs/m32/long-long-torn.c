// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 18
// options: -m32
// With registers of 32 bits a long long is read and written in two halves.
#include <assert.h>
#include <pthread.h>

static volatile long long x;

static void *writer(void *arg) {
    x = -1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    assert(x == 0 || x == -1);
    pthread_join(t, NULL);
    return 0;
}
