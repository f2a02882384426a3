// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 13
// va_copy between two lists that other threads can see.
#include <assert.h>
#include <stdarg.h>

static va_list first, second;

static void take(int n, ...) {
    va_start(first, n);
    va_copy(second, first);
    assert(va_arg(first, int) == 7);
    assert(va_arg(second, int) == 8);
}

int main(void) {
    take(1, 7);
    return 0;
}
