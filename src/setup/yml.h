// SPDX-License-Identifier: Apache-2.0
// What the files in YAML that setup reads have in common: mappings with known keys, messages with
// lines.
#ifndef HEDDLE_SETUP_YML_H
#define HEDDLE_SETUP_YML_H

#include "setup/setup_int.h"

#include <yaml.h>

typedef struct Yml {
    const char *file, *folder; // the folder with a slash at its end; "": here
    yaml_document_t doc;
    Arena *arena; // of texts
    Diag *d;
} Yml;

// Reads a file; false with a message. Otherwise yml_close follows.
bool yml_open(Yml *y, const char *file, Arena *arena, Diag *d);
void yml_close(Yml *y);
// A message about a node; always false.
bool yml_fail(Yml *y, const yaml_node_t *n, const char *fmt, ...) PRINTF_LIKE(3, 4);
const char *yml_scalar(const yaml_node_t *n);
bool yml_is_null(const yaml_node_t *n); // nothing, null or ~
// A text that is not empty; NULL after a message.
const char *yml_text(Yml *y, const yaml_node_t *n, const char *key);
// A path as the file has it, from here.
const char *yml_beside(const Yml *y, const char *path);

// What a mapping may have: a key, and who reads its value into `out`.
typedef struct YmlKey {
    const char *name;
    bool (*read)(Yml *y, const yaml_node_t *value, const char *key, void *out);
} YmlKey;
// Reads all keys of a mapping, which messages call `what`; false with a message.
bool yml_mapping(Yml *y, const yaml_node_t *n, const YmlKey *keys, size_t nkeys, const char *what,
                 void *out);
bool yml_has_key(Yml *y, const yaml_node_t *n, const char *key);

#endif
