// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2 -O3
// The __atomic and __sync builtins on 1, 2, 4 and 8 bytes.
#include <assert.h>
#include <stdint.h>

static uint8_t b = 0xf0;
static uint16_t h = 1000;
static int32_t w = -5;
static uint64_t q = 1;
static uint64_t *p = &q;

int main(void) {
    assert(__atomic_add_fetch(&b, 0x20, __ATOMIC_SEQ_CST) == 0x10);
    assert(__atomic_fetch_nand(&b, 0x30, __ATOMIC_RELAXED) == 0x10 && b == 0xef);
    assert(__atomic_nand_fetch(&b, 0x0f, __ATOMIC_RELAXED) == 0xf0);
    assert(__atomic_sub_fetch(&h, 1001, __ATOMIC_ACQ_REL) == 65535);
    assert(__atomic_or_fetch(&w, 8, __ATOMIC_SEQ_CST) == -5 && __atomic_and_fetch(&w, 0xff, __ATOMIC_SEQ_CST) == 251);
    assert(__atomic_xor_fetch(&w, 1, __ATOMIC_SEQ_CST) == 250);
    assert(__atomic_exchange_n(&q, 77, __ATOMIC_ACQUIRE) == 1);
    uint64_t in = 78, out;
    __atomic_exchange(&q, &in, &out, __ATOMIC_SEQ_CST);
    assert(out == 77 && q == 78);
    __atomic_load(&q, &out, __ATOMIC_SEQ_CST);
    assert(out == 78);
    uint64_t e = 0;
    assert(!__atomic_compare_exchange_n(&q, &e, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && e == 78);
    assert(__atomic_compare_exchange_n(&q, &e, 5, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && q == 5);
    assert(__atomic_load_n(&p, __ATOMIC_SEQ_CST) == &q);
    __atomic_store_n(&p, (uint64_t *)0, __ATOMIC_SEQ_CST);
    assert(!p);
    assert(!__atomic_test_and_set(&b, __ATOMIC_SEQ_CST) || b == 1);
    __atomic_clear(&b, __ATOMIC_SEQ_CST);
    assert(b == 0);
    assert(__sync_fetch_and_add(&w, 10) == 250 && __sync_sub_and_fetch(&w, 60) == 200);
    assert(__sync_bool_compare_and_swap(&w, 200, 3) && !__sync_bool_compare_and_swap(&w, 200, 4));
    assert(__sync_val_compare_and_swap(&w, 3, 9) == 3 && w == 9);
    assert(__sync_lock_test_and_set(&w, 1) == 9);
    __sync_lock_release(&w);
    assert(w == 0);
    assert(__atomic_fetch_max(&w, 4, __ATOMIC_SEQ_CST) == 0 && __atomic_fetch_min(&w, -4, __ATOMIC_SEQ_CST) == 4);
    assert(__atomic_fetch_max(&h, 3, __ATOMIC_SEQ_CST) == 65535 && __atomic_fetch_min(&h, 3, __ATOMIC_SEQ_CST) == 65535);
    assert(w == -4 && h == 3);
    __sync_synchronize();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return 0;
}
