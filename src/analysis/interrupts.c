// SPDX-License-Identifier: Apache-2.0
// Where a thread may still come to interrupt the wait of another (pthread_cancel, signals): known
// of every code position, so that the search for deadlocks can tell a wait that nobody will
// interrupt from one that somebody may.
#include "analysis/analysis.h"

#include <string.h>

static void reach(bool *is_reached, FuncId *todo, u32 *n, FuncId f) {
    if (is_reached[f])
        return;
    is_reached[f] = true;
    todo[(*n)++] = f;
}

static void reach_object(const Program *p, bool *is_reached, FuncId *todo, u32 *n, ObjId obj) {
    if (obj > p->nglobals && obj < program_first_dynamic(p))
        reach(is_reached, todo, n, obj - p->nglobals - 1);
}

// The functions whose address is taken anywhere count as called.
static void reach_taken(const Program *p, bool *is_reached, FuncId *todo, u32 *n) {
    for (u32 i = 0; i < p->nconsts; i++)
        reach_object(p, is_reached, todo, n, p->consts[i].tag);
    for (u32 i = 1; i <= p->nglobals; i++)
        for (u32 k = 0; k < p->globals[i].ntags; k++)
            reach_object(p, is_reached, todo, n, p->globals[i].tags[k].obj);
    for (u32 i = 0; i < p->nblocks; i++)
        for (u32 k = 0; k < p->blocks[i].ntags; k++)
            reach_object(p, is_reached, todo, n, p->blocks[i].tags[k].obj);
}

// A quick look: most programs cancel nothing, and for them there is nothing to analyse.
static bool has_interrupts(const Program *p) {
    bool *is_reached = mem_zalloc(p->nfuncs + 1);
    FuncId *todo = mem_alloc((p->nfuncs + 1) * sizeof *todo);
    u32 n = 0;
    bool found = false;
    reach(is_reached, todo, &n, p->entry);
    reach_taken(p, is_reached, todo, &n);
    while (n && !found) {
        const Function *f = &p->funcs[todo[--n]];
        for (Pc pc = f->start; pc < f->end; pc++) {
            const Insn *in = &p->code[pc];
            if (in->op == OP_CALL)
                reach(is_reached, todo, &n, (FuncId)in->a);
            found = found || (in->op == OP_TRAP && in->a == TRAP_INTERRUPTS);
        }
    }
    mem_free(todo, (p->nfuncs + 1) * sizeof *todo);
    mem_free(is_reached, p->nfuncs + 1);
    return found;
}

void analysis_interrupts(Program *p, bool is_anywhere) {
    if (!has_interrupts(p))
        return;
    p->may_interrupt = arena_alloc(p->arena, p->ncode + 1);
    if (is_anywhere) {
        memset(p->may_interrupt, true, p->ncode + 1);
        return;
    }
    Future *future = future_new(p);
    for (FuncId f = 0; f < p->nfuncs; f++)
        for (Pc pc = p->funcs[f].start; pc < p->funcs[f].end; pc++)
            p->may_interrupt[pc] = future_interrupts(future, f, pc);
    future_free(future);
}
