// SPDX-License-Identifier: Apache-2.0
// --junit: a command as a test suite, for what collects results of tests. What is checked is one
// test case, with --all-levels one for each level, with --all one for each check. A violation is a
// failure of it; an unknown verdict is an error, so that nobody takes it for a test that has
// passed.
#include "cli/cli.h"

#include <string.h>

// ---- the format ---------------------------------------------------------------------------------

static void add_seconds(double seconds, Text *out) { text_add(out, " time=\"%.3f\"", seconds); }

// The line of a verdict without its figures, which are others each time.
static void add_message(const char *line, Text *out) {
    size_t len = strcspn(line, "\n");
    for (size_t i = len; i-- > 1;) {
        if (line[i] == '[' && line[i - 1] == ' ') {
            len = i - 1;
            break;
        }
    }
    text_add(out, "%.*s", (int)len, line);
}

static void add_end(const JunitCase *k, Text *out) {
    const char *element = k->end == JUNIT_FAILURE ? "failure" : "error";
    Text message = {0};
    add_message(k->line, &message);
    text_add(out, "      <%s", element);
    report_xml_attribute("message", text_str(&message), out);
    report_xml_attribute("type", k->type, out);
    text_add(out, ">");
    report_xml_text(k->line, out);
    if (k->told)
        report_xml_text(k->told, out);
    text_add(out, "</%s>\n", element);
    text_done(&message);
}

static void add_case(const JunitCase *k, Text *out) {
    text_add(out, "    <testcase");
    report_xml_attribute("name", text_str(&k->name), out);
    report_xml_attribute("classname", "heddle", out);
    add_seconds(k->seconds, out);
    text_add(out, ">\n");
    if (k->end != JUNIT_PASSED)
        add_end(k, out);
    text_add(out, "      <system-out>");
    report_xml_text(k->line, out);
    text_add(out, "</system-out>\n    </testcase>\n");
}

static void add_counts(const JunitCase *cases, u32 n, Text *out) {
    u32 count[JUNIT_COUNT] = {0};
    double seconds = 0;
    for (u32 i = 0; i < n; i++) {
        count[cases[i].end]++;
        seconds += cases[i].seconds;
    }
    text_add(out, " tests=\"%u\" failures=\"%u\" errors=\"%u\"", n, count[JUNIT_FAILURE],
             count[JUNIT_ERROR]);
    add_seconds(seconds, out);
}

void junit_suite(const JunitCase *cases, u32 n, Text *out) {
    Text now = {0};
    clock_date(&now);
    text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"heddle\"");
    add_counts(cases, n, out);
    text_add(out, ">\n  <testsuite name=\"heddle\"");
    add_counts(cases, n, out);
    // without the time zone, as readers of the format want it
    text_add(out, " skipped=\"0\" timestamp=\"%.*s\">\n", (int)now.len - 1, text_str(&now));
    text_add(out, "    <properties>\n      <property name=\"version\" value=\"%s\"/>\n",
             HEDDLE_VERSION);
    text_add(out, "    </properties>\n");
    for (u32 i = 0; i < n; i++)
        add_case(&cases[i], out);
    text_add(out, "  </testsuite>\n</testsuites>\n");
    text_done(&now);
}

// ---- one command --------------------------------------------------------------------------------

static void add_name(const Outcome *c, const char *level, Text *out) {
    const Words *files = &c->o->setup.files;
    const Task *task = c->o->setup.task;
    for (u32 i = 0; !task && i < files->len; i++)
        text_add(out, "%s%s", i ? " " : "", files->items[i]);
    if (task)
        text_add(out, "%s", task->file);
    if (level)
        text_add(out, " %s", level);
}

static const char *kind_of(const SearchResult *r) {
    return ir_kind_name[r->found.n ? r->found.items[0].fault.kind : FAULT_NONE];
}

static JunitEnd end_of(VerdictKind kind) {
    return kind == VERDICT_HOLDS      ? JUNIT_PASSED
           : kind == VERDICT_VIOLATED ? JUNIT_FAILURE
                                      : JUNIT_ERROR;
}

static const char *type_of(VerdictKind kind, const char *violated) {
    return kind == VERDICT_VIOLATED ? violated : "unknown";
}

void junit_text(const Outcome *c, const char *line, Text *out) {
    const char *told = c->plain.len ? text_str(&c->plain) : NULL;
    u32 n = c->levels ? c->levels->n : 1;
    JunitCase *cases = mem_zalloc(n * sizeof *cases);
    for (u32 i = 0; i < n; i++) {
        JunitCase *k = &cases[i];
        const Level *l = c->levels ? &c->levels->items[i] : NULL;
        VerdictKind kind = l ? l->kind : c->result.verdict.kind;
        add_name(c, l ? l->name : NULL, &k->name);
        k->seconds = l ? l->seconds : c->result.figures.seconds;
        k->end = end_of(kind);
        k->type = type_of(kind, l ? l->violated : kind_of(&c->result));
        k->line = l ? text_str(&l->line) : line;
        k->told = !l || c->levels->chosen == i ? told : NULL;
    }
    junit_suite(cases, n, out);
    for (u32 i = 0; i < n; i++)
        text_done(&cases[i].name);
    mem_free(cases, n * sizeof *cases);
}
