// SPDX-License-Identifier: Apache-2.0
// Counterexamples with few context switches: looked for when the verdict is known, and told.
#include "cli/cli.h"

static void exchange(Violation *v, const Violation *other) {
    Violation before = *v;
    watchdog_hold(); // its thread may be telling what is known
    *v = *other;
    watchdog_release();
    fault_forget(&before.fault);
    schedule_done(&before.schedule);
}

void minimise_all(Outcome *c) {
    Violations *v = &c->result.found;
    Patience patience = search_patience(&c->search);
    for (u32 i = 0; i < v->n; i++) {
        Violation better;
        search_minimise(c->program, &c->search, &c->result, &v->items[i],
                        c->o->no_minimise ? NULL : &patience, v->n - i, &better);
        exchange(&v->items[i], &better);
    }
}

void minimise_tell(const Violation *v, const Program *p, Text *out) {
    if (!v->has_switches || !program_has_trap(p, TRAP_SPAWN, NULL))
        return;
    text_add(out, "%s ", v->is_minimal ? "needs" : "with");
    if (v->switches)
        text_add(out, "%u context switch%s\n", v->switches, v->switches == 1 ? "" : "es");
    else
        text_add(out, "no context switch\n");
}

void minimise_set_json(const Violation *v, json_t *object) {
    u32 steps = v->schedule.len;
    json_object_set_new(object, "steps", v->has_switches ? json_integer(steps) : json_null());
    json_object_set_new(object, "context_switches",
                        v->has_switches ? json_integer(v->switches) : json_null());
    json_object_set_new(object, "context_switches_minimal", json_boolean(v->is_minimal));
    json_object_set_new(object, "minimised", json_boolean(v->is_minimised));
}

void minimise_read_json(const json_t *object, Violation *v) {
    const json_t *switches = json_object_get(object, "context_switches");
    json_int_t n = json_integer_value(switches);
    v->has_switches = json_is_integer(switches) && n >= 0 && n <= UINT32_MAX;
    v->switches = v->has_switches ? (u32)n : 0;
    v->is_minimal = json_is_true(json_object_get(object, "context_switches_minimal"));
}
