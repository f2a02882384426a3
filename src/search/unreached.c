// SPDX-License-Identifier: Apache-2.0
// What stands in the program and no run has come to: assertions, and threads; and past which no
// run has come: assumptions. What runs have come
// to, if that is noted.
#include "search/search_int.h"

#include <stdlib.h>
#include <string.h>

static bool is_same_line(SrcLoc a, SrcLoc b) { return a.file == b.file && a.line == b.line; }

// An assertion with && or || takes several branches, a template has several copies: one is enough.
static bool is_line_reached(const Program *p, SrcLoc at, const bool *reached) {
    bool is_reached = false;
    for (Pc pc = 0; pc < p->ncode && !is_reached; pc++)
        is_reached = p->code[pc].op == OP_ASSERT && reached[p->code[pc].aux] &&
                     is_same_line(p->locs[pc], at);
    return is_reached;
}

static void add_assert(Unreached *u, const Program *p, SrcLoc at, const bool *reached) {
    ENSURE(at.line && at.file < p->nfiles);
    for (u32 i = 0; i < u->nasserts; i++)
        if (is_same_line(u->asserts[i], at))
            return;
    if (!is_line_reached(p, at, reached))
        VEC_PUSH(u->asserts, u->nasserts, u->asserts_cap) = at;
}

// The function that the call starts a thread with; FUNC_NONE: it starts none, or one that is not
// known from the code.
static FuncId started_by(const Program *p, const Insn *in) {
    const Function *callee = in->op == OP_CALL ? &p->funcs[in->a] : NULL;
    if (!callee || !callee->is_runtime)
        return FUNC_NONE;
    u32 at = strcmp(callee->name, "pthread_create") == 0 ? 2
             : strcmp(callee->name, "thrd_create") == 0  ? 1
                                                         : UINT32_MAX;
    i32 operand = at < in->aux ? p->pool[in->b + (i32)at] : 0;
    ObjId obj = operand < 0 ? p->consts[~operand].tag : 0;
    bool is_function = obj > p->nglobals && obj < program_first_dynamic(p);
    return is_function ? obj - p->nglobals - 1 : FUNC_NONE;
}

static void add_thread(Unreached *u, FuncId f) {
    bool is_known = false;
    for (u32 i = 0; i < u->nthreads; i++)
        is_known = is_known || u->threads[i] == f;
    if (!is_known)
        VEC_PUSH(u->threads, u->nthreads, u->threads_cap) = f;
}

// That of a constant is there not to be true: so a program leaves out runs.
static bool is_assumption(const Program *p, const Insn *in) {
    bool is_call = in->op == OP_CALL && in->aux == 1 && p->pool[in->b] >= 0;
    const char *name = is_call ? p->funcs[in->a].name : "";
    return strcmp(name, "heddle_assume") == 0 || strcmp(name, "__VERIFIER_assume") == 0;
}

// A template or an inlined function has it several times: once is enough.
static bool is_true_somewhere(const Program *p, SrcLoc at, const u8 *assumed) {
    bool is_true = false;
    for (Pc pc = 0; pc < p->ncode && !is_true; pc++)
        is_true = (assumed[pc] & ASSUMED_TRUE) && is_same_line(p->locs[pc], at);
    return is_true;
}

static void add_assume(Unreached *u, const Program *p, SrcLoc at, const u8 *assumed) {
    bool is_known = !at.line || at.file >= p->nfiles;
    for (u32 i = 0; i < u->nassumes; i++)
        is_known = is_known || is_same_line(u->assumes[i], at);
    if (!is_known && !is_true_somewhere(p, at, assumed))
        VEC_PUSH(u->assumes, u->nassumes, u->assumes_cap) = at;
}

static int by_line(const void *a, const void *b) {
    const SrcLoc *x = a, *y = b;
    return x->file != y->file ? (x->file > y->file) - (x->file < y->file)
                              : (x->line > y->line) - (x->line < y->line);
}

void unreached_find(Unreached *u, const Program *p, const bool *reached, const u8 *assumed) {
    u->is_known = true;
    u->nthreads = u->nasserts = u->nassumes = 0;
    for (Pc pc = 0; pc < p->ncode; pc++) {
        const Insn *in = &p->code[pc];
        FuncId f = started_by(p, in);
        ENSURE(f == FUNC_NONE || f < p->nfuncs);
        ENSURE(in->op != OP_ASSERT || in->aux < p->nasserts);
        if (f != FUNC_NONE && !reached[p->nasserts + f])
            add_thread(u, f);
        if (in->op == OP_ASSERT && !reached[in->aux])
            add_assert(u, p, p->locs[pc], reached);
        if (assumed && assumed[pc] == ASSUMED_FALSE && is_assumption(p, in))
            add_assume(u, p, p->locs[pc], assumed);
    }
    for (u32 i = 0; i < p->nuncalled; i++)
        add_assert(u, p, p->uncalled[i], reached);
    if (u->nasserts)
        qsort(u->asserts, u->nasserts, sizeof *u->asserts, by_line);
    if (u->nassumes)
        qsort(u->assumes, u->nassumes, sizeof *u->assumes, by_line);
}

bool *search_covered(SearchResult *r, const Program *p) {
    if (!r->covered) {
        r->ncovered = program_ncovered(p);
        r->covered = mem_zalloc(r->ncovered * sizeof *r->covered);
    }
    ENSURE(r->ncovered == program_ncovered(p));
    return r->covered;
}

void unreached_done(Unreached *u) {
    VEC_FREE(u->threads, u->threads_cap);
    VEC_FREE(u->asserts, u->asserts_cap);
    VEC_FREE(u->assumes, u->assumes_cap);
    *u = (Unreached){0};
}
