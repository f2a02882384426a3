// SPDX-License-Identifier: Apache-2.0
// expect: violated division-by-zero line 10
// levels: -O0
// An integer division by zero.
static volatile int d;

int main(void) {
    double f = 1.0 / d;
    int q = 10 / (d + 1);
    return q / d + (f > 0);
}
