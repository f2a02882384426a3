// SPDX-License-Identifier: Apache-2.0
// <locale.h> and <langinfo.h>. The only locale that is installed is C, also known as POSIX. Others
// would be files; and which one has no name is for the environment to say. Both are conditions of
// the verdict, met at the call: much depends on the locale later.
#include "rt.h"
#include "rt_locale.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>

static const char c_name[] = "C";

static bool is_installed(const char *name) {
    if (strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0)
        return true;
    __heddle_bound(HEDDLE_BOUND_FILES);
    if (RT_IS_UNKNOWN(FILES) && __heddle_choose(2))
        __heddle_unsupported("a locale other than C");
    return false;
}

static const struct {
    int category;
    const char *variable;
} categories[] = {
    {LC_CTYPE, "LC_CTYPE"},
    {LC_NUMERIC, "LC_NUMERIC"},
    {LC_TIME, "LC_TIME"},
    {LC_COLLATE, "LC_COLLATE"},
    {LC_MONETARY, "LC_MONETARY"},
    {LC_MESSAGES, "LC_MESSAGES"},
    {LC_PAPER, "LC_PAPER"},
    {LC_NAME, "LC_NAME"},
    {LC_ADDRESS, "LC_ADDRESS"},
    {LC_TELEPHONE, "LC_TELEPHONE"},
    {LC_MEASUREMENT, "LC_MEASUREMENT"},
    {LC_IDENTIFICATION, "LC_IDENTIFICATION"},
};

// NULL also for one that is there and empty, which says nothing.
static const char *setting(const char *variable) {
    const char *name = __rt_setting(variable);
    return name && *name ? name : NULL;
}

// Whether the locales that the environment names for the categories of a mask, as newlocale has it,
// are there.
static bool are_defaults_installed(int mask) {
    const char *name = setting("LC_ALL");
    if (name)
        return is_installed(name);
    for (size_t i = 0; i < sizeof categories / sizeof categories[0]; i++) {
        if (!(mask >> categories[i].category & 1))
            continue;
        name = setting(categories[i].variable);
        name = name ? name : setting("LANG");
        if (name && !is_installed(name))
            return false;
    }
    return true;
}

static bool can_be_used(const char *name, int mask) {
    return *name ? is_installed(name) : are_defaults_installed(mask);
}

// For races: stands for the locale that all threads share, and for the result of localeconv.
static char in_use, converted;

MODEL char *setlocale(int category, const char *name) {
    if (category < 0 || category > LC_IDENTIFICATION) {
        errno = EINVAL;
        return NULL;
    }
    if (name && category == LC_ALL && strchr(name, ';'))
        __heddle_unsupported("setlocale with one name for each category");
    if (name && !can_be_used(name, category == LC_ALL ? LC_ALL_MASK : 1 << category)) {
        errno = ENOENT;
        return NULL;
    }
    if (name)
        __heddle_wrote(&in_use, sizeof in_use);
    else
        __heddle_read(&in_use, sizeof in_use);
    return (char *)c_name;
}

// Not to be changed by the program, and as a constant it costs no state.
static const struct lconv convention = {
    .decimal_point = ".",
    .thousands_sep = "",
    .grouping = "",
    .int_curr_symbol = "",
    .currency_symbol = "",
    .mon_decimal_point = "",
    .mon_thousands_sep = "",
    .mon_grouping = "",
    .positive_sign = "",
    .negative_sign = "",
    .int_frac_digits = CHAR_MAX,
    .frac_digits = CHAR_MAX,
    .p_cs_precedes = CHAR_MAX,
    .p_sep_by_space = CHAR_MAX,
    .n_cs_precedes = CHAR_MAX,
    .n_sep_by_space = CHAR_MAX,
    .p_sign_posn = CHAR_MAX,
    .n_sign_posn = CHAR_MAX,
    .int_p_cs_precedes = CHAR_MAX,
    .int_p_sep_by_space = CHAR_MAX,
    .int_n_cs_precedes = CHAR_MAX,
    .int_n_sep_by_space = CHAR_MAX,
    .int_p_sign_posn = CHAR_MAX,
    .int_n_sign_posn = CHAR_MAX,
};

MODEL struct lconv *localeconv(void) {
    __heddle_read(&in_use, sizeof in_use);
    __heddle_wrote(&converted, sizeof converted);
    return (struct lconv *)&convention;
}

// ---- locales as objects -------------------------------------------------------------------------

// On its own, lest the compiler makes a switch over addresses of it and of comparisons beside it.
static NOINLINE bool is_global(locale_t locale) { return locale == LC_GLOBAL_LOCALE; }

static locale_t create(void) {
    locale_t l = malloc(sizeof *l);
    if (!l)
        return NULL;
    __builtin_memset(l, 0, sizeof *l);
    l->__ctype_b = __rt_ctype_classes + RT_CTYPE_ZERO;
    l->__ctype_tolower = __rt_ctype_lower + RT_CTYPE_ZERO;
    l->__ctype_toupper = __rt_ctype_upper + RT_CTYPE_ZERO;
    for (size_t i = 0; i < sizeof l->__names / sizeof l->__names[0]; i++)
        l->__names[i] = c_name;
    return l;
}

static locale_t fail(int error) {
    errno = error;
    return NULL;
}

MODEL locale_t newlocale(int mask, const char *name, locale_t base) {
    if (mask & ~(LC_ALL_MASK | 1 << LC_ALL) || !name)
        return fail(EINVAL);
    if (mask != 0 && strchr(name, ';'))
        __heddle_unsupported("newlocale with one name for each category");
    if (mask != 0 && !can_be_used(name, mask & 1 << LC_ALL ? LC_ALL_MASK : mask))
        return fail(ENOENT);
    if (!base)
        return create();
    rt_locale_check(base);
    return base;
}

MODEL locale_t duplocale(locale_t locale) {
    if (!is_global(locale))
        rt_locale_check(locale);
    return create();
}

MODEL void freelocale(locale_t locale) {
    rt_locale_check(locale);
    free(locale);
}

static _Thread_local locale_t current; // NULL for the global one

MODEL locale_t uselocale(locale_t locale) {
    locale_t old = current ? current : LC_GLOBAL_LOCALE;
    if (is_global(locale)) {
        current = NULL;
    } else if (locale) {
        rt_locale_check(locale);
        current = locale;
    }
    return old;
}

// ---- texts --------------------------------------------------------------------------------------

static const struct {
    nl_item item;
    const char *text;
} texts[] = {
    {CODESET, "ANSI_X3.4-1968"},
    {RADIXCHAR, "."},
    {THOUSEP, ""},
    {CRNCYSTR, "-"},
    {YESEXPR, "^[yY]"},
    {NOEXPR, "^[nN]"},
    {YESSTR, ""},
    {NOSTR, ""},
    {D_T_FMT, "%a %b %e %H:%M:%S %Y"},
    {D_FMT, "%m/%d/%y"},
    {T_FMT, "%H:%M:%S"},
    {T_FMT_AMPM, "%I:%M:%S %p"},
    {AM_STR, "AM"},
    {PM_STR, "PM"},
    {_DATE_FMT, "%a %b %e %H:%M:%S %Z %Y"},
    {ERA, ""},
    {ERA_YEAR, ""},
    {ERA_D_FMT, ""},
    {ERA_D_T_FMT, ""},
    {ERA_T_FMT, ""},
    {ALT_DIGITS, ""},
    {DAY_1, "Sunday"},
    {DAY_2, "Monday"},
    {DAY_3, "Tuesday"},
    {DAY_4, "Wednesday"},
    {DAY_5, "Thursday"},
    {DAY_6, "Friday"},
    {DAY_7, "Saturday"},
    {ABDAY_1, "Sun"},
    {ABDAY_2, "Mon"},
    {ABDAY_3, "Tue"},
    {ABDAY_4, "Wed"},
    {ABDAY_5, "Thu"},
    {ABDAY_6, "Fri"},
    {ABDAY_7, "Sat"},
    {MON_1, "January"},
    {MON_2, "February"},
    {MON_3, "March"},
    {MON_4, "April"},
    {MON_5, "May"},
    {MON_6, "June"},
    {MON_7, "July"},
    {MON_8, "August"},
    {MON_9, "September"},
    {MON_10, "October"},
    {MON_11, "November"},
    {MON_12, "December"},
    {ALTMON_1, "January"},
    {ALTMON_2, "February"},
    {ALTMON_3, "March"},
    {ALTMON_4, "April"},
    {ALTMON_5, "May"},
    {ALTMON_6, "June"},
    {ALTMON_7, "July"},
    {ALTMON_8, "August"},
    {ALTMON_9, "September"},
    {ALTMON_10, "October"},
    {ALTMON_11, "November"},
    {ALTMON_12, "December"},
    {ABMON_1, "Jan"},
    {ABMON_2, "Feb"},
    {ABMON_3, "Mar"},
    {ABMON_4, "Apr"},
    {ABMON_5, "May"},
    {ABMON_6, "Jun"},
    {ABMON_7, "Jul"},
    {ABMON_8, "Aug"},
    {ABMON_9, "Sep"},
    {ABMON_10, "Oct"},
    {ABMON_11, "Nov"},
    {ABMON_12, "Dec"},
};

static char *text_of(nl_item item) {
    if (item < 0)
        return (char *)"";
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (texts[i].item == item)
            return (char *)texts[i].text;
    __heddle_unsupported("nl_langinfo of an item that POSIX does not know");
}

MODEL char *nl_langinfo(nl_item item) {
    __heddle_read(&in_use, sizeof in_use);
    return text_of(item);
}

MODEL char *nl_langinfo_l(nl_item item, locale_t locale) {
    rt_locale_check(locale);
    return text_of(item);
}
