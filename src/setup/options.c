// SPDX-License-Identifier: Apache-2.0
// Reads the command line by the rows of options.def and compiler.def.
#include "front/front.h"
#include "setup/setup_int.h"

#include <string.h>
#include <sys/stat.h>

_Static_assert(offsetof(Options, setup) == 0, "rows of Setup are set in either");

const OptionRow option_rows[] = {
#define ROW(field, kind, name, letter, argument, initial, low, high, commands, help, is_setup)     \
    {name,       argument, initial, help,    low, high, offsetof(Options, field),                  \
     OPT_##kind, commands, letter,  is_setup},
#define SETUP(field, ...) ROW(setup.field, __VA_ARGS__, true)
#define OPTION(field, ...) ROW(field, __VA_ARGS__, false)
#include "setup/options.def"
#undef SETUP
#undef OPTION
#undef ROW
};
const size_t option_count = ARRAY_LEN(option_rows);

typedef enum CompilerForm {
    EXACT,
    JOINED,
    NEXT,
    EITHER,
    DROP,
    DROP_JOINED,
    DROP_NEXT,
    DROP_EITHER
} CompilerForm;
typedef struct CompilerRow {
    const char *name;
    CompilerForm form;
} CompilerRow;
static const CompilerRow compiler_rows[] = {
#define COMPILER(name, form) {name, form},
#include "setup/compiler.def"
#undef COMPILER
};

static const struct {
    const char *name;
    Command command;
} commands[] = {{"check", CMD_CHECK},      {"dump", CMD_DUMP},   {"replay", CMD_REPLAY},
                {"run", CMD_RUN},          {"libc", CMD_LIBC},   {"spin", CMD_SPIN},
                {"smt", CMD_SMT},          {"lgfsm", CMD_LGFSM}, {"ltl", CMD_LTL},
                {"simulate", CMD_SIMULATE}};

// What compilers have as levels, and which one it is for heddle.
static const struct {
    const char *word, *level;
} levels[] = {{"-O0", "-O0"}, {"-O1", "-O1"}, {"-O2", "-O2"}, {"-O3", "-O3"},   {"-Os", "-Os"},
              {"-Oz", "-Oz"}, {"-O", "-O1"},  {"-Og", "-O1"}, {"-Ofast", "-O3"}};

void words_push(Words *w, const char *word) { VEC_PUSH(w->items, w->len, w->cap) = word; }

void words_done(Words *w) { VEC_FREE(w->items, w->cap); }

// ---- names --------------------------------------------------------------------------------------

// Keeps the nearest of the names it is shown.
typedef struct Nearest {
    const char *wanted;
    const char *name;
    u32 distance;
} Nearest;

static void consider(Nearest *n, const char *name) {
    u32 distance = text_distance(n->wanted, name);
    if (distance < n->distance) {
        n->distance = distance;
        n->name = name;
    }
}

static Nearest nearest_to(const char *wanted) {
    size_t len = strlen(wanted);
    return (Nearest){.wanted = wanted, .distance = (u32)(len < 6 ? 2 : len / 3) + 1};
}

Command command_of_name(const char *name) {
    for (size_t i = 0; i < ARRAY_LEN(commands); i++)
        if (strcmp(commands[i].name, name) == 0)
            return commands[i].command;
    return CMD_NONE;
}

const char *nearest_command(const char *name) {
    Nearest n = nearest_to(name);
    for (size_t i = 0; i < ARRAY_LEN(commands); i++)
        consider(&n, commands[i].name);
    return n.name;
}

static const struct {
    Command command;
    const char *name, *why;
} refusals[] = {
#define REFUSAL(command, name, why) {command, name, why},
#include "setup/refusals.def"
#undef REFUSAL
};

// An option of another command.
static bool fail_foreign(const Options *o, const char *name, Diag *d) {
    for (size_t i = 0; i < ARRAY_LEN(refusals); i++) {
        if (refusals[i].command == o->command && strcmp(refusals[i].name, name) == 0) {
            return diag_fail(d, "--%s is not an option of 'heddle %s': %s", name, o->command_name,
                             refusals[i].why);
        }
    }
    return diag_fail(d, "--%s is not an option of 'heddle %s'; see 'heddle %s --help'", name,
                     o->command_name, o->command_name);
}

static bool fail_unknown(const Options *o, const char *word, Diag *d) {
    size_t len = strcspn(word, "=");
    char *name = arena_copy(o->setup.arena, word, len + 1);
    name[len] = '\0';
    Nearest n = nearest_to(name);
    for (size_t i = 0; i < option_count; i++) {
        const OptionRow *row = &option_rows[i];
        const char *full = arena_printf(o->setup.arena, "--%s", row->name);
        if (strcmp(full, name) == 0)
            return fail_foreign(o, row->name, d);
        if (row->commands & o->command)
            consider(&n, full);
    }
    if (n.name)
        return diag_fail(d, "unknown option %s; did you mean %s?", name, n.name);
    return diag_fail(d, "unknown option %s; 'heddle %s --help' lists the options", name,
                     o->command_name);
}

// ---- words --------------------------------------------------------------------------------------

typedef struct Reader {
    Setup *setup;
    Options *o; // whose setup it is; NULL: there is none, and only compiler options are read
    const char *const *words;
    int next, count;
    bool is_for_cxx; // the command was given to a compiler of C++
    Diag *d;
} Reader;

static bool is_option(const OptionRow *row, const char *word, size_t len) {
    if (word[0] == '-' && word[1] == row->letter && row->letter && len == 2)
        return true;
    return strncmp(word, "--", 2) == 0 && strlen(row->name) == len - 2 &&
           memcmp(word + 2, row->name, len - 2) == 0;
}

// -p and --coverage are options of gcc's, too, without an argument: what follows them there is
// another option, a source, or nothing.
static bool is_profiling(const Reader *r, const char *word) {
    const char *next = r->next < r->count ? r->words[r->next] : "--";
    bool is_coverage = strcmp(word, "--coverage") == 0;
    return (is_coverage || strcmp(word, "-p") == 0) &&
           ((next[0] == '-' && next[1]) || (is_coverage && front_is_c(next)));
}

static bool read_own(Reader *r, const OptionRow *row, const char *word, size_t len) {
    const char *value = word[len] == '=' ? word + len + 1 : NULL;
    if (row->kind == OPT_FLAG && value)
        return diag_fail(r->d, "--%s takes no argument", row->name);
    if (row->kind != OPT_FLAG && !value) {
        if (r->next == r->count)
            return diag_fail(r->d, "--%s needs an argument: %s", row->name, row->argument);
        value = r->words[r->next++];
    }
    return options_set(r->setup, row, value, true, r->d);
}

static bool read_level(Reader *r, const char *word) {
    const char *level = word + 2;
    if (*level && !level[strspn(level, "0123456789")] && (*level > '3' || level[1]))
        word = "-O3"; // as compilers do
    for (size_t i = 0; i < ARRAY_LEN(levels); i++) {
        if (strcmp(word, levels[i].word) == 0) {
            r->setup->opt_level = levels[i].level;
            // -Ofast is more than its level
            words_push(&r->setup->compiler_args,
                       strcmp(word, "-Ofast") == 0 ? word : levels[i].level);
            return true;
        }
    }
    return diag_fail(r->d,
                     "there is no optimisation level %s; the levels are -O0, -O1, -O2, -O3, -Os "
                     "and -Oz (-Og is -O1, -Ofast is -O3 with -ffast-math)",
                     word);
}

static const CompilerRow *compiler_row(const char *word) {
    for (size_t i = 0; i < ARRAY_LEN(compiler_rows); i++) {
        const CompilerRow *row = &compiler_rows[i];
        bool may_be_longer = row->form == JOINED || row->form == EITHER ||
                             row->form == DROP_JOINED || row->form == DROP_EITHER;
        if (may_be_longer ? strncmp(word, row->name, strlen(row->name)) == 0
                          : strcmp(word, row->name) == 0) {
            return row;
        }
    }
    return NULL;
}

// The same for options that are only passed on, or ignored.
static bool read_passed(Reader *r, const char *word, bool *is_ok) {
    const CompilerRow *row = compiler_row(word);
    *is_ok = true;
    if (!row)
        return false;
    bool is_kept = row->form < DROP, is_exact = strcmp(word, row->name) == 0;
    bool takes_next = row->form == NEXT || row->form == EITHER || row->form == DROP_NEXT ||
                      row->form == DROP_EITHER;
    if (is_kept)
        words_push(&r->setup->compiler_args, word);
    if (!is_exact || !takes_next)
        return true;
    if (r->next == r->count) {
        *is_ok = diag_fail(r->d, "%s needs an argument", word);
        return true;
    }
    const char *argument = r->words[r->next++];
    if (is_kept)
        words_push(&r->setup->compiler_args, argument);
    return true;
}

static const char *language_given(const Setup *s) {
    const Words *args = &s->compiler_args;
    const char *language = NULL;
    for (u32 i = 0; i + 1 < args->len; i++)
        language = strcmp(args->items[i], "-x") == 0 ? args->items[i + 1] : language;
    return language;
}

static void set_language(Setup *s, const char *language) {
    words_push(&s->compiler_args, "-x");
    words_push(&s->compiler_args, language);
}

// -x LANGUAGE or -xLANGUAGE: for compilers it counts for the files behind it.
static bool read_language(Reader *r, const char *word) {
    if (!word[2] && r->next == r->count)
        return diag_fail(r->d, "%s needs an argument", word);
    const char *language = word[2] ? word + 2 : r->words[r->next++];
    const char *other = language_given(r->setup);
    if ((r->o && r->setup->files.len) || (other && strcmp(other, language) != 0))
        return diag_fail(r->d, "-x counts for all files here: give it once, before the first file");
    set_language(r->setup, language);
    return true;
}

// True if the word is a compiler option; *is_ok tells whether it is good and its argument there.
static bool read_compiler(Reader *r, const char *word, bool *is_ok) {
    if (strncmp(word, "-x", 2) == 0) {
        *is_ok = read_language(r, word);
        return true;
    }
    if (strncmp(word, "-O", 2) != 0)
        return read_passed(r, word, is_ok);
    *is_ok = read_level(r, word);
    return true;
}

bool setup_add_compiler_args(Setup *s, const char *const *args, int n, Diag *d) {
    Reader r = {.setup = s, .words = args, .count = n, .d = d};
    while (r.next < r.count) {
        const char *word = r.words[r.next++];
        bool is_ok;
        if (!read_compiler(&r, word, &is_ok))
            return diag_fail(d, "'%s' is not an option that heddle passes on to clang", word);
        if (!is_ok)
            return false;
    }
    return true;
}

// ---- a build's command line ---------------------------------------------------------------------

static bool has_suffix(const char *word, const char *suffix) {
    size_t n = strlen(word), k = strlen(suffix);
    return n >= k && strcmp(word + n - k, suffix) == 0;
}

// Libraries are ignored, as -l is.
static bool is_library(const char *word) {
    return has_suffix(word, ".a") || has_suffix(word, ".so") || strstr(word, ".so.");
}

// The compiler itself, in front of a pasted command: gcc, ccache, /usr/bin/x86_64-linux-gnu-gcc-12.
static bool is_compiler(const char *word) {
    static const char *const names[] = {"cc",  "gcc", "clang", "c89",    "c99",    "c++",
                                        "g++", "icx", "tcc",   "ccache", "distcc", "clang++"};
    const char *slash = strrchr(word, '/'), *name = slash ? slash + 1 : word;
    size_t len = strlen(name), end = len;
    while (end && strchr("0123456789.", name[end - 1]))
        end--;
    if (end && name[end - 1] == '-') // the version
        len = end - 1;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        size_t n = strlen(names[i]);
        if (len >= n && memcmp(name + len - n, names[i], n) == 0 &&
            (len == n || name[len - n - 1] == '-')) {
            return true;
        }
    }
    return false;
}

// -malloc-may-fail: an option of heddle's with a dash too few, not one for clang that begins with
// -m. (-D, -l and the like take any word.)
static bool is_own_name(const Options *o, const char *name) {
    if (strchr("DILUlo", name[0]))
        return false;
    for (size_t i = 0; i < option_count; i++)
        if ((option_rows[i].commands & o->command) && strcmp(option_rows[i].name, name) == 0)
            return true;
    return false;
}

// What a build says and the user has not chosen: how to optimise, what to warn of, for which
// processor.
static bool is_of_build(const char *word) {
    static const char *const worlds[] = {"-m32", "-m64", "-mx32", "-m16"};
    for (size_t i = 0; i < ARRAY_LEN(worlds); i++)
        if (strcmp(word, worlds[i]) == 0)
            return false;
    bool is_warning = strncmp(word, "-W", 2) == 0 && strncmp(word, "-Wp,", 4) != 0;
    return is_warning || strcmp(word, "-w") == 0 || strncmp(word, "-pedantic", 9) == 0 ||
           strncmp(word, "-O", 2) == 0 || strncmp(word, "-m", 2) == 0;
}

bool options_of_build(const char *const *words, int n, Words *out, Words *ignored, Arena *arena,
                      Diag *d) {
    Setup s = {.arena = arena};
    Reader r = {.setup = &s, .words = words, .count = n, .d = d};
    bool is_ok = true, is_file = false;
    while (r.next < r.count && is_ok) {
        const char *word = r.words[r.next++];
        if (word[0] == '@') {
            words_push(ignored, word); // builds remove such files when they are done with them
        } else if (word[0] != '-') {
            r.is_for_cxx |= !is_file && is_compiler(word) && strstr(word, "++");
            is_file |= !is_compiler(word);
        } else if (strcmp(word, "-mllvm") == 0) {
            r.next += r.next < r.count;
        } else if (strcmp(word, "--") != 0 && !is_of_build(word) &&
                   !read_compiler(&r, word, &is_ok)) {
            words_push(ignored, word);
        }
    }
    if (r.is_for_cxx && !language_given(&s))
        set_language(&s, "c++");
    *out = s.compiler_args;
    return is_ok;
}

static bool read_word(Reader *r) {
    const char *word = r->words[r->next++];
    bool takes_c = !(r->o->command & (CMD_REPLAY | CMD_LIBC | CMD_LGFSM | CMD_LTL));
    if (word[0] != '-') {
        bool is_name = takes_c && !r->setup->files.len && is_compiler(word);
        bool is_dropped = is_name || (takes_c && is_library(word));
        r->is_for_cxx |= is_name && strstr(word, "++");
        if (!is_dropped)
            words_push(&r->setup->files, word);
        return true;
    }
    if (!word[1])
        return diag_fail(r->d, "heddle does not read standard input; give it a file");
    size_t len = strcspn(word, "=");
    for (size_t i = 0; i < option_count; i++) {
        const OptionRow *row = &option_rows[i];
        if ((row->commands & r->o->command) && is_option(row, word, len) && !is_profiling(r, word))
            return read_own(r, row, word, len);
    }
    bool is_ok;
    if (takes_c && !is_own_name(r->o, word + 1) && read_compiler(r, word, &is_ok))
        return is_ok;
    return fail_unknown(r->o, word, r->d);
}

static void set_defaults(Setup *s, bool is_setup) {
    for (size_t i = 0; i < option_count; i++) {
        const OptionRow *row = &option_rows[i];
        if (row->initial && row->is_setup == is_setup) {
            bool is_ok = options_set(s, row, row->initial, false, NULL);
            ENSURE(is_ok);
        }
    }
}

void setup_init(Setup *s) {
    *s = (Setup){.arena = arena_new(), .opt_level = "-O0", .started = clock_seconds()};
    set_defaults(s, true);
}

void setup_done(Setup *s) {
    words_done(&s->file);
    words_done(&s->suppress);
    words_done(&s->formulas);
    for (u32 i = 0; s->file_args && i < s->files.len; i++)
        words_done(&s->file_args[i]);
    words_done(&s->files);
    words_done(&s->compiler_args);
    words_done(&s->program_args);
    arena_free(s->arena);
}

void options_init(Options *o) {
    *o = (Options){0};
    setup_init(&o->setup);
    set_defaults(&o->setup, false);
}

void options_done(Options *o) {
    words_done(&o->spin_args);
    words_done(&o->words);
    words_done(&o->checks);
    words_done(&o->threads);
    setup_done(&o->setup);
}

bool setup_read(Setup *s, const char *command, const char *const *words, int n, Diag *d) {
    Options o;
    options_init(&o);
    o.command = command_of_name(command);
    o.command_name = command;
    ENSURE(o.command != CMD_NONE);
    const char **copies = arena_alloc(o.setup.arena, ((size_t)n + 1) * sizeof *copies);
    for (int i = 0; i < n; i++)
        copies[i] = arena_text(o.setup.arena, words[i]);
    bool is_read = options_read(&o, n, copies, d);
    *s = o.setup;
    words_done(&o.checks);
    words_done(&o.threads);
    words_done(&o.spin_args);
    words_done(&o.words);
    return is_read && (!o.help || diag_fail(d, "--help is for the command line"));
}

// Adds the formulas in a file to those of the command line.
static bool read_formula_file(Setup *s, Diag *d) {
    Text text = {0};
    if (!file_read(s->formula_file, &text, d))
        return false;
    u32 before = s->formulas.len;
    for (const char *at = text_str(&text), *end; *at; at = end + (*end != '\0')) {
        end = at + strcspn(at, "\n");
        const char *from = at + strspn(at, " \t\r");
        if (from < end && *from != '#')
            words_push(&s->formulas, arena_printf(s->arena, "%.*s", (int)(end - from), from));
    }
    text_done(&text);
    return s->formulas.len > before ||
           diag_fail(d, "%s: there is no formula in it", s->formula_file);
}

// All of them must hold: as one formula. Each is read alone first, so that a message shows the one
// that it is about.
static bool join_formulas(Setup *s, Diag *d) {
    Text all = {0};
    bool is_good = true;
    for (u32 i = 0; i < s->formulas.len && is_good; i++) {
        is_good = ltl_parse(s->formulas.items[i], s->arena, d) != NULL;
        bool is_last = i + 1 == s->formulas.len;
        text_add(&all, is_last && !i ? "%s" : is_last ? "(%s)" : "(%s) && (", s->formulas.items[i]);
    }
    for (u32 i = 1; i < s->formulas.len; i++)
        text_add(&all, ")");
    if (is_good && s->formulas.len)
        s->ltl = arena_text(s->arena, text_str(&all));
    text_done(&all);
    return is_good;
}

bool setup_read_formula(Setup *s, Diag *d) {
    if ((s->formula_file && !read_formula_file(s, d)) || !join_formulas(s, d))
        return false;
    Ltl *formula = s->ltl ? ltl_parse(s->ltl, s->arena, d) : NULL;
    if (formula && s->formulas.len > 1) {
        formula->parts = s->formulas.items;
        formula->nparts = s->formulas.len;
    }
    s->formula = formula;
    return s->formula || !s->ltl;
}

static bool read_words(Options *o, const Words *words, Diag *d) {
    Reader r = {
        .setup = &o->setup, .o = o, .words = words->items, .count = (int)words->len, .d = d};
    while (r.next < r.count) {
        if (strcmp(r.words[r.next], "--") == 0) {
            while (++r.next < r.count)
                words_push(o->command == CMD_SPIN ? &o->spin_args : &o->setup.program_args,
                           r.words[r.next]);
            break;
        }
        int first = r.next;
        if (!read_word(&r))
            return false;
        while (first < r.next)
            words_push(&o->words, r.words[first++]);
    }
    if (r.is_for_cxx && !language_given(r.setup))
        set_language(r.setup, "c++"); // also what is called .c
    return true;
}

// A formula or an automaton, and one way to show it.
static bool check_ltl(const Options *o, Diag *d) {
    u32 n = o->setup.files.len + o->setup.program_args.len;
    if (n == 0 && !o->automaton)
        return diag_fail(d, "heddle ltl needs a formula, such as '[] (p -> <> q)'; see 'heddle ltl "
                            "--help'");
    if (n > 1)
        return diag_fail(d, "heddle ltl takes one formula: put it in quotes, '[] (p -> <> q)'");
    if (n && o->automaton)
        return diag_fail(d, "heddle ltl takes a formula or --automaton FILE, not both");
    if (o->automaton && o->negate)
        return diag_fail(d, "--negate is for formulas, not for --automaton");
    if (o->hoa && o->as_dot)
        return diag_fail(d, "--hoa and --dot: one of them");
    return true;
}

static bool check_claim(const Options *o, Diag *d) {
    u32 n = 0;
    for (u32 i = 0; i < o->words.len; i++)
        n += strcmp(o->words.items[i], "--automaton") == 0 ||
             strncmp(o->words.items[i], "--automaton=", strlen("--automaton=")) == 0;
    if (n > 1)
        return diag_fail(d, "--automaton: there can be one; make one of several, or check them one "
                            "after the other");
    bool has_formula = o->setup.formulas.len || o->setup.formula_file;
    return !o->claim || !has_formula ||
           diag_fail(d, "--automaton says what must not be instead of --%s: one of them",
                     o->setup.formulas.len ? "ltl" : "ltl-file");
}

bool options_has_project(const Options *o) { return o->all || o->checks.len || o->project; }

static bool check_project(const Options *o, Diag *d) {
    if (o->all && o->checks.len)
        return diag_fail(d, "--all and --check: one of them");
    if (o->setup.files.len)
        return diag_fail(d, "%s is a file, but the checks of a project name their own; give either",
                         o->setup.files.items[0]);
    if (o->setup.program_args.len)
        return diag_fail(d, "arguments of programs stand in the project file ('args')");
    const char *const files[][2] = {{"trace", o->trace}, {"html", o->html},
                                    {"sarif", o->sarif}, {"witness", o->witness},
                                    {"dot", o->graph},   {"coverage", o->coverage}};
    for (u32 i = 0; i < ARRAY_LEN(files); i++)
        if (files[i][1])
            return diag_fail(d, "--%s is for one check: give it among its 'options'", files[i][0]);
    if (o->progress_json >= 0)
        return diag_fail(d, "--progress-json is for one check: give 'heddle check' its files");
    return true;
}

static bool is_same_file(const char *a, const char *b) {
    struct stat x, y;
    return strcmp(a, b) == 0 ||
           (stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_ino == y.st_ino && x.st_dev == y.st_dev);
}

// The file of --main is one of the files: the first, unless it is named again.
static void add_main(Setup *s) {
    if (!s->main_file)
        return;
    for (u32 i = 0; i < s->files.len; i++) {
        if (is_same_file(s->files.items[i], s->main_file)) {
            s->main_file = s->files.items[i];
            return;
        }
    }
    words_push(&s->files, NULL);
    memmove(s->files.items + 1, s->files.items, (s->files.len - 1) * sizeof *s->files.items);
    s->files.items[0] = s->main_file;
}

static bool fail_without_files(const Options *o, Diag *d) {
    Text files = {0};
    if (o->setup.compile_commands)
        setup_tell_files(&o->setup, &files);
    if (o->setup.compile_commands)
        diag_fail(d,
                  "heddle %s needs files: -p says how they are compiled, not which make up the "
                  "program%s%s; name them, with the one that has main",
                  o->command_name, files.len ? "; there are " : "", text_str(&files));
    else
        diag_fail(d, "heddle %s needs a file; see 'heddle %s --help'", o->command_name,
                  o->command_name);
    text_done(&files);
    return false;
}

static bool check_simulate(const Options *o, Diag *d) {
    if (o->from && (o->setup.files.len || o->setup.program_args.len))
        return diag_fail(d, "--from %s names the program, too: no files beside it", o->from);
    return o->from || (o->at < 0 && !o->violation) ||
           diag_fail(d, "--%s is for --from", o->at >= 0 ? "at" : "violation");
}

bool options_read(Options *o, int argc, const char *const *argv, Diag *d) {
    Words words = {0};
    bool is_good =
        response_expand(argv, argc, o->setup.arena, &words, d) && read_words(o, &words, d);
    words_done(&words);
    if (!is_good)
        return false;
    if (o->help)
        return true;
    if (o->command == CMD_LTL)
        return check_ltl(o, d);
    if (options_has_project(o))
        return check_project(o, d);
    if (o->command == CMD_SIMULATE && !check_simulate(o, d))
        return false;
    add_main(&o->setup);
    if (o->setup.files.len == 0 && o->command != CMD_LIBC && !o->from)
        return fail_without_files(o, d);
    if (o->command == CMD_REPLAY && (o->setup.files.len > 1 || o->setup.program_args.len))
        return diag_fail(d, "heddle replay takes one file, written by 'heddle check --trace FILE'");
    if (o->command == CMD_LGFSM && (o->setup.files.len > 1 || o->setup.program_args.len))
        return diag_fail(d, "heddle lgfsm takes one file: a machine, or a boolean program (.bp)");
    if (o->command == CMD_DUMP && o->setup.program_args.len)
        return diag_fail(d, "heddle dump takes no arguments for the program");
    if (o->command != CMD_CHECK && o->command != CMD_SMT)
        setup_compute_with_none(&o->setup);
    return check_claim(o, d) && setup_read_formula(&o->setup, d);
}
