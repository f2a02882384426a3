// SPDX-License-Identifier: Apache-2.0
// smt: looks at all interleavings of a program one by one, as the branches of a tree, and lets a
// solver decide which of them can go wrong. Nothing is remembered of other branches, so the tree
// must be finite: bounds on context switches and on loops make it so.
#ifndef HEDDLE_SMT_H
#define HEDDLE_SMT_H

#include "search/search.h"

typedef enum SmtApproach {
    SMT_LAZY,     // a condition for each interleaving, as soon as its end is reached
    SMT_SCHEDULE, // one for all of them, in which the schedule is unknown too
    SMT_UW        // the same, with few schedules first, and more if the refutation depends on that
} SmtApproach;

typedef struct SmtOptions {
    // what is searched, and limits; not how: reduction, order, store, context bound, workers
    const SearchOptions *search;
    SmtApproach approach;
    i64 context_bound; // switches from one thread to another, for whatever reason; -1: none
    i64 unwind;        // how often a loop may go round; -1: as often as it wants
    bool no_unwinding_assertions; // runs that would go round once more are left out
    bool counts_all;              // lazy: goes on after a violation, and counts them
    bool no_rounds;               // a state that comes again is looked at again; for tests
    const char *smt_lib;          // a file for the conditions; NULL: none
    const char *solver;           // a command that judges them; NULL: Z3 does
} SmtOptions;

typedef struct SmtFigures {
    u64 interleavings; // runs to their end, to a bound or to a violation
    u64 failed;        // of them, with a violation
    u64 iterations;    // SMT_UW: how often the solver was asked
    u64 conditions;    // that were handed to the solver
    u64 terms;         // in the largest of them
    double seconds;    // that the solver took
} SmtFigures;

// As search_run. False: the file for the conditions cannot be written.
void smt_tidy(void); // ends and removes what must not be left behind; for a signal handler, too
bool smt_run(const Program *p, const SmtOptions *o, SearchResult *r, SmtFigures *f, Diag *d);
extern const char *const smt_approach_name[];

#endif
