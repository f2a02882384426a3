// SPDX-License-Identifier: Apache-2.0
// Floating-point numbers from text: strtod and its family, right to the last bit in each of the
// three types.
//
// A number is read as M * 10^E (or M * 2^E for hexadecimal ones). Where M and 10^E are both exact
// in the type, one operation of the machine rounds correctly. Otherwise the quotient of two big
// integers N / D is developed bit by bit.
#include "rt.h"

#include <stdlib.h>

typedef uint32_t u32;
typedef uint64_t u64;
typedef int64_t i64;

// What is particular to a type. Exponents are those of values in [1, 2).
struct float_type {
    int precision; // bits of the significand
    int min_exponent, max_exponent;
    int digits;      // significant decimal digits after which only "zero or not" matters
    int exact_power; // the largest p for which 10^p is exact
    // 10^p with p below or above becomes zero or infinite, whatever the digits are
    int min_ten, max_ten;
};
static const struct float_type type_f32 = {24, -126, 127, 120, 10, -47, 40};
static const struct float_type type_f64 = {53, -1022, 1023, 780, 22, -326, 310};
static const struct float_type type_f80 = {64, -16382, 16383, 11600, 27, -4954, 4934};

// ---- reading ------------------------------------------------------------------------------------

enum form { FORM_NONE, FORM_INF, FORM_NAN, FORM_NUMBER };

// The number that a text stands for: m * base^exponent if everything fits, and where the digits are
// if not.
struct reading {
    enum form form;
    bool is_negative, is_hex;
    u64 m;           // the first digits, or the payload of a NaN
    bool is_cut;     // there are more digits than m has
    u32 tail, ntail; // hexadecimal: some digits after those of m, and how many
    bool is_sticky;  // hexadecimal: some of the others are not 0
    i64 exponent;
    // decimal: the digits, from the first that is not 0, a point among them
    const char *first, *end;
    i64 ndigits; // how many
};

static bool has_prefix(const char *s, const char *lower) {
    for (; *lower; s++, lower++)
        if (rt_lower(*s) != *lower)
            return false;
    return true;
}

static int hex_value(char c) {
    if (rt_is_digit(c))
        return c - '0';
    int lower = rt_lower(c);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

static int digit_of(const struct reading *r, char c) {
    return r->is_hex ? hex_value(c) : rt_is_digit(c) ? c - '0' : -1;
}

// Takes the digit if there is room. False: it only counts for the exponent.
static bool keep_digit(struct reading *r, int digit) {
    // 17 hexadecimal digits have at least 65 bits
    enum { MAX_DECIMAL = 19, MAX_HEX = 16, MAX_TAIL = 2 };
    r->ndigits++;
    if (r->ndigits <= (r->is_hex ? MAX_HEX : MAX_DECIMAL)) {
        r->m = r->m * (r->is_hex ? 16 : 10) + (u64)digit;
        return true;
    }
    r->is_cut = true;
    if (r->is_hex && r->ntail < MAX_TAIL) {
        r->tail = r->tail << 4 | (u32)digit;
        r->ntail++;
        return true;
    }
    r->is_sticky |= digit != 0;
    return false;
}

// `step` is what a digit is worth in the exponent.
static void take_digit(struct reading *r, int digit, bool is_fraction, int step) {
    bool is_taken = (r->m == 0 && digit == 0) || keep_digit(r, digit);
    if (is_taken && is_fraction)
        r->exponent -= step;
    else if (!is_taken && !is_fraction)
        r->exponent += step;
}

// The digits with their point; NULL if there are none.
static const char *read_digits(struct reading *r, const char *s) {
    bool any = false, is_fraction = false;
    int step = r->is_hex ? 4 : 1;
    for (;; s++) {
        int d = digit_of(r, *s);
        if (d < 0 && (*s != '.' || is_fraction))
            break;
        if (d < 0) {
            is_fraction = true;
            continue;
        }
        any = true;
        take_digit(r, d, is_fraction, step);
        if (r->ndigits == 1 && !r->first)
            r->first = s;
    }
    r->end = s;
    return any ? s : NULL;
}

// What follows e or p; nothing if there is no number.
static const char *read_exponent(struct reading *r, const char *s) {
    const char *p = s + 1;
    if (rt_lower(*s) != (r->is_hex ? 'p' : 'e'))
        return s;
    bool is_negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if (!rt_is_digit(*p))
        return s;
    i64 e = 0;
    for (; rt_is_digit(*p); p++)
        if (e < 1000000000)
            e = e * 10 + (*p - '0');
    r->exponent += is_negative ? -e : e;
    return p;
}

// nan or nan(payload)
static const char *read_nan(struct reading *r, const char *s) {
    r->form = FORM_NAN;
    s += 3;
    if (*s != '(')
        return s;
    const char *p = s + 1;
    while (rt_is_digit(*p) || rt_is_upper(*p) || rt_is_lower(*p) || *p == '_')
        p++;
    if (*p != ')')
        return s;
    char *end;
    u64 payload = strtoull(s + 1, &end, 0);
    r->m = end == p ? payload : 0;
    return p + 1;
}

static const char *read_number(struct reading *r, const char *s) {
    r->form = FORM_NUMBER;
    if (*s == '0' && rt_lower(s[1]) == 'x' &&
        (hex_value(s[2]) >= 0 || (s[2] == '.' && hex_value(s[3]) >= 0))) {
        r->is_hex = true;
        s += 2;
    }
    s = read_digits(r, s);
    if (s)
        return read_exponent(r, s);
    r->form = FORM_NONE;
    r->is_negative = false;
    return NULL;
}

// Fills r; the end of the text that belongs to the number is *end.
static struct reading read_text(const char *text, char **end) {
    struct reading r = {0};
    const char *s = text;
    while (rt_is_space(*s))
        s++;
    r.is_negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;
    if (has_prefix(s, "inf")) {
        r.form = FORM_INF;
        s += has_prefix(s + 3, "inity") ? 8 : 3;
    } else if (has_prefix(s, "nan")) {
        s = read_nan(&r, s);
    } else {
        s = read_number(&r, s);
    }
    if (end)
        *end = (char *)(r.form == FORM_NONE ? text : s);
    return r;
}

// ---- big numbers --------------------------------------------------------------------------------
// Little-endian, without leading zeros.

struct big {
    u32 *limb;
    int n;
};

static void big_set(struct big *b, u64 v) {
    b->limb[0] = (u32)v;
    b->limb[1] = (u32)(v >> 32);
    b->n = v >> 32 ? 2 : v ? 1 : 0;
}

// b = b * factor + addend
static void big_multiply(struct big *b, u32 factor, u32 addend) {
    u64 carry = addend;
    for (int i = 0; i < b->n; i++) {
        carry += (u64)b->limb[i] * factor;
        b->limb[i] = (u32)carry;
        carry >>= 32;
    }
    if (carry)
        b->limb[b->n++] = (u32)carry;
}

static void big_multiply_power5(struct big *b, i64 power) {
    enum { STEP = 13, FIVE_TO_STEP = 1220703125 };
    for (; power >= STEP; power -= STEP)
        big_multiply(b, FIVE_TO_STEP, 0);
    u32 rest = 1;
    for (; power > 0; power--)
        rest *= 5;
    big_multiply(b, rest, 0);
}

static int big_bits(const struct big *b) {
    return b->n ? 32 * b->n - __builtin_clz(b->limb[b->n - 1]) : 0;
}

static void big_shift_left(struct big *b, int bits) {
    int limbs = bits / 32, rest = bits % 32;
    if (b->n == 0 || bits == 0)
        return;
    u32 above = 0;
    for (int i = b->n; i >= 0; i--) {
        u64 here = i > 0 ? b->limb[i - 1] : 0;
        b->limb[i + limbs] = rest ? (u32)(above << rest | here >> (32 - rest)) : above;
        above = (u32)here;
    }
    for (int i = 0; i < limbs; i++)
        b->limb[i] = 0;
    b->n += limbs + 1;
    while (b->limb[b->n - 1] == 0)
        b->n--;
}

static int big_compare(const struct big *a, const struct big *b) {
    if (a->n != b->n)
        return a->n < b->n ? -1 : 1;
    for (int i = a->n - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

// a -= b, where a >= b
static void big_subtract(struct big *a, const struct big *b) {
    i64 borrow = 0;
    for (int i = 0; i < a->n; i++) {
        borrow += (i64)a->limb[i] - (i < b->n ? b->limb[i] : 0);
        a->limb[i] = (u32)borrow;
        borrow >>= 32;
    }
    while (a->n > 0 && a->limb[a->n - 1] == 0)
        a->n--;
}

// ---- rounding -----------------------------------------------------------------------------------

// A finite result: significand * 2^exponent, exponent that of the lowest bit.
struct rounded {
    u64 significand;
    int exponent;
    bool is_overflow, is_range_error;
};

// How many bits of a value with this exponent the type keeps: fewer for subnormal ones.
static int kept_bits(const struct float_type *t, int exponent) {
    return exponent >= t->min_exponent ? t->precision : t->precision - (t->min_exponent - exponent);
}

// A value just below the normal numbers that would round up to one of them with unlimited exponents
// is not tiny. n / d is the rest after all bits that are kept, all of them 1.
static bool rounds_to_normal(struct big *n, const struct big *d) {
    if (big_compare(n, d) < 0)
        return false;
    big_subtract(n, d);
    big_shift_left(n, 1);
    return big_compare(n, d) >= 0;
}

// Rounds n / d * 2^exponent, where 1 <= n / d < 2.
static struct rounded round_quotient(const struct float_type *t, struct big *n, const struct big *d,
                                     int exponent) {
    struct rounded r = {0, t->min_exponent - t->precision + 1, false, false};
    if (exponent > t->max_exponent) {
        r.is_overflow = r.is_range_error = true;
        return r;
    }
    int bits = kept_bits(t, exponent);
    if (bits < 0) {
        r.is_range_error = true;
        return r;
    }
    r.exponent = exponent - bits + 1;
    for (int i = 0; i < bits; i++) {
        bool bit = big_compare(n, d) >= 0;
        if (bit)
            big_subtract(n, d);
        r.significand = r.significand << 1 | bit;
        big_shift_left(n, 1);
    }
    u64 limit = bits < 64 ? (u64)1 << bits : 0; // 2^64 is 0 here, as is the sum that reaches it
    int half = big_compare(n, d);
    bool is_up = half > 0 || (half == 0 && r.significand & 1);
    bool is_tiny = bits < t->precision && n->n > 0;
    if (is_tiny && bits == t->precision - 1 && r.significand + 1 == limit)
        is_tiny = !rounds_to_normal(n, d);
    r.is_range_error = is_tiny;
    r.significand += is_up;
    if (is_up && r.significand == limit && bits == t->precision) {
        r.significand = (u64)1 << (bits - 1);
        r.exponent++;
        r.is_overflow = r.is_range_error = exponent == t->max_exponent;
    }
    return r;
}

// The decimal digits from the text as one number. Those after the limit count as one digit, 1 if
// any is not 0.
static i64 read_big(struct big *n, const struct reading *r, int limit) {
    i64 taken = 0;
    bool is_sticky = false;
    big_set(n, 0);
    for (const char *s = r->first; s < r->end; s++) {
        if (!rt_is_digit(*s))
            continue;
        if (taken < limit) {
            big_multiply(n, 10, (u32)(*s - '0'));
            taken++;
        } else {
            is_sticky |= *s != '0';
        }
    }
    if (is_sticky) {
        big_multiply(n, 10, 1);
        taken++;
    }
    return taken;
}

// Divides so that the quotient is in [1, 2), and rounds. n * 2^exponent / d is the value.
static struct rounded round_big(const struct float_type *t, struct big *n, struct big *d,
                                i64 exponent) {
    int k = big_bits(n) - big_bits(d);
    big_shift_left(k < 0 ? n : d, k < 0 ? -k : k);
    if (big_compare(n, d) < 0) {
        big_shift_left(n, 1);
        k--;
    }
    return round_quotient(t, n, d, (int)exponent + k);
}

static struct rounded round_decimal(const struct float_type *t, const struct reading *r) {
    i64 ndigits = r->ndigits < t->digits + 1 ? r->ndigits : t->digits + 1;
    // exponent counts from the last digit in m
    i64 power = r->is_cut ? r->exponent + 19 - ndigits : r->exponent;
    i64 fives = power < 0 ? -power : power;
    // 10/3 bits for a digit, 7/3 for a factor 5; the shifts make both numbers as long as the longer
    // one.
    i64 size = (ndigits * 10 / 3 + fives * 7 / 3) / 32 + 8;
    u32 n_limbs[size], d_limbs[size];
    struct big n = {n_limbs, 0}, d = {d_limbs, 0};
    big_set(&d, 1);
    if (r->is_cut)
        power = r->exponent + 19 - read_big(&n, r, t->digits);
    else
        big_set(&n, r->m);
    big_multiply_power5(power < 0 ? &d : &n, power < 0 ? -power : power);
    return round_big(t, &n, &d, power);
}

static struct rounded round_hex(const struct float_type *t, const struct reading *r) {
    u32 n_limbs[8], d_limbs[8];
    struct big n = {n_limbs, 0}, d = {d_limbs, 0};
    big_set(&d, 1);
    big_set(&n, r->m);
    big_multiply(&n, (u32)1 << 4 * r->ntail, r->tail);
    big_multiply(&n, 2, r->is_sticky);
    return round_big(t, &n, &d, r->exponent - 1);
}

// Rounds a number whose digits are not all 0.
static struct rounded round_number(const struct float_type *t, const struct reading *r) {
    struct rounded none = {0, t->min_exponent - t->precision + 1, false, true};
    // value < base^top
    i64 top = r->is_hex ? r->exponent : r->exponent + (r->is_cut ? 19 : r->ndigits);
    if (top > (r->is_hex ? t->max_exponent : t->max_ten)) {
        none.is_overflow = true;
        return none;
    }
    if (top < (r->is_hex ? t->min_exponent - t->precision - 128 : t->min_ten))
        return none;
    return r->is_hex ? round_hex(t, r) : round_decimal(t, r);
}

// ---- the three types ----------------------------------------------------------------------------

union f32_bits {
    float value;
    u32 bits;
};
union f64_bits {
    double value;
    u64 bits;
};
union f80_bits {
    long double value;
    struct {
        u64 significand;
        uint16_t exponent;
    };
};

static float make_f32(const struct float_type *t, struct rounded r) {
    u32 above_lowest = (u32)(r.exponent - (t->min_exponent - t->precision + 1));
    return (union f32_bits){.bits = (u32)r.significand + (above_lowest << 23)}.value;
}

static double make_f64(const struct float_type *t, struct rounded r) {
    u64 above_lowest = (u64)(r.exponent - (t->min_exponent - t->precision + 1));
    return (union f64_bits){.bits = r.significand + (above_lowest << 52)}.value;
}

static long double make_f80(const struct float_type *t, struct rounded r) {
    int above_lowest = r.exponent - (t->min_exponent - t->precision + 1);
    union f80_bits b = {.value = 0};
    b.significand = r.significand;
    b.exponent = (uint16_t)(above_lowest + (int)(r.significand >> 63));
    return b.value;
}

static float nan_f32(u64 payload) {
    return (union f32_bits){.bits = 0x7fc00000 | ((u32)payload & 0x3fffff)}.value;
}
static double nan_f64(u64 payload) {
    return (union f64_bits){.bits = 0x7ff8000000000000 | (payload & 0x7ffffffffffff)}.value;
}
static long double nan_f80(u64 payload) {
    union f80_bits b = {.value = 0};
    b.significand = 0xc000000000000000 | (payload & 0x3fffffffffffffff);
    b.exponent = 0x7fff;
    return b.value;
}

// Whether one multiplication or division by a power of ten gives the result.
static bool is_easy(const struct float_type *t, const struct reading *r) {
    bool fits = t->precision == 64 || r->m >> (t->precision % 64) == 0;
    return !r->is_hex && !r->is_cut && fits && r->exponent <= t->exact_power &&
           r->exponent >= -t->exact_power;
}

#define CONVERT(kind, T)                                                                           \
    static T easy_##kind(const struct reading *r) {                                                \
        T power = 1;                                                                               \
        for (i64 i = r->exponent < 0 ? -r->exponent : r->exponent; i > 0; i--)                     \
            power *= 10;                                                                           \
        return r->exponent < 0 ? (T)r->m / power : (T)r->m * power;                                \
    }                                                                                              \
    static T number_##kind(const struct reading *r) {                                              \
        const struct float_type *t = &type_##kind;                                                 \
        if (r->m == 0)                                                                             \
            return 0;                                                                              \
        if (is_easy(t, r))                                                                         \
            return easy_##kind(r);                                                                 \
        struct rounded v = round_number(t, r);                                                     \
        if (v.is_range_error)                                                                      \
            errno = ERANGE;                                                                        \
        return v.is_overflow ? (T)__builtin_inff() : make_##kind(t, v);                            \
    }                                                                                              \
    static NOINLINE T convert_##kind(const char *text, char **end) {                               \
        struct reading r = read_text(text, end);                                                   \
        T v = 0;                                                                                   \
        if (r.form == FORM_NUMBER)                                                                 \
            v = number_##kind(&r);                                                                 \
        else if (r.form != FORM_NONE)                                                              \
            v = r.form == FORM_INF ? (T)__builtin_inff() : nan_##kind(r.m);                        \
        return r.is_negative ? -v : v;                                                             \
    }
CONVERT(f32, float)
CONVERT(f64, double)
CONVERT(f80, long double)

MODEL float strtof(const char *restrict text, char **restrict end) {
    return convert_f32(text, end);
}
MODEL double strtod(const char *restrict text, char **restrict end) {
    return convert_f64(text, end);
}
MODEL long double strtold(const char *restrict text, char **restrict end) {
    return convert_f80(text, end);
}
MODEL double atof(const char *text) { return convert_f64(text, NULL); }

// The payload of nan() is what strtod takes between the parentheses; anything else stands for none.
#define NAN_OF(name, kind, T)                                                                      \
    T name(const char *payload);                                                                   \
    MODEL T name(const char *payload) {                                                            \
        char *end;                                                                                 \
        u64 v = strtoull(payload, &end, 0);                                                        \
        return nan_##kind(                                                                         \
            *end || rt_is_space(*payload) || *payload == '-' || *payload == '+' ? 0 : v);          \
    }
NAN_OF(nanf, f32, float)
NAN_OF(nan, f64, double)
NAN_OF(nanl, f80, long double)
