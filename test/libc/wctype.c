// SPDX-License-Identifier: Apache-2.0
// <wctype.h> in the C locale: only ASCII has classes and cases.
#define _GNU_SOURCE
#include <assert.h>
#include <wchar.h>
#include <wctype.h>

// checks: letters and digits; nothing beyond ASCII, and not WEOF
void pass_iswalnum(void) {
    assert(iswalnum(L'a') && iswalnum(L'Z') && iswalnum(L'5'));
    assert(!iswalnum(L'_') && !iswalnum(L' ') && !iswalnum(0xe4));
    assert(!iswalnum(WEOF) && !iswalnum(0x3b1));
}

// violates: assertion: the C locale has no classes beyond ASCII
void fail_iswalnum(void) {
    assert(iswalnum(L'a') && (iswalnum(0xe4) || iswalnum(0x2003) || iswalnum(0x85)));
}

// checks: letters; nothing beyond ASCII, and not WEOF
void pass_iswalpha(void) {
    assert(iswalpha(L'a') && iswalpha(L'Z'));
    assert(!iswalpha(L'5') && !iswalpha(L'_') && !iswalpha(0xe4));
    assert(!iswalpha(WEOF) && !iswalpha(0x3b1));
}

// violates: assertion: the C locale has no classes beyond ASCII
void fail_iswalpha(void) {
    assert(iswalpha(L'a') && (iswalpha(0xe4) || iswalpha(0x2003) || iswalpha(0x85)));
}

// checks: space and tab; nothing beyond ASCII, and not WEOF
void pass_iswblank(void) {
    assert(iswblank(L' ') && iswblank(L'\t'));
    assert(!iswblank(L'\n') && !iswblank(L'a') && !iswblank(0xa0));
    assert(!iswblank(WEOF) && !iswblank(0x3b1));
}

// violates: assertion: the C locale has no classes beyond ASCII
void fail_iswblank(void) {
    assert(iswblank(L' ') && (iswblank(0xe4) || iswblank(0x2003) || iswblank(0x85)));
}

// checks: control characters; nothing beyond ASCII, and not WEOF
void pass_iswcntrl(void) {
    assert(iswcntrl(0) && iswcntrl(31) && iswcntrl(127));
    assert(!iswcntrl(L' ') && !iswcntrl(L'a') && !iswcntrl(0x80));
    assert(!iswcntrl(WEOF) && !iswcntrl(0x3b1));
}

// violates: assertion: the C locale has no classes beyond ASCII
void fail_iswcntrl(void) {
    assert(iswcntrl(0) && (iswcntrl(0xe4) || iswcntrl(0x2003) || iswcntrl(0x85)));
}

// checks: digits; nothing beyond ASCII, and not WEOF
void pass_iswdigit(void) {
    assert(iswdigit(L'0') && iswdigit(L'9'));
    assert(!iswdigit(L'a') && !iswdigit(L' ') && !iswdigit(0xb2));
    assert(!iswdigit(WEOF) && !iswdigit(0x3b1));
}

// violates: assertion: the C locale has no classes beyond ASCII
void fail_iswdigit(void) {
    assert(iswdigit(L'0') && (iswdigit(0xe4) || iswdigit(0x2003) || iswdigit(0x85)));
}

// checks: what can be seen; nothing beyond ASCII, and not WEOF
void pass_iswgraph(void) {
    assert(iswgraph(L'!') && iswgraph(L'~') && iswgraph(L'a'));
    assert(!iswgraph(L' ') && !iswgraph(127) && !iswgraph(0xe4));
    assert(!iswgraph(WEOF) && !iswgraph(0x3b1));
}

// violates: assertion: the C locale has no classes beyond ASCII
void fail_iswgraph(void) {
    assert(iswgraph(L'!') && (iswgraph(0xe4) || iswgraph(0x2003) || iswgraph(0x85)));
}

// checks: small letters; nothing beyond ASCII, and not WEOF
void pass_iswlower(void) {
    assert(iswlower(L'a') && iswlower(L'z'));
    assert(!iswlower(L'A') && !iswlower(L'1') && !iswlower(0xe4));
    assert(!iswlower(WEOF) && !iswlower(0x3b1));
}

// violates: assertion: the C locale has no classes beyond ASCII
void fail_iswlower(void) {
    assert(iswlower(L'a') && (iswlower(0xe4) || iswlower(0x2003) || iswlower(0x85)));
}

// checks: what can be printed; nothing beyond ASCII, and not WEOF
void pass_iswprint(void) {
    assert(iswprint(L' ') && iswprint(L'~'));
    assert(!iswprint(L'\n') && !iswprint(127) && !iswprint(0xe4));
    assert(!iswprint(WEOF) && !iswprint(0x3b1));
}

// violates: assertion: the C locale has no classes beyond ASCII
void fail_iswprint(void) {
    assert(iswprint(L' ') && (iswprint(0xe4) || iswprint(0x2003) || iswprint(0x85)));
}

// checks: what can be seen and is neither letter nor digit; nothing beyond ASCII, and not WEOF
void pass_iswpunct(void) {
    assert(iswpunct(L'!') && iswpunct(L'_'));
    assert(!iswpunct(L'a') && !iswpunct(L'1') && !iswpunct(L' ') && !iswpunct(0xa7));
    assert(!iswpunct(WEOF) && !iswpunct(0x3b1));
}

// violates: assertion: the C locale has no classes beyond ASCII
void fail_iswpunct(void) {
    assert(iswpunct(L'!') && (iswpunct(0xe4) || iswpunct(0x2003) || iswpunct(0x85)));
}

// checks: white space; nothing beyond ASCII, and not WEOF
void pass_iswspace(void) {
    assert(iswspace(L' ') && iswspace(L'\t') && iswspace(L'\v') && iswspace(L'\r'));
    assert(!iswspace(L'a') && !iswspace(0) && !iswspace(0xa0));
    assert(!iswspace(WEOF) && !iswspace(0x3b1));
}

// violates: assertion: the C locale has no classes beyond ASCII
void fail_iswspace(void) {
    assert(iswspace(L' ') && (iswspace(0xe4) || iswspace(0x2003) || iswspace(0x85)));
}

// checks: capital letters; nothing beyond ASCII, and not WEOF
void pass_iswupper(void) {
    assert(iswupper(L'A') && iswupper(L'Z'));
    assert(!iswupper(L'a') && !iswupper(L'1') && !iswupper(0xc4));
    assert(!iswupper(WEOF) && !iswupper(0x3b1));
}

// violates: assertion: the C locale has no classes beyond ASCII
void fail_iswupper(void) {
    assert(iswupper(L'A') && (iswupper(0xe4) || iswupper(0x2003) || iswupper(0x85)));
}

// checks: hexadecimal digits; nothing beyond ASCII, and not WEOF
void pass_iswxdigit(void) {
    assert(iswxdigit(L'0') && iswxdigit(L'f') && iswxdigit(L'A'));
    assert(!iswxdigit(L'g') && !iswxdigit(L'x') && !iswxdigit(L' ') && !iswxdigit(0xe4));
    assert(!iswxdigit(WEOF) && !iswxdigit(0x3b1));
}

// violates: assertion: the C locale has no classes beyond ASCII
void fail_iswxdigit(void) {
    assert(iswxdigit(L'0') && (iswxdigit(0xe4) || iswxdigit(0x2003) || iswxdigit(0x85)));
}

// ---- classes and mappings by name ---------------------------------------------------------------

// checks: a handle for each class of POSIX, 0 for others
void pass_wctype(void) {
    assert(wctype("alpha") && wctype("xdigit") && wctype("blank") && !wctype("vowel") && !wctype(""));
    assert(wctype("upper") != wctype("lower"));
}

// violates: null-dereference: no name
void fail_wctype(void) {
    const char *volatile none = NULL;
    assert(!wctype(none));
}

// checks: membership in the class; none in that of handle 0
void pass_iswctype(void) {
    assert(iswctype(L'a', wctype("alpha")) && !iswctype(L'1', wctype("alpha")) && iswctype(L'1', wctype("digit")));
    assert(!iswctype(L'a', (wctype_t)0) && !iswctype(WEOF, wctype("alpha")) && iswctype(L'f', wctype("xdigit")));
}

// violates: assertion: an unknown class has no members
void fail_iswctype(void) { assert(iswctype(L'a', wctype("vowel"))); }

// checks: capital letters of ASCII only
void pass_towlower(void) {
    assert(towlower(L'A') == L'a' && towlower(L'z') == L'z' && towlower(0xc4) == 0xc4 && towlower(WEOF) == WEOF);
}

// violates: assertion: the C locale knows no other letters
void fail_towlower(void) { assert(towlower(L'A') == L'a' && towlower(0xc4) == 0xe4); }

// checks: small letters of ASCII only
void pass_towupper(void) {
    assert(towupper(L'a') == L'A' && towupper(L'Z') == L'Z' && towupper(0xe4) == 0xe4 && towupper(WEOF) == WEOF);
}

// violates: assertion: the C locale knows no other letters
void fail_towupper(void) { assert(towupper(L'a') == L'A' && towupper(0xe4) == 0xc4); }

// checks: two mappings, 0 for others
void pass_wctrans(void) { assert(wctrans("tolower") && wctrans("toupper") && !wctrans("totitle")); }

// violates: null-dereference: no name
void fail_wctrans(void) {
    const char *volatile none = NULL;
    assert(!wctrans(none));
}

// checks: by the mapping; 0 leaves the character as it is
void pass_towctrans(void) {
    assert(towctrans(L'A', wctrans("tolower")) == L'a' && towctrans(L'a', wctrans("toupper")) == L'A');
    assert(towctrans(L'A', (wctrans_t)0) == L'A' && towctrans(WEOF, wctrans("toupper")) == WEOF);
}

// violates: assertion: an unknown mapping changes nothing
void fail_towctrans(void) { assert(towctrans(L'a', wctrans("totitle")) == L'A'); }
