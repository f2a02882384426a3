// SPDX-License-Identifier: Apache-2.0
// <string.h>: lengths, copies and comparisons of strings.
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

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

// violates: invalid-pointer: the text is copied into itself
void fail_strcpy__overlap(void) {
    char d[16] = "abcdef";
    strcpy(d + 6, d);
}

// checks: texts beside each other in one array
void pass_strcpy__neighbours(void) {
    char d[8] = "abc";
    assert(strcmp(strcpy(d + 4, d), "abc") == 0);
    assert(strcmp(strncpy(d, d + 4, 4), "abc") == 0);
    memcpy(d, "abcdefg", 7);
    assert(*strncat(strcpy(d, "x"), d + 4, 2) == 'x' && memcmp(d, "xef", 4) == 0);
    char e[8] = "abc";
    assert(strcmp(strncat(e + 3, e, 3), "abc") == 0);
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

// violates: invalid-pointer: the zeros that are added reach the source
void fail_strncpy__overlap(void) {
    char d[16] = "abcdefghijklmno";
    d[12] = '\0';
    strncpy(d, d + 10, 11);
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

// violates: invalid-pointer: the text is copied onto itself
void fail_stpcpy__overlap(void) {
    char d[8] = "abc";
    stpcpy(d, d + 1);
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

// violates: invalid-pointer: the text is copied onto itself
void fail_stpncpy__overlap(void) {
    char d[8] = "abcdefg";
    stpncpy(d + 2, d, 4);
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

// violates: invalid-pointer: a text is appended to itself
void fail_strcat__overlap(void) {
    char d[16] = "abc";
    strcat(d, d);
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

// violates: invalid-pointer: the end of a text is appended to it
void fail_strncat__overlap(void) {
    char d[16] = "abc";
    strncat(d, d + 2, 1);
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
