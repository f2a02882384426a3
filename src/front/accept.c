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

static bool is_among(const Names *names, const char *word) {
    for (u32 i = 0; i < names->n; i++)
        if (strcmp(names->at[i], word) == 0)
            return true;
    return false;
}

static void add_doubtful(Names *words, const char *const *args, u32 n) {
    for (u32 i = 0; i < n; i++)
        if (is_doubtful(args[i]) && !is_among(words, args[i]))
            VEC_PUSH(words->at, words->n, words->cap) = args[i];
}

static void find_unknown(const FrontOptions *o, Names *out, Arena *arena) {
    static const char *const first[] = {"clang-19", "-###", "-c", "-x", "c", "/dev/null"};
    Names words = {0};
    for (u32 i = 0; i < ARRAY_LEN(first); i++)
        VEC_PUSH(words.at, words.n, words.cap) = first[i];
    add_doubtful(&words, o->compiler_args, o->ncompiler_args);
    for (u32 i = 0; o->file_args && i < o->nfiles; i++)
        add_doubtful(&words, o->file_args[i].at, o->file_args[i].n);
    bool is_any = words.n > ARRAY_LEN(first);
    VEC_PUSH(words.at, words.n, words.cap) = NULL;
    Text said = {0};
    if (is_any && !clang_run(words.at, "/dev/null", &said, arena, NULL))
        complaint_unknown(&said, out, arena);
    text_done(&said);
    VEC_FREE(words.at, words.cap);
}

// What the files have for themselves, without what clang does not know.
static const FrontArgs *accept_file_args(const FrontOptions *o, const Names *unknown,
                                         Arena *arena) {
    if (!o->file_args)
        return NULL;
    FrontArgs *all = arena_alloc(arena, o->nfiles * sizeof *all);
    for (u32 i = 0; i < o->nfiles; i++) {
        const FrontArgs *from = &o->file_args[i];
        all[i].at = arena_alloc(arena, (from->n + 1) * sizeof *all[i].at);
        for (u32 k = 0; k < from->n; k++)
            if (!is_among(unknown, from->at[k]))
                all[i].at[all[i].n++] = from->at[k];
    }
    return all;
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
        if (strcmp(arg, "-Werror") != 0 && !is_among(&unknown, arg))
            args[n++] = as_warning(arg, arena);
    }
    for (u32 i = 0; i < unknown.n; i++)
        front_notice(o, "clang does not know %s; it is ignored", unknown.at[i]);
    if (!is_loud)
        args[n++] = "-w";
    if (isatty(STDERR_FILENO))
        args[n++] = "-fcolor-diagnostics";
    out.compiler_args = args;
    out.ncompiler_args = n;
    out.file_args = accept_file_args(o, &unknown, arena);
    VEC_FREE(unknown.at, unknown.cap);
    return out;
}

// ---- more of them -------------------------------------------------------------------------------

FrontOptions options_with(const FrontOptions *o, const char *arg, Arena *arena) {
    FrontOptions more = *o;
    more.ncompiler_args = o->ncompiler_args + 1;
    more.compiler_args = arena_alloc(arena, more.ncompiler_args * sizeof *more.compiler_args);
    for (u32 i = 0; i < o->ncompiler_args; i++)
        more.compiler_args[i] = o->compiler_args[i];
    more.compiler_args[o->ncompiler_args] = arg;
    return more;
}

FrontOptions options_of(const FrontOptions *o, u32 file, Arena *arena) {
    FrontOptions own = *o;
    if (!o->file_args)
        return own;
    const FrontArgs *args = &o->file_args[file];
    own.file_args = NULL;
    own.ncompiler_args = args->n + o->ncompiler_args;
    own.compiler_args = arena_alloc(arena, (own.ncompiler_args + 1) * sizeof *own.compiler_args);
    for (u32 i = 0; i < own.ncompiler_args; i++)
        own.compiler_args[i] = i < args->n ? args->at[i] : o->compiler_args[i - args->n];
    return own;
}
