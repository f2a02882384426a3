// SPDX-License-Identifier: Apache-2.0
// The inside of count. config.c: configurations. moves.c: what threads can do, remembered.
// forward.c (with unroll.c), backward.c (with listing.c), plain.c: the three searches; crowd.c:
// runs thread by thread; limits.c: when searches give up. machine.c: listed machines as text.
// lexer.c, parser.c, inliner.c, stepper.c: boolean programs, from text to moves. model.c: what both
// have in common.
#ifndef HEDDLE_COUNT_INT_H
#define HEDDLE_COUNT_INT_H

#include "base/table.h"
#include "count/count.h"

// ---- moves.c ------------------------------------------------------------------------------------
// The moves of each pair of a global and a local state, asked for once.
typedef struct MoveRange {
    u32 begin, end; // of the items
} MoveRange;
typedef struct Mover {
    const CountSystem *system;
    Table pairs; // a pair: its range, from 1
    MoveRange *ranges;
    u32 nranges, ranges_cap;
    CountMoves moves;
    Table seen; // local states that were met, and global ones with another kind
    u32 nlocals, nglobals;
} Mover;
void mover_init(Mover *m, const CountSystem *s);
void mover_done(Mover *m);
// The pointer to the moves is good until the next pair is asked for.
const CountMove *mover_moves(Mover *m, u32 global, u32 local, u32 *n);
// Takes the move: the thread leaves `local`, where there is one.
void mover_take(CountConfig *c, u32 local, const CountMove *move);

// ---- limits.c -----------------------------------------------------------------------------------
typedef struct Watch {
    const CountLimits *limits;
    CountResult *result; // with the figures so far
    u32 until_look;
} Watch;
// Whether the search must end; the result then says why.
bool watch_stops(Watch *w);

// ---- listing.c ----------------------------------------------------------------------------------
// A move that leads into a global state.
typedef struct ListedEntry {
    u32 from, local; // of the thread that moves
    CountMove move;
} ListedEntry;
typedef struct ListedPlace {
    u32 global;
    u32 *locals; // in which a thread may be there
    u32 nlocals, locals_cap;
    ListedEntry *entries;
    u32 nentries, entries_cap;
} ListedPlace;
typedef struct ListedThreads {
    u32 place, a, b; // b is LOCAL_NONE for one thread
} ListedThreads;
typedef struct Listing {
    Mover *mover;
    Table by_global; // index of its place, from 1
    ListedPlace *places;
    u32 nplaces, places_cap;
    Table ones, twos; // local states, and two of them, with the place from 1 as the kind
    ListedThreads *todo;
    u32 ntodo, todo_cap;
    u64 ntransitions;
} Listing;
// False: it was stopped. listing_done in either case.
bool listing_make(Listing *l, Mover *mover, Watch *watch);
void listing_done(Listing *l);
u32 listing_place(Listing *l, u32 global);          // its number; one that is new has no threads
bool listing_has(Listing *l, const CountConfig *c); // false: it cannot be reached

// ---- crowd.c ------------------------------------------------------------------------------------
// Where each thread of a run is; its steps go to the result.
typedef struct Crowd {
    Mover *mover;
    CountResult *result;
    u32 global;
    u32 *locals; // LOCAL_NONE: it has ended
    u32 n, cap;
    u32 last; // who moved last
} Crowd;
void crowd_init(Crowd *c, Mover *mover, u32 global, CountResult *r);
void crowd_step(Crowd *c, u32 local, u32 move); // of some thread that is there, or comes
void crowd_done(Crowd *c);

// ---- unroll.c -----------------------------------------------------------------------------------
enum { NO_NODE = UINT32_MAX };
// What says that a configuration can be covered: the parent's, the move of a thread in `local`
// there, and the ancestors between which and here can be gone round, in the order in which that
// made it larger.
typedef struct TreeNode {
    CountConfig config;
    u32 parent, first_child, sibling;
    u32 local, move;
    u32 rounds, nrounds; // in Tree.rounds
    u32 depth;
    u32 nactive; // below it and itself
    bool is_active;
} TreeNode;
typedef struct Tree {
    TreeNode *nodes;
    u32 nnodes, nodes_cap;
    u32 *rounds; // ancestors
    u32 nrounds, rounds_cap;
} Tree;
// A run to what the node covers, with as many threads as that takes: the steps and their number.
// False: it would be too long.
bool unroll(const Tree *t, u32 node, Mover *mover, CountResult *r);

// Has the largest counts, after this one, too.
void count_add_bounds(CountResult *r, const CountConfig *c);

// ---- pool of configurations ---------------------------------------------------------------------
// A copy that nobody changes, in an arena.
CountConfig config_keep(Arena *a, const CountConfig *c);

// ---- systems ------------------------------------------------------------------------------------
// What a reader makes. `system` comes first.
struct CountModel {
    CountSystem system;
    void (*free)(CountModel *m);
    bool has_bad;
    bool can_start; // some move starts threads
    void (*tell_bad)(const CountModel *m, u32 global, Text *out);
    // of a listed machine: how many there are; 0: only those that are met count
    u64 nglobals, nlocals;
    Arena *arena;
    CountConfig *initial; // the system's
};
CountModel *machine_read(const CountInput *in, const Text *text, Diag *d);
CountModel *program_read(const CountInput *in, const Text *text, Diag *d);

// More of them in one local state at the beginning would only cost memory.
enum { MOST_THREADS = 1000000 };
// A number of threads, or * for any; false if it is neither, or too large.
bool count_read_number(const char *s, size_t len, u32 *out);
// "PROC", "PROC=3" or "PROC=*": the name's length, and how many; false with a message.
bool count_read_threads(const char *word, size_t *len, u32 *count, Diag *d);

// ---- what must not be reached -------------------------------------------------------------------

static inline bool system_is_bad(const CountSystem *s, const CountConfig *c) {
    return s->is_bad(s->self, c->global) || (s->is_bad_together && s->is_bad_together(s->self, c));
}

#endif
