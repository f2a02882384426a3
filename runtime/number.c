// SPDX-License-Identifier: Apache-2.0
// Whole numbers of <stdlib.h> and <inttypes.h>: from text, and their arithmetic.
#include "rt.h"

#include <inttypes.h>
#include <stdlib.h>

typedef unsigned long long ullong;

// ---- numbers from text --------------------------------------------------------------------------

// What to read: magnitudes up to `max`, or `min` after a minus sign. C23 also knows the prefix 0b.
struct number_type {
    ullong max, min;
    bool is_signed, has_binary;
};

static int digit_value(char c) {
    if (rt_is_digit(c))
        return c - '0';
    int lower = rt_lower(c);
    return rt_is_lower(lower) ? lower - 'a' + 10 : 99;
}

// Skips 0x or 0b where the base allows it and a digit follows; settles base 0.
static const char *skip_prefix(const char *s, int *base, bool has_binary) {
    if (*s == '0') {
        int letter = rt_lower(s[1]);
        if ((*base == 0 || *base == 16) && letter == 'x' && digit_value(s[2]) < 16) {
            *base = 16;
            return s + 2;
        }
        if (has_binary && (*base == 0 || *base == 2) && letter == 'b' && digit_value(s[2]) < 2) {
            *base = 2;
            return s + 2;
        }
        if (*base == 0)
            *base = 8;
    } else if (*base == 0) {
        *base = 10;
    }
    return s;
}

static ullong parse(const char *text, char **end, int base, struct number_type type) {
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return 0;
    }
    const char *s = text;
    while (rt_is_space(*s))
        s++;
    bool negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    s = skip_prefix(s, &base, type.has_binary);
    ullong limit = negative ? type.min : type.max, v = 0;
    bool overflow = false;
    const char *digits = s;
    for (int d; (d = digit_value(*s)) < base; s++)
        if (!overflow)
            overflow = __builtin_mul_overflow(v, (ullong)base, &v) ||
                       __builtin_add_overflow(v, (ullong)d, &v) || v > limit;
    if (end)
        *end = (char *)(s == digits ? text : s);
    if (overflow) {
        errno = ERANGE;
        return type.is_signed && negative ? -type.min : type.max;
    }
    return negative ? -v : v;
}

#define SIGNED(type, max) ((struct number_type){(max), (ullong)(max) + 1, true, false})
#define UNSIGNED(type, max) ((struct number_type){(max), (max), false, false})
#define STRTO(name, c23_name, type, description)                                                   \
    MODEL type name(const char *restrict text, char **restrict end, int base) {                    \
        return (type)parse(text, end, base, description);                                          \
    }                                                                                              \
    type c23_name(const char *restrict text, char **restrict end, int base);                       \
    MODEL type c23_name(const char *restrict text, char **restrict end, int base) {                \
        struct number_type t = description;                                                        \
        t.has_binary = true;                                                                       \
        return (type)parse(text, end, base, t);                                                    \
    }

STRTO(strtol, __isoc23_strtol, long, SIGNED(long, LONG_MAX))
STRTO(strtoll, __isoc23_strtoll, long long, SIGNED(long long, LLONG_MAX))
STRTO(strtoimax, __isoc23_strtoimax, intmax_t, SIGNED(intmax_t, INTMAX_MAX))
STRTO(strtoul, __isoc23_strtoul, unsigned long, UNSIGNED(unsigned long, ULONG_MAX))
STRTO(strtoull, __isoc23_strtoull, unsigned long long, UNSIGNED(unsigned long long, ULLONG_MAX))
STRTO(strtoumax, __isoc23_strtoumax, uintmax_t, UNSIGNED(uintmax_t, UINTMAX_MAX))

MODEL int atoi(const char *text) {
    return (int)(long)parse(text, NULL, 10, SIGNED(long, LONG_MAX));
}
MODEL long atol(const char *text) { return (long)parse(text, NULL, 10, SIGNED(long, LONG_MAX)); }

MODEL long long atoll(const char *text) {
    return (long long)parse(text, NULL, 10, SIGNED(long long, LLONG_MAX));
}

// ---- arithmetic ---------------------------------------------------------------------------------

MODEL int abs(int v) { return v < 0 ? -v : v; }
MODEL long labs(long v) { return v < 0 ? -v : v; }
MODEL long long llabs(long long v) { return v < 0 ? -v : v; }
MODEL intmax_t imaxabs(intmax_t v) { return v < 0 ? -v : v; }
MODEL div_t div(int a, int b) { return (div_t){a / b, a % b}; }
MODEL ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
MODEL lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
MODEL imaxdiv_t imaxdiv(intmax_t a, intmax_t b) { return (imaxdiv_t){a / b, a % b}; }

// ---- base 64 ------------------------------------------------------------------------------------
// Six bits a character, the lowest first: . / 0-9 A-Z a-z

MODEL long a64l(const char *text) {
    uint32_t v = 0;
    for (unsigned i = 0; i < 6 && text[i]; i++) {
        char c = text[i];
        int digit = c >= '.' && c <= '9' ? c - '.'
                    : rt_is_upper(c)     ? c - 'A' + 12
                    : rt_is_lower(c)     ? c - 'a' + 38
                                         : -1;
        if (digit < 0)
            break;
        v |= (uint32_t)digit << 6 * i;
    }
    return (long)(unsigned long)v; // not sign-extended, as in glibc
}

// The result is in memory of the library's, overwritten by the next call.
static char text64[7];

static NOINLINE unsigned put_text64(long number) {
    __heddle_mask();
    unsigned n = 0;
    for (uint32_t v = (uint32_t)number; v; v >>= 6) {
        unsigned digit = v & 63;
        text64[n++] = (char)(digit < 12   ? '.' + digit
                             : digit < 38 ? 'A' + (digit - 12)
                                          : 'a' + (digit - 38));
    }
    text64[n] = '\0';
    return n;
}

MODEL char *l64a(long number) {
    unsigned n = put_text64(number);
    __heddle_wrote(text64, n + 1);
    return text64;
}
