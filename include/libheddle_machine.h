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
// same result. A machine or a name that is NULL is HEDDLE_FAILED.
//
// Not returned are errors of heddle's own (a check of its data that fails): they end the process
// with a message on standard error and exit code 4. Messages of clang about the program go to
// standard error.
enum {
    HEDDLE_FAILED = -1,    // wrong input, or something that is not possible
    HEDDLE_TOO_SMALL = -2, // a buffer, or what the caller can handle
    // The memory that the machine had is not given back. memory_limit counts what the library holds
    // for all machines, while a function of the machine runs that has it.
    HEDDLE_NO_MEMORY = -3
};

// ---- opening a machine --------------------------------------------------------------------------

typedef struct heddle_texts {
    const char *const *at;
    int n;
} heddle_texts;

// A function that the program does not define, or a variable; "*": all of them (--stub).
enum { HEDDLE_STUB_NONDET, HEDDLE_STUB_ZERO, HEDDLE_STUB_ABORT };
typedef struct heddle_stub {
    const char *function;
    int kind; // it returns an unknown value, or 0, or a call of it is a violation
} heddle_stub;

// A file that the program can open (--file).
typedef struct heddle_file {
    const char *name;
    const char *path; // of its contents; NULL: the same
} heddle_file;

// Where threads may be interrupted. The default: with only_steps, after as many operations as
// conflict with nothing that other threads do; without it, after every operation that others could
// see. The others are those of --reduction, whoever looks at the state between steps.
enum {
    HEDDLE_REDUCTION_DEFAULT,
    HEDDLE_REDUCTION_NONE,
    HEDDLE_REDUCTION_GLOBAL,
    HEDDLE_REDUCTION_TAU,
    HEDDLE_REDUCTION_TAU_PLUS,
    HEDDLE_REDUCTION_SUPERSTEP
};

// How a machine is set up. Who sets everything to 0 and then gives size, files and state has the
// defaults; flags are 0 or not. Comments name the options of `heddle check` and `heddle spin` that
// mean the same, whose help says more, and so do messages: --clock-ticks is clock_ticks.
//
// Buffers (state, matched, values) must stay until the machine is closed, the rest only until it is
// open.
typedef struct heddle_setup {
    // sizeof(heddle_setup). Later versions of the library may have more fields at the end: they are
    // 0 for who was compiled without them.
    size_t size;

    // The program.
    heddle_texts files;         // C, C++ or LLVM code; at least one
    heddle_texts compiler_args; // for clang: -I, -D, -std=, -O2, -m32, ...; a word each
    heddle_texts program_args;  // of main, behind the program's name (--arg)
    const char *directory;      // where files are looked for; NULL: here
    const char *bitcode;        // as in heddle_bitcode; NULL: clang is run
    int without_main;           // main is not needed and will not run: no threads at first

    // What the program meets.
    const heddle_stub *stubs;
    int nstubs;
    const heddle_file *data_files; // other files are missing
    int ndata_files;
    const char *standard_input; // path of its contents (--stdin); NULL: empty
    int has_clock_ticks;        // otherwise the clock may advance 3 times
    int clock_ticks;            // with has_clock_ticks (--clock-ticks)
    int has_nondet_range;       // otherwise a look at a wide unknown value is a cut
    long long nondet_low;       // with has_nondet_range (--nondet-range)
    long long nondet_high;
    int malloc_may_fail;             // --malloc-may-fail
    int reuse_addresses;             // --reuse-addresses
    int spurious_wakeups;            // --spurious-wakeups: so it is anyway
    int no_spurious_wakeups;         // --no-spurious-wakeups
    int volatile_atomic;             // --volatile-atomic
    int nondet_rand;                 // --nondet-rand
    int prefer_readers;              // --rwlock prefer-readers
    int stack_limit;                 // frames of a thread (--stack-limit); 0: the default
    unsigned long long memory_limit; // bytes (--memory-limit); 0: the default

    // What is a violation.
    heddle_texts properties;    // names, added to those that are always checked (--property)
    heddle_texts no_properties; // names, taken out again (--no-property)
    const char *property_file;  // instead of those that are always checked (--prp); NULL: none
    heddle_texts invariants;    // functions of the program (--invariant)
    const char *ltl;            // a formula, of whose propositions `values` has the values (--ltl)

    // Which states are equal, in `matched`.
    heddle_texts unmatched;    // global variables (--unmatched)
    heddle_texts abstractions; // functions of the program (--abstraction)

    // What a step is.
    int reduction;           // HEDDLE_REDUCTION_...
    int only_steps;          // as in heddle_only_steps
    int no_heap_symmetry;    // --no-heap-symmetry
    int no_store_visibility; // --no-store-visibility
    int has_context_bound;   // otherwise there is no bound
    // With has_context_bound: for heddle_machine_can and heddle_machine_enabled_cb
    // (--context-bound).
    int context_bound;
    int threads, alternatives; // that the caller can handle, as in heddle_limits; 0: any number

    // Where the state is kept: globals from heddle_machine_offset on, all other bytes are heddle's.
    void *state;
    size_t state_size;
    // As in heddle_matched; NULL: nobody compares.
    void *matched;
    size_t matched_size;
    // As in heddle_values; 2 bytes more than the formula has propositions. NULL without ltl.
    unsigned char *values;
    size_t values_size;

    // Called with a message at each violation, which is valid until it returns. It may call
    // functions of the library, also for the same machine; if it closes that one, the call that it
    // runs in fails.
    void (*on_violation)(void *arg, const char *message);
    void *arg;

    // Objects have addresses that the program can compute with (--addresses fixed); otherwise a
    // look at the number of one is a cut.
    long fixed_addresses;

    // What is unknown of the world that the program meets, by the words of --unknown.
    heddle_texts unknown;
} heddle_setup;

// *m becomes a machine in the program's initial state: main is about to run in thread 0, or there
// are no threads, and constructors have run. Otherwise the result is less than 0, *m is NULL, and
// the reason is in `error`, cut off after error_size - 1 characters; it may be NULL. Values that a
// field cannot have, and names that the program does not have, are HEDDLE_FAILED.
HEDDLE_API int heddle_machine_open_with(heddle_machine **m, const heddle_setup *setup, char *error,
                                        size_t error_size);

// The same for who has words of a command line. What is 0 is not wanted; fields that are named as
// those of heddle_setup mean the same.
typedef struct heddle_options {
    // The program: words of the command line of `heddle check` (options and files), read in this
    // directory (NULL: here).
    const char *const *words;
    int nwords;
    const char *directory;
    const char *bitcode;
    int without_main;
    int only_steps;
    int threads, alternatives;
    void *state;
    size_t state_size;
    void *matched;
    size_t matched_size;
    unsigned char *values;
    void (*on_violation)(void *arg, const char *message);
    void *arg;
} heddle_options;

// NULL, with a text in `error`, if the machine cannot be opened.
HEDDLE_API heddle_machine *heddle_machine_open(const heddle_options *options, char *error,
                                               size_t error_size);
HEDDLE_API void heddle_machine_close(heddle_machine *m); // may be NULL

// ---- using it -----------------------------------------------------------------------------------

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
HEDDLE_API void heddle_machine_context_bound(heddle_machine *m, int n); // at most 65535; < 0: none
HEDDLE_API int heddle_machine_threads(heddle_machine *m);
HEDDLE_API int heddle_machine_alternatives(heddle_machine *m, int i);
HEDDLE_API int heddle_machine_enabled(heddle_machine *m, int i);
HEDDLE_API int heddle_machine_enabled_cb(heddle_machine *m, int i);
HEDDLE_API int heddle_machine_can(heddle_machine *m, int i, int alternative);
HEDDLE_API int heddle_machine_goes_on(heddle_machine *m, int i);
HEDDLE_API int heddle_machine_rests(heddle_machine *m); // as pan_rests
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
