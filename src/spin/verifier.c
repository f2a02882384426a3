// SPDX-License-Identifier: Apache-2.0
// A verifier: the files that it is made of, SPIN and the compiler, and running it.
#define _GNU_SOURCE
#include "spin/spin_int.h"

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

enum { VECTOR_HEAD_ROOM = 2048 };
// of SPIN's hash table: slots, megabytes
enum { USUAL_TABLE_LOG = 24, USUAL_TABLE = 128, SMALLEST_TABLE_LOG = 12 };
#define FIRST_TABLE "-w20" // a million places, 8 MiB

const char *verifier_path(const Spin *s, const char *name) {
    return arena_printf(s->arena, "%s/%s", s->directory, name);
}

// ---- places -------------------------------------------------------------------------------------

bool verifier_is_there(const char *path) { return access(path, R_OK) == 0; }

static bool has_library(const Spin *s) {
    return verifier_is_there(arena_printf(s->arena, "%s/libheddle.so", s->library)) &&
           verifier_is_there(arena_printf(s->arena, "%s/libheddle.h", s->include));
}

// Beside the program where it was built; in lib and include where it was installed.
bool verifier_find_library(Spin *s) {
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
    diag_fail(&s->why,
              "libheddle is not installed: there must be %s/libheddle.so and %s/libheddle.h ('make "
              "install' puts them there)",
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

bool verifier_make_directory(Spin *s) {
    const char *given = getenv("TMPDIR"), *parent = given && *given ? given : "/tmp",
               *keep = s->o.keep;
    char *here = getcwd(NULL, 0);
    s->here = here ? arena_text(s->arena, here) : ".";
    free(here);
    s->is_temporary = !keep;
    const char *name = keep ? keep : arena_printf(s->arena, "%s/heddle-spin-XXXXXX", parent);
    char *path = name[0] == '/' ? arena_text(s->arena, name)
                                : arena_printf(s->arena, "%s/%s", s->here, name);
    if (keep ? !ensure_directory(path) : !mkdtemp(path)) {
        const char *why = strerror(errno);
        keep ? diag_fail(&s->why, "--keep %s: %s", keep, why)
             : diag_fail(&s->why, "cannot make a directory in %s: %s", parent, why);
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

void verifier_remove_directory(const Spin *s) {
    if (s->is_temporary && s->directory)
        nftw(s->directory, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

// ---- files --------------------------------------------------------------------------------------

static bool write_file(Spin *s, const char *name, Text *text) {
    bool is_ok = file_write(verifier_path(s, name), text_str(text), text->len, &s->why);
    text_done(text);
    return is_ok;
}

bool verifier_read_model(Spin *s) {
    bool is_ok = !s->o.model || file_read(s->o.model, &s->model, &s->why);
    if (is_ok && strlen(text_str(&s->model)) < s->model.len) {
        diag_fail(&s->why, "%s: not a model for SPIN: there are zero bytes in it", s->o.model);
        is_ok = false;
    }
    return is_ok;
}

static bool write_model(Spin *s) {
    Text model = {0};
    if (s->o.model) {
        spin_write_definitions(&model, s->compile.items, s->compile.len);
        spin_write_model(&model, s->o.model, text_str(&s->model));
    } else
        spin_write_driver(&model, s->o.setup->files.items[0], &s->size, s->keeps_depth, s->formula);
    return write_file(s, "model.pml", &model);
}

// Whether names of the program mean the same in C code of the model.
static bool has_same_width(Spin *s, const char *code) {
    u32 width = 8 * s->program->ptr_bytes, native = 8 * sizeof(void *);
    bool is_good = width == native || !spin_uses_names(s->program, code);
    if (!is_good)
        diag_fail(&s->why,
                  "the C code of a model is compiled for %u bits; it can use a program for %u only "
                  "through the functions of "
                  "libheddle",
                  native, width);
    return is_good;
}

static bool has_clear_names(Spin *s) {
    const char *name = spin_ambiguous_name(s->program, text_str(&s->model));
    if (name)
        diag_fail(
            &s->why,
            "the model uses '%s', of which several files of the program have one, each for itself",
            name);
    return !name;
}

// What the model calls is known when SPIN has made code of it, whatever files it has included.
static bool add_names(Spin *s, Text *glue) {
    Text code = {0};
    text_add(&code, "%s\n", text_str(&s->model));
    bool is_ok = file_read(verifier_path(s, "pan.m"), &code, &s->why);
    is_ok = is_ok && has_same_width(s, text_str(&code)) && has_clear_names(s);
    if (is_ok)
        spin_write_names(glue, s->program, text_str(&code));
    text_done(&code);
    return is_ok;
}

// Only the process that takes the step learns what such a function says; the others go on from the
// state after it.
static bool works_with_processes(Spin *s, const char *code) {
    static const char *const rows[][2] = {{"pan_invariant", "--invariant"},
                                          {"pan_context_bound", "--context-bound"},
                                          {"pan_abstraction", "--abstraction and pan_abs"}};
    bool has_several = words_define(&s->compile, "NCORE") || words_define(&s->compile, "BFS_PAR");
    for (size_t i = 0; has_several && i < ARRAY_LEN(rows); i++)
        if (spin_has_name(code, rows[i][0])) {
            diag_fail(&s->why,
                      "with -DNCORE and -DBFS_PAR several processes search, and %s tells only one "
                      "of them; use %s",
                      rows[i][0], rows[i][1]);
            return false;
        }
    return true;
}

// What a model tracks is known when SPIN has made code of it.
static bool look_at_tracking(Spin *s) {
    Text code = {0};
    bool is_ok = file_read(verifier_path(s, "pan.c"), &code, &s->why) &&
                 file_read(verifier_path(s, "pan.h"), &code, &s->why) &&
                 file_read(verifier_path(s, "pan.m"), &code, &s->why) &&
                 works_with_processes(s, text_str(&code));
    s->has_unmatched = strstr(text_str(&code), "#define HAS_STACK\t1") != NULL;
    if (!spin_has_name(text_str(&code), "pan_abs"))
        s->size.matched = 0;
    text_done(&code);
    return is_ok;
}

// Breadth-first, SPIN remembers of a state only what it compares.
static bool works_breadth_first(Spin *s) {
    bool has_unmatched = s->has_unmatched || (s->size.matched && !s->o.model);
    bool is_breadth_first =
        words_define(&s->compile, "BFS") || words_define(&s->compile, "BFS_PAR");
    if (is_breadth_first && has_unmatched)
        diag_fail(&s->why,
                  "SPIN cannot search breadth-first where states are compared by a part of what "
                  "they are: it would "
                  "lose the rest");
    return !is_breadth_first || !has_unmatched;
}

static bool write_glue(Spin *s) {
    Text glue = {0};
    if ((s->o.model && !look_at_tracking(s)) || !works_breadth_first(s))
        return false;
    SpinGlue g = {.directory = s->here,
                  .bitcode = s->directory,
                  .words = s->o.words.items,
                  .nwords = s->o.words.len,
                  .size = s->size,
                  .keeps_depth = s->keeps_depth && !s->o.model,
                  .is_users_model = s->o.model != NULL,
                  .formula = s->formula};
    spin_write_glue(&glue, &g);
    if (s->o.model && !add_names(s, &glue)) {
        text_done(&glue);
        return false;
    }
    return write_file(s, "glue.c", &glue);
}

// ---- running ------------------------------------------------------------------------------------

void verifier_output(const Spin *s, const char *name, Text *out) {
    Diag d = {0};
    file_read(verifier_path(s, name), out, &d);
    diag_done(&d);
}

static double time_left(const Spin *s) {
    if (s->o.setup->time_limit <= 0)
        return 0;
    double left = s->o.setup->time_limit - (clock_seconds() - s->started);
    return left > 0.001 ? left : 0.001;
}

// Tools on a full disk fail with strange messages, or none. Tries to write as much as they do.
bool verifier_fills_disk(Spin *s) {
    Text probe = {0};
    Diag d = {0};
    text_add(&probe, "%*s", 1 << 20, "");
    bool is_full = !file_write(verifier_path(s, "pan.tmp"), text_str(&probe), probe.len, &d);
    remove(verifier_path(s, "pan.tmp"));
    if (is_full)
        diag_fail(&s->why, "%s%s", diag_text(&d),
                  s->is_temporary ? " (TMPDIR says where heddle may write)" : "");
    text_done(&probe);
    diag_done(&d);
    return is_full;
}

// What a tool has said about the user's model, in plain words.
static bool explain(const Spin *s, const char *tool, const char *said, Text *out) {
    SpinSource source = {s->o.model, text_str(&s->model), s->directory};
    if (s->o.model && strcmp(tool, "spin") == 0)
        spin_explain_model(out, &source, said);
    else if (!spin_explain_options(out, said) && s->o.model &&
             !spin_explain_names(out, s->program, said))
        spin_explain_code(out, &source, said);
    return out->len > 0;
}

static void complain(Spin *s, const char *tool, const char *output) {
    Text said = {0}, plain = {0};
    verifier_output(s, output, &said);
    if (verifier_fills_disk(s))
        ; // it has said so
    else if (explain(s, tool, text_str(&said), &plain))
        diag_fail(&s->why, "%s", text_str(&plain));
    else
        diag_fail(&s->why, "%s has failed:\n%s", tool, text_str(&said));
    text_done(&said);
    text_done(&plain);
}

// A tool whose failure is a message. SPIN_ENDED only if it succeeded.
static SpinEnd run_tool(Spin *s, Words *argv, const char *package, const char *output) {
    words_push(argv, NULL);
    s->o.show.doing(s->o.show.arg, arena_printf(s->arena, "making a verifier: %s", argv->items[0]));
    SpinRun r = {.argv = argv->items,
                 .directory = s->directory,
                 .output = verifier_path(s, output),
                 .seconds = time_left(s),
                 .interrupted = s->o.interrupted};
    SpinEnd end = spin_run(&r);
    s->o.show.nothing(s->o.show.arg);
    if (end == SPIN_MISSING || (end == SPIN_ENDED && r.exit_code == 127)) {
        diag_fail(&s->why, "%s cannot be run; install the package '%s'", argv->items[0], package);
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
    words_push(&argv, "spin");
    words_push(&argv, "-a");
    for (u32 i = 0; i < s->generate.len; i++)
        words_push(&argv, s->generate.items[i]);
    words_push(&argv, "model.pml");
    return run_tool(s, &argv, "spin", "spin.out");
}

// SPIN would check one of several formulas, and say nothing of the others.
static bool has_one_claim(Spin *s) {
    Text said = {0};
    verifier_output(s, "spin.out", &said);
    bool has_several = strstr(text_str(&said), "only one claim is used") != NULL;
    text_done(&said);
    for (u32 i = 0; i < s->run.len && has_several; i++)
        has_several = strncmp(s->run.items[i], "-N", 2) != 0;
    if (has_several)
        diag_fail(&s->why, "the model has several formulas; choose one with -- -Nname");
    return !has_several;
}

// What SPIN compares may be csbuf, pan_abs or, in a model, both.
static u64 vector_bytes(const Spin *s) {
    u64 state = s->size.matched && !s->o.model ? 0 : s->size.bytes;
    return state + s->size.matched + 8 * MOST_PROCESSES + VECTOR_HEAD_ROOM;
}

// In megabytes.
static u64 memory_limit(const Spin *s) {
    u64 limit = s->search->memory_limit >> 20;
    return limit ? limit : 1;
}

// SPIN's minimized automaton wants to know how large states are.
static const char *with_size(const Spin *s) {
    return arena_printf(s->arena, "-DMA=%llu", (unsigned long long)vector_bytes(s) - 1);
}

// Nothing was chosen after --, and the model is heddle's: its states have no bytes that SPIN could
// leave out, so that they are compared as they are, and the table of hashes can begin small, since
// it grows.
static bool has_plain_store(const Spin *s) { return !s->compile.len && !s->o.model && !s->formula; }

static void add_all(Words *to, const char *const *words, size_t n) {
    for (size_t i = 0; i < n; i++)
        words_push(to, words[i]);
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
        words_are_fair(s) ? "-UNOFAIR" : "-DNOFAIR",
        s->is_about_liveness || s->formula ? "-USAFETY" : "-DSAFETY",
        arena_printf(s->arena, "-DCS_SIZE=%llu", (unsigned long long)s->size.bytes),
        arena_printf(s->arena, "-DPAN_ABS_SIZE=%llu", (unsigned long long)s->size.matched),
        arena_printf(s->arena, "-DVECTORSZ=%llu", (unsigned long long)vector_bytes(s)),
        arena_printf(s->arena, "-DMEMLIM=%llu", (unsigned long long)memory_limit(s))};
    add_all(argv, fixed, ARRAY_LEN(fixed));
    add_all(argv, plain, has_plain_store(s) ? ARRAY_LEN(plain) : 0);
    for (u32 i = 0; i < s->compile.len; i++)
        words_push(argv,
                   strcmp(s->compile.items[i], "-DMA") == 0 ? with_size(s) : s->compile.items[i]);
}

static SpinEnd compile_to(Spin *s, const char *object) {
    Words argv = {0};
    const char *const rest[] = {arena_printf(s->arena, "-I%s", s->include),
                                arena_printf(s->arena, "-I%s", s->here),
                                "-c",
                                "pan.c",
                                "-o",
                                object};
    add_compiler(s, &argv);
    add_all(&argv, rest, ARRAY_LEN(rest));
    return run_tool(s, &argv, "gcc", "gcc.out");
}

// Where a verifier is kept that other runs can use too; NULL, after a message, if it cannot be.
static const char *kept_object(Spin *s) {
    Words argv = {0};
    u64 key[2];
    const char *dir = s->o.verifiers,
               *from = dir[0] == '/' ? "" : arena_printf(s->arena, "%s/", s->here);
    add_compiler(s, &argv);
    bool is_ok = spin_key(s->directory, arena_printf(s->arena, "%s/libheddle.h", s->include),
                          argv.items, argv.len, key, &s->why);
    if (is_ok && mkdir(dir, 0777) != 0 && errno != EEXIST)
        is_ok = diag_fail(&s->why, "%s: %s", dir, strerror(errno));
    VEC_FREE(argv.items, argv.cap);
    return is_ok ? arena_printf(s->arena, "%s%s/%016llx%016llx.o", from, dir,
                                (unsigned long long)key[0], (unsigned long long)key[1])
                 : NULL;
}

// *object becomes the compiled model.
static SpinEnd compile(Spin *s, const char **object) {
    *object = "pan.o";
    // files that a model of the user's includes are not part of the key
    if (!s->o.verifiers || s->o.model)
        return compile_to(s, *object);
    *object = kept_object(s);
    if (!*object)
        return SPIN_STOPPED;
    if (verifier_is_there(*object))
        return SPIN_ENDED;
    // Others may be at it too; whoever is last replaces it by the same.
    const char *part = arena_printf(s->arena, "%s.%d", *object, (int)getpid());
    SpinEnd end = compile_to(s, part);
    if (end == SPIN_ENDED && rename(part, *object) != 0) {
        diag_fail(&s->why, "%s: %s", *object, strerror(errno));
        end = SPIN_STOPPED;
    }
    if (end != SPIN_ENDED)
        remove(part);
    return end;
}

static SpinEnd link_with(Spin *s, const char *object) {
    Words argv = {0};
    const char *const rest[] = {arena_printf(s->arena, "-I%s", s->include),
                                arena_printf(s->arena, "-I%s", s->here), "-o", "pan", object,
                                "glue.c", arena_printf(s->arena, "-L%s", s->library), "-lheddle",
                                arena_printf(s->arena, "-Wl,-rpath,%s", s->library),
                                // reading all that libheddle needs takes longer than the rest
                                "-Wl,--allow-shlib-undefined", "-pthread"};
    add_compiler(s, &argv);
    add_all(&argv, rest, ARRAY_LEN(rest));
    return run_tool(s, &argv, "gcc", "gcc.out");
}

// SPIN_ENDED if all went well.
SpinEnd verifier_make(Spin *s) {
    SpinEnd end = write_model(s) ? generate(s) : SPIN_STOPPED;
    if (end == SPIN_ENDED && (!has_one_claim(s) || !write_glue(s)))
        end = SPIN_STOPPED;
    const char *object;
    if (end == SPIN_ENDED)
        end = compile(s, &object);
    return end == SPIN_ENDED ? link_with(s, object) : end;
}

void verifier_notes(const Spin *s, SpinNotes *out) {
    Text text = {0};
    Diag d = {0};
    *out = (SpinNotes){0};
    if (verifier_is_there(verifier_path(s, "notes")) &&
        file_read(verifier_path(s, "notes"), &text, &d))
        spin_read_notes(text_str(&text), out);
    text_done(&text);
    diag_done(&d);
}

bool verifier_is_too_small(const SpinNotes *n) {
    return n->needs.threads || n->needs.alternatives || n->needs.bytes || n->needs.matched;
}

void verifier_figures(Figures *f, const Spin *s, const SpinSummary *y) {
    f->states = y->states;
    f->transitions = y->transitions;
    f->depth = y->depth;
    f->memory = (u64)y->memory;
    f->workers = 1;
    f->seconds = clock_seconds() - s->started;
}

// The end of what the verifier has printed so far has its figures.
static void show_progress(const Spin *s) {
    const SpinShow *show = &s->o.show;
    char tail[1024] = "";
    SpinSummary now;
    FILE *f = show->is_due(show->arg) ? fopen(verifier_path(s, "pan.out"), "r") : NULL;
    if (!f)
        return;
    if (fseek(f, -(long)(sizeof tail - 1), SEEK_END) != 0)
        rewind(f);
    tail[fread(tail, 1, sizeof tail - 1, f)] = '\0';
    fclose(f);
    Figures figures = {0};
    if (!spin_read_progress(tail, &now)) {
        show->doing(show->arg, "SPIN searches");
        return;
    }
    verifier_figures(&figures, s, &now);
    show->reached(show->arg, &figures);
}

// One of several processes may have found that a larger verifier is needed; the others need not go
// on.
static bool needs_more(void *arg) {
    SpinNotes notes;
    show_progress(arg);
    verifier_notes(arg, &notes);
    bool is_over = verifier_is_too_small(&notes) || notes.failure.len || notes.stopped.len;
    spin_notes_done(&notes);
    return is_over;
}

// SPIN's table of states, as a power of 2: a part of little memory.
static u32 table_size(const Spin *s) {
    u32 log = USUAL_TABLE_LOG;
    for (u64 megabytes = USUAL_TABLE; log > SMALLEST_TABLE_LOG && 4 * megabytes > memory_limit(s);
         megabytes /= 2)
        log--;
    return log;
}

SpinEnd verifier_run(Spin *s, bool is_replay, int *exit_code) {
    Words argv = {0};
    words_push(&argv, "./pan");
    words_push(&argv, arena_printf(s->arena, "-m%llu", (unsigned long long)s->depth));
    if (memory_limit(s) < 2 * USUAL_TABLE && !words_define(&s->compile, "BITSTATE"))
        words_push(&argv, arena_printf(s->arena, "-w%u", table_size(s)));
    else if (has_plain_store(s))
        words_push(&argv, FIRST_TABLE);
    for (u32 i = 0; i < s->run.len; i++)
        if (s->formula || s->is_about_liveness || !word_is_about_cycles(s->run.items[i]))
            words_push(&argv, s->run.items[i]);
    if (s->formula)
        words_push(&argv, "-a");
    if (is_replay)
        words_push(&argv, "-r");
    words_push(&argv, NULL);
    setenv(SPIN_NOTES, verifier_path(s, "notes"), 1);
    remove(verifier_path(s, "notes"));
    SpinRun r = {.argv = argv.items,
                 .directory = s->directory,
                 .output = verifier_path(s, is_replay ? "replay.out" : "pan.out"),
                 .seconds = time_left(s),
                 .interrupted = s->o.interrupted,
                 .should_stop = needs_more,
                 .arg = s};
    SpinEnd end = spin_run(&r);
    s->o.show.nothing(s->o.show.arg);
    *exit_code = r.exit_code;
    VEC_FREE(argv.items, argv.cap);
    return end;
}
