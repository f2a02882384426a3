// SPDX-License-Identifier: Apache-2.0
// What a search has found: one violation, which is confirmed when it is over, or several, each of
// which is confirmed at once and is none any more for runs that meet it again.
#include "search/search_int.h"

void found_choose(Search *s, const Fault *f) {
    Violations *found = &s->result->found;
    pthread_mutex_lock(&s->finding);
    ENSURE(found->n <= 1 && !s->options->most_violations);
    if (!found->n)
        violations_add(found);
    fault_copy(&found->items[0].fault, f);
    pthread_mutex_unlock(&s->finding);
}

static void stop_at_most(Search *s) {
    Exploration *x = s->exploration;
    u32 most = s->options->most_violations;
    ENSURE(most && s->result->found.n == most);
    exploration_lock(x);
    verdict_cut(&s->result->verdict, "limit of %u violation%s reached", most, most == 1 ? "" : "s");
    verdict_limit(&s->result->verdict);
    exploration_unlock(x);
    exploration_stop(x);
}

static void take(Search *s, const Fault *met, const Schedule *path) {
    Violations *found = &s->result->found;
    ViolationKey key;
    ENSURE(found->n < s->options->most_violations && met->kind != FAULT_NONE);
    Violation *v = violations_add(found);
    fault_copy(&v->fault, met);
    for (u32 i = 0; i < path->len; i++)
        VEC_PUSH(v->schedule.steps, v->schedule.len, v->schedule.cap) = path->steps[i];
    s->result->vm.addressed = exploration_addressed(s->exploration);
    bool is_right = search_confirm(s->program, &s->options->explore, s->result, v);
    if (v->is_beyond_solver) {
        settled_add(s->options->explore.settled, met, &v->key);
        violations_drop_last(found);
        exploration_lock(s->exploration);
        search_found_doubtful(s->result);
        exploration_unlock(s->exploration);
        return;
    }
    ENSURE(is_right && "the replay of a counterexample found no violation, or another one");
    key = v->key;
    found->n--;
    bool is_told = violations_have(found, &key);
    found->n++;
    if (is_told) // in other words: a block that was lost in the same place
        violations_drop_last(found);
    settled_add(s->options->explore.settled, met, &key);
    search_publish_found(found);
    if (found->n == s->options->most_violations)
        stop_at_most(s);
}

void found_collect(Search *s, const Fault *f, const Schedule *path) {
    u32 rule;
    ENSURE(s->options->most_violations && s->options->explore.settled);
    pthread_mutex_lock(&s->finding);
    // Somebody else may have come with the same one, or with the last one that is wanted.
    bool is_known = settled_ask(s->options->explore.settled, f, &rule) != EXCUSE_NONE;
    bool has_room = s->result->found.n < s->options->most_violations;
    if (!is_known && has_room)
        take(s, f, path);
    else if (!is_known)
        exploration_stop(s->exploration);
    pthread_mutex_unlock(&s->finding);
}
