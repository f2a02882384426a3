// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds line 10
// levels: -O0
// A negative index.
static int a[4];
static volatile int i;

int main(void) {
    i = i - 1;
    a[i] = 3;
    return 0;
}
