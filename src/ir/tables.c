// SPDX-License-Identifier: Apache-2.0
// The row files as tables.
#include "ir/ir.h"

#include <string.h>

const OpInfo ir_op_info[OP_COUNT] = {
#define OP(name, dst, a, b, c, effect)                                                             \
    {#name, {ROLE_##dst, ROLE_##a, ROLE_##b, ROLE_##c}, EFFECT_##effect},
#include "ir/ops.def"
#undef OP
};

const TrapInfo ir_trap_info[TRAP_COUNT] = {
#define ARG(k) (1 << (k))
#define DYNAMIC TRAP_DYNAMIC
#define TRAP(id, name, nargs, effect, plain, memory, reads, writes)                                \
    {name, nargs, TRAP_IS_##effect, plain, MEMORY_##memory, reads, writes},
#include "ir/traps.def"
#undef TRAP
#undef DYNAMIC
#undef ARG
};

const char *const ir_kind_name[FAULT_COUNT] = {
    "none",
#define KIND(id, name, meaning, standing, after) name,
#include "ir/kinds.def"
#undef KIND
};

const char *const ir_wait_name[WAIT_COUNT] = {
#define WAIT(id, name) name,
#include "ir/waits.def"
#undef WAIT
};

const char *const ir_preposition[PREP_COUNT] = {
    [PREP_UNDER] = "under", [PREP_WITH] = "with",     [PREP_WITHOUT] = "without",
    [PREP_FOR] = "for",     [PREP_WITHIN] = "within", [PREP_BUT_FOR] = "but for"};

const char *const ir_bound_name[BOUND_COUNT] = {
    "",
#define BOUND(id, preposition, name) name,
#include "ir/bounds.def"
#undef BOUND
};

const Preposition ir_bound_preposition[BOUND_COUNT] = {
    PREP_WITHIN,
#define BOUND(id, preposition, name) PREP_##preposition,
#include "ir/bounds.def"
#undef BOUND
};

const char *const ir_world_word[WORLD_COUNT] = {
#define BOUND(id, preposition, name)
#define WORLD(id, word, name) word,
#include "ir/bounds.def"
#undef WORLD
#undef BOUND
};
const u8 ir_world_bound[WORLD_COUNT] = {
#define BOUND(id, preposition, name)
#define WORLD(id, word, name) BOUND_##id,
#include "ir/bounds.def"
#undef WORLD
#undef BOUND
};

u32 ir_world_bounds(u32 conditions) {
    ENSURE(conditions < CONDITION_LAYOUT << 1);
    u32 bounds = conditions & CONDITION_LAYOUT ? 1u << BOUND_LAYOUT : 0;
    for (u32 i = 0; i < WORLD_COUNT; i++)
        if (conditions >> i & 1)
            bounds |= 1u << ir_world_bound[i];
    return bounds;
}

const char *const ir_kind_meaning[FAULT_COUNT] = {
    "nothing is wrong",
#define KIND(id, name, meaning, standing, after) meaning,
#include "ir/kinds.def"
#undef KIND
};

const u8 ir_kind_standing[FAULT_COUNT] = {
    KIND_NOT_CHECKED,
#define KIND(id, name, meaning, standing, after) KIND_##standing,
#include "ir/kinds.def"
#undef KIND
};

const u8 ir_kind_after[FAULT_COUNT] = {
    KIND_UNDEFINED,
#define KIND(id, name, meaning, standing, after) KIND_##after,
#include "ir/kinds.def"
#undef KIND
};

FaultKind ir_kind_of_name(const char *name, size_t len) {
    for (u32 kind = FAULT_NONE + 1; kind < FAULT_COUNT; kind++)
        if (strlen(ir_kind_name[kind]) == len && memcmp(ir_kind_name[kind], name, len) == 0)
            return (FaultKind)kind;
    return FAULT_NONE;
}
