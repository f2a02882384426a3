// SPDX-License-Identifier: Apache-2.0
// Whether a state with unknown values is covered by another one: all states of the program that it
// stands for are among those of the other. Both are saved states that are equal but for their
// unknown values: these stand in the same places, the slots.
//
// With t(x) for what the covered one, `fresh`, has in its slots, and C(x) for what is known of it,
// u(y) and D(y) for the older one, it is covered if for all x with C(x) there is a y with D(y) and
// u(y) = t(x). Of the numbers y most are known: a slot of the older one that was not computed must
// be what the fresh one has there. For others what stands in the same place of equal terms is
// tried. If a number is left, the solver is asked for all of them.
//
// SOUND: what is tried may be wrong, but then D(y) and u(y) = t(x) is not true for all x, and the
// answer is no. Only "cannot be" of the solver says that a state is covered.
#include "vm/vm_int.h"

enum { MOST_DEPTH = 16 }; // of terms that are compared
// milliseconds for a question: about certain numbers, or for all
enum { MOST_COVER_MS = 500, FOR_ALL_MS = 100 };
enum { FOR_ALL_FREE = 16, FOR_ALL_ONE_OF = 64 }; // how often the second, see below

typedef struct Cover {
    Vm *vm;
    Solver *solver;
    Translator fresh, older;
    const SavedState *fresh_state, *older_state;
    bool has_tried; // a number that need not be the right one
} Cover;

static Unknowns saved_unknowns(const Vm *vm, const SavedState *s, bool is_other_side) {
    return (Unknowns){.blocks = s->objects,
                      .first = vm->first_dynamic,
                      .n = s->nobjects,
                      .is_other_side = is_other_side};
}

// What is known in a saved state; no contents: nothing.
static Contents condition_of(const Vm *vm, const SavedState *s) {
    const Global *g = &vm->program->globals[condition_variable(vm)];
    ObjId holder = contents_object(block_contents(s->condition), g->offset);
    return holder ? block_contents(s->objects[holder - vm->first_dynamic]) : (Contents){0};
}

static void demand_entries(const Vm *vm, Translator *t, const SavedState *s) {
    Contents c = condition_of(vm, s);
    for (u32 i = 0; i < condition_count(c); i++) {
        Entry e = condition_entry(c, i);
        u32 width = unknowns_look(&t->from, e.term).width;
        translator_demand(t,
                          translator_relation(t, translate(t, e.term), width, e.relation, e.value));
    }
}

// ---- numbers for the older one ------------------------------------------------------------------

// A term of the query; above its width it is zero.
typedef struct Value {
    SolveId id;
    u32 width;
} Value;

static Value fresh_value(Cover *c, Cell value) {
    if (cell_is_number(value))
        return (Value){solve_number(c->solver, value.v, 64), 64};
    return (Value){translate(&c->fresh, value.tag), unknowns_look(&c->fresh.from, value.tag).width};
}

// As many as there are of them: above, it is zero.
static Value bits_of(Cover *c, Value of, u32 from, u32 width) {
    ENSURE(width >= 1);
    if (from >= of.width)
        return (Value){solve_number(c->solver, 0, 1), 1};
    width = width < of.width - from ? width : of.width - from;
    return (Value){solve_apply(c->solver, TERM_EXTRACT, of.width, width, from, &of.id, 1), width};
}

// The value of the older one is this, as far as it has room for it.
static void bind(Cover *c, ObjId older, Value is) {
    u32 width = unknowns_look(&c->older.from, older).width;
    if (is.width > width) {
        Value above = bits_of(c, is, width, is.width - width);
        translator_demand(&c->older, translator_relation(&c->older, above.id, above.width, IS, 0));
        is = bits_of(c, is, 0, width);
    }
    translator_bind(&c->older, older, is.id);
}

static bool is_leaf(const Cover *c, ObjId older) {
    return unknowns_look(&c->older.from, older).contents.size == 0;
}

static bool read_fresh(const Cover *c, Cell value, Term *out) {
    if (cell_is_number(value))
        return false;
    UnknownLook l = unknowns_look(&c->fresh.from, value.tag);
    if (l.contents.size == 0)
        return false;
    term_of_contents(l.contents, l.width, out);
    return true;
}

static bool are_alike(const Term *a, const Term *b) {
    return a->op == b->op && a->bits == b->bits && a->param == b->param && a->n == b->n;
}

// Values inside of equal terms are likely to be equal.
static void try(Cover *c, ObjId older, Cell fresh, u32 depth) {
    if (translator_has(&c->older, older) || depth == MOST_DEPTH)
        return;
    if (is_leaf(c, older)) {
        c->has_tried = true;
        bind(c, older, fresh_value(c, fresh));
        return;
    }
    UnknownLook l = unknowns_look(&c->older.from, older);
    Term a, b;
    term_of_contents(l.contents, l.width, &a);
    if (!read_fresh(c, fresh, &b) || !are_alike(&a, &b))
        return;
    for (u32 i = 0; i < a.n; i++)
        if (!cell_is_number(a.args[i]))
            try(c, a.args[i].tag, b.args[i], depth + 1);
}

// What is known of the one is likely to be known of the other in the same order.
static void try_entries(Cover *c) {
    Contents older = condition_of(c->vm, c->older_state),
             fresh = condition_of(c->vm, c->fresh_state);
    u32 nolder = condition_count(older), nfresh = condition_count(fresh);
    for (u32 i = 0, k = 0; i < nolder && k < nfresh; i++, k++) {
        Entry a = condition_entry(older, i), b = condition_entry(fresh, k);
        try(c, a.term, cell_pointer(b.term, 0), 0);
    }
}

// Whether a number inside of the term is still open.
static bool is_open(Cover *c, Cell value, u32 depth) {
    if (cell_is_number(value) || translator_has(&c->older, value.tag) || depth == MOST_DEPTH)
        return false;
    if (is_leaf(c, value.tag))
        return true;
    UnknownLook l = unknowns_look(&c->older.from, value.tag);
    Term t;
    term_of_contents(l.contents, l.width, &t);
    bool is = false;
    for (u32 i = 0; i < t.n && !is; i++)
        is = is_open(c, t.args[i], depth + 1);
    return is;
}

static u64 inverse_of_odd(u64 n) {
    u64 x = n; // right in three bits, and in twice as many after each turn
    for (u32 i = 0; i < 5; i++)
        x *= 2 - n * x;
    return x;
}

static SolveId by_number(Cover *c, TermOp op, u32 bits, SolveId a, u64 n) {
    SolveId both[2] = {a, solve_number(c->solver, n & term_mask(bits), bits)};
    return solve_apply(c->solver, op, bits, bits, 0, both, 2);
}

// What operand `at` may be where the other one is a number and the result is `is`.
static SolveId undone_by_number(Cover *c, const Term *t, u32 at, u64 n, SolveId is) {
    u32 zeros = n ? (u32)__builtin_ctzll(n) : 0;
    switch (t->op) {
    case TERM_MUL:
        is = by_number(c, TERM_LSHR, t->bits, is, zeros);
        return by_number(c, TERM_MUL, t->bits, is, n ? inverse_of_odd(n >> zeros) : 0);
    case TERM_SHL: return at == 0 ? by_number(c, TERM_LSHR, t->bits, is, n) : is;
    case TERM_LSHR:
    case TERM_ASHR: return at == 0 ? by_number(c, TERM_SHL, t->bits, is, n) : is;
    case TERM_UDIV:
    case TERM_SDIV: return at == 0 ? by_number(c, TERM_MUL, t->bits, is, n) : is;
    default: return is;
    }
}

// What operand `at` may be where the result is `is`: a guess, for most operations a good one.
static Value undone(Cover *c, const Term *t, u32 at, Value is) {
    u32 bits = t->bits;
    SolveId other = 0;
    if (t->n == 2 && !cell_is_number(t->args[!at]) && !is_open(c, t->args[!at], 0))
        other = translate(&c->older, t->args[!at].tag);
    else if (t->n == 2 && cell_is_number(t->args[!at]))
        other = solve_number(c->solver, t->args[!at].v, 64);
    switch (t->op) {
    case TERM_EXTRACT: return (Value){by_number(c, TERM_SHL, bits, is.id, t->param), bits};
    case TERM_SEXT: return bits_of(c, is, 0, t->param < is.width ? t->param : is.width);
    case TERM_CONCAT:
        return at == 0 ? bits_of(c, is, 0, t->param)
                       : bits_of(c, is, t->param, t->width - t->param);
    case TERM_ADD:
    case TERM_XOR:
    case TERM_SUB: {
        if (!other)
            return is;
        TermOp op = t->op == TERM_XOR              ? TERM_XOR
                    : t->op == TERM_SUB && at == 0 ? TERM_ADD
                                                   : TERM_SUB;
        bool is_turned = t->op == TERM_SUB && at == 1;
        SolveId both[2] = {is_turned ? other : is.id, is_turned ? is.id : other};
        return (Value){solve_apply(c->solver, op, bits, bits, 0, both, 2), bits};
    }
    default: break;
    }
    if (t->n == 2 && cell_is_number(t->args[!at]))
        return (Value){undone_by_number(c, t, at, t->args[!at].v, is.id), bits};
    return is;
}

// Numbers of the older one with which the term may be what it must be.
static void undo(Cover *c, ObjId older, Value is, u32 depth) {
    if (translator_has(&c->older, older) || depth == MOST_DEPTH)
        return;
    UnknownLook l = unknowns_look(&c->older.from, older);
    if (is_leaf(c, older)) {
        c->has_tried = true;
        bind(c, older, is);
        return;
    }
    Term t;
    term_of_contents(l.contents, l.width, &t);
    if (term_info[t.op].result == TERM_RESULT_BIT)
        return;
    if (is.width > l.width) // what is above is demanded to be 0 with the slot
        is = bits_of(c, is, 0, l.width);
    for (u32 i = t.op == TERM_ITE; i < t.n; i++) {
        if (!is_open(c, t.args[i], 0))
            continue;
        Value operand = undone(c, &t, i, is);
        undo(c, t.args[i].tag, operand, depth + 1);
    }
}

static void bind_all(Cover *c, bool also_tries) {
    const SavedState *older = c->older_state, *fresh = c->fresh_state;
    for (u32 i = 0; i < older->nslots; i++)
        if (is_leaf(c, older->slots[i]) && !translator_has(&c->older, older->slots[i]))
            bind(c, older->slots[i], fresh_value(c, cell_pointer(fresh->slots[i], 0)));
    c->has_tried = false;
    for (u32 i = 0; i < older->nslots && also_tries; i++)
        try(c, older->slots[i], cell_pointer(fresh->slots[i], 0), 0);
    if (!also_tries)
        return;
    try_entries(c);
    for (u32 i = 0; i < older->nslots; i++)
        undo(c, older->slots[i], fresh_value(c, cell_pointer(fresh->slots[i], 0)), 0);
}

// ---- asking -------------------------------------------------------------------------------------

// D(y) and u(y) = t(x).
static SolveId inner_of(Cover *c) {
    const SavedState *older = c->older_state, *fresh = c->fresh_state;
    for (u32 i = 0; i < older->nslots; i++) {
        SolveId both[2] = {translate(&c->older, older->slots[i]),
                           translate(&c->fresh, fresh->slots[i])};
        translator_demand(&c->older, solve_apply(c->solver, TERM_EQ, 64, 1, 0, both, 2));
    }
    demand_entries(c->vm, &c->older, older);
    return c->older.whole;
}

// Begins a query of what is known of the fresh one.
static void begin(Cover *c) {
    solve_begin(c->solver);
    translator_begin(&c->fresh, c->solver, saved_unknowns(c->vm, c->fresh_state, false));
    translator_begin_whole(&c->older, c->solver, saved_unknowns(c->vm, c->older_state, true));
    demand_entries(c->vm, &c->fresh, c->fresh_state);
    for (u32 i = 0; i < c->fresh_state->nslots; i++)
        translate(&c->fresh, c->fresh_state->slots[i]);
}

// The fresh one has these numbers in its slots, with those of the last answer. Whether the older
// one has them for no numbers.
static bool is_example(Cover *c) {
    const SavedState *older = c->older_state;
    u64 *values = mem_alloc((older->nslots + 1) * sizeof *values);
    for (u32 i = 0; i < older->nslots; i++)
        values[i] = solve_value(c->solver, translate(&c->fresh, c->fresh_state->slots[i]));
    solve_begin(c->solver);
    translator_begin(&c->older, c->solver, saved_unknowns(c->vm, older, true));
    for (u32 i = 0; i < older->nslots; i++)
        translator_demand(&c->older,
                          translator_relation(&c->older, translate(&c->older, older->slots[i]), 64,
                                              IS, values[i]));
    demand_entries(c->vm, &c->older, older);
    mem_free(values, (older->nslots + 1) * sizeof *values);
    return solve_ask(c->solver) == SOLVE_NO;
}

// With numbers that are tried for those of the older one. False: that says nothing.
static bool answers_by_trying(Cover *c, bool *covers) {
    begin(c);
    bind_all(c, true);
    SolveId inner = inner_of(c);
    if (!c->older.nfree) {
        SolveId one = solve_number(c->solver, 1, 1);
        SolveId is_not = solve_apply(c->solver, TERM_XOR, 1, 1, 0, (SolveId[]){inner, one}, 2);
        solve_require(c->solver, is_not);
    }
    SolveAnswer beyond = solve_ask(c->solver);
    *covers = !c->older.nfree && beyond == SOLVE_NO;
    bool is_certain = !c->older.nfree && !c->has_tried;
    return *covers || (beyond == SOLVE_YES && (is_certain || is_example(c)));
}

// For all numbers of the older one: dear, and seldom of use, so it is not asked often in vain.
static bool is_covered_by_some(Cover *c) {
    CoverFigures *f = condition_covers(c->vm);
    if (++f->asked > FOR_ALL_FREE + FOR_ALL_ONE_OF * f->gained && f->asked % FOR_ALL_ONE_OF)
        return false;
    if (!condition_solver(c->vm, FOR_ALL_MS))
        return false;
    begin(c);
    bind_all(c, false);
    SolveId inner = inner_of(c);
    bool is = solve_ask_beyond(c->solver, inner, TRANSLATOR_SIDE) == SOLVE_NO;
    f->gained += is;
    return is;
}

static bool is_covered(Cover *c) {
    bool is;
    return answers_by_trying(c, &is) ? is : is_covered_by_some(c);
}

ObjId vm_condition_variable(const Vm *vm) { return vm->condition ? condition_variable(vm) : 0; }

bool vm_covers(Vm *vm, const SavedState *older, const SavedState *fresh) {
    ENSURE(vm->condition && older->nslots == fresh->nslots);
    Cover c = {.vm = vm, .fresh_state = fresh, .older_state = older};
    c.solver = condition_solver(vm, MOST_COVER_MS);
    if (!c.solver)
        return false;
    bool is = is_covered(&c);
    translator_done(&c.fresh);
    translator_done(&c.older);
    return is;
}
