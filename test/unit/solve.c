// SPDX-License-Identifier: Apache-2.0
// Unit tests of the solver: random terms against their plain meaning, random queries against brute
// force, the ways to an answer one by one, and what happens when there is no time or no memory.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <string.h>

#include <z3.h>

#include "solve/solve_int.h"

static _Thread_local u64 seed;
static u64 any(void) { return hash_mix(++seed); }
static u32 below(u32 n) { return (u32)(any() % n); }

// ---- terms, twice -------------------------------------------------------------------------------

// A term as it was asked for, without any simplification, and its id in a query.
typedef struct Plain {
    TermOp op;
    u32 bits, width, param;
    u32 args[TERM_OPERANDS]; // indexes of earlier ones
    bool is_number, is_unknown;
    u64 number; // of an unknown: its name
    SolveId id;
    u64 value; // for the numbers of Terms.example
} Plain;

enum { MOST_TERMS = 1 << 12, UNKNOWNS = 4 };

typedef struct Terms {
    Solver *solver;
    Plain all[MOST_TERMS];
    u32 n;
    u32 unknown_width[UNKNOWNS];
    u64 example[UNKNOWNS]; // some number of each unknown
    u32 most_bits;         // of what is between unknowns and conditions
} Terms;

// What a term is, where those that it is made of are known.
static u64 value_of(const Terms *t, const Plain *p, const u64 *unknowns, const u64 *values) {
    if (p->is_number || p->is_unknown)
        return p->is_number ? p->number : unknowns[p->number];
    u64 args[TERM_OPERANDS] = {0};
    for (u32 k = 0; k < term_info[p->op].operands; k++)
        args[k] = values ? values[p->args[k]] : t->all[p->args[k]].value;
    return term_compute(p->op, p->bits, p->width, p->param, args);
}

static u32 add(Terms *t, Plain p) {
    assert_true(t->n < MOST_TERMS);
    p.value = value_of(t, &p, t->example, NULL);
    t->all[t->n] = p;
    return t->n++;
}

static u32 apply_plain(Terms *t, Plain p) {
    SolveId ids[TERM_OPERANDS];
    u32 n = term_info[p.op].operands;
    for (u32 i = 0; i < n; i++)
        ids[i] = t->all[p.args[i]].id;
    p.id = solve_apply(t->solver, p.op, p.bits, p.width, p.param, ids, n);
    return add(t, p);
}

// Often one that another term may be, or nearly: so equations hold, and bounds are touched.
static u32 any_number(Terms *t, u32 width) {
    u64 v = any() & term_mask(1 + below(width));
    if (t->n && below(2))
        v = (t->all[below(t->n)].value + below(3) - 1) & term_mask(width);
    else if (below(3) == 0)
        v = below(2) ? term_mask(width) : 0;
    SolveId id = solve_number(t->solver, v, width);
    return add(t, (Plain){.is_number = true, .width = width, .number = v, .id = id});
}

static u32 leaf(Terms *t, u32 width) {
    u32 name = below(UNKNOWNS);
    while (below(6) && t->unknown_width[name] > width)
        name = below(UNKNOWNS);
    u32 w = t->unknown_width[name];
    if (below(5) == 0 || w > width)
        return any_number(t, width);
    SolveId id = solve_unknown(t->solver, name, w);
    return add(t, (Plain){.is_unknown = true, .width = w, .number = name, .id = id});
}

// Pieces of one term, and numbers among them, put together again: in their order or nearly.
static u32 any_pieces(Terms *t, u32 of, u32 width) {
    u32 have = t->all[of].width, from = below(have), made = 0, bits = 0;
    for (u32 i = 0; i < 4 && bits < width; i++) {
        u32 w = 1 + below(width - bits), piece;
        if (w > have - from)
            w = have - from;
        if (w == 0 || below(4) == 0)
            piece = any_number(t, w = 1 + below(width - bits));
        else
            piece = apply_plain(
                t,
                (Plain){.op = TERM_EXTRACT, .bits = have, .width = w, .param = from, .args = {of}});
        from += from + w <= have ? w : 0;
        u32 gap = i && bits + w < width && below(6) == 0;
        if (i > 0)
            piece = apply_plain(t, (Plain){.op = TERM_CONCAT,
                                           .bits = bits + gap + w,
                                           .width = bits + gap + w,
                                           .param = bits + gap,
                                           .args = {made, piece}});
        bits += gap + w;
        made = piece;
    }
    return made;
}

// A row that can have the width, and what else it needs.
static Plain any_row(const Terms *t, u32 width) {
    for (;;) {
        Plain p = {.op = (TermOp)below(TERM_FADD), .bits = width, .width = width};
        if (term_info[p.op].result == TERM_RESULT_BIT)
            p.bits = 1 + below(t->most_bits);
        if (p.op == TERM_EXTRACT) {
            p.bits = width + below(t->most_bits - width + 1);
            p.param = below(p.bits - width + 1);
        }
        if (p.op == TERM_CONCAT || p.op == TERM_SEXT)
            p.param = 1 + below(width);
        if (term_is_half(p.op))
            p.param = below(2);
        if (term_is_formed(p.op, p.bits, p.width, p.param))
            return p;
    }
}

static u32 any_term(Terms *t, u32 width, u32 depth) {
    if (depth == 0 || below(8) == 0)
        return leaf(t, width);
    if (t->n > 2 && below(8) == 0) { // one that is there
        u32 i = below(t->n);
        if (t->all[i].width <= width)
            return i;
    }
    if (t->n && below(12) == 0)
        return any_pieces(t, below(t->n), width);
    Plain p = any_row(t, width);
    for (u32 i = 0; i < term_info[p.op].operands; i++) {
        u32 most = term_operand_width(p.op, p.bits, p.width, p.param, i);
        p.args[i] = any_term(t, below(4) ? most : 1 + below(most), depth - 1);
        if (i == 1 && below(10) == 0 && t->all[p.args[0]].width <= most)
            p.args[i] = p.args[0];
    }
    return apply_plain(t, p);
}

// Operations one upon the other, mostly with numbers.
static u32 any_chain(Terms *t, u32 width, u32 depth) {
    if (depth == 0)
        return leaf(t, width);
    Plain p = any_row(t, width);
    u32 n = term_info[p.op].operands, inner = below(n);
    for (u32 i = 0; i < n; i++) {
        u32 w = term_operand_width(p.op, p.bits, p.width, p.param, i);
        p.args[i] = i == inner ? any_chain(t, w, depth - 1)
                    : below(6) ? any_number(t, w)
                               : leaf(t, w);
    }
    return apply_plain(t, p);
}

// Such a term, compared with a number that it may be, or nearly.
static u32 any_comparison(Terms *t) {
    u32 width = 1 + below(t->most_bits), is_left = below(2), args[2];
    args[!is_left] = any_chain(t, width, below(4));
    u64 v = (t->all[args[!is_left]].value + below(3) - 1) & term_mask(width);
    SolveId id = solve_number(t->solver, v, width);
    args[is_left] = add(t, (Plain){.is_number = true, .width = width, .number = v, .id = id});
    Plain p = {.op = TERM_EQ + below(TERM_SLE - TERM_EQ + 1), .bits = width, .width = 1};
    memcpy(p.args, args, sizeof args);
    return apply_plain(t, p);
}

// What all terms are, for numbers of the unknowns.
static void evaluate(const Terms *t, const u64 *unknowns, u64 *values) {
    for (u32 i = 0; i < t->n; i++)
        values[i] = value_of(t, &t->all[i], unknowns, values);
}

static Terms *terms_new(Solver *s, u32 most_bits) {
    Terms *t = mem_zalloc(sizeof *t);
    t->solver = s;
    t->most_bits = most_bits;
    return t;
}
static void terms_begin(Terms *t, u32 most_width) {
    t->n = 0;
    solve_begin(t->solver);
    for (u32 i = 0; i < UNKNOWNS; i++) {
        u32 w = t->unknown_width[i] = 1 + below(most_width);
        t->example[i] = any() & term_mask(w) & (below(2) ? ~0ull : term_mask(1 + below(w)));
    }
}
static void terms_free(Terms *t) { mem_free(t, sizeof *t); }

// The unknowns are required to have certain numbers: then each term has its value.
static void simple_terms_are_the_same(void **state) {
    (void)state;
    Solver *s = solver_new(&(SolverOptions){0});
    Terms *t = terms_new(s, 64);
    for (u32 round = 0; round < 20000; round++) {
        terms_begin(t, round % 2 ? 64 : 8);
        t->most_bits = round % 2 ? 64 : 9;
        any_term(t, 1 + below(t->most_bits), 1 + below(5));
        for (u32 i = 0; i < 8; i++)
            any_comparison(t);
        for (u32 i = 0; i < UNKNOWNS; i++) {
            u32 w = t->unknown_width[i];
            SolveId pair[2] = {solve_unknown(s, i, w), solve_number(s, t->example[i], w)};
            solve_require(s, solve_apply(s, TERM_EQ, w, 1, 0, pair, 2));
        }
        assert_int_equal(solve_ask(s), SOLVE_YES);
        for (u32 i = 0; i < t->n; i++)
            assert_int_equal(solve_value(s, t->all[i].id), t->all[i].value);
    }
    SolveFigures f = solver_figures(s);
    assert_int_equal(f.by_solver, 0); // bounds decide this
    terms_free(t);
    solver_free(s);
}

// ---- queries against brute force ----------------------------------------------------------------

static bool all_hold(const u64 *values, const u32 *required, u32 n) {
    for (u32 i = 0; i < n; i++)
        if (!values[required[i]])
            return false;
    return true;
}

static void unknowns_of(const Terms *t, u64 packed, u64 *unknowns) {
    for (u32 i = 0; i < UNKNOWNS; i++) {
        unknowns[i] = packed & term_mask(t->unknown_width[i]);
        packed >>= t->unknown_width[i];
    }
}

static bool brute_force(const Terms *t, const u32 *required, u32 n) {
    static u64 values[MOST_TERMS];
    u32 bits = 0;
    for (u32 i = 0; i < UNKNOWNS; i++)
        bits += t->unknown_width[i];
    for (u64 packed = 0; packed < 1ull << bits; packed++) {
        u64 unknowns[UNKNOWNS];
        unknowns_of(t, packed, unknowns);
        evaluate(t, unknowns, values);
        if (all_hold(values, required, n))
            return true;
    }
    return false;
}

// The numbers that the solver gives make all that is required true, and every term what it says.
static void check_model(Terms *t, const u32 *required, u32 n) {
    static u64 values[MOST_TERMS];
    u64 unknowns[UNKNOWNS];
    for (u32 i = 0; i < UNKNOWNS; i++) {
        u32 w = t->unknown_width[i];
        unknowns[i] = solve_value(t->solver, solve_unknown(t->solver, i, w));
        assert_true(unknowns[i] <= term_mask(w));
    }
    evaluate(t, unknowns, values);
    assert_true(all_hold(values, required, n));
    for (u32 i = 0; i < t->n; i++)
        assert_int_equal(solve_value(t->solver, t->all[i].id), values[i]);
}

// Sometimes the opposite of a disjunction, or a conjunction: these are taken apart.
static u32 any_condition(Terms *t) {
    u32 a = any_term(t, 1, 1 + below(4));
    if (below(4))
        return a;
    u32 b = any_term(t, 1, 1 + below(3));
    bool is_or = below(2);
    Plain p = {.op = is_or ? TERM_OR : TERM_AND, .bits = 1, .width = 1, .args = {a, b}};
    a = apply_plain(t, p);
    if (!is_or)
        return a;
    b = add(
        t,
        (Plain){.is_number = true, .width = 1, .number = 1, .id = solve_number(t->solver, 1, 1)});
    return apply_plain(t, (Plain){.op = TERM_XOR, .bits = 1, .width = 1, .args = {a, b}});
}

enum { QUERIES = IS_CHECKING ? 150 : 600 };

// An unknown or a number compared with another, all of them by the same order or nearly; now and
// then a term that is more.
static u32 any_order(Terms *t, TermOp usual) {
    u32 width = t->most_bits;
    Plain p = {.op = usual, .bits = width, .width = 1};
    if (below(4) == 0)
        p.op = TERM_EQ + below(TERM_SLE - TERM_EQ + 1);
    for (u32 i = 0; i < 2; i++)
        p.args[i] = below(12) ? leaf(t, width) : any_term(t, width, 1);
    return apply_plain(t, p);
}

static u32 order_among(Terms *t) {
    return any_order(t, TERM_ULT + t->unknown_width[0] % 2 * 2 + below(2));
}

// Sums of nearly the same summands, put together in two ways.
static u32 any_sum(Terms *t, const u32 *parts, u32 n) {
    u32 order[4], sum = any_number(t, t->most_bits);
    for (u32 i = 0; i < n; i++) {
        u32 at = below(i + 1);
        order[i] = order[at];
        order[at] = i;
    }
    for (u32 i = 0; i < n; i++) {
        TermOp op = order[i] % 2 ? TERM_SUB : TERM_ADD;
        bool is_right = op == TERM_ADD && below(2);
        u32 part = below(12) ? parts[order[i]] : leaf(t, t->most_bits);
        Plain p = {.op = op, .bits = t->most_bits, .width = t->most_bits};
        p.args[is_right] = sum;
        p.args[!is_right] = part;
        sum = apply_plain(t, p);
    }
    return sum;
}

static u32 equal_sums(Terms *t) {
    u32 parts[4];
    for (u32 i = 0; i < 4; i++)
        parts[i] = any_term(t, t->most_bits, below(2));
    Plain p = {.op = below(2) ? TERM_EQ : TERM_NE, .bits = t->most_bits, .width = 1};
    p.args[0] = any_sum(t, parts, 4);
    p.args[1] = below(3) ? any_sum(t, parts, 4) : any_number(t, t->most_bits);
    return apply_plain(t, p);
}

typedef u32 AnyCondition(Terms *t);

// Queries of conditions of one sort.
static void try_sort(const SolverOptions *o, AnyCondition *any_of, u32 bits, SolveFigures *f) {
    Solver *s = solver_new(o);
    Terms *t = terms_new(s, bits);
    u32 yes = 0;
    seed = 1;
    for (u32 round = 0; round < 4 * QUERIES; round++) {
        terms_begin(t, bits);
        for (u32 i = 0; round % 4 && i < UNKNOWNS; i++)
            t->unknown_width[i] = bits;
        u32 required[8], n = 1 + below(8);
        for (u32 i = 0; i < n; i++) {
            required[i] = any_of(t);
            solve_require(s, t->all[required[i]].id);
        }
        bool can_be = brute_force(t, required, n);
        assert_int_equal(solve_ask(s), can_be ? SOLVE_YES : SOLVE_NO);
        if (can_be)
            check_model(t, required, n);
        yes += can_be;
    }
    assert_true(yes > QUERIES / 10 && yes < 4 * QUERIES - QUERIES / 10);
    *f = solver_figures(s);
    terms_free(t);
    solver_free(s);
}

static void orders_are_answered_right(void **state) {
    (void)state;
    SolveFigures f;
    try_sort(&(SolverOptions){.no_cache = true, .no_intervals = true}, order_among, 3, &f);
    assert_true(f.by_orders > QUERIES && !f.by_intervals && !f.by_cache);
    try_sort(&(SolverOptions){.no_orders = true}, order_among, 3, &f);
    assert_int_equal(f.by_orders, 0);
    try_sort(&(SolverOptions){0}, order_among, 2, &f);
}

static void sums_are_compared_right(void **state) {
    (void)state;
    SolveFigures f;
    try_sort(&(SolverOptions){0}, equal_sums, 3, &f);
    assert_true(f.by_constants > QUERIES / 10);
    try_sort(&(SolverOptions){0}, equal_sums, 1, &f);
}

// What only the order of values says: a solver is not needed for it.
static void orders_decide(void **state) {
    (void)state;
    Solver *s = solver_new(&(SolverOptions){.no_cache = true});
    for (u32 round = 0; round < 2; round++) {
        solve_begin(s);
        SolveId x[8];
        for (u32 i = 0; i < 8; i++)
            x[i] = solve_unknown(s, i, 32);
        for (u32 i = 0; i < 8 - !round; i++) {
            SolveId pair[2] = {x[i], x[(i + 1) % 8]};
            TermOp op = i == 3 ? TERM_SLT : TERM_SLE;
            solve_require(s, solve_apply(s, op, 32, 1, 0, pair, 2));
        }
        assert_int_equal(solve_ask(s), round ? SOLVE_NO : SOLVE_YES);
    }
    assert_int_equal(solver_figures(s).by_solver, 0);
    solver_free(s);
}

static void try_queries(const SolverOptions *o, SolveFigures *f) {
    Solver *s = solver_new(o);
    Terms *t = terms_new(s, 8);
    u32 yes = 0;
    seed = 1; // the same queries for all options
    for (u32 round = 0; round < QUERIES; round++) {
        terms_begin(t, round % 16 == 0 ? 4 : round % 3 ? 3 : 2);
        u32 required[5], n = 1 + below(5);
        for (u32 i = 0; i < n; i++) {
            required[i] = any_condition(t);
            solve_require(s, t->all[required[i]].id);
        }
        bool can_be = brute_force(t, required, n);
        for (u32 again = 0; again < 2; again++) {
            assert_int_equal(solve_ask(s), can_be ? SOLVE_YES : SOLVE_NO);
            if (can_be)
                check_model(t, required, n);
        }
        yes += can_be;
    }
    assert_true(yes > QUERIES / 10 && yes < QUERIES - QUERIES / 10); // both happen
    *f = solver_figures(s);
    assert_int_equal(f->asked, 2 * QUERIES);
    assert_int_equal(f->gave_up, 0);
    terms_free(t);
    solver_free(s);
}

static void queries_are_answered_right(void **state) {
    (void)state;
    SolveFigures f;
    try_queries(&(SolverOptions){0}, &f);
    assert_true(f.by_constants && f.by_intervals && f.by_model && f.by_cache && f.by_solver);
    try_queries(&(SolverOptions){.no_cache = true}, &f);
    assert_true(f.by_intervals && f.by_solver && !f.by_cache && !f.by_model);
    try_queries(&(SolverOptions){.no_intervals = true}, &f);
    assert_true(f.by_cache && f.by_model && f.by_solver && !f.by_intervals);
    try_queries(&(SolverOptions){.no_cache = true, .no_intervals = true, .no_orders = true}, &f);
    assert_true(f.by_solver && !f.by_cache && !f.by_model && !f.by_intervals && !f.by_orders);
}

// ---- numbers in two halves ----------------------------------------------------------------------

typedef struct Pair {
    u32 low, high;
} Pair;

static u32 given_number(Terms *t, u32 width, u64 v) {
    SolveId id = solve_number(t->solver, v, width);
    return add(t, (Plain){.is_number = true, .width = width, .number = v, .id = id});
}

static u32 sign_of(Terms *t, u32 bits, u32 low) {
    u32 top = apply_plain(
        t, (Plain){.op = TERM_EXTRACT, .bits = bits, .width = 1, .param = bits - 1, .args = {low}});
    return apply_plain(
        t, (Plain){.op = TERM_SEXT, .bits = 1, .width = bits, .param = 1, .args = {top}});
}

static u32 wide_half(Terms *t, TermOp op, u32 bits, u32 param, Pair a, Pair b) {
    u32 width = term_width(op, bits, 0);
    return apply_plain(t, (Plain){.op = op,
                                  .bits = bits,
                                  .width = width,
                                  .param = param,
                                  .args = {a.low, a.high, b.low, b.high}});
}

// Extended with zeros or with the sign, a sum and its carry, both halves of a result, or anything.
static Pair any_pair(Terms *t, u32 bits, u32 depth) {
    u32 x = leaf(t, bits), y = leaf(t, bits);
    TermOp op = TERM_WIDE_ADD + below(TERM_WIDE_ASHR - TERM_WIDE_ADD + 1);
    switch (below(depth ? 8 : 4)) {
    case 0: return (Pair){x, given_number(t, bits, 0)};
    case 1: return (Pair){x, sign_of(t, bits, x)};
    case 2: return (Pair){any_number(t, bits), any_number(t, bits)};
    case 3: return (Pair){x, y};
    case 4:
        return (Pair){
            apply_plain(t, (Plain){.op = TERM_ADD, .bits = bits, .width = bits, .args = {x, y}}),
            apply_plain(t, (Plain){.op = TERM_UADDO, .bits = bits, .width = 1, .args = {x, y}})};
    default: break;
    }
    Pair a = any_pair(t, bits, depth - 1), b = below(6) ? any_pair(t, bits, depth - 1) : a;
    u32 low = wide_half(t, op, bits, 0, a, b), high = wide_half(t, op, bits, 1, a, b);
    return below(16) ? (Pair){low, high} : (Pair){high, low};
}

static u32 any_wide_condition(Terms *t, u32 bits, u32 depth) {
    Pair a = any_pair(t, bits, depth), b = any_pair(t, bits, depth);
    if (below(6) == 0)
        b.high = a.high;
    if (below(6) == 0)
        b.low = a.low;
    if (below(2))
        b = (Pair){given_number(t, bits, t->all[a.low].value),
                   below(2) ? b.high : given_number(t, bits, t->all[a.high].value)};
    if (below(8) == 0)
        return apply_plain(t, (Plain){.op = below(2) ? TERM_EQ : TERM_ULT,
                                      .bits = bits,
                                      .width = 1,
                                      .args = {a.high, below(2) ? b.high : b.low}});
    TermOp op = TERM_WIDE_EQ + below(TERM_WIDE_UMULO - TERM_WIDE_EQ + 1);
    return below(2) ? wide_half(t, op, bits, 0, a, b) : wide_half(t, op, bits, 0, b, a);
}

// What wide terms are simplified to is the same number.
static void halves_are_simplified_right(void **state) {
    (void)state;
    Solver *s = solver_new(&(SolverOptions){0});
    Terms *t = terms_new(s, 64);
    for (u32 round = 0; round < 20000; round++) {
        u32 bits = round % 3 == 0 ? 64 : 1 + below(5);
        terms_begin(t, bits);
        for (u32 i = 0; i < 4; i++)
            any_wide_condition(t, bits, 2);
        for (u32 i = 0; i < UNKNOWNS; i++) {
            u32 w = t->unknown_width[i];
            SolveId pair[2] = {solve_unknown(s, i, w), solve_number(s, t->example[i], w)};
            solve_require(s, solve_apply(s, TERM_EQ, w, 1, 0, pair, 2));
        }
        assert_int_equal(solve_ask(s), SOLVE_YES);
        for (u32 i = 0; i < t->n; i++)
            assert_int_equal(solve_value(s, t->all[i].id), t->all[i].value);
    }
    terms_free(t);
    solver_free(s);
}

static void halves_are_answered_right(void **state) {
    (void)state;
    Solver *s = solver_new(&(SolverOptions){.no_cache = true, .no_intervals = true});
    Terms *t = terms_new(s, 8);
    u32 yes = 0;
    for (u32 round = 0; round < 2 * QUERIES; round++) {
        u32 required[2], bits = 1 + below(4);
        terms_begin(t, bits < 3 ? bits : 3);
        for (u32 i = 0; i < 2; i++) {
            required[i] = any_wide_condition(t, bits, 2);
            solve_require(s, t->all[required[i]].id);
        }
        bool can_be = brute_force(t, required, 2);
        assert_int_equal(solve_ask(s), can_be ? SOLVE_YES : SOLVE_NO);
        if (can_be)
            check_model(t, required, 2);
        yes += can_be;
    }
    assert_true(yes > QUERIES / 5 && yes < 2 * QUERIES - QUERIES / 5);
    assert_true(solver_figures(s).by_solver > QUERIES / 5);
    terms_free(t);
    solver_free(s);
}

// ---- floats -------------------------------------------------------------------------------------

// Unknowns of one bit choose between two floats each, so that Z3 has to think and brute force can
// follow.
static u64 any_float(u32 bits) {
    static const double some[] = {0.0, 1.0,   1.5, 2.0,      3.0,    0.1,  0.5,
                                  2.5, 1e-40, 7e9, 16777217, 0x1p63, 3e38, 0x1p-149};
    double d = some[below(ARRAY_LEN(some))] * (below(2) ? -1 : 1);
    float f = (float)d;
    u64 v = 0;
    memcpy(&v, bits == 32 ? (void *)&f : (void *)&d, bits / 8);
    if (below(6) == 0)
        v = any() & term_mask(bits);
    if (below(8) == 0) // infinite, or no number
        v |= bits == 32 ? 0xffull << 23 : 0x7ffull << 52;
    return v;
}

static u32 chosen_float(Terms *t, u32 bits) {
    u32 args[3], name = below(UNKNOWNS);
    SolveId u = solve_unknown(t->solver, name, 1);
    args[0] = add(t, (Plain){.is_unknown = true, .width = 1, .number = name, .id = u});
    for (u32 i = 1; i < 3; i++) {
        u64 v = any_float(bits);
        SolveId id = solve_number(t->solver, v, bits);
        args[i] = add(t, (Plain){.is_number = true, .width = bits, .number = v, .id = id});
    }
    Plain p = {.op = TERM_ITE, .bits = bits, .width = bits};
    memcpy(p.args, args, sizeof args);
    return apply_plain(t, p);
}

// A float of so many bits, by a row that gives floats.
static u32 any_float_term(Terms *t, u32 bits, u32 depth) {
    if (depth == 0)
        return chosen_float(t, bits);
    Plain p = {.op = TERM_FADD + below(TERM_COUNT - TERM_FADD), .bits = bits, .width = bits};
    if (p.op == TERM_FCMP || p.op == TERM_FTOI || p.op >= TERM_WIDE_FTOI)
        p.op = TERM_FADD;
    if (p.op == TERM_FCVT)
        p.bits = 96 - bits;
    if (p.op == TERM_ITOF) {
        p.bits = bits == 32 ? 64 : 32; // bits of another float as a number
        p.param = below(2);
    }
    for (u32 i = 0; i < term_info[p.op].operands; i++)
        p.args[i] = any_float_term(t, p.bits, i == 0 ? depth - 1 : 0);
    return apply_plain(t, p);
}

// A comparison of floats, of their bits, or of integers made of them.
static u32 any_float_condition(Terms *t, u32 bits, u32 depth) {
    u32 a = any_float_term(t, bits, depth), b = any_float_term(t, bits, 0);
    Plain p = {.op = TERM_FCMP, .bits = bits, .width = 1, .param = 1 + below(14), .args = {a, b}};
    if (below(3) == 0) {
        Plain whole = {.op = TERM_FTOI, .bits = bits, .width = 1 + below(64), .param = below(2)};
        whole.args[0] = a;
        u32 x = apply_plain(t, whole);
        whole.args[0] = b;
        u32 y = apply_plain(t, whole);
        p = (Plain){.op = below(2) ? TERM_ULT : TERM_EQ, .bits = whole.width, .width = 1};
        p.args[0] = x;
        p.args[1] = y;
    } else if (below(3) == 0) {
        p.op = below(2) ? TERM_NE : TERM_ULT;
        p.param = 0;
    }
    return apply_plain(t, p);
}

enum { FLOAT_QUERIES = 60 };

static void floats_are_answered_right(void **state) {
    (void)state;
    Solver *s = solver_new(&(SolverOptions){.timeout_ms = 60000, .no_cache = true});
    Terms *t = terms_new(s, 64);
    u32 yes = 0;
    seed = 2;
    for (u32 round = 0; round < FLOAT_QUERIES; round++) {
        terms_begin(t, 1);
        u32 required[3], n = 1 + below(3), bits = round % 4 ? 32 : 64;
        for (u32 i = 0; i < n; i++) {
            required[i] = any_float_condition(t, bits, below(3));
            solve_require(s, t->all[required[i]].id);
        }
        bool can_be = brute_force(t, required, n);
        assert_int_equal(solve_ask(s), can_be ? SOLVE_YES : SOLVE_NO);
        if (can_be)
            check_model(t, required, n);
        yes += can_be;
    }
    assert_true(yes > FLOAT_QUERIES / 10 && yes < FLOAT_QUERIES - FLOAT_QUERIES / 10);
    assert_true(solver_figures(s).by_solver > FLOAT_QUERIES / 4);
    terms_free(t);
    solver_free(s);
}

// ---- the ways to an answer ----------------------------------------------------------------------

static SolveId apply2(Solver *s, TermOp op, u32 bits, SolveId a, SolveId b) {
    return solve_apply(s, op, bits, term_width(op, bits, 0), 0, (SolveId[]){a, b}, 2);
}

// x * x == square, of 16 bits: nothing but a solver knows.
static void require_square(Solver *s, u32 name, u64 square) {
    SolveId x = solve_unknown(s, name, 16);
    solve_require(
        s, apply2(s, TERM_EQ, 16, apply2(s, TERM_MUL, 16, x, x), solve_number(s, square, 16)));
}

static void equal_structures_are_asked_once(void **state) {
    (void)state;
    Solver *s = solver_new(&(SolverOptions){0});
    for (u32 name = 0; name < 10; name++) {
        solve_begin(s);
        require_square(s, name, 9);
        require_square(s, name + 100, 3); // no square ends in 11
        assert_int_equal(solve_ask(s), SOLVE_NO);
        solve_begin(s);
        require_square(s, name, 9);
        assert_int_equal(solve_ask(s), SOLVE_YES);
        u64 x = solve_value(s, solve_unknown(s, name, 16));
        assert_int_equal((x * x) & 0xffff, 9);
    }
    SolveFigures f = solver_figures(s);
    assert_int_equal(f.asked, 20);
    assert_int_equal(f.by_solver, 2);
    assert_true(f.by_cache >= 17 && f.solver_ns > 0);
    solver_free(s);
}

static void equal_parts_of_a_query_are_asked_once(void **state) {
    (void)state;
    Solver *s = solver_new(&(SolverOptions){0});
    solve_begin(s);
    require_square(s, 1, 9);
    require_square(s, 2, 9);
    assert_int_equal(solve_ask(s), SOLVE_YES);
    for (u32 name = 1; name <= 2; name++) {
        u64 x = solve_value(s, solve_unknown(s, name, 16));
        assert_int_equal((x * x) & 0xffff, 9);
    }
    SolveFigures f = solver_figures(s);
    assert_int_equal(f.by_solver, 1);
    assert_int_equal(f.by_cache, 1);
    solver_free(s);
}

// (x << 20) * (y << 20) or its square, of 64 bits, of which some bits are compared: queries that
// differ in little. Whether it can be is found by trying.
typedef struct Similar {
    bool is_square, is_strict;
    u32 from, width;
    u64 number;
} Similar;

static bool similar_holds(const Similar *q, u64 x, u64 y) {
    u64 product = (x << 20) * ((q->is_square ? x : y) << 20);
    u64 part = product >> q->from & term_mask(q->width);
    return q->is_strict ? q->number < part : q->number == part;
}

static bool similar_can_be(const Similar *q) {
    for (u64 x = 0; x < 32; x++)
        for (u64 y = 0; y < 32; y++)
            if (similar_holds(q, x, y))
                return true;
    return false;
}

static SolveAnswer ask_similar(Solver *s, const Similar *q) {
    solve_begin(s);
    SolveId x = solve_unknown(s, 1, 5), y = solve_unknown(s, 2, 5), by = solve_number(s, 20, 64);
    x = apply2(s, TERM_SHL, 64, x, by);
    y = apply2(s, TERM_SHL, 64, y, by);
    SolveId product = apply2(s, TERM_MUL, 64, x, q->is_square ? x : y);
    SolveId part = solve_apply(s, TERM_EXTRACT, 64, q->width, q->from, &product, 1);
    SolveId number = solve_number(s, q->number, q->width);
    solve_require(s, apply2(s, q->is_strict ? TERM_ULT : TERM_EQ, q->width, number, part));
    return solve_ask(s);
}

static void similar_structures_are_told_apart(void **state) {
    (void)state;
    Solver *s = solver_new(&(SolverOptions){0});
    u32 yes = 0, rounds = IS_CHECKING ? 100 : 300;
    for (u32 i = 0; i < rounds; i++) {
        Similar q = {.is_square = below(2), .is_strict = below(2), .width = 8};
        q.from = 36 + 4 * below(4);
        if (below(2)) {
            q.width = 64;
            q.from = 0;
        }
        q.number = (u64)below(25) << (q.width == 64 ? 40 : 0);
        SolveAnswer right = similar_can_be(&q) ? SOLVE_YES : SOLVE_NO;
        assert_int_equal(ask_similar(s, &q), right);
        yes += right == SOLVE_YES;
    }
    assert_true(yes > rounds / 5 && yes < rounds - rounds / 5);
    assert_true(solver_figures(s).by_cache > 0);
    solver_free(s);
}

static void earlier_models_help(void **state) {
    (void)state;
    Solver *s = solver_new(&(SolverOptions){0});
    for (u32 more = 0; more < 5; more++) {
        solve_begin(s);
        require_square(s, 7, 0x9a51);
        SolveId x = solve_unknown(s, 7, 16);
        for (u32 i = 0; i < more; i++) // odd, and so on: follows from the first
            solve_require(s, apply2(s, TERM_NE, 16, apply2(s, TERM_MUL, 16, x, x),
                                    solve_number(s, 2 * i, 16)));
        assert_int_equal(solve_ask(s), SOLVE_YES);
    }
    SolveFigures f = solver_figures(s);
    assert_int_equal(f.by_solver, 1);
    assert_int_equal(f.by_model, 4);
    solver_free(s);
}

static void bounds_decide(void **state) {
    (void)state;
    static const u32 widths[] = {1, 2, 7, 8, 32, 64};
    Solver *s = solver_new(&(SolverOptions){0});
    for (u32 k = 0; k < ARRAY_LEN(widths); k++) {
        u32 w = widths[k];
        u64 lowest = 1ull << (w - 1);
        solve_begin(s); // nothing is less than the lowest
        SolveId x = solve_unknown(s, 1, w);
        solve_require(s, apply2(s, TERM_SLT, w, x, solve_number(s, lowest, w)));
        assert_int_equal(solve_ask(s), SOLVE_NO);
        solve_begin(s); // the only one that is at most the lowest
        x = solve_unknown(s, 1, w);
        solve_require(s, apply2(s, TERM_SLE, w, x, solve_number(s, lowest, w)));
        assert_int_equal(solve_ask(s), SOLVE_YES);
        assert_int_equal(solve_value(s, x), lowest);
        solve_require(s, apply2(s, TERM_NE, w, x, solve_number(s, lowest, w)));
        assert_int_equal(solve_ask(s), SOLVE_NO);
    }
    SolveFigures f = solver_figures(s);
    assert_int_equal(f.by_solver, 0);
    solver_free(s);
}

static void bytes_come_together_again(void **state) {
    (void)state;
    Solver *s = solver_new(&(SolverOptions){0});
    solve_begin(s);
    SolveId x = solve_unknown(s, 1, 32), byte[4], got;
    for (u32 i = 0; i < 4; i++)
        byte[i] = solve_apply(s, TERM_EXTRACT, 32, 8, 8 * i, &x, 1);
    got = byte[0];
    for (u32 i = 1; i < 4; i++)
        got = solve_apply(s, TERM_CONCAT, 0, 8 * i + 8, 8 * i, (SolveId[]){got, byte[i]}, 2);
    assert_int_equal(got, x);
    got = byte[3];
    for (u32 i = 3; i-- > 0;)
        got = solve_apply(s, TERM_CONCAT, 0, 32 - 8 * i, 8, (SolveId[]){byte[i], got}, 2);
    assert_int_equal(got, x);
    solver_free(s);
}

// Whether each x < most has a y < limit with y + 1 = x.
static SolveAnswer ask_successors(Solver *s, u64 most, u64 limit) {
    enum { SIDE = 1 << 20 };
    solve_begin(s);
    SolveId x = solve_unknown(s, 1, 8), y = solve_unknown(s, SIDE | 1, 8);
    SolveId one = solve_number(s, 1, 8);
    solve_require(s,
                  solve_apply(s, TERM_ULT, 8, 1, 0, (SolveId[]){x, solve_number(s, most, 8)}, 2));
    SolveId is_small =
        solve_apply(s, TERM_ULT, 8, 1, 0, (SolveId[]){y, solve_number(s, limit, 8)}, 2);
    SolveId after = solve_apply(s, TERM_ADD, 8, 8, 0, (SolveId[]){y, one}, 2);
    SolveId is_same = solve_apply(s, TERM_EQ, 8, 1, 0, (SolveId[]){after, x}, 2);
    SolveId inner = solve_apply(s, TERM_AND, 1, 1, 0, (SolveId[]){is_small, is_same}, 2);
    return solve_ask_beyond(s, inner, SIDE);
}

static void all_numbers_are_asked_for(void **state) {
    (void)state;
    Solver *s = solver_new(&(SolverOptions){0});
    assert_int_equal(ask_successors(s, 10, 255), SOLVE_YES); // 0 comes after 255
    assert_int_equal(ask_successors(s, 1, 255), SOLVE_YES);
    solve_begin(s);
    SolveId x = solve_unknown(s, 1, 8), y = solve_unknown(s, 1 << 20, 8);
    SolveId is_same = solve_apply(s, TERM_EQ, 8, 1, 0, (SolveId[]){y, x}, 2);
    assert_int_equal(solve_ask_beyond(s, is_same, 1 << 20), SOLVE_NO);
    solver_free(s);
}

static void numbers_are_known(void **state) {
    (void)state;
    Solver *s = solver_new(&(SolverOptions){0});
    u64 v;
    solve_begin(s);
    SolveId x = solve_unknown(s, 3, 20);
    assert_false(solve_is_number(s, x, &v));
    assert_true(solve_is_number(s, apply2(s, TERM_SUB, 20, x, x), &v));
    assert_int_equal(v, 0);
    assert_int_equal(solve_unknown(s, 3, 20), x);
    assert_int_equal(solve_ask(s), SOLVE_YES); // nothing is required
    assert_int_equal(solve_value(s, x), 0);
    SolveId later = solve_unknown(s, 4, 20);
    assert_int_equal(solve_value(s, apply2(s, TERM_ADD, 20, x, later)), 0);
    solve_require(s, solve_number(s, 0, 1));
    assert_int_equal(solve_ask(s), SOLVE_NO);
    assert_int_equal(solver_figures(s).by_constants, 2);
    solver_free(s);
}

// ---- limits -------------------------------------------------------------------------------------

// p * q / q is p again, but who looks at bits has to find that out.
static void require_wonder(Solver *s, u32 salt) {
    SolveId p = solve_unknown(s, 1, 32), q = solve_unknown(s, 2, 32);
    SolveId product = apply2(s, TERM_MUL, 64, p, q);
    solve_require(s, apply2(s, TERM_ULT, 32, solve_number(s, salt, 32), q));
    solve_require(s, apply2(s, TERM_NE, 64, apply2(s, TERM_UDIV, 64, product, q), p));
}

static void time_is_limited(void **state) {
    (void)state;
    static const u32 limits[] = {1, 20, 400};
    for (u32 i = 0; i < ARRAY_LEN(limits); i++) {
        Solver *s = solver_new(&(SolverOptions){.timeout_ms = limits[i]});
        double begin = clock_seconds();
        solve_begin(s);
        require_wonder(s, 0);
        assert_int_equal(solve_ask(s), SOLVE_GAVE_UP);
        assert_int_equal(solve_ask(s), SOLVE_GAVE_UP);
        assert_int_equal(solver_figures(s).gave_up, 2);
        assert_int_equal(solver_figures(s).by_solver, 1); // it is not tried again
        solve_begin(s);                                   // it still answers others
        require_square(s, 1, 3);
        SolveAnswer a = solve_ask(s);
        assert_true(a == SOLVE_NO || (a == SOLVE_GAVE_UP && limits[i] == 1));
        assert_true(clock_seconds() - begin < 30);
        solver_free(s);
    }
}

// The address sanitizer, if this is its build: what Z3 loses when it runs out of memory is no leak
// of ours.
void __lsan_disable(void) __attribute__((weak));
void __lsan_enable(void) __attribute__((weak));

// No more memory than Z3 has already: whatever it cannot do, it gives up, and works again later.
static void memory_is_limited(void **state) {
    (void)state;
    Solver *s = solver_new(&(SolverOptions){.timeout_ms = 20000, .no_cache = true});
    solve_begin(s);
    require_square(s, 1, 3);
    assert_int_equal(solve_ask(s), SOLVE_NO);
    if (__lsan_disable)
        __lsan_disable();
    Z3_global_param_set("memory_max_size", "1");
    for (u32 i = 0; i < 3; i++) {
        solve_begin(s);
        require_wonder(s, i);
        assert_int_equal(solve_ask(s), SOLVE_GAVE_UP);
    }
    Z3_global_param_set("memory_max_size", "0");
    if (__lsan_enable)
        __lsan_enable();
    solve_begin(s);
    require_square(s, 1, 3);
    assert_int_equal(solve_ask(s), SOLVE_NO);
    solver_free(s);
}

static void memory_does_not_grow(void **state) {
    (void)state;
    u64 before = mem_used();
    Solver *s = solver_new(&(SolverOptions){.timeout_ms = 5000});
    Terms *t = terms_new(s, 16);
    u64 most = 0;
    for (u32 round = 0; round < 3000; round++) {
        terms_begin(t, 12);
        for (u32 i = 0; i < 3; i++)
            solve_require(s, t->all[any_term(t, 1, 3)].id);
        solve_ask(s);
        assert_true(solver_bytes(s) <= cache_most() + (64 << 10));
        most = mem_used() > most ? mem_used() : most;
        assert_true(Z3_get_estimated_alloc_size() < 96 << 20);
    }
    assert_true(most - before < cache_most() + (2 << 20));
    terms_free(t);
    solver_free(s);
    assert_int_equal(mem_used(), before);
}

static void old_answers_are_forgotten(void **state) {
    (void)state;
    Cache *c = cache_new();
    enum { KEY = 100 };
    u32 key[KEY] = {0}, found = 0;
    u64 numbers[2], rounds = 3 * cache_most() / sizeof key;
    for (u32 i = 0; i < rounds; i++) {
        SolveAnswer a;
        key[0] = 1; // is asked for again and again, and so it is kept
        if (!cache_find(c, key, KEY, &a, numbers, 2))
            cache_add(c, key, KEY, SOLVE_YES, (u64[]){7, ~0ull}, 2);
        else
            assert_true(a == SOLVE_YES && numbers[0] == 7 && numbers[1] == ~0ull);
        key[0] = i + 2;
        assert_false(cache_find(c, key, KEY, &a, numbers, 2));
        cache_add(c, key, KEY, SOLVE_NO, NULL, 2);
        assert_true(cache_find(c, key, KEY, &a, numbers, 2) && a == SOLVE_NO);
        assert_true(cache_bytes(c) <= cache_most());
    }
    for (u32 i = 0; i < rounds; i++) {
        SolveAnswer a;
        key[0] = i + 2;
        found += cache_find(c, key, KEY, &a, numbers, 2);
    }
    assert_true(found > 0 && found < rounds / 2);
    cache_free(c);
}

// ---- threads ------------------------------------------------------------------------------------

enum { THREADS = 3, IN_THREAD = 150 };

typedef struct Worker {
    SolveAnswer answers[IN_THREAD];
} Worker;

static void *ask_all(void *arg) {
    Worker *w = arg;
    Solver *s = solver_new(&(SolverOptions){.timeout_ms = 60000});
    Terms *t = terms_new(s, 10);
    seed = 3;
    for (u32 round = 0; round < IN_THREAD; round++) {
        terms_begin(t, 8);
        for (u32 i = 0; i < 3; i++)
            solve_require(s, t->all[any_term(t, 1, 3)].id);
        w->answers[round] = solve_ask(s);
    }
    terms_free(t);
    solver_free(s);
    return NULL;
}

// Each thread has its own solver: they do not disturb each other.
static void threads_get_the_same_answers(void **state) {
    (void)state;
    static Worker workers[THREADS], alone;
    pthread_t threads[THREADS];
    for (u32 i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask_all, &workers[i]), 0);
    for (u32 i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    ask_all(&alone);
    for (u32 i = 0; i < THREADS; i++)
        assert_memory_equal(&workers[i], &alone, sizeof alone);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simple_terms_are_the_same),
        cmocka_unit_test(queries_are_answered_right),
        cmocka_unit_test(orders_are_answered_right),
        cmocka_unit_test(orders_decide),
        cmocka_unit_test(sums_are_compared_right),
        cmocka_unit_test(halves_are_simplified_right),
        cmocka_unit_test(halves_are_answered_right),
        cmocka_unit_test(floats_are_answered_right),
        cmocka_unit_test(equal_structures_are_asked_once),
        cmocka_unit_test(equal_parts_of_a_query_are_asked_once),
        cmocka_unit_test(similar_structures_are_told_apart),
        cmocka_unit_test(earlier_models_help),
        cmocka_unit_test(bounds_decide),
        cmocka_unit_test(bytes_come_together_again),
        cmocka_unit_test(all_numbers_are_asked_for),
        cmocka_unit_test(numbers_are_known),
        cmocka_unit_test(threads_get_the_same_answers),
        cmocka_unit_test(time_is_limited),
        cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(memory_does_not_grow),
        cmocka_unit_test(old_answers_are_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
