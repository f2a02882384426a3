// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 13
// levels: -O0
// The address of a local outlives its function.
static int *leak(int v) {
    int local = v;
    int *p = &local;
    return p;
}

int main(void) {
    int *p = leak(4);
    return *p;
}
