// SPDX-License-Identifier: Apache-2.0
// Makes terms of numbers in two halves simple, as fold.c does for others. Most of such numbers were
// extended, so that their high half is 0 or the sign of the low one: then the operation is one on
// the low halves.
#include "solve/solve_int.h"

// The operation: the halves of its operands, as ids and as nodes.
typedef struct Made {
    Query *q;
    TermOp op;
    u32 bits, param;
    SolveId low[2], high[2];
    Node l[2], h[2];
} Made;

static const SolveId NO_RULE = 0;

static bool is_number(const Node *n, u64 v) { return node_is_number(n) && node_number(n) == v; }
static SolveId number(const Made *m, u64 v) { return query_number(m->q, v); }
static SolveId apply2(const Made *m, TermOp op, SolveId a, SolveId b) {
    return query_apply(m->q, op, m->bits, term_width(op, m->bits, 0), 0, (SolveId[]){a, b});
}
static SolveId on_low(const Made *m, TermOp op) { return apply2(m, op, m->low[0], m->low[1]); }
static SolveId on_high(const Made *m, TermOp op) { return apply2(m, op, m->high[0], m->high[1]); }

static bool is_zero(const Made *m, u32 i) {
    return is_number(&m->l[i], 0) && is_number(&m->h[i], 0);
}
static bool is_one(const Made *m, u32 i) {
    return is_number(&m->l[i], 1) && is_number(&m->h[i], 0);
}
// Whether both are as wide as their low halves.
static bool are_short(const Made *m) { return is_number(&m->h[0], 0) && is_number(&m->h[1], 0); }
static SolveId half_of(const Made *m, u32 i) { return m->param ? m->high[i] : m->low[i]; }

// ---- halves -------------------------------------------------------------------------------------

static SolveId fold_sum(const Made *m) {
    CHECK(m->op == TERM_WIDE_ADD);
    if (is_zero(m, 0) || is_zero(m, 1))
        return half_of(m, is_zero(m, 0));
    if (!are_short(m))
        return NO_RULE;
    return on_low(m, m->param ? TERM_UADDO : TERM_ADD);
}

static SolveId fold_product(const Made *m) {
    CHECK(m->op == TERM_WIDE_MUL);
    if (is_zero(m, 0) || is_zero(m, 1))
        return number(m, 0);
    if (is_one(m, 0) || is_one(m, 1))
        return half_of(m, is_one(m, 0));
    if (!are_short(m) || m->l[0].width + m->l[1].width > m->bits)
        return NO_RULE;
    return m->param ? number(m, 0) : on_low(m, TERM_MUL);
}

// Numbers that are not negative are divided alike with and without sign, by zero too: then the
// quotient has all bits set.
static SolveId fold_division(const Made *m) {
    CHECK(m->op >= TERM_WIDE_UDIV && m->op <= TERM_WIDE_SREM);
    bool is_remainder = m->op == TERM_WIDE_UREM || m->op == TERM_WIDE_SREM;
    if (!are_short(m))
        return NO_RULE;
    if (m->param == 0)
        return on_low(m, is_remainder ? TERM_UREM : TERM_UDIV);
    if (is_remainder)
        return number(m, 0);
    SolveId is_by_zero = apply2(m, TERM_EQ, m->low[1], number(m, 0));
    return query_apply(m->q, TERM_SEXT, 1, m->bits, 1, &is_by_zero);
}

// ---- comparisons --------------------------------------------------------------------------------

// Whether it is a half of a result, and its other half beside it: then it stays whole for Z3.
static bool is_joined(const Made *m, u32 i) {
    const Node *l = &m->l[i], *h = &m->h[i];
    bool is = l->op == h->op && l->op < TERM_COUNT && term_is_half((TermOp)l->op);
    for (u32 k = 0; is && k < 4; k++)
        is = l->arg[k] == h->arg[k];
    return is;
}

static SolveId fold_equal(const Made *m) {
    CHECK(m->op == TERM_WIDE_EQ);
    if (m->high[0] == m->high[1])
        return on_low(m, TERM_EQ);
    if (m->low[0] == m->low[1])
        return on_high(m, TERM_EQ);
    if (is_joined(m, 0) || is_joined(m, 1))
        return NO_RULE;
    SolveId both[2] = {on_low(m, TERM_EQ), on_high(m, TERM_EQ)};
    return query_apply(m->q, TERM_AND, 1, 1, 0, both);
}

// Whether the high half is the sign of the low one, all over.
static bool is_extended(const Made *m, u32 i) {
    const Node *l = &m->l[i], *h = &m->h[i];
    u64 mask = term_mask(m->bits);
    if (node_is_number(l) && node_is_number(h))
        return node_number(h) == ((u64)(term_signed(node_number(l), m->bits) >> 63) & mask);
    if (is_number(h, 0))
        return l->width < m->bits;
    if (h->op != TERM_SEXT || h->param != 1 || h->width != m->bits)
        return false;
    const Node *sign = &m->q->nodes[h->arg[0]];
    return sign->op == TERM_EXTRACT && sign->arg[0] == m->low[i] && sign->param == m->bits - 1;
}

// The high halves decide, unless they are equal. Where the low ones cannot make a difference then,
// the high ones decide all.
static SolveId fold_order(const Made *m) {
    CHECK(m->op >= TERM_WIDE_ULT && m->op <= TERM_WIDE_SLE);
    bool is_strict = m->op == TERM_WIDE_ULT || m->op == TERM_WIDE_SLT;
    bool is_signed = m->op == TERM_WIDE_SLT || m->op == TERM_WIDE_SLE;
    TermOp plain = is_strict ? TERM_ULT : TERM_ULE;
    TermOp same = !is_signed ? plain : is_strict ? TERM_SLT : TERM_SLE;
    u64 most = term_mask(m->bits);
    if (m->high[0] == m->high[1])
        return on_low(m, plain);
    if (is_signed && is_extended(m, 0) && is_extended(m, 1))
        return on_low(m, same);
    bool is_never_less = is_number(&m->l[1], 0) || is_number(&m->l[0], most);
    bool is_never_more = is_number(&m->l[0], 0) || is_number(&m->l[1], most);
    if (is_strict ? is_never_less : is_never_more)
        return on_high(m, same);
    return NO_RULE;
}

// ---- overflow -----------------------------------------------------------------------------------

static SolveId fold_overflow(const Made *m) {
    CHECK(m->op >= TERM_WIDE_SADDO && m->op <= TERM_WIDE_UMULO);
    bool has_zero = is_zero(m, 1) || (is_zero(m, 0) && m->op != TERM_WIDE_SSUBO), cannot = false;
    switch (m->op) {
    case TERM_WIDE_SADDO: cannot = are_short(m) && m->bits > 1; break;
    case TERM_WIDE_SMULO:
        cannot = are_short(m) && m->l[0].width + m->l[1].width < 2 * m->bits;
        break;
    default: cannot = are_short(m); break;
    }
    return has_zero || cannot ? number(m, 0) : NO_RULE;
}

// ---- all together -------------------------------------------------------------------------------

SolveId fold_wide(Query *q, TermOp op, u32 bits, u32 param, const SolveId *args) {
    ENSURE(term_is_wide(op));
    Made m = {.q = q, .op = op, .bits = bits, .param = param};
    for (u32 i = 0; i < 2; i++) {
        m.low[i] = args[2 * i];
        m.high[i] = args[2 * i + 1];
        m.l[i] = q->nodes[m.low[i]];
        m.h[i] = q->nodes[m.high[i]];
    }
    switch (op) {
    case TERM_WIDE_ADD: return fold_sum(&m);
    case TERM_WIDE_SUB:
    case TERM_WIDE_SHL:
    case TERM_WIDE_LSHR:
    case TERM_WIDE_ASHR: return is_zero(&m, 1) ? half_of(&m, 0) : NO_RULE;
    case TERM_WIDE_MUL: return fold_product(&m);
    case TERM_WIDE_UDIV:
    case TERM_WIDE_SDIV:
    case TERM_WIDE_UREM:
    case TERM_WIDE_SREM: return fold_division(&m);
    case TERM_WIDE_EQ: return fold_equal(&m);
    case TERM_WIDE_ULT:
    case TERM_WIDE_ULE:
    case TERM_WIDE_SLT:
    case TERM_WIDE_SLE: return fold_order(&m);
    default: return fold_overflow(&m);
    }
}
