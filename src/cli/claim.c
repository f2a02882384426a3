// SPDX-License-Identifier: Apache-2.0
// Claims: automata in files that accept the runs that must not be.
#include "buchi/buchi.h"
#include "cli/cli.h"

static bool accepts(const void *automaton, const u32 *values, u32 n, u32 cycle) {
    return buchi_accepts_lasso(automaton, values, n, cycle);
}

static bool has_accepted(const void *automaton, const u32 *values, u32 n) {
    return buchi_has_accepted(automaton, values, n);
}

NeverClaim claim_of(const char *name, const Buchi *b) {
    return b ? (NeverClaim){name, b, accepts, has_accepted} : (NeverClaim){0};
}

Buchi *claim_read(const char *name, const Text *text, Setup *s, Diag *d) {
    Diag why = {0};
    ENSURE(!s->formula);
    Buchi *b = buchi_read_hoa(name, text, &(BuchiLimits){0}, d);
    if (!b)
        return NULL;
    s->formula = ltl_over((const char *const *)b->propositions, b->npropositions, s->arena, &why);
    if (!s->formula) {
        diag_fail(d, "%s: %s", name, diag_text(&why));
        buchi_free(b);
        b = NULL;
    }
    diag_done(&why);
    return b;
}

Buchi *claim_read_file(const char *path, Setup *s, Diag *d) {
    Text text = {0};
    Buchi *b = file_read(path, &text, d) ? claim_read(path, &text, s, d) : NULL;
    text_done(&text);
    // SOUND: reductions leave out states in which the propositions are what they were before, and
    // so change how often a letter is repeated.
    if (b && !b->is_stutter_invariant && s->reduction != REDUCTION_NONE) {
        diag_fail(d,
                  "%s: reductions join steps, and how often a letter is repeated may matter to "
                  "this automaton; use --reduction none, or, if it does not matter, add the line "
                  "'properties: stutter-invariant' to its head",
                  path);
        buchi_free(b);
        b = NULL;
    }
    return b;
}
