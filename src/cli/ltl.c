// SPDX-License-Identifier: Apache-2.0
// heddle ltl: the automaton of a formula.
#include "buchi/buchi.h"
#include "cli/cli.h"

#include <string.h>

static const char *formula_of(const Options *o) {
    return o->setup.files.len ? o->setup.files.items[0] : o->setup.program_args.items[0];
}

static Buchi *of_formula(const Options *o, const BuchiLimits *limits, Diag *d) {
    const Ltl *f = ltl_parse_names(formula_of(o), o->setup.arena, d);
    return f ? buchi_translate(f, o->negate, limits, d) : NULL;
}

static Buchi *of_file(const Options *o, const BuchiLimits *limits, Diag *d) {
    Text text = {0};
    bool is_ok = file_read(o->automaton, &text, d);
    Buchi *b = is_ok ? buchi_read_hoa(o->automaton, &text, limits, d) : NULL;
    text_done(&text);
    return b;
}

// The formula, on one line; the name of the file.
static void add_name(const Options *o, Text *out) {
    if (o->automaton)
        text_add(out, "%s", o->automaton);
    else
        text_add(out, o->negate ? "!(%s)" : "%s", formula_of(o));
    for (u32 i = 0; i < out->len; i++)
        out->s[i] = out->s[i] == '\n' || out->s[i] == '\r' ? ' ' : out->s[i];
    text_tame(out, 0, false);
}

static bool show(const Options *o, const Buchi *b) {
    Text out = {0}, name = {0};
    add_name(o, &name);
    if (o->hoa)
        buchi_write_hoa(b, text_str(&name), &out);
    else if (o->as_dot)
        buchi_write_dot(b, text_str(&name), &out);
    else
        buchi_write_words(b, &out);
    bool is_ok = cli_print(&out);
    text_done(&name);
    text_done(&out);
    return is_ok;
}

int command_ltl(const Options *o) {
    Diag d = {0};
    BuchiLimits limits = {.states = (u32)o->max_states};
    Buchi *b = o->automaton ? of_file(o, &limits, &d) : of_formula(o, &limits, &d);
    bool is_ok = cli_told(b != NULL, &d) && show(o, b);
    buchi_free(b);
    return is_ok ? EXIT_OK : EXIT_USAGE;
}
