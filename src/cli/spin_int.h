// SPDX-License-Identifier: Apache-2.0
// The inside of heddle spin. spin_words.c: the options for SPIN. verifier.c: making a verifier and
// running it. spin.c: what it has found.
#ifndef HEDDLE_CLI_SPIN_INT_H
#define HEDDLE_CLI_SPIN_INT_H

#include "cli/cli.h"
#include "spin/spin.h"

#include <stdio.h>

enum { MOST_PROCESSES = 255 }; // of SPIN

typedef struct Spin {
    Outcome out;
    const Options *o;
    Arena *arena;
    const char *directory; // all files are here
    bool is_temporary;
    const char *here;
    const char *library, *include; // directories of libheddle
    Words compile, generate, run;  // what the user gave after --
    SpinSize size;
    u64 depth; // -m of the verifier
    bool is_depth_given, keeps_depth, is_probabilistic, is_about_liveness;
    const Ltl *formula; // that the verifier is about; NULL: it looks for faults
    bool has_unmatched; // the user's model tracks what it does not match
    Text model;         // of the user's
    double started;
    Live live;
    SpinSummary summary;
    SpinNotes notes;
} Spin;

// ---- spin_words.c -------------------------------------------------------------------------------

// Whether it has -DNAME, with or without a value.
bool words_define(const Words *w, const char *name);
bool words_have(const Words *w, const char *word);
// Options of the verifier for endless runs: acceptance cycles, weak fairness, progress.
bool word_is_about_cycles(const char *word);
bool words_are_fair(const Spin *s);
// Who gets what the user gave after --; false after a message.
bool words_sort(Spin *s);
// Whether all of them have a meaning for what is checked; false after a message.
bool words_suit(const Spin *s);

// ---- verifier.c ---------------------------------------------------------------------------------

// Of a file in its directory.
const char *verifier_path(const Spin *s, const char *name);
bool verifier_is_there(const char *path);
// Beside the program where it was built; in lib and include where it was installed.
bool verifier_find_library(Spin *s);
bool verifier_make_directory(Spin *s);
void verifier_remove_directory(const Spin *s);
bool verifier_read_model(Spin *s);
// SPIN_ENDED if all went well.
SpinEnd verifier_make(Spin *s);
// Runs the verifier, or its replay of what it has found.
SpinEnd verifier_run(Spin *s, bool is_replay, int *exit_code);
// What the library has noted.
void verifier_notes(Spin *s, SpinNotes *out);
bool verifier_is_too_small(const SpinNotes *n);
void verifier_figures(Figures *f, const Spin *s, const SpinSummary *y);
// What was printed into a file of its directory.
void verifier_output(const Spin *s, const char *name, Text *out);
void verifier_show(const Spin *s, const char *name, FILE *to);
bool verifier_fills_disk(const Spin *s);

#endif
