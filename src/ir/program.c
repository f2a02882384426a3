// SPDX-License-Identifier: Apache-2.0
// Questions about a program and its instructions.
#include "ir/ir.h"

#include <string.h>

// Functions are in the order of their code (ir_verify checks that).
FuncId program_func_at(const Program *p, Pc pc) {
    u32 low = 0, high = p->nfuncs;
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        if (p->funcs[middle].end <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    ENSURE(low < p->nfuncs && p->funcs[low].start <= pc);
    return low;
}

void program_free(Program *p) {
    if (p) {
        // The program itself may be inside its arena.
        arena_free(p->arena);
    }
}

u32 insn_cells(const Program *p, const Insn *in, u32 field) {
    switch (insn_role(in, field)) {
    case ROLE_W1:
    case ROLE_R1: return 1;
    case ROLE_WT: return ((u32)in->c + 63) / 64;
    case ROLE_WR: return p->calls[in->c].ret_cells;
    case ROLE_R2: return in->op == OP_FTOI128 && in->aux != F80 ? 1 : 2;
    case ROLE_W2: return 2;
    case ROLE_W3: return 3;
    case ROLE_WN:
    case ROLE_RN: return in->aux;
    default: return 0;
    }
}

i32 insn_access_offset(const Insn *in) {
    Effect e = ir_op_info[in->op].effect;
    bool has =
        e == EFFECT_LOAD || (e == EFFECT_STORE && in->op != OP_VASTART && in->op != OP_VACOPY);
    return has ? in->c : 0;
}

u32 insn_access_bytes(const Insn *in) {
    switch (in->op) {
    case OP_LOAD8:
    case OP_STORE8: return 1;
    case OP_LOAD16:
    case OP_STORE16: return 2;
    case OP_LOAD32:
    case OP_STORE32: return 4;
    case OP_LOAD64:
    case OP_STORE64: return 8;
    case OP_LOADN:
    case OP_LOADW: return (u32)in->b;
    case OP_STOREN:
    case OP_STOREW: return (u32)in->dst;
    case OP_RMW: return (u32)in->c;
    case OP_CAS: return in->aux >> 8;
    default: break;
    }
    ENSURE(in->op == OP_RMW128 || in->op == OP_CAS128 || in->op == OP_VASTART ||
           in->op == OP_VACOPY);
    return 16;
}

u32 insn_ntargets(const Insn *in) {
    u32 count = 0;
    for (u32 field = 0; field < FIELDS; field++) {
        Role role = insn_role(in, field);
        count += role == ROLE_TG ? 1 : role == ROLE_SW ? in->aux : 0;
    }
    return count;
}

Pc insn_target(const Program *p, const Insn *in, u32 i) {
    for (u32 field = 0; field < FIELDS; field++) {
        Role role = insn_role(in, field);
        i32 value = insn_field(in, field);
        if (role == ROLE_TG && i-- == 0)
            return (Pc)value;
        if (role == ROLE_SW) {
            if (i < in->aux)
                return (Pc)p->pool[(u32)value + 2 * i + 1];
            i -= in->aux;
        }
    }
    ENSURE(!"a target that the instruction has");
    return 0;
}

typedef void LabelVisit(void *arg, FuncId func, Pc pc);

static void visit_label(const Program *p, ObjId obj, u64 offset, LabelVisit *visit, void *arg) {
    if (obj <= p->nglobals || obj >= program_first_dynamic(p) || offset == 0)
        return;
    FuncId func = obj - p->nglobals - 1;
    const Function *f = &p->funcs[func];
    if (offset - 1 < f->end - f->start)
        visit(arg, func, f->start + (Pc)(offset - 1));
}

static void visit_labels_in(const Program *p, const u8 *init, const Tag *tags, u32 ntags,
                            LabelVisit *visit, void *arg) {
    for (u32 i = 0; init && i < ntags; i++) {
        u64 offset = 0;
        if (tags[i].first == 0 && tags[i].len == p->ptr_bytes) {
            memcpy(&offset, init + tags[i].off, p->ptr_bytes);
            visit_label(p, tags[i].obj, offset, visit, arg);
        }
    }
}

void program_each_label(const Program *p, LabelVisit *visit, void *arg) {
    for (u32 i = 0; i < p->nconsts; i++)
        visit_label(p, p->consts[i].tag, p->consts[i].v, visit, arg);
    for (u32 i = 1; p->globals && i <= p->nglobals; i++) {
        const Global *g = &p->globals[i];
        visit_labels_in(p, g->init, g->tags, g->ntags, visit, arg);
    }
    for (u32 i = 0; i < p->nblocks; i++) {
        const GlobalBlock *b = &p->blocks[i];
        visit_labels_in(p, b->init, b->tags, b->ntags, visit, arg);
    }
}

SrcLoc program_loc(const Program *p, FuncId f, Pc pc) {
    for (Pc at = pc; at < p->ncode && at >= p->funcs[f].start; at--) {
        if (p->locs[at].line)
            return p->locs[at];
        if (at == 0)
            break;
    }
    return (SrcLoc){.file = p->funcs[f].file, .line = p->funcs[f].line, .scope = f};
}

u32 program_ncovered(const Program *p) {
    u32 n = p->ncode;
    for (Pc pc = 0; pc < p->ncode; pc++)
        n += insn_ways(&p->code[pc]);
    return n;
}

bool program_has_trap(const Program *p, TrapId trap, const char *but_for) {
    bool has = false;
    for (Pc pc = 0; pc < p->ncode && !has; pc++) {
        bool is_it = p->code[pc].op == OP_TRAP && (TrapId)p->code[pc].a == trap;
        has = is_it && !(but_for && strcmp(p->funcs[program_func_at(p, pc)].name, but_for) == 0);
    }
    return has;
}

bool program_reads_fixed(const Program *p, FuncId f) {
    bool is_fixed = true;
    for (Pc pc = p->funcs[f].start; pc < p->funcs[f].end && is_fixed; pc++) {
        const Insn *in = &p->code[pc];
        Effect effect = ir_op_info[in->op].effect;
        is_fixed = effect == EFFECT_PURE || effect == EFFECT_RET ||
                   (effect == EFFECT_LOAD && in->a < 0) ||
                   (effect == EFFECT_TRAP && in->a == (i32)TRAP_BOUND);
    }
    return is_fixed;
}
