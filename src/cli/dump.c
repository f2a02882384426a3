// SPDX-License-Identifier: Apache-2.0
// heddle dump: the lowered code as text.
#include "cli/cli.h"

#include <string.h>

// The message for a function that is not there, with the nearest name.
static void no_function(const Program *p, const char *name) {
    const char *best = NULL;
    u32 best_distance = (u32)strlen(name) / 2 + 1;
    for (u32 i = 0; i < p->nfuncs; i++) {
        u32 distance = text_distance(name, p->funcs[i].name);
        if (distance < best_distance) {
            best_distance = distance;
            best = p->funcs[i].name;
        }
    }
    if (best)
        cli_error("the program has no function '%s'; did you mean %s?", name, best);
    else
        cli_error("the program has no function '%s'", name);
}

int command_dump(const Options *o) {
    Program *p = cli_load(&o->setup, false, false);
    if (!p)
        return EXIT_USAGE;
    Text text = {0};
    int code = EXIT_OK;
    bool is_there = !o->function;
    for (u32 i = 0; i < p->nfuncs && !is_there; i++)
        is_there = strcmp(p->funcs[i].name, o->function) == 0;
    if (is_there) {
        ir_print(p, &text, o->function, o->runtime || o->function);
        code = cli_print(&text) ? EXIT_OK : EXIT_USAGE;
    } else {
        no_function(p, o->function);
        code = EXIT_USAGE;
    }
    text_done(&text);
    program_free(p);
    return code;
}
