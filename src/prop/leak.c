// SPDX-License-Identifier: Apache-2.0
// Leaks: heap blocks that nobody freed and nothing points to; at the end of the program, if that is
// asked for, all that nobody freed.
#include "prop/prop.h"

typedef struct Marks {
    ObjId first_dynamic;
    bool *is_met; // by index of the dynamic object
    u32 *queue;
    u32 nqueue;
    bool has_address; // numbers from which the program may get a pointer back
} Marks;

static void meet_one(void *marks, ObjId obj) {
    Marks *m = marks;
    u32 k = obj - m->first_dynamic;
    m->has_address = m->has_address || tag_class(obj) == TAG_IS_ADDRESS;
    if (!tag_is_dynamic(obj, m->first_dynamic) || m->is_met[k])
        return;
    m->is_met[k] = true;
    m->queue[m->nqueue++] = k;
}

static void meet(Marks *m, const Tag *tags, u32 n) {
    for (u32 i = 0; i < n; i++)
        meet_one(m, tags[i].obj);
}

// Marks what globals, threads and, through them, other objects point to.
static void mark(Marks *m, Vm *vm) {
    for (u32 i = 0; i < vm_program(vm)->nblocks; i++)
        meet(m, vm_globals(vm)[i].tags, vm_globals(vm)[i].ntags);
    for (ThreadId k = 0; k < vm_nthreads(vm); k++)
        vm_visit_thread(vm, vm_live(vm, k), meet_one, m);
    for (u32 i = 0; i < m->nqueue; i++)
        meet(m, vm_objects(vm)[m->queue[i]].tags, vm_objects(vm)[m->queue[i]].ntags);
}

// The first lost block from index `from` on; 0 if there is none.
static ObjId first_lost(Vm *vm, u32 from) {
    u32 n = vm_nobjects(vm);
    Marks m = {.first_dynamic = vm_first_dynamic(vm),
               .is_met = mem_zalloc(n * sizeof(bool)),
               .queue = mem_alloc(n * sizeof(u32))};
    mark(&m, vm);
    ObjId lost = 0;
    for (u32 i = from; i < n && !lost && !m.has_address; i++)
        if (!m.is_met[i] && vm_objects(vm)[i].kind == OBJ_HEAP)
            lost = vm_first_dynamic(vm) + i;
    mem_free(m.is_met, n * sizeof(bool));
    mem_free(m.queue, n * sizeof(u32));
    return lost;
}

ObjId prop_lost(Vm *vm) { return first_lost(vm, 0); }

ObjId prop_unfreed(Vm *vm) {
    for (u32 i = 0; i < vm_nobjects(vm); i++)
        if (vm_objects(vm)[i].kind == OBJ_HEAP)
            return vm_first_dynamic(vm) + i;
    return 0;
}

void prop_leak(Vm *vm, ThreadId last, ObjId block, Fault *out) {
    u32 offset, size = 0;
    vm_place(vm, block, &offset, &size);
    out->kind = FAULT_LEAK;
    out->obj = block;
    out->thread = last;
    text_clear(&out->text);
    text_add(&out->text, "a heap block of %u byte%s was not freed", size, size == 1 ? "" : "s");
    if (first_lost(vm, block - vm_first_dynamic(vm)) == block)
        text_add(&out->text, " and nothing points to it any more");
    vm_locate(vm, last, out);
}
