// SPDX-License-Identifier: Apache-2.0
// A violation as a result of SARIF 2.1.0 (OASIS, 2020): where it shows, how a run comes there, with
// a flow for each thread, and the stacks in the end. Steps of all flows are numbered in the order
// in which they happen (executionOrder). The log around the results is made by who knows the
// command.
#include "report/report_int.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

#define ROOT "%SRCROOT%" // what relative names are relative to, as others call it

enum { PATH_ROOM = 4096 };

// ---- texts --------------------------------------------------------------------------------------

// In messages braces stand for arguments, unless they are doubled (3.11.5).
json_t *report_sarif_message(const char *s) {
    Text text = {0};
    for (; *s; s++) {
        text_bytes(&text, s, 1);
        if (*s == '{' || *s == '}')
            text_bytes(&text, s, 1);
    }
    json_t *object = json_object();
    json_object_set_new(object, "text", report_json_text(text_str(&text), text.len));
    text_done(&text);
    return object;
}

static json_t *message(const char *fmt, ...) PRINTF_LIKE(1, 2);
static json_t *message(const char *fmt, ...) {
    Text text = {0};
    va_list args;
    va_start(args, fmt);
    text_addv(&text, fmt, args);
    va_end(args);
    json_t *object = report_sarif_message(text_str(&text));
    text_done(&text);
    return object;
}

// What may stand in a URI; all other bytes are written as %XX.
static void add_uri(const char *path, Text *out) {
    for (const u8 *s = (const u8 *)path; *s; s++)
        if (isascii(*s) && (isalnum(*s) || strchr("/-._~!$&'()*+,;=@", *s)))
            text_add(out, "%c", *s);
        else
            text_add(out, "%%%02X", *s);
}

// The rest of a path below the directory in which heddle runs; NULL if it is elsewhere.
static const char *below_here(const char *path) {
    char here[PATH_ROOM];
    if (path[0] != '/')
        return path;
    size_t n = getcwd(here, sizeof here) ? strlen(here) : 0;
    return n > 1 && strncmp(path, here, n) == 0 && path[n] == '/' ? path + n + 1 : NULL;
}

json_t *report_sarif_file(const char *path) {
    const char *relative = below_here(path);
    json_t *object = json_object();
    Text uri = {0};
    while (relative && strncmp(relative, "./", 2) == 0)
        relative += 2;
    if (!relative)
        text_add(&uri, "file://");
    add_uri(relative ? relative : path, &uri);
    json_object_set_new(object, "uri", json_string(text_str(&uri)));
    if (relative)
        json_object_set_new(object, "uriBaseId", json_string(ROOT));
    text_done(&uri);
    return object;
}

// ---- places -------------------------------------------------------------------------------------

// Without a column the place is the whole line.
static void set_column(json_t *location, const Program *p, u32 file, u32 line, u32 byte) {
    json_t *region = json_object_get(json_object_get(location, "physicalLocation"), "region");
    Sources *sources = sources_new(p);
    u32 column = byte ? sources_column_of_byte(sources, file, line, byte) : 0;
    if (column && region)
        json_object_set_new(region, "startColumn", json_integer(column));
    sources_free(sources);
}

static json_t *location(const Program *p, u32 file, u32 line, const char *function) {
    json_t *object = json_object();
    if (line) {
        json_t *place = json_object();
        json_object_set_new(place, "artifactLocation", report_sarif_file(p->files[file]));
        json_object_set_new(place, "region", json_pack("{s:I}", "startLine", (json_int_t)line));
        json_object_set_new(object, "physicalLocation", place);
    }
    if (*function) {
        json_t *logical = json_object();
        json_object_set_new(logical, "name", report_json_text(function, strlen(function)));
        json_object_set_new(logical, "kind", json_string("function"));
        json_object_set_new(object, "logicalLocations", json_pack("[o]", logical));
    }
    return object;
}

static json_t *with_message(json_t *object, json_t *text) {
    json_object_set_new(object, "message", text);
    return object;
}

json_t *report_sarif_fault(FaultKind kind, const char *text) {
    json_t *object = json_object();
    json_object_set_new(object, "ruleId", json_string(ir_kind_name[kind]));
    json_object_set_new(object, "ruleIndex", json_integer(kind - 1));
    json_object_set_new(object, "kind", json_string("fail"));
    json_object_set_new(object, "level", json_string("error"));
    return with_message(object, report_sarif_message(text));
}

void report_sarif_set_place(json_t *result, const Program *p, SrcLoc loc, const char *function) {
    if (!loc.line)
        return;
    json_t *place = location(p, loc.file, loc.line, function);
    set_column(place, p, loc.file, loc.line, loc.column);
    json_object_set_new(result, "locations", json_pack("[o]", place));
}

// ---- the way to it ------------------------------------------------------------------------------

// What the line did, in words; the source line itself if it is not worth telling more.
static json_t *event_message(const Trace *t, const TraceEvent *e, Sources *sources) {
    Text text = {0};
    for (u32 i = 0; i < e->nvalues; i++)
        text_add(&text, "%s%s%s = %s", text.len ? ", " : "", e->values[i].is_read ? "reads " : "",
                 e->values[i].name, e->values[i].value);
    for (u32 i = 0; i < e->nnotes; i++)
        text_add(&text, "%s%s", text.len ? ", " : "", e->notes[i].text);
    if (!text.len && *e->call)
        text_add(&text, "%s", e->call);
    if (e->is_fault)
        text_add(&text, "%s%s", text.len ? "; " : "", t->message);
    if (!text.len && e->line)
        text_add(&text, "%s", sources_line(sources, e->file, e->line));
    if (e->repeats > 1)
        text_add(&text, " (%u times)", e->repeats);
    json_t *object = report_sarif_message(text.len ? text_str(&text) : "goes on");
    text_done(&text);
    return object;
}

static json_t *values_json(const TraceEvent *e) {
    json_t *object = json_object();
    for (u32 i = 0; i < e->nvalues; i++) {
        json_t *name = report_json_text(e->values[i].name, strlen(e->values[i].name));
        json_object_set_new(object, json_string_value(name),
                            report_sarif_message(e->values[i].value));
        json_decref(name);
    }
    return object;
}

static json_t *event_json(const Trace *t, u32 i, Sources *sources) {
    const TraceEvent *e = &t->events[i];
    json_t *place = location(t->program, e->file, e->line, e->line ? e->function : "");
    json_t *object = json_object();
    json_object_set_new(object, "location", with_message(place, event_message(t, e, sources)));
    json_object_set_new(object, "executionOrder", json_integer(i + 1));
    json_object_set_new(object, "importance", json_string(e->is_fault ? "essential" : "important"));
    if (e->calls)
        json_object_set_new(object, "nestingLevel", json_integer(e->calls->level));
    if (e->nvalues)
        json_object_set_new(object, "state", values_json(e));
    if (t->is_endless && e->step >= t->cycle)
        json_object_set_new(object, "properties", json_pack("{s:b}", "repeatedForEver", 1));
    return object;
}

static u32 last_thread(const Trace *t) {
    u32 last = 0;
    for (u32 i = 0; i < t->nevents; i++)
        last = t->events[i].thread > last ? t->events[i].thread : last;
    return last;
}

static json_t *thread_flow(const Trace *t, u32 thread, Sources *sources) {
    json_t *steps = json_array();
    for (u32 i = 0; i < t->nevents; i++)
        if (t->events[i].thread == thread)
            json_array_append_new(steps, event_json(t, i, sources));
    if (!json_array_size(steps)) {
        json_decref(steps);
        return NULL;
    }
    json_t *flow = json_object();
    json_object_set_new(flow, "id", json_sprintf("%u", thread));
    json_object_set_new(flow, "message", message("thread %u", thread));
    json_object_set_new(flow, "locations", steps);
    return flow;
}

static void set_flows(json_t *result, const Trace *t) {
    Sources *sources = sources_new(t->program);
    json_t *flows = json_array(), *flow = json_object();
    for (u32 thread = 1, last = last_thread(t); thread <= last; thread++) {
        json_t *one = thread_flow(t, thread, sources);
        if (one)
            json_array_append_new(flows, one);
    }
    sources_free(sources);
    bool is_empty = !json_array_size(flows);
    if (t->is_endless)
        json_object_set_new(flow, "message",
                            message("%s", t->cycle < t->steps
                                              ? "the marked steps are repeated for ever"
                                              : "in the end nothing happens any more"));
    json_object_set_new(flow, "threadFlows", flows);
    if (is_empty)
        json_decref(flow);
    else
        json_object_set_new(result, "codeFlows", json_pack("[o]", flow));
}

static json_t *stack_json(const Trace *t, const TraceThread *thread) {
    json_t *frames = json_array(), *stack = json_object();
    for (u32 i = 0; i < thread->nframes; i++) {
        const TraceFrame *f = &thread->frames[i];
        json_t *frame = json_object(), *place = location(t->program, f->file, f->line, f->function);
        if (*f->values)
            with_message(place, report_sarif_message(f->values));
        json_object_set_new(frame, "location", place);
        json_object_set_new(frame, "threadId", json_integer(thread->number));
        json_array_append_new(frames, frame);
    }
    const char *waits = thread->waits;
    with_message(stack, message("thread %u%s%s", thread->number, *waits ? " waits: " : "", waits));
    json_object_set_new(stack, "frames", frames);
    return stack;
}

static void set_stacks(json_t *result, const Trace *t) {
    json_t *stacks = json_array();
    for (u32 i = 0; i < t->nthreads; i++)
        json_array_append_new(stacks, stack_json(t, &t->threads[i]));
    json_object_set_new(result, "stacks", stacks);
}

// The violation itself has a place, or where the first thread stands that waits.
static void set_locations(json_t *result, const Trace *t) {
    const char *function = t->function;
    SrcLoc loc = {.file = t->file, .line = t->line, .column = (u16)t->column};
    for (u32 i = 0; i < t->nthreads && !loc.line; i++) {
        const TraceThread *thread = &t->threads[i];
        if (!thread->nframes)
            continue;
        loc = (SrcLoc){.file = thread->frames[0].file, .line = thread->frames[0].line};
        function = thread->frames[0].function;
    }
    report_sarif_set_place(result, t->program, loc, function);
}

json_t *report_sarif_result(const Trace *t) {
    Text text = {0};
    text_add(&text, "%s%s%s", t->message, *t->about ? "; " : "", t->about);
    json_t *result = report_sarif_fault(t->kind, text_str(&text));
    text_done(&text);
    set_locations(result, t);
    if (t->rival && t->rival_line) {
        json_t *other = location(t->program, t->rival_file, t->rival_line, t->rival_function);
        set_column(other, t->program, t->rival_file, t->rival_line, t->rival_column);
        json_object_set_new(other, "id", json_integer(1));
        with_message(other, message("the other access, by thread %u", t->rival));
        json_object_set_new(result, "relatedLocations", json_pack("[o]", other));
    }
    set_flows(result, t);
    set_stacks(result, t);
    return result;
}
