// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// _Alignas, aligned attributes and the low bits of addresses.
#include <assert.h>
#include <stdalign.h>
#include <stdint.h>

struct padded { char c; alignas(16) int v; };
static alignas(64) char line[64];

int main(void) {
    assert(sizeof(struct padded) == 32 && alignof(struct padded) == 16);
    assert(((uintptr_t)line & 63) == 0);
    alignas(32) int local[2] = {1, 2};
    assert(((uintptr_t)&local[0] & 31) == 0 && ((uintptr_t)&local[1] & 7) == 4);
    return 0;
}
