// SPDX-License-Identifier: Apache-2.0
// expect: unknown "never written"
// levels: -O0
// The length of a copy was never written.
#include <string.h>
int main(void) {
    char a[8] = "abc", b[8];
    size_t n;
    memcpy(b, a, n);
    return b[0];
}
