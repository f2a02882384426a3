// SPDX-License-Identifier: Apache-2.0
// Formulas of linear temporal logic over what holds in the states of a run.
//
//   [] f, G f, always f        in every state from here on
//   <> f, F f, eventually f    in some state from here on
//   X f, next f                in the next state
//   f U g, f until g           g in some state from here on, and f in all before it
//                              (also: stronguntil)
//   f W g, f weakuntil g       the same, or f for ever
//   f R g, f V g, f release g  g for ever, or up to and including the first state with f
//   ! && || -> <->             as usual; they bind in this order, after U, W and R, which bind
//                              after the rest (also: /\ \/ => <=> implies equivalent)
//   true false                 (also: 1 0)
//
// Over programs, a proposition is true, false, C code in braces or quotes, an expression of C
// without && ||
// -> and a ! before it, or one of those that LtlKind lists, if it stands alone. Over names, it is a
// name or a text in quotes, and ~ & | stand for ! && ||.
#ifndef HEDDLE_LTL_H
#define HEDDLE_LTL_H

#include "base/base.h"

enum { MOST_PROPOSITIONS = 32 };

typedef enum LtlOp {
    LTL_TRUE,
    LTL_FALSE,
    LTL_PROPOSITION,
    LTL_NOT,
    LTL_NEXT,
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

// What a proposition over programs asks about. T is the function that threads are started with, or
// the number of a thread.
typedef enum LtlKind {
    LTL_CODE,    // what C says
    LTL_EVENT,   // ap(E): heddle_ap("E") was executed just now
    LTL_ENDED,   // ended(T): such threads were started, and all of them have ended
    LTL_WAITING, // waiting(T): one of them waits, and cannot go on now
    LTL_AT       // at(P), at(T, P): some thread, or one of them, is inside a function or at a label
} LtlKind;
typedef struct LtlAsked {
    LtlKind kind;
    const char *name;   // of the event; of a place: the function, or the label if that stands alone
    const char *label;  // of a place F:L; NULL: none
    const char *thread; // T; NULL: any
} LtlAsked;

typedef struct LtlNode {
    LtlOp op;
    u32 a, b; // operands, which come before it; a proposition: its number
} LtlNode;

typedef struct Ltl {
    Arena *arena;
    const char *text; // as it was written
    // if it stands for several: f && (g && (h && ...)), each as it was written
    const char *const *parts;
    u32 nparts;
    LtlNode *nodes; // the last one is the formula
    u32 nnodes;
    const char *propositions[MOST_PROPOSITIONS];
    LtlAsked asked[MOST_PROPOSITIONS]; // the same, as far as it is understood
    // NULL, or the expression that may be meant: "p->b == 1" for b == 1
    const char *meant[MOST_PROPOSITIONS];
    u32 npropositions;
} Ltl;

// Over what programs say. Belongs to the arena; NULL with a message if it is none.
Ltl *ltl_parse(const char *text, Arena *arena, Diag *d);
// The same over names.
Ltl *ltl_parse_names(const char *text, Arena *arena, Diag *d);
// Whether 'next' is in it, so that it matters how runs are cut into steps.
bool ltl_has_next(const Ltl *f);
// As SPIN writes it, with p0, p1, ... for the propositions.
void ltl_print(const Ltl *f, Text *out);
// Whether it holds of the run through n states, of which those from `cycle` on are repeated for
// ever. Bit i of values[k]: proposition i holds in state k.
bool ltl_holds(const Ltl *f, const u32 *values, u32 n, u32 cycle);
// The first of its parts that does not hold, as it was written; the whole if it has none.
const char *ltl_broken_part(const Ltl *f, const u32 *values, u32 n, u32 cycle);
// Whether it is seen from the first n states alone that it does not hold, however the run goes on.
// (Not seen: it may be all the same that it cannot.)
bool ltl_is_lost(const Ltl *f, const u32 *values, u32 n);
// A formula, whichever, over these propositions of programs, in this order: for who knows himself
// what must be true of them. NULL with a message if one of them is none, or two are the same.
Ltl *ltl_over(const char *const *propositions, u32 n, Arena *arena, Diag *d);

#endif
