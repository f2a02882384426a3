// SPDX-License-Identifier: Apache-2.0
// Memory: addresses, loads and stores, atomics, locals, bulk copies.
//
// Constant parts of an address go into the instruction that uses it. Vectors and aggregates are
// read and written one element at a time.
#include "front/front_int.h"

#include <string.h>

// An address: the operand plus a constant.
typedef struct Addr {
    i32 base;
    i32 offset;
} Addr;

// ---- addresses ----------------------------------------------------------------------------------

// One index of a GEP.
typedef struct GepStep {
    LLVMValueRef index; // NULL for a constant part
    i64 scale;          // bytes; the constant itself if there is no index
} GepStep;

static bool constant_index(LLVMValueRef index, i64 *value) {
    if (!LLVMIsAConstantInt(index) || LLVMGetIntTypeWidth(LLVMTypeOf(index)) > 64)
        return false;
    *value = LLVMConstIntGetSExtValue(index);
    return true;
}

static GepStep gep_step(const Front *f, LLVMValueRef gep, unsigned i, LLVMTypeRef *type) {
    i64 value;
    LLVMValueRef index = LLVMGetOperand(gep, i);
    if (i > 1 && LLVMGetTypeKind(*type) == LLVMStructTypeKind) {
        LLVMValueRef lane = LLVMIsAConstantInt(index) ? index : LLVMGetAggregateElement(index, 0);
        unsigned member = (unsigned)LLVMConstIntGetZExtValue(lane);
        u64 offset = LLVMOffsetOfElement(f->td, *type, member);
        *type = LLVMStructGetTypeAtIndex(*type, member);
        return (GepStep){.scale = (i64)offset};
    }
    if (i > 1)
        *type = LLVMGetElementType(*type);
    i64 scale = (i64)LLVMABISizeOfType(f->td, *type);
    if (constant_index(index, &value))
        return (GepStep){.scale = (i64)((u64)value * (u64)scale)};
    return (GepStep){.index = index, .scale = scale};
}

bool gep_constant_offset(const Front *f, LLVMValueRef gep, i64 *offset) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    u64 sum = 0;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        GepStep step = gep_step(f, gep, i, &type);
        if (step.index)
            return false;
        sum += (u64)step.scale;
    }
    *offset = (i64)sum;
    return true;
}

static i32 add_constant(Lower *l, i32 base, i64 offset) {
    if (offset == 0)
        return base;
    if (offset >= INT32_MIN && offset <= INT32_MAX)
        return emit_new(l, OP_ADDP, base, 0, (i32)offset, 0);
    u64 v = l->f->ptr_bits == 64 ? (u64)offset : (u32)offset;
    return emit_new(l, int_op(l->f->ptr_bits, A_ADD), base, const_num(l->f, v), 0, 0);
}

static i32 add_index(Lower *l, i32 base, GepStep step, u32 lane) {
    i32 index = int_pointer_index(l, step.index, lane);
    if (step.scale > INT32_MAX) {
        i32 scaled = cells_new(l, 1);
        u64 v = l->f->ptr_bits == 64 ? (u64)step.scale : (u32)step.scale;
        int_arith(l, A_MUL, l->f->ptr_bits, 0, scaled, index, const_num(l->f, v));
        return emit_new(l, OP_INDEX, base, scaled, 1, 0);
    }
    return emit_new(l, OP_INDEX, base, index, (i32)step.scale, 0);
}

// Lets the last instruction write to dst itself; it must have made `src` just now.
static void finish_into(Lower *l, i32 dst, i32 src, u32 code_before) {
    Insn *last = &l->f->code[l->f->ncode - 1];
    if (l->f->ncode > code_before && src >= 0 && last->dst == src)
        last->dst = dst;
    else
        emit_move(l, dst, src, 1);
}

void lower_gep(Lower *l, LLVMValueRef gep, i32 dst) {
    LLVMValueRef base = LLVMGetOperand(gep, 0);
    LLVMTypeRef base_type = LLVMTypeOf(base);
    for (u32 lane = 0; lane < type_lanes(LLVMTypeOf(gep)); lane++) {
        LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
        u32 before = l->f->ncode;
        i32 at = operand_of(l, base);
        u64 sum = 0;
        at = type_is_vector(base_type) ? cell_at(at, lane) : at;
        for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
            GepStep step = gep_step(l->f, gep, i, &type);
            if (step.index)
                at = add_index(l, at, step, lane);
            else
                sum += (u64)step.scale;
        }
        at = add_constant(l, at, (i64)sum);
        finish_into(l, dst + (i32)lane, at, before);
    }
}

// Offsets that always fit into an instruction, also when several add up.
#define FOLD_LIMIT (1 << 20)

static bool is_constant_gep(const Lower *l, LLVMValueRef v, i64 *offset) {
    return LLVMIsAGetElementPtrInst(v) && !type_is_vector(LLVMTypeOf(v)) &&
           !LLVMIsConstant(LLVMGetOperand(v, 0)) && gep_constant_offset(l->f, v, offset) &&
           *offset > -FOLD_LIMIT && *offset < FOLD_LIMIT;
}

// Whether all uses of the address take its constant part along, so that it need not be computed.
bool lower_gep_is_folded(const Lower *l, LLVMValueRef gep) {
    i64 offset;
    if (!is_constant_gep(l, gep, &offset))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(gep); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_address = LLVMIsALoadInst(user) ||
                          (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != gep) ||
                          (LLVMIsAGetElementPtrInst(user) && lower_gep_is_folded(l, user));
        if (!is_address)
            return false;
    }
    return true;
}

static Addr lower_address(Lower *l, LLVMValueRef pointer) {
    i64 offset, sum = 0;
    while (is_constant_gep(l, pointer, &offset)) {
        sum += offset;
        pointer = LLVMGetOperand(pointer, 0);
    }
    ENSURE(sum >= INT32_MIN / 2 && sum <= INT32_MAX / 2);
    return (Addr){.base = operand_of(l, pointer), .offset = (i32)sum};
}

i32 lower_folded_gep(Lower *l, LLVMValueRef gep, i32 *offset) {
    Addr addr = lower_address(l, gep);
    *offset = addr.offset;
    return addr.base;
}

// ---- locals -------------------------------------------------------------------------------------

static u32 log2_of(u32 align) { return align ? (u32)__builtin_ctz(align) : 0; }

i32 lower_alloca_new(Lower *l, u64 size, u32 align) {
    if (size <= INT32_MAX)
        return emit_new(l, OP_ALLOCA, const_num(l->f, 1), 0, (i32)size, log2_of(align));
    return emit_new(l, OP_ALLOCA, const_num(l->f, size), 0, 1, log2_of(align));
}

u32 alloca_log_align(LLVMValueRef v) { return log2_of(LLVMGetAlignment(v)); }

void lower_alloca(Lower *l, LLVMValueRef v) {
    u32 is_scoped;
    if (!ptrmap_get(&l->scoped, v, &is_scoped))
        emit_alloca(l, v);
}

void emit_alloca(Lower *l, LLVMValueRef v) {
    u64 size = LLVMABISizeOfType(l->f->td, LLVMGetAllocatedType(v));
    i32 count = operand_of(l, LLVMGetOperand(v, 0));
    if (size > INT32_MAX) {
        i32 bytes = cells_new(l, 1);
        emit(l, OP_MUL64, bytes, count, const_num(l->f, size), 0, 0);
        count = bytes;
        size = 1;
    }
    emit(l, OP_ALLOCA, result_of(l, v), count, 0, (i32)size, alloca_log_align(v));
}

// ---- loads and stores ---------------------------------------------------------------------------

static i32 leaf_offset(Addr addr, i64 off) {
    i64 at = addr.offset + off;
    ENSURE(at >= INT32_MIN && at <= INT32_MAX);
    return (i32)at;
}

// How an access is made: MEM_* and how the address is certainly aligned.
typedef struct Way {
    u32 flags;
    u32 align;
    bool is_downward; // of several accesses the one with the highest address comes first
} Way;

// More than eight bytes are two accesses for the processor unless they are atomic.
static bool is_two_accesses(u64 size, Way way) { return size > 8 && !(way.flags & MEM_ATOMIC); }

// Whether the machine must look if the access is more than one for the processor, see
// src/vm/tear.c. (It looks at the others only if they turn out not to be aligned.)
static bool may_tear(const Lower *l, u64 size, i64 off, Way way) {
    u64 align = off ? (u64)off & -(u64)off : way.align;
    align = align < way.align ? align : way.align;
    return !(way.flags & MEM_ATOMIC) && size <= 8 && (align < size || size > l->f->ptr_bits / 8);
}

static void load_bytes(Lower *l, u64 size, Addr addr, i64 off, Way way, i32 dst) {
    if (is_two_accesses(size, way)) {
        for (u32 i = 0; i < 2; i++) {
            bool is_upper = (i == 1) != way.is_downward;
            load_bytes(l, is_upper ? size - 8 : 8, addr, off + 8 * is_upper, way, dst + is_upper);
        }
        return;
    }
    i32 c = leaf_offset(addr, off);
    Op op = may_tear(l, size, off, way) ? OP_LOADN
            : size == 1                 ? OP_LOAD8
            : size == 2                 ? OP_LOAD16
            : size == 4                 ? OP_LOAD32
            : size == 8                 ? OP_LOAD64
            : size < 8                  ? OP_LOADN
                                        : OP_LOADW;
    emit(l, op, dst, addr.base, op == OP_LOADN || op == OP_LOADW ? (i32)size : 0, c, way.flags);
}

static void store_bytes(Lower *l, u64 size, Addr addr, i64 off, Way way, i32 src) {
    if (is_two_accesses(size, way)) {
        for (u32 i = 0; i < 2; i++) {
            bool is_upper = (i == 1) != way.is_downward;
            store_bytes(l, is_upper ? size - 8 : 8, addr, off + 8 * is_upper, way,
                        cell_at(src, is_upper));
        }
        return;
    }
    i32 c = leaf_offset(addr, off);
    Op op = may_tear(l, size, off, way) ? OP_STOREN
            : size == 1                 ? OP_STORE8
            : size == 2                 ? OP_STORE16
            : size == 4                 ? OP_STORE32
            : size == 8                 ? OP_STORE64
            : size < 8                  ? OP_STOREN
                                        : OP_STOREW;
    emit(l, op, op == OP_STOREN || op == OP_STOREW ? (i32)size : 0, addr.base, src, c, way.flags);
}

static void load_leaf(Lower *l, LLVMTypeRef type, Addr addr, i64 off, Way way, i32 dst) {
    u32 bits = type_bits(l->f, type);
    u64 size = type_store_size(l->f, type);
    if (bits % 8 == 0) {
        load_bytes(l, size, addr, off, way, dst);
        return;
    }
    i32 raw = cells_new(l, bits > 64 ? 2 : 1);
    load_bytes(l, size, addr, off, way, raw);
    if (bits > 64)
        emit(l, OP_MASKHI, dst, raw, (i32)bits, 0, 0);
    else
        emit(l, OP_TRUNC, dst, raw, 0, (i32)bits, 0);
}

static void store_leaf(Lower *l, LLVMTypeRef type, Addr addr, i64 off, Way way, i32 src) {
    store_bytes(l, type_store_size(l->f, type), addr, off, way, src);
}

typedef void EmitLeaf(Lower *l, LLVMTypeRef type, Addr addr, i64 off, Way way, i32 cells);

static void emit_one_way(Lower *l, const Leaves *leaves, Addr addr, Way way, i32 cells,
                         EmitLeaf *emit_leaf) {
    for (u32 i = 0; i < leaves->n; i++) {
        const Leaf *leaf = &leaves->at[way.is_downward ? leaves->n - 1 - i : i];
        emit_leaf(l, leaf->type, addr, (i64)leaf->offset, way, cell_at(cells, leaf->cell));
    }
}

// All parts of a value. If they are several accesses, the lowest address comes first or the
// highest: the machine chooses.
static void emit_leaves(Lower *l, LLVMTypeRef type, Addr addr, Way way, i32 cells,
                        EmitLeaf *emit_leaf) {
    Front *f = l->f;
    Leaves leaves = {0};
    type_leaves(f, type, &leaves);
    bool is_one = leaves.n == 0 ||
                  (leaves.n == 1 && !is_two_accesses(type_store_size(f, leaves.at[0].type), way));
    u32 branch = 0, jump = 0;
    if (!is_one) {
        i32 is_down = emit_new(l, OP_DOWN, addr.base, (i32)type_store_size(f, type), addr.offset,
                               emit_leaf == store_leaf);
        emit(l, OP_JNZ, 0, is_down, 0, (i32)f->ncode + 1, 0);
        branch = f->ncode - 1;
    }
    emit_one_way(l, &leaves, addr, way, cells, emit_leaf);
    if (!is_one) {
        emit(l, OP_JMP, 0, 0, 0, 0, 0);
        jump = f->ncode - 1;
        f->code[branch].b = (i32)f->ncode;
        way.is_downward = true;
        emit_one_way(l, &leaves, addr, way, cells, emit_leaf);
        f->code[jump].a = (i32)f->ncode;
    }
    VEC_FREE(leaves.at, leaves.cap);
}

// Vectors whose elements are not whole bytes are packed bit by bit in memory.
static bool is_packed_bits(const Lower *l, LLVMTypeRef type) {
    return type_is_vector(type) && type_bits(l->f, type_scalar(type)) % 8 != 0;
}

static bool lower_packed_bits(Lower *l, LLVMTypeRef type, Addr addr, Way way, i32 cells,
                              bool is_store) {
    u32 each = type_bits(l->f, type_scalar(type)), n = type_lanes(type);
    if (each * n > 64)
        return false;
    i32 lanes[64], raw = cells_new(l, 1);
    for (u32 i = 0; i < n; i++)
        lanes[i] = cell_at(cells, i);
    u64 size = (each * n + 7) / 8;
    if (is_store) {
        lower_bits(l, lanes, n, each, &raw, 1, each * n);
        store_bytes(l, size, addr, 0, way, raw);
        return true;
    }
    load_bytes(l, size, addr, 0, way, raw);
    if (each * n % 8)
        raw = emit_new(l, OP_TRUNC, raw, 0, (i32)(each * n), 0);
    lower_bits(l, &raw, 1, each * n, lanes, n, each);
    return true;
}

static bool has_bitfield_name(LLVMValueRef load) {
    size_t n;
    const char *name = LLVMGetValueName2(load, &n);
    return n == 0 || (n >= 7 && memcmp(name, "bf.load", 7) == 0);
}

// Whether every way of v ends in a store to `pointer` after a constant mask was applied.
static bool flows_back(LLVMValueRef v, LLVMValueRef pointer, bool is_masked, u32 depth) {
    if (depth == 0 || !LLVMGetFirstUse(v))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAInstruction(user))
            return false;
        bool is_good = false;
        switch (LLVMGetInstructionOpcode(user)) {
        case LLVMAnd:
            is_good = LLVMIsAConstantInt(LLVMGetOperand(user, 1)) &&
                      flows_back(user, pointer, true, depth - 1);
            break;
        case LLVMOr: is_good = flows_back(user, pointer, is_masked, depth - 1); break;
        case LLVMStore:
            is_good =
                is_masked && LLVMGetOperand(user, 0) == v && LLVMGetOperand(user, 1) == pointer;
            break;
        default: break;
        }
        if (!is_good)
            return false;
    }
    return true;
}

static bool is_bitfield_load(LLVMValueRef v) {
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind && has_bitfield_name(v) &&
           flows_back(v, LLVMGetOperand(v, 0), false, 8);
}

void lower_load(Lower *l, LLVMValueRef v) {
    LLVMTypeRef type = LLVMTypeOf(v);
    Addr addr = lower_address(l, LLVMGetOperand(v, 0));
    Way way = {order_flags(l, v) | (is_bitfield_load(v) ? (u32)MEM_BITFIELD : 0u),
               LLVMGetAlignment(v), false};
    i32 dst = result_of(l, v);
    if (is_packed_bits(l, type)) {
        if (!lower_packed_bits(l, type, addr, way, dst, false))
            emit_unsupported(l, "a vector of more than 64 single bits in memory");
        return;
    }
    emit_leaves(l, type, addr, way, dst, load_leaf);
}

void lower_store(Lower *l, LLVMValueRef v) {
    LLVMValueRef value = LLVMGetOperand(v, 0);
    LLVMTypeRef type = LLVMTypeOf(value);
    i32 src = operand_of(l, value);
    Addr addr = lower_address(l, LLVMGetOperand(v, 1));
    Way way = {order_flags(l, v), LLVMGetAlignment(v), false};
    if (is_packed_bits(l, type)) {
        if (!lower_packed_bits(l, type, addr, way, src, true))
            emit_unsupported(l, "a vector of more than 64 single bits in memory");
        return;
    }
    emit_leaves(l, type, addr, way, src, store_leaf);
}

// ---- atomics ------------------------------------------------------------------------------------

static bool rmw_function(LLVMAtomicRMWBinOp op, LLVMTypeRef type, RmwFn *fn) {
    static const RmwFn table[] = {
        [LLVMAtomicRMWBinOpXchg] = RMW_XCHG, [LLVMAtomicRMWBinOpAdd] = RMW_ADD,
        [LLVMAtomicRMWBinOpSub] = RMW_SUB,   [LLVMAtomicRMWBinOpAnd] = RMW_AND,
        [LLVMAtomicRMWBinOpNand] = RMW_NAND, [LLVMAtomicRMWBinOpOr] = RMW_OR,
        [LLVMAtomicRMWBinOpXor] = RMW_XOR,   [LLVMAtomicRMWBinOpMax] = RMW_MAX,
        [LLVMAtomicRMWBinOpMin] = RMW_MIN,   [LLVMAtomicRMWBinOpUMax] = RMW_UMAX,
        [LLVMAtomicRMWBinOpUMin] = RMW_UMIN};
    FloatKind kind;
    if (op <= LLVMAtomicRMWBinOpUMin) {
        *fn = table[op];
        return true;
    }
    if (op == LLVMAtomicRMWBinOpUIncWrap || op == LLVMAtomicRMWBinOpUDecWrap) {
        *fn = op == LLVMAtomicRMWBinOpUIncWrap ? RMW_UINC : RMW_UDEC;
        return true;
    }
    if ((op != LLVMAtomicRMWBinOpFAdd && op != LLVMAtomicRMWBinOpFSub) ||
        !type_is_float(type, &kind) || kind == F80) {
        return false;
    }
    bool is_add = op == LLVMAtomicRMWBinOpFAdd;
    *fn = kind == F32 ? (is_add ? RMW_FADD32 : RMW_FSUB32) : (is_add ? RMW_FADD64 : RMW_FSUB64);
    return true;
}

static bool is_atomic_size(u64 size) {
    return size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
}

void lower_rmw(Lower *l, LLVMValueRef v) {
    LLVMTypeRef type = LLVMTypeOf(v);
    RmwFn fn;
    u64 size = type_store_size(l->f, type);
    bool is_known = rmw_function(LLVMGetAtomicRMWBinOp(v), type, &fn) && is_atomic_size(size) &&
                    !type_is_vector(type);
    bool is_simple = is_known && (fn <= RMW_AND || fn == RMW_OR || fn == RMW_XOR);
    if (!is_known || (size == 16 && !is_simple)) {
        emit_unsupported(l, "an atomic floating-point, vector or 16-byte operation of this kind");
        return;
    }
    u32 aux = order_flags(l, v) | (LLVMGetFirstUse(v) ? 0 : MEM_UNUSED) | (u32)fn << 8;
    i32 at = operand_of(l, LLVMGetOperand(v, 0)), value = operand_of(l, LLVMGetOperand(v, 1));
    if (size == 16)
        emit(l, OP_RMW128, result_of(l, v), at, value, 0, aux);
    else
        emit(l, OP_RMW, result_of(l, v), at, value, (i32)size, aux);
}

// A weak exchange never fails without reason here.
void lower_cmpxchg(Lower *l, LLVMValueRef v) {
    LLVMValueRef expected = LLVMGetOperand(v, 1);
    u64 size = type_store_size(l->f, LLVMTypeOf(expected));
    if (!is_atomic_size(size)) {
        emit_unsupported(l, "a compare-and-exchange of this size");
        return;
    }
    u32 flags = order_flags(l, v);
    i32 at = operand_of(l, LLVMGetOperand(v, 0));
    i32 old = operand_of(l, expected), new = operand_of(l, LLVMGetOperand(v, 2));
    emit(l, size == 16 ? OP_CAS128 : OP_CAS, result_of(l, v), at, old, new, flags | (u32)size << 8);
}

// ---- bulk ---------------------------------------------------------------------------------------

void lower_memcpy(Lower *l, i32 to, i32 from, i32 len, bool is_move) {
    emit(l, OP_MEMCPY, 0, to, from, len, is_move ? BULK_MOVE : 0);
}

void lower_memset(Lower *l, i32 to, i32 byte, i32 len) { emit(l, OP_MEMSET, 0, to, byte, len, 0); }
