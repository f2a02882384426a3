// SPDX-License-Identifier: Apache-2.0
// What others see of a machine, through vm/vm.h and vm/look.h. Nothing here changes the state that
// it is in; a packed thread may become live, which is the same thread.
#include "vm/vm_int.h"

// ---- the machine --------------------------------------------------------------------------------

const VmOptions *vm_options(const Vm *vm) { return &vm->options; }
void vm_excuse_all(Vm *vm, bool all) { vm->excuses_all = all; }

bool vm_excuses(const Vm *vm, const Fault *f) {
    ENSURE(f->kind != FAULT_NONE);
    return vm->options.excuses &&
           (vm->excuses_all || vm->options.excuses(vm->options.excuses_arg, vm->program, f));
}
const StepRecord *vm_last(const Vm *vm) { return &vm->step; }
bool vm_has_exited(const Vm *vm) { return vm->has_exited; }
int vm_exit_code(const Vm *vm) {
    ENSURE(vm->has_exited);
    return vm->exit_code;
}
u64 vm_instructions(const Vm *vm) { return vm->instructions; }
u32 vm_bounds_met(const Vm *vm) {
    return vm->bounds_met | ir_world_bounds(vm->scratch->conditions_met);
}
u32 vm_forget_bounds_met(Vm *vm) {
    u32 met = vm_bounds_met(vm);
    vm->bounds_met = vm->scratch->conditions_met = 0;
    return met;
}
const bool *vm_reached(const Vm *vm) { return vm->reached; }
u32 vm_gone_on(const Vm *vm, const Fault **first) {
    *first = &vm->first_gone_on;
    ENSURE(!vm->gone_on || (vm->gone_on >> vm->first_gone_on.kind & 1));
    return vm->gone_on;
}

const Stretch *vm_stretches(const Vm *vm, u32 *n) {
    ENSURE(vm->options.logs_stretches);
    for (u32 i = 0; IS_CHECKING && i < vm->nstretches; i++)
        ENSURE(vm->stretches[i].serial < vm->threads_made && vm->stretches[i].bulk_len <= 8);
    *n = vm->nstretches;
    return vm->stretches;
}

// ---- threads ------------------------------------------------------------------------------------

ThreadId vm_running(const Vm *vm) {
    ENSURE(vm->running == THREAD_NONE || vm->running < vm->nthreads);
    return vm->running;
}
bool vm_is_in_atomic(const Vm *vm) {
    ThreadId k = vm->atomic_thread;
    ENSURE(k == THREAD_NONE || (k < vm->nthreads && vm->threads[k].in_atomic));
    return k != THREAD_NONE;
}
u32 vm_threads_made(const Vm *vm) { return vm->threads_made; }

const Thread *vm_live(Vm *vm, ThreadId t) { return thread_live(vm, t); }

const Global *vm_tls_variable(const Vm *vm, u32 slot) {
    ENSURE(slot < vm->ntls && vm->tls_slot[vm->tls_global[slot]] == slot + 1);
    return &vm->program->globals[vm->tls_global[slot]];
}

Cell vm_operand(const Vm *vm, const Thread *t, const Frame *f, i32 operand) {
    CHECK(f >= t->frames && f < t->frames + t->nframes);
    CHECK(operand >= 0 ? (u32)operand < vm->program->funcs[f->func].ncells
                       : (u32)~operand < vm->program->nconsts);
    return operand >= 0 ? t->cells[f->base + (u32)operand] : vm->program->consts[~operand];
}

// ---- memory -------------------------------------------------------------------------------------

const Place *vm_place(Vm *vm, ObjId id, u32 *offset, u32 *size) {
    const Place *p = obj_place(vm, id, offset, size);
    if (!p && tag_names_object(id) && obj_is_value(vm, id)) { // no memory, but it has a place
        p = obj_look(vm, id);
        *offset = 0;
        *size = p->size;
    }
    CHECK(!p || (*offset <= p->size && *size <= p->size - *offset));
    return p;
}

bool vm_peek(Vm *vm, ObjId id, u64 offset, u32 n, Cell *out) {
    u32 base, size;
    const Place *p = obj_place(vm, id, &base, &size);
    if (!p || n == 0 || n > 8 || offset > size || n > size - offset)
        return false;
    CHECK(base + (u32)offset + n <= p->size);
    memory_load(vm, p, base + (u32)offset, n, out);
    *out = cell_seen(vm, *out);
    return true;
}

bool vm_next_access(Vm *vm, ThreadId k, NextAccess *out) {
    const Thread *t = vm_live(vm, k);
    const Frame *f = &t->frames[t->nframes - 1];
    const Insn *in = &vm->program->code[f->pc];
    CHECK(in->op < OP_COUNT);
    Effect e = ir_op_info[in->op].effect;
    if (e != EFFECT_LOAD && e != EFFECT_STORE && e != EFFECT_RMW && e != EFFECT_BULK)
        return false;
    Cell p = vm_as_chosen(vm, vm_operand(vm, t, f, in->a));
    i32 immediate = insn_access_offset(in);
    *out = (NextAccess){.obj = p.tag, .offset = vm_offset(vm, p, immediate)};
    Cell found;
    if (cell_is_number(p) && address_find(vm, out->offset, &found)) {
        out->obj = found.tag;
        out->offset = found.v;
    }
    out->base = (out->offset - (u64)(i64)immediate) & ptr_mask(vm);
    out->size = e == EFFECT_BULK ? vm_operand(vm, t, f, in->c).v : insn_access_bytes(in);
    out->is_read = e == EFFECT_LOAD || e == EFFECT_RMW;
    out->is_write = e != EFFECT_LOAD;
    out->is_atomic =
        e == EFFECT_RMW || (e != EFFECT_BULK && (in->aux & (MEM_ATOMIC | MEM_AS_ATOMIC)));
    CHECK((out->is_read || out->is_write) && (e == EFFECT_BULK || out->size <= 16));
    return true;
}
