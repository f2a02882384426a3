// SPDX-License-Identifier: Apache-2.0
// Without a seed the numbers are those of the seed 1.
// expect: holds
// options: --unknown rand
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int a = rand(), b = rand();
    for (int i = 0; i < 2; i++) {
        srand(1);
        assert(rand() == a && rand() == b);
    }
    return 0;
}
