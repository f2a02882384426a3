// SPDX-License-Identifier: Apache-2.0
// The order that all numbers have; what no compiler reads does not count, nor does a word that means something else.
// expect: holds
// options: -fsso-struct=little-endian
#include <assert.h>
#include <stddef.h>

#define ORDER "little-endian"
#if 0
#pragma scalar_storage_order big-endian
struct __attribute__((scalar_storage_order("big-endian"))) not_there { int value; };
#endif
#pragma scalar_storage_order little-endian
struct __attribute__((scalar_storage_order("little-endian"))) plain { char c; int value; };
struct __attribute__((scalar_storage_order(ORDER), packed)) dense { char c; int value; };
#pragma scalar_storage_order default

static int scalar_storage_order; // of "big-endian": none

int main(void) {
    struct plain p = {0, 1};
    assert(((char *)&p.value)[0] == 1 && _Alignof(struct plain) == 4 && sizeof p == 8);
    assert(offsetof(struct dense, value) == 1 && scalar_storage_order == 0);
    return 0;
}
