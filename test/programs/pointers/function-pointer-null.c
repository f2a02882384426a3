// SPDX-License-Identifier: Apache-2.0
// expect: violated null-dereference line 8
// levels: -O0
// A call through a null function pointer.
static int (*handler)(int);

int main(void) {
    return handler(3);
}
