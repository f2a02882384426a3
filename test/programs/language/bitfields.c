// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2 -O3 -Os
// Bit-fields: unsigned, signed, _Bool, zero width, wide ones, packed across bytes.
#include <assert.h>
#include <stdint.h>

struct plain { unsigned a : 3, b : 7; int c : 5; _Bool d : 1; unsigned : 0; unsigned e : 31; };
struct wide { uint64_t x : 40, y : 24; int64_t z : 33; };
struct __attribute__((packed)) packed { unsigned a : 5; unsigned b : 13; signed c : 3; uint64_t d : 37; char e; };

struct plain p;
struct packed q;
volatile int seven = 7;

int main(void) {
    p.a = seven;
    p.b = 100 + seven;
    p.c = seven + 9;
    p.d = seven;
    p.e = 0x7fffffff;
    assert(p.a == 7 && p.b == 107 && p.c == -16 && p.d == 1 && p.e == 0x7fffffff);
    p.a++;
    assert(p.a == 0 && p.b == 107);
    p.c--;
    assert(p.c == 15);
    struct wide w = {.x = 0xabcdef0123u, .y = 0x123456, .z = -5};
    assert(w.x == 0xabcdef0123u && w.y == 0x123456 && w.z == -5);
    w.y += 0xf00000;
    assert(w.y == 0x023456 && w.x == 0xabcdef0123u);
    q = (struct packed){31, 8191, -4, 0x1fffffffffu, 'q'};
    assert(q.a == 31 && q.b == 8191 && q.c == -4 && q.d == 0x1fffffffffu && q.e == 'q');
    q.b = 1;
    assert(q.a == 31 && q.b == 1 && q.c == -4 && sizeof q == 9);
    struct { unsigned low : 4; } local;
    local.low = seven;
    assert(local.low == 7);
    return 0;
}
