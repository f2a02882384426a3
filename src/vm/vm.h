// SPDX-License-Identifier: Apache-2.0
// vm: the machine. It holds one state of the checked program and runs one thread of it to its next
// visible operation. It never prints and does not know that it is being searched.
//
// It has four doors. This one is for running it: making a machine, stepping, calling, and how that
// ends. vm/look.h is for looking at the state that it is in, vm/save.h for saving states and
// loading them, vm/reach.h for finding what can be reached.
#ifndef HEDDLE_VM_H
#define HEDDLE_VM_H

#include "ir/ir.h"

typedef struct Vm Vm;
typedef struct Thread Thread; // these two: vm/look.h
typedef struct Place Place;
typedef struct Block Block; // vm/save.h

// index of a thread among those alive, in order of creation: it changes when an earlier one ends
typedef u32 ThreadId;
#define THREAD_NONE 0xffffffffu
#define MAX_THREADS 1024u

// ---- how a run ends -----------------------------------------------------------------------------

typedef enum RunEnd {
    RUN_POINT,  // the thread stands before its next visible operation
    RUN_DONE,   // the thread has ended
    RUN_EXIT,   // the whole program has ended
    RUN_FAULT,  // a violation
    RUN_ASSUME, // an assumption does not hold: not a run of the program
    RUN_VOID,   // the alternative is not possible: what is known of unknown values excludes it
    RUN_CUT,    // cannot go on (something unsupported, a limit)
    RUN_REPEAT  // inside of a step only: the instruction is to be done once more
} RunEnd;

typedef enum CutKind {
    CUT_NONE,
    CUT_UNSUPPORTED,
    CUT_ADDRESS, // it depends on the number of an address
    CUT_UNKNOWN_VALUE,
    CUT_STACK,
    CUT_OBJECTS,
    CUT_THREADS,
    CUT_TOLD,
    CUT_UNDEFINED // nothing defines what it has come to
} CutKind;

typedef struct Fault {
    FaultKind kind;
    CutKind cut; // why, when the run ended with RUN_CUT
    ThreadId thread;
    FuncId func; // innermost frame of user code
    Pc pc;
    ObjId obj;        // object concerned, 0 if none
    u64 offset, size; // data race: the bytes of the object
    ThreadId rival;   // the other thread, and the place in the user's code where it stands or stood
    u32 rival_number; // 1 + its Thread.serial; 0 if it is not known
    FuncId rival_func;
    Pc rival_pc;
    u32 places; // deadlock: a number for the set of places where its threads wait; 0: not known
    Text text;  // one sentence
} Fault;
void fault_copy(Fault *to, const Fault *from); // each has a text of its own
void fault_forget(Fault *f);

// ---- options ------------------------------------------------------------------------------------

// Where a step ends, beside choices, waits and visible operations.
typedef enum Grain {
    GRAIN_VISIBLE,     // nowhere, but in a loop that goes on and on
    GRAIN_LOOPS,       // where a loop closes: at code that the step has come through before (tau+)
    GRAIN_BRANCHES,    // before each branch (tau)
    GRAIN_INSTRUCTIONS // before each instruction
} Grain;

// A visible operation: an access to memory that other threads can reach, the end of such an object
// (a write of all of it, is_end), or the release of the lock at that place (is_release).
typedef struct Access Access;
typedef enum Commutes {
    COMMUTES_NOT,
    COMMUTES_ADD,
    COMMUTES_AND,
    COMMUTES_OR,
    COMMUTES_XOR
} Commutes;
struct Access {
    const Place *place;
    ObjId obj;
    u64 off, size; // in the place
    u32 whole;     // bytes of the place, in the record of a step
    bool is_write, is_atomic, is_end, is_release;
    bool is_blind;       // a write that depends in nothing on what was there
    bool is_join;        // of the word of a wait for the end of a thread, in no atomic section
    bool is_begin;       // a release: of a thread, whose handle is written there
    bool goes_in_pieces; // if it does not pass, its pieces are asked about later, one by one
    // It changes numbers in a way that leads to the same, whatever the order of those that do it in
    // the same way, and tells nobody what was there.
    Commutes commutes;
};
// A reduction that knows more than the machine: true if the operation needs no scheduling point
// before it. It is asked about every visible operation of every thread, also of those inside atomic
// sections, while there is more than one (VmOptions.asks_alone: always).
typedef bool VmPasses(void *arg, Vm *vm, const Thread *t, const Access *a);
// The reduction learns that somebody noticed, without waiting, that another thread holds the lock.
typedef void VmObserved(void *arg, Vm *vm, Cell lock);
// The reduction learns that a thread has let go of a lock that it does not hold.
typedef void VmMisused(void *arg);
// The reduction learns that a thread has come to a wait in the middle of an atomic section: where
// it must wait, others see what the section has done before, and where it need not, they do not.
typedef void VmWaitsInside(void *arg, Vm *vm, const Thread *t);

// Whether a run does not end at the fault, if the machine knows how to go on after it. (The text
// may be empty.) The same for everybody who judges the machine's state.
typedef bool VmExcuses(void *arg, const Program *p, const Fault *f);

typedef struct VmOptions {
    Grain grain;
    bool is_witness;      // knows nothing of privacy, packing, reductions; see vm/witness.c
    bool logs_stretches;  // for vm_stretches
    bool private_memory;  // heap blocks that no other thread could ever reach are not visible
    bool regains_privacy; // nor are those that no other thread can reach any more
    bool passes_alone;    // while there is only one thread nothing is a scheduling point
    // a new object gets the lowest free slot, which matters for what a state is
    bool keeps_addresses;
    bool record_accesses; // fill StepRecord.accesses
    bool record_turns;    // and StepRecord.turns
    bool notes_coverage;  // for vm_covered
    VmPasses *passes;     // NULL: every visible operation is a scheduling point
    bool asks_alone;
    VmObserved *observed;
    VmMisused *misused;
    VmWaitsInside *waits_inside;
    void *passes_arg;
    bool check_uninitialized; // using an uninitialised value is a violation
    bool check_overflow;
    bool check_races;
    // kinds of faults that nobody has asked for, a bit each: where it is known what the program
    // does after one, the run goes on
    u32 unasked;
    // classes of objects that have addresses, a bit each, see vm/address.c; of others nobody can
    // know the number
    u64 addressed;
    VmExcuses *excuses; // NULL: no fault of a kind that was asked for is excused
    void *excuses_arg;
    bool reuse_addresses; // malloc may return a block that was freed
    bool has_nondet_range;
    i64 nondet_low, nondet_high; // what an unknown value may be when something looks at it
    bool is_symbolic;            // unknown values are computed with, see vm/term.c
    bool keeps_conditions;       // also about values that nothing depends on any more
    // The solver is not asked whether a truth is possible: what nothing that is known says
    // otherwise is taken for possible, and who runs the machine asks for the whole (vm_condition).
    bool is_open;
    u32 solver_ms;          // time for one question to the solver
    double solver_deadline; // clock_seconds() when it gives up all of them; 0: never
    // if not NULL: what unknown values are, in the order in which they are made
    const u64 *values;
    u32 nvalues;
    // with them: what __heddle_is_address has answered on the machine where they were unknown,
    // since such a value is printed in another way
    const u8 *answers;
    u32 nanswers;
    // the same, for who looks at a run in which they stay unknown (vm_as_chosen)
    const u64 *shown;
    u32 nshown;
    u32 max_frames;  // 0: the default
    u32 max_threads; // at a time; 0: MAX_THREADS
    bool has_others; // there are more threads than the machine has; see vm_mistook_others
} VmOptions;

// ---- running ------------------------------------------------------------------------------------

// What one thread did in a row, in terms that any machine understands: so many instructions, and
// where it stopped inside a memcpy or memset that it has not finished.
typedef struct Stretch {
    u32 serial;    // Thread.serial
    u32 choice;    // the alternative it took at its beginning
    u64 length;    // instructions
    u64 bulk_done; // bytes of the next instruction that are done already
    u32 bulk_len;  // bytes of the piece that it has loaded and not stored; 0: none
    bool is_last;  // of a run: only there a witness looks for data races
} Stretch;

// Called before each instruction on replay.
typedef void VmWatch(void *arg, Vm *vm, ThreadId t, Pc pc);
typedef void VmOutput(void *arg, Vm *vm, ThreadId t, int fd, const u8 *bytes, size_t n);

// A jump backwards, or the beginning of a function, of a thread that has so many frames.
typedef struct Turn {
    bool is_entry;
    Pc from, to;
    ThreadId thread;
    u32 frame;
} Turn;

// What a step or a call has done. Valid until the next one; others only read it.
typedef struct StepRecord {
    RunEnd end;
    u64 length; // instructions, for vm_step_exactly
    u64 pieces; // how often an instruction was begun again: memcpy and memset in pieces
    u64 grown;  // bytes of the objects that it made
    // What the step depends on beside its thread: these places, each once in the order of the first
    // look; or on more.
    const Place **depends;
    u32 ndepends;
    bool depends_on_more;
    // Objects or pointers have changed; and not only new objects that nothing else points to.
    bool shape_changed, links_changed;
    Access *accesses; // visible operations, if they are recorded
    u32 naccesses;
    Turn *turns; // the same
    u32 nturns;
    const Fault *fault; // what went wrong, if it ended with RUN_FAULT or RUN_CUT
} StepRecord;

// The program must outlive the machine.
Vm *vm_new(const Program *p, const VmOptions *o);
void vm_free(Vm *vm);

// Puts the machine into the initial state: one thread at the entry function.
void vm_start(Vm *vm);
// From now on `watch` is called before each instruction and `output` for what the program writes,
// with `arg`; NULL: nobody wants to know.
void vm_set_watch(Vm *vm, VmWatch *watch, VmOutput *output, void *arg);
// From now on a thread that is alone stops before its visible operations too.
void vm_stop_alone(Vm *vm);

// How many ways thread t can go on: 0 if it does not exist, has to wait, or another thread is
// inside an atomic section; 1; or the number of alternatives of the choice it stands at.
u32 vm_alternatives(Vm *vm, ThreadId t);
// Runs thread t from where it stands to its next visible operation, taking alternative `choice`.
// Needs choice < vm_alternatives(vm, t).
const StepRecord *vm_step(Vm *vm, ThreadId t, u32 choice);
// The same, but runs `length` instructions, wherever scheduling points are: repeats a step of that
// length.
const StepRecord *vm_step_exactly(Vm *vm, ThreadId t, u32 choice, u64 length);
// Brings a thread that is between two visible operations to where it stands before the next one.
const StepRecord *vm_approach(Vm *vm, ThreadId t);

// Does on a witness what another machine has logged. False: it is not possible there. RunEnd in
// *end.
bool vm_repeat(Vm *vm, const Stretch *s, RunEnd *end);

const VmOptions *vm_options(const Vm *vm);
// What happens before what is known while it runs, so that a race orders nothing behind it.
bool vm_tracks_order(const Program *p);
bool vm_excuses(const Vm *vm, const Fault *f); // see VmExcuses
void vm_excuse_all(Vm *vm, bool all);          // of a machine that excuses some
bool vm_is_alive(const Vm *vm, ThreadId t);    // t has not ended
const StepRecord *vm_last(const Vm *vm);       // of the last step or call
bool vm_has_exited(const Vm *vm);
int vm_exit_code(const Vm *vm);
u64 vm_instructions(const Vm *vm); // executed since vm_new
// Questions about unknown values since vm_new, and the time that the solver took for them.
typedef struct VmQuestions {
    u64 n;
    double seconds;
    u64 gave_up; // without an answer
} VmQuestions;
VmQuestions vm_questions(const Vm *vm);
// Limits of models that left something out since vm_new: a bit for each heddle_bound.
u32 vm_bounds_met(const Vm *vm);
u32 vm_forget_bounds_met(Vm *vm); // returns them
// Classes of objects (as in VmOptions.addressed) of which a number was wanted that they do not
// have, since vm_new.
u64 vm_looked_at(const Vm *vm);
u64 vm_shown(const Vm *vm); // the same, of those that were printed: how long their texts are
// Kinds of faults after which a run went on since vm_new, a bit each, and the first such fault.
u32 vm_gone_on(const Vm *vm, const Fault **first);
// Since a state was loaded, two pointers to control blocks without bytes were compared, which stand
// for other threads than the machine has (has_others): the machine has taken them for two.
bool vm_mistook_others(const Vm *vm);
const bool *vm_reached(const Vm *vm); // since vm_new; program_nreached of them
// How assumptions went since vm_new, by the pc of a call in the program: enum Assumed; NULL: there
// were none.
enum Assumed { ASSUMED_FALSE = 1, ASSUMED_TRUE = 2 };
const u8 *vm_assumed(const Vm *vm);
// What instructions and branches were reached, program_ncovered of them; NULL: they are not noted.
const bool *vm_covered(const Vm *vm);
// What was done since vm_start, if it is logged; *n stretches.
const Stretch *vm_stretches(const Vm *vm, u32 *n);
// Unknown values made since vm_start. Numbers for them, in that order, with which the run happens
// as it has, and the last call as well, if it supposes; for a machine that logs and keeps
// conditions. 1, or 0 if there are none (only an open machine comes there), or -1 if the solver
// gives up.
u32 vm_nunknowns(const Vm *vm);
bool vm_has_made_unknown(const Vm *vm); // since vm_new
int vm_choose_values(Vm *vm, u64 *values);
const u8 *vm_answers(const Vm *vm, u32 *n); // see VmOptions.answers
u32 vm_values_taken(const Vm *vm);          // of VmOptions.values since vm_start
// All that the run has found out about unknown values, as one term of somebody's query.
// Only for machines that keep it all, which open ones do.
struct Solver;
u32 vm_condition(Vm *vm, struct Solver *s);
// Whether some numbers fulfil it, and what the last call has supposed: 1, or 0, or -1 if the solver
// gives up.
int vm_is_possible(Vm *vm);
// The program has exited: there are no threads any more, but all memory is as it was.
void vm_drop_threads(Vm *vm);
// Calls a function of the program in the state that the machine is in, and runs it to its end while
// all threads stand still. RUN_DONE with its result, or how it failed. The machine is then in the
// state after the call.
const StepRecord *vm_call(Vm *vm, FuncId f, const Cell *args, u32 nargs, Cell *result);
typedef struct VmCall {
    FuncId func;
    const Cell *args;
    u32 nargs;
    ObjId self;     // control block of the caller; 0: the first thread's
    bool may_start; // the function may start threads
    bool is_secret; // the call is no part of the run: VmWatch is not called
    bool supposes;  // it is one way of several, see vm_suppose
} VmCall;
const StepRecord *vm_call_as(Vm *vm, const VmCall *c, Cell *result);
// A function that is only asked about the state (VmCall.supposes) may look at unknown values: it
// gets an answer, and is called once more for each other one. vm_suppose goes before the first
// call, vm_suppose_next to the next way; false: there is none. The state is then as it was.
void vm_suppose(Vm *vm);
bool vm_suppose_next(Vm *vm);
// Whether the low bytes of an unknown value can all be 0 as far as the last call knows: 1, which is
// supposed as well from then on, or 0, or -1 if nobody knows.
int vm_suppose_zero(Vm *vm, Cell c, u32 bytes);
bool vm_has_supposed(const Vm *vm); // something, in the last call
// A place that was there before the last call and that the call has changed; NULL: none.
const Place *vm_call_changed(const Vm *vm);
// A thread-local variable of the program, or errno, that the function called last has read before
// it wrote to it; NULL: none. Its thread is no other thread, and so has copies of its own.
const Global *vm_thread_local_read(const Vm *vm);
#endif
