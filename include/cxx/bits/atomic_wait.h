// SPDX-License-Identifier: Apache-2.0
// In place of libstdc++'s file: waiting for atomic variables (C++20). That one chooses a list of
// waiting threads by the numeric value of an address and calls the kernel.
#ifndef _GLIBCXX_ATOMIC_WAIT_H
#define _GLIBCXX_ATOMIC_WAIT_H 1

#pragma GCC system_header

#include <bits/c++config.h>
#include <bits/functional_hash.h>
#include <bits/gthr.h>
#include <bits/std_mutex.h>
#include <ext/numeric_traits.h>

#define __cpp_lib_atomic_wait 201907L
#define _GLIBCXX_HAVE_PLATFORM_WAIT 1

extern "C" {
void heddle_atomic_begin(void);
void heddle_atomic_end(void);
// runtime/cxx_wait.cc
void *__rt_cxx_enlist(const void *word);
void *__rt_cxx_enlist_if(const void *word, const void *old, __SIZE_TYPE__ size);
void __rt_cxx_sleep(void *ticket);
void __rt_cxx_wake(const void *word, int is_all);
}

namespace std {

namespace __detail {

using __platform_wait_t = int;
static constexpr size_t __platform_wait_alignment = 4;

inline void __thread_yield() noexcept { __gthread_yield(); }
inline void __thread_relax() noexcept { __gthread_yield(); }

// The bytes of a pointer would be a number that depends on where things lie.
template <typename T> bool __atomic_compare(const T &a, const T &b) {
    if constexpr (__is_pointer(T))
        return a == b;
    else
        return __builtin_memcmp(&a, &b, sizeof(T)) == 0;
}

// Spinning is waiting for a better moment; a thread here may run at any.
template <typename Predicate> bool __atomic_spin(Predicate &predicate) noexcept {
    return predicate();
}

} // namespace __detail

// To look and to get in line is one step, so that no wake-up is lost. Who waits like this
// (semaphores, latches, barriers) acquires.
template <typename T, typename Predicate>
void __atomic_wait_address(const T *word, Predicate predicate) noexcept {
    for (;;) {
        heddle_atomic_begin();
        bool is_over = predicate();
        void *ticket = is_over ? nullptr : __rt_cxx_enlist(word);
        heddle_atomic_end();
        if (is_over)
            return;
        __rt_cxx_sleep(ticket);
    }
}

// The load has the order that its caller asks for, so it is no part of that step.
template <typename T, typename Value>
void __atomic_wait_address_v(const T *word, T old, Value value) noexcept {
    while (__detail::__atomic_compare<T>(old, value()))
        if (void *ticket = __rt_cxx_enlist_if(word, &old, sizeof old))
            __rt_cxx_sleep(ticket);
}

template <typename Predicate>
void __atomic_wait_address_bare(const __detail::__platform_wait_t *word,
                                Predicate predicate) noexcept {
    std::__atomic_wait_address(word, predicate);
}

template <typename T> void __atomic_notify_address(const T *word, bool is_all) noexcept {
    __rt_cxx_wake(word, is_all);
}

inline void __atomic_notify_address_bare(const __detail::__platform_wait_t *word,
                                         bool is_all) noexcept {
    __rt_cxx_wake(word, is_all);
}

} // namespace std

#endif
