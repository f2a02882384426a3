// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Unions by value; reading one member's bytes through another.
#include <assert.h>
#include <stdint.h>

union u {
    uint32_t w;
    uint8_t b[4];
    float f;
};
union big {
    long v[4];
    char c[32];
};
struct tagged {
    int tag;
    union { int i; double d; const char *s; };
};

__attribute__((noinline)) static union u swap(union u x) {
    union u r = {.b = {x.b[3], x.b[2], x.b[1], x.b[0]}};
    return r;
}
__attribute__((noinline)) static union big bump(union big x) { x.v[3]++; return x; }
static int size(struct tagged t) { return t.tag == 0 ? t.i : t.tag == 1 ? (int)t.d : t.s[0]; }

int main(void) {
    union u x = {.w = 0x01020304};
    assert(x.b[0] == 4 && x.b[3] == 1);
    assert(swap(x).w == 0x04030201);
    x.f = 1.0f;
    assert(x.w == 0x3f800000);
    x.b[3] = 0xbf;
    assert(x.f == -1.0f);
    union big y = {{1, 2, 3, 4}};
    assert(bump(y).v[3] == 5 && bump(y).c[8] == 2);
    assert(size((struct tagged){0, .i = 3}) == 3 && size((struct tagged){1, .d = 4.5}) == 4);
    assert(size((struct tagged){2, .s = "x"}) == 'x');
    return 0;
}
