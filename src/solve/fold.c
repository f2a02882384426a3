// SPDX-License-Identifier: Apache-2.0
// Makes terms simple while they are built. Every rule gives a term that is the same number for all
// numbers of its unknowns; test/unit/solve.c tries them against brute force.
//
// All terms are numbers that are zero-extended, so a rule may give a narrower term than it was
// asked for, and an operation on operands that are narrower than `bits` may be done in fewer bits
// where the upper ones stay zero. Numbers in two halves have their rules in fold_wide.c.
#include "solve/solve_int.h"

// The term that is being made: its operands, as nodes and as ids.
typedef struct Made {
    Query *q;
    TermOp op;
    u32 bits, width, param;
    SolveId a, b, c;
    Node x, y; // the nodes of a and b
} Made;

static const SolveId NO_RULE = 0;

static bool is_number(const Node *n, u64 v) { return node_is_number(n) && node_number(n) == v; }

static SolveId number(const Made *m, u64 v) { return query_number(m->q, v); }
static SolveId apply1(const Made *m, TermOp op, u32 bits, u32 width, u32 param, SolveId a) {
    return query_apply(m->q, op, bits, width, param, (SolveId[]){a});
}
static SolveId apply2(const Made *m, TermOp op, u32 bits, SolveId a, SolveId b) {
    return query_apply(m->q, op, bits, term_width(op, bits, 0), 0, (SolveId[]){a, b});
}
static SolveId extract(const Made *m, SolveId a, u32 from, u32 width) {
    CHECK(a && width >= 1);
    u32 have = m->q->nodes[a].width;
    if (from >= have)
        return number(m, 0);
    return apply1(m, TERM_EXTRACT, have, width < have - from ? width : have - from, from, a);
}
static SolveId concat(const Made *m, SolveId low, u32 low_bits, SolveId high) {
    CHECK(low_bits >= m->q->nodes[low].width && low_bits + m->q->nodes[high].width <= 64);
    u32 width = low_bits + m->q->nodes[high].width;
    return query_apply(m->q, TERM_CONCAT, width, width, low_bits, (SolveId[]){low, high});
}
static SolveId not_of(const Made *m, SolveId a) {
    CHECK(m->q->nodes[a].width == 1);
    return apply2(m, TERM_XOR, 1, a, number(m, 1));
}

static u32 wider(const Made *m) { return m->x.width > m->y.width ? m->x.width : m->y.width; }

// The bits that the exact result of operands of these widths needs.
static u32 exact_bits(TermOp op, u32 x, u32 y) {
    CHECK(op == TERM_ADD || op == TERM_MUL);
    return op == TERM_MUL ? x + y : (x > y ? x : y) + 1;
}

// Whether it is a sum or a product that never wraps.
static bool is_exact(const Query *q, const Node *n) {
    return (n->op == TERM_ADD || n->op == TERM_MUL) &&
           exact_bits((TermOp)n->op, q->nodes[n->arg[0]].width, q->nodes[n->arg[1]].width) <=
               n->bits;
}

// Whether both are exact, and made with the same number: then they compare as what it is added to
// or multiplied with.
static bool are_alike(const Made *m, SolveId *x, SolveId *y) {
    const Query *q = m->q;
    *x = m->x.arg[0];
    *y = m->y.arg[0];
    return m->x.op == m->y.op && is_exact(q, &m->x) && is_exact(q, &m->y) &&
           m->x.arg[1] == m->y.arg[1] && node_is_number(&q->nodes[m->x.arg[1]]) &&
           node_number(&q->nodes[m->x.arg[1]]) != 0;
}

static SolveId compare_alike(const Made *m) {
    SolveId x, y;
    if (!are_alike(m, &x, &y))
        return NO_RULE;
    u32 a = m->q->nodes[x].width, b = m->q->nodes[y].width;
    return apply2(m, m->op, a > b ? a : b, x, y);
}

// ---- sums and products --------------------------------------------------------------------------

static SolveId fold_add(Made *m) {
    CHECK(m->op == TERM_ADD);
    if (is_number(&m->y, 0))
        return m->a;
    if (node_is_number(&m->y) && m->x.op == TERM_ADD &&
        (m->x.bits == m->bits || is_exact(m->q, &m->x))) {
        const Node *inner = &m->q->nodes[m->x.arg[1]];
        if (node_is_number(inner)) {
            u64 sum = (node_number(inner) + node_number(&m->y)) & term_mask(m->bits);
            return apply2(m, TERM_ADD, m->bits, m->x.arg[0], number(m, sum));
        }
    }
    return NO_RULE;
}

static SolveId fold_sub(Made *m) {
    CHECK(m->op == TERM_SUB);
    if (m->a == m->b)
        return number(m, 0);
    if (node_is_number(&m->y))
        return apply2(m, TERM_ADD, m->bits, m->a,
                      number(m, -node_number(&m->y) & term_mask(m->bits)));
    return NO_RULE;
}

// Whether it is a power of two; which one.
static bool is_power(const Node *n, u32 *exponent) {
    u64 v = node_is_number(n) ? node_number(n) : 0;
    *exponent = v ? (u32)__builtin_ctzll(v) : 0;
    return v && (v & (v - 1)) == 0;
}

static SolveId fold_mul(Made *m) {
    CHECK(m->op == TERM_MUL);
    u32 exponent;
    if (is_number(&m->y, 0))
        return m->b;
    if (is_number(&m->y, 1))
        return m->a;
    // Shifted by a number, it is but a piece of what it was.
    return is_power(&m->y, &exponent) ? apply2(m, TERM_SHL, m->bits, m->a, number(m, exponent))
                                      : NO_RULE;
}

static SolveId fold_division(Made *m) {
    CHECK(m->op >= TERM_UDIV && m->op <= TERM_SREM);
    bool is_remainder = m->op == TERM_UREM || m->op == TERM_SREM;
    if (is_number(&m->y, 1) && m->bits > 1)
        return is_remainder ? number(m, 0) : m->a;
    u32 exponent;
    bool is_signed = m->op == TERM_SDIV || m->op == TERM_SREM;
    bool are_positive = m->x.width < m->bits && m->y.width < m->bits;
    if (is_signed && are_positive)
        return apply2(m, is_remainder ? TERM_UREM : TERM_UDIV, m->bits, m->a, m->b);
    if (is_signed || !is_power(&m->y, &exponent))
        return NO_RULE;
    if (is_remainder)
        return apply2(m, TERM_AND, m->bits, m->a, number(m, node_number(&m->y) - 1));
    return apply2(m, TERM_LSHR, m->bits, m->a, number(m, exponent));
}

// ---- bit by bit ---------------------------------------------------------------------------------

// The opposite of a comparison; of what is made of conditions, the same with their opposites.
static SolveId fold_not(Made *m) {
    CHECK(m->x.width == 1 && is_number(&m->y, 1));
    u32 bits = m->x.bits;
    SolveId a = m->x.arg[0], b = m->x.arg[1];
    switch (m->x.op) {
    case TERM_EQ: return apply2(m, TERM_NE, bits, a, b);
    case TERM_NE: return apply2(m, TERM_EQ, bits, a, b);
    case TERM_ULT: return apply2(m, TERM_ULE, bits, b, a);
    case TERM_ULE: return apply2(m, TERM_ULT, bits, b, a);
    case TERM_SLT: return apply2(m, TERM_SLE, bits, b, a);
    case TERM_SLE: return apply2(m, TERM_SLT, bits, b, a);
    default: return NO_RULE;
    }
}

static SolveId fold_xor(Made *m) {
    CHECK(m->op == TERM_XOR && !node_is_number(&m->x));
    if (is_number(&m->y, 0))
        return m->a;
    if (m->a == m->b)
        return number(m, 0);
    if (node_is_number(&m->y) && m->x.op == TERM_XOR) {
        const Node *inner = &m->q->nodes[m->x.arg[1]];
        if (node_is_number(inner)) {
            SolveId both = number(m, node_number(inner) ^ node_number(&m->y));
            return apply2(m, TERM_XOR, m->bits, m->x.arg[0], both);
        }
    }
    return is_number(&m->y, 1) && m->x.width == 1 ? fold_not(m) : NO_RULE;
}

// Whether one is the opposite of the other.
static bool are_opposite(const Made *m) {
    CHECK(m->a && m->b);
    const Node *x = &m->x, *y = &m->y;
    if (x->width != 1 || y->width != 1)
        return false;
    if (y->op == TERM_XOR && y->arg[0] == m->a && is_number(&m->q->nodes[y->arg[1]], 1))
        return true;
    if (x->op == TERM_XOR && x->arg[0] == m->b && is_number(&m->q->nodes[x->arg[1]], 1))
        return true;
    if (x->bits != y->bits)
        return false;
    if ((x->op == TERM_EQ && y->op == TERM_NE) || (x->op == TERM_NE && y->op == TERM_EQ))
        return x->arg[0] == y->arg[0] && x->arg[1] == y->arg[1];
    bool can_be =
        (x->op == TERM_ULT && y->op == TERM_ULE) || (x->op == TERM_ULE && y->op == TERM_ULT) ||
        (x->op == TERM_SLT && y->op == TERM_SLE) || (x->op == TERM_SLE && y->op == TERM_SLT);
    return can_be && x->arg[0] == y->arg[1] && x->arg[1] == y->arg[0];
}

// The number of bits of a mask of the lowest ones; 0 if it is none.
static u32 low_bits(u64 mask) {
    return (mask & (mask + 1)) == 0 ? (u32)__builtin_popcountll(mask) : 0;
}

static SolveId fold_and(Made *m) {
    CHECK(m->op == TERM_AND && !node_is_number(&m->x));
    if (m->a == m->b)
        return m->a;
    if (are_opposite(m))
        return number(m, 0);
    if (!node_is_number(&m->y))
        return NO_RULE;
    u64 v = node_number(&m->y) & term_mask(m->x.width);
    if (v == 0)
        return number(m, 0);
    if (v != node_number(&m->y))
        return apply2(m, TERM_AND, m->bits, m->a, number(m, v));
    return low_bits(v) ? extract(m, m->a, 0, low_bits(v)) : NO_RULE;
}

static SolveId fold_or(Made *m) {
    CHECK(m->op == TERM_OR && !node_is_number(&m->x));
    if (m->a == m->b || is_number(&m->y, 0))
        return m->a;
    if (are_opposite(m))
        return number(m, 1);
    if (node_is_number(&m->y) &&
        (node_number(&m->y) & term_mask(m->x.width)) == term_mask(m->x.width))
        return m->b;
    return NO_RULE;
}

static SolveId fold_shift(Made *m) {
    CHECK(m->op >= TERM_SHL && m->op <= TERM_ASHR);
    if (is_number(&m->y, 0) || is_number(&m->x, 0))
        return m->a;
    if (m->op == TERM_ASHR && m->x.width < m->bits) // it is positive
        return apply2(m, TERM_LSHR, m->bits, m->a, m->b);
    if (!node_is_number(&m->y))
        return NO_RULE;
    u64 by = node_number(&m->y);
    if (m->op == TERM_ASHR) {
        u32 stays = by < m->bits ? m->bits - (u32)by : 1;
        SolveId upper = extract(m, m->a, m->bits - stays, stays);
        return apply1(m, TERM_SEXT, stays, m->bits, stays, upper);
    }
    if (by >= m->bits)
        return number(m, 0);
    if (m->op == TERM_LSHR)
        return extract(m, m->a, (u32)by, 64);
    SolveId stays = extract(m, m->a, 0, m->bits - (u32)by);
    return concat(m, number(m, 0), (u32)by, stays);
}

// ---- comparisons --------------------------------------------------------------------------------

// c ? k : l is equal to a number, where k and l are numbers.
static SolveId fold_choice_equal(Made *m, u64 v) {
    CHECK(m->x.op == TERM_ITE);
    const Node *k = &m->q->nodes[m->x.arg[1]], *l = &m->q->nodes[m->x.arg[2]];
    if (!node_is_number(k) || !node_is_number(l))
        return NO_RULE;
    ENSURE(node_number(k) != node_number(l)); // or it were a number itself
    if (node_number(k) == v)
        return m->x.arg[0];
    return node_number(l) == v ? not_of(m, m->x.arg[0]) : number(m, 0);
}

// The upper half of a product is zero: the product of the lower halves does not overflow, which is
// easier to find out than what it is.
static SolveId fold_upper_zero(Made *m) {
    CHECK(m->x.op == TERM_WIDE_MUL);
    const Node *nodes = m->q->nodes;
    if (m->x.param != 1 || !is_number(&nodes[m->x.arg[1]], 0) || !is_number(&nodes[m->x.arg[3]], 0))
        return NO_RULE;
    return not_of(m, apply2(m, TERM_UMULO, m->x.bits, m->x.arg[0], m->x.arg[2]));
}

static SolveId fold_equal_number(Made *m) {
    CHECK(node_is_number(&m->y) && !node_is_number(&m->x));
    u64 v = node_number(&m->y);
    SolveId x = m->x.arg[0];
    const Node *second = &m->q->nodes[m->x.op < TERM_COUNT ? m->x.arg[1] : 0];
    if (v > term_mask(m->x.width))
        return number(m, 0);
    if (m->x.width == 1)
        return v ? m->a : not_of(m, m->a);
    switch (m->x.op) {
    case TERM_ADD:
        if (!node_is_number(second))
            return NO_RULE;
        return apply2(m, TERM_EQ, m->x.bits, x,
                      number(m, (v - node_number(second)) & term_mask(m->x.bits)));
    case TERM_XOR:
        if (!node_is_number(second))
            return NO_RULE;
        return apply2(m, TERM_EQ, m->x.bits, x, number(m, v ^ node_number(second)));
    case TERM_SEXT: {
        u64 inner = v & term_mask(m->x.param);
        if (((u64)term_signed(inner, m->x.param) & term_mask(m->x.width)) != v)
            return number(m, 0);
        return apply2(m, TERM_EQ, m->x.param, x, number(m, inner));
    }
    case TERM_ITE: return fold_choice_equal(m, v);
    case TERM_WIDE_MUL: return v == 0 ? fold_upper_zero(m) : NO_RULE;
    default: return NO_RULE;
    }
}

// A difference as a sum of terms that are no sums, each so many times, and a number; all modulo
// 2^bits.
enum { MOST_SUMMANDS = 16, MOST_LOOKS = 64 };
typedef struct Sum {
    SolveId ids[MOST_SUMMANDS];
    u64 times[MOST_SUMMANDS];
    u32 n, looks;
    u64 number;
} Sum;

// Modulo 2^bits, or exact in fewer.
static bool is_sum(const Query *q, const Node *n, u32 bits) {
    if (n->op != TERM_ADD && n->op != TERM_SUB)
        return false;
    return n->bits == bits || (n->bits < bits && is_exact(q, n));
}

// False: it is too much.
static bool add_times(const Made *m, Sum *s, SolveId id, u64 times) {
    const Node *n = &m->q->nodes[id];
    if (++s->looks > MOST_LOOKS)
        return false;
    if (is_sum(m->q, n, m->bits))
        return add_times(m, s, n->arg[0], times) &&
               add_times(m, s, n->arg[1], n->op == TERM_SUB ? -times : times);
    if (node_is_number(n)) {
        s->number += times * node_number(n);
        return true;
    }
    u32 i = 0;
    while (i < s->n && s->ids[i] != id)
        i++;
    if (i == MOST_SUMMANDS)
        return false;
    s->ids[i] = id;
    s->times[i] = (i < s->n ? s->times[i] : 0) + times;
    s->n += i == s->n;
    return true;
}

// Sums that are the same whatever the unknowns are, or never: both sides fit `bits`, so they are
// equal if their difference modulo 2^bits is 0.
static SolveId fold_equal_sums(Made *m) {
    CHECK(m->x.width <= m->bits && m->y.width <= m->bits);
    Sum s = {.n = 0};
    if (!is_sum(m->q, &m->x, m->bits) && !is_sum(m->q, &m->y, m->bits))
        return NO_RULE;
    if (!add_times(m, &s, m->a, 1) || !add_times(m, &s, m->b, -1ull))
        return NO_RULE;
    for (u32 i = 0; i < s.n; i++)
        if (s.times[i] & term_mask(m->bits))
            return NO_RULE;
    return number(m, (s.number & term_mask(m->bits)) == 0);
}

static SolveId fold_equal(Made *m) {
    CHECK(m->op == TERM_EQ);
    if (m->a == m->b)
        return number(m, 1);
    if (are_opposite(m))
        return number(m, 0);
    SolveId same = fold_equal_sums(m);
    if (same)
        return same;
    return node_is_number(&m->y) ? fold_equal_number(m) : compare_alike(m);
}

static SolveId fold_unequal(Made *m) {
    CHECK(m->op == TERM_NE);
    if (m->a == m->b)
        return number(m, 0);
    if (are_opposite(m))
        return number(m, 1);
    SolveId equal = fold_equal_sums(m);
    if (!equal && node_is_number(&m->y))
        equal = fold_equal_number(m);
    return equal ? not_of(m, equal) : compare_alike(m);
}

static SolveId fold_less(Made *m) {
    CHECK(m->op == TERM_ULT && m->bits == wider(m));
    if (m->a == m->b)
        return number(m, 0);
    if (node_is_number(&m->y) && node_number(&m->y) > term_mask(m->x.width))
        return number(m, 1);
    if (is_number(&m->y, 0))
        return number(m, 0);
    if (is_number(&m->y, 1))
        return apply2(m, TERM_EQ, m->bits, m->a, number(m, 0));
    if (is_number(&m->x, 0))
        return apply2(m, TERM_NE, m->bits, m->b, m->a);
    if (node_is_number(&m->x) && node_number(&m->x) >= term_mask(m->y.width))
        return number(m, 0);
    return compare_alike(m);
}

static SolveId fold_less_equal(Made *m) {
    CHECK(m->op == TERM_ULE && m->bits == wider(m));
    if (m->a == m->b || is_number(&m->x, 0))
        return number(m, 1);
    if (node_is_number(&m->y) && node_number(&m->y) >= term_mask(m->x.width))
        return number(m, 1);
    if (is_number(&m->y, 0))
        return apply2(m, TERM_EQ, m->bits, m->a, m->b);
    if (is_number(&m->x, 1))
        return apply2(m, TERM_NE, m->bits, m->b, number(m, 0));
    if (node_is_number(&m->x) && node_number(&m->x) > term_mask(m->y.width))
        return number(m, 0);
    return compare_alike(m);
}

// What n is before it was sign-extended to `bits` bits from `from` bits. NO_RULE: it is more than
// that.
static SolveId unextended(const Made *m, SolveId id, const Node *n, u32 bits, u32 from) {
    CHECK(from >= 1 && from <= bits && bits <= 64);
    if (n->op == TERM_SEXT && n->width == bits && n->param == from)
        return n->arg[0];
    if (!node_is_number(n))
        return NO_RULE;
    u64 low = node_number(n) & term_mask(from);
    bool fits = ((u64)term_signed(low, from) & term_mask(bits)) == node_number(n);
    return fits ? (low == node_number(n) ? id : number(m, low)) : NO_RULE;
}

static SolveId fold_signed(Made *m) {
    CHECK(m->op == TERM_SLT || m->op == TERM_SLE);
    bool is_strict = m->op == TERM_SLT;
    if (m->a == m->b)
        return number(m, !is_strict);
    if (m->x.width < m->bits && m->y.width < m->bits) // both are positive
        return apply2(m, is_strict ? TERM_ULT : TERM_ULE, m->bits, m->a, m->b);
    // One has the width, and so the sign, of a negative number: then the other is larger.
    if (node_is_number(&m->y) && m->x.width < m->bits)
        return number(m, 0);
    if (node_is_number(&m->x) && m->y.width < m->bits)
        return number(m, 1);
    u32 from = m->x.op == TERM_SEXT ? m->x.param : m->y.op == TERM_SEXT ? m->y.param : 0;
    if (from == 0)
        return NO_RULE;
    SolveId a = unextended(m, m->a, &m->x, m->bits, from);
    SolveId b = unextended(m, m->b, &m->y, m->bits, from);
    return a && b ? apply2(m, m->op, from, a, b) : NO_RULE;
}

// ---- pieces -------------------------------------------------------------------------------------

static SolveId fold_extract_concat(Made *m) {
    CHECK(m->x.op == TERM_CONCAT && m->bits == m->x.width);
    u32 split = m->x.param, from = m->param, to = m->param + m->width;
    SolveId low = m->x.arg[0], high = m->x.arg[1];
    if (to <= split)
        return extract(m, low, from, m->width);
    if (from >= split)
        return extract(m, high, from - split, m->width);
    SolveId lower = extract(m, low, from, split - from);
    return concat(m, lower, split - from, extract(m, high, 0, to - split));
}

static SolveId fold_extract_sext(Made *m) {
    CHECK(m->x.op == TERM_SEXT && m->bits == m->x.width);
    if (m->param + m->width <= m->x.param)
        return extract(m, m->x.arg[0], m->param, m->width);
    if (m->param == 0)
        return apply1(m, TERM_SEXT, m->x.param, m->width, m->x.param, m->x.arg[0]);
    return NO_RULE;
}

// A choice of numbers.
static SolveId fold_extract_ite(Made *m) {
    CHECK(m->x.op == TERM_ITE && m->bits == m->x.width);
    SolveId yes = m->x.arg[1], no = m->x.arg[2];
    if (!node_is_number(&m->q->nodes[yes]) || !node_is_number(&m->q->nodes[no]))
        return NO_RULE;
    yes = extract(m, yes, m->param, m->width);
    no = extract(m, no, m->param, m->width);
    return query_apply(m->q, TERM_ITE, m->width, m->width, 0, (SolveId[]){m->x.arg[0], yes, no});
}

static SolveId fold_extract_logic(Made *m) {
    CHECK(m->x.op >= TERM_AND && m->x.op <= TERM_XOR);
    if (!node_is_number(&m->q->nodes[m->x.arg[1]]))
        return NO_RULE;
    SolveId a = extract(m, m->x.arg[0], m->param, m->width);
    SolveId b = extract(m, m->x.arg[1], m->param, m->width);
    return apply2(m, (TermOp)m->x.op, m->width, a, b);
}

static SolveId fold_extract(Made *m) {
    CHECK(m->op == TERM_EXTRACT && !node_is_number(&m->x));
    if (m->param >= m->x.width)
        return number(m, 0);
    if (m->param == 0 && m->width >= m->x.width)
        return m->a;
    if (m->param + m->width > m->x.width || m->bits > m->x.width)
        return extract(m, m->a, m->param, m->width);
    switch (m->x.op) {
    case TERM_EXTRACT: return extract(m, m->x.arg[0], m->x.param + m->param, m->width);
    case TERM_CONCAT: return fold_extract_concat(m);
    case TERM_SEXT: return fold_extract_sext(m);
    case TERM_ITE: return fold_extract_ite(m);
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR: return fold_extract_logic(m);
    default: return NO_RULE;
    }
}

// `width` bits of `of`, from bit `from` on: what every term is, of itself if nothing else.
typedef struct Piece {
    SolveId of;
    u32 from, width;
} Piece;

static Piece piece_of(const Node *n, SolveId id) {
    CHECK(id && n->width >= 1);
    if (n->op == TERM_EXTRACT)
        return (Piece){n->arg[0], n->param, n->width};
    return (Piece){id, 0, n->width};
}

static SolveId fold_concat(Made *m) {
    CHECK(m->op == TERM_CONCAT && m->x.width <= m->param);
    m->bits = m->width = m->param + m->y.width; // no zeros above
    if (is_number(&m->y, 0))
        return m->a;
    if (m->x.op == TERM_CONCAT) { // (a, b), c  is  a, (b, c)
        SolveId rest = concat(m, m->x.arg[1], m->param - m->x.param, m->b);
        return concat(m, m->x.arg[0], m->x.param, rest);
    }
    Piece low = piece_of(&m->x, m->a), high = piece_of(&m->y, m->b);
    if (low.of == high.of && low.width == m->param && low.from + low.width == high.from)
        return extract(m, low.of, low.from, low.width + high.width);
    if (m->y.op != TERM_CONCAT)
        return NO_RULE;
    // a, (b, c) where a and b are numbers, or neighbours
    const Node *second = &m->q->nodes[m->y.arg[0]];
    if (node_is_number(&m->x) && node_is_number(second)) {
        u64 lower = node_number(second) << m->param | node_number(&m->x);
        return concat(m, number(m, lower), m->param + m->y.param, m->y.arg[1]);
    }
    Piece next = piece_of(second, m->y.arg[0]);
    if (low.of != next.of || low.width != m->param || low.from + low.width != next.from ||
        next.width != m->y.param)
        return NO_RULE;
    SolveId both = extract(m, low.of, low.from, low.width + next.width);
    return concat(m, both, low.width + next.width, m->y.arg[1]);
}

static SolveId fold_sext(Made *m) {
    CHECK(m->op == TERM_SEXT && m->x.width <= m->param);
    if (m->x.width < m->param || m->param == m->width)
        return m->a;
    if (m->x.op == TERM_SEXT)
        return apply1(m, TERM_SEXT, m->x.param, m->width, m->x.param, m->x.arg[0]);
    return NO_RULE;
}

// A choice between conditions, of which one is a number.
static SolveId fold_ite_conditions(Made *m) {
    CHECK(m->width == 1 && m->x.width == 1);
    const Node *no = &m->q->nodes[m->c];
    if (is_number(&m->y, 1))
        return apply2(m, TERM_OR, 1, m->a, m->c);
    if (is_number(&m->y, 0))
        return apply2(m, TERM_AND, 1, not_of(m, m->a), m->c);
    if (is_number(no, 1))
        return apply2(m, TERM_OR, 1, not_of(m, m->a), m->b);
    return is_number(no, 0) ? apply2(m, TERM_AND, 1, m->a, m->b) : NO_RULE;
}

static SolveId fold_ite(Made *m) {
    CHECK(m->op == TERM_ITE && m->x.width == 1);
    const Node *no = &m->q->nodes[m->c];
    if (node_is_number(&m->x))
        return node_number(&m->x) ? m->b : m->c;
    if (m->b == m->c)
        return m->b;
    m->bits = m->width = m->y.width > no->width ? m->y.width : no->width;
    if (m->x.op == TERM_XOR && is_number(&m->q->nodes[m->x.arg[1]], 1))
        return query_apply(m->q, TERM_ITE, m->bits, m->width, 0,
                           (SolveId[]){m->x.arg[0], m->c, m->b});
    return m->width == 1 ? fold_ite_conditions(m) : NO_RULE;
}

// ---- floats -------------------------------------------------------------------------------------

// The sign is a bit as others are.
static SolveId fold_sign(Made *m) {
    CHECK(m->bits == 32 || m->bits == 64);
    u32 at = m->bits - 1;
    SolveId rest = extract(m, m->a, 0, at);
    switch (m->op) {
    case TERM_FABS: return rest;
    case TERM_FNEG: return apply2(m, TERM_XOR, m->bits, m->a, number(m, 1ull << at));
    default: return concat(m, rest, at, extract(m, m->b, at, 1));
    }
}

static SolveId fold_float_comparison(Made *m) {
    CHECK(m->op == TERM_FCMP && m->param < 16);
    enum { NEVER = 0, ALWAYS = 15 };
    if (m->param != NEVER && m->param != ALWAYS)
        return NO_RULE;
    return number(m, m->param == ALWAYS);
}

// ---- overflow and the rest ----------------------------------------------------------------------

static SolveId fold_overflow(Made *m) {
    CHECK(m->op >= TERM_SADDO && m->op <= TERM_UMULO);
    u32 a = m->x.width, b = m->y.width, bits = m->bits;
    bool cannot = false;
    switch (m->op) {
    case TERM_SADDO: cannot = is_number(&m->y, 0) || wider(m) + 1 < bits; break;
    case TERM_UADDO: cannot = is_number(&m->y, 0) || wider(m) < bits; break;
    case TERM_SSUBO: cannot = is_number(&m->y, 0) || m->a == m->b || (a < bits && b < bits); break;
    case TERM_USUBO: return apply2(m, TERM_ULT, bits, m->a, m->b);
    case TERM_SMULO: cannot = is_number(&m->y, 0) || a + b < bits; break;
    default: cannot = is_number(&m->y, 0) || is_number(&m->y, 1) || a + b <= bits; break;
    }
    return cannot ? number(m, 0) : NO_RULE;
}

static SolveId fold_others(Made *m) {
    switch (m->op) {
    case TERM_ABS: return m->x.width < m->bits ? m->a : NO_RULE;
    case TERM_SMIN:
    case TERM_SMAX:
    case TERM_UMIN:
    case TERM_UMAX: return m->a == m->b ? m->a : NO_RULE;
    case TERM_SAT_SADD:
    case TERM_SAT_UADD:
    case TERM_SAT_SSUB:
    case TERM_SAT_USUB:
    case TERM_SAT_SSHL:
    case TERM_SAT_USHL: return is_number(&m->y, 0) ? m->a : NO_RULE;
    default: return NO_RULE;
    }
}

static SolveId fold(Made *m) {
    ENSURE(m->op < TERM_COUNT);
    switch (m->op) {
    case TERM_ADD: return fold_add(m);
    case TERM_SUB: return fold_sub(m);
    case TERM_MUL: return fold_mul(m);
    case TERM_UDIV:
    case TERM_SDIV:
    case TERM_UREM:
    case TERM_SREM: return fold_division(m);
    case TERM_AND: return fold_and(m);
    case TERM_OR: return fold_or(m);
    case TERM_XOR: return fold_xor(m);
    case TERM_SHL:
    case TERM_LSHR:
    case TERM_ASHR: return fold_shift(m);
    case TERM_EQ: return fold_equal(m);
    case TERM_NE: return fold_unequal(m);
    case TERM_ULT: return fold_less(m);
    case TERM_ULE: return fold_less_equal(m);
    case TERM_SLT:
    case TERM_SLE: return fold_signed(m);
    case TERM_EXTRACT: return fold_extract(m);
    case TERM_CONCAT: return fold_concat(m);
    case TERM_SEXT: return fold_sext(m);
    case TERM_ITE: return fold_ite(m);
    case TERM_SADDO:
    case TERM_SSUBO:
    case TERM_SMULO:
    case TERM_UADDO:
    case TERM_USUBO:
    case TERM_UMULO: return fold_overflow(m);
    case TERM_FNEG:
    case TERM_FABS:
    case TERM_FCOPYSIGN: return fold_sign(m);
    case TERM_FCMP: return fold_float_comparison(m);
    default: return fold_others(m);
    }
}

// ---- building -----------------------------------------------------------------------------------

static bool all_numbers(const Query *q, TermOp op, const SolveId *args) {
    for (u32 i = 0; i < term_info[op].operands; i++)
        if (!node_is_number(&q->nodes[args[i]]))
            return false;
    return true;
}

static u64 computed(const Query *q, TermOp op, u32 bits, u32 width, u32 param,
                    const SolveId *args) {
    u64 v[TERM_OPERANDS];
    for (u32 i = 0; i < term_info[op].operands; i++)
        v[i] = node_number(&q->nodes[args[i]]);
    return term_compute(op, bits, width, param, v);
}

// Operations that give the same number in fewer bits, as long as the operands fit.
static bool can_be_narrower(TermOp op) {
    switch (op) {
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR:
    case TERM_EQ:
    case TERM_NE:
    case TERM_ULT:
    case TERM_ULE:
    case TERM_UREM:
    case TERM_UMIN:
    case TERM_UMAX: return true;
    default: return false;
    }
}

// What `bits` is, where the row does not look at it: so that equal terms are one.
static u32 usual_bits(TermOp op, u32 bits, u32 width, u32 param) {
    switch (op) {
    case TERM_CONCAT:
    case TERM_ITE: return width;
    case TERM_SEXT: return param;
    default: return bits;
    }
}

// Numbers stand right, others in the order of their ids.
static void arrange(Made *m) {
    CHECK(term_info[m->op].commutes);
    bool is_number_left = node_is_number(&m->x), is_number_right = node_is_number(&m->y);
    if (is_number_left == is_number_right ? m->a <= m->b : is_number_right)
        return;
    SolveId a = m->a;
    Node x = m->x;
    m->a = m->b;
    m->x = m->y;
    m->b = a;
    m->y = x;
}

SolveId query_apply(Query *q, TermOp op, u32 bits, u32 width, u32 param, const SolveId *args) {
    ENSURE(term_is_formed(op, bits, width, param));
    u32 n = term_info[op].operands;
    for (u32 i = 0; i < n; i++) {
        ENSURE(args[i] && args[i] < q->nnodes);
        ENSURE(q->nodes[args[i]].width <= term_operand_width(op, bits, width, param, i));
    }
    if (all_numbers(q, op, args))
        return query_number(q, computed(q, op, bits, width, param, args));
    if (term_is_wide(op)) {
        SolveId simple = fold_wide(q, op, bits, param, args);
        return simple ? simple : query_node(q, op, bits, width, param, args);
    }
    Made m = {.q = q, .op = op, .width = width, .param = param, .a = args[0]};
    m.bits = usual_bits(op, bits, width, param);
    m.b = n > 1 ? args[1] : 0;
    m.c = n > 2 ? args[2] : 0;
    m.x = q->nodes[m.a];
    m.y = q->nodes[m.b];
    if (term_info[op].commutes)
        arrange(&m);
    if (can_be_narrower(op)) {
        m.bits = wider(&m);
        m.width = term_width(op, m.bits, 0);
    }
    SolveId simple = fold(&m);
    if (!simple && (op == TERM_ADD || op == TERM_MUL)) {
        u32 exact = exact_bits(op, m.x.width, m.y.width);
        m.bits = m.width = exact < m.bits ? exact : m.bits;
    }
    if (simple) {
        ENSURE(simple < q->nnodes && q->nodes[simple].width <= term_width(op, bits, width));
        return simple;
    }
    return query_node(q, op, m.bits, m.width, m.param, (SolveId[]){m.a, m.b, m.c});
}
