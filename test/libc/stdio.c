// SPDX-License-Identifier: Apache-2.0
// printf and its relatives, and unformatted output. What goes to stdout and stderr is not observed; results are.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#pragma clang diagnostic ignored "-Wformat"
#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wfortify-source"

static char unterminated[3] = {'a', 'b', 'c'};

// A format that the compiler does not know, so that it leaves the call alone.
static const char *hide(const char *fmt) {
    const char *volatile p = fmt;
    return p;
}

static int is(const char *got, const char *want) { return strcmp(got, want) == 0; }

// ---- printf -------------------------------------------------------------------------------------

// checks: the number of characters
void pass_printf(void) {
    assert(printf("%d %s\n", 42, "abc") == 7);
    assert(printf("%s\n", "x") == 2);
    assert(printf(hide("")) == 0);
}

// checks: a format that ends in the middle of a conversion fails with EINVAL, a width that is too large with EOVERFLOW
void pass_printf__broken(void) {
    errno = 0;
    assert(printf(hide("abc%")) == -1 && errno == EINVAL);
    assert(printf(hide("%99999999999d"), 1) == -1 && errno == EOVERFLOW);
}

// violates: out-of-bounds: the string has no end
void fail_printf(void) { printf("%s", unterminated); }

// violates: null-dereference: %n stores through a null pointer
void fail_printf__n(void) { printf(hide("abc%n"), (int *)NULL); }

// unknown: an unknown conversion
void refuse_printf(void) { printf(hide("%y"), 1); }

// checks: on stdout, on stderr and in a file; a stream for reading only gives EBADF
void pass_fprintf(void) {
    assert(fprintf(stdout, "%d\n", 7) == 2);
    assert(fprintf(stderr, "%c", 'x') == 1);
    FILE *f = tmpfile();
    char line[20];
    assert(fprintf(f, "%s=%03d\n", "key", 7) == 8);
    rewind(f);
    assert(fgets(line, sizeof line, f) && is(line, "key=007\n"));
    fclose(f);
    errno = 0;
    assert(fprintf(stdin, "%d", 1) == -1 && errno == EBADF && ferror(stdin));
}

// violates: use-after-free: the stream was closed
void fail_fprintf(void) {
    FILE *f = tmpfile();
    fclose(f);
    fprintf(f, "%d", 1);
}

// violates: null-dereference: no stream
void fail_fprintf__null(void) { fprintf((FILE *)(uintptr_t)hide(NULL), "%d", 1); }

// checks: on descriptors; one that is not open gives EBADF
void pass_dprintf(void) {
    assert(dprintf(1, "%d\n", 123) == 4);
    assert(dprintf(2, "%d\n", 12) == 3);
    assert(dprintf(77, "%d", 1) == -1 && errno == EBADF);
    int fds[2];
    char b[8] = "";
    assert(pipe(fds) == 0 && dprintf(fds[1], "<%d>", 5) == 3 && read(fds[0], b, 8) == 3 && is(b, "<5>"));
}

// violates: out-of-bounds: the string has no end
void fail_dprintf(void) { dprintf(1, "%s", unterminated); }

// ---- sprintf: what is written -------------------------------------------------------------------

// checks: flags, width and precision of integers
void pass_sprintf(void) {
    char b[100];
    assert(sprintf(b, "[%5d|%-5d|%05d|%+d|% d]", 42, 42, 42, 42, 42) == 27 && is(b, "[   42|42   |00042|+42| 42]"));
    sprintf(b, "%x %X %#x %o %#o %u", 255, 255, 255, 8, 8, 7u);
    assert(is(b, "ff FF 0xff 10 010 7"));
    sprintf(b, "%.3d|%5.3d|%.0d|%-6.2x|", 7, 7, 0, 10);
    assert(is(b, "007|  007||0a    |"));
    sprintf(b, "%d %d %u", INT_MIN, INT_MAX, UINT_MAX);
    assert(is(b, "-2147483648 2147483647 4294967295"));
}

// checks: hh h l ll j z t
void pass_sprintf__lengths(void) {
    char b[100];
    sprintf(b, "%hhd %hd %ld %lld %jd %zu %td", 300, 65537, -1L, -2LL, (intmax_t)-3, (size_t)4, (ptrdiff_t)-5);
    assert(is(b, "44 1 -1 -2 -3 4 -5"));
    sprintf(b, "%hhu %hu %llx", 257, 65538, 0xffffffffffffffffULL);
    assert(is(b, "1 2 ffffffffffffffff"));
}

// checks: strings, characters, the percent sign, pointers that are null
void pass_sprintf__texts(void) {
    char b[100];
    sprintf(b, "%s|%5s|%-5s|%.2s|%c|%3c|%%", "abc", "ab", "ab", "abc", 'x', 'y');
    assert(is(b, "abc|   ab|ab   |ab|x|  y|%"));
    sprintf(b, "%.3s", unterminated);
    assert(is(b, "abc"));
    sprintf(b, "%s %p", (char *)hide(NULL), NULL);
    assert(is(b, "(null) (nil)"));
    sprintf(b, "%ls %lc|%5ls|%.1ls", L"wide", L'w', L"ab", L"xy");
    assert(is(b, "wide w|   ab|x"));
}

// checks: e f g a of double and long double
void pass_sprintf__floats(void) {
    char b[200];
    sprintf(b, "%f %.2f %e %g %G %a", 1.5, 2.345, 12345.678, 0.0001, 1e20, 1.0);
    assert(is(b, "1.500000 2.35 1.234568e+04 0.0001 1E+20 0x1p+0"));
    sprintf(b, "%8.3f|%-8.1f|%08.2f|%+.0f|%#.0f", 3.14159, 2.5, -1.5, 7.0, 7.0);
    assert(is(b, "   3.142|2.5     |-0001.50|+7|7."));
    sprintf(b, "%Lf %.1Le %f %F %g", 2.5L, 100.0L, 1.0 / 0.0, -1.0 / 0.0, 0.0);
    assert(is(b, "2.500000 1.0e+02 inf -INF 0"));
}

// checks: * takes width and precision from the arguments; negative ones mean left, and none
void pass_sprintf__stars(void) {
    char b[100];
    sprintf(b, "%*d|%*d|%.*f|%.*f|%*.*s|", 5, 42, -5, 42, 2, 3.14159, -1, 2.5, 4, 1, "xyz");
    assert(is(b, "   42|42   |3.14|2.500000|   x|"));
}

// checks: numbered arguments, in any order, more than once, with stars
void pass_sprintf__numbered(void) {
    char b[100];
    sprintf(b, "%2$s %1$d %2$s", 5, "ab");
    assert(is(b, "ab 5 ab"));
    sprintf(b, "%3$c %2$.1f %1$lld", 1LL << 40, 2.5, 'x');
    assert(is(b, "x 2.5 1099511627776"));
    sprintf(b, "%1$*2$d|%1$.*3$d", 7, 4, 2);
    assert(is(b, "   7|07"));
}

// checks: %n stores how much was written, %m the text of errno
void pass_sprintf__n_m(void) {
    char b[100];
    int n = -1;
    signed char small = -1;
    long long large = -1;
    sprintf(b, hide("abc%n def%hhn%lln"), &n, &small, &large);
    assert(n == 3 && small == 7 && large == 7);
    errno = ENOENT;
    sprintf(b, "%m");
    assert(is(b, "No such file or directory"));
    errno = 4321;
    sprintf(b, "%m");
    assert(is(b, "Unknown error 4321"));
}

// violates: out-of-bounds: the result does not fit
void fail_sprintf(void) {
    char b[4];
    sprintf(b, hide("%d"), 1234);
}

// violates: invalid-pointer: an argument is in the destination
void fail_sprintf__overlap(void) {
    char d[32] = "abc";
    sprintf(d, "%s, %s", d, "more");
}

// violates: invalid-pointer: the text after an argument reaches it
void fail_sprintf__overlap_later(void) {
    char d[32] = "";
    char *name = d + 8;
    name[0] = 'x';
    name[1] = '\0';
    sprintf(d, "%s and more", name);
}

// violates: invalid-pointer: the format is the destination
void fail_sprintf__overlap_format(void) {
    char d[32] = "abc %d";
    sprintf(d, d, 5);
}

// violates: invalid-pointer: the format is the destination, and no conversion is in it
void fail_sprintf__overlap_plain_format(void) {
    char d[32] = "abc";
    sprintf(d, d);
}

// violates: invalid-pointer: what is written runs into the format
void fail_sprintf__overlap_format_behind(void) {
    char d[32] = "";
    strcpy(d + 8, "%d");
    sprintf(d, d + 8, 12345678);
}

// violates: invalid-pointer: the format reaches into the destination, which would never end
void fail_sprintf__overlap_format_before(void) {
    char d[32] = "abc";
    sprintf(d + 1, d);
}

// violates: invalid-pointer: the format is the destination
void fail_snprintf__overlap_format(void) {
    char d[32] = "abc %d";
    snprintf(d, sizeof d, d, 5);
}

static void print_into(char *d, size_t size, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    vsnprintf(d, size, fmt, args);
    va_end(args);
}

// violates: invalid-pointer: the format is the destination
void fail_vsnprintf__overlap_format(void) {
    char d[32] = "abc %d";
    print_into(d, sizeof d, d, 5);
}

// checks: a format beside the destination, and one in memory that nothing is written to
void pass_sprintf__format_neighbours(void) {
    struct { char a[8], b[8]; } s = {"", "<%d>"};
    assert(sprintf(s.a, s.b, 12345) == 7 && strcmp(s.b, "<%d>") == 0);
    assert(snprintf(s.a, sizeof s.a, s.b, 1234567890) == 12 && is(s.a, "<123456") && snprintf(s.b, 0, s.b, 5) == 3);
    char *p;
    assert(asprintf(&p, s.b, 5) == 3 && is(p, "<5>"));
    free(p);
}

// checks: an argument beside the destination in the same object
void pass_sprintf__neighbours(void) {
    struct { char a[8], b[8]; } s = {"", "xyz"};
    assert(sprintf(s.a, "<%s>%d", s.b, 5) == 6 && snprintf(s.a, 8, "%5s%.1s", s.b, s.b) == 6);
    assert(snprintf(s.a, sizeof s.a, "%s-long text", s.b) == 13 && s.b[0] == 'x' && s.a[7] == 0);
}

// violates: assertion: a conversion is not just copied
void fail_sprintf__result(void) {
    char b[20];
    sprintf(b, hide("%05.1f"), 2.25);
    assert(!is(b, "002.2"));
}

// checks: the result is cut, the return value is that of the whole
void pass_snprintf(void) {
    char b[4] = "zzz";
    assert(snprintf(b, 4, "%d", 123456) == 6 && is(b, "123"));
    assert(snprintf(b, 1, "%s", "abc") == 3 && is(b, ""));
    assert(snprintf(NULL, 0, "%s-%d", "abc", 10) == 6);
    b[0] = 'q';
    assert(snprintf(b, 0, "%d", 1) == 1 && b[0] == 'q');
}

// checks: a width that is too large, and wide characters that the C locale does not have
void pass_snprintf__errors(void) {
    char b[10];
    errno = 0;
    assert(snprintf(b, 10, hide("%.99999999999d"), 1) == -1 && errno == EOVERFLOW);
    assert(snprintf(b, 10, hide("%ls"), L"\u20ac") == -1 && errno == EILSEQ);
}

// violates: out-of-bounds: the size is larger than the buffer
void fail_snprintf(void) {
    char b[4];
    snprintf(b, 10, hide("%s"), "abcdef");
}

// violates: invalid-pointer: a text is moved by one byte with snprintf
void fail_snprintf__overlap(void) {
    char d[32] = "abc";
    snprintf(d + 1, sizeof d - 1, "%s", d);
}

// checks: the result is in memory of the right size
void pass_asprintf(void) {
    char *p = NULL;
    assert(asprintf(&p, "%s/%d", "dir", 12) == 6 && is(p, "dir/12"));
    free(p);
}

// violates: out-of-bounds: no byte more than needed
void fail_asprintf(void) {
    char *p = NULL;
    if (asprintf(&p, "%d", 12) == 2)
        p[3] = 'x';
}

// checks: without memory the result is -1
// options: --malloc-may-fail
void pass_asprintf__no_memory(void) {
    char *p = NULL;
    int n = asprintf(&p, "%d", 12);
    assert(n == 2 || n == -1);
    if (n == 2)
        free(p);
}

// violates: assertion: memory may run out
// options: --malloc-may-fail
void fail_asprintf__no_memory(void) {
    char *p;
    assert(asprintf(&p, "%d", 12) == 2);
}

// ---- the v forms --------------------------------------------------------------------------------

#define CALL(type, name, params, call)                                                             \
    static type name params {                                                                      \
        va_list args;                                                                              \
        va_start(args, fmt);                                                                       \
        type n = call;                                                                             \
        va_end(args);                                                                              \
        return n;                                                                                  \
    }
CALL(int, my_printf, (const char *fmt, ...), vprintf(fmt, args))
CALL(int, my_fprintf, (FILE *f, const char *fmt, ...), vfprintf(f, fmt, args))
CALL(int, my_dprintf, (int fd, const char *fmt, ...), vdprintf(fd, fmt, args))
CALL(int, my_sprintf, (char *b, const char *fmt, ...), vsprintf(b, fmt, args))
CALL(int, my_snprintf, (char *b, size_t size, const char *fmt, ...), vsnprintf(b, size, fmt, args))
CALL(int, my_asprintf, (char **p, const char *fmt, ...), vasprintf(p, fmt, args))

// checks: the number of characters
void pass_vprintf(void) { assert(my_printf("%d-%s\n", 1, "b") == 4); }

// violates: out-of-bounds: the string has no end
void fail_vprintf(void) { my_printf("%s", unterminated); }

// checks: on stdout and in a file
void pass_vfprintf(void) {
    assert(my_fprintf(stdout, "%d\n", 10) == 3);
    FILE *f = tmpfile();
    assert(my_fprintf(f, "%d%c", 10, 'x') == 3 && ftell(f) == 3);
    fclose(f);
}

// violates: use-after-free: the stream was closed
void fail_vfprintf(void) {
    FILE *f = tmpfile();
    fclose(f);
    my_fprintf(f, "%d", 1);
}

// checks: on descriptors
void pass_vdprintf(void) {
    assert(my_dprintf(1, "%d\n", 10) == 3);
    assert(my_dprintf(-1, "x") == -1 && errno == EBADF);
}

// violates: out-of-bounds: the string has no end
void fail_vdprintf(void) { my_dprintf(2, "%s", unterminated); }

// checks: values of several types
void pass_vsprintf(void) {
    char b[30];
    assert(my_sprintf(b, "%d %.1f %s %lld", 1, 2.5, "x", 3LL) == 9 && is(b, "1 2.5 x 3"));
}

// violates: out-of-bounds: the result does not fit
void fail_vsprintf(void) {
    char b[3];
    my_sprintf(b, "%d", 123);
}

// checks: the result is cut
void pass_vsnprintf(void) {
    char b[3];
    assert(my_snprintf(b, sizeof b, "%d", 123) == 3 && is(b, "12"));
}

// violates: out-of-bounds: the size is larger than the buffer
void fail_vsnprintf(void) {
    char b[3];
    my_snprintf(b, 5, "%d", 1234);
}

// checks: the result is in new memory
void pass_vasprintf(void) {
    char *p;
    assert(my_asprintf(&p, "%d", 123) == 3 && is(p, "123"));
    free(p);
}

// violates: double-free: the memory is the caller's, once
void fail_vasprintf(void) {
    char *p;
    if (my_asprintf(&p, "%d", 123) == 3) {
        free(p);
        free(p);
    }
}

// ---- unformatted --------------------------------------------------------------------------------

// What a file holds after writing; at most 19 bytes.
static char *contents(FILE *f) {
    static char b[20];
    rewind(f);
    b[fread(b, 1, 19, f)] = '\0';
    fclose(f);
    return b;
}

// checks: the result is not negative
void pass_puts(void) { assert(puts("abc") >= 0); }

// violates: out-of-bounds: the string has no end
void fail_puts(void) { puts(unterminated); }

// checks: the result is the character
void pass_putchar(void) { assert(putchar('a') == 'a' && putchar('\n') == '\n' && putchar(0x141) == 0x41); }

// violates: assertion: the result is an unsigned character
void fail_putchar(void) { assert(putchar(-2) == -2); }

// checks: on stdout and in a file; a stream for reading only gives EBADF
void pass_putc(void) {
    assert(putc('a', stdout) == 'a');
    FILE *f = tmpfile();
    assert(putc('a', f) == 'a' && putc(200, f) == 200);
    assert(is(contents(f), "a\310"));
    assert(putc('a', stdin) == EOF && errno == EBADF);
}

// violates: use-after-free: the stream was closed
void fail_putc(void) {
    FILE *f = tmpfile();
    fclose(f);
    putc('a', f);
}

// checks: as putc
void pass_fputc(void) {
    FILE *f = tmpfile();
    assert(fputc('a', f) == 'a' && fputc('b', f) == 'b');
    assert(is(contents(f), "ab"));
    assert(fputc('a', stderr) == 'a');
}

// violates: null-dereference: no stream
void fail_fputc(void) { fputc('a', (FILE *)(uintptr_t)hide(NULL)); }

// checks: the bytes without the zero
void pass_fputs(void) {
    FILE *f = tmpfile();
    assert(fputs("abc", f) >= 0 && fputs("", f) >= 0 && fputs("d\n", f) >= 0);
    assert(is(contents(f), "abcd\n"));
    assert(fputs("abc\n", stdout) >= 0);
    assert(fputs("abc", stdin) == EOF && errno == EBADF);
}

// violates: out-of-bounds: the string has no end
void fail_fputs(void) { fputs(unterminated, stderr); }

// checks: as putc
void pass_putc_unlocked(void) {
    FILE *f = tmpfile();
    assert(putc_unlocked('a', f) == 'a' && putc_unlocked('b', f) == 'b' && putc_unlocked('c', stdout) == 'c');
    assert(is(contents(f), "ab"));
}

// violates: use-after-free: the stream was closed
void fail_putc_unlocked(void) {
    FILE *f = tmpfile();
    fclose(f);
    putc_unlocked('a', f);
}

// checks: as putchar
void pass_putchar_unlocked(void) { assert(putchar_unlocked('a') == 'a'); }

// violates: assertion: the result is an unsigned character
void fail_putchar_unlocked(void) { assert(putchar_unlocked(-2) == -2); }

// checks: as fputc
void pass_fputc_unlocked(void) {
    FILE *f = tmpfile();
    assert(fputc_unlocked('a', f) == 'a');
    assert(is(contents(f), "a"));
}

// violates: null-dereference: no stream
void fail_fputc_unlocked(void) { fputc_unlocked('a', (FILE *)(uintptr_t)hide(NULL)); }

// checks: as fputs
void pass_fputs_unlocked(void) {
    FILE *f = tmpfile();
    assert(fputs_unlocked("ab", f) >= 0);
    assert(is(contents(f), "ab"));
}

// violates: out-of-bounds: the string has no end
void fail_fputs_unlocked(void) { fputs_unlocked(unterminated, stdout); }

// checks: the number of items; none when there is nothing to write, or it cannot be written
void pass_fwrite(void) {
    FILE *f = tmpfile();
    assert(fwrite("abcdef", 2, 3, f) == 3 && fwrite("x", 0, 5, f) == 0 && fwrite("x", 1, 0, f) == 0);
    assert(is(contents(f), "abcdef"));
    assert(fwrite("abc", 1, 3, stdout) == 3 && fwrite("abc", 3, 1, stderr) == 1);
    assert(fwrite("abc", 1, 3, stdin) == 0 && errno == EBADF && ferror(stdin));
}

// violates: out-of-bounds: fewer bytes than said
void fail_fwrite(void) { fwrite(unterminated, 1, 4, stdout); }

// violates: out-of-bounds: fewer bytes than said, to a file
void fail_fwrite__file(void) { fwrite(unterminated, 2, 2, tmpfile()); }

// checks: as fwrite
void pass_fwrite_unlocked(void) {
    FILE *f = tmpfile();
    assert(fwrite_unlocked("abcdef", 2, 3, f) == 3);
    assert(is(contents(f), "abcdef"));
}

// violates: out-of-bounds: fewer bytes than said
void fail_fwrite_unlocked(void) { fwrite_unlocked(unterminated, 1, 4, stdout); }

// checks: the bytes of an int
void pass_putw(void) {
    FILE *f = tmpfile();
    assert(putw(0x64636261, f) == 0);
    assert(is(contents(f), "abcd"));
}

// violates: use-after-free: the stream was closed
void fail_putw(void) {
    FILE *f = tmpfile();
    fclose(f);
    putw(1, f);
}

// checks: the text may be missing, and the error unknown
void pass_perror(void) {
    errno = ENOENT;
    perror("file");
    perror(NULL);
    perror("");
    errno = 5000;
    perror("x");
}

// violates: out-of-bounds: the string has no end
void fail_perror(void) { perror(unterminated); }

// ---- threads ------------------------------------------------------------------------------------

static FILE *shared;

static void *writes(void *text) {
    fputs(text, shared);
    return NULL;
}

static void write_both(void) {
    pthread_t t;
    shared = tmpfile();
    pthread_create(&t, NULL, writes, "ab");
    writes("cd");
    pthread_join(t, NULL);
}

// checks: a call is one step: the texts of two threads are not mixed
void pass_fputs__threads(void) {
    write_both();
    char *got = contents(shared);
    assert(is(got, "abcd") || is(got, "cdab"));
}

// violates: assertion: either thread may be first
void fail_fputs__threads(void) {
    write_both();
    assert(is(contents(shared), "abcd"));
}

static void *prints(void *x) {
    for (int i = 0; i < 10; i++)
        printf("%s %d\n", (char *)x, i);
    return NULL;
}

// checks: threads that only print do not interfere
void pass_printf__threads(void) {
    pthread_t t;
    pthread_create(&t, NULL, prints, "a");
    prints("b");
    pthread_join(t, NULL);
}
