// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A va_list handed to another function and to vsnprintf.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char text[64];

static int take(va_list *ap) { return va_arg(*ap, int); }
static int two(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int a = take(&ap), b = take(&ap);
    va_end(ap);
    return n * 100 + a * 10 + b;
}
static void print(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
}

int main(void) {
    assert(two(1, 2, 3) == 123);
    print("%d-%s-%c-%5.2f", 42, "abc", 'x', 2.5);
    assert(!strcmp(text, "42-abc-x- 2.50"));
    return 0;
}
