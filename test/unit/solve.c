// SPDX-License-Identifier: Apache-2.0
// Unit tests of the solver: random terms against their plain meaning, random queries against brute
// force, the ways to an answer one by one, and what happens when there is no time or no memory.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include <z3.h>

#include "solve/solve_int.h"

static u64 seed;
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
} Plain;

enum { MOST_TERMS = 1 << 12, UNKNOWNS = 4 };

typedef struct Terms {
    Solver *solver;
    Plain all[MOST_TERMS];
    u32 n;
    u32 unknown_width[UNKNOWNS];
    u32 most_bits; // of what is between unknowns and conditions
} Terms;

static u32 add(Terms *t, Plain p) {
    assert_true(t->n < MOST_TERMS);
    t->all[t->n] = p;
    return t->n++;
}

static u32 leaf(Terms *t, u32 width) {
    u32 name = below(UNKNOWNS);
    while (below(6) && t->unknown_width[name] > width)
        name = below(UNKNOWNS);
    if (below(8) && t->unknown_width[name] <= width) {
        u32 w = t->unknown_width[name];
        return add(t, (Plain){.is_unknown = true,
                              .width = w,
                              .number = name,
                              .id = solve_unknown(t->solver, name, w)});
    }
    u64 v = any() & term_mask(1 + below(width));
    if (below(3) == 0)
        v = below(2) ? term_mask(width) : 0;
    return add(t, (Plain){.is_number = true,
                          .width = width,
                          .number = v,
                          .id = solve_number(t->solver, v, width)});
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
    Plain p = any_row(t, width);
    SolveId ids[TERM_OPERANDS];
    u32 n = term_info[p.op].operands;
    for (u32 i = 0; i < n; i++) {
        u32 most = term_operand_width(p.op, p.bits, p.width, p.param, i);
        p.args[i] = any_term(t, below(4) ? most : 1 + below(most), depth - 1);
        if (i == 1 && below(10) == 0 && t->all[p.args[0]].width <= most)
            p.args[i] = p.args[0];
        ids[i] = t->all[p.args[i]].id;
    }
    p.id = solve_apply(t->solver, p.op, p.bits, p.width, p.param, ids, n);
    return add(t, p);
}

// What all terms are, for numbers of the unknowns.
static void evaluate(const Terms *t, const u64 *unknowns, u64 *values) {
    for (u32 i = 0; i < t->n; i++) {
        const Plain *p = &t->all[i];
        u64 args[TERM_OPERANDS] = {0};
        if (p->is_number || p->is_unknown) {
            values[i] = p->is_number ? p->number : unknowns[p->number];
            continue;
        }
        for (u32 k = 0; k < term_info[p->op].operands; k++)
            args[k] = values[p->args[k]];
        values[i] = term_compute(p->op, p->bits, p->width, p->param, args);
    }
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
    for (u32 i = 0; i < UNKNOWNS; i++)
        t->unknown_width[i] = 1 + below(most_width);
}
static void terms_free(Terms *t) { mem_free(t, sizeof *t); }

// The unknowns are required to have certain numbers: then each term has its value.
static void simple_terms_are_the_same(void **state) {
    (void)state;
    static u64 values[MOST_TERMS];
    Solver *s = solver_new(&(SolverOptions){0});
    Terms *t = terms_new(s, 64);
    for (u32 round = 0; round < 20000; round++) {
        terms_begin(t, round % 2 ? 64 : 8);
        t->most_bits = round % 2 ? 64 : 9;
        any_term(t, 1 + below(t->most_bits), 1 + below(5));
        u64 unknowns[UNKNOWNS];
        for (u32 i = 0; i < UNKNOWNS; i++) {
            u32 w = t->unknown_width[i];
            unknowns[i] = any() & term_mask(w) & (below(2) ? ~0ull : term_mask(1 + below(w)));
            SolveId pair[2] = {solve_unknown(s, i, w), solve_number(s, unknowns[i], w)};
            solve_require(s, solve_apply(s, TERM_EQ, w, 1, 0, pair, 2));
        }
        evaluate(t, unknowns, values);
        assert_int_equal(solve_ask(s), SOLVE_YES);
        for (u32 i = 0; i < t->n; i++)
            assert_int_equal(solve_value(s, t->all[i].id), values[i]);
    }
    SolveFigures f = solver_figures(s);
    assert_int_equal(f.by_solver, 0); // bounds decide this
    terms_free(t);
    solver_free(s);
}

// ---- queries against brute force ----------------------------------------------------------------

typedef struct Truth {
    bool can_be;
    u64 models;
} Truth;

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

enum { QUERIES = IS_CHECKING ? 150 : 600 };

static void try_queries(const SolverOptions *o, SolveFigures *f) {
    Solver *s = solver_new(o);
    Terms *t = terms_new(s, 8);
    u32 yes = 0;
    seed = 1; // the same queries for all options
    for (u32 round = 0; round < QUERIES; round++) {
        terms_begin(t, round % 3 ? 3 : 2);
        u32 required[5], n = 1 + below(5);
        for (u32 i = 0; i < n; i++) {
            required[i] = any_term(t, 1, 1 + below(4));
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
    try_queries(&(SolverOptions){.no_cache = true, .no_intervals = true}, &f);
    assert_true(f.by_solver && !f.by_cache && !f.by_model && !f.by_intervals);
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

static u32 apply_plain(Terms *t, Plain p) {
    SolveId ids[TERM_OPERANDS];
    u32 n = term_info[p.op].operands;
    for (u32 i = 0; i < n; i++)
        ids[i] = t->all[p.args[i]].id;
    p.id = solve_apply(t->solver, p.op, p.bits, p.width, p.param, ids, n);
    return add(t, p);
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
    if (p.op == TERM_FCMP || p.op == TERM_FTOI)
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simple_terms_are_the_same),
        cmocka_unit_test(queries_are_answered_right),
        cmocka_unit_test(floats_are_answered_right),
        cmocka_unit_test(equal_structures_are_asked_once),
        cmocka_unit_test(earlier_models_help),
        cmocka_unit_test(bounds_decide),
        cmocka_unit_test(bytes_come_together_again),
        cmocka_unit_test(numbers_are_known),
        cmocka_unit_test(time_is_limited),
        cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(memory_does_not_grow),
        cmocka_unit_test(old_answers_are_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
