// SPDX-License-Identifier: Apache-2.0
// Bounds of unknowns. A requirement that compares an unknown with a number says between which
// numbers it lies, or which one it is not; others say nothing here.
//
// SOUND: An unknown for which nothing is left makes all of it impossible, whatever else is
// required. That something is left proves nothing: the smallest numbers that are left are tried on
// all requirements, then the largest, and only if they hold is the answer yes.
#include "solve/solve_int.h"

// Numbers from low to high, of an unknown's width. Empty: high < low.
typedef struct Range {
    u64 low, high;
} Range;

// unknown op number, or number op unknown.
typedef struct Claim {
    TermOp op;
    bool is_left; // the unknown is
    u64 number;
} Claim;

static bool is_empty(Range r) { return r.high < r.low; }
static Range empty(void) { return (Range){1, 0}; }

static Range common(Range a, Range b) {
    return (Range){a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
}

// What a requirement says of an unknown. False: nothing that is understood here.
static bool claim_about(const Query *q, SolveId unknown, SolveId required, Claim *c) {
    CHECK(q->nodes[unknown].op == NODE_UNKNOWN && q->nodes[required].width == 1);
    const Node *n = &q->nodes[required];
    if (required == unknown) { // of one bit
        *c = (Claim){TERM_EQ, true, 1};
        return true;
    }
    if (n->op == TERM_XOR && n->arg[0] == unknown && n->width == 1) {
        if (!node_is_number(&q->nodes[n->arg[1]]))
            return false;
        *c = (Claim){TERM_NE, true, node_number(&q->nodes[n->arg[1]])};
        return true;
    }
    if (n->op < TERM_EQ || n->op > TERM_SLE || n->bits != q->nodes[unknown].width)
        return false;
    bool is_left = n->arg[0] == unknown;
    const Node *other = &q->nodes[n->arg[is_left]];
    if (n->arg[!is_left] != unknown || !node_is_number(other))
        return false;
    *c = (Claim){(TermOp)n->op, is_left, node_number(other)};
    return true;
}

// The numbers that a claim about the order allows, for numbers from `least` to `most`.
static Range allowed(const Claim *c, u64 number, u64 least, u64 most) {
    CHECK(least <= number && number <= most);
    bool is_strict = c->op == TERM_ULT || c->op == TERM_SLT;
    if (is_strict && number == (c->is_left ? least : most))
        return empty();
    if (c->is_left)
        return (Range){least, number - is_strict};
    return (Range){number + is_strict, most};
}

// Signed numbers are looked at with the sign turned: then their order is that of unsigned ones.
typedef struct Bounds {
    Range plain, turned;
    u64 sign, most;
} Bounds;

static void narrow(Bounds *b, const Claim *c) {
    CHECK(c->op >= TERM_EQ && c->op <= TERM_SLE && c->number <= b->most);
    switch (c->op) {
    case TERM_EQ: b->plain = common(b->plain, (Range){c->number, c->number}); break;
    case TERM_ULT:
    case TERM_ULE: b->plain = common(b->plain, allowed(c, c->number, 0, b->most)); break;
    case TERM_SLT:
    case TERM_SLE:
        b->turned = common(b->turned, allowed(c, c->number ^ b->sign, 0, b->most));
        break;
    default: break;
    }
}

// The parts of the signed range, as unsigned numbers: those that are not negative, and the others.
static void parts_of(const Bounds *b, Range part[2]) {
    CHECK(b->sign <= b->most);
    Range positive = common(b->turned, (Range){b->sign, b->most});
    Range negative = common(b->turned, (Range){0, b->sign - 1});
    part[0] = is_empty(positive)
                  ? empty()
                  : common(b->plain, (Range){positive.low ^ b->sign, positive.high ^ b->sign});
    part[1] = is_empty(negative)
                  ? empty()
                  : common(b->plain, (Range){negative.low ^ b->sign, negative.high ^ b->sign});
}

static bool is_excluded(const Slices *s, const Slice *slice, const Query *q, SolveId unknown,
                        u64 v) {
    CHECK(v <= term_mask(q->nodes[unknown].width));
    Claim c;
    for (u32 i = 0; i < slice->nrequired; i++)
        if (claim_about(q, unknown, s->required[slice->required + i], &c) && c.op == TERM_NE &&
            c.number == v)
            return true;
    return false;
}

// The ends of a range move inwards as long as they are excluded: at most once for each requirement.
static Range trimmed(const Slices *s, const Slice *slice, const Query *q, SolveId unknown,
                     Range r) {
    while (!is_empty(r) && is_excluded(s, slice, q, unknown, r.low))
        r = r.low == r.high ? empty() : (Range){r.low + 1, r.high};
    while (!is_empty(r) && is_excluded(s, slice, q, unknown, r.high))
        r = r.low == r.high ? empty() : (Range){r.low, r.high - 1};
    return r;
}

// The smallest and the largest number that is left for an unknown; empty if none is.
static Range bounds_of(const Slices *s, const Slice *slice, const Query *q, SolveId unknown) {
    ENSURE(q->nodes[unknown].op == NODE_UNKNOWN);
    u32 width = q->nodes[unknown].width;
    u64 most = term_mask(width);
    Bounds b = {{0, most}, {0, most}, 1ull << (width - 1), most};
    Claim c;
    for (u32 i = 0; i < slice->nrequired; i++)
        if (claim_about(q, unknown, s->required[slice->required + i], &c))
            narrow(&b, &c);
    Range part[2];
    parts_of(&b, part);
    for (u32 i = 0; i < 2; i++)
        part[i] = trimmed(s, slice, q, unknown, part[i]);
    CHECK(is_empty(part[0]) || is_empty(part[1]) || part[0].high < part[1].low);
    if (is_empty(part[0]) || is_empty(part[1]))
        return is_empty(part[0]) ? part[1] : part[0];
    return (Range){part[0].low, part[1].high};
}

enum { MOST_WORK = 2048 }; // unknowns times requirements; beyond that others are faster

bool intervals_answer(const Slices *s, const Slice *slice, const Query *q, u64 *values,
                      SolveAnswer *answer) {
    ENSURE(!slice->is_answered && slice->nunknowns);
    if ((u64)slice->nunknowns * slice->nrequired > MOST_WORK)
        return false;
    for (u32 side = 0; side < 2; side++) {
        for (u32 i = 0; i < slice->nunknowns; i++) {
            SolveId unknown = s->unknowns[slice->unknown + i];
            Range r = bounds_of(s, slice, q, unknown);
            if (is_empty(r)) {
                *answer = SOLVE_NO;
                return true;
            }
            values[unknown] = side == 0 ? r.low : r.high;
        }
        if (slice_holds(s, slice, q, values)) {
            *answer = SOLVE_YES;
            return true;
        }
    }
    return false;
}
