// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// A sequence lock: the reader never keeps a torn pair.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint seq;
static volatile int left, right;

static void *writer(void *arg) {
    for (int i = 1; i <= 2; i++) {
        atomic_fetch_add(&seq, 1);
        left = i;
        right = i;
        atomic_fetch_add(&seq, 1);
    }
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, writer, NULL);
    unsigned before;
    int l, r;
    do {
        while ((before = atomic_load(&seq)) & 1)
            ;
        l = left;
        r = right;
    } while (atomic_load(&seq) != before);
    assert(l == r);
    pthread_join(a, NULL);
    return 0;
}
