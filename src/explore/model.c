// SPDX-License-Identifier: Apache-2.0
// A program as a model, and the states of a program as a store: what the orders of a search ask.
#include "explore/explore_int.h"

#include <string.h>

// instructions: after so many somebody is asked even in the middle of an expansion
enum { LONG_WORK = 1 << 22 };
// instructions that take as long as a step for which none is executed
enum { STEP_EFFORT = 64 };

// ---- the model ----------------------------------------------------------------------------------

// Only at the beginning is the machine in the initial state.
static StepEnd start(Explorer *e) {
    StateWord *state;
    StepEnd end = explorer_start(e, &state);
    ENSURE(end != STEP_VIOLATION || e->fault.kind != FAULT_NONE);
    if (end != STEP_ON)
        return end;
    size_t bytes = vector_words(state) * sizeof *state;
    e->initial = memcpy(mem_alloc(bytes), state, bytes);
    return STEP_ON;
}

static StepEnd initial(void *self, Children *out) {
    Explorer *e = self;
    StepEnd end = e->initial ? STEP_ON : start(e);
    ENSURE(end != STEP_ON || e->initial);
    if (end == STEP_ON)
        children_add(out, (Choice){.thread = THREAD_NONE}, e->initial);
    return end;
}

static void go(void *self, const StateWord *state, bool is_resumed) {
    Explorer *e = self;
    explorer_load(e, state);
    // SOUND: how far a superstep goes depends on those that were taken before from the same state,
    // and they still count if other states have been looked at since.
    e->is_open = is_resumed;
    CHECK(!is_resumed || explorer_was_opened(e));
}

static StepEnd judge(void *self) {
    StepEnd end = explorer_judge(self);
    ENSURE(end != STEP_VIOLATION || ((const Explorer *)self)->fault.kind != FAULT_NONE);
    return end;
}

// Many threads, or long steps, make the expansion of a single state long.
static bool stops(Explorer *e) {
    const ExploreHooks *h = &e->shared->hooks;
    if (e->unlooked <= LONG_WORK)
        return false;
    e->unlooked = 0;
    return h->stops && h->stops(h->self, e->number);
}

// What is true where the program has ended; the machine is there.
static StepEnd look_at_exit(Explorer *e, u32 *values) {
    ENSURE(e->has_exited && !e->is_at_state);
    Text why = {0};
    bool is_usable = !e->shared->options->properties.formula ||
                     prop_values(&e->shared->options->properties, e->vm, values, &why);
    if (!is_usable)
        explorer_refuse(e, "%s", text_str(&why));
    text_done(&why);
    return is_usable ? STEP_EXIT : STEP_STOPPED;
}

static inline StepEnd take(Explorer *e, Choice how, Children *out) {
    StateWord *to;
    StepEnd end = explorer_step(e, &how, &to);
    ENSURE(end != STEP_VIOLATION || e->fault.kind != FAULT_NONE);
    e->unlooked += how.length;
    e->effort += STEP_EFFORT;
    if (LIKELY(end == STEP_ON)) {
        e->effort += vector_words(to);
        if (e->shared->options->properties.starvation && explorer_has_changed(e, to))
            e->traits |= STEP_CHANGES;
        children_add(out, how, to);
        out->items[out->n - 1].traits = e->traits;
        return STEP_ON;
    }
    u32 values = 0;
    if (end == STEP_EXIT)
        end = look_at_exit(e, &values);
    children_end(out, (Ending){how, end, values});
    return end;
}

static StepEnd step(void *self, Choice how, Children *out) {
    ENSURE(how.alternative < explorer_alternatives(self, how.thread));
    explorer_open(self);
    return take(self, how, out);
}

// The steps of those threads that are chosen, or of the others. STEP_STOPPED: not all.
static StepEnd take_those(Explorer *e, bool are_chosen, bool *leads_on, Children *out) {
    for (ThreadId t = 0; t < vector_threads(e->state); t++) {
        u32 nways = chooser_takes(e, t) == are_chosen ? explorer_ways(e, t) : 0;
        CHECK(nways <= explorer_alternatives(e, t));
        for (u32 a = 0; a < nways; a++) {
            StepEnd end = take(e, (Choice){t, a, 0}, out);
            *leads_on = *leads_on || e->leads_on;
            if (end == STEP_VIOLATION)
                return end;
            if (end == STEP_STOPPED || stops(e))
                return STEP_STOPPED;
        }
    }
    return STEP_ON;
}

static StepEnd successors(void *self, Children *out) {
    Explorer *e = self;
    u32 first = out->n;
    ENSURE(!e->is_open);
    out->nends = 0;
    explorer_open(e);
    bool leads_on = false;
    StepEnd end = take_those(e, true, &leads_on, out);
    // SOUND: or those that are left out might be left out for ever.
    if (end == STEP_ON && chooser_leaves_out(e) && !leads_on) {
        chooser_take_all(e);
        end = take_those(e, false, &leads_on, out);
    } else if (end == STEP_ON && chooser_leaves_out(e) && out->n == first + 1 && !out->nends) {
        out->items[first].traits |= STEP_IS_ALONE;
    }
    if (end == STEP_STOPPED)
        children_cut(out, first);
    if (end != STEP_ON)
        return end;
    ENSURE(out->n >= first);
    if (e->shared->bisimulation)
        bisimulation_look(e, out, first);
    return STEP_ON;
}

static u32 alternatives(void *self, ThreadId t) { return explorer_alternatives(self, t); }
static u32 ways(void *self, ThreadId t) {
    u32 n = explorer_ways(self, t);
    CHECK(n <= explorer_alternatives(self, t));
    return n;
}

static u32 standing(void *self, ThreadId t) { return explorer_standing(self, t); }

static bool has_progress(void *self) { return explorer_has_progress(self); }

static ValuesSeen values(void *self, u32 *out, Text *why) {
    Explorer *e = self;
    if (!explorer_values(e, out, why))
        return VALUES_UNUSABLE;
    return explorer_is_in_atomic(e) ? VALUES_HIDDEN : VALUES_SEEN;
}

static const StateWord *mark(void *self, const StateWord *state, u32 number) {
    Explorer *e = self;
    ENSURE(e->shared->use.is_marked);
    Change change = {leaf_of_extra(e->shared->program, state), number};
    return view_change(e->view, state, &change, 1);
}

static u32 number(void *self, const StateWord *state) {
    const Explorer *e = self;
    ENSURE(e->shared->use.is_marked);
    return vector_extra(e->shared->program, state);
}

static size_t save(void *self, const StateWord *state, void *buffer, size_t size) {
    ENSURE(buffer || !size);
    return flat_write(explorer_flats(self), state, buffer, size);
}

static const StateWord *load(void *self, const void *buffer) {
    ENSURE(buffer);
    return view_fold(((Explorer *)self)->view, flat_read(explorer_flats(self), buffer));
}

static u64 effort(void *self) {
    const Explorer *e = self;
    return vm_instructions(e->vm) + e->effort;
}

static const Fault *fault(void *self) {
    const Explorer *e = self;
    ENSURE(e->fault.kind != FAULT_NONE);
    return &e->fault;
}

Model exploration_model(Exploration *x, u32 worker) {
    ENSURE(worker < x->nexplorers && x->explorers[worker].number == worker);
    return (Model){.self = &x->explorers[worker],
                   .events = x->options->properties.events,
                   .initial = initial,
                   .go = go,
                   .judge = judge,
                   .successors = successors,
                   .alternatives = alternatives,
                   .ways = ways,
                   .standing = standing,
                   .has_progress = has_progress,
                   .step = step,
                   .values = values,
                   .mark = mark,
                   .number = number,
                   .save = save,
                   .load = load,
                   .effort = effort,
                   .fault = fault};
}

void exploration_locate(Exploration *x, u32 worker, ThreadId t, Fault *out) {
    ENSURE(worker < x->nexplorers && t < vector_threads(x->explorers[worker].state));
    explorer_bring_back(&x->explorers[worker]);
    vm_locate(x->explorers[worker].vm, t, out);
}

// ---- the store ----------------------------------------------------------------------------------

// Whether the order of its threads does not count.
static bool is_compared_sorted(const Explorer *e, const StateWord *state) {
    return e->shared->is_symmetric && view_has_equal_threads(e->view, state);
}

static void expect(void *self, const StateWord *state) {
    const Explorer *e = self;
    CHECK(!e->shared->is_matching);
    if (!is_compared_sorted(e, state))
        view_prefetch(e->view, state);
}

static void expect_nothing(void *self, const StateWord *state) { (void)self, (void)state; }

// Whether the state was reached before with fewer context switches used: then all that can be done
// from it was or will be.
static bool had_fewer_switches(const Explorer *e, const StateWord *state) {
    CHECK(vector_words(state) > leaf_of_extra(e->shared->program, state));
    u32 extra = e->shared->options->context_bound < 0 ? 0 : vector_extra(e->shared->program, state);
    bool is_seen = false;
    for (u32 fewer = extra >> 16; fewer-- > 0 && !is_seen;)
        is_seen = view_has(e->view, state, (extra & 0xffff) | fewer << 16);
    return is_seen;
}

// A state that is left out because of a better one has no colour of its own.
static bool add_coloured(Explorer *e, const StateWord *state, _Atomic u32 **colour) {
    ENSURE(e->shared->use.is_marked);
    StateHandle handle;
    bool is_new = e->shared->is_matching ? matching_add(e, state, &handle)
                                         : view_add_marked(e->view, state, &handle);
    ENSURE(handle && handle <= state_last_handle(e->shared->store));
    *colour = state_mark(e->shared->store, handle);
    return is_new;
}

static bool add_state(Explorer *e, const StateWord *state) {
    if (!is_compared_sorted(e, state))
        return view_add(e->view, state);
    if (view_is_met_again(e->view, state))
        return false;
    MatchSpec how = {.sorts_threads = true};
    how.joiner = e->joins ? view_joiner(e->view, state) : THREAD_NONE;
    if (how.joiner != THREAD_NONE) {
        JoinList all = joins_of(e, state, how.joiner);
        how.joined = all.items;
        how.njoined = all.has_met_something ? 0 : all.n;
        how.keeps = all.keeps;
    }
    return view_add_matched(e->view, state, &how);
}

// Whether the state is new, and no other one stands for it.
static bool add_uncovered(Explorer *e, const StateWord *state) {
    bool is_new = add_state(e, state);
    if (LIKELY(!e->shared->covers) || !covers_is_about(e, state))
        return is_new;
    return (is_new || e->shared->options->only_subsumption) && !covers_add(e, state);
}

static bool add(void *self, const StateWord *state, _Atomic u32 **colour) {
    Explorer *e = self;
    CHECK(!e->shared->is_matching && e->shared->options->context_bound < 0);
    return UNLIKELY(colour) ? add_coloured(e, state, colour) : add_uncovered(e, state);
}

// The same where not all of a state counts, or more than the state.
static bool add_part(void *self, const StateWord *state, _Atomic u32 **colour) {
    Explorer *e = self;
    CHECK(e->shared->is_matching || e->shared->options->context_bound >= 0);
    if (UNLIKELY(colour))
        return add_coloured(e, state, colour);
    if (had_fewer_switches(e, state))
        return false;
    return e->shared->is_matching ? matching_add(e, state, NULL) : add_uncovered(e, state);
}

static void pause(void *self) { view_pause(((Explorer *)self)->view); }
static void resume(void *self) { view_resume(((Explorer *)self)->view); }
static void rest(void *self) { view_rest(((Explorer *)self)->view); }

Store exploration_seen(Exploration *x, u32 worker) {
    ENSURE(worker < x->nexplorers && x->store);
    bool is_whole = !x->is_matching && x->options->context_bound < 0;
    return (Store){&x->explorers[worker],
                   x->is_matching ? expect_nothing : expect,
                   is_whole ? add : add_part,
                   pause,
                   resume,
                   rest};
}
