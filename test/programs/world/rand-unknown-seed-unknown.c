// SPDX-License-Identifier: Apache-2.0
// Whether two unknown seeds are the same decides whether their numbers are.
// expect: violated assertion line 16
// options: --unknown rand,clock
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    unsigned first = (unsigned)time(0), second = (unsigned)time(0);
    srand(first);
    int a = rand();
    srand(second);
    int b = rand();
    assert(first != second || a == b);
    assert(first == second || a == b);
    return 0;
}
