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
    // accepts what explore.properties.claim does, if there is one; NULL: there is none
    const struct Buchi *automaton;
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
    SrcLoc *assumes; // the same for assumptions that runs have come to, and that are never true
    u32 nassumes, assumes_cap;
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
    Growth growth; // when a limit has ended the search
    bool *covered; // ncovered of them, see vm_covered, if machines note it; NULL otherwise
    u32 ncovered;
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
// How much may be done to find a run with fewer context switches: for all violations of a result
// together. The same comes out each time, unless the deadline is first.
typedef struct Patience {
    u64 effort; // that is left: instructions, and what takes as long (Model.effort)
    u64 spent;
    double deadline; // clock_seconds(), from which on little must do
    double limit;    // and when it is over in any case
    u64 memory;      // more than so much (mem_real) is not used
} Patience;
Patience search_patience(const SearchOptions *o);
// Looks for another run to the violation, in which the running thread changes less often, or as
// often, but in fewer steps. In any case `out` becomes a violation that was confirmed: with such a
// run, or like `v`. It is the same violation (ViolationKey). Without `patience` switches are only
// counted; `share` violations are still to come, this one included.
void search_minimise(const Program *p, const SearchOptions *o, const SearchResult *r,
                     const Violation *v, Patience *patience, u32 share, Violation *out);
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
// What is not among what was reached, see vm_reached, and vm_assumed.
void unreached_find(Unreached *u, const Program *p, const bool *reached, const u8 *assumed);
// Room for SearchResult.covered, unless there is some.
bool *search_covered(SearchResult *r, const Program *p);
// What to add where the memory limit has been reached; "": nothing.
const char *search_memory_advice(const SearchOptions *o);

// ---- graph.c: the states of a small program -----------------------------------------------------

// Where a thread stands.
typedef struct GraphPlace {
    SrcLoc loc;
    FuncId func;
} GraphPlace;
typedef enum GraphEnd { GRAPH_GOES_ON, GRAPH_EXIT, GRAPH_CUT, GRAPH_VIOLATION } GraphEnd;
typedef struct GraphState {
    GraphEnd end;
    const char *text;         // of an end: what it is
    const GraphPlace *places; // by thread; NULL: an end of runs, or it was not looked at
    u32 nplaces;
} GraphState;
typedef struct GraphStep {
    u32 from, to;
    ThreadId thread; // of the first state
} GraphStep;
typedef struct StateGraph {
    Arena *arena;
    GraphState *states; // the first is where runs begin
    u32 nstates, states_cap;
    GraphStep *steps;
    u32 nsteps, steps_cap;
    bool has_more; // there are states that are not here
    bool is_cut;   // not all of them were looked at: time, Ctrl-C
} StateGraph;
// Looks at `most` states at most, with these options. There must be no refusal.
void search_graph(const Program *p, const SearchOptions *o, u32 most, StateGraph *out);
void search_graph_done(StateGraph *g);
const char *search_graph_refusal(const SearchOptions *o, const Program *p); // NULL: none

#endif
