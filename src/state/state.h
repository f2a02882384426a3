// SPDX-License-Identifier: Apache-2.0
// state: canonical form of a machine's state, and the store of states seen.
//
// A state is a vector of 32-bit numbers, most of them ids of immutable blocks that states share:
// the global blocks, the dynamic objects in canonical order, the threads. A search keeps the
// vectors of the states that it still has to look at; of all others the store only remembers that
// they were seen.
//
// The store is shared by all workers of a search; each works through a view of its own.
#ifndef HEDDLE_STATE_H
#define HEDDLE_STATE_H

#include "vm/vm.h"

#include <string.h>

typedef enum StoreKind {
    STORE_EXACT,   // every state is told from every other
    STORE_AUTO,    // exact, and compact when memory runs short
    STORE_COMPACT, // 64 bits of hash for each state: two states may be taken for one
    // a few bits of hash for each state in an array of fixed size: the same, more often
    STORE_BITSTATE
} StoreKind;

typedef struct StoreOptions {
    StoreKind kind;
    u64 bitstate_bytes;   // 0: the default
    bool keeps_addresses; // no heap symmetry: it matters in which order objects were made
    bool is_thorough;     // every state is made canonical from scratch; for tests
    bool has_marks;       // each state has one; not with STORE_BITSTATE
    bool is_for_one;      // it has one view at most: roots are added without atomic exchanges
} StoreOptions;

typedef struct StateStore StateStore;
typedef struct StateView StateView;

StateStore *state_new(const Program *p, const StoreOptions *o);
void state_free(StateStore *s);
u64 state_count(const StateStore *s);
u64 state_bytes(const StateStore *s); // memory held by the store
// From now on states are compacted; for STORE_AUTO.
void state_compact(StateStore *s);
bool state_is_exact(const StateStore *s); // nothing was compacted
// estimated share of the states that were not taken for others, 0..1
double state_coverage(const StateStore *s);

// ---- census.c: what the states are made of ------------------------------------------------------
// For who wants to know why there are so many. Nobody adds meanwhile.

typedef enum LeafKind { LEAF_GLOBALS, LEAF_OBJECT, LEAF_THREAD } LeafKind;
typedef struct CensusOptions {
    u64 most;     // states that are looked at
    double until; // clock_seconds() when it stops
    // Called for each block that a state has as such a part: for a group of globals (its index)
    // once, for all objects once, for all threads once.
    void (*visit)(void *arg, LeafKind kind, u32 index, const Block *b);
    void *arg;
} CensusOptions;
typedef struct Census {
    bool is_whole; // every block was told
    u32 shapes, most_objects, most_threads;
} Census;
void state_census(const StateStore *s, const CensusOptions *o, Census *out);
// Lets somebody look at the threads of some of the states, from all over the store; how many those
// are. None of a store that keeps hashes.
typedef struct SampleOptions {
    u32 most;
    double until;
    void (*visit)(void *arg, u32 state, const Block *thread); // states count from 0
    void *arg;
} SampleOptions;
u32 state_sample(const StateStore *s, const SampleOptions *o);

// ---- marks --------------------------------------------------------------------------------------
// On request there is a word beside each state in the store, 0 at first, for whoever searches:
// colours, a number, a link to another state. All workers may read and write it at any time.

typedef u32 StateHandle; // of a state in the store, 1, 2, ...; good as long as the store is
_Atomic u32 *state_mark(const StateStore *s, StateHandle h); // never moves
u32 state_last_handle(const StateStore *s); // all up to this one are, or are about to be, in use

// ---- views --------------------------------------------------------------------------------------

StateView *view_new(StateStore *s);
void view_free(StateView *v);
// Tables grow while all workers stand still. A worker that has nothing to do for a while says so;
// it does not touch the store until it has come back.
void view_pause(StateView *v);
void view_resume(StateView *v);
// Lets tables grow if one wants to; adding a state does so, too.
void view_rest(StateView *v);

// The vector: four numbers (the last is Numbering.is_anchored), the leaves of the tree (ids of
// global blocks, of dynamic objects and of threads, then `extra`), its inner nodes. What follows
// here is all that knows where they lie; a global block is the leaf with its own number.
enum { VECTOR_DYN, VECTOR_THREADS, VECTOR_WORDS, VECTOR_ANCHORED, VECTOR_HEAD };
typedef u32 StateWord;
static inline u32 vector_words(const StateWord *v) {
    CHECK(v[VECTOR_WORDS] > VECTOR_HEAD + v[VECTOR_DYN] + v[VECTOR_THREADS]);
    return v[VECTOR_WORDS];
}
static inline u32 vector_objects(const StateWord *v) { return v[VECTOR_DYN]; }
static inline u32 vector_threads(const StateWord *v) {
    CHECK(v[VECTOR_THREADS] <= MAX_THREADS);
    return v[VECTOR_THREADS];
}
static inline bool vector_is_anchored(const StateWord *v) {
    CHECK(v[VECTOR_ANCHORED] <= 1);
    return v[VECTOR_ANCHORED];
}
// The leaf of a dynamic object, by its index.
static inline u32 leaf_of_object(const Program *p, u32 index) { return p->nblocks + index; }
static inline u32 leaf_of_thread(const Program *p, const StateWord *v, ThreadId t) {
    CHECK(t <= vector_threads(v));
    return leaf_of_object(p, vector_objects(v)) + t;
}
static inline u32 leaf_of_extra(const Program *p, const StateWord *v) {
    CHECK(VECTOR_HEAD + leaf_of_thread(p, v, vector_threads(v)) < vector_words(v));
    return leaf_of_thread(p, v, vector_threads(v));
}
// The leaf of a place of the machine in the state that was saved or loaded last; NO_LEAF for
// constants, and for objects that were made since.
#define NO_LEAF 0xffffffffu
u32 leaf_of_place(const Vm *vm, const Place *p);
// How many leaves are memory: global blocks and dynamic objects. They are the first.
static inline u32 vector_memory_leaves(const Program *p, const StateWord *v) {
    CHECK(VECTOR_HEAD + leaf_of_thread(p, v, 0) < vector_words(v));
    return leaf_of_thread(p, v, 0);
}
static inline u32 vector_count_leaves(const Program *p, u32 nobjects, u32 nthreads) {
    CHECK(nthreads <= MAX_THREADS);
    return leaf_of_object(p, nobjects) + nthreads + 1;
}
static inline u32 vector_leaves(const Program *p, const StateWord *v) {
    u32 n = vector_count_leaves(p, vector_objects(v), vector_threads(v));
    CHECK(VECTOR_HEAD + n <= vector_words(v));
    return n;
}
// Words of a vector that has so many leaves and no inner nodes.
static inline u32 vector_plain_words(u32 nleaves) { return VECTOR_HEAD + nleaves; }
static inline const StateWord *vector_ids(const StateWord *v) { return v + VECTOR_HEAD; }
static inline u32 vector_id(const StateWord *v, u32 leaf) {
    CHECK(VECTOR_HEAD + leaf < vector_words(v));
    return v[VECTOR_HEAD + leaf];
}
static inline void vector_set_id(StateWord *v, u32 leaf, u32 id) {
    CHECK(VECTOR_HEAD + leaf < vector_words(v));
    v[VECTOR_HEAD + leaf] = id;
}
// A copy without inner nodes; `to` has room for it.
static inline void vector_copy_plain(const Program *p, StateWord *to, const StateWord *from) {
    u32 words = vector_plain_words(vector_leaves(p, from));
    CHECK(vector_words(from) >= words && to != from);
    memcpy(to, from, words * sizeof *to);
    to[VECTOR_WORDS] = words;
}
static inline u32 vector_thread(const Program *p, const StateWord *v, ThreadId t) {
    CHECK(t < vector_threads(v));
    return vector_id(v, leaf_of_thread(p, v, t));
}
// The search's own number.
static inline u32 vector_extra(const Program *p, const StateWord *v) {
    return vector_id(v, leaf_of_extra(p, v));
}

// Brings the machine into canonical form: dynamic objects are renumbered in the order in which a
// fixed traversal meets them, and those that nothing points to are dropped. Returns a heap block
// that was dropped, with the machine unchanged, if `stop_at_leak`; 0 otherwise. LEAK_IN_DOUBT: one
// would be dropped, but there are numbers computed from addresses, from which the program may get
// it back.
#define LEAK_IN_DOUBT 0xffffffffu
ObjId view_canonicalize(StateView *v, Vm *vm, bool stop_at_leak);
// Whether the last canonicalisation left objects, pointers and threads as they were.
bool view_kept_shape(const StateView *v);
// Whether canonicalisation will leave them so.
bool view_keeps_shape(StateView *v, Vm *vm);
// The same as view_take after canonicalisation, without the inner nodes; `out` has room for head
// and leaves.
void view_leaves(StateView *v, Vm *vm, u32 extra, StateWord *out);
// The vector of the canonical state that the machine is in, after a step from the state `from`
// (NULL: none). The same memory serves again for the next one.
StateWord *view_take(StateView *v, Vm *vm, const StateWord *from, u32 extra);
// For the checking build: whether the state that was just taken is what it promises to be.
void view_check(StateView *v, Vm *vm);
// The vector as this store has it, from one that has leaves only.
StateWord *view_fold(StateView *v, const StateWord *plain);
// The vector that differs from `from` in these leaves. Positions ascend.
typedef struct Change {
    u32 leaf, id;
} Change;
StateWord *view_change(StateView *v, const StateWord *from, const Change *changes, u32 n);
// The same for a step that ends the thread t: those after it move up.
StateWord *view_end_thread(StateView *v, const StateWord *from, const Change *changes, u32 n,
                           ThreadId t, u32 extra);
// Whether globals or locals point to the control block of the thread t after these changes.
bool view_keeps_control(StateView *v, const StateWord *state, ThreadId t, const Change *changes,
                        u32 n);
// Puts the machine into a state.
void view_load(StateView *v, Vm *vm, const StateWord *state);
u64 view_digest(const StateView *v, u32 id); // of the contents of a block
// Whether the same state with another number of the search's own is remembered exactly.
bool view_has(StateView *v, const StateWord *state, u32 extra);
// Bytes of a leaf that count, or do not, when states are compared. Later ranges override earlier
// ones.
typedef struct MatchRange {
    u32 leaf, off, size;
    bool is_hidden;
} MatchRange;
// What all threads but one may still do to a block of globals.
typedef enum Keep {
    KEEP_SHARED, // anything
    KEEP_FIXED,  // read it: it is as the one leaves it
    KEEP_OWN,    // nothing: it is the one's alone
} Keep;
// What is compared of a state: what the ranges leave of it, and values that were computed from it
// (view_intern).
typedef struct MatchSpec {
    const MatchRange *ranges;
    const u32 *values;
    u32 nranges, nvalues;
    bool sorts_threads; // which of several threads does something does not count
    // With it: a thread that will join all of these, given by their control blocks and in this
    // order, before it does anything that another one can see. Which of them it names where does
    // not count either.
    ThreadId joiner;
    const ObjId *joined;
    u32 njoined;
    const Keep *keeps; // by block of globals; what is the joiner's counts as its memory
} MatchSpec;
// Whether a state has threads that run the same function, and some of them may be equal.
bool view_has_equal_threads(StateView *v, const StateWord *state);
// A thread that waits for the end of another one, and can go on unseen then; THREAD_NONE: there is
// none.
ThreadId view_joiner(const StateView *v, const StateWord *state);
// The ids of all that the thread alone can reach, itself first, of the globals that nobody else can
// change any more (keeps: by block), and of what these point to: what it does before its next
// operation on anything else depends on nothing else. Valid until the view compares.
typedef struct Ids {
    const u32 *items;
    u32 n;
} Ids;
Ids view_own_ids(StateView *v, const StateWord *state, ThreadId t, const Keep *keeps);
// Whether this very state was asked about here lately. Who is told that it was not adds it, in
// whatever form, so that it is known when it comes again.
bool view_is_met_again(StateView *v, const StateWord *state);
// The same as view_add for a state of which only a part is compared.
bool view_add_matched(StateView *v, const StateWord *state, const MatchSpec *terms);
// What is left of a state without its unknown values and without what the range hides: where two
// have the same leaves and as many threads, the states differ in nothing else. Valid until the view
// is asked for the next one, or compares by a part.
typedef struct Skeleton {
    const u32 *leaves;
    u32 n, nthreads;
    const ObjId *slots; // the unknown values, in the order of the places where they stand
    u32 nslots;
} Skeleton;
Skeleton view_skeleton(StateView *v, const StateWord *state, const MatchRange *hidden);
// A hash of what view_add_matched would compare.
u64 view_matched_key(StateView *v, const StateWord *state, const MatchSpec *terms);
// The block of a leaf.
const Block *view_leaf(const StateView *v, const StateWord *state, u32 leaf);
// A number for the contents of some pieces of a machine's memory: equal names and contents, equal
// numbers.
typedef struct Piece {
    const Place *place;
    u32 off, size;
    u32 name;
} Piece;
u32 view_intern(StateView *v, Vm *vm, const Piece *pieces, u32 n);
u32 view_pair(StateView *v, u32 left, u32 right);         // the same for two numbers
void view_prefetch(StateView *v, const StateWord *state); // it will be added soon
// Whether the state is new; it is remembered. Exactly one worker is told so.
bool view_add(StateView *v, const StateWord *state);
// The same in a store with marks, and the handle of the state, new or not.
bool view_add_marked(StateView *v, const StateWord *state, StateHandle *handle);
bool view_add_matched_marked(StateView *v, const StateWord *state, const MatchSpec *terms,
                             StateHandle *handle);

// ---- flat.c: states as buffers ------------------------------------------------------------------
// For somebody else who keeps states: a vector and all blocks that it names, as one buffer of fixed
// size, and back. Equal states are equal bytes.

typedef struct Flats Flats;
Flats *flats_new(StateStore *s);
void flats_free(Flats *f);
// Where the bytes of a mutable global lie in every buffer, for native code that looks at plain
// globals or sets them.
u32 flat_global(const Program *p, ObjId global);
u32 flat_globals_end(const Program *p); // behind them are pointers, dynamic objects and threads
// A pointer among those bytes, and back; what cannot be one is a number.
u64 flat_pointer(const Cell *pointer);
Cell flat_cell(u64 bytes);
bool flat_is_state(const Program *p, const void *flat, size_t size); // as far as its head tells
u32 flat_bytes(const void *flat); // how much of the buffer is used; the rest is zeros
// The bytes needed; if that is more than `size`, the buffer has no state.
size_t flat_write(Flats *f, const StateWord *state, void *buffer, size_t size);
// The same for what is compared of a state: equal bytes if and only if that is equal, in every
// process.
size_t flat_write_matched(StateView *v, const StateWord *state, const MatchSpec *terms,
                          void *buffer, size_t size);
// The vector is valid until the next one is read. It has leaves only: view_fold.
StateWord *flat_read(Flats *f, const void *flat);

#endif
