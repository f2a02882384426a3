// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2 -O3
// va_arg of ints, longs, doubles, long doubles and pointers, more than fit into registers; va_copy.
#include <assert.h>
#include <stdarg.h>
#include <string.h>

static double sum(const char *types, ...) {
    va_list ap;
    double s = 0;
    va_start(ap, types);
    for (const char *t = types; *t; t++) {
        switch (*t) {
        case 'i': s += va_arg(ap, int); break;
        case 'l': s += va_arg(ap, long); break;
        case 'd': s += va_arg(ap, double); break;
        case 'L': s += (double)va_arg(ap, long double); break;
        case 's': s += strlen(va_arg(ap, char *)); break;
        }
    }
    va_end(ap);
    return s;
}
static int last_twice(int n, ...) {
    va_list ap, copy;
    va_start(ap, n);
    va_copy(copy, ap);
    int a = 0, b = 0;
    for (int i = 0; i < n; i++)
        a = va_arg(ap, int);
    for (int i = 0; i < n; i++)
        b = va_arg(copy, int);
    va_end(copy);
    va_end(ap);
    return a + b;
}

int main(void) {
    assert(sum("") == 0);
    assert(sum("iii", 1, -2, 3) == 2);
    assert(sum("did", 0.5, 2, 0.25) == 2.75);
    assert(sum("iLdL", 1, 2.0L, 4.0, 8.0L) == 15);
    assert(sum("ilililililil", 1, 2L, 3, 4L, 5, 6L, 7, 8L, 9, 10L, 11, 12L) == 78);
    assert(sum("dddddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.) == 78);
    assert(sum("sis", "four", 1, "three") == 10);
    assert(last_twice(9, 1, 2, 3, 4, 5, 6, 7, 8, 9) == 18);
    return 0;
}
