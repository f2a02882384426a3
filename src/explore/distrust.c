// SPDX-License-Identifier: Apache-2.0
// The checking build does not trust what is remembered: each step that is recalled is taken by the
// machine as well, which asks the guards about all its accesses again. It must be the same step,
// and the guards must learn nothing from it: that is what lets other builds recall steps without
// asking (doc/reductions.md, "Supersteps on top").
#include "explore/explore_int.h"

#include <string.h>

// After a guess has proved wrong the search will start again, and steps may end elsewhere.
static bool is_over(const Explorer *e) {
    return e->shared->guards && guards_are_broken(e->shared->guards);
}

static u64 learnt(const Explorer *e) {
    return e->shared->guards ? guards_learnt(e->shared->guards) : 0;
}

static bool is_among(const StepAccess *t, const StepAccess *all, u32 n) {
    for (u32 i = 0; i < n; i++)
        if (access_is_same(&all[i], t))
            return true;
    return false;
}

static void check_accesses(const Explorer *e, const StepRecord *step, const MemoStep *m,
                           const StateWord *from, const StateWord *to) {
    ENSURE(step->naccesses == m->naccesses);
    for (u32 i = 0; i < step->naccesses; i++) {
        const Access *a = &step->accesses[i];
        StepAccess t = walk_access(e, a, from, to);
        ENSURE(is_among(&t, m->accesses, m->naccesses) &&
               "a remembered step accesses something else");
    }
}

// Whether the machine has come to the state `from` with the changes of the step.
static void check_leaves(Explorer *e, const StepRecord *step, const StateWord *from, ThreadId t,
                         const MemoStep *m) {
    const Program *p = e->shared->program;
    u32 n = vector_leaves(p, from), words = vector_plain_words(n);
    ENSURE(t < vector_threads(from));
    StateWord *want = mem_alloc(words * sizeof *want), *have = mem_alloc(words * sizeof *have);
    memcpy(want, from, words * sizeof *want);
    memcpy(have, from, words * sizeof *have);
    for (u32 i = 0; i < m->nchanges; i++)
        vector_set_id(want, m->changes[i].leaf, m->changes[i].id);
    vector_set_id(want, leaf_of_thread(p, from, t), m->thread);
    view_canonicalize(e->view, e->vm, false);
    view_leaves(e->view, e->vm, 0, have);
    ENSURE(vector_objects(have) == vector_objects(from) &&
           vector_threads(have) == vector_threads(from));
    ENSURE(memcmp(vector_ids(want), vector_ids(have), (n - 1) * sizeof *want) == 0 &&
           "a remembered step leads elsewhere");
    check_accesses(e, step, m, from, have);
    mem_free(want, words * sizeof *want);
    mem_free(have, words * sizeof *have);
}

void distrust_walk(Explorer *e, const StateWord *from, ThreadId t, u32 alternative,
                   const MemoStep *m) {
    view_load(e->view, e->vm, from);
    e->is_at_state = false;
    explorer_prepare(e, t);
    bool is_alone = e->shared->nexplorers == 1;
    u64 before = learnt(e);
    const StepRecord *step = vm_step(e->vm, t, alternative);
    if (is_over(e))
        return;
    ENSURE(step->end == RUN_POINT && step->length == m->length &&
           pend_is_choice(&vm_thread(e->vm, t)->pend) == m->at_choice);
    ENSURE((!is_alone || learnt(e) == before) &&
           "the guards learn from a step that they have seen");
    check_leaves(e, step, from, t, m);
}

void distrust_recall(const Explorer *e, const StateWord *recalled, const StateWord *real) {
    u32 n = vector_leaves(e->shared->program, recalled);
    if (is_over(e))
        return;
    ENSURE(vector_objects(recalled) == vector_objects(real) &&
           vector_threads(recalled) == vector_threads(real));
    ENSURE(memcmp(vector_ids(recalled), vector_ids(real), n * sizeof *real) == 0 &&
           "a remembered step leads elsewhere");
}
