// SPDX-License-Identifier: Apache-2.0
// The functions of <stdatomic.h>, for programs that call them past the macros of the same names.
#include "rt.h"

#include <stdatomic.h>

#undef atomic_thread_fence
#undef atomic_signal_fence
#undef atomic_flag_test_and_set
#undef atomic_flag_test_and_set_explicit
#undef atomic_flag_clear
#undef atomic_flag_clear_explicit

// The machine runs one operation after the other: orders and fences change nothing else.
MODEL void atomic_thread_fence(memory_order order) { rt_order(order); }
MODEL void atomic_signal_fence(memory_order order) { (void)order; }

MODEL _Bool atomic_flag_test_and_set_explicit(volatile atomic_flag *flag, memory_order order) {
    rt_order(order);
    return __c11_atomic_exchange(&flag->_Value, 1, __ATOMIC_SEQ_CST);
}

MODEL _Bool atomic_flag_test_and_set(volatile atomic_flag *flag) {
    return __c11_atomic_exchange(&flag->_Value, 1, __ATOMIC_SEQ_CST);
}

MODEL void atomic_flag_clear_explicit(volatile atomic_flag *flag, memory_order order) {
    rt_order(order);
    __c11_atomic_store(&flag->_Value, 0, __ATOMIC_SEQ_CST);
}

MODEL void atomic_flag_clear(volatile atomic_flag *flag) {
    __c11_atomic_store(&flag->_Value, 0, __ATOMIC_SEQ_CST);
}
