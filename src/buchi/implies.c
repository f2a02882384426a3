// SPDX-License-Identifier: Apache-2.0
// What can be seen from how two formulas are written: whether one holds wherever the other does.
//
// Each rule is sound by itself, so an answer "no" costs size at most, and the search for a "yes"
// may stop when it gets too deep or takes too long.
#include "buchi/buchi_int.h"

enum { DEEPEST_IMPLICATION = 60 };
enum { ANSWER_NO = 1, ANSWER_YES = 2 };

static bool from_each(Forms *fs, Form a, Form b) {
    for (u32 i = 0; i < form_node(fs, a)->n; i++)
        if (!form_implies(fs, form_kid(fs, a, i), b))
            return false;
    return true;
}

static bool from_some(Forms *fs, Form a, Form b) {
    for (u32 i = 0; i < form_node(fs, a)->n; i++)
        if (form_implies(fs, form_kid(fs, a, i), b))
            return true;
    return false;
}

static bool to_each(Forms *fs, Form a, Form b) {
    for (u32 i = 0; i < form_node(fs, b)->n; i++)
        if (!form_implies(fs, a, form_kid(fs, b, i)))
            return false;
    return true;
}

static bool to_some(Forms *fs, Form a, Form b) {
    for (u32 i = 0; i < form_node(fs, b)->n; i++)
        if (form_implies(fs, a, form_kid(fs, b, i)))
            return true;
    return false;
}

// By what a is.
static bool from_left(Forms *fs, Form a, Form b) {
    switch (form_node(fs, a)->op) {
    case FORM_OR: return from_each(fs, a, b);
    case FORM_AND: return from_some(fs, a, b);
    case FORM_UNTIL:
        // c U d <= b if c <= b and d <= b, or if d <= b and b is purely eventual
        return form_implies(fs, form_kid(fs, a, 1), b) &&
               (form_node(fs, b)->is_eventual || form_implies(fs, form_kid(fs, a, 0), b));
    case FORM_RELEASE: return form_implies(fs, form_kid(fs, a, 1), b); // c R d <= b if d <= b
    case FORM_NEXT:
        // X c <= b if c <= b and b is purely eventual
        return form_node(fs, b)->is_eventual && form_implies(fs, form_kid(fs, a, 0), b);
    default: return false;
    }
}

// By what b is: the same, turned round.
static bool to_right(Forms *fs, Form a, Form b) {
    switch (form_node(fs, b)->op) {
    case FORM_AND: return to_each(fs, a, b);
    case FORM_OR: return to_some(fs, a, b);
    case FORM_RELEASE:
        return form_implies(fs, a, form_kid(fs, b, 1)) &&
               (form_node(fs, a)->is_universal || form_implies(fs, a, form_kid(fs, b, 0)));
    case FORM_UNTIL: return form_implies(fs, a, form_kid(fs, b, 1));
    case FORM_NEXT:
        return form_node(fs, a)->is_universal && form_implies(fs, a, form_kid(fs, b, 0));
    default: return false;
    }
}

// All operators but negation are monotone: c U d <= e U f if c <= e and d <= f, and so on.
static bool by_operands(Forms *fs, Form a, Form b) {
    FormOp op = form_node(fs, a)->op;
    if (op != form_node(fs, b)->op)
        return false;
    if (op == FORM_NEXT)
        return form_implies(fs, form_kid(fs, a, 0), form_kid(fs, b, 0));
    return (op == FORM_UNTIL || op == FORM_RELEASE) &&
           form_implies(fs, form_kid(fs, a, 1), form_kid(fs, b, 1)) &&
           form_implies(fs, form_kid(fs, a, 0), form_kid(fs, b, 0));
}

bool form_implies(Forms *fs, Form a, Form b) {
    if (a == b || a == FORM_FALSE || b == FORM_TRUE)
        return true;
    if (a == FORM_TRUE && form_node(fs, b)->op == FORM_LITERAL)
        return false;
    u64 key = (u64)a << 32 | b;
    u32 known;
    if (table_find(&fs->implied, key, PLAIN_KEY, &known))
        return known == ANSWER_YES;
    if (fs->depth >= DEEPEST_IMPLICATION || !effort_spend(fs->effort, 20))
        return false;
    fs->depth++;
    bool is_so = by_operands(fs, a, b) || from_left(fs, a, b) || to_right(fs, a, b);
    fs->depth--;
    *table_add(&fs->implied, key, PLAIN_KEY) = is_so ? ANSWER_YES : ANSWER_NO;
    return is_so;
}
