// SPDX-License-Identifier: Apache-2.0
// expect: violated overflow line 11
// options: --property overflow
// levels: -O0
// The smallest number of 128 bits divided by -1 does not fit.
static volatile __int128 d = -1;

int main(void) {
    __int128 x = (__int128)((unsigned __int128)1 << 127);
    x = x + 0;
    return (int)(x / d);
}
