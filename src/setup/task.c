// SPDX-License-Identifier: Apache-2.0
// Task files of SV-COMP, format 2.0, which are YAML:
//
//   format_version: '2.0'
//   input_files: 'queue.i'                # or a list; relative to the task file, as all paths
//   properties:
//     - property_file: ../properties/unreach-call.prp
//       expected_verdict: false           # and perhaps a subproperty
//   options:
//     language: C
//     data_model: ILP32                   # or LP64
#include "setup/setup_int.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <yaml.h>

typedef struct TaskReader {
    Setup *s;
    Task *task;
    yaml_document_t doc;
    const char *folder; // of the task file, with a slash at its end; "": here
    const char *data_model;
    Diag *d;
} TaskReader;

// ---- nodes --------------------------------------------------------------------------------------

static bool fail_at(TaskReader *r, const yaml_node_t *n, const char *fmt, ...) PRINTF_LIKE(3, 4);
static bool fail_at(TaskReader *r, const yaml_node_t *n, const char *fmt, ...) {
    Text text = {0};
    va_list args;
    va_start(args, fmt);
    text_addv(&text, fmt, args);
    va_end(args);
    diag_fail(r->d, "%s:%zu: %s", r->task->file, n->start_mark.line + 1, text_str(&text));
    text_done(&text);
    return false;
}

static const char *scalar(const yaml_node_t *n) { return (const char *)n->data.scalar.value; }

static bool is_null(const yaml_node_t *n) {
    return n->type == YAML_SCALAR_NODE && n->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
           (!*scalar(n) || strcmp(scalar(n), "null") == 0 || strcmp(scalar(n), "~") == 0);
}

// NULL after a message.
static const char *read_text(TaskReader *r, const yaml_node_t *n, const char *key) {
    bool is_text = n->type == YAML_SCALAR_NODE && *scalar(n);
    if (!is_text)
        fail_at(r, n, "'%s' must be a text", key);
    return is_text ? arena_text(r->s->arena, scalar(n)) : NULL;
}

// What a mapping may have: a key, and who reads its value into `out`.
typedef struct Key {
    const char *name;
    bool (*read)(TaskReader *r, const yaml_node_t *value, const char *key, void *out);
} Key;

static bool fail_key(TaskReader *r, const yaml_node_t *n, const Key *keys, size_t nkeys,
                     const char *what) {
    Text list = {0};
    for (size_t i = 0; i < nkeys; i++)
        text_add(&list, "%s%s", i ? ", " : "", keys[i].name);
    if (n->type != YAML_SCALAR_NODE)
        fail_at(r, n, "a key of %s must be a text", what);
    else
        fail_at(r, n, "%s cannot have '%s'; there are: %s", what, scalar(n), text_str(&list));
    text_done(&list);
    return false;
}

static const Key *find_key(const Key *keys, size_t nkeys, const yaml_node_t *n) {
    for (size_t i = 0; i < nkeys && n->type == YAML_SCALAR_NODE; i++)
        if (strcmp(keys[i].name, scalar(n)) == 0)
            return &keys[i];
    return NULL;
}

static bool read_mapping(TaskReader *r, const yaml_node_t *n, const Key *keys, size_t nkeys,
                         const char *what, void *out) {
    if (n->type != YAML_MAPPING_NODE)
        return fail_at(r, n, "%s must have lines of the form KEY: VALUE", what);
    for (const yaml_node_pair_t *p = n->data.mapping.pairs.start; p < n->data.mapping.pairs.top;
         p++) {
        const yaml_node_t *name = yaml_document_get_node(&r->doc, p->key);
        const Key *key = find_key(keys, nkeys, name);
        if (!key)
            return fail_key(r, name, keys, nkeys, what);
        if (!key->read(r, yaml_document_get_node(&r->doc, p->value), key->name, out))
            return false;
    }
    return true;
}

// ---- values -------------------------------------------------------------------------------------

static const char *beside(const TaskReader *r, const char *path) {
    return path[0] == '/' ? path : arena_printf(r->s->arena, "%s%s", r->folder, path);
}

static const char *read_path(TaskReader *r, const yaml_node_t *n, const char *key) {
    const char *text = read_text(r, n, key);
    if (!text)
        return NULL;
    const char *path = beside(r, text);
    bool is_there = access(path, R_OK) == 0;
    if (!is_there)
        fail_at(r, n, "cannot read %s: %s", path, strerror(errno));
    return is_there ? path : NULL;
}

static bool read_version(TaskReader *r, const yaml_node_t *n, const char *key, void *out) {
    const char *version = read_text(r, n, key);
    (void)out;
    if (!version)
        return false;
    return strncmp(version, "2.", 2) == 0 || strcmp(version, "2") == 0 ||
           fail_at(r, n, "a task of format %s; heddle reads 2.0", version);
}

static bool read_input(TaskReader *r, const yaml_node_t *n, const char *key, void *out) {
    if (n->type == YAML_SEQUENCE_NODE) {
        for (const yaml_node_item_t *i = n->data.sequence.items.start;
             i < n->data.sequence.items.top; i++) {
            const yaml_node_t *item = yaml_document_get_node(&r->doc, *i);
            if (item->type != YAML_SCALAR_NODE)
                return fail_at(r, item, "each of '%s' must be a text", key);
            if (!read_input(r, item, key, out))
                return false;
        }
        return true;
    }
    const char *path = read_path(r, n, key);
    if (!path)
        return false;
    words_push(&r->s->files, path);
    return true;
}

static bool read_language(TaskReader *r, const yaml_node_t *n, const char *key, void *out) {
    const char *language = read_text(r, n, key);
    (void)out;
    if (!language)
        return false;
    return strcmp(language, "C") == 0 || strcmp(language, "C++") == 0 ||
           fail_at(r, n, "a task in %s; heddle checks C and C++", language);
}

static bool read_model(TaskReader *r, const yaml_node_t *n, const char *key, void *out) {
    (void)out;
    r->data_model = read_text(r, n, key);
    if (!r->data_model)
        return false;
    return strcmp(r->data_model, "ILP32") == 0 || strcmp(r->data_model, "LP64") == 0 ||
           fail_at(r, n, "there is no data model %s; there are: ILP32, LP64", r->data_model);
}

static bool read_options(TaskReader *r, const yaml_node_t *n, const char *key, void *out) {
    static const Key keys[] = {{"language", read_language}, {"data_model", read_model}};
    (void)key;
    return is_null(n) || read_mapping(r, n, keys, ARRAY_LEN(keys), "'options'", out);
}

static bool read_anything(TaskReader *r, const yaml_node_t *n, const char *key, void *out) {
    (void)r, (void)n, (void)key, (void)out;
    return true;
}

// ---- properties ---------------------------------------------------------------------------------

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool read_property_file(TaskReader *r, const yaml_node_t *n, const char *key, void *out) {
    TaskProperty *p = out;
    p->file = read_path(r, n, key);
    if (!p->file)
        return false;
    const char *base = base_name(p->file), *dot = strrchr(base, '.');
    p->name = arena_printf(r->s->arena, "%.*s", (int)(dot ? dot - base : (long)strlen(base)), base);
    return true;
}

static bool read_expected(TaskReader *r, const yaml_node_t *n, const char *key, void *out) {
    TaskProperty *p = out;
    const char *word = read_text(r, n, key);
    if (!word)
        return false;
    p->expected = strcasecmp(word, "true") == 0    ? EXPECTED_HOLDS
                  : strcasecmp(word, "false") == 0 ? EXPECTED_VIOLATED
                                                   : EXPECTED_NOTHING;
    return p->expected != EXPECTED_NOTHING ||
           fail_at(r, n, "'%s' is %s; it can be true or false", key, word);
}

static bool read_subproperty(TaskReader *r, const yaml_node_t *n, const char *key, void *out) {
    TaskProperty *p = out;
    p->subproperty = read_text(r, n, key);
    return p->subproperty != NULL;
}

static bool read_properties(TaskReader *r, const yaml_node_t *n, const char *key, void *out) {
    static const Key keys[] = {{"property_file", read_property_file},
                               {"expected_verdict", read_expected},
                               {"subproperty", read_subproperty}};
    Task *t = r->task;
    (void)out;
    if (is_null(n))
        return true;
    if (n->type != YAML_SEQUENCE_NODE)
        return fail_at(r, n, "'%s' must be a list", key);
    u32 count = (u32)(n->data.sequence.items.top - n->data.sequence.items.start);
    t->properties = arena_alloc(r->s->arena, (count + 1) * sizeof *t->properties);
    for (u32 i = 0; i < count; i++) {
        const yaml_node_t *item = yaml_document_get_node(&r->doc, n->data.sequence.items.start[i]);
        TaskProperty *p = &t->properties[i];
        if (!read_mapping(r, item, keys, ARRAY_LEN(keys), "a property", p))
            return false;
        if (!p->file)
            return fail_at(r, item, "a property needs a 'property_file'");
    }
    t->nproperties = count;
    return true;
}

// ---- which of them ------------------------------------------------------------------------------

// --prp has the task's own file of that name, or any other file.
static void choose_file(Setup *s, Task *t) {
    for (u32 i = 0; i < t->nproperties; i++) {
        TaskProperty *p = &t->properties[i];
        if (strcmp(base_name(s->prp), base_name(p->file)) != 0)
            p->left_out = "--prp chooses another";
        else if (access(s->prp, R_OK) == 0)
            p->file = s->prp;
        else
            s->prp = p->file;
    }
}

// Names of the task's properties in the list of --property choose them; what else is there is
// checked too.
static void choose_names(Setup *s, Task *t) {
    const char *others = NULL;
    bool is_any = false;
    bool *is_chosen = arena_alloc(s->arena, t->nproperties + 1);
    for (const char *word = s->property; word; word = *word ? word + 1 : NULL) {
        size_t len = strcspn(word, ",");
        bool is_name = false;
        for (u32 i = 0; i < t->nproperties; i++) {
            const char *name = t->properties[i].name;
            if (strlen(name) == len && memcmp(name, word, len) == 0)
                is_chosen[i] = is_any = is_name = true;
        }
        if (!is_name) {
            others = arena_printf(s->arena, "%s%s%.*s", others ? others : "", others ? "," : "",
                                  (int)len, word);
        }
        word += len;
    }
    s->property = others;
    for (u32 i = 0; i < t->nproperties && is_any; i++)
        t->properties[i].left_out = is_chosen[i] ? NULL : "--property chooses another";
}

static bool read_sets(TaskReader *r) {
    Task *t = r->task;
    u32 nchecked = 0;
    Diag why = {0};
    for (u32 i = 0; i < t->nproperties; i++) {
        TaskProperty *p = &t->properties[i];
        if (p->left_out)
            continue;
        if (prop_read_prp(&p->set, p->file, &why))
            nchecked++;
        else
            p->left_out = arena_text(r->s->arena, diag_text(&why));
    }
    bool is_good =
        nchecked > 0 || t->nproperties == 0 || r->s->prp ||
        diag_fail(r->d, "%s: none of its properties can be checked: %s", t->file, diag_text(&why));
    diag_done(&why);
    return is_good;
}

// ---- the whole ----------------------------------------------------------------------------------

static bool chooses_world(const Setup *s) {
    for (u32 i = 0; i < s->compiler_args.len; i++)
        if (strcmp(s->compiler_args.items[i], "-m32") == 0 ||
            strcmp(s->compiler_args.items[i], "-m64") == 0)
            return true;
    return false;
}

// What was given in words counts more than what the task says.
static bool apply(TaskReader *r) {
    Setup *s = r->s;
    if (s->files.len == 0)
        return diag_fail(r->d, "%s: names no 'input_files'", r->task->file);
    if (r->data_model && !chooses_world(s)) {
        s->data_model = r->data_model;
        words_push(&s->compiler_args, strcmp(r->data_model, "ILP32") == 0 ? "-m32" : "-m64");
    }
    if (s->prp)
        choose_file(s, r->task);
    else if (s->property)
        choose_names(s, r->task);
    return read_sets(r);
}

static bool read_document(TaskReader *r) {
    static const Key keys[] = {
        {"format_version", read_version},  {"input_files", read_input},
        {"properties", read_properties},   {"options", read_options},
        {"required_files", read_anything}, {"additional_information", read_anything}};
    const yaml_node_t *root = yaml_document_get_root_node(&r->doc);
    if (!root)
        return diag_fail(r->d, "%s: is empty", r->task->file);
    return read_mapping(r, root, keys, ARRAY_LEN(keys), "a task", NULL) && apply(r);
}

static bool parse(TaskReader *r, const Text *text) {
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        mem_exhausted(NULL);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text_str(text), text->len);
    bool is_good = yaml_parser_load(&parser, &r->doc);
    if (!is_good) {
        diag_fail(r->d, "%s:%zu: not YAML: %s", r->task->file, parser.problem_mark.line + 1,
                  parser.problem ? parser.problem : "cannot be read");
    }
    yaml_parser_delete(&parser);
    return is_good;
}

static bool is_task(const char *file) {
    const char *dot = strrchr(base_name(file), '.');
    return dot && (strcmp(dot, ".yml") == 0 || strcmp(dot, ".yaml") == 0);
}

static bool read_task(Setup *s, const char *file, Diag *d) {
    Text text = {0};
    TaskReader r = {.s = s, .task = arena_alloc(s->arena, sizeof(Task)), .d = d};
    r.task->file = file;
    r.folder = arena_printf(s->arena, "%.*s", (int)(base_name(file) - file), file);
    s->task = r.task;
    s->files.len = 0;
    bool is_good = file_read(file, &text, d) && parse(&r, &text);
    if (is_good) {
        is_good = read_document(&r);
        yaml_document_delete(&r.doc);
    }
    text_done(&text);
    return is_good;
}

bool setup_read_task(Setup *s, Diag *d) {
    u32 i = 0;
    while (i < s->files.len && !is_task(s->files.items[i]))
        i++;
    if (i == s->files.len)
        return true;
    if (s->files.len > 1) {
        return diag_fail(d, "%s is a task, which names its files itself; give no others",
                         s->files.items[i]);
    }
    return read_task(s, s->files.items[0], d);
}

// ---- what is checked, and what came of it -------------------------------------------------------

bool task_properties(const Task *t, PropertySet *p) {
    bool is_any = false;
    *p = (PropertySet){0};
    for (u32 i = 0; t && i < t->nproperties; i++) {
        const TaskProperty *one = &t->properties[i];
        is_any |= !one->left_out;
        for (u32 k = 0; k < FAULT_COUNT && !one->left_out; k++)
            p->checked[k] |= one->set.checked[k];
        p->cleanup |= !one->left_out && one->set.cleanup;
    }
    return is_any;
}

TaskAnswer task_answer(const TaskProperty *t, const PropertySet *p, const Verdict *v, FaultKind k) {
    if (t->left_out || v->kind == VERDICT_UNKNOWN)
        return TASK_UNDECIDED;
    bool is_dropped = false; // a part of it
    for (u32 i = 0; i < FAULT_COUNT; i++)
        is_dropped = is_dropped || (t->set.checked[i] && p->dropped[i]);
    if (v->kind == VERDICT_HOLDS)
        return is_dropped ? TASK_UNDECIDED : TASK_HOLDS;
    // Memory that is still reachable is a leak for one of them, and was looked for because of that.
    bool is_stricter = k == FAULT_LEAK && p->cleanup && !t->set.cleanup;
    return t->set.checked[k] && !is_stricter ? TASK_VIOLATED : TASK_UNDECIDED;
}
