// SPDX-License-Identifier: Apache-2.0
// What a run has not done: at a branch it went one way, and on the others it would have written to
// what the violation reads, or woken up who waits. Such a branch matters as much as one that led
// somewhere (Gyimóthy, Beszédes and Forgács: An Efficient Relevant Slicing Method for Debugging).
//
// What the other ways do is read off the code, up to where all ways come together again: which
// variables they name where they write, or hand on. What they write by a pointer is not known.
#include "report/report_int.h"

enum { MOST_CALLS = 4 }; // one in the other

typedef struct Looking {
    const Program *program;
    OmittedWay *way;
    u32 depth; // of calls
} Looking;

static void name(Looking *l, i32 operand, u64 from, u64 size) {
    const Program *p = l->program;
    Cell c = operand < 0 ? p->consts[~operand] : (Cell){0};
    OmittedWay *w = l->way;
    if (operand >= 0 || !tag_names_object(c.tag) || c.tag > p->nglobals ||
        p->globals[c.tag].is_const || p->globals[c.tag].is_runtime)
        return;
    OmittedWrite write = {c.tag, 0, UINT64_MAX};
    if (size)
        write = (OmittedWrite){c.tag, c.v + from, c.v + from + size};
    for (u32 i = 0; i < w->n; i++)
        if (w->writes[i].obj == write.obj && w->writes[i].from <= write.from &&
            w->writes[i].to >= write.to)
            return;
    VEC_PUSH(w->writes, w->n, w->cap) = write;
}

static void look_at_function(Looking *l, FuncId func);

// A pure instruction that names a variable makes an address of it.
static void look_at(Looking *l, const Insn *in) {
    const Program *p = l->program;
    Effect effect = (Effect)ir_op_info[in->op].effect;
    if (effect == EFFECT_STORE || effect == EFFECT_RMW || effect == EFFECT_BULK) {
        bool is_plain = effect == EFFECT_STORE && in->op != OP_VASTART && in->op != OP_VACOPY;
        name(l, in->a, is_plain ? (u64)(i64)insn_access_offset(in) : 0,
             is_plain ? insn_access_bytes(in) : 0);
        l->way->writes_by_pointer |= in->a >= 0;
    } else if (effect == EFFECT_PURE || effect == EFFECT_CALL || effect == EFFECT_TRAP) {
        for (u32 field = 0; field < FIELDS; field++) {
            if (role_reads(insn_role(in, field)))
                name(l, insn_field(in, field), 0, 0);
            for (u32 i = 0; insn_role(in, field) == ROLE_PL && i < in->aux; i++)
                name(l, p->pool[insn_field(in, field) + (i32)i], 0, 0);
        }
    }
    if (in->op != OP_CALL)
        return;
    bool is_library = p->funcs[in->a].is_runtime;
    for (u32 i = 0; i < in->aux && is_library; i++)
        l->way->writes_by_pointer |= p->pool[in->b + (i32)i] >= 0;
    if (!is_library && l->depth < MOST_CALLS)
        look_at_function(l, (FuncId)in->a);
}

static void look_at_function(Looking *l, FuncId func) {
    const Function *f = &l->program->funcs[func];
    l->depth++;
    for (Pc pc = f->start; pc < f->end; pc++)
        look_at(l, &l->program->code[pc]);
    l->depth--;
}

// All instructions that can be reached from there before the ways come together.
static void look_along(Looking *l, FuncId func, Pc from, Pc until, bool *is_met) {
    const Program *p = l->program;
    Pc start = p->funcs[func].start;
    Pc *stack = NULL;
    u32 n = 0, cap = 0;
    VEC_PUSH(stack, n, cap) = from;
    while (n) {
        Pc pc = stack[--n];
        if (pc == until || pc < start || pc >= p->funcs[func].end || is_met[pc - start])
            continue;
        const Insn *in = &p->code[pc];
        is_met[pc - start] = true;
        look_at(l, in);
        for (u32 i = 0; i < insn_ntargets(in); i++)
            VEC_PUSH(stack, n, cap) = insn_target(p, in, i);
        if (insn_falls_through(in))
            VEC_PUSH(stack, n, cap) = pc + 1;
    }
    VEC_FREE(stack, cap);
}

const OmittedWay *omitted_at(Omitted *o, Joins *joins, Pc branch, Pc taken) {
    const Program *p = joins->program;
    if (!o->by_pc)
        o->by_pc = mem_zalloc(p->ncode * sizeof(OmittedWay *));
    for (OmittedWay *w = o->by_pc[branch]; w; w = w->next)
        if (w->taken == taken)
            return w;
    FuncId func = program_func_at(p, branch);
    u32 size = p->funcs[func].end - p->funcs[func].start;
    bool *is_met = mem_zalloc(size);
    OmittedWay *w = mem_zalloc(sizeof *w);
    *w = (OmittedWay){.taken = taken, .next = o->by_pc[branch]};
    o->by_pc[branch] = w;
    Looking l = {.program = p, .way = w};
    const Insn *in = &p->code[branch];
    for (u32 i = 0; i < insn_ntargets(in); i++)
        if (insn_target(p, in, i) != taken)
            look_along(&l, func, insn_target(p, in, i), joins_at(joins, func, branch)->until,
                       is_met);
    mem_free(is_met, size);
    return w;
}

void omitted_done(Omitted *o, const Program *p) {
    for (Pc pc = 0; o->by_pc && pc < p->ncode; pc++)
        for (OmittedWay *w = o->by_pc[pc], *next; w; w = next) {
            next = w->next;
            VEC_FREE(w->writes, w->cap);
            mem_free(w, sizeof *w);
        }
    mem_free(o->by_pc, o->by_pc ? p->ncode * sizeof(OmittedWay *) : 0);
    o->by_pc = NULL;
}
