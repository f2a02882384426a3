// SPDX-License-Identifier: Apache-2.0
// front: from C sources (or LLVM code) to a Program. The only room that knows LLVM; no LLVM object
// survives it.
#ifndef HEDDLE_FRONT_H
#define HEDDLE_FRONT_H

#include "ir/ir.h"

// What a proposition asks about threads, and where they are.
typedef struct FrontPlace {
    u32 proposition; // its number, and how it is written
    const char *text;
    const char *thread; // the function that they are started with, or a number; NULL: any
    // The function, or the label alone; NULL: none. The label in that function; NULL: none.
    const char *name, *label;
    bool is_waiting; // it asks whether they wait
} FrontPlace;

// Words for clang.
typedef struct FrontArgs {
    const char **at;
    u32 n;
} FrontArgs;

typedef struct FrontOptions {
    const char **files; // .c .i .cc .cpp .cxx .C .ii .ll .bc
    u32 nfiles;
    // passed through to clang (-I -D -U -std -include -O -m32 -W.. -f..)
    const char **compiler_args;
    u32 ncompiler_args;
    const FrontArgs *file_args; // NULL, or for each file what stands before these
    const char *main_file;      // NULL, or that of the files whose main counts
    const char *data_model;     // NULL, or what a task says: then -m32 or -m64 is there for that
    // NULL or "-O0", "-O1", "-O2", "-O3", "-Os": the last -O among the args
    const char *opt_level;
    const char **program_args; // argv[1..]; argv[0] is derived from the first file
    u32 nprogram_args;
    // Values of the constants of runtime/config.c.
    bool malloc_may_fail, reuse_addresses, spurious_wakeups, nondet_rand, prefer_readers;
    u32 clock_ticks;
    u32 unknown;             // bits of WorldKind: what is unknown of the world
    bool has_nondet_range;   // unknown values can be looked at
    bool is_symbolic;        // and computed with
    const char **data_files; // what the program can open: NAME or NAME=PATH
    u32 ndata_files;
    const char *standard_input; // path of its contents; NULL: empty
    const char *stubs;          // NULL, or "NAME=KIND,...": functions that get a body, see stub.c
    // NULL, or "NAME,...": functions that are lowered though nothing calls them
    const char *kept;
    // Expressions of C; number i becomes the function PROPOSITION_NAME i, unless it is the name of
    // an event, or there is no C source: then it must be the name of a function. NULL: it is none
    // of C.
    const char *const *propositions;
    const char *const *meant; // NULL; or of each NULL, or what may be meant by it, for messages
    u32 npropositions;
    const FrontPlace *places;
    u32 nplaces;
    const char *const *events; // that somebody looks for, beside propositions that are such names
    u32 nevents;
    bool output_is_progress; // output is the event "progress"
    // NULL, or a directory: what clang makes of source i is kept there as i.bc
    const char *bitcode_to;
    const char *bitcode_from; // NULL, or that directory: clang need not run again
    bool finds_races;         // the optimiser must not invent accesses
    bool finds_overflows;     // loops must not forget to count to one
    bool volatile_atomic;     // volatile accesses count as atomic ones
    // NULL, or "FUNCTION[=NUMBER],...": any number of threads run these when main has returned
    const char *any_number;
    u32 most_threads; // that runs start; 0: no limit
    Counting counts;
    bool wants_dropped; // Program.dropped
    bool without_main;  // functions are called from outside; all that the files export stays
    bool keep_locals;   // promote no local: for properties that look at their contents
    // Told what the user should know and what is no failure, a line each; NULL: nobody wants to
    // know.
    void (*notice)(const char *text);
} FrontOptions;

// Compiles, links and lowers the files. The caller owns the result (program_free). NULL with a
// message in d when the input cannot be checked; clang's own messages have gone to standard error
// by then.
Program *front_load(const FrontOptions *o, Diag *d);

// Removes the temporary files of a front_load that is running; safe to call from a signal handler
// that ends the process.
void front_cleanup(void);

// Whether a file is C, by its name.
bool front_is_c(const char *file);
// By its name, whether it is one of those that can be a part of a program.
bool front_reads(const char *file);

#endif
