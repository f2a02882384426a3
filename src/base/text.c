// SPDX-License-Identifier: Apache-2.0
// Growing text. Invariant: s is NULL and cap 0, or len < cap and s[len] is the terminator.
#include "base/base.h"

#include <stdio.h>
#include <string.h>

static void reserve(Text *t, size_t more) { VEC_RESERVE(t->s, t->len, t->cap, more + 1); }

void text_addv(Text *t, const char *fmt, va_list args) {
    va_list again;
    va_copy(again, args);
    size_t room = t->cap - t->len;
    int len = vsnprintf(t->s ? t->s + t->len : NULL, room, fmt, args);
    ENSURE(len >= 0);
    if ((size_t)len >= room) {
        reserve(t, (size_t)len);
        vsnprintf(t->s + t->len, (size_t)len + 1, fmt, again);
    }
    va_end(again);
    t->len += (u32)len;
}

void text_add(Text *t, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    text_addv(t, fmt, args);
    va_end(args);
}

void text_bytes(Text *t, const void *p, size_t n) {
    reserve(t, n);
    if (n)
        memcpy(t->s + t->len, p, n);
    t->len += (u32)n;
    t->s[t->len] = '\0';
}

const char *text_str(const Text *t) { return t->s ? t->s : ""; }

void text_clear(Text *t) {
    t->len = 0;
    if (t->s)
        t->s[0] = '\0';
}

void text_done(Text *t) {
    VEC_FREE(t->s, t->cap);
    t->len = 0;
}

size_t text_utf8(const u8 *s, size_t n) {
    size_t len = s[0] < 0x80                   ? 1
                 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2
                 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
                 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
                                               : 0;
    if (len == 0 || len > n)
        return 0;
    for (size_t i = 1; i < len; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    bool is_overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool is_outside = (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f);
    return is_overlong || is_outside ? 0 : len;
}

// Letters and the like; no C1 controls, and nothing that turns the direction of what follows.
static bool is_tame(const u8 *s, size_t len) {
    if (len == 1)
        return (s[0] >= 0x20 && s[0] != 0x7f) || s[0] == '\t';
    bool is_c1 = s[0] == 0xc2 && s[1] < 0xa0;
    bool is_separator = len == 3 && s[0] == 0xe2 && s[1] == 0x80 && s[2] >= 0xa8 && s[2] <= 0xae;
    bool is_isolate = len == 3 && s[0] == 0xe2 && s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9;
    return len && !is_c1 && !is_separator && !is_isolate;
}

void text_tame(Text *t, u32 from, bool keeps_lines) {
    Text tame = {0};
    for (u32 i = from; i < t->len;) {
        const u8 *s = (const u8 *)t->s + i;
        size_t len = text_utf8(s, t->len - i);
        bool is_kept = is_tame(s, len) || (*s == '\n' && keeps_lines);
        if (is_kept)
            text_bytes(&tame, s, len);
        else if (*s == '\n' || *s == '\r')
            text_add(&tame, *s == '\n' ? "\\n" : "\\r");
        for (size_t k = 0; !is_kept && *s != '\n' && *s != '\r' && k < (len ? len : 1); k++)
            text_add(&tame, "\\x%02x", s[k]);
        i += len ? (u32)len : 1;
    }
    t->len = from;
    text_bytes(t, text_str(&tame), tame.len);
    text_done(&tame);
}

void text_tame_message(Text *t) {
    while (t->len && t->s[t->len - 1] == '\n')
        t->s[--t->len] = '\0';
    text_tame(t, 0, true);
}

// Levenshtein's recurrence, one row at a time: row[j] is the distance of a's first i characters to
// b's first j.
bool text_matches(const char *pattern, const char *s) {
    const char *star = NULL, *from = NULL; // the last star, and what follows what it stands for
    while (*s) {
        if (*pattern == '*') {
            star = pattern++;
            from = s;
        } else if (*pattern == '?' || *pattern == *s) {
            pattern++;
            s++;
        } else if (star) {
            pattern = star + 1;
            s = ++from;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

u32 text_distance(const char *a, const char *b) {
    size_t len = strlen(b);
    u32 *row = mem_alloc((len + 1) * sizeof *row);
    for (size_t j = 0; j <= len; j++)
        row[j] = (u32)j;
    for (size_t i = 0; a[i]; i++) {
        u32 diagonal = row[0];
        row[0] = (u32)i + 1;
        for (size_t j = 0; j < len; j++) {
            u32 best = diagonal + (a[i] != b[j]);
            if (best > row[j] + 1)
                best = row[j] + 1;
            if (best > row[j + 1] + 1)
                best = row[j + 1] + 1;
            diagonal = row[j + 1];
            row[j + 1] = best;
        }
    }
    u32 distance = row[len];
    mem_free(row, (len + 1) * sizeof *row);
    return distance;
}
