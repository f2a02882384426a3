// SPDX-License-Identifier: Apache-2.0
// Judging where a run has come to. Everybody asks in the same order: is the end of the step itself
// a violation, is the state a deadlock, does it break an invariant. A search asks the first when a
// step has been taken and the others when it comes to the state; who replays a run asks all at its
// end (prop_judge).
#include "prop/prop.h"

bool prop_goes_on(RunEnd end) { return end == RUN_POINT || end == RUN_DONE; }

static ObjId find_leaked(const PropertySet *s, Vm *vm, RunEnd end) {
    bool is_over = end == RUN_EXIT || vm_nthreads(vm) == 0;
    if (!s->checked[FAULT_LEAK] || !(is_over || prop_goes_on(end)))
        return 0;
    return is_over && s->cleanup ? prop_unfreed(vm) : prop_lost(vm);
}

bool prop_judge_end(const PropertySet *s, Vm *vm, RunEnd end, ThreadId last, ObjId leaked,
                    Fault *out) {
    ENSURE(!leaked || s->checked[FAULT_LEAK]);
    if (end == RUN_FAULT && s->checked[vm_last(vm)->fault->kind]) {
        fault_copy(out, vm_last(vm)->fault);
        return true;
    }
    if (leaked)
        prop_leak(vm, last, leaked, out);
    return leaked != 0;
}

InvariantEnd prop_judge_invariants(const PropertySet *s, Vm *vm, ThreadId last, Fault *out) {
    InvariantEnd end = INVARIANT_HOLDS;
    for (u32 i = 0; i < s->ninvariants && end == INVARIANT_HOLDS && !vm_is_in_atomic(vm); i++)
        end = prop_invariant(vm, s->invariants[i], last, out);
    return end;
}

bool prop_judge(const PropertySet *s, Vm *vm, RunEnd end, ThreadId last, Fault *out) {
    if (end == RUN_CUT)
        return false; // nobody knows
    return prop_judge_end(s, vm, end, last, find_leaked(s, vm, end), out) ||
           (prop_goes_on(end) && s->checked[FAULT_DEADLOCK] && prop_deadlock(vm, out)) ||
           prop_judge_invariants(s, vm, last, out) == INVARIANT_BROKEN;
}

void prop_only(PropertySet *s, FaultKind kind) {
    ENSURE(kind != FAULT_NONE);
    for (u32 k = 0; k < FAULT_COUNT; k++)
        s->checked[k] = k == kind;
    if (kind != FAULT_INVARIANT)
        s->ninvariants = 0;
}
