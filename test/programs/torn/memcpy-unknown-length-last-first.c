// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 24
// options: --nondet-range 15..16
// levels: -O0
// How far the copy goes is settled while a thread stands before it; then there are two ways to go.
#include <assert.h>
#include <pthread.h>
#include <string.h>

unsigned long __VERIFIER_nondet_ulong(void);

static char shared[16], source[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

static void *writer(void *arg) {
    unsigned long n = __VERIFIER_nondet_ulong();
    memcpy(shared, source, n);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    int last = *(volatile char *)&shared[15], first = *(volatile char *)&shared[0];
    assert(last == 0 || first == 1);
    pthread_join(t, NULL);
    return 0;
}
