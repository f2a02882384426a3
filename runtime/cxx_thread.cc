// SPDX-License-Identifier: Apache-2.0
// std::thread, std::condition_variable, std::call_once and the lock of atomic operations on shared_ptr, over the models
// of pthreads.
#include "cxx_rt.h"

#include <sys/sysinfo.h>

#include <pthread.h>

namespace std {

[[noreturn]] void __throw_system_error(int error);

// ---- thread -------------------------------------------------------------------------------------

template <typename T> struct default_delete {};
template <typename T, typename Delete = default_delete<T>> struct unique_ptr {
    T *pointer;
    ~unique_ptr() { delete pointer; }
};

class thread {
public:
    struct _State {
        virtual ~_State();
        virtual void _M_run() = 0;
    };
    void join();
    void detach();
    static unsigned hardware_concurrency() noexcept;

private:
    pthread_t id;               // 0 if there is none
    void _M_start_thread(unique_ptr<_State> state, void (*)());
};

thread::_State::~_State() {}

static void *run(void *state) {
    unique_ptr<thread::_State> owner{(thread::_State *)state};
    owner.pointer->_M_run();
    return nullptr;
}

MODEL void thread::_M_start_thread(unique_ptr<_State> state, void (*)()) {
    int error = pthread_create(&id, nullptr, run, state.pointer);
    if (error)
        __throw_system_error(error);
    state.pointer = nullptr;
}

MODEL void thread::join() {
    int error = id ? pthread_join(id, nullptr) : EINVAL;
    if (error)
        __throw_system_error(error);
    id = 0;
}

MODEL void thread::detach() {
    int error = id ? pthread_detach(id) : EINVAL;
    if (error)
        __throw_system_error(error);
    id = 0;
}

// "Only a hint", says the standard.
MODEL unsigned thread::hardware_concurrency() noexcept { return (unsigned)get_nprocs(); }

// ---- condition_variable -------------------------------------------------------------------------

class mutex {
public:
    pthread_mutex_t native;
};

template <typename Mutex> class unique_lock {
public:
    Mutex *device;
    bool is_owner;
};

class condition_variable {
    pthread_cond_t native;

public:
    condition_variable() noexcept;
    ~condition_variable() noexcept;
    void notify_one() noexcept;
    void notify_all() noexcept;
    void wait(unique_lock<mutex> &lock);
};

MODEL condition_variable::condition_variable() noexcept { pthread_cond_init(&native, nullptr); }
MODEL condition_variable::~condition_variable() noexcept { pthread_cond_destroy(&native); }
MODEL void condition_variable::notify_one() noexcept { pthread_cond_signal(&native); }
MODEL void condition_variable::notify_all() noexcept { pthread_cond_broadcast(&native); }
MODEL void condition_variable::wait(unique_lock<mutex> &lock) { pthread_cond_wait(&native, &lock.device->native); }


// ---- call_once ----------------------------------------------------------------------------------
// The header leaves the function here and hands __once_proxy to pthread_once.

__thread void *__once_callable;
__thread void (*__once_call)();

extern "C" MODEL void __once_proxy() { __once_call(); }

// ---- atomic operations on shared_ptr ------------------------------------------------------------
// One lock for all. Its owner may take it again: a destructor that runs under it may use another shared_ptr, which in
// libstdc++ has (most often) another lock.

struct _Sp_locker {
    unsigned char key_1, key_2;
    explicit _Sp_locker(const void *p) noexcept;
    _Sp_locker(const void *p, const void *q) noexcept;
    ~_Sp_locker();
};

static struct {
    int count;
    int is_locked;
    void *owner;
} sp_lock;

static void sp_acquire() {
    if (sp_lock.owner != __heddle_self()) {
        rt_block(&sp_lock.is_locked, 0, HEDDLE_WAIT_OTHER, &sp_lock, &sp_lock.owner);
        sp_lock.is_locked = 1;
        sp_lock.owner = __heddle_self();
    }
    sp_lock.count++;
}

MODEL _Sp_locker::_Sp_locker(const void *) noexcept {
    __heddle_mask();
    key_1 = key_2 = 0;
    sp_acquire();
}

MODEL _Sp_locker::_Sp_locker(const void *, const void *) noexcept {
    __heddle_mask();
    key_1 = key_2 = 0;
    sp_acquire();
}

MODEL _Sp_locker::~_Sp_locker() {
    __heddle_mask();
    if (--sp_lock.count == 0) {
        sp_lock.owner = nullptr;
        sp_lock.is_locked = 0;
    }
}

} // namespace std
