// SPDX-License-Identifier: Apache-2.0
// expect: unknown "call of the indirect function chosen (ifunc)"
// files: parts/ifunc-other.c
// levels: -O0 -O2
static int three(int x, ...) { return x; }
static void *choose(void) { return three; }
int chosen(int x, ...) __attribute__((ifunc("choose")));
int call_chosen(void);

int main(void) { return call_chosen(); }
