// SPDX-License-Identifier: Apache-2.0
// libheddle for searches of your own: machines, of which there may be several, and errors that are
// returned. The state of a machine is in a buffer of the user's: who restores an earlier content of
// it is back in that earlier state. Names like heddle_matched and pan_call below are those of
// libheddle.h, where they are described.
//
// Only one thread at a time may use the library.
#ifndef LIBHEDDLE_MACHINE_H
#define LIBHEDDLE_MACHINE_H

#include "libheddle.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct heddle_machine heddle_machine;

// Results that are less than 0: the function could not do what it was asked to, and
// heddle_machine_error says why. After HEDDLE_FAILED the machine can be used on, in the state it
// was in, unless heddle cannot go on with it: then, and after the others, every function has the
// same result.
//
// Not returned are errors of heddle's own (a check of its data that fails): they end the process
// with a message on standard error and exit code 4. Messages of clang about the program go to
// standard error.
enum {
    HEDDLE_FAILED = -1,    // wrong input, or something that is not possible
    HEDDLE_TOO_SMALL = -2, // a buffer, or what the caller can handle
    // The memory that the machine had is not given back. --memory-limit counts what the library
    // holds for all machines, while a function of the machine runs whose words have it.
    HEDDLE_NO_MEMORY = -3
};

// How a machine is set up; what is 0 is not wanted. Buffers must stay until it is closed, the rest
// only until it is open.
typedef struct heddle_options {
    // The program: words of the command line of `heddle check` (options and files), read in this
    // directory (NULL: here).
    const char *const *words;
    int nwords;
    const char *directory;
    const char *bitcode; // as in heddle_bitcode
    // main is not needed and will not run: the machine has no threads at first.
    int without_main;
    int only_steps;            // as in heddle_only_steps
    int threads, alternatives; // as in heddle_limits
    // Where the state is kept: globals from heddle_machine_offset on, all other bytes are heddle's.
    void *state;
    size_t state_size;
    // As in heddle_matched and heddle_values.
    void *matched;
    size_t matched_size;
    unsigned char *values;
    // Called with a message at each violation; it may call functions of the library, also for the
    // same machine.
    void (*on_violation)(void *arg, const char *message);
    void *arg;
} heddle_options;

// A machine in the program's initial state: main is about to run in thread 0, or there are no
// threads, and constructors have run. NULL, with a text in `error`, if that cannot be.
HEDDLE_API heddle_machine *heddle_machine_open(const heddle_options *options, char *error,
                                               size_t error_size);
HEDDLE_API void heddle_machine_close(heddle_machine *m); // may be NULL
// Of the last function that failed; "" if none did. Valid until the next call.
HEDDLE_API const char *heddle_machine_error(const heddle_machine *m);

// The functions below do what those of the same name with pan_ do, to this machine. They return
// less than 0 if they fail.
HEDDLE_API int heddle_machine_call(heddle_machine *m, const char *name, int nargs,
                                   const unsigned long long *args, unsigned long long *result);
HEDDLE_API int heddle_machine_start_thread(heddle_machine *m, int i, const char *function,
                                           void *arg);
HEDDLE_API int heddle_machine_invariant(heddle_machine *m, const char *name);
HEDDLE_API int heddle_machine_abstraction(heddle_machine *m, const char *name);
HEDDLE_API int heddle_machine_match(heddle_machine *m);
HEDDLE_API void heddle_machine_context_bound(heddle_machine *m, int n);
HEDDLE_API int heddle_machine_threads(heddle_machine *m);
HEDDLE_API int heddle_machine_alternatives(heddle_machine *m, int i);
HEDDLE_API int heddle_machine_enabled(heddle_machine *m, int i);
HEDDLE_API int heddle_machine_enabled_cb(heddle_machine *m, int i);
HEDDLE_API int heddle_machine_can(heddle_machine *m, int i, int alternative);
// 1 if a step was taken, or was found to end in a violation; 0 if the thread cannot take one.
HEDDLE_API int heddle_machine_choose(heddle_machine *m, int i, int alternative);
HEDDLE_API const char *heddle_machine_message(const heddle_machine *m);
HEDDLE_API size_t heddle_machine_bytes(const heddle_machine *m);
HEDDLE_API long heddle_machine_offset(heddle_machine *m, const char *global); // -1: none
HEDDLE_API const char *heddle_machine_place(heddle_machine *m, int i);
// What was not searched: while it is "", whoever has taken every step from every state has seen all
// that the program can do.
HEDDLE_API const char *heddle_machine_cut(const heddle_machine *m);

#ifdef __cplusplus
}
#endif

#endif
