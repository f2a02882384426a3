// SPDX-License-Identifier: Apache-2.0
// Shared by the library models. Names that only the models use begin with __rt_, which no program
// may define.
#ifndef HEDDLE_RT_H
#define HEDDLE_RT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
// The system's headers must declare the functions that we define, not bring inline bodies of them.
#define __NO_INLINE__ 1
#define __NO_CTYPE 1
#undef _FORTIFY_SOURCE

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "heddle_trap.h"

// A model gives way to a definition in the checked program.
#define MODEL __attribute__((weak))

// A function that no model can be honest about: a run that calls it ends there, and the verdict is
// unknown.
#define REFUSED(result, name, parameters, why)                                                     \
    MODEL result name parameters { __heddle_unsupported(#name ": " why); }
#define NOINLINE __attribute__((noinline))

// Requests above this fail with ENOMEM, as an honest machine would refuse them.
#define RT_MAX_ALLOC ((size_t)1 << 30)

// ---- what masked parts order --------------------------------------------------------------------
// For data races, a thread that reads a word in a masked part learns what all those knew who wrote
// it there. A function that orders less accesses the word by these: to look and to set order
// nothing; to learn and to hand on order one way.

#define RT_LOOK(word) __atomic_load_n(&(word), __ATOMIC_RELAXED)
#define RT_SET(word, value) __atomic_store_n(&(word), value, __ATOMIC_RELAXED)
#define RT_LEARN(word) __atomic_load_n(&(word), __ATOMIC_ACQUIRE)
#define RT_HAND_ON(word, value) __atomic_store_n(&(word), value, __ATOMIC_RELEASE)

// ---- options of the command line ----------------------------------------------------------------
// Defined with their defaults in config.c; src/front/config.c gives them the values that the user
// asked for.

extern const int __rt_malloc_may_fail;
extern const int __rt_reuse_addresses;
extern const int __rt_spurious_wakeups;
extern const int __rt_nondet_rand;
// How often the program seeds rand, as far as its code tells: never, at most once, or more often.
extern const int __rt_seedings;
// read-write locks of the default kind let readers in while writers wait
extern const int __rt_prefer_readers;
extern const int __rt_clock_ticks; // how often the clock may advance in a run

// What the user wants to be unknown: a bit for each heddle_world.
extern const int __rt_unknown;
extern const int __rt_has_nondet_range; // an unknown value can be looked at
extern const int __rt_is_symbolic;      // and computed with
extern const int __rt_has_events;       // somebody looks at them, see event.c
extern const int __rt_waits_for_main;   // threads that nobody has started begin after it
#define RT_IS_UNKNOWN(world) ((__rt_unknown >> HEDDLE_WORLD_##world & 1) != 0)

// A number of the world's: this one, with its condition, or unknown.
#define RT_WORLD(type, value, world)                                                               \
    (RT_IS_UNKNOWN(world)                                                                          \
         ? (type)(sizeof(type) == 8 ? __heddle_unknown_64() : __heddle_unknown_32())               \
         : (type)__heddle_given((long long)(value), HEDDLE_WORLD_##world))
// The same where the value is none that may be anything: it always has its condition.
#define RT_GIVEN(type, value, world)                                                               \
    ((type)__heddle_given((long long)(value), HEDDLE_WORLD_##world))

// A variable of the environment that the library asks for itself, such as TZ: what the program has
// set, or NULL, and then the verdict stands on that it is not there outside of the program.
const char *__rt_setting(const char *name);

// The files that the program can open. The first is standard input.
struct rt_file_data {
    const char *name;
    const unsigned char *bytes;
    size_t size;
};
extern const struct rt_file_data *const __rt_files;
extern const size_t __rt_nfiles;

// ---- addresses, see layout.c ------------------------------------------------------------------

// A new heap block, for __heddle_alloc; its end, for __heddle_free.
void *__rt_obtain(size_t size, int flags);
void __rt_release(void *p);
bool __rt_is_laid_out(const void *p); // the block has an address
bool __rt_lays_out(size_t size);      // blocks of this size have
struct rt_thread;
// Something that is made while the program runs has an address.
static inline bool rt_has_layout(void) { return __heddle_lays_out(SIZE_MAX) != 0; }
// Only then: before the program begins; when a control block is made, and when nothing may name it
// any more. The caller is masked.
void __rt_layout_begin(void);
void __rt_layout_thread(struct rt_thread *t);
void __rt_layout_thread_ends(struct rt_thread *t, bool is_freed);
void *__rt_layout_obtain(size_t size, int flags, unsigned region);
void __rt_layout_release(void *p);

// ---- threads ------------------------------------------------------------------------------------

enum rt_mode { RT_JOINABLE, RT_DETACHED, RT_JOINED };

// The control block of a thread; pthread_t is its address. It is not freed: when nothing names it
// any more it is garbage, and while something does, a second join can be told apart from a first.
// But with --reuse-addresses it ends with the join, or with the end of a detached thread, and the
// next thread may have it.
struct rt_thread {
    int finished; // join waits for 1
    int mode;     // enum rt_mode
    int is_main;
    // by pthread_cancel; waits that are cancellation points end when it is set
    int is_cancelled;
    int is_async;               // the thread may be cancelled anywhere
    unsigned long long blocked; // the signals that its creator had blocked
    void *self;                 // this block while the thread lives: what waiting threads wait for
    void *result;               // from the end of the thread until join
    const char *name;           // NULL until pthread_setname_np, here or in the creator
    struct rt_robust *robust;   // the robust mutexes that it has locked, see mutex.c
    struct rt_specific *specifics;
    int round; // of calling destructors of specifics; 0 before the end
    // C++ variables with destructors, newest first; see key.c
    struct rt_specific *thread_locals;
    struct rt_sched *sched; // see attr.c; NULL until something is set
};

// A value of pthread_setspecific, see key.c.
struct rt_specific {
    struct rt_specific *next;
    struct rt_key *key;
    void *value;                // not NULL
    void (*destructor)(void *); // set when it is taken out to be called
    int round;                  // the round in which it is due
};

// The same for C++ thread_local variables, which go first.
struct rt_specific *__rt_next_thread_local(struct rt_thread *t);
// The next value whose destructor the ending thread must call, NULL if that is over. The caller is
// masked.
struct rt_specific *__rt_next_specific(struct rt_thread *t);

// What pthread_create and thrd_create share. The thread runs start(block, task, arg), which must
// end with
// __rt_thread_finish.
typedef void rt_start(void *block, void *(*task)(void *), void *arg);
int __rt_thread_create(unsigned long *thread, bool is_detached, rt_start *start,
                       void *(*task)(void *), void *arg);
_Noreturn void __rt_thread_finish(void *result);
// Takes the result of a thread that has finished; 0, or a misuse. The caller is masked.
int __rt_join(struct rt_thread *t, void **result);
// Said where nothing is masked any more, for races.
static inline int rt_joined(int error, void **result) {
    if (!error && result)
        __heddle_wrote(result, sizeof *result);
    return error;
}
// Of a pthread_attr_t.
bool __rt_attr_is_detached(const void *attr);
// The end that pthread_exit asks for: cleanup handlers come first. The caller must not be masked.
_Noreturn void __rt_thread_exit(void *result);

// Gives the mutexes of an ending thread back, if they are robust. The caller is masked.
void __rt_robust_release(struct rt_thread *t);

// ---- what propositions ask about threads --------------------------------------------------------
// See place.c. Where nobody asks, src/front/place.c leaves these calls out; where somebody does, it
// has calls of __rt_arrive and __rt_leave in the program.

// The caller is masked.
void __rt_asked_begins(struct rt_thread *t, void *(*task)(void *));
void __rt_asked_ends(struct rt_thread *t);
void __rt_main_returns(void);
void __rt_arrive(int place);
void __rt_leave(int place);
void __rt_asked_save(void *env);
void __rt_asked_restore(const void *env);
// Said before each wait. SOUND: then a thread comes to it in a step of its own, so that what it did
// before is seen by who looks while it does not wait yet, however runs are cut into steps.
void __rt_comes_to_wait(void);

// ---- cancellation -------------------------------------------------------------------------------

// 0 if the program never calls pthread_cancel: cancellation points then cost nothing.
extern const int __rt_uses_cancel;
extern const int __rt_most_threads; // see config.c
void __rt_thread_starts(void);      // where there is a limit
// Threads are counted: they have no names, and what names them is unknown.
static inline bool rt_counts_threads(void) { return __rt_most_threads < 0; }
#define RT_NEEDS_NAMES(function)                                                                   \
    do {                                                                                           \
        if (rt_counts_threads())                                                                   \
            __heddle_unsupported(#function " of threads that are counted (any number of them)");   \
    } while (0)
extern const int __rt_has_unwinding; // see cleanup.c

// For functions that are cancellation points and do not wait for other threads. To be called first,
// before
// __heddle_mask(): handlers run in code that is not masked.
void __rt_cancel_point(void);
// For functions that may be cancellation points, and in glibc are if they come to call the system:
// both are tried.
void __rt_cancel_maybe(void);
// For those that wait: __rt_cancel_due() in the masked part, __rt_cancel_act() after it. See also
// sync.h.
bool __rt_cancel_is_enabled(void);
bool __rt_cancel_due(void);
// An interrupt of __heddle_wait_or: the calling thread may be cancelled anywhere. NULL: it cannot.
const int *__rt_cancel_async(void);
_Noreturn void __rt_cancel_act(void);
// The thread is on its way to its end; nothing cancels it any more.
void __rt_cancel_end(void);

// A routine to be called if the thread ends before it is taken off again. For models; the user's
// are in the same list.
struct rt_cleanup {
    struct rt_cleanup *next; // outer one
    void (*routine)(void *); // NULL for one of the user's
    void *arg;
};
void __rt_cleanup_push(struct rt_cleanup *c);
void __rt_cleanup_pop(struct rt_cleanup *c);
// A thread returns from its first function: no handlers may be left.
void __rt_cleanup_check(void);

// ---- signals ------------------------------------------------------------------------------------
// See signal.c. src/front/config.c empties these where the program has no use for them, so that no
// wait can come to a handler.

// Said when a thread has sent a signal, or made one more likely to come: it may end the waits of
// others.
void __rt_signal_may_come(void);
// __heddle_unsupported where a signal would be sent. The compiler must not know that it does not
// return, since a thread that stands before it may still send one, and says so behind it.
void __rt_signal_refuse(const char *why);
// The mask of the calling thread, for a thread that it creates.
unsigned long long __rt_signal_mask(void);
// What sigsetjmp saves in a sigset_t, and brings back; then signals that waited may come.
void __rt_signal_save(void *set);
void __rt_signal_restore(const void *set);
// An interrupt of __heddle_wait_or: a signal may come to the calling thread while it waits. NULL:
// none can.
const int *__rt_signal_word(void);
// The wait has ended for that; the caller is masked.
void __rt_signal_take(void);
// The same for a wait that need not wait any longer: true if the signal comes first.
bool __rt_timer_takes(void);
// Then, where nothing is masked: runs the handler. True if the call is to begin again (SA_RESTART).
bool __rt_signal_act(void);

// ---- waits --------------------------------------------------------------------------------------

// 0 if nothing can end a wait that is no cancellation point: no signal, no asynchronous
// cancellation.
extern const int __rt_has_interrupts;

// A wait that is no cancellation point. A thread whose wait a handler or a cancellation may end is
// not stuck; but what follows then is not modelled, since these run where nothing is masked.
static inline void rt_block(const int *word, int value, int what, const void *resource,
                            void *const *owner) {
    __rt_comes_to_wait();
    if (!__rt_has_interrupts) {
        __heddle_wait(word, value, what, resource, owner);
        return;
    }
    __heddle_wait_or(word, value, what, resource, owner, __rt_cancel_async(), __rt_signal_word());
    if (*word != value)
        __heddle_unsupported("a handler that would run while its thread waits here");
}

// ---- output -------------------------------------------------------------------------------------

// Said after each output: where it counts as progress, that is an event. Where it does not,
// src/front/event.c leaves the calls out.
void __rt_has_output(void);

static inline void rt_output(int fd, const char *bytes, size_t n) {
    __heddle_output(fd, bytes, n);
    __rt_has_output();
}

// ---- synchronisation objects --------------------------------------------------------------------

// The self pointer of the thread that has locked the pthread_mutex_t, NULL if there is none.
void *__rt_mutex_owner(void *mutex);
// The calling thread, which owns it, gives it back until it has waited for a condition variable; it
// has it again. The caller is masked.
void __rt_mutex_wait_begins(void *mutex);
void __rt_mutex_wait_ends(void *mutex);

// The first thread is about to end alone while the others go on.
void __rt_main_ends(void);

// The order that a program asks for: what follows is sequentially consistent, whatever it is.
static inline void rt_order(int order) {
    if (order != __ATOMIC_SEQ_CST)
        __heddle_bound(HEDDLE_BOUND_ORDER);
}

static inline _Noreturn void rt_misuse(const char *message) {
    __heddle_fail(HEDDLE_MUTEX_MISUSE, message);
}

// An object whose first look gives this value was never initialised, by zeros or by a function.
static inline void rt_initialised(int value, const char *message) {
    if (__heddle_unwritten(value))
        rt_misuse(message);
}

// ---- copies -------------------------------------------------------------------------------------

static inline _Noreturn void rt_overlap(void) {
    __heddle_fail(HEDDLE_INVALID_POINTER, "source and destination overlap");
}

// How many bytes lie between the starts of two areas of one object; SIZE_MAX if they are not in the
// same one. Two areas of n bytes overlap if it is less than n.
static inline size_t rt_gap(const void *a, const void *b) {
    ptrdiff_t d = __heddle_distance(a, b);
    return d == PTRDIFF_MIN ? SIZE_MAX : d < 0 ? (size_t)-d : (size_t)d;
}

static inline size_t rt_length_max(const char *s, size_t max) {
    size_t n = 0;
    while (n < max && s[n])
        n++;
    return n;
}

// Where a text that is read while a result is written begins, as an offset from the result; 0 if it
// begins before and reaches into it, SIZE_MAX if it is elsewhere. Its end is looked at only if
// there is one among the first `max` bytes.
static inline size_t rt_text_offset(const char *text, size_t max, const char *result) {
    ptrdiff_t at = __heddle_distance(text, result);
    if (at == PTRDIFF_MIN)
        return SIZE_MAX;
    size_t n = rt_length_max(text, max), read = n + (n < max);
    if (read == 0 || at + (ptrdiff_t)read <= 0)
        return SIZE_MAX;
    return at > 0 ? (size_t)at : 0;
}

// ---- characters ---------------------------------------------------------------------------------

static inline bool rt_is_upper(int c) { return c >= 'A' && c <= 'Z'; }
static inline bool rt_is_lower(int c) { return c >= 'a' && c <= 'z'; }
static inline bool rt_is_digit(int c) { return c >= '0' && c <= '9'; }
static inline bool rt_is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static inline int rt_lower(int c) { return rt_is_upper(c) ? c + ('a' - 'A') : c; }
static inline int rt_upper(int c) { return rt_is_lower(c) ? c - ('a' - 'A') : c; }

static inline size_t rt_length(const char *s) {
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

// The glibc text for an error number, NULL if there is none.
const char *__rt_error_text(int error);

// ---- output -------------------------------------------------------------------------------------

// Where formatted text goes: with fd, to the recorded output by way of a chunk; otherwise to dst,
// of which room bytes are left, one of them for the terminating zero.
struct rt_sink {
    int fd;
    char *dst;
    size_t room;
    size_t total; // bytes so far, also those that found no room
    char *start;  // of dst
    // offset from start of the first byte behind it that is read: the format or an argument
    size_t nearest;
    size_t used;                 // bytes of the chunk, or of dst
    struct rt_written **written; // for %n, see stream.h; NULL: nothing is masked
    long long like;              // what the number of bytes stands on
    char chunk[120];
};

enum { RT_NOWHERE = INT_MAX }; // instead of a descriptor: nobody reads what is written
void __rt_sink_to_fd(struct rt_sink *s, int fd);
void __rt_sink_to_memory(struct rt_sink *s, char *dst, size_t size);
void __rt_emit(struct rt_sink *s, char c);
// Flushes, terminates, and gives printf's result.
int __rt_sink_end(struct rt_sink *s);
// False if the format is broken or the result too long; errno is set.
bool __rt_format(struct rt_sink *s, const char *fmt, va_list args);

#endif
