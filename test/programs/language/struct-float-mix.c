// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2 -O3
// Structs that the calling convention splits into float and integer registers.
#include <assert.h>

struct ff { float x, y; };
struct fff { float x, y, z; };
struct dd { double x, y; };
struct id { int i; double d; };
struct di { double d; int i; };
struct fi { float f; int i; };
struct ld { long double v; int i; };

#define OUT __attribute__((noinline)) static
OUT struct ff ff(struct ff a) { return (struct ff){a.y, a.x}; }
OUT struct fff fff(struct fff a, float k) { return (struct fff){a.x * k, a.y * k, a.z * k}; }
OUT struct dd dd(struct dd a, struct dd b) { return (struct dd){a.x + b.x, a.y + b.y}; }
OUT struct id id(struct id a) { return (struct id){(int)a.d, a.i}; }
OUT struct di di(struct di a) { a.i += (int)a.d; return a; }
OUT struct fi fi(struct fi a) { a.f += a.i; return a; }
OUT struct ld ld(struct ld a) { a.v /= a.i; return a; }

int main(void) {
    struct ff a = ff((struct ff){1, 2});
    assert(a.x == 2 && a.y == 1);
    struct fff b = fff((struct fff){1, 2, 3}, 0.5f);
    assert(b.x == 0.5f && b.y == 1 && b.z == 1.5f);
    struct dd c = dd((struct dd){1, 2}, (struct dd){0.25, 0.5});
    assert(c.x == 1.25 && c.y == 2.5);
    struct id d = id((struct id){3, 4.75});
    assert(d.i == 4 && d.d == 3);
    assert(di((struct di){2.5, 40}).i == 42);
    assert(fi((struct fi){0.5f, 3}).f == 3.5f);
    assert(ld((struct ld){1, 4}).v == 0.25L);
    return 0;
}
