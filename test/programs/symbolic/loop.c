// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Two threads count to an unknown bound of at most 20.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
static atomic_uint count;
static unsigned bound;

static void *counter(void *arg) {
    for (unsigned i = 0; i < bound; i++)
        atomic_fetch_add(&count, 1);
    return arg;
}

int main(void) {
    pthread_t t;
    bound = __VERIFIER_nondet_uint();
    __VERIFIER_assume(bound <= 20);
    pthread_create(&t, NULL, counter, NULL);
    counter(NULL);
    pthread_join(t, NULL);
    assert(count == 2 * bound);
}
