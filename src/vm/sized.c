// SPDX-License-Identifier: Apache-2.0
// Blocks of an unknown size: malloc was asked for a number of bytes of which too many are possible
// to try them one by one. The place has the bytes that are known to be there; it begins with none,
// and an access beyond them asks whether the block is as large as that. If so the place grows, and
// if not, the block gets the smallest size that is possible, and the access fails. Behind its last
// byte the place has a tag that names the size, so numbering, collection and equality of states
// need nothing new; when the size turns out to be a number, the place has that many bytes
// (settle_place in memory.c).
//
// SOUND: bytes that are not there yet were never written, or are zeros (BLOCK_ZEROED), whatever the
// size is. That a place grows is nothing that others could notice, since they would ask the same.
#include "vm/vm_int.h"

Slow sized_look(Vm *vm, ObjId block) {
    const Place *p = obj_look(vm, block);
    ENSURE(p && place_is_sized(p));
    u64 v;
    vm->fault.obj = memory_size_of(p);
    // What a call supposes of the size cannot be told to the block.
    return vm->supposed.is_on && condition_says(vm, vm->fault.obj, &v) ? SLOW_HARD : SLOW_LOOK;
}

static Slow pin(Vm *vm, ObjId size) {
    u64 least;
    vm->fault.obj = size;
    if (vm->supposed.is_on || !condition_smallest(vm, size, &least))
        return SLOW_HARD;
    // An open machine may have come where no run comes; then there are no values.
    if (vm->options.is_open && condition_can_be(vm, size, least) != 1)
        return SLOW_LOOK;
    switch (condition_add(vm, size, IS, least)) {
    case LEARNT_DONE: return SLOW_AGAIN;
    case LEARNT_NO_ROOM: return SLOW_FULL;
    case LEARNT_IMPOSSIBLE:
    case LEARNT_NOBODY_KNOWS: break;
    }
    return SLOW_HARD;
}

Slow sized_reach(Vm *vm, ObjId block, u64 end) {
    Place *p = tag_names_object(block) ? obj_dyn(vm, block) : NULL;
    if (!p || !place_is_sized(p) || end <= p->size)
        return SLOW_OK;
    ObjId size = memory_size_of(p);
    if (end > MAX_OBJECT_BYTES)
        return pin(vm, size);
    u32 bits = vm->program->ptr_bytes * 8;
    Term t = {.op = TERM_ULE,
              .bits = bits,
              .width = 1,
              .n = 2,
              .args = {cell_number(end), cell_pointer(size, 0)}};
    bool is_inside;
    Slow s = arith_ask(vm, &t, &is_inside);
    if (s != SLOW_OK)
        return s;
    if (!is_inside)
        return pin(vm, size);
    if (vm->supposed.is_on) { // nothing of the state is written
        vm->fault.obj = size;
        return SLOW_HARD;
    }
    memory_grow_sized(vm, p, (u32)end);
    return SLOW_AGAIN;
}

u32 vm_chosen_size(Vm *vm, const Place *p) {
    Cell size = place_is_sized(p) ? vm_as_chosen(vm, cell_pointer(memory_size_of(p), 0))
                                  : cell_number(p->size);
    return cell_is_number(size) && size.v <= MAX_OBJECT_BYTES ? (u32)size.v : p->size;
}

bool sized_can_be(Vm *vm, Cell size) {
    const VmOptions *o = &vm->options;
    return vm->condition && cell_kind(vm, size) == CELL_UNKNOWN && !size.part && !o->check_races &&
           !o->reuse_addresses && !o->addressed && !vm->supposed.is_on &&
           !condition_is_few(vm, size.tag, FEW_SIZES);
}

void sized_make(Vm *vm, ObjId block, Cell size, bool is_zeroed) {
    Place *p = obj_dyn(vm, block);
    ENSURE(p && p->kind == OBJ_HEAP && p->size == 0 && obj_is_unknown(vm, size.tag));
    vm->step.depends_on_more = true;
    p->flags |= BLOCK_SIZED | (is_zeroed ? BLOCK_ZEROED : 0);
    memory_set_size(vm, p, size.tag);
}
