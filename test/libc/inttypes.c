// SPDX-License-Identifier: Apache-2.0
// Conformance tests: inttypes.h
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>

// checks: the limits of intmax_t, ERANGE beyond, the end of the number
void pass_strtoimax(void) {
    char *end;
    assert(strtoimax("-9223372036854775808 ", &end, 10) == INTMAX_MIN && *end == ' ');
    errno = 0;
    assert(strtoimax("9223372036854775808", NULL, 10) == INTMAX_MAX && errno == ERANGE);
    errno = 0;
    assert(strtoimax("1", NULL, 99) == 0 && errno == EINVAL);
}

// violates: out-of-bounds: the text has no end
void fail_strtoimax(void) {
    char text[1] = {'1'};
    strtoimax(text, NULL, 10);
}

// checks: the limit of uintmax_t, ERANGE beyond
void pass_strtoumax(void) {
    assert(strtoumax("0xffffffffffffffff", NULL, 0) == UINTMAX_MAX);
    errno = 0;
    assert(strtoumax("18446744073709551616", NULL, 10) == UINTMAX_MAX && errno == ERANGE);
}

// violates: assertion: a minus sign is accepted and negates
void fail_strtoumax(void) { assert(strtoumax("-1", NULL, 10) <= 1); }

// checks: both signs
void pass_imaxabs(void) { assert(imaxabs(-3) == 3 && imaxabs(INTMAX_MIN + 1) == INTMAX_MAX); }

// violates: assertion: INTMAX_MIN has no absolute value
void fail_imaxabs(void) {
    volatile intmax_t least = INTMAX_MIN;
    assert(imaxabs(least) >= 0);
}

// checks: quotient and remainder
void pass_imaxdiv(void) {
    imaxdiv_t d = imaxdiv(-7, 3);
    assert(d.quot == -2 && d.rem == -1);
}

// violates: division-by-zero: the divisor is 0
void fail_imaxdiv(void) {
    volatile intmax_t zero = 0;
    assert(imaxdiv(1, zero).quot == 0);
}
