// SPDX-License-Identifier: Apache-2.0
// vm: the machine. It holds one state of the checked program and runs one thread of it to its next
// visible operation. It never prints and does not know that it is being searched.
//
// Memory is made of blocks: each dynamic object (heap block, local variable, ...) is one, each
// group of small globals is one. A block is either shared (immutable, owned by the state store,
// read in place) or own (a private copy made at the first write). A thread is likewise either
// packed (a shared block, see thread.c for the layout) or live (frames that can run); the machine
// unpacks a thread when it runs.
#ifndef HEDDLE_VM_H
#define HEDDLE_VM_H

#include "ir/ir.h"

// ---- blocks -------------------------------------------------------------------------------------

typedef enum ObjKind {
    OBJ_FREE_SLOT, // no object
    OBJ_GLOBAL,    // mutable global; lives inside a global block
    OBJ_CONST,     // constant global
    OBJ_FUNC,
    OBJ_HEAP,     // from malloc
    OBJ_INTERNAL, // from the runtime, for itself
    OBJ_LOCAL,    // alloca
    OBJ_TLS,
    OBJ_FREED,    // tombstone of a heap block
    OBJ_RETURNED, // tombstone of a local
    OBJ_UNKNOWN   // not memory: stands for an unknown value
} ObjKind;

enum BlockFlags {
    BLOCK_ESCAPED = 1, // a pointer to it was stored where other threads can find it
    BLOCK_FLOAT = 2,   // OBJ_UNKNOWN: a floating-point number
    // what the runtime knows of a thread: Thread.self of a live or a past thread
    BLOCK_CONTROL = 4,
    BLOCK_SCOPE = 8,  // OBJ_RETURNED: it ended with its scope, before its function has returned
    BLOCK_THREAD = 16 // OBJ_RETURNED: a thread-local variable, which ended with its thread
};

// An immutable block: this head, then size bytes padded to 8, then ntags Tags, then nholes Holes;
// all bytes count for equality.
typedef struct Block {
    u32 size;       // bytes of contents
    u8 kind, flags; // ObjKind, BlockFlags; 0 for global blocks and threads
    union {
        u16 align_log;
        u16 width; // OBJ_UNKNOWN: in bits
        u16 turn;  // OBJ_FREED: see vm/reuse.c
    };
    u32 ntags, nholes;
    // OBJ_UNKNOWN: the pc of the call that made it; see also vm/jump.c and vm/reuse.c; otherwise 0
    u32 site;
    u32 rank; // among the objects whose addresses were compared, see vm/order.c; 0: none yet
} Block;

static inline const u8 *block_data(const Block *b) { return (const u8 *)(b + 1); }
static inline const Tag *block_tags(const Block *b) {
    return (const Tag *)(block_data(b) + ((b->size + 7) & ~7u));
}
static inline const Hole *block_holes(const Block *b) {
    return (const Hole *)(block_tags(b) + b->ntags);
}
static inline size_t block_bytes(const Block *b) {
    return sizeof *b + ((b->size + 7) & ~7u) + b->ntags * sizeof(Tag) + b->nholes * sizeof(Hole);
}

// A place for a block in the machine. Invariant: data, tags, holes describe the contents now; if
// is_own they are this place's buffers, otherwise they point into a block of the store.
typedef struct Place {
    u8 *data; // written only when is_own
    Tag *tags;
    Hole *holes;
    u32 size, ntags, nholes;
    u32 id; // the store's id of the block it shares; 0 if it has none (new, or changed)
    u8 kind, flags;
    union {
        u16 align_log, width, turn; // as in Block
    };
    u32 site, rank;
    u32 seen;        // Vm.epoch of the last step that looked at it
    bool is_own;     // changed since it was last shared; then it is in Vm.dirty
    bool is_visible; // other threads can reach it: an access is a visible operation
    u32 data_cap, tags_cap, holes_cap; // sizes of the own buffers
    u8 *own_data;
    Tag *own_tags;
    Hole *own_holes;
} Place;

// ---- threads ------------------------------------------------------------------------------------

// index of a thread among those alive, in order of creation: it changes when an earlier one ends
typedef u32 ThreadId;
#define THREAD_NONE 0xffffffffu
#define MAX_THREADS 1024u

typedef struct Frame {
    FuncId func;
    Pc pc;           // next instruction; in a frame that has called another, the one after the call
    u32 base;        // its first cell in Thread.cells
    u32 first_local; // its first object in Thread.locals
    ObjId varargs;   // area of the variadic arguments, also in locals; 0 if none
    bool is_masked;  // __heddle_mask() was called in it
    bool is_atomic;  // function with is_atomic
    bool is_lock_model; // __heddle_lock_model() was called in it
} Frame;

// Tag.len in a packed thread: not a pointer, but one of the thread's own locals
enum { TAG_OWN = 0xff };

// What an entry of Thread.held is: a lock that protects data, for reductions; or a hold on a word
// that counts its holds, for the search for deadlocks.
enum { HOLD_LOCK, HOLD_COUNTED };

// Why a thread stands where it stands.
typedef enum PendKind {
    PEND_READY,  // can run
    PEND_WAIT,   // at a wait trap: can run when *word == value
    PEND_CHOOSE, // at a choice between n alternatives
    PEND_LOOK,   // at an instruction that looks at the unknown value `word`; n alternatives
    PEND_ORDER,  // at a comparison that needs to know where the object `word` lies
    // at an access that goes in pieces: from the lowest address up, or from the highest down
    PEND_PIECES
} PendKind;
// Bits of Pending.what: HEDDLE_WAIT_HOLDERS, HEDDLE_WAIT_BEHIND_WRITERS, HEDDLE_WAIT_CHOSEN,
// HEDDLE_WAIT_FLAG; the rest is the kind.
enum {
    WAIT_FOR_HOLDERS = 0x80,
    WAIT_BEHIND_WRITERS = 0x40,
    WAIT_CHOSEN = 0x20,
    WAIT_FOR_FLAG = 0x10,
    WAIT_KIND = 0x0f
};
enum { MOST_INTERRUPTS = 2, MOST_WAIT_WORDS = 1 + MOST_INTERRUPTS };
typedef struct Pending {
    u8 kind; // PendKind
    u8 what; // enum heddle_wait of runtime/heddle_trap.h, and bits
    u32 n;
    i32 value;
    u8 ninterrupts; // of a wait: can also run when one of *interrupts is not 0
    Cell word, owner, resource, interrupts[MOST_INTERRUPTS];
} Pending;
static inline WaitKind vm_wait_kind(const Pending *p) {
    u32 kind = p->what & WAIT_KIND;
    return kind < WAIT_COUNT ? (WaitKind)kind : WAIT_OTHER;
}

typedef enum ThreadForm { THREAD_EMPTY, THREAD_PACKED, THREAD_LIVE } ThreadForm;
typedef struct Thread Thread;
struct Thread {
    u8 form;             // ThreadForm
    bool is_changed;     // live, and not the same as the packed block any more
    bool is_new;         // has not been brought to its first visible operation
    bool in_atomic;      // inside an atomic section that has begun: no other thread may run
    bool has_bulk_value; // between the load and the store of a piece of a memcpy
    // the access of which it has done some pieces goes from the highest address down
    bool is_downward;
    u32 masks;       // masked frames and open atomic sections
    u32 sections;    // of them, atomic sections of the user's
    u64 bulk_done;   // bytes that the memcpy or memset it stands at has done already
    Cell bulk_value; // the piece that was loaded, and its length
    u32 bulk_len;
    Pending pend; // valid in both forms
    ObjId self;   // object of the self pointer; 0 if none; valid in both forms
    // Packed.
    const Block *packed;
    u32 id; // the store's id of `packed`; 0 if it has none
    // Live.
    Frame *frames;
    u32 nframes, frames_cap;
    Cell *cells;
    u32 ncells, cells_cap;
    ObjId *locals;
    u32 nlocals, locals_cap;
    ObjId *tls; // by thread-local global (Vm.tls_slot); 0 if not touched yet
    u32 ntls;
    // the locks it holds, in the order in which it took them; Cell.part: HOLD_LOCK or HOLD_COUNTED
    Cell *held;
    u32 nheld, held_cap;
    u32 serial;             // number of the thread in order of creation; kept on replay only
    struct Access *section; // of a witness: what it has touched in the masked function it is in
    u32 nsection, section_cap;
};

// ---- the machine --------------------------------------------------------------------------------

typedef enum RunEnd {
    RUN_POINT,  // the thread stands before its next visible operation
    RUN_DONE,   // the thread has ended
    RUN_EXIT,   // the whole program has ended
    RUN_FAULT,  // a violation: Vm.fault
    RUN_ASSUME, // an assumption does not hold: not a run of the program
    RUN_CUT     // cannot go on (something unsupported, a limit): Vm.fault.text says why
} RunEnd;

typedef enum CutKind {
    CUT_NONE,
    CUT_UNSUPPORTED,
    CUT_UNKNOWN_VALUE,
    CUT_STACK,
    CUT_OBJECTS,
    CUT_THREADS,
    CUT_TOLD
} CutKind;

typedef struct Fault {
    FaultKind kind;
    CutKind cut; // why, when the run ended with RUN_CUT
    ThreadId thread;
    FuncId func; // innermost frame of user code
    Pc pc;
    ObjId obj;        // object concerned, 0 if none
    u64 offset, size; // data race: the bytes of the object
    ThreadId rival;   // the other thread, and the place in the user's code where it stands
    FuncId rival_func;
    Pc rival_pc;
    Text text; // one sentence
} Fault;

typedef struct Vm Vm;
typedef struct Thread Thread;

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
struct Access {
    const Place *place;
    ObjId obj;
    u64 off, size; // in the place
    bool is_write, is_atomic, is_end, is_release;
    bool goes_in_pieces; // those are asked about later, one by one, if this does not pass
};
// A reduction that knows more than the machine: true if the operation needs no scheduling point
// before it. It is asked about every visible operation of every thread, also of those inside atomic
// sections, while there is more than one (VmOptions.asks_alone: always).
typedef bool VmPasses(void *arg, Vm *vm, const Thread *t, const Access *a);
// The reduction learns that somebody noticed, without waiting, that another thread holds the lock.
typedef void VmObserved(void *arg, Vm *vm, Cell lock);

typedef struct VmOptions {
    Grain grain;
    bool is_witness;      // knows nothing of privacy, packing, reductions; see vm/witness.c
    bool logs_stretches;  // fill Vm.stretches
    bool private_memory;  // heap blocks that no other thread could ever reach are not visible
    bool regains_privacy; // nor are those that no other thread can reach any more
    bool passes_alone;    // while there is only one thread nothing is a scheduling point
    // a new object gets the lowest free slot, which matters for what a state is
    bool keeps_addresses;
    bool record_accesses; // fill Vm.accesses
    VmPasses *passes;     // NULL: every visible operation is a scheduling point
    bool asks_alone;
    VmObserved *observed;
    void *passes_arg;
    bool check_uninitialized; // using an uninitialised value is a violation
    bool check_overflow;
    bool check_races;
    bool reuse_addresses; // malloc may return a block that was freed
    bool has_nondet_range;
    i64 nondet_low, nondet_high; // what an unknown value may be when something looks at it
    u32 max_frames;              // 0: the default
} VmOptions;

typedef struct ObjRef { // a fixed object
    u32 place;
    u32 offset, size;
    u8 kind;
} ObjRef;

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

struct Vm {
    const Program *program;
    VmOptions options;
    // Memory. fixed[id] for id < first_dynamic; dynamic object id is dyn[id - first_dynamic].
    ObjRef *fixed;
    Place *places; // global blocks, then constants
    u32 nplaces;
    ObjId first_dynamic;
    Place *dyn;         // address space for MAX_OBJECTS; never moves
    u32 ndyn, dyn_high; // in use now; ever used
    ObjId *free_slots;  // slots of objects that can never be reached again, see vm/collect.c
    u32 nfree_slots, free_slots_cap;
    u32 collect_at; // how many objects there must be before the next look for such slots
    Place **dirty;  // places with is_own
    u32 ndirty, dirty_cap;
    u32 *tls_slot;   // by global index: 1 + slot in Thread.tls, 0 if not thread-local
    u32 *tls_global; // by slot: the global
    u32 ntls;
    // Threads.
    Thread threads[MAX_THREADS];
    u32 nthreads;           // alive
    ThreadId atomic_thread; // the one with in_atomic; THREAD_NONE if there is none
    bool has_exited;
    int exit_code;
    bool shape_changed; // objects or pointers changed since the last save: see state/canon.c
    bool thread_ended;  // since then
    bool is_anchored;   // the state of that save: see state/canon.c
    bool links_changed; // and not only objects that the step itself made and that nothing else
                        // points to
    // The run in progress.
    ThreadId running;
    ThreadId called; // the thread of vm_call; it borrows another's control block
    Cell returned;   // by the last thread that has ended
    struct CopiedLocal {
        ObjId obj;
        u32 global;
    } *copied; // thread-locals that the last function called has had copies of
    u32 ncopied, copied_cap;
    bool has_returned;     // it has not ended in another way since this was cleared
    bool has_left_holding; // a lock that only threads can hold
    u64 length;            // instructions of the last step, for vm_step_exactly
    u64 pieces;     // how often an instruction of it was begun again: memcpy and memset in pieces
    u64 grown;      // bytes of the objects made in the step
    u32 last_freed; // see reuse.c: order of the last end of a block, if knows_freed
    bool knows_freed, has_freed; // the latter: in this step
    u32 epoch;                   // number of the step, for Place.seen
    u32 old_objects;             // ndyn in the last state that was saved or loaded
    Place **touched;             // places that the step looked at, each once, in this order
    u32 ntouched, touched_cap;
    bool looks_around; // the step depends on more than its thread and those places
    Access *accesses;  // visible operations of the step, if they are recorded
    u32 naccesses, accesses_cap;
    u32 *stamps; // by pc: the last run that jumped there; only for GRAIN_LOOPS
    u32 stamp;   // number of the run: of a thread in a step
    Fault fault;
    u64 instructions; // executed since vm_new
    // limits of models that left something out since vm_new: a bit for each heddle_bound
    u32 bounds_met;
    struct Scratch *scratch; // buffers of the implementation
    // Replay only.
    VmWatch *watch;
    void *watch_arg;
    VmOutput *output;
    void *output_arg;
    u32 threads_made;
    Stretch *stretches; // since vm_start, if they are logged
    u32 nstretches, stretches_cap;
    const Stretch *repeated; // what a witness repeats now; NULL: nothing
    bool is_in_rest;         // all of it but what it says of an unfinished memcpy is done
};

// The program must outlive the machine.
Vm *vm_new(const Program *p, const VmOptions *o);
void vm_free(Vm *vm);

// Puts the machine into the initial state: one thread at the entry function.
void vm_start(Vm *vm);

// How many ways thread t can go on: 0 if it does not exist, has to wait, or another thread is
// inside an atomic section; 1; or the number of alternatives of the choice it stands at.
u32 vm_alternatives(Vm *vm, ThreadId t);
// Runs thread t from where it stands to its next visible operation, taking alternative `choice`.
// Needs choice < vm_alternatives(vm, t).
RunEnd vm_step(Vm *vm, ThreadId t, u32 choice);
// The same, but runs `length` instructions, wherever scheduling points are: repeats a step with
// that Vm.length.
RunEnd vm_step_exactly(Vm *vm, ThreadId t, u32 choice, u64 length);

// Does on a witness what another machine has logged. False: it is not possible there. RunEnd in
// *end.
bool vm_repeat(Vm *vm, const Stretch *s, RunEnd *end);

bool vm_is_alive(const Vm *vm, ThreadId t); // t has not ended
// The program has exited: there are no threads any more, but all memory is as it was.
void vm_drop_threads(Vm *vm);
// How a thread stands in a state, as far as it alone decides: whether others are in an atomic
// section does not count.
enum { MOST_HOLDS = 4 };
typedef struct Stance {
    u32 alternatives; // of its next step; 0: it waits
    ObjId self;       // its control block
    // control block of the only thread that can end its wait; 0: any may, or it does not wait
    ObjId owner;
    bool can_be_interrupted; // while it waits
    bool may_interrupt;      // it, or a thread that it starts, may at some time interrupt a wait
    bool in_atomic;
    u8 nwords;   // it waits for a change of so many words
    u32 awaited; // it waits until so many holds of the word `word` are let go; 0: for no holds
    // words that it holds, each as often as it does; more than MOST_HOLDS: not all are here
    u32 nholds;
    u64 word, holds[MOST_HOLDS]; // vm_word
} Stance;
// What a stance depends on, beside the packed form of the thread.
typedef struct StanceSource {
    bool looks_around; // more than `places`
    u32 nplaces;
    const Place *places[MOST_WAIT_WORDS + 1];
    struct {
        const Place *place;
        u32 off;
    } words[MOST_WAIT_WORDS]; // Stance.nwords of them
} StanceSource;
void vm_stance(Vm *vm, ThreadId t, Stance *out, StanceSource *source); // source may be NULL
// Where in its object an access through p plus c bytes begins.
static inline u64 vm_offset(const Vm *vm, Cell p, i32 c) {
    return (p.v + (u64)(i64)c) & (vm->program->ptr_bytes == 8 ? ~0ull : 0xffffffffull);
}
static inline u64 vm_word(Cell pointer) { return (u64)pointer.tag << 32 | (u32)pointer.v; }
// How often the thread holds a word (__heddle_hold).
u32 vm_holds(const Vm *vm, ThreadId t, ObjId obj, u64 offset);
// Fills in where thread t stands: its innermost frame of user code.
void vm_locate(Vm *vm, ThreadId t, Fault *out);
ThreadId vm_thread_of_self(const Vm *vm, ObjId self); // THREAD_NONE if none alive

// ---- for saving and restoring (state room) ------------------------------------------------------
// Live form of a thread; packed threads are unpacked.
Thread *vm_live(Vm *vm, ThreadId t);
// Calls `visit` with the tag of every value that is live in a live thread, and with the objects
// that are its own. Says the same as its packed form, without packing it.
typedef void VmVisit(void *arg, ObjId tag);
void vm_visit_thread(const Vm *vm, const Thread *t, VmVisit *visit, void *arg);
// Calls a function of the program in the state that the machine is in, and runs it to its end while
// all threads stand still. RUN_DONE with its result, or how it failed. The machine is then in the
// state after the call.
RunEnd vm_call(Vm *vm, FuncId f, const Cell *args, u32 nargs, Cell *result);
typedef struct VmCall {
    FuncId func;
    const Cell *args;
    u32 nargs;
    ObjId self;     // control block of the caller; 0: the first thread's
    bool may_start; // it may start threads
} VmCall;
RunEnd vm_call_as(Vm *vm, const VmCall *c, Cell *result);
// A thread-local variable of the program, or errno, that the function called last has read before
// it wrote to it; NULL: none. Its thread is no other thread, and so has copies of its own.
const Global *vm_thread_local_read(const Vm *vm);
// it stands for a value that has not been chosen yet
bool vm_is_unknown(const Vm *vm, ObjId tag);

// Writes the packed form of a live thread into out (a Block, see block_bytes); returns its size.
// The buffer belongs to the machine and is valid until the next call.
const Block *vm_pack(Vm *vm, ThreadId t);
// The contents of a place as a Block in the machine's buffer, valid until the next call.
const Block *vm_block_of(Vm *vm, const Place *p);
void vm_own(Vm *vm, Place *p); // makes the contents of a place writable
// Bytes become what they are in another place, maybe of another machine for the same program;
// zeros.
void vm_copy_bytes(Vm *vm, Place *to, const Place *from, u32 off, u32 n);
void vm_clear_bytes(Vm *vm, Place *p, u32 off, u32 n);
// Finds out which objects only one thread can reach; `threads` are the packed threads (NULL: the
// machine packs them).
void vm_find_private(Vm *vm, const Block *const *threads);
// For the checking build: whether memory is as memory.c promises; whether all that is known of who
// reaches what agrees.
void vm_check_memory(const Vm *vm);
void vm_check_reach(Vm *vm);
void vm_drop(Vm *vm, u32 index); // the dynamic object is nothing any more
void vm_find_dirty(Vm *vm);      // collects Vm.dirty anew after places were moved
// Makes a place or thread slot share an immutable block of the store.
void vm_share(Place *p, const Block *b, u32 id);
void vm_share_thread(Vm *vm, ThreadId t, const Block *b, u32 id);
ObjId vm_packed_self(const Block *b);               // Thread.self of a packed thread
void vm_set_counts(Vm *vm, u32 ndyn, u32 nthreads); // before sharing; slots above become empty
void vm_loaded(Vm *vm);                             // after sharing: nothing is changed

// ---- for reports (looking at the current state) -------------------------------------------------
// The place that holds object id and the object's offset in it; NULL if there is no such object.
Place *vm_place(Vm *vm, ObjId id, u32 *offset, u32 *size);
// Value of an operand in a frame of a live thread.
Cell vm_operand(const Vm *vm, const Thread *t, const Frame *f, i32 operand);
// Reads n (1..8) bytes as a cell; false if that is not possible there.
bool vm_peek(Vm *vm, ObjId id, u64 offset, u32 n, Cell *out);
// True if the instruction thread t stands at would touch memory: what, where, how many bytes.
typedef struct Touch {
    ObjId obj;
    u64 offset, size;
    bool is_write, is_read, is_atomic;
} Touch;
bool vm_touch(Vm *vm, ThreadId t, Touch *out);

#endif
