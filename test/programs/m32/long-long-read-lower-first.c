// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 21
// options: -m32
// levels: -O0 -O2
// The lower half is always ahead in memory; a load that takes it first sees it behind.
#include <assert.h>
#include <pthread.h>

static volatile union { long long whole; int half[2]; } x;

static void *writer(void *arg) {
    x.half[0] = 1;
    x.half[1] = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    long long seen = x.whole;
    assert(seen != 0x100000000);
    pthread_join(t, NULL);
    return 0;
}
