// SPDX-License-Identifier: Apache-2.0
// expect: violated division-by-zero line 10
// levels: -O0
// An unsigned 64-bit remainder by zero.
static volatile unsigned long d = 3;

int main(void) {
    unsigned long s = 0;
    for (int i = 0; i < 4; i++) {
        s += 100 % d;
        d--;
    }
    return s == 5;
}
