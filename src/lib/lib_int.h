// SPDX-License-Identifier: Apache-2.0
// The inside of lib.
//
//   handle.c    functions of the interface that take a machine: errors become results
//   machine.c   what they do; leaves by machine_fail when that cannot be done
//   fields.c    opening a machine by the fields of heddle_setup
//   words.c     opening a machine by words of a command line
//   pan.c       functions for models of SPIN's: one machine, errors and notes for `heddle spin`
//   restored.c  what a model does not restore
#ifndef HEDDLE_LIB_INT_H
#define HEDDLE_LIB_INT_H

#include "setup/setup.h"
#include "state/state.h"

#include <libheddle_machine.h>

// ---- the machine --------------------------------------------------------------------------------

// What has happened, for who must tell of it.
typedef enum EventKind {
    EVENT_CUT,         // something was not searched: text
    EVENT_INPUT_FAULT, // the same, because the program cannot be checked as it is
    EVENT_STOPPED,     // the same, and nothing that follows has a meaning
    EVENT_BOUND,       // a limit of a model was met: text
    EVENT_ABSTRACTION, // states were compared by a part of what they are
    EVENT_UNASKED,     // a fault that was not asked for has ended a run: fault, text
    EVENT_RENUMBERS,   // many threads were started after others have ended, perhaps for ever
    EVENT_NEEDS,       // more of something is needed: text, number
    EVENT_STEP,        // a step is about to be taken, or ends in a violation: step
    EVENT_VIOLATION    // fault, text
} EventKind;
typedef struct Event {
    EventKind kind;
    FaultKind fault;
    Preposition preposition; // EVENT_BOUND: before the text
    const char *text;
    u64 number;
    Choice step;
} Event;
// Who hears of events, and by which names functions are called in messages.
typedef struct Listener {
    void (*hear)(void *arg, const Event *e); // may be NULL
    void *arg;
    const char *names; // what stands before them
} Listener;

// What stays the caller's; the members are described in heddle_setup.
typedef struct Caller {
    const char *directory; // looked at only while the machine is opened
    bool only_steps;
    int threads, alternatives;
    void *state;
    size_t state_size;
    void *matched;
    size_t matched_size;
    unsigned char *values;
    size_t values_size;
    void (*on_violation)(void *arg, const char *message);
    void *arg;
} Caller;

// Invariant: with is_over, nothing but the texts is looked at any more.
struct heddle_machine {
    Caller o;
    Listener listener;
    Setup setup; // has what search and program refer to
    SearchOptions search;
    u64 memory_limit; // bytes
    Program *program;
    Drive *drive;
    FuncId control, launch;      // of the library models; FUNC_NONE if the program has main
    FuncId abstraction;          // FUNC_NONE: none
    bool is_opening, is_closing; // closing: when the call that runs is over
    bool is_abstraction_told, is_renumbering_told;
    u32 bounds_told; // bits of vm_bounds_met
    bool is_unasked_told[FAULT_COUNT];
    bool is_over;
    int code; // of the last failure
    Text error, message, place;
    Text cut_told;           // the last cut that was told
    char why_exhausted[160]; // instead of error, when there is no memory for that; "": there is
};

// What was asked for cannot be done; the state is what it was.
_Noreturn void machine_fail(heddle_machine *m, const char *fmt, ...) PRINTF_LIKE(2, 3);

_Noreturn void machine_fail_with(heddle_machine *m, Diag *d); // the same; ends the message

// Loads the program and enters its first state. The buffers are those of m->o, the rest is that of
// m->setup.
void machine_begin(heddle_machine *m);
void machine_done(heddle_machine *m);
u32 machine_threads(heddle_machine *m);
u32 machine_alternatives(heddle_machine *m, int i);
bool machine_rests(heddle_machine *m); // nobody must go on
bool machine_can(heddle_machine *m, int i, int alternative);
bool machine_is_enabled(heddle_machine *m, int i);
bool machine_is_in_bound(heddle_machine *m, int i);
bool machine_goes_on(heddle_machine *m, int i);
bool machine_choose(heddle_machine *m, int i, int alternative);
u64 machine_call(heddle_machine *m, const char *name, int nargs, const unsigned long long *args);
void machine_start_thread(heddle_machine *m, int i, const char *function, void *arg);
void machine_add_invariant(heddle_machine *m, const char *name);
void machine_abstract_with(heddle_machine *m, const char *name);
void machine_match(heddle_machine *m);
const char *machine_place(heddle_machine *m, int i);

// ---- handle.c -----------------------------------------------------------------------------------

// Who says what a machine is set up with.
typedef struct Source {
    // False with a message. Both are zero before; with an arena, setup_done follows.
    bool (*read)(const void *from, Setup *s, Caller *c, Diag *d);
    const void *from;
} Source;
// *out is known as soon as the listener can hear of it, and NULL if it fails. The code, with a
// message in `error` (unless that is NULL) if it is less than 0.
int handle_open(heddle_machine **out, const Source *source, const Listener *listener, char *error,
                size_t error_size);
extern const Listener handle_nobody;      // hears nothing
enum { MOST_SWITCHES = 65535 };           // as --context-bound
u64 handle_most(const heddle_machine *m); // bytes that its process may have
// Leaves the function of the interface that is running, whose result becomes this code.
_Noreturn void handle_leave(int code);

// ---- words.c ------------------------------------------------------------------------------------

// Source.read for heddle_options.
bool words_to_setup(const void *options, Setup *s, Caller *c, Diag *d);

// ---- restored.c ---------------------------------------------------------------------------------

typedef struct Restored Restored;
// Functions that SPIN has made of a model: writing what it tracks into a buffer, and reading it
// from there again.
typedef struct Tracker {
    void (*save)(unsigned char *);
    void (*restore)(unsigned char *);
} Tracker;
// Finds out which bytes of the buffer the trackers restore; the buffer is zero afterwards where
// they do not.
Restored *restored_new(void *buffer, size_t size, const Tracker *trackers, size_t n);
void restored_free(Restored *r);
// The machine has been set up: from now on the other bytes should not change.
void restored_begin(Restored *r, const Program *p);
// Tells of each global, once, of which a byte has changed that nobody restores; and of other
// memory.
void restored_look(Restored *r, void (*tell)(const char *what));

#endif
