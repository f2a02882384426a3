// SPDX-License-Identifier: Apache-2.0
// expect: violated overflow line 11
// options: --property overflow
// levels: -O0
// Signed overflow is checked on request.
static volatile int big = 2147483647;

int main(void) {
    unsigned u = big;
    u += u;
    return big + 1 > 0 && u;
}
