// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 23
// options: -D_GNU_SOURCE
// A section joins one thread, and then looks whether another one has ended, which need not be so.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static atomic_int y;
static void *ends(void *arg) { return arg; }
static void *looks(void *arg) { return y ? arg : NULL; }
int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, ends, NULL);
    pthread_create(&b, NULL, ends, NULL);
    pthread_create(&c, NULL, looks, NULL);
    __VERIFIER_atomic_begin();
    pthread_join(a, NULL);
    y = 1;
    int busy = pthread_tryjoin_np(b, NULL);
    __VERIFIER_atomic_end();
    // It is EBUSY in some runs.
    assert(!busy);
}
