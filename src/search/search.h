// SPDX-License-Identifier: Apache-2.0
// search: explores all schedules and choices, depth-first or breadth-first.
#ifndef HEDDLE_SEARCH_H
#define HEDDLE_SEARCH_H

#include "prop/prop.h"

typedef enum SearchOrder { SEARCH_DFS, SEARCH_BFS } SearchOrder;

typedef struct Figures {
    u64 states;                     // distinct states stored
    u64 transitions;                // steps taken
    u64 depth;                      // longest run looked at, in steps
    u64 runs_assumed_away;          // ended by an assumption
    u64 instructions;
    u64 memory;                     // bytes now
    u64 store_bytes;                // of them, for stored states
    double seconds;
} Figures;

typedef struct SearchOptions {
    SearchOrder order;
    i64 context_bound;              // -1: none
    double time_limit;              // seconds; 0: none
    u64 memory_limit;               // bytes; 0: none
    u64 depth_limit;                // steps; 0: none
    u32 clock_ticks;                // how often the models' clock may advance: named when that left runs out
    PropertySet properties;
    VmOptions vm;
    const char *stubs;              // NULL, or "NAME=KIND,...": functions that were replaced; the verdict names them
    const volatile int *interrupted;                // becomes non-zero on Ctrl-C; may be NULL
    void (*progress)(void *arg, const Figures *f);  // called now and then; may be NULL
    void *progress_arg;
} SearchOptions;

typedef struct SearchResult {
    Verdict verdict;
    Figures figures;
    Fault fault;                    // when violated
    Schedule schedule;              // leads to the fault
    // Faults of kinds that were not asked for: they ended their runs.
    u64 unasked[FAULT_COUNT];
    Fault first_unasked;            // kind FAULT_NONE if there was none
} SearchResult;

// Explores the program. The result belongs to the caller (search_result_done). When violated, the schedule has been
// replayed on a fresh machine and gave the same fault; if it did not, that is an internal error.
void search_run(const Program *p, const SearchOptions *o, SearchResult *r);
void search_result_done(SearchResult *r);
// The figures of the search in progress, for the out-of-memory handler and the like.
const Figures *search_figures_now(void);

#endif
