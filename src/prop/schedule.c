// SPDX-License-Identifier: Apache-2.0
// Schedules, and taking their steps again on a machine that is at the beginning of the program. A
// schedule counts instructions, so that no reduction is needed to stop where it says.
#include "prop/prop.h"

void schedule_done(Schedule *s) {
    VEC_FREE(s->steps, s->cap);
    VEC_FREE(s->values, s->values_cap);
    s->nvalues = 0;
    s->len = 0;
}

static bool can_step(Vm *vm, Choice c) {
    return c.thread < MAX_THREADS && c.alternative < vm_alternatives(vm, c.thread);
}

void replayed_done(Replayed *r) { objlist_done(&r->lost); }

bool prop_replay(Vm *vm, const Schedule *s, const ReplayHooks *h, Replayed *out) {
    *out = (Replayed){.end = RUN_POINT};
    for (u32 i = 0; i < s->len; i++) {
        Choice c = s->steps[i];
        // SOUND: what is like the violation that is looked for, but comes before, was another one
        // to the search, which knew less of it.
        vm_excuse_all(vm, i + 1 < s->len);
        if (!prop_goes_on(out->end) || !can_step(vm, c))
            return false;
        if (i + 1 == s->len && vm_options(vm)->excuses)
            prop_all_lost(vm, &out->lost);
        if (h && h->before)
            h->before(h->self, i, c);
        out->end = vm_step_exactly(vm, c.thread, c.alternative, c.length)->end;
        out->last = out->end == RUN_DONE ? THREAD_NONE : c.thread;
        out->taken++;
        out->is_stopped = h && h->after && !h->after(h->self, i, c, out->end);
        if (out->is_stopped)
            return false;
    }
    ENSURE(out->taken == s->len);
    return true;
}
