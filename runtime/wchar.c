// SPDX-License-Identifier: Apache-2.0
// <wchar.h>: wide strings and blocks, the relatives of string.c. Wide characters are compared as
// numbers.
#include "rt.h"
#include "rt_locale.h"

#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

static size_t length_max(const wchar_t *s, size_t max) {
    size_t n = 0;
    while (n < max && s[n])
        n++;
    return n;
}

static size_t length(const wchar_t *s) { return length_max(s, SIZE_MAX); }

// ---- blocks -------------------------------------------------------------------------------------

MODEL wchar_t *wmemcpy(wchar_t *restrict dst, const wchar_t *restrict src, size_t n) {
    return __builtin_memcpy(dst, src, n * sizeof *dst);
}

MODEL wchar_t *wmempcpy(wchar_t *restrict dst, const wchar_t *restrict src, size_t n) {
    return (wchar_t *)__builtin_memcpy(dst, src, n * sizeof *dst) + n;
}

MODEL wchar_t *wmemmove(wchar_t *dst, const wchar_t *src, size_t n) {
    return __builtin_memmove(dst, src, n * sizeof *dst);
}

MODEL wchar_t *wmemset(wchar_t *dst, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        dst[i] = c;
    return dst;
}

MODEL wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] == c)
            return (wchar_t *)s + i;
    return NULL;
}

MODEL int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        wchar_t x = a[i], y = b[i];
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

// ---- lengths and copies -------------------------------------------------------------------------

MODEL size_t wcslen(const wchar_t *s) { return length(s); }
MODEL size_t wcsnlen(const wchar_t *s, size_t max) { return length_max(s, max); }

// Gives the address of the terminating zero.
static wchar_t *copy_text(wchar_t *dst, const wchar_t *src) {
    size_t gap = rt_gap(dst, src) / sizeof *dst;
    while ((*dst = *src++)) {
        if (gap-- == 0)
            rt_overlap();
        dst++;
    }
    if (gap == 0)
        rt_overlap();
    return dst;
}

static wchar_t *copy_padded(wchar_t *dst, const wchar_t *src, size_t n) {
    size_t i = 0, gap = rt_gap(dst, src) / sizeof *dst;
    bool is_behind = gap != SIZE_MAX / sizeof *dst && __heddle_distance(src, dst) >= 0;
    for (wchar_t c; i < n && (c = src[i]); i++) {
        if (i == gap)
            rt_overlap();
        dst[i] = c;
    }
    if (i < n ? gap <= i || (is_behind && gap < n) : gap < n)
        rt_overlap(); // the zeros count as well
    wchar_t *end = dst + i;
    for (; i < n; i++)
        dst[i] = L'\0';
    return end;
}

// The text before counts as part of the destination.
static void append_text(wchar_t *dst, const wchar_t *src, size_t max) {
    wchar_t *start = dst;
    dst += length(dst);
    ptrdiff_t before = __heddle_distance(src, start);
    if (before != PTRDIFF_MIN && before >= 0 && before <= (dst - start) * (ptrdiff_t)sizeof *dst)
        rt_overlap();
    size_t i = 0, gap = rt_gap(dst, src) / sizeof *dst;
    for (wchar_t c; i < max && (c = src[i]); i++) {
        if (i == gap)
            rt_overlap();
        dst[i] = c;
    }
    if (i == gap && (i < max || __heddle_distance(src, dst) >= 0))
        rt_overlap();
    dst[i] = L'\0';
}

MODEL wchar_t *wcscpy(wchar_t *restrict dst, const wchar_t *restrict src) {
    copy_text(dst, src);
    return dst;
}

MODEL wchar_t *wcpcpy(wchar_t *restrict dst, const wchar_t *restrict src) {
    return copy_text(dst, src);
}

MODEL wchar_t *wcsncpy(wchar_t *restrict dst, const wchar_t *restrict src, size_t n) {
    copy_padded(dst, src, n);
    return dst;
}

MODEL wchar_t *wcpncpy(wchar_t *restrict dst, const wchar_t *restrict src, size_t n) {
    return copy_padded(dst, src, n);
}

MODEL wchar_t *wcscat(wchar_t *restrict dst, const wchar_t *restrict src) {
    append_text(dst, src, SIZE_MAX);
    return dst;
}

MODEL wchar_t *wcsncat(wchar_t *restrict dst, const wchar_t *restrict src, size_t n) {
    append_text(dst, src, n);
    return dst;
}

MODEL wchar_t *wcsdup(const wchar_t *s) {
    size_t n = length(s);
    wchar_t *copy = malloc((n + 1) * sizeof *copy);
    if (copy) {
        __builtin_memcpy(copy, s, n * sizeof *copy);
        copy[n] = L'\0';
    }
    return copy;
}

static size_t transform(wchar_t *dst, const wchar_t *src, size_t n) {
    size_t all = length(src);
    if (n > 0)
        copy_padded(dst, src, n <= all ? n : all + 1);
    return all;
}

MODEL size_t wcsxfrm(wchar_t *restrict dst, const wchar_t *restrict src, size_t n) {
    return transform(dst, src, n);
}

MODEL size_t wcsxfrm_l(wchar_t *restrict dst, const wchar_t *restrict src, size_t n,
                       locale_t locale) {
    rt_locale_check(locale);
    return transform(dst, src, n);
}

// ---- comparison ---------------------------------------------------------------------------------

static int compare(const wchar_t *a, const wchar_t *b, size_t n, bool fold) {
    for (size_t i = 0; i < n; i++) {
        wchar_t x = a[i], y = b[i];
        if (fold) {
            x = rt_lower(x);
            y = rt_lower(y);
        }
        if (x != y)
            return x < y ? -1 : 1;
        if (x == L'\0')
            return 0;
    }
    return 0;
}

MODEL int wcscmp(const wchar_t *a, const wchar_t *b) { return compare(a, b, SIZE_MAX, false); }
MODEL int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) { return compare(a, b, n, false); }
MODEL int wcscoll(const wchar_t *a, const wchar_t *b) { return compare(a, b, SIZE_MAX, false); }
MODEL int wcscasecmp(const wchar_t *a, const wchar_t *b) { return compare(a, b, SIZE_MAX, true); }
MODEL int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n) {
    return compare(a, b, n, true);
}

MODEL int wcscoll_l(const wchar_t *a, const wchar_t *b, locale_t locale) {
    rt_locale_check(locale);
    return compare(a, b, SIZE_MAX, false);
}

MODEL int wcscasecmp_l(const wchar_t *a, const wchar_t *b, locale_t locale) {
    rt_locale_check(locale);
    return compare(a, b, SIZE_MAX, true);
}

MODEL int wcsncasecmp_l(const wchar_t *a, const wchar_t *b, size_t n, locale_t locale) {
    rt_locale_check(locale);
    return compare(a, b, n, true);
}

// ---- columns on a terminal ----------------------------------------------------------------------

MODEL int wcwidth(wchar_t c) {
    if (c == L'\0')
        return 0;
    return iswprint((wint_t)c) ? 1 : -1;
}

MODEL int wcswidth(const wchar_t *s, size_t n) {
    int width = 0;
    for (wchar_t c; n-- > 0 && (c = *s); s++, width++)
        if (!iswprint((wint_t)c))
            return -1;
    return width;
}
