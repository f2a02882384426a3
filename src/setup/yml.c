// SPDX-License-Identifier: Apache-2.0
// Reading YAML with libyaml, and what can be wrong with it.
#include "setup/yml.h"

#include <string.h>

bool yml_fail(Yml *y, const yaml_node_t *n, const char *fmt, ...) {
    Text text = {0};
    va_list args;
    va_start(args, fmt);
    text_addv(&text, fmt, args);
    va_end(args);
    diag_fail(y->d, "%s:%zu: %s", y->file, n->start_mark.line + 1, text_str(&text));
    text_done(&text);
    return false;
}

const char *yml_scalar(const yaml_node_t *n) { return (const char *)n->data.scalar.value; }

bool yml_is_null(const yaml_node_t *n) {
    return n->type == YAML_SCALAR_NODE && n->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
           (!*yml_scalar(n) || strcmp(yml_scalar(n), "null") == 0 ||
            strcmp(yml_scalar(n), "~") == 0);
}

const char *yml_text(Yml *y, const yaml_node_t *n, const char *key) {
    bool is_text = n->type == YAML_SCALAR_NODE && *yml_scalar(n);
    if (!is_text)
        yml_fail(y, n, "'%s' must be a text", key);
    return is_text ? arena_text(y->arena, yml_scalar(n)) : NULL;
}

const char *yml_beside(const Yml *y, const char *path) {
    return path[0] == '/' ? path : arena_printf(y->arena, "%s%s", y->folder, path);
}

// ---- mappings -----------------------------------------------------------------------------------

static bool fail_key(Yml *y, const yaml_node_t *n, const YmlKey *keys, size_t nkeys,
                     const char *what) {
    Text list = {0};
    for (size_t i = 0; i < nkeys; i++)
        text_add(&list, "%s%s", i ? ", " : "", keys[i].name);
    if (n->type != YAML_SCALAR_NODE)
        yml_fail(y, n, "a key of %s must be a text", what);
    else
        yml_fail(y, n, "%s cannot have '%s'; there are: %s", what, yml_scalar(n), text_str(&list));
    text_done(&list);
    return false;
}

static const YmlKey *find_key(const YmlKey *keys, size_t nkeys, const yaml_node_t *n) {
    for (size_t i = 0; i < nkeys && n->type == YAML_SCALAR_NODE; i++)
        if (strcmp(keys[i].name, yml_scalar(n)) == 0)
            return &keys[i];
    return NULL;
}

// Whether a key like that of the pair comes before it.
static bool is_repeated(Yml *y, const yaml_node_t *n, const yaml_node_pair_t *pair) {
    const char *name = yml_scalar(yaml_document_get_node(&y->doc, pair->key));
    bool is = false;
    for (const yaml_node_pair_t *p = n->data.mapping.pairs.start; p < pair && !is; p++)
        is = strcmp(yml_scalar(yaml_document_get_node(&y->doc, p->key)), name) == 0;
    return is;
}

bool yml_mapping(Yml *y, const yaml_node_t *n, const YmlKey *keys, size_t nkeys, const char *what,
                 void *out) {
    if (n->type != YAML_MAPPING_NODE)
        return yml_fail(y, n, "%s must have lines of the form KEY: VALUE", what);
    for (const yaml_node_pair_t *p = n->data.mapping.pairs.start; p < n->data.mapping.pairs.top;
         p++) {
        const yaml_node_t *name = yaml_document_get_node(&y->doc, p->key);
        const YmlKey *key = find_key(keys, nkeys, name);
        if (!key)
            return fail_key(y, name, keys, nkeys, what);
        if (is_repeated(y, n, p))
            return yml_fail(y, name, "%s has '%s' twice", what, key->name);
        if (!key->read(y, yaml_document_get_node(&y->doc, p->value), key->name, out))
            return false;
    }
    return true;
}

bool yml_has_key(Yml *y, const yaml_node_t *n, const char *key) {
    YmlKey wanted = {key, NULL};
    bool has = false;
    if (n->type == YAML_MAPPING_NODE)
        for (const yaml_node_pair_t *p = n->data.mapping.pairs.start;
             p < n->data.mapping.pairs.top && !has; p++)
            has = find_key(&wanted, 1, yaml_document_get_node(&y->doc, p->key));
    return has;
}

// ---- files --------------------------------------------------------------------------------------

// Nothing may follow the document: it would count for nothing.
static bool is_over(yaml_parser_t *parser) {
    yaml_document_t next;
    if (!yaml_parser_load(parser, &next))
        return false;
    bool is = !yaml_document_get_root_node(&next);
    yaml_document_delete(&next);
    return is;
}

static bool parse(Yml *y, const Text *text) {
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        mem_exhausted(NULL);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text_str(text), text->len);
    bool is_read = yaml_parser_load(&parser, &y->doc);
    bool is_good = is_read && (!yaml_document_get_root_node(&y->doc) || is_over(&parser));
    if (!is_good && is_read && !parser.problem)
        diag_fail(y->d, "%s:%zu: the file has more than one document", y->file,
                  parser.mark.line + 1);
    else if (!is_good)
        diag_fail(y->d, "%s:%zu: not YAML: %s", y->file, parser.problem_mark.line + 1,
                  parser.problem ? parser.problem : "cannot be read");
    if (is_read && !is_good)
        yaml_document_delete(&y->doc);
    yaml_parser_delete(&parser);
    return is_good;
}

bool yml_open(Yml *y, const char *file, Arena *arena, Diag *d) {
    const char *slash = strrchr(file, '/');
    Text text = {0};
    y->file = file;
    y->arena = arena;
    y->d = d;
    y->folder = arena_printf(arena, "%.*s", slash ? (int)(slash - file) + 1 : 0, file);
    bool is_good = file_read(file, &text, d) && parse(y, &text);
    text_done(&text);
    return is_good;
}

void yml_close(Yml *y) { yaml_document_delete(&y->doc); }
