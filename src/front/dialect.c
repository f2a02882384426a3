// SPDX-License-Identifier: Apache-2.0
// Words that gcc understands and clang does not, taken out of a source so that its lines stay what
// they are: arguments of the attribute malloc, gcc's names of floating-point types, and the
// attribute cold where there is hot too, since clang takes no function with both. Clang ignores
// what asks for structures with big-endian numbers: it becomes an error.
#define _GNU_SOURCE
#include "front/front_int.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- text ---------------------------------------------------------------------------------------

static const struct {
    const char *gcc, *clang;
} float_types[] = {{"_Float128", "__float128"},
                   {"_Float64x", "long double"},
                   {"_Float64", "double"},
                   {"_Float32x", "double"},
                   {"_Float32", "float"}};

typedef struct Scan {
    const char *at, *end;
    Text *out;
    bool is_changed;
    bool has_float_types; // the source defines them itself
    bool drops_cold;      // some function may be hot and cold
    u32 depth;            // of parentheses in an attribute
    bool in_attribute;
} Scan;

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static const char *skip_space(const Scan *s, const char *at) {
    while (at < s->end && isspace((unsigned char)*at))
        at++;
    return at;
}

// Behind the string, character or comment that begins here; `at` if none does.
static const char *skip_quoted(const Scan *s, const char *at) {
    char first = *at, second = '\0';
    if (s->end - at > 1)
        second = at[1];
    if (first == '/' && second == '*') {
        const char *close = memmem(at + 2, (size_t)(s->end - at - 2), "*/", 2);
        return close ? close + 2 : s->end;
    }
    if (first == '/' && second == '/') {
        const char *close = memchr(at, '\n', (size_t)(s->end - at));
        return close ? close : s->end;
    }
    if (first != '"' && first != '\'')
        return at;
    for (at++; at < s->end && *at != first && *at != '\n'; at++)
        at += *at == '\\' && s->end - at > 1;
    return at < s->end ? at + 1 : s->end;
}

// Leaves out what stands in parentheses here, but not its line breaks.
static void drop_arguments(Scan *s) {
    u32 depth = 0;
    do {
        const char *behind = skip_quoted(s, s->at);
        depth += *s->at == '(';
        depth -= *s->at == ')';
        s->at = behind > s->at ? behind : s->at + 1;
        if (s->at[-1] == '\n')
            text_bytes(s->out, "\n", 1);
    } while (depth && s->at < s->end);
    s->is_changed = true;
}

static bool is_one(const char *word, size_t len, const char *name) {
    return strlen(name) == len && memcmp(word, name, len) == 0;
}

static const char *clang_type(const Scan *s, const char *word, size_t len) {
    for (u32 i = 0; i < ARRAY_LEN(float_types) && !s->has_float_types; i++)
        if (is_one(word, len, float_types[i].gcc))
            return float_types[i].clang;
    return NULL;
}

// The attribute scalar_storage_order("..."); what is no text yet is for the preprocessor, see
// accept.c.
static bool take_order(Scan *s, const char *word, size_t len) {
    static const char big[] = "\"big-endian\"";
    const char *next = skip_space(s, s->at);
    if (!s->depth || next == s->end || *next != '(' ||
        !(is_one(word, len, "scalar_storage_order") ||
          is_one(word, len, "__scalar_storage_order__")))
        return false;
    const char *text = skip_space(s, next + 1);
    if (text == s->end || *text != '"')
        return false;
    s->at = next;
    drop_arguments(s);
    if (memmem(next, (size_t)(s->at - next), big, strlen(big)))
        text_add(s->out, "%s", DIALECT_ORDER("0"));
    return true;
}

// They say only what should be optimised, so it does not matter which functions lose one.
static bool take_cold(Scan *s, const char *word, size_t len) {
    if (!s->depth || !s->drops_cold ||
        !(is_one(word, len, "cold") || is_one(word, len, "__cold__")))
        return false;
    s->is_changed = true;
    return true;
}

static bool take_text(const Scan *s, const char **at, const char *text) {
    const char *word = skip_space(s, *at);
    size_t len = strlen(text);
    if ((size_t)(s->end - word) < len || memcmp(word, text, len) != 0)
        return false;
    *at = word + len;
    return true;
}

static bool take_pragma(Scan *s) {
    const char *at = s->at + 1;
    if (*s->at != '#' || !take_text(s, &at, "pragma") ||
        !take_text(s, &at, "scalar_storage_order") || !take_text(s, &at, "big-endian"))
        return false;
    text_add(s->out, "#pragma GCC error \"big-endian structures\"");
    s->at = at;
    s->is_changed = true;
    return true;
}

static void take_word(Scan *s) {
    const char *word = s->at;
    while (s->at < s->end && is_word(*s->at))
        s->at++;
    size_t len = (size_t)(s->at - word);
    const char *type = clang_type(s, word, len);
    if (type) {
        text_add(s->out, "%s", type);
        s->is_changed = true;
        return;
    }
    if (take_order(s, word, len) || take_cold(s, word, len))
        return;
    text_bytes(s->out, word, len);
    const char *next = skip_space(s, s->at);
    if (next == s->end || *next != '(')
        return;
    if (!s->depth && (is_one(word, len, "__attribute__") || is_one(word, len, "__attribute")))
        s->in_attribute = true;
    if (s->depth && (is_one(word, len, "malloc") || is_one(word, len, "__malloc__"))) {
        text_bytes(s->out, s->at, (size_t)(next - s->at));
        s->at = next;
        drop_arguments(s);
    }
}

static void take_character(Scan *s) {
    char c = *s->at++;
    text_bytes(s->out, &c, 1);
    if (s->in_attribute && c == '(')
        s->depth++;
    if (s->depth && c == ')')
        s->in_attribute = --s->depth > 0;
}

// "typedef float _Float32;": nothing but a definition has the name before a semicolon.
static bool defines_float_types(const Scan *s) {
    const char *at = s->at;
    while ((at = memmem(at, (size_t)(s->end - at), "_Float", 6))) {
        while (at < s->end && is_word(*at))
            at++;
        const char *next = skip_space(s, at);
        if (next < s->end && *next == ';')
            return true;
    }
    return false;
}

static bool rewrite_text(const Text *source, Text *out) {
    Scan s = {.at = text_str(source), .out = out};
    s.end = s.at + source->len;
    s.has_float_types = defines_float_types(&s);
    s.drops_cold = strstr(s.at, "hot") && strstr(s.at, "cold");
    while (s.at < s.end) {
        const char *behind = skip_quoted(&s, s.at);
        if (behind > s.at) {
            text_bytes(out, s.at, (size_t)(behind - s.at));
            s.at = behind;
        } else if (isalpha((unsigned char)*s.at) || *s.at == '_') {
            take_word(&s);
        } else if (isdigit((unsigned char)*s.at)) {
            while (s.at < s.end && is_word(*s.at)) // 1e3, 0x1p2f: no words
                take_character(&s);
        } else if (!take_pragma(&s)) {
            take_character(&s);
        }
    }
    return s.is_changed;
}

// ---- sources ------------------------------------------------------------------------------------

static void add_quoted(Text *list, const char *s) {
    for (; *s; s++)
        text_add(list, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
}

// One more file that clang finds at `directory`/`file` but that is `contents`.
static void add_overlay(Text *list, const char *directory, const char *file, const char *contents) {
    text_add(list, "%s{\"type\": \"file\", \"name\": \"", list->len ? ", " : "");
    if (file[0] != '/') {
        add_quoted(list, strcmp(directory, "/") == 0 ? "" : directory);
        text_add(list, "/");
    }
    add_quoted(list, file);
    text_add(list, "\", \"external-contents\": \"");
    add_quoted(list, contents);
    text_add(list, "\"}");
}

// Where clang takes itself to be: it may be the name that the shell has for this place.
static void add_overlays(Text *list, const char *file, const char *contents) {
    char here[4096];
    const char *shell = getenv("PWD");
    if (getcwd(here, sizeof here))
        add_overlay(list, here, file, contents);
    if (shell && strcmp(shell, here) != 0 && file[0] != '/')
        add_overlay(list, shell, file, contents);
}

static bool rewrite(const char *file, Text *list, Arena *arena, Diag *d) {
    Text source = {0}, code = {0};
    bool is_good = file_read(file, &source, d);
    if (is_good && rewrite_text(&source, &code)) {
        const char *path = temp_write(&code, arena, d);
        is_good = path;
        if (path)
            add_overlays(list, file, path);
    }
    text_done(&source);
    text_done(&code);
    return is_good;
}

bool dialect_rewrite_all(FrontOptions *o, Arena *arena, Diag *d) {
    Text list = {0}, overlay = {0};
    bool is_good = true;
    for (u32 i = 0; i < o->nfiles && is_good; i++)
        if (front_is_c(o->files[i]))
            is_good = rewrite(o->files[i], &list, arena, d);
    text_add(&overlay, "{\"version\": 0, \"use-external-names\": false, \"roots\": [%s]}",
             text_str(&list));
    const char *path = is_good && list.len ? temp_write(&overlay, arena, d) : NULL;
    const char *const words[] = {"-Xclang", "-ivfsoverlay", "-Xclang", path};
    for (u32 i = 0; i < ARRAY_LEN(words) && path; i++)
        *o = options_with(o, words[i], arena);
    is_good = is_good && (path || !list.len);
    text_done(&list);
    text_done(&overlay);
    return is_good;
}
