// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 27
// The value of an atomic store is read before, piece by piece: so it may never have been there as a whole.
#pragma clang diagnostic ignored "-Watomic-alignment"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct { int a[5]; } five;
static _Atomic five target;
static five plain;

static void *writer(void *arg) {
    for (int i = 0; i < 5; i++)
        *(volatile int *)&plain.a[i] = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    __atomic_store((five *)&target, &plain, __ATOMIC_SEQ_CST);
    pthread_join(t, NULL);
    five seen;
    __atomic_load((five *)&target, &seen, __ATOMIC_SEQ_CST);
    // The last one was never written without the first.
    assert(seen.a[4] == 0 || seen.a[0] == 1);
    return 0;
}
