// SPDX-License-Identifier: Apache-2.0
// Which of two objects has the lower address. Globals lie in the order of their definition, below
// the heap; the heap lies below the stacks. Inside the heap, and inside the stacks, any order is
// possible: an object that is compared for the first time gets a rank among those that were
// compared before, and the search tries every rank.
//
// SOUND: a rank is a choice of the allocator that was made earlier but that nothing has depended on
// so far, so it may as well be made now. Later comparisons agree with it, since ranks are part of
// the state.
#include "vm/vm_int.h"

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
