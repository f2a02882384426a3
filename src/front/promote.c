// SPDX-License-Identifier: Apache-2.0
// Which locals must stay in memory when the others are promoted to registers.
//
// mem2reg gives a local that may be read before it is written whatever value is convenient. That would hide the read
// of an uninitialised variable, so a local is promoted only if on every path a store comes before each load: a
// forward "definitely written" data flow. The others get a use that mem2reg does not understand.
#include "front/front_int.h"

#include <string.h>

typedef struct Flow {
    PtrMap locals;              // alloca → bit
    LLVMValueRef *allocas;      // by bit
    u32 nallocas, allocas_cap;
    PtrMap blocks;              // block → index
    u32 nblocks, words;
    u64 *in, *gen;              // by block, a set each: written at its start; written by it
} Flow;

static bool is_scalar(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
    case LLVMPointerTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMVectorTypeKind:
        return true;
    default:
        return false;
    }
}

static bool store_bit(const Flow *w, LLVMValueRef v, u32 *bit) {
    return LLVMIsAStoreInst(v) && ptrmap_get(&w->locals, LLVMGetOperand(v, 1), bit);
}

static bool load_bit(const Flow *w, LLVMValueRef v, u32 *bit) {
    return LLVMIsALoadInst(v) && ptrmap_get(&w->locals, LLVMGetOperand(v, 0), bit);
}

static void find_locals(Flow *w, LLVMValueRef fn) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);
    for (LLVMValueRef v = LLVMGetFirstInstruction(entry); v; v = LLVMGetNextInstruction(v)) {
        if (LLVMIsAAllocaInst(v) && is_scalar(LLVMGetAllocatedType(v))) {
            ptrmap_put(&w->locals, v, w->nallocas);
            VEC_PUSH(w->allocas, w->nallocas, w->allocas_cap) = v;
        }
    }
}

static void find_stores(Flow *w, LLVMValueRef fn) {
    u32 bit, index = 0;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb), index++) {
        ptrmap_put(&w->blocks, bb, index);
        u64 *gen = w->gen + (size_t)index * w->words;
        for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v)) {
            if (store_bit(w, v, &bit)) {
                gen[bit / 64] |= (u64)1 << (bit % 64);
            }
        }
    }
}

// Intersects a successor's set with what is written at the end of the block; true if that took something away.
static bool flow_into(Flow *w, u32 from, u32 to) {
    bool has_changed = false;
    const u64 *in = w->in + (size_t)from * w->words, *gen = w->gen + (size_t)from * w->words;
    u64 *next = w->in + (size_t)to * w->words;
    for (u32 i = 0; i < w->words; i++) {
        u64 set = next[i] & (in[i] | gen[i]);
        has_changed |= set != next[i];
        next[i] = set;
    }
    return has_changed;
}

static void solve(Flow *w, LLVMValueRef fn) {
    memset(w->in, 0xff, (size_t)w->nblocks * w->words * sizeof(u64));
    memset(w->in, 0, w->words * sizeof(u64));    // the entry block comes first
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        u32 from = 0;
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb), from++) {
            LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
            for (unsigned i = 0; i < LLVMGetNumSuccessors(last); i++) {
                u32 to = 0;
                ptrmap_get(&w->blocks, LLVMGetSuccessor(last, i), &to);
                has_changed |= flow_into(w, from, to);
            }
        }
    }
}

static void mark_kept(const Flow *w, LLVMValueRef fn, bool *is_kept) {
    u64 *now = mem_alloc(w->words * sizeof *now);
    u32 index = 0, bit;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb), index++) {
        memcpy(now, w->in + (size_t)index * w->words, w->words * sizeof *now);
        for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v)) {
            if (store_bit(w, v, &bit)) {
                now[bit / 64] |= (u64)1 << (bit % 64);
            } else if (load_bit(w, v, &bit) && !(now[bit / 64] >> (bit % 64) & 1)) {
                is_kept[bit] = true;
            }
        }
    }
    mem_free(now, w->words * sizeof *now);
}

static void keep(LLVMModuleRef mod, LLVMBuilderRef builder, LLVMValueRef local) {
    LLVMContextRef ctx = LLVMGetModuleContext(mod);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(ctx, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(ctx), &pointer, 1, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(mod, "__heddle_keep");
    if (!fn) {
        fn = LLVMAddFunction(mod, "__heddle_keep", type);
    }
    LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(local));
    LLVMBuildCall2(builder, type, fn, &local, 1, "");
}

static void treat_function(LLVMModuleRef mod, LLVMBuilderRef builder, LLVMValueRef fn) {
    Flow w = {0};
    find_locals(&w, fn);
    if (w.nallocas) {
        w.nblocks = LLVMCountBasicBlocks(fn);
        w.words = w.nallocas / 64 + 1;
        size_t size = (size_t)w.nblocks * w.words * sizeof(u64);
        w.in = mem_alloc(size);
        w.gen = mem_zalloc(size);
        bool *is_kept = mem_zalloc(w.nallocas);
        find_stores(&w, fn);
        solve(&w, fn);
        mark_kept(&w, fn, is_kept);
        for (u32 i = 0; i < w.nallocas; i++) {
            if (is_kept[i]) {
                keep(mod, builder, w.allocas[i]);
            }
        }
        mem_free(is_kept, w.nallocas);
        mem_free(w.in, size);
        mem_free(w.gen, size);
    }
    ptrmap_done(&w.locals);
    ptrmap_done(&w.blocks);
    VEC_FREE(w.allocas, w.allocas_cap);
}

void promote_keep_uninitialized(LLVMModuleRef mod) {
    unsigned optnone = LLVMGetEnumAttributeKindForName("optnone", 7);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(mod));
    for (LLVMValueRef fn = LLVMGetFirstFunction(mod); fn; fn = LLVMGetNextFunction(fn)) {
        if (!LLVMIsDeclaration(fn)) {
            LLVMRemoveEnumAttributeAtIndex(fn, LLVMAttributeFunctionIndex, optnone);
            treat_function(mod, builder, fn);
        }
    }
    LLVMDisposeBuilder(builder);
}
