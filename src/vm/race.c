// SPDX-License-Identifier: Apache-2.0
// Data races: two threads access the same bytes one right after the other, at least one of them
// writes, and not both accesses are atomic.
//
// Before a thread takes a step, the accesses at which the other threads stand are collected (its
// rivals); each access of the step is compared with them. SOUND: a rival could go next, since it
// stands at a memory access, which never waits; so the two accesses are adjacent in that run. And
// no race is missed: when two conflicting accesses are adjacent in some run, then in the state
// before the first of them both threads stand at theirs. An atomic section is one step with many
// accesses: all of them are compared when the section runs, and its accesses are atomic among
// themselves. So a model whose masked part writes to the program's memory claims afterwards,
// unmasked, that it did (__heddle_wrote): another section that reads or writes there and runs
// meanwhile finds the claim. SOUND: between the end of the section and the claim its thread does
// nothing. Who has learnt meanwhile, from what the section did to an object of the library's, that
// it has run is not ordered after it: no standard says that all of the call is over then. Reads
// need no claims: of a section that reads and one that writes, the one that writes can run first,
// or the two are kept in order by something else.
#include "vm/vm_int.h"

static Access *add_rival(Vm *vm, ThreadId k, const Place *p, u64 off, u64 size) {
    ENSURE(k != vm->running && p);
    CHECK(k < vm->nthreads && off <= p->size && size <= p->size - off);
    Scratch *s = vm->scratch;
    Rival *r = &VEC_PUSH(s->rivals, s->nrivals, s->rivals_cap);
    r->thread = k;
    r->access =
        (Access){.place = p, .off = off, .size = size, .is_atomic = vm->threads[k].masks > 0};
    return &r->access;
}

static void add_next(Vm *vm, ThreadId k) {
    NextAccess next;
    u32 base, size;
    if (!vm_next_access(vm, k, &next))
        return;
    const Place *p = vm_place(vm, next.obj, &base, &size);
    if (!p || next.offset > size || next.size > size - next.offset)
        return;
    Access *a = add_rival(vm, k, p, base + next.offset, next.size);
    CHECK(vm_thread(vm, k)->form == THREAD_LIVE);
    a->is_write = next.is_write;
    a->is_atomic |= next.is_atomic;
}

// The next piece of a memcpy or memset. Planning it may stop the thread, which must not show.
static void add_bulk(Vm *vm, ThreadId k, const Insn *in) {
    Thread *t = &vm->threads[k];
    Pending pend = t->pend;
    Bulk b;
    RunEnd end;
    bool is_planned = bulk_plan(vm, t, in, &b, &end);
    t->pend = pend;
    if (!is_planned || b.n == 0)
        return;
    CHECK(b.is_copy || !t->has_bulk_value);
    if (b.is_copy && !t->has_bulk_value)
        add_rival(vm, k, b.src, b.src_off, b.n);
    // A witness does not know whether others can see both sides, so that the store is an operation
    // of its own.
    if (!b.in_two || t->has_bulk_value || vm->repeated)
        add_rival(vm, k, b.dst, b.dst_off, b.n)->is_write = true;
}

// An access that a model claims to have done. SOUND: what others cannot reach nobody can be in the
// way of.
static bool claimed(Vm *vm, i32 trap, const Cell *args, Access *out) {
    CHECK(trap >= 0 && trap < TRAP_COUNT);
    u32 base, size;
    TrapMemory memory = ir_trap_info[trap].memory;
    if (memory != MEMORY_WROTE && memory != MEMORY_READ)
        return false;
    Cell p = args[0], n = args[1];
    CHECK(ir_trap_info[trap].nargs >= 2);
    const Place *place = cell_has_number(n) && n.v ? vm_place(vm, p.tag, &base, &size) : NULL;
    if (!place || !place->is_visible || p.v > size || n.v > size - p.v)
        return false;
    *out = (Access){.place = place,
                    .obj = p.tag,
                    .off = base + p.v,
                    .size = n.v,
                    .is_write = memory == MEMORY_WROTE};
    return true;
}

static void add_claim(Vm *vm, ThreadId k, i32 trap, Cell p, Cell n) {
    Access a;
    ENSURE(k < vm->nthreads);
    if (claimed(vm, trap, (Cell[]){p, n}, &a))
        add_rival(vm, k, a.place, a.off, a.size)->is_write = a.is_write;
}

static void add_free(Vm *vm, ThreadId k, Cell block) {
    u32 base, size;
    ENSURE(k < vm->nthreads);
    const Place *p = vm_place(vm, block.tag, &base, &size);
    if (p && p->kind == OBJ_HEAP)
        *add_rival(vm, k, p, 0, size) = (Access){.place = p, .size = size, .is_write = true};
}

void race_begin(Vm *vm, ThreadId running) {
    ENSURE(running < vm->nthreads && running == vm->running);
    const Program *p = vm->program;
    vm->scratch->nrivals = 0;
    for (ThreadId k = 0; k < vm->nthreads; k++) {
        PendKind pend = vm->threads[k].pend.kind;
        if (k == running || (pend != PEND_READY && pend != PEND_PIECES))
            continue;
        Thread *t = thread_live(vm, k);
        const Frame *f = &t->frames[t->nframes - 1];
        const Insn *in = &p->code[f->pc];
        if (ir_op_info[in->op].effect == EFFECT_BULK)
            add_bulk(vm, k, in);
        else if (in->op == OP_TRAP && in->a == TRAP_FREE)
            add_free(vm, k, vm_operand(vm, t, f, p->pool[in->b]));
        else if (in->op == OP_TRAP && (in->a == TRAP_WROTE || in->a == TRAP_READ))
            add_claim(vm, k, in->a, vm_operand(vm, t, f, p->pool[in->b]),
                      vm_operand(vm, t, f, p->pool[in->b + 1]));
        else
            add_next(vm, k);
    }
}

// Whether the access of the running thread races with the one at which a rival stands. What models
// keep for themselves is theirs to protect.
static bool races_with(const Access *a, const Rival *r) {
    ENSURE(a->place);
    return a->place->kind != OBJ_INTERNAL && access_conflicts(&r->access, a) &&
           !(r->access.is_atomic && a->is_atomic);
}

// The library function that a thread has called and is in; NULL if it is in none.
static const char *library_call(Vm *vm, ThreadId k) {
    ENSURE(k < vm->nthreads);
    const Thread *t = thread_live(vm, k);
    u32 n = thread_user_frames(vm, t);
    return n && n < t->nframes ? vm->program->funcs[t->frames[n].func].name : NULL;
}

// (Accesses of a call that is one step count as atomic, but nobody has written them so.)
static void describe(Text *out, bool is_atomic, bool is_write, u64 size) {
    ENSURE(size > 0);
    text_add(out, "%s%s of %llu byte%s", is_atomic ? "atomic " : "", is_write ? "write" : "read",
             (unsigned long long)size, size == 1 ? "" : "s");
}

// The race without its sentence.
static Fault race_between(Vm *vm, const Access *a, const Rival *r) {
    ENSURE(r->thread < vm->nthreads && r->thread != vm->running);
    Fault f = {.kind = FAULT_DATA_RACE, .obj = a->obj, .size = a->size, .rival = r->thread};
    Fault other = {0};
    u32 base = 0;
    vm_locate(vm, vm->running, &f);
    vm_locate(vm, r->thread, &other);
    f.rival_func = other.func;
    f.rival_pc = other.pc;
    vm_place(vm, a->obj, &base, &(u32){0});
    ENSURE(base <= a->off);
    f.offset = a->off - base;
    return f;
}

static void race_set(Vm *vm, const Access *a, const Rival *r) {
    ENSURE(races_with(a, r));
    Fault f = race_between(vm, a, r);
    const SrcLoc *loc = &vm->program->locs[f.rival_pc];
    const char *call = library_call(vm, vm->running), *rivals = library_call(vm, r->thread);
    Text mine = {0}, theirs = {0};
    bool is_atomic = r->access.is_atomic && !rivals;
    describe(&mine, a->is_atomic && !call, a->is_write, a->size);
    describe(&theirs, is_atomic, r->access.is_write, r->access.size);
    fault_set(vm, FAULT_DATA_RACE, a->obj,
              "%s%s%s while thread %u is at %s %s of the same memory%s%s (%s:%u in %s)",
              text_str(&mine), call ? " in " : "", call ? call : "",
              vm->threads[r->thread].serial + 1, is_atomic ? "an" : "a", text_str(&theirs),
              rivals ? " in " : "", rivals ? rivals : "", vm->program->files[loc->file], loc->line,
              vm->program->funcs[f.rival_func].name);
    vm->fault.offset = f.offset;
    vm->fault.size = f.size;
    vm->fault.rival = f.rival;
    vm->fault.rival_number = vm->threads[r->thread].serial + 1;
    vm->fault.rival_func = f.rival_func;
    vm->fault.rival_pc = f.rival_pc;
    text_done(&mine);
    text_done(&theirs);
}

// SOUND: a run can go on after a race as if both accesses were atomic, which is one of the things
// that the real program may do.
static bool is_excused(Vm *vm, const Access *a, const Rival *r) {
    if (!vm->options.excuses)
        return false;
    Fault f = race_between(vm, a, r);
    return vm_excuses(vm, &f);
}

static bool race_found(Vm *vm, const Access *a) {
    const Scratch *s = vm->scratch;
    for (u32 i = 0; i < s->nrivals; i++) {
        Rival r = s->rivals[i];
        if (!races_with(a, &r) || is_excused(vm, a, &r))
            continue;
        race_set(vm, a, &r);
        return true;
    }
    return false;
}

void race_stand_at(Vm *vm, const Insn *in) {
    const Thread *t = &vm->threads[vm->running];
    t->frames[t->nframes - 1].pc = (Pc)(in - vm->program->code);
    CHECK(program_func_at(vm->program, (Pc)(in - vm->program->code)) ==
          t->frames[t->nframes - 1].func);
}

// ---- what an operation accesses -----------------------------------------------------------------

bool race_access(Vm *vm, const Thread *t, const Insn *in, const Place *p, ObjId obj, u32 off,
                 u32 n) {
    ENSURE(n >= 1 && off + n <= p->size);
    CHECK(t == &vm->threads[vm->running]);
    Access a = visible_access_of(in, p, obj, off, n);
    a.is_atomic = a.is_atomic || t->masks > 0;
    race_stand_at(vm, in);
    return race_found(vm, &a);
}

bool race_bulk(Vm *vm, const Thread *t, const Insn *in, const Bulk *b) {
    CHECK(ir_op_info[in->op].effect == EFFECT_BULK && b->n > 0);
    Access a[2];
    u32 n = visible_bulk(vm, t, in, b, a);
    bool found = false;
    race_stand_at(vm, in);
    for (u32 i = 0; i < n && !found; i++) {
        a[i].is_atomic = t->masks > 0;
        found = race_found(vm, &a[i]);
    }
    return found;
}

bool race_is_claim(Vm *vm, i32 trap, const Cell *args) {
    return claimed(vm, trap, args, &(Access){0});
}

bool race_claim(Vm *vm, const Thread *t, i32 trap, const Cell *args) {
    Access a;
    if (!claimed(vm, trap, args, &a))
        return false;
    a.is_atomic = t->masks > 0; // the whole call is in an atomic section
    CHECK(a.place->is_visible && a.size > 0);
    return race_found(vm, &a);
}

bool race_free(Vm *vm, Cell block) {
    CHECK(vm->options.check_races);
    const Place *p = obj_kind(vm, block.tag) == OBJ_HEAP ? obj_dyn(vm, block.tag) : NULL;
    return p && race_found(
                    vm, &(Access){.place = p, .obj = block.tag, .size = p->size, .is_write = true});
}
