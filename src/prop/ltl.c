// SPDX-License-Identifier: Apache-2.0
// Formulas of linear temporal logic: reading, writing, and their value on a run that is known.
#include "prop/ltl.h"

#include <ctype.h>
#include <string.h>

enum { DEEPEST = 200 };

typedef struct Parser {
    Ltl *f;
    const char *at;
    bool is_named; // propositions are names, and there is 'next'
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
                             {"F", LTL_EVENTUALLY},  {"eventually", LTL_EVENTUALLY}};
static const Word constants[] = {{"true", LTL_TRUE}, {"false", LTL_FALSE}};
// What means something else in C.
static const Word named_unary[] = {{"X", LTL_NEXT}, {"next", LTL_NEXT}, {"~", LTL_NOT}};
static const Word named_constants[] = {{"1", LTL_TRUE}, {"0", LTL_FALSE}};
// The tightest first, and <-> before what it begins like in C.
static const Word temporal[] = {{"U", LTL_UNTIL},        {"until", LTL_UNTIL},
                                {"W", LTL_WEAK_UNTIL},   {"weakuntil", LTL_WEAK_UNTIL},
                                {"R", LTL_RELEASE},      {"V", LTL_RELEASE},
                                {"release", LTL_RELEASE}};
static const Word conjunction[] = {{"&&", LTL_AND}, {"/\\", LTL_AND}};
static const Word disjunction[] = {{"||", LTL_OR}, {"\\/", LTL_OR}};
static const Word implication[] = {{"->", LTL_IMPLIES}, {"implies", LTL_IMPLIES}};
static const Word equivalence[] = {{"<->", LTL_EQUIVALENT}, {"equivalent", LTL_EQUIVALENT}};
static const Word named_conjunction[] = {{"&", LTL_AND}};
static const Word named_disjunction[] = {{"|", LTL_OR}};
static const Word named_implication[] = {{"=>", LTL_IMPLIES}};
static const Word named_equivalence[] = {{"<=>", LTL_EQUIVALENT}};

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
} habits[] = {{"and", "'and' is written &&"},
              {"or", "'or' is written ||"},
              {"not", "'not' is written !"},
              {"AND", "'and' is written &&"},
              {"OR", "'or' is written ||"},
              {"NOT", "'not' is written !"},
              {"xor", "'a xor b' is written !(a <-> b)"},
              {"M", "'a M b' is written b U (a && b)"},
              {"==", "'is equal to' is written <->"},
              {"=", "'is equal to' is written <->, 'implies' ->"},
              {"!=", "'differs from' is written !(a <-> b)"},
              {"^", "'a ^ b' is written !(a <-> b)"},
              {"-", "'implies' is written ->"},
              {"[", "'always' is written []"},
              {"<-", "'is equivalent to' is written <->"},
              {"<", "'eventually' is written <>"}};

// One line of advice, and only one.
static const char *advice(const Parser *p) {
    for (size_t i = 0; i < ARRAY_LEN(habits); i++)
        if (length_at(p->at, habits[i].written))
            return habits[i].meant;
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

// Over programs it is one line, as all messages of the library are.
static bool fail_with(Parser *p, const char *what, const char *hint) {
    Text text = {0};
    text_add(&text, "the formula cannot be read: %s at ", what);
    if (!*p->at)
        text_add(&text, "its end");
    else if (p->is_named)
        text_add(&text, "character %u", (u32)(p->at - p->f->text) + 1);
    else
        text_add(&text, "'%s'", p->at);
    if (p->is_named)
        add_place(p, &text);
    if (p->is_named && hint)
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

static bool add_proposition(Parser *p, const char *from, const char *to, u32 *out) {
    Ltl *f = p->f;
    from = skip_space(from);
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    if (to == from)
        return fail(p, "a proposition is missing");
    const char *text = arena_printf(f->arena, "%.*s", (int)(to - from), from);
    u32 i = 0;
    while (i < f->npropositions && strcmp(f->propositions[i], text) != 0)
        i++;
    if (i == MOST_PROPOSITIONS)
        return fail_with(p, "there are more than 32 propositions", NULL);
    if (i == f->npropositions)
        f->propositions[f->npropositions++] = text;
    *out = node(p, LTL_PROPOSITION, i, 0);
    return true;
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

static bool read_expression(Parser *p, bool is_negated, u32 *out) {
    const char *end = end_of_expression(p->at);
    if (!end)
        return fail(p, "a bracket is not closed");
    if (is_negated && has_operator(p->at, end))
        return fail(p,
                    "write !(...) or {...}, since ! means different things in C and in formulas");
    bool is_ok = add_proposition(p, p->at, end, out);
    p->at = is_ok ? end : p->at;
    return is_ok;
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
    if (!w && p->is_named)
        w = WORD_AT(p->at, named_unary);
    if (w)
        return read_operand(p, w->op, strlen(w->text), out);
    if (p->at[0] == '!' && p->at[1] != '=')
        return read_operand(p, LTL_NOT, 1, out);
    if (length_at(p->at, "X") || length_at(p->at, "next"))
        return fail(p, "'next' depends on how runs are cut into steps and has no meaning here (a "
                       "variable: {X})");
    w = WORD_AT(p->at, constants);
    if (!w && p->is_named)
        w = WORD_AT(p->at, named_constants);
    if (w) {
        p->at = skip_space(p->at + strlen(w->text));
        *out = node(p, w->op, 0, 0);
        return true;
    }
    if (p->is_named)
        return *p->at == '(' ? read_grouped(p, out) : read_name(p, out);
    if (*p->at == '{')
        return read_code(p, out);
    return *p->at == '(' ? read_bracketed(p, is_negated, out) : read_expression(p, is_negated, out);
}

typedef struct Level {
    const Word *words;
    size_t n;
    bool is_right;     // a -> b -> c is a -> (b -> c)
    const Word *named; // one more word over names; NULL: none
} Level;
static const Level levels[] = {{equivalence, ARRAY_LEN(equivalence), false, named_equivalence},
                               {implication, ARRAY_LEN(implication), true, named_implication},
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
