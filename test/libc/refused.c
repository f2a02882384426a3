// SPDX-License-Identifier: Apache-2.0
// Functions that no model can be honest about.
#define _GNU_SOURCE
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

static char *const words[] = {(char *)"x", NULL};

// unknown: fork: a second process cannot be checked
void refuse_fork(void) {
    fork();
}

// unknown: vfork: a second process cannot be checked
void refuse_vfork(void) {
    if (vfork() == 0)
        _exit(0);
}

// unknown: _Fork: a second process cannot be checked
void refuse__Fork(void) {
    _Fork();
}

// unknown: daemon: a second process cannot be checked
void refuse_daemon(void) {
    (void)!daemon(0, 0);
}

// unknown: clone: a second process cannot be checked
void refuse_clone(void) {
    static char stack[4096];
    clone(NULL, stack + sizeof stack, 0, NULL);
}

// unknown: unshare: a second process cannot be checked
void refuse_unshare(void) {
    unshare(CLONE_FILES);
}

// unknown: posix_spawn: a second process cannot be checked
void refuse_posix_spawn(void) {
    pid_t child;
    posix_spawn(&child, "/bin/x", NULL, NULL, words, words);
}

// unknown: posix_spawnp: a second process cannot be checked
void refuse_posix_spawnp(void) {
    pid_t child;
    posix_spawnp(&child, "x", NULL, NULL, words, words);
}

// unknown: ptrace: a second process cannot be checked
void refuse_ptrace(void) {
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
}

// unknown: execl: another program cannot be checked
void refuse_execl(void) {
    execl("/bin/x", "x", NULL);
}

// unknown: execlp: another program cannot be checked
void refuse_execlp(void) {
    execlp("x", "x", NULL);
}

// unknown: execle: another program cannot be checked
void refuse_execle(void) {
    execle("/bin/x", "x", NULL, words);
}

// unknown: execv: another program cannot be checked
void refuse_execv(void) {
    execv("/bin/x", words);
}

// unknown: execve: another program cannot be checked
void refuse_execve(void) {
    execve("/bin/x", words, words);
}

// unknown: execvp: another program cannot be checked
void refuse_execvp(void) {
    execvp("x", words);
}

// unknown: execvpe: another program cannot be checked
void refuse_execvpe(void) {
    execvpe("x", words, words);
}

// unknown: execveat: another program cannot be checked
void refuse_execveat(void) {
    execveat(3, "x", words, words, 0);
}

// unknown: fexecve: another program cannot be checked
void refuse_fexecve(void) {
    fexecve(3, words, words);
}

// unknown: signalfd: no signal comes from outside
void refuse_signalfd(void) {
    sigset_t set;
    sigemptyset(&set);
    signalfd(-1, &set, 0);
}

// unknown: killpg: signals to other processes are not modelled
void refuse_killpg(void) {
    killpg(1, SIGTERM);
}

// unknown: sigqueue: queued signals are not modelled
void refuse_sigqueue(void) {
    union sigval value = {.sival_int = 1};
    sigqueue(getpid(), SIGUSR1, value);
}

// unknown: pthread_sigqueue: queued signals are not modelled
void refuse_pthread_sigqueue(void) {
    union sigval value = {.sival_int = 1};
    pthread_sigqueue(pthread_self(), SIGUSR1, value);
}

// unknown: timer_create: timers are not modelled
void refuse_timer_create(void) {
    timer_t timer;
    timer_create(CLOCK_REALTIME, NULL, &timer);
}

// unknown: timer_delete: timers are not modelled
void refuse_timer_delete(void) {
    timer_delete(0);
}

// unknown: timer_settime: timers are not modelled
void refuse_timer_settime(void) {
    struct itimerspec t = {0};
    timer_settime(0, 0, &t, NULL);
}

// unknown: timer_gettime: timers are not modelled
void refuse_timer_gettime(void) {
    struct itimerspec t;
    timer_gettime(0, &t);
}

// unknown: timer_getoverrun: timers are not modelled
void refuse_timer_getoverrun(void) {
    timer_getoverrun(0);
}

// unknown: timerfd_create: timers are not modelled
void refuse_timerfd_create(void) {
    timerfd_create(CLOCK_MONOTONIC, 0);
}

// unknown: timerfd_settime: timers are not modelled
void refuse_timerfd_settime(void) {
    struct itimerspec t = {0};
    timerfd_settime(3, 0, &t, NULL);
}

// unknown: timerfd_gettime: timers are not modelled
void refuse_timerfd_gettime(void) {
    struct itimerspec t;
    timerfd_gettime(3, &t);
}

// unknown: getcontext: switching stacks is not modelled
void refuse_getcontext(void) {
    ucontext_t c;
    getcontext(&c);
}

// unknown: setcontext: switching stacks is not modelled
void refuse_setcontext(void) {
    static ucontext_t c;
    setcontext(&c);
}

// unknown: makecontext: switching stacks is not modelled
void refuse_makecontext(void) {
    static ucontext_t c;
    makecontext(&c, NULL, 0);
}

// unknown: swapcontext: switching stacks is not modelled
void refuse_swapcontext(void) {
    static ucontext_t c, d;
    swapcontext(&c, &d);
}

// unknown: dlopen: code cannot be loaded during a check
void refuse_dlopen(void) {
    dlopen("x.so", RTLD_NOW);
}

// unknown: dlmopen: code cannot be loaded during a check
void refuse_dlmopen(void) {
    dlmopen(LM_ID_NEWLM, "x.so", RTLD_NOW);
}

// unknown: dlsym: code cannot be loaded during a check
void refuse_dlsym(void) {
    dlsym(RTLD_DEFAULT, "main");
}

// unknown: dlvsym: code cannot be loaded during a check
void refuse_dlvsym(void) {
    dlvsym(RTLD_DEFAULT, "main", "V1");
}

// unknown: dlclose: code cannot be loaded during a check
void refuse_dlclose(void) {
    dlclose(NULL);
}

// unknown: dlerror: code cannot be loaded during a check
void refuse_dlerror(void) {
    dlerror();
}

// unknown: dladdr: code cannot be loaded during a check
void refuse_dladdr(void) {
    Dl_info info;
    dladdr(words, &info);
}

// unknown: dlinfo: code cannot be loaded during a check
void refuse_dlinfo(void) {
    dlinfo(NULL, RTLD_DI_LMID, NULL);
}

// unknown: dl_iterate_phdr: code cannot be loaded during a check
void refuse_dl_iterate_phdr(void) {
    dl_iterate_phdr(NULL, NULL);
}

// unknown: prlimit: limits of processes are not modelled
void refuse_prlimit(void) {
    struct rlimit l;
    prlimit(0, RLIMIT_CORE, NULL, &l);
}

// unknown: getpwnam: the users of the system are not known
void refuse_getpwnam(void) {
    getpwnam("root");
}

// unknown: getpwuid: the users of the system are not known
void refuse_getpwuid(void) {
    getpwuid(0);
}

// unknown: getpwnam_r: the users of the system are not known
void refuse_getpwnam_r(void) {
    struct passwd p, *result;
    char text[100];
    getpwnam_r("root", &p, text, sizeof text, &result);
}

// unknown: getpwuid_r: the users of the system are not known
void refuse_getpwuid_r(void) {
    struct passwd p, *result;
    char text[100];
    getpwuid_r(0, &p, text, sizeof text, &result);
}

// unknown: getgrnam: the users of the system are not known
void refuse_getgrnam(void) {
    getgrnam("root");
}

// unknown: getgrgid: the users of the system are not known
void refuse_getgrgid(void) {
    getgrgid(0);
}
