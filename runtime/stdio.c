// SPDX-License-Identifier: Apache-2.0
// Output: printf and its relatives, on streams, descriptors and into memory. Output on stdout and
// stderr is recorded and no part of the state. It is not one step either: nothing but the bytes
// that it reads is shared with other threads. All of these may be cancellation points.
#include "stream.h"

#include <stdlib.h>

// ---- formatted ----------------------------------------------------------------------------------

static int print_noting(int fd, const char *fmt, va_list args, struct rt_written **written) {
    struct rt_sink s;
    __rt_sink_to_fd(&s, fd);
    s.written = written;
    bool ok = __rt_format(&s, fmt, args);
    int n = __rt_sink_end(&s);
    return ok ? n : -1;
}

static int print(int fd, const char *fmt, va_list args) {
    return print_noting(fd, fmt, args, NULL);
}

static int print_output(FILE *f, const char *fmt, va_list args) {
    __rt_output_begin(f);
    int n = print(f->_fileno, fmt, args);
    __rt_output_end(f);
    return n;
}

static NOINLINE int print_file(FILE *f, const char *fmt, va_list args,
                               struct rt_written **written) {
    __heddle_mask();
    struct rt_stream *s = __rt_stream_enter(f, RT_LOCKED);
    if (!__rt_stream_can_write(s))
        return -1;
    int n = print_noting(f->_fileno, fmt, args, written);
    if (n < 0)
        f->_flags |= RT_ERROR;
    __rt_fd_written(f->_fileno, written);
    return n;
}

static int print_stream(FILE *f, const char *fmt, va_list args) {
    __rt_cancel_maybe();
    if (rt_is_std_output(f))
        return print_output(f, fmt, args);
    struct rt_written *written = NULL;
    __rt_call_begin(f, RT_LOCKED);
    int n = print_file(f, fmt, args, &written);
    __rt_call_end(f, RT_LOCKED);
    rt_written_tell(written);
    return n;
}

static NOINLINE int print_masked(int fd, const char *fmt, va_list args,
                                 struct rt_written **written) {
    __heddle_mask();
    return fd <= 0 || __rt_fd_write(fd, "", 0) < 0 ? (errno = EBADF, -1)
                                                   : print_noting(fd, fmt, args, written);
}

static int print_descriptor(int fd, const char *fmt, va_list args) {
    __rt_cancel_maybe();
    if (rt_is_output(fd))
        return print(fd, fmt, args);
    struct rt_written *written = NULL;
    int n = print_masked(fd, fmt, args, &written);
    rt_written_tell(written);
    return n;
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

// A printf-like function and its v form, with the parameters before the format and the call that
// does it.
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

PRINTF(printf, vprintf, , print_stream(__rt_stdout, fmt, args))
PRINTF(fprintf, vfprintf, FILE_ARG, print_stream(f, fmt, args))
PRINTF(dprintf, vdprintf, FD_ARG, print_descriptor(fd, fmt, args))
PRINTF(sprintf, vsprintf, PARAMS(char *dst, ), print_to(dst, SIZE_MAX, fmt, args))
PRINTF(snprintf, vsnprintf, PARAMS(char *dst, size_t size, ), print_to(dst, size, fmt, args))
PRINTF(asprintf, vasprintf, PARAMS(char **out, ), print_new(out, fmt, args))

PRINTF(__printf_chk, __vprintf_chk, FLAG_ARG, print_stream(__rt_stdout, fmt, args))
PRINTF(__fprintf_chk, __vfprintf_chk, FILE_ARG FLAG_ARG, print_stream(f, fmt, args))
PRINTF(__dprintf_chk, __vdprintf_chk, FD_ARG FLAG_ARG, print_descriptor(fd, fmt, args))
PRINTF(__sprintf_chk, __vsprintf_chk, PARAMS(char *dst, FLAG_ARG size_t room, ),
       print_checked(dst, SIZE_MAX, room, fmt, args))
PRINTF(__snprintf_chk, __vsnprintf_chk, PARAMS(char *dst, size_t size, FLAG_ARG size_t room, ),
       print_checked(dst, size, room, fmt, args))
PRINTF(__asprintf_chk, __vasprintf_chk, PARAMS(char **out, FLAG_ARG), print_new(out, fmt, args))

// ---- unformatted --------------------------------------------------------------------------------

static NOINLINE bool put_masked(FILE *f, const char *p, size_t n, bool newline,
                                enum rt_locking locking, struct rt_written **written) {
    __heddle_mask();
    struct rt_stream *s = __rt_stream_enter(f, locking);
    if (!__rt_stream_can_write(s))
        return false;
    bool ok = __rt_fd_put(f->_fileno, p, n) && (!newline || __rt_fd_put(f->_fileno, "\n", 1));
    if (!ok)
        f->_flags |= RT_ERROR;
    __rt_fd_written(f->_fileno, written);
    return ok;
}

static bool put_file(FILE *f, const char *p, size_t n, bool newline, enum rt_locking locking) {
    struct rt_written *written = NULL;
    __rt_call_begin(f, locking);
    bool ok = put_masked(f, p, n, newline, locking, &written);
    __rt_call_end(f, locking);
    rt_written_tell(written);
    return ok;
}

static void output_begin(FILE *f, enum rt_locking locking) {
    if (locking == RT_LOCKED)
        __rt_output_begin(f);
}

static void output_end(FILE *f, enum rt_locking locking) {
    if (locking == RT_LOCKED)
        __rt_output_end(f);
}

static int put_char(FILE *f, int c, enum rt_locking locking) {
    char byte = (char)c;
    __rt_cancel_maybe();
    if (!rt_is_std_output(f))
        return put_file(f, &byte, 1, false, locking) ? (unsigned char)c : EOF;
    output_begin(f, locking);
    rt_output(f->_fileno, &byte, 1);
    output_end(f, locking);
    return (unsigned char)c;
}

// Gives the number of bytes, or EOF.
static int put_text(FILE *f, const char *text, bool newline, enum rt_locking locking) {
    __rt_cancel_maybe();
    if (!rt_is_std_output(f)) {
        size_t n = rt_length(text);
        return put_file(f, text, n, newline, locking) ? (int)n + newline : EOF;
    }
    output_begin(f, locking);
    struct rt_sink s;
    __rt_sink_to_fd(&s, f->_fileno);
    for (char c; (c = *text); text++)
        __rt_emit(&s, c);
    if (newline)
        __rt_emit(&s, '\n');
    int n = __rt_sink_end(&s);
    output_end(f, locking);
    return n;
}

static size_t put_items(const void *p, size_t size, size_t count, FILE *f,
                        enum rt_locking locking) {
    size_t n = size * count;
    __rt_cancel_maybe();
    if (n == 0)
        return 0;
    if (!rt_is_std_output(f))
        return put_file(f, p, n, false, locking) ? count : 0;
    output_begin(f, locking);
    struct rt_sink s;
    __rt_sink_to_fd(&s, f->_fileno);
    for (size_t i = 0; i < n; i++)
        __rt_emit(&s, ((const char *)p)[i]);
    __rt_sink_end(&s);
    output_end(f, locking);
    return count;
}

#undef putc
#undef putchar
#undef putc_unlocked
#undef putchar_unlocked
#undef fwrite_unlocked
MODEL int fputc(int c, FILE *f) { return put_char(f, c, RT_LOCKED); }
MODEL int putc(int c, FILE *f) { return put_char(f, c, RT_LOCKED); }
MODEL int putchar(int c) { return put_char(__rt_stdout, c, RT_LOCKED); }

static int put_char_unlocked(FILE *f, int c) {
    int result = put_char(f, c, RT_UNLOCKED);
    __rt_stream_unlocked(f);
    return result;
}

MODEL int fputc_unlocked(int c, FILE *f) { return put_char_unlocked(f, c); }
MODEL int putc_unlocked(int c, FILE *f) { return put_char_unlocked(f, c); }
MODEL int putchar_unlocked(int c) { return put_char_unlocked(__rt_stdout, c); }
int _IO_putc(int c, FILE *f);
MODEL int _IO_putc(int c, FILE *f) { return put_char(f, c, RT_LOCKED); }
MODEL int __overflow(FILE *f, int c) { return put_char_unlocked(f, c); }
MODEL int puts(const char *text) { return put_text(__rt_stdout, text, true, RT_LOCKED); }
MODEL int fputs(const char *text, FILE *f) {
    return put_text(f, text, false, RT_LOCKED) < 0 ? EOF : 1;
}
MODEL int fputs_unlocked(const char *text, FILE *f) {
    int result = put_text(f, text, false, RT_UNLOCKED) < 0 ? EOF : 1;
    __rt_stream_unlocked(f);
    return result;
}
MODEL int putw(int w, FILE *f) { return put_items(&w, sizeof w, 1, f, RT_LOCKED) == 1 ? 0 : EOF; }

MODEL size_t fwrite(const void *restrict p, size_t size, size_t count, FILE *restrict f) {
    return put_items(p, size, count, f, RT_LOCKED);
}

MODEL size_t fwrite_unlocked(const void *restrict p, size_t size, size_t count, FILE *restrict f) {
    size_t n = put_items(p, size, count, f, RT_UNLOCKED);
    __rt_stream_unlocked(f);
    return n;
}

static void complain(const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    print_stream(__rt_stderr, fmt, args);
    va_end(args);
}

MODEL void perror(const char *text) {
    if (text && *text)
        complain("%s: %m\n", text);
    else
        complain("%m\n");
}
