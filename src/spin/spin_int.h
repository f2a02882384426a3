// SPDX-License-Identifier: Apache-2.0
// The inside of spin. session.c: what is looked at before SPIN's search; options.c, words.c,
// refuse.c: the options for SPIN; verifier.c: making a verifier and running it; search.c: what it
// has found.
#ifndef HEDDLE_SPIN_INT_H
#define HEDDLE_SPIN_INT_H

#include "spin/spin.h"

// ---- size.c -------------------------------------------------------------------------------------
// What a verifier is made for; when a run needs more, another one is made.
typedef struct SpinSize {
    u32 threads, alternatives;
    u64 bytes;   // of a state
    u64 matched; // of the part of it that is compared; 0: all of it is
} SpinSize;
// A good guess, from some runs of the program; options as for a Drive.
SpinSize spin_guess_size(const Program *p, const ExploreOptions *o);
// The same for a program without main: threads and alternatives are the model's affair, and 0. No
// bytes: it cannot be set up.
SpinSize spin_guess_size_outside(const Program *p, const ExploreOptions *o);

// ---- write.c ------------------------------------------------------------------------------------
// The model that runs the program from main. `keeps_depth`: the number of steps is tracked, which
// needs a depth-first search. If only a part of a state is compared, that part is matched, and the
// state only tracked. `formula`: a claim about it; NULL: none.
void spin_write_driver(Text *out, const char *program, const SpinSize *size, bool keeps_depth,
                       const Ltl *formula);
// Everything else that the verifier is linked with: buffers, and the program that the library has
// to load.
typedef struct SpinGlue {
    const char *directory;
    const char *bitcode;      // directory
    const char *const *words; // of the command line
    u32 nwords;
    SpinSize size;
    bool keeps_depth;
    bool is_users_model; // which may look at memory between steps
    const Ltl *formula;  // NULL: none
} SpinGlue;
void spin_write_glue(Text *out, const SpinGlue *g);

// ---- words.c ------------------------------------------------------------------------------------
// Whether this is an option, with the number that it needs if it needs one.
bool spin_check_word(const char *word, Diag *d);

// ---- model.c: models of the user's --------------------------------------------------------------

// The model at this path as it is given to SPIN: with the declarations of libheddle, and with
// parentheses around the contents of each c_expr, since SPIN 6.5 takes a call alone for something
// with side effects.
void spin_write_model(Text *out, const char *path, const char *model);
// -D and -U among these words as directives, to stand before the model.
void spin_write_definitions(Text *out, const char *const *words, u32 n);
// Whether the name occurs in C or Promela; also in strings, since those of c_track are code.
bool spin_has_name(const char *code, const char *name);
// Whether it has properties for infinite runs.
bool spin_is_about_liveness(const char *model);
// Functions of the program that this code calls, as functions that run on the machine, and the
// globals that it names, as names for parts of csbuf.
void spin_write_names(Text *out, const Program *p, const char *code);
// Something that the model names, and that several files have, each for itself; NULL: nothing.
const char *spin_ambiguous_name(const Program *p, const char *model);
// Whether it has names of the program outside strings, and so is C code that uses them.
bool spin_uses_names(const Program *p, const char *code);

// ---- refuse.c -----------------------------------------------------------------------------------
// Why an option of SPIN cannot be used with a program, or with a model of the user's; NULL: it can.
const char *spin_refusal(const char *word, bool is_model, bool is_about_liveness);

// ---- run.c --------------------------------------------------------------------------------------

typedef enum SpinEnd {
    SPIN_ENDED,
    SPIN_MISSING,
    SPIN_LATE,
    SPIN_INTERRUPTED,
    SPIN_STOPPED
} SpinEnd;
typedef struct SpinRun {
    const char *const *argv;         // ends with NULL
    const char *directory, *output;  // where it runs; the file for all that it prints
    double seconds;                  // 0: no limit
    const volatile int *interrupted; // may be NULL
    bool (*should_stop)(void *arg);  // asked now and then; may be NULL
    void *arg;
    int exit_code; // result; -N if signal N has ended it
} SpinRun;
// Runs a command to its end, or ends it with all its children.
SpinEnd spin_run(SpinRun *r);
bool spin_is_installed(const char *tool); // there is such a command

// ---- trail.c ------------------------------------------------------------------------------------
// Whether SPIN has written a trail into the directory; the last one then has the name under which a
// replay looks for it.
bool spin_find_trail(const char *directory);
// Some trails end before the step that is wrong: looks for one from where the schedule ends, and
// adds it.
bool spin_find_last_step(const Program *p, const ExploreOptions *o, FaultKind kind, Schedule *s);

// ---- tidy.c -------------------------------------------------------------------------------------
// What spin_tidy has to do when everything ends at once.
void spin_tidy_directory(const char *path); // removes it; NULL: none any more
void spin_tidy_child(int pid);              // ends it; 0: none any more

// ---- key.c --------------------------------------------------------------------------------------

// A number for all that the compiled verifier in a directory depends on: what SPIN has written, the
// header of the library, and the words of the compiler's command.
bool spin_key(const char *directory, const char *header, const char *const *argv, u32 nargv,
              u64 out[2], Diag *d);

// ---- read.c -------------------------------------------------------------------------------------

// What the verifier has printed.
typedef struct SpinSummary {
    bool has_figures;
    u64 states, transitions, depth, errors;
    double memory; // bytes
    bool is_too_deep, is_out_of_memory, is_incomplete;
    char first_error[256]; // "" if there is none
} SpinSummary;
void spin_read_summary(const char *text, SpinSummary *out);
// the letter that it does not know as an option; 0 if there is none
char spin_read_unknown_option(const char *text);

// The last of the lines that it prints while it runs; false if there is none.
bool spin_read_progress(const char *text, SpinSummary *out);

// What the library has noted (spin.h).
typedef struct SpinNotes {
    Text failure, violation, stopped; // texts, empty if there is none
    Text cuts, faults, bounds; // one on each line; faults are cuts that are the program's fault
    bool is_abstracted;
    FaultKind kind; // of the violation; FAULT_NONE: none
    bool unasked[FAULT_COUNT];
    Text first_unasked;
    FaultKind first_unasked_kind;
    SpinSize needs; // 0: no more than there was
    bool renumbers;
} SpinNotes;
void spin_read_notes(const char *text, SpinNotes *out);
void spin_notes_done(SpinNotes *n);
bool spin_read_schedule(const char *text, Schedule *out);
// The steps in what a replay has printed, which end in a cycle. False: there is none.
bool spin_read_cycle(const char *text, Schedule *out);

// ---- explain.c ----------------------------------------------------------------------------------

// A model of the user's, and where SPIN has made code of it.
typedef struct SpinSource {
    const char *path, *model, *directory;
} SpinSource;
// What `spin -a`, the compiler and the linker have said, in words for who has written the model.
// False, and nothing is added, if it is about something else.
bool spin_explain_model(Text *out, const SpinSource *source, const char *said);
bool spin_explain_code(Text *out, const SpinSource *source, const char *said);
bool spin_explain_options(Text *out, const char *said);
bool spin_explain_names(Text *out, const Program *p, const char *said);

// ---- a session ----------------------------------------------------------------------------------

enum { MOST_PROCESSES = 255 }; // of SPIN

struct Spin {
    SpinOptions o;
    SearchOptions *search;
    const Program *program;
    SearchResult *result;
    Diag why; // the last function has failed
    Arena *arena;
    const char *directory; // all files are here; NULL: none yet
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
    SpinSummary summary;
    SpinNotes notes;
};

// ---- options.c ----------------------------------------------------------------------------------
// False, or SPIN_STOPPED, here and below: with a message in s->why.

// Whether it has -DNAME, with or without a value.
bool words_define(const Words *w, const char *name);
bool words_have(const Words *w, const char *word);
// Options of the verifier for endless runs: acceptance cycles, weak fairness, progress.
bool word_is_about_cycles(const char *word);
bool words_are_fair(const Spin *s);
// Who gets what the user gave after --.
bool words_sort(Spin *s);
// Whether all of them have a meaning for what is checked.
bool words_suit(Spin *s);

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
void verifier_notes(const Spin *s, SpinNotes *out);
bool verifier_is_too_small(const SpinNotes *n);
void verifier_figures(Figures *f, const Spin *s, const SpinSummary *y);
// What was printed into a file of its directory.
void verifier_output(const Spin *s, const char *name, Text *out);
// Whether nothing can be written any more, with a message.
bool verifier_fills_disk(Spin *s);

#endif
