// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2 -O3
// A small interpreter with a table of label addresses.
#include <assert.h>

enum { PUSH, ADD, MUL, JNZ, DEC, HALT };

static int run(const int *code) {
    static void *const labels[] = {&&push, &&add, &&mul, &&jnz, &&dec, &&halt};
    int stack[8], top = 0, pc = 0;
#define NEXT goto *labels[code[pc++]]
    NEXT;
push:
    stack[top++] = code[pc++];
    NEXT;
add:
    top--;
    stack[top - 1] += stack[top];
    NEXT;
mul:
    top--;
    stack[top - 1] *= stack[top];
    NEXT;
jnz:
    if (stack[top - 1])
        pc = code[pc];
    else
        pc++;
    NEXT;
dec:
    stack[top - 1]--;
    NEXT;
halt:
    return top ? stack[top - 1] : -1;
}

int main(void) {
    const int sum[] = {PUSH, 2, PUSH, 3, ADD, PUSH, 7, MUL, HALT};
    assert(run(sum) == 35);
    const int loop[] = {PUSH, 5, DEC, JNZ, 2, HALT};
    assert(run(loop) == 0);
    const int none[] = {HALT};
    assert(run(none) == -1);
    return 0;
}
