// SPDX-License-Identifier: Apache-2.0
// Attributes of threads, and what can be set of threads that run. pthread.h.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <time.h>

static void *ends(void *arg) { return arg; }

static pthread_attr_t fresh(void) {
    pthread_attr_t a;
    pthread_attr_init(&a);
    return a;
}

static pthread_attr_t destroyed(void) {
    pthread_attr_t a;
    pthread_attr_init(&a);
    pthread_attr_destroy(&a);
    return a;
}

static pthread_t joined(void) {
    pthread_t t;
    pthread_create(&t, NULL, ends, NULL);
    pthread_join(t, NULL);
    return t;
}

// checks: the defaults
void pass_pthread_attr_init(void) {
    pthread_attr_t a;
    int state, scope, inherit, policy;
    assert(pthread_attr_init(&a) == 0);
    pthread_attr_getdetachstate(&a, &state);
    pthread_attr_getscope(&a, &scope);
    pthread_attr_getinheritsched(&a, &inherit);
    pthread_attr_getschedpolicy(&a, &policy);
    assert(state == PTHREAD_CREATE_JOINABLE && scope == PTHREAD_SCOPE_SYSTEM);
    assert(inherit == PTHREAD_INHERIT_SCHED && policy == SCHED_OTHER);
}

// violates: null-dereference: there is no object
void fail_pthread_attr_init(void) {
    pthread_attr_t *volatile none = NULL;
    pthread_attr_init(none);
}

// checks: an object can be initialised again
void pass_pthread_attr_destroy(void) {
    pthread_attr_t a = fresh();
    assert(pthread_attr_destroy(&a) == 0);
    assert(pthread_attr_init(&a) == 0);
    pthread_attr_destroy(&a);
}

// violates: mutex-misuse: a thread is created with destroyed attributes
void fail_pthread_attr_destroy(void) {
    pthread_attr_t a = destroyed();
    pthread_t t;
    pthread_create(&t, &a, ends, NULL);
}

// checks: both states; EINVAL for others
void pass_pthread_attr_setdetachstate(void) {
    pthread_attr_t a = fresh();
    pthread_t t;
    assert(pthread_attr_setdetachstate(&a, 7) == EINVAL);
    assert(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_create(&t, &a, ends, NULL) == 0);
    assert(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_JOINABLE) == 0);
    assert(pthread_create(&t, &a, ends, NULL) == 0);
    assert(pthread_join(t, NULL) == 0);
}

// violates: mutex-misuse: a thread that was created detached is joined
void fail_pthread_attr_setdetachstate(void) {
    pthread_attr_t a = fresh();
    pthread_t t;
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &a, ends, NULL);
    pthread_join(t, NULL);
}

// checks: what was set
void pass_pthread_attr_getdetachstate(void) {
    pthread_attr_t a = fresh();
    int state;
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    assert(pthread_attr_getdetachstate(&a, &state) == 0 && state == PTHREAD_CREATE_DETACHED);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_attr_getdetachstate(void) {
    pthread_attr_t a = destroyed();
    int state;
    pthread_attr_getdetachstate(&a, &state);
}

// ---- stacks -------------------------------------------------------------------------------------

// checks: sizes from 16 KiB; EINVAL below
void pass_pthread_attr_setstacksize(void) {
    pthread_attr_t a = fresh();
    size_t size;
    assert(pthread_attr_setstacksize(&a, 16383) == EINVAL);
    assert(pthread_attr_setstacksize(&a, 1 << 20) == 0);
    assert(pthread_attr_getstacksize(&a, &size) == 0 && size == 1 << 20);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_attr_setstacksize(void) {
    pthread_attr_t a = destroyed();
    pthread_attr_setstacksize(&a, 1 << 20);
}

// checks: the default is not 0
void pass_pthread_attr_getstacksize(void) {
    pthread_attr_t a = fresh();
    size_t size;
    assert(pthread_attr_getstacksize(&a, &size) == 0 && size >= 16384);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_attr_getstacksize(void) {
    pthread_attr_t a = destroyed();
    size_t size;
    pthread_attr_getstacksize(&a, &size);
}

// checks: what was set can be asked for
void pass_pthread_attr_setguardsize(void) {
    pthread_attr_t a = fresh();
    size_t size;
    assert(pthread_attr_setguardsize(&a, 8192) == 0);
    assert(pthread_attr_getguardsize(&a, &size) == 0 && size == 8192);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_attr_setguardsize(void) {
    pthread_attr_t a = destroyed();
    pthread_attr_setguardsize(&a, 8192);
}

// checks: the default is a page
void pass_pthread_attr_getguardsize(void) {
    pthread_attr_t a = fresh();
    size_t size;
    assert(pthread_attr_getguardsize(&a, &size) == 0 && size == 4096);
}

// violates: assertion: the default is not 0
void fail_pthread_attr_getguardsize(void) {
    pthread_attr_t a = fresh();
    size_t size;
    pthread_attr_getguardsize(&a, &size);
    assert(size == 0);
}

static char memory[1 << 16];

// checks: address and size are kept; EINVAL for a small stack
void pass_pthread_attr_setstack(void) {
    pthread_attr_t a = fresh();
    pthread_t t;
    assert(pthread_attr_setstack(&a, memory, 100) == EINVAL);
    assert(pthread_attr_setstack(&a, memory, sizeof memory) == 0);
    assert(pthread_create(&t, &a, ends, NULL) == 0);
    pthread_join(t, NULL);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_attr_setstack(void) {
    pthread_attr_t a = destroyed();
    pthread_attr_setstack(&a, memory, sizeof memory);
}

// checks: what was set
void pass_pthread_attr_getstack(void) {
    pthread_attr_t a = fresh();
    void *start;
    size_t size;
    pthread_attr_setstack(&a, memory, sizeof memory);
    assert(pthread_attr_getstack(&a, &start, &size) == 0);
    assert(start == memory && size == sizeof memory);
}

// violates: assertion: it is the lowest address of the stack
void fail_pthread_attr_getstack(void) {
    pthread_attr_t a = fresh();
    void *start;
    size_t size;
    pthread_attr_setstack(&a, memory, sizeof memory);
    pthread_attr_getstack(&a, &start, &size);
    assert(start == memory + sizeof memory);
}

// unknown: the address of a thread's stack
void refuse_pthread_attr_getstack(void) {
    pthread_attr_t a;
    void *start;
    size_t size;
    pthread_getattr_np(pthread_self(), &a);
    pthread_attr_getstack(&a, &start, &size);
}

// checks: the other end of the stack
void pass_pthread_attr_setstackaddr(void) {
    pthread_attr_t a = fresh();
    void *end;
    assert(pthread_attr_setstackaddr(&a, memory + sizeof memory) == 0);
    assert(pthread_attr_getstackaddr(&a, &end) == 0 && end == memory + sizeof memory);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_attr_setstackaddr(void) {
    pthread_attr_t a = destroyed();
    pthread_attr_setstackaddr(&a, memory);
}

// checks: the same end whichever function has set it
void pass_pthread_attr_getstackaddr(void) {
    pthread_attr_t a = fresh();
    void *end;
    pthread_attr_setstack(&a, memory, sizeof memory);
    assert(pthread_attr_getstackaddr(&a, &end) == 0 && end == memory + sizeof memory);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_attr_getstackaddr(void) {
    pthread_attr_t a = destroyed();
    void *end;
    pthread_attr_getstackaddr(&a, &end);
}

// ---- scheduling ---------------------------------------------------------------------------------

// checks: the system scope only; ENOTSUP and EINVAL otherwise
void pass_pthread_attr_setscope(void) {
    pthread_attr_t a = fresh();
    assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_SYSTEM) == 0);
    assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
    assert(pthread_attr_setscope(&a, 9) == EINVAL);
}

// violates: assertion: the process scope is not there
void fail_pthread_attr_setscope(void) {
    pthread_attr_t a = fresh();
    assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS) == 0);
}

// checks: the system scope
void pass_pthread_attr_getscope(void) {
    pthread_attr_t a = fresh();
    int scope;
    assert(pthread_attr_getscope(&a, &scope) == 0 && scope == PTHREAD_SCOPE_SYSTEM);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_attr_getscope(void) {
    pthread_attr_t a = destroyed();
    int scope;
    pthread_attr_getscope(&a, &scope);
}

// checks: both values; EINVAL for others
void pass_pthread_attr_setinheritsched(void) {
    pthread_attr_t a = fresh();
    int inherit;
    assert(pthread_attr_setinheritsched(&a, 5) == EINVAL);
    assert(pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED) == 0);
    assert(pthread_attr_getinheritsched(&a, &inherit) == 0 && inherit == PTHREAD_EXPLICIT_SCHED);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_attr_setinheritsched(void) {
    pthread_attr_t a = destroyed();
    pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED);
}

// checks: the default is to inherit
void pass_pthread_attr_getinheritsched(void) {
    pthread_attr_t a = fresh();
    int inherit;
    assert(pthread_attr_getinheritsched(&a, &inherit) == 0 && inherit == PTHREAD_INHERIT_SCHED);
}

// violates: assertion: the default is to inherit
void fail_pthread_attr_getinheritsched(void) {
    pthread_attr_t a = fresh();
    int inherit;
    pthread_attr_getinheritsched(&a, &inherit);
    assert(inherit == PTHREAD_EXPLICIT_SCHED);
}

// checks: three policies; EINVAL for others
void pass_pthread_attr_setschedpolicy(void) {
    pthread_attr_t a = fresh();
    assert(pthread_attr_setschedpolicy(&a, SCHED_FIFO) == 0);
    assert(pthread_attr_setschedpolicy(&a, SCHED_RR) == 0);
    assert(pthread_attr_setschedpolicy(&a, SCHED_OTHER) == 0);
    assert(pthread_attr_setschedpolicy(&a, 42) == EINVAL);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_attr_setschedpolicy(void) {
    pthread_attr_t a = destroyed();
    pthread_attr_setschedpolicy(&a, SCHED_RR);
}

// checks: what was set
void pass_pthread_attr_getschedpolicy(void) {
    pthread_attr_t a = fresh();
    int policy;
    pthread_attr_setschedpolicy(&a, SCHED_RR);
    assert(pthread_attr_getschedpolicy(&a, &policy) == 0 && policy == SCHED_RR);
}

// violates: assertion: what was set
void fail_pthread_attr_getschedpolicy(void) {
    pthread_attr_t a = fresh();
    int policy;
    pthread_attr_setschedpolicy(&a, SCHED_RR);
    pthread_attr_getschedpolicy(&a, &policy);
    assert(policy == SCHED_OTHER);
}

// checks: priorities that fit the policy; EINVAL for others
void pass_pthread_attr_setschedparam(void) {
    pthread_attr_t a = fresh();
    struct sched_param high = {.sched_priority = 50}, none = {.sched_priority = 0};
    assert(pthread_attr_setschedparam(&a, &none) == 0);
    assert(pthread_attr_setschedparam(&a, &high) == EINVAL);
    pthread_attr_setschedpolicy(&a, SCHED_FIFO);
    assert(pthread_attr_setschedparam(&a, &high) == 0);
    assert(pthread_attr_setschedparam(&a, &none) == EINVAL);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_attr_setschedparam(void) {
    pthread_attr_t a = destroyed();
    struct sched_param none = {.sched_priority = 0};
    pthread_attr_setschedparam(&a, &none);
}

// checks: what was set
void pass_pthread_attr_getschedparam(void) {
    pthread_attr_t a = fresh();
    struct sched_param high = {.sched_priority = 50}, got;
    pthread_attr_setschedpolicy(&a, SCHED_FIFO);
    pthread_attr_setschedparam(&a, &high);
    assert(pthread_attr_getschedparam(&a, &got) == 0 && got.sched_priority == 50);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_attr_getschedparam(void) {
    pthread_attr_t a = destroyed();
    struct sched_param got;
    pthread_attr_getschedparam(&a, &got);
}

static cpu_set_t processor(int n) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(n, &set);
    return set;
}

// checks: what was set can be asked for
void pass_pthread_attr_setaffinity_np(void) {
    pthread_attr_t a = fresh();
    cpu_set_t set = processor(0), got;
    assert(pthread_attr_setaffinity_np(&a, sizeof set, &set) == 0);
    assert(pthread_attr_getaffinity_np(&a, sizeof got, &got) == 0);
    assert(CPU_ISSET(0, &got) && !CPU_ISSET(1, &got));
}

// violates: out-of-bounds: the set is smaller than said
void fail_pthread_attr_setaffinity_np(void) {
    pthread_attr_t a = fresh();
    cpu_set_t set = processor(0);
    pthread_attr_setaffinity_np(&a, sizeof set + 8, &set);
}

// checks: all processors if nothing was set; EINVAL if the set has no room
void pass_pthread_attr_getaffinity_np(void) {
    pthread_attr_t a = fresh();
    cpu_set_t set = processor(100), got;
    assert(pthread_attr_getaffinity_np(&a, sizeof got, &got) == 0 && CPU_ISSET(0, &got));
    pthread_attr_setaffinity_np(&a, sizeof set, &set);
    assert(pthread_attr_getaffinity_np(&a, 8, &got) == EINVAL);
}

// violates: assertion: only the processors that were set
void fail_pthread_attr_getaffinity_np(void) {
    pthread_attr_t a = fresh();
    cpu_set_t set = processor(0), got;
    pthread_attr_setaffinity_np(&a, sizeof set, &set);
    pthread_attr_getaffinity_np(&a, sizeof got, &got);
    assert(CPU_ISSET(1, &got));
}

// checks: no mask can be set
void pass_pthread_attr_setsigmask_np(void) {
    pthread_attr_t a = fresh();
    assert(pthread_attr_setsigmask_np(&a, NULL) == 0);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_attr_setsigmask_np(void) {
    pthread_attr_t a = destroyed();
    pthread_attr_setsigmask_np(&a, NULL);
}

// unknown: pthread_attr_setsigmask_np
void refuse_pthread_attr_setsigmask_np(void) {
    pthread_attr_t a = fresh();
    sigset_t set;
    memset(&set, 0, sizeof set);
    pthread_attr_setsigmask_np(&a, &set);
}

// checks: no mask was set
void pass_pthread_attr_getsigmask_np(void) {
    pthread_attr_t a = fresh();
    sigset_t set;
    assert(pthread_attr_getsigmask_np(&a, &set) == PTHREAD_ATTR_NO_SIGMASK_NP);
}

// violates: assertion: no mask was set
void fail_pthread_attr_getsigmask_np(void) {
    pthread_attr_t a = fresh();
    sigset_t set;
    assert(pthread_attr_getsigmask_np(&a, &set) == 0);
}

// ---- threads that run ---------------------------------------------------------------------------

// checks: priorities that fit the policy; EINVAL for others
void pass_pthread_setschedparam(void) {
    struct sched_param none = {.sched_priority = 0}, high = {.sched_priority = 7};
    assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &none) == 0);
    assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &high) == EINVAL);
    assert(pthread_setschedparam(pthread_self(), 42, &none) == EINVAL);
}

// violates: mutex-misuse: the thread was joined
void fail_pthread_setschedparam(void) {
    struct sched_param none = {.sched_priority = 0};
    pthread_setschedparam(joined(), SCHED_OTHER, &none);
}

// checks: what was set; at first SCHED_OTHER
void pass_pthread_getschedparam(void) {
    struct sched_param got;
    int policy;
    assert(pthread_getschedparam(pthread_self(), &policy, &got) == 0);
    assert(policy == SCHED_OTHER && got.sched_priority == 0);
}

// violates: mutex-misuse: the thread was joined
void fail_pthread_getschedparam(void) {
    struct sched_param got;
    int policy;
    pthread_getschedparam(joined(), &policy, &got);
}

// checks: priorities that fit the policy; EINVAL for others
void pass_pthread_setschedprio(void) {
    assert(pthread_setschedprio(pthread_self(), 0) == 0);
    assert(pthread_setschedprio(pthread_self(), 5) == EINVAL);
}

// violates: mutex-misuse: the thread was joined
void fail_pthread_setschedprio(void) { pthread_setschedprio(joined(), 0); }

// checks: what was set can be asked for; EINVAL for no processor at all
void pass_pthread_setaffinity_np(void) {
    cpu_set_t set = processor(0), got, none;
    CPU_ZERO(&none);
    assert(pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0);
    assert(pthread_getaffinity_np(pthread_self(), sizeof got, &got) == 0);
    assert(CPU_ISSET(0, &got) && !CPU_ISSET(1, &got));
    assert(pthread_setaffinity_np(pthread_self(), sizeof none, &none) == EINVAL);
}

// violates: mutex-misuse: the thread was joined
void fail_pthread_setaffinity_np(void) {
    cpu_set_t set = processor(0);
    pthread_setaffinity_np(joined(), sizeof set, &set);
}

// checks: at first any processor
void pass_pthread_getaffinity_np(void) {
    cpu_set_t got;
    assert(pthread_getaffinity_np(pthread_self(), sizeof got, &got) == 0);
    assert(CPU_ISSET(0, &got) || CPU_ISSET(1, &got) || CPU_ISSET(2, &got) || CPU_ISSET(3, &got));
}

// violates: out-of-bounds: the set is smaller than said
void fail_pthread_getaffinity_np(void) {
    cpu_set_t got;
    pthread_getaffinity_np(pthread_self(), sizeof got + 8, &got);
}

// checks: the detach state of a thread that runs
void pass_pthread_getattr_np(void) {
    pthread_attr_t a;
    int state;
    assert(pthread_getattr_np(pthread_self(), &a) == 0);
    assert(pthread_attr_getdetachstate(&a, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
    pthread_attr_destroy(&a);
}

// violates: mutex-misuse: the thread was joined
void fail_pthread_getattr_np(void) {
    pthread_attr_t a;
    pthread_getattr_np(joined(), &a);
}

// checks: a clock
void pass_pthread_getcpuclockid(void) {
    clockid_t clock;
    assert(pthread_getcpuclockid(pthread_self(), &clock) == 0);
}

// violates: mutex-misuse: the thread was joined
void fail_pthread_getcpuclockid(void) {
    clockid_t clock;
    pthread_getcpuclockid(joined(), &clock);
}

// checks: the defaults
void pass_pthread_getattr_default_np(void) {
    pthread_attr_t a;
    int state;
    assert(pthread_getattr_default_np(&a) == 0);
    assert(pthread_attr_getdetachstate(&a, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
}

// violates: assertion: threads are joinable by default
void fail_pthread_getattr_default_np(void) {
    pthread_attr_t a;
    int state;
    pthread_getattr_default_np(&a);
    pthread_attr_getdetachstate(&a, &state);
    assert(state == PTHREAD_CREATE_DETACHED);
}

// checks: what was set can be asked for; EINVAL for a stack address
void pass_pthread_setattr_default_np(void) {
    pthread_attr_t a = fresh(), got;
    size_t size;
    pthread_attr_setstacksize(&a, 1 << 20);
    assert(pthread_setattr_default_np(&a) == 0);
    assert(pthread_getattr_default_np(&got) == 0);
    assert(pthread_attr_getstacksize(&got, &size) == 0 && size == 1 << 20);
    pthread_attr_setstack(&a, memory, sizeof memory);
    assert(pthread_setattr_default_np(&a) == EINVAL);
}

// unknown: pthread_setattr_default_np that makes threads detached
void refuse_pthread_setattr_default_np(void) {
    pthread_attr_t a = fresh();
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    pthread_setattr_default_np(&a);
}

// violates: mutex-misuse: the attributes were destroyed
void fail_pthread_setattr_default_np(void) {
    pthread_attr_t a = destroyed();
    pthread_setattr_default_np(&a);
}

// checks: any level from 0; EINVAL below
void pass_pthread_setconcurrency(void) {
    assert(pthread_setconcurrency(-1) == EINVAL);
    assert(pthread_setconcurrency(3) == 0 && pthread_getconcurrency() == 3);
}

// violates: assertion: a level below 0 is refused
void fail_pthread_setconcurrency(void) { assert(pthread_setconcurrency(-1) == 0); }

// checks: 0 at first
void pass_pthread_getconcurrency(void) { assert(pthread_getconcurrency() == 0); }

// violates: assertion: the level that was set
void fail_pthread_getconcurrency(void) {
    pthread_setconcurrency(4);
    assert(pthread_getconcurrency() == 0);
}
