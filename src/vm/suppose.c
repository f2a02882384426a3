// SPDX-License-Identifier: Apache-2.0
// Functions that are asked about a state look at unknown values, too. The state must be the same
// afterwards, so what such a call has to know is not settled: it is supposed, which is said beside
// the condition (Supposed.entries) and forgotten when the next call begins. A way is the answers
// that one call supposes, in the order of its questions; the function is called once for each.
//
// SOUND: a state stands for one state of the program for each choice of numbers that fulfils the
// condition. With each choice every question of a call has one answer, and all answers that the
// solver finds possible together with those before are tried. So each choice is one of those that
// some way stands for, and along it the call does what it does with these numbers. Nothing of the
// state is written: terms that are made are new objects, and a number that is needed stands in the
// registers of the call alone. (An open machine may have come where no numbers lead: who hears of
// something wrong asks, vm_is_possible.)
#include "vm/vm_int.h"

// More is a loop, or a number that is needed where no register holds it.
enum { MOST_ANSWERS = 1 << 12 };

void suppose_forget(Vm *vm) { vm->supposed.n = 0; }

void suppose_done(Vm *vm) {
    VEC_FREE(vm->supposed.entries, vm->supposed.cap);
    VEC_FREE(vm->supposed.way, vm->supposed.way_cap);
}

void suppose_say(Vm *vm, ObjId id, Relation r, u64 value) {
    Supposed *s = &vm->supposed;
    const Place *p = obj_look(vm, id);
    ENSURE(p && place_is_unknown(p) && (r == IS || value == 0));
    bool is_truth = r == IS_NOT && p->width == 1;
    vm->step.depends_on_more = true;
    VEC_PUSH(s->entries, s->n, s->cap) = is_truth ? (Entry){id, IS, 1} : (Entry){id, r, value};
}

// ---- calls --------------------------------------------------------------------------------------

void suppose_begin(Vm *vm) {
    Supposed *s = &vm->supposed;
    ENSURE(!s->is_on && s->n == 0);
    s->is_on = true;
    s->at = 0;
    s->had_made_unknown = vm->has_made_unknown;
    vm->has_made_unknown = false;
    if (vm->options.shown && vm->condition)
        condition_suppose_shown(vm);
}

void suppose_end(Vm *vm) {
    Supposed *s = &vm->supposed;
    s->is_on = false;
    s->has_made_unknown = vm->has_made_unknown;
    vm->has_made_unknown = vm->has_made_unknown || s->had_made_unknown;
}

static bool supposes_number(Vm *vm, Thread *t, ObjId id, u32 choice) {
    u32 n;
    const u64 *values = condition_values(vm, id, &n);
    if (!values || choice >= n)
        return false;
    u64 value = values[choice];
    suppose_say(vm, id, IS, value);
    memory_settle_thread(vm, t, id, cell_number(value));
    return true;
}

bool suppose_answer(Vm *vm, Thread *t, RunEnd *end) {
    Supposed *s = &vm->supposed;
    Pending p = t->pend;
    bool is_asking = vm->condition && (p.kind == PEND_TRUTH || p.kind == PEND_LOOK);
    // A value that the call itself has made is no value of the run.
    if (!s->is_on || !is_asking || vm->has_made_unknown) {
        bool has_value = p.kind == PEND_TRUTH || p.kind == PEND_LOOK;
        *end = fault_cut(vm, CUT_UNSUPPORTED, "a function that must not be interrupted %s",
                         p.kind == PEND_WAIT ? "waits"
                         : has_value         ? "looks at an unknown value that nobody has looked "
                                               "at before (heddle_choose gives numbers)"
                                             : "has to choose");
        return false;
    }
    if (s->at == MOST_ANSWERS) {
        *end = fault_cut(vm, CUT_UNKNOWN_VALUE, "it asks more than %d times about unknown values",
                         MOST_ANSWERS);
        return false;
    }
    if (s->at == s->nway)
        VEC_PUSH(s->way, s->nway, s->way_cap) = (SupposedAnswer){.n = p.n};
    SupposedAnswer a = s->way[s->at++];
    vm->fault.obj = p.word.tag;
    t->pend = (Pending){.kind = PEND_READY};
    bool is_known = a.n == p.n; // else the solver has given up on the way here
    if (is_known && p.kind == PEND_LOOK)
        is_known = supposes_number(vm, t, p.word.tag, a.choice);
    else if (is_known)
        suppose_say(vm, p.word.tag, a.choice == TRUTH_NONZERO ? IS_NOT : IS, 0);
    if (!is_known)
        *end = ask_in_vain(vm);
    return is_known;
}

// ---- ways ---------------------------------------------------------------------------------------

void vm_suppose(Vm *vm) {
    Supposed *s = &vm->supposed;
    ENSURE(!s->is_on && vm->running == THREAD_NONE);
    suppose_forget(vm);
    s->nway = 0;
    s->nthreads = vm->nthreads;
}

bool vm_suppose_next(Vm *vm) {
    Supposed *s = &vm->supposed;
    ENSURE(!s->is_on && vm->nthreads >= s->nthreads);
    suppose_forget(vm);
    while (vm->nthreads > s->nthreads) // a call that has failed has left its thread
        thread_end(vm, vm->nthreads - 1);
    while (s->nway && s->way[s->nway - 1].choice + 1 == s->way[s->nway - 1].n)
        s->nway--;
    if (s->nway)
        s->way[s->nway - 1].choice++;
    return s->nway > 0;
}

// The low bytes of a value as one of their own.
static bool narrowed(Vm *vm, Cell *c, u32 bytes) {
    if (!term_whole(vm, c))
        return false;
    if (cell_is_number(*c)) {
        c->v &= term_mask(8 * bytes);
        return true;
    }
    u32 width = obj_look(vm, c->tag)->width;
    Term t = {.op = TERM_EXTRACT, .bits = width, .width = 8 * bytes, .n = 1, .args = {*c}};
    return width <= 8 * bytes || term_make(vm, &t, c);
}

int vm_suppose_zero(Vm *vm, Cell c, u32 bytes) {
    ENSURE(bytes >= 1 && bytes <= 8 && vm->running == THREAD_NONE);
    bool is_usable = vm->condition && cell_kind(vm, c) == CELL_UNKNOWN;
    if (!is_usable || vm->supposed.has_made_unknown || !narrowed(vm, &c, bytes))
        return -1;
    if (cell_is_number(c))
        return c.v == 0;
    int can = condition_can_be(vm, c.tag, 0);
    if (can == 1)
        suppose_say(vm, c.tag, IS, 0);
    return can;
}

bool vm_has_supposed(const Vm *vm) { return vm->supposed.n > 0; }
