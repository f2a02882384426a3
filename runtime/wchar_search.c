// SPDX-License-Identifier: Apache-2.0
// <wchar.h>: looking for wide characters, texts and tokens.
#include "rt.h"

#include <wchar.h>

static wchar_t *find_char(const wchar_t *s, wchar_t c) {
    for (;; s++) {
        wchar_t x = *s;
        if (x == c)
            return (wchar_t *)s;
        if (!x)
            return NULL;
    }
}

MODEL wchar_t *wcschr(const wchar_t *s, wchar_t c) { return find_char(s, c); }

MODEL wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
    const wchar_t *last = NULL;
    for (;; s++) {
        wchar_t x = *s;
        if (x == c)
            last = s;
        if (!x)
            return (wchar_t *)last;
    }
}

MODEL wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
    for (wchar_t x; (x = *s) && x != c;)
        s++;
    return (wchar_t *)s;
}

static bool starts_with(const wchar_t *s, const wchar_t *start) {
    for (wchar_t c; (c = *start); s++, start++)
        if (*s != c)
            return false;
    return true;
}

static wchar_t *find_text(const wchar_t *s, const wchar_t *needle) {
    for (;; s++) {
        if (starts_with(s, needle))
            return (wchar_t *)s;
        if (!*s)
            return NULL;
    }
}

MODEL wchar_t *wcsstr(const wchar_t *s, const wchar_t *needle) { return find_text(s, needle); }
MODEL wchar_t *wcswcs(const wchar_t *s, const wchar_t *needle) { return find_text(s, needle); }

// Length of the start of s that consists of characters in the set, or not in it.
static size_t span(const wchar_t *s, const wchar_t *set, bool in_set) {
    size_t n = 0;
    for (wchar_t c; (c = s[n]) && (find_char(set, c) != NULL) == in_set; n++)
        ;
    return n;
}

MODEL size_t wcsspn(const wchar_t *s, const wchar_t *set) { return span(s, set, true); }
MODEL size_t wcscspn(const wchar_t *s, const wchar_t *set) { return span(s, set, false); }

MODEL wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
    s += span(s, set, false);
    return *s ? (wchar_t *)s : NULL;
}

// After the last token *rest is a null pointer, and from then on there are no more.
MODEL wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict delimiters,
                      wchar_t **restrict rest) {
    if (!s && !(s = *rest))
        return NULL;
    s += span(s, delimiters, true);
    if (!*s) {
        *rest = NULL;
        return NULL;
    }
    wchar_t *end = s + span(s, delimiters, false);
    *rest = *end ? end + 1 : NULL;
    *end = L'\0';
    return s;
}
