// SPDX-License-Identifier: Apache-2.0
// An exploration: what follows from its options, and what its explorers share.
#include "explore/explore_int.h"

#include <string.h>

// ---- what follows from the options --------------------------------------------------------------

static Grain grain_of(Reduction r) {
    switch (r) {
    case REDUCTION_NONE: return GRAIN_INSTRUCTIONS;
    case REDUCTION_TAU: return GRAIN_BRANCHES;
    case REDUCTION_TAU_PLUS: return GRAIN_LOOPS;
    case REDUCTION_GLOBAL:
    case REDUCTION_SUPERSTEP:
    case REDUCTION_DEFAULT: break;
    }
    return GRAIN_VISIBLE;
}

// Invariants look at memory after every visible operation, so that none may pass. Whether a thread
// changes anything is seen by its operations one by one.
static bool is_observed(const ExploreOptions *o) {
    return o->properties.ninvariants > 0 || o->properties.starvation;
}

static bool passes(const ExploreOptions *o) {
    return o->reduction == REDUCTION_DEFAULT && !o->vm.check_races && !is_observed(o);
}

// SOUND: a lock that is taken and released in one step keeps nobody waiting in any state, so that a
// thread which waits for it would always count as one that can go on.
static bool uses_guards(const ExploreOptions *o) {
    return passes(o) && !o->no_lock_reduction && !prop_is_temporal(&o->properties);
}

static bool has_fixed_reads(const Program *p, const PropertySet *s) {
    bool has = true;
    for (u32 i = 0; s->formula && i < s->formula->npropositions && has; i++)
        has = s->propositions[i] != FUNC_NONE && program_reads_fixed(p, s->propositions[i]);
    return has;
}

// Whether the program has atomic sections of its own, in which it could wait.
static bool has_sections(const Program *p) {
    bool has = program_has_trap(p, TRAP_ATOMIC_BEGIN, NULL);
    for (FuncId f = 0; f < p->nfuncs && !has; f++)
        has = p->funcs[f].is_atomic;
    return has;
}

// SOUND: in a fair run a thread that could begin or end does so, sooner or later; that it does so
// sooner makes a difference for a finite time. See doc/reductions.md, "Endless runs".
static bool has_unseen_threads(const ExploreOptions *o, const Program *p) {
    return passes(o) && !o->no_lock_reduction && prop_is_temporal(&o->properties) &&
           !has_sections(p);
}

// Where data races are looked for, a thread stands before each access, so nothing passes.
VmOptions explore_machine_options(const ExploreOptions *o) {
    VmOptions vm = o->vm;
    ENSURE(!vm.is_witness && !vm.passes); // whoever makes the machine adds a reducer
    bool is_plain = o->reduction == REDUCTION_NONE || o->reduction == REDUCTION_GLOBAL;
    ENSURE(!o->passes_loops || o->reduction == REDUCTION_TAU_PLUS);
    vm.grain = o->passes_loops ? GRAIN_VISIBLE : grain_of(o->reduction);
    vm.excuses = o->settled ? settled_excuses : NULL;
    vm.excuses_arg = o->settled;
    bool has_guards = uses_guards(o);
    // Whoever ends the program sees what others have not freed yet.
    vm.private_memory = !is_plain && !o->no_store_visibility && !o->properties.cleanup;
    vm.regains_privacy = vm.private_memory && !has_guards; // see reduce/guards.c
    vm.keeps_addresses = o->no_heap_symmetry;
    vm.passes_alone = !o->vm.check_races && !is_observed(o) && !o->properties.formula &&
                      (o->reduction == REDUCTION_SUPERSTEP || o->reduction == REDUCTION_DEFAULT ||
                       o->passes_loops);
    ENSURE(!vm.regains_privacy || (vm.private_memory && !has_guards));
    return vm;
}

// A superstep changes the order of steps of different threads, and so the number of context
// switches: the default does without them where those are bounded.
static bool uses_supersteps(const ExploreOptions *o) {
    return !o->vm.check_races &&
           (o->reduction == REDUCTION_SUPERSTEP ||
            (o->reduction == REDUCTION_DEFAULT && !o->no_supersteps && o->context_bound < 0));
}

// SOUND: which threads are left out must not matter to who looks at what is on the way (formulas,
// invariants, colours), or at more than what threads touch (races, addresses, unknown values, which
// have conditions in common, memory that is not tracked or matched). What a thread has for itself
// because another one has dropped it was not its own before that; and who can be interrupted does
// not do what he would do from where he stands.
static bool uses_choice(const Exploration *x) {
    const ExploreOptions *o = x->options;
    return x->uses_supersteps && o->reduction == REDUCTION_DEFAULT && !o->no_thread_choice &&
           o->context_bound < 0 && !x->use.is_driven && !x->use.is_marked &&
           !x->use.looks_between && !is_observed(o) && !prop_is_temporal(&o->properties) &&
           !o->properties.cleanup && !o->vm.check_races && !o->vm.reuse_addresses &&
           !o->no_heap_symmetry && !x->program->may_interrupt && !x->vm.regains_privacy &&
           !x->is_matching && !x->bisimulation && !x->has_untracked;
}

// Globals of the program have granules of their own, as far as there are enough.
static u32 *number_granules(const Program *p) {
    u32 *bases = mem_alloc((p->nblocks + 1) * sizeof *bases), next = 0;
    for (u32 i = 0; i < p->nblocks; i++) {
        bases[i] = next;
        next += (p->blocks[i].size + 3) / 4;
    }
    return bases;
}

static void name_stubs(Verdict *v, const char *list) {
    while (list && *list) {
        int len = (int)strcspn(list, ",");
        verdict_bound(v, "stub %.*s", len, list);
        list += len + (list[len] == ',');
    }
}

void explore_name_bounds(const ExploreOptions *o, Verdict *v) {
    ENSURE(!v->is_concluded);
    if (o->context_bound >= 0)
        verdict_bound(v, "%lld context switch%s%s", (long long)o->context_bound,
                      o->context_bound == 1 ? "" : "es",
                      o->reduction == REDUCTION_SUPERSTEP ? " between supersteps" : "");
    if (o->vm.has_nondet_range)
        verdict_bound(v, "unknown values %lld..%lld", (long long)o->vm.nondet_low,
                      (long long)o->vm.nondet_high);
    name_stubs(v, o->stubs);
}

void explore_name_bounds_met(const ExploreOptions *o, u32 met, Verdict *v) {
    for (u32 bound = 0; bound < BOUND_COUNT; bound++) {
        Text text = {0};
        if (!(met >> bound & 1))
            continue;
        explore_bound_text(o, bound, &text);
        if (text.len)
            verdict_condition(v, ir_bound_preposition[bound], text_str(&text));
        text_done(&text);
    }
}

void explore_bound_text(const ExploreOptions *o, u32 bound, Text *out) {
    ENSURE(bound && bound < BOUND_COUNT);
    // Who has no races has no other runs either, unless by weaker atomics.
    if (bound == BOUND_VOLATILE && o->vm.check_races)
        return;
    if (bound == BOUND_CLOCK)
        text_add(out, "%u %s%s", o->clock_ticks, ir_bound_name[bound],
                 o->clock_ticks == 1 ? "" : "s");
    else if (bound == BOUND_THREADS)
        text_add(out, "%u %s%s", o->most_threads, ir_bound_name[bound],
                 o->most_threads == 1 ? "" : "s");
    else if (bound == BOUND_WHOLE)
        text_add(out, "whole numbers %lld..%lld %s", (long long)o->vm.nondet_low,
                 (long long)o->vm.nondet_high, ir_bound_name[bound]);
    else if (bound == BOUND_STDIN && o->has_input)
        text_add(out, "the given standard input");
    else
        text_add(out, "%s", ir_bound_name[bound]);
}

// ---- its life -----------------------------------------------------------------------------------

// What makes states equal, and which memory is tracked, is decided by who keeps the states.
static void set_up_store(Exploration *x) {
    const MatchOptions *o = &x->options->matching;
    bool has_matching = explore_has_matching(o, x->program);
    bool is_checked = x->options->checks_abstraction;
    x->tracking_table = table_named(x->program, TRACKING_TABLE);
    x->is_matching = has_matching && !is_checked;
    x->bisimulation = has_matching && is_checked ? bisimulation_new() : NULL;
    x->has_untracked = explore_has_untracked(o, x->program);
    ENSURE(!x->is_matching || !x->bisimulation);
}

static void set_up_driven(Exploration *x) {
    ENSURE(x->use.is_driven && !x->nexplorers);
    x->outsider = table_named(x->program, "__rt_outsider");
    if (table_named(x->program, TRACKING_TABLE))
        verdict_cut(x->findings.verdict,
                    "heddle_untracked works with 'heddle check' only: here all memory is tracked");
}

const char *explore_refusal(const ExploreOptions *o, ExploreUse use, StoreKind store) {
    if (use.is_driven && o->reduction == REDUCTION_DEFAULT)
        return "the default reduction assumes things that may need another search: choose one with "
               "--reduction";
    // The bound's own numbers are where the order's would be, and a state that is left out because
    // it was reached before with fewer switches has no colour.
    if (use.is_marked && o->context_bound >= 0)
        return "a context bound cannot be combined with a search for cycles";
    if (use.is_marked && store == STORE_BITSTATE)
        return "--store bitstate cannot be combined with a search for cycles";
    return NULL;
}

Exploration *exploration_new(const Program *p, const ExploreOptions *o, ExploreUse use,
                             const Findings *f, const ExploreHooks *hooks) {
    ENSURE(!explore_refusal(o, use, STORE_EXACT)); // as far as is known
    Exploration *x = mem_zalloc(sizeof *x);
    *x = (Exploration){.program = p, .options = o, .use = use, .findings = *f, .hooks = *hooks};
    // Somebody outside who asks for propositions looks at the states between operations. What is no
    // function of the program may be true in such a state only, or of how threads stand there.
    bool is_asked = prop_has_asked(&o->properties);
    bool asks = (use.is_driven && o->properties.formula) || is_asked;
    x->use.looks_between =
        use.looks_between || asks || o->properties.starvation || o->properties.livelock;
    x->vm = explore_machine_options(o);
    if (uses_guards(o))
        x->guards = guards_new(p);
    if (passes(o) && !o->no_future && !is_asked)
        x->future = future_new(p);
    x->has_fixed_reads = has_fixed_reads(p, &o->properties);
    x->has_unseen_threads = !x->use.looks_between && has_unseen_threads(o, p);
    x->matching_table = table_named(p, MATCHING_TABLE);
    x->event = table_named(p, "__rt_event");
    x->uses_supersteps = x->vm.record_accesses = uses_supersteps(o);
    x->minds_values =
        x->uses_supersteps && o->reduction == REDUCTION_DEFAULT && !o->no_value_reduction;
    if (x->use.looks_between)
        x->vm.passes_alone = false;
    if (use.is_driven)
        set_up_driven(x);
    else
        set_up_store(x);
    if (uses_choice(x)) {
        x->prospects = prospects_new();
        x->bases = number_granules(p);
    }
    ENSURE(!x->guards || !x->vm.regains_privacy);
    ENSURE(!x->vm.check_races || !(x->guards || x->future || x->uses_supersteps));
    ENSURE(!use.is_driven || !(x->has_untracked || x->is_matching || x->bisimulation));
    return x;
}

void exploration_free(Exploration *x) {
    ENSURE(!x->explorers && !x->store);
    bisimulation_free(x->bisimulation);
    guards_free(x->guards);
    future_free(x->future);
    prospects_free(x->prospects);
    mem_free(x->bases, x->bases ? (x->program->nblocks + 1) * sizeof *x->bases : 0);
    VEC_FREE(x->outcomes, x->outcomes_cap);
    mem_free(x, sizeof *x);
}

// SOUND: states that are compared by a part of what they are, or coloured, must be equal; see
// cover.c.
static bool uses_covers(const Exploration *x) {
    return !x->options->no_subsumption && !x->is_matching && !x->bisimulation &&
           !x->has_untracked && !x->use.is_driven && !x->use.is_marked &&
           vm_condition_variable(x->explorers[0].vm);
}

// SOUND: a state stands for all that differ from it in the order of threads and objects; so the
// cycles of those that have colours need not be cycles, and the thread that ran last must have a
// name.
static bool sorts_threads(const Exploration *x) {
    bool is_wanted = x->options->reduction == REDUCTION_DEFAULT || x->options->thread_symmetry;
    return is_wanted && !x->options->no_thread_symmetry && !x->options->no_heap_symmetry &&
           !x->is_matching && !x->bisimulation && !x->has_untracked && !x->use.is_driven &&
           !x->use.is_marked && x->options->context_bound < 0 &&
           !(x->options->vm.check_races && vm_tracks_order(x->program));
}

// Whether threads may learn their own handles, and tell others.
static bool has_self_handles(const Program *p) {
    bool has = false;
    for (u32 i = 0; i < p->nfuncs && !has; i++)
        has = strcmp(p->funcs[i].name, "pthread_self") == 0 ||
              strcmp(p->funcs[i].name, "thrd_current") == 0;
    return has;
}

void exploration_begin(Exploration *x, const StoreOptions *store, u32 nworkers) {
    ENSURE(!x->explorers && !x->store && nworkers > 0);
    ENSURE(!explore_refusal(x->options, x->use, store->kind));
    ENSURE(!x->tracks_all || (x->has_untracked && x->is_matching));
    ENSURE(!x->bisimulation || !bisimulation_classes(x->bisimulation));
    ENSURE(nworkers == 1 || !(x->has_untracked || x->use.is_driven));
    StoreOptions options = *store;
    options.keeps_addresses = x->options->no_heap_symmetry;
    options.is_thorough = x->options->no_memo;
    options.has_marks = x->use.is_marked;
    options.is_for_one = nworkers == 1;
    x->store = state_new(x->program, &options);
    x->is_symmetric = sorts_threads(x);
    x->nexplorers = nworkers;
    x->explorers = mem_zalloc_apart(nworkers * sizeof *x->explorers);
    for (u32 i = 0; i < nworkers; i++)
        explorer_init(&x->explorers[i], x, i);
    // How far a thread is that joins others can be seen by what it loses.
    bool deals = x->is_symmetric && !has_self_handles(x->program) &&
                 !x->options->properties.checked[FAULT_LEAK];
    for (u32 i = 0; i < nworkers && deals; i++)
        x->explorers[i].joins = joins_new(x->program);
    if (uses_covers(x))
        x->covers = covers_new(x->program, vm_condition_variable(x->explorers[0].vm));
    x->noutcomes = 0;
    atomic_store(&x->must_stop, false);
    pthread_mutex_init(&x->lock, NULL);
}

void exploration_end(Exploration *x) {
    ENSURE(x->explorers && x->store && x->nexplorers > 0);
    for (u32 i = 0; i < x->nexplorers; i++)
        explorer_done(&x->explorers[i]);
    mem_free(x->explorers, x->nexplorers * sizeof *x->explorers);
    x->explorers = NULL;
    x->nexplorers = 0;
    covers_free(x->covers);
    x->covers = NULL;
    state_free(x->store);
    x->store = NULL;
    pthread_mutex_destroy(&x->lock);
}

// The classes that get addresses when a run has come to a number that it has not. Those that were
// only printed are likely not to blame: hardly a program looks at how many bytes it has printed. So
// they come only when there is nothing else.
static u64 wanted(const Exploration *x, u64 looked_at, u64 shown) {
    u64 classes = looked_at & ~x->vm.addressed;
    return classes ? classes : shown & ~x->vm.addressed;
}

void exploration_forget(Exploration *x) {
    ENSURE(!x->explorers);
    x->crowded_at = 0;
    if (x->bisimulation) {
        bisimulation_free(x->bisimulation); // its keys are made of numbers of the store
        x->bisimulation = bisimulation_new();
    }
    if (x->prospects)
        prospects_start_again(x->prospects, !exploration_is_broken(x));
    if (x->guards)
        guards_start_again(x->guards);
    // It begins again only with more of them, so not for ever.
    ENSURE(!atomic_load(&x->must_address) || wanted(x, x->looked_at, x->shown));
    if (atomic_load(&x->must_address))
        x->vm.addressed |= wanted(x, x->looked_at, x->shown);
    atomic_store(&x->misses_address, false);
    atomic_store(&x->must_address, false);
    ENSURE(!exploration_is_broken(x));
}

void exploration_track_all(Exploration *x) {
    ENSURE(!x->explorers && x->has_untracked && !x->tracks_all);
    x->tracks_all = x->is_matching = true;
    bisimulation_free(x->bisimulation);
    x->bisimulation = NULL;
}

// ---- what is known of it ------------------------------------------------------------------------

bool exploration_has_untracked(const Exploration *x) { return x->has_untracked; }
bool exploration_is_abstracted(const Exploration *x) { return atomic_load(&x->is_abstracted); }
bool exploration_is_broken(const Exploration *x) {
    return (x->guards && guards_are_broken(x->guards)) ||
           (x->prospects && prospects_give_up(x->prospects)) || atomic_load(&x->must_address);
}

// SOUND: what a run depends on was looked at by some worker, perhaps by another one than that whose
// run ended; so all that anybody has looked at gets an address. Classes only come, and there are
// few.
void exploration_misses_address(Exploration *x, const Vm *vm) {
    if (x->options->hides_addresses || x->use.is_driven)
        return;
    ENSURE(vm_last(vm)->fault->cut == CUT_ADDRESS);
    atomic_store(&x->misses_address, true);
    if (wanted(x, vm_looked_at(vm), vm_shown(vm)))
        atomic_store(&x->must_address, true);
}

bool exploration_left_out(const Exploration *x) {
    return x->prospects && prospects_are_broken(x->prospects);
}

bool exploration_ends_broken(Exploration *x) {
    ENSURE(x->nexplorers > 0);
    for (u32 i = 0; i < x->nexplorers; i++) {
        const Explorer *e = &x->explorers[i];
        x->looked_at |= vm_looked_at(e->vm) | (e->caller ? vm_looked_at(e->caller) : 0);
        x->shown |= vm_shown(e->vm) | (e->caller ? vm_shown(e->caller) : 0);
    }
    if (atomic_load(&x->misses_address) && wanted(x, x->looked_at, x->shown))
        atomic_store(&x->must_address, true);
    return exploration_is_broken(x);
}

u64 exploration_addressed(const Exploration *x) { return x->vm.addressed; }
// The lock is there while it is begun.
void exploration_lock(Exploration *x) {
    ENSURE(x->explorers);
    pthread_mutex_lock(&x->lock);
}
void exploration_unlock(Exploration *x) {
    ENSURE(x->explorers);
    pthread_mutex_unlock(&x->lock);
}
StateStore *exploration_store(const Exploration *x) {
    ENSURE(x->store);
    return x->store;
}
void exploration_stop(Exploration *x) { atomic_store(&x->must_stop, true); }
bool exploration_must_stop(const Exploration *x) {
    return atomic_load_explicit(&x->must_stop, memory_order_relaxed);
}

u64 exploration_crowded_at(Exploration *x) {
    ENSURE(x->explorers);
    pthread_mutex_lock(&x->lock);
    u64 at = x->crowded_at;
    pthread_mutex_unlock(&x->lock);
    return at;
}

u64 exploration_covered(const Exploration *x) { return covers_count(x->covers); }

u64 exploration_transitions(const Exploration *x) {
    ENSURE(x->nexplorers > 0);
    u64 n = 0;
    for (u32 i = 0; i < x->nexplorers; i++)
        n += atomic_load_explicit(&x->explorers[i].transitions, memory_order_relaxed);
    return n;
}

u64 exploration_runs_ended(const Exploration *x) {
    ENSURE(x->nexplorers > 0);
    u64 n = 0;
    for (u32 i = 0; i < x->nexplorers; i++)
        n += atomic_load_explicit(&x->explorers[i].runs_ended, memory_order_relaxed);
    return n;
}

u64 exploration_runs_assumed_away(const Exploration *x) {
    ENSURE(x->nexplorers > 0);
    u64 n = 0;
    for (u32 i = 0; i < x->nexplorers; i++)
        n += atomic_load_explicit(&x->explorers[i].runs_assumed_away, memory_order_relaxed);
    return n;
}

u64 exploration_instructions(const Exploration *x) {
    ENSURE(x->nexplorers > 0);
    u64 n = 0;
    for (u32 i = 0; i < x->nexplorers; i++)
        n += vm_instructions(x->explorers[i].vm);
    return n;
}

static void add_questions(VmQuestions *all, VmQuestions q) {
    all->n += q.n;
    all->seconds += q.seconds;
    all->gave_up += q.gave_up;
}

VmQuestions exploration_questions(const Exploration *x) {
    ENSURE(x->nexplorers > 0);
    VmQuestions all = {0};
    for (u32 i = 0; i < x->nexplorers; i++) {
        const Explorer *e = &x->explorers[i];
        add_questions(&all, vm_questions(e->vm));
        if (e->caller)
            add_questions(&all, vm_questions(e->caller));
    }
    return all;
}

u32 exploration_bounds_met(const Exploration *x) {
    ENSURE(x->nexplorers > 0);
    // A function that is asked about a state is no thread of the program: nobody sees its accesses.
    // But where it looks outside of an object, one index stands for all.
    u32 met = 0, counted = ir_world_bounds((1u << WORLD_COUNT) - 1) | 1u << BOUND_INDEX;
    for (u32 i = 0; i < x->nexplorers; i++) {
        met |= vm_bounds_met(x->explorers[i].vm);
        met |= x->explorers[i].caller ? vm_bounds_met(x->explorers[i].caller) & counted : 0;
        met |= joins_bounds_met(x->explorers[i].joins) & counted;
    }
    return met;
}

// SOUND: steps that are remembered were run by the machine of the same worker.
void exploration_add_reached(const Exploration *x, bool *reached) {
    ENSURE(x->nexplorers > 0);
    for (u32 i = 0; i < x->nexplorers; i++) {
        const Explorer *e = &x->explorers[i];
        // Of two states that dealing out handles makes equal, one may lead where the other does
        // not.
        const bool *ahead = e->joins && e->caller ? vm_reached(e->caller) : vm_reached(e->vm);
        for (u32 k = 0; k < program_nreached(x->program); k++)
            reached[k] = reached[k] || vm_reached(e->vm)[k] || ahead[k];
    }
}

void exploration_add_assumed(const Exploration *x, u8 *assumed) {
    ENSURE(x->nexplorers > 0);
    for (u32 i = 0; i < x->nexplorers; i++) {
        const Explorer *e = &x->explorers[i];
        const u8 *own = vm_assumed(e->vm), *ahead = e->caller ? vm_assumed(e->caller) : NULL;
        for (Pc pc = 0; (own || ahead) && pc < x->program->ncode; pc++)
            assumed[pc] |= (own ? own[pc] : 0) | (ahead ? ahead[pc] : 0);
    }
}

void exploration_add_covered(const Exploration *x, bool *covered) {
    ENSURE(x->nexplorers > 0);
    u32 n = program_ncovered(x->program);
    for (u32 i = 0; i < x->nexplorers; i++) {
        const Explorer *e = &x->explorers[i];
        const bool *own = vm_covered(e->vm), *ahead = e->caller ? vm_covered(e->caller) : NULL;
        for (u32 k = 0; own && k < n; k++)
            covered[k] = covered[k] || own[k] || (ahead && ahead[k]);
    }
}

void exploration_take_gone_on(Exploration *x) {
    Findings *r = &x->findings;
    for (u32 i = 0; i < x->nexplorers; i++) {
        const Fault *first;
        u32 kinds = vm_gone_on(x->explorers[i].vm, &first);
        ENSURE(!kinds || first->kind != FAULT_NONE);
        *r->gone_on |= kinds;
        if (kinds && r->first_unasked->kind == FAULT_NONE)
            fault_copy(r->first_unasked, first);
    }
}

void exploration_take_untracked(Exploration *x, Untracked *out) {
    ENSURE(x->explorers && !x->has_untracked == !x->explorers->tracking);
    ENSURE(!x->has_untracked || x->nexplorers == 1);
    if (x->has_untracked && !x->tracks_all)
        tracking_take(x->explorers->tracking, out);
}

u32 exploration_classes(const Exploration *x) {
    ENSURE(!x->bisimulation || x->options->checks_abstraction);
    return x->bisimulation ? bisimulation_classes(x->bisimulation) : 0;
}

const u64 *exploration_outcomes(const Exploration *x, u32 *n) {
    ENSURE(x->noutcomes <= x->outcomes_cap);
    *n = x->noutcomes;
    return x->outcomes;
}
