// SPDX-License-Identifier: Apache-2.0
// The inside of the many room.
#ifndef HEDDLE_MANY_INT_H
#define HEDDLE_MANY_INT_H

#include "many/many.h"
#include "base/table.h"
#include "count/count.h"
#include "vm/save.h"

// A pointer to a control block in what all threads share.
typedef struct Mark {
    u32 leaf, off; // blocks of globals, then shared objects; byte
} Mark;

// What all threads share: blocks of globals, then the objects that some thread has let others
// reach, in the order in which that happened; they keep their numbers.
typedef struct Shared {
    u32 *ids; // of blocks
    u32 n;
} Shared;

// What one thread has for itself: its packed form, and the objects that nobody else reaches, in the
// order in which they are met from there, its control block first. `marks`: which pointers to
// control blocks in what is shared are to its own.
typedef struct Own {
    u32 thread; // id of its block
    u32 *ids;   // of its objects
    Mark *marks;
    u32 nids, nmarks;
} Own;
void shared_done(Shared *s);
void own_done(Own *o);

// A state of the machine in pieces.
typedef struct Parts {
    Shared shared;
    Own *threads;
    u32 nthreads;
} Parts;
void parts_done(Parts *p);

typedef struct Pieces Pieces;
Pieces *pieces_new(Vm *vm);
void pieces_free(Pieces *s);
// Puts the machine into a state in which one thread is alone with what is shared.
void pieces_load(Pieces *s, const Shared *shared, const Own *own);
// Which of the shared blocks the place has in the state that was loaded last; false: none.
bool pieces_leaf(const Pieces *s, const Place *p, u32 *leaf);
// Takes the state apart that the machine has come to from the one that was loaded last; before one
// was loaded, from its beginning. False: `why` says how threads can be told apart now.
bool pieces_take(Pieces *s, Parts *out, Text *why);

#endif
