// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 12
// levels: -O0
// message: whose scope has ended
// Each turn of a loop has its own variable; that of the turn before is gone.
int main(void) {
    int *before = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        if (before) {
            // The same address, very likely, but not the same variable.
            sum += *before;
        }
        before = &x;
    }
    return sum;
}
