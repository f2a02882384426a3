// SPDX-License-Identifier: Apache-2.0
// Multibyte characters of the C locale: one byte each, ASCII only. Other bytes and other wide
// characters are EILSEQ, as in glibc. There are no shift states: an mbstate_t is never changed, and
// only mbsinit looks at it. That it may be changed is said for races.
#include "rt.h"

#include <stdlib.h>
#include <wchar.h>

#define INVALID ((size_t)-1)
#define INCOMPLETE ((size_t)-2)

static bool is_ascii(wint_t c) { return c < 128; }

static size_t invalid(void) {
    errno = EILSEQ;
    return INVALID;
}

MODEL wint_t btowc(int c) { return c >= 0 && is_ascii((wint_t)c) ? (wint_t)c : WEOF; }
MODEL int wctob(wint_t c) { return is_ascii(c) ? (int)c : -1; }
MODEL size_t __ctype_get_mb_cur_max(void) { return 1; }

// A function that is given no state has one of its own, which all threads share.
static mbstate_t own_mbrtowc, own_mbrlen, own_wcrtomb, own_mbtowc, own_mblen, own_wctomb,
    own_mbsrtowcs, own_wcsrtombs;

static void uses_state(mbstate_t *state, mbstate_t *own) {
    __heddle_wrote(state ? state : own, sizeof *state);
}

// ---- single characters --------------------------------------------------------------------------

static size_t to_wide(wchar_t *dst, const char *s, size_t n) {
    if (!s)
        return 0;
    if (n == 0)
        return INCOMPLETE;
    unsigned char c = (unsigned char)*s;
    if (!is_ascii(c))
        return invalid();
    if (dst)
        *dst = c;
    return c != 0;
}

static size_t to_byte(char *dst, wchar_t c) {
    if (!dst)
        return 1;
    if (!is_ascii((wint_t)c))
        return invalid();
    *dst = (char)c;
    return 1;
}

MODEL int mbsinit(const mbstate_t *state) { return !state || state->__count == 0; }

MODEL size_t mbrtowc(wchar_t *restrict dst, const char *restrict s, size_t n,
                     mbstate_t *restrict state) {
    uses_state(state, &own_mbrtowc);
    return to_wide(dst, s, n);
}

MODEL size_t mbrlen(const char *restrict s, size_t n, mbstate_t *restrict state) {
    uses_state(state, &own_mbrlen);
    return to_wide(NULL, s, n);
}

MODEL size_t __mbrlen(const char *restrict s, size_t n, mbstate_t *restrict state) {
    return mbrlen(s, n, state);
}

MODEL size_t wcrtomb(char *restrict dst, wchar_t c, mbstate_t *restrict state) {
    uses_state(state, &own_wcrtomb);
    return to_byte(dst, c);
}

// The older functions know no incomplete characters: those are invalid too.
static int old_result(size_t n) { return n == INCOMPLETE ? -1 : (int)n; }

MODEL int mbtowc(wchar_t *restrict dst, const char *restrict s, size_t n) {
    uses_state(NULL, &own_mbtowc);
    return old_result(to_wide(dst, s, n));
}

MODEL int mblen(const char *s, size_t n) {
    uses_state(NULL, &own_mblen);
    return old_result(to_wide(NULL, s, n));
}

MODEL int wctomb(char *dst, wchar_t c) {
    uses_state(NULL, &own_wctomb);
    return dst ? (int)to_byte(dst, c) : 0;
}

// ---- strings ------------------------------------------------------------------------------------
// At most `most` characters are read and, with dst, at most `room` written; without it, only
// counted. *src moves with dst: to what comes next, or to a null pointer after the terminating
// zero.

static size_t widen(wchar_t *dst, const char **src, size_t most, size_t room) {
    const char *s = *src;
    size_t n = 0;
    for (; n < most && (!dst || n < room); n++, s++) {
        unsigned char c = (unsigned char)*s;
        if (!is_ascii(c)) {
            if (dst)
                *src = s;
            return invalid();
        }
        if (dst)
            dst[n] = c;
        if (c == 0) {
            if (dst)
                *src = NULL;
            return n;
        }
    }
    if (dst)
        *src = s;
    return n;
}

static size_t narrow(char *dst, const wchar_t **src, size_t most, size_t room) {
    const wchar_t *s = *src;
    size_t n = 0;
    for (; n < most && (!dst || n < room); n++, s++) {
        wchar_t c = *s;
        if (!is_ascii((wint_t)c)) {
            if (dst)
                *src = s;
            return invalid();
        }
        if (dst)
            dst[n] = (char)c;
        if (c == 0) {
            if (dst)
                *src = NULL;
            return n;
        }
    }
    if (dst)
        *src = s;
    return n;
}

MODEL size_t mbsrtowcs(wchar_t *restrict dst, const char **restrict src, size_t n,
                       mbstate_t *restrict state) {
    uses_state(state, &own_mbsrtowcs);
    return widen(dst, src, SIZE_MAX, n);
}

MODEL size_t mbsnrtowcs(wchar_t *restrict dst, const char **restrict src, size_t most, size_t n,
                        mbstate_t *restrict state) {
    uses_state(state, &own_mbsrtowcs);
    return widen(dst, src, most, n);
}

MODEL size_t mbstowcs(wchar_t *restrict dst, const char *restrict s, size_t n) {
    const char *src = s;
    return widen(dst, &src, SIZE_MAX, n);
}

MODEL size_t wcsrtombs(char *restrict dst, const wchar_t **restrict src, size_t n,
                       mbstate_t *restrict state) {
    uses_state(state, &own_wcsrtombs);
    return narrow(dst, src, SIZE_MAX, n);
}

MODEL size_t wcsnrtombs(char *restrict dst, const wchar_t **restrict src, size_t most, size_t n,
                        mbstate_t *restrict state) {
    uses_state(state, &own_wcsrtombs);
    return narrow(dst, src, most, n);
}

MODEL size_t wcstombs(char *restrict dst, const wchar_t *restrict s, size_t n) {
    const wchar_t *src = s;
    return narrow(dst, &src, SIZE_MAX, n);
}
