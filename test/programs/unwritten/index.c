// SPDX-License-Identifier: Apache-2.0
// expect: unknown "never set"
// levels: -O0
// An index that was never written: whether it is inside the array is not known.
int main(void) {
    int a[4] = {0}, i;
    return a[i];
}
