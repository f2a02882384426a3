// SPDX-License-Identifier: Apache-2.0
// Multibyte characters in the C locale: ASCII only.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

// checks: ASCII only
void pass_btowc(void) { assert(btowc('a') == L'a' && btowc(0) == 0 && btowc(0x80) == WEOF && btowc(EOF) == WEOF); }

// violates: assertion: the C locale has no characters beyond ASCII
void fail_btowc(void) { assert(btowc(0xe4) == 0xe4); }

// checks: ASCII only
void pass_wctob(void) { assert(wctob(L'a') == 'a' && wctob(0x80) == EOF && wctob(WEOF) == EOF && wctob(0x161) == EOF); }

// violates: assertion: the C locale has no characters beyond ASCII
void fail_wctob(void) { assert(wctob(0xe4) == 0xe4); }

// checks: always at the start; NULL too
void pass_mbsinit(void) {
    mbstate_t s = {0};
    wchar_t w;
    assert(mbsinit(&s) && mbsinit(NULL) && mbrtowc(&w, "ab", 2, &s) == 1 && mbsinit(&s));
}

// violates: use-after-free: the state was freed
void fail_mbsinit(void) {
    mbstate_t *s = calloc(1, sizeof *s);
    free(s);
    assert(mbsinit(s));
}

// checks: 1, 0 for the zero, -2 for nothing, -1 and EILSEQ beyond ASCII
void pass_mbrtowc(void) {
    mbstate_t s = {0};
    wchar_t w = 77;
    assert(mbrtowc(&w, "ab", 2, &s) == 1 && w == L'a' && mbrtowc(&w, "", 1, &s) == 0 && w == 0);
    assert(mbrtowc(&w, "a", 0, &s) == (size_t)-2 && mbrtowc(NULL, "a", 1, NULL) == 1);
    assert(mbrtowc(NULL, NULL, 0, &s) == 0);
    errno = 0;
    assert(mbrtowc(&w, "\xc3\xa4", 2, &s) == (size_t)-1 && errno == EILSEQ);
}

// violates: out-of-bounds: the text ends before
void fail_mbrtowc(void) {
    char b[1] = {'a'};
    wchar_t w;
    mbrtowc(&w, b + 1, 1, NULL);
}

// checks: as mbrtowc
void pass_mbrlen(void) {
    mbstate_t s = {0};
    assert(mbrlen("ab", 2, &s) == 1 && mbrlen("", 1, &s) == 0 && mbrlen("a", 0, &s) == (size_t)-2);
    errno = 0;
    assert(mbrlen("\x80", 1, &s) == (size_t)-1 && errno == EILSEQ);
}

// violates: out-of-bounds: the text ends before
void fail_mbrlen(void) {
    char b[1] = {'a'};
    assert(mbrlen(b + 1, 1, NULL) == 0);
}

// checks: 1, -1 and EILSEQ beyond ASCII
void pass_wcrtomb(void) {
    mbstate_t s = {0};
    char b[MB_LEN_MAX] = "x";
    assert(wcrtomb(b, L'a', &s) == 1 && b[0] == 'a' && wcrtomb(b, 0, &s) == 1 && b[0] == 0);
    assert(wcrtomb(NULL, 0x161, &s) == 1);
    errno = 0;
    assert(wcrtomb(b, 0xe4, &s) == (size_t)-1 && errno == EILSEQ);
}

// violates: use-after-free: the destination was freed
void fail_wcrtomb(void) {
    char *b = malloc(4);
    free(b);
    wcrtomb(b, L'a', NULL);
}

// checks: no states; 1, 0 for the zero, -1 and EILSEQ beyond ASCII
void pass_mbtowc(void) {
    wchar_t w;
    assert(mbtowc(NULL, NULL, 0) == 0 && mbtowc(&w, "ab", 2) == 1 && w == L'a' && mbtowc(&w, "", 1) == 0);
    assert(mbtowc(&w, "a", 0) == -1);
    errno = 0;
    assert(mbtowc(&w, "\x80", 1) == -1 && errno == EILSEQ);
}

// violates: out-of-bounds: the text ends before
void fail_mbtowc(void) {
    char b[1] = {'a'};
    wchar_t w;
    mbtowc(&w, b + 1, 1);
}

// checks: as mbtowc
void pass_mblen(void) {
    assert(mblen(NULL, 0) == 0 && mblen("ab", 2) == 1 && mblen("", 1) == 0 && mblen("\x80", 1) == -1);
    assert(MB_CUR_MAX == 1);
}

// violates: out-of-bounds: the text ends before
void fail_mblen(void) {
    char b[1] = {'a'};
    assert(mblen(b + 1, 1) == 0);
}

// checks: no states; 1, -1 and EILSEQ beyond ASCII
void pass_wctomb(void) {
    char b[MB_LEN_MAX];
    assert(wctomb(NULL, L'a') == 0 && wctomb(b, L'a') == 1 && b[0] == 'a');
    errno = 0;
    assert(wctomb(b, 0x80) == -1 && errno == EILSEQ);
}

// violates: out-of-bounds: no room
void fail_wctomb(void) {
    char *b = malloc(1);
    wctomb(b + 1, L'a');
}

// ---- strings ------------------------------------------------------------------------------------

// checks: at most n, with the zero if it fits; NULL only counts; EILSEQ beyond ASCII
void pass_mbstowcs(void) {
    wchar_t w[4];
    assert(mbstowcs(w, "abc", 4) == 3 && wcscmp(w, L"abc") == 0 && mbstowcs(w, "xyz", 2) == 2 && w[2] == L'c');
    assert(mbstowcs(NULL, "abc", 0) == 3);
    errno = 0;
    assert(mbstowcs(w, "a\x80", 4) == (size_t)-1 && errno == EILSEQ);
}

// violates: out-of-bounds: the destination is smaller than n
void fail_mbstowcs(void) {
    wchar_t *w = malloc(2 * sizeof *w);
    mbstowcs(w, "abc", 4);
}

// checks: at most n, with the zero if it fits; NULL only counts; EILSEQ beyond ASCII
void pass_wcstombs(void) {
    char b[4];
    assert(wcstombs(b, L"abc", 4) == 3 && strcmp(b, "abc") == 0 && wcstombs(b, L"xyz", 2) == 2 && b[2] == 'c');
    assert(wcstombs(NULL, L"abc", 0) == 3);
    errno = 0;
    assert(wcstombs(b, L"a\x161", 4) == (size_t)-1 && errno == EILSEQ);
}

// violates: out-of-bounds: the destination is smaller than n
void fail_wcstombs(void) {
    char *b = malloc(2);
    wcstombs(b, L"abc", 4);
}

// checks: the source moves along, and is NULL at the end
void pass_mbsrtowcs(void) {
    const char text[] = "abc", bad[] = "ab\x80", *s = text;
    wchar_t w[4];
    mbstate_t state = {0};
    assert(mbsrtowcs(w, &s, 2, &state) == 2 && s == text + 2 && mbsrtowcs(NULL, &s, 0, &state) == 1 && s == text + 2);
    assert(mbsrtowcs(w, &s, 4, &state) == 1 && s == NULL && w[0] == L'c' && w[1] == 0);
    s = bad;
    errno = 0;
    assert(mbsrtowcs(w, &s, 4, &state) == (size_t)-1 && errno == EILSEQ && s == bad + 2);
}

// violates: null-dereference: the source ended already
void fail_mbsrtowcs(void) {
    const char *s = "a";
    wchar_t w[4];
    mbstate_t state = {0};
    mbsrtowcs(w, &s, 4, &state);
    mbsrtowcs(w, &s, 4, &state);
}

// checks: as mbsrtowcs, of a limited number of bytes
void pass_mbsnrtowcs(void) {
    const char text[] = "abc", *s = text;
    wchar_t w[4];
    mbstate_t state = {0};
    assert(mbsnrtowcs(w, &s, 2, 4, &state) == 2 && s == text + 2 && w[1] == L'b');
    assert(mbsnrtowcs(NULL, &s, 1, 0, &state) == 1 && mbsnrtowcs(w, &s, 9, 4, &state) == 1 && s == NULL);
}

// violates: out-of-bounds: the text is shorter than its number says
void fail_mbsnrtowcs(void) {
    char b[2] = {'a', 'b'};
    const char *s = b;
    wchar_t w[4];
    mbsnrtowcs(w, &s, 3, 4, NULL);
}

// checks: the source moves along, and is NULL at the end
void pass_wcsrtombs(void) {
    const wchar_t text[] = L"abc", bad[] = L"ab\x161", *s = text;
    char b[4];
    mbstate_t state = {0};
    assert(wcsrtombs(b, &s, 2, &state) == 2 && s == text + 2 && wcsrtombs(NULL, &s, 0, &state) == 1 && s == text + 2);
    assert(wcsrtombs(b, &s, 4, &state) == 1 && s == NULL && strcmp(b, "c") == 0);
    s = bad;
    errno = 0;
    assert(wcsrtombs(b, &s, 4, &state) == (size_t)-1 && errno == EILSEQ && s == bad + 2);
}

// violates: out-of-bounds: the destination is smaller than n
void fail_wcsrtombs(void) {
    const wchar_t *s = L"abc";
    char *b = malloc(2);
    wcsrtombs(b, &s, 4, NULL);
}

// checks: as wcsrtombs, of a limited number of wide characters
void pass_wcsnrtombs(void) {
    const wchar_t text[] = L"abc", *s = text;
    char b[4];
    mbstate_t state = {0};
    assert(wcsnrtombs(b, &s, 2, 4, &state) == 2 && s == text + 2 && b[1] == 'b');
    assert(wcsnrtombs(NULL, &s, 1, 0, &state) == 1 && wcsnrtombs(b, &s, 9, 4, &state) == 1 && s == NULL);
}

// violates: null-dereference: no source
void fail_wcsnrtombs(void) {
    const wchar_t *s = NULL;
    char b[4];
    wcsnrtombs(b, &s, 1, 4, NULL);
}
