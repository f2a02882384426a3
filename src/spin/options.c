// SPDX-License-Identifier: Apache-2.0
// Options for SPIN: which part of it each is for, and which cannot be used.
#include "spin/spin_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool words_define(const Words *w, const char *name) {
    size_t len = strlen(name);
    for (u32 i = 0; i < w->len; i++)
        if (strncmp(w->items[i], "-D", 2) == 0 && strncmp(w->items[i] + 2, name, len) == 0 &&
            (w->items[i][2 + len] == '\0' || w->items[i][2 + len] == '='))
            return true;
    return false;
}

static bool is_hash_compact(const Words *w) {
    static const char *const names[] = {"BITSTATE", "HC",  "HC0", "HC1",
                                        "HC2",      "HC3", "HC4", "BFS_PAR"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (words_define(w, names[i]))
            return true;
    return false;
}

static bool refuse(Spin *s) {
    const Words *w = &s->compile;
    bool is_breadth_first = words_define(w, "BFS") || words_define(w, "BFS_PAR");
    if (is_breadth_first && words_define(w, "NCORE")) {
        diag_fail(&s->why, "-DBFS and -DNCORE exclude each other");
        return true;
    }
    if (words_define(w, "BFS_DISK") && !is_breadth_first) {
        diag_fail(&s->why, "-DBFS_DISK is a way to search breadth-first: it needs -DBFS");
        return true;
    }
    return false;
}

bool words_have(const Words *w, const char *word) {
    for (u32 i = 0; i < w->len; i++)
        if (strcmp(w->items[i], word) == 0)
            return true;
    return false;
}

// Options of the verifier for endless runs: acceptance cycles, weak fairness, progress.
bool word_is_about_cycles(const char *word) {
    return strcmp(word, "-a") == 0 || strcmp(word, "-f") == 0 || strcmp(word, "-l") == 0;
}

bool words_are_fair(const Spin *s) {
    return words_have(&s->run, "-f") && (s->is_about_liveness || s->formula);
}

static bool refuse_with_formula(Spin *s) {
    static const char *const names[] = {"BFS",     "BFS_PAR",   "NCORE", "SAFETY",
                                        "NOCLAIM", "NOSTUTTER", "NP"};
    const char *wrong =
        s->o.model ? "--model, since a model has its own: ltl name { formula }" : NULL;
    if (ltl_has_next(s->o.setup->formula))
        wrong =
            "'next' (X): a step of the search is no step of the program, so what the next state "
            "is depends on the search";
    if (s->o.setup->unmatched || s->o.setup->abstraction)
        wrong = "--unmatched or --abstraction: a cycle of states that are alike need not be a run";
    if (s->o.setup->context_bound.is_set && words_have(&s->run, "-f"))
        wrong = "--context-bound and -f: a thread that may not run because of the bound is not "
                "treated unfairly";
    if (words_have(&s->run, "-l"))
        wrong = "-l, which is about progress labels of models";
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (words_define(&s->compile, names[i]))
            wrong = arena_printf(s->arena,
                                 "-D%s: SPIN shows endless runs after a depth-first search by one "
                                 "process, for acceptance cycles, only",
                                 names[i]);
    if (wrong)
        diag_fail(&s->why, "--ltl cannot be used with %s", wrong);
    return wrong != NULL;
}

// Options for SPIN that have no meaning for what is checked.
bool words_suit(Spin *s) {
    const Words *w = &s->o.spin_args;
    for (u32 i = 0; i < w->len; i++) {
        const char *why = spin_refusal(w->items[i], s->o.model != NULL,
                                       s->is_about_liveness || s->o.setup->formula);
        if (why) {
            diag_fail(&s->why, "%s cannot be used here: %s", w->items[i], why);
            return false;
        }
    }
    return true;
}

bool words_sort(Spin *s) {
    const Words *w = &s->o.spin_args;
    for (u32 i = 0; i < w->len; i++) {
        const char *word = w->items[i];
        if (!spin_check_word(word, &s->why))
            return false;
        Words *to = strchr("DUOW", word[1]) ? &s->compile : word[1] == 'o' ? &s->generate : &s->run;
        s->is_depth_given |= word[1] == 'm';
        if (word[1] != 'm')
            words_push(to, word);
        else
            s->depth = strtoull(word + 2, NULL, 10);
    }
    s->keeps_depth = !words_define(&s->compile, "BFS") && !words_define(&s->compile, "BFS_PAR") &&
                     !words_define(&s->compile, "NCORE");
    s->is_probabilistic = is_hash_compact(&s->compile);
    return !refuse(s) && !(s->o.setup->formula && refuse_with_formula(s));
}
