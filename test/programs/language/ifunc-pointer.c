// SPDX-License-Identifier: Apache-2.0
// expect: error "takes the address of the indirect function chosen"
// levels: -O0
static double half(double x, ...) { return x / 2; }
static void *choose(void) { return half; }
double chosen(double x, ...) __attribute__((ifunc("choose")));
static double (*volatile pointer)(double x, ...) = chosen;

int main(void) { return (int)pointer(2.0, 1); }
