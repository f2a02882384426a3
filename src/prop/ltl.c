// SPDX-License-Identifier: Apache-2.0
// Formulas of linear temporal logic: reading, writing, and their value on a run that is known.
#include "prop/ltl.h"

#include <ctype.h>
#include <string.h>

enum { DEEPEST = 200 };

typedef struct Parser {
    Ltl *f;
    const char *at;
    bool is_named; // propositions are names
    u32 depth;
    Diag *d;
} Parser;

// ---- words --------------------------------------------------------------------------------------

static bool is_name_char(char c) { return isalnum((unsigned char)c) || c == '_'; }

typedef struct Word {
    const char *text;
    LtlOp op;
} Word;
static const Word unary[] = {{"[]", LTL_ALWAYS},     {"G", LTL_ALWAYS},
                             {"always", LTL_ALWAYS}, {"<>", LTL_EVENTUALLY},
                             {"F", LTL_EVENTUALLY},  {"eventually", LTL_EVENTUALLY},
                             {"X", LTL_NEXT},        {"next", LTL_NEXT}};
static const Word constants[] = {
    {"true", LTL_TRUE}, {"false", LTL_FALSE}, {"1", LTL_TRUE}, {"0", LTL_FALSE}};
static const Word negation[] = {{"!", LTL_NOT}};
// The tightest first.
static const Word temporal[] = {
    {"U", LTL_UNTIL},      {"until", LTL_UNTIL},          {"stronguntil", LTL_UNTIL},
    {"W", LTL_WEAK_UNTIL}, {"weakuntil", LTL_WEAK_UNTIL}, {"R", LTL_RELEASE},
    {"V", LTL_RELEASE},    {"release", LTL_RELEASE}};
static const Word conjunction[] = {{"&&", LTL_AND}, {"/\\", LTL_AND}};
static const Word disjunction[] = {{"||", LTL_OR}, {"\\/", LTL_OR}};
static const Word implication[] = {
    {"->", LTL_IMPLIES}, {"=>", LTL_IMPLIES}, {"implies", LTL_IMPLIES}};
static const Word equivalence[] = {
    {"<->", LTL_EQUIVALENT}, {"<=>", LTL_EQUIVALENT}, {"equivalent", LTL_EQUIVALENT}};
// What means something else in C.
static const Word named_negation[] = {{"~", LTL_NOT}};
static const Word named_conjunction[] = {{"&", LTL_AND}};
static const Word named_disjunction[] = {{"|", LTL_OR}};

// Length of the word if it is here, else 0.
static size_t length_at(const char *at, const char *word) {
    size_t n = strlen(word);
    bool is_name = is_name_char(word[0]);
    return strncmp(at, word, n) == 0 && !(is_name && is_name_char(at[n])) ? n : 0;
}

static const Word *word_at(const char *at, const Word *words, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (length_at(at, words[i].text))
            return &words[i];
    return NULL;
}
#define WORD_AT(at, words) word_at(at, words, ARRAY_LEN(words))

static bool is_binary(const char *at) {
    return WORD_AT(at, temporal) || WORD_AT(at, conjunction) || WORD_AT(at, disjunction) ||
           WORD_AT(at, implication) || WORD_AT(at, equivalence);
}

static const char *skip_space(const char *at) { return at + strspn(at, " \t\r\n"); }

// Behind the string, character or name that begins here, else behind one character.
static const char *skip_one(const char *at) {
    if (is_name_char(*at)) {
        while (is_name_char(*at))
            at++;
        return at;
    }
    char quote = *at++;
    if (quote != '"' && quote != '\'')
        return at;
    while (*at && *at != quote)
        at += at[0] == '\\' && at[1] ? 2 : 1;
    return *at ? at + 1 : at;
}

// Behind the bracket that closes the one here; NULL if there is none.
static const char *skip_bracketed(const char *at) {
    u32 depth = 0;
    while (*at) {
        depth += strchr("([{", *at) != NULL;
        depth -= strchr(")]}", *at) != NULL;
        at = skip_one(at);
        if (depth == 0)
            return at;
    }
    return NULL;
}

// ---- reading ------------------------------------------------------------------------------------

enum { BEFORE_CARET = 40, BEHIND_CARET = 30 };

// What is written where an operator or an operand should be, and what is meant by it.
static const struct {
    const char *written, *meant;
} habits[] = {
    {"and", "'and' is written &&"},
    {"or", "'or' is written ||"},
    {"not", "'not' is written !"},
    {"AND", "'and' is written &&"},
    {"OR", "'or' is written ||"},
    {"NOT", "'not' is written !"},
    {"xor", "'a xor b' is written !(a <-> b)"},
    {"M", "'a M b' is written b U (a && b)"},
    {"==", "'is equal to' is written <->; an expression is put in quotes, as in \"x == 1\""},
    {"=", "'is equal to' is written <->, 'implies' ->"},
    {"!=", "'differs from' is written !(a <-> b); an expression is put in quotes: \"x != 1\""},
    {"^", "'a ^ b' is written !(a <-> b)"},
    {"-", "'implies' is written ->"},
    {"[", "'always' is written []"},
    {"<-", "'is equivalent to' is written <->"},
    {"<", "'eventually' is written <>; an expression is put in quotes, as in \"x < 1\""}};

// One line of advice, and only one.
static const char *advice(const Parser *p) {
    for (size_t i = 0; i < ARRAY_LEN(habits); i++)
        if (length_at(p->at, habits[i].written))
            return habits[i].meant;
    if (!p->is_named)
        return "a formula looks like this: [] (x > 0 -> <> done()), (n == 0) U {p && p->q}";
    if (*p->at && !is_name_char(*p->at) && !strchr("()!\"", *p->at))
        return "what is neither a name nor an operator is put in quotes, as in [] \"x > 0\"";
    return "a formula looks like this: [] (p -> <> q), (!p U q) || X p";
}

// The part of the formula around the place, on a line, and a mark below it.
static void add_place(const Parser *p, Text *out) {
    u32 at = (u32)(p->at - p->f->text), len = (u32)strlen(p->f->text);
    u32 from = at > BEFORE_CARET ? at - BEFORE_CARET : 0;
    u32 to = len - at > BEHIND_CARET ? at + BEHIND_CARET : len;
    text_add(out, "\n  %s", from ? "..." : "");
    for (u32 i = from; i < to; i++) {
        u8 c = (u8)p->f->text[i];
        text_add(out, "%c", c < 0x20 || c >= 0x7f ? '?' : c);
    }
    text_add(out, "%s\n  %*s^", to < len ? "..." : "", (int)(at - from) + (from ? 3 : 0), "");
}

// The first line says it all; the others show where it is and what to do about it.
static bool fail_with(Parser *p, const char *what, const char *hint) {
    Text text = {0};
    text_add(&text, "the formula cannot be read: %s at ", what);
    if (!*p->at)
        text_add(&text, "its end");
    else
        text_add(&text, "character %u", (u32)(p->at - p->f->text) + 1);
    add_place(p, &text);
    if (hint)
        text_add(&text, "\n  %s", hint);
    diag_fail(p->d, "%s", text_str(&text));
    text_done(&text);
    return false;
}

static bool fail(Parser *p, const char *what) { return fail_with(p, what, advice(p)); }

static bool fail_deep(Parser *p) { return fail_with(p, "it is nested too deeply", NULL); }

static u32 node(Parser *p, LtlOp op, u32 a, u32 b) {
    p->f->nodes[p->f->nnodes] = (LtlNode){op, a, b};
    return p->f->nnodes++;
}

static bool add_asked(Parser *p, const char *text, LtlAsked asked, u32 *out) {
    Ltl *f = p->f;
    u32 i = 0;
    while (i < f->npropositions &&
           (strcmp(f->propositions[i], text) != 0 || f->asked[i].kind != asked.kind))
        i++;
    if (i == MOST_PROPOSITIONS)
        return fail_with(p, "there are more than 32 propositions", NULL);
    if (i == f->npropositions) {
        f->asked[i] = asked;
        f->propositions[f->npropositions++] = text;
    }
    *out = node(p, LTL_PROPOSITION, i, 0);
    return true;
}

static bool add_proposition(Parser *p, const char *from, const char *to, u32 *out) {
    from = skip_space(from);
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    if (to == from)
        return fail(p, "a proposition is missing");
    const char *text = arena_printf(p->f->arena, "%.*s", (int)(to - from), from);
    return add_asked(p, text, (LtlAsked){0}, out);
}

// The end of an expression of C: where an operator of the formula or a closing bracket follows.
static const char *end_of_expression(const char *at) {
    while (*at && *at != ')' && *at != '}' && !is_binary(at)) {
        const char *behind = strchr("([", *at) ? skip_bracketed(at) : skip_one(at);
        if (!behind)
            return NULL;
        at = behind;
    }
    return at;
}

static bool has_operator(const char *from, const char *to) {
    for (const char *at = from; at < to; at = strchr("([", *at) ? skip_bracketed(at) : skip_one(at))
        if (strchr("<>=+-*/%&|^?", *at))
            return true;
    return false;
}

static bool is_arrow(const char *at) {
    return at[0] == '-' && at[1] == '>' && is_name_char(at[2]) && !isdigit((unsigned char)at[2]);
}

// The beginning of what the name, or p.q[1]->r, that ends here may be part of.
static const char *begin_of_member(const char *text, const char *at) {
    for (;;) {
        if (at > text && (is_name_char(at[-1]) || at[-1] == '.'))
            at--;
        else if (at > text + 1 && is_arrow(at - 2))
            at -= 2;
        else if (at > text && at[-1] == ']')
            while (--at > text && *at != '[')
                ;
        else
            return at;
    }
}

// Of an expression behind -> that no space is around: the one that may be meant, with what is
// before it and behind it; otherwise NULL.
static const char *meant_by(const Parser *p, const char *from, const char *end) {
    const char *text = p->f->text;
    const char *begin = from >= text + 3 && is_arrow(from - 2) ? begin_of_member(text, from) : from;
    if (begin >= from - 2 || !end)
        return NULL;
    while (end && is_arrow(end) && !isspace((unsigned char)end[-1]))
        end = end_of_expression(end + 2);
    while (end && isspace((unsigned char)end[-1]))
        end--;
    return end ? arena_printf(p->f->arena, "%.*s", (int)(end - begin), begin) : NULL;
}

static bool read_expression(Parser *p, bool is_negated, u32 *out) {
    const char *end = end_of_expression(p->at);
    if (!end)
        return fail(p, "a bracket is not closed");
    if (is_negated && has_operator(p->at, end))
        return fail_with(p, "! means different things in C and in formulas",
                         "write !(x > 0) or {!x > 0}");
    if (*p->at && strchr("=<>/%^|?:,;.]", *p->at))
        return fail_with(p, "a proposition was expected",
                         "a variable that is called like an operator goes in braces: {X == 1}");
    const char *meant = meant_by(p, p->at, end);
    if (!add_proposition(p, p->at, end, out))
        return false;
    u32 number = p->f->nodes[*out].a;
    p->f->meant[number] = meant ? meant : p->f->meant[number];
    p->at = end;
    return true;
}

static bool read_formula(Parser *p, u32 *out);

// ( formula ), unless the bracket is part of an expression of C, which then goes on behind it.
static bool read_bracketed(Parser *p, bool is_negated, u32 *out) {
    const char *behind = skip_bracketed(p->at);
    if (!behind)
        return fail(p, "a bracket is not closed");
    const char *next = skip_space(behind);
    if (*next && *next != ')' && !is_binary(next))
        return read_expression(p, is_negated, out);
    p->at = skip_space(p->at + 1);
    if (!read_formula(p, out))
        return false;
    if (*p->at != ')')
        return fail(p, "a closing bracket is missing");
    p->at = skip_space(p->at + 1);
    return true;
}

static bool read_code(Parser *p, u32 *out) {
    const char *behind = skip_bracketed(p->at);
    if (!behind)
        return fail(p, "a brace is not closed");
    if (!add_proposition(p, p->at + 1, behind - 1, out))
        return false;
    p->at = skip_space(behind);
    return true;
}

static const char *without_escapes(const Parser *p, const char *from, const char *to) {
    char *out = arena_alloc(p->f->arena, (size_t)(to - from) + 1), *end = out;
    for (; from < to; from++) {
        from += *from == '\\' && from + 1 < to;
        *end++ = *from;
    }
    return out;
}

// A name, or anything in quotes.
static bool read_name(Parser *p, u32 *out) {
    const char *behind = skip_one(p->at), *from = p->at;
    if (*from == '"') {
        if (behind[-1] != '"' || behind < from + 2)
            return fail(p, "a quotation mark is not closed");
        const char *inner = without_escapes(p, from + 1, behind - 1);
        if (!add_proposition(p, inner, inner + strlen(inner), out))
            return false;
    } else if (is_name_char(*from) && !isdigit((unsigned char)*from) && !is_binary(from)) {
        if (!add_proposition(p, from, behind, out))
            return false;
    } else {
        return fail(p, *from ? "a proposition was expected" : "a proposition is missing");
    }
    p->at = skip_space(behind);
    return true;
}

// ---- propositions that are not C ----------------------------------------------------------------

// Whether the operand ends here; otherwise it is part of an expression of C.
static bool is_end_of_operand(const char *behind) {
    const char *next = skip_space(behind);
    return !*next || *next == ')' || is_binary(next);
}

static const struct {
    const char *word, *usage;
    LtlKind kind;
} asked_words[] = {
    {"ap", "an event: ap(NAME), for heddle_ap(\"NAME\")", LTL_EVENT},
    {"ended", "threads by the function that they are started with, or by number: ended(worker)",
     LTL_ENDED},
    {"waiting", "threads by the function that they are started with, or by number: waiting(worker)",
     LTL_WAITING},
    {"at", "a function or label, before it the thread: at(push), at(worker, push:retry)", LTL_AT}};

// The bracket of one that begins here; NULL: none does.
static const char *asked_bracket(const char *at, size_t *which) {
    for (*which = 0; *which < ARRAY_LEN(asked_words); ++*which) {
        size_t n = length_at(at, asked_words[*which].word);
        const char *open = skip_space(at + n);
        const char *behind = n && *open == '(' ? skip_bracketed(open) : NULL;
        if (behind && is_end_of_operand(behind))
            return open;
    }
    return NULL;
}

// A name, which may have : in it, or a text in quotes, and the space behind it; NULL: neither.
static const char *read_word(Parser *p) {
    const char *from = p->at, *behind = from;
    if (*from == '"') {
        behind = skip_one(from);
        if (behind < from + 3 || behind[-1] != '"')
            return NULL;
        p->at = skip_space(behind);
        return without_escapes(p, from + 1, behind - 1);
    }
    while (is_name_char(*behind) || (*behind == ':' && behind > from))
        behind++;
    if (behind == from)
        return NULL;
    p->at = skip_space(behind);
    return arena_printf(p->f->arena, "%.*s", (int)(behind - from), from);
}

// F:L, where F may be a name of C++ with :: in it.
static void split_place(Parser *p, LtlAsked *a) {
    const char *colon = strrchr(a->name, ':');
    if (!colon || colon == a->name || colon[-1] == ':' || !colon[1])
        return;
    a->label = arena_text(p->f->arena, colon + 1);
    a->name = arena_printf(p->f->arena, "%.*s", (int)(colon - a->name), a->name);
}

static const char *asked_text(Parser *p, const char *word, const LtlAsked *a) {
    const char *place = a->name ? a->name : "", *thread = a->thread ? a->thread : "";
    return arena_printf(p->f->arena, "%s(%s%s%s%s%s)", word, thread, *place && *thread ? ", " : "",
                        place, a->label ? ":" : "", a->label ? a->label : "");
}

static bool read_asked(Parser *p, size_t which, const char *open, u32 *out) {
    LtlKind kind = asked_words[which].kind;
    const char *usage = asked_words[which].usage, *word, *second = NULL;
    p->at = skip_space(open + 1);
    word = read_word(p);
    if (!word)
        return fail_with(p, "a name was expected", usage);
    if (kind == LTL_AT && *p->at == ',') {
        p->at = skip_space(p->at + 1);
        second = read_word(p);
        if (!second)
            return fail_with(p, "a name was expected", usage);
    }
    if (*p->at != ')')
        return fail_with(p, "a closing bracket was expected", usage);
    p->at = skip_space(p->at + 1);
    bool is_of_threads = kind == LTL_ENDED || kind == LTL_WAITING;
    LtlAsked asked = {.kind = kind,
                      .name = second          ? second
                              : is_of_threads ? NULL
                                              : word,
                      .thread = second || is_of_threads ? word : NULL};
    if (kind == LTL_AT)
        split_place(p, &asked);
    return add_asked(p, asked_text(p, asked_words[which].word, &asked), asked, out);
}

static bool read_grouped(Parser *p, u32 *out) {
    const char *open = p->at;
    p->at = skip_space(p->at + 1);
    if (!read_formula(p, out))
        return false;
    if (*p->at == ')') {
        p->at = skip_space(p->at + 1);
        return true;
    }
    if (*p->at)
        return fail(p, "an operator or a closing bracket is missing");
    p->at = open;
    return fail(p, "a bracket is not closed");
}

static bool read_unary(Parser *p, bool is_negated, u32 *out);

static bool read_operand(Parser *p, LtlOp op, size_t length, u32 *out) {
    p->at = skip_space(p->at + length);
    if (++p->depth > DEEPEST)
        return fail_deep(p);
    bool is_ok = read_unary(p, op == LTL_NOT, out);
    p->depth--;
    if (is_ok)
        *out = node(p, op, *out, 0);
    return is_ok;
}

static bool read_unary(Parser *p, bool is_negated, u32 *out) {
    const Word *w = WORD_AT(p->at, unary);
    if (!w && strncmp(p->at, "!=", 2) != 0)
        w = WORD_AT(p->at, negation);
    if (!w && p->is_named)
        w = WORD_AT(p->at, named_negation);
    if (w)
        return read_operand(p, w->op, strlen(w->text), out);
    w = WORD_AT(p->at, constants);
    if (w && (p->is_named || is_end_of_operand(p->at + strlen(w->text)))) {
        p->at = skip_space(p->at + strlen(w->text));
        *out = node(p, w->op, 0, 0);
        return true;
    }
    if (p->is_named)
        return *p->at == '(' ? read_grouped(p, out) : read_name(p, out);
    if (*p->at == '{')
        return read_code(p, out);
    if (*p->at == '"' && is_end_of_operand(skip_one(p->at))) // as over names
        return read_name(p, out);
    size_t which;
    const char *open = asked_bracket(p->at, &which);
    if (open)
        return read_asked(p, which, open, out);
    return *p->at == '(' ? read_bracketed(p, is_negated, out) : read_expression(p, is_negated, out);
}

typedef struct Level {
    const Word *words;
    size_t n;
    bool is_right;     // a -> b -> c is a -> (b -> c)
    const Word *named; // one more word over names; NULL: none
} Level;
static const Level levels[] = {{equivalence, ARRAY_LEN(equivalence), false, NULL},
                               {implication, ARRAY_LEN(implication), true, NULL},
                               {disjunction, ARRAY_LEN(disjunction), false, named_disjunction},
                               {conjunction, ARRAY_LEN(conjunction), false, named_conjunction},
                               {temporal, ARRAY_LEN(temporal), true, NULL}};

static bool read_level(Parser *p, u32 level, u32 *out) {
    if (level == ARRAY_LEN(levels))
        return read_unary(p, false, out);
    const Level *l = &levels[level];
    if (!read_level(p, level + 1, out))
        return false;
    for (;;) {
        const Word *w = word_at(p->at, l->words, l->n);
        if (!w && p->is_named && l->named)
            w = word_at(p->at, l->named, 1);
        u32 b;
        if (!w)
            return true;
        p->at = skip_space(p->at + strlen(w->text));
        if (++p->depth > DEEPEST)
            return fail_deep(p);
        if (!read_level(p, l->is_right ? level : level + 1, &b))
            return false;
        p->depth--;
        *out = node(p, w->op, *out, b);
    }
}

static bool read_formula(Parser *p, u32 *out) {
    if (++p->depth > DEEPEST)
        return fail_deep(p);
    bool is_ok = read_level(p, 0, out);
    p->depth--;
    return is_ok;
}

static Ltl *parse(const char *text, bool is_named, Arena *arena, Diag *d) {
    Ltl *f = arena_alloc(arena, sizeof *f);
    *f = (Ltl){.arena = arena, .text = arena_text(arena, text)};
    // each has a character of its own
    f->nodes = arena_alloc(arena, (strlen(text) + 1) * sizeof *f->nodes);
    Parser p = {.f = f, .at = skip_space(f->text), .is_named = is_named, .d = d};
    u32 root;
    bool is_ok = read_formula(&p, &root) && (!*p.at || fail(&p, "an operator is missing"));
    return is_ok ? f : NULL;
}

Ltl *ltl_parse(const char *text, Arena *arena, Diag *d) { return parse(text, false, arena, d); }

Ltl *ltl_parse_names(const char *text, Arena *arena, Diag *d) {
    return parse(text, true, arena, d);
}

bool ltl_has_next(const Ltl *f) {
    bool has = false;
    for (u32 i = 0; i < f->nnodes && !has; i++)
        has = f->nodes[i].op == LTL_NEXT;
    return has;
}

// ---- writing ------------------------------------------------------------------------------------

static void print(const Ltl *f, u32 i, Text *out);

static void print_binary(const Ltl *f, const LtlNode *n, const char *op, Text *out) {
    text_add(out, "(");
    print(f, n->a, out);
    text_add(out, " %s ", op);
    print(f, n->b, out);
    text_add(out, ")");
}

static void print_unary(const Ltl *f, const LtlNode *n, const char *op, Text *out) {
    text_add(out, "(%s ", op);
    print(f, n->a, out);
    text_add(out, ")");
}

static void print(const Ltl *f, u32 i, Text *out) {
    const LtlNode *n = &f->nodes[i];
    switch (n->op) {
    case LTL_TRUE: text_add(out, "true"); break;
    case LTL_FALSE: text_add(out, "false"); break;
    case LTL_PROPOSITION: text_add(out, "p%u", n->a); break;
    case LTL_NOT: print_unary(f, n, "!", out); break;
    case LTL_NEXT: print_unary(f, n, "X", out); break;
    case LTL_ALWAYS: print_unary(f, n, "[]", out); break;
    case LTL_EVENTUALLY: print_unary(f, n, "<>", out); break;
    case LTL_UNTIL: print_binary(f, n, "U", out); break;
    case LTL_WEAK_UNTIL: print_binary(f, n, "W", out); break;
    case LTL_RELEASE: print_binary(f, n, "V", out); break;
    case LTL_AND: print_binary(f, n, "&&", out); break;
    case LTL_OR: print_binary(f, n, "||", out); break;
    case LTL_IMPLIES: print_binary(f, n, "->", out); break;
    case LTL_EQUIVALENT: print_binary(f, n, "<->", out); break;
    }
}

void ltl_print(const Ltl *f, Text *out) { print(f, f->nnodes - 1, out); }

// ---- its value ----------------------------------------------------------------------------------

// The value of a node in a state, from those of its operands there and its own in the state after
// it (of 'next', that of its operand in the state after it).
static bool value(const LtlNode *n, bool a, bool b, bool next) {
    switch (n->op) {
    case LTL_TRUE: return true;
    case LTL_NOT: return !a;
    case LTL_NEXT: return next;
    case LTL_ALWAYS: return a && next;
    case LTL_EVENTUALLY: return a || next;
    case LTL_UNTIL:
    case LTL_WEAK_UNTIL: return b || (a && next);
    case LTL_RELEASE: return b && (a || next);
    case LTL_AND: return a && b;
    case LTL_OR: return a || b;
    case LTL_IMPLIES: return !a || b;
    case LTL_EQUIVALENT: return a == b;
    default: return false;
    }
}

// Those that are about to be for ever begin as true, those about to be some time as false; what is
// wrong in that falls away.
static bool first_guess(LtlOp op) {
    return op == LTL_ALWAYS || op == LTL_WEAK_UNTIL || op == LTL_RELEASE;
}

static void fill_row(const Ltl *f, const u32 *values, u32 n, u32 cycle, bool *all, u32 row) {
    const LtlNode *node = &f->nodes[row];
    bool *mine = all + (size_t)row * n;
    if (node->op == LTL_PROPOSITION) {
        for (u32 i = 0; i < n; i++)
            mine[i] = values[i] >> node->a & 1;
        return;
    }
    const bool *a = all + (size_t)node->a * n, *b = all + (size_t)node->b * n;
    for (u32 i = 0; i < n; i++)
        mine[i] = first_guess(node->op);
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (u32 i = n; i-- > 0;) {
            u32 next = i + 1 < n ? i + 1 : cycle;
            bool now = value(node, a[i], b[i], node->op == LTL_NEXT ? a[next] : mine[next]);
            is_changed = is_changed || now != mine[i];
            mine[i] = now;
        }
    }
}

bool ltl_holds(const Ltl *f, const u32 *values, u32 n, u32 cycle) {
    ENSURE(n > 0 && cycle < n);
    size_t size = (size_t)f->nnodes * n;
    bool *all = mem_zalloc(size);
    for (u32 row = 0; row < f->nnodes; row++)
        fill_row(f, values, n, cycle, all, row);
    bool holds = all[(size_t)(f->nnodes - 1) * n];
    mem_free(all, size);
    return holds;
}

// What a node may be (high) and must be (low) in a state, whatever comes after the states that are
// known.
typedef struct Limits {
    bool low, high;
} Limits;

static Limits limits(const LtlNode *n, Limits a, Limits b, Limits next) {
    if (n->op == LTL_NOT)
        return (Limits){!a.high, !a.low};
    if (n->op == LTL_IMPLIES)
        return (Limits){!a.high || b.low, !a.low || b.high};
    if (n->op == LTL_EQUIVALENT) {
        bool is_known = a.low == a.high && b.low == b.high;
        return is_known ? (Limits){a.low == b.low, a.low == b.low} : (Limits){false, true};
    }
    return (Limits){value(n, a.low, b.low, next.low), value(n, a.high, b.high, next.high)};
}

// Those of all nodes in a state with these values, from those in the state after it.
static void step_back(const Ltl *f, u32 values, const Limits *next, Limits *now) {
    for (u32 row = 0; row < f->nnodes; row++) {
        const LtlNode *node = &f->nodes[row];
        bool is_true = node->op == LTL_PROPOSITION && (values >> node->a & 1);
        if (node->op == LTL_PROPOSITION)
            now[row] = (Limits){is_true, is_true};
        else
            now[row] = limits(node, now[node->a], now[node->b],
                              next[node->op == LTL_NEXT ? node->a : row]);
    }
}

const char *ltl_broken_part(const Ltl *f, const u32 *values, u32 n, u32 cycle) {
    u32 rest = f->nnodes - 1;
    for (u32 i = 0; i < f->nparts; i++) {
        Ltl part = *f;
        bool is_last = i + 1 == f->nparts;
        ENSURE(is_last || f->nodes[rest].op == LTL_AND);
        part.nnodes = 1 + (is_last ? rest : f->nodes[rest].a);
        rest = is_last ? rest : f->nodes[rest].b;
        if (!ltl_holds(&part, values, n, cycle))
            return f->parts[i];
    }
    return f->text;
}

bool ltl_is_lost(const Ltl *f, const u32 *values, u32 n) {
    size_t size = f->nnodes * sizeof(Limits);
    Limits *now = mem_zalloc(size), *next = mem_zalloc(size);
    for (u32 row = 0; row < f->nnodes; row++)
        now[row] = (Limits){false, true};
    for (u32 i = n; i-- > 0;) {
        memcpy(next, now, size);
        step_back(f, values[i], next, now);
    }
    bool is_lost = !now[f->nnodes - 1].high;
    mem_free(now, size);
    mem_free(next, size);
    return is_lost;
}

// ---- only propositions --------------------------------------------------------------------------

// One proposition as a formula: as it is, or as code of C, if it would be more than one otherwise.
static const char *as_operand(const char *text, Arena *arena) {
    static const char brackets[][2] = {{'(', ')'}, {'{', '}'}};
    for (size_t i = 0; i < ARRAY_LEN(brackets); i++) {
        Diag d = {0};
        const char *kept = arena_printf(arena, "%c%s%c", brackets[i][0], text, brackets[i][1]);
        const Ltl *f = ltl_parse(kept, arena, &d);
        diag_done(&d);
        if (f && f->nnodes == 1 && f->npropositions == 1)
            return kept;
    }
    return NULL;
}

Ltl *ltl_over(const char *const *propositions, u32 n, Arena *arena, Diag *d) {
    Text all = {0};
    Ltl *f = NULL;
    bool is_ok = true;
    for (u32 i = 0; i < n && is_ok; i++) {
        const char *operand = as_operand(propositions[i], arena);
        is_ok = operand || diag_fail(d, "'%s' is no proposition", propositions[i]);
        if (is_ok)
            text_add(&all, i ? " || %s" : "%s", operand);
    }
    if (is_ok)
        f = ltl_parse(n ? text_str(&all) : "true", arena, d);
    if (f && f->npropositions != n) {
        diag_fail(d, "two of the propositions are the same");
        f = NULL;
    }
    text_done(&all);
    return f;
}
