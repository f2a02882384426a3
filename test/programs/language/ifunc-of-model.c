// SPDX-License-Identifier: Apache-2.0
// expect: unknown "call of the indirect function abs (ifunc)"
// levels: -O0
// options: -fno-builtin
// The program's own function counts, not the library's.
static int wrong(int x) { return x; }
static void *choose(void) { return wrong; }
int abs(int x) __attribute__((ifunc("choose")));

int main(int argc, char **argv) {
    (void)argv;
    return abs(-argc) < 0;
}
