// SPDX-License-Identifier: Apache-2.0
// Plain arithmetic that is too rare or too large for the loop: floats, 128-bit integers, bit
// functions, overflow flags. All operands are plain numbers here; unknown ones become terms, those
// of 128 bits in wide.c.
#include "vm/vm_int.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static u64 mask_bits(u32 n) {
    CHECK(n <= 64);
    return n >= 64 ? ~0ull : (1ull << n) - 1;
}
static i64 sext(u64 v, u32 n) {
    CHECK(n >= 1 && n <= 64);
    return n >= 64 ? (i64)v : (i64)(v << (64 - n)) >> (64 - n);
}

static u128 get128(const Cell *c) {
    CHECK(cells_are_numbers(c[0], c[1]));
    return (u128)c[1].v << 64 | c[0].v;
}
static void put128(Cell *c, u128 v) {
    c[0] = cell_number((u64)v);
    c[1] = cell_number((u64)(v >> 64));
}
static void put(Cell *c, u64 v) { *c = cell_number(v); }

static long double get_float(FloatKind k, const Cell *c) {
    ENSURE(k <= F80);
    CHECK(cell_is_number(*c) && (k != F80 || cell_is_number(c[1])));
    if (k == F32) {
        float f;
        memcpy(&f, &c->v, 4);
        return f;
    }
    if (k == F64) {
        double d;
        memcpy(&d, &c->v, 8);
        return d;
    }
    long double x = 0;
    memcpy(&x, &c[0].v, 8);
    memcpy((u8 *)&x + 8, &c[1].v, 2);
    return x;
}

static void put_float32(Cell *c, float f) {
    *c = (Cell){0};
    memcpy(&c->v, &f, 4);
}
static void put_float64(Cell *c, double d) {
    *c = (Cell){0};
    memcpy(&c->v, &d, 8);
}
static void put_float80(Cell *c, long double x) {
    c[0] = c[1] = (Cell){0};
    memcpy(&c[0].v, &x, 8);
    memcpy(&c[1].v, (u8 *)&x + 8, 2);
}
static void put_float(FloatKind k, Cell *c, long double x) {
    ENSURE(k <= F80);
    if (k == F32)
        put_float32(c, (float)x);
    else if (k == F64)
        put_float64(c, (double)x);
    else
        put_float80(c, x);
}

// As they are: on the way through a long double, what is no number would become quiet, or not,
// as the compiler likes.
static float get32(const Cell *c) {
    CHECK(cell_is_number(*c));
    float f;
    memcpy(&f, &c->v, 4);
    return f;
}
static double get64(const Cell *c) {
    CHECK(cell_is_number(*c));
    double d;
    memcpy(&d, &c->v, 8);
    return d;
}

// ---- 128 bits -----------------------------------------------------------------------------------

static u128 arith128(Op128 op, u128 a, u128 b) {
    ENSURE(op <= A_ASHR && (b || op < A_UDIV || op > A_SREM));
    switch (op) {
    case A_ADD: return a + b;
    case A_SUB: return a - b;
    case A_MUL: return a * b;
    case A_UDIV: return a / b;
    case A_SDIV: return b == ~(u128)0 ? -a : (u128)((i128)a / (i128)b);
    case A_UREM: return a % b;
    case A_SREM: return b == ~(u128)0 ? 0 : (u128)((i128)a % (i128)b);
    case A_AND: return a & b;
    case A_OR: return a | b;
    case A_XOR: return a ^ b;
    case A_SHL: return b < 128 ? a << b : 0;
    case A_LSHR: return b < 128 ? a >> b : 0;
    default: return (u128)((i128)a >> (b < 128 ? b : 127));
    }
}

static bool cmp128(Op128 op, u128 a, u128 b) {
    ENSURE(op >= A_EQ && op <= A_SLE);
    switch (op) {
    case A_EQ: return a == b;
    case A_NE: return a != b;
    case A_ULT: return a < b;
    case A_ULE: return a <= b;
    case A_SLT: return (i128)a < (i128)b;
    default: return (i128)a <= (i128)b;
    }
}

static u128 keep_bits(u128 v, u32 bits) {
    ENSURE(bits > 64 && bits < 128);
    return v & (((u128)1 << bits) - 1);
}
static u128 sext_bits(u128 v, u32 bits) {
    ENSURE(bits > 64 && bits < 128);
    return (u128)((i128)(v << (128 - bits)) >> (128 - bits));
}

// ---- floats -------------------------------------------------------------------------------------

// LLVM's predicates: bit 0 equal, bit 1 greater, bit 2 less, bit 3 unordered.
static bool fcmp(u32 pred, long double a, long double b) {
    ENSURE(pred < 16);
    u32 rel = isunordered(a, b) ? 8 : a == b ? 1 : a > b ? 2 : 4;
    return (pred & rel) != 0;
}

#define FLOAT_FN(suffix, T)                                                                        \
    static T float_fn##suffix(FloatFn fn, T a, T b) {                                              \
        CHECK(fn < FF_COUNT && fegetround() == FE_TONEAREST);                                      \
        if (fn >= FF_SQRT && fn <= FF_ROUNDEVEN && isnan(a))                                       \
            return a + a; /* quiet, whether or not the compiler has a way of its own */            \
        switch (fn) {                                                                              \
        case FF_FABS: return fabs##suffix(a);                                                      \
        case FF_SQRT: return sqrt##suffix(a);                                                      \
        case FF_FLOOR: return floor##suffix(a);                                                    \
        case FF_CEIL: return ceil##suffix(a);                                                      \
        case FF_TRUNC: return trunc##suffix(a);                                                    \
        case FF_RINT: return rint##suffix(a);                                                      \
        case FF_ROUND: return round##suffix(a);                                                    \
        case FF_ROUNDEVEN:                                                                         \
            return rint##suffix(a); /* the rounding mode is to nearest, ties to even */            \
        case FF_COPYSIGN: return copysign##suffix(a, b);                                           \
        case FF_MINNUM: return fmin##suffix(a, b);                                                 \
        case FF_MAXNUM: return fmax##suffix(a, b);                                                 \
        case FF_MINIMUM:                                                                           \
            return isnan(a) ? a : isnan(b) ? b : a == b ? (signbit(a) ? a : b) : a < b ? a : b;    \
        case FF_MAXIMUM:                                                                           \
            return isnan(a) ? a : isnan(b) ? b : a == b ? (signbit(a) ? b : a) : a > b ? a : b;    \
        case FF_POW: return pow##suffix(a, b);                                                     \
        case FF_EXP: return exp##suffix(a);                                                        \
        case FF_EXP2: return exp2##suffix(a);                                                      \
        case FF_LOG: return log##suffix(a);                                                        \
        case FF_LOG2: return log2##suffix(a);                                                      \
        case FF_LOG10: return log10##suffix(a);                                                    \
        case FF_SIN: return sin##suffix(a);                                                        \
        case FF_COS: return cos##suffix(a);                                                        \
        case FF_TAN: return tan##suffix(a);                                                        \
        default: return a;                                                                         \
        }                                                                                          \
    }
FLOAT_FN(f, float)
FLOAT_FN(, double)
FLOAT_FN(l, long double)
#undef FLOAT_FN

#define FLOAT_BINARY(T)                                                                            \
    static T float_binary_##T(Op op, T a, T b) {                                                   \
        CHECK(op >= OP_FADD && op <= OP_FREM);                                                     \
        switch (op) {                                                                              \
        case OP_FADD: return a + b;                                                                \
        case OP_FSUB: return a - b;                                                                \
        case OP_FMUL: return a * b;                                                                \
        case OP_FDIV: return a / b;                                                                \
        default: return FMOD(a, b);                                                                \
        }                                                                                          \
    }
typedef long double ldouble;
#define FMOD(a, b) _Generic((a), float: fmodf, double: fmod, long double: fmodl)((a), (b))
FLOAT_BINARY(float)
FLOAT_BINARY(double)
FLOAT_BINARY(ldouble)
#undef FLOAT_BINARY

// The first operand is no number, and so is the result: that one, made quiet. Where both are none a
// compiler may exchange them, and another build would have another result.
static bool is_first_none(FloatKind kind, const Cell *a, Cell *dst) {
    bool is_none = kind == F32 ? isnan(get32(a)) : isnan(get64(a));
    if (is_none)
        put(dst, a->v | (kind == F32 ? 1ull << 22 : 1ull << 51));
    return is_none;
}

static void float_binary(const Insn *in, Cell *dst, const Cell *a, const Cell *b) {
    ENSURE(in->aux == F32 || in->aux == F64);
    if (in->op != OP_FREM && is_first_none(in->aux, a, dst))
        return;
    if (in->aux == F32)
        put_float32(dst, float_binary_float(in->op, get32(a), get32(b)));
    else
        put_float64(dst, float_binary_double(in->op, get64(a), get64(b)));
}

static void float_math(const Insn *in, Cell *dst, const Cell *a, const Cell *b) {
    FloatFn fn = (FloatFn)in->c;
    ENSURE(fn < FF_COUNT && (in->op == OP_FMATH80 || in->aux == F32 || in->aux == F64));
    if (in->op == OP_FMATH80)
        put_float80(dst, float_fnl(fn, get_float(F80, a), get_float(F80, b)));
    else if (in->aux == F32)
        put_float32(dst, float_fnf(fn, get32(a), get32(b)));
    else
        put_float64(dst, float_fn(fn, get64(a), get64(b)));
}

static void float_fma(const Insn *in, Cell *dst, const Cell *a, const Cell *b, const Cell *c) {
    ENSURE(in->op == OP_FMA80 || in->aux == F32 || in->aux == F64);
    if (in->op == OP_FMA80)
        put_float80(dst, fmal(get_float(F80, a), get_float(F80, b), get_float(F80, c)));
    else if (in->aux == F32)
        put_float32(dst, fmaf(get32(a), get32(b), get32(c)));
    else
        put_float64(dst, fma(get64(a), get64(b), get64(c)));
}

// Out-of-range conversions are undefined in C; they give 0 here instead of what the host does.
static u64 float_to_int(long double x, bool is_signed, u32 bits) {
    ENSURE(bits >= 1 && bits <= 64);
    long double limit = ldexpl(1, (int)(is_signed ? bits - 1 : bits));
    long double low = is_signed ? -limit : 0;
    x = truncl(x);
    if (isnan(x) || x < low || x >= limit)
        return 0;
    return (is_signed ? (u64)(i64)x : (u64)x) & mask_bits(bits);
}

static u128 float_to_int128(long double x, bool is_signed) {
    long double limit = ldexpl(1, is_signed ? 127 : 128);
    x = truncl(x);
    if (isnan(x) || x < (is_signed ? -limit : 0) || x >= limit)
        return 0;
    CHECK(x >= (is_signed ? -limit : 0) && x < limit); // and so it is a number
    return is_signed ? (u128)(i128)x : (u128)x;
}

static void int_to_float(const Insn *in, Cell *dst, const Cell *a) {
    ENSURE(in->c >= 1 && in->c <= 64);
    u64 v = a->v & mask_bits((u32)in->c);
    i64 s = sext(v, (u32)in->c);
    if (in->op == OP_ITOF80)
        put_float80(dst, in->b ? (long double)s : (long double)v);
    else if (in->aux == F32)
        put_float32(dst, in->b ? (float)s : (float)v);
    else
        put_float64(dst, in->b ? (double)s : (double)v);
}

static void int128_to_float(const Insn *in, Cell *dst, const Cell *a) {
    ENSURE(in->aux <= F80);
    u128 v = get128(a);
    dst[0] = dst[1] = (Cell){0};
    if (in->aux == F32)
        put_float32(dst, in->b ? (float)(i128)v : (float)v);
    else if (in->aux == F64)
        put_float64(dst, in->b ? (double)(i128)v : (double)v);
    else
        put_float80(dst, in->b ? (long double)(i128)v : (long double)v);
}

// ---- bits and overflow --------------------------------------------------------------------------

static u64 reverse64(u64 v) {
    u64 r = 0;
    for (u32 i = 0; i < 64; i++)
        r |= (v >> i & 1) << (63 - i);
    CHECK(__builtin_popcountll(r) == __builtin_popcountll(v));
    return r;
}

static u64 bit_fn(BitFn fn, u64 v, u32 n) {
    ENSURE(n >= 1 && n <= 64 && fn < BIT_FN_COUNT);
    CHECK(v <= mask_bits(n) && "a value that is wider than its type");
    switch (fn) {
    case BIT_POP: return (u64)__builtin_popcountll(v);
    case BIT_CLZ: return v ? (u64)__builtin_clzll(v) - (64 - n) : n;
    case BIT_CTZ: return v ? (u64)__builtin_ctzll(v) : n;
    case BIT_SWAP: return __builtin_bswap64(v) >> (64 - n);
    case BIT_REVERSE: return reverse64(v) >> (64 - n);
    default: {
        i64 s = sext(v, n);
        return (s < 0 ? -(u64)s : (u64)s) & mask_bits(n);
    }
    }
}

static u128 bit_fn128(BitFn fn, u128 v) {
    ENSURE(fn < BIT_FN_COUNT);
    u64 lo = (u64)v, hi = (u64)(v >> 64);
    switch (fn) {
    case BIT_POP: return (u128)(__builtin_popcountll(lo) + __builtin_popcountll(hi));
    case BIT_CLZ: return hi ? bit_fn(BIT_CLZ, hi, 64) : 64 + bit_fn(BIT_CLZ, lo, 64);
    case BIT_CTZ: return lo ? bit_fn(BIT_CTZ, lo, 64) : 64 + bit_fn(BIT_CTZ, hi, 64);
    case BIT_SWAP: return (u128)__builtin_bswap64(lo) << 64 | __builtin_bswap64(hi);
    case BIT_REVERSE: return (u128)reverse64(lo) << 64 | reverse64(hi);
    default: return (i128)v < 0 ? -v : v;
    }
}

static u64 funnel(u32 aux, u64 hi, u64 lo, u64 amount) {
    ENSURE((aux & 0x7fff) >= 1 && (aux & 0x7fff) <= 64);
    u32 n = aux & 0x7fff, s = (u32)(amount % n);
    u128 both = (u128)hi << n | lo;
    if (aux & 0x8000)
        return (u64)(both >> s) & mask_bits(n);
    return (u64)(both >> (n - s)) & mask_bits(n);
}

static bool overflows(OvfFn fn, u32 n, u64 a, u64 b, u64 *out) {
    ENSURE(n >= 1 && n <= 64 && fn <= OVF_UMUL);
    i128 x, lo, hi;
    bool is_signed = fn == OVF_SADD || fn == OVF_SSUB || fn == OVF_SMUL;
    i128 p = is_signed ? (i128)sext(a, n) : (i128)a, q = is_signed ? (i128)sext(b, n) : (i128)b;
    if (fn == OVF_UMUL) { // may need all 128 bits unsigned
        u128 m = (u128)a * b;
        *out = (u64)m & mask_bits(n);
        return (m >> n) != 0;
    }
    x = fn == OVF_SADD || fn == OVF_UADD ? p + q : fn == OVF_SMUL ? p * q : p - q;
    lo = is_signed ? -((i128)1 << (n - 1)) : 0;
    hi = is_signed ? ((i128)1 << (n - 1)) - 1 : (i128)mask_bits(n);
    *out = (u64)x & mask_bits(n);
    return x < lo || x > hi;
}

static bool overflows128(OvfFn fn, u128 a, u128 b, u128 *out) {
    ENSURE(fn <= OVF_UMUL);
    i128 s;
    bool ovf;
    switch (fn) {
    case OVF_UADD: return __builtin_add_overflow(a, b, out);
    case OVF_USUB: return __builtin_sub_overflow(a, b, out);
    case OVF_UMUL: return __builtin_mul_overflow(a, b, out);
    case OVF_SADD: ovf = __builtin_add_overflow((i128)a, (i128)b, &s); break;
    case OVF_SSUB: ovf = __builtin_sub_overflow((i128)a, (i128)b, &s); break;
    default: ovf = __builtin_mul_overflow((i128)a, (i128)b, &s);
    }
    *out = (u128)s;
    return ovf;
}

static u64 saturate(OvfFn fn, u32 n, u64 a, u64 b) {
    ENSURE(n >= 1 && n <= 64 && fn <= OVF_USHL);
    u64 r, max = mask_bits(n), smax = mask_bits(n - 1), smin = 1ull << (n - 1);
    if (fn == OVF_USHL)
        return b >= n || (a << b & max) >> b != a ? (a ? max : 0) : a << b & max;
    if (fn == OVF_SSHL) {
        i64 s = sext(a, n);
        r = b < n ? a << b & max : 0;
        bool ok = b < n && sext(r, n) >> b == s;
        return ok || s == 0 ? r : s < 0 ? smin : smax;
    }
    if (!overflows(fn, n, a, b, &r))
        return r;
    if (fn == OVF_UADD)
        return max;
    if (fn == OVF_USUB)
        return 0;
    return sext(a, n) < 0 ? smin : smax;
}

static bool number_overflows(const Insn *in, const Cell *a, const Cell *b) {
    ENSURE(in->op == OP_ARITH128 && (in->aux & 0xff) <= A_ASHR);
    u128 ignored;
    switch ((Op128)(in->aux & 0xff)) {
    case A_ADD:
        return (in->aux & ARITH128_NSW) && overflows128(OVF_SADD, get128(a), get128(b), &ignored);
    case A_SUB:
        return (in->aux & ARITH128_NSW) && overflows128(OVF_SSUB, get128(a), get128(b), &ignored);
    case A_MUL:
        return (in->aux & ARITH128_NSW) && overflows128(OVF_SMUL, get128(a), get128(b), &ignored);
    default: return false;
    }
}

// ---- all together -------------------------------------------------------------------------------

void number_op(const Insn *in, Cell *dst, const Cell *a, const Cell *b, const Cell *c) {
    u64 r;
    u128 w;
    switch ((Op)in->op) {
    case OP_ARITH128: put128(dst, arith128((Op128)(in->aux & 0xff), get128(a), get128(b))); break;
    case OP_CMP128: put(dst, cmp128((Op128)in->aux, get128(a), get128(b))); break;
    case OP_SEXT128: put128(dst, (u128)(i128)sext(a->v, (u32)in->b)); break;
    case OP_SEXTHI: put128(dst, sext_bits(get128(a), (u32)in->b)); break;
    case OP_MASKHI: put128(dst, keep_bits(get128(a), (u32)in->b)); break;
    case OP_FADD:
    case OP_FSUB:
    case OP_FMUL:
    case OP_FDIV:
    case OP_FREM: float_binary(in, dst, a, b); break;
    case OP_FNEG: put(dst, a->v ^ (in->aux == F32 ? 1ull << 31 : 1ull << 63)); break;
    case OP_FCMP: put(dst, fcmp((u32)in->c, get_float(in->aux, a), get_float(in->aux, b))); break;
    case OP_FMATH:
    case OP_FMATH80: float_math(in, dst, a, b); break;
    case OP_FADD80:
    case OP_FSUB80:
    case OP_FMUL80:
    case OP_FDIV80:
    case OP_FREM80:
        put_float80(dst, float_binary_ldouble(in->op - OP_FADD80 + OP_FADD, get_float(F80, a),
                                              get_float(F80, b)));
        break;
    case OP_FNEG80: put_float80(dst, -get_float(F80, a)); break;
    case OP_FCMP80: put(dst, fcmp((u32)in->c, get_float(F80, a), get_float(F80, b))); break;
    case OP_FMA:
    case OP_FMA80: float_fma(in, dst, a, b, c); break;
    case OP_FCVT: put_float((FloatKind)in->c, dst, get_float(in->aux, a)); break;
    case OP_FTO80: put_float80(dst, get_float(in->aux, a)); break;
    case OP_FFROM80: put_float(in->aux, dst, get_float(F80, a)); break;
    case OP_FTOI: put(dst, float_to_int(get_float(in->aux, a), in->b, (u32)in->c)); break;
    case OP_FTOI80: put(dst, float_to_int(get_float(F80, a), in->b, (u32)in->c)); break;
    case OP_FTOI128: put128(dst, float_to_int128(get_float(in->aux, a), in->b)); break;
    case OP_ITOF:
    case OP_ITOF80: int_to_float(in, dst, a); break;
    case OP_I128TOF: int128_to_float(in, dst, a); break;
    case OP_BITFN: put(dst, bit_fn((BitFn)in->aux, a->v, (u32)in->c)); break;
    case OP_BITFN128: put128(dst, bit_fn128((BitFn)in->aux, get128(a))); break;
    case OP_FUNNEL: put(dst, funnel(in->aux, a->v, b->v, c->v)); break;
    case OP_OVF:
        put(dst + 1, overflows((OvfFn)in->aux, (u32)in->c, a->v, b->v, &r));
        put(dst, r);
        break;
    case OP_OVF128:
        put(dst + 2, overflows128((OvfFn)in->aux, get128(a), get128(b), &w));
        put128(dst, w);
        break;
    case OP_SAT: put(dst, saturate((OvfFn)in->aux, (u32)in->c, a->v, b->v)); break;
    default: ENSURE(!"not a number instruction");
    }
}

static u64 rmw_float(Op op, FloatKind kind, const Cell *a, const Cell *b) {
    Cell r = {0};
    float_binary(&(Insn){.op = (u16)op, .aux = (u16)kind}, &r, a, b);
    return r.v;
}

u64 number_rmw(RmwFn fn, u32 bytes, u64 old, u64 v) {
    ENSURE(bytes >= 1 && bytes <= 8 && fn < RMW_FN_COUNT);
    u32 n = bytes * 8;
    u64 mask = mask_bits(n);
    CHECK(old <= mask && v <= mask && "a value that is wider than its type");
    Cell a = {old, 0, 0}, b = {v, 0, 0};
    switch (fn) {
    case RMW_XCHG: return v;
    case RMW_ADD: return (old + v) & mask;
    case RMW_SUB: return (old - v) & mask;
    case RMW_AND: return old & v;
    case RMW_NAND: return ~(old & v) & mask;
    case RMW_OR: return old | v;
    case RMW_XOR: return old ^ v;
    case RMW_MAX: return sext(old, n) > sext(v, n) ? old : v;
    case RMW_MIN: return sext(old, n) < sext(v, n) ? old : v;
    case RMW_UMAX: return old > v ? old : v;
    case RMW_UMIN: return old < v ? old : v;
    case RMW_FADD32: return rmw_float(OP_FADD, F32, &a, &b);
    case RMW_FSUB32: return rmw_float(OP_FSUB, F32, &a, &b);
    case RMW_FADD64: return rmw_float(OP_FADD, F64, &a, &b);
    case RMW_FSUB64: return rmw_float(OP_FSUB, F64, &a, &b);
    case RMW_UINC: return old >= v ? 0 : old + 1;
    default: return old == 0 || old > v ? v : old - 1;
    }
}

// ---- from the loop ------------------------------------------------------------------------------

static u8 cells_of_role(u8 role) {
    CHECK(role <= ROLE_SW);
    switch (role) {
    case ROLE_R1:
    case ROLE_W1: return 1;
    case ROLE_R2:
    case ROLE_W2: return 2;
    case ROLE_W3: return 3;
    default: return 0;
    }
}

NumberShape number_shape(const Insn *in) {
    const OpInfo *o = &ir_op_info[in->op];
    NumberShape s = {cells_of_role(o->role[1]), cells_of_role(o->role[2]),
                     cells_of_role(o->role[3]), cells_of_role(o->role[0])};
    if (in->op == OP_FTOI128 && in->aux != F80)
        s.a = 1;
    CHECK(s.a && s.dst && "an instruction that does not compute numbers");
    return s;
}

static bool is_division(u32 op128) {
    CHECK(op128 <= A_ASHR);
    return op128 == A_UDIV || op128 == A_SDIV || op128 == A_UREM || op128 == A_SREM;
}

// x == 0.0 and x != 0.0. (NaN is not zero.)
static bool compares_with_zero(const Insn *in, const Cell *a, const Cell *b) {
    enum { OEQ = 1, UNE = 14 };
    return in->op == OP_FCMP && in->aux <= F64 && (in->c == OEQ || in->c == UNE) &&
           !cell_is_number(*a) && cell_is_number(*b) && get_float(in->aux, b) == 0;
}

// The conditions that n cells stand on. False: one of them has no number.
static bool have_numbers(const Cell *c, u32 n, u32 *conditions) {
    bool have = true;
    for (u32 i = 0; i < n; i++) {
        have = have && cell_has_number(c[i]);
        *conditions |= tag_conditions(c[i].tag);
    }
    return have;
}

// Operands that are given numbers, with plain ones among them: the result stands on what they stand
// on. False where they are something else, or where the operation could fail: then they must be
// looked at.
static bool compute_given(const Vm *vm, const Insn *in, Cell *dst, const Cell *const operand[3],
                          const u8 n[3], u8 ndst) {
    u32 conditions = 0;
    bool have = true;
    for (u32 i = 0; i < 3; i++)
        have = have_numbers(operand[i], n[i], &conditions) && have;
    bool may_fail =
        in->op == OP_ARITH128 && (is_division(in->aux & 0xff) || vm->options.check_overflow);
    if (!conditions || !have || may_fail)
        return false;
    Cell plain[3][2] = {0};
    for (u32 i = 0; i < 3; i++)
        for (u32 k = 0; k < n[i]; k++)
            plain[i][k] = cell_number(operand[i][k].v);
    number_op(in, dst, plain[0], n[1] ? plain[1] : NULL, n[2] ? plain[2] : NULL);
    for (u32 i = 0; i < ndst; i++)
        dst[i] = cell_given(dst[i].v, conditions);
    return true;
}

// ---- unknown operands ---------------------------------------------------------------------------

static TermOp bit_term(BitFn fn) {
    static const u8 terms[BIT_FN_COUNT] = {[BIT_POP] = TERM_POPCOUNT,
                                           [BIT_CLZ] = TERM_CLZ,
                                           [BIT_CTZ] = TERM_CTZ,
                                           [BIT_SWAP] = TERM_BSWAP,
                                           [BIT_REVERSE] = TERM_BITREVERSE,
                                           [BIT_ABS] = TERM_ABS};
    ENSURE(fn < BIT_FN_COUNT);
    return (TermOp)terms[fn];
}

static TermOp saturated_term(OvfFn fn) {
    switch (fn) {
    case OVF_SADD: return TERM_SAT_SADD;
    case OVF_UADD: return TERM_SAT_UADD;
    case OVF_SSUB: return TERM_SAT_SSUB;
    case OVF_USUB: return TERM_SAT_USUB;
    case OVF_SSHL: return TERM_SAT_SSHL;
    case OVF_USHL: return TERM_SAT_USHL;
    case OVF_SMUL:
    case OVF_UMUL: break;
    }
    return TERM_COUNT;
}

static TermOp float_term(u32 fn) {
    static const u8 terms[] = {
        [FF_FABS] = TERM_FABS,       [FF_SQRT] = TERM_FSQRT,      [FF_FLOOR] = TERM_FFLOOR,
        [FF_CEIL] = TERM_FCEIL,      [FF_TRUNC] = TERM_FTRUNC,    [FF_RINT] = TERM_FRINT,
        [FF_ROUND] = TERM_FROUND,    [FF_ROUNDEVEN] = TERM_FRINT, [FF_COPYSIGN] = TERM_FCOPYSIGN,
        [FF_MINNUM] = TERM_FMINNUM,  [FF_MAXNUM] = TERM_FMAXNUM,  [FF_MINIMUM] = TERM_FMINIMUM,
        [FF_MAXIMUM] = TERM_FMAXIMUM};
    return fn < ARRAY_LEN(terms) ? (TermOp)terms[fn] : TERM_COUNT;
}

// What a number instruction with one result is as a term; its operands come later. TERM_COUNT:
// there is none.
static Term term_of(const Insn *in) {
    u32 c = (u32)in->c, kind = in->aux == F32 ? 32 : 64;
    Term t = {.op = TERM_COUNT, .bits = kind, .width = kind};
    switch ((Op)in->op) {
    case OP_BITFN: return (Term){.op = bit_term((BitFn)in->aux), .bits = c, .width = c};
    case OP_SAT: return (Term){.op = saturated_term((OvfFn)in->aux), .bits = c, .width = c};
    case OP_FUNNEL:
        t.op = in->aux & 0x8000 ? TERM_FSHR : TERM_FSHL;
        t.bits = t.width = in->aux & 0x7fff;
        return t;
    default: break;
    }
    if (in->aux > F64) // floats of other kinds have no rows
        return t;
    switch ((Op)in->op) {
    case OP_FADD: t.op = TERM_FADD; break;
    case OP_FSUB: t.op = TERM_FSUB; break;
    case OP_FMUL: t.op = TERM_FMUL; break;
    case OP_FDIV: t.op = TERM_FDIV; break;
    case OP_FNEG: t.op = TERM_FNEG; break;
    case OP_FMA: t.op = TERM_FMA; break;
    case OP_FMATH: t.op = float_term(c); break;
    case OP_FCMP: t = (Term){.op = TERM_FCMP, .bits = kind, .width = 1, .param = c}; break;
    case OP_FCVT:
        if (c <= F64 && c != in->aux)
            t = (Term){.op = TERM_FCVT, .bits = kind, .width = c == F32 ? 32 : 64};
        break;
    case OP_FTOI: t = (Term){.op = TERM_FTOI, .bits = kind, .width = c, .param = in->b == 1}; break;
    case OP_ITOF: t = (Term){.op = TERM_ITOF, .bits = c, .width = kind, .param = in->b == 1}; break;
    default: break;
    }
    return t;
}

static bool compute_overflow(Vm *vm, const Insn *in, Cell *dst, const Cell *a, const Cell *b) {
    static const u8 terms[][2] = {
        [OVF_SADD] = {TERM_ADD, TERM_SADDO}, [OVF_UADD] = {TERM_ADD, TERM_UADDO},
        [OVF_SSUB] = {TERM_SUB, TERM_SSUBO}, [OVF_USUB] = {TERM_SUB, TERM_USUBO},
        [OVF_SMUL] = {TERM_MUL, TERM_SMULO}, [OVF_UMUL] = {TERM_MUL, TERM_UMULO}};
    u32 width = (u32)in->c;
    ENSURE(in->aux < ARRAY_LEN(terms));
    Term value = {.op = terms[in->aux][0], .bits = width, .width = width, .n = 2, .args = {*a, *b}};
    Term flag = {.op = terms[in->aux][1], .bits = width, .width = 1, .n = 2, .args = {*a, *b}};
    return term_make(vm, &value, &dst[0]) && term_make(vm, &flag, &dst[1]);
}

static RunEnd tell_flaw(Vm *vm, ArithFlaw flaw) {
    CHECK(flaw != FLAW_NONE);
    if (flaw == FLAW_ZERO_DIVISION)
        return fault_set(vm, FAULT_DIVISION_BY_ZERO, 0, "division by zero");
    return fault_set(vm, FAULT_OVERFLOW, 0,
                     flaw == FLAW_OVERFLOW
                         ? "a signed integer operation overflows"
                         : "the smallest number divided by -1 does not fit its type");
}

// Of plain numbers. The smallest number divided by -1 is one more that does not fit; unlike one of
// 64 bits the processor does not trap, so it matters only to those who look for overflows.
static ArithFlaw flaw_of(const Vm *vm, const Insn *in, const Cell *a, const Cell *b) {
    u32 op = in->aux & 0xff;
    if (is_division(op) && (b[0].v | b[1].v) == 0)
        return FLAW_ZERO_DIVISION;
    if (!vm->options.check_overflow)
        return FLAW_NONE;
    bool divides_smallest =
        (op == A_SDIV || op == A_SREM) && get128(a) == (u128)1 << 127 && get128(b) == ~(u128)0;
    return divides_smallest             ? FLAW_DIVIDE_ERROR
           : number_overflows(in, a, b) ? FLAW_OVERFLOW
                                        : FLAW_NONE;
}

// Whether the run ends here: what is wrong is not excused.
static bool is_wrong(Vm *vm, ArithFlaw flaw) {
    return flaw == FLAW_ZERO_DIVISION ||
           (flaw != FLAW_NONE && !fault_is_excused(vm, FAULT_OVERFLOW));
}

// False: it is no matter of terms, or (*slow then says so) there is no room for one.
static bool compute_unknown(Vm *vm, const Insn *in, Cell *dst, const Cell *const operand[3],
                            const u8 n[3], Slow *slow) {
    *slow = SLOW_FULL;
    if (in->op == OP_OVF)
        return compute_overflow(vm, in, dst, operand[0], operand[1]);
    Term t = term_of(in);
    *slow = SLOW_OK;
    if (t.op == TERM_COUNT || !term_is_formed(t.op, t.bits, t.width, t.param))
        return false;
    t.n = term_info[t.op].operands;
    for (u32 i = 0; i < t.n; i++) {
        ENSURE(n[i] == 1);
        t.args[i] = operand[i][0];
    }
    if (t.op == TERM_FTOI) // it is unknown whether it fits
        vm->bounds_met |= 1u << BOUND_CONVERT;
    *slow = SLOW_FULL;
    return term_make(vm, &t, dst);
}

// The kinds of cells among the operands, as a set; *given: the tag of a given number.
static u32 kinds_of(const Vm *vm, const Cell *const operand[3], const u8 n[3], ObjId *given) {
    u32 kinds = 0;
    for (u32 i = 0; i < 3; i++) {
        for (u32 k = 0; k < n[i]; k++) {
            if (cell_is_number(operand[i][k]))
                continue;
            kinds |= 1u << cell_kind(vm, operand[i][k]);
            if (cell_is_given(operand[i][k]))
                *given = operand[i][k].tag;
        }
    }
    return kinds;
}

typedef enum Way { WAY_DONE, WAY_LEFT, WAY_ON } Way; // LEFT: with *end; ON: it is not done here

static Way run_wide(Vm *vm, Thread *t, const Insn *in, Cell *dst, const Cell *const operand[3],
                    RunEnd *end) {
    ArithFlaw flaw;
    bool is_done;
    Slow slow = wide_run(vm, in, operand[0], operand[1], dst, &is_done, &flaw);
    if (slow == SLOW_OK && !is_wrong(vm, flaw))
        return is_done ? WAY_DONE : WAY_ON;
    *end = slow == SLOW_OK ? tell_flaw(vm, flaw) : arith_stop(vm, t, slow);
    return WAY_LEFT;
}

// With unknown operands. A term stands on no conditions: a given number beside them is looked at.
static Way run_unknown(Vm *vm, Thread *t, const Insn *in, Cell *dst, const Cell *const operand[3],
                       const u8 n[3], RunEnd *end) {
    Slow slow = SLOW_GIVEN;
    u32 kinds = kinds_of(vm, operand, n, &vm->fault.obj);
    if (!(kinds & 1u << CELL_UNKNOWN) || !vm->condition)
        return WAY_ON;
    if (kinds == 1u << CELL_UNKNOWN && wide_can(in))
        return run_wide(vm, t, in, dst, operand, end);
    if (kinds == 1u << CELL_UNKNOWN) {
        if (compute_unknown(vm, in, dst, operand, n, &slow))
            return WAY_DONE;
        if (slow == SLOW_OK)
            return WAY_ON;
    } else if (!(kinds & 1u << CELL_GIVEN)) {
        return WAY_ON;
    }
    *end = arith_stop(vm, t, slow);
    return WAY_LEFT;
}

// Notes that a result is undefined: a number of 128 bits is shifted by too much, or one with a
// point fits no integer of the type that it is converted to.
static void note_undefined(Vm *vm, const Insn *in, const Cell *dst, const Cell *a, const Cell *b) {
    u32 op128 = in->op == OP_ARITH128 ? in->aux & 0xff : A_ADD;
    bool is_shift = op128 == A_SHL || op128 == A_LSHR || op128 == A_ASHR;
    if (is_shift && (b[0].v >= 128 || b[1].v))
        vm->bounds_met |= 1u << BOUND_SHIFT;
    if (in->op != OP_FTOI && in->op != OP_FTOI80 && in->op != OP_FTOI128)
        return;
    bool is_zero = dst[0].v == 0 && (in->op != OP_FTOI128 || dst[1].v == 0);
    long double x = get_float(in->op == OP_FTOI80 ? F80 : (FloatKind)in->aux, a);
    if (is_zero && !(fabsl(x) < 1))
        vm->bounds_met |= 1u << BOUND_CONVERT;
}

static bool run_plain(Vm *vm, const Insn *in, u32 ndst, Cell *dst, const Cell *a, const Cell *b,
                      const Cell *c, RunEnd *end) {
    ArithFlaw flaw = in->op == OP_ARITH128 ? flaw_of(vm, in, a, b) : FLAW_NONE;
    if (is_wrong(vm, flaw)) {
        *end = tell_flaw(vm, flaw);
        return false;
    }
    number_op(in, dst, a, b, c);
    note_undefined(vm, in, dst, a, b);
    for (u32 i = 0; IS_CHECKING && i < ndst; i++)
        ENSURE(cell_is_number(dst[i]) && cell_is_formed(dst[i]));
    return true;
}

static bool are_plain(const Cell *const operand[3], const u8 n[3]) {
    ObjId tags = 0;
    for (u32 i = 0; i < 3; i++)
        for (u32 k = 0; k < n[i]; k++)
            tags |= operand[i][k].tag;
    return tags == OBJ_NONE;
}

// Pointers become the numbers that they are. *worst: why there are none; then the result is none.
// False: leave the step with *end.
static bool make_plain(Vm *vm, Thread *t, const Cell *const operand[3], const u8 n[3],
                       Cell plain[3][2], Slow *worst, RunEnd *end) {
    *worst = SLOW_OK;
    for (u32 i = 0; i < 3; i++) {
        ENSURE(n[i] <= 2);
        if (n[i])
            memcpy(plain[i], operand[i], n[i] * sizeof *plain[i]);
        Slow slow = n[i] ? arith_make_plain(vm, plain[i], n[i]) : SLOW_OK;
        if (slow == SLOW_LOOK || slow == SLOW_GIVEN) {
            *end = arith_stop(vm, t, slow);
            return false;
        }
        if (slow != SLOW_OK)
            *worst = slow;
    }
    return true;
}

bool number_run(Vm *vm, Thread *t, const Insn *in, Cell *dst, const Cell *a, const Cell *b,
                const Cell *c, RunEnd *end) {
    NumberShape s = number_shape(in);
    Slow worst;
    const Cell *operand[3] = {a, b, c};
    Cell plain[3][2];
    u8 n[3] = {s.a, s.b, s.c};
    CHECK(!s.b == !b && !s.c == !c);
    if (are_plain(operand, n))
        return run_plain(vm, in, s.dst, dst, a, b, c, end);
    Way way = run_unknown(vm, t, in, dst, operand, n, end);
    if (way != WAY_ON)
        return way == WAY_DONE;
    if (compares_with_zero(in, a, b) && vm_cell_kind(vm, *a) == CELL_UNKNOWN) {
        bool is_true;
        Slow truth = arith_truth(vm, *a, in->aux == F32 ? 32 : 64, true, &is_true);
        if (truth == SLOW_OK) {
            put(dst, is_true == (in->c != 1));
            return true;
        }
        *end = arith_stop(vm, t, truth);
        return false;
    }
    if (compute_given(vm, in, dst, operand, n, s.dst)) {
        note_undefined(vm, in, dst, a, b);
        return true;
    }
    if (!make_plain(vm, t, operand, n, plain, &worst, end))
        return false;
    if (worst == SLOW_OK)
        return run_plain(vm, in, s.dst, dst, plain[0], s.b ? plain[1] : NULL, s.c ? plain[2] : NULL,
                         end);
    for (u32 i = 0; i < s.dst; i++)
        dst[i] = arith_result(worst);
    return true;
}
