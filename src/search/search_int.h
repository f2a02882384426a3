// SPDX-License-Identifier: Apache-2.0
// The inside of search: the orders, and what drives them.
#ifndef HEDDLE_SEARCH_INT_H
#define HEDDLE_SEARCH_INT_H

#include "buchi/buchi.h"
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
    // What the user asks for cannot be done: the search ends.
    void (*refuse)(void *self, const char *why);
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

// ---- product.c: a program beside an automaton ---------------------------------------------------

// Letters that states inside of atomic sections have from the state before; for all workers.
typedef struct Letters Letters;
Letters *letters_new(void);
void letters_free(Letters *l);

typedef struct Product { // of one worker
    const Seam *seam;
    const Buchi *automaton;
    Letters *letters;
    Children plain; // states of the program that a state leads to
    bool *scratch;  // by state of the automaton, twice
    u32 *todo;      // states of the automaton
} Product;
// What is known of a state of the product that was expanded.
typedef struct Here {
    u32 q, letter_number; // what it is marked with
    u32 letter;           // what is true in it
    u32 nthreads;
    bool is_accepting;
    bool is_hidden; // it is in the middle of an atomic section
    bool may_stay;  // nobody must go on
    // a run that ends here, or with the step `last` if that has a thread, is accepted
    bool ends;
    Choice last;
} Here;
void product_init(Product *p, const Seam *seam, const Buchi *automaton, Letters *letters);
void product_done(Product *p);
StepEnd product_start(Product *p, Children *out); // the initial state
// As seam_expand, but all states that it leads to. They are marked.
StepEnd product_expand(Product *p, const StateWord *state, u64 depth, Children *out, Here *here);
// Only what is known from the state alone.
void product_decode(const Product *p, const StateWord *state, Here *here);

// ---- nested.c, components.c: orders that find cycles --------------------------------------------

// What they have found: a run that never ends, or ends and must not.
typedef struct LassoFound {
    const Ltl *formula; // NULL: an automaton, or none
    // Each beginning of a run is one of a run that counts: what has lost need not go on.
    bool counts_at_once;
    Schedule schedule;
    bool is_fault; // it is an ordinary violation
    EndlessKind kind;
    ThreadId thread;       // starvation: whose
    _Atomic u32 **targets; // colours of the states of its cycle, in their order
    u32 ntargets, targets_cap;
} LassoFound;

// lasso.c: how a run gets there, when `schedule` has the steps to the state that was expanded.
void lasso_step(LassoFound *f, Choice c); // one step more, unless nobody takes it
void lasso_fault(LassoFound *f, const Seam *s, const Children *c); // the violation that c has
void lasso_end(LassoFound *f, Choice last, EndlessKind kind);      // it stays there, after `last`

// A cycle through an accepting state, or a run that ends and is accepted.
bool search_nested(const Seam *seams, u32 nseams, const Buchi *automaton, Letters *letters,
                   LassoFound *found);

// What endless runs must not be.
typedef struct Conditions {
    bool has_formula; // accepted by the automaton; otherwise it accepts everything
    Fairness fairness;
    bool termination, livelock, starvation;
} Conditions;
bool search_components(const Seam *seam, const Conditions *wanted, const Buchi *automaton,
                       Letters *letters, LassoFound *found);

// ---- fairness.c: parts of components ------------------------------------------------------------

enum { MOST_FAIR = 128 }; // threads at a time
typedef struct ThreadSet {
    u64 words[MOST_FAIR / 64];
} ThreadSet;
static inline void thread_set_add(ThreadSet *s, ThreadId t) {
    CHECK(t < MOST_FAIR);
    s->words[t / 64] |= UINT64_C(1) << t % 64;
}

static inline bool thread_set_has(const ThreadSet *s, ThreadId t) {
    return t < MOST_FAIR && (s->words[t / 64] >> t % 64 & 1);
}

typedef struct GraphNode {
    Choice how; // the step that it was found by
    u32 edges;  // of the graph, when it was added
    u32 nthreads;
    ThreadSet ready;   // who can go on
    ThreadSet joining; // who waits for the end of others
    bool is_accepting, is_hidden, is_progress;
} GraphNode;
typedef struct GraphEdge {
    u32 from, to;
    Choice how;
    u32 traits; // STEP_ENDS_THREAD and others
} GraphEdge;
typedef struct StepGraph {
    GraphNode *nodes;
    u32 nnodes, nodes_cap;
    GraphEdge *edges;
    u32 nedges, edges_cap;
} StepGraph;
u32 stepgraph_add(StepGraph *g, GraphNode n); // its number
void stepgraph_connect(StepGraph *g, GraphEdge e);
void stepgraph_cut(StepGraph *g, u32 nnodes); // keeps the first n, and the edges between them
void stepgraph_done(StepGraph *g);

// What was met on a way.
typedef struct Met {
    ThreadSet idle, ran, ready; // threads that could not go on, that did, and that could
    bool is_accepting;
} Met;
Met met_in(const GraphNode *n);
Met met_by(const GraphEdge *e);
void met_join(Met *m, const Met *other);
// Whether that is enough, if conditions_are_simple: if no component need be taken apart.
bool met_is_enough(const Met *m, const Conditions *w);
bool conditions_are_simple(const Conditions *w);

// A part of a component that a run can go round in for ever, though it must not.
typedef struct GraphPart {
    EndlessKind kind;
    ThreadId thread;
    Fairness fairness;
    u32 *nodes;
    u32 n, nodes_cap;
    u32 *way; // the nodes of its cycle, when stepgraph_lasso was called
    u32 nway, way_cap;
} GraphPart;
// Looks for one among the nodes from `root` on, which are a component.
bool stepgraph_judge(const StepGraph *g, u32 root, const Conditions *w, GraphPart *out);
// Adds steps that lead from the root into the part and round in it.
void stepgraph_lasso(const StepGraph *g, u32 root, GraphPart *part, Schedule *out);
void stepgraph_part_done(GraphPart *p);

// ---- temporal.c: formulas and other properties of endless runs ----------------------------------

// What is asked for of endless runs, and is looked for in one search.
typedef struct Temporal {
    const Buchi *automaton;
    Buchi *own; // the same, unless somebody else has it; NULL
    Letters *letters;
    Conditions conditions;
} Temporal;
// Whether the automaton reads every run: its beginning can be read on for ever.
bool temporal_reads_all(const Temporal *t);
// NULL with the reason as a cut of the verdict, if the automaton cannot be had.
Temporal *temporal_new(const SearchOptions *o, Verdict *v);
void temporal_free(Temporal *t);
// Whether there is a run that must not be; the first driver is told.
bool temporal_search(const Temporal *t, const Seam *seams, u32 nseams, LassoFound *f);
// Finds a shorter way to the cycle that was found, if that does not take long.
void temporal_shorten(const Temporal *t, const Seam *seam, LassoFound *f);

// ---- limits.c: how long it goes on --------------------------------------------------------------

// How often a worker looks at clock and memory.
typedef struct Look {
    _Alignas(APART) struct Search *search;
    u32 worker;
    u32 between, until; // expansions from one to the next, and still to go
    double last;        // when that was
    _Atomic u64 depth;  // longest run looked at; written by this worker only
} Look;

// What parts of a search have found out that later parts must not forget.
typedef struct Known {
    Verdict verdict; // what limits it
    u64 unasked[FAULT_COUNT];
    u32 gone_on;
    Fault first_unasked;
} Known;

// A search in progress, shared by its workers.
typedef struct Search {
    const Program *program;
    const SearchOptions *options;
    SearchResult *result; // cuts in its verdict are guarded by `lock`
    Exploration *exploration;
    Look *looks; // by worker
    u32 nworkers;
    Temporal *temporal; // NULL: violations, and not endless runs, are looked for
    Figures figures;    // guarded by `looking`; with those of the parts before:
    Figures earlier;
    u64 uncounted; // states that were met on the way to a shorter run
    // figures.states at which a search for violations and endless runs at once gives up, so that
    // one for violations alone comes first; 0: it does not
    u64 trial;
    bool is_abandoned;   // it has
    bool told_compact;   // that a store went on with hashes, which may happen each time it begins
                         // again
    bool is_unconfirmed; // an endless run was found that could not be repeated
    double started;
    // held by the worker that looks at clock and memory
    pthread_mutex_t looking;
    pthread_mutex_t finding;  // held while a violation is added to those of the result
    Known before;             // what earlier parts have found out
    Text doubt;               // the cut of a search with all memory tracked: why there is one
    atomic_bool must_restart; // because the reduction had assumed too much
} Search;
void look_init(Look *l, Search *s, u32 worker);
Driver look_driver(Look *l);
ExploreHooks search_hooks(Search *s);
void search_figures(Search *s);            // brings s->figures up to date
void search_only_faults(SearchOptions *o); // leaves out what is asked for of endless runs

// ---- found.c ------------------------------------------------------------------------------------

// A violation that is lost because the solver has no answer when it is replayed.
void search_found_doubtful(SearchResult *r);
void found_choose(Search *s, const Fault *f); // instead of the one before
void found_collect(Search *s, const Fault *f, const Schedule *path);

// ---- confirm.c ----------------------------------------------------------------------------------

// Whether the schedule of a violation leads to one of its kind: not, by a replay, and on the
// witness as well. What is known of the violation is filled in.
typedef enum Confirmation { CONFIRM_NOT, CONFIRM_ONCE, CONFIRM_TWICE } Confirmation;
Confirmation confirm_run(const Program *p, const ExploreOptions *o, const VmOptions *vm,
                         Violation *v);

// ---- minimise.c: a run with fewer context switches ----------------------------------------------

typedef struct Minimise {
    const Program *program;
    const SearchOptions *options; // of a search for violations
    const VmOptions *vm;          // of its machines
    const Violation *wanted;
    Patience *patience; // what is left of it for this violation
    Violation *best;    // the same violation by the best run so far
    u64 length;         // instructions of that run
} Minimise;
bool minimise_is_over(const Minimise *m); // there is no patience any more
void minimise_take_effort(Minimise *m, u64 effort);
// The schedule may lead to the violation that is wanted: whether it does. Then the run becomes the
// best one, if it is better. It takes the schedule.
bool minimise_offer(Minimise *m, const VmOptions *vm, Schedule *s, u32 switches);
u64 minimise_length(const Schedule *s); // instructions
// Whether a fault is the violation that is wanted, as far as that is known before it is confirmed:
// not yet known is where a block was lost, and what an access races with that is long past.
bool minimise_may_be(const Minimise *m, const Fault *f);
// fewest.c: searches by switches. No run has fewer than so many.
u32 minimise_by_search(Minimise *m);
// rearrange.c: changes the order of steps. Counting: only that is done.
bool minimise_count(Minimise *m, u32 *switches);
void minimise_by_order(Minimise *m);
// What a thread does in a row becomes one step, as far as it has nothing to choose.
void minimise_join(Minimise *m);

// ---- unreached.c --------------------------------------------------------------------------------

void unreached_done(Unreached *u);

#endif
