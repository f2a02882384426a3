// SPDX-License-Identifier: Apache-2.0
// search: explores all schedules and choices, depth-first or breadth-first, with one worker or
// several.
#ifndef HEDDLE_SEARCH_H
#define HEDDLE_SEARCH_H

#include "prop/prop.h"
#include "state/state.h"

typedef enum SearchOrder { SEARCH_DFS, SEARCH_BFS } SearchOrder;

// Where threads may be interrupted; doc/reductions.md describes them.
typedef enum Reduction {
    REDUCTION_NONE,      // before every instruction
    REDUCTION_GLOBAL,    // before every access to memory that is not on the thread's own stack
    REDUCTION_TAU,       // before every visible operation and every branch
    REDUCTION_TAU_PLUS,  // before every visible operation, and where a loop closes
    REDUCTION_SUPERSTEP, // after as many visible operations as conflict with nothing
    REDUCTION_DEFAULT    // before visible operations that do not commute with what others do
} Reduction;

typedef struct Figures {
    u64 states;            // distinct states stored
    u64 transitions;       // steps taken
    u64 depth;             // longest run looked at, in steps
    u64 runs_assumed_away; // ended by an assumption
    u64 instructions;
    // bytes: while it runs, now; in the end, the most that were really used at a time
    u64 memory;
    u64 store_bytes; // of them, for stored states
    u32 workers;     // that took part
    u32 restarts;    // because a lock discipline did not hold
    double seconds;
} Figures;

enum { MOST_MATCHING = 64 };

// What makes states equal, beside what the program says itself.
typedef struct MatchOptions {
    ObjId hidden[MOST_MATCHING]; // globals that are not compared
    u32 nhidden;
    FuncId abstractions[MOST_MATCHING]; // whose results are compared
    u32 nabstractions;
    ObjId untracked[MOST_MATCHING]; // globals that are not restored either
    u32 nuntracked;
} MatchOptions;
// There or in the program.
bool search_has_matching(const MatchOptions *o, const Program *p);
bool search_has_untracked(const MatchOptions *o, const Program *p);
// Globals and functions by name, separated by commas; NULL: none.
typedef struct MatchNames {
    const char *unmatched, *abstractions, *untracked;
} MatchNames;
bool search_set_matching(MatchOptions *o, const Program *p, const MatchNames *names, Diag *d);

typedef struct SearchOptions {
    SearchOrder order;
    Reduction reduction;
    bool no_heap_symmetry; // parts of the reductions that can be switched off
    bool no_store_visibility;
    bool no_lock_reduction;
    bool no_future;
    bool no_supersteps;
    u32 workers;  // 0: as many as there are processors
    bool no_memo; // every step is run, and every state made canonical from scratch; for tests
    // all workers from the first state on, not only when there is work enough; for tests
    bool joins_at_once;
    StoreKind store;
    u64 bitstate_bytes;  // 0: the default
    bool wants_outcomes; // fill SearchResult.outcomes
    i64 context_bound;   // -1: none
    double time_limit;   // seconds; 0: none
    double deadline;     // clock_seconds() when they are over; 0: so long after the search began
    u64 memory_limit;    // bytes; 0: none
    u64 depth_limit;     // steps; 0: none
    u32 clock_ticks;     // how often the models' clock may advance: named when that left runs out
    PropertySet properties;
    MatchOptions matching;
    // the search is concrete, and ends when the abstraction is found not to be sound
    bool checks_abstraction;
    VmOptions vm; // what is checked; the search sets what follows from the reduction
    // NULL, or "NAME=KIND,...": functions that were replaced; the verdict names them
    const char *stubs;
    const volatile int *interrupted;               // becomes non-zero on Ctrl-C; may be NULL
    void (*progress)(void *arg, const Figures *f); // called now and then; may be NULL
    // something the user should know while it runs; may be NULL
    void (*notice)(void *arg, const char *text);
    void *progress_arg;
} SearchOptions;

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

typedef struct SearchResult {
    Verdict verdict;
    Figures figures;
    Fault fault;       // when violated
    Schedule schedule; // leads to the fault
    VmOptions vm;      // on a machine with these options
    // Faults of kinds that were not asked for: they ended their runs.
    u64 unasked[FAULT_COUNT];
    Fault first_unasked; // kind FAULT_NONE if there was none
    // Different contents of the globals at the end of the program, when main's thread was the last
    // one.
    u64 outcomes, outcomes_digest;
    u64 *outcome_hashes; // search_outcome of each
    u32 classes;         // of states that the abstraction makes equal, when that was checked
    Untracked untracked;
} SearchResult;

// Limits of models, the order of enum heddle_bound of runtime/heddle_trap.h: bits of Vm.bounds_met.
// How the verdict names one.
enum { BOUND_CLOCK = 1, BOUND_RWLOCK, BOUND_COUNT };
void search_bound_text(const SearchOptions *o, u32 bound, Text *out);

// Explores the program. The result belongs to the caller (search_result_done). When violated, the
// schedule has been replayed on a fresh machine and gave the same fault; if it did not, that is an
// internal error, unless untracked data is to blame, which makes the verdict unknown.
void search_run(const Program *p, const SearchOptions *o, SearchResult *r);
void search_result_done(SearchResult *r);
// For searches that somebody else makes over a Drive: begins a result (options of the machine,
// bounds in the verdict), and replays r->schedule, whose violation is of the kind of r->fault,
// which it fills in. False: it is not there.
void search_result_init(const SearchOptions *o, SearchResult *r);
bool search_confirm(const Program *p, const SearchOptions *o, SearchResult *r);
// Runs a schedule: whether the formula does not hold of it, and it comes back to where its cycle
// begins if it is endless. One that breaks the formula in one of its states ends there afterwards.
bool search_confirm_formula(const Program *p, const SearchOptions *o, const VmOptions *vm,
                            Schedule *s, Diag *d);
// The contents of the user's globals, as a hash; where pointers among them point is not looked at.
u64 search_outcome(const Vm *vm);
// Options for a machine that shares nothing with a search but the meaning of instructions
// (vm/witness.c).
VmOptions search_plain_options(const VmOptions *vo);
// The figures of the search in progress, for the out-of-memory handler and the like; from any
// thread.
Figures search_figures_now(void);
void search_reason_now(Text *out); // adds why it cannot end with holds, if that is so already
u32 search_processors(void);       // how many there are

// ---- drive.c: the engine without a search -------------------------------------------------------
// Somebody else decides which step comes next and remembers states, which are flat buffers
// (state.h). All but REDUCTION_DEFAULT.

typedef struct Drive Drive;
typedef enum DriveEnd {
    DRIVE_ON, // there is a next state
    // the run has ended, or cannot go on: then the verdict in drive_result has a cut
    DRIVE_OVER,
    DRIVE_VIOLATION // drive_fault says which
} DriveEnd;
// Program and options must outlive it.
Drive *drive_new(const Program *p, const SearchOptions *o);
void drive_free(Drive *d);
// cuts, bounds and faults that were not asked for, so far
const SearchResult *drive_result(const Drive *d);
const Fault *drive_fault(const Drive *d);
Vm *drive_machine(Drive *d);
// From now on somebody looks at the states between operations that others could see: each of them
// ends a step, also those that conflict with nothing, and those of a thread that is alone.
void drive_look_between(Drive *d);
// The end of the program is a state, without threads, and not DRIVE_OVER.
void drive_keep_ends(Drive *d);
// The options have got their first invariant, or another one: a step ends after an operation that
// writes what one reads.
void drive_has_invariants(Drive *d);
// Whether a global of the state points to the object.
bool drive_is_known(const Drive *d, ObjId obj);
// Something cannot be used as it was meant: the verdict in drive_result says what, and nothing that
// follows has a meaning.
bool drive_must_stop(const Drive *d);
// Enters the initial state of the program.
DriveEnd drive_start(Drive *d);
// Enters a state, unless it is the one that was entered last.
void drive_enter(Drive *d, const void *flat);
// The state it is in; the bytes needed. If that is more than `size`, nothing useful was written.
size_t drive_write(Drive *d, void *flat, size_t size);
// The same for the part of it that is compared: equal bytes if and only if that is equal
// (MatchOptions).
size_t drive_write_matched(Drive *d, void *buffer, size_t size);
// some state that was written so had parts that are not compared
bool drive_is_abstracted(const Drive *d);
// Whether an invariant does not hold in the state, which functions that ran whole may have made;
// steps see to it themselves. DRIVE_ON also if that was asked before.
DriveEnd drive_check_invariants(Drive *d);
u32 drive_threads(const Drive *d);
u32 drive_alternatives(Drive *d, ThreadId t);
u32 drive_ways(Drive *d, ThreadId t); // the same, but 0 if that would be a preemption too many
// What a step of thread t leads to; needs alternative < drive_alternatives(d, t). It stays in the
// state.
DriveEnd drive_step(Drive *d, ThreadId t, u32 alternative, Choice *how);
// Whether such a step with DRIVE_OVER is the end of the program, and the values of the propositions
// there.
bool drive_is_exit(const Drive *d, ThreadId t, u32 alternative, u32 *values);
// The values of the propositions of the formula in the state; not seen: in the middle of an atomic
// section nobody looks. Not "": one of them could not be evaluated, here or at an end of the
// program.
const char *drive_values(Drive *d, bool *is_seen, u32 *values);
// Goes where such a step leads to that had DRIVE_ON.
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
DriveEnd drive_start_empty(Drive *d);
// Calls a function in the state it is in, and goes where that leads to. DRIVE_OVER: it has ended
// the run, or could not go on.
DriveEnd drive_call(Drive *d, const DriveCall *c, Cell *result);

#endif
