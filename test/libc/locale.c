// SPDX-License-Identifier: Apache-2.0
// <locale.h> and <langinfo.h>: only the C locale is installed.
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// checks: C, POSIX and the environment's succeed; others and wrong categories give NULL
void pass_setlocale(void) {
    assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0 && strcmp(setlocale(LC_ALL, "C"), "C") == 0);
    assert(strcmp(setlocale(LC_CTYPE, "POSIX"), "C") == 0);
    assert(setlocale(LC_ALL, "xx_YY") == NULL && strcmp(setlocale(LC_NUMERIC, NULL), "C") == 0);
    errno = 0;
    assert(setlocale(99, "C") == NULL && errno == EINVAL);
    assert(setlocale(LC_ALL, "") != NULL);
}

// violates: null-dereference: this locale is not installed
void fail_setlocale(void) { assert(*setlocale(LC_ALL, "xx_YY") != 0); }

// unknown: setlocale with one name for each category
void refuse_setlocale__composite(void) { setlocale(LC_ALL, "LC_CTYPE=C;LC_TIME=POSIX"); }

// checks: the conventions of C
void pass_localeconv(void) {
    struct lconv *l = localeconv();
    assert(strcmp(l->decimal_point, ".") == 0 && *l->thousands_sep == 0 && *l->grouping == 0);
    assert(*l->currency_symbol == 0 && l->frac_digits == CHAR_MAX && l->int_n_sign_posn == CHAR_MAX);
}

// violates: invalid-pointer: a program must not change it
void fail_localeconv(void) { localeconv()->frac_digits = 2; }

// checks: ENOENT for a locale that is not installed, EINVAL for a wrong mask or no name
void pass_newlocale(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0), p = newlocale(LC_CTYPE_MASK, "POSIX", (locale_t)0);
    assert(c && p);
    p = newlocale(LC_TIME_MASK, "C", p);
    assert(p);
    errno = 0;
    assert(!newlocale(LC_ALL_MASK, "xx_YY", (locale_t)0) && errno == ENOENT);
    errno = 0;
    assert(!newlocale(1 << 20, "C", (locale_t)0) && errno == EINVAL);
    errno = 0;
    const char *volatile none = NULL;
    assert(!newlocale(LC_ALL_MASK, none, (locale_t)0) && errno == EINVAL);
    freelocale(c);
    freelocale(p);
}

// violates: use-after-free: the locale to be changed was freed
void fail_newlocale(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    newlocale(LC_TIME_MASK, "C", c);
}

// unknown: newlocale with one name for each category
void refuse_newlocale__composite(void) { newlocale(LC_ALL_MASK, "LC_CTYPE=C;LC_TIME=C", (locale_t)0); }

// checks: a copy that lives longer than the first; also of the global one
void pass_duplocale(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0), d = duplocale(c), g = duplocale(LC_GLOBAL_LOCALE);
    freelocale(c);
    assert(isalpha_l('a', d) && isalpha_l('a', g));
    freelocale(d);
    freelocale(g);
}

// violates: null-dereference: no locale
void fail_duplocale(void) {
    volatile locale_t none = (locale_t)0;
    duplocale(none);
}

// checks: other locales live on
void pass_freelocale(void) {
    locale_t a = newlocale(LC_ALL_MASK, "C", (locale_t)0), b = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(a);
    assert(isdigit_l('1', b));
    freelocale(b);
}

// violates: use-after-free: freed twice
void fail_freelocale(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    freelocale(c);
}

static locale_t shared;

static void *free_shared(void *arg) {
    freelocale(shared);
    return arg;
}

// violates: use-after-free: another thread may have freed it already
void fail_freelocale__threads(void) {
    pthread_t t;
    shared = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    pthread_create(&t, NULL, free_shared, NULL);
    assert(isalpha_l('a', shared));
    pthread_join(t, NULL);
}

static void *other_locale(void *arg) {
    assert(uselocale((locale_t)0) == LC_GLOBAL_LOCALE);
    uselocale(arg);
    assert(uselocale(LC_GLOBAL_LOCALE) == arg);
    return NULL;
}

// checks: the locale before; each thread has its own
void pass_uselocale(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    pthread_t t;
    pthread_create(&t, NULL, other_locale, c);
    assert(uselocale(c) == LC_GLOBAL_LOCALE && uselocale((locale_t)0) == c);
    assert(uselocale(LC_GLOBAL_LOCALE) == c && uselocale((locale_t)0) == LC_GLOBAL_LOCALE);
    pthread_join(t, NULL);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_uselocale(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    uselocale(c);
}

// checks: the texts of C
void pass_nl_langinfo(void) {
    assert(strcmp(nl_langinfo(CODESET), "ANSI_X3.4-1968") == 0 && strcmp(nl_langinfo(RADIXCHAR), ".") == 0);
    assert(strcmp(nl_langinfo(DAY_1), "Sunday") == 0 && strcmp(nl_langinfo(ABMON_12), "Dec") == 0);
    assert(strcmp(nl_langinfo(D_FMT), "%m/%d/%y") == 0 && strcmp(nl_langinfo(YESEXPR), "^[yY]") == 0);
    assert(*nl_langinfo(THOUSEP) == 0 && *nl_langinfo(-1) == 0);
}

// violates: assertion: the C locale is not UTF-8
void fail_nl_langinfo(void) { assert(strcmp(nl_langinfo(CODESET), "UTF-8") == 0); }

// unknown: nl_langinfo of an item that POSIX does not know
void refuse_nl_langinfo__item(void) { nl_langinfo(LC_PAPER << 16); }

// checks: as nl_langinfo, with a locale
void pass_nl_langinfo_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    assert(strcmp(nl_langinfo_l(MON_5, c), "May") == 0 && strcmp(nl_langinfo_l(T_FMT, c), "%H:%M:%S") == 0);
    freelocale(c);
}

// violates: use-after-free: the locale was freed
void fail_nl_langinfo_l(void) {
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    freelocale(c);
    assert(*nl_langinfo_l(RADIXCHAR, c) == '.');
}
