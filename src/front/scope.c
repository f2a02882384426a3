// SPDX-License-Identifier: Apache-2.0
// Scopes of locals: clang marks where they begin and end (llvm.lifetime.start, llvm.lifetime.end).
//
// In code that no optimiser has seen, a local is made where its scope begins, so each turn of a loop has its own, and
// pointers to it dangle from the end of its scope on. An optimiser may compute an address before the scope begins and use it
// later; its locals are made at the start of the function, and end and begin again under the same address.
// In functions that call setjmp the marks are left out, since longjmp can enter a scope again.
#include "front/front_int.h"

#include <string.h>

ScopeMark scope_marker(LLVMValueRef insn) {
    static const char start[] = "llvm.lifetime.start", end[] = "llvm.lifetime.end";
    LLVMValueRef callee = LLVMIsACallInst(insn) ? LLVMGetCalledValue(insn) : NULL;
    unsigned id = callee && LLVMIsAFunction(callee) ? LLVMGetIntrinsicID(callee) : 0;
    size_t n = 0;
    const char *name = id ? LLVMIntrinsicGetName(id, &n) : "";
    if (n == sizeof start - 1 && memcmp(name, start, n) == 0) {
        return SCOPE_START;
    }
    return n == sizeof end - 1 && memcmp(name, end, n) == 0 ? SCOPE_END : SCOPE_NONE;
}

// ---- ways out of a scope ------------------------------------------------------------------------
// With the marks come blocks that all ways out of a scope go through (the end of the block, break, return): they end its
// locals and go on by a number that was stored before. Each way gets its own copy of the marks instead and goes on
// directly, which is the code that clang makes without marks. Otherwise what is written on one way would seem to be
// unwritten on the others.

typedef struct Exit {
    LLVMBasicBlockRef block;
    LLVMValueRef slot;          // where the number is
    LLVMValueRef load, choice;  // its load, and the switch at the end
} Exit;

static bool is_slot(LLVMValueRef v) {
    size_t n;
    return LLVMIsAAllocaInst(v) && strncmp(LLVMGetValueName2(v, &n), "cleanup.dest.slot", 17) == 0;
}

// A block of nothing but marks, the load of a number and a switch by it.
static bool is_exit(LLVMBasicBlockRef bb, Exit *out) {
    LLVMValueRef v = LLVMGetFirstInstruction(bb);
    while (v && scope_marker(v) == SCOPE_END) {
        v = LLVMGetNextInstruction(v);
    }
    LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
    if (!v || !LLVMIsALoadInst(v) || !is_slot(LLVMGetOperand(v, 0)) || LLVMGetNextInstruction(v) != last ||
        !LLVMIsASwitchInst(last) || LLVMGetOperand(last, 0) != v) {
        return false;
    }
    *out = (Exit){bb, LLVMGetOperand(v, 0), v, last};
    return LLVMGetFirstUse(v) && !LLVMGetNextUse(LLVMGetFirstUse(v));
}

// The number that the block leaves in the slot; NULL if it does not store one.
static LLVMValueRef number_left(LLVMBasicBlockRef bb, LLVMValueRef slot) {
    for (LLVMValueRef v = LLVMGetLastInstruction(bb); v; v = LLVMGetPreviousInstruction(v)) {
        if (LLVMIsAStoreInst(v) && LLVMGetOperand(v, 1) == slot) {
            return LLVMIsAConstantInt(LLVMGetOperand(v, 0)) ? LLVMGetOperand(v, 0) : NULL;
        }
    }
    return NULL;
}

static LLVMBasicBlockRef destination(LLVMValueRef choice, LLVMValueRef number) {
    unsigned n = LLVMGetNumSuccessors(choice);
    for (unsigned i = 1; i < n; i++) {
        LLVMValueRef value = LLVMGetOperand(choice, 2 * i);
        if (LLVMConstIntGetZExtValue(value) == LLVMConstIntGetZExtValue(number)) {
            return LLVMGetSuccessor(choice, i);
        }
    }
    return LLVMGetSwitchDefaultDest(choice);
}

static bool has_phi(LLVMBasicBlockRef bb) { return LLVMIsAPHINode(LLVMGetFirstInstruction(bb)) != NULL; }

// `from` jumps to the exit: makes it do by itself what happens there.
static bool go_directly(LLVMBuilderRef builder, const Exit *exit, LLVMBasicBlockRef from) {
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(from), number = number_left(from, exit->slot);
    LLVMBasicBlockRef to = number ? destination(exit->choice, number) : NULL;
    if (!to || to == exit->block || has_phi(to)) {
        return false;
    }
    LLVMPositionBuilderBefore(builder, jump);
    for (LLVMValueRef v = LLVMGetFirstInstruction(exit->block); v != exit->load; v = LLVMGetNextInstruction(v)) {
        LLVMInsertIntoBuilder(builder, LLVMInstructionClone(v));
    }
    LLVMSetSuccessor(jump, 0, to);
    return true;
}

static bool straighten_exit(LLVMBuilderRef builder, const Exit *exit) {
    bool has_changed = false;
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(exit->block)); u;) {
        LLVMValueRef jump = LLVMGetUser(u);
        u = LLVMGetNextUse(u);
        if (LLVMIsABranchInst(jump) && !LLVMIsConditional(jump)) {
            has_changed |= go_directly(builder, exit, LLVMGetInstructionParent(jump));
        }
    }
    return has_changed;
}

static void straighten_exits(LLVMBuilderRef builder, LLVMValueRef fn) {
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
            Exit exit;
            has_changed |= is_exit(bb, &exit) && straighten_exit(builder, &exit);
        }
    }
}

// Exits that nothing jumps to any more.
static void remove_exits(LLVMValueRef fn) {
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn), next; bb; bb = next) {
            Exit exit;
            next = LLVMGetNextBasicBlock(bb);
            if (LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)) || !is_exit(bb, &exit)) {
                continue;
            }
            bool is_plain = true;
            for (unsigned i = 0; i < LLVMGetNumSuccessors(exit.choice); i++) {
                is_plain = is_plain && !has_phi(LLVMGetSuccessor(exit.choice, i));
            }
            if (is_plain) {
                LLVMDeleteBasicBlock(bb);
                has_changed = true;
            }
        }
    }
}

void scope_straighten(LLVMBuilderRef builder, LLVMValueRef fn) {
    straighten_exits(builder, fn);
    remove_exits(fn);
}

// ---- which locals are made where their scope begins ---------------------------------------------

static FlowEvent begun_event(LLVMValueRef v, u32 operand) {
    (void)operand;
    return scope_marker(v) == SCOPE_START ? FLOW_SET : FLOW_NEED;
}

static u32 count_starts(LLVMValueRef local) {
    u32 n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
        n += scope_marker(LLVMGetUser(u)) == SCOPE_START;
    }
    return n;
}

static bool has_fixed_size(LLVMValueRef local) {
    return LLVMIsAAllocaInst(local) && LLVMIsAConstantInt(LLVMGetOperand(local, 0));
}

static bool calls_setjmp(LLVMValueRef fn) {
    unsigned twice = LLVMGetEnumAttributeKindForName("returns_twice", 13);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
        for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v)) {
            LLVMValueRef callee = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
            bool is_named = callee && LLVMIsAFunction(callee) &&
                            LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, twice);
            if (is_named || (callee && LLVMGetCallSiteEnumAttribute(v, LLVMAttributeFunctionIndex, twice))) {
                return true;
            }
        }
    }
    return false;
}

static void find_scoped(Lower *l) {
    LLVMValueRef *locals = NULL;
    u32 n = 0, cap = 0;
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(l->fn);
    for (LLVMValueRef v = LLVMGetFirstInstruction(entry); v; v = LLVMGetNextInstruction(v)) {
        if (has_fixed_size(v) && count_starts(v) == 1) {
            VEC_PUSH(locals, n, cap) = v;
        }
    }
    bool *is_unmet = mem_zalloc(n + 1);
    if (n) {
        flow_find_unmet(l->fn, locals, n, begun_event, is_unmet);
    }
    for (u32 i = 0; i < n; i++) {
        if (!is_unmet[i]) {
            ptrmap_put(&l->scoped, locals[i], 1);
        }
    }
    mem_free(is_unmet, n + 1);
    VEC_FREE(locals, cap);
}

void scope_plan(Lower *l) {
    l->has_scopes = !module_is_runtime(l->f, l->fn) && !calls_setjmp(l->fn);
    if (l->has_scopes && !front_is_optimized(l->f->o)) {
        find_scoped(l);
    }
}

// ---- lowering -----------------------------------------------------------------------------------

// Whether nothing happens any more but the return, which ends all locals at once.
static bool returns_at_once(LLVMValueRef v) {
    for (u32 jumps = 0; jumps < 8;) {
        v = LLVMGetNextInstruction(v);
        if (LLVMIsAReturnInst(v)) {
            return true;
        }
        bool is_jump = LLVMIsABranchInst(v) && !LLVMIsConditional(v);
        if (is_jump) {
            v = LLVMGetFirstInstruction(LLVMGetSuccessor(v, 0));
            jumps++;
            if (LLVMIsAReturnInst(v)) {
                return true;
            }
        }
        bool is_own_load = LLVMIsALoadInst(v) && LLVMIsAAllocaInst(LLVMGetOperand(v, 0)) && !LLVMGetVolatile(v);
        if (!LLVMIsADbgInfoIntrinsic(v) && !LLVMIsAPHINode(v) && !is_own_load && scope_marker(v) != SCOPE_END) {
            return false;
        }
    }
    return false;
}

// SOUND: scopes that end one after the other end in one operation, as those of a function that returns do. Nobody can
// notice the end of a local but by an access to it, and that could as well come before all ends or after all of them.
static void emit_end(Lower *l, i32 local, bool can_begin) {
    Front *f = l->f;
    if (l->scope_end == f->ncode && f->code[f->ncode - 1].a == can_begin &&
        f->code[f->ncode - 1].b + f->code[f->ncode - 1].aux == (i32)f->npool) {
        f->code[f->ncode - 1].aux++;
        VEC_PUSH(f->pool, f->npool, f->pool_cap) = local;
        return;
    }
    VEC_PUSH(f->pool, f->npool, f->pool_cap) = local;
    emit(l, OP_END, 0, can_begin, (i32)f->npool - 1, 0, 1);
    l->scope_end = f->ncode;
}

void lower_scope(Lower *l, LLVMValueRef v) {
    u32 is_scoped = 0;
    LLVMValueRef local = LLVMGetOperand(v, 1);
    u64 size = has_fixed_size(local) ? LLVMABISizeOfType(l->f->td, LLVMGetAllocatedType(local)) *
                                           LLVMConstIntGetZExtValue(LLVMGetOperand(local, 0))
                                     : UINT64_MAX;
    if (module_is_runtime(l->f, l->fn) || (l->has_scopes && size > INT32_MAX)) {
        emit(l, OP_FORGET, 0, operand_of(l, local), 0, 0, 0);
        return;
    }
    if (!l->has_scopes) {
        return;
    }
    ptrmap_get(&l->scoped, local, &is_scoped);
    if (scope_marker(v) == SCOPE_END) {
        if (!returns_at_once(v)) {
            emit_end(l, operand_of(l, local), !is_scoped);
        }
    } else if (is_scoped) {
        emit_alloca(l, local);
    } else {
        emit(l, OP_BEGIN, 0, operand_of(l, local), 0, (i32)size, alloca_log_align(local));
    }
}
