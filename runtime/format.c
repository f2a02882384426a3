// SPDX-License-Identifier: Apache-2.0
// printf's formatting, into memory, the recorded output or a file. Nothing here touches memory that
// threads share except the arguments' strings and the destination, so recorded output is no
// scheduling point; who writes to a file has masked.
#include "stream.h"

#include <wchar.h>

enum length {
    LEN_INT,
    LEN_CHAR,
    LEN_SHORT,
    LEN_LONG,
    LEN_LLONG,
    LEN_MAX,
    LEN_SIZE,
    LEN_PTRDIFF,
    LEN_LDOUBLE
};

// One conversion: %[number$][flags][width][.precision][length]conv
struct spec {
    bool left, plus, space, alt, zero;
    bool has_width_arg, has_precision_arg;
    int width;
    int precision; // -1: not given
    enum length length;
    char conv;
    int arg, width_arg, precision_arg; // numbers of arguments, or 0: the next one
};

enum arg_type { ARG_INT, ARG_LONG, ARG_LLONG, ARG_DOUBLE, ARG_LDOUBLE, ARG_POINTER };

union value {
    int i;
    long l;
    long long ll;
    double d;
    long double ld;
    void *p;
};

#define MAX_NUMBERED 32

// Where arguments come from: a va_list (in a struct, to be passed by reference on every target), or
// the values that were taken out of it when the format numbers them.
struct args {
    va_list list;
    union value *numbered;
    // Nobody reads what is printed: printing a number of the world's is no look at it.
    bool is_unread;
    long long like; // what those that were printed stand on
};

// ---- sinks --------------------------------------------------------------------------------------

void __rt_sink_to_fd(struct rt_sink *s, int fd) {
    s->fd = fd;
    s->dst = NULL;
    s->room = s->total = 0;
    s->used = 0;
    s->written = NULL;
    s->start = NULL;
    s->nearest = SIZE_MAX;
    s->like = 0;
}

void __rt_sink_to_memory(struct rt_sink *s, char *dst, size_t size) {
    __rt_sink_to_fd(s, 0);
    s->dst = s->start = dst;
    s->room = size;
}

// With a descriptor, `room` is not needed and says whether writing has failed.
enum { WRITES_FAILED = 1 };

static void flush(struct rt_sink *s) {
    if (s->used == 0)
        return;
    if (rt_is_output(s->fd))
        rt_output(s->fd, s->chunk, s->used);
    else if (s->fd != RT_NOWHERE && !__rt_fd_put(s->fd, s->chunk, s->used))
        s->room = WRITES_FAILED;
    s->used = 0;
}

void __rt_emit(struct rt_sink *s, char c) {
    s->total++;
    if (s->fd) {
        s->chunk[s->used++] = c;
        if (s->used == sizeof s->chunk)
            flush(s);
    } else if (s->room > 1) {
        if (s->used++ == s->nearest)
            rt_overlap();
        *s->dst++ = c;
        s->room--;
    }
}

int __rt_sink_end(struct rt_sink *s) {
    if (s->fd) {
        flush(s);
        if (s->room == WRITES_FAILED)
            return -1;
    } else if (s->room > 0) {
        if (s->used == s->nearest)
            rt_overlap();
        *s->dst = '\0';
    }
    if (s->total > INT_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    return (int)__heddle_given_as((int)s->total, s->like);
}

static void repeat(struct rt_sink *s, char c, long n) {
    for (; n > 0; n--) {
        // snprintf(NULL, 0, "%1000000d", x) need not take for ever
        if (!s->fd && s->room <= 1) {
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

// The text is the format or an argument: it must be nowhere near what is written. What follows may
// reach it only later.
static void keep_apart(struct rt_sink *s, const char *text, size_t max) {
    size_t first = s->fd || s->room == 0 ? SIZE_MAX : rt_text_offset(text, max, s->start);
    if (first <= s->used)
        rt_overlap();
    s->nearest = first < s->nearest ? first : s->nearest;
}

static void put_text(struct rt_sink *s, const struct spec *spec, const char *text) {
    keep_apart(s, text, spec->precision < 0 ? SIZE_MAX : (size_t)spec->precision);
    if (spec->width == 0 && spec->precision < 0) {
        // one look at each byte, other threads may write there
        for (char c; (c = *text); text++)
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

// Padding, prefix, zeros, digits: the shape of every number. zero_fill: the field is filled with
// zeros.
static void put_number(struct rt_sink *s, const struct spec *spec, const char *prefix, long zeros,
                       const char *digits, size_t ndigits, bool zero_fill) {
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

static void put_integer(struct rt_sink *s, const struct spec *spec, uintmax_t v, unsigned base,
                        const char *prefix) {
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

static NOINLINE void put_long_float(struct rt_sink *s, const char *text, long double v,
                                    size_t size) {
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

// Rounds the fraction (13 hexadecimal digits below the leading one) to `digits` of them, half to
// even.
static uint64_t round_hex(uint64_t m, int digits) {
    int shift = (13 - digits) * 4;
    uint64_t rest = m & (((uint64_t)1 << shift) - 1), half = (uint64_t)1 << (shift - 1);
    m >>= shift;
    if (rest > half || (rest == half && (m & 1)))
        m++;
    return m << shift;
}

// %a of a double, which glibc writes with another leading digit than the same number as a long
// double.
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
    // Zeros beyond the 13 digits stand between fraction and exponent, so the parts are padded by
    // hand.
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

static void take(struct args *a, enum arg_type type, union value *v) {
    switch (type) {
    case ARG_INT: v->i = va_arg(a->list, int); break;
    case ARG_LONG: v->l = va_arg(a->list, long); break;
    case ARG_LLONG: v->ll = va_arg(a->list, long long); break;
    case ARG_DOUBLE: v->d = va_arg(a->list, double); break;
    case ARG_LDOUBLE: v->ld = va_arg(a->list, long double); break;
    case ARG_POINTER: v->p = va_arg(a->list, void *); break;
    }
}

static enum arg_type integer_type(enum length length) {
    switch (length) {
    case LEN_LLONG:
    case LEN_LDOUBLE: return ARG_LLONG;
    case LEN_MAX: return sizeof(intmax_t) == sizeof(long) ? ARG_LONG : ARG_LLONG;
    case LEN_LONG:
    case LEN_SIZE:
    case LEN_PTRDIFF: return ARG_LONG;
    default: return ARG_INT;
    }
}

static enum arg_type type_of(const struct spec *spec) {
    switch (spec->conv) {
    case 'e':
    case 'f':
    case 'g':
    case 'a':
    case 'E':
    case 'F':
    case 'G':
    case 'A': return spec->length == LEN_LDOUBLE ? ARG_LDOUBLE : ARG_DOUBLE;
    case 's':
    case 'S':
    case 'p':
    case 'n': return ARG_POINTER;
    case 'c':
    case 'C': return ARG_INT;
    default: return integer_type(spec->length);
    }
}

// The argument of the conversion; `v` is a place for it. Never copied as a whole: it may be an
// address.
static const union value *get(struct args *a, const struct spec *spec, union value *v) {
    if (a->numbered)
        return &a->numbered[spec->arg - 1];
    take(a, type_of(spec), v);
    return v;
}

// A number that is about to be printed.
static long long printed(struct args *a, long long v) {
    if (!a->is_unread)
        return v;
    a->like = __heddle_given_as(a->like, v);
    return __heddle_number(v);
}

static double printed_float(struct args *a, double v) {
    long long bits;
    __builtin_memcpy(&bits, &v, sizeof bits);
    bits = printed(a, bits);
    __builtin_memcpy(&v, &bits, sizeof v);
    return v;
}

static int get_star(struct args *a, int number) {
    union value v;
    if (a->numbered)
        return a->numbered[number - 1].i;
    take(a, ARG_INT, &v);
    return v.i;
}

static intmax_t get_signed(struct args *a, const struct spec *spec) {
    union value place;
    const union value *v = get(a, spec, &place);
    switch (spec->length) {
    case LEN_CHAR: return (signed char)printed(a, v->i);
    case LEN_SHORT: return (short)printed(a, v->i);
    default: break;
    }
    switch (integer_type(spec->length)) {
    case ARG_LONG: return (long)printed(a, v->l);
    case ARG_LLONG: return printed(a, v->ll);
    default: return (int)printed(a, v->i);
    }
}

static uintmax_t get_unsigned(struct args *a, const struct spec *spec) {
    intmax_t v = get_signed(a, spec);
    switch (spec->length) {
    case LEN_CHAR: return (unsigned char)v;
    case LEN_SHORT: return (unsigned short)v;
    default: break;
    }
    switch (integer_type(spec->length)) {
    case ARG_LONG: return (unsigned long)v;
    case ARG_LLONG: return (unsigned long long)v;
    default: return (unsigned)v;
    }
}

#define STORE(type) (*(type *)p = (type)count, sizeof(type))

static size_t store_number(void *p, enum length length, size_t count) {
    switch (length) {
    case LEN_CHAR: return STORE(signed char);
    case LEN_SHORT: return STORE(short);
    case LEN_LONG: return STORE(long);
    case LEN_LLONG:
    case LEN_LDOUBLE: return STORE(long long);
    case LEN_MAX: return STORE(intmax_t);
    case LEN_SIZE:
    case LEN_PTRDIFF: return STORE(ptrdiff_t);
    default: return STORE(int);
    }
}

static void store_count(struct rt_sink *s, void *p, enum length length) {
    size_t size = store_number(p, length, (size_t)__heddle_given_as((long long)s->total, s->like));
    if (s->written)
        rt_written_add(s->written, p, size);
}

// ---- conversions --------------------------------------------------------------------------------

// An address that has no number; its text is the same for all.
static void put_address(struct rt_sink *s, const struct spec *spec, const char *text) {
    struct spec plain = *spec;
    plain.precision = -1;
    put_text(s, &plain, text);
}

// A number that depends on addresses, or is unknown, where nobody will see the text: the program
// cannot read its own output. How long the text would be nobody knows either (rt_sink.like).
static bool is_only_shown(const struct rt_sink *s, intmax_t v) {
    return (rt_is_output(s->fd) || s->fd == RT_NOWHERE) && __heddle_is_address(v);
}

static const char *shown_as(intmax_t v, const char *address) {
    return __heddle_is_address(v) == 2 ? "?" : address;
}

static void convert_signed(struct rt_sink *s, const struct spec *spec, struct args *a) {
    intmax_t v = get_signed(a, spec);
    if (is_only_shown(s, v))
        put_address(s, spec, shown_as(v, "PTR"));
    else
        put_integer(s, spec, v < 0 ? -(uintmax_t)v : (uintmax_t)v, 10, sign_prefix(spec, v < 0));
}

static void convert_unsigned(struct rt_sink *s, const struct spec *spec, struct args *a) {
    uintmax_t v = get_unsigned(a, spec);
    if (is_only_shown(s, (intmax_t)v)) {
        put_address(s, spec, shown_as((intmax_t)v, "PTR"));
        return;
    }
    unsigned base = spec->conv == 'o' ? 8 : spec->conv == 'u' ? 10 : 16;
    const char *prefix = "";
    if (base == 16 && spec->alt && v)
        prefix = spec->conv == 'X' ? "0X" : "0x";
    put_integer(s, spec, v, base, prefix);
}

static void convert_pointer(struct rt_sink *s, const struct spec *spec, struct args *a) {
    union value place;
    intmax_t v = (intmax_t)printed(a, (long long)(uintptr_t)get(a, spec, &place)->p);
    if (is_only_shown(s, v))
        put_address(s, spec, shown_as(v, "0xPTR"));
    else if (v == 0)
        put_address(s, spec, "(nil)");
    else
        put_integer(s, spec, (uintmax_t)v, 16, "0x");
}

static void convert_float(struct rt_sink *s, const struct spec *spec, struct args *a) {
    union value place;
    const union value *v = get(a, spec, &place);
    if (spec->length == LEN_LDOUBLE) {
        put_float(s, spec, v->ld);
        return;
    }
    double d = printed_float(a, v->d);
    long long bits;
    __builtin_memcpy(&bits, &d, sizeof bits);
    if (is_only_shown(s, bits))
        put_address(s, spec, shown_as(bits, "PTR"));
    else if (spec->conv == 'a' || spec->conv == 'A')
        put_hex_double(s, spec, d);
    else
        put_float(s, spec, d);
}

static void convert_text(struct rt_sink *s, const struct spec *spec, const char *text) {
    if (!text)
        text = spec->precision < 0 || spec->precision >= 6 ? "(null)" : ""; // as glibc
    put_text(s, spec, text);
}

// In the C locale, which knows the characters up to 127 only.
static bool convert_wide_text(struct rt_sink *s, const struct spec *spec, const wchar_t *text) {
    if (!text) {
        convert_text(s, spec, NULL);
        return true;
    }
    long max = spec->precision < 0 ? LONG_MAX : spec->precision, n = 0;
    for (; n < max && text[n]; n++)
        if ((unsigned)text[n] > 127) {
            errno = EILSEQ;
            return false;
        }
    if (!spec->left)
        repeat(s, ' ', spec->width - n);
    for (long i = 0; i < n; i++)
        __rt_emit(s, (char)text[i]);
    if (spec->left)
        repeat(s, ' ', spec->width - n);
    return true;
}

static bool convert_character(struct rt_sink *s, const struct spec *spec, int c, bool is_wide) {
    if (is_wide && (unsigned)c > 127) {
        errno = EILSEQ;
        return false;
    }
    put_char(s, spec, (char)c);
    return true;
}

// glibc's text for a number without one.
static void convert_error(struct rt_sink *s, const struct spec *spec, int error) {
    const char *known = __rt_error_text(error);
    char buf[40], *p = buf;
    for (const char *text = "Unknown error "; *text; text++)
        *p++ = *text;
    if (error < 0)
        *p++ = '-';
    if (!known)
        *add_number(p, error < 0 ? -error : error) = '\0';
    put_text(s, spec, known ? known : buf);
}

static bool convert(struct rt_sink *s, const struct spec *spec, struct args *a) {
    union value v;
    bool is_wide = spec->length == LEN_LONG || spec->conv == 'S' || spec->conv == 'C';
    switch (spec->conv) {
    case 'd':
    case 'i': convert_signed(s, spec, a); return true;
    case 'u':
    case 'o':
    case 'x':
    case 'X': convert_unsigned(s, spec, a); return true;
    case 'c':
    case 'C': return convert_character(s, spec, get(a, spec, &v)->i, is_wide);
    case 's':
    case 'S':
        if (is_wide)
            return convert_wide_text(s, spec, get(a, spec, &v)->p);
        convert_text(s, spec, get(a, spec, &v)->p);
        return true;
    case 'e':
    case 'f':
    case 'g':
    case 'a':
    case 'E':
    case 'F':
    case 'G':
    case 'A': convert_float(s, spec, a); return true;
    case 'p': convert_pointer(s, spec, a); return true;
    case 'n':
        s->like = a->like;
        store_count(s, get(a, spec, &v)->p, spec->length);
        return true;
    case 'm': convert_error(s, spec, errno); return true;
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
        if (n >= 0 &&
            (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, **p - '0', &n)))
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
    case '\'': // the C locale has no grouping and no other digits
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

// The number of an argument, "2$"; 0 if there is none.
static int parse_arg(const char **p) {
    const char *q = *p;
    int n = parse_number(&q);
    if (n <= 0 || *q != '$')
        return 0;
    *p = q + 1;
    return n;
}

// Reads the conversion behind a %; a * is left to apply_stars. False if a number is too large.
static bool parse_spec(struct spec *spec, const char **p) {
    *spec = (struct spec){.precision = -1};
    spec->arg = parse_arg(p);
    while (parse_flag(spec, **p))
        ++*p;
    if (**p == '*') {
        ++*p;
        spec->has_width_arg = true;
        spec->width_arg = parse_arg(p);
    } else {
        spec->width = parse_number(p);
    }
    if (**p == '.') {
        ++*p;
        spec->has_precision_arg = **p == '*';
        *p += spec->has_precision_arg;
        if (spec->has_precision_arg)
            spec->precision_arg = parse_arg(p);
        else
            spec->precision = parse_number(p);
        if (!spec->has_precision_arg && spec->precision < 0)
            return false;
    }
    spec->length = parse_length(p);
    spec->conv = **p;
    if (spec->conv)
        ++*p;
    return spec->width >= 0;
}

// Gives the width and the precision their values from the arguments. False if one is too large.
static bool apply_stars(struct spec *spec, struct args *a) {
    if (spec->has_width_arg) {
        spec->width = get_star(a, spec->width_arg);
        if (spec->width == INT_MIN)
            return false;
        spec->left |= spec->width < 0;
        if (spec->width < 0)
            spec->width = -spec->width;
    }
    if (spec->has_precision_arg) {
        spec->precision = get_star(a, spec->precision_arg);
        if (spec->precision < 0) // a negative one counts as not given
            spec->precision = -1;
    }
    return true;
}

// ---- numbered arguments -------------------------------------------------------------------------

struct numbering {
    enum arg_type types[MAX_NUMBERED]; // int for those that no conversion mentions
    int count;
};

static void note(struct numbering *n, int number, enum arg_type type) {
    if (number <= 0)
        __heddle_unsupported("printf with numbered and unnumbered arguments");
    if (number > MAX_NUMBERED)
        __heddle_unsupported("printf with more than 32 numbered arguments");
    n->types[number - 1] = type;
    if (number > n->count)
        n->count = number;
}

// Takes all arguments in their order, which only a look at the whole format tells. False if it is
// broken.
static bool number_args(struct args *a, const char *fmt) {
    struct numbering n = {.count = 0};
    for (char c; (c = *fmt);) {
        fmt++;
        if (c != '%')
            continue;
        struct spec spec;
        if (!parse_spec(&spec, &fmt))
            return false;
        if (spec.has_width_arg)
            note(&n, spec.width_arg, ARG_INT);
        if (spec.has_precision_arg)
            note(&n, spec.precision_arg, ARG_INT);
        if (spec.conv && spec.conv != '%' && spec.conv != 'm')
            note(&n, spec.arg, type_of(&spec));
    }
    a->numbered = __heddle_alloc((size_t)n.count * sizeof *a->numbered, HEDDLE_ALLOC_INTERNAL);
    for (int i = 0; i < n.count; i++)
        take(a, n.types[i], &a->numbered[i]);
    return true;
}

// ---- the whole ----------------------------------------------------------------------------------

static bool format_one(struct rt_sink *s, const char **p, struct args *a, const char *fmt) {
    struct spec spec;
    bool ok = parse_spec(&spec, p);
    if (ok && (spec.arg || spec.width_arg || spec.precision_arg) && !a->numbered)
        ok = number_args(a, fmt);
    if (!ok || !apply_stars(&spec, a)) {
        errno = EOVERFLOW;
        return false;
    }
    return convert(s, &spec, a);
}

bool __rt_format(struct rt_sink *s, const char *fmt, va_list args) {
    struct args a = {.is_unread = s->fd == RT_NOWHERE || rt_is_output(s->fd)};
    va_copy(a.list, args);
    bool ok = true;
    const char *p = fmt;
    keep_apart(s, fmt, SIZE_MAX);
    for (char c; ok && (c = *p);) {
        p++;
        if (c == '%')
            ok = format_one(s, &p, &a, fmt);
        else
            __rt_emit(s, c);
    }
    va_end(a.list);
    s->like = a.like;
    return ok;
}
