// SPDX-License-Identifier: Apache-2.0
// <stdlib.h> without memory and exit: numbers from text, sorting, random numbers; and a little of <unistd.h>.
#include "rt.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

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
            overflow = __builtin_mul_overflow(v, (ullong)base, &v) || __builtin_add_overflow(v, (ullong)d, &v) ||
                       v > limit;
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

MODEL int atoi(const char *text) { return (int)(long)parse(text, NULL, 10, SIGNED(long, LONG_MAX)); }
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

// ---- sorting and searching ----------------------------------------------------------------------

typedef int compare_fn(const void *, const void *, void *);

struct order {
    compare_fn *compare;
    void *arg;
    size_t size;
};

// Merge sort with the comparisons in glibc's order: equal elements stay in place, and a comparison function with
// side effects is called as natively.
static void merge_sort(char *base, size_t count, char *spare, const struct order *o) {
    if (count <= 1)
        return;
    size_t n1 = count / 2, n2 = count - n1, size = o->size;
    char *left = base, *right = base + n1 * size, *out = spare;
    merge_sort(left, n1, spare, o);
    merge_sort(right, n2, spare, o);
    while (n1 > 0 && n2 > 0) {
        bool from_left = o->compare(left, right, o->arg) <= 0;
        char **from = from_left ? &left : &right;
        __builtin_memcpy(out, *from, size);
        *from += size;
        out += size;
        n1 -= from_left;
        n2 -= !from_left;
    }
    if (n1 > 0)
        __builtin_memcpy(out, left, n1 * size);
    __builtin_memcpy(base, spare, (count - n2) * size);
}

static void sort(void *base, size_t count, const struct order *o) {
    if (count < 2 || o->size == 0)
        return;
    char spare[count * o->size];
    merge_sort(base, count, spare, o);
}

MODEL void qsort_r(void *base, size_t count, size_t size, compare_fn *compare, void *arg) {
    sort(base, count, &(struct order){compare, arg, size});
}

static int compare_plain(const void *a, const void *b, void *arg) {
    __compar_fn_t *compare = arg;
    return (*compare)(a, b);
}

MODEL void qsort(void *base, size_t count, size_t size, __compar_fn_t compare) {
    sort(base, count, &(struct order){compare_plain, &compare, size});
}

MODEL void *bsearch(const void *key, const void *base, size_t count, size_t size, __compar_fn_t compare) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *p = (const char *)base + middle * size;
        int order = compare(key, p);
        if (order == 0)
            return (void *)p;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

// ---- random numbers -----------------------------------------------------------------------------
// glibc's additive feedback generator, so that seeded programs do what they do natively.

enum { RANDOM_SIZE = 31, RANDOM_DISTANCE = 3, RANDOM_WARM_UP = 310 };

static struct {
    int is_seeded;
    int front;                  // the entry to be added to; the other one is RANDOM_DISTANCE before it
    int32_t table[RANDOM_SIZE];
} generator;

static int next_random(void) {
    int front = generator.front, rear = front - RANDOM_DISTANCE;
    if (rear < 0)
        rear += RANDOM_SIZE;
    uint32_t v = (uint32_t)generator.table[front] + (uint32_t)generator.table[rear];
    generator.table[front] = (int32_t)v;
    generator.front = front + 1 == RANDOM_SIZE ? 0 : front + 1;
    return (int)(v >> 1);
}

static void seed_random(unsigned seed) {
    int32_t word = seed ? (int32_t)seed : 1;
    for (int i = 0; i < RANDOM_SIZE; i++) {
        generator.table[i] = word;
        long hi = word / 127773, lo = word % 127773;
        long next = 16807 * lo - 2836 * hi;
        word = (int32_t)(next < 0 ? next + 2147483647 : next);
    }
    generator.front = RANDOM_DISTANCE;
    generator.is_seeded = 1;
    for (int i = 0; i < RANDOM_WARM_UP; i++)
        next_random();
}

static int random_number(void) {
    if (!generator.is_seeded)
        seed_random(1);
    return next_random();
}

MODEL int rand(void) {
    __heddle_mask();
    return random_number();
}

MODEL long random(void) {
    __heddle_mask();
    return random_number();
}

MODEL void srand(unsigned seed) {
    __heddle_mask();
    seed_random(seed);
}

MODEL void srandom(unsigned seed) {
    __heddle_mask();
    seed_random(seed);
}

MODEL int rand_r(unsigned *seed) {
    unsigned next = *seed, result = 0;
    for (int i = 0; i < 3; i++) {
        next = next * 1103515245 + 12345;
        unsigned bits = next / 65536;
        result = i == 0 ? bits % 2048 : result << 10 ^ bits % 1024;
    }
    *seed = next;
    return (int)result;
}

// ---- environment and time -----------------------------------------------------------------------
// A checked program sees an empty environment. Sleeping lets others go first; it is never long enough to order
// anything.

MODEL char *getenv(const char *name) {
    (void)name;
    return NULL;
}

MODEL char *secure_getenv(const char *name) {
    (void)name;
    return NULL;
}

MODEL pid_t getpid(void) { return 1000; }

MODEL unsigned sleep(unsigned seconds) {
    (void)seconds;
    __heddle_yield();
    return 0;
}

MODEL int usleep(useconds_t microseconds) {
    (void)microseconds;
    __heddle_yield();
    return 0;
}

static bool is_duration(const struct timespec *t) {
    return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < 1000000000;
}

MODEL int nanosleep(const struct timespec *time, struct timespec *rest) {
    (void)rest;
    if (!is_duration(time)) {
        errno = EINVAL;
        return -1;
    }
    __heddle_yield();
    return 0;
}

MODEL int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *rest) {
    (void)clock, (void)flags, (void)rest;
    if (!is_duration(time))
        return EINVAL;
    __heddle_yield();
    return 0;
}
