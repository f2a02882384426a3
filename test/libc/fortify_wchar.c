// SPDX-License-Identifier: Apache-2.0
// What _FORTIFY_SOURCE makes of functions on wide strings: their last argument is the room that the compiler knows of.
// It may be that of a member, where the machine alone knows that of the whole object.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <wchar.h>

wchar_t *__wmemcpy_chk(wchar_t *dst, const wchar_t *src, size_t n, size_t room);
wchar_t *__wmemmove_chk(wchar_t *dst, const wchar_t *src, size_t n, size_t room);
wchar_t *__wmempcpy_chk(wchar_t *dst, const wchar_t *src, size_t n, size_t room);
wchar_t *__wmemset_chk(wchar_t *dst, wchar_t c, size_t n, size_t room);
wchar_t *__wcscpy_chk(wchar_t *dst, const wchar_t *src, size_t room);
wchar_t *__wcpcpy_chk(wchar_t *dst, const wchar_t *src, size_t room);
wchar_t *__wcsncpy_chk(wchar_t *dst, const wchar_t *src, size_t n, size_t room);
wchar_t *__wcpncpy_chk(wchar_t *dst, const wchar_t *src, size_t n, size_t room);
wchar_t *__wcscat_chk(wchar_t *dst, const wchar_t *src, size_t room);
wchar_t *__wcsncat_chk(wchar_t *dst, const wchar_t *src, size_t n, size_t room);
size_t __mbstowcs_chk(wchar_t *dst, const char *src, size_t n, size_t room);
size_t __wcstombs_chk(char *dst, const wchar_t *src, size_t n, size_t room);
size_t __mbsrtowcs_chk(wchar_t *dst, const char **src, size_t n, mbstate_t *state, size_t room);
size_t __wcsrtombs_chk(char *dst, const wchar_t **src, size_t n, mbstate_t *state, size_t room);
size_t __mbsnrtowcs_chk(wchar_t *dst, const char **src, size_t most, size_t n, mbstate_t *state, size_t room);
size_t __wcsnrtombs_chk(char *dst, const wchar_t **src, size_t most, size_t n, mbstate_t *state, size_t room);
size_t __wcrtomb_chk(char *dst, wchar_t c, mbstate_t *state, size_t room);
int __wctomb_chk(char *dst, wchar_t c, size_t room);

static const char text[] = "abcd";
static const wchar_t wide[] = L"abcd";
static struct { char first[5], second[5]; } bytes;
static struct { wchar_t first[5], second[5]; } wides;

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_wmemcpy__fortified(void) {
    __wmemcpy_chk(wides.first, wide, 5, 5);
    assert(wmemcmp(wides.first, L"abcd", 5) == 0);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_wmemcpy__fortified(void) {
    __wmemcpy_chk(wides.first, wide, 6, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_wmemmove__fortified(void) {
    __wmemmove_chk(wides.first, wide, 5, 5);
    assert(wmemcmp(wides.first, L"abcd", 5) == 0);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_wmemmove__fortified(void) {
    __wmemmove_chk(wides.first, wide, 6, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_wmempcpy__fortified(void) {
    wchar_t *end = __wmempcpy_chk(wides.first, wide, 5, 5);
    assert(wmemcmp(wides.first, L"abcd", 5) == 0 && end == wides.first + 5);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_wmempcpy__fortified(void) {
    __wmempcpy_chk(wides.first, wide, 6, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_wmemset__fortified(void) {
    __wmemset_chk(wides.first, L'a', 5, 5);
    assert(wides.first[4] == L'a' && wides.second[0] == 0);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_wmemset__fortified(void) {
    __wmemset_chk(wides.first, L'a', 6, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_wcscpy__fortified(void) {
    __wcscpy_chk(wides.first, wide, 5);
    assert(wmemcmp(wides.first, L"abcd", 5) == 0);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_wcscpy__fortified(void) {
    __wcscpy_chk(wides.first + 1, wide, 4);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_wcpcpy__fortified(void) {
    wchar_t *end = __wcpcpy_chk(wides.first, wide, 5);
    assert(wmemcmp(wides.first, L"abcd", 5) == 0 && end == wides.first + 4);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_wcpcpy__fortified(void) {
    __wcpcpy_chk(wides.first + 1, wide, 4);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_wcsncpy__fortified(void) {
    __wcsncpy_chk(wides.first, wide, 5, 5);
    assert(wmemcmp(wides.first, L"abcd", 5) == 0);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_wcsncpy__fortified(void) {
    __wcsncpy_chk(wides.first, wide, 6, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_wcpncpy__fortified(void) {
    wchar_t *end = __wcpncpy_chk(wides.first, wide, 5, 5);
    assert(wmemcmp(wides.first, L"abcd", 5) == 0 && end == wides.first + 4);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_wcpncpy__fortified(void) {
    __wcpncpy_chk(wides.first, wide, 6, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_wcscat__fortified(void) {
    __wcscat_chk(wides.first, wide, 5);
    assert(wmemcmp(wides.first, L"abcd", 5) == 0);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_wcscat__fortified(void) {
    wides.first[0] = L'x';
    __wcscat_chk(wides.first, wide, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_wcsncat__fortified(void) {
    __wcsncat_chk(wides.first, wide, 4, 5);
    assert(wmemcmp(wides.first, L"abcd", 5) == 0);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_wcsncat__fortified(void) {
    wides.first[0] = L'x';
    __wcsncat_chk(wides.first, wide, 4, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_mbstowcs__fortified(void) {
    size_t n = __mbstowcs_chk(wides.first, text, 5, 5);
    assert(n == 4 && wmemcmp(wides.first, L"abcd", 5) == 0);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_mbstowcs__fortified(void) {
    __mbstowcs_chk(wides.first, text, 6, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_wcstombs__fortified(void) {
    size_t n = __wcstombs_chk(bytes.first, wide, 5, 5);
    assert(n == 4 && memcmp(bytes.first, "abcd", 5) == 0);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_wcstombs__fortified(void) {
    __wcstombs_chk(bytes.first, wide, 6, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_mbsrtowcs__fortified(void) {
    const char *s = text;
    size_t n = __mbsrtowcs_chk(wides.first, &s, 5, NULL, 5);
    assert(n == 4 && wmemcmp(wides.first, L"abcd", 5) == 0 && !s);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_mbsrtowcs__fortified(void) {
    const char *s = text;
    __mbsrtowcs_chk(wides.first, &s, 6, NULL, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_wcsrtombs__fortified(void) {
    const wchar_t *s = wide;
    size_t n = __wcsrtombs_chk(bytes.first, &s, 5, NULL, 5);
    assert(n == 4 && memcmp(bytes.first, "abcd", 5) == 0 && !s);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_wcsrtombs__fortified(void) {
    const wchar_t *s = wide;
    __wcsrtombs_chk(bytes.first, &s, 6, NULL, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_mbsnrtowcs__fortified(void) {
    const char *s = text;
    size_t n = __mbsnrtowcs_chk(wides.first, &s, 9, 5, NULL, 5);
    assert(n == 4 && wmemcmp(wides.first, L"abcd", 5) == 0 && !s);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_mbsnrtowcs__fortified(void) {
    const char *s = text;
    __mbsnrtowcs_chk(wides.first, &s, 9, 6, NULL, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_wcsnrtombs__fortified(void) {
    const wchar_t *s = wide;
    size_t n = __wcsnrtombs_chk(bytes.first, &s, 9, 5, NULL, 5);
    assert(n == 4 && memcmp(bytes.first, "abcd", 5) == 0 && !s);
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_wcsnrtombs__fortified(void) {
    const wchar_t *s = wide;
    __wcsnrtombs_chk(bytes.first, &s, 9, 6, NULL, 5);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_wcrtomb__fortified(void) {
    size_t n = __wcrtomb_chk(bytes.first, L'a', NULL, 5);
    assert(n == 1 && bytes.first[0] == 'a');
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_wcrtomb__fortified(void) {
    __wcrtomb_chk(bytes.first, L'a', NULL, 0);
}

// checks: what fits into the room, with _FORTIFY_SOURCE
void pass_wctomb__fortified(void) {
    __wctomb_chk(bytes.first, L'a', 5);
    assert(bytes.first[0] == 'a');
}

// violates: out-of-bounds: goes beyond the member into the next one, with _FORTIFY_SOURCE
void fail_wctomb__fortified(void) {
    __wctomb_chk(bytes.first, L'a', 0);
}
