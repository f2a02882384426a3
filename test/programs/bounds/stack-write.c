// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds line 8
// levels: -O0
// A write behind a local array does not hit its neighbour.
int main(void) {
    int before = 1, a[4] = {0}, after = 2;
    volatile int i = 4;
    a[i] = 9;
    return a[0] + before + after;
}
