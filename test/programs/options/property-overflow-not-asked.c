// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// Without the request the sum wraps around.
#include <assert.h>

static volatile int big = 2147483647;

int main(void) {
    int sum = big + 1;
    assert(sum == -2147483647 - 1);
    return 0;
}
