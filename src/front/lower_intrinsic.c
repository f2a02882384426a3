// SPDX-License-Identifier: Apache-2.0
// LLVM's intrinsic functions. One table says which group a name belongs to; each group has one
// function. Those with vector arguments are done lane by lane.
#include "front/front_int.h"

#include <string.h>

typedef enum Group {
    G_IGNORE,
    G_PASS,
    G_ZERO,
    G_FENCE,
    G_NOP,
    G_MEMORY,
    G_OVERFLOW,
    G_LANES,
    G_REDUCE,
    G_SPECIAL,
    G_TRAP,
    G_DEBUG
} Group;

typedef struct Row {
    const char *name; // without "llvm."
    Group group;
    u8 fn, arg; // what the group's function makes of them
} Row;

// Lane operations.
typedef enum Lane {
    L_MINMAX,
    L_SAT,
    L_BIT,
    L_FUNNEL,
    L_COMPARE,
    L_FLOAT1,
    L_FLOAT2,
    L_FMA,
    L_MULADD,
    L_CLASS,
    L_ROUND_TO_INT,
    L_PTRMASK
} Lane;
typedef enum Special {
    S_OBJECTSIZE,
    S_STACKSAVE,
    S_STACKRESTORE,
    S_VA_START,
    S_VA_COPY,
    S_LIFETIME,
    S_TLS,
    S_LOAD_RELATIVE,
    S_GET_ROUNDING
} Special;
typedef enum Memory { M_COPY, M_MOVE, M_SET } Memory;

#define F1(name, fn) {name, G_LANES, L_FLOAT1, fn}
#define F2(name, fn) {name, G_LANES, L_FLOAT2, fn}
static const Row rows[] = {{"assume", G_IGNORE, 0, 0},
                           {"donothing", G_IGNORE, 0, 0},
                           {"sideeffect", G_IGNORE, 0, 0},
                           {"experimental.noalias.scope.decl", G_IGNORE, 0, 0},
                           {"prefetch", G_IGNORE, 0, 0},
                           {"var.annotation", G_IGNORE, 0, 0},
                           {"invariant.end", G_IGNORE, 0, 0},
                           {"va_end", G_IGNORE, 0, 0},
                           {"pseudoprobe", G_IGNORE, 0, 0},
                           {"codeview.annotation", G_IGNORE, 0, 0},
                           {"dbg.label", G_IGNORE, 0, 0},
                           {"dbg.declare", G_DEBUG, 1, 0},
                           {"dbg.value", G_DEBUG, 0, 0},
                           {"dbg.assign", G_DEBUG, 0, 0},
                           {"expect", G_PASS, 0, 0},
                           {"expect.with.probability", G_PASS, 0, 0},
                           {"annotation", G_PASS, 0, 0},
                           {"ptr.annotation", G_PASS, 0, 0},
                           {"launder.invariant.group", G_PASS, 0, 0},
                           {"strip.invariant.group", G_PASS, 0, 0},
                           {"ssa.copy", G_PASS, 0, 0},
                           {"arithmetic.fence", G_PASS, 0, 0},
                           {"invariant.start", G_ZERO, 0, 0},
                           {"is.constant", G_ZERO, 0, 0},
                           {"returnaddress", G_ZERO, 0, 0},
                           {"frameaddress", G_ZERO, 0, 0},
                           {"addressofreturnaddress", G_ZERO, 0, 0},
                           {"sponentry", G_ZERO, 0, 0},
                           {"x86.sse2.pause", G_NOP, 0, 0},
                           {"x86.sse2.mfence", G_FENCE, 0, 0},
                           {"x86.sse2.lfence", G_FENCE, 0, 0},
                           {"x86.sse.sfence", G_FENCE, 0, 0},
                           {"memcpy", G_MEMORY, M_COPY, 0},
                           {"memcpy.inline", G_MEMORY, M_COPY, 0},
                           {"memmove", G_MEMORY, M_MOVE, 0},
                           {"memset", G_MEMORY, M_SET, 0},
                           {"memset.inline", G_MEMORY, M_SET, 0},
                           {"sadd.with.overflow", G_OVERFLOW, OVF_SADD, 0},
                           {"uadd.with.overflow", G_OVERFLOW, OVF_UADD, 0},
                           {"ssub.with.overflow", G_OVERFLOW, OVF_SSUB, 0},
                           {"usub.with.overflow", G_OVERFLOW, OVF_USUB, 0},
                           {"smul.with.overflow", G_OVERFLOW, OVF_SMUL, 0},
                           {"umul.with.overflow", G_OVERFLOW, OVF_UMUL, 0},
                           {"sadd.sat", G_LANES, L_SAT, OVF_SADD},
                           {"uadd.sat", G_LANES, L_SAT, OVF_UADD},
                           {"ssub.sat", G_LANES, L_SAT, OVF_SSUB},
                           {"usub.sat", G_LANES, L_SAT, OVF_USUB},
                           {"sshl.sat", G_LANES, L_SAT, OVF_SSHL},
                           {"ushl.sat", G_LANES, L_SAT, OVF_USHL},
                           {"smax", G_LANES, L_MINMAX, LLVMIntSGT},
                           {"smin", G_LANES, L_MINMAX, LLVMIntSLT},
                           {"umax", G_LANES, L_MINMAX, LLVMIntUGT},
                           {"umin", G_LANES, L_MINMAX, LLVMIntULT},
                           {"ctpop", G_LANES, L_BIT, BIT_POP},
                           {"ctlz", G_LANES, L_BIT, BIT_CLZ},
                           {"cttz", G_LANES, L_BIT, BIT_CTZ},
                           {"bswap", G_LANES, L_BIT, BIT_SWAP},
                           {"bitreverse", G_LANES, L_BIT, BIT_REVERSE},
                           {"abs", G_LANES, L_BIT, BIT_ABS},
                           {"fshl", G_LANES, L_FUNNEL, 0},
                           {"fshr", G_LANES, L_FUNNEL, 1},
                           {"scmp", G_LANES, L_COMPARE, 1},
                           {"ucmp", G_LANES, L_COMPARE, 0},
                           {"ptrmask", G_LANES, L_PTRMASK, 0},
                           F1("fabs", FF_FABS),
                           F1("sqrt", FF_SQRT),
                           F1("floor", FF_FLOOR),
                           F1("ceil", FF_CEIL),
                           F1("trunc", FF_TRUNC),
                           F1("rint", FF_RINT),
                           F1("nearbyint", FF_RINT),
                           F1("round", FF_ROUND),
                           F1("roundeven", FF_ROUNDEVEN),
                           F1("exp", FF_EXP),
                           F1("exp2", FF_EXP2),
                           F1("log", FF_LOG),
                           F1("log2", FF_LOG2),
                           F1("log10", FF_LOG10),
                           F1("sin", FF_SIN),
                           F1("cos", FF_COS),
                           F1("tan", FF_TAN),
                           F1("canonicalize", FF_CANONICALIZE),
                           F2("copysign", FF_COPYSIGN),
                           F2("minnum", FF_MINNUM),
                           F2("maxnum", FF_MAXNUM),
                           F2("minimum", FF_MINIMUM),
                           F2("maximum", FF_MAXIMUM),
                           F2("pow", FF_POW),
                           {"fma", G_LANES, L_FMA, 0},
                           {"fmuladd", G_LANES, L_MULADD, 0},
                           {"is.fpclass", G_LANES, L_CLASS, 0},
                           {"lrint", G_LANES, L_ROUND_TO_INT, FF_RINT},
                           {"llrint", G_LANES, L_ROUND_TO_INT, FF_RINT},
                           {"lround", G_LANES, L_ROUND_TO_INT, FF_ROUND},
                           {"llround", G_LANES, L_ROUND_TO_INT, FF_ROUND},
                           {"vector.reduce.add", G_REDUCE, 0, A_ADD},
                           {"vector.reduce.mul", G_REDUCE, 0, A_MUL},
                           {"vector.reduce.and", G_REDUCE, 0, A_AND},
                           {"vector.reduce.or", G_REDUCE, 0, A_OR},
                           {"vector.reduce.xor", G_REDUCE, 0, A_XOR},
                           {"vector.reduce.smax", G_REDUCE, 1, LLVMIntSGT},
                           {"vector.reduce.smin", G_REDUCE, 1, LLVMIntSLT},
                           {"vector.reduce.umax", G_REDUCE, 1, LLVMIntUGT},
                           {"vector.reduce.umin", G_REDUCE, 1, LLVMIntULT},
                           {"vector.reduce.fadd", G_REDUCE, 2, 1},
                           {"vector.reduce.fmul", G_REDUCE, 2, 0},
                           {"vector.reduce.fmax", G_REDUCE, 3, FF_MAXNUM},
                           {"vector.reduce.fmin", G_REDUCE, 3, FF_MINNUM},
                           {"vector.reduce.fmaximum", G_REDUCE, 3, FF_MAXIMUM},
                           {"vector.reduce.fminimum", G_REDUCE, 3, FF_MINIMUM},
                           {"objectsize", G_SPECIAL, S_OBJECTSIZE, 0},
                           {"stacksave", G_SPECIAL, S_STACKSAVE, 0},
                           {"stackrestore", G_SPECIAL, S_STACKRESTORE, 0},
                           {"va_start", G_SPECIAL, S_VA_START, 0},
                           {"va_copy", G_SPECIAL, S_VA_COPY, 0},
                           {"lifetime.start", G_SPECIAL, S_LIFETIME, 1},
                           {"lifetime.end", G_SPECIAL, S_LIFETIME, 0},
                           {"threadlocal.address", G_SPECIAL, S_TLS, 0},
                           {"load.relative", G_SPECIAL, S_LOAD_RELATIVE, 0},
                           {"get.rounding", G_SPECIAL, S_GET_ROUNDING, 0},
                           {"trap", G_TRAP, 0, 0},
                           {"debugtrap", G_TRAP, 0, 0},
                           {"ubsantrap", G_TRAP, 0, 0}};

static const Row *row_of(LLVMValueRef callee) {
    size_t n;
    unsigned id = LLVMGetIntrinsicID(callee);
    const char *name = id ? LLVMIntrinsicGetName(id, &n) : NULL;
    if (!name || n < 5)
        return NULL;
    name += 5;
    n -= 5;
    for (u32 i = 0; i < ARRAY_LEN(rows); i++)
        if (strlen(rows[i].name) == n && memcmp(rows[i].name, name, n) == 0)
            return &rows[i];
    return NULL;
}

bool intrinsic_passes_through(LLVMValueRef callee) {
    const Row *row = LLVMGetIntrinsicID(callee) ? row_of(callee) : NULL;
    return row && row->group == G_PASS;
}

// ---- integers -----------------------------------------------------------------------------------

static void pick_by(Lower *l, LLVMIntPredicate pred, u32 bits, i32 dst, i32 a, i32 b) {
    i32 is_first = cells_new(l, 1);
    int_compare(l, pred, bits, is_first, a, b);
    emit(l, OP_SELECT, dst, is_first, a, b, bits > 64 ? 2 : 1);
}

static bool bit_function(Lower *l, BitFn fn, u32 bits, i32 dst, i32 a) {
    if (bits <= 64)
        emit(l, OP_BITFN, dst, a, 0, (i32)bits, fn);
    else if (bits == 128)
        emit(l, OP_BITFN128, dst, a, 0, 0, fn);
    else
        return false;
    return true;
}

static i32 wide_op(Lower *l, Op128 which, i32 a, i32 b) {
    i32 dst = cells_new(l, 2);
    emit(l, OP_ARITH128, dst, a, b, 0, which);
    return dst;
}

// 128 bits: fshl is a << s | b >> 1 >> (127 - s), fshr is b >> s | a << 1 << (127 - s).
static bool funnel(Lower *l, bool is_right, u32 bits, i32 dst, const i32 *args) {
    if (bits <= 64) {
        emit(l, OP_FUNNEL, dst, args[0], args[1], args[2], bits | (is_right ? 0x8000u : 0));
        return true;
    }
    if (bits != 128)
        return false;
    Front *f = l->f;
    i32 s = wide_op(l, A_AND, args[2], const_wide(f, 127, 0));
    i32 rest = wide_op(l, A_SUB, const_wide(f, 127, 0), s);
    i32 one = const_wide(f, 1, 0);
    i32 main = wide_op(l, is_right ? A_LSHR : A_SHL, is_right ? args[1] : args[0], s);
    i32 other = wide_op(l, is_right ? A_SHL : A_LSHR, is_right ? args[0] : args[1], one);
    other = wide_op(l, is_right ? A_SHL : A_LSHR, other, rest);
    emit(l, OP_ARITH128, dst, main, other, 0, A_OR);
    return true;
}

static void three_way(Lower *l, bool is_signed, u32 bits, u32 to_bits, i32 dst, i32 a, i32 b) {
    i32 more = cells_new(l, 1), less = cells_new(l, 1), diff = cells_new(l, 1);
    int_compare(l, is_signed ? LLVMIntSGT : LLVMIntUGT, bits, more, a, b);
    int_compare(l, is_signed ? LLVMIntSLT : LLVMIntULT, bits, less, a, b);
    emit(l, OP_SUB8, diff, more, less, 0, 0);
    int_resize(l, 8, to_bits, true, dst, diff);
}

// abs of the smallest number is undefined: a negation whose result nobody needs finds that out.
static void check_negation(Lower *l, u32 bits, i32 a) {
    if (bits == 8 || bits == 16 || bits == 32 || bits == 64)
        emit_new(l, int_op(bits, A_SUB), const_num(l->f, 0), a, 0, 1);
}

// 65 to 127 bits: computed in 128 bits, then looked at again whether the result fits.
static void overflow_odd(Lower *l, OvfFn fn, u32 bits, i32 dst, i32 a, i32 b) {
    bool is_signed = fn == OVF_SADD || fn == OVF_SSUB || fn == OVF_SMUL;
    if (is_signed) {
        i32 x = cells_new(l, 2), y = cells_new(l, 2);
        emit(l, OP_SEXTHI, x, a, (i32)bits, 0, 0);
        emit(l, OP_SEXTHI, y, b, (i32)bits, 0, 0);
        a = x;
        b = y;
    }
    i32 wide = cells_new(l, 3), back = cells_new(l, 2), differs = cells_new(l, 1);
    emit(l, OP_OVF128, wide, a, b, 0, fn);
    emit(l, is_signed ? OP_SEXTHI : OP_MASKHI, back, wide, (i32)bits, 0, 0);
    emit(l, OP_CMP128, differs, wide, back, 0, A_NE);
    emit(l, OP_MASKHI, dst, wide, (i32)bits, 0, 0);
    emit(l, OP_OR8, dst + 2, wide + 2, differs, 0, 0);
}

static void lower_overflow(Lower *l, LLVMValueRef v, OvfFn fn) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(v, 0));
    i32 a = operand_of(l, LLVMGetOperand(v, 0)), b = operand_of(l, LLVMGetOperand(v, 1));
    u32 bits = type_bits(l->f, type);
    if (type_is_vector(type))
        emit_unsupported(l, "arithmetic with overflow on vectors");
    else if (bits == 128)
        emit(l, OP_OVF128, result_of(l, v), a, b, 0, fn);
    else if (bits > 64)
        overflow_odd(l, fn, bits, result_of(l, v), a, b);
    else
        emit(l, OP_OVF, result_of(l, v), a, b, (i32)bits, fn);
}

// ---- floats -------------------------------------------------------------------------------------

static void float_function(Lower *l, FloatKind kind, FloatFn fn, i32 dst, i32 a, i32 b) {
    emit(l, kind == F80 ? OP_FMATH80 : OP_FMATH, dst, a, b, (i32)fn, kind);
}

// Processors without a fused instruction round twice, and so does what clang makes for them.
static void mul_add(Lower *l, FloatKind kind, i32 dst, const i32 *args) {
    i32 product = cells_new(l, kind == F80 ? 2 : 1);
    emit(l, kind == F80 ? OP_FMUL80 : OP_FMUL, product, args[0], args[1], 0, kind);
    emit(l, kind == F80 ? OP_FADD80 : OP_FADD, dst, product, args[2], 0, kind);
}

// Whether low <= x <= high, unsigned, of 64 bits.
static i32 is_within(Lower *l, i32 x, u64 low, u64 high) {
    i32 from = low ? emit_new(l, OP_SUB64, x, const_num(l->f, low), 0, 0) : x;
    return emit_new(l, OP_ULE64, from, const_num(l->f, high - low), 0, 0);
}

static void add_class(Lower *l, i32 *any, i32 is_in) {
    *any = *any == NO_CELL ? is_in : emit_new(l, OP_OR8, *any, is_in, 0, 0);
}

// The magnitude of a long double as one ordered number is too wide for a cell; exponent and
// fraction apart.
static i32 wide_class(Lower *l, u32 kind, i32 exponent, i32 mantissa) {
    i32 fraction = emit_new(l, OP_SHL64, mantissa, const_num(l->f, 1), 0, 0);
    i32 quiet = emit_new(l, OP_AND64, mantissa, const_num(l->f, (u64)1 << 62), 0, 0);
    u64 exp_low = kind <= 2   ? 0x7fff
                  : kind == 3 ? 1
                              : 0,
        exp_high = kind <= 2   ? 0x7fff
                   : kind == 3 ? 0x7ffe
                               : 0;
    i32 is_in = is_within(l, exponent, exp_low, exp_high);
    i32 zero = const_num(l->f, 0), also = NO_CELL;
    if (kind == 0) { // signalling: a fraction, but not the quiet bit
        i32 is_quiet = emit_new(l, OP_NE64, quiet, zero, 0, 0),
            has = emit_new(l, OP_NE64, fraction, zero, 0, 0);
        also = emit_new(l, OP_ULT8, is_quiet, has, 0, 0);
    } else if (kind == 1) {
        also = emit_new(l, OP_NE64, quiet, zero, 0, 0);
    } else if (kind == 2) {
        also = emit_new(l, OP_EQ64, fraction, zero, 0, 0);
    } else if (kind == 4 || kind == 5) {
        also = emit_new(l, kind == 4 ? OP_NE64 : OP_EQ64, mantissa, zero, 0, 0);
    }
    return also == NO_CELL ? is_in : emit_new(l, OP_AND8, is_in, also, 0, 0);
}

static i32 narrow_class(Lower *l, FloatKind kind, u32 which, i32 magnitude) {
    u64 inf = kind == F32 ? 0x7f800000u : 0x7ff0000000000000u;
    u64 quiet = kind == F32 ? 0x7fc00000u : 0x7ff8000000000000u,
        all = kind == F32 ? 0x7fffffffu : ~(u64)0 >> 1;
    u64 normal = kind == F32 ? 0x00800000u : 0x0010000000000000u;
    const u64 low[] = {inf + 1, quiet, inf, normal, 1, 0},
              high[] = {quiet - 1, all, inf, inf - 1, normal - 1, 0};
    return is_within(l, magnitude, low[which], high[which]);
}

// LLVM's mask: bits 0, 1 signalling and quiet NaN; 2 .. 5 negative infinity, normal, subnormal,
// zero; 6 .. 9 positive zero, subnormal, normal, infinity.
static void float_class(Lower *l, FloatKind kind, u32 mask, i32 dst, i32 a) {
    Front *f = l->f;
    i32 any = NO_CELL;
    i32 top = kind == F80 ? cell_at(a, 1) : a;
    u32 sign_bit = kind == F32 ? 31 : kind == F64 ? 63 : 15;
    i32 sign = emit_new(l, OP_LSHR64, top, const_num(f, sign_bit), 0, 0);
    i32 magnitude = emit_new(l, OP_AND64, top, const_num(f, ((u64)1 << sign_bit) - 1), 0, 0);
    for (u32 which = 0; which < 6; which++) { // sNaN, qNaN, infinity, normal, subnormal, zero
        bool neg = mask >> which & 1;
        bool pos = which < 2 ? mask >> which & 1 : mask >> (11 - which) & 1;
        if (!neg && !pos)
            continue;
        i32 is_in = kind == F80 ? wide_class(l, which, magnitude, a)
                                : narrow_class(l, kind, which, magnitude);
        if (neg != pos) {
            i32 wanted = emit_new(l, OP_EQ64, sign, const_num(f, neg), 0, 0);
            is_in = emit_new(l, OP_AND8, is_in, wanted, 0, 0);
        }
        add_class(l, &any, is_in);
    }
    emit_move(l, dst, any == NO_CELL ? const_num(f, 0) : any, 1);
}

static void round_to_int(Lower *l, FloatKind kind, FloatFn fn, u32 bits, i32 dst, i32 a) {
    i32 rounded = cells_new(l, kind == F80 ? 2 : 1);
    float_function(l, kind, fn, rounded, a, a);
    emit(l, kind == F80 ? OP_FTOI80 : OP_FTOI, dst, rounded, 1, (i32)bits, kind);
}

// ---- lane by lane -------------------------------------------------------------------------------

static bool lower_lane(Lower *l, const Row *row, LLVMValueRef v, LLVMTypeRef arg_type, i32 dst,
                       const i32 *args) {
    LLVMTypeRef lane = type_scalar(arg_type), to = type_scalar(LLVMTypeOf(v));
    u32 bits = type_bits(l->f, lane);
    FloatKind kind = F64;
    type_is_float(lane, &kind);
    switch ((Lane)row->fn) {
    case L_MINMAX: pick_by(l, (LLVMIntPredicate)row->arg, bits, dst, args[0], args[1]); return true;
    case L_SAT:
        if (bits <= 64)
            emit(l, OP_SAT, dst, args[0], args[1], (i32)bits, row->arg);
        return bits <= 64;
    case L_BIT:
        if (row->arg == BIT_ABS && args[1] < 0 && l->f->consts[~args[1]].v)
            check_negation(l, bits, args[0]);
        return bit_function(l, (BitFn)row->arg, bits, dst, args[0]);
    case L_FUNNEL: return funnel(l, row->arg, bits, dst, args);
    case L_COMPARE:
        three_way(l, row->arg, bits, type_bits(l->f, to), dst, args[0], args[1]);
        return true;
    case L_FLOAT1: float_function(l, kind, (FloatFn)row->arg, dst, args[0], args[0]); return true;
    case L_FLOAT2: float_function(l, kind, (FloatFn)row->arg, dst, args[0], args[1]); return true;
    case L_FMA:
        emit(l, kind == F80 ? OP_FMA80 : OP_FMA, dst, args[0], args[1], args[2], kind);
        return true;
    case L_MULADD: mul_add(l, kind, dst, args); return true;
    case L_CLASS:
        float_class(l, kind, (u32)LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)), dst, args[0]);
        return true;
    case L_ROUND_TO_INT:
        round_to_int(l, kind, (FloatFn)row->arg, type_bits(l->f, to), dst, args[0]);
        return true;
    case L_PTRMASK: int_arith(l, A_AND, l->f->ptr_bits, 0, dst, args[0], args[1]); return true;
    }
    return false;
}

static bool lower_lanes(Lower *l, LLVMValueRef v, const Row *row) {
    LLVMTypeRef first = LLVMTypeOf(LLVMGetOperand(v, 0));
    u32 nargs = LLVMGetNumArgOperands(v), lanes = type_lanes(first);
    u32 to_cells = type_cells(l->f, LLVMTypeOf(v)) / lanes;
    i32 dst = result_of(l, v), whole[3] = {0}, args[3] = {0};
    u32 each[3] = {0};
    for (u32 i = 0; i < nargs && i < 3; i++) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(v, i));
        whole[i] = operand_of(l, LLVMGetOperand(v, i));
        each[i] = type_is_vector(type) ? type_cells(l->f, type) / lanes : 0;
    }
    for (u32 k = 0; k < lanes; k++) {
        for (u32 i = 0; i < 3; i++)
            args[i] = cell_at(whole[i], k * each[i]);
        if (!lower_lane(l, row, v, first, dst + (i32)(k * to_cells), args))
            return false;
    }
    return true;
}

// Folds one more element into the accumulator.
static void reduce_step(Lower *l, const Row *row, LLVMTypeRef lane, i32 dst, i32 acc, i32 elem) {
    u32 bits = type_bits(l->f, lane);
    FloatKind kind = F64;
    type_is_float(lane, &kind);
    switch (row->fn) {
    case 0: int_arith(l, (Op128)row->arg, bits, 0, dst, acc, elem); break;
    case 1: pick_by(l, (LLVMIntPredicate)row->arg, bits, dst, acc, elem); break;
    case 2: {
        bool is_add = row->arg;
        Op op = kind == F80 ? (is_add ? OP_FADD80 : OP_FMUL80) : (is_add ? OP_FADD : OP_FMUL);
        emit(l, op, dst, acc, elem, 0, kind);
        break;
    }
    default: float_function(l, kind, (FloatFn)row->arg, dst, acc, elem); break;
    }
}

static void lower_reduce(Lower *l, LLVMValueRef v, const Row *row) {
    bool has_start = row->fn == 2;
    LLVMValueRef vector = LLVMGetOperand(v, has_start ? 1 : 0);
    LLVMTypeRef lane = type_scalar(LLVMTypeOf(vector));
    u32 lanes = type_lanes(LLVMTypeOf(vector)), each = type_cells(l->f, lane);
    i32 src = operand_of(l, vector), acc = has_start ? operand_of(l, LLVMGetOperand(v, 0)) : src;
    for (u32 i = has_start ? 0 : 1; i < lanes; i++) {
        i32 next = cells_new(l, each);
        reduce_step(l, row, lane, next, acc, cell_at(src, i * each));
        acc = next;
    }
    emit_move(l, result_of(l, v), acc, each);
}

// ---- the others ---------------------------------------------------------------------------------

static void lower_memory(Lower *l, LLVMValueRef v, Memory which) {
    i32 to = operand_of(l, LLVMGetOperand(v, 0)), from = operand_of(l, LLVMGetOperand(v, 1));
    i32 len = operand_of(l, LLVMGetOperand(v, 2));
    if (which == M_SET)
        lower_memset(l, to, from, len);
    else
        lower_memcpy(l, to, from, len, which == M_MOVE);
}

static void lower_tls(Lower *l, LLVMValueRef v) {
    u32 id;
    LLVMValueRef var = strip_alias(LLVMGetOperand(v, 0));
    if (LLVMIsAGlobalVariable(var) && LLVMIsThreadLocal(var) &&
        ptrmap_get(&l->f->global_ids, var, &id)) {
        emit(l, OP_TLSADDR, result_of(l, v), (i32)id, 0, 0, 0);
    } else {
        emit_move(l, result_of(l, v), operand_of(l, LLVMGetOperand(v, 0)), 1);
    }
}

static void lower_load_relative(Lower *l, LLVMValueRef v) {
    i32 base = operand_of(l, LLVMGetOperand(v, 0));
    i32 at = emit_new(l, OP_INDEX, base, int_pointer_index(l, LLVMGetOperand(v, 1), 0), 1, 0);
    i32 raw = emit_new(l, OP_LOAD32, at, 0, 0, 0), wide = cells_new(l, 1);
    int_resize(l, 32, l->f->ptr_bits, true, wide, raw);
    emit(l, OP_INDEX, result_of(l, v), base, wide, 1, 0);
}

static void lower_special(Lower *l, LLVMValueRef v, const Row *row) {
    Front *f = l->f;
    switch ((Special)row->fn) {
    case S_OBJECTSIZE: { // not known; the second argument says which answer that is
        bool is_min = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)) != 0;
        u64 all = type_bits(f, LLVMTypeOf(v)) == 32 ? UINT32_MAX : UINT64_MAX;
        emit_move(l, result_of(l, v), const_num(f, is_min ? 0 : all), 1);
        break;
    }
    case S_STACKSAVE: emit(l, OP_STACKSAVE, result_of(l, v), 0, 0, 0, 0); break;
    case S_STACKRESTORE:
        emit(l, OP_STACKRESTORE, 0, operand_of(l, LLVMGetOperand(v, 0)), 0, 0, 0);
        break;
    case S_VA_START: emit(l, OP_VASTART, 0, operand_of(l, LLVMGetOperand(v, 0)), 0, 0, 0); break;
    case S_VA_COPY: {
        i32 to = operand_of(l, LLVMGetOperand(v, 0));
        emit(l, OP_VACOPY, 0, to, operand_of(l, LLVMGetOperand(v, 1)), 0, 0);
        break;
    }
    case S_LIFETIME: lower_scope(l, v); break;
    case S_TLS: lower_tls(l, v); break;
    case S_LOAD_RELATIVE: lower_load_relative(l, v); break;
    case S_GET_ROUNDING: emit_move(l, result_of(l, v), const_num(f, 1), 1); break;
    }
}

static void lower_trap(Lower *l) {
    i32 args[] = {const_num(l->f, FAULT_ASSERTION),
                  const_run(l->f, &(Cell){.tag = l->f->trap_text}, 1)};
    emit_trap(l, TRAP_FAIL, args, 2, 0, 0);
}

static void lower_zero(Lower *l, LLVMValueRef v) {
    u32 n = type_cells(l->f, LLVMTypeOf(v));
    for (u32 i = 0; i < n; i++)
        emit_move(l, result_of(l, v) + (i32)i, const_num(l->f, 0), 1);
}

void lower_intrinsic(Lower *l, LLVMValueRef v, LLVMValueRef callee) {
    const Row *row = row_of(callee);
    bool is_done = row != NULL;
    switch (row ? row->group : G_IGNORE) {
    case G_IGNORE: break;
    case G_PASS:
        emit_move(l, result_of(l, v), operand_of(l, LLVMGetOperand(v, 0)),
                  type_cells(l->f, LLVMTypeOf(v)));
        break;
    case G_ZERO: lower_zero(l, v); break;
    case G_FENCE:
    case G_NOP:
        emit(l, row->group == G_FENCE ? OP_FENCE : OP_NOP, 0, 0, 0, 0,
             row->group == G_FENCE ? MEM_ACQUIRE | MEM_RELEASE : 0);
        break;
    case G_MEMORY: lower_memory(l, v, (Memory)row->fn); break;
    case G_OVERFLOW: lower_overflow(l, v, (OvfFn)row->fn); break;
    case G_LANES: is_done = lower_lanes(l, v, row); break;
    case G_REDUCE: lower_reduce(l, v, row); break;
    case G_SPECIAL: lower_special(l, v, row); break;
    case G_TRAP: lower_trap(l); break;
    case G_DEBUG: debug_variable(l, v, row->fn); break;
    }
    if (!is_done)
        emit_unsupported(l, "the intrinsic %s", LLVMGetValueName(callee));
}
