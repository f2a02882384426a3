// SPDX-License-Identifier: Apache-2.0
// A run that somebody steers, told as it goes. Which step comes next is said from outside; between
// two steps the run can be asked where its threads stand, what they are about to do, and what its
// variables hold, all in the names of a replay.
#ifndef HEDDLE_REPORT_TOUR_H
#define HEDDLE_REPORT_TOUR_H

#include "report/report.h"

typedef struct Tour Tour;
// Called before each instruction of a step, also of one that the step then stops before.
typedef void TourWatch(void *arg, ThreadId t, Pc pc);

// The run is at the beginning of the program, which must outlive it. `watch` may be NULL.
Tour *tour_new(const Program *p, const VmOptions *vo, TourWatch *watch, void *arg);
void tour_free(Tour *t);
void tour_restart(Tour *t); // back to the beginning; what was learned of types stays
Vm *tour_machine(const Tour *t);
// Takes a step, which must be possible. Length 0: until the machine stops by itself.
RunEnd tour_step(Tour *t, Choice c);
// The run has come to a violation: the trace says so from now on, as that of a counterexample.
void tour_violated(Tour *t, const Fault *f);
// Events, one for each line that a step has done something in; and the output.
const Trace *tour_trace(const Tour *t);
void tour_rows(const Tour *t, u32 from, Text *out); // those from one on, a row each
// A source line, with its indentation or without; "" if it cannot be read.
const char *tour_source(const Tour *t, u32 file, u32 line);
const char *tour_whole_line(const Tour *t, u32 file, u32 line);
u32 tour_lines(const Tour *t, u32 file); // how many the file has

// ---- threads ------------------------------------------------------------------------------------

u32 tour_number(const Tour *t, ThreadId id);      // as users see it
ThreadId tour_thread(const Tour *t, u32 number);  // THREAD_NONE if there is none, or it has ended
SrcLoc tour_position(const Tour *t, ThreadId id); // line 0: not in the user's code
void tour_stack(Tour *t, ThreadId id, TraceThread *out); // valid until the next restart
// What the thread waits for, if it has to; what it is about to do otherwise.
bool tour_waits(Tour *t, ThreadId id, Text *out);
void tour_next(Tour *t, ThreadId id, Text *out);
// The ways that it can go on, if there are several: "the choice 0 .. 2".
void tour_ways(Tour *t, ThreadId id, Text *out);
// The locks that a thread holds, by name, each once.
typedef void TourLock(void *arg, const char *name);
void tour_locks(Tour *t, ThreadId id, TourLock *tell, void *arg);
void tour_locals(Tour *t, ThreadId id, u32 depth, ReportValue *tell, void *arg);

// ---- values -------------------------------------------------------------------------------------

// A type of the program (type), or a number of C (type 0: kind and size), or a pointer to one: with
// so many stars.
typedef struct DatumType {
    TypeId type;
    TypeKind kind;
    u32 size;
    u32 stars;
} DatumType;
// A value, or a place in memory that holds one.
typedef struct Datum {
    DatumType type;
    bool is_place;
    ObjId obj;
    u64 off;
    u32 bit, bits; // a bit-field: as in Leaf
    Cell cell, high;
} Datum;

// Who asks: the frame of a thread that is so deep. Its own locals need no function before their
// names.
typedef struct TourFrame {
    ThreadId thread; // THREAD_NONE: nobody
    u32 depth;
} TourFrame;
// The variable, function or constant of this name that is meant there; false with a message.
bool tour_find(Tour *t, TourFrame f, const char *name, Datum *out, Diag *d);
// The heap block "name#number".
bool tour_find_block(Tour *t, u32 number, Datum *out);
// Brings what is in memory into `cell`; false with a message if it is no single value.
bool tour_load(Tour *t, Datum *datum, Diag *d);
void tour_value(Tour *t, TourFrame f, const Datum *datum, Text *out);

#endif
