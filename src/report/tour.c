// SPDX-License-Identifier: Apache-2.0
// A run that is steered from outside: one pass of a replay that nobody knows the end of.
#include "report/tour_int.h"

#include <string.h>

static const ReportOptions plain = {0};

static void watch(void *tour, Vm *vm, ThreadId id, Pc pc) {
    Tour *t = tour;
    watch_insn(&t->replay, vm, id, pc);
    if (t->watch)
        t->watch(t->arg, id, pc);
}

static void output(void *tour, Vm *vm, ThreadId id, int fd, const u8 *bytes, size_t n) {
    watch_output(&((Tour *)tour)->replay, vm, id, fd, bytes, n);
}

static void begin(Tour *t) {
    Trace *trace = mem_zalloc(sizeof *trace);
    trace->arena = arena_new();
    trace->program = t->replay.program;
    t->replay.trace = trace;
    t->replay.step = 0;
    replay_begin_pass(&t->replay, &t->options, &(PassHooks){watch, output, t});
}

static void end(Tour *t) {
    replay_free_pass(&t->replay);
    report_free(t->replay.trace);
}

Tour *tour_new(const Program *p, const VmOptions *vo, TourWatch *w, void *arg) {
    Tour *t = mem_zalloc(sizeof *t);
    t->options = *vo;
    t->watch = w;
    t->arg = arg;
    t->replay = (Replay){.program = p, .options = &plain, .is_telling = true, .is_stepwise = true};
    t->replay.sources = sources_new(p);
    t->replay.names.learns_at_once = true;
    begin(t);
    return t;
}

void tour_free(Tour *t) {
    end(t);
    names_done(&t->replay.names);
    sources_free(t->replay.sources);
    mem_free(t, sizeof *t);
}

void tour_restart(Tour *t) {
    end(t);
    begin(t);
}

Vm *tour_machine(const Tour *t) { return t->replay.vm; }
const Trace *tour_trace(const Tour *t) { return t->replay.trace; }

RunEnd tour_step(Tour *t, Choice c) {
    Replay *r = &t->replay;
    ENSURE(c.alternative < vm_alternatives(r->vm, c.thread));
    r->step = r->trace->steps++;
    watch_step_begin(r, c.thread, c.alternative);
    RunEnd how = vm_step_exactly(r->vm, c.thread, c.alternative, c.length)->end;
    watch_step_end(r, c.thread, how);
    if (how == RUN_POINT)
        watch_name_locals(r, c.thread);
    // What it has done so far is told now, not when its line ends.
    ENSURE(r->last < r->nshadows);
    written_flush(r, &r->shadows[r->last]);
    line_interrupt(r, &r->shadows[r->last]);
    return how;
}

void tour_violated(Tour *t, const Fault *f) { replay_tell_end(&t->replay, f); }

void tour_rows(const Tour *t, u32 from, Text *out) {
    trace_rows(t->replay.trace, t->replay.sources, &plain, from, out);
}

const char *tour_source(const Tour *t, u32 file, u32 line) {
    return sources_line(t->replay.sources, file, line);
}

const char *tour_whole_line(const Tour *t, u32 file, u32 line) {
    return sources_whole_line(t->replay.sources, file, line);
}

u32 tour_lines(const Tour *t, u32 file) { return sources_count(t->replay.sources, file); }

// ---- threads ------------------------------------------------------------------------------------

u32 tour_number(const Tour *t, ThreadId id) { return thread_number(t->replay.vm, id); }

ThreadId tour_thread(const Tour *t, u32 number) {
    const Vm *vm = t->replay.vm;
    for (ThreadId id = 0; id < vm_nthreads(vm); id++)
        if (vm_is_alive(vm, id) && thread_number(vm, id) == number)
            return id;
    return THREAD_NONE;
}

SrcLoc tour_position(const Tour *t, ThreadId id) {
    vm_live(t->replay.vm, id);
    return watch_position(&t->replay, id);
}

void tour_stack(Tour *t, ThreadId id, TraceThread *out) {
    vm_live(t->replay.vm, id);
    replay_add_stack(&t->replay, id, out);
}

void tour_asks(Tour *t, TourFrame f) {
    Names *n = &t->replay.names;
    n->thread = f.thread == THREAD_NONE ? 0 : tour_number(t, f.thread);
    n->depth = f.depth;
    n->source = NULL;
}

const Shadow *tour_shadow(const Tour *t, ThreadId id) {
    static const Shadow nothing = {0};
    u32 serial = vm_thread(t->replay.vm, id)->serial;
    return serial < t->replay.nshadows ? &t->replay.shadows[serial] : &nothing;
}

bool tour_waits(Tour *t, ThreadId id, Text *out) {
    tour_asks(t, (TourFrame){id, 0});
    return wait_text(&t->replay.names, id, out);
}

static void add_access(Tour *t, ThreadId id, Text *out) {
    NextAccess next;
    Text name = {0};
    TypeId type;
    u64 start;
    if (vm_next_access(t->replay.vm, id, &next) &&
        names_part(&t->replay.names, next.obj, next.offset, next.size, &name, &type, &start)) {
        text_add(out, "%s %s",
                 next.is_read && next.is_write ? "reads and writes"
                 : next.is_write               ? "writes"
                                               : "reads",
                 text_str(&name));
    }
    text_done(&name);
}

void tour_next(Tour *t, ThreadId id, Text *out) {
    const Thread *thread = vm_live(t->replay.vm, id);
    const Shadow *s = tour_shadow(t, id);
    u32 depth = thread->nframes;
    while (depth && watch_is_hidden(&t->replay, thread->frames[depth - 1].func))
        depth--;
    tour_asks(t, (TourFrame){id, depth});
    if (s->call.is_active)
        text_add(out, "%s", words_is_internal(s->call.text) ? "" : s->call.text);
    else if (depth == 0)
        text_add(out, s->has_begun ? "ends" : "begins");
    else if (depth == thread->nframes && depth)
        add_access(t, id, out);
}

void tour_ways(Tour *t, ThreadId id, Text *out) {
    const Pending *p = &vm_thread(t->replay.vm, id)->pend;
    u32 n = vm_alternatives(t->replay.vm, id);
    const VmOptions *o = vm_options(t->replay.vm);
    Stance stance;
    vm_stance(t->replay.vm, id, &stance, NULL);
    if (stance.is_spurious)
        text_add(out, "can wake up without a signal");
    if (n < 2)
        return;
    text_add(out, "%s", out->len ? "; " : "");
    switch ((PendKind)p->kind) {
    case PEND_CHOOSE: text_add(out, "chooses 0 .. %u", n - 1); break;
    case PEND_LOOK:
        text_add(out, "an unknown value, %lld .. %lld", (long long)o->nondet_low,
                 (long long)o->nondet_low + (long long)n - 1);
        break;
    case PEND_TRUTH: text_add(out, "an unknown value: way 0, it is 0; way 1, it is not"); break;
    case PEND_ORDER: text_add(out, "%u places for an object: ways 0 .. %u", n, n - 1); break;
    case PEND_PIECES: text_add(out, "in pieces: way 0, upwards; way 1, downwards"); break;
    default: text_add(out, "%u ways: 0 .. %u", n, n - 1); break;
    }
}

void tour_locks(Tour *t, ThreadId id, TourLock *tell, void *arg) {
    const Thread *thread = vm_live(t->replay.vm, id);
    tour_asks(t, (TourFrame){THREAD_NONE, 0});
    for (u32 i = 0; i < thread->nheld; i++) {
        Text name = {0};
        TypeId type;
        u64 start;
        Cell held = thread->held[i];
        bool is_again = false;
        for (u32 k = 0; k < i; k++)
            is_again |= thread->held[k].tag == held.tag && thread->held[k].v == held.v;
        bool is_named = !is_again && names_part(&t->replay.names, held.tag, held.v, WAIT_BYTES,
                                                &name, &type, &start);
        if (is_named)
            tell(arg, text_str(&name));
        text_done(&name);
    }
}

typedef struct Telling {
    ReportValue *tell;
    void *arg;
} Telling;

static void tell_local(void *telling, const char *name, const char *value) {
    const Telling *to = telling;
    to->tell(to->arg, name, value, NULL);
}

void tour_locals(Tour *t, ThreadId id, u32 depth, ReportValue *tell, void *arg) {
    tour_asks(t, (TourFrame){id, depth});
    replay_each_local(&t->replay, tour_shadow(t, id), depth, tell_local, &(Telling){tell, arg});
}
