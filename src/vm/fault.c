// SPDX-License-Identifier: Apache-2.0
// What goes wrong in a run, in words.
#include "vm/vm_int.h"

void vm_locate(Vm *vm, ThreadId k, Fault *out) {
    out->thread = k;
    if (!vm_is_alive(vm, k))
        return;
    const Thread *t = vm_live(vm, k);
    for (u32 i = t->nframes; i-- > 0;) {
        const Frame *fr = &t->frames[i];
        out->func = fr->func;
        out->pc = i + 1 == t->nframes ? fr->pc : fr->pc - 1;
        if (!vm->program->funcs[fr->func].is_runtime)
            return;
    }
}

RunEnd fault_set(Vm *vm, FaultKind kind, ObjId obj, const char *fmt, ...) {
    va_list args;
    text_clear(&vm->fault.text);
    va_start(args, fmt);
    text_addv(&vm->fault.text, fmt, args);
    va_end(args);
    vm->fault.kind = kind;
    vm->fault.cut = CUT_NONE;
    vm->fault.obj = obj;
    vm_locate(vm, vm->running, &vm->fault);
    return RUN_FAULT;
}

RunEnd fault_cut(Vm *vm, CutKind why, const char *fmt, ...) {
    va_list args;
    text_clear(&vm->fault.text);
    va_start(args, fmt);
    text_addv(&vm->fault.text, fmt, args);
    va_end(args);
    vm->fault.kind = FAULT_NONE;
    vm->fault.cut = why;
    vm_locate(vm, vm->running, &vm->fault);
    return RUN_CUT;
}

RunEnd fault_unwritten(Vm *vm, const char *what, const char *cut) {
    if (vm->options.check_uninitialized)
        return fault_set(vm, FAULT_UNINITIALIZED, 0, "%s", what);
    return fault_cut(vm, CUT_UNKNOWN_VALUE, "%s (--property uninitialized reports this as a violation)", cut ? cut : what);
}

static void describe(Vm *vm, ObjId id, Text *out) {
    const Program *p = vm->program;
    if (id <= p->nglobals) {
        const Global *g = &p->globals[id];
        if (g->is_private)
            text_add(out, "a constant of %u bytes", g->size);
        else
            text_add(out, "'%s' (%u bytes)", g->name, g->size);
        return;
    }
    Place *o = obj_dyn(vm, id);
    u32 size = o ? o->size : 0;
    switch (obj_kind(vm, id)) {
    case OBJ_HEAP:
        text_add(out, "a heap block of %u bytes", size);
        break;
    case OBJ_LOCAL:
        text_add(out, "a local variable of %u bytes", size);
        break;
    case OBJ_TLS:
        text_add(out, "a thread-local variable of %u bytes", size);
        break;
    case OBJ_FUNC:
        text_add(out, "the function '%s'", p->funcs[id - p->nglobals - 1].name);
        break;
    default:
        text_add(out, "an internal object of %u bytes", size);
    }
}

static RunEnd fault_bounds(Vm *vm, ObjId id, u64 off, u64 n, const char *verb) {
    Text what = {0};
    describe(vm, id, &what);
    RunEnd end;
    if ((i64)off < 0)
        end = fault_set(vm, FAULT_OUT_OF_BOUNDS, id, "%s of %llu byte%s, %llu before the start of %s", verb,
                        (unsigned long long)n, n == 1 ? "" : "s", (unsigned long long)-off, text_str(&what));
    else
        end = fault_set(vm, FAULT_OUT_OF_BOUNDS, id, "%s of %llu byte%s at offset %llu of %s", verb,
                        (unsigned long long)n, n == 1 ? "" : "s", (unsigned long long)off, text_str(&what));
    text_done(&what);
    return end;
}

RunEnd fault_access(Vm *vm, Cell ptr, u64 off, u64 n, bool is_write) {
    const char *verb = is_write ? "write" : "read";
    if (ptr.tag == OBJ_UNDEF)
        return fault_unwritten(vm, is_write ? "write through a pointer that was never set" :
                                              "read through a pointer that was never set", NULL);
    if (ptr.tag == OBJ_ADDRESS || (ptr.part && ptr.tag))
        return fault_cut(vm, CUT_UNSUPPORTED, "%s through a pointer computed from the numeric value of an address",
                         verb);
    if (ptr.tag == OBJ_NONE && off < 4096)
        return fault_set(vm, FAULT_NULL_DEREF, 0, "%s through a null pointer%s", verb,
                         off ? " plus an offset" : "");
    if (ptr.tag == OBJ_NONE)
        return fault_set(vm, FAULT_INVALID_POINTER, 0, "%s through a pointer made from the number %#llx", verb,
                         (unsigned long long)off);
    switch (obj_kind(vm, ptr.tag)) {
    case OBJ_FREED:
        return fault_set(vm, FAULT_USE_AFTER_FREE, ptr.tag, "%s of memory that was freed", verb);
    case OBJ_RETURNED:
        return fault_set(vm, FAULT_USE_AFTER_RETURN, ptr.tag, "%s of a local variable whose %s", verb,
                         obj_dyn(vm, ptr.tag)->flags & BLOCK_SCOPE ? "scope has ended" : "function has returned");
    case OBJ_FUNC:
        return fault_set(vm, FAULT_INVALID_POINTER, ptr.tag, "%s through a pointer to a function", verb);
    case OBJ_CONST:
        if (is_write) {
            Text what = {0};
            describe(vm, ptr.tag, &what);
            RunEnd end = fault_set(vm, FAULT_INVALID_POINTER, ptr.tag, "write to %s, which is constant",
                                   text_str(&what));
            text_done(&what);
            return end;
        }
        return fault_bounds(vm, ptr.tag, off, n, verb);
    default:
        return fault_bounds(vm, ptr.tag, off, n, verb);
    }
}

RunEnd fault_wait(Vm *vm, WaitState why, Cell word) {
    if (why == WAIT_INVALID)
        return fault_access(vm, word, word.v, 4, false);
    return fault_set(vm, FAULT_MUTEX_MISUSE, word.tag, "use of %s",
                     why == WAIT_UNDEF ? "a synchronisation object that was never initialised" :
                                         "something that is not an initialised synchronisation object");
}
