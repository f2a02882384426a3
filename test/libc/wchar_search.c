// SPDX-License-Identifier: Apache-2.0
// <wchar.h>: looking for wide characters, texts and tokens.
#define _GNU_SOURCE
#include <assert.h>
#include <wchar.h>

// checks: the first one; the zero counts
void pass_wcschr(void) {
    const wchar_t s[] = L"abcb";
    assert(wcschr(s, L'b') == s + 1 && wcschr(s, 0) == s + 4 && wcschr(s, L'x') == NULL);
}

// violates: out-of-bounds: the string has no end
void fail_wcschr(void) {
    wchar_t b[2] = {L'a', L'b'};
    assert(wcschr(b, L'x') == NULL);
}

// checks: the last one; the zero counts
void pass_wcsrchr(void) {
    const wchar_t s[] = L"abcb";
    assert(wcsrchr(s, L'b') == s + 3 && wcsrchr(s, 0) == s + 4 && wcsrchr(s, L'x') == NULL);
}

// violates: out-of-bounds: the string has no end
void fail_wcsrchr(void) {
    wchar_t b[2] = {L'a', L'b'};
    assert(wcsrchr(b, L'a') == b);
}

// checks: the end when it is not found
void pass_wcschrnul(void) {
    const wchar_t s[] = L"abc";
    assert(wcschrnul(s, L'b') == s + 1 && wcschrnul(s, L'x') == s + 3);
}

// violates: null-dereference: no string
void fail_wcschrnul(void) {
    const wchar_t *volatile s = NULL;
    assert(wcschrnul(s, L'x') == s);
}

// checks: the first place; the empty text is everywhere
void pass_wcsstr(void) {
    const wchar_t s[] = L"aab aac";
    assert(wcsstr(s, L"aac") == s + 4 && wcsstr(s, L"") == s && wcsstr(s, L"aad") == NULL);
}

// violates: null-dereference: nothing to be found
void fail_wcsstr(void) { assert(*wcsstr(L"abc", L"d") == 0); }

// checks: as wcsstr
void pass_wcswcs(void) {
    const wchar_t s[] = L"aab aac";
    assert(wcswcs(s, L"aac") == s + 4 && wcswcs(s, L"aad") == NULL);
}

// violates: out-of-bounds: the needle has no end
void fail_wcswcs(void) {
    wchar_t b[2] = {L'a', L'b'};
    assert(wcswcs(L"xab", b) != NULL);
}

// checks: length of the start that is in the set
void pass_wcsspn(void) { assert(wcsspn(L"aabca", L"ab") == 3 && wcsspn(L"x", L"ab") == 0); }

// violates: out-of-bounds: the set has no end
void fail_wcsspn(void) {
    wchar_t set[2] = {L'a', L'b'};
    assert(wcsspn(L"abc", set) == 2);
}

// checks: length of the start that is not in the set
void pass_wcscspn(void) { assert(wcscspn(L"xyab", L"ab") == 2 && wcscspn(L"xy", L"ab") == 2); }

// violates: out-of-bounds: the string has no end
void fail_wcscspn(void) {
    wchar_t s[2] = {L'x', L'y'};
    assert(wcscspn(s, L"ab") == 2);
}

// checks: the first character of the set
void pass_wcspbrk(void) {
    const wchar_t s[] = L"xyba";
    assert(wcspbrk(s, L"ab") == s + 2 && wcspbrk(s, L"z") == NULL);
}

// violates: null-dereference: nothing to be found
void fail_wcspbrk(void) { assert(*wcspbrk(L"xy", L"ab") == 0); }

// checks: tokens in turn, NULL at the end and after it
void pass_wcstok(void) {
    wchar_t s[] = L",,a,,b;", *rest;
    assert(wcstok(s, L",", &rest) == s + 2 && wcscmp(s + 2, L"a") == 0);
    assert(wcscmp(wcstok(NULL, L",;", &rest), L"b") == 0);
    assert(wcstok(NULL, L",;", &rest) == NULL && wcstok(NULL, L",;", &rest) == NULL);
}

// violates: null-dereference: no place to keep the rest
void fail_wcstok(void) {
    wchar_t s[] = L"a,b";
    wchar_t **volatile nowhere = NULL;
    wcstok(s, L",", nowhere);
}
