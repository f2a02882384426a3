// SPDX-License-Identifier: Apache-2.0
// Output on stdout and stderr. It is recorded, not buffered: flushing and buffer modes change nothing.
#include "rt.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// ---- streams ------------------------------------------------------------------------------------
// Constant, so that naming a stream is no access to shared memory. The header declares the pointers as variables;
// hence the assembler names.

static const FILE streams[3] = {{._fileno = 0}, {._fileno = 1}, {._fileno = 2}};
MODEL FILE *const __rt_stdin __asm__("stdin") = (FILE *)&streams[0];
MODEL FILE *const __rt_stdout __asm__("stdout") = (FILE *)&streams[1];
MODEL FILE *const __rt_stderr __asm__("stderr") = (FILE *)&streams[2];
#define OUT ((FILE *)&streams[1])
#define ERR ((FILE *)&streams[2])

static bool is_output(int fd) {
    if (fd == 1 || fd == 2)
        return true;
    errno = EBADF;
    return false;
}

// ---- formatted ----------------------------------------------------------------------------------

static int print(int fd, const char *fmt, va_list args) {
    if (!is_output(fd))
        return -1;
    struct rt_sink s;
    __rt_sink_to_fd(&s, fd);
    bool ok = __rt_format(&s, fmt, args);
    int n = __rt_sink_end(&s);
    return ok ? n : -1;
}

static int print_to(char *dst, size_t size, const char *fmt, va_list args) {
    struct rt_sink s;
    __rt_sink_to_memory(&s, dst, size);
    bool ok = __rt_format(&s, fmt, args);
    int n = __rt_sink_end(&s);
    return ok ? n : -1;
}

static int print_new(char **out, const char *fmt, va_list args) {
    va_list again;
    va_copy(again, args);
    int n = print_to(NULL, 0, fmt, args);
    if (n >= 0) {
        *out = malloc((size_t)n + 1);
        n = *out ? print_to(*out, (size_t)n + 1, fmt, again) : -1;
    }
    va_end(again);
    return n;
}

// The checked forms know the size of the destination.
static int print_checked(char *dst, size_t size, size_t room, const char *fmt, va_list args) {
    va_list again;
    va_copy(again, args);
    int n = print_to(NULL, 0, fmt, args);
    if (n >= 0 && ((size != SIZE_MAX && size > room) || (size == SIZE_MAX && (size_t)n >= room)))
        __heddle_fail(HEDDLE_OUT_OF_BOUNDS, "buffer overflow detected by _FORTIFY_SOURCE");
    n = print_to(dst, size, fmt, again);
    va_end(again);
    return n;
}

// A printf-like function and its v form, with the parameters before the format and the call that does it.
#define PARAMS(...) __VA_ARGS__
#define PRINTF(name, vname, params, call)                                                          \
    int vname(params const char *fmt, va_list args);                                               \
    MODEL int vname(params const char *fmt, va_list args) { return call; }                         \
    int name(params const char *fmt, ...);                                                         \
    MODEL int name(params const char *fmt, ...) {                                                  \
        va_list args;                                                                              \
        va_start(args, fmt);                                                                       \
        int n = call;                                                                              \
        va_end(args);                                                                              \
        return n;                                                                                  \
    }
#define FILE_ARG FILE *f,
#define FD_ARG int fd,
#define FLAG_ARG __attribute__((unused)) int flag,

PRINTF(printf, vprintf, , print(1, fmt, args))
PRINTF(fprintf, vfprintf, FILE_ARG, print(f->_fileno, fmt, args))
PRINTF(dprintf, vdprintf, FD_ARG, print(fd, fmt, args))
PRINTF(sprintf, vsprintf, PARAMS(char *dst, ), print_to(dst, SIZE_MAX, fmt, args))
PRINTF(snprintf, vsnprintf, PARAMS(char *dst, size_t size, ), print_to(dst, size, fmt, args))
PRINTF(asprintf, vasprintf, PARAMS(char **out, ), print_new(out, fmt, args))

PRINTF(__printf_chk, __vprintf_chk, FLAG_ARG, print(1, fmt, args))
PRINTF(__fprintf_chk, __vfprintf_chk, FILE_ARG FLAG_ARG, print(f->_fileno, fmt, args))
PRINTF(__dprintf_chk, __vdprintf_chk, FD_ARG FLAG_ARG, print(fd, fmt, args))
PRINTF(__sprintf_chk, __vsprintf_chk, PARAMS(char *dst, FLAG_ARG size_t room, ),
       print_checked(dst, SIZE_MAX, room, fmt, args))
PRINTF(__snprintf_chk, __vsnprintf_chk, PARAMS(char *dst, size_t size, FLAG_ARG size_t room, ),
       print_checked(dst, size, room, fmt, args))
PRINTF(__asprintf_chk, __vasprintf_chk, PARAMS(char **out, FLAG_ARG), print_new(out, fmt, args))

// ---- unformatted --------------------------------------------------------------------------------

static int put_char(FILE *f, int c) {
    int fd = f->_fileno;
    if (!is_output(fd))
        return EOF;
    char byte = (char)c;
    __heddle_output(fd, &byte, 1);
    return (unsigned char)c;
}

// Gives the number of bytes, or EOF.
static int put_text(FILE *f, const char *text, bool newline) {
    int fd = f->_fileno;
    if (!is_output(fd))
        return EOF;
    struct rt_sink s;
    __rt_sink_to_fd(&s, fd);
    for (char c; (c = *text); text++)
        __rt_emit(&s, c);
    if (newline)
        __rt_emit(&s, '\n');
    return __rt_sink_end(&s);
}

static bool put_bytes(int fd, const char *p, size_t n) {
    if (!is_output(fd))
        return false;
    struct rt_sink s;
    __rt_sink_to_fd(&s, fd);
    for (size_t i = 0; i < n; i++)
        __rt_emit(&s, p[i]);
    __rt_sink_end(&s);
    return true;
}

static size_t put_items(const void *p, size_t size, size_t count, FILE *f) {
    return size && count && put_bytes(f->_fileno, p, size * count) ? count : 0;
}

#undef putc
#undef putchar
#undef putc_unlocked
#undef putchar_unlocked
MODEL int fputc(int c, FILE *f) { return put_char(f, c); }
MODEL int putc(int c, FILE *f) { return put_char(f, c); }
MODEL int putchar(int c) { return put_char(OUT, c); }
MODEL int fputc_unlocked(int c, FILE *f) { return put_char(f, c); }
MODEL int putc_unlocked(int c, FILE *f) { return put_char(f, c); }
MODEL int putchar_unlocked(int c) { return put_char(OUT, c); }
int _IO_putc(int c, FILE *f);
MODEL int _IO_putc(int c, FILE *f) { return put_char(f, c); }
MODEL int __overflow(FILE *f, int c) { return put_char(f, c); }
MODEL int puts(const char *text) { return put_text(OUT, text, true); }
MODEL int fputs(const char *text, FILE *f) { return put_text(f, text, false) < 0 ? EOF : 1; }
MODEL int fputs_unlocked(const char *text, FILE *f) { return put_text(f, text, false) < 0 ? EOF : 1; }

MODEL size_t fwrite(const void *restrict p, size_t size, size_t count, FILE *restrict f) {
    return put_items(p, size, count, f);
}

MODEL size_t fwrite_unlocked(const void *restrict p, size_t size, size_t count, FILE *restrict f) {
    return put_items(p, size, count, f);
}

MODEL ssize_t write(int fd, const void *p, size_t n) {
    return put_bytes(fd, p, n) ? (ssize_t)n : -1;
}

MODEL void perror(const char *text) {
    int error = errno;
    const char *what = __rt_error_text(error);
    if (text && *text) {
        put_text(ERR, text, false);
        put_text(ERR, ": ", false);
    }
    put_text(ERR, what ? what : "Unknown error", true);
}

// ---- state of a stream: output always succeeds and is never held back ---------------------------

MODEL int fflush(FILE *f) {
    (void)f;
    return 0;
}

MODEL int fflush_unlocked(FILE *f) {
    (void)f;
    return 0;
}

MODEL int fileno(FILE *f) { return f->_fileno; }

MODEL void setbuf(FILE *restrict f, char *restrict buf) { (void)f, (void)buf; }
MODEL void setlinebuf(FILE *f) { (void)f; }

MODEL int setvbuf(FILE *restrict f, char *restrict buf, int mode, size_t size) {
    (void)f, (void)buf, (void)size;
    return mode == _IOFBF || mode == _IOLBF || mode == _IONBF ? 0 : EOF;
}
