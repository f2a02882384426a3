// SPDX-License-Identifier: Apache-2.0
// Invariants: functions of the program that must return non-zero in every state, and change nothing.
#include "prop/prop.h"

#include <string.h>

enum { MOST_ELEMENTS = 16, MOST_OPERANDS = 12 };

// ---- their operands -----------------------------------------------------------------------------

static bool is_number(const Type *t) {
    return t->size <= 8 && (t->kind == TYPE_BOOL || t->kind == TYPE_CHAR || t->kind == TYPE_INT || t->kind == TYPE_UINT ||
                            t->kind == TYPE_ENUM);
}

static void add_number(Vm *vm, ObjId obj, u64 off, const Type *t, Text *out) {
    Cell c;
    if (!vm_peek(vm, obj, off, t->size, &c) || c.tag) {
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
    const Program *p = vm->program;
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
    for (u32 i = 0; i < vm->ntouched; i++)
        if (vm->touched[i] == &vm->places[g->block])
            return true;
    return false;
}

// The variables that the function has looked at, after the call.
static void add_operands(Vm *vm, Text *out) {
    const Program *p = vm->program;
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

// A place that was there before the call and is not what it was; NULL if there is none.
static const Place *written(const Vm *vm) {
    for (u32 i = 0; i < vm->ndirty; i++) {
        const Place *p = vm->dirty[i];
        bool is_new = p >= vm->dyn + vm->old_objects && p < vm->dyn + vm->dyn_high;
        if (!is_new)
            return p;
    }
    return NULL;
}

static const char *name_of_place(const Vm *vm, const Place *place) {
    for (ObjId i = 1; i <= vm->program->nglobals; i++) {
        const Global *g = &vm->program->globals[i];
        if (!g->is_const && !g->is_tls && place == &vm->places[g->block])
            return g->name;
    }
    return "memory";
}

// What a function without parameters and side effects said.
typedef enum Answer { ANSWER_FALSE, ANSWER_TRUE, ANSWER_FAULT, ANSWER_NONE } Answer;

// Calls it; `what` it is, for the text.
static Answer ask(Vm *vm, FuncId f, const char *what, const char *name, Text *out) {
    Cell result = {0};
    VmWatch *watch = vm->watch;
    VmOutput *output = vm->output;
    vm->watch = NULL;               // what it does is not part of the run
    vm->output = NULL;
    vm->ndirty = 0;
    RunEnd end = vm_call(vm, f, NULL, 0, &result);
    vm->watch = watch;
    vm->output = output;
    const Place *changed = written(vm);
    if (changed) {
        text_add(out, "the %s '%s' writes to %s: it must not change anything", what, name, name_of_place(vm, changed));
        return ANSWER_NONE;
    }
    if (end == RUN_FAULT) {
        text_add(out, "the %s '%s' fails: %s", what, name, text_str(&vm->fault.text));
        return ANSWER_FAULT;
    }
    if (end != RUN_DONE || result.tag) {
        text_add(out, "the %s '%s' cannot be evaluated: %s", what, name,
                 end == RUN_CUT ? text_str(&vm->fault.text) : end == RUN_DONE ? "its value is not known" : "it ends the run");
        return ANSWER_NONE;
    }
    return (u32)result.v ? ANSWER_TRUE : ANSWER_FALSE;
}

InvariantEnd prop_invariant(Vm *vm, FuncId f, ThreadId last, Fault *out) {
    const char *name = vm->program->funcs[f].name;
    text_clear(&out->text);
    Answer answer = ask(vm, f, "invariant", name, &out->text);
    if (answer == ANSWER_FALSE) {
        text_add(&out->text, "the invariant '%s' does not hold", name);
        add_operands(vm, &out->text);
    }
    out->kind = FAULT_INVARIANT;
    out->thread = last;
    out->func = f;
    out->pc = vm->program->funcs[f].start;
    out->obj = 0;
    return answer == ANSWER_TRUE ? INVARIANT_HOLDS : answer == ANSWER_NONE ? INVARIANT_UNUSABLE : INVARIANT_BROKEN;
}

bool prop_broken_invariant(const PropertySet *s, Vm *vm, ThreadId last, Fault *out) {
    for (u32 i = 0; i < s->ninvariants && vm->atomic_thread == THREAD_NONE; i++)
        if (prop_invariant(vm, s->invariants[i], last, out) == INVARIANT_BROKEN)
            return true;
    return false;
}

// ---- propositions -------------------------------------------------------------------------------

bool prop_value(const PropertySet *s, Vm *vm, u32 i, bool *out, Text *why) {
    Answer answer = ask(vm, s->propositions[i], "proposition", s->formula->propositions[i], why);
    if (answer == ANSWER_FAULT)
        text_add(why, " (it is evaluated in every state; && inside of {...} protects what follows it)");
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

void prop_broken_formula(const PropertySet *s, const Schedule *run, Fault *out) {
    out->kind = FAULT_LIVENESS;
    out->thread = THREAD_NONE;
    text_clear(&out->text);
    text_add(&out->text, "%s does not hold%s", s->formula->text,
             !run->is_endless ? "" : run->cycle < run->len ? " of a run that goes on for ever" : " of a run that ends");
}

// ---- by name --------------------------------------------------------------------------------------

FuncId prop_function_named(const Program *p, const char *name, size_t len) {
    for (FuncId f = 0; f < p->nfuncs; f++)
        if (!p->funcs[f].is_runtime && strlen(p->funcs[f].name) == len && memcmp(p->funcs[f].name, name, len) == 0)
            return f;
    return p->nfuncs;
}

bool prop_add_invariant(PropertySet *s, const Program *p, FuncId f, Diag *d) {
    const Function *fn = &p->funcs[f];
    for (u32 i = 0; i < s->ninvariants; i++)
        if (s->invariants[i] == f)
            return true;
    if (fn->nparams || fn->is_variadic || fn->ret_cells != 1)
        return diag_fail(d, "'%s' must have no parameters and return an integer", fn->name);
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
        FuncId f = prop_function_named(p, names, len);
        Diag why = {0};
        if (f == p->nfuncs)
            diag_fail(&why, "the program has no function '%.*s' (a static one that nothing calls is not compiled)", (int)len,
                      names);
        is_ok = f < p->nfuncs && prop_add_invariant(s, p, f, &why);
        if (!is_ok)
            diag_fail(d, "--invariant: %s", diag_text(&why));
        diag_done(&why);
    }
    return is_ok;
}

bool prop_set_formula(PropertySet *s, const Program *p, const Ltl *formula, Diag *d) {
    for (u32 i = 0; formula && i < formula->npropositions; i++) {
        const char *text = formula->propositions[i];
        Text name = {0};
        text_add(&name, PROPOSITION_NAME "%u", i);
        FuncId f = prop_function_named(p, text_str(&name), name.len);
        text_done(&name);
        if (f == p->nfuncs)
            f = prop_function_named(p, text, strlen(text));
        if (f == p->nfuncs || p->funcs[f].nparams || p->funcs[f].is_variadic || p->funcs[f].ret_cells != 1)
            return diag_fail(d, "the proposition '%s' is not a function of the program without parameters that returns a number",
                             text);
        s->propositions[i] = f;
    }
    s->formula = formula;
    s->checked[FAULT_LIVENESS] = s->checked[FAULT_LIVENESS] || formula;
    return true;
}
