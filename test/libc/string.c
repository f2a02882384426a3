// SPDX-License-Identifier: Apache-2.0
// <string.h>: blocks, copies and comparisons.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// ---- blocks -------------------------------------------------------------------------------------

// checks: copies exactly n bytes and gives the destination
void pass_memcpy(void) {
    char d[4] = "xyz";
    assert(memcpy(d, "abc", 2) == d && d[0] == 'a' && d[1] == 'b' && d[2] == 'z');
    assert(memcpy(d, "abc", 0) == d && d[0] == 'a');
}

// checks: a call through a pointer is the same function
void pass_memcpy__pointer(void) {
    void *(*copy)(void *, const void *, size_t) = memcpy;
    char d[3];
    copy(d, "hi", 3);
    assert(strcmp(d, "hi") == 0);
}

// violates: out-of-bounds: the destination is too small
void fail_memcpy(void) {
    char s[8] = "abcdefg", *d = malloc(4);
    memcpy(d, s, 8);
}

static int word[2];

static void *write_words(void *arg) {
    int both[2] = {1, 1};
    memcpy(word, both, sizeof both);
    return arg;
}

// violates: assertion: another thread sees the copy half done
void fail_memcpy__torn(void) {
    pthread_t t;
    pthread_create(&t, NULL, write_words, NULL);
    int a = __atomic_load_n(&word[0], __ATOMIC_SEQ_CST), b = __atomic_load_n(&word[1], __ATOMIC_SEQ_CST);
    assert(a == b);
    pthread_join(t, NULL);
}

// checks: overlapping blocks, both ways
void pass_memmove(void) {
    char b[] = "abcdef";
    assert(memmove(b + 1, b, 4) == b + 1 && strcmp(b, "aabcdf") == 0);
    memmove(b, b + 1, 4);
    assert(strcmp(b, "abcddf") == 0);
}

// violates: out-of-bounds: the source is too small
void fail_memmove(void) {
    char d[8], *s = calloc(4, 1);
    memmove(d, s, 8);
}

// checks: sets n bytes to the low byte of c
void pass_memset(void) {
    unsigned char b[4] = {1, 2, 3, 4};
    assert(memset(b, 0x1ff, 3) == b && b[0] == 0xff && b[2] == 0xff && b[3] == 4);
}

// violates: null-dereference: no memory
void fail_memset(void) {
    char *volatile p = NULL;
    memset(p, 0, 4);
}

// checks: gives the end of the copy
void pass_mempcpy(void) {
    char d[8] = "";
    char *end = mempcpy(mempcpy(d, "ab", 2), "cd", 3);
    assert(end == d + 5 && strcmp(d, "abcd") == 0);
}

// violates: use-after-free: the destination was freed
void fail_mempcpy(void) {
    char *d = malloc(4);
    free(d);
    mempcpy(d, "abc", 4);
}

// checks: up to and with the character, or all and NULL
void pass_memccpy(void) {
    char d[8] = "-------";
    assert(memccpy(d, "ab:cd", ':', 5) == d + 3 && memcmp(d, "ab:-", 4) == 0);
    assert(memccpy(d, "xyz", ':', 3) == NULL && memcmp(d, "xyz-", 4) == 0);
}

// violates: out-of-bounds: the character comes too late for the destination
void fail_memccpy(void) {
    char d[2];
    memccpy(d, "abc:", ':', 5);
}

// checks: sign of the first difference, bytes are unsigned
void pass_memcmp(void) {
    assert(memcmp("abc", "abd", 2) == 0);
    assert(memcmp("abc", "abd", 3) < 0 && memcmp("abd", "abc", 3) > 0);
    assert(memcmp("\xff", "\x01", 1) > 0 && memcmp("a\0b", "a\0c", 3) < 0);
    assert(memcmp("a", "b", 0) == 0);
}

// violates: out-of-bounds: n is larger than one of the blocks
void fail_memcmp(void) {
    char a[4] = "abc", *b = calloc(2, 1);
    memcpy(b, "ab", 2);
    volatile int r = memcmp(a, b, 4);
    (void)r;
}

// checks: the first such byte among n
void pass_memchr(void) {
    const char s[] = "abcb";
    assert(memchr(s, 'b', 4) == s + 1 && memchr(s, 'c', 2) == NULL && memchr(s, 0, 5) == s + 4);
    assert(memchr(s, 'b' + 256, 4) == s + 1);
}

// violates: out-of-bounds: not found within the block
void fail_memchr(void) {
    char *s = calloc(2, 1);
    volatile char *p = memchr(s, 'x', 3);
    (void)p;
}

// checks: the last such byte among n
void pass_memrchr(void) {
    const char s[] = "abcb";
    assert(memrchr(s, 'b', 4) == s + 3 && memrchr(s, 'b', 3) == s + 1 && memrchr(s, 'x', 4) == NULL);
}

// violates: out-of-bounds: the block is smaller than n
void fail_memrchr(void) {
    char s[2] = "a";
    assert(memrchr(s, 'a', 3) == s);
}

// checks: looks for a byte that is there
void pass_rawmemchr(void) {
    const char s[] = "abc";
    assert(rawmemchr(s, 'c') == s + 2 && rawmemchr(s, 0) == s + 3);
}

// violates: out-of-bounds: the byte is not there
void fail_rawmemchr(void) {
    char s[2] = "a";
    assert(rawmemchr(s, 'x') == NULL);
}

// checks: blocks in blocks, with zeros, empty ones
void pass_memmem(void) {
    const char h[] = "a\0bab";
    assert(memmem(h, 5, "ab", 2) == h + 3 && memmem(h, 5, "\0b", 2) == h + 1);
    assert(memmem(h, 5, "abc", 3) == NULL && memmem(h, 2, "abc", 3) == NULL && memmem(h, 5, "", 0) == h);
}

// violates: out-of-bounds: the size of the needle is wrong
void fail_memmem(void) {
    char h[4] = "aaa", n[1] = {'a'};
    assert(memmem(h, 4, n, 2) == h);
}

// checks: the block is zero afterwards
void pass_explicit_bzero(void) {
    char b[3] = "ab";
    explicit_bzero(b, 2);
    assert(b[0] == 0 && b[1] == 0 && b[2] == 0);
}

// violates: out-of-bounds: more than there is
void fail_explicit_bzero(void) {
    char *b = malloc(2);
    explicit_bzero(b, 3);
}

// checks: twice is the identity
void pass_memfrob(void) {
    char b[] = "ab";
    assert(memfrob(b, 2) == b && b[0] == ('a' ^ 42) && b[2] == 0);
    memfrob(b, 2);
    assert(strcmp(b, "ab") == 0);
}

// violates: out-of-bounds: more than there is
void fail_memfrob(void) {
    char b[2] = "a";
    memfrob(b, 3);
}

// ---- lengths and copies -------------------------------------------------------------------------

// checks: characters before the zero
void pass_strlen(void) { assert(strlen("abc") == 3 && strlen("") == 0 && strlen("a\0b") == 1); }

// violates: out-of-bounds: the string has no end
void fail_strlen(void) {
    char b[2] = {'a', 'b'};
    assert(strlen(b) == 2);
}

// violates: null-dereference: no string
void fail_strlen__null(void) {
    const char *volatile s = NULL;
    assert(strlen(s) == 0);
}

// checks: does not look beyond max
void pass_strnlen(void) {
    char b[2] = {'a', 'b'};
    assert(strnlen(b, 2) == 2 && strnlen("abc", 8) == 3 && strnlen(b, 0) == 0);
}

// violates: out-of-bounds: max is too large
void fail_strnlen(void) {
    char b[2] = {'a', 'b'};
    assert(strnlen(b, 3) == 2);
}

// checks: copies with the zero
void pass_strcpy(void) {
    char d[8] = "xxxxxxx";
    assert(strcpy(d, "ab") == d && strcmp(d, "ab") == 0 && d[3] == 'x');
}

// violates: out-of-bounds: no room for the zero
void fail_strcpy(void) {
    char d[3];
    strcpy(d, "abc");
}

// checks: pads with zeros, ends without one when the text is too long
void pass_strncpy(void) {
    char d[6] = "xxxxx";
    assert(strncpy(d, "ab", 4) == d && d[1] == 'b' && d[2] == 0 && d[3] == 0 && d[4] == 'x');
    strncpy(d, "abcdef", 3);
    assert(memcmp(d, "abc\0x", 5) == 0);
}

// violates: out-of-bounds: the padding does not fit
void fail_strncpy(void) {
    char *d = malloc(3);
    strncpy(d, "a", 4);
}

// checks: gives the address of the zero
void pass_stpcpy(void) {
    char d[8];
    assert(stpcpy(stpcpy(d, "ab"), "cd") == d + 4 && strcmp(d, "abcd") == 0);
}

// violates: out-of-bounds: the destination is too small
void fail_stpcpy(void) {
    char *d = malloc(3);
    stpcpy(stpcpy(d, "ab"), "c");
}

// checks: gives the first zero, or the end when there is none
void pass_stpncpy(void) {
    char d[6] = "xxxxx";
    assert(stpncpy(d, "ab", 4) == d + 2 && d[3] == 0 && d[4] == 'x');
    assert(stpncpy(d, "abcd", 3) == d + 3);
}

// violates: out-of-bounds: the padding does not fit
void fail_stpncpy(void) {
    char *d = malloc(3);
    stpncpy(d, "a", 4);
}

// checks: appends
void pass_strcat(void) {
    char d[6] = "ab";
    assert(strcat(d, "cd") == d && strcmp(d, "abcd") == 0 && strcat(d, "") == d);
}

// violates: out-of-bounds: no room for the zero
void fail_strcat(void) {
    char d[4] = "ab";
    strcat(d, "cd");
}

// checks: appends at most n characters and always a zero
void pass_strncat(void) {
    char d[6] = "ab";
    assert(strncat(d, "cdef", 2) == d && strcmp(d, "abcd") == 0);
    strncat(d, "e", 5);
    assert(strcmp(d, "abcde") == 0);
}

// violates: out-of-bounds: n characters fit, the zero does not
void fail_strncat(void) {
    char d[4] = "ab";
    strncat(d, "cd", 2);
}

// checks: a copy of its own
void pass_strdup(void) {
    char s[] = "ab", *d = strdup(s);
    assert(d && d != s && strcmp(d, "ab") == 0);
    s[0] = 'x';
    assert(d[0] == 'a');
    free(d);
}

// violates: out-of-bounds: the copy is as large as the text
void fail_strdup(void) {
    char *d = strdup("ab");
    d[3] = 'c';
}

// checks: at most n characters, and a zero
void pass_strndup(void) {
    char *b = calloc(2, 1);
    b[0] = 'a';
    b[1] = 'b';
    char *d = strndup(b, 2), *e = strndup("a", 5);
    assert(strcmp(d, "ab") == 0 && strcmp(e, "a") == 0);
    free(d);
    free(e);
    free(b);
}

// violates: use-after-free: the copy was freed
void fail_strndup(void) {
    char *d = strndup("abc", 2);
    free(d);
    assert(d[0] == 'a');
}

// checks: in the C locale the transformed text is the text
void pass_strxfrm(void) {
    char d[4];
    assert(strxfrm(d, "abc", 4) == 3 && strcmp(d, "abc") == 0);
    assert(strxfrm(NULL, "abc", 0) == 3 && strxfrm(d, "abcdef", 4) == 6);
}

// violates: out-of-bounds: the destination is smaller than n
void fail_strxfrm(void) {
    char *d = malloc(3);
    strxfrm(d, "abc", 4);
}

// checks: the same with a locale
void pass_strxfrm_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    char d[4];
    assert(strxfrm_l(d, "abc", 4, c) == 3 && strcmp(d, "abc") == 0);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_strxfrm_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    char d[4];
    freelocale(c);
    strxfrm_l(d, "abc", 4, c);
}

// ---- comparison ---------------------------------------------------------------------------------

// checks: order of unsigned bytes
void pass_strcmp(void) {
    assert(strcmp("abc", "abc") == 0 && strcmp("ab", "abc") < 0 && strcmp("b", "abc") > 0);
    assert(strcmp("\xff", "a") > 0 && strcmp("", "") == 0);
}

// violates: null-dereference: no string
void fail_strcmp(void) {
    const char *volatile s = NULL;
    assert(strcmp("a", s) > 0);
}

// checks: looks at n characters, and not behind the zero
void pass_strncmp(void) {
    assert(strncmp("abc", "abd", 2) == 0 && strncmp("abc", "abd", 3) < 0 && strncmp("a", "a", 9) == 0);
    char b[2] = {'a', 'b'};
    assert(strncmp(b, "abc", 2) == 0 && strncmp("x", "y", 0) == 0);
}

// violates: out-of-bounds: equal so far, and one ends
void fail_strncmp(void) {
    char b[2] = {'a', 'b'};
    assert(strncmp(b, "abc", 3) != 0);
}

// checks: the C locale has the order of strcmp
void pass_strcoll(void) { assert(strcoll("B", "a") < 0 && strcoll("a", "a") == 0 && strcoll("b", "a") > 0); }

// violates: out-of-bounds: the string has no end
void fail_strcoll(void) {
    char b[2] = {'a', 'b'};
    assert(strcoll(b, "abc") < 0);
}

// checks: the same with a locale
void pass_strcoll_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(strcoll_l("B", "a", c) < 0 && strcoll_l("a", "a", c) == 0);
    freelocale(c);
}

// violates: null-dereference: no locale
void fail_strcoll_l(void) {
    volatile locale_t none = (locale_t)0;
    assert(strcoll_l("a", "b", none) < 0);
}

// checks: numbers by value, leading zeros as fractions
void pass_strverscmp(void) {
    assert(strverscmp("no digit", "no digit") == 0);
    assert(strverscmp("item#99", "item#100") < 0 && strverscmp("alpha1", "alpha001") > 0);
    assert(strverscmp("part1_f012", "part1_f01") > 0 && strverscmp("foo.009", "foo.0") < 0);
    assert(strverscmp("000", "00") < 0 && strverscmp("01", "010") < 0 && strverscmp("9", "10") < 0);
    assert(strverscmp("a9b", "a10") < 0 && strverscmp("09", "0") < 0 && strverscmp("1", "") > 0);
}

// violates: assertion: it is not the order of strcmp
void fail_strverscmp(void) { assert(strverscmp("file9", "file10") > 0); }

// ---- order of characters ------------------------------------------------------------------------

// checks: the same characters in some order
void pass_strfry(void) {
    char s[] = "abc";
    assert(strfry(s) == s && strlen(s) == 3);
    assert(s[0] + s[1] + s[2] == 'a' + 'b' + 'c' && strchr(s, 'a') && strchr(s, 'b'));
    char e[] = "";
    assert(strfry(e) == e && *e == 0);
}

// violates: assertion: every order is possible
void fail_strfry(void) {
    char s[] = "abc";
    strfry(s);
    assert(strcmp(s, "cab") != 0);
}
