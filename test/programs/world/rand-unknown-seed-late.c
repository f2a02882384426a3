// SPDX-License-Identifier: Apache-2.0
// Nothing was kept of what came before the only call of srand, so a seed of 1 cannot repeat it.
// expect: unknown "a second seed for the unknown numbers of rand"
// options: --unknown rand
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int a = rand();
    srand(1);
    assert(rand() == a);
    return 0;
}
