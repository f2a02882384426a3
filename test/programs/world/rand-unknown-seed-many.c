// SPDX-License-Identifier: Apache-2.0
// Only so many numbers are kept for each seed; what is behind them cannot be repeated.
// expect: unknown "the same seed again"
// options: --unknown rand
#include <assert.h>
#include <stdlib.h>

static int draw(int n) {
    int last = 0;
    srand(5);
    while (n-- > 0)
        last = rand();
    return last;
}

int main(void) {
    int first = draw(40);
    int short_one = draw(30);
    assert(short_one == draw(30));
    assert(first == draw(40));
    return 0;
}
