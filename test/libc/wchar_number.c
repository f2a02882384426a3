// SPDX-License-Identifier: Apache-2.0
// <wchar.h> and <inttypes.h>: whole numbers from wide text.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <wchar.h>

// checks: bases, signs, where it ends; ERANGE and the limit, EINVAL for a wrong base
void pass_wcstol(void) {
    const wchar_t text[] = L" 12x", none[] = L"x", half[] = L"0xg";
    wchar_t *end;
    assert(wcstol(text, &end, 10) == 12 && end == text + 3 && wcstol(none, &end, 10) == 0 && end == none);
    assert(wcstol(L"0x1f", NULL, 0) == 31 && wcstol(L"017", NULL, 0) == 15 && wcstol(L"Zz", NULL, 36) == 1295);
    assert(wcstol(half, &end, 16) == 0 && end == half + 1);
    assert(wcstol(L"-7", NULL, 10) == -7 && wcstol(L"+7", NULL, 10) == 7);
    errno = 0;
    assert(wcstol(L"99999999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
    errno = 0;
    assert(wcstol(L"-" L"99999999999999999999999", NULL, 10) == LONG_MIN && errno == ERANGE);
    errno = 0;
    assert(wcstol(text, NULL, 1) == 0 && errno == EINVAL);
}

// violates: out-of-bounds: the text has no end
void fail_wcstol(void) {
    wchar_t b[2] = {L'1', L'2'};
    assert(wcstol(b, NULL, 10) == 12);
}

// checks: bases, signs, where it ends; ERANGE and the limit, EINVAL for a wrong base
void pass_wcstoul(void) {
    const wchar_t text[] = L" 12x", none[] = L"x", half[] = L"0xg";
    wchar_t *end;
    assert(wcstoul(text, &end, 10) == 12 && end == text + 3 && wcstoul(none, &end, 10) == 0 && end == none);
    assert(wcstoul(L"0x1f", NULL, 0) == 31 && wcstoul(L"017", NULL, 0) == 15 && wcstoul(L"Zz", NULL, 36) == 1295);
    assert(wcstoul(half, &end, 16) == 0 && end == half + 1);
    assert(wcstoul(L"-1", NULL, 10) == ULONG_MAX);
    errno = 0;
    assert(wcstoul(L"99999999999999999999999", NULL, 10) == ULONG_MAX && errno == ERANGE);
    errno = 0;
    assert(wcstoul(L"-" L"99999999999999999999999", NULL, 10) == ULONG_MAX && errno == ERANGE);
    errno = 0;
    assert(wcstoul(text, NULL, 1) == 0 && errno == EINVAL);
}

// violates: out-of-bounds: the text has no end
void fail_wcstoul(void) {
    wchar_t b[2] = {L'1', L'2'};
    assert(wcstoul(b, NULL, 10) == 12);
}

// checks: bases, signs, where it ends; ERANGE and the limit, EINVAL for a wrong base
void pass_wcstoll(void) {
    const wchar_t text[] = L" 12x", none[] = L"x", half[] = L"0xg";
    wchar_t *end;
    assert(wcstoll(text, &end, 10) == 12 && end == text + 3 && wcstoll(none, &end, 10) == 0 && end == none);
    assert(wcstoll(L"0x1f", NULL, 0) == 31 && wcstoll(L"017", NULL, 0) == 15 && wcstoll(L"Zz", NULL, 36) == 1295);
    assert(wcstoll(half, &end, 16) == 0 && end == half + 1);
    assert(wcstoll(L"-7", NULL, 10) == -7 && wcstoll(L"+7", NULL, 10) == 7);
    errno = 0;
    assert(wcstoll(L"99999999999999999999999", NULL, 10) == LLONG_MAX && errno == ERANGE);
    errno = 0;
    assert(wcstoll(L"-" L"99999999999999999999999", NULL, 10) == LLONG_MIN && errno == ERANGE);
    errno = 0;
    assert(wcstoll(text, NULL, 1) == 0 && errno == EINVAL);
}

// violates: out-of-bounds: the text has no end
void fail_wcstoll(void) {
    wchar_t b[2] = {L'1', L'2'};
    assert(wcstoll(b, NULL, 10) == 12);
}

// checks: bases, signs, where it ends; ERANGE and the limit, EINVAL for a wrong base
void pass_wcstoull(void) {
    const wchar_t text[] = L" 12x", none[] = L"x", half[] = L"0xg";
    wchar_t *end;
    assert(wcstoull(text, &end, 10) == 12 && end == text + 3 && wcstoull(none, &end, 10) == 0 && end == none);
    assert(wcstoull(L"0x1f", NULL, 0) == 31 && wcstoull(L"017", NULL, 0) == 15 && wcstoull(L"Zz", NULL, 36) == 1295);
    assert(wcstoull(half, &end, 16) == 0 && end == half + 1);
    assert(wcstoull(L"-1", NULL, 10) == ULLONG_MAX);
    errno = 0;
    assert(wcstoull(L"99999999999999999999999", NULL, 10) == ULLONG_MAX && errno == ERANGE);
    errno = 0;
    assert(wcstoull(L"-" L"99999999999999999999999", NULL, 10) == ULLONG_MAX && errno == ERANGE);
    errno = 0;
    assert(wcstoull(text, NULL, 1) == 0 && errno == EINVAL);
}

// violates: out-of-bounds: the text has no end
void fail_wcstoull(void) {
    wchar_t b[2] = {L'1', L'2'};
    assert(wcstoull(b, NULL, 10) == 12);
}

// checks: bases, signs, where it ends; ERANGE and the limit, EINVAL for a wrong base
void pass_wcstoq(void) {
    const wchar_t text[] = L" 12x", none[] = L"x", half[] = L"0xg";
    wchar_t *end;
    assert(wcstoq(text, &end, 10) == 12 && end == text + 3 && wcstoq(none, &end, 10) == 0 && end == none);
    assert(wcstoq(L"0x1f", NULL, 0) == 31 && wcstoq(L"017", NULL, 0) == 15 && wcstoq(L"Zz", NULL, 36) == 1295);
    assert(wcstoq(half, &end, 16) == 0 && end == half + 1);
    assert(wcstoq(L"-7", NULL, 10) == -7 && wcstoq(L"+7", NULL, 10) == 7);
    errno = 0;
    assert(wcstoq(L"99999999999999999999999", NULL, 10) == LLONG_MAX && errno == ERANGE);
    errno = 0;
    assert(wcstoq(L"-" L"99999999999999999999999", NULL, 10) == LLONG_MIN && errno == ERANGE);
    errno = 0;
    assert(wcstoq(text, NULL, 1) == 0 && errno == EINVAL);
}

// violates: out-of-bounds: the text has no end
void fail_wcstoq(void) {
    wchar_t b[2] = {L'1', L'2'};
    assert(wcstoq(b, NULL, 10) == 12);
}

// checks: bases, signs, where it ends; ERANGE and the limit, EINVAL for a wrong base
void pass_wcstouq(void) {
    const wchar_t text[] = L" 12x", none[] = L"x", half[] = L"0xg";
    wchar_t *end;
    assert(wcstouq(text, &end, 10) == 12 && end == text + 3 && wcstouq(none, &end, 10) == 0 && end == none);
    assert(wcstouq(L"0x1f", NULL, 0) == 31 && wcstouq(L"017", NULL, 0) == 15 && wcstouq(L"Zz", NULL, 36) == 1295);
    assert(wcstouq(half, &end, 16) == 0 && end == half + 1);
    assert(wcstouq(L"-1", NULL, 10) == ULLONG_MAX);
    errno = 0;
    assert(wcstouq(L"99999999999999999999999", NULL, 10) == ULLONG_MAX && errno == ERANGE);
    errno = 0;
    assert(wcstouq(L"-" L"99999999999999999999999", NULL, 10) == ULLONG_MAX && errno == ERANGE);
    errno = 0;
    assert(wcstouq(text, NULL, 1) == 0 && errno == EINVAL);
}

// violates: out-of-bounds: the text has no end
void fail_wcstouq(void) {
    wchar_t b[2] = {L'1', L'2'};
    assert(wcstouq(b, NULL, 10) == 12);
}

// checks: bases, signs, where it ends; ERANGE and the limit, EINVAL for a wrong base
void pass_wcstoimax(void) {
    const wchar_t text[] = L" 12x", none[] = L"x", half[] = L"0xg";
    wchar_t *end;
    assert(wcstoimax(text, &end, 10) == 12 && end == text + 3 && wcstoimax(none, &end, 10) == 0 && end == none);
    assert(wcstoimax(L"0x1f", NULL, 0) == 31 && wcstoimax(L"017", NULL, 0) == 15 && wcstoimax(L"Zz", NULL, 36) == 1295);
    assert(wcstoimax(half, &end, 16) == 0 && end == half + 1);
    assert(wcstoimax(L"-7", NULL, 10) == -7 && wcstoimax(L"+7", NULL, 10) == 7);
    errno = 0;
    assert(wcstoimax(L"99999999999999999999999", NULL, 10) == INTMAX_MAX && errno == ERANGE);
    errno = 0;
    assert(wcstoimax(L"-" L"99999999999999999999999", NULL, 10) == INTMAX_MIN && errno == ERANGE);
    errno = 0;
    assert(wcstoimax(text, NULL, 1) == 0 && errno == EINVAL);
}

// violates: out-of-bounds: the text has no end
void fail_wcstoimax(void) {
    wchar_t b[2] = {L'1', L'2'};
    assert(wcstoimax(b, NULL, 10) == 12);
}

// checks: bases, signs, where it ends; ERANGE and the limit, EINVAL for a wrong base
void pass_wcstoumax(void) {
    const wchar_t text[] = L" 12x", none[] = L"x", half[] = L"0xg";
    wchar_t *end;
    assert(wcstoumax(text, &end, 10) == 12 && end == text + 3 && wcstoumax(none, &end, 10) == 0 && end == none);
    assert(wcstoumax(L"0x1f", NULL, 0) == 31 && wcstoumax(L"017", NULL, 0) == 15 && wcstoumax(L"Zz", NULL, 36) == 1295);
    assert(wcstoumax(half, &end, 16) == 0 && end == half + 1);
    assert(wcstoumax(L"-1", NULL, 10) == UINTMAX_MAX);
    errno = 0;
    assert(wcstoumax(L"99999999999999999999999", NULL, 10) == UINTMAX_MAX && errno == ERANGE);
    errno = 0;
    assert(wcstoumax(L"-" L"99999999999999999999999", NULL, 10) == UINTMAX_MAX && errno == ERANGE);
    errno = 0;
    assert(wcstoumax(text, NULL, 1) == 0 && errno == EINVAL);
}

// violates: out-of-bounds: the text has no end
void fail_wcstoumax(void) {
    wchar_t b[2] = {L'1', L'2'};
    assert(wcstoumax(b, NULL, 10) == 12);
}

// checks: the same with a locale
void pass_wcstol_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const wchar_t text[] = L"12x";
    wchar_t *end;
    assert(wcstol_l(text, &end, 10, c) == 12 && end == text + 2 && wcstol_l(L"0x10", NULL, 0, c) == 16);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_wcstol_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(wcstol_l(L"12", NULL, 10, c) == 12);
}

// checks: the same with a locale
void pass_wcstoul_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const wchar_t text[] = L"12x";
    wchar_t *end;
    assert(wcstoul_l(text, &end, 10, c) == 12 && end == text + 2 && wcstoul_l(L"0x10", NULL, 0, c) == 16);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_wcstoul_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(wcstoul_l(L"12", NULL, 10, c) == 12);
}

// checks: the same with a locale
void pass_wcstoll_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const wchar_t text[] = L"12x";
    wchar_t *end;
    assert(wcstoll_l(text, &end, 10, c) == 12 && end == text + 2 && wcstoll_l(L"0x10", NULL, 0, c) == 16);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_wcstoll_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(wcstoll_l(L"12", NULL, 10, c) == 12);
}

// checks: the same with a locale
void pass_wcstoull_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const wchar_t text[] = L"12x";
    wchar_t *end;
    assert(wcstoull_l(text, &end, 10, c) == 12 && end == text + 2 && wcstoull_l(L"0x10", NULL, 0, c) == 16);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_wcstoull_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(wcstoull_l(L"12", NULL, 10, c) == 12);
}
