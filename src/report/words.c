// SPDX-License-Identifier: Apache-2.0
// Words, colours and widths that all texts of a counterexample share.
#include "report/report_int.h"

#include <string.h>

enum { MOST_VALUES = 6 };

const char *words_color(const ReportOptions *o, const char *code) {
    return o->use_color ? code : "";
}

const char *words_thread(const ReportOptions *o, u32 thread) {
    static const char *const colors[] = {"\033[36m", "\033[33m", "\033[35m",
                                         "\033[32m", "\033[34m", "\033[91m"};
    return words_color(o, colors[thread % ARRAY_LEN(colors)]);
}

void words_tame(Text *out, const char *fmt, ...) {
    u32 from = out->len;
    va_list args;
    va_start(args, fmt);
    text_addv(out, fmt, args);
    va_end(args);
    text_tame(out, from, false);
}

// Characters that take two columns, roughly: those of East Asian scripts, and pictures.
static bool is_wide(u32 c) {
    static const struct {
        u32 first, last;
    } ranges[] = {{0x1100, 0x115f},   {0x2e80, 0xa4cf},  {0xac00, 0xd7a3}, {0xf900, 0xfaff},
                  {0xfe30, 0xfe6f},   {0xff00, 0xff60},  {0xffe0, 0xffe6}, {0x1f300, 0x1f64f},
                  {0x1f900, 0x1faff}, {0x20000, 0x3fffd}};
    for (u32 i = 0; i < ARRAY_LEN(ranges); i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    return false;
}

size_t words_character(const char *s, u32 *width) {
    const unsigned char *u = (const unsigned char *)s;
    u32 code = *u < 0x80 ? *u : *u >= 0xf0 ? *u & 7 : *u >= 0xe0 ? *u & 15 : *u & 31;
    size_t len = 1;
    for (; (u[len] & 0xc0) == 0x80; len++)
        code = code << 6 | (u[len] & 0x3f);
    *width = is_wide(code) ? 2 : 1;
    return len;
}

u32 words_columns(const char *s) {
    u32 n = 0, width;
    while (*s) {
        s += words_character(s, &width);
        n += width;
    }
    return n;
}

// ---- what a line did ----------------------------------------------------------------------------

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
bool words_is_internal(const char *call) {
    return strncmp(call, "__", 2) == 0 && strncmp(call, "__VERIFIER", 10) != 0;
}

void words_part(Text *out, const char *fmt, ...) {
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
            words_part(out, "%s", e->notes[i].text);
}

// Whether the notes tell of the call.
static bool is_call_told(const TraceEvent *e) {
    bool is_told = e->nnotes && e->notes[0].kind == NOTE_WAITS;
    for (u32 i = 0; i < e->nnotes; i++)
        is_told |= e->notes[i].kind == NOTE_STARTS;
    return is_told;
}

// What was there before is worth telling of what others can see, if there was something.
static bool is_was_told(const TraceValue *v) {
    return v->is_shared && !v->is_read && v->was && strlen(v->was) <= 24 && !strchr(v->was, '?') &&
           !strstr(v->was, "uninitialised");
}

static void add_value(const TraceEvent *e, const TraceValue *v, bool is_first, bool is_full,
                      Text *out) {
    const char *word = e->is_fault ? "with " : "reads ";
    words_part(out, "%s%s = %s", v->is_read && is_first ? word : "", v->name, v->value);
    if (!is_full && is_was_told(v))
        text_add(out, " (was %s)", v->was);
}

void words_effects(const TraceEvent *e, const char *source, bool is_full, Text *out) {
    if (*e->call && !is_call_told(e) && !words_is_internal(e->call) &&
        !source_says(source, e->call))
        words_part(out, "%s", e->call);
    u32 shown = 0;
    for (u32 is_write = 0; is_write <= 1; is_write++) {
        bool is_first = true;
        for (u32 i = 0; i < e->nvalues; i++) {
            const TraceValue *v = &e->values[i];
            if (v->is_read == is_write || ++shown > MOST_VALUES)
                continue;
            add_value(e, v, is_first, is_full, out);
            is_first = false;
        }
    }
    if (shown > MOST_VALUES)
        words_part(out, "...");
    add_notes(e, out);
    if (e->repeats > 1)
        text_add(out, "%s(%u times)", out->len ? " " : "", e->repeats);
}
