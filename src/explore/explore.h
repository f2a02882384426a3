// SPDX-License-Identifier: Apache-2.0
// explore: what can be done from a state of a program, and where it leads to. Joins machine,
// reduction, canonical form and properties; in which order states are looked at is decided
// elsewhere.
#ifndef HEDDLE_EXPLORE_H
#define HEDDLE_EXPLORE_H

#include "prop/prop.h"
#include "state/state.h"

// Where threads may be interrupted; doc/reductions.md describes them.
typedef enum Reduction {
    REDUCTION_NONE,      // before every instruction
    REDUCTION_GLOBAL,    // before every access to memory that is not on the thread's own stack
    REDUCTION_TAU,       // before every visible operation and every branch
    REDUCTION_TAU_PLUS,  // before every visible operation, and where a loop closes
    REDUCTION_SUPERSTEP, // after as many visible operations as conflict with nothing
    REDUCTION_DEFAULT    // before visible operations that do not commute with what others do
} Reduction;

enum { MOST_MATCHING = 64 };
// As a context bound: states know who ran last, as with a bound, but nobody counts. For who counts
// all changes of the running thread, and not only preemptions.
enum { SWITCHES_UNCOUNTED = 1 << 16 };

// What makes states equal, beside what the program says itself.
typedef struct MatchOptions {
    ObjId hidden[MOST_MATCHING]; // globals that are not compared
    u32 nhidden;
    FuncId abstractions[MOST_MATCHING]; // whose results are compared
    u32 nabstractions;
    ObjId untracked[MOST_MATCHING]; // globals that are not restored either
    u32 nuntracked;
} MatchOptions;
// Whether the options or the program leave something out of what is compared, or of what is
// restored.
bool explore_has_matching(const MatchOptions *o, const Program *p);
bool explore_has_untracked(const MatchOptions *o, const Program *p);
// Globals and functions by name, separated by commas; NULL: none.
typedef struct MatchNames {
    const char *unmatched, *abstractions, *untracked;
} MatchNames;
bool explore_set_matching(MatchOptions *o, const Program *p, const MatchNames *names, Diag *d);

typedef struct ExploreOptions {
    Reduction reduction;
    bool no_heap_symmetry; // parts of the reductions that can be switched off
    bool no_store_visibility;
    bool no_lock_reduction;
    bool no_future;
    bool no_supersteps;
    bool no_value_reduction; // what conflicts does not depend on values
    bool thread_symmetry;    // with every reduction; for tests
    bool no_thread_choice;   // all threads are tried from every state
    bool no_thread_symmetry; // which of several equal threads does something matters
    bool no_subsumption;     // states with unknown values are the same only if they are equal
    bool only_subsumption;   // they may be equal, but nobody asks; for tests
    // Tau+ does not stop where a loop closes, nor where a thread is alone: for who keeps no states.
    bool passes_loops;
    bool no_memo; // every step is run, and every state made canonical from scratch; for tests
    bool hides_addresses; // a look at the number of one ends in unknown
    bool wants_outcomes;  // explorations keep what is in the globals in the end
    i64 context_bound;    // preemptions of a run; -1: any number, or SWITCHES_UNCOUNTED
    bool has_input;       // the user has given standard input
    u32 most_threads;     // that the models let a run start: named when that left runs out
    u32 clock_ticks;      // how often the models' clock may advance: named when that left runs out
    PropertySet properties;
    Settled *settled; // what is no violation any more; NULL: nothing. Shared, and added to
    MatchOptions matching;
    // the search is concrete, and ends when the abstraction is found not to be sound
    bool checks_abstraction;
    VmOptions vm; // what is checked; what follows from the reduction is added
    // NULL, or "NAME=KIND,...": functions that were replaced; the verdict names them
    const char *stubs;
    const volatile int *interrupted; // becomes non-zero on Ctrl-C; may be NULL
} ExploreOptions;
// The options of a machine that follow from them, and the bounds that a verdict has to name.
VmOptions explore_machine_options(const ExploreOptions *o);
void explore_name_bounds(const ExploreOptions *o, Verdict *v);

// Memory that was not tracked, and what it held in the end.
typedef struct UntrackedPart {
    ObjId global;
    u32 off, size; // in the global
} UntrackedPart;
typedef struct Untracked {
    Vm *memory;           // in its globals; NULL: everything was tracked
    UntrackedPart *parts; // by global and offset
    u32 nparts, parts_cap;
} Untracked;

void untracked_done(Untracked *u);

// How the verdict names a condition: a BoundKind, one of the bits of vm_bounds_met. Nothing is
// added if it is none with these options.
void explore_bound_text(const ExploreOptions *o, u32 bound, Text *out);
// Names those that were met, a bit for each.
void explore_name_bounds_met(const ExploreOptions *o, u32 met, Verdict *v);

// ---- the model ----------------------------------------------------------------------------------
// What somebody who looks at states in some order needs: a model, which knows where each state
// leads to, and a store, which knows the states that were seen. This room has both for programs;
// they can be had for any other graph as well, whose states are vectors with a head that tells
// their length. Each worker has a model and a store of its own, and
// what is added to one of the stores is in all of them.

typedef enum StepEnd {
    STEP_ON,        // it leads to a state
    STEP_EXIT,      // the program has ended
    STEP_ASSUMED,   // the run does not count
    STEP_CUT,       // the run could not go on, which has been recorded
    STEP_UNASKED,   // a fault that nobody asked for has ended the program; recorded too
    STEP_STOPPED,   // everybody shall stop; why has been recorded
    STEP_VIOLATION, // the schedule that led here is the counterexample
} StepEnd;
static inline bool step_is_over(StepEnd end) { return end != STEP_ON && end != STEP_VIOLATION; }

typedef struct Store {
    void *self;
    // The state will be added soon.
    void (*expect)(void *self, const StateWord *state);
    // Whether the state is new; it is remembered, and exactly one worker is told so. If `colour` is
    // not NULL, a word that belongs to the state, 0 at first; it never moves.
    bool (*add)(void *self, const StateWord *state, _Atomic u32 **colour);
    // The worker will do nothing for a while; it goes on.
    void (*pause)(void *self);
    void (*resume)(void *self);
    // It goes on without adding anything, where others may be waiting for that.
    void (*rest)(void *self);
} Store;

// What a step has done beside leading to another state.
enum {
    STEP_ENDS_THREAD = 1,  // its thread is no more
    STEP_STAYS_INSIDE = 2, // its thread is in the middle of an atomic section afterwards
    // it has changed memory that others can see; only told where starvation is looked for
    STEP_CHANGES = 4,
    // there is no other way on, and it is on no circle of such steps: where it leads to need not be
    // remembered
    STEP_IS_ALONE = 8,
};

// States that a state leads to, and how.
typedef struct Child {
    Choice how;
    u32 traits; // of the step
    u32 at;     // its vector in `words`
    // or, if not itself, the child whose vector differs from it in few words: how many, and each
    // with its place
    u32 like;
} Child;
// A step that leads to no state, and why.
typedef struct Ending {
    Choice how;
    StepEnd end;
    u32 values; // STEP_EXIT: of the propositions there, as Model.values; usable ones only
} Ending;
typedef struct Children {
    Child *items;
    u32 n, cap;
    StateWord *words;
    u32 nwords, words_cap;
    // from the state that was expanded last; those of one expansion take the place of those of the
    // one before. After STEP_VIOLATION the last of them is it; its thread is THREAD_NONE if the
    // state itself is one.
    Ending *ends;
    u32 nends, ends_cap;
    // told of each state as soon as it is in the list, so that the memory in which it will be
    // looked up is on its way; NULL: none
    const Store *store;
} Children;
void children_add(Children *c, Choice how, const StateWord *state);
void children_end(Children *c, Ending e);
void children_cut(Children *c, u32 n); // keeps the first n
// downwards, over one that is not needed any more
void children_move(Children *c, u32 from, u32 to);
void children_done(Children *c);
static inline const StateWord *child_state(const Children *c, u32 i) {
    return c->words + c->items[i].at;
}
// The children from `first` on will wait for a long time: large vectors are kept as what is
// different from one before. Then child_unpack gives them, in a buffer that grows; they belong to
// the caller.
void children_pack(Children *c, u32 first);
typedef struct Unpacked {
    StateWord *words;
    u32 cap;
} Unpacked;
const StateWord *child_unpack(const Children *c, u32 i, Unpacked *out);

typedef enum ValuesSeen {
    VALUES_SEEN,
    // In the middle of an atomic section only events are seen: the others are as they were before
    // it, see prop_hidden_values.
    VALUES_HIDDEN,
    VALUES_UNUSABLE, // a proposition cannot be evaluated
} ValuesSeen;

enum {
    THREAD_READY = 1, // it can go on, and not only by a wake-up on which nobody can rely
    THREAD_JOINS = 2, // it waits for the end of another one, or of all others
};

typedef struct Model {
    void *self;
    u32 events; // those of the values that are seen everywhere, a bit each
    // Appends the initial states, if there are any; the same whenever it is asked.
    StepEnd (*initial)(void *self, Children *out);
    // Goes to a state, and all that follows is about it. Resumed: steps were taken from it before,
    // and those that follow are of the same expansion; since then no steps were taken from others.
    void (*go)(void *self, const StateWord *state, bool is_resumed);
    // Whether the state is a violation itself.
    StepEnd (*judge)(void *self);
    // Appends all states that one step leads to, whether or not they were seen before, and ends of
    // runs. The label of each step is its `how`. It gives up at a violation, and if somebody has
    // stopped the search.
    StepEnd (*successors)(void *self, Children *out);
    // The successors one by one. Alternatives: in how many ways a thread can go on, 0 if it is not
    // enabled. Ways: as many, or 0 if that would be beyond the context bound. Step: takes one of
    // the alternatives, `how.alternative`.
    u32 (*alternatives)(void *self, ThreadId t);
    u32 (*ways)(void *self, ThreadId t);
    StepEnd (*step)(void *self, Choice how, Children *out);
    // How a thread stands: THREAD_READY and others.
    u32 (*standing)(void *self, ThreadId t);
    // Livelock: whether progress was made just before the state.
    bool (*has_progress)(void *self);
    // The values of the propositions, as prop_values; if they are unusable, why is added.
    ValuesSeen (*values)(void *self, u32 *out, Text *why);
    // A state with a number of the order's in it: it is another one than with other numbers, 0 if
    // it was not marked. Valid until the model is asked for anything else. Needs
    // ExploreUse.is_marked.
    const StateWord *(*mark)(void *self, const StateWord *state, u32 number);
    u32 (*number)(void *self, const StateWord *state); // with which it was marked
    // A state as bytes that mean the same in every process; how many, and nothing useful was
    // written if that is more than `size`. And back; valid until the model is asked for anything
    // else.
    size_t (*save)(void *self, const StateWord *state, void *buffer, size_t size);
    const StateWord *(*load)(void *self, const void *buffer);
    // How much work steps were so far, about as many instructions as it would take to do it with
    // some; the same whenever the same is asked in the same order.
    u64 (*effort)(void *self);
    const Fault *(*fault)(void *self); // the last violation
} Model;

// ---- explorations -------------------------------------------------------------------------------
// What the workers of a search share, and one explorer for each of them. Begun and ended several
// times, if what the reduction has assumed proves wrong.

typedef struct Exploration Exploration;
typedef struct Explorer Explorer;
// Whom to ask or tell on the way; members may be NULL.
typedef struct ExploreHooks {
    void *self;
    // In the middle of an expansion that takes long: whether to give up.
    bool (*stops)(void *self, u32 worker);
    void (*is_cut)(void *self, const char *why); // the end cannot be "holds" any more
} ExploreHooks;
// Where explorers put what they find beside states.
typedef struct Findings {
    Verdict *verdict; // cuts and bounds
    u64 *unasked;     // by kind: faults that were not asked for; they ended their runs
    u32 *gone_on;     // and those after which runs went on, a bit for each kind
    Fault *first_unasked;
} Findings;

// How it is used.
typedef struct ExploreUse {
    // Somebody else decides which step comes next, and keeps the states: there is one explorer, all
    // memory is tracked, nothing is assumed of locks (all but REDUCTION_DEFAULT), and how far a
    // step goes does not depend on what was met before.
    bool is_driven;
    // Somebody looks at the states between operations that others could see: each of them ends a
    // step, also those that conflict with nothing, and those of a thread that is alone.
    bool looks_between;
    bool keeps_ends; // the end of the program is a state, without threads, and not STEP_EXIT
    // The order asks the store for colours, or marks states with numbers of its own.
    bool is_marked;
} ExploreUse;
// Why these options, this use and this store cannot be had together; NULL: they can.
const char *explore_refusal(const ExploreOptions *o, ExploreUse use, StoreKind store);

// Program and options must outlive it. There must be no refusal.
Exploration *exploration_new(const Program *p, const ExploreOptions *o, ExploreUse use,
                             const Findings *f, const ExploreHooks *hooks);
void exploration_free(Exploration *x);
void exploration_begin(Exploration *x, const StoreOptions *store, u32 nworkers);
// Its explorers and its store are gone then.
void exploration_end(Exploration *x);
// Forgets all that was seen.
void exploration_forget(Exploration *x);
// From the next beginning on, untracked memory is tracked but not matched.
void exploration_track_all(Exploration *x);
bool exploration_has_untracked(const Exploration *x);
bool exploration_is_abstracted(const Exploration *x); // some states were compared by a part only
// The reduction has assumed too much: nothing that was found counts.
bool exploration_is_broken(const Exploration *x);
// The same when all workers have stopped: they know together what has to have an address.
bool exploration_ends_broken(Exploration *x);
// The search has left out threads that did more than it knew: unless it has found a violation, it
// must begin again.
bool exploration_left_out(const Exploration *x);
u64 exploration_addressed(const Exploration *x); // VmOptions.addressed of its machines
StateStore *exploration_store(const Exploration *x);
// Held while findings are looked at or added to.
void exploration_lock(Exploration *x);
void exploration_unlock(Exploration *x);
bool explore_is_of_input(CutKind cut); // the program cannot be checked as it was given
// Everybody shall stop.
void exploration_stop(Exploration *x);
bool exploration_must_stop(const Exploration *x);
// 1 + the states when a run first had too many threads; 0: none had.
u64 exploration_crowded_at(Exploration *x);
// While it is begun, from any thread.
u64 exploration_transitions(const Exploration *x);
u64 exploration_covered(const Exploration *x);    // states that others stand for
u64 exploration_runs_ended(const Exploration *x); // with the program
u64 exploration_runs_assumed_away(const Exploration *x);
// When all workers stand still: instructions executed, bounds of models that were met, memory that
// was not tracked.
u64 exploration_instructions(const Exploration *x);
VmQuestions exploration_questions(const Exploration *x);
u32 exploration_bounds_met(const Exploration *x);
// Adds what was reached, see vm_reached.
void exploration_add_reached(const Exploration *x, bool *reached);
void exploration_add_assumed(const Exploration *x, u8 *assumed); // and of vm_assumed
// The same of vm_covered; of what is asked about states, too.
void exploration_add_covered(const Exploration *x, bool *covered);
void exploration_take_gone_on(Exploration *x); // into the findings: faults after which runs went on
void exploration_take_untracked(Exploration *x, Untracked *out);
u32 exploration_classes(const Exploration *x); // that the abstraction has, when that was checked

// Why there are so many states, see growth.c. Of each, the rows with the most come first.
enum { GROWTH_ROWS = 10 };
typedef struct GrowthRow {
    u32 id;           // a thread's function, or a global
    const char *what; // of objects, with their size
    u32 size;
    SrcLoc at;     // of lines
    u64 n;         // different local states, or values; of lines: of threads that stand there
    bool is_least; // of globals: there were so many that the rest was not counted
    double share;  // of lines: of the states, 0..1
} GrowthRow;
typedef struct GrowthList {
    GrowthRow rows[GROWTH_ROWS];
    u32 n;
} GrowthList;
typedef struct Growth {
    bool is_known;                  // it was looked at
    bool is_whole;                  // otherwise the numbers are about right
    bool has_shares;                // of lines
    u32 most_threads, most_objects; // at a time; 0: not known
    GrowthList threads, globals, objects, lines;
} Growth;
// When all workers stand still. Takes a moment.
void exploration_growth(const Exploration *x, u64 memory_limit, Growth *out);
// explore_outcome of all runs that have ended, each once; belongs to the exploration.
const u64 *exploration_outcomes(const Exploration *x, u32 *n);
Model exploration_model(Exploration *x, u32 worker);
Store exploration_seen(Exploration *x, u32 worker);
// Where a thread stands in the state that the worker's model went to.
void exploration_locate(Exploration *x, u32 worker, ThreadId t, Fault *out);

// Runs a schedule: whether it comes back to where its cycle begins if it is endless, is as fair as
// the properties ask for, and the formula does not hold of it, or it is what else they forbid; that
// is told in `out`. One that breaks the formula in one of its states ends there afterwards.
typedef struct Endless {
    EndlessKind kind;
    bool has_unknowns; // the run has made unknown values
} Endless;
bool explore_confirm_endless(const Program *p, const ExploreOptions *o, const VmOptions *vm,
                             Schedule *s, Fault *out, Endless *how, Diag *d);
// The contents of the user's globals, as a hash; where pointers among them point is not looked at.
u64 explore_outcome(const Vm *vm);

// ---- drive.c: a model that is asked for one step at a time --------------------------------------
// Somebody else decides which step comes next and remembers states, which are flat buffers
// (state.h). All but REDUCTION_DEFAULT.

typedef struct Drive Drive;
// Program and options must outlive it. It is driven, whatever `use` says.
Drive *drive_new(const Program *p, const ExploreOptions *o, ExploreUse use);
// The same for who has a verdict already, which has the bounds of the options.
Drive *drive_new_with(const Program *p, const ExploreOptions *o, ExploreUse use,
                      const Findings *findings);
void drive_free(Drive *d);
// cuts, bounds and faults that were not asked for, so far
Findings drive_findings(Drive *d);
const Fault *drive_fault(const Drive *d);
Vm *drive_machine(Drive *d);
Vm *drive_machine_there(Drive *d); // in the state
// From now on ExploreUse.looks_between.
void drive_look_between(Drive *d);
// The options have got their first invariant, or another one: a step ends after an operation that
// writes what one reads.
void drive_has_invariants(Drive *d);
// Whether a global of the state points to the object.
bool drive_is_known(const Drive *d, ObjId obj);
// Something cannot be used as it was meant: the verdict in drive_findings says what, and nothing
// that follows has a meaning.
bool drive_must_stop(const Drive *d);
// What it could not be used for does not matter: the step that needed it belongs to no run.
void drive_go_on(Drive *d);
const Exploration *drive_exploration(const Drive *d); // for its figures
// Enters the initial state of the program.
StepEnd drive_start(Drive *d);
// Enters the state that a schedule leads to, instead. False: it leads to none, or to a violation.
// What it would use up of a context bound is not counted.
bool drive_follow(Drive *d, const Schedule *s);
// Enters a state, unless it is the one that was entered last.
void drive_enter(Drive *d, const void *flat);
// The state it is in; the bytes needed. If that is more than `size`, nothing useful was written.
size_t drive_write(Drive *d, void *flat, size_t size);
// The same without buffers, for who stays with this drive: its vector, which is there until another
// state is entered, and how many words of it are equal if and only if states are; the way back.
const StateWord *drive_vector(const Drive *d, u32 *compared);
void drive_return(Drive *d, const StateWord *vector);
// Writes the part of the state that is compared (MatchOptions): equal bytes if and only if states
// count as equal.
size_t drive_write_matched(Drive *d, void *buffer, size_t size);
// some state that was written so had parts that are not compared
bool drive_is_abstracted(const Drive *d);
// Whether an invariant does not hold in the state, which functions that ran whole may have made;
// steps see to it themselves. STEP_ON also if that was asked before.
StepEnd drive_check_invariants(Drive *d);
u32 drive_threads(const Drive *d);
u32 drive_alternatives(Drive *d, ThreadId t);
u32 drive_ways(Drive *d, ThreadId t); // as many, but 0 if that would be a preemption too many
// Whether thread t can go on and has a reason to: then to let another one run is a preemption.
bool drive_goes_on(Drive *d, ThreadId t);
// What a step of thread t leads to; needs alternative < drive_alternatives(d, t). A state that is a
// violation itself is one of the step. It stays in the state.
Ending drive_step(Drive *d, ThreadId t, u32 alternative);
// What that step has done: see vm_last.
const StepRecord *drive_last(const Drive *d);
bool drive_may_stay(Drive *d);                             // nobody must go on in the state
ValuesSeen drive_values(Drive *d, u32 *values, Text *why); // Model.values of the state
// Goes where such a step leads to that had STEP_ON.
void drive_go(Drive *d, ThreadId t, u32 alternative);
void drive_locate(Drive *d, ThreadId t, Fault *out); // where a thread stands
// Functions that run whole, while all threads stand still.
typedef struct DriveCall {
    FuncId func;
    const Cell *args;
    u32 nargs;
    // makes a control block, for when there are no threads; FUNC_NONE: not needed
    FuncId control;
    bool may_start; // the function may start threads
} DriveCall;
// Enters the state after the program's constructors, without threads; for a program that was loaded
// without main.
StepEnd drive_start_empty(Drive *d);
// Calls a function in the state it is in, and goes where that leads to if it returns.
StepEnd drive_call(Drive *d, const DriveCall *c, Cell *result);
// Adds why the last call has not returned.
void drive_last_cut(const Drive *d, Text *out);

#endif
