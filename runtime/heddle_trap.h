// SPDX-License-Identifier: Apache-2.0
// What the machine provides to the library models. The models are plain C over these; nothing else
// is magic except memcpy, memmove and memset, which the front end turns into instructions.
#ifndef HEDDLE_TRAP_H
#define HEDDLE_TRAP_H

#include <stddef.h>

// Nondeterminism: any of 0 .. n-1 (n >= 1); the search tries them all.
int __heddle_choose(int n);
// Ends this run quietly if the condition is 0.
void __heddle_assume(int condition);
// A value about which nothing is known; it costs nothing until something looks at it. One for each
// type of the result, which is what the front end goes by: two traps, numbers and floats.
char __heddle_unknown_8(void);
short __heddle_unknown_16(void);
int __heddle_unknown_32(void);
long long __heddle_unknown_64(void);
void *__heddle_unknown_ptr(void);
float __heddle_unknown_float(void);
double __heddle_unknown_double(void);
#ifdef __SIZEOF_INT128__
__int128 __heddle_unknown_128(void);
#endif

// Reports a violation; the run ends here. The place reported is the innermost frame of user code.
enum heddle_kind {
    HEDDLE_NO_KIND,
#define KIND(id, name, meaning, standing, after) HEDDLE_##id,
#include "../src/ir/kinds.def"
#undef KIND
};
_Noreturn void __heddle_fail(int kind, const char *message);
// Reports a mutex-misuse where glibc carries on in a known way: returns if nobody has asked for
// those. `lock`, unless it is null: it is about to be free, or was all the time, though the thread
// does not hold it. Who thinks to hold it does not any more, and locks keep nobody out.
void __heddle_misused(const char *message, void *lock);
// Something that the model does not cover was reached: the verdict becomes unknown, with this
// reason.
_Noreturn void __heddle_unsupported(const char *what);

// Atomicity. From __heddle_mask() until the function that called it returns, no other thread runs;
// the first visible operation after it is still a point where others may go first. A wait whose
// condition does not hold suspends the section: others run until it holds, then the section goes
// on.
void __heddle_mask(void);
// The same for a section that does nothing but release this lock. If the thread holds it, the
// search may decide that nobody needs to go first.
void __heddle_mask_release(void *lock);
// The function that calls it works on locks as others expect it: it takes or releases one for its
// thread, or asks what only the thread itself can change. Whoever else touches the memory of a lock
// has noticed whether it is held.
void __heddle_lock_model(void);
// The running thread has got a lock that only one thread can hold, or has given it back. What it
// accesses meanwhile may turn out to be protected by it.
void __heddle_acquired(void *lock);
void __heddle_released(void *lock);
// What the model does next depends on whether another thread holds the lock, and it will not wait
// until none does. Said before it looks, whatever it will see.
void __heddle_observed(void *lock);
int __heddle_is_held(void *lock); // by another thread
// Like __heddle_mask for user code, not bound to a frame; they nest.
void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);
// Lets other threads go first: where switches between threads are counted, those here are free.
void __heddle_yield(void);

// Who looks at the states of a run sees the one here, also in the middle of an atomic section: a
// step ends here, though no other thread may run there.
void __heddle_show(void);

// Blocks until *word == value. For messages and the search for deadlocks: what the thread waits
// for, on which resource, and a pointer to where the resource keeps the self pointer of the thread
// that can release it (or a null pointer when any thread may).
enum heddle_wait {
#define WAIT(id, name) HEDDLE_WAIT_##id,
#include "../src/ir/waits.def"
#undef WAIT
};
void __heddle_wait(const int *word, int value, int what, const void *resource, void *const *owner);
// Bits to be added to `what`. HOLDERS, without an owner: the threads that hold the word (see below)
// are those that can end the wait, and each of them must let go of it first. BEHIND_WRITERS: some
// of them may only wait to write themselves. CHOSEN: the standard lets the thread wait, but not
// every implementation makes it. FLAG: the word is 0 or 1, or else this is no object of the models'
// and a misuse. SPURIOUS: the thread may go on at any time, whatever the word says; but nobody can
// rely on that, and if nothing else can happen, it is a deadlock. UNSEEN: once the word has the
// value it keeps it, and who does not have the object that it is part of cannot see that the thread
// goes on.
enum {
    HEDDLE_WAIT_FLAG = 0x10,
    HEDDLE_WAIT_CHOSEN = 0x20,
    HEDDLE_WAIT_BEHIND_WRITERS = 0x40,
    HEDDLE_WAIT_HOLDERS = 0x80,
    HEDDLE_WAIT_SPURIOUS = 0x100,
    HEDDLE_WAIT_UNSEEN = 0x200
};
// The same, but goes on as well when one of the interrupts is not 0 (the caller then finds out what
// it was); they may be null pointers.
void __heddle_wait_or(const int *word, int value, int what, const void *resource,
                      void *const *owner, const int *interrupt, const int *other);
// Whoever sets an interrupt that another thread may wait for, or would if that were not refused,
// says so right after it has done it. It does nothing; but a thread that cannot come to such a call
// any more will never interrupt a wait, and the search for deadlocks relies on that.
void __heddle_interrupts(void);

// Locks that do not know their owner: the threads know instead what they hold. A word that is held
// is an int that has the value that others wait for, plus one for each hold, so a thread that has
// ended without letting go is missed in the count. Only the thread itself can let go.
// __heddle_holds: how often the calling thread holds the word.
void __heddle_hold(const volatile int *word);
void __heddle_let_go(const volatile int *word);
int __heddle_holds(const volatile int *word);

// Threads. A thread is known by its self pointer (its control block). The new thread runs
// start(self, task, arg) and has that self pointer.
void __heddle_spawn(void (*start)(void *self, void *(*task)(void *), void *arg), void *self,
                    void *(*task)(void *), void *arg);
void *__heddle_self(void);
// Of two threads that have not ended: whether the first was started before the second.
int __heddle_is_older(const void *self, const void *other);
void __heddle_set_self(void *self);        // of the calling thread
_Noreturn void __heddle_thread_exit(void); // only this thread ends
_Noreturn void __heddle_exit(int code);    // the whole program ends

// Memory. Never null; the contents are uninitialised, or zero with HEDDLE_ALLOC_ZERO.
// HEDDLE_ALLOC_INTERNAL: not a heap block of the user's (not counted as a leak, free() of it is
// invalid). HEDDLE_ALLOC_ALIGN(n): aligned to 2^n bytes; without it, to 16.
// HEDDLE_ALLOC_LAYOUT: it says where blocks lie (layout.c); to be pointed to by it is not to be in
// use. HEDDLE_ALLOC_HUGE: a block that nobody could hold, of size 0; an access to it ends the run.
enum {
    HEDDLE_ALLOC_ZERO = 1,
    HEDDLE_ALLOC_INTERNAL = 2,
    HEDDLE_ALLOC_LAYOUT = 4,
    HEDDLE_ALLOC_HUGE = 8
};
// HEDDLE_ALLOC_REUSE(k): the k-th of __heddle_reusable(size, flags) blocks that were freed, from 1;
// with 0, a new one.
#define HEDDLE_ALLOC_ALIGN(n) ((n) << 8)
#define HEDDLE_ALLOC_REUSE(k) ((k) << 16)
// only with --reuse-addresses; internal blocks among themselves
int __heddle_reusable(size_t size, int flags);
void *__heddle_alloc(size_t size, int flags);
void __heddle_free(void *p);   // double-free, invalid-free are reported by the machine
void __heddle_retire(void *p); // frees an internal block, for good or to be used again
// the same block, as far as both sizes go; the rest is uninitialised
void __heddle_resize(void *p, size_t size);
size_t __heddle_size(const void *p); // size of the object p points to the start of
// Addresses as numbers (src/vm/address.c). Whether heap blocks of this size have them: 1 + their
// class, or 0; for SIZE_MAX, whether anything has that is made while the program runs.
unsigned __heddle_lays_out(size_t size);
void __heddle_lay_out(void *block, size_t unit); // a new block gets its address
unsigned __heddle_laid_out(const void *block);   // 1 + its unit; 0: it has no address
// Whether the value comes from memory that was never written. (A branch on it would end the run.)
int __heddle_unwritten(int value);
// Whether the value depends on where objects lie in memory: a pointer, or computed from one. 2: it
// is an unknown value.
int __heddle_is_address(long long value);
// Numbers that the world gives: the value as it is, and what it stands on. It can be copied, stored
// and computed with, and what comes out stands on the same; when something looks at it (a branch,
// an address, a size, ...), the condition is met. __heddle_given_as: the value, which stands on
// what `like` stands on as well; if that is an address, where it lies. __heddle_number: the bare
// value, for what no program can see; an address that has no number stays one.
enum heddle_world {
#define BOUND(id, preposition, name)
#define WORLD(id, word, name) HEDDLE_WORLD_##id,
#include "../src/ir/bounds.def"
#undef WORLD
#undef BOUND
};
long long __heddle_given(long long value, int world);
long long __heddle_given_as(long long value, long long like);
long long __heddle_number(long long value);
// a - b in bytes; PTRDIFF_MIN if they do not point into the same object.
ptrdiff_t __heddle_distance(const void *a, const void *b);
// Whether anything but the model that asks, and those that called it, still has a pointer to the
// block. If nothing has, no thread will ever know whether it was moved.
int __heddle_remembered(const void *p);

// setjmp and longjmp. A mark stands for the place in the caller of the function that called
// __heddle_mark where that function returns to; it ends with the caller's frame. __heddle_jump
// leaves all frames above and returns there again, with the given result. A mark that has ended, or
// of another thread, is a violation.
void *__heddle_mark(void);
_Noreturn void __heddle_jump(void *mark, int result);

// A condition was met, so that some behaviours were left out: the verdict names it.
enum heddle_bound {
    HEDDLE_BOUND_NONE,
#define BOUND(id, preposition, name) HEDDLE_BOUND_##id,
#include "../src/ir/bounds.def"
#undef BOUND
};
void __heddle_bound(int bound);

// A function of math.h on the host; fn is HEDDLE_MATH_NAME for a row of math.def. y is ignored by
// functions of one argument.
enum heddle_math {
#define MATH(name, arguments) HEDDLE_MATH_##name,
#include "math.def"
#undef MATH
};
double __heddle_math(int fn, double x, double y);
float __heddle_mathf(int fn, float x, float y);
long double __heddle_mathl(int fn, long double x, long double y);

// For data races only, otherwise nothing: stands for writes of the calling function's to the
// program's memory that a masked part has already done. Masked accesses do not race with each
// other; this one is like any of the program's.
void __heddle_wrote(const void *p, size_t n);
// The same for reads that a real function does and the model can do without.
void __heddle_read(const void *p, size_t n);

// The program has told the search something about n bytes at p by calling `who`: the verdict
// becomes unknown if that is not memory that can change, or, if it has told of a function as well,
// that is not one without parameters.
void __heddle_told(const char *who, const void *p, size_t n, void (*update)(void), int has_update);

// Output is not part of the state: it is recorded on replay only.
void __heddle_output(int fd, const char *bytes, size_t n);
// snprintf(buf, size, spec, v) on the host; spec is one conversion with an L modifier, like
// "%-8.3Lf".
int __heddle_format_float(char *buf, size_t size, const char *spec, long double v);

#endif
