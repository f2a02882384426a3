// SPDX-License-Identifier: Apache-2.0
// Exploring a program: joins machine, store and properties into the seam that the orders search over.
#include "search/search_int.h"

#include <string.h>

enum { STEPS_BETWEEN_LOOKS = 256 };
#define LONG_LOOK 0.05  // seconds

void explorer_init(Explorer *e, const Program *p, const SearchOptions *o, SearchResult *r) {
    *e = (Explorer){.program = p, .options = o, .result = r, .until_look = 1};
    e->store = state_new(p);
    e->vm = vm_new(p, &o->vm);
    e->started = e->last_look = clock_seconds();
    e->last = THREAD_NONE;
}

void explorer_done(Explorer *e) {
    vm_free(e->vm);
    state_free(e->store);
}

void explorer_figures(Explorer *e) {
    e->figures.states = state_count(e->store);
    e->figures.instructions = e->vm->instructions;
    e->figures.memory = mem_used();
    e->figures.store_bytes = state_bytes(e->store);
    e->figures.seconds = clock_seconds() - e->started;
}

// ---- ends of runs -------------------------------------------------------------------------------

static void fault_copy(Fault *to, const Fault *from) {
    Text text = to->text;
    *to = *from;
    to->text = text;
    text_clear(&to->text);
    text_add(&to->text, "%s", text_str(&from->text));
}

// A fault: a violation if its kind is checked.
static StepEnd judge(Explorer *e, const Fault *f) {
    SearchResult *r = e->result;
    if (e->options->properties.checked[f->kind]) {
        fault_copy(&r->fault, f);
        return STEP_VIOLATION;
    }
    if (r->unasked[f->kind]++ == 0 && r->first_unasked.kind == FAULT_NONE)
        fault_copy(&r->first_unasked, f);
    return STEP_OVER;
}

// A run that cannot go on: the verdict cannot be "holds" any more.
static StepEnd cut(Explorer *e) {
    const Fault *f = &e->vm->fault;
    const SrcLoc *l = &e->program->locs[f->pc];
    Verdict *v = &e->result->verdict;
    if (v->ncuts == 0)
        v->is_input_at_fault = f->cut == CUT_STACK;
    if (l->file)
        verdict_cut(v, "%s:%u: in '%s': %s", e->program->files[l->file], l->line, e->program->funcs[f->func].name,
                    text_str(&f->text));
    else
        verdict_cut(v, "in '%s': %s", e->program->funcs[f->func].name, text_str(&f->text));
    return STEP_OVER;
}

static StepEnd leaked(Explorer *e, ThreadId last, ObjId block) {
    Fault f = {0};
    prop_leak(e->vm, last, block, &f);
    StepEnd end = judge(e, &f);
    text_done(&f.text);
    return end;
}

static StepEnd may_leak(Explorer *e) {
    verdict_cut(&e->result->verdict,
                "a block may be lost, or be known only through a number computed from its address");
    return STEP_OVER;
}

// The program is over; what is left on its heap?
static StepEnd finish(Explorer *e, ThreadId last) {
    const PropertySet *p = &e->options->properties;
    if (!p->checked[FAULT_LEAK])
        return STEP_OVER;
    ObjId block = p->cleanup ? prop_unfreed(e->vm) : state_canonicalize(e->store, e->vm, true);
    if (block == OBJ_ADDRESS)
        return may_leak(e);
    return block ? leaked(e, last, block) : STEP_OVER;
}

static bool any_thread(const Vm *vm) { return vm->nthreads > 0; }

// A state was reached: store it and look at it.
static StepEnd arrive(Explorer *e, ThreadId last, StateRef *ref) {
    const PropertySet *p = &e->options->properties;
    if (!any_thread(e->vm))
        return finish(e, last);
    ObjId block = state_canonicalize(e->store, e->vm, p->checked[FAULT_LEAK]);
    if (block == OBJ_ADDRESS) {
        may_leak(e);
        state_canonicalize(e->store, e->vm, false);
    } else if (block) {
        return leaked(e, last, block);
    }
    bool is_bounded = e->options->context_bound >= 0;
    u32 extra = is_bounded ? (e->last + 1) | e->switches << 16 : 0;
    if (!state_save(e->store, e->vm, extra, ref))
        return STEP_OLD;
    Fault f = {0};
    StepEnd end = STEP_NEW;
    if (p->checked[FAULT_DEADLOCK] && prop_deadlock(e->vm, &f))
        end = judge(e, &f);
    text_done(&f.text);
    return end;
}

// ---- the seam -----------------------------------------------------------------------------------

static StepEnd start(void *self, StateRef *ref) {
    Explorer *e = self;
    vm_start(e->vm);
    return arrive(e, 0, ref);
}

static void load(void *self, StateRef ref) {
    Explorer *e = self;
    u32 extra = state_load(e->store, e->vm, ref);
    e->last = (extra & 0xffff) - 1;
    e->switches = extra >> 16;
}

// Going on with t is a preemption if the thread that ran last could go on as well.
static bool is_preemption(Explorer *e, ThreadId t) {
    return e->last != THREAD_NONE && e->last != t && vm_alternatives(e->vm, e->last) > 0;
}

static void ways(void *self, Schedule *list) {
    Explorer *e = self;
    bool is_used_up = e->options->context_bound >= 0 && e->switches >= e->options->context_bound;
    for (ThreadId t = 0; t < e->vm->nthreads; t++) {
        u32 n = vm_alternatives(e->vm, t);
        if (n && !(is_used_up && is_preemption(e, t)))
            VEC_PUSH(list->steps, list->len, list->cap) = (Choice){t, n};
    }
}

static StepEnd step(void *self, Choice c, StateRef *ref) {
    Explorer *e = self;
    if (e->options->context_bound >= 0) {
        e->switches += is_preemption(e, c.thread);
        e->last = c.thread;
    }
    e->figures.transitions++;
    RunEnd end = vm_step(e->vm, c.thread, c.alternative);
    ThreadId last = end == RUN_DONE ? THREAD_NONE : c.thread;
    if (end == RUN_DONE)
        e->last = THREAD_NONE;
    switch (end) {
    case RUN_FAULT:
        return judge(e, &e->vm->fault);
    case RUN_CUT:
        return cut(e);
    case RUN_ASSUME:
        e->figures.runs_assumed_away++;
        return STEP_OVER;
    case RUN_EXIT:
        return finish(e, last);
    default:
        return arrive(e, last, ref);
    }
}

static bool limits_reached(Explorer *e) {
    const SearchOptions *o = e->options;
    Verdict *v = &e->result->verdict;
    explorer_figures(e);
    if (o->progress)
        o->progress(o->progress_arg, &e->figures);
    if (o->interrupted && *o->interrupted)
        verdict_cut(v, "interrupted");
    else if (o->time_limit > 0 && e->figures.seconds > o->time_limit)
        verdict_cut(v, "time limit of %g s reached", o->time_limit);
    else if (o->memory_limit && e->figures.memory > o->memory_limit)
        verdict_cut(v, "memory limit of %llu MiB reached", (unsigned long long)(o->memory_limit >> 20));
    else
        return false;
    v->is_input_at_fault = false;
    return true;
}

static bool should_stop(void *self, u64 depth) {
    Explorer *e = self;
    if (depth > e->figures.depth)
        e->figures.depth = depth;
    if (e->options->depth_limit && depth > e->options->depth_limit) {
        verdict_cut(&e->result->verdict, "depth limit of %llu steps reached",
                    (unsigned long long)e->options->depth_limit);
        return true;
    }
    if (--e->until_look)
        return false;
    double before = e->last_look;
    e->last_look = clock_seconds();
    // Some programs take a long time for a step.
    e->until_look = e->last_look - before > LONG_LOOK ? 1 : STEPS_BETWEEN_LOOKS;
    return limits_reached(e);
}

Seam explorer_seam(Explorer *e) {
    return (Seam){.self = e, .start = start, .load = load, .ways = ways, .step = step, .should_stop = should_stop};
}
