// SPDX-License-Identifier: Apache-2.0
// A forward data flow over one function: of which locals has something certainly happened on every
// path? Each operand of an instruction that is one of the locals is an event: it sets the local's
// bit, clears it, or needs it to be set.
#include "front/front_int.h"

#include <string.h>

typedef struct Flow {
    PtrMap bits;   // local → bit
    PtrMap blocks; // block → index
    u32 nblocks, words;
    // by block, a set each: at its start; set by it; cleared by it and not set again
    u64 *in, *gen, *kill;
    FlowFn *event;
} Flow;

static u64 *set_of(const Flow *w, u64 *sets, u32 block) { return sets + (size_t)block * w->words; }

static void put(u64 *set, u32 bit, bool is_in) {
    u64 mask = (u64)1 << (bit % 64);
    set[bit / 64] = is_in ? set[bit / 64] | mask : set[bit / 64] & ~mask;
}

static bool has(const u64 *set, u32 bit) { return set[bit / 64] >> (bit % 64) & 1; }

// What one instruction does to the sets; needs that are not met go to is_unmet, unless that is
// NULL.
static void pass(const Flow *w, LLVMValueRef v, u64 *set, u64 *kill, bool *is_unmet) {
    u32 bit, n = LLVMIsAPHINode(v) ? 0 : (u32)LLVMGetNumOperands(v);
    for (u32 i = 0; i < n; i++) {
        if (!ptrmap_get(&w->bits, LLVMGetOperand(v, i), &bit))
            continue;
        FlowEvent e = w->event(v, i);
        if (e == FLOW_NEED && is_unmet) {
            is_unmet[bit] |= !has(set, bit);
        } else if (e == FLOW_SET || e == FLOW_CLEAR) {
            put(set, bit, e == FLOW_SET);
            if (kill)
                put(kill, bit, e == FLOW_CLEAR);
        }
    }
}

static void summarise(Flow *w, LLVMValueRef fn) {
    u32 index = 0;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb;
         bb = LLVMGetNextBasicBlock(bb), index++) {
        ptrmap_put(&w->blocks, bb, index);
        for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v))
            pass(w, v, set_of(w, w->gen, index), set_of(w, w->kill, index), NULL);
    }
}

// Intersects a successor's set with what is set at the end of the block; true if that took
// something away.
static bool flow_into(Flow *w, u32 from, u32 to) {
    bool has_changed = false;
    const u64 *in = set_of(w, w->in, from), *gen = set_of(w, w->gen, from),
              *kill = set_of(w, w->kill, from);
    u64 *next = set_of(w, w->in, to);
    for (u32 i = 0; i < w->words; i++) {
        u64 set = next[i] & ((in[i] & ~kill[i]) | gen[i]);
        has_changed |= set != next[i];
        next[i] = set;
    }
    return has_changed;
}

static void solve(Flow *w, LLVMValueRef fn) {
    memset(w->in, 0xff, (size_t)w->nblocks * w->words * sizeof(u64));
    memset(w->in, 0, w->words * sizeof(u64)); // the entry block comes first
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        u32 from = 0;
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb;
             bb = LLVMGetNextBasicBlock(bb), from++) {
            LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
            for (unsigned i = 0; i < LLVMGetNumSuccessors(last); i++) {
                u32 to = 0;
                ptrmap_get(&w->blocks, LLVMGetSuccessor(last, i), &to);
                has_changed |= flow_into(w, from, to);
            }
        }
    }
}

// Phi nodes need their values at the end of the block they come from.
static void check_phis(const Flow *w, LLVMBasicBlockRef from, LLVMBasicBlockRef to, const u64 *now,
                       bool *is_unmet) {
    u32 bit;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(to); LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        for (u32 i = 0; i < LLVMCountIncoming(phi); i++) {
            bool is_local = LLVMGetIncomingBlock(phi, i) == from &&
                            ptrmap_get(&w->bits, LLVMGetIncomingValue(phi, i), &bit);
            if (is_local && w->event(phi, i) == FLOW_NEED)
                is_unmet[bit] |= !has(now, bit);
        }
    }
}

static void check_needs(Flow *w, LLVMValueRef fn, bool *is_unmet) {
    u32 index = 0;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb;
         bb = LLVMGetNextBasicBlock(bb), index++) {
        u64 *now = set_of(w, w->in, index);
        for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v))
            pass(w, v, now, NULL, is_unmet);
        LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
        for (unsigned i = 0; i < LLVMGetNumSuccessors(last); i++)
            check_phis(w, bb, LLVMGetSuccessor(last, i), now, is_unmet);
    }
}

void flow_find_unmet(LLVMValueRef fn, const LLVMValueRef *locals, u32 n, FlowFn *event,
                     bool *is_unmet) {
    Flow w = {.nblocks = LLVMCountBasicBlocks(fn), .words = n / 64 + 1, .event = event};
    size_t size = (size_t)w.nblocks * w.words * sizeof(u64);
    w.in = mem_alloc(size);
    w.gen = mem_zalloc(size);
    w.kill = mem_zalloc(size);
    for (u32 i = 0; i < n; i++)
        ptrmap_put(&w.bits, locals[i], i);
    summarise(&w, fn);
    solve(&w, fn);
    check_needs(&w, fn, is_unmet);
    mem_free(w.in, size);
    mem_free(w.gen, size);
    mem_free(w.kill, size);
    table_done(&w.bits);
    table_done(&w.blocks);
}
