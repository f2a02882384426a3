// SPDX-License-Identifier: Apache-2.0
// expect: violated division-by-zero line 9
// levels: -O0
// A division of 128-bit numbers by zero.
static volatile __int128 d;

int main(void) {
    __int128 x = 5;
    return (int)(x / d);
}
