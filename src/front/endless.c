// SPDX-License-Identifier: Apache-2.0
// Whether a program seems to start threads without end: in a loop that nothing counts. Who guesses
// wrong has looked in vain; nothing else depends on it.
#include "front/front_int.h"

enum { MOST_BLOCKS = 256, MOST_CALLS = 64, MOST_OPERANDS = 32 }; // that are looked at

typedef struct Loop {
    LLVMBasicBlockRef blocks[MOST_BLOCKS];
    u32 n;
} Loop;

static bool has_block(const Loop *l, LLVMBasicBlockRef block) {
    for (u32 i = 0; i < l->n; i++)
        if (l->blocks[i] == block)
            return true;
    return false;
}

static bool add_block(Loop *l, LLVMBasicBlockRef block) {
    if (has_block(l, block))
        return true;
    if (l->n < MOST_BLOCKS)
        l->blocks[l->n++] = block;
    return has_block(l, block);
}

// All that the block leads to, itself only if it does; false: too many to tell.
static bool find_after(LLVMBasicBlockRef block, Loop *out) {
    out->n = 0;
    for (u32 i = 0; i <= out->n; i++) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(i ? out->blocks[i - 1] : block);
        for (u32 k = 0; last && k < LLVMGetNumSuccessors(last); k++)
            if (!add_block(out, LLVMGetSuccessor(last, k)))
                return false;
    }
    return true;
}

// All that leads to the block.
static bool find_before(LLVMBasicBlockRef block, Loop *out) {
    out->n = 0;
    for (u32 i = 0; i <= out->n; i++) {
        LLVMValueRef to = LLVMBasicBlockAsValue(i ? out->blocks[i - 1] : block);
        for (LLVMUseRef u = LLVMGetFirstUse(to); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (LLVMIsATerminatorInst(user) && !add_block(out, LLVMGetInstructionParent(user)))
                return false;
        }
    }
    return true;
}

// The blocks that lead from the block to itself again; false: there are none.
static bool find_loop(LLVMBasicBlockRef block, Loop *out) {
    Loop after, before;
    out->n = 0;
    if (!find_after(block, &after) || !find_before(block, &before))
        return false;
    for (u32 i = 0; i < after.n; i++)
        if (has_block(&before, after.blocks[i]))
            out->blocks[out->n++] = after.blocks[i];
    return has_block(out, block);
}

// A variable whose value the loop computes from what it was.
static bool is_stored_in(const Loop *l, LLVMValueRef variable) {
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable &&
            LLVMIsABinaryOperator(LLVMGetOperand(user, 0)) &&
            has_block(l, LLVMGetInstructionParent(user)))
            return true;
    }
    return false;
}

// Whether the condition compares what the loop counts.
static bool is_counted(const Loop *l, LLVMValueRef condition) {
    LLVMValueRef values[MOST_OPERANDS] = {condition};
    for (u32 i = 0, n = 1; i < n; i++) {
        LLVMValueRef v = values[i];
        if (!LLVMIsAInstruction(v) || LLVMIsACallInst(v))
            continue;
        if (LLVMIsAPHINode(v) && has_block(l, LLVMGetInstructionParent(v)))
            return true;
        if (LLVMIsALoadInst(v) && is_stored_in(l, LLVMGetOperand(v, 0)))
            return true;
        for (int k = 0; k < LLVMGetNumOperands(v) && n < MOST_OPERANDS && !LLVMIsALoadInst(v); k++)
            values[n++] = LLVMGetOperand(v, (u32)k);
    }
    return false;
}

static bool is_endless(const Loop *l) {
    for (u32 i = 0; i < l->n; i++) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(l->blocks[i]);
        bool leaves = false;
        for (u32 k = 0; k < LLVMGetNumSuccessors(last); k++)
            leaves = leaves || !has_block(l, LLVMGetSuccessor(last, k));
        if (leaves && is_counted(l, LLVMGetOperand(last, 0)))
            return false;
    }
    return true;
}

static bool is_called_endlessly(LLVMValueRef fn, u32 *looked_at) {
    Loop loop;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != fn)
            continue;
        if (++*looked_at > MOST_CALLS)
            return false;
        LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
        if (find_loop(block, &loop) && is_endless(&loop))
            return true;
        if (is_called_endlessly(LLVMGetBasicBlockParent(block), looked_at))
            return true;
    }
    return false;
}

bool endless_seems(const Front *f) {
    static const char *const starters[] = {"pthread_create", "thrd_create"};
    u32 looked_at = 0;
    for (u32 i = 0; i < ARRAY_LEN(starters); i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(f->mod, starters[i]);
        if (fn && is_called_endlessly(fn, &looked_at))
            return true;
    }
    return false;
}
