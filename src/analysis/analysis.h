// SPDX-License-Identifier: Apache-2.0
// What can be known of a program before it runs.
#ifndef HEDDLE_ANALYSIS_H
#define HEDDLE_ANALYSIS_H

#include "ir/ir.h"

// Computes Program.live_* and Program.steering; called once by the front end when the code is
// complete.
void analysis_liveness(Program *p);
// Computes Program.may_interrupt; called once by the front end. is_anywhere: handlers may
// interrupt, and they run anywhere.
void analysis_interrupts(Program *p, bool is_anywhere);

// ---- future.c: what a thread may still touch, from where its frames stand -----------------------

#define FUTURE_NOWHERE 0xffffffffu

typedef struct Future Future;

// The program must outlive the result.
Future *future_new(const Program *p);
void future_free(Future *f);

// Abstract locations 0 .. n-1: one for each mutable global (those that are too many share one), the
// last one for all that is made at run time: heap blocks, locals, thread-locals, what the library
// keeps.
// Of an object; FUTURE_NOWHERE for functions and constants: nobody writes those.
u32 future_location(const Future *f, ObjId id);

// Words of a set of locations.
u32 future_words(const Future *f);
// What a frame of `func` that stands before `pc` may still read (the first future_words) and write
// (the next): by the code of func that can be reached from there, by all that it calls, and by the
// threads that those start. The future of a thread is the union over its frames; one that has
// called another stands after the call. Valid until future_free; may be called by several threads
// at once. If the analysis took too long, everything.
//
// Counted as writes of run-time memory: to free or allocate a block, to leave a function that has
// locals, to end a thread. Not counted: what exit does to all others, and the settling of unknown
// values and of the order of addresses, which are choices about the past.
const u64 *future_of(const Future *f, FuncId func, Pc pc);
// Whether such a frame may come to an INTERRUPTS trap, in the same sense.
bool future_interrupts(const Future *f, FuncId func, Pc pc);

#endif
