// SPDX-License-Identifier: Apache-2.0
// expect: violated invariant
// options: --invariant small
// Broken by the very last store of the program.
static int x;

int small(void) { return x < 5; }

int main(void) {
    x = 4;
    x = 5;
    return 0;
}
