// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 22
// options: -m32 --nondet-range 0..3
// A value that nobody has looked at yet goes through memory in halves, and is the same again.
#include <assert.h>
#include <pthread.h>

extern long long __VERIFIER_nondet_longlong(void);
static volatile long long x, y;

static void *reader(void *arg) {
    y = x;
    return arg;
}

int main(void) {
    pthread_t t;
    long long n = __VERIFIER_nondet_longlong();
    x = n;
    pthread_create(&t, NULL, reader, NULL);
    pthread_join(t, NULL);
    assert(y == n && y != 3);
    return 0;
}
