// SPDX-License-Identifier: Apache-2.0
// The inside of search: the seam between the orders (dfs.c, bfs.c) and what they explore (explore.c).
#ifndef HEDDLE_SEARCH_INT_H
#define HEDDLE_SEARCH_INT_H

#include "search/search.h"
#include "state/state.h"

typedef enum StepEnd {
    STEP_NEW,           // a state not seen before; it is the current one
    STEP_OLD,           // a state seen before
    STEP_OVER,          // this run ends here: nothing to go on from
    STEP_VIOLATION,     // the schedule that led here is the counterexample
} StepEnd;

// What an order needs to know of the thing it explores; explore.c implements it for programs, the unit tests for bare graphs.
typedef struct Seam {
    void *self;
    // Enters the initial state; *ref names it unless the run is over at once.
    StepEnd (*start)(void *self, StateRef *ref);
    // Makes a stored state current.
    void (*load)(void *self, StateRef ref);
    // Appends the ways to go on from the current state to the list (thread and number of alternatives).
    void (*ways)(void *self, Schedule *list);
    // Goes on from the current state.
    StepEnd (*step)(void *self, Choice c, StateRef *ref);
    // Called before each step with its depth; true: give up (the reason has been recorded).
    bool (*should_stop)(void *self, u64 depth);
} Seam;

// Both leave the schedule of a violation in `found` and return true, or return false when nothing was found (at the end of
// the search or when should_stop said so).
bool search_dfs(const Seam *seam, Schedule *found);
bool search_bfs(const Seam *seam, Schedule *found);

// ---- explore.c ----------------------------------------------------------------------------------

typedef struct Explorer {
    const Program *program;
    const SearchOptions *options;
    SearchResult *result;
    StateStore *store;
    Vm *vm;
    Figures figures;
    double started, last_look;
    u32 until_look;     // steps until clock and memory are looked at again
    u32 switches;       // context bound: used in the current state, and by whom the last step was
    ThreadId last;
} Explorer;
void explorer_init(Explorer *e, const Program *p, const SearchOptions *o, SearchResult *r);
void explorer_done(Explorer *e);
Seam explorer_seam(Explorer *e);
void explorer_figures(Explorer *e);     // brings e->figures up to date

// Runs a schedule on a fresh machine; true and the fault if it ends in one of a checked kind.
bool search_replay(const Program *p, const SearchOptions *o, const Schedule *s, Fault *out);

#endif
