// SPDX-License-Identifier: Apache-2.0
// Wide characters on streams and wide formatted text, which are refused.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <wchar.h>

static wchar_t buffer[8], *text;
static size_t size;
static int number;

static void print(int which, const wchar_t *format, ...) {
    va_list args;
    va_start(args, format);
    if (which == 0)
        vwprintf(format, args);
    else if (which == 1)
        vfwprintf(stdout, format, args);
    else
        vswprintf(buffer, 8, format, args);
    va_end(args);
}

static void scan(int which, const wchar_t *format, ...) {
    va_list args;
    va_start(args, format);
    if (which == 0)
        vwscanf(format, args);
    else if (which == 1)
        vfwscanf(stdin, format, args);
    else
        vswscanf(L"1", format, args);
    va_end(args);
}

// unknown: wide characters on a stream
void refuse_fgetwc(void) { fgetwc(stdin); }

// unknown: wide characters on a stream
void refuse_fgetwc_unlocked(void) { fgetwc_unlocked(stdin); }

// unknown: wide characters on a stream
void refuse_getwc(void) { (getwc)(stdin); }

// unknown: wide characters on a stream
void refuse_getwc_unlocked(void) { (getwc_unlocked)(stdin); }

// unknown: wide characters on a stream
void refuse_getwchar(void) { (getwchar)(); }

// unknown: wide characters on a stream
void refuse_getwchar_unlocked(void) { (getwchar_unlocked)(); }

// unknown: wide characters on a stream
void refuse_fgetws(void) { fgetws(buffer, 4, stdin); }

// unknown: wide characters on a stream
void refuse_fgetws_unlocked(void) { fgetws_unlocked(buffer, 4, stdin); }

// unknown: wide characters on a stream
void refuse_fputwc(void) { fputwc(L'a', stdout); }

// unknown: wide characters on a stream
void refuse_fputwc_unlocked(void) { fputwc_unlocked(L'a', stdout); }

// unknown: wide characters on a stream
void refuse_putwc(void) { (putwc)(L'a', stdout); }

// unknown: wide characters on a stream
void refuse_putwc_unlocked(void) { (putwc_unlocked)(L'a', stdout); }

// unknown: wide characters on a stream
void refuse_putwchar(void) { (putwchar)(L'a'); }

// unknown: wide characters on a stream
void refuse_putwchar_unlocked(void) { (putwchar_unlocked)(L'a'); }

// unknown: wide characters on a stream
void refuse_fputws(void) { fputws(L"a", stdout); }

// unknown: wide characters on a stream
void refuse_fputws_unlocked(void) { fputws_unlocked(L"a", stdout); }

// unknown: wide characters on a stream
void refuse_ungetwc(void) { ungetwc(L'a', stdin); }

// unknown: wide characters on a stream
void refuse_fwide(void) { fwide(stdout, 1); }

// unknown: wide characters on a stream
void refuse_open_wmemstream(void) { open_wmemstream(&text, &size); }

// unknown: wide formatted text
void refuse_wprintf(void) { wprintf(L"%d", 1); }

// unknown: wide formatted text
void refuse_fwprintf(void) { fwprintf(stdout, L"%d", 1); }

// unknown: wide formatted text
void refuse_swprintf(void) { swprintf(buffer, 8, L"%d", 1); }

// unknown: wide formatted text
void refuse_vwprintf(void) { print(0, L"%d", 1); }

// unknown: wide formatted text
void refuse_vfwprintf(void) { print(1, L"%d", 1); }

// unknown: wide formatted text
void refuse_vswprintf(void) { print(2, L"%d", 1); }

// unknown: wide formatted input
void refuse_wscanf(void) { wscanf(L"%d", &number); }

// unknown: wide formatted input
void refuse_fwscanf(void) { fwscanf(stdin, L"%d", &number); }

// unknown: wide formatted input
void refuse_swscanf(void) { swscanf(L"1", L"%d", &number); }

// unknown: wide formatted input
void refuse_vwscanf(void) { scan(0, L"%d", &number); }

// unknown: wide formatted input
void refuse_vfwscanf(void) { scan(1, L"%d", &number); }

// unknown: wide formatted input
void refuse_vswscanf(void) { scan(2, L"%d", &number); }
