// SPDX-License-Identifier: Apache-2.0
// Source lines in progress and the events that they become.
#include "report/report_int.h"

#include <string.h>

// What one line can do is limited by its length, but a macro may expand to anything.
// Notes are counted in bytes, as they stand side by side.
enum { MOST_VALUES = 64, MOST_NOTES = 240, BETWEEN_NOTES = 2 };

static const char *keep(Replay *r, const char *text) {
    return text ? arena_text(r->scratch, text) : NULL;
}

void line_value(Replay *r, Line *l, const Value *new) {
    for (u32 i = 0; i < l->nvalues; i++) {
        Value *v = &l->values[i];
        if (strcmp(v->name, new->name) != 0)
            continue;
        // A loop on one line: the last value counts, and a read of what the line itself wrote tells
        // nothing.
        if (!new->is_read || strcmp(v->value, new->value) == 0 || !v->is_read) {
            v->was = v->is_read && !new->is_read ? keep(r, new->was) : v->was;
            v->is_read &= new->is_read;
            v->is_shared |= new->is_shared && !new->is_read;
            v->value = new->is_read ? v->value : keep(r, new->value);
            l->has_content |= !new->is_read;
            return;
        }
    }
    if (l->nvalues == MOST_VALUES)
        return;
    VEC_PUSH(l->values, l->nvalues, l->values_cap) = (Value){
        keep(r, new->name), keep(r, new->value), keep(r, new->was), new->is_read, new->is_shared};
    l->has_content |= !new->is_read || new->is_shared;
}

static void add_note(Replay *r, Line *l, TraceNote n) {
    if (l->notes_bytes > MOST_NOTES)
        return;
    l->notes_bytes += (u32)strlen(n.text) + (l->nnotes ? BETWEEN_NOTES : 0);
    n.text = keep(r, n.text);
    n.value = keep(r, n.value);
    VEC_PUSH(l->notes, l->nnotes, l->notes_cap) = n;
    l->has_content = true;
}

void line_note(Replay *r, Line *l, const char *fmt, ...) {
    Text text = {0};
    va_list args;
    va_start(args, fmt);
    text_addv(&text, fmt, args);
    va_end(args);
    add_note(r, l, (TraceNote){.kind = NOTE_OTHER, .text = text_str(&text)});
    text_done(&text);
}

void line_starts(Replay *r, Line *l, u32 thread, const char *call) {
    const char *text = call ? arena_printf(r->scratch, "starts thread %u: %s", thread, call)
                            : arena_printf(r->scratch, "starts thread %u", thread);
    add_note(r, l, (TraceNote){.kind = NOTE_STARTS, .text = text, .value = call, .thread = thread});
}

void line_returns(Replay *r, Line *l, const char *value) {
    const char *text = arena_printf(r->scratch, "returns %s", value);
    add_note(r, l, (TraceNote){.kind = NOTE_RETURNS, .text = text, .value = value});
}

static void line_empty(Replay *r, Line *l) {
    l->moment = ++r->moments;
    l->nvalues = 0;
    l->call = NULL;
    l->has_content = false;
    l->nnotes = l->notes_bytes = 0;
    l->id = l->ntouched = 0;
    text_clear(&l->printed);
}

void line_open(Replay *r, Line *l, FuncId f, u32 file, u32 line, u32 depth,
               const TraceCall *calls) {
    line_empty(r, l);
    l->is_open = true;
    l->is_continued = false;
    l->func = f;
    l->file = file;
    l->line = line;
    l->depth = depth;
    l->calls = calls;
    l->pc = 0;
}

// ---- events -------------------------------------------------------------------------------------

static bool is_same_event(const TraceEvent *a, const TraceEvent *b) {
    if (a->thread != b->thread || a->file != b->file || a->line != b->line ||
        a->nvalues != b->nvalues || a->is_fault != b->is_fault || strcmp(a->call, b->call) != 0 ||
        a->nnotes != b->nnotes) {
        return false;
    }
    for (u32 i = 0; i < a->nnotes; i++)
        if (strcmp(a->notes[i].text, b->notes[i].text) != 0)
            return false;
    for (u32 i = 0; i < a->nvalues; i++) {
        if (a->values[i].is_read != b->values[i].is_read ||
            strcmp(a->values[i].name, b->values[i].name) != 0 ||
            strcmp(a->values[i].value, b->values[i].value) != 0) {
            return false;
        }
    }
    return true;
}

static void add_values(const Line *l, Trace *t, TraceEvent *e, bool is_fault) {
    TraceValue *values = arena_alloc(t->arena, (l->nvalues + 1) * sizeof *values);
    for (u32 i = 0; i < l->nvalues; i++) {
        const Value *v = &l->values[i];
        if (!v->is_read || v->is_shared || is_fault) {
            values[e->nvalues++] = (TraceValue){
                .name = arena_text(t->arena, v->name),
                .value = arena_text(t->arena, v->value),
                .was = v->was ? arena_text(t->arena, v->was) : NULL,
                .is_read = v->is_read,
                .is_shared = v->is_shared,
            };
        }
    }
    e->values = values;
}

static void add_notes(const Line *l, Trace *t, TraceEvent *e) {
    TraceNote *notes = arena_alloc(t->arena, (l->nnotes + 1) * sizeof *notes);
    for (u32 i = 0; i < l->nnotes; i++) {
        const TraceNote *n = &l->notes[i];
        notes[i] = *n;
        notes[i].text = arena_text(t->arena, n->text);
        notes[i].value = n->value ? arena_text(t->arena, n->value) : NULL;
    }
    e->notes = notes;
    e->nnotes = l->nnotes;
}

static void event_add(Replay *r, const TraceEvent *e, bool is_late) {
    Trace *t = r->trace;
    bool begins_cycle = t->is_endless && t->nevents && t->events[t->nevents - 1].step < t->cycle &&
                        e->step >= t->cycle;
    bool is_again = t->nevents && !begins_cycle && !r->is_stepwise &&
                    is_same_event(&t->events[t->nevents - 1], e);
    if (is_again)
        t->events[t->nevents - 1].repeats++;
    else
        VEC_PUSH(t->events, t->nevents, t->events_cap) = *e;
    while (r->flow.arena && r->nevent_of <= e->moment)
        VEC_PUSH(r->event_of, r->nevent_of, r->event_of_cap) = 0;
    if (r->flow.arena)
        r->event_of[e->moment] = t->nevents;
    moment_told(r, e->after, is_again, is_late);
}

void line_tell_early(Replay *r, Shadow *s) {
    for (u32 i = 0; i < s->nearly; i++)
        event_add(r, &s->early[i], true);
    s->nearly = 0;
}

void line_emit(Replay *r, Shadow *s, bool is_fault) {
    Line *l = &s->line;
    if (l->printed.len) {
        Text quoted = {0};
        value_quoted((const u8 *)l->printed.s, l->printed.len, 60, &quoted);
        line_note(r, l, "prints %s", text_str(&quoted));
        text_done(&quoted);
    }
    if (r->is_telling) {
        Trace *t = r->trace;
        TraceEvent e = {
            .step = r->step,
            .moment = l->moment,
            .thread = s->number,
            .function = r->program->funcs[l->func].name,
            .file = l->file,
            .line = l->line,
            .call = arena_text(t->arena, l->call ? l->call : ""),
            .repeats = 1,
            .is_continued = l->is_continued,
            .is_fault = is_fault,
            .calls = l->calls,
            .after = moment_of_line(r, s),
        };
        add_values(l, t, &e, is_fault);
        add_notes(l, t, &e);
        if (s->number != r->last + 1 && !is_fault) {
            VEC_PUSH(s->early, s->nearly, s->early_cap) = e;
        } else {
            line_tell_early(r, s);
            event_add(r, &e, false);
        }
    }
    line_empty(r, l);
}

void line_close(Replay *r, Shadow *s) {
    if (s->line.is_open && (s->line.has_content || s->line.printed.len))
        line_emit(r, s, false);
    s->line.is_open = false;
    line_empty(r, &s->line);
}

// What the line has done so far is told now; a line that has not yet done anything others could
// notice begins, for the reader, when it does.
void line_interrupt(Replay *r, Shadow *s) {
    Line *l = &s->line;
    if (s->waits && !s->is_wait_told) {
        if (l->is_open && s->call.is_active)
            l->call = s->call.text;
        const char *text = arena_printf(r->scratch, "waits: %s", s->waits);
        add_note(r, l, (TraceNote){.kind = NOTE_WAITS, .text = text});
        s->is_wait_told = true;
    }
    if (l->is_open && (l->has_content || l->printed.len)) {
        line_emit(r, s, false);
        l->is_continued = true;
    }
}
