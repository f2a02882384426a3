// SPDX-License-Identifier: Apache-2.0
// <wchar.h> and <inttypes.h>: whole numbers from wide text.
#include "rt.h"
#include "rt_locale.h"

#include <inttypes.h>
#include <wchar.h>

typedef unsigned long long magnitude;

static int digit_value(wchar_t c) {
    if (rt_is_digit(c))
        return c - L'0';
    int letter = rt_lower(c);
    return rt_is_lower(letter) ? letter - 'a' + 10 : 36;
}

// Digits from s on, up to the limit; gives where they end.
static const wchar_t *parse_digits(const wchar_t *s, int base, magnitude limit, magnitude *value,
                                   bool *is_over) {
    for (int d; (d = digit_value(*s)) < base; s++) {
        *is_over |= __builtin_mul_overflow(*value, (magnitude)base, value);
        *is_over |= __builtin_add_overflow(*value, (magnitude)d, value);
        *is_over |= *value > limit;
    }
    return s;
}

// The number in two's complement. Unsigned types have the same limit for both signs: a sign negates
// their result.
static magnitude parse(const wchar_t *text, wchar_t **end, int base, magnitude positive,
                       magnitude negative) {
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return 0;
    }
    const wchar_t *s = text;
    while (rt_is_space(*s))
        s++;
    bool is_negative = *s == L'-', is_over = false;
    if (*s == L'-' || *s == L'+')
        s++;
    if ((base == 0 || base == 16) && *s == L'0' && rt_lower(s[1]) == 'x' &&
        digit_value(s[2]) < 16) {
        s += 2;
        base = 16;
    } else if (base == 0) {
        base = *s == L'0' ? 8 : 10;
    }
    magnitude value = 0;
    const wchar_t *after =
        parse_digits(s, base, is_negative ? negative : positive, &value, &is_over);
    if (end)
        *end = (wchar_t *)(after == s ? text : after);
    if (!is_over)
        return is_negative ? -value : value;
    errno = ERANGE;
    return is_negative && negative != positive ? -negative : positive;
}

#define INTEGER(name, type, positive, negative)                                                    \
    MODEL type name(const wchar_t *restrict s, wchar_t **restrict end, int base) {                 \
        return (type)parse(s, end, base, positive, negative);                                      \
    }
#define INTEGER_L(name, type, positive, negative)                                                  \
    MODEL type name(const wchar_t *restrict s, wchar_t **restrict end, int base,                   \
                    locale_t locale) {                                                             \
        rt_locale_check(locale);                                                                   \
        return (type)parse(s, end, base, positive, negative);                                      \
    }

INTEGER(wcstol, long, LONG_MAX, (magnitude)LONG_MAX + 1)
INTEGER(wcstoll, long long, LLONG_MAX, (magnitude)LLONG_MAX + 1)
INTEGER(wcstoq, long long, LLONG_MAX, (magnitude)LLONG_MAX + 1)
INTEGER(wcstoul, unsigned long, ULONG_MAX, ULONG_MAX)
INTEGER(wcstoull, unsigned long long, ULLONG_MAX, ULLONG_MAX)
INTEGER(wcstouq, unsigned long long, ULLONG_MAX, ULLONG_MAX)
INTEGER_L(wcstol_l, long, LONG_MAX, (magnitude)LONG_MAX + 1)
INTEGER_L(wcstoll_l, long long, LLONG_MAX, (magnitude)LLONG_MAX + 1)
INTEGER_L(wcstoul_l, unsigned long, ULONG_MAX, ULONG_MAX)
INTEGER_L(wcstoull_l, unsigned long long, ULLONG_MAX, ULLONG_MAX)

// <inttypes.h>
INTEGER(wcstoimax, intmax_t, INTMAX_MAX, (magnitude)INTMAX_MAX + 1)
INTEGER(wcstoumax, uintmax_t, UINTMAX_MAX, UINTMAX_MAX)
