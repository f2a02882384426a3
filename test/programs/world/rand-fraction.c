// SPDX-License-Identifier: Apache-2.0
// expect: holds with rand's own sequence
#include <assert.h>
#include <stdlib.h>

int main(void) {
    double x = drand48() * 2;
    assert(x < 1);
    return 0;
}
