// SPDX-License-Identifier: Apache-2.0
// heddle check for any number of threads: they are counted; and a violation is found once more by a
// search with so many threads as it takes.
#include "cli/cli.h"

// What is not known about programs whose threads have no names.
static const char *refusal(const Outcome *c) {
    const Setup *s = &c->o->setup;
    const PropertySet *p = &c->search.explore.properties;
    if (s->context_bound.is_set)
        return "--context-bound";
    if (s->continues || s->suppress.len)
        return "--continue or --suppress";
    if (s->abstraction || s->unmatched || s->untracked)
        return "what makes states equal";
    if (p->ninvariants)
        return "--invariant";
    if (c->o->engine == CHOICE_ENGINE_BOTH)
        return "--engine both";
    if (p->checked[FAULT_DATA_RACE] || p->checked[FAULT_LEAK])
        return "--property race or leak";
    return NULL;
}

// The program as the options say now; NULL with a message.
static Program *load(const Outcome *c) {
    const Setup *s = &c->o->setup;
    return cli_load(s, setup_keeps_locals(&c->search.explore.properties),
                    c->search.explore.vm.check_races);
}

static bool take_program(Outcome *c, Program *p) {
    bool is_good = p && cli_set_names(&c->o->setup, p, &c->search);
    if (is_good) {
        program_free(c->program);
        c->program = p;
    } else {
        program_free(p);
    }
    return is_good;
}

// There is a violation with so many threads: finds it by an ordinary search.
static bool find_again(Outcome *c, Options *own, const ManyResult *m) {
    search_result_done(&c->result);
    own->setup.counting = COUNTS_NEVER;
    own->setup.most_threads = m->threads ? m->threads : 1;
    c->search.explore.most_threads = (u32)own->setup.most_threads;
    if (!take_program(c, load(c)))
        return false;
    // Threads that wait for others which may come are not stuck.
    bool *checks_deadlocks = &c->search.explore.properties.checked[FAULT_DEADLOCK];
    *checks_deadlocks = *checks_deadlocks && m->is_circle;
    search_run(c->program, &c->search, &c->result);
    if (c->result.verdict.kind == VERDICT_VIOLATED)
        return true;
    // What stands for other threads there leaves more open than threads do.
    search_result_done(&c->result);
    search_result_init(&c->search.explore, &c->result);
    verdict_cut(
        &c->result.verdict,
        "a violation with %u threads besides main seemed possible, but a search with so many has "
        "found none",
        m->threads);
    verdict_conclude(&c->result.verdict, NULL);
    return true;
}

bool many_search(Outcome *c, Options *own, ManyResult *m) {
    const char *why = refusal(c);
    if (why) {
        cli_error("any number of threads cannot be combined with %s", why);
        return false;
    }
    many_run(c->program, &c->search, &c->result, m);
    c->many = m;
    return c->result.verdict.kind != VERDICT_VIOLATED || find_again(c, own, m);
}

bool many_try(Outcome *c, Options *own, ManyResult *m) {
    SearchOptions before = c->search;
    if (refusal(c))
        return false;
    many_run(c->program, &c->search, &c->result, m);
    if (c->result.verdict.kind == VERDICT_VIOLATED)
        find_again(c, own, m);
    if (c->result.verdict.kind != VERDICT_UNKNOWN) {
        c->many = m;
        return true;
    }
    search_result_done(&c->result);
    c->search = before;
    return false;
}

bool many_list(Outcome *c, Options *own) {
    own->setup.counting = COUNTS_NEVER;
    own->setup.most_threads = 0;
    return take_program(c, load(c));
}

// The search has met threads without end.
void many_try_late(Outcome *c, Options *own, ManyResult *m) {
    if (!c->result.is_crowded || c->result.verdict.kind != VERDICT_UNKNOWN || refusal(c))
        return;
    Options before = *own;
    SearchResult listed = c->result;
    Program *program = c->program;
    c->result = (SearchResult){0};
    c->program = NULL;
    own->setup.counting = COUNTS_ALL;
    if (take_program(c, load(c)) && many_try(c, own, m)) {
        search_result_done(&listed);
        program_free(program);
        return;
    }
    program_free(c->program);
    c->program = program;
    c->result = listed;
    *own = before;
}

void many_tell(const ManyResult *m, const Verdict *v, Text *out) {
    if (v->kind == VERDICT_VIOLATED)
        text_add(out, "%u thread%s besides main %s enough\n", m->threads,
                 m->threads == 1 ? "" : "s", m->threads == 1 ? "is" : "are");
    else
        text_add(out, "%llu maximal configurations, %llu global and %llu local states\n",
                 (unsigned long long)m->kept, (unsigned long long)m->globals,
                 (unsigned long long)m->locals);
}
