// SPDX-License-Identifier: Apache-2.0
// Models that the user writes: how SPIN gets to see them, and how the names in their C code get a
// meaning.
#include "spin/spin_int.h"

#include <ctype.h>
#include <string.h>

// ---- reading C and Promela, roughly -------------------------------------------------------------

static bool is_name_char(char c) { return isalnum((unsigned char)c) || c == '_'; }

// Behind the comment or string that begins here; the same place if there is none.
static const char *skip_other(const char *at) {
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (*at != '"' && *at != '\'')
        return at;
    char quote = *at++;
    while (*at && *at != quote && *at != '\n')
        at += at[0] == '\\' && at[1] ? 2 : 1;
    return *at == quote ? at + 1 : at;
}

// The next name from *at on, without comments; strings count only `with_strings`, since those of
// c_track are code. Its length, 0 at the end.
static size_t next_name(const char **at, bool with_strings) {
    const char *p = *at;
    while (*p && !isalpha((unsigned char)*p) && *p != '_') {
        bool is_string = *p == '"' || *p == '\'';
        const char *behind = is_string && with_strings ? p + 1 : skip_other(p);
        p = behind > p ? behind : p + 1;
        while (isdigit((unsigned char)p[-1]) && is_name_char(*p))
            p++; // 0x1f has no names in it
    }
    *at = p;
    size_t n = 0;
    while (is_name_char(p[n]))
        n++;
    return n;
}

static bool has_name(const char *code, const char *name, bool with_strings) {
    size_t len = strlen(name), n;
    for (const char *at = code; (n = next_name(&at, with_strings)) > 0; at += n)
        if (n == len && memcmp(at, name, n) == 0)
            return true;
    return false;
}

bool spin_has_name(const char *code, const char *name) { return has_name(code, name, true); }

bool spin_is_about_liveness(const char *model) {
    size_t n;
    for (const char *at = model; (n = next_name(&at, false)) > 0; at += n)
        if ((n == 3 && memcmp(at, "ltl", 3) == 0) || (n == 5 && memcmp(at, "never", 5) == 0) ||
            (n >= 6 && memcmp(at, "accept", 6) == 0) || (n >= 8 && memcmp(at, "progress", 8) == 0))
            return true;
    return false;
}

// ---- the model ----------------------------------------------------------------------------------

// The } that belongs to the { at `open`; NULL if there is none.
static const char *closing(const char *open) {
    u32 depth = 0;
    for (const char *at = open; *at;) {
        const char *behind = skip_other(at);
        if (behind > at) {
            at = behind;
            continue;
        }
        depth += *at == '{';
        depth -= *at == '}';
        if (depth == 0)
            return at;
        at++;
    }
    return NULL;
}

static void add_model(Text *out, const char *model) {
    const char *done = model;
    size_t n;
    for (const char *at = model; (n = next_name(&at, false)) > 0; at += n) {
        const char *open = at + n + strspn(at + n, " \t\r\n");
        if (n != 6 || memcmp(at, "c_expr", 6) != 0 || *open != '{')
            continue;
        const char *close = closing(open);
        if (!close)
            break;
        text_bytes(out, done, (size_t)(open + 1 - done));
        text_add(out, "(%.*s)", (int)(close - open - 1), open + 1);
        done = at = close;
        n = 0;
    }
    text_add(out, "%s", done);
}

void spin_write_definitions(Text *out, const char *const *words, u32 n) {
    for (u32 i = 0; i < n; i++) {
        const char *name = words[i] + 2, *equals = strchr(name, '=');
        int len = equals ? (int)(equals - name) : (int)strlen(name);
        if (strncmp(words[i], "-D", 2) == 0)
            text_add(out, "#define %.*s %s\n", len, name, equals ? equals + 1 : "1");
        else if (strncmp(words[i], "-U", 2) == 0)
            text_add(out, "#undef %s\n", name);
    }
}

void spin_write_model(Text *out, const char *path, const char *model) {
    text_add(out, "c_decl {\n"
                  "\\#include \"libheddle.h\"\n"
                  "\\#define C_INIT (heddle_on_violation(uerror), pan_setup())\n"
                  "}\n"
                  "#line 1 \"");
    for (const char *c = path; *c; c++)
        text_add(out, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    text_add(out, "\"\n");
    add_model(out, model);
}

// ---- names of the program -----------------------------------------------------------------------

static const char *c_type(char letter) {
    static const struct {
        char letter;
        const char *name;
    } rows[] = {{'v', "void"},     {'b', "unsigned char"}, {'h', "unsigned short"},
                {'w', "unsigned"}, {'d', "unsigned long"}, {'B', "signed char"},
                {'H', "short"},    {'W', "int"},           {'D', "long"},
                {'f', "float"},    {'g', "double"},        {'p', "void *"}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (rows[i].letter == letter)
            return rows[i].name;
    return NULL;
}

static bool can_be_called(const Function *f) {
    bool is_good = !f->is_variadic && c_type(f->signature[0]);
    for (const char *s = f->signature + 1; *s && is_good; s++)
        is_good = c_type(*s) && *s != 'v';
    return is_good;
}

static bool is_float(char letter) { return letter == 'f' || letter == 'g'; }

static void add_parameters(Text *out, const char *letters) {
    for (u32 i = 0; letters[i]; i++)
        text_add(out, "%s%s a%u", i ? ", " : "", c_type(letters[i]), i);
    if (!*letters)
        text_add(out, "void");
}

// Arguments and result are their bytes, zero-extended.
static void add_function(Text *out, const Function *f) {
    const char *letters = f->signature + 1, *result = c_type(f->signature[0]);
    u32 n = (u32)strlen(letters);
    text_add(out, "\n%s %s(", result, f->name);
    add_parameters(out, letters);
    text_add(out, ") {\n    unsigned long long args[%u] = {0};\n", n ? n : 1);
    for (u32 i = 0; i < n; i++)
        text_add(out, "    memcpy(&args[%u], &a%u, sizeof a%u);\n", i, i, i);
    text_add(out, "    %span_call_raw(\"%s\", %u, args);\n",
             f->signature[0] == 'v' ? "" : "unsigned long long r = ", f->name, n);
    if (is_float(f->signature[0]))
        text_add(out, "    %s x;\n    memcpy(&x, &r, sizeof x);\n    return x;\n", result);
    else if (f->signature[0] != 'v')
        text_add(out, "    return (%s)r;\n", result);
    text_add(out, "}\n");
}

static void add_global(Text *out, const Program *p, ObjId id) {
    const Global *g = &p->globals[id];
    text_add(
        out,
        "__asm__(\".globl %s\\n.type %s, @object\\n.size %s, %u\\n.set %s, csbuf + %u\\n\");\n",
        g->name, g->name, g->name, g->size, g->name, flat_global(p, id));
}

static bool is_variable(const Global *g) { return !g->is_runtime && !g->is_const && !g->is_tls; }

static bool is_callable(const Function *f) {
    return !f->is_runtime && strcmp(f->name, "main") != 0 && can_be_called(f);
}

// Names that one thing has alone, as far as the files of the program are concerned. A static
// variable of a function, or one of a class, gives way to others.
static bool names_global(const Program *p, ObjId id) {
    const Global *g = &p->globals[id];
    bool is_alone = is_variable(g) && !ir_has_several(p, g->name, strlen(g->name));
    for (ObjId i = 1; i <= p->nglobals && is_alone && g->qualified; i++)
        is_alone =
            i == id || !is_variable(&p->globals[i]) || strcmp(p->globals[i].name, g->name) != 0;
    return is_alone;
}

// Of copies that several files have from one header, the first.
static bool names_function(const Program *p, FuncId id) {
    const Function *f = &p->funcs[id];
    bool is_alone = is_callable(f) && !ir_has_several(p, f->name, strlen(f->name));
    for (FuncId i = 0; i < id && is_alone; i++)
        is_alone = !is_callable(&p->funcs[i]) || strcmp(p->funcs[i].name, f->name) != 0;
    return is_alone;
}

void spin_write_names(Text *out, const Program *p, const char *code) {
    text_add(out, "\n#include <string.h>\n\n");
    for (ObjId id = 1; id <= p->nglobals; id++)
        if (names_global(p, id) && spin_has_name(code, p->globals[id].name))
            add_global(out, p, id);
    for (FuncId id = 0; id < p->nfuncs; id++)
        if (names_function(p, id) && spin_has_name(code, p->funcs[id].name))
            add_function(out, &p->funcs[id]);
}

const char *spin_ambiguous_name(const Program *p, const char *model) {
    for (ObjId id = 1; id <= p->nglobals; id++) {
        const char *name = p->globals[id].name;
        if (is_variable(&p->globals[id]) && spin_has_name(model, name) &&
            ir_has_several(p, name, strlen(name)))
            return name;
    }
    for (FuncId id = 0; id < p->nfuncs; id++) {
        const char *name = p->funcs[id].name;
        if (is_callable(&p->funcs[id]) && spin_has_name(model, name) &&
            ir_has_several(p, name, strlen(name)))
            return name;
    }
    return NULL;
}

bool spin_uses_names(const Program *p, const char *code) {
    bool is_used = false;
    for (ObjId id = 1; id <= p->nglobals && !is_used; id++)
        is_used = is_variable(&p->globals[id]) && has_name(code, p->globals[id].name, false);
    for (FuncId id = 0; id < p->nfuncs && !is_used; id++)
        is_used = is_callable(&p->funcs[id]) && has_name(code, p->funcs[id].name, false);
    return is_used;
}
