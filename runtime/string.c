// SPDX-License-Identifier: Apache-2.0
// <string.h> and <strings.h>, byte by byte: other threads may write to the same memory in between, as on a real
// machine. Comparisons give the difference of the first two bytes that differ, as glibc does.
#include "rt.h"

#include <string.h>
#include <strings.h>

typedef unsigned char byte;

// ---- blocks -------------------------------------------------------------------------------------
// The builtins below are instructions of the machine; these bodies serve calls through pointers.

MODEL void *memcpy(void *restrict dst, const void *restrict src, size_t n) {
    return __builtin_memcpy(dst, src, n);
}

MODEL void *memmove(void *dst, const void *src, size_t n) { return __builtin_memmove(dst, src, n); }
MODEL void *memset(void *dst, int c, size_t n) { return __builtin_memset(dst, c, n); }

MODEL void *mempcpy(void *restrict dst, const void *restrict src, size_t n) {
    return (char *)__builtin_memcpy(dst, src, n) + n;
}

MODEL void *__mempcpy(void *restrict dst, const void *restrict src, size_t n) {
    return (char *)__builtin_memcpy(dst, src, n) + n;
}

MODEL void bcopy(const void *src, void *dst, size_t n) { __builtin_memmove(dst, src, n); }
MODEL void bzero(void *dst, size_t n) { __builtin_memset(dst, 0, n); }
MODEL void explicit_bzero(void *dst, size_t n) { __builtin_memset(dst, 0, n); }

static int compare_bytes(const byte *a, const byte *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        byte x = a[i], y = b[i];
        if (x != y)
            return x - y;
    }
    return 0;
}

MODEL int memcmp(const void *a, const void *b, size_t n) { return compare_bytes(a, b, n); }
MODEL int bcmp(const void *a, const void *b, size_t n) { return compare_bytes(a, b, n); }

MODEL void *memchr(const void *p, int c, size_t n) {
    const byte *s = p;
    for (size_t i = 0; i < n; i++)
        if (s[i] == (byte)c)
            return (void *)(s + i);
    return NULL;
}

MODEL void *rawmemchr(const void *p, int c) {
    const byte *s = p;
    while (*s != (byte)c)
        s++;
    return (void *)s;
}

MODEL void *memrchr(const void *p, int c, size_t n) {
    const byte *s = p;
    while (n-- > 0)
        if (s[n] == (byte)c)
            return (void *)(s + n);
    return NULL;
}

MODEL void *memccpy(void *restrict dst, const void *restrict src, int c, size_t n) {
    byte *d = dst;
    const byte *s = src;
    for (size_t i = 0; i < n; i++)
        if ((d[i] = s[i]) == (byte)c)
            return d + i + 1;
    return NULL;
}

MODEL void *memmem(const void *hay, size_t hay_size, const void *needle, size_t size) {
    const byte *h = hay;
    for (size_t i = 0; size <= hay_size && i <= hay_size - size; i++)
        if (compare_bytes(h + i, needle, size) == 0)
            return (void *)(h + i);
    return NULL;
}

// ---- lengths and copies -------------------------------------------------------------------------

MODEL size_t strlen(const char *s) { return rt_length(s); }
MODEL size_t strnlen(const char *s, size_t max) { return rt_length_max(s, max); }

// Gives the address of the terminating zero.
static char *copy_text(char *dst, const char *src) {
    while ((*dst = *src++))
        dst++;
    return dst;
}

static char *copy_padded(char *dst, const char *src, size_t n) {
    size_t i = 0;
    for (char c; i < n && (c = src[i]); i++)
        dst[i] = c;
    char *end = dst + i;
    for (; i < n; i++)
        dst[i] = '\0';
    return end;
}

static void append_text(char *dst, const char *src, size_t max) {
    dst += rt_length(dst);
    for (char c; max-- > 0 && (c = *src); src++)
        *dst++ = c;
    *dst = '\0';
}

MODEL char *strcpy(char *restrict dst, const char *restrict src) {
    copy_text(dst, src);
    return dst;
}

MODEL char *stpcpy(char *restrict dst, const char *restrict src) { return copy_text(dst, src); }
MODEL char *__stpcpy(char *restrict dst, const char *restrict src) { return copy_text(dst, src); }

MODEL char *strncpy(char *restrict dst, const char *restrict src, size_t n) {
    copy_padded(dst, src, n);
    return dst;
}

MODEL char *stpncpy(char *restrict dst, const char *restrict src, size_t n) {
    return copy_padded(dst, src, n);
}

MODEL char *strcat(char *restrict dst, const char *restrict src) {
    append_text(dst, src, SIZE_MAX);
    return dst;
}

MODEL char *strncat(char *restrict dst, const char *restrict src, size_t n) {
    append_text(dst, src, n);
    return dst;
}

// ---- comparison ---------------------------------------------------------------------------------

static int compare(const char *a, const char *b, size_t n, bool fold) {
    for (size_t i = 0; i < n; i++) {
        int x = (byte)a[i], y = (byte)b[i];
        if (fold) {
            x = rt_lower(x);
            y = rt_lower(y);
        }
        if (x != y || x == 0)
            return x - y;
    }
    return 0;
}

MODEL int strcmp(const char *a, const char *b) { return compare(a, b, SIZE_MAX, false); }
MODEL int strncmp(const char *a, const char *b, size_t n) { return compare(a, b, n, false); }
MODEL int strcoll(const char *a, const char *b) { return compare(a, b, SIZE_MAX, false); }
MODEL int strcasecmp(const char *a, const char *b) { return compare(a, b, SIZE_MAX, true); }
MODEL int strncasecmp(const char *a, const char *b, size_t n) { return compare(a, b, n, true); }

// ---- search -------------------------------------------------------------------------------------

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
    while (*s && *s != (char)c)
        s++;
    return (char *)s;
}

static char *find_text(const char *s, const char *needle, bool fold) {
    size_t n = rt_length(needle);
    for (;; s++) {
        if (compare(s, needle, n, fold) == 0)
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
