// SPDX-License-Identifier: Apache-2.0
// Numbers are unknown, but the same seed repeats them (C17 7.22.2.2p2), in whatever order seeds come.
// expect: holds
// options: --unknown rand
// no-message: sequence
#include <assert.h>
#include <stdlib.h>

static void draw(unsigned seed, int n, int out[]) {
    srand(seed);
    for (int i = 0; i < n; i++)
        out[i] = i % 2 ? rand() : (int)random();
}

int main(void) {
    int first[4], other[2], again[4];
    draw(5, 3, first);
    draw(6, 2, other);
    draw(5, 4, again);
    for (int i = 0; i < 3; i++)
        assert(first[i] == again[i]);
    srandom(6);
    assert(rand() == other[0]);
    assert(rand() == other[1]);
    draw(5, 4, first);
    assert(first[3] == again[3]);
    return 0;
}
