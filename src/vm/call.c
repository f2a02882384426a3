// SPDX-License-Identifier: Apache-2.0
// Calls, returns, variadic arguments, local objects: what the loop does rarely enough to leave its
// function.
#include "vm/vm_int.h"

#include <string.h>

// Lays out the extra arguments of a variadic call one after the other, as va_arg finds them on the
// stack.
static ObjId varargs_new(Vm *vm, const CallInfo *ci, const Cell *args) {
    const VarArg *va = vm->program->varargs + ci->first_vararg;
    u32 size = 0;
    for (u32 i = 0; i < ci->nvarargs; i++)
        size = ((size + va[i].align - 1) & ~(va[i].align - 1)) + va[i].size;
    ObjId id = obj_new(vm, OBJ_LOCAL, size, 4, true);
    if (!id)
        return 0;
    Place *p = obj_dyn(vm, id);
    u32 at = 0;
    for (u32 i = 0; i < ci->nvarargs; i++) {
        at = (at + va[i].align - 1) & ~(va[i].align - 1);
        if (va[i].is_byval) {
            u32 base, from_size;
            Cell c = args[va[i].arg];
            Place *from = obj_place(vm, c.tag, &base, &from_size);
            ENSURE(from && from_size <= va[i].size); // a copy that the caller has made
            memory_copy(vm, p, at, from, base, from_size);
        } else {
            for (u32 k = 0; k < va[i].cells && k * 8 < va[i].size; k++) {
                u32 n = va[i].size - k * 8 < 8 ? va[i].size - k * 8 : 8;
                memory_store(vm, p, at + k * 8, n, &args[va[i].arg + k]);
            }
        }
        at += va[i].size;
    }
    ENSURE(at == size && p->size == size);
    return id;
}

// An error function that nobody has asked for is a function like others: what it does follows.
static bool enters_error(Vm *vm, const Function *fn, RunEnd *end) {
    Text what = {0};
    text_add(&what, "%s() was called", fn->name);
    bool goes_on = fault_goes_on(vm, FAULT_REACH_ERROR, text_str(&what));
    if (!goes_on)
        *end = fault_set(vm, FAULT_REACH_ERROR, 0, "%s", text_str(&what));
    text_done(&what);
    return goes_on;
}

bool call_enter(Vm *vm, Thread *t, FuncId id, const Insn *in, RunEnd *end) {
    const Program *p = vm->program;
    const Function *fn = &p->funcs[id];
    const CallInfo *ci = &p->calls[in->c];
    Frame *f = &t->frames[t->nframes - 1];
    Scratch *s = vm->scratch;
    CHECK(&p->code[f->pc] == in && ir_op_info[in->op].effect == EFFECT_CALL);
    if (fn->is_error && !enters_error(vm, fn, end))
        return false;
    VEC_RESERVE(s->args, 0, s->args_cap, in->aux + 1u);
    for (u32 i = 0; i < in->aux; i++)
        s->args[i] = vm_operand(vm, t, f, p->pool[in->b + (i32)i]);
    f->pc++;
    u32 nargs = fn->is_variadic && ci->is_variadic ? ci->fixed_cells : in->aux;
    if (!frame_push(vm, t, id, s->args, nargs)) {
        f->pc--;
        *end = RUN_CUT;
        return false;
    }
    if (!fn->is_variadic)
        return true;
    ObjId area = varargs_new(vm, ci, s->args);
    if (!area) {
        *end = fault_no_room(vm);
        return false;
    }
    VEC_PUSH(t->locals, t->nlocals, t->locals_cap) = area;
    t->frames[t->nframes - 1].varargs = area;
    return true;
}

bool call_target(Vm *vm, Thread *t, Cell c, FuncId *out, RunEnd *end) {
    address_make_pointer(vm, &c);
    if (obj_kind(vm, c.tag) == OBJ_FUNC && c.v == 0 && !c.part) {
        *out = c.tag - vm->program->nglobals - 1;
        ENSURE(*out < vm->program->nfuncs);
        return true;
    }
    bool is_null = false;
    switch (cell_kind(vm, c)) {
    case CELL_NUMBER: is_null = c.v == 0; break;
    case CELL_POINTER: break;
    case CELL_UNKNOWN:
    case CELL_SPOT:
    case CELL_GIVEN:
    case CELL_ADDRESS: *end = arith_stop(vm, t, arith_plain(vm, &c, 1)); return false;
    case CELL_UNWRITTEN:
        *end = fault_unwritten(vm, "call through a function pointer that was never set", NULL);
        return false;
    }
    *end = is_null ? fault_set(vm, FAULT_NULL_DEREF, 0, "call of a null function pointer")
                   : fault_set(vm, FAULT_INVALID_POINTER, c.tag,
                               "call through a pointer that points to no function");
    return false;
}

bool call_leave(Vm *vm, Thread *t, const Insn *in) {
    const Program *p = vm->program;
    Scratch *s = vm->scratch;
    Frame *f = &t->frames[t->nframes - 1];
    u32 have = in->aux;
    CHECK(&p->code[f->pc] == in && in->op == OP_RET);
    VEC_RESERVE(s->args, 0, s->args_cap, have + 1);
    for (u32 i = 0; i < have; i++)
        s->args[i] = in->a >= 0 ? t->cells[f->base + (u32)in->a + i] : p->consts[~(in->a) + (i32)i];
    if (!frame_pop(vm, t)) {
        vm->returned = have ? s->args[0] : (Cell){0};
        vm->has_returned = true;
        return false;
    }
    f = &t->frames[t->nframes - 1];
    const Insn *call = &p->code[f->pc - 1];
    CHECK(ir_op_info[call->op].effect == EFFECT_CALL);
    Cell *dst = t->cells + f->base + (u32)call->dst;
    u32 want = p->calls[call->c].ret_cells;
    for (u32 i = 0; i < want; i++)
        dst[i] = i < have ? s->args[i] : cell_unwritten();
    return true;
}

// The length of an array that does not fit is mostly negative: as the source's int, or as a long.
static RunEnd too_large(Vm *vm, u64 count, u64 size) {
    bool is_int = count >> 31 == 1, is_long = count >> 63 != 0;
    i64 negative = is_int ? (i64)(i32)(u32)count : (i64)count;
    Text note = {0};
    if (is_int || is_long)
        text_add(&note, " (a negative length? as %s it is %lld)", is_int ? "an int" : "a long",
                 (long long)negative);
    RunEnd end =
        fault_cut(vm, CUT_OBJECTS,
                  "a local variable of %llu times %llu bytes%s is more than the machine holds",
                  (unsigned long long)count, (unsigned long long)size, text_str(&note));
    text_done(&note);
    return end;
}

// A real stack has 8 MiB, unless somebody has asked for more.
enum { LARGE_LOCAL = 64 << 10, USUAL_STACK = 8 << 20 };
static void note_large_stack(Vm *vm, const Thread *t) {
    u64 bytes = 0;
    for (u32 i = 0; i < t->nlocals; i++)
        bytes += obj_look(vm, t->locals[i])->size;
    if (bytes > USUAL_STACK)
        vm->bounds_met |= 1u << BOUND_STACK;
}

bool local_new(Vm *vm, Thread *t, u64 count, u64 size, u32 align_log, Cell *dst, RunEnd *end) {
    if (size && count > MAX_OBJECT_BYTES / size) {
        *end = too_large(vm, count, size);
        return false;
    }
    ObjId id = obj_new(vm, OBJ_LOCAL, (u32)(count * size), align_log, false);
    if (!id) {
        *end = fault_no_room(vm);
        return false;
    }
    CHECK(obj_look(vm, id)->size == count * size && !obj_look(vm, id)->site);
    VEC_PUSH(t->locals, t->nlocals, t->locals_cap) = id;
    if (UNLIKELY(count * size >= LARGE_LOCAL))
        note_large_stack(vm, t);
    *dst = cell_pointer(id, 0);
    return true;
}

// ---- scopes -------------------------------------------------------------------------------------

// Some of the locals whose scope ends can be reached by other threads.
bool scope_is_visible(const Vm *vm, const Thread *t, const Insn *in) {
    CHECK(in->op == OP_END);
    const Frame *f = &t->frames[t->nframes - 1];
    for (u32 i = 0; i < in->aux; i++) {
        const Place *p = obj_dyn(vm, vm_operand(vm, t, f, vm->program->pool[in->b + (i32)i]).tag);
        if (p && p->is_visible)
            return true;
    }
    return false;
}

static void forget_local(Thread *t, ObjId id) {
    ENSURE(t->frames[t->nframes - 1].first_local <= t->nlocals);
    u32 i = t->nlocals;
    while (i > t->frames[t->nframes - 1].first_local && t->locals[i - 1] != id)
        i--;
    if (i == t->frames[t->nframes - 1].first_local)
        return;
    t->nlocals--;
    memmove(t->locals + i - 1, t->locals + i, (t->nlocals - (i - 1)) * sizeof *t->locals);
}

// One that can begin again keeps its place among the locals: the stack pointer may be set back to
// before or behind it.
void scope_end(Vm *vm, Thread *t, const Insn *in) {
    const Frame *f = &t->frames[t->nframes - 1];
    for (u32 i = 0; i < in->aux; i++) {
        ObjId id = vm_operand(vm, t, f, vm->program->pool[in->b + (i32)i]).tag;
        Place *p = obj_dyn(vm, id);
        if (!p || p->kind != OBJ_LOCAL)
            continue;
        u8 kept = in->a ? p->flags & BLOCK_ESCAPED : 0;
        obj_end(vm, id, OBJ_RETURNED);
        p->flags = (p->flags & BLOCK_LAID_OUT) | kept | BLOCK_SCOPE;
        CHECK(p->kind == OBJ_RETURNED && !p->is_visible);
        if (!in->a)
            forget_local(t, id);
    }
}

void scope_begin(Vm *vm, ObjId id, u32 size, u32 align_log) {
    Place *p = obj_dyn(vm, id);
    if (p->kind != OBJ_RETURNED)
        return;
    bool has_escaped = p->flags & BLOCK_ESCAPED;
    obj_begin(vm, id, OBJ_LOCAL, size, align_log, false);
    if (has_escaped)
        obj_escape(vm, id); // whoever remembers the old one reaches the new one
    CHECK(p->kind == OBJ_LOCAL && p->size == size);
    CHECK(p->is_visible == (has_escaped || (p->flags & BLOCK_LAID_OUT)));
}

bool tls_address(Vm *vm, Thread *t, u32 global, Cell *dst, RunEnd *end) {
    const Global *g = &vm->program->globals[global];
    u32 slot = vm->tls_slot[global] - 1;
    ENSURE(g->is_tls && slot < t->ntls && vm->tls_global[slot] == global);
    if (!t->tls[slot]) {
        ObjId id = obj_new(vm, OBJ_TLS, g->size, (u32)__builtin_ctz(g->align ? g->align : 1), true);
        if (!id) {
            *end = fault_no_room(vm);
            return false;
        }
        t->tls[slot] = id;
        Place *p = obj_dyn(vm, id);
        // Who has called a function is told when it looks at a copy of its own. (The library's own
        // data are about the caller.)
        bool is_called = vm->called != THREAD_NONE && t == &vm->threads[vm->called];
        if (is_called && (!g->is_runtime || strcmp(g->name, "errno_value") == 0)) {
            VEC_PUSH(vm->copied, vm->ncopied, vm->copied_cap) = (struct CopiedLocal){id, global};
            p->is_visible = true;
        }
        memory_begin_as(vm, p, &(MemoryImage){g->size, g->init, g->tags, g->ntags});
    }
    *dst = cell_pointer(t->tls[slot], 0);
    return true;
}

// va_list: on x86-64 a structure {gp_offset, fp_offset, overflow_arg_area, reg_save_area}, whose
// register part is marked as used up so that every argument is found in the overflow area; with
// 32-bit pointers, a pointer.
bool varargs_list(Vm *vm, Cell list, bool is_write, Place **place, u32 *off, RunEnd *end) {
    u32 base, size, need = vm->program->ptr_bytes == 8 ? 24 : 4;
    Place *p = list.part ? NULL : obj_place(vm, list.tag, &base, &size);
    if (!p || (is_write && p->kind == OBJ_CONST) || list.v > size || need > size - list.v) {
        *end = fault_access(vm, list, list.v, need, is_write);
        return false;
    }
    *place = p;
    *off = base + (u32)list.v;
    CHECK(*off + need <= p->size);
    return true;
}

void varargs_start(Vm *vm, const Thread *t, Place *p, u32 off) {
    Cell area = {0, t->frames[t->nframes - 1].varargs, 0};
    CHECK(!area.tag || obj_look(vm, area.tag)->kind == OBJ_LOCAL);
    if (vm->program->ptr_bytes == 4) {
        memory_store(vm, p, off, 4, &area);
        return;
    }
    memory_store(vm, p, off, 4, (Cell[]){cell_number(48)});
    memory_store(vm, p, off + 4, 4, (Cell[]){cell_number(176)});
    memory_store(vm, p, off + 8, 8, &area);
    memory_store(vm, p, off + 16, 8, &(Cell){0});
}
