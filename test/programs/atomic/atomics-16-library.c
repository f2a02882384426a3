// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// 16-byte atomics without cmpxchg16b are library calls.
#include <assert.h>
#include <stdatomic.h>

static _Atomic __int128 wide = 5;

int main(void) {
    atomic_fetch_add(&wide, ((__int128)1 << 100) - 1);
    assert(atomic_load(&wide) == ((__int128)1 << 100) + 4);
    __int128 want = 0;
    assert(!atomic_compare_exchange_strong(&wide, &want, 1));
    assert(atomic_compare_exchange_strong(&wide, &want, 1) && wide == 1);
    assert(atomic_exchange(&wide, 9) == 1 && wide == 9);
    return 0;
}
