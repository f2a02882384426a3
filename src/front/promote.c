// SPDX-License-Identifier: Apache-2.0
// Promotes locals to registers, where that hides nothing.
//
// mem2reg gives a local that may be read before it is written whatever value is convenient, and
// forgets where its scope ends. That would hide errors, so a local is promoted only if on every
// path a store comes before each load, and each of them within the scope. The others get a use that
// mem2reg does not understand. Promoting a pointer can turn uses of what it points to into plain
// loads and stores, so this goes in rounds; a local whose address is taken waits for the next.
#include "front/front_int.h"

#include <string.h>

#define KEEP "__heddle_keep"

// A scope that is entered again has a new variable.
static FlowEvent written_event(LLVMValueRef v, u32 operand) {
    if (LLVMIsAStoreInst(v))
        return operand == 1 ? FLOW_SET : FLOW_NONE;
    if (scope_marker(v) == SCOPE_START)
        return FLOW_CLEAR;
    return LLVMIsALoadInst(v) ? FLOW_NEED : FLOW_NONE;
}

static FlowEvent scope_event(LLVMValueRef v, u32 operand) {
    (void)operand;
    ScopeMark mark = scope_marker(v);
    return mark == SCOPE_START ? FLOW_SET : mark == SCOPE_END ? FLOW_CLEAR : FLOW_NEED;
}

typedef struct Locals {
    LLVMValueRef *at;
    u32 n, cap;
} Locals;

// Locals that are used for nothing but loads, stores and marks of their scope; those with marks, or
// those without.
static bool is_candidate(LLVMValueRef local, bool is_marked) {
    bool has_mark = false;
    for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_mark = scope_marker(user) != SCOPE_NONE;
        bool is_access =
            LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != local);
        if (!is_mark && !is_access)
            return false;
        has_mark |= is_mark;
    }
    return has_mark == is_marked;
}

static Locals find_candidates(LLVMValueRef fn, bool is_marked) {
    Locals found = {0};
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);
    for (LLVMValueRef v = LLVMGetFirstInstruction(entry); v; v = LLVMGetNextInstruction(v))
        if (LLVMIsAAllocaInst(v) && is_candidate(v, is_marked))
            VEC_PUSH(found.at, found.n, found.cap) = v;
    return found;
}

static void keep(LLVMModuleRef mod, LLVMBuilderRef builder, LLVMValueRef local) {
    LLVMContextRef ctx = LLVMGetModuleContext(mod);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(ctx, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(ctx), &pointer, 1, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(mod, KEEP);
    if (!fn)
        fn = LLVMAddFunction(mod, KEEP, type);
    LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(local));
    LLVMBuildCall2(builder, type, fn, &local, 1, "");
}

static void keep_unsafe(LLVMModuleRef mod, LLVMBuilderRef builder, LLVMValueRef fn) {
    for (u32 is_marked = 0; is_marked < 2; is_marked++) {
        Locals found = find_candidates(fn, is_marked);
        bool *is_kept = mem_zalloc(found.n + 1);
        if (found.n)
            flow_find_unmet(fn, found.at, found.n, written_event, is_kept);
        if (found.n && is_marked)
            flow_find_unmet(fn, found.at, found.n, scope_event, is_kept);
        for (u32 i = 0; i < found.n; i++)
            if (is_kept[i])
                keep(mod, builder, found.at[i]);
        mem_free(is_kept, found.n + 1);
        VEC_FREE(found.at, found.cap);
    }
}

// Those whose address is taken now may be left with loads and stores alone when the pointers to
// them are promoted.
static void keep_pointed_to(LLVMModuleRef mod, LLVMBuilderRef builder, LLVMValueRef fn) {
    Locals found = {0};
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);
    for (LLVMValueRef v = LLVMGetFirstInstruction(entry); v; v = LLVMGetNextInstruction(v))
        if (LLVMIsAAllocaInst(v) && !is_candidate(v, false) && !is_candidate(v, true))
            VEC_PUSH(found.at, found.n, found.cap) = v;
    for (u32 i = 0; i < found.n; i++)
        keep(mod, builder, found.at[i]);
    VEC_FREE(found.at, found.cap);
}

void promote_prepare(LLVMModuleRef mod) {
    unsigned optnone = LLVMGetEnumAttributeKindForName("optnone", 7);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(mod));
    for (LLVMValueRef fn = LLVMGetFirstFunction(mod); fn; fn = LLVMGetNextFunction(fn)) {
        if (!LLVMIsDeclaration(fn)) {
            LLVMRemoveEnumAttributeAtIndex(fn, LLVMAttributeFunctionIndex, optnone);
            scope_straighten(builder, fn);
        }
    }
    LLVMDisposeBuilder(builder);
}

u32 promote_begin(LLVMModuleRef mod) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(mod));
    u32 n = 0;
    for (LLVMValueRef fn = LLVMGetFirstFunction(mod); fn; fn = LLVMGetNextFunction(fn)) {
        if (LLVMIsDeclaration(fn))
            continue;
        LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);
        for (LLVMValueRef v = LLVMGetFirstInstruction(entry); v; v = LLVMGetNextInstruction(v))
            n += LLVMIsAAllocaInst(v) != NULL;
        keep_pointed_to(mod, builder, fn);
        keep_unsafe(mod, builder, fn);
    }
    LLVMDisposeBuilder(builder);
    return n;
}

void promote_end(LLVMModuleRef mod) {
    LLVMValueRef fn = LLVMGetNamedFunction(mod, KEEP);
    for (LLVMUseRef u; fn && (u = LLVMGetFirstUse(fn));)
        LLVMInstructionEraseFromParent(LLVMGetUser(u));
    if (fn)
        LLVMDeleteFunction(fn);
}
