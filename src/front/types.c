// SPDX-License-Identifier: Apache-2.0
// How LLVM's types become cells and bytes. A scalar takes one cell, or two if it has more than 64
// bits; a vector or aggregate is its elements' cells one after the other.
#include "front/front_int.h"

// Values with more cells than this are not kept in registers (instructions count cells in 16 bits).
#define MOST_CELLS 16384

bool type_is_vector(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMVectorTypeKind; }

LLVMTypeRef type_scalar(LLVMTypeRef type) {
    return type_is_vector(type) ? LLVMGetElementType(type) : type;
}

u32 type_lanes(LLVMTypeRef type) { return type_is_vector(type) ? LLVMGetVectorSize(type) : 1; }

bool type_is_float(LLVMTypeRef type, FloatKind *kind) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMFloatTypeKind: *kind = F32; return true;
    case LLVMDoubleTypeKind: *kind = F64; return true;
    case LLVMX86_FP80TypeKind: *kind = F80; return true;
    default: return false;
    }
}

u32 type_bits(const Front *f, LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type);
    case LLVMPointerTypeKind: return f->ptr_bits;
    case LLVMFloatTypeKind: return 32;
    case LLVMDoubleTypeKind: return 64;
    case LLVMX86_FP80TypeKind: return 80;
    default: return 64;
    }
}

static u64 scaled_cells(u64 each, u64 count) {
    return each && count > MOST_CELLS ? MOST_CELLS + 1 : each * count;
}

static u64 count_cells(const Front *f, LLVMTypeRef type) {
    u64 n = 0;
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMTokenTypeKind:
    case LLVMLabelTypeKind: return 0;
    case LLVMArrayTypeKind:
        return scaled_cells(count_cells(f, LLVMGetElementType(type)), LLVMGetArrayLength2(type));
    case LLVMVectorTypeKind:
        return scaled_cells(count_cells(f, LLVMGetElementType(type)), LLVMGetVectorSize(type));
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type) && n <= MOST_CELLS; i++)
            n += count_cells(f, LLVMStructGetTypeAtIndex(type, i));
        return n;
    default: return type_bits(f, type) > 64 ? 2 : 1;
    }
}

// Values that are too large count as one cell: nothing ever reads them (type_problem).
u32 type_cells(const Front *f, LLVMTypeRef type) {
    u64 n = count_cells(f, type);
    return n > MOST_CELLS ? 1 : (u32)n;
}

u64 type_store_size(const Front *f, LLVMTypeRef type) { return LLVMStoreSizeOfType(f->td, type); }

static const char *scalar_problem(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMHalfTypeKind: return "the type half (_Float16)";
    case LLVMBFloatTypeKind: return "the type bfloat (__bf16)";
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind: return "the type fp128 (__float128)";
    case LLVMX86_MMXTypeKind: return "the type x86_mmx";
    case LLVMX86_AMXTypeKind:
    case LLVMTargetExtTypeKind: return "a type of one processor only";
    case LLVMScalableVectorTypeKind: return "scalable vectors";
    case LLVMPointerTypeKind:
        return LLVMGetPointerAddressSpace(type) ? "pointers into another address space" : NULL;
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(type) > 128 ? "integers of more than 128 bits" : NULL;
    default: return NULL;
    }
}

static const char *part_problem(LLVMTypeRef type) {
    const char *problem = NULL;
    switch (LLVMGetTypeKind(type)) {
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind: return part_problem(LLVMGetElementType(type));
    case LLVMStructTypeKind:
        if (LLVMIsOpaqueStruct(type))
            return "a value of an opaque type";
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type) && !problem; i++)
            problem = part_problem(LLVMStructGetTypeAtIndex(type, i));
        return problem;
    default: return scalar_problem(type);
    }
}

const char *type_problem(const Front *f, LLVMTypeRef type) {
    const char *problem = part_problem(type);
    if (!problem && count_cells(f, type) > MOST_CELLS)
        problem = "a very large structure as a value";
    return problem;
}

static void add_leaves(const Front *f, LLVMTypeRef type, u64 offset, u32 *cell, Leaves *out) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
            u64 at = offset + LLVMOffsetOfElement(f->td, type, i);
            add_leaves(f, LLVMStructGetTypeAtIndex(type, i), at, cell, out);
        }
        return;
    }
    if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
        LLVMTypeRef elem = LLVMGetElementType(type);
        bool is_vector = kind == LLVMVectorTypeKind;
        u64 n = is_vector ? LLVMGetVectorSize(type) : LLVMGetArrayLength2(type);
        u64 stride =
            is_vector ? LLVMSizeOfTypeInBits(f->td, elem) / 8 : LLVMABISizeOfType(f->td, elem);
        for (u64 i = 0; i < n; i++)
            add_leaves(f, elem, offset + i * stride, cell, out);
        return;
    }
    VEC_PUSH(out->at, out->n, out->cap) = (Leaf){.type = type, .offset = offset, .cell = *cell};
    *cell += type_cells(f, type);
}

void type_leaves(const Front *f, LLVMTypeRef type, Leaves *out) {
    u32 cell = 0;
    out->n = 0;
    add_leaves(f, type, 0, &cell, out);
}
