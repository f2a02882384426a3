// SPDX-License-Identifier: Apache-2.0
// The accesses of visible operations: for the reduction that is asked about them
// (VmOptions.passes), and for the record of a step (StepRecord.accesses).
#include "vm/vm_int.h"

// Whether a visible operation needs no scheduling point before it. The reduction is asked about
// each one, since it also learns from those that happen anyway.
bool visible_asks(Vm *vm, const Thread *t, const Access *a) {
    ENSURE(a->place || a->is_release);
    bool passes = vm->options.passes && (vm->nthreads > 1 || vm->options.asks_alone) &&
                  vm->options.passes(vm->options.passes_arg, vm, t, a);
    vm->relies = vm->relies || passes;
    return passes;
}

// Whether others can reach locals or thread-locals of the thread, which end with it.
static bool ends_visible(const Vm *vm, const Thread *t) {
    bool is = false;
    for (u32 i = 0; i < t->nlocals && !is; i++)
        is = obj_dyn(vm, t->locals[i])->is_visible;
    for (u32 i = 0; i < t->ntls && !is; i++)
        is = t->tls[i] && obj_dyn(vm, t->tls[i])->is_visible;
    return is;
}

bool visible_release(Vm *vm, const Thread *t, Cell lock) {
    Access a = {.obj = lock.tag, .off = lock.v, .size = 1, .is_release = true};
    u32 base, size;
    const Place *p = vm_place(vm, lock.tag, &base, &size);
    bool is_end = lock.tag == t->self, has_relied = vm->relies;
    a.is_begin = p && !is_end && !t->frames[t->nframes - 1].is_lock_model;
    bool passes = !(is_end && (has_relied || ends_visible(vm, t))) && visible_asks(vm, t, &a);
    // Nobody can do anything about a thread that begins or ends: there is nothing to rely on.
    if (is_end || (p && place_is_private(p)))
        vm->relies = has_relied;
    return passes;
}

void visible_record(Vm *vm, const Access *a) {
    ENSURE(a->place);
    CHECK(vm->running < vm->nthreads && a->obj);
    if (UNLIKELY(vm->repeated))
        witness_access(vm, a);
    if (!vm->options.record_accesses || !a->place->is_visible)
        return;
    Access *kept = &VEC_PUSH(vm->step.accesses, vm->step.naccesses, vm->accesses_cap);
    *kept = *a;
    kept->whole = a->place->size;
}

void visible_access(Vm *vm, const Thread *t, const Access *a) {
    CHECK(t == &vm->threads[vm->running]);
    if (!a->place->is_visible)
        return;
    visible_asks(vm, t, a);
    visible_record(vm, a);
}

static Commutes commutes(const Insn *in) {
    if (in->op != OP_RMW || !(in->aux & MEM_UNUSED))
        return COMMUTES_NOT;
    switch ((RmwFn)(in->aux >> 8)) {
    case RMW_ADD:
    case RMW_SUB: return COMMUTES_ADD;
    case RMW_AND: return COMMUTES_AND;
    case RMW_OR: return COMMUTES_OR;
    case RMW_XOR: return COMMUTES_XOR;
    default: return COMMUTES_NOT;
    }
}

Access visible_access_of(const Insn *in, const Place *p, ObjId obj, u32 off, u32 n) {
    ENSURE(p && n >= 1);
    Effect e = ir_op_info[in->op].effect;
    CHECK(e == EFFECT_LOAD || e == EFFECT_STORE || e == EFFECT_RMW);
    CHECK(off <= p->size && n <= p->size - off);
    bool is_rmw = e == EFFECT_RMW;
    return (Access){.place = p,
                    .obj = obj,
                    .off = off,
                    .size = n,
                    .is_write = e != EFFECT_LOAD,
                    .is_blind = e == EFFECT_STORE,
                    .is_atomic = is_rmw || (in->aux & (MEM_ATOMIC | MEM_AS_ATOMIC)),
                    .commutes = commutes(in)};
}

// An operation on all of an object.
Access visible_whole(Vm *vm, ObjId obj) {
    u32 base, size;
    const Place *p = vm_place(vm, obj, &base, &size);
    ENSURE(p != NULL);
    CHECK(base <= p->size && size <= p->size - base);
    return (Access){
        .place = p, .obj = obj, .off = base, .size = size, .is_write = true, .is_end = true};
}

// The visible ones of the locals from index `from` on end.
void visible_locals_end(Vm *vm, const Thread *t, u32 from) {
    ENSURE(from <= t->nlocals);
    for (u32 i = from; i < t->nlocals; i++) {
        Access a = visible_whole(vm, t->locals[i]);
        if (!a.place->is_visible)
            continue;
        visible_access(vm, t, &a);
    }
}

// The same for locals whose scope ends.
void visible_scope_end(Vm *vm, const Thread *t, const Insn *in) {
    CHECK(in->b >= 0 && (u32)in->b + in->aux <= vm->program->npool);
    const Frame *f = &t->frames[t->nframes - 1];
    for (u32 i = 0; i < in->aux; i++) {
        ObjId id = vm_operand(vm, t, f, vm->program->pool[in->b + (i32)i]).tag;
        if (!obj_dyn(vm, id) || !obj_dyn(vm, id)->is_visible)
            continue;
        Access a = visible_whole(vm, id);
        visible_access(vm, t, &a);
    }
}

static void visible_thread_end(Vm *vm, const Thread *t) {
    ENSURE(t->ntls <= vm->ntls);
    visible_locals_end(vm, t, 0);
    for (u32 i = 0; i < t->ntls; i++) {
        if (!t->tls[i] || !obj_dyn(vm, t->tls[i])->is_visible)
            continue;
        Access a = visible_whole(vm, t->tls[i]);
        visible_access(vm, t, &a);
    }
}

// The next piece of a memcpy or memset: its accesses, at most two.
u32 visible_bulk(const Vm *vm, const Thread *t, const Insn *in, const Bulk *b, Access *out) {
    const Frame *f = &t->frames[t->nframes - 1];
    u32 n = 0;
    if (b->is_copy && !t->has_bulk_value)
        out[n++] = (Access){.place = b->src,
                            .obj = vm_operand(vm, t, f, in->b).tag,
                            .off = b->src_off,
                            .size = b->n};
    if (!b->in_two || t->has_bulk_value)
        out[n++] = (Access){.place = b->dst,
                            .obj = vm_operand(vm, t, f, in->a).tag,
                            .off = b->dst_off,
                            .size = b->n,
                            .is_write = true};
    ENSURE(n >= 1);
    return n;
}

bool visible_bulk_asks(Vm *vm, const Thread *t, const Insn *in, const Bulk *b, bool is_whole) {
    Access a[2];
    u32 n = visible_bulk(vm, t, in, b, a);
    bool passes = true;
    CHECK(n == 1 || (b->is_copy && !b->in_two));
    for (u32 i = 0; i < n; i++) {
        a[i].goes_in_pieces = is_whole;
        if (a[i].place->is_visible && !visible_asks(vm, t, &a[i]))
            passes = false;
    }
    return passes;
}

void visible_bulk_record(Vm *vm, const Thread *t, const Insn *in, const Bulk *b) {
    CHECK(b->n > 0 && b->is_visible);
    Access a[2];
    u32 n = visible_bulk(vm, t, in, b, a);
    for (u32 i = 0; i < n; i++)
        visible_record(vm, &a[i]);
}

bool visible_down_asks(Vm *vm, const Thread *t, const Insn *in, Cell p) {
    u32 base, size;
    const Place *place = vm_place(vm, p.tag, &base, &size);
    ENSURE(place != NULL); // it has ways
    u64 off = base + vm_offset(vm, p, in->c);
    CHECK(off + (u32)in->b <= place->size);
    Access a = {.place = place,
                .obj = p.tag,
                .off = off,
                .size = (u32)in->b,
                .is_write = in->aux & 1,
                .goes_in_pieces = true};
    return visible_asks(vm, t, &a);
}

// What a trap does to memory that others can reach, beside the words of waits.
void visible_trap(Vm *vm, const Thread *t, i32 trap, const Cell *args) {
    CHECK(trap >= 0 && trap < TRAP_COUNT);
    TrapMemory memory = ir_trap_info[trap].memory;
    if (memory == MEMORY_LEAVES)
        visible_thread_end(vm, t);
    u32 base, size;
    bool is_end = memory == MEMORY_ENDS || memory == MEMORY_RETIRES;
    if (!is_end && memory != MEMORY_LOOKS)
        return;
    const Place *p = vm_place(vm, args[0].tag, &base, &size);
    if (!p || !p->is_visible)
        return;
    Access a = {.place = p,
                .obj = args[0].tag,
                .off = base,
                .size = size,
                .is_write = is_end,
                .is_end = is_end};
    visible_access(vm, t, &a);
}

// The words that a wait looks at.
void visible_wait(Vm *vm, const Thread *t, const Pending *w) {
    ENSURE(w->kind == PEND_WAIT && w->ninterrupts <= MOST_INTERRUPTS);
    for (u32 i = 0; i < 1u + w->ninterrupts; i++) {
        const Cell *word = i ? &w->interrupts[i - 1] : &w->word;
        u32 base, size;
        const Place *p = vm_place(vm, word->tag, &base, &size);
        if (!p || !p->is_visible)
            continue;
        Access a = {.place = p,
                    .obj = word->tag,
                    .off = base + word->v,
                    .size = 4,
                    .is_atomic = true,
                    .is_join = !i && vm_wait_kind(w) == WAIT_JOIN && t->masks <= MASKS_OF_JOIN};
        visible_access(vm, t, &a);
    }
}

// A trap that is a visible operation only if others can reach the block that it is about.
bool visible_is_private(Vm *vm, i32 trap, const Cell *args) {
    TrapMemory memory = ir_trap_info[trap].memory;
    if (memory != MEMORY_ENDS && memory != MEMORY_LOOKS)
        return false;
    const Place *p = obj_dyn(vm, args[0].tag);
    // Where addresses are used again, another thread's malloc notices that a block was freed.
    CHECK(ir_trap_info[trap].nargs >= 1);
    bool is_noticed = vm->options.reuse_addresses && trap == TRAP_FREE;
    return p && p->kind == OBJ_HEAP && !p->is_visible && !is_noticed;
}
