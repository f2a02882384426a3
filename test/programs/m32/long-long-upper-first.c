// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 20
// options: -m32
// levels: -O0 -O2
// Of the two halves of a long long the compiler may store the upper one first.
#include <assert.h>
#include <pthread.h>

static volatile union { long long whole; int half[2]; } x;

static void *writer(void *arg) {
    x.whole = 0x100000001;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int upper = x.half[1], lower = x.half[0];
    assert(upper == 0 || lower == 1);
    pthread_join(t, NULL);
    return 0;
}
