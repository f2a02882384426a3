// SPDX-License-Identifier: Apache-2.0
// heddle smt: the same as heddle check, with a tree of interleavings and a solver.
#include "cli/cli.h"

#include <string.h>

typedef struct SmtCommand {
    Outcome out;
    Live live;
    SmtFigures figures;
} SmtCommand;

static int cut_short(void *arg, const char *why) {
    SmtCommand *c = arg;
    live_erase(&c->live);
    return outcome_cut_short(&c->out, why);
}

static bool set_search(SmtCommand *c) {
    const Options *o = c->out.o;
    SearchOptions *s = &c->out.search;
    live_init(&c->live, o);
    Diag d = {0};
    if (!cli_set_search(&o->setup, s) || !cli_told(setup_has_only_faults(s, &d), &d))
        return false;
    const Range *bound = &o->setup.context_bound;
    const char *why = NULL;
    if (bound->is_set && bound->low != bound->high)
        why = "--context-bound: heddle smt takes one number";
    else if (o->no_unwinding_assertions && o->unwind < 0)
        why = "--no-unwinding-assertions is for --unwind";
    else if (o->count_all && o->approach != CHOICE_LAZY)
        why = "--count-all is for --approach lazy: the others look for one violation";
    else if (o->smt_lib && strcmp(o->smt_lib, "-") == 0)
        why = "--smt-lib: the conditions go to a file, not to standard output";
    if (why) {
        cli_error("%s", why);
        return false;
    }
    s->progress = live_figures;
    s->progress_arg = &c->live;
    return true;
}

static int search(SmtCommand *c) {
    const Options *o = c->out.o;
    Diag d = {0};
    const Range *bound = &o->setup.context_bound;
    SmtOptions so = {.search = &c->out.search,
                     .approach = (SmtApproach)o->approach,
                     .context_bound = bound->is_set ? bound->high : -1,
                     .unwind = o->unwind,
                     .no_unwinding_assertions = o->no_unwinding_assertions,
                     .counts_all = o->count_all,
                     .smt_lib = o->smt_lib,
                     .solver = o->solver};
    bool is_written = cli_told(smt_run(c->out.program, &so, &c->out.result, &c->figures, &d), &d);
    c->out.is_write_failed |= !is_written;
    live_erase(&c->live);
    outcome_known(&c->out);
    outcome_replay(&c->out);
    outcome_tell(&c->out);
    int code = outcome_exit_code(&c->out);
    search_result_done(&c->out.result);
    return code;
}

int command_smt(const Options *o) {
    SmtCommand c = {.out = {.o = o, .memory_is_ours = true}};
    c.out.smt = &c.figures;
    if (!set_search(&c) || !formats_make_room(o) ||
        !formats_make_room_for(o, "--smt-lib", o->smt_lib))
        return EXIT_USAGE;
    const PropertySet *p = &c.out.search.explore.properties;
    c.out.tried = json_array();
    signals_tidy_with(smt_tidy);
    watchdog_start(o, c.out.search.memory_limit, cut_short, &c);
    c.out.program = cli_load(&o->setup, setup_keeps_locals(p), c.out.search.explore.vm.check_races);
    int code = EXIT_USAGE;
    if (c.out.program && cli_set_names(&o->setup, c.out.program, &c.out.search)) {
        if (!o->quiet)
            cli_warn_undefined(c.out.program);
        code = search(&c);
    }
    watchdog_stop();
    outcome_done(&c.out);
    program_free(c.out.program);
    json_decref(c.out.tried);
    return code;
}
