// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 12
// Ten times 0.1 is not 1.
#include <assert.h>

volatile double step = 0.1;

int main(void) {
    double sum = 0;
    for (int i = 0; i < 10; i++)
        sum += step;
    assert(sum == 1.0);
    return 0;
}
