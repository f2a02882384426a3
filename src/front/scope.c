// SPDX-License-Identifier: Apache-2.0
// Scopes of locals: clang marks where they begin and end (llvm.lifetime.start, llvm.lifetime.end).
//
// In code that no optimiser has seen, a local is made where its scope begins, so each turn of a
// loop has its own, and pointers to it dangle from the end of its scope on. An optimiser may
// compute an address before the scope begins and use it later; its locals are made at the start of
// the function, and end and begin again under the same address. For scopes that setjmp is called in
// the marks are left out, since longjmp can enter them again.
#include "front/front_int.h"

#include <string.h>

ScopeMark scope_marker(LLVMValueRef insn) {
    static const char start[] = "llvm.lifetime.start", end[] = "llvm.lifetime.end";
    LLVMValueRef callee = LLVMIsACallInst(insn) ? LLVMGetCalledValue(insn) : NULL;
    unsigned id = callee && LLVMIsAFunction(callee) ? LLVMGetIntrinsicID(callee) : 0;
    size_t n = 0;
    const char *name = id ? LLVMIntrinsicGetName(id, &n) : "";
    if (n == sizeof start - 1 && memcmp(name, start, n) == 0)
        return SCOPE_START;
    return n == sizeof end - 1 && memcmp(name, end, n) == 0 ? SCOPE_END : SCOPE_NONE;
}

bool scope_is_marked(LLVMValueRef local) {
    for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u))
        if (scope_marker(LLVMGetUser(u)) != SCOPE_NONE)
            return true;
    return false;
}

// ---- ways out of a scope ------------------------------------------------------------------------
// With the marks come blocks that all ways out of a scope go through (the end of the block, break,
// return): they end its locals and go on by a number that was stored before. Each way gets its own
// copy of the marks instead and goes on directly, which is the code that clang makes without marks.
// Otherwise what is written on one way would seem to be unwritten on the others.

typedef struct Exit {
    LLVMBasicBlockRef block;
    LLVMValueRef slot;         // where the number is
    LLVMValueRef load, choice; // its load, and the switch at the end
} Exit;

static bool is_slot(LLVMValueRef v) {
    size_t n;
    return LLVMIsAAllocaInst(v) && strncmp(LLVMGetValueName2(v, &n), "cleanup.dest.slot", 17) == 0;
}

// A block of nothing but marks, the load of a number and a switch by it.
static bool is_exit(LLVMBasicBlockRef bb, Exit *out) {
    LLVMValueRef v = LLVMGetFirstInstruction(bb);
    while (v && scope_marker(v) == SCOPE_END)
        v = LLVMGetNextInstruction(v);
    LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
    if (!v || !LLVMIsALoadInst(v) || !is_slot(LLVMGetOperand(v, 0)) ||
        LLVMGetNextInstruction(v) != last || !LLVMIsASwitchInst(last) ||
        LLVMGetOperand(last, 0) != v) {
        return false;
    }
    *out = (Exit){bb, LLVMGetOperand(v, 0), v, last};
    return LLVMGetFirstUse(v) && !LLVMGetNextUse(LLVMGetFirstUse(v));
}

// The number that the block leaves in the slot; NULL if it does not store one.
static LLVMValueRef number_left(LLVMBasicBlockRef bb, LLVMValueRef slot) {
    for (LLVMValueRef v = LLVMGetLastInstruction(bb); v; v = LLVMGetPreviousInstruction(v))
        if (LLVMIsAStoreInst(v) && LLVMGetOperand(v, 1) == slot)
            return LLVMIsAConstantInt(LLVMGetOperand(v, 0)) ? LLVMGetOperand(v, 0) : NULL;
    return NULL;
}

static LLVMBasicBlockRef destination(LLVMValueRef choice, LLVMValueRef number) {
    unsigned n = LLVMGetNumSuccessors(choice);
    for (unsigned i = 1; i < n; i++) {
        LLVMValueRef value = LLVMGetOperand(choice, 2 * i);
        if (LLVMConstIntGetZExtValue(value) == LLVMConstIntGetZExtValue(number))
            return LLVMGetSuccessor(choice, i);
    }
    return LLVMGetSwitchDefaultDest(choice);
}

static bool has_phi(LLVMBasicBlockRef bb) {
    return LLVMIsAPHINode(LLVMGetFirstInstruction(bb)) != NULL;
}

// Whether exits follow each other without end. clang makes no such code; what else does, keeps it.
static bool goes_round(LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    Exit exit;
    LLVMValueRef number;
    for (u32 most = LLVMCountBasicBlocks(LLVMGetBasicBlockParent(from)); most; most--) {
        if (!is_exit(to, &exit) || !(number = number_left(from, exit.slot)))
            return false;
        to = destination(exit.choice, number);
    }
    return true;
}

// `from` jumps to the exit: makes it do by itself what happens there.
static bool go_directly(LLVMBuilderRef builder, const Exit *exit, LLVMBasicBlockRef from) {
    LLVMValueRef jump = LLVMGetBasicBlockTerminator(from), number = number_left(from, exit->slot);
    LLVMBasicBlockRef to = number ? destination(exit->choice, number) : NULL;
    if (!to || has_phi(to) || goes_round(from, to))
        return false;
    LLVMPositionBuilderBefore(builder, jump);
    for (LLVMValueRef v = LLVMGetFirstInstruction(exit->block); v != exit->load;
         v = LLVMGetNextInstruction(v)) {
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
        if (LLVMIsABranchInst(jump) && !LLVMIsConditional(jump))
            has_changed |= go_directly(builder, exit, LLVMGetInstructionParent(jump));
    }
    return has_changed;
}

// This ends: each change takes a jump one exit further on its way, and no way goes round. (Exits do
// not jump by themselves: they choose.)
static void straighten_exits(LLVMBuilderRef builder, LLVMValueRef fn) {
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb;
             bb = LLVMGetNextBasicBlock(bb)) {
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
            if (LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)) || !is_exit(bb, &exit))
                continue;
            bool is_plain = true;
            for (unsigned i = 0; i < LLVMGetNumSuccessors(exit.choice); i++)
                is_plain = is_plain && !has_phi(LLVMGetSuccessor(exit.choice, i));
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

// Marks of our own (see block.c) name no size. There is one at each way into the scope; of clang's
// there is only one.
static bool has_own_size(LLVMValueRef mark) {
    return LLVMConstIntGetSExtValue(LLVMGetOperand(mark, 0)) != -1;
}

static bool begins_once(LLVMValueRef local) {
    u32 n = 0;
    bool has_size = false;
    for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
        if (scope_marker(LLVMGetUser(u)) == SCOPE_START) {
            has_size |= has_own_size(LLVMGetUser(u));
            n++;
        }
    }
    return n == 1 || (n > 1 && !has_size);
}

static bool has_fixed_size(LLVMValueRef local) {
    return LLVMIsAAllocaInst(local) && LLVMIsAConstantInt(LLVMGetOperand(local, 0));
}

static bool is_setjmp(LLVMValueRef v) {
    unsigned twice = LLVMGetEnumAttributeKindForName("returns_twice", 13);
    LLVMValueRef callee = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    bool is_named = callee && LLVMIsAFunction(callee) &&
                    LLVMGetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, twice);
    return is_named ||
           (callee && LLVMGetCallSiteEnumAttribute(v, LLVMAttributeFunctionIndex, twice));
}

static bool calls_setjmp(LLVMValueRef fn) {
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
        for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v))
            if (is_setjmp(v))
                return true;
    }
    return false;
}

// What follows the beginning of a local's scope, as far as its end.
typedef struct Reach {
    LLVMValueRef local;
    PtrMap seen;
    LLVMBasicBlockRef *open; // entered, and not looked at yet
    u32 nopen, open_cap;
} Reach;

static bool is_end_of(LLVMValueRef v, LLVMValueRef local) {
    return scope_marker(v) == SCOPE_END && LLVMGetOperand(v, 1) == local;
}

// From v on, true if setjmp is called; what comes behind its block is put with the open ones.
static bool meets_setjmp(Reach *r, LLVMValueRef v) {
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(v);
    for (; v; v = LLVMGetNextInstruction(v))
        if (is_setjmp(v) || is_end_of(v, r->local))
            return is_setjmp(v);
    LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(last); i++) {
        u32 known;
        LLVMBasicBlockRef to = LLVMGetSuccessor(last, i);
        if (!ptrmap_get(&r->seen, to, &known)) {
            ptrmap_put(&r->seen, to, 1);
            VEC_PUSH(r->open, r->nopen, r->open_cap) = to;
        }
    }
    return false;
}

static bool has_setjmp_in_scope(LLVMValueRef local) {
    Reach r = {.local = local};
    bool is_met = false;
    for (LLVMUseRef u = LLVMGetFirstUse(local); u && !is_met; u = LLVMGetNextUse(u))
        is_met = scope_marker(LLVMGetUser(u)) == SCOPE_START && meets_setjmp(&r, LLVMGetUser(u));
    while (r.nopen && !is_met)
        is_met = meets_setjmp(&r, LLVMGetFirstInstruction(r.open[--r.nopen]));
    VEC_FREE(r.open, r.open_cap);
    table_done(&r.seen);
    return is_met;
}

static void find_reentered(Lower *l) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(l->fn);
    for (LLVMValueRef v = LLVMGetFirstInstruction(entry); v; v = LLVMGetNextInstruction(v))
        if (LLVMIsAAllocaInst(v) && has_setjmp_in_scope(v))
            ptrmap_put(&l->reentered, v, 1);
}

static bool is_reentered(const Lower *l, LLVMValueRef local) {
    u32 known;
    return ptrmap_get(&l->reentered, local, &known);
}

static void find_scoped(Lower *l) {
    LLVMValueRef *locals = NULL;
    u32 n = 0, cap = 0;
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(l->fn);
    for (LLVMValueRef v = LLVMGetFirstInstruction(entry); v; v = LLVMGetNextInstruction(v))
        if (has_fixed_size(v) && begins_once(v) && !is_reentered(l, v))
            VEC_PUSH(locals, n, cap) = v;
    bool *is_unmet = mem_zalloc(n + 1);
    if (n)
        flow_find_unmet(l->fn, locals, n, begun_event, is_unmet);
    for (u32 i = 0; i < n; i++)
        if (!is_unmet[i])
            ptrmap_put(&l->scoped, locals[i], 1);
    mem_free(is_unmet, n + 1);
    VEC_FREE(locals, cap);
}

void scope_plan(Lower *l) {
    l->has_scopes = !module_is_runtime(l->f, l->fn);
    if (l->has_scopes && calls_setjmp(l->fn))
        find_reentered(l);
    if (l->has_scopes && !front_is_optimized(l->f->o))
        find_scoped(l);
}

// ---- lowering -----------------------------------------------------------------------------------

// A load of what is returned; one of a local with a scope would be too late.
static bool is_own_load(LLVMValueRef v) {
    LLVMValueRef from = LLVMIsALoadInst(v) ? LLVMGetOperand(v, 0) : NULL;
    return from && LLVMIsAAllocaInst(from) && !LLVMGetVolatile(v) && !scope_is_marked(from);
}

// Whether nothing happens any more but the return, which ends all locals at once.
static bool returns_at_once(LLVMValueRef v) {
    for (u32 jumps = 0; jumps < 8;) {
        v = LLVMGetNextInstruction(v);
        if (LLVMIsAReturnInst(v))
            return true;
        bool is_jump = LLVMIsABranchInst(v) && !LLVMIsConditional(v);
        if (is_jump) {
            v = LLVMGetFirstInstruction(LLVMGetSuccessor(v, 0));
            jumps++;
            if (LLVMIsAReturnInst(v))
                return true;
        }
        if (!LLVMIsADbgInfoIntrinsic(v) && !LLVMIsAPHINode(v) && !is_own_load(v) &&
            scope_marker(v) != SCOPE_END) {
            return false;
        }
    }
    return false;
}

// SOUND: scopes that end one after the other end in one operation, as those of a function that
// returns do. Nobody can notice the end of a local but by an access to it, and that could as well
// come before all ends or after all of them.
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
    if (is_reentered(l, local))
        return;
    if (!l->has_scopes || size > INT32_MAX) {
        emit(l, OP_FORGET, 0, operand_of(l, local), 0, 0, 0);
        return;
    }
    ptrmap_get(&l->scoped, local, &is_scoped);
    if (scope_marker(v) == SCOPE_END) {
        if (!returns_at_once(v))
            emit_end(l, operand_of(l, local), !is_scoped);
    } else if (is_scoped) {
        emit_alloca(l, local);
    } else {
        emit(l, OP_BEGIN, 0, operand_of(l, local), 0, (i32)size, alloca_log_align(local));
    }
}
