// SPDX-License-Identifier: Apache-2.0
// <wctype.h> with locales.
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <wchar.h>
#include <wctype.h>

// checks: letters and digits, with a locale
void pass_iswalnum_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(iswalnum_l(L'a', c) && iswalnum_l(L'5', c) && !iswalnum_l(L'_', c) && !iswalnum_l(0x3b1, c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_iswalnum_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(iswalnum_l(L'a', c));
}

// checks: letters, with a locale
void pass_iswalpha_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(iswalpha_l(L'a', c) && iswalpha_l(L'Z', c) && !iswalpha_l(L'5', c) && !iswalpha_l(0x3b1, c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_iswalpha_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(iswalpha_l(L'a', c));
}

// checks: space and tab, with a locale
void pass_iswblank_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(iswblank_l(L' ', c) && iswblank_l(L'\t', c) && !iswblank_l(L'\n', c) && !iswblank_l(0x3b1, c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_iswblank_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(iswblank_l(L' ', c));
}

// checks: control characters, with a locale
void pass_iswcntrl_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(iswcntrl_l(0, c) && iswcntrl_l(127, c) && !iswcntrl_l(L' ', c) && !iswcntrl_l(0x3b1, c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_iswcntrl_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(iswcntrl_l(0, c));
}

// checks: digits, with a locale
void pass_iswdigit_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(iswdigit_l(L'0', c) && iswdigit_l(L'9', c) && !iswdigit_l(L'a', c) && !iswdigit_l(0x3b1, c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_iswdigit_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(iswdigit_l(L'0', c));
}

// checks: what can be seen, with a locale
void pass_iswgraph_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(iswgraph_l(L'!', c) && iswgraph_l(L'a', c) && !iswgraph_l(L' ', c) && !iswgraph_l(0x3b1, c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_iswgraph_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(iswgraph_l(L'!', c));
}

// checks: small letters, with a locale
void pass_iswlower_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(iswlower_l(L'a', c) && iswlower_l(L'z', c) && !iswlower_l(L'A', c) && !iswlower_l(0x3b1, c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_iswlower_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(iswlower_l(L'a', c));
}

// checks: what can be printed, with a locale
void pass_iswprint_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(iswprint_l(L' ', c) && iswprint_l(L'~', c) && !iswprint_l(L'\n', c) && !iswprint_l(0x3b1, c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_iswprint_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(iswprint_l(L' ', c));
}

// checks: what can be seen and is neither letter nor digit, with a locale
void pass_iswpunct_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(iswpunct_l(L'!', c) && iswpunct_l(L'_', c) && !iswpunct_l(L'a', c) && !iswpunct_l(0x3b1, c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_iswpunct_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(iswpunct_l(L'!', c));
}

// checks: white space, with a locale
void pass_iswspace_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(iswspace_l(L' ', c) && iswspace_l(L'\r', c) && !iswspace_l(L'a', c) && !iswspace_l(0x3b1, c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_iswspace_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(iswspace_l(L' ', c));
}

// checks: capital letters, with a locale
void pass_iswupper_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(iswupper_l(L'A', c) && iswupper_l(L'Z', c) && !iswupper_l(L'a', c) && !iswupper_l(0x3b1, c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_iswupper_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(iswupper_l(L'A', c));
}

// checks: hexadecimal digits, with a locale
void pass_iswxdigit_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(iswxdigit_l(L'0', c) && iswxdigit_l(L'A', c) && !iswxdigit_l(L'g', c) && !iswxdigit_l(0x3b1, c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_iswxdigit_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(iswxdigit_l(L'0', c));
}

// checks: as wctype, with a locale
void pass_wctype_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(wctype_l("alpha", c) && !wctype_l("vowel", c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_wctype_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(wctype_l("alpha", c));
}

// checks: as iswctype, with a locale
void pass_iswctype_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(iswctype_l(L'a', wctype_l("alpha", c), c) && !iswctype_l(L'1', wctype_l("alpha", c), c));
    freelocale(c);
}

// violates: null-dereference: no locale
void fail_iswctype_l(void) {
    volatile locale_t none = (locale_t)0;
    assert(iswctype_l(L'a', wctype("alpha"), none));
}

// checks: as towlower, with a locale
void pass_towlower_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(towlower_l(L'A', c) == L'a' && towlower_l(0xc4, c) == 0xc4);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_towlower_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(towlower_l(L'A', c) == L'a');
}

// checks: as towupper, with a locale
void pass_towupper_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(towupper_l(L'a', c) == L'A' && towupper_l(0xe4, c) == 0xe4);
    freelocale(c);
}

// violates: null-dereference: no locale
void fail_towupper_l(void) {
    volatile locale_t none = (locale_t)0;
    assert(towupper_l(L'a', none) == L'A');
}

// checks: as wctrans, with a locale
void pass_wctrans_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(wctrans_l("tolower", c) && !wctrans_l("totitle", c));
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_wctrans_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(wctrans_l("tolower", c));
}

// checks: as towctrans, with a locale
void pass_towctrans_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(towctrans_l(L'A', wctrans_l("tolower", c), c) == L'a');
    freelocale(c);
}

// violates: null-dereference: no locale
void fail_towctrans_l(void) {
    volatile locale_t none = (locale_t)0;
    assert(towctrans_l(L'A', wctrans("tolower"), none) == L'a');
}
