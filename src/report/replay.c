// SPDX-License-Identifier: Apache-2.0
// Runs a schedule on a fresh machine, twice: once to learn the types of heap blocks, once to tell
// what happens.
#include "report/report_int.h"

#include <string.h>

void replay_free_pass(Replay *r) {
    for (u32 i = 0; i < r->nshadows; i++) {
        Shadow *s = &r->shadows[i];
        VEC_FREE(s->vars, s->vars_cap);
        VEC_FREE(s->early, s->early_cap);
        VEC_FREE(s->line.values, s->line.values_cap);
        VEC_FREE(s->line.notes, s->line.notes_cap);
        VEC_FREE(s->line.touched, s->line.touched_cap);
        text_done(&s->line.printed);
    }
    VEC_FREE(r->shadows, r->shadows_cap);
    r->nshadows = 0;
    vm_free(r->vm);
    r->vm = NULL;
    arena_free(r->scratch);
    r->scratch = NULL;
}

void replay_begin_pass(Replay *r, const VmOptions *vo, const PassHooks *h) {
    r->vm = vm_new(r->program, vo);
    r->scratch = arena_new();
    r->last = THREAD_NONE;
    r->pended.is_pending = false;
    vm_set_watch(r->vm, h->insn, h->output, h->self);
    names_reset(&r->names, r->vm);
    vm_start(r->vm);
}

static void before_step(void *self, u32 step, Choice c) {
    Replay *r = self;
    r->step = step;
    watch_step_begin(r, c.thread, c.alternative);
}

static bool after_step(void *self, u32 step, Choice c, RunEnd end) {
    (void)step;
    watch_step_end(self, c.thread, end);
    return true;
}

// Takes the steps. False if one is not possible.
static bool take_steps(Replay *r, const Schedule *s, Replayed *out, Diag *d) {
    if (prop_replay(r->vm, s, &(ReplayHooks){r, before_step, after_step}, out))
        return true;
    if (prop_goes_on(out->end))
        return diag_fail(d, "step %u of %u is not possible in this program", out->taken + 1,
                         s->len);
    return diag_fail(d, "the run ends after step %u of %u", out->taken, s->len);
}

// The fault of this kind at the end of the run. What is wrong with an endless run is known.
static bool judge(Replay *r, const Replayed *run, const Fault *fault, const PropertySet *properties,
                  Fault *out) {
    PropertySet only = *properties;
    prop_only(&only, fault->kind);
    if (fault->kind == FAULT_LIVENESS)
        fault_copy(out, fault);
    else
        prop_judge(&only, r->vm, run, out);
    return out->kind == fault->kind;
}

// ---- the end of the run -------------------------------------------------------------------------

// A variable of that frame that is still there; NULL if the object is none.
static const ObjInfo *local_of(const Replay *r, const Shadow *s, u32 depth, ObjId obj) {
    const ObjInfo *info = names_info(&r->names, obj);
    if (!info || info->kind != OBJ_LOCAL || !info->name || info->thread != s->number ||
        info->depth != depth || value_is_opaque(r->program, info->type))
        return NULL;
    u32 off, size;
    const Place *place = vm_place(r->vm, obj, &off, &size);
    return place && place->kind == OBJ_LOCAL ? info : NULL;
}

// Those in memory.
static void each_object(Replay *r, const Shadow *s, u32 depth, EachLocal *tell, void *arg) {
    ThreadId id = watch_thread(r, s);
    const Thread *t = id == THREAD_NONE ? NULL : vm_thread(r->vm, id);
    if (!t || t->form != THREAD_LIVE || depth == 0 || depth > t->nframes)
        return;
    u32 end = depth < t->nframes ? t->frames[depth].first_local : t->nlocals;
    Text value = {0};
    for (u32 i = t->frames[depth - 1].first_local; i < end; i++) {
        const ObjInfo *info = local_of(r, s, depth, t->locals[i]);
        if (info) {
            text_clear(&value);
            value_memory(&r->names, info->obj, 0, info->type, &value);
            tell(arg, info->name, text_str(&value));
        }
    }
    text_done(&value);
}

void replay_each_local(Replay *r, const Shadow *s, u32 depth, EachLocal *tell, void *arg) {
    Text value = {0};
    for (u32 i = 0; i < s->nvars; i++) {
        if (s->vars[i].depth != depth)
            continue;
        text_clear(&value);
        watch_var_value(r, &s->vars[i], &value);
        tell(arg, s->vars[i].name, text_str(&value));
    }
    text_done(&value);
    each_object(r, s, depth, tell, arg);
}

static void add_local(void *text, const char *name, const char *value) {
    Text *out = text;
    text_add(out, "%s%s = %s", out->len ? ", " : "", name, value);
}

static const char *frame_values(Replay *r, const Shadow *s, u32 depth) {
    Text text = {0};
    replay_each_local(r, s, depth, add_local, &text);
    const char *kept = arena_text(r->trace->arena, text_str(&text));
    text_done(&text);
    return kept;
}

// "m (taken at x.c:10)"
static void add_lock(Replay *r, Cell lock, SrcLoc at, Text *out) {
    Text name = {0};
    TypeId type;
    u64 start;
    if (names_part(&r->names, lock.tag, lock.v, WAIT_BYTES, &name, &type, &start)) {
        text_add(out, "%s%s", out->len ? ", " : "", text_str(&name));
        if (at.line)
            text_add(out, " (taken at %s:%u)", r->program->files[at.file], at.line);
    }
    text_done(&name);
}

// The locks of a thread, and where it took them.
static const char *held_locks(Replay *r, const Thread *t) {
    Text text = {0};
    for (u32 i = 0; i < t->nheld; i++)
        add_lock(r, t->held[i], flow_taken_at(&r->flow, t->serial, t->held[i]), &text);
    const char *kept = arena_text(r->trace->arena, text_str(&text));
    text_done(&text);
    return kept;
}

void replay_add_stack(Replay *r, ThreadId id, TraceThread *out) {
    const Thread *t = vm_thread(r->vm, id);
    static const Shadow nothing = {0};
    const Shadow *s = t->serial < r->nshadows ? &r->shadows[t->serial] : &nothing;
    TraceFrame *frames = arena_alloc(r->trace->arena, (t->nframes + 1) * sizeof *frames);
    Text waits = {0};
    *out = (TraceThread){.number = thread_number(r->vm, id),
                         .frames = frames,
                         .waits = "",
                         .has_begun = s->has_begun};
    r->names.thread = out->number;
    for (u32 i = t->nframes; i-- > 0;) {
        const Frame *f = &t->frames[i];
        if (watch_is_hidden(r, f->func))
            continue;
        SrcLoc loc =
            watch_loc(r->program, f->func, i + 1 == t->nframes || f->pc == 0 ? f->pc : f->pc - 1);
        r->names.depth = i + 1;
        if (loc.line) {
            FuncId scope = loc.scope < r->program->nfuncs ? loc.scope : f->func;
            frames[out->nframes++] = (TraceFrame){.function = r->program->funcs[scope].name,
                                                  .file = loc.file,
                                                  .line = loc.line,
                                                  .depth = i + 1,
                                                  .values = frame_values(r, s, i + 1)};
        }
    }
    if (wait_text(&r->names, id, &waits))
        out->waits = arena_text(r->trace->arena, text_str(&waits));
    out->waits_for = wait_for(&r->names, id);
    text_done(&waits);
    out->holds = held_locks(r, t);
}

static void add_stacks(Replay *r) {
    Trace *t = r->trace;
    t->threads = arena_alloc(t->arena, (vm_nthreads(r->vm) + 1) * sizeof *t->threads);
    for (ThreadId id = 0; id < vm_nthreads(r->vm); id++) {
        if (vm_is_alive(r->vm, id)) {
            vm_live(r->vm, id);
            replay_add_stack(r, id, &t->threads[t->nthreads++]);
        }
    }
}

static void add_place(const Program *p, SrcLoc loc, Text *out) {
    text_add(out, "%s:%u", p->files[loc.file], loc.line);
    if (loc.scope < p->nfuncs)
        text_add(out, " in %s", p->funcs[loc.scope].name);
}

// Where the block that the fault is about comes from.
static const char *about_object(const Replay *r, ObjId obj) {
    const ObjInfo *info = names_info(&r->names, obj);
    Text text = {0};
    if (info && info->kind == OBJ_HEAP) {
        names_object(&r->names, obj, &text);
        text_add(&text, ": %u byte%s", info->size, info->size == 1 ? "" : "s");
        if (info->made.line) {
            text_add(&text, ", made by thread %u at ", info->thread);
            add_place(r->program, info->made, &text);
        }
        if (info->freed_by) {
            text_add(&text, ", freed by thread %u at ", info->freed_by);
            add_place(r->program, info->freed, &text);
        }
    } else if (info && info->kind == OBJ_LOCAL && info->name) {
        text_add(&text, "%s: a variable of %s in thread %u", info->name,
                 r->program->funcs[info->func].name, info->thread);
    }
    const char *kept = arena_text(r->trace->arena, text_str(&text));
    text_done(&text);
    return kept;
}

static const char *function_at(const Program *p, FuncId func, SrcLoc loc) {
    return p->funcs[loc.scope < p->nfuncs ? loc.scope : func].name;
}

// Of a data race: which variable, and where the other thread stands.
static void tell_race(Replay *r, const Fault *f) {
    Trace *t = r->trace;
    Text name = {0};
    TypeId type;
    u64 start;
    if (names_part(&r->names, f->obj, f->offset, f->size, &name, &type, &start))
        t->message = arena_printf(t->arena, "%s: %s", text_str(&name), t->message);
    text_done(&name);
    SrcLoc loc = watch_loc(r->program, f->rival_func, f->rival_pc);
    t->rival = f->rival_number;
    t->rival_function = function_at(r->program, f->rival_func, loc);
    t->rival_file = loc.file;
    t->rival_line = loc.line;
    t->rival_column = loc.column;
}

// What the trace calls the place that a thread waits for.
static bool name_place(void *replay, Cell place, Text *out) {
    const Replay *r = replay;
    Text name = {0};
    TypeId type;
    u64 start;
    bool is_named = names_part(&r->names, place.tag, place.v, WAIT_BYTES, &name, &type, &start);
    if (is_named)
        text_add(out, "'%s'", text_str(&name));
    text_done(&name);
    return is_named;
}

// The sentence again, with the names that the trace has for what threads wait for.
static void tell_deadlock(Replay *r) {
    Fault named = {0};
    r->names.thread = 0; // the message speaks of all threads
    bool is_there = prop_deadlock_named(r->vm, &(PlaceNames){name_place, r}, &named);
    ENSURE(is_there);
    r->trace->message = arena_text(r->trace->arena, text_str(&named.text));
    text_done(&named.text);
}

// Which locks the other thread had, if its access is past.
static void tell_rival_locks(Replay *r, const Fault *f) {
    u32 moment = flow_last_access(&r->flow, f->rival_number, f->obj, f->offset, f->size);
    for (u32 i = 0; i < vm_nthreads(r->vm); i++)
        if (vm_is_alive(r->vm, i) && thread_number(r->vm, i) == f->rival_number &&
            watch_position(r, i).line == r->trace->rival_line)
            return;
    Text text = {0};
    for (u32 i = 0; i < r->flow.nholds && moment; i++) {
        const FlowHold *h = &r->flow.holds[i];
        if (h->thread == f->rival_number && h->taken <= moment &&
            (!h->released || h->released >= moment))
            add_lock(r, h->lock, h->at, &text);
    }
    if (moment)
        r->trace->rival_holds = arena_text(r->trace->arena, text_str(&text));
    text_done(&text);
}

void replay_tell_end(Replay *r, const Fault *f) {
    Trace *t = r->trace;
    const Program *p = r->program;
    bool has_thread =
        f->thread != THREAD_NONE && f->thread < vm_nthreads(r->vm) && vm_is_alive(r->vm, f->thread);
    t->kind = f->kind;
    t->message = arena_text(t->arena, text_str(&f->text));
    t->function = "";
    t->about = about_object(r, f->obj);
    // A thread that is ending may have left all code of the user's; the place of an invariant is
    // its function, whether the thread that broke it has ended or not.
    bool is_somewhere = violation_has_place(p, f) && (has_thread || f->kind == FAULT_INVARIANT);
    if (is_somewhere && !watch_is_hidden(r, f->func)) {
        SrcLoc loc = watch_loc(p, f->func, f->pc);
        t->file = loc.file;
        t->line = loc.line;
        t->column = loc.column;
        t->function = function_at(p, f->func, loc);
    }
    if (f->kind == FAULT_DATA_RACE)
        tell_race(r, f);
    // not one that a model reports
    if (f->kind == FAULT_DEADLOCK && vm_last(r->vm)->fault->kind != FAULT_DEADLOCK)
        tell_deadlock(r);
    bool is_global =
        f->kind == FAULT_DEADLOCK || f->kind == FAULT_LEAK || f->kind == FAULT_LIVENESS;
    t->thread = has_thread ? thread_number(r->vm, f->thread) : 0;
    watch_end(r, is_global || !has_thread ? THREAD_NONE : f->thread);
    if (t->rival)
        tell_rival_locks(r, f);
    slice_mark(r, f);
    add_stacks(r);
}

// ---- the door -----------------------------------------------------------------------------------

static bool run_pass(Replay *r, const VmOptions *vo, const PropertySet *properties,
                     const Schedule *schedule, const Fault *found, Diag *d) {
    Fault fault = {.thread = THREAD_NONE};
    Replayed run;
    replay_begin_pass(r, vo, &(PassHooks){watch_insn, watch_output, r});
    bool is_ok = take_steps(r, schedule, &run, d);
    if (is_ok && !judge(r, &run, found, properties, &fault)) {
        is_ok = diag_fail(d, "the schedule leads to no violation of kind '%s' in this program",
                          ir_kind_name[found->kind]);
    }
    if (is_ok && r->is_telling)
        replay_tell_end(r, &fault);
    replayed_done(&run);
    text_done(&fault.text);
    replay_free_pass(r);
    return is_ok;
}

Trace *report_replay(const Program *p, const VmOptions *vo, const PropertySet *properties,
                     const Schedule *s, const Fault *found, const ReportOptions *o, Diag *d) {
    Trace *t = mem_zalloc(sizeof *t);
    t->arena = arena_new();
    t->program = p;
    t->steps = s->len;
    t->is_endless = s->is_endless;
    t->cycle = s->cycle;
    Replay r = {.program = p, .options = o, .trace = t, .sources = sources_new(p)};
    bool is_ok = run_pass(&r, vo, properties, s, found, d);
    r.is_telling = true;
    r.moments = 0;
    flow_init(&r.flow, p);
    moment_begin(&r);
    is_ok = is_ok && run_pass(&r, vo, properties, s, found, d);
    moment_end(&r);
    flow_done(&r.flow);
    VEC_FREE(r.event_of, r.event_of_cap);
    names_done(&r.names);
    sources_free(r.sources);
    if (!is_ok) {
        report_free(t);
        return NULL;
    }
    return t;
}

void report_free(Trace *t) {
    VEC_FREE(t->events, t->events_cap);
    if (t->recorded) {
        VEC_FREE(t->recorded->shared, t->recorded->shared_cap);
        VEC_FREE(t->recorded->locks, t->recorded->locks_cap);
        VEC_FREE(t->recorded->links, t->recorded->links_cap);
    }
    text_done(&t->output);
    arena_free(t->arena);
    mem_free(t, sizeof *t);
}
