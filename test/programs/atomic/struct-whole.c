// SPDX-License-Identifier: Apache-2.0
// expect: holds
// The atomic side is never seen half done, whatever the plain side is.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct { int a[5]; int *p; } five;
static int one = 1;
static _Atomic five object;
static five ones = {{1, 1, 1, 1, 1}, &one}, old;

static void *writer(void *arg) {
    object = ones;
    return arg;
}

static void check(const five *f) {
    for (int i = 1; i < 5; i++)
        assert(f->a[i] == f->a[0]);
    assert(f->a[0] == (f->p ? *f->p : 0));
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    five seen = object;
    check(&seen);
    old = atomic_exchange(&object, ones);
    check(&old);
    five expected = {{0}, NULL};
    if (!atomic_compare_exchange_strong(&object, &expected, ones))
        check(&expected);
    pthread_join(t, NULL);
    return 0;
}
