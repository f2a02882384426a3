// SPDX-License-Identifier: Apache-2.0
// expect: holds
// One- and more-dimensional arrays, pointers to arrays, designated initialisers, array parameters.
#include <assert.h>

static int grid[3][4] = {[1] = {1, 2, 3, 4}, [2][3] = 9};
static const char words[][6] = {"one", "three", ""};
static int sum(int n, int (*rows)[4]) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++)
            s += rows[i][j];
    return s;
}
static void twice(int a[static 3]) {
    for (int i = 0; i < 3; i++)
        a[i] *= 2;
}

int main(void) {
    assert(sum(3, grid) == 19);
    int (*p)[4] = grid + 1;
    assert((*p)[2] == 3 && p[1][3] == 9 && *(*p + 1) == 2);
    int *q = &grid[2][3];
    assert(q - &grid[0][0] == 11 && q[-8] == 0 && q > &grid[0][0]);
    int local[3] = {1, 2, 3};
    twice(local);
    assert(local[0] == 2 && local[2] == 6);
    assert(words[1][4] == 'e' && words[2][0] == 0 && sizeof words == 18);
    int cube[2][2][2];
    for (int i = 0; i < 8; i++)
        cube[i >> 2][i >> 1 & 1][i & 1] = i;
    assert(cube[1][0][1] == 5 && *(&cube[0][0][0] + 6) == 6);
    return 0;
}
