// SPDX-License-Identifier: Apache-2.0
// The rules of --suppress: violations that do not count. One rule a line,
//
//   KIND [function=PATTERN] [file=PATTERN] [variable=PATTERN]     # and a comment
//
// where KIND and PATTERN may have * and ?. All parts of a rule must fit; of a data race, or of
// threads that wait for each other, function and file are those of one of its places.
#include "prop/prop.h"

#include <ctype.h>
#include <string.h>

struct Rules {
    Arena *arena;
    Rule *items;
    u32 n, cap;
};

const Rule *rules_at(const Rules *r, u32 i) {
    ENSURE(i < r->n);
    return &r->items[i];
}
u32 rules_count(const Rules *r) { return r->n; }

Rules *rules_new(void) {
    Rules *r = mem_zalloc(sizeof *r);
    r->arena = arena_new();
    return r;
}

void rules_free(Rules *r) {
    if (!r)
        return;
    VEC_FREE(r->items, r->cap);
    arena_free(r->arena);
    mem_free(r, sizeof *r);
}

// ---- reading ------------------------------------------------------------------------------------

typedef struct Reader {
    Rules *rules;
    const char *path;
    u32 line;
    char *at; // what is left of the line
    Diag *d;
} Reader;

static bool fail(const Reader *r, const char *why, const char *word) {
    return diag_fail(r->d, "%s:%u: %s%s%s%s", r->path, r->line, why, *word ? " '" : "", word,
                     *word ? "'" : "");
}

// The next word, without its quotes; NULL at the end of the line. The line is written over.
static char *next_word(Reader *r, bool *is_closed) {
    while (isspace((unsigned char)*r->at))
        r->at++;
    *is_closed = true;
    if (!*r->at || *r->at == '#')
        return NULL;
    char *word = r->at, *to = word;
    bool is_quoted = false;
    for (; *r->at && (is_quoted || !isspace((unsigned char)*r->at)); r->at++)
        if (*r->at == '"')
            is_quoted = !is_quoted;
        else
            *to++ = *r->at;
    if (*r->at)
        r->at++;
    *to = '\0';
    *is_closed = !is_quoted;
    return word;
}

static const char **field_of(Rule *rule, const char *word, size_t len) {
    static const char *const names[] = {"function", "file", "variable"};
    const char **fields[] = {&rule->function, &rule->file, &rule->variable};
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (strlen(names[i]) == len && memcmp(names[i], word, len) == 0)
            return fields[i];
    return NULL;
}

static bool read_field(Reader *r, Rule *rule, const char *word) {
    const char *equals = strchr(word, '=');
    if (!equals)
        return fail(r, "expected function=, file= or variable= with a pattern, not", word);
    const char **field = field_of(rule, word, (size_t)(equals - word));
    if (!field)
        return fail(r, "a rule has function=, file= and variable= after the kind, not", word);
    if (*field)
        return fail(r, "a second time:", word);
    if (!equals[1])
        return fail(r, "no pattern after", word);
    *field = arena_text(r->rules->arena, equals + 1);
    return true;
}

static bool read_kind(Reader *r, Rule *rule, const char *word) {
    const char *pattern = strcmp(word, "race") == 0 ? ir_kind_name[FAULT_DATA_RACE] : word;
    bool is_any = false;
    for (u32 k = FAULT_NONE + 1; k < FAULT_COUNT; k++) {
        rule->kinds[k] = text_matches(pattern, ir_kind_name[k]);
        is_any = is_any || rule->kinds[k];
    }
    if (is_any)
        return true;
    Text names = {0};
    for (u32 k = FAULT_NONE + 1; k < FAULT_COUNT; k++)
        text_add(&names, "%s%s", k > FAULT_NONE + 1 ? ", " : "", ir_kind_name[k]);
    diag_fail(r->d,
              "%s:%u: no kind of violation is called '%s'; a rule begins with one of: %s, or *",
              r->path, r->line, word, text_str(&names));
    text_done(&names);
    return false;
}

static bool read_line(Reader *r) {
    bool is_closed;
    const char *word = next_word(r, &is_closed);
    if (!word)
        return true;
    Rule rule = {.path = r->path, .line = r->line};
    bool is_ok = is_closed && read_kind(r, &rule, word);
    while (is_ok && (word = next_word(r, &is_closed)))
        is_ok = is_closed && read_field(r, &rule, word);
    if (!is_closed)
        return fail(r, "a quote that nothing closes", "");
    if (!is_ok)
        return false;
    VEC_PUSH(r->rules->items, r->rules->n, r->rules->cap) = rule;
    return true;
}

bool rules_read(Rules *rules, const char *path, Diag *d) {
    Text text = {0};
    Reader r = {.rules = rules, .path = arena_text(rules->arena, path), .d = d};
    bool is_ok = file_read(path, &text, d);
    if (is_ok && strlen(text_str(&text)) < text.len)
        is_ok = diag_fail(d, "%s: not a text file", path);
    bool has_mark = is_ok && text.len >= 3 && memcmp(text.s, "\xef\xbb\xbf", 3) == 0;
    for (char *rest = text.s ? text.s + (has_mark ? 3 : 0) : NULL; is_ok && rest;) {
        char *end = strchr(rest, '\n');
        if (end)
            *end = '\0';
        r.at = rest;
        r.line++;
        is_ok = read_line(&r);
        rest = end ? end + 1 : NULL;
    }
    text_done(&text);
    return is_ok;
}

// ---- matching -----------------------------------------------------------------------------------

// A pattern without a slash is for the name of the file in whatever folder.
static bool fits_file(const char *pattern, const char *file) {
    const char *slash = strrchr(file, '/');
    return text_matches(pattern, file) ||
           (slash && !strchr(pattern, '/') && text_matches(pattern, slash + 1));
}

static bool fits_place(const Rule *rule, const Program *p, FuncId func, Pc pc) {
    SrcLoc loc = program_loc(p, func, pc);
    const char *name = p->funcs[loc.scope < p->nfuncs ? loc.scope : func].name;
    return (!rule->function || text_matches(rule->function, name)) &&
           (!rule->file || fits_file(rule->file, p->files[loc.file]));
}

static bool fits_variable(const Rule *rule, const Program *p, ObjId obj) {
    if (!rule->variable)
        return true;
    const Global *g = obj && obj <= p->nglobals ? &p->globals[obj] : NULL;
    return g && !g->is_private &&
           (text_matches(rule->variable, g->name) ||
            (g->qualified && text_matches(rule->variable, g->qualified)));
}

static bool fits(const Rule *rule, const Program *p, const Fault *f) {
    if (!rule->kinds[f->kind] || !fits_variable(rule, p, f->obj))
        return false;
    if (!violation_has_place(p, f))
        return !rule->function && !rule->file;
    return fits_place(rule, p, f->func, f->pc) ||
           (violation_has_rival(f) && fits_place(rule, p, f->rival_func, f->rival_pc));
}

u32 rules_find(const Rules *r, const Program *p, const Fault *f) {
    ENSURE(f->kind != FAULT_NONE);
    for (u32 i = 0; r && i < r->n; i++)
        if (fits(&r->items[i], p, f))
            return i;
    return NO_RULE;
}
