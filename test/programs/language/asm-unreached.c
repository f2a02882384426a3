// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// Unsupported assembly that no run reaches does no harm.
#include <assert.h>

static volatile int never;

int main(void) {
    if (never)
        __asm__ volatile("hlt");
    assert(!never);
    return 0;
}
