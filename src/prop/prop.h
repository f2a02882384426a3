// SPDX-License-Identifier: Apache-2.0
// prop: what is checked, and the verdict.
#ifndef HEDDLE_PROP_H
#define HEDDLE_PROP_H

#include "prop/ltl.h"
#include "vm/look.h"

// ---- which faults count -------------------------------------------------------------------------

enum { MOST_INVARIANTS = 16 };

// Which endless runs count: all; those in which each thread that can always go on does so again and
// again; those in which each does that can go on again and again.
typedef enum Fairness { FAIRNESS_NONE, FAIRNESS_WEAK, FAIRNESS_STRONG } Fairness;

// What may be wrong with an endless run, or with one that stays where nobody can go on.
typedef enum EndlessKind {
    ENDLESS_FORMULA,     // the formula does not hold of it
    ENDLESS_TERMINATION, // it does not end
    ENDLESS_LIVELOCK,    // nobody makes progress
    ENDLESS_STARVATION   // a thread waits or spins for ever
} EndlessKind;

// An automaton that accepts the runs that must not be, whoever has it.
typedef struct NeverClaim {
    const char *name; // for messages
    const void *automaton;
    // Whether it accepts the run through n states, as ltl_holds has it; NULL: there is no claim.
    bool (*accepts)(const void *automaton, const u32 *values, u32 n, u32 cycle);
    // Whether it accepts every run that begins with these n states.
    bool (*has_accepted)(const void *automaton, const u32 *values, u32 n);
} NeverClaim;

// A fault of a kind that is not checked ends its run and is only mentioned.
typedef struct PropertySet {
    bool checked[FAULT_COUNT];
    bool dropped[FAULT_COUNT]; // the user wants them not to be
    // deadlock: threads that wait for others which may come are not stuck
    bool only_circles;
    // leak: memory that is still reachable at the end counts too (valid-memcleanup)
    bool cleanup;
    FuncId invariants[MOST_INVARIANTS];
    u32 ninvariants;
    const Ltl *formula; // of all runs; NULL: none
    // functions that compute its propositions; FUNC_NONE: they are none of C
    FuncId propositions[MOST_PROPOSITIONS];
    // Those of them that are events, a bit each: these are seen in every state, the others not in
    // the middle of an atomic section. And the variable that has the event, 0: nothing ever
    // happens.
    u32 events;
    ObjId event;
    // Those that look at how threads stand (waiting), and the variables of what others are about.
    u32 of_stances;
    ObjId living, places, asked;
    Fairness fairness; // of the runs that it is about
    // Properties of all runs that need no formula; the runs are at least weakly fair.
    bool termination; // each run ends
    bool livelock;    // that goes on for ever without progress
    bool starvation;  // in which a thread waits or spins for ever
    NeverClaim claim; // in the place of the formula, of which only the propositions count then
} PropertySet;
bool prop_is_temporal(const PropertySet *s); // something is asked for of endless runs
void prop_default(PropertySet *s);
// LIST of --property: names separated by commas; "race", "leak", "uninitialized", "overflow", a
// violation kind, or "default"/"all". Adds to the set.
bool prop_parse(PropertySet *s, const char *list, Diag *d);
// LIST of --no-property: takes those kinds out again. False also for one that `asked`, the LIST of
// --property or NULL, names as well, and if nothing is left.
bool prop_drop(PropertySet *s, const char *list, const char *asked, Diag *d);
// An SV-COMP property file (--prp): only what it names is checked.
bool prop_read_prp(PropertySet *s, const char *path, Diag *d);
// Adds the property that such a fault violates, as such a file has it; "cleanup" is about leaks.
void prop_specification(FaultKind kind, bool cleanup, Text *out);
// Whether faults of this kind violate the part of such a property that has this name
// ("valid-free").
bool prop_is_part(const char *name, FaultKind kind);

// Adds an invariant, unless it is one already.
bool prop_add_invariant(PropertySet *s, const Program *p, FuncId f, Diag *d);
// Functions of the program by name, separated by commas, that are invariants.
bool prop_set_invariants(PropertySet *s, const Program *p, const char *names, Diag *d);

// Finds what the front end has made of the formula's propositions.
bool prop_set_formula(PropertySet *s, const Program *p, const Ltl *formula, Diag *d);

// ---- schedules ----------------------------------------------------------------------------------

// One step of a run: which thread, which alternative, how many instructions (0: until
// the machine stops by itself). A schedule alone reproduces a run, whatever reduction it was found
// with.
typedef struct Choice {
    ThreadId thread;
    u32 alternative;
    u32 length;
} Choice;
typedef struct Schedule {
    Choice *steps;
    u32 len, cap;
    // the steps from `cycle` on are repeated for ever; none: nothing happens any more
    bool is_endless;
    u32 cycle;
    // numbers with which the run happens, for the unknown values in the order in which they are
    // made
    u64 *values;
    u32 nvalues, values_cap;
} Schedule;
void schedule_done(Schedule *s);

// Who wants to know of the steps of a replay; members may be NULL.
typedef struct ReplayHooks {
    void *self;
    void (*before)(void *self, u32 step, Choice c);
    bool (*after)(void *self, u32 step, Choice c, RunEnd end); // false: the replay ends
} ReplayHooks;
// Several heap blocks, in ascending order.
typedef struct ObjList {
    ObjId *items;
    u32 n, cap;
} ObjList;
void objlist_done(ObjList *l);
typedef struct Replayed {
    RunEnd end;      // of the last step
    ThreadId last;   // who took it; THREAD_NONE if that thread has ended
    u32 taken;       // steps
    bool is_stopped; // by ReplayHooks.after
    ObjList lost;    // before the last step, on a machine that excuses faults
} Replayed;
void replayed_done(Replayed *r);
// Takes the steps on a machine that was just started. False: not all of them, since the run was
// over, the next one was not possible, or somebody has ended it. `h` may be NULL; replayed_done
// follows in any case.
bool prop_replay(Vm *vm, const Schedule *s, const ReplayHooks *h, Replayed *out);
bool prop_goes_on(RunEnd end); // there can be a next step

// ---- violations ---------------------------------------------------------------------------------

// Which violations are the same: data races between the same two lines for the same variable,
// deadlocks whose threads wait at the same places, the same invariant that does not hold, blocks of
// one size lost in one line, others of one kind in one line.
typedef struct ViolationKey {
    u32 kind;
    u32 file, line, other_file, other_line; // races: the lesser first; 0: nowhere
    // deadlock: Fault.places; invariant: the function; leak: the size of the block; race: the
    // global variable, 0: none
    u32 more;
} ViolationKey;
ViolationKey violation_key(const Program *p, const Fault *f);
// Whether it is somewhere: its thread has not ended, or it is an invariant, which has a place
// itself.
bool violation_has_place(const Program *p, const Fault *f);
// Whether the place of another thread is known: of a race, or of a circle.
bool violation_has_rival(const Fault *f);
bool violation_is_same(const ViolationKey *a, const ViolationKey *b);
// The fault is not the one that is wanted, as far as is known of it.
bool violation_is_another(const ViolationKey *wanted, const Program *p, const Fault *f);

typedef struct Violation {
    Fault fault;
    Schedule schedule; // leads to it
    ViolationKey key;
    u64 addressed;         // VmOptions.addressed of the search that has found it,
    bool is_open;          // and its is_open
    bool is_among_others;  // the search goes on after some violations, so that others may come
                           // before it
    EndlessKind endless;   // liveness: what is wrong
    bool is_beyond_solver; // the solver has given up when it was replayed
    // how often another thread goes on in the run, if somebody has counted
    bool has_switches;
    u32 switches;
    bool is_minimised; // a run with fewer was looked for
    bool is_minimal;   // there is none: all runs with fewer were looked at
} Violation;
// Owns them.
typedef struct Violations {
    Violation *items;
    u32 n, cap;
} Violations;
Violation *violations_add(Violations *v); // an empty one; valid until the next one is added
void violations_drop_last(Violations *v);
void violations_done(Violations *v);
bool violations_have(const Violations *v, const ViolationKey *key);
// By file, line and kind, whoever found them in which order.
void violations_sort(Violations *v, const Program *p);
// The options of a machine on which its schedule leads to it, from those of the search that has
// found it: one that goes on after all other violations that it can go on after. Valid as long as
// the violation is.
VmOptions violation_machine(Violation *v, const VmOptions *search);

// A rule of --suppress; NULL: any function, file, variable.
typedef struct Rule {
    const char *path; // its file
    u32 line;
    bool kinds[FAULT_COUNT];
    const char *function, *file, *variable; // patterns
} Rule;
typedef struct Rules Rules;
#define NO_RULE 0xffffffffu
Rules *rules_new(void);
bool rules_read(Rules *r, const char *path, Diag *d); // adds those of a file; false with a message
void rules_free(Rules *r);
u32 rules_count(const Rules *r);
const Rule *rules_at(const Rules *r, u32 i);
// The first rule that the fault fits; NO_RULE: none, or there are no rules.
u32 rules_find(const Rules *r, const Program *p, const Fault *f);

// What is no violation any more: it was reported, or a rule suppresses it. For all workers.
typedef struct Settled Settled;
typedef enum Excuse { EXCUSE_NONE, EXCUSE_FOUND, EXCUSE_SUPPRESSED } Excuse;
Settled *settled_new(const Program *p,
                     const Rules *rules); // both must outlive it; rules may be NULL
// All violations but one count as found.
Settled *settled_all_but(const Program *p, const ViolationKey *wanted);
void settled_free(Settled *k);
const Rules *settled_rules(const Settled *k);
Excuse settled_ask(Settled *k, const Fault *f, u32 *rule);
bool settled_excuses(void *settled, const Program *p, const Fault *f); // as VmOptions.excuses
// From now on it is found: as a search has met it, and as it is reported.
void settled_add(Settled *k, const Fault *met, const ViolationKey *reported);
// Those that rules have suppressed, each once, by rule and place. When nobody searches.
typedef struct Suppressed {
    u32 rule;
    ViolationKey key;
    FuncId func;
    Pc pc;
    bool has_place;
} Suppressed;
const Suppressed *settled_suppressed(Settled *k, u32 *n);
// A run has ended at one that was found, and what follows it is undefined; whether there was one.
void settled_note_end(Settled *k);
bool settled_has_end(const Settled *k);
// Whether a race was passed over because of another one, of which the search knew only the later
// place.
bool settled_has_half(const Settled *k);
// Whether a run went on behind a race, so that races which only it orders were not seen.
bool settled_has_race(const Settled *k);
// Whether a run went on after a block was lost, which may be lost elsewhere, too.
bool settled_has_leak(const Settled *k);

// ---- verdict ------------------------------------------------------------------------------------

typedef enum VerdictKind { VERDICT_HOLDS, VERDICT_VIOLATED, VERDICT_UNKNOWN } VerdictKind;

// Something that "holds" stands on: PREP_WITHIN "3 context switches".
typedef struct Condition {
    Preposition preposition;
    const char *text;
} Condition;

// What an unknown is due to: runs that could not go on; a limit or something else about the search,
// of which the first to be met is told, before or after runs; what has stopped it counts most.
typedef enum ReasonRank { REASON_RUN, REASON_SEARCH, REASON_STOP } ReasonRank;

// Collects, while a search runs, everything that limits what its end may claim.
// Invariant: kind is VERDICT_HOLDS only through verdict_conclude with no cut recorded.
typedef struct Verdict {
    VerdictKind kind;
    bool is_concluded;
    Text reason;       // unknown: why; violated: the fault's sentence
    Text gap;          // violated: why not everything was searched; empty if it was
    Condition *bounds; // each once
    u32 nbounds, bounds_cap;
    u32 ncuts;
    ReasonRank rank;
    // unknown because the program cannot be checked: exit code 2, not 3, unless the search has met
    // a limit as well
    bool is_input_at_fault, is_limited;
    Arena *arena;
} Verdict;
void verdict_init(Verdict *v);
void verdict_done(Verdict *v);
// What another one, which is not concluded, has collected.
void verdict_copy(Verdict *v, const Verdict *from);
// A bound in force: a verdict "holds" will name it, as "within" it or after another preposition.
void verdict_bound(Verdict *v, const char *fmt, ...) PRINTF_LIKE(2, 3);
void verdict_condition(Verdict *v, Preposition preposition, const char *text);
// Some runs were left out: not only "under" or "with" something.
bool verdict_is_bounded(const Verdict *v);
// Something was not searched: the end cannot be "holds". The first reason is kept.
void verdict_cut(Verdict *v, const char *fmt, ...) PRINTF_LIKE(2, 3);
// The same for a run that could not go on. Of several such reasons the one is kept that comes first
// among texts, faults of the input before others: the order of the search does not matter.
void verdict_cut_run(Verdict *v, bool is_input_at_fault, const char *why);
// The same for what ends the search.
void verdict_cut_stop(Verdict *v, bool is_input_at_fault, const char *why);
// The search has met a limit, whatever else was cut: with more of it there may be another verdict.
void verdict_limit(Verdict *v);
// Ends: violated if `violation` is not NULL, else unknown if anything was cut, else holds.
void verdict_conclude(Verdict *v, const char *violation);
int verdict_exit_code(const Verdict *v);
const char *verdict_name(VerdictKind k); // "holds", "violated", "unknown"

// ---- judging states -----------------------------------------------------------------------------

// Deadlock: no thread can ever run again though some have not ended, or some threads wait for each
// other in a circle or for a thread that has ended. A quick look: if it finds something,
// prop_deadlock decides.
typedef enum Stuck { STUCK_NONE, STUCK_SOME, STUCK_ALL } Stuck;
Stuck prop_stuck(const Stance *s, u32 nthreads);
// The same for the state of a machine, with a fault (kind DEADLOCK, message with the circle).
bool prop_deadlock(Vm *vm, Fault *out);
// The same with stances of the caller's, and as the properties say.
bool prop_deadlock_of(const PropertySet *s, Vm *vm, const Stance *stances, Fault *out);
// The same for who knows better names of places that threads wait for; false: not of this one.
typedef struct PlaceNames {
    bool (*add)(void *arg, Cell place, Text *out);
    void *arg;
} PlaceNames;
// Adds what a thread waits for: "thread 2 waits for the mutex m".
void prop_add_wait(Vm *vm, ThreadId t, Text *out);
bool prop_deadlock_named(Vm *vm, const PlaceNames *names, Fault *out);
// Calls the invariant f in the state of the machine, which is then not in that state any more; the
// fault says what is wrong with it (kind INVARIANT; `last` ran last). It is broken if some of the
// numbers that unknown values can be break it; these are what the machine chooses then
// (vm_choose_values).
typedef enum InvariantEnd {
    INVARIANT_HOLDS,
    INVARIANT_BROKEN,
    INVARIANT_OPEN, // it depends on unknown values, and nobody knows whether it holds
    INVARIANT_UNUSABLE
} InvariantEnd;
InvariantEnd prop_invariant(Vm *vm, FuncId f, ThreadId last, Fault *out);
// Whether the function that the machine has called last has read a thread-local variable; then the
// text says so.
bool prop_reads_thread_local(const Vm *vm, const char *what, const char *name, Text *out);
// All of them until one is broken or cannot be used; none inside an atomic section, where there is
// nobody to see it.
InvariantEnd prop_judge_invariants(const PropertySet *s, Vm *vm, ThreadId last, Fault *out);
// Whether the end of a step is itself a violation: a fault of the machine that is checked.
bool prop_judge_end(const PropertySet *s, Vm *vm, RunEnd end, Fault *out);
// Whether the run that the machine has come to the end of is a violation, by its last step or in
// its last state; the machine is then not in that state any more.
bool prop_judge(const PropertySet *s, Vm *vm, const Replayed *run, Fault *out);
void prop_only(PropertySet *s, FaultKind kind); // nothing else counts
// The values of the formula's propositions in the state of the machine, which is then not in that
// state any more; bit i is number i. False: one cannot be evaluated, the text says why.
bool prop_values(const PropertySet *s, Vm *vm, u32 *out, Text *why);
// Livelock: after the formula was set, finds where events are told; whether progress was made just
// before the state of the machine.
void prop_set_progress(PropertySet *s, const Program *p);
bool prop_has_progress(const PropertySet *s, Vm *vm);
// In the middle of an atomic section: those of before, and the events of now.
static inline u32 prop_hidden_values(const PropertySet *s, u32 before, u32 events) {
    return (before & ~s->events) | (events & s->events);
}
// Some proposition is no function of the program.
bool prop_has_asked(const PropertySet *s);
// A proposition that depends on one number in memory alone: which, and what it is by that number.
// False: on none, or on more.
bool prop_asked_number(const PropertySet *s, u32 i, ObjId *variable, u32 *off);
bool prop_asked_is_true(const PropertySet *s, u32 i, u32 number);
// The same for proposition i alone.
bool prop_value(const PropertySet *s, Vm *vm, u32 i, bool *out, Text *why);
// Fills in the fault for a run that the formula, or the part of it that is given, does not hold of.
void prop_broken_formula(const char *formula, const Schedule *run, Fault *out);
// The same for a run that the claim accepts.
void prop_accepted_run(const NeverClaim *c, const Schedule *run, Fault *out);
// Fills in the fault for a heap block that thread `last` leaked.
void prop_leak(Vm *vm, ThreadId last, ObjId block, Fault *out);
// A heap block that nothing points to; 0 if there is none. (view_canonicalize finds the same on
// its way; replays use this.)
ObjId prop_lost(Vm *vm);
void prop_all_lost(Vm *vm, ObjList *out);
void prop_all_unfreed(Vm *vm, ObjList *out);
// Whether one of the blocks that are not in `before` (NULL: none is) is a leak that counts: fills
// in the fault.
bool prop_judge_leaks(Vm *vm, ThreadId last, const ObjList *blocks, const ObjList *before,
                      Fault *out);

#endif
