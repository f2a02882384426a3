// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 10
// levels: -O0 -O1 -O2
// message: whose scope has ended
// Optimised code has the marks of scopes as well.
static int *volatile kept;

__attribute__((noinline)) static void keep(int *p) { kept = p; }

__attribute__((noinline)) static int look(void) { return *kept; }

int main(void) {
    {
        int x[4] = {1, 2, 3, 4};
        keep(x);
    }
    int y[4] = {5, 6, 7, 8};
    keep(&y[0] + look());
    return look();
}
