// SPDX-License-Identifier: Apache-2.0
// The result of a command as a page (--html): what its head says; the violations are the report's.
#include "cli/cli.h"

#include <string.h>

// "heddle check -O1 x.c": the words as a shell would take them.
static json_t *command_json(const Options *o) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=./,:@%";
    Text text = {0};
    text_add(&text, "heddle %s", o->command_name);
    for (u32 i = 0; i < o->words.len; i++) {
        const char *word = o->words.items[i];
        bool is_plain = *word && word[strspn(word, plain)] == '\0';
        text_add(&text, is_plain ? " " : " '");
        for (; *word; word++)
            text_add(&text, *word == '\'' ? "'\\''" : "%c", *word);
        text_add(&text, is_plain ? "" : "'");
    }
    json_t *json = text_json(text_str(&text));
    text_done(&text);
    return json;
}

// Those that differ from what they are when nobody says anything.
static json_t *given_json(const Options *o) {
    Options plain;
    options_init(&plain);
    plain.command = o->command;
    json_t *all = options_json(o), *defaults = options_json(&plain), *given = json_object(), *value;
    const char *name;
    json_object_foreach(all, name, value) {
        bool is_output = strcmp(name, "html") == 0 || strcmp(name, "files") == 0;
        if (!is_output && !json_equal(value, json_object_get(defaults, name)))
            json_object_set(given, name, value);
    }
    json_decref(all);
    json_decref(defaults);
    options_done(&plain);
    return given;
}

static json_t *checked_json(const PropertySet *p) {
    json_t *list = json_array();
    for (u32 k = 0; k < FAULT_COUNT; k++)
        if (p->checked[k] && !p->dropped[k])
            json_array_append_new(list, json_string(ir_kind_name[k]));
    return list;
}

static json_t *lines_json(const Text *text) {
    json_t *list = json_array();
    for (const char *at = text_str(text); *at;) {
        size_t n = strcspn(at, "\n");
        if (n)
            json_array_append_new(list, report_json_text(at, n));
        at += n + (at[n] == '\n');
    }
    return list;
}

// Takes the text.
static void set_text(json_t *object, const char *key, Text *text) {
    json_object_set_new(object, key, report_json_text(text_str(text), text->len));
    text_done(text);
}

static json_t *head_json(const Options *o, const Setup *checked, VerdictKind verdict) {
    json_t *object = json_object();
    json_object_set_new(object, "heddle", json_string(HEDDLE_VERSION));
    json_object_set_new(object, "command", command_json(o));
    json_object_set_new(object, "verdict", json_string(verdict_name(verdict)));
    json_object_set_new(object, "programs", words_json(&checked->files));
    json_object_set_new(object, "optimisation", text_json(checked->opt_level));
    json_object_set_new(object, "options", given_json(o));
    return object;
}

void page_text(const Outcome *c, Text *out) {
    const Verdict *v = &c->result.verdict;
    json_t *object = head_json(c->o, &c->o->setup, v->kind);
    Text figures = {0}, conditions = {0};
    result_figures(&c->result.figures, &figures);
    result_conditions(v, &conditions);
    set_text(object, "figures", &figures);
    set_text(object, "conditions", &conditions);
    json_object_set_new(object, "reason", text_json(text_str(&v->reason)));
    json_object_set_new(object, "notes", lines_json(&c->notes));
    json_object_set_new(object, "checked", checked_json(&c->search.explore.properties));
    json_object_set_new(object, "violations", c->pages ? json_incref(c->pages) : several_json(c));
    report_html(object, out);
    json_decref(object);
}

bool page_write_replayed(const Options *o, const Setup *checked, json_t *pages, Diag *d) {
    json_t *object = head_json(o, checked, VERDICT_VIOLATED);
    Text notes = {0}, out = {0};
    cli_explain_level(checked->opt_level, &notes);
    json_object_set_new(object, "notes", lines_json(&notes));
    json_object_set_new(object, "violations", pages);
    bool is_ok =
        report_html(object, &out) || diag_fail(d, "%s: not enough memory to write it", o->html);
    is_ok = is_ok && file_write(o->html, text_str(&out), out.len, d);
    text_done(&notes);
    text_done(&out);
    json_decref(object);
    return is_ok;
}
