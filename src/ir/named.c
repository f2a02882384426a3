// SPDX-License-Identifier: Apache-2.0
// Functions and variables of the user's by the names that a user gives: NAME, SCOPE::NAME, or
// either with the file that defines it, FILE:NAME. A name that several have is not taken for one of
// them.
#include "ir/ir.h"

#include <string.h>

typedef struct Given {
    const char *file, *name; // file NULL: any
    size_t file_len, len;
} Given;

// The last : that is not one of ::.
static Given given_name(const char *text, size_t len) {
    for (size_t i = len; i-- > 1;)
        if (text[i] == ':' && text[i - 1] != ':' && (i + 1 == len || text[i + 1] != ':'))
            return (Given){text, text + i + 1, i, len - i - 1};
    return (Given){.name = text, .len = len};
}

static bool is_same(const char *s, const char *given, size_t len) {
    return s && strlen(s) == len && memcmp(s, given, len) == 0;
}

// The path, or its end.
static bool is_in_file(const Program *p, u32 file, const Given *g) {
    const char *path = p->files[file];
    size_t len = strlen(path);
    if (!g->file)
        return true;
    return len >= g->file_len && memcmp(path + len - g->file_len, g->file, g->file_len) == 0 &&
           (len == g->file_len || path[len - g->file_len - 1] == '/');
}

enum { MOST_LISTED = 4 };

static void list_place(const Program *p, u32 file, u32 line, u32 n, Text *out) {
    if (n <= MOST_LISTED)
        text_add(out, "%s%s:%u", n > 1 ? ", " : "", p->files[file], line);
    else if (n == MOST_LISTED + 1)
        text_add(out, ", ...");
}

static bool is_plain(const Function *f) { return f->nparams == 0 && !f->is_variadic; }

bool ir_find_function(const Program *p, const char *text, size_t len, bool without_parameters,
                      FuncId *out, Diag *d) {
    Given g = given_name(text, len);
    Text places = {0};
    u32 n = 0, nplain = 0;
    for (FuncId f = 0; f < p->nfuncs; f++) {
        const Function *fn = &p->funcs[f];
        if (fn->is_runtime || !is_same(fn->name, g.name, g.len) || !is_in_file(p, fn->file, &g))
            continue;
        bool counts = !without_parameters || is_plain(fn);
        if (n++ == 0 || (counts && nplain == 0))
            *out = f;
        nplain += counts;
        if (counts)
            list_place(p, fn->file, fn->line, nplain, &places);
    }
    if (n == 0)
        diag_fail(
            d,
            "the program has no function '%.*s' (a static one that nothing calls is not compiled)",
            (int)len, text);
    if (nplain > 1)
        diag_fail(d, "there are several functions '%.*s' (%s); FILE:NAME names that of one file",
                  (int)len, text, text_str(&places));
    text_done(&places);
    return n > 0 && nplain <= 1;
}

static bool is_global(const Program *p, const Global *g, const Given *name) {
    return !g->is_runtime && !g->is_private && is_in_file(p, g->file, name) &&
           (is_same(g->name, name->name, name->len) ||
            is_same(g->qualified, name->name, name->len));
}

bool ir_find_global(const Program *p, const char *text, size_t len, ObjId *out, Diag *d) {
    Given name = given_name(text, len);
    Text places = {0};
    u32 n = 0;
    for (ObjId i = 1; i <= p->nglobals; i++) {
        const Global *g = &p->globals[i];
        if (!is_global(p, g, &name))
            continue;
        *out = i;
        list_place(p, g->file, g->line, ++n, &places);
    }
    bool is_ok = n == 1 && !p->globals[*out].is_const && !p->globals[*out].is_tls;
    if (n == 0)
        diag_fail(d, "the program has no global variable '%.*s'", (int)len, text);
    else if (n > 1)
        diag_fail(
            d,
            "there are several variables '%.*s' (%s); FILE:NAME or SCOPE::NAME names one of them",
            (int)len, text, text_str(&places));
    else if (!is_ok)
        diag_fail(d, "'%.*s' is %s", (int)len, text,
                  p->globals[*out].is_tls ? "thread-local: every thread has one of its own"
                                          : "constant");
    text_done(&places);
    return is_ok;
}

// Copies of a function that several files have from one header are one.
static bool is_another(const Function *a, const Function *b) {
    return a->file != b->file || a->line != b->line;
}

bool ir_has_several(const Program *p, const char *name, size_t len) {
    const Function *first = NULL;
    u32 n = 0;
    for (FuncId f = 0; f < p->nfuncs; f++) {
        const Function *fn = &p->funcs[f];
        if (fn->is_runtime || !is_same(fn->name, name, len))
            continue;
        n += !first || is_another(first, fn);
        first = first ? first : fn;
    }
    for (ObjId i = 1; i <= p->nglobals; i++) {
        const Global *g = &p->globals[i];
        n += !g->is_runtime && !g->is_private && !g->qualified && is_same(g->name, name, len);
    }
    return n > 1;
}
