// SPDX-License-Identifier: Apache-2.0
// expect: violated uninitialized line 11
// options: --property uninitialized
// levels: -O0
// A local array of which one element was never written.
int main(void) {
    int a[3];
    volatile int i = 1;
    a[0] = 1;
    a[2] = 2;
    if (a[i] > 0)
        return 1;
    return 0;
}
