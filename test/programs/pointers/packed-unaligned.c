// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Packed structs and accesses at odd addresses.
#include <assert.h>
#include <stdint.h>
#include <string.h>

struct __attribute__((packed)) rec { char tag; uint32_t a; uint64_t b; int *p; uint16_t c; };

static int target = 9;

int main(void) {
    struct rec r = {'r', 0x11223344, 0x8877665544332211, &target, 0xabcd};
    assert(sizeof r == 23 && r.a == 0x11223344 && r.b == 0x8877665544332211 && r.c == 0xabcd);
    *r.p = 10;
    assert(target == 10);
    unsigned char raw[sizeof r];
    memcpy(raw, &r, sizeof r);
    assert(raw[0] == 'r' && raw[1] == 0x44 && raw[5] == 0x11 && raw[22] == 0xab);
    struct rec copy;
    memcpy(&copy, raw, sizeof copy);
    assert(copy.p == &target && *copy.p == 10);
    return 0;
}
