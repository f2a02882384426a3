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
bool pieces_ended(const Pieces *s, ObjId control); // it is that of a thread that has ended
// Takes the state apart that the machine has come to from the one that was loaded last; before one
// was loaded, from its beginning. False: `why` says how threads can be told apart now.
bool pieces_take(Pieces *s, Parts *out, Text *why);

// ---- many.c -------------------------------------------------------------------------------------

typedef enum GlobalKind { GLOBAL_RUNS, GLOBAL_OVER, GLOBAL_BAD } GlobalKind;

typedef struct GlobalState {
    GlobalKind kind;
    Shared shared; // GLOBAL_RUNS
    Text fault;    // GLOBAL_BAD: the sentence
} GlobalState;

// What a thread waits for.
typedef enum AwaitKind {
    AWAITS_NONE,   // nothing, or what any thread may do
    AWAITS_OWNER,  // the thread to which the pointer is that stands `at` there
    AWAITS_HOLDER, // each thread that holds the word there
    AWAITS_NOBODY  // itself, or a thread that has ended
} AwaitKind;
typedef struct Wait {
    AwaitKind kind;
    Mark at;
    u32 first, nholds; // of Many.holds: words that the thread holds
} Wait;

typedef struct Pair {
    u32 global, local;
} Pair;

typedef struct Many {
    const Program *p;
    const SearchOptions *o;
    SearchResult *r;
    Vm *vm;
    Pieces *pieces;
    GlobalState *globals;
    u32 nglobals, globals_cap;
    Own *locals;
    u32 nlocals, locals_cap;
    Table global_table, local_table;
    u32 over;         // 1 + the global state after exit; 0: not met yet
    Table wait_table; // by global and local state: 1 + index
    Wait *waits;
    u32 nwaits, waits_cap;
    Mark *holds;
    u32 nholds, holds_cap;
    bool *is_stuck; // scratch, by part of a configuration
    u32 stuck_cap;
    // Inside of one atomic section: where it has come to.
    Table inside_table;
    Pair *inside;
    u32 ninside, inside_cap;
    // How many contents each of the shared blocks has had.
    Table content_table;
    u32 *contents;
    u32 ncontents, contents_cap;
    u32 changes_most; // the block that has had the most
    u64 states, transitions;
    bool is_tried; // see many_run
    double started;
} Many;

// ---- circles.c ----------------------------------------------------------------------------------
// Whether threads of the configuration wait for locks of each other in a circle, or for mutexes of
// threads that have ended.
bool many_has_circle(void *many, const CountConfig *c);

#endif
