// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 16
// options: -m32
// levels: -O0
// message: write of a local variable whose scope has ended
// Writing to a variable after its block, with pointers of 32 bits; the way out of the block is a break.
int main(void) {
    int *p = 0;
    while (1) {
        int x[2] = {0, 0};
        p = x;
        if (x[0] == 0)
            break;
        x[1] = 1;
    }
    p[1] = 3;
    return 0;
}
