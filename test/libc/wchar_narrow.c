// SPDX-License-Identifier: Apache-2.0
// <wchar.h>: floating point numbers from wide text, and dates as wide text.
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <math.h>
#include <time.h>
#include <wchar.h>

// checks: decimal, hexadecimal, infinity; where it ends, also before what is not ASCII
void pass_wcstof(void) {
    const wchar_t text[] = L" 1.5e1\x161", none[] = L"\x161";
    wchar_t *end;
    assert(wcstof(text, &end) == 15 && end == text + 6 && wcstof(none, &end) == 0 && end == none);
    assert(wcstof(L"-0x1p-1", NULL) == -0.5 && isinf(wcstof(L"inf", NULL)));
}

// violates: out-of-bounds: the text has no end
void fail_wcstof(void) {
    wchar_t b[2] = {L'1', L'2'};
    assert(wcstof(b, NULL) == 12);
}

// checks: the same with a locale
void pass_wcstof_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const wchar_t text[] = L"2.5x";
    wchar_t *end;
    assert(wcstof_l(text, &end, c) == 2.5 && end == text + 3);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_wcstof_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(wcstof_l(L"2.5", NULL, c) == 2.5);
}

// checks: decimal, hexadecimal, infinity; where it ends, also before what is not ASCII
void pass_wcstod(void) {
    const wchar_t text[] = L" 1.5e1\x161", none[] = L"\x161";
    wchar_t *end;
    assert(wcstod(text, &end) == 15 && end == text + 6 && wcstod(none, &end) == 0 && end == none);
    assert(wcstod(L"-0x1p-1", NULL) == -0.5 && isinf(wcstod(L"inf", NULL)));
}

// violates: out-of-bounds: the text has no end
void fail_wcstod(void) {
    wchar_t b[2] = {L'1', L'2'};
    assert(wcstod(b, NULL) == 12);
}

// checks: the same with a locale
void pass_wcstod_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const wchar_t text[] = L"2.5x";
    wchar_t *end;
    assert(wcstod_l(text, &end, c) == 2.5 && end == text + 3);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_wcstod_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(wcstod_l(L"2.5", NULL, c) == 2.5);
}

// checks: decimal, hexadecimal, infinity; where it ends, also before what is not ASCII
void pass_wcstold(void) {
    const wchar_t text[] = L" 1.5e1\x161", none[] = L"\x161";
    wchar_t *end;
    assert(wcstold(text, &end) == 15 && end == text + 6 && wcstold(none, &end) == 0 && end == none);
    assert(wcstold(L"-0x1p-1", NULL) == -0.5 && isinf(wcstold(L"inf", NULL)));
}

// violates: out-of-bounds: the text has no end
void fail_wcstold(void) {
    wchar_t b[2] = {L'1', L'2'};
    assert(wcstold(b, NULL) == 12);
}

// checks: the same with a locale
void pass_wcstold_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const wchar_t text[] = L"2.5x";
    wchar_t *end;
    assert(wcstold_l(text, &end, c) == 2.5 && end == text + 3);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_wcstold_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(wcstold_l(L"2.5", NULL, c) == 2.5);
}

// checks: decimal, hexadecimal, infinity; where it ends, also before what is not ASCII
void pass_wcstof32(void) {
    const wchar_t text[] = L" 1.5e1\x161", none[] = L"\x161";
    wchar_t *end;
    assert(wcstof32(text, &end) == 15 && end == text + 6 && wcstof32(none, &end) == 0 && end == none);
    assert(wcstof32(L"-0x1p-1", NULL) == -0.5 && isinf(wcstof32(L"inf", NULL)));
}

// violates: out-of-bounds: the text has no end
void fail_wcstof32(void) {
    wchar_t b[2] = {L'1', L'2'};
    assert(wcstof32(b, NULL) == 12);
}

// checks: the same with a locale
void pass_wcstof32_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const wchar_t text[] = L"2.5x";
    wchar_t *end;
    assert(wcstof32_l(text, &end, c) == 2.5 && end == text + 3);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_wcstof32_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(wcstof32_l(L"2.5", NULL, c) == 2.5);
}

// checks: decimal, hexadecimal, infinity; where it ends, also before what is not ASCII
void pass_wcstof64(void) {
    const wchar_t text[] = L" 1.5e1\x161", none[] = L"\x161";
    wchar_t *end;
    assert(wcstof64(text, &end) == 15 && end == text + 6 && wcstof64(none, &end) == 0 && end == none);
    assert(wcstof64(L"-0x1p-1", NULL) == -0.5 && isinf(wcstof64(L"inf", NULL)));
}

// violates: out-of-bounds: the text has no end
void fail_wcstof64(void) {
    wchar_t b[2] = {L'1', L'2'};
    assert(wcstof64(b, NULL) == 12);
}

// checks: the same with a locale
void pass_wcstof64_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const wchar_t text[] = L"2.5x";
    wchar_t *end;
    assert(wcstof64_l(text, &end, c) == 2.5 && end == text + 3);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_wcstof64_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(wcstof64_l(L"2.5", NULL, c) == 2.5);
}

// checks: decimal, hexadecimal, infinity; where it ends, also before what is not ASCII
void pass_wcstof32x(void) {
    const wchar_t text[] = L" 1.5e1\x161", none[] = L"\x161";
    wchar_t *end;
    assert(wcstof32x(text, &end) == 15 && end == text + 6 && wcstof32x(none, &end) == 0 && end == none);
    assert(wcstof32x(L"-0x1p-1", NULL) == -0.5 && isinf(wcstof32x(L"inf", NULL)));
}

// violates: out-of-bounds: the text has no end
void fail_wcstof32x(void) {
    wchar_t b[2] = {L'1', L'2'};
    assert(wcstof32x(b, NULL) == 12);
}

// checks: the same with a locale
void pass_wcstof32x_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const wchar_t text[] = L"2.5x";
    wchar_t *end;
    assert(wcstof32x_l(text, &end, c) == 2.5 && end == text + 3);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_wcstof32x_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(wcstof32x_l(L"2.5", NULL, c) == 2.5);
}

// checks: decimal, hexadecimal, infinity; where it ends, also before what is not ASCII
void pass_wcstof64x(void) {
    const wchar_t text[] = L" 1.5e1\x161", none[] = L"\x161";
    wchar_t *end;
    assert(wcstof64x(text, &end) == 15 && end == text + 6 && wcstof64x(none, &end) == 0 && end == none);
    assert(wcstof64x(L"-0x1p-1", NULL) == -0.5 && isinf(wcstof64x(L"inf", NULL)));
}

// violates: out-of-bounds: the text has no end
void fail_wcstof64x(void) {
    wchar_t b[2] = {L'1', L'2'};
    assert(wcstof64x(b, NULL) == 12);
}

// checks: the same with a locale
void pass_wcstof64x_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    const wchar_t text[] = L"2.5x";
    wchar_t *end;
    assert(wcstof64x_l(text, &end, c) == 2.5 && end == text + 3);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_wcstof64x_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(wcstof64x_l(L"2.5", NULL, c) == 2.5);
}

// ---- dates --------------------------------------------------------------------------------------

static const struct tm date = {.tm_sec = 5, .tm_min = 4, .tm_hour = 3, .tm_mday = 2, .tm_mon = 0, .tm_year = 106};

// checks: the date as text; 0 when it does not fit
void pass_wcsftime(void) {
    wchar_t b[16];
    assert(wcsftime(b, 16, L"%Y-%m-%d %H", &date) == 13 && wcscmp(b, L"2006-01-02 03") == 0);
    assert(wcsftime(b, 4, L"%Y", &date) == 0 && wcsftime(b, 16, L"", &date) == 0);
}

// violates: out-of-bounds: the destination is smaller than it is said to be
void fail_wcsftime(void) {
    wchar_t b[4];
    wcsftime(b, 16, L"%Y", &date);
}

// unknown: wcsftime with a format that is not ASCII
void refuse_wcsftime__format(void) {
    wchar_t b[16];
    wcsftime(b, 16, L"\x161", &date);
}

// checks: the same with a locale
void pass_wcsftime_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    wchar_t b[16];
    assert(wcsftime_l(b, 16, L"%H:%M", &date, c) == 5 && wcscmp(b, L"03:04") == 0);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_wcsftime_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    wchar_t b[16];
    freelocale(c);
    wcsftime_l(b, 16, L"%H", &date, c);
}
