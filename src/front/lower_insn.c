// SPDX-License-Identifier: Apache-2.0
// Lowering of single instructions: dispatch, arithmetic, comparisons, selections, vectors and
// aggregates. Vector operations are done lane by lane.
#include "front/front_int.h"

#include <string.h>

// ---- values that are other values ---------------------------------------------------------------

static bool same_cells(const Lower *l, LLVMTypeRef a, LLVMTypeRef b) {
    u32 wide_a = type_bits(l->f, type_scalar(a)), wide_b = type_bits(l->f, type_scalar(b));
    if (type_is_vector(a) != type_is_vector(b)) { // <2 x i64> and i128, <1 x i32> and i32
        return type_cells(l->f, a) == type_cells(l->f, b) &&
               (wide_a == 128 ? 64 : wide_a) == (wide_b == 128 ? 64 : wide_b);
    }
    return wide_a == wide_b && type_lanes(a) == type_lanes(b);
}

static u32 part_offset(const Front *f, LLVMTypeRef type, const unsigned *indices, unsigned n,
                       LLVMTypeRef *part) {
    u32 cell = 0;
    for (unsigned i = 0; i < n; i++) {
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            for (unsigned k = 0; k < indices[i]; k++)
                cell += type_cells(f, LLVMStructGetTypeAtIndex(type, k));
            type = LLVMStructGetTypeAtIndex(type, indices[i]);
        } else {
            type = LLVMGetElementType(type);
            cell += indices[i] * type_cells(f, type);
        }
    }
    *part = type;
    return cell;
}

static bool is_cast_alias(const Lower *l, LLVMOpcode op, LLVMTypeRef from, LLVMTypeRef to) {
    u32 a = type_bits(l->f, type_scalar(from)), b = type_bits(l->f, type_scalar(to));
    switch (op) {
    case LLVMZExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr: return a <= b && b <= 64;
    case LLVMBitCast: return same_cells(l, from, to);
    default: return true;
    }
}

// Whether v has the cells of another value (starting at *cell of it), so that nothing needs to be
// done. SOUND: while v is live the other value cannot have been defined again: v's definition
// dominates its uses and lies behind the other's.
bool lower_is_alias(const Lower *l, LLVMValueRef v, LLVMValueRef *of, u32 *cell) {
    LLVMTypeRef part;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    *cell = 0;
    *of = LLVMGetNumOperands(v) ? LLVMGetOperand(v, 0) : NULL;
    if (!*of || LLVMIsConstant(*of))
        return false;
    switch (op) {
    case LLVMZExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast: return is_cast_alias(l, op, LLVMTypeOf(*of), LLVMTypeOf(v));
    case LLVMFreeze: return true;
    case LLVMExtractValue:
        if (type_problem(l->f, LLVMTypeOf(*of)))
            return false;
        *cell = part_offset(l->f, LLVMTypeOf(*of), LLVMGetIndices(v), LLVMGetNumIndices(v), &part);
        return true;
    case LLVMExtractElement: {
        LLVMValueRef index = LLVMGetOperand(v, 1);
        if (!LLVMIsAConstantInt(index) ||
            LLVMConstIntGetZExtValue(index) >= type_lanes(LLVMTypeOf(*of)) ||
            type_problem(l->f, LLVMTypeOf(*of))) {
            return false;
        }
        *cell = (u32)LLVMConstIntGetZExtValue(index) * type_cells(l->f, LLVMTypeOf(v));
        return true;
    }
    case LLVMGetElementPtr: {
        i64 offset;
        return !type_is_vector(LLVMTypeOf(v)) && gep_constant_offset(l->f, v, &offset) &&
               offset == 0;
    }
    case LLVMCall: {
        LLVMValueRef callee = LLVMGetCalledValue(v);
        return LLVMIsAFunction(callee) && intrinsic_passes_through(callee);
    }
    default: return false;
    }
}

// ---- arithmetic ---------------------------------------------------------------------------------

static bool int_opcode(LLVMOpcode op, Op128 *which) {
    static const struct {
        LLVMOpcode op;
        Op128 which;
    } table[] = {{LLVMAdd, A_ADD},   {LLVMSub, A_SUB},   {LLVMMul, A_MUL},   {LLVMUDiv, A_UDIV},
                 {LLVMSDiv, A_SDIV}, {LLVMURem, A_UREM}, {LLVMSRem, A_SREM}, {LLVMAnd, A_AND},
                 {LLVMOr, A_OR},     {LLVMXor, A_XOR},   {LLVMShl, A_SHL},   {LLVMLShr, A_LSHR},
                 {LLVMAShr, A_ASHR}};
    for (u32 i = 0; i < ARRAY_LEN(table); i++) {
        if (table[i].op == op) {
            *which = table[i].which;
            return true;
        }
    }
    return false;
}

static u32 overflow_flags(LLVMValueRef v, LLVMOpcode op) {
    if (!LLVMIsAInstruction(v))
        return 0;
    switch (op) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl: return (LLVMGetNSW(v) ? 1u : 0u) | (LLVMGetNUW(v) ? 2u : 0u);
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMLShr:
    case LLVMAShr: return LLVMGetExact(v) ? 4u : 0u;
    default: return 0;
    }
}

static void lower_int_binary(Lower *l, LLVMValueRef v, LLVMOpcode op, Op128 which, i32 dst) {
    LLVMTypeRef type = LLVMTypeOf(v);
    u32 bits = type_bits(l->f, type_scalar(type)), each = bits > 64 ? 2 : 1;
    i32 a = operand_of(l, LLVMGetOperand(v, 0)), b = operand_of(l, LLVMGetOperand(v, 1));
    u32 flags = overflow_flags(v, op);
    for (u32 i = 0; i < type_lanes(type); i++) {
        int_arith(l, which, bits, flags, dst + (i32)(i * each), cell_at(a, i * each),
                  cell_at(b, i * each));
    }
}

// The code of a real machine may keep more digits than the type has until it stores the value: x87
// does, which is what computes with floats where there is no SSE2.
static void note_digits(Lower *l, LLVMValueRef v) {
    FloatKind kind = F64;
    type_is_float(type_scalar(LLVMTypeOf(v)), &kind);
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(v));
    const char *name = "target-features";
    LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(
        fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name, (unsigned)strlen(name));
    unsigned len = 0;
    const char *features = a ? LLVMGetStringAttributeValue(a, &len) : "";
    bool has_sse = features && strstr(features, "+sse2");
    if (l->f->p->ptr_bytes == 4 && kind != F80 && !has_sse && debug_is_users(l->f, v, l->id))
        lower_note(l, BOUND_DIGITS);
}

// Whether every integer of the type that is converted is a number of the float's.
static bool is_exact_float(const Lower *l, LLVMValueRef cast) {
    FloatKind kind = F64;
    type_is_float(type_scalar(LLVMTypeOf(cast)), &kind);
    u32 bits = type_bits(l->f, type_scalar(LLVMTypeOf(LLVMGetOperand(cast, 0))));
    return bits <= (kind == F32 ? 24 : 53);
}

static void lower_float_binary(Lower *l, LLVMValueRef v, LLVMOpcode op, i32 dst) {
    static const Op plain[] = {OP_FADD, OP_FSUB, OP_FMUL, OP_FDIV, OP_FREM};
    static const Op wide[] = {OP_FADD80, OP_FSUB80, OP_FMUL80, OP_FDIV80, OP_FREM80};
    u32 which = op == LLVMFAdd   ? 0
                : op == LLVMFSub ? 1
                : op == LLVMFMul ? 2
                : op == LLVMFDiv ? 3
                                 : 4;
    LLVMTypeRef type = LLVMTypeOf(v);
    FloatKind kind = F64;
    type_is_float(type_scalar(type), &kind);
    u32 each = kind == F80 ? 2 : 1;
    i32 a = operand_of(l, LLVMGetOperand(v, 0)), b = operand_of(l, LLVMGetOperand(v, 1));
    note_digits(l, v);
    for (u32 i = 0; i < type_lanes(type); i++) {
        emit(l, kind == F80 ? wide[which] : plain[which], dst + (i32)(i * each),
             cell_at(a, i * each), cell_at(b, i * each), 0, kind);
    }
}

static void lower_fneg(Lower *l, LLVMValueRef v, i32 dst) {
    LLVMTypeRef type = LLVMTypeOf(v);
    FloatKind kind = F64;
    type_is_float(type_scalar(type), &kind);
    u32 each = kind == F80 ? 2 : 1;
    i32 a = operand_of(l, LLVMGetOperand(v, 0));
    for (u32 i = 0; i < type_lanes(type); i++) {
        emit(l, kind == F80 ? OP_FNEG80 : OP_FNEG, dst + (i32)(i * each), cell_at(a, i * each), 0,
             0, kind);
    }
}

static void lower_icmp(Lower *l, LLVMValueRef v, i32 dst) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(v, 0));
    u32 bits = type_bits(l->f, type_scalar(type)), each = bits > 64 ? 2 : 1;
    i32 a = operand_of(l, LLVMGetOperand(v, 0)), b = operand_of(l, LLVMGetOperand(v, 1));
    for (u32 i = 0; i < type_lanes(type); i++) {
        int_compare(l, LLVMGetICmpPredicate(v), bits, dst + (i32)i, cell_at(a, i * each),
                    cell_at(b, i * each));
    }
}

static void lower_fcmp(Lower *l, LLVMValueRef v, i32 dst) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(v, 0));
    FloatKind kind = F64;
    type_is_float(type_scalar(type), &kind);
    u32 each = kind == F80 ? 2 : 1;
    i32 a = operand_of(l, LLVMGetOperand(v, 0)), b = operand_of(l, LLVMGetOperand(v, 1));
    for (u32 i = 0; i < type_lanes(type); i++) {
        emit(l, kind == F80 ? OP_FCMP80 : OP_FCMP, dst + (i32)i, cell_at(a, i * each),
             cell_at(b, i * each), (i32)LLVMGetFCmpPredicate(v), kind);
    }
}

static void lower_select(Lower *l, LLVMValueRef v, i32 dst) {
    LLVMTypeRef type = LLVMTypeOf(v);
    LLVMValueRef cond = LLVMGetOperand(v, 0);
    u32 n = type_cells(l->f, type);
    bool is_per_lane = type_is_vector(LLVMTypeOf(cond));
    u32 lanes = is_per_lane ? type_lanes(type) : 1, each = n / lanes;
    i32 c = operand_of(l, cond), a = operand_of(l, LLVMGetOperand(v, 1)),
        b = operand_of(l, LLVMGetOperand(v, 2));
    for (u32 i = 0; i < lanes && each; i++) {
        emit(l, OP_SELECT, dst + (i32)(i * each), cell_at(c, i), cell_at(a, i * each),
             cell_at(b, i * each), each);
    }
}

// ---- vectors and aggregates ---------------------------------------------------------------------

static void lower_extract_element(Lower *l, LLVMValueRef v, i32 dst) {
    LLVMValueRef vector = LLVMGetOperand(v, 0), index = LLVMGetOperand(v, 1);
    u32 each = type_cells(l->f, LLVMTypeOf(v)), lanes = type_lanes(LLVMTypeOf(vector));
    i32 src = operand_of(l, vector);
    if (LLVMIsAConstantInt(index)) {
        u64 i = LLVMConstIntGetZExtValue(index);
        if (i < lanes)
            emit_move(l, dst, cell_at(src, (u32)i * each), each);
        else
            emit_unsupported(l, "a vector element out of range");
    } else if (each == 1) {
        emit(l, OP_PICK, dst, src, operand_of(l, index), 0, lanes);
    } else {
        emit_unsupported(l, "a variable index into a vector of wide elements");
    }
}

static void lower_insert_element(Lower *l, LLVMValueRef v, i32 dst) {
    LLVMValueRef vector = LLVMGetOperand(v, 0), index = LLVMGetOperand(v, 2);
    i32 src = operand_of(l, vector), value = operand_of(l, LLVMGetOperand(v, 1));
    u32 lanes = type_lanes(LLVMTypeOf(v)), n = type_cells(l->f, LLVMTypeOf(v)), each = n / lanes;
    if (LLVMIsAConstantInt(index)) {
        u64 i = LLVMConstIntGetZExtValue(index);
        emit_move(l, dst, src, n);
        if (i < lanes)
            emit_move(l, dst + (i32)((u32)i * each), value, each);
    } else if (each == 1) {
        emit(l, OP_PLACE, dst, src, value, operand_of(l, index), lanes);
    } else {
        emit_unsupported(l, "a variable index into a vector of wide elements");
    }
}

static void lower_shuffle(Lower *l, LLVMValueRef v, i32 dst) {
    LLVMValueRef first = LLVMGetOperand(v, 0);
    u32 lanes = type_lanes(LLVMTypeOf(first)), each = type_cells(l->f, type_scalar(LLVMTypeOf(v)));
    i32 a = operand_of(l, first), b = operand_of(l, LLVMGetOperand(v, 1));
    i32 undef = const_run(l->f, (Cell[]){cell_unwritten(), cell_unwritten()}, 2);
    for (u32 i = 0; i < LLVMGetNumMaskElements(v); i++) {
        int from = LLVMGetMaskValue(v, i);
        i32 src = undef;
        if (from >= 0 && (u32)from < 2 * lanes) {
            src = (u32)from < lanes ? cell_at(a, (u32)from * each)
                                    : cell_at(b, ((u32)from - lanes) * each);
        }
        emit_move(l, dst + (i32)(i * each), src, each);
    }
}

static void lower_insert_value(Lower *l, LLVMValueRef v, i32 dst) {
    LLVMTypeRef part, type = LLVMTypeOf(v);
    u32 at = part_offset(l->f, type, LLVMGetIndices(v), LLVMGetNumIndices(v), &part);
    i32 src = operand_of(l, LLVMGetOperand(v, 0)), value = operand_of(l, LLVMGetOperand(v, 1));
    emit_move(l, dst, src, type_cells(l->f, type));
    emit_move(l, dst + (i32)at, value, type_cells(l->f, part));
}

static void lower_extract_value(Lower *l, LLVMValueRef v, i32 dst) {
    LLVMTypeRef part;
    LLVMValueRef whole = LLVMGetOperand(v, 0);
    u32 at = part_offset(l->f, LLVMTypeOf(whole), LLVMGetIndices(v), LLVMGetNumIndices(v), &part);
    emit_move(l, dst, cell_at(operand_of(l, whole), at), type_cells(l->f, part));
}

// ---- dispatch -----------------------------------------------------------------------------------

void lower_operator(Lower *l, LLVMValueRef v, LLVMOpcode op, i32 dst) {
    Op128 which;
    if (int_opcode(op, &which)) {
        lower_int_binary(l, v, op, which, dst);
        return;
    }
    switch (op) {
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem: lower_float_binary(l, v, op, dst); break;
    case LLVMFNeg: lower_fneg(l, v, dst); break;
    case LLVMICmp: lower_icmp(l, v, dst); break;
    case LLVMFCmp: lower_fcmp(l, v, dst); break;
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMFPToUI:
    case LLVMFPToSI:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast: lower_cast(l, v, op, dst); break;
    case LLVMUIToFP:
    case LLVMSIToFP:
        if (!is_exact_float(l, v))
            note_digits(l, v);
        lower_cast(l, v, op, dst);
        break;
    case LLVMFreeze:
        emit_move(l, dst, operand_of(l, LLVMGetOperand(v, 0)), type_cells(l->f, LLVMTypeOf(v)));
        break;
    case LLVMSelect: lower_select(l, v, dst); break;
    case LLVMGetElementPtr: lower_gep(l, v, dst); break;
    case LLVMExtractElement: lower_extract_element(l, v, dst); break;
    case LLVMInsertElement: lower_insert_element(l, v, dst); break;
    case LLVMShuffleVector: lower_shuffle(l, v, dst); break;
    case LLVMExtractValue: lower_extract_value(l, v, dst); break;
    case LLVMInsertValue: lower_insert_value(l, v, dst); break;
    default: emit_unsupported(l, "an LLVM instruction that heddle does not know"); break;
    }
}

static const char *insn_problem(const Lower *l, LLVMValueRef v) {
    const char *problem = type_problem(l->f, LLVMTypeOf(v));
    for (int i = 0; i < LLVMGetNumOperands(v) && !problem; i++) {
        LLVMValueRef operand = LLVMGetOperand(v, (unsigned)i);
        if (!LLVMValueIsBasicBlock(operand))
            problem = type_problem(l->f, LLVMTypeOf(operand));
    }
    return problem;
}

void lower_insn(Lower *l, LLVMValueRef v) {
    LLVMValueRef of;
    u32 cell;
    const char *problem = insn_problem(l, v);
    if (problem) {
        emit_unsupported(l, "%s", problem);
        return;
    }
    if (lower_is_alias(l, v, &of, &cell))
        return;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    lower_order(l, v);
    switch (op) {
    case LLVMAlloca: lower_alloca(l, v); break;
    case LLVMLoad: lower_load(l, v); break;
    case LLVMStore: lower_store(l, v); break;
    case LLVMAtomicRMW: lower_rmw(l, v); break;
    case LLVMAtomicCmpXchg: lower_cmpxchg(l, v); break;
    case LLVMFence: emit(l, OP_FENCE, 0, 0, 0, 0, order_of_fence(v)); break;
    case LLVMCall: lower_call(l, v); break;
    case LLVMVAArg: emit_unsupported(l, "the LLVM instruction va_arg"); break;
    case LLVMLandingPad:
    case LLVMCatchPad:
    case LLVMCleanupPad: emit_unsupported(l, "C++ exceptions"); break;
    case LLVMGetElementPtr:
        if (!lower_gep_is_folded(l, v))
            lower_gep(l, v, result_of(l, v));
        break;
    default: lower_operator(l, v, op, result_of(l, v)); break;
    }
}
