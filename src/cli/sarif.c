// SPDX-License-Identifier: Apache-2.0
// --sarif: the log of one command, SARIF 2.1.0. The kinds of violations are its rules, each
// violation is a result, and an unknown verdict is a notification of an execution that was not
// successful.
#include "cli/cli.h"

#define SCHEMA                                                                                     \
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

static json_t *rules_json(void) {
    json_t *list = json_array();
    for (u32 k = FAULT_NONE + 1; k < FAULT_COUNT; k++) {
        json_t *rule = json_object(), *level = json_object();
        json_object_set_new(level, "level", json_string("error"));
        json_object_set_new(level, "enabled", json_boolean(ir_kind_standing[k] == KIND_BY_DEFAULT));
        json_object_set_new(rule, "id", json_string(ir_kind_name[k]));
        json_object_set_new(rule, "shortDescription", report_sarif_message(ir_kind_meaning[k]));
        json_object_set_new(rule, "defaultConfiguration", level);
        json_array_append_new(list, rule);
    }
    return list;
}

static json_t *tool_json(void) {
    json_t *driver = json_object();
    json_object_set_new(driver, "name", json_string("heddle"));
    json_object_set_new(driver, "version", json_string(HEDDLE_VERSION));
    json_object_set_new(driver, "rules", rules_json());
    return json_pack("{s:o}", "driver", driver);
}

// What the verdict leaves open.
static json_t *notifications_json(const Outcome *c) {
    const Verdict *v = &c->result.verdict;
    json_t *list = json_array();
    Text text = {0};
    if (v->kind == VERDICT_UNKNOWN)
        text_add(&text, "unknown: %s", text_str(&v->reason));
    else if (v->kind == VERDICT_VIOLATED && v->gap.len)
        text_add(&text, "there may be other violations: %s", text_str(&v->gap));
    else if (v->kind == VERDICT_HOLDS && verdict_is_bounded(v)) {
        text_add(&text, "holds");
        result_conditions(v, &text);
    }
    if (text.len) {
        json_t *one = json_object();
        bool is_unknown = v->kind == VERDICT_UNKNOWN;
        json_object_set_new(one, "level", json_string(is_unknown ? "error" : "note"));
        json_object_set_new(one, "message", report_sarif_message(text_str(&text)));
        json_array_append_new(list, one);
    }
    text_done(&text);
    return list;
}

static json_t *invocation_json(const Outcome *c) {
    static const char *const meanings[] = {
#define EXIT(id, code, meaning) [code] = meaning,
#include "base/exits.def"
#undef EXIT
    };
    int code = outcome_exit_code(c);
    json_t *object = json_object(), *words = json_array();
    json_array_append_new(words, text_json(c->o->command_name));
    for (u32 i = 0; i < c->o->words.len; i++)
        json_array_append_new(words, text_json(c->o->words.items[i]));
    json_object_set_new(object, "arguments", words);
    json_object_set_new(object, "exitCode", json_integer(code));
    json_object_set_new(object, "exitCodeDescription", json_string(meanings[code]));
    json_object_set_new(object, "executionSuccessful",
                        json_boolean(c->result.verdict.kind != VERDICT_UNKNOWN));
    json_object_set_new(object, "toolExecutionNotifications", notifications_json(c));
    return object;
}

static json_t *plain_result(const Program *p, const Fault *f) {
    json_t *result = report_sarif_fault(f->kind, text_str(&f->text));
    if (violation_has_place(p, f)) {
        SrcLoc loc = program_loc(p, f->func, f->pc);
        FuncId func = loc.scope < p->nfuncs ? loc.scope : f->func;
        report_sarif_set_place(result, p, loc, p->funcs[func].name);
    }
    return result;
}

static json_t *results_json(const Outcome *c) {
    if (c->sarif)
        return json_incref(c->sarif);
    json_t *list = json_array();
    for (u32 i = 0; i < c->result.found.n && c->program; i++)
        json_array_append_new(list, plain_result(c->program, &c->result.found.items[i].fault));
    return list;
}

static json_t *artifacts_json(const Outcome *c) {
    json_t *list = json_array();
    const Words *files = &c->o->setup.files;
    for (u32 i = 0; i < files->len; i++) {
        json_t *one = json_object();
        json_object_set_new(one, "location", report_sarif_file(files->items[i]));
        json_object_set_new(one, "roles", json_pack("[s]", "analysisTarget"));
        json_array_append_new(list, one);
    }
    return list;
}

json_t *sarif_json(const Outcome *c) {
    json_t *run = json_object(), *log = json_object(), *properties = json_object();
    json_object_set_new(properties, "verdict", json_string(verdict_name(c->result.verdict.kind)));
    if (c->levels)
        json_object_set_new(properties, "levels", levels_json(c->levels));
    json_object_set_new(run, "tool", tool_json());
    json_object_set_new(run, "invocations", json_pack("[o]", invocation_json(c)));
    json_object_set_new(run, "artifacts", artifacts_json(c));
    json_object_set_new(run, "columnKind", json_string("unicodeCodePoints"));
    json_object_set_new(run, "results", results_json(c));
    json_object_set_new(run, "properties", properties);
    json_object_set_new(log, "$schema", json_string(SCHEMA));
    json_object_set_new(log, "version", json_string("2.1.0"));
    json_object_set_new(log, "runs", json_pack("[o]", run));
    return log;
}
