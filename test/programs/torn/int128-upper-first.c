// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 19
// levels: -O0 -O2
// Of the two halves of an __int128 the compiler may store the upper one first.
#include <assert.h>
#include <pthread.h>

static volatile union { __int128 whole; long half[2]; } x;

static void *writer(void *arg) {
    x.whole = (__int128)1 << 64 | 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    long upper = x.half[1], lower = x.half[0];
    assert(upper == 0 || lower == 1);
    pthread_join(t, NULL);
    return 0;
}
