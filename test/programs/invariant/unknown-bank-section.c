// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --invariant is_conserved
// Transfers of unknown amounts in atomic sections: the invariant sees all of one, or nothing.
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static unsigned account[2] = {100, 100};

int is_conserved(void) { return account[0] + account[1] == 200; }

static void *transfer(void *arg) {
    unsigned amount = __VERIFIER_nondet_uint();
    __VERIFIER_atomic_begin();
    account[0] -= amount;
    account[1] += amount;
    __VERIFIER_atomic_end();
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, transfer, NULL);
    transfer(NULL);
    pthread_join(t, NULL);
}
