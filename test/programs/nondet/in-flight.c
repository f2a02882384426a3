// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --nondet-range 0..1
// A copy of an unknown value that another thread has loaded and not yet stored is settled with the others.
#include <assert.h>
#include <pthread.h>

extern long long __VERIFIER_nondet_longlong(void);
static struct box { long long x; } a, b;

static void *copier(void *arg) {
    b = a;
    return arg;
}

int main(void) {
    pthread_t t;
    a.x = __VERIFIER_nondet_longlong();
    pthread_create(&t, NULL, copier, NULL);
    int first = a.x == 1;
    pthread_join(t, NULL);
    assert((b.x == 1) == first);
    return 0;
}
