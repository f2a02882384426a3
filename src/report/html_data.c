// SPDX-License-Identifier: Apache-2.0
// What a page shows of a violation, as JSON: the violation as everywhere (json.c), and
//
//   left_out  events at the beginning that are too many
//   events    thread, file (index into files), line, function, step; and if there are any: values
//             [name, value, whether it is read], call, notes, repeats, continued, fault, ends,
//             matters; stack, innermost first, indices into frames; touched, indices into shared;
//             changes [shared, value or null]; holds [lock, thread]: from now on; waits [thread,
//             text]
//   frames    [function, file, line, [[name, value], ...]], each once
//   shared    [name, value before the first event or null]
//   locks     names
//   links     [kind, from, to, name]: indices into events
//   cycle_from  the first event of the part that is repeated for ever; null: none is
//   files     name, lines; parts [first line, [text, ...]] that are worth showing
//   output, steps
#include "report/report_int.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_EVENTS = 20000, WHOLE_FILE = 3000, LINES_AROUND = 60 };

typedef struct Page {
    const Trace *trace;
    u32 first;     // event; those before it are left out
    bool has_room; // see story_means
    Sources *sources;
    json_t *frames, *frame_index; // the index of a frame by its text
    bool **is_shown;              // by file, and line
    u32 *file_number;             // by Program.files: index in the page, + 1
    u32 nfiles;
} Page;

static json_t *text_json(const char *s) { return report_json_text(s, strlen(s)); }

static json_t *number(u32 n) { return json_integer((json_int_t)n); }

static void push(json_t *list, json_t *value) { json_array_append_new(list, value); }

// ---- sources ------------------------------------------------------------------------------------

// The file's index in the page, with this line in it.
static json_t *place(Page *p, u32 file, u32 line) {
    u32 lines = sources_count(p->sources, file);
    if (!line)
        return json_null();
    if (!p->file_number[file]) {
        p->file_number[file] = ++p->nfiles;
        p->is_shown[file] = mem_zalloc(lines + 1);
    }
    u32 from = line > LINES_AROUND ? line - LINES_AROUND : 1;
    bool is_whole = lines <= WHOLE_FILE;
    for (u32 i = from; !is_whole && i <= lines && i <= line + LINES_AROUND; i++)
        p->is_shown[file][i] = true;
    return number(p->file_number[file] - 1);
}

static json_t *parts_json(Page *p, u32 file) {
    json_t *parts = json_array(), *lines = NULL;
    u32 n = sources_count(p->sources, file);
    for (u32 i = 1; i <= n; i++) {
        if (n > WHOLE_FILE && !p->is_shown[file][i]) {
            lines = NULL;
            continue;
        }
        if (!lines) {
            json_t *part = json_array();
            lines = json_array();
            push(part, number(i));
            push(part, lines);
            push(parts, part);
        }
        push(lines, text_json(sources_whole_line(p->sources, file, i)));
    }
    return parts;
}

static json_t *files_json(Page *p) {
    json_t *files = json_array();
    for (u32 i = 0; i < p->nfiles; i++)
        push(files, json_null());
    for (u32 i = 0; i < p->trace->program->nfiles; i++) {
        if (!p->file_number[i])
            continue;
        json_t *file = json_object();
        json_object_set_new(file, "name", text_json(p->trace->program->files[i]));
        json_object_set_new(file, "lines", number(sources_count(p->sources, i)));
        json_object_set_new(file, "parts", parts_json(p, i));
        json_array_set_new(files, p->file_number[i] - 1, file);
    }
    return files;
}

// ---- events -------------------------------------------------------------------------------------

static json_t *frame_json(Page *p, const MomentFrame *f) {
    json_t *frame = json_array(), *values = json_array();
    for (u32 i = 0; i < f->nvalues; i++) {
        json_t *value = json_array();
        push(value, text_json(f->values[i].name));
        push(value, text_json(f->values[i].value));
        push(values, value);
    }
    push(frame, text_json(f->function));
    push(frame, place(p, f->file, f->line));
    push(frame, number(f->line));
    push(frame, values);
    return frame;
}

// Most frames are those of the event before.
static json_t *frame_index(Page *p, const MomentFrame *f) {
    json_t *frame = frame_json(p, f);
    char *key = json_dumps(frame, JSON_COMPACT);
    json_t *index = key ? json_object_get(p->frame_index, key) : NULL;
    if (index) {
        json_incref(index);
        json_decref(frame);
    } else {
        index = json_integer((json_int_t)json_array_size(p->frames));
        push(p->frames, frame);
        if (key)
            json_object_set(p->frame_index, key, index);
    }
    free(key);
    return index;
}

static void set_list(json_t *object, const char *key, json_t *list) {
    if (json_array_size(list))
        json_object_set(object, key, list);
    json_decref(list);
}

static void set_moment(Page *p, json_t *event, const Moment *m) {
    json_t *stack = json_array(), *touched = json_array(), *changes = json_array(),
           *holds = json_array(), *waits = json_array();
    for (u32 i = 0; i < m->nframes; i++)
        push(stack, frame_index(p, &m->frames[i]));
    for (u32 i = 0; i < m->ntouched; i++)
        push(touched, number(m->touched[i]));
    for (u32 i = 0; i < m->nchanges; i++) {
        const char *value = m->changes[i].value;
        push(changes, json_pack("[o, o]", number(m->changes[i].shared),
                                value ? text_json(value) : json_null()));
    }
    for (u32 i = 0; i < m->nholds; i++)
        push(holds, json_pack("[o, o]", number(m->holds[i].lock), number(m->holds[i].thread)));
    for (u32 i = 0; i < m->nwaits; i++)
        push(waits, json_pack("[o, o]", number(m->waits[i].thread), text_json(m->waits[i].waits)));
    set_list(event, "stack", stack);
    set_list(event, "touched", touched);
    set_list(event, "changes", changes);
    if (m->are_holds_new)
        json_object_set(event, "holds", holds);
    json_decref(holds);
    set_list(event, "waits", waits);
}

static void set_values(json_t *event, const TraceEvent *e) {
    json_t *values = json_array(), *notes = json_array();
    for (u32 i = 0; i < e->nvalues; i++) {
        push(values, json_pack("[o, o, b]", text_json(e->values[i].name),
                               text_json(e->values[i].value), e->values[i].is_read));
    }
    for (u32 i = 0; i < e->nnotes; i++)
        push(notes, text_json(e->notes[i].text));
    set_list(event, "values", values);
    set_list(event, "notes", notes);
}

static void set_flag(json_t *object, const char *key, bool is_set) {
    if (is_set)
        json_object_set_new(object, key, json_true());
}

static json_t *event_json(Page *p, const TraceEvent *e) {
    json_t *event = json_object();
    json_object_set_new(event, "thread", number(e->thread));
    json_object_set_new(event, "step", number(e->step));
    if (e->line) {
        json_object_set_new(event, "file", place(p, e->file, e->line));
        json_object_set_new(event, "line", number(e->line));
        json_object_set_new(event, "function", text_json(e->function));
    }
    set_values(event, e);
    if (*e->call)
        json_object_set_new(event, "call", text_json(e->call));
    if (e->repeats > 1)
        json_object_set_new(event, "repeats", number(e->repeats));
    set_flag(event, "continued", e->is_continued);
    set_flag(event, "fault", e->is_fault);
    set_flag(event, "ends", !e->line && !e->is_fault);
    set_flag(event, "matters", story_means(e, p->has_room));
    ENSURE(e->after);
    set_moment(p, event, e->after);
    return event;
}

static json_t *events_json(Page *p) {
    json_t *list = json_array();
    for (u32 i = p->first; i < p->trace->nevents; i++)
        push(list, event_json(p, &p->trace->events[i]));
    return list;
}

// ---- the rest -----------------------------------------------------------------------------------

// What each held before the first event that is shown.
static json_t *shared_json(const Page *p) {
    const Trace *t = p->trace;
    const Recorded *rec = t->recorded;
    json_t *list = json_array();
    for (u32 i = 0; i < rec->nshared; i++) {
        const char *before = rec->shared[i].before;
        push(list, json_pack("[o, o]", text_json(rec->shared[i].name),
                             before ? text_json(before) : json_null()));
    }
    for (u32 i = 0; i < p->first; i++) {
        const Moment *m = t->events[i].after;
        for (u32 k = 0; k < m->nchanges; k++) {
            const TraceChange *c = &m->changes[k];
            json_array_set_new(json_array_get(list, c->shared), 1,
                               c->value ? text_json(c->value) : json_null());
        }
    }
    return list;
}

static json_t *locks_json(const Trace *t) {
    json_t *list = json_array();
    for (u32 i = 0; i < t->recorded->nlocks; i++)
        push(list, text_json(t->recorded->locks[i]));
    return list;
}

static json_t *links_json(const Page *p) {
    static const char *const kinds[] = {[LINK_STARTS] = "starts",
                                        [LINK_JOINS] = "joins",
                                        [LINK_LOCK] = "lock",
                                        [LINK_WAKES] = "wakes",
                                        [LINK_VALUE] = "value"};
    json_t *list = json_array();
    for (u32 i = 0; i < p->trace->recorded->nlinks; i++) {
        const TraceLink *l = &p->trace->recorded->links[i];
        if (l->from >= p->first)
            push(list, json_pack("[s, o, o, o]", kinds[l->kind], number(l->from - p->first),
                                 number(l->to - p->first), text_json(l->name)));
    }
    return list;
}

static json_t *cycle_json(const Page *p) {
    const Trace *t = p->trace;
    u32 i = p->first;
    if (!t->is_endless)
        return json_null();
    while (i < t->nevents && t->events[i].step < t->cycle)
        i++;
    return number(i - p->first);
}

static void page_init(Page *p, const Trace *t) {
    u32 n = t->program->nfiles;
    *p = (Page){.trace = t,
                .first = t->nevents > MOST_EVENTS ? t->nevents - MOST_EVENTS : 0,
                .has_room = story_has_room(t),
                .sources = sources_new(t->program),
                .frames = json_array(),
                .frame_index = json_object(),
                .is_shown = mem_zalloc((n + 1) * sizeof *p->is_shown),
                .file_number = mem_zalloc((n + 1) * sizeof *p->file_number)};
}

static void page_done(Page *p) {
    u32 n = p->trace->program->nfiles;
    for (u32 i = 0; i < n; i++)
        if (p->is_shown[i])
            mem_free(p->is_shown[i], sources_count(p->sources, i) + 1);
    mem_free(p->is_shown, (n + 1) * sizeof *p->is_shown);
    mem_free(p->file_number, (n + 1) * sizeof *p->file_number);
    json_decref(p->frame_index);
    sources_free(p->sources);
}

json_t *report_page_json(const Trace *t) {
    Page p;
    ENSURE(t->recorded);
    page_init(&p, t);
    json_t *object = report_violation_json(t);
    Text headline = {0};
    report_headline(t, &headline);
    json_object_set_new(object, "headline", text_json(text_str(&headline)));
    text_done(&headline);
    json_object_set_new(object, "left_out", number(p.first));
    json_object_set_new(object, "events", events_json(&p));
    json_object_set_new(object, "frames", p.frames);
    json_object_set_new(object, "shared", shared_json(&p));
    json_object_set_new(object, "locks", locks_json(t));
    json_object_set_new(object, "links", links_json(&p));
    json_object_set_new(object, "cycle_from", cycle_json(&p));
    json_object_set_new(object, "files", files_json(&p));
    json_object_set_new(object, "output", report_json_text(text_str(&t->output), t->output.len));
    json_object_set_new(object, "steps", number(t->steps));
    page_done(&p);
    return object;
}
