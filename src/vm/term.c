// SPDX-License-Identifier: Apache-2.0
// Terms: unknown values that were computed from others. A term is an object of kind OBJ_UNKNOWN
// with contents: a head that says what was done, and the operands, numbers or other unknown values,
// each eight bytes. It never changes but when an operand turns out to be a number (condition.c).
// Since operands are named by tags, canonical numbers, collection and equality of states need
// nothing new.
//
// A state has no two terms with the same contents, as far as it can be seen when one is made; what
// is made of numbers alone is a number; and what follows from simple laws is not made at all. All
// that is decided by structure, never by the solver, so that it does not depend on time.
//
// SOUND: a step that makes a term depends on which others there are, so it is not remembered
// (depends_on_more).
#include "vm/vm_int.h"

#include <string.h>

enum { HEAD = 8, ARG = 8 };
// A term costs more than its bytes: a loop that makes some dozens ends the step (GROWTH_LIMIT), so
// that one that only makes longer and longer ones comes to a state that another one stands for.
enum { TERM_COST = 1 << 18 };

// ---- reading ------------------------------------------------------------------------------------

bool term_is_leaf(const Place *p) {
    ENSURE(place_is_unknown(p));
    return p->size == 0;
}

void term_of_contents(Contents c, u32 width, Term *out) {
    ENSURE(c.size >= HEAD + ARG && (c.size - HEAD) % ARG == 0);
    u16 head[HEAD / 2];
    memcpy(head, c.data, HEAD);
    *out = (Term){.op = (TermOp)head[0], .bits = head[1], .param = head[2], .width = width};
    out->n = (c.size - HEAD) / ARG;
    ENSURE(out->n <= TERM_OPERANDS);
    for (u32 i = 0; i < out->n; i++) {
        ObjId value = contents_object(c, HEAD + i * ARG);
        out->args[i] =
            value ? cell_pointer(value, 0) : cell_number(contents_number(c, HEAD + i * ARG, ARG));
    }
}

void term_read(const Place *p, Term *out) {
    ENSURE(place_is_unknown(p));
    term_of_contents(vm_contents(p), p->width, out);
}

u32 term_bits(const Vm *vm, Cell c) {
    if (!cell_is_number(c))
        return obj_look(vm, c.tag)->width;
    u32 width = 0;
    for (u64 v = c.v; v; v >>= 1)
        width++;
    return width ? width : 1;
}

bool term_look(const Vm *vm, Cell c, Term *out) {
    const Place *p = cell_is_number(c) ? NULL : obj_look(vm, c.tag);
    if (!p || term_is_leaf(p))
        return false;
    term_read(p, out);
    return true;
}

static bool is_term(const Vm *vm, Cell c, TermOp op, Term *out) {
    return term_look(vm, c, out) && out->op == op;
}

static void head_of(const Term *t, u16 *head) {
    head[0] = (u16)t->op;
    head[1] = (u16)t->bits;
    head[2] = (u16)t->param;
    head[3] = 0;
}

static bool has_contents(const Place *p, const Term *t) {
    u16 head[HEAD / 2];
    head_of(t, head);
    if (!place_is_unknown(p) || p->size != HEAD + t->n * ARG || p->width != t->width ||
        memcmp(p->data, head, HEAD) != 0)
        return false;
    Term other;
    term_read(p, &other);
    for (u32 i = 0; i < t->n; i++)
        if (other.args[i].tag != t->args[i].tag || other.args[i].v != t->args[i].v)
            return false;
    return true;
}

static ObjId find(const Vm *vm, const Term *t) {
    for (u32 i = 0; i < vm->ndyn; i++)
        if (has_contents(&vm->dyn[i], t))
            return vm->first_dynamic + i;
    return 0;
}

// ---- laws ---------------------------------------------------------------------------------------
// Each is true, and says what the term is, or makes it simpler in place.

static bool is_value(Cell *out, u64 v) {
    *out = cell_number(v);
    return true;
}

static bool is_same(Cell *out, Cell c) {
    *out = c;
    return true;
}

static bool is_bitwise(TermOp op) { return op == TERM_AND || op == TERM_OR || op == TERM_XOR; }
static bool is_commutative(TermOp op) {
    return op == TERM_ADD || op == TERM_MUL || is_bitwise(op) || op == TERM_EQ || op == TERM_NE;
}

static bool with_itself(const Term *t, Cell *out) {
    switch (t->op) {
    case TERM_SUB:
    case TERM_XOR:
    case TERM_NE:
    case TERM_ULT:
    case TERM_SLT: return is_value(out, 0);
    case TERM_EQ:
    case TERM_ULE:
    case TERM_SLE: return is_value(out, 1);
    case TERM_AND:
    case TERM_OR: return is_same(out, t->args[0]);
    default: return false;
    }
}

static void exchange_operands(Term *t) {
    u32 half = t->n / 2;
    CHECK(t->n == 2 * half);
    for (u32 i = 0; i < half; i++) {
        Cell x = t->args[i];
        t->args[i] = t->args[half + i];
        t->args[half + i] = x;
    }
}

// The comparison that holds where this one does not.
static bool negated(Term *c) {
    switch (c->op) {
    case TERM_EQ: c->op = TERM_NE; return true;
    case TERM_NE: c->op = TERM_EQ; return true;
    case TERM_ULT: c->op = TERM_ULE; break;
    case TERM_ULE: c->op = TERM_ULT; break;
    case TERM_SLT: c->op = TERM_SLE; break;
    case TERM_SLE: c->op = TERM_SLT; break;
    case TERM_WIDE_ULT: c->op = TERM_WIDE_ULE; break;
    case TERM_WIDE_ULE: c->op = TERM_WIDE_ULT; break;
    case TERM_WIDE_SLT: c->op = TERM_WIDE_SLE; break;
    case TERM_WIDE_SLE: c->op = TERM_WIDE_SLT; break;
    default: return false;
    }
    exchange_operands(c);
    return true;
}

static bool inner_of_not(const Vm *vm, Cell c, Cell *out) {
    Term inner;
    if (!is_term(vm, c, TERM_XOR, &inner) || inner.width != 1 || !cell_is_number(inner.args[1]))
        return false;
    *out = inner.args[0];
    return true;
}

// A truth against 0 or 1: itself, or its opposite.
static bool truth_with_number(const Vm *vm, Term *t, u64 n, Cell *out) {
    bool is_kept = (t->op == TERM_EQ && n == 1) || (t->op == TERM_NE && n == 0) ||
                   (t->op == TERM_XOR && n == 0);
    bool is_turned = (t->op == TERM_EQ && n == 0) || (t->op == TERM_NE && n == 1) ||
                     (t->op == TERM_XOR && n == 1);
    if (is_kept)
        return is_same(out, t->args[0]);
    if (!is_turned)
        return false;
    if (inner_of_not(vm, t->args[0], out))
        return true;
    const Place *p = obj_look(vm, t->args[0].tag);
    Term inner;
    if (!term_is_leaf(p)) {
        term_read(p, &inner);
        if (negated(&inner)) {
            *t = inner;
            return false;
        }
    }
    *t =
        (Term){.op = TERM_XOR, .bits = 1, .width = 1, .n = 2, .args = {t->args[0], cell_number(1)}};
    return false;
}

// x op n, where n says it all, or nothing.
static bool with_number(const Term *t, u32 width, u64 n, Cell *out) {
    Cell x = t->args[0];
    u64 most = term_mask(width); // of x
    switch (t->op) {
    case TERM_ADD:
    case TERM_SUB: return n == 0 && is_same(out, x);
    case TERM_SHL:
    case TERM_LSHR: return n == 0 ? is_same(out, x) : n >= t->bits && is_value(out, 0);
    case TERM_ASHR: return n == 0 && is_same(out, x);
    case TERM_MUL: return n == 0 ? is_value(out, 0) : n == 1 && is_same(out, x);
    case TERM_UDIV: return n == 1 && is_same(out, x);
    case TERM_SDIV: return n == 1 && t->bits > 1 && is_same(out, x);
    case TERM_UREM: return n == 1 ? is_value(out, 0) : n > most && is_same(out, x);
    case TERM_AND: return n == 0 ? is_value(out, 0) : (n & most) == most && is_same(out, x);
    case TERM_OR: return n == 0 ? is_same(out, x) : n == term_mask(t->bits) && is_value(out, n);
    case TERM_XOR: return n == 0 && is_same(out, x);
    case TERM_EQ: return n > most && is_value(out, 0);
    case TERM_NE: return n > most && is_value(out, 1);
    case TERM_ULT: return n == 0 ? is_value(out, 0) : n > most && is_value(out, 1);
    case TERM_ULE: return n >= most && is_value(out, 1);
    default: return false;
    }
}

// n op x.
static bool after_number(const Term *t, u32 width, u64 n, Cell *out) {
    u64 most = term_mask(width);
    switch (t->op) {
    case TERM_SHL:
    case TERM_LSHR: return n == 0 && is_value(out, 0);
    case TERM_ULT: return n >= most && is_value(out, 0);
    case TERM_ULE: return n == 0 ? is_value(out, 1) : n > most && is_value(out, 0);
    default: return false;
    }
}

// Zeros above both operands need not be looked at, which makes things easier for the solver.
static void narrow(const Vm *vm, Term *t) {
    u32 x = term_bits(vm, t->args[0]), y = term_bits(vm, t->args[1]), most = x > y ? x : y;
    bool is_compared =
        t->op == TERM_EQ || t->op == TERM_NE || t->op == TERM_ULT || t->op == TERM_ULE;
    // by zero it would be another number
    bool is_divided = (t->op == TERM_UDIV || t->op == TERM_UREM) && cell_is_number(t->args[1]) &&
                      t->args[1].v != 0;
    if (!is_bitwise(t->op) && !is_compared && !is_divided)
        return;
    ENSURE(most <= t->bits);
    t->bits = most;
    t->width = is_compared ? 1 : most;
}

// Whether it compares with zero what was found to be something else. A question about such a
// comparison is answered by what is said of its operand, so it must not be asked again.
static bool is_compared_in_vain(const Vm *vm, const Term *t) {
    return (t->op == TERM_EQ || t->op == TERM_NE) && cell_is_number(t->args[1]) &&
           t->args[1].v == 0 && condition_says_nonzero(vm, t->args[0].tag);
}

static bool simplify_two(const Vm *vm, Term *t, Cell *out) {
    if (is_commutative(t->op) && cell_is_number(t->args[0]))
        exchange_operands(t);
    Cell a = t->args[0], b = t->args[1];
    if (!cell_is_number(a) && a.tag == b.tag)
        return with_itself(t, out);
    narrow(vm, t);
    if (cell_is_number(a))
        return after_number(t, term_bits(vm, b), a.v, out);
    if (!cell_is_number(b))
        return false;
    u32 width = term_bits(vm, a);
    if (is_compared_in_vain(vm, t))
        return is_value(out, t->op == TERM_NE);
    if (with_number(t, width, b.v, out) ||
        (width == 1 && b.v <= 1 && truth_with_number(vm, t, b.v, out)))
        return true;
    // A truth against a number may be another comparison by now.
    return is_compared_in_vain(vm, t) && is_value(out, t->op == TERM_NE);
}

static bool simplify_extract(const Vm *vm, Term *t, Cell *out) {
    Term inner;
    Cell x = t->args[0];
    u32 width = term_bits(vm, x);
    if (t->param >= width)
        return is_value(out, 0);
    if (t->param == 0 && t->width >= width)
        return is_same(out, x);
    if (t->param + t->width > width)
        t->width = width - t->param;
    if (is_term(vm, x, TERM_EXTRACT, &inner)) {
        t->args[0] = inner.args[0];
        t->param += inner.param;
    } else if (is_term(vm, x, TERM_SEXT, &inner) && t->param + t->width <= inner.param) {
        t->args[0] = inner.args[0];
    } else if (is_term(vm, x, TERM_CONCAT, &inner) && t->param + t->width <= inner.param) {
        t->args[0] = inner.args[0];
    } else if (is_term(vm, x, TERM_CONCAT, &inner) && t->param >= inner.param) {
        t->args[0] = inner.args[1];
        t->param -= inner.param;
    } else {
        t->bits = width;
        return false;
    }
    if (cell_is_number(t->args[0]))
        return is_value(out, t->args[0].v >> t->param & term_mask(t->width));
    return simplify_extract(vm, t, out);
}

// Neighbouring pieces of one value are one piece.
static bool simplify_concat(const Vm *vm, Term *t, Cell *out) {
    Term low, high;
    if (cell_is_number(t->args[1]) && t->args[1].v == 0)
        return is_same(out, t->args[0]);
    if (!is_term(vm, t->args[0], TERM_EXTRACT, &low) ||
        !is_term(vm, t->args[1], TERM_EXTRACT, &high) || low.args[0].tag != high.args[0].tag ||
        low.width != t->param || low.param + low.width != high.param)
        return false;
    *t = (Term){.op = TERM_EXTRACT,
                .bits = low.bits,
                .width = low.width + high.width,
                .param = low.param,
                .n = 1,
                .args = {low.args[0]}};
    return simplify_extract(vm, t, out);
}

// SOUND: what the condition says of a value it says as long as something has it.
static bool is_known_positive(const Vm *vm, Cell x, u32 bits) {
    Term below = {.op = TERM_SLT, .bits = bits, .width = 1, .n = 2, .args = {x, cell_number(0)}};
    u64 v;
    ObjId id = find(vm, &below);
    if (id && condition_says(vm, id, &v))
        return v == 0;
    negated(&below);
    id = find(vm, &below);
    return id && condition_says(vm, id, &v) && v == 1;
}

static bool simplify_choice(const Vm *vm, Term *t, Cell *out) {
    Cell by = t->args[0], yes = t->args[1], no = t->args[2];
    if (cell_is_number(by))
        return is_same(out, by.v & 1 ? yes : no);
    if (yes.tag == no.tag && yes.v == no.v)
        return is_same(out, yes);
    u32 x = term_bits(vm, yes), y = term_bits(vm, no);
    t->bits = t->width = x > y ? x : y;
    if (t->width > 1 || !cells_are_numbers(yes, no))
        return false;
    *t = (Term){.op = TERM_EQ, .bits = 1, .width = 1, .n = 2, .args = {by, yes}};
    return simplify_two(vm, t, out);
}

// Nothing is left of it but the sign.
static bool is_shifted_away(const Term *t) {
    return t->op == TERM_ASHR && cell_is_number(t->args[1]) && t->args[1].v >= t->bits - 1;
}

static bool simplify(const Vm *vm, Term *t, Cell *out) {
    switch (t->op) {
    case TERM_ASHR:
        if (is_shifted_away(t) && is_known_positive(vm, t->args[0], t->bits))
            return is_value(out, 0);
        return simplify_two(vm, t, out);
    case TERM_EXTRACT: return simplify_extract(vm, t, out);
    case TERM_CONCAT: return simplify_concat(vm, t, out);
    case TERM_SEXT: // the bit that would be spread is zero
        return (term_bits(vm, t->args[0]) < t->param ||
                is_known_positive(vm, t->args[0], t->param)) &&
               is_same(out, t->args[0]);
    case TERM_ITE: return simplify_choice(vm, t, out);
    default: return t->n == 2 && t->op <= TERM_SLE && simplify_two(vm, t, out);
    }
}

// ---- making -------------------------------------------------------------------------------------

static bool are_numbers(const Term *t) {
    u32 i = 0;
    while (i < t->n && cell_is_number(t->args[i]))
        i++;
    return i == t->n;
}

static u64 computed(const Term *t) {
    u64 args[TERM_OPERANDS];
    for (u32 i = 0; i < t->n; i++)
        args[i] = t->args[i].v;
    return term_compute(t->op, t->bits, t->width, t->param, args);
}

bool term_is_number(const Place *p, u64 *out) {
    Term t;
    if (term_is_leaf(p))
        return false;
    term_read(p, &t);
    if (!are_numbers(&t))
        return false;
    *out = computed(&t);
    return true;
}

static ObjId make(Vm *vm, const Term *t) {
    ObjId id = obj_new(vm, OBJ_UNKNOWN, HEAD + t->n * ARG, 0, true);
    if (!id)
        return 0;
    u16 head[HEAD / 2];
    Place *p = &vm->dyn[id - vm->first_dynamic];
    head_of(t, head);
    memcpy(p->data, head, HEAD);
    for (u32 i = 0; i < t->n; i++)
        memory_store(vm, p, HEAD + i * ARG, ARG, &t->args[i]);
    p->width = (u16)t->width;
    vm->step.grown += TERM_COST;
    CHECK(has_contents(p, t));
    return id;
}

// Bytes that a narrow load took of a value are a term of their own.
bool term_whole(Vm *vm, Cell *c) {
    if (cell_is_number(*c) || !c->part)
        return true;
    const Place *p = obj_look(vm, c->tag);
    u32 first = c->part >> 8, len = c->part & 0xff;
    Term t = {.op = TERM_EXTRACT,
              .bits = p->width,
              .width = 8 * len,
              .param = 8 * first,
              .n = 1,
              .args = {cell_pointer(c->tag, 0)}};
    return term_make(vm, &t, c);
}

// One that was a number wherever it stood is there once more.
static void stands_again(Vm *vm, ObjId id) {
    Place *p = &vm->dyn[id - vm->first_dynamic];
    // Only who settles a value asks for this, and a call that supposes does not.
    if (!(p->flags & BLOCK_SETTLED) || vm->supposed.is_on)
        return;
    place_own(vm, p);
    p->flags &= (u8)~BLOCK_SETTLED;
}

// Whether the condition knows the comparison that is true where this one is not.
static bool says_opposite(const Vm *vm, const Term *t, u64 *out) {
    Term other = *t;
    ObjId id = negated(&other) ? find(vm, &other) : 0;
    if (!id || !condition_says(vm, id, out))
        return false;
    *out = !*out;
    return true;
}

bool term_make(Vm *vm, const Term *what, Cell *out) {
    Term t = *what;
    ENSURE(t.n >= 1 && t.n <= TERM_OPERANDS && t.width >= 1 && t.width <= 64);
    vm->step.depends_on_more = true;
    for (u32 i = 0; i < t.n; i++) {
        ENSURE(cell_is_number(t.args[i]) || obj_is_unknown(vm, t.args[i].tag));
        if (!term_whole(vm, &t.args[i]))
            return false;
    }
    if (are_numbers(&t))
        return is_value(out, computed(&t));
    if (simplify(vm, &t, out))
        return true;
    ObjId id = find(vm, &t);
    if (!id)
        id = make(vm, &t);
    *out = cell_pointer(id, 0);
    u64 v;
    if (id && (condition_says(vm, id, &v) || says_opposite(vm, &t, &v)))
        *out = cell_number(v);
    else if (id)
        stands_again(vm, id);
    return id != 0;
}
