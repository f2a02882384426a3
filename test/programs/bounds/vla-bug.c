// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds line 8
// levels: -O0
// One element past the end of a variable length array.
static int f(int n) {
    int a[n];
    for (int i = 0; i <= n; i++)
        a[i] = i;
    return a[0];
}

int main(void) { return f(4); }
