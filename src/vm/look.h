// SPDX-License-Identifier: Apache-2.0
// Looking at the state that a machine is in: its memory, its threads, what they wait for. For
// properties, reductions and reports.
//
// Memory is made of blocks: each dynamic object (heap block, local variable, ...) is one, each
// group of small globals is one. A block is either shared (immutable, owned by the state store,
// read in place) or own (a private copy made at the first write). A thread is likewise either
// packed (a shared block, see thread.c for the layout) or live (frames that can run); the machine
// unpacks a thread when it runs.
#ifndef HEDDLE_VM_LOOK_H
#define HEDDLE_VM_LOOK_H

#include "vm/vm.h"

// ---- memory -------------------------------------------------------------------------------------

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
    OBJ_UNKNOWN,  // not memory: stands for an unknown value
    OBJ_SPOT,     // not memory: a place in an object, at an unknown offset, see vm/spot.c
    OBJ_KIND_COUNT
} ObjKind;

enum BlockFlags {
    BLOCK_ESCAPED = 1, // a pointer to it was stored where other threads can find it
    BLOCK_FLOAT = 2,   // OBJ_UNKNOWN: a floating-point number
    BLOCK_ZEROED = 2,  // OBJ_HEAP, with BLOCK_SIZED: bytes that are not there yet are zeros
    // what the runtime knows of a thread: Thread.self of a live or a past thread
    BLOCK_CONTROL = 4,
    BLOCK_SCOPE = 8,   // OBJ_RETURNED: it ended with its scope, before its function has returned
    BLOCK_KNOWN = 8,   // OBJ_INTERNAL: what is known of accesses, see vm/before.c
    BLOCK_SIZED = 8,   // OBJ_HEAP: its size is unknown, see vm/sized.c
    BLOCK_THREAD = 16, // OBJ_RETURNED: a thread-local variable, which ended with its thread
    // OBJ_UNKNOWN, OBJ_SPOT: it is a number or a pointer by now, wherever it stood
    BLOCK_SETTLED = 16,
    BLOCK_PASSED_ON = 16, // OBJ_INTERNAL: a past thread's, whose address a later one has got
    BLOCK_NONZERO = 32,   // OBJ_UNKNOWN: a run has asked, and it is not zero
    BLOCK_HUGE = 32,      // OBJ_HEAP: it has more bytes than a block can have, and none of them
    BLOCK_LAID_OUT = 64,  // it has an address, which is in `rank`, see vm/address.c
    BLOCK_LAYOUT = 128    // it says where others lie, see runtime/layout.c
};

// A place for a block in the machine. Invariant: data, tags, holes describe the contents now; if
// is_own they are this place's buffers, otherwise they point into a block of the store.
struct Place {
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
    u32 epoch;       // Vm.epoch of the last step that depends on it
    bool is_own;     // changed since it was last shared; then it is in Vm.dirty
    bool is_visible; // other threads can reach it: an access is a visible operation
    u32 data_cap, tags_cap, holes_cap; // sizes of the own buffers
    u8 *own_data;
    Tag *own_tags;
    Hole *own_holes;
};
static inline bool place_is_unknown(const Place *p) { return p->kind == OBJ_UNKNOWN; }
// Memory that only one thread can reach; not what stands for a value, which leads to other memory.
static inline bool place_is_private(const Place *p) { return p->kind <= OBJ_TLS && !p->is_visible; }
static inline bool place_is_sized(const Place *p) {
    return p->kind == OBJ_HEAP && (p->flags & BLOCK_SIZED);
}
// Whether the place is no memory: a tag with its number says that a cell or bytes hold a value, of
// Place.width.
static inline bool place_is_value(const Place *p) {
    switch ((ObjKind)p->kind) {
    case OBJ_UNKNOWN:
    case OBJ_SPOT: return true;
    case OBJ_KIND_COUNT:
    case OBJ_FREE_SLOT:
    case OBJ_GLOBAL:
    case OBJ_CONST:
    case OBJ_FUNC:
    case OBJ_HEAP:
    case OBJ_INTERNAL:
    case OBJ_LOCAL:
    case OBJ_TLS:
    case OBJ_FREED:
    case OBJ_RETURNED: break;
    }
    return false;
}

// What a place holds, or a block of a saved state (block_contents in vm/save.h), for who looks at
// it from outside. This is no access of the program: nobody notices it and no step depends on it.
// Who is not the machine or the store asks by these functions, and knows nothing of how values lie
// in bytes.
typedef struct Contents {
    const u8 *data;
    const Tag *tags;
    const Hole *holes;
    u32 size, ntags, nholes;
} Contents;
static inline Contents vm_contents(const Place *p) {
    CHECK(p->data || !p->size);
    return (Contents){p->data, p->tags, p->holes, p->size, p->ntags, p->nholes};
}
// The bytes [off, off+n) as a number, 0 where nothing was written; n is 1 to 8. Of a pointer it is
// the offset.
u64 contents_number(Contents c, u32 off, u32 n);
// The object that the value at off names: one that begins there. 0 if it names none.
ObjId contents_object(Contents c, u32 off);
// Where the first value begins that names the object; false: none does.
bool contents_find(Contents c, ObjId obj, u32 *off);
// Whether a value in [off, off+n) names an object of those from `first` on.
bool contents_name_from(Contents c, u32 off, u32 n, ObjId first);
// Of the bytes alone, without the objects that they may name.
u64 contents_hash(Contents c, u32 off, u32 n, u64 seed);
bool contents_have_same_bytes(Contents a, Contents b, u32 off, u32 n);

// ---- threads ------------------------------------------------------------------------------------

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

// What an entry of Thread.held is: a lock that protects data, for reductions; or a hold on a word
// that counts its holds, for the search for deadlocks.
enum { HOLD_LOCK, HOLD_COUNTED };

// Why a thread stands where it stands.
typedef enum PendKind {
    PEND_READY,  // can run
    PEND_WAIT,   // at a wait trap: can run when *word == value
    PEND_CHOOSE, // at a choice between n alternatives
    PEND_LOOK,   // at an instruction that looks at the unknown value `word`; n alternatives
    PEND_TRUTH,  // at one that asks only whether `word` is zero; n alternatives (enum Truth)
    PEND_ORDER,  // at a comparison that needs to know where the object `word` lies
    // at an access that goes in pieces: from the lowest address up, or from the highest down
    PEND_PIECES
} PendKind;
// What an unknown value may turn out to be when a run asks for no more than its truth.
enum Truth {
    TRUTH_ZERO,
    TRUTH_NONZERO,
    TRUTH_MINUS_ZERO,
    TRUTHS_OF_NUMBER = 2,
    TRUTHS_OF_FLOAT = 3
};
// Bits of Pending.what: HEDDLE_WAIT_HOLDERS, HEDDLE_WAIT_BEHIND_WRITERS, HEDDLE_WAIT_CHOSEN,
// HEDDLE_WAIT_FLAG, HEDDLE_WAIT_SPURIOUS, HEDDLE_WAIT_UNSEEN; the rest is the kind.
enum {
    WAIT_UNSEEN = 0x200,
    WAIT_SPURIOUS = 0x100,
    WAIT_FOR_HOLDERS = 0x80,
    WAIT_BEHIND_WRITERS = 0x40,
    WAIT_CHOSEN = 0x20,
    WAIT_FOR_FLAG = 0x10,
    WAIT_KIND = 0x0f
};
enum { PEND_YIELDS = 1 }; // Pending.what of a thread that stands at __heddle_yield
enum { MOST_INTERRUPTS = 2, MOST_WAIT_WORDS = 1 + MOST_INTERRUPTS };
typedef struct Pending {
    u8 kind;  // PendKind
    u16 what; // of a wait: enum heddle_wait of runtime/heddle_trap.h, and bits; or PEND_YIELDS
    u32 n;
    i32 value;
    u8 ninterrupts; // of a wait: can also run when one of *interrupts is not 0
    Cell word, owner, resource, interrupts[MOST_INTERRUPTS];
} Pending;
static inline WaitKind vm_wait_kind(const Pending *p) {
    u32 kind = p->what & WAIT_KIND;
    return kind < WAIT_COUNT ? (WaitKind)kind : WAIT_OTHER;
}

// Whether the search settles something about the value or object `word`.
static inline bool pend_has_value(u8 kind) {
    return kind == PEND_LOOK || kind == PEND_TRUTH || kind == PEND_ORDER;
}

// Whether only the search can say if the thread goes on.
static inline bool pend_is_choice(const Pending *p) {
    return p->kind == PEND_WAIT ? (p->what & WAIT_SPURIOUS) != 0 : p->kind != PEND_READY;
}

enum { MASKS_OF_JOIN = 1 }; // its own frame's; one with more of them is in an atomic section
typedef enum ThreadForm { THREAD_EMPTY, THREAD_PACKED, THREAD_LIVE } ThreadForm;
struct Thread {
    u8 form;             // ThreadForm
    bool is_changed;     // live, and not the same as the packed block any more
    bool is_new;         // has not been brought to its first visible operation
    bool in_atomic;      // inside an atomic section that has begun: no other thread may run
    bool has_bulk_value; // between the load and the store of a piece of a memcpy
    // the access of which it has done some pieces goes from the highest address down
    bool is_downward;
    u32 masks;       // masked frames and open atomic sections; see MASKS_OF_JOIN
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
    ObjId *tls; // by thread-local global (Vm.tls_slot); 0 if not used yet
    u32 ntls;
    // the locks it holds, in the order in which it took them; Cell.part: HOLD_LOCK or HOLD_COUNTED
    Cell *held;
    u32 nheld, held_cap;
    u32 serial;             // number of the thread in order of creation; kept on replay only
    struct Access *section; // of a witness: what it has accessed in the masked function it is in
    u32 nsection, section_cap;
};

// ---- the head of a machine ----------------------------------------------------------------------

// What has happened to the shape of memory since the state that was saved or loaded last, which was
// canonical: from this state/canon.c knows whether the objects still have the right numbers. The
// machine notes changes; whether the state is anchored is for state/canon.c to say.
// Invariant: links_changed and thread_ended each imply shape_changed.
typedef struct Numbering {
    u32 old_objects;    // in that state: the dynamic objects with higher indices are new
    bool shape_changed; // objects or pointers
    bool links_changed; // and not only of objects that are new and that nothing else points to
    bool thread_ended;
    bool is_anchored; // whether that state was, see state/canon.c
} Numbering;

// What others read at every step, so often that a call for each look would cost more than the look.
// A Vm begins with it. Only the machine writes to it, and others read it by the functions below.
#define VM_HEAD                                                                                    \
    const Program *program;                                                                        \
    Place *places;       /* global blocks, then constants */                                       \
    Place *dyn;          /* address space for MAX_OBJECTS; never moves */                          \
    u32 ndyn, dyn_high;  /* in use now; ever used */                                               \
    ObjId first_dynamic; /* object id is dyn[id - first_dynamic] */                                \
    Numbering numbering;                                                                           \
    u32 nthreads; /* alive */                                                                      \
    Thread threads[MAX_THREADS];
typedef struct VmHead {
    VM_HEAD
} VmHead;
static inline const VmHead *vm_head(const Vm *vm) { return (const VmHead *)vm; }

static inline const Program *vm_program(const Vm *vm) { return vm_head(vm)->program; }
static inline u32 vm_nthreads(const Vm *vm) {
    CHECK(vm_head(vm)->nthreads <= MAX_THREADS);
    return vm_head(vm)->nthreads;
}
// A thread as it is now, packed or live.
static inline const Thread *vm_thread(const Vm *vm, ThreadId t) {
    CHECK(t < MAX_THREADS);
    return &vm_head(vm)->threads[t];
}
// The places of the groups of globals, by Global.block, and of the dynamic objects: object id is
// vm_objects(vm)[id - vm_first_dynamic(vm)].
static inline const Place *vm_globals(const Vm *vm) { return vm_head(vm)->places; }
static inline const Place *vm_objects(const Vm *vm) { return vm_head(vm)->dyn; }
static inline u32 vm_nobjects(const Vm *vm) {
    CHECK(vm_head(vm)->ndyn <= vm_head(vm)->dyn_high);
    return vm_head(vm)->ndyn;
}
static inline ObjId vm_first_dynamic(const Vm *vm) { return vm_head(vm)->first_dynamic; }
// Whether p is, or was, the place of a dynamic object.
static inline bool vm_is_object(const Vm *vm, const Place *p) {
    return p >= vm_objects(vm) && p < vm_objects(vm) + vm_head(vm)->dyn_high;
}
static inline const Numbering *vm_numbering(const Vm *vm) {
    const Numbering *n = &vm_head(vm)->numbering;
    CHECK(n->shape_changed || !(n->links_changed || n->thread_ended));
    return n;
}

// ---- how threads stand --------------------------------------------------------------------------

// How a thread stands in a state, as far as it alone decides: whether others are in an atomic
// section does not count.
enum { MOST_HOLDS = 4 };
typedef struct Stance {
    u32 alternatives; // of its next step; 0: it waits
    bool is_spurious; // it waits, and goes on only by a wake-up on which nobody can rely
    bool yields;      // it is about to let others go first
    ObjId self;       // its control block
    // control block of the only thread that can end its wait; 0: any may, or it does not wait
    ObjId owner;
    bool can_be_interrupted; // while it waits
    bool may_interrupt;      // it, or a thread that it starts, may at some time interrupt a wait
    bool in_atomic;
    bool waits_for_end; // of another thread, or of all others
    u8 nwords;          // it waits for a change of so many words
    u32 awaited; // it waits until so many holds of the word `word` are let go; 0: for no holds
    // words that it holds, each as often as it does; more than MOST_HOLDS: not all are here
    u32 nholds;
    u64 word, holds[MOST_HOLDS]; // vm_word
} Stance;
// What a stance depends on, beside the packed form of the thread.
typedef struct StanceSource {
    bool depends_on_more; // more than `places`
    u32 nplaces;
    const Place *places[MOST_WAIT_WORDS + 1];
    struct {
        const Place *place;
        u32 off;
    } words[MOST_WAIT_WORDS]; // Stance.nwords of them
} StanceSource;
void vm_stance(Vm *vm, ThreadId t, Stance *out, StanceSource *source); // source may be NULL
static inline u64 vm_word(Cell pointer) {
    CHECK(tag_names_object(pointer.tag) && pointer.v <= UINT32_MAX);
    return (u64)pointer.tag << 32 | (u32)pointer.v;
}
// How often the thread holds a word (__heddle_hold).
u32 vm_holds(const Vm *vm, ThreadId t, ObjId obj, u64 offset);
// Fills in where thread t stands: its innermost frame of user code.
void vm_locate(Vm *vm, ThreadId t, Fault *out);
ThreadId vm_thread_of_self(const Vm *vm, ObjId self); // THREAD_NONE if none alive

// Live form of a thread; packed threads are unpacked.
const Thread *vm_live(Vm *vm, ThreadId t);
// Calls `visit` with the tag of every value that is live in a live thread, and with the objects
// that are its own. Says the same as its packed form, without packing it.
typedef void VmVisit(void *arg, ObjId tag);
void vm_visit_thread(const Vm *vm, const Thread *t, VmVisit *visit, void *arg);
// Marks the dynamic objects that can be reached; is_met has an entry for each, all false. The
// machine must be between two instructions. False: there are numbers computed from addresses, from
// which the program may get pointers to others.
bool vm_mark_reachable(Vm *vm, bool *is_met);
// Whether there is a heap block with an address that nothing points to but what says where it lies:
// only the program knows whether it still has the number.
bool vm_hides_block(Vm *vm);
// What an unknown value is by VmOptions.shown; other cells as they are.
Cell vm_as_chosen(Vm *vm, Cell c);
// The size of a dynamic object; of a block of an unknown size, the number that was chosen.
u32 vm_chosen_size(Vm *vm, const Place *p);
bool vm_is_chosen(const Vm *vm, Cell c); // an unknown value that was not computed from others
// Whether one of the bytes [off, off+n) of the place, as far as it has them, is of an unknown
// value.
bool vm_holds_unknown(const Vm *vm, const Place *p, u32 off, u32 n);
// What a cell holds. A step that asks depends on the object that the cell names.
CellKind vm_cell_kind(const Vm *vm, Cell c);

// ---- reading ------------------------------------------------------------------------------------

ThreadId vm_running(const Vm *vm);  // in a call of VmWatch or VmOutput
bool vm_is_in_atomic(const Vm *vm); // a thread is inside an atomic section
u32 vm_threads_made(const Vm *vm);  // since vm_start
// The variable of which Thread.tls[slot] is a copy.
const Global *vm_tls_variable(const Vm *vm, u32 slot);
// The place that holds object id and the object's offset in it; NULL if there is no such object.
const Place *vm_place(Vm *vm, ObjId id, u32 *offset, u32 *size);
// Value of an operand in a frame of a live thread.
Cell vm_operand(const Vm *vm, const Thread *t, const Frame *f, i32 operand);
// Reads n (1..8) bytes as a cell; false if that is not possible there.
bool vm_peek(Vm *vm, ObjId id, u64 offset, u32 n, Cell *out);
// True if the instruction thread t stands at would access memory: what, where, how many bytes.
typedef struct NextAccess {
    ObjId obj;
    u64 offset, size;
    u64 base; // the offset of the pointer that the instruction has, to which it adds a constant
    bool is_write, is_read, is_atomic;
} NextAccess;
bool vm_next_access(Vm *vm, ThreadId t, NextAccess *out);

#endif
