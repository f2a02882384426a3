// SPDX-License-Identifier: Apache-2.0
// <string.h>: looking for characters, texts and tokens.
#include "rt.h"

#include <string.h>
#include <strings.h>

static char *find_char(const char *s, char c) {
    for (;; s++) {
        char x = *s;
        if (x == c)
            return (char *)s;
        if (!x)
            return NULL;
    }
}

static char *find_last(const char *s, char c) {
    const char *last = NULL;
    for (;; s++) {
        char x = *s;
        if (x == c)
            last = s;
        if (!x)
            return (char *)last;
    }
}

MODEL char *strchr(const char *s, int c) { return find_char(s, (char)c); }
MODEL char *index(const char *s, int c) { return find_char(s, (char)c); }
MODEL char *strrchr(const char *s, int c) { return find_last(s, (char)c); }
MODEL char *rindex(const char *s, int c) { return find_last(s, (char)c); }

MODEL char *strchrnul(const char *s, int c) {
    for (char x; (x = *s) && x != (char)c;)
        s++;
    return (char *)s;
}

static bool starts_with(const char *s, const char *start, size_t n, bool fold) {
    for (size_t i = 0; i < n; i++) {
        char x = s[i], y = start[i];
        if (fold ? rt_lower(x) != rt_lower(y) : x != y)
            return false;
    }
    return true;
}

static char *find_text(const char *s, const char *needle, bool fold) {
    size_t n = rt_length(needle);
    for (;; s++) {
        if (starts_with(s, needle, n, fold))
            return (char *)s;
        if (!*s)
            return NULL;
    }
}

MODEL char *strstr(const char *s, const char *needle) { return find_text(s, needle, false); }
MODEL char *strcasestr(const char *s, const char *needle) { return find_text(s, needle, true); }

// Length of the start of s that consists of characters in the set, or not in it.
static size_t span(const char *s, const char *set, bool in_set) {
    size_t n = 0;
    for (char c; (c = s[n]) && (find_char(set, c) != NULL) == in_set; n++)
        ;
    return n;
}

MODEL size_t strspn(const char *s, const char *set) { return span(s, set, true); }
MODEL size_t strcspn(const char *s, const char *set) { return span(s, set, false); }

MODEL char *strpbrk(const char *s, const char *set) {
    s += span(s, set, false);
    return *s ? (char *)s : NULL;
}

// ---- tokens -------------------------------------------------------------------------------------

static char *next_token(char *s, const char *delimiters, char **rest) {
    if (!s)
        s = *rest;
    s += span(s, delimiters, true);
    if (!*s) {
        *rest = s;
        return NULL;
    }
    char *end = s + span(s, delimiters, false);
    if (*end)
        *end++ = '\0';
    *rest = end;
    return s;
}

MODEL char *strtok_r(char *restrict s, const char *restrict delimiters, char **restrict rest) {
    return next_token(s, delimiters, rest);
}

MODEL char *__strtok_r(char *restrict s, const char *restrict delimiters, char **restrict rest) {
    return next_token(s, delimiters, rest);
}

// Shared by all threads and not protected, as in C: strtok in two threads is a fault of the
// program, to be found.
static char *strtok_rest;

MODEL char *strtok(char *restrict s, const char *restrict delimiters) {
    return next_token(s, delimiters, &strtok_rest);
}

MODEL char *strsep(char **restrict text, const char *restrict delimiters) {
    char *s = *text;
    if (!s)
        return NULL;
    char *end = s + span(s, delimiters, false);
    if (*end)
        *end++ = '\0';
    else
        end = NULL;
    *text = end;
    return s;
}
