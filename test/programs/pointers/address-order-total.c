// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// Whatever the order of three blocks is, it is an order, it stays, and it has six variants, of which a search
// finds one after the other.
#include <assert.h>
#include <heddle.h>
#include <stdint.h>
#include <stdlib.h>

static int less(char *a, char *b) { return (uintptr_t)a < (uintptr_t)b; }

int main(void) {
    char *p[3];
    for (int i = 0; i < 3; i++)
        p[i] = malloc(4);
    int order[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            order[i] += less(p[k], p[i]);
    assert(order[0] + order[1] + order[2] == 3);
    assert(order[0] != order[1] && order[1] != order[2] && order[0] != order[2]);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            assert(less(p[k], p[i]) == (order[k] < order[i]));
    int local, other;
    assert(less((char *)&local, (char *)&other) != less((char *)&other, (char *)&local));
    assert(less(p[0], (char *)&local));
    for (int i = 0; i < 3; i++)
        free(p[i]);
    return 0;
}
