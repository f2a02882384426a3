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
    arg_add(a, "-idirafter");
    arg_add(a, include);
    arg_add(a, "-o");
    arg_add(a, out);
    arg_add(a, file[0] == '-' ? arena_printf(arena, "./%s", file) : file);
    arg_add(a, NULL);
}

static bool run_clang(const char *const *argv, const char *file, bool is_silent, Diag *d) {
    pid_t child;
    int status;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (is_silent)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
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

// Runs clang on `from` (o's file `file`, or code made of it) and gives the path of the result, NULL
// with a message.
static const char *compile_step(const FrontOptions *o, const char *file, const char *from,
                                bool has_passes, Arena *arena, Diag *d) {
    char out[sizeof temp_dir + 16];
    Argv a = {0};
    temp_path(out, (u32)temp_files);
    temp_files++;
    clang_args(o, from, input_kind(file) == INPUT_CXX, out, has_passes, arena, &a);
    bool is_good = run_clang(a.at, file, false, d);
    VEC_FREE(a.at, a.cap);
    return is_good ? arena_text(arena, out) : NULL;
}

// `o` with one more compiler option.
static FrontOptions with_arg(const FrontOptions *o, const char *arg, Arena *arena) {
    FrontOptions more = *o;
    more.ncompiler_args = o->ncompiler_args + 1;
    more.compiler_args = arena_alloc(arena, more.ncompiler_args * sizeof *more.compiler_args);
    for (u32 i = 0; i < o->ncompiler_args; i++)
        more.compiler_args[i] = o->compiler_args[i];
    more.compiler_args[o->ncompiler_args] = arg;
    return more;
}

// ---- propositions -------------------------------------------------------------------------------
// Each becomes a function behind the end of the first source that knows the names in it.

typedef struct Placed {
    u32 file;     // o->nfiles: none
    bool is_call; // it is the name of a function
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
             "#line 1 \"proposition\"\n"
             "%sint " PROPOSITION_NAME "%u(void) { return (%s%s) ? 1 : 0; }\n",
             is_cxx ? "extern \"C\" " : "", i, o->propositions[i], is_call ? "()" : "");
}

static const char *write_code(const Text *code, Arena *arena, Diag *d) {
    char path[sizeof temp_dir + 16];
    temp_path(path, (u32)temp_files);
    temp_files++;
    return file_write(path, text_str(code), code->len, d) ? arena_text(arena, path) : NULL;
}

// `o` with the options that make clang read the source `file` and then code.
static FrontOptions with_source(const FrontOptions *o, const char *file, Arena *arena) {
    FrontOptions more = with_arg(o, "-include", arena);
    more = with_arg(&more, file, arena);
    more = with_arg(&more, "-x", arena);
    more = with_arg(&more, input_kind(file) == INPUT_CXX ? "c++" : "c", arena);
    // what a preprocessed file has left is no macro
    return is_preprocessed(file) ? with_arg(&more, "-undef", arena) : more;
}

static bool is_compilable(const FrontOptions *o, u32 i, Placed at, bool is_silent, Arena *arena) {
    const char *file = o->files[at.file];
    bool is_cxx = input_kind(file) == INPUT_CXX;
    Text code = {0};
    Argv a = {0};
    add_proposition(&code, o, i, at.is_call, is_cxx);
    const char *path = write_code(&code, arena, NULL);
    text_done(&code);
    FrontOptions source = with_source(o, file, arena);
    FrontOptions only = with_arg(&source, "-fsyntax-only", arena);
    clang_args(&only, path ? path : file, is_cxx, "/dev/null", true, arena, &a);
    bool is_good = path && run_clang(a.at, file, is_silent, NULL);
    VEC_FREE(a.at, a.cap);
    return is_good;
}

// The code behind the file: for its propositions, and for inline functions whose bodies must stay.
// NULL without a message if there is none.
static const char *code_of(const FrontOptions *o, const Placed *places, const Names *inlines,
                           u32 file, Arena *arena, Diag *d) {
    Text code = {0};
    inline_declare(inlines, &code);
    for (u32 i = 0; i < o->npropositions; i++) {
        if (places[i].file == file) {
            add_proposition(&code, o, i, places[i].is_call,
                            input_kind(o->files[file]) == INPUT_CXX);
        }
    }
    const char *path = code.len ? write_code(&code, arena, d) : NULL;
    text_done(&code);
    return path;
}

// ---- compiling ----------------------------------------------------------------------------------

// True if a C++ file that clang has refused is good apart from its use of exceptions.
static bool needs_exceptions(const FrontOptions *o, const char *file, Arena *arena) {
    if (input_kind(file) != INPUT_CXX || has_arg(o, "-fexceptions") ||
        has_arg(o, "-fno-exceptions")) {
        return false;
    }
    Argv a = {0};
    FrontOptions more = with_arg(o, "-fexceptions", arena);
    FrontOptions only = with_arg(&more, "-fsyntax-only", arena);
    clang_args(&only, file, true, "/dev/null", true, arena, &a);
    bool is_good = run_clang(a.at, file, true, NULL);
    VEC_FREE(a.at, a.cap);
    return is_good;
}

// True if no program for 32 bits can include headers here.
static bool lacks_narrow_headers(const FrontOptions *o, bool is_cxx, Arena *arena) {
    if (!has_arg(o, "-m32"))
        return false;
    Text code = {0};
    text_add(&code, "#include <%s>\n", is_cxx ? "cstdio" : "stdio.h");
    const char *path = write_code(&code, arena, NULL);
    text_done(&code);
    const char *argv[] = {is_cxx ? "clang++-19" : "clang-19",
                          "-m32",
                          "-fsyntax-only",
                          "-x",
                          is_cxx ? "c++" : "c",
                          path,
                          NULL};
    return path && !run_clang(argv, path, true, NULL);
}

// Says more than that clang has refused the file, where more is known.
static void explain_refusal(const FrontOptions *o, const char *file, Arena *arena, Diag *d) {
    bool is_cxx = input_kind(file) == INPUT_CXX;
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
    }
}

// With the optimiser on, functions that it must leave alone are marked between clang's front end
// and its passes. `code`: what is read behind the file; NULL: nothing.
static const char *compile_one(const FrontOptions *o, const char *file, const char *code,
                               Arena *arena, Diag *d) {
    FrontOptions source = code ? with_source(o, file, arena) : *o;
    const char *from = code ? code : file;
    const char *path = compile_step(&source, file, from, true, arena, d);
    if (!path)
        explain_refusal(o, file, arena, d);
    if (!path || !front_is_optimized(o) || !protect_is_mentioned(path))
        return path;
    FrontOptions again = with_arg(&source, "-w", arena); // its warnings have been seen
    FrontOptions rest = with_arg(o, "-w", arena);
    const char *raw = compile_step(&again, file, from, false, arena, d);
    if (!raw)
        return NULL;
    return protect_functions(raw) ? compile_step(&rest, file, raw, true, arena, d) : path;
}

static const char *compile_file(const FrontOptions *o, const Placed *places, const Names *inlines,
                                u32 i, Arena *arena, Diag *d) {
    const char *code = code_of(o, places, inlines, i, arena, d);
    return *diag_text(d) ? NULL : compile_one(o, o->files[i], code, arena, d);
}

static bool place_proposition(const FrontOptions *o, u32 i, Placed *out, Arena *arena, Diag *d) {
    u32 first = o->nfiles;
    for (u32 f = 0; f < o->nfiles; f++) {
        if (input_kind(o->files[f]) == INPUT_LLVM)
            continue;
        first = first == o->nfiles ? f : first;
        for (u32 is_call = is_name(o->propositions[i]) + 1; is_call-- > 0;) {
            *out = (Placed){f, is_call};
            if (is_compilable(o, i, *out, true, arena))
                return true;
        }
    }
    *out = (Placed){o->nfiles, false};
    if (first == o->nfiles && is_name(o->propositions[i]))
        return true;
    if (first < o->nfiles) {
        // A program that does not compile has its own messages; else clang says what is wrong with
        // the proposition.
        if (!compile_one(o, o->files[first], NULL, arena, d))
            return false;
        is_compilable(o, i, (Placed){first, false}, false, arena);
    }
    return diag_fail(d,
                     "the proposition '%s' is neither a function of the program without parameters "
                     "nor an expression over "
                     "its global variables%s",
                     o->propositions[i], first < o->nfiles ? "" : " (expressions need C source)");
}

static bool place_all(const FrontOptions *o, Placed *places, Arena *arena, Diag *d) {
    for (u32 i = 0; i < o->npropositions; i++)
        if (!place_proposition(o, i, &places[i], arena, d))
            return false;
    return true;
}

// ---- inline functions without a definition ------------------------------------------------------

// LLVM code of the file with the bodies of all inline functions that it uses, which clang makes for
// its optimiser only; NULL if there is none.
static const char *compile_probe(const FrontOptions *o, const char *file, Arena *arena) {
    static const char *const as_optimized[] = {"-O1", "-U__OPTIMIZE__", "-D__NO_INLINE__=1"};
    FrontOptions more = with_arg(o, "-w", arena);
    for (u32 i = 0; i < ARRAY_LEN(as_optimized) && !front_is_optimized(o); i++)
        more = with_arg(&more, as_optimized[i], arena);
    Diag d = {0};
    const char *path = compile_step(&more, file, file, false, arena, &d);
    diag_done(&d);
    return path;
}

// Compiles file i again, with bodies for the functions of this list.
static bool add_bodies(const FrontOptions *o, const Placed *places, const Names *names, u32 i,
                       const char **paths, Arena *arena, Diag *d) {
    if (!names->n)
        return true;
    FrontOptions again = with_arg(o, "-w", arena); // its warnings have been seen
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
        bool is_lacking = input_kind(o->files[i]) == INPUT_C && symbols_lacks(symbols, i);
        const char *probe = is_lacking ? compile_probe(o, o->files[i], arena) : NULL;
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
static bool compile_all(const FrontOptions *o, const char **paths, Arena *arena, Diag *d) {
    bool has_source = false;
    for (u32 i = 0; i < o->nfiles; i++) {
        if (!check_input(o->files[i], d))
            return false;
        has_source |= input_kind(o->files[i]) != INPUT_LLVM;
    }
    Placed *places = arena_alloc(arena, (o->npropositions + 1) * sizeof *places);
    if ((has_source && !temp_begin(d)) || !place_all(o, places, arena, d))
        return false;
    for (u32 i = 0; i < o->nfiles; i++) {
        bool is_source = input_kind(o->files[i]) != INPUT_LLVM;
        paths[i] = is_source ? compile_file(o, places, &(Names){0}, i, arena, d) : o->files[i];
        if (!paths[i])
            return false;
    }
    if (has_source && !add_inlines(o, places, paths, arena, d))
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

static const char *first_llvm_file(const FrontOptions *o) {
    for (u32 i = 0; i < o->nfiles; i++)
        if (input_kind(o->files[i]) == INPUT_LLVM)
            return o->files[i];
    return NULL;
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

Program *front_load(const FrontOptions *given, Diag *d) {
    ENSURE(given->nfiles > 0);
    Arena *arena = arena_new();
    Program *p = NULL;
    bool is_narrow = !given->bitcode_from && world_is_narrow(given, arena);
    FrontOptions options = is_narrow ? with_arg(given, "-m32", arena) : *given, *o = &options;
    const char **paths = arena_alloc(arena, o->nfiles * sizeof *paths);
    if (stub_check(o->stubs, d) && find_code(o, paths, arena, d) &&
        (!first_llvm_file(o) || guard_load(o, paths, d))) {
        p = unit_load(o, paths, d);
    }
    front_cleanup();
    arena_free(arena);
    return p;
}
