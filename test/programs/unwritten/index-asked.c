// SPDX-License-Identifier: Apache-2.0
// expect: violated uninitialized line 8
// options: --property uninitialized
// levels: -O0
// An index that was never written, when that is asked for.
int main(void) {
    int a[4] = {0}, i;
    return a[i];
}
