// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// Structs as variadic arguments: small, mixed with floats, and larger than 16 bytes.
#include <assert.h>
#include <stdarg.h>

struct pair { int a, b; };
struct mix { double d; long l; };
struct large { long v[4]; };

static long f(int n, ...) {
    va_list ap;
    long s = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++) {
        struct pair p = va_arg(ap, struct pair);
        struct mix m = va_arg(ap, struct mix);
        struct large l = va_arg(ap, struct large);
        s = s * 100 + p.a + p.b + (long)m.d + m.l + l.v[0] + l.v[3];
    }
    va_end(ap);
    return s;
}

int main(void) {
    struct pair p = {1, 2};
    struct mix m = {3.5, 4};
    struct large l = {{5, 0, 0, 6}};
    assert(f(1, p, m, l) == 21);
    assert(f(3, p, m, l, p, m, l, p, m, l) == 212121);
    return 0;
}
