// SPDX-License-Identifier: Apache-2.0
// Invariants: functions of the program that must return non-zero in every state, and change
// nothing.
#include "prop/prop_int.h"

#include <ctype.h>
#include <string.h>

enum { MOST_ELEMENTS = 16, MOST_OPERANDS = 12 };

// The most ways that an invariant is followed on in one state, where it asks about unknown values.
enum { MOST_WAYS = 1024 };

// ---- their operands -----------------------------------------------------------------------------

static bool is_number(const Type *t) {
    return t->size <= 8 && (t->kind == TYPE_BOOL || t->kind == TYPE_CHAR || t->kind == TYPE_INT ||
                            t->kind == TYPE_UINT || t->kind == TYPE_ENUM);
}

static void add_number(Vm *vm, ObjId obj, u64 off, const Type *t, Text *out) {
    Cell c;
    bool is_there = vm_peek(vm, obj, off, t->size, &c);
    c = is_there ? vm_as_chosen(vm, c) : (Cell){0};
    if (!is_there || !cell_is_number(c)) {
        text_add(out, "?");
        return;
    }
    u32 unused = 64 - 8 * t->size;
    if (t->kind == TYPE_UINT || t->kind == TYPE_BOOL)
        text_add(out, "%llu", (unsigned long long)c.v);
    else
        text_add(out, "%lld", (long long)((i64)(c.v << unused) >> unused));
}

static void add_value(Vm *vm, ObjId obj, u64 off, const Type *t, Text *out) {
    const Program *p = vm_program(vm);
    if (is_number(t)) {
        add_number(vm, obj, off, t, out);
        return;
    }
    if (t->kind != TYPE_ARRAY || t->count > MOST_ELEMENTS) {
        text_add(out, "...");
        return;
    }
    const Type *elem = &p->types[t->elem];
    for (u32 i = 0; i < t->count; i++) {
        text_add(out, i ? ", " : "{");
        add_value(vm, obj, off + (u64)i * elem->size, elem, out);
    }
    text_add(out, "}");
}

static bool was_read(const Vm *vm, const Global *g) {
    const StepRecord *call = vm_last(vm);
    for (u32 i = 0; i < call->ndepends; i++)
        if (call->depends[i] == &vm_globals(vm)[g->block])
            return true;
    return false;
}

// The variables that the function has looked at, after the call.
static void add_operands(Vm *vm, Text *out) {
    const Program *p = vm_program(vm);
    u32 n = 0;
    for (ObjId i = 1; i <= p->nglobals && n < MOST_OPERANDS; i++) {
        const Global *g = &p->globals[i];
        if (g->is_const || g->is_tls || g->is_runtime || !was_read(vm, g))
            continue;
        text_add(out, "%s%s = ", n++ ? ", " : ": ", g->name);
        add_value(vm, i, 0, &p->types[g->type], out);
    }
}

// ---- evaluating ---------------------------------------------------------------------------------

static const char *name_of_place(const Vm *vm, const Place *place) {
    for (ObjId i = 1; i <= vm_program(vm)->nglobals; i++) {
        const Global *g = &vm_program(vm)->globals[i];
        if (!g->is_const && !g->is_tls && place == &vm_globals(vm)[g->block])
            return g->name;
    }
    return "memory";
}

// What its result is compared with 0 as; 0: it is no integer or pointer.
static u32 result_bytes(const Program *p, const Function *f) {
    switch (f->returns_structure ? '?' : f->signature[0]) {
    case 'b':
    case 'B': return 1;
    case 'h':
    case 'H': return 2;
    case 'w':
    case 'W': return 4;
    case 'd':
    case 'D': return 8;
    case 'p': return p->ptr_bytes;
    default: return 0;
    }
}

// What a function without parameters and side effects said: nothing, if it must not be asked;
// ANSWER_OPEN if it depends on unknown values and nobody knows what it says.
typedef enum Answer { ANSWER_FALSE, ANSWER_TRUE, ANSWER_FAULT, ANSWER_OPEN, ANSWER_NONE } Answer;

// Only pointers have values that are objects; none of these is null.
static Answer answer_of(Vm *vm, const Function *f, const Cell *result, bool supposes) {
    const Program *p = vm_program(vm);
    u32 n = result_bytes(p, f);
    if (supposes && vm_cell_kind(vm, *result) == CELL_UNKNOWN) {
        int can_be_zero = vm_suppose_zero(vm, *result, n);
        return can_be_zero < 0 ? ANSWER_OPEN : can_be_zero ? ANSWER_FALSE : ANSWER_TRUE;
    }
    if (!cell_is_number(*result)) {
        CellKind kind = vm_cell_kind(vm, *result);
        bool is_pointer = kind == CELL_POINTER || kind == CELL_SPOT;
        return is_pointer && n == p->ptr_bytes && !result->part ? ANSWER_TRUE : ANSWER_NONE;
    }
    u64 mask = n == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * n) - 1;
    return result->v & mask ? ANSWER_TRUE : ANSWER_FALSE;
}

// Whose copy of a thread-local is meant nobody has said; what the function has itself written
// before does not matter.
bool prop_reads_thread_local(const Vm *vm, const char *what, const char *name, Text *out) {
    const Global *g = vm_thread_local_read(vm);
    if (!g)
        return false;
    text_add(
        out,
        "the %s '%s' reads %s%s%s: every thread has one of its own, so whose is meant is not known",
        what, name, g->is_runtime ? "errno" : "the thread-local variable '",
        g->is_runtime ? "" : g->name, g->is_runtime ? "" : "'");
    return true;
}

// Calls it; `what` it is, for the text.
static Answer ask(Vm *vm, FuncId f, bool supposes, const char *what, const char *name, Text *out) {
    Cell result = {0};
    const StepRecord *call =
        vm_call_as(vm, &(VmCall){.func = f, .is_secret = true, .supposes = supposes}, &result);
    RunEnd end = call->end;
    const Place *changed = vm_call_changed(vm);
    if (changed) {
        text_add(out, "the %s '%s' writes to %s: it must not change anything", what, name,
                 name_of_place(vm, changed));
        return ANSWER_NONE;
    }
    if (prop_reads_thread_local(vm, what, name, out))
        return ANSWER_NONE;
    if (end == RUN_FAULT) {
        text_add(out, "the %s '%s' fails: %s", what, name, text_str(&call->fault->text));
        return ANSWER_FAULT;
    }
    bool is_beyond_solver = end == RUN_CUT && call->fault->cut == CUT_UNKNOWN_VALUE;
    Answer answer = end == RUN_DONE    ? answer_of(vm, &vm_program(vm)->funcs[f], &result, supposes)
                    : is_beyond_solver ? ANSWER_OPEN
                                       : ANSWER_NONE;
    if (answer == ANSWER_NONE || answer == ANSWER_OPEN)
        text_add(out, "the %s '%s' cannot be evaluated: %s", what, name,
                 end != RUN_DONE         ? text_str(&call->fault->text)
                 : answer == ANSWER_OPEN ? "the solver gives up on its value, or the call itself "
                                           "has made an unknown value"
                                         : "it depends on an unknown value: formulas need numbers "
                                           "(heddle_choose gives them)");
    return answer;
}

static bool is_broken(Answer a) { return a == ANSWER_FALSE || a == ANSWER_FAULT; }

// An open machine may have come where no numbers lead: there nothing is wrong. (What is wrong
// whatever the numbers are is for who runs it to ask about.)
static Answer if_possible(Vm *vm, Answer a) {
    bool is_certain = is_broken(a) && !vm_has_supposed(vm);
    if (a == ANSWER_TRUE || is_certain || !vm_options(vm)->is_open)
        return a;
    int can = vm_is_possible(vm);
    return can == 0 ? ANSWER_TRUE : can < 0 && is_broken(a) ? ANSWER_OPEN : a;
}

static Answer ask_one_way(Vm *vm, FuncId f, const char *name, Text *out) {
    text_clear(out);
    Answer a = ask(vm, f, true, "invariant", name, out);
    return vm_call_changed(vm) ? a : if_possible(vm, a);
}

// Asks on all ways, until one is wrong: on those that nobody knows about, others may still be.
static Answer ask_all_ways(Vm *vm, FuncId f, const char *name, Text *out) {
    Text open = {0};
    vm_suppose(vm);
    Answer a = ask_one_way(vm, f, name, out);
    for (u32 n = 1; a == ANSWER_TRUE || a == ANSWER_OPEN; n++) {
        if (a == ANSWER_OPEN && !open.len)
            text_add(&open, "%s", text_str(out));
        if (!vm_suppose_next(vm))
            break;
        if (n == MOST_WAYS) {
            text_clear(&open);
            text_add(&open,
                     "the invariant '%s' cannot be evaluated: it can go on in more than %d ways, "
                     "depending on unknown values",
                     name, MOST_WAYS);
            break;
        }
        a = ask_one_way(vm, f, name, out);
    }
    if (open.len && !is_broken(a) && a != ANSWER_NONE) {
        a = ANSWER_OPEN;
        text_clear(out);
        text_add(out, "%s", text_str(&open));
    }
    text_done(&open);
    return a;
}

InvariantEnd prop_invariant(Vm *vm, FuncId f, ThreadId last, Fault *out) {
    const char *name = vm_program(vm)->funcs[f].name;
    text_clear(&out->text);
    Answer answer = ask_all_ways(vm, f, name, &out->text);
    if (answer == ANSWER_FALSE) {
        text_add(&out->text, "the invariant '%s' does not hold", name);
        add_operands(vm, &out->text);
    }
    out->kind = FAULT_INVARIANT;
    out->thread = last;
    out->func = f;
    out->pc = vm_program(vm)->funcs[f].start;
    out->obj = 0;
    return answer == ANSWER_TRUE   ? INVARIANT_HOLDS
           : answer == ANSWER_OPEN ? INVARIANT_OPEN
           : answer == ANSWER_NONE ? INVARIANT_UNUSABLE
                                   : INVARIANT_BROKEN;
}

// ---- propositions -------------------------------------------------------------------------------

bool prop_value(const PropertySet *s, Vm *vm, u32 i, bool *out, Text *why) {
    if (s->propositions[i] == FUNC_NONE)
        return asked_value(s, vm, i, out, why);
    Answer answer =
        ask(vm, s->propositions[i], false, "proposition", s->formula->propositions[i], why);
    if (answer == ANSWER_FAULT)
        text_add(why,
                 " (it is evaluated in every state; && inside of {...} protects what follows it)");
    *out = answer == ANSWER_TRUE;
    return answer == ANSWER_TRUE || answer == ANSWER_FALSE;
}

bool prop_values(const PropertySet *s, Vm *vm, u32 *out, Text *why) {
    *out = 0;
    for (u32 i = 0; s->formula && i < s->formula->npropositions; i++) {
        bool value;
        if (!prop_value(s, vm, i, &value, why))
            return false;
        *out |= (u32)value << i;
    }
    return true;
}

static void begin_endless(Fault *out) {
    out->kind = FAULT_LIVENESS;
    out->thread = THREAD_NONE;
    text_clear(&out->text);
}

void prop_broken_formula(const char *formula, const Schedule *run, Fault *out) {
    begin_endless(out);
    text_add(&out->text, "%s does not hold%s", formula,
             !run->is_endless        ? ""
             : run->cycle < run->len ? " of a run that goes on for ever"
                                     : " of a run that ends");
}

void prop_accepted_run(const NeverClaim *c, const Schedule *run, Fault *out) {
    begin_endless(out);
    text_add(&out->text, "%s accepts %s", c->name,
             !run->is_endless        ? "every run that begins like this"
             : run->cycle < run->len ? "a run that goes on for ever"
                                     : "a run that ends");
}

// ---- by name ------------------------------------------------------------------------------------

static bool can_be_asked(const Program *p, const Function *f) {
    return !f->nparams && !f->is_variadic && f->ret_cells == 1 && result_bytes(p, f);
}

bool prop_add_invariant(PropertySet *s, const Program *p, FuncId f, Diag *d) {
    const Function *fn = &p->funcs[f];
    for (u32 i = 0; i < s->ninvariants; i++)
        if (s->invariants[i] == f)
            return true;
    if (!can_be_asked(p, fn))
        return diag_fail(d, "'%s' must have no parameters and return an integer or a pointer",
                         fn->name);
    if (s->ninvariants == MOST_INVARIANTS)
        return diag_fail(d, "more than %d invariants", MOST_INVARIANTS);
    s->invariants[s->ninvariants++] = f;
    s->checked[FAULT_INVARIANT] = true;
    return true;
}

bool prop_set_invariants(PropertySet *s, const Program *p, const char *names, Diag *d) {
    bool is_ok = true;
    for (size_t len; is_ok && names && *names; names += len + (names[len] == ',')) {
        len = strcspn(names, ",");
        FuncId f;
        Diag why = {0};
        is_ok =
            ir_find_function(p, names, len, true, &f, &why) && prop_add_invariant(s, p, f, &why);
        if (!is_ok)
            diag_fail(d, "--invariant: %s", diag_text(&why));
        diag_done(&why);
    }
    return is_ok;
}

static bool is_name_char(char c) { return isalnum((unsigned char)c) || c == '_'; }

// A name in an expression of C that several files have, each for itself; members of structures do
// not count. Its length, 0: none.
static size_t find_ambiguous(const Program *p, const char *text, const char **out) {
    for (const char *at = text; *at;) {
        size_t n = 0;
        while (is_name_char(at[n]))
            n++;
        bool is_member =
            at > text && (at[-1] == '.' || (at[-1] == '>' && at > text + 1 && at[-2] == '-'));
        *out = at;
        if (n && !isdigit((unsigned char)*at) && !is_member && ir_has_several(p, at, n))
            return n;
        at += n ? n : 1;
    }
    return 0;
}

// Finds the function of a proposition.
static bool set_function(PropertySet *s, const Program *p, u32 i, const char *text, Diag *d) {
    Text name = {0};
    text_add(&name, PROPOSITION_NAME "%u", i);
    FuncId f;
    Diag why = {0};
    bool is_made = ir_find_function(p, text_str(&name), name.len, true, &f, &why);
    text_done(&name);
    diag_done(&why);
    bool is_named = is_made || ir_find_function(p, text, strlen(text), true, &f, d);
    if (!is_named && asked_set_event(s, p, i, text)) {
        diag_done(d);
        return true;
    }
    if (!is_named)
        return false;
    if (!can_be_asked(p, &p->funcs[f]))
        return diag_fail(d,
                         "the proposition '%s' is not a function of the program without "
                         "parameters that returns an "
                         "integer or a pointer",
                         text);
    s->propositions[i] = f;
    return true;
}

bool prop_set_formula(PropertySet *s, const Program *p, const Ltl *formula, Diag *d) {
    s->formula = formula;
    s->events = s->event = s->of_stances = s->living = s->places = s->asked = 0;
    for (u32 i = 0; formula && i < formula->npropositions; i++) {
        const char *text = formula->propositions[i], *which;
        s->propositions[i] = FUNC_NONE;
        bool is_code = formula->asked[i].kind == LTL_CODE;
        size_t len = is_code ? find_ambiguous(p, text, &which) : 0;
        if (len)
            return diag_fail(d,
                             "the proposition '%s' is about '%.*s', of which several files have "
                             "one; a function of the file that "
                             "is meant can stand for it",
                             text, (int)len, which);
        if (is_code && !set_function(s, p, i, text, d))
            return false;
        if (!is_code)
            asked_set(s, p, i);
    }
    s->checked[FAULT_LIVENESS] = s->checked[FAULT_LIVENESS] || formula;
    return true;
}
