// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -mcx16
// levels: -O0 -O2
// 16-byte atomics, which clang inlines when the processor has cmpxchg16b.
#include <assert.h>

static _Alignas(16) unsigned __int128 v = 1;

int main(void) {
    unsigned __int128 big = (unsigned __int128)1 << 100;
    assert(__sync_val_compare_and_swap(&v, 1, big) == 1);
    assert(__sync_val_compare_and_swap(&v, 1, 2) == big);
    assert(__sync_fetch_and_add(&v, 5) == big);
    assert(__atomic_load_n(&v, __ATOMIC_SEQ_CST) == big + 5);
    assert(__atomic_exchange_n(&v, big * 2, __ATOMIC_SEQ_CST) == big + 5);
    __atomic_store_n(&v, 7, __ATOMIC_SEQ_CST);
    unsigned __int128 e = 8;
    assert(!__atomic_compare_exchange_n(&v, &e, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && e == 7);
    assert(__atomic_or_fetch(&v, 8, __ATOMIC_SEQ_CST) == 15);
    return 0;
}
