// SPDX-License-Identifier: Apache-2.0
// Conformance tests: stdlib.h, numbers from text and whole numbers
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *end;

static int ends_at(const char *rest) { return strcmp(end, rest) == 0; }

// checks: white space, signs, the end of the number; text without a number gives 0
void pass_strtol(void) {
    assert(strtol(" \t-12ab", &end, 10) == -12 && ends_at("ab"));
    assert(strtol("+7", NULL, 10) == 7);
    assert(strtol("x", &end, 10) == 0 && ends_at("x"));
    assert(strtol("  -", &end, 10) == 0 && ends_at("  -"));
}

// checks: bases 2 to 36 and the prefixes of base 0; 0x without digits is the number 0
void pass_strtol__bases(void) {
    assert(strtol("101", NULL, 2) == 5 && strtol("zZ", NULL, 36) == 35 * 36 + 35);
    assert(strtol("0x1fg", &end, 0) == 31 && ends_at("g"));
    assert(strtol("0X1f", NULL, 16) == 31 && strtol("017", NULL, 0) == 15 && strtol("19", NULL, 0) == 19);
    assert(strtol("0xg", &end, 0) == 0 && ends_at("xg"));
    assert(strtol("08", &end, 0) == 0 && ends_at("8"));
}

// checks: ERANGE with the nearest value; EINVAL for a base that does not exist
void pass_strtol__errors(void) {
    errno = 0;
    assert(strtol("99999999999999999999z", &end, 10) == LONG_MAX && errno == ERANGE && ends_at("z"));
    errno = 0;
    assert(strtol("-99999999999999999999", NULL, 10) == LONG_MIN && errno == ERANGE);
    errno = 0;
    assert(strtol("1", NULL, 37) == 0 && errno == EINVAL);
    errno = 0;
    assert(strtol("1", NULL, 1) == 0 && errno == EINVAL);
}

// violates: out-of-bounds: the text has no end
void fail_strtol(void) {
    char text[2] = {'1', '2'};
    assert(strtol(text, NULL, 10) == 12);
}

// violates: assertion: 08 is not an octal number
void fail_strtol__octal(void) { assert(strtol("08", NULL, 0) == 8); }

// checks: a minus sign negates; ERANGE gives ULONG_MAX
void pass_strtoul(void) {
    errno = 0;
    assert(strtoul("-1", NULL, 10) == ULONG_MAX && errno == 0);
    assert(strtoul("0xff", &end, 0) == 255 && ends_at(""));
    assert(strtoul("99999999999999999999", NULL, 10) == ULONG_MAX && errno == ERANGE);
}

// violates: null-dereference: there is no text
void fail_strtoul(void) {
    char *volatile none = NULL;
    (void)strtoul(none, NULL, 10);
}

// checks: the limits of long long, ERANGE beyond
void pass_strtoll(void) {
    errno = 0;
    assert(strtoll("9223372036854775807", NULL, 10) == LLONG_MAX && errno == 0);
    assert(strtoll("-9223372036854775808", NULL, 10) == LLONG_MIN && errno == 0);
    assert(strtoll("9223372036854775808", NULL, 10) == LLONG_MAX && errno == ERANGE);
    errno = 0;
    assert(strtoll("-9223372036854775809", NULL, 10) == LLONG_MIN && errno == ERANGE);
}

// violates: assertion: a number that is too large is not cut to its low bits
void fail_strtoll(void) { assert(strtoll("18446744073709551617", NULL, 10) == 1); }

// checks: the limit of unsigned long long, ERANGE beyond
void pass_strtoull(void) {
    errno = 0;
    assert(strtoull("18446744073709551615", NULL, 10) == ULLONG_MAX && errno == 0);
    assert(strtoull("18446744073709551616", NULL, 10) == ULLONG_MAX && errno == ERANGE);
}

// violates: out-of-bounds: the text has no end
void fail_strtoull(void) {
    char text[1] = {'1'};
    strtoull(text, NULL, 10);
}

// checks: digits up to the first other character
void pass_atoi(void) { assert(atoi(" -42x") == -42 && atoi("") == 0 && atoi("2147483647") == INT_MAX); }

// violates: null-dereference: there is no text
void fail_atoi(void) {
    char *volatile none = NULL;
    assert(atoi(none) == 0);
}

// checks: digits up to the first other character
void pass_atol(void) { assert(atol("2147483647.5") == 2147483647 && atol("+0x10") == 0); }

// violates: assertion: prefixes are not known
void fail_atol(void) { assert(atol("0x10") == 16); }

// checks: digits up to the first other character
void pass_atoll(void) { assert(atoll("-9223372036854775807") == -LLONG_MAX); }

// violates: out-of-bounds: the text has no end
void fail_atoll(void) {
    char text[1] = {'1'};
    assert(atoll(text) == 1);
}

// checks: correctly rounded values, exponents, and where the number ends
void pass_strtod(void) {
    assert(strtod(" 1.5e3x", &end) == 1500 && ends_at("x"));
    assert(strtod("0.1", NULL) == 0.1 && strtod("1e23", NULL) == 1e23);
    assert(strtod("9007199254740993", NULL) == 9007199254740992.0);
    assert(strtod("9007199254740993.00000000000000000000000001", NULL) == 9007199254740994.0);
    assert(strtod("2.2250738585072011e-308", NULL) == 2.2250738585072011e-308);
    assert(strtod("-.5e", &end) == -0.5 && ends_at("e"));
    assert(strtod("1e+", &end) == 1 && ends_at("e+"));
    assert(strtod(".", &end) == 0 && ends_at("."));
}

// checks: hexadecimal numbers, infinity, NaN
void pass_strtod__forms(void) {
    assert(strtod("0x1.8p1z", &end) == 3 && ends_at("z"));
    assert(strtod("0x1.00000000000008p0", NULL) == 1 && strtod("0x1.000000000000081p0", NULL) == 1 + DBL_EPSILON);
    assert(strtod("0x", &end) == 0 && ends_at("x"));
    assert(strtod("-InF", &end) == -INFINITY && ends_at(""));
    assert(strtod("infinit", &end) == INFINITY && ends_at("init"));
    assert(isnan(strtod("nan(12)x", &end)) && ends_at("x"));
    assert(isnan(strtod("nan(", &end)) && ends_at("("));
    assert(signbit(strtod("-0", NULL)));
}

// checks: ERANGE for results that are too large, or that lose bits because they are too small
void pass_strtod__errors(void) {
    errno = 0;
    assert(strtod("4.9406564584124654e-324", NULL) > 0 && errno == ERANGE);
    errno = 0;
    assert(strtod("1e309", NULL) == HUGE_VAL && errno == ERANGE);
    errno = 0;
    assert(strtod("-1e999999999999", NULL) == -HUGE_VAL && errno == ERANGE);
    errno = 0;
    assert(strtod("1e-999999999999", NULL) == 0 && errno == ERANGE);
    errno = 0;
    assert(strtod("0e999999999999", NULL) == 0 && errno == 0);
    assert(strtod("0x1p-1074", NULL) > 0 && errno == 0);
    assert(strtod("1.7976931348623157e308", NULL) == DBL_MAX && errno == 0);
}

// violates: out-of-bounds: the text has no end
void fail_strtod(void) {
    char text[3] = {'1', '.', '5'};
    strtod(text, NULL);
}

// violates: assertion: ties go to the even number
void fail_strtod__ties(void) { assert(strtod("9007199254740993", NULL) > 9007199254740992.0); }

// checks: rounded once, not by way of double; ERANGE
void pass_strtof(void) {
    assert(strtof("0.1", NULL) == 0.1f && strtof("16777217", NULL) == 16777216.0f);
    // Just above the middle of two floats, and so near that the nearest double is the middle itself.
    assert(strtof("1.00000005960464477539062500001", NULL) == 1 + FLT_EPSILON);
    assert(strtof("3.4028235e38", &end) == FLT_MAX && ends_at(""));
    errno = 0;
    assert(strtof("1e39", NULL) == HUGE_VALF && errno == ERANGE);
    errno = 0;
    assert(strtof("1e-50", NULL) == 0 && errno == ERANGE);
}

// violates: assertion: a float does not hold this number
void fail_strtof(void) { assert(strtof("16777217", NULL) == 16777217.0); }

// checks: all 64 bits of an extended number
void pass_strtold(void) {
    assert(strtold("18446744073709551615", NULL) == 18446744073709551615.0L);
    assert(strtold("0.1", NULL) == 0.1L && strtold("0.1", NULL) != 0.1);
    assert(strtold("0x1.8p-16400", &end) > 0 && ends_at(""));
    errno = 0;
    assert(strtold("1e4933", NULL) == HUGE_VALL && errno == ERANGE);
}

// violates: null-dereference: there is no text
void fail_strtold(void) {
    char *volatile none = NULL;
    strtold(none, NULL);
}

// checks: as strtod
void pass_atof(void) { assert(atof("-2.5e-1kg") == -0.25 && atof("none") == 0); }

// violates: assertion: decimal fractions are rounded
void fail_atof(void) { assert(atof("0.1") + atof("0.2") == atof("0.3")); }

// checks: both signs and 0
void pass_abs(void) { assert(abs(-5) == 5 && abs(5) == 5 && abs(0) == 0 && abs(INT_MIN + 1) == INT_MAX); }

// violates: assertion: INT_MIN has no absolute value
void fail_abs(void) {
    volatile int least = INT_MIN;
    assert(abs(least) >= 0);
}

// checks: both signs
void pass_labs(void) { assert(labs(-5L) == 5 && labs(LONG_MIN + 1) == LONG_MAX); }

// violates: assertion: LONG_MIN has no absolute value
void fail_labs(void) {
    volatile long least = LONG_MIN;
    assert(labs(least) >= 0);
}

// checks: both signs
void pass_llabs(void) { assert(llabs(-5LL) == 5 && llabs(LLONG_MIN + 1) == LLONG_MAX); }

// violates: assertion: LLONG_MIN has no absolute value
void fail_llabs(void) {
    volatile long long least = LLONG_MIN;
    assert(llabs(least) >= 0);
}

// checks: quotient towards 0 and remainder with the sign of the first number
void pass_div(void) {
    div_t d = div(-7, 2);
    assert(d.quot == -3 && d.rem == -1);
}

// violates: division-by-zero: the divisor is 0
void fail_div(void) {
    volatile int zero = 0;
    assert(div(1, zero).quot == 0);
}

// checks: quotient and remainder
void pass_ldiv(void) {
    ldiv_t d = ldiv(7, -2);
    assert(d.quot == -3 && d.rem == 1);
}

// violates: division-by-zero: the divisor is 0
void fail_ldiv(void) {
    volatile long zero = 0;
    assert(ldiv(1, zero).quot == 0);
}

// checks: quotient and remainder
void pass_lldiv(void) {
    lldiv_t d = lldiv(LLONG_MIN, 10);
    assert(d.quot == -922337203685477580 && d.rem == -8);
}

// violates: division-by-zero: the divisor is 0
void fail_lldiv(void) {
    volatile long long zero = 0;
    assert(lldiv(1, zero).quot == 0);
}

// checks: six bits a character, the lowest first
void pass_a64l(void) { assert(a64l("t.1") == 12345 && a64l("") == 0 && (int)a64l("zzzzz1") == -1); }

// violates: assertion: the first character is the lowest digit
void fail_a64l(void) { assert(a64l("/.") == 64); }

// checks: the inverse of a64l
void pass_l64a(void) {
    assert(strcmp(l64a(12345), "t.1") == 0 && *l64a(0) == 0);
    assert(a64l(l64a(987654321)) == 987654321);
}

// violates: assertion: the next call overwrites the result
void fail_l64a(void) {
    char *first = l64a(1), *second = l64a(2);
    assert(strcmp(first, second) != 0);
}
