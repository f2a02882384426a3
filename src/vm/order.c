// SPDX-License-Identifier: Apache-2.0
// Which of two objects has the lower address. Globals lie in the order of their definition, below
// the heap; the heap lies below the stacks; a verdict that stands on that says so. Inside the heap,
// and inside the stacks, any order is possible: an object that is compared for the first time gets
// a rank among those that were compared before, and the search tries every rank.
//
// SOUND: a rank is a choice of the allocator that was made earlier but that nothing has depended on
// so far, so it may as well be made now. Later comparisons agree with it, since ranks are part of
// the state.
#include "vm/vm_int.h"

#include <string.h>

typedef enum Region { REGION_NONE, REGION_GLOBALS, REGION_HEAP, REGION_STACKS } Region;

// Where addresses are given out again, a freed block keeps its place.
static Region region_of(const Vm *vm, ObjKind kind) {
    switch (kind) {
    case OBJ_FREED: return vm->options.reuse_addresses ? REGION_HEAP : REGION_NONE;
    case OBJ_GLOBAL:
    case OBJ_CONST:
    case OBJ_FUNC: return REGION_GLOBALS;
    case OBJ_HEAP:
    case OBJ_INTERNAL: return REGION_HEAP;
    case OBJ_LOCAL:
    case OBJ_TLS: return REGION_STACKS;
    default: return REGION_NONE;
    }
}

static bool is_ranked(const Vm *vm, const Place *p, Region region) {
    CHECK(region == REGION_HEAP || region == REGION_STACKS);
    return p->rank && !(p->flags & BLOCK_LAID_OUT) && region_of(vm, p->kind) == region;
}

// For the checking build: no two objects of a region have the same rank.
static bool ranks_differ(const Vm *vm, Region region) {
    for (u32 i = 0; i < vm->ndyn; i++)
        for (u32 k = 0; k < i && vm->dyn[i].rank; k++)
            if (vm->dyn[k].rank == vm->dyn[i].rank && is_ranked(vm, &vm->dyn[i], region) &&
                is_ranked(vm, &vm->dyn[k], region))
                return false;
    return true;
}

// Ranked objects of the region whose rank is below `limit`.
static u32 count_ranked(const Vm *vm, Region region, u32 limit) {
    u32 n = 0;
    for (u32 i = 0; i < vm->ndyn; i++)
        n += is_ranked(vm, &vm->dyn[i], region) && vm->dyn[i].rank < limit;
    return n;
}

// Another thread may have settled it, or ended it, meanwhile.
static bool is_open(const Vm *vm, ObjId id) {
    ENSURE(obj_dyn(vm, id) != NULL); // globals have an order from the beginning
    return !obj_dyn(vm, id)->rank && !address_is_laid(vm, id) && region_of(vm, obj_kind(vm, id));
}

u32 order_alternatives(const Vm *vm, ObjId id) {
    CHECK(ranks_differ(vm, REGION_HEAP) && ranks_differ(vm, REGION_STACKS));
    return is_open(vm, id) ? count_ranked(vm, region_of(vm, obj_kind(vm, id)), UINT32_MAX) + 1 : 1;
}

void order_settle(Vm *vm, ObjId id, u32 position) {
    vm->step.depends_on_more = true;
    if (!is_open(vm, id))
        return;
    Place *new = obj_dyn(vm, id);
    Region region = region_of(vm, new->kind);
    u32 nranked = count_ranked(vm, region, UINT32_MAX);
    ENSURE(position <= nranked);
    // From above: moving a rank up never meets one that is still to be counted.
    for (u32 above = UINT32_MAX;;) {
        Place *highest = NULL;
        for (u32 i = 0; i < vm->ndyn; i++) {
            Place *p = &vm->dyn[i];
            if (is_ranked(vm, p, region) && p->rank < above &&
                (!highest || p->rank > highest->rank))
                highest = p;
        }
        if (!highest)
            break;
        above = highest->rank;
        u32 below = count_ranked(vm, region, above), rank = below + 1 + (below >= position);
        if (rank != above) {
            place_own(vm, highest);
            highest->rank = rank;
        }
    }
    place_own(vm, new);
    new->rank = position + 1;
    CHECK(count_ranked(vm, region, new->rank) == position && ranks_differ(vm, region));
    CHECK(count_ranked(vm, region, nranked + 2) == nranked + 1);
}

// Where a variable lies that nothing defines, nobody knows: it may be a mark that a linker sets.
static Region region_of_object(const Vm *vm, ObjId id) {
    bool is_undefined = id <= vm->program->nglobals && vm->program->globals[id].is_undefined;
    return is_undefined ? REGION_NONE : region_of(vm, obj_kind(vm, id));
}

Slow order_compare(Vm *vm, ObjId a, ObjId b, int *sign) {
    ENSURE(a != b);
    Region x = region_of_object(vm, a), y = region_of_object(vm, b);
    if (x == REGION_NONE || y == REGION_NONE)
        return SLOW_NUMERIC;
    if (x != y || x == REGION_GLOBALS) {
        *sign = x != y ? (x > y) - (x < y) : (a > b) - (a < b);
        vm->bounds_met |= 1u << BOUND_LAYOUT;
        return SLOW_OK;
    }
    // Those with addresses have an order among themselves (arith.c), and with these none.
    if (address_is_laid(vm, a) || address_is_laid(vm, b))
        return SLOW_NUMERIC;
    u32 left = obj_dyn(vm, a)->rank, right = obj_dyn(vm, b)->rank;
    if (!left || !right) {
        vm->fault.obj = left ? b : a;
        return SLOW_ORDER;
    }
    ENSURE(left != right);
    *sign = left > right ? 1 : -1;
    return SLOW_OK;
}

// ---- equality -----------------------------------------------------------------------------------

static bool is_gone(ObjKind kind) { return kind == OBJ_FREED || kind == OBJ_RETURNED; }

// What is gone may have made room for what is there now, or for what is gone by now, too.
static bool may_be_reused(const Vm *vm, ObjKind a, ObjKind b) {
    bool is_heap = a == OBJ_FREED || b == OBJ_FREED;
    ObjKind other = is_gone(a) ? b : a;
    if (!is_gone(a) && !is_gone(b))
        return false;
    if (is_heap)
        return !vm->options.reuse_addresses &&
               (other == OBJ_HEAP || other == OBJ_INTERNAL || other == OBJ_FREED);
    return other == OBJ_LOCAL || other == OBJ_RETURNED;
}

// One ends where the other may begin. (Blocks of malloc have something in between.)
static bool may_touch(Vm *vm, Cell a, Cell b) {
    u32 offset, size = 0;
    ObjKind x = obj_kind(vm, a.tag), y = obj_kind(vm, b.tag);
    if (a.v == 0 || b.v != 0 || region_of(vm, x) != region_of(vm, y) ||
        region_of(vm, x) == REGION_HEAP || region_of(vm, x) == REGION_NONE)
        return false;
    return vm_place(vm, a.tag, &offset, &size) && a.v == size;
}

// Literals with the same end may be one.
static bool may_share(Vm *vm, Cell a, Cell b) {
    const Program *p = vm->program;
    u32 at[2], size[2];
    Cell both[2] = {a, b};
    const u8 *rest[2];
    for (u32 i = 0; i < 2; i++) {
        ObjId id = both[i].tag;
        if (id > p->nglobals || strncmp(p->globals[id].name, ".str", 4) != 0)
            return false;
        const Place *place = vm_place(vm, id, &at[i], &size[i]);
        if (!place || both[i].v > size[i])
            return false;
        rest[i] = place->data + at[i] + both[i].v;
        size[i] -= (u32)both[i].v;
    }
    return size[0] == size[1] && memcmp(rest[0], rest[1], size[0]) == 0;
}

// What stands for a thread that the machine does not have: two of them may be one.
static bool is_other(const Vm *vm, ObjId id) {
    const Place *p = vm->options.has_others ? obj_look(vm, id) : NULL;
    return p && p->kind == OBJ_INTERNAL && (p->flags & BLOCK_CONTROL) && p->size == 0;
}

bool vm_mistook_others(const Vm *vm) { return vm->mistook_others; }

// SOUND: pointers into different objects count as different; where another memory could make them
// equal, the verdict says that it stands on this one.
void order_differ(Vm *vm, Cell a, Cell b) {
    ENSURE(a.tag != b.tag);
    vm->mistook_others = vm->mistook_others || (is_other(vm, a.tag) && is_other(vm, b.tag));
    if (may_be_reused(vm, obj_kind(vm, a.tag), obj_kind(vm, b.tag)))
        vm->bounds_met |= 1u << BOUND_REUSE;
    if (may_touch(vm, a, b) || may_touch(vm, b, a) || may_share(vm, a, b))
        vm->bounds_met |= 1u << BOUND_LAYOUT;
}
