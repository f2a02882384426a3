// SPDX-License-Identifier: Apache-2.0
// Functions that no model can be honest about: a run that calls one ends there, and the verdict is
// unknown.
#include "rt.h"

#include <dlfcn.h>
#include <grp.h>
#include <link.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

// ---- other processes ----------------------------------------------------------------------------

#define FORK "a second process cannot be checked"
REFUSED(pid_t, fork, (void), FORK)
REFUSED(pid_t, vfork, (void), FORK)
REFUSED(pid_t, _Fork, (void), FORK)
REFUSED(int, daemon, (int keep_dir, int keep_files), FORK)
REFUSED(int, clone, (int (*start)(void *), void *stack, int flags, void *arg, ...), FORK)
REFUSED(int, unshare, (int flags), FORK)
REFUSED(int, posix_spawn,
        (pid_t *restrict process, const char *restrict path,
         const posix_spawn_file_actions_t *restrict actions, const posix_spawnattr_t *restrict attr,
         char *const argv[restrict], char *const env[restrict]),
        FORK)
REFUSED(int, posix_spawnp,
        (pid_t * process, const char *file, const posix_spawn_file_actions_t *actions,
         const posix_spawnattr_t *attr, char *const argv[], char *const env[]),
        FORK)
REFUSED(long, ptrace, (enum __ptrace_request request, ...), FORK)

#define EXEC "another program cannot be checked"
REFUSED(int, execl, (const char *path, const char *arg, ...), EXEC)
REFUSED(int, execlp, (const char *file, const char *arg, ...), EXEC)
REFUSED(int, execle, (const char *path, const char *arg, ...), EXEC)
REFUSED(int, execv, (const char *path, char *const argv[]), EXEC)
REFUSED(int, execve, (const char *path, char *const argv[], char *const env[]), EXEC)
REFUSED(int, execvp, (const char *file, char *const argv[]), EXEC)
REFUSED(int, execvpe, (const char *file, char *const argv[], char *const env[]), EXEC)
REFUSED(int, execveat,
        (int dir, const char *path, char *const argv[], char *const env[], int flags), EXEC)
REFUSED(int, fexecve, (int fd, char *const argv[], char *const env[]), EXEC)

// ---- signals from outside -----------------------------------------------------------------------

#define SIGNAL "no signal comes from outside"
REFUSED(int, signalfd, (int fd, const sigset_t *mask, int flags), SIGNAL)

// What a handler could do then is known to nobody, so no thread that it might interrupt counts as
// stuck before.
#define REFUSED_SIGNAL(result, name, parameters, why)                                              \
    MODEL result name parameters {                                                                 \
        __rt_signal_refuse(#name ": " why);                                                        \
        __rt_signal_may_come();                                                                    \
        return 0;                                                                                  \
    }
REFUSED_SIGNAL(int, killpg, (pid_t group, int sig), "signals to other processes are not modelled")
REFUSED_SIGNAL(int, sigqueue, (pid_t process, int sig, const union sigval value),
               "queued signals are not modelled")
REFUSED_SIGNAL(int, pthread_sigqueue, (pthread_t thread, int sig, const union sigval value),
               "queued signals are not modelled")

#define TIMER "timers are not modelled"
REFUSED_SIGNAL(int, timer_create, (clockid_t clock, struct sigevent *event, timer_t *timer), TIMER)
REFUSED(int, timer_delete, (timer_t timer), TIMER)
REFUSED(int, timer_settime,
        (timer_t timer, int flags, const struct itimerspec *new, struct itimerspec *old), TIMER)
REFUSED(int, timer_gettime, (timer_t timer, struct itimerspec *out), TIMER)
REFUSED(int, timer_getoverrun, (timer_t timer), TIMER)
REFUSED(int, timerfd_create, (clockid_t clock, int flags), TIMER)
REFUSED(int, timerfd_settime,
        (int fd, int flags, const struct itimerspec *new, struct itimerspec *old), TIMER)
REFUSED(int, timerfd_gettime, (int fd, struct itimerspec *out), TIMER)
#ifndef __LP64__
int __timer_settime64(timer_t timer, int flags, const void *new, void *old);
int __timer_gettime64(timer_t timer, void *out);
int __timerfd_settime64(int fd, int flags, const void *new, void *old);
int __timerfd_gettime64(int fd, void *out);
REFUSED(int, __timer_settime64, (timer_t timer, int flags, const void *new, void *old), TIMER)
REFUSED(int, __timer_gettime64, (timer_t timer, void *out), TIMER)
REFUSED(int, __timerfd_settime64, (int fd, int flags, const void *new, void *old), TIMER)
REFUSED(int, __timerfd_gettime64, (int fd, void *out), TIMER)
#endif

// ---- stacks, code and memory protection ---------------------------------------------------------

#define CONTEXT "switching stacks is not modelled"
REFUSED(int, getcontext, (ucontext_t * out), CONTEXT)
REFUSED(int, setcontext, (const ucontext_t *context), CONTEXT)
REFUSED(void, makecontext, (ucontext_t * context, void (*start)(void), int count, ...), CONTEXT)
REFUSED(int, swapcontext, (ucontext_t *restrict old, const ucontext_t *restrict new), CONTEXT)

#define LOADING "code cannot be loaded during a check"
REFUSED(void *, dlopen, (const char *file, int mode), LOADING)
REFUSED(void *, dlmopen, (Lmid_t space, const char *file, int mode), LOADING)
REFUSED(void *, dlsym, (void *restrict handle, const char *restrict name), LOADING)
REFUSED(void *, dlvsym,
        (void *restrict handle, const char *restrict name, const char *restrict version), LOADING)
REFUSED(int, dlclose, (void *handle), LOADING)
REFUSED(char *, dlerror, (void), LOADING)
REFUSED(int, dladdr, (const void *address, Dl_info *out), LOADING)
REFUSED(int, dlinfo, (void *restrict handle, int request, void *restrict arg), LOADING)
REFUSED(int, dl_iterate_phdr, (int (*callback)(struct dl_phdr_info *, size_t, void *), void *arg),
        LOADING)

REFUSED(int, prlimit,
        (pid_t process, enum __rlimit_resource resource, const struct rlimit *new,
         struct rlimit *old),
        "limits of processes are not modelled")

// ---- users --------------------------------------------------------------------------------------

#define USERS "the users of the system are not known"
REFUSED(struct passwd *, getpwnam, (const char *name), USERS)
REFUSED(struct passwd *, getpwuid, (uid_t id), USERS)
REFUSED(int, getpwnam_r,
        (const char *restrict name, struct passwd *restrict out, char *restrict buf, size_t size,
         struct passwd **restrict result),
        USERS)
REFUSED(int, getpwuid_r,
        (uid_t id, struct passwd *restrict out, char *restrict buf, size_t size,
         struct passwd **restrict result),
        USERS)
REFUSED(struct group *, getgrnam, (const char *name), USERS)
REFUSED(struct group *, getgrgid, (gid_t id), USERS)
