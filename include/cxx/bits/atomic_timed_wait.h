// SPDX-License-Identifier: Apache-2.0
// In place of libstdc++'s file. A wait with a time limit never blocks: a thread that may wait for
// some time is one that runs at some time, and then has timed out or not.
#ifndef _GLIBCXX_ATOMIC_TIMED_WAIT_H
#define _GLIBCXX_ATOMIC_TIMED_WAIT_H 1

#pragma GCC system_header

#include <bits/atomic_wait.h>
#include <bits/chrono.h>

#define __cpp_lib_atomic_timed_wait 201907L

namespace std {

template <typename T, typename Value, typename Time>
bool __atomic_wait_address_until_v(const T *, T &&old, Value &&value, const Time &) noexcept {
    return !__detail::__atomic_compare<T>(old, value());
}

template <typename T, typename Value, typename Time>
bool __atomic_wait_address_for_v(const T *, T &&old, Value &&value, const Time &) noexcept {
    return !__detail::__atomic_compare<T>(old, value());
}

template <typename T, typename Predicate, typename Time>
bool __atomic_wait_address_until(const T *, Predicate predicate, const Time &) noexcept {
    return predicate();
}

template <typename T, typename Predicate, typename Time>
bool __atomic_wait_address_for(const T *, Predicate predicate, const Time &) noexcept {
    return predicate();
}

template <typename Predicate, typename Time>
bool __atomic_wait_address_until_bare(const __detail::__platform_wait_t *, Predicate predicate,
                                      const Time &) noexcept {
    return predicate();
}

template <typename Predicate, typename Time>
bool __atomic_wait_address_for_bare(const __detail::__platform_wait_t *, Predicate predicate,
                                    const Time &) noexcept {
    return predicate();
}

} // namespace std

#endif
