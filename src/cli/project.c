// SPDX-License-Identifier: Apache-2.0
// heddle check --all: the checks of a project file, each in a process of its own, so that none can
// disturb the others. What they found comes back as JSON; a table tells it.
#include "cli/cli.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// How a check stands to what is expected of it.
typedef enum Standing {
    STANDING_GOOD,
    STANDING_WRONG,     // it says something else, or is violated
    STANDING_BROKEN,    // heddle has failed
    STANDING_FAILED,    // it cannot be checked
    STANDING_UNDECIDED, // it says nothing
    STANDING_LEFT,      // it was not run
    STANDING_COUNT
} Standing;

typedef struct CheckRun {
    const ProjectCheck *check;
    Words words; // of the command line
    ChildProcess child;
    json_t *result; // NULL: there is none
    double seconds;
    Standing standing;
} CheckRun;

typedef struct ProjectRun {
    const Options *o;
    Project project;
    CheckRun *runs;
    u32 n;
    u32 name_width;
    bool is_write_failed;
} ProjectRun;

// ---- words --------------------------------------------------------------------------------------

// What is for the project as a whole, and not for its checks. Each but the first two has a value.
static const char *const own_options[] = {"--all",  "--help",  "--check", "--project",
                                          "--json", "--junit", "-p",      "--compile-commands"};
enum { NFLAGS = 2 };

// How many of the words from i on are such an option.
static u32 own_words(const Words *w, u32 i) {
    size_t len = strcspn(w->items[i], "=");
    for (u32 k = 0; k < ARRAY_LEN(own_options); k++) {
        if (strlen(own_options[k]) != len || memcmp(own_options[k], w->items[i], len) != 0)
            continue;
        bool is_apart = k >= NFLAGS && !w->items[i][len] && i + 1 < w->len;
        return 1 + is_apart;
    }
    return 0;
}

static void push_all(Words *out, const Words *from) {
    for (u32 i = 0; i < from->len; i++)
        words_push(out, from->items[i]);
}

// The user's own words come last, so that they count more than those of the file. Paths of the file
// are relative to its directory, but -p was given here.
static void make_words(const ProjectRun *r, const ProjectCheck *c, Words *out) {
    const Options *o = r->o;
    words_push(out, "heddle");
    words_push(out, "check");
    push_all(out, &r->project.options);
    push_all(out, &c->options);
    if (o->setup.compile_commands) {
        char *full = realpath(o->setup.compile_commands, NULL);
        words_push(out, "--compile-commands");
        words_push(out, arena_text(r->project.arena, full ? full : o->setup.compile_commands));
        free(full);
    }
    for (u32 i = 0, own; i < o->words.len; i += own ? own : 1) {
        own = own_words(&o->words, i);
        if (!own)
            words_push(out, o->words.items[i]);
    }
    words_push(out, "--json");
    words_push(out, "-");
    push_all(out, &c->files);
    if (c->args.len)
        words_push(out, "--");
    push_all(out, &c->args);
    words_push(out, NULL);
}

// ---- what they said -----------------------------------------------------------------------------

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static const char *kind_of(const CheckRun *run) {
    return text_of(json_object_get(run->result, "violation"), "kind");
}

// Whether one of its violations is of the expected kind.
static bool has_kind(const CheckRun *run, const char *kind) {
    const json_t *all = json_object_get(run->result, "violations");
    bool has = strcmp(kind_of(run), kind) == 0;
    for (size_t i = 0; i < json_array_size(all) && !has; i++)
        has = strcmp(text_of(json_array_get(all, i), "kind"), kind) == 0;
    return has;
}

static Standing standing_of(const CheckRun *run) {
    const char *expect = run->check->expect ? run->check->expect : "holds";
    const char *verdict = text_of(run->result, "verdict"), *kind = run->check->kind;
    int code = run->child.code;
    // Interrupted before it could know, or the system has ended it, for want of memory mostly.
    if (code < 0 && (*signals_flag() || code == -SIGKILL))
        return STANDING_UNDECIDED;
    if (code < 0 || code == EXIT_INTERNAL)
        return STANDING_BROKEN;
    if (strcmp(verdict, "unknown") == 0 && strcmp(expect, "unknown") == 0)
        return STANDING_GOOD;
    if (strcmp(verdict, "holds") != 0 && strcmp(verdict, "violated") != 0)
        return code == EXIT_UNDECIDED ? STANDING_UNDECIDED : STANDING_FAILED;
    bool is_meant = strncmp(expect, verdict, strlen(verdict)) == 0;
    if (is_meant && code == EXIT_USAGE) // it holds, but a file could not be written
        return STANDING_FAILED;
    return is_meant && (!kind || has_kind(run, kind)) ? STANDING_GOOD : STANDING_WRONG;
}

// What the line with the verdict says behind it: conditions, up to the figures. Nothing if there is
// no such line.
static void add_conditions(const CheckRun *run, Text *out) {
    const char *word = text_of(run->result, "verdict");
    size_t len = strlen(word);
    for (const char *at = text_str(&run->child.err); len && *at; at += *at == '\n') {
        size_t line = strcspn(at, "\n");
        const char *end = strncmp(at, word, len) == 0 ? strstr(at, " [") : NULL;
        if (end && end < at + line) {
            const char *from = at + len + strspn(at + len, ": ");
            text_add(out, "%.*s", end > from ? (int)(end - from) : 0, from);
            return;
        }
        at += line;
    }
}

// The last message.
static void add_message(const CheckRun *run, Text *out) {
    static const char prefix[] = "heddle: ";
    const char *last = "";
    for (const char *at = text_str(&run->child.err); *at; at += *at == '\n') {
        if (strncmp(at, prefix, strlen(prefix)) == 0)
            last = at + strlen(prefix);
        at += strcspn(at, "\n");
    }
    text_add(out, "%.*s", (int)strcspn(last, "\n"), last);
}

// The last column.
static void add_remark(const CheckRun *run, Text *out) {
    const char *expect = run->check->expect;
    bool holds = strcmp(text_of(run->result, "verdict"), "holds") == 0;
    if (run->standing == STANDING_LEFT)
        return;
    if (run->child.code < 0)
        text_add(out, "ended by signal %d", -run->child.code);
    else if (!run->result || run->standing == STANDING_FAILED)
        add_message(run, out);
    else if (run->standing == STANDING_GOOD && expect && !holds)
        text_add(out, "as expected");
    else if (run->standing == STANDING_WRONG && expect)
        text_add(out, "but expected: %s", expect);
    else
        add_conditions(run, out);
}

static void add_verdict(const CheckRun *run, Text *out) {
    static const char *const without[STANDING_COUNT] = {[STANDING_BROKEN] = "internal error",
                                                        [STANDING_FAILED] = "cannot be checked",
                                                        [STANDING_UNDECIDED] = "unknown",
                                                        [STANDING_LEFT] = "not run"};
    const char *verdict = text_of(run->result, "verdict"), *kind = kind_of(run);
    const char *word = without[run->standing];
    text_add(out, "%s%s%s", *verdict ? verdict : word ? word : "", *kind ? " " : "", kind);
}

// ---- the table ----------------------------------------------------------------------------------

enum { VERDICT_WIDTH = 25 };

static u32 width_of(const char *text) {
    u32 n = 0;
    for (; *text; text++)
        n += ((u8)*text & 0xc0) != 0x80;
    return n;
}

static void add_padded(Text *out, const char *text, u32 width) {
    u32 used = width_of(text);
    text_add(out, "%s%*s", text, used < width ? (int)(width - used) : 0, "");
}

// A result on standard output stays alone there.
static void print(ProjectRun *r, const Text *out) {
    if (formats_use_output(r->o))
        fputs(text_str(out), stderr);
    else
        r->is_write_failed |= !cli_print(out);
}

static void print_head(ProjectRun *r) {
    Text out = {0};
    add_padded(&out, "check", r->name_width);
    text_add(&out, "  %-*s %12s %9s\n", VERDICT_WIDTH, "verdict", "states", "time");
    print(r, &out);
    text_done(&out);
}

static void print_row(ProjectRun *r, const CheckRun *run) {
    Text out = {0}, verdict = {0}, remark = {0};
    add_verdict(run, &verdict);
    add_remark(run, &remark);
    add_padded(&out, run->check->name, r->name_width);
    text_add(&out, "  ");
    add_padded(&out, text_str(&verdict), VERDICT_WIDTH);
    const json_t *states = json_object_get(run->result, "states");
    if (states)
        text_add(&out, " %12lld", (long long)json_integer_value(states));
    else
        text_add(&out, " %12s", "-");
    if (run->standing == STANDING_LEFT)
        text_add(&out, " %9s", "-");
    else
        text_add(&out, " %7.2f s", run->seconds);
    if (remark.len)
        text_add(&out, "  %s", text_str(&remark));
    text_tame(&out, 0, false);
    text_add(&out, "\n");
    print(r, &out);
    text_done(&out);
    text_done(&verdict);
    text_done(&remark);
}

// Of a check that is as it should be, what went wrong beside it: a file that was not written.
static void add_complaints(const CheckRun *run, Text *out) {
    static const char prefix[] = "heddle: ", note[] = "heddle: note: ";
    for (const char *at = text_str(&run->child.err); *at; at += *at == '\n') {
        size_t len = strcspn(at, "\n");
        if (strncmp(at, prefix, strlen(prefix)) == 0 && strncmp(at, note, strlen(note)) != 0)
            text_add(out, "\n%s: %.*s", run->check->name, (int)(len - strlen(prefix)),
                     at + strlen(prefix));
        at += len;
    }
}

// What those have said that are not as they should be, and the sum.
static void print_rest(ProjectRun *r) {
    Text out = {0};
    u32 good = 0;
    for (u32 i = 0; i < r->n; i++) {
        const CheckRun *run = &r->runs[i];
        if (run->standing == STANDING_GOOD) {
            u32 from = out.len;
            good++;
            add_complaints(run, &out);
            if (out.len > from + 1)
                text_tame(&out, from + 1, true);
            text_add(&out, "%s", out.len > from ? "\n" : "");
        }
        if (run->standing == STANDING_GOOD || run->standing == STANDING_LEFT)
            continue;
        u32 from = out.len;
        text_add(&out, "\n== %s ==", run->check->name);
        text_tame(&out, from + 1, false);
        text_add(&out, "\n");
        text_bytes(&out, text_str(&run->child.err), run->child.err.len);
    }
    text_add(&out, "%s%u check%s, %u as %s should be\n", out.len ? "\n" : "", r->n,
             r->n == 1 ? "" : "s", good, r->n == 1 ? "it" : "they");
    print(r, &out);
    text_done(&out);
}

// ---- JSON ---------------------------------------------------------------------------------------

static json_t *run_json(CheckRun *run) {
    const char *verdict = text_of(run->result, "verdict"), *kind = kind_of(run);
    json_t *object = json_object();
    Text message = {0};
    if (!run->result || run->standing == STANDING_FAILED)
        add_message(run, &message);
    json_object_set_new(object, "name", text_json(run->check->name));
    json_object_set_new(object, "files", words_json(&run->check->files));
    json_object_set_new(object, "expect", text_json(run->check->expect));
    json_object_set_new(object, "verdict", text_json(*verdict ? verdict : NULL));
    json_object_set_new(object, "kind", text_json(*kind ? kind : NULL));
    json_object_set_new(object, "as_expected",
                        run->standing == STANDING_GOOD    ? json_true()
                        : run->standing == STANDING_WRONG ? json_false()
                                                          : json_null());
    json_object_set_new(object, "exit_code",
                        run->standing == STANDING_LEFT ? json_null()
                                                       : json_integer(run->child.code));
    json_object_set_new(object, "message", text_json(message.len ? text_str(&message) : NULL));
    json_object_set_new(object, "time_s", json_real(run->seconds));
    for (u32 i = 0; i < 2; i++) {
        static const char *const figures[] = {"states", "transitions"};
        json_t *figure = json_object_get(run->result, figures[i]);
        json_object_set_new(object, figures[i], figure ? json_incref(figure) : json_null());
    }
    json_object_set_new(object, "result", run->result ? json_incref(run->result) : json_null());
    text_done(&message);
    return object;
}

static void write_json(ProjectRun *r) {
    if (!r->o->json)
        return;
    json_t *object = json_object(), *list = json_array();
    for (u32 i = 0; i < r->n; i++)
        json_array_append_new(list, run_json(&r->runs[i]));
    json_object_set_new(object, "heddle", json_string(HEDDLE_VERSION));
    json_object_set_new(object, "project", text_json(r->project.file));
    json_object_set_new(object, "checks", list);
    Diag d = {0};
    r->is_write_failed |= !cli_told(result_write_json(r->o->json, object, &d), &d);
}

// ---- JUnit --------------------------------------------------------------------------------------

// Without the colours that somebody has asked for.
static void add_plain(const Text *text, Text *out) {
    for (const char *at = text_str(text); *at;) {
        size_t n = strcspn(at, "\x1b");
        text_bytes(out, at, n);
        at += n;
        if (*at)
            at += strcspn(at, "m");
        at += *at == 'm';
    }
}

static JunitEnd end_of(Standing s) {
    return s == STANDING_GOOD ? JUNIT_PASSED : s == STANDING_WRONG ? JUNIT_FAILURE : JUNIT_ERROR;
}

// The kind of violation, or what is the matter instead.
static const char *type_of(const CheckRun *run) {
    static const char *const types[STANDING_COUNT] = {[STANDING_WRONG] = "expectation",
                                                      [STANDING_BROKEN] = "internal-error",
                                                      [STANDING_FAILED] = "input",
                                                      [STANDING_UNDECIDED] = "unknown",
                                                      [STANDING_LEFT] = "not-run"};
    const char *kind = kind_of(run);
    return run->standing == STANDING_WRONG && *kind ? kind : types[run->standing];
}

// "violated: ...", as heddle says it, or "holds, but expected: violated".
static void add_line(const CheckRun *run, Text *out) {
    Text remark = {0};
    bool is_compared = run->result && run->check->expect;
    if (run->result && !is_compared)
        text_add(out, "%s", text_of(run->result, "verdict"));
    else
        add_verdict(run, out);
    add_remark(run, &remark);
    text_add(out, "%s%s\n", !remark.len ? "" : is_compared ? ", " : ": ", text_str(&remark));
    text_done(&remark);
}

static void write_junit(ProjectRun *r) {
    if (!r->o->junit)
        return;
    Text out = {0}, *lines = mem_zalloc(r->n * sizeof *lines);
    Text *told = mem_zalloc(r->n * sizeof *told);
    JunitCase *cases = mem_zalloc(r->n * sizeof *cases);
    for (u32 i = 0; i < r->n; i++) {
        const CheckRun *run = &r->runs[i];
        add_line(run, &lines[i]);
        add_plain(&run->child.err, &told[i]);
        cases[i] = (JunitCase){.seconds = run->seconds,
                               .end = end_of(run->standing),
                               .type = type_of(run),
                               .line = text_str(&lines[i]),
                               .told = text_str(&told[i])};
        text_add(&cases[i].name, "%s", run->check->name);
    }
    junit_suite(cases, r->n, &out);
    Diag d = {0};
    r->is_write_failed |= !cli_told(file_write(r->o->junit, text_str(&out), out.len, &d), &d);
    for (u32 i = 0; i < r->n; i++) {
        text_done(&cases[i].name);
        text_done(&lines[i]);
        text_done(&told[i]);
    }
    mem_free(cases, r->n * sizeof *cases);
    mem_free(told, r->n * sizeof *told);
    mem_free(lines, r->n * sizeof *lines);
    text_done(&out);
}

// ---- running them -------------------------------------------------------------------------------

static bool is_chosen(const Options *o, const ProjectCheck *c) {
    bool is = o->checks.len == 0;
    for (u32 i = 0; i < o->checks.len && !is; i++)
        is = text_matches(o->checks.items[i], c->name);
    return is;
}

// A name that fits no check is a mistake.
static bool fail_name(const Project *p, const char *name) {
    Text list = {0};
    for (u32 i = 0; i < p->nchecks; i++)
        text_add(&list, "%s%s", i ? ", " : "", p->checks[i].name);
    cli_error("%s: there is no check '%s'; there are: %s", p->file, name, text_str(&list));
    text_done(&list);
    return false;
}

static bool choose(ProjectRun *r) {
    const Project *p = &r->project;
    for (u32 k = 0; k < r->o->checks.len; k++) {
        bool is_any = false;
        for (u32 i = 0; i < p->nchecks && !is_any; i++)
            is_any = text_matches(r->o->checks.items[k], p->checks[i].name);
        if (!is_any)
            return fail_name(p, r->o->checks.items[k]);
    }
    r->runs = arena_alloc(p->arena, p->nchecks * sizeof *r->runs);
    r->name_width = (u32)strlen("check");
    for (u32 i = 0; i < p->nchecks; i++) {
        if (!is_chosen(r->o, &p->checks[i]))
            continue;
        u32 width = width_of(p->checks[i].name);
        r->name_width = width > r->name_width ? width : r->name_width;
        r->runs[r->n++] = (CheckRun){.check = &p->checks[i], .standing = STANDING_LEFT};
    }
    return true;
}

static void run_check(ProjectRun *r, CheckRun *run) {
    Diag d = {0};
    make_words(r, run->check, &run->words);
    run->child = (ChildProcess){.directory = r->project.directory, .words = run->words.items};
    double started = clock_seconds();
    if (!child_run(&run->child, &d)) {
        run->child.code = EXIT_USAGE;
        text_add(&run->child.err, "heddle: %s\n", diag_text(&d));
    }
    run->seconds = clock_seconds() - started;
    run->result = json_loadb(text_str(&run->child.out), run->child.out.len, 0, NULL);
    run->standing = standing_of(run);
    diag_done(&d);
}

static int exit_code(const ProjectRun *r) {
    static const int codes[STANDING_COUNT] = {[STANDING_GOOD] = EXIT_OK,
                                              [STANDING_WRONG] = EXIT_FOUND,
                                              [STANDING_BROKEN] = EXIT_INTERNAL,
                                              [STANDING_FAILED] = EXIT_USAGE,
                                              [STANDING_UNDECIDED] = EXIT_UNDECIDED,
                                              [STANDING_LEFT] = EXIT_UNDECIDED};
    Standing worst = STANDING_COUNT;
    for (u32 i = 0; i < r->n; i++) {
        Standing s = r->runs[i].standing;
        worst = s != STANDING_GOOD && s < worst ? s : worst;
    }
    int code = worst == STANDING_COUNT ? EXIT_OK : codes[worst];
    return code == EXIT_OK && r->is_write_failed ? EXIT_USAGE : code;
}

static int run_all(ProjectRun *r) {
    print_head(r);
    for (u32 i = 0; i < r->n; i++) {
        if (!*signals_flag())
            run_check(r, &r->runs[i]);
        print_row(r, &r->runs[i]);
    }
    print_rest(r);
    write_json(r);
    write_junit(r);
    int code = exit_code(r);
    for (u32 i = 0; i < r->n; i++) {
        child_done(&r->runs[i].child);
        words_done(&r->runs[i].words);
        json_decref(r->runs[i].result);
    }
    return code;
}

int command_project(const Options *o) {
    ProjectRun r = {.o = o};
    const char *file = o->project ? o->project : PROJECT_FILE;
    Diag d = {0};
    int code = EXIT_USAGE;
    if (!o->project && access(file, F_OK) != 0) {
        cli_error("there is no %s here, which names the checks of a project; --project FILE says "
                  "where it is, doc/projects.md what it looks like",
                  file);
        return code;
    }
    bool is_read = cli_told(project_read(&r.project, file, &d), &d);
    if (is_read && formats_make_room(o) && choose(&r))
        code = run_all(&r);
    project_done(&r.project);
    return code;
}
