// SPDX-License-Identifier: Apache-2.0
// What a program can ask about itself and its system, and small requests to it: <unistd.h> without
// files, and parts of <sys/...>. The answers are fixed, and the verdict says so where a program
// looks at them (RT_WORLD), or unknown.
#include "rt.h"

#include <execinfo.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <stdio.h>
#include <syslog.h>
#include <unistd.h>

enum {
    PROCESS = 1000,
    PARENT = 999,
    USER_ID = 1000,
    PAGE = 4096,
    OPEN_MAX_FILES = 1024,
    CHILDREN_MAX = 4096
};

static int fail(int error) {
    errno = error;
    return -1;
}

// ---- the process --------------------------------------------------------------------------------

// The program's own number, where it is a number: unknown ones have no second copy.
static NOINLINE pid_t unknown_pid(void) {
    static int is_there;
    static pid_t pid;
    __heddle_mask();
    if (!is_there) {
        is_there = 1;
        pid = __heddle_unknown_32();
        if (__rt_has_nondet_range)
            __heddle_assume(pid > 0);
    }
    return pid;
}

static pid_t own_pid(void) {
    return RT_IS_UNKNOWN(PID) ? unknown_pid() : RT_GIVEN(pid_t, PROCESS, PID);
}

MODEL pid_t getpid(void) { return own_pid(); }
MODEL pid_t getppid(void) { return RT_WORLD(pid_t, PARENT, PID); }
MODEL pid_t getpgrp(void) { return own_pid(); }

// It is no look at the number of the program to hand it back.
static bool is_own(pid_t process) {
    long long bare = __heddle_number(process);
    return RT_IS_UNKNOWN(PID) ? process == 0 || process == own_pid() : bare == 0 || bare == PROCESS;
}

static pid_t if_own(pid_t process) { return is_own(process) ? own_pid() : fail(ESRCH); }
MODEL pid_t getpgid(pid_t process) { return if_own(process); }
MODEL pid_t getsid(pid_t process) { return if_own(process); }
MODEL pid_t setsid(void) { return fail(EPERM); } // the program leads its group already

MODEL int setpgid(pid_t process, pid_t group) {
    if (group < 0)
        return fail(EINVAL);
    if (!is_own(process))
        return fail(ESRCH);
    return is_own(group) ? 0 : fail(EPERM);
}

MODEL int setpgrp(void) { return 0; }

// Threads get their numbers when they first ask: different ones, in any order.
static int numbers_given;
static _Thread_local pid_t number;

static NOINLINE pid_t new_number(void) {
    __heddle_mask();
    return PROCESS + ++numbers_given;
}

MODEL pid_t gettid(void) {
    if (((struct rt_thread *)__heddle_self())->is_main)
        return own_pid();
    if (!number)
        number = new_number();
    return RT_WORLD(pid_t, number, PID);
}

// ---- users --------------------------------------------------------------------------------------

static unsigned user(void) { return RT_WORLD(unsigned, USER_ID, USER); }
MODEL uid_t getuid(void) { return user(); }
MODEL uid_t geteuid(void) { return user(); }
MODEL gid_t getgid(void) { return user(); }
MODEL gid_t getegid(void) { return user(); }

// Whoever may become somebody else is another user; so is root.
static int become(unsigned id) {
    if (RT_IS_UNKNOWN(USER) && __heddle_choose(2))
        return 0;
    return (int)RT_GIVEN(int, id == USER_ID ? 0 : fail(EPERM), USER);
}
static int become_unless_none(unsigned id) { return id == -1U ? 0 : become(id); }
static int become_all(unsigned a, unsigned b) {
    return become_unless_none(a) == 0 ? become_unless_none(b) : -1;
}
MODEL int setuid(uid_t id) { return become(id); }
MODEL int seteuid(uid_t id) { return become(id); }
MODEL int setgid(gid_t id) { return become(id); }
MODEL int setegid(gid_t id) { return become(id); }
MODEL int setreuid(uid_t real, uid_t effective) { return become_all(real, effective); }
MODEL int setregid(gid_t real, gid_t effective) { return become_all(real, effective); }

MODEL int getresuid(uid_t *real, uid_t *effective, uid_t *saved) {
    *real = *effective = *saved = user();
    return 0;
}

MODEL int getresgid(gid_t *real, gid_t *effective, gid_t *saved) {
    *real = *effective = *saved = user();
    return 0;
}

MODEL int getgroups(int size, gid_t *out) {
    if (size < 0)
        return fail(EINVAL);
    if (size > 0)
        out[0] = user();
    return RT_GIVEN(int, 1, USER);
}

MODEL char *getlogin(void) {
    errno = ENXIO;
    return (char *)RT_GIVEN(uintptr_t, 0, USER);
}

MODEL int getlogin_r(char *out, size_t size) {
    (void)out, (void)size;
    return RT_GIVEN(int, ENXIO, USER);
}

// ---- the system ---------------------------------------------------------------------------------

static long thread_limit(int name) {
    switch (name) {
    case _SC_THREADS:
    case _SC_THREAD_ATTR_STACKADDR:
    case _SC_THREAD_ATTR_STACKSIZE:
    case _SC_THREAD_PRIORITY_SCHEDULING:
    case _SC_THREAD_PROCESS_SHARED:
    case _SC_THREAD_SAFE_FUNCTIONS:
    case _SC_MONOTONIC_CLOCK:
    case _SC_TIMERS:
    case _SC_TIMEOUTS:
    case _SC_CPUTIME:
    case _SC_THREAD_CPUTIME:
    case _SC_SEMAPHORES:
    case _SC_BARRIERS:
    case _SC_SPIN_LOCKS:
    case _SC_READER_WRITER_LOCKS:
    case _SC_CLOCK_SELECTION:
    case _SC_MEMORY_PROTECTION:
    case _SC_MAPPED_FILES:
    case _SC_VERSION: return 200809;
    case _SC_THREAD_KEYS_MAX: return 1024;
    case _SC_THREAD_DESTRUCTOR_ITERATIONS: return 4;
    case _SC_THREAD_STACK_MIN: return 16384;
    case _SC_THREAD_THREADS_MAX: return -1; // no limit: errno stays
    case _SC_SEM_VALUE_MAX: return INT_MAX;
    case _SC_SEM_NSEMS_MAX: return -1;
    default: return fail(EINVAL);
    }
}

MODEL long sysconf(int name) {
    switch (name) {
    case _SC_NPROCESSORS_ONLN:
    case _SC_NPROCESSORS_CONF: return get_nprocs();
    case _SC_PAGESIZE: return PAGE;
    case _SC_PHYS_PAGES: return RT_WORLD(long, 262144, LIMITS);
    case _SC_AVPHYS_PAGES: return RT_WORLD(long, 131072, LIMITS);
    case _SC_CLK_TCK: return 100;
    case _SC_OPEN_MAX: return RT_WORLD(long, OPEN_MAX_FILES, LIMITS);
    case _SC_CHILD_MAX: return RT_WORLD(long, CHILDREN_MAX, LIMITS);
    case _SC_ARG_MAX: return RT_WORLD(long, 2097152, LIMITS);
    case _SC_IOV_MAX: return 1024;
    case _SC_NGROUPS_MAX: return 65536;
    case _SC_STREAM_MAX: return 16;
    case _SC_TZNAME_MAX: return 6;
    case _SC_HOST_NAME_MAX: return 64;
    case _SC_LOGIN_NAME_MAX: return 256;
    case _SC_TTY_NAME_MAX: return 32;
    case _SC_LINE_MAX: return 2048;
    case _SC_GETPW_R_SIZE_MAX:
    case _SC_GETGR_R_SIZE_MAX: return 1024;
    case _SC_SYMLOOP_MAX: return -1;
    case _SC_LEVEL1_DCACHE_LINESIZE: return 64;
    default: return thread_limit(name);
    }
}

MODEL long __sysconf(int name) { return sysconf(name); }
MODEL int getpagesize(void) { return PAGE; }
MODEL int getdtablesize(void) { return RT_WORLD(int, OPEN_MAX_FILES, LIMITS); }

static const char host_name[] = "localhost";

static void refuse_unknown_host(void) {
    if (RT_IS_UNKNOWN(HOST))
        __heddle_unsupported("the name of an unknown host");
}

MODEL int gethostname(char *out, size_t size) {
    refuse_unknown_host();
    for (size_t i = 0; i < size && i < sizeof host_name; i++)
        out[i] = RT_GIVEN(char, host_name[i], HOST);
    return RT_GIVEN(int, size >= sizeof host_name ? 0 : fail(ENAMETOOLONG), HOST);
}

MODEL int sethostname(const char *name, size_t size) {
    (void)name, (void)size;
    return fail(EPERM);
}

MODEL long gethostid(void) { return RT_WORLD(long, 0, HOST); }

static void give_text(char *text, size_t size) {
    for (size_t i = 0; i < size; i++)
        text[i] = RT_GIVEN(char, text[i], HOST);
}

// What all machines for which heddle checks programs have in common is no condition.
MODEL int uname(struct utsname *out) {
    refuse_unknown_host();
#ifdef __LP64__
    *out = (struct utsname){"Linux", "localhost", "6.1.0", "#1", "x86_64", "(none)"};
#else
    *out = (struct utsname){"Linux", "localhost", "6.1.0", "#1", "i686", "(none)"};
#endif
    give_text(out->nodename, sizeof host_name);
    give_text(out->release, sizeof "6.1.0");
    give_text(out->version, sizeof "#1");
    return 0;
}

// ---- limits -------------------------------------------------------------------------------------

// All ones means no limit, in both sizes.
static unsigned long long limit_of(int resource) {
    switch (resource) {
    case RLIMIT_NOFILE: return OPEN_MAX_FILES;
    case RLIMIT_STACK: return 8 << 20;
    case RLIMIT_NPROC: return CHILDREN_MAX;
    case RLIMIT_CORE: return 0;
    default: return ~0ULL;
    }
}

static int check_resource(int resource) {
    return resource >= 0 && resource < (int)RLIM_NLIMITS ? 0 : fail(EINVAL);
}

MODEL int getrlimit(__rlimit_resource_t resource, struct rlimit *out) {
    if (check_resource((int)resource) != 0)
        return -1;
    out->rlim_cur = out->rlim_max = RT_WORLD(rlim_t, limit_of((int)resource), LIMITS);
    return 0;
}

MODEL int setrlimit(__rlimit_resource_t resource, const struct rlimit *new) {
    if (check_resource((int)resource) != 0)
        return -1;
    return new->rlim_cur <= new->rlim_max ? 0 : fail(EINVAL);
}

MODEL int getrlimit64(__rlimit_resource_t resource, struct rlimit64 *out) {
    if (check_resource((int)resource) != 0)
        return -1;
    out->rlim_cur = out->rlim_max = RT_WORLD(rlim64_t, limit_of((int)resource), LIMITS);
    return 0;
}

MODEL int setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *new) {
    if (check_resource((int)resource) != 0)
        return -1;
    return new->rlim_cur <= new->rlim_max ? 0 : fail(EINVAL);
}

// ---- children: fork is refused, so there are none -----------------------------------------------

static int no_child(void) {
    __rt_cancel_point();
    return fail(ECHILD);
}

MODEL pid_t wait(int *status) {
    (void)status;
    return no_child();
}

MODEL pid_t waitpid(pid_t process, int *status, int options) {
    (void)process, (void)status, (void)options;
    return no_child();
}

MODEL pid_t wait3(int *status, int options, struct rusage *usage) {
    (void)status, (void)options, (void)usage;
    return no_child();
}

MODEL pid_t wait4(pid_t process, int *status, int options, struct rusage *usage) {
    (void)process, (void)status, (void)options, (void)usage;
    return no_child();
}

MODEL int waitid(idtype_t type, id_t id, siginfo_t *info, int options) {
    (void)type, (void)id, (void)info, (void)options;
    return no_child();
}

#ifndef __LP64__
pid_t __wait3_time64(int *status, int options, void *usage);
MODEL pid_t __wait3_time64(int *status, int options, void *usage) {
    (void)status, (void)options, (void)usage;
    return no_child();
}

pid_t __wait4_time64(pid_t process, int *status, int options, void *usage);
MODEL pid_t __wait4_time64(pid_t process, int *status, int options, void *usage) {
    (void)process, (void)status, (void)options, (void)usage;
    return no_child();
}
#endif

// ---- random bytes -------------------------------------------------------------------------------

// Unknown values, as wide as they fit: a program mostly asks for one number.
static void fill_unknown(char *out, size_t n) {
    for (; n >= 8; out += 8, n -= 8) {
        long long v = __heddle_unknown_64();
        __builtin_memcpy(out, &v, 8);
    }
    if (n >= 4) {
        int v = __heddle_unknown_32();
        __builtin_memcpy(out, &v, 4);
        out += 4, n -= 4;
    }
    if (n >= 2) {
        short v = __heddle_unknown_16();
        __builtin_memcpy(out, &v, 2);
        out += 2, n -= 2;
    }
    if (n == 1)
        *out = (char)__heddle_choose(256);
}

MODEL ssize_t getrandom(void *out, size_t n, unsigned flags) {
    if (flags & ~(GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE))
        return fail(EINVAL);
    __rt_cancel_maybe();
    fill_unknown(out, n);
    return (ssize_t)n;
}

MODEL int getentropy(void *out, size_t n) {
    if (n > 256)
        return fail(EIO);
    fill_unknown(out, n);
    return 0;
}

// ---- requests to the system ---------------------------------------------------------------------

MODEL long syscall(long number_of_call, ...) {
    switch (number_of_call) {
    case SYS_gettid: return gettid();
    case SYS_getpid: return getpid();
    case SYS_sched_yield: __heddle_yield(); return 0;
    default: __heddle_unsupported("syscall() of anything but gettid, getpid and sched_yield");
    }
}

enum { THREAD_NAME = 16 };

static int set_thread_name(const char *name) {
    char cut[THREAD_NAME] = "";
    for (int i = 0; i < THREAD_NAME - 1 && name[i]; i++)
        cut[i] = name[i];
    return pthread_setname_np(pthread_self(), cut);
}

MODEL int prctl(int option, ...) {
    va_list args;
    va_start(args, option);
    void *pointer = option == PR_SET_NAME || option == PR_GET_NAME ? va_arg(args, void *) : NULL;
    va_end(args);
    switch (option) {
    case PR_SET_NAME: return set_thread_name(pointer);
    case PR_GET_NAME: return pthread_getname_np(pthread_self(), pointer, THREAD_NAME);
    case PR_SET_PDEATHSIG:
    case PR_SET_DUMPABLE:
    case PR_SET_NO_NEW_PRIVS:
    case PR_SET_TIMERSLACK:
    case PR_SET_KEEPCAPS: return 0;
    default: __heddle_unsupported("prctl with this option");
    }
}

// ---- debugging and logging ----------------------------------------------------------------------

MODEL int backtrace(void **out, int size) {
    (void)out, (void)size;
    return 0;
}

MODEL char **backtrace_symbols(void *const *addresses, int size) {
    (void)addresses, (void)size;
    return calloc(1, sizeof(char *));
}

MODEL void backtrace_symbols_fd(void *const *addresses, int size, int fd) {
    (void)addresses, (void)size, (void)fd;
}

// The log goes nowhere, but what is logged is read, as formatting it would.
MODEL void openlog(const char *name, int option, int facility) {
    (void)option, (void)facility;
    __rt_cancel_maybe();
    if (name)
        (void)*(const volatile char *)name;
}
MODEL void closelog(void) { __rt_cancel_maybe(); }
MODEL int setlogmask(int mask) { return (void)mask, 0xff; }
MODEL void vsyslog(int priority, const char *fmt, va_list args) {
    (void)priority;
    __rt_cancel_maybe();
    struct rt_sink s;
    __rt_sink_to_fd(&s, RT_NOWHERE);
    __rt_format(&s, fmt, args);
    __rt_sink_end(&s);
}

MODEL void syslog(int priority, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    vsyslog(priority, fmt, args);
    va_end(args);
}

void __syslog_chk(int priority, int flag, const char *fmt, ...);
MODEL void __syslog_chk(int priority, int flag, const char *fmt, ...) {
    va_list args;
    (void)flag;
    va_start(args, fmt);
    vsyslog(priority, fmt, args);
    va_end(args);
}

void __vsyslog_chk(int priority, int flag, const char *fmt, va_list args);
MODEL void __vsyslog_chk(int priority, int flag, const char *fmt, va_list args) {
    (void)flag;
    vsyslog(priority, fmt, args);
}
