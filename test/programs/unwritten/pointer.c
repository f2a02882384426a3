// SPDX-License-Identifier: Apache-2.0
// expect: unknown "never set"
// levels: -O0
// A pointer made of a number that was never written.
#include <stdint.h>
int main(void) {
    intptr_t n;
    *(int *)n = 1;
    return 0;
}
