// SPDX-License-Identifier: Apache-2.0
// Saving the state that a machine is in, and loading one: for the rooms that store states. What is
// saved are immutable blocks: one for each group of globals, each dynamic object, each thread.
#ifndef HEDDLE_VM_SAVE_H
#define HEDDLE_VM_SAVE_H

#include "vm/look.h"

// An immutable block: this head, then size bytes padded to 8, then ntags Tags, then nholes Holes;
// all bytes count for equality.
struct Block {
    u32 size;       // bytes of contents
    u8 kind, flags; // ObjKind, BlockFlags; 0 for threads
    union {
        u16 align_log;
        u16 width; // OBJ_UNKNOWN: in bits
        // OBJ_FREED: see vm/reuse.c; threads: 1 if a function of the program's has its own handle
        u16 turn;
    };
    u32 ntags, nholes;
    // OBJ_UNKNOWN: the pc of the call that made it; see also vm/jump.c and vm/reuse.c; threads: the
    // function that the program began them with; otherwise 0
    u32 site;
    // among the objects whose addresses were compared, see vm/order.c, 0: none yet; with
    // BLOCK_LAID_OUT the address, see vm/address.c; threads: 1 if it stands at a wait that it goes
    // on from unseen (WAIT_UNSEEN)
    u32 rank;
};

static inline const u8 *block_data(const Block *b) { return (const u8 *)(b + 1); }
static inline const Tag *block_tags(const Block *b) {
    CHECK(b->ntags <= b->size + 1); // each is about other bytes, but that of an unknown size
    return (const Tag *)(block_data(b) + ((b->size + 7) & ~7u));
}
static inline const Hole *block_holes(const Block *b) {
    CHECK(b->nholes <= b->size);
    return (const Hole *)(block_tags(b) + b->ntags);
}
static inline size_t block_bytes(const Block *b) {
    return sizeof *b + ((b->size + 7) & ~7u) + b->ntags * sizeof(Tag) + b->nholes * sizeof(Hole);
}
static inline Contents block_contents(const Block *b) {
    return (Contents){block_data(b), block_tags(b), block_holes(b), b->size, b->ntags, b->nholes};
}

// Tag.len in a packed thread: not a pointer, but one of the thread's own locals
enum { TAG_OWN = 0xff };

// Writes the packed form of a live thread into out (a Block, see block_bytes); returns its size.
// The buffer belongs to the machine and is valid until the next call.
const Block *vm_pack(Vm *vm, ThreadId t);
// The contents of a place as a Block in the machine's buffer, valid until the next call.
const Block *vm_block_of(Vm *vm, const Place *p);
// Bytes of a group of globals become what they are in another machine for the same program; zeros.
void vm_copy_globals(Vm *vm, const Vm *from, u32 block, u32 off, u32 n);
void vm_clear_globals(Vm *vm, u32 block, u32 off, u32 n);
// Finds out which objects only one thread can reach; `threads` are the packed threads (NULL: the
// machine packs them).
void vm_find_private(Vm *vm, const Block *const *threads);
// For the checking build: whether memory is as memory.c promises; whether all that is known of who
// reaches what agrees.
void vm_check_memory(const Vm *vm);
void vm_check_reach(Vm *vm);

// Places whose contents are no block of the store: new or changed ones.
u32 vm_nchanged(const Vm *vm);
const Place *vm_changed(const Vm *vm, u32 i);
// Makes a place or thread slot share an immutable block of the store; its id there, 0: the block is
// somebody else's.
void vm_share(Vm *vm, const Place *p, const Block *b, u32 id);
void vm_share_thread(Vm *vm, ThreadId t, const Block *b, u32 id);
// The store has the packed form of a thread that stays live.
void vm_thread_saved(Vm *vm, ThreadId t, const Block *b, u32 id);
// A thread becomes what another packed form says, which the store does not have.
void vm_replace_thread(Vm *vm, ThreadId t, const Block *b);
void vm_places_saved(Vm *vm); // no place is changed any more: all of them share blocks
void vm_saved(Vm *vm);        // nor is a thread: this is the state that was saved last

ObjId vm_packed_self(const Block *b);       // Thread.self of a packed thread
u32 vm_packed_held(const Block *b);         // Thread.nheld
Cell vm_packed_hold(const Block *b, u32 i); // where the lock or word lies that is held
// Where a packed thread stands in the program's own code; false: nowhere, it runs none.
typedef struct VmStanding {
    FuncId func;
    Pc pc;
} VmStanding;
bool vm_packed_stands(const Program *p, const Block *b, VmStanding *out);
// A hash of where it stands, and of what it has in its registers that has a say in what it will do:
// the same whichever dynamic objects it names; it changes with steps of its own only.
u64 vm_packed_outline(const Program *p, const Block *b);
// Makes happen what the thread waits for, whoever would have had to do it. False: it cannot be.
bool vm_fulfil(Vm *vm, ThreadId k);
void vm_set_counts(Vm *vm, u32 ndyn, u32 nthreads); // before sharing; slots above become empty
void vm_loaded(Vm *vm);                             // after sharing: nothing is changed

// Only state/canon.c knows whether the state that the machine is in is anchored.
void vm_set_anchored(Vm *vm, bool is_anchored);

// Other numbers for the dynamic objects: map[old index] is 1 + the new index, 0 if the object is
// dropped; order[new index] is the old index of the n that stay.
typedef struct Renumbering {
    const u32 *map, *order;
    u32 n;
} Renumbering;
// Whether one of the tags names an object that gets another number; they get it.
bool vm_renames(const Vm *vm, const Renumbering *r, const Tag *tags, u32 n);
void vm_rename(const Vm *vm, const Renumbering *r, Tag *tags, u32 n);
// Renumbers memory. The threads must have been renamed.
void vm_renumber(Vm *vm, const Renumbering *r);
// Drops what has no number; the others keep theirs.
void vm_drop_unnumbered(Vm *vm, const Renumbering *r);

// Of a saved state: what matters of it for unknown values.
typedef struct SavedState {
    const Block *condition;      // of the globals among which vm_condition_variable is
    const Block *const *objects; // dynamic ones, by index
    u32 nobjects;
    const ObjId *slots; // the unknown values that stand in it, place by place
    u32 nslots;
} SavedState;
// The variable by which a state says what is known of its unknown values; 0: the machine does not
// compute with them.
ObjId vm_condition_variable(const Vm *vm);
// Whether all states of the program that the second stands for are certainly among those of the
// first; the two are equal but for unknown values and what is known of them.
bool vm_covers(Vm *vm, const SavedState *older, const SavedState *fresh);

// A block with BLOCK_KNOWN has numbers of objects that are no tags: its contents with other numbers
// (by map, as above, for the n objects from `first` on), k->size bytes that are k's.
typedef struct KnownBytes {
    struct Known *known;
    u32 size;
} KnownBytes;
const u8 *vm_renumber_known(KnownBytes *k, const Block *b, ObjId first, const u32 *map, u32 n);
void vm_forget_known(KnownBytes *k);

#endif
