// SPDX-License-Identifier: Apache-2.0
// The out-of-line parts of std::future, std::promise and std::async.
#include "cxx_rt.h"

namespace std {

namespace __exception_ptr {
class exception_ptr {
public:
    void *object;
    exception_ptr() noexcept;
    ~exception_ptr() noexcept;
};
} // namespace __exception_ptr

struct __future_base {
    struct _Result_base {
        __exception_ptr::exception_ptr error;
        virtual void _M_destroy() = 0;
        _Result_base();
        virtual ~_Result_base();
    };
    struct _State_baseV2 {
        struct _Make_ready {
            void _M_set();
        };
    };
};

MODEL __future_base::_Result_base::_Result_base() {}
__future_base::_Result_base::~_Result_base() {}

MODEL void __future_base::_State_baseV2::_Make_ready::_M_set() {
    __heddle_unsupported("set_value_at_thread_exit and its relatives");
}

// ---- waiting for a word to change ---------------------------------------------------------------

template <intmax_t Num, intmax_t Den> struct ratio;
namespace chrono {
template <typename Rep, typename Period> struct duration {
    Rep count;
};
typedef duration<int64_t, ratio<1, 1>> seconds;
typedef duration<int64_t, ratio<1, 1000000000>> nanoseconds;
} // namespace chrono

struct __atomic_futex_unsigned_base {
    bool _M_futex_wait_until(unsigned *word, unsigned value, bool has_timeout, chrono::seconds, chrono::nanoseconds);
    bool _M_futex_wait_until_steady(unsigned *word, unsigned value, bool has_timeout, chrono::seconds,
                                    chrono::nanoseconds);
    static void _M_futex_notify_all(unsigned *word);
};

// False if the time is over. With a time limit it never blocks, see sync.h.
static bool wait_while(const unsigned *word, unsigned value, bool has_timeout) {
    if (*word != value)
        return true;
    if (has_timeout)
        return false;
    __rt_cxx_sleep(__rt_cxx_enlist(word));
    return true;
}

MODEL bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned *word, unsigned value, bool has_timeout,
                                                             chrono::seconds, chrono::nanoseconds) {
    __heddle_mask();
    return wait_while(word, value, has_timeout);
}

MODEL bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned *word, unsigned value, bool has_timeout,
                                                                    chrono::seconds, chrono::nanoseconds) {
    __heddle_mask();
    return wait_while(word, value, has_timeout);
}

MODEL void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned *word) { __rt_cxx_wake(word, true); }

} // namespace std
