// SPDX-License-Identifier: Apache-2.0
// A counterexample as text, with all that happened (story.c tells only what matters):
//
//   -- thread 2 --
//     thread 2  counter.c:14  count++;                        count = 1
//
// one line for each source line that did something, in the order in which it happened. "..." before
// the source marks the rest of a line that another thread had interrupted.
#include "report/report_int.h"

#include <stdio.h>
#include <string.h>

enum { SOURCE_MOST = 56, PLACE_MOST = 28 };

typedef struct Writer {
    const Trace *trace;
    const ReportOptions *options;
    Sources *sources;
    Text *out;
    u32 from;   // the first event that is told
    u32 folder; // length of the folder that all files are in and that rows leave out
    u32 place_width, thread_width, source_width;
} Writer;

static void add_place(const Writer *w, u32 file, u32 line, Text *out) {
    words_tame(out, "%s:%u", w->trace->program->files[file] + w->folder, line);
}

void words_message(const Trace *t, Text *out) {
    text_add(out, "%s: ", ir_kind_name[t->kind]);
    words_tame(out, "%s", t->message);
}

void report_headline(const Trace *t, Text *out) {
    words_message(t, out);
    if (t->line) {
        words_tame(out, ", at %s:%u", t->program->files[t->file], t->line);
        if (*t->function)
            words_tame(out, " in %s", t->function);
    }
    if (t->thread)
        text_add(out, " (thread %u)", t->thread);
}

// ---- one line -----------------------------------------------------------------------------------

static void add_source(Writer *w, const TraceEvent *e, const char *source) {
    Text text = {0}, *out = w->out;
    words_tame(&text, "%s%s", e->is_continued ? "... " : "", source);
    u32 width = words_columns(text_str(&text));
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
    text_add(w->out, "  %s%-*s%s  ", words_thread(w->options, e->thread), (int)w->thread_width,
             text_str(&thread), words_color(w->options, PLAIN));
    if (e->line) {
        add_place(w, e->file, e->line, &place);
        text_add(w->out, "%s%-*s%s  ", words_color(w->options, DIM), (int)w->place_width,
                 text_str(&place), words_color(w->options, PLAIN));
        words_effects(e, source, true, &effects);
        add_source(w, e, source);
    } else {
        words_effects(e, "", true, &effects);
    }
    text_tame(&effects, 0, false);
    if (effects.len) {
        text_add(w->out, "%s%s%s%s", e->line ? "  " : "", words_color(w->options, BOLD),
                 text_str(&effects), words_color(w->options, PLAIN));
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
    for (u32 i = w->from; i < t->nevents; i++) {
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
    for (u32 i = w->from; i < w->trace->nevents; i++) {
        const TraceEvent *e = &w->trace->events[i];
        text_clear(&text);
        if (e->line)
            add_place(w, e->file, e->line, &text);
        w->place_width = text.len > w->place_width ? text.len : w->place_width;
        text_clear(&text);
        text_add(&text, "thread %u", e->thread);
        w->thread_width = text.len > w->thread_width ? text.len : w->thread_width;
        u32 source =
            words_columns(sources_line(w->sources, e->file, e->line)) + (e->is_continued ? 4 : 0);
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

u32 words_first_in_cycle(const Trace *t) {
    u32 i = 0;
    while (i < t->nevents && t->events[i].step < t->cycle)
        i++;
    return i;
}

static void add_cycle(Writer *w, const char *what) {
    text_add(w->out, "%s-- %s --%s\n", words_color(w->options, BOLD), what,
             words_color(w->options, PLAIN));
}

static void add_events(Writer *w) {
    const Trace *t = w->trace;
    u32 from, to, cycle = words_first_in_cycle(t);
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
            text_add(w->out, "%s-- thread %u --%s\n", words_thread(w->options, e->thread),
                     e->thread, words_color(w->options, PLAIN));
        }
        add_event(w, e);
    }
    if (t->is_endless && cycle == t->nevents)
        add_cycle(w, t->cycle < t->steps ? "and so on, for ever" : "nothing happens any more");
}

// ---- the end ------------------------------------------------------------------------------------

static void add_fault(Writer *w) {
    const Trace *t = w->trace;
    text_add(w->out, "\n%s", words_color(w->options, RED));
    words_message(t, w->out);
    text_add(w->out, "%s", words_color(w->options, PLAIN));
    if (t->line) {
        text_add(w->out, "\n  at ");
        words_tame(w->out, "%s:%u", t->program->files[t->file], t->line);
        words_tame(w->out, "%s%s", *t->function ? " in " : "", t->function);
        if (t->thread)
            text_add(w->out, ", thread %u", t->thread);
    }
    if (*t->about) {
        text_add(w->out, "\n  ");
        words_tame(w->out, "%s", t->about);
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
            words_tame(&place, "%s:%u", t->program->files[f->file], f->line);
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
        text_add(w->out, "\n%sStacks:%s\n", words_color(w->options, BOLD),
                 words_color(w->options, PLAIN));
    for (u32 i = 0; i < t->nthreads; i++) {
        const TraceThread *thread = &t->threads[i];
        text_add(w->out, "  %sthread %u%s", words_thread(w->options, thread->number),
                 thread->number, words_color(w->options, PLAIN));
        if (*thread->waits)
            words_tame(w->out, "  waits: %s", thread->waits);
        else if (!thread->nframes)
            text_add(w->out, thread->has_begun ? "  is about to end" : "  has not begun");
        text_add(w->out, "\n");
        for (u32 k = 0; k < thread->nframes; k++) {
            const TraceFrame *f = &thread->frames[k];
            Text place = {0};
            words_tame(&place, "%s:%u", t->program->files[f->file], f->line);
            words_tame(w->out, "    %-*s  %s", (int)width, text_str(&place), f->function);
            words_tame(w->out, *f->values ? "  (%s)" : "%s", f->values);
            text_add(w->out, "\n");
            text_done(&place);
        }
    }
}

static void add_output(Writer *w) {
    const Text *output = &w->trace->output;
    if (!output->len)
        return;
    text_add(w->out, "\n%sOutput:%s\n", words_color(w->options, BOLD),
             words_color(w->options, PLAIN));
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
    if (!o->is_full) {
        story_text(t, o, out);
        return;
    }
    Writer w = {.trace = t, .options = o, .out = out, .sources = sources_new(t->program)};
    measure(&w);
    text_add(out, "\n");
    add_events(&w);
    add_fault(&w);
    add_stacks(&w);
    add_output(&w);
    sources_free(w.sources);
}

void trace_rows(const Trace *t, Sources *sources, const ReportOptions *o, u32 from, Text *out) {
    Writer w = {.trace = t, .options = o, .out = out, .sources = sources, .from = from};
    measure(&w);
    for (u32 i = from; i < t->nevents; i++)
        add_event(&w, &t->events[i]);
}
