// SPDX-License-Identifier: Apache-2.0
// Spots: pointers into an object at an unknown offset, of which too many are possible to try them
// one by one. A spot is an object of kind OBJ_SPOT with two words as its contents: a pointer to the
// beginning of the object, and the offset, an unknown value. Nobody accesses it; when the offset
// turns out to be a number, the pointer takes its place wherever it stood (spots_refold).
//
// An access through a spot is to one of the elements of its object. Whether it is inside is asked;
// then a load gives a choice between the values of all elements (ITE), and a store makes each
// element a choice between its old value and the new one. What cannot be a part of a choice
// (pointers, bytes that were never written, accesses that are not aligned, that exchange or are
// larger than a register) needs the offset as a number, as does every other use of a spot.
//
// SOUND: other threads see an access to all places where it may be, so that it conflicts with more
// than it would. A spot that others can find makes its object visible (obj_escape). Data races are
// not looked for at such accesses: there the offset must be a number; so it must where objects have
// addresses, since a number may leave its object then.
#include "vm/vm_int.h"

enum { AT_BASE = 0, AT_OFFSET = 8, SPOT_BYTES = 16 };

static u32 pointer_bits(const Vm *vm) { return vm->program->ptr_bytes * 8; }

// ---- making and reading -------------------------------------------------------------------------

Spot spot_read(const Vm *vm, ObjId id) {
    const Place *p = obj_look(vm, id);
    ENSURE(p && p->kind == OBJ_SPOT && p->size == SPOT_BYTES);
    Contents c = vm_contents(p);
    ObjId offset = contents_object(c, AT_OFFSET);
    return (Spot){contents_object(c, AT_BASE),
                  offset ? cell_pointer(offset, 0) : cell_number(contents_number(c, AT_OFFSET, 8))};
}

static ObjId find(const Vm *vm, ObjId base, ObjId offset) {
    for (u32 i = 0; i < vm->ndyn; i++) {
        if (vm->dyn[i].kind != OBJ_SPOT)
            continue;
        Spot s = spot_read(vm, vm->first_dynamic + i);
        if (s.base == base && s.offset.tag == offset)
            return vm->first_dynamic + i;
    }
    return 0;
}

Slow spot_make(Vm *vm, ObjId base, Cell offset, Cell *out) {
    ENSURE(!vm->options.addressed && !vm->options.check_races);
    vm->step.depends_on_more = true;
    if (cell_is_number(offset)) {
        *out = cell_pointer(base, offset.v & ptr_mask(vm));
        return SLOW_OK;
    }
    ENSURE(obj_is_unknown(vm, offset.tag) && !offset.part);
    ObjId id = find(vm, base, offset.tag);
    if (!id) {
        id = obj_new(vm, OBJ_SPOT, SPOT_BYTES, 0, true);
        if (!id)
            return SLOW_FULL;
        Place *p = &vm->dyn[id - vm->first_dynamic];
        Cell pointer = cell_pointer(base, 0);
        memory_store(vm, p, AT_BASE, 8, &pointer);
        memory_store(vm, p, AT_OFFSET, 8, &offset);
        p->width = (u16)pointer_bits(vm);
    }
    *out = cell_pointer(id, 0);
    return SLOW_OK;
}

void spots_refold(Vm *vm) {
    for (u32 i = 0; i < vm->ndyn; i++) {
        Place *p = &vm->dyn[i];
        if (p->kind != OBJ_SPOT || (p->flags & BLOCK_SETTLED))
            continue;
        Spot s = spot_read(vm, vm->first_dynamic + i);
        if (cell_is_number(s.offset))
            memory_settle_spot(vm, vm->first_dynamic + i,
                               cell_pointer(s.base, s.offset.v & ptr_mask(vm)));
    }
}

// ---- computing ----------------------------------------------------------------------------------

static Term two(TermOp op, u32 bits, Cell a, Cell b) {
    return (Term){
        .op = op, .bits = bits, .width = term_width(op, bits, bits), .n = 2, .args = {a, b}};
}

static Slow make(Vm *vm, Term t, Cell *out) { return term_make(vm, &t, out) ? SLOW_OK : SLOW_FULL; }

Slow spot_moved(Vm *vm, Cell p, Cell by, Cell *out) {
    Spot s = spot_read(vm, p.tag);
    Cell offset;
    Slow slow = make(vm, two(TERM_ADD, pointer_bits(vm), s.offset, by), &offset);
    return slow == SLOW_OK ? spot_make(vm, s.base, offset, out) : slow;
}

// A call that supposes something of the offset has the pointer in its registers alone.
static bool is_supposed(Vm *vm, Cell c) {
    Spot s = spot_read(vm, c.tag);
    u64 v;
    if (!vm->supposed.is_on || !condition_says(vm, s.offset.tag, &v))
        return false;
    Thread *t = thread_live(vm, vm->running);
    memory_settle_thread(vm, t, c.tag, cell_pointer(s.base, v & ptr_mask(vm)));
    return true;
}

Slow spot_look(Vm *vm, Cell c) {
    Spot s = spot_read(vm, c.tag);
    ENSURE(!cell_is_number(s.offset));
    if (is_supposed(vm, c))
        return SLOW_AGAIN;
    vm->fault.obj = s.offset.tag;
    return SLOW_LOOK;
}

// The object that a pointer or a spot points into, and where.
static bool split(const Vm *vm, Cell c, Spot *out) {
    CellKind kind = cell_kind(vm, c);
    if (c.part || (kind != CELL_POINTER && kind != CELL_SPOT))
        return false;
    *out = kind == CELL_SPOT ? spot_read(vm, c.tag) : (Spot){c.tag, cell_number(c.v)};
    return true;
}

// Two places in one object: what their offsets say. False: more must be known.
static bool within_object(Op op, TermOp *out) {
    switch (op) {
    case OP_SUB64: *out = TERM_SUB; return true;
    case OP_EQ64: *out = TERM_EQ; return true;
    case OP_NE64: *out = TERM_NE; return true;
    case OP_ULT64:
    case OP_SLT64: *out = TERM_SLT; return true; // one before the object is less
    case OP_ULE64:
    case OP_SLE64: *out = TERM_SLE; return true;
    default: return false;
    }
}

static Cell worst_of(Vm *vm, Cell c, const Spot *s) {
    u32 offset, size = 0;
    if (cell_kind(vm, c) != CELL_SPOT)
        return c;
    vm_place(vm, s->base, &offset, &size);
    return cell_pointer(s->base, size); // its end, which may be the beginning of another one
}

static Slow of_two(Vm *vm, Op op, Cell a, Cell b, const Spot *x, const Spot *y, Cell *out) {
    TermOp as;
    if (x->base == y->base && within_object(op, &as))
        return make(vm, two(as, pointer_bits(vm), x->offset, y->offset), out);
    if (x->base == y->base || (op != OP_EQ64 && op != OP_NE64))
        return spot_look(vm, cell_kind(vm, a) == CELL_SPOT ? a : b);
    order_differ(vm, worst_of(vm, a, x), worst_of(vm, b, y));
    *out = cell_number(op == OP_NE64);
    return SLOW_OK;
}

Slow spot_tagged(Vm *vm, Op op, u32 width, Cell a, Cell b, Cell *out) {
    Spot x, y;
    bool is_left = cell_kind(vm, a) == CELL_SPOT;
    Cell spot = is_left ? a : b, other = is_left ? b : a;
    if (spot.part || width != pointer_bits(vm))
        return spot_look(vm, spot);
    if (split(vm, a, &x) && split(vm, b, &y))
        return of_two(vm, op, a, b, &x, &y, out);
    bool is_number = cell_is_number(other) || cell_kind(vm, other) == CELL_UNKNOWN;
    if (is_number && op == OP_ADD64)
        return spot_moved(vm, spot, other, out);
    if (is_number && op == OP_SUB64 && is_left) {
        Cell minus;
        Slow s = make(vm, two(TERM_SUB, width, cell_number(0), other), &minus);
        return s == SLOW_OK ? spot_moved(vm, spot, minus, out) : s;
    }
    bool is_nowhere = cell_is_number(other) && (other.v < 4096 || other.v >= ptr_mask(vm) - 4095);
    if (is_nowhere && (op == OP_EQ64 || op == OP_NE64)) {
        *out = cell_number(op == OP_NE64);
        return SLOW_OK;
    }
    return spot_look(vm, spot);
}

// ---- where an access may be ---------------------------------------------------------------------

// The distance that offsets are apart, as far as can be seen: what they are multiplied with.
static u64 stride_of(const Vm *vm, Cell offset, u32 depth) {
    if (cell_is_number(offset) || depth == 8)
        return 1;
    const Place *p = obj_look(vm, offset.tag);
    if (term_is_leaf(p))
        return 1;
    Term t;
    term_read(p, &t);
    bool by_number = t.n == 2 && cell_is_number(t.args[1]);
    if (t.op == TERM_ADD && by_number)
        return stride_of(vm, t.args[0], depth + 1);
    if (t.op == TERM_MUL && by_number && t.args[1].v)
        return t.args[1].v;
    if (t.op == TERM_SHL && by_number && t.args[1].v < 16)
        return 1ull << t.args[1].v;
    return 1;
}

static Slow ask(Vm *vm, Term t, bool *is_true) { return arith_ask(vm, &t, is_true); }

// Whether the term is certainly true; -1: the solver gives up. Nothing stops for the answer.
static int is_certain(Vm *vm, Term t) {
    Cell c;
    if (!term_make(vm, &t, &c))
        return -1;
    return cell_is_number(c) ? c.v != 0 : condition_is_certain(vm, c.tag);
}

// Whether all offsets are `from` and multiples of the step above it.
static int is_stride(Vm *vm, Cell at, u64 step, u64 from) {
    u32 bits = pointer_bits(vm);
    Cell rest;
    Term remainder = two(TERM_UREM, bits, at, cell_number(step));
    if (!term_make(vm, &remainder, &rest))
        return -1;
    return is_certain(vm, two(TERM_EQ, bits, rest, cell_number(from)));
}

// Where the numbers in the offset begin: what is added to a multiple.
static u64 first_of(const Vm *vm, Cell at, u64 step) {
    Term t;
    u64 sum = 0;
    while (!cell_is_number(at) && !term_is_leaf(obj_look(vm, at.tag))) {
        term_read(obj_look(vm, at.tag), &t);
        if (t.op != TERM_ADD || !cell_is_number(t.args[1]))
            break;
        sum += t.args[1].v;
        at = t.args[0];
    }
    return sum % step;
}

static u64 power_in(u64 n) { return n & -n; }

// How many there are; 0: nobody knows.
static u64 count_places(Vm *vm, SpotAccess *s) {
    u64 steps[3] = {stride_of(vm, s->at, 0), power_in(stride_of(vm, s->at, 0)), 1};
    int is = 0;
    for (u32 i = 0; i < 3 && is == 0; i++) {
        s->step = steps[i];
        s->first = first_of(vm, s->at, s->step);
        is = s->step == 1 ? 1 : is_stride(vm, s->at, s->step, s->first);
    }
    if (is < 0)
        return 0;
    u64 last = s->size - s->n;
    ENSURE(s->first < s->step && s->step);
    return s->first <= last ? (last - s->first) / s->step + 1 : 0;
}

// Wherever it is, the access fails: one number stands for all, the smallest that is possible.
static Slow pin(Vm *vm, Cell p) {
    Spot at = spot_read(vm, p.tag), *s = &at;
    u64 low;
    vm->fault.obj = s->offset.tag;
    if (!condition_smallest(vm, s->offset.tag, &low))
        return SLOW_HARD;
    // An open machine may have come where no run comes; then there are no values.
    if (vm->options.is_open && condition_can_be(vm, s->offset.tag, low) != 1)
        return SLOW_LOOK;
    vm->bounds_met |= 1u << BOUND_INDEX;
    switch (condition_add(vm, s->offset.tag, IS, low)) {
    case LEARNT_DONE: is_supposed(vm, p); return SLOW_AGAIN;
    case LEARNT_NO_ROOM: return SLOW_FULL;
    case LEARNT_IMPOSSIBLE:
    case LEARNT_NOBODY_KNOWS: break;
    }
    return SLOW_HARD;
}

static bool is_gone(const Vm *vm, ObjId base, const Place *p) {
    ObjKind kind = obj_kind(vm, base);
    return !p || kind == OBJ_FREED || kind == OBJ_RETURNED;
}

static bool is_plain(const Vm *vm, const Insn *in, const Thread *t) {
    Effect e = ir_op_info[in->op].effect;
    u32 n = insn_access_bytes(in);
    return (e == EFFECT_LOAD || e == EFFECT_STORE) && n <= 8 && (n & (n - 1)) == 0 &&
           (n <= vm->program->ptr_bytes || t->masks) && !vm->options.check_races &&
           !(in->aux & MEM_BITFIELD);
}

Slow spot_plan(Vm *vm, const Thread *t, const Insn *in, Cell p, SpotAccess *out) {
    if (is_supposed(vm, p))
        return SLOW_AGAIN;
    Spot s = spot_read(vm, p.tag);
    u32 bits = pointer_bits(vm), base = 0, size = 0;
    Place *place = obj_place(vm, s.base, &base, &size);
    *out = (SpotAccess){.place = place, .obj = s.base, .base = base, .size = size};
    out->n = insn_access_bytes(in);
    out->is_write = ir_op_info[in->op].effect != EFFECT_LOAD;
    bool fails = is_gone(vm, s.base, place) || size < out->n || p.part ||
                 (out->is_write && place->kind == OBJ_CONST);
    if (fails)
        return p.part ? spot_look(vm, p) : pin(vm, p);
    Cell by = cell_number((u64)(i64)insn_access_offset(in) & ptr_mask(vm));
    Slow slow = make(vm, two(TERM_ADD, bits, s.offset, by), &out->at);
    if (slow != SLOW_OK)
        return slow;
    bool is_inside;
    slow = ask(vm, two(TERM_ULE, bits, out->at, cell_number(size - out->n)), &is_inside);
    if (slow != SLOW_OK)
        return slow;
    if (!is_inside)
        return pin(vm, p);
    if (!is_plain(vm, in, t))
        return spot_look(vm, p);
    out->count = count_places(vm, out);
    vm->fault.obj = s.offset.tag;
    if (out->count == 0)
        return SLOW_HARD;
    bool is_aligned = out->step % out->n == 0 && out->first % out->n == 0 && base % out->n == 0;
    return is_aligned && out->count <= MOST_PLACES ? SLOW_OK : spot_look(vm, p);
}

// ---- the access ---------------------------------------------------------------------------------

static u32 place_of(const SpotAccess *s, u32 i) { return s->base + (u32)(s->first + i * s->step); }

static bool is_choosable(const Vm *vm, Cell c) {
    return cell_is_number(c) || (cell_kind(vm, c) == CELL_UNKNOWN && !c.part);
}

static bool are_same(Cell a, Cell b) { return a.v == b.v && a.tag == b.tag; }

// A run of elements with the same value; `last` is the offset of its last one.
typedef struct Run {
    Cell value;
    u64 last;
} Run;

// One value up to this offset, and another one behind it.
static Slow choose_two(Vm *vm, const SpotAccess *s, u64 last, Cell low, Cell high, Cell *out) {
    Cell is_low;
    Slow slow = make(vm, two(TERM_ULE, pointer_bits(vm), s->at, cell_number(last)), &is_low);
    if (slow != SLOW_OK)
        return slow;
    return make(
        vm, (Term){.op = TERM_ITE, .bits = 64, .width = 64, .n = 3, .args = {is_low, low, high}},
        out);
}

// The value of the run in which the offset is: halves, so that terms are not deep.
static Slow choose(Vm *vm, const SpotAccess *s, const Run *runs, u32 n, Cell *out) {
    Cell low, high;
    if (n == 1) {
        *out = runs[0].value;
        return SLOW_OK;
    }
    u32 half = n / 2;
    Slow slow = choose(vm, s, runs, half, &low);
    if (slow != SLOW_OK)
        return slow;
    slow = choose(vm, s, runs + half, n - half, &high);
    return slow == SLOW_OK ? choose_two(vm, s, runs[half - 1].last, low, high, out) : slow;
}

static Slow load(Vm *vm, const SpotAccess *s, Cell spot, Cell *out) {
    Run *runs = mem_alloc(s->count * sizeof *runs);
    u32 n = 0;
    bool is_possible = true;
    for (u32 i = 0; i < s->count && is_possible; i++) {
        Cell c;
        memory_load(vm, s->place, place_of(s, i), s->n, &c);
        c = cell_seen(vm, c);
        is_possible = is_choosable(vm, c);
        u64 at = s->first + i * s->step;
        if (n && are_same(runs[n - 1].value, c))
            runs[n - 1].last = at;
        else
            runs[n++] = (Run){c, at};
    }
    Slow slow = is_possible && n ? choose(vm, s, runs, n, out) : spot_look(vm, spot);
    mem_free(runs, s->count * sizeof *runs);
    return slow;
}

// What element i becomes.
static Slow stored(Vm *vm, const SpotAccess *s, u32 i, Cell value, Cell *out) {
    Cell old, is_it;
    memory_load(vm, s->place, place_of(s, i), s->n, &old);
    old = cell_seen(vm, old);
    u64 at = s->first + i * s->step;
    Slow slow = make(vm, two(TERM_EQ, pointer_bits(vm), s->at, cell_number(at)), &is_it);
    if (slow != SLOW_OK)
        return slow;
    Term t = {.op = TERM_ITE, .bits = 64, .width = 64, .n = 3, .args = {is_it, value, old}};
    return make(vm, t, out);
}

static bool has_only_choosable(Vm *vm, const SpotAccess *s) {
    bool is = true;
    for (u32 i = 0; i < s->count && is; i++) {
        Cell c;
        memory_load(vm, s->place, place_of(s, i), s->n, &c);
        is = is_choosable(vm, cell_seen(vm, c));
    }
    return is;
}

static Slow store(Vm *vm, const SpotAccess *s, Cell spot, Cell value) {
    value = cell_seen(vm, value);
    bool is_unknown = !cell_is_number(value) && cell_kind(vm, value) == CELL_UNKNOWN;
    if (is_unknown && !term_whole(vm, &value))
        return SLOW_FULL;
    Term low = {.op = TERM_EXTRACT, .bits = 64, .width = 8 * s->n, .n = 1, .args = {value}};
    if (is_unknown && !cell_is_number(value) && !term_make(vm, &low, &value))
        return SLOW_FULL;
    if (!is_choosable(vm, value) || !has_only_choosable(vm, s))
        return spot_look(vm, spot);
    if (cell_is_number(value))
        value.v &= term_mask(8 * s->n);
    Cell *made = mem_alloc((s->count + 1) * sizeof *made);
    Slow slow = SLOW_OK;
    for (u32 i = 0; i < s->count && slow == SLOW_OK; i++)
        slow = stored(vm, s, i, value, &made[i]);
    for (u32 i = 0; i < s->count && slow == SLOW_OK; i++)
        memory_store(vm, s->place, place_of(s, i), s->n, &made[i]);
    mem_free(made, (s->count + 1) * sizeof *made);
    return slow;
}

Access spot_access(const Insn *in, const SpotAccess *s) {
    u32 from = place_of(s, 0), to = place_of(s, s->count - 1) + s->n;
    return visible_access_of(in, s->place, s->obj, from, to - from);
}

Slow spot_do(Vm *vm, const SpotAccess *s, Cell spot, Cell *dst, const Cell *value) {
    step_depends_on(vm, s->place);
    return s->is_write ? store(vm, s, spot, *value) : load(vm, s, spot, dst);
}
