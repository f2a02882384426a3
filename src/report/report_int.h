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
    // there is no second pass: a block has its type from when it is learned
    bool learns_at_once;
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
void value_as(const Names *n, Cell c, const Type *t, Text *out); // a number of that type
void value_string(const Names *n, ObjId obj, u64 off, u32 most, Text *out);
void value_quoted(const u8 *bytes, size_t n, u32 most, Text *out);

// ---- waits.c ------------------------------------------------------------------------------------

enum { WAIT_BYTES = 4 }; // of what is waited for that are looked at to name it
// What the thread waits for, if it stands at a wait whose condition does not hold now.
bool wait_text(const Names *n, ThreadId t, Text *out);
// The thread that it waits for, by its number: who holds it (of several the first), or is to end. 0
// if any other may end the wait, or nobody can.
u32 wait_for(const Names *n, ThreadId t);
u32 thread_number(const Vm *vm, ThreadId t);

// ---- sources.c ----------------------------------------------------------------------------------

typedef struct Sources Sources;
Sources *sources_new(const Program *p);
void sources_free(Sources *s);
// A line without its indentation; "" if it cannot be read. Valid until sources_free.
const char *sources_line(Sources *s, u32 file, u32 line);
const char *sources_whole_line(Sources *s, u32 file, u32 line); // with it
u32 sources_count(Sources *s, u32 file);                        // of lines
u32 sources_indent(Sources *s, u32 file, u32 line);             // the columns before it
bool sources_has(Sources *s, u32 file, u32 line);               // there is such a line
// The column, in characters and from 1 on, of what is so many bytes from the beginning of that
// text; and of a byte of the whole line, counted from 1 on. 0 if it is not known.
u32 sources_column(Sources *s, u32 file, u32 line, u32 offset);
u32 sources_column_of_byte(Sources *s, u32 file, u32 line, u32 byte);

// ---- witness.c: expressions and places for witnesses --------------------------------------------

// A whole number as C writes it; false if the value is none.
bool witness_number(const char *value, Text *out);
// "x == 3"; false if the variable or its value cannot be written so.
bool witness_equation(const TraceValue *v, Text *out);
// What a call of __VERIFIER_nondet_int() or the like has returned, and adds its name; NULL if the
// event has no such call.
const char *witness_input(const TraceEvent *e, Text *function);
// The column of the parenthesis that ends the call; 0 if it is not known.
u32 witness_call_end(Sources *s, const TraceEvent *e, const char *function);
// The line is one statement, whole, and nothing else.
bool witness_is_statement(Sources *s, u32 file, u32 line);

// ---- watch.c: what a replay does ----------------------------------------------------------------

typedef struct Value {
    const char *name, *value;
    const char *was; // what a write has overwritten, NULL if it is not known
    bool is_read;
    bool is_shared; // other threads can reach the place
} Value;

// The source line a thread is in. It becomes an event once it has done something worth telling.
typedef struct Line {
    bool is_open, has_content, is_continued;
    u32 moment; // of what it does until it is told: see TraceEvent
    FuncId func;
    u32 file, line, depth;
    const TraceCall *calls; // that the thread was in then
    Pc pc;                  // the last instruction of the line that was about to run
    Value *values;
    u32 nvalues, values_cap;
    const char *call; // library call in this line that had an effect, NULL if none
    TraceNote *notes;
    u32 nnotes, notes_cap, notes_bytes;
    Text printed; // by the program in this line
    // For moments: the line's id, 0 until it needs one; what of Recorded.shared it has touched.
    u32 id;
    u32 *touched;
    u32 ntouched, touched_cap;
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
    Cell cell;      // the value itself, if a pointer
    Cell raw, high; // in any case
    TypeId type;
} Var;

typedef struct Shadow { // what the replay remembers of a thread
    u32 number;         // as users see it
    u32 nframes;
    const TraceCall *calls; // the functions of the user's that it is in
    bool has_begun;         // it has run code of the user's
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

// ---- joins.c: where branches end ----------------------------------------------------------------

#define JOIN_NONE 0xffffffffu
typedef struct Joins {
    const Program *program;
    Arena *arena;
    struct JoinInfo **by_func; // NULL: not computed yet
} Joins;
typedef struct JoinInfo {
    Pc until;     // where the ways that part come together; JOIN_NONE: when the function ends
    bool is_loop; // one of them leads back before that
} JoinInfo;
void joins_init(Joins *j, const Program *p, Arena *a);
// Of a branch.
const JoinInfo *joins_at(Joins *j, FuncId func, Pc pc);

// ---- omitted.c: what other ways would have done -------------------------------------------------

// Bytes of a global variable that a way writes to or hands on.
typedef struct OmittedWrite {
    ObjId obj;
    u64 from, to;
} OmittedWrite;

// The ways of a branch but one.
typedef struct OmittedWay {
    Pc taken;
    OmittedWrite *writes;
    u32 n, cap;
    bool writes_by_pointer;
    struct OmittedWay *next; // of the same branch
} OmittedWay;

typedef struct Omitted {
    OmittedWay **by_pc; // NULL: nothing was asked yet
} Omitted;
const OmittedWay *omitted_at(Omitted *o, Joins *joins, Pc branch, Pc taken);
void omitted_done(Omitted *o, const Program *p);

// ---- flow.c: what depends on what ---------------------------------------------------------------

typedef u32 NodeId; // 0: nothing that the run did

// Something that an instruction did, and what it came from: nodes with smaller numbers.
typedef struct FlowNode {
    u32 moment;       // of the line that did it
    NodeId control;   // the branch that led to it
    u32 first, count; // in Flow.sources
    bool is_seen;     // it touches memory that others can reach, or is a choice
} FlowNode;

typedef enum AccessKind { ACCESS_READ, ACCESS_WRITE, ACCESS_MAKE, ACCESS_END } AccessKind;
// An access to memory that users know of and others can reach, or the beginning or end of a block.
typedef struct FlowAccess {
    AccessKind kind;
    NodeId node;
    u32 moment, thread;
    ObjId obj, value; // value: the object that a pointer names which was written
    u64 from, to;
    bool is_alone; // no other thread has been started yet
} FlowAccess;

// A lock, from when a thread took it until it let go of it.
typedef struct FlowHold {
    u32 thread;
    Cell lock;
    u32 taken, released; // moments; released 0: held to the end
    u32 sync;            // the call that took it: its index + 1; 0 if it was no such call
    SrcLoc at;
} FlowHold;

// A call of the library that is about other threads.
typedef struct FlowSync {
    u32 thread, began, ended; // moments; ended 0: it never did
    FuncId func;
    Cell object; // its first argument
} FlowSync;

typedef struct FlowBranch {
    u32 depth;
    Pc until;
    NodeId node;
    bool is_gate; // a loop that waits for others: what comes behind it depends on it
} FlowBranch;

// A branch that was taken, in code of the user's.
typedef struct FlowFork {
    NodeId node;
    Pc pc, taken;
} FlowFork;

// An instruction that is about to run, or was stopped before.
typedef struct FlowNext {
    bool is_pending;
    Pc pc;
    u32 depth, base;
    NextAccess access; // obj 0: none
    Cell from;         // memcpy: the source
    Cell argument;     // traps: the first
    bool is_shared, is_known, is_hidden;
} FlowNext;

typedef struct FlowThread {
    NodeId *cells; // by index into Thread.cells
    u32 ncells, cells_cap;
    FlowBranch *branches;
    u32 nbranches, branches_cap;
    NodeId root; // what started it
    FlowNext next;
} FlowThread;

typedef struct FlowObject {
    NodeId *nodes;   // by byte
    bool *is_wanted; // for slice.c
    u32 size;
} FlowObject;

// Only the second pass fills it in.
typedef struct Flow {
    const Program *program;
    Arena *arena;
    Joins joins;
    FlowNode *nodes; // [0] is nothing
    u32 nnodes, nodes_cap;
    NodeId *sources;
    u32 nsources, sources_cap;
    FlowThread *threads; // by serial
    u32 nthreads, threads_cap;
    FlowObject *objects; // by id
    u32 nobjects, objects_cap;
    FlowAccess *accesses;
    u32 naccesses, accesses_cap;
    FlowFork *forks;
    u32 nforks, forks_cap;
    FlowHold *holds;
    u32 nholds, holds_cap;
    FlowSync *syncs;
    u32 nsyncs, syncs_cap;
    NodeId *gathered; // what the node in the making depends on
    u32 ngathered, gathered_cap;
    u32 last;     // serial of the thread that was announced last
    bool is_full; // the run is too long: nothing is known of it
} Flow;

struct Replay;
void flow_init(Flow *f, const Program *p);
void flow_done(Flow *f);
// Thread id has moved on, if it has, from the instruction that was announced.
void flow_settle(struct Replay *r, ThreadId id);
// The instruction is about to run, if nothing stops the thread before it.
void flow_expect(struct Replay *r, ThreadId id, Pc pc, bool is_hidden);
// A variable in a register has got a value in the line that is open.
void flow_variable(struct Replay *r, ThreadId id, i32 operand);
// What the thread stands at: what it reads, and the branch that led there (0: none).
void flow_gather_next(struct Replay *r, ThreadId id);
const FlowBranch *flow_branch(const Flow *f, u32 serial, u32 most_depth);
FlowObject *flow_object(Flow *f, ObjId obj, u32 size);
// The moment of the last access of a thread to these bytes; 0 if there was none.
u32 flow_last_access(const Flow *f, u32 thread, ObjId obj, u64 offset, u64 size);
// A function of the library that may come back without the lock that it was to take.
bool flow_is_try(const Program *p, FuncId func);
// Where the thread took the lock that it holds; line 0 if it is not known.
SrcLoc flow_taken_at(const Flow *f, u32 serial, Cell lock);

// ---- slice.c ------------------------------------------------------------------------------------

// Says of every event whether it matters; at the end of the second pass.
void slice_mark(struct Replay *r, const Fault *fault);

// ---- replay.c -----------------------------------------------------------------------------------

typedef struct Replay {
    const Program *program;
    const ReportOptions *options;
    Vm *vm;
    Names names;
    Sources *sources;
    Arena *scratch;   // of one pass
    bool is_telling;  // second pass
    bool is_stepwise; // each step is told for itself: what repeats is told again
    Trace *trace;
    Shadow *shadows; // by serial of the thread
    u32 nshadows, shadows_cap;
    Pended pended;
    struct Recorder *recorder; // NULL: no moments are recorded
    u32 step;
    u32 last; // serial number of the thread of the last step, THREAD_NONE before the first
    Flow flow;
    u32 moments;   // so many there have been
    u32 *event_of; // moment → index of the event + 1; 0: it became none
    u32 nevent_of, event_of_cap;
} Replay;

// ---- replay.c: one pass over a run --------------------------------------------------------------

// Makes a machine that is at the beginning of the program; and frees it with all that the pass has.
typedef struct PassHooks {
    VmWatch *insn; // each calls the one of watch.c
    VmOutput *output;
    void *self;
} PassHooks;
void replay_begin_pass(Replay *r, const VmOptions *vo, const PassHooks *h);
void replay_free_pass(Replay *r);
// A run that has come to a violation: fills in what the trace says of the end.
void replay_tell_end(Replay *r, const Fault *f);
void replay_add_stack(Replay *r, ThreadId id, TraceThread *out); // in the trace's arena
// Each local variable of the frame that is so deep; "" if nothing is known of them.
typedef void EachLocal(void *arg, const char *name, const char *value);
void replay_each_local(Replay *r, const Shadow *s, u32 depth, EachLocal *tell, void *arg);

bool watch_is_hidden(const Replay *r, FuncId f);
bool watch_is_shared(const Replay *r, ObjId obj); // other threads can reach it
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
// The thread may have stopped before an instruction that was not announced: names the variables
// that are there from then on.
void watch_name_locals(Replay *r, ThreadId id);
// What the variable holds, as it looks now: what it points to may have been freed.
void watch_var_value(Replay *r, const Var *v, Text *out);

ThreadId watch_thread(const Replay *r, const Shadow *s); // THREAD_NONE if it has ended

// ---- moment.c: how things stand after each event ------------------------------------------------
// All of them do nothing unless moments are recorded.

void moment_begin(Replay *r); // before the pass that tells
void moment_end(Replay *r);   // after it
// An instruction has run: e is what it accessed.
void moment_effect(Replay *r, Shadow *s, const Pended *e);
// A thread was started or has ended, in its open line.
void moment_starts(Replay *r, Shadow *s, u32 thread);
void moment_ends(Replay *r, Shadow *s);
// The line of the thread becomes an event.
Moment *moment_of_line(Replay *r, const Shadow *s);
// Its event, the last one of the trace, has been told; `again`: as one more turn of what is there;
// `late`: it happened earlier than what has changed meanwhile.
void moment_told(Replay *r, Moment *m, bool again, bool late);

// ---- links.c: what must have happened before ----------------------------------------------------

typedef struct Links Links;
Links *links_new(Arena *names);
void links_free(Links *l);
u32 links_id(Links *l, Shadow *s); // of the thread's open line
void links_wrote(Links *l, Shadow *s, const Pended *e);
// The open line has read the bytes, or waited for them: there is a link if another thread has
// written them.
void links_read(Links *l, Shadow *s, LinkKind kind, ObjId obj, u64 off, u64 size, const char *name);
void links_released(Links *l, Shadow *s, Cell lock);
void links_acquired(Links *l, Shadow *s, Cell lock, const char *name);
void links_starts(Links *l, Shadow *s, u32 thread);
void links_ends(Links *l, Shadow *s);
void links_joins(Links *l, Shadow *s, u32 thread);
void links_told(Links *l, u32 id, u32 thread, u32 event); // a line has become this event
void links_finish(Links *l, Trace *t);                    // into the trace

// ---- written.c: many bytes at once --------------------------------------------------------------

// Tells the variables that bytes [from, to) of an object belong to, with what they hold now.
void written_tell(Replay *r, Shadow *s, ObjId obj, u64 from, u64 to, bool is_shared);
// The same for a copy that goes in pieces: they are told together when it ends or another thread
// comes between.
void written_piece(Shadow *s, ObjId obj, u64 from, u64 to, bool is_shared);
void written_flush(Replay *r, Shadow *s);

// ---- trace.c ------------------------------------------------------------------------------------

// The events from one on, a row each.
void trace_rows(const Trace *t, Sources *sources, const ReportOptions *o, u32 from, Text *out);

// ---- lines.c: from lines to events --------------------------------------------------------------

void line_value(Replay *r, Line *l, const Value *v); // copied
void line_note(Replay *r, Line *l, const char *fmt, ...) PRINTF_LIKE(3, 4);
void line_starts(Replay *r, Line *l, u32 thread, const char *call); // NULL: of what is not known
void line_returns(Replay *r, Line *l, const char *value);
void line_open(Replay *r, Line *l, FuncId f, u32 file, u32 line, u32 depth, const TraceCall *calls);
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
// Before an access to what others can see: what the line has done with others so far was before it.
void call_part(Replay *r, Shadow *s, u32 depth);
// The thread is in an operation of std::atomic: what that does is told as if the user's code did
// it.
bool call_is_access(const Replay *r, const Shadow *s);
bool call_is_sync(const Replay *r, const Shadow *s); // the thread is in a call that is about others
// An instruction of a model has run: e is what it accessed.
void call_inside(Replay *r, Shadow *s, const Pended *e);
void call_end(Replay *r, Shadow *s); // back in the user's code

// ---- words.c ------------------------------------------------------------------------------------

#define BOLD "\033[1m"
#define RED "\033[1;31m"
#define DIM "\033[2m"
#define PLAIN "\033[0m"
const char *words_color(const ReportOptions *o, const char *code); // "" without colours
const char *words_thread(const ReportOptions *o, u32 thread);      // so that the eye can follow one
// What comes from the program, which may hold line breaks and worse.
void words_tame(Text *out, const char *fmt, ...) PRINTF_LIKE(2, 3);
u32 words_columns(const char *s);                  // that the text takes on a terminal
size_t words_character(const char *s, u32 *width); // the first one: its bytes and columns
bool words_is_internal(const char *call);
// With a comma before it, if there is something already.
void words_part(Text *out, const char *fmt, ...) PRINTF_LIKE(2, 3);
// What a line did: reads, changed values, the call, the note. Full: without what values were
// before.
void words_effects(const TraceEvent *e, const char *source, bool is_full, Text *out);

// ---- trace.c: all that happened -----------------------------------------------------------------

void words_message(const Trace *t, Text *out); // "deadlock: ..."
// The first event of the part that is repeated for ever; nevents if it has none.
u32 words_first_in_cycle(const Trace *t);

// ---- story.c: what matters, as rows -------------------------------------------------------------

typedef struct Row {
    u32 thread; // 0: the row is about all of them
    u32 file, line;
    const char *text;
    const char *source; // "" if the text says it all
    bool is_fault;
} Row;

typedef struct Story {
    const Trace *trace;
    const ReportOptions *options;
    Sources *sources;
    Arena *arena;
    Row *rows;
    u32 nrows, rows_cap;
    u32 *threads; // numbers of those that have rows, ascending
    u32 nthreads, threads_cap;
    bool has_columns; // one for each thread, so that texts must be short
    u32 first_start;  // index of the first event that starts a thread
    Text *out;
} Story;

void story_text(const Trace *t, const ReportOptions *o, Text *out);
const char *story_start(const Story *s, u32 thread); // "worker(0)"; "" if it is not known
bool story_has_room(const Trace *t);                 // also for what matters to one thread alone
bool story_means(const TraceEvent *e, bool has_room);

// ---- layout.c: rows beside each other, lines that fit -------------------------------------------

bool layout_may_have_columns(const Story *s); // there is room for one for each thread
bool layout_suits_columns(const Story *s);    // and the rows are short enough for them
void layout_rows(Story *s);
// Text in lines of the width, the first with `first` before it, the others with as many spaces.
void layout_wrapped(Story *s, const char *first, const char *text);
void layout_colored(Story *s, const char *color, const char *text); // the same from column 0 on
void layout_line(Story *s, const char *color, const char *text);    // one line, cut if need be

// ---- ending.c: the violation and where the threads stand ----------------------------------------

void ending_text(Story *s);

#endif
