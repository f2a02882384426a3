// SPDX-License-Identifier: Apache-2.0
// compile_commands.json, which says how a build compiles each of its files:
//
//   [{"directory": "/home/me/queue/build", "file": "../src/queue.c",
//     "command": "cc -I../include -DLIMIT=3 -O2 -c ../src/queue.c"},    // or
//    {"directory": ..., "file": ..., "arguments": ["cc", "-I../include", ...]}]
//
// Each of the files that are checked gets the words of its entry, as far as they say what the
// program means. One that has no entry gets those of another file.
#define _GNU_SOURCE
#include "setup/setup_int.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Database {
    Setup *s;
    const char *path;
    json_t *root;
    Words ignored; // words that are not known, each once
    Diag *d;
} Database;

// ---- paths --------------------------------------------------------------------------------------

// The path without "." and "x/..", where that leads to the same place.
static const char *tidy_path(const char *path, Arena *arena) {
    char *out = arena_text(arena, path), *end = out;
    for (const char *at = path; *at;) {
        size_t len = strcspn(at, "/");
        bool is_up = len == 2 && memcmp(at, "..", 2) == 0;
        bool is_here = len == 0 || (len == 1 && *at == '.');
        char *last = end;
        while (last > out && last[-1] != '/')
            last--;
        if (is_up && end > out && strcmp(last, "..") != 0) {
            end = last > out ? last - 1 : last;
        } else if (!is_here) {
            *end = '/';
            end += end > out || *path == '/';
            memcpy(end, at, len);
            end += len;
        }
        *end = '\0';
        at += len + (at[len] == '/');
    }
    struct stat a, b;
    bool is_same = *out && stat(out, &a) == 0 && stat(path, &b) == 0 && a.st_ino == b.st_ino &&
                   a.st_dev == b.st_dev;
    return is_same ? out : path;
}

// The path as it is called from here.
static const char *from_here(const char *directory, const char *path, Arena *arena) {
    char here[4096];
    if (path[0] == '/' || !getcwd(here, sizeof here))
        return path;
    const char *full = tidy_path(arena_printf(arena, "%s/%s", directory, path), arena);
    size_t len = strlen(here);
    if (strncmp(full, here, len) != 0 || (full[len] && full[len] != '/'))
        return full;
    return full[len] && full[len + 1] ? full + len + 1 : ".";
}

// The options with paths in them, as they are spelt when the path follows at once.
static const char *const path_options[] = {"-isystem",
                                           "-isysroot",
                                           "-iquote",
                                           "-idirafter",
                                           "-iprefix",
                                           "-include",
                                           "-imacros",
                                           "-I",
                                           "--sysroot=",
                                           "--include-directory=",
                                           "--include=",
                                           "--imacros=",
                                           "--include-directory",
                                           "--include",
                                           "--imacros"};

static bool has_prefix(const char *s, const char *prefix) {
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

// (A path that begins with = is relative to the sysroot. A header of -include is also looked for
// where others are.)
static const char *move_path(const char *option, const char *path, const char *directory,
                             Arena *arena) {
    bool is_header = strstr(option, "-include") != NULL || strstr(option, "-imacros") != NULL;
    bool is_folder = strstr(option, "directory") != NULL;
    const char *moved = from_here(directory, path, arena);
    bool is_elsewhere = is_header && !is_folder && access(moved, F_OK) != 0;
    return path[0] == '=' || path[0] == '$' || is_elsewhere ? path : moved;
}

// Makes the paths among the words such that they mean the same here as in the directory.
static void move_words(Words *w, const char *directory, Arena *arena) {
    for (u32 i = 0; i < w->len; i++) {
        const char *word = w->items[i];
        bool is_apart = i > 0 && strcmp(w->items[i - 1], "--sysroot") == 0;
        if (is_apart)
            w->items[i] = from_here(directory, word, arena);
        for (size_t k = 0; k < ARRAY_LEN(path_options) && !is_apart; k++) {
            const char *option = path_options[k];
            size_t len = strlen(option);
            if (!has_prefix(word, option))
                continue;
            if (word[len])
                w->items[i] = arena_printf(arena, "%s%s", option,
                                           move_path(option, word + len, directory, arena));
            else if (i + 1 < w->len)
                w->items[i + 1] = move_path(option, w->items[i + 1], directory, arena);
            i += !word[len];
            break;
        }
    }
}

// ---- entries ------------------------------------------------------------------------------------

typedef struct Entry {
    const char *directory, *file, *command;
    const json_t *arguments;
} Entry;

static bool fail_entry(const Database *b, size_t i, const char *what) {
    return diag_fail(b->d, "%s: entry %zu of the list %s", b->path, i + 1, what);
}

static bool read_entry(const Database *b, size_t i, Entry *e) {
    const json_t *object = json_array_get(b->root, i);
    if (!json_is_object(object))
        return fail_entry(b, i, "is no object with 'directory', 'file' and 'command'");
    e->directory = json_string_value(json_object_get(object, "directory"));
    e->file = json_string_value(json_object_get(object, "file"));
    e->command = json_string_value(json_object_get(object, "command"));
    e->arguments = json_object_get(object, "arguments");
    if (!e->directory || !e->file)
        return fail_entry(b, i, e->file ? "has no text 'directory'" : "has no text 'file'");
    if (!e->command && !json_is_array(e->arguments))
        return fail_entry(b, i, "has neither a text 'command' nor a list 'arguments'");
    for (size_t k = 0; !e->command && k < json_array_size(e->arguments); k++)
        if (!json_is_string(json_array_get(e->arguments, k)))
            return fail_entry(b, i, "has 'arguments' that are no texts");
    if (e->directory[0] != '/') { // those that are written are not relative; by hand they may be
        const char *slash = strrchr(b->path, '/');
        e->directory = arena_printf(b->s->arena, "%.*s%s", slash ? (int)(slash - b->path) + 1 : 0,
                                    b->path, e->directory);
    }
    return true;
}

static void add_word(const Entry *e, const char *word, Words *out, Arena *arena) {
    bool is_file = word[0] == '@' && word[1];
    words_push(out, is_file ? arena_printf(arena, "@%s", from_here(e->directory, word + 1, arena))
                            : arena_text(arena, word));
}

static void split_command(const Entry *e, Words *out, Arena *arena) {
    for (size_t k = 0; !e->command && k < json_array_size(e->arguments); k++)
        add_word(e, json_string_value(json_array_get(e->arguments, k)), out, arena);
    for (const char *at = e->command ? e->command : ""; *at;) {
        Text word = {0};
        if (response_word(&at, true, &word))
            add_word(e, text_str(&word), out, arena);
        text_done(&word);
    }
}

static void note_ignored(Database *b, const Words *words) {
    for (u32 i = 0; i < words->len; i++) {
        bool is_new = true;
        for (u32 k = 0; k < b->ignored.len && is_new; k++)
            is_new = strcmp(b->ignored.items[k], words->items[i]) != 0;
        if (is_new)
            words_push(&b->ignored, words->items[i]);
    }
}

// The words of the entry that count; false with a message.
static bool entry_words(Database *b, const Entry *e, Words *out) {
    Arena *arena = b->s->arena;
    Words all = {0}, expanded = {0}, ignored = {0};
    Diag why = {0};
    split_command(e, &all, arena);
    bool is_good = response_expand(all.items, (int)all.len, arena, &expanded, &why) &&
                   options_of_build(expanded.items, (int)expanded.len, out, &ignored, arena, &why);
    if (is_good)
        move_words(out, from_here(e->directory, ".", arena), arena);
    else
        diag_fail(b->d, "%s: the command of %s: %s", b->path, e->file, diag_text(&why));
    note_ignored(b, &ignored);
    diag_done(&why);
    words_done(&ignored);
    words_done(&expanded);
    words_done(&all);
    return is_good;
}

// ---- finding them -------------------------------------------------------------------------------

static bool is_same_words(const Words *a, const Words *b) {
    bool is_same = a->len == b->len;
    for (u32 i = 0; i < a->len && is_same; i++)
        is_same = strcmp(a->items[i], b->items[i]) == 0;
    return is_same;
}

static const char *entry_path(const Entry *e, Arena *arena) {
    return e->file[0] == '/' ? e->file : arena_printf(arena, "%s/%s", e->directory, e->file);
}

static bool is_cxx(const char *file) {
    static const char *const ends[] = {".cc", ".cpp", ".cxx", ".C", ".ii", ".c++"};
    const char *dot = strrchr(file, '.');
    bool is = false;
    for (size_t i = 0; dot && i < ARRAY_LEN(ends) && !is; i++)
        is = strcmp(dot, ends[i]) == 0;
    return is;
}

static void notice(const Setup *s, const char *text) {
    if (s->notice)
        s->notice(text);
}

// The entry of a file; *is_found tells whether there is one. False with a message.
static bool find_entry(Database *b, const char *file, Words *out, bool *is_found) {
    struct stat wanted, st;
    bool is_told = false;
    *is_found = false;
    if (stat(file, &wanted) != 0)
        return true; // the message comes when it is read
    for (size_t i = 0; i < json_array_size(b->root); i++) {
        Entry e;
        Words words = {0};
        if (!read_entry(b, i, &e))
            return false;
        if (stat(entry_path(&e, b->s->arena), &st) != 0 || st.st_ino != wanted.st_ino ||
            st.st_dev != wanted.st_dev)
            continue;
        if (!entry_words(b, &e, &words)) {
            words_done(&words);
            return false;
        }
        if (*is_found && !is_told && !is_same_words(out, &words)) {
            notice(b->s, arena_printf(b->s->arena,
                                      "note: %s is compiled more than once in %s, with different "
                                      "options; those of the first time are used",
                                      file, b->path));
            is_told = true;
        }
        if (*is_found)
            words_done(&words);
        else
            *out = words;
        *is_found = true;
    }
    return true;
}

// How many characters two paths share, up to a slash.
static size_t shared_folders(const char *a, const char *b) {
    size_t shared = 0;
    for (size_t i = 0; a[i] && a[i] == b[i]; i++)
        shared = a[i] == '/' ? i + 1 : shared;
    return shared;
}

// The words of the file of the same language in the database that lies nearest, for one that is not
// there; NULL, with or without a message, if there is none.
static const char *nearest_entry(Database *b, const char *file, Words *out) {
    Entry e, best = {0};
    size_t most = 0;
    char *full = realpath(file, NULL);
    for (size_t i = 0; full && i < json_array_size(b->root); i++) {
        if (!read_entry(b, i, &e))
            break;
        size_t shared = 1 + shared_folders(full, entry_path(&e, b->s->arena));
        if (is_cxx(e.file) == is_cxx(file) && shared > most) {
            most = shared;
            best = e;
        }
    }
    free(full);
    bool is_good = best.file && !*diag_text(b->d) && entry_words(b, &best, out);
    return is_good ? from_here(best.directory, best.file, b->s->arena) : NULL;
}

static void copy_words(const Words *from, Words *out) {
    for (u32 i = 0; i < from->len; i++)
        words_push(out, from->items[i]);
}

// A file that has no entry is compiled like one that has: first of all like another of the program.
static bool borrow_words(Database *b, u32 file, const bool *is_found) {
    Setup *s = b->s;
    const char *name = s->files.items[file], *from = NULL;
    for (u32 i = 0; i < s->files.len && !from; i++) {
        if (is_found[i] && is_cxx(s->files.items[i]) == is_cxx(name)) {
            from = s->files.items[i];
            copy_words(&s->file_args[i], &s->file_args[file]);
        }
    }
    if (!from)
        from = nearest_entry(b, name, &s->file_args[file]);
    if (*diag_text(b->d))
        return false;
    const char *text =
        from ? arena_printf(s->arena, "note: %s is not in %s; it gets the options of %s", name,
                            b->path, from)
             : arena_printf(s->arena, "note: %s is not in %s; it gets no options from there", name,
                            b->path);
    notice(s, text);
    return true;
}

// ---- 32 and 64 bits -----------------------------------------------------------------------------

static bool is_world(const char *word) {
    return strcmp(word, "-m32") == 0 || strcmp(word, "-m64") == 0;
}

// Takes the last such word out of the list; NULL if there is none.
static const char *take_world(Words *w) {
    const char *last = NULL;
    u32 n = 0;
    for (u32 i = 0; i < w->len; i++)
        if (is_world(w->items[i]))
            last = w->items[i];
        else
            w->items[n++] = w->items[i];
    w->len = n;
    return last;
}

// All files are for the same world: it becomes an option for all.
static bool join_worlds(Database *b) {
    Setup *s = b->s;
    const char *all = NULL, *first = NULL;
    bool is_given = false;
    for (u32 i = 0; i < s->compiler_args.len; i++)
        is_given |= is_world(s->compiler_args.items[i]);
    for (u32 i = 0; i < s->files.len; i++) {
        const char *world = take_world(&s->file_args[i]), *file = s->files.items[i];
        world = world ? world : "-m64";
        if (is_given)
            continue;
        if (all && strcmp(all, world) != 0)
            return diag_fail(b->d,
                             "%s: %s is compiled for %s bits, but %s is not; -m32 or -m64 says "
                             "which is meant",
                             b->path, first, all + 2, file);
        first = all ? first : file;
        all = world;
    }
    if (all && strcmp(all, "-m32") == 0)
        words_push(&s->compiler_args, all);
    return true;
}

// ---- the whole ----------------------------------------------------------------------------------

static bool read_file(Database *b) {
    struct stat st;
    const char *given = b->s->compile_commands;
    bool is_folder = stat(given, &st) == 0 && S_ISDIR(st.st_mode);
    size_t len = strlen(given);
    while (len > 1 && given[len - 1] == '/')
        len--;
    b->path = is_folder ? arena_printf(b->s->arena, "%.*s/compile_commands.json", (int)len, given)
                        : given;
    if (access(b->path, R_OK) != 0)
        return diag_fail(b->d,
                         "-p: cannot read %s: %s; CMake writes it with "
                         "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON, for make there is bear",
                         b->path, strerror(errno));
    Text text = {0};
    json_error_t error;
    if (!file_read(b->path, &text, b->d))
        return false;
    b->root = json_loadb(text_str(&text), text.len, 0, &error);
    text_done(&text);
    if (!b->root)
        return diag_fail(b->d, "%s:%d:%d: not JSON: %s", b->path, error.line, error.column,
                         error.text);
    if (!json_is_array(b->root) || !json_array_size(b->root))
        return diag_fail(b->d, "%s: is no list of commands, or an empty one", b->path);
    return true;
}

static void tell_ignored(const Database *b) {
    Text list = {0};
    for (u32 i = 0; i < b->ignored.len; i++)
        text_add(&list, "%s%s", i ? " " : "", b->ignored.items[i]);
    if (list.len)
        notice(b->s,
               arena_printf(b->s->arena, "note: %s: options that are not known are ignored: %s",
                            b->path, text_str(&list)));
    text_done(&list);
}

static bool take_all(Database *b) {
    Setup *s = b->s;
    bool *is_found = arena_alloc(s->arena, s->files.len + 1);
    s->file_args = arena_alloc(s->arena, (s->files.len + 1) * sizeof *s->file_args);
    for (u32 i = 0; i < s->files.len; i++)
        if (!find_entry(b, s->files.items[i], &s->file_args[i], &is_found[i]))
            return false;
    for (u32 i = 0; i < s->files.len; i++)
        if (!is_found[i] && access(s->files.items[i], F_OK) == 0 && !borrow_words(b, i, is_found))
            return false;
    tell_ignored(b);
    return join_worlds(b);
}

bool setup_read_database(Setup *s, Diag *d) {
    Database b = {.s = s, .d = d};
    if (!s->compile_commands)
        return true;
    bool is_good = read_file(&b) && take_all(&b);
    json_decref(b.root);
    words_done(&b.ignored);
    return is_good;
}

void setup_tell_files(const Setup *s, Text *out) {
    enum { MOST_NAMED = 5 };
    Diag d = {0};
    Setup own = *s;
    Database b = {.s = &own, .d = &d};
    Entry e;
    size_t n = 0;
    if (read_file(&b))
        n = json_array_size(b.root);
    for (size_t i = 0; i < n && i < MOST_NAMED && read_entry(&b, i, &e); i++)
        text_add(out, "%s%s", i ? ", " : "", from_here(e.directory, e.file, s->arena));
    if (n > MOST_NAMED)
        text_add(out, " and %zu more", n - MOST_NAMED);
    json_decref(b.root);
    diag_done(&d);
}
