// SPDX-License-Identifier: Apache-2.0
// The checked names that _FORTIFY_SOURCE puts in place of functions on wide strings. `room` is as
// in fortify.c, but counted in elements of the destination.
#include "rt.h"

#include <stdlib.h>
#include <wchar.h>

static void check(size_t need, size_t room) {
    if (need > room)
        __heddle_fail(HEDDLE_OUT_OF_BOUNDS, "buffer overflow detected by _FORTIFY_SOURCE");
}

// The length of the text, at most max.
static size_t length(const wchar_t *s, size_t max) {
    size_t n = 0;
    while (n < max && s[n])
        n++;
    return n;
}

// The checked form, which calls `of` when the destination has room for `need`.
#define CHECKED(type, of, parameters, need, arguments)                                             \
    type __##of##_chk parameters;                                                                  \
    MODEL type __##of##_chk parameters {                                                           \
        check(need, room);                                                                         \
        return of arguments;                                                                       \
    }

CHECKED(wchar_t *, wmemcpy, (wchar_t * dst, const wchar_t *src, size_t n, size_t room), n,
        (dst, src, n))
CHECKED(wchar_t *, wmempcpy, (wchar_t * dst, const wchar_t *src, size_t n, size_t room), n,
        (dst, src, n))
CHECKED(wchar_t *, wmemmove, (wchar_t * dst, const wchar_t *src, size_t n, size_t room), n,
        (dst, src, n))
CHECKED(wchar_t *, wcsncpy, (wchar_t * dst, const wchar_t *src, size_t n, size_t room), n,
        (dst, src, n))
CHECKED(wchar_t *, wcpncpy, (wchar_t * dst, const wchar_t *src, size_t n, size_t room), n,
        (dst, src, n))
CHECKED(wchar_t *, wmemset, (wchar_t * dst, wchar_t c, size_t n, size_t room), n, (dst, c, n))
CHECKED(wchar_t *, wcscpy, (wchar_t * dst, const wchar_t *src, size_t room),
        length(src, SIZE_MAX) + 1, (dst, src))
CHECKED(wchar_t *, wcpcpy, (wchar_t * dst, const wchar_t *src, size_t room),
        length(src, SIZE_MAX) + 1, (dst, src))
CHECKED(wchar_t *, wcscat, (wchar_t * dst, const wchar_t *src, size_t room),
        length(dst, SIZE_MAX) + length(src, SIZE_MAX) + 1, (dst, src))
CHECKED(wchar_t *, wcsncat, (wchar_t * dst, const wchar_t *src, size_t n, size_t room),
        length(dst, SIZE_MAX) + length(src, n) + 1, (dst, src, n))

// Without a destination nothing is written.
CHECKED(size_t, mbstowcs, (wchar_t * dst, const char *src, size_t n, size_t room), dst ? n : 0,
        (dst, src, n))
CHECKED(size_t, wcstombs, (char *dst, const wchar_t *src, size_t n, size_t room), dst ? n : 0,
        (dst, src, n))
CHECKED(size_t, mbsrtowcs,
        (wchar_t * dst, const char **src, size_t n, mbstate_t *state, size_t room), dst ? n : 0,
        (dst, src, n, state))
CHECKED(size_t, wcsrtombs,
        (char *dst, const wchar_t **src, size_t n, mbstate_t *state, size_t room), dst ? n : 0,
        (dst, src, n, state))
CHECKED(size_t, mbsnrtowcs,
        (wchar_t * dst, const char **src, size_t most, size_t n, mbstate_t *state, size_t room),
        dst ? n : 0, (dst, src, most, n, state))
CHECKED(size_t, wcsnrtombs,
        (char *dst, const wchar_t **src, size_t most, size_t n, mbstate_t *state, size_t room),
        dst ? n : 0, (dst, src, most, n, state))
CHECKED(size_t, wcrtomb, (char *dst, wchar_t c, mbstate_t *state, size_t room), dst ? 1 : 0,
        (dst, c, state))
CHECKED(int, wctomb, (char *dst, wchar_t c, size_t room), dst ? 1 : 0, (dst, c))
