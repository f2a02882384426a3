// SPDX-License-Identifier: Apache-2.0
// Reading automata in the Hanoi omega-automata format, version 1: those with Büchi or generalised
// Büchi acceptance, on states or on transitions, and without universal branching.
#include "buchi/buchi_int.h"

#include <ctype.h>
#include <string.h>

enum { DEEPEST_LABEL = 200, MOST_CUBES = 4096, MOST_ALIASES = 10000, MOST_WORD = 60 };

// ---- words of the file --------------------------------------------------------------------------

typedef enum TokenKind {
    TOKEN_END,
    TOKEN_HEADER, // with its colon
    TOKEN_NAME,
    TOKEN_ALIAS,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_BODY, // --BODY-- and the like
    TOKEN_MARK, // one character
    TOKEN_WRONG
} TokenKind;

// Labels are disjunctions of cubes.
typedef struct Cubes {
    Cube *items;
    u32 len, cap;
} Cubes;

typedef struct Alias {
    const char *name;
    Cubes cubes, negation;
} Alias;

typedef struct Reader {
    const char *file;
    const char *at;
    u32 line;
    TokenKind kind;
    const char *text; // of the token; of a string, what is in it
    u64 number;
    Arena *arena;
    Diag *d;

    Graph g;
    Effort *effort;
    const char *names[MOST_PROPOSITIONS];
    u32 npropositions;
    bool has_propositions, has_acceptance;
    bool has_states; // `States:` was there
    bool is_stutter_invariant;
    u32 *starts;
    u32 nstarts, starts_cap;
    Alias *aliases;
    u32 naliases, aliases_cap;
    bool *is_defined; // states that had a `State:`
    u32 ndefined;
    u32 depth;
} Reader;

static bool fail(Reader *r, const char *fmt, ...) PRINTF_LIKE(2, 3);
static bool fail(Reader *r, const char *fmt, ...) {
    Text what = {0};
    va_list args;
    va_start(args, fmt);
    text_addv(&what, fmt, args);
    va_end(args);
    text_tame(&what, 0, false);
    diag_fail(r->d, "%s:%u: %s", r->file, r->line, text_str(&what));
    text_done(&what);
    return false;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '-'; }

// Blanks and comments, which may be nested.
static bool skip_blanks(Reader *r) {
    u32 depth = 0;
    for (; *r->at; r->at++) {
        r->line += *r->at == '\n';
        if (r->at[0] == '/' && r->at[1] == '*') {
            depth++;
            r->at++;
        } else if (depth && r->at[0] == '*' && r->at[1] == '/') {
            depth--;
            r->at++;
        } else if (!depth && !isspace((unsigned char)*r->at)) {
            return true;
        }
    }
    return !depth;
}

static void read_string(Reader *r) {
    Text text = {0};
    const char *at = r->at + 1;
    for (; *at && *at != '"'; at++) {
        at += *at == '\\' && at[1];
        r->line += *at == '\n';
        text_bytes(&text, at, 1);
    }
    r->kind = *at ? TOKEN_STRING : TOKEN_WRONG;
    r->text = arena_text(r->arena, text_str(&text));
    r->at = *at ? at + 1 : at;
    text_done(&text);
}

static void read_number(Reader *r) {
    const char *from = r->at;
    r->number = 0;
    for (; isdigit((unsigned char)*r->at); r->at++)
        r->number = r->number > UINT32_MAX ? r->number : r->number * 10 + (u64)(*r->at - '0');
    r->kind = TOKEN_NUMBER;
    r->text = arena_printf(r->arena, "%.*s", (int)(r->at - from), from);
}

static void read_word(Reader *r) {
    const char *from = r->at;
    r->kind = *from == '@' ? TOKEN_ALIAS : *from == '-' ? TOKEN_BODY : TOKEN_NAME;
    r->at++;
    while (is_word(*r->at))
        r->at++;
    if (r->kind == TOKEN_NAME && *r->at == ':') {
        r->kind = TOKEN_HEADER;
        r->at++;
    }
    r->text = arena_printf(r->arena, "%.*s", (int)(r->at - from), from);
}

static void next(Reader *r) {
    bool is_ok = skip_blanks(r);
    r->text = "";
    if (!*r->at) {
        r->kind = is_ok ? TOKEN_END : TOKEN_WRONG;
    } else if (*r->at == '"') {
        read_string(r);
    } else if (isdigit((unsigned char)*r->at)) {
        read_number(r);
    } else if (isalpha((unsigned char)*r->at) || *r->at == '_' || *r->at == '@' ||
               (r->at[0] == '-' && r->at[1] == '-')) {
        read_word(r);
    } else {
        r->kind = TOKEN_MARK;
        r->text = arena_printf(r->arena, "%c", *r->at++);
    }
}

static bool is_mark(const Reader *r, char c) { return r->kind == TOKEN_MARK && r->text[0] == c; }
static bool is_named(const Reader *r, TokenKind kind, const char *text) {
    return r->kind == kind && strcmp(r->text, text) == 0;
}

static bool fail_here(Reader *r, const char *wanted) {
    if (r->kind == TOKEN_END)
        return fail(r, "the file ends where %s is expected", wanted);
    if (r->kind == TOKEN_WRONG)
        return fail(r, "a string or a comment is not closed");
    return fail(r, "%s is expected before '%.*s'", wanted, MOST_WORD, r->text);
}

static bool take(Reader *r, char c) {
    char wanted[] = {'\'', c, '\'', '\0'};
    if (!is_mark(r, c))
        return fail_here(r, wanted);
    next(r);
    return true;
}

static bool take_number(Reader *r, const char *wanted, u64 below, u32 *out) {
    if (r->kind != TOKEN_NUMBER)
        return fail_here(r, wanted);
    if (r->number >= below)
        return fail(r, "%s must be below %llu, not %.*s", wanted, (unsigned long long)below,
                    MOST_WORD, r->text);
    *out = (u32)r->number;
    next(r);
    return true;
}

// ---- labels -------------------------------------------------------------------------------------

static void cubes_done(Cubes *c) { VEC_FREE(c->items, c->cap); }

static void cubes_add(Cubes *c, Cube cube) {
    u32 n = 0;
    for (u32 i = 0; i < c->len; i++)
        if (cube_contains(c->items[i], cube))
            return;
    for (u32 i = 0; i < c->len; i++)
        if (!cube_contains(cube, c->items[i]))
            c->items[n++] = c->items[i];
    c->len = n;
    VEC_PUSH(c->items, c->len, c->cap) = cube;
}

static bool cubes_or(Reader *r, Cubes *a, const Cubes *b) {
    for (u32 i = 0; i < b->len; i++)
        cubes_add(a, b->items[i]);
    return a->len <= MOST_CUBES || fail(r, "a label is too large");
}

static bool cubes_and(Reader *r, Cubes *a, const Cubes *b) {
    Cubes out = {0};
    if ((u64)a->len * b->len > MOST_CUBES)
        return fail(r, "a label is too large");
    for (u32 i = 0; i < a->len; i++)
        for (u32 k = 0; k < b->len; k++) {
            Cube cube = cube_and(a->items[i], b->items[k]);
            if (!cube_is_empty(cube))
                cubes_add(&out, cube);
        }
    cubes_done(a);
    *a = out;
    return true;
}

// A label and its negation are read at once, so that ! only exchanges them.
typedef struct Label {
    Cubes yes, no;
} Label;

static void label_done(Label *l) {
    cubes_done(&l->yes);
    cubes_done(&l->no);
}

static bool read_or(Reader *r, Label *out);

static void set_literal(Label *out, u32 proposition) {
    u32 bit = (u32)1 << proposition;
    cubes_add(&out->yes, (Cube){bit, 0});
    cubes_add(&out->no, (Cube){0, bit});
}

static bool read_alias(Reader *r, Label *out) {
    for (u32 i = 0; i < r->naliases; i++)
        if (strcmp(r->aliases[i].name, r->text) == 0) {
            cubes_or(r, &out->yes, &r->aliases[i].cubes);
            cubes_or(r, &out->no, &r->aliases[i].negation);
            next(r);
            return true;
        }
    return fail(r, "there is no alias %.*s", MOST_WORD, r->text);
}

static bool read_atom(Reader *r, Label *out) {
    u32 proposition = 0;
    if (r->kind == TOKEN_ALIAS)
        return read_alias(r, out);
    if (is_named(r, TOKEN_NAME, "t") || is_named(r, TOKEN_NAME, "f")) {
        cubes_add(r->text[0] == 't' ? &out->yes : &out->no, (Cube){0});
        next(r);
        return true;
    }
    if (is_mark(r, '(')) {
        next(r);
        return read_or(r, out) && take(r, ')');
    }
    if (r->kind != TOKEN_NUMBER)
        return fail_here(r, "a label");
    if (r->number >= r->npropositions)
        return fail(r, "a label names proposition %.*s, and AP: has %u", MOST_WORD, r->text,
                    r->npropositions);
    if (!take_number(r, "a proposition", r->npropositions, &proposition))
        return false;
    set_literal(out, proposition);
    return true;
}

static bool read_not(Reader *r, Label *out) {
    bool is_negated = false;
    for (; is_mark(r, '!'); next(r))
        is_negated = !is_negated;
    if (++r->depth > DEEPEST_LABEL)
        return fail(r, "a label is nested too deeply");
    bool is_ok = read_atom(r, out);
    r->depth--;
    if (is_negated)
        *out = (Label){out->no, out->yes};
    return is_ok;
}

// Operands with one operator between them.
static bool read_row(Reader *r, char mark, bool (*operand)(Reader *, Label *), Label *out) {
    bool is_and = mark == '&', is_ok = operand(r, out);
    while (is_ok && is_mark(r, mark)) {
        Label more = {0};
        next(r);
        is_ok = operand(r, &more);
        if (is_ok && is_and)
            is_ok = cubes_and(r, &out->yes, &more.yes) && cubes_or(r, &out->no, &more.no);
        else if (is_ok)
            is_ok = cubes_or(r, &out->yes, &more.yes) && cubes_and(r, &out->no, &more.no);
        label_done(&more);
    }
    return is_ok;
}

static bool read_and(Reader *r, Label *out) { return read_row(r, '&', read_not, out); }
static bool read_or(Reader *r, Label *out) { return read_row(r, '|', read_and, out); }

// [ label ]
static bool read_label(Reader *r, Label *out) {
    next(r);
    return read_or(r, out) && take(r, ']');
}

// ---- the head -----------------------------------------------------------------------------------

static bool read_states(Reader *r) {
    if (!take_number(r, "the number of states", (u64)r->effort->states + 1, &r->g.nstates))
        return false;
    r->has_states = true;
    return true;
}

static bool read_start(Reader *r) {
    u32 start = 0;
    if (!take_number(r, "the number of a state", r->effort->states, &start))
        return false;
    if (is_mark(r, '&'))
        return fail(r, "universal branching (alternating automata) cannot be read");
    VEC_PUSH(r->starts, r->nstarts, r->starts_cap) = start;
    return true;
}

static bool read_propositions(Reader *r) {
    if (r->has_propositions)
        return fail(r, "AP: is there twice");
    if (r->kind == TOKEN_NUMBER && r->number > MOST_PROPOSITIONS)
        return fail(r, "there are more than %u propositions", MOST_PROPOSITIONS);
    if (!take_number(r, "the number of propositions", MOST_PROPOSITIONS + 1, &r->npropositions))
        return false;
    for (u32 i = 0; i < r->npropositions; i++) {
        if (r->kind != TOKEN_STRING)
            return fail_here(r, "the name of a proposition");
        r->names[i] = r->text;
        next(r);
    }
    r->has_propositions = true;
    return true;
}

static bool read_alias_header(Reader *r) {
    Label label = {0};
    if (r->kind != TOKEN_ALIAS)
        return fail_here(r, "the name of an alias");
    if (r->naliases == MOST_ALIASES)
        return fail(r, "there are more than %u aliases", MOST_ALIASES);
    const char *name = r->text;
    next(r);
    bool is_ok = read_or(r, &label);
    VEC_PUSH(r->aliases, r->naliases, r->aliases_cap) = (Alias){name, label.yes, label.no};
    return is_ok;
}

static bool fail_acceptance(Reader *r) {
    return fail(r, "the acceptance condition is neither that of Büchi nor of generalised Büchi "
                   "automata: Inf(0)&Inf(1)&... or t");
}

static bool read_all_infinitely(Reader *r, u64 *seen);

// Inf(k), or several in brackets.
static bool read_infinitely(Reader *r, u64 *seen) {
    u32 mark = 0;
    if (is_mark(r, '(')) {
        next(r);
        if (++r->depth > DEEPEST_LABEL)
            return fail(r, "the acceptance condition is nested too deeply");
        bool is_ok = read_all_infinitely(r, seen);
        r->depth--;
        return is_ok && (is_mark(r, ')') ? take(r, ')') : fail_acceptance(r));
    }
    if (is_named(r, TOKEN_NAME, "t")) {
        next(r);
        return true;
    }
    if (!is_named(r, TOKEN_NAME, "Inf"))
        return r->kind == TOKEN_NAME ? fail_acceptance(r) : fail_here(r, "Inf");
    next(r);
    if (!take(r, '('))
        return false;
    if (is_mark(r, '!'))
        return fail_acceptance(r);
    if (!take_number(r, "the number of an acceptance set", r->g.nmarks, &mark) || !take(r, ')'))
        return false;
    *seen |= (u64)1 << mark;
    return true;
}

static bool read_all_infinitely(Reader *r, u64 *seen) {
    if (!read_infinitely(r, seen))
        return false;
    while (is_mark(r, '&')) {
        next(r);
        if (!read_infinitely(r, seen))
            return false;
    }
    return true;
}

static bool read_acceptance(Reader *r) {
    u64 seen = 0;
    if (r->has_acceptance)
        return fail(r, "Acceptance: is there twice");
    if (!take_number(r, "the number of acceptance sets", MOST_MARKS + 1, &r->g.nmarks))
        return false;
    if (!read_all_infinitely(r, &seen))
        return false;
    r->has_acceptance = true;
    return (seen == all_marks(&r->g) && !is_mark(r, '|')) || fail_acceptance(r);
}

// What belongs to a header, or to a state, ends.
static bool ends_here(const Reader *r) {
    return r->kind == TOKEN_HEADER || r->kind == TOKEN_BODY || r->kind == TOKEN_END ||
           r->kind == TOKEN_WRONG;
}

// Headers that may be ignored begin with a small letter.
static bool skip_header(Reader *r, const char *name) {
    if (isupper((unsigned char)name[0]))
        return fail(r, "the header %.*s is not known", MOST_WORD, name);
    while (!ends_here(r))
        next(r);
    return true;
}

// Words, of which one matters. (Later versions of the format have a ! before what is not so.)
static bool read_properties(Reader *r) {
    for (bool is_negated = false; !ends_here(r); next(r)) {
        if (!is_negated && is_named(r, TOKEN_NAME, "stutter-invariant"))
            r->is_stutter_invariant = true;
        is_negated = is_mark(r, '!');
    }
    return true;
}

static bool read_header(Reader *r) {
    static const struct {
        const char *name;
        bool (*read)(Reader *);
    } headers[] = {{"States:", read_states},         {"Start:", read_start},
                   {"AP:", read_propositions},       {"Alias:", read_alias_header},
                   {"Acceptance:", read_acceptance}, {"properties:", read_properties}};
    if (r->kind != TOKEN_HEADER)
        return fail_here(r, "a header or --BODY--");
    const char *name = r->text;
    next(r);
    for (size_t i = 0; i < ARRAY_LEN(headers); i++)
        if (strcmp(name, headers[i].name) == 0)
            return headers[i].read(r);
    return skip_header(r, name);
}

static bool read_head(Reader *r) {
    if (!is_named(r, TOKEN_HEADER, "HOA:"))
        return fail(r, "this is no automaton: the first word of one is HOA:");
    next(r);
    if (!is_named(r, TOKEN_NAME, "v1"))
        return fail(r, "only version v1 of the format is known, not '%.*s'", MOST_WORD, r->text);
    next(r);
    while (!is_named(r, TOKEN_BODY, "--BODY--"))
        if (!read_header(r))
            return false;
    next(r);
    return r->has_acceptance || fail(r, "Acceptance: is missing");
}

// ---- the body -----------------------------------------------------------------------------------

// Without `States:`, a state is there when it is named.
static bool check_state(Reader *r, u32 state) {
    if (r->has_states && state >= r->g.nstates)
        return fail(r, "state %u is not one of the %u states", state, r->g.nstates);
    if (!r->has_states && state >= r->g.nstates)
        r->g.nstates = state + 1;
    return true;
}

// {0 1}, if it is there.
static bool read_marks(Reader *r, u64 *out) {
    u32 mark = 0;
    if (!is_mark(r, '{'))
        return true;
    next(r);
    while (!is_mark(r, '}')) {
        if (!take_number(r, "the number of an acceptance set", r->g.nmarks, &mark))
            return false;
        *out |= (u64)1 << mark;
    }
    next(r);
    return true;
}

typedef struct StateHead {
    u32 state;
    bool has_label;
    Label label;
    u64 marks;
    u32 nedges; // read so far: without labels, the number of an edge is its letter
    bool is_implicit;
} StateHead;

static bool set_edge_label(Reader *r, StateHead *s, Label *label) {
    bool is_labelled = is_mark(r, '[');
    if (is_labelled && s->has_label)
        return fail(r, "state %u and its transitions have labels", s->state);
    if (is_labelled)
        return read_label(r, label);
    if (s->has_label)
        return cubes_or(r, &label->yes, &s->label.yes);
    u32 mask = r->npropositions == 32 ? UINT32_MAX : ((u32)1 << r->npropositions) - 1;
    if (s->nedges > mask)
        return fail(r, "state %u has more transitions than there are letters, and no labels",
                    s->state);
    s->is_implicit = true;
    cubes_add(&label->yes, (Cube){s->nedges, ~s->nedges & mask});
    return true;
}

static bool read_edge(Reader *r, StateHead *s) {
    Label label = {0};
    u32 to = 0;
    u64 marks = s->marks;
    bool is_ok = set_edge_label(r, s, &label) &&
                 take_number(r, "the number of a state", r->effort->states, &to) &&
                 check_state(r, to);
    if (is_ok && is_mark(r, '&'))
        is_ok = fail(r, "universal branching (alternating automata) cannot be read");
    is_ok = is_ok && read_marks(r, &marks);
    for (u32 i = 0; i < label.yes.len && is_ok; i++)
        graph_add(&r->g, (Edge){s->state, to, label.yes.items[i], marks});
    if (is_ok && !effort_spend(r->effort, 1000 + (u64)label.yes.len * label.yes.len))
        is_ok = effort_fail(r->effort, r->d);
    s->nedges++;
    label_done(&label);
    return is_ok;
}

static bool define_state(Reader *r, u32 state) {
    if (r->is_defined[state])
        return fail(r, "state %u is there twice", state);
    r->is_defined[state] = true;
    return check_state(r, state);
}

static bool read_state_head(Reader *r, StateHead *s) {
    if (is_mark(r, '[')) {
        s->has_label = true;
        if (!read_label(r, &s->label))
            return false;
    }
    if (!take_number(r, "the number of a state", r->effort->states, &s->state))
        return false;
    if (r->kind == TOKEN_STRING)
        next(r);
    return read_marks(r, &s->marks) && define_state(r, s->state);
}

static bool read_state(Reader *r) {
    StateHead s = {0};
    if (!is_named(r, TOKEN_HEADER, "State:"))
        return fail_here(r, "State: or --END--");
    next(r);
    bool is_ok = read_state_head(r, &s);
    while (is_ok && !ends_here(r))
        is_ok = read_edge(r, &s);
    if (is_ok && s.is_implicit && (u64)s.nedges != (u64)1 << r->npropositions)
        is_ok = fail(r, "state %u has transitions without labels, but not one for each letter",
                     s.state);
    label_done(&s.label);
    return is_ok;
}

static bool read_body(Reader *r) {
    while (!is_named(r, TOKEN_BODY, "--END--")) {
        if (is_named(r, TOKEN_BODY, "--ABORT--"))
            return fail(r, "the automaton ends with --ABORT--");
        if (!read_state(r))
            return false;
    }
    next(r);
    return r->kind == TOKEN_END || fail(r, "there is more than one automaton in the file");
}

// ---- the automaton ------------------------------------------------------------------------------

// Several initial states become one, which has the transitions of all.
static bool set_initial(Reader *r) {
    Graph *g = &r->g;
    for (u32 i = 0; i < r->nstarts; i++)
        if (!check_state(r, r->starts[i]))
            return false;
    if (r->nstarts == 1) {
        g->initial = r->starts[0];
        return true;
    }
    u32 all = g->nedges;
    bool *is_start = arena_alloc(r->arena, g->nstates * sizeof *is_start);
    for (u32 k = 0; k < r->nstarts; k++)
        is_start[r->starts[k]] = true;
    g->initial = g->nstates++;
    for (u32 i = 0; i < all; i++) {
        Edge e = g->edges[i];
        if (!is_start[e.from])
            continue;
        e.from = g->initial;
        graph_add(g, e);
    }
    return true;
}

static void reader_done(Reader *r) {
    for (u32 i = 0; i < r->naliases; i++) {
        cubes_done(&r->aliases[i].cubes);
        cubes_done(&r->aliases[i].negation);
    }
    VEC_FREE(r->aliases, r->aliases_cap);
    VEC_FREE(r->starts, r->starts_cap);
    graph_done(&r->g);
}

Buchi *buchi_read_hoa(const char *name, const Text *text, const BuchiLimits *limits, Diag *d) {
    Effort e;
    effort_init(&e, limits);
    Arena *arena = arena_new();
    Reader r = {.file = name, .at = text_str(text), .line = 1, .arena = arena, .d = d};
    r.effort = &e;
    r.is_defined = arena_alloc(arena, e.states * sizeof *r.is_defined);
    Buchi *b = NULL;
    next(&r);
    bool is_ok = strlen(text_str(text)) == text->len || fail(&r, "there is a zero byte in it");
    if (is_ok && read_head(&r) && read_body(&r) && set_initial(&r))
        b = buchi_finish(&r.g, r.names, r.npropositions, &e, d);
    if (b)
        b->is_stutter_invariant = r.is_stutter_invariant;
    reader_done(&r);
    arena_free(arena);
    return b;
}
