// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// The text that snprintf and sprintf produce is the real one.
#include <assert.h>
#include <stdio.h>
#include <string.h>

static char buf[80];
#define IS(expected, ...) \
    assert(snprintf(buf, sizeof buf, __VA_ARGS__) == (int)strlen(expected) && !strcmp(buf, expected))

int main(void) {
    IS("42 -7 2a 2A 52", "%d %i %x %X %o", 42, -7, 42, 42, 42);
    IS("   42|42   |00042|+42", "%5d|%-5d|%05d|%+d", 42, 42, 42, 42);
    IS("0x2a 052", "%#x %#o", 42, 42);
    IS("4294967295 18446744073709551615 -9223372036854775808", "%u %lu %ld", 4294967295u, 18446744073709551615u,
       -9223372036854775807L - 1);
    IS("-1 255 7", "%hhd %hhu %zu", 255, 255, sizeof "abcdef");
    IS("abc|  abc|ab|%", "%s|%5s|%.2s|%%", "abc", "abc", "abc");
    IS("x  y", "%c%3c", 'x', 'y');
    IS("3.140000 3.14 3e+00 0.5", "%f %.2f %.0e %g", 3.14, 3.14, 3.14, 0.5);
    IS("2.500", "%.3Lf", 2.5L);
    IS("   7|7   ", "%*d|%-*d", 4, 7, 4, 7);
    assert(snprintf(buf, 4, "%s", "abcdef") == 6 && !strcmp(buf, "abc"));
    assert(snprintf(NULL, 0, "%d", 12345) == 5);
    assert(sprintf(buf, "%s-%d", "n", 1) == 3 && !strcmp(buf, "n-1"));
    return 0;
}
