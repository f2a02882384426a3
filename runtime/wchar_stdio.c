// SPDX-License-Identifier: Apache-2.0
// Wide characters on streams and wide formatted text: not modelled, and refused when they are
// called.
#include "rt.h"

#include <stdio.h>
#include <wchar.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

#define ON_STREAM __heddle_unsupported("wide characters on a stream")
#define FORMATTED __heddle_unsupported("wide formatted text (wprintf and its relatives)")
#define SCANNED __heddle_unsupported("wide formatted input (wscanf and its relatives)")

// ---- streams ------------------------------------------------------------------------------------

MODEL wint_t fgetwc(FILE *f) { ON_STREAM; }
MODEL wint_t fgetwc_unlocked(FILE *f) { ON_STREAM; }
MODEL wint_t getwc(FILE *f) { ON_STREAM; }
MODEL wint_t getwc_unlocked(FILE *f) { ON_STREAM; }
MODEL wint_t getwchar(void) { ON_STREAM; }
MODEL wint_t getwchar_unlocked(void) { ON_STREAM; }
MODEL wchar_t *fgetws(wchar_t *restrict s, int n, FILE *restrict f) { ON_STREAM; }
MODEL wchar_t *fgetws_unlocked(wchar_t *restrict s, int n, FILE *restrict f) { ON_STREAM; }
MODEL wint_t fputwc(wchar_t c, FILE *f) { ON_STREAM; }
MODEL wint_t fputwc_unlocked(wchar_t c, FILE *f) { ON_STREAM; }
MODEL wint_t putwc(wchar_t c, FILE *f) { ON_STREAM; }
MODEL wint_t putwc_unlocked(wchar_t c, FILE *f) { ON_STREAM; }
MODEL wint_t putwchar(wchar_t c) { ON_STREAM; }
MODEL wint_t putwchar_unlocked(wchar_t c) { ON_STREAM; }
MODEL int fputws(const wchar_t *restrict s, FILE *restrict f) { ON_STREAM; }
MODEL int fputws_unlocked(const wchar_t *restrict s, FILE *restrict f) { ON_STREAM; }
MODEL wint_t ungetwc(wint_t c, FILE *f) { ON_STREAM; }
MODEL int fwide(FILE *f, int mode) { ON_STREAM; }
MODEL FILE *open_wmemstream(wchar_t **s, size_t *n) { ON_STREAM; }

// ---- formatted text -----------------------------------------------------------------------------

MODEL int wprintf(const wchar_t *restrict format, ...) { FORMATTED; }
MODEL int fwprintf(FILE *restrict f, const wchar_t *restrict format, ...) { FORMATTED; }
MODEL int swprintf(wchar_t *restrict s, size_t n, const wchar_t *restrict format, ...) {
    FORMATTED;
}
MODEL int vwprintf(const wchar_t *restrict format, va_list args) { FORMATTED; }
MODEL int vfwprintf(FILE *restrict f, const wchar_t *restrict format, va_list args) { FORMATTED; }
MODEL int vswprintf(wchar_t *restrict s, size_t n, const wchar_t *restrict format, va_list args) {
    FORMATTED;
}

// The headers redirect these to names that begin with __isoc99_; old language modes keep the plain
// ones.
#define SCANNER(name, ...)                                                                         \
    int __rt_##name(__VA_ARGS__) __asm__(#name);                                                   \
    MODEL int __rt_##name(__VA_ARGS__) { SCANNED; }                                                \
    int __rt_c99_##name(__VA_ARGS__) __asm__("__isoc99_" #name);                                   \
    MODEL int __rt_c99_##name(__VA_ARGS__) { SCANNED; }

SCANNER(wscanf, const wchar_t *format, ...)
SCANNER(fwscanf, FILE *f, const wchar_t *format, ...)
SCANNER(swscanf, const wchar_t *s, const wchar_t *format, ...)
SCANNER(vwscanf, const wchar_t *format, va_list args)
SCANNER(vfwscanf, FILE *f, const wchar_t *format, va_list args)
SCANNER(vswscanf, const wchar_t *s, const wchar_t *format, va_list args)

// What _FORTIFY_SOURCE makes of them.
#define FORTIFIED(name, ...)                                                                       \
    int name(__VA_ARGS__);                                                                         \
    MODEL int name(__VA_ARGS__) { FORMATTED; }

FORTIFIED(__wprintf_chk, int flag, const wchar_t *format, ...)
FORTIFIED(__fwprintf_chk, FILE *f, int flag, const wchar_t *format, ...)
FORTIFIED(__swprintf_chk, wchar_t *s, size_t n, int flag, size_t room, const wchar_t *format, ...)
FORTIFIED(__vwprintf_chk, int flag, const wchar_t *format, va_list args)
FORTIFIED(__vfwprintf_chk, FILE *f, int flag, const wchar_t *format, va_list args)
FORTIFIED(__vswprintf_chk, wchar_t *s, size_t n, int flag, size_t room, const wchar_t *format,
          va_list args)

wchar_t *__fgetws_chk(wchar_t *s, size_t room, int n, FILE *f);
MODEL wchar_t *__fgetws_chk(wchar_t *s, size_t room, int n, FILE *f) { ON_STREAM; }
wchar_t *__fgetws_unlocked_chk(wchar_t *s, size_t room, int n, FILE *f);
MODEL wchar_t *__fgetws_unlocked_chk(wchar_t *s, size_t room, int n, FILE *f) { ON_STREAM; }
