// SPDX-License-Identifier: Apache-2.0
// expect: unknown "probabilistic"
// options: --store compact
// Nothing is wrong, but a store that keeps hashes only cannot prove it.
#include <assert.h>
#include <pthread.h>

static int x;

static void *add(void *arg) {
    __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2);
    return 0;
}
