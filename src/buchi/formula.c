// SPDX-License-Identifier: Apache-2.0
// Formulas in negation normal form, simplified while they are made.
//
// Operators are next, and, or, until and release; negation stands before propositions only. Each
// rule below is an equation, and stands once: the rule for its dual (and for or, until for release)
// follows, since a formula and its negation have the same shape. To make an `or`, its negation is
// made, an `and`; the result's negation is built without any rule, and is as simple.
//
// The rules are from Etessami and Holzmann, "Optimizing Büchi automata" (2000), and from Somenzi
// and Bloem, "Efficient Büchi automata from LTL formulae" (2000). In them, e stands for a formula
// that is purely eventual (it holds now if it holds some time later), u for one that is purely
// universal (it holds at all later times if it holds now), s for one that is both; <= is what
// form_implies finds.
#include "buchi/buchi_int.h"

#include <stdlib.h>
#include <string.h>

// Rules for pairs of operands are left out if there are more.
enum { MOST_PAIRED = 64 };

typedef struct List {
    Form *items;
    u32 len, cap;
} List;

static void list_push(List *l, Form f) { VEC_PUSH(l->items, l->len, l->cap) = f; }
static void list_done(List *l) { VEC_FREE(l->items, l->cap); }
static void list_remove(List *l, u32 i) {
    memmove(&l->items[i], &l->items[i + 1], (l->len - i - 1) * sizeof *l->items);
    l->len--;
}

static void list_push_kids(List *l, const Forms *fs, Form f) {
    for (u32 i = 0; i < form_node(fs, f)->n; i++)
        list_push(l, form_kid(fs, f, i));
}

// ---- nodes --------------------------------------------------------------------------------------

static bool is_op(const Forms *fs, Form f, FormOp op) { return form_node(fs, f)->op == op; }

static bool is_suspendable(const Forms *fs, Form f) {
    return form_node(fs, f)->is_eventual && form_node(fs, f)->is_universal;
}

static bool is_same(const Forms *fs, Form f, const FormNode *n, const Form *kids) {
    const FormNode *other = form_node(fs, f);
    if (other->op != n->op || other->n != n->n || other->is_negative != n->is_negative)
        return false;
    if (n->op == FORM_LITERAL)
        return other->first == n->first;
    return n->n == 0 || memcmp(fs->kids + other->first, kids, n->n * sizeof *kids) == 0;
}

static bool each_is(const Forms *fs, const Form *kids, u32 n, bool universal) {
    for (u32 i = 0; i < n; i++)
        if (!(universal ? form_node(fs, kids[i])->is_universal
                        : form_node(fs, kids[i])->is_eventual))
            return false;
    return true;
}

static void set_kind(const Forms *fs, FormNode *n, const Form *kids) {
    bool is_eventual = n->op != FORM_LITERAL && each_is(fs, kids, n->n, false);
    bool is_universal = n->op != FORM_LITERAL && each_is(fs, kids, n->n, true);
    if (n->op == FORM_UNTIL)
        is_eventual = kids[0] == FORM_TRUE || form_node(fs, kids[1])->is_eventual;
    if (n->op == FORM_RELEASE)
        is_universal = kids[0] == FORM_FALSE || form_node(fs, kids[1])->is_universal;
    n->is_eventual = is_eventual;
    n->is_universal = is_universal;
}

// The formula with these operands, as it is. `first` of a literal is set.
static Form intern(Forms *fs, FormNode n, const Form *kids) {
    u64 word = hash_bytes(kids, n.n * sizeof *kids,
                          ((u64)n.op << 40) ^ ((u64)n.is_negative << 39) ^
                              (n.op == FORM_LITERAL ? n.first : 0));
    for (;; word++) {
        u32 *at = table_add(&fs->known, word, PLAIN_KEY);
        if (*at && is_same(fs, *at - 1, &n, kids))
            return *at - 1;
        if (*at)
            continue;
        *at = fs->nnodes + 1;
        break;
    }
    set_kind(fs, &n, kids);
    if (n.op != FORM_LITERAL)
        n.first = fs->nkids;
    for (u32 i = 0; i < n.n; i++)
        VEC_PUSH(fs->kids, fs->nkids, fs->kids_cap) = kids[i];
    VEC_PUSH(fs->nodes, fs->nnodes, fs->nodes_cap) = n;
    return fs->nnodes - 1;
}

static Form literal(Forms *fs, u32 proposition, bool is_negative) {
    return intern(
        fs, (FormNode){.op = FORM_LITERAL, .first = proposition, .is_negative = is_negative}, NULL);
}

static Form node2(Forms *fs, FormOp op, Form a, Form b) {
    return intern(fs, (FormNode){.op = op, .n = 2}, (Form[]){a, b});
}

static int compare_forms(const void *a, const void *b) {
    Form x = *(const Form *)a, y = *(const Form *)b;
    return x < y ? -1 : x > y;
}

static Form node_of_list(Forms *fs, FormOp op, List *l) {
    if (op == FORM_AND || op == FORM_OR)
        qsort(l->items, l->len, sizeof *l->items, compare_forms);
    return intern(fs, (FormNode){.op = op, .n = l->len}, l->items);
}

static FormOp dual(FormOp op) {
    switch (op) {
    case FORM_AND: return FORM_OR;
    case FORM_OR: return FORM_AND;
    case FORM_UNTIL: return FORM_RELEASE;
    case FORM_RELEASE: return FORM_UNTIL;
    default: return op;
    }
}

Form form_negation(Forms *fs, Form f) {
    FormNode n = *form_node(fs, f);
    if (n.has_negation)
        return n.negation;
    Form out;
    if (n.op == FORM_LITERAL) {
        out = literal(fs, n.first, !n.is_negative);
    } else {
        List kids = {0};
        for (u32 i = 0; i < n.n; i++)
            list_push(&kids, form_negation(fs, form_kid(fs, f, i)));
        out = node_of_list(fs, dual(n.op), &kids);
        list_done(&kids);
    }
    fs->nodes[f].negation = out;
    fs->nodes[out].negation = f;
    fs->nodes[f].has_negation = fs->nodes[out].has_negation = true;
    return out;
}

void forms_init(Forms *fs, Effort *e) {
    *fs = (Forms){.effort = e};
    for (Form f = FORM_TRUE; f <= FORM_FALSE; f++)
        VEC_PUSH(fs->nodes, fs->nnodes, fs->nodes_cap) = (FormNode){.op = FORM_CONSTANT,
                                                                    .has_negation = true,
                                                                    .is_eventual = true,
                                                                    .is_universal = true,
                                                                    .negation = 1 - f};
}

void forms_done(Forms *fs) {
    VEC_FREE(fs->nodes, fs->nodes_cap);
    VEC_FREE(fs->kids, fs->kids_cap);
    table_done(&fs->known);
    table_done(&fs->implied);
}

// ---- rules --------------------------------------------------------------------------------------

static Form make_and(Forms *fs, List *l);
static Form make_until(Forms *fs, Form a, Form b);

static Form make_or(Forms *fs, List *l) {
    for (u32 i = 0; i < l->len; i++)
        l->items[i] = form_negation(fs, l->items[i]);
    return form_negation(fs, make_and(fs, l));
}

static Form make_and2(Forms *fs, Form a, Form b) {
    List l = {0};
    list_push(&l, a);
    list_push(&l, b);
    Form out = make_and(fs, &l);
    list_done(&l);
    return out;
}

static Form make_or2(Forms *fs, Form a, Form b) {
    return form_negation(fs, make_and2(fs, form_negation(fs, a), form_negation(fs, b)));
}

static Form make_release(Forms *fs, Form a, Form b) {
    return form_negation(fs, make_until(fs, form_negation(fs, a), form_negation(fs, b)));
}

// Takes the operands of f that are purely eventual (or suspendable) out of the list of its others.
static void split(const Forms *fs, Form f, bool suspendable, List *out, List *others) {
    for (u32 i = 0; i < form_node(fs, f)->n; i++) {
        Form kid = form_kid(fs, f, i);
        bool is_out = suspendable ? is_suspendable(fs, kid) : form_node(fs, kid)->is_eventual;
        list_push(is_out ? out : others, kid);
    }
}

static Form make_next(Forms *fs, Form a) {
    // X true = true, X false = false, X s = s
    if (is_suspendable(fs, a))
        return a;
    List out = {0}, others = {0};
    bool is_and = is_op(fs, a, FORM_AND);
    if (is_and || is_op(fs, a, FORM_OR))
        split(fs, a, true, &out, &others);
    Form f;
    if (out.len) {
        // X (a && s) = X a && s, X (a || s) = X a || s
        Form rest = is_and ? make_and(fs, &others) : make_or(fs, &others);
        list_push(&out, make_next(fs, rest));
        f = is_and ? make_and(fs, &out) : make_or(fs, &out);
    } else {
        f = intern(fs, (FormNode){.op = FORM_NEXT, .n = 1}, &a);
    }
    list_done(&out);
    list_done(&others);
    return f;
}

// a U (b || e) = (a U b) || e and a U (b && s) = (a U b) && s
static bool take_out(Forms *fs, Form a, Form b, Form *result) {
    bool is_or = is_op(fs, b, FORM_OR);
    if (!is_or && !is_op(fs, b, FORM_AND))
        return false;
    List out = {0}, others = {0};
    split(fs, b, !is_or, &out, &others);
    bool is_found = out.len > 0;
    if (is_found) {
        Form rest = is_or ? make_or(fs, &others) : make_and(fs, &others);
        list_push(&out, make_until(fs, a, rest));
        *result = is_or ? make_or(fs, &out) : make_and(fs, &out);
    }
    list_done(&out);
    list_done(&others);
    return is_found;
}

// F G (a || u) = F (G a || u)
static bool take_out_universal(Forms *fs, Form b, Form *result) {
    if (!is_op(fs, b, FORM_RELEASE) || form_kid(fs, b, 0) != FORM_FALSE ||
        !is_op(fs, form_kid(fs, b, 1), FORM_OR))
        return false;
    Form inner = form_kid(fs, b, 1);
    List out = {0}, others = {0};
    for (u32 i = 0; i < form_node(fs, inner)->n; i++) {
        Form kid = form_kid(fs, inner, i);
        list_push(form_node(fs, kid)->is_universal ? &out : &others, kid);
    }
    bool is_found = out.len > 0;
    if (is_found) {
        list_push(&out, make_release(fs, FORM_FALSE, make_or(fs, &others)));
        *result = make_until(fs, FORM_TRUE, make_or(fs, &out));
    }
    list_done(&out);
    list_done(&others);
    return is_found;
}

// Before the first b there is no b:
//   (a || c) U b = a U b if c <= b, (a && c) U b = a U b if !b <= c
static Form simpler_left(Forms *fs, Form a, Form b) {
    bool is_or = is_op(fs, a, FORM_OR);
    if (!is_or && !is_op(fs, a, FORM_AND))
        return a;
    List others = {0};
    Form no_b = form_negation(fs, b);
    for (u32 i = 0; i < form_node(fs, a)->n; i++) {
        Form kid = form_kid(fs, a, i);
        if (!(is_or ? form_implies(fs, kid, b) : form_implies(fs, no_b, kid)))
            list_push(&others, kid);
    }
    if (others.len < form_node(fs, a)->n)
        a = is_or ? make_or(fs, &others) : make_and(fs, &others);
    list_done(&others);
    return a;
}

// a U (c U d)
static bool nested_until(Forms *fs, Form a, Form b, Form *result) {
    if (!is_op(fs, b, FORM_UNTIL))
        return false;
    Form c = form_kid(fs, b, 0), d = form_kid(fs, b, 1);
    // a U (c U d) = c U d if a <= c
    bool is_inner = form_implies(fs, a, c);
    // a U (c U d) = a U d if c <= a
    if (!is_inner && !form_implies(fs, c, a))
        return false;
    *result = is_inner ? b : make_until(fs, a, d);
    return true;
}

static Form make_until(Forms *fs, Form a, Form b) {
    Form result;
    // a U true = true, a U false = false, and a U e = e
    if (form_node(fs, b)->is_eventual)
        return b;
    // a U b = b if a <= b (so it is for false U b)
    if (form_implies(fs, a, b))
        return b;
    // a U b = F b if !b <= a
    if (form_implies(fs, form_negation(fs, b), a))
        a = FORM_TRUE;
    Form left = simpler_left(fs, a, b);
    if (left != a)
        return make_until(fs, left, b);
    if (nested_until(fs, a, b, &result) || take_out(fs, a, b, &result))
        return result;
    // (a U b) U b = a U b
    if (is_op(fs, a, FORM_UNTIL) && form_kid(fs, a, 1) == b)
        return a;
    // X a U X b = X (a U b), where true is X true
    if (is_op(fs, b, FORM_NEXT) && (a == FORM_TRUE || is_op(fs, a, FORM_NEXT))) {
        Form inner = a == FORM_TRUE ? a : form_kid(fs, a, 0);
        return make_next(fs, make_until(fs, inner, form_kid(fs, b, 0)));
    }
    if (a == FORM_TRUE && take_out_universal(fs, b, &result))
        return result;
    return node2(fs, FORM_UNTIL, a, b);
}

// ---- conjunctions -------------------------------------------------------------------------------

// Two operands as one; false if there is no rule for them.
static bool join(Forms *fs, Form a, Form b, Form *result) {
    FormOp op = form_node(fs, a)->op;
    if (op != form_node(fs, b)->op || form_node(fs, a)->n == 0 || op == FORM_OR)
        return false;
    Form a0 = form_kid(fs, a, 0), b0 = form_kid(fs, b, 0);
    // X a && X b = X (a && b)
    if (op == FORM_NEXT) {
        *result = make_next(fs, make_and2(fs, a0, b0));
        return true;
    }
    Form a1 = form_kid(fs, a, 1), b1 = form_kid(fs, b, 1);
    // (a R b) && (a R c) = a R (b && c)
    if (op == FORM_RELEASE && a0 == b0) {
        *result = make_release(fs, a0, make_and2(fs, a1, b1));
        return true;
    }
    // (a U b) && (c U b) = (a && c) U b
    if (op == FORM_UNTIL && a1 == b1) {
        *result = make_until(fs, make_and2(fs, a0, b0), a1);
        return true;
    }
    // F u && F v = F (u && v), if both are purely universal
    if (op == FORM_UNTIL && a0 == FORM_TRUE && b0 == FORM_TRUE && form_node(fs, a1)->is_universal &&
        form_node(fs, b1)->is_universal) {
        *result = make_until(fs, FORM_TRUE, make_and2(fs, a1, b1));
        return true;
    }
    return false;
}

static bool join_some(Forms *fs, List *l) {
    for (u32 i = 0; i < l->len; i++)
        for (u32 k = i + 1; k < l->len; k++) {
            Form joined;
            if (!join(fs, l->items[i], l->items[k], &joined))
                continue;
            list_remove(l, k);
            l->items[i] = joined;
            return true;
        }
    return false;
}

// a && (b || c) = a && c if a <= !b
static bool resolve_some(Forms *fs, List *l) {
    for (u32 i = 0; i < l->len; i++) {
        Form f = l->items[i];
        if (!is_op(fs, f, FORM_OR))
            continue;
        List others = {0};
        for (u32 k = 0; k < form_node(fs, f)->n; k++) {
            Form kid = form_kid(fs, f, k), no = form_negation(fs, kid);
            bool is_lost = false;
            for (u32 j = 0; j < l->len && !is_lost; j++)
                is_lost = j != i && form_implies(fs, l->items[j], no);
            if (!is_lost)
                list_push(&others, kid);
        }
        bool is_changed = others.len < form_node(fs, f)->n;
        if (is_changed)
            l->items[i] = make_or(fs, &others);
        list_done(&others);
        if (is_changed)
            return true;
    }
    return false;
}

// a && b = a if a <= b, a && b = false if a <= !b. False if it is false.
static bool drop_implied(Forms *fs, List *l) {
    for (u32 i = 0; i < l->len; i++)
        for (u32 k = 0; k < l->len;) {
            if (i == k) {
                k++;
            } else if (form_implies(fs, l->items[i], form_negation(fs, l->items[k]))) {
                return false;
            } else if (form_implies(fs, l->items[i], l->items[k])) {
                list_remove(l, k);
                i -= k < i;
            } else {
                k++;
            }
        }
    return true;
}

// (a && b) && c = a && b && c, true && a = a, a && a = a. False if it is false.
static bool flatten(const Forms *fs, List *l) {
    List flat = {0};
    bool is_false = false;
    for (u32 i = 0; i < l->len; i++) {
        is_false |= l->items[i] == FORM_FALSE;
        if (is_op(fs, l->items[i], FORM_AND))
            list_push_kids(&flat, fs, l->items[i]);
        else if (l->items[i] != FORM_TRUE)
            list_push(&flat, l->items[i]);
    }
    if (flat.len)
        qsort(flat.items, flat.len, sizeof *flat.items, compare_forms);
    l->len = 0;
    for (u32 i = 0; i < flat.len; i++)
        if (i == 0 || flat.items[i] != flat.items[i - 1])
            list_push(l, flat.items[i]);
    list_done(&flat);
    return !is_false;
}

// Uses the list up.
static Form make_and(Forms *fs, List *l) {
    for (;;) {
        if (!flatten(fs, l))
            return FORM_FALSE;
        if (l->len > MOST_PAIRED)
            break;
        if (!drop_implied(fs, l))
            return FORM_FALSE;
        if (!join_some(fs, l) && !resolve_some(fs, l))
            break;
    }
    if (l->len == 0)
        return FORM_TRUE;
    return l->len == 1 ? l->items[0] : node_of_list(fs, FORM_AND, l);
}

Form form_split_always(Forms *fs, Form f) {
    if (!is_op(fs, f, FORM_RELEASE) || form_kid(fs, f, 0) != FORM_FALSE ||
        !is_op(fs, form_kid(fs, f, 1), FORM_AND))
        return f;
    List out = {0}, others = {0};
    split(fs, form_kid(fs, f, 1), false, &out, &others);
    if (out.len) {
        for (u32 i = 0; i < out.len; i++)
            out.items[i] = node2(fs, FORM_RELEASE, FORM_FALSE, out.items[i]);
        if (others.len)
            list_push(&out, node2(fs, FORM_RELEASE, FORM_FALSE, make_and(fs, &others)));
        f = out.len == 1 ? out.items[0] : node_of_list(fs, FORM_AND, &out);
    }
    list_done(&out);
    list_done(&others);
    return f;
}

// ---- from what was parsed -----------------------------------------------------------------------

static Form form_of_node(Forms *fs, const LtlNode *n, const Form *forms) {
    if (n->op == LTL_PROPOSITION)
        return literal(fs, n->a, false);
    Form a = forms[n->a], b = forms[n->b];
    switch (n->op) {
    case LTL_TRUE: return FORM_TRUE;
    case LTL_FALSE: return FORM_FALSE;
    case LTL_NOT: return form_negation(fs, a);
    case LTL_NEXT: return make_next(fs, a);
    case LTL_ALWAYS: return make_release(fs, FORM_FALSE, a);
    case LTL_EVENTUALLY: return make_until(fs, FORM_TRUE, a);
    case LTL_UNTIL: return make_until(fs, a, b);
    case LTL_WEAK_UNTIL: return make_release(fs, b, make_or2(fs, a, b)); // a W b = b R (a || b)
    case LTL_RELEASE: return make_release(fs, a, b);
    case LTL_AND: return make_and2(fs, a, b);
    case LTL_OR: return make_or2(fs, a, b);
    case LTL_IMPLIES: return make_or2(fs, form_negation(fs, a), b);
    default: // a <-> b = (a && b) || (!a && !b)
        return make_or2(fs, make_and2(fs, a, b),
                        make_and2(fs, form_negation(fs, a), form_negation(fs, b)));
    }
}

Form form_of_ltl(Forms *fs, const Ltl *f, bool is_negated) {
    size_t size = f->nnodes * sizeof(Form);
    Form *forms = mem_zalloc(size);
    for (u32 i = 0; i < f->nnodes; i++)
        forms[i] = form_of_node(fs, &f->nodes[i], forms);
    Form out = forms[f->nnodes - 1];
    mem_free(forms, size);
    return is_negated ? form_negation(fs, out) : out;
}

// ---- writing ------------------------------------------------------------------------------------

void form_print(const Forms *fs, Form f, Text *out) {
    static const char *const marks[] = {
        [FORM_AND] = "&&", [FORM_OR] = "||", [FORM_UNTIL] = "U", [FORM_RELEASE] = "R"};
    const FormNode *n = form_node(fs, f);
    if (n->op == FORM_CONSTANT) {
        text_add(out, f == FORM_TRUE ? "true" : "false");
    } else if (n->op == FORM_LITERAL) {
        text_add(out, "%sp%u", n->is_negative ? "!" : "", n->first);
    } else {
        text_add(out, n->op == FORM_NEXT ? "X (" : "(");
        for (u32 i = 0; i < n->n; i++) {
            if (i)
                text_add(out, " %s ", marks[n->op]);
            form_print(fs, form_kid(fs, f, i), out);
        }
        text_add(out, ")");
    }
}
