// SPDX-License-Identifier: Apache-2.0
// How a story ends: the violation with the source around it, where each thread stands, what the
// program has printed.
#include "report/report_int.h"

#include <string.h>

// Of the output in lines, of a source line in bytes, of the variables of a frame in bytes.
enum { MOST_OUTPUT = 8, MOST_SOURCE = 200, MOST_VALUES = 150 };

// ---- the violation ------------------------------------------------------------------------------

static const char *tamed(const Story *s, Text *text) {
    text_tame(text, 0, false);
    const char *kept = arena_text(s->arena, text_str(text));
    text_done(text);
    return kept;
}

// The line with those before and after it, where there are any.
static void add_context(Story *s, u32 file, u32 line) {
    u32 first = line > 1 ? line - 1 : line, least = UINT32_MAX;
    if (!sources_has(s->sources, file, line))
        return;
    for (u32 i = first; i <= line + 1; i++) {
        u32 indent = sources_indent(s->sources, file, i);
        if (*sources_line(s->sources, file, i))
            least = indent < least ? indent : least;
    }
    for (u32 i = first; i <= line + 1; i++) {
        const char *source = sources_line(s->sources, file, i);
        if (!*source && i != line)
            continue;
        Text text = {0};
        u32 indent = *source ? sources_indent(s->sources, file, i) - least : 0;
        words_tame(&text, "%s%6u | %*s%.*s", i == line ? ">" : " ", i, (int)indent, "", MOST_SOURCE,
                   source);
        layout_line(s, i == line ? RED : DIM, tamed(s, &text));
    }
}

static void add_fault(Story *s) {
    const Trace *t = s->trace;
    Text text = {0};
    words_message(t, &text);
    text_add(s->out, "\n");
    layout_colored(s, RED, tamed(s, &text));
    text = (Text){0};
    if (t->line) {
        text_add(&text, "at %s:%u%s%s", t->program->files[t->file], t->line,
                 *t->function ? " in " : "", t->function);
        if (t->thread)
            text_add(&text, ", thread %u", t->thread);
        layout_wrapped(s, "  ", tamed(s, &text));
        add_context(s, t->file, t->line);
    }
    text = (Text){0};
    if (t->rival && t->rival_line) {
        text_add(&text, "and %s:%u in %s, thread %u", t->program->files[t->rival_file],
                 t->rival_line, t->rival_function, t->rival);
        if (t->rival_holds)
            text_add(&text, ", which held %s", *t->rival_holds ? t->rival_holds : "no lock");
        layout_wrapped(s, "  ", tamed(s, &text));
        if (t->rival_line != t->line || t->rival_file != t->file)
            add_context(s, t->rival_file, t->rival_line);
    }
    if (*t->about) {
        text = (Text){0};
        text_add(&text, "%s", t->about);
        layout_wrapped(s, "  ", tamed(s, &text));
    }
}

// ---- stacks -------------------------------------------------------------------------------------

static u32 place_width(const Trace *t) {
    u32 width = 0;
    for (u32 i = 0; i < t->nthreads; i++) {
        for (u32 k = 0; k < t->threads[i].nframes; k++) {
            const TraceFrame *f = &t->threads[i].frames[k];
            u32 own = words_columns(t->program->files[f->file]) + 1;
            for (u32 n = f->line; n; n /= 10)
                own++;
            width = own > width ? own : width;
        }
    }
    return width > 40 ? 40 : width;
}

static void add_frame(Story *s, const char *first, const TraceFrame *f, u32 width) {
    Text text = {0}, place = {0};
    text_add(&place, "%s:%u", s->trace->program->files[f->file], f->line);
    u32 own = words_columns(text_str(&place));
    text_add(&text, "%s%*s  %s", text_str(&place), (int)(own < width ? width - own : 0), "",
             f->function);
    bool is_long = strlen(f->values) > MOST_VALUES;
    size_t len = is_long ? MOST_VALUES : strlen(f->values);
    while (is_long && len && ((unsigned char)f->values[len] & 0xc0) == 0x80)
        len--; // not in the middle of a character
    if (*f->values)
        text_add(&text, "  (%.*s%s)", (int)len, f->values, is_long ? "..." : "");
    text_done(&place);
    layout_wrapped(s, first, tamed(s, &text));
}

// What it waits for and which locks it has.
static void add_stance(Story *s, const char *first, const TraceThread *thread) {
    Text text = {0};
    bool is_race = s->trace->rival &&
                   (thread->number == s->trace->rival || thread->number == s->trace->thread);
    if (*thread->waits)
        text_add(&text, "waits: %s", thread->waits);
    if (*thread->holds)
        text_add(&text, "%sholds %s", text.len ? "; " : "", thread->holds);
    else if (is_race)
        text_add(&text, "%sholds no lock", text.len ? "; " : "");
    if (text.len)
        layout_wrapped(s, first, tamed(s, &text));
    else
        text_done(&text);
}

static bool is_empty(const TraceThread *t) { return !t->nframes && !*t->waits && !*t->holds; }

// Those of which nothing is to be said but that they are there.
static void add_others(Story *s, bool has_begun) {
    const Trace *t = s->trace;
    Text text = {0};
    u32 n = 0;
    for (u32 i = 0; i < t->nthreads; i++) {
        if (is_empty(&t->threads[i]) && t->threads[i].has_begun == has_begun) {
            text_add(&text, "%s%u", n ? ", " : "", t->threads[i].number);
            n++;
        }
    }
    if (n) {
        text_add(&text, "%s",
                 has_begun ? (n > 1 ? " are about to end" : " is about to end")
                           : (n > 1 ? " have not begun" : " has not begun"));
        layout_wrapped(s, n > 1 ? "  threads " : "  thread ", tamed(s, &text));
    } else {
        text_done(&text);
    }
}

static void add_stacks(Story *s) {
    const Trace *t = s->trace;
    u32 width = place_width(t), most = 1;
    if (t->nthreads)
        text_add(s->out, "\n%sStacks:%s\n", words_color(s->options, BOLD),
                 words_color(s->options, PLAIN));
    for (u32 i = 0; i < t->nthreads; i++)
        most = t->threads[i].number >= 10 ? 2 : most;
    for (u32 i = 0; i < t->nthreads; i++) {
        const TraceThread *thread = &t->threads[i];
        const char *name = arena_printf(s->arena, "  thread %-*u  ", (int)most, thread->number);
        const char *space = arena_printf(s->arena, "%*s", (int)strlen(name), "");
        for (u32 k = 0; k < thread->nframes; k++)
            add_frame(s, k ? space : name, &thread->frames[k], width);
        if (!is_empty(thread))
            add_stance(s, thread->nframes ? space : name, thread);
    }
    add_others(s, false);
    add_others(s, true);
}

// ---- what it has printed ------------------------------------------------------------------------

static void add_output(Story *s) {
    const Text *output = &s->trace->output;
    u32 lines = 0, skipped = 0;
    for (u32 i = 0; i < output->len; i++)
        lines += output->s[i] == '\n' || i + 1 == output->len;
    if (!lines)
        return;
    text_add(s->out, "\n%sOutput:%s\n", words_color(s->options, BOLD),
             words_color(s->options, PLAIN));
    const char *line = output->s, *end = output->s + output->len;
    for (; lines - skipped > MOST_OUTPUT; skipped++)
        line = (const char *)memchr(line, '\n', (size_t)(end - line)) + 1;
    if (skipped)
        text_add(s->out, "  ... %u lines before ...\n", skipped);
    while (line < end) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t len = (size_t)((stop ? stop : end) - line);
        Text text = {0};
        text_bytes(&text, line, len);
        layout_wrapped(s, "  | ", tamed(s, &text));
        line += len + 1;
    }
}

void ending_text(Story *s) {
    add_fault(s);
    add_stacks(s);
    add_output(s);
}
