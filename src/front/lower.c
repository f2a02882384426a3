// SPDX-License-Identifier: Apache-2.0
// Lowering of one function: cells of values, blocks, edges and phis, terminators.
//
// A value gets its cells when it is first met. Phi nodes become moves on the edge, with
// parallel-copy semantics. A label that an indirect jump may reach with phi values is entered
// through a stub: the jump writes the values into staging cells that only the stub reads, because
// one jump serves targets with different phis.
#include "front/front_int.h"

#include <string.h>

// ---- code and cells -----------------------------------------------------------------------------

i32 cells_new(Lower *l, u32 n) {
    i32 first = (i32)l->ncells;
    l->ncells += n;
    return first;
}

i32 cell_at(i32 operand, u32 i) { return operand >= 0 ? operand + (i32)i : operand - (i32)i; }

Insn *emit(Lower *l, Op op, i32 dst, i32 a, i32 b, i32 c, u32 aux) {
    Front *f = l->f;
    ENSURE(aux <= UINT16_MAX);
    VEC_PUSH(f->locs, f->nlocs, f->locs_cap) = l->loc;
    Insn *in = &VEC_PUSH(f->code, f->ncode, f->code_cap);
    *in = (Insn){.op = (u16)op, .aux = (u16)aux, .dst = dst, .a = a, .b = b, .c = c};
    return in;
}

i32 emit_new(Lower *l, Op op, i32 a, i32 b, i32 c, u32 aux) {
    i32 dst = cells_new(l, 1);
    emit(l, op, dst, a, b, c, aux);
    return dst;
}

void emit_move(Lower *l, i32 dst, i32 src, u32 n) {
    if (dst == src || n == 0)
        return;
    if (n == 1)
        emit(l, OP_MOV, dst, src, 0, 0, 0);
    else
        emit(l, OP_MOVN, dst, src, 0, 0, n);
}

static u32 note_add(Front *f, const char *text) {
    for (u32 i = 0; i < f->nnotes; i++)
        if (strcmp(f->notes[i], text) == 0)
            return i;
    const char *copy = arena_text(f->p->arena, text);
    VEC_PUSH(f->notes, f->nnotes, f->notes_cap) = copy;
    return f->nnotes - 1;
}

void emit_unsupported(Lower *l, const char *fmt, ...) {
    Text t = {0};
    va_list args;
    va_start(args, fmt);
    text_addv(&t, fmt, args);
    va_end(args);
    emit(l, OP_UNSUPPORTED, 0, (i32)note_add(l->f, text_str(&t)), 0, 0, 0);
    text_done(&t);
}

// The run has come to v, which nothing defines.
static void emit_undefined(Lower *l, LLVMValueRef v) {
    const char *name = LLVMGetValueName(v), *plain = demangled_name(l->f->p->arena, name);
    bool is_function = LLVMIsAFunction(v);
    size_t unread;
    LLVMGetModuleInlineAsm(l->f->mod, &unread);
    Text t = {0};
    text_add(&t, "%s '%s'", is_function ? "call of" : "use of", plain);
    if (strcmp(name, plain) != 0)
        text_add(&t, " (%s)", name);
    switch (module_definer(v)) {
    case DEFINER_COMPILER:
        text_add(&t, ": clang has no such builtin; do without it, or --stub %s=%s", name,
                 stub_kinds(v));
        break;
    case DEFINER_OPENMP:
        text_add(&t, ": OpenMP is not supported; without -fopenmp its pragmas are ignored, and "
                     "_OPENMP is not defined");
        break;
    case DEFINER_FILE:
    case DEFINER_COUNT:
        text_add(&t,
                 ", a %s that nothing defines%s: give the file that defines it, or --stub %s=%s",
                 is_function ? "function" : "thread-local variable",
                 unread ? " (assembly outside of functions is not read)" : "", name,
                 is_function ? stub_kinds(v) : "0");
        break;
    }
    emit(l, OP_UNDEFINED, 0, (i32)note_add(l->f, text_str(&t)), 0, 0, 0);
    text_done(&t);
}

// ---- values -------------------------------------------------------------------------------------

i32 result_of(Lower *l, LLVMValueRef v) {
    u32 known;
    if (ptrmap_get(&l->vals, v, &known))
        return (i32)known;
    u32 n = type_cells(l->f, LLVMTypeOf(v));
    i32 cells = n ? cells_new(l, n) : 0;
    ptrmap_put(&l->vals, v, (u32)cells);
    return cells;
}

// A constant that only code can compute: the address of a thread-local, a difference of labels, ...
static i32 expand_constant(Lower *l, LLVMValueRef v) {
    LLVMTypeRef type = LLVMTypeOf(v);
    u32 id, n = type_cells(l->f, type);
    i32 dst = cells_new(l, n);
    LLVMValueKind kind = LLVMGetValueKind(v);
    if (kind == LLVMGlobalVariableValueKind && ptrmap_get(&l->f->global_ids, v, &id)) {
        emit(l, OP_TLSADDR, dst, (i32)id, 0, 0, 0);
    } else if (kind == LLVMGlobalVariableValueKind && module_is_undefined(l->f, v)) {
        emit_undefined(l, v);
    } else if (kind == LLVMGlobalAliasValueKind) {
        emit_move(l, dst, operand_of(l, LLVMAliasGetAliasee(v)), 1);
    } else if (kind == LLVMConstantExprValueKind) {
        lower_operator(l, v, LLVMGetConstOpcode(v), dst);
    } else if (LLVMGetAggregateElement(v, 0)) {
        LLVMValueRef part;
        u32 at = 0;
        for (unsigned i = 0; at < n && (part = LLVMGetAggregateElement(v, i)); i++) {
            u32 cells = type_cells(l->f, LLVMTypeOf(part));
            emit_move(l, dst + (i32)at, operand_of(l, part), cells);
            at += cells;
        }
    } else {
        emit_unsupported(l, "a constant of a kind that is not known");
    }
    return dst;
}

static i32 constant_operand(Lower *l, LLVMValueRef v) {
    Front *f = l->f;
    u32 n = type_cells(f, LLVMTypeOf(v));
    Cell few[8], *cells = few;
    if (LLVMGetValueKind(v) == LLVMBlockAddressValueKind)
        return const_label(f, v);
    if (n == 0)
        return 0;
    if (type_problem(f, LLVMTypeOf(v))) {
        memset(few, 0, sizeof few);
        return const_run(f, few, n < 8 ? n : 8);
    }
    if (n > ARRAY_LEN(few))
        cells = mem_alloc(n * sizeof *cells);
    memset(cells, 0, n * sizeof *cells);
    bool is_known = const_cells(f, v, cells);
    i32 operand = is_known ? const_run(f, cells, n) : NO_CELL;
    if (cells != few)
        mem_free(cells, n * sizeof *cells);
    return is_known ? operand : expand_constant(l, v);
}

i32 operand_of(Lower *l, LLVMValueRef v) {
    u32 known, cell;
    LLVMValueRef of;
    if (LLVMIsConstant(v))
        return constant_operand(l, v);
    if (ptrmap_get(&l->vals, v, &known))
        return (i32)known;
    if (LLVMIsAInstruction(v) && lower_is_alias(l, v, &of, &cell)) {
        i32 operand = cell_at(operand_of(l, of), cell);
        ptrmap_put(&l->vals, v, (u32)operand);
        return operand;
    }
    return result_of(l, v);
}

// ---- edges --------------------------------------------------------------------------------------

typedef struct Move {
    i32 dst, src;
} Move;
typedef struct Moves {
    Move *at;
    u32 n, cap;
} Moves;

static bool is_read_by_another(const Moves *m, u32 i) {
    for (u32 k = 0; k < m->n; k++)
        if (k != i && m->at[k].src == m->at[i].dst)
            return true;
    return false;
}

// All reads happen before all writes.
static void emit_parallel(Lower *l, Moves *m) {
    while (m->n) {
        bool has_progress = false;
        for (u32 i = 0; i < m->n;) {
            if (m->at[i].dst != m->at[i].src && is_read_by_another(m, i)) {
                i++;
                continue;
            }
            emit_move(l, m->at[i].dst, m->at[i].src, 1);
            m->at[i] = m->at[--m->n];
            has_progress = true;
        }
        if (!has_progress) { // only cycles are left: save one value and read it from there
            i32 saved = emit_new(l, OP_MOV, m->at[0].dst, 0, 0, 0);
            for (u32 k = 0; k < m->n; k++)
                if (m->at[k].src == m->at[0].dst)
                    m->at[k].src = saved;
        }
    }
}

static void add_phi_moves(Lower *l, LLVMValueRef phi, LLVMBasicBlockRef from, i32 dst, Moves *m) {
    u32 n = type_cells(l->f, LLVMTypeOf(phi));
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        if (LLVMGetIncomingBlock(phi, i) == from) {
            i32 src = operand_of(l, LLVMGetIncomingValue(phi, i));
            for (u32 k = 0; k < n; k++)
                VEC_PUSH(m->at, m->n, m->cap) = (Move){.dst = dst + (i32)k, .src = cell_at(src, k)};
            return;
        }
    }
}

static void emit_phi_moves(Lower *l, LLVMBasicBlockRef from, u32 to) {
    Moves m = {0};
    for (LLVMValueRef phi = LLVMGetFirstInstruction(l->blocks[to].bb); phi && LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        add_phi_moves(l, phi, from, result_of(l, phi), &m);
    }
    emit_parallel(l, &m);
    VEC_FREE(m.at, m.cap);
}

static void fixup(Lower *l, u32 at, FixField field, u32 block) {
    VEC_PUSH(l->fixups, l->nfixups, l->fixups_cap) =
        (Fixup){.at = at, .field = field, .block = block};
}

static u32 block_id(const Lower *l, LLVMBasicBlockRef bb) {
    u32 id = 0;
    bool is_known = ptrmap_get(&l->block_ids, bb, &id);
    ENSURE(is_known);
    return id;
}

static void emit_jump(Lower *l, u32 to) {
    emit(l, OP_JMP, 0, 0, 0, 0, 0);
    fixup(l, l->f->ncode - 1, FIX_A, to);
}

// A target of a jump with several: the block itself, or a stub behind the jump that makes the phi
// moves.
typedef struct Target {
    u32 at; // where the position goes
    FixField field;
    u32 block;
} Target;

static void set_field(Front *f, u32 at, FixField field, Pc pc) {
    switch (field) {
    case FIX_A: f->code[at].a = (i32)pc; break;
    case FIX_B: f->code[at].b = (i32)pc; break;
    case FIX_C: f->code[at].c = (i32)pc; break;
    case FIX_POOL: f->pool[at] = (i32)pc; break;
    }
}

static void emit_targets(Lower *l, LLVMBasicBlockRef from, const Target *targets, u32 n) {
    PtrMap stubs = {0};
    for (u32 i = 0; i < n; i++) {
        u32 stub;
        BlockInfo *to = &l->blocks[targets[i].block];
        if (!to->has_phi) {
            fixup(l, targets[i].at, targets[i].field, targets[i].block);
            continue;
        }
        if (!ptrmap_get(&stubs, to->bb, &stub)) {
            stub = l->f->ncode;
            ptrmap_put(&stubs, to->bb, stub);
            emit_phi_moves(l, from, targets[i].block);
            emit_jump(l, targets[i].block);
        }
        set_field(l->f, targets[i].at, targets[i].field, stub);
    }
    table_done(&stubs);
}

// ---- terminators --------------------------------------------------------------------------------

// Whether the branch is part of an assertion: it stands in the same line, as all of its condition
// does, and where a macro has made it in the same column. The first branch that an assertion takes
// is among these. In optimised code a run may come by an assertion without a branch: there, none is
// known.
static bool is_in_assertion(const Lower *l) {
    bool is_in = false;
    for (u32 i = 0; i < l->nasserts && l->f->p->nasserts < UINT16_MAX && !is_in; i++)
        is_in = l->asserts[i].line == l->loc.line && l->asserts[i].file == l->loc.file &&
                (!l->asserts[i].column || l->asserts[i].column == l->loc.column);
    return is_in;
}

static void lower_branch(Lower *l, LLVMValueRef v, u32 self) {
    LLVMBasicBlockRef from = l->blocks[self].bb;
    if (!LLVMIsConditional(v)) {
        u32 to = block_id(l, LLVMGetSuccessor(v, 0));
        emit_phi_moves(l, from, to);
        if (to != self + 1)
            emit_jump(l, to);
        return;
    }
    i32 cond = operand_of(l, LLVMGetCondition(v));
    if (is_in_assertion(l))
        emit(l, OP_ASSERT, 0, cond, 0, 0, l->f->p->nasserts++);
    else
        emit(l, OP_JNZ, 0, cond, 0, 0, 0);
    u32 at = l->f->ncode - 1;
    Target targets[] = {{at, FIX_B, block_id(l, LLVMGetSuccessor(v, 0))},
                        {at, FIX_C, block_id(l, LLVMGetSuccessor(v, 1))}};
    emit_targets(l, from, targets, 2);
}

typedef struct Targets {
    Target *at;
    u32 n, cap;
} Targets;

static LLVMBasicBlockRef case_block(LLVMValueRef v, u32 i) {
    return LLVMValueAsBasicBlock(LLVMGetOperand(v, 3 + 2 * i));
}

// A switch that the instruction cannot hold: one comparison after the other.
static void emit_chain(Lower *l, LLVMValueRef v, u32 ncases, Targets *targets) {
    Front *f = l->f;
    LLVMValueRef on = LLVMGetOperand(v, 0);
    u32 bits = type_bits(f, LLVMTypeOf(on));
    i32 operand = operand_of(l, on);
    for (u32 i = 0; i < ncases; i++) {
        i32 is_equal = cells_new(l, 1);
        int_compare(l, LLVMIntEQ, bits, is_equal, operand,
                    operand_of(l, LLVMGetOperand(v, 2 + 2 * i)));
        emit(l, OP_JNZ, 0, is_equal, 0, (i32)f->ncode + 1, 0);
        Target to = {f->ncode - 1, FIX_B, block_id(l, case_block(v, i))};
        VEC_PUSH(targets->at, targets->n, targets->cap) = to;
    }
    emit(l, OP_JMP, 0, 0, 0, 0, 0);
    Target rest = {f->ncode - 1, FIX_A, block_id(l, LLVMGetSwitchDefaultDest(v))};
    VEC_PUSH(targets->at, targets->n, targets->cap) = rest;
}

static void emit_switch(Lower *l, LLVMValueRef v, u32 ncases, Targets *targets) {
    Front *f = l->f;
    i32 operand = operand_of(l, LLVMGetOperand(v, 0));
    u32 list = f->npool;
    for (u32 i = 0; i < ncases; i++) {
        i32 value = operand_of(l, LLVMGetOperand(v, 2 + 2 * i));
        VEC_PUSH(f->pool, f->npool, f->pool_cap) = value;
        Target to = {f->npool, FIX_POOL, block_id(l, case_block(v, i))};
        VEC_PUSH(targets->at, targets->n, targets->cap) = to;
        VEC_PUSH(f->pool, f->npool, f->pool_cap) = 0;
    }
    emit(l, OP_SWITCH, 0, operand, (i32)list, 0, ncases);
    Target rest = {f->ncode - 1, FIX_C, block_id(l, LLVMGetSwitchDefaultDest(v))};
    VEC_PUSH(targets->at, targets->n, targets->cap) = rest;
}

static void lower_switch(Lower *l, LLVMValueRef v, u32 self) {
    u32 ncases = (u32)LLVMGetNumOperands(v) / 2 - 1;
    Targets targets = {0};
    if (type_cells(l->f, LLVMTypeOf(LLVMGetOperand(v, 0))) != 1 || ncases > UINT16_MAX)
        emit_chain(l, v, ncases, &targets);
    else
        emit_switch(l, v, ncases, &targets);
    emit_targets(l, l->blocks[self].bb, targets.at, targets.n);
    VEC_FREE(targets.at, targets.cap);
}

static void lower_indirect(Lower *l, LLVMValueRef v, u32 self) {
    i32 to = operand_of(l, LLVMGetOperand(v, 0));
    unsigned n = LLVMGetNumSuccessors(v);
    PtrMap done = {0};
    for (unsigned i = 0; i < n; i++) {
        u32 seen, target = block_id(l, LLVMGetSuccessor(v, i));
        BlockInfo *info = &l->blocks[target];
        if (info->staging == NO_CELL || ptrmap_get(&done, info->bb, &seen))
            continue;
        ptrmap_put(&done, info->bb, 1);
        Moves m = {0};
        i32 dst = info->staging;
        for (LLVMValueRef phi = LLVMGetFirstInstruction(info->bb); phi && LLVMIsAPHINode(phi);
             phi = LLVMGetNextInstruction(phi)) {
            add_phi_moves(l, phi, l->blocks[self].bb, dst, &m);
            dst += (i32)type_cells(l->f, LLVMTypeOf(phi));
        }
        emit_parallel(l, &m);
        VEC_FREE(m.at, m.cap);
    }
    table_done(&done);
    emit(l, OP_IJMP, 0, to, 0, 0, 0);
}

static void lower_ret(Lower *l, LLVMValueRef v) {
    if (LLVMGetNumOperands(v) == 0) {
        emit(l, OP_RET, 0, 0, 0, 0, 0);
        return;
    }
    LLVMValueRef value = LLVMGetOperand(v, 0);
    emit(l, OP_RET, 0, operand_of(l, value), 0, 0, type_cells(l->f, LLVMTypeOf(value)));
}

static void lower_terminator(Lower *l, LLVMValueRef v, u32 self) {
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMRet: lower_ret(l, v); break;
    case LLVMBr: lower_branch(l, v, self); break;
    case LLVMSwitch: lower_switch(l, v, self); break;
    case LLVMIndirectBr: lower_indirect(l, v, self); break;
    case LLVMInvoke:
        lower_call(l, v);
        emit_phi_moves(l, l->blocks[self].bb, block_id(l, LLVMGetNormalDest(v)));
        emit_jump(l, block_id(l, LLVMGetNormalDest(v)));
        break;
    case LLVMUnreachable: emit(l, OP_UNREACHABLE, 0, 0, 0, 0, 0); break;
    case LLVMCallBr: emit_unsupported(l, "inline assembly with jumps (asm goto)"); break;
    default: emit_unsupported(l, "C++ exceptions"); break;
    }
}

// ---- functions ----------------------------------------------------------------------------------

static bool is_address_taken(LLVMBasicBlockRef bb) {
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u; u = LLVMGetNextUse(u))
        if (LLVMIsABlockAddress(LLVMGetUser(u)))
            return true;
    return false;
}

// Only blocks that can be reached are lowered: in the others LLVM allows values that are defined by
// themselves. An invoke never unwinds.
static void find_reachable(Lower *l, PtrMap *reached) {
    LLVMBasicBlockRef *todo = NULL;
    u32 n = 0, cap = 0;
    VEC_PUSH(todo, n, cap) = LLVMGetEntryBasicBlock(l->fn);
    ptrmap_put(reached, todo[0], 1);
    while (n) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(todo[--n]);
        LLVMOpcode op = LLVMGetInstructionOpcode(last);
        unsigned count = op == LLVMInvoke ? 1 : op == LLVMCallBr ? 0 : LLVMGetNumSuccessors(last);
        for (unsigned i = 0; i < count; i++) {
            u32 seen;
            LLVMBasicBlockRef to =
                op == LLVMInvoke ? LLVMGetNormalDest(last) : LLVMGetSuccessor(last, i);
            if (!ptrmap_get(reached, to, &seen)) {
                ptrmap_put(reached, to, 1);
                VEC_PUSH(todo, n, cap) = to;
            }
        }
    }
    VEC_FREE(todo, cap);
}

static void find_blocks(Lower *l) {
    PtrMap reached = {0};
    u32 seen;
    find_reachable(l, &reached);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(l->fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
        if (!ptrmap_get(&reached, bb, &seen))
            continue;
        LLVMValueRef first = LLVMGetFirstInstruction(bb);
        BlockInfo info = {.bb = bb, .staging = NO_CELL, .has_phi = first && LLVMIsAPHINode(first)};
        info.is_label = is_address_taken(bb);
        if (info.is_label && info.has_phi) {
            u32 n = 0;
            for (LLVMValueRef phi = first; phi && LLVMIsAPHINode(phi);
                 phi = LLVMGetNextInstruction(phi)) {
                n += type_cells(l->f, LLVMTypeOf(phi));
            }
            info.staging = cells_new(l, n);
        }
        ptrmap_put(&l->block_ids, bb, l->nblocks);
        VEC_PUSH(l->blocks, l->nblocks, l->blocks_cap) = info;
    }
    table_done(&reached);
}

// The entry of an address-taken block for indirect jumps, behind the block itself.
static void emit_label_stub(Lower *l, u32 self) {
    BlockInfo *info = &l->blocks[self];
    if (!info->is_label)
        return;
    Pc pc = info->start;
    if (info->staging != NO_CELL) {
        pc = l->f->ncode;
        i32 src = info->staging;
        for (LLVMValueRef phi = LLVMGetFirstInstruction(info->bb); phi && LLVMIsAPHINode(phi);
             phi = LLVMGetNextInstruction(phi)) {
            u32 n = type_cells(l->f, LLVMTypeOf(phi));
            emit_move(l, result_of(l, phi), src, n);
            src += (i32)n;
        }
        emit_jump(l, self);
    }
    ptrmap_put(&l->f->label_pcs, info->bb, pc + 1);
}

// Instructions without a line of their own belong to the one before them; those at the start of a
// block to the first that has one, and in the entry block to the function itself.
static void begin_lines(Lower *l, u32 self) {
    if (self == 0)
        return;
    l->loc = (SrcLoc){.scope = l->id};
    for (LLVMValueRef v = LLVMGetFirstInstruction(l->blocks[self].bb); v && !l->loc.line;
         v = LLVMGetNextInstruction(v)) {
        l->loc = debug_loc(l->f, v, l->id);
    }
}

static void lower_block(Lower *l, u32 self) {
    BlockInfo *info = &l->blocks[self];
    info->start = l->f->ncode;
    l->scope_end = 0;
    LLVMValueRef last = LLVMGetBasicBlockTerminator(info->bb);
    begin_lines(l, self);
    for (LLVMValueRef v = LLVMGetFirstInstruction(info->bb); v; v = LLVMGetNextInstruction(v)) {
        SrcLoc loc = debug_loc(l->f, v, l->id);
        l->loc = loc.line ? loc : l->loc;
        if (v == last)
            lower_terminator(l, v, self);
        else if (!LLVMIsAPHINode(v))
            lower_insn(l, v);
    }
}

// A parameter passed by value in memory belongs to the callee: it gets a copy of its own.
static void copy_byval(Lower *l, LLVMValueRef param, unsigned index) {
    LLVMAttributeRef attr = LLVMGetEnumAttributeAtIndex(l->fn, index + 1, l->f->kind_byval);
    if (!attr)
        return;
    LLVMTypeRef type = LLVMGetTypeAttributeValue(attr);
    LLVMAttributeRef align = LLVMGetEnumAttributeAtIndex(l->fn, index + 1, l->f->kind_align);
    u64 size = LLVMABISizeOfType(l->f->td, type);
    u32 bytes =
        align ? (u32)LLVMGetEnumAttributeValue(align) : LLVMABIAlignmentOfType(l->f->td, type);
    i32 copy = lower_alloca_new(l, size, bytes);
    lower_memcpy(l, copy, result_of(l, param), const_num(l->f, size), false);
    ptrmap_put(&l->vals, param, (u32)copy);
}

static void number_params(Lower *l) {
    for (LLVMValueRef p = LLVMGetFirstParam(l->fn); p; p = LLVMGetNextParam(p))
        result_of(l, p);
    l->f->funcs[l->id].nparams = l->ncells;
}

static void lower_params(Lower *l) {
    number_params(l);
    unsigned index = 0;
    for (LLVMValueRef p = LLVMGetFirstParam(l->fn); p; p = LLVMGetNextParam(p))
        copy_byval(l, p, index++);
}

// Blocks that only jump on (clang makes many) are skipped; a few steps, because they may form a
// loop.
static Pc final_target(const Front *f, const Lower *l, u32 block) {
    Pc pc = l->blocks[block].start;
    for (u32 i = 0; i < 8 && f->code[pc].op == OP_JMP; i++)
        pc = (Pc)f->code[pc].a;
    return pc;
}

static void apply_fixups(Lower *l) {
    // the first gives the jumps of empty blocks their targets
    for (u32 round = 0; round < 2; round++) {
        for (u32 i = 0; i < l->nfixups; i++) {
            const Fixup *x = &l->fixups[i];
            Pc pc = round == 0 ? l->blocks[x->block].start : final_target(l->f, l, x->block);
            set_field(l->f, x->at, x->field, pc);
        }
    }
}

// All that a macro makes has the place where it is used. In a preprocessed file every word has its
// own.
static bool comes_from_same_place(Lower *l, LLVMBasicBlockRef bb, SrcLoc at) {
    bool does = false;
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); use && !does;
         use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        SrcLoc loc = LLVMIsABranchInst(user) ? debug_loc(l->f, user, l->id) : (SrcLoc){0};
        does = loc.file == at.file && loc.line == at.line && loc.column == at.column;
    }
    return does;
}

static void find_asserts(Lower *l) {
    for (u32 i = 0; i < l->nblocks; i++)
        for (LLVMValueRef v = LLVMGetFirstInstruction(l->blocks[i].bb); v;
             v = LLVMGetNextInstruction(v)) {
            SrcLoc loc = uncalled_is_failure(v) ? debug_loc(l->f, v, l->id) : (SrcLoc){0};
            if (loc.line && !comes_from_same_place(l, l->blocks[i].bb, loc))
                loc.column = 0; // unknown
            if (loc.line)
                VEC_PUSH(l->asserts, l->nasserts, l->asserts_cap) = loc;
        }
}

static void lower_body(Lower *l) {
    lower_params(l);
    find_blocks(l);
    scope_plan(l);
    if (l->f->knows_asserts && !l->f->funcs[l->id].is_runtime)
        find_asserts(l);
    for (u32 i = 0; i < l->nblocks; i++)
        lower_block(l, i);
    for (u32 i = 0; i < l->nblocks; i++)
        emit_label_stub(l, i);
    apply_fixups(l);
}

// Whoever comes here, by whatever way, has called it.
static void lower_undefined(Lower *l) {
    number_params(l);
    emit_undefined(l, l->fn);
}

void lower_function(Front *f, FuncId id) {
    LLVMValueRef fn = f->func_values[id];
    Lower l = {.f = f, .fn = fn, .id = id};
    l.loc = (SrcLoc){.file = f->funcs[id].file, .line = f->funcs[id].line, .scope = id};
    f->funcs[id].start = f->ncode;
    if (LLVMIsDeclaration(fn))
        lower_undefined(&l);
    else
        lower_body(&l);
    f->funcs[id].end = f->ncode;
    f->funcs[id].ncells = l.ncells;
    table_done(&l.vals);
    table_done(&l.block_ids);
    table_done(&l.scoped);
    table_done(&l.reentered);
    VEC_FREE(l.blocks, l.blocks_cap);
    VEC_FREE(l.fixups, l.fixups_cap);
    VEC_FREE(l.asserts, l.asserts_cap);
}
