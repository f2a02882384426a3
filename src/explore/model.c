// SPDX-License-Identifier: Apache-2.0
// A program as a model, and the states of a program as a store: what the orders of a search ask.
#include "explore/explore_int.h"

// instructions: after so many somebody is asked even in the middle of an expansion
enum { LONG_WORK = 1 << 22 };

// ---- the model ----------------------------------------------------------------------------------

static StepEnd initial(void *self, Children *out) {
    StateWord *state;
    StepEnd end = explorer_start(self, &state);
    ENSURE(end != STEP_VIOLATION || ((Explorer *)self)->fault.kind != FAULT_NONE);
    if (end == STEP_ON)
        children_add(out, (Choice){.thread = THREAD_NONE}, state);
    return end;
}

static StepEnd enter(void *self, const StateWord *state) {
    explorer_load(self, state);
    return explorer_judge(self);
}

// Many threads, or long steps, make the expansion of a single state long.
static bool stops(Explorer *e) {
    const ExploreHooks *h = &e->shared->hooks;
    if (e->unlooked <= LONG_WORK)
        return false;
    e->unlooked = 0;
    return h->stops && h->stops(h->self, e->number);
}

static StepEnd step(Explorer *e, Choice c, Children *out) {
    StateWord *to;
    StepEnd end = explorer_step(e, &c, &to);
    ENSURE(end != STEP_VIOLATION || e->fault.kind != FAULT_NONE);
    e->unlooked += c.length;
    if (end == STEP_ON)
        children_add(out, c, to);
    else
        out->violation = c;
    return end;
}

static StepEnd successors(void *self, Children *out) {
    Explorer *e = self;
    u32 first = out->n;
    bool has_end = false;
    explorer_open(e);
    ENSURE(e->is_open);
    for (ThreadId t = 0; t < vector_threads(e->state); t++) {
        u32 nways = explorer_ways(e, t);
        CHECK(nways <= explorer_alternatives(e, t));
        for (u32 a = 0; a < nways; a++) {
            StepEnd end = step(e, (Choice){t, a, 0}, out);
            if (end == STEP_VIOLATION)
                return end;
            has_end = has_end || end == STEP_OVER;
            if (stops(e)) {
                children_cut(out, first);
                return STEP_OVER;
            }
        }
    }
    ENSURE(out->n >= first);
    if (e->shared->bisimulation)
        bisimulation_look(e, out, first, has_end);
    return STEP_ON;
}

static bool values(void *self, u32 *out) {
    Explorer *e = self;
    Text why = {0};
    bool is_seen = !explorer_is_in_atomic(e) && explorer_values(e, out, &why);
    ENSURE(!is_seen || !why.len);
    if (why.len)
        explorer_refuse(e, "%s", text_str(&why));
    text_done(&why);
    return is_seen;
}

static size_t save(void *self, const StateWord *state, void *buffer, size_t size) {
    return flat_write(explorer_flats(self), state, buffer, size);
}

static const StateWord *load(void *self, const void *buffer) {
    return flat_read(explorer_flats(self), buffer);
}

Model exploration_model(Exploration *x, u32 worker) {
    ENSURE(worker < x->nexplorers && x->explorers[worker].number == worker);
    return (Model){&x->explorers[worker], initial, enter, successors, values, save, load};
}

// ---- the store ----------------------------------------------------------------------------------

static void expect(void *self, const StateWord *state) {
    CHECK(!((Explorer *)self)->shared->is_matching);
    view_prefetch(((Explorer *)self)->view, state);
}

static void expect_nothing(void *self, const StateWord *state) { (void)self, (void)state; }

// Whether the state was reached before with fewer context switches used: then all that can be done
// from it was or will be.
static bool is_covered(const Explorer *e, const StateWord *state) {
    CHECK(vector_words(state) > leaf_of_extra(e->shared->program, state));
    u32 extra = e->shared->options->context_bound < 0 ? 0 : vector_extra(e->shared->program, state);
    bool is_seen = false;
    for (u32 fewer = extra >> 16; fewer-- > 0 && !is_seen;)
        is_seen = view_has(e->view, state, (extra & 0xffff) | fewer << 16);
    return is_seen;
}

// A state that is left out because of a better one has no colour of its own.
static bool add_coloured(Explorer *e, const StateWord *state, _Atomic u32 **colour) {
    ENSURE(e->shared->options->context_bound < 0);
    StateHandle handle;
    bool is_new = e->shared->is_matching ? matching_add(e, state, &handle)
                                         : view_add_marked(e->view, state, &handle);
    ENSURE(handle && handle <= state_last_handle(e->shared->store));
    *colour = state_mark(e->shared->store, handle);
    return is_new;
}

static bool add(void *self, const StateWord *state, _Atomic u32 **colour) {
    Explorer *e = self;
    CHECK(!e->shared->is_matching && e->shared->options->context_bound < 0);
    return UNLIKELY(colour) ? add_coloured(e, state, colour) : view_add(e->view, state);
}

// The same where not all of a state counts, or more than the state.
static bool add_part(void *self, const StateWord *state, _Atomic u32 **colour) {
    Explorer *e = self;
    CHECK(e->shared->is_matching || e->shared->options->context_bound >= 0);
    if (UNLIKELY(colour))
        return add_coloured(e, state, colour);
    if (is_covered(e, state))
        return false;
    return e->shared->is_matching ? matching_add(e, state, NULL) : view_add(e->view, state);
}

static void pause(void *self) { view_pause(((Explorer *)self)->view); }
static void resume(void *self) { view_resume(((Explorer *)self)->view); }

Store exploration_seen(Exploration *x, u32 worker) {
    ENSURE(worker < x->nexplorers && x->store);
    bool is_whole = !x->is_matching && x->options->context_bound < 0;
    return (Store){&x->explorers[worker], x->is_matching ? expect_nothing : expect,
                   is_whole ? add : add_part, pause, resume};
}
