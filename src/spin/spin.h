// SPDX-License-Identifier: Apache-2.0
// spin: SPIN searches, the machine steps. What is written for SPIN, running it, and understanding
// what it says.
#ifndef HEDDLE_SPIN_H
#define HEDDLE_SPIN_H

#include "setup/setup.h"

// ---- a search by SPIN ---------------------------------------------------------------------------
// One after the other: spin_new, spin_set_search, spin_open, loading the program with spin_setup,
// spin_suits, spin_search, spin_close, spin_free. Those that are false have a message (spin_why).

// How far it is, for who watches.
typedef struct SpinShow {
    bool (*is_due)(void *arg);                    // whether something new should be shown
    void (*doing)(void *arg, const char *what);   // in words
    void (*reached)(void *arg, const Figures *f); // in figures
    void (*nothing)(void *arg);                   // nothing is going on any more
    void *arg;
} SpinShow;

// All that it refers to must stay.
typedef struct SpinOptions {
    const Setup *setup;
    Words words;                          // of the command line, for the library
    Words spin_args;                      // options for SPIN
    const char *model, *keep, *verifiers; // of the options with these names; NULL: not given
    const char *trace_option; // one that asks for the trace of a run from main; NULL: none
    const volatile int *interrupted;
    SpinShow show;
} SpinOptions;

typedef struct Spin Spin;
Spin *spin_new(const SpinOptions *o);
void spin_free(Spin *s);
const char *spin_why(const Spin *s);
// Whether there is a SPIN, and what the options say of its search. The options are changed when it
// is about the formula, and must stay.
bool spin_set_search(Spin *s, SearchOptions *search);
// Makes the directory, after a look at the options for SPIN, the library and the model.
bool spin_open(Spin *s);
void spin_close(Spin *s); // removes it, unless it is kept
// How the program is to be loaded.
Setup spin_setup(const Spin *s);
// Whether it can be searched, now that the program is known. Changes the environment for the tools.
bool spin_suits(Spin *s, const Program *p);
// The result belongs to the caller (search_result_done), also after a failure. When violated, the
// schedule has been replayed, unless a model of the user's was searched. There may be a message
// without a failure: a counterexample could not be replayed.
bool spin_search(Spin *s, SearchResult *r);
// A violation that a model of the user's has found is told by SPIN's replay: it does not begin with
// main. False if there is none.
bool spin_tell_trail(Spin *s, Text *out);
// When heddle is ended at once, the directory goes with all files in it, and so do the running
// process and its children; for a signal handler.
void spin_tidy(void);

// ---- what the library tells ---------------------------------------------------------------------
// What the library tells heddle goes into a file, one note on each line:
//
//   cut TEXT                   something was not searched
//   fault TEXT                 the same, because the program cannot be checked as it is
//   stopped TEXT               nothing more can be said, for this reason; the process has ended
//   bound PREPOSITION TEXT     a condition that the verdict stands on was met
//   abstraction                states were compared by a part of what they are
//   unasked KIND TEXT          a fault that was not asked for has ended a run
//   violation KIND TEXT        the schedule is in the file beside it, unless nobody counts steps
//   renumbers                  many threads are started after others have ended, perhaps for ever
//   needs WHAT NUMBER          threads, alternatives, bytes or matched-bytes; the process has ended
//   failed TEXT                something cannot be done; the process has ended
#define SPIN_NOTES "HEDDLE_NOTES" // environment: path of the notes
#define SPIN_TELL "HEDDLE_TELL"   // environment: the library prints where threads stand
#define SPIN_STEPS                                                                                 \
    "HEDDLE_STEPS" // environment: the library prints steps, so that SPIN's replay has them between
                   // its own lines
#define SPIN_STEP "heddle: step" // thread, alternative and length follow
#define SPIN_REPLAY                                                                                \
    "HEDDLE_REPLAY" // environment: the library writes the schedule also of a run without a
                    // violation
#define SPIN_SCHEDULE ".schedule" // appended to it: lines "thread alternative length"

#endif
