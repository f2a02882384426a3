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
    const char *was; // what a write has overwritten; NULL if it is not known
    bool is_read;
    bool is_shared; // other threads can reach the place
} TraceValue;

// What happened beside reads and writes, in words.
typedef enum NoteKind { NOTE_OTHER, NOTE_STARTS, NOTE_WAITS, NOTE_RETURNS } NoteKind;
typedef struct TraceNote {
    NoteKind kind;
    const char *text; // "starts thread 2: worker(0)", "waits: m is held by thread 2", "returns 2"
    // NOTE_RETURNS: what the call returns; NOTE_STARTS: "worker(0)", NULL if it is not known
    const char *value;
    u32 thread; // NOTE_STARTS: its number
} TraceNote;

// How much an event has to do with the violation (slice.c).
typedef enum Matters {
    MATTERS_NOT,
    MATTERS_LOCALLY, // a value comes from here, but only its own thread could see it
    MATTERS          // others could notice it, and the violation depends on it
} Matters;

// A function of the user's that a thread is in. Each call is another one.
typedef struct TraceCall {
    const struct TraceCall *caller; // NULL: the thread began with this function
    const char *function;
    u32 level; // how many callers it has
    u32 depth; // the same among the frames of the machine, from 1 on
} TraceCall;

struct Moment;

// What one thread did in one source line without another thread between.
typedef struct TraceEvent {
    u32 step;   // index into the schedule
    u32 moment; // number of the stretch of a line that it was, as the graph of slice.c knows it
    u32 thread; // its number: 1 is main, the others in order of creation
    const char *function;
    u32 file, line; // file is an index into Program.files; line 0: nowhere in particular
    const TraceValue *values;
    u32 nvalues;
    const char *call; // library call with its arguments, "" if there was none
    const TraceNote *notes;
    u32 nnotes;
    u32 repeats;            // how often in a row, at least 1
    bool is_continued;      // the rest of a line that another thread interrupted
    bool is_fault;          // the violation shows here
    const TraceCall *calls; // the innermost; NULL: the thread is in none, or has ended
    Matters matters;
    struct Moment *after; // how things stand after it; NULL: not recorded
} TraceEvent;

typedef struct TraceFrame {
    const char *function;
    u32 file, line;
    const char *values; // local variables, "" if none is known
    u32 depth;          // frames below it and itself, the library's included
} TraceFrame;

// A thread where the run ends.
typedef struct TraceThread {
    u32 number;
    const TraceFrame *frames; // of the user's code, innermost first
    u32 nframes;
    const char *waits; // what it waits for, "" if it could go on
    u32 waits_for;     // the number of the thread that it waits for; 0: none in particular
    const char *holds; // the locks it has, "first (taken at x.c:10)"; "" if none
    bool has_begun;    // it has run code of the user's
} TraceThread;

// ---- moments: what a page shows beside the events -----------------------------------------------

// Memory that several threads can reach and that the run touches, in pieces that have one value.
typedef struct TraceShared {
    const char *name;
    const char *before; // what it held when the run began; NULL: it was not there, or is not known
} TraceShared;

typedef struct TraceChange {
    u32 shared;        // index into Recorded.shared
    const char *value; // NULL: it is not there any more
} TraceChange;

typedef struct TraceHold {
    u32 lock;   // index into Recorded.locks
    u32 thread; // its number
} TraceHold;

typedef struct TraceWait {
    u32 thread;
    const char *waits; // what it waits for now, "" if it can go on
} TraceWait;

typedef struct MomentFrame {
    const char *function;
    u32 file, line;
    const TraceValue *values; // local variables
    u32 nvalues;
} MomentFrame;

// How things stand after an event, where they differ from what they were before it.
typedef struct Moment {
    u32 id;                    // of the line, while the run is recorded; 0: nothing refers to it
    const MomentFrame *frames; // of its thread, innermost first; all, not differences
    u32 nframes;
    const u32 *touched; // what it reads or writes: indices into Recorded.shared
    u32 ntouched;
    TraceChange *changes;
    u32 nchanges;
    bool are_holds_new; // `holds` is who holds which lock now; otherwise as before
    TraceHold *holds;
    u32 nholds;
    TraceWait *waits;
    u32 nwaits;
} Moment;

// Why what one event does needs another one of another thread to have happened.
typedef enum LinkKind { LINK_STARTS, LINK_JOINS, LINK_LOCK, LINK_WAKES, LINK_VALUE } LinkKind;
typedef struct TraceLink {
    LinkKind kind;
    u32 from, to;     // events
    const char *name; // the lock, the variable, what was waited for; "" if users know none
} TraceLink;

typedef struct Recorded {
    TraceShared *shared;
    u32 nshared, shared_cap;
    const char **locks; // their names
    u32 nlocks, locks_cap;
    TraceLink *links;
    u32 nlinks, links_cap;
} Recorded;

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
    u32 column; // in bytes, from 1 on; 0: not known
    u32 thread; // 0 if it concerns no single thread
    u32 rival;  // data race: the other thread, 0 if it is none, and where it stands
    const char *rival_function;
    u32 rival_file, rival_line, rival_column;
    // the locks it had when it did that, as in TraceThread; NULL if it is about to do it
    const char *rival_holds;
    Text output; // what the program printed
    u32 steps;
    // the steps from `cycle` on are repeated for ever; none: nothing happens any more
    bool is_endless;
    u32 cycle;
    Recorded *recorded; // NULL unless moments were asked for
} Trace;

typedef struct ReportOptions {
    bool use_color;
    bool show_runtime; // frames and steps inside library models too
    bool is_full;      // report_text: all events, not only those that matter
    u32 max_lines;     // of the interleaving; 0: all
    u32 width;         // columns that lines may have, of what is not full; 0: 100
    bool records;      // moments too
} ReportOptions;

// Runs the schedule, which must lead to a fault of this kind, or is endless, and this was found to
// be wrong with it; NULL with a message if it does not (a
// schedule that was read from a file may be anything). The program must outlive the trace.
Trace *report_replay(const Program *p, const VmOptions *vo, const PropertySet *properties,
                     const Schedule *s, const Fault *found, const ReportOptions *o, Diag *d);
void report_free(Trace *t);

// "assertion: x == 2 does not hold, at counter.c:14 in main (thread 1)"
void report_headline(const Trace *t, Text *out);
// The events that matter, a column for each thread if there is room; or all of them as source lines
// per thread with context switches marked and the values that changed. Then the fault, a stack of
// each thread at the end, the program's output.
void report_text(const Trace *t, const ReportOptions *o, Text *out);
// {kind, message, file, line, function, thread} and the events as an array; the caller owns them.
json_t *report_violation_json(const Trace *t);
json_t *report_events_json(const Trace *t);
// A violation with all that its page shows: report_violation_json with events, sources, moments.
// The trace must have been recorded; the caller owns it.
json_t *report_page_json(const Trace *t);
// A page that shows the data, in one file: the result of a search as JSON, with the violations as
// report_page_json has them. False if there is no memory for it.
bool report_html(const json_t *data, Text *out);
// How such a page begins.
#define REPORT_PAGE_MARK "<!doctype html>\n<!-- a report of heddle -->\n"
// Bytes of a global variable in the state of a machine, by name: "wins" and "942". Short: arrays
// and structs as one value, "hits" and "{1, 0, 5}"; otherwise each element and member, "hits[0]"
// and "1". False if there are too many to tell all.
// The number is NULL if the value is not a whole one.
typedef void ReportValue(void *arg, const char *name, const char *value, const i64 *number);
bool report_global(Vm *vm, ObjId global, u64 off, u64 size, bool is_short, ReportValue *tell,
                   void *arg);
// Any bytes as a JSON string; what is not UTF-8 becomes U+FFFD.
json_t *report_json_text(const char *s, size_t n);
void report_utf8(const char *s, size_t n, Text *out); // the same as text

// ---- xml.c --------------------------------------------------------------------------------------

void report_xml_text(const char *text, Text *out);
void report_xml_attribute(const char *name, const char *value, Text *out); // with a space before it

// ---- graphml.c, witness_yaml.c ------------------------------------------------------------------

// A witness of SV-COMP, but for how it is written.
typedef struct WitnessFile {
    const char *name, *hash; // SHA-256, in hexadecimal digits
} WitnessFile;
typedef struct Witness {
    const Trace *trace; // of the violation; NULL: the program is correct
    const char *version, *date, *uuid;
    const char *const *specifications; // "CHECK( init(main()), LTL(...) )"
    u32 nspecifications;
    const WitnessFile *files; // that are checked, at least one
    u32 nfiles;
    bool is_narrow;  // the program is for 32 bits
    bool has_values; // variables have the values that the source gives them: no optimiser has run
} Witness;
void report_graphml(const Witness *w, Text *out);
bool report_witness_yaml(const Witness *w, Text *out); // false: there was no memory for it

// ---- sarif.c ------------------------------------------------------------------------------------

json_t *report_sarif_result(const Trace *t);
// Of a violation that was not replayed, what is known: its kind, a sentence, a place.
json_t *report_sarif_fault(FaultKind kind, const char *text);
void report_sarif_set_place(json_t *result, const Program *p, SrcLoc loc, const char *function);
json_t *report_sarif_message(const char *s);
json_t *report_sarif_file(const char *path); // a place in a log

#endif
