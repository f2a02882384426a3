// SPDX-License-Identifier: Apache-2.0
// report: replays a schedule on a fresh machine and tells what happened, for people and for
// programs.
#ifndef HEDDLE_REPORT_H
#define HEDDLE_REPORT_H

#include "prop/prop.h"

#include <jansson.h>

// A value that a line of the program wrote or read.
typedef struct TraceValue {
    const char *name, *value;
    bool is_read;
} TraceValue;

// What happened beside reads and writes, in words.
typedef enum NoteKind { NOTE_OTHER, NOTE_STARTS, NOTE_WAITS, NOTE_RETURNS } NoteKind;
typedef struct TraceNote {
    NoteKind kind;
    const char *text;  // "starts thread 2: worker(0)", "waits: m is held by thread 2", "returns 2"
    const char *value; // NOTE_RETURNS: what the call returns; NULL for others
} TraceNote;

// What one thread did in one source line without another thread between.
typedef struct TraceEvent {
    u32 step;   // index into the schedule
    u32 thread; // its number: 1 is main, the others in order of creation
    const char *function;
    u32 file, line; // file is an index into Program.files; line 0: nowhere in particular
    const TraceValue *values;
    u32 nvalues;
    const char *call; // library call with its arguments, "" if there was none
    const TraceNote *notes;
    u32 nnotes;
    u32 repeats;       // how often in a row, at least 1
    bool is_continued; // the rest of a line that another thread interrupted
    bool is_fault;     // the violation shows here
} TraceEvent;

typedef struct TraceFrame {
    const char *function;
    u32 file, line;
    const char *values; // local variables, "" if none is known
} TraceFrame;

// A thread where the run ends.
typedef struct TraceThread {
    u32 number;
    const TraceFrame *frames; // of the user's code, innermost first
    u32 nframes;
    const char *waits; // what it waits for, "" if it could go on
    bool has_begun;    // it has run code of the user's
} TraceThread;

// A run that ends in a fault, told from a replay. Everything belongs to the arena.
typedef struct Trace {
    Arena *arena;
    const Program *program;
    TraceEvent *events;
    u32 nevents, events_cap;
    TraceThread *threads; // those that have not ended
    u32 nthreads;
    FaultKind kind;
    const char *message;  // one sentence
    const char *about;    // the object it concerns: "node#1: 16 bytes, made at ..."; "" if none
    const char *function; // "" if the fault has no place
    u32 file, line;
    u32 thread; // 0 if it concerns no single thread
    u32 rival;  // data race: the other thread, 0 if it is none, and where it stands
    const char *rival_function;
    u32 rival_file, rival_line;
    Text output; // what the program printed
    u32 steps;
    // the steps from `cycle` on are repeated for ever; none: nothing happens any more
    bool is_endless;
    u32 cycle;
} Trace;

typedef struct ReportOptions {
    bool use_color;
    bool show_runtime; // frames and steps inside library models too
    u32 max_lines;     // of the interleaving; 0: all
} ReportOptions;

// Runs the schedule, which must lead to a fault of this kind; NULL with a message if it does not (a
// schedule that was read from a file may be anything). The program must outlive the trace.
Trace *report_replay(const Program *p, const VmOptions *vo, const PropertySet *properties,
                     const Schedule *s, FaultKind kind, const ReportOptions *o, Diag *d);
void report_free(Trace *t);

// "assertion: x == 2 does not hold, at counter.c:14 in main (thread 1)"
void report_headline(const Trace *t, Text *out);
// The interleaving as source lines per thread with context switches marked and the values that
// changed, the fault, a stack of each thread at the end, the program's output.
void report_text(const Trace *t, const ReportOptions *o, Text *out);
// {kind, message, file, line, function, thread} and the events as an array; the caller owns them.
json_t *report_violation_json(const Trace *t);
json_t *report_events_json(const Trace *t);
// Bytes of a global variable in the state of a machine, by name: "wins" and "942". Short: arrays
// and structs as one value, "hits" and "{1, 0, 5}"; otherwise each element and member, "hits[0]"
// and "1". False if there are too many to tell all.
// The number is NULL if the value is not a whole one.
typedef void ReportValue(void *arg, const char *name, const char *value, const i64 *number);
bool report_global(Vm *vm, ObjId global, u64 off, u64 size, bool is_short, ReportValue *tell,
                   void *arg);
// Any bytes as a JSON string; what is not UTF-8 becomes U+FFFD.
json_t *report_json_text(const char *s, size_t n);

#endif
