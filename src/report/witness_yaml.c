// SPDX-License-Identifier: Apache-2.0
// Witnesses of SV-COMP, format 2.0, in YAML. That of a violation is a sequence of segments, each
// with one waypoint that a run passes: what functions of the environment return, what shared
// variables hold before a statement reads them, and at last the place of the violation. The format
// knows no threads; the waypoints are in the order in which they are passed, whoever passes them.
// That of a program that is correct is a set of invariants without elements.
#include "report/report_int.h"

#include <stdio.h>
#include <string.h>
#include <yaml.h>

typedef struct Writer {
    yaml_document_t doc;
    const Witness *witness;
    Sources *sources;
    bool is_ok; // there was always memory enough
} Writer;

// ---- nodes --------------------------------------------------------------------------------------

static int note(Writer *w, int node) {
    w->is_ok = w->is_ok && node;
    return node;
}

static int text_node(Writer *w, const char *s) {
    Text text = {0};
    report_utf8(s, strlen(s), &text);
    int node = yaml_document_add_scalar(&w->doc, NULL, (const yaml_char_t *)text_str(&text), -1,
                                        YAML_DOUBLE_QUOTED_SCALAR_STYLE);
    text_done(&text);
    return note(w, node);
}

// A word of the format, or a number.
static int plain_node(Writer *w, const char *s) {
    return note(w, yaml_document_add_scalar(&w->doc, NULL, (const yaml_char_t *)s, -1,
                                            YAML_PLAIN_SCALAR_STYLE));
}

static int mapping(Writer *w) {
    return note(w, yaml_document_add_mapping(&w->doc, NULL, YAML_BLOCK_MAPPING_STYLE));
}

static int sequence(Writer *w, bool is_empty) {
    yaml_sequence_style_t style = is_empty ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE;
    return note(w, yaml_document_add_sequence(&w->doc, NULL, style));
}

static void set(Writer *w, int map, const char *key, int value) {
    int node = plain_node(w, key);
    if (w->is_ok)
        note(w, yaml_document_append_mapping_pair(&w->doc, map, node, value));
}

static void set_number(Writer *w, int map, const char *key, u32 value) {
    char digits[16];
    snprintf(digits, sizeof digits, "%u", value);
    set(w, map, key, plain_node(w, digits));
}

static void append(Writer *w, int list, int value) {
    if (w->is_ok)
        note(w, yaml_document_append_sequence_item(&w->doc, list, value));
}

// ---- waypoints ----------------------------------------------------------------------------------

static int location(Writer *w, u32 file, u32 line, u32 column, const char *function) {
    const char *name = line ? w->witness->trace->program->files[file] : w->witness->files[0].name;
    int map = mapping(w);
    set(w, map, "file_name", text_node(w, name));
    set_number(w, map, "line", line ? line : 1);
    if (column)
        set_number(w, map, "column", column);
    if (*function)
        set(w, map, "function", text_node(w, function));
    return map;
}

// A segment with one waypoint; the constraint is NULL for none.
static void add_waypoint(Writer *w, int list, const char *type, int place, const char *constraint,
                         const char *format) {
    int segment = mapping(w), waypoints = sequence(w, false), item = mapping(w), point = mapping(w);
    set(w, point, "type", plain_node(w, type));
    set(w, point, "action", plain_node(w, "follow"));
    set(w, point, "location", place);
    if (constraint) {
        int value = mapping(w);
        set(w, value, "value", text_node(w, constraint));
        set(w, value, "format", plain_node(w, format));
        set(w, point, "constraint", value);
    }
    set(w, item, "waypoint", point);
    append(w, waypoints, item);
    set(w, segment, "segment", waypoints);
    append(w, list, segment);
}

static void add_input(Writer *w, int list, const TraceEvent *e) {
    Text function = {0}, constraint = {0};
    const char *value = witness_input(e, &function);
    text_add(&constraint, "\\result == ");
    u32 column = value && witness_number(value, &constraint)
                     ? witness_call_end(w->sources, e, text_str(&function))
                     : 0;
    if (column)
        add_waypoint(w, list, "function_return", location(w, e->file, e->line, column, e->function),
                     text_str(&constraint), "acsl_expression");
    text_done(&function);
    text_done(&constraint);
}

static bool is_written(const TraceEvent *e, const char *name) {
    bool is = false;
    for (u32 i = 0; i < e->nvalues; i++)
        is |= !e->values[i].is_read && strcmp(e->values[i].name, name) == 0;
    return is;
}

// What a line has read while nobody else could do anything was so before it.
static void add_reads(Writer *w, int list, const TraceEvent *e) {
    Text constraint = {0};
    if (!w->witness->has_values || e->is_continued || e->is_fault || e->repeats > 1 ||
        !witness_is_statement(w->sources, e->file, e->line))
        return;
    for (u32 i = 0; i < e->nvalues; i++) {
        const TraceValue *v = &e->values[i];
        Text one = {0};
        if (v->is_read && !is_written(e, v->name) && witness_equation(v, &one))
            text_add(&constraint, "%s%s", constraint.len ? " && " : "", text_str(&one));
        text_done(&one);
    }
    if (constraint.len) {
        u32 column = sources_column(w->sources, e->file, e->line, 0);
        add_waypoint(w, list, "assumption", location(w, e->file, e->line, column, e->function),
                     text_str(&constraint), "c_expression");
    }
    text_done(&constraint);
}

// Where the violation shows; if that is nowhere in particular, where something was done last.
static void add_target(Writer *w, int list) {
    const Trace *t = w->witness->trace;
    u32 file = t->file, line = t->line;
    const char *function = t->function;
    for (u32 i = t->nevents; i-- > 0 && !line;) {
        file = t->events[i].file;
        line = t->events[i].line;
        function = line ? t->events[i].function : "";
    }
    add_waypoint(w, list, "target", location(w, file, line, 0, function), NULL, NULL);
}

static int sequence_of_violation(Writer *w) {
    const Trace *t = w->witness->trace;
    int list = sequence(w, false);
    for (u32 i = 0; i < t->nevents; i++) {
        const TraceEvent *e = &t->events[i];
        if (!e->line)
            continue;
        add_reads(w, list, e);
        add_input(w, list, e);
    }
    add_target(w, list);
    return list;
}

// ---- the whole ----------------------------------------------------------------------------------

static int task(Writer *w) {
    const Witness *x = w->witness;
    int map = mapping(w), files = sequence(w, false), hashes = mapping(w);
    Text specification = {0};
    for (u32 i = 0; i < x->nfiles; i++) {
        append(w, files, text_node(w, x->files[i].name));
        int name = text_node(w, x->files[i].name), hash = text_node(w, x->files[i].hash);
        if (w->is_ok)
            note(w, yaml_document_append_mapping_pair(&w->doc, hashes, name, hash));
    }
    for (u32 i = 0; i < x->nspecifications; i++)
        text_add(&specification, "%s%s", i ? "\n" : "", x->specifications[i]);
    set(w, map, "input_files", files);
    set(w, map, "input_file_hashes", hashes);
    set(w, map, "specification", text_node(w, text_str(&specification)));
    set(w, map, "data_model", plain_node(w, x->is_narrow ? "ILP32" : "LP64"));
    set(w, map, "language", plain_node(w, "C"));
    text_done(&specification);
    return map;
}

static int metadata(Writer *w) {
    int map = mapping(w), producer = mapping(w);
    set(w, producer, "name", text_node(w, "heddle"));
    set(w, producer, "version", text_node(w, w->witness->version));
    set(w, map, "format_version", text_node(w, "2.0"));
    set(w, map, "uuid", text_node(w, w->witness->uuid));
    set(w, map, "creation_time", text_node(w, w->witness->date));
    set(w, map, "producer", producer);
    set(w, map, "task", task(w));
    return map;
}

static int add_bytes(void *out, unsigned char *bytes, size_t n) {
    text_bytes(out, bytes, n);
    return 1;
}

static bool emit(Writer *w, Text *out) {
    yaml_emitter_t emitter;
    if (!yaml_emitter_initialize(&emitter))
        return false;
    yaml_emitter_set_output(&emitter, add_bytes, out);
    yaml_emitter_set_unicode(&emitter, 1);
    yaml_emitter_set_width(&emitter, -1);
    // which takes the document
    bool is_ok = yaml_emitter_open(&emitter) && yaml_emitter_dump(&emitter, &w->doc) &&
                 yaml_emitter_close(&emitter);
    yaml_emitter_delete(&emitter);
    return is_ok;
}

bool report_witness_yaml(const Witness *x, Text *out) {
    Writer w = {.witness = x, .is_ok = true};
    if (!yaml_document_initialize(&w.doc, NULL, NULL, NULL, 1, 1))
        return false;
    w.sources = x->trace ? sources_new(x->trace->program) : NULL;
    int list = sequence(&w, false), entry = mapping(&w); // the first node is the root
    const char *type = x->trace ? "violation_sequence" : "invariant_set";
    set(&w, entry, "entry_type", plain_node(&w, type));
    set(&w, entry, "metadata", metadata(&w));
    set(&w, entry, "content", x->trace ? sequence_of_violation(&w) : sequence(&w, true));
    append(&w, list, entry);
    if (w.sources)
        sources_free(w.sources);
    if (!w.is_ok) {
        yaml_document_delete(&w.doc);
        return false;
    }
    return emit(&w, out);
}
