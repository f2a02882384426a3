// SPDX-License-Identifier: Apache-2.0
// setjmp and longjmp. A mark is an object among the locals of the frame to come back to, so it ends
// with that frame; its site is the pc to come back to. A frame keeps one mark for each such place,
// however often it passes there. The offset of the pointer to it is the number of the frame's
// locals at that moment: variable-length arrays that were made later end with the jump, as they do
// when the stack pointer is set back.
//
// What the frame still needs at the place of return must not be forgotten meanwhile: see
// analysis/liveness.c.
#include "vm/vm_int.h"

#include <string.h>

static bool is_mark(const Vm *vm, ObjId local) {
    const Place *p = obj_dyn(vm, local);
    CHECK(p && (p->kind != OBJ_LOCAL || !p->site || p->size == 1));
    return p->kind == OBJ_LOCAL && p->site;
}

Cell jump_mark(Vm *vm, Thread *t) {
    ENSURE(t->nframes >= 2);
    Frame *callee = &t->frames[t->nframes - 1], *f = callee - 1;
    ENSURE(f->pc && f->first_local <= callee->first_local && callee->first_local <= t->nlocals);
    u32 keep = 0;
    for (u32 i = f->first_local; i < callee->first_local; i++)
        keep += !is_mark(vm, t->locals[i]);
    for (u32 i = f->first_local; i < callee->first_local; i++)
        if (obj_dyn(vm, t->locals[i])->site == f->pc)
            return cell_pointer(t->locals[i], keep);
    ObjId id = obj_new(vm, OBJ_LOCAL, 1, 0, true);
    if (!id)
        return (Cell){0};
    obj_dyn(vm, id)->site = f->pc;
    CHECK(is_mark(vm, id));
    VEC_RESERVE(t->locals, t->nlocals, t->locals_cap, 1);
    ObjId *at = t->locals + callee->first_local;
    memmove(at + 1, at, (t->nlocals - callee->first_local) * sizeof *at);
    *at = id;
    t->nlocals++;
    callee->first_local++;
    return cell_pointer(id, keep);
}

// The frame of t that has the mark among its locals; t->nframes if none has.
static u32 frame_of_mark(const Thread *t, ObjId mark) {
    u32 k = 0;
    while (k < t->nlocals && t->locals[k] != mark)
        k++;
    u32 i = k < t->nlocals ? t->nframes - 1 : t->nframes;
    while (i < t->nframes && t->frames[i].first_local > k)
        i--;
    CHECK(i == t->nframes || t->frames[i].first_local <= k);
    return i;
}

// It points to something, but not to a mark of this thread.
static RunEnd bad_pointer(Vm *vm, ObjId to) {
    ENSURE(tag_names_object(to));
    if (obj_kind(vm, to) == OBJ_RETURNED)
        return fault_set(
            vm, FAULT_USE_AFTER_RETURN, to,
            "longjmp to a place whose function has returned or whose thread has ended");
    if (obj_kind(vm, to) == OBJ_LOCAL && is_mark(vm, to))
        return fault_set(vm, FAULT_INVALID_POINTER, to, "longjmp to a setjmp of another thread");
    return fault_set(vm, FAULT_INVALID_POINTER, 0, "longjmp with a buffer that was overwritten");
}

static RunEnd bad_mark(Vm *vm, Cell mark) {
    FaultKind kind = FAULT_INVALID_POINTER;
    switch (cell_kind(vm, mark)) {
    case CELL_POINTER: return bad_pointer(vm, mark.tag);
    case CELL_UNKNOWN:
    case CELL_SPOT:
    case CELL_GIVEN:
    case CELL_ADDRESS: return fault_set(vm, kind, 0, "longjmp with a buffer that was overwritten");
    case CELL_UNWRITTEN: kind = vm->options.check_uninitialized ? FAULT_UNINITIALIZED : kind; break;
    case CELL_NUMBER: break;
    }
    return fault_set(vm, kind, 0, "longjmp with a buffer that setjmp has not filled");
}

bool jump_to(Vm *vm, Thread *t, Cell mark, u32 result, RunEnd *end) {
    bool is_good = obj_kind(vm, mark.tag) == OBJ_LOCAL && is_mark(vm, mark.tag);
    u32 target = is_good ? frame_of_mark(t, mark.tag) : t->nframes;
    if (target >= t->nframes) {
        *end = bad_mark(vm, mark);
        return false;
    }
    while (t->nframes > target + 1)
        frame_pop(vm, t);
    jump_restore(vm, t, (u32)mark.v);
    Frame *f = &t->frames[target];
    f->pc = obj_dyn(vm, mark.tag)->site;
    ENSURE(f->pc > vm->program->funcs[f->func].start && f->pc < vm->program->funcs[f->func].end);
    const Insn *call = &vm->program->code[f->pc - 1];
    ENSURE(ir_op_info[call->op].effect == EFFECT_CALL);
    if (vm->program->calls[call->c].ret_cells)
        t->cells[f->base + (u32)call->dst] = cell_number(result);
    return true;
}

// ---- leaving a block with variable-length arrays ------------------------------------------------
// Ends the arrays, not the marks that were made meanwhile.

u32 jump_count_unmarked(const Vm *vm, const Thread *t) {
    u32 n = 0;
    ENSURE(t->nframes > 0 && t->frames[t->nframes - 1].first_local <= t->nlocals);
    for (u32 i = t->frames[t->nframes - 1].first_local; i < t->nlocals; i++)
        n += !is_mark(vm, t->locals[i]);
    return n;
}

void jump_restore(Vm *vm, Thread *t, u32 keep) {
    u32 to = t->frames[t->nframes - 1].first_local;
    ENSURE(to <= t->nlocals);
    for (u32 i = to; i < t->nlocals; i++) {
        ObjId id = t->locals[i];
        bool is_marked = is_mark(vm, id);
        if (!is_marked && keep == 0) {
            obj_end(vm, id, OBJ_RETURNED);
            obj_dyn(vm, id)->flags |= BLOCK_SCOPE;
            continue;
        }
        keep -= !is_marked;
        t->locals[to++] = id;
    }
    t->nlocals = to;
}
