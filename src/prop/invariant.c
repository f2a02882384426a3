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

static InvariantEnd call(Vm *vm, FuncId f, Fault *out) {
    const char *name = vm->program->funcs[f].name;
    Cell result = {0};
    vm->ndirty = 0;
    RunEnd end = vm_call(vm, f, NULL, 0, &result);
    text_clear(&out->text);
    const Place *changed = written(vm);
    if (changed) {
        text_add(&out->text, "the invariant '%s' writes to %s: an invariant must not change anything", name,
                 name_of_place(vm, changed));
        return INVARIANT_UNUSABLE;
    }
    if (end == RUN_FAULT) {
        text_add(&out->text, "the invariant '%s' fails: %s", name, text_str(&vm->fault.text));
        return INVARIANT_BROKEN;
    }
    if (end != RUN_DONE || result.tag) {
        text_add(&out->text, "the invariant '%s' cannot be evaluated: %s", name,
                 end == RUN_CUT ? text_str(&vm->fault.text) : end == RUN_DONE ? "its value is not known" : "it ends the run");
        return INVARIANT_UNUSABLE;
    }
    if ((u32)result.v)
        return INVARIANT_HOLDS;
    text_add(&out->text, "the invariant '%s' does not hold", name);
    add_operands(vm, &out->text);
    return INVARIANT_BROKEN;
}

InvariantEnd prop_invariant(Vm *vm, FuncId f, ThreadId last, Fault *out) {
    VmWatch *watch = vm->watch;
    VmOutput *output = vm->output;
    vm->watch = NULL;               // what it does is not part of the run
    vm->output = NULL;
    InvariantEnd end = call(vm, f, out);
    vm->watch = watch;
    vm->output = output;
    out->kind = FAULT_INVARIANT;
    out->thread = last;
    out->func = f;
    out->pc = vm->program->funcs[f].start;
    out->obj = 0;
    return end;
}

bool prop_broken_invariant(const PropertySet *s, Vm *vm, ThreadId last, Fault *out) {
    for (u32 i = 0; i < s->ninvariants && vm->atomic_thread == THREAD_NONE; i++)
        if (prop_invariant(vm, s->invariants[i], last, out) == INVARIANT_BROKEN)
            return true;
    return false;
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
            diag_fail(&why, "the program has no function '%.*s' (a static one that nothing calls is not compiled)",
                      (int)len, names);
        is_ok = f < p->nfuncs && prop_add_invariant(s, p, f, &why);
        if (!is_ok)
            diag_fail(d, "--invariant: %s", diag_text(&why));
        diag_done(&why);
    }
    return is_ok;
}
