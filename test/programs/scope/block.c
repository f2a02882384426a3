// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 14
// levels: -O0
// message: whose scope has ended
// A pointer to a variable of a block that has ended, though its function still runs.
int main(void) {
    int *p;
    {
        int x = 1;
        p = &x;
    }
    int y = 2;
    (void)y;
    return *p - 1;
}
