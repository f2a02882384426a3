// SPDX-License-Identifier: Apache-2.0
// Orders of memory accesses: what each atomic access and each fence orders, whether the program has
// any that are weaker than seq_cst, and what a verdict stands on if it has.
#include "front/front_int.h"

#include <string.h>

static bool is_weaker(LLVMAtomicOrdering o) {
    return o != LLVMAtomicOrderingNotAtomic && o != LLVMAtomicOrderingSequentiallyConsistent;
}

// The variable that says whether a local static one of C++ is made: the compiler's own business.
static bool is_guard(LLVMValueRef v) {
    LLVMValueRef at = LLVMIsALoadInst(v) ? LLVMGetOperand(v, 0) : NULL;
    return at && LLVMIsAGlobalVariable(at) && strncmp(LLVMGetValueName(at), "_ZGV", 4) == 0;
}

static bool has_weaker_order(LLVMValueRef v) {
    if (LLVMIsAAtomicCmpXchgInst(v))
        return is_weaker(LLVMGetCmpXchgSuccessOrdering(v)) ||
               is_weaker(LLVMGetCmpXchgFailureOrdering(v));
    if (LLVMIsAFenceInst(v) && LLVMIsAtomicSingleThread(v))
        return false; // between a thread and its own signal handlers
    return (LLVMIsALoadInst(v) || LLVMIsAStoreInst(v) || LLVMIsAAtomicRMWInst(v) ||
            LLVMIsAFenceInst(v)) &&
           is_weaker(LLVMGetOrdering(v)) && !is_guard(v);
}

static bool escapes_by(LLVMValueRef at, LLVMValueRef user);

// Whether others may know the address: it is more than read from, written to, and computed with.
static bool escapes(LLVMValueRef at) {
    bool does = false;
    for (LLVMUseRef use = LLVMGetFirstUse(at); use && !does; use = LLVMGetNextUse(use))
        does = escapes_by(at, LLVMGetUser(use));
    return does;
}

static bool escapes_by(LLVMValueRef at, LLVMValueRef user) {
    if (LLVMIsAGetElementPtrInst(user))
        return escapes(user);
    if (LLVMIsAStoreInst(user))
        return LLVMGetOperand(user, 0) == at;
    return !LLVMIsALoadInst(user) && !LLVMIsAIntrinsicInst(user);
}

// Where a volatile access goes to; a copy of a structure may be volatile at either end.
static bool is_volatile(LLVMValueRef v, LLVMValueRef at[2]) {
    at[0] = at[1] = NULL;
    if (LLVMIsAMemIntrinsic(v)) {
        LLVMValueRef flag = LLVMGetOperand(v, 3);
        at[0] = LLVMGetOperand(v, 0);
        at[1] = LLVMIsAMemSetInst(v) ? NULL : LLVMGetOperand(v, 1);
        return LLVMIsAConstantInt(flag) && LLVMConstIntGetZExtValue(flag);
    }
    bool is_store = LLVMIsAStoreInst(v);
    if (!is_store && !LLVMIsALoadInst(v))
        return false;
    at[0] = LLVMGetOperand(v, is_store ? 1 : 0);
    return LLVMGetVolatile(v) && LLVMGetOrdering(v) == LLVMAtomicOrderingNotAtomic;
}

// A volatile access to what may be shared: not to a local whose address nobody knows.
static bool is_shared_volatile(LLVMValueRef v) {
    LLVMValueRef ends[2];
    bool is_shared = false;
    for (u32 i = 0; is_volatile(v, ends) && i < 2 && ends[i] && !is_shared; i++) {
        LLVMValueRef at = ends[i];
        while (LLVMIsAGetElementPtrInst(at))
            at = LLVMGetOperand(at, 0);
        is_shared = !LLVMIsAAllocaInst(at) || escapes(at);
    }
    return is_shared;
}

void lower_note(Lower *l, BoundKind bound) {
    i32 arg = const_num(l->f, bound);
    emit_trap(l, TRAP_BOUND, &arg, 1, 0, 0);
}

// Libraries are trusted to be right on every machine. Who takes volatile accesses for atomic ones
// does not find out whether they race, and they may come in any order.
void lower_order(Lower *l, LLVMValueRef v) {
    bool is_weaker_one = has_weaker_order(v), is_volatile_one = is_shared_volatile(v);
    if ((!is_weaker_one && !is_volatile_one) || !debug_is_users(l->f, v, l->id))
        return;
    bool is_taken_as_atomic = is_volatile_one && l->f->o->volatile_atomic;
    lower_note(l, is_weaker_one || is_taken_as_atomic ? BOUND_ORDER : BOUND_VOLATILE);
    if (is_taken_as_atomic)
        lower_note(l, BOUND_AS_ATOMIC);
}

// ---- what an instruction orders -----------------------------------------------------------------

static bool acquires(LLVMAtomicOrdering o) {
    return o == LLVMAtomicOrderingAcquire || o == LLVMAtomicOrderingAcquireRelease ||
           o == LLVMAtomicOrderingSequentiallyConsistent;
}

static bool releases(LLVMAtomicOrdering o) {
    return o == LLVMAtomicOrderingRelease || o == LLVMAtomicOrderingAcquireRelease ||
           o == LLVMAtomicOrderingSequentiallyConsistent;
}

static u32 flags_of(LLVMAtomicOrdering o, bool reads, bool writes) {
    return (reads && acquires(o) ? (u32)MEM_ACQUIRE : 0u) |
           (writes && releases(o) ? (u32)MEM_RELEASE : 0u);
}

// Volatile accesses that are no atomic ones count as such if the user says so.
static bool is_as_atomic(const Front *f, LLVMValueRef v) {
    return f->o->volatile_atomic && (LLVMIsALoadInst(v) || LLVMIsAStoreInst(v)) &&
           LLVMGetVolatile(v) && LLVMGetOrdering(v) == LLVMAtomicOrderingNotAtomic;
}

u32 order_flags(const Lower *l, LLVMValueRef v) {
    u32 flags = LLVMGetVolatile(v) ? (u32)MEM_VOLATILE : 0u;
    if (!l->f->funcs[l->id].is_runtime && is_as_atomic(l->f, v))
        flags |= MEM_AS_ATOMIC;
    if (LLVMIsAAtomicCmpXchgInst(v)) {
        bool fails_ordered = acquires(LLVMGetCmpXchgFailureOrdering(v));
        return flags | MEM_ATOMIC | flags_of(LLVMGetCmpXchgSuccessOrdering(v), true, true) |
               (fails_ordered ? (u32)MEM_ACQUIRE_FAILING : 0u);
    }
    LLVMAtomicOrdering o = LLVMGetOrdering(v);
    if (o == LLVMAtomicOrderingNotAtomic)
        return flags;
    return flags | MEM_ATOMIC | flags_of(o, !LLVMIsAStoreInst(v), !LLVMIsALoadInst(v));
}

// Between a thread and its own signal handlers a fence orders nothing that others see.
u32 order_of_fence(LLVMValueRef v) {
    return LLVMIsAtomicSingleThread(v) ? 0 : flags_of(LLVMGetOrdering(v), true, true);
}

// ---- data races ---------------------------------------------------------------------------------

static bool is_seq_cst(LLVMValueRef order) {
    enum { SEQ_CST = 5 }; // as C and C++ number them
    return LLVMIsAConstantInt(order) && LLVMConstIntGetZExtValue(order) == SEQ_CST;
}

// An atomic operation that is a call (runtime/atomic.c): its last arguments are orders.
static bool calls_weaker_order(LLVMValueRef v) {
    static const struct {
        const char *name;
        u32 nargs, norders;
    } known[] = {{"__atomic_load", 4, 1},
                 {"__atomic_store", 4, 1},
                 {"__atomic_exchange", 5, 1},
                 {"__atomic_compare_exchange", 6, 2}};
    LLVMValueRef fn = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    u32 nargs = fn && LLVMIsAFunction(fn) ? LLVMGetNumArgOperands(v) : 0;
    bool is_weaker_one = false;
    for (u32 i = 0; i < ARRAY_LEN(known) && nargs; i++) {
        if (nargs != known[i].nargs || strcmp(LLVMGetValueName(fn), known[i].name) != 0)
            continue;
        for (u32 k = nargs - known[i].norders; k < nargs; k++)
            is_weaker_one = is_weaker_one || !is_seq_cst(LLVMGetOperand(v, k));
    }
    return is_weaker_one;
}

static bool needs_tracking(const Front *f, LLVMValueRef fn) {
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            if (has_weaker_order(v) || calls_weaker_order(v) || is_as_atomic(f, v))
                return true;
    return false;
}

// Where all atomics are seq_cst, races are pairs of accesses that are adjacent in some run
// (vm/race.c). Otherwise the machine must know what happens before what (vm/known.c), and has a
// variable for it.
void order_track(Front *f, Text *kept) {
    bool is_needed = false;
    if (!f->o->finds_races)
        return;
    for (LLVMValueRef fn = LLVMGetFirstFunction(f->mod); fn && !is_needed;
         fn = LLVMGetNextFunction(fn))
        is_needed = !module_is_runtime(f, fn) && needs_tracking(f, fn);
    if (!is_needed)
        return;
    module_add_pointer(f, KNOWN_VARIABLE);
    module_keep(kept, KNOWN_VARIABLE);
}
