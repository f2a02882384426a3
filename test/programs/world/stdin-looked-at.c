// SPDX-License-Identifier: Apache-2.0
// expect: holds with empty standard input
#include <assert.h>
#include <stdio.h>

int main(void) {
    int n;
    assert(scanf("%d", &n) != 1);
    return 0;
}
