// SPDX-License-Identifier: Apache-2.0
// The command line as data. Everything about an option comes from its row in options.def.
#ifndef HEDDLE_CLI_OPTIONS_H
#define HEDDLE_CLI_OPTIONS_H

#include "prop/prop.h"

#include <jansson.h>

typedef enum Command {
    CMD_NONE = 0,
    CMD_CHECK = 1,
    CMD_DUMP = 2,
    CMD_REPLAY = 4,
    CMD_RUN = 8,
    CMD_LIBC = 16,
    CMD_SPIN = 32,
    CMD_ALL = 63
} Command;

enum { EXIT_OK = 0, EXIT_FOUND = 1, EXIT_USAGE = 2, EXIT_UNDECIDED = 3 };

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

typedef struct Options {
#define OPTION(field, kind, ...) Opt##kind field;
#include "cli/options.def"
#undef OPTION
    Command command;
    const char *command_name;
    double started;        // clock_seconds() then
    const char *opt_level; // "-O0" unless given; then it is among compiler_args as well
    const Ltl *formula;    // of --ltl; NULL: none
    bool without_main;     // the program's functions are called from outside
    const char *bitcode_to, *bitcode_from; // as in FrontOptions
    Words words;                           // as they were given, without what follows --
    Words files;                           // of 'heddle libc': names of functions
    Words compiler_args;
    Words spin_args; // of 'heddle spin': what follows --, which is for SPIN
    Arena *arena;    // of texts made while reading
} Options;

// The values of ENUM options, in the order of their choices.
enum { CHOICE_DFS, CHOICE_BFS };
enum { CHOICE_POSIX, CHOICE_PREFER_READERS };
enum { CHOICE_COLOR_AUTO, CHOICE_COLOR_ALWAYS, CHOICE_COLOR_NEVER };
enum { CHOICE_PROGRESS_AUTO, CHOICE_PROGRESS_NEVER };

void options_init(Options *o);
// A number of bytes, as options have it; false after a message that names the option.
bool options_read_size(const char *name, const char *text, u64 *out, Diag *d);
void options_done(Options *o);
// Reads the formula of --ltl.
bool options_read_formula(Options *o, Diag *d);
// Reads the words after the command. False with one line that says what is wrong.
bool options_read(Options *o, int argc, char **argv, Diag *d);
// The command of this name, CMD_NONE if there is none.
Command command_of_name(const char *name);
// The name nearest to a mistyped one, NULL if none is near.
const char *nearest_command(const char *name);
// Help of one command; of the whole program for CMD_NONE.
void options_help(Command c, Text *out);
// The options in force for the command, as an object.
json_t *options_json(const Options *o);
json_t *words_json(const Words *w);

#endif
