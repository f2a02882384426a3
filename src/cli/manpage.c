// SPDX-License-Identifier: Apache-2.0
// The page heddle(1), made of the rows of options and exit codes and of the help texts, in the
// macros of man(7).
#include "cli/cli.h"

#include <string.h>

// A text as it stands in the page: what groff would take for something else is escaped.
static void add_escaped(Text *out, const char *s, size_t n) {
    static const struct {
        char c;
        const char *escape;
    } rows[] = {{'\\', "\\e"},  {'-', "\\-"},   {'\'', "\\(aq"},
                {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}};
    for (size_t i = 0, len; i < n; i += len) {
        len = text_utf8((const u8 *)s + i, n - i);
        const char *escape = NULL;
        for (size_t k = 0; k < ARRAY_LEN(rows) && len == 1; k++)
            escape = rows[k].c == s[i] ? rows[k].escape : escape;
        if (len == 2) // what has more bytes is not in our texts
            text_add(out, "\\[u%04X]", ((u32)s[i] & 0x1f) << 6 | ((u32)s[i + 1] & 0x3f));
        else if (escape)
            text_add(out, "%s", escape);
        else
            text_bytes(out, s + i, len ? len : 1);
        len = len ? len : 1;
    }
}

static void add_text(Text *out, const char *s) { add_escaped(out, s, strlen(s)); }

static void add_bold(Text *out, const char *s) {
    text_add(out, "\\fB");
    add_text(out, s);
    text_add(out, "\\fR");
}

// Lines that are filled anew; an empty one ends a paragraph. None begins with a dot.
static void add_lines(Text *out, const char *lines) {
    for (const char *at = lines; *at; at += *at == '\n') {
        size_t len = strcspn(at, "\n");
        if (len)
            add_escaped(out, at, len);
        else
            text_add(out, ".PP");
        text_add(out, "\n");
        at += len;
    }
}

static void add_synopsis(Text *out) {
    text_add(out, ".SH SYNOPSIS\n.nf\n");
    for (size_t i = 0; i < command_text_count; i++) {
        const char *at = command_texts[i].usage;
        for (; *at && *at != '\n'; at += strcspn(at, "\n") + 1) {
            size_t name = strlen("heddle ") + strlen(command_texts[i].name);
            text_add(out, "\\fB");
            add_escaped(out, at, name);
            text_add(out, "\\fR");
            add_escaped(out, at + name, strcspn(at, "\n") - name);
            text_add(out, "\n");
        }
    }
    text_add(out, ".fi\n");
}

static void add_commands(Text *out) {
    text_add(out, ".SH COMMANDS\n");
    for (size_t i = 0; i < command_text_count; i++) {
        const CommandText *c = &command_texts[i];
        const char *body = strstr(c->usage, "\n\n");
        text_add(out, ".SS ");
        text_add(out, "heddle ");
        add_text(out, c->name);
        text_add(out, "\n");
        add_lines(out, body ? body + 2 : "");
    }
    text_add(out, ".SS Compiler options\n");
    add_lines(out, compiler_help + strspn(compiler_help, "\n"));
}

// Which commands have the option.
static void add_owners(Text *out, const OptionRow *row) {
    bool is_first = true;
    text_add(out, "(");
    for (size_t i = 0; i < command_text_count; i++) {
        if (row->commands & command_texts[i].command) {
            text_add(out, "%s%s", is_first ? "" : ", ", command_texts[i].name);
            is_first = false;
        }
    }
    text_add(out, ")\n");
}

static void add_option(Text *out, const OptionRow *row) {
    char letter[] = {'-', row->letter, '\0'};
    text_add(out, ".TP\n");
    if (row->letter) {
        add_bold(out, letter);
        text_add(out, ", ");
    }
    add_bold(out, "--");
    add_bold(out, row->name);
    if (row->argument) {
        text_add(out, " \\fI");
        add_text(out, row->argument);
        text_add(out, "\\fR");
    }
    text_add(out, "\n");
    add_text(out, row->help);
    if (row->initial && strcmp(row->initial, "0") != 0 && strcmp(row->initial, "-1") != 0) {
        text_add(out, " (default: ");
        add_text(out, row->initial);
        text_add(out, ")");
    }
    text_add(out, "\n");
    if (strcmp(row->name, "help") != 0)
        add_owners(out, row);
}

static void add_exits(Text *out) {
    static const struct {
        int code;
        const char *meaning;
    } rows[] = {
#define EXIT(id, code, meaning) {code, meaning},
#include "base/exits.def"
#undef EXIT
    };
    text_add(out, ".SH EXIT STATUS\n");
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        text_add(out, ".TP\n%d\n%s\n", rows[i].code, rows[i].meaning);
    text_add(out, ".PP\nWhen a result file cannot be written, the exit code stays that of the "
                  "verdict, but is 2 instead of 0.\n");
}

static const char files[] =
    ".SH FILES\n"
    ".TP\n\\fIheddle.yml\\fR\nthe checks of a project, for \\fBheddle check \\-\\-all\\fR\n"
    ".TP\n\\fIcompile_commands.json\\fR\nhow a build compiles its files, for \\fB\\-p\\fR\n"
    ".TP\n\\fIheddle.h\\fR\nwhat a checked program may use: choices, assumptions, assertions\n";

static const char examples[] = ".SH EXAMPLES\n"
                               ".nf\n"
                               "heddle check queue.c\n"
                               "heddle check \\-\\-property race,leak \\-Iinclude a.c b.c\n"
                               "heddle check \\-p build \\-\\-main harness.c src/queue.c\n"
                               "heddle check \\-\\-trace bug.json x.c; heddle replay bug.json\n"
                               "heddle check \\-\\-all \\-\\-json results.json\n"
                               ".fi\n"
                               ".SH SEE ALSO\n"
                               ".BR clang (1),\n.BR spin (1),\n.BR z3 (1)\n";

void manpage_write(Text *out) {
    text_add(out,
             ".\\\" Made by 'heddle help --man'.\n"
             ".TH HEDDLE 1 \"\" \"heddle %s\" \"User Commands\"\n"
             ".SH NAME\nheddle \\- check multi\\-threaded C programs under every schedule\n",
             HEDDLE_VERSION);
    add_synopsis(out);
    text_add(out, ".SH DESCRIPTION\nheddle runs a program with threads under every schedule and "
                  "with every input choice, and either shows the run that breaks it or proves "
                  "that there is none.\n"
                  "The first line that is printed is the verdict: holds, violated or unknown.\n");
    add_commands(out);
    text_add(out, ".SH OPTIONS\nIn brackets: the commands that have the option.\n");
    for (size_t i = 0; i < option_count; i++)
        add_option(out, &option_rows[i]);
    add_exits(out);
    text_add(out, "%s%s", files, examples);
}
