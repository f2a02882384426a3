// SPDX-License-Identifier: Apache-2.0
// heddle check for any number of threads: they are counted; and a violation is found once more by a
// search with so many threads as it takes.
#include "cli/cli.h"
#include "many/many.h"

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

bool many_is_wanted(const Outcome *c) {
    const Setup *s = &c->o->setup;
    return !s->most_threads && (s->any_number || many_is_asked_for(c->program));
}

// Loads the program again, as the options say now; false with a message.
static bool load_again(Outcome *c) {
    const Setup *s = &c->o->setup;
    Program *p = cli_load(s, setup_keeps_locals(&c->search.explore.properties), false);
    if (!p || !cli_set_names(s, p, &c->search)) {
        program_free(p);
        return false;
    }
    program_free(c->program);
    c->program = p;
    return true;
}

bool many_search(Outcome *c, Options *own) {
    const char *why = refusal(c);
    if (why) {
        cli_error("any number of threads cannot be combined with %s", why);
        return false;
    }
    ManyResult m;
    many_run(c->program, &c->search, &c->result, &m);
    if (c->result.verdict.kind != VERDICT_VIOLATED)
        return true;
    search_result_done(&c->result);
    own->setup.most_threads = m.threads;
    if (!load_again(c))
        return false;
    // Threads that wait for others which may come are not stuck.
    bool *checks_deadlocks = &c->search.explore.properties.checked[FAULT_DEADLOCK];
    *checks_deadlocks = *checks_deadlocks && m.is_circle;
    search_run(c->program, &c->search, &c->result);
    if (c->result.verdict.kind == VERDICT_VIOLATED)
        return true;
    // What stands for other threads there leaves more open than threads do.
    search_result_done(&c->result);
    search_result_init(&c->search.explore, &c->result);
    verdict_cut(
        &c->result.verdict,
        "a violation with %u threads seemed possible, but a search with so many has found none",
        m.threads);
    verdict_conclude(&c->result.verdict, NULL);
    return true;
}
