// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 28
// The writer raises the sequence number only afterwards.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint seq;
static volatile int left, right;

static void *writer(void *arg) {
    left = 1;
    right = 1;
    atomic_fetch_add(&seq, 2);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, writer, NULL);
    unsigned before;
    int l, r;
    do {
        before = atomic_load(&seq);
        l = left;
        r = right;
    } while (atomic_load(&seq) != before);
    assert(l == r);
    pthread_join(a, NULL);
    return 0;
}
