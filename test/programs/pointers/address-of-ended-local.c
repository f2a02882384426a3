// SPDX-License-Identifier: Apache-2.0
// expect: violated invalid-pointer line 17
// levels: -O0
// The number of a local's address leads nowhere when the local has ended.
#include <stdint.h>

static uintptr_t hidden;

static void hide(void) {
    int local = 3;
    hidden = (uintptr_t)&local ^ 0x10101010;
}

int main(void) {
    hide();
    volatile int *p = (volatile int *)(hidden ^ 0x10101010);
    return *p;
}
