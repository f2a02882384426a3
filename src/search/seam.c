// SPDX-License-Identifier: Apache-2.0
// What an order asks its model, its store and its driver, and in which order.
#include "search/search_int.h"

// Of the children from `first` on, only those stay that nobody has seen before. All of them are
// known by now, so that the memory that they are looked up in is on its way.
static void keep_new(const Seam *s, Children *out, u32 first) {
    ENSURE(first <= out->n);
    u32 kept = first;
    for (u32 i = first; i < out->n; i++)
        if (s->store.add(s->store.self, child_state(out, i), NULL))
            children_move(out, i, kept++);
    children_cut(out, kept);
    ENSURE(out->n == kept);
}

StepEnd seam_start(const Seam *s, Children *out) {
    u32 first = out->n;
    out->store = &s->store;
    StepEnd end = s->model.initial(s->model.self, out);
    if (end == STEP_ON)
        keep_new(s, out, first);
    ENSURE(end != STEP_ON || out->n > first);
    return end;
}

StepEnd seam_expand(const Seam *s, const StateWord *state, u64 depth, Children *out) {
    u32 first = out->n;
    out->store = &s->store;
    out->violation = (Choice){.thread = THREAD_NONE};
    CHECK(vector_words(state) >= VECTOR_HEAD);
    if (s->driver.stops(s->driver.self, depth + 1))
        return STEP_OVER;
    StepEnd end = s->model.enter(s->model.self, state);
    ENSURE(out->n == first);
    if (end != STEP_ON)
        return end == STEP_OVER ? STEP_ON : end;
    end = s->model.successors(s->model.self, out);
    ENSURE(out->n >= first);
    ENSURE(end != STEP_VIOLATION || out->violation.thread != THREAD_NONE);
    if (end == STEP_ON)
        keep_new(s, out, first);
    return end;
}
