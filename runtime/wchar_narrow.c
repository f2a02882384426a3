// SPDX-License-Identifier: Apache-2.0
// <wchar.h>: floating point numbers and dates, by way of their relatives for bytes.
#include "rt.h"
#include "rt_locale.h"

#include <stdlib.h>
#include <time.h>
#include <wchar.h>

// The start of the text that is ASCII: no number goes beyond it.
static char *narrowed(const wchar_t *s) {
    size_t n = 0;
    while (s[n] > 0 && s[n] < 128)
        n++;
    char *bytes = __heddle_alloc(n + 1, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    for (size_t i = 0; i < n; i++)
        bytes[i] = (char)s[i];
    return bytes;
}

#define FLOATING(name, type, by)                                                                   \
    MODEL type name(const wchar_t *restrict s, wchar_t **restrict end) {                           \
        char *bytes = narrowed(s), *after;                                                         \
        type v = by(bytes, &after);                                                                \
        if (end)                                                                                   \
            *end = (wchar_t *)s + (after - bytes);                                                 \
        return v;                                                                                  \
    }                                                                                              \
    MODEL type name##_l(const wchar_t *restrict s, wchar_t **restrict end, locale_t locale) {      \
        rt_locale_check(locale);                                                                   \
        return name(s, end);                                                                       \
    }

FLOATING(wcstof, float, strtof)
FLOATING(wcstod, double, strtod)
FLOATING(wcstold, long double, strtold)
FLOATING(wcstof32, float, strtof)
FLOATING(wcstof64, double, strtod)
FLOATING(wcstof32x, double, strtod)
FLOATING(wcstof64x, long double, strtold)

// ---- dates --------------------------------------------------------------------------------------

static size_t format_time(wchar_t *dst, size_t size, const wchar_t *format, const struct tm *time) {
    char *narrow = narrowed(format);
    if (format[rt_length(narrow)] != L'\0')
        __heddle_unsupported("wcsftime with a format that is not ASCII");
    char *bytes = __heddle_alloc(size > 0 ? size : 1, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    size_t n = strftime(bytes, size, narrow, time);
    for (size_t i = 0; i < size && (i == 0 || bytes[i - 1]); i++)
        dst[i] = (unsigned char)bytes[i];
    return n;
}

MODEL size_t wcsftime(wchar_t *restrict dst, size_t size, const wchar_t *restrict format,
                      const struct tm *restrict time) {
    return format_time(dst, size, format, time);
}

MODEL size_t wcsftime_l(wchar_t *restrict dst, size_t size, const wchar_t *restrict format,
                        const struct tm *restrict time, locale_t locale) {
    rt_locale_check(locale);
    return format_time(dst, size, format, time);
}
