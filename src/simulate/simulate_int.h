// SPDX-License-Identifier: Apache-2.0
// The inside of the simulator.
#ifndef HEDDLE_SIMULATE_INT_H
#define HEDDLE_SIMULATE_INT_H

#include "report/tour.h"
#include "simulate/simulate.h"

// ---- breaks.c -----------------------------------------------------------------------------------

typedef enum BreakKind { BREAK_LINE, BREAK_FUNCTION, BREAK_WATCH } BreakKind;
typedef struct Break {
    BreakKind kind;
    u32 number;      // as users see it
    u32 file, line;  // BREAK_LINE
    FuncId function; // BREAK_FUNCTION
    Pc pc;           // of its first line
    char *text;      // BREAK_WATCH: the expression
    u32 thread;      // the number of the thread, and how deep its frame is, that asks for it
    u32 depth;       // 0: nobody
    Text value;      // what it was when last looked at
} Break;

// Where a thread was seen last.
typedef struct Seen {
    u32 file, line, depth;
    Pc pc;
} Seen;

// A line or a function that a step has come to.
enum { NEXT_LINE = 0x7fffffff }; // no break: any other line will do
typedef struct Hit {
    u32 number;    // of the break; 0: none
    u32 thread;    // number of the thread
    u32 before;    // instructions of the step before it
    bool is_other; // a thread that the step has started
} Hit;

// ---- the run ------------------------------------------------------------------------------------

enum { MOST_VALUES = 1 << 16 }; // unknown values that can be given

// One step that was taken.
typedef struct Taken {
    u32 thread;  // number of the thread
    u32 nvalues; // unknown values that were given before it
    u32 nevents; // of the trace before it
} Taken;

// Invariant: the tour has taken the first `at` steps of `run`, `taken` tells of them; the others
// are ahead, and were taken once. `end` and `fault` are those of the state.
struct Simulator {
    const Program *program;
    SimulateOptions options;
    SimulateHooks hooks;
    Tour *tour;
    Schedule run;
    u32 at;
    Taken *taken;
    u32 ntaken, taken_cap;
    RunEnd end;   // of the last step
    Fault fault;  // what is wrong with the state; FAULT_NONE: nothing
    bool is_told; // the tour knows of it
    Text trouble; // why an invariant cannot be used; empty if it can
    // For invariants: another machine in the same state, since a call leaves traces. NULL: there
    // are none, or it is not in the state any more.
    Vm *judge;
    u64 *values; // MOST_VALUES numbers for unknown values; NULL: none are given
    u32 chosen;  // the number of the thread that commands are about
    u32 frame;   // which of its frames, 0 is the innermost
    Break *breaks;
    u32 nbreaks, breaks_cap, breaks_made;
    bool is_looking;      // for breaks
    bool wants_next_line; // any other line of the thread is like one
    Hit hit;
    Seen *seen; // by number of the thread - 1
    u32 nseen, seen_cap;
    ThreadId stepping;
    u32 announced;
    u32 shown_events;             // of the trace that were shown
    u32 listed_file, listed_line; // where `list` goes on; 0: at the thread
    u64 random;
};

// ---- run.c --------------------------------------------------------------------------------------

Vm *run_machine(const Simulator *s);
bool run_goes_on(const Simulator *s);                 // there can be a next step
ThreadId run_chosen(const Simulator *s);              // THREAD_NONE if it has ended
u32 run_ways(const Simulator *s, ThreadId t);         // 0: it cannot go on
bool run_is_spurious(const Simulator *s, ThreadId t); // only by a wake-up without a signal
// Takes a step, which must be possible; what was ahead is forgotten if this is another one.
// If it comes to a break, it stops there, and s->hit says which.
void run_step(Simulator *s, ThreadId t, u32 way);
// Goes to the state after so many steps of those that are known.
void run_go(Simulator *s, u32 at);
void run_restart_judge(Simulator *s);
bool run_is_interrupted(const Simulator *s);

// ---- breaks.c -----------------------------------------------------------------------------------

void breaks_watch(void *simulator, ThreadId t, Pc pc); // as TourWatch
void breaks_command(Simulator *s, const char *words, Text *out);
void breaks_watch_command(Simulator *s, const char *words, Text *out);
void breaks_list(Simulator *s, Text *out);
void breaks_delete(Simulator *s, const char *words, Text *out);
void breaks_renew(Simulator *s); // what is watched is as it should be
// A watched value that has changed since then: tells, and is renewed. False: none has.
bool breaks_changed(Simulator *s, Text *out);
void breaks_tell_hit(Simulator *s, Text *out);
void breaks_done(Simulator *s);
// A place in the source: FILE:LINE, LINE; false: it is none of these, or there is no such file.
bool place_read(const Simulator *s, const char *text, u32 *file, u32 *line, Diag *d);

// ---- expression.c -------------------------------------------------------------------------------

// The value of an expression of C, as asked by a frame; false with a message.
bool expression_value(Tour *t, TourFrame f, const char *text, Datum *out, Diag *d);
TourFrame frame_of(Simulator *s); // that is chosen

// ---- show.c -------------------------------------------------------------------------------------

void show_threads(Simulator *s, Text *out);
void show_events(Simulator *s, Text *out); // those that were not shown yet
void show_end(Simulator *s, Text *out);    // what is wrong, or why it does not go on; or nothing
void show_stack(Simulator *s, ThreadId t, Text *out);
void show_locals(Simulator *s, Text *out);
void show_locks(Simulator *s, Text *out);
void show_source(Simulator *s, const char *words, Text *out);
void show_history(Simulator *s, u32 most, Text *out);
void show_output(Simulator *s, Text *out);
// What comes from the program, which may hold anything.
void add_tame(Text *out, const char *fmt, ...) PRINTF_LIKE(2, 3);
void say(Text *out, const char *fmt, ...) PRINTF_LIKE(2, 3); // the same as a line

// ---- move.c: commands that move the run ---------------------------------------------------------

void move_step(Simulator *s, const char *words, Text *out);
void move_line(Simulator *s, const char *words, Text *out);
void move_finish(Simulator *s, const char *words, Text *out);
void move_continue(Simulator *s, const char *words, Text *out);
void move_random(Simulator *s, const char *words, Text *out);
void move_back(Simulator *s, const char *words, Text *out);
void move_forward(Simulator *s, const char *words, Text *out);
void move_goto(Simulator *s, const char *words, Text *out);
void move_choose(Simulator *s, const char *words, Text *out);
void move_way(Simulator *s, const char *words, Text *out);
bool move_number(Simulator *s, const char *line, Text *out); // "2" or "2.1": thread 2 takes a step
// A number that is all of the words; absent: the default. False after a message.
bool words_number(const char *words, u64 absent, u64 most, u64 *out, Text *why);

#endif
