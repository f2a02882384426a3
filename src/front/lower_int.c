// SPDX-License-Identifier: Apache-2.0
// Integers of any width up to 128 bits, and casts.
//
// A cell holds a value zero-extended. Widths other than 8, 16, 32, 64 are computed at the next
// larger one: signed operations extend their operands first, and results that may have grown are
// cut back.
#include "front/front_int.h"

static u32 container(u32 bits) { return bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64; }

Op int_op(u32 bits, Op128 which) {
    u32 row = bits <= 8 ? OP_ADD8 : bits <= 16 ? OP_ADD16 : bits <= 32 ? OP_ADD32 : OP_ADD64;
    return (Op)(row + which);
}

static i32 extended(Lower *l, u32 bits, i32 a) {
    if (bits <= 64)
        return emit_new(l, OP_SEXT, a, (i32)bits, (i32)container(bits), 0);
    i32 wide = cells_new(l, 2);
    emit(l, OP_SEXTHI, wide, a, (i32)bits, 0, 0);
    return wide;
}

static bool is_signed_op(Op128 which) {
    return which == A_SDIV || which == A_SREM || which == A_ASHR || which == A_SLT ||
           which == A_SLE;
}

static bool may_grow(Op128 which) {
    return which == A_ADD || which == A_SUB || which == A_MUL || which == A_SHL ||
           which == A_SDIV || which == A_SREM || which == A_ASHR;
}

void int_arith(Lower *l, Op128 which, u32 bits, u32 flags, i32 dst, i32 a, i32 b) {
    bool is_odd = bits > 64 ? bits < 128 : bits != container(bits);
    if (is_odd && is_signed_op(which)) {
        a = extended(l, bits, a);
        b = which == A_ASHR ? b : extended(l, bits, b);
    }
    bool cut = is_odd && may_grow(which);
    if (bits <= 64) {
        i32 to = cut ? cells_new(l, 1) : dst;
        // The overflow that the flags speak of is not that of the larger width.
        emit(l, int_op(bits, which), to, a, b, 0, is_odd ? 0 : flags);
        if (cut)
            emit(l, OP_TRUNC, dst, to, 0, (i32)bits, 0);
        return;
    }
    i32 to = cut ? cells_new(l, 2) : dst;
    emit(l, OP_ARITH128, to, a, b, 0, which | (!is_odd && (flags & 1) ? 0x100u : 0));
    if (cut)
        emit(l, OP_MASKHI, dst, to, (i32)bits, 0, 0);
}

static Op128 comparison(LLVMIntPredicate pred, bool *is_swapped) {
    *is_swapped =
        pred == LLVMIntUGT || pred == LLVMIntUGE || pred == LLVMIntSGT || pred == LLVMIntSGE;
    switch (pred) {
    case LLVMIntEQ: return A_EQ;
    case LLVMIntNE: return A_NE;
    case LLVMIntUGT:
    case LLVMIntULT: return A_ULT;
    case LLVMIntUGE:
    case LLVMIntULE: return A_ULE;
    case LLVMIntSGT:
    case LLVMIntSLT: return A_SLT;
    default: return A_SLE;
    }
}

void int_compare(Lower *l, LLVMIntPredicate pred, u32 bits, i32 dst, i32 a, i32 b) {
    bool is_swapped;
    Op128 which = comparison(pred, &is_swapped);
    if (is_swapped) {
        i32 t = a;
        a = b;
        b = t;
    }
    bool is_odd = bits > 64 ? bits < 128 : bits != container(bits);
    if (is_odd && is_signed_op(which)) {
        a = extended(l, bits, a);
        b = extended(l, bits, b);
    }
    if (bits <= 64)
        emit(l, int_op(bits, which), dst, a, b, 0, 0);
    else
        emit(l, OP_CMP128, dst, a, b, 0, which);
}

static void int_narrow(Lower *l, u32 from, u32 to, i32 dst, i32 src) {
    if (to > 64)
        emit(l, OP_MASKHI, dst, src, (i32)to, 0, 0);
    else if (from > 64 && to == 64)
        emit_move(l, dst, src, 1);
    else
        emit(l, OP_TRUNC, dst, src, 0, (i32)to, 0);
}

static void int_widen_signed(Lower *l, u32 from, u32 to, i32 dst, i32 src) {
    if (to <= 64) {
        emit(l, OP_SEXT, dst, src, (i32)from, (i32)to, 0);
        return;
    }
    i32 wide = to < 128 ? cells_new(l, 2) : dst;
    emit(l, from <= 64 ? OP_SEXT128 : OP_SEXTHI, wide, src, (i32)from, 0, 0);
    if (to < 128)
        emit(l, OP_MASKHI, dst, wide, (i32)to, 0, 0);
}

void int_resize(Lower *l, u32 from, u32 to, bool is_signed, i32 dst, i32 src) {
    if (to < from) {
        int_narrow(l, from, to, dst, src);
    } else if (to > from && is_signed) {
        int_widen_signed(l, from, to, dst, src);
    } else {
        emit_move(l, dst, src, from > 64 ? 2 : 1);
        if (from <= 64 && to > 64)
            emit_move(l, dst + 1, const_num(l->f, 0), 1);
    }
}

i32 int_pointer_index(Lower *l, LLVMValueRef index, u32 lane) {
    LLVMTypeRef type = LLVMTypeOf(index);
    u32 bits = type_bits(l->f, type_scalar(type));
    i32 operand = operand_of(l, index);
    if (type_is_vector(type))
        operand = cell_at(operand, lane * type_cells(l->f, type_scalar(type)));
    if (bits == l->f->ptr_bits)
        return operand;
    i32 resized = cells_new(l, 1);
    int_resize(l, bits, l->f->ptr_bits, true, resized, operand);
    return resized;
}

// ---- bit patterns -------------------------------------------------------------------------------

// Bits [from, from+n) of a cell, moved up by `up`.
static i32 bits_piece(Lower *l, i32 src, u32 src_bits, u32 from, u32 n, u32 up) {
    Front *f = l->f;
    if (from)
        src = emit_new(l, OP_LSHR64, src, const_num(f, from), 0, 0);
    if (from + n < src_bits)
        src = emit_new(l, OP_TRUNC, src, 0, (i32)n, 0);
    return up ? emit_new(l, OP_SHL64, src, const_num(f, up), 0, 0) : src;
}

// Spreads the bits of nsrc cells of src_bits each over ndst cells of dst_bits each, lowest first.
void lower_bits(Lower *l, const i32 *src, u32 nsrc, u32 src_bits, const i32 *dst, u32 ndst,
                u32 dst_bits) {
    ENSURE(src_bits <= 64 && dst_bits <= 64 && nsrc * src_bits == ndst * dst_bits);
    for (u32 i = 0; i < ndst; i++) {
        i32 acc = NO_CELL;
        for (u32 at = i * dst_bits; at < (i + 1) * dst_bits;) {
            u32 from = at % src_bits, n = src_bits - from, up = at - i * dst_bits;
            n = n < dst_bits - up ? n : dst_bits - up;
            i32 piece = bits_piece(l, src[at / src_bits], src_bits, from, n, up);
            acc = acc == NO_CELL ? piece : emit_new(l, OP_OR64, acc, piece, 0, 0);
            at += n;
        }
        emit_move(l, dst[i], acc, 1);
    }
}

// The width of the pieces a type's cells hold when they are taken as a string of bits; 0 if it is
// none.
static u32 chunk_bits(const Front *f, LLVMTypeRef type) {
    u32 bits = type_bits(f, type_scalar(type));
    return bits <= 64 ? bits : bits == 128 ? 64 : 0;
}

static void lower_bitcast(Lower *l, LLVMTypeRef from, LLVMTypeRef to, i32 dst, i32 src) {
    u32 nsrc = type_cells(l->f, from), ndst = type_cells(l->f, to);
    u32 src_bits = chunk_bits(l->f, from), dst_bits = chunk_bits(l->f, to);
    if (nsrc == ndst && src_bits == dst_bits) {
        emit_move(l, dst, src, nsrc);
        return;
    }
    if (src_bits == 0 || dst_bits == 0) {
        emit_unsupported(l, "a bit cast between vectors and numbers of 65 to 127 bits");
        return;
    }
    i32 *cells = mem_alloc((nsrc + ndst) * sizeof *cells);
    for (u32 i = 0; i < nsrc; i++)
        cells[i] = cell_at(src, i);
    for (u32 i = 0; i < ndst; i++)
        cells[nsrc + i] = dst + (i32)i;
    lower_bits(l, cells, nsrc, src_bits, cells + nsrc, ndst, dst_bits);
    mem_free(cells, (nsrc + ndst) * sizeof *cells);
}

// ---- casts --------------------------------------------------------------------------------------

static void float_resize(Lower *l, FloatKind from, FloatKind to, i32 dst, i32 src) {
    if (from == to)
        emit_move(l, dst, src, from == F80 ? 2 : 1);
    else if (to == F80)
        emit(l, OP_FTO80, dst, src, 0, 0, from);
    else if (from == F80)
        emit(l, OP_FFROM80, dst, src, 0, 0, to);
    else
        emit(l, OP_FCVT, dst, src, 0, (i32)to, from);
}

static void float_to_int(Lower *l, FloatKind from, u32 bits, bool is_signed, i32 dst, i32 src) {
    if (bits <= 64) {
        emit(l, from == F80 ? OP_FTOI80 : OP_FTOI, dst, src, is_signed, (i32)bits, from);
        return;
    }
    emit(l, OP_FTOI128, dst, src, is_signed, 0, from);
    if (bits < 128) {
        i32 cut = cells_new(l, 2);
        emit(l, OP_MASKHI, cut, dst, (i32)bits, 0, 0);
        emit_move(l, dst, cut, 2);
    }
}

static void int_to_float(Lower *l, FloatKind to, u32 bits, bool is_signed, i32 dst, i32 src) {
    if (bits <= 64) {
        emit(l, to == F80 ? OP_ITOF80 : OP_ITOF, dst, src, is_signed, (i32)bits, to);
        return;
    }
    if (bits < 128 && is_signed)
        src = extended(l, bits, src);
    i32 pair = to == F80 ? dst : cells_new(l, 2);
    emit(l, OP_I128TOF, pair, src, is_signed, 0, to);
    if (to != F80)
        emit_move(l, dst, pair, 1);
}

static void cast_lane(Lower *l, LLVMOpcode op, LLVMTypeRef from, LLVMTypeRef to, i32 dst, i32 src) {
    FloatKind fa = F32, fb = F32;
    u32 bits_from = type_bits(l->f, from), bits_to = type_bits(l->f, to);
    type_is_float(from, &fa);
    type_is_float(to, &fb);
    switch (op) {
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr: int_resize(l, bits_from, bits_to, false, dst, src); break;
    case LLVMSExt: int_resize(l, bits_from, bits_to, true, dst, src); break;
    case LLVMFPTrunc:
    case LLVMFPExt: float_resize(l, fa, fb, dst, src); break;
    case LLVMFPToUI:
    case LLVMFPToSI: float_to_int(l, fa, bits_to, op == LLVMFPToSI, dst, src); break;
    case LLVMUIToFP:
    case LLVMSIToFP: int_to_float(l, fb, bits_from, op == LLVMSIToFP, dst, src); break;
    default: emit_move(l, dst, src, type_cells(l->f, to)); break;
    }
}

void lower_cast(Lower *l, LLVMValueRef v, LLVMOpcode op, i32 dst) {
    LLVMValueRef arg = LLVMGetOperand(v, 0);
    LLVMTypeRef from = LLVMTypeOf(arg), to = LLVMTypeOf(v);
    i32 src = operand_of(l, arg);
    if (op == LLVMBitCast) {
        lower_bitcast(l, from, to, dst, src);
        return;
    }
    LLVMTypeRef from_lane = type_scalar(from), to_lane = type_scalar(to);
    u32 nsrc = type_cells(l->f, from_lane), ndst = type_cells(l->f, to_lane);
    for (u32 i = 0; i < type_lanes(to); i++)
        cast_lane(l, op, from_lane, to_lane, dst + (i32)(i * ndst), cell_at(src, i * nsrc));
}
