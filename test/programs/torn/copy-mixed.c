// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 23
// A structure with an unknown and a known member is copied in a load and a store like any other.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static struct pair { int unknown, known; } a, b;

static void *writer(void *arg) {
    a.known = 1;
    b.known = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    a.unknown = b.unknown = __VERIFIER_nondet_int();
    pthread_create(&t, NULL, writer, NULL);
    b = a;
    pthread_join(t, NULL);
    // Lost if the copy loads before and stores after the other thread.
    assert(b.known == 1);
    return 0;
}
