// SPDX-License-Identifier: Apache-2.0
// <strings.h>
#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// checks: 0 for the same bytes only
void pass_bcmp(void) { assert(bcmp("abc", "abd", 2) == 0 && bcmp("abc", "abd", 3) != 0 && bcmp("a", "b", 0) == 0); }

// violates: out-of-bounds: n is larger than one of the blocks
void fail_bcmp(void) {
    char *a = calloc(2, 1), b[3] = "";
    volatile int r = bcmp(a, b, 3);
    (void)r;
}

// checks: from the first to the second, also when they overlap
void pass_bcopy(void) {
    char b[] = "abcd";
    bcopy(b, b + 1, 3);
    assert(strcmp(b, "aabc") == 0);
}

// violates: out-of-bounds: the second argument is the destination
void fail_bcopy(void) {
    char *d = malloc(2);
    bcopy("abc", d, 3);
}

// checks: zeros
void pass_bzero(void) {
    char b[3] = "ab";
    bzero(b + 1, 1);
    assert(b[0] == 'a' && b[1] == 0);
}

// violates: use-after-free: the block was freed
void fail_bzero(void) {
    char *b = malloc(2);
    free(b);
    bzero(b, 2);
}

// checks: as strchr
void pass_index(void) {
    const char s[] = "abcb";
    assert(index(s, 'b') == s + 1 && index(s, 0) == s + 4 && index(s, 'x') == NULL);
}

// violates: out-of-bounds: the string has no end
void fail_index(void) {
    char b[2] = {'a', 'b'};
    assert(index(b, 'x') == NULL);
}

// checks: as strrchr
void pass_rindex(void) {
    const char s[] = "abcb";
    assert(rindex(s, 'b') == s + 3 && rindex(s, 0) == s + 4 && rindex(s, 'x') == NULL);
}

// violates: out-of-bounds: the string has no end
void fail_rindex(void) {
    char b[2] = {'a', 'b'};
    assert(rindex(b, 'a') == b);
}

// checks: bits count from 1, 0 for none
void pass_ffs(void) {
    int (*f)(int) = ffs;
    assert(f(0) == 0 && f(1) == 1 && f(12) == 3 && f(INT_MIN) == 32 && ffs(8) == 4);
}

// violates: assertion: bits do not count from 0
void fail_ffs(void) { assert(ffs(8) == 3); }

// checks: the whole width of a long
void pass_ffsl(void) {
    int (*f)(long) = ffsl;
    assert(f(0) == 0 && f(-1) == 1 && f(LONG_MIN) == (int)sizeof(long) * 8 && ffsl(6) == 2);
}

// violates: assertion: the upper half counts too
void fail_ffsl(void) { assert(ffsl(LONG_MIN) == 0); }

// checks: the whole width of a long long
void pass_ffsll(void) {
    int (*f)(long long) = ffsll;
    assert(f(0) == 0 && f(1LL << 40) == 41 && f(LLONG_MIN) == 64 && ffsll(1LL << 33) == 34);
}

// violates: assertion: the upper half counts too
void fail_ffsll(void) { assert(ffsll(1LL << 40) == 0); }

// checks: without regard to case, as lower case
void pass_strcasecmp(void) {
    assert(strcasecmp("aBc", "AbC") == 0 && strcasecmp("a", "B") < 0 && strcasecmp("_", "A") < 0);
    assert(strcasecmp("ab", "ABC") < 0 && strcasecmp("\xe4", "\xc4") > 0);
}

// violates: out-of-bounds: equal so far, and one ends
void fail_strcasecmp(void) {
    char b[2] = {'a', 'B'};
    assert(strcasecmp(b, "abc") < 0);
}

// checks: looks at n characters
void pass_strncasecmp(void) {
    assert(strncasecmp("abX", "ABy", 2) == 0 && strncasecmp("abX", "ABy", 3) < 0 && strncasecmp("a", "A", 9) == 0);
}

// violates: null-dereference: no string
void fail_strncasecmp(void) {
    const char *volatile s = NULL;
    assert(strncasecmp("a", s, 1) > 0);
}

// checks: the same with a locale
void pass_strcasecmp_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(strcasecmp_l("aB", "Ab", c) == 0 && strcasecmp_l("a", "B", c) < 0);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_strcasecmp_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(strcasecmp_l("aB", "Ab", c) == 0);
}

// checks: the same with a locale
void pass_strncasecmp_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(strncasecmp_l("aBx", "Aby", 2, c) == 0 && strncasecmp_l("aBx", "Aby", 3, c) < 0);
    freelocale(c);
}

// violates: null-dereference: no locale
void fail_strncasecmp_l(void) {
    volatile locale_t none = (locale_t)0;
    assert(strncasecmp_l("a", "a", 1, none) == 0);
}
