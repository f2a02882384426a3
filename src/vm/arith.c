// SPDX-License-Identifier: Apache-2.0
// Operations on values that are not plain numbers: pointers, unknown values, values that were never
// written.
//
// An object's address is a number nobody knows, a multiple of the object's alignment, above the
// first and below the last page of memory. What follows from that is computed; what would need more
// is computed with the addresses that the objects have (address.c), or gives a cell of kind
// CELL_ADDRESS. Optimised code computes such values and throws them away; a run that depends on one
// ends (SLOW_NUMERIC).
#include "vm/vm_int.h"

#include <string.h>

static u64 width_mask(u32 width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

static i64 as_signed(u64 v, u32 width) {
    CHECK(width >= 1 && width <= 64);
    return (i64)(v << (64 - width)) >> (64 - width);
}

static Slow give(Cell *out, Cell result) {
    CHECK(cell_is_formed(result));
    *out = result;
    return SLOW_OK;
}

static Slow give_number(Cell *out, u64 v) { return give(out, cell_number(v)); }
static Slow give_pointer(Cell *out, ObjId obj, u64 v) { return give(out, cell_pointer(obj, v)); }
static Slow give_address(Cell *out) { return give(out, cell_address()); }

// pointer op number, for the operations that keep or drop the pointer's object.
static Slow bits_with_number(Vm *vm, Op op, Cell p, u64 m, u64 mask, Cell *out) {
    ENSURE(tag_names_object(p.tag) && !p.part);
    u64 align = obj_align(vm, p.tag);
    ENSURE((align & (align - 1)) == 0);
    switch (op) {
    case OP_AND64:
        if (m < align)
            return give_number(out, p.v & m);
        if ((~m & mask) < align)
            return give_pointer(out, p.tag, p.v & m);
        return give_address(out);
    case OP_OR64: return m < align ? give_pointer(out, p.tag, p.v | m) : give_address(out);
    case OP_XOR64: return m < align ? give_pointer(out, p.tag, p.v ^ m) : give_address(out);
    default: return give_address(out);
    }
}

// Address against a number: known only for numbers in the first and in the last page.
static Slow order_with_number(Op op, bool ptr_is_left, u64 n, u64 mask, Cell *out) {
    ENSURE(op >= OP_ULT64 && op <= OP_SLE64);
    bool is_low = n < 4096, is_high = n >= mask - 4095;
    if (!is_low && !is_high)
        return give_address(out);
    if (op == OP_SLT64 || op == OP_SLE64)
        return give_address(out);
    bool ptr_is_less = is_high;
    return give_number(out, ptr_is_left ? ptr_is_less : !ptr_is_less);
}

static Slow order(Vm *vm, Op op, u32 width, Cell a, Cell b, Cell *out) {
    ENSURE(op >= OP_ULT64 && op <= OP_SLE64 && width >= 1 && width <= 64);
    i64 x = as_signed(a.v, width), y = as_signed(b.v, width);
    if (a.tag != b.tag) {
        int sign = 0;
        Slow s = order_compare(vm, a.tag, b.tag, &sign);
        if (s == SLOW_ORDER)
            return s;
        if (s != SLOW_OK)
            return give_address(out);
        x = sign;
        y = 0;
    }
    bool is_strict = op == OP_ULT64 || op == OP_SLT64;
    return give_number(out, is_strict ? x < y : x <= y);
}

static Slow two_pointers(Vm *vm, Op op, u32 width, Cell a, Cell b, Cell *out) {
    ENSURE(tag_names_object(a.tag) && tag_names_object(b.tag) && !a.part && !b.part);
    bool is_same = a.tag == b.tag && a.v == b.v;
    if ((op == OP_EQ64 || op == OP_NE64 || vm->options.has_others) && a.tag != b.tag)
        order_differ(vm, a, b);
    switch (op) {
    case OP_SUB64:
        return a.tag == b.tag ? give_number(out, (a.v - b.v) & width_mask(width))
                              : give_address(out);
    case OP_AND64:
    case OP_OR64: return is_same ? give(out, a) : give_address(out);
    case OP_XOR64: return is_same ? give_number(out, 0) : give_address(out);
    case OP_EQ64: return give_number(out, is_same);
    case OP_NE64: return give_number(out, !is_same);
    case OP_ULT64:
    case OP_ULE64:
    case OP_SLT64:
    case OP_SLE64: return order(vm, op, width, a, b, out);
    default: return give_address(out);
    }
}

// The object comes with a pointer and with a number that was one; but a number that has left the
// object is the address of whatever lies there, if the object has one. (Indices do not come here:
// they stay with their object, wherever they point.)
static Slow give_moved(Vm *vm, Cell p, u64 v, Cell *out) {
    CHECK(tag_names_object(p.tag) && !p.part && v <= ptr_mask(vm));
    u32 offset, size = 0;
    Cell moved = cell_pointer(p.tag, v);
    bool has_left = vm->options.addressed && (!vm_place(vm, p.tag, &offset, &size) || v > size);
    if (has_left)
        address_make_plain(vm, &moved);
    return give(out, moved);
}

// p op n, or n op p.
static Slow pointer_and_number(Vm *vm, Op op, u32 width, Cell p, u64 n, bool ptr_is_left,
                               Cell *out) {
    ENSURE(tag_names_object(p.tag) && !p.part);
    u64 mask = width_mask(width);
    switch (op) {
    case OP_ADD64: return give_moved(vm, p, (p.v + n) & mask, out);
    case OP_SUB64:
        return ptr_is_left ? give_moved(vm, p, (p.v - n) & mask, out) : give_address(out);
    case OP_AND64:
    case OP_OR64:
    case OP_XOR64: return bits_with_number(vm, op, p, n, mask, out);
    case OP_UREM64:
        if (ptr_is_left && n && !(n & (n - 1)) && n <= obj_align(vm, p.tag))
            return give_number(out, p.v & (n - 1));
        return give_address(out);
    case OP_EQ64: return give_number(out, 0);
    case OP_NE64: return give_number(out, 1);
    case OP_ULT64:
    case OP_ULE64:
    case OP_SLT64:
    case OP_SLE64: return order_with_number(op, ptr_is_left, n, mask, out);
    default: return give_address(out);
    }
}

static Slow look_at(Vm *vm, Cell c) {
    if (cell_kind(vm, c) == CELL_SPOT)
        return spot_look(vm, c);
    CHECK(cell_kind(vm, c) == CELL_UNKNOWN);
    vm->fault.obj = c.tag;
    return SLOW_LOOK;
}

// Whether it can be asked for its truth: the value is whole. An integer that is not zero may be the
// bits of -0.0; a float that is not zero has none of the two zeros' bits.
static bool has_truth(const Place *u, u32 width, bool as_float) {
    CHECK(place_is_unknown(u) && u->width >= 1);
    return as_float ? u->width == width && (u->flags & BLOCK_FLOAT) : u->width <= width;
}

// Where unknown values are computed with, the solver knows what they can be. (That a float is not
// zero is then said of a comparison, and BLOCK_NONZERO is about bits alone.)
static Slow possible_truth(Vm *vm, ObjId id, bool *is_true) {
    vm->step.depends_on_more = true;
    Truths t = condition_truths(vm, id);
    *is_true = t == TRUTHS_NONZERO;
    vm->fault.obj = id;
    switch (t) {
    case TRUTHS_ZERO:
    case TRUTHS_NONZERO: return SLOW_OK;
    case TRUTHS_BOTH: return SLOW_TRUTH;
    case TRUTHS_NOBODY_KNOWS: break;
    }
    return SLOW_HARD;
}

// A choice of two that needs none of the values. With --nondet-range they are tried, and decide
// this too.
Slow arith_truth(Vm *vm, Cell c, u32 width, bool as_float, bool *is_true) {
    if (vm->condition && cell_kind(vm, c) == CELL_UNKNOWN && !term_whole(vm, &c))
        return SLOW_FULL;
    const Place *u = c.part == 0 && cell_kind(vm, c) == CELL_UNKNOWN ? obj_dyn(vm, c.tag) : NULL;
    *is_true = true;
    if (vm->condition && cell_is_number(c)) {
        *is_true = c.v != 0;
        return SLOW_OK;
    }
    if (!u || !has_truth(u, width, as_float) || vm->options.has_nondet_range ||
        (vm->condition && as_float))
        return arith_plain(vm, &c, 1);
    if (u->flags & BLOCK_NONZERO)
        return SLOW_OK;
    if (vm->condition)
        return possible_truth(vm, c.tag, is_true);
    vm->fault.obj = c.tag;
    return SLOW_TRUTH;
}

Slow arith_ask(Vm *vm, const Term *t, bool *is_true) {
    Cell c;
    if (!term_make(vm, t, &c))
        return SLOW_FULL;
    if (!cell_is_number(c))
        return arith_truth(vm, c, t->width, false, is_true);
    *is_true = c.v != 0;
    return SLOW_OK;
}

// ---- unknown values -----------------------------------------------------------------------------

// Whether a cell can be an operand of a term.
static bool is_operand(const Vm *vm, Cell c) {
    return cell_is_number(c) || cell_kind(vm, c) == CELL_UNKNOWN;
}

// Whether the operation is done by a term: one of the operands is unknown, and all are numbers or
// unknown.
static bool is_symbolic(const Vm *vm, const Cell *c, u32 n) {
    bool is = vm->condition != NULL, has_unknown = false;
    for (u32 i = 0; i < n && is; i++) {
        is = is_operand(vm, c[i]);
        has_unknown = has_unknown || !cell_is_number(c[i]);
    }
    return is && has_unknown;
}

// A term stands on no conditions: a given number beside an unknown value is looked at.
static bool meets_given(Vm *vm, Cell a, Cell b) {
    if (!vm->condition || cell_is_given(a) == cell_is_given(b))
        return false;
    Cell given = cell_is_given(a) ? a : b, other = cell_is_given(a) ? b : a;
    vm->fault.obj = given.tag;
    return cell_kind(vm, other) == CELL_UNKNOWN;
}

// A sum or product with what was never written is as such, whatever the other is. (Optimised code
// has lanes of vectors that nobody needs.)
static bool is_lost(const Vm *vm, Op op, Cell a, Cell b) {
    CellKind x = cell_kind(vm, a), y = cell_kind(vm, b);
    return vm->condition && op <= OP_MUL64 && x != y && (x == CELL_UNKNOWN || y == CELL_UNKNOWN) &&
           (x == CELL_UNWRITTEN || y == CELL_UNWRITTEN);
}

static Term two(TermOp op, u32 bits, Cell a, Cell b) {
    return (Term){
        .op = op, .bits = bits, .width = term_width(op, bits, bits), .n = 2, .args = {a, b}};
}

static Slow make(Vm *vm, Term t, Cell *out) { return term_make(vm, &t, out) ? SLOW_OK : SLOW_FULL; }

// Notes that a number is shifted by too much, or may be.
static void note_shift(Vm *vm, u32 width, Cell by) {
    Cell is_more = cell_number(cell_has_number(by) && by.v >= width);
    if (is_symbolic(vm, &by, 1)) {
        Term t = two(TERM_ULE, width, cell_number(width & width_mask(width)), by);
        if (!term_whole(vm, &t.args[1]) || !term_make(vm, &t, &is_more))
            is_more = cell_number(1); // without room nobody knows
    }
    bool may_be =
        cell_is_number(is_more) ? is_more.v != 0 : condition_truths(vm, is_more.tag) != TRUTHS_ZERO;
    if (may_be)
        vm->bounds_met |= 1u << BOUND_SHIFT;
}

static TermOp as_term(Op op) {
    _Static_assert(TERM_SLE - TERM_ADD == OP_SLE64 - OP_ADD64, "rows in the same order");
    ENSURE(op >= OP_ADD64 && op <= OP_SLE64);
    return (TermOp)(TERM_ADD + (op - OP_ADD64));
}

// a / b where the result may not fit: the smallest number by -1.
static Slow divides_smallest(Vm *vm, u32 width, Cell a, Cell b, bool *is_true) {
    Cell smallest, minus_one;
    Term x = two(TERM_EQ, width, a, cell_number(1ull << (width - 1)));
    Term y = two(TERM_EQ, width, b, cell_number(term_mask(width)));
    if (!term_make(vm, &x, &smallest) || !term_make(vm, &y, &minus_one))
        return SLOW_FULL;
    Term both = two(TERM_AND, 1, smallest, minus_one);
    return arith_ask(vm, &both, is_true);
}

static Slow division_flaw(Vm *vm, Op op, u32 width, Cell a, Cell b, ArithFlaw *out) {
    bool is_true = cell_is_number(b) && b.v;
    Slow s = cell_is_number(b) ? SLOW_OK : arith_truth(vm, b, width, false, &is_true);
    if (s != SLOW_OK)
        return s;
    *out = is_true ? FLAW_NONE : FLAW_ZERO_DIVISION;
    if (!is_true || (op != OP_SDIV64 && op != OP_SREM64))
        return SLOW_OK;
    s = divides_smallest(vm, width, a, b, &is_true);
    *out = s == SLOW_OK && is_true ? FLAW_DIVIDE_ERROR : FLAW_NONE;
    return s;
}

Slow arith_flaw(Vm *vm, Op op, u32 width, bool checks_overflow, Cell a, Cell b, ArithFlaw *out) {
    Cell operands[2] = {a, b};
    bool is_true = false;
    *out = FLAW_NONE;
    if (!is_symbolic(vm, operands, 2))
        return SLOW_OK;
    if (op == OP_UDIV64 || op == OP_SDIV64 || op == OP_UREM64 || op == OP_SREM64)
        return division_flaw(vm, op, width, a, b, out);
    if (!checks_overflow || op > OP_MUL64)
        return SLOW_OK;
    Term t = two((TermOp)(TERM_SADDO + (op - OP_ADD64)), width, a, b);
    Slow s = arith_ask(vm, &t, &is_true);
    *out = s == SLOW_OK && is_true ? FLAW_OVERFLOW : FLAW_NONE;
    return s;
}

// ---- given numbers ------------------------------------------------------------------------------

static bool is_division(Op op) {
    return op == OP_UDIV64 || op == OP_SDIV64 || op == OP_UREM64 || op == OP_SREM64;
}

// The given numbers with this tag in the registers of the innermost frame are looked at. (Some of
// them may not be; but what they stand on is named in any case.)
static void see_given(Vm *vm, Thread *t, ObjId tag) {
    ENSURE(tag_is_given(tag) && t->nframes > 0);
    meet_conditions(vm, tag_conditions(tag));
    bool is_there = false;
    for (u32 i = t->frames[t->nframes - 1].base; i < t->ncells; i++) {
        if (t->cells[i].tag != tag)
            continue;
        t->cells[i] = cell_number(t->cells[i].v);
        is_there = true;
    }
    ENSURE(is_there && "else the instruction would be done again for ever");
}

// Whether n cells are plain numbers, or the worst that stands in the way.
static Slow examine(Vm *vm, const Cell *a, u32 n) {
    CHECK(cells_are_formed(a, n));
    Slow worst = SLOW_OK;
    for (u32 i = 0; i < n; i++) {
        switch (cell_kind(vm, a[i])) {
        case CELL_NUMBER: break;
        case CELL_SPOT:
        case CELL_UNKNOWN: return look_at(vm, a[i]);
        case CELL_GIVEN: vm->fault.obj = a[i].tag; return SLOW_GIVEN;
        case CELL_UNWRITTEN: worst = worst == SLOW_OK ? SLOW_UNDEF : worst; break;
        case CELL_POINTER:
        case CELL_ADDRESS: worst = SLOW_NUMERIC; break;
        }
    }
    return worst;
}

Slow arith_plain(Vm *vm, const Cell *a, u32 n) {
    Slow s = examine(vm, a, n);
    for (u32 i = 0; i < n && s == SLOW_NUMERIC; i++)
        address_looked_at(vm, a[i].tag);
    return s;
}

Slow arith_make_plain(Vm *vm, Cell *a, u32 n) {
    for (u32 i = 0; i < n; i++)
        address_make_plain(vm, &a[i]);
    return arith_plain(vm, a, n);
}

Cell arith_result(Slow s) {
    ENSURE(s == SLOW_UNDEF || s == SLOW_NUMERIC);
    return s == SLOW_UNDEF ? cell_unwritten() : cell_address();
}

// The low bytes of a partly written value; plain if they are all written.
static Cell narrowed(Cell c, u32 bytes) {
    ENSURE(bytes >= 1);
    CHECK(cell_is_formed(c));
    u32 mask = bytes >= 8 ? 0xff : (1u << bytes) - 1;
    u64 bits = bytes >= 8 ? ~0ull : (1ull << 8 * bytes) - 1;
    if (!(c.part & PART_MIXED))
        return c;
    c.part &= PART_MIXED | mask;
    c.v &= bits;
    if (c.part == PART_MIXED)
        return cell_number(c.v);
    return (c.part & mask) == mask ? cell_unwritten() : c;
}

static bool is_bit(Cell c) { return cell_is_number(c) ? c.v <= 1 : c.part == PART_BIT; }

// a op b where at least one has no number. The other may decide the result alone: 0 & x, 1 | x.
static Slow without_number(Op op, u32 width, Cell a, Cell b, Cell *out) {
    ENSURE(!cells_are_numbers(a, b));
    bool is_logic = op == OP_AND64 || op == OP_OR64 || op == OP_XOR64;
    bool is_comparison = op >= OP_EQ64 && op <= OP_SLE64;
    if (is_logic && (cell_is_number(a) || cell_is_number(b))) {
        Cell plain = cell_is_number(a) ? a : b, other = cell_is_number(a) ? b : a;
        if (op == OP_AND64 && plain.v == 0)
            return give_number(out, 0);
        if (op == OP_OR64 &&
            (plain.v == width_mask(width) || (plain.v == 1 && other.part == PART_BIT)))
            return give_number(out, plain.v);
    }
    // The upper bytes of a partly written value: how optimised code takes a member out of a
    // structure in a register.
    if (op == OP_LSHR64 && (a.part & PART_MIXED) && cell_is_number(b) && b.v % 8 == 0 &&
        b.v < width) {
        *out = narrowed(cell_partly_written(a.v >> b.v, (a.part & 0xff) >> (b.v / 8)), 8);
        return SLOW_OK;
    }
    bool is_unwritten = cell_is_unwritten(a) || cell_is_unwritten(b);
    *out = is_unwritten ? cell_unwritten() : cell_address();
    if (is_comparison || (is_logic && is_bit(a) && is_bit(b)))
        out->part = PART_BIT;
    CHECK(cell_is_formed(*out));
    return SLOW_OK;
}

// The low bytes of two addresses in one object. Optimised code subtracts them where only an int of
// the difference is wanted, as in int n = strchr(buf, ',') - buf.
static bool are_low_parts(Cell a, Cell b, u32 width) {
    return tag_names_object(a.tag) && a.tag == b.tag && a.part == width / 8 && b.part == a.part;
}

// What a cell is as an operand of arithmetic on addresses.
typedef enum Operand { OPERAND_NUMBER, OPERAND_POINTER, OPERAND_NOTHING } Operand;

static Operand operand_of(const Vm *vm, Cell c) {
    switch (cell_kind(vm, c)) {
    case CELL_NUMBER: return OPERAND_NUMBER;
    case CELL_POINTER: return c.part ? OPERAND_NOTHING : OPERAND_POINTER;
    case CELL_ADDRESS:
    case CELL_UNWRITTEN: return OPERAND_NOTHING;
    case CELL_GIVEN:
    case CELL_SPOT:
    case CELL_UNKNOWN: break;
    }
    ENSURE(!"an unknown or given value is looked at before");
    return OPERAND_NOTHING;
}

// x == 0, x != 0 and what optimised code makes of them.
static bool compares_with_zero(Op op, Cell a, Cell b, Cell *x) {
    bool is_left = cell_is_number(b) && b.v == 0, is_right = cell_is_number(a) && a.v == 0;
    *x = is_left ? a : b;
    switch (op) {
    case OP_EQ64:
    case OP_NE64: return is_left || is_right;
    case OP_ULT64: return is_right; // 0 < x
    case OP_ULE64: return is_left;  // x <= 0
    default: return false;
    }
}

// What follows from objects, offsets and alignments alone.
static Slow without_addresses(Vm *vm, Op op, u32 width, Cell a, Cell b, Cell *out) {
    CHECK(!cells_are_numbers(a, b));
    if (op == OP_SUB64 && are_low_parts(a, b, width))
        return give_number(out, (a.v - b.v) & width_mask(width));
    Operand x = operand_of(vm, a), y = operand_of(vm, b);
    if (x == OPERAND_NOTHING || y == OPERAND_NOTHING || width != vm->program->ptr_bytes * 8)
        return without_number(op, width, a, b, out);
    if (x == y)
        return two_pointers(vm, op, width, a, b, out);
    return x == OPERAND_POINTER ? pointer_and_number(vm, op, width, a, b.v, true, out)
                                : pointer_and_number(vm, op, width, b, a.v, false, out);
}

// As in loop.c, for numbers of which one was an address or is given; a division is not by zero.
static u64 computed(Op op, u32 width, u64 x, u64 y) {
    ENSURE(!is_division(op) || y);
    CHECK(x <= width_mask(width) && y <= width_mask(width));
    i64 sx = as_signed(x, width), sy = as_signed(y, width);
    switch (op) {
    case OP_ADD64: return x + y;
    case OP_SUB64: return x - y;
    case OP_MUL64: return x * y;
    case OP_UDIV64: return x / y;
    case OP_SDIV64: return sy == -1 ? -(u64)sx : (u64)(sx / sy);
    case OP_UREM64: return x % y;
    case OP_SREM64: return sy == -1 ? 0 : (u64)(sx % sy);
    case OP_AND64: return x & y;
    case OP_OR64: return x | y;
    case OP_XOR64: return x ^ y;
    case OP_SHL64: return y < width ? x << y : 0;
    case OP_LSHR64: return y < width ? x >> y : 0;
    case OP_ASHR64: return (u64)(sx >> (y < width ? y : width - 1));
    case OP_EQ64: return x == y;
    case OP_NE64: return x != y;
    case OP_ULT64: return x < y;
    case OP_ULE64: return x <= y;
    case OP_SLT64: return sx < sy;
    case OP_SLE64: return sx <= sy;
    default: break;
    }
    ENSURE(!"an operation on integers");
    return 0;
}

// Whether a comparison is about addresses, and both are known: different objects, or an object and
// a number where there may be one.
static bool compares_addresses(Vm *vm, Op op, Cell a, Cell b) {
    if (!vm->options.addressed || op < OP_EQ64 || op > OP_SLE64 || a.tag == b.tag)
        return false;
    u64 last_page = ptr_mask(vm) - 4095;
    bool is_plain = cell_is_number(a) || cell_is_number(b);
    u64 n = cell_is_number(a) ? a.v : b.v;
    if (is_plain && (n < 4096 || n >= last_page) && op != OP_SLT64 && op != OP_SLE64)
        return false;
    u64 unused;
    return address_number(vm, a, &unused) && address_number(vm, b, &unused);
}

// The same with the addresses that the objects have. False: one has none.
static bool with_addresses(Vm *vm, Op op, u32 width, Cell a, Cell b, Cell *out) {
    u64 x, y;
    if (!vm->options.addressed || !address_number(vm, a, &x) || !address_number(vm, b, &y) ||
        (is_division(op) && (y & width_mask(width)) == 0))
        return false;
    *out = cell_number(computed(op, width, x & width_mask(width), y & width_mask(width)) &
                       width_mask(width));
    return true;
}

// A result that stands on what its operands stand on. Where the operation could fail, they must be
// looked at.
static Slow compute_given(Vm *vm, Op op, u32 width, Cell a, Cell b, Cell *out) {
    ENSURE(cell_has_number(a) && cell_has_number(b) && !cells_are_numbers(a, b));
    bool may_fail = is_division(op) && (cell_is_given(b) || b.v == 0 || b.v == width_mask(width));
    if (may_fail || (vm->options.check_overflow && op <= OP_MUL64)) {
        vm->fault.obj = cell_is_given(b) ? b.tag : a.tag;
        return SLOW_GIVEN;
    }
    *out = cell_given(computed(op, width, a.v, b.v) & width_mask(width),
                      tag_conditions(a.tag) | tag_conditions(b.tag));
    return SLOW_OK;
}

static Slow spot_operated(Vm *vm, Op op, u32 width, Cell a, Cell b, Cell *out) {
    if (!cell_is_given(a) && !cell_is_given(b))
        return spot_tagged(vm, op, width, a, b, out);
    vm->fault.obj = cell_is_given(a) ? a.tag : b.tag;
    return SLOW_GIVEN;
}

Slow arith_tagged(Vm *vm, Op op, u32 width, Cell a, Cell b, Cell *out) {
    ENSURE(op >= OP_ADD64 && op <= OP_SLE64 && !cells_are_numbers(a, b));
    CHECK(cell_is_formed(a) && cell_is_formed(b));
    Cell both[2] = {a, b};
    if (meets_given(vm, a, b))
        return SLOW_GIVEN;
    if (cell_kind(vm, a) == CELL_SPOT || cell_kind(vm, b) == CELL_SPOT)
        return spot_operated(vm, op, width, a, b, out);
    if (op >= OP_SHL64 && op <= OP_ASHR64)
        note_shift(vm, width, b);
    if (is_symbolic(vm, both, 2))
        return make(vm, two(as_term(op), width, a, b), out);
    if (is_lost(vm, op, a, b))
        return give(out, cell_unwritten());
    Cell asked;
    bool is_true;
    if (compares_with_zero(op, a, b, &asked) && cell_kind(vm, asked) == CELL_UNKNOWN) {
        Slow truth = arith_truth(vm, asked, width, false, &is_true);
        return truth == SLOW_OK ? give_number(out, op == OP_NE64 || op == OP_ULT64) : truth;
    }
    if (cell_has_number(a) && cell_has_number(b))
        return compute_given(vm, op, width, a, b, out);
    Slow s = examine(vm, both, 2);
    if (s == SLOW_LOOK || s == SLOW_GIVEN)
        return s;
    if (compares_addresses(vm, op, a, b) && with_addresses(vm, op, width, a, b, out))
        return SLOW_OK;
    if (!is_division(op) || cell_is_number(b))
        s = without_addresses(vm, op, width, a, b, out);
    bool is_open = s == SLOW_NUMERIC || (s == SLOW_OK && cell_is_address(*out));
    if (!is_open || with_addresses(vm, op, width, a, b, out))
        return is_open ? SLOW_OK : s;
    address_looked_at(vm, a.tag);
    address_looked_at(vm, b.tag);
    return s;
}

bool arith_is_same(Vm *vm, Cell a, Cell b) {
    CHECK(cell_is_formed(a) && cell_is_formed(b));
    if (a.v == b.v && a.tag == b.tag && a.part == b.part)
        return true;
    if (tag_names_object(a.tag) && tag_names_object(b.tag) && a.tag != b.tag)
        order_differ(vm, a, b);
    u64 x, y;
    return compares_addresses(vm, OP_EQ64, a, b) && address_number(vm, a, &x) &&
           address_number(vm, b, &y) && x == y;
}

Slow arith_moved(Vm *vm, Cell p, u64 by, Cell *out) {
    CHECK(cell_is_formed(p));
    switch (cell_kind(vm, p)) {
    case CELL_NUMBER:
    case CELL_GIVEN:
    case CELL_POINTER: return give(out, (Cell){(p.v + by) & ptr_mask(vm), p.tag, p.part});
    case CELL_ADDRESS: return give(out, cell_address());
    case CELL_UNWRITTEN: return give(out, cell_unwritten());
    case CELL_SPOT:
        return p.part ? look_at(vm, p) : spot_moved(vm, p, cell_number(by & ptr_mask(vm)), out);
    case CELL_UNKNOWN: break;
    }
    u32 width = vm->program->ptr_bytes * 8;
    if (vm->condition)
        return make(vm, two(TERM_ADD, width, p, cell_number(by & ptr_mask(vm))), out);
    return look_at(vm, p);
}

// Whether the index leaves the object that p points into.
static Slow index_leaves(Vm *vm, Cell p, Cell index, i32 scale, bool *is_true) {
    u32 offset, size = 0, width = vm->program->ptr_bytes * 8;
    Cell bytes, at;
    vm_place(vm, p.tag, &offset, &size);
    Term times = two(TERM_MUL, width, index, cell_number((u64)(i64)scale & ptr_mask(vm)));
    if (!term_make(vm, &times, &bytes))
        return SLOW_FULL;
    Term sum = two(TERM_ADD, width, bytes, cell_number(p.v));
    if (!term_make(vm, &sum, &at))
        return SLOW_FULL;
    Term beyond = two(TERM_ULT, width, cell_number(size), at);
    return arith_ask(vm, &beyond, is_true);
}

// Outside of the object all places are alike: nothing can be accessed there. One of them stands for
// all, the first behind the object or the first before it, and the verdict says so.
static Slow index_outside(Vm *vm, Cell p, Cell index, i32 scale, Cell *out) {
    u32 offset, size = 0;
    vm_place(vm, p.tag, &offset, &size);
    u64 step = (u64)(i64)scale;
    u64 behind = scale > 0 && p.v <= size ? (size - p.v) / step + 1 : 0;
    u64 tried[2] = {behind, ptr_mask(vm)};
    if (index.part || scale == 0)
        return look_at(vm, index);
    for (u32 i = 0; i < 2; i++) {
        bool is_too_wide = tried[i] > term_mask(obj_look(vm, index.tag)->width);
        if (is_too_wide || (vm->options.is_open && condition_can_be(vm, index.tag, tried[i]) != 1))
            continue;
        Learnt f = condition_add(vm, index.tag, IS, tried[i]);
        if (f == LEARNT_NO_ROOM)
            return SLOW_FULL;
        if (f != LEARNT_DONE)
            continue;
        vm->bounds_met |= 1u << BOUND_INDEX;
        return arith_moved(vm, p, tried[i] * step, out);
    }
    return look_at(vm, index);
}

enum { FEW_PLACES = IS_TINY ? 1 : 16 }; // are tried one by one

// Wherever it points to: an access through it asks whether it is inside.
static Slow index_spot(Vm *vm, Cell p, Cell index, Cell bytes, Cell *out) {
    Cell at;
    if (cell_is_number(bytes))
        return arith_moved(vm, p, bytes.v, out);
    if (condition_is_few(vm, bytes.tag, FEW_PLACES))
        return look_at(vm, index);
    Slow s = make(vm, two(TERM_ADD, vm->program->ptr_bytes * 8, bytes, cell_number(p.v)), &at);
    return s == SLOW_OK ? spot_make(vm, p.tag, at, out) : s;
}

// Without spots the index must be a number.
static Slow index_number(Vm *vm, Cell p, Cell index, i32 scale, Cell *out) {
    bool leaves;
    Slow s = index_leaves(vm, p, index, scale, &leaves);
    if (s != SLOW_OK)
        return s;
    return leaves ? index_outside(vm, p, index, scale, out) : look_at(vm, index);
}

static Slow index_unknown(Vm *vm, Cell p, Cell index, i32 scale, Cell *out) {
    u32 width = vm->program->ptr_bytes * 8;
    Cell bytes;
    Term times = two(TERM_MUL, width, index, cell_number((u64)(i64)scale & ptr_mask(vm)));
    if (!term_make(vm, &times, &bytes))
        return SLOW_FULL;
    if (is_operand(vm, p))
        return make(vm, two(TERM_ADD, width, p, bytes), out);
    if (cell_kind(vm, p) == CELL_SPOT && !p.part)
        return spot_moved(vm, p, bytes, out);
    const Place *block = obj_dyn(vm, p.tag);
    if (cell_kind(vm, p) != CELL_POINTER || p.part || (block && place_is_sized(block)))
        return look_at(vm, index);
    // With addresses a number that leaves its object may be another one's.
    bool has_spots = !vm->options.check_races && !vm->options.addressed;
    return has_spots ? index_spot(vm, p, index, bytes, out)
                     : index_number(vm, p, index, scale, out);
}

// Indexing by (char *)p - 0 and the like: the object comes with the index.
Slow arith_indexed(Vm *vm, Cell p, Cell index, i32 scale, Cell *out) {
    ENSURE(!cell_is_number(index));
    bool is_sum = cell_is_number(p) && scale == 1;
    switch (cell_kind(vm, index)) {
    case CELL_NUMBER: break; // the loop does it
    case CELL_POINTER:
        if (is_sum)
            return give(out, (Cell){(p.v + index.v) & ptr_mask(vm), index.tag, index.part});
        if (address_make_plain(vm, &index))
            return arith_moved(vm, p, index.v * (u64)(i64)scale, out);
        address_looked_at(vm, index.tag);
        return give_address(out);
    case CELL_ADDRESS: return give_address(out);
    case CELL_UNWRITTEN: return give(out, cell_unwritten());
    case CELL_GIVEN: return arith_plain(vm, &index, 1);
    case CELL_SPOT:
        return is_sum && !index.part ? spot_moved(vm, index, p, out) : look_at(vm, index);
    case CELL_UNKNOWN: break;
    }
    return vm->condition ? index_unknown(vm, p, index, scale, out) : look_at(vm, index);
}

RunEnd arith_stop(Vm *vm, Thread *t, Slow s) {
    ENSURE(s != SLOW_OK && (t || s == SLOW_NUMERIC || s == SLOW_UNDEF));
    switch (s) {
    case SLOW_LOOK: return ask_value(vm, t);
    case SLOW_TRUTH: return ask_truth(vm, t);
    case SLOW_HARD: return ask_in_vain(vm);
    case SLOW_FULL: return fault_no_room(vm);
    case SLOW_AGAIN: return RUN_REPEAT;
    case SLOW_GIVEN: see_given(vm, t, vm->fault.obj); return RUN_REPEAT;
    case SLOW_ORDER:
        t->pend = (Pending){.kind = PEND_ORDER, .word = {0, vm->fault.obj, 0}};
        return RUN_POINT;
    case SLOW_UNDEF:
        return fault_unwritten(vm, "a value that was never written is used",
                               "the run depends on a value that was never written");
    case SLOW_OK:
    case SLOW_NUMERIC: break;
    }
    return fault_numeric(vm, "the program looks at");
}

// The low bits of an address are known where the alignment of its object says them; whole bytes of
// it stay tracked.
static Cell low_bits(Vm *vm, Cell p, u32 bits) {
    ENSURE(tag_names_object(p.tag) && bits >= 1 && bits <= 64);
    u64 mask = width_mask(bits), n;
    if (p.part == 0 && mask < obj_align(vm, p.tag))
        return cell_number(p.v & mask);
    u32 have = p.part ? p.part & 0xff : vm->program->ptr_bytes;
    if (address_number(vm, p, &n))
        return bits < vm->program->ptr_bytes * 8 ? cell_number(n & mask) : p;
    if (bits % 8 || bits / 8 > have) {
        address_looked_at(vm, p.tag);
        return cell_address();
    }
    p.v &= mask;
    if (bits / 8 < have)
        p.part = (p.part & 0xff00) | bits / 8;
    CHECK(cell_is_formed(p));
    return p;
}

// One or two cells of numbers and unknown values become terms; of others it must be known which.
static Slow select_unknown(Vm *vm, Cell by, const Cell *yes, const Cell *no, u32 n, Cell *out) {
    bool is_true, are_terms = n <= 2;
    Cell chosen[2];
    for (u32 i = 0; i < n && are_terms; i++)
        are_terms = is_operand(vm, yes[i]) && is_operand(vm, no[i]);
    Slow s = are_terms ? SLOW_OK : arith_truth(vm, by, 1, false, &is_true);
    for (u32 i = 0; i < n && are_terms && s == SLOW_OK; i++) // as wide as the wider one, see term.c
        s = make(
            vm,
            (Term){.op = TERM_ITE, .bits = 64, .width = 64, .n = 3, .args = {by, yes[i], no[i]}},
            &chosen[i]);
    if (s == SLOW_OK)
        memmove(out, are_terms ? chosen : is_true ? yes : no, n * sizeof *out);
    return s;
}

Slow arith_selected(Vm *vm, Cell by, const Cell *yes, const Cell *no, u32 n, Cell *out) {
    ENSURE(!cell_is_number(by));
    if (vm->condition && cell_kind(vm, by) == CELL_UNKNOWN)
        return select_unknown(vm, by, yes, no, n, out);
    const Cell *from = by.v & 1 ? yes : no;
    u32 have = 0;
    while (cell_is_given(by) && have < n && cell_has_number(from[have]))
        have++;
    if (have < n || n == 0)
        return arith_plain(vm, &by, 1);
    for (u32 i = 0; i < n; i++) {
        u32 conditions = tag_conditions(by.tag) | tag_conditions(from[i].tag);
        out[i] = cell_given(from[i].v, conditions);
    }
    return SLOW_OK;
}

Slow arith_extended(Vm *vm, Cell a, u32 from, u32 to, Cell *out) {
    ENSURE(!cell_is_number(a) && from >= 1 && from <= 64);
    if (cell_is_given(a))
        return give(out, (Cell){arith_sign_extend(a.v, from, to), a.tag, 0});
    if (is_symbolic(vm, &a, 1)) {
        Term t = {.op = TERM_SEXT, .bits = from, .width = to, .param = from, .n = 1, .args = {a}};
        return make(vm, t, out);
    }
    Slow s = arith_make_plain(vm, &a, 1);
    if (s == SLOW_LOOK)
        return s;
    return give(out,
                s == SLOW_OK ? cell_number(arith_sign_extend(a.v, from, to)) : arith_result(s));
}

static Slow truncate_unknown(Vm *vm, Cell a, u32 bits, Cell *out) {
    u32 width = obj_dyn(vm, a.tag)->width;
    Term t = {.op = TERM_EXTRACT, .bits = width, .width = bits, .n = 1, .args = {a}};
    return make(vm, t, out);
}

Slow arith_trunc(Vm *vm, Cell a, u32 bits, Cell *out) {
    ENSURE(!cell_is_number(a) && bits >= 1 && bits <= 64);
    switch (cell_kind(vm, a)) {
    case CELL_NUMBER: break; // the loop does it
    case CELL_POINTER: return give(out, low_bits(vm, a, bits));
    case CELL_GIVEN: return give(out, (Cell){a.v & width_mask(bits), a.tag, 0});
    case CELL_ADDRESS: return give_address(out);
    case CELL_UNWRITTEN: return give(out, bits % 8 == 0 ? narrowed(a, bits / 8) : cell_unwritten());
    case CELL_SPOT:
        return bits == vm->program->ptr_bytes * 8 && !a.part ? give(out, a) : look_at(vm, a);
    case CELL_UNKNOWN: // one that fits stays as it is
        if (vm->condition)
            return truncate_unknown(vm, a, bits, out);
        return a.part == 0 && obj_dyn(vm, a.tag)->width <= bits ? give(out, a) : look_at(vm, a);
    }
    return look_at(vm, a);
}
