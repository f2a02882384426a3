// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2 -O3
// Vector types: arithmetic, comparison, shuffles, conversion, variable element access, parameters.
#include <assert.h>

typedef int v4i __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef unsigned char v8c __attribute__((vector_size(8)));
typedef long v2l __attribute__((vector_size(16)));
typedef double v8d __attribute__((vector_size(64)));

__attribute__((noinline)) static v4i mad(v4i a, v4i b, int k) { return a * b + k; }

static v4i global = {1, 2, 3, 4};
static volatile int at = 2;

int main(void) {
    v4i a = global, b = {10, 20, 30, 40};
    v4i c = mad(a, b, 5);
    assert(c[0] == 15 && c[1] == 45 && c[2] == 95 && c[3] == 165);
    v4i less = a < (v4i){2, 2, 4, 4};
    assert(less[0] == -1 && less[1] == 0 && less[2] == -1 && less[3] == 0);
    v4i s = __builtin_shufflevector(a, b, 3, 0, 5, 6);
    assert(s[0] == 4 && s[1] == 1 && s[2] == 20 && s[3] == 30);
    s[at] = 99;
    assert(s[at] == 99 && s[3] == 30);
    v4f f = __builtin_convertvector(a, v4f) * 0.5f;
    assert(f[0] == 0.5f && f[3] == 2.0f);
    v8c bytes = (v8c){250, 251, 252, 253, 254, 255, 0, 1} + (unsigned char)6;
    assert(bytes[0] == 0 && bytes[5] == 5 && bytes[7] == 7);
    v2l l = (v2l){1L << 40, -8} >> 2;
    assert(l[0] == 1L << 38 && l[1] == -2);
    v8d d = {1, 2, 3, 4, 5, 6, 7, 8};
    d /= 2;
    assert(d[0] == 0.5 && d[7] == 4);
    v4i t = (less & a) | (~less & b);
    assert(t[0] == 1 && t[1] == 20);
    global = ~a;
    assert(global[3] == -5);
    v2l view = (v2l)(v4i){1, 2, 3, 4};
    assert(view[1] == (4L << 32) + 3);
    return 0;
}
