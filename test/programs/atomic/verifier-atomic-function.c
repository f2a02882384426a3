// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// A function named __VERIFIER_atomic_* runs as one atomic section, with what it calls.
#include <assert.h>
#include <pthread.h>

static int x, y;

static void bump(int *p) { ++*p; }
void __VERIFIER_atomic_both(void) {
    bump(&x);
    bump(&y);
}
int __VERIFIER_atomic_equal(void) { return x == y; }

static void *work(void *arg) {
    __VERIFIER_atomic_both();
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    assert(__VERIFIER_atomic_equal());
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2 && y == 2);
    return 0;
}
