// SPDX-License-Identifier: Apache-2.0
// Opening a machine by words of a command line, which is what `heddle spin` has.
#include "lib/lib_int.h"

static bool has_words(const heddle_options *o) {
    bool has = o && o->state && o->words && o->nwords >= 0;
    for (int i = 0; has && i < o->nwords; i++)
        has = o->words[i] != NULL;
    return has;
}

bool words_to_setup(const void *options, Setup *s, Caller *c, Diag *d) {
    const heddle_options *o = options;
    if (!has_words(o))
        return diag_fail(d,
                         "a machine needs words that name its program, and a buffer for its state");
    *c = (Caller){.directory = o->directory,
                  .only_steps = o->only_steps,
                  .threads = o->threads,
                  .alternatives = o->alternatives,
                  .state = o->state,
                  .state_size = o->state_size,
                  .matched = o->matched,
                  .matched_size = o->matched_size,
                  .values = o->values,
                  .values_size = SIZE_MAX, // nobody says
                  .on_violation = o->on_violation,
                  .arg = o->arg};
    if (!setup_read(s, "spin", o->words, o->nwords, d))
        return false;
    s->without_main = o->without_main;
    s->bitcode_from = o->bitcode;
    return true;
}

heddle_machine *heddle_machine_open(const heddle_options *o, char *error, size_t error_size) {
    heddle_machine *m;
    Source source = {words_to_setup, o};
    handle_open(&m, &source, &handle_nobody, error, error_size);
    return m;
}
