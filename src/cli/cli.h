// SPDX-License-Identifier: Apache-2.0
// What the commands share: messages, loading, signals, result files.
#ifndef HEDDLE_CLI_H
#define HEDDLE_CLI_H

#include "many/many.h"
#include "report/report.h"
#include "setup/setup.h"
#include "smt/smt.h"

#include <jansson.h>

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "0.1.0"
#endif

// Each returns the exit code.
int command_check(const Options *o);
int command_dump(const Options *o);
int command_lgfsm(const Options *o);
int command_libc(const Options *o);
int command_ltl(const Options *o);
int command_project(const Options *o);
int command_replay(const Options *o);
int command_run(const Options *o);
int command_simulate(const Options *o);
int command_smt(const Options *o);
int command_spin(const Options *o);

// One line on standard error, after "heddle: ".
void cli_error(const char *fmt, ...) PRINTF_LIKE(1, 2);
void cli_notice(const char *text); // the same, for who is to be given a function
// Ends a message: says it unless all is well, which is the result.
bool cli_told(bool is_ok, Diag *d);
// Text to standard output; false, after a message, if it cannot be written.
bool cli_print(const Text *t);
// How counterexamples are told on standard output.
ReportOptions cli_report_options(const Options *o);
// What readers of a counterexample must know: nothing at -O0.
void cli_explain_level(const char *opt_level, Text *out);

// A line on standard error that shows what goes on, if that is a terminal.
typedef struct Live {
    bool is_on, is_shown;
    double last; // when it was last drawn
} Live;
void live_init(Live *live, const Options *o);
bool live_is_due(Live *live); // not drawn too often
void live_draw(Live *live, const char *text);
void live_erase(Live *live);
void live_figures(void *live, const Figures *f); // those of a search, if it is time for that

// Compiles and lowers the files; NULL after a message.
Program *cli_load(const Setup *s, bool keep_locals, bool finds_races);
// A line about what the program uses and nothing defines, and one about builtins that clang does
// not have, if there is something.
void cli_warn_undefined(const Program *p);
// What the options say of a search that Ctrl-C ends; false after a message.
bool cli_set_search(const Setup *s, SearchOptions *out);
// Finds the functions of --invariant, and what --unmatched and the like name; false after a
// message.
bool cli_set_names(const Setup *s, const Program *p, SearchOptions *out);
// Finds what has become of the propositions of --ltl; false after a message.
bool cli_set_formula(const Setup *s, const Program *p, PropertySet *out);

// ---- help.c -------------------------------------------------------------------------------------
// Help of one command; of the whole program for CMD_NONE.
void options_help(Command c, Text *out);
// What help says of the commands, in the order in which it tells of them.
typedef struct CommandText {
    Command command;
    const char *name, *summary;
    const char *usage; // how it is called, an empty line, what it does
} CommandText;
extern const CommandText command_texts[];
extern const size_t command_text_count;
extern const char compiler_help[];
bool command_takes_program(Command c); // and options for compilers
// The options in force for the command, as an object.
json_t *options_json(const Options *o);
json_t *words_json(const Words *w);
json_t *file_args_json(const Setup *s); // a list of words for each file; null without -p
json_t *text_json(const char *s);       // null for NULL

// ---- manpage.c, completion.c --------------------------------------------------------------------
void manpage_write(Text *out); // heddle(1), in the macros of man
// What a shell needs to complete command lines; false if the shell is neither bash nor zsh.
bool completion_write(const char *shell, Text *out);

// ---- signals.c ----------------------------------------------------------------------------------
// Ctrl-C, SIGTERM and SIGHUP: while the front end works and nobody watches, or the second time,
// they end the process with exit code 3; otherwise they set the flag.
void signals_install(void);
void signals_loading(bool is_loading);
bool signals_is_loading(void);
void signals_watched(bool is_watched);
// Called, in the handler, before they end the process.
void signals_tidy_with(void (*function)(void));
void signals_tidy(void); // ends and removes what must not be left behind
const volatile int *signals_flag(void);
// For who goes on after Ctrl-C. While it waits for the next command, Ctrl-C does nothing, and other
// signals end the process; what else has to be stopped stops, and is forgotten.
void signals_prompting(bool is_prompting);
void signals_forget(void);
bool signals_must_end(void); // it was not Ctrl-C

// Whether SIGUSR1 has come since the last time that somebody asked.
bool signals_take_asked(void);

// ---- progress.c ---------------------------------------------------------------------------------
// Whether the descriptor of --progress-json can be written to; false after a message. For every
// command, before anything else is opened.
bool progress_begin(const Options *o);
void progress_tick(void); // of the watchdog: tells what is due
// "12 states, 1200 states/s (steady), depth 5, 3.4 MiB, 0.1 s, 2 workers"
void progress_figures(const Figures *f, Text *out);
void progress_verdict(const Verdict *v); // it is known
void progress_end(int code);             // writes the last line, if it has not been

// ---- watchdog.c ---------------------------------------------------------------------------------
// Looks at time, memory and signals from outside. When the command does not end by itself, `tell`
// says why and what is known, in another thread, and its result is the exit code. So it does in any
// thread that gets no memory any more.
typedef struct Watchdog {
    double time_limit, deadline; // seconds; 0: none
    u64 memory_limit;            // bytes; 0: none
    double patience;             // seconds
    int (*tell)(void *arg, const char *why);
    void *arg;
} Watchdog;
void watchdog_start(const Options *o, u64 memory_limit, int (*tell)(void *, const char *),
                    void *arg);
// What is added when the memory limit has been reached; "" at first. The text must live as long as
// the process.
void watchdog_advise(const char *text);
void watchdog_stop(void); // what has been told is all there is; may be called twice
// Around what `tell` must not see half done. Who comes too late waits here for the end of the
// process.
void watchdog_hold(void);
void watchdog_release(void);
void watchdog_told(int code); // the outcome has been told: this is the exit code, whatever happens

typedef struct Outcome Outcome;
typedef struct Levels Levels;

// ---- result.c -----------------------------------------------------------------------------------
// "holds within 3 context switches [12 states, ...]"; the trace is NULL unless violated, or if
// there is none. "(and 2 more)" if there are more violations.
void result_line(const Verdict *v, const Figures *f, const Trace *t, u32 more, Text *out);
void result_conditions(const Verdict *v, Text *out); // " within 3 context switches"; "" if none
// "also seen, not asked for: ..."; nothing if there was nothing.
void result_unasked(const SearchResult *r, const Program *p, Text *out);
// What makes a verdict say less than it seems to: runs without an end, what no run has reached.
void result_unreached(const SearchResult *r, const Program *p, Text *out);
// "interleavings one by one: holds [...]", with the reason of an unknown
void result_second(const Outcome *c, Text *out);
// "29 interleavings, 1 of them fails; ..."
void result_smt(const SmtFigures *f, const Options *o, Text *out);
// "untracked: wins = 942, most = 9"; nothing if everything was tracked.
void result_untracked(const SearchResult *r, Text *out);
// The figures as they are shown everywhere: "12 states, 20 transitions, depth 5, 0.01 s, 3.4 MiB,
// 1200 states/s"
void result_figures(const Figures *f, Text *out);
void result_bytes(u64 bytes, Text *out); // "3.4 MiB"
json_t *result_summary_json(const SearchOptions *so, const SearchResult *r);
// These take the object.
bool result_json_text(json_t *object, Text *out); // false if there is no memory for it
bool result_write_json(const char *path, json_t *object, Diag *d);

// ---- both.c -------------------------------------------------------------------------------------
// --engine both: whether it can be had with the other options; false after a message.
bool both_suits(const Options *o);
// The search is over: asks the other engine, into *second. Where that one says more, it becomes the
// outcome's.
void both_ask(Outcome *c, SearchResult *second);

// ---- many.c -------------------------------------------------------------------------------------
// Any number of threads, in a program that counts them; false with a message. `own` are the
// outcome's options: they have a limit of threads when there is a violation. The outcome keeps the
// pointer to *m.
bool many_search(Outcome *c, Options *own, ManyResult *m);
bool many_suits(const Outcome *c); // the options let threads be counted
// The search is over, and has said nothing: threads are counted, although nobody has asked for it.
// What that says becomes the outcome's, unless it says nothing either.
void many_try(Outcome *c, Options *own, ManyResult *m);
// "2 threads are enough", or how many states threads have.
void many_tell(const ManyResult *m, const Verdict *v, Text *out);

// ---- outcome.c ----------------------------------------------------------------------------------
typedef enum Stage { STAGE_SEARCH, STAGE_REPORT, STAGE_TOLD } Stage;
struct Outcome {
    const Options *o;
    // the verdict is not known yet; it is; it has been printed, and written for --json
    Stage stage;
    SearchOptions search;
    Program *program;
    SearchResult result;
    Rules *rules;       // of --suppress; NULL: none
    Settled *settled;   // NULL: neither rules nor --continue
    Trace *trace;       // when violated: of the first violation
    Text told;          // the counterexamples
    Text plain;         // the same without colours, for --junit
    json_t *violations; // all of them, as JSON; NULL: not replayed
    json_t *sarif;      // the same as SARIF; NULL: nobody wants it
    json_t *pages;      // the same for --html; NULL: nobody wants it
    Text notes;         // what is told between the verdict and the counterexamples
    json_t *tried;      // results of smaller context bounds
    // of 'heddle smt'; NULL: another command
    const SmtFigures *smt;
    // what the other engine says; NULL: it was not asked
    const SearchResult *second;
    // when threads were counted; NULL: they were not
    const ManyResult *many;
    // of --all-levels, of which this is the outcome that is told; NULL: another command
    const Levels *levels;
    bool is_second_search; // it is what the search says, which was less than the other's
    bool is_write_failed;
    bool is_trace_over;    // what --trace asks for has been written
    bool is_coverage_over; // the same for --coverage
    bool memory_is_ours;   // not that of a verifier
};
// The line with the verdict. A violation that was not told from its replay has at least its kind
// and its place.
void outcome_line(const Outcome *c, Text *out);
void outcome_known(Outcome *c);  // the search is over
void outcome_replay(Outcome *c); // fills in the trace of a violation
// Tells what is known at a time when nothing can be waited for; the exit code. In any thread.
int outcome_cut_short(void *outcome, const char *why);
void outcome_tell(Outcome *c); // prints, and writes what --json, --trace and others ask for
int outcome_exit_code(const Outcome *c);
void outcome_done(Outcome *c); // but for the program and `tried`
// The program is NULL if it was not loaded.
json_t *result_json(const Outcome *c);

// ---- formats.c ----------------------------------------------------------------------------------
// The results for programs, one of which each option asks for.
enum { FORMAT_JSON, FORMAT_SARIF, FORMAT_JUNIT, FORMAT_WITNESS, FORMAT_HTML, FORMAT_COUNT };
typedef struct Formats {
    Text texts[FORMAT_COUNT]; // empty: not asked for, or there was no memory for it
    Diag no_witness;          // why there is none
} Formats;
// Finds out before the search, not after hours of it, that a result has nowhere to go. Creates
// nothing, and forgets the results of an earlier command. False after a message.
bool formats_make_room(const Options *o);
// The same for one of them; NULL: it is not to be written.
bool formats_make_room_for(const Options *o, const char *option, const char *path);
bool formats_use_output(const Options *o); // one of them goes to standard output
// The line is that of the verdict.
void formats_make(const Outcome *c, const char *line, Formats *out);
// A file that cannot be written does not change the verdict: messages, and is_write_failed.
void formats_write(Outcome *c, const Formats *f);
void formats_done(Formats *f);

// ---- sarif.c, junit.c, witness.c: one format each -----------------------------------------------
json_t *sarif_json(const Outcome *c);
typedef enum JunitEnd { JUNIT_PASSED, JUNIT_FAILURE, JUNIT_ERROR, JUNIT_COUNT } JunitEnd;
typedef struct JunitCase {
    Text name;
    double seconds;
    JunitEnd end;
    const char *type; // of a failure or an error
    const char *line; // "violated: ..."
    const char *told; // how it happens; NULL: it is not known
} JunitCase;
void junit_suite(const JunitCase *cases, u32 n, Text *out);
void junit_text(const Outcome *c, const char *line, Text *out);
typedef enum WitnessFormat { WITNESS_NONE, WITNESS_GRAPHML, WITNESS_YAML } WitnessFormat;
WitnessFormat witness_format(const char *path); // by the end of its name
// Nothing is added if there is no witness, and why is told.
void witness_text(const Outcome *c, Text *out, Diag *why);

// ---- page.c -------------------------------------------------------------------------------------
void page_text(const Outcome *c, Text *out); // nothing is added if there is no memory for it
// Writes the same for violations that were replayed from a file; takes the pages.
bool page_write_replayed(const Options *o, const Setup *checked, json_t *pages, Diag *d);

// ---- dot.c --------------------------------------------------------------------------------------
// --dot: whether it can be had with the other options; false after a message.
bool graph_suits(const Options *o);
// Draws the states, if that was asked for; when all else has been told.
void graph_write(Outcome *c);

// ---- check.c ------------------------------------------------------------------------------------
// One check, from options to an outcome.
typedef struct Check Check;
Check *check_new(const Options *o); // copies the options, but nothing that they point to
void check_free(Check *c);
// Whether the options make sense and, on request, where results go can be written; false after a
// message.
bool check_prepare(Check *c, bool makes_room);
bool check_run(Check *c); // the outcome has a result then; false after a message
int check_tell(Check *c); // the exit code
Outcome *check_outcome(Check *c);
int check_cut_short(void *check, const char *why); // for the watchdog

// ---- levels.c -----------------------------------------------------------------------------------
// --all-levels: one check after the other.
typedef struct Level {
    const char *name; // "-O2"
    VerdictKind kind;
    Text reason;          // as that of the verdict
    const char *violated; // the kind of the violation; "" if there is none
    Text line;            // the line of the verdict
    double seconds;
    u64 states, transitions;
} Level;
enum { LEVEL_COUNT = 5 };
struct Levels {
    Level items[LEVEL_COUNT];
    u32 n;
    u32 chosen; // the one whose outcome is told
};
int levels_check(const Options *o);
void levels_tell(const Levels *l, Text *out); // a table; nothing for NULL
json_t *levels_json(const Levels *l);

// ---- growth.c -----------------------------------------------------------------------------------
// What grew when a limit has ended a search, and what to try: a few lines; nothing, and null, if no
// limit has.
void growth_tell(const Outcome *c, Text *out);
json_t *growth_json(const Outcome *c);

// ---- coverage.c ---------------------------------------------------------------------------------
// What was reached of lines, branches and functions: two lines; nothing, and null, if it was not
// asked for or is not known.
void coverage_tell(const Outcome *c, Text *out);
json_t *coverage_json(const Outcome *c);
bool coverage_write(const Outcome *c, Diag *d); // to the file of --coverage, if there is one

// ---- several.c ----------------------------------------------------------------------------------
void several_replay(Outcome *c); // fills in trace, told and violations
void several_heading(const Trace *t, u32 i, u32 n, Text *out); // of violation i of n
// The others than the first in a line each, where they cannot be replayed.
void several_list(const Outcome *c, Text *out);
// How many there are, and whether there may be more; nothing without --continue.
void several_sum(const Outcome *c, Text *out);
void several_exceptions(const Outcome *c, Text *out); // where others may be, after all
// What rules have suppressed, and rules that have not.
void several_suppressed(const Outcome *c, Text *out);
json_t *several_json(const Outcome *c);                  // the array of violations
void several_set_json(const Outcome *c, json_t *object); // sets what several_suppressed tells

// ---- minimise.c ---------------------------------------------------------------------------------
// The violations of the outcome by runs with as few context switches as can be found soon.
void minimise_all(Outcome *c);
// "needs 2 context switches", or "with" if it may need fewer; nothing if nobody has counted, or
// there is one thread only.
void minimise_tell(const Violation *v, const Program *p, Text *out);
void minimise_set_json(const Violation *v, json_t *object);
void minimise_read_json(const json_t *object, Violation *v);

// ---- task.c -------------------------------------------------------------------------------------
// What the result says about each property of a task, and whether the task expects that: a line for
// each; nothing, and NULL, if there is no task.
void task_tell(const Outcome *c, Text *out);
json_t *task_json(const Outcome *c);

// ---- child.c ------------------------------------------------------------------------------------
// heddle itself in another process, with these words (the last is NULL), in another directory.
typedef struct ChildProcess {
    const char *directory;
    const char *const *words;
    Text out, err; // what it has written
    int code;      // its exit code; below 0: it was ended by this signal
} ChildProcess;
// Waits until it has ended; the first interrupt is passed on to it. False with a message.
bool child_run(ChildProcess *c, Diag *d);
void child_done(ChildProcess *c);

// ---- claim.c ------------------------------------------------------------------------------------
typedef struct Buchi Buchi;
// Reads an automaton that accepts the runs that must not be, and makes its propositions those of
// the setup, which has no formula yet. NULL with a message; for buchi_free. From a file, whether it
// suits the reduction is asked as well.
Buchi *claim_read(const char *name, const Text *text, Setup *s, Diag *d);
Buchi *claim_read_file(const char *path, Setup *s, Diag *d);
// As a property; both must outlive it. None if the automaton is NULL.
NeverClaim claim_of(const char *name, const Buchi *b);

// ---- tracefile.c --------------------------------------------------------------------------------
// All that is needed to run a counterexample again.
typedef struct TraceFile {
    Setup setup; // files, compiler options, arguments
    VmOptions vm;
    bool keep_locals; // how the program was loaded
    PropertySet properties;
    Violations found; // their faults have a kind only
    Buchi *automaton; // that accepts the run; NULL: another property
    const char *automaton_name;
    json_t *root; // owns the texts
} TraceFile;
// Runs a counterexample of the file again; NULL with a message.
Trace *cli_replay(const Options *o, TraceFile *f, Violation *v, const Program *p, Diag *d);
bool tracefile_write(const char *path, const Outcome *c, bool keep_locals, Diag *d);
// Reads it and makes sure that the sources are what they were. tracefile_done also after a failure.
bool tracefile_read(TraceFile *f, const char *path, Diag *d);
void tracefile_done(TraceFile *f);

#endif
