// SPDX-License-Identifier: Apache-2.0
// Z3: terms become its bit vectors, only when it is really asked. The only file that knows it.
//
// A term has up to two forms there, made when they are needed: a bit vector of the term's width,
// and for terms of one bit a truth value. Comparisons are truth values first, all others bit
// vectors.
//
// Whatever goes wrong in Z3 (no memory, no time, something that it cannot do) sets `has_failed`;
// from there on a spare term stands for everything, so that no call gets a null pointer, and the
// answer is SOLVE_GAVE_UP. Terms are counted by reference: all that a question has made is let go
// behind it.
#include "solve/solve_int.h"

#include <z3.h>

typedef struct Forms {
    Z3_ast vector, truth;
} Forms;

struct Backend {
    Z3_context z3; // NULL: it could not be made
    Z3_solver incremental;
    u32 timeout_ms;
    bool has_failed;
    Z3_ast spare, one, none; // one bit
    Z3_ast *kept;            // what the question has made
    u32 nkept, capkept;
    u32 nfixed;   // the first of them stay
    Forms *forms; // by id
    u32 capforms;
};

// ---- what Z3 gives ------------------------------------------------------------------------------

static void ignore_error(Z3_context c, Z3_error_code e) {
    (void)c;
    (void)e; // `keep` and those who ask for answers look at the code
}

static Z3_ast keep(Backend *b, Z3_ast a) {
    if (!a || Z3_get_error_code(b->z3) != Z3_OK) {
        b->has_failed = true;
        return b->spare;
    }
    Z3_inc_ref(b->z3, a);
    VEC_PUSH(b->kept, b->nkept, b->capkept) = a;
    return a;
}

static void let_go(Backend *b, u32 from) {
    while (b->nkept > from)
        Z3_dec_ref(b->z3, b->kept[--b->nkept]);
}

static Z3_sort sort_of(Backend *b, u32 width) { return Z3_mk_bv_sort(b->z3, width); }

static Z3_ast number(Backend *b, u64 v, u32 width) {
    CHECK(v <= term_mask(width));
    return keep(b, Z3_mk_unsigned_int64(b->z3, v, sort_of(b, width)));
}

static u32 size_of(Backend *b, Z3_ast a) {
    return Z3_get_bv_sort_size(b->z3, Z3_get_sort(b->z3, a));
}

// Zero-extends.
static Z3_ast widened(Backend *b, Z3_ast a, u32 width) {
    u32 have = b->has_failed ? width : size_of(b, a);
    ENSURE(have <= width);
    return have == width ? a : keep(b, Z3_mk_zero_ext(b->z3, width - have, a));
}

static Z3_ast bits_of(Backend *b, Z3_ast a, u32 from, u32 width) {
    return keep(b, Z3_mk_extract(b->z3, from + width - 1, from, a));
}
static Z3_ast concat(Backend *b, Z3_ast high, Z3_ast low) {
    return keep(b, Z3_mk_concat(b->z3, high, low));
}
static Z3_ast choose(Backend *b, Z3_ast c, Z3_ast yes, Z3_ast no) {
    return keep(b, Z3_mk_ite(b->z3, c, yes, no));
}
static Z3_ast not_of(Backend *b, Z3_ast a) { return keep(b, Z3_mk_not(b->z3, a)); }
static Z3_ast equal(Backend *b, Z3_ast x, Z3_ast y) { return keep(b, Z3_mk_eq(b->z3, x, y)); }

// ---- rows ---------------------------------------------------------------------------------------

static Z3_ast arithmetic(Backend *b, TermOp op, Z3_ast x, Z3_ast y) {
    typedef Z3_ast Make(Z3_context, Z3_ast, Z3_ast);
    static Make *const make[] = {
        [TERM_ADD] = Z3_mk_bvadd,   [TERM_SUB] = Z3_mk_bvsub,   [TERM_MUL] = Z3_mk_bvmul,
        [TERM_UDIV] = Z3_mk_bvudiv, [TERM_SDIV] = Z3_mk_bvsdiv, [TERM_UREM] = Z3_mk_bvurem,
        [TERM_SREM] = Z3_mk_bvsrem, [TERM_AND] = Z3_mk_bvand,   [TERM_OR] = Z3_mk_bvor,
        [TERM_XOR] = Z3_mk_bvxor,   [TERM_SHL] = Z3_mk_bvshl,   [TERM_LSHR] = Z3_mk_bvlshr,
        [TERM_ASHR] = Z3_mk_bvashr, [TERM_EQ] = Z3_mk_eq,       [TERM_ULT] = Z3_mk_bvult,
        [TERM_ULE] = Z3_mk_bvule,   [TERM_SLT] = Z3_mk_bvslt,   [TERM_SLE] = Z3_mk_bvsle};
    ENSURE(op < ARRAY_LEN(make) && make[op]);
    return keep(b, make[op](b->z3, x, y));
}

static Z3_ast is_negative(Backend *b, u32 bits, Z3_ast x) {
    return keep(b, Z3_mk_bvslt(b->z3, x, number(b, 0, bits)));
}
static Z3_ast magnitude(Backend *b, u32 bits, Z3_ast x) {
    return choose(b, is_negative(b, bits, x), keep(b, Z3_mk_bvneg(b->z3, x)), x);
}
static Z3_ast either(Backend *b, Z3_ast x, Z3_ast y) {
    return keep(b, Z3_mk_or(b->z3, 2, (Z3_ast[]){x, y}));
}

static Z3_ast unsigned_product_overflows(Backend *b, Z3_ast x, Z3_ast y) {
    return not_of(b, keep(b, Z3_mk_bvmul_no_overflow(b->z3, x, y, false)));
}

// Z3 4.8.12 has a row for signed products too, but simplifies it wrongly for numbers of different
// signs (of 8 bits: -4 times 2).
static Z3_ast signed_product_overflows(Backend *b, u32 bits, Z3_ast x, Z3_ast y) {
    Z3_ast m = magnitude(b, bits, x), n = magnitude(b, bits, y);
    Z3_ast product = arithmetic(b, TERM_MUL, m, n);
    Z3_ast differ = keep(b, Z3_mk_xor(b->z3, is_negative(b, bits, x), is_negative(b, bits, y)));
    Z3_ast most = choose(b, differ, number(b, 1ull << (bits - 1), bits),
                         number(b, term_mask(bits - 1), bits));
    return either(b, unsigned_product_overflows(b, m, n), arithmetic(b, TERM_ULT, most, product));
}

// A sum overflows if the operands have one sign and the result has the other; a difference, if the
// operands have different signs and the result has not that of the first.
static Z3_ast signed_sum_overflows(Backend *b, TermOp op, u32 bits, Z3_ast x, Z3_ast y) {
    Z3_ast result = arithmetic(b, op, x, y);
    Z3_ast turned = arithmetic(b, TERM_XOR, x, result);
    Z3_ast other = arithmetic(b, TERM_XOR, op == TERM_ADD ? y : x, op == TERM_ADD ? result : y);
    return is_negative(b, bits, arithmetic(b, TERM_AND, turned, other));
}

// Truth values.
static Z3_ast overflow(Backend *b, TermOp op, u32 bits, Z3_ast x, Z3_ast y) {
    switch (op) {
    case TERM_SADDO: return signed_sum_overflows(b, TERM_ADD, bits, x, y);
    case TERM_SSUBO: return signed_sum_overflows(b, TERM_SUB, bits, x, y);
    case TERM_SMULO: return signed_product_overflows(b, bits, x, y);
    case TERM_UADDO: return arithmetic(b, TERM_ULT, arithmetic(b, TERM_ADD, x, y), x);
    case TERM_USUBO: return arithmetic(b, TERM_ULT, x, y);
    default: return unsigned_product_overflows(b, x, y);
    }
}

static Z3_ast shifted_right(Backend *b, u32 bits, Z3_ast x, u32 by) {
    return arithmetic(b, TERM_LSHR, x, number(b, by, bits));
}

// Fields of 1, 2, 4 ... bits are added to their neighbours, all at once.
static Z3_ast popcount(Backend *b, u32 bits, Z3_ast x) {
    for (u32 step = 1; step < bits; step *= 2) {
        u64 fields = 0;
        for (u32 at = 0; at < bits; at += 2 * step)
            fields |= term_mask(step) << at;
        Z3_ast mask = number(b, fields & term_mask(bits), bits);
        Z3_ast even = arithmetic(b, TERM_AND, x, mask);
        Z3_ast odd = arithmetic(b, TERM_AND, shifted_right(b, bits, x, step), mask);
        x = arithmetic(b, TERM_ADD, even, odd);
    }
    return x;
}

// The zeros below the lowest one are the ones of x - 1 that x has not.
static Z3_ast trailing_zeros(Backend *b, u32 bits, Z3_ast x) {
    Z3_ast before = arithmetic(b, TERM_SUB, x, number(b, 1, bits));
    Z3_ast others = keep(b, Z3_mk_bvnot(b->z3, x));
    return popcount(b, bits, arithmetic(b, TERM_AND, before, others));
}

// All bits below the highest one are set; what is zero then was before it.
static Z3_ast leading_zeros(Backend *b, u32 bits, Z3_ast x) {
    for (u32 step = 1; step < bits; step *= 2)
        x = arithmetic(b, TERM_OR, x, shifted_right(b, bits, x, step));
    return popcount(b, bits, keep(b, Z3_mk_bvnot(b->z3, x)));
}

static Z3_ast reversed(Backend *b, u32 bits, Z3_ast x, u32 unit) {
    Z3_ast r = bits_of(b, x, 0, unit);
    for (u32 at = unit; at < bits; at += unit)
        r = concat(b, r, bits_of(b, x, at, unit));
    return r;
}

static Z3_ast bit_function(Backend *b, TermOp op, u32 bits, Z3_ast x) {
    switch (op) {
    case TERM_POPCOUNT: return popcount(b, bits, x);
    case TERM_CLZ: return leading_zeros(b, bits, x);
    case TERM_CTZ: return trailing_zeros(b, bits, x);
    case TERM_BSWAP: return reversed(b, bits, x, 8);
    case TERM_BITREVERSE: return reversed(b, bits, x, 1);
    default: return magnitude(b, bits, x);
    }
}

static Z3_ast saturated(Backend *b, TermOp op, u32 bits, Z3_ast x, Z3_ast y) {
    Z3_ast lowest = number(b, 1ull << (bits - 1), bits);
    Z3_ast highest = number(b, term_mask(bits - 1), bits), most = number(b, term_mask(bits), bits);
    Z3_ast nearest = choose(b, is_negative(b, bits, x), lowest, highest);
    Z3_ast shifted = arithmetic(b, TERM_SHL, x, y), zero = number(b, 0, bits);
    Z3_ast is_lost = NULL, back;
    switch (op) {
    case TERM_SAT_SADD:
        return choose(b, overflow(b, TERM_SADDO, bits, x, y), nearest,
                      arithmetic(b, TERM_ADD, x, y));
    case TERM_SAT_SSUB:
        return choose(b, overflow(b, TERM_SSUBO, bits, x, y), nearest,
                      arithmetic(b, TERM_SUB, x, y));
    case TERM_SAT_UADD:
        return choose(b, overflow(b, TERM_UADDO, bits, x, y), most, arithmetic(b, TERM_ADD, x, y));
    case TERM_SAT_USUB:
        return choose(b, arithmetic(b, TERM_ULT, x, y), zero, arithmetic(b, TERM_SUB, x, y));
    case TERM_SAT_SSHL:
        back = arithmetic(b, TERM_ASHR, shifted, y); // 0 where all bits are shifted out
        is_lost = not_of(b, equal(b, back, x));
        return choose(b, is_lost, nearest, shifted);
    default:
        back = arithmetic(b, TERM_LSHR, shifted, y);
        return choose(b, not_of(b, equal(b, back, x)), most, shifted);
    }
}

static Z3_ast funnel(Backend *b, TermOp op, u32 bits, const Z3_ast *x) {
    Z3_ast by = arithmetic(b, TERM_UREM, x[2], number(b, bits, bits));
    Z3_ast both = concat(b, x[0], x[1]), amount = widened(b, by, 2 * bits);
    Z3_ast moved = arithmetic(b, op == TERM_FSHL ? TERM_SHL : TERM_LSHR, both, amount);
    return bits_of(b, moved, op == TERM_FSHL ? bits : 0, bits);
}

static Z3_ast extreme(Backend *b, TermOp op, Z3_ast x, Z3_ast y) {
    bool is_signed = op == TERM_SMIN || op == TERM_SMAX;
    bool wants_less = op == TERM_SMIN || op == TERM_UMIN;
    Z3_ast is_less = arithmetic(b, is_signed ? TERM_SLE : TERM_ULE, x, y);
    return choose(b, is_less, wants_less ? x : y, wants_less ? y : x);
}

// Whether a row gives a truth value first.
static bool gives_truth(TermOp op) {
    return (op >= TERM_EQ && op <= TERM_SLE) || (op >= TERM_SADDO && op <= TERM_UMULO);
}

// The operands are bit vectors as wide as the row asks for. The result is a truth value if
// gives_truth says so, else a bit vector.
static Z3_ast row(Backend *b, TermOp op, u32 bits, u32 width, u32 param, const Z3_ast *x) {
    switch (op) {
    case TERM_NE: return not_of(b, equal(b, x[0], x[1]));
    case TERM_EXTRACT: return bits_of(b, x[0], param, width);
    case TERM_CONCAT: return concat(b, x[1], x[0]);
    case TERM_SEXT: return keep(b, Z3_mk_sign_ext(b->z3, width - param, x[0]));
    case TERM_ITE: return choose(b, equal(b, x[0], b->one), x[1], x[2]);
    case TERM_SADDO:
    case TERM_SSUBO:
    case TERM_SMULO:
    case TERM_UADDO:
    case TERM_USUBO:
    case TERM_UMULO: return overflow(b, op, bits, x[0], x[1]);
    case TERM_POPCOUNT:
    case TERM_CLZ:
    case TERM_CTZ:
    case TERM_BSWAP:
    case TERM_BITREVERSE:
    case TERM_ABS: return bit_function(b, op, bits, x[0]);
    case TERM_SMIN:
    case TERM_SMAX:
    case TERM_UMIN:
    case TERM_UMAX: return extreme(b, op, x[0], x[1]);
    case TERM_SAT_SADD:
    case TERM_SAT_UADD:
    case TERM_SAT_SSUB:
    case TERM_SAT_USUB:
    case TERM_SAT_SSHL:
    case TERM_SAT_USHL: return saturated(b, op, bits, x[0], x[1]);
    case TERM_FSHL:
    case TERM_FSHR: return funnel(b, op, bits, x);
    default: return arithmetic(b, op, x[0], x[1]);
    }
}

// ---- terms --------------------------------------------------------------------------------------

static Z3_ast truth_of(Backend *b, SolveId id) {
    Forms *f = &b->forms[id];
    ENSURE(f->truth || f->vector);
    if (!f->truth)
        f->truth = equal(b, f->vector, b->one);
    return f->truth;
}

static Z3_ast vector_of(Backend *b, const Query *q, SolveId id, u32 width) {
    const Node *n = &q->nodes[id];
    Forms *f = &b->forms[id];
    if (node_is_number(n))
        return number(b, node_number(n), width);
    ENSURE(f->truth || f->vector);
    if (!f->vector)
        f->vector = choose(b, f->truth, b->one, b->none);
    return widened(b, f->vector, width);
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
    case TERM_AND: return keep(b, Z3_mk_and(z3, 2, x));
    case TERM_OR: return keep(b, Z3_mk_or(z3, 2, x));
    case TERM_EQ: return keep(b, Z3_mk_iff(z3, x[0], x[1]));
    case TERM_ITE: return choose(b, x[0], x[1], x[2]);
    default: return keep(b, Z3_mk_xor(z3, x[0], x[1]));
    }
}

static Z3_ast choice(Backend *b, const Query *q, const Node *n) {
    return choose(b, truth_of(b, n->arg[0]), vector_of(b, q, n->arg[1], n->width),
                  vector_of(b, q, n->arg[2], n->width));
}

// Operands have been made before. `nth`: the number of an unknown in its slice, so that equal
// slices are equal to Z3 too.
static void make_term(Backend *b, const Query *q, SolveId id, int nth) {
    const Node *n = &q->nodes[id];
    Forms *f = &b->forms[id];
    *f = (Forms){0};
    if (n->op == NODE_UNKNOWN) {
        Z3_symbol name = Z3_mk_int_symbol(b->z3, nth);
        f->vector = keep(b, Z3_mk_const(b->z3, name, sort_of(b, n->width)));
        return;
    }
    if (node_is_number(n)) { // a number alone is as wide as it must be
        f->vector = number(b, node_number(n), n->width);
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
    Z3_ast x[TERM_OPERANDS];
    for (u32 i = 0; i < node_operands(n); i++)
        x[i] = vector_of(b, q, n->arg[i], term_operand_width(op, n->bits, n->width, n->param, i));
    Z3_ast made = row(b, op, n->bits, n->width, n->param, x);
    if (gives_truth(op))
        f->truth = made;
    else
        f->vector = made;
}

static void make_terms(Backend *b, const Slices *s, const Slice *slice, const Query *q) {
    VEC_RESERVE(b->forms, 0, b->capforms, q->nnodes);
    int unknowns = 0;
    for (u32 i = 0; i < slice->nnodes && !b->has_failed; i++) {
        SolveId id = s->nodes[slice->node + i];
        make_term(b, q, id, unknowns);
        unknowns += q->nodes[id].op == NODE_UNKNOWN;
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
    a = keep(b, a);
    uint64_t number = 0;
    bool is_number = !b->has_failed && Z3_get_numeral_uint64(b->z3, a, &number);
    *v = number;
    return is_number;
}

static SolveAnswer read_model(Backend *b, Z3_solver solver, const Slices *s, const Slice *slice,
                              u64 *values) {
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

// Most questions are small: one solver that stays answers them a hundred times faster than one that
// is made for each. The few that it finds hard go to one that first thinks about the whole
// question.
enum { EASY_MS = 250 };

static SolveAnswer ask_incremental(Backend *b, const Slices *s, const Slice *slice, u64 *values) {
    Z3_solver_push(b->z3, b->incremental);
    SolveAnswer answer = check(b, b->incremental, s, slice, values);
    Z3_solver_pop(b->z3, b->incremental, 1);
    b->has_failed = b->has_failed || Z3_get_error_code(b->z3) != Z3_OK;
    return answer;
}

static SolveAnswer ask_thorough(Backend *b, const Slices *s, const Slice *slice, u64 *values) {
    Z3_symbol logic = Z3_mk_string_symbol(b->z3, "QF_BV");
    Z3_solver solver = Z3_mk_solver_for_logic(b->z3, logic);
    if (!solver) {
        b->has_failed = true;
        return SOLVE_GAVE_UP;
    }
    Z3_solver_inc_ref(b->z3, solver);
    set_limits(b, solver, b->timeout_ms ? b->timeout_ms - EASY_MS : 0);
    SolveAnswer answer = check(b, solver, s, slice, values);
    Z3_solver_dec_ref(b->z3, solver);
    return answer;
}

static void close_z3(Backend *b) {
    if (!b->z3)
        return;
    let_go(b, 0);
    if (b->incremental)
        Z3_solver_dec_ref(b->z3, b->incremental);
    Z3_del_context(b->z3);
    b->z3 = NULL;
    b->incremental = NULL;
}

// False: there is no memory for it. (What is kept first stays as long as the context.)
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
    b->one = b->spare = number(b, 1, 1);
    b->none = number(b, 0, 1);
    b->incremental = b->has_failed ? NULL : Z3_mk_solver(b->z3);
    if (!b->incremental) {
        close_z3(b);
        return false;
    }
    Z3_solver_inc_ref(b->z3, b->incremental);
    bool is_short = b->timeout_ms && b->timeout_ms <= EASY_MS;
    set_limits(b, b->incremental, is_short ? b->timeout_ms : EASY_MS);
    b->nfixed = b->nkept;
    return true;
}

// After a failure nobody knows what state Z3 is in; it begins anew.
static void end_question(Backend *b) {
    if (b->has_failed)
        close_z3(b);
    else
        let_go(b, b->nfixed);
}

SolveAnswer backend_ask(Backend *b, const Slices *s, const Slice *slice, const Query *q,
                        u64 *values) {
    if (!b->z3 && !open_z3(b))
        return SOLVE_GAVE_UP;
    ENSURE(!b->has_failed && b->nkept == b->nfixed);
    make_terms(b, s, slice, q);
    SolveAnswer answer = b->has_failed ? SOLVE_GAVE_UP : ask_incremental(b, s, slice, values);
    bool has_time = b->timeout_ms == 0 || b->timeout_ms > EASY_MS;
    if (answer == SOLVE_GAVE_UP && has_time && !b->has_failed)
        answer = ask_thorough(b, s, slice, values);
    end_question(b);
    return answer;
}

bool backend_compute(Backend *b, TermOp op, u32 bits, u32 width, u32 param, const u64 *args,
                     u64 *result) {
    if (!b->z3 && !open_z3(b))
        return false;
    Z3_ast x[TERM_OPERANDS];
    for (u32 i = 0; i < term_info[op].operands; i++)
        x[i] = number(b, args[i], term_operand_width(op, bits, width, param, i));
    Z3_ast a = row(b, op, bits, width, param, x);
    if (gives_truth(op))
        a = choose(b, a, b->one, b->none);
    a = keep(b, Z3_simplify(b->z3, a));
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
