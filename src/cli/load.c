// SPDX-License-Identifier: Apache-2.0
// From options to a program and its search, with messages for who has given the options.
#include "cli/cli.h"

void cli_notice(const char *text) { cli_error("%s", text); }

Program *cli_load(const Setup *s, bool keep_locals, bool finds_races) {
    Diag d = {0};
    Setup setup = *s;
    setup.notice = cli_notice;
    signals_loading(true);
    Program *p = setup_load(&setup, keep_locals, finds_races, &d);
    // What is over a limit is told by the watchdog, not as a failure of tools that it has ended.
    watchdog_hold();
    signals_loading(false);
    mem_begin_count();
    watchdog_release();
    cli_told(p != NULL, &d);
    return p;
}

enum { MOST_CHARACTERS = 160 };

static void warn_undefined(const Program *p, Definer definer, const char *beginning) {
    Text names = {0};
    u32 total = 0, n = 0;
    for (u32 i = 0; i < p->nundefined; i++)
        total += p->undefined[i].definer == definer;
    for (u32 i = 0; i < p->nundefined && names.len < MOST_CHARACTERS; i++) {
        const Undefined *u = &p->undefined[i];
        if (u->definer != definer)
            continue;
        text_add(&names, "%s%s%s",
                 n == 0           ? ""
                 : n + 1 == total ? " and "
                                  : ", ",
                 u->name, u->is_function ? "()" : "");
        n++;
    }
    if (n < total)
        text_add(&names, " and %u more", total - n);
    if (names.len) {
        cli_error("warning: %s %s; a run that comes to %s ends there, and the verdict is unknown",
                  beginning, text_str(&names), total == 1 ? "it" : "one of them");
    }
    text_done(&names);
}

void cli_warn_undefined(const Program *p) {
    static const char *const beginnings[DEFINER_COUNT] = {
        [DEFINER_FILE] = "nothing defines",
        [DEFINER_COMPILER] = "clang has no builtin",
        [DEFINER_OPENMP] = "OpenMP is not supported (without -fopenmp its pragmas are ignored):",
    };
    for (u32 i = 0; i < DEFINER_COUNT; i++)
        warn_undefined(p, (Definer)i, beginnings[i]);
}

bool cli_set_search(const Setup *s, SearchOptions *out) {
    Diag d = {0};
    bool is_ok = cli_told(setup_search(s, out, &d), &d);
    out->explore.interrupted = signals_flag();
    return is_ok;
}

bool cli_set_names(const Setup *s, const Program *p, SearchOptions *out) {
    Diag d = {0};
    return cli_told(prop_set_invariants(&out->explore.properties, p, s->invariant, &d) &&
                        setup_matching(s, p, out, &d),
                    &d);
}

bool cli_set_formula(const Setup *s, const Program *p, PropertySet *out) {
    Diag d = {0};
    bool is_set = cli_told(prop_set_formula(out, p, s->formula, &d), &d);
    prop_set_progress(out, p);
    return is_set;
}
