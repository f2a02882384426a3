// SPDX-License-Identifier: Apache-2.0
// The inside of the report: naming what the machine holds, and collecting what a replay does.
#ifndef HEDDLE_REPORT_INT_H
#define HEDDLE_REPORT_INT_H

#include "report/report.h"

// ---- names.c: objects ---------------------------------------------------------------------------

// A dynamic object that the replay saw being made. On a replay nothing is renumbered, so ids are
// stable.
typedef struct ObjInfo {
    ObjId obj;
    u8 kind;     // ObjKind when it was made
    u32 ordinal; // in order of creation: the same in every replay of one schedule
    u32 number;  // heap blocks: "#number"
    u32 size;
    TypeId type;      // of the variable, or of what pointers to the block point to; 0 if not known
    bool is_vla;      // `type` is that of the elements
    const char *name; // of a local variable, NULL if it has none
    FuncId func;
    u32 thread;         // number of the thread that made it
    u32 depth;          // frames of that thread then
    u32 self_of;        // number of the thread whose control block it is; 0 if none
    SrcLoc made, freed; // where in the user's code
    u32 freed_by;       // number of the thread that freed it; 0 if it was not
} ObjInfo;

// Names for objects. The types of heap blocks are learned from the pointers to them in a first pass
// over the schedule, so that the second can call a block by the same name from its beginning.
typedef struct Names {
    Vm *vm;
    const Program *program;
    ObjInfo *infos;
    u32 ninfos, infos_cap;
    u32 *by_obj; // object id - first dynamic id → index of its info + 1
    u32 nby_obj, by_obj_cap;
    TypeId *learned; // by ordinal
    u32 nlearned, learned_cap;
    u32 nblocks;
    // Who asks: locals of other frames get their function's name in front.
    u32 thread, depth;
    // the source line in question, to guess the union member that was meant; NULL: none
    const char *source;
    // pointers without a type are to mutexes and the like, not to what begins with one
    bool wants_opaque;
} Names;

void names_reset(Names *n, Vm *vm); // before a pass
void names_done(Names *n);
ObjInfo *names_made(Names *n, ObjId obj);       // a new object; the caller fills in the rest
ObjInfo *names_info(const Names *n, ObjId obj); // NULL if it was not seen being made
// A pointer of this type holds the cell: what it points to has the type's element type.
void names_learn(Names *n, Cell c, TypeId pointer);
// The source text has this name in it.
bool names_mentions(const char *source, const char *name);
// The object's own name ("queue", "main::x", "node#3"); false if users know nothing of it.
bool names_object(const Names *n, ObjId obj, Text *out);
// Type of the object's contents and how many of them; type 0 if it is not known.
TypeId names_type(const Names *n, ObjId obj, u32 *count);
// A pointer as users write it: "&queue.items[2]", "NULL", a function's name, a string.
#define UNNAMED_POINTER "a pointer" // to something that users know nothing of
void names_pointer(const Names *n, Cell c, TypeId pointer, Text *out);

// A piece of an object that has one value.
typedef struct Leaf {
    ObjId obj;
    u64 off;
    u32 size;
    TypeId type;
    u32 bit, bits; // bit-field: first bit counted from off, width; 0 otherwise
    const char *name;
} Leaf;
enum { MAX_LEAVES = 16 };
// The pieces that bytes [off, off+size) of obj touch; more than MAX_LEAVES: only the count is
// right. 0 if users know nothing of the object. Names are taken from the arena.
u32 names_leaves(const Names *n, Arena *a, ObjId obj, u64 off, u64 size, Leaf out[MAX_LEAVES]);
void names_learn_leaf(Names *n,
                      const Leaf *l); // as names_learn, from the pointer that the leaf holds
// The smallest named part of obj that holds the bytes; with size 0 the largest that begins there
// and is no array.
bool names_part(const Names *n, ObjId obj, u64 off, u64 size, Text *out, TypeId *type, u64 *start);

// ---- values.c: values by type -------------------------------------------------------------------

bool value_is_reserved(const char *name); // a name that only the library may use: _M_impl
bool value_is_hidden(const Member *m);    // the compiler's own: a pointer to virtual functions
// the library's own: pthread_mutex_t and the like
bool value_is_opaque(const Program *p, TypeId type);
// What was written, if it is a whole number; of a character, "104 'h'", the number.
typedef struct Whole {
    bool is_number;
    i64 number;
} Whole;
Whole value_leaf(const Names *n, const Leaf *l, Text *out);
// Contents of memory, shortened.
void value_memory(const Names *n, ObjId obj, u64 off, TypeId type, Text *out);
void value_elements(const Names *n, ObjId obj, u64 off, TypeId elem, u32 count,
                    Text *out); // of an array
// A value in a register; high is the second cell of values wider than 64 bits.
Whole value_cell(const Names *n, Cell c, Cell high, TypeId type, Text *out);
// An argument whose type is not known.
void value_guess(const Names *n, Cell c, Text *out);
void value_string(const Names *n, ObjId obj, u64 off, u32 most, Text *out);
void value_quoted(const u8 *bytes, size_t n, u32 most, Text *out);

// ---- waits.c ------------------------------------------------------------------------------------

enum { WAIT_BYTES = 4 }; // of what is waited for that are looked at to name it
// What the thread waits for, if it stands at a wait whose condition does not hold now.
bool wait_text(const Names *n, ThreadId t, Text *out);
u32 thread_number(const Vm *vm, ThreadId t);

// ---- sources.c ----------------------------------------------------------------------------------

typedef struct Sources Sources;
Sources *sources_new(const Program *p);
void sources_free(Sources *s);
// A line without its indentation; "" if it cannot be read. Valid until sources_free.
const char *sources_line(Sources *s, u32 file, u32 line);

// ---- watch.c: what a replay does ----------------------------------------------------------------

typedef struct Value {
    const char *name, *value;
    bool is_read;
    bool is_shared; // other threads can reach the place
} Value;

// The source line a thread is in. It becomes an event once it has done something worth telling.
typedef struct Line {
    bool is_open, has_content, is_continued;
    FuncId func;
    u32 file, line, depth;
    Pc pc; // the last instruction of the line that was about to run
    Value *values;
    u32 nvalues, values_cap;
    const char *call; // library call in this line that had an effect, NULL if none
    TraceNote *notes;
    u32 nnotes, notes_cap, notes_bytes;
    Text printed; // by the program in this line
} Line;

// Bytes of an object that were written and not told yet.
typedef struct Copy {
    bool is_active, is_shared;
    ObjId obj;
    u64 from, to;
} Copy;

// A call of a library model in progress.
enum { MAX_WROTE = 4 };
typedef struct Call {
    bool is_active;
    FuncId func;
    Pc pc;
    u32 depth; // frames of the caller
    const char *text;
    // a function of the user's among the arguments, with the next one: "worker(&x)"
    const char *start;
    // the user's memory that the call has changed: a range of bytes for each object
    Copy wrote[MAX_WROTE];
} Call;

typedef struct Var { // a local variable that lives in registers
    u32 depth;
    const char *name, *value;
    Cell cell; // the value itself, if a pointer
    TypeId type;
} Var;

typedef struct Shadow { // what the replay remembers of a thread
    u32 number;         // as users see it
    u32 nframes;
    bool has_begun; // it has run code of the user's
    Line line;
    Call call;
    Copy copy; // a memcpy in progress
    Var *vars;
    u32 nvars, vars_cap;
    char *waits; // what it has waited for since its last step, NULL if it does not
    bool is_wait_told;
    TraceEvent *early; // not told yet: see line_tell_early
    u32 nearly, early_cap;
} Shadow;

// An instruction whose effect is looked at once it has run. The machine announces an instruction
// also when it then stops before it: so nothing is told earlier.
typedef struct Pended {
    bool is_pending, is_hidden; // hidden: inside a library call
    ThreadId thread;
    Pc pc;
    ObjId obj; // memory that it reads or writes
    u64 off, size;
    bool is_write, is_shared;
    bool is_bulk;     // it copies or fills, perhaps piece by piece
    bool is_torn;     // a load or a store of which a part was done before
    bool is_downward; // it goes from the highest address down
    u64 done;         // bytes that it has copied or stored already
    Leaf leaves[MAX_LEAVES];
    const char *before[MAX_LEAVES]; // what they held
    u32 nleaves;
} Pended;

typedef struct Replay {
    const Program *program;
    const ReportOptions *options;
    Vm *vm;
    Names names;
    Sources *sources;
    Arena *scratch;  // of one pass
    bool is_telling; // second pass
    Trace *trace;
    Shadow *shadows; // by thread slot
    u32 nshadows, shadows_cap;
    Pended pended;
    u32 step;
    u32 last; // serial number of the thread of the last step, THREAD_NONE before the first
} Replay;

bool watch_is_hidden(const Replay *r, FuncId f);
void watch_insn(void *replay, Vm *vm, ThreadId t, Pc pc);
void watch_output(void *replay, Vm *vm, ThreadId t, int fd, const u8 *bytes, size_t n);
// Around each step.
void watch_step_begin(Replay *r, ThreadId t, u32 alternative);
void watch_step_end(Replay *r, ThreadId t, RunEnd end);
// The end of the run: tells what is still open; the fault shows in thread t (THREAD_NONE: in no
// single one).
void watch_end(Replay *r, ThreadId t);
// The source position of an instruction, looking back if it has none of its own.
SrcLoc watch_loc(const Program *p, FuncId f, Pc pc);
// The source position of the thread: of its innermost frame of user code.
SrcLoc watch_position(const Replay *r, ThreadId t);
// What the variable holds, as it looks now: what it points to may have been freed.
void watch_var_value(Replay *r, const Var *v, Text *out);

// ---- written.c: many bytes at once --------------------------------------------------------------

// Tells the variables that bytes [from, to) of an object belong to, with what they hold now.
void written_tell(Replay *r, Shadow *s, ObjId obj, u64 from, u64 to, bool is_shared);
// The same for a copy that goes in pieces: they are told together when it ends or another thread
// comes between.
void written_piece(Shadow *s, ObjId obj, u64 from, u64 to, bool is_shared);
void written_flush(Replay *r, Shadow *s);

// ---- lines.c: from lines to events --------------------------------------------------------------

void line_value(Replay *r, Line *l, const char *name, const char *value, bool is_read,
                bool is_shared);
void line_note(Replay *r, Line *l, const char *fmt, ...) PRINTF_LIKE(3, 4);
void line_starts(Replay *r, Line *l, u32 thread, const char *call); // NULL: of what is not known
void line_returns(Replay *r, Line *l, const char *value);
void line_open(Line *l, FuncId f, u32 file, u32 line, u32 depth);
// Ends the line; it becomes an event of the thread if it has content.
void line_close(Replay *r, Shadow *s);
// Another thread goes on in the middle of the line.
void line_interrupt(Replay *r, Shadow *s);
// Makes an event of the line, whatever it holds.
void line_emit(Replay *r, Shadow *s, bool is_fault);
// A new thread comes to its first visible operation during the step that starts it; what it does
// before is told when it takes its own first step.
void line_tell_early(Replay *r, Shadow *s);

// ---- calls.c: library calls as users see them ---------------------------------------------------

void call_begin(Replay *r, ThreadId id, Shadow *s, const Insn *in, Pc pc);
// The thread is in an operation of std::atomic: what that does is told as if the user's code did
// it.
bool call_is_access(const Replay *r, const Shadow *s);
// An instruction of a model has run: e is what it accessed.
void call_inside(Replay *r, Shadow *s, const Pended *e);
void call_end(Replay *r, Shadow *s); // back in the user's code

#endif
