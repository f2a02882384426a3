// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// no-message: no run
// An assertion is reached when its condition is begun, however that is written and whichever part decides.
#include <assert.h>
#include <heddle.h>
#include <string.h>
static int is_even(int n) { return n % 2 ? 0 : 1; }

int main(void) {
    int n = 2 * heddle_choose(3);
    const char *name = n ? "some" : "none";
    assert(n == 0 || n == 2 ||
           n == 4);
    assert(is_even(n) ? n < 5 : n > 5);
    assert((n < 0 && n > 10) || (n >= 0 && strlen(name) == 4));
    for (int i = 0; i < n; i++) assert(i < n);
    assert(!(n < 0 || n > 4));
    heddle_assert(n != 1 && n != 3);
    return 0;
}
