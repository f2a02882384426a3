// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 14
// Choices in a loop; each subset sum is tried, 11 among them.
#include <assert.h>
#include <heddle.h>

int main(void) {
    static const int weight[] = {1, 2, 5, 9};
    int sum = 0;
    for (int i = 0; i < 4; i++)
        if (heddle_choose(2))
            sum += weight[i];
    assert(sum <= 17);
    assert(sum != 11);
    return 0;
}
