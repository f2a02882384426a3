// SPDX-License-Identifier: Apache-2.0
// Elements of an array without a size have names. A loop variable's first value belongs to its own loop.
// expect: violated assertion line 21
// options: --trace-full
// levels: -O0
// message: stack->items\[stack->count\+\+\] = i; +Stack#1\.count = 2, Stack#1\.items\[1\] = 4\n
// message: for \(int i = 3; i <= 4; i\+\+\) +i = 3\n
// message: memcpy\(copy, stack->items, sizeof copy\); +copy = \{3, 4\}\n
#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int count, items[]; } Stack;
int main(void) {
    int copy[2] = {0, 0};
    Stack *stack = calloc(1, sizeof *stack + 2 * sizeof(int));
    for (int i = 0; i < 1; i++) copy[i] = i;
    for (int i = 3; i <= 4; i++)
        stack->items[stack->count++] = i;
    memcpy(copy, stack->items, sizeof copy);
    assert(copy[1] == stack->items[0]);
}
