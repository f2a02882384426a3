// SPDX-License-Identifier: Apache-2.0
// expect: violated uninitialized line 12
// options: --property uninitialized
// levels: -O0
// A variable that is written through a pointer, on one way only.
int main(int argc, char **argv) {
    int x, *p = &x;
    (void)argv;
    if (argc > 5)
        *p = 1;
    int *q = p;
    return *q == 1 ? 1 : 0;
}
