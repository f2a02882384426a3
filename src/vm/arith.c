// SPDX-License-Identifier: Apache-2.0
// Operations on values that are not plain numbers: pointers, unknown values, values that were never
// written.
//
// An object's address is a number nobody knows, a multiple of the object's alignment, above the
// first and below the last page of memory. What follows from that is computed; what would need more
// gives a cell of kind CELL_ADDRESS. Optimised code computes such values and throws them away;
// a run that depends on one ends (SLOW_NUMERIC).
#include "vm/vm_int.h"

static u64 width_mask(u32 width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

static i64 as_signed(u64 v, u32 width) { return (i64)(v << (64 - width)) >> (64 - width); }

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
    u64 mask = width_mask(width);
    if (cell_is_number(a) || cell_is_number(b))
        return order_with_number(op, cell_is_number(b), cell_is_number(b) ? b.v : a.v, mask, out);
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

static Slow pointers(Vm *vm, Op op, u32 width, Cell a, Cell b, Cell *out) {
    ENSURE(!cells_are_numbers(a, b) && !cell_spreads(a) && !cell_spreads(b));
    u64 mask = width_mask(width);
    switch (op) {
    case OP_ADD64:
        if (!cell_is_number(a) && !cell_is_number(b))
            return give_address(out);
        return give_pointer(out, a.tag ? a.tag : b.tag, (a.v + b.v) & mask);
    case OP_SUB64:
        if (cell_is_number(b))
            return give_pointer(out, a.tag, (a.v - b.v) & mask);
        return a.tag == b.tag ? give_number(out, (a.v - b.v) & mask) : give_address(out);
    case OP_AND64:
    case OP_OR64:
    case OP_XOR64:
        if (a.tag == b.tag && a.v == b.v)
            return op == OP_XOR64 ? give_number(out, 0) : give(out, a);
        if (!cell_is_number(a) && !cell_is_number(b))
            return give_address(out);
        return bits_with_number(vm, op, a.tag ? a : b, a.tag ? b.v : a.v, mask, out);
    case OP_UREM64:
        if (cell_is_number(b) && b.v && !(b.v & (b.v - 1)) && b.v <= obj_align(vm, a.tag))
            return give_number(out, a.v & (b.v - 1));
        return give_address(out);
    case OP_EQ64: return give_number(out, a.tag == b.tag && a.v == b.v);
    case OP_NE64: return give_number(out, a.tag != b.tag || a.v != b.v);
    case OP_ULT64:
    case OP_ULE64:
    case OP_SLT64:
    case OP_SLE64: return order(vm, op, width, a, b, out);
    default: return give_address(out);
    }
}

Slow arith_plain(Vm *vm, const Cell *a, u32 n) {
    CHECK(cells_are_formed(a, n));
    Slow worst = SLOW_OK;
    for (u32 i = 0; i < n; i++) {
        switch (cell_kind(vm, a[i])) {
        case CELL_NUMBER: break;
        case CELL_UNKNOWN: vm->fault.obj = a[i].tag; return SLOW_LOOK;
        case CELL_UNWRITTEN: worst = worst == SLOW_OK ? SLOW_UNDEF : worst; break;
        case CELL_POINTER:
        case CELL_ADDRESS: worst = SLOW_NUMERIC; break;
        }
    }
    return worst;
}

Cell arith_result(Slow s) {
    ENSURE(s == SLOW_UNDEF || s == SLOW_NUMERIC);
    return s == SLOW_UNDEF ? cell_unwritten() : cell_address();
}

Cell arith_narrow(Cell c, u32 bytes) {
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
        *out = arith_narrow(cell_partly_written(a.v >> b.v, (a.part & 0xff) >> (b.v / 8)), 8);
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

Slow arith_tagged(Vm *vm, Op op, u32 width, Cell a, Cell b, Cell *out) {
    ENSURE(op >= OP_ADD64 && op <= OP_SLE64 && !cells_are_numbers(a, b));
    CHECK(cell_is_formed(a) && cell_is_formed(b));
    Cell both[2] = {a, b};
    Slow s = arith_plain(vm, both, 2);
    if (s == SLOW_LOOK)
        return s;
    bool is_division = op == OP_UDIV64 || op == OP_SDIV64 || op == OP_UREM64 || op == OP_SREM64;
    if (is_division && !cell_is_number(b))
        return s;
    bool is_pointer = !cell_spreads(a) && !cell_spreads(b) && !a.part && !b.part;
    if (op == OP_SUB64 && are_low_parts(a, b, width))
        return give_number(out, (a.v - b.v) & width_mask(width));
    if (!is_pointer || width != vm->program->ptr_bytes * 8)
        return without_number(op, width, a, b, out);
    return pointers(vm, op, width, a, b, out);
}

static void where(const Vm *vm, Pc pc, Text *out) {
    ENSURE(pc < vm->program->ncode);
    const SrcLoc *l = &vm->program->locs[pc];
    if (l->file)
        text_add(out, "%s:%u", vm->program->files[l->file], l->line);
    else
        text_add(out, "a place without debug information");
}

static const char *called_name(const Program *p, Pc pc) {
    ENSURE(pc < p->ncode);
    const Insn *in = &p->code[pc];
    return in->op == OP_CALL ? p->funcs[in->a].name : "a call";
}

static RunEnd look(Vm *vm, Thread *t) {
    ObjId id = vm->fault.obj;
    const Place *u = obj_dyn(vm, id);
    ENSURE(u && u->kind == OBJ_UNKNOWN);
    ENSURE(u->width >= 1 && !u->is_visible);
    if (vm->options.has_nondet_range) {
        u64 n = (u64)(vm->options.nondet_high - vm->options.nondet_low) + 1;
        ENSURE(n >= 1 && n <= UINT32_MAX);
        t->pend = (Pending){.kind = PEND_LOOK, .n = (u32)n, .word = {0, id, 0}};
        return RUN_POINT;
    }
    Text at = {0};
    where(vm, u->site, &at);
    RunEnd end = fault_cut(vm, CUT_UNKNOWN_VALUE,
                           "the value of %s() called at %s is looked at, and it may be anything "
                           "(--nondet-range LO..HI tries the values of a range)",
                           called_name(vm->program, u->site), text_str(&at));
    text_done(&at);
    return end;
}

RunEnd arith_stop(Vm *vm, Thread *t, Slow s) {
    ENSURE(s != SLOW_OK && (t || s == SLOW_NUMERIC || s == SLOW_UNDEF));
    switch (s) {
    case SLOW_LOOK: return look(vm, t);
    case SLOW_ORDER:
        t->pend = (Pending){.kind = PEND_ORDER, .word = {0, vm->fault.obj, 0}};
        return RUN_POINT;
    case SLOW_UNDEF:
        return fault_unwritten(vm, "a value that was never written is used",
                               "the run depends on a value that was never written");
    default:
        return fault_cut(vm, CUT_UNSUPPORTED,
                         "the program looks at the numeric value of an address");
    }
}

Slow arith_trunc(Vm *vm, Cell a, u32 bits, Cell *out) {
    ENSURE(!cell_is_number(a) && bits >= 1 && bits <= 64);
    Slow s = arith_plain(vm, &a, 1);
    if (s == SLOW_LOOK)
        return s;
    *out = arith_result(s);
    if (s == SLOW_UNDEF && bits % 8 == 0)
        *out = arith_narrow(a, bits / 8);
    if (s == SLOW_UNDEF || cell_is_address(a))
        return SLOW_OK;
    u64 mask = bits >= 64 ? ~0ull : (1ull << bits) - 1;
    if (a.part == 0 && mask < obj_align(vm, a.tag)) {
        *out = cell_number(a.v & mask);
        return SLOW_OK;
    }
    u32 have = a.part ? a.part & 0xff : vm->program->ptr_bytes;
    if (bits % 8 || bits / 8 > have)
        return SLOW_OK;
    *out = a;
    out->v &= mask;
    if (bits / 8 < have)
        out->part = (a.part & 0xff00) | bits / 8;
    return SLOW_OK;
}
