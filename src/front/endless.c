// SPDX-License-Identifier: Apache-2.0
// Whether a program seems to start threads without end: in a loop that nothing counts, or that
// counts to a number which the code does not tell, or down from one. Who guesses wrong has looked
// in vain; nothing else depends on it.
//
// Where threads are counted because it seems so, a loop that starts them and counts to such a
// number ends at any time, and does not count (endless_forget). SOUND: nothing else depends on how
// far it has counted, so all runs are among these; a violation is found again in the program as it
// is. What comes before the loop reads what it begins with; so does the step itself, so that it
// still overflows if it does so at once. Where overflows are looked for and it may come to one
// later, the loop counts.
#include "front/front_int.h"

#include <string.h>

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

// ---- counters that nothing else depends on ------------------------------------------------------

static bool is_lifetime(LLVMValueRef v) {
    size_t len;
    LLVMValueRef callee = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    const char *name = callee ? LLVMGetValueName2(callee, &len) : "";
    return strncmp(name, "llvm.lifetime.", strlen("llvm.lifetime.")) == 0;
}

// All that uses the value is one of these two.
static bool is_used_by(LLVMValueRef value, LLVMValueRef a, LLVMValueRef b) {
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u))
        if (LLVMGetUser(u) != a && LLVMGetUser(u) != b)
            return false;
    return true;
}

static bool is_store_to(LLVMValueRef v, LLVMValueRef variable) {
    return LLVMIsAStoreInst(v) && LLVMGetOperand(v, 1) == variable &&
           LLVMGetOperand(v, 0) != variable;
}

// The variable's next value is stored there, and may be compared.
static bool is_next(LLVMValueRef next, LLVMValueRef compare, LLVMValueRef variable) {
    for (LLVMUseRef u = LLVMGetFirstUse(next); u; u = LLVMGetNextUse(u))
        if (LLVMGetUser(u) != compare && !is_store_to(LLVMGetUser(u), variable))
            return false;
    return LLVMIsABinaryOperator(next) != NULL;
}

// A value that was read from the variable is only compared, or becomes the variable's next one.
static bool is_read_to_count(LLVMValueRef load, LLVMValueRef compare, LLVMValueRef variable) {
    for (LLVMUseRef u = LLVMGetFirstUse(load); u; u = LLVMGetNextUse(u))
        if (LLVMGetUser(u) != compare && !is_next(LLVMGetUser(u), compare, variable))
            return false;
    return true;
}

// What comes before the loop and never again reads what the loop begins with.
static bool is_counting_variable(const Loop *l, LLVMValueRef variable, LLVMValueRef compare) {
    Loop after;
    if (!LLVMIsAAllocaInst(variable) || !find_after(l->blocks[0], &after))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_read =
            LLVMIsALoadInst(user) && (!has_block(&after, LLVMGetInstructionParent(user)) ||
                                      is_read_to_count(user, compare, variable));
        if (!is_store_to(user, variable) && !is_read && !is_lifetime(user))
            return false;
    }
    return true;
}

// The code does not tell what is in the variable before the loop.
static bool begins_anywhere(const Loop *l, LLVMValueRef variable) {
    bool is_stored = false;
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!is_store_to(user, variable) || has_block(l, LLVMGetInstructionParent(user)))
            continue;
        if (LLVMIsAConstant(LLVMGetOperand(user, 0)))
            return false;
        is_stored = true;
    }
    return is_stored;
}

static bool phi_begins_anywhere(const Loop *l, LLVMValueRef phi) {
    for (u32 i = 0; i < LLVMCountIncoming(phi); i++)
        if (!has_block(l, LLVMGetIncomingBlock(phi, i)) &&
            LLVMIsAConstant(LLVMGetIncomingValue(phi, i)))
            return false;
    return true;
}

// The variable that the value is read from, or computed from what was read from it.
static LLVMValueRef variable_of(LLVMValueRef v) {
    for (u32 k = 0; LLVMIsABinaryOperator(v) && k < 2; k++)
        if (LLVMIsALoadInst(LLVMGetOperand(v, k)))
            return LLVMGetOperand(LLVMGetOperand(v, k), 0);
    return LLVMIsALoadInst(v) ? LLVMGetOperand(v, 0) : NULL;
}

// The phi that the value is, or from which it is computed.
static LLVMValueRef phi_of(LLVMValueRef v) {
    for (int k = 0; LLVMIsABinaryOperator(v) && k < 2; k++)
        if (LLVMIsAPHINode(LLVMGetOperand(v, (u32)k)))
            return LLVMGetOperand(v, (u32)k);
    return LLVMIsAPHINode(v);
}

// The next value of a phi that is only counted with; NULL: there is no such thing.
static LLVMValueRef counted_next(LLVMValueRef phi, LLVMValueRef compare) {
    for (LLVMUseRef u = LLVMGetFirstUse(phi); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef next = LLVMGetUser(u);
        if (LLVMIsABinaryOperator(next) && is_used_by(next, phi, compare) &&
            is_used_by(phi, next, compare))
            return next;
    }
    return NULL;
}

// What a loop counts that ends where the comparison says: a variable, or the next value of a phi.
// NULL: something depends on it, or the code tells how far it counts.
static LLVMValueRef counter_of(const Loop *l, LLVMValueRef compare) {
    LLVMUseRef use = LLVMIsAICmpInst(compare) ? LLVMGetFirstUse(compare) : NULL;
    if (!use || LLVMGetNextUse(use))
        return NULL;
    for (u32 k = 0; k < 2; k++) {
        LLVMValueRef v = LLVMGetOperand(compare, k), variable = variable_of(v), phi = phi_of(v);
        bool ends_anywhere = !LLVMIsAConstant(LLVMGetOperand(compare, 1 - k));
        if (variable && is_stored_in(l, variable) && is_counting_variable(l, variable, compare) &&
            (ends_anywhere || begins_anywhere(l, variable)))
            return variable;
        if (phi && has_block(l, LLVMGetInstructionParent(phi)) && counted_next(phi, compare) &&
            (ends_anywhere || phi_begins_anywhere(l, phi)))
            return counted_next(phi, compare);
    }
    return NULL;
}

// Whether the loop goes on as long as the first operand of its condition is less than the second,
// as numbers with a sign. is_greater: than the first.
static bool goes_on_while_less(const Loop *l, LLVMValueRef branch, bool is_greater) {
    bool stays = has_block(l, LLVMGetSuccessor(branch, 0));
    LLVMIntPredicate is = LLVMGetICmpPredicate(LLVMGetCondition(branch));
    LLVMIntPredicate less = is_greater ? LLVMIntSGT : LLVMIntSLT;
    LLVMIntPredicate not_less = is_greater ? LLVMIntSLE : LLVMIntSGE;
    return is == (stays ? less : not_less);
}

// Whether a step that is taken before the loop ends, too, can be taken at the bound.
static bool may_pass(LLVMValueRef bound) {
    i64 n = LLVMIsAConstantInt(bound) ? LLVMConstIntGetSExtValue(bound) : INT64_MAX;
    return n < -1000 || n > 1000;
}

// Whether the step may leave the range of its type before the loop ends. It cannot where it goes by
// one to a bound that is still ahead.
static bool may_overflow(const Loop *l, LLVMValueRef branch, LLVMValueRef step) {
    LLVMValueRef compare = LLVMGetCondition(branch);
    LLVMValueRef by = LLVMIsABinaryOperator(step) ? LLVMGetOperand(step, 1) : NULL;
    if (!by || (LLVMGetInstructionOpcode(step) == LLVMAdd && !LLVMGetNSW(step)))
        return false;
    if (LLVMGetInstructionOpcode(step) != LLVMAdd || !LLVMIsAConstantInt(by))
        return true;
    // The counter is the operand that the step is computed from, or the step itself.
    LLVMValueRef first = LLVMGetOperand(compare, 0), from = LLVMGetOperand(step, 0);
    bool is_first = first == step || (phi_of(first) && phi_of(first) == phi_of(step)) ||
                    (variable_of(first) && variable_of(first) == variable_of(from));
    bool is_last_taken = first != step && LLVMGetOperand(compare, 1) != step &&
                         LLVMGetInstructionParent(step) == LLVMGetInstructionParent(branch);
    if (is_last_taken && may_pass(LLVMGetOperand(compare, is_first)))
        return true;
    i64 n = LLVMConstIntGetSExtValue(by);
    return !((n == 1 && goes_on_while_less(l, branch, !is_first)) ||
             (n == -1 && goes_on_while_less(l, branch, is_first)));
}

static bool counter_may_overflow(const Loop *l, LLVMValueRef branch, LLVMValueRef counter) {
    if (!LLVMIsAAllocaInst(counter))
        return may_overflow(l, branch, counter);
    for (LLVMUseRef u = LLVMGetFirstUse(counter); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (is_store_to(user, counter) && has_block(l, LLVMGetInstructionParent(user)) &&
            may_overflow(l, branch, LLVMGetOperand(user, 0)))
            return true;
    }
    return false;
}

static void forget_counter(Loop *l, LLVMValueRef counter) {
    if (!LLVMIsAAllocaInst(counter)) {
        LLVMReplaceAllUsesWith(counter, phi_of(counter));
        return;
    }
    for (LLVMUseRef u = LLVMGetFirstUse(counter), next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (LLVMIsAStoreInst(user) && has_block(l, LLVMGetInstructionParent(user)))
            LLVMInstructionEraseFromParent(user);
    }
}

// ---- loops --------------------------------------------------------------------------------------

static bool leaves(const Loop *l, LLVMValueRef last) {
    bool does = false;
    for (u32 k = 0; k < LLVMGetNumSuccessors(last); k++)
        does = does || !has_block(l, LLVMGetSuccessor(last, k));
    return does;
}

static bool is_endless(const Loop *l) {
    for (u32 i = 0; i < l->n; i++) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(l->blocks[i]);
        LLVMValueRef condition = leaves(l, last) ? LLVMGetOperand(last, 0) : NULL;
        if (condition && is_counted(l, condition) && !counter_of(l, condition))
            return false;
    }
    return true;
}

// The loop ends at any time, and does not count.
static void forget_count(Front *f, Loop *l) {
    for (u32 i = 0; i < l->n; i++) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(l->blocks[i]);
        if (!leaves(l, last) || !LLVMIsABranchInst(last) || !LLVMIsConditional(last))
            continue;
        LLVMValueRef counter = counter_of(l, LLVMGetCondition(last));
        if (!counter || (f->o->finds_overflows && counter_may_overflow(l, last, counter)))
            continue;
        LLVMBuilderRef b = LLVMCreateBuilderInContext(f->ctx);
        LLVMPositionBuilderBefore(b, last);
        LLVMSetCondition(last, stub_truth(f, b));
        LLVMDisposeBuilder(b);
        forget_counter(l, counter);
    }
}

// Whether it is; then, where `changed` is not NULL, such loops do not count any more.
static bool is_called_endlessly(LLVMValueRef fn, Front *changed, u32 *looked_at) {
    Loop loop;
    bool is_any = false;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != fn)
            continue;
        if (++*looked_at > MOST_CALLS)
            return is_any;
        LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
        bool is_endless_here = find_loop(block, &loop) && is_endless(&loop);
        if (is_endless_here && changed)
            forget_count(changed, &loop);
        is_any = is_endless_here ||
                 is_called_endlessly(LLVMGetBasicBlockParent(block), changed, looked_at) || is_any;
    }
    return is_any;
}

static bool starts_endlessly(Front *f, bool is_forgotten) {
    static const char *const starters[] = {"pthread_create", "thrd_create"};
    u32 looked_at = 0;
    bool does = false;
    for (u32 i = 0; i < ARRAY_LEN(starters); i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(f->mod, starters[i]);
        does = (fn && is_called_endlessly(fn, is_forgotten ? f : NULL, &looked_at)) || does;
    }
    return does;
}

bool endless_seems(Front *f) { return starts_endlessly(f, false); }

void endless_forget(Front *f) { starts_endlessly(f, true); }
