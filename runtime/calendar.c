// SPDX-License-Identifier: Apache-2.0
// Dates: the calendar functions of <time.h>, in the C locale, and with UTC as local time. The clock
// is in time.c.
//
// Which time is local is for TZ of the environment to say, and for /etc/localtime where it is not
// there. Who asks for local time stands on both: the condition is met at the call, whatever the
// program looks at of what comes out.
#include "clock.h"

#include <string.h>

enum { MINUTE = 60, HOUR = 3600, DAY = 86400, FIRST_YEAR = 1900, DECEMBER = 11 };
enum { DAYS_4 = 1461, DAYS_100 = 36524, DAYS_400 = 146097 }; // in so many years

static const char *const day_names[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                        "Thursday", "Friday", "Saturday"};
static const char *const month_names[] = {"January",   "February", "March",    "April",
                                          "May",       "June",     "July",     "August",
                                          "September", "October",  "November", "December"};

static long long floor_div(long long a, long long b) { return a / b - (a % b < 0); }
static int floor_mod(long long a, long long b) { return (int)(a - floor_div(a, b) * b); }
static bool is_leap(long long year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

// ---- seconds and dates --------------------------------------------------------------------------
// Years are counted from March here, so that the leap day is the last day of one.

// 1970-01-01, counted from the 1st of March of year 0
static const long long epoch_day = 719468;

// Days before the given month of a year, 0 for March.
static int days_before(int month_from_march) { return (153 * month_from_march + 2) / 5; }

static int day_of_year(long long year, int month, int day) {
    return month < 2 ? 31 * month + day - 1 : 59 + is_leap(year) + days_before(month - 2) + day - 1;
}

// Days since 1970-01-01 of the first day of a month, 0 for January.
static long long day_number(long long year, int month) {
    int from_march = month < 2 ? month + 10 : month - 2;
    year -= month < 2;
    long long leap_days = floor_div(year, 4) - floor_div(year, 100) + floor_div(year, 400);
    return year * 365 + leap_days + days_before(from_march) - epoch_day;
}

static int at_most(int a, int b) { return a < b ? a : b; }

static bool set_date(long long day_since_1970, struct tm *out) {
    long long day = day_since_1970 + epoch_day;
    int rest = floor_mod(day, DAYS_400);
    int centuries = at_most(rest / DAYS_100, 3);
    rest -= centuries * DAYS_100;
    int fours = rest / DAYS_4;
    rest -= fours * DAYS_4;
    int years = at_most(rest / 365, 3);
    rest -= years * 365;
    int from_march = (5 * rest + 2) / 153;
    long long year =
        floor_div(day, DAYS_400) * 400 + centuries * 100 + fours * 4 + years + (from_march >= 10);
    if (year - FIRST_YEAR > INT_MAX || year - FIRST_YEAR < INT_MIN)
        return false;
    out->tm_year = (int)(year - FIRST_YEAR);
    out->tm_mon = from_march >= 10 ? from_march - 10 : from_march + 2;
    out->tm_mday = rest - days_before(from_march) + 1;
    out->tm_wday = floor_mod(day_since_1970 + 4, 7);
    out->tm_yday = day_of_year(year, out->tm_mon, out->tm_mday);
    return true;
}

bool __rt_break_time(long long seconds, const char *zone, struct tm *out) {
    int rest = floor_mod(seconds, DAY);
    *out = (struct tm){
        .tm_hour = rest / HOUR, .tm_min = rest % HOUR / MINUTE, .tm_sec = rest % MINUTE};
    out->tm_zone = zone;
    return set_date(floor_div(seconds, DAY), out);
}

long long __rt_make_time(struct tm *date) {
    long long year = (long long)date->tm_year + FIRST_YEAR + floor_div(date->tm_mon, 12);
    long long day = day_number(year, floor_mod(date->tm_mon, 12)) + date->tm_mday - 1;
    return day * DAY + (long long)date->tm_hour * HOUR + (long long)date->tm_min * MINUTE +
           date->tm_sec;
}

static bool is_date(long long seconds, const char *zone, struct tm *out) {
    if (__rt_break_time(seconds, zone, out))
        return true;
    errno = EOVERFLOW;
    return false;
}

// Also brings the fields of the date into their ranges.
static long long normalise(struct tm *date, const char *zone, long long min, long long max) {
    long long seconds = __rt_make_time(date);
    struct tm normal;
    if (seconds < min || seconds > max || !__rt_break_time(seconds, zone, &normal)) {
        errno = EOVERFLOW;
        return -1;
    }
    *date = normal;
    return seconds;
}

// The buffers that the functions without _r share, as in glibc.
static struct tm date_buffer;
static char text_buffer[128];

static const char gmt[] = "GMT", utc[] = "UTC";

static bool is_utc(const char *zone) {
    return *zone == '\0' || strcmp(zone, utc) == 0 || strcmp(zone, "UTC0") == 0;
}

static const char *local_zone(void) {
    const char *zone = __rt_setting("TZ");
    if (zone && !is_utc(zone))
        __heddle_unsupported("local time in a time zone other than UTC");
    if (!zone) {
        __heddle_bound(HEDDLE_BOUND_FILES);
        if (RT_IS_UNKNOWN(FILES) && __heddle_choose(2))
            __heddle_unsupported("local time of an unknown file /etc/localtime");
    }
    return utc;
}

#define DATE_FUNCTIONS(type, min, max, GMTIME, GMTIME_R, LOCALTIME, LOCALTIME_R, MKTIME, TIMEGM,   \
                       CTIME, CTIME_R, DIFFTIME)                                                   \
    MODEL struct tm *GMTIME_R(const type *time, struct tm *out) {                                  \
        return is_date(*time, gmt, out) ? out : NULL;                                              \
    }                                                                                              \
    MODEL struct tm *LOCALTIME_R(const type *time, struct tm *out) {                               \
        return is_date(*time, local_zone(), out) ? out : NULL;                                     \
    }                                                                                              \
    MODEL struct tm *GMTIME(const type *time) { return GMTIME_R(time, &date_buffer); }             \
    MODEL struct tm *LOCALTIME(const type *time) { return LOCALTIME_R(time, &date_buffer); }       \
    MODEL type MKTIME(struct tm *date) { return (type)normalise(date, local_zone(), min, max); }   \
    MODEL type TIMEGM(struct tm *date) { return (type)normalise(date, gmt, min, max); }            \
    MODEL char *CTIME_R(const type *time, char *out) {                                             \
        struct tm date;                                                                            \
        return LOCALTIME_R(time, &date) ? asctime_r(&date, out) : NULL;                            \
    }                                                                                              \
    MODEL char *CTIME(const type *time) {                                                          \
        struct tm date;                                                                            \
        return LOCALTIME_R(time, &date) ? asctime(&date) : NULL;                                   \
    }                                                                                              \
    MODEL double DIFFTIME(type later, type earlier) { return (double)later - (double)earlier; }

DATE_FUNCTIONS(time_t, LONG_MIN, LONG_MAX, gmtime, gmtime_r, localtime, localtime_r, mktime, timegm,
               ctime, ctime_r, difftime)
#ifndef __LP64__
struct tm *__gmtime64(const rt_time64 *time);
struct tm *__gmtime64_r(const rt_time64 *time, struct tm *out);
struct tm *__localtime64(const rt_time64 *time);
struct tm *__localtime64_r(const rt_time64 *time, struct tm *out);
rt_time64 __mktime64(struct tm *date);
rt_time64 __timegm64(struct tm *date);
char *__ctime64(const rt_time64 *time);
char *__ctime64_r(const rt_time64 *time, char *out);
double __difftime64(rt_time64 later, rt_time64 earlier);
DATE_FUNCTIONS(rt_time64, LLONG_MIN, LLONG_MAX, __gmtime64, __gmtime64_r, __localtime64,
               __localtime64_r, __mktime64, __timegm64, __ctime64, __ctime64_r, __difftime64)
#endif

MODEL time_t timelocal(struct tm *date) { return mktime(date); }
MODEL int dysize(int year) { return is_leap(year) ? 366 : 365; }

// ---- the local time zone ------------------------------------------------------------------------

// Nothing ever changes these, which show what tzset has found or would find; so the two names need
// not be of the same object.
MODEL char *tzname[2] = {(char *)utc, (char *)utc};
MODEL char *__tzname[2] = {(char *)utc, (char *)utc};
MODEL int daylight = 0;
MODEL int __daylight = 0;
MODEL long timezone = 0;
MODEL long __timezone = 0;

MODEL void tzset(void) { local_zone(); }

// ---- text from dates ----------------------------------------------------------------------------

struct text {
    char *dst;
    size_t size, n; // n counts also what found no room
    // the offset from dst of the format, which is still read; SIZE_MAX: it is elsewhere
    size_t format;
};

static void put(struct text *out, char c) {
    if (out->n < out->size) {
        if (out->n == out->format)
            rt_overlap();
        out->dst[out->n] = c;
    }
    out->n++;
}

static void put_string(struct text *out, const char *s, size_t max) {
    for (size_t i = 0; i < max && s[i]; i++)
        put(out, s[i]);
}

static void put_padding(struct text *out, char c, long n) {
    for (; n > 0; n--)
        put(out, c);
}

// At least `width` characters, filled up with `pad`; 0: not at all.
static void put_number(struct text *out, long long value, int width, char pad) {
    char digits[24];
    int n = 0;
    unsigned long long rest = value < 0 ? -(unsigned long long)value : (unsigned long long)value;
    do
        digits[n++] = (char)('0' + rest % 10);
    while (rest /= 10);
    long fill = pad ? (long)width - n - (value < 0) : 0;
    if (pad == ' ')
        put_padding(out, pad, fill);
    if (value < 0)
        put(out, '-');
    if (pad == '0')
        put_padding(out, pad, fill);
    while (n > 0)
        put(out, digits[--n]);
}

static const char *name_of(const char *const *names, int i, int count) {
    return i >= 0 && i < count ? names[i] : NULL;
}

static char *write_date(const struct tm *date, char *dst, size_t size) {
    if (!date) {
        errno = EINVAL;
        return NULL;
    }
    const char *day = name_of(day_names, date->tm_wday, 7),
               *month = name_of(month_names, date->tm_mon, 12);
    struct text out = {dst, size, 0, SIZE_MAX};
    put_string(&out, day ? day : "???", 3);
    put(&out, ' ');
    put_string(&out, month ? month : "???", 3);
    put_number(&out, date->tm_mday, 3, ' ');
    put(&out, ' ');
    put_number(&out, date->tm_hour, 2, '0');
    put(&out, ':');
    put_number(&out, date->tm_min, 2, '0');
    put(&out, ':');
    put_number(&out, date->tm_sec, 2, '0');
    put(&out, ' ');
    put_number(&out, (long long)date->tm_year + FIRST_YEAR, 1, '0');
    put(&out, '\n');
    put(&out, '\0');
    if (out.n <= size)
        return dst;
    errno = EOVERFLOW;
    return NULL;
}

MODEL char *asctime(const struct tm *date) {
    return write_date(date, text_buffer, sizeof text_buffer);
}

MODEL char *asctime_r(const struct tm *date, char *out) {
    enum { PROMISED_SIZE = 26 };
    return write_date(date, out, PROMISED_SIZE);
}

// ---- strftime -----------------------------------------------------------------------------------

// One conversion: % flags width modifier letter.
struct conversion {
    char letter;
    char pad; // '0', ' ', '-' for none; 0 if it is for the conversion to say
    bool is_upper, is_swapped;
    int width; // -1 if there is none
};

static const char *read_conversion(const char *f, struct conversion *c) {
    *c = (struct conversion){.width = -1};
    for (;; f++)
        if (*f == '_' || *f == '-' || *f == '0')
            c->pad = *f == '_' ? ' ' : *f;
        else if (*f == '^')
            c->is_upper = true;
        else if (*f == '#')
            c->is_swapped = true;
        else
            break;
    if (rt_is_digit(*f))
        c->width = 0;
    for (; rt_is_digit(*f); f++)
        c->width = c->width > INT_MAX / 20 ? c->width : c->width * 10 + (*f - '0');
    if (*f == 'E' || *f == 'O')
        f++;
    c->letter = *f;
    return f;
}

// What a conversion stands for: a number, a name, or a longer format.
struct meaning {
    enum { UNKNOWN, NUMBER, NAME, FORMAT } kind;
    long long number;
    int digits;
    char pad;
    const char *text;
};

static struct meaning number(long long value, int digits) {
    return (struct meaning){NUMBER, value, digits, '0', NULL};
}
static struct meaning spaced(long long value) {
    return (struct meaning){NUMBER, value, 2, ' ', NULL};
}
static struct meaning name(const char *text) {
    return (struct meaning){NAME, 0, 0, ' ', text ? text : "?"};
}
static struct meaning format(const char *text) { return (struct meaning){FORMAT, 0, 0, ' ', text}; }

// Each conversion looks at no other field than its own: the others may be uninitialised.
static long long year_of(const struct tm *t) { return (long long)t->tm_year + FIRST_YEAR; }
static int hour_12(const struct tm *t) { return t->tm_hour % 12 == 0 ? 12 : t->tm_hour % 12; }

// Weeks begin on first_day (0: Sunday); the days before the first such day are in week 0.
static int week_number(const struct tm *t, int first_day) {
    return (t->tm_yday + 7 - (t->tm_wday + 7 - first_day) % 7) / 7;
}

// Weeks after ISO 8601 belong to the year of their Thursday.
static int iso_week(const struct tm *t, long long *year) {
    int thursday = t->tm_yday - (t->tm_wday + 6) % 7 + 3;
    *year = year_of(t);
    if (thursday < 0) {
        --*year;
        thursday += is_leap(*year) ? 366 : 365;
    } else if (thursday >= (is_leap(*year) ? 366 : 365)) {
        thursday -= is_leap(*year) ? 366 : 365;
        ++*year;
    }
    return thursday / 7 + 1;
}

static struct meaning date_meaning(char letter, const struct tm *t) {
    long long iso_year;
    switch (letter) {
    case 'C': return number(floor_div(year_of(t), 100), 2);
    case 'd': return number(t->tm_mday, 2);
    case 'e': return spaced(t->tm_mday);
    case 'g': return iso_week(t, &iso_year), number(floor_mod(iso_year, 100), 2);
    case 'G': return iso_week(t, &iso_year), number(iso_year, 4);
    case 'j': return number(t->tm_yday + 1LL, 3);
    case 'm': return number(t->tm_mon + 1LL, 2);
    case 'u': return number((t->tm_wday + 6) % 7 + 1, 1);
    case 'U': return number(week_number(t, 0), 2);
    case 'V': return number(iso_week(t, &iso_year), 2);
    case 'w': return number(t->tm_wday, 1);
    case 'W': return number(week_number(t, 1), 2);
    case 'y': return number(floor_mod(year_of(t), 100), 2);
    case 'Y': return number(year_of(t), 4);
    default: return (struct meaning){UNKNOWN, 0, 0, 0, NULL};
    }
}

static struct meaning time_meaning(char letter, const struct tm *t) {
    struct tm copy;
    switch (letter) {
    case 'H': return number(t->tm_hour, 2);
    case 'I': return number(hour_12(t), 2);
    case 'k': return spaced(t->tm_hour);
    case 'l': return spaced(hour_12(t));
    case 'M': return number(t->tm_min, 2);
    case 'p': return name(t->tm_hour >= 12 ? "PM" : "AM");
    case 'P': return name(t->tm_hour >= 12 ? "pm" : "am");
    case 's': return local_zone(), copy = *t, number(__rt_make_time(&copy), 1);
    case 'S': return number(t->tm_sec, 2);
    case 'Z': return name(t->tm_zone ? t->tm_zone : "");
    default: return date_meaning(letter, t);
    }
}

static struct meaning meaning_of(char letter, const struct tm *t) {
    switch (letter) {
    case 'a':
    case 'A': return name(name_of(day_names, t->tm_wday, 7));
    case 'b':
    case 'h':
    case 'B': return name(name_of(month_names, t->tm_mon, 12));
    case 'c': return format("%a %b %e %H:%M:%S %Y");
    case 'D':
    case 'x': return format("%m/%d/%y");
    case 'F': return format("%Y-%m-%d");
    case 'r': return format("%I:%M:%S %p");
    case 'R': return format("%H:%M");
    case 'T':
    case 'X': return format("%H:%M:%S");
    case 'n': return name("\n");
    case 't': return name("\t");
    case '%': return name("%");
    default: return time_meaning(letter, t);
    }
}

static void put_name(struct text *out, const struct conversion *c, const char *s) {
    bool is_short = c->letter == 'a' || c->letter == 'b' || c->letter == 'h';
    bool is_lower = c->is_swapped && (c->letter == 'p' || c->letter == 'Z');
    size_t n = rt_length_max(s, is_short ? 3 : SIZE_MAX);
    if (c->pad != '-')
        put_padding(out, c->pad == '0' ? '0' : ' ', (long)c->width - (long)n);
    for (size_t i = 0; i < n; i++)
        put(out, (char)(is_lower                       ? rt_lower(s[i])
                        : c->is_upper || c->is_swapped ? rt_upper(s[i])
                                                       : s[i]));
}

static void put_zone_offset(struct text *out, const struct tm *t, const struct conversion *c) {
    if (t->tm_isdst < 0)
        return;
    long minutes = t->tm_gmtoff / MINUTE;
    put(out, minutes < 0 ? '-' : '+');
    if (minutes < 0)
        minutes = -minutes;
    put_number(out, minutes / 60 * 100 + minutes % 60, c->width > 5 ? c->width - 1 : 4, '0');
}

static void put_format(struct text *out, const char *f, const struct tm *t, bool is_upper);

// A format inside a format: written first, then moved to the right if it has to be filled up.
static void put_nested(struct text *out, const char *f, const struct tm *t,
                       const struct conversion *c) {
    char room[64];
    struct text inner = {room, sizeof room, 0, SIZE_MAX};
    put_format(&inner, f, t, c->is_upper);
    if (c->pad != '-')
        put_padding(out, c->pad == '0' ? '0' : ' ', (long)c->width - (long)inner.n);
    put_string(out, room, inner.n);
}

static void put_conversion(struct text *out, const struct conversion *c, const struct tm *t) {
    struct meaning m = meaning_of(c->letter, t);
    char pad = c->pad ? c->pad : m.pad;
    if (m.kind == NUMBER)
        put_number(out, m.number, c->width > m.digits ? c->width : m.digits, pad == '-' ? 0 : pad);
    else if (m.kind == NAME)
        put_name(out, c, m.text);
    else
        put_nested(out, m.text, t, c);
}

static void put_format(struct text *out, const char *f, const struct tm *t, bool is_upper) {
    for (; *f; f++) {
        if (*f != '%') {
            put(out, *f);
            continue;
        }
        struct conversion c;
        const char *start = f;
        f = read_conversion(f + 1, &c);
        c.is_upper |= is_upper;
        if (c.letter == 'z') {
            put_zone_offset(out, t, &c);
        } else if (meaning_of(c.letter, t).kind != UNKNOWN) {
            put_conversion(out, &c, t);
        } else {
            // As glibc: what is no conversion is copied.
            if (!c.letter)
                f--;
            put_string(out, start, (size_t)(f - start) + 1);
        }
    }
}

MODEL size_t strftime(char *restrict dst, size_t size, const char *restrict f,
                      const struct tm *restrict date) {
    struct text out = {dst, size, 0, rt_text_offset(f, SIZE_MAX, dst)};
    put_format(&out, f, date, false);
    if (out.n >= size)
        return 0;
    put(&out, '\0');
    return out.n - 1;
}

MODEL size_t strftime_l(char *restrict dst, size_t size, const char *restrict f,
                        const struct tm *restrict date, locale_t locale) {
    (void)locale;
    return strftime(dst, size, f, date);
}

// ---- strptime -----------------------------------------------------------------------------------

struct scan {
    const char *s;
    struct tm *t;
    bool has_year, has_month, has_day, is_pm, has_half;
};

static void skip_space(struct scan *in) {
    while (rt_is_space(*in->s))
        in->s++;
}

// A number of at most `digits` digits in a range.
static bool scan_number(struct scan *in, int digits, int low, int high, int *out) {
    skip_space(in);
    if (!rt_is_digit(*in->s))
        return false;
    int v = 0;
    for (; digits > 0 && rt_is_digit(*in->s); digits--)
        v = v * 10 + (*in->s++ - '0');
    *out = v;
    return v >= low && v <= high;
}

static size_t same_letters(const char *s, const char *word) {
    size_t n = 0;
    while (word[n] && rt_lower(s[n]) == rt_lower(word[n]))
        n++;
    return n;
}

// A name in full or its first three letters.
static bool scan_name(struct scan *in, const char *const *names, int count, int *out) {
    for (int i = 0; i < count; i++) {
        size_t n = same_letters(in->s, names[i]);
        if (n < 3)
            continue;
        in->s += names[i][n] ? 3 : n;
        *out = i;
        return true;
    }
    return false;
}

static bool scan_half(struct scan *in) {
    bool is_am = same_letters(in->s, "AM") == 2;
    in->is_pm = same_letters(in->s, "PM") == 2;
    in->has_half = true;
    in->s += 2;
    return is_am || in->is_pm;
}

static bool scan_year(struct scan *in, int digits) {
    int v;
    if (!scan_number(in, digits, 0, digits == 2 ? 99 : 9999, &v))
        return false;
    in->t->tm_year = digits == 4 ? v - FIRST_YEAR : v < 69 ? v + 100 : v;
    in->has_year = true;
    return true;
}

static bool scan_zone_offset(struct scan *in) {
    skip_space(in);
    if (*in->s == 'Z') {
        in->s++;
        in->t->tm_gmtoff = 0;
        return true;
    }
    int sign = *in->s == '-' ? -1 : 1, hours, minutes;
    if (*in->s != '-' && *in->s != '+')
        return false;
    in->s++;
    if (!scan_number(in, 2, 0, 99, &hours))
        return false;
    if (*in->s == ':')
        in->s++;
    if (!rt_is_digit(*in->s))
        minutes = 0;
    else if (!scan_number(in, 2, 0, 59, &minutes))
        return false;
    in->t->tm_gmtoff = sign * (hours * HOUR + minutes * MINUTE);
    return true;
}

static bool scan_format(struct scan *in, const char *f);

static bool scan_time_field(struct scan *in, char letter) {
    struct tm *t = in->t;
    switch (letter) {
    case 'H':
    case 'k': return scan_number(in, 2, 0, 23, &t->tm_hour);
    case 'I':
    case 'l':
        if (!scan_number(in, 2, 1, 12, &t->tm_hour))
            return false;
        t->tm_hour %= 12;
        return true;
    case 'M': return scan_number(in, 2, 0, 59, &t->tm_min);
    case 'p': return scan_half(in);
    case 'S': return scan_number(in, 2, 0, 61, &t->tm_sec);
    case 'z': return scan_zone_offset(in);
    default: __heddle_unsupported("a conversion of strptime that heddle does not know");
    }
}

static bool scan_date_field(struct scan *in, char letter) {
    struct tm *t = in->t;
    int v;
    switch (letter) {
    case 'a':
    case 'A': return scan_name(in, day_names, 7, &t->tm_wday);
    case 'b':
    case 'h':
    case 'B': return in->has_month = scan_name(in, month_names, 12, &t->tm_mon);
    case 'd':
    case 'e': return in->has_day = scan_number(in, 2, 1, 31, &t->tm_mday);
    case 'j':
        if (!scan_number(in, 3, 1, 366, &v))
            return false;
        t->tm_yday = v - 1;
        return true;
    case 'm':
        if (!scan_number(in, 2, 1, 12, &v))
            return false;
        t->tm_mon = v - 1;
        return in->has_month = true;
    case 'w': return scan_number(in, 1, 0, 6, &t->tm_wday);
    case 'y': return scan_year(in, 2);
    case 'Y': return scan_year(in, 4);
    default: return scan_time_field(in, letter);
    }
}

static bool scan_conversion(struct scan *in, char letter) {
    switch (letter) {
    case 'c': return scan_format(in, "%a %b %e %H:%M:%S %Y");
    case 'D':
    case 'x': return scan_format(in, "%m/%d/%y");
    case 'F': return scan_format(in, "%Y-%m-%d");
    case 'r': return scan_format(in, "%I:%M:%S %p");
    case 'R': return scan_format(in, "%H:%M");
    case 'T':
    case 'X': return scan_format(in, "%H:%M:%S");
    case 'n':
    case 't': return skip_space(in), true;
    case '%': return *in->s++ == '%';
    default: return scan_date_field(in, letter);
    }
}

static bool scan_format(struct scan *in, const char *f) {
    for (; *f; f++) {
        if (rt_is_space(*f)) {
            skip_space(in);
        } else if (*f != '%') {
            if (*in->s++ != *f)
                return false;
        } else {
            f++;
            if (*f == 'E' || *f == 'O')
                f++;
            if (!scan_conversion(in, *f))
                return false;
        }
    }
    return true;
}

MODEL char *strptime(const char *restrict s, const char *restrict f, struct tm *restrict date) {
    struct scan in = {.s = s, .t = date};
    if (!scan_format(&in, f))
        return NULL;
    if (in.has_half)
        date->tm_hour = date->tm_hour % 12 + (in.is_pm ? 12 : 0);
    if (in.has_year && in.has_month && in.has_day) {
        date->tm_yday = day_of_year(year_of(date), date->tm_mon, date->tm_mday);
        date->tm_wday =
            floor_mod(day_number(year_of(date), date->tm_mon) + date->tm_mday - 1 + 4, 7);
    }
    return (char *)in.s;
}
