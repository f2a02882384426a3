// SPDX-License-Identifier: Apache-2.0
// The inside of expressions: what the parser and the arithmetic share.
#ifndef HEDDLE_SIMULATE_EXPRESSION_H
#define HEDDLE_SIMULATE_EXPRESSION_H

#include "simulate/simulate_int.h"

typedef struct Parser {
    Tour *tour;
    const Program *program;
    TourFrame frame;
    const char *at;
    u32 nesting;
    bool is_skipped; // in the part of && || ?: that does not count: nothing has to be there
    Diag *d;
} Parser;

// A number of C: whole, or a fraction.
typedef struct Number {
    bool is_float, is_unsigned;
    u32 size;
    u64 whole; // extended to 64 bits
    double fraction;
} Number;

typedef enum Sign {
    SIGN_NONE,
    SIGN_OR,
    SIGN_AND,
    SIGN_BIT_OR,
    SIGN_BIT_XOR,
    SIGN_BIT_AND,
    SIGN_EQ,
    SIGN_NE,
    SIGN_LE,
    SIGN_GE,
    SIGN_LT,
    SIGN_GT,
    SIGN_SHL,
    SIGN_SHR,
    SIGN_ADD,
    SIGN_SUB,
    SIGN_MUL,
    SIGN_DIV,
    SIGN_REM
} Sign;

// ---- arithmetic.c -------------------------------------------------------------------------------

DatumType type_basic(TypeKind kind, u32 size);
TypeKind type_kind(const Parser *p, const DatumType *t);
u32 type_size(const Parser *p, const DatumType *t);
DatumType type_elem(const Parser *p, const DatumType *t); // of a pointer or an array
bool type_is_number(TypeKind k);

Datum datum_whole(u64 v, bool is_unsigned, u32 size);
Datum datum_truth(bool truth);
Datum datum_fraction(double v, u32 size); // 4 or 8 bytes
// These are false with a message. Arrays and places become values; arrays pointers to their first
// element.
bool datum_load(Parser *p, Datum *d);
bool datum_number(Parser *p, Datum *d, Number *out);
bool datum_is_true(Parser *p, Datum *d, bool *out);
bool datum_is_pointer(const Parser *p, const Datum *d);
bool fail_value(Parser *p, Cell c); // it is none that can be computed with
bool compute(Parser *p, Sign s, Datum *a, Datum *b, Datum *out);
// A pointer some elements further, or back (SIGN_SUB).
bool compute_step(Parser *p, Sign s, const Datum *pointer, Datum *by, Datum *out);

#endif
