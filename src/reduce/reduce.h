// SPDX-License-Identifier: Apache-2.0
// reduce: which scheduling points a search can do without. doc/reductions.md has the arguments.
#ifndef HEDDLE_REDUCE_H
#define HEDDLE_REDUCE_H

#include "analysis/analysis.h"
#include "vm/vm.h"

// ---- guards.c: locks that protect data ----------------------------------------------------------
// Assumes of every location that the accesses to it are protected by one lock, until it sees one
// that is not. Shared by all workers; it remembers what it has learnt from one search to the next.

typedef struct Guards Guards;
Guards *guards_new(const Program *p);
void guards_free(Guards *g);
// True if the search has relied on something that turned out to be wrong: it must start again.
bool guards_are_broken(const Guards *g);
// how much so far: it grows whenever anything is learnt of a location
u64 guards_learnt(const Guards *g);
void guards_start_again(Guards *g);
// Whether a visible operation may pass; it learns from each.
bool guards_passes(Guards *g, Vm *vm, const Thread *t, const Access *a);
void guards_observed(Guards *g, Vm *vm, Cell lock);
// Locks keep nobody out: nothing passes any more.
void guards_distrust(Guards *g);

// ---- foresight.c: what other threads may still access -------------------------------------------
// Each worker has one of its own.

typedef struct Foresight Foresight;
Foresight *foresight_new(const Future *f);
void foresight_free(Foresight *s);
// For each of the threads with these blocks: the number of the set of what all others may still
// access. False if one of them is not known yet: then the machine shows them.
bool foresight_look(Foresight *s, const u32 *blocks, u32 nthreads, u32 *others);
void foresight_learn(Foresight *s, Vm *vm);
bool foresight_passes(const Foresight *s, u32 others, const Access *a);

// ---- reducer.c: what a machine asks -------------------------------------------------------------

typedef struct Reducer {
    Guards *guards;       // NULL: not used
    Foresight *foresight; // NULL: not used
    u32 others;           // for the thread that runs, from foresight_look
    u32 nthreads;         // that there were then
    bool is_bounded;      // context switches are counted
    // by block of globals: for each byte, whether it is no part of the state; NULL: all are
    u8 *const *untracked;
} Reducer;
// Whether some of the bytes of the access are so marked.
bool reducer_is_untracked(u8 *const *masks, const Vm *vm, const Access *a);
// The functions that the machine calls (VmOptions), with a Reducer as their argument.
bool reducer_passes(void *reducer, Vm *vm, const Thread *t, const Access *a);
void reducer_observed(void *reducer, Vm *vm, Cell lock);
void reducer_misused(void *reducer);

// ---- superstep.c: steps of several visible operations -------------------------------------------
// (Zaks, Joshi: Verifying multi-threaded C programs with SPIN, SPIN 2008, section 4.) From one
// state, each thread runs for as long as what it does conflicts with nothing that the other
// threads' supersteps do.

typedef struct Superstep Superstep;
Superstep *superstep_new(void);
void superstep_free(Superstep *s);

// What one step did that others may notice.
typedef struct StepAccess {
    // any number that is the same for the same block or object in all steps from a state
    u32 place;
    u32 off, size;
    bool is_write;
} StepAccess;
typedef struct StepInfo {
    RunEnd end;
    const StepAccess *accesses; // valid until the next step
    u32 naccesses;
    bool depends_on_all; // it may conflict with anything
    // it may change the value of a proposition: only the last of a superstep may
    bool is_observed;
} StepInfo;

// How steps are taken.
typedef struct Stepper {
    void *self;
    u32 (*alternatives)(void *self, ThreadId t); // of a thread in the state
    // the words that a blocked thread looks at, at most MOST_WAIT_WORDS
    u32 (*waits_for)(void *self, ThreadId t, StepAccess *out);
    void (*first)(void *self, ThreadId t, u32 alternative, StepInfo *out); // from the state
    // the same thread goes on; false if it cannot without a choice
    bool (*next)(void *self, StepInfo *out);
    void (*back)(void *self); // the last step was not taken
} Stepper;
// Before the ways on from a state with n threads are tried. is_single: supersteps have one
// operation only.
void superstep_begin(Superstep *s, const Stepper *stepper, u32 nthreads, bool is_single);
// Takes one superstep of thread t from that state; how its last step ended.
RunEnd superstep_run(Superstep *s, const Stepper *stepper, ThreadId t, u32 alternative);

#endif
