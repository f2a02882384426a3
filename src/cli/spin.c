// SPDX-License-Identifier: Apache-2.0
// heddle spin: SPIN searches, the machine steps. Writes a model and glue into a directory, lets SPIN and the compiler
// make a verifier of them, runs it, and tells what it has found as `heddle check` does.
#define _GNU_SOURCE
#include "cli/cli.h"
#include "spin/spin.h"

#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef HEDDLE_LINK_FIRST
#define HEDDLE_LINK_FIRST "-pthread"
#endif

// With more alternatives than this, SPIN and the compiler take minutes, and soon fail.
enum {
    MOST_PROCESSES = 255,
    MOST_ALTERNATIVES = 2000,
    FIRST_DEPTH = 100000,
    MOST_DEPTH = 10000000,
    VECTOR_HEAD_ROOM = 2048
};
enum { USUAL_TABLE_LOG = 24, USUAL_TABLE = 128, SMALLEST_TABLE_LOG = 12 }; // of SPIN's hash table: slots, megabytes
enum { COMMON_STEP = 512 }; // bytes: verifiers that are kept are made for states of so many, twice, ..., to fit many programs

#define FIRST_TABLE "-w20" // a million places, 8 MiB

typedef struct Spin {
    Outcome out;
    const Options *o;
    Arena *arena;
    const char *directory; // all files are here
    bool is_temporary;
    const char *here;
    const char *library, *include; // directories of libheddle
    Words compile, generate, run; // what the user gave after --
    SpinSize size;
    u64 depth; // -m of the verifier
    bool is_depth_given, keeps_depth, is_probabilistic, is_about_liveness;
    const Ltl *formula; // that the verifier is about; NULL: it looks for faults
    bool has_unmatched; // the user's model tracks what it does not match
    Text model; // of the user's
    double started;
    Live live;
    SpinSummary summary;
    SpinNotes notes;
} Spin;

static const char *path_of(const Spin *s, const char *name) {
    return arena_printf(s->arena, "%s/%s", s->directory, name);
}

// ---- options for SPIN -------------------------------------------------------------------------------

static bool has_define(const Words *w, const char *name) {
    size_t len = strlen(name);
    for (u32 i = 0; i < w->len; i++)
        if (strncmp(w->items[i], "-D", 2) == 0 && strncmp(w->items[i] + 2, name, len) == 0 &&
            (w->items[i][2 + len] == '\0' || w->items[i][2 + len] == '='))
            return true;
    return false;
}

static bool is_hash_compact(const Words *w) {
    static const char *const names[] = {"BITSTATE", "HC", "HC0", "HC1", "HC2", "HC3", "HC4", "BFS_PAR"};
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (has_define(w, names[i]))
            return true;
    return false;
}

static void push(Words *w, const char *word) { VEC_PUSH(w->items, w->len, w->cap) = word; }

static bool refuse(const Words *w) {
    bool is_breadth_first = has_define(w, "BFS") || has_define(w, "BFS_PAR");
    if (is_breadth_first && has_define(w, "NCORE")) {
        cli_error("-DBFS and -DNCORE exclude each other");
        return true;
    }
    if (has_define(w, "BFS_DISK") && !is_breadth_first) {
        cli_error("-DBFS_DISK is a way to search breadth-first: it needs -DBFS");
        return true;
    }
    return false;
}

static bool has_word(const Words *w, const char *word) {
    for (u32 i = 0; i < w->len; i++)
        if (strcmp(w->items[i], word) == 0)
            return true;
    return false;
}

// Options of the verifier for endless runs: acceptance cycles, weak fairness, progress.
static bool is_about_cycles(const char *word) {
    return strcmp(word, "-a") == 0 || strcmp(word, "-f") == 0 || strcmp(word, "-l") == 0;
}

static bool is_fair(const Spin *s) { return has_word(&s->run, "-f") && (s->is_about_liveness || s->formula); }

static bool refuse_with_formula(const Spin *s) {
    static const char *const names[] = {"BFS", "BFS_PAR", "NCORE", "SAFETY", "NOCLAIM", "NOSTUTTER", "NP"};
    const char *wrong = s->o->model ? "--model, since a model has its own: ltl name { formula }" : NULL;
    if (s->o->unmatched || s->o->abstraction)
        wrong = "--unmatched or --abstraction: a cycle of states that are alike need not be a run";
    if (s->o->context_bound.is_set && has_word(&s->run, "-f"))
        wrong = "--context-bound and -f: a thread that may not run because of the bound is not treated unfairly";
    if (has_word(&s->run, "-l"))
        wrong = "-l, which is about progress labels of models";
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (has_define(&s->compile, names[i]))
            wrong = arena_printf(s->arena, "-D%s: SPIN shows endless runs after a depth-first search by one process, for acceptance cycles, only",
                                 names[i]);
    if (wrong)
        cli_error("--ltl cannot be used with %s", wrong);
    return wrong != NULL;
}

// Options for SPIN that have no meaning for what is checked.
static bool suits(const Spin *s) {
    const Words *w = &s->o->spin_args;
    for (u32 i = 0; i < w->len; i++) {
        const char *why = spin_refusal(w->items[i], s->o->model != NULL, s->is_about_liveness || s->o->formula);
        if (why) {
            cli_error("%s cannot be used here: %s", w->items[i], why);
            return false;
        }
    }
    return true;
}

static bool is_word_right(const char *word) {
    Diag d = {0};
    bool is_ok = spin_check_word(word, &d);
    if (!is_ok)
        cli_error("%s", diag_text(&d));
    diag_done(&d);
    return is_ok;
}

static bool sort_words(Spin *s) {
    const Words *w = &s->o->spin_args;
    for (u32 i = 0; i < w->len; i++) {
        const char *word = w->items[i];
        if (!is_word_right(word))
            return false;
        Words *to = strchr("DUOW", word[1]) ? &s->compile : word[1] == 'o' ? &s->generate : &s->run;
        s->is_depth_given |= word[1] == 'm';
        if (word[1] != 'm')
            push(to, word);
        else
            s->depth = strtoull(word + 2, NULL, 10);
    }
    s->keeps_depth =
        !has_define(&s->compile, "BFS") && !has_define(&s->compile, "BFS_PAR") && !has_define(&s->compile, "NCORE");
    s->is_probabilistic = is_hash_compact(&s->compile);
    return !refuse(&s->compile) && !(s->o->formula && refuse_with_formula(s));
}

// ---- places -------------------------------------------------------------------------------------------

static bool is_there(const char *path) { return access(path, R_OK) == 0; }

static bool has_library(const Spin *s) {
    return is_there(arena_printf(s->arena, "%s/libheddle.so", s->library)) &&
           is_there(arena_printf(s->arena, "%s/libheddle.h", s->include));
}

// Beside the program where it was built; in lib and include where it was installed.
static bool find_library(Spin *s) {
    char exe[4096];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    exe[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(exe, '/');
    if (slash)
        *slash = '\0';
    s->library = arena_text(s->arena, exe);
    s->include = HEDDLE_LIBRARY_INCLUDE;
    if (has_library(s))
        return true;
    s->library = arena_printf(s->arena, "%s/../lib", exe);
    s->include = arena_printf(s->arena, "%s/../include", exe);
    if (has_library(s))
        return true;
    cli_error(
        "libheddle is not installed: there must be %s/libheddle.so and %s/libheddle.h ('make install' puts them there)",
        s->library, s->include);
    return false;
}

// Makes it, unless it is there already.
static bool ensure_directory(const char *path) {
    struct stat info;
    if (mkdir(path, 0777) == 0)
        return true;
    int error = errno;
    bool is_there = error == EEXIST && stat(path, &info) == 0;
    errno = is_there && !S_ISDIR(info.st_mode) ? ENOTDIR : error;
    return is_there && S_ISDIR(info.st_mode);
}

static bool make_directory(Spin *s) {
    const char *given = getenv("TMPDIR"), *parent = given && *given ? given : "/tmp", *keep = s->o->keep;
    char *here = getcwd(NULL, 0);
    s->here = here ? arena_text(s->arena, here) : ".";
    free(here);
    s->is_temporary = !keep;
    const char *name = keep ? keep : arena_printf(s->arena, "%s/heddle-spin-XXXXXX", parent);
    char *path = name[0] == '/' ? arena_text(s->arena, name) : arena_printf(s->arena, "%s/%s", s->here, name);
    if (keep ? !ensure_directory(path) : !mkdtemp(path)) {
        const char *why = strerror(errno);
        keep ? cli_error("--keep %s: %s", keep, why) : cli_error("cannot make a directory in %s: %s", parent, why);
        return false;
    }
    s->directory = path;
    setenv("TMPDIR", path, 1); // a compiler that is ended at once leaves files behind
    return true;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *at) {
    (void)st, (void)type, (void)at;
    return remove(path);
}

static void remove_directory(const Spin *s) {
    if (s->is_temporary && s->directory)
        nftw(s->directory, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

// ---- files --------------------------------------------------------------------------------------------

static bool write_file(const Spin *s, const char *name, Text *text) {
    Diag d = {0};
    bool is_ok = file_write(path_of(s, name), text_str(text), text->len, &d);
    if (!is_ok)
        cli_error("%s", diag_text(&d));
    diag_done(&d);
    text_done(text);
    return is_ok;
}

static bool read_file(const char *path, Text *out) {
    Diag d = {0};
    bool is_ok = file_read(path, out, &d);
    if (!is_ok)
        cli_error("%s", diag_text(&d));
    diag_done(&d);
    return is_ok;
}

static bool read_model(Spin *s) {
    bool is_ok = !s->o->model || read_file(s->o->model, &s->model);
    if (is_ok && strlen(text_str(&s->model)) < s->model.len) {
        cli_error("%s: not a model for SPIN: there are zero bytes in it", s->o->model);
        is_ok = false;
    }
    return is_ok;
}

static bool write_model(Spin *s) {
    Text model = {0};
    if (s->o->model) {
        spin_write_definitions(&model, s->compile.items, s->compile.len);
        spin_write_model(&model, s->o->model, text_str(&s->model));
    } else
        spin_write_driver(&model, s->o->files.items[0], &s->size, s->keeps_depth, s->formula);
    return write_file(s, "model.pml", &model);
}

// Whether names of the program mean the same in C code of the model.
static bool has_same_width(const Spin *s, const char *code) {
    u32 width = 8 * s->out.program->ptr_bytes, native = 8 * sizeof(void *);
    bool is_good = width == native || !spin_uses_names(s->out.program, code);
    if (!is_good)
        cli_error(
            "the C code of a model is compiled for %u bits; it can use a program for %u only through the functions of "
            "libheddle",
            native, width);
    return is_good;
}

// What the model calls is known when SPIN has made code of it, whatever files it has included.
static bool add_names(Spin *s, Text *glue) {
    Text code = {0};
    text_add(&code, "%s\n", text_str(&s->model));
    bool is_ok = read_file(path_of(s, "pan.m"), &code);
    is_ok = is_ok && has_same_width(s, text_str(&code));
    if (is_ok)
        spin_write_names(glue, s->out.program, text_str(&code));
    text_done(&code);
    return is_ok;
}

// Only the process that takes the step learns what such a function says; the others go on from the state after it.
static bool works_with_processes(const Spin *s, const char *code) {
    static const char *const rows[][2] = {{"pan_invariant", "--invariant"},
                                          {"pan_context_bound", "--context-bound"},
                                          {"pan_abstraction", "--abstraction and pan_abs"}};
    bool has_several = has_define(&s->compile, "NCORE") || has_define(&s->compile, "BFS_PAR");
    for (size_t i = 0; has_several && i < ARRAY_LEN(rows); i++)
        if (spin_has_name(code, rows[i][0])) {
            cli_error("with -DNCORE and -DBFS_PAR several processes search, and %s tells only one of them; use %s",
                      rows[i][0], rows[i][1]);
            return false;
        }
    return true;
}

// What a model tracks is known when SPIN has made code of it.
static bool look_at_tracking(Spin *s) {
    Text code = {0};
    bool is_ok = read_file(path_of(s, "pan.c"), &code) && read_file(path_of(s, "pan.h"), &code) &&
                 read_file(path_of(s, "pan.m"), &code) && works_with_processes(s, text_str(&code));
    s->has_unmatched = strstr(text_str(&code), "#define HAS_STACK\t1") != NULL;
    if (!spin_has_name(text_str(&code), "pan_abs"))
        s->size.matched = 0;
    text_done(&code);
    return is_ok;
}

// Breadth-first, SPIN remembers of a state only what it compares.
static bool works_breadth_first(const Spin *s) {
    bool has_unmatched = s->has_unmatched || (s->size.matched && !s->o->model);
    bool is_breadth_first = has_define(&s->compile, "BFS") || has_define(&s->compile, "BFS_PAR");
    if (is_breadth_first && has_unmatched)
        cli_error("SPIN cannot search breadth-first where states are compared by a part of what they are: it would "
                  "lose the rest");
    return !is_breadth_first || !has_unmatched;
}

static bool write_glue(Spin *s) {
    Text glue = {0};
    if ((s->o->model && !look_at_tracking(s)) || !works_breadth_first(s))
        return false;
    SpinGlue g = {.directory = s->here,
                  .bitcode = s->directory,
                  .words = s->o->words.items,
                  .nwords = s->o->words.len,
                  .size = s->size,
                  .keeps_depth = s->keeps_depth && !s->o->model,
                  .formula = s->formula};
    spin_write_glue(&glue, &g);
    if (s->o->model && !add_names(s, &glue)) {
        text_done(&glue);
        return false;
    }
    return write_file(s, "glue.c", &glue);
}

// ---- running ------------------------------------------------------------------------------------------

static void read_output(const Spin *s, const char *name, Text *out) {
    Diag d = {0};
    file_read(path_of(s, name), out, &d);
    diag_done(&d);
}

static void show_output(const Spin *s, const char *name, FILE *to) {
    Text text = {0};
    read_output(s, name, &text);
    fwrite(text_str(&text), 1, text.len, to);
    text_done(&text);
}

static double time_left(const Spin *s) {
    if (s->o->time_limit <= 0)
        return 0;
    double left = s->o->time_limit - (clock_seconds() - s->started);
    return left > 0.001 ? left : 0.001;
}

// Tools on a full disk fail with strange messages, or none. Tries to write as much as they do.
static bool is_disk_full(const Spin *s) {
    Text probe = {0};
    Diag d = {0};
    text_add(&probe, "%*s", 1 << 20, "");
    bool is_full = !file_write(path_of(s, "pan.tmp"), text_str(&probe), probe.len, &d);
    remove(path_of(s, "pan.tmp"));
    if (is_full)
        cli_error("%s%s", diag_text(&d), s->is_temporary ? " (TMPDIR says where heddle may write)" : "");
    text_done(&probe);
    diag_done(&d);
    return is_full;
}

// What a tool has said about the user's model, in plain words.
static bool explain(const Spin *s, const char *tool, const char *said, Text *out) {
    SpinSource source = {s->o->model, text_str(&s->model), s->directory};
    if (s->o->model && strcmp(tool, "spin") == 0)
        spin_explain_model(out, &source, said);
    else if (!spin_explain_options(out, said) && s->o->model && !spin_explain_names(out, s->out.program, said))
        spin_explain_code(out, &source, said);
    return out->len > 0;
}

static void complain(const Spin *s, const char *tool, const char *output) {
    Text said = {0}, plain = {0};
    read_output(s, output, &said);
    if (is_disk_full(s))
        ; // it has said so
    else if (explain(s, tool, text_str(&said), &plain))
        cli_error("%s", text_str(&plain));
    else
        cli_error("%s has failed:\n%s", tool, text_str(&said));
    text_done(&said);
    text_done(&plain);
}

// A tool whose failure is a message. SPIN_ENDED only if it succeeded.
static SpinEnd run_tool(Spin *s, Words *argv, const char *package, const char *output) {
    push(argv, NULL);
    live_draw(&s->live, arena_printf(s->arena, "making a verifier: %s", argv->items[0]));
    SpinRun r = {.argv = argv->items,
                 .directory = s->directory,
                 .output = path_of(s, output),
                 .seconds = time_left(s),
                 .interrupted = signals_flag()};
    SpinEnd end = spin_run(&r);
    live_erase(&s->live);
    if (end == SPIN_MISSING || (end == SPIN_ENDED && r.exit_code == 127)) {
        cli_error("%s cannot be run; install the package '%s'", argv->items[0], package);
        end = SPIN_MISSING;
    } else if (end == SPIN_ENDED && r.exit_code != 0) {
        complain(s, argv->items[0], output);
        end = SPIN_STOPPED;
    }
    VEC_FREE(argv->items, argv->cap);
    return end;
}

static SpinEnd generate(Spin *s) {
    Words argv = {0};
    push(&argv, "spin");
    push(&argv, "-a");
    for (u32 i = 0; i < s->generate.len; i++)
        push(&argv, s->generate.items[i]);
    push(&argv, "model.pml");
    return run_tool(s, &argv, "spin", "spin.out");
}

// What SPIN compares may be csbuf, pan_abs or, in a model, both.
static u64 vector_bytes(const Spin *s) {
    u64 state = s->size.matched && !s->o->model ? 0 : s->size.bytes;
    return state + s->size.matched + 8 * MOST_PROCESSES + VECTOR_HEAD_ROOM;
}

// In megabytes.
static u64 memory_limit(const Spin *s) {
    u64 limit = s->out.search.memory_limit >> 20;
    return limit ? limit : 1;
}

// SPIN's minimized automaton wants to know how large states are.
static const char *with_size(const Spin *s) {
    return arena_printf(s->arena, "-DMA=%llu", (unsigned long long)vector_bytes(s) - 1);
}

// Nothing was chosen after --, and the model is heddle's: its states have no bytes that SPIN could leave out, so that they are
// compared as they are, and the table of hashes can begin small, since it grows.
static bool has_plain_store(const Spin *s) { return !s->compile.len && !s->o->model && !s->formula; }

static void add_all(Words *to, const char *const *words, size_t n) {
    for (size_t i = 0; i < n; i++)
        push(to, words[i]);
}

// All that the verifier depends on, beside its sources.
static void add_compiler(Spin *s, Words *argv) {
    static const char *const plain[] = {"-DNOCOMP", "-DAUTO_RESIZE"};
    const char *const fixed[] = {
        "gcc",
        "-std=gnu99",
        "-O1",
        "-w",
        HEDDLE_LINK_FIRST,
        "-DNOREDUCE",
        "-DFREQ=20000", // states between lines that tell how far it is
        is_fair(s) ? "-UNOFAIR" : "-DNOFAIR",
        s->is_about_liveness || s->formula ? "-USAFETY" : "-DSAFETY",
        arena_printf(s->arena, "-DCS_SIZE=%llu", (unsigned long long)s->size.bytes),
        arena_printf(s->arena, "-DPAN_ABS_SIZE=%llu", (unsigned long long)s->size.matched),
        arena_printf(s->arena, "-DVECTORSZ=%llu", (unsigned long long)vector_bytes(s)),
        arena_printf(s->arena, "-DMEMLIM=%llu", (unsigned long long)memory_limit(s))};
    add_all(argv, fixed, ARRAY_LEN(fixed));
    add_all(argv, plain, has_plain_store(s) ? ARRAY_LEN(plain) : 0);
    for (u32 i = 0; i < s->compile.len; i++)
        push(argv, strcmp(s->compile.items[i], "-DMA") == 0 ? with_size(s) : s->compile.items[i]);
}

static SpinEnd compile_to(Spin *s, const char *object) {
    Words argv = {0};
    const char *const rest[] = {
        arena_printf(s->arena, "-I%s", s->include), arena_printf(s->arena, "-I%s", s->here), "-c", "pan.c", "-o", object};
    add_compiler(s, &argv);
    add_all(&argv, rest, ARRAY_LEN(rest));
    return run_tool(s, &argv, "gcc", "gcc.out");
}

// Where a verifier is kept that other runs can use too; NULL, after a message, if it cannot be.
static const char *kept_object(Spin *s) {
    Words argv = {0};
    Diag d = {0};
    u64 key[2];
    const char *dir = s->o->verifiers, *from = dir[0] == '/' ? "" : arena_printf(s->arena, "%s/", s->here);
    add_compiler(s, &argv);
    bool is_ok = spin_key(s->directory, arena_printf(s->arena, "%s/libheddle.h", s->include), argv.items, argv.len, key, &d);
    if (is_ok && mkdir(dir, 0777) != 0 && errno != EEXIST)
        is_ok = diag_fail(&d, "%s: %s", dir, strerror(errno));
    if (!is_ok)
        cli_error("%s", diag_text(&d));
    diag_done(&d);
    VEC_FREE(argv.items, argv.cap);
    return is_ok ? arena_printf(s->arena, "%s%s/%016llx%016llx.o", from, dir, (unsigned long long)key[0],
                                (unsigned long long)key[1])
                 : NULL;
}

// *object becomes the compiled model.
static SpinEnd compile(Spin *s, const char **object) {
    *object = "pan.o";
    if (!s->o->verifiers || s->o->model) // files that a model of the user's includes are not part of the key
        return compile_to(s, *object);
    *object = kept_object(s);
    if (!*object)
        return SPIN_STOPPED;
    if (is_there(*object))
        return SPIN_ENDED;
    // Others may be at it too; whoever is last replaces it by the same.
    const char *part = arena_printf(s->arena, "%s.%d", *object, (int)getpid());
    SpinEnd end = compile_to(s, part);
    if (end == SPIN_ENDED && rename(part, *object) != 0) {
        cli_error("%s: %s", *object, strerror(errno));
        end = SPIN_STOPPED;
    }
    if (end != SPIN_ENDED)
        remove(part);
    return end;
}

static SpinEnd link_with(Spin *s, const char *object) {
    Words argv = {0};
    const char *const rest[] = {arena_printf(s->arena, "-I%s", s->include),
                                arena_printf(s->arena, "-I%s", s->here),
                                "-o",
                                "pan",
                                object,
                                "glue.c",
                                arena_printf(s->arena, "-L%s", s->library),
                                "-lheddle",
                                arena_printf(s->arena, "-Wl,-rpath,%s", s->library),
                                "-Wl,--allow-shlib-undefined", // reading all that libheddle needs takes longer than the rest
                                "-pthread"};
    add_compiler(s, &argv);
    add_all(&argv, rest, ARRAY_LEN(rest));
    return run_tool(s, &argv, "gcc", "gcc.out");
}

// SPIN_ENDED if all went well.
static SpinEnd make_verifier(Spin *s) {
    SpinEnd end = write_model(s) ? generate(s) : SPIN_STOPPED;
    if (end == SPIN_ENDED && !write_glue(s))
        end = SPIN_STOPPED;
    const char *object;
    if (end == SPIN_ENDED)
        end = compile(s, &object);
    return end == SPIN_ENDED ? link_with(s, object) : end;
}

static void read_notes(Spin *s, SpinNotes *out) {
    Text text = {0};
    Diag d = {0};
    *out = (SpinNotes){0};
    if (is_there(path_of(s, "notes")) && file_read(path_of(s, "notes"), &text, &d))
        spin_read_notes(text_str(&text), out);
    text_done(&text);
    diag_done(&d);
}

static bool is_too_small(const SpinNotes *n) {
    return n->needs.threads || n->needs.alternatives || n->needs.bytes || n->needs.matched;
}

static void set_figures(Figures *f, const Spin *s, const SpinSummary *y) {
    f->states = y->states;
    f->transitions = y->transitions;
    f->depth = y->depth;
    f->memory = (u64)y->memory;
    f->workers = 1;
    f->seconds = clock_seconds() - s->started;
}

// The end of what the verifier has printed so far has its figures.
static void show_progress(Spin *s) {
    char tail[1024] = "";
    SpinSummary now;
    FILE *f = live_is_due(&s->live) ? fopen(path_of(s, "pan.out"), "r") : NULL;
    if (!f)
        return;
    if (fseek(f, -(long)(sizeof tail - 1), SEEK_END) != 0)
        rewind(f);
    tail[fread(tail, 1, sizeof tail - 1, f)] = '\0';
    fclose(f);
    Figures figures = {0};
    Text text = {0};
    if (spin_read_progress(tail, &now)) {
        set_figures(&figures, s, &now);
        result_figures(&figures, &text);
    }
    live_draw(&s->live, text.len ? text_str(&text) : "SPIN searches");
    text_done(&text);
}

// One of several processes may have found that a larger verifier is needed; the others need not go on.
static bool needs_more(void *arg) {
    SpinNotes notes;
    show_progress(arg);
    read_notes(arg, &notes);
    bool is_over = is_too_small(&notes) || notes.failure.len || notes.is_stopped;
    spin_notes_done(&notes);
    return is_over;
}

// SPIN's table of states, as a power of 2: a part of little memory.
static u32 table_size(const Spin *s) {
    u32 log = USUAL_TABLE_LOG;
    for (u64 megabytes = USUAL_TABLE; log > SMALLEST_TABLE_LOG && 4 * megabytes > memory_limit(s); megabytes /= 2)
        log--;
    return log;
}

static SpinEnd run_verifier(Spin *s, bool is_replay, int *exit_code) {
    Words argv = {0};
    push(&argv, "./pan");
    push(&argv, arena_printf(s->arena, "-m%llu", (unsigned long long)s->depth));
    if (memory_limit(s) < 2 * USUAL_TABLE && !has_define(&s->compile, "BITSTATE"))
        push(&argv, arena_printf(s->arena, "-w%u", table_size(s)));
    else if (has_plain_store(s))
        push(&argv, FIRST_TABLE);
    for (u32 i = 0; i < s->run.len; i++)
        if (s->formula || s->is_about_liveness || !is_about_cycles(s->run.items[i]))
            push(&argv, s->run.items[i]);
    if (s->formula)
        push(&argv, "-a");
    if (is_replay)
        push(&argv, "-r");
    push(&argv, NULL);
    setenv(SPIN_NOTES, path_of(s, "notes"), 1);
    remove(path_of(s, "notes"));
    SpinRun r = {.argv = argv.items,
                 .directory = s->directory,
                 .output = path_of(s, is_replay ? "replay.out" : "pan.out"),
                 .seconds = time_left(s),
                 .interrupted = signals_flag(),
                 .should_stop = needs_more,
                 .arg = s};
    SpinEnd end = spin_run(&r);
    live_erase(&s->live);
    *exit_code = r.exit_code;
    VEC_FREE(argv.items, argv.cap);
    return end;
}

// ---- one verifier after the other -----------------------------------------------------------------------

static u32 twice(u32 had, u32 needed) { return needed > 2 * had ? needed : 2 * had; }

static u64 twice_bytes(u64 had, u64 needed) { return needed > 2 * had ? (needed + 63) / 64 * 64 : 2 * had; }

// False if it is more than SPIN can do: then the verdict has a cut.
static bool is_possible(Spin *s, const SpinSize *needs) {
    Verdict *v = &s->out.result.verdict;
    if (needs->threads > MOST_PROCESSES)
        verdict_cut(v, "%u threads at a time; SPIN has at most %d processes", needs->threads, MOST_PROCESSES);
    else if (needs->alternatives > MOST_ALTERNATIVES)
        verdict_cut(v, "%u alternatives at a choice; for SPIN, heddle writes at most %d", needs->alternatives,
                    MOST_ALTERNATIVES);
    return needs->threads <= MOST_PROCESSES && needs->alternatives <= MOST_ALTERNATIVES;
}

static u32 at_most(u32 n, u32 most) { return n < most ? n : most; }

static bool enlarge(Spin *s, const SpinSize *needs) {
    if (!is_possible(s, needs))
        return false;
    if (needs->threads)
        s->size.threads = at_most(twice(s->size.threads, needs->threads), MOST_PROCESSES);
    if (needs->alternatives)
        s->size.alternatives = at_most(twice(s->size.alternatives, needs->alternatives), MOST_ALTERNATIVES);
    if (needs->bytes)
        s->size.bytes = twice_bytes(s->size.bytes, needs->bytes);
    if (needs->matched)
        s->size.matched = twice_bytes(s->size.matched, needs->matched);
    return true;
}

static bool cut_short(Spin *s, SpinEnd end) {
    Verdict *v = &s->out.result.verdict;
    if (end == SPIN_LATE)
        verdict_cut(v, "time limit of %g s reached", s->o->time_limit);
    else if (end == SPIN_INTERRUPTED)
        verdict_cut(v, "interrupted");
    return end == SPIN_LATE || end == SPIN_INTERRUPTED;
}

typedef enum Attempt { ATTEMPT_DONE, ATTEMPT_AGAIN, ATTEMPT_FAILED } Attempt;

static bool grow_depth(Spin *s) {
    if (!s->summary.is_too_deep || s->summary.is_out_of_memory || s->is_depth_given || s->depth >= MOST_DEPTH ||
        s->notes.kind != FAULT_NONE)
        return false;
    s->depth *= 10;
    return true;
}

static void read_results(Spin *s) {
    Text text = {0};
    Diag d = {0};
    if (file_read(path_of(s, "pan.out"), &text, &d))
        spin_read_summary(text_str(&text), &s->summary);
    text_done(&text);
    diag_done(&d);
    spin_notes_done(&s->notes);
    read_notes(s, &s->notes);
}

static void complain_of_verifier(const Spin *s, int code) {
    Text said = {0}, words = {0};
    for (u32 i = 0; i < s->run.len; i++)
        text_add(&words, " %s", s->run.items[i]);
    read_output(s, "pan.out", &said);
    const char *hint = s->o->model ? "the model's own C code runs in it, unchecked" : "--keep DIR leaves it for a look";
    if (s->notes.failure.len)
        cli_error("%s", text_str(&s->notes.failure));
    else if (is_disk_full(s))
        ; // it has said so
    else if (spin_read_unknown_option(text_str(&said)))
        cli_error("SPIN's verifier has no option -%c", spin_read_unknown_option(text_str(&said)));
    else if (strstr(text_str(&said), "Valid Options are:"))
        cli_error("SPIN's verifier does not take these options:%s", text_str(&words));
    else if (code < 0)
        cli_error("SPIN's verifier has crashed: %s (%s)", strsignal(-code), hint);
    else
        cli_error("SPIN's verifier has ended without a result, exit code %d (%s)%s%s", code, hint,
                  said.len ? ":\n" : "", text_str(&said));
    text_done(&said);
    text_done(&words);
}

static Attempt run_made(Spin *s) {
    int code = 0;
    SpinEnd end;
    do {
        end = run_verifier(s, false, &code);
        read_results(s);
    } while (end == SPIN_ENDED && grow_depth(s));
    if (cut_short(s, end))
        return ATTEMPT_DONE;
    if (is_too_small(&s->notes))
        return enlarge(s, &s->notes.needs) ? ATTEMPT_AGAIN : ATTEMPT_DONE;
    if (s->notes.is_stopped || (s->notes.kind != FAULT_NONE && !s->notes.failure.len))
        return ATTEMPT_DONE;
    if (code == -SIGKILL)
        verdict_cut(&s->out.result.verdict, "SPIN's verifier was killed, perhaps for lack of memory");
    bool is_out_of_room = s->summary.is_out_of_memory || code == -SIGKILL;
    bool is_done = end != SPIN_MISSING && code != EXIT_USAGE && (s->summary.has_figures || s->notes.cut.len);
    if (!s->notes.failure.len && (is_done || is_out_of_room))
        return ATTEMPT_DONE;
    complain_of_verifier(s, code);
    return ATTEMPT_FAILED;
}

static Attempt attempt(Spin *s) {
    if (!is_possible(s, &s->size))
        return ATTEMPT_DONE;
    SpinEnd end = make_verifier(s);
    if (cut_short(s, end))
        return ATTEMPT_DONE;
    return end == SPIN_ENDED ? run_made(s) : ATTEMPT_FAILED;
}

// ---- what it means ----------------------------------------------------------------------------------------

static void take_bounds(Spin *s) {
    Verdict *v = &s->out.result.verdict;
    for (const char *line = text_str(&s->notes.bounds); *line; line += strcspn(line, "\n") + 1)
        verdict_bound(v, "%.*s", (int)strcspn(line, "\n"), line);
    if (s->notes.is_abstracted || s->has_unmatched)
        verdict_bound(v, "an abstraction");
}

static void take_cuts(Spin *s) {
    Verdict *v = &s->out.result.verdict;
    const SpinSummary *y = &s->summary;
    take_bounds(s);
    v->is_input_at_fault = s->notes.is_input_at_fault && v->ncuts == 0;
    if (s->notes.cut.len)
        verdict_cut(v, "%s", text_str(&s->notes.cut));
    if (s->notes.renumbers && is_fair(s))
        verdict_cut(v, "threads are started after others have ended, and SPIN's fairness (-f) cannot tell them apart");
    if (y->is_too_deep)
        verdict_cut(v, "SPIN's search depth was reached (-m%llu)", (unsigned long long)s->depth);
    if (y->is_out_of_memory && has_define(&s->compile, "MEMLIM"))
        verdict_cut(v, "SPIN ran out of memory (-DMEMLIM)");
    else if (y->is_out_of_memory)
        verdict_cut(v, "memory limit of %llu MiB reached by SPIN%s",
                    (unsigned long long)(s->out.search.memory_limit >> 20),
                    y->states ? "" : " before its search: -w and -m say how much it takes at once");
    if (s->is_probabilistic)
        verdict_cut(v, "probabilistic: SPIN told states apart by a hash");
    if (y->errors)
        verdict_cut(v, "SPIN reports: %s", y->first_error);
    if (y->is_incomplete || has_define(&s->compile, "BCS"))
        verdict_cut(v, "SPIN has not completed its search");
}

static void take_unasked(Spin *s) {
    SearchResult *r = &s->out.result;
    for (u32 k = 0; k < FAULT_COUNT; k++)
        r->unasked[k] = s->notes.unasked[k];
    r->first_unasked.kind = s->notes.first_unasked_kind;
    r->first_unasked.pc = UINT32_MAX;
    text_add(&r->first_unasked.text, "%s", text_str(&s->notes.first_unasked));
}

static bool read_schedule(Spin *s) {
    Text text = {0};
    Diag d = {0};
    const char *path = path_of(s, "notes" SPIN_SCHEDULE);
    bool is_ok =
        is_there(path) && file_read(path, &text, &d) && spin_read_schedule(text_str(&text), &s->out.result.schedule);
    text_done(&text);
    diag_done(&d);
    return is_ok;
}

// SPIN keeps no path to the violation that the library could write down: SPIN's own trail is run again, counting steps.
static SpinEnd replay_trail(Spin *s) {
    int code;
    s->keeps_depth = true;
    setenv(SPIN_REPLAY, "1", 1);
    SpinEnd end = spin_find_trail(s->directory) ? make_verifier(s) : SPIN_MISSING;
    return end == SPIN_ENDED ? run_verifier(s, true, &code) : end;
}

static bool is_one_step_short(Spin *s) {
    SearchResult *r = &s->out.result;
    r->fault.kind = s->notes.kind;
    return spin_find_last_step(s->out.program, &s->out.search, s->notes.kind, &r->schedule) &&
           search_confirm(s->out.program, &s->out.search, r);
}

static bool take_violation(Spin *s) {
    SearchResult *r = &s->out.result;
    if (!s->keeps_depth) {
        // The trail is that of the model without depth; its steps mean the same in the one with it.
        s->compile.len = 0;
        cut_short(s, replay_trail(s));
    }
    r->fault.kind = s->notes.kind;
    if (read_schedule(s) && (search_confirm(s->out.program, &s->out.search, r) || is_one_step_short(s)))
        return true;
    verdict_cut(&r->verdict, "SPIN's counterexample could not be replayed: %s", text_str(&s->notes.violation));
    return false;
}

// SPIN's trail is run again, and the steps between its lines are what was done.
static bool read_cycle(Spin *s, Schedule *out) {
    int code;
    Text text = {0};
    Diag d = {0};
    setenv(SPIN_STEPS, "1", 1);
    bool is_ok = spin_find_trail(s->directory) && run_verifier(s, true, &code) == SPIN_ENDED && file_read(path_of(s, "replay.out"), &text, &d) &&
                 spin_read_cycle(text_str(&text), out);
    unsetenv(SPIN_STEPS);
    text_done(&text);
    diag_done(&d);
    return is_ok;
}

// SOUND: a run is only reported if it comes back to where its cycle begins, and the formula, evaluated by heddle itself,
// does not hold of it.
static bool take_cycle(Spin *s) {
    SearchResult *r = &s->out.result;
    PropertySet *p = &s->out.search.properties;
    Diag d = {0};
    bool is_ok = read_cycle(s, &r->schedule) || diag_fail(&d, "SPIN's trail has no cycle");
    is_ok = is_ok && search_confirm_formula(s->out.program, &s->out.search, &r->vm, &r->schedule, &d);
    if (is_ok)
        prop_broken_formula(p, &r->schedule, &r->fault);
    else
        verdict_cut(&r->verdict, "SPIN's counterexample could not be replayed: %s", diag_text(&d));
    diag_done(&d);
    return is_ok;
}

static bool is_violated(const Spin *s) { return s->notes.kind != FAULT_NONE || (s->formula && s->summary.errors); }

static int tell(Spin *s) {
    SearchResult *r = &s->out.result;
    bool is_formula = s->formula && s->notes.kind == FAULT_NONE;
    bool is_shown = is_violated(s) && (is_formula ? take_cycle(s) : take_violation(s));
    if (!is_shown)
        take_cuts(s);
    verdict_conclude(&r->verdict, is_shown ? text_str(&r->fault.text) : NULL);
    outcome_replay(&s->out);
    outcome_tell(&s->out);
    return outcome_exit_code(&s->out);
}

// A violation that a model of the user's has found is told by SPIN's replay: it does not begin with main.
static void tell_trail(Spin *s) {
    int code;
    if (!spin_find_trail(s->directory))
        return;
    setenv(SPIN_TELL, "1", 1);
    if (run_verifier(s, true, &code) == SPIN_ENDED)
        show_output(s, "replay.out", stdout);
}

// Which bytes of a global are pointers is known outside of it, so to restore the global alone makes numbers of them.
static const char *hint_of(const Spin *s) {
    bool may_be_lost = s->notes.kind == FAULT_INVALID_POINTER && !strstr(text_str(&s->model), "csbuf");
    return may_be_lost ? " (to track globals with pointers, track csbuf too)" : "";
}

static int tell_model(Spin *s) {
    Text message = {0};
    Verdict *v = &s->out.result.verdict;
    if (s->notes.kind != FAULT_NONE)
        text_add(&message, "%s: %s%s", ir_kind_name[s->notes.kind], text_str(&s->notes.violation), hint_of(s));
    else if (s->summary.errors)
        text_add(&message, "SPIN: %s", s->summary.first_error);
    else
        take_cuts(s);
    verdict_conclude(v, message.len ? text_str(&message) : NULL);
    text_done(&message);
    outcome_tell(&s->out);
    fflush(stdout);
    if (v->kind == VERDICT_VIOLATED && !s->o->quiet)
        tell_trail(s);
    return outcome_exit_code(&s->out);
}

// ---- the command --------------------------------------------------------------------------------------------

static Attempt verify(Spin *s) {
    Attempt a;
    do {
        a = attempt(s);
    } while (a == ATTEMPT_AGAIN);
    return a;
}

// Faults first: a claim's search leaves out runs that cannot break the claim, and with them their faults.
static int search(Spin *s) {
    search_result_init(&s->out.search, &s->out.result);
    Attempt a = verify(s);
    bool is_cut = s->out.result.verdict.ncuts > 0; // by a limit, which is then reached
    if (a == ATTEMPT_DONE && s->o->formula && !is_violated(s) && !is_cut) {
        take_cuts(s);
        s->formula = s->o->formula;
        cli_set_formula(s->out.program, s->o, &s->out.search.properties);
        s->keeps_depth = false;
        a = verify(s);
    }
    int code = EXIT_USAGE;
    if (a != ATTEMPT_FAILED) {
        set_figures(&s->out.result.figures, s, &s->summary);
        take_unasked(s);
        code = s->o->model ? tell_model(s) : tell(s);
    }
    if (s->out.trace)
        report_free(s->out.trace);
    search_result_done(&s->out.result);
    spin_notes_done(&s->notes);
    return code;
}

// A model's runs do not begin with main, and are told as SPIN's trail.
static bool suits_model(const Options *o) {
    const char *option = o->program_args.len ? "arg" : o->trace ? "trace" : o->trace_runtime ? "trace-runtime" : NULL;
    if (o->model && option)
        cli_error("--%s is for programs with main, not for models: %s", option,
                  o->program_args.len ? "nobody runs main" : "a violation is shown as SPIN's trail");
    return !o->model || !option;
}

static bool set_search(Spin *s) {
    SearchOptions *so = &s->out.search;
    if (!suits_model(s->o) || !setup_search(s->o, so))
        return false;
    if (so->reduction == REDUCTION_DEFAULT)
        so->reduction = REDUCTION_SUPERSTEP;
    if (s->o->context_bound.is_set && s->o->context_bound.low != s->o->context_bound.high) {
        cli_error("--context-bound: SPIN tries one bound at a time");
        return false;
    }
    return true;
}

static bool load_program(Spin *s) {
    const PropertySet *p = &s->out.search.properties;
    Options plain = *s->o;
    plain.without_main = s->o->model != NULL;
    plain.bitcode_to = s->directory;
    s->out.program = cli_load(&plain, setup_keeps_locals(p), p->checked[FAULT_DATA_RACE]);
    PropertySet later = *p;         // the formula is looked at when faults have been
    return s->out.program && cli_set_invariants(s->out.program, s->o, &s->out.search.properties) &&
           cli_set_matching(s->out.program, s->o, &s->out.search) && cli_set_formula(s->out.program, s->o, &later);
}

static bool refuse_matching_with_formula(const Spin *s) {
    bool is_wrong = s->o->formula && search_has_matching(&s->out.search.matching, s->out.program);
    if (is_wrong)
        cli_error("--ltl cannot be used with a program that says what is matched (heddle.h): a cycle of states that are alike need not "
                  "be a run");
    return is_wrong;
}

static bool measure(Spin *s) {
    if (!s->o->model) {
        s->size = spin_guess_size(s->out.program, &s->out.search);
        if (s->o->verifiers)
            s->size.bytes = (s->size.bytes + COMMON_STEP - 1) / COMMON_STEP * COMMON_STEP;
        return true;
    }
    s->size = spin_guess_size_outside(s->out.program, &s->out.search);
    s->is_about_liveness = spin_is_about_liveness(text_str(&s->model));
    // SOUND: without it, the verifier would not look for the cycles that such properties are about.
    if (s->is_about_liveness && !has_word(&s->run, "-a") && !has_word(&s->run, "-l"))
        push(&s->run, "-a");
    if (!s->size.bytes)
        cli_error("the constructors of the program fail, or do not come to an end");
    return s->size.bytes > 0;
}

// Files that the model includes are looked for here and beside the model.
static void set_include_path(const Spin *s) {
    const char *old = getenv("CPATH"), *slash = s->o->model ? strrchr(s->o->model, '/') : NULL;
    const char *beside = slash ? arena_printf(s->arena, "%.*s", (int)(slash - s->o->model), s->o->model) : ".";
    if (beside[0] != '/')
        beside = arena_printf(s->arena, "%s/%s", s->here, beside);
    setenv("CPATH", arena_printf(s->arena, "%s:%s:%s%s%s", beside, s->here, s->include, old ? ":" : "", old ? old : ""),
           1);
}

static int run_in_directory(Spin *s) {
    if (!make_directory(s))
        return EXIT_USAGE;
    spin_tidy_directory(s->is_temporary ? s->directory : NULL);
    signals_tidy_with(spin_tidy);
    int code = EXIT_USAGE;
    if (load_program(s) && !refuse_matching_with_formula(s) && measure(s) && suits(s)) {
        set_include_path(s); // only now: it is not for the program
        setenv("LC_ALL", "C", 1); // what the tools say is read
        code = search(s);
    }
    remove_directory(s);
    spin_tidy_directory(NULL);
    return code;
}

// SPIN needs the compiler as well.
static bool has_tools(void) {
    static const char *const tools[] = {"spin", "gcc"};
    for (size_t i = 0; i < ARRAY_LEN(tools); i++)
        if (!spin_is_installed(tools[i])) {
            cli_error("there is no %s; install the package '%s'", tools[i], tools[i]);
            return false;
        }
    return true;
}

int command_spin(const Options *o) {
    Spin s = {.out = {.o = o}, .o = o, .arena = arena_new(), .depth = FIRST_DEPTH, .started = clock_seconds()};
    int code = EXIT_USAGE;
    s.out.tried = json_array();
    live_init(&s.live, o);
    if (has_tools() && set_search(&s) && outcome_is_writable(o->json) && outcome_is_writable(o->trace) && sort_words(&s) &&
        find_library(&s) && read_model(&s))
        code = run_in_directory(&s);
    if (s.out.program)
        program_free(s.out.program);
    text_done(&s.model);
    VEC_FREE(s.compile.items, s.compile.cap);
    VEC_FREE(s.generate.items, s.generate.cap);
    VEC_FREE(s.run.items, s.run.cap);
    json_decref(s.out.tried);
    arena_free(s.arena);
    return code;
}
