// SPDX-License-Identifier: Apache-2.0
// heddle.h: what a checked program may ask of heddle. `heddle check` finds this header by itself.
#ifndef HEDDLE_H
#define HEDDLE_H

#ifdef __cplusplus
extern "C" {
#endif

// Any of 0 .. n-1; every one of them is tried. n must be at least 1.
int heddle_choose(int n);

// Only runs in which the condition holds are looked at; the others end here, quietly.
void heddle_assume(int condition);

// Like assert, but not switched off by NDEBUG.
void heddle_assert_fail(const char *expression, const char *file, int line, const char *function);
#define heddle_assert(condition)                                                                   \
    ((condition) ? (void)0 : heddle_assert_fail(#condition, __FILE__, __LINE__, __func__))

// No other thread runs between begin and end. They nest.
void heddle_atomic_begin(void);
void heddle_atomic_end(void);

// Any number of threads run start(arg), from now on; nobody joins them.
void heddle_any_threads(void *(*start)(void *), void *arg);

// ---- events -------------------------------------------------------------------------------------
// For formulas (--ltl): ap(name), or just name, is true in the state after heddle_ap("name") was
// executed and in no other; heddle_progress() is heddle_ap("progress"). Where no formula asks for
// events, they do nothing.
void heddle_ap(const char *name);
void heddle_progress(void);

// ---- which states are the same ------------------------------------------------------------------
// The search goes on from a state only if it has not seen an equal one. Everything counts, unless
// the program says otherwise; what does not count is still there and restored when the search goes
// back. `heddle check` says in its verdict that states were compared by a part of what they are.

// All of these must be about memory that is there and can change; otherwise the verdict is unknown.
// The n bytes at p do not count any more; what only they point to does not either. They count
// again.
void heddle_unmatched(const void *p, __SIZE_TYPE__ n);
void heddle_match(const void *p, __SIZE_TYPE__ n);
// What update() writes into the n bytes at buffer counts, in every state; update is called by the
// machine and is not part of the program: what it writes is gone afterwards.
void heddle_abstraction(void *buffer, __SIZE_TYPE__ n, void (*update)(void));

// ---- figures about the search -------------------------------------------------------------------
// The n bytes at p, in a global variable, are neither compared nor restored when the search goes
// back: they keep their last value over all runs, and `heddle check` tells it with its verdict. So
// a program can count what happens in the search. What it does must not depend on them. They belong
// to the state again.
void heddle_untracked(void *p, __SIZE_TYPE__ n);
void heddle_track(void *p, __SIZE_TYPE__ n);

#ifdef __cplusplus
}
#endif

#endif
