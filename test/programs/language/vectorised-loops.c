// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2 -O3
// Loops that -O2 and -O3 turn into vector code: sums, maps, reductions, conditional stores, strides.
#include <assert.h>

enum { N = 67 };
static int a[N], b[N];
static unsigned char bytes[N];
static float f[N];

__attribute__((noinline)) static int sum(const int *p, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}
__attribute__((noinline)) static void map(int *restrict out, const int *restrict in, int n) {
    for (int i = 0; i < n; i++)
        out[i] = in[i] * 3 + (in[i] & 1 ? 7 : -7);
}
__attribute__((noinline)) static int largest(const int *p, int n) {
    int m = p[0];
    for (int i = 1; i < n; i++)
        m = p[i] > m ? p[i] : m;
    return m;
}
__attribute__((noinline)) static int count(const unsigned char *p, int n) {
    int c = 0;
    for (int i = 0; i < n; i++)
        c += p[i] == 3;
    return c;
}
__attribute__((noinline)) static float scale(float *p, int n, float k) {
    for (int i = 0; i < n; i++)
        p[i] = i * k;
    return p[n - 1];
}

int main(void) {
    for (int i = 0; i < N; i++) {
        a[i] = i - 20;
        bytes[i] = i % 5;
    }
    assert(sum(a, N) == 67 * 66 / 2 - 20 * 67);
    map(b, a, N);
    assert(b[0] == -67 && b[1] == -50 && b[66] == 131 && b[21] == 10);
    assert(largest(b, N) == 142 && count(bytes, N) == 13 && scale(f, N, 0.5f) == 33.0f && f[7] == 3.5f);
    int odd = 0;
    for (int i = 0; i < N; i += 2)
        odd += a[i] * b[i];
    int again = 0;
    for (int i = N - 1; i >= 0; i--)
        if (i % 2 == 0)
            again += a[i] * b[i];
    assert(odd == again);
    return 0;
}
