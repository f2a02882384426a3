// SPDX-License-Identifier: Apache-2.0
// smt, inside. tree.c walks the tree, unwind.c counts how often loops go round; what the ends of
// its branches mean is decided by lazy.c, or by schedule.c, which makes one formula of all of them.
#ifndef HEDDLE_SMT_INT_H
#define HEDDLE_SMT_INT_H

#include "smt/smt.h"
#include "solve/solver.h"

#include <stdio.h>

// ---- loops --------------------------------------------------------------------------------------

// How often a loop went round since its function was entered or a loop around it went round; or a
// function that was entered and may not have returned yet.
typedef struct LoopCount {
    ThreadId thread;
    u32 frame;
    Pc head, from; // where it begins, and from where it jumps back
    bool is_function;
    u32 n; // of a loop
} LoopCount;
typedef struct LoopCounts {
    LoopCount *items;
    u32 n, cap;
} LoopCounts;
void loops_copy(LoopCounts *to, const LoopCounts *from);
// What a step did. False: a loop of the user's went round more than `most` times, or one of his
// functions has called itself so often.
bool loops_add(LoopCounts *c, const Program *p, const StepRecord *step, u32 most);
void loops_end(LoopCounts *c, ThreadId t); // the thread has ended; later ones move up
// Whether none of the loops went round more often than in the other counts.
bool loops_are_fewer(const LoopCounts *c, const LoopCounts *other);
void loops_done(LoopCounts *c);

// ---- the tree -----------------------------------------------------------------------------------

typedef enum Leaf {
    LEAF_NONE,      // the branch goes on
    LEAF_END,       // of the program
    LEAF_NOWHERE,   // no run: assumed away, cut, or impossible
    LEAF_VIOLATION, // if its condition can be fulfilled
    LEAF_SWITCHES,  // the bound on context switches is reached
    LEAF_UNWOUND,   // the bound on loops is reached
    LEAF_ROUND,     // the run is back where it was before
} Leaf;

typedef struct Move {
    ThreadId thread;
    u32 alternative;
    bool is_truth; // it begins with an answer about unknown values
} Move;

// A node on the way from the root to where the walk is.
typedef struct Level {
    StateWord *state;
    u32 state_cap;
    u32 compared; // words of it that are those of equal states
    u64 hash;
    ThreadId last; // who came here; THREAD_NONE: the beginning, or it has ended
    u32 switches;
    Move *moves;
    u32 nmoves, moves_cap, next;
    LoopCounts loops;
} Level;

typedef struct Tree {
    const Program *program;
    const SmtOptions *options;
    SearchResult *result;
    SmtFigures *figures;
    Drive *drive;
    Findings found; // what the last steps have found, in these:
    Verdict verdict;
    u64 unasked[FAULT_COUNT];
    Fault first_unasked;
    Vm *vm; // repeats schedules
    Level *levels;
    u32 depth, levels_cap; // the levels from 0 to depth - 1 are in use
    Schedule path;         // of depth - 1 steps
    FaultKind kind;        // of the violation at the leaf
    FILE *conditions;      // NULL: nobody wants to see them
    u64 missing;           // VmOptions.addressed lacks these: nothing that was found counts
    double begin;
    bool is_stopped, is_write_failed;
    bool leaves_out; // a larger bound on switches would have a larger tree
} Tree;

// What is to be done on the way. Each returns false if the walk is over.
typedef struct Walk {
    void *self;
    // Move k of n leads to another node, which is entered. NULL: nobody wants to know.
    bool (*enter)(void *self, u32 k, u32 n);
    // Move k of n has led to an end of the branch; the path has its step.
    bool (*leaf)(void *self, Leaf leaf, u32 k, u32 n);
    bool (*leave)(void *self); // all below the deepest node is done
} Walk;

void tree_init(Tree *t, const Program *p, const SmtOptions *o, SearchResult *r, SmtFigures *f);
void tree_done(Tree *t);
// From the root.
void tree_walk(Tree *t, const Walk *w);
// The move that leads on from each node is said by somebody, until an end. The path is what it has
// led to.
Leaf tree_follow(Tree *t, u32 (*choose)(void *self, u32 level), void *self);
// What the unknown values of the path fulfil, as a term of the solver's query.
SolveId tree_condition(Tree *t, Solver *s);
// Whether there are such values for the deepest node. If the solver gives up, that is noted.
bool tree_is_possible(Tree *t);
// The path is a violation: it is confirmed, and added to what was found.
void tree_found(Tree *t);
void tree_gave_up(Tree *t, const Solver *s); // NULL: that of the machine
// It will be asked for what its query requires, together with what is assumed: it gets the time
// that is left, and who wants to sees the question.
void tree_note_condition(Tree *t, Solver *s, const SolveId *assumed, u32 n);
void tree_note_unwound(Tree *t); // a run goes on beyond the bound on loops
// Requires one of the terms, which are not needed any more. 0 of them: what cannot be.
SolveId require_any(Solver *s, SolveId *terms, u32 n);
Solver *tree_solver(const Tree *t); // for conditions

// ---- approaches ---------------------------------------------------------------------------------

void lazy_run(Tree *t);
void schedule_run(Tree *t);

#endif
