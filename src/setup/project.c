// SPDX-License-Identifier: Apache-2.0
// heddle.yml, the checks of a project, in YAML:
//
//   options: [-p, build]                    # of all checks
//   checks:
//     queue:                                # a name
//       files: [harness.c, queue.c]         # or one
//       options: --property race -DN=3      # words of a command line, or a list of them
//       args: [7]                           # of the program
//       expect: violated data-race          # or holds, violated, unknown; nothing: it must hold
//   directory: ..                           # where files are looked for; the folder of this file
#include "setup/yml.h"

#include <string.h>

typedef struct ProjectReader {
    Yml y; // comes first
    Project *p;
} ProjectReader;

static Project *project_of(Yml *y) { return ((ProjectReader *)y)->p; }

// ---- words --------------------------------------------------------------------------------------

static bool read_list(Yml *y, const yaml_node_t *n, const char *key, Words *out) {
    for (const yaml_node_item_t *i = n->data.sequence.items.start; i < n->data.sequence.items.top;
         i++) {
        const yaml_node_t *item = yaml_document_get_node(&y->doc, *i);
        if (item->type != YAML_SCALAR_NODE)
            return yml_fail(y, item, "each of '%s' must be a text", key);
        words_push(out, arena_text(y->arena, yml_scalar(item)));
    }
    return true;
}

// A list of words, or one text: that is split as a shell does.
static bool read_words(Yml *y, const yaml_node_t *n, const char *key, Words *out) {
    if (n->type == YAML_SEQUENCE_NODE)
        return read_list(y, n, key, out);
    if (n->type != YAML_SCALAR_NODE)
        return yml_fail(y, n, "'%s' must be a text or a list of texts", key);
    if (!yml_is_null(n) && !response_is_closed(yml_scalar(n)))
        return yml_fail(y, n, "'%s' has a quote that is not closed", key);
    for (const char *at = yml_is_null(n) ? "" : yml_scalar(n); *at;) {
        Text word = {0};
        if (response_word(&at, true, &word))
            words_push(out, arena_text(y->arena, text_str(&word)));
        text_done(&word);
    }
    return true;
}

// "--name", or "--name=VALUE".
static bool is_option(const char *word, const char *name) {
    size_t len = strcspn(word, "=");
    return strlen(name) == len && memcmp(word, name, len) == 0;
}

// What --all decides for all checks.
static bool read_option_words(Yml *y, const yaml_node_t *n, const char *key, Words *out) {
    static const char *const refused[] = {"--json",          "--all",  "--check", "--project",
                                          "--progress-json", "--help", "-h",      "--"};
    if (!read_words(y, n, key, out))
        return false;
    for (u32 i = 0; i < out->len; i++) {
        const char *word = out->items[i];
        for (size_t k = 0; k < ARRAY_LEN(refused); k++)
            if (is_option(word, refused[k]))
                return yml_fail(y, n, "'%s' cannot have %s%s", key, refused[k],
                                k == 0 ? "; 'heddle check --all --json FILE' has the results of all"
                                : strcmp(word, "--") == 0 ? "; arguments of the program are 'args'"
                                                          : "");
    }
    return true;
}

// ---- one check ----------------------------------------------------------------------------------

static bool read_files(Yml *y, const yaml_node_t *n, const char *key, void *out) {
    ProjectCheck *c = out;
    const char *file = n->type == YAML_SEQUENCE_NODE ? NULL : yml_text(y, n, key);
    if (file)
        words_push(&c->files, file);
    else if (n->type != YAML_SEQUENCE_NODE || !read_list(y, n, key, &c->files))
        return false;
    for (u32 i = 0; i < c->files.len; i++)
        if (c->files.items[i][0] == '-')
            return yml_fail(y, n, "'%s' has %s, which is an option; they stand in 'options'", key,
                            c->files.items[i]);
    return true;
}

static bool read_options(Yml *y, const yaml_node_t *n, const char *key, void *out) {
    return read_option_words(y, n, key, &((ProjectCheck *)out)->options);
}

static bool read_args(Yml *y, const yaml_node_t *n, const char *key, void *out) {
    return read_words(y, n, key, &((ProjectCheck *)out)->args);
}

static bool fail_kind(Yml *y, const yaml_node_t *n, const char *kind) {
    Text list = {0};
    for (u32 k = FAULT_NONE + 1; k < FAULT_COUNT; k++)
        text_add(&list, "%s%s", k > FAULT_NONE + 1 ? ", " : "", ir_kind_name[k]);
    yml_fail(y, n, "there is no kind of violation '%s'; there are: %s", kind, text_str(&list));
    text_done(&list);
    return false;
}

// holds, unknown, violated, or violated KIND
static bool read_expect(Yml *y, const yaml_node_t *n, const char *key, void *out) {
    ProjectCheck *c = out;
    c->expect = yml_text(y, n, key);
    if (!c->expect)
        return false;
    if (strcmp(c->expect, "holds") == 0 || strcmp(c->expect, "unknown") == 0 ||
        strcmp(c->expect, "violated") == 0)
        return true;
    size_t len = strlen("violated ");
    if (strncmp(c->expect, "violated ", len) != 0)
        return yml_fail(y, n, "'%s' is '%s'; it can be holds, violated, violated KIND or unknown",
                        key, c->expect);
    c->kind = c->expect + len + strspn(c->expect + len, " ");
    for (u32 k = FAULT_NONE + 1; k < FAULT_COUNT; k++)
        if (strcmp(ir_kind_name[k], c->kind) == 0)
            return true;
    return fail_kind(y, n, c->kind);
}

static bool names_main(const Words *options) {
    for (u32 i = 0; i < options->len; i++)
        if (is_option(options->items[i], "--main"))
            return true;
    return false;
}

static bool read_check(Yml *y, const yaml_node_t *name, const yaml_node_t *n, ProjectCheck *c) {
    static const YmlKey keys[] = {{"files", read_files},
                                  {"options", read_options},
                                  {"args", read_args},
                                  {"expect", read_expect}};
    c->name = yml_text(y, name, "the name of a check");
    if (!c->name)
        return false;
    if (!yml_mapping(y, n, keys, ARRAY_LEN(keys), "a check", c))
        return false;
    return c->files.len || names_main(&c->options) ||
           yml_fail(y, name, "the check '%s' names no 'files'", c->name);
}

// ---- the whole ----------------------------------------------------------------------------------

static bool read_checks(Yml *y, const yaml_node_t *n, const char *key, void *out) {
    Project *p = out;
    if (n->type != YAML_MAPPING_NODE)
        return yml_fail(y, n, "'%s' must have a name for each check", key);
    const yaml_node_pair_t *from = n->data.mapping.pairs.start, *to = n->data.mapping.pairs.top;
    p->checks = arena_alloc(y->arena, ((size_t)(to - from) + 1) * sizeof *p->checks);
    for (; from < to; from++) {
        const yaml_node_t *name = yaml_document_get_node(&y->doc, from->key);
        ProjectCheck *c = &p->checks[p->nchecks++];
        if (!read_check(y, name, yaml_document_get_node(&y->doc, from->value), c))
            return false;
        for (u32 i = 0; i + 1 < p->nchecks; i++)
            if (strcmp(p->checks[i].name, c->name) == 0)
                return yml_fail(y, name, "there are two checks '%s'", c->name);
    }
    return true;
}

// Options of all checks cannot name a file that each would write.
static bool read_common(Yml *y, const yaml_node_t *n, const char *key, void *out) {
    static const char *const refused[] = {"--trace",   "--html", "--sarif",   "--junit",
                                          "--witness", "--dot",  "--coverage"};
    Words *words = &((Project *)out)->options;
    if (!read_option_words(y, n, key, words))
        return false;
    for (u32 i = 0; i < words->len; i++)
        for (size_t k = 0; k < ARRAY_LEN(refused); k++)
            if (is_option(words->items[i], refused[k]))
                return yml_fail(y, n, "%s is for one check: give it among its 'options'",
                                refused[k]);
    return true;
}

static bool read_directory(Yml *y, const yaml_node_t *n, const char *key, void *out) {
    const char *path = yml_text(y, n, key);
    if (path)
        ((Project *)out)->directory = yml_beside(y, path);
    return path != NULL;
}

static bool read_document(Yml *y) {
    static const YmlKey keys[] = {
        {"checks", read_checks}, {"options", read_common}, {"directory", read_directory}};
    Project *p = project_of(y);
    const yaml_node_t *root = yaml_document_get_root_node(&y->doc);
    p->directory = *y->folder ? y->folder : ".";
    if (!root)
        return diag_fail(y->d, "%s: is empty", y->file);
    return yml_mapping(y, root, keys, ARRAY_LEN(keys), "a project", p) &&
           (p->nchecks || yml_fail(y, root, "there are no 'checks'"));
}

bool project_read(Project *p, const char *file, Diag *d) {
    ProjectReader r = {.p = p};
    *p = (Project){.file = file, .arena = arena_new()};
    if (!yml_open(&r.y, file, p->arena, d))
        return false;
    bool is_good = read_document(&r.y);
    yml_close(&r.y);
    return is_good;
}

void project_done(Project *p) {
    for (u32 i = 0; i < p->nchecks; i++) {
        words_done(&p->checks[i].files);
        words_done(&p->checks[i].options);
        words_done(&p->checks[i].args);
    }
    words_done(&p->options);
    arena_free(p->arena);
}
