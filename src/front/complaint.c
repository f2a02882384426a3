// SPDX-License-Identifier: Apache-2.0
// What clang's messages say about a way to go on.
#define _GNU_SOURCE
#include "front/front_int.h"

#include <string.h>

static void add_name(Names *out, const char *word, size_t len, Arena *arena) {
    char *name = arena_copy(arena, word, len + 1);
    name[len] = '\0';
    for (u32 i = 0; i < out->n; i++)
        if (strcmp(out->at[i], name) == 0)
            return;
    VEC_PUSH(out->at, out->n, out->cap) = name;
}

// What stands in quotes behind each `phrase`.
static void add_quoted(const Text *said, const char *phrase, Names *out, Arena *arena) {
    const char *at = text_str(said);
    while ((at = strstr(at, phrase))) {
        at += strlen(phrase);
        size_t len = strcspn(at, "'\n");
        if (at[len] == '\'')
            add_name(out, at, len, arena);
    }
}

void complaint_unknown(const Text *said, Names *out, Arena *arena) {
    add_quoted(said, "error: unknown argument: '", out, arena);
    add_quoted(said, "error: unknown argument '", out, arena);
}

void complaint_implicit(const Text *said, Names *out, Arena *arena) {
    if (strstr(text_str(said), "previous implicit declaration is here"))
        add_quoted(said, "error: conflicting types for '", out, arena);
}

// The last [-W...] or [-Werror,-W...] of a line.
static void add_group(const char *line, size_t len, Names *out, Arena *arena) {
    const char *at = NULL;
    for (size_t i = 0; i + 2 < len; i++)
        if ((line[i] == '[' || line[i] == ',') && line[i + 1] == '-' && line[i + 2] == 'W')
            at = line + i + 3;
    size_t n = at ? strcspn(at, ",]\n") : 0;
    if (at && at[n] == ']')
        add_name(out, at, n, arena);
}

void complaint_groups(const Text *said, Names *out, Arena *arena) {
    for (const char *line = text_str(said); *line;) {
        size_t len = strcspn(line, "\n");
        if (memmem(line, len, "error: ", 7))
            add_group(line, len, out, arena);
        line += len + (line[len] == '\n');
    }
}

#define OTHER_ORDER                                                                                \
    "structures with big-endian numbers (scalar_storage_order) are an extension of gcc's that "    \
    "clang does not have"

const char *complaint_reason(const Text *said) {
    static const struct {
        const char *phrase, *reason;
    } known[] = {
        {"function definition is not allowed here",
         "functions inside functions are an extension of gcc's that clang does not have; move them "
         "out"},
        {"fields must have a constant size",
         "arrays of variable length in structures are an extension of gcc's that clang does not "
         "have"},
        {"unsuitable for global register variables",
         "variables in registers are an extension of gcc's that clang does not have"},
        {": big-endian structures", OTHER_ORDER},
        {"'-fsso-struct=big-endian'", OTHER_ORDER},
        {"'omp.h' file not found", "OpenMP is not supported; its pragmas are ignored without "
                                   "-fopenmp, and omp.h must be left "
                                   "out (#ifdef _OPENMP)"},
        {"unknown target CPU", "only code for x86 processors can be checked; leave out the options "
                               "for another processor"},
    };
    for (u32 i = 0; i < ARRAY_LEN(known); i++)
        if (strstr(text_str(said), known[i].phrase))
            return known[i].reason;
    return NULL;
}
