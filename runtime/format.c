// SPDX-License-Identifier: Apache-2.0
// printf's formatting, into memory or into the recorded output. Nothing here touches memory that threads share
// except the arguments' strings and the destination, so output is no scheduling point.
#include "rt.h"

enum length { LEN_INT, LEN_CHAR, LEN_SHORT, LEN_LONG, LEN_LLONG, LEN_MAX, LEN_SIZE, LEN_PTRDIFF, LEN_LDOUBLE };

// One conversion: %[flags][width][.precision][length]conv
struct spec {
    bool left, plus, space, alt, zero;
    int width;
    int precision;              // -1: not given
    enum length length;
    char conv;
};

// A va_list that can be passed by reference on every target.
struct args {
    va_list list;
};

// ---- sinks --------------------------------------------------------------------------------------

void __rt_sink_to_fd(struct rt_sink *s, int fd) {
    s->fd = fd;
    s->dst = NULL;
    s->room = s->total = 0;
    s->used = 0;
}

void __rt_sink_to_memory(struct rt_sink *s, char *dst, size_t size) {
    __rt_sink_to_fd(s, 0);
    s->dst = dst;
    s->room = size;
}

static void flush(struct rt_sink *s) {
    if (s->used > 0)
        __heddle_output(s->fd, s->chunk, s->used);
    s->used = 0;
}

void __rt_emit(struct rt_sink *s, char c) {
    s->total++;
    if (s->fd) {
        s->chunk[s->used++] = c;
        if (s->used == sizeof s->chunk)
            flush(s);
    } else if (s->room > 1) {
        *s->dst++ = c;
        s->room--;
    }
}

int __rt_sink_end(struct rt_sink *s) {
    if (s->fd)
        flush(s);
    else if (s->room > 0)
        *s->dst = '\0';
    if (s->total > INT_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    return (int)s->total;
}

static void repeat(struct rt_sink *s, char c, long n) {
    for (; n > 0; n--) {
        if (!s->fd && s->room <= 1) {           // snprintf(NULL, 0, "%1000000d", x) need not take for ever
            s->total += (size_t)n;
            return;
        }
        __rt_emit(s, c);
    }
}

static void emit_bytes(struct rt_sink *s, const char *p, size_t n) {
    for (size_t i = 0; i < n; i++)
        __rt_emit(s, p[i]);
}

// ---- texts and numbers --------------------------------------------------------------------------

static void put_text(struct rt_sink *s, const struct spec *spec, const char *text) {
    if (spec->width == 0 && spec->precision < 0) {
        for (char c; (c = *text); text++)       // one look at each byte, other threads may write there
            __rt_emit(s, c);
        return;
    }
    size_t max = spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision;
    size_t n = rt_length_max(text, max);
    long pad = n < (size_t)spec->width ? spec->width - (long)n : 0;
    if (!spec->left)
        repeat(s, ' ', pad);
    emit_bytes(s, text, n);
    if (spec->left)
        repeat(s, ' ', pad);
}

static void put_char(struct rt_sink *s, const struct spec *spec, char c) {
    if (!spec->left)
        repeat(s, ' ', spec->width - 1L);
    __rt_emit(s, c);
    if (spec->left)
        repeat(s, ' ', spec->width - 1L);
}

// Padding, prefix, zeros, digits: the shape of every number. zero_fill: the field is filled with zeros.
static void put_number(struct rt_sink *s, const struct spec *spec, const char *prefix, long zeros, const char *digits,
                       size_t ndigits, bool zero_fill) {
    long pad = spec->width - (long)rt_length(prefix) - zeros - (long)ndigits;
    if (zero_fill && pad > 0) {
        zeros += pad;
        pad = 0;
    }
    if (!spec->left)
        repeat(s, ' ', pad);
    emit_bytes(s, prefix, rt_length(prefix));
    repeat(s, '0', zeros);
    emit_bytes(s, digits, ndigits);
    if (spec->left)
        repeat(s, ' ', pad);
}

static const char *sign_prefix(const struct spec *spec, bool is_negative) {
    return is_negative ? "-" : spec->plus ? "+" : spec->space ? " " : "";
}

// Writes digits before `end`; gives their start. Nothing for 0.
static char *digits_before(char *end, uintmax_t v, unsigned base, bool upper) {
    const char *digit = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    for (; v; v /= base)
        *--end = digit[v % base];
    return end;
}

static void put_integer(struct rt_sink *s, const struct spec *spec, uintmax_t v, unsigned base, const char *prefix) {
    char buf[24];
    char *end = buf + sizeof buf;
    char *digits = digits_before(end, v, base, spec->conv == 'X');
    size_t n = (size_t)(end - digits);
    long least = spec->precision < 0 ? 1 : spec->precision;
    long zeros = least > (long)n ? least - (long)n : 0;
    if (base == 8 && spec->alt && zeros == 0 && (n == 0 || *digits != '0'))
        zeros = 1;
    put_number(s, spec, prefix, zeros, digits, n, spec->zero && !spec->left && spec->precision < 0);
}

// ---- floats -------------------------------------------------------------------------------------

static char *add_number(char *p, int v) {
    char buf[12];
    char *end = buf + sizeof buf;
    char *digits = digits_before(end, (uintmax_t)v, 10, false);
    if (v == 0)
        *--digits = '0';
    while (digits < end)
        *p++ = *digits++;
    return p;
}

// The conversion as text again, for the host, with the L modifier.
static void spell(const struct spec *spec, char *p) {
    *p++ = '%';
    if (spec->left)
        *p++ = '-';
    if (spec->plus)
        *p++ = '+';
    if (spec->space)
        *p++ = ' ';
    if (spec->alt)
        *p++ = '#';
    if (spec->zero)
        *p++ = '0';
    if (spec->width > 0)
        p = add_number(p, spec->width);
    if (spec->precision >= 0) {
        *p++ = '.';
        p = add_number(p, spec->precision);
    }
    *p++ = 'L';
    *p++ = spec->conv;
    *p = '\0';
}

static NOINLINE void put_long_float(struct rt_sink *s, const char *text, long double v, size_t size) {
    char buf[size];
    int n = __heddle_format_float(buf, size, text, v);
    emit_bytes(s, buf, (size_t)n);
}

static void put_float(struct rt_sink *s, const struct spec *spec, long double v) {
    char text[40], buf[64];
    spell(spec, text);
    int n = __heddle_format_float(buf, sizeof buf, text, v);
    if (n >= (int)sizeof buf)
        put_long_float(s, text, v, (size_t)n + 1);
    else if (n > 0)
        emit_bytes(s, buf, (size_t)n);
}

// Rounds the fraction (13 hexadecimal digits below the leading one) to `digits` of them, half to even.
static uint64_t round_hex(uint64_t m, int digits) {
    int shift = (13 - digits) * 4;
    uint64_t rest = m & (((uint64_t)1 << shift) - 1), half = (uint64_t)1 << (shift - 1);
    m >>= shift;
    if (rest > half || (rest == half && (m & 1)))
        m++;
    return m << shift;
}

// %a of a double, which glibc writes with another leading digit than the same number as a long double.
static void put_hex_double(struct rt_sink *s, const struct spec *spec, double v) {
    uint64_t bits;
    __builtin_memcpy(&bits, &v, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff);
    if (exponent == 0x7ff) {
        put_float(s, spec, v);
        return;
    }
    uint64_t m = bits & (((uint64_t)1 << 52) - 1);
    if (exponent)
        m |= (uint64_t)1 << 52;
    exponent = exponent ? exponent - 1023 : m ? -1022 : 0;
    int digits = spec->precision;
    if (digits < 0)
        for (digits = 13; digits > 0 && !(m >> (13 - digits) * 4 & 15); digits--)
            ;
    else if (digits < 13)
        m = round_hex(m, digits);
    bool upper = spec->conv == 'A';
    char buf[32], *p = buf;
    *p++ = (char)('0' + (m >> 52));
    if (digits > 0 || spec->alt)
        *p++ = '.';
    for (int i = 0; i < digits && i < 13; i++)
        *p++ = (upper ? "0123456789ABCDEF" : "0123456789abcdef")[m >> (12 - i) * 4 & 15];
    char *tail = p;
    *p++ = upper ? 'P' : 'p';
    *p++ = exponent < 0 ? '-' : '+';
    p = add_number(p, exponent < 0 ? -exponent : exponent);

    char prefix[4], *q = prefix;
    const char *sign = sign_prefix(spec, bits >> 63);
    if (*sign)
        *q++ = *sign;
    *q++ = '0';
    *q++ = upper ? 'X' : 'x';
    *q = '\0';
    // Zeros beyond the 13 digits stand between fraction and exponent, so the parts are padded by hand.
    long extra = digits > 13 ? digits - 13 : 0;
    long pad = spec->width - (long)(q - prefix) - (long)(p - buf) - extra;
    bool zero_fill = spec->zero && !spec->left;
    if (!spec->left && !zero_fill)
        repeat(s, ' ', pad);
    emit_bytes(s, prefix, (size_t)(q - prefix));
    if (zero_fill)
        repeat(s, '0', pad);
    emit_bytes(s, buf, (size_t)(tail - buf));
    repeat(s, '0', extra);
    emit_bytes(s, tail, (size_t)(p - tail));
    if (spec->left)
        repeat(s, ' ', pad);
}

// ---- arguments ----------------------------------------------------------------------------------

static intmax_t next_signed(struct args *a, enum length length) {
    switch (length) {
    case LEN_CHAR: return (signed char)va_arg(a->list, int);
    case LEN_SHORT: return (short)va_arg(a->list, int);
    case LEN_LONG: return va_arg(a->list, long);
    case LEN_LLONG:
    case LEN_LDOUBLE: return va_arg(a->list, long long);
    case LEN_MAX: return va_arg(a->list, intmax_t);
    case LEN_SIZE:
    case LEN_PTRDIFF: return va_arg(a->list, ptrdiff_t);
    default: return va_arg(a->list, int);
    }
}

static uintmax_t next_unsigned(struct args *a, enum length length) {
    switch (length) {
    case LEN_CHAR: return (unsigned char)va_arg(a->list, unsigned);
    case LEN_SHORT: return (unsigned short)va_arg(a->list, unsigned);
    case LEN_LONG: return va_arg(a->list, unsigned long);
    case LEN_LLONG:
    case LEN_LDOUBLE: return va_arg(a->list, unsigned long long);
    case LEN_MAX: return va_arg(a->list, uintmax_t);
    case LEN_SIZE:
    case LEN_PTRDIFF: return va_arg(a->list, size_t);
    default: return va_arg(a->list, unsigned);
    }
}

static void store_count(struct args *a, enum length length, size_t count) {
    switch (length) {
    case LEN_CHAR: *va_arg(a->list, signed char *) = (signed char)count; break;
    case LEN_SHORT: *va_arg(a->list, short *) = (short)count; break;
    case LEN_LONG: *va_arg(a->list, long *) = (long)count; break;
    case LEN_LLONG:
    case LEN_LDOUBLE: *va_arg(a->list, long long *) = (long long)count; break;
    case LEN_MAX: *va_arg(a->list, intmax_t *) = (intmax_t)count; break;
    case LEN_SIZE:
    case LEN_PTRDIFF: *va_arg(a->list, ptrdiff_t *) = (ptrdiff_t)count; break;
    default: *va_arg(a->list, int *) = (int)count; break;
    }
}

// ---- conversions --------------------------------------------------------------------------------

static void convert_unsigned(struct rt_sink *s, const struct spec *spec, struct args *a) {
    uintmax_t v = next_unsigned(a, spec->length);
    unsigned base = spec->conv == 'o' ? 8 : spec->conv == 'u' ? 10 : 16;
    const char *prefix = "";
    if (base == 16 && spec->alt && v)
        prefix = spec->conv == 'X' ? "0X" : "0x";
    put_integer(s, spec, v, base, prefix);
}

static void convert_float(struct rt_sink *s, const struct spec *spec, struct args *a) {
    if (spec->length == LEN_LDOUBLE) {
        put_float(s, spec, va_arg(a->list, long double));
        return;
    }
    double v = va_arg(a->list, double);
    if (spec->conv == 'a' || spec->conv == 'A')
        put_hex_double(s, spec, v);
    else
        put_float(s, spec, v);
}

// An address has no number here; its text is the same for all.
static void convert_pointer(struct rt_sink *s, const struct spec *spec, const void *p) {
    struct spec plain = *spec;
    plain.precision = -1;
    put_text(s, &plain, p ? "0xPTR" : "(nil)");
}

static void convert_text(struct rt_sink *s, const struct spec *spec, const char *text) {
    if (!text)
        text = spec->precision < 0 || spec->precision >= 6 ? "(null)" : "";     // as glibc
    put_text(s, spec, text);
}

static bool convert(struct rt_sink *s, const struct spec *spec, struct args *a) {
    switch (spec->conv) {
    case 'd':
    case 'i': {
        intmax_t v = next_signed(a, spec->length);
        put_integer(s, spec, v < 0 ? -(uintmax_t)v : (uintmax_t)v, 10, sign_prefix(spec, v < 0));
        return true;
    }
    case 'u':
    case 'o':
    case 'x':
    case 'X': convert_unsigned(s, spec, a); return true;
    case 'c':
        if (spec->length == LEN_LONG)
            __heddle_unsupported("printf of wide characters");
        put_char(s, spec, (char)va_arg(a->list, int));
        return true;
    case 's':
        if (spec->length == LEN_LONG)
            __heddle_unsupported("printf of wide characters");
        convert_text(s, spec, va_arg(a->list, const char *));
        return true;
    case 'e': case 'f': case 'g': case 'a':
    case 'E': case 'F': case 'G': case 'A': convert_float(s, spec, a); return true;
    case 'p': convert_pointer(s, spec, va_arg(a->list, const void *)); return true;
    case 'n': store_count(a, spec->length, s->total); return true;
    case '%': __rt_emit(s, '%'); return true;
    case '\0': errno = EINVAL; return false;
    default: __heddle_unsupported("printf with an unknown conversion");
    }
}

// ---- the format string --------------------------------------------------------------------------

// A number in the format, or -1 if it is too large.
static int parse_number(const char **p) {
    int n = 0;
    for (; rt_is_digit(**p); ++*p)
        if (n >= 0 && (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, **p - '0', &n)))
            n = -1;
    return n;
}

static bool parse_flag(struct spec *spec, char c) {
    switch (c) {
    case '-': return spec->left = true;
    case '+': return spec->plus = true;
    case ' ': return spec->space = true;
    case '#': return spec->alt = true;
    case '0': return spec->zero = true;
    case '\'':                                  // the C locale has no grouping and no other digits
    case 'I': return true;
    default: return false;
    }
}

static enum length parse_length(const char **p) {
    char c = **p;
    bool twice = c && (*p)[1] == c;
    switch (c) {
    case 'h': *p += 1 + twice; return twice ? LEN_CHAR : LEN_SHORT;
    case 'l': *p += 1 + twice; return twice ? LEN_LLONG : LEN_LONG;
    case 'q': ++*p; return LEN_LLONG;
    case 'j': ++*p; return LEN_MAX;
    case 'z':
    case 'Z': ++*p; return LEN_SIZE;
    case 't': ++*p; return LEN_PTRDIFF;
    case 'L': ++*p; return LEN_LDOUBLE;
    default: return LEN_INT;
    }
}

// Reads the width, and a * from the arguments. False if it is too large.
static bool parse_width(struct spec *spec, const char **p, struct args *a) {
    if (**p != '*') {
        spec->width = parse_number(p);
        if (**p == '$')
            __heddle_unsupported("printf with numbered arguments");
    } else {
        ++*p;
        spec->width = va_arg(a->list, int);
        if (spec->width < 0) {
            spec->left = true;
            if (spec->width == INT_MIN)
                return false;
            spec->width = -spec->width;
        }
    }
    return spec->width >= 0;
}

static bool parse_precision(struct spec *spec, const char **p, struct args *a) {
    if (**p != '.')
        return true;
    ++*p;
    if (**p == '*') {
        ++*p;
        spec->precision = va_arg(a->list, int);
        if (spec->precision < 0)                // a negative one counts as not given
            spec->precision = -1;
        return true;
    }
    spec->precision = parse_number(p);
    return spec->precision >= 0;
}

static bool parse_spec(struct spec *spec, const char **p, struct args *a) {
    *spec = (struct spec){.precision = -1};
    while (parse_flag(spec, **p))
        ++*p;
    if (!parse_width(spec, p, a) || !parse_precision(spec, p, a)) {
        errno = EOVERFLOW;
        return false;
    }
    spec->length = parse_length(p);
    spec->conv = **p;
    if (spec->conv)
        ++*p;
    return true;
}

bool __rt_format(struct rt_sink *s, const char *fmt, va_list args) {
    struct args a;
    va_copy(a.list, args);
    bool ok = true;
    for (char c; ok && (c = *fmt);) {
        fmt++;
        if (c != '%') {
            __rt_emit(s, c);
            continue;
        }
        struct spec spec;
        ok = parse_spec(&spec, &fmt, &a);
        if (ok && spec.conv == 'm') {
            const char *text = __rt_error_text(errno);
            put_text(s, &spec, text ? text : "Unknown error");
        } else if (ok) {
            ok = convert(s, &spec, &a);
        }
    }
    va_end(a.list);
    return ok;
}
