// SPDX-License-Identifier: Apache-2.0
// What operations on terms mean, as numbers: the rows of term.def.
#ifndef HEDDLE_TERM_H
#define HEDDLE_TERM_H

#include "base/base.h"

typedef enum TermOp {
#define TERM(name, operands, result, order) TERM_##name,
#include "solve/term.def"
#undef TERM
    TERM_COUNT
} TermOp;

typedef enum TermResult { TERM_RESULT_SAME, TERM_RESULT_BIT, TERM_RESULT_GIVEN } TermResult;

enum { TERM_OPERANDS = 4 }; // no row has more

typedef struct TermInfo {
    const char *name;
    u8 operands; // 1..TERM_OPERANDS
    u8 result;   // TermResult
    bool commutes;
} TermInfo;
extern const TermInfo term_info[TERM_COUNT];

static inline u64 term_mask(u32 bits) {
    CHECK(bits <= 64);
    return bits >= 64 ? ~0ull : (1ull << bits) - 1;
}
static inline i64 term_signed(u64 v, u32 bits) {
    CHECK(bits >= 1 && bits <= 64 && v <= term_mask(bits));
    return (i64)(v << (64 - bits)) >> (64 - bits);
}

// Whether the row can be used with these: widths of 1..64, and what its line in term.def asks for.
bool term_is_formed(TermOp op, u32 bits, u32 width, u32 param);
// Width of the result. What is given of `width` counts only where the row's result is GIVEN.
u32 term_width(TermOp op, u32 bits, u32 width);
// Width of operand i of a term that is formed.
u32 term_operand_width(TermOp op, u32 bits, u32 width, u32 param, u32 i);

// The result for operands that are numbers, each zero-extended from the width that
// term_operand_width says. The result has term_width bits and is zero-extended as well. Needs a
// term that is formed.
u64 term_compute(TermOp op, u32 bits, u32 width, u32 param, const u64 *args);

// Whether its operands are numbers in two halves, and whether its result is one.
static inline bool term_is_wide(TermOp op) { return op >= TERM_WIDE_ADD && op <= TERM_WIDE_UMULO; }
static inline bool term_is_half(TermOp op) { return op >= TERM_WIDE_ADD && op <= TERM_WIDE_ASHR; }
// Whether it is one of the rows of floats.
static inline bool term_is_float(TermOp op) { return op >= TERM_FADD && op < TERM_COUNT; }

#endif
