// SPDX-License-Identifier: Apache-2.0
// Which instructions a machine has come to, and which ways of branches it has taken. Only machines
// that are told to (VmOptions.notes_coverage) note it, before each instruction. And how assumptions
// went, which all note.
#include "vm/vm_int.h"

void coverage_init(Vm *vm) {
    const Program *p = vm->program;
    u32 n = p->ncode;
    vm->covered = mem_zalloc(program_ncovered(p) * sizeof *vm->covered);
    vm->ways = mem_alloc(p->ncode * sizeof *vm->ways);
    for (Pc pc = 0; pc < p->ncode; pc++) {
        vm->ways[pc] = n;
        n += insn_ways(&p->code[pc]);
    }
    ENSURE(n == program_ncovered(p));
}

void coverage_done(Vm *vm) {
    const Program *p = vm->program;
    if (vm->assumed)
        mem_free(vm->assumed, p->ncode);
    if (!vm->covered)
        return;
    mem_free(vm->covered, program_ncovered(p) * sizeof *vm->covered);
    mem_free(vm->ways, p->ncode * sizeof *vm->ways);
}

void coverage_note(Vm *vm, Pc pc) {
    const Program *p = vm->program;
    Pc from = vm->covered_last;
    vm->covered[pc] = true;
    vm->covered_last = pc;
    u32 n = from == PC_NONE ? 0 : insn_ways(&p->code[from]);
    for (u32 i = 0; i < n; i++)
        if (insn_way(p, &p->code[from], i) == pc)
            vm->covered[vm->ways[from] + i] = true;
}

// The model of an assumption is called by the program; others assume things for themselves.
void coverage_assumed(Vm *vm, const Thread *t, bool holds) {
    const Program *p = vm->program;
    const Frame *caller = t->nframes > 1 ? &t->frames[t->nframes - 2] : NULL;
    if (!caller || p->funcs[caller->func].is_runtime)
        return;
    if (!vm->assumed)
        vm->assumed = mem_zalloc(p->ncode);
    ENSURE(caller->pc > 0);
    vm->assumed[caller->pc - 1] |= holds ? ASSUMED_TRUE : ASSUMED_FALSE;
}

const u8 *vm_assumed(const Vm *vm) { return vm->assumed; }

const bool *vm_covered(const Vm *vm) { return vm->covered; }
