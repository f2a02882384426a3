// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 10
// levels: -O0
// A statement that is chosen by an if is a block, with or without braces.
int main(int argc, char **argv) {
    (void)argv;
    const int *p = 0;
    if (argc)
        p = (int[]){3, 4};
    return p[1] - 4;
}
