// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2 -O3 -Os
// Structs of 1 to 40 bytes as parameters, results and in assignments.
#include <assert.h>

struct s1 { char c; };
struct s3 { char c[3]; };
struct s8 { int a, b; };
struct s12 { int a, b, c; };
struct s16 { long a, b; };
struct s24 { long a, b, c; };
struct s40 { long v[5]; };
struct nest { struct s8 p; struct s3 q; };

#define OUT __attribute__((noinline)) static
OUT struct s1 f1(struct s1 x) { x.c++; return x; }
OUT struct s3 f3(struct s3 x) { x.c[2] = x.c[0]; return x; }
OUT struct s8 f8(struct s8 x) { struct s8 r = {x.b, x.a}; return r; }
OUT struct s12 f12(struct s12 x) { x.c += x.a; return x; }
OUT struct s16 f16(struct s16 x, int k) { x.a *= k; x.b -= k; return x; }
OUT struct s24 f24(struct s24 x) { x.b = x.a + x.c; return x; }
OUT struct s40 f40(struct s40 x, struct s24 y) { x.v[4] = y.b + x.v[0]; return x; }
OUT struct nest fn(struct nest x) { x.p = f8(x.p); x.q = f3(x.q); return x; }

int main(void) {
    assert(f1((struct s1){'a'}).c == 'b');
    struct s3 t = f3((struct s3){{1, 2, 3}});
    assert(t.c[0] == 1 && t.c[1] == 2 && t.c[2] == 1);
    struct s8 e = f8((struct s8){3, 4});
    assert(e.a == 4 && e.b == 3);
    assert(f12((struct s12){1, 2, 3}).c == 4);
    struct s16 s = f16((struct s16){5, 6}, 7);
    assert(s.a == 35 && s.b == -1);
    struct s24 u = {10, 0, 30}, v = f24(u);
    assert(v.b == 40 && u.b == 0);
    struct s40 w = {{1, 2, 3, 4, 5}}, x = f40(w, v);
    assert(x.v[4] == 41 && x.v[3] == 4 && w.v[4] == 5);
    struct nest n = fn((struct nest){{1, 2}, {{7, 8, 9}}});
    assert(n.p.a == 2 && n.p.b == 1 && n.q.c[2] == 7);
    return 0;
}
