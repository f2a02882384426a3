// SPDX-License-Identifier: Apache-2.0
// <signal.h>. No signal ever comes from outside, and none with a handler from one thread to
// another: a signal is what a thread sends to itself, or what a timer sends. raise() runs the
// handler in the calling thread before it returns; that is all it means. For timers see below.
//
// Each thread has its own mask, and begins with that of its creator.
#include "clock.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
#include <ucontext.h>
#include <unistd.h>

typedef unsigned long long signals; // bit n-1 is signal n

// glibc keeps those two for itself
enum { LAST_SIGNAL = 64, INTERNAL_FIRST = 32, INTERNAL_LAST = 33 };

static int fail(int error) {
    errno = error;
    return -1;
}

static bool is_signal(int sig) {
    return sig >= 1 && sig <= LAST_SIGNAL && (sig < INTERNAL_FIRST || sig > INTERNAL_LAST);
}

static signals bit(int sig) { return 1ULL << (sig - 1); }
static signals unblockable(void) { return bit(SIGKILL) | bit(SIGSTOP); }
static signals stops(void) { return bit(SIGSTOP) | bit(SIGTSTP) | bit(SIGTTIN) | bit(SIGTTOU); }

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
static NOINLINE bool is_handler(sighandler_t handler, sighandler_t which) {
    return handler == which;
}

static bool is_function(sighandler_t handler) {
    return !is_handler(handler, SIG_DFL) && !is_handler(handler, SIG_IGN);
}

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

static void update_timer(void);

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
    if (sig == SIGALRM)
        update_timer();
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
static void drop_ignored(int sig);

MODEL int sigaction(int sig, const struct sigaction *restrict new, struct sigaction *restrict old) {
    if (!is_signal(sig) || (new && !may_set(sig)))
        return fail(EINVAL);
    struct action action;
    if (new)
        action = (struct action){{new->sa_handler}, new->sa_flags, get_set(&new->sa_mask)};
    struct action before = exchange_action(sig, new ? &action : NULL);
    check_timer_handler(sig);
    if (new)
        drop_ignored(sig);
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
    drop_ignored(sig);
    return before;
}

MODEL sighandler_t signal(int sig, sighandler_t handler) {
    return set_handler(sig, handler, SA_RESTART);
}

// The handler goes with the first signal: what signal() means in programs that ask for System V.
MODEL sighandler_t sysv_signal(int sig, sighandler_t handler) {
    return set_handler(sig, handler, SA_RESETHAND | SA_NODEFER);
}
sighandler_t __sysv_signal(int sig, sighandler_t handler);
MODEL sighandler_t __sysv_signal(int sig, sighandler_t handler) {
    return set_handler(sig, handler, SA_RESETHAND | SA_NODEFER);
}

MODEL int sigignore(int sig) { return set_handler(sig, SIG_IGN, 0) == SIG_ERR ? -1 : 0; }

static NOINLINE void set_restart(int sig, bool restarts) {
    __heddle_mask();
    struct action action = action_of(sig);
    action.flags = restarts ? action.flags | SA_RESTART : action.flags & ~SA_RESTART;
    set_action(sig, action);
}

MODEL int siginterrupt(int sig, int flag) {
    if (!may_set(sig))
        return fail(EINVAL);
    set_restart(sig, !flag);
    return 0;
}

// ---- masks --------------------------------------------------------------------------------------

static _Thread_local struct {
    signals changed;  // blocked or unblocked by the thread: not as its creator left it
    signals handling; // blocked because handlers have not returned
    signals pending;
} mine;

static signals ever_blocked;    // by any thread
static signals ever_open;       // not blocked, by a thread other than the first
static signals ever_waiting;    // sent to the program while the first thread had them blocked
static signals ever_pending[2]; // for a thread other than the first, for the first thread

static struct rt_thread *self(void) { return __heddle_self(); }
static bool is_main(void) { return self()->is_main; }

static signals blocked(void) { return self()->blocked ^ mine.changed; }
static bool is_blocked(int sig) { return ((blocked() | mine.handling) & bit(sig)) != 0; }

// A signal to the program waits for any thread that does not block it. Here it waits for the first
// thread.
static void check_waiting(void) {
    if (ever_waiting & ever_open)
        __heddle_unsupported(
            "a signal to the program that the first thread blocks and another one does not");
}

static NOINLINE void note_mask(signals mask, bool is_of_main) {
    __heddle_mask();
    if (mask & ~ever_blocked)
        ever_blocked |= mask;
    if (!is_of_main && (~mask & ~ever_open))
        ever_open |= ~mask;
    check_waiting();
}

static NOINLINE void add_pending(int sig) {
    __heddle_mask();
    mine.pending |= bit(sig);
    if (!(ever_pending[is_main()] & bit(sig)))
        ever_pending[is_main()] |= bit(sig);
}

static void set_blocked(signals mask) {
    note_mask(mask, is_main());
    mine.changed = mask ^ self()->blocked;
}

MODEL unsigned long long __rt_signal_mask(void) {
    signals mask = blocked() | mine.handling;
    note_mask(mask, false);
    return mask;
}

static void deliver_pending(void);

// In the place of a sigset_t of a sigjmp_buf.
struct saved {
    signals blocked, handling;
};
_Static_assert(sizeof(struct saved) <= sizeof(sigset_t), "saved must fit");

static int change_mask(int how, const sigset_t *set, sigset_t *old) {
    signals new = set ? get_set(set) & ~unblockable() : 0;
    if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
        return EINVAL;
    if (old)
        put_set(old, blocked() | mine.handling);
    if (!set)
        return 0;
    if (how == SIG_SETMASK) {
        set_blocked(new);
        mine.handling = 0;
    } else if (how == SIG_BLOCK) {
        set_blocked(blocked() | new);
    } else {
        set_blocked(blocked() & ~new);
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

MODEL void __rt_signal_save(void *set) {
    *(struct saved *)set = (struct saved){blocked(), mine.handling};
}

MODEL void __rt_signal_restore(const void *set) {
    const struct saved *s = set;
    set_blocked(s->blocked);
    mine.handling = s->handling;
    deliver_pending();
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

// A signal that is pending when it begins to be ignored is pending no longer. What waits for other
// threads cannot be told from here.
static NOINLINE void drop_ignored(int sig) {
    __heddle_mask();
    sighandler_t handler = action_of(sig).handler.plain;
    if (!is_handler(handler, SIG_IGN) &&
        !(is_handler(handler, SIG_DFL) && is_ignored_by_default(sig)))
        return;
    mine.pending &= ~bit(sig);
    if ((ever_pending[0] | (is_main() ? 0 : ever_pending[1])) & bit(sig))
        __heddle_unsupported(
            "a signal that may wait for another thread while it begins to be ignored");
}

static void default_action(int sig) {
    if (is_ignored_by_default(sig))
        return;
    if (sig == SIGABRT)
        abort();
    if (stops() & bit(sig))
        __heddle_unsupported("a signal that stops the program");
    __heddle_exit(128 + sig); // as the shell shows a program that was killed
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
    ucontext_t context; // with nothing in it: whoever looks finds uninitialised memory
    action->handler.with_info(sig, &info, &context);
}

// Runs unmasked, like any code of the program's. While it runs its signal is blocked; what it
// changes of the mask is undone when it returns.
static void run_handler(struct action *action, int sig, int code) {
    signals changed = mine.changed, handling = mine.handling;
    mine.handling |= action->mask | (action->flags & SA_NODEFER ? 0 : bit(sig));
    if (action->flags & SA_SIGINFO)
        call_with_info(action, sig, code);
    else
        action->handler.plain(sig);
    mine.changed = changed;
    mine.handling = handling;
}

static void arrive(int sig, int code) {
    struct action action = take_action(sig);
    if (is_handler(action.handler.plain, SIG_DFL))
        default_action(sig);
    else if (is_function(action.handler.plain))
        run_handler(&action, sig, code);
}

// One of the set, which is not empty. POSIX leaves the order open: any.
static int choose_signal(signals ready) {
    int n = __builtin_popcountll(ready);
    for (int skip = n > 1 ? __heddle_choose(n) : 0; skip; skip--)
        ready &= ready - 1;
    return __builtin_ctzll(ready) + 1;
}

static void deliver_pending(void) {
    for (;;) {
        signals ready = mine.pending & ~blocked() & ~mine.handling;
        if (!ready)
            return;
        int sig = choose_signal(ready);
        mine.pending &= ~bit(sig);
        arrive(sig, SI_TKILL);
    }
}

// A handler that was left by a jump keeps its signal blocked, unless the jump brings back a mask.
static void send_to_self(int sig, int code) {
    if (sig == SIGCONT)
        mine.pending &= ~stops();
    if (stops() & bit(sig))
        mine.pending &= ~bit(SIGCONT);
    if (is_blocked(sig)) {
        add_pending(sig);
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
    if (is_for_all(sig))
        arrive(sig, SI_TKILL);
    else
        __rt_signal_refuse("a signal to another thread");
    __rt_signal_may_come();
}

// Of the first thread, which blocks it.
static NOINLINE void note_waiting(int sig) {
    __heddle_mask();
    if (mine.handling & bit(sig))
        __heddle_unsupported("a signal to the program while the first thread handles it");
    ever_waiting |= bit(sig);
    check_waiting();
}

MODEL int raise(int sig) {
    if (sig == 0)
        return 0; // nothing is sent
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
    if (sig != 0 && is_main() && is_blocked(sig))
        note_waiting(sig);
    if (sig != 0 && is_main())
        send_to_self(sig, SI_USER);
    else if (sig != 0)
        send_to_other(sig);
    return 0;
}

// As in glibc, whatever is sent to a thread that has ended is lost without an error.
MODEL int pthread_kill(pthread_t thread, int sig) {
    RT_NEEDS_NAMES(pthread_kill);
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
        __rt_signal_refuse("tgkill of another thread");
    __rt_signal_may_come();
    if (sig != 0 && !is_signal(sig))
        return fail(EINVAL);
    if (sig != 0)
        send_to_self(sig, SI_TKILL);
    return 0;
}

// ---- timers -------------------------------------------------------------------------------------
// A timer that was set may send SIGALRM at any later moment, to any thread that does not block it.
// SOUND: without a handler that ends the program, or nothing happens: no run shows more than one
// that is not cut short. A handler would run between any two instructions. That is refused, as one
// of two alternatives: so no such program holds, whatever the other one shows, in which the signal
// comes only while a thread sleeps or waits.

static struct {
    int runs; // a signal is still to come
    int repeats;
    int comes; // an interrupt of __heddle_wait_or
} timer;

static void update_timer(void) {
    sighandler_t handler = action_of(SIGALRM).handler.plain;
    timer.comes = timer.runs && is_function(handler);
    __rt_signal_may_come();
}

static void run_timer(bool runs) {
    timer.runs = runs;
    update_timer();
}

static NOINLINE bool may_run_handler(void) {
    __heddle_mask();
    return timer.comes;
}

static void check_timer_handler(int sig) {
    if (__rt_uses_timers && sig == SIGALRM && may_run_handler() && __heddle_choose(2))
        __heddle_unsupported("a handler of SIGALRM while a timer runs: it may be called between "
                             "any two instructions");
}

// The signal has been sent.
static void use_timer(void) { run_timer(timer.repeats); }

// Whether the signal comes to this thread now, and matters.
static NOINLINE bool take_timer(void) {
    __heddle_mask();
    if (!timer.comes || is_blocked(SIGALRM) || !__heddle_choose(2))
        return false;
    use_timer();
    return true;
}

MODEL bool __rt_timer_takes(void) { return take_timer(); }

MODEL bool __rt_timer_point(void) {
    if (!take_timer())
        return false;
    __rt_signal_act();
    return true;
}

// A signal that is blocked may be waiting already.
static NOINLINE void note_timer(void) {
    if (!__rt_uses_timers)
        return;
    __heddle_mask();
    if (timer.runs && is_blocked(SIGALRM) && __heddle_choose(2)) {
        ever_waiting |= bit(SIGALRM);
        check_waiting();
        use_timer();
        add_pending(SIGALRM);
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
    timer.repeats = runs && repeats;
    run_timer(runs);
    return was_running;
}

static NOINLINE bool is_timer_running(void) {
    __heddle_mask();
    return timer.runs;
}

MODEL unsigned alarm(unsigned seconds) {
    bool was_running = set_timer(seconds != 0, false);
    check_timer_handler(SIGALRM);
    return was_running ? (unsigned)__heddle_unknown_32() : 0;
}

MODEL useconds_t ualarm(useconds_t value, useconds_t interval) {
    bool was_running = set_timer(value != 0, interval != 0);
    check_timer_handler(SIGALRM);
    return was_running ? (useconds_t)__heddle_unknown_32() : 0;
}

static int check_timer(int which) {
    return which >= ITIMER_REAL && which <= ITIMER_PROF ? 0 : fail(EINVAL);
}

static long unknown_time(void) {
    return sizeof(long) == 8 ? (long)__heddle_unknown_64() : (long)__heddle_unknown_32();
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
        __rt_signal_refuse("setitimer with ITIMER_VIRTUAL or ITIMER_PROF");
    __rt_signal_may_come();
    if (which != ITIMER_REAL)
        return;
    set_timer(runs, repeats);
    check_timer_handler(SIGALRM);
}

#define FILL_REST(out)                                                                             \
    ((out)->it_value.tv_sec = unknown_time(), (out)->it_value.tv_usec = unknown_time(),            \
     (out)->it_interval.tv_sec = unknown_time(), (out)->it_interval.tv_usec = unknown_time())

MODEL int getitimer(__itimer_which_t which, struct itimerval *out) {
    if (check_timer((int)which) != 0)
        return -1;
    REST(out, which);
    return 0;
}

MODEL int setitimer(__itimer_which_t which, const struct itimerval *restrict new,
                    struct itimerval *restrict old) {
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

MODEL void __rt_signal_may_come(void) { __heddle_interrupts(); }
MODEL void __rt_signal_refuse(const char *why) { __heddle_unsupported(why); }

// Signals that other threads send are refused where they are sent; until then they may still end a
// wait.
static const int never;

MODEL const int *__rt_signal_word(void) { return is_blocked(SIGALRM) ? &never : &timer.comes; }

MODEL void __rt_signal_take(void) { use_timer(); }

MODEL bool __rt_signal_act(void) {
    bool restarts = exchange_action(SIGALRM, NULL).flags & SA_RESTART;
    arrive(SIGALRM, SI_KERNEL);
    deliver_pending();
    return restarts;
}

// Waits until a handler has run. A timer whose signal the program ignores, or that has sent its
// signal before, does not help.
static int wait_for_handler(const char *refusal) {
    for (;;) {
        if (is_blocked(SIGALRM))
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
    signals before = blocked(), new = get_set(mask) & ~unblockable();
    set_blocked(new);
    if (mine.pending & ~new & ~mine.handling) {
        deliver_pending();
        fail(EINTR);
    } else {
        wait_for_handler("sigsuspend: no signal comes from outside");
    }
    set_blocked(before);
    deliver_pending();
    return -1;
}

// A signal of the set that waits for the thread, 0 if there is none; of those for real time the
// lowest.
static int take_pending(const sigset_t *set) {
    signals ready = mine.pending & get_set(set), usual = ready & (bit(INTERNAL_FIRST) - 1),
            timed = ready & ~usual;
    ready = usual | (timed & -timed);
    int sig = ready ? choose_signal(ready) : 0;
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
    return give_info(
        take_next(set, "sigwaitinfo for a signal that would have to come from outside"), info);
}

// Whether the timer's signal comes first.
static NOINLINE bool time_runs_out(void) {
    __heddle_mask();
    if (!timer.runs || !__heddle_choose(2))
        return false;
    use_timer();
    return true;
}

static int wait_some_time(const sigset_t *set, siginfo_t *info, long long seconds,
                          long nanoseconds) {
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

MODEL int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info,
                       const struct timespec *restrict time) {
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
