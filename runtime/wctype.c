// SPDX-License-Identifier: Apache-2.0
// <wctype.h> in the C locale, where only ASCII has classes and cases. Any other value is in no
// class and is its own upper and lower case.
#include "rt.h"
#include "rt_locale.h"

#include <ctype.h>
#include <string.h>
#include <wctype.h>

// The classes of wctype: their masks, which are also those of ctype.c, serve as handles.
static const struct {
    char name[7];
    unsigned short mask;
} classes[] = {
    {"alnum", (unsigned short)_ISalnum}, {"alpha", (unsigned short)_ISalpha},
    {"blank", (unsigned short)_ISblank}, {"cntrl", (unsigned short)_IScntrl},
    {"digit", (unsigned short)_ISdigit}, {"graph", (unsigned short)_ISgraph},
    {"lower", (unsigned short)_ISlower}, {"print", (unsigned short)_ISprint},
    {"punct", (unsigned short)_ISpunct}, {"space", (unsigned short)_ISspace},
    {"upper", (unsigned short)_ISupper}, {"xdigit", (unsigned short)_ISxdigit},
};

static int in_class(wint_t c, wctype_t mask) {
    return c < 128 ? __rt_ctype_classes[RT_CTYPE_ZERO + c] & (int)mask : 0;
}

static wctype_t class_named(const char *name) {
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
        if (strcmp(name, classes[i].name) == 0)
            return classes[i].mask;
    return 0;
}

MODEL wctype_t wctype(const char *name) { return class_named(name); }
MODEL int iswctype(wint_t c, wctype_t class) { return in_class(c, class); }

MODEL wctype_t wctype_l(const char *name, locale_t locale) {
    rt_locale_check(locale);
    return class_named(name);
}

MODEL int iswctype_l(wint_t c, wctype_t class, locale_t locale) {
    rt_locale_check(locale);
    return in_class(c, class);
}

#define CLASSIFY(name, mask)                                                                       \
    MODEL int name(wint_t c) { return in_class(c, (unsigned short)(mask)); }                       \
    MODEL int name##_l(wint_t c, locale_t locale) {                                                \
        rt_locale_check(locale);                                                                   \
        return in_class(c, (unsigned short)(mask));                                                \
    }

CLASSIFY(iswalnum, _ISalnum)
CLASSIFY(iswalpha, _ISalpha)
CLASSIFY(iswblank, _ISblank)
CLASSIFY(iswcntrl, _IScntrl)
CLASSIFY(iswdigit, _ISdigit)
CLASSIFY(iswgraph, _ISgraph)
CLASSIFY(iswlower, _ISlower)
CLASSIFY(iswprint, _ISprint)
CLASSIFY(iswpunct, _ISpunct)
CLASSIFY(iswspace, _ISspace)
CLASSIFY(iswupper, _ISupper)
CLASSIFY(iswxdigit, _ISxdigit)

// ---- case ---------------------------------------------------------------------------------------

static wint_t lower(wint_t c) { return c < 128 ? (wint_t)rt_lower((int)c) : c; }
static wint_t upper(wint_t c) { return c < 128 ? (wint_t)rt_upper((int)c) : c; }

MODEL wint_t towlower(wint_t c) { return lower(c); }
MODEL wint_t towupper(wint_t c) { return upper(c); }

MODEL wint_t towlower_l(wint_t c, locale_t locale) {
    rt_locale_check(locale);
    return lower(c);
}

MODEL wint_t towupper_l(wint_t c, locale_t locale) {
    rt_locale_check(locale);
    return upper(c);
}

// The handles of wctrans are the tables of ctype.c.
static wctrans_t mapping_named(const char *name) {
    if (strcmp(name, "tolower") == 0)
        return __rt_ctype_lower;
    return strcmp(name, "toupper") == 0 ? __rt_ctype_upper : NULL;
}

static wint_t mapped(wint_t c, wctrans_t mapping) {
    if (!mapping)
        return c;
    return mapping == __rt_ctype_lower ? lower(c) : upper(c);
}

MODEL wctrans_t wctrans(const char *name) { return mapping_named(name); }
MODEL wint_t towctrans(wint_t c, wctrans_t mapping) { return mapped(c, mapping); }

MODEL wctrans_t wctrans_l(const char *name, locale_t locale) {
    rt_locale_check(locale);
    return mapping_named(name);
}

MODEL wint_t towctrans_l(wint_t c, wctrans_t mapping, locale_t locale) {
    rt_locale_check(locale);
    return mapped(c, mapping);
}
