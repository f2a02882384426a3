// SPDX-License-Identifier: Apache-2.0
// Help texts and the options as JSON, both from the rows of options.def.
#include "cli/cli.h"
#include "report/report.h"

#include <string.h>

enum { HELP_COLUMN = 28, HELP_WIDTH = 96 };

static const char overview[] =
    "heddle checks multi-threaded C programs: it tries every schedule and every input choice.\n"
    "\n"
    "  heddle check [options] FILE... [-- ARGS]   search for violations; print the schedule that "
    "leads to one\n"
    "  heddle spin [options] FILE... [-- OPTIONS] the same with SPIN as the search engine\n"
    "  heddle smt [options] FILE... [-- ARGS]     the same, interleaving by interleaving, with an "
    "SMT solver\n"
    "  heddle lgfsm [options] FILE                any number of threads of a machine or a boolean "
    "program\n"
    "  heddle ltl FORMULA                         the automaton of a formula of temporal logic\n"
    "  heddle run FILE... [-- ARGS]               run the program once on heddle's machine\n"
    "  heddle replay FILE                         show a counterexample saved with check --trace\n"
    "  heddle simulate FILE... [-- ARGS]          steer a run step by step, forwards and back\n"
    "  heddle libc [NAME...]                      which library functions heddle knows, and how "
    "well\n"
    "  heddle dump FILE...                        print the code that is checked, with source "
    "lines\n"
    "  heddle COMMAND --help                      options of a command\n"
    "  heddle --version\n"
    "\n"
    "FILE is C (.c, .i), C++ (.cc, .cpp), LLVM code (.ll, .bc), or a task of SV-COMP (.yml).\n";

static const char check_usage[] =
    "heddle check [options] [compiler options] FILE... [-- ARGS]\n"
    "heddle check --all | --check NAME [options]\n"
    "\n"
    "Searches every schedule and every choice of the program for assertions that fail, memory "
    "errors,\n"
    "divisions by zero, deadlocks and misused mutexes. ARGS become the program's argv.\n"
    "Instead of files there can be one task of SV-COMP, TASK.yml, which names them and what is "
    "checked.\n"
    "heddle check --all runs the checks that the project file heddle.yml names.\n";

static const char exit_codes[] =
    "\nThe first line printed is the verdict: holds, violated or unknown, with its figures.\n"
    "Exit code: 0 holds, 1 violated, 2 wrong usage or input that cannot be checked, 3 unknown, 4 "
    "internal error.\n"
    "When a result file cannot be written, the exit code stays that of the verdict, but is 2 "
    "instead of 0.\n";

const char compiler_help[] =
    "\nCompiler options: the command line of a build can stand here, compiler and @FILE included. "
    "-I -D -U "
    "-include\n"
    "-isystem -std= -m... -f... -W... and the like go to clang; what is about output, "
    "dependencies, "
    "debug information,\n"
    "linking, coverage and sanitizers (-c -o -MD -g -l -L -Wl, -shared -flto -fsanitize= ...) is "
    "ignored. -O1, -O2,\n"
    "-O3, -Os, -Oz (also -Og, -Ofast) check the code after clang's optimiser; the default is "
    "-O0.\n";

static const char dump_usage[] =
    "heddle dump [options] [compiler options] FILE...\n"
    "\n"
    "Prints the instructions that heddle runs, function by function, with source lines.\n";

static const char spin_usage[] =
    "heddle spin [options] [compiler options] FILE... [-- SPIN OPTIONS]\n"
    "heddle spin --model FILE.pml [options] [compiler options] FILE... [-- SPIN OPTIONS]\n"
    "\n"
    "The same as 'heddle check', but SPIN decides which thread runs next and remembers the states; "
    "heddle's\n"
    "machine only takes the steps. With --model, your own Promela model calls the functions of the "
    "program.\n"
    "Arguments of the program are given with --arg, one at a time.\n"
    "SPIN OPTIONS: -D... and -O... are for the compiler of SPIN's verifier (-DBITSTATE, "
    "-DCOLLAPSE, -DHC4,\n"
    "-DNCORE=2, -DBFS, -DP_RAND -DT_RAND, ...), -o... for spin -a, all others (-m100000, -w26, "
    "-RS7, -c0, -e ...)\n"
    "for the verifier itself. See doc/spin.md.\n"
    "The reductions are none, global, tau, tau+ and superstep, which is the default here.\n";

static const char smt_usage[] =
    "heddle smt [options] [compiler options] FILE... [-- ARGS]\n"
    "\n"
    "Looks at the interleavings of the program one by one, without remembering states, and lets an "
    "SMT solver\n"
    "decide which of them can fail. What can go round for ever needs a bound: --context-bound on "
    "the switches\n"
    "from one thread to another, --unwind on loops. Where 'heddle check' ends, it is faster; this "
    "finds bugs that\n"
    "need few switches in programs with more states than anybody can remember.\n";

static const char lgfsm_usage[] =
    "heddle lgfsm [options] FILE\n"
    "\n"
    "Decides for any number of threads whether a bad state can be reached. FILE is a machine with "
    "local and\n"
    "global states as text, or a boolean program (.bp). Threads have no names: they are counted. "
    "If a bad state\n"
    "can be reached, the fewest threads with which that happens are told, and how. See "
    "doc/counting.md.\n";

static const char ltl_usage[] =
    "heddle ltl [options] FORMULA\n"
    "heddle ltl [options] --automaton FILE.hoa\n"
    "\n"
    "Makes a small Büchi automaton that accepts the words of which a formula of linear temporal "
    "logic holds:\n"
    "[] <> X U W R (or V) ! && || -> <->, with G F & | => <=> 1 0 as other spellings, over names "
    "and texts in\n"
    "quotes. Without --hoa and --dot it is described in a line. See doc/ltl.md.\n"
    "Exit code: 0, or 2 if the formula or the automaton cannot be read or is too large.\n";

static const char replay_usage[] =
    "heddle replay [options] FILE\n"
    "\n"
    "Runs the schedule that 'heddle check --trace FILE' has saved and shows the counterexample "
    "again. The sources\n"
    "must be unchanged. Exit code: 1 if the violation is there again, 2 if it cannot be shown.\n";

static const char libc_usage[] = "heddle libc [options] [NAME...]\n"
                                 "\n"
                                 "Lists the library functions that heddle knows, by header: how "
                                 "far each one behaves as the standard says.\n"
                                 "NAME is a function or a header, like pthread.h; with names, only "
                                 "those are listed. Exit code: 2 if a name is not\n"
                                 "there.\n";

static const char run_usage[] =
    "heddle run [options] [compiler options] FILE... [-- ARGS]\n"
    "\n"
    "Runs the program once: a thread goes on while it can (others get their turn after a while), "
    "choices take\n"
    "their first alternative, unknown values are 0 unless --nondet-range says where they start.\n"
    "Exit code: the program's own (its low 8 bits); 1 with a message on standard error if it has a "
    "fault,\n"
    "2 if it cannot be run, 3 if it was interrupted, ended at an assumption or reached something "
    "unsupported.\n";

static const char simulate_usage[] =
    "heddle simulate [options] [compiler options] FILE... [-- ARGS]\n"
    "heddle simulate --from TRACE [--at EVENT]\n"
    "\n"
    "Steers one run of the program by commands: which thread takes the next step, until where it "
    "goes on; back,\n"
    "breakpoints, values of variables, who waits for whom. The command 'help' lists them. "
    "Violations are named as\n"
    "'heddle check' names them. Commands can come from a pipe, one a line: then there is no "
    "prompt.\n"
    "Steps end before each access to memory that other threads can see (--reduction global, the "
    "default here);\n"
    "with none before each instruction, with tau and tau+ where something is visible.\n"
    "Exit code: 0 when the commands end, whatever the run came to; 2 if the program cannot be "
    "run, 3 if it was\n"
    "ended by a signal or a limit.\n";

const CommandText command_texts[] = {
    {CMD_CHECK, "check", "search for violations, and print the schedule that leads to one",
     check_usage},
    {CMD_SPIN, "spin", "the same with SPIN as the search engine", spin_usage},
    {CMD_SMT, "smt", "the same, interleaving by interleaving, with an SMT solver", smt_usage},
    {CMD_LGFSM, "lgfsm", "any number of threads of a machine or a boolean program", lgfsm_usage},
    {CMD_LTL, "ltl", "the automaton of a formula of temporal logic", ltl_usage},
    {CMD_RUN, "run", "run the program once on heddle's machine", run_usage},
    {CMD_REPLAY, "replay", "show a counterexample saved with check --trace", replay_usage},
    {CMD_SIMULATE, "simulate", "steer a run step by step, forwards and back", simulate_usage},
    {CMD_LIBC, "libc", "which library functions heddle knows, and how well", libc_usage},
    {CMD_DUMP, "dump", "print the code that is checked, with source lines", dump_usage}};
const size_t command_text_count = ARRAY_LEN(command_texts);

bool command_takes_program(Command c) {
    return !(c & (CMD_REPLAY | CMD_LIBC | CMD_LGFSM | CMD_LTL));
}

// Adds words to the line, breaking it at HELP_WIDTH.
static void add_wrapped(Text *out, const char *words, size_t column) {
    size_t at = column;
    while (*words) {
        size_t len = strcspn(words, " ");
        if (at + len > HELP_WIDTH && at > column) {
            text_add(out, "\n%*s", (int)column, "");
            at = column;
        }
        text_add(out, "%.*s", (int)len, words);
        at += len;
        words += len;
        if (*words == ' ') {
            words++;
            if (at + 1 + strcspn(words, " ") <= HELP_WIDTH) {
                text_add(out, " ");
                at++;
            } else {
                text_add(out, "\n%*s", (int)column, "");
                at = column;
            }
        }
    }
}

static void add_row(Text *out, const OptionRow *row) {
    u32 start = out->len;
    if (row->letter)
        text_add(out, "  -%c, --%s", row->letter, row->name);
    else
        text_add(out, "  --%s", row->name);
    if (row->argument)
        text_add(out, " %s", row->argument);
    u32 used = out->len - start;
    if (used + 2 > HELP_COLUMN)
        text_add(out, "\n%*s", HELP_COLUMN, "");
    else
        text_add(out, "%*s", (int)(HELP_COLUMN - used), "");
    Text help = {0};
    text_add(&help, "%s", row->help);
    if (row->initial && strcmp(row->initial, "0") != 0 && strcmp(row->initial, "-1") != 0)
        text_add(&help, " (default: %s)", row->initial);
    add_wrapped(out, text_str(&help), HELP_COLUMN);
    text_add(out, "\n");
    text_done(&help);
}

void options_help(Command c, Text *out) {
    const CommandText *text = NULL;
    for (size_t i = 0; i < command_text_count && !text; i++)
        text = command_texts[i].command == c ? &command_texts[i] : NULL;
    text_add(out, "%s", text ? text->usage : overview);
    if (!text)
        return;
    text_add(out, "\nOptions:\n");
    for (size_t i = 0; i < option_count; i++)
        if (option_rows[i].commands & c)
            add_row(out, &option_rows[i]);
    if (command_takes_program(c))
        text_add(out, "%s", compiler_help);
    if (c == CMD_CHECK || c == CMD_SPIN || c == CMD_SMT || c == CMD_LGFSM)
        text_add(out, "%s", exit_codes);
}

// ---- JSON ---------------------------------------------------------------------------------------

static json_t *choice_json(const OptionRow *row, u32 index) {
    const char *word = row->argument;
    for (; index > 0; index--)
        word += strcspn(word, "|") + 1;
    return json_stringn(word, strcspn(word, "|"));
}

static json_t *value_json(const Options *o, const OptionRow *row) {
    const void *field = (const char *)o + row->offset;
    switch (row->kind) {
    case OPT_FLAG: return json_boolean(*(const bool *)field);
    case OPT_NUMBER: return json_integer(*(const i64 *)field);
    case OPT_SECONDS: return json_real(*(const double *)field);
    case OPT_SIZE: return json_integer((json_int_t) * (const u64 *)field);
    case OPT_BOUND:
    case OPT_RANGE: {
        const Range *r = field;
        if (r->is_set && r->low == r->high && row->kind == OPT_BOUND)
            return json_integer((json_int_t)r->low);
        return r->is_set ? json_sprintf("%lld..%lld", (long long)r->low, (long long)r->high)
                         : json_null();
    }
    case OPT_ENUM: return choice_json(row, *(const u32 *)field);
    case OPT_TEXT:
    case OPT_LIST: {
        const char *text = *(const char *const *)field;
        return text_json(text);
    }
    case OPT_WORDS: return words_json(field);
    }
    return NULL;
}

json_t *text_json(const char *s) { return s ? report_json_text(s, strlen(s)) : json_null(); }

json_t *words_json(const Words *w) {
    json_t *list = json_array();
    for (u32 i = 0; i < w->len; i++)
        json_array_append_new(list, report_json_text(w->items[i], strlen(w->items[i])));
    return list;
}

json_t *file_args_json(const Setup *s) {
    if (!s->file_args)
        return json_null();
    json_t *list = json_array();
    for (u32 i = 0; i < s->files.len; i++)
        json_array_append_new(list, words_json(&s->file_args[i]));
    return list;
}

json_t *options_json(const Options *o) {
    json_t *object = json_object();
    for (size_t i = 0; i < option_count; i++) {
        const OptionRow *row = &option_rows[i];
        if ((row->commands & o->command) && strcmp(row->name, "help") != 0)
            json_object_set_new(object, row->name, value_json(o, row));
    }
    json_object_set_new(object, "files", words_json(&o->setup.files));
    if (o->command == CMD_LGFSM)
        return object;
    json_object_set_new(object, "optimisation", json_string(o->setup.opt_level));
    json_object_set_new(object, "compiler_options", words_json(&o->setup.compiler_args));
    if (o->setup.file_args)
        json_object_set_new(object, "file_options", file_args_json(&o->setup));
    json_object_set_new(object, "program_arguments", words_json(&o->setup.program_args));
    if (o->command == CMD_SPIN)
        json_object_set_new(object, "spin_options", words_json(&o->spin_args));
    return object;
}
