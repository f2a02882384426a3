// SPDX-License-Identifier: Apache-2.0
// Unit tests of what operations on terms mean: term_compute against Z3, and against the machine's
// own instructions, on random operands.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solve/solve_int.h"
#include "vm/vm_int.h"

enum { SAMPLES = IS_CHECKING ? 1000 : 10000 };

static u64 seed;
static u64 any(void) { return hash_mix(++seed); }
static u32 below(u32 n) { return (u32)(any() % n); }

// Widths of the machine, and odd ones.
static u32 any_width(void) {
    static const u8 usual[] = {1, 8, 16, 32, 64};
    return below(3) ? usual[below(ARRAY_LEN(usual))] : 1 + below(64);
}

// Numbers near the ends of the ranges are as likely as all others.
static u64 any_number(u32 width) {
    u64 mask = term_mask(width), sign = 1ull << (width - 1);
    switch (below(8)) {
    case 0: return below(4) & mask;
    case 1: return (mask - below(4)) & mask;
    case 2: return (sign - 2 + below(4)) & mask;
    case 3: return below(2 * width) & mask; // as amounts of shifts
    case 4: return 1ull << below(width);
    default: return any() & mask >> below(width);
    }
}

// Zeros, infinities, what is no number (quiet or not), the smallest ones, whole numbers and halves
// near the limits of integers, and any others.
static u64 any_float(u32 bits) {
    u32 fraction = bits == 32 ? 23 : 52;
    u64 sign = (u64)below(2) << (bits - 1), mask = term_mask(fraction),
        bias = bits == 32 ? 127 : 1023;
    u64 exponent = term_mask(bits - 1 - fraction) << fraction;
    switch (below(10)) {
    case 0: return sign;
    case 1: return sign | exponent;
    case 2: return sign | exponent | (any() & mask >> below(fraction)) | 1;
    case 3: return sign | exponent | 1ull << below(fraction);
    case 4: return sign | (any() & mask >> below(fraction));
    case 5:
        return sign | (bias - 2 + below(130)) << fraction | (any() & mask & ~(mask >> below(20)));
    case 6: return sign | (bias + below(66)) << fraction | (mask << below(fraction) & mask);
    case 7: return sign | (bias - 1 + below(3)) << fraction | 1ull << below(fraction);
    default: return any() & term_mask(bits);
    }
}

typedef struct Sample {
    TermOp op;
    u32 bits, width, param;
    u64 args[TERM_OPERANDS];
} Sample;

static void shape_floats(Sample *s) {
    u32 kind = below(2) ? 32 : 64, integer = any_width();
    if (s->op == TERM_WIDE_FTOI || s->op == TERM_WIDE_ITOF) {
        bool is_from = s->op == TERM_WIDE_FTOI;
        s->bits = is_from ? kind : 64;
        s->width = is_from ? 64 : kind;
        s->param = below(is_from ? 4 : 2);
        return;
    }
    s->bits = s->op == TERM_ITOF ? integer : kind;
    s->width = s->op == TERM_FCMP   ? 1
               : s->op == TERM_FTOI ? integer
               : s->op == TERM_FCVT ? 96 - kind
                                    : kind;
    s->param = s->op == TERM_FCMP                         ? below(16)
               : s->op == TERM_FTOI || s->op == TERM_ITOF ? below(2)
                                                          : 0;
}

// Numbers that were extended, that are equal, and small ones on the right: amounts, divisors.
static void relate_halves(Sample *s) {
    for (u32 i = 0; i < 4; i += 2)
        if (below(3) == 0)
            s->args[i + 1] =
                below(2) ? 0 : (u64)(term_signed(s->args[i], s->bits) >> 63) & term_mask(s->bits);
    if (below(8) == 0)
        s->args[3] = s->args[1];
    if (below(3) == 0) {
        s->args[2] = below(4 * s->bits) & term_mask(s->bits);
        s->args[3] = 0;
    }
    if (below(16) == 0) // the lowest number by -1
        *s = (Sample){.op = s->op,
                      .bits = s->bits,
                      .width = s->width,
                      .param = s->param,
                      .args = {0, 1ull << (s->bits - 1), term_mask(s->bits), term_mask(s->bits)}};
}

static Sample any_sample(TermOp op) {
    Sample s = {.op = op, .bits = any_width()};
    s.width = term_width(op, s.bits, s.bits);
    switch (op) {
    case TERM_BSWAP: s.width = s.bits = 8 * (1 + below(8)); break;
    case TERM_EXTRACT:
        s.width = 1 + below(s.bits);
        s.param = below(s.bits - s.width + 1);
        break;
    case TERM_CONCAT:
        s.bits = s.width = 2 + below(63);
        s.param = 1 + below(s.width - 1);
        break;
    case TERM_SEXT:
        s.param = 1 + below(64);
        s.bits = s.param;
        s.width = s.param + below(65 - s.param);
        break;
    default: break;
    }
    if (term_is_half(op))
        s.param = below(2);
    if (term_is_float(op))
        shape_floats(&s);
    assert_true(term_is_formed(op, s.bits, s.width, s.param));
    for (u32 i = 0; i < term_info[op].operands; i++) {
        u32 width = term_operand_width(op, s.bits, s.width, s.param, i);
        bool is_float = term_is_float(op) && op != TERM_ITOF && op != TERM_WIDE_ITOF;
        s.args[i] = is_float ? any_float(width) : any_number(width);
    }
    if (term_info[op].operands > 1 && below(16) == 0 && op != TERM_CONCAT && op != TERM_ITE)
        s.args[1] = s.args[0];
    if (term_is_wide(op))
        relate_halves(&s);
    return s;
}

static u64 compute(const Sample *s) {
    u64 v = term_compute(s->op, s->bits, s->width, s->param, s->args);
    assert_true(v <= term_mask(term_width(s->op, s->bits, s->width)));
    return v;
}

static void disagree(const Sample *s, u64 ours, u64 theirs, const char *whose) {
    fail_msg(
        "%s, %u bits, width %u, param %u, of %#llx %#llx %#llx %#llx: %#llx, but %s says %#llx",
        term_info[s->op].name, s->bits, s->width, s->param, (unsigned long long)s->args[0],
        (unsigned long long)s->args[1], (unsigned long long)s->args[2],
        (unsigned long long)s->args[3], (unsigned long long)ours, whose,
        (unsigned long long)theirs);
}

static void rows_mean_what_z3_says(void **state) {
    (void)state;
    Backend *b = backend_new(0);
    for (TermOp op = 0; op < TERM_COUNT; op++) {
        for (u32 i = 0; i < SAMPLES; i++) {
            Sample s = any_sample(op);
            u64 theirs;
            assert_true(backend_compute(b, op, s.bits, s.width, s.param, s.args, &theirs));
            if (compute(&s) != theirs)
                disagree(&s, compute(&s), theirs, "Z3");
        }
    }
    backend_free(b);
}

// ---- queries ------------------------------------------------------------------------------------

// Each operand is a number of which two bits are unknown: few enough to try all of them, but Z3 has
// to reason about the row instead of computing it.
typedef struct Open {
    u8 at[TERM_OPERANDS][2];
    u32 cases; // of all operands together
} Open;

static void open_bits(const Sample *s, Open *o) {
    o->cases = 1;
    for (u32 i = 0; i < term_info[s->op].operands; i++) {
        u32 width = term_operand_width(s->op, s->bits, s->width, s->param, i);
        o->at[i][0] = (u8)below(width);
        o->at[i][1] = (u8)below(width);
        o->cases *= 4;
    }
}

static u64 result_in(const Sample *s, const Open *o, u32 which) {
    Sample t = *s;
    for (u32 i = 0; i < term_info[s->op].operands; i++, which /= 4) {
        t.args[i] ^= (u64)(which & 1) << o->at[i][0];
        t.args[i] ^= (u64)(which >> 1 & 1) << o->at[i][1];
    }
    return compute(&t);
}

static SolveId operand_of(Solver *s, const Sample *sample, const Open *o, u32 i) {
    u32 width = term_operand_width(sample->op, sample->bits, sample->width, sample->param, i);
    SolveId v = solve_number(s, sample->args[i], width), u = solve_unknown(s, i, 2);
    for (u32 k = 0; k < 2; k++) {
        SolveId bit = solve_apply(s, TERM_EXTRACT, 2, 1, k, &u, 1);
        SolveId at = solve_number(s, o->at[i][k], 64);
        SolveId moved = solve_apply(s, TERM_SHL, 64, 64, 0, (SolveId[]){bit, at}, 2);
        moved = solve_apply(s, TERM_EXTRACT, 64, width, 0, &moved, 1);
        v = solve_apply(s, TERM_XOR, width, width, 0, (SolveId[]){v, moved}, 2);
    }
    return v;
}

static bool some_case_gives(const Sample *s, const Open *o, u64 wanted) {
    for (u32 i = 0; i < o->cases; i++)
        if (result_in(s, o, i) == wanted)
            return true;
    return false;
}

static void try_query(Solver *s, TermOp op) {
    Sample sample = any_sample(op);
    while ((op == TERM_FDIV || op == TERM_FSQRT) && sample.bits == 64)
        sample = any_sample(op); // takes half a second
    Open o;
    SolveId args[TERM_OPERANDS];
    open_bits(&sample, &o);
    solve_begin(s);
    for (u32 i = 0; i < term_info[op].operands; i++)
        args[i] = operand_of(s, &sample, &o, i);
    u32 width = term_width(op, sample.bits, sample.width);
    u64 wanted = result_in(&sample, &o, below(o.cases)) ^ (u64)below(2) << below(width);
    SolveId r =
        solve_apply(s, op, sample.bits, sample.width, sample.param, args, term_info[op].operands);
    SolveId pair[2] = {r, solve_number(s, wanted, width)};
    solve_require(s, solve_apply(s, TERM_EQ, width, 1, 0, pair, 2));
    SolveAnswer right = some_case_gives(&sample, &o, wanted) ? SOLVE_YES : SOLVE_NO;
    SolveAnswer answer = solve_ask(s);
    if (answer != right)
        disagree(&sample, wanted, answer, "the answer to a query");
    if (answer == SOLVE_YES)
        assert_int_equal(solve_value(s, r), wanted);
}

enum { QUERIES = IS_CHECKING ? 1 : 5 };

static void rows_mean_the_same_in_queries(void **state) {
    (void)state;
    Solver *s =
        solver_new(&(SolverOptions){.no_cache = true, .no_intervals = true, .no_orders = true});
    for (TermOp op = 0; op < TERM_COUNT; op++)
        for (u32 i = 0; i < QUERIES; i++)
            try_query(s, op);
    solver_free(s);
}

// ---- the machine --------------------------------------------------------------------------------

static Cell number_cell(u64 v) { return (Cell){.v = v}; }

// As the machine computes with two cells, where numbers are extended as the row looks at them.
static u64 by_wide_cells(const Sample *s) {
    bool is_signed = s->op == TERM_SDIV || s->op == TERM_SREM || s->op == TERM_ASHR ||
                     s->op == TERM_SLT || s->op == TERM_SLE;
    Cell a[2] = {number_cell(s->args[0])}, b[2] = {number_cell(s->args[1])}, r[2] = {{0}};
    if (is_signed) {
        i64 x = term_signed(s->args[0], s->bits), y = term_signed(s->args[1], s->bits);
        a[0].v = (u64)x;
        a[1].v = (u64)(x >> 63);
        if (s->op != TERM_ASHR) {
            b[0].v = (u64)y;
            b[1].v = (u64)(y >> 63);
        }
    }
    Insn in = {.op = s->op >= TERM_EQ ? OP_CMP128 : OP_ARITH128, .aux = (u16)(A_ADD + s->op)};
    number_op(&in, r, a, b, NULL);
    return r[0].v & term_mask(term_width(s->op, s->bits, s->width));
}

static u64 by_given_cells(const Sample *s) {
    static Vm vm;
    Cell r = {0};
    Slow slow = arith_tagged(&vm, (Op)(OP_ADD64 + s->op), s->bits, cell_given(s->args[0], 1),
                             number_cell(s->args[1]), &r);
    assert_int_equal(slow, SLOW_OK);
    return r.v;
}

static bool is_machine_width(u32 bits) {
    return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

static void integers_mean_what_the_machine_says(void **state) {
    (void)state;
    assert_int_equal(OP_SLE64 - OP_ADD64, TERM_SLE);
    assert_int_equal(A_SLE - A_ADD, TERM_SLE);
    for (TermOp op = TERM_ADD; op <= TERM_SLE; op++) {
        bool divides = op >= TERM_UDIV && op <= TERM_SREM;
        for (u32 i = 0; i < SAMPLES; i++) {
            Sample s = any_sample(op);
            if (divides && s.args[1] == 0)
                continue; // the machine does not
            u64 ours = compute(&s);
            if (ours != by_wide_cells(&s))
                disagree(&s, ours, by_wide_cells(&s), "number.c");
            bool may_fail = divides && s.args[1] == term_mask(s.bits);
            if (is_machine_width(s.bits) && !may_fail && ours != by_given_cells(&s))
                disagree(&s, ours, by_given_cells(&s), "arith.c");
        }
    }
}

// The instruction of the machine that a row of numbers in two halves is, for halves of 64 bits.
static Insn wide_instruction(TermOp op) {
    static const u8 plain[] = {A_ADD,  A_SUB,  A_MUL, A_UDIV, A_SDIV, A_UREM, A_SREM, A_SHL,
                               A_LSHR, A_ASHR, A_EQ,  A_ULT,  A_ULE,  A_SLT,  A_SLE};
    static const u8 flags[] = {OVF_SADD, OVF_SSUB, OVF_SMUL, OVF_UADD, OVF_UMUL};
    if (op > TERM_WIDE_SLE)
        return (Insn){.op = OP_OVF128, .aux = flags[op - TERM_WIDE_SADDO]};
    return (Insn){.op = term_is_half(op) ? OP_ARITH128 : OP_CMP128,
                  .aux = plain[op - TERM_WIDE_ADD]};
}

static void halves_mean_what_the_machine_says(void **state) {
    (void)state;
    for (TermOp op = TERM_WIDE_ADD; op <= TERM_WIDE_UMULO; op++) {
        bool divides = op >= TERM_WIDE_UDIV && op <= TERM_WIDE_SREM;
        Insn in = wide_instruction(op);
        for (u32 i = 0; i < SAMPLES;) {
            Sample s = any_sample(op);
            if (s.bits != 64)
                continue;
            i++;
            if (divides && s.args[2] == 0 && s.args[3] == 0)
                continue;
            Cell a[2] = {number_cell(s.args[0]), number_cell(s.args[1])},
                 b[2] = {number_cell(s.args[2]), number_cell(s.args[3])}, r[3] = {{0}};
            number_op(&in, r, a, b, NULL);
            u64 theirs = r[in.op == OP_OVF128 ? 2 : s.param].v;
            if (compute(&s) != theirs)
                disagree(&s, compute(&s), theirs, "number.c");
        }
    }
}

// Which instruction is a row; `result`: the cell of it that is meant. False: none in number.c.
static bool instruction_of(const Sample *s, Insn *in, u32 *result) {
    static const struct {
        TermOp term;
        Op op;
        u16 aux;
        u8 result;
    } rows[] = {
        {TERM_SADDO, OP_OVF, OVF_SADD, 1},    {TERM_SSUBO, OP_OVF, OVF_SSUB, 1},
        {TERM_SMULO, OP_OVF, OVF_SMUL, 1},    {TERM_UADDO, OP_OVF, OVF_UADD, 1},
        {TERM_USUBO, OP_OVF, OVF_USUB, 1},    {TERM_UMULO, OP_OVF, OVF_UMUL, 1},
        {TERM_ADD, OP_OVF, OVF_SADD, 0},      {TERM_SUB, OP_OVF, OVF_USUB, 0},
        {TERM_MUL, OP_OVF, OVF_UMUL, 0},      {TERM_POPCOUNT, OP_BITFN, BIT_POP, 0},
        {TERM_CLZ, OP_BITFN, BIT_CLZ, 0},     {TERM_CTZ, OP_BITFN, BIT_CTZ, 0},
        {TERM_BSWAP, OP_BITFN, BIT_SWAP, 0},  {TERM_BITREVERSE, OP_BITFN, BIT_REVERSE, 0},
        {TERM_ABS, OP_BITFN, BIT_ABS, 0},     {TERM_SAT_SADD, OP_SAT, OVF_SADD, 0},
        {TERM_SAT_UADD, OP_SAT, OVF_UADD, 0}, {TERM_SAT_SSUB, OP_SAT, OVF_SSUB, 0},
        {TERM_SAT_USUB, OP_SAT, OVF_USUB, 0}, {TERM_SAT_SSHL, OP_SAT, OVF_SSHL, 0},
        {TERM_SAT_USHL, OP_SAT, OVF_USHL, 0}, {TERM_FSHL, OP_FUNNEL, 0, 0},
        {TERM_FSHR, OP_FUNNEL, 0x8000, 0},
    };
    for (u32 i = 0; i < ARRAY_LEN(rows); i++) {
        if (rows[i].term != s->op)
            continue;
        *in = (Insn){.op = rows[i].op, .aux = rows[i].aux, .c = (i32)s->bits};
        if (rows[i].op == OP_FUNNEL)
            in->aux |= (u16)s->bits;
        *result = rows[i].result;
        return true;
    }
    return false;
}

static void bits_mean_what_the_machine_says(void **state) {
    (void)state;
    u32 rows = 0;
    for (TermOp op = 0; op < TERM_COUNT; op++) {
        Insn in;
        u32 result, i;
        for (i = 0; i < SAMPLES; i++) {
            Sample s = any_sample(op);
            if (!instruction_of(&s, &in, &result))
                break;
            Cell r[3] = {{0}}, x[3];
            for (u32 k = 0; k < 3; k++)
                x[k] = number_cell(s.args[k]);
            number_op(&in, r, &x[0], &x[1], &x[2]);
            if (compute(&s) != r[result].v)
                disagree(&s, compute(&s), r[result].v, "number.c");
        }
        rows += i == SAMPLES;
    }
    assert_int_equal(rows, 23);
}

static FloatKind kind_of(u32 bits) { return bits == 32 ? F32 : F64; }

static Insn float_instruction(const Sample *s) {
    Insn in = {.aux = (u16)kind_of(s->bits)};
    switch (s->op) {
    case TERM_FADD: in.op = OP_FADD; return in;
    case TERM_FSUB: in.op = OP_FSUB; return in;
    case TERM_FMUL: in.op = OP_FMUL; return in;
    case TERM_FDIV: in.op = OP_FDIV; return in;
    case TERM_FNEG: in.op = OP_FNEG; return in;
    case TERM_FMA: in.op = OP_FMA; return in;
    case TERM_FCMP:
        in.op = OP_FCMP;
        in.c = (i32)s->param;
        return in;
    case TERM_FCVT:
        in.op = OP_FCVT;
        in.c = (i32)kind_of(s->width);
        return in;
    case TERM_FTOI:
        return (Insn){.op = OP_FTOI, .aux = in.aux, .b = (i32)s->param, .c = (i32)s->width};
    case TERM_WIDE_FTOI: return (Insn){.op = OP_FTOI128, .aux = in.aux, .b = (i32)s->param & 1};
    case TERM_WIDE_ITOF:
        return (Insn){.op = OP_I128TOF, .aux = (u16)kind_of(s->width), .b = (i32)s->param};
    case TERM_ITOF:
        return (Insn){
            .op = OP_ITOF, .aux = (u16)kind_of(s->width), .b = (i32)s->param, .c = (i32)s->bits};
    default: break;
    }
    in.op = OP_FMATH;
    switch (s->op) {
    case TERM_FSQRT: in.c = FF_SQRT; break;
    case TERM_FFLOOR: in.c = FF_FLOOR; break;
    case TERM_FCEIL: in.c = FF_CEIL; break;
    case TERM_FTRUNC: in.c = FF_TRUNC; break;
    case TERM_FRINT: in.c = below(2) ? FF_RINT : FF_ROUNDEVEN; break;
    case TERM_FROUND: in.c = FF_ROUND; break;
    case TERM_FABS: in.c = FF_FABS; break;
    case TERM_FCOPYSIGN: in.c = FF_COPYSIGN; break;
    case TERM_FMINNUM: in.c = FF_MINNUM; break;
    case TERM_FMAXNUM: in.c = FF_MAXNUM; break;
    case TERM_FMINIMUM: in.c = FF_MINIMUM; break;
    case TERM_FMAXIMUM: in.c = FF_MAXIMUM; break;
    default: fail_msg("%s has no instruction", term_info[s->op].name);
    }
    return in;
}

static void floats_mean_what_the_machine_says(void **state) {
    (void)state;
    for (TermOp op = TERM_FADD; op < TERM_COUNT; op++) {
        for (u32 i = 0; i < SAMPLES; i++) {
            Sample s = any_sample(op);
            Insn in = float_instruction(&s);
            Cell r[2] = {{0}}, x[3];
            for (u32 k = 0; k < 3; k++)
                x[k] = number_cell(s.args[k]);
            number_op(&in, r, &x[0], &x[1], &x[2]);
            u64 theirs = r[op == TERM_WIDE_FTOI && s.param & 2].v;
            if (compute(&s) != theirs)
                disagree(&s, compute(&s), theirs, "number.c");
        }
    }
}

static void extremes_mean_what_the_machine_says(void **state) {
    (void)state;
    static const RmwFn fn[] = {RMW_MIN, RMW_MAX, RMW_UMIN, RMW_UMAX};
    for (u32 k = 0; k < ARRAY_LEN(fn); k++) {
        for (u32 i = 0; i < SAMPLES; i++) {
            Sample s = any_sample((TermOp)(TERM_SMIN + k));
            u64 theirs;
            if (!is_machine_width(s.bits))
                continue;
            theirs = number_rmw(fn[k], s.bits / 8, s.args[0], s.args[1]);
            if (compute(&s) != theirs)
                disagree(&s, compute(&s), theirs, "number.c");
        }
    }
}

static void only_formed_terms_are_formed(void **state) {
    (void)state;
    assert_true(term_is_formed(TERM_ADD, 64, 64, 0));
    assert_false(term_is_formed(TERM_ADD, 65, 65, 0));
    assert_false(term_is_formed(TERM_ADD, 0, 0, 0));
    assert_false(term_is_formed(TERM_ADD, 32, 31, 0));
    assert_false(term_is_formed(TERM_EQ, 32, 32, 0));
    assert_true(term_is_formed(TERM_EXTRACT, 32, 8, 24));
    assert_false(term_is_formed(TERM_EXTRACT, 32, 8, 25));
    assert_true(term_is_formed(TERM_CONCAT, 0, 16, 8));
    assert_false(term_is_formed(TERM_CONCAT, 0, 8, 8));
    assert_false(term_is_formed(TERM_SEXT, 0, 8, 9));
    assert_false(term_is_formed(TERM_BSWAP, 12, 12, 0));
    assert_true(term_is_formed(TERM_WIDE_ADD, 64, 64, 1));
    assert_false(term_is_formed(TERM_WIDE_ADD, 64, 64, 2));
    assert_false(term_is_formed(TERM_WIDE_EQ, 64, 1, 1));
    assert_true(term_is_formed(TERM_FADD, 32, 32, 0));
    assert_false(term_is_formed(TERM_FADD, 16, 16, 0));
    assert_false(term_is_formed(TERM_FCMP, 32, 1, 16));
    assert_false(term_is_formed(TERM_FCVT, 32, 32, 0));
    assert_true(term_is_formed(TERM_FTOI, 64, 7, 1));
    assert_true(term_is_formed(TERM_ITOF, 7, 64, 0));
    assert_false(term_is_formed(TERM_ITOF, 7, 16, 0));
    assert_false(term_is_formed(TERM_COUNT, 8, 8, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_formed_terms_are_formed),
        cmocka_unit_test(rows_mean_what_z3_says),
        cmocka_unit_test(rows_mean_the_same_in_queries),
        cmocka_unit_test(integers_mean_what_the_machine_says),
        cmocka_unit_test(halves_mean_what_the_machine_says),
        cmocka_unit_test(bits_mean_what_the_machine_says),
        cmocka_unit_test(floats_mean_what_the_machine_says),
        cmocka_unit_test(extremes_mean_what_the_machine_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
