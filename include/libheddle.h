// SPDX-License-Identifier: Apache-2.0
// libheddle: heddle's machine as a library, for searches that somebody else makes, above all SPIN.
// The state of the machine is in a buffer of the user's, `csbuf`: who restores an earlier content
// of it is back in that earlier state. doc/spin.md shows how it is used; `heddle spin` writes
// everything that is needed.
//
// There is one machine for each process. Functions that cannot do what they were asked to end the
// process with a message on standard error and exit code 2 (or 3: memory, 4: an error of heddle's
// own). libheddle_machine.h has functions for several machines that return errors.
//
// SPIN may copy this header into code that includes it again: it only has what may be declared
// twice.
#ifndef LIBHEDDLE_H
#define LIBHEDDLE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__
#define HEDDLE_API __attribute__((visibility("default")))
#else
#define HEDDLE_API
#endif

// ---- before the machine is set up ---------------------------------------------------------------
// `heddle spin` writes a file that does this before main.

// The program: words of the command line of `heddle check` (options and files), read in this
// directory (NULL: here). The words must stay.
HEDDLE_API void heddle_program(const char *directory, int nwords, const char *const *words);
// What clang has made of the files is in this directory, where `heddle spin` has put it; NULL:
// clang is run.
HEDDLE_API void heddle_bitcode(const char *directory);
// Where the state is kept. `depth` counts the steps of the run, if the caller restores it together
// with the state (in SPIN: tracked, but not matched); NULL: nobody does, and no schedule is
// written.
HEDDLE_API void heddle_buffers(void *csbuf, size_t cs_size, unsigned *depth);
// Where the values of the propositions of --ltl are kept, from values[1] on, 0 or 1 each. values[0]
// is 1 when the program has ended, 2 when the run must not be judged, since an assumption did not
// hold or it could not be followed; no step follows then. One more byte behind them is the
// library's. To be restored together with the state.
HEDDLE_API void heddle_values(unsigned char *values);
// Where the part of the state is kept that makes two states equal: what --unmatched and
// heddle_unmatched leave of it, and what the functions of --abstraction and heddle_abstraction
// compute. Equal parts are equal bytes, in every process. Written whenever csbuf is. Without such
// options and calls that is the whole state.
HEDDLE_API void heddle_matched(void *pan_abs, size_t pan_abs_size);
// The functions that SPIN has made of c_track: who gives them restores only what they restore.
// Comes after heddle_buffers, and before the machine is set up. When anything else changes, that is
// noted for `heddle spin`, whose verdict names it.
HEDDLE_API void heddle_trackers(void (*update)(unsigned char *), void (*revert)(unsigned char *),
                                void (*stack)(unsigned char *), void (*unstack)(unsigned char *));
// Called with a message at each violation; SPIN's uerror.
HEDDLE_API void heddle_on_violation(void (*handler)(char *message));
// The caller only takes steps: it neither looks at the program's memory between them, nor writes to
// it, nor calls functions of the program. Then, unless the words name a reduction, a step is a
// superstep, which has as many operations as conflict with nothing that other threads do; and a
// step that ends the run is none. Without this, every operation that others could see ends a step,
// and the end of a run is a state in which there are no threads.
HEDDLE_API void heddle_only_steps(void);
// How many threads and alternatives the caller can handle; when there are more, the process ends
// with exit code 2.
HEDDLE_API void heddle_limits(int threads, int alternatives);

// What `heddle spin` has written.
extern unsigned char csbuf[];   // CS_SIZE bytes
extern unsigned char pan_abs[]; // PAN_ABS_SIZE bytes, if the model names it
extern unsigned pan_depth;
extern unsigned char pan_values[];

// ---- setting up ---------------------------------------------------------------------------------

// The machine in the program's initial state: main is about to run, in thread 0.
HEDDLE_API void heddle_start(void);
// The machine without threads; constructors of the program have run, main is not needed and will
// not run.
HEDDLE_API void pan_setup(void);
// Runs a function of the program whole, while all threads stand still; its result as a number.
HEDDLE_API long long pan_run_function(const char *name);
HEDDLE_API long long pan_call(const char *name, int nargs, const long long *args);
// The same for functions with numbers of any kind: each argument and the result as its bytes,
// zero-extended.
HEDDLE_API unsigned long long pan_call_raw(const char *name, int nargs,
                                           const unsigned long long *args);
// A new thread; `i` must be its number, which is that of the threads before it. It runs
// function(arg).
HEDDLE_API void pan_start_thread(int i, const char *function, void *arg);
// A function of the program without parameters that must not return 0 after any step, nor before
// one, nor when a thread has been started, and must not change anything; there may be several. The
// same as --invariant.
HEDDLE_API void pan_invariant(const char *name);
// A function that runs after each step, for abstractions: what it computes is kept in globals of
// the program.
HEDDLE_API void pan_abstraction(const char *name);
// Brings pan_abs up to date. Only needed where native code has itself written to globals of the
// program.
HEDDLE_API void pan_match(void);
// At most n preemptions in a run, for pan_enabled_cb; to be called before the first step. A
// negative number: no bound.
HEDDLE_API void pan_context_bound(int n);

// ---- steps --------------------------------------------------------------------------------------
// Threads that have not ended are numbered 0, 1, ...; when one ends, those after it move up. A
// thread that stands at a choice has several alternatives for its next step.

HEDDLE_API int pan_threads(void);
HEDDLE_API int pan_alternatives(int i);
// Whether thread i can take a step: it does not wait, and the step does not end in an assumption
// that does not hold, in a fault that was not asked for, or where heddle cannot go on; nor, after
// heddle_only_steps, in the end of the run.
HEDDLE_API int pan_enabled(int i);
HEDDLE_API int pan_enabled_cb(int i);           // the same within the context bound
HEDDLE_API int pan_can(int i, int alternative); // the same for one alternative
// Whether thread i can go on and has a reason to: it does not wait, is not about to yield, and
// would not only come back to where it stands, as a loop that looks at a flag. If the last step was
// its, then a step of another thread is a preemption. For who counts switches; pan_enabled_cb does
// already. It has nothing to do with a bound.
HEDDLE_API int pan_goes_on(int i);
// Whether the run may stay where it is for ever: it has ended, or no thread can go on but by a
// wake-up on which nobody can rely.
HEDDLE_API int pan_rests(void);
// One step of thread i, nothing if it cannot take one. At a violation the handler is called and the
// state stays.
HEDDLE_API void pan_step(int i); // for a thread with one alternative
HEDDLE_API void pan_choose(int i, int alternative);

// ---- what happened ------------------------------------------------------------------------------

HEDDLE_API const char *pan_message(void); // of the last violation; "" if there was none
HEDDLE_API size_t pan_bytes(void);        // of csbuf that the state needs now
// Where a global of the program lies in csbuf; -1 if there is none of that name, or several
// ("queue.c:count" is that of a file).
HEDDLE_API long pan_offset(const char *global);
// Where thread i stands: "file.c:12 in function". Valid until the next call.
HEDDLE_API const char *pan_place(int i);

#ifdef __cplusplus
}
#endif

#endif
