// SPDX-License-Identifier: Apache-2.0
// expect: violated null-dereference line 9
// levels: -O0
// A read through a null pointer.
static int *p;

int main(void) {
    int x = 1;
    x += *p;
    return x;
}
