// SPDX-License-Identifier: Apache-2.0
// What SPIN and the compiler complain about, told to who has written the model: with places in the
// model instead of places in the files that SPIN has made of it. The tools run with LC_ALL=C, so
// their words are known.
#include "spin/spin_int.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { SHORTEST = 3 }; // code that is shorter is found everywhere

typedef struct Span {
    const char *s;
    size_t n;
} Span;

// One complaint: FILE:LINE and what is wrong there.
typedef struct Complaint {
    Span file, text;
    u32 line;
} Complaint;

// ---- text ---------------------------------------------------------------------------------------

// The line at *at, without its end; *at is then behind it. Nothing behind the last one.
static bool next_line(const char **at, Span *out) {
    if (!**at)
        return false;
    *out = (Span){*at, strcspn(*at, "\n")};
    *at += out->n + ((*at)[out->n] == '\n');
    return true;
}

static Span trim(Span t, const char *front, const char *back) {
    while (t.n && strchr(front, t.s[0]))
        t = (Span){t.s + 1, t.n - 1};
    while (t.n && strchr(back, t.s[t.n - 1]))
        t.n--;
    return t;
}

static const char *find(Span in, const char *what) {
    size_t n = strlen(what);
    for (size_t i = 0; i + n <= in.n; i++)
        if (memcmp(in.s + i, what, n) == 0)
            return in.s + i;
    return NULL;
}

static bool contains(Span in, Span what) {
    for (size_t i = 0; i + what.n <= in.n; i++)
        if (memcmp(in.s + i, what.s, what.n) == 0)
            return true;
    return false;
}

// Cuts ":NUMBER" off the end.
static bool cut_number(Span *t, u32 *out) {
    size_t n = t->n;
    while (n && isdigit((unsigned char)t->s[n - 1]))
        n--;
    if (n == t->n || n < 2 || t->s[n - 1] != ':')
        return false;
    *out = (u32)strtoul(t->s + n, NULL, 10);
    t->n = n - 1;
    return true;
}

// "FILE:LINE:COLUMN: error: TEXT", or SPIN's "spin: FILE:LINE, Error: TEXT".
static bool read_complaint(Span line, Complaint *out) {
    static const char *const marks[] = {": error: ", ": fatal error: ", ", Error: "};
    for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
        const char *at = find(line, marks[i]);
        if (!at)
            continue;
        Span head = {line.s, (size_t)(at - line.s)};
        const char *text = at + strlen(marks[i]);
        u32 column;
        out->text = (Span){text, (size_t)(line.s + line.n - text)};
        if (find(head, "spin: ") == head.s)
            head = (Span){head.s + strlen("spin: "), head.n - strlen("spin: ")};
        if (!cut_number(&head, &out->line))
            return false;
        if (cut_number(&head, &column))
            out->line = column; // the other one was the column
        out->file = head;
        return true;
    }
    return false;
}

static void add_span(Text *out, Span t) {
    for (size_t i = 0; i < t.n; i++)
        text_add(out, t.s[i] == '\t' ? ", " : "%c", iscntrl((unsigned char)t.s[i]) ? '?' : t.s[i]);
}

// Adds an entry unless it is there already: the code of an inline is compiled once for each use.
static void add_once(Text *out, const Text *entry) {
    if (!strstr(text_str(out), text_str(entry)))
        text_add(out, "%s", text_str(entry));
}

static void add_complaint(Text *out, Span file, u32 line, Span text, Span code) {
    Text entry = {0};
    text_add(&entry, "\n  %.*s:%u: ", (int)file.n, file.s, line);
    add_span(&entry, text);
    if (code.n)
        text_add(&entry, "\n      %.*s", (int)code.n, code.s);
    add_once(out, &entry);
    text_done(&entry);
}

// ---- SPIN ---------------------------------------------------------------------------------------

bool spin_explain_model(Text *out, const SpinSource *source, const char *said) {
    Text entries = {0};
    Span line;
    Complaint c;
    for (const char *at = said; next_line(&at, &line);)
        if (read_complaint(line, &c) && !find(c.text, "aborting (ana_stmnt)"))
            add_complaint(&entries, c.file, c.line, c.text, (Span){"", 0});
    bool is_clear = entries.len > 0;
    if (is_clear)
        text_add(out, "SPIN does not accept the model %s:%s", source->path, text_str(&entries));
    text_done(&entries);
    return is_clear;
}

// ---- the compiler -------------------------------------------------------------------------------

static bool is_spins(Span file) { return file.n == 5 && memcmp(file.s, "pan.", 4) == 0; }

// The line of a file that SPIN has made, and above it the newest "// STATE 4 - FILE:LINE - [...]",
// which is empty if there is none.
static bool look_up(const char *made, u32 number, Span *code, Span *state) {
    *state = (Span){"", 0};
    for (u32 i = 1; next_line(&made, code); i++) {
        const char *mark = find(*code, "// STATE ");
        const char *from = mark ? strstr(mark, " - ") : NULL;
        if (from && strstr(from + 3, " - "))
            *state = (Span){from + 3, (size_t)(strstr(from + 3, " - ") - from - 3)};
        if (i == number)
            return true;
    }
    return false;
}

// What the user has written of a line that SPIN has made.
static Span users_part(Span code) {
    static const char *const added[] = {"sv_save();", "if (!("};
    code = trim(code, " \t{", " \t\r");
    for (size_t i = 0; i < ARRAY_LEN(added); i++)
        if (find(code, added[i]) == code.s)
            code =
                trim((Span){code.s + strlen(added[i]), code.n - strlen(added[i])}, " \t(", " \t})");
    return trim(code, "", " \t}");
}

// The first line of the model, from `least` on, that has this code; 0: none.
static u32 line_with(const char *model, Span code, u32 least) {
    Span line;
    for (u32 i = 1; next_line(&model, &line); i++)
        if (i >= least && contains(line, code))
            return i;
    return 0;
}

// Where in the model it is; false if that cannot be told.
static bool add_translated(Text *out, const SpinSource *source, const Complaint *c,
                           const char *made) {
    Span code, state, path = {source->path, strlen(source->path)};
    u32 near = 0;
    if (!look_up(made, c->line, &code, &state))
        return false;
    code = users_part(code);
    bool is_in_statement = state.n && cut_number(&state, &near);
    u32 line = code.n >= SHORTEST ? line_with(source->model, code, near) : 0;
    if (!line && code.n >= SHORTEST)
        line = line_with(source->model, code, 0);
    if (line)
        add_complaint(out, path, line, c->text, code);
    else if (is_in_statement)
        add_complaint(out, state, near, c->text, code);
    return line || is_in_statement;
}

static bool add_made(Text *out, const SpinSource *source, const Complaint *c) {
    Text path = {0}, made = {0};
    Diag d = {0};
    text_add(&path, "%s/%.*s", source->directory, (int)c->file.n, c->file.s);
    bool is_ok =
        file_read(text_str(&path), &made, &d) && add_translated(out, source, c, text_str(&made));
    text_done(&path);
    text_done(&made);
    diag_done(&d);
    return is_ok;
}

// What SPIN cannot do together, its code tells the compiler: "#error ...".
bool spin_explain_options(Text *out, const char *said) {
    static const char mark[] = "#error ";
    Text reasons = {0};
    Span line;
    Complaint c;
    for (const char *at = said; next_line(&at, &line);) {
        if (!read_complaint(line, &c) || !is_spins(c.file) || find(c.text, mark) != c.text.s)
            continue;
        Span why = trim((Span){c.text.s + strlen(mark), c.text.n - strlen(mark)}, " \"", " \"");
        text_add(&reasons, "%s%.*s", reasons.len ? "; " : "", (int)why.n, why.s);
    }
    if (reasons.len)
        text_add(out, "SPIN refuses these options: %s", text_str(&reasons));
    text_done(&reasons);
    return out->len > 0;
}

bool spin_explain_code(Text *out, const SpinSource *source, const char *said) {
    Text entries = {0};
    Span line;
    Complaint c;
    bool is_clear = true;
    for (const char *at = said; next_line(&at, &line) && is_clear;) {
        if (!read_complaint(line, &c))
            continue;
        if (is_spins(c.file))
            is_clear = add_made(&entries, source, &c);
        else
            add_complaint(&entries, c.file, c.line, c.text, (Span){"", 0});
    }
    is_clear = is_clear && entries.len > 0;
    if (is_clear)
        text_add(out, "the C code of the model %s does not compile:%s", source->path,
                 text_str(&entries));
    text_done(&entries);
    return is_clear;
}

// ---- the linker ---------------------------------------------------------------------------------

static bool is_named(const char *have, Span name) {
    return strlen(have) == name.n && memcmp(have, name.s, name.n) == 0;
}

static const char *why_unknown(const Program *p, Span name) {
    for (FuncId f = 0; f < p->nfuncs; f++)
        if (is_named(p->funcs[f].name, name))
            return p->funcs[f].is_runtime
                       ? "which only the program can call"
                       : "which cannot be called from a model: it is variadic, or takes or returns "
                         "a structure";
    for (ObjId g = 1; g <= p->nglobals; g++)
        if (is_named(p->globals[g].name, name))
            return p->globals[g].is_const
                       ? "which is a constant: only variables of the program can be used in a model"
                       : "which every thread has for itself: only variables of the program can be "
                         "used in a model";
    bool is_ours = name.n > 4 && memcmp(name.s, "pan_", 4) == 0;
    return is_ours ? "which neither the program nor libheddle defines"
                   : "which the program does not define";
}

bool spin_explain_names(Text *out, const Program *p, const char *said) {
    static const char mark[] = "undefined reference to `";
    Text entries = {0};
    Span line;
    u32 n = 0;
    for (const char *at = said; next_line(&at, &line);) {
        const char *from = find(line, mark);
        if (!from)
            continue;
        Span name = {from + strlen(mark), 0};
        name.n = strcspn(name.s, "'\n");
        Text entry = {0};
        text_add(&entry, "\n  '%.*s', %s", (int)name.n, name.s, why_unknown(p, name));
        n += !strstr(text_str(&entries), text_str(&entry));
        add_once(&entries, &entry);
        text_done(&entry);
    }
    if (n > 0)
        text_add(out, "the model uses%s", text_str(&entries) + (n == 1 ? strlen("\n ") : 0));
    text_done(&entries);
    return n > 0;
}
