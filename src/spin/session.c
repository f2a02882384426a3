// SPDX-License-Identifier: Apache-2.0
// A session with SPIN: what is looked at before its search, in the order in which it becomes known,
// and the directory with all that is written.
#define _GNU_SOURCE
#include "spin/spin_int.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_DEPTH = 100000 };
// bytes: verifiers that are kept are made for states of so many, twice, ..., to fit many programs
enum { COMMON_STEP = 512 };

Spin *spin_new(const SpinOptions *o) {
    Spin *s = mem_zalloc(sizeof *s);
    *s = (Spin){.o = *o, .arena = arena_new(), .depth = FIRST_DEPTH, .started = clock_seconds()};
    return s;
}

void spin_free(Spin *s) {
    spin_notes_done(&s->notes);
    text_done(&s->model);
    words_done(&s->compile);
    words_done(&s->generate);
    words_done(&s->run);
    diag_done(&s->why);
    arena_free(s->arena);
    mem_free(s, sizeof *s);
}

const char *spin_why(const Spin *s) { return diag_text(&s->why); }

// ---- options ------------------------------------------------------------------------------------

// SPIN needs the compiler as well.
static bool has_tools(Spin *s) {
    static const char *const tools[] = {"spin", "gcc"};
    for (size_t i = 0; i < ARRAY_LEN(tools); i++)
        if (!spin_is_installed(tools[i]))
            return diag_fail(&s->why, "there is no %s; install the package '%s'", tools[i],
                             tools[i]);
    return true;
}

// A model's runs do not begin with main, and are told as SPIN's trail.
static bool suits_model(Spin *s) {
    bool has_args = s->o.setup->program_args.len > 0;
    const char *option = has_args ? "arg" : s->o.trace_option;
    if (!s->o.model || !option)
        return true;
    return diag_fail(&s->why, "--%s is for programs with main, not for models: %s", option,
                     has_args ? "nobody runs main" : "a violation is shown as SPIN's trail");
}

bool spin_set_search(Spin *s, SearchOptions *search) {
    const Range *bound = &s->o.setup->context_bound;
    if (!has_tools(s) || !suits_model(s) || !setup_search(s->o.setup, search, &s->why) ||
        !setup_has_only_faults(search, &s->why))
        return false;
    if (search->explore.reduction == REDUCTION_DEFAULT)
        search->explore.reduction = REDUCTION_SUPERSTEP;
    search->explore.interrupted = s->o.interrupted;
    s->search = search;
    return !bound->is_set || bound->low == bound->high ||
           diag_fail(&s->why, "--context-bound: SPIN tries one bound at a time");
}

// ---- the directory ------------------------------------------------------------------------------

bool spin_open(Spin *s) {
    if (!words_sort(s) || !verifier_find_library(s) || !verifier_read_model(s) ||
        !verifier_make_directory(s))
        return false;
    spin_tidy_directory(s->is_temporary ? s->directory : NULL);
    return true;
}

void spin_close(Spin *s) {
    if (!s->directory)
        return;
    verifier_remove_directory(s);
    spin_tidy_directory(NULL);
}

// ---- the program --------------------------------------------------------------------------------

Setup spin_setup(const Spin *s) {
    Setup setup = *s->o.setup;
    setup.without_main = s->o.model != NULL;
    setup.bitcode_to = s->directory;
    return setup;
}

static bool suits_formula(Spin *s) {
    PropertySet later = s->search->explore.properties; // it is looked at when faults have been
    if (!prop_set_formula(&later, s->program, s->o.setup->formula, &s->why))
        return false;
    return !s->o.setup->formula ||
           !explore_has_matching(&s->search->explore.matching, s->program) ||
           diag_fail(&s->why, "--ltl cannot be used with a program that says what is matched "
                              "(heddle.h): a cycle of states that are alike need not be a run");
}

static bool measure(Spin *s) {
    if (!s->o.model) {
        s->size = spin_guess_size(s->program, &s->search->explore);
        if (s->o.verifiers)
            s->size.bytes = (s->size.bytes + COMMON_STEP - 1) / COMMON_STEP * COMMON_STEP;
        return true;
    }
    s->size = spin_guess_size_outside(s->program, &s->search->explore);
    s->is_about_liveness = spin_is_about_liveness(text_str(&s->model));
    // SOUND: without it, the verifier would not look for the cycles that such properties are about.
    if (s->is_about_liveness && !words_have(&s->run, "-a") && !words_have(&s->run, "-l"))
        words_push(&s->run, "-a");
    return s->size.bytes > 0 ||
           diag_fail(&s->why, "the constructors of the program fail, or do not come to an end");
}

// Files that the model includes are looked for here and beside the model.
static void set_include_path(Spin *s) {
    const char *old = getenv("CPATH"), *slash = s->o.model ? strrchr(s->o.model, '/') : NULL;
    const char *beside =
        slash ? arena_printf(s->arena, "%.*s", (int)(slash - s->o.model), s->o.model) : ".";
    if (beside[0] != '/')
        beside = arena_printf(s->arena, "%s/%s", s->here, beside);
    setenv("CPATH",
           arena_printf(s->arena, "%s:%s:%s%s%s", beside, s->here, s->include, old ? ":" : "",
                        old ? old : ""),
           1);
}

bool spin_suits(Spin *s, const Program *p) {
    s->program = p;
    if (!suits_formula(s) || !measure(s) || !words_suit(s))
        return false;
    set_include_path(s);      // only now: it is not for the program
    setenv("LC_ALL", "C", 1); // what the tools say is read
    return true;
}
