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
// The thread waits in the middle of an atomic section.
void guards_waits_inside(Guards *g, Vm *vm, const Thread *t);
// Locks keep nobody out: nothing passes any more.
void guards_distrust(Guards *g);

// ---- foresight.c: what other threads may still access -------------------------------------------
// Each worker has one of its own.

typedef struct Foresight Foresight;
Foresight *foresight_new(const Future *f);
void foresight_free(Foresight *s);
// Before threads are looked at: the function is called in every state, as if somebody else always
// could.
void foresight_observe(Foresight *s, const Program *p, FuncId f);
// For each of the threads with these blocks: the number of the set of what all others may still
// access. False if one of them is not known yet: then the machine shows them.
bool foresight_look(Foresight *s, const u32 *blocks, u32 nthreads, u32 *others);
void foresight_learn(Foresight *s, Vm *vm);
bool foresight_passes(const Foresight *s, u32 others, const Access *a);
// Whether the others may still write the object, or read it.
bool foresight_writes(const Foresight *s, u32 others, ObjId obj);
bool foresight_reads(const Foresight *s, u32 others, ObjId obj);
// The same for a thread that was started since then: whether the access conflicts with nothing that
// it may do.
bool foresight_passes_thread(const Foresight *s, const Thread *t, const Access *a);

// ---- prospects.c: what threads were seen to do later --------------------------------------------
// Where a thread stands is a node; a step leads from one to another. Shared by all workers; it
// remembers what it has learnt from one search to the next. doc/reductions.md, "Which threads?".

// Bytes that are touched, by a bit for each granule of four; several granules have the same bit if
// there are many. The last words are for control blocks: that of the thread which does it, those of
// others, and those of threads that have ended and are joined.
enum { TOUCH_MEMORY = IS_TINY ? 1 : 16, TOUCH_BITS = 64 * TOUCH_MEMORY };
enum { TOUCH_OWN = TOUCH_MEMORY, TOUCH_OTHERS, TOUCH_JOINED, TOUCH_WORDS };
// Globals whose contents matter to an operation, by fewer bits: what writes and leaves all as it
// was is among the reads, as one that conflicts with writes, but need not look.
enum { LOOK_WORDS = IS_TINY ? 1 : 4, LOOK_BITS = 64 * LOOK_WORDS };
enum { TOUCHED_WORDS = 2 * TOUCH_WORDS + LOOK_WORDS };
typedef union Touched {
    struct {
        u64 reads[TOUCH_WORDS], writes[TOUCH_WORDS], looks[LOOK_WORDS];
    };
    u64 all[TOUCHED_WORDS];
} Touched;

typedef struct Prospects Prospects;
Prospects *prospects_new(void);
void prospects_free(Prospects *p);
// The node of a thread that stands so, at that place in the program; any number of threads may.
u32 prospects_node(Prospects *p, u64 standing, u64 place);
// A thread that stood there did this next, or is about to.
void prospects_saw(Prospects *p, u32 node, const Touched *what);
bool prospects_have(const Prospects *p, u32 node, const Touched *what); // it was seen before
// As long as this is the same, so is what prospects_ask tells of each node.
u64 prospects_age(const Prospects *p);
// One that stood at the first stands at the second now, or has started one that does.
void prospects_led(Prospects *p, u32 from, u32 to);
// What threads that stood there were seen to do, and those that they started. The search relies on
// there being no more.
void prospects_ask(Prospects *p, u32 node, Touched *out);
// Whether a number grows that grows along most steps: there is no circle of steps along which it
// always does, and not for ever where a thread comes to a place again and again with other values.
bool prospects_grow(const Prospects *p, u32 from, u32 to);
// A lock is let go by another thread than that which holds it: nothing is left out any more.
void prospects_distrust(Prospects *p);
// What comes of it is counted: the threads that can run in a state, and those that are left out;
// supersteps, and whether one was longer by a free operation. What is not worth while is given up:
// then the search must start again at once.
void prospects_count_state(Prospects *p, u32 nready, u32 nleft);
void prospects_count_superstep(Prospects *p, bool is_longer);
void prospects_count_expanded(Prospects *p); // a state, whichever
bool prospects_give_up(const Prospects *p);
bool prospects_leave_out(const Prospects *p); // threads
bool prospects_find_free(const Prospects *p); // operations
bool prospects_are_used(const Prospects *p);  // for anything
// Whether there was more than the search has relied on: it must start again.
bool prospects_are_broken(const Prospects *p);
void prospects_start_again(Prospects *p, bool was_whole); // was_whole: the search came to its end

// ---- reducer.c: what a machine asks -------------------------------------------------------------

typedef struct Reducer {
    Guards *guards;       // NULL: not used
    Foresight *foresight; // NULL: not used
    u32 others;           // for the thread that runs, from foresight_look
    u32 nthreads;         // that there were then
    Prospects *prospects; // NULL: not used
    bool is_bounded;      // context switches are counted
    // Without guards: threads begin and end unseen; with propositions, which foresight knows of,
    // also one thread alone is asked about.
    bool has_unseen_threads, is_observed;
    // by block of globals: for each byte, whether it is no part of the state; NULL: all are
    u8 *const *untracked;
} Reducer;
// Whether some of the bytes of the access are so marked.
bool reducer_is_untracked(u8 *const *masks, const Vm *vm, const Access *a);
// The functions that the machine calls (VmOptions), with a Reducer as their argument.
bool reducer_passes(void *reducer, Vm *vm, const Thread *t, const Access *a);
void reducer_observed(void *reducer, Vm *vm, Cell lock);
void reducer_misused(void *reducer);
void reducer_waits_inside(void *reducer, Vm *vm, const Thread *t);

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
    u32 whole;     // bytes of the block or object
    bool is_write; // the step has changed the bytes
    // an operation of the step has, even if they are as they were when it has been done
    bool has_written;
    bool is_blind; // an operation that writes, and does not look at what was there
    bool is_join;  // of the word of a wait for the end of a thread, in no atomic section
    // two that do it in the same way to the same bytes lead to the same in either order
    Commutes commutes;
} StepAccess;
// Whether two accesses conflict with the same others.
static inline bool access_is_same(const StepAccess *a, const StepAccess *b) {
    return a->place == b->place && a->off == b->off && a->size == b->size &&
           a->is_write == b->is_write && a->commutes == b->commutes;
}
typedef struct StepInfo {
    RunEnd end;
    const StepAccess *accesses; // valid until the next step
    u32 naccesses;
    u64 list;            // steps with the same number here have the same accesses; 0: it has none
    bool depends_on_all; // it may conflict with anything
    // it may change the value of a proposition: only the last of a superstep may
    bool is_observed;
    // it looks at, or changes, more than the accesses tell
    bool depends_on_more;
    // it conflicts with nothing that any other thread can do from now on
    bool is_free;
    // it writes over all by which the step before conflicts with what any other thread can do, and
    // no other thread looks at that
    bool hides_last;
} StepInfo;

// How steps are taken.
typedef struct Stepper {
    void *self;
    u32 (*alternatives)(void *self, ThreadId t); // of a thread in the state
    // the words that a blocked thread looks at, at most MOST_WAIT_WORDS
    u32 (*waits_for)(void *self, ThreadId t, StepAccess *out);
    // what the first step from the state is; and takes it
    void (*look)(void *self, ThreadId t, u32 alternative, StepInfo *out);
    void (*first)(void *self, ThreadId t, u32 alternative, StepInfo *out);
    // the same thread goes on; false if it cannot without a choice
    bool (*next)(void *self, StepInfo *out);
    void (*back)(void *self); // the last step was not taken
    bool finds_free;          // StepInfo.is_free and hides_last are told
} Stepper;
// Before the ways on from a state with n threads are tried. is_single: supersteps have one
// operation only.
void superstep_begin(Superstep *s, const Stepper *stepper, u32 nthreads, bool is_single);
// Whether the last one is longer than it would be without free operations.
bool superstep_was_longer(const Superstep *s);
// Takes one superstep of thread t from that state; how its last step ended.
RunEnd superstep_run(Superstep *s, const Stepper *stepper, ThreadId t, u32 alternative);

#endif
