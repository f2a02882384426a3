// SPDX-License-Identifier: Apache-2.0
// heddle libc: the library functions that heddle knows, from the rows of runtime/libc.def.
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 100, FIDELITY_COLUMNS = 10, MOST_SUGGESTIONS = 3 };

typedef enum Fidelity { FULL, PARTIAL, ACCEPTED, REFUSED } Fidelity;
static const char *const fidelity_words[] = {
    [FULL] = "full", [PARTIAL] = "partial", [ACCEPTED] = "accepted", [REFUSED] = "refused"};

typedef struct FunctionRow {
    const char *header, *name;
    Fidelity fidelity;
    const char *note;
} FunctionRow;
static const FunctionRow rows[] = {
#define FUNCTION(header, name, fidelity, note) {header, #name, fidelity, note},
#include "../../runtime/libc.def"
#undef FUNCTION
    {0}};
#define EACH_ROW(row) (const FunctionRow *row = rows; row->name; row++)

// ---- which rows ---------------------------------------------------------------------------------

// The functions that have a twin for large files; it is in the row of the function itself.
static const char *const TWINS[] = {
    "creat64",   "fcntl64",   "fgetpos64",  "fopen64",     "freopen64",   "fseeko64",
    "fsetpos64", "fstat64",   "fstatat64",  "ftello64",    "ftruncate64", "getrlimit64",
    "lseek64",   "lstat64",   "mkostemp64", "mkostemps64", "mkstemp64",   "mkstemps64",
    "mmap64",    "open64",    "openat64",   "pread64",     "pwrite64",    "setrlimit64",
    "stat64",    "tmpfile64", "truncate64",
};

static bool is_twin(const char *word) {
    for (u32 i = 0; i < ARRAY_LEN(TWINS); i++)
        if (strcmp(TWINS[i], word) == 0)
            return true;
    return false;
}

// A row by the name of its function or of its header; open64 is in the row of open.
static bool is_meant(const FunctionRow *row, const char *word) {
    size_t len = strlen(row->name);
    bool is_same = strncmp(row->name, word, len) == 0 &&
                   (!word[len] || (strcmp(word + len, "64") == 0 && is_twin(word)));
    return is_same || strcmp(row->header, word) == 0;
}

static bool is_wanted(const Options *o, const FunctionRow *row) {
    bool is_in = o->setup.files.len == 0;
    for (u32 i = 0; i < o->setup.files.len && !is_in; i++)
        is_in = is_meant(row, o->setup.files.items[i]);
    return is_in;
}

// " did you mean rand or srand?", if names are near enough.
static void add_suggestions(Text *out, const char *word) {
    u32 limit = (u32)strlen(word) / 3 + 1, best = limit, found = 0;
    for
        EACH_ROW(row) {
            u32 distance = text_distance(word, row->name);
            best = distance < best ? distance : best;
        }
    for
        EACH_ROW(row) {
            if (best < limit && found < MOST_SUGGESTIONS && text_distance(word, row->name) == best)
                text_add(out, "%s%s", found++ ? " or " : "; did you mean ", row->name);
        }
    text_add(out, "%s", found ? "?" : "");
}

// False after messages about the names that have no row.
static bool check_names(const Options *o) {
    bool is_good = true;
    for (u32 i = 0; i < o->setup.files.len; i++) {
        const char *word = o->setup.files.items[i];
        bool is_known = false;
        for
            EACH_ROW(row) { is_known |= is_meant(row, word); }
        if (!is_known) {
            Text near = {0};
            add_suggestions(&near, word);
            if (strchr(word, '.')) {
                cli_error("there is no header '%s'; 'heddle libc' lists all, by header", word);
            } else {
                cli_error("heddle has no model of '%s'%s\n  a program that calls it needs --stub "
                          "%s=nondet, %s=0 or "
                          "%s=abort, or a C file that defines it",
                          word, text_str(&near), word, word, word);
            }
            text_done(&near);
            is_good = false;
        }
    }
    return is_good;
}

// ---- as text ------------------------------------------------------------------------------------

// Adds words from column `column` on, in lines of at most WIDTH columns.
static void add_note(Text *out, const char *words, u32 column) {
    u32 at = column;
    while (*words) {
        u32 len = (u32)strcspn(words, " ");
        if (at > column && at + 1 + len > WIDTH) {
            text_add(out, "\n%*s", (int)column, "");
            at = column;
        }
        text_add(out, "%s%.*s", at > column ? " " : "", (int)len, words);
        at += len + (at > column);
        words += len + strspn(words + len, " ");
    }
}

static u32 name_columns(const Options *o) {
    u32 most = 0;
    for
        EACH_ROW(row) {
            u32 len = (u32)strlen(row->name);
            most = len > most && is_wanted(o, row) ? len : most;
        }
    return most + 2;
}

static void add_table(const Options *o, Text *out) {
    static const char legend[] =
        "full      behaves as the standard says, in every order of the threads\n"
        "partial   does, but for what the note says\n"
        "accepted  may be called, without any effect on what is checked\n"
        "refused   a run that reaches a call ends there, and the verdict is unknown\n";
    const char *header = "";
    u32 columns = name_columns(o);
    text_add(out, "%s", o->setup.files.len ? "" : legend);
    for
        EACH_ROW(row) {
            if (!is_wanted(o, row))
                continue;
            if (strcmp(header, row->header) != 0) {
                text_add(out, "%s%s\n", out->len ? "\n" : "", row->header);
                header = row->header;
            }
            const char *word = fidelity_words[row->fidelity];
            text_add(out, "  %-*s%s", (int)columns, row->name, word);
            if (*row->note) {
                text_add(out, "%*s", (int)(FIDELITY_COLUMNS - strlen(word)), "");
                add_note(out, row->note, 2 + columns + FIDELITY_COLUMNS);
            }
            text_add(out, "\n");
        }
}

// ---- as JSON ------------------------------------------------------------------------------------

static json_t *table_json(const Options *o) {
    json_t *list = json_array();
    for
        EACH_ROW(row) {
            if (is_wanted(o, row)) {
                json_array_append_new(list,
                                      json_pack("{s:s, s:s, s:s, s:s}", "header", row->header,
                                                "function", row->name, "fidelity",
                                                fidelity_words[row->fidelity], "note", row->note));
            }
        }
    return json_pack("{s:s, s:o}", "heddle", HEDDLE_VERSION, "functions", list);
}

int command_libc(const Options *o) {
    if (!check_names(o))
        return EXIT_USAGE;
    Text out = {0};
    Diag d = {0};
    bool is_ok = true;
    add_table(o, &out);
    // JSON on standard output stays alone there.
    if (o->json && strcmp(o->json, "-") == 0)
        fputs(text_str(&out), stderr);
    else
        is_ok = cli_print(&out);
    if (o->json && !result_write_json(o->json, table_json(o), &d)) {
        cli_error("%s", diag_text(&d));
        is_ok = false;
    }
    diag_done(&d);
    text_done(&out);
    return is_ok ? EXIT_OK : EXIT_USAGE;
}
