// SPDX-License-Identifier: Apache-2.0
// scanf and its relatives.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#pragma clang diagnostic ignored "-Wformat"
#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wfortify-source"

static char unterminated[3] = {'1', '2', '3'};

static const char *hide(const char *text) {
    const char *volatile p = text;
    return p;
}

static int is(const char *got, const char *want) { return strcmp(got, want) == 0; }

// ---- sscanf -------------------------------------------------------------------------------------

// checks: integers in all bases, with signs, spaces and widths
void pass_sscanf(void) {
    int a = 0, b = 0, n = 0;
    unsigned u = 0, x = 0, o = 0;
    assert(sscanf("  42 -17", "%d %d", &a, &b) == 2 && a == 42 && b == -17);
    assert(sscanf("7,8", "%d,%d%n", &a, &b, &n) == 2 && a == 7 && b == 8 && n == 3);
    assert(sscanf("12 ff 0x1F 17", "%u%x%X%o", &u, &x, (unsigned *)&a, &o) == 4 && u == 12 && x == 255 && a == 31 && o == 15);
    assert(sscanf("0x10 010 10", "%i%i%i", &a, &b, &n) == 3 && a == 16 && b == 8 && n == 10);
    assert(sscanf("12345", "%2d%2d", &a, &b) == 2 && a == 12 && b == 34);
    assert(sscanf("-5", "%u", &u) == 1 && u == UINT_MAX - 4);
    assert(sscanf("1 2 3", "%d%*d%d", &a, &b) == 2 && a == 1 && b == 3);
}

// checks: hh h l ll j z t L q
void pass_sscanf__lengths(void) {
    signed char c;
    short s;
    long l;
    long long ll, L, q;
    intmax_t j;
    size_t z;
    ptrdiff_t t;
    assert(sscanf("1 2 3 4 5 6 7 8 9", "%hhd%hd%ld%lld%jd%zu%td%Ld%qd", &c, &s, &l, &ll, &j, &z, &t, &L, &q) == 9);
    assert(c == 1 && s == 2 && l == 3 && ll == 4 && j == 5 && z == 6 && t == 7 && L == 8 && q == 9);
    assert(sscanf("9223372036854775807", "%lld", &ll) == 1 && ll == LLONG_MAX);
    errno = 0;
    assert(sscanf("9223372036854775808", "%lld", &ll) == 1 && ll == LLONG_MAX && errno == ERANGE);
}

// checks: matching failures and the end of the input
void pass_sscanf__results(void) {
    int a = 5, b = 6;
    char s[10];
    assert(sscanf("", "%d", &a) == EOF && a == 5);
    assert(sscanf("   ", "%d", &a) == EOF);
    assert(sscanf("x", "%d", &a) == 0 && a == 5);
    assert(sscanf("1", "%d%d", &a, &b) == 1 && a == 1 && b == 6);
    assert(sscanf("1 x", "%d%d", &a, &b) == 1);
    assert(sscanf("abc", "abd%d", &a) == 0);
    assert(sscanf("ab", "abc%d", &a) == EOF);
    assert(sscanf("-", "%d", &a) == 0 && sscanf("+x", "%d", &a) == 0);
    assert(sscanf("50%", "%d%%%s", &a, s) == 1);
    assert(sscanf("abc", "%%%s", s) == 0);
    assert(sscanf("5", "%*d") == 0 && sscanf("", "%*d") == EOF && sscanf("", "") == 0);
}

// checks: words, characters and sets, with widths
void pass_sscanf__texts(void) {
    char a[10] = "", b[10] = "", c[4] = "...";
    int n = 0;
    assert(sscanf("  hello world", "%s%s", a, b) == 2 && is(a, "hello") && is(b, "world"));
    assert(sscanf("abcdef", "%3s%s", a, b) == 2 && is(a, "abc") && is(b, "def"));
    assert(sscanf(" xy", "%c%2c", a, c) == 2 && a[0] == ' ' && is(c, "xy."));
    assert(sscanf("key=val", "%[^=]=%[a-z]%n", a, b, &n) == 2 && is(a, "key") && is(b, "val") && n == 7);
    assert(sscanf("]a-]x", "%[]a-]%s", a, b) == 2 && is(a, "]a-]") && is(b, "x"));
    assert(sscanf("abc", "%[0-9]", a) == 0 && sscanf("", "%[0-9]", a) == EOF);
    assert(sscanf("aXbX", "%[^X]%*c%1s", a, b) == 2 && is(b, "b"));
    assert(sscanf("12ab", "%*[0-9]%s", a) == 1 && is(a, "ab"));
}

// checks: wide characters in the C locale
void pass_sscanf__wide(void) {
    wchar_t w[10];
    assert(sscanf("ab cd", "%ls", w) == 1 && w[0] == L'a' && w[1] == L'b' && w[2] == 0);
    assert(sscanf("xyz", "%2lc%*c", w) == 1 && w[1] == L'y');
}

// checks: the m modifier allocates
void pass_sscanf__allocates(void) {
    char *a = NULL, *b = NULL, *c = NULL;
    assert(sscanf("hello 123 x", "%ms %m[0-9] %mc", &a, &b, &c) == 3);
    assert(is(a, "hello") && is(b, "123") && c[0] == 'x');
    free(a), free(b), free(c);
    a = NULL;
    assert(sscanf("abc", "%m[0-9]", &a) == 0 && a == NULL);
}

// checks: floating-point numbers
void pass_sscanf__floats(void) {
    float f = 0;
    double d = 0, e = 0;
    long double l = 0;
    assert(sscanf("1.5 -2.25e3 .5", "%f%lf%Lf", &f, &d, &l) == 3 && f == 1.5f && d == -2250 && l == 0.5L);
    assert(sscanf("0x1.8p1 inf", "%la%lg", &d, &e) == 2 && d == 3 && e > 1e308);
    assert(sscanf("1.25", "%3lf%lf", &d, &e) == 2 && d == 1.2 && e == 5);
    assert(sscanf("abc", "%lf", &d) == 0 && sscanf(".", "%lf", &d) == 0 && sscanf("", "%lf", &d) == EOF);
    assert(sscanf("nan", "%lf", &d) == 1 && d != d);
}

// checks: %p reads what printf writes for a null pointer, %n counts
void pass_sscanf__p_n(void) {
    void *p = &p;
    int n = -1;
    signed char small = -1;
    assert(sscanf("(nil) rest", "%p%n%hhn", &p, &n, &small) == 1 && p == NULL && n == 5 && small == 5);
    assert(sscanf("x", "%n%d", &n, &n) == 0 && n == 0);
}

// violates: out-of-bounds: the text has no end
void fail_sscanf(void) {
    int a;
    sscanf(unterminated, "%d", &a);
}

// violates: out-of-bounds: the word does not fit
void fail_sscanf__word(void) {
    char b[3];
    sscanf("hello", hide("%s"), b);
}

// violates: invalid-pointer: the word goes where it comes from
void fail_sscanf__overlap(void) {
    char d[16] = " word";
    sscanf(d, "%s", d);
}

// violates: invalid-pointer: what is read is overwritten, which would never end
void fail_sscanf__overlap_behind(void) {
    char d[16] = "word";
    sscanf(d, "%s", d + 1);
}

// violates: invalid-pointer: the word runs into the text
void fail_sscanf__overlap_later(void) {
    char d[16] = "";
    strcpy(d + 4, "word");
    sscanf(d + 4, "%s", d);
}

// checks: results beside the text, and behind it, in the same object
void pass_sscanf__neighbours(void) {
    char d[16] = "";
    strcpy(d + 5, "word");
    assert(sscanf(d + 5, "%s", d) == 1 && is(d, "word") && sscanf(d + 5, "%2c", d + 10) == 1 && d[10] == 'w');
}

// violates: null-dereference: no place for the result
void fail_sscanf__null(void) { sscanf("5", "%d", (int *)hide(NULL)); }

// violates: null-dereference: no place for the word
void fail_sscanf__null_word(void) { sscanf("word", hide("%s"), hide(NULL)); }

// violates: null-dereference: no place for the character
void fail_sscanf__null_character(void) { sscanf("word", hide("%c"), hide(NULL)); }

// violates: assertion: the number is read
void fail_sscanf__value(void) {
    int a = 0;
    assert(sscanf("77", "%d", &a) == 1 && a != 77);
}

// unknown: numbered arguments
void refuse_sscanf(void) {
    int a;
    sscanf("5", hide("%1$d"), &a);
}

// checks: %p gives an address back that printf has written
void pass_sscanf__p(void) {
    char b[30];
    void *p;
    sprintf(b, "%p", (void *)b);
    assert(sscanf(b, "%p", &p) == 1 && p == b);
}

// checks: without memory the m modifier fails and leaves nothing behind
// options: --malloc-may-fail
void pass_sscanf__no_memory(void) {
    char *a = NULL;
    int n = sscanf("abc", "%ms", &a);
    assert(n == 1 || (n == EOF && a == NULL));
    free(a);
}

// ---- streams ------------------------------------------------------------------------------------

// checks: standard input: "12 0x1f 3.5 word\nline two\nlast"
// options: --stdin test/libc/data/input.txt
void pass_scanf(void) {
    int a, b;
    double d;
    char w[10], x[10], y[10], c;
    assert(scanf("%d%i%lf", &a, &b, &d) == 3 && a == 12 && b == 31 && d == 3.5);
    assert(scanf("%s%c", w, &c) == 2 && is(w, "word") && c == '\n');
    assert(scanf("%d", &a) == 0);
    assert(scanf("%s%s%s", w, x, y) == 3 && is(w, "line") && is(x, "two") && is(y, "last") && feof(stdin));
    assert(scanf("%d", &a) == EOF);
}

// checks: without a file, standard input is empty
void pass_scanf__empty(void) {
    int a = 3;
    assert(scanf("%d", &a) == EOF && a == 3 && feof(stdin));
}

// violates: out-of-bounds: the word does not fit
// options: --stdin test/libc/data/input.txt
void fail_scanf(void) {
    char b[2];
    scanf(hide("%s"), b);
}

// checks: a file; what does not match stays in it
void pass_fscanf(void) {
    FILE *f = tmpfile();
    int a = 0, b = 0;
    fputs("10 20x\n", f);
    rewind(f);
    assert(fscanf(f, "%d%d", &a, &b) == 2 && a == 10 && b == 20);
    assert(fscanf(f, "%d", &a) == 0 && fgetc(f) == 'x');
    assert(fscanf(f, "%d", &a) == EOF && feof(f) && !ferror(f));
    fclose(f);
}

// checks: a stream for writing only gives EBADF
void pass_fscanf__unreadable(void) {
    int a;
    errno = 0;
    FILE *f = fopen("/dev/null", "w");
    assert(fscanf(f, "%d", &a) == EOF && ferror(f) && errno == EBADF);
    fclose(f);
}

// violates: use-after-free: the stream was closed
void fail_fscanf(void) {
    int a;
    FILE *f = tmpfile();
    fclose(f);
    fscanf(f, "%d", &a);
}

// ---- the v forms --------------------------------------------------------------------------------

#define CALL(name, params, call)                                                                   \
    static int name params {                                                                       \
        va_list args;                                                                              \
        va_start(args, fmt);                                                                       \
        int n = call;                                                                              \
        va_end(args);                                                                              \
        return n;                                                                                  \
    }
CALL(my_scanf, (const char *fmt, ...), vscanf(fmt, args))
CALL(my_fscanf, (FILE *f, const char *fmt, ...), vfscanf(f, fmt, args))
CALL(my_sscanf, (const char *text, const char *fmt, ...), vsscanf(text, fmt, args))

// checks: two values
void pass_vsscanf(void) {
    int a;
    char b[5];
    assert(my_sscanf("5 abc", "%d%4s", &a, b) == 2 && a == 5 && is(b, "abc"));
    assert(my_sscanf("x", "%d", &a) == 0 && my_sscanf("", "%d", &a) == EOF);
}

// violates: out-of-bounds: the word does not fit
void fail_vsscanf(void) {
    char b[2];
    my_sscanf("abc", "%s", b);
}

// checks: standard input
// options: --stdin test/libc/data/input.txt
void pass_vscanf(void) {
    int a = 0;
    assert(my_scanf("%d", &a) == 1 && a == 12);
}

// violates: null-dereference: no place for the result
// options: --stdin test/libc/data/input.txt
void fail_vscanf(void) { my_scanf("%d", (int *)NULL); }

// checks: a file
void pass_vfscanf(void) {
    FILE *f = tmpfile();
    int a = 0;
    fputs("99", f);
    rewind(f);
    assert(my_fscanf(f, "%d", &a) == 1 && a == 99 && my_fscanf(f, "%d", &a) == EOF);
    fclose(f);
}

// violates: use-after-free: the stream was closed
void fail_vfscanf(void) {
    int a;
    FILE *f = tmpfile();
    fclose(f);
    my_fscanf(f, "%d", &a);
}
