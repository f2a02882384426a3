// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -mcx16
// A pair of words that is changed in one piece, whatever it was.
#include <assert.h>
#include <pthread.h>

typedef unsigned __int128 wide;
wide __VERIFIER_nondet_uint128(void);
static _Atomic wide counter;

static void *add(void *arg) {
    wide was = counter;
    while (!__c11_atomic_compare_exchange_strong(&counter, &was, was + ((wide)1 << 64), 5, 5))
        ;
    counter += ~0ul;
    return arg;
}

int main(void) {
    pthread_t t;
    wide first = __VERIFIER_nondet_uint128();
    counter = first;
    pthread_create(&t, NULL, add, NULL);
    add(NULL);
    pthread_join(t, NULL);
    assert(counter - first == ((wide)4 << 64) - 2);
    return 0;
}
