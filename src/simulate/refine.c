// SPDX-License-Identifier: Apache-2.0
// The run of a search, cut into the steps of a simulation: a step of a search may go over many
// visible operations.
#include "simulate/simulate.h"

typedef struct Refining {
    const Program *program;
    const VmOptions *options;
    Vm *vm;
    Schedule *out;
} Refining;

static void start(Refining *r) {
    r->vm = vm_new(r->program, r->options);
    vm_start(r->vm);
}

static void push(Refining *r, Choice c, u64 length) {
    c.length = (u32)length;
    VEC_PUSH(r->out->steps, r->out->len, r->out->cap) = c;
}

// The last step went too far: once more, up to where it should have gone.
static RunEnd take_exactly(Refining *r, Choice c, bool is_last) {
    Replayed replayed;
    vm_free(r->vm);
    start(r);
    bool is_there = prop_replay(r->vm, r->out, NULL, &replayed);
    replayed_done(&replayed);
    vm_excuse_all(r->vm, !is_last);
    if (!is_there || c.alternative >= vm_alternatives(r->vm, c.thread))
        return RUN_CUT;
    return vm_step_exactly(r->vm, c.thread, c.alternative, c.length)->end;
}

static bool refine_step(Refining *r, Choice c, bool is_last) {
    for (;;) {
        vm_excuse_all(r->vm, !is_last); // see prop_replay
        if (c.thread >= MAX_THREADS || c.alternative >= vm_alternatives(r->vm, c.thread))
            return false;
        const StepRecord *step = vm_step(r->vm, c.thread, c.alternative);
        RunEnd end = step->end;
        u64 length = step->length;
        if (end != RUN_POINT || !length || length >= c.length ||
            vm_alternatives(r->vm, c.thread) != 1) {
            if (c.length && length != c.length)
                end = take_exactly(r, c, is_last);
            push(r, c, c.length);
            return is_last || prop_goes_on(end);
        }
        push(r, c, length);
        c.length -= (u32)length;
        c.alternative = 0;
    }
}

bool simulate_refine(const Program *p, const VmOptions *vm, const Schedule *run, Schedule *out) {
    Refining r = {.program = p, .options = vm, .out = out};
    bool is_ok = true;
    start(&r);
    out->is_endless = run->is_endless;
    for (u32 i = 0; i < run->len && is_ok; i++) {
        if (i == run->cycle)
            out->cycle = out->len;
        is_ok = refine_step(&r, run->steps[i], i + 1 == run->len);
    }
    if (run->cycle == run->len)
        out->cycle = out->len;
    vm_free(r.vm);
    return is_ok;
}
