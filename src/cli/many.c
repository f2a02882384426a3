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
    if (s->reuse_addresses)
        return "--reuse-addresses";
    if (s->addresses == CHOICE_ADDRESSES_FIXED)
        return "--addresses fixed";
    if (s->continues || s->suppress.len)
        return "--continue or --suppress";
    if (s->depth_limit)
        return "--depth-limit";
    if (s->abstraction || s->unmatched || s->untracked || s->check_abstraction)
        return "what makes states equal";
    if (p->ninvariants)
        return "--invariant";
    if (c->o->engine == CHOICE_ENGINE_BOTH)
        return "--engine both";
    if (p->checked[FAULT_DATA_RACE] || p->checked[FAULT_LEAK])
        return "--property race or leak";
    return NULL;
}

// The program as the options say now; NULL with a message. The compiler's warnings have been seen.
static Program *load(const Outcome *c) {
    Setup s = c->o->setup;
    s.compiler_args = (Words){0};
    for (u32 i = 0; i < c->o->setup.compiler_args.len; i++)
        words_push(&s.compiler_args, c->o->setup.compiler_args.items[i]);
    words_push(&s.compiler_args, "-w");
    s.finds_overflows = c->search.explore.vm.check_overflow;
    Program *p = cli_load(&s, setup_keeps_locals(&c->search.explore.properties),
                          c->search.explore.vm.check_races);
    words_done(&s.compiler_args);
    return p;
}

static bool take_program(Outcome *c, Program *p) {
    bool is_good = p && cli_set_names(&c->o->setup, p, &c->search);
    watchdog_hold(); // its thread may be telling what is known
    program_free(is_good ? c->program : p);
    c->program = is_good ? p : c->program;
    watchdog_release();
    return is_good;
}

// How many threads more are tried than those that were counted: what adds runs there may make them
// too few.
enum { MORE_THREADS = 2 };

// There is a violation with so many threads: finds it by an ordinary search.
static bool find_again(Outcome *c, Options *own, ManyResult *m) {
    own->setup.counting = COUNTS_NEVER;
    // Threads that wait for others which may come are not stuck.
    c->search.explore.properties.only_circles = true;
    for (u32 more = 0; more <= MORE_THREADS; more++) {
        search_result_done(&c->result);
        own->setup.most_threads = m->threads + more ? m->threads + more : 1;
        c->search.explore.most_threads = (u32)own->setup.most_threads;
        if (!take_program(c, load(c)))
            return false;
        search_run(c->program, &c->search, &c->result);
        if (c->result.verdict.kind == VERDICT_VIOLATED) {
            m->threads = (u32)own->setup.most_threads;
            return true;
        }
        if (c->result.verdict.kind == VERDICT_UNKNOWN)
            break;
    }
    Text why = {0};
    text_add(&why, "a violation with %u thread%s besides main seems possible, but a search with ",
             m->threads, m->threads == 1 ? "" : "s");
    if (c->result.verdict.kind == VERDICT_UNKNOWN)
        text_add(&why, "so many comes to no end: %s", text_str(&c->result.verdict.reason));
    else
        text_add(&why, "a few more has found none");
    search_result_done(&c->result);
    search_result_init(&c->search.explore, &c->result);
    verdict_cut(&c->result.verdict, "%s", text_str(&why));
    verdict_conclude(&c->result.verdict, NULL);
    text_done(&why);
    return true;
}

bool many_suits(const Outcome *c) { return !refusal(c); }

bool many_search(Outcome *c, Options *own, ManyResult *m) {
    const char *why = refusal(c);
    if (why) {
        cli_error("any number of threads cannot be combined with %s", why);
        return false;
    }
    many_run(c->program, &c->search, false, &c->result, m);
    c->many = m;
    return c->result.verdict.kind != VERDICT_VIOLATED || find_again(c, own, m);
}

static void exchange(Outcome *c, Program *program, const SearchResult *result) {
    watchdog_hold();
    c->program = program;
    c->result = *result;
    watchdog_release();
}

void many_try(Outcome *c, Options *own, ManyResult *m) {
    if (c->result.verdict.kind != VERDICT_UNKNOWN || refusal(c))
        return;
    Options options = *own;
    SearchOptions before = c->search;
    SearchResult listed = c->result;
    Program *program = c->program;
    exchange(c, NULL, &(SearchResult){0});
    own->setup.counting = COUNTS_ALL;
    bool is_loaded = take_program(c, load(c));
    if (is_loaded) {
        many_run(c->program, &c->search, true, &c->result, m);
        if (c->result.verdict.kind == VERDICT_VIOLATED)
            is_loaded = find_again(c, own, m);
        if (is_loaded && c->result.verdict.kind != VERDICT_UNKNOWN) {
            search_result_done(&listed);
            program_free(program);
            c->many = m;
            return;
        }
        search_result_done(&c->result);
    }
    Program *counted = c->program;
    exchange(c, program, &listed);
    program_free(counted);
    c->search = before;
    *own = options;
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
