// SPDX-License-Identifier: Apache-2.0
// The inside of ir: what an instruction reads, writes and jumps to, derived from the rows of ops.def.
#ifndef HEDDLE_IR_INT_H
#define HEDDLE_IR_INT_H

#include "ir/ir.h"

enum { FIELDS = 4 };                             // dst, a, b, c

static inline i32 insn_field(const Insn *in, u32 field) {
    return field == 0 ? in->dst : field == 1 ? in->a : field == 2 ? in->b : in->c;
}
static inline Role insn_role(const Insn *in, u32 field) { return (Role)ir_op_info[in->op].role[field]; }

static inline bool role_reads(Role r) { return r == ROLE_R1 || r == ROLE_R2 || r == ROLE_RN; }
static inline bool role_writes(Role r) {
    return r == ROLE_W1 || r == ROLE_W2 || r == ROLE_W3 || r == ROLE_WN || r == ROLE_WR || r == ROLE_WT;
}

// How many consecutive cells the field names; 0 if it does not name cells. Needs a valid op, and for calls a valid
// CallInfo index.
u32 insn_cells(const Program *p, const Insn *in, u32 field);

// Code positions that the instruction names, 0 .. insn_ntargets-1; the unknown ones of IJMP are not among them.
u32 insn_ntargets(const Insn *in);
Pc insn_target(const Program *p, const Insn *in, u32 i);

// Control may go on to the next instruction.
static inline bool insn_falls_through(const Insn *in) {
    u8 effect = ir_op_info[in->op].effect;
    return effect != EFFECT_JUMP && effect != EFFECT_RET && effect != EFFECT_STOP;
}

// Calls visit for each label whose address is a constant or in the initial contents of a global.
void program_each_label(const Program *p, void (*visit)(void *arg, FuncId func, Pc pc), void *arg);

#endif
