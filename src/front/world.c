// SPDX-License-Identifier: Apache-2.0
// Whether a source was made for 32 or for 64 bits. One that has been preprocessed, or that brings
// its own types instead of headers, says so by its typedefs: that of size_t, for one.
//
// A sign is a typedef of a name below, outside of all functions and of #if. The sizes of nothing
// but long and pointers differ between the two, so no type with a name of its own is looked into.
#include "front/front_int.h"

#include <ctype.h>
#include <string.h>

typedef struct WorldSign {
    const char *file, *text; // "size_t is unsigned int"; NULL: there is none
    u32 line;
} WorldSign;
typedef struct World {
    WorldSign narrow, wide; // the first for 32 bits, the first for 64
} World;

// How often `long` stands in the type, in each world; NO_SIGN: that does not tell the two apart.
// (For 32 bits, uintptr_t is unsigned long in the Linux kernel; __int64_t is long long on a 64-bit
// Mac.)
enum { NO_SIGN = -1 };
static const struct {
    const char *name;
    int narrow, wide;
} names[] = {
    {"size_t", 0, 1},           {"ssize_t", 0, 1},
    {"__ssize_t", 0, 1},        {"ptrdiff_t", 0, 1},
    {"__intptr_t", 0, 1},       {"intptr_t", 0, NO_SIGN},
    {"uintptr_t", 0, NO_SIGN},  {"__kernel_size_t", 0, 1},
    {"__kernel_ssize_t", 0, 1}, {"__kernel_ptrdiff_t", 0, 1},
    {"__quad_t", 2, 1},         {"__u_quad_t", 2, 1},
    {"__int64_t", NO_SIGN, 1},  {"__uint64_t", NO_SIGN, 1},
    {"int64_t", NO_SIGN, 1},    {"uint64_t", NO_SIGN, 1},
    {"wchar_t", 1, NO_SIGN},
};

// ---- tokens -------------------------------------------------------------------------------------

typedef enum TokenKind { TOKEN_END, TOKEN_WORD, TOKEN_TEXT, TOKEN_MARK } TokenKind;
typedef struct Token {
    TokenKind kind;
    const char *at;
    size_t len;
} Token;

typedef struct Scan {
    const char *file, *at;
    u32 line;
    bool is_line_start; // only blanks so far
    u32 conditions;     // #if that are open
    World *world;
    Arena *arena;
} Scan;

static void step(Scan *s) {
    if (*s->at == '\n') {
        s->line++;
        s->is_line_start = true;
    }
    s->at++;
}

static void skip_line(Scan *s) {
    while (*s->at && *s->at != '\n') {
        bool goes_on = s->at[0] == '\\' && s->at[1] == '\n';
        step(s);
        if (goes_on)
            step(s);
    }
}

static void skip_comment(Scan *s) {
    while (*s->at && strncmp(s->at, "*/", 2) != 0)
        step(s);
    s->at += *s->at ? 2 : 0;
}

// What follows a '#' that begins a line.
static void skip_directive(Scan *s) {
    s->at += strspn(s->at, " \t");
    if (strncmp(s->at, "if", 2) == 0)
        s->conditions++;
    else if (strncmp(s->at, "endif", 5) == 0 && s->conditions)
        s->conditions--;
    skip_line(s);
}

static void skip_blanks(Scan *s) {
    for (;;) {
        if (isspace((unsigned char)*s->at) || (s->at[0] == '\\' && s->at[1] == '\n')) {
            step(s);
        } else if (strncmp(s->at, "//", 2) == 0) {
            skip_line(s);
        } else if (strncmp(s->at, "/*", 2) == 0) {
            s->at += 2;
            skip_comment(s);
        } else if (*s->at == '#' && s->is_line_start) {
            s->at++;
            skip_directive(s);
        } else {
            return;
        }
    }
}

static void skip_text(Scan *s, char quote) {
    while (*s->at && *s->at != quote && *s->at != '\n') {
        if (*s->at == '\\' && s->at[1])
            step(s);
        step(s);
    }
    s->at += *s->at == quote;
}

static bool is_word_part(const char *at) {
    return isalnum((unsigned char)*at) || *at == '_' || *at == '$';
}

static Token next_token(Scan *s) {
    skip_blanks(s);
    s->is_line_start = false;
    Token t = {.at = s->at};
    if (*s->at == '"' || *s->at == '\'') {
        t.kind = TOKEN_TEXT;
        s->at++;
        skip_text(s, *t.at);
    } else if (is_word_part(s->at)) {
        t.kind = TOKEN_WORD;
        bool is_number = isdigit((unsigned char)*s->at);
        // (C++ separates digits with ')
        while (is_word_part(s->at) || (is_number && *s->at == '\'' && is_word_part(s->at + 1)))
            s->at++;
    } else if (*s->at) {
        t.kind = TOKEN_MARK;
        s->at++;
    }
    t.len = (size_t)(s->at - t.at);
    return t;
}

static bool is_text(Token t, const char *text) {
    return strlen(text) == t.len && memcmp(t.at, text, t.len) == 0;
}

// ---- declarations -------------------------------------------------------------------------------

// What is known of the one being read.
typedef struct Declaration {
    bool is_typedef, is_plain; // plain: words only, and no name but the one that it declares
    bool is_namespace;
    bool is_extern, is_linkage; // `extern`, or extern "C", and nothing after it yet
    bool is_unsigned;
    int longs;
    Token name;
} Declaration;

static void read_word(Declaration *d, Token t) {
    static const char *const neutral[] = {"int",   "signed",   "__signed__",   "__signed",
                                          "const", "volatile", "__extension__"};
    d->is_extern = is_text(t, "extern");
    d->is_namespace |= is_text(t, "namespace");
    d->is_linkage = false;
    for (size_t i = 0; i < ARRAY_LEN(neutral); i++)
        if (is_text(t, neutral[i]))
            return;
    if (is_text(t, "typedef")) { // a function's body before it ends without a mark
        *d = (Declaration){.is_typedef = true, .is_plain = true};
    } else if (is_text(t, "unsigned")) {
        d->is_unsigned = true;
    } else if (is_text(t, "long")) {
        d->longs++;
    } else {
        d->is_plain &= d->name.len == 0;
        d->name = t;
    }
}

static void note_sign(Scan *s, const Declaration *d, WorldSign *out) {
    static const char *const types[] = {"int", "long", "long long"};
    if (out->file)
        return;
    *out = (WorldSign){.file = s->file,
                       .line = s->line,
                       .text = arena_printf(s->arena, "%.*s is %s%s", (int)d->name.len, d->name.at,
                                            d->is_unsigned ? "unsigned " : "", types[d->longs])};
}

static void end_declaration(Scan *s, Declaration *d) {
    if (d->is_typedef && d->is_plain && !s->conditions && d->longs <= 2) {
        for (size_t i = 0; i < ARRAY_LEN(names); i++) {
            if (!is_text(d->name, names[i].name))
                continue;
            if (d->longs == names[i].narrow)
                note_sign(s, d, &s->world->narrow);
            else if (d->longs == names[i].wide)
                note_sign(s, d, &s->world->wide);
        }
    }
    *d = (Declaration){0};
}

// How many braces are open: first those of namespaces and the like, which hold declarations, then
// others.
typedef struct Depth {
    u32 opened, closed;
} Depth;

static void read_mark(Scan *s, Declaration *d, Depth *at, char mark) {
    d->is_plain = d->is_plain && mark == ';';
    if (mark == '{' && at->closed == 0 && (d->is_namespace || d->is_linkage)) {
        at->opened++;
        *d = (Declaration){0};
    } else if (mark == '{') {
        at->closed++;
    } else if (mark == '}' && at->closed > 0) {
        at->closed--;
    } else if (mark == '}') {
        at->opened -= at->opened > 0;
        *d = (Declaration){0};
    } else if (mark == ';' && at->closed == 0) {
        end_declaration(s, d);
    }
}

static void scan(Scan *s) {
    Declaration d = {0};
    Depth at = {0};
    for (Token t = next_token(s); t.kind != TOKEN_END; t = next_token(s))
        if (t.kind == TOKEN_MARK)
            read_mark(s, &d, &at, *t.at);
        else if (at.closed == 0 && t.kind == TOKEN_WORD)
            read_word(&d, t);
        else if (at.closed == 0)
            d.is_linkage = d.is_extern;
}

static void read_source(const char *file, World *w, Arena *arena) {
    Text text = {0};
    if (file_read(file, &text, NULL) && text.len) {
        Scan s = {.file = file,
                  .at = text_str(&text),
                  .line = 1,
                  .is_line_start = true,
                  .world = w,
                  .arena = arena};
        scan(&s);
    }
    text_done(&text);
}

// ---- what follows from it -----------------------------------------------------------------------

// The last of the options that choose; NULL if there is none.
static const char *chosen(const FrontOptions *o) {
    static const char *const worlds[] = {"-m32", "-m64", "-mx32", "-m16"};
    const char *last = NULL;
    for (u32 i = 0; i < o->ncompiler_args; i++)
        for (size_t k = 0; k < ARRAY_LEN(worlds); k++)
            if (strcmp(o->compiler_args[i], worlds[k]) == 0)
                last = worlds[k];
    return last;
}

static void tell_mismatch(const FrontOptions *o, const WorldSign *s, u32 bits, const char *option) {
    front_notice(o,
                 "warning: %s:%u: %s: this was made for %u bits, but %s%s; sizes of long and of "
                 "pointers are not those that it was made for",
                 s->file, s->line, s->text, bits,
                 o->data_model ? "the task has the data model " : option,
                 o->data_model ? o->data_model : " is given");
}

static void tell_contradiction(const FrontOptions *o, const World *w) {
    front_notice(o,
                 "warning: %s:%u: %s, as for 32 bits, but %s:%u: %s, as for 64 bits; checked for "
                 "64 bits, unless -m32 is given",
                 w->narrow.file, w->narrow.line, w->narrow.text, w->wide.file, w->wide.line,
                 w->wide.text);
}

bool world_is_narrow(const FrontOptions *o, Arena *arena) {
    World w = {0};
    for (u32 i = 0; i < o->nfiles; i++)
        if (front_is_source(o->files[i]))
            read_source(o->files[i], &w, arena);
    const char *option = chosen(o);
    bool is_narrow = w.narrow.file && !w.wide.file, is_wide = w.wide.file && !w.narrow.file;
    if (!option && w.narrow.file && w.wide.file)
        tell_contradiction(o, &w);
    if (option && is_narrow && strcmp(option, "-m64") == 0)
        tell_mismatch(o, &w.narrow, 32, option);
    if (option && is_wide && strcmp(option, "-m32") == 0)
        tell_mismatch(o, &w.wide, 64, option);
    if (option || !is_narrow)
        return false;
    front_notice(o, "note: %s:%u: %s: made for 32 bits, and checked so, as with -m32",
                 w.narrow.file, w.narrow.line, w.narrow.text);
    return true;
}
