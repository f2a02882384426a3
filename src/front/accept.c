// SPDX-License-Identifier: Apache-2.0
// The user's compiler options as clang must get them, so that it takes what gcc takes: options that
// only gcc has are left out, warnings stay warnings and are silent unless they are asked for.
#include "front/front_int.h"

#include <string.h>
#include <unistd.h>

static bool has_prefix(const char *s, const char *prefix) {
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

static bool asks_for_warnings(const char *arg) {
    return has_prefix(arg, "-pedantic") ||
           (has_prefix(arg, "-W") && !has_prefix(arg, "-Wno-") && !has_prefix(arg, "-Wp,") &&
            strcmp(arg, "-Werror") != 0 && strcmp(arg, "-Wfatal-errors") != 0);
}

// -Werror=x asks for the warning as well.
static const char *as_warning(const char *arg, Arena *arena) {
    if (has_prefix(arg, "-Werror="))
        return arena_printf(arena, "-W%s", arg + strlen("-Werror="));
    return strcmp(arg, "-pedantic-errors") == 0 ? "-pedantic" : arg;
}

// Only these can be options of gcc's that clang does not know; the others have rows of their own.
// Without the one about the order of bytes a program would mean something else.
static bool is_doubtful(const char *arg) {
    return (has_prefix(arg, "-f") && strcmp(arg, "-fsso-struct=big-endian") != 0) ||
           (has_prefix(arg, "-m") && strcmp(arg, "-m32") != 0 && strcmp(arg, "-m64") != 0);
}

static void find_unknown(const FrontOptions *o, Names *out, Arena *arena) {
    static const char *const first[] = {"clang-19", "-###", "-c", "-x", "c", "/dev/null"};
    Names words = {0};
    bool is_any = false;
    for (u32 i = 0; i < ARRAY_LEN(first); i++)
        VEC_PUSH(words.at, words.n, words.cap) = first[i];
    for (u32 i = 0; i < o->ncompiler_args; i++) {
        if (is_doubtful(o->compiler_args[i])) {
            VEC_PUSH(words.at, words.n, words.cap) = o->compiler_args[i];
            is_any = true;
        }
    }
    VEC_PUSH(words.at, words.n, words.cap) = NULL;
    Text said = {0};
    if (is_any && !clang_run(words.at, "/dev/null", &said, arena, NULL))
        complaint_unknown(&said, out, arena);
    text_done(&said);
    VEC_FREE(words.at, words.cap);
}

static bool is_among(const Names *names, const char *word) {
    for (u32 i = 0; i < names->n; i++)
        if (strcmp(names->at[i], word) == 0)
            return true;
    return false;
}

FrontOptions accept_options(const FrontOptions *o, Arena *arena) {
    // errors of clang's that are warnings of gcc 12's
    static const char *const lenient[] = {"-Wno-error=implicit-function-declaration",
                                          "-Wno-error=implicit-int",
                                          "-Wno-error=int-conversion",
                                          "-Wno-error=incompatible-function-pointer-types",
                                          "-Wno-error=return-type",
                                          "-Wno-error=return-mismatch",
                                          "-Wno-unknown-warning-option"};
    // in headers; for what the sources themselves say see dialect.c
#define IN_ORDER "(order)=" DIALECT_ORDER("__builtin_strcmp(order, \"big-endian\") != 0")
    static const char *const orders[] = {"-Dscalar_storage_order" IN_ORDER,
                                         "-D__scalar_storage_order__" IN_ORDER};
    FrontOptions out = *o;
    Names unknown = {0};
    bool is_loud = false;
    const char **args = arena_alloc(
        arena, (ARRAY_LEN(lenient) + ARRAY_LEN(orders) + o->ncompiler_args + 2) * sizeof *args);
    u32 n = 0;
    find_unknown(o, &unknown, arena);
    for (u32 i = 0; i < ARRAY_LEN(lenient); i++)
        args[n++] = lenient[i];
    for (u32 i = 0; i < ARRAY_LEN(orders); i++)
        args[n++] = orders[i];
    for (u32 i = 0; i < o->ncompiler_args; i++) {
        const char *arg = o->compiler_args[i];
        is_loud |= asks_for_warnings(arg);
        if (is_among(&unknown, arg))
            front_notice(o, "clang does not know %s; it is ignored", arg);
        else if (strcmp(arg, "-Werror") != 0)
            args[n++] = as_warning(arg, arena);
    }
    if (!is_loud)
        args[n++] = "-w";
    if (isatty(STDERR_FILENO))
        args[n++] = "-fcolor-diagnostics";
    out.compiler_args = args;
    out.ncompiler_args = n;
    VEC_FREE(unknown.at, unknown.cap);
    return out;
}
