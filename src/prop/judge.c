// SPDX-License-Identifier: Apache-2.0
// Judging where a run has come to. Everybody asks in the same order: is the end of the step itself
// a violation, is the state a deadlock, does it break an invariant. A search asks the first when a
// step has been taken and the others when it comes to the state; who replays a run asks all at its
// end (prop_judge).
#include "prop/prop.h"

bool prop_goes_on(RunEnd end) { return end == RUN_POINT || end == RUN_DONE; }

static bool judge_leaks(const PropertySet *s, Vm *vm, const Replayed *run, Fault *out) {
    bool is_over = run->end == RUN_EXIT || vm_nthreads(vm) == 0;
    if (!s->checked[FAULT_LEAK] || !(is_over || prop_goes_on(run->end)))
        return false;
    bool is_all = is_over && s->cleanup;
    ObjList blocks = {0};
    if (is_all)
        prop_all_unfreed(vm, &blocks);
    else
        prop_all_lost(vm, &blocks);
    bool is_leak = prop_judge_leaks(vm, run->last, &blocks, is_all ? NULL : &run->lost, out);
    objlist_done(&blocks);
    return is_leak;
}

bool prop_judge_end(const PropertySet *s, Vm *vm, RunEnd end, Fault *out) {
    const Fault *f = vm_last(vm)->fault;
    if (end != RUN_FAULT || !s->checked[f->kind] || vm_excuses(vm, f))
        return false;
    fault_copy(out, f);
    return true;
}

InvariantEnd prop_judge_invariants(const PropertySet *s, Vm *vm, ThreadId last, Fault *out) {
    InvariantEnd end = INVARIANT_HOLDS;
    Fault open = {0}; // one of which nobody knows whether it holds; another may be broken
    for (u32 i = 0; i < s->ninvariants && end == INVARIANT_HOLDS && !vm_is_in_atomic(vm); i++) {
        end = prop_invariant(vm, s->invariants[i], last, out);
        if (end == INVARIANT_OPEN && open.kind == FAULT_NONE)
            fault_copy(&open, out);
        if (end == INVARIANT_OPEN || (end == INVARIANT_BROKEN && vm_excuses(vm, out)))
            end = INVARIANT_HOLDS;
    }
    if (end == INVARIANT_HOLDS)
        fault_forget(out);
    if (end == INVARIANT_HOLDS && open.kind != FAULT_NONE) {
        fault_copy(out, &open);
        end = INVARIANT_OPEN;
    }
    fault_forget(&open);
    return end;
}

bool prop_judge(const PropertySet *s, Vm *vm, const Replayed *run, Fault *out) {
    if (run->end == RUN_CUT)
        return false; // nobody knows
    return prop_judge_end(s, vm, run->end, out) || judge_leaks(s, vm, run, out) ||
           (prop_goes_on(run->end) && s->checked[FAULT_DEADLOCK] && prop_deadlock(vm, out)) ||
           prop_judge_invariants(s, vm, run->last, out) == INVARIANT_BROKEN;
}

void prop_only(PropertySet *s, FaultKind kind) {
    ENSURE(kind != FAULT_NONE);
    for (u32 k = 0; k < FAULT_COUNT; k++)
        s->checked[k] = k == kind;
    if (kind != FAULT_INVARIANT)
        s->ninvariants = 0;
}
