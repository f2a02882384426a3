// SPDX-License-Identifier: Apache-2.0
// count: threads that have no names are counted. A configuration is a global state and, for each
// local state, how many threads are in it, or any number of them. What such systems can do with any
// number of threads is decided (doc/counting.md).
//
// Where the states come from does not matter: a CountSystem says what one thread can do, and makes
// the numbers of states as it goes. Two kinds are here: listed machines and boolean programs.
#ifndef HEDDLE_COUNT_H
#define HEDDLE_COUNT_H

#include "base/base.h"

// ---- configurations -----------------------------------------------------------------------------

#define COUNT_ANY UINT32_MAX  // a count: as many threads as you like
#define LOCAL_NONE UINT32_MAX // a local state: the thread has ended

typedef struct CountPart {
    u32 local, count;
} CountPart;

// Invariant: parts are in ascending order of local states, each of which is there once, and their
// counts are not 0.
typedef struct CountConfig {
    u32 global;
    u32 n, cap;
    u64 locals; // bit i: there may be a local state whose number is i modulo 64; others are not
    CountPart *parts;
} CountConfig;
void config_done(CountConfig *c);
void config_copy(CountConfig *to, const CountConfig *from);
void config_add(CountConfig *c, u32 local, u32 count); // COUNT_ANY and anything is COUNT_ANY
bool config_remove(CountConfig *c, u32 local);         // one thread; false if there is none
u32 config_count(const CountConfig *c, u32 local);
bool config_equal(const CountConfig *a, const CountConfig *b);
u64 config_hash(const CountConfig *c);
// Whether b has the same global state, and of each local state at least as many.
bool config_covers(const CountConfig *b, const CountConfig *a);
// What can be had by going from `from` to c again and again, where c covers it and is not equal:
// any number of what has become more. False if c has that already.
bool config_accelerate(CountConfig *c, const CountConfig *from);

// ---- systems ------------------------------------------------------------------------------------

enum { MOST_STARTED = 4 }; // threads that one move starts

// What a thread does in one step that others cannot interrupt.
typedef struct CountMove {
    u32 global, local; // to these; LOCAL_NONE: it ends
    u32 nstarted;
    u32 started[MOST_STARTED]; // local states in which new threads begin
} CountMove;
typedef struct CountMoves {
    CountMove *items;
    u32 len, cap;
} CountMoves;

// What threads can do, and where they begin. The numbers of states are the system's; they should be
// small, since there are tables by number.
typedef struct CountSystem {
    void *self;
    // Adds all moves of a thread in `local` while the others see `global`. Always the same ones, in
    // the same order.
    void (*moves)(void *self, u32 global, u32 local, CountMoves *out);
    bool (*is_bad)(void *self, u32 global); // what must not be reached
    // The same about a configuration: true of all that cover one of which it is true. NULL: nothing
    // but the global state is bad. (Backwards it is not looked at.)
    bool (*is_bad_together)(void *self, const CountConfig *c);
    // These are for graphs and runs that are told; or NULL.
    void (*name_global)(void *self, u32 global, Text *out);
    void (*name_local)(void *self, u32 local, Text *out);
    // What the move does, by its number among those of `moves`: a line for each thing, with tabs
    // between "FILE:LINE", text, and what is changed.
    void (*tell_move)(void *self, u32 global, u32 local, u32 move, Text *out);
    // One of them is where it begins; they have the same threads.
    const CountConfig *initial;
    u32 ninitial;
} CountSystem;

// ---- questions ----------------------------------------------------------------------------------

typedef struct CountLimits {
    double time_limit, deadline;     // seconds; clock_seconds() then; 0: none
    u64 memory_limit;                // bytes; 0: none
    const volatile int *interrupted; // NULL: nobody interrupts
    void (*progress)(void *arg, u64 states, u64 transitions, u64 depth); // now and then; or NULL
    bool (*gives_up)(void *arg, Text *why); // whether the system cannot be dealt with; or NULL
    void *arg;
} CountLimits;

typedef enum CountAnswer {
    COUNT_UNREACHABLE, // no bad state, however many threads there are (or with so many of them)
    COUNT_REACHABLE,
    COUNT_STOPPED // by a limit
} CountAnswer;

// A step of a run with a fixed number of threads.
typedef struct CountStep {
    u32 thread;        // from 1
    u32 global, local; // before it
    u32 move;          // which of the moves
    CountMove did;
} CountStep;

typedef struct CountResult {
    CountAnswer answer;
    Text reason; // COUNT_STOPPED: why
    u64 states;  // configurations that were made
    u64 kept;    // forward: maximal configurations; backward: minimal ones
    u64 transitions, depth;
    u64 globals, locals; // that were met
    u32 bad;             // COUNT_REACHABLE: the global state
    // forward and plain, COUNT_REACHABLE: a run, which forward may not have; plain has the fewest
    // threads
    bool has_run;
    u32 threads; // that take part in it; plain: or that it has looked at
    CountStep *steps;
    u32 nsteps, steps_cap;
    // forward and plain, to their end: the largest count of each local state, by its number
    u32 *bounds;
    u32 nbounds, bounds_cap;
    Text dot; // if it was asked for
} CountResult;
void count_result_done(CountResult *r);

typedef struct CountOptions {
    CountLimits limits;
    bool wants_all;  // forward: goes on when a bad state is found, so that all bounds are known
    bool wants_dot;  // forward: writes the graph
    u64 most_states; // plain: gives up when it has so many; 0: never
} CountOptions;

// Any number of threads, from the beginning: makes the minimal coverability set.
void count_forward(const CountSystem *s, const CountOptions *o, CountResult *r);
// The same question, from the end: makes the minimal configurations that lead to a bad state.
void count_backward(const CountSystem *s, const CountOptions *o, CountResult *r);
// At most `most` threads in a run (0: more and more, until a bad state is reached or another thread
// makes no difference), the fewest first; a run that leads to a bad state.
void count_plain(const CountSystem *s, u32 most, const CountOptions *o, CountResult *r);
// "2 * 6^(4!)", and how much that is: theorem 1 of the paper that doc/counting.md names.
void count_bound(u64 nglobals, u64 nlocals, Text *out);

// ---- files --------------------------------------------------------------------------------------

typedef struct CountInput {
    const char *path;
    const char *reach;          // what must not be reached; NULL: what the file says
    const char *const *threads; // NAME, NAME=N or NAME=*; none: what the file says, or main
    u32 nthreads;
} CountInput;

typedef struct CountModel CountModel;
// Reads a machine, or a boolean program if the name ends with .bp; NULL with a message.
CountModel *count_read(const CountInput *in, Diag *d);
void count_model_free(CountModel *m);
const CountSystem *count_system(const CountModel *m);
bool count_can_start(const CountModel *m); // threads can start threads
bool count_has_bad(const CountModel *m);   // something can go wrong at all
void count_size(const CountModel *m, const CountResult *r, u64 *nglobals, u64 *nlocals);
// The sentence for a bad global state.
void count_tell_bad(const CountModel *m, u32 global, Text *out);

#endif
