// SPDX-License-Identifier: Apache-2.0
// expect: unknown "never set"
// options: -m32
// levels: -O0
// A function pointer that was never written.
int main(void) {
    void (*f)(void);
    f();
    return 0;
}
