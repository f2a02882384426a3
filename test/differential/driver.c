// SPDX-License-Identifier: Apache-2.0
// differential [-v] [-d] [-c CONFIGURATION]... [-n N:SEED] [-k KIND] [-O LEVEL] [-r DIRECTORY]
// FILE.c: searches
// every program of a batch under every configuration and compares the answers.
//
// A batch is one C file with several small programs; its global `program_number` says which one
// main runs. The file is loaded once; for each program the initial value of that global is changed
// in the lowered program. Each program is searched in a process of its own, so that a crash or a
// hang is an answer like any other.
//
// Output, for each program: "K: holds" or "K: violated KIND.." or "K: undecided"; when answers
// differ also "K: DIFFER first configuration: answer; second configuration: answer". The last line
// has the figures. Exit code 1 if any answers differ. With -v every answer is printed; with -c only
// the named configurations are compared; with -k only violations of that kind are looked for. With
// -n N:SEED so many configurations are drawn by lot, and compared with the first of their groups.
//
// With -d the programs have unknown values, and other configurations are compared: those that try
// all values of a small range, which the programs make sufficient, and those that compute with the
// values. The file is loaded twice then. Where a program holds, its global `final_probe` is set to
// each of FINALS numbers: main asserts that a digest of the final state is not that number, so both
// must say which there are. "K: GAVE UP reason" tells that a symbolic search was not finished.
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "front/front.h"
#include "search/search.h"
#include "smt/smt.h"
#include "solve/solver.h"
#include "walk.h"

enum { WALKS = 9 };
enum { HANG_SECONDS = 60, MOST_PROGRAMS = 64, MOST_STATES = 3000, SMALL = 1000, SWITCHES = 250 };
// Larger programs have too many interleavings. Those within bounds have fewer.
enum { TREE = 60, TURNS = 2, TREE_SWITCHES = 3 };
enum { MOST_CONFIGS = 128, SOLVER_MS = 300, FINALS = 16, LOW = -4, HIGH = 3 };
#define TIME_LIMIT 0.5
#define FINALS_SECONDS 0.2
#define CLAIMS_SECONDS 1.0
#define MEMORY_LIMIT ((u64)1 << 30)

// ---- configurations -----------------------------------------------------------------------------

typedef enum Group {
    PLAIN,
    LEAKS,
    RACES,
    BOUND_1,
    BOUND_2,
    INVARIANT,
    UNASKED,
    OVERFLOWS,
    UNWOUND,
    GROUPS
} Group; // only answers of one group are compared

typedef struct Config {
    const char *name;
    void (*set)(SearchOptions *o);
    Group group;
    u32 max_states;   // only when the group's first configuration had at most so many; 0: always
    bool is_lossy;    // may end in unknown; only its violations are compared
    bool is_trusted;  // the kinds it reports need no second witness
    bool is_walked;   // if it holds, random runs must agree (walk.h)
    bool is_symbolic; // unknown values are computed with
    bool is_chosen; // they are none: the program chooses one of the numbers where it would get them
    u32 approach;   // 1 + SmtApproach: interleavings one by one; 0: a search
    bool no_rounds; // with it: also states that come again
} Config;
enum { LAZY = 1 + SMT_LAZY, SCHEDULE = 1 + SMT_SCHEDULE, WIDENED = 1 + SMT_UW };

static void global_dfs(SearchOptions *o) {
    o->explore.reduction = REDUCTION_GLOBAL;
    o->order = SEARCH_DFS;
}
static void global_bfs(SearchOptions *o) {
    o->explore.reduction = REDUCTION_GLOBAL;
    o->order = SEARCH_BFS;
}
// Nothing is remembered but which states were seen.
static void plain(SearchOptions *o) {
    o->explore.reduction = REDUCTION_GLOBAL;
    o->explore.no_memo = true;
    o->order = SEARCH_DFS;
}
static void none_dfs(SearchOptions *o) {
    o->explore.reduction = REDUCTION_NONE;
    o->order = SEARCH_DFS;
}
static void none_bfs(SearchOptions *o) {
    o->explore.reduction = REDUCTION_NONE;
    o->order = SEARCH_BFS;
}
static void tau(SearchOptions *o) { o->explore.reduction = REDUCTION_TAU; }
static void tau_plus(SearchOptions *o) { o->explore.reduction = REDUCTION_TAU_PLUS; }
static void superstep(SearchOptions *o) { o->explore.reduction = REDUCTION_SUPERSTEP; }
static void full(SearchOptions *o) { (void)o; }
static void full_dfs(SearchOptions *o) { o->order = SEARCH_DFS; }
static void full_bfs(SearchOptions *o) { o->order = SEARCH_BFS; }
// The halves take turns all the time.
static void short_turns(SearchOptions *o) { o->joins_at_once = true; }
static void global_short_turns(SearchOptions *o) {
    short_turns(o);
    o->explore.reduction = REDUCTION_GLOBAL;
}
static void no_heap_symmetry(SearchOptions *o) { o->explore.no_heap_symmetry = true; }
static void no_thread_symmetry(SearchOptions *o) { o->explore.no_thread_symmetry = true; }
static void sorted_global(SearchOptions *o) {
    o->explore.reduction = REDUCTION_GLOBAL;
    o->explore.thread_symmetry = true;
}
static void sorted_none(SearchOptions *o) {
    o->explore.reduction = REDUCTION_NONE;
    o->explore.thread_symmetry = true;
}
static void no_store_visibility(SearchOptions *o) { o->explore.no_store_visibility = true; }
static void no_lock_reduction(SearchOptions *o) { o->explore.no_lock_reduction = true; }
static void no_future(SearchOptions *o) { o->explore.no_future = true; }
static void no_value_reduction(SearchOptions *o) { o->explore.no_value_reduction = true; }
static void locks_and_future(SearchOptions *o) { o->explore.no_supersteps = true; }
static void locks_only(SearchOptions *o) { o->explore.no_supersteps = o->explore.no_future = true; }
static void future_only(SearchOptions *o) {
    o->explore.no_supersteps = o->explore.no_lock_reduction = true;
}
static void no_thread_choice(SearchOptions *o) { o->explore.no_thread_choice = true; }
static void no_thread_choice_bfs(SearchOptions *o) {
    no_thread_choice(o);
    o->order = SEARCH_BFS;
}
static void choice_without_future(SearchOptions *o) {
    o->explore.no_future = o->explore.no_thread_symmetry = true;
    o->order = SEARCH_DFS;
}
static void no_subsumption(SearchOptions *o) { o->explore.no_subsumption = true; }
static void no_subsumption_dfs(SearchOptions *o) {
    no_subsumption(o);
    o->order = SEARCH_DFS;
}
static void only_subsumption(SearchOptions *o) { o->explore.only_subsumption = true; }
static void two_workers(SearchOptions *o) {
    o->workers = 2;
    o->joins_at_once = true;
}
static void no_thread_choice_workers(SearchOptions *o) {
    no_thread_choice(o);
    two_workers(o);
}
static void two_workers_dfs(SearchOptions *o) {
    two_workers(o);
    o->order = SEARCH_DFS;
}
static void four_workers_global(SearchOptions *o) {
    global_short_turns(o);
    o->workers = 4;
}
static void two_workers_without_supersteps(SearchOptions *o) {
    two_workers(o);
    o->explore.no_supersteps = true;
}
static void four_workers_bfs(SearchOptions *o) {
    o->workers = 4;
    o->joins_at_once = true;
    o->order = SEARCH_BFS;
}
static void two_workers_superstep(SearchOptions *o) {
    two_workers(o);
    o->explore.reduction = REDUCTION_SUPERSTEP;
}
// More preemptions than a program with few states can need.
static void many_switches(SearchOptions *o) { o->explore.context_bound = SWITCHES; }
static void many_switches_global(SearchOptions *o) {
    o->explore.reduction = REDUCTION_GLOBAL;
    many_switches(o);
}
static void automatic(SearchOptions *o) { o->store = STORE_AUTO; }
static void compact(SearchOptions *o) { o->store = STORE_COMPACT; }
static void bitstate(SearchOptions *o) {
    o->store = STORE_BITSTATE;
    o->bitstate_bytes = (u64)1 << 20;
}

// The first configuration of a group is the one that the others are compared with. Where nothing is
// said, the reduction is the default, the order mixed, the store exact, and there is one worker.
static const Config all_configs[] = {
    {"plain", plain, .group = PLAIN, .is_trusted = true},
    {"global dfs", global_dfs, .group = PLAIN, .is_trusted = true},
    {"global bfs", global_bfs, .group = PLAIN, .is_trusted = true},
    {"none dfs", none_dfs, .group = PLAIN, .max_states = 200, .is_trusted = true},
    {"none bfs", none_bfs, .group = PLAIN, .max_states = 30, .is_trusted = true},
    {"tau", tau, .group = PLAIN},
    {"tau+", tau_plus, .group = PLAIN},
    {"superstep", superstep, .group = PLAIN},
    {"default mixed", full, .group = PLAIN, .is_walked = true},
    {"default dfs", full_dfs, .group = PLAIN},
    {"default bfs", full_bfs, .group = PLAIN},
    {"short turns", short_turns, .group = PLAIN},
    {"global short turns", global_short_turns, .group = PLAIN, .max_states = MOST_STATES,
     .is_trusted = true},
    {"no heap symmetry", no_heap_symmetry, .group = PLAIN, .max_states = MOST_STATES},
    {"no thread symmetry", no_thread_symmetry, .group = PLAIN},
    {"sorted global", sorted_global, .group = PLAIN},
    {"sorted none", sorted_none, .group = PLAIN, .max_states = 200},
    {"no store visibility", no_store_visibility, .group = PLAIN, .max_states = MOST_STATES},
    {"no thread choice", no_thread_choice, .group = PLAIN, .is_walked = true},
    {"no thread choice bfs", no_thread_choice_bfs, .group = PLAIN, .max_states = MOST_STATES},
    {"no thread choice 2 workers", no_thread_choice_workers, .group = PLAIN,
     .max_states = MOST_STATES},
    {"choice without future", choice_without_future, .group = PLAIN, .max_states = MOST_STATES},
    {"no lock reduction", no_lock_reduction, .group = PLAIN, .max_states = MOST_STATES},
    {"no future", no_future, .group = PLAIN, .max_states = MOST_STATES},
    {"no value reduction", no_value_reduction, .group = PLAIN, .max_states = MOST_STATES},
    {"locks and future", locks_and_future, .group = PLAIN},
    {"locks only", locks_only, .group = PLAIN, .max_states = MOST_STATES},
    {"future only", future_only, .group = PLAIN, .max_states = MOST_STATES},
    {"2 workers without supersteps", two_workers_without_supersteps, .group = PLAIN,
     .max_states = MOST_STATES},
    {"2 workers", two_workers, .group = PLAIN, .max_states = MOST_STATES},
    {"2 workers dfs", two_workers_dfs, .group = PLAIN, .max_states = MOST_STATES},
    {"4 workers global", four_workers_global, .group = PLAIN, .max_states = MOST_STATES,
     .is_trusted = true},
    {"4 workers bfs", four_workers_bfs, .group = PLAIN, .max_states = MOST_STATES},
    {"2 workers superstep", two_workers_superstep, .group = PLAIN, .max_states = MOST_STATES},
    {"bound 250", many_switches, .group = PLAIN, .max_states = SWITCHES},
    {"bound 250 global", many_switches_global, .group = PLAIN, .max_states = SWITCHES},
    {"auto store", automatic, .group = PLAIN, .max_states = MOST_STATES},
    {"compact store", compact, .group = PLAIN, .max_states = MOST_STATES, .is_lossy = true},
    {"bitstate store", bitstate, .group = PLAIN, .max_states = MOST_STATES, .is_lossy = true},
    {"lazy", full, .group = PLAIN, .max_states = TREE, .approach = LAZY},
    {"schedule", full, .group = PLAIN, .max_states = TREE, .approach = SCHEDULE},
    {"uw", full, .group = PLAIN, .max_states = TREE, .approach = WIDENED},
    {"leak plain", plain, .group = LEAKS, .is_trusted = true},
    {"leak global", global_dfs, .group = LEAKS, .max_states = MOST_STATES, .is_trusted = true},
    {"leak tau+", tau_plus, .group = LEAKS, .max_states = MOST_STATES},
    {"leak superstep", superstep, .group = LEAKS, .max_states = MOST_STATES},
    {"leak default", full, .group = LEAKS},
    {"leak no thread choice", no_thread_choice, .group = LEAKS},
    {"leak short turns", short_turns, .group = LEAKS, .max_states = MOST_STATES},
    {"leak default bfs", full_bfs, .group = LEAKS, .max_states = MOST_STATES},
    {"leak lazy", full, .group = LEAKS, .max_states = TREE, .approach = LAZY},
    {"race global dfs", global_dfs, .group = RACES, .is_trusted = true},
    {"race global bfs", global_bfs, .group = RACES, .max_states = MOST_STATES, .is_trusted = true},
    {"race none dfs", none_dfs, .group = RACES, .max_states = 50, .is_trusted = true},
    {"race default", full, .group = RACES},
    {"race short turns", short_turns, .group = RACES, .max_states = MOST_STATES},
    {"race 2 workers", two_workers, .group = RACES, .max_states = MOST_STATES},
    {"race lazy", full, .group = RACES, .max_states = TREE, .approach = LAZY},
    {"bound 1 global", global_dfs, .group = BOUND_1, .is_trusted = true},
    {"bound 1 plain", plain, .group = BOUND_1, .max_states = MOST_STATES, .is_trusted = true},
    {"bound 1 none", none_dfs, .group = BOUND_1, .max_states = 100, .is_trusted = true},
    {"bound 1 tau", tau, .group = BOUND_1, .max_states = MOST_STATES},
    {"bound 1 tau+", tau_plus, .group = BOUND_1, .max_states = MOST_STATES},
    {"bound 1 default", full, .group = BOUND_1},
    {"bound 1 short turns", short_turns, .group = BOUND_1, .max_states = MOST_STATES},
    {"bound 1 2 workers", two_workers, .group = BOUND_1, .max_states = MOST_STATES},
    {"bound 2 global", global_dfs, .group = BOUND_2, .is_trusted = true},
    {"bound 2 default", full, .group = BOUND_2},
    {"bound 2 default dfs", full_dfs, .group = BOUND_2, .max_states = MOST_STATES},
    {"bound 2 short turns", short_turns, .group = BOUND_2, .max_states = MOST_STATES},
    {"bound 2 default bfs", full_bfs, .group = BOUND_2, .max_states = MOST_STATES},
    {"invariant global", global_dfs, .group = INVARIANT, .is_trusted = true},
    {"invariant none", none_dfs, .group = INVARIANT, .max_states = 50, .is_trusted = true},
    {"invariant tau+", tau_plus, .group = INVARIANT, .max_states = MOST_STATES},
    {"invariant superstep", superstep, .group = INVARIANT},
    {"invariant default bfs", full_bfs, .group = INVARIANT, .max_states = MOST_STATES},
    {"invariant short turns", short_turns, .group = INVARIANT, .max_states = MOST_STATES},
    {"invariant 2 workers", two_workers, .group = INVARIANT, .max_states = MOST_STATES},
    {"unasked plain", plain, .group = UNASKED, .is_trusted = true},
    {"unasked none", none_dfs, .group = UNASKED, .max_states = 50, .is_trusted = true},
    {"unasked tau+", tau_plus, .group = UNASKED, .max_states = MOST_STATES},
    {"unasked superstep", superstep, .group = UNASKED, .max_states = MOST_STATES},
    {"unasked default", full, .group = UNASKED},
    {"unasked no thread choice", no_thread_choice, .group = UNASKED},
    {"unasked locks only", locks_only, .group = UNASKED, .max_states = MOST_STATES},
    {"unasked default bfs", full_bfs, .group = UNASKED, .max_states = MOST_STATES},
    {"unasked short turns", short_turns, .group = UNASKED, .max_states = MOST_STATES},
    {"unasked 2 workers", two_workers, .group = UNASKED, .max_states = MOST_STATES},
    {"unwound without rounds", full, .group = UNWOUND, .is_trusted = true, .approach = LAZY,
     .no_rounds = true},
    {"unwound lazy", full, .group = UNWOUND, .approach = LAZY},
    {"unwound schedule", full, .group = UNWOUND, .approach = SCHEDULE},
    {"unwound uw", full, .group = UNWOUND, .approach = WIDENED},
};

// The same for programs with unknown values, see -d.
static const Config data_configs[] = {
    {"range plain", plain, .group = PLAIN, .is_trusted = true},
    {"range none", none_dfs, .group = PLAIN, .max_states = 60, .is_trusted = true},
    {"range default", full, .group = PLAIN},
    {"chosen default", full, .group = PLAIN, .max_states = SMALL, .is_trusted = true,
     .is_chosen = true},
    {"symbolic plain", plain, .group = PLAIN, .is_symbolic = true},
    {"symbolic none", none_dfs, .group = PLAIN, .max_states = 60, .is_symbolic = true},
    {"symbolic none bfs", none_bfs, .group = PLAIN, .max_states = 30, .is_symbolic = true},
    {"symbolic global", global_dfs, .group = PLAIN, .max_states = MOST_STATES, .is_symbolic = true},
    {"symbolic tau", tau, .group = PLAIN, .max_states = SMALL, .is_symbolic = true},
    {"symbolic tau+", tau_plus, .group = PLAIN, .max_states = MOST_STATES, .is_symbolic = true},
    {"symbolic superstep", superstep, .group = PLAIN, .max_states = MOST_STATES,
     .is_symbolic = true},
    {"symbolic default", full, .group = PLAIN, .is_symbolic = true},
    {"symbolic no subsumption", no_subsumption, .group = PLAIN, .is_symbolic = true},
    {"symbolic no subsumption dfs", no_subsumption_dfs, .group = PLAIN, .max_states = SMALL,
     .is_symbolic = true},
    {"symbolic only subsumption", only_subsumption, .group = PLAIN, .max_states = MOST_STATES,
     .is_symbolic = true},
    {"symbolic dfs", full_dfs, .group = PLAIN, .max_states = MOST_STATES, .is_symbolic = true},
    {"symbolic bfs", full_bfs, .group = PLAIN, .max_states = MOST_STATES, .is_symbolic = true},
    {"symbolic short turns", short_turns, .group = PLAIN, .max_states = SMALL, .is_symbolic = true},
    {"symbolic no heap symmetry", no_heap_symmetry, .group = PLAIN, .max_states = SMALL,
     .is_symbolic = true},
    {"symbolic no store visibility", no_store_visibility, .group = PLAIN, .max_states = SMALL,
     .is_symbolic = true},
    {"symbolic locks only", locks_only, .group = PLAIN, .max_states = SMALL, .is_symbolic = true},
    {"symbolic 2 workers", two_workers, .group = PLAIN, .max_states = MOST_STATES,
     .is_symbolic = true},
    {"symbolic 2 workers dfs", two_workers_dfs, .group = PLAIN, .max_states = SMALL,
     .is_symbolic = true},
    {"symbolic 4 workers global", four_workers_global, .group = PLAIN, .max_states = SMALL,
     .is_symbolic = true},
    {"symbolic auto store", automatic, .group = PLAIN, .max_states = SMALL, .is_symbolic = true},
    {"symbolic compact store", compact, .group = PLAIN, .max_states = SMALL, .is_lossy = true,
     .is_symbolic = true},
    {"symbolic bitstate store", bitstate, .group = PLAIN, .max_states = SMALL, .is_lossy = true,
     .is_symbolic = true},
    {"symbolic lazy", full, .group = PLAIN, .max_states = SMALL, .is_symbolic = true,
     .approach = LAZY},
    {"symbolic schedule", full, .group = PLAIN, .max_states = SMALL, .is_symbolic = true,
     .approach = SCHEDULE},
    {"symbolic uw", full, .group = PLAIN, .max_states = SMALL, .is_symbolic = true,
     .approach = WIDENED},
    {"leak range plain", plain, .group = LEAKS, .is_trusted = true},
    {"leak symbolic plain", plain, .group = LEAKS, .max_states = MOST_STATES, .is_symbolic = true},
    {"leak symbolic default", full, .group = LEAKS, .is_symbolic = true},
    {"leak symbolic lazy", full, .group = LEAKS, .max_states = SMALL, .is_symbolic = true,
     .approach = LAZY},
    {"race range global", global_dfs, .group = RACES, .is_trusted = true},
    {"race symbolic global", global_dfs, .group = RACES, .max_states = MOST_STATES,
     .is_symbolic = true},
    {"race symbolic default", full, .group = RACES, .is_symbolic = true},
    {"race symbolic lazy", full, .group = RACES, .max_states = SMALL, .is_symbolic = true,
     .approach = LAZY},
    {"bound 1 range global", global_dfs, .group = BOUND_1, .is_trusted = true},
    {"bound 1 symbolic global", global_dfs, .group = BOUND_1, .max_states = MOST_STATES,
     .is_symbolic = true},
    {"bound 1 symbolic default", full, .group = BOUND_1, .is_symbolic = true},
    {"bound 2 range global", global_dfs, .group = BOUND_2, .is_trusted = true},
    {"bound 2 symbolic default", full, .group = BOUND_2, .is_symbolic = true},
    {"bound 2 symbolic no subsumption", no_subsumption, .group = BOUND_2, .max_states = SMALL,
     .is_symbolic = true},
    {"invariant chosen global", global_dfs, .group = INVARIANT, .is_trusted = true,
     .is_chosen = true},
    {"invariant range global", global_dfs, .group = INVARIANT, .is_trusted = true},
    {"invariant symbolic global", global_dfs, .group = INVARIANT, .max_states = MOST_STATES,
     .is_symbolic = true},
    {"invariant symbolic none", none_dfs, .group = INVARIANT, .max_states = 50,
     .is_symbolic = true},
    {"invariant symbolic tau", tau, .group = INVARIANT, .max_states = SMALL, .is_symbolic = true},
    {"invariant symbolic tau+", tau_plus, .group = INVARIANT, .max_states = SMALL,
     .is_symbolic = true},
    {"invariant symbolic superstep", superstep, .group = INVARIANT, .max_states = MOST_STATES,
     .is_symbolic = true},
    {"invariant symbolic default", full, .group = INVARIANT, .is_symbolic = true},
    {"invariant symbolic bfs", full_bfs, .group = INVARIANT, .max_states = SMALL,
     .is_symbolic = true},
    {"invariant symbolic short turns", short_turns, .group = INVARIANT, .max_states = SMALL,
     .is_symbolic = true},
    {"invariant symbolic 2 workers", two_workers, .group = INVARIANT, .max_states = SMALL,
     .is_symbolic = true},
    {"invariant symbolic lazy", full, .group = INVARIANT, .max_states = SMALL, .is_symbolic = true,
     .approach = LAZY},
    {"invariant symbolic schedule", full, .group = INVARIANT, .max_states = SMALL,
     .is_symbolic = true, .approach = SCHEDULE},
    {"invariant symbolic uw", full, .group = INVARIANT, .max_states = SMALL, .is_symbolic = true,
     .approach = WIDENED},
    {"unasked range plain", plain, .group = UNASKED, .is_trusted = true},
    {"unasked symbolic plain", plain, .group = UNASKED, .max_states = MOST_STATES,
     .is_symbolic = true},
    {"unasked symbolic default", full, .group = UNASKED, .is_symbolic = true},
    {"overflow range plain", plain, .group = OVERFLOWS, .is_trusted = true},
    {"overflow chosen default", full, .group = OVERFLOWS, .max_states = SMALL, .is_trusted = true,
     .is_chosen = true},
    {"overflow symbolic plain", plain, .group = OVERFLOWS, .max_states = MOST_STATES,
     .is_symbolic = true},
    {"overflow symbolic default", full, .group = OVERFLOWS, .is_symbolic = true},
    {"overflow symbolic lazy", full, .group = OVERFLOWS, .max_states = SMALL, .is_symbolic = true,
     .approach = LAZY},
    {"overflow symbolic schedule", full, .group = OVERFLOWS, .max_states = SMALL,
     .is_symbolic = true, .approach = SCHEDULE},
    {"overflow symbolic 2 workers", two_workers, .group = OVERFLOWS, .max_states = SMALL,
     .is_symbolic = true},
    {"symbolic unwound without rounds", full, .group = UNWOUND, .is_trusted = true,
     .is_symbolic = true, .approach = LAZY, .no_rounds = true},
    {"symbolic unwound lazy", full, .group = UNWOUND, .is_symbolic = true, .approach = LAZY},
    {"symbolic unwound schedule", full, .group = UNWOUND, .is_symbolic = true,
     .approach = SCHEDULE},
    {"symbolic unwound uw", full, .group = UNWOUND, .is_symbolic = true, .approach = WIDENED},
};

// ---- one program --------------------------------------------------------------------------------

typedef struct Answer {
    bool is_given; // false: this configuration was left out
    // all was searched that can be, whether or not faults that nobody asked for have cut runs
    bool is_finished;
    VerdictKind verdict;
    FaultKind kind;
    u64 states, outcomes, digest;
    double seconds;
    u64 world; // what of the world the verdict names
    // Numbers of addresses are in memory. Those that no run has looked at may be known or not, by
    // what the search met first.
    bool has_layout;
} Answer;

// What the processes of the programs leave for the one that started them.
typedef struct Totals {
    u64 searches, states, undecided_searches, walks;
    u64 claimed[2]; // values of invariants that no state has, and that some has
    u32 held, violated, undecided, differing;
    int config; // the one being searched now; -1: none
} Totals;

static const Config *configs = all_configs;
static u32 nconfigs = ARRAY_LEN(all_configs);
static bool has_unknowns; // -d
enum { TRIED, COMPUTED, CHOSEN, LOADED };
static Program *loaded[LOADED]; // by what becomes of unknown values
static const Program *program;
static Totals *totals;
static bool is_verbose;
static char opt_level[8] = "-O0";
static bool is_left_out[MOST_CONFIGS];
_Static_assert(ARRAY_LEN(all_configs) <= MOST_CONFIGS && ARRAY_LEN(data_configs) <= MOST_CONFIGS,
               "");
static bool is_chosen;                   // not all configurations
static FaultKind only_kind = FAULT_NONE; // FAULT_NONE: all
static u32 number;                       // of the program

// The name of a program's invariant.
static const char *invariant_name(u32 k, Text *out) {
    text_clear(out);
    text_add(out, "p%u_invariant", k);
    return text_str(out);
}

static bool set_invariant(PropertySet *s) {
    Text name = {0};
    Diag d = {0};
    bool is_set = prop_set_invariants(s, program, invariant_name(number, &name), &d);
    diag_done(&d);
    text_done(&name);
    return is_set;
}

static SearchOptions options_of(Group group) {
    SearchOptions o = {
        .explore.reduction = REDUCTION_DEFAULT,
        .workers = 1,
        .store = STORE_EXACT,
        .explore.wants_outcomes = true,
        .explore.context_bound = -1,
        .time_limit = TIME_LIMIT,
        .memory_limit = MEMORY_LIMIT,
    };
    prop_default(&o.explore.properties);
    if (has_unknowns) {
        o.explore.vm.is_symbolic = program == loaded[COMPUTED];
        o.explore.vm.solver_ms = SOLVER_MS;
        o.explore.vm.has_nondet_range = !o.explore.vm.is_symbolic;
        o.explore.vm.nondet_low = LOW;
        o.explore.vm.nondet_high = HIGH;
    }
    o.explore.properties.checked[FAULT_OVERFLOW] = o.explore.vm.check_overflow = group == OVERFLOWS;
    if (group == BOUND_1 || group == BOUND_2)
        o.explore.context_bound = group == BOUND_1 ? 1 : 2;
    if (group == RACES)
        o.explore.properties.checked[FAULT_DATA_RACE] = o.explore.vm.check_races = true;
    o.explore.properties.checked[FAULT_LEAK] = group == LEAKS;
    for (u32 k = FAULT_NONE + 1; group == UNASKED && k < FAULT_COUNT; k++)
        if (k != FAULT_ASSERTION && k != FAULT_DEADLOCK) {
            o.explore.properties.checked[k] = false;
            o.explore.vm.unasked |= 1u << k;
        }
    for (u32 k = 0; only_kind != FAULT_NONE && k < FAULT_COUNT; k++)
        o.explore.properties.checked[k] &= k == only_kind;
    if (group == INVARIANT)
        set_invariant(&o.explore.properties);
    return o;
}

static void answer_text(const Answer *a, Text *out) {
    text_add(out, "%s", verdict_name(a->verdict));
    if (a->verdict == VERDICT_VIOLATED)
        text_add(out, " (%s)", ir_kind_name[a->kind]);
    if (a->verdict == VERDICT_HOLDS)
        text_add(out, " (%llu outcomes, %016llx, world %llx)", (unsigned long long)a->outcomes,
                 (unsigned long long)a->digest, (unsigned long long)a->world);
    text_add(out, ", %llu states", (unsigned long long)a->states);
}

static void print_answer(const Config *c, const Answer *a) {
    Text text = {0};
    answer_text(a, &text);
    printf("%u: %-20s %s, %.3f s\n", number, c->name, text_str(&text), a->seconds);
    text_done(&text);
}

static void compare_with_walks(const Config *c, const SearchOptions *o, const SearchResult *r) {
    Text why = {0};
    Walks walks = {0};
    if (c->is_walked && r->verdict.kind == VERDICT_HOLDS && !verdict_is_bounded(&r->verdict) &&
        !walks_agree(program, o, r, WALKS, number + 1, &walks, &why)) {
        printf("%u: DIFFER %s: holds; random run: %s\n", number, c->name, text_str(&why));
        totals->differing++;
    }
    totals->walks += walks.compared;
    text_done(&why);
}

// Which conditions of the world the verdict names: whatever the configuration, the same.
static u64 world_of(const Verdict *v) {
    u64 all = 0;
    for (u32 i = 0; i < v->nbounds; i++)
        if (v->bounds[i].preposition == PREP_WITH)
            all += hash_bytes(v->bounds[i].text, strlen(v->bounds[i].text), 1);
    return all;
}

static bool has_layout(const Verdict *v) {
    for (u32 i = 0; i < v->nbounds; i++)
        if (strcmp(v->bounds[i].text, ir_bound_name[BOUND_LAYOUT]) == 0)
            return true;
    return false;
}

static bool is_finished(const SearchResult *r) {
    u64 cut = 0;
    for (u32 k = 0; k < FAULT_COUNT; k++)
        cut += ir_kind_after[k] == KIND_UNDEFINED ? r->unasked[k] : 0;
    return r->verdict.kind != VERDICT_UNKNOWN || r->verdict.ncuts == cut;
}

// What a search begins with. The loaded program that it is about becomes the current one.
static SearchOptions options_for(const Config *c) {
    alarm(HANG_SECONDS);
    program = loaded[c->is_chosen ? CHOSEN : c->is_symbolic ? COMPUTED : TRIED];
    SearchOptions o = options_of(c->group);
    c->set(&o);
    return o;
}

// False: it has not come to an end, which is no wonder, since the interleavings may be too many.
static bool walk_tree(const Config *c, const SearchOptions *o, SearchResult *r) {
    SmtOptions so = {
        .search = o, .approach = (SmtApproach)(c->approach - 1), .context_bound = -1, .unwind = -1};
    if (c->group == UNWOUND) {
        so.unwind = TURNS;
        so.context_bound = TREE_SWITCHES;
        so.no_unwinding_assertions = true;
        so.no_rounds = c->no_rounds;
    }
    SmtFigures figures;
    Diag d = {0};
    smt_run(program, &so, r, &figures, &d);
    diag_done(&d);
    return r->verdict.kind != VERDICT_UNKNOWN;
}

static Answer ask(const Config *c) {
    SearchOptions o = options_for(c);
    SearchResult r;
    bool is_over = true;
    if (c->approach)
        is_over = walk_tree(c, &o, &r);
    else
        search_run(program, &o, &r);
    FaultKind kind = r.found.n ? r.found.items[0].fault.kind : FAULT_NONE;
    Answer a = {true,
                is_finished(&r),
                r.verdict.kind,
                kind,
                r.figures.states,
                r.outcomes,
                r.outcomes_digest,
                r.figures.seconds,
                world_of(&r.verdict),
                has_layout(&r.verdict)};
    totals->searches++;
    totals->states += a.states;
    totals->undecided_searches += a.verdict == VERDICT_UNKNOWN && !c->is_lossy && is_over;
    if (is_verbose)
        print_answer(c, &a);
    if (is_verbose && a.verdict == VERDICT_UNKNOWN)
        printf("%u: %s\n", number, text_str(&r.verdict.reason));
    if (c->is_symbolic && !a.is_finished && !c->is_lossy && is_over)
        printf("%u: GAVE UP %s\n", number, text_str(&r.verdict.reason));
    compare_with_walks(c, &o, &r);
    search_result_done(&r);
    return a;
}

// Every kind of violation that some run ends in: a search that asks for none goes on after each.
// False if it was not finished.
static bool all_kinds(const Config *c, bool reached[FAULT_COUNT]) {
    SearchOptions o = options_for(c);
    SearchResult r;
    memset(o.explore.properties.checked, 0, sizeof o.explore.properties.checked);
    // An invariant that does not hold ends the search in any case.
    o.explore.properties.checked[FAULT_INVARIANT] = o.explore.properties.ninvariants > 0;
    search_run(program, &o, &r);
    bool is_complete = r.verdict.kind != VERDICT_VIOLATED && is_finished(&r);
    for (u32 k = 0; k < FAULT_COUNT; k++)
        reached[k] = r.unasked[k] > 0;
    search_result_done(&r);
    // Some are looked for only when they are asked for.
    static const FaultKind on_request[] = {FAULT_DEADLOCK, FAULT_LEAK};
    for (u32 i = 0; i < ARRAY_LEN(on_request); i++) {
        FaultKind k = on_request[i];
        o.explore.properties.checked[k] = true;
        search_run(program, &o, &r);
        reached[k] = r.verdict.kind == VERDICT_VIOLATED;
        // A block with an address is lost only at the end of a run, which there may be none of;
        // searches that have not learnt yet that it needs one may find its loss.
        bool is_doubtful = k == FAULT_LEAK && !reached[k] && has_layout(&r.verdict);
        is_complete = is_complete && is_finished(&r) && !is_doubtful;
        search_result_done(&r);
        o.explore.properties.checked[k] = false;
    }
    return is_complete;
}

static void differ(const Config *c, const Answer *a, const Config *d, const Answer *b) {
    Text x = {0}, y = {0};
    answer_text(a, &x);
    answer_text(b, &y);
    printf("%u: DIFFER %s: %s; %s: %s\n", number, c->name, text_str(&x), d->name, text_str(&y));
    text_done(&x);
    text_done(&y);
    totals->differing++;
}

// (What unknown values a final state has is not to be seen in its bytes: see compare_finals.)
static bool is_same(const Config *c, const Answer *a, const Answer *first) {
    if (!a->is_finished || (c->is_lossy && a->verdict == VERDICT_HOLDS))
        return true;
    if (a->verdict != first->verdict)
        return false;
    if (a->verdict == VERDICT_VIOLATED || has_unknowns || c->approach)
        return true;
    bool have_same_ends = a->outcomes == first->outcomes && a->digest == first->digest;
    return a->world == first->world && a->has_layout == first->has_layout &&
           (have_same_ends || a->has_layout);
}

// Kinds that no trusted configuration has reported must be reachable at least.
static bool are_kinds_real(Group group, const Answer *answers, const Config *base) {
    bool known[FAULT_COUNT] = {false}, is_complete = false;
    for (u32 i = 0; i < nconfigs; i++)
        if (configs[i].group == group && configs[i].is_trusted &&
            answers[i].verdict == VERDICT_VIOLATED)
            known[answers[i].kind] = true;
    for (u32 i = 0; i < nconfigs; i++) {
        const Answer *a = &answers[i];
        if (configs[i].group != group || !a->is_given || a->verdict != VERDICT_VIOLATED ||
            known[a->kind])
            continue;
        if (!is_complete && !all_kinds(base, known))
            return true;
        is_complete = true;
        if (!known[a->kind]) {
            printf("%u: DIFFER %s: %s; %s: never reaches that kind\n", number, configs[i].name,
                   ir_kind_name[a->kind], base->name);
            totals->differing++;
            return false;
        }
    }
    return true;
}

// Computing with values takes time: of the configurations that do so, a program has those without
// limit and some of the others.
static bool is_for_others(const Config *c, u32 i) {
    return has_unknowns && !is_chosen && c->group == PLAIN && c->max_states &&
           (number + i) % 3 != 0;
}

// Fills in the answers of a group. The reference is the first one that was decided.
static const Answer *search_group(Group group, Answer *answers) {
    const Answer *first = NULL, *base = NULL;
    u32 first_config = 0, base_config = 0;
    bool is_equal = true;
    for (u32 i = 0; i < nconfigs && is_equal; i++) {
        const Config *c = &configs[i];
        if (c->group != group || is_left_out[i] ||
            (c->max_states && base && base->states > c->max_states) || is_for_others(c, i))
            continue;
        totals->config = (int)i;
        answers[i] = ask(c);
        if (!base) {
            base = &answers[i];
            base_config = i;
        }
        if (first && !is_same(c, &answers[i], first)) {
            differ(&configs[first_config], first, c, &answers[i]);
            is_equal = false;
        }
        if (!first && !c->is_lossy && answers[i].is_finished) {
            first = &answers[i];
            first_config = i;
        }
    }
    if (is_equal && first && first->verdict == VERDICT_VIOLATED)
        are_kinds_real(group, answers, &configs[base_config]);
    return first;
}

static void print_kinds(const Answer *answers) {
    bool seen[FAULT_COUNT] = {false};
    printf("%u: violated", number);
    for (u32 i = 0; i < nconfigs; i++) {
        const Answer *a = &answers[i];
        if (configs[i].group == PLAIN && a->is_given && a->verdict == VERDICT_VIOLATED &&
            !seen[a->kind]) {
            printf(" %s", ir_kind_name[a->kind]);
            seen[a->kind] = true;
        }
    }
    printf("\n");
}

// What is found within a bound is found within a larger one.
static void compare_bounds(const Answer *one, const Answer *two) {
    if (has_unknowns || !one || !two || !one->is_finished || !two->is_finished ||
        two->verdict == VERDICT_VIOLATED)
        return;
    if (one->verdict == VERDICT_VIOLATED || (one->outcomes > two->outcomes && !two->has_layout))
        differ(&(Config){.name = "bound 1"}, one, &(Config){.name = "bound 2"}, two);
}

// Every program is searched in all ways that have the same answer as the plain search; of the other
// groups two each, in turn, unless some were asked for. Invariants that look at unknown values have
// their turn always.
static bool is_its_turn(Group g) {
    return is_chosen || (has_unknowns && g == INVARIANT) || (number + g) % (GROUPS - 1) < 2;
}

// Two ways to treat unknown values: the one with the strongest claim to be right, and the one that
// users have.
static const Config *const both_ways[] = {
    &(Config){"chosen default", full, .group = PLAIN, .is_chosen = true},
    &(Config){"symbolic default", full, .group = PLAIN, .is_symbolic = true},
};

// Sets the first value of an int of the programs; false: there is none of this name.
static bool set_number(const char *name, i32 n);

static void compare_finals(void) {
    double seconds = 0;
    for (i32 i = 0; i < FINALS && seconds < FINALS_SECONDS; i++) {
        i32 k = (i32)(number * 5 + (u32)i * 7) % FINALS;
        if (!set_number("final_probe", k))
            return;
        Answer a = ask(both_ways[0]), b = ask(both_ways[1]);
        seconds += a.seconds + b.seconds;
        if (a.is_finished && b.is_finished && a.verdict != b.verdict) {
            printf("%u: final state %d\n", number, k);
            differ(both_ways[0], &a, both_ways[1], &b);
            return;
        }
    }
}

// Which values the expression of an invariant has in some state: those with which it does not hold
// if they are claimed.
static const Config *const invariant_ways[] = {
    &(Config){"invariant symbolic default", full, .group = INVARIANT, .is_symbolic = true},
    &(Config){"invariant symbolic global", global_dfs, .group = INVARIANT, .is_symbolic = true},
    &(Config){"invariant symbolic superstep", superstep, .group = INVARIANT, .is_symbolic = true},
    &(Config){"invariant symbolic tau+", tau_plus, .group = INVARIANT, .is_symbolic = true},
    &(Config){"invariant symbolic lazy", full, .group = INVARIANT, .is_symbolic = true,
              .approach = LAZY},
};

static void compare_invariants(void) {
    static const Config chosen = {"invariant chosen global", global_dfs, .group = INVARIANT,
                                  .is_chosen = true};
    double seconds = 0;
    only_kind = FAULT_INVARIANT; // nothing shall hide it
    for (i32 i = 0; i < FINALS && seconds < CLAIMS_SECONDS; i++) {
        i32 k = (i32)(number * 5 + (u32)i * 7) % FINALS;
        const Config *c = invariant_ways[(number + (u32)i) % ARRAY_LEN(invariant_ways)];
        if (!set_number("invariant_probe", k))
            break;
        Answer a = ask(&chosen), b = ask(c);
        seconds += a.seconds + b.seconds;
        totals->claimed[a.verdict == VERDICT_VIOLATED] += a.is_finished && b.is_finished;
        if (a.is_finished && b.is_finished &&
            (a.verdict == VERDICT_VIOLATED) != (b.verdict == VERDICT_VIOLATED)) {
            printf("%u: value %d of the invariant\n", number, k);
            differ(&chosen, &a, c, &b);
            break;
        }
    }
    only_kind = FAULT_NONE;
    set_number("invariant_probe", 99);
}

static void compare_kinds(void) {
    bool reached[2][FAULT_COUNT] = {0};
    if (!all_kinds(both_ways[0], reached[0]) || !all_kinds(both_ways[1], reached[1]))
        return;
    for (u32 k = 0; k < FAULT_COUNT; k++) {
        if (reached[0][k] == reached[1][k])
            continue;
        printf("%u: DIFFER %s: %s; %s: never reaches that kind\n", number,
               both_ways[reached[1][k]]->name, ir_kind_name[k], both_ways[reached[0][k]]->name);
        totals->differing++;
        return;
    }
}

static void search_program(void) {
    Answer answers[MOST_CONFIGS] = {0};
    const Answer *first = search_group(PLAIN, answers);
    if (!first || first->verdict == VERDICT_UNKNOWN) {
        totals->undecided++;
        printf("%u: undecided\n", number);
    } else if (first->verdict == VERDICT_HOLDS) {
        totals->held++;
        printf("%u: holds\n", number);
    } else {
        totals->violated++;
        print_kinds(answers);
    }
    PropertySet ignored = {0};
    bool is_small = first && first->states <= SMALL;
    // Where the run goes on after a misuse, more can happen than elsewhere.
    bool is_misused =
        first && first->verdict == VERDICT_VIOLATED && first->kind == FAULT_MUTEX_MISUSE;
    const Answer *firsts[GROUPS] = {first};
    for (Group g = PLAIN + 1; g < GROUPS; g++)
        if (g == OVERFLOWS && !has_unknowns)
            continue;
        else if (!is_its_turn(g) && !(g == UNASKED && is_misused))
            continue;
        else if (g == LEAKS ? is_small : g != INVARIANT || (is_small && set_invariant(&ignored)))
            firsts[g] = search_group(g, answers);
    compare_bounds(firsts[BOUND_1], firsts[BOUND_2]);
    compare_bounds(firsts[BOUND_2], firsts[PLAIN]);
    if (has_unknowns && is_small && !is_chosen && first->verdict == VERDICT_VIOLATED)
        compare_kinds();
    if (has_unknowns && is_small && !is_chosen && first->verdict == VERDICT_HOLDS)
        compare_finals();
    if (has_unknowns && is_small && !is_chosen && set_invariant(&ignored))
        compare_invariants();
}

// ---- a batch ------------------------------------------------------------------------------------

// True if the search of the program ended in an orderly way.
static bool search_apart(void) {
    fflush(stdout);
    totals->config = -1;
    pid_t child = fork();
    if (child == 0) {
        search_program();
        fflush(stdout);
        _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status == 0)
        return child > 0;
    const char *name = totals->config < 0 ? "start" : configs[totals->config].name;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        printf("%u: DIFFER %s: hangs\n", number, name);
    else if (WIFSIGNALED(status))
        printf("%u: DIFFER %s: signal %d\n", number, name, WTERMSIG(status));
    else
        printf("%u: DIFFER %s: exit code %d\n", number, name, WEXITSTATUS(status));
    totals->differing++;
    return true;
}

static Global *find_global(const Program *p, const char *name) {
    for (u32 i = 1; i <= p->nglobals; i++)
        if (strcmp(p->globals[i].name, name) == 0)
            return &p->globals[i];
    return NULL;
}

static i32 first_number(const Global *g, const Program *p) {
    i32 n = 0;
    if (p->blocks[g->block].init)
        memcpy(&n, p->blocks[g->block].init + g->offset, sizeof n);
    return n;
}

// Contents of blocks that were replaced, for they are constant.
typedef struct Replaced {
    GlobalBlock *block;
    const u8 *before;
    u8 *now;
} Replaced;

static Replaced replaced[3 * LOADED]; // of program_number and the two probes

static u8 *own_contents(GlobalBlock *b) {
    Replaced *r = replaced;
    while (r->block && r->block != b)
        r++;
    ENSURE(r < replaced + ARRAY_LEN(replaced));
    if (!r->block) {
        *r = (Replaced){b, b->init, mem_zalloc(b->size)};
        if (b->init)
            memcpy(r->now, b->init, b->size);
        b->init = r->now;
    }
    return r->now;
}

static void give_back_contents(void) {
    for (Replaced *r = replaced; r < replaced + ARRAY_LEN(replaced) && r->block; r++) {
        r->block->init = r->before;
        mem_free(r->now, r->block->size);
    }
}

static bool set_number(const char *name, i32 n) {
    for (u32 i = 0; i < (has_unknowns ? LOADED : 1); i++) {
        const Global *g = find_global(loaded[i], name);
        if (!g || g->is_const || g->is_tls || g->size != sizeof n)
            return false;
        memcpy(own_contents(&loaded[i]->blocks[g->block]) + g->offset, &n, sizeof n);
    }
    return true;
}

// The initial value of program_number is the number of programs.
static bool search_batch(void) {
    const Global *g = find_global(loaded[0], "program_number");
    i32 count = g && g->size == sizeof(i32) ? first_number(g, loaded[0]) : 0;
    if (!set_number("program_number", count)) {
        fprintf(stderr, "differential: the file uses no int program_number\n");
        return false;
    }
    bool is_ok = true;
    for (i32 k = 0; k < count && is_ok; k++) {
        number = (u32)k;
        is_ok = set_number("program_number", k) && search_apart();
    }
    printf("programs %d held %u violated %u undecided %u differing %u configurations %u searches "
           "%llu states %llu "
           "undecided-searches %llu walks %llu claimed %llu seen %llu\n",
           count, totals->held, totals->violated, totals->undecided, totals->differing,
           (u32)nconfigs, (unsigned long long)totals->searches, (unsigned long long)totals->states,
           (unsigned long long)totals->undecided_searches, (unsigned long long)totals->walks,
           (unsigned long long)(totals->claimed[0] + totals->claimed[1]),
           (unsigned long long)totals->claimed[1]);
    give_back_contents();
    return is_ok;
}

static Program *load(const char *file, u32 data) {
    const char *args[] = {"-w", "-DCHOSEN"};
    Text kept = {0}, name = {0};
    for (u32 k = 0; k < MOST_PROGRAMS; k++)
        text_add(&kept, "%s,", invariant_name(k, &name));
    FrontOptions fo = {
        .files = &file,
        .nfiles = 1,
        .compiler_args = args,
        .ncompiler_args = data == CHOSEN ? 2 : 1,
        .opt_level = opt_level,
        .clock_ticks = 3,
        .spurious_wakeups = true,
        // Races depend on orders; but optimised code is to be as it is without looking for them.
        .finds_races = strcmp(opt_level, "-O0") == 0,
        .kept = text_str(&kept),
        .has_nondet_range = has_unknowns,
        .is_symbolic = data == COMPUTED,
    };
    Diag d = {0};
    Program *p = front_load(&fo, &d);
    if (!p)
        fprintf(stderr, "differential: %s\n", diag_text(&d));
    diag_done(&d);
    text_done(&kept);
    text_done(&name);
    return p;
}

// -c NAME: the first one leaves out all others.
static bool choose(const char *name, bool is_first) {
    bool is_known = false;
    is_chosen = true;
    for (u32 i = 0; i < nconfigs; i++) {
        bool is_named = strcmp(configs[i].name, name) == 0;
        is_known |= is_named;
        is_left_out[i] = !is_named && (is_first || is_left_out[i]);
    }
    return is_known;
}

// Which configuration the others of its group are compared with.
static u32 first_of_group(u32 config) {
    u32 first = 0;
    while (configs[first].group != configs[config].group)
        first++;
    return first;
}

// -n N:SEED
static bool draw(const char *text) {
    u32 n, seed;
    if (sscanf(text, "%u:%u", &n, &seed) != 2)
        return false;
    is_chosen = true;
    for (u32 i = 0; i < nconfigs; i++)
        is_left_out[i] = true;
    for (u32 i = 0, lot = 0; i < n; lot++) {
        u32 drawn = (u32)(hash_mix((u64)seed << 32 | lot) % nconfigs);
        bool is_other = drawn != first_of_group(drawn);
        i += is_other && is_left_out[drawn];
        if (is_other)
            is_left_out[drawn] = is_left_out[first_of_group(drawn)] = false;
        if (lot > MOST_CONFIGS * MOST_CONFIGS)
            break;
    }
    return true;
}

static bool choose_kind(const char *name) {
    only_kind = ir_kind_of_name(name, strlen(name));
    return only_kind != FAULT_NONE;
}

static void take_data_configs(void) {
    has_unknowns = true;
    configs = data_configs;
    nconfigs = ARRAY_LEN(data_configs);
}

// ---- what the solver has refuted ----------------------------------------------------------------

static const char *refuted_directory;         // -r
enum { REFUTED_EACH = 50, REFUTED_MOST = 6 }; // one of so many, and how many of a program

// Somebody else is asked about them.
static void keep_refuted(const char *script) {
    static atomic_uint told;
    u32 n = atomic_fetch_add(&told, 1);
    if (n % REFUTED_EACH != 0 || n / REFUTED_EACH >= REFUTED_MOST)
        return;
    Text path = {0};
    Diag d = {0};
    text_add(&path, "%s/%d-%u.smt2", refuted_directory, (int)getpid(), n);
    if (!file_write(text_str(&path), script, strlen(script), &d))
        fprintf(stderr, "differential: %s\n", diag_text(&d));
    diag_done(&d);
    text_done(&path);
}

// The file's name; NULL if the command line cannot be understood.
static const char *read_arguments(int argc, char **argv) {
    bool is_first = true;
    for (int c; (c = getopt(argc, argv, "vdc:k:n:O:r:")) != -1; is_first &= c != 'c')
        if (c == 'v')
            is_verbose = true;
        else if (c == 'd' && is_first && !is_chosen)
            take_data_configs();
        else if (c == 'r')
            refuted_directory = optarg;
        else if (c == 'n' && (!is_first || !draw(optarg)))
            return NULL;
        else if (c == 'n')
            continue;
        else if (c == 'O')
            snprintf(opt_level, sizeof opt_level, "-O%s", optarg);
        else if (c == 'k' ? !choose_kind(optarg) : c != 'c' || !choose(optarg, is_first))
            return NULL;
    return optind == argc - 1 ? argv[optind] : NULL;
}

int main(int argc, char **argv) {
    const char *file = read_arguments(argc, argv);
    if (!file) {
        fprintf(
            stderr,
            "usage: differential [-v] [-d] [-c CONFIGURATION]... [-n N:SEED] [-k KIND] [-O LEVEL] "
            "FILE.c\n");
        return 2;
    }
    if (refuted_directory)
        solver_on_refuted(keep_refuted);
    totals = mmap(NULL, sizeof *totals, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    bool is_ok = totals != MAP_FAILED;
    for (u32 i = 0; i < (has_unknowns ? LOADED : 1) && is_ok; i++)
        is_ok = (loaded[i] = load(file, i)) != NULL;
    is_ok = is_ok && search_batch();
    for (u32 i = 0; i < ARRAY_LEN(loaded); i++)
        if (loaded[i])
            program_free(loaded[i]);
    return !is_ok ? 2 : totals->differing > 0;
}
