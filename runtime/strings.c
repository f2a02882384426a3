// SPDX-License-Identifier: Apache-2.0
// <strings.h>, but for index and rindex, which are with strchr.
#include "rt.h"
#include "rt_locale.h"

#include <string.h>
#include <strings.h>

typedef unsigned char byte;

MODEL void bcopy(const void *src, void *dst, size_t n) { __builtin_memmove(dst, src, n); }
MODEL void bzero(void *dst, size_t n) { __builtin_memset(dst, 0, n); }

MODEL int bcmp(const void *a, const void *b, size_t n) {
    const byte *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

static int compare_folded(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        int x = rt_lower((byte)a[i]), y = rt_lower((byte)b[i]);
        if (x != y || x == 0)
            return x - y;
    }
    return 0;
}

MODEL int strcasecmp(const char *a, const char *b) { return compare_folded(a, b, SIZE_MAX); }
MODEL int strncasecmp(const char *a, const char *b, size_t n) { return compare_folded(a, b, n); }

MODEL int strcasecmp_l(const char *a, const char *b, locale_t locale) {
    rt_locale_check(locale);
    return compare_folded(a, b, SIZE_MAX);
}

MODEL int strncasecmp_l(const char *a, const char *b, size_t n, locale_t locale) {
    rt_locale_check(locale);
    return compare_folded(a, b, n);
}

// The first bit that is set, counted from 1; 0 if there is none.
static int first_bit(unsigned long long v) {
    int n = 1;
    if (v == 0)
        return 0;
    for (; !(v & 1); v >>= 1)
        n++;
    return n;
}

MODEL int ffs(int v) { return first_bit((unsigned)v); }
MODEL int ffsl(long v) { return first_bit((unsigned long)v); }
MODEL int ffsll(long long v) { return first_bit((unsigned long long)v); }
