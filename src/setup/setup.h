// SPDX-License-Identifier: Apache-2.0
// setup: from words to options, and from options to a loaded program and to what its search is
// told. Everything about an option comes from its row in options.def.
#ifndef HEDDLE_SETUP_H
#define HEDDLE_SETUP_H

#include "search/search.h"

// ---- options ------------------------------------------------------------------------------------

typedef enum Command {
    CMD_NONE = 0,
    CMD_CHECK = 1,
    CMD_DUMP = 2,
    CMD_REPLAY = 4,
    CMD_RUN = 8,
    CMD_LIBC = 16,
    CMD_SPIN = 32,
    CMD_SMT = 64,
    CMD_LGFSM = 128,
    CMD_LTL = 256,
    CMD_SIMULATE = 512,
    CMD_ALL = 1023
} Command;

// The type of an option's field, by kind.
typedef struct Range {
    bool is_set;
    i64 low, high;
} Range;
typedef bool OptFLAG;
typedef i64 OptNUMBER;
typedef double OptSECONDS;
typedef u64 OptSIZE;
typedef Range OptRANGE;
typedef Range OptBOUND; // one number is a range as well
typedef u32 OptENUM;    // index of the choice
typedef const char *OptTEXT;
typedef const char *OptLIST; // given several times: joined with commas
typedef struct Words {
    const char **items;
    u32 len, cap;
} Words;
typedef Words OptWORDS; // given several times: one after the other
void words_push(Words *w, const char *word);
void words_done(Words *w);

// A task of SV-COMP: a file that says which program is checked, for which world, and for what. What
// it says is in the Setup as if it had been given in words; this is what is told of it.
typedef enum Expected { EXPECTED_NOTHING, EXPECTED_HOLDS, EXPECTED_VIOLATED } Expected;
typedef struct TaskProperty {
    const char *file, *name; // the property file; its name without folder and .prp
    const char *subproperty; // which part of it is violated; NULL: it does not say
    Expected expected;
    const char *left_out; // why it is not checked; NULL: it is
    PropertySet set;      // the kinds that it speaks of
} TaskProperty;
typedef struct Task {
    const char *file;
    TaskProperty *properties;
    u32 nproperties;
} Task;

// What is checked, and how. Who has no words fills it in: setup_init gives the defaults.
typedef struct Setup {
#define SETUP(field, kind, ...) Opt##kind field;
#define OPTION(...)
#include "setup/options.def"
#undef SETUP
#undef OPTION
    double started;         // clock_seconds() then
    const char *opt_level;  // "-O0" unless given; then it is among compiler_args as well
    const char *ltl;        // the formulas of --ltl and --ltl-file as one; NULL: none
    const Ltl *formula;     // which that is
    const Task *task;       // NULL: the files were given
    const char *data_model; // as in FrontOptions
    bool without_main;      // the program's functions are called from outside
    Counting counting;
    bool finds_overflows, wants_dropped;   // as in FrontOptions
    const char *bitcode_to, *bitcode_from; // as in FrontOptions
    void (*notice)(const char *text);      // as in FrontOptions
    Words files;
    Words compiler_args;
    Words *file_args; // NULL, or what stands before these for each file
    Arena *arena;     // of texts made while reading
} Setup;
void setup_init(Setup *s);
void setup_done(Setup *s);
// Instead of setup_init: what these words of a command say, which are copied. What they say besides
// is read and forgotten. False with a message; setup_done follows in either case.
bool setup_read(Setup *s, const char *command, const char *const *words, int n, Diag *d);
// For who fills in fields of options: what an option could not have is refused with the option's
// message. Texts are copied.
bool setup_set_number(Setup *s, i64 *field, i64 value, Diag *d);
bool setup_set_size(Setup *s, u64 *field, u64 value, Diag *d);
bool setup_set_range(Setup *s, Range *field, i64 low, i64 high, Diag *d);
bool setup_set_bound(Setup *s, Range *field, i64 value, Diag *d);
bool setup_set_text(Setup *s, const char **field, const char *text, Diag *d);
bool setup_add_word(Setup *s, Words *field, const char *word, Diag *d);
// By its name, whether a file is a part of a program, or a header.
bool setup_names_source(const char *path);
bool setup_add_name(Setup *s, const char **field, const char *name, Diag *d); // to a LIST
// Options for clang, as they stand on a command line; -O sets the level. The texts must stay.
bool setup_add_compiler_args(Setup *s, const char *const *args, int n, Diag *d);
// Reads the files of --suppress; *out is NULL if there are none, and also with a message.
bool setup_read_rules(const Setup *s, Rules **out, Diag *d);
// Reads the formula of --ltl.
bool setup_read_formula(Setup *s, Diag *d);
// If the only file is a task, exchanges it for what it says; a task beside other files is refused.
bool setup_read_task(Setup *s, Diag *d);
// With -p: takes what the build tells the compiler of each file from its compile_commands.json.
bool setup_read_database(Setup *s, Diag *d);
// What the verdict of a search for all of `p`, a fault of kind `k` if it is violated, says about a
// property of a task.
typedef enum TaskAnswer { TASK_HOLDS, TASK_VIOLATED, TASK_UNDECIDED } TaskAnswer;
TaskAnswer task_answer(const TaskProperty *t, const PropertySet *p, const Verdict *v, FaultKind k);

// A file with named checks, each of which is a command line.
typedef struct ProjectCheck {
    const char *name;
    Words files, options, args;
    const char *expect; // holds, unknown, violated, or violated KIND; NULL: it does not say
    const char *kind;   // that of `expect`; NULL: any
} ProjectCheck;
typedef struct Project {
    const char *file;
    const char *directory; // where its checks run
    Words options;         // of all checks, before their own
    ProjectCheck *checks;
    u32 nchecks;
    Arena *arena;
} Project;
#define PROJECT_FILE "heddle.yml" // if nobody says otherwise
// False with a message; project_done follows in either case.
bool project_read(Project *p, const char *file, Diag *d);
void project_done(Project *p);

// The words of a command.
typedef struct Options {
    Setup setup; // comes first; its files are names of functions for 'heddle libc',
                 // and the formula for 'heddle ltl'
#define SETUP(...)
#define OPTION(field, kind, ...) Opt##kind field;
#include "setup/options.def"
#undef SETUP
#undef OPTION
    Command command;
    const char *command_name;
    Words words;     // as they were given, without what follows --
    Words spin_args; // of 'heddle spin': what follows --, which is for SPIN
} Options;

// The values of ENUM options, in the order of their choices.
enum { CHOICE_MIXED, CHOICE_DFS, CHOICE_BFS };
enum { CHOICE_ADDRESSES_LEARN, CHOICE_ADDRESSES_FIXED, CHOICE_ADDRESSES_UNKNOWN };
enum { CHOICE_DATA_AUTO, CHOICE_DATA_SYMBOLIC, CHOICE_DATA_RANGE, CHOICE_DATA_STOP };
enum { CHOICE_POSIX, CHOICE_PREFER_READERS };
enum { CHOICE_COLOR_AUTO, CHOICE_COLOR_ALWAYS, CHOICE_COLOR_NEVER };
enum { CHOICE_PROGRESS_AUTO, CHOICE_PROGRESS_NEVER };
enum { CHOICE_ENGINE_SEARCH, CHOICE_ENGINE_BOTH };
enum { CHOICE_LAZY, CHOICE_SCHEDULE, CHOICE_UW };
enum { CHOICE_FORWARD, CHOICE_BACKWARD, CHOICE_BOTH };

void options_init(Options *o);
void options_done(Options *o);
// Whether the checks of a project are meant, not files.
bool options_has_project(const Options *o);
// Reads the words after the command, of which the options keep parts. False with one line that says
// what is wrong.
bool options_read(Options *o, int argc, const char *const *argv, Diag *d);
// The command of this name, CMD_NONE if there is none.
Command command_of_name(const char *name);
// The name nearest to a mistyped one, NULL if none is near.
const char *nearest_command(const char *name);

// The rows, for who tells of options.
typedef enum OptionKind {
    OPT_FLAG,
    OPT_NUMBER,
    OPT_SECONDS,
    OPT_SIZE,
    OPT_RANGE,
    OPT_BOUND,
    OPT_ENUM,
    OPT_TEXT,
    OPT_LIST,
    OPT_WORDS
} OptionKind;
typedef struct OptionRow {
    const char *name, *argument, *initial, *help;
    double low, high;
    size_t offset; // of its field in Options
    OptionKind kind;
    u16 commands; // set of Command
    char letter;
    bool is_setup; // its field is one of Setup
} OptionRow;
extern const OptionRow option_rows[];
extern const size_t option_count;

// ---- what they mean -----------------------------------------------------------------------------

// What the options say of the search, but for what is found in the program (setup_matching,
// prop_set_invariants, prop_set_formula).
bool setup_search(const Setup *s, SearchOptions *out, Diag *d);
u64 setup_memory_limit(const Setup *s); // bytes
// Whether nothing is asked for of endless runs but a formula; false with a message.
bool setup_has_only_faults(const SearchOptions *o, Diag *d);
// Whether what is asked for of endless runs can be had with the other options.
bool setup_suits_endless(const Setup *s, const SearchOptions *o, Diag *d);
// Whether properties look at the contents of locals, so that none may be promoted.
bool setup_keeps_locals(const PropertySet *p);
// What --unknown and --nondet-rand say, as bits of WorldKind.
bool setup_unknown(const Setup *s, u32 *out, Diag *d);
// Compiles and lowers the files; NULL with a message.
// Time for one question to the solver.
enum { SOLVER_MS = 5000 };
// Whether unknown values are computed with.
bool setup_is_symbolic(const Setup *s);
// Who searches cannot compute with them.
void setup_compute_with_none(Setup *s);
Program *setup_load(const Setup *s, bool keep_locals, bool finds_races, Diag *d);
// Removes the temporary files of a setup_load that was left in the middle; for a signal handler,
// too.
void setup_cleanup(void);
// Finds what --unmatched, --untracked and --abstraction name.
bool setup_matching(const Setup *s, const Program *p, SearchOptions *out, Diag *d);

#endif
