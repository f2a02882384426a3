// SPDX-License-Identifier: Apache-2.0
// Confirming a violation, twice. First its schedule is replayed on a machine like those of the
// search, from the choices alone; that machine keeps a log of the instructions that each thread
// executed. Then a witness (vm/witness.c), which knows nothing of private memory, packing,
// canonical forms and reductions, repeats the log, and must end in the same violation.
#include "search/search_int.h"

#include <string.h>

typedef struct Log {
    Stretch *stretches;
    u32 n;
    u8 *answers; // VmOptions.answers
    u32 nanswers, answers_cap;
    u32 nlost;         // heap blocks that nothing points to in the end, where faults are excused
    bool has_given_up; // the solver
} Log;

static void log_take(Log *log, const Vm *vm) {
    ENSURE(!log->stretches);
    const Stretch *stretches = vm_stretches(vm, &log->n);
    log->stretches = mem_alloc((log->n + 1) * sizeof *log->stretches);
    const u8 *answers = vm_answers(vm, &log->nanswers);
    VEC_RESERVE(log->answers, 0, log->answers_cap, log->nanswers + 1);
    if (log->nanswers)
        memcpy(log->answers, answers, log->nanswers);
    if (!log->n)
        return;
    memcpy(log->stretches, stretches, log->n * sizeof *log->stretches);
    ENSURE(!log->stretches[log->n - 1].is_last);
    log->stretches[log->n - 1].is_last = true;
}

static void log_done(Log *log) {
    mem_free(log->stretches, (log->n + 1) * sizeof *log->stretches);
    VEC_FREE(log->answers, log->answers_cap);
}

// Which numbers the unknown values of the run are. Steps of an open machine in another order may
// be a run that no numbers lead to.
static bool choose_values(Vm *vm, Schedule *s, Log *log) {
    u32 n = vm_nunknowns(vm);
    VEC_RESERVE(s->values, 0, s->values_cap, n + 1);
    s->nvalues = n;
    int found = vm_choose_values(vm, s->values);
    log->has_given_up = log->has_given_up || found < 0;
    return found == 1;
}

static u32 count_lost(Vm *vm) {
    ObjList lost = {0};
    if (vm_options(vm)->excuses)
        prop_all_lost(vm, &lost);
    u32 n = lost.n;
    objlist_done(&lost);
    return n;
}

// Repeats the steps of a schedule. True if it ends in a violation; what each thread did goes to
// `log`, if it is not NULL.
static bool replay(const Program *p, const VmOptions *vo, const PropertySet *properties,
                   Schedule *s, Fault *out, Log *log) {
    VmOptions options = *vo;
    options.logs_stretches = options.keeps_conditions = log != NULL;
    Vm *vm = vm_new(p, &options);
    vm_start(vm);
    Replayed run;
    bool is_used_up = prop_replay(vm, s, NULL, &run);
    ENSURE(!is_used_up || run.taken == s->len);
    u32 nlost = count_lost(vm);
    bool ok = is_used_up && prop_judge(properties, vm, &run, out);
    ENSURE(!ok || out->kind != FAULT_NONE);
    if (log) {
        log_take(log, vm);
        log->nlost = nlost;
        log->has_given_up = vm_questions(vm).gave_up > 0;
        ok = ok && (!options.is_symbolic || choose_values(vm, s, log));
    }
    replayed_done(&run);
    vm_free(vm);
    return ok;
}

// A block is missed at the end of a step, but it was lost somewhere in it: ends the schedule there,
// so that the report shows the place. What is lost stays lost, so the place can be found by
// halving.
static void shorten_to_leak(const Program *p, const PropertySet *properties, const VmOptions *vo,
                            Schedule *s) {
    u32 *length = s->len ? &s->steps[s->len - 1].length : NULL;
    if (!length)
        return;
    u32 low = 1, high = *length;
    while (low < high) {
        Fault f = {0};
        *length = low + (high - low) / 2;
        ENSURE(*length >= low && *length < high);
        bool is_lost = replay(p, vo, properties, s, &f, NULL) && f.kind == FAULT_LEAK;
        if (is_lost)
            high = *length;
        else
            low = *length + 1;
        fault_forget(&f);
    }
    *length = high;
}

// ---- the witness --------------------------------------------------------------------------------

VmOptions search_plain_options(const VmOptions *vo) {
    ENSURE(!vo->is_witness);
    VmOptions plain = *vo;
    plain.is_witness = true;
    plain.grain = GRAIN_VISIBLE;
    plain.private_memory = plain.regains_privacy = plain.passes_alone = plain.keeps_addresses =
        false;
    plain.record_accesses = plain.logs_stretches = plain.asks_alone = false;
    plain.is_symbolic = plain.keeps_conditions = false; // it knows all values
    plain.passes = NULL;
    plain.observed = NULL;
    plain.misused = NULL;
    plain.passes_arg = NULL;
    return plain;
}

// Whether the witness comes to the same fault. It knows the numbers of the values that an invariant
// has read, if they were unknown to the others.
static bool witness_agrees(const Program *p, const VmOptions *vo, const PropertySet *properties,
                           const Log *log, const Schedule *s, Fault *fault) {
    FaultKind kind = fault->kind;
    ENSURE(log->n == 0 || log->stretches[log->n - 1].is_last);
    VmOptions options = search_plain_options(vo);
    ENSURE(!options.passes && !options.private_memory); // see vm/witness.c
    options.values = s->values;
    options.nvalues = s->nvalues;
    options.answers = log->answers;
    options.nanswers = log->nanswers;
    Vm *vm = vm_new(p, &options);
    vm_start(vm);
    RunEnd end = RUN_POINT;
    bool ok = true;
    for (u32 i = 0; i < log->n && ok; i++)
        ok = prop_goes_on(end) && vm_repeat(vm, &log->stretches[i], &end);
    Fault f = {0};
    Replayed run = {.end = end, .last = THREAD_NONE};
    // Which thread has lost a block, and when, a log does not say; but how many are lost.
    if (kind == FAULT_LEAK && options.excuses)
        ok = ok && (properties->cleanup || count_lost(vm) == log->nlost);
    else
        ok = ok && prop_judge(properties, vm, &run, &f) && f.kind == kind;
    if (ok && kind == FAULT_INVARIANT && f.func == fault->func && s->nvalues) {
        text_clear(&fault->text);
        text_add(&fault->text, "%s", text_str(&f.text));
    }
    fault_forget(&f);
    vm_free(vm);
    return ok;
}

Confirmation confirm_run(const Program *p, const ExploreOptions *o, const VmOptions *vm,
                         Violation *v) {
    Fault again = {0};
    Log log = {0};
    v->addressed = vm->addressed;
    v->is_open = vm->is_open;
    v->is_among_others = vm->excuses != NULL;
    v->key =
        v->is_among_others ? violation_key(p, &v->fault) : (ViolationKey){.kind = v->fault.kind};
    VmOptions vo = violation_machine(v, vm);
    if (v->fault.kind == FAULT_LEAK && !v->is_among_others) // otherwise that was done
        shorten_to_leak(p, &o->properties, &vo, &v->schedule);
    bool is_same =
        replay(p, &vo, &o->properties, &v->schedule, &again, &log) && again.kind == v->fault.kind;
    fault_forget(&v->fault);
    v->fault = again;
    v->is_beyond_solver = !is_same && log.has_given_up;
    ENSURE(!is_same || v->fault.kind != FAULT_NONE);
    bool is_witnessed =
        !is_same || witness_agrees(p, &vo, &o->properties, &log, &v->schedule, &v->fault);
    log_done(&log);
    if (is_same)
        v->key = violation_key(p, &v->fault);
    return !is_same ? CONFIRM_NOT : is_witnessed ? CONFIRM_TWICE : CONFIRM_ONCE;
}

// SOUND: a violation is reported only if a second run, from the choices alone, ends in the same
// one, and a third one on a machine of another kind.
bool search_confirm(const Program *p, const ExploreOptions *o, const SearchResult *r,
                    Violation *v) {
    Confirmation how = confirm_run(p, o, &r->vm, v);
    ENSURE(how != CONFIRM_ONCE && "a violation that was replayed does not happen on the witness");
    return how == CONFIRM_TWICE;
}
