// SPDX-License-Identifier: Apache-2.0
// Leaks: heap blocks that nobody freed and nothing points to.
#include "prop/prop.h"

void prop_leak(Vm *vm, ThreadId last, ObjId block, Fault *out) {
    u32 offset, size = 0;
    vm_place(vm, block, &offset, &size);
    out->kind = FAULT_LEAK;
    out->obj = block;
    out->thread = last;
    text_clear(&out->text);
    text_add(&out->text, "a heap block of %u bytes was not freed and nothing points to it any more", size);
    vm_locate(vm, last, out);
}

ObjId prop_unfreed(Vm *vm) {
    for (u32 i = 0; i < vm->ndyn; i++)
        if (vm->dyn[i].kind == OBJ_HEAP)
            return vm->first_dynamic + i;
    return 0;
}
