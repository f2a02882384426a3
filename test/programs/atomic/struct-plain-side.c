// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 23
// What is loaded from an atomic structure is written to a plain one, which others can see half done.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct { int a[5]; } five;
static _Atomic five source = (five){{1, 1, 1, 1, 1}};
static five plain;

static void *copier(void *arg) {
    plain = source;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, copier, NULL);
    int first = *(volatile int *)&plain.a[0];
    int last = *(volatile int *)&plain.a[4];
    // The copy had only begun when it was read.
    assert(!(first == 1 && last == 0));
    pthread_join(t, NULL);
    return 0;
}
