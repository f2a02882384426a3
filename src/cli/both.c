// SPDX-License-Identifier: Apache-2.0
// --engine both: a program is searched, and then its interleavings are looked at one by one by a
// solver, which shares the machine with the search, but neither reduction nor store nor order. If
// the one holds and the other is violated, one of them is wrong.
#include "cli/cli.h"

#include <string.h>

#define LEAST_SECONDS 5.0
#define TIMES 10

// What only one of them can do, or does in another way.
bool both_suits(const Options *o) {
    const Setup *s = &o->setup;
    const char *why = NULL;
    if (o->engine != CHOICE_ENGINE_BOTH)
        return true;
    if (s->context_bound.is_set)
        why = "--context-bound: they count switches in different ways";
    else if (s->continues || s->suppress.len)
        why = "--continue or --suppress, which 'heddle smt' does not know";
    else if (s->abstraction || s->unmatched || s->untracked)
        why = "what makes states equal, since 'heddle smt' compares none";
    else if (s->formula || (s->property && strstr(s->property, "termination")) ||
             (s->property && strstr(s->property, "livelock")) ||
             (s->property && strstr(s->property, "starvation")))
        why = "what is asked for of endless runs, which 'heddle smt' does not find";
    if (why)
        cli_error("--engine both cannot be combined with %s", why);
    return !why;
}

static SearchOptions options_of(const Outcome *c) {
    SearchOptions s = c->search;
    double seconds = TIMES * c->result.figures.seconds;
    double deadline = clock_seconds() + (seconds < LEAST_SECONDS ? LEAST_SECONDS : seconds);
    s.time_limit = deadline - clock_seconds();
    s.deadline = s.deadline > 0 && s.deadline < deadline ? s.deadline : deadline;
    return s;
}

static bool is_decided(const SearchResult *r) { return r->verdict.kind != VERDICT_UNKNOWN; }

// A violation that the other one says is not there, in whatever run. (One that holds within bounds,
// such as an abstraction of the program's own, has not looked at all of them.)
static bool contradicts(const SearchResult *one, const SearchResult *other) {
    return one->verdict.kind == VERDICT_VIOLATED && other->verdict.kind == VERDICT_HOLDS &&
           !verdict_is_bounded(&other->verdict);
}

// Whether the second says more: it has a verdict and the first has none, or a violation.
static bool says_more(const SearchResult *second, const SearchResult *first) {
    return is_decided(second) && (!is_decided(first) || (first->verdict.kind == VERDICT_HOLDS &&
                                                         second->verdict.kind == VERDICT_VIOLATED));
}

void both_ask(Outcome *c, SearchResult *second) {
    SearchOptions s = options_of(c);
    SmtOptions o = {.search = &s, .approach = SMT_LAZY, .context_bound = -1, .unwind = -1};
    SmtFigures figures;
    Diag d = {0};
    if (is_decided(&c->result)) // whatever happens now, that is told
        outcome_known(c);
    smt_run(c->program, &o, second, &figures, &d);
    diag_done(&d);
    ENSURE(!contradicts(second, &c->result) && !contradicts(&c->result, second) &&
           "the search and the interleavings one by one have different verdicts");
    if (says_more(second, &c->result)) {
        SearchResult first = c->result;
        c->result = *second;
        *second = first;
        c->is_second_search = true;
    }
    c->second = second;
}
