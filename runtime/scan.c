// SPDX-License-Identifier: Apache-2.0
// scanf and its relatives. Where glibc reads a number that C would not ("1e" for %f, "0x" for %x),
// so does this.
#include "stream.h"

#include <stdlib.h>
#include <wchar.h>

// The longest text of a floating-point number.
#define MAX_NUMBER 400

enum length { LEN_INT, LEN_CHAR, LEN_SHORT, LEN_LONG, LEN_LLONG };

// How a conversion ended: matched; the input does not match; it ended before; or errno says what is
// wrong.
enum outcome { MATCHED, MISMATCH, AT_END };

// One conversion: %[*][width][m][length]conv
struct spec {
    bool is_silent, allocates;
    int width; // INT_MAX: none was given
    enum length length;
    char conv;
    bool has[256]; // of %[
};

// Where characters come from: a text, or a stream if there is one.
struct source {
    const char *text, *start; // the next character, and the first
    struct rt_stream *stream;
    long count; // of characters read
};

struct args {
    va_list list;
    struct rt_written **written; // NULL: nothing is masked
};

static void *remember(struct args *a, void *p, size_t n) {
    if (a->written)
        rt_written_add(a->written, p, n);
    return p;
}

#define NEXT(a, type) ((type *)remember(a, va_arg((a)->list, void *), sizeof(type)))

// ---- input --------------------------------------------------------------------------------------

static int next(struct source *in) {
    int c;
    if (in->stream) {
        c = __rt_stream_get(in->stream);
    } else {
        c = (unsigned char)*in->text;
        if (c)
            in->text++;
        else
            c = EOF;
    }
    if (c != EOF)
        in->count++;
    return c;
}

static void back(struct source *in, int c) {
    if (c == EOF)
        return;
    in->count--;
    if (in->stream)
        __rt_stream_unget(in->stream, c);
    else
        in->text--;
}

// The next character that is no space.
static int next_solid(struct source *in) {
    int c;
    do
        c = next(in);
    while (c != EOF && rt_is_space(c));
    return c;
}

// The characters of a field: as many as its width allows.
struct field {
    struct source *in;
    int left;
    int c; // the current one; EOF at the end of the field or of the input
};

static void field_begin(struct field *f, struct source *in, int width, int first) {
    *f = (struct field){.in = in, .left = width - 1, .c = first};
}

static void field_next(struct field *f) {
    f->c = f->left > 0 ? next(f->in) : EOF;
    f->left--;
}

static void field_end(struct field *f) { back(f->in, f->c); }

// ---- integers -----------------------------------------------------------------------------------

static int digit_of(int c) {
    if (rt_is_digit(c))
        return c - '0';
    c = rt_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

// An integer as strtol and strtoul give it: out of range, it is the last one in range.
struct integer {
    uintmax_t value;
    bool is_negative, overflows;
};

// Reads sign, prefix and digits. Base 0: the prefix tells.
static bool read_integer(struct field *f, int base, struct integer *out) {
    *out = (struct integer){0};
    bool any = false;
    if (f->c == '-' || f->c == '+') {
        out->is_negative = f->c == '-';
        field_next(f);
    }
    if (f->c == '0' && (base == 0 || base == 16)) {
        any = true;
        field_next(f);
        if (f->c == 'x' || f->c == 'X') {
            base = 16;
            field_next(f);
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    for (; f->c != EOF && digit_of(f->c) < base; field_next(f)) {
        any = true;
        out->overflows |=
            __builtin_mul_overflow(out->value, (uintmax_t)base, &out->value) ||
            __builtin_add_overflow(out->value, (uintmax_t)digit_of(f->c), &out->value);
    }
    return any;
}

// The largest value of long or long long, whichever glibc reads the length into, and the number cut
// to it.
static uintmax_t limit(const struct integer *v, bool is_signed, bool is_llong) {
    uintmax_t max = is_llong ? ULLONG_MAX : ULONG_MAX;
    if (is_signed)
        max = max / 2 + v->is_negative;
    if (v->overflows || v->value > max) {
        errno = ERANGE;
        return is_signed && v->is_negative ? -max : max;
    }
    return v->is_negative ? -v->value : v->value;
}

static void store_integer(struct args *a, enum length length, uintmax_t v) {
    switch (length) {
    case LEN_CHAR: *NEXT(a, unsigned char) = (unsigned char)v; break;
    case LEN_SHORT: *NEXT(a, unsigned short) = (unsigned short)v; break;
    case LEN_LONG: *NEXT(a, unsigned long) = (unsigned long)v; break;
    case LEN_LLONG: *NEXT(a, unsigned long long) = v; break;
    default: *NEXT(a, unsigned) = (unsigned)v; break;
    }
}

static enum outcome scan_integer(struct source *in, const struct spec *spec, struct args *a,
                                 int base, bool is_signed) {
    struct field f;
    struct integer v;
    int c = next_solid(in);
    if (c == EOF)
        return AT_END;
    field_begin(&f, in, spec->width, c);
    bool ok = read_integer(&f, base, &v);
    field_end(&f);
    if (!ok)
        return MISMATCH;
    uintmax_t value = limit(&v, is_signed, spec->length == LEN_LLONG);
    if (!spec->is_silent)
        store_integer(a, spec->length, value);
    return MATCHED;
}

// The rest of a word in any case; what was read of it is gone.
static bool read_word(struct field *f, const char *word) {
    for (; *word; word++) {
        if (f->c == EOF || rt_lower(f->c) != *word)
            return false;
        field_next(f);
    }
    return true;
}

// As printf writes pointers: "(nil)", or a number.
static enum outcome scan_pointer(struct source *in, const struct spec *spec, struct args *a) {
    struct field f;
    struct integer v = {0};
    int c = next_solid(in);
    if (c == EOF)
        return AT_END;
    field_begin(&f, in, spec->width, c);
    bool ok = c == '(' ? read_word(&f, "(nil)") : read_integer(&f, 16, &v);
    field_end(&f);
    if (!ok)
        return MISMATCH;
    uintptr_t value = (uintptr_t)limit(&v, false, false);
    if (!spec->is_silent)
        *NEXT(a, void *) = (void *)value;
    return MATCHED;
}

// ---- floating-point numbers ---------------------------------------------------------------------

struct number {
    char text[MAX_NUMBER];
    int n;
};

static void add(struct number *number, struct field *f) {
    if (number->n == MAX_NUMBER - 1)
        __heddle_unsupported("scanf of a floating-point number of 400 characters");
    number->text[number->n++] = (char)f->c;
    field_next(f);
}

static bool add_word(struct number *number, struct field *f, const char *word) {
    for (; *word; word++) {
        if (f->c == EOF || rt_lower(f->c) != *word)
            return false;
        add(number, f);
    }
    return true;
}

static bool add_digits(struct number *number, struct field *f, bool is_hex) {
    bool any = false;
    while (f->c != EOF && digit_of(f->c) < (is_hex ? 16 : 10)) {
        any = true;
        add(number, f);
    }
    return any;
}

// Collects what may be a number; false if it cannot become one.
static bool read_float(struct field *f, struct number *out) {
    if (f->c == '-' || f->c == '+')
        add(out, f);
    if (f->c == 'n' || f->c == 'N')
        return add_word(out, f, "nan");
    if (f->c == 'i' || f->c == 'I')
        return add_word(out, f, "inf") &&
               ((f->c != 'i' && f->c != 'I') || add_word(out, f, "inity"));
    bool is_hex = false, any = false;
    if (f->c == '0') {
        any = true;
        add(out, f);
        if (f->c == 'x' || f->c == 'X') {
            is_hex = true;
            any = false;
            add(out, f);
        }
    }
    any |= add_digits(out, f, is_hex);
    if (f->c == '.') {
        add(out, f);
        any |= is_hex; // "0x." is read, as 0
        any |= add_digits(out, f, is_hex);
    }
    if (any && f->c != EOF && rt_lower(f->c) == (is_hex ? 'p' : 'e')) {
        add(out, f);
        if (f->c == '-' || f->c == '+')
            add(out, f);
        add_digits(out, f, false);
    }
    return any;
}

static enum outcome scan_float(struct source *in, const struct spec *spec, struct args *a) {
    struct field f;
    struct number number = {.n = 0};
    int c = next_solid(in);
    if (c == EOF)
        return AT_END;
    field_begin(&f, in, spec->width, c);
    bool ok = read_float(&f, &number);
    field_end(&f);
    if (!ok)
        return MISMATCH;
    number.text[number.n] = '\0';
    if (spec->is_silent)
        return MATCHED;
    if (spec->length == LEN_LLONG)
        *NEXT(a, long double) = strtold(number.text, NULL);
    else if (spec->length == LEN_LONG)
        *NEXT(a, double) = strtod(number.text, NULL);
    else
        *NEXT(a, float) = strtof(number.text, NULL);
    return MATCHED;
}

// ---- texts --------------------------------------------------------------------------------------

// Where the characters of %s, %c and %[ go; with owner, into memory that is allocated.
struct text {
    bool is_silent; // nowhere
    char *dst;
    void **owner;
    size_t used, room; // in characters
    size_t unit;       // 1, or that of wchar_t
    size_t input;      // offset from dst of the text that is read; SIZE_MAX: it is elsewhere
};

static void text_begin(struct text *t, const struct source *in, const struct spec *spec,
                       struct args *a) {
    *t = (struct text){.is_silent = spec->is_silent, .input = SIZE_MAX};
    t->unit = spec->length == LEN_LONG ? sizeof(wchar_t) : 1;
    if (spec->is_silent)
        return;
    if (spec->allocates)
        t->owner = NEXT(a, void *);
    else
        t->dst = va_arg(a->list, char *);
    if (in->start && !t->owner)
        t->input = rt_text_offset(in->start, SIZE_MAX, t->dst);
}

// False if there is no memory, or no such wide character.
static bool text_add(struct text *t, int c) {
    if (t->owner && t->used == t->room) {
        size_t room = t->room ? 2 * t->room : 32;
        char *p = realloc(t->dst, room * t->unit);
        if (!p)
            return false;
        t->dst = p;
        t->room = room;
    }
    if (t->unit > 1 && c > 127) {
        errno = EILSEQ;
        return false;
    }
    if (t->input < (t->used + 1) * t->unit)
        rt_overlap();
    if (!t->is_silent && t->unit > 1)
        ((wchar_t *)t->dst)[t->used] = c;
    else if (!t->is_silent)
        t->dst[t->used] = (char)c;
    t->used++;
    return true;
}

static bool text_fails(struct text *t) {
    if (t->owner)
        free(t->dst);
    return false;
}

// Gives the user the memory, cut to what it needs.
static bool text_end(struct text *t, struct args *a, bool add_zero) {
    if (add_zero && !text_add(t, 0))
        return text_fails(t);
    if (!t->owner) {
        remember(a, t->dst, t->is_silent ? 0 : t->used * t->unit);
        return true;
    }
    char *p = realloc(t->dst, t->used * t->unit);
    *t->owner = p ? p : t->dst;
    return true;
}

static bool belongs(const struct spec *spec, int c) {
    return spec->conv == 's' ? !rt_is_space(c) : spec->has[c];
}

static enum outcome scan_text(struct source *in, const struct spec *spec, struct args *a) {
    struct field f;
    struct text t;
    int c = spec->conv == 's' ? next_solid(in) : next(in);
    if (c == EOF)
        return AT_END;
    field_begin(&f, in, spec->width, c);
    if (!belongs(spec, c)) {
        field_end(&f);
        return MISMATCH;
    }
    text_begin(&t, in, spec, a);
    bool ok = true;
    for (; ok && f.c != EOF && belongs(spec, f.c); field_next(&f))
        ok = text_add(&t, f.c);
    field_end(&f);
    ok = ok ? text_end(&t, a, true) : text_fails(&t);
    return ok ? MATCHED : AT_END;
}

// Exactly as many characters as the width says, or up to the end of the input.
static enum outcome scan_characters(struct source *in, const struct spec *spec, struct args *a) {
    struct text t;
    int c = next(in);
    if (c == EOF)
        return AT_END;
    text_begin(&t, in, spec, a);
    bool ok = true;
    int left = spec->width == INT_MAX ? 1 : spec->width;
    for (; ok && c != EOF; c = --left > 0 ? next(in) : EOF)
        ok = text_add(&t, c);
    ok = ok ? text_end(&t, a, false) : text_fails(&t);
    return ok ? MATCHED : AT_END;
}

// ---- the format ---------------------------------------------------------------------------------

static void store_count(const struct source *in, const struct spec *spec, struct args *a) {
    if (!spec->is_silent)
        store_integer(a, spec->length, (uintmax_t)in->count);
}

static enum outcome scan_one(struct source *in, const struct spec *spec, struct args *a) {
    switch (spec->conv) {
    case 'd': return scan_integer(in, spec, a, 10, true);
    case 'i': return scan_integer(in, spec, a, 0, true);
    case 'u': return scan_integer(in, spec, a, 10, false);
    case 'o': return scan_integer(in, spec, a, 8, false);
    case 'x':
    case 'X': return scan_integer(in, spec, a, 16, false);
    case 'p': return scan_pointer(in, spec, a);
    case 'e':
    case 'f':
    case 'g':
    case 'a':
    case 'E':
    case 'F':
    case 'G':
    case 'A': return scan_float(in, spec, a);
    case 's':
    case '[': return scan_text(in, spec, a);
    case 'c': return scan_characters(in, spec, a);
    case 'n': store_count(in, spec, a); return MATCHED;
    default: __heddle_unsupported("scanf with an unknown conversion");
    }
}

static enum length parse_length(const char **p) {
    char c = **p;
    bool twice = c && (*p)[1] == c;
    enum length of_long = sizeof(long) == sizeof(long long) ? LEN_LLONG : LEN_LONG;
    switch (c) {
    case 'h': *p += 1 + twice; return twice ? LEN_CHAR : LEN_SHORT;
    case 'l': *p += 1 + twice; return twice ? LEN_LLONG : LEN_LONG;
    case 'L':
    case 'q':
    case 'j': ++*p; return LEN_LLONG;
    case 'z':
    case 'Z':
    case 't': ++*p; return of_long;
    default: return LEN_INT;
    }
}

// The characters between the brackets; a ] at the start is one of them.
static bool parse_set(struct spec *spec, const char **p) {
    bool is_other = **p == '^';
    *p += is_other;
    for (int i = 0; i < 256; i++)
        spec->has[i] = is_other;
    const char *start = *p;
    for (; **p && (**p != ']' || *p == start); ++*p) {
        unsigned char c = (unsigned char)**p, last = c;
        if ((*p)[1] == '-' && (*p)[2] && (*p)[2] != ']') {
            last = (unsigned char)(*p)[2];
            *p += 2;
        }
        for (int i = c; i <= last; i++)
            spec->has[i] = !is_other;
    }
    if (!**p)
        return false;
    ++*p;
    return true;
}

static int parse_width(const char **p) {
    int width = 0;
    if (!rt_is_digit(**p))
        return INT_MAX;
    for (; rt_is_digit(**p); ++*p)
        if (__builtin_mul_overflow(width, 10, &width) ||
            __builtin_add_overflow(width, **p - '0', &width))
            width = INT_MAX;
    if (**p == '$')
        __heddle_unsupported("scanf with numbered arguments");
    return width ? width : INT_MAX;
}

// Reads the conversion behind a %. False if the format ends there.
static bool parse_spec(struct spec *spec, const char **p) {
    spec->is_silent = spec->allocates = false;
    for (; **p == '*' || **p == '\'' || **p == 'I'; ++*p)
        spec->is_silent |= **p == '*';
    spec->width = parse_width(p);
    if (**p == 'm') {
        spec->allocates = true;
        ++*p;
    }
    spec->length = parse_length(p);
    spec->conv = **p;
    if (spec->conv)
        ++*p;
    if (spec->conv == 'S' || spec->conv == 'C') {
        spec->conv = (char)rt_lower(spec->conv);
        spec->length = LEN_LONG;
    }
    return spec->conv && (spec->conv != '[' || parse_set(spec, p));
}

// A character of the format, which must stand in the input.
static enum outcome scan_literal(struct source *in, char literal, bool skips_space) {
    int c = skips_space ? next_solid(in) : next(in);
    if (c == (unsigned char)literal)
        return MATCHED;
    back(in, c);
    return c == EOF ? AT_END : MISMATCH;
}

// One piece of the format; adds to *assigned what it stored.
static enum outcome scan_piece(struct source *in, const char **p, struct args *a, int *assigned) {
    char c = *(*p)++;
    if (rt_is_space(c)) {
        back(in, next_solid(in));
        return MATCHED;
    }
    if (c != '%')
        return scan_literal(in, c, false);
    struct spec spec;
    if (!parse_spec(&spec, p))
        return MISMATCH;
    if (spec.conv == '%')
        return scan_literal(in, '%', true);
    enum outcome outcome = scan_one(in, &spec, a);
    if (outcome == MATCHED && !spec.is_silent && spec.conv != 'n')
        ++*assigned;
    return outcome;
}

static int scan(struct source *in, const char *fmt, va_list args, struct rt_written **written) {
    struct args a = {.written = written};
    va_copy(a.list, args);
    enum outcome outcome = MATCHED;
    int assigned = 0;
    while (outcome == MATCHED && *fmt)
        outcome = scan_piece(in, &fmt, &a, &assigned);
    va_end(a.list);
    return outcome == AT_END && assigned == 0 ? EOF : assigned;
}

// ---- the functions ------------------------------------------------------------------------------

static int scan_string(const char *text, const char *fmt, va_list args) {
    struct source in = {.text = text, .start = text};
    return scan(&in, fmt, args, NULL);
}

static NOINLINE int scan_masked(FILE *f, const char *fmt, va_list args,
                                struct rt_written **written) {
    __heddle_mask();
    if (rt_is_std_output(f)) {
        __rt_output_wait(f);
        errno = EBADF;
        return EOF;
    }
    struct source in = {.stream = __rt_stream_enter(f, RT_LOCKED)};
    return scan(&in, fmt, args, written);
}

static int scan_stream(FILE *f, const char *fmt, va_list args) {
    struct rt_written *written = NULL;
    __rt_cancel_maybe();
    __rt_call_begin(f, RT_LOCKED);
    int n = scan_masked(f, fmt, args, &written);
    __rt_call_end(f, RT_LOCKED);
    rt_written_tell(written);
    return n;
}

// A scanf-like function and its v form under two symbols: the header gives programs one or the
// other, and only the strings tell them apart here.
#define PARAMS(...) __VA_ARGS__
#define SCANF_AS(id, symbol, params, call)                                                         \
    int id(params const char *fmt, ...) __asm__(symbol);                                           \
    MODEL int id(params const char *fmt, ...) {                                                    \
        va_list args;                                                                              \
        va_start(args, fmt);                                                                       \
        int n = call;                                                                              \
        va_end(args);                                                                              \
        return n;                                                                                  \
    }
#define VSCANF_AS(id, symbol, params, call)                                                        \
    int id(params const char *fmt, va_list args) __asm__(symbol);                                  \
    MODEL int id(params const char *fmt, va_list args) { return call; }
#define SCANF(name, params, call)                                                                  \
    SCANF_AS(__rt_##name, #name, PARAMS(params), call)                                             \
    SCANF_AS(__rt_c99_##name, "__isoc99_" #name, PARAMS(params), call)                             \
    VSCANF_AS(__rt_v##name, "v" #name, PARAMS(params), call)                                       \
    VSCANF_AS(__rt_c99_v##name, "__isoc99_v" #name, PARAMS(params), call)

SCANF(scanf, , scan_stream(__rt_stdin, fmt, args))
SCANF(fscanf, PARAMS(FILE *f, ), scan_stream(f, fmt, args))
SCANF(sscanf, PARAMS(const char *text, ), scan_string(text, fmt, args))
