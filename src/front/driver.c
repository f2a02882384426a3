// SPDX-License-Identifier: Apache-2.0
// The way in: checks the input files, runs clang on the sources, and loads the result. LLVM code
// that the user gives is first loaded in a child process, because damaged code can crash LLVM
// itself.
#define _GNU_SOURCE
#include "front/front_int.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <llvm-c/ErrorHandling.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

#define GUARD_SECONDS 60 // longest loading of LLVM code

// ---- temporary files ----------------------------------------------------------------------------

// The only mutable globals of the room: what a signal handler must end and remove. temp_dir is ""
// when there is no directory, helper 0 when no process runs for us.
static char temp_dir[512];
static volatile sig_atomic_t temp_files;
static volatile pid_t helper;

// dir/N.bc, without anything that a signal handler may not call.
static void temp_path(char *out, u32 n) {
    size_t len = strlen(temp_dir);
    memcpy(out, temp_dir, len);
    out[len++] = '/';
    for (u32 scale = 10000; scale; scale /= 10)
        out[len++] = (char)('0' + n / scale % 10);
    memcpy(out + len, ".bc", 4);
}

// The path of one more temporary file, which is not there yet.
static const char *temp_new(Arena *arena) {
    char path[sizeof temp_dir + 16];
    temp_path(path, (u32)temp_files);
    temp_files++;
    return arena_text(arena, path);
}

void front_cleanup(void) {
    char path[sizeof temp_dir + 16];
    if (helper > 0)
        kill(helper, SIGKILL);
    if (!temp_dir[0])
        return;
    for (u32 i = 0; i < (u32)temp_files; i++) {
        temp_path(path, i);
        unlink(path);
    }
    rmdir(temp_dir);
    temp_dir[0] = '\0';
}

static bool temp_begin(Diag *d) {
    const char *base = getenv("TMPDIR");
    char path[sizeof temp_dir];
    int n = snprintf(path, sizeof path, "%s/heddle-XXXXXX", base && base[0] ? base : "/tmp");
    if (n < 0 || (size_t)n >= sizeof path || !mkdtemp(path)) {
        return diag_fail(d, "cannot make a temporary directory in %s: %s",
                         base && base[0] ? base : "/tmp", strerror(errno));
    }
    temp_files = 0;
    memcpy(temp_dir, path, sizeof path);
    return true;
}

// ---- inputs -------------------------------------------------------------------------------------

typedef enum InputKind { INPUT_NONE, INPUT_C, INPUT_CXX, INPUT_LLVM } InputKind;

static const char *suffix_of(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    return dot ? dot : "";
}

static bool is_compiled(const char *path) {
    const char *suffix = suffix_of(path);
    return strcmp(suffix, ".o") == 0 || strcmp(suffix, ".s") == 0 || strcmp(suffix, ".S") == 0;
}

static bool is_preprocessed(const char *path) {
    const char *suffix = suffix_of(path);
    return strcmp(suffix, ".i") == 0 || strcmp(suffix, ".ii") == 0;
}

static InputKind input_kind(const char *path) {
    static const struct {
        const char *suffix;
        InputKind kind;
    } known[] = {{".c", INPUT_C},     {".i", INPUT_C},     {".cc", INPUT_CXX},
                 {".cpp", INPUT_CXX}, {".cxx", INPUT_CXX}, {".C", INPUT_CXX},
                 {".ii", INPUT_CXX},  {".ll", INPUT_LLVM}, {".bc", INPUT_LLVM}};
    for (u32 i = 0; i < ARRAY_LEN(known); i++)
        if (strcmp(suffix_of(path), known[i].suffix) == 0)
            return known[i].kind;
    return INPUT_NONE;
}

bool front_reads(const char *file) { return input_kind(file) != INPUT_NONE; }
bool front_is_c(const char *file) { return input_kind(file) == INPUT_C; }
bool front_is_source(const char *file) { return input_kind(file) != INPUT_LLVM; }

static bool check_input(const char *path, Diag *d) {
    struct stat st;
    if (stat(path, &st) != 0)
        return diag_fail(d, "cannot read %s: %s", path, strerror(errno));
    if (S_ISDIR(st.st_mode)) {
        return diag_fail(d, "%s is a directory; give the files in it that make up the program",
                         path);
    }
    if (!S_ISREG(st.st_mode))
        return diag_fail(d, "%s is not a regular file", path);
    if (is_compiled(path)) {
        return diag_fail(d, "%s is code for a processor; give the sources that it was made of",
                         path);
    }
    if (input_kind(path) == INPUT_NONE) {
        return diag_fail(
            d,
            "%s: unknown kind of file; heddle reads .c, .i, .cc, .cpp, .cxx, .C, .ii, .ll and .bc",
            path);
    }
    if (access(path, R_OK) != 0)
        return diag_fail(d, "cannot read %s: %s", path, strerror(errno));
    return true;
}

// ---- clang --------------------------------------------------------------------------------------

typedef struct Argv {
    const char **at;
    u32 n, cap;
} Argv;

static void arg_add(Argv *a, const char *arg) { VEC_PUSH(a->at, a->n, a->cap) = arg; }

static bool has_arg(const FrontOptions *o, const char *arg) {
    for (u32 i = 0; i < o->ncompiler_args; i++)
        if (strcmp(o->compiler_args[i], arg) == 0)
            return true;
    return false;
}

// Whether the file is read as C++: by its name, unless -x says otherwise.
static bool is_cxx_file(const FrontOptions *o, const char *file) {
    InputKind kind = input_kind(file);
    const char *language = "";
    for (u32 i = 0; i < o->ncompiler_args; i++)
        if (strcmp(o->compiler_args[i], "-x") == 0 && i + 1 < o->ncompiler_args)
            language = o->compiler_args[++i];
    bool is_named = *language && strcmp(language, "none") != 0;
    return kind != INPUT_LLVM && (is_named ? strncmp(language, "c++", 3) == 0 : kind == INPUT_CXX);
}

// The file that this code is in: the program, or the library.
static bool own_path(char *path, size_t size) {
    Dl_info info;
    if (dladdr(HEDDLE_INCLUDE_DIR, &info) && info.dli_fname && info.dli_fname[0] == '/') {
        int n = snprintf(path, size, "%s", info.dli_fname);
        return n > 0 && (size_t)n < size;
    }
    ssize_t n = readlink("/proc/self/exe", path, size - 1);
    path[n > 0 ? n : 0] = '\0';
    return n > 0;
}

// heddle.h beside an installed program or library.
static const char *installed_include(Arena *arena) {
    char path[1024];
    char *slash = own_path(path, sizeof path) ? strrchr(path, '/') : NULL;
    if (!slash)
        return NULL;
    *slash = '\0';
    const char *dir = arena_printf(arena, "%s/../include", path);
    return access(arena_printf(arena, "%s/heddle.h", dir), R_OK) == 0 ? dir : NULL;
}

// Optimisers load what a program would not have loaded, where that cannot be noticed: as a race it
// can. With these clang does what it does for its thread sanitizer, but adds no code of its own
// except a call of __tsan_init.
static const char *const keep_accesses[] = {"-fsanitize=thread",
                                            "-mllvm",
                                            "-tsan-instrument-memory-accesses=0",
                                            "-mllvm",
                                            "-tsan-instrument-atomics=0",
                                            "-mllvm",
                                            "-tsan-instrument-func-entry-exit=0",
                                            "-mllvm",
                                            "-tsan-instrument-memintrinsics=0"};

bool front_is_optimized(const FrontOptions *o) {
    return o->opt_level && strcmp(o->opt_level, "-O0") != 0;
}

// (That sanitizer does not exist for 32 bits.)
static bool needs_accesses_kept(const FrontOptions *o) {
    return o->finds_races && front_is_optimized(o) && !has_arg(o, "-m32");
}

// Names that clang takes for macros in preprocessed files, too, and that programs use for their
// own.
static const char *const plain_macros[] = {"-Ulinux", "-Uunix", "-Ui386"};

static void clang_args(const FrontOptions *o, const char *file, bool is_cxx, const char *out,
                       bool has_passes, Arena *arena, Argv *a) {
    static const char *const fixed[] = {"-c",
                                        "-emit-llvm",
                                        "-g",
                                        "-fno-discard-value-names",
                                        "-O0",
                                        "-Xclang",
                                        "-disable-O0-optnone",
                                        "-Xclang",
                                        "-fno-temp-file",
                                        "-fno-crash-diagnostics",
                                        "-Qunused-arguments"};
    arg_add(a, is_cxx ? "clang++-19" : "clang-19");
    for (u32 i = 0; i < ARRAY_LEN(fixed); i++)
        arg_add(a, fixed[i]);
    if (!has_passes) {
        arg_add(a, "-Xclang");
        arg_add(a, "-disable-llvm-passes");
    }
    for (u32 i = 0; i < ARRAY_LEN(keep_accesses) && needs_accesses_kept(o); i++)
        arg_add(a, keep_accesses[i]);
    if (!front_is_optimized(o)) {
        arg_add(a, "-Xclang");
        // alone, it only marks where scopes begin and end
        arg_add(a, "-fsanitize-address-use-after-scope");
    }
    if (is_cxx && !has_arg(o, "-fexceptions"))
        arg_add(a, "-fno-exceptions");
    const char *installed = installed_include(arena),
               *include = installed ? installed : HEDDLE_INCLUDE_DIR;
    if (is_cxx) {
        arg_add(a, "-isystem"); // before libstdc++'s own headers
        arg_add(a, arena_printf(arena, "%s/cxx", include));
    }
    for (u32 i = 0; i < o->ncompiler_args; i++)
        arg_add(a, o->compiler_args[i]);
    for (u32 i = 0; i < ARRAY_LEN(plain_macros) && is_preprocessed(file); i++) {
        arg_add(a, "-Xclang");
        arg_add(a, plain_macros[i]);
    }
    arg_add(a, "-idirafter");
    arg_add(a, include);
    arg_add(a, "-o");
    arg_add(a, out);
    arg_add(a, file[0] == '-' ? arena_printf(arena, "./%s", file) : file);
    arg_add(a, NULL);
}

static void write_all(int fd, const char *s) {
    size_t n = strlen(s);
    while (n) {
        ssize_t k = write(fd, s, n);
        if (k < 0 && errno == EINTR)
            continue;
        if (k <= 0)
            return;
        s += k;
        n -= (size_t)k;
    }
}

// `log`: where its messages go.
static bool run_clang(const char *const *argv, const char *file, const char *log, Diag *d) {
    pid_t child;
    int status;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC,
                                     0600);
    int error = posix_spawnp(&child, argv[0], &actions, NULL, (char *const *)argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error) {
        return diag_fail(d, "cannot run %s: %s; install the package clang-19", argv[0],
                         strerror(error));
    }
    helper = child;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            helper = 0;
            return diag_fail(d, "cannot wait for %s: %s", argv[0], strerror(errno));
        }
    }
    helper = 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return diag_fail(d, "cannot run %s; install the package clang-19", argv[0]);
    if (!WIFEXITED(status)) {
        return diag_fail(d, "cannot compile %s: %s was ended by signal %d", file, argv[0],
                         WTERMSIG(status));
    }
    return WEXITSTATUS(status) == 0 || diag_fail(d, "cannot compile %s", file);
}

const char *temp_write(const Text *code, Arena *arena, Diag *d) {
    const char *path = temp_new(arena);
    return file_write(path, text_str(code), code->len, d) ? path : NULL;
}

bool clang_run(const char *const *argv, const char *file, Text *said, Arena *arena, Diag *d) {
    const char *log = temp_new(arena);
    bool is_good = run_clang(argv, file, log, d);
    Diag unreadable = {0};
    file_read(log, said, &unreadable);
    diag_done(&unreadable);
    return is_good;
}

static bool try_clang(const FrontOptions *o, const char *file, const char *from, const char *out,
                      bool has_passes, Text *said, Arena *arena, Diag *d) {
    Argv a = {0};
    clang_args(o, from, is_cxx_file(o, file), out, has_passes, arena, &a);
    bool is_good = clang_run(a.at, file, said, arena, d);
    VEC_FREE(a.at, a.cap);
    return is_good;
}

// `o` with declarations in front of the source, for functions that return nothing and were called
// before: clang does not take back what it has assumed of them, gcc does.
static FrontOptions with_declared(const FrontOptions *o, const Names *names, bool has_macros,
                                  Arena *arena) {
    Text code = {0};
    text_add(&code, "#pragma clang system_header\n"); // no warnings
    for (u32 i = 0; i < names->n; i++)
        text_add(&code, "void %s();\n", names->at[i]);
    const char *path = temp_write(&code, arena, NULL);
    text_done(&code);
    const char *const words[] = {"-Xclang", "-include", "-Xclang", path};
    FrontOptions more = *o;
    more.ncompiler_args = 0;
    for (u32 i = 0; i < ARRAY_LEN(words) && path; i++)
        if (!has_macros || i % 2)
            more = options_with(&more, words[i], arena);
    for (u32 i = 0; i < o->ncompiler_args; i++)
        more = options_with(&more, o->compiler_args[i], arena);
    return more;
}

// Runs clang on `from` (o's file `file`, or code made of it). False with a message, and with
// clang's in `said`.
static bool compile_to(const FrontOptions *o, const char *file, const char *from, const char *out,
                       bool has_passes, Text *said, Arena *arena, Diag *d) {
    Names declared = {0};
    bool is_good = try_clang(o, file, from, out, has_passes, said, arena, d);
    if (!is_good && front_is_c(file))
        complaint_implicit(said, &declared, arena);
    if (declared.n) {
        bool has_macros = from != file || !is_preprocessed(file);
        FrontOptions more = with_declared(o, &declared, has_macros, arena);
        Text again = {0};
        is_good = try_clang(&more, file, from, out, has_passes, &again, arena, NULL);
        if (is_good) {
            diag_done(d);
            text_done(said);
            *said = again;
        } else {
            text_done(&again);
        }
    }
    VEC_FREE(declared.at, declared.cap);
    return is_good;
}

// The path of the result, NULL with a message.
static const char *compile_step(const FrontOptions *o, const char *file, const char *from,
                                bool has_passes, Text *said, Arena *arena, Diag *d) {
    const char *out = temp_new(arena);
    return compile_to(o, file, from, out, has_passes, said, arena, d) ? out : NULL;
}

// ---- propositions -------------------------------------------------------------------------------
// Each becomes a function behind the end of the first source that knows the names in it.

typedef struct Placed {
    u32 file;      // o->nfiles: none
    bool is_call;  // it is the name of a function
    bool is_event; // no source knows it: it must be an event
} Placed;

static bool is_name(const char *s) {
    bool is_good = isalpha((unsigned char)s[0]) || s[0] == '_';
    for (; *s && is_good; s++)
        is_good = isalnum((unsigned char)*s) || *s == '_';
    return is_good;
}

// The pragmas: what the user's options forbid may stand here; what would quietly mean something
// else may not.
static void add_proposition(Text *out, const FrontOptions *o, u32 i, bool is_call, bool is_cxx) {
    text_add(out,
             "#pragma clang diagnostic ignored \"-Weverything\"\n"
             "#pragma clang diagnostic error \"-Wimplicit-function-declaration\"\n"
             "#pragma clang diagnostic error \"-Wpointer-bool-conversion\"\n"
             "#pragma clang diagnostic error \"-Wstring-conversion\"\n"
             "#line 1 \"proposition\"\n"
             "%sint " PROPOSITION_NAME "%u(void) { return (%s%s) ? 1 : 0; }\n",
             is_cxx ? "extern \"C\" " : "", i, o->propositions[i], is_call ? "()" : "");
}

// `o` with the options that make clang read the source `file` and then code.
static FrontOptions with_source(const FrontOptions *o, const char *file, Arena *arena) {
    FrontOptions more = options_with(o, "-include", arena);
    more = options_with(&more, file, arena);
    more = options_with(&more, "-x", arena);
    more = options_with(&more, is_cxx_file(o, file) ? "c++" : "c", arena);
    for (u32 i = 0; i < ARRAY_LEN(plain_macros) && is_preprocessed(file); i++)
        more = options_with(&more, plain_macros[i], arena);
    return more;
}

// `o` without -w, under which clang does not see what the pragmas of propositions make errors.
static FrontOptions with_warnings(const FrontOptions *o, Arena *arena) {
    FrontOptions loud = *o;
    const char **args = arena_alloc(arena, (o->ncompiler_args + 1) * sizeof *args);
    loud.ncompiler_args = 0;
    for (u32 i = 0; i < o->ncompiler_args; i++)
        if (strcmp(o->compiler_args[i], "-w") != 0)
            args[loud.ncompiler_args++] = o->compiler_args[i];
    loud.compiler_args = args;
    return loud;
}

static bool is_compilable(const FrontOptions *o, u32 i, Placed at, bool is_silent, Arena *arena) {
    const char *file = o->files[at.file];
    Text code = {0}, said = {0};
    Diag d = {0};
    FrontOptions own = options_of(o, at.file, arena);
    add_proposition(&code, o, i, at.is_call, is_cxx_file(&own, file));
    const char *path = temp_write(&code, arena, NULL);
    text_done(&code);
    FrontOptions loud = with_warnings(&own, arena), source = with_source(&loud, file, arena);
    FrontOptions only = options_with(&source, "-fsyntax-only", arena);
    bool is_good = path && compile_to(&only, file, path, "/dev/null", true, &said, arena, &d);
    if (!is_silent)
        write_all(STDERR_FILENO, text_str(&said));
    text_done(&said);
    diag_done(&d);
    return is_good;
}

// The code behind the file: for its propositions, and for inline functions whose bodies must stay.
// NULL without a message if there is none.
static const char *code_of(const FrontOptions *o, const Placed *places, const Names *inlines,
                           u32 file, Arena *arena, Diag *d) {
    Text code = {0};
    inline_declare(inlines, &code);
    for (u32 i = 0; i < o->npropositions; i++)
        if (places[i].file == file)
            add_proposition(&code, o, i, places[i].is_call, is_cxx_file(o, o->files[file]));
    const char *path = code.len ? temp_write(&code, arena, d) : NULL;
    text_done(&code);
    return path;
}

// ---- compiling ----------------------------------------------------------------------------------

// True if the file that clang has refused is good with one more option.
static bool passes_with(const FrontOptions *o, const char *file, const char *arg, Arena *arena) {
    FrontOptions more = options_with(o, arg, arena);
    FrontOptions only = options_with(&more, "-fsyntax-only", arena);
    Text said = {0};
    Diag d = {0};
    bool is_good = compile_to(&only, file, file, "/dev/null", true, &said, arena, &d);
    text_done(&said);
    diag_done(&d);
    return is_good;
}

// True if a C++ file that clang has refused is good apart from its use of exceptions.
static bool needs_exceptions(const FrontOptions *o, const char *file, Arena *arena) {
    return is_cxx_file(o, file) && !has_arg(o, "-fexceptions") && !has_arg(o, "-fno-exceptions") &&
           passes_with(o, file, "-fexceptions", arena);
}

// The options that would let a file pass that clang has refused, each with a space before it; NULL:
// none are known.
static const char *saving_options(const FrontOptions *o, const char *file, const Text *said,
                                  Arena *arena) {
    static const char *const c[] = {"-std=gnu89", "-std=gnu23", "-fms-extensions", "-fblocks"};
    static const char *const cxx[] = {"-std=c++20", "-std=c++23", "-std=c++14", "-std=c++98"};
    if (passes_with(o, file, "-w", arena))
        return NULL; // refused later than by its syntax, whatever the options
    const char *const *tried = is_cxx_file(o, file) ? cxx : c;
    Names groups = {0};
    Text words = {0};
    FrontOptions more = *o;
    complaint_groups(said, &groups, arena);
    for (u32 i = 0; i < groups.n; i++) {
        const char *word = arena_printf(arena, "-Wno-error=%s", groups.at[i]);
        more = options_with(&more, word, arena);
        text_add(&words, " %s", word);
    }
    const char *found = groups.n && passes_with(&more, file, "-w", arena)
                            ? arena_text(arena, text_str(&words))
                            : NULL;
    for (u32 i = 0; i < ARRAY_LEN(c) && !found; i++)
        if (passes_with(o, file, tried[i], arena))
            found = arena_printf(arena, " %s", tried[i]);
    text_done(&words);
    VEC_FREE(groups.at, groups.cap);
    return found;
}

// True if no program for 32 bits can include headers here.
static bool lacks_narrow_headers(const FrontOptions *o, bool is_cxx, Arena *arena) {
    if (!has_arg(o, "-m32"))
        return false;
    Text code = {0};
    text_add(&code, "#include <%s>\n", is_cxx ? "cstdio" : "stdio.h");
    const char *path = temp_write(&code, arena, NULL);
    text_done(&code);
    const char *argv[] = {is_cxx ? "clang++-19" : "clang-19",
                          "-m32",
                          "-fsyntax-only",
                          "-x",
                          is_cxx ? "c++" : "c",
                          path,
                          NULL};
    return path && !run_clang(argv, path, "/dev/null", NULL);
}

// Says more than that clang has refused the file, where more is known.
static void explain_refusal(const FrontOptions *o, const char *file, const Text *said, Arena *arena,
                            Diag *d) {
    bool is_cxx = is_cxx_file(o, file);
    const char *reason = complaint_reason(said), *options;
    if (needs_exceptions(o, file, arena)) {
        diag_fail(d,
                  "%s uses C++ exceptions, which heddle does not follow; with -fexceptions it "
                  "checks the program, and a run "
                  "that throws one makes the verdict unknown",
                  file);
    } else if (lacks_narrow_headers(o, is_cxx, arena)) {
        diag_fail(d,
                  "cannot compile %s: there are no headers for 32 bits (-m32) here; install the "
                  "package %s",
                  file, is_cxx ? "g++-multilib" : "gcc-multilib");
    } else if (reason) {
        diag_fail(d, "cannot compile %s: %s", file, reason);
    } else if (said->len && (options = saving_options(o, file, said, arena))) {
        diag_fail(d, "cannot compile %s; with%s clang would take it", file, options);
    }
}

static bool has_places(const FrontOptions *o) {
    bool has = false;
    for (u32 i = 0; i < o->nplaces && !has; i++)
        has = o->places[i].name != NULL;
    return has;
}

// Whether what clang says is told.
typedef enum Loudness { LOUD_ALWAYS, LOUD_IF_GOOD, LOUD_NEVER } Loudness;

// With the optimiser on, functions that it must leave alone are marked between clang's front end
// and its passes. `code`: what is read behind the file; NULL: nothing.
static const char *try_one(const FrontOptions *o, const char *file, const char *code, Loudness how,
                           Arena *arena, Diag *d) {
    FrontOptions source = code ? with_source(o, file, arena) : *o;
    const char *from = code ? code : file;
    Text said = {0}, again = {0};
    const char *path = compile_step(&source, file, from, true, &said, arena, d);
    if (how == LOUD_ALWAYS || (path && how == LOUD_IF_GOOD))
        write_all(STDERR_FILENO, text_str(&said));
    if (!path && how == LOUD_ALWAYS)
        explain_refusal(o, file, &said, arena, d);
    text_done(&said);
    bool is_protected = path && front_is_optimized(o) && protect_is_mentioned(path);
    if (!path || (!is_protected && !has_places(o)))
        return path;
    const char *raw = compile_step(&source, file, from, false, &again, arena, d);
    bool is_changed = raw && is_protected && protect_functions(raw);
    is_changed = (raw && place_mark(raw, o)) || is_changed;
    if (is_changed)
        path = compile_step(o, file, raw, true, &again, arena, d);
    text_done(&again); // the same as before
    return raw ? path : NULL;
}

static const char *compile_one(const FrontOptions *o, const char *file, const char *code,
                               Arena *arena, Diag *d) {
    return try_one(o, file, code, LOUD_ALWAYS, arena, d);
}

static const char *compile_file(const FrontOptions *o, const Placed *places, const Names *inlines,
                                u32 i, Arena *arena, Diag *d) {
    FrontOptions own = options_of(o, i, arena);
    const char *code = code_of(&own, places, inlines, i, arena, d);
    return *diag_text(d) ? NULL : compile_one(&own, o->files[i], code, arena, d);
}

static const char *first_llvm_file(const FrontOptions *o) {
    for (u32 i = 0; i < o->nfiles; i++)
        if (input_kind(o->files[i]) == INPUT_LLVM)
            return o->files[i];
    return NULL;
}

static u32 first_source(const FrontOptions *o) {
    u32 f = 0;
    while (f < o->nfiles && input_kind(o->files[f]) == INPUT_LLVM)
        f++;
    return f;
}

// No file knows it. A program that does not compile has its own messages; else clang says what is
// wrong with the proposition.
static bool fail_proposition(const FrontOptions *o, u32 i, Arena *arena, Diag *d) {
    u32 first = first_source(o);
    if (first < o->nfiles) {
        FrontOptions own = options_of(o, first, arena);
        if (!compile_one(&own, o->files[first], NULL, arena, d))
            return false;
        is_compilable(o, i, (Placed){.file = first}, false, arena);
    }
    const char *meant = o->meant ? o->meant[i] : NULL;
    return diag_fail(d,
                     "the proposition '%s' is neither a function of the program without parameters "
                     "nor an expression over "
                     "its global variables%s%s%s%s%s",
                     o->propositions[i],
                     is_name(o->propositions[i]) ? ", nor an event that heddle_ap is called with"
                                                 : "",
                     first < o->nfiles ? "" : " (expressions need C source)",
                     meant ? "; in formulas -> is 'implies', and an expression with it is put in "
                             "braces: {"
                           : "",
                     meant ? meant : "", meant ? "}" : "");
}

// What C says wins: a name is taken for an event only if no file knows it.
static bool place_proposition(const FrontOptions *o, u32 i, Placed *out, Arena *arena, Diag *d) {
    bool may_be_event = is_name(o->propositions[i]);
    for (u32 f = 0; f < o->nfiles; f++) {
        if (input_kind(o->files[f]) == INPUT_LLVM)
            continue;
        for (u32 is_call = may_be_event + 1; is_call-- > 0;) {
            *out = (Placed){.file = f, .is_call = is_call};
            if (is_compilable(o, i, *out, true, arena))
                return true;
        }
    }
    bool has_source = first_source(o) < o->nfiles;
    *out = (Placed){.file = o->nfiles, .is_event = has_source && may_be_event};
    return may_be_event || fail_proposition(o, i, arena, d);
}

// The names that no source knows are events, now that there is code to look for them.
static bool find_events(const FrontOptions *o, const Placed *places, const char **paths,
                        Arena *arena, Diag *d) {
    for (u32 i = 0; i < o->npropositions; i++) {
        // (Nobody has tried to read LLVM code of the user's yet.)
        bool is_found = !places[i].is_event || first_llvm_file(o) ||
                        (o->output_is_progress && strcmp(o->propositions[i], "progress") == 0);
        for (u32 f = 0; f < o->nfiles && !is_found; f++)
            is_found = event_is_in(paths[f], o->propositions[i]);
        if (!is_found && !fail_proposition(o, i, arena, d))
            return false;
    }
    return true;
}

// Most propositions are expressions that the first source knows. Then it is enough to compile it
// with all of them; NULL: each must be looked at by itself. (A name alone may be of a function.)
static const char *compile_with_all(const FrontOptions *o, Placed *places, Arena *arena) {
    u32 first = first_source(o);
    bool may_be = o->npropositions && first < o->nfiles && !has_places(o);
    for (u32 i = 0; i < o->npropositions && may_be; i++) {
        places[i] = (Placed){.file = o->propositions[i] ? first : o->nfiles};
        may_be = !o->propositions[i] || !is_name(o->propositions[i]);
    }
    Diag unsaid = {0};
    FrontOptions own = may_be ? options_of(o, first, arena) : *o;
    const char *code = may_be ? code_of(&own, places, &(Names){0}, first, arena, &unsaid) : NULL;
    FrontOptions loud = with_warnings(&own, arena);
    Loudness how = has_arg(o, "-w") ? LOUD_NEVER : LOUD_IF_GOOD;
    const char *path = code ? try_one(&loud, o->files[first], code, how, arena, &unsaid) : NULL;
    diag_done(&unsaid);
    return path;
}

static bool place_all(const FrontOptions *o, Placed *places, Arena *arena, Diag *d) {
    for (u32 i = 0; i < o->npropositions; i++) {
        places[i] = (Placed){.file = o->nfiles};
        if (o->propositions[i] && !place_proposition(o, i, &places[i], arena, d))
            return false;
    }
    return true;
}

// Finds the functions and labels that propositions ask for; labels alone get their functions.
static bool find_places(FrontOptions *o, Arena *arena, Diag *d) {
    PlaceSearch *s = place_search_new(o);
    bool is_good = true;
    for (u32 i = 0; i < o->nfiles && is_good; i++) {
        if (input_kind(o->files[i]) == INPUT_LLVM)
            continue;
        Text said = {0};
        Diag unsaid = {0};
        FrontOptions own = options_of(o, i, arena), quiet = own;
        quiet.nplaces = 0;
        const char *raw =
            compile_step(&own, o->files[i], o->files[i], false, &said, arena, &unsaid);
        if (raw)
            place_search(s, raw);
        else // with the messages that belong to it
            is_good = compile_one(&quiet, o->files[i], NULL, arena, d) != NULL;
        text_done(&said);
        diag_done(&unsaid);
    }
    FrontPlace *places = arena_alloc(arena, (o->nplaces + 1) * sizeof *places);
    is_good = is_good && place_search_ends(s, places, first_llvm_file(o) != NULL, arena, d);
    o->places = places;
    place_search_free(s);
    return is_good;
}

// ---- inline functions without a definition ------------------------------------------------------

// LLVM code of the file with the bodies of all inline functions that it uses, which clang makes for
// its optimiser only; NULL if there is none.
static const char *compile_probe(const FrontOptions *o, const char *file, Arena *arena) {
    static const char *const as_optimized[] = {"-O1", "-U__OPTIMIZE__", "-D__NO_INLINE__=1"};
    FrontOptions more = *o;
    for (u32 i = 0; i < ARRAY_LEN(as_optimized) && !front_is_optimized(o); i++)
        more = options_with(&more, as_optimized[i], arena);
    Text said = {0};
    Diag d = {0};
    const char *path = compile_step(&more, file, file, false, &said, arena, &d);
    text_done(&said);
    diag_done(&d);
    return path;
}

// Compiles file i again, with bodies for the functions of this list.
static bool add_bodies(const FrontOptions *o, const Placed *places, const Names *names, u32 i,
                       const char **paths, Arena *arena, Diag *d) {
    if (!names->n)
        return true;
    FrontOptions again = options_with(o, "-w", arena); // its warnings have been seen
    paths[i] = compile_file(&again, places, names, i, arena, d);
    return paths[i] && (inline_make_static(paths[i], names) ||
                        diag_fail(d, "cannot write the code of %s", o->files[i]));
}

// Where a file uses a function that nobody defines, but that has a body there, it gets this body.
static bool add_inlines(const FrontOptions *o, const Placed *places, const char **paths,
                        Arena *arena, Diag *d) {
    Names *names = arena_alloc(arena, o->nfiles * sizeof *names);
    Symbols *symbols = symbols_new(o, paths);
    for (u32 i = 0; i < o->nfiles; i++) {
        names[i] = (Names){0};
        bool is_lacking = front_is_c(o->files[i]) && symbols_lacks(symbols, i);
        FrontOptions own = options_of(o, i, arena);
        const char *probe = is_lacking ? compile_probe(&own, o->files[i], arena) : NULL;
        if (probe)
            symbols_bodies(symbols, probe, arena, &names[i]);
    }
    symbols_free(symbols);
    bool is_good = true;
    for (u32 i = 0; i < o->nfiles; i++) {
        is_good = is_good && add_bodies(o, places, &names[i], i, paths, arena, d);
        VEC_FREE(names[i].at, names[i].cap);
    }
    return is_good;
}

// ---- all files ----------------------------------------------------------------------------------

static const char *bitcode_path(const char *directory, u32 i, Arena *arena) {
    return arena_printf(arena, "%s/%u.bc", directory, i);
}

static bool keep_bitcode(const FrontOptions *o, u32 i, const char *path, Arena *arena, Diag *d) {
    Text code = {0};
    bool is_good = file_read(path, &code, d) &&
                   file_write(bitcode_path(o->bitcode_to, i, arena), text_str(&code), code.len, d);
    text_done(&code);
    return is_good;
}

// Another process has compiled the sources.
static bool take_bitcode(const FrontOptions *o, const char **paths, Arena *arena, Diag *d) {
    for (u32 i = 0; i < o->nfiles; i++) {
        bool is_source = input_kind(o->files[i]) != INPUT_LLVM;
        paths[i] = is_source ? bitcode_path(o->bitcode_from, i, arena) : o->files[i];
        if (!check_input(paths[i], d))
            return false;
    }
    return true;
}

// Compiles the sources; paths[i] becomes the LLVM file of o->files[i], in the temporary directory
// or the input itself.
static bool compile_all(const FrontOptions *given, const char **paths, Arena *arena, Diag *d) {
    bool has_source = false;
    for (u32 i = 0; i < given->nfiles; i++) {
        if (!check_input(given->files[i], d))
            return false;
        has_source |= input_kind(given->files[i]) != INPUT_LLVM;
    }
    if (has_source && !temp_begin(d))
        return false;
    FrontOptions options = has_source ? accept_options(given, arena) : *given, *o = &options;
    Placed *places = arena_alloc(arena, (o->npropositions + 1) * sizeof *places);
    if (!dialect_rewrite_all(o, arena, d))
        return false;
    u32 first = first_source(o);
    const char *with_all = compile_with_all(o, places, arena);
    if ((!with_all && !place_all(o, places, arena, d)) ||
        (has_source && has_places(o) && !find_places(o, arena, d)))
        return false;
    for (u32 i = 0; i < o->nfiles; i++) {
        bool is_source = input_kind(o->files[i]) != INPUT_LLVM;
        paths[i] = !is_source               ? o->files[i]
                   : with_all && i == first ? with_all
                                            : compile_file(o, places, &(Names){0}, i, arena, d);
        if (!paths[i])
            return false;
    }
    if (!find_events(o, places, paths, arena, d) ||
        (has_source && !add_inlines(o, places, paths, arena, d)))
        return false;
    for (u32 i = 0; i < o->nfiles && o->bitcode_to; i++)
        if (input_kind(o->files[i]) != INPUT_LLVM && !keep_bitcode(o, i, paths[i], arena, d))
            return false;
    return true;
}

static bool find_code(const FrontOptions *o, const char **paths, Arena *arena, Diag *d) {
    return o->bitcode_from ? take_bitcode(o, paths, arena, d) : compile_all(o, paths, arena, d);
}

// ---- loading in a child first -------------------------------------------------------------------

// What a child says: its messages go to this descriptor.
static int guard_fd;

static void on_fatal(const char *reason) {
    write_all(guard_fd, "!");
    write_all(guard_fd, reason);
    _exit(1);
}

// The parent tells it: what is known, and what is to be removed, is the parent's.
static void on_exhausted_child(void *arg, const char *why) {
    (void)arg;
    write_all(guard_fd, why ? why : "");
    _exit(EXIT_UNDECIDED);
}

_Noreturn static void guard_child(const FrontOptions *o, const char **paths, int fd) {
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (null >= 0)
        dup2(null, STDERR_FILENO); // LLVM's own cries
    guard_fd = fd;
    helper = 0;
    mem_on_exhausted(on_exhausted_child, NULL);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    LLVMInstallFatalErrorHandler(on_fatal);
    Diag d = {0};
    Program *p = unit_load(o, paths, &d);
    if (!p)
        write_all(fd, diag_text(&d));
    _exit(p ? 0 : 1);
}

// Reads until the child closes the pipe; false if it takes too long.
static bool guard_listen(int fd, Text *said) {
    char buf[512];
    for (;;) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        int ready = poll(&p, 1, GUARD_SECONDS * 1000);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return false;
        ssize_t n = read(fd, buf, sizeof buf);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return true;
        text_bytes(said, buf, (size_t)n);
    }
}

static bool guard_verdict(const char *file, int status, bool is_late, const Text *said, Diag *d) {
    const char *text = text_str(said);
    if (!is_late && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    if (!is_late && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_UNDECIDED)
        mem_exhausted(text[0] ? text : NULL);
    if (!is_late && WIFEXITED(status) && text[0] && text[0] != '!')
        return diag_fail(d, "%s", text);
    return diag_fail(d,
                     "%s is damaged or was written by another LLVM version (%s); compile it again "
                     "with clang-19 -c "
                     "-emit-llvm",
                     file,
                     is_late          ? "reading it takes too long"
                     : text[0] == '!' ? text + 1
                                      : "LLVM cannot read it");
}

static bool guard_load(const FrontOptions *o, const char **paths, Diag *d) {
    int fds[2], status = 0;
    Text said = {0};
    if (pipe2(fds, O_CLOEXEC) != 0)
        return diag_fail(d, "cannot make a pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child < 0) {
        close(fds[0]);
        close(fds[1]);
        return diag_fail(d, "cannot start a process: %s", strerror(errno));
    }
    if (child == 0) {
        close(fds[0]);
        guard_child(o, paths, fds[1]);
    }
    helper = child;
    close(fds[1]);
    bool is_late = !guard_listen(fds[0], &said);
    close(fds[0]);
    if (is_late)
        kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    helper = 0;
    bool is_good = guard_verdict(first_llvm_file(o), status, is_late, &said, d);
    text_done(&said);
    return is_good;
}

void front_notice(const FrontOptions *o, const char *fmt, ...) {
    if (!o->notice)
        return;
    Text text = {0};
    va_list args;
    va_start(args, fmt);
    text_addv(&text, fmt, args);
    va_end(args);
    o->notice(text_str(&text));
    text_done(&text);
}

// LLVM has met a bug of its own, and does not come back from here. (What it makes of C is not tried
// by a child first: that would take twice as long.)
static void on_despair(const char *reason) {
    front_cleanup();
    write_all(STDERR_FILENO, "heddle: LLVM's optimiser fails on this program (");
    write_all(STDERR_FILENO, reason);
    write_all(STDERR_FILENO, "); use another level, -O0 for example\n");
    _exit(EXIT_USAGE);
}

Program *front_load(const FrontOptions *given, Diag *d) {
    ENSURE(given->nfiles > 0);
    Arena *arena = arena_new();
    Program *p = NULL;
    bool is_narrow = !given->bitcode_from && world_is_narrow(given, arena);
    FrontOptions options = is_narrow ? options_with(given, "-m32", arena) : *given, *o = &options;
    const char **paths = arena_alloc(arena, o->nfiles * sizeof *paths);
    if (stub_check(o->stubs, d) && find_code(o, paths, arena, d) &&
        (!first_llvm_file(o) || guard_load(o, paths, d))) {
        LLVMInstallFatalErrorHandler(on_despair);
        p = unit_load(o, paths, d);
        LLVMResetFatalErrorHandler();
    }
    front_cleanup();
    arena_free(arena);
    return p;
}
