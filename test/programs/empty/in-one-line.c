// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// message: no run reaches the assertion at .*in-one-line.c:12$
// no-message: in-one-line.c:1[134]
// Another branch in an assertion's line is not the assertion's.
#include <assert.h>
#include <heddle.h>
int main(void) {
    int n = heddle_choose(2);
    if (n) assert(n == 1);
    if (n == 2) assert(n > 2);
    for (int i = 0; i < 2; i++) assert(i <= 1 && n >= 0);
    if (n || !n) assert(n >= 0 ? n < 2 : n > 5);
    return 0;
}
