// SPDX-License-Identifier: Apache-2.0
// <signal.h>. No signal ever comes from outside, and none from one thread to another: a signal is what the program
// sends to itself, or what a timer sends. raise() runs the handler in the calling thread before it returns; that is all it
// means. For timers see below.
//
// Each thread has its own mask. A new thread would begin with the mask of its creator, which is not known here: what a
// thread asks about signals that another one has blocked, and that it did not block or unblock itself, is refused.
#include "clock.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
#include <ucontext.h>
#include <unistd.h>

typedef unsigned long long signals;     // bit n-1 is signal n

enum { LAST_SIGNAL = 64, INTERNAL_FIRST = 32, INTERNAL_LAST = 33 };     // glibc keeps those two for itself

static int fail(int error) {
    errno = error;
    return -1;
}

static bool is_signal(int sig) {
    return sig >= 1 && sig <= LAST_SIGNAL && (sig < INTERNAL_FIRST || sig > INTERNAL_LAST);
}

static signals bit(int sig) { return 1ULL << (sig - 1); }
static signals unblockable(void) { return bit(SIGKILL) | bit(SIGSTOP); }

MODEL int __libc_current_sigrtmin(void) { return INTERNAL_LAST + 1; }
MODEL int __libc_current_sigrtmax(void) { return LAST_SIGNAL; }

// ---- sets ---------------------------------------------------------------------------------------

enum { WORD_BITS = 8 * sizeof(long), SET_WORDS = sizeof(sigset_t) / sizeof(long) };

static signals get_set(const sigset_t *set) {
    signals all = 0;
    for (int i = 0; i < 64 / WORD_BITS; i++)
        all |= (signals)set->__val[i] << (i * WORD_BITS);
    return all;
}

static void put_set(sigset_t *set, signals all) {
    for (int i = 0; i < SET_WORDS; i++)
        set->__val[i] = i < 64 / WORD_BITS ? (unsigned long)(all >> (i * WORD_BITS)) : 0;
}

MODEL int sigemptyset(sigset_t *set) {
    put_set(set, 0);
    return 0;
}

MODEL int sigfillset(sigset_t *set) {
    for (int i = 0; i < SET_WORDS; i++)
        set->__val[i] = ~0UL;
    for (int sig = INTERNAL_FIRST; sig <= INTERNAL_LAST; sig++)
        set->__val[(sig - 1) / WORD_BITS] &= ~(1UL << (sig - 1) % WORD_BITS);
    return 0;
}

MODEL int sigaddset(sigset_t *set, int sig) {
    if (!is_signal(sig))
        return fail(EINVAL);
    set->__val[(sig - 1) / WORD_BITS] |= 1UL << (sig - 1) % WORD_BITS;
    return 0;
}

MODEL int sigdelset(sigset_t *set, int sig) {
    if (!is_signal(sig))
        return fail(EINVAL);
    set->__val[(sig - 1) / WORD_BITS] &= ~(1UL << (sig - 1) % WORD_BITS);
    return 0;
}

MODEL int sigismember(const sigset_t *set, int sig) {
    if (sig < 1 || sig > LAST_SIGNAL)
        return fail(EINVAL);
    return set->__val[(sig - 1) / WORD_BITS] >> (sig - 1) % WORD_BITS & 1;
}

MODEL int sigisemptyset(const sigset_t *set) {
    for (int i = 0; i < SET_WORDS; i++)
        if (set->__val[i])
            return 0;
    return 1;
}

MODEL int sigandset(sigset_t *out, const sigset_t *a, const sigset_t *b) {
    for (int i = 0; i < SET_WORDS; i++)
        out->__val[i] = a->__val[i] & b->__val[i];
    return 0;
}

MODEL int sigorset(sigset_t *out, const sigset_t *a, const sigset_t *b) {
    for (int i = 0; i < SET_WORDS; i++)
        out->__val[i] = a->__val[i] | b->__val[i];
    return 0;
}

// ---- actions ------------------------------------------------------------------------------------

union handler {
    void (*plain)(int);
    void (*with_info)(int, siginfo_t *, void *);
};

// Not inline, so that the compiler cannot make one comparison of addresses as numbers out of two.
static NOINLINE bool is_handler(sighandler_t handler, sighandler_t which) { return handler == which; }

static bool is_function(sighandler_t handler) { return !is_handler(handler, SIG_DFL) && !is_handler(handler, SIG_IGN); }

struct action {
    union handler handler;
    int flags;
    signals mask;
};

// Those that were ever set, sorted by signal: the same actions make the same state.
static struct entry {
    struct entry *next;
    int sig;
    struct action action;
} *entries;

static struct entry **place_of(int sig) {
    struct entry **at = &entries;
    while (*at && (*at)->sig < sig)
        at = &(*at)->next;
    return at;
}

static struct action action_of(int sig) {
    struct entry *e = *place_of(sig);
    return e && e->sig == sig ? e->action : (struct action){{SIG_DFL}, 0, 0};
}

static void set_action(int sig, struct action action) {
    struct entry **at = place_of(sig);
    if (!*at || (*at)->sig != sig) {
        struct entry *e = __heddle_alloc(sizeof *e, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
        e->sig = sig;
        e->next = *at;
        *at = e;
    }
    (*at)->action = action;
}

static NOINLINE struct action exchange_action(int sig, const struct action *new) {
    __heddle_mask();
    struct action old = action_of(sig);
    if (new)
        set_action(sig, *new);
    return old;
}

static bool may_set(int sig) { return is_signal(sig) && sig != SIGKILL && sig != SIGSTOP; }

static void check_timer_handler(int sig);

MODEL int sigaction(int sig, const struct sigaction *restrict new, struct sigaction *restrict old) {
    if (!is_signal(sig) || (new && !may_set(sig)))
        return fail(EINVAL);
    struct action action;
    if (new)
        action = (struct action){{new->sa_handler}, new->sa_flags, get_set(&new->sa_mask)};
    struct action before = exchange_action(sig, new ? &action : NULL);
    check_timer_handler(sig);
    if (old) {
        *old = (struct sigaction){0};
        old->sa_handler = before.handler.plain;
        old->sa_flags = before.flags;
        put_set(&old->sa_mask, before.mask);
    }
    return 0;
}

static sighandler_t set_handler(int sig, sighandler_t handler, int flags) {
    if (!may_set(sig) || handler == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    struct action action = {{handler}, flags, flags & SA_NODEFER ? 0 : bit(sig)};
    sighandler_t before = exchange_action(sig, &action).handler.plain;
    check_timer_handler(sig);
    return before;
}

MODEL sighandler_t signal(int sig, sighandler_t handler) { return set_handler(sig, handler, SA_RESTART); }

// The handler goes with the first signal: what signal() means in programs that ask for System V.
MODEL sighandler_t sysv_signal(int sig, sighandler_t handler) {
    return set_handler(sig, handler, SA_RESETHAND | SA_NODEFER);
}
sighandler_t __sysv_signal(int sig, sighandler_t handler);
MODEL sighandler_t __sysv_signal(int sig, sighandler_t handler) { return sysv_signal(sig, handler); }

MODEL int sigignore(int sig) { return set_handler(sig, SIG_IGN, 0) == SIG_ERR ? -1 : 0; }

MODEL int siginterrupt(int sig, int flag) {
    (void)flag;
    return is_signal(sig) ? 0 : fail(EINVAL);
}

// ---- masks --------------------------------------------------------------------------------------

static _Thread_local struct {
    signals blocked;            // by the thread
    signals known;              // blocked or unblocked by the thread: not as its creator left it
    signals handling;           // blocked because handlers have not returned
    signals pending;
} mine;

static signals ever_blocked;    // by any thread

static bool is_main(void) { return ((struct rt_thread *)__heddle_self())->is_main; }

static NOINLINE void check_known(signals asked) {
    __heddle_mask();
    if (!is_main() && (asked & ~mine.known & ever_blocked))
        __heddle_unsupported("the signal mask of a thread whose creator may have blocked signals");
}

static NOINLINE void block(signals set) {
    __heddle_mask();
    if (set & ~ever_blocked)
        ever_blocked |= set;
}

static void deliver_pending(void);

static int change_mask(int how, const sigset_t *set, sigset_t *old) {
    signals new = set ? get_set(set) & ~unblockable() : 0;
    if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
        return EINVAL;
    if (old) {
        check_known(~0ULL);
        put_set(old, mine.blocked | mine.handling);
    }
    if (!set)
        return 0;
    mine.known |= how == SIG_SETMASK ? ~0ULL : new;
    if (how != SIG_UNBLOCK)
        block(new);
    if (how == SIG_SETMASK) {
        mine.blocked = new;
        mine.handling = 0;
    } else if (how == SIG_BLOCK) {
        mine.blocked |= new;
    } else {
        mine.blocked &= ~new;
        mine.handling &= ~new;
    }
    deliver_pending();
    return 0;
}

MODEL int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    return change_mask(how, set, old);
}

MODEL int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    int error = change_mask(how, set, old);
    return error ? fail(error) : 0;
}

static int change_one(int how, int sig) {
    if (!is_signal(sig))
        return fail(EINVAL);
    sigset_t set;
    put_set(&set, bit(sig));
    return change_mask(how, &set, NULL);
}

MODEL int sighold(int sig) { return change_one(SIG_BLOCK, sig); }
MODEL int sigrelse(int sig) { return change_one(SIG_UNBLOCK, sig); }

static void note_timer(void);

MODEL int sigpending(sigset_t *set) {
    note_timer();
    put_set(set, mine.pending);
    return 0;
}

// ---- sending ------------------------------------------------------------------------------------

static bool is_ignored_by_default(int sig) {
    return sig == SIGCHLD || sig == SIGURG || sig == SIGWINCH || sig == SIGCONT;
}

static void default_action(int sig) {
    if (is_ignored_by_default(sig))
        return;
    if (sig == SIGABRT)
        abort();
    if (sig == SIGSTOP || sig == SIGTSTP || sig == SIGTTIN || sig == SIGTTOU)
        __heddle_unsupported("a signal that stops the program");
    __heddle_exit(128 + sig);   // as the shell shows a program that was killed
}

// Takes the action for a signal that has arrived; the handler goes if it was for one time only.
static NOINLINE struct action take_action(int sig) {
    __heddle_mask();
    struct action action = action_of(sig);
    if ((action.flags & SA_RESETHAND) && is_function(action.handler.plain))
        set_action(sig, (struct action){{SIG_DFL}, 0, 0});
    return action;
}

static void call_with_info(struct action *action, int sig, int code) {
    siginfo_t info = {.si_signo = sig, .si_code = code};
    info.si_pid = getpid();
    info.si_uid = getuid();
    ucontext_t context;         // with nothing in it: whoever looks finds uninitialised memory
    action->handler.with_info(sig, &info, &context);
}

// Runs unmasked, like any code of the program's. While it runs its signal is blocked; what it changes of the mask is
// undone when it returns.
static void run_handler(struct action *action, int sig, int code) {
    signals blocked = mine.blocked, handling = mine.handling;
    mine.handling |= action->mask | (action->flags & SA_NODEFER ? 0 : bit(sig));
    if (action->flags & SA_SIGINFO)
        call_with_info(action, sig, code);
    else
        action->handler.plain(sig);
    mine.blocked = blocked;
    mine.handling = handling;
}

static void arrive(int sig, int code) {
    struct action action = take_action(sig);
    if (is_handler(action.handler.plain, SIG_DFL))
        default_action(sig);
    else if (is_function(action.handler.plain))
        run_handler(&action, sig, code);
}

static void deliver_pending(void) {
    for (;;) {
        signals ready = mine.pending & ~mine.blocked & ~mine.handling;
        if (!ready)
            return;
        int sig = __builtin_ctzll(ready) + 1;
        mine.pending &= ~bit(sig);
        arrive(sig, SI_TKILL);
    }
}

// Whether a handler was left by a jump, which would unblock its signal, cannot be seen.
static void send_to_self(int sig, int code) {
    check_known(bit(sig));
    if (mine.handling & bit(sig))
        __heddle_unsupported("a signal sent by a thread whose handler for it has not returned");
    if (mine.blocked & bit(sig)) {
        mine.pending |= bit(sig);
    } else {
        arrive(sig, code);
        deliver_pending();
    }
}

// A signal to another thread: it matters which one only if there is a handler, or a mask.
static NOINLINE bool is_for_all(int sig) {
    __heddle_mask();
    return !is_function(action_of(sig).handler.plain) && !(ever_blocked & bit(sig));
}

static void send_to_other(int sig) {
    if (!is_for_all(sig))
        __heddle_unsupported("a signal to another thread");
    arrive(sig, SI_TKILL);
}

MODEL int raise(int sig) {
    if (sig == 0)
        return 0;               // nothing is sent
    if (!is_signal(sig))
        return fail(EINVAL);
    send_to_self(sig, SI_TKILL);
    return 0;
}

// The system gives a signal to the whole program to the first thread if that does not block it.
MODEL int kill(pid_t process, int sig) {
    if (process != getpid())
        __heddle_unsupported("kill of another process");
    if (sig != 0 && !is_signal(sig))
        return fail(EINVAL);
    if (sig != 0 && is_main())
        send_to_self(sig, SI_USER);
    else if (sig != 0)
        send_to_other(sig);
    return 0;
}

// As in glibc, whatever is sent to a thread that has ended is lost without an error.
MODEL int pthread_kill(pthread_t thread, int sig) {
    struct rt_thread *t = (struct rt_thread *)thread;
    bool is_self = t == __heddle_self();
    if (!is_self && t->mode == RT_JOINED)
        rt_misuse("pthread_kill of a thread that was joined already");
    if (!is_self && t->finished)
        return 0;
    if (sig != 0 && !is_signal(sig))
        return EINVAL;
    if (sig != 0 && is_self)
        send_to_self(sig, SI_TKILL);
    else if (sig != 0)
        send_to_other(sig);
    return 0;
}

MODEL int tgkill(pid_t process, pid_t thread, int sig) {
    if (process != getpid() || thread != gettid())
        __heddle_unsupported("tgkill of another thread");
    if (sig != 0 && !is_signal(sig))
        return fail(EINVAL);
    if (sig != 0)
        send_to_self(sig, SI_TKILL);
    return 0;
}

// ---- timers -------------------------------------------------------------------------------------
// A timer that was set may send SIGALRM at any later moment, to any thread that does not block it. SOUND: without a handler
// that ends the program, or nothing happens: no run shows more than one that is not cut short. A handler would run between any
// two instructions. That is refused, as one of two alternatives: so no such program holds, whatever the other one shows,
// in which the signal comes only while a thread sleeps or waits for signals.

static struct {
    int runs;                   // a signal is still to come
    int repeats;
} timer;

static NOINLINE bool may_run_handler(void) {
    __heddle_mask();
    return timer.runs && is_function(action_of(SIGALRM).handler.plain);
}

static void check_timer_handler(int sig) {
    if (__rt_uses_timers && sig == SIGALRM && may_run_handler() && __heddle_choose(2))
        __heddle_unsupported("a handler of SIGALRM while a timer runs: it may be called between any two instructions");
}

static bool knows_mask(int sig) { return is_main() || !(bit(sig) & ~mine.known & ever_blocked); }
static bool is_blocked(int sig) { return ((mine.blocked | mine.handling) & bit(sig)) != 0; }

// The signal has been sent.
static void use_timer(void) { timer.runs = timer.repeats; }

// Whether the signal comes to this thread now, and matters.
static NOINLINE bool take_timer(void) {
    __heddle_mask();
    if (!timer.runs || !is_function(action_of(SIGALRM).handler.plain) || !knows_mask(SIGALRM) || is_blocked(SIGALRM) ||
        !__heddle_choose(2))
        return false;
    use_timer();
    return true;
}

bool __rt_timer_point(void) {
    if (!take_timer())
        return false;
    arrive(SIGALRM, SI_KERNEL);
    deliver_pending();
    return true;
}

// A signal that is blocked may be waiting already.
static NOINLINE void note_timer(void) {
    if (!__rt_uses_timers)
        return;
    __heddle_mask();
    if (timer.runs && is_blocked(SIGALRM) && __heddle_choose(2)) {
        use_timer();
        mine.pending |= bit(SIGALRM);
    }
}

// If no timer runs, the signal has to come from outside.
static NOINLINE void wait_for_timer(const char *refusal) {
    __heddle_mask();
    if (!timer.runs)
        __heddle_unsupported(refusal);
    use_timer();
}

// Whether one was running. How much of its time is left, nobody knows.
static NOINLINE bool set_timer(bool runs, bool repeats) {
    __heddle_mask();
    bool was_running = timer.runs;
    timer.runs = runs;
    timer.repeats = runs && repeats;
    return was_running;
}

static NOINLINE bool is_timer_running(void) {
    __heddle_mask();
    return timer.runs;
}

MODEL unsigned alarm(unsigned seconds) {
    bool was_running = set_timer(seconds != 0, false);
    check_timer_handler(SIGALRM);
    return was_running ? (unsigned)__heddle_unknown_32("alarm") : 0;
}

MODEL useconds_t ualarm(useconds_t value, useconds_t interval) {
    bool was_running = set_timer(value != 0, interval != 0);
    check_timer_handler(SIGALRM);
    return was_running ? (useconds_t)__heddle_unknown_32("ualarm") : 0;
}

static int check_timer(int which) { return which >= ITIMER_REAL && which <= ITIMER_PROF ? 0 : fail(EINVAL); }

static long unknown_time(void) {
    return sizeof(long) == 8 ? (long)__heddle_unknown_64("setitimer") : (long)__heddle_unknown_32("setitimer");
}

// A time that is left of a timer; the others never run.
#define REST(out, which)                                                                           \
    do {                                                                                           \
        __builtin_memset((out), 0, sizeof *(out));                                                 \
        if ((which) == ITIMER_REAL && is_timer_running())                                          \
            FILL_REST(out);                                                                        \
    } while (0)

static void start_timer(int which, bool runs, bool repeats) {
    if (which != ITIMER_REAL && runs)
        __heddle_unsupported("setitimer with ITIMER_VIRTUAL or ITIMER_PROF");
    if (which != ITIMER_REAL)
        return;
    set_timer(runs, repeats);
    check_timer_handler(SIGALRM);
}

#define FILL_REST(out) ((out)->it_value.tv_sec = unknown_time(), (out)->it_value.tv_usec = unknown_time(), \
                        (out)->it_interval.tv_sec = unknown_time(), (out)->it_interval.tv_usec = unknown_time())

MODEL int getitimer(__itimer_which_t which, struct itimerval *out) {
    if (check_timer((int)which) != 0)
        return -1;
    REST(out, which);
    return 0;
}

MODEL int setitimer(__itimer_which_t which, const struct itimerval *restrict new, struct itimerval *restrict old) {
    if (check_timer((int)which) != 0)
        return -1;
    bool runs = new && (new->it_value.tv_sec || new->it_value.tv_usec);
    bool repeats = new && (new->it_interval.tv_sec || new->it_interval.tv_usec);
    if (old)
        REST(old, which);
    start_timer((int)which, runs, repeats);
    return 0;
}

#ifndef __LP64__
struct itimerval64 {
    struct rt_timeval64 it_interval, it_value;
};

int __getitimer64(int which, struct itimerval64 *out);
MODEL int __getitimer64(int which, struct itimerval64 *out) {
    if (check_timer(which) != 0)
        return -1;
    REST(out, which);
    return 0;
}

int __setitimer64(int which, const struct itimerval64 *new, struct itimerval64 *old);
MODEL int __setitimer64(int which, const struct itimerval64 *new, struct itimerval64 *old) {
    if (check_timer(which) != 0)
        return -1;
    bool runs = new && (new->it_value.tv_sec || new->it_value.tv_usec);
    bool repeats = new && (new->it_interval.tv_sec || new->it_interval.tv_usec);
    if (old)
        REST(old, which);
    start_timer(which, runs, repeats);
    return 0;
}
#endif

// ---- waiting ------------------------------------------------------------------------------------

// Waits until a handler has run. A timer whose signal the program ignores, or that has sent its signal before, does not
// help.
static int wait_for_handler(const char *refusal) {
    for (;;) {
        if (is_blocked(SIGALRM) || !knows_mask(SIGALRM))
            __heddle_unsupported(refusal);
        wait_for_timer(refusal);
        bool is_handled = is_function(exchange_action(SIGALRM, NULL).handler.plain);
        arrive(SIGALRM, SI_KERNEL);
        deliver_pending();
        if (is_handled)
            return fail(EINTR);
    }
}

MODEL int pause(void) {
    __rt_cancel_point();
    if (__rt_uses_timers)
        __rt_timer_point();
    return wait_for_handler("pause: no signal comes from outside");
}

// The mask holds for the wait and for handlers that run in it.
MODEL int sigsuspend(const sigset_t *mask) {
    __rt_cancel_point();
    signals before = mine.blocked, known = mine.known, new = get_set(mask) & ~unblockable();
    block(new);
    mine.blocked = new;
    mine.known = ~0ULL;
    if (mine.pending & ~new & ~mine.handling) {
        deliver_pending();
        fail(EINTR);
    } else {
        wait_for_handler("sigsuspend: no signal comes from outside");
    }
    mine.blocked = before;
    mine.known = known;
    deliver_pending();
    return -1;
}

// The lowest signal of the set that waits for the thread, 0 if there is none.
static int take_pending(const sigset_t *set) {
    signals ready = mine.pending & get_set(set);
    int sig = ready ? __builtin_ctzll(ready) + 1 : 0;
    if (sig)
        mine.pending &= ~bit(sig);
    return sig;
}

// The next signal of the set; the run ends if it would have to come from outside.
static int take_next(const sigset_t *set, const char *refusal) {
    __rt_cancel_point();
    int sig = take_pending(set);
    if (sig)
        return sig;
    if (!(get_set(set) & bit(SIGALRM)))
        __heddle_unsupported(refusal);
    wait_for_timer(refusal);
    return SIGALRM;
}

MODEL int sigwait(const sigset_t *restrict set, int *restrict out) {
    *out = take_next(set, "sigwait for a signal that would have to come from outside");
    return 0;
}

static int give_info(int sig, siginfo_t *info) {
    if (info) {
        *info = (siginfo_t){.si_signo = sig, .si_code = SI_TKILL};
        info->si_pid = getpid();
        info->si_uid = getuid();
    }
    return sig;
}

MODEL int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info) {
    return give_info(take_next(set, "sigwaitinfo for a signal that would have to come from outside"), info);
}

// Whether the timer's signal comes first.
static NOINLINE bool time_runs_out(void) {
    __heddle_mask();
    if (!timer.runs || !__heddle_choose(2))
        return false;
    use_timer();
    return true;
}

static int wait_some_time(const sigset_t *set, siginfo_t *info, long long seconds, long nanoseconds) {
    if (seconds < 0 || nanoseconds < 0 || nanoseconds >= RT_SECOND_NS)
        return fail(EINVAL);
    __rt_cancel_point();
    int sig = take_pending(set);
    if (!sig && __rt_uses_timers && (get_set(set) & bit(SIGALRM)) && time_runs_out())
        sig = SIGALRM;
    if (sig)
        return give_info(sig, info);
    __rt_clock_sleep(seconds, nanoseconds);
    return fail(EAGAIN);
}

MODEL int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict time) {
    if (!time)
        return sigwaitinfo(set, info);
    return wait_some_time(set, info, time->tv_sec, time->tv_nsec);
}

#ifndef __LP64__
int __sigtimedwait64(const sigset_t *set, siginfo_t *info, const struct rt_timespec64 *time);
MODEL int __sigtimedwait64(const sigset_t *set, siginfo_t *info, const struct rt_timespec64 *time) {
    if (!time)
        return sigwaitinfo(set, info);
    return wait_some_time(set, info, time->tv_sec, time->tv_nsec);
}
#endif

// ---- other stacks -------------------------------------------------------------------------------
// Handlers run on the stack of their thread: there is no other.
MODEL int sigaltstack(const stack_t *restrict new, stack_t *restrict old) {
    if (new)
        __heddle_read(new, sizeof *new);
    if (old)
        *old = (stack_t){.ss_flags = SS_DISABLE};
    return 0;
}
