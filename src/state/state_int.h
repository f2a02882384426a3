// SPDX-License-Identifier: Apache-2.0
// The inside of the state room.
#ifndef HEDDLE_STATE_INT_H
#define HEDDLE_STATE_INT_H

#include "state/state.h"
#include "state/tables.h"
#include "vm/reach.h"

#include <pthread.h>
#include <stdatomic.h>

// ---- tree.c: vectors folded into pairs ----------------------------------------------------------
// Row 0 is the leaves, filled up with zeros to a multiple of four; the rows lie one after the other
// in the vector.

// One worker's way to the pairs: those it has met lately are not looked up again.
enum { FOLDER_SLOTS_LOG = IS_TINY ? 1 : 13 };
typedef struct Folder {
    PairMap *inner;
    struct {
        u64 pair;
        u32 id; // 0: empty
    } recent[1 << FOLDER_SLOTS_LOG];
} Folder;

u32 tree_words(u32 nleaves); // of all rows
// Fills in the rows above the leaves.
void tree_fold(Folder *f, u32 *rows, u32 nleaves);
// The same after n leaves, in ascending order, were changed in rows that were right.
void tree_refold(Folder *f, u32 *rows, u32 nleaves, u32 *changed, u32 n);
// The same if all of its nodes are known; false if one is not.
bool tree_find(const PairMap *inner, u32 *rows, u32 nleaves);
// The four numbers that the rows end with. Ids are below 2^32 - 1, so adding one to each makes no
// half 0 and keeps them apart.
enum { TREE_ROOT = 4 };
static inline Root tree_root_at(const u32 *root) {
    for (u32 i = 0; IS_CHECKING && i < TREE_ROOT; i++)
        ENSURE(root[i] != UINT32_MAX);
    return (Root){(u64)(root[1] + 1) << 32 | (root[0] + 1),
                  (u64)(root[3] + 1) << 32 | (root[2] + 1)};
}
static inline Root tree_root(const u32 *rows, u32 nleaves) {
    return tree_root_at(rows + tree_words(nleaves) - TREE_ROOT);
}

// ---- vectors ------------------------------------------------------------------------------------

static inline void vector_set_head(StateWord *v, u32 nobjects, u32 nthreads, u32 words,
                                   bool is_anchored) {
    CHECK(nthreads <= MAX_THREADS && words > VECTOR_HEAD + nobjects + nthreads);
    v[VECTOR_DYN] = nobjects;
    v[VECTOR_THREADS] = nthreads;
    v[VECTOR_WORDS] = words;
    v[VECTOR_ANCHORED] = is_anchored;
}
// The leaves, and behind them the other rows of the tree.
static inline StateWord *vector_rows(StateWord *v) { return v + VECTOR_HEAD; }

// ---- canon.c ------------------------------------------------------------------------------------

typedef struct ThreadPack { // packed form of a thread that the store does not have yet
    Block *block;
    u32 cap;
    bool is_set;
} ThreadPack;

typedef struct Canon {
    bool keeps_addresses, is_thorough;
    ObjId first_dynamic;
    ThreadPack packs[MAX_THREADS];
    u32 npacks;           // threads of the machine that it works on
    const Place *objects; // and its dynamic objects
    u32 nobjects;
    u32 *map; // by old index of a dynamic object: new index + 1, 0 if not met
    u32 map_cap;
    Reach reach;    // of the last run: old indices in canonical order
    u8 *is_reached; // by old index
    u32 is_reached_cap;
    const Block **blocks; // of the threads
    u32 blocks_cap;
    bool kept_shape; // the last run had nothing to do
} Canon;
void canon_done(Canon *c);
ObjId canon_run(Canon *c, Vm *vm, bool stop_at_leak);
// Whether canon_run will leave all old objects and what points to them as they are; the threads are
// packed.
bool canon_keeps_shape(Canon *c, Vm *vm);
// for the checking build: the machine is in a canonical state
void canon_check(Canon *c, Vm *vm);

// ---- match.c: states compared by a part of what they are ----------------------------------------

// What is in a block, but for the dynamic objects that it names; see order.c.
typedef struct Digest {
    u64 digest;
    u32 id;   // of the block; 0: none yet
    u32 site; // of the block
} Digest;
enum { DIGESTS = IS_TINY ? 1 : 1 << 12 };

// What a block has become with other names for the dynamic objects that it names.
enum { RENAMES = IS_TINY ? 1 : 1 << 11, MOST_NAMES = 13 };
typedef struct Rename {
    u32 from, to; // blocks; 0: none yet
    u32 n;
    ObjId names[MOST_NAMES];
} Rename;

typedef struct Matcher {
    Blocks *blocks;
    const MatchRange *ranges;
    u32 nranges;
    ObjId first_dynamic;
    u32 ndyn;
    const u32 *objects; // of the state: ids of their blocks
    u32 *map;           // by index of an object: number among the matched ones + 1; 0: not matched
    u32 map_cap;
    Reach reach;                   // indices of the matched objects
    u8 *mask;                      // by byte of the leaf being looked at: it is hidden
    u32 mask_cap, mask_size;       // the latter: bytes of that leaf
    bool has_mask;                 // otherwise nothing of it is
    bool sorts_threads;            // see order.c
    ThreadId threads[MAX_THREADS]; // of the state, in the order in which they are compared
    ThreadId joiner;               // the last of them if it is not THREAD_NONE: see order.c
    const Keep *keeps;             // by block of globals: whether it is the joiner's; NULL: none is
    const ObjId *awaited;
    u32 nawaited;
    u32 nshared; // objects that are numbered before those that only the joiner reaches
    // the state of which matcher_own_ids has numbered these just now, for whom, and with what;
    // NULL: none
    const StateWord *half_done;
    ThreadId half_done_for;
    const Keep *half_done_with;
    ObjId *swapped; // by number in `awaited`: the control block that is named instead
    u32 swapped_cap;
    bool is_joiners; // what is copied is the joiner's, and names that one
    u32 *ids;        // of view_own_ids
    u32 nids, ids_cap;
    Digest digests[DIGESTS];  // by id, those that were computed last
    u64 colours[MAX_THREADS]; // theirs
    bool skips_unknown; // unknown values are all alike, and those that were met are in `slots`
    ObjId *slots;
    u32 nslots, slots_cap;
    Rename *renames; // RENAMES by hash, those that were made last; NULL: none was
    Block *copy;
    u32 copy_cap;
    u32 *leaves; // the result
    u32 leaves_cap;
    u8 *joined; // pieces of memory one behind the other, with their tags and holes
    Tag *tags;
    Hole *holes;
    u32 njoined, ntags, nholes, joined_cap, tags_cap, holes_cap;
    KnownBytes known;
} Matcher;
void matcher_done(Matcher *m);
// The id of a block that has the pieces that were added since the last one was made.
void matcher_add_piece(Matcher *m, const Block *b, const Piece *piece);
u32 matcher_join(Matcher *m);
// Fills in Matcher.leaves: what is matched of a state, in a numbering of its own; returns how many
// there are.
u32 matcher_run(Matcher *m, const Program *p, const StateWord *state, const MatchRange *ranges,
                u32 nranges);
// Fills in Matcher.ids.
void matcher_own_ids(Matcher *m, const Program *p, const StateWord *state, ThreadId t);

// Whether the block of globals is the joiner's. Where there is none, nobody asks.
static inline bool matcher_is_own(const Matcher *m, u32 block) {
    return m->joiner != THREAD_NONE && m->keeps && m->keeps[block] == KEEP_OWN;
}

// ---- order.c ------------------------------------------------------------------------------------

typedef struct Alike {
    bool is_about;  // the state has threads that the order of making should not tell apart
    bool has_twins; // two of its threads cannot be told apart but by objects
} Alike;
Alike order_look(Matcher *m, const Program *p, const StateWord *state);
// Fills in Matcher.threads, when the objects that globals lead to have their numbers.
void order_threads(Matcher *m, const Program *p, const StateWord *state);
// Fills in Matcher.swapped, when all objects have their numbers that others than the joiner reach.
// False: somebody else may tell the joined threads apart.
bool order_joined(Matcher *m, const Program *p, const StateWord *state);
// What the joiner's memory names instead of a control block.
static inline ObjId order_named(const Matcher *m, ObjId obj) {
    for (u32 i = 0; m->is_joiners && i < m->nawaited; i++)
        if (m->awaited[i] == obj)
            return m->swapped[i];
    return obj;
}

// ---- view.c -------------------------------------------------------------------------------------

// The ids of the blocks that are compared of a state: globals, objects, threads; then the search's
// own number, then the values.
typedef struct Matched {
    const u32 *leaves;
    u32 n, nobjects;
    Blocks *blocks;
} Matched;
Matched view_take_matched(StateView *v, const StateWord *state, const MatchSpec *terms);

// ---- store.c ------------------------------------------------------------------------------------

// The states of one shape: which numbers of a vector are leaves and which are inner nodes depends
// on the shape, so roots of different shapes must not meet.
typedef struct Shape {
    u32 ndyn, nthreads;
    RootSet *roots;
} Shape;

struct StateStore {
    const Program *program;
    StoreOptions options;
    Blocks *blocks;
    PairMap *inner;
    Shape **shapes; // guarded by `lock`; a shape never moves
    u32 nshapes, shapes_cap;
    KeySet *hashes; // compacted states
    Bitstate *bits;
    Marks *marks; // of the states, by handle; NULL: they have none
    atomic_bool is_folding, has_twins;
    // Resting.
    pthread_mutex_t lock;
    pthread_cond_t moved;
    u32 nworkers, nresting; // at work or resting; resting
    u64 rests;              // so far
    bool is_growing;
    atomic_bool wants_rest;
    // What those who rest do meanwhile.
    void (*work)(void *arg); // NULL: nothing
    void *work_arg;
    u64 works; // so far, with this one
    u32 nhelping;
};

static inline Blocks *store_blocks(StateStore *s) { return s->blocks; }
static inline PairMap *store_inner(StateStore *s) { return s->inner; }
static inline const Program *store_program(const StateStore *s) { return s->program; }
static inline const StoreOptions *store_options(const StateStore *s) { return &s->options; }
Shape *store_shape(StateStore *s, u32 ndyn, u32 nthreads);
Shape *const *store_shapes(const StateStore *s, u32 *n); // all; nobody adds meanwhile
// Whether the search has come to a state with threads that cannot be told apart. Where all of them
// have different values from their beginning, nothing is gained by sorting them.
static inline bool store_has_twins(const StateStore *s) {
    return atomic_load_explicit(&s->has_twins, memory_order_relaxed);
}
static inline void store_set_twins(StateStore *s) { atomic_store(&s->has_twins, true); }
static inline bool store_is_folding(const StateStore *s) { // trees are still being added to
    CHECK(s->options.kind == STORE_EXACT || s->options.kind == STORE_AUTO ||
          !atomic_load_explicit(&s->is_folding, memory_order_relaxed));
    return atomic_load_explicit(&s->is_folding, memory_order_relaxed);
}
// Remembers a hash; true if it is new. The handle is given if there are marks, NULL otherwise.
bool store_add_hash(StateStore *s, u64 hash, StateHandle *handle);
// Lets tables grow if one wants to: waits until all workers stand still.
void store_rest(StateStore *s);
static inline void store_rest_if_wanted(StateStore *s) {
    if (UNLIKELY(atomic_load_explicit(&s->wants_rest, memory_order_relaxed)))
        store_rest(s);
}
void store_want_rest(StateStore *s);
void store_worker_comes(StateStore *s);
void store_worker_goes(StateStore *s);

#endif
