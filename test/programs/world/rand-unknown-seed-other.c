// SPDX-License-Identifier: Apache-2.0
// Another seed, and the numbers behind those that are repeated, may give anything.
// expect: violated assertion line 16
// options: --unknown rand
#include <assert.h>
#include <stdlib.h>

int main(void) {
    srand(5);
    int a = rand();
    srand(6);
    int b = rand();
    srand(5);
    assert(rand() == a);
    srand(6);
    assert(rand() == b && rand() != a);
    return 0;
}
