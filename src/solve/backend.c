// SPDX-License-Identifier: Apache-2.0
// Asks Z3. Terms become its bit vectors only now, when it is really asked.
//
// A term has up to two forms there, made when they are needed: a bit vector of the term's width,
// and for terms of one bit a truth value. Comparisons are truth values first, all others bit
// vectors.
#include "solve/backend.h"

#include <stdio.h>
#include <string.h>

// ---- what Z3 gives ------------------------------------------------------------------------------

static void ignore_error(Z3_context c, Z3_error_code e) {
    (void)c;
    (void)e; // `backend_keep` and those who ask for answers look at the code
}

Z3_ast backend_keep(Backend *b, Z3_ast a) {
    if (!a || Z3_get_error_code(b->z3) != Z3_OK) {
        b->has_failed = true;
        return b->spare;
    }
    Z3_inc_ref(b->z3, a);
    VEC_PUSH(b->kept, b->nkept, b->capkept) = a;
    return a;
}

static void let_go(Backend *b) {
    while (b->nkept > 0)
        Z3_dec_ref(b->z3, b->kept[--b->nkept]);
}

// Sorts, and a few numbers, stay as long as the context. One that cannot be made is that of a bit.
static Z3_sort hold_sort(Backend *b, Z3_sort s) {
    if (!s || Z3_get_error_code(b->z3) != Z3_OK) {
        b->has_failed = true;
        return b->sorts[1];
    }
    Z3_inc_ref(b->z3, Z3_sort_to_ast(b->z3, s));
    return s;
}

Z3_sort backend_sort(Backend *b, u32 width) {
    ENSURE(width >= 1 && width <= 64);
    if (!b->sorts[width])
        b->sorts[width] = hold_sort(b, Z3_mk_bv_sort(b->z3, width));
    return b->sorts[width];
}

Z3_sort backend_float_sort(Backend *b, u32 width) {
    ENSURE(width == 32 || width == 64);
    Z3_sort *s = &b->floats[width == 64];
    if (!*s)
        *s = hold_sort(b, width == 32 ? Z3_mk_fpa_sort_32(b->z3) : Z3_mk_fpa_sort_64(b->z3));
    return *s;
}

Z3_ast backend_number(Backend *b, u64 v, u32 width) {
    CHECK(v <= term_mask(width));
    Z3_sort s = backend_sort(b, width);
    return b->has_failed ? b->spare : backend_keep(b, Z3_mk_unsigned_int64(b->z3, v, s));
}

static u32 size_of(Backend *b, Z3_ast a) {
    return Z3_get_bv_sort_size(b->z3, Z3_get_sort(b->z3, a));
}

Z3_ast backend_widened(Backend *b, Z3_ast a, u32 width) {
    u32 have = b->has_failed ? width : size_of(b, a);
    ENSURE(have <= width);
    return have == width ? a : backend_keep(b, Z3_mk_zero_ext(b->z3, width - have, a));
}

// ---- terms --------------------------------------------------------------------------------------

static Z3_ast truth_of(Backend *b, SolveId id) {
    CHECK(id);
    Forms *f = &b->forms[id];
    ENSURE(f->truth || f->vector);
    if (!f->truth)
        f->truth = backend_equal(b, f->vector, b->one);
    return f->truth;
}

static Z3_ast vector_of(Backend *b, const Query *q, SolveId id, u32 width) {
    const Node *n = &q->nodes[id];
    Forms *f = &b->forms[id];
    if (node_is_number(n))
        return backend_number(b, node_number(n), width);
    ENSURE(f->truth || f->vector);
    if (!f->vector)
        f->vector = backend_choose(b, f->truth, b->one, b->none);
    return backend_widened(b, f->vector, width);
}

// Conditions that are made of conditions stay truth values. NULL: it is another term.
static Z3_ast made_of_conditions(Backend *b, const Node *n) {
    bool is_choice = n->op == TERM_ITE && n->width == 1;
    if (!is_choice && n->bits != 1)
        return NULL;
    Z3_context z3 = b->z3;
    Z3_ast x[TERM_OPERANDS] = {0};
    switch (n->op) {
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR:
    case TERM_EQ:
    case TERM_NE:
    case TERM_ITE: break;
    default: return NULL;
    }
    for (u32 i = 0; i < node_operands(n); i++)
        x[i] = truth_of(b, n->arg[i]);
    switch (n->op) {
    case TERM_AND: return backend_keep(b, Z3_mk_and(z3, 2, x));
    case TERM_OR: return backend_keep(b, Z3_mk_or(z3, 2, x));
    case TERM_EQ: return backend_keep(b, Z3_mk_iff(z3, x[0], x[1]));
    case TERM_ITE: return backend_choose(b, x[0], x[1], x[2]);
    default: return backend_keep(b, Z3_mk_xor(z3, x[0], x[1]));
    }
}

static Z3_ast choice(Backend *b, const Query *q, const Node *n) {
    CHECK(n->op == TERM_ITE && n->width > 1);
    return backend_choose(b, truth_of(b, n->arg[0]), vector_of(b, q, n->arg[1], n->width),
                          vector_of(b, q, n->arg[2], n->width));
}

// Whether they are the sum of two numbers and its carry.
static bool is_sum_with_carry(const Node *low, const Node *high) {
    return low->op == TERM_ADD && high->op == TERM_UADDO && low->bits == high->bits &&
           low->arg[0] == high->arg[0] && low->arg[1] == high->arg[1];
}

// A number in two halves as one. Halves of one result are that result again: Z3 sees it when it is
// told so, but not any more once it has simplified the halves.
static Z3_ast wide_of(Backend *b, const Query *q, SolveId low, SolveId high, u32 bits) {
    const Node *l = &q->nodes[low], *h = &q->nodes[high];
    Z3_ast wide = b->forms[low].wide;
    if (wide && wide == b->forms[high].wide && l->bits == bits && l->param == 0 && h->param == 1)
        return wide;
    if (l->bits == bits && is_sum_with_carry(l, h))
        return backend_arithmetic(b, TERM_ADD,
                                  backend_widened(b, vector_of(b, q, l->arg[0], bits), 2 * bits),
                                  backend_widened(b, vector_of(b, q, l->arg[1], bits), 2 * bits));
    return backend_concat(b, vector_of(b, q, high, bits), vector_of(b, q, low, bits));
}

static void make_wide(Backend *b, const Query *q, const Node *n, Forms *f) {
    CHECK(term_is_wide((TermOp)n->op));
    Z3_ast x = wide_of(b, q, n->arg[0], n->arg[1], n->bits);
    Z3_ast y = wide_of(b, q, n->arg[2], n->arg[3], n->bits);
    Z3_ast made = backend_wide_row(b, (TermOp)n->op, n->bits, x, y);
    if (!term_is_half((TermOp)n->op)) {
        f->truth = made;
        return;
    }
    f->wide = made;
    f->vector = backend_bits(b, made, n->param * n->bits, n->bits);
}

// Operands have been made before. `name`: of an unknown.
static void make_term(Backend *b, const Query *q, SolveId id, Z3_symbol name) {
    const Node *n = &q->nodes[id];
    Forms *f = &b->forms[id];
    *f = (Forms){0};
    if (n->op == NODE_UNKNOWN) {
        Z3_sort sort = backend_sort(b, n->width);
        f->vector = b->has_failed ? b->spare : backend_keep(b, Z3_mk_const(b->z3, name, sort));
        return;
    }
    if (node_is_number(n)) { // a number alone is as wide as it must be
        f->vector = backend_number(b, node_number(n), n->width);
        return;
    }
    f->truth = made_of_conditions(b, n);
    if (f->truth)
        return;
    if (n->op == TERM_ITE) {
        f->vector = choice(b, q, n);
        return;
    }
    TermOp op = (TermOp)n->op;
    if (term_is_wide(op)) {
        make_wide(b, q, n, f);
        return;
    }
    Z3_ast x[TERM_OPERANDS];
    for (u32 i = 0; i < node_operands(n); i++)
        x[i] = vector_of(b, q, n->arg[i], term_operand_width(op, n->bits, n->width, n->param, i));
    Z3_ast made = backend_row(b, op, n->bits, n->width, n->param, x);
    if (backend_gives_truth(op))
        f->truth = made;
    else
        f->vector = made;
}

static void make_terms(Backend *b, const Slices *s, const Slice *slice, const Query *q) {
    CHECK(!b->has_failed);
    VEC_RESERVE(b->forms, 0, b->capforms, q->nnodes);
    int unknowns = 0;
    for (u32 i = 0; i < slice->nnodes && !b->has_failed; i++) {
        SolveId id = s->nodes[slice->node + i];
        // Its number in the slice, so that equal slices are equal to Z3 too.
        bool is_unknown = q->nodes[id].op == NODE_UNKNOWN;
        make_term(b, q, id, is_unknown ? Z3_mk_int_symbol(b->z3, unknowns) : NULL);
        unknowns += is_unknown;
    }
}

// ---- asking -------------------------------------------------------------------------------------

static void set_limits(Backend *b, Z3_solver solver, u32 timeout_ms) {
    Z3_params p = Z3_mk_params(b->z3);
    Z3_params_inc_ref(b->z3, p);
    // Signals belong to the process, not to a library.
    Z3_params_set_bool(b->z3, p, Z3_mk_string_symbol(b->z3, "ctrl_c"), false);
    if (timeout_ms)
        Z3_params_set_uint(b->z3, p, Z3_mk_string_symbol(b->z3, "timeout"), timeout_ms);
    Z3_solver_set_params(b->z3, solver, p);
    Z3_params_dec_ref(b->z3, p);
}

static bool number_in(Backend *b, Z3_model m, Z3_ast unknown, u64 *v) {
    Z3_ast a = NULL;
    if (!Z3_model_eval(b->z3, m, unknown, true, &a) || !a)
        return false;
    a = backend_keep(b, a);
    uint64_t number = 0;
    bool is_number = !b->has_failed && Z3_get_numeral_uint64(b->z3, a, &number);
    *v = number;
    return is_number;
}

static SolveAnswer read_model(Backend *b, Z3_solver solver, const Slices *s, const Slice *slice,
                              u64 *values) {
    CHECK(!b->has_failed);
    Z3_model m = Z3_solver_get_model(b->z3, solver);
    if (!m)
        return SOLVE_GAVE_UP;
    Z3_model_inc_ref(b->z3, m);
    bool has_all = true;
    for (u32 i = 0; has_all && i < slice->nunknowns; i++) {
        SolveId id = s->unknowns[slice->unknown + i];
        has_all = number_in(b, m, b->forms[id].vector, &values[id]);
    }
    Z3_model_dec_ref(b->z3, m);
    return has_all ? SOLVE_YES : SOLVE_GAVE_UP;
}

// What a solver says of the slice, whose terms are made.
static SolveAnswer check(Backend *b, Z3_solver solver, const Slices *s, const Slice *slice,
                         u64 *values) {
    CHECK(slice->nrequired);
    for (u32 i = 0; i < slice->nrequired && !b->has_failed; i++) {
        Z3_solver_assert(b->z3, solver, truth_of(b, s->required[slice->required + i]));
        b->has_failed = b->has_failed || Z3_get_error_code(b->z3) != Z3_OK;
    }
    if (b->has_failed)
        return SOLVE_GAVE_UP;
    Z3_lbool can = Z3_solver_check(b->z3, solver);
    if (Z3_get_error_code(b->z3) != Z3_OK) {
        b->has_failed = true;
        return SOLVE_GAVE_UP;
    }
    if (can == Z3_L_TRUE)
        return read_model(b, solver, s, slice, values);
    return can == Z3_L_FALSE ? SOLVE_NO : SOLVE_GAVE_UP;
}

// Most questions are small: one solver that stays answers them ten times faster than one that is
// made for each. The few that it finds hard go to one that first thinks about the whole question;
// so do all that have floats, which it answers five times faster.
enum { EASY_MS = 250 };

static void limit_incremental(Backend *b) {
    u32 ms = b->timeout_ms && b->timeout_ms < EASY_MS ? b->timeout_ms : EASY_MS;
    if (b->easy_ms != ms)
        set_limits(b, b->incremental, ms);
    b->easy_ms = ms;
}

static SolveAnswer ask_incremental(Backend *b, const Slices *s, const Slice *slice, u64 *values) {
    CHECK(!b->has_failed);
    limit_incremental(b);
    Z3_solver_push(b->z3, b->incremental);
    SolveAnswer answer = check(b, b->incremental, s, slice, values);
    Z3_solver_pop(b->z3, b->incremental, 1);
    b->has_failed = b->has_failed || Z3_get_error_code(b->z3) != Z3_OK;
    return answer;
}

static SolveAnswer ask_thorough(Backend *b, const Slices *s, const Slice *slice, u32 timeout_ms,
                                u64 *values) {
    const char *kind = slice->has_floats ? "QF_FPBV" : "QF_BV";
    Z3_symbol logic = Z3_mk_string_symbol(b->z3, kind);
    Z3_solver solver = Z3_mk_solver_for_logic(b->z3, logic);
    if (!solver) {
        b->has_failed = true;
        return SOLVE_GAVE_UP;
    }
    Z3_solver_inc_ref(b->z3, solver);
    set_limits(b, solver, timeout_ms);
    SolveAnswer answer = check(b, solver, s, slice, values);
    Z3_solver_dec_ref(b->z3, solver);
    return answer;
}

static SolveAnswer ask_in_turn(Backend *b, const Slices *s, const Slice *slice, u64 *values) {
    SolveAnswer answer = ask_incremental(b, s, slice, values);
    bool has_time = b->timeout_ms == 0 || b->timeout_ms > EASY_MS;
    if (answer != SOLVE_GAVE_UP || !has_time || b->has_failed)
        return answer;
    return ask_thorough(b, s, slice, b->timeout_ms ? b->timeout_ms - EASY_MS : 0, values);
}

static void close_z3(Backend *b) {
    if (!b->z3)
        return;
    let_go(b);
    if (b->incremental)
        Z3_solver_dec_ref(b->z3, b->incremental);
    Z3_del_context(b->z3); // and what is held for it
    b->z3 = NULL;
    b->incremental = NULL;
    b->easy_ms = 0;
    b->questions = 0;
    memset(b->sorts, 0, sizeof b->sorts);
    memset(b->floats, 0, sizeof b->floats);
}

// False: there is no memory for it.
static bool open_z3(Backend *b) {
    ENSURE(!b->z3 && b->nkept == 0);
    Z3_config config = Z3_mk_config();
    b->z3 = config ? Z3_mk_context_rc(config) : NULL;
    if (config)
        Z3_del_config(config);
    if (!b->z3)
        return false;
    Z3_set_error_handler(b->z3, ignore_error);
    b->has_failed = false;
    b->spare = NULL;
    b->spare = b->one = backend_number(b, 1, 1);
    b->none = backend_number(b, 0, 1);
    b->incremental = b->has_failed ? NULL : Z3_mk_solver(b->z3);
    if (!b->incremental) {
        close_z3(b);
        return false;
    }
    Z3_solver_inc_ref(b->z3, b->incremental);
    b->nkept = 0; // those stay
    return true;
}

// A question leaves about a kilobyte behind, whatever is let go.
enum { MOST_QUESTIONS = IS_TINY ? 16 : 2048 };

// After a failure nobody knows what state Z3 is in; it begins anew.
static void end_question(Backend *b) {
    ENSURE(b->z3);
    if (b->has_failed || ++b->questions >= MOST_QUESTIONS)
        close_z3(b);
    else
        let_go(b);
}

void backend_set_timeout(Backend *b, u32 timeout_ms) { b->timeout_ms = timeout_ms; }

SolveAnswer backend_ask(Backend *b, const Slices *s, const Slice *slice, const Query *q,
                        u64 *values) {
    if (!b->z3 && !open_z3(b))
        return SOLVE_GAVE_UP;
    ENSURE(!b->has_failed && b->nkept == 0);
    make_terms(b, s, slice, q);
    SolveAnswer answer = SOLVE_GAVE_UP;
    if (!b->has_failed)
        answer = slice->has_floats ? ask_thorough(b, s, slice, b->timeout_ms, values)
                                   : ask_in_turn(b, s, slice, values);
    end_question(b);
    return answer;
}

bool backend_write(Backend *b, const Slices *s, const Slice *slice, const Query *q, Text *out) {
    if (!b->z3 && !open_z3(b))
        return false;
    ENSURE(!b->has_failed && b->nkept == 0);
    make_terms(b, s, slice, q);
    Z3_solver solver = b->has_failed ? NULL : Z3_mk_solver(b->z3);
    const char *text = NULL;
    if (solver) {
        Z3_solver_inc_ref(b->z3, solver);
        for (u32 i = 0; i < slice->nrequired && !b->has_failed; i++)
            Z3_solver_assert(b->z3, solver, truth_of(b, s->required[slice->required + i]));
        text = b->has_failed ? NULL : Z3_solver_to_string(b->z3, solver);
        if (text)
            text_add(out, "(set-logic ALL)\n%s(check-sat)\n", text);
        Z3_solver_dec_ref(b->z3, solver);
    }
    end_question(b);
    return text != NULL;
}

// ---- a whole query ------------------------------------------------------------------------------

static Z3_symbol name_of(Backend *b, const Node *n) {
    char name[16];
    bool is_other = n->param >= SOLVE_NAMES;
    snprintf(name, sizeof name, "%c%u", is_other ? 't' : 'x', n->param % SOLVE_NAMES);
    return Z3_mk_string_symbol(b->z3, name);
}

static void make_query(Backend *b, const Query *q) {
    VEC_RESERVE(b->forms, 0, b->capforms, q->nnodes);
    for (SolveId id = 1; id < q->nnodes && !b->has_failed; id++) {
        const Node *n = &q->nodes[id];
        make_term(b, q, id, n->op == NODE_UNKNOWN ? name_of(b, n) : NULL);
    }
}

// A truth value of its own for each assumption, which implies it.
static Z3_ast *name_assumptions(Backend *b, Z3_solver solver, const SolveId *assumed, u32 n) {
    Z3_ast *names = mem_alloc((n + 1) * sizeof *names);
    Z3_sort truth = Z3_mk_bool_sort(b->z3);
    for (u32 i = 0; i < n && !b->has_failed; i++) {
        char name[16];
        snprintf(name, sizeof name, "a%u", i);
        Z3_symbol symbol = Z3_mk_string_symbol(b->z3, name);
        names[i] = backend_keep(b, Z3_mk_const(b->z3, symbol, truth));
        Z3_ast implies = Z3_mk_implies(b->z3, names[i], truth_of(b, assumed[i]));
        Z3_solver_assert(b->z3, solver, backend_keep(b, implies));
    }
    return names;
}

static Z3_solver solver_of(Backend *b, const Query *q) {
    Z3_solver solver = b->has_failed ? NULL : Z3_mk_solver(b->z3);
    if (!solver)
        return NULL;
    Z3_solver_inc_ref(b->z3, solver);
    set_limits(b, solver, b->timeout_ms);
    for (u32 i = 0; i < q->nrequired && !b->has_failed; i++)
        Z3_solver_assert(b->z3, solver, truth_of(b, q->required[i]));
    return solver;
}

static SolveAnswer read_query_model(Backend *b, Z3_solver solver, const Query *q, u64 *values) {
    Z3_model m = Z3_solver_get_model(b->z3, solver);
    if (!m)
        return SOLVE_GAVE_UP;
    Z3_model_inc_ref(b->z3, m);
    bool has_all = true;
    for (SolveId id = 1; has_all && id < q->nnodes; id++)
        if (q->nodes[id].op == NODE_UNKNOWN)
            has_all = number_in(b, m, b->forms[id].vector, &values[id]);
    Z3_model_dec_ref(b->z3, m);
    return has_all ? SOLVE_YES : SOLVE_GAVE_UP;
}

static void read_core(Backend *b, Z3_solver solver, const Z3_ast *names, u32 n, bool *is_used) {
    Z3_ast_vector core = Z3_solver_get_unsat_core(b->z3, solver);
    Z3_ast_vector_inc_ref(b->z3, core);
    for (u32 k = 0; k < Z3_ast_vector_size(b->z3, core); k++)
        for (u32 i = 0; i < n; i++)
            is_used[i] = is_used[i] || Z3_ast_vector_get(b->z3, core, k) == names[i];
    Z3_ast_vector_dec_ref(b->z3, core);
}

static SolveAnswer check_assuming(Backend *b, Z3_solver solver, const Query *q,
                                  const SolveId *assumed, u32 n, bool *is_used, u64 *values) {
    Z3_ast *names = name_assumptions(b, solver, assumed, n);
    SolveAnswer answer = SOLVE_GAVE_UP;
    if (!b->has_failed) {
        Z3_lbool can = Z3_solver_check_assumptions(b->z3, solver, n, names);
        b->has_failed = Z3_get_error_code(b->z3) != Z3_OK;
        if (can == Z3_L_TRUE)
            answer = read_query_model(b, solver, q, values);
        else if (can == Z3_L_FALSE)
            answer = SOLVE_NO;
        if (answer == SOLVE_NO)
            read_core(b, solver, names, n, is_used);
    }
    mem_free(names, (n + 1) * sizeof *names);
    return b->has_failed ? SOLVE_GAVE_UP : answer;
}

SolveAnswer backend_ask_assuming(Backend *b, const Query *q, const SolveId *assumed, u32 n,
                                 bool *is_used, u64 *values) {
    if (!b->z3 && !open_z3(b))
        return SOLVE_GAVE_UP;
    ENSURE(!b->has_failed && b->nkept == 0);
    make_query(b, q);
    Z3_solver solver = solver_of(b, q);
    SolveAnswer answer = SOLVE_GAVE_UP;
    if (solver) {
        answer = check_assuming(b, solver, q, assumed, n, is_used, values);
        Z3_solver_dec_ref(b->z3, solver);
    }
    end_question(b);
    return answer;
}

// For all numbers of the unknowns with these names, inner is false.
static Z3_ast beyond(Backend *b, const Query *q, SolveId inner, u32 side) {
    Z3_app *bound = mem_alloc(q->nnodes * sizeof *bound);
    u32 n = 0;
    for (SolveId id = 1; id < q->nnodes && !b->has_failed; id++)
        if (q->nodes[id].op == NODE_UNKNOWN && (q->nodes[id].param & side) == side)
            bound[n++] = Z3_to_app(b->z3, b->forms[id].vector);
    Z3_ast is_false = b->has_failed ? b->spare : backend_not(b, truth_of(b, inner));
    if (n && !b->has_failed)
        is_false = backend_keep(b, Z3_mk_forall_const(b->z3, 0, n, bound, 0, NULL, is_false));
    mem_free(bound, q->nnodes * sizeof *bound);
    return is_false;
}

static Z3_lbool check_beyond(Backend *b, Z3_solver solver, const Query *q, SolveId inner,
                             u32 side) {
    Z3_ast is_false = beyond(b, q, inner, side);
    if (b->has_failed)
        return Z3_L_UNDEF;
    Z3_solver_assert(b->z3, solver, is_false);
    Z3_lbool can = Z3_solver_check(b->z3, solver);
    b->has_failed = Z3_get_error_code(b->z3) != Z3_OK;
    return b->has_failed ? Z3_L_UNDEF : can;
}

SolveAnswer backend_ask_beyond(Backend *b, const Query *q, SolveId inner, u32 side, Text *script) {
    if (!b->z3 && !open_z3(b))
        return SOLVE_GAVE_UP;
    ENSURE(!b->has_failed && b->nkept == 0);
    make_query(b, q);
    Z3_solver solver = solver_of(b, q);
    Z3_lbool can = Z3_L_UNDEF;
    if (solver) {
        can = check_beyond(b, solver, q, inner, side);
        const char *text = script && can == Z3_L_FALSE ? Z3_solver_to_string(b->z3, solver) : NULL;
        if (text)
            text_add(script, "(set-logic ALL)\n%s(check-sat)\n", text);
        Z3_solver_dec_ref(b->z3, solver);
    }
    end_question(b);
    return can == Z3_L_UNDEF ? SOLVE_GAVE_UP : can == Z3_L_FALSE ? SOLVE_NO : SOLVE_YES;
}

bool backend_write_query(Backend *b, const Query *q, const SolveId *assumed, u32 n, Text *out) {
    if (!b->z3 && !open_z3(b))
        return false;
    ENSURE(!b->has_failed && b->nkept == 0);
    make_query(b, q);
    Z3_solver solver = solver_of(b, q);
    const char *text = NULL;
    if (solver) {
        mem_free(name_assumptions(b, solver, assumed, n), (n + 1) * sizeof(Z3_ast));
        text = b->has_failed ? NULL : Z3_solver_to_string(b->z3, solver);
        if (text)
            text_add(out, "%s%s", text, q->is_false ? "(assert false)\n" : "");
        Z3_solver_dec_ref(b->z3, solver);
    }
    end_question(b);
    return text != NULL;
}

bool backend_compute(Backend *b, TermOp op, u32 bits, u32 width, u32 param, const u64 *args,
                     u64 *result) {
    if (!b->z3 && !open_z3(b))
        return false;
    Z3_ast x[TERM_OPERANDS];
    for (u32 i = 0; i < term_info[op].operands; i++)
        x[i] = backend_number(b, args[i], term_operand_width(op, bits, width, param, i));
    Z3_ast a = backend_row(b, op, bits, width, param, x);
    if (backend_gives_truth(op))
        a = backend_choose(b, a, b->one, b->none);
    a = backend_keep(b, Z3_simplify(b->z3, a));
    uint64_t number = 0;
    bool is_right = !b->has_failed && Z3_get_numeral_uint64(b->z3, a, &number) &&
                    size_of(b, a) == term_width(op, bits, width);
    *result = number;
    end_question(b);
    return is_right;
}

// Z3 itself is opened when it is asked.
Backend *backend_new(u32 timeout_ms) {
    Backend *b = mem_zalloc(sizeof *b);
    b->timeout_ms = timeout_ms;
    return b;
}

void backend_free(Backend *b) {
    if (!b)
        return;
    close_z3(b);
    VEC_FREE(b->kept, b->capkept);
    VEC_FREE(b->forms, b->capforms);
    mem_free(b, sizeof *b);
}
