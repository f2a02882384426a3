// SPDX-License-Identifier: Apache-2.0
// expect: holds
// The same with indices that are all inside; every kind of atomic operation.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
static int counters[50];
static unsigned char flags[50];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 50);
    __atomic_fetch_add(&counters[i], 2, __ATOMIC_SEQ_CST);
    int was = __sync_val_compare_and_swap(&counters[i], 2, 5);
    assert(was == 2 && counters[i] == 5);
    assert(__atomic_exchange_n(&counters[i], 7, __ATOMIC_SEQ_CST) == 5);
    assert(!__atomic_test_and_set(&flags[i], __ATOMIC_SEQ_CST));
    assert(counters[i] == 7 && flags[i]);
    return 0;
}
