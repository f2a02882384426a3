// SPDX-License-Identifier: Apache-2.0
// Questions about unknown values. A thread that needs to know one stops before the instruction that
// needs it, and has an alternative for each answer (PEND_TRUTH, PEND_LOOK); its next step begins
// with one of them. Which answers there are is said by --nondet-range, or by what is known of the
// value (condition.c); without either, only its truth can be asked for: the run ends at anything
// else.
#include "vm/vm_int.h"

#include <string.h>

// ---- where a value comes from -------------------------------------------------------------------

static void where(const Vm *vm, Pc pc, Text *out) {
    ENSURE(pc < vm->program->ncode);
    const SrcLoc *l = &vm->program->locs[pc];
    if (l->file)
        text_add(out, "%s:%u", vm->program->files[l->file], l->line);
    else
        text_add(out, "a place without debug information");
}

// What has an unknown value: the result of a call, or a variable of --stub.
static void origin(const Vm *vm, Pc pc, Text *out) {
    const Program *p = vm->program;
    ENSURE(pc < p->ncode);
    const char *name = p->funcs[program_func_at(p, pc)].name;
    if (strncmp(name, UNKNOWN_VARIABLE, strlen(UNKNOWN_VARIABLE)) == 0) {
        text_add(out, "'%s'", name + strlen(UNKNOWN_VARIABLE));
        return;
    }
    const Insn *in = &p->code[pc];
    text_add(out, "%s() called at ", in->op == OP_CALL ? p->funcs[in->a].name : "a call");
    where(vm, pc, out);
}

// ---- asking -------------------------------------------------------------------------------------

RunEnd ask_truth(Vm *vm, Thread *t) {
    const Place *u = obj_dyn(vm, vm->fault.obj);
    ENSURE(u && place_is_unknown(u) && !(u->flags & BLOCK_NONZERO));
    bool has_two_zeros = (u->flags & BLOCK_FLOAT) && !vm->condition;
    t->pend = (Pending){.kind = PEND_TRUTH,
                        .n = has_two_zeros ? TRUTHS_OF_FLOAT : TRUTHS_OF_NUMBER,
                        .word = {0, vm->fault.obj, 0}};
    return RUN_POINT;
}

// The value is that of a term, too: where it comes from is where its first part does.
static Pc site_of(const Vm *vm, const Place *u) {
    while (!term_is_leaf(u)) {
        Term t;
        u32 i = 0;
        term_read(u, &t);
        while (i < t.n && cell_is_number(t.args[i]))
            i++;
        if (i == t.n)
            return 0;
        u = obj_look(vm, t.args[i].tag);
    }
    return u->site;
}

static bool is_pointer_at(const Vm *vm, Pc pc) {
    const Insn *in = &vm->program->code[pc];
    return in->op == OP_CALL &&
           strcmp(vm->program->funcs[in->a].name, "__VERIFIER_nondet_pointer") == 0;
}

// The run ends at an unknown value, which is told by where it comes from. No range of numbers has
// the addresses of objects in it.
static RunEnd cut_at(Vm *vm, const Place *u, const char *problem) {
    Text what = {0};
    Pc site = site_of(vm, u);
    bool is_pointer = is_pointer_at(vm, site);
    origin(vm, site, &what);
    RunEnd end =
        fault_cut(vm, CUT_UNKNOWN_VALUE, "%sthe value of %s %s%s",
                  term_is_leaf(u) ? "" : "what is computed from ", text_str(&what),
                  is_pointer ? "is an unknown pointer: where it points is not known" : problem,
                  is_pointer ? "" : " (--nondet-range LO..HI tries the values of a range)");
    text_done(&what);
    return end;
}

static bool has_no_time(const Vm *vm) {
    double deadline = vm->options.solver_deadline;
    return deadline > 0 && clock_seconds() > deadline;
}

// A number is needed where an unknown value stands: all that it can be are tried, if they are few.
static RunEnd look_at_values(Vm *vm, Thread *t, ObjId id) {
    u32 n;
    if (!condition_values(vm, id, &n))
        return has_no_time(vm)
                   ? ask_in_vain(vm)
                   : cut_at(vm, obj_look(vm, id), "is needed as a number, and it can be too many");
    if (n == 0) // an open machine has come where no run comes
        return RUN_VOID;
    t->pend = (Pending){.kind = PEND_LOOK, .n = n, .word = {0, id, 0}};
    return RUN_POINT;
}

RunEnd ask_value(Vm *vm, Thread *t) {
    ObjId id = vm->fault.obj;
    const Place *u = obj_dyn(vm, id);
    ENSURE(u && place_is_unknown(u));
    ENSURE(u->width >= 1 && !u->is_visible);
    if (vm->condition)
        return look_at_values(vm, t, id);
    if (vm->options.has_nondet_range) {
        u64 n = (u64)(vm->options.nondet_high - vm->options.nondet_low) + 1;
        ENSURE(n >= 1 && n <= UINT32_MAX);
        t->pend = (Pending){.kind = PEND_LOOK, .n = (u32)n, .word = {0, id, 0}};
        return RUN_POINT;
    }
    if (u->width == 1)
        return ask_truth(vm, t);
    Text what = {0};
    origin(vm, u->site, &what);
    RunEnd end = fault_cut(vm, CUT_UNKNOWN_VALUE,
                           "the value of %s is looked at, and it may be anything "
                           "(--nondet-range LO..HI tries the values of a range)",
                           text_str(&what));
    text_done(&what);
    return end;
}

RunEnd ask_in_vain(Vm *vm) {
    if (has_no_time(vm))
        return fault_cut(vm, CUT_UNKNOWN_VALUE,
                         "the time is over while the solver is asked about an unknown value");
    return cut_at(vm, obj_look(vm, vm->fault.obj),
                  vm->supposed.is_on
                      ? "is looked at by a function that is asked about a state, which can neither "
                        "choose a number for it nor change how large a block is"
                      : "is looked at, and the solver gives up");
}

// A word that is waited for must be a number.
Slow ask_word(Vm *vm, const Pending *w) {
    Cell c;
    bool is_unknown =
        vm_peek(vm, w->word.tag, w->word.v, 4, &c) && cell_kind(vm, c) == CELL_UNKNOWN;
    return is_unknown ? arith_plain(vm, &c, 1) : SLOW_OK;
}

Slow ask_cases(Vm *vm, const Insn *in, Cell *a) {
    const Program *p = vm->program;
    const i32 *pair = p->pool + in->b;
    if (!term_whole(vm, a))
        return SLOW_FULL;
    for (u32 i = 0; i < in->aux && !cell_is_number(*a); i++, pair += 2) {
        Cell c = p->consts[~pair[0]];
        bool is_it = false;
        Term t = {.op = TERM_EQ, .bits = 64, .width = 1, .n = 2, .args = {*a, c}};
        Slow s = arith_ask(vm, &t, &is_it);
        if (s != SLOW_OK)
            return s;
        if (is_it)
            *a = c;
    }
    return SLOW_OK;
}

// ---- answers ------------------------------------------------------------------------------------

// The value with which alternative `choice` settles an unknown of the given width.
static u64 settled_value(const Vm *vm, ObjId id, u32 choice) {
    const Place *u = obj_dyn(vm, id);
    ENSURE(u && place_is_unknown(u) && u->width >= 1 && u->width <= 64);
    i64 v = vm->options.nondet_low + choice;
    if ((u->flags & BLOCK_FLOAT) && u->width == 32) {
        float f = (float)v;
        u32 bits;
        memcpy(&bits, &f, 4);
        return bits;
    }
    if (u->flags & BLOCK_FLOAT) {
        double d = (double)v;
        u64 bits;
        memcpy(&bits, &d, 8);
        return bits;
    }
    return u->width >= 64 ? (u64)v : (u64)v & ((1ull << u->width) - 1);
}

static void settle_truth(Vm *vm, ObjId id, enum Truth truth) {
    const Place *u = obj_dyn(vm, id);
    ENSURE(u && u->width >= 1 && u->width <= 64 && truth <= TRUTH_MINUS_ZERO);
    if (truth == TRUTH_NONZERO && u->width > 1)
        memory_settle_nonzero(vm, id);
    else if (truth == TRUTH_NONZERO)
        memory_settle(vm, id, 1);
    else
        memory_settle(vm, id, truth == TRUTH_MINUS_ZERO ? 1ull << (u->width - 1) : 0);
}

// Whether the alternative is possible, and what is known from then on. Others may have found out
// something since the thread asked.
static Learnt learn_answer(Vm *vm, const Pending *p, u32 choice) {
    ObjId id = p->word.tag;
    const Place *u = obj_dyn(vm, id);
    ENSURE(u && place_is_unknown(u));
    ENSURE(p->kind != PEND_TRUTH || choice <= TRUTH_NONZERO);
    if (p->kind == PEND_TRUTH)
        return condition_add(vm, id, choice == TRUTH_NONZERO ? IS_NOT : IS, 0);
    u32 n;
    const u64 *values = condition_values(vm, id, &n);
    if (!values)
        return LEARNT_NOBODY_KNOWS;
    return choice < n ? condition_add(vm, id, IS, values[choice]) : LEARNT_IMPOSSIBLE;
}

// False: leave the step with *end.
static bool learn(Vm *vm, const Pending *p, u32 choice, RunEnd *end) {
    vm->fault.obj = p->word.tag;
    switch (learn_answer(vm, p, choice)) {
    case LEARNT_DONE: return true;
    case LEARNT_IMPOSSIBLE: *end = RUN_VOID; break;
    case LEARNT_NOBODY_KNOWS: *end = ask_in_vain(vm); break;
    case LEARNT_NO_ROOM: *end = fault_no_room(vm); break;
    }
    return false;
}

bool ask_settle(Vm *vm, const Pending *p, u32 choice, RunEnd *end) {
    ObjId id = p->word.tag;
    if (p->kind == PEND_ORDER)
        order_settle(vm, id, choice);
    if (p->kind == PEND_ORDER || !id) // another thread has settled it
        return true;
    ENSURE(p->kind == PEND_LOOK || p->kind == PEND_TRUTH);
    if (vm->condition)
        return learn(vm, p, choice, end);
    if (p->kind == PEND_TRUTH) {
        settle_truth(vm, id, (enum Truth)choice);
        return true;
    }
    if (obj_dyn(vm, id)->flags & BLOCK_FLOAT)
        vm->bounds_met |= 1u << BOUND_WHOLE;
    memory_settle(vm, id, settled_value(vm, id, choice));
    return true;
}
