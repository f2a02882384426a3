// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 15
// levels: -O0
// message: whose scope has ended
// A variable that is declared behind a label ends with its block, not with a jump back inside of it.
int main(void) {
    int *p = 0, turns = 0;
    {
    again:;
        int x = turns;
        p = &x;
        if (turns++ < 1)
            goto again;
    }
    return *p;
}
