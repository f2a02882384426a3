// SPDX-License-Identifier: Apache-2.0
// expect: violated invariant
// options: --invariant is_conserved
// Two threads transfer unknown amounts without a lock: both may read the same balance.
#include <pthread.h>
#include <stdatomic.h>

unsigned __VERIFIER_nondet_uint(void);
static unsigned a, b, total;
static atomic_int is_busy;

int is_conserved(void) { return is_busy || a + b == total; }

static void *transfer(void *arg) {
    unsigned amount = __VERIFIER_nondet_uint();
    if (amount <= a) {
        is_busy++;
        a -= amount;
        b += amount;
        is_busy--;
    }
    return arg;
}

int main(void) {
    pthread_t t[2];
    is_busy++;
    a = __VERIFIER_nondet_uint();
    b = __VERIFIER_nondet_uint();
    total = a + b;
    is_busy--;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, transfer, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
}
