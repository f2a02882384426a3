// SPDX-License-Identifier: Apache-2.0
// Signals that a program sends to itself. What would have to come from outside is in refused.c.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

static int calls, last;

static void count(int sig) {
    calls++;
    last = sig;
}

static sigset_t set_of(int sig) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, sig);
    return set;
}

// ---- sets -----------------------------------------------------------------------------------------

// checks: afterwards nothing is in it
void pass_sigemptyset(void) {
    sigset_t set;
    assert(sigemptyset(&set) == 0 && sigismember(&set, SIGINT) == 0 && sigismember(&set, SIGRTMAX) == 0);
}

// violates: null-dereference: there is no set
void fail_sigemptyset(void) {
    sigset_t *none = NULL;
    sigemptyset(none);
}

// checks: afterwards everything is in it
void pass_sigfillset(void) {
    sigset_t set;
    assert(sigfillset(&set) == 0 && sigismember(&set, SIGINT) == 1 && sigismember(&set, SIGRTMAX) == 1);
}

// violates: assertion: a full set is not empty
void fail_sigfillset(void) {
    sigset_t set;
    sigfillset(&set);
    assert(!sigismember(&set, SIGTERM));
}

// checks: only that signal is added; EINVAL
void pass_sigaddset(void) {
    sigset_t set;
    sigemptyset(&set);
    assert(sigaddset(&set, SIGRTMAX) == 0 && sigismember(&set, SIGRTMAX) == 1 && sigismember(&set, SIGINT) == 0);
    assert(sigaddset(&set, 0) == -1 && errno == EINVAL && sigaddset(&set, 65) == -1);
}

// violates: uninitialized: the set was never made empty
// options: --property uninitialized
void fail_sigaddset(void) {
    sigset_t set;
    sigaddset(&set, SIGINT);
    assert(sigismember(&set, SIGTERM) == 0);
}

// checks: only that signal is taken out; EINVAL
void pass_sigdelset(void) {
    sigset_t set;
    sigfillset(&set);
    assert(sigdelset(&set, SIGINT) == 0 && sigismember(&set, SIGINT) == 0 && sigismember(&set, SIGTERM) == 1);
    assert(sigdelset(&set, -1) == -1 && errno == EINVAL);
}

// violates: assertion: the signal is not in the set any more
void fail_sigdelset(void) {
    sigset_t set;
    sigfillset(&set);
    sigdelset(&set, SIGINT);
    assert(sigismember(&set, SIGINT));
}

// checks: 1, 0, and EINVAL
void pass_sigismember(void) {
    sigset_t set = set_of(SIGUSR1);
    assert(sigismember(&set, SIGUSR1) == 1 && sigismember(&set, SIGUSR2) == 0);
    assert(sigismember(&set, 1000) == -1 && errno == EINVAL);
}

// violates: assertion: the result of an error is not 0
void fail_sigismember(void) {
    sigset_t set = set_of(SIGUSR1);
    assert(!sigismember(&set, 1000));
}

// checks: tells an empty set
void pass_sigisemptyset(void) {
    sigset_t set = set_of(SIGUSR1);
    assert(!sigisemptyset(&set));
    sigemptyset(&set);
    assert(sigisemptyset(&set));
}

// violates: assertion: a set with one signal is not empty
void fail_sigisemptyset(void) {
    sigset_t set = set_of(SIGRTMAX);
    assert(sigisemptyset(&set));
}

// checks: what is in both
void pass_sigandset(void) {
    sigset_t all, one = set_of(SIGUSR1), out;
    sigfillset(&all);
    assert(sigandset(&out, &all, &one) == 0 && sigismember(&out, SIGUSR1) && !sigismember(&out, SIGUSR2));
}

// violates: assertion: what is in one of them only is not in the result
void fail_sigandset(void) {
    sigset_t a = set_of(SIGUSR1), b = set_of(SIGUSR2), out;
    sigandset(&out, &a, &b);
    assert(sigismember(&out, SIGUSR1));
}

// checks: what is in one of them
void pass_sigorset(void) {
    sigset_t a = set_of(SIGUSR1), b = set_of(SIGUSR2), out;
    assert(sigorset(&out, &a, &b) == 0 && sigismember(&out, SIGUSR1) && sigismember(&out, SIGUSR2));
}

// violates: assertion: what is in one of them is in the result
void fail_sigorset(void) {
    sigset_t a = set_of(SIGUSR1), b = set_of(SIGUSR2), out;
    sigorset(&out, &a, &b);
    assert(!sigismember(&out, SIGUSR2));
}

// ---- handlers -------------------------------------------------------------------------------------

// checks: returns the handler before; it stays for the next signal; EINVAL
void pass_signal(void) {
    assert(signal(SIGUSR1, count) == SIG_DFL);
    raise(SIGUSR1);
    raise(SIGUSR1);
    assert(calls == 2 && last == SIGUSR1);
    assert(signal(SIGUSR1, SIG_IGN) == count);
    raise(SIGUSR1);
    assert(calls == 2);
    assert(signal(SIGKILL, count) == SIG_ERR && errno == EINVAL && signal(0, count) == SIG_ERR);
}

// violates: assertion: the handler is called in the thread that raises the signal, before raise returns
void fail_signal(void) {
    signal(SIGTERM, count);
    raise(SIGTERM);
    assert(calls == 0);
}

static void *raise_it(void *arg) {
    raise(SIGUSR1);
    return arg;
}

// violates: assertion|data-race: handlers of two threads run at the same time
void fail_signal__threads(void) {
    pthread_t t;
    signal(SIGUSR1, count);
    pthread_create(&t, NULL, raise_it, NULL);
    raise(SIGUSR1);
    pthread_join(t, NULL);
    assert(calls == 2);
}

// checks: the handler goes with the first signal
void pass_sysv_signal(void) {
    assert(sysv_signal(SIGCHLD, count) == SIG_DFL);
    raise(SIGCHLD);
    raise(SIGCHLD);
    assert(calls == 1);
    assert(sysv_signal(SIGSTOP, count) == SIG_ERR && errno == EINVAL);
}

// violates: assertion: the handler does not stay
void fail_sysv_signal(void) {
    sysv_signal(SIGCHLD, count);
    raise(SIGCHLD);
    assert(signal(SIGCHLD, SIG_DFL) == count);
}

static int code, from;

static void with_info(int sig, siginfo_t *info, void *context) {
    (void)context;
    assert(info->si_signo == sig);
    code = info->si_code;
    from = info->si_pid;
}

// checks: the old action is returned; SA_SIGINFO tells who sent the signal; SA_RESETHAND
void pass_sigaction(void) {
    struct sigaction action = {.sa_sigaction = with_info, .sa_flags = SA_SIGINFO}, old;
    assert(sigaction(SIGUSR1, &action, &old) == 0 && old.sa_handler == SIG_DFL);
    kill(getpid(), SIGUSR1);
    assert(code == SI_USER && from == getpid());
    assert(sigaction(SIGUSR1, NULL, &old) == 0 && old.sa_sigaction == with_info && old.sa_flags & SA_SIGINFO);
    struct sigaction once = {.sa_handler = count, .sa_flags = SA_RESETHAND};
    assert(sigaction(SIGCHLD, &once, NULL) == 0);
    raise(SIGCHLD);
    raise(SIGCHLD);
    assert(calls == 1);
}

// checks: EINVAL
void pass_sigaction__errors(void) {
    struct sigaction action = {.sa_handler = count};
    assert(sigaction(SIGKILL, &action, NULL) == -1 && errno == EINVAL);
    errno = 0;
    assert(sigaction(100, NULL, &action) == -1 && errno == EINVAL);
}

static int order[2], filled;

static void first(int sig) {
    (void)sig;
    raise(SIGUSR2);
    order[filled++] = 1;
}

static void second(int sig) {
    (void)sig;
    order[filled++] = 2;
}

// checks: another signal can be handled while a handler runs
void pass_sigaction__nested(void) {
    struct sigaction a = {.sa_handler = first}, b = {.sa_handler = second};
    sigaction(SIGUSR1, &a, NULL);
    sigaction(SIGUSR2, &b, NULL);
    raise(SIGUSR1);
    assert(filled == 2 && order[0] == 2);
}

static void block(int a, int b) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, a);
    sigaddset(&set, b);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

static void unblock_all(void) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

// checks: a signal that begins to be ignored is pending no longer, by SIG_IGN or by what SIG_DFL means for it
void pass_sigaction__ignored(void) {
    struct sigaction ignore = {.sa_handler = SIG_IGN}, handle = {.sa_handler = count};
    block(SIGUSR1, SIGCHLD);
    raise(SIGUSR1);
    sigaction(SIGCHLD, &handle, NULL);
    raise(SIGCHLD);
    sigaction(SIGUSR1, &ignore, NULL);
    signal(SIGCHLD, SIG_DFL);
    sigset_t set;
    sigpending(&set);
    assert(!sigismember(&set, SIGUSR1) && !sigismember(&set, SIGCHLD));
    sigaction(SIGUSR1, &handle, NULL);
    sigaction(SIGCHLD, &handle, NULL);
    unblock_all();
    assert(calls == 0);
}

// checks: who only asks for the action drops nothing
void pass_sigaction__asked(void) {
    struct sigaction now;
    sigset_t set;
    block(SIGCHLD, SIGCHLD);
    raise(SIGCHLD);
    assert(sigaction(SIGCHLD, NULL, &now) == 0 && now.sa_handler == SIG_DFL);
    sigpending(&set);
    assert(sigismember(&set, SIGCHLD));
}

static void *ignore_usr1(void *arg) {
    signal(SIGUSR1, SIG_IGN);
    return arg;
}

// unknown: wait for another thread while it begins to be ignored
void refuse_sigaction__ignored_by_another(void) {
    pthread_t t;
    block(SIGUSR1, SIGUSR1);
    raise(SIGUSR1);
    pthread_create(&t, NULL, ignore_usr1, NULL);
    pthread_join(t, NULL);
}

// violates: assertion: a handler sees what the code that it interrupts did
void fail_sigaction(void) {
    struct sigaction a = {.sa_handler = second};
    sigaction(SIGUSR2, &a, NULL);
    first(0);
    assert(order[0] == 1);
}

// checks: afterwards the signal does nothing; EINVAL
void pass_sigignore(void) {
    assert(sigignore(SIGTERM) == 0);
    raise(SIGTERM);
    assert(signal(SIGTERM, SIG_DFL) == SIG_IGN);
    assert(sigignore(SIGKILL) == -1 && errno == EINVAL);
}

// violates: assertion: without it the signal ends the program, with it the program goes on
void fail_sigignore(void) {
    sigignore(SIGTERM);
    raise(SIGTERM);
    assert(0);
}

// checks: success, and EINVAL
void pass_siginterrupt(void) {
    assert(siginterrupt(SIGINT, 1) == 0);
    assert(siginterrupt(1000, 1) == -1 && errno == EINVAL);
}

// violates: assertion: afterwards the handler ends a wait
void fail_siginterrupt__wait(void) {
    sem_t s;
    sem_init(&s, 0, 0);
    signal(SIGALRM, count);
    siginterrupt(SIGALRM, 1);
    alarm(1);
    assert(sem_wait(&s) == 0 || errno != EINTR);
}

// violates: assertion: not every number is a signal
void fail_siginterrupt(void) {
    assert(siginterrupt(1000, 1) == 0);
}

// ---- masks ----------------------------------------------------------------------------------------

// checks: a blocked signal waits until it is unblocked; the old mask is returned; EINVAL
void pass_sigprocmask(void) {
    sigset_t set = set_of(SIGUSR1), old;
    signal(SIGUSR1, count);
    assert(sigprocmask(SIG_BLOCK, &set, &old) == 0 && !sigismember(&old, SIGUSR1));
    raise(SIGUSR1);
    raise(SIGUSR1);
    assert(calls == 0);
    assert(sigprocmask(SIG_UNBLOCK, &set, &old) == 0 && sigismember(&old, SIGUSR1));
    assert(calls == 1);
    assert(sigprocmask(77, &set, NULL) == -1 && errno == EINVAL);
    assert(sigprocmask(77, NULL, &old) == 0 && !sigismember(&old, SIGUSR1));
}

// checks: SIG_SETMASK puts one mask in the place of the other; SIGKILL cannot be blocked
void pass_sigprocmask__set(void) {
    sigset_t a = set_of(SIGUSR1), b = set_of(SIGUSR2), old;
    sigaddset(&a, SIGKILL);
    sigprocmask(SIG_BLOCK, &a, NULL);
    assert(sigprocmask(SIG_SETMASK, &b, &old) == 0 && sigismember(&old, SIGUSR1) && !sigismember(&old, SIGKILL));
    assert(sigprocmask(SIG_SETMASK, NULL, &old) == 0 && !sigismember(&old, SIGUSR1) && sigismember(&old, SIGUSR2));
}

// violates: assertion: a blocked signal is not handled
void fail_sigprocmask(void) {
    sigset_t set = set_of(SIGUSR1);
    signal(SIGUSR1, count);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1);
    assert(calls == 1);
}

static void *block_own(void *arg) {
    sigset_t set = set_of(SIGUSR1), old;
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1);
    pthread_sigmask(SIG_SETMASK, &set, NULL);
    pthread_sigmask(SIG_BLOCK, NULL, &old);
    assert(sigismember(&old, SIGUSR1) == 1);
    return arg;
}

// checks: each thread has its own mask; the error is the result
void pass_pthread_sigmask(void) {
    pthread_t t;
    sigset_t set;
    signal(SIGUSR1, count);
    pthread_create(&t, NULL, block_own, NULL);
    pthread_join(t, NULL);
    assert(calls == 0);
    assert(pthread_sigmask(SIG_BLOCK, NULL, &set) == 0 && !sigismember(&set, SIGUSR1));
    assert(pthread_sigmask(77, &set, NULL) == EINVAL);
}

// violates: assertion: a blocked signal is not handled
void fail_pthread_sigmask(void) {
    sigset_t set = set_of(SIGUSR1);
    signal(SIGUSR1, count);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1);
    assert(calls == 1);
}

// checks: blocks one signal; EINVAL
void pass_sighold(void) {
    signal(SIGUSR1, count);
    assert(sighold(SIGUSR1) == 0);
    raise(SIGUSR1);
    assert(calls == 0);
    assert(sighold(1000) == -1 && errno == EINVAL);
}

// violates: assertion: a blocked signal is not handled
void fail_sighold(void) {
    signal(SIGUSR1, count);
    sighold(SIGUSR1);
    raise(SIGUSR1);
    assert(calls == 1);
}

// checks: unblocks one signal, which is handled then; EINVAL
void pass_sigrelse(void) {
    signal(SIGUSR1, count);
    sighold(SIGUSR1);
    raise(SIGUSR1);
    assert(sigrelse(SIGUSR1) == 0 && calls == 1);
    assert(sigrelse(1000) == -1 && errno == EINVAL);
}

// violates: assertion: a signal that waited is handled
void fail_sigrelse(void) {
    signal(SIGUSR1, count);
    sighold(SIGUSR1);
    raise(SIGUSR1);
    sigrelse(SIGUSR1);
    assert(calls == 0);
}

// checks: tells the blocked signals that wait
void pass_sigpending(void) {
    sigset_t set = set_of(SIGUSR1), waiting;
    assert(sigpending(&waiting) == 0 && !sigismember(&waiting, SIGUSR1));
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1);
    assert(sigpending(&waiting) == 0 && sigismember(&waiting, SIGUSR1) && !sigismember(&waiting, SIGUSR2));
}

// violates: assertion: a signal that was raised while it was blocked waits
void fail_sigpending(void) {
    sigset_t set = set_of(SIGUSR1), waiting;
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1);
    sigpending(&waiting);
    assert(!sigismember(&waiting, SIGUSR1));
}

// ---- sending --------------------------------------------------------------------------------------

static int last;

static void note(int sig) { last = sig; }

static void two_at_once(void) {
    signal(SIGUSR1, note);
    signal(SIGUSR2, note);
    block(SIGUSR1, SIGUSR2);
    raise(SIGUSR1);
    raise(SIGUSR2);
    unblock_all();
}

// violates: assertion: of two that wait the second may be handled first
void fail_raise__order(void) {
    two_at_once();
    assert(last == SIGUSR2);
}

// violates: assertion: or the first
void fail_raise__other_order(void) {
    two_at_once();
    assert(last == SIGUSR1);
}

// checks: a signal that stops the program and SIGCONT do not wait together
void pass_raise__continue(void) {
    sigset_t set;
    block(SIGTSTP, SIGCONT);
    raise(SIGTSTP);
    raise(SIGCONT);
    sigpending(&set);
    assert(!sigismember(&set, SIGTSTP) && sigismember(&set, SIGCONT));
    raise(SIGTSTP);
    sigpending(&set);
    assert(sigismember(&set, SIGTSTP) && !sigismember(&set, SIGCONT));
    sigignore(SIGTSTP);
}

// checks: the handler has run when raise returns; signals that are ignored do nothing; EINVAL
void pass_raise(void) {
    signal(SIGINT, count);
    assert(raise(SIGINT) == 0 && calls == 1);
    assert(raise(SIGCHLD) == 0 && raise(SIGURG) == 0);
    assert(raise(1000) != 0 && errno == EINVAL);
}

static int depth;

static void raise_again(int sig) {
    assert(depth++ == 0);
    calls++;
    if (calls == 1)
        raise(sig);
    depth--;
}

// checks: a signal that its handler sends waits until the handler returns
void pass_raise__in_handler(void) {
    signal(SIGINT, raise_again);
    raise(SIGINT);
    assert(calls == 2);
}

// checks: the signal 0 is none
void pass_raise__nothing(void) { assert(raise(0) == 0 && calls == 0); }

// checks: a signal without a handler ends the program
void pass_raise__default(void) {
    raise(SIGTERM);
    assert(0);
}

// violates: assertion: SIGABRT is what abort() sends
void fail_raise(void) {
    raise(SIGABRT);
}

// unknown: a signal that stops the program
void refuse_raise__stop(void) {
    raise(SIGSTOP);
}

// checks: a signal to the program itself; signal 0 only asks whether it exists; EINVAL
void pass_kill(void) {
    signal(SIGUSR1, count);
    assert(kill(getpid(), SIGUSR1) == 0 && calls == 1);
    assert(kill(getpid(), 0) == 0);
    assert(kill(getpid(), 1000) == -1 && errno == EINVAL);
}

// violates: assertion: the handler runs before kill returns
void fail_kill(void) {
    signal(SIGUSR1, count);
    kill(getpid(), SIGUSR1);
    assert(calls == 0);
}

// unknown: kill of another process
void refuse_kill__other(void) {
    kill(1, SIGTERM);
}

static void *kill_all(void *arg) {
    kill(getpid(), SIGUSR1);
    return arg;
}

// unknown: a signal to another thread
void refuse_kill__thread(void) {
    pthread_t t;
    signal(SIGUSR1, count);
    pthread_create(&t, NULL, kill_all, NULL);
    pthread_join(t, NULL);
}

static void *nothing(void *arg) { return arg; }

// checks: a signal to the calling thread; signal 0 asks only; EINVAL is the result
void pass_pthread_kill(void) {
    pthread_t t;
    signal(SIGUSR1, count);
    assert(pthread_kill(pthread_self(), SIGUSR1) == 0 && calls == 1);
    pthread_create(&t, NULL, nothing, NULL);
    assert(pthread_kill(t, 0) == 0 && pthread_kill(t, SIGCHLD) == 0 && pthread_kill(pthread_self(), 1000) == EINVAL);
    pthread_join(t, NULL);
}

// violates: mutex-misuse: the thread was joined
void fail_pthread_kill(void) {
    pthread_t t;
    pthread_create(&t, NULL, nothing, NULL);
    pthread_join(t, NULL);
    pthread_kill(t, 0);
}

// unknown: a signal to another thread
void refuse_pthread_kill__other(void) {
    pthread_t t;
    signal(SIGUSR1, count);
    pthread_create(&t, NULL, nothing, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
}

// checks: a signal to the calling thread; EINVAL
void pass_tgkill(void) {
    signal(SIGUSR1, count);
    assert(tgkill(getpid(), gettid(), SIGUSR1) == 0 && calls == 1);
    assert(tgkill(getpid(), gettid(), 1000) == -1 && errno == EINVAL);
}

// violates: assertion: the handler has run
void fail_tgkill(void) {
    signal(SIGUSR1, count);
    tgkill(getpid(), gettid(), SIGUSR1);
    assert(calls == 0);
}

// ---- waiting --------------------------------------------------------------------------------------

static void make_pending(int sig) {
    sigset_t set = set_of(sig);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(sig);
}

// checks: takes a signal that waits, without its handler
void pass_sigwait(void) {
    sigset_t set = set_of(SIGUSR1);
    int sig = 0;
    signal(SIGUSR1, count);
    make_pending(SIGUSR1);
    assert(sigwait(&set, &sig) == 0 && sig == SIGUSR1 && calls == 0);
    assert(sigpending(&set) == 0 && !sigismember(&set, SIGUSR1));
}

// violates: assertion: the signal that it takes is that of the set
void fail_sigwait(void) {
    sigset_t set = set_of(SIGUSR2);
    int sig = 0;
    make_pending(SIGUSR1);
    make_pending(SIGUSR2);
    sigwait(&set, &sig);
    assert(sig == SIGUSR1);
}

// checks: takes the signal of a timer
void pass_sigwait__alarm(void) {
    sigset_t set = set_of(SIGALRM);
    int sig = 0;
    sigprocmask(SIG_BLOCK, &set, NULL);
    alarm(1);
    assert(sigwait(&set, &sig) == 0 && sig == SIGALRM);
    assert(alarm(0) == 0);
}

// unknown: sigwait for a signal that would have to come from outside
void refuse_sigwait__nothing(void) {
    sigset_t set = set_of(SIGUSR1);
    int sig;
    sigwait(&set, &sig);
}

// checks: returns the signal and tells where it came from
void pass_sigwaitinfo(void) {
    sigset_t set = set_of(SIGUSR1);
    siginfo_t info;
    make_pending(SIGUSR1);
    assert(sigwaitinfo(&set, &info) == SIGUSR1 && info.si_signo == SIGUSR1 && info.si_pid == getpid());
}

// violates: assertion: the result is the signal, not 0
void fail_sigwaitinfo(void) {
    sigset_t set = set_of(SIGUSR1);
    make_pending(SIGUSR1);
    assert(sigwaitinfo(&set, NULL) == 0);
}

// checks: a signal that waits; EAGAIN if none comes; EINVAL
void pass_sigtimedwait(void) {
    sigset_t set = set_of(SIGUSR1);
    struct timespec t = {0, 1000}, bad = {0, -1};
    make_pending(SIGUSR1);
    assert(sigtimedwait(&set, NULL, &t) == SIGUSR1);
    assert(sigtimedwait(&set, NULL, &t) == -1 && errno == EAGAIN);
    assert(sigtimedwait(&set, NULL, &bad) == -1 && errno == EINVAL);
}

// violates: assertion: no signal comes
void fail_sigtimedwait(void) {
    sigset_t set = set_of(SIGUSR1);
    struct timespec t = {1, 0};
    assert(sigtimedwait(&set, NULL, &t) == SIGUSR1);
}

// ---- timers ---------------------------------------------------------------------------------------

// checks: there was no alarm before; without a handler the signal can only end the program; 0 takes the alarm back
void pass_alarm(void) {
    assert(alarm(100) == 0);
    sleep(200);
    alarm(0);
    assert(alarm(0) == 0);
    signal(SIGALRM, count);
    sleep(200);
    assert(calls == 0);
}

// violates: assertion: there was no alarm before
void fail_alarm(void) {
    assert(alarm(100) > 0);
}

// violates: assertion: the handler runs
void fail_alarm__handler(void) {
    signal(SIGALRM, count);
    alarm(1);
    sleep(3);
    assert(calls == 0);
}

// unknown: a handler of SIGALRM while a timer runs
void refuse_alarm__handler(void) {
    signal(SIGALRM, count);
    alarm(1);
}

// unknown: a handler of SIGALRM while a timer runs
void refuse_alarm__handler_later(void) {
    alarm(1);
    signal(SIGALRM, count);
}

// checks: there was no alarm before
void pass_ualarm(void) {
    assert(ualarm(900000, 0) == 0);
}

// violates: assertion: there was no alarm before
void fail_ualarm(void) {
    assert(ualarm(900000, 0) > 0);
}

// checks: no timer runs; EINVAL
void pass_getitimer(void) {
    struct itimerval t;
    assert(getitimer(ITIMER_REAL, &t) == 0 && t.it_value.tv_sec == 0 && t.it_interval.tv_usec == 0);
    assert(getitimer(77, &t) == -1 && errno == EINVAL);
}

// violates: null-dereference: there is nowhere to put the value
void fail_getitimer(void) {
    struct itimerval *nowhere = NULL;
    getitimer(ITIMER_REAL, nowhere);
}

// checks: success, and no timer before; EINVAL
void pass_setitimer(void) {
    struct itimerval t = {.it_value = {100, 0}}, old;
    assert(setitimer(ITIMER_REAL, &t, &old) == 0 && old.it_value.tv_sec == 0);
    assert(setitimer(77, &t, NULL) == -1 && errno == EINVAL);
}

// violates: assertion: no timer was set before
void fail_setitimer(void) {
    struct itimerval t = {.it_value = {100, 0}}, old;
    setitimer(ITIMER_REAL, &t, &old);
    assert(old.it_value.tv_sec > 0);
}

// violates: assertion: the handler runs again and again
void fail_setitimer__repeated(void) {
    struct itimerval t = {.it_value = {1, 0}, .it_interval = {1, 0}};
    signal(SIGALRM, count);
    setitimer(ITIMER_REAL, &t, NULL);
    sleep(1);
    sleep(1);
    assert(calls < 2);
}

// unknown: setitimer with ITIMER_VIRTUAL or ITIMER_PROF
void refuse_setitimer__profile(void) {
    struct itimerval t = {.it_value = {1, 0}};
    setitimer(ITIMER_PROF, &t, NULL);
}

// checks: the signal ends the program
void pass_pause(void) {
    alarm(1);
    pause();
    assert(0);
}

// violates: assertion: it returns when a handler has run
void fail_pause(void) {
    signal(SIGALRM, count);
    alarm(1);
    assert(pause() == -1 && errno == EINTR && calls > 0);
    assert(0);
}

// unknown: pause: no signal comes from outside
void refuse_pause(void) {
    pause();
}

// checks: the signal ends the program
void pass_sigsuspend(void) {
    sigset_t alarms = set_of(SIGALRM), none = set_of(0);
    sigprocmask(SIG_BLOCK, &alarms, NULL);
    alarm(1);
    sigsuspend(&none);
    assert(0);
}

// violates: assertion: a handler runs during the call, and only then
void fail_sigsuspend(void) {
    sigset_t alarms = set_of(SIGALRM), none = set_of(0);
    sigprocmask(SIG_BLOCK, &alarms, NULL);
    signal(SIGALRM, count);
    alarm(1);
    sleep(2);
    assert(sigsuspend(&none) == -1 && errno == EINTR);
    assert(calls == 0);
}

// unknown: sigsuspend: no signal comes from outside
void refuse_sigsuspend(void) {
    sigset_t none = set_of(0);
    sigsuspend(&none);
}

// checks: there is no other stack
void pass_sigaltstack(void) {
    stack_t old;
    assert(sigaltstack(NULL, &old) == 0 && old.ss_flags == SS_DISABLE);
}

// violates: assertion: there is no other stack
void fail_sigaltstack(void) {
    stack_t old;
    sigaltstack(NULL, &old);
    assert(old.ss_flags == 0);
}
