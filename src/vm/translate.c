// SPDX-License-Identifier: Apache-2.0
// Unknown values as terms of a solver's query: those of a machine, or of a saved state. Each is
// translated once in a query, and named by its index. What is known of one that was not computed
// (BLOCK_NONZERO) is demanded as soon as it is met.
#include "vm/vm_int.h"

#include <string.h>

void translator_done(Translator *t) {
    VEC_FREE(t->ids, t->ids_cap);
    VEC_FREE(t->stamps, t->stamps_cap);
    VEC_FREE(t->stack, t->stack_cap);
}

void translator_begin(Translator *t, Solver *s, Unknowns from) {
    t->solver = s;
    t->from = from;
    t->whole = 0;
    t->nfree = 0;
    if (t->stamps_cap < from.n) {
        VEC_RESERVE(t->ids, 0, t->ids_cap, from.n);
        VEC_RESERVE(t->stamps, 0, t->stamps_cap, from.n);
        memset(t->stamps, 0, t->stamps_cap * sizeof *t->stamps);
        t->stamp = 0;
    }
    t->stamp++;
}

void translator_begin_whole(Translator *t, Solver *s, Unknowns from) {
    translator_begin(t, s, from);
    t->whole = solve_number(s, 1, 1);
}

UnknownLook unknowns_look(const Unknowns *u, ObjId id) {
    u32 i = id - u->first;
    ENSURE(i < u->n);
    if (!u->blocks) {
        const Place *p = &u->places[i];
        ENSURE(place_is_unknown(p));
        return (UnknownLook){vm_contents(p), p->width, p->flags & BLOCK_NONZERO};
    }
    const Block *b = u->blocks[i];
    ENSURE(b->kind == OBJ_UNKNOWN);
    return (UnknownLook){block_contents(b), b->width, b->flags & BLOCK_NONZERO};
}

bool translator_has(const Translator *t, ObjId id) {
    CHECK(id - t->from.first < t->from.n);
    return t->stamps[id - t->from.first] == t->stamp;
}

void translator_demand(Translator *t, SolveId is) {
    if (!t->whole)
        solve_require(t->solver, is);
    else
        t->whole = solve_apply(t->solver, TERM_AND, 1, 1, 0, (SolveId[]){t->whole, is}, 2);
}

SolveId translator_relation(Translator *t, SolveId term, u32 width, Relation r, u64 value) {
    SolveId args[2] = {term, solve_number(t->solver, value, width)};
    return solve_apply(t->solver, r == IS ? TERM_EQ : TERM_NE, width, 1, 0, args, 2);
}

void translator_bind(Translator *t, ObjId id, SolveId is) {
    UnknownLook l = unknowns_look(&t->from, id);
    t->ids[id - t->from.first] = is;
    t->stamps[id - t->from.first] = t->stamp;
    if (l.is_nonzero)
        translator_demand(t, translator_relation(t, is, l.width, IS_NOT, 0));
}

// In a query that several machines take part in the same name must mean the same width.
enum { WIDTH_BITS = 7 };
static u32 name_of(const Translator *t, u32 index, u32 width) {
    ENSURE(index < TRANSLATOR_SIDE >> WIDTH_BITS && width < 1u << WIDTH_BITS);
    return (t->from.is_other_side ? TRANSLATOR_SIDE : 0) | index << WIDTH_BITS | width;
}

// Whether all operands are translated; those that are not go to the stack.
static bool has_operands(Translator *t, const Term *term) {
    bool has = true;
    for (u32 i = 0; i < term->n; i++) {
        if (cell_is_number(term->args[i]) || translator_has(t, term->args[i].tag))
            continue;
        VEC_PUSH(t->stack, t->nstack, t->stack_cap) = term->args[i].tag;
        has = false;
    }
    return has;
}

static SolveId apply(Translator *t, const Term *term) {
    SolveId args[TERM_OPERANDS];
    for (u32 i = 0; i < term->n; i++) {
        Cell a = term->args[i];
        u32 width = term_operand_width(term->op, term->bits, term->width, term->param, i);
        args[i] =
            cell_is_number(a) ? solve_number(t->solver, a.v, width) : t->ids[a.tag - t->from.first];
    }
    return solve_apply(t->solver, term->op, term->bits, term->width, term->param, args, term->n);
}

static void translate_one(Translator *t, ObjId id) {
    UnknownLook l = unknowns_look(&t->from, id);
    Term term;
    if (l.contents.size == 0) {
        t->nfree++;
        u32 name = name_of(t, id - t->from.first, l.width);
        translator_bind(t, id, solve_unknown(t->solver, name, l.width));
        return;
    }
    term_of_contents(l.contents, l.width, &term);
    if (!has_operands(t, &term))
        return;
    t->ids[id - t->from.first] = apply(t, &term);
    t->stamps[id - t->from.first] = t->stamp;
}

// Terms may be deep, so no recursion.
SolveId translate(Translator *t, ObjId id) {
    ENSURE(t->nstack == 0);
    VEC_PUSH(t->stack, t->nstack, t->stack_cap) = id;
    while (t->nstack) {
        ObjId top = t->stack[t->nstack - 1];
        if (translator_has(t, top))
            t->nstack--;
        else
            translate_one(t, top);
    }
    return t->ids[id - t->from.first];
}
