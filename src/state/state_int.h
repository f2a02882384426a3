// SPDX-License-Identifier: Apache-2.0
// The inside of the state room.
#ifndef HEDDLE_STATE_INT_H
#define HEDDLE_STATE_INT_H

#include "state/state.h"

// ---- intern.c: blocks by content ----------------------------------------------------------------

typedef struct Intern Intern;
Intern *intern_new(void);
void intern_free(Intern *t);
// The id (>= 1) of the block with these contents.
u32 intern_block(Intern *t, const Block *b);
const Block *intern_get(const Intern *t, u32 id);
u64 intern_bytes(const Intern *t);

// ---- pairs.c: a set of pairs of 32-bit numbers, each with an index ------------------------------

typedef struct PairSet {
    u64 **chunks;                   // pairs in order of insertion
    u32 nchunks, chunks_cap;
    u32 count;
    u32 *slots;                     // hash table: index + 1, 0 if empty
    u32 nslots;                     // power of two
} PairSet;
void pairs_init(PairSet *s);
void pairs_done(PairSet *s);
u32 pairs_add(PairSet *s, u32 left, u32 right, bool *is_new);
void pairs_get(const PairSet *s, u32 index, u32 *left, u32 *right);
u64 pairs_bytes(const PairSet *s);

// ---- tree.c: tuples folded into pairs -----------------------------------------------------------

// Tuples of one shape. Which numbers are leaves and which are inner nodes depends on the length only, so pairs of
// tuples of other shapes never meet in `roots`; the inner nodes of all shapes share one set.
typedef struct TreeShape {
    u32 ndyn, nthreads;             // length = globals + ndyn + nthreads + 1
    PairSet roots;
} TreeShape;

// The folding of one tuple, level by level: row 0 is the tuple. Kept between operations, so that only what changed is
// looked up again.
typedef struct TreeCursor {
    u32 *rows;
    u8 *changed;                    // scratch, as long as rows
    u32 len;                        // of row 0; 0: nothing known
    u32 cap;
} TreeCursor;
void tree_cursor_done(TreeCursor *c);
// Folds tuple[0..n) with n >= 2; returns the index of the root in shape->roots.
u32 tree_fold(PairSet *inner, PairSet *roots, TreeCursor *c, const u32 *tuple, u32 n, bool *is_new);
// Unfolds a root; the tuple is row 0 of the cursor.
const u32 *tree_unfold(const PairSet *inner, const PairSet *roots, TreeCursor *c, u32 root, u32 n);

// ---- canon.c ------------------------------------------------------------------------------------

typedef struct ThreadPack {         // packed form of a thread that the store does not have yet
    Block *block;
    u32 cap;
    bool is_set;
} ThreadPack;

typedef struct Canon {
    ThreadPack packs[MAX_THREADS];
    u32 npacks;                     // highest used + 1
    u32 *map;                       // by old index of a dynamic object: new index + 1, 0 if not met
    u32 *order;                     // old indices in canonical order
    u32 norder, map_cap, order_cap;
    bool has_address;               // a number computed from an address was met: it may be all that is known of a block
    Place *moved;
    u32 moved_cap;
} Canon;
void canon_done(Canon *c);
ObjId canon_run(Canon *c, Vm *vm, bool stop_at_leak);

#endif
