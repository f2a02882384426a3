// SPDX-License-Identifier: Apache-2.0
// What the operators of C make of numbers and pointers of a run.
#include "simulate/expression.h"

#include <string.h>

// ---- types --------------------------------------------------------------------------------------

DatumType type_basic(TypeKind kind, u32 size) { return (DatumType){0, kind, size, 0}; }

TypeKind type_kind(const Parser *p, const DatumType *t) {
    return t->stars ? TYPE_POINTER : t->type ? p->program->types[t->type].kind : t->kind;
}

u32 type_size(const Parser *p, const DatumType *t) {
    return t->stars ? p->program->ptr_bytes : t->type ? p->program->types[t->type].size : t->size;
}

// What a pointer points to, or an array is of.
DatumType type_elem(const Parser *p, const DatumType *t) {
    DatumType elem = *t;
    if (elem.stars) {
        elem.stars--;
        return elem;
    }
    TypeId id = p->program->types[t->type].elem;
    return id ? (DatumType){.type = id} : type_basic(TYPE_VOID, 0);
}

bool type_is_number(TypeKind k) {
    return k == TYPE_BOOL || k == TYPE_CHAR || k == TYPE_INT || k == TYPE_UINT || k == TYPE_FLOAT ||
           k == TYPE_ENUM;
}

// ---- values -------------------------------------------------------------------------------------

Datum datum_whole(u64 v, bool is_unsigned, u32 size) {
    u64 mask = size >= 8 ? ~0ull : (1ull << 8 * size) - 1;
    return (Datum){.type = type_basic(is_unsigned ? TYPE_UINT : TYPE_INT, size),
                   .cell = cell_number(v & mask)};
}

Datum datum_truth(bool truth) { return datum_whole(truth, false, 4); }

Datum datum_fraction(double v, u32 size) {
    Datum d = {.type = type_basic(TYPE_FLOAT, size)};
    float narrow = (float)v;
    memcpy(&d.cell.v, size == 4 ? (void *)&narrow : (void *)&v, size);
    return d;
}

// Arrays and places become values; arrays pointers to their first element.
bool datum_load(Parser *p, Datum *d) {
    if (p->is_skipped) {
        *d = datum_truth(false);
        return true;
    }
    if (type_kind(p, &d->type) == TYPE_ARRAY && d->is_place) {
        DatumType elem = type_elem(p, &d->type);
        elem.stars++;
        *d = (Datum){.type = elem, .cell = cell_pointer(d->obj, d->off)};
        return true;
    }
    return tour_load(p->tour, d, p->d);
}

bool datum_is_pointer(const Parser *p, const Datum *d) {
    return type_kind(p, &d->type) == TYPE_POINTER;
}

bool fail_value(Parser *p, Cell c) {
    return diag_fail(p->d, "%s",
                     cell_is_unwritten(c) ? "a value in it was never written"
                                          : "a value in it is not known as a number");
}

static double fraction_of(u64 bits, u32 size) {
    float narrow;
    double wide;
    u32 low = (u32)bits;
    memcpy(&narrow, &low, sizeof narrow);
    memcpy(&wide, &bits, sizeof wide);
    return size == 4 ? (double)narrow : wide;
}

bool datum_number(Parser *p, Datum *d, Number *out) {
    if (!datum_load(p, d))
        return false;
    TypeKind kind = type_kind(p, &d->type);
    u32 size = type_size(p, &d->type);
    if (!type_is_number(kind) || size > 8)
        return diag_fail(p->d, size > 8 ? "it is too wide to be computed with"
                                        : "this operator is for numbers");
    if (!cell_has_number(d->cell))
        return fail_value(p, d->cell);
    *out = (Number){.is_float = kind == TYPE_FLOAT, .size = size};
    if (out->is_float) {
        out->fraction = fraction_of(d->cell.v, size);
        return true;
    }
    bool is_signed = kind == TYPE_INT || kind == TYPE_CHAR || kind == TYPE_ENUM;
    u32 unused = 64 - 8 * size;
    out->whole =
        is_signed ? (u64)((i64)(d->cell.v << unused) >> unused) : d->cell.v << unused >> unused;
    out->is_unsigned = !is_signed && size >= 4;
    out->size = size < 4 ? 4 : size;
    out->fraction = out->is_unsigned ? (double)out->whole : (double)(i64)out->whole;
    return true;
}

bool datum_is_true(Parser *p, Datum *d, bool *out) {
    Number n;
    if (!datum_load(p, d))
        return false;
    if (datum_is_pointer(p, d)) {
        *out = !cell_has_number(d->cell) || d->cell.v;
        return !cell_spreads(d->cell) || fail_value(p, d->cell);
    }
    if (!datum_number(p, d, &n))
        return false;
    *out = n.is_float ? n.fraction != 0 : n.whole != 0;
    return true;
}

// ---- operators ----------------------------------------------------------------------------------

static bool compare(Sign s, int order, bool *out) {
    switch (s) {
    case SIGN_EQ: *out = order == 0; return true;
    case SIGN_NE: *out = order != 0; return true;
    case SIGN_LT: *out = order == -1; return true;
    case SIGN_GT: *out = order == 1; return true;
    case SIGN_LE: *out = order == -1 || order == 0; return true;
    case SIGN_GE: *out = order == 0 || order == 1; return true;
    default: return false;
    }
}

static bool compute_fractions(Parser *p, Sign s, const Number *x, const Number *y, Datum *out) {
    double a = x->fraction, b = y->fraction;
    u32 size = (x->is_float && x->size == 8) || (y->is_float && y->size == 8) ? 8 : 4;
    bool truth;
    int order = a < b ? -1 : a > b ? 1 : a == b ? 0 : 2; // 2: one is no number
    if (compare(s, order, &truth)) {
        *out = datum_truth(truth);
        return true;
    }
    switch (s) {
    case SIGN_ADD: *out = datum_fraction(a + b, size); return true;
    case SIGN_SUB: *out = datum_fraction(a - b, size); return true;
    case SIGN_MUL: *out = datum_fraction(a * b, size); return true;
    case SIGN_DIV: *out = datum_fraction(a / b, size); return true;
    default: return diag_fail(p->d, "this operator is for whole numbers");
    }
}

static bool divide(Parser *p, Sign s, const Number *a, const Number *b, bool is_unsigned,
                   u64 *out) {
    i64 x = (i64)a->whole, y = (i64)b->whole;
    if (y == 0)
        return diag_fail(p->d, "division by zero");
    if (is_unsigned)
        *out = s == SIGN_DIV ? a->whole / b->whole : a->whole % b->whole;
    else if (y == -1)
        *out = s == SIGN_DIV ? 0 - a->whole : 0;
    else
        *out = (u64)(s == SIGN_DIV ? x / y : x % y);
    return true;
}

static bool shift(Parser *p, Sign s, const Number *a, const Number *b, Datum *out) {
    if (b->whole >= 8 * a->size)
        return diag_fail(p->d, "a shift by %lld of %u bits", (long long)b->whole, 8 * a->size);
    u64 v = s == SIGN_SHL    ? a->whole << b->whole
            : a->is_unsigned ? a->whole >> b->whole
                             : (u64)((i64)a->whole >> b->whole);
    *out = datum_whole(v, a->is_unsigned, a->size);
    return true;
}

static bool compute_wholes(Parser *p, Sign s, Number a, Number b, Datum *out) {
    u32 size = a.size > b.size ? a.size : b.size;
    bool is_unsigned = (a.is_unsigned && a.size == size) || (b.is_unsigned && b.size == size);
    u64 mask = size >= 8 ? ~0ull : (1ull << 8 * size) - 1, v = 0;
    bool truth;
    if (s == SIGN_SHL || s == SIGN_SHR)
        return shift(p, s, &a, &b, out);
    a.whole = is_unsigned ? a.whole & mask : a.whole;
    b.whole = is_unsigned ? b.whole & mask : b.whole;
    bool is_less = is_unsigned ? a.whole < b.whole : (i64)a.whole < (i64)b.whole;
    if (compare(s, a.whole == b.whole ? 0 : is_less ? -1 : 1, &truth)) {
        *out = datum_truth(truth);
        return true;
    }
    switch (s) {
    case SIGN_ADD: v = a.whole + b.whole; break;
    case SIGN_SUB: v = a.whole - b.whole; break;
    case SIGN_MUL: v = a.whole * b.whole; break;
    case SIGN_BIT_AND: v = a.whole & b.whole; break;
    case SIGN_BIT_OR: v = a.whole | b.whole; break;
    case SIGN_BIT_XOR: v = a.whole ^ b.whole; break;
    default:
        if (!divide(p, s, &a, &b, is_unsigned, &v))
            return false;
        break;
    }
    *out = datum_whole(v, is_unsigned, size);
    return true;
}

bool compute_step(Parser *p, Sign s, const Datum *pointer, Datum *by, Datum *out) {
    Number n;
    DatumType elem = type_elem(p, &pointer->type);
    u64 each = type_size(p, &elem);
    if (!datum_number(p, by, &n))
        return false;
    if (n.is_float)
        return diag_fail(p->d, "a pointer and a fraction cannot be added");
    *out = *pointer;
    out->cell.v += (s == SIGN_SUB ? 0 - n.whole : n.whole) * (each ? each : 1);
    return !cell_spreads(out->cell) || fail_value(p, out->cell);
}

static bool compute_pointers(Parser *p, Sign s, Datum *a, Datum *b, Datum *out) {
    bool truth, is_same_object = a->cell.tag == b->cell.tag;
    if ((s == SIGN_ADD || s == SIGN_SUB) && datum_is_pointer(p, a) && !datum_is_pointer(p, b))
        return compute_step(p, s, a, b, out);
    if (s == SIGN_ADD && datum_is_pointer(p, b) && !datum_is_pointer(p, a))
        return compute_step(p, s, b, a, out);
    if (cell_spreads(a->cell) || cell_spreads(b->cell))
        return fail_value(p, cell_spreads(a->cell) ? a->cell : b->cell);
    i64 distance = (i64)(a->cell.v - b->cell.v);
    int order = is_same_object ? (distance > 0) - (distance < 0) : 2;
    if ((is_same_object || s == SIGN_EQ || s == SIGN_NE) && compare(s, order, &truth)) {
        *out = datum_truth(truth);
        return true;
    }
    if (s == SIGN_SUB && is_same_object) {
        DatumType elem = type_elem(p, &a->type);
        i64 each = (i64)type_size(p, &elem);
        *out = datum_whole((u64)(distance / (each ? each : 1)), false, p->program->ptr_bytes);
        return true;
    }
    return diag_fail(p->d, is_same_object ? "this operator is for numbers"
                                          : "these point to different objects");
}

bool compute(Parser *p, Sign s, Datum *a, Datum *b, Datum *out) {
    Number x, y;
    if (!datum_load(p, a) || !datum_load(p, b))
        return false;
    *out = datum_truth(false);
    if (p->is_skipped)
        return true;
    if (datum_is_pointer(p, a) || datum_is_pointer(p, b))
        return compute_pointers(p, s, a, b, out);
    if (!datum_number(p, a, &x) || !datum_number(p, b, &y))
        return false;
    return x.is_float || y.is_float ? compute_fractions(p, s, &x, &y, out)
                                    : compute_wholes(p, s, x, y, out);
}
