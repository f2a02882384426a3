// SPDX-License-Identifier: Apache-2.0
// What an order asks its model, its store and its driver, and in which order.
#include "search/search_int.h"

// A chain of states that are not kept is gone through from each state that leads to it; so some
// are.
enum { LONGEST_UNKEPT = 16 };

// Of the children from `first` on, only those stay that nobody has seen before. All of them are
// known by now, so that the memory that they are looked up in is on its way.
static void keep_new(const Seam *s, Children *out, u32 first, u64 depth) {
    ENSURE(first <= out->n);
    u32 kept = first;
    for (u32 i = first; i < out->n; i++) {
        bool is_alone = (out->items[i].traits & STEP_IS_ALONE) && depth % LONGEST_UNKEPT;
        if (is_alone)
            s->store.rest(s->store.self);
        if (is_alone || s->store.add(s->store.self, child_state(out, i), NULL))
            children_move(out, i, kept++);
    }
    children_cut(out, kept);
    ENSURE(out->n == kept);
}

StepEnd seam_start(const Seam *s, Children *out) {
    u32 first = out->n;
    out->store = &s->store;
    StepEnd end = s->model.initial(s->model.self, out);
    if (end == STEP_ON)
        keep_new(s, out, first, 0);
    if (end == STEP_VIOLATION)
        children_end(out, (Ending){{.thread = THREAD_NONE}, end, 0});
    ENSURE(end != STEP_ON || out->n > first);
    return end;
}

StepEnd seam_judge(const Seam *s, const StateWord *state, Children *out) {
    out->nends = 0;
    s->model.go(s->model.self, state, false);
    StepEnd end = s->model.judge(s->model.self);
    ENSURE(end == STEP_ON || end == STEP_STOPPED || end == STEP_VIOLATION);
    if (end == STEP_VIOLATION)
        children_end(out, (Ending){{.thread = THREAD_NONE}, end, 0});
    return end;
}

StepEnd seam_expand(const Seam *s, const StateWord *state, u64 depth, Children *out) {
    u32 first = out->n;
    out->store = &s->store;
    CHECK(vector_words(state) >= VECTOR_HEAD);
    if (s->driver.stops(s->driver.self, depth + 1))
        return STEP_STOPPED;
    StepEnd end = seam_judge(s, state, out);
    ENSURE(out->n == first);
    if (end != STEP_ON)
        return end;
    end = s->model.successors(s->model.self, out);
    ENSURE(out->n >= first && (end != STEP_VIOLATION || out->nends));
    if (end == STEP_ON)
        keep_new(s, out, first, depth);
    return end;
}

Choice seam_choose(const Seam *s, const Children *c) {
    ENSURE(c->nends && c->ends[c->nends - 1].end == STEP_VIOLATION);
    s->driver.chosen(s->driver.self, s->model.fault(s->model.self));
    return c->ends[c->nends - 1].how;
}

void seam_collect(const Seam *s, Children *c, u32 first, Schedule *path) {
    ENSURE(c->nends && c->ends[c->nends - 1].end == STEP_VIOLATION && c->n >= first);
    Choice last = c->ends[c->nends - 1].how;
    children_cut(c, first);
    if (last.thread != THREAD_NONE)
        VEC_PUSH(path->steps, path->len, path->cap) = last;
    s->driver.collect(s->driver.self, s->model.fault(s->model.self), path);
}

StepEnd seam_start_anew(const Seam *s, Children *out) {
    StepEnd end;
    while ((end = seam_start(s, out)) == STEP_VIOLATION && s->driver.collect) {
        Schedule path = {0};
        seam_collect(s, out, 0, &path);
        schedule_done(&path);
        if (s->driver.stops(s->driver.self, 1))
            return STEP_STOPPED;
    }
    return end;
}
