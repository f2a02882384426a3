// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds line 10
// levels: -O0
// A read behind a global array, where another global lies.
static int a[4] = {1, 2, 3, 4};
static int b = 5;
static volatile int i = 4;

int main(void) {
    return a[i] + b;
}
