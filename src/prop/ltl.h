// SPDX-License-Identifier: Apache-2.0
// Formulas of linear temporal logic over what holds in the states of a run.
//
//   [] f, G f, always f        in every state from here on
//   <> f, F f, eventually f    in some state from here on
//   f U g, f until g           g in some state from here on, and f in all before it
//   f W g, f weakuntil g       the same, or f for ever
//   f R g, f V g, f release g  g for ever, or up to and including the first state with f
//   ! && || -> <->             as usual; they bind in this order, after U, W and R, which bind
//                              after the rest
//
// Over programs, a proposition is true, false, C code in braces, or an expression of C without &&
// ||
// -> and a ! before it. Over names, it is a name or a text in quotes, and there is also
//
//   X f, next f                in the next state
//   ~ & | => <=> 1 0           for ! && || -> <-> true false
#ifndef HEDDLE_LTL_H
#define HEDDLE_LTL_H

#include "base/base.h"

enum { MOST_PROPOSITIONS = 32 };

typedef enum LtlOp {
    LTL_TRUE,
    LTL_FALSE,
    LTL_PROPOSITION,
    LTL_NOT,
    LTL_NEXT, // only over names
    LTL_ALWAYS,
    LTL_EVENTUALLY,
    LTL_UNTIL,
    LTL_WEAK_UNTIL,
    LTL_RELEASE,
    LTL_AND,
    LTL_OR,
    LTL_IMPLIES,
    LTL_EQUIVALENT
} LtlOp;

typedef struct LtlNode {
    LtlOp op;
    u32 a, b; // operands, which come before it; a proposition: its number
} LtlNode;

typedef struct Ltl {
    Arena *arena;
    const char *text; // as it was written
    LtlNode *nodes;   // the last one is the formula
    u32 nnodes;
    const char *propositions[MOST_PROPOSITIONS];
    u32 npropositions;
} Ltl;

// Over what programs say. Belongs to the arena; NULL with a message if it is none.
Ltl *ltl_parse(const char *text, Arena *arena, Diag *d);
// The same over names.
Ltl *ltl_parse_names(const char *text, Arena *arena, Diag *d);
// As SPIN writes it, with p0, p1, ... for the propositions.
void ltl_print(const Ltl *f, Text *out);
// Whether it holds of the run through n states, of which those from `cycle` on are repeated for
// ever. Bit i of values[k]: proposition i holds in state k.
bool ltl_holds(const Ltl *f, const u32 *values, u32 n, u32 cycle);
// Whether it is seen from the first n states alone that it does not hold, however the run goes on.
// (Not seen: it may be all the same that it cannot.)
bool ltl_is_lost(const Ltl *f, const u32 *values, u32 n);

#endif
