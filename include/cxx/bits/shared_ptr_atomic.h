// SPDX-License-Identifier: Apache-2.0
// libstdc++'s file, but for how atomic shared pointers (C++20) are made: that one locks by the
// lowest bit of a pointer and gives the lock back without a release, which is a data race by the
// letter, if one that does no harm. Here an operation is one step. As in libstdc++, none is weaker
// than acquire and release, whatever order is asked for.
#include_next <bits/shared_ptr_atomic.h>

#ifndef _HEDDLE_SHARED_PTR_ATOMIC_H
#define _HEDDLE_SHARED_PTR_ATOMIC_H 1

#pragma GCC system_header

#if __cplusplus >= 202002L

extern "C" {
void heddle_atomic_begin(void);
void heddle_atomic_end(void);
}

namespace std {

// What ends a pointer that was replaced is outside of the sections: it may call a destructor.
#define _HEDDLE_ATOMIC_POINTER(pointer)                                                            \
    template <typename T> class _Sp_atomic<pointer<T>> {                                           \
        using Value = pointer<T>;                                                                  \
        Value value;                                                                               \
                                                                                                   \
        bool is(const Value &other) const noexcept {                                               \
            return value._M_ptr == other._M_ptr &&                                                 \
                   value._M_refcount._M_pi == other._M_refcount._M_pi;                             \
        }                                                                                          \
                                                                                                   \
      public:                                                                                      \
        using value_type = Value;                                                                  \
        constexpr _Sp_atomic() noexcept = default;                                                 \
        explicit _Sp_atomic(Value first) noexcept : value(std::move(first)) {}                     \
        _Sp_atomic(const _Sp_atomic &) = delete;                                                   \
        void operator=(const _Sp_atomic &) = delete;                                               \
                                                                                                   \
        Value load(memory_order) const noexcept {                                                  \
            heddle_atomic_begin();                                                                 \
            Value copy(value);                                                                     \
            heddle_atomic_end();                                                                   \
            return copy;                                                                           \
        }                                                                                          \
                                                                                                   \
        void swap(Value &other, memory_order) noexcept {                                           \
            heddle_atomic_begin();                                                                 \
            value.swap(other);                                                                     \
            heddle_atomic_end();                                                                   \
        }                                                                                          \
                                                                                                   \
        bool compare_exchange_strong(Value &expected, Value desired, memory_order,                 \
                                     memory_order) noexcept {                                      \
            Value found;                                                                           \
            heddle_atomic_begin();                                                                 \
            bool is_expected = is(expected);                                                       \
            if (is_expected)                                                                       \
                value.swap(desired);                                                               \
            else                                                                                   \
                found = value;                                                                     \
            heddle_atomic_end();                                                                   \
            if (!is_expected)                                                                      \
                expected.swap(found);                                                              \
            return is_expected;                                                                    \
        }                                                                                          \
                                                                                                   \
        void wait(Value old, memory_order) const noexcept {                                        \
            std::__atomic_wait_address(this, [&] { return !is(old); });                            \
        }                                                                                          \
        void notify_one() noexcept { std::__atomic_notify_address(this, false); }                  \
        void notify_all() noexcept { std::__atomic_notify_address(this, true); }                   \
    };

_HEDDLE_ATOMIC_POINTER(shared_ptr)
_HEDDLE_ATOMIC_POINTER(weak_ptr)
#undef _HEDDLE_ATOMIC_POINTER

} // namespace std

#endif

#endif
