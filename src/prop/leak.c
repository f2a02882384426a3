// SPDX-License-Identifier: Apache-2.0
// Leaks: heap blocks that nobody freed and nothing points to; at the end of the program, if that is
// asked for, all that nobody freed.
#include "prop/prop.h"

// The first lost block from index `from` on; 0 if there is none.
static ObjId first_lost(Vm *vm, u32 from) {
    u32 n = vm_nobjects(vm);
    bool *is_met = mem_zalloc(n * sizeof *is_met);
    bool is_certain = vm_mark_reachable(vm, is_met);
    ObjId lost = 0;
    for (u32 i = from; i < n && !lost && is_certain; i++)
        if (!is_met[i] && vm_objects(vm)[i].kind == OBJ_HEAP)
            lost = vm_first_dynamic(vm) + i;
    mem_free(is_met, n * sizeof *is_met);
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
