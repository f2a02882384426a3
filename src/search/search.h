// SPDX-License-Identifier: Apache-2.0
// search: explores all schedules and choices, depth-first or breadth-first, with one worker or several.
#ifndef HEDDLE_SEARCH_H
#define HEDDLE_SEARCH_H

#include "prop/prop.h"
#include "state/state.h"

typedef enum SearchOrder { SEARCH_DFS, SEARCH_BFS } SearchOrder;

// Where threads may be interrupted; doc/reductions.md describes them.
typedef enum Reduction {
    REDUCTION_NONE,                 // before every instruction
    REDUCTION_GLOBAL,               // before every access to memory that is not on the thread's own stack
    REDUCTION_TAU,                  // before every visible operation and every branch
    REDUCTION_TAU_PLUS,             // before every visible operation, and where a loop closes
    REDUCTION_SUPERSTEP,            // after as many visible operations as conflict with nothing
    REDUCTION_DEFAULT               // before visible operations that do not commute with what others do
} Reduction;

typedef struct Figures {
    u64 states;                     // distinct states stored
    u64 transitions;                // steps taken
    u64 depth;                      // longest run looked at, in steps
    u64 runs_assumed_away;          // ended by an assumption
    u64 instructions;
    u64 memory;                     // bytes now
    u64 store_bytes;                // of them, for stored states
    u32 workers;                    // that took part
    u32 restarts;                   // because a lock discipline did not hold
    double seconds;
} Figures;

enum { MOST_MATCHING = 64 };

// What makes states equal, beside what the program says itself.
typedef struct MatchOptions {
    ObjId hidden[MOST_MATCHING];    // globals that are not compared
    u32 nhidden;
    FuncId abstractions[MOST_MATCHING]; // whose results are compared
    u32 nabstractions;
} MatchOptions;
// There or in the program.
bool search_has_matching(const MatchOptions *o, const Program *p);
// Globals and functions by name, separated by commas.
bool search_set_matching(MatchOptions *o, const Program *p, const char *unmatched, const char *abstractions, Diag *d);

typedef struct SearchOptions {
    SearchOrder order;
    Reduction reduction;
    bool no_heap_symmetry;          // parts of the reductions that can be switched off
    bool no_store_visibility;
    bool no_lock_reduction;
    bool no_future;
    bool no_supersteps;
    u32 workers;                    // 0: as many as there are processors
    bool no_memory; // every step is run, and every state made canonical from scratch; for tests
    bool joins_at_once; // all workers from the first state on, not only when there is work enough; for tests
    StoreKind store;
    u64 bitstate_bytes; // 0: the default
    bool wants_outcomes; // fill SearchResult.outcomes
    i64 context_bound; // -1: none
    double time_limit; // seconds; 0: none
    u64 memory_limit; // bytes; 0: none
    u64 depth_limit; // steps; 0: none
    u32 clock_ticks; // how often the models' clock may advance: named when that left runs out
    PropertySet properties;
    MatchOptions matching;
    bool checks_abstraction; // the search is concrete, and ends when the abstraction is found not to be sound
    VmOptions vm; // what is checked; the search sets what follows from the reduction
    const char *stubs; // NULL, or "NAME=KIND,...": functions that were replaced; the verdict names them
    const volatile int *interrupted; // becomes non-zero on Ctrl-C; may be NULL
    void (*progress)(void *arg, const Figures *f); // called now and then; may be NULL
    void (*notice)(void *arg, const char *text); // something the user should know while it runs; may be NULL
    void *progress_arg;
} SearchOptions;

typedef struct SearchResult {
    Verdict verdict;
    Figures figures;
    Fault fault; // when violated
    Schedule schedule; // leads to the fault
    VmOptions vm; // on a machine with these options
    // Faults of kinds that were not asked for: they ended their runs.
    u64 unasked[FAULT_COUNT];
    Fault first_unasked; // kind FAULT_NONE if there was none
    // Different contents of the globals at the end of the program, when main's thread was the last one.
    u64 outcomes, outcomes_digest;
    u32 classes; // of states that the abstraction makes equal, when that was checked
} SearchResult;

// Explores the program. The result belongs to the caller (search_result_done). When violated, the schedule has been
// replayed on a fresh machine and gave the same fault; if it did not, that is an internal error.
void search_run(const Program *p, const SearchOptions *o, SearchResult *r);
void search_result_done(SearchResult *r);
// The figures of the search in progress, for the out-of-memory handler and the like.
const Figures *search_figures_now(void);
u32 search_processors(void); // how many there are

#endif
