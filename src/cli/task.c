// SPDX-License-Identifier: Apache-2.0
// What a result says about the properties of a task, beside what the task expects.
#include "cli/cli.h"

static TaskAnswer answer_of(const Outcome *c, const TaskProperty *p) {
    const Violations *v = &c->result.found;
    TaskAnswer answer = TASK_UNDECIDED;
    for (u32 i = 0; i == 0 || (i < v->n && answer != TASK_VIOLATED); i++)
        answer = task_answer(p, &c->search.explore.properties, &c->result.verdict,
                             v->n ? v->items[i].fault.kind : FAULT_NONE);
    // A suppressed violation may be one of this property.
    u32 nsuppressed = 0;
    if (c->settled)
        settled_suppressed(c->settled, &nsuppressed);
    return answer == TASK_HOLDS && nsuppressed ? TASK_UNDECIDED : answer;
}

// Violated, but not in the way that the task expects.
static bool is_other_part(const Outcome *c, const TaskProperty *p) {
    bool is_part = false;
    for (u32 i = 0; i < c->result.found.n && p->subproperty && !is_part; i++)
        is_part = prop_is_part(p->subproperty, c->result.found.items[i].fault.kind);
    return p->subproperty && p->expected == EXPECTED_VIOLATED && answer_of(c, p) == TASK_VIOLATED &&
           !is_part;
}

static bool is_as_expected(const Outcome *c, const TaskProperty *p) {
    return (answer_of(c, p) == TASK_HOLDS) == (p->expected == EXPECTED_HOLDS) &&
           !is_other_part(c, p);
}

static void tell_property(const Outcome *c, const TaskProperty *p, Text *out) {
    static const char *const answers[] = {
        [TASK_HOLDS] = "holds", [TASK_VIOLATED] = "violated", [TASK_UNDECIDED] = "not decided"};
    static const char *const expectations[] = {
        [EXPECTED_HOLDS] = "that it holds", [EXPECTED_VIOLATED] = "a violation"};
    TaskAnswer answer = answer_of(c, p);
    text_add(out, "%s: %s", p->name, p->left_out ? "left out" : answers[answer]);
    if (p->left_out)
        text_add(out, " (%s)", p->left_out);
    else if (p->expected != EXPECTED_NOTHING && answer == TASK_UNDECIDED)
        text_add(out, "; the task expects %s", expectations[p->expected]);
    else if (is_other_part(c, p))
        text_add(out, ", but the task expects that of %s", p->subproperty);
    else if (p->expected != EXPECTED_NOTHING && is_as_expected(c, p))
        text_add(out, ", as the task expects");
    else if (p->expected != EXPECTED_NOTHING)
        text_add(out, ", but the task expects %s", expectations[p->expected]);
}

void task_tell(const Outcome *c, Text *out) {
    const Task *t = c->o->setup.task;
    for (u32 i = 0; t && i < t->nproperties; i++) {
        u32 from = out->len;
        tell_property(c, &t->properties[i], out);
        text_tame(out, from, false);
        text_add(out, "\n");
    }
}

// ---- JSON ---------------------------------------------------------------------------------------

static json_t *property_json(const Outcome *c, const TaskProperty *p) {
    static const char *const expectations[] = {
        [EXPECTED_HOLDS] = "holds", [EXPECTED_VIOLATED] = "violated"};
    TaskAnswer answer = answer_of(c, p);
    bool is_decided = answer != TASK_UNDECIDED;
    const char *verdict = !is_decided ? NULL : answer == TASK_HOLDS ? "holds" : "violated";
    json_t *object = json_object();
    json_object_set_new(object, "property_file", text_json(p->file));
    json_object_set_new(object, "expected", text_json(expectations[p->expected]));
    json_object_set_new(object, "subproperty", text_json(p->subproperty));
    json_object_set_new(object, "left_out", text_json(p->left_out));
    json_object_set_new(object, "verdict", text_json(verdict));
    json_object_set_new(object, "as_expected",
                        is_decided && p->expected != EXPECTED_NOTHING
                            ? json_boolean(is_as_expected(c, p))
                            : json_null());
    return object;
}

json_t *task_json(const Outcome *c) {
    const Task *t = c->o->setup.task;
    json_t *object = json_object(), *list = json_array();
    for (u32 i = 0; i < t->nproperties; i++)
        json_array_append_new(list, property_json(c, &t->properties[i]));
    json_object_set_new(object, "file", text_json(t->file));
    json_object_set_new(object, "properties", list);
    return object;
}
