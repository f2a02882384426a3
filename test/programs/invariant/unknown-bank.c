// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --invariant is_conserved
// Two threads transfer unknown amounts. Where nobody holds the lock, no money is made or lost.
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned a, b, total;
static int is_busy;

int is_conserved(void) { return is_busy || a + b == total; }

static void *transfer(void *arg) {
    unsigned amount = __VERIFIER_nondet_uint();
    pthread_mutex_lock(&lock);
    if (amount <= a) {
        is_busy = 1;
        a -= amount;
        b += amount;
        is_busy = 0;
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t[2];
    is_busy = 1;
    a = __VERIFIER_nondet_uint();
    b = __VERIFIER_nondet_uint();
    total = a + b;
    is_busy = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, transfer, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
}
