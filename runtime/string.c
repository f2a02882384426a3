// SPDX-License-Identifier: Apache-2.0
// <string.h>: blocks, copies and comparisons, byte by byte: other threads may write to the same
// memory in between, as on a real machine. Comparisons give the difference of the first two bytes
// that differ, as glibc does.
#include "rt.h"
#include "rt_locale.h"

#include <string.h>

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
MODEL int __memcmpeq(const void *a, const void *b, size_t n) { return compare_bytes(a, b, n); }

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

// What older headers make of strchr(s, 0).
void *__rawmemchr(const void *p, int c);
MODEL void *__rawmemchr(const void *p, int c) {
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
    size_t gap = rt_gap(dst, src);
    for (size_t i = 0; i < n; i++) {
        if (i == gap)
            rt_overlap();
        if ((d[i] = s[i]) == (byte)c)
            return d + i + 1;
    }
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
    size_t gap = rt_gap(dst, src);
    while ((*dst = *src++)) {
        if (gap-- == 0)
            rt_overlap();
        dst++;
    }
    if (gap == 0)
        rt_overlap();
    return dst;
}

static char *copy_padded(char *dst, const char *src, size_t n) {
    size_t i = 0, gap = rt_gap(dst, src);
    bool is_behind = gap != SIZE_MAX && __heddle_distance(src, dst) >= 0;
    for (char c; i < n && (c = src[i]); i++) {
        if (i == gap)
            rt_overlap();
        dst[i] = c;
    }
    if (i < n ? gap <= i || (is_behind && gap < n) : gap < n)
        rt_overlap(); // the zeros count as well
    char *end = dst + i;
    for (; i < n; i++)
        dst[i] = '\0';
    return end;
}

// The text before counts as part of the destination.
static void append_text(char *dst, const char *src, size_t max) {
    char *start = dst;
    dst += rt_length(dst);
    ptrdiff_t before = __heddle_distance(src, start);
    if (before != PTRDIFF_MIN && before >= 0 && before <= dst - start)
        rt_overlap();
    size_t i = 0, gap = rt_gap(dst, src);
    for (char c; i < max && (c = src[i]); i++) {
        if (i == gap)
            rt_overlap();
        dst[i] = c;
    }
    if (i == gap && (i < max || __heddle_distance(src, dst) >= 0))
        rt_overlap();
    dst[i] = '\0';
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

MODEL char *__stpncpy(char *restrict dst, const char *restrict src, size_t n) {
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

// The transformed text of the C locale is the text itself. Nothing is promised about dst when it is
// too small.
static size_t transform(char *dst, const char *src, size_t n) {
    size_t length = rt_length(src);
    if (n > 0)
        copy_padded(dst, src, n <= length ? n : length + 1);
    return length;
}

MODEL size_t strxfrm(char *restrict dst, const char *restrict src, size_t n) {
    return transform(dst, src, n);
}

MODEL size_t strxfrm_l(char *restrict dst, const char *restrict src, size_t n, locale_t locale) {
    rt_locale_check(locale);
    return transform(dst, src, n);
}

// ---- comparison ---------------------------------------------------------------------------------

static int compare(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        int x = (byte)a[i], y = (byte)b[i];
        if (x != y || x == 0)
            return x - y;
    }
    return 0;
}

MODEL int strcmp(const char *a, const char *b) { return compare(a, b, SIZE_MAX); }
MODEL int strncmp(const char *a, const char *b, size_t n) { return compare(a, b, n); }
MODEL int strcoll(const char *a, const char *b) { return compare(a, b, SIZE_MAX); }

MODEL int strcoll_l(const char *a, const char *b, locale_t locale) {
    rt_locale_check(locale);
    return compare(a, b, SIZE_MAX);
}

// The number of digits that s begins with.
static size_t digits(const char *s) {
    size_t n = 0;
    while (rt_is_digit(s[n]))
        n++;
    return n;
}

// Numbers inside the texts are compared by value; one that begins with 0 counts as the digits after
// a decimal point, of which more zeros make less.
MODEL int strverscmp(const char *a, const char *b) {
    size_t i = 0, number = 0; // where they differ, where the number around that place begins
    bool all_zero = true;     // from there to the difference
    for (; a[i] == b[i]; i++) {
        if (a[i] == '\0')
            return 0;
        if (!rt_is_digit(a[i])) {
            number = i + 1;
            all_zero = true;
        } else if (a[i] != '0') {
            all_zero = false;
        }
    }
    int difference = (byte)a[i] - (byte)b[i];
    bool is_fraction = i > number ? a[number] == '0' : a[i] == '0' || b[i] == '0';
    size_t x = digits(a + i), y = digits(b + i);
    if (is_fraction && i > number && all_zero && (x == 0) != (y == 0))
        return x > 0 ? -1 : 1; // 00 is less than 0, and 01 too
    if (!is_fraction && (i > number || (x > 0 && y > 0)) && x != y)
        return x > y ? 1 : -1; // the longer number is the greater one
    return difference;
}
