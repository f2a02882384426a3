// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 20
// levels: -O0 -O2
// A long double goes to memory in two parts; that of sign and exponent may come first.
#include <assert.h>
#include <pthread.h>

static volatile union { long double whole; struct { unsigned long mantissa; unsigned short exponent; } part; } x;

static void *writer(void *arg) {
    x.whole = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int exponent = x.part.exponent;
    unsigned long mantissa = x.part.mantissa;
    assert(exponent == 0 || mantissa != 0);
    pthread_join(t, NULL);
    return 0;
}
