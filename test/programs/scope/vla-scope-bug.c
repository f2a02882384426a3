// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 12
// levels: -O0
// A variable length array ends with its block.
int main(void) {
    int *p = 0;
    for (volatile int n = 2; n < 3; n++) {
        int a[n];
        a[0] = 1;
        p = a;
    }
    return *p;
}
