// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// Atomic floats, atomic pointers to structs and small atomic structs.
#include <assert.h>
#include <stdatomic.h>

struct pos { short x, y; };
static _Atomic float f = 1.5f;
static _Atomic double d = 2;
static _Atomic struct pos pos;

int main(void) {
    f = f + 1;
    assert(f == 2.5f);
    atomic_store(&d, 0.25);
    assert(atomic_load(&d) == 0.25 && atomic_exchange(&d, 3.0) == 0.25);
    d += 1.5;
    assert(d == 4.5);
    struct pos next = {3, 4}, seen = {0, 0};
    assert(atomic_compare_exchange_strong(&pos, &seen, next));
    seen = atomic_load(&pos);
    assert(seen.x == 3 && seen.y == 4);
    return 0;
}
