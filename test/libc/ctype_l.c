// SPDX-License-Identifier: Apache-2.0
// <ctype.h> with locales.
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <locale.h>

// checks: letters and digits, with a locale
void pass_isalnum_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(isalnum_l('a', c) && isalnum_l('5', c) && !isalnum_l('_', c));
    assert((isalnum_l)('a', c) && !(isalnum_l)('_', c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_isalnum_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(isalnum_l('a', c));
}

// violates: out-of-bounds: the value is no character
void fail_isalnum_l__character(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(!(isalnum_l)(1000, c));
}

// checks: letters, with a locale
void pass_isalpha_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(isalpha_l('a', c) && isalpha_l('Z', c) && !isalpha_l('5', c));
    assert((isalpha_l)('a', c) && !(isalpha_l)('5', c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_isalpha_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(isalpha_l('a', c));
}

// violates: out-of-bounds: the value is no character
void fail_isalpha_l__character(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(!(isalpha_l)(1000, c));
}

// checks: space and tab, with a locale
void pass_isblank_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(isblank_l(' ', c) && isblank_l('\t', c) && !isblank_l('\n', c));
    assert((isblank_l)(' ', c) && !(isblank_l)('\n', c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_isblank_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(isblank_l(' ', c));
}

// violates: out-of-bounds: the value is no character
void fail_isblank_l__character(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(!(isblank_l)(1000, c));
}

// checks: control characters, with a locale
void pass_iscntrl_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(iscntrl_l(0, c) && iscntrl_l(127, c) && !iscntrl_l(' ', c) && (iscntrl_l)(0, c) && !(iscntrl_l)(' ', c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_iscntrl_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(iscntrl_l(0, c));
}

// violates: out-of-bounds: the value is no character
void fail_iscntrl_l__character(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(!(iscntrl_l)(1000, c));
}

// checks: digits, with a locale
void pass_isdigit_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(isdigit_l('0', c) && isdigit_l('9', c) && !isdigit_l('a', c));
    assert((isdigit_l)('0', c) && !(isdigit_l)('a', c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_isdigit_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(isdigit_l('0', c));
}

// violates: out-of-bounds: the value is no character
void fail_isdigit_l__character(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(!(isdigit_l)(1000, c));
}

// checks: what can be seen, with a locale
void pass_isgraph_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(isgraph_l('!', c) && isgraph_l('a', c) && !isgraph_l(' ', c));
    assert((isgraph_l)('!', c) && !(isgraph_l)(' ', c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_isgraph_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(isgraph_l('!', c));
}

// violates: out-of-bounds: the value is no character
void fail_isgraph_l__character(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(!(isgraph_l)(1000, c));
}

// checks: small letters, with a locale
void pass_islower_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(islower_l('a', c) && islower_l('z', c) && !islower_l('A', c));
    assert((islower_l)('a', c) && !(islower_l)('A', c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_islower_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(islower_l('a', c));
}

// violates: out-of-bounds: the value is no character
void fail_islower_l__character(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(!(islower_l)(1000, c));
}

// checks: what can be printed, with a locale
void pass_isprint_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(isprint_l(' ', c) && isprint_l('~', c) && !isprint_l('\n', c));
    assert((isprint_l)(' ', c) && !(isprint_l)('\n', c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_isprint_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(isprint_l(' ', c));
}

// violates: out-of-bounds: the value is no character
void fail_isprint_l__character(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(!(isprint_l)(1000, c));
}

// checks: what can be seen and is neither letter nor digit, with a locale
void pass_ispunct_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(ispunct_l('!', c) && ispunct_l('_', c) && !ispunct_l('a', c));
    assert((ispunct_l)('!', c) && !(ispunct_l)('a', c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_ispunct_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(ispunct_l('!', c));
}

// violates: out-of-bounds: the value is no character
void fail_ispunct_l__character(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(!(ispunct_l)(1000, c));
}

// checks: white space, with a locale
void pass_isspace_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(isspace_l(' ', c) && isspace_l('\r', c) && !isspace_l('a', c));
    assert((isspace_l)(' ', c) && !(isspace_l)('a', c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_isspace_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(isspace_l(' ', c));
}

// violates: out-of-bounds: the value is no character
void fail_isspace_l__character(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(!(isspace_l)(1000, c));
}

// checks: capital letters, with a locale
void pass_isupper_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(isupper_l('A', c) && isupper_l('Z', c) && !isupper_l('a', c));
    assert((isupper_l)('A', c) && !(isupper_l)('a', c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_isupper_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(isupper_l('A', c));
}

// violates: out-of-bounds: the value is no character
void fail_isupper_l__character(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(!(isupper_l)(1000, c));
}

// checks: hexadecimal digits, with a locale
void pass_isxdigit_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(isxdigit_l('0', c) && isxdigit_l('A', c) && !isxdigit_l('g', c));
    assert((isxdigit_l)('0', c) && !(isxdigit_l)('g', c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_isxdigit_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(isxdigit_l('0', c));
}

// violates: out-of-bounds: the value is no character
void fail_isxdigit_l__character(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(!(isxdigit_l)(1000, c));
}

// checks: as tolower, with a locale
void pass_tolower_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    volatile int a = 'A';
    assert(tolower_l(a, c) == 'a' && (tolower_l)('Z', c) == 'z' && tolower_l('1', c) == '1');
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_tolower_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(tolower_l('A', c) == 'a');
}

// checks: as toupper, with a locale
void pass_toupper_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    volatile int a = 'a';
    assert(toupper_l(a, c) == 'A' && (toupper_l)('z', c) == 'Z' && toupper_l('1', c) == '1');
    freelocale(c);
}

// violates: null-dereference: no locale
void fail_toupper_l(void) {
    volatile locale_t none = (locale_t)0;
    assert((toupper_l)('a', none) == 'A');
}
