// SPDX-License-Identifier: Apache-2.0
// From a formula to a very weak alternating automaton, as Gastin and Oddoux do it ("Fast LTL to
// Büchi automata translation", CAV 2001).
//
// A state is a subformula f that is no conjunction or disjunction; from it, the words are accepted
// of which f holds. A transition goes to a set of states, all of which read the rest of the word.
// The only cycles are loops, of untils and releases; a word is accepted if no run stays in an until
// for ever.
#include "buchi/buchi_int.h"

#include <string.h>

// ---- transitions --------------------------------------------------------------------------------

void moves_done(Moves *m) { VEC_FREE(m->items, m->cap); }

static void moves_push(Moves *m, Move move) { VEC_PUSH(m->items, m->len, m->cap) = move; }

static const Move nothing = {0}; // reads any letter, and then accepts everything

// Reads at least the letters of b, and then has to do at most what b has to.
static bool is_better(const Move *a, const Move *b) {
    return cube_contains(a->label, b->label) && set_is_in(&a->to, &b->to);
}

// Without those for which there is a better one.
static bool keep_best(Moves *m, Effort *e) {
    if (!effort_spend(e, (u64)m->len * m->len))
        return false;
    u32 n = 0;
    for (u32 i = 0; i < m->len; i++) {
        bool is_kept = true;
        for (u32 k = 0; k < m->len && is_kept; k++)
            is_kept = i == k || !is_better(&m->items[k], &m->items[i]) ||
                      (i < k && is_better(&m->items[i], &m->items[k]));
        if (is_kept)
            m->items[n++] = m->items[i];
        // what comes later compares with all that were there, so nothing may be overwritten that is
        // still needed: n <= i, and what has gone has a better one that stays
    }
    m->len = n;
    return true;
}

bool moves_product(const Moves *a, const Moves *b, Moves *out, Effort *e) {
    if (!effort_spend(e, (u64)a->len * b->len * 8))
        return false;
    for (u32 i = 0; i < a->len; i++)
        for (u32 k = 0; k < b->len; k++) {
            Cube label = cube_and(a->items[i].label, b->items[k].label);
            if (!cube_is_empty(label))
                moves_push(out, (Move){label, set_union(&a->items[i].to, &b->items[k].to)});
        }
    return true;
}

static void moves_append(Moves *to, const Moves *from) {
    for (u32 i = 0; i < from->len; i++)
        moves_push(to, from->items[i]);
}

// ---- states -------------------------------------------------------------------------------------

typedef struct Builder {
    Alternating *a;
    Forms *forms;
    Table numbers; // of elements, by formula, plus 1
    Table done;    // conjunctions and disjunctions: index of what moves_of says, plus 1
    Moves *memo;
    u32 nmemo, memo_cap;
    Effort *effort;
} Builder;

static bool fail(const Builder *b, Diag *d) {
    if (!b->effort->left)
        return effort_fail(b->effort, d);
    return diag_fail(d,
                     "the formula is too large: it has more than %u different parts with temporal "
                     "operators, or more than %u different untils",
                     MOST_ELEMENTS, MOST_MARKS);
}

static bool is_element(const Forms *fs, Form f) {
    FormOp op = form_node(fs, f)->op;
    return op == FORM_LITERAL || op == FORM_NEXT || op == FORM_UNTIL || op == FORM_RELEASE;
}

static bool add_element(Builder *b, Form f, u32 *out) {
    u32 *number = table_add(&b->numbers, f, PLAIN_KEY);
    if (!*number) {
        if (b->a->nelements == MOST_ELEMENTS)
            return false;
        b->a->elements[b->a->nelements++] = f;
        *number = b->a->nelements;
    }
    *out = *number - 1;
    return true;
}

// One transition, to this state only.
static bool move_to(Builder *b, Form f, Moves *out) {
    u32 element;
    if (!add_element(b, f, &element))
        return false;
    Move move = {0};
    set_add(&move.to, element);
    moves_push(out, move);
    return true;
}

typedef bool (*MovesOf)(Builder *b, Form f, Moves *out);

// Of a conjunction or a disjunction, from those of its operands.
static bool moves_of_junction(Builder *b, Form f, MovesOf of, Moves *out) {
    bool is_and = form_node(b->forms, f)->op == FORM_AND;
    if (is_and)
        moves_push(out, nothing);
    for (u32 i = 0; i < form_node(b->forms, f)->n; i++) {
        Moves one = {0}, both = {0};
        bool is_ok = of(b, form_kid(b->forms, f, i), &one);
        if (is_ok && is_and) {
            is_ok = moves_product(out, &one, &both, b->effort);
            moves_done(out);
            *out = both;
        } else if (is_ok) {
            moves_append(out, &one);
        }
        moves_done(&one);
        if (!is_ok || !keep_best(out, b->effort))
            return false;
    }
    return true;
}

// The sets of states in which it may begin to be that the formula holds from here on: transitions
// that read any letter.
static bool alternatives(Builder *b, Form f, Moves *out) {
    f = form_split_always(b->forms, f); // as many states that say `always f` as there can be
    if (f == FORM_TRUE)
        moves_push(out, nothing);
    if (f == FORM_TRUE || f == FORM_FALSE)
        return true;
    return is_element(b->forms, f) ? move_to(b, f, out)
                                   : moves_of_junction(b, f, alternatives, out);
}

static bool moves_of(Builder *b, Form f, Moves *out);

// Parts of formulas may be shared: each is looked at once.
static bool moves_of_shared(Builder *b, Form f, Moves *out) {
    u32 known;
    if (!table_find(&b->done, f, PLAIN_KEY, &known)) {
        Moves moves = {0};
        if (!moves_of_junction(b, f, moves_of, &moves)) {
            moves_done(&moves);
            return false;
        }
        VEC_PUSH(b->memo, b->nmemo, b->memo_cap) = moves;
        known = *table_add(&b->done, f, PLAIN_KEY) = b->nmemo;
    }
    moves_append(out, &b->memo[known - 1]);
    return effort_spend(b->effort, out->len);
}

// a U b: b now, or a now and a U b next. a R b: b now, and a now or a R b next.
static bool moves_of_binary(Builder *b, Form f, Moves *out) {
    Moves left = {0}, right = {0}, stay = {0}, both = {0};
    bool is_ok = moves_of(b, form_kid(b->forms, f, 0), &left) &&
                 moves_of(b, form_kid(b->forms, f, 1), &right) && move_to(b, f, &stay);
    if (is_ok && form_node(b->forms, f)->op == FORM_UNTIL) {
        is_ok = moves_product(&left, &stay, &both, b->effort);
        moves_append(out, &right);
        moves_append(out, &both);
    } else if (is_ok) {
        moves_append(&left, &stay);
        is_ok = moves_product(&right, &left, out, b->effort);
    }
    moves_done(&left);
    moves_done(&right);
    moves_done(&stay);
    moves_done(&both);
    return is_ok && keep_best(out, b->effort);
}

// What to do now so that the formula holds.
static bool moves_of(Builder *b, Form f, Moves *out) {
    f = form_split_always(b->forms, f);
    const FormNode *n = form_node(b->forms, f);
    if (!effort_spend(b->effort, 10))
        return false;
    switch (n->op) {
    case FORM_CONSTANT:
        if (f == FORM_TRUE)
            moves_push(out, nothing);
        return true;
    case FORM_LITERAL: {
        u32 bit = (u32)1 << n->first;
        moves_push(out, (Move){.label = n->is_negative ? (Cube){0, bit} : (Cube){bit, 0}});
        return true;
    }
    case FORM_NEXT: return alternatives(b, form_kid(b->forms, f, 0), out);
    case FORM_AND:
    case FORM_OR: return moves_of_shared(b, f, out);
    default: return moves_of_binary(b, f, out);
    }
}

static void find_always(Builder *b) {
    for (u32 i = 0; i < b->a->nelements; i++) {
        Form f = b->a->elements[i];
        u32 inner;
        if (form_node(b->forms, f)->op == FORM_RELEASE && form_kid(b->forms, f, 0) == FORM_FALSE &&
            table_find(&b->numbers, form_kid(b->forms, f, 1), PLAIN_KEY, &inner))
            b->a->always[inner - 1] = i + 1;
    }
}

bool alternating_init(Alternating *a, Forms *fs, Form f, Diag *d) {
    memset(a, 0, sizeof *a);
    a->forms = fs;
    Builder b = {.a = a, .forms = fs, .effort = fs->effort};
    bool is_ok = alternatives(&b, f, &a->initial);
    for (u32 i = 0; i < a->nelements && is_ok; i++) {
        is_ok = moves_of(&b, a->elements[i], &a->moves[i]);
        if (is_ok && form_node(fs, a->elements[i])->op == FORM_UNTIL) {
            is_ok = a->nuntils < MOST_MARKS;
            if (is_ok)
                a->untils[a->nuntils++] = i;
        }
    }
    find_always(&b);
    for (u32 i = 0; i < b.nmemo; i++)
        moves_done(&b.memo[i]);
    VEC_FREE(b.memo, b.memo_cap);
    table_done(&b.done);
    table_done(&b.numbers);
    return is_ok || fail(&b, d);
}

void alternating_done(Alternating *a) {
    for (u32 i = 0; i < a->nelements; i++)
        moves_done(&a->moves[i]);
    moves_done(&a->initial);
}
