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
    if (n) {
        memcpy(t->s + t->len, p, n);
    }
    t->len += (u32)n;
    t->s[t->len] = '\0';
}

const char *text_str(const Text *t) { return t->s ? t->s : ""; }

void text_clear(Text *t) {
    t->len = 0;
    if (t->s) {
        t->s[0] = '\0';
    }
}

void text_done(Text *t) {
    VEC_FREE(t->s, t->cap);
    t->len = 0;
}

// Levenshtein's recurrence, one row at a time: row[j] is the distance of a's first i characters to b's first j.
u32 text_distance(const char *a, const char *b) {
    size_t len = strlen(b);
    u32 *row = mem_alloc((len + 1) * sizeof *row);
    for (size_t j = 0; j <= len; j++) {
        row[j] = (u32)j;
    }
    for (size_t i = 0; a[i]; i++) {
        u32 diagonal = row[0];
        row[0] = (u32)i + 1;
        for (size_t j = 0; j < len; j++) {
            u32 best = diagonal + (a[i] != b[j]);
            if (best > row[j] + 1) {
                best = row[j] + 1;
            }
            if (best > row[j + 1] + 1) {
                best = row[j + 1] + 1;
            }
            diagonal = row[j + 1];
            row[j + 1] = best;
        }
    }
    u32 distance = row[len];
    mem_free(row, (len + 1) * sizeof *row);
    return distance;
}
