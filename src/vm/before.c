// SPDX-License-Identifier: Apache-2.0
// Data races as C11 defines them, for programs with atomics weaker than seq_cst: two conflicting
// accesses of which neither happens before the other, whether or not they are ever adjacent. What
// happens before what is kept in vm/known.c, here it is told what threads do: accesses, fences,
// starts, ends, waits. It is part of the state, as the contents of an object of the machine's to
// which a variable of its own points (KNOWN_VARIABLE); the live form is made of it before a step,
// and back after it.
//
// Accesses to memory that only one thread can reach count too: the memory may have been another's
// before, or become another's without anything that orders the two. SOUND: they change only what is
// known of such memory, so it does not matter when they happen.
//
// Library models synchronise by the words that their masked parts read and write: who reads one
// learns all that those who wrote it knew. Where a function orders less than that, its model makes
// atomic accesses, and these order what they say, like read-modify-writes (RT_LOOK and its
// relatives in runtime/rt.h). What models keep for themselves is theirs to protect.
#include "vm/known.h"
#include "vm/vm_int.h"

#include <string.h>

static ObjId variable_of(const Program *p) {
    for (ObjId i = 1; i <= p->nglobals; i++)
        if (p->globals[i].is_runtime && strcmp(p->globals[i].name, KNOWN_VARIABLE) == 0)
            return i;
    return 0;
}

static bool has_acquire_fence(const Program *p) {
    for (Pc pc = 0; pc < p->ncode; pc++)
        if (p->code[pc].op == OP_FENCE && (p->code[pc].aux & MEM_ACQUIRE))
            return true;
    return false;
}

struct Before {
    ObjId variable;
    bool has_fences; // that acquire
    Known known;
    u32 loaded; // id of the block that it was made of and still agrees with; 0: none
};

bool vm_tracks_order(const Program *p) { return variable_of(p) != 0; }

Before *before_new(const Program *p, const VmOptions *o) {
    ObjId variable = o->check_races ? variable_of(p) : 0;
    if (!variable)
        return NULL;
    ENSURE(p->globals[variable].size == p->ptr_bytes); // a pointer
    Before *b = mem_zalloc_apart(sizeof *b);
    b->variable = variable;
    b->has_fences = has_acquire_fence(p);
    return b;
}

void before_done(Before *b) {
    if (!b)
        return;
    known_done(&b->known);
    mem_free(b, sizeof *b);
}

// ---- the state ----------------------------------------------------------------------------------

// The object that holds it; 0: there is none yet.
static ObjId holder(const Vm *vm) {
    const Before *b = vm->before;
    const ObjRef *r = &vm->fixed[b->variable];
    ObjId id = contents_object(vm_contents(&vm->places[r->place]), r->offset);
    CHECK(!id || (obj_look(vm, id) && (obj_look(vm, id)->flags & BLOCK_KNOWN)));
    return id;
}

void before_load(Vm *vm) {
    Before *b = vm->before;
    ObjId id = holder(vm);
    const Place *p = id ? obj_look(vm, id) : NULL;
    bool is_loaded = p && p->id && p->id == b->loaded && b->known.nthreads == vm->nthreads;
    ENSURE(!id || p);
    b->loaded = 0; // the step changes it
    CHECK(!is_loaded || known_is_formed(&b->known));
    if (is_loaded)
        return;
    known_clear(&b->known, vm->nthreads);
    if (!p)
        return;
    ENSURE(p->kind == OBJ_INTERNAL && !p->ntags);
    known_unpack(&b->known, p->data, p->size);
    if (vm->nthreads == 0) // the program has exited
        known_clear(&b->known, 0);
    ENSURE(b->known.nthreads == vm->nthreads);
}

void before_start(Vm *vm) {
    ENSURE(vm->nthreads == 0 && !holder(vm));
    vm->before->loaded = 0;
    known_clear(&vm->before->known, 0);
}

// It has an object from the first time on that there are two threads.
static Place *place_for(Vm *vm, u32 size) {
    ENSURE(size > 0 && size % 8 == 0);
    Before *b = vm->before;
    ObjId id = holder(vm);
    if (!id) {
        id = obj_new(vm, OBJ_INTERNAL, size, 3, true);
        if (!id)
            return NULL;
        const ObjRef *r = &vm->fixed[b->variable];
        Cell pointer = cell_pointer(id, 0);
        vm->dyn[id - vm->first_dynamic].flags |= BLOCK_KNOWN;
        memory_store(vm, &vm->places[r->place], r->offset, vm->program->ptr_bytes, &pointer);
    }
    CHECK(holder(vm) == id);
    return &vm->dyn[id - vm->first_dynamic];
}

static bool store(Vm *vm) {
    Before *b = vm->before;
    known_pack(&b->known);
    u32 size = b->known.packed_size;
    Place *p = place_for(vm, size);
    if (!p)
        return false;
    if (p->size == size && memcmp(p->data, b->known.packed, size) == 0) {
        b->loaded = p->id;
        return true;
    }
    if (p->size != size)
        memory_resize(vm, p, size);
    memory_fill(vm, p, 0, 0, size);
    memcpy(p->data, b->known.packed, size);
    ENSURE(p->is_own && p->size == size);
    CHECK(!p->ntags && !p->nholes);
    return true;
}

bool before_save(Vm *vm) {
    ENSURE(vm->before->known.nthreads == vm->nthreads);
    return (vm->nthreads < 2 && !vm->before->known.ndeeds && !holder(vm)) || store(vm);
}

void before_renumber(Vm *vm, const Renumbering *r) {
    if (!holder(vm))
        return;
    before_load(vm);
    known_renumber(&vm->before->known, vm->first_dynamic, r->map, vm->ndyn);
    bool is_stored = store(vm);
    ENSURE(is_stored); // it has its object already
    vm->before->loaded = 0;
}

void before_forget_unnumbered(Vm *vm, const Renumbering *r) {
    if (!holder(vm))
        return;
    before_load(vm);
    for (u32 i = 0; i < vm->ndyn; i++)
        if (!r->map[i])
            known_forget(&vm->before->known, vm->first_dynamic + i);
    bool is_stored = store(vm);
    ENSURE(is_stored);
    vm->before->loaded = 0;
}

const u8 *vm_renumber_known(KnownBytes *k, const Block *b, ObjId first, const u32 *map, u32 n) {
    ENSURE(b->kind == OBJ_INTERNAL && (b->flags & BLOCK_KNOWN));
    if (!k->known)
        k->known = mem_zalloc(sizeof *k->known);
    known_clear(k->known, 0);
    known_unpack(k->known, block_data(b), b->size);
    known_renumber(k->known, first, map, n);
    known_pack(k->known);
    k->size = k->known->packed_size;
    return k->known->packed;
}

void vm_forget_known(KnownBytes *k) {
    if (!k->known)
        return;
    known_done(k->known);
    mem_free(k->known, sizeof *k->known);
    k->known = NULL;
}

// ---- threads and objects ------------------------------------------------------------------------

void before_thread_begins(Vm *vm, ThreadId creator) {
    known_thread_begins(&vm->before->known, creator);
    ENSURE(vm->before->known.nthreads == vm->nthreads);
}

void before_thread_ends(Vm *vm, ThreadId t) {
    ENSURE(vm->before->known.nthreads == vm->nthreads);
    known_thread_ends(&vm->before->known, t);
}

void before_object_ends(Vm *vm, ObjId id) {
    ENSURE(tag_is_dynamic(id, vm->first_dynamic));
    known_forget(&vm->before->known, id);
}

// ---- what is done -------------------------------------------------------------------------------

// An operation on bytes of an object.
typedef struct Act {
    ObjId obj;
    u32 off, size;
    bool reads, writes, is_atomic, acquires, releases;
    bool is_section; // in an atomic section: who reads learns, who writes adds what it knows
    bool is_silent;  // no access that could race
    bool is_claimed; // by a model, afterwards: it need not be kept
} Act;

// Who acquires reads, who releases writes, and both are atomic, as sections are.
static bool is_formed(const Act *a) {
    return tag_names_object(a->obj) && a->size > 0 && a->off + a->size > a->off &&
           (a->reads || a->writes) && (!a->acquires || (a->reads && a->is_atomic)) &&
           (!a->releases || (a->writes && a->is_atomic)) && (!a->is_section || a->is_atomic);
}

static bool carries_for(const Carrier *c, const Act *a) {
    CHECK(c->size > 0 && c->off + c->size > c->off);
    return c->obj == a->obj && c->off < a->off + a->size && a->off < c->off + c->size;
}

// Whether the deed happens before what the thread does now, if that is this.
static bool is_known(const Known *k, u32 deed, ThreadId t, const Act *a) {
    if (known_has(k, deed, KNOWN_NOW, t))
        return true;
    for (u32 c = 0; a->acquires && c < k->ncarriers; c++)
        if (carries_for(&k->carriers[c], a) && known_has(k, deed, KNOWN_CARRIED, c))
            return true;
    return false;
}

static bool overlaps(const Deed *d, const Act *a) {
    CHECK(d->size > 0 && d->off + d->size > d->off);
    return d->obj == a->obj && d->off < a->off + a->size && a->off < d->off + d->size;
}

// The race without its sentence. During a search the place of what was done before is not known.
static Fault race_with(Vm *vm, const Act *a, const Deed *d) {
    ENSURE(overlaps(d, a) && (a->writes || (d->kind & DEED_WRITE)));
    ENSURE(d->pc <= vm->program->ncode && !d->pc == !d->serial);
    Fault f = {.kind = FAULT_DATA_RACE, .obj = a->obj, .rival = THREAD_NONE};
    vm_locate(vm, vm->running, &f);
    f.offset = a->off;
    f.size = a->size;
    f.rival_number = d->serial;
    f.rival_pc = d->pc ? d->pc - 1 : 0;
    f.rival_func = d->pc ? program_func_at(vm->program, d->pc - 1) : 0;
    return f;
}

static bool is_excused(Vm *vm, const Act *a, const Deed *d) {
    if (!vm->options.excuses)
        return false;
    Fault f = race_with(vm, a, d);
    return vm_excuses(vm, &f);
}

static const Deed *find_race(Vm *vm, ThreadId t, const Act *a) {
    CHECK(!a->is_silent && known_is_formed(&vm->before->known));
    const Known *k = &vm->before->known;
    for (u32 i = 0; i < k->ndeeds; i++) {
        const Deed *d = &k->deeds[i];
        bool conflicts = overlaps(d, a) && (a->writes || (d->kind & DEED_WRITE)) &&
                         !(a->is_atomic && (d->kind & DEED_ATOMIC));
        if (conflicts && !is_known(k, i, t, a) && !is_excused(vm, a, d))
            return d;
    }
    return NULL;
}

// Reading a value gives what it carries: at once, or when an acquire fence follows. (What a model
// looks at without an order is no atomic operation of the program's, for which fences count.)
static void learn(Before *b, ThreadId t, const Act *a) {
    Known *k = &b->known;
    if (!a->is_atomic || !a->reads || !(a->acquires || (b->has_fences && !a->is_section)))
        return;
    for (u32 c = 0; c < k->ncarriers; c++)
        if (carries_for(&k->carriers[c], a))
            known_join(k, KNOWN_CARRIED, c, a->acquires ? KNOWN_NOW : KNOWN_AFTER_FENCE, t);
}

static Deed deed_of(Vm *vm, const Act *a) {
    Deed d = {.obj = a->obj, .off = a->off, .size = a->size};
    d.kind = (a->writes ? DEED_WRITE : 0) | (a->is_atomic ? DEED_ATOMIC : 0);
    if (!vm->options.logs_stretches && !vm->options.is_witness && !vm->watch)
        return d;
    Fault here = {0};
    vm_locate(vm, vm->running, &here);
    d.pc = 1 + here.pc;
    d.serial = 1 + vm->threads[vm->running].serial;
    ENSURE(d.pc <= vm->program->ncode && d.serial > 0);
    return d;
}

// The new deed takes the place of those that the thread knows of and that it stands for.
static void record(Vm *vm, ThreadId t, const Act *a) {
    Known *k = &vm->before->known;
    Deed new = deed_of(vm, a);
    for (u32 i = k->ndeeds; i-- > 0;) {
        const Deed *d = &k->deeds[i];
        bool is_stronger =
            (a->writes || !(d->kind & DEED_WRITE)) && (!a->is_atomic || (d->kind & DEED_ATOMIC));
        if (overlaps(d, a) && is_stronger && known_has(k, i, KNOWN_NOW, t))
            known_take_away(k, i, a->off, a->size);
    }
    known_record(k, new, t);
    CHECK(known_is_formed(k));
}

// What a value that was written hands on. A store ends the release sequences of others.
static void hand_on(Known *k, ThreadId t, const Act *a) {
    ENSURE(a->writes && t < k->nthreads);
    if (!k->ndeeds || (a->is_section && !a->releases))
        return;
    for (u32 c = k->ncarriers; c-- > 0 && !a->is_section && !(a->reads && a->is_atomic);) {
        const Carrier *old = &k->carriers[c];
        bool is_within =
            old->obj == a->obj && old->off >= a->off && old->off + old->size <= a->off + a->size;
        if (is_within && !(a->is_atomic && old->head == t))
            known_drop_carrier(k, c);
    }
    if (!a->is_atomic)
        return;
    Carrier to = {a->obj, a->off, a->size, a->is_section ? HEAD_NOBODY : t};
    known_join(k, a->releases ? KNOWN_NOW : KNOWN_AT_FENCE, t, KNOWN_CARRIED, known_carrier(k, to));
}

static void describe(Text *out, bool is_atomic, bool is_write, u32 size) {
    text_add(out, "%s%s of %u byte%s", is_atomic ? "atomic " : "", is_write ? "write" : "read",
             size, size == 1 ? "" : "s");
}

static void describe_other(const Vm *vm, const Deed *d, Text *out) {
    ENSURE(d->size > 0 && d->pc <= vm->program->ncode);
    bool is_atomic = d->kind & DEED_ATOMIC;
    text_add(out, "the ");
    describe(out, is_atomic, d->kind & DEED_WRITE, d->size);
    if (!d->pc)
        return;
    const SrcLoc *loc = &vm->program->locs[d->pc - 1];
    text_add(out, " by thread %u (%s:%u in %s)", d->serial, vm->program->files[loc->file],
             loc->line, vm->program->funcs[program_func_at(vm->program, d->pc - 1)].name);
}

// The access is described as the program has it, not as the record of it, which may have been
// joined with others.
static void set_fault(Vm *vm, const Act *a, const Deed *d, bool is_free) {
    Text mine = {0}, theirs = {0};
    Deed other = *d;
    other.size = other.size > a->size ? a->size : other.size;
    ENSURE(!is_free || (a->writes && a->off == 0));
    if (is_free)
        text_add(&mine, "free of %u byte%s", a->size, a->size == 1 ? "" : "s");
    else
        describe(&mine, a->is_atomic && !a->is_section, a->writes, a->size);
    describe_other(vm, &other, &theirs);
    fault_set(vm, FAULT_DATA_RACE, a->obj,
              "%s; no release and acquire order it after %s of the same memory", text_str(&mine),
              text_str(&theirs));
    Fault f = race_with(vm, a, d);
    vm->fault.offset = f.offset;
    vm->fault.size = f.size;
    vm->fault.rival = f.rival;
    vm->fault.rival_number = f.rival_number;
    vm->fault.rival_pc = f.rival_pc;
    vm->fault.rival_func = f.rival_func;
    ENSURE(vm->fault.kind == FAULT_DATA_RACE && vm->fault.thread == vm->running);
    text_done(&mine);
    text_done(&theirs);
}

// True: it races, and the fault is set.
static bool act(Vm *vm, const Thread *t, const Act *a, bool is_free) {
    Before *b = vm->before;
    Known *k = &b->known;
    ThreadId id = (ThreadId)(t - vm->threads);
    ENSURE(id == vm->running && id < k->nthreads);
    CHECK(is_formed(a));
    if (vm->nthreads == 1 && !k->ndeeds)
        return false;
    const Deed *d = a->is_silent ? NULL : find_race(vm, id, a);
    if (d) {
        set_fault(vm, a, d, is_free);
        return true;
    }
    learn(b, id, a);
    if (!a->is_silent && !a->is_claimed)
        record(vm, id, a);
    if (a->writes)
        hand_on(k, id, a);
    return false;
}

// ---- what an operation is -----------------------------------------------------------------------

static bool is_in_model(const Vm *vm, const Thread *t) {
    CHECK(t->nframes > 0);
    return vm->program->funcs[t->frames[t->nframes - 1].func].is_runtime;
}

// What models have for themselves, and what is never written.
static bool is_models(const Vm *vm, const Place *p, ObjId obj) {
    return p->kind == OBJ_INTERNAL || p->kind == OBJ_CONST ||
           (obj <= vm->program->nglobals && vm->program->globals[obj].is_runtime);
}

static u32 base_of(const Vm *vm, ObjId obj) {
    CHECK(tag_names_object(obj));
    return obj < vm->first_dynamic ? vm->fixed[obj].offset : 0;
}

// The machine's own accesses in atomic sections: models claim what they write to the program's
// memory, and have rules of their own for what they keep.
static bool make_access(Vm *vm, const Thread *t, const Place *p, Act a) {
    CHECK(a.off + base_of(vm, a.obj) + a.size <= p->size);
    a.is_section = t->masks > 0;
    bool in_model = is_in_model(vm, t);
    if (a.is_section && !(in_model && a.is_atomic)) {
        a.is_atomic = true;
        a.acquires = a.reads;
        a.releases = a.writes;
    }
    a.is_silent = p->kind == OBJ_INTERNAL || p->kind == OBJ_CONST ||
                  (a.is_section && in_model && is_models(vm, p, a.obj));
    a.is_claimed = a.is_section && in_model && a.writes;
    return act(vm, t, &a, false);
}

bool before_access(Vm *vm, const Thread *t, const Insn *in, const Place *p, ObjId obj, u32 off,
                   u32 n) {
    Effect e = ir_op_info[in->op].effect;
    if (in->op == OP_CAS || in->op == OP_CAS128)
        return false; // before_exchange
    CHECK(e == EFFECT_LOAD || e == EFFECT_STORE || e == EFFECT_RMW);
    race_stand_at(vm, in);
    bool is_rmw = e == EFFECT_RMW;
    return make_access(vm, t, p,
                       (Act){.obj = obj,
                             .off = off - base_of(vm, obj),
                             .size = n,
                             .reads = e != EFFECT_STORE,
                             .writes = e != EFFECT_LOAD,
                             .is_atomic = is_rmw || (in->aux & (MEM_ATOMIC | MEM_AS_ATOMIC)),
                             .acquires = in->aux & MEM_ACQUIRE,
                             .releases = in->aux & MEM_RELEASE});
}

bool before_exchange(Vm *vm, const Thread *t, const Insn *in, const Place *p, ObjId obj, u32 off,
                     bool succeeds) {
    CHECK(in->op == OP_CAS || in->op == OP_CAS128);
    race_stand_at(vm, in);
    return make_access(vm, t, p,
                       (Act){.obj = obj,
                             .off = off - base_of(vm, obj),
                             .size = insn_access_bytes(in),
                             .reads = true,
                             .writes = succeeds,
                             .is_atomic = true,
                             .acquires = in->aux & (succeeds ? MEM_ACQUIRE : MEM_ACQUIRE_FAILING),
                             .releases = succeeds && (in->aux & MEM_RELEASE)});
}

bool before_bulk(Vm *vm, const Thread *t, const Insn *in, const Bulk *b) {
    Access a[2];
    u32 n = visible_bulk(vm, t, in, b, a);
    bool found = false;
    CHECK(ir_op_info[in->op].effect == EFFECT_BULK && b->n > 0);
    race_stand_at(vm, in);
    for (u32 i = 0; i < n && !found; i++)
        found = make_access(vm, t, a[i].place,
                            (Act){.obj = a[i].obj,
                                  .off = (u32)a[i].off - base_of(vm, a[i].obj),
                                  .size = (u32)a[i].size,
                                  .reads = !a[i].is_write,
                                  .writes = a[i].is_write});
    return found;
}

// Claims count whoever can reach the memory now.
static bool claim(Vm *vm, const Thread *t, i32 trap, const Cell *args) {
    TrapMemory memory = ir_trap_info[trap].memory;
    u32 base, size;
    CHECK((memory != MEMORY_WROTE && memory != MEMORY_READ) || ir_trap_info[trap].nargs >= 2);
    if ((memory != MEMORY_WROTE && memory != MEMORY_READ) || !cell_is_number(args[1]) || !args[1].v)
        return false;
    const Place *p = vm_place(vm, args[0].tag, &base, &size);
    if (!p || args[0].v > size || args[1].v > size - args[0].v || p->kind == OBJ_INTERNAL ||
        p->kind == OBJ_CONST)
        return false;
    bool is_section = t->masks > 0;
    Act a = {.obj = args[0].tag,
             .off = (u32)args[0].v,
             .size = (u32)args[1].v,
             .reads = memory == MEMORY_READ,
             .writes = memory == MEMORY_WROTE,
             .is_atomic = is_section,
             .is_section = is_section};
    return act(vm, t, &a, false);
}

static bool free_block(Vm *vm, const Thread *t, Cell block) {
    const Place *p = obj_kind(vm, block.tag) == OBJ_HEAP ? obj_dyn(vm, block.tag) : NULL;
    Act a = {.obj = block.tag, .size = p ? p->size : 0, .writes = true};
    return p && p->size && act(vm, t, &a, true);
}

bool before_trap(Vm *vm, const Thread *t, i32 trap, const Cell *args) {
    CHECK(trap >= 0 && trap < TRAP_COUNT);
    return trap == TRAP_FREE ? free_block(vm, t, args[0]) : claim(vm, t, trap, args);
}

void before_wait(Vm *vm, const Thread *t, Cell word) {
    u32 base, size;
    const Place *p = vm_place(vm, word.tag, &base, &size);
    if (!p || word.v > size || size - word.v < 4)
        return;
    Act a = {.obj = word.tag, .off = (u32)word.v, .size = 4};
    a.reads = a.is_atomic = a.acquires = a.is_section = a.is_silent = true;
    bool races = act(vm, t, &a, false);
    ENSURE(!races);
}

void before_fence(Vm *vm, const Thread *t, u32 flags) {
    Known *k = &vm->before->known;
    ThreadId id = (ThreadId)(t - vm->threads);
    ENSURE(id == vm->running && id < k->nthreads);
    if (flags & MEM_ACQUIRE)
        known_join(k, KNOWN_AFTER_FENCE, id, KNOWN_NOW, id);
    if (flags & MEM_RELEASE)
        known_join(k, KNOWN_NOW, id, KNOWN_AT_FENCE, id);
}
