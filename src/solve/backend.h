// SPDX-License-Identifier: Apache-2.0
// What the files that speak to Z3 share: backend.c asks, backend_row.c knows what integer rows are
// there, backend_wide.c the same of numbers in two halves, backend_float.c of floats.
//
// Whatever goes wrong in Z3 (no memory, no time, something that it cannot do) sets `has_failed`;
// from there on a spare term stands for everything, so that no call gets a null pointer, and the
// answer is SOLVE_GAVE_UP. Terms are counted by reference: all that a question has made is let go
// behind it.
#ifndef HEDDLE_BACKEND_H
#define HEDDLE_BACKEND_H

#include "solve/solve_int.h"

#include <z3.h>

typedef struct Forms {
    Z3_ast vector, truth;
    Z3_ast wide; // of half a number: the whole
} Forms;

struct Backend {
    Z3_context z3; // NULL: it could not be made
    Z3_solver incremental;
    u32 timeout_ms;
    u32 easy_ms;   // the limit that `incremental` has
    u32 questions; // since it was opened
    bool has_failed;
    Z3_sort sorts[65];       // bit vectors by width; NULL: not needed yet
    Z3_sort floats[2];       // of 32 and 64 bits; the same
    Z3_ast spare, one, none; // one bit
    Z3_ast *kept;            // what the question has made
    u32 nkept, capkept;
    Forms *forms; // by id
    u32 capforms;
};

// What Z3 has made, if it has.
Z3_ast backend_keep(Backend *b, Z3_ast a);
Z3_sort backend_sort(Backend *b, u32 width);
Z3_sort backend_float_sort(Backend *b, u32 width); // 32 or 64
Z3_ast backend_number(Backend *b, u64 v, u32 width);

// The operands are bit vectors as wide as the row asks for. The result is a truth value if
// backend_gives_truth says so, else a bit vector.
Z3_ast backend_row(Backend *b, TermOp op, u32 bits, u32 width, u32 param, const Z3_ast *x);
bool backend_gives_truth(TermOp op);
// Two operands of one width, of rows from ADD to SLE but NE; comparisons are truth values.
Z3_ast backend_arithmetic(Backend *b, TermOp op, Z3_ast x, Z3_ast y);
// Rows of numbers in two halves: the operands and the result are whole, of 2 * bits bits.
Z3_ast backend_wide_row(Backend *b, TermOp op, u32 bits, Z3_ast x, Z3_ast y);
// The same for rows of floats.
Z3_ast backend_float_row(Backend *b, TermOp op, u32 bits, u32 width, u32 param, const Z3_ast *x);

static inline Z3_ast backend_bits(Backend *b, Z3_ast a, u32 from, u32 width) {
    return backend_keep(b, Z3_mk_extract(b->z3, from + width - 1, from, a));
}
static inline Z3_ast backend_concat(Backend *b, Z3_ast high, Z3_ast low) {
    return backend_keep(b, Z3_mk_concat(b->z3, high, low));
}
static inline Z3_ast backend_choose(Backend *b, Z3_ast c, Z3_ast yes, Z3_ast no) {
    return backend_keep(b, Z3_mk_ite(b->z3, c, yes, no));
}
static inline Z3_ast backend_not(Backend *b, Z3_ast a) {
    return backend_keep(b, Z3_mk_not(b->z3, a));
}
static inline Z3_ast backend_either(Backend *b, Z3_ast x, Z3_ast y) {
    return backend_keep(b, Z3_mk_or(b->z3, 2, (Z3_ast[]){x, y}));
}
static inline Z3_ast backend_both(Backend *b, Z3_ast x, Z3_ast y) {
    return backend_keep(b, Z3_mk_and(b->z3, 2, (Z3_ast[]){x, y}));
}
static inline Z3_ast backend_equal(Backend *b, Z3_ast x, Z3_ast y) {
    return backend_keep(b, Z3_mk_eq(b->z3, x, y));
}
Z3_ast backend_widened(Backend *b, Z3_ast a, u32 width); // zero-extended

#endif
