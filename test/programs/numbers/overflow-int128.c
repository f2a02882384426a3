// SPDX-License-Identifier: Apache-2.0
// expect: violated overflow line 9
// options: --property overflow
// levels: -O0
static volatile __int128 a;

int main(void) {
    a = (__int128)1 << 126;
    a = a + a;
    return 0;
}
