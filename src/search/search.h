// SPDX-License-Identifier: Apache-2.0
// search: looks at all states of a program, depth-first, breadth-first or both in turns, with one
// worker or several, until there is a verdict or a limit is reached.
#ifndef HEDDLE_SEARCH_H
#define HEDDLE_SEARCH_H

#include "explore/explore.h"

typedef enum SearchOrder { SEARCH_MIXED, SEARCH_DFS, SEARCH_BFS } SearchOrder;

typedef struct Figures {
    u64 states;            // distinct states stored
    u64 covered;           // of them, those that need not be looked at: others stand for them
    u64 transitions;       // steps taken
    u64 depth;             // longest run looked at, in steps
    u64 runs_ended;        // with the program
    u64 runs_assumed_away; // ended by an assumption
    u64 instructions;
    VmQuestions questions; // to the solver
    // bytes: while it runs, now; in the end, the most that were really used at a time
    u64 memory;
    u64 store_bytes; // of them, for stored states
    u32 workers;     // who take part
    u32 restarts;    // because a lock discipline did not hold, or an address was missing
    double seconds;
} Figures;

typedef struct SearchOptions {
    ExploreOptions explore; // what is searched
    SearchOrder order;
    u32 workers; // 0: as many as there are processors
    // all workers from the first state on, not only when there is work enough; short turns of a
    // mixed search; for tests
    bool joins_at_once;
    StoreKind store;
    u64 bitstate_bytes; // 0: the default
    double time_limit;  // seconds; 0: none
    double deadline;    // clock_seconds() when they are over; 0: so long after the search began
    u64 memory_limit;   // bytes; 0: none
    u64 depth_limit;    // steps; 0: none
    u64 state_limit;    // 0: none
    // 0: a violation ends the search; otherwise it goes on until there are so many different ones,
    // which needs explore.settled
    u32 most_violations;
    void (*progress)(void *arg, const Figures *f); // called now and then; may be NULL
    // something the user should know while it runs; may be NULL
    void (*notice)(void *arg, const char *text);
    void *progress_arg;
} SearchOptions;

// What no run has come to. Text of the program's that nobody needs is found so, and verdicts that
// say nothing.
typedef struct Unreached {
    bool is_known;   // all runs were looked at
    FuncId *threads; // functions that threads are started with somewhere, but in no run
    u32 nthreads, threads_cap;
    SrcLoc *asserts; // where the assertions stand; one for each line
    u32 nasserts, asserts_cap;
} Unreached;

typedef struct SearchResult {
    Verdict verdict;
    Figures figures;
    Violations found; // when violated: by place
    VmOptions vm;     // of the machines; see violation_machine
    // Faults of kinds that were not asked for: they ended their runs.
    u64 unasked[FAULT_COUNT];
    bool is_crowded;     // a run had more threads than there may be
    bool is_short;       // it ended at the limit of states
    u32 gone_on;         // and those after which runs went on, a bit for each kind
    Fault first_unasked; // kind FAULT_NONE if there was none
    u32 bounds_met;      // conditions that runs have met, a bit for each BoundKind
    // Different contents of the globals at the end of the program, when main's thread was the last
    // one.
    u64 outcomes, outcomes_digest;
    u64 *outcome_hashes; // explore_outcome of each
    u32 classes;         // of states that the abstraction makes equal, when that was checked
    Untracked untracked;
    Unreached unreached;
} SearchResult;

// Explores the program. The result belongs to the caller (search_result_done). When violated, each
// schedule has been replayed on a fresh machine and gave the same fault; if it did not, that is an
// internal error, unless untracked data is to blame, which makes the verdict unknown.
void search_run(const Program *p, const SearchOptions *o, SearchResult *r);
void search_result_done(SearchResult *r);
// For searches that somebody else makes over a Drive: begins a result (options of the machine,
// bounds in the verdict), and replays the schedule of a violation, whose fault has its kind, and
// which it fills in. False: it is not there.
void search_result_init(const ExploreOptions *o, SearchResult *r);
bool search_confirm(const Program *p, const ExploreOptions *o, const SearchResult *r, Violation *v);
// Options for a machine that shares nothing with a search but the meaning of instructions
// (vm/witness.c).
VmOptions search_plain_options(const VmOptions *vo);
// The figures of the search in progress, for the out-of-memory handler and the like; from any
// thread.
Figures search_figures_now(void);
// Adds those of the violations that it has found and replayed, without their schedules.
void search_found_now(Violations *out);
void search_reason_now(Text *out); // adds why it cannot end with holds, if that is so already
// Who searches without search_run says so himself.
void search_publish(const Figures *f);          // for search_figures_now
void search_publish_reason(const char *why);    // for search_reason_now
void search_publish_found(const Violations *v); // for search_found_now
// What is not among what was reached, see vm_reached.
void unreached_find(Unreached *u, const Program *p, const bool *reached);
// What to add where the memory limit has been reached; "": nothing.
const char *search_memory_advice(const SearchOptions *o);

#endif
