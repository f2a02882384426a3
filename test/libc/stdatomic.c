// SPDX-License-Identifier: Apache-2.0
// Atomic operations. stdatomic.h. The compiler turns them into instructions; a few exist as functions too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int a, b;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static int seen;

static void run(void *(*task)(void *)) {
    pthread_t t;
    pthread_create(&t, NULL, task, NULL);
    task(NULL);
    pthread_join(t, NULL);
}

static void begin(void *(*task)(void *)) {
    pthread_t t;
    pthread_create(&t, NULL, task, NULL);
}

static void *adds(void *arg) {
    atomic_fetch_add(&a, 1);
    return arg;
}

static void *adds_in_two(void *arg) {
    atomic_store(&a, atomic_load(&a) + 1);
    return arg;
}

// checks: a value without an atomic operation
void pass_atomic_init(void) {
    atomic_int local;
    atomic_init(&local, 5);
    assert(atomic_load(&local) == 5);
}

// options: --property uninitialized
// violates: uninitialized: an atomic object on the heap was never initialised
void fail_atomic_init(void) {
    atomic_int *p = malloc(sizeof *p);
    if (p && atomic_load(p) == 0)
        seen = 1;
}

// checks: what was stored last
void pass_atomic_load(void) {
    atomic_store(&a, 3);
    assert(atomic_load(&a) == 3 && atomic_load_explicit(&a, memory_order_acquire) == 3);
}

// violates: assertion: two loads may differ
void fail_atomic_load(void) {
    begin(adds);
    assert(atomic_load(&a) == atomic_load(&a));
}

// checks: both forms
void pass_atomic_store(void) {
    atomic_store(&a, 1);
    atomic_store_explicit(&b, 2, memory_order_release);
    assert(a == 1 && b == 2);
}

// violates: assertion: a load and a store are two steps
void fail_atomic_store(void) {
    run(adds_in_two);
    assert(atomic_load(&a) == 2);
}

// checks: gives the old value
void pass_atomic_exchange(void) {
    atomic_store(&a, 1);
    assert(atomic_exchange(&a, 2) == 1 && atomic_exchange_explicit(&a, 3, memory_order_acq_rel) == 2 && a == 3);
}

static void *exchanges(void *arg) {
    if (atomic_exchange(&a, 1) == 0)
        seen++;
    return arg;
}

// violates: assertion: one of the two sees 0
void fail_atomic_exchange(void) {
    run(exchanges);
    assert(seen == 0);
}

// checks: exchanges an equal value, and gives the other one
void pass_atomic_compare_exchange_strong(void) {
    int expected = 0;
    assert(atomic_compare_exchange_strong(&a, &expected, 5) && a == 5);
    assert(!atomic_compare_exchange_strong(&a, &expected, 6) && expected == 5 && a == 5);
    assert(atomic_compare_exchange_strong_explicit(&a, &expected, 7, memory_order_acq_rel, memory_order_relaxed));
}

// violates: assertion: another thread may have been faster
void fail_atomic_compare_exchange_strong(void) {
    int expected = 0;
    begin(adds);
    assert(atomic_compare_exchange_strong(&a, &expected, 5));
}

static void *adds_weak(void *arg) {
    int old = atomic_load(&a);
    while (!atomic_compare_exchange_weak(&a, &old, old + 1))
        ;
    return arg;
}

// checks: a loop that adds
void pass_atomic_compare_exchange_weak(void) {
    run(adds_weak);
    assert(a == 2);
}

// violates: assertion: without a loop the sum may be lost
void fail_atomic_compare_exchange_weak(void) {
    int old = atomic_load(&a);
    begin(adds);
    atomic_compare_exchange_weak(&a, &old, old + 1);
    assert(a == old + 1);
}

// checks: no sum is lost; gives the old value
void pass_atomic_fetch_add(void) {
    run(adds);
    assert(atomic_fetch_add_explicit(&a, 1, memory_order_relaxed) == 2 && a == 3);
}

// violates: assertion: the other thread may come first
void fail_atomic_fetch_add(void) {
    begin(adds);
    assert(atomic_fetch_add(&a, 1) == 0);
}

// checks: gives the old value
void pass_atomic_fetch_sub(void) {
    assert(atomic_fetch_sub(&a, 1) == 0 && atomic_fetch_sub_explicit(&a, 1, memory_order_relaxed) == -1 && a == -2);
}

// violates: assertion: the other thread may come first
void fail_atomic_fetch_sub(void) {
    begin(adds);
    assert(atomic_fetch_sub(&a, 1) == 0);
}

// checks: gives the old value
void pass_atomic_fetch_or(void) {
    assert(atomic_fetch_or(&a, 5) == 0 && atomic_fetch_or_explicit(&a, 2, memory_order_relaxed) == 5 && a == 7);
}

// violates: assertion: the other thread may come first
void fail_atomic_fetch_or(void) {
    begin(adds);
    assert(atomic_fetch_or(&a, 2) == 0);
}

// checks: gives the old value
void pass_atomic_fetch_xor(void) {
    assert(atomic_fetch_xor(&a, 5) == 0 && atomic_fetch_xor_explicit(&a, 1, memory_order_relaxed) == 5 && a == 4);
}

// violates: assertion: the other thread may come first
void fail_atomic_fetch_xor(void) {
    begin(adds);
    assert(atomic_fetch_xor(&a, 2) == 0);
}

// checks: gives the old value
void pass_atomic_fetch_and(void) {
    atomic_store(&a, 7);
    assert(atomic_fetch_and(&a, 5) == 7 && atomic_fetch_and_explicit(&a, 4, memory_order_relaxed) == 5 && a == 4);
}

// violates: assertion: the other thread may come first
void fail_atomic_fetch_and(void) {
    begin(adds);
    assert(atomic_fetch_and(&a, 2) == 0);
}

static void *locks(void *arg) {
    while (atomic_flag_test_and_set(&flag))
        ;
    seen++;
    atomic_flag_clear(&flag);
    return arg;
}

// checks: one thread finds it clear
void pass_atomic_flag_test_and_set(void) {
    run(locks);
    assert(seen == 2);
    assert(!atomic_flag_test_and_set_explicit(&flag, memory_order_acquire) && (atomic_flag_test_and_set)(&flag));
}

// violates: assertion: another thread may have set it
void fail_atomic_flag_test_and_set(void) {
    begin(locks);
    assert(!atomic_flag_test_and_set(&flag));
}

// checks: it is clear again
void pass_atomic_flag_clear(void) {
    atomic_flag_test_and_set(&flag);
    atomic_flag_clear(&flag);
    assert(!atomic_flag_test_and_set(&flag));
    (atomic_flag_clear_explicit)(&flag, memory_order_release);
    assert(!atomic_flag_test_and_set(&flag));
}

static void *sets(void *arg) {
    atomic_flag_test_and_set(&flag);
    return arg;
}

// violates: assertion: another thread may set it again
void fail_atomic_flag_clear(void) {
    begin(sets);
    atomic_flag_clear(&flag);
    assert(!atomic_flag_test_and_set(&flag));
}

// checks: macro and function
void pass_atomic_flag_test_and_set_explicit(void) {
    assert(!atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
    assert((atomic_flag_test_and_set_explicit)(&flag, memory_order_acq_rel));
}

// violates: assertion: another thread may have set it
void fail_atomic_flag_test_and_set_explicit(void) {
    begin(sets);
    assert(!(atomic_flag_test_and_set_explicit)(&flag, memory_order_acquire));
}

// checks: macro and function
void pass_atomic_flag_clear_explicit(void) {
    atomic_flag_test_and_set(&flag);
    atomic_flag_clear_explicit(&flag, memory_order_release);
    assert(!atomic_flag_test_and_set(&flag));
    (atomic_flag_clear_explicit)(&flag, memory_order_relaxed);
    assert(!atomic_flag_test_and_set(&flag));
}

// violates: assertion: another thread may set it again
void fail_atomic_flag_clear_explicit(void) {
    begin(sets);
    (atomic_flag_clear_explicit)(&flag, memory_order_release);
    assert(!atomic_flag_test_and_set(&flag));
}

// checks: macro and function
void pass_atomic_thread_fence(void) {
    atomic_thread_fence(memory_order_seq_cst);
    (atomic_thread_fence)(memory_order_acquire);
}

// violates: assertion: it does not order two threads
void fail_atomic_thread_fence(void) {
    begin(adds);
    atomic_thread_fence(memory_order_seq_cst);
    assert(atomic_load(&a) == 1);
}

// checks: macro and function
void pass_atomic_signal_fence(void) {
    atomic_signal_fence(memory_order_seq_cst);
    (atomic_signal_fence)(memory_order_acquire);
}

// violates: assertion: it does not order two threads
void fail_atomic_signal_fence(void) {
    begin(adds);
    atomic_signal_fence(memory_order_seq_cst);
    assert(atomic_load(&a) == 0);
}

// checks: integers and flags are lock-free
void pass_atomic_is_lock_free(void) { assert(atomic_is_lock_free(&a)); }

// violates: assertion: large structures are not
void fail_atomic_is_lock_free(void) {
    struct large {
        char bytes[100];
    };
    static _Atomic struct large large;
    assert(atomic_is_lock_free(&large));
}
