// SPDX-License-Identifier: Apache-2.0
// A counterexample as JSON.
#include "report/report_int.h"

#include <string.h>

void report_utf8(const char *s, size_t n, Text *out) {
    for (size_t i = 0; i < n;) {
        size_t len = text_utf8((const u8 *)s + i, n - i);
        if (len)
            text_bytes(out, s + i, len);
        else
            text_bytes(out, "\xef\xbf\xbd", 3);
        i += len ? len : 1;
    }
}

json_t *report_json_text(const char *s, size_t n) {
    json_t *plain = json_stringn(s, n);
    if (plain)
        return plain;
    Text text = {0};
    report_utf8(s, n, &text);
    json_t *result = json_stringn(text_str(&text), text.len);
    text_done(&text);
    return result;
}

static json_t *text_json(const char *s) { return report_json_text(s, strlen(s)); }

static void set_place(json_t *object, const Program *p, u32 file, u32 line, const char *function) {
    json_object_set_new(object, "file", line ? text_json(p->files[file]) : json_null());
    json_object_set_new(object, "line", line ? json_integer(line) : json_null());
    json_object_set_new(object, "function", *function ? text_json(function) : json_null());
}

static json_t *stack_json(const Trace *t, const TraceThread *thread) {
    json_t *object = json_object(), *frames = json_array();
    for (u32 i = 0; i < thread->nframes; i++) {
        const TraceFrame *f = &thread->frames[i];
        json_t *frame = json_object();
        set_place(frame, t->program, f->file, f->line, f->function);
        json_object_set_new(frame, "variables", text_json(f->values));
        json_array_append_new(frames, frame);
    }
    json_object_set_new(object, "thread", json_integer(thread->number));
    json_object_set_new(object, "waits", *thread->waits ? text_json(thread->waits) : json_null());
    json_object_set_new(object, "waits_for",
                        thread->waits_for ? json_integer(thread->waits_for) : json_null());
    json_object_set_new(object, "frames", frames);
    return object;
}

json_t *report_violation_json(const Trace *t) {
    json_t *object = json_object(), *stacks = json_array();
    json_object_set_new(object, "kind", json_string(ir_kind_name[t->kind]));
    json_object_set_new(object, "message", text_json(t->message));
    set_place(object, t->program, t->file, t->line, t->function);
    json_object_set_new(object, "thread", t->thread ? json_integer(t->thread) : json_null());
    json_object_set_new(object, "about", *t->about ? text_json(t->about) : json_null());
    if (t->rival) {
        json_t *other = json_object();
        set_place(other, t->program, t->rival_file, t->rival_line, t->rival_function);
        json_object_set_new(other, "thread", json_integer(t->rival));
        json_object_set_new(object, "other", other);
    }
    if (t->is_endless)
        json_object_set_new(object, "cycle", json_integer(t->cycle));
    for (u32 i = 0; i < t->nthreads; i++)
        json_array_append_new(stacks, stack_json(t, &t->threads[i]));
    json_object_set_new(object, "stacks", stacks);
    return object;
}

static json_t *notes_json(const TraceEvent *e) {
    Text text = {0};
    for (u32 i = 0; i < e->nnotes; i++)
        text_add(&text, "%s%s", i ? "; " : "", e->notes[i].text);
    json_t *result = text.len ? text_json(text_str(&text)) : json_null();
    text_done(&text);
    return result;
}

static json_t *event_json(const Trace *t, const TraceEvent *e, Sources *sources) {
    json_t *object = json_object(), *values = json_array();
    for (u32 i = 0; i < e->nvalues; i++) {
        const TraceValue *v = &e->values[i];
        json_t *value = json_object();
        json_object_set_new(value, "name", text_json(v->name));
        json_object_set_new(value, "value", text_json(v->value));
        json_object_set_new(value, "access", json_string(v->is_read ? "read" : "write"));
        json_array_append_new(values, value);
    }
    json_object_set_new(object, "step", json_integer(e->step));
    json_object_set_new(object, "thread", json_integer(e->thread));
    set_place(object, t->program, e->file, e->line, e->function);
    json_object_set_new(object, "source", text_json(sources_line(sources, e->file, e->line)));
    json_object_set_new(object, "values", values);
    json_object_set_new(object, "call", *e->call ? text_json(e->call) : json_null());
    json_object_set_new(object, "note", notes_json(e));
    json_object_set_new(object, "repeats", json_integer(e->repeats));
    json_object_set_new(object, "continued", json_boolean(e->is_continued));
    json_object_set_new(object, "fault", json_boolean(e->is_fault));
    json_object_set_new(object, "matters", json_boolean(e->matters != MATTERS_NOT));
    return object;
}

json_t *report_events_json(const Trace *t) {
    Sources *sources = sources_new(t->program);
    json_t *list = json_array();
    for (u32 i = 0; i < t->nevents; i++)
        json_array_append_new(list, event_json(t, &t->events[i], sources));
    sources_free(sources);
    return list;
}
