// SPDX-License-Identifier: Apache-2.0
// A counterexample as text:
//
//   -- thread 2 --
//     thread 2  counter.c:14  count++;                        count = 1
//
// one line for each source line that did something, in the order in which it happened. "..." before
// the source marks the rest of a line that another thread had interrupted.
#include "report/report_int.h"

#include <stdio.h>
#include <string.h>

enum { SOURCE_MOST = 56, PLACE_MOST = 28, MOST_VALUES = 6 };

typedef struct Writer {
    const Trace *trace;
    const ReportOptions *options;
    Sources *sources;
    Text *out;
    u32 folder; // length of the folder that all files are in and that rows leave out
    u32 place_width, thread_width, source_width;
} Writer;

static const char *color(const Writer *w, const char *code) {
    return w->options->use_color ? code : "";
}
#define BOLD "\033[1m"
#define RED "\033[1;31m"
#define DIM "\033[2m"
#define PLAIN "\033[0m"

// A colour for each thread, so that the eye can follow one.
static const char *thread_color(const Writer *w, u32 thread) {
    static const char *const colors[] = {"\033[36m", "\033[33m", "\033[35m",
                                         "\033[32m", "\033[34m", "\033[91m"};
    return color(w, colors[thread % ARRAY_LEN(colors)]);
}

// What comes from the program, which may hold line breaks and worse.
static void add_tame(Text *out, const char *fmt, ...) PRINTF_LIKE(2, 3);
static void add_tame(Text *out, const char *fmt, ...) {
    u32 from = out->len;
    va_list args;
    va_start(args, fmt);
    text_addv(out, fmt, args);
    va_end(args);
    text_tame(out, from, false);
}

static void add_place(const Writer *w, u32 file, u32 line, Text *out) {
    add_tame(out, "%s:%u", w->trace->program->files[file] + w->folder, line);
}

static void add_message(const Trace *t, Text *out) {
    text_add(out, "%s: ", ir_kind_name[t->kind]);
    add_tame(out, "%s", t->message);
}

void report_headline(const Trace *t, Text *out) {
    add_message(t, out);
    if (t->line) {
        add_tame(out, ", at %s:%u", t->program->files[t->file], t->line);
        if (*t->function)
            add_tame(out, " in %s", t->function);
    }
    if (t->thread)
        text_add(out, " (thread %u)", t->thread);
}

// ---- one line -----------------------------------------------------------------------------------

// Without spaces, and with 0 for NULL.
static void squeeze(const char *from, Text *to) {
    for (; *from; from++) {
        if (strncmp(from, "NULL", 4) == 0) {
            text_add(to, "0");
            from += 3;
        } else if (*from != ' ' && *from != '\t') {
            text_bytes(to, from, 1);
        }
    }
}

// The call is worth showing beside the source only if it says more.
static bool source_says(const char *source, const char *call) {
    Text a = {0}, b = {0};
    squeeze(source, &a);
    squeeze(call, &b);
    bool is_said = strstr(text_str(&a), text_str(&b)) != NULL;
    text_done(&a);
    text_done(&b);
    return is_said;
}

// Calls of models that programs do not write themselves say nothing to their authors.
static bool is_internal_call(const char *call) {
    return strncmp(call, "__", 2) == 0 && strncmp(call, "__VERIFIER", 10) != 0;
}

static void add_part(Text *out, const char *fmt, ...) PRINTF_LIKE(2, 3);
static void add_part(Text *out, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    if (out->len)
        text_add(out, ", ");
    text_addv(out, fmt, args);
    va_end(args);
}

// "returns 2" beside "k = 2"
static bool is_result_shown(const TraceEvent *e, const TraceNote *note) {
    bool is_shown = false;
    for (u32 i = 0; i < e->nvalues && note->kind == NOTE_RETURNS; i++) {
        const TraceValue *v = &e->values[i];
        is_shown |= !v->is_read && strcmp(v->value, note->value) == 0;
    }
    return is_shown;
}

static void add_notes(const TraceEvent *e, Text *out) {
    for (u32 i = 0; i < e->nnotes; i++)
        if (!is_result_shown(e, &e->notes[i]))
            add_part(out, "%s", e->notes[i].text);
}

// Whether the notes tell of the call.
static bool is_call_told(const TraceEvent *e) {
    bool is_told = e->nnotes && e->notes[0].kind == NOTE_WAITS;
    for (u32 i = 0; i < e->nnotes; i++)
        is_told |= e->notes[i].kind == NOTE_STARTS;
    return is_told;
}

// What the line did: reads, changed values, the call, the note.
static void add_effects(const TraceEvent *e, const char *source, Text *out) {
    if (*e->call && !is_call_told(e) && !is_internal_call(e->call) && !source_says(source, e->call))
        add_part(out, "%s", e->call);
    u32 shown = 0;
    for (u32 is_write = 0; is_write <= 1; is_write++) {
        bool is_first = true;
        for (u32 i = 0; i < e->nvalues; i++) {
            const TraceValue *v = &e->values[i];
            if (v->is_read == is_write || ++shown > MOST_VALUES)
                continue;
            const char *word = e->is_fault ? "with " : "reads ";
            add_part(out, "%s%s = %s", v->is_read && is_first ? word : "", v->name, v->value);
            is_first = false;
        }
    }
    if (shown > MOST_VALUES)
        add_part(out, "...");
    add_notes(e, out);
    if (e->repeats > 1)
        text_add(out, "%s(%u times)", out->len ? " " : "", e->repeats);
}

// Length in characters, not bytes.
static u32 columns(const char *s) {
    u32 n = 0;
    for (; *s; s++)
        n += ((unsigned char)*s & 0xc0) != 0x80;
    return n;
}

static void add_source(Writer *w, const TraceEvent *e, const char *source) {
    Text text = {0}, *out = w->out;
    add_tame(&text, "%s%s", e->is_continued ? "... " : "", source);
    u32 width = columns(text_str(&text));
    if (width > w->source_width) {
        u32 at = 0;
        for (u32 n = 0; n < w->source_width - 3 || ((unsigned char)text.s[at] & 0xc0) == 0x80; at++)
            n += ((unsigned char)text.s[at] & 0xc0) != 0x80;
        text_add(out, "%.*s...", (int)at, text.s);
    } else {
        text_add(out, "%s%*s", text_str(&text), (int)(w->source_width - width), "");
    }
    text_done(&text);
}

static void add_event(Writer *w, const TraceEvent *e) {
    Text place = {0}, effects = {0}, thread = {0};
    const char *source = sources_line(w->sources, e->file, e->line);
    text_add(&thread, "thread %u", e->thread);
    text_add(w->out, "  %s%-*s%s  ", thread_color(w, e->thread), (int)w->thread_width,
             text_str(&thread), color(w, PLAIN));
    if (e->line) {
        add_place(w, e->file, e->line, &place);
        text_add(w->out, "%s%-*s%s  ", color(w, DIM), (int)w->place_width, text_str(&place),
                 color(w, PLAIN));
        add_effects(e, source, &effects);
        add_source(w, e, source);
    } else {
        add_effects(e, "", &effects);
    }
    text_tame(&effects, 0, false);
    if (effects.len) {
        text_add(w->out, "%s%s%s%s", e->line ? "  " : "", color(w, BOLD), text_str(&effects),
                 color(w, PLAIN));
    }
    while (w->out->len && w->out->s[w->out->len - 1] == ' ')
        w->out->s[--w->out->len] = '\0';
    text_add(w->out, "\n");
    text_done(&place);
    text_done(&effects);
    text_done(&thread);
}

// ---- the interleaving ---------------------------------------------------------------------------

// Length of the folder, with its slash, that both paths begin with; at most len.
static u32 common_folder(const char *a, const char *b, u32 len) {
    u32 common = 0;
    for (u32 i = 0; i < len && a[i] && a[i] == b[i]; i++)
        common = a[i] == '/' ? i + 1 : common;
    return common;
}

// Long names make rows hard to read: then all of them lose the folder that they share. The stacks
// show names in full.
static void choose_folder(Writer *w) {
    const Trace *t = w->trace;
    const char *first = NULL;
    u32 common = 0, longest = 0;
    for (u32 i = 0; i < t->nevents; i++) {
        const char *path = t->program->files[t->events[i].file];
        u32 len = (u32)strlen(path);
        if (!t->events[i].line)
            continue;
        common = common_folder(path, first ? first : path, first ? common : len);
        first = path;
        longest = len > longest ? len : longest;
    }
    w->folder = longest > PLACE_MOST ? common : 0;
}

static void measure(Writer *w) {
    choose_folder(w);
    Text text = {0};
    for (u32 i = 0; i < w->trace->nevents; i++) {
        const TraceEvent *e = &w->trace->events[i];
        text_clear(&text);
        if (e->line)
            add_place(w, e->file, e->line, &text);
        w->place_width = text.len > w->place_width ? text.len : w->place_width;
        text_clear(&text);
        text_add(&text, "thread %u", e->thread);
        w->thread_width = text.len > w->thread_width ? text.len : w->thread_width;
        u32 source =
            columns(sources_line(w->sources, e->file, e->line)) + (e->is_continued ? 4 : 0);
        w->source_width = source > w->source_width ? source : w->source_width;
    }
    w->source_width = w->source_width < 8             ? 8
                      : w->source_width > SOURCE_MOST ? SOURCE_MOST
                                                      : w->source_width;
    text_done(&text);
}

static bool is_switch(const Trace *t, u32 i) {
    return i == 0 || t->events[i].thread != t->events[i - 1].thread;
}

// Events [*from, *to) are left out so that at most max_lines lines remain, counting the marks of
// context switches.
static void cut_middle(const Writer *w, u32 *from, u32 *to) {
    const Trace *t = w->trace;
    u32 most = w->options->max_lines, total = t->nevents, used = 0;
    for (u32 i = 0; i < t->nevents; i++)
        total += is_switch(t, i);
    *from = *to = t->nevents;
    if (most == 0 || total <= most)
        return;
    // The end matters most: it gets two thirds.
    u32 tail = most - most / 3;
    *from = 0;
    while (*from < t->nevents && used + 1 + is_switch(t, *from) <= most - tail) {
        used += 1 + is_switch(t, *from);
        ++*from;
    }
    used = 0;
    while (*to > *from && used + 1 + is_switch(t, *to - 1) <= tail) {
        used += 1 + is_switch(t, *to - 1);
        --*to;
    }
}

// The first event of the part that is repeated for ever; nevents if it has none.
static u32 first_in_cycle(const Trace *t) {
    u32 i = 0;
    while (i < t->nevents && t->events[i].step < t->cycle)
        i++;
    return i;
}

static void add_cycle(Writer *w, const char *what) {
    text_add(w->out, "%s-- %s --%s\n", color(w, BOLD), what, color(w, PLAIN));
}

static void add_events(Writer *w) {
    const Trace *t = w->trace;
    u32 from, to, cycle = first_in_cycle(t);
    cut_middle(w, &from, &to);
    for (u32 i = 0; i < t->nevents; i++) {
        const TraceEvent *e = &t->events[i];
        if (i == from && to > from) {
            text_add(w->out, "  ... %u lines left out (--max-trace-lines 0 shows all) ...\n",
                     to - from);
            i = to - 1;
            if (t->is_endless && cycle >= from && cycle < to)
                add_cycle(w, "the rest is repeated for ever; it begins in what is left out");
            continue;
        }
        if (t->is_endless && i == cycle)
            add_cycle(w, "from here on, for ever:");
        if (is_switch(t, i) || (i == to && to > from)) {
            text_add(w->out, "%s-- thread %u --%s\n", thread_color(w, e->thread), e->thread,
                     color(w, PLAIN));
        }
        add_event(w, e);
    }
    if (t->is_endless && cycle == t->nevents)
        add_cycle(w, t->cycle < t->steps ? "and so on, for ever" : "nothing happens any more");
}

// ---- the end ------------------------------------------------------------------------------------

static void add_fault(Writer *w) {
    const Trace *t = w->trace;
    text_add(w->out, "\n%s", color(w, RED));
    add_message(t, w->out);
    text_add(w->out, "%s", color(w, PLAIN));
    if (t->line) {
        text_add(w->out, "\n  at ");
        add_tame(w->out, "%s:%u", t->program->files[t->file], t->line);
        add_tame(w->out, "%s%s", *t->function ? " in " : "", t->function);
        if (t->thread)
            text_add(w->out, ", thread %u", t->thread);
    }
    if (*t->about) {
        text_add(w->out, "\n  ");
        add_tame(w->out, "%s", t->about);
    }
    text_add(w->out, "\n");
}

static u32 stack_width(const Trace *t) {
    u32 width = 0;
    Text place = {0};
    for (u32 i = 0; i < t->nthreads; i++) {
        for (u32 k = 0; k < t->threads[i].nframes; k++) {
            const TraceFrame *f = &t->threads[i].frames[k];
            text_clear(&place);
            add_tame(&place, "%s:%u", t->program->files[f->file], f->line);
            width = place.len > width ? place.len : width;
        }
    }
    text_done(&place);
    return width;
}

static void add_stacks(Writer *w) {
    const Trace *t = w->trace;
    u32 width = stack_width(t);
    if (t->nthreads)
        text_add(w->out, "\n%sStacks:%s\n", color(w, BOLD), color(w, PLAIN));
    for (u32 i = 0; i < t->nthreads; i++) {
        const TraceThread *thread = &t->threads[i];
        text_add(w->out, "  %sthread %u%s", thread_color(w, thread->number), thread->number,
                 color(w, PLAIN));
        if (*thread->waits)
            add_tame(w->out, "  waits: %s", thread->waits);
        else if (!thread->nframes)
            text_add(w->out, thread->has_begun ? "  is about to end" : "  has not begun");
        text_add(w->out, "\n");
        for (u32 k = 0; k < thread->nframes; k++) {
            const TraceFrame *f = &thread->frames[k];
            Text place = {0};
            add_tame(&place, "%s:%u", t->program->files[f->file], f->line);
            add_tame(w->out, "    %-*s  %s", (int)width, text_str(&place), f->function);
            add_tame(w->out, *f->values ? "  (%s)" : "%s", f->values);
            text_add(w->out, "\n");
            text_done(&place);
        }
    }
}

static void add_output(Writer *w) {
    const Text *output = &w->trace->output;
    if (!output->len)
        return;
    text_add(w->out, "\n%sOutput:%s\n", color(w, BOLD), color(w, PLAIN));
    for (const char *line = output->s; *line;) {
        size_t len = strcspn(line, "\n");
        text_add(w->out, "  | ");
        for (size_t i = 0; i < len; i++) {
            // Control characters could rewrite what the terminal shows.
            text_add(w->out, (unsigned char)line[i] < 32 ? "?" : "%c", line[i]);
        }
        text_add(w->out, "\n");
        line += len + (line[len] == '\n');
    }
}

void report_text(const Trace *t, const ReportOptions *o, Text *out) {
    Writer w = {.trace = t, .options = o, .out = out, .sources = sources_new(t->program)};
    measure(&w);
    text_add(out, "\n");
    add_events(&w);
    add_fault(&w);
    add_stacks(&w);
    add_output(&w);
    sources_free(w.sources);
}
