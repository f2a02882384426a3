// SPDX-License-Identifier: Apache-2.0
// The standard exception classes, as far as programs that never throw need them: their descriptions and virtual
// tables, for classes that are derived from them and for handlers that name them. Making one ends in unknown, which
// says sooner and clearer what the throw that follows would say.
#include "cxx_rt.h"

namespace std {

inline namespace __cxx11 {
template <typename Char, typename Traits, typename Allocator> class basic_string;
}
template <typename Char> struct char_traits;
template <typename T> class allocator;
typedef basic_string<char, char_traits<char>, allocator<char>> string;

class exception {
public:
    virtual ~exception() noexcept;
    virtual const char *what() const noexcept;
};
exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }

// Classes that are made without an argument, by inline constructors.
#define PLAIN(name, base)                                                                          \
    class name : public base {                                                                     \
    public:                                                                                        \
        ~name() noexcept override;                                                                 \
        const char *what() const noexcept override;                                                \
    };                                                                                             \
    name::~name() noexcept {}                                                                      \
    const char *name::what() const noexcept { return "std::" #name; }
PLAIN(bad_exception, exception)
PLAIN(bad_alloc, exception)
PLAIN(bad_array_new_length, bad_alloc)
PLAIN(bad_cast, exception)
PLAIN(bad_typeid, exception)
PLAIN(bad_function_call, exception)
PLAIN(bad_weak_ptr, exception)

#define WITH_TEXT(name, base)                                                                      \
    class name : public base {                                                                     \
    public:                                                                                        \
        explicit name(const char *);                                                               \
        explicit name(const string &);                                                             \
        name(const name &) noexcept;                                                               \
        name &operator=(const name &) noexcept;                                                    \
        ~name() noexcept override;                                                                 \
        const char *what() const noexcept override;                                                \
                                                                                                   \
    protected:                                                                                     \
        name() {}                                                                                  \
    };                                                                                             \
    MODEL name::name(const char *) { cxx_exception("C++ exception: std::" #name); }                \
    MODEL name::name(const string &) { cxx_exception("C++ exception: std::" #name); }              \
    MODEL name::name(const name &) noexcept { cxx_exception("C++ exception: std::" #name); }       \
    MODEL name &name::operator=(const name &) noexcept { cxx_exception("C++ exception: std::" #name); } \
    name::~name() noexcept {}                                                                      \
    const char *name::what() const noexcept { cxx_exception("C++ exception: std::" #name); }
WITH_TEXT(logic_error, exception)
WITH_TEXT(domain_error, logic_error)
WITH_TEXT(invalid_argument, logic_error)
WITH_TEXT(length_error, logic_error)
WITH_TEXT(out_of_range, logic_error)
WITH_TEXT(runtime_error, exception)
WITH_TEXT(range_error, runtime_error)
WITH_TEXT(overflow_error, runtime_error)
WITH_TEXT(underflow_error, runtime_error)

class system_error : public runtime_error {
public:
    ~system_error() noexcept override;
};
system_error::~system_error() noexcept {}

class future_error : public logic_error {
public:
    ~future_error() noexcept override;
    const char *what() const noexcept override;
};
future_error::~future_error() noexcept {}
const char *future_error::what() const noexcept { cxx_exception("C++ exception: std::future_error"); }

// ---- the state of handling: there is never one being handled ------------------------------------

MODEL bool uncaught_exception() noexcept { return false; }
MODEL int uncaught_exceptions() noexcept { return 0; }

namespace __exception_ptr {

// Always null.
class exception_ptr {
public:
    void *object;
    exception_ptr() noexcept;
    explicit exception_ptr(void *) noexcept;
    exception_ptr(const exception_ptr &) noexcept;
    ~exception_ptr() noexcept;
    exception_ptr &operator=(const exception_ptr &) noexcept;
    void swap(exception_ptr &) noexcept;
    void _M_addref() noexcept;
    void _M_release() noexcept;
};
MODEL exception_ptr::exception_ptr() noexcept : object(nullptr) {}
MODEL exception_ptr::exception_ptr(void *) noexcept { cxx_exception("C++ exceptions: std::exception_ptr"); }
MODEL exception_ptr::exception_ptr(const exception_ptr &) noexcept : object(nullptr) {}
MODEL exception_ptr::~exception_ptr() noexcept {}
MODEL exception_ptr &exception_ptr::operator=(const exception_ptr &) noexcept { return *this; }
MODEL void exception_ptr::swap(exception_ptr &) noexcept {}
MODEL void exception_ptr::_M_addref() noexcept {}
MODEL void exception_ptr::_M_release() noexcept {}

} // namespace __exception_ptr

using __exception_ptr::exception_ptr;
MODEL exception_ptr current_exception() noexcept { return {}; }
MODEL void rethrow_exception(exception_ptr) { cxx_exception("C++ exceptions: std::rethrow_exception"); }

class error_category;
MODEL const error_category &future_category() noexcept { cxx_exception("C++ exception: std::future_error"); }
inline namespace _V2 {
MODEL const error_category &generic_category() noexcept { cxx_exception("C++ error codes: std::generic_category"); }
MODEL const error_category &system_category() noexcept { cxx_exception("C++ error codes: std::system_category"); }
}

// ---- ends ---------------------------------------------------------------------------------------

typedef void (*terminate_handler)();
static terminate_handler on_terminate;

MODEL terminate_handler set_terminate(terminate_handler handler) noexcept {
    __heddle_mask();
    terminate_handler old = on_terminate;
    on_terminate = handler;
    return old;
}

MODEL terminate_handler get_terminate() noexcept {
    __heddle_mask();
    return on_terminate;
}

static NOINLINE terminate_handler handler_for_end() {
    __heddle_mask();
    return on_terminate;
}

// A program's handler ends it: with abort() as a rule, which is reported, but exit() would do as well.
MODEL void terminate() noexcept {
    terminate_handler handler = handler_for_end();
    if (handler)
        handler();
    __heddle_fail(HEDDLE_ASSERTION, "std::terminate() called");
}

} // namespace std

extern "C" MODEL void __cxa_init_primary_exception() { cxx_exception("C++ exceptions: std::make_exception_ptr"); }
