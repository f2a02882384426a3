// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2 -O3
// Every operation of stdatomic.h, in one thread.
#include <assert.h>
#include <stdatomic.h>

static atomic_int a = 5;
static _Atomic long long wide;
static _Atomic unsigned char byte = 250;
static _Atomic(int *) pointer;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static atomic_bool yes;
static int pair[2] = {1, 2};

int main(void) {
    assert(atomic_load(&a) == 5);
    atomic_store(&a, 6);
    assert(atomic_exchange(&a, 7) == 6 && a == 7);
    assert(atomic_fetch_add(&a, 3) == 7 && atomic_fetch_sub(&a, 1) == 10 && a == 9);
    assert(atomic_fetch_or(&a, 6) == 9 && a == 15);
    assert(atomic_fetch_and(&a, 10) == 15 && a == 10);
    assert(atomic_fetch_xor(&a, 3) == 10 && a == 9);
    int expected = 8;
    assert(!atomic_compare_exchange_strong(&a, &expected, 100) && expected == 9 && a == 9);
    assert(atomic_compare_exchange_strong(&a, &expected, 100) && a == 100);
    expected = 100;
    while (!atomic_compare_exchange_weak(&a, &expected, 1))
        ;
    assert(a == 1);
    assert(atomic_load_explicit(&a, memory_order_acquire) == 1);
    atomic_store_explicit(&a, 2, memory_order_release);
    assert(atomic_fetch_add_explicit(&a, 1, memory_order_relaxed) == 2);
    a += 4;
    a *= 2;
    a--;
    assert(a++ == 13 && ++a == 15);
    wide = 1LL << 40;
    wide |= 3;
    assert(wide == (1LL << 40) + 3);
    assert(atomic_fetch_add(&byte, 10) == 250 && byte == 4);
    atomic_init(&pointer, pair);
    assert(*atomic_load(&pointer) == 1);
    assert(*atomic_fetch_add(&pointer, 1) == 1 && *pointer == 2);
    int *want = pair + 1;
    assert(atomic_compare_exchange_strong(&pointer, &want, (int *)0) && !pointer);
    assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    assert(!atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
    yes = 7;
    assert(yes == 1);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acq_rel);
    assert(atomic_is_lock_free(&a));
    return 0;
}
