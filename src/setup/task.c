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
#include "setup/yml.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

typedef struct TaskReader {
    Yml y;          // comes first
    bool is_chosen; // somebody has said which properties are meant
    Setup *s;
    Task *task;
    const char *data_model;
} TaskReader;

// Who reads a value is given the file, which is a task's.
static TaskReader *reader_of(Yml *y) { return (TaskReader *)y; }

// ---- values -------------------------------------------------------------------------------------

static const char *read_path(Yml *y, const yaml_node_t *n, const char *key) {
    const char *text = yml_text(y, n, key);
    if (!text)
        return NULL;
    const char *path = yml_beside(y, text);
    bool is_there = access(path, R_OK) == 0;
    if (!is_there)
        yml_fail(y, n, "cannot read %s: %s", path, strerror(errno));
    return is_there ? path : NULL;
}

static bool read_version(Yml *y, const yaml_node_t *n, const char *key, void *out) {
    const char *version = yml_text(y, n, key);
    (void)out;
    if (!version)
        return false;
    return strncmp(version, "2.", 2) == 0 || strcmp(version, "2") == 0 ||
           yml_fail(y, n, "a task of format %s; heddle reads 2.0", version);
}

static bool read_input(Yml *y, const yaml_node_t *n, const char *key, void *out) {
    if (n->type == YAML_SEQUENCE_NODE) {
        for (const yaml_node_item_t *i = n->data.sequence.items.start;
             i < n->data.sequence.items.top; i++) {
            const yaml_node_t *item = yaml_document_get_node(&y->doc, *i);
            if (item->type != YAML_SCALAR_NODE)
                return yml_fail(y, item, "each of '%s' must be a text", key);
            if (!read_input(y, item, key, out))
                return false;
        }
        return true;
    }
    const char *path = read_path(y, n, key);
    if (!path)
        return false;
    words_push(&reader_of(y)->s->files, path);
    return true;
}

static bool read_language(Yml *y, const yaml_node_t *n, const char *key, void *out) {
    const char *language = yml_text(y, n, key);
    (void)out;
    if (!language)
        return false;
    return strcmp(language, "C") == 0 || strcmp(language, "C++") == 0 ||
           yml_fail(y, n, "a task in %s; heddle checks C and C++", language);
}

static bool read_model(Yml *y, const yaml_node_t *n, const char *key, void *out) {
    const char *model = yml_text(y, n, key);
    (void)out;
    reader_of(y)->data_model = model;
    if (!model)
        return false;
    return strcmp(model, "ILP32") == 0 || strcmp(model, "LP64") == 0 ||
           yml_fail(y, n, "there is no data model %s; there are: ILP32, LP64", model);
}

static bool read_options(Yml *y, const yaml_node_t *n, const char *key, void *out) {
    static const YmlKey keys[] = {{"language", read_language}, {"data_model", read_model}};
    (void)key;
    return yml_is_null(n) || yml_mapping(y, n, keys, ARRAY_LEN(keys), "'options'", out);
}

static bool read_anything(Yml *y, const yaml_node_t *n, const char *key, void *out) {
    (void)y, (void)n, (void)key, (void)out;
    return true;
}

// ---- properties ---------------------------------------------------------------------------------

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool read_property_file(Yml *y, const yaml_node_t *n, const char *key, void *out) {
    TaskProperty *p = out;
    p->file = read_path(y, n, key);
    if (!p->file)
        return false;
    const char *base = base_name(p->file), *dot = strrchr(base, '.');
    p->name = arena_printf(y->arena, "%.*s", (int)(dot ? dot - base : (long)strlen(base)), base);
    return true;
}

static bool read_expected(Yml *y, const yaml_node_t *n, const char *key, void *out) {
    TaskProperty *p = out;
    const char *word = yml_text(y, n, key);
    if (!word)
        return false;
    p->expected = strcasecmp(word, "true") == 0    ? EXPECTED_HOLDS
                  : strcasecmp(word, "false") == 0 ? EXPECTED_VIOLATED
                                                   : EXPECTED_NOTHING;
    return p->expected != EXPECTED_NOTHING ||
           yml_fail(y, n, "'%s' is %s; it can be true or false", key, word);
}

static bool read_subproperty(Yml *y, const yaml_node_t *n, const char *key, void *out) {
    TaskProperty *p = out;
    p->subproperty = yml_text(y, n, key);
    return p->subproperty != NULL;
}

static bool read_properties(Yml *y, const yaml_node_t *n, const char *key, void *out) {
    static const YmlKey keys[] = {{"property_file", read_property_file},
                                  {"expected_verdict", read_expected},
                                  {"subproperty", read_subproperty}};
    Task *t = reader_of(y)->task;
    (void)out;
    if (yml_is_null(n))
        return true;
    if (n->type != YAML_SEQUENCE_NODE)
        return yml_fail(y, n, "'%s' must be a list", key);
    u32 count = (u32)(n->data.sequence.items.top - n->data.sequence.items.start);
    t->properties = arena_alloc(y->arena, (count + 1) * sizeof *t->properties);
    for (u32 i = 0; i < count; i++) {
        const yaml_node_t *item = yaml_document_get_node(&y->doc, n->data.sequence.items.start[i]);
        TaskProperty *p = &t->properties[i];
        if (!yml_mapping(y, item, keys, ARRAY_LEN(keys), "a property", p))
            return false;
        if (!p->file)
            return yml_fail(y, item, "a property needs a 'property_file'");
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
// checked too. Whether there are any.
static bool choose_names(Setup *s, Task *t) {
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
    return is_any;
}

static bool read_sets(TaskReader *r) {
    Task *t = r->task;
    u32 nchecked = 0;
    Diag why = {0};
    for (u32 i = 0; i < t->nproperties; i++) {
        TaskProperty *p = &t->properties[i];
        if (p->left_out)
            continue;
        bool is_read = prop_read_prp(&p->set, p->file, &why);
        if (is_read && p->set.termination && !r->is_chosen)
            p->left_out = "it needs a search of its own: --property termination asks for it";
        else if (is_read)
            nchecked++;
        else
            p->left_out = arena_text(r->s->arena, diag_text(&why));
    }
    bool is_good = nchecked > 0 || t->nproperties == 0 || r->s->prp ||
                   diag_fail(r->y.d, "%s: none of its properties can be checked: %s", t->file,
                             diag_text(&why));
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
        return diag_fail(r->y.d, "%s: names no 'input_files'", r->task->file);
    if (r->data_model && !chooses_world(s)) {
        s->data_model = r->data_model;
        words_push(&s->compiler_args, strcmp(r->data_model, "ILP32") == 0 ? "-m32" : "-m64");
    }
    if (s->prp)
        choose_file(s, r->task);
    r->is_chosen = s->prp || r->task->nproperties == 1 || (s->property && choose_names(s, r->task));
    return read_sets(r);
}

static bool read_document(TaskReader *r) {
    static const YmlKey keys[] = {
        {"format_version", read_version},  {"input_files", read_input},
        {"properties", read_properties},   {"options", read_options},
        {"required_files", read_anything}, {"additional_information", read_anything}};
    const yaml_node_t *root = yaml_document_get_root_node(&r->y.doc);
    if (!root)
        return diag_fail(r->y.d, "%s: is empty", r->task->file);
    if (yml_has_key(&r->y, root, "checks"))
        return diag_fail(r->y.d,
                         "%s is a project, not a task: 'heddle check --project %s' checks "
                         "what it names",
                         r->task->file, r->task->file);
    return yml_mapping(&r->y, root, keys, ARRAY_LEN(keys), "a task", NULL) && apply(r);
}

static bool is_task(const char *file) {
    const char *dot = strrchr(base_name(file), '.');
    return dot && (strcmp(dot, ".yml") == 0 || strcmp(dot, ".yaml") == 0);
}

static bool read_task(Setup *s, const char *file, Diag *d) {
    TaskReader r = {.s = s, .task = arena_alloc(s->arena, sizeof(Task))};
    r.task->file = file;
    s->task = r.task;
    s->files.len = 0;
    if (!yml_open(&r.y, file, s->arena, d))
        return false;
    bool is_good = read_document(&r);
    yml_close(&r.y);
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
        p->termination |= !one->left_out && one->set.termination;
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
