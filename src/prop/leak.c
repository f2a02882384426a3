// SPDX-License-Identifier: Apache-2.0
// Leaks: heap blocks that nobody freed and nothing points to; at the end of the program, if that is
// asked for, all that nobody freed.
#include "prop/prop.h"

void objlist_done(ObjList *l) {
    VEC_FREE(l->items, l->cap);
    l->n = 0;
}

void prop_all_lost(Vm *vm, ObjList *out) {
    u32 n = vm_nobjects(vm);
    bool *is_met = mem_zalloc(n * sizeof *is_met);
    bool is_certain = vm_mark_reachable(vm, is_met);
    out->n = 0;
    for (u32 i = 0; i < n && is_certain; i++)
        if (!is_met[i] && vm_objects(vm)[i].kind == OBJ_HEAP)
            VEC_PUSH(out->items, out->n, out->cap) = vm_first_dynamic(vm) + i;
    mem_free(is_met, n * sizeof *is_met);
}

void prop_all_unfreed(Vm *vm, ObjList *out) {
    out->n = 0;
    for (u32 i = 0; i < vm_nobjects(vm); i++)
        if (vm_objects(vm)[i].kind == OBJ_HEAP)
            VEC_PUSH(out->items, out->n, out->cap) = vm_first_dynamic(vm) + i;
}

static bool has(const ObjList *l, ObjId obj) {
    u32 low = 0, high = l ? l->n : 0;
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        if (l->items[middle] < obj)
            low = middle + 1;
        else
            high = middle;
    }
    return l && low < l->n && l->items[low] == obj;
}

ObjId prop_lost(Vm *vm) {
    ObjList lost = {0};
    prop_all_lost(vm, &lost);
    ObjId first = lost.n ? lost.items[0] : 0;
    objlist_done(&lost);
    return first;
}

static void describe(Vm *vm, ThreadId last, ObjId block, bool is_lost, Fault *out) {
    u32 offset, size = 0;
    vm_place(vm, block, &offset, &size);
    out->kind = FAULT_LEAK;
    out->obj = block;
    out->thread = last;
    out->size = size;
    text_clear(&out->text);
    text_add(&out->text, "a heap block of %u byte%s was not freed", size, size == 1 ? "" : "s");
    if (is_lost)
        text_add(&out->text, " and nothing points to it any more");
    vm_locate(vm, last, out);
}

void prop_leak(Vm *vm, ThreadId last, ObjId block, Fault *out) {
    ObjList lost = {0};
    prop_all_lost(vm, &lost);
    describe(vm, last, block, has(&lost, block), out);
    objlist_done(&lost);
}

bool prop_judge_leaks(Vm *vm, ThreadId last, const ObjList *blocks, const ObjList *before,
                      Fault *out) {
    bool is_leak = false;
    ObjList lost = {0};
    prop_all_lost(vm, &lost);
    for (u32 i = 0; i < blocks->n && !is_leak; i++) {
        if (has(before, blocks->items[i]))
            continue;
        describe(vm, last, blocks->items[i], has(&lost, blocks->items[i]), out);
        is_leak = !vm_excuses(vm, out);
    }
    objlist_done(&lost);
    if (!is_leak)
        fault_forget(out);
    return is_leak;
}
