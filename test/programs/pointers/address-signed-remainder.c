// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// The remainder of a signed number, as in many hash functions that people write.
#include <assert.h>
#include <stdint.h>

static int table[8];
static int a, b;

static long slot(const void *p) { return (intptr_t)p % 8; }

int main(void) {
    assert(slot(&a) >= 0 && slot(&a) < 8 && slot(&a) % 4 == 0);
    table[slot(&a)]++;
    table[slot(&b)]++;
    assert(table[slot(&a)] + table[slot(&b)] == (slot(&a) == slot(&b) ? 4 : 2));
    return 0;
}
