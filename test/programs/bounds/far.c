// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds line 12
// levels: -O0
// From one object into another by arithmetic: pointers do not leave their object.
static int a[4];
static int b[4];

int main(void) {
    int *p = a;
    volatile long distance = 1000000;
    p += distance;
    b[0] = *p;
    return b[0];
}
