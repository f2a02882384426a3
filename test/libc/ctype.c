// SPDX-License-Identifier: Apache-2.0
// <ctype.h> in the C locale. The headers make table look-ups of most calls; (name)(c) calls the function.
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

// checks: letters and digits, as macro and as function; not EOF
void pass_isalnum(void) {
    assert(isalnum('a') && isalnum('Z') && isalnum('5'));
    assert(!isalnum('_') && !isalnum(' ') && !isalnum(0xe4));
    assert((isalnum)('a') && (isalnum)('Z') && !(isalnum)('_') && !(isalnum)(EOF) && !isalnum(EOF));
}

// violates: out-of-bounds: the value is no character
void fail_isalnum(void) {
    volatile int c = 1000;
    assert(!isalnum(c));
}

// violates: out-of-bounds: the value is no character, for the function
void fail_isalnum__function(void) {
    volatile int c = -1000;
    assert(!(isalnum)(c));
}

// checks: letters, as macro and as function; not EOF
void pass_isalpha(void) {
    assert(isalpha('a') && isalpha('Z'));
    assert(!isalpha('5') && !isalpha('_') && !isalpha(0xe4));
    assert((isalpha)('a') && (isalpha)('Z') && !(isalpha)('5') && !(isalpha)(EOF) && !isalpha(EOF));
}

// violates: out-of-bounds: the value is no character
void fail_isalpha(void) {
    volatile int c = 1000;
    assert(!isalpha(c));
}

// violates: out-of-bounds: the value is no character, for the function
void fail_isalpha__function(void) {
    volatile int c = -1000;
    assert(!(isalpha)(c));
}

// checks: space and tab, as macro and as function; not EOF
void pass_isblank(void) {
    assert(isblank(' ') && isblank('\t'));
    assert(!isblank('\n') && !isblank('a') && !isblank(0xa0));
    assert((isblank)(' ') && (isblank)('\t') && !(isblank)('\n') && !(isblank)(EOF) && !isblank(EOF));
}

// violates: out-of-bounds: the value is no character
void fail_isblank(void) {
    volatile int c = 1000;
    assert(!isblank(c));
}

// violates: out-of-bounds: the value is no character, for the function
void fail_isblank__function(void) {
    volatile int c = -1000;
    assert(!(isblank)(c));
}

// checks: control characters, as macro and as function; not EOF
void pass_iscntrl(void) {
    assert(iscntrl(0) && iscntrl(31) && iscntrl(127));
    assert(!iscntrl(' ') && !iscntrl('a') && !iscntrl(0x80));
    assert((iscntrl)(0) && (iscntrl)(31) && !(iscntrl)(' ') && !(iscntrl)(EOF) && !iscntrl(EOF));
}

// violates: out-of-bounds: the value is no character
void fail_iscntrl(void) {
    volatile int c = 1000;
    assert(!iscntrl(c));
}

// violates: out-of-bounds: the value is no character, for the function
void fail_iscntrl__function(void) {
    volatile int c = -1000;
    assert(!(iscntrl)(c));
}

// checks: digits, as macro and as function; not EOF
void pass_isdigit(void) {
    assert(isdigit('0') && isdigit('9'));
    assert(!isdigit('a') && !isdigit(' ') && !isdigit(0xb2));
    assert((isdigit)('0') && (isdigit)('9') && !(isdigit)('a') && !(isdigit)(EOF) && !isdigit(EOF));
}

// violates: out-of-bounds: the value is no character
void fail_isdigit(void) {
    volatile int c = 1000;
    assert(!isdigit(c));
}

// violates: out-of-bounds: the value is no character, for the function
void fail_isdigit__function(void) {
    volatile int c = -1000;
    assert(!(isdigit)(c));
}

// checks: what can be seen, as macro and as function; not EOF
void pass_isgraph(void) {
    assert(isgraph('!') && isgraph('~') && isgraph('a'));
    assert(!isgraph(' ') && !isgraph(127) && !isgraph(0xe4));
    assert((isgraph)('!') && (isgraph)('~') && !(isgraph)(' ') && !(isgraph)(EOF) && !isgraph(EOF));
}

// violates: out-of-bounds: the value is no character
void fail_isgraph(void) {
    volatile int c = 1000;
    assert(!isgraph(c));
}

// violates: out-of-bounds: the value is no character, for the function
void fail_isgraph__function(void) {
    volatile int c = -1000;
    assert(!(isgraph)(c));
}

// checks: small letters, as macro and as function; not EOF
void pass_islower(void) {
    assert(islower('a') && islower('z'));
    assert(!islower('A') && !islower('1') && !islower(0xe4));
    assert((islower)('a') && (islower)('z') && !(islower)('A') && !(islower)(EOF) && !islower(EOF));
}

// violates: out-of-bounds: the value is no character
void fail_islower(void) {
    volatile int c = 1000;
    assert(!islower(c));
}

// violates: out-of-bounds: the value is no character, for the function
void fail_islower__function(void) {
    volatile int c = -1000;
    assert(!(islower)(c));
}

// checks: what can be printed, as macro and as function; not EOF
void pass_isprint(void) {
    assert(isprint(' ') && isprint('~'));
    assert(!isprint('\n') && !isprint(127) && !isprint(0xe4));
    assert((isprint)(' ') && (isprint)('~') && !(isprint)('\n') && !(isprint)(EOF) && !isprint(EOF));
}

// violates: out-of-bounds: the value is no character
void fail_isprint(void) {
    volatile int c = 1000;
    assert(!isprint(c));
}

// violates: out-of-bounds: the value is no character, for the function
void fail_isprint__function(void) {
    volatile int c = -1000;
    assert(!(isprint)(c));
}

// checks: what can be seen and is neither letter nor digit, as macro and as function; not EOF
void pass_ispunct(void) {
    assert(ispunct('!') && ispunct('_'));
    assert(!ispunct('a') && !ispunct('1') && !ispunct(' ') && !ispunct(0xa7));
    assert((ispunct)('!') && (ispunct)('_') && !(ispunct)('a') && !(ispunct)(EOF) && !ispunct(EOF));
}

// violates: out-of-bounds: the value is no character
void fail_ispunct(void) {
    volatile int c = 1000;
    assert(!ispunct(c));
}

// violates: out-of-bounds: the value is no character, for the function
void fail_ispunct__function(void) {
    volatile int c = -1000;
    assert(!(ispunct)(c));
}

// checks: white space, as macro and as function; not EOF
void pass_isspace(void) {
    assert(isspace(' ') && isspace('\t') && isspace('\v') && isspace('\r'));
    assert(!isspace('a') && !isspace(0) && !isspace(0xa0));
    assert((isspace)(' ') && (isspace)('\t') && !(isspace)('a') && !(isspace)(EOF) && !isspace(EOF));
}

// violates: out-of-bounds: the value is no character
void fail_isspace(void) {
    volatile int c = 1000;
    assert(!isspace(c));
}

// violates: out-of-bounds: the value is no character, for the function
void fail_isspace__function(void) {
    volatile int c = -1000;
    assert(!(isspace)(c));
}

// checks: capital letters, as macro and as function; not EOF
void pass_isupper(void) {
    assert(isupper('A') && isupper('Z'));
    assert(!isupper('a') && !isupper('1') && !isupper(0xc4));
    assert((isupper)('A') && (isupper)('Z') && !(isupper)('a') && !(isupper)(EOF) && !isupper(EOF));
}

// violates: out-of-bounds: the value is no character
void fail_isupper(void) {
    volatile int c = 1000;
    assert(!isupper(c));
}

// violates: out-of-bounds: the value is no character, for the function
void fail_isupper__function(void) {
    volatile int c = -1000;
    assert(!(isupper)(c));
}

// checks: hexadecimal digits, as macro and as function; not EOF
void pass_isxdigit(void) {
    assert(isxdigit('0') && isxdigit('f') && isxdigit('A'));
    assert(!isxdigit('g') && !isxdigit('x') && !isxdigit(' ') && !isxdigit(0xe4));
    assert((isxdigit)('0') && (isxdigit)('f') && !(isxdigit)('g') && !(isxdigit)(EOF) && !isxdigit(EOF));
}

// violates: out-of-bounds: the value is no character
void fail_isxdigit(void) {
    volatile int c = 1000;
    assert(!isxdigit(c));
}

// violates: out-of-bounds: the value is no character, for the function
void fail_isxdigit__function(void) {
    volatile int c = -1000;
    assert(!(isxdigit)(c));
}

// ---- masks and case -----------------------------------------------------------------------------

// checks: any of the classes of the mask
void pass_isctype(void) {
    assert(isctype('a', _ISalpha) && isctype('1', _ISalpha | _ISdigit) && !isctype('_', _ISalpha | _ISdigit));
    assert((isctype)('\t', (unsigned short)_ISblank));
}

// violates: out-of-bounds: the value is no character
void fail_isctype(void) {
    volatile int c = 1000;
    assert(!(isctype)(c, _ISalpha));
}

// checks: the first 128 values, and nothing else
void pass_isascii(void) {
    assert(isascii(0) && isascii(127) && !isascii(128) && !isascii(-1) && !isascii(1000));
    assert((isascii)('a') && !(isascii)(256 + 'a'));
}

// violates: assertion: a byte need not be ASCII
void fail_isascii(void) {
    volatile unsigned char c = 0xe4;
    assert(isascii(c));
}

// checks: the low seven bits
void pass_toascii(void) { assert(toascii('a') == 'a' && toascii(0xe1) == 'a' && (toascii)(256 + 'b') == 'b'); }

// violates: assertion: the eighth bit is lost
void fail_toascii(void) { assert(toascii(0xe1) == 0xe1); }

// checks: capital letters of ASCII only; EOF and values that are no character stay
void pass_tolower(void) {
    volatile int a = 'A', odd = 1000, negative = (signed char)0xc4;
    assert(tolower(a) == 'a' && tolower('z') == 'z' && tolower('_') == '_' && tolower(0xc4) == 0xc4);
    assert(tolower(EOF) == EOF && tolower(odd) == 1000 && tolower(negative) == 0xc4 && (tolower)('Z') == 'z');
}

// violates: assertion: the C locale knows no other letters
void fail_tolower(void) { assert(tolower(0xc4) == 0xe4); }

// checks: small letters of ASCII only; EOF and values that are no character stay
void pass_toupper(void) {
    volatile int a = 'a', odd = 1000;
    assert(toupper(a) == 'A' && toupper('Z') == 'Z' && toupper('_') == '_' && toupper(0xe4) == 0xe4);
    assert(toupper(EOF) == EOF && toupper(odd) == 1000 && (toupper)('z') == 'Z');
}

// violates: assertion: digits have no upper case
void fail_toupper(void) { assert(toupper('1') == '!'); }

// checks: a capital letter becomes a small one
void pass__tolower(void) { assert(_tolower('A') == 'a' && (_tolower)('Z') == 'z'); }

// violates: out-of-bounds: the value is no character
void fail__tolower(void) {
    volatile int c = 1000;
    assert((_tolower)(c) == 1000);
}

// checks: a small letter becomes a capital one
void pass__toupper(void) { assert(_toupper('a') == 'A' && (_toupper)('z') == 'Z'); }

// violates: out-of-bounds: the value is no character
void fail__toupper(void) {
    volatile int c = 1000;
    assert((_toupper)(c) == 1000);
}
