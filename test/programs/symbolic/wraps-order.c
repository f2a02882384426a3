// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// It is larger afterwards, unless it wraps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

unsigned char __VERIFIER_nondet_uchar(void);
static atomic_uchar counter;

static void *increment(void *arg) {
    unsigned char was = counter;
    while (!atomic_compare_exchange_weak(&counter, &was, (unsigned char)(was + 1)))
        ;
    return arg;
}

int main(void) {
    pthread_t t;
    unsigned char first = __VERIFIER_nondet_uchar();
    counter = first;
    pthread_create(&t, NULL, increment, NULL);
    increment(NULL);
    pthread_join(t, NULL);
    assert(counter > first);
}
