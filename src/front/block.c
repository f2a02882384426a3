// SPDX-License-Identifier: Apache-2.0
// Marks for the scopes that clang leaves out: variables that a jump may pass by (declared in a
// switch before its first case, or behind a label), and compound literals.
//
// Where their block begins and ends is told by debug information, which says for each instruction
// what block it stands in. Only code that clang has just made, without an optimiser, is that exact.
// And not all of its instructions count: branches, and what comes of no memory, may carry the
// position of the block around. What happens when a block is left (destructors,
// __attribute__((cleanup))) carries it too; it is recognised by the variables of the block that it
// names.
//
// An instruction stands inside the block, outside of it, or at neither side. Marks are put wherever
// the side changes: between two instructions, or on the edge between two blocks of code.
#include "front/front_int.h"

#include <string.h>

// NAMED: inside, though its position is not
typedef enum Side { SIDE_NONE, SIDE_INSIDE, SIDE_NAMED, SIDE_OUTSIDE } Side;

typedef struct Local {
    LLVMValueRef at; // the alloca
    u32 block;       // it is declared in
    u32 extent;      // block that has all its uses: that it is declared in, or one around it
    bool has_marks;
} Local;

typedef struct Blocks {
    Front *f;
    LLVMModuleRef mod;
    LLVMBuilderRef builder;
    LLVMValueRef fn;
    PtrMap numbers; // block of the source → its number; 0: the function
    u32 *around;    // by number: the block around it
    u32 nblocks, blocks_cap;
    bool *is_body; // by number: cases of a switch are in it
    Local *locals;
    u32 nlocals, locals_cap;
    PtrMap local_ids; // alloca → index in locals, plus 1
    u32 block;        // the one that marks are made for
    // By basic block:
    LLVMBasicBlockRef *code;
    PtrMap code_ids;
    u32 ncode, code_cap;
    bool *is_tail; // from its start on, something named follows before anything inside
    bool *begins_inside, *ends_inside;
} Blocks;

// ---- blocks of the source -----------------------------------------------------------------------

static u32 number_of(Blocks *b, LLVMMetadataRef scope, u32 depth) {
    u32 known = 0;
    LLVMMetadataKind kind = scope ? LLVMGetMetadataKind(scope) : LLVMMDStringMetadataKind;
    bool is_block = kind == LLVMDILexicalBlockMetadataKind;
    if (!depth || (!is_block && kind != LLVMDILexicalBlockFileMetadataKind) ||
        ptrmap_get(&b->numbers, scope, &known)) {
        return known;
    }
    MdNode node = {0};
    md_open(b->f, &node, scope);
    u32 around = number_of(b, md_child(&node, 1), depth - 1), number = around;
    md_close(&node);
    if (is_block) {
        number = b->nblocks;
        VEC_PUSH(b->around, b->nblocks, b->blocks_cap) = around;
    }
    ptrmap_put(&b->numbers, scope, number);
    return number;
}

static u32 block_of_scope(Blocks *b, LLVMMetadataRef scope) { return number_of(b, scope, 1000); }

// Code that was inlined stands where its call is.
static bool block_of(Blocks *b, LLVMValueRef v, u32 *out) {
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(v), at;
    while (loc && (at = LLVMDILocationGetInlinedAt(loc)))
        loc = at;
    *out = loc ? block_of_scope(b, LLVMDILocationGetScope(loc)) : 0;
    return loc != NULL;
}

static bool is_inlined(LLVMValueRef v) {
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(v);
    return loc && LLVMDILocationGetInlinedAt(loc);
}

static bool is_within(const Blocks *b, u32 block, u32 outer) {
    while (block && block != outer)
        block = b->around[block];
    return block == outer;
}

static u32 common_block(const Blocks *b, u32 one, u32 other) {
    while (!is_within(b, other, one))
        one = b->around[one];
    return one;
}

// ---- locals -------------------------------------------------------------------------------------

static bool is_literal(LLVMValueRef local) {
    size_t n;
    return strncmp(LLVMGetValueName2(local, &n), ".compoundliteral", 16) == 0;
}

static bool is_debug_call(LLVMValueRef v, const char *name) {
    LLVMValueRef callee = LLVMIsADbgInfoIntrinsic(v) ? LLVMGetCalledValue(v) : NULL;
    return callee && strcmp(LLVMGetValueName(callee), name) == 0;
}

// The innermost block that all uses of a local are in: the function if one of them has no position.
static u32 block_of_uses(Blocks *b, LLVMValueRef local, u32 block, bool has_block) {
    for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
        u32 here = 0;
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAInstruction(user) || !block_of(b, user, &here) || is_inlined(user))
            return 0;
        block = has_block ? common_block(b, block, here) : here;
        has_block = true;
    }
    return has_block ? block : 0;
}

static void add_local(Blocks *b, LLVMValueRef local, u32 block) {
    VEC_PUSH(b->locals, b->nlocals, b->locals_cap) =
        (Local){local, block, block_of_uses(b, local, block, true), scope_is_marked(local)};
    ptrmap_put(&b->local_ids, local, b->nlocals);
}

static void add_declared(Blocks *b, LLVMValueRef call) {
    u32 known;
    LLVMMetadataRef where = LLVMValueAsMetadata(LLVMGetOperand(call, 0)),
                    var = LLVMValueAsMetadata(LLVMGetOperand(call, 1));
    if (!where || LLVMGetMetadataKind(where) != LLVMLocalAsMetadataMetadataKind || is_inlined(call))
        return;
    LLVMValueRef local;
    LLVMGetMDNodeOperands(LLVMGetOperand(call, 0), &local);
    if (LLVMIsAAllocaInst(local) && !ptrmap_get(&b->local_ids, local, &known))
        add_local(b, local, block_of_scope(b, LLVMDIVariableGetScope(var)));
}

// Adds the declared ones; whether there are labels other than cases.
static bool find_declared(Blocks *b) {
    bool has_labels = false;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(b->fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
        for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v)) {
            has_labels |= is_debug_call(v, "llvm.dbg.label");
            if (is_debug_call(v, "llvm.dbg.declare"))
                add_declared(b, v);
        }
    }
    return has_labels;
}

// What a switch chooses begins in a block inside the one that the switch is in.
static void find_body(Blocks *b, LLVMValueRef choice, LLVMBasicBlockRef to) {
    u32 outer, block = 0;
    LLVMValueRef v = LLVMGetFirstInstruction(to);
    while (v && (LLVMIsADbgInfoIntrinsic(v) || !block_of(b, v, &block)))
        v = LLVMGetNextInstruction(v);
    block_of(b, choice, &outer);
    if (block == outer || !is_within(b, block, outer))
        return;
    while (b->around[block] != outer)
        block = b->around[block];
    b->is_body[block] = true;
}

static void find_bodies(Blocks *b) {
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(b->fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
        for (unsigned i = 0; LLVMIsASwitchInst(last) && i < LLVMGetNumSuccessors(last); i++)
            find_body(b, last, LLVMGetSuccessor(last, i));
    }
}

static u32 outermost_body(const Blocks *b, u32 block) {
    u32 found = 0;
    for (; block; block = b->around[block])
        found = b->is_body[block] ? block : found;
    return found;
}

// A declaration that is never reached (before the first case) is not in the code. In a function
// without labels only cases lead behind it, so the variable's block is inside the body of a switch;
// a temporary's, which looks the same, is as well.
static void find_undeclared(Blocks *b) {
    u32 known, size = b->nblocks;
    b->is_body = mem_zalloc(size);
    find_bodies(b);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(b->fn);
    for (LLVMValueRef v = LLVMGetFirstInstruction(entry); v; v = LLVMGetNextInstruction(v))
        if (LLVMIsAAllocaInst(v) && !ptrmap_get(&b->local_ids, v, &known))
            add_local(b, v, outermost_body(b, block_of_uses(b, v, 0, false)));
    mem_free(b->is_body, size);
}

static void find_literals(Blocks *b) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(b->fn);
    for (LLVMValueRef v = LLVMGetFirstInstruction(entry); v; v = LLVMGetNextInstruction(v))
        if (LLVMIsAAllocaInst(v) && is_literal(v))
            add_local(b, v, block_of_uses(b, v, 0, false));
}

static void number_blocks(Blocks *b) {
    u32 block;
    VEC_PUSH(b->around, b->nblocks, b->blocks_cap) = 0;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(b->fn); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v))
            block_of(b, v, &block);
}

static void find_locals(Blocks *b) {
    find_literals(b);
    if (!find_declared(b))
        find_undeclared(b);
}

static bool needs_marks(const Blocks *b, const Local *local) {
    return !local->has_marks && local->extent && LLVMIsAConstantInt(LLVMGetOperand(local->at, 0)) &&
           LLVMGetInstructionParent(local->at) == LLVMGetEntryBasicBlock(b->fn);
}

// ---- sides --------------------------------------------------------------------------------------

static bool names_local(const Blocks *b, LLVMValueRef v) {
    u32 id;
    for (int i = 0; i < LLVMGetNumOperands(v); i++) {
        if (ptrmap_get(&b->local_ids, LLVMGetOperand(v, (unsigned)i), &id) &&
            is_within(b, b->locals[id - 1].block, b->block)) {
            return true;
        }
    }
    return false;
}

// Gives back variable-length arrays that were made inside: they lie above the locals of the block,
// which must end later.
static bool restores_stack(Blocks *b, LLVMValueRef v) {
    u32 block;
    LLVMValueRef callee = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    unsigned id = callee && LLVMIsAFunction(callee) ? LLVMGetIntrinsicID(callee) : 0;
    LLVMValueRef saved =
        id && id == LLVMLookupIntrinsicID("llvm.stackrestore", 17) ? LLVMGetOperand(v, 0) : NULL;
    LLVMUseRef u =
        saved && LLVMIsALoadInst(saved) ? LLVMGetFirstUse(LLVMGetOperand(saved, 0)) : NULL;
    for (; u; u = LLVMGetNextUse(u)) {
        if (LLVMIsAStoreInst(LLVMGetUser(u)) && block_of(b, LLVMGetUser(u), &block) &&
            is_within(b, block, b->block)) {
            return true;
        }
    }
    return false;
}

static bool touches_memory(LLVMValueRef v) {
    return LLVMIsALoadInst(v) || LLVMIsAStoreInst(v) || LLVMIsACallInst(v) ||
           LLVMIsAAtomicRMWInst(v) || LLVMIsAAtomicCmpXchgInst(v) || LLVMIsAVAArgInst(v) ||
           LLVMIsAFenceInst(v);
}

static Side side_of(Blocks *b, LLVMValueRef v) {
    u32 block;
    bool is_aside = LLVMIsADbgInfoIntrinsic(v) || LLVMIsAPHINode(v) || LLVMIsATerminatorInst(v) ||
                    LLVMIsAAllocaInst(v);
    if (is_aside)
        return SIDE_NONE;
    bool has_position = block_of(b, v, &block);
    if (has_position && is_within(b, block, b->block))
        return SIDE_INSIDE;
    if (names_local(b, v) || restores_stack(b, v))
        return SIDE_NAMED;
    return has_position && touches_memory(v) && scope_marker(v) == SCOPE_NONE ? SIDE_OUTSIDE
                                                                              : SIDE_NONE;
}

static u32 code_id(const Blocks *b, LLVMBasicBlockRef bb) {
    u32 id = 0;
    ptrmap_get(&b->code_ids, bb, &id);
    return id;
}

typedef bool EdgeFn(const Blocks *b, u32 to);
static bool is_tail(const Blocks *b, u32 to) { return b->is_tail[to]; }
static bool begins_inside(const Blocks *b, u32 to) { return b->begins_inside[to]; }

static bool some_successor(const Blocks *b, u32 from, EdgeFn *is_wanted) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(b->code[from]);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(last); i++)
        if (is_wanted(b, code_id(b, LLVMGetSuccessor(last, i))))
            return true;
    return false;
}

// Whether something named comes before anything inside, from v in that block of code on.
static bool named_follows(Blocks *b, u32 code, LLVMValueRef v) {
    for (; v; v = LLVMGetNextInstruction(v)) {
        Side side = side_of(b, v);
        if (side == SIDE_INSIDE || side == SIDE_NAMED)
            return side == SIDE_NAMED;
    }
    return some_successor(b, code, is_tail);
}

static void find_tails(Blocks *b) {
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (u32 i = b->ncode; i-- > 0;)
            if (!b->is_tail[i] && named_follows(b, i, LLVMGetFirstInstruction(b->code[i])))
                b->is_tail[i] = has_changed = true;
    }
}

static bool has_side(Blocks *b, u32 code, LLVMValueRef v, bool *is_inside) {
    Side side = side_of(b, v);
    *is_inside = side != SIDE_OUTSIDE || named_follows(b, code, v);
    return side != SIDE_NONE;
}

// Basic blocks at neither side are at that of what follows, inside if some of that is.
static void find_ends(Blocks *b) {
    bool *is_open = mem_zalloc(b->ncode);
    for (u32 i = 0; i < b->ncode; i++) {
        bool is_inside;
        is_open[i] = true;
        for (LLVMValueRef v = LLVMGetFirstInstruction(b->code[i]); v;
             v = LLVMGetNextInstruction(v)) {
            if (has_side(b, i, v, &is_inside)) {
                b->begins_inside[i] = is_open[i] ? is_inside : b->begins_inside[i];
                b->ends_inside[i] = is_inside;
                is_open[i] = false;
            }
        }
    }
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (u32 i = b->ncode; i-- > 0;)
            if (is_open[i] && !b->begins_inside[i] && some_successor(b, i, begins_inside))
                b->begins_inside[i] = b->ends_inside[i] = has_changed = true;
    }
    mem_free(is_open, b->ncode);
}

// ---- marks --------------------------------------------------------------------------------------

static void put_mark(Blocks *b, LLVMValueRef before, LLVMMetadataRef loc, bool is_start) {
    const char *name = is_start ? "llvm.lifetime.start" : "llvm.lifetime.end";
    LLVMContextRef ctx = b->f->ctx;
    LLVMTypeRef pointer = LLVMPointerTypeInContext(ctx, 0);
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef mark = LLVMGetIntrinsicDeclaration(b->mod, id, &pointer, 1);
    for (u32 i = 0; i < b->nlocals; i++) {
        const Local *local = &b->locals[i];
        if (local->extent != b->block || !needs_marks(b, local))
            continue;
        LLVMValueRef args[] = {LLVMConstAllOnes(LLVMInt64TypeInContext(ctx)), local->at};
        LLVMPositionBuilderBefore(b->builder, before);
        LLVMValueRef call =
            LLVMBuildCall2(b->builder, LLVMGlobalGetValueType(mark), mark, args, 2, "");
        LLVMInstructionSetDebugLoc(call, loc);
    }
}

static LLVMValueRef first_of(LLVMBasicBlockRef bb) {
    LLVMValueRef v = LLVMGetFirstInstruction(bb);
    while (LLVMIsAPHINode(v) || LLVMIsAAllocaInst(v))
        v = LLVMGetNextInstruction(v);
    return v;
}

static bool has_one_way_in(LLVMBasicBlockRef bb) {
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb));
    return use && !LLVMGetNextUse(use);
}

// An edge where the side changes: marks go before `from` ends, if it leads nowhere else, or where
// `to` begins, if nothing else leads there. Otherwise a basic block is put between.
typedef enum EdgePlace { PLACE_FROM, PLACE_TO, PLACE_BETWEEN, PLACE_NOWHERE } EdgePlace;

static EdgePlace edge_place(LLVMValueRef jump, LLVMBasicBlockRef to) {
    if (LLVMGetNumSuccessors(jump) == 1)
        return PLACE_FROM;
    if (has_one_way_in(to))
        return PLACE_TO;
    bool can_split = (LLVMIsABranchInst(jump) || LLVMIsASwitchInst(jump)) &&
                     !LLVMIsAPHINode(LLVMGetFirstInstruction(to));
    return can_split ? PLACE_BETWEEN : PLACE_NOWHERE;
}

static void mark_edge(Blocks *b, LLVMValueRef jump, unsigned i, bool is_start) {
    LLVMBasicBlockRef to = LLVMGetSuccessor(jump, i);
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(jump);
    EdgePlace place = edge_place(jump, to);
    LLVMValueRef before = place == PLACE_FROM ? jump : first_of(to);
    if (place == PLACE_BETWEEN) {
        LLVMBasicBlockRef between = LLVMInsertBasicBlockInContext(b->f->ctx, to, "scope");
        LLVMPositionBuilderAtEnd(b->builder, between);
        before = LLVMBuildBr(b->builder, to);
        LLVMInstructionSetDebugLoc(before, loc);
        LLVMSetSuccessor(jump, i, between);
    }
    put_mark(b, before, loc, is_start);
}

// All edges where the side changes; false if one of them cannot have a mark.
static bool for_edges(Blocks *b, bool is_trial) {
    for (u32 i = 0; i < b->ncode; i++) {
        LLVMValueRef jump = LLVMGetBasicBlockTerminator(b->code[i]);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(jump); k++) {
            LLVMBasicBlockRef to = LLVMGetSuccessor(jump, k);
            bool is_start = begins_inside(b, code_id(b, to));
            if (is_start == b->ends_inside[i])
                continue;
            if (is_trial && edge_place(jump, to) == PLACE_NOWHERE)
                return false;
            if (!is_trial)
                mark_edge(b, jump, k, is_start);
        }
    }
    return true;
}

static void mark_between(Blocks *b, u32 code) {
    bool was_inside = begins_inside(b, code), is_inside;
    for (LLVMValueRef v = LLVMGetFirstInstruction(b->code[code]); v;
         v = LLVMGetNextInstruction(v)) {
        if (has_side(b, code, v, &is_inside) && is_inside != was_inside) {
            put_mark(b, v, LLVMInstructionGetDebugLoc(v), is_inside);
            was_inside = is_inside;
        }
    }
}

static void list_code(Blocks *b) {
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(b->fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
        ptrmap_put(&b->code_ids, bb, b->ncode);
        VEC_PUSH(b->code, b->ncode, b->code_cap) = bb;
    }
    b->is_tail = mem_zalloc(b->ncode);
    b->begins_inside = mem_zalloc(b->ncode);
    b->ends_inside = mem_zalloc(b->ncode);
}

static void drop_code(Blocks *b) {
    mem_free(b->is_tail, b->ncode);
    mem_free(b->begins_inside, b->ncode);
    mem_free(b->ends_inside, b->ncode);
    VEC_FREE(b->code, b->code_cap);
    table_done(&b->code_ids);
    b->ncode = 0;
}

static void mark_block(Blocks *b, u32 block) {
    b->block = block;
    list_code(b);
    find_tails(b);
    find_ends(b);
    if (for_edges(b, true)) {
        // Marks that stand in the code already are at neither side.
        for (u32 i = 0; i < b->ncode; i++)
            mark_between(b, i);
        if (b->begins_inside[0]) {
            LLVMValueRef first = first_of(b->code[0]);
            put_mark(b, first, LLVMInstructionGetDebugLoc(first), true);
        }
        for_edges(b, false);
    }
    drop_code(b);
}

// ---- functions ----------------------------------------------------------------------------------

static void mark_function(Blocks *b) {
    number_blocks(b);
    find_locals(b);
    bool *is_wanted = mem_zalloc(b->nlocals + 1);
    for (u32 i = 0; i < b->nlocals; i++) {
        const Local *local = &b->locals[i];
        is_wanted[i] = needs_marks(b, local);
        for (u32 k = 0; k < i && is_wanted[i]; k++)
            is_wanted[i] = !is_wanted[k] || b->locals[k].extent != local->extent;
    }
    for (u32 i = 0; i < b->nlocals; i++)
        if (is_wanted[i])
            mark_block(b, b->locals[i].extent);
    mem_free(is_wanted, b->nlocals + 1);
}

void block_mark_scopes(Front *f, LLVMModuleRef mod) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->ctx);
    LLVMSetIsNewDbgInfoFormat(mod, false); // llvm-c can read calls, not records
    for (LLVMValueRef fn = LLVMGetFirstFunction(mod); fn; fn = LLVMGetNextFunction(fn)) {
        if (!LLVMIsDeclaration(fn)) {
            Blocks b = {.f = f, .mod = mod, .builder = builder, .fn = fn};
            mark_function(&b);
            VEC_FREE(b.around, b.blocks_cap);
            VEC_FREE(b.locals, b.locals_cap);
            table_done(&b.numbers);
            table_done(&b.local_ids);
        }
    }
    LLVMSetIsNewDbgInfoFormat(mod, true);
    LLVMDisposeBuilder(builder);
}
