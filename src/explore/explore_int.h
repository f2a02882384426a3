// SPDX-License-Identifier: Apache-2.0
// The inside of explore.
#ifndef HEDDLE_EXPLORE_INT_H
#define HEDDLE_EXPLORE_INT_H

#include "explore/explore.h"
#include "reduce/reduce.h"
#include "vm/save.h"

#include <pthread.h>
#include <stdatomic.h>

// ---- memo.c: steps that were taken before -------------------------------------------------------
// A step depends on its thread and on the blocks that it looks at. When all of them were met before
// in this combination, the result is known without running it. (Blom, van de Pol, Weber: Bridging
// the gap between enumerative and symbolic model checkers, 2009, caches transitions by the
// variables they depend on.)

typedef struct Memo Memo;
typedef struct JoinCache JoinCache;
typedef struct MemoStep {
    const Change *changes; // of blocks and objects, ascending
    u32 nchanges;
    const StepAccess *accesses; // what was recorded of its visible operations
    u32 naccesses;
    u32 thread;     // id of the thread's block afterwards
    u32 length;     // instructions
    bool at_choice; // the thread stands at a choice afterwards
    bool is_inside; // the thread is in the middle of an atomic section afterwards
    bool is_end;    // the thread is no more
    u64 number;     // of no other step; never 0
    u64 list;       // a number of its accesses: the same for the same ones; never 0
} MemoStep;
Memo *memo_new(const Program *p);
void memo_free(Memo *m);
void memo_clear(Memo *m);
// The step of the thread with this block and this alternative from a state; `knowledge` is whatever
// else the reduction looked at. False if it is not known.
bool memo_find(const Memo *m, const StateWord *from, u32 thread, u32 alternative, u32 knowledge,
               MemoStep *out);
// The step with a number; false if it was forgotten since.
bool memo_get(const Memo *m, u64 number, MemoStep *out);
// The next step of the thread, with the first alternative, right after the one with that number
// has led to `from`.
bool memo_find_next(Memo *m, u64 number, const StateWord *from, u32 knowledge, MemoStep *out);
// Learns a step that the machine has just taken: t's, from one state to the next. With what it
// accesses, if somebody will ask for that. The step as memo_find gives it, or all zeros.
typedef struct Accesses {
    const StepAccess *items;
    u32 n;
} Accesses;
MemoStep memo_learn(Memo *m, const Vm *vm, const StepRecord *step, Accesses accesses,
                    const StateWord *from, const StateWord *to, ThreadId t, u32 alternative,
                    u32 knowledge);

// The first alternatives of several threads from a state, looked up together: what is looked at on
// the way to one result is on its way from memory while the others are looked for.
enum { MOST_AHEAD = IS_TINY ? 2 : 16 };
typedef struct MemoAhead {
    u32 n;
    u32 nodes[MOST_AHEAD]; // by number: where it has come to; 0: it is not known
    u32 nclears;
} MemoAhead;
void memo_ahead_begin(const Memo *m, MemoAhead *a);
void memo_ahead_add(const Memo *m, MemoAhead *a, u32 thread, u32 knowledge); // 0: no thread
void memo_ahead_find(const Memo *m, const StateWord *from, MemoAhead *a);
// The step with this number as it was found then; not asked: it must be looked up.
typedef enum AheadFound { AHEAD_NOT_ASKED, AHEAD_UNKNOWN, AHEAD_FOUND } AheadFound;
AheadFound memo_ahead_step(const Memo *m, const MemoAhead *a, u32 i, MemoStep *out);

// The thread with this block will be asked about soon.
void memo_prefetch(const Memo *m, u32 thread);
// How the thread with this block stands in a state, and what it waits for. Stances that were found
// have numbers: where the caller has the one with `number` (0: none), nothing is copied.
typedef enum StanceFound { STANCE_UNKNOWN, STANCE_SAME, STANCE_OTHER } StanceFound;
StanceFound memo_find_stance(const Memo *m, const StateWord *from, u32 thread, u64 *number,
                             Stance *out, StepAccess words[MOST_WAIT_WORDS]);
// Learns it from the machine, which is in that state.
void memo_learn_stance(Memo *m, Vm *vm, const StateWord *from, ThreadId t, const Stance *s,
                       const StanceSource *source, const StepAccess words[MOST_WAIT_WORDS]);

// Leaves of a state.
typedef struct Leaves {
    u32 *items;
    u32 n, cap;
} Leaves;
// Whether the thread with this block wants to go on in a state (will.c), and what that depends on.
bool memo_find_will(const Memo *m, const StateWord *from, u32 thread, bool *out);
void memo_learn_will(Memo *m, const StateWord *from, u32 thread, const Leaves *reads, bool will);

// What comes of calling a function of the program that has no parameters; `what` tells apart what
// it may be asked for.
typedef struct MemoValue {
    FuncId function;
    u32 what; // MEMO_HOLDS, MEMO_TRUTH, or a number >= MEMO_OTHER
} MemoValue;
enum { MEMO_HOLDS, MEMO_TRUTH, MEMO_OTHER };
// Its value in a state; false if it is not known.
bool memo_find_value(const Memo *m, const StateWord *from, MemoValue v, u32 *out);
// What the function reads of a state, by leaf.
typedef struct Reads {
    StepAccess *items;
    u32 n, cap;
} Reads;
// Adds what this depends on; false, with nothing added, if it is not known.
bool memo_value_reads(const Memo *m, const StateWord *from, MemoValue v, Reads *out);
// Learns it from a machine that has just called the function in that state.
void memo_learn_value(Memo *m, const Vm *vm, const StepRecord *call, const StateWord *from,
                      MemoValue v, u32 value);

// ---- walk.c: the steps of one thread from a state -----------------------------------------------
// By memory as long as they are remembered, or else by the machine.

typedef struct Tracking Tracking;

// Whether a walk goes round, coming back to all leaves as they were (R. Brent: An improved Monte
// Carlo factorization algorithm, 1980). Leaves are compared by hash: that two have the same only
// ends a walk early.
typedef struct Round {
    u64 mark;   // a hash that it has come through
    u32 since;  // steps since then
    u32 power;  // as many of them until it takes another mark
    u32 length; // steps of the circle; 0: it is not known to be in one
    u32 unseen; // of these it has not taken so many since it is known
    u64 least;  // of the hashes in the circle
} Round;

typedef struct Walk {
    ThreadId thread;
    u32 alternative;
    u64 length; // instructions of all steps
    u64 grown;  // bytes of the objects that they made
    u32 nsteps;
    // the leaves where it has come to, in the numbering of the state; valid unless by_machine
    StateWord *at;
    u32 at_cap;
    StateWord *next; // scratch, as long as `at`
    u32 next_cap;
    Change *changes; // scratch
    u32 changes_cap;
    Change *undo; // leaves before each change
    u32 nundo, undo_cap;
    // of the leaves that are not as they were in the state: equal leaves have equal ones
    u64 hash;
    Round round;
    // where the last step began in it; the instructions of that step
    u32 last_undo, last_length;
    u64 last_hash;                 // of `at` before the last step, in the checking build
    bool is_inside, was_inside;    // in the middle of an atomic section; before the last step
    bool at_choice, was_at_choice; // whether the thread stands at one; before the last step
    u64 number, was_number;        // of the last step, if it is remembered; of the one before it
    u32 *visited;                  // ids of the thread's block since something else has changed
    u32 nvisited, visited_cap;
    // the lowest of them that are in a circle; 0: it is not known to go round in one
    u32 circle_end;
    bool by_machine;      // the machine is where the walk is, and no vector
    bool was_by_machine;  // before the last step
    StepAccess *accesses; // of the last step by the machine
    u32 naccesses, accesses_cap;
} Walk;
void walk_first(Explorer *e, ThreadId t, u32 alternative, StepInfo *out);
// What the first step is, without going anywhere; false if it is not remembered.
bool walk_look(Explorer *e, ThreadId t, u32 alternative, StepInfo *out);
bool walk_next(Explorer *e, StepInfo *out);
void walk_back(Explorer *e);
void walk_done(Walk *w);
// What a step from one state to another, with the same objects and links between them, has done to
// others, as a conflict counts: what writes and leaves all as it was is a read. The machine has
// just taken it, and its canonical form was made.
StepAccess walk_access(const Explorer *e, const Access *a, const StateWord *from,
                       const StateWord *to);
// The vector where the walk has come to; for a walk that is not by_machine.
StateWord *walk_vector(Explorer *e, u32 extra);

// ---- will.c: whether a thread that can run has a reason to --------------------------------------

enum { MOST_CHOICES = 8 };
typedef struct Will {
    Vm *vm; // on which a thread is left alone; NULL: nobody has asked yet
    ThreadId thread;
    // where it stood when it was about to do something visible, and the way that is tried from
    // there
    const StateWord *home;
    u32 depth, nheld;
    Pc pc;
    const Place **written; // what it has written since then, as others see it
    u32 nwritten, written_cap;
    u32 choices[MOST_CHOICES], alternatives[MOST_CHOICES], nchoices;
    u64 noperations, ninstructions; // of all ways
    // what the answer depends on, if that is known: the leaves of the state
    Leaves reads;
    bool is_known;
    StateWord *moved, *now; // scratch: home, if it is not the state; where the machine is
    u32 moved_cap, now_cap;
} Will;
void will_done(Will *w);
// Whether the thread, which does not wait and is not about to yield, wants to go on in the state:
// not if it would only look at memory and come back to where it stands.
bool will_goes_on(Explorer *e, ThreadId t);

// ---- observe.c: operations that invariants and propositions may notice --------------------------

typedef struct Observed {
    // what they read in the state from which supersteps are taken; where a superstep has come to
    Reads reads, now;
    bool is_all;          // what they read is not known: any memory
    u32 letter;           // the propositions that are true in that state, a bit each
    StepAccess *accesses; // of the last step that they may notice
    u32 accesses_cap;
} Observed;
// Notes what they read in the state.
void observe_state(Explorer *e);
// Fills in what the step, to which the walk has just come, means for them: is_observed.
void observe_step(Explorer *e, StepInfo *step);
void observed_done(Observed *o);
static inline bool observe_is_idle(const Observed *o) { return !o->is_all && !o->reads.n; }

// ---- choose.c: which threads are tried from a state ---------------------------------------------

typedef struct Chooser Chooser;
// bases: by block of globals, the number of its first granule of four bytes; they stay the
// caller's. has_resizes: objects may get another size.
Chooser *chooser_new(Prospects *p, const u32 *bases, bool has_resizes);
void chooser_free(Chooser *c);
// Before the first steps of all threads are taken from the state; after that, unless only one can.
void chooser_open(Explorer *e);
void chooser_choose(Explorer *e);
// The first step of a thread; what one waits for.
void chooser_first(Explorer *e, ThreadId t, const StepInfo *step);
void chooser_waits(Explorer *e, ThreadId t, const StepAccess *words, u32 n);
// In a state that this one stands for, t may come to an access to globals that it does not come to
// here.
void chooser_foresees(Explorer *e, const StateWord *state, ThreadId t, const StepAccess *a);
// A further step of a superstep: fills in depends_on_all, if it must not be part of it, and
// is_free.
void chooser_next(Explorer *e, ThreadId t, StepInfo *step);
// A step of t has led to a state. Whether it has led on, as no step of a circle of steps all does.
bool chooser_arrives(Explorer *e, ThreadId t, const StateWord *to);
bool chooser_leaves_out(const Explorer *e);
bool chooser_takes(const Explorer *e, ThreadId t);
void chooser_take_all(Explorer *e); // the others are tried, too: supersteps need not mind them

// ---- explore.c ----------------------------------------------------------------------------------

// What was recorded of an operation, in the numbering of the state that was saved or loaded last.
static inline StepAccess step_access(const Vm *vm, const Access *a) {
    return (StepAccess){.place = leaf_of_place(vm, a->place),
                        .off = (u32)a->off,
                        .size = (u32)a->size,
                        .whole = a->whole,
                        .is_write = a->is_write,
                        .has_written = a->is_write,
                        .is_blind = a->is_blind,
                        .is_join = a->is_join};
}

struct Explorer {
    _Alignas(APART) Exploration *shared;
    u32 number;
    Vm *vm;
    JoinCache *joins; // NULL: handles of threads count
    Vm *caller;       // calls functions that are asked about states; NULL: there are none
    StateView *view;
    Flats *flats;         // states as buffers; NULL: nobody has asked for one
    Memo *memo;           // NULL: every step is run
    MemoAhead ahead;      // by thread, the steps from the state; n 0: they were not looked up
    Tracking *tracking;   // NULL: everything is tracked
    Superstep *superstep; // NULL: not used
    Chooser *chooser;     // NULL: all threads are tried
    Reducer reducer;
    // by thread: Reducer.others in the state being expanded; 0 without foresight
    u32 others[MAX_THREADS];
    Stance stances[MAX_THREADS]; // by thread, in that state
    u64 stands[MAX_THREADS];     // their numbers in `memo`; 0: none
    u32 nfree; // so many threads with these very stances are known not to be stuck; 0: nothing is
    ThreadId atomic; // who of them is in an atomic section; THREAD_NONE: nobody
    StepAccess words[MAX_THREADS][MOST_WAIT_WORDS]; // by thread: what it waits for
    u64 firsts[MAX_THREADS]; // by thread: its first step in that state (MemoStep.number); 0: not
                             // known
    StateWord *state;        // copy of the state being expanded
    u32 state_cap;
    bool is_at_state;   // the machine is in that state
    bool is_open;       // steps from it are prepared
    u64 opened;         // the checking build: a hash of the state that this was done in last
    StateWord *initial; // a copy of the initial state; NULL: nobody has asked for it
    Observed observed;
    u32 unremembered; // invariants of which no value can be remembered in the state, a bit each
    Piece *pieces;    // what an abstraction has written
    u32 npieces, pieces_cap;
    // the last step was the end of the program; the machine is there unless that is a state
    bool has_exited;
    u32 traits;    // of the last step
    bool leads_on; // the last step did: see chooser_arrives
    Choice *taken; // the step that is being taken from the state; NULL: none is
    u32 switches;  // context bound: used in that state, and by whom the last step was
    ThreadId last;
    bool is_will_known, wants_to_go_on; // whether that one would be interrupted against its will
    u64 effort;                         // of steps, besides that of executing instructions
    u64 unlooked; // instructions since somebody was last asked inside an expansion
    Walk walk;
    Will will;
    Fault fault; // the last violation that it has found
    // written by this worker only
    _Atomic u64 transitions, runs_ended, runs_assumed_away;
};
// Brings the machine back into the state; before it runs a thread from there.
void explorer_bring_back(Explorer *e);
void explorer_prepare(Explorer *e, ThreadId t);
bool explorer_is_in_atomic(const Explorer *e); // somebody is, in the state
// The values of the propositions in the state, as prop_values; in an atomic section, those of
// events only.
bool explorer_values(Explorer *e, u32 *out, Text *why);
// One of them; false with a reason if it cannot be used.
bool explorer_value(Explorer *e, u32 i, bool *out, Text *why);
// Calls an invariant in the state unless its value is known.
InvariantEnd explorer_ask_invariant(Explorer *e, u32 i, Fault *out);
// What a step of the thread depends on beside its block and the places it looks at: whether it is
// alone, and what others may still access.
u32 explorer_knowledge(const Explorer *e, ThreadId t);

// Adds why the machine could not go on, where it has just stopped.
void explorer_cut_text(const Explorer *e, Text *out);
// Ends the search; the second because what the program or the user asks for cannot be done.
void explorer_stop(Explorer *e, bool is_input_at_fault, const char *why);
void explorer_refuse(Explorer *e, const char *fmt, ...) PRINTF_LIKE(2, 3);

// ---- distrust.c: the checking build -------------------------------------------------------------

// Takes the remembered step of thread t from the state by the machine, and compares.
void distrust_walk(Explorer *e, const StateWord *from, ThreadId t, u32 alternative,
                   const MemoStep *m);
void distrust_recall(const Explorer *e, const StateWord *recalled, const StateWord *real);

// ---- table.c: what the program has told about its memory ----------------------------------------

#define MATCHING_TABLE "__rt_matching"
#define TRACKING_TABLE "__rt_tracking"
enum { TABLE_ENTRIES = 64 }; // as in runtime/ranges.h
typedef enum TableKind {
    TABLE_UNMATCHED = 1,
    TABLE_MATCHED,
    TABLE_ABSTRACTION,
    TABLE_UNTRACKED,
    TABLE_TRACKED
} TableKind;
typedef struct TableEntry {
    TableKind kind;
    ObjId obj, update; // where the memory is; the function of an abstraction; 0: nowhere, none
    u64 off, size;
} TableEntry;
// The table's global, or another one of the library's; 0 if the program has none.
ObjId table_named(const Program *p, const char *name);
// The entries in the block that the table lies in; how many. Later ones override earlier ones.
u32 table_read(const Program *p, ObjId table, const Block *block, TableEntry out[TABLE_ENTRIES]);

// ---- tracking.c: memory that is not restored ----------------------------------------------------

Tracking *tracking_new(Exploration *s);
void tracking_free(Tracking *t);
// All of these do nothing if e->tracking is NULL.
// After a step: the machine holds the last values of untracked memory.
void tracking_keep(Explorer *e);
// Before the machine's state is saved: without them.
void tracking_blank(Explorer *e);
// After a state was loaded into a machine: with them.
void tracking_restore(Explorer *e, Vm *vm);
// After that: they are not a change.
void tracking_settle(Explorer *e, Vm *vm);
// Whether some of the bytes are untracked in the state that the machine is in or has come from.
bool tracking_hides(const Explorer *e, const Place *p, u64 off, u64 size);
u8 *const *tracking_masks(const Tracking *t); // for Reducer.untracked
// Gives away the values and where they are, instead of those in `out`; none if everything was
// tracked.
void tracking_take(Tracking *t, Untracked *out);

// ---- matching.c: what makes two states equal ----------------------------------------------------

// view_add for a state of which only a part is compared.
bool matching_add(Explorer *e, const StateWord *state, StateHandle *handle); // or NULL

// A number for the part of the state that counts.
u64 matching_key(Explorer *e, const StateWord *state);
// The part itself; see flat_write_matched.
size_t matching_write(Explorer *e, const StateWord *state, void *buffer, size_t size);

// ---- cover.c: states with unknown values that another one stands for ----------------------------

typedef struct Covers Covers;
Covers *covers_new(const Program *p, ObjId variable); // vm_condition_variable
void covers_free(Covers *c);
bool covers_is_about(const Explorer *e, const StateWord *state); // it has unknown values
// Whether such a state, which is new, need not be looked at; otherwise it is remembered.
bool covers_add(Explorer *e, const StateWord *state);
u64 covers_count(const Covers *c); // of those that need not

// ---- bisimulation.c: is the abstraction sound? --------------------------------------------------

typedef struct Bisimulation Bisimulation;
Bisimulation *bisimulation_new(void);
void bisimulation_free(Bisimulation *b);
u32 bisimulation_classes(const Bisimulation *b); // of states that the abstraction makes equal
// The state being expanded leads to the children from `first` on, and to their ends.
void bisimulation_look(Explorer *e, const Children *children, u32 first);

struct Exploration {
    const Program *program;
    const ExploreOptions *options;
    ExploreUse use;
    Findings findings; // guarded by `lock`
    ExploreHooks hooks;
    VmOptions vm;
    StateStore *store;
    Guards *guards;       // NULL: no lock reduction
    Future *future;       // NULL: no foresight
    Prospects *prospects; // NULL: all threads are tried from every state
    u32 *bases;           // with it: see chooser_new
    bool uses_supersteps;
    bool minds_values;                    // with them: what conflicts depends on values
    bool has_fixed_reads;                 // propositions read the same bytes in every state
    bool has_unseen_threads;              // as Reducer's
    Covers *covers;                       // NULL: a new state is always looked at
    Bisimulation *bisimulation;           // NULL: it is not looked for
    bool is_matching;                     // the user has a say in what makes states equal
    bool is_symmetric;                    // the order of equal threads makes none
    ObjId matching_table, tracking_table; // of the program; 0 if it has none
    // the global that points to the control block of who calls from outside; 0: nobody does
    ObjId outsider;
    ObjId event;               // the global that says which event has happened; 0: there is none
    bool has_untracked;        // some memory may be untracked: one worker, and every step is run
    bool tracks_all;           // it is tracked after all, but not matched
    atomic_bool is_abstracted; // some state was compared by a part of what it is
    Explorer *explorers;
    u32 nexplorers;
    pthread_mutex_t lock;
    atomic_bool must_stop; // everybody
    // a run has ended for want of an address; and the search shall begin again with more of them
    atomic_bool misses_address, must_address;
    u64 looked_at;  // by all explorers so far, see vm_looked_at
    u64 shown;      // by all explorers so far, see vm_shown
    u64 crowded_at; // see exploration_crowded_at; guarded by `lock`
    u64 *outcomes;  // hashes of final states; guarded by `lock`
    u32 noutcomes, outcomes_cap;
};
// The machine has stopped where the program looks at an address that nobody knows.
void exploration_misses_address(Exploration *x, const Vm *vm);
void explorer_init(Explorer *e, Exploration *s, u32 number);
void explorer_done(Explorer *e);
void explorer_need_caller(Explorer *e);

// ---- joins.c ------------------------------------------------------------------------------------

// Control blocks of threads, in the order in which another one will join them; by block of globals,
// what all others may still do to it (NULL: anything). Valid until the next one is asked for.
typedef struct JoinList {
    const ObjId *items;
    u32 n;
    bool has_met_something; // between these joins: then not only they count
    const Keep *keeps;
} JoinList;
JoinCache *joins_new(const Program *p);
void joins_free(JoinCache *c);
JoinList joins_of(Explorer *e, const StateWord *state, ThreadId t);
u32 joins_bounds_met(const JoinCache *c); // conditions, by Explorer.caller; NULL: none
// What the machine asks that takes the steps: VmOptions.passes, with an Explorer.
bool joins_passes(void *explorer, Vm *vm, const Thread *t, const Access *a);

Flats *explorer_flats(Explorer *e);
// One after the other, these are the expansion of a state.
// the initial state, if the run goes on from there
StepEnd explorer_start(Explorer *e, StateWord **to);
void explorer_load(Explorer *e, const StateWord *state);
StepEnd explorer_judge(Explorer *e);            // whether the state itself is a violation
StepEnd explorer_check_invariants(Explorer *e); // the part of it that is about invariants
bool explorer_was_opened(const Explorer *e);    // the checking build: it was opened last
void explorer_open(Explorer *e);                // before steps are taken from it; once or more
// in how many ways the thread can go on in the state
static inline u32 explorer_alternatives(const Explorer *e, ThreadId t) {
    CHECK(t < vector_threads(e->state));
    return e->atomic == THREAD_NONE || e->atomic == t ? e->stances[t].alternatives : 0;
}
static inline u32 explorer_standing(const Explorer *e, ThreadId t) { // as Model.standing
    const Stance *s = &e->stances[t];
    return (explorer_alternatives(e, t) && !s->is_spurious ? THREAD_READY : 0u) |
           (s->waits_for_end ? THREAD_JOINS : 0u);
}
bool explorer_has_progress(Explorer *e); // as Model.has_progress
// Whether memory that others can see is different in another state.
bool explorer_has_changed(const Explorer *e, const StateWord *to);
// Whether the thread can go on in the state and has a reason to: then to go on with another one
// instead is a preemption.
bool explorer_wants_to_go_on(Explorer *e, ThreadId t);
u32 explorer_ways_bounded(Explorer *e, ThreadId t);
// how many of them there are within the context bound
static inline u32 explorer_ways(Explorer *e, ThreadId t) {
    return LIKELY(e->shared->options->context_bound < 0) ? explorer_alternatives(e, t)
                                                         : explorer_ways_bounded(e, t);
}
StepEnd explorer_step(Explorer *e, Choice *c, StateWord **to); // takes one; fills in its length
// What it means that a function that was called whole ended like this: STEP_ON if it returned.
StepEnd explorer_call_ended(Explorer *e, RunEnd end);
// the search's own number in a vector
u32 explorer_extra(const Explorer *e, u32 switches, ThreadId last);
#endif
