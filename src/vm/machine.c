// SPDX-License-Identifier: Apache-2.0
// The machine as a whole: making it, starting it, stepping it, calling functions.
#include "vm/vm_int.h"

#include <string.h>

Vm *vm_new(const Program *p, const VmOptions *o) {
    ENSURE(o->grain <= GRAIN_INSTRUCTIONS && (p->ptr_bytes == 4 || p->ptr_bytes == 8));
    ENSURE(!o->is_witness || (!o->private_memory && !o->passes && !o->passes_alone));
    Vm *vm = mem_zalloc_apart(sizeof *vm);
    vm->program = p;
    vm->options = *o;
    vm->called = THREAD_NONE;
    vm->scratch = mem_zalloc_apart(sizeof *vm->scratch);
    vm->running = THREAD_NONE;
    vm->atomic_thread = THREAD_NONE;
    vm->step.fault = &vm->fault;
    vm->reached = mem_zalloc(program_nreached(p) * sizeof *vm->reached);
    if (o->notes_coverage)
        coverage_init(vm);
    objects_init(vm);
    vm->before = before_new(p, o);
    vm->condition = condition_new(p, o);
    if (o->grain == GRAIN_LOOPS)
        vm->stamps = mem_zalloc(p->ncode * sizeof *vm->stamps);
    return vm;
}

void vm_free(Vm *vm) {
    if (!vm)
        return;
    for (u32 i = 0; i < MAX_THREADS; i++)
        thread_free(&vm->threads[i]);
    objects_done(vm);
    before_done(vm->before);
    condition_done(vm->condition);
    Scratch *s = vm->scratch;
    VEC_FREE(s->pack, s->pack_cap);
    VEC_FREE(s->tags, s->tags_cap);
    VEC_FREE(s->holes, s->holes_cap);
    reach_done(&s->reach);
    VEC_FREE(s->met, s->met_cap);
    VEC_FREE(s->args, s->args_cap);
    VEC_FREE(s->blank.own_tags, s->blank.tags_cap);
    VEC_FREE(s->blank.own_holes, s->blank.holes_cap);
    VEC_FREE(s->reached, s->reached_cap);
    VEC_FREE(s->rivals, s->rivals_cap);
    VEC_FREE(s->moved, s->moved_cap);
    VEC_FREE(vm->free_slots, vm->free_slots_cap);
    mem_free(s, sizeof *s);
    VEC_FREE(vm->step.depends, vm->depends_cap);
    VEC_FREE(vm->step.accesses, vm->accesses_cap);
    VEC_FREE(vm->step.turns, vm->turns_cap);
    VEC_FREE(vm->stretches, vm->stretches_cap);
    VEC_FREE(vm->unknowns, vm->unknowns_cap);
    VEC_FREE(vm->answers, vm->answers_cap);
    VEC_FREE(vm->copied, vm->copied_cap);
    suppose_done(vm);
    text_done(&vm->first_gone_on.text);
    coverage_done(vm);
    mem_free(vm->reached, program_nreached(vm->program) * sizeof *vm->reached);
    if (vm->stamps)
        mem_free(vm->stamps, vm->program->ncode * sizeof *vm->stamps);
    text_done(&vm->fault.text);
    mem_free(vm, sizeof *vm);
}

void vm_start(Vm *vm) {
    vm_set_counts(vm, 0, 0);
    vm_loaded(vm);
    vm->threads_made = vm->nstretches = vm->nunknowns = vm->values_taken = 0;
    vm->nanswers = vm->answers_taken = 0;
    objects_reset(vm);
    if (vm->before)
        before_start(vm);
    ThreadId main_thread = thread_new(vm, vm->program->entry, 0, NULL, 0);
    ENSURE(main_thread == 0);
    ENSURE(vm->nthreads == 1 && vm->ndyn == 0 && vm->atomic_thread == THREAD_NONE);
    vm->threads[0].is_new = false; // its first step brings it there
}

void vm_set_watch(Vm *vm, VmWatch *watch, VmOutput *output, void *arg) {
    vm->watch = watch;
    vm->output = output;
    vm->watch_arg = arg;
}

void vm_stop_alone(Vm *vm) {
    ENSURE(vm->running == THREAD_NONE);
    vm->options.passes_alone = false;
}

// Whether a thread has stopped to ask about an unknown value: a machine that knows all values does
// not stop there, nor begins the instruction twice.
static bool is_asking(const Vm *vm, const Thread *t) {
    return vm->condition && (t->pend.kind == PEND_TRUTH || t->pend.kind == PEND_LOOK);
}

// Whether a step was nothing but a question at its first instruction, or about the word of a wait
// that goes on: a machine that knows all values takes no such step, and may not even be able to.
static bool has_only_asked(const Vm *vm, const Thread *t, bool was_asking) {
    bool waits = was_asking && t->pend.kind == PEND_WAIT;
    return vm->step.length == 1 && vm->step.pieces == 0 && (waits || is_asking(vm, t));
}

static void log_stretch(Vm *vm, ThreadId k, u32 serial, u32 choice, RunEnd end) {
    if (!vm->options.logs_stretches)
        return;
    const Thread *t = &vm->threads[k];
    bool is_inside = end == RUN_POINT;
    u32 again = is_inside && is_asking(vm, t);
    ENSURE(vm->step.length >= vm->step.pieces + again);
    VEC_PUSH(vm->stretches, vm->nstretches, vm->stretches_cap) =
        (Stretch){.serial = serial,
                  .choice = choice,
                  .length = vm->step.length - vm->step.pieces - again,
                  .bulk_done = is_inside ? t->bulk_done : 0,
                  .bulk_len = is_inside && t->has_bulk_value ? t->bulk_len : 0};
}

// Brings the threads that were started in this step to their first visible operation, so that it is
// known what they will do. SOUND: what they do before it is not visible, so it may as well happen
// now.
static RunEnd advance_new(Vm *vm) {
    RunEnd end = RUN_POINT;
    for (ThreadId k = 0; k < vm->nthreads && end == RUN_POINT; k++) {
        if (!vm->threads[k].is_new)
            continue;
        ENSURE(vm->threads[k].form == THREAD_LIVE && !vm->threads[k].in_atomic);
        vm->threads[k].is_new = false;
        vm->running = k;
        if (vm->options.grain == GRAIN_INSTRUCTIONS)
            continue;
        u32 serial = vm->threads[k].serial;
        end = loop_run(vm, k, 0, false, 0);
        log_stretch(vm, k, serial, 0, end);
    }
    return end;
}

static void begin_step(Vm *vm) {
    ENSURE(vm->nthreads <= MAX_THREADS && vm->ndyn <= vm->dyn_high);
    suppose_forget(vm);
    vm->step.ndepends = vm->step.naccesses = vm->step.nturns = 0;
    vm->step.depends_on_more = vm->options.check_races || vm->options.reuse_addresses;
    if (++vm->epoch == 0)
        vm->epoch = 1;
    reuse_begin(vm);
    if (vm->before)
        before_load(vm);
}

// For the checking build: what must hold between steps.
static void check_threads(const Vm *vm) {
    for (ThreadId k = 0; k < vm->nthreads; k++) {
        const Thread *t = &vm->threads[k];
        ENSURE(t->form != THREAD_EMPTY && t->in_atomic == (k == vm->atomic_thread));
        ENSURE((t->form == THREAD_LIVE || t->packed) && (!t->in_atomic || t->masks));
        if (t->form == THREAD_LIVE)
            check_thread(vm, t);
    }
}

// For the checking build: the places that are own are those in `dirty`, but for constants; what is
// beyond the objects in use is nothing that anybody sees.
static void check_dirty(const Vm *vm) {
    u32 nown = 0;
    for (u32 i = 0; i < vm->program->nblocks; i++)
        nown += vm->places[i].is_own;
    for (u32 i = 0; i < vm->ndyn; i++)
        nown += vm->dyn[i].is_own;
    ENSURE(nown == vm->ndirty);
    for (u32 i = 0; i < vm->ndirty; i++)
        ENSURE(vm->dirty[i]->is_own && vm->dirty[i]->kind != OBJ_CONST);
}

// For the checking build: each place that a step depends on is listed once.
static void check_depends(const Vm *vm) {
    for (u32 i = 0; i < vm->step.ndepends; i++) {
        ENSURE(vm->step.depends[i]->epoch == vm->epoch);
        for (u32 k = 0; k < i && i < 64; k++)
            ENSURE(vm->step.depends[i] != vm->step.depends[k]);
    }
}

// What the record of a step or a call still lacks.
static const StepRecord *end_step(Vm *vm, RunEnd end) {
    if (vm->before && (end == RUN_POINT || end == RUN_DONE) && !before_save(vm))
        end = fault_no_room(vm);
    // A step that is remembered changes no more than what it depends on.
    bool goes_on = end == RUN_POINT || end == RUN_DONE;
    if (vm->condition && vm->step.depends_on_more && goes_on && !vm->supposed.is_on)
        condition_tidy(vm);
    ENSURE((end != RUN_FAULT || vm->fault.kind != FAULT_NONE) && "a violation of no kind");
    ENSURE((end != RUN_CUT || vm->fault.cut != CUT_NONE) && "a cut without a reason");
    if (IS_CHECKING && (end == RUN_POINT || end == RUN_DONE)) {
        check_threads(vm);
        check_dirty(vm);
        check_depends(vm);
    }
    vm->running = THREAD_NONE;
    vm->step.end = end;
    vm->step.shape_changed = vm->numbering.shape_changed;
    vm->step.links_changed = vm->numbering.links_changed;
    return &vm->step;
}

static RunEnd run_step(Vm *vm, ThreadId t, u32 choice, u64 length) {
    CHECK(choice < vm_alternatives(vm, t));
    vm->running = t;
    collect_slots(vm);
    if (vm->options.check_races && (!vm->repeated || vm->repeated->is_last))
        race_begin(vm, t);
    vm->fault.kind = FAULT_NONE;
    bool is_exact = length > 0;
    begin_step(vm);
    u32 serial = vm->threads[t].serial;
    bool was_asking = is_asking(vm, &vm->threads[t]);
    bool had_choice = !was_asking && pend_is_choice(&vm->threads[t].pend);
    RunEnd end = loop_run(vm, t, choice, true, length);
    if (had_choice || end != RUN_POINT || !has_only_asked(vm, &vm->threads[t], was_asking))
        log_stretch(vm, t, serial, was_asking ? 0 : choice, end);
    length = vm->step.length;
    u64 pieces = vm->step.pieces;
    if ((end == RUN_POINT || end == RUN_DONE) && !vm->repeated) {
        RunEnd others = advance_new(vm);
        end = others == RUN_POINT ? end : others;
    }
    if (end == RUN_POINT || end == RUN_DONE)
        reuse_tidy(vm);
    // A search does this with the canonical form.
    if (is_exact && vm->options.regains_privacy && (end == RUN_POINT || end == RUN_DONE))
        vm_find_private(vm, NULL);
    vm->step.length = length;
    vm->step.pieces = pieces;
    ENSURE(end == RUN_EXIT ? vm->has_exited : !vm->has_exited);
    return end;
}

const StepRecord *vm_step_exactly(Vm *vm, ThreadId t, u32 choice, u64 length) {
    ENSURE(vm_is_alive(vm, t) && !vm->threads[t].is_new);
    ENSURE(vm->running == THREAD_NONE && "a step inside a step");
    return end_step(vm, run_step(vm, t, choice, length));
}

const StepRecord *vm_step(Vm *vm, ThreadId t, u32 choice) {
    return vm_step_exactly(vm, t, choice, 0);
}

const StepRecord *vm_approach(Vm *vm, ThreadId t) {
    ENSURE(vm_is_alive(vm, t) && vm->running == THREAD_NONE && !vm->repeated);
    ENSURE(vm->threads[t].pend.kind == PEND_READY && !vm->threads[t].in_atomic);
    vm->running = t;
    collect_slots(vm);
    vm->fault.kind = FAULT_NONE;
    begin_step(vm);
    return end_step(vm, loop_run(vm, t, 0, false, 0));
}

enum { MOST_PIECES = 1 << 12 }; // of loop_run, which gives a long loop back after each
#define MOST_INSTRUCTIONS (1ull << 31)
enum { MOST_RECORDED = 1 << 21 }; // accesses, which need memory

// Runs the last thread to its end; nothing may keep it from getting there.
static RunEnd run_to_end(Vm *vm, ThreadId t) {
    ENSURE(t + 1 == vm->nthreads && t == vm->called);
    u64 executed = 0;
    for (u32 i = 0;
         i < MOST_PIECES && executed < MOST_INSTRUCTIONS && vm->step.naccesses < MOST_RECORDED;
         i++) {
        RunEnd end;
        if (vm->threads[t].pend.kind != PEND_READY && !suppose_answer(vm, &vm->threads[t], &end))
            return end;
        end = loop_run(vm, t, 0, true, 0);
        if (end != RUN_POINT)
            return end;
        executed += vm->step.length;
        if (vm->supposed.n == 0) // what is supposed names terms
            collect_slots(vm);
    }
    return fault_cut(vm, CUT_UNSUPPORTED,
                     "a function that must not be interrupted does not come to an end");
}

// Why a call has not returned, if it neither failed nor was given up.
static const char *why_not_returned(const Vm *vm, RunEnd end) {
    switch (end) {
    case RUN_DONE:
        if (vm->has_left_holding)
            return "returns with a read-write lock, a spin lock or a routine of pthread_once that "
                   "it holds";
        return vm->has_returned ? NULL : "ends its thread";
    case RUN_EXIT: return "ends the program";
    case RUN_VOID:
    case RUN_ASSUME: return "assumes what does not hold";
    default: return NULL;
    }
}

// What threads that the call has started mean.
static RunEnd after_call(Vm *vm, const VmCall *c, u32 before) {
    ENSURE(vm->nthreads >= before && vm->called == THREAD_NONE);
    if (vm->nthreads == before)
        return RUN_DONE;
    if (!c->may_start)
        return fault_cut(vm, CUT_UNSUPPORTED,
                         "a function that must not be interrupted starts threads");
    RunEnd end = advance_new(vm);
    return end == RUN_POINT ? RUN_DONE : end;
}

enum { CONTROL_BYTES = 512 }; // at least those of the runtime's struct rt_thread

// Who makes the call, for the models: the oldest thread; before there is one, and after all have
// ended, nobody in particular.
static ObjId caller_of(Vm *vm, const VmCall *c) {
    if (c->self)
        return c->self;
    ObjId self = vm->nthreads ? vm->threads[0].self : 0;
    return self ? self : obj_new(vm, OBJ_INTERNAL, CONTROL_BYTES, 4, true);
}

// Runs it to its end, whatever a step is otherwise, and records what it does.
static RunEnd run_called(Vm *vm, ThreadId t) {
    ENSURE(vm->called == THREAD_NONE && vm->threads[t].is_new && vm->threads[t].nframes == 1);
    VmOptions options = vm->options;
    ThreadId in_atomic = vm->atomic_thread;
    vm->options.grain = GRAIN_VISIBLE;
    vm->options.record_accesses = true;
    vm->options.check_races = false;
    vm->scratch->nrivals = vm->ncopied = 0;
    vm->threads[t].is_new = false;
    vm->threads[t].masks = 1; // nobody else runs, and nobody is looked at
    vm->running = vm->called = t;
    vm->has_returned = vm->has_left_holding = false;
    RunEnd end = run_to_end(vm, t);
    vm->called = THREAD_NONE;
    vm->atomic_thread = in_atomic;
    vm->options = options;
    return end;
}

static RunEnd run_watched(Vm *vm, ThreadId t, bool is_secret) {
    VmWatch *watch = vm->watch;
    VmOutput *output = vm->output;
    if (is_secret)
        vm_set_watch(vm, NULL, NULL, vm->watch_arg);
    RunEnd end = run_called(vm, t);
    vm_set_watch(vm, watch, output, vm->watch_arg);
    return end;
}

const Place *vm_call_changed(const Vm *vm) {
    for (u32 i = vm->dirty_before_call; i < vm->ndirty; i++) {
        const Place *p = vm->dirty[i];
        bool is_new = p >= vm->dyn + vm->numbering.old_objects && p < vm->dyn + vm->dyn_high;
        if (!is_new)
            return p;
    }
    return NULL;
}

static RunEnd run_call(Vm *vm, const VmCall *c, Cell *result) {
    ENSURE(c->func < vm->program->nfuncs && cells_are_formed(c->args, c->nargs));
    ThreadId before = vm->nthreads;
    vm->fault.kind = FAULT_NONE;
    vm->dirty_before_call = vm->ndirty;
    begin_step(vm);
    if (c->supposes)
        suppose_begin(vm);
    ThreadId t = thread_new(vm, c->func, caller_of(vm, c), c->args, c->nargs);
    if (t == THREAD_NONE)
        return fault_cut(vm, CUT_THREADS, "more than %u threads at a time", MAX_THREADS);
    RunEnd end = run_watched(vm, t, c->is_secret);
    *result = vm->returned;
    const char *why = why_not_returned(vm, end);
    bool has_place = end != RUN_DONE; // a thread that has ended stands nowhere
    if (why)
        end = fault_cut(vm, CUT_UNSUPPORTED, "a function that must not be interrupted %s", why);
    if (why && !has_place) {
        vm->fault.func = c->func;
        vm->fault.pc = vm->program->funcs[c->func].start;
    }
    return end == RUN_DONE ? after_call(vm, c, before) : end;
}

const StepRecord *vm_call_as(Vm *vm, const VmCall *c, Cell *result) {
    ENSURE(vm->running == THREAD_NONE && vm->called == THREAD_NONE && "a call inside a step");
    RunEnd end = run_call(vm, c, result);
    *result = cell_seen(vm, *result);
    const StepRecord *step = end_step(vm, end);
    if (c->supposes)
        suppose_end(vm);
    return step;
}

// Whether accesses before the i-th have written all that it reads.
static bool was_written(const Vm *vm, u32 i) {
    ENSURE(i < vm->step.naccesses);
    const Access *a = &vm->step.accesses[i];
    for (u64 at = a->off; at < a->off + a->size; at++) {
        u32 k = 0;
        while (k < i && !(vm->step.accesses[k].is_write && vm->step.accesses[k].obj == a->obj &&
                          at >= vm->step.accesses[k].off &&
                          at < vm->step.accesses[k].off + vm->step.accesses[k].size))
            k++;
        if (k == i)
            return false;
    }
    return true;
}

const Global *vm_thread_local_read(const Vm *vm) {
    for (u32 k = 0; k < vm->ncopied; k++)
        ENSURE(vm->program->globals[vm->copied[k].global].is_tls);
    for (u32 i = 0; i < vm->step.naccesses && vm->ncopied; i++) {
        const Access *a = &vm->step.accesses[i];
        // what is atomic and writes may read as well
        bool is_read = !a->is_write || a->is_atomic;
        for (u32 k = 0; k < vm->ncopied && is_read; k++)
            if (vm->copied[k].obj == a->obj && !was_written(vm, i))
                return &vm->program->globals[vm->copied[k].global];
    }
    return NULL;
}

CellKind vm_cell_kind(const Vm *vm, Cell c) {
    CHECK(cell_is_formed(c));
    return cell_kind(vm, c);
}

const StepRecord *vm_call(Vm *vm, FuncId f, const Cell *args, u32 nargs, Cell *result) {
    return vm_call_as(vm, &(VmCall){.func = f, .args = args, .nargs = nargs}, result);
}
