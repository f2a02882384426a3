// SPDX-License-Identifier: Apache-2.0
// What goes wrong in a run, in words.
#include "vm/vm_int.h"

#include <string.h>

void vm_locate(Vm *vm, ThreadId k, Fault *out) {
    out->thread = k;
    if (!vm_is_alive(vm, k))
        return;
    const Thread *t = vm_live(vm, k);
    for (u32 i = t->nframes; i-- > 0;) {
        const Frame *fr = &t->frames[i];
        out->func = fr->func;
        out->pc = i + 1 == t->nframes ? fr->pc : fr->pc - 1;
        CHECK(program_func_at(vm->program, out->pc) == fr->func);
        if (!vm->program->funcs[fr->func].is_runtime)
            return;
    }
}

void fault_copy(Fault *to, const Fault *from) {
    ENSURE(to != from);
    Text text = to->text;
    *to = *from;
    to->text = text;
    text_clear(&to->text);
    text_add(&to->text, "%s", text_str(&from->text));
    ENSURE(to->text.len == from->text.len);
}

void fault_forget(Fault *f) {
    text_done(&f->text);
    *f = (Fault){0};
}

RunEnd fault_set(Vm *vm, FaultKind kind, ObjId obj, const char *fmt, ...) {
    ENSURE(kind != FAULT_NONE && kind < FAULT_COUNT);
    va_list args;
    text_clear(&vm->fault.text);
    va_start(args, fmt);
    text_addv(&vm->fault.text, fmt, args);
    va_end(args);
    vm->fault.kind = kind;
    vm->fault.cut = CUT_NONE;
    vm->fault.obj = obj;
    vm->fault.places = 0;
    vm_locate(vm, vm->running, &vm->fault);
    return RUN_FAULT;
}

bool fault_is_excused(Vm *vm, FaultKind kind) {
    ENSURE(kind != FAULT_NONE && kind < FAULT_COUNT);
    if (!vm->options.excuses)
        return false;
    Fault f = {.kind = kind};
    vm_locate(vm, vm->running, &f);
    return vm_excuses(vm, &f);
}

bool fault_goes_on(Vm *vm, FaultKind kind, const char *text) {
    ENSURE(kind != FAULT_NONE && kind < FAULT_COUNT);
    if (!(vm->options.unasked >> kind & 1))
        return fault_is_excused(vm, kind);
    if (!vm->gone_on) {
        vm->first_gone_on.kind = kind;
        text_add(&vm->first_gone_on.text, "%s", text);
        vm_locate(vm, vm->running, &vm->first_gone_on);
    }
    vm->gone_on |= 1u << kind;
    return true;
}

RunEnd fault_cut(Vm *vm, CutKind why, const char *fmt, ...) {
    ENSURE(why != CUT_NONE);
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
    return fault_cut(vm, CUT_UNKNOWN_VALUE,
                     "%s (--property uninitialized reports this as a violation)", cut ? cut : what);
}

static void add_sized(Text *out, const char *what, u32 size) {
    text_add(out, "%s of %u byte%s", what, size, size == 1 ? "" : "s");
}

static void describe(Vm *vm, ObjId id, Text *out) {
    const Program *p = vm->program;
    ENSURE(tag_names_object(id));
    if (id <= p->nglobals) {
        const Global *g = &p->globals[id];
        if (g->is_runtime && strcmp(g->name, "__rt_outputs") == 0)
            text_add(out, "a stream (stdout or stderr)");
        else if (g->is_private)
            add_sized(out, "a constant", g->size);
        else
            text_add(out, "'%s' (%u byte%s)", g->name, g->size, g->size == 1 ? "" : "s");
        return;
    }
    Place *o = obj_dyn(vm, id);
    u32 size = o ? o->size : 0;
    switch (obj_kind(vm, id)) {
    case OBJ_HEAP: add_sized(out, "a heap block", size); break;
    case OBJ_LOCAL: add_sized(out, "a local variable", size); break;
    case OBJ_TLS: add_sized(out, "a thread-local variable", size); break;
    case OBJ_FUNC: text_add(out, "the function '%s'", p->funcs[id - p->nglobals - 1].name); break;
    default: add_sized(out, "an internal object", size);
    }
}

static RunEnd fault_bounds(Vm *vm, ObjId id, u64 off, u64 n, const char *verb) {
    ENSURE(tag_names_object(id));
    Text what = {0};
    describe(vm, id, &what);
    RunEnd end;
    if ((i64)off < 0)
        end = fault_set(
            vm, FAULT_OUT_OF_BOUNDS, id, "%s of %llu byte%s, %llu before the start of %s", verb,
            (unsigned long long)n, n == 1 ? "" : "s", (unsigned long long)-off, text_str(&what));
    else
        end = fault_set(vm, FAULT_OUT_OF_BOUNDS, id, "%s of %llu byte%s at offset %llu of %s", verb,
                        (unsigned long long)n, n == 1 ? "" : "s", (unsigned long long)off,
                        text_str(&what));
    text_done(&what);
    return end;
}

static const char *how_ended(const Place *local) {
    ENSURE(local->kind == OBJ_RETURNED);
    if (local->flags & BLOCK_THREAD)
        return "thread-local variable whose thread has ended";
    return local->flags & BLOCK_SCOPE ? "local variable whose scope has ended"
                                      : "local variable whose function has returned";
}

// Why a pointer may be null that the program did not expect to be.
static const char *why_null(Vm *vm) {
    Cell c;
    for (ObjId g = 1; g <= vm->program->nglobals; g++)
        if (vm->program->globals[g].is_runtime &&
            strcmp(vm->program->globals[g].name, "__rt_too_large") == 0 &&
            vm_peek(vm, g, 0, 4, &c) && c.v)
            return " (allocations of more than 1 GiB return NULL here, and there was one)";
    return "";
}

static RunEnd fault_number(Vm *vm, u64 address, const char *verb) {
    if (address < 4096)
        return fault_set(vm, FAULT_NULL_DEREF, 0, "%s through a null pointer%s%s", verb,
                         address ? " plus an offset" : "", why_null(vm));
    return fault_set(vm, FAULT_INVALID_POINTER, 0,
                     "%s through a pointer made from the number %#llx%s", verb,
                     (unsigned long long)address, why_null(vm));
}

RunEnd fault_numeric(Vm *vm, const char *what) {
    Text why = {0};
    address_add_lack(vm, &why);
    RunEnd end =
        fault_cut(vm, CUT_ADDRESS, "%s the numeric value of an address%s", what, text_str(&why));
    text_done(&why);
    return end;
}

static RunEnd fault_computed(Vm *vm, const char *verb) {
    Text what = {0};
    text_add(&what, "%s through a pointer computed from", verb);
    RunEnd end = fault_numeric(vm, text_str(&what));
    text_done(&what);
    return end;
}

static RunEnd fault_undefined(Vm *vm, const Global *g, bool is_write) {
    ENSURE(g->is_undefined);
    bool has_stub = g->stubs[0] != '\0';
    return fault_cut(
        vm, CUT_UNDEFINED,
        "%s '%s', a variable that nothing defines: give the file that defines it%s%s%s%s",
        is_write ? "write to" : "read of", g->qualified ? g->qualified : g->name,
        has_stub ? ", or --stub " : "", has_stub ? g->name : "", has_stub ? "=" : "", g->stubs);
}

bool fault_is_huge(const Vm *vm, ObjId id) {
    const Place *p = obj_dyn(vm, id);
    CHECK(!p || p->kind != OBJ_HEAP || !(p->flags & BLOCK_HUGE) || p->size == 0);
    return p && p->kind == OBJ_HEAP && (p->flags & BLOCK_HUGE);
}

RunEnd fault_no_room(Vm *vm) {
    return fault_cut(vm, CUT_OBJECTS, "more than %u objects at a time", MAX_OBJECTS);
}

RunEnd fault_access(Vm *vm, Cell ptr, u64 off, u64 n, bool is_write) {
    const char *verb = is_write ? "write" : "read";
    switch (cell_kind(vm, ptr)) {
    case CELL_UNWRITTEN:
        return fault_unwritten(vm,
                               is_write ? "write through a pointer that was never set"
                                        : "read through a pointer that was never set",
                               NULL);
    case CELL_NUMBER:
    case CELL_GIVEN: return fault_number(vm, off, verb);
    case CELL_ADDRESS: return fault_computed(vm, verb);
    case CELL_POINTER:
    case CELL_SPOT:
    case CELL_UNKNOWN: break;
    }
    ENSURE(tag_names_object(ptr.tag));
    if (ptr.part) {
        address_looked_at(vm, ptr.tag);
        return fault_computed(vm, verb);
    }
    if (fault_is_huge(vm, ptr.tag))
        return fault_cut(vm, CUT_UNSUPPORTED, "%s of a block of more than 1 GiB", verb);
    switch (obj_kind(vm, ptr.tag)) {
    case OBJ_FREED:
        return fault_set(vm, FAULT_USE_AFTER_FREE, ptr.tag, "%s of memory that was freed", verb);
    case OBJ_RETURNED:
        return fault_set(vm, FAULT_USE_AFTER_RETURN, ptr.tag, "%s of a %s", verb,
                         how_ended(obj_dyn(vm, ptr.tag)));
    case OBJ_FUNC:
        return fault_set(vm, FAULT_INVALID_POINTER, ptr.tag, "%s through a pointer to a function",
                         verb);
    case OBJ_CONST:
        if (vm->program->globals[ptr.tag].is_undefined)
            return fault_undefined(vm, &vm->program->globals[ptr.tag], is_write);
        if (is_write) {
            Text what = {0};
            describe(vm, ptr.tag, &what);
            RunEnd end = fault_set(vm, FAULT_INVALID_POINTER, ptr.tag,
                                   "write to %s, which is constant", text_str(&what));
            text_done(&what);
            return end;
        }
        return fault_bounds(vm, ptr.tag, off, n, verb);
    default: return fault_bounds(vm, ptr.tag, off, n, verb);
    }
}

RunEnd fault_wait(Vm *vm, WaitState why, Cell word) {
    ENSURE(why != WAIT_HOLDS && why != WAIT_NOT_YET);
    if (why == WAIT_INVALID)
        return fault_access(vm, word, word.v, 4, false);
    return fault_set(vm, FAULT_MUTEX_MISUSE, word.tag, "use of %s",
                     why == WAIT_UNDEF
                         ? "a synchronisation object that was never initialised"
                         : "something that is not an initialised synchronisation object");
}
