// SPDX-License-Identifier: Apache-2.0
// The inside of the machine: what its files share.
#ifndef HEDDLE_VM_INT_H
#define HEDDLE_VM_INT_H

#include "solve/solver.h"
#include "vm/memory.h"
#include "vm/reach.h"

#define MAX_OBJECTS (1u << 20)
#define MAX_OBJECT_BYTES (1u << 30)
#define DEFAULT_MAX_FRAMES 10000u
#define MAX_STACK_CELLS (1u << 24)

typedef struct Before Before;       // before.c
typedef struct Condition Condition; // condition.c

typedef struct ObjRef { // a fixed object
    u32 place;
    u32 offset, size;
    u8 kind;
    u64 address; // see address.c; 0: none
} ObjRef;

// What an object lacks that has no number: nothing that is known, room in its region, a definition
// (a variable), to be the program's own, or it is there, but only a part of a pointer to it.
typedef enum Lack {
    LACK_NOTHING,
    LACK_ROOM,
    LACK_DEFINITION,
    LACK_PROGRAM,
    LACK_WHOLE,
    LACK_COUNT
} Lack;

typedef enum Relation { IS, IS_NOT } Relation;
// What is known of an unknown value that was computed.
typedef struct Entry {
    ObjId term;
    Relation relation;
    u64 value;
} Entry;

// See suppose.c. Invariant: without is_on there are entries only until the next step, call or load.
typedef struct SupposedAnswer {
    u32 choice, n; // which of how many
} SupposedAnswer;
typedef struct Supposed {
    bool is_on;     // a call is in progress that supposes
    Entry *entries; // what it supposes, beside the condition
    u32 n, cap;
    SupposedAnswer *way;
    u32 nway, way_cap, at;                   // `at`: the next one
    u32 nthreads;                            // before the first call
    bool has_made_unknown, had_made_unknown; // the call itself; somebody before it
} Supposed;

// Invariant between steps: running is THREAD_NONE; a place is in `dirty` if and only if it is own,
// but for constants; at most one thread is in_atomic, and that is atomic_thread.
struct Vm {
    union {
        VmHead head;
        struct {
            VM_HEAD
        };
    };
    VmOptions options;
    // Memory.
    ObjRef *fixed; // by id < first_dynamic
    u32 nplaces;
    ObjId *free_slots; // slots of objects that can never be reached again, see vm/collect.c
    u32 nfree_slots, free_slots_cap;
    u32 collect_at; // how many objects there must be before the next look for such slots
    Place **dirty;  // places with is_own
    u32 ndirty, dirty_cap;
    u32 dirty_before_call; // how many there were before the last call
    u32 *tls_slot;         // by global index: 1 + slot in Thread.tls, 0 if not thread-local
    u32 *tls_global;       // by slot: the global
    u32 ntls;
    // Threads.
    ThreadId atomic_thread; // the one with in_atomic; THREAD_NONE if there is none
    bool relies;            // the step has passed something that others could keep from passing
    bool has_exited;
    int exit_code;
    // The run in progress.
    ThreadId running;
    ThreadId called; // the thread of vm_call; it borrows another's control block
    Cell returned;   // by the last thread that has ended
    struct CopiedLocal {
        ObjId obj;
        u32 global;
    } *copied; // thread-locals that the last function called has had copies of
    u32 ncopied, copied_cap;
    bool has_returned;     // vm_call: the function has returned
    bool has_left_holding; // vm_call: when it did, it held a lock that only threads can
    StepRecord step;       // the one in progress, or the last one
    u32 depends_cap, accesses_cap, turns_cap;
    u32 last_freed;              // see reuse.c: order of the last end of a block, if knows_freed
    bool knows_freed, has_freed; // the latter: in this step
    u32 epoch;                   // number of the step, for Place.epoch
    u32 *stamps;                 // by pc: the last run that jumped there; only for GRAIN_LOOPS
    u32 stamp;                   // number of the run: of a thread in a step
    Fault fault;
    u64 instructions; // executed since vm_new
    u64 looked_at;    // classes of objects without an address of which a number was wanted since
                      // vm_new
    u64 shown;        // of which the length of the number's text was given to the program
    Lack lack;        // why the last object that was looked at has none
    // limits of models that left something out since vm_new: a bit for each heddle_bound
    u32 bounds_met;
    // faults after which a run went on since vm_new: a bit for each kind, and the first of them
    u32 gone_on;
    Fault first_gone_on;
    bool *reached;           // since vm_new, see vm_reached
    bool *covered;           // see vm_covered
    u8 *assumed;             // see vm_assumed
    u32 *ways;               // by pc: where those of a branch begin in it
    Pc covered_last;         // the instruction before, in this step
    bool mistook_others;     // since a state was loaded, see vm_mistook_others
    struct Scratch *scratch; // buffers of the implementation
    Before *before;          // what happens before what; NULL: nobody needs to know
    bool excuses_all;        // see vm_excuse_all
    bool has_made_unknown;   // see vm_has_made_unknown
    Condition *condition;    // what is known of unknown values; NULL: nothing is computed with them
    Supposed supposed;       // of them, by the last function that was asked about the state
    // Replay only.
    VmWatch *watch;
    VmOutput *output;
    void *watch_arg; // for both
    u32 threads_made;
    Stretch *stretches; // since vm_start, if they are logged
    u32 nstretches, stretches_cap;
    struct MadeUnknown {
        ObjId obj;
        bool is_settled;
        u64 value;
    } *unknowns; // since vm_start, if stretches are logged
    u32 nunknowns, unknowns_cap;
    u32 values_taken, answers_taken; // since vm_start, of VmOptions.values and of its answers
    u8 *answers;                     // the same, logged
    u32 nanswers, answers_cap;
    const Stretch *repeated; // what a witness repeats now; NULL: nothing
    bool is_in_rest;         // all of it but what it says of an unfinished memcpy is done
};

// Whether they are about the same bytes, and one of them writes.
static inline bool access_conflicts(const Access *a, const Access *b) {
    CHECK(a->off + a->size >= a->off && b->off + b->size >= b->off);
    return a->place == b->place && (a->is_write || b->is_write) && a->off < b->off + b->size &&
           b->off < a->off + a->size;
}

// The access at which a thread stands while another one runs.
typedef struct Rival {
    ThreadId thread;
    Access access;
} Rival;

// Growing buffers of one machine; no allocation inside a step once they are large enough.
typedef struct Scratch {
    bool knows_itself; // a function of the program's has a pointer to the control block that is
                       // packed
    u8 *pack;          // a Block being built
    u32 pack_len, pack_cap;
    Tag *tags; // tags of the block being built, or of a copy in progress
    u32 ntags, tags_cap;
    Hole *holes;
    u32 nholes, holes_cap;
    Reach reach; // a traversal in progress
    Tag *met;    // tags of the live thread that it looks at
    u32 nmet, met_cap;
    u32 *reached; // by dynamic object, see private.c
    u32 reached_cap;
    u32 conditions_met; // bits of WorldKind, since vm_new
    Cell *args;
    u32 nargs, args_cap;
    Rival *rivals; // of the step in progress; none unless races are looked for
    u32 nrivals, rivals_cap;
    Place *moved; // copies of places while they get another order
    u32 moved_cap;
    Place blank; // see memory_blank
    u8 blank_data[8];
} Scratch;

// ---- object.c -----------------------------------------------------------------------------------

void objects_init(Vm *vm);
void objects_done(Vm *vm);
void objects_reset(Vm *vm); // globals as the program starts, no dynamic objects

// 0 if there is no room for another object (the run must be cut).
ObjId obj_new(Vm *vm, ObjKind kind, u32 size, u32 align_log, bool is_zeroed);
// An unknown value of so many bits, which is what the call at `site` has returned; 0 as above.
ObjId obj_new_unknown(Vm *vm, u32 width, bool is_float, Pc site);
// Makes a new object of a place that has none, or a tombstone.
void obj_begin(Vm *vm, ObjId id, ObjKind kind, u32 size, u32 align_log, bool is_zeroed);
// The object ends; a tombstone of the given kind stays.
void obj_end(Vm *vm, ObjId id, ObjKind tombstone);
void obj_drop(Vm *vm, u32 index); // the dynamic object is nothing any more
// vm_place, for who writes there
Place *obj_place(Vm *vm, ObjId id, u32 *offset, u32 *size);
// The same object with another size, see memory_resize.
void obj_resize(Vm *vm, ObjId id, u32 size);
// Objects or pointers have changed, who knows which.
static inline void all_changes(Vm *vm) {
    vm->numbering.shape_changed = vm->numbering.links_changed = true;
}
// An object, or what it points to, has changed so that the canonical form may have.
void shape_changes(Vm *vm, const Place *p);
// Other threads can find the object from now on, and all that it points to.
void obj_escape(Vm *vm, ObjId id);
ObjKind obj_kind(const Vm *vm, ObjId id); // OBJ_FREE_SLOT if there is none
// The step depends on the contents of a place: noted once for each step.
void step_depends_first(Vm *vm, Place *p);
void vm_set_private(Vm *vm, Place *p, bool is_private);
static inline void step_depends_on(Vm *vm, Place *p) {
    if (UNLIKELY(p->epoch != vm->epoch))
        step_depends_first(vm, p);
}
static inline Place *obj_dyn(const Vm *vm, ObjId id) {
    u32 i = id - vm->first_dynamic;
    if (UNLIKELY(i >= vm->ndyn))
        return NULL;
    step_depends_on((Vm *)vm, &vm->dyn[i]);
    return &vm->dyn[i];
}
// Whether the object is no memory, but stands for an unknown value.
static inline bool obj_is_unknown(const Vm *vm, ObjId id) {
    const Place *p = obj_dyn(vm, id);
    return p && place_is_unknown(p);
}
static inline bool obj_is_value(const Vm *vm, ObjId id) {
    const Place *p = obj_dyn(vm, id);
    return p && place_is_value(p);
}
static inline CellKind cell_kind_of_object(const Place *p) {
    if (LIKELY(!p || p->kind < OBJ_UNKNOWN))
        return CELL_POINTER;
    return p->kind == OBJ_UNKNOWN ? CELL_UNKNOWN : CELL_SPOT;
}
// What a cell holds. Where a plain number will do, cell_is_number is cheaper.
static inline CellKind cell_kind(const Vm *vm, Cell c) {
    switch (tag_class(c.tag)) {
    case TAG_IS_OBJECT: return cell_kind_of_object(obj_dyn(vm, c.tag));
    case TAG_IS_ADDRESS: return CELL_ADDRESS;
    case TAG_IS_UNWRITTEN: return CELL_UNWRITTEN;
    case TAG_IS_GIVEN: return CELL_GIVEN;
    case TAG_IS_NUMBER: break;
    }
    return CELL_NUMBER;
}
// The run depends on a value that stands on conditions: the verdict will name them.
static inline void meet_conditions(const Vm *vm, u32 conditions) {
    vm->scratch->conditions_met |= conditions;
}
// The number that the cell has, if it is one that is given: it is looked at.
static inline Cell cell_seen(const Vm *vm, Cell c) {
    if (LIKELY(!cell_is_given(c)))
        return c;
    meet_conditions(vm, tag_conditions(c.tag));
    return cell_number(c.v);
}
u32 obj_align(const Vm *vm, ObjId id);
static inline u64 ptr_mask(const Vm *vm) {
    return vm->program->ptr_bytes == 8 ? ~0ull : 0xffffffffull;
}
// Where in its object an access through p plus c bytes begins.
static inline u64 vm_offset(const Vm *vm, Cell p, i32 c) {
    CHECK(cell_is_formed(p));
    return (p.v + (u64)(i64)c) & ptr_mask(vm);
}

// obj_dyn for checks: the step does not depend on what they look at.
static inline const Place *obj_look(const Vm *vm, ObjId id) {
    u32 i = id - vm->first_dynamic;
    return i < vm->ndyn ? &vm->dyn[i] : NULL;
}

// ---- thread.c -----------------------------------------------------------------------------------

void thread_free(Thread *t); // its buffers
void thread_unpack(Vm *vm, Thread *t);
Thread *thread_live(Vm *vm, ThreadId t); // vm_live, for who runs it
// A cell that the call of a suspended frame will write.
bool thread_is_awaited(const Program *p, const Frame *f, u32 cell);
// Pushes a frame for f with the arguments; false if the stack is full (fault set).
bool frame_push(Vm *vm, Thread *t, FuncId f, const Cell *args, u32 nargs);
// Pops the innermost frame: its locals end. Returns false if it was the last.
bool frame_pop(Vm *vm, Thread *t);
u32 thread_user_frames(const Vm *vm,
                       const Thread *t); // frames below the models that a thread is in
// What is live in the i-th frame of a live thread.
void thread_visit_frame(const Vm *vm, const Thread *t, u32 i, VmVisit *visit, void *arg);
void thread_set_self(Vm *vm, Thread *t, ObjId self);
// `self` is its control block, 0 if it has none yet. THREAD_NONE if there are too many.
ThreadId thread_new(Vm *vm, FuncId f, ObjId self, const Cell *args, u32 nargs);
void thread_end(Vm *vm, ThreadId t);
static inline bool thread_is_wait(const Insn *in) {
    return in->op == OP_TRAP && (in->a == TRAP_WAIT || in->a == TRAP_WAIT_OR);
}
// What the thread waits for before the instruction it stands at.
void thread_set_pending(Vm *vm, Thread *t);
// A thread that waits for something that is gone or was never initialised runs on, into the fault.
typedef enum WaitState {
    WAIT_HOLDS,
    WAIT_NOT_YET,
    WAIT_INVALID,
    WAIT_UNDEF,
    WAIT_FOREIGN
} WaitState;
WaitState wait_state(Vm *vm, const Pending *w);

// ---- check.c ------------------------------------------------------------------------------------
// For the checking build.

void check_thread(const Vm *vm, const Thread *t); // a live one, between steps
void check_block(const Block *b);
// What is unpacked is what was packed.
void check_unpacked(Vm *vm, const Thread *t, const Block *b);

// ---- coverage.c ---------------------------------------------------------------------------------

enum { PC_NONE = UINT32_MAX };
void coverage_init(Vm *vm); // for a machine that notes it
void coverage_done(Vm *vm);
void coverage_assumed(Vm *vm, const Thread *t, bool holds); // for vm_assumed
void coverage_note(Vm *vm, Pc pc);                          // the thread has come to it

// ---- jump.c: setjmp and longjmp -----------------------------------------------------------------

// A mark for the place where the innermost frame returns to. 0 if there is no room for another
// object.
Cell jump_mark(Vm *vm, Thread *t);
// Goes back to a mark with the given result. False: leave the step with *end.
bool jump_to(Vm *vm, Thread *t, Cell mark, u32 result, RunEnd *end);
// The number of locals of the innermost frame that are no marks.
u32 jump_count_unmarked(const Vm *vm, const Thread *t);
// Ends the locals of the innermost frame but the first `keep` and the marks.
void jump_restore(Vm *vm, Thread *t, u32 keep);

// ---- fault.c ------------------------------------------------------------------------------------

// Each fills vm->fault and returns the RunEnd to leave the step with.
RunEnd fault_set(Vm *vm, FaultKind kind, ObjId obj, const char *fmt, ...) PRINTF_LIKE(4, 5);
// Something depends on a value that was never written: `what` as a violation if that is asked for,
// else a cut, for which `cut` (NULL: the same) says it.
RunEnd fault_unwritten(Vm *vm, const char *what, const char *cut);
RunEnd fault_wait(Vm *vm, WaitState why, Cell word);
RunEnd fault_numeric(Vm *vm, const char *what); // "looks at", and an address has no number
// Whether a fault of this kind where the running thread stands is excused (VmExcuses).
bool fault_is_excused(Vm *vm, FaultKind kind);
// Whether the run goes on after a fault of this kind, because that is so, or because nobody has
// asked for it, which is noted.
bool fault_goes_on(Vm *vm, FaultKind kind, const char *text);
RunEnd fault_cut(Vm *vm, CutKind why, const char *fmt, ...) PRINTF_LIKE(3, 4);
RunEnd fault_no_room(Vm *vm); // for another object
// A block of more bytes than there can be.
bool fault_is_huge(const Vm *vm, ObjId id);
// Explains why (ptr, n bytes) cannot be accessed.
RunEnd fault_access(Vm *vm, Cell ptr, u64 off, u64 n, bool is_write);

// ---- term.c: unknown values that were computed --------------------------------------------------

typedef struct Term {
    TermOp op;
    u32 bits, width, param, n;
    Cell args[TERM_OPERANDS]; // numbers and unknown values, whole ones
} Term;
bool term_is_leaf(const Place *p);                       // an unknown value that was not computed
void term_read(const Place *p, Term *out);               // of one that was
void term_of_contents(Contents c, u32 width, Term *out); // the same, of a saved one too
bool term_look(const Vm *vm, Cell c, Term *out);         // the same, if the cell has one
u32 term_bits(const Vm *vm, Cell c); // that a number or unknown value may have: above them it is 0
// Whether its operands have all turned out to be numbers.
bool term_is_number(const Place *p, u64 *out);
// The value: a number, or an unknown one. False: there is no room for another object.
bool term_make(Vm *vm, const Term *t, Cell *out);
// Bytes that a narrow load took of an unknown value become a value of their own. False as above.
bool term_whole(Vm *vm, Cell *c);

// ---- translate.c: unknown values as terms of a query --------------------------------------------

// Where unknown values are: the objects of a machine, or of a saved state.
typedef struct Unknowns {
    const Place *places;
    const Block *const *blocks; // NULL: places; otherwise of all objects, by index
    ObjId first;
    u32 n;
    bool is_other_side; // its unknowns have other names than those of the first side
} Unknowns;
#define TRANSLATOR_SIDE (SOLVE_NAMES >> 1) // a bit of their names
typedef struct UnknownLook {
    Contents contents; // none: it was not computed
    u32 width;
    bool is_nonzero;
} UnknownLook;
UnknownLook unknowns_look(const Unknowns *u, ObjId id);

typedef struct Translator {
    Solver *solver;
    Unknowns from;
    SolveId whole; // 0, or what is demanded becomes a term: all of it so far
    u32 nfree;     // values that became unknowns of the query
    // by index, if stamps say that it is of this query
    SolveId *ids;
    u32 *stamps;
    u32 ids_cap, stamps_cap, stamp;
    ObjId *stack; // values to translate
    u32 nstack, stack_cap;
} Translator;
void translator_done(Translator *t);
// What is demanded is required of the query that has begun; or, whole, becomes a term of it.
void translator_begin(Translator *t, Solver *s, Unknowns from);
void translator_begin_whole(Translator *t, Solver *s, Unknowns from);
SolveId translate(Translator *t, ObjId id);
bool translator_has(const Translator *t, ObjId id);
void translator_bind(Translator *t, ObjId id, SolveId is); // instead of what it would become
void translator_demand(Translator *t, SolveId is);
SolveId translator_relation(Translator *t, SolveId term, u32 width, Relation r, u64 value);

// ---- condition.c: what is known of unknown values -----------------------------------------------

ObjId condition_variable(const Vm *vm); // that points to such an object
// For a question that may take so long; NULL: there is no time left.
Solver *condition_solver(Vm *vm, u32 most_ms);
// How often it was asked for all numbers whether a state is covered, and was.
typedef struct CoverFigures {
    u64 asked, gained;
} CoverFigures;
CoverFigures *condition_covers(Vm *vm);
u32 condition_count(Contents c);
Entry condition_entry(Contents c, u32 i);
typedef enum Truths {
    TRUTHS_ZERO = 1,
    TRUTHS_NONZERO = 2,
    TRUTHS_BOTH = 3,
    TRUTHS_NOBODY_KNOWS = 4 // the solver gives up
} Truths;
typedef enum Learnt { LEARNT_DONE, LEARNT_IMPOSSIBLE, LEARNT_NOBODY_KNOWS, LEARNT_NO_ROOM } Learnt;

enum { MOST_VALUES = 256 }; // that are tried where a number is needed

Condition *condition_new(const Program *p, const VmOptions *o); // NULL: there is none
void condition_done(Condition *c);
bool condition_is_holder(const Vm *vm, const Place *p); // the place says what is known
bool condition_says(const Vm *vm, ObjId term, u64 *value);
bool condition_says_nonzero(const Vm *vm, ObjId id); // also of a value that was not computed
Truths condition_truths(Vm *vm, ObjId id);           // what the value can be
// All numbers that the value can be, in ascending order, until something else is asked. NULL: more
// than MOST_VALUES, or the solver gives up.
const u64 *condition_values(Vm *vm, ObjId id, u32 *n);
// These ask the solver, whatever the options: 1, or 0, or -1 if it gives up.
int condition_can_be(Vm *vm, ObjId id, u64 value);
int condition_is_certain(Vm *vm, ObjId id); // of a truth
// Whether the value can be at most so many numbers, or the solver gives up.
bool condition_is_few(Vm *vm, ObjId id, u32 most);
bool condition_smallest(Vm *vm, ObjId id, u64 *out); // false: the solver gives up
// From now on the value is this number, or is not 0, wherever it stands; or that is supposed.
Learnt condition_add(Vm *vm, ObjId id, Relation r, u64 value);
void condition_tidy(Vm *vm); // after a step
// An unknown value is made, and is a number.
void condition_log(Vm *vm, ObjId id);
void condition_log_number(Vm *vm, ObjId id, u64 value);
// That unknown values are what VmOptions.shown says, if that can be.
void condition_suppose_shown(Vm *vm);

// ---- suppose.c: answers that are only supposed --------------------------------------------------

void suppose_begin(Vm *vm); // a call that supposes
void suppose_end(Vm *vm);
void suppose_forget(Vm *vm);
void suppose_done(Vm *vm);
// The thread of the call stands at a question: it gets the answer of its way. False: leave the call
// with *end.
bool suppose_answer(Vm *vm, Thread *t, RunEnd *end);
void suppose_say(Vm *vm, ObjId id, Relation r, u64 value);

// ---- arith.c: operations on tagged values -------------------------------------------------------

typedef enum Slow {
    SLOW_OK,      // *out is the result
    SLOW_LOOK,    // the unknown value in vm->fault.obj must be settled first
    SLOW_TRUTH,   // whether the unknown value in vm->fault.obj is zero must be settled first
    SLOW_AGAIN,   // what stood in the way does so no more: the instruction is done again
    SLOW_GIVEN,   // the given numbers with the tag vm->fault.obj must become plain first
    SLOW_ORDER,   // the place of the object vm->fault.obj among others must be settled first
    SLOW_HARD,    // the solver gives up about the unknown value in vm->fault.obj
    SLOW_FULL,    // there is no room for the object that the result would be
    SLOW_NUMERIC, // depends on the numeric value of an address
    SLOW_UNDEF    // needs a value that was never written
} Slow;
// a op b where at least one is tagged; width in bits. What is computed from given numbers is given.
Slow arith_tagged(Vm *vm, Op op, u32 width, Cell a, Cell b, Cell *out);
// Whether n cells are plain numbers, or what stands in the way of using them.
Slow arith_plain(Vm *vm, const Cell *a, u32 n);
// Whether an unknown value of so many bits, or what else the cell holds, is other than zero:
// SLOW_OK and *is_true if that is certain, SLOW_TRUTH if it is open.
Slow arith_truth(Vm *vm, Cell c, u32 width, bool as_float, bool *is_true);
// The same for a term that is made for it.
Slow arith_ask(Vm *vm, const Term *t, bool *is_true);
// What would be wrong with an operation on unknown values, before it is done.
typedef enum ArithFlaw {
    FLAW_NONE,
    FLAW_ZERO_DIVISION,
    FLAW_DIVIDE_ERROR,
    FLAW_OVERFLOW
} ArithFlaw;
Slow arith_flaw(Vm *vm, Op op, u32 width, bool checks_overflow, Cell a, Cell b, ArithFlaw *out);
// The same where pointers become the numbers that they are, if they have an address.
Slow arith_make_plain(Vm *vm, Cell *a, u32 n);
// Whether two cells that can be compared hold the same value.
bool arith_is_same(Vm *vm, Cell a, Cell b);
// The result of an operation on such cells, for SLOW_UNDEF and SLOW_NUMERIC: it has no value.
Cell arith_result(Slow s);
// The low bits of a tagged value: those of an address may be known; whole bytes of it stay tracked.
Slow arith_trunc(Vm *vm, Cell a, u32 bits, Cell *out);
// Sign extension from `from` bits to `to`, of a number and of what is tagged.
static inline u64 arith_sign_extend(u64 v, u32 from, u32 to) {
    u64 wide = (u64)((i64)(v << (64 - from)) >> (64 - from));
    return to >= 64 ? wide : wide & ((1ull << to) - 1);
}
// One of two values of n cells, by a cell that is no plain number: what a given number decides
// between numbers stands on what it stands on.
Slow arith_selected(Vm *vm, Cell by, const Cell *yes, const Cell *no, u32 n, Cell *out);
Slow arith_extended(Vm *vm, Cell a, u32 from, u32 to, Cell *out);
// A pointer and so many bytes, whatever the cell holds.
Slow arith_moved(Vm *vm, Cell p, u64 by, Cell *out);
// A pointer and so many elements of `scale` bytes, where the index is no plain number.
Slow arith_indexed(Vm *vm, Cell p, Cell index, i32 scale, Cell *out);
// Ends or suspends a run that depends on such cells; for anything but SLOW_OK.
RunEnd arith_stop(Vm *vm, Thread *t, Slow s);

// ---- spot.c: pointers with an unknown offset ----------------------------------------------------

typedef struct Spot {
    ObjId base;
    Cell offset;
} Spot;
Spot spot_read(const Vm *vm, ObjId id);
// A pointer, if the offset is a number.
Slow spot_make(Vm *vm, ObjId base, Cell offset, Cell *out);
Slow spot_moved(Vm *vm, Cell p, Cell by, Cell *out); // by so many bytes, a number or unknown
Slow spot_look(Vm *vm, Cell c);                      // its offset must be a number
// a op b where one is a spot, and none is given
Slow spot_tagged(Vm *vm, Op op, u32 width, Cell a, Cell b, Cell *out);
// Those whose offset is a number by now become pointers.
void spots_refold(Vm *vm);
enum { MOST_PLACES = 1024 }; // where an access may be
typedef struct SpotAccess {
    Place *place;
    ObjId obj;
    u32 base, size; // of the object in its place
    Cell at;        // the offset in the object, which is one of `count`: first, first + step, ...
    u64 first, step, count;
    u32 n;
    bool is_write;
} SpotAccess;
// An access of n bytes at spot p; SLOW_OK: it is inside, and can be done.
Slow spot_plan(Vm *vm, const Thread *t, const Insn *in, Cell p, SpotAccess *out);
Access spot_access(const Insn *in, const SpotAccess *s); // as others see it
Slow spot_do(Vm *vm, const SpotAccess *s, Cell spot, Cell *dst, const Cell *value);

// ---- sized.c: blocks of an unknown size ---------------------------------------------------------

enum { FEW_SIZES = IS_TINY ? 1 : 16 }; // are tried one by one
// Whether a block of this size is made as one of an unknown size.
bool sized_can_be(Vm *vm, Cell size);
void sized_make(Vm *vm, ObjId block, Cell size, bool is_zeroed); // of one that has no bytes
// SLOW_OK: the object has so many bytes, or no unknown size.
Slow sized_reach(Vm *vm, ObjId block, u64 end);
Slow sized_look(Vm *vm, ObjId block); // its size must be a number

// ---- ask.c: questions about unknown values ------------------------------------------------------

// The thread stops to ask for the unknown value in vm->fault.obj, or whether it is zero; or the run
// ends there.
RunEnd ask_value(Vm *vm, Thread *t);
RunEnd ask_truth(Vm *vm, Thread *t);
RunEnd ask_in_vain(Vm *vm); // the solver gives up about it
// Whether the word of a wait is a number, or what stands in the way.
Slow ask_word(Vm *vm, const Pending *w);
// About one case of a switch after the other. *a becomes the number of the case that it is, or
// stays what it is if it is none of them.
Slow ask_cases(Vm *vm, const Insn *in, Cell *a);
// What the alternative of a thread that has asked settles (pend_has_value). False: leave the step
// with *end.
bool ask_settle(Vm *vm, const Pending *p, u32 choice, RunEnd *end);

// ---- reach.c ------------------------------------------------------------------------------------

// A visitor that marks what it meets.
typedef struct ReachMarks {
    Vm *vm;
    bool *is_met; // by index
} ReachMarks;
ReachVisitor reach_marker(ReachMarks *m);
// Tags of the machine as it stands; of a thread without the models that it is in.
TagSpan reach_vm_tags(Vm *vm, ReachPart part, u32 index);
TagSpan reach_user_tags(Vm *vm, const Thread *t);

// ---- collect.c ----------------------------------------------------------------------------------

// Whether something points to the object, besides the models in which the thread is.
bool collect_is_remembered(Vm *vm, const Thread *t, ObjId id);
// Before a step: finds slots that can serve again, if the machine has many objects.
void collect_slots(Vm *vm);

// ---- reuse.c: addresses that malloc gives out again ---------------------------------------------

// blocks of this size and kind that it may give out again
u32 reuse_count(Vm *vm, u64 size, ObjKind kind);
ObjId reuse_take(Vm *vm, u32 size, ObjKind kind, u32 n); // the n-th of them, from 0
bool reuse_has_room(Vm *vm);                             // for one more tombstone
// such a block has become a tombstone
void reuse_freed(Vm *vm, Place *freed, ObjKind kind, u32 size);
void reuse_begin(Vm *vm); // before a step
void reuse_tidy(Vm *vm);  // after it

// ---- order.c: whose address is lower ------------------------------------------------------------

// *sign is -1 or 1 for SLOW_OK.
Slow order_compare(Vm *vm, ObjId a, ObjId b, int *sign);
// Two pointers into different objects are found to be different: notes what that stands on.
void order_differ(Vm *vm, Cell a, Cell b);
// How many ranks the object may get; 1 if its rank is settled.
u32 order_alternatives(const Vm *vm, ObjId id);
// Gives the object the rank above `position` others.
void order_settle(Vm *vm, ObjId id, u32 position);

// ---- address.c: addresses as numbers ------------------------------------------------------------

// Threads that can have an address for what they make, at a time.
enum { MOST_ARENAS = 64 };

void address_place_fixed(Vm *vm); // globals and functions, for good
// Some objects have addresses that are made while the program runs.
bool address_lays_out(const Vm *vm);
// 1 + the class of heap blocks of this size; 0 if they have no addresses.
u32 address_heap_class(const Vm *vm, u64 size);
bool address_is_laid(const Vm *vm, ObjId id); // a dynamic object has an address
void address_lay_out(Vm *vm, ObjId id, u32 unit);
void address_local_begins(Vm *vm, Place *p); // it gets an address if its class has them
// The number that a cell is, if it is a number or a pointer to something that has an address.
bool address_number(Vm *vm, Cell c, u64 *out);
bool address_peek(const Vm *vm, Cell c, u64 *out); // for what no program can see
bool address_make_plain(Vm *vm, Cell *c);
// Its number would be needed, and it has none.
void address_looked_at(Vm *vm, ObjId tag);
void address_shown(Vm *vm, ObjId tag);          // only for how long its text is
void address_add_lack(const Vm *vm, Text *out); // why the last such object has none, and what helps
// What has this address, if anything. The cell becomes a pointer to what has the address that it
// is.
bool address_find(Vm *vm, u64 n, Cell *out);
bool address_make_pointer(Vm *vm, Cell *c);

// ---- number.c: floats, 128 bits, bit functions --------------------------------------------------

enum { ARITH128_NSW = 0x100 }; // in aux, beside the Op128: signed overflow is undefined
// Widths of an instruction's operands: cells of a, b, c and of the result.
typedef struct NumberShape {
    u8 a, b, c, dst;
} NumberShape;
NumberShape number_shape(const Insn *in);
void number_op(const Insn *in, Cell *dst, const Cell *a, const Cell *b, const Cell *c);
// Executes it, with its checks. False: leave the step with *end.
bool number_run(Vm *vm, Thread *t, const Insn *in, Cell *dst, const Cell *a, const Cell *b,
                const Cell *c, RunEnd *end);
u64 number_rmw(RmwFn fn, u32 bytes, u64 old, u64 operand);

// ---- wide.c: unknown numbers of 128 bits --------------------------------------------------------

bool wide_can(const Insn *in); // whether it is one of the instructions that can be computed there
// For operands that are numbers and unknown values. *wrong: what is wrong with the operation; only
// a division by zero has no result then. Not *is_done: no term can be the result.
Slow wide_run(Vm *vm, const Insn *in, const Cell *a, const Cell *b, Cell *dst, bool *is_done,
              ArithFlaw *wrong);
// Whether they are equal: as arith_truth.
Slow wide_equal(Vm *vm, const Cell *a, const Cell *b, bool *is_true);

// ---- rmw.c --------------------------------------------------------------------------------------
// The operation on the bytes at p + off; the old value goes to dst. False: leave the step with
// *end.

bool rmw_run(Vm *vm, Thread *t, const Insn *in, Place *p, u32 off, Cell *dst, const Cell *v,
             RunEnd *end);
bool rmw_cas(Vm *vm, Thread *t, Place *p, u32 off, u32 n, Cell *dst, Cell want, Cell new,
             RunEnd *end);
// Whether a compare-and-exchange would find what it expects.
bool rmw_succeeds(Vm *vm, const Insn *in, const Place *p, u32 off, const Cell *want);
bool rmw_wide(Vm *vm, Thread *t, const Insn *in, Place *p, u32 off, Cell *dst, const Cell *b,
              const Cell *c, RunEnd *end);

// ---- math.c: functions of math.h on the host, by rows of runtime/math.def -----------------------

float math_f32(u32 fn, float x, float y);
double math_f64(u32 fn, double x, double y);
long double math_f80(u32 fn, long double x, long double y);

// ---- trap.c -------------------------------------------------------------------------------------

typedef enum TrapEnd { TRAP_GO, TRAP_MOVED, TRAP_STOP } TrapEnd;
// Whether argument i, which has to be a number elsewhere, may be this unknown value.
bool trap_takes_unknown(Vm *vm, i32 trap, u32 i, Cell c);
// Whether an argument that points to a block of unknown size can be used as it is.
Slow trap_sized(Vm *vm, i32 trap, u32 i, Cell c);
// Runs a trap; dst has room for two cells. TRAP_STOP: leave the step with *end. TRAP_MOVED: the
// thread goes on at another place, where its innermost frame says.
TrapEnd trap_run(Vm *vm, Thread *t, const Insn *in, const Cell *args, Cell *dst, RunEnd *end);

// ---- call.c -------------------------------------------------------------------------------------
// Those that return bool: false means leave the step with *end.

// Enters function id for the call instruction `in`, at which the innermost frame's pc stands.
bool call_enter(Vm *vm, Thread *t, FuncId id, const Insn *in, RunEnd *end);
bool call_target(Vm *vm, Thread *t, Cell c, FuncId *out, RunEnd *end);
// Leaves the innermost frame with the result of `in`; false if it was the last one.
bool call_leave(Vm *vm, Thread *t, const Insn *in);
// Locals whose scope ends (see END in ir/ops.def), and one of them that begins again.
bool scope_is_visible(const Vm *vm, const Thread *t, const Insn *in);
void scope_end(Vm *vm, Thread *t, const Insn *in);
void scope_begin(Vm *vm, ObjId id, u32 size, u32 align_log);
bool local_new(Vm *vm, Thread *t, u64 count, u64 size, u32 align_log, Cell *dst, RunEnd *end);
bool tls_address(Vm *vm, Thread *t, u32 global, Cell *dst, RunEnd *end);
// The memory of a va_list. False: it is not there or cannot be written.
bool varargs_list(Vm *vm, Cell list, bool is_write, Place **place, u32 *off, RunEnd *end);
void varargs_start(Vm *vm, const Thread *t, Place *p, u32 off);

// ---- bulk.c -------------------------------------------------------------------------------------

// The next piece of a memcpy or memset.
typedef struct Bulk {
    Place *dst, *src;
    u32 dst_off, src_off, n; // n 0: nothing is left
    u8 byte;
    bool is_copy, is_undef, is_visible, is_last;
    bool in_two; // both sides are visible: load and store are two operations
} Bulk;
bool bulk_plan(Vm *vm, Thread *t, const Insn *in, Bulk *b, RunEnd *end);
// Whether it goes in several pieces that others can see, and in either direction. *b is then all of
// it.
bool bulk_has_ways(Vm *vm, const Thread *t, const Insn *in, Bulk *b);
bool bulk_do(Vm *vm, Thread *t, const Bulk *b); // true: the whole operation is done

// ---- tear.c: plain accesses that go in pieces ---------------------------------------------------

// Of the access of n bytes at which the thread stands: those that it has done, and the next piece,
// where the access is to this offset in this object.
typedef struct Piece {
    u32 at, len; // in the access
} Piece;
u32 tear_done(const Thread *t);
Piece tear_piece(const Vm *vm, const Thread *t, ObjId obj, u64 offset, u32 n);
// Does that piece, at off in place. True: the whole access is done; only then *out is written.
bool tear_load(Vm *vm, Thread *t, const Place *place, u32 off, Piece piece, u32 n, Cell *out);
bool tear_store(Vm *vm, Thread *t, Place *place, u32 off, Piece piece, u32 n, const Cell *value);
// Whether the thread stands before an access that goes in several pieces that others can see, and
// in either direction.
bool tear_has_ways(Vm *vm, const Thread *t);

// ---- visible.c: the accesses of visible operations ----------------------------------------------

// Whether the reduction lets a visible operation pass without a scheduling point; it learns of it
// in any case.
bool visible_asks(Vm *vm, const Thread *t, const Access *a);
// Whether a section passes that only releases a lock, or begins a thread whose handle is written
// there, or ends the thread whose control block that is. See reduce/guards.c: after something
// passed that relies on what others do, no end does; else the last thread that is left would seem
// to be alone.
bool visible_release(Vm *vm, const Thread *t, Cell lock);
// The operation happens: it is recorded if somebody wants to know.
void visible_record(Vm *vm, const Access *a);
// Asks and records, for an operation that never passes.
void visible_access(Vm *vm, const Thread *t, const Access *a);
Access visible_access_of(const Insn *in, const Place *p, ObjId obj, u32 off, u32 n);
Access visible_whole(Vm *vm, ObjId obj); // an operation on all of an object
void visible_locals_end(Vm *vm, const Thread *t, u32 from);
void visible_scope_end(Vm *vm, const Thread *t, const Insn *in);
// The accesses of the next piece of a memcpy or memset, at most two; how many.
u32 visible_bulk(const Vm *vm, const Thread *t, const Insn *in, const Bulk *b, Access *out);
bool visible_bulk_asks(Vm *vm, const Thread *t, const Insn *in, const Bulk *b, bool is_whole);
void visible_bulk_record(Vm *vm, const Thread *t, const Insn *in, const Bulk *b);
// Whether the accesses after a DOWN pass, all of them.
bool visible_down_asks(Vm *vm, const Thread *t, const Insn *in, Cell p);
void visible_trap(Vm *vm, const Thread *t, i32 trap, const Cell *args);
void visible_wait(Vm *vm, const Thread *t, const Pending *w);
// A trap that would be a visible operation if others could reach the block that it is about.
bool visible_is_private(Vm *vm, i32 trap, const Cell *args);

// ---- race.c -------------------------------------------------------------------------------------

// Collects where the other threads stand, before a step of `running`.
void race_begin(Vm *vm, ThreadId running);
// Each is true, with the fault set, if what the running thread does races with one of theirs: an
// access; the next piece of a memcpy or memset; what __heddle_wrote and __heddle_read claim; free.
// The running thread stands at the instruction, which the loop says only where it matters.
void race_stand_at(Vm *vm, const Insn *in);
bool race_access(Vm *vm, const Thread *t, const Insn *in, const Place *p, ObjId obj, u32 off,
                 u32 n);
bool race_bulk(Vm *vm, const Thread *t, const Insn *in, const Bulk *b);
bool race_claim(Vm *vm, const Thread *t, i32 trap, const Cell *args);
// Whether a trap claims an access to memory that others can reach, and so needs a scheduling point.
bool race_is_claim(Vm *vm, i32 trap, const Cell *args);
bool race_free(Vm *vm, Cell block);

// ---- before.c: what happens before what, if races depend on it ----------------------------------

Before *before_new(const Program *p, const VmOptions *o); // NULL: they do not
void before_done(Before *b);
void before_start(Vm *vm); // the program is about to start
void before_load(Vm *vm);  // before a step, and after it; false: there is no room for more objects
bool before_save(Vm *vm);
void before_renumber(Vm *vm, const Renumbering *r); // see vm_renumber, vm_drop_unnumbered
void before_forget_unnumbered(Vm *vm, const Renumbering *r);
void before_thread_begins(Vm *vm, ThreadId creator); // the last one; THREAD_NONE: nobody's
void before_thread_ends(Vm *vm, ThreadId t);
void before_object_ends(Vm *vm, ObjId id); // or begins: nothing was done to it
// Each is told before it happens. True, with the fault set: it races with something that another
// thread has done before. What thread t does are accesses; compare-and-exchange (which
// before_access leaves out); the next piece of a memcpy or memset; what a trap frees or claims.
bool before_access(Vm *vm, const Thread *t, const Insn *in, const Place *p, ObjId obj, u32 off,
                   u32 n);
bool before_exchange(Vm *vm, const Thread *t, const Insn *in, const Place *p, ObjId obj, u32 off,
                     bool succeeds);
bool before_bulk(Vm *vm, const Thread *t, const Insn *in, const Bulk *b);
bool before_trap(Vm *vm, const Thread *t, i32 trap, const Cell *args);
// The word has the value that it waited for; a fence with these of MemFlags.
void before_wait(Vm *vm, const Thread *t, Cell word);
void before_fence(Vm *vm, const Thread *t, u32 flags);

// ---- witness.c ----------------------------------------------------------------------------------

// The running thread accesses memory: nobody may be inside an atomic section that has accessed it.
void witness_access(Vm *vm, const Access *a);
void witness_section_ends(Thread *t);
void witness_object_begins(Vm *vm,
                           const Place *p); // what was accessed there before was another object
// Before an instruction that is not part of the stretch: whether a part of it is.
bool witness_goes_on(Vm *vm, const Thread *t);
// The next piece of the memcpy or memset that the thread stands at: how much of it, and whether it
// is loaded now and stored later.
void witness_plan(const Vm *vm, const Thread *t, Bulk *b);

// ---- loop.c -------------------------------------------------------------------------------------

// With has_credit the step may do one visible operation; without it ends before the first.
// With a length it runs that many instructions; EXACTLY_NONE: none of them, only what the choice
// settles.
#define EXACTLY_NONE UINT64_MAX
RunEnd loop_run(Vm *vm, ThreadId id, u32 choice, bool has_credit, u64 length);

#endif
