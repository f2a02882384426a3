// SPDX-License-Identifier: Apache-2.0
// A machine whose state is in a buffer of the caller's. Every function enters the state that is in
// the buffer then, and leaves the new one there. What cannot be done leaves the function by
// machine_fail or end; nothing is half done then that the next call could see.
#include "lib/lib_int.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_STARTED = 20 }; // threads after the end of others: then there may be no end of them

// How far a run is that somebody asks propositions about.
typedef enum Phase {
    PHASE_RUNNING,
    PHASE_ENDED,    // the program has ended
    PHASE_DISCARDED // an assumption did not hold, or it could not be followed any further
} Phase;

// ---- failures and events ------------------------------------------------------------------------

static void set_error(heddle_machine *m, int code, const char *fmt, va_list args) {
    text_clear(&m->error);
    text_addv(&m->error, fmt, args);
    m->code = code;
}

void machine_fail(heddle_machine *m, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    set_error(m, HEDDLE_FAILED, fmt, args);
    va_end(args);
    handle_leave(HEDDLE_FAILED);
}

void machine_fail_with(heddle_machine *m, Diag *d) {
    text_clear(&m->error);
    const char *text = diag_text(d); // of several lines, the first says it
    text_add(&m->error, "%.*s", (int)strcspn(text, "\n"), text);
    m->code = HEDDLE_FAILED;
    diag_done(d);
    handle_leave(HEDDLE_FAILED);
}

// Nothing that follows has a meaning.
_Noreturn static void end(heddle_machine *m, int code, const char *fmt, ...) PRINTF_LIKE(3, 4);
_Noreturn static void end(heddle_machine *m, int code, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    set_error(m, code, fmt, args);
    va_end(args);
    m->is_over = true;
    handle_leave(code);
}

// The same with the message that is in m->error.
_Noreturn static void end_with_error(heddle_machine *m) {
    m->code = HEDDLE_FAILED;
    m->is_over = true;
    handle_leave(HEDDLE_FAILED);
}

static void tell(const heddle_machine *m, const Event *e) {
    if (m->listener.hear)
        m->listener.hear(m->listener.arg, e);
}

_Noreturn static void needs(heddle_machine *m, const char *what, u64 n) {
    tell(m, &(Event){.kind = EVENT_NEEDS, .text = what, .number = n});
    end(m, HEDDLE_TOO_SMALL, "more %s are needed: %" PRIu64, what, n);
}

static void tell_bounds(heddle_machine *m, u32 met) {
    for (u32 bound = 0; bound < BOUND_COUNT; bound++) {
        Text text = {0};
        if (!((met & ~m->bounds_told) >> bound & 1))
            continue;
        explore_bound_text(&m->search.explore, bound, &text);
        if (text.len)
            tell(m, &(Event){.kind = EVENT_BOUND,
                             .preposition = ir_bound_preposition[bound],
                             .text = text_str(&text)});
        text_done(&text);
    }
    m->bounds_told |= met;
}

static void tell_unasked(heddle_machine *m, const Findings *f) {
    for (u32 k = 0; k < FAULT_COUNT; k++)
        if ((f->unasked[k] || *f->gone_on >> k & 1) && !m->is_unasked_told[k]) {
            tell(m, &(Event){.kind = EVENT_UNASKED,
                             .fault = (FaultKind)k,
                             .text = text_str(&f->first_unasked->text)});
            m->is_unasked_told[k] = true;
        }
}

// Tells what the engine has recorded since the last look.
static void tell_result(heddle_machine *m) {
    Findings f = drive_findings(m->drive);
    const char *reason = text_str(&f.verdict->reason);
    if (f.verdict->ncuts && strcmp(reason, text_str(&m->cut_told)) != 0) {
        EventKind kind = f.verdict->is_input_at_fault ? EVENT_INPUT_FAULT : EVENT_CUT;
        tell(m, &(Event){.kind = kind, .text = reason});
        text_clear(&m->cut_told);
        text_add(&m->cut_told, "%s", reason);
    }
    // An invariant or an abstraction cannot be used.
    if (drive_must_stop(m->drive)) {
        tell(m, &(Event){.kind = EVENT_STOPPED, .text = reason});
        end(m, HEDDLE_FAILED, "%s", reason);
    }
    if (drive_is_abstracted(m->drive) && !m->is_abstraction_told) {
        tell(m, &(Event){.kind = EVENT_ABSTRACTION});
        m->is_abstraction_told = true;
    }
    tell_bounds(m, vm_bounds_met(drive_machine(m->drive)));
    tell_unasked(m, &f);
}

static void violated(heddle_machine *m) {
    const Fault *f = drive_fault(m->drive);
    text_clear(&m->message);
    text_add(&m->message, "%s: %s", ir_kind_name[f->kind], text_str(&f->text));
    tell(m, &(Event){.kind = EVENT_VIOLATION, .fault = f->kind, .text = text_str(&f->text)});
    if (!m->o.on_violation)
        return;
    // What the handler calls may have messages of its own, and may end the machine.
    Text message = {0};
    text_add(&message, "%s", text_str(&m->message));
    m->o.on_violation(m->o.arg, text_str(&message));
    text_done(&message);
    if (m->is_over)
        handle_leave(m->code);
}

// ---- the program --------------------------------------------------------------------------------

static FuncId function_named(const heddle_machine *m, const char *name) {
    for (FuncId f = 0; f < m->program->nfuncs; f++)
        if (strcmp(m->program->funcs[f].name, name) == 0)
            return f;
    return FUNC_NONE;
}

static FuncId need_function(heddle_machine *m, const char *name) {
    Diag d = {0};
    FuncId f;
    if (ir_find_function(m->program, name, strlen(name), false, &f, &d))
        return f;
    f = function_named(m, name); // of the library
    if (f == FUNC_NONE || !m->program->funcs[f].is_runtime)
        machine_fail_with(m, &d);
    diag_done(&d);
    return f;
}

// SOUND: who looks at memory between steps, or writes to it, is like one more thread, of which
// nothing is known. What they can reach are the globals and what these point to, and every access
// to that is a visible operation: with each of them ending a step, nothing that happens there is
// passed over. The end of the program is a step like any other.
static ExploreUse suit_caller(const heddle_machine *m, bool has_reduction) {
    if (m->o.only_steps)
        return (ExploreUse){0};
    // Values tell of ends.
    return (ExploreUse){.keeps_ends = !m->o.values, .looks_between = !has_reduction};
}

static bool load(heddle_machine *m, Diag *d) {
    const Setup *s = &m->setup;
    PropertySet *p = &m->search.explore.properties;
    m->program = setup_load(s, setup_keeps_locals(p), p->checked[FAULT_DATA_RACE], d);
    if (!m->program)
        return false;
    mem_begin_count();
    return prop_set_invariants(p, m->program, s->invariant, d) &&
           setup_matching(s, m->program, &m->search, d) &&
           (!m->o.values || prop_set_formula(p, m->program, s->formula, d));
}

static void make_engine(heddle_machine *m) {
    Diag d = {0};
    setup_compute_with_none(&m->setup);
    if (!setup_read_task(&m->setup, &d) || !setup_search(&m->setup, &m->search, &d) ||
        !setup_has_only_faults(&m->search, &d))
        machine_fail_with(m, &d);
    bool has_reduction = m->search.explore.reduction != REDUCTION_DEFAULT;
    if (!has_reduction)
        m->search.explore.reduction = REDUCTION_SUPERSTEP;
    m->memory_limit = m->search.memory_limit;
    m->search.memory_limit = 0;
    mem_set_most(handle_most(m));
    if (!load(m, &d))
        machine_fail_with(m, &d);
    m->drive = drive_new(m->program, &m->search.explore, suit_caller(m, has_reduction));
    m->control = function_named(m, "__rt_control");
    m->launch = function_named(m, "__rt_launch");
}

void machine_done(heddle_machine *m) {
    drive_free(m->drive);
    if (m->program)
        program_free(m->program);
    if (m->setup.arena)
        setup_done(&m->setup);
    text_done(&m->error);
    text_done(&m->message);
    text_done(&m->cut_told);
    text_done(&m->place);
}

// ---- the buffer ---------------------------------------------------------------------------------

static void enter(heddle_machine *m) {
    if (!flat_is_state(m->program, m->o.state, m->o.state_size))
        machine_fail(m, "there is no state in the buffer");
    drive_enter(m->drive, m->o.state);
}

static void write_matched(heddle_machine *m) {
    size_t n = m->o.matched ? drive_write_matched(m->drive, m->o.matched, m->o.matched_size) : 0;
    if (n > m->o.matched_size)
        needs(m, "matched-bytes", n);
    tell_result(m);
}

static void leave(heddle_machine *m) {
    size_t n = drive_write(m->drive, m->o.state, m->o.state_size);
    if (n > m->o.state_size)
        needs(m, "bytes", n);
    write_matched(m);
    if (m->o.threads > 0 && drive_threads(m->drive) > (u32)m->o.threads)
        needs(m, "threads", drive_threads(m->drive));
}

void machine_match(heddle_machine *m) {
    enter(m);
    write_matched(m);
}

// ---- propositions -------------------------------------------------------------------------------

// Of those in `which`, a bit each; the others stay.
static void keep_values(heddle_machine *m, Phase phase, u32 values, u32 which) {
    u32 n = m->search.explore.properties.formula->npropositions;
    m->o.values[0] = (unsigned char)phase;
    for (u32 i = 0; i < n; i++)
        if (which >> i & 1)
            m->o.values[1 + i] = values >> i & 1;
}

// After each step, and at the beginning.
static void evaluate(heddle_machine *m) {
    u32 values;
    if (!m->o.values)
        return;
    text_clear(&m->error);
    ValuesSeen seen = drive_values(m->drive, &values, &m->error);
    if (seen == VALUES_UNUSABLE)
        end_with_error(m);
    else
        keep_values(m, PHASE_RUNNING, values,
                    seen == VALUES_SEEN ? UINT32_MAX : m->search.explore.properties.events);
}

// Behind the values: 0 until a thread has ended, then 1 and how many were started since. In a run
// that starts threads for ever, they can go on moving from one number to the next, and who counts
// on their numbers must know.
static void count_started(heddle_machine *m, u32 before, u32 now) {
    unsigned char *started =
        m->o.values ? &m->o.values[1 + m->search.explore.properties.formula->npropositions] : NULL;
    if (!started)
        return;
    if (now > before && *started && *started < MOST_STARTED)
        ++*started;
    if (*started == MOST_STARTED && !m->is_renumbering_told) {
        tell(m, &(Event){.kind = EVENT_RENUMBERS});
        m->is_renumbering_told = true;
    }
    if (now < before && !*started)
        *started = 1;
}

// The run is over: what was true stays so.
static void evaluate_end(heddle_machine *m, const Ending *step) {
    if (step->end == STEP_EXIT)
        keep_values(m, PHASE_ENDED, step->values, UINT32_MAX);
    else
        m->o.values[0] = step->end == STEP_UNASKED ? PHASE_ENDED : PHASE_DISCARDED;
}

// ---- functions that run whole -------------------------------------------------------------------

static DriveCall call_of(const heddle_machine *m, FuncId f, const Cell *args, u32 nargs) {
    return (DriveCall){.func = f, .args = args, .nargs = nargs, .control = m->control};
}

// False, after telling, if it did not return.
static bool tell_end(heddle_machine *m, StepEnd how) {
    tell_result(m);
    if (how == STEP_VIOLATION)
        violated(m);
    return how == STEP_ON;
}

// The run is over, or could not be followed.
_Noreturn static void did_not_return(heddle_machine *m, const DriveCall *c) {
    text_clear(&m->error);
    text_add(&m->error, "'%s' did not return: ", m->program->funcs[c->func].name);
    drive_last_cut(m->drive, &m->error);
    m->code = HEDDLE_FAILED;
    handle_leave(HEDDLE_FAILED);
}

static u64 number_of(heddle_machine *m, const Cell *c, const char *name) {
    if (cell_is_unwritten(*c))
        machine_fail(m, "'%s' returns a value that was never written", name);
    if (tag_names_object(c->tag) && c->part)
        machine_fail(m, "'%s' returns a part of a pointer", name);
    return tag_names_object(c->tag) ? flat_pointer(c) : c->v;
}

// What the function returns, if it does: only then the buffer gets the state after it.
static u64 run_whole(heddle_machine *m, const DriveCall *c) {
    const Function *fn = &m->program->funcs[c->func];
    Cell result = {0};
    enter(m);
    StepEnd how = drive_call(m->drive, c, &result);
    bool has_returned = tell_end(m, how);
    if (step_is_over(how))
        did_not_return(m, c);
    u64 number = has_returned && fn->ret_cells ? number_of(m, &result, fn->name) : 0;
    if (has_returned)
        leave(m);
    return number;
}

// What native code has for a pointer: the address of a global in the buffer, or what it found in
// one.
static Cell pointer_of(heddle_machine *m, u64 value) {
    u64 at = value - (uintptr_t)m->o.state;
    for (ObjId i = 1; at < m->o.state_size && i <= m->program->nglobals; i++) {
        const Global *g = &m->program->globals[i];
        u64 offset = g->is_const || g->is_tls ? UINT64_MAX : at - flat_global(m->program, i);
        if (offset < g->size)
            return cell_pointer(i, offset);
    }
    Cell c = flat_cell(value);
    // SOUND: objects that only the caller knows of are gone after the call that made them, and
    // numbers are given anew in each state.
    if (c.tag >= program_first_dynamic(m->program) && !drive_is_known(m->drive, c.tag))
        machine_fail(m, "a pointer was passed that no global of the program holds: what it pointed "
                        "to may be gone, or have another number by now");
    return c;
}

static void check_call(heddle_machine *m, FuncId f, int nargs) {
    const Function *fn = &m->program->funcs[f];
    if (nargs < 0 || (u32)nargs != fn->nparams || fn->is_variadic || fn->ret_cells > 1 ||
        strchr(fn->signature, '?'))
        machine_fail(m,
                     "'%s' takes %u number%s and must be called with as many; structures and "
                     "variadic functions cannot be called",
                     fn->name, fn->nparams, fn->nparams == 1 ? "" : "s");
}

u64 machine_call(heddle_machine *m, const char *name, int nargs, const unsigned long long *args) {
    FuncId f = need_function(m, name);
    const Function *fn = &m->program->funcs[f];
    Cell cells[64];
    check_call(m, f, nargs);
    if (nargs > (int)ARRAY_LEN(cells))
        machine_fail(m, "'%s' has too many parameters", name);
    enter(m);
    for (int i = 0; i < nargs; i++)
        cells[i] = fn->signature[i + 1] == 'p' ? pointer_of(m, args[i]) : cell_number(args[i]);
    DriveCall c = call_of(m, f, cells, (u32)nargs);
    return run_whole(m, &c);
}

// ---- what is looked at after a step -------------------------------------------------------------

// The state may have come about by other means than a step.
static void check_invariants(heddle_machine *m) {
    StepEnd how = drive_check_invariants(m->drive);
    tell_end(m, how);
}

void machine_add_invariant(heddle_machine *m, const char *name) {
    Diag d = {0}, named = {0};
    FuncId f = need_function(m, name);
    if (!prop_add_invariant(&m->search.explore.properties, m->program, f, &d)) {
        diag_fail(&named, "%sinvariant: %s", m->listener.names, diag_text(&d));
        diag_done(&d);
        machine_fail_with(m, &named);
    }
    drive_has_invariants(m->drive);
}

void machine_abstract_with(heddle_machine *m, const char *name) {
    FuncId f = need_function(m, name);
    check_call(m, f, 0);
    m->abstraction = f;
    drive_look_between(m->drive);
}

static void abstract(heddle_machine *m) {
    Cell ignored;
    DriveCall c = call_of(m, m->abstraction, NULL, 0);
    if (m->abstraction != FUNC_NONE)
        tell_end(m, drive_call(m->drive, &c, &ignored));
}

void machine_start_thread(heddle_machine *m, int i, const char *function, void *arg) {
    enter(m);
    if (i < 0 || (u32)i != drive_threads(m->drive))
        machine_fail(m, "%sstart_thread(%d, ...): the next thread has the number %u",
                     m->listener.names, i, drive_threads(m->drive));
    Cell args[] = {cell_pointer(program_func_obj(m->program, need_function(m, function)), 0),
                   pointer_of(m, (uintptr_t)arg)};
    DriveCall c = call_of(m, m->launch, args, 2);
    c.may_start = true;
    if (m->launch == FUNC_NONE)
        machine_fail(m, "threads are started from outside only in a machine without main");
    run_whole(m, &c);
    check_invariants(m);
}

// ---- setting up ---------------------------------------------------------------------------------

// The caller gets its control block at once, so that it does not matter for a state whether
// anything was called.
static StepEnd start_empty(heddle_machine *m) {
    Cell ignored;
    DriveCall c = call_of(m, m->control, NULL, 0);
    StepEnd how = drive_start_empty(m->drive);
    return how == STEP_ON ? drive_call(m->drive, &c, &ignored) : how;
}

static void check_values(heddle_machine *m) {
    if (m->o.values && !m->setup.formula)
        machine_fail(m, "there are values of propositions only with --ltl");
    if (m->o.values && m->o.values_size < m->setup.formula->npropositions + 2)
        needs(m, "bytes of values", m->setup.formula->npropositions + 2);
}

void machine_begin(heddle_machine *m) {
    check_values(m);
    make_engine(m);
    StepEnd how = m->setup.without_main ? start_empty(m) : drive_start(m->drive);
    tell_result(m);
    const Text *why = &drive_findings(m->drive).verdict->reason;
    if (step_is_over(how))
        machine_fail(m, "the program cannot be set up: %s",
                     why->len ? text_str(why) : "it ends before that");
    leave(m);
    evaluate(m);
    if (how == STEP_VIOLATION)
        violated(m);
}

// ---- steps --------------------------------------------------------------------------------------

u32 machine_threads(heddle_machine *m) {
    enter(m);
    return drive_threads(m->drive);
}

u32 machine_alternatives(heddle_machine *m, int i) {
    enter(m);
    check_invariants(m);
    bool is_over = i < 0 || (m->o.values && m->o.values[0] != PHASE_RUNNING);
    u32 n = is_over ? 0 : drive_alternatives(m->drive, (ThreadId)i);
    if (m->o.alternatives > 0 && n > (u32)m->o.alternatives)
        needs(m, "alternatives", n);
    return n;
}

static bool leads_on(heddle_machine *m, ThreadId t, u32 alternative) {
    StepEnd end = drive_step(m->drive, t, alternative).end;
    tell_result(m);
    return !step_is_over(end) || m->o.values;
}

static bool is_in_bound(heddle_machine *m, int i) { return drive_ways(m->drive, (ThreadId)i) > 0; }

bool machine_rests(heddle_machine *m) {
    enter(m);
    return (m->o.values && m->o.values[0] != PHASE_RUNNING) || drive_may_stay(m->drive);
}

bool machine_can(heddle_machine *m, int i, int alternative) {
    return alternative >= 0 && (u32)alternative < machine_alternatives(m, i) && is_in_bound(m, i) &&
           leads_on(m, (ThreadId)i, (u32)alternative);
}

bool machine_is_enabled(heddle_machine *m, int i) {
    u32 n = machine_alternatives(m, i);
    for (u32 a = 0; a < n; a++)
        if (leads_on(m, (ThreadId)i, a))
            return true;
    return false;
}

bool machine_is_in_bound(heddle_machine *m, int i) {
    return machine_alternatives(m, i) > 0 && is_in_bound(m, i);
}

bool machine_goes_on(heddle_machine *m, int i) {
    return machine_alternatives(m, i) > 0 && drive_goes_on(m->drive, (ThreadId)i);
}

static void go(heddle_machine *m, ThreadId t, u32 alternative) {
    u32 threads = drive_threads(m->drive);
    drive_go(m->drive, t, alternative);
    count_started(m, threads, drive_threads(m->drive));
    // A handler that an abstraction calls looks at the buffer: the step is in it then.
    if (m->abstraction != FUNC_NONE)
        leave(m);
    abstract(m);
    leave(m);
    evaluate(m);
}

bool machine_choose(heddle_machine *m, int i, int alternative) {
    // Between the look whether a thread can run and its step, a model may have let others run: then
    // it cannot any more.
    if (alternative < 0 || (u32)alternative >= machine_alternatives(m, i))
        return false;
    Ending step = drive_step(m->drive, (ThreadId)i, (u32)alternative);
    tell_result(m);
    if (step_is_over(step.end) && !m->o.values)
        return false;
    tell(m, &(Event){.kind = EVENT_STEP, .step = step.how});
    if (step_is_over(step.end))
        evaluate_end(m, &step);
    else if (step.end == STEP_VIOLATION)
        violated(m);
    else
        go(m, (ThreadId)i, (u32)alternative);
    return true;
}

const char *machine_place(heddle_machine *m, int i) {
    Fault f = {0};
    enter(m);
    text_clear(&m->place);
    if (i < 0 || (u32)i >= drive_threads(m->drive))
        return "";
    drive_locate(m->drive, (ThreadId)i, &f);
    const SrcLoc *loc = &m->program->locs[f.pc];
    text_add(&m->place, "%s:%u in %s", m->program->files[loc->file], loc->line,
             m->program->funcs[f.func].name);
    return text_str(&m->place);
}
