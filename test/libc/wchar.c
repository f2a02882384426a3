// SPDX-License-Identifier: Apache-2.0
// <wchar.h>: wide strings and blocks.
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <stdlib.h>
#include <wchar.h>

static const wchar_t *volatile no_text = NULL;

// ---- blocks -------------------------------------------------------------------------------------

// checks: n wide characters
void pass_wmemcpy(void) {
    wchar_t d[4] = L"xyz";
    assert(wmemcpy(d, L"abc", 2) == d && d[1] == L'b' && d[2] == L'z');
}

// violates: out-of-bounds: the destination is too small
void fail_wmemcpy(void) {
    wchar_t *d = malloc(3 * sizeof *d);
    wmemcpy(d, L"abc", 4);
}

// violates: invalid-pointer: source and destination overlap
void fail_wmemcpy__overlap(void) {
    wchar_t d[8] = L"abc";
    wmemcpy(d + 1, d, 3);
}

// checks: gives the end of the copy
void pass_wmempcpy(void) {
    wchar_t d[4];
    assert(wmempcpy(d, L"abc", 4) == d + 4 && wcscmp(d, L"abc") == 0);
}

// violates: out-of-bounds: the destination is too small
void fail_wmempcpy(void) {
    wchar_t *d = malloc(3 * sizeof *d);
    wmempcpy(d, L"abc", 4);
}

// checks: overlapping blocks
void pass_wmemmove(void) {
    wchar_t b[] = L"abcd";
    assert(wmemmove(b + 1, b, 3) == b + 1 && wcscmp(b, L"aabc") == 0);
}

// violates: use-after-free: the block was freed
void fail_wmemmove(void) {
    wchar_t *b = calloc(4, sizeof *b);
    free(b);
    wmemmove(b + 1, b, 2);
}

// checks: n times the same
void pass_wmemset(void) {
    wchar_t b[3] = L"xy";
    assert(wmemset(b, 0x12345, 1) == b && b[0] == 0x12345 && b[1] == L'y');
}

// violates: out-of-bounds: more than there is
void fail_wmemset(void) {
    wchar_t b[3];
    wmemset(b, L'a', 4);
}

// checks: the first among n
void pass_wmemchr(void) {
    const wchar_t s[] = L"abcb";
    assert(wmemchr(s, L'b', 4) == s + 1 && wmemchr(s, L'c', 2) == NULL && wmemchr(s, 0, 5) == s + 4);
}

// violates: out-of-bounds: not found within the block
void fail_wmemchr(void) {
    wchar_t s[2] = L"a";
    assert(wmemchr(s, L'x', 3) == NULL);
}

// checks: order of the numbers, not of the bytes
void pass_wmemcmp(void) {
    const wchar_t a[] = {0x100, 2}, b[] = {0x0ff, 3};
    assert(wmemcmp(a, b, 2) > 0 && wmemcmp(b, a, 1) < 0 && wmemcmp(a, a, 2) == 0 && wmemcmp(a, b, 0) == 0);
}

// violates: out-of-bounds: n is larger than one of the blocks
void fail_wmemcmp(void) {
    wchar_t a[3] = L"ab", b[2] = L"ab";
    assert(wmemcmp(a, b, 3) == 0);
}

// ---- lengths and copies -------------------------------------------------------------------------

// checks: wide characters before the zero
void pass_wcslen(void) { assert(wcslen(L"abc") == 3 && wcslen(L"") == 0); }

// violates: out-of-bounds: the string has no end
void fail_wcslen(void) {
    wchar_t b[2] = {L'a', L'b'};
    assert(wcslen(b) == 2);
}

// checks: does not look beyond max
void pass_wcsnlen(void) {
    wchar_t b[2] = {L'a', L'b'};
    assert(wcsnlen(b, 2) == 2 && wcsnlen(L"abc", 8) == 3);
}

// violates: out-of-bounds: max is too large
void fail_wcsnlen(void) {
    wchar_t b[2] = {L'a', L'b'};
    assert(wcsnlen(b, 3) == 2);
}

// checks: copies with the zero
void pass_wcscpy(void) {
    wchar_t d[6] = L"xxxxx";
    assert(wcscpy(d, L"ab") == d && wcscmp(d, L"ab") == 0 && d[3] == L'x');
}

// violates: out-of-bounds: no room for the zero
void fail_wcscpy(void) {
    wchar_t d[3];
    wcscpy(d, L"abc");
}

// violates: invalid-pointer: the text is copied into itself
void fail_wcscpy__overlap(void) {
    wchar_t d[16] = L"abc";
    wcscpy(d + 3, d);
}

// checks: texts beside each other in one array
void pass_wcscpy__neighbours(void) {
    wchar_t d[8] = L"abc";
    assert(wcscmp(wcscpy(d + 4, d), L"abc") == 0 && wcscmp(wcsncpy(d, d + 4, 4), L"abc") == 0);
}

// checks: gives the address of the zero
void pass_wcpcpy(void) {
    wchar_t d[6];
    assert(wcpcpy(wcpcpy(d, L"ab"), L"cd") == d + 4 && wcscmp(d, L"abcd") == 0);
}

// violates: out-of-bounds: the destination is too small
void fail_wcpcpy(void) {
    wchar_t d[3];
    wcpcpy(wcpcpy(d, L"ab"), L"c");
}

// checks: pads with zeros, ends without one when the text is too long
void pass_wcsncpy(void) {
    wchar_t d[6] = L"xxxxx";
    assert(wcsncpy(d, L"ab", 4) == d && d[2] == 0 && d[3] == 0 && d[4] == L'x');
    wcsncpy(d, L"abcdef", 3);
    assert(wcscmp(d, L"abc") == 0);
}

// violates: out-of-bounds: the padding does not fit
void fail_wcsncpy(void) {
    wchar_t d[3];
    wcsncpy(d, L"a", 4);
}

// violates: invalid-pointer: the zeros that are added reach the source
void fail_wcsncpy__overlap(void) {
    wchar_t d[16] = L"abc";
    wcsncpy(d + 6, d + 8, 3);
}

// checks: gives the first zero, or the end when there is none
void pass_wcpncpy(void) {
    wchar_t d[6] = L"xxxxx";
    assert(wcpncpy(d, L"ab", 4) == d + 2 && d[3] == 0 && d[4] == L'x' && wcpncpy(d, L"abcd", 3) == d + 3);
}

// violates: out-of-bounds: the padding does not fit
void fail_wcpncpy(void) {
    wchar_t d[3];
    wcpncpy(d, L"a", 4);
}

// checks: appends
void pass_wcscat(void) {
    wchar_t d[6] = L"ab";
    assert(wcscat(d, L"cd") == d && wcscmp(d, L"abcd") == 0);
}

// violates: out-of-bounds: no room for the zero
void fail_wcscat(void) {
    wchar_t d[4] = L"ab";
    wcscat(d, L"cd");
}

// violates: invalid-pointer: a text is appended to itself
void fail_wcscat__overlap(void) {
    wchar_t d[16] = L"abc";
    wcscat(d, d);
}

// checks: appends at most n and always a zero
void pass_wcsncat(void) {
    wchar_t d[6] = L"ab";
    assert(wcsncat(d, L"cdef", 2) == d && wcscmp(d, L"abcd") == 0);
}

// violates: out-of-bounds: n fit, the zero does not
void fail_wcsncat(void) {
    wchar_t d[4] = L"ab";
    wcsncat(d, L"cd", 2);
}

// checks: a copy of its own
void pass_wcsdup(void) {
    wchar_t *d = wcsdup(L"ab");
    assert(d && wcscmp(d, L"ab") == 0);
    d[0] = L'x';
    free(d);
}

// violates: out-of-bounds: the copy is as large as the text
void fail_wcsdup(void) {
    wchar_t *d = wcsdup(L"ab");
    d[3] = L'c';
}

// checks: in the C locale the transformed text is the text
void pass_wcsxfrm(void) {
    wchar_t d[4];
    assert(wcsxfrm(d, L"abc", 4) == 3 && wcscmp(d, L"abc") == 0 && wcsxfrm(NULL, L"abc", 0) == 3);
}

// violates: out-of-bounds: the destination is smaller than n
void fail_wcsxfrm(void) {
    wchar_t d[3];
    wcsxfrm(d, L"abc", 4);
}

// checks: the same with a locale
void pass_wcsxfrm_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    wchar_t d[4];
    assert(wcsxfrm_l(d, L"abc", 4, c) == 3 && wcscmp(d, L"abc") == 0);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_wcsxfrm_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    wchar_t d[4];
    freelocale(c);
    wcsxfrm_l(d, L"abc", 4, c);
}

// ---- comparison ---------------------------------------------------------------------------------

// checks: order of the numbers
void pass_wcscmp(void) {
    assert(wcscmp(L"abc", L"abc") == 0 && wcscmp(L"ab", L"abc") < 0 && wcscmp(L"b", L"abc") > 0);
    assert(wcscmp(L"\x100", L"\xff") > 0);
}

// violates: null-dereference: no string
void fail_wcscmp(void) { assert(wcscmp(L"a", no_text) > 0); }

// checks: looks at n characters
void pass_wcsncmp(void) {
    assert(wcsncmp(L"abc", L"abd", 2) == 0 && wcsncmp(L"abc", L"abd", 3) < 0 && wcsncmp(L"a", L"a", 9) == 0);
}

// violates: out-of-bounds: equal so far, and one ends
void fail_wcsncmp(void) {
    wchar_t b[2] = {L'a', L'b'};
    assert(wcsncmp(b, L"abc", 3) != 0);
}

// checks: the C locale has the order of wcscmp
void pass_wcscoll(void) { assert(wcscoll(L"B", L"a") < 0 && wcscoll(L"a", L"a") == 0); }

// violates: null-dereference: no string
void fail_wcscoll(void) { assert(wcscoll(L"a", no_text) > 0); }

// checks: the same with a locale
void pass_wcscoll_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(wcscoll_l(L"B", L"a", c) < 0 && wcscoll_l(L"a", L"a", c) == 0);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_wcscoll_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(wcscoll_l(L"B", L"a", c) < 0);
}

// checks: without regard to case
void pass_wcscasecmp(void) {
    assert(wcscasecmp(L"aBc", L"AbC") == 0 && wcscasecmp(L"a", L"B") < 0 && wcscasecmp(L"ab", L"A") > 0);
    assert(wcscasecmp(L"\xe4", L"\xc4") > 0);
}

// violates: out-of-bounds: equal so far, and one ends
void fail_wcscasecmp(void) {
    wchar_t b[2] = {L'a', L'B'};
    assert(wcscasecmp(b, L"abc") < 0);
}

// checks: looks at n characters
void pass_wcsncasecmp(void) { assert(wcsncasecmp(L"abX", L"ABy", 2) == 0 && wcsncasecmp(L"abX", L"ABy", 3) < 0); }

// violates: null-dereference: no string
void fail_wcsncasecmp(void) { assert(wcsncasecmp(L"a", no_text, 1) > 0); }

// checks: the same with a locale
void pass_wcscasecmp_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(wcscasecmp_l(L"aB", L"Ab", c) == 0 && wcscasecmp_l(L"a", L"B", c) < 0);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_wcscasecmp_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(wcscasecmp_l(L"aB", L"Ab", c) == 0);
}

// checks: the same with a locale
void pass_wcsncasecmp_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(wcsncasecmp_l(L"aBx", L"Aby", 2, c) == 0 && wcsncasecmp_l(L"aBx", L"Aby", 3, c) < 0);
    freelocale(c);
}

// violates: null-dereference: no locale
void fail_wcsncasecmp_l(void) {
    volatile locale_t none = (locale_t)0;
    assert(wcsncasecmp_l(L"a", L"a", 1, none) == 0);
}

// ---- columns on a terminal ----------------------------------------------------------------------

// checks: 1 for what can be printed, 0 for the zero, -1 for others
void pass_wcwidth(void) {
    assert(wcwidth(L'a') == 1 && wcwidth(0) == 0 && wcwidth(L'\n') == -1 && wcwidth(0x4e00) == -1);
}

// violates: assertion: nothing beyond ASCII can be printed in the C locale
void fail_wcwidth(void) { assert(wcwidth(L'a') == 1 && wcwidth(0x4e00) == 2); }

// checks: of at most n characters, -1 if one of them cannot be printed
void pass_wcswidth(void) {
    assert(wcswidth(L"abc", 2) == 2 && wcswidth(L"abc", 9) == 3 && wcswidth(L"a\n", 2) == -1);
    assert(wcswidth(L"a\n", 1) == 1 && wcswidth(L"", 1) == 0);
}

// violates: out-of-bounds: n is larger than the text
void fail_wcswidth(void) {
    wchar_t b[2] = {L'a', L'b'};
    assert(wcswidth(b, 3) == 2);
}
