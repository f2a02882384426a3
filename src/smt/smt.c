// SPDX-License-Identifier: Apache-2.0
// What the approaches have in common: the tree before, the verdict after.
#include "smt/smt_int.h"

#include <errno.h>
#include <string.h>

const char *const smt_approach_name[] = {"lazy", "schedule", "uw"};

// The tree counts switches itself.
static void set_search(SearchOptions *s, bool counts_turns) {
    s->explore.reduction = REDUCTION_TAU_PLUS;
    s->explore.context_bound = -1;
    s->explore.passes_loops = s->explore.no_memo = true;
    s->explore.wants_outcomes = false;
    s->explore.vm.is_open = true;
    s->explore.vm.record_turns = counts_turns;
}

static void name_bounds(const SmtOptions *o, i64 switches, Verdict *v) {
    if (switches >= 0)
        verdict_bound(v, "%lld context switch%s of any kind", (long long)switches,
                      switches == 1 ? "" : "es");
    if (o->unwind >= 0 && o->no_unwinding_assertions)
        verdict_bound(v, "%lld turn%s of each loop and recursion", (long long)o->unwind,
                      o->unwind == 1 ? "" : "s");
}

// Who trusts another solver shall know that the verdict does.
static void name_solver(const SmtOptions *o, Verdict *v) {
    Text text = {0};
    text_add(&text, "solver %s", o->solver ? o->solver : "");
    text_tame(&text, 0, false);
    if (o->solver)
        verdict_condition(v, PREP_WITH, text_str(&text));
    text_done(&text);
}

static void run(Tree *t) {
    switch (t->options->approach) {
    case SMT_LAZY: lazy_run(t); break;
    case SMT_SCHEDULE:
    case SMT_UW: schedule_run(t); break;
    }
}

// Whether all that was written is in the file.
static bool close_file(Tree *t, Diag *d) {
    if (!t->conditions)
        return true;
    bool is_ok = fclose(t->conditions) == 0 && !t->is_write_failed;
    return is_ok ||
           diag_fail(d, "%s: %s", t->options->smt_lib,
                     t->is_write_failed ? "the conditions could not be written" : strerror(errno));
}

static bool open_file(Tree *t, Diag *d) {
    const char *path = t->options->smt_lib;
    if (!path)
        return true;
    t->conditions = fopen(path, "w");
    if (!t->conditions)
        return diag_fail(d, "%s: %s", path, strerror(errno));
    fputs("(set-logic ALL)\n", t->conditions);
    return true;
}

// A walk, perhaps within fewer switches than were asked for.
typedef struct Attempt {
    double begin; // of the first one
    i64 most;     // switches that were asked for; -1: any number
    bool is_ok;   // the conditions are in their file
    bool is_over; // it was stopped, or no other one would find more
    u32 restarts; // because of addresses
} Attempt;

// One walk; the classes of objects that must have addresses if it has to begin again.
static u64 walk(const Program *p, const SmtOptions *o, Attempt *a, SearchResult *r, SmtFigures *f,
                Diag *d) {
    Tree t;
    *f = (SmtFigures){0};
    search_result_init(&o->search->explore, r);
    name_bounds(o, a->most, &r->verdict);
    name_solver(o, &r->verdict);
    tree_init(&t, p, o, r, f);
    t.begin = a->begin;
    a->is_ok = open_file(&t, d);
    if (a->is_ok)
        run(&t);
    else
        verdict_cut(&r->verdict, "the conditions have nowhere to go");
    a->is_ok = a->is_ok && close_file(&t, d);
    tree_done(&t);
    a->is_over = !a->is_ok || t.is_stopped || !t.leaves_out || r->found.n;
    return t.missing;
}

// Walks until all objects that need addresses have them.
static void attempt(const Program *p, const SmtOptions *o, SearchOptions *search, Attempt *a,
                    SearchResult *r, SmtFigures *f, Diag *d) {
    ENSURE(o->search == search);
    for (u64 missing; (missing = walk(p, o, a, r, f, d)); a->restarts++) {
        ENSURE(!(search->explore.vm.addressed & missing));
        search->explore.vm.addressed |= missing;
        search_result_done(r);
    }
}

// Bugs mostly need few switches, and the tree for twice as many is much larger: so it is walked
// within 1, 2, 4, ... of them before all are looked at. The others need the whole tree anyway.
static i64 first_bound(const SmtOptions *o) {
    bool can_grow = o->approach == SMT_LAZY && !o->counts_all && o->context_bound > 1;
    return can_grow ? 1 : o->context_bound;
}

void smt_tidy(void) { solve_tidy(); }

bool smt_run(const Program *p, const SmtOptions *o, SearchResult *r, SmtFigures *f, Diag *d) {
    SearchOptions search = *o->search;
    SmtOptions own = *o;
    own.search = &search;
    own.context_bound = first_bound(o);
    set_search(&search, o->unwind >= 0);
    Attempt a = {.begin = clock_seconds(), .most = o->context_bound};
    attempt(p, &own, &search, &a, r, f, d);
    while (!a.is_over && own.context_bound < a.most) {
        i64 twice = 2 * own.context_bound;
        own.context_bound = twice < a.most ? twice : a.most;
        search_result_done(r);
        attempt(p, &own, &search, &a, r, f, d);
    }
    f->seconds += r->figures.questions.seconds;
    r->figures.memory = mem_peak();
    r->figures.workers = 1;
    r->figures.restarts = a.restarts;
    verdict_conclude(&r->verdict, r->found.n ? text_str(&r->found.items[0].fault.text) : NULL);
    return a.is_ok;
}
