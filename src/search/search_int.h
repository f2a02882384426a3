// SPDX-License-Identifier: Apache-2.0
// The inside of search: the orders, and what drives them.
#ifndef HEDDLE_SEARCH_INT_H
#define HEDDLE_SEARCH_INT_H

#include "search/search.h"

#include <pthread.h>
#include <stdatomic.h>

// ---- seam.c: what an order asks -----------------------------------------------------------------

// Who decides how long a search goes on, and hears what it has found.
typedef struct Driver {
    void *self;
    // Before a state is expanded whose successors have this distance: whether to give up.
    bool (*stops)(void *self, u64 depth);
    // This violation is the one that is reported.
    void (*chosen)(void *self, const Fault *f);
    // NULL, or a search goes on after a violation: takes it and the schedule that leads to it. The
    // state is expanded once more, and it is none any more.
    void (*collect)(void *self, const Fault *f, const Schedule *path);
} Driver;
typedef struct Seam { // of one worker
    Model model;
    Store store;
    Driver driver;
} Seam;
// The initial states that nobody has seen before.
StepEnd seam_start(const Seam *s, Children *out);
// The same for a search that goes on after violations.
StepEnd seam_start_anew(const Seam *s, Children *out);
// Appends those of the states that one step leads to that nobody has seen before; `depth` is the
// distance of the state. STEP_STOPPED: the search has been given up.
StepEnd seam_expand(const Seam *s, const StateWord *state, u64 depth, Children *out);
// Only whether the state itself is a violation.
StepEnd seam_judge(const Seam *s, const StateWord *state, Children *out);
// After STEP_VIOLATION: the step that leads to it, and it is the one that is reported.
Choice seam_choose(const Seam *s, const Children *c);
// The same if the search goes on; `path` leads to the state that was expanded, and the children
// from `first` on are forgotten.
void seam_collect(const Seam *s, Children *c, u32 first, Schedule *path);

// ---- mixed.c, dfs.c, bfs.c: the orders ----------------------------------------------------------

// All leave the schedule of a violation in `found` and return true, or return false when nothing
// was found (at the end of the search or when it was given up). The calling thread is the first
// worker; the others join when there is work enough, or `at_once`.
typedef bool Order(const Seam *seams, u32 nseams, bool at_once, Schedule *found);
Order search_mixed, search_dfs, search_bfs;

// ---- limits.c: how long it goes on --------------------------------------------------------------

// How often a worker looks at clock and memory.
typedef struct Look {
    _Alignas(APART) struct Search *search;
    u32 worker;
    u32 between, until; // expansions from one to the next, and still to go
    double last;        // when that was
    _Atomic u64 depth;  // longest run looked at; written by this worker only
} Look;

// A search in progress, shared by its workers.
typedef struct Search {
    const Program *program;
    const SearchOptions *options;
    SearchResult *result; // cuts in its verdict are guarded by `lock`
    Exploration *exploration;
    Look *looks; // by worker
    u32 nworkers;
    Figures figures; // guarded by `looking`
    double started;
    // held by the worker that looks at clock and memory
    pthread_mutex_t looking;
    pthread_mutex_t finding;  // held while a violation is added to those of the result
    Text doubt;               // the cut of a search with all memory tracked: why there is one
    atomic_bool must_restart; // because the reduction had assumed too much
} Search;
void look_init(Look *l, Search *s, u32 worker);
Driver look_driver(Look *l);
ExploreHooks search_hooks(Search *s);
void search_figures(Search *s); // brings s->figures up to date

// ---- found.c ------------------------------------------------------------------------------------

// A violation that is lost because the solver has no answer when it is replayed.
void search_found_doubtful(SearchResult *r);
void found_choose(Search *s, const Fault *f); // instead of the one before
void found_collect(Search *s, const Fault *f, const Schedule *path);

// ---- unreached.c --------------------------------------------------------------------------------

void unreached_done(Unreached *u);

#endif
