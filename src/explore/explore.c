// SPDX-License-Identifier: Apache-2.0
// What can be done from a state of a program: joins machine, canonical form, reduction and
// properties.
#include "explore/explore_int.h"

#include <string.h>

// What propositions read is touched by somebody in every state.
static void observe_propositions(Explorer *e) {
    const PropertySet *p = &e->shared->options->properties;
    for (u32 i = 0; e->reducer.foresight && p->formula && i < p->formula->npropositions; i++)
        foresight_observe(e->reducer.foresight, e->shared->program, p->propositions[i]);
}

void explorer_init(Explorer *e, Exploration *s, u32 number) {
    ENSURE(number < s->nexplorers && e == &s->explorers[number]);
    *e = (Explorer){.shared = s, .number = number, .last = THREAD_NONE};
    VmOptions vm = s->vm;
    if (s->has_untracked)
        e->tracking = tracking_new(s);
    // SOUND: what may still be touched is known from where pointers flow, and an address may come
    // out of any number.
    const Future *future = s->vm.addressed ? NULL : s->future;
    if (s->guards || future || e->tracking || s->has_unseen_threads) {
        e->reducer = (Reducer){.guards = s->guards,
                               .foresight = future ? foresight_new(future) : NULL,
                               .prospects = s->prospects,
                               .is_bounded = s->options->context_bound >= 0,
                               .has_unseen_threads = s->has_unseen_threads,
                               .is_observed = s->options->properties.formula != NULL,
                               .untracked = e->tracking ? tracking_masks(e->tracking) : NULL};
        observe_propositions(e);
        vm.passes = reducer_passes;
        vm.asks_alone = e->tracking || e->reducer.is_observed;
        vm.observed = reducer_observed;
        vm.misused = reducer_misused;
        vm.waits_inside = reducer_waits_inside;
        vm.passes_arg = &e->reducer;
    }
    e->vm = vm_new(s->program, &vm);
    vm_start(e->vm); // constants are in place from now on
    const PropertySet *p = &s->options->properties;
    bool locates_leaks = s->options->settled && p->checked[FAULT_LEAK];
    if (p->ninvariants || p->formula || p->livelock || locates_leaks ||
        explore_has_matching(&s->options->matching, s->program))
        explorer_need_caller(e);
    e->view = view_new(s->store);
    if (number)
        view_pause(e->view); // until there is work for it
    if (s->uses_supersteps)
        e->superstep = superstep_new();
    // SOUND: unknown values of different threads have conditions in common, and what has an address
    // may be found by any number.
    if (s->prospects && prospects_are_used(s->prospects) && !s->vm.addressed &&
        !vm_condition_variable(e->vm))
        e->chooser =
            chooser_new(s->prospects, s->bases, program_has_trap(s->program, TRAP_RESIZE, NULL));
    bool remembers =
        e->superstep || (!s->vm.check_races && !s->vm.reuse_addresses && !s->options->no_memo);
    if (remembers && !e->tracking)
        e->memo = memo_new(s->program);
    ENSURE(!s->has_untracked == !e->tracking && !future == !e->reducer.foresight);
    ENSURE(!(e->memo && e->tracking)); // then every step must really be executed
}

void explorer_need_caller(Explorer *e) {
    VmOptions vm = e->shared->vm;
    ENSURE(!vm.passes); // the reducer is the other machine's
    if (e->caller)
        return;
    vm.grain = GRAIN_VISIBLE;
    vm.record_accesses = true; // of abstractions
    vm.check_races = false;
    vm.passes = joins_passes;
    vm.passes_arg = e;
    e->caller = vm_new(e->shared->program, &vm);
    vm_start(e->caller);
}

void explorer_done(Explorer *e) {
    ENSURE(e == &e->shared->explorers[e->number]);
    if (e->number)
        view_resume(e->view);
    vm_free(e->vm);
    if (e->caller)
        vm_free(e->caller);
    flats_free(e->flats);
    view_free(e->view);
    memo_free(e->memo);
    joins_free(e->joins);
    tracking_free(e->tracking);
    superstep_free(e->superstep);
    chooser_free(e->chooser);
    foresight_free(e->reducer.foresight);
    walk_done(&e->walk);
    will_done(&e->will);
    VEC_FREE(e->state, e->state_cap);
    observed_done(&e->observed);
    VEC_FREE(e->pieces, e->pieces_cap);
    text_done(&e->fault.text);
    if (e->initial)
        mem_free(e->initial, vector_words(e->initial) * sizeof *e->initial);
}

Flats *explorer_flats(Explorer *e) {
    if (!e->flats)
        e->flats = flats_new(e->shared->store);
    return e->flats;
}

// Only its own worker writes a counter; the one that looks at the limits reads them all.
static void count(_Atomic u64 *counter) {
    atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + 1,
                          memory_order_relaxed);
}

static void lock(Explorer *e) {
    ENSURE(e->number < e->shared->nexplorers);
    pthread_mutex_lock(&e->shared->lock);
}
static void unlock(Explorer *e) { pthread_mutex_unlock(&e->shared->lock); }

typedef void VerdictCut(Verdict *v, bool is_input_at_fault, const char *why);

static void note(Explorer *e, VerdictCut *how, bool is_input_at_fault, const char *why) {
    Exploration *s = e->shared;
    Verdict *v = s->findings.verdict;
    lock(e);
    how(v, is_input_at_fault, why);
    ENSURE(v->ncuts > 0 && v->reason.len);
    if (s->hooks.is_cut)
        s->hooks.is_cut(s->hooks.self, text_str(&v->reason));
    unlock(e);
}

// Something was not searched: the verdict cannot be "holds" any more.
static void note_cut(Explorer *e, bool is_input_at_fault, const char *why) {
    note(e, verdict_cut_run, is_input_at_fault, why);
}

void explorer_stop(Explorer *e, bool is_input_at_fault, const char *why) {
    note(e, verdict_cut_stop, is_input_at_fault, why);
    atomic_store(&e->shared->must_stop, true);
}

void explorer_refuse(Explorer *e, const char *fmt, ...) {
    Text why = {0};
    va_list args;
    va_start(args, fmt);
    text_addv(&why, fmt, args);
    va_end(args);
    explorer_stop(e, true, text_str(&why));
    text_done(&why);
}

// ---- ends of runs -------------------------------------------------------------------------------

// What was found is a violation.
static StepEnd violated(Explorer *e, const Fault *f) {
    ENSURE(f->kind != FAULT_NONE && e->shared->options->properties.checked[f->kind]);
    fault_copy(&e->fault, f);
    return STEP_VIOLATION;
}

void explorer_cut_text(const Explorer *e, Text *out) {
    const Program *p = e->shared->program;
    const Fault *f = vm_last(e->vm)->fault;
    ENSURE((f->cut != CUT_NONE || f->kind != FAULT_NONE) && f->func < p->nfuncs);
    const SrcLoc *l = &p->locs[f->pc];
    bool is_runtime = p->funcs[f->func].is_runtime; // a thread's first function is not the user's
    if (l->file && !is_runtime)
        text_add(out, "%s:%u: ", p->files[l->file], l->line);
    if (!is_runtime)
        text_add(out, "in '%s': ", p->funcs[f->func].name);
    text_add(out, "%s", text_str(&f->text));
}

// The machine has met a fault that nobody asked for.
static void note_unasked(Explorer *e, const Fault *f) {
    Findings *r = &e->shared->findings;
    ENSURE(f->kind != FAULT_NONE && !e->shared->options->properties.checked[f->kind]);
    lock(e);
    if (r->unasked[f->kind]++ == 0 && r->first_unasked->kind == FAULT_NONE)
        fault_copy(r->first_unasked, f);
    unlock(e);
}

// How a fault that has ended a run is known, if its kind is one that was asked for.
static Excuse excuse_of(Explorer *e, const Fault *f, u32 *rule) {
    Settled *settled = e->shared->options->settled;
    if (!e->shared->options->properties.checked[f->kind])
        return EXCUSE_NONE;
    Excuse how = settled ? settled_ask(settled, f, rule) : EXCUSE_NONE;
    ENSURE(how != EXCUSE_NONE); // otherwise it is a violation
    return how;
}

// SOUND: such a fault ends the run as it ends the real program; or nobody knows how that goes on,
// and then something was not searched. What follows a violation that was reported nobody claims.
static StepEnd end_unasked(Explorer *e) {
    const Fault *f = vm_last(e->vm)->fault;
    u32 rule = NO_RULE;
    Excuse how = excuse_of(e, f, &rule);
    if (how == EXCUSE_NONE)
        note_unasked(e, f);
    if (how == EXCUSE_FOUND && ir_kind_after[f->kind] == KIND_UNDEFINED)
        settled_note_end(e->shared->options->settled);
    if (ir_kind_after[f->kind] == KIND_ENDS || how == EXCUSE_FOUND) {
        count(&e->runs_ended);
        return STEP_UNASKED;
    }
    Text why = {0};
    explorer_cut_text(e, &why);
    const char *name = ir_kind_name[f->kind];
    text_add(&why, " (%s: what follows is undefined and was not searched; ", name);
    if (how == EXCUSE_SUPPRESSED) {
        const Rule *by = rules_at(settled_rules(e->shared->options->settled), rule);
        text_add(&why, "suppressed by %s:%u)", by->path, by->line);
    } else if (e->shared->options->properties.dropped[f->kind]) {
        text_add(&why, "without --no-property %s it is a violation)", name);
    } else {
        text_add(&why, "--property %s asks for it)", name);
    }
    note_cut(e, false, text_str(&why));
    text_done(&why);
    return STEP_CUT;
}

bool explore_is_of_input(CutKind cut) {
    return cut == CUT_STACK || cut == CUT_TOLD || cut == CUT_UNDEFINED;
}

// A run that cannot go on: the verdict cannot be "holds" any more.
static StepEnd cut(Explorer *e) {
    const Fault *f = vm_last(e->vm)->fault;
    Text why = {0};
    explorer_cut_text(e, &why);
    note_cut(e, explore_is_of_input(f->cut), text_str(&why));
    text_done(&why);
    if (f->cut == CUT_ADDRESS)
        exploration_misses_address(e->shared, e->vm);
    lock(e);
    if (f->cut == CUT_THREADS && !e->shared->crowded_at)
        e->shared->crowded_at = 1 + state_count(e->shared->store);
    unlock(e);
    return STEP_CUT;
}

u64 explore_outcome(const Vm *vm) {
    u64 h = 1;
    for (u32 i = 1; i <= vm_program(vm)->nglobals; i++) {
        const Global *g = &vm_program(vm)->globals[i];
        if (g->is_tls || g->is_const || g->is_runtime)
            continue;
        h = contents_hash(vm_contents(&vm_globals(vm)[g->block]), g->offset, g->size, h);
    }
    return h;
}

static void note_outcome(Explorer *e) {
    ENSURE(e->shared->options->wants_outcomes);
    Exploration *s = e->shared;
    u64 h = explore_outcome(e->vm);
    lock(e);
    bool is_known = false;
    for (u32 i = 0; i < s->noutcomes && !is_known; i++)
        is_known = s->outcomes[i] == h;
    if (!is_known)
        VEC_PUSH(s->outcomes, s->noutcomes, s->outcomes_cap) = h;
    ENSURE(s->noutcomes > 0);
    unlock(e);
}

// What invariants that were called mean: violated, not to be used, or nothing.
static StepEnd judge_invariants(Explorer *e, InvariantEnd end, const Fault *f) {
    ENSURE(end == INVARIANT_HOLDS || f->text.len);
    ENSURE(end != INVARIANT_BROKEN || f->kind == FAULT_INVARIANT);
    if (end == INVARIANT_BROKEN)
        return violated(e, f);
    if (end == INVARIANT_OPEN)
        note_cut(e, false, text_str(&f->text));
    if (end == INVARIANT_HOLDS || end == INVARIANT_OPEN)
        return STEP_ON;
    explorer_refuse(e, "%s", text_str(&f->text));
    return STEP_STOPPED;
}

// ---- leaks --------------------------------------------------------------------------------------

// The blocks that are lost when the step has come so many instructions far. The step is taken
// again, by the machine that calls functions; the state has none.
static void lost_after(Explorer *e, u32 length, ObjList *out) {
    out->n = 0;
    if (!length)
        return;
    view_load(e->view, e->caller, e->state);
    tracking_restore(e, e->caller);
    vm_step_exactly(e->caller, e->taken->thread, e->taken->alternative, length);
    prop_all_lost(e->caller, out);
}

// After how many instructions more than n blocks are lost, if they are after all of them.
static u32 length_to_lose(Explorer *e, u32 n) {
    ObjList lost = {0};
    u32 low = 1, high = e->taken->length;
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        lost_after(e, middle, &lost);
        if (lost.n > n)
            high = middle;
        else
            low = middle + 1;
    }
    objlist_done(&lost);
    return high;
}

// Finds the place of each block that the step has lost, until there is one that is not excused:
// then the step ends there. SOUND: what is lost stays lost, so the places can be found by halving.
static StepEnd judge_each_loss(Explorer *e) {
    ObjList before = {0}, lost = {0};
    u32 all = 0;
    StepEnd judged = STEP_ON;
    Fault f = {0};
    lost_after(e, e->taken->length, &lost);
    all = lost.n;
    for (u32 n = 0; n < all && judged == STEP_ON; n = lost.n) {
        u32 length = length_to_lose(e, n);
        lost_after(e, length - 1, &before);
        lost_after(e, length, &lost);
        ENSURE(lost.n > n);
        bool has_ended = vm_last(e->caller)->end == RUN_DONE;
        ThreadId last = has_ended ? THREAD_NONE : e->taken->thread;
        if (prop_judge_leaks(e->caller, last, &lost, &before, &f)) {
            e->taken->length = length;
            judged = violated(e, &f);
        }
    }
    text_done(&f.text);
    objlist_done(&before);
    objlist_done(&lost);
    return judged;
}

// Whether a heap block counts as leaked where the machine stands. If it goes on from there, it has
// its canonical form then.
static StepEnd judge_leaks(Explorer *e, bool is_over, ThreadId last) {
    const PropertySet *p = &e->shared->options->properties;
    if (is_over && !p->checked[FAULT_LEAK])
        return STEP_ON;
    bool is_all = is_over && p->cleanup;
    ObjId block = is_all ? 0 : view_canonicalize(e->view, e->vm, p->checked[FAULT_LEAK]);
    ENSURE(!block || p->checked[FAULT_LEAK]);
    bool is_hidden = !block && is_over && !is_all && vm_hides_block(e->vm);
    if (block == LEAK_IN_DOUBT || is_hidden)
        note_cut(
            e, false,
            "a block may be lost, or be known only through a number computed from its address");
    StepEnd judged = STEP_ON;
    if (block && block != LEAK_IN_DOUBT && e->shared->options->settled && e->taken) {
        judged = judge_each_loss(e);
    } else if ((block && block != LEAK_IN_DOUBT) || is_all) {
        Fault f = {0};
        ObjList blocks = {0};
        if (is_all)
            prop_all_unfreed(e->vm, &blocks);
        else
            VEC_PUSH(blocks.items, blocks.n, blocks.cap) = block;
        if (prop_judge_leaks(e->vm, last, &blocks, NULL, &f))
            judged = violated(e, &f);
        objlist_done(&blocks);
        text_done(&f.text);
    }
    if (block && judged == STEP_ON && !is_over) // the run goes on without it
        view_canonicalize(e->view, e->vm, false);
    return judged;
}

static StepEnd judge_end(Explorer *e, RunEnd end) {
    Fault f = {0};
    bool is_wrong = prop_judge_end(&e->shared->options->properties, e->vm, end, &f);
    ENSURE(is_wrong || f.kind == FAULT_NONE);
    StepEnd judged = is_wrong ? violated(e, &f) : STEP_ON;
    text_done(&f.text);
    return judged;
}

// The step that ends a run may have broken an invariant before.
static StepEnd judge_last_state(Explorer *e, ThreadId last) {
    ENSURE(!(e->has_exited && e->shared->use.keeps_ends)); // that is a state like others
    Fault f = {0};
    InvariantEnd end = prop_judge_invariants(&e->shared->options->properties, e->vm, last, &f);
    StepEnd judged = judge_invariants(e, end, &f);
    text_done(&f.text);
    return judged;
}

// What an end of the machine is that is neither a cut nor a violation.
static StepEnd end_of(Explorer *e, RunEnd end) {
    ENSURE(end != RUN_CUT && end != RUN_POINT);
    if (end == RUN_FAULT)
        return end_unasked(e);
    if (end == RUN_VOID) // no run at all
        return STEP_ASSUMED;
    if (end == RUN_ASSUME) {
        count(&e->runs_assumed_away);
        return STEP_ASSUMED;
    }
    count(&e->runs_ended);
    return STEP_EXIT;
}

// A run is over. Somebody who looks at memory between steps shall see what a program has left: a
// state without threads.
static StepEnd finish(Explorer *e, RunEnd end, ThreadId last, u32 extra, StateWord **to) {
    ENSURE(end != RUN_CUT && end != RUN_POINT);
    e->has_exited = end != RUN_FAULT && end != RUN_ASSUME && end != RUN_VOID;
    if (e->has_exited && e->shared->options->wants_outcomes && vm_nthreads(e->vm) < 2)
        note_outcome(e);
    StepEnd judged = judge_end(e, end);
    if (judged == STEP_ON && e->has_exited)
        judged = judge_leaks(e, true, last);
    if (judged != STEP_ON)
        return judged;
    StepEnd over = end_of(e, end);
    if (!e->has_exited || !e->shared->use.keeps_ends) {
        judged = judge_last_state(e, last);
        return judged == STEP_ON ? over : judged;
    }
    vm_drop_threads(e->vm);
    view_canonicalize(e->view, e->vm, false);
    *to = view_take(e->view, e->vm, NULL, extra);
    ENSURE(vector_threads(*to) == 0);
    return STEP_ON;
}

// ---- arriving in a state ------------------------------------------------------------------------

u32 explorer_extra(const Explorer *e, u32 switches, ThreadId last) {
    CHECK(last == THREAD_NONE || last < MAX_THREADS);
    return e->shared->options->context_bound < 0 ? 0 : (last + 1) | switches << 16;
}

// A state was reached by running the machine: its vector, if the run goes on.
static StepEnd arrive(Explorer *e, ThreadId last, const StateWord *from, u32 extra,
                      StateWord **to) {
    CHECK(last == THREAD_NONE || last < vm_nthreads(e->vm));
    if (vm_nthreads(e->vm) == 0)
        return finish(e, RUN_DONE, last, extra, to);
    tracking_blank(e);
    StepEnd judged = judge_leaks(e, false, last);
    if (judged != STEP_ON)
        return judged;
    *to = view_take(e->view, e->vm, from, extra);
    CHECK(vector_threads(*to) == vm_nthreads(e->vm));
    CHECK(vector_extra(e->shared->program, *to) == extra);
    if (IS_CHECKING) {
        view_check(e->view, e->vm);
        ENSURE(prop_lost(e->vm) == 0 && "two ways to find what can be reached disagree");
    }
    return STEP_ON;
}

StepEnd explorer_start(Explorer *e, StateWord **to) {
    ENSURE(vm_nthreads(e->vm) == 1);
    return arrive(e, 0, NULL, explorer_extra(e, 0, THREAD_NONE), to);
}

// ---- going on from a state ----------------------------------------------------------------------

void explorer_bring_back(Explorer *e) {
    if (!e->is_at_state) {
        view_load(e->view, e->vm, e->state);
        tracking_restore(e, e->vm);
    }
    e->is_at_state = true;
    CHECK(vm_nthreads(e->vm) == vector_threads(e->state));
}

u32 explorer_knowledge(const Explorer *e, ThreadId t) {
    CHECK(t < vector_threads(e->state) && e->is_open); // `others` are those of the state
    return 4 * e->others[t] + 2 * vector_is_anchored(e->state) + (vector_threads(e->state) == 1);
}

void explorer_prepare(Explorer *e, ThreadId t) {
    CHECK(t < vm_nthreads(e->vm) && t < vector_threads(e->state));
    e->reducer.others = e->others[t];
    e->reducer.nthreads = vm_nthreads(e->vm);
}

// What a thread waits for must be known from the state.
static void look_at_words(Explorer *e, ThreadId t, const Stance *s, const StanceSource *source) {
    CHECK(s->nwords <= MOST_WAIT_WORDS && e->is_at_state);
    for (u32 i = 0; i < s->nwords; i++) {
        const Place *place = source->words[i].place;
        e->words[t][i] = step_access(e->vm, &(Access){.place = place,
                                                      .off = source->words[i].off,
                                                      .size = sizeof(i32),
                                                      .whole = place->size,
                                                      .is_join = i == 0 && s->waits_for_end});
        if (tracking_hides(e, place, source->words[i].off, sizeof(i32)))
            explorer_refuse(e, "a thread waits for untracked memory");
    }
}

// How the thread stands in the state; with the machine only if it is not known.
static void stand(Explorer *e, ThreadId t) {
    Stance *s = &e->stances[t];
    CHECK(t < vector_threads(e->state));
    StanceFound found = STANCE_UNKNOWN;
    if (e->memo)
        found = memo_find_stance(e->memo, e->state, vector_thread(e->shared->program, e->state, t),
                                 &e->stands[t], s, e->words[t]);
    if (found == STANCE_SAME)
        return;
    e->nfree = 0;
    if (found == STANCE_OTHER)
        return;
    e->stands[t] = 0;
    explorer_bring_back(e);
    StanceSource source;
    vm_stance(e->vm, t, s, &source);
    CHECK(source.depends_on_more || source.nplaces <= ARRAY_LEN(source.places));
    look_at_words(e, t, s, &source);
    if (e->memo)
        memo_learn_stance(e->memo, e->vm, e->state, t, s, &source, e->words[t]);
}

// The control block of who calls functions from outside; 0 if there is none.
static ObjId outsider(const Explorer *e) {
    const Global *g =
        e->shared->outsider ? &e->shared->program->globals[e->shared->outsider] : NULL;
    if (!g)
        return 0;
    return contents_object(block_contents(view_leaf(e->view, e->state, g->block)), g->offset);
}

// Somebody who is no thread may hold a lock, and is not one that has ended; and he may cancel any
// thread.
static void excuse_outsider(Explorer *e) {
    CHECK(e->shared->use.is_driven);
    ObjId self = outsider(e);
    for (ThreadId t = 0; t < vector_threads(e->state); t++) {
        Stance *s = &e->stances[t];
        e->stands[t] = e->nfree = 0; // it is another one from here on
        if (s->can_be_interrupted)
            s->owner = s->awaited = 0;
        if (self && s->owner == self)
            s->owner = 0;
    }
}

void explorer_load(Explorer *e, const StateWord *state) {
    u32 words = vector_words(state);
    CHECK(words >= vector_plain_words(vector_leaves(e->shared->program, state)));
    CHECK(vector_threads(state) <= MAX_THREADS);
    VEC_RESERVE(e->state, 0, e->state_cap, words);
    memcpy(e->state, state, words * sizeof *state);
    // Without a context bound it is the order's.
    u32 extra = e->shared->options->context_bound < 0 ? 0 : vector_extra(e->shared->program, state);
    e->last = (extra & 0xffff) - 1;
    e->switches = extra >> 16;
    e->is_at_state = e->is_open = e->is_will_known = false;
    e->unremembered = e->ahead.n = 0;
    u32 n = vector_threads(e->state);
    CHECK(e->last == THREAD_NONE || e->last < n);
    for (ThreadId t = 0; e->memo && t < n; t++)
        memo_prefetch(e->memo, vector_thread(e->shared->program, e->state, t));
    e->atomic = THREAD_NONE;
    for (ThreadId t = 0; t < n; t++) {
        e->firsts[t] = 0;
        stand(e, t);
        CHECK(!e->stances[t].in_atomic || e->atomic == THREAD_NONE);
        if (e->stances[t].in_atomic)
            e->atomic = t;
    }
    if (e->shared->outsider)
        excuse_outsider(e);
}

bool explorer_is_in_atomic(const Explorer *e) { return e->atomic != THREAD_NONE; }

// Calls an invariant unless its value is known.
InvariantEnd explorer_ask_invariant(Explorer *e, u32 i, Fault *out) {
    FuncId f = e->shared->options->properties.invariants[i];
    ENSURE(e->caller && i < MOST_INVARIANTS);
    u32 value;
    MemoValue memo = {f, MEMO_HOLDS};
    if (e->memo && memo_find_value(e->memo, e->state, memo, &value)) {
        CHECK(value == 1); // nothing else is remembered
        return INVARIANT_HOLDS;
    }
    view_load(e->view, e->caller, e->state);
    CHECK(vm_nthreads(e->caller) == vector_threads(e->state));
    tracking_restore(e, e->caller);
    tracking_settle(e, e->caller);
    InvariantEnd end = prop_invariant(e->caller, f, e->last, out);
    if (vm_last(e->caller)->depends_on_more)
        e->unremembered |= 1u << i;
    if (end == INVARIANT_HOLDS && e->memo)
        memo_learn_value(e->memo, e->caller, vm_last(e->caller), e->state, memo, 1);
    return end;
}

StepEnd explorer_check_invariants(Explorer *e) {
    const PropertySet *p = &e->shared->options->properties;
    InvariantEnd end = INVARIANT_HOLDS;
    ENSURE(p->ninvariants <= MOST_INVARIANTS);
    Fault f = {0};
    // In the middle of an atomic section there is nobody to see it.
    for (u32 i = 0; i < p->ninvariants && end == INVARIANT_HOLDS && !explorer_is_in_atomic(e);
         i++) {
        end = explorer_ask_invariant(e, i, &f);
        if (end == INVARIANT_OPEN) // another one may be broken
            judge_invariants(e, end, &f);
        if (end == INVARIANT_OPEN || (end == INVARIANT_BROKEN && vm_excuses(e->caller, &f)))
            end = INVARIANT_HOLDS;
    }
    StepEnd judged = judge_invariants(e, end, &f);
    text_done(&f.text);
    return judged;
}

// Nothing has happened just now.
static bool is_uneventful(const Explorer *e) {
    ObjId event = e->shared->options->properties.event;
    const Global *g = &e->shared->program->globals[event];
    return !event ||
           !contents_object(block_contents(view_leaf(e->view, e->state, g->block)), g->offset);
}

bool explorer_has_progress(Explorer *e) {
    const PropertySet *p = &e->shared->options->properties;
    if (!p->livelock || is_uneventful(e))
        return false;
    view_load(e->view, e->caller, e->state);
    return prop_has_progress(p, e->caller);
}

// What is no function of the program is looked up without running anything, so it need not be
// remembered.
static bool asked_of(Explorer *e, u32 i, bool *out, Text *why) {
    const PropertySet *p = &e->shared->options->properties;
    ObjId variable;
    u32 off;
    *out = false;
    if ((p->events >> i & 1) && is_uneventful(e))
        return true;
    if (prop_asked_number(p, i, &variable, &off)) {
        const Global *g = &e->shared->program->globals[variable];
        Contents c = block_contents(view_leaf(e->view, e->state, g->block));
        *out = prop_asked_is_true(p, i, (u32)contents_number(c, g->offset + off, sizeof(i32)));
        return true;
    }
    view_load(e->view, e->caller, e->state);
    return prop_value(p, e->caller, i, out, why);
}

bool explorer_value(Explorer *e, u32 i, bool *out, Text *why) {
    ENSURE(e->caller);
    const PropertySet *p = &e->shared->options->properties;
    if (p->propositions[i] == FUNC_NONE)
        return asked_of(e, i, out, why);
    MemoValue memo = {p->propositions[i], MEMO_TRUTH};
    u32 value;
    if (e->memo && memo_find_value(e->memo, e->state, memo, &value)) {
        CHECK(value <= 1);
        *out = value;
        return true;
    }
    view_load(e->view, e->caller, e->state);
    tracking_restore(e, e->caller);
    tracking_settle(e, e->caller);
    if (!prop_value(p, e->caller, i, out, why))
        return false;
    if (e->memo)
        memo_learn_value(e->memo, e->caller, vm_last(e->caller), e->state, memo, *out);
    return true;
}

bool explorer_values(Explorer *e, u32 *out, Text *why) {
    const PropertySet *p = &e->shared->options->properties;
    const Ltl *formula = p->formula;
    ENSURE(!formula || formula->npropositions <= MOST_PROPOSITIONS);
    *out = 0;
    // In the middle of an atomic section there is nobody to see what else is true.
    u32 seen = explorer_is_in_atomic(e) ? p->events : UINT32_MAX;
    for (u32 i = 0; formula && i < formula->npropositions; i++) {
        bool value;
        if (!(seen >> i & 1))
            continue;
        if (!explorer_value(e, i, &value, why))
            return false;
        *out |= (u32)value << i;
    }
    return true;
}

// Neighbouring states mostly have the same stances.
static bool may_be_stuck(Explorer *e) {
    u32 n = vector_threads(e->state);
    if (!e->shared->options->properties.checked[FAULT_DEADLOCK])
        return false;
    CHECK(!n || e->nfree != n || prop_stuck(e->stances, n) == STUCK_NONE);
    if (n && e->nfree == n)
        return false;
    bool may_be = prop_stuck(e->stances, n) != STUCK_NONE;
    e->nfree = may_be ? 0 : n;
    return may_be;
}

StepEnd explorer_judge(Explorer *e) {
    if (may_be_stuck(e)) {
        Fault f = {0};
        explorer_bring_back(e);
        StepEnd end = prop_deadlock_of(&e->shared->options->properties, e->vm, e->stances, &f)
                          ? violated(e, &f)
                          : STEP_ON;
        ENSURE(end == STEP_ON || e->fault.kind == FAULT_DEADLOCK);
        text_done(&f.text);
        if (end != STEP_ON)
            return end;
    }
    return e->shared->options->properties.ninvariants ? explorer_check_invariants(e) : STEP_ON;
}

// One that waits, that is about to yield, or that would only go round in a circle gives up the
// processor of its own will. What untracked memory holds is not known from the state, and so
// neither what is a circle.
bool explorer_wants_to_go_on(Explorer *e, ThreadId t) {
    const Stance *s = &e->stances[t];
    if (explorer_alternatives(e, t) == 0 || s->is_spurious || s->yields)
        return false;
    return e->tracking || explorer_is_in_atomic(e) || will_goes_on(e, t);
}

// Going on with t is a preemption if the thread that ran last is interrupted by that.
static bool is_preemption(Explorer *e, ThreadId t) {
    i64 bound = e->shared->options->context_bound;
    if (bound < 0 || bound == SWITCHES_UNCOUNTED || e->last == THREAD_NONE || e->last == t)
        return false;
    if (!e->is_will_known)
        e->wants_to_go_on = explorer_wants_to_go_on(e, e->last);
    e->is_will_known = true;
    return e->wants_to_go_on;
}

// What the end of a step of the machine means; the vector of the next state, if the run goes on.
static StepEnd after(Explorer *e, RunEnd end, ThreadId t, u32 switches, StateWord **to) {
    CHECK(!e->is_at_state && end == vm_last(e->vm)->end);
    ThreadId last = end == RUN_DONE ? THREAD_NONE : t;
    tracking_keep(e);
    switch (end) {
    case RUN_CUT: return cut(e);
    case RUN_POINT:
    case RUN_DONE: return arrive(e, last, e->state, explorer_extra(e, switches, last), to);
    default: return finish(e, end, last, explorer_extra(e, switches, THREAD_NONE), to);
    }
}

StepEnd explorer_call_ended(Explorer *e, RunEnd end) {
    ENSURE(end != RUN_POINT);
    if (end == RUN_DONE)
        return STEP_ON;
    if (end == RUN_CUT)
        return cut(e);
    StepEnd judged = judge_end(e, end);
    return judged == STEP_ON ? end_of(e, end) : judged;
}

static u32 traits_of(RunEnd end, bool is_inside) {
    return (end == RUN_DONE ? STEP_ENDS_THREAD : 0u) | (is_inside ? STEP_STAYS_INSIDE : 0u);
}

// Runs the machine from the state.
static StepEnd run(Explorer *e, Choice *c, u32 switches, StateWord **to) {
    explorer_bring_back(e);
    e->is_at_state = false;
    explorer_prepare(e, c->thread);
    const StepRecord *step = vm_step(e->vm, c->thread, c->alternative);
    RunEnd end = step->end;
    CHECK(step == vm_last(e->vm));
    c->length = (u32)step->length;
    e->traits = traits_of(end, end == RUN_POINT && vm_thread(e->vm, c->thread)->in_atomic);
    e->taken = c;
    StepEnd arrival = after(e, end, c->thread, switches, to);
    e->taken = NULL;
    bool is_usual = (end == RUN_POINT || end == RUN_DONE) && !e->has_exited;
    if (arrival == STEP_ON && e->memo && is_usual && view_kept_shape(e->view))
        memo_learn(e->memo, e->vm, step, (Accesses){0}, e->state, *to, c->thread, c->alternative,
                   explorer_knowledge(e, c->thread));
    return arrival;
}

static bool find_step(const Explorer *e, const Choice *c, MemoStep *out) {
    AheadFound found = !e->memo || c->alternative
                           ? AHEAD_NOT_ASKED
                           : memo_ahead_step(e->memo, &e->ahead, c->thread, out);
    if (!e->memo || found != AHEAD_NOT_ASKED)
        return found == AHEAD_FOUND;
    u32 thread = vector_thread(e->shared->program, e->state, c->thread);
    return memo_find(e->memo, e->state, thread, c->alternative, explorer_knowledge(e, c->thread),
                     out);
}

// The same without the machine, if the step was taken before in all that it depends on.
static bool recall(Explorer *e, Choice *c, u32 switches, StateWord **to) {
    const Program *p = e->shared->program;
    MemoStep m;
    if (!find_step(e, c, &m))
        return false;
    Change changes[32];
    if (m.nchanges + 2 > ARRAY_LEN(changes))
        return false;
    c->length = m.length;
    e->traits = traits_of(m.is_end ? RUN_DONE : RUN_POINT, m.is_inside);
    if (m.is_end) {
        // Otherwise it goes with the thread, and objects may get other numbers.
        if (!view_keeps_control(e->view, e->state, c->thread, m.changes, m.nchanges))
            return false;
        u32 extra = explorer_extra(e, switches, THREAD_NONE);
        *to = view_end_thread(e->view, e->state, m.changes, m.nchanges, c->thread, extra);
        CHECK(vector_threads(*to) + 1 == vector_threads(e->state));
        return true;
    }
    u32 n = 0;
    for (; n < m.nchanges; n++)
        changes[n] = m.changes[n];
    changes[n++] = (Change){leaf_of_thread(p, e->state, c->thread), m.thread};
    changes[n++] = (Change){leaf_of_extra(p, e->state), explorer_extra(e, switches, c->thread)};
    CHECK(n == m.nchanges + 2 && vector_threads(e->state) > 0);
    *to = view_change(e->view, e->state, changes, n);
    CHECK(vector_threads(*to) == vector_threads(e->state));
    return true;
}

// ---- supersteps ---------------------------------------------------------------------------------

static u32 stepper_alternatives(void *self, ThreadId t) { return explorer_alternatives(self, t); }

static u32 stepper_waits_for(void *self, ThreadId t, StepAccess *out) {
    const Explorer *e = self;
    u32 n = e->stances[t].nwords;
    CHECK(n <= MOST_WAIT_WORDS);
    memcpy(out, e->words[t], n * sizeof *out);
    if (e->chooser)
        chooser_waits(self, t, out, n);
    return n;
}

static void stepper_first(void *self, ThreadId t, u32 alternative, StepInfo *out) {
    CHECK(alternative < explorer_alternatives(self, t));
    walk_first(self, t, alternative, out);
    if (((Explorer *)self)->chooser)
        chooser_first(self, t, out);
    observe_step(self, out);
}
// Who observes steps wants to know where they lead.
static void stepper_look(void *self, ThreadId t, u32 alternative, StepInfo *out) {
    Explorer *e = self;
    CHECK(alternative < explorer_alternatives(e, t));
    if (observe_is_idle(&e->observed) && walk_look(e, t, alternative, out)) {
        if (e->chooser)
            chooser_first(e, t, out);
    } else {
        stepper_first(e, t, alternative, out);
    }
}
static bool stepper_next(void *self, StepInfo *out) {
    Explorer *e = self;
    if (!walk_next(e, out))
        return false;
    if (e->chooser)
        chooser_next(e, e->walk.thread, out);
    observe_step(e, out);
    return true;
}
static void stepper_back(void *self) {
    CHECK(((Explorer *)self)->walk.nsteps > 1); // the first step is taken in any case
    walk_back(self);
}

static Stepper stepper_of(Explorer *e) {
    return (Stepper){e,
                     stepper_alternatives,
                     stepper_waits_for,
                     stepper_look,
                     stepper_first,
                     stepper_next,
                     stepper_back,
                     e->chooser && prospects_find_free(e->shared->prospects)};
}

static u64 hash_of_state(const Explorer *e) {
    return hash_bytes(e->state, vector_words(e->state) * sizeof *e->state, 1);
}

bool explorer_was_opened(const Explorer *e) { return e->opened == hash_of_state(e); }

static StepEnd run_superstep(Explorer *e, Choice *c, u32 switches, StateWord **to) {
    ENSURE(e->superstep && e->is_open);
    Stepper stepper = stepper_of(e);
    RunEnd end = superstep_run(e->superstep, &stepper, c->thread, c->alternative);
    if (stepper.finds_free)
        prospects_count_superstep(e->shared->prospects, superstep_was_longer(e->superstep));
    c->length = (u32)e->walk.length;
    e->traits = traits_of(end, end == RUN_POINT && e->walk.is_inside);
    CHECK(e->walk.thread == c->thread && e->walk.alternative == c->alternative);
    if (e->walk.by_machine) {
        e->taken = c;
        StepEnd arrival = after(e, end, c->thread, switches, to);
        e->taken = NULL;
        if (arrival == STEP_ON && e->chooser && !e->has_exited)
            e->leads_on = chooser_arrives(e, c->thread, *to);
        return arrival;
    }
    *to = walk_vector(e, explorer_extra(e, switches, c->thread));
    CHECK(vector_threads(*to) == vector_threads(e->state));
    if (e->chooser)
        e->leads_on = chooser_arrives(e, c->thread, *to);
    return STEP_ON;
}

// ---- one step -----------------------------------------------------------------------------------

u32 explorer_ways_bounded(Explorer *e, ThreadId t) {
    u32 n = explorer_alternatives(e, t);
    bool is_used_up = (i64)e->switches >= e->shared->options->context_bound;
    return n && is_used_up && is_preemption(e, t) ? 0 : n;
}

// The checking build takes a recalled step again.
static StepEnd recall_again(Explorer *e, Choice *c, u32 switches, StateWord **to) {
    ENSURE(IS_CHECKING);
    size_t bytes = vector_words(*to) * sizeof **to;
    StateWord *recalled = memcpy(mem_alloc(bytes), *to, bytes);
    u32 length = c->length;
    StepEnd end = run(e, c, switches, to);
    bool is_over = e->shared->guards && guards_are_broken(e->shared->guards);
    ENSURE(is_over || (end == STEP_ON && c->length == length));
    if (end == STEP_ON)
        distrust_recall(e, recalled, *to);
    mem_free(recalled, bytes);
    return end;
}

StepEnd explorer_step(Explorer *e, Choice *c, StateWord **to) {
    ENSURE(c->thread < vector_threads(e->state) && e->is_open);
    CHECK(explorer_was_opened(e));
    CHECK(c->alternative < explorer_alternatives(e, c->thread));
    u32 switches = e->switches + is_preemption(e, c->thread);
    // A model that does not keep to the bound would count for ever.
    i64 bound = e->shared->options->context_bound;
    switches = bound >= 0 && switches > bound ? (u32)bound + 1 : switches;
    e->has_exited = e->leads_on = false;
    count(&e->transitions);
    if (e->superstep)
        return run_superstep(e, c, switches, to);
    if (!recall(e, c, switches, to))
        return run(e, c, switches, to);
    return IS_CHECKING ? recall_again(e, c, switches, to) : STEP_ON;
}

// Whether the memory in a leaf is such as others can see; not a thread's own.
static bool is_shared(const Explorer *e, const StateWord *state, u32 leaf) {
    const Program *p = e->shared->program;
    if (leaf < p->nblocks)
        return true;
    return leaf < leaf_of_thread(p, state, 0) &&
           (view_leaf(e->view, state, leaf)->flags & BLOCK_ESCAPED);
}

// The tag of the i-th value outside of [off, off+n); NULL: there are not so many.
static const Tag *tag_outside(const Block *b, u32 i, u32 off, u32 n) {
    for (u32 k = 0; k < b->ntags; k++) {
        const Tag *t = &block_tags(b)[k];
        bool is_inside = t->off >= off && t->off < off + n;
        if (!is_inside && i-- == 0)
            return t;
    }
    return NULL;
}

// Whether the blocks are the same but for [off, off+n).
static bool is_same_outside(const Block *a, const Block *b, u32 off, u32 n) {
    ENSURE(a->size >= off + n);
    bool is_same = a->size == b->size && a->nholes == 0 && b->nholes == 0 &&
                   memcmp(block_data(a), block_data(b), off) == 0 &&
                   memcmp(block_data(a) + off + n, block_data(b) + off + n, a->size - off - n) == 0;
    for (u32 i = 0; is_same; i++) {
        const Tag *s = tag_outside(a, i, off, n), *t = tag_outside(b, i, off, n);
        if (!s && !t)
            break;
        is_same = s && t && s->off == t->off && s->obj == t->obj && s->first == t->first &&
                  s->len == t->len;
    }
    return is_same;
}

// Whether all that differs in a leaf is which event has happened.
static bool is_event(const Explorer *e, const StateWord *to, u32 leaf) {
    const Program *p = e->shared->program;
    const Global *g = e->shared->event ? &p->globals[e->shared->event] : NULL;
    return g && leaf == g->block &&
           is_same_outside(view_leaf(e->view, e->state, leaf), view_leaf(e->view, to, leaf),
                           g->offset, p->ptr_bytes);
}

// Whether the step has changed memory that others can see. If there are other objects than before,
// it has.
bool explorer_has_changed(const Explorer *e, const StateWord *to) {
    u32 n = vector_leaves(e->shared->program, to);
    bool is_changed = n != vector_leaves(e->shared->program, e->state) ||
                      vector_threads(to) != vector_threads(e->state);
    for (u32 i = 0; i < n && !is_changed; i++)
        is_changed = vector_id(to, i) != vector_id(e->state, i) && is_shared(e, to, i) &&
                     !is_event(e, to, i);
    return is_changed;
}

// ---- before steps -------------------------------------------------------------------------------

// What the others may still access, for each thread.
static void look_ahead(Explorer *e) {
    Foresight *f = e->reducer.foresight;
    u32 n = vector_threads(e->state);
    const u32 *blocks = vector_ids(e->state) + leaf_of_thread(e->shared->program, e->state, 0);
    CHECK(n <= MAX_THREADS && blocks + n < e->state + vector_words(e->state));
    if (!f || foresight_look(f, blocks, n, e->others))
        return;
    explorer_bring_back(e);
    foresight_learn(f, e->vm);
    bool is_known = foresight_look(f, blocks, n, e->others);
    ENSURE(is_known);
}

// A step that nobody will take is looked up in vain; mostly all are taken.
static void look_for_steps(Explorer *e) {
    u32 n = vector_threads(e->state);
    memo_ahead_begin(e->memo, &e->ahead);
    for (ThreadId t = 0; t < n && t < MOST_AHEAD; t++) {
        bool can_go_on = explorer_alternatives(e, t) > 0;
        u32 thread = can_go_on ? vector_thread(e->shared->program, e->state, t) : 0;
        memo_ahead_add(e->memo, &e->ahead, thread, explorer_knowledge(e, t));
    }
    memo_ahead_find(e->memo, e->state, &e->ahead);
}

void explorer_open(Explorer *e) {
    if (e->is_open)
        return;
    e->is_open = true;
    CHECK(vector_words(e->state) <= e->state_cap);
    u32 n = vector_threads(e->state);
    look_ahead(e);
    if (e->superstep) {
        Stepper stepper = stepper_of(e);
        // Inside an atomic section, or alone, a thread has nobody to be independent of.
        bool is_single = e->shared->use.looks_between || explorer_is_in_atomic(e) || n == 1;
        if (!is_single)
            observe_state(e);
        if (e->chooser)
            chooser_open(e);
        superstep_begin(e->superstep, &stepper, n, is_single);
        if (e->chooser && !is_single)
            chooser_choose(e);
    } else if (e->memo) {
        look_for_steps(e);
    }
    if (IS_CHECKING)
        e->opened = hash_of_state(e);
}
